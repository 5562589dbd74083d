// Dense rates double at most from one width to the next narrower one; four times is a sparse figure, or
// the rate of another generation. Exceptions are listed.
import { plain } from '../files.mjs';
import { rate, recordsOf } from '../records.mjs';

const STEPS = [['tf32', 'bf16'], ['bf16', 'fp8'], ['bf16', 'int8'], ['fp16', 'int8'], ['fp8', 'fp4'], ['int8', 'int4']];

// Parts that were built otherwise: the step, and the ratio they have.
const BUILT_SO = {
  trainium3: { 'bf16 fp8': 3.75 }, 'rubin-per-gpu': { 'bf16 fp8': 4.4 }, 'gaudi3-128gb-oam': { 'tf32 bf16': 3.7 },
  'b300-sxm-288gb': { 'fp8 fp4': 3.2 }, 'gb300-per-gpu': { 'fp8 fp4': 3 },  // Blackwell Ultra adds FP4 alone
  'jetson-agx-orin-64gb': { 'bf16 int8': 4, 'fp16 int8': 4 },  // its 16-bit rates are not verified
  p40: { 'fp16 int8': 262 }, p4: { 'fp16 int8': 262 },  // 16 bits at 1/64 rate
};

// Consumer parts halve the 16-bit and FP8 rates when they accumulate in FP32; integers and FP4 are not halved.
const HALVED = { 'bf16 int8': 4, 'fp16 int8': 4, 'fp8 fp4': 4 };

function mostOf(record, step) {
  const halved = record.vendor === 'NVIDIA' && plain(record.segment) === 'consumer' ? HALVED[step] : undefined;
  return BUILT_SO[record.id]?.[step] ?? halved ?? 2;
}

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter(({ segment }) => segment !== 'cpu').flatMap((record) =>
    STEPS.filter(([wide, narrow]) => rate(record, wide) && rate(record, narrow)).flatMap(([wide, narrow]) => {
      const ratio = rate(record, narrow) / rate(record, wide);
      const most = mostOf(record, `${wide} ${narrow}`);
      return ratio <= most * 1.05 ? [] : [`${record.id}: ${narrow} is ${ratio.toFixed(2)} x ${wide}, more than ${most} x`];
    }));
