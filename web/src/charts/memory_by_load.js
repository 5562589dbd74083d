// Memory of one GPU as the load grows, kind by kind, against what it can hold. Where the layout changes it steps.
import { otherLoads } from '../loads.js';
import { count, counted, gibibytes, inGibibytes } from '../format.js';
import { deviceOf } from '../words.js';
import { changed, changes, doubling, sweep } from './sweep.js';

/** @typedef {import('../types.js').Result} Result */

// The axis goes by round numbers of the unit it is read in.
const whole = (/** @type {number} */ gib) => `${Math.round(gib)}\u00a0GB`;
const three = (/** @type {number} */ gib) => count(Number(gib.toPrecision(3)));

/** @param {import('../types.js').Tools} tools @param {Result} result
 * @returns {(import('./xy.js').Picture & {title: string}) | undefined} */
export function memoryByLoad(tools, result) {
  const { memory, speed, scenario: filled } = result;
  const device = deviceOf(result);
  const trains = speed.step_s !== undefined;
  const now = trains ? speed.layout.micro_batch : speed.concurrency ?? filled.serve?.concurrency;
  if (!(now > 0) || (!trains && speed.ttft_ms === undefined)) return undefined;
  const unit = trains ? 'sequences' : 'users';
  const at = Math.max(1, Math.round(now));
  const all = trains
    ? sweep(tools, 'memory', '/train/micro_batch', doubling(Math.max(16, at * 4), at), ['/train/global_batch'])
    : sweep(tools, 'memory', '/serve/concurrency', doubling(Math.max(64, at * 8), at), otherLoads);
  const drawn = all.filter((row) => row.at <= at || row.result.memory.per_gpu_gb <= 1.5 * memory.usable_gb);
  const rows = drawn.filter((row) => !row.edge);
  if (rows.length < 3) return undefined;
  const kinds = rows[0].result.memory.kinds.map(({ id, label, kind }) => ({ id, label, kind }));
  const gb = (/** @type {Result} */ r, /** @type {string} */ id) => r.memory.kinds.find((k) => k.id === id)?.gb ?? 0;
  const below = (/** @type {Result} */ r, /** @type {number} */ i) => kinds.slice(0, i).reduce((sum, k) => sum + gb(r, k.id), 0);
  return {
    title: trains ? `As sequences per ${device} grow` : 'As users grow',
    note: drawn.some((row) => row.edge) ? `It steps where the layout changes: ${changes(drawn, (n) => counted(n, unit))}.` : undefined,
    name: `Memory against ${unit}`,
    description: rows.map((row) => `${counted(row.at, unit)} ${gibibytes(row.result.memory.per_gpu_gb)}`).join(', '),
    x: { label: trains ? `sequences per ${device}` : 'users at once', format: count, log: true, from: rows[0].at, to: rows[rows.length - 1].at },
    y: { label: `one ${device}`, format: whole },
    areas: kinds.map((k, i) => ({ kind: k.kind, label: k.label, points: drawn.map(({ at: n, result: r, edge }, j) => /** @type {[number, number, number]} */ ([edge === 'before' ? drawn[j + 1]?.at ?? n : n, inGibibytes(below(r, i)), inGibibytes(below(r, i) + gb(r, k.id))])) })),
    limits: [
      { axis: 'y', at: inGibibytes(memory.usable_gb), label: `${gibibytes(memory.usable_gb)} usable` },
      ...drawn.flatMap((row, j) => (row.edge === 'after' ? [{ axis: /** @type {const} */ ('x'), at: row.at, label: changed(drawn[j - 1], row) }] : [])),
    ],
    points: rows.map((row) => ({
      x: row.at, y: inGibibytes(row.result.memory.per_gpu_gb), strong: row.at === at,
      read: `${counted(row.at, unit)}: ${gibibytes(row.result.memory.per_gpu_gb)} of ${gibibytes(row.result.memory.usable_gb)}. ${kinds.map((k) => `${k.label} ${gibibytes(gb(row.result, k.id))}`).join(', ')}.`,
    })),
    table: {
      head: [trains ? 'Sequences' : 'Users', 'Used, GB', ...kinds.map((k) => k.label)],
      rows: rows.map((row) => [String(row.at), ...[row.result.memory.per_gpu_gb, ...kinds.map((k) => gb(row.result, k.id))].map(inGibibytes)]),
      formats: [String, three, ...kinds.map(() => three)],
    },
  };
}
