// Memory of one GPU against what it can hold.
import { gibibytes, percent } from '../format.js';
import { deviceOf } from '../words.js';
import { stackedBar } from './stacked_bar.js';

/** @param {import('../types.js').Result} result @param {number} width */
export function memoryBar(result, width) {
  const { memory, scenario } = result;
  const short = memory.free_gb < 0;
  const parts = memory.kinds.map(({ id, label, kind, gb }) => ({ id, label, kind, value: gb, text: gibibytes(gb) }));
  if (!short) parts.push({ id: 'free', label: 'Free', text: gibibytes(memory.free_gb), value: memory.free_gb, kind: 'free' });
  const total = short ? memory.per_gpu_gb : memory.usable_gb;
  const capacity = memory.usable_gb / total;
  const headroom = scenario.constraints?.headroom ?? 0;
  return stackedBar({
    name: `Memory per ${deviceOf(result)}`,
    description: `${parts.map((part) => `${part.label} ${part.text}`).join(', ')}; usable ${gibibytes(memory.usable_gb)}`,
    parts,
    total,
    width,
    limit: capacity,
    marks: [
      { at: capacity, brief: `${gibibytes(memory.usable_gb)} usable`, label: short ? `${gibibytes(memory.usable_gb)} usable, short by ${gibibytes(-memory.free_gb)}` : `${gibibytes(memory.usable_gb)} usable`, strong: true },
      ...(headroom > 0 ? [{ at: capacity * (1 - headroom), label: `${percent(headroom)} headroom`, brief: `${percent(headroom)} headroom` }] : []),
    ],
  });
}
