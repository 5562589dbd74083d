// One price of a sort for one thing on one day.
import { duplicates, recordsOf } from '../records.mjs';

export default (catalog) =>
  duplicates(recordsOf(catalog, 'prices').map(({ of, kind = 'on_demand', date }, i) => ({
    name: `${of} ${kind} ${date}`, owner: `price ${i}` })));
