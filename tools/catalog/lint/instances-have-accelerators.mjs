// Every instance holds a device of the catalog.
import { plain } from '../files.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const known = new Set(recordsOf(catalog, 'accelerators').map(({ id }) => id));
  return recordsOf(catalog, 'instances').filter(({ accelerator }) => !known.has(plain(accelerator)))
    .map(({ id, accelerator }) => `${id}: no accelerator ${plain(accelerator)}`);
};
