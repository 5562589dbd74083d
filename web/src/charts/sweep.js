// The same scenario at other loads, and where the layout changes between them: one estimate each, kept until the scenario changes. While a person turns something
// the pictures of before stay, so that the answer itself is there within a frame; they follow when things rest.
import { onFound } from '../found.js';
import { set } from '../pointer.js';
import { say } from '../words.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */
/** `edge`: of the two loads beside each other between which the layout changes, "before" and "after". @typedef {{at: number, result: Result, edge?: 'before' | 'after'}} Row */
/** @typedef {Row[]} Rows */

const rest = 60;
/** Loads tried between others to find where the layout changes: each takes milliseconds in training. */
const closer = 16;

/** @type {WeakMap<Scenario, Record<string, Rows>>} */
const known = new WeakMap();
/** What is shown until then, by workload and picture. @type {Record<string, Rows>} */
const last = {};
/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const waiting = {};

/** @param {import('../types.js').Tools} tools @param {string} picture whose rows they are @param {string} pointer what is varied @param {number[]} values
 * @param {string[]} [without] pointers that say the same in another way @returns {Rows} */
export function sweep({ engine, state, redraw }, picture, pointer, values, without = []) {
  const { scenario, workload } = state;
  const shown = `${workload} ${picture}`;
  const rows = known.get(scenario)?.[picture];
  if (rows) return rows;
  const compute = () => {
    const cleared = without.reduce((kept, path) => set(kept, path, undefined), onFound(scenario));
    /** @type {Map<number, Row | undefined>} */ const asked = new Map();
    /** @param {number} at @returns {Row | undefined} */
    const row = (at) => {
      if (asked.has(at)) return asked.get(at);
      if (asked.size >= values.length + closer) return undefined;
      const result = engine.estimate(set(cleared, pointer, at));
      const one = result.ok ? { at, result } : undefined;
      asked.set(at, one);
      return one;
    };
    const found = values.map(row).filter((one) => one !== undefined);
    last[shown] = found.flatMap((one, i) => (i > 0 ? [...edges(found[i - 1], one, row), one] : [one]));
    known.set(scenario, { ...known.get(scenario), [picture]: last[shown] });
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

/** Parts of a layout that people choose, the most telling first. @type {[string, string][]} */
const parts = [
  ['tensor', 'tensor parallel'], ['pipeline', 'pipeline stages'], ['expert', 'expert parallel'], ['context', 'context parallel'],
  ['sharding', 'sharding'], ['checkpointing', 'recomputed activations'], ['data', 'replicas'],
];

/** What is another in the second layout: "tensor parallel 4"; empty: nothing. @param {Row} one @param {Row} next */
export function changed({ result: { speed: { layout } } }, { result: { speed: { layout: other } } }) {
  const [key, words] = parts.find(([part]) => layout[part] !== other[part]) ?? [];
  if (!key) return '';
  return key === 'data' ? `${other.data} ${words}` : `${words} ${typeof other[key] === 'number' ? other[key] : say(other[key] ?? 'none')}`;
}

/** The loads beside each other between which the layout changes, each time it does. @param {Row} one @param {Row} next
 * @param {(at: number) => Row | undefined} row @returns {Rows} */
function edges(one, next, row) {
  if (!changed(one, next)) return [];
  let [before, after] = [one, next];
  while (after.at - before.at > 1) {
    const between = row(Math.floor((before.at + after.at) / 2));
    if (!between) break;
    if (changed(one, between)) after = between;
    else before = between;
  }
  return [{ ...before, edge: 'before' }, { ...after, edge: 'after' }, ...edges(after, next, row)];
}

/** "Tensor parallel 4 from 89 users on" for each change, the first few of them. @param {Rows} rows @param {(at: number) => string} counted */
export function changes(rows, counted) {
  const all = rows.flatMap((row, i) => (row.edge === 'after' ? [`${changed(rows[i - 1], row)} from ${counted(row.at)} on`] : []));
  return `${all.slice(0, few).join(', ')}${all.length > few ? `, and ${all.length - few} more` : ''}`;
}

const few = 4;

/** 1, 2, 4 ... to `to`, with `also` in its place. @param {number} to @param {number} also */
export function doubling(to, also) {
  const all = new Set([also]);
  for (let at = 1; at <= to; at *= 2) all.add(at);
  return [...all].filter((at) => at >= 1).sort((a, b) => a - b);
}
