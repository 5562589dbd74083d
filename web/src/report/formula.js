// Formulas as people read them, and with the values of their inputs filled in.
import { count, gibibytes, percent } from '../format.js';
import { withUnit } from '../format_more.js';

/** @typedef {import('../types.js').Explanation} Explanation */

/** × and ÷, thousands apart, powers of ten raised. @param {string} formula */
const readable = (formula) => formula.replaceAll('*', '×').replaceAll('/', '÷').replaceAll(' - ', ' − ')
  .replace(/(?<![\w.])(?:1e(\d+)|\d{4,})(?![\w.])/g, (number, power) => (power ? `10${raised(power)}` : count(Number(number))));

/** @param {string} digits */
const raised = (digits) => [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');

/** "rent × hours = $4.41/h × 8,760". @param {Explanation} e */
export const filled = (e) => readable(e.formula).replace(/(?<![\w.])[a-z]\w*/g, (name) => {
  const input = e.inputs.find((each) => each.name === name);
  return !input ? name : input.unit === 'GB' ? gibibytes(input.value) : withUnit(input.value, input.unit); // no input: sqrt, min
}).replaceAll('+ −', '− ');

/** @param {Explanation} e */
export const named = (e) => readable(e.formula);

/** How far such estimates were off, and of which figure: this, or the one that it comes from. @param {Explanation} e @param {Explanation[]} all */
export function evidence({ pointer, validation }, all) {
  if (!validation) return undefined;
  const { rows, median_error: half, p90_error: most, figure } = validation;
  const from = figure === pointer ? undefined : all.find((e) => e.pointer === figure);
  const subject = from ? `${from.label}, which it comes from, was` : 'It was';
  return `${subject} compared with ${count(rows)} measured runs of this kind (${validation.class}): half were within ${percent(half)}, nine of ten within ${percent(most)}.`;
}
