// Every price is of an instance, or where it is a purchase of a device, or of the memory that processors work in.
import { plain } from '../files.mjs';
import { purchases } from '../fields.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const instances = new Set(recordsOf(catalog, 'instances').map(({ id }) => id));
  const modules = recordsOf(catalog, 'accelerators').filter(({ segment }) => plain(segment) === 'cpu').map((cpu) => plain(cpu.memory_type)?.split(/[- ]/)[0]);
  const accelerators = new Set([...recordsOf(catalog, 'accelerators').map(({ id }) => id), ...modules]);
  return recordsOf(catalog, 'prices').flatMap(({ of, kind = 'on_demand' }) => {
    const owners = purchases.includes(kind) ? accelerators : instances;
    return owners.has(of) ? [] : [`${kind} price of ${of}: nothing of that id`];
  });
};
