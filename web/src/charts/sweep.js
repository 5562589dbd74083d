// The same scenario at other loads: one estimate each, kept until the scenario changes. While a person turns something
// the pictures of before stay, so that the answer itself is there within a frame; they follow when things rest.
import { set } from '../pointer.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */
/** @typedef {{at: number, result: Result}[]} Rows */

const rest = 60;

/** @type {WeakMap<Scenario, Record<string, Rows>>} */
const known = new WeakMap();
/** What is shown until then, by what is varied and the workload. @type {Record<string, Rows>} */
const last = {};
/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const waiting = {};

/** @param {import('../types.js').Tools} tools @param {string} pointer what is varied @param {number[]} values
 * @param {string[]} [without] pointers that say the same in another way @returns {Rows} */
export function sweep({ engine, state, redraw }, pointer, values, without = []) {
  const { scenario, workload } = state;
  const shown = `${workload} ${pointer}`;
  const rows = known.get(scenario)?.[pointer];
  if (rows) return rows;
  const compute = () => {
    const cleared = without.reduce((kept, path) => set(kept, path, undefined), scenario);
    last[shown] = values.flatMap((at) => {
      const result = engine.estimate(set(cleared, pointer, at));
      return result.ok ? [{ at, result }] : [];
    });
    known.set(scenario, { ...known.get(scenario), [pointer]: last[shown] });
    return last[shown];
  };
  if (!last[shown]) return compute();
  clearTimeout(waiting[shown]);
  waiting[shown] = setTimeout(() => {
    if (state.scenario !== scenario) return;
    compute();
    redraw();
  }, rest);
  return last[shown];
}

/** 1, 2, 4 ... to `to`, with `also` in its place. @param {number} to @param {number} also */
export function doubling(to, also) {
  const all = new Set([also]);
  for (let at = 1; at <= to; at *= 2) all.add(at);
  return [...all].filter((at) => at >= 1).sort((a, b) => a - b);
}
