// Coarseness 0 and 1 are formats of 16 bits and more, the others fewer.
import { recordsOf } from '../records.mjs';

export default (catalog) =>
  recordsOf(catalog, 'formats').filter(({ bits, coarseness = 0 }) => (bits >= 16) !== (coarseness <= 1))
    .map(({ id }) => `${id}: coarseness 0 and 1 are for 16 bits and more`);
