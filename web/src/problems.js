// What is wrong with an input, in the words and the unit of its control; the engine speaks of the field of the scenario.
import { expertSections } from './expert_fields.js';
import { sections } from './fields.js';
import { count, fieldText, unitOf } from './format.js';
import { get } from './pointer.js';
import { limits } from './recommend_fields.js';
import { saidOf } from './words.js';

/** @typedef {import('./types.js').Problem} Problem */

/** @type {Record<string, import('./fields.js').Field>} */
const named = Object.fromEntries([...limits, ...expertSections.flatMap((s) => s.fields), ...sections.flatMap((s) => s.fields)].map((f) => [f.at, f]));

/** The control of a field, by its pointer. @param {string} at @returns {import('./fields.js').Field | undefined} */
export const fieldAt = (at) => named[at];

/** A field that no control shows: "/overrides/models" is "Overrides models: ". @param {string} at */
const called = (at) => (at === '/workload' ? 'Task: ' : at && `${at[1].toUpperCase()}${at.slice(2).replace(/[/_]/g, ' ')}: `);

const shown = 40; // characters of what was typed

/** In the words of the field's control, which they begin with. @param {Problem[]} problems @param {import('./types.js').Scenario} scenario that they are about
 * @param {Pick<import('./types.js').Result, 'device'>} [result] for what its devices are called */
export const inWords = (problems, scenario, result = { device: 'GPU' }) => problems.map((problem) => {
  const field = fieldAt(problem.path);
  const unit = field && 'unit' in field ? saidOf(field.unit, result) : undefined;
  if (field) return { ...problem, message: `${saidOf(field.label, result)}: ${amiss(problem, get(scenario, problem.path), unit)}` };
  return { ...problem, message: `${called(problem.path)}${problem.message}` };
});

/** @param {Problem} problem @param {unknown} given @param {string} [unit] of what takes a number */
export function amiss({ code, message }, given, unit) {
  const [, way, limit] = /^"[^"]*" must be (at most|at least) (\S+), not \S+$/.exec(message) ?? [];
  if (way) return `${way} ${amount(Number(limit), unit ?? '')}.`;
  if (/^"[^"]*" must be a whole number, not \S+$/.test(message)) return 'a whole number.';
  if (code !== 'wrong_type' || typeof given !== 'string' || unit === undefined) return message.replace(/^"[^"]*" (?=must|has|is)/, '');
  return twoReadings(given) ?? `“${given.length > shown ? `${given.slice(0, shown)}…` : given}” is not a number.${unit ? ` The unit is ${unit}.` : ''}`;
}

/** "1.000" and "0,5": points and commas part thousands here and fractions there. @param {string} given */
function twoReadings(given) {
  if (!/^\d[\d.,\s]*$/.test(given)) return undefined;
  const [parted, whole] = [Number(given.replace(',', '.')), Number(given.replaceAll(/[.,\s]/g, ''))];
  return Number.isNaN(parted) ? `“${given}” is not a number. Is it ${whole}?` : `“${given}” may be ${parted} or ${count(whole)}. Write ${parted} or ${whole}.`;
}

/** @param {number} x @param {string} unit */
const amount = (x, unit) => (unit === '$' ? `$${count(x)}` : unit === '%' ? `${fieldText(x, true)}%` : [x >= 1e16 || Math.abs(x) < 1e-3 ? String(x) : count(x), unitOf(x, unit)].filter(Boolean).join('\u00a0'));
