// Consumer tensor rates with FP32 accumulate are twice the FP32 rate on Ampere, Ada and Blackwell.
import { plain } from '../files.mjs';
import { near, rate, recordsOf } from '../records.mjs';

// Consumer tensor rates with FP32 accumulate: twice the FP32 rate on Ampere, Ada and Blackwell.
const isGeForce = (record) =>
  record.vendor === 'NVIDIA' && plain(record.segment) === 'consumer' && record.architecture !== 'Turing';

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter(isGeForce).filter((record) => rate(record, 'bf16') && rate(record, 'fp32'))
    .filter((record) => !near(rate(record, 'bf16'), 2 * rate(record, 'fp32'), 0.03))
    .map((record) => `${record.id}: BF16 with FP32 accumulate is twice the FP32 rate`);
