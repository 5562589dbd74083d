// The same scenario at other loads: one estimate each, kept until the scenario changes.
import { set } from '../pointer.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */

/** @type {WeakMap<Scenario, Record<string, {at: number, result: Result}[]>>} */
const known = new WeakMap();

/** @param {import('../engine.js').Engine} engine @param {Scenario} scenario @param {string} pointer what is varied
 * @param {number[]} values @param {string[]} [without] pointers that say the same in another way */
export function sweep(engine, scenario, pointer, values, without = []) {
  const rows = known.get(scenario) ?? {};
  known.set(scenario, rows);
  return (rows[pointer] ??= values.flatMap((at) => {
    const cleared = without.reduce((kept, path) => set(kept, path, undefined), scenario);
    const result = engine.estimate(set(cleared, pointer, at));
    return result.ok ? [{ at, result }] : [];
  }));
}

/** 1, 2, 4 ... to `to`, with `also` in its place. @param {number} to @param {number} also */
export function doubling(to, also) {
  const all = new Set([also]);
  for (let at = 1; at <= to; at *= 2) all.add(at);
  return [...all].filter((at) => at >= 1).sort((a, b) => a - b);
}
