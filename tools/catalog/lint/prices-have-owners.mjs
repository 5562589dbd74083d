// Every price is of an instance, or of a device where it is a purchase.
import { purchases } from '../fields.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const instances = new Set(recordsOf(catalog, 'instances').map(({ id }) => id));
  const accelerators = new Set(recordsOf(catalog, 'accelerators').map(({ id }) => id));
  return recordsOf(catalog, 'prices').flatMap(({ of, kind = 'on_demand' }) => {
    const owners = purchases.includes(kind) ? accelerators : instances;
    return owners.has(of) ? [] : [`${kind} price of ${of}: nothing of that id`];
  });
};
