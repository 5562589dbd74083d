// One price of a sort for one thing on one day.
import { duplicates, recordsOf } from '../records.mjs';

export default (catalog) =>
  duplicates(recordsOf(catalog, 'prices').map(({ of, kind = 'on_demand', priced, memory_gb: memory = '', region = '' }, i) => ({
    name: `${of} ${kind} ${priced} ${memory} ${region}`, owner: `price ${i}` })));
