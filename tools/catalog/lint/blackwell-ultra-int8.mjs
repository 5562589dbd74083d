// Blackwell Ultra has almost no INT8; tables that copy its FP8 rate are wrong.
import { rate, recordsOf } from '../records.mjs';

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter(({ architecture }) => architecture === 'Blackwell Ultra')
    .filter((record) => rate(record, 'int8') > 0.2 * rate(record, 'bf16'))
    .map((record) => `${record.id}: Blackwell Ultra has almost no INT8`);
