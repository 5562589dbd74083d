// Latency against throughput: the same scenario with more and more users, and the targets it should keep. Where the layout
// changes another line begins, which may well begin with less throughput.
import { otherLoads } from '../loads.js';
import { count, counted, milliseconds, predicted } from '../format.js';
import { changes, doubling, sweep } from './sweep.js';

/** @typedef {import('../types.js').Result} Result */

const most = 4096;

/** One picture for the first token, one for those after. @param {import('../types.js').Tools} tools @param {Result} result
 * @returns {import('./xy.js').Picture[]} */
export function latencyByLoad(tools, { speed, scenario: filled }) {
  const now = speed.concurrency ?? filled.serve?.concurrency;
  if (speed.ttft_ms === undefined || !(now > 0)) return [];
  const users = Math.max(1, Math.round(now));
  const drawn = sweep(tools, 'latency', '/serve/concurrency', doubling(Math.min(most, users * 32), users), otherLoads);
  const rows = drawn.filter((row) => !row.edge);
  if (rows.length < 3) return [];
  const note = drawn.some((row) => row.edge) ? `The line breaks where the layout changes: ${changes(drawn, (n) => counted(n, 'users'))}.` : undefined;
  const slo = filled.serve.slo ?? {};
  return /** @type {const} */ ([['ttft_ms', 'First token', slo.ttft_p95_ms], ['tpot_ms', 'Each token after', slo.tpot_p95_ms]]).map(([figure, label, target]) => ({
    name: `${label} against throughput`,
    description: rows.map(({ at, result }) => `${counted(at, 'users')}: ${milliseconds(result.speed[figure])} at ${predicted(result.speed.tokens_per_s)} tokens/s`).join('; '),
    x: { label: 'tokens/s in all', format: count, log: true },
    y: { label, format: milliseconds, log: true },
    height: 260,
    note,
    lines: linesOf(drawn, ({ result }) => [result.speed.tokens_per_s, result.speed[figure]]),
    limits: typeof target === 'number' ? [{ axis: /** @type {const} */ ('y'), at: target, label: `target ${milliseconds(target)}` }] : [],
    points: rows.map(({ at, result }) => ({
      x: result.speed.tokens_per_s, y: result.speed[figure], kind: 'memory', strong: at === users, label: at === users ? counted(at, 'users') : count(at),
      read: `${counted(at, 'users')} at once: ${label.toLowerCase()} ${milliseconds(result.speed[figure])}, ${predicted(result.speed.tokens_per_s)} tokens/s in all${result.memory.fit === 'no' ? '; more than fit at once, so some wait' : ''}.`,
    })),
    table: {
      head: ['Users', `${label}, ms`, 'Tokens/s'],
      rows: rows.map(({ at, result }) => [String(at), result.speed[figure], result.speed.tokens_per_s]),
      formats: [String, predicted, predicted],
    },
  }));
}

/** A line for each layout, with a thin one from where it ends to where the next begins.
 * @param {import('./sweep.js').Rows} rows @param {(row: import('./sweep.js').Row) => [number, number]} place @returns {import('./xy.js').Line[]} */
function linesOf(rows, place) {
  const begins = [0, ...rows.flatMap((row, i) => (row.edge === 'after' ? [i] : []))];
  return begins.flatMap((begin, n) => [
    ...(begin > 0 ? [{ points: [place(rows[begin - 1]), place(rows[begin])], dashed: true, quiet: true }] : []),
    { points: rows.slice(begin, begins[n + 1]).map(place), kind: 'memory' },
  ]);
}
