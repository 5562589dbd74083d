// Every instance that can be rented has a price; that of some no list says (bands.json).
import { bands } from '../bands.mjs';
import { recordsOf } from '../records.mjs';

export default (catalog) => {
  const priced = new Set(recordsOf(catalog, 'prices').map(({ of }) => of));
  return recordsOf(catalog, 'instances').filter(({ id, status }) => !status && !priced.has(id) && !bands.unpriced.includes(id)).map(({ id }) => `${id} has no price`);
};
