// Dense FP8 is twice dense BF16; four times is the sparse figure. Exceptions are listed.
import { near, rate, recordsOf } from '../records.mjs';

// Parts whose FP8 rate is not twice their BF16 rate.
const FP8_RATIO = {
  'gaudi3-128gb-oam': 1, 'tpu-v5p': 1, 'tpu-v6e': 1, trainium1: 1, inferentia2: 1, trainium2: 1.95, trainium3: 3.75,
  'ascend-950dt': 1.89, 'rubin-per-gpu': 4.375,
};

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter((record) => rate(record, 'fp8') && rate(record, 'bf16')).flatMap((record) => {
    const ratio = rate(record, 'fp8') / rate(record, 'bf16');
    const wanted = FP8_RATIO[record.id] ?? 2;
    return near(ratio, wanted, 0.03) ? [] : [`${record.id}: FP8 is ${ratio.toFixed(2)} x BF16, not ${wanted} x`];
  });
