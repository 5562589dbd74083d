// What one step spends its time on.
import { seconds } from '../format.js';
import { stackedBar } from './stacked_bar.js';

/** @param {import('../types.js').Result} result @param {number} width */
export function timeBar({ speed }, width) {
  const parts = speed.bounds.map(({ id, label, bound, s }) => ({ id, label, kind: bound, value: s, text: seconds(s) }));
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  return stackedBar({
    name: speed.step_s === undefined ? 'Time of an output token' : 'Time of a step',
    description: parts.map((part) => `${part.label} ${part.text}`).join(', '),
    parts: parts.filter((part) => part.value > total / 1000), // less is not to be seen
    total,
    width,
    marks: [],
  });
}
