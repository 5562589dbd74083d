// The roofline this product is named after: left of the ridge a GPU waits for memory, right of it for arithmetic.
import { predicted } from '../format.js';
import { deviceOf } from '../words.js';

/** @typedef {import('../types.js').Result} Result */

const flopPerByte = (/** @type {number} */ x) => `${predicted(x)} FLOP per byte`;
const teraflops = (/** @type {number} */ x) => `${predicted(x)}\u00a0TFLOP/s`;

/** Where there is little room. @type {Record<string, string>} */
const briefly = { prefill: 'Prefill', decode: 'Decode', batch: 'Batch' };

/** @param {Result} result @returns {import('./xy.js').Picture | undefined} */
export function roofline(result) {
  const { speed } = result;
  const { roofline: roof, bottleneck, tflops_per_gpu: trained } = speed;
  if (!roof || !(bottleneck.ridge > 0)) return undefined;
  const slope = (/** @type {number} */ at) => (roof.bandwidth_gb_s * at) / 1000;
  const ridge = (roof.peak_tflops * 1000) / roof.bandwidth_gb_s;
  const published = slope(bottleneck.ridge); // the ridge of the result is that of the vendor's figures
  const above = roof.peak_tflops > published * 1.001;
  const from = Math.min(1, ...roof.points.map((p) => p.intensity / 2));
  const to = Math.max(ridge * 20, ...roof.points.map((p) => p.intensity * 2));
  const kindOf = (/** @type {number} */ intensity) => (intensity < ridge ? 'memory' : 'compute');
  return {
    name: 'Roofline',
    description: [`the ridge point is at ${flopPerByte(ridge)}, the peak is ${teraflops(roof.peak_tflops)}`,
      ...roof.points.map((p) => `${p.label} does ${flopPerByte(p.intensity)} and reaches ${teraflops(p.tflops)}`),
      ...(trained ? [`training reaches ${teraflops(trained)}`] : [])].join('; '),
    x: { label: 'FLOP per byte moved', format: predicted, log: true, from, to },
    y: { label: `TFLOP/s of one ${deviceOf(result)}`, format: predicted, log: true, from: Math.min(slope(from), ...roof.points.map((p) => p.tflops / 2)), to: roof.peak_tflops * 2.4 },
    lines: [
      { points: [[from, slope(from)], [ridge, roof.peak_tflops], [to, roof.peak_tflops]] },
      ...(trained ? [{ points: /** @type {[number, number][]} */ ([[ridge, trained], [to, trained]]), kind: 'compute', dashed: true }] : []),
    ],
    ...(above ? { note: `Drawn at ${teraflops(roof.peak_tflops)}, as fitted to runs of such devices; their vendor publishes ${teraflops(published)}.` } : {}),
    points: [
      ...roof.points.map((p) => ({
        x: p.intensity, y: p.tflops, kind: kindOf(p.intensity), strong: true, label: `${p.label}, ${teraflops(p.tflops)}`, brief: briefly[p.id],
        read: `${p.label}: ${flopPerByte(p.intensity)} moved, ${teraflops(p.tflops)} of at most ${teraflops(roof.peak_tflops)}. It waits for ${p.intensity < ridge ? 'memory' : 'arithmetic'}.`,
      })),
      { x: ridge, y: roof.peak_tflops, hollow: true, label: `ridge point, ${predicted(ridge)}`, read: `Ridge point: from ${flopPerByte(ridge)} on arithmetic is the limit, ${teraflops(roof.peak_tflops)} at most; before it, ${predicted(roof.bandwidth_gb_s)}\u00a0GB/s of memory.` },
      ...(trained ? [{ x: to / 4, y: trained, kind: 'compute', strong: true, label: `Training, ${teraflops(trained)}`, brief: 'Training', read: `A training step reaches ${teraflops(trained)} of at most ${teraflops(roof.peak_tflops)}. Its bytes are not counted; it lies right of the ridge.` }] : []),
    ],
    table: {
      head: ['Phase', 'FLOP per byte', 'TFLOP/s'],
      rows: [...roof.points.map((p) => [p.label, p.intensity, p.tflops]), ['Ridge point', ridge, roof.peak_tflops], ...(trained ? [['Training step', '', trained]] : [])],
      formats: [String, predicted, predicted],
    },
  };
}
