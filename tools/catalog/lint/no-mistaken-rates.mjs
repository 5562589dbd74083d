// Figures that articles print for a device and that are not its dense FP32-accumulate rate.
import { near, rate, recordsOf } from '../records.mjs';

// Figures that articles print for these parts and that are something else than a dense FP32-accumulate rate.
const MISTAKEN = [
  ['h100-sxm5-80gb', 'bf16', [312, 1979, 133.8, 267.6], 'A100, sparse or non-tensor'],
  ['h100-sxm5-80gb', 'fp8', [989, 3958], 'half or sparse'],
  ['h200-sxm-141gb', 'bf16', [1970, 1979, 241.3], 'sparse or non-tensor'],
  ['b200-sxm-180gb', 'fp8', [9000], 'sparse'],
  ['l4', 'bf16', [242], 'sparse'],
  ['l40s', 'bf16', [91.6, 183, 733], 'non-tensor, TF32 or sparse'],
  ['rtx-a6000', 'bf16', [309.7], 'sparse'],
  ['rtx-3090', 'bf16', [35.6, 142, 142.3, 285], 'non-tensor, FP16-accumulate or sparse'],
  ['rtx-4090', 'bf16', [82.6, 330, 330.3], 'non-tensor or FP16-accumulate'],
  ['rtx-5090', 'bf16', [104.8, 419, 838], 'non-tensor, FP16-accumulate or sparse'],
  ['mi300x-192gb', 'bf16', [383, 2614.9], 'MI250X or sparse'],
  ['a10g', 'bf16', [31.2, 125], 'non-tensor or A10'],
  ['gaudi3-128gb-oam', 'bf16', [1835], 'a clock the parts do not run at'],
  ['jetson-agx-orin-64gb', 'int8', [275, 171], 'sparse, with DLA'],
];

export default (catalog) => {
  const byId = new Map(recordsOf(catalog, 'accelerators').map((record) => [record.id, record]));
  return MISTAKEN.flatMap(([id, arithmetic, wrong, what]) => {
    const value = byId.has(id) ? rate(byId.get(id), arithmetic) : undefined;
    return wrong.some((figure) => value !== undefined && near(value, figure, 0.001))
      ? [`${id}: ${value} ${arithmetic} is ${what}`] : [];
  });
};
