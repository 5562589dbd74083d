// What a table of the catalog shows in one cell, and where that is from.
import { readFileSync } from 'node:fs';


/**
 * @typedef {object} Cell
 * @property {string | number | undefined} value
 * @property {string} [source] ids, where they are not the record's own
 * @property {string} [date] where it is not the record's own
 * @property {string} [note]
 * @property {boolean} [unverified] nobody has seen it in a source
 * @property {string} [link] the calculator with the scenario that gave the figure
 */

/** A leaf of a record, which is a plain value or an object with its own source.
 * @param {any} leaf @returns {Cell} */
export function fact(leaf) {
  if (leaf === null || typeof leaf !== 'object' || !('value' in leaf)) return { value: leaf };
  const { value, source, retrieved, unverified } = leaf;
  return { value, source, date: retrieved, unverified };
}

/** @param {any} leaf */
export const plain = (leaf) => fact(leaf).value;

/** A figure that was computed from two facts, which has their doubts. @param {Cell} of @param {Cell} by @param {(a: number, b: number) => number} compute @returns {Cell} */
export function computed(of, by, compute) {
  if (typeof of.value !== 'number' || typeof by.value !== 'number') return { value: undefined };
  return { value: compute(of.value, by.value), source: by.source, date: by.date, note: by.note, unverified: of.unverified || by.unverified };
}

/** After how many days a price is. */
export const staleAfter = Number(/kStaleDays = (\d+)/.exec(readFileSync(new URL('../../engine/base/dates.h', import.meta.url), 'utf8'))?.[1] ?? NaN);
if (Number.isNaN(staleAfter)) throw new Error('engine/base/dates.h no longer says after how many days a price is stale');

/** Whether a price of `date` (a day, or the first day of a month or year) is older than that on `today`. @param {string | undefined} date @param {string} today */
export const isStale = (date, today) => date !== undefined && Date.parse(today) - Date.parse(date) > staleAfter * 86400e3;

/** @param {any} price @returns {Cell & {value: number | undefined, kind?: string}} */
const priceCell = (price) => ({ value: plain(price.usd), kind: price.kind, source: price.source, date: price.priced, note: price.note, unverified: fact(price.usd).unverified });

/** The newest price of a thing by its kind. @param {any[]} prices @param {string} of @param {string} kind */
export function newestPrice(prices, of, kind) {
  const known = prices.filter((price) => price.of === of && (price.kind ?? 'on_demand') === kind);
  const newest = known.reduce((best, price) => (best && best.priced >= price.priced ? best : price), undefined);
  return newest ? priceCell(newest) : { value: undefined };
}

/** What a buyer pays, as the engine chooses it. @param {any} catalog @param {any} device */
export function purchasePrice({ prices, date }, device) {
  const gb = plain(device.memory_gb);
  const kinds = plain(device.status) === 'ended' ? ['used', 'new', 'list', 'launch'] : ['new', 'list', 'used', 'launch'];
  const rank = (/** @type {any} */ p) => [isStale(p.priced, date), kinds.indexOf(p.kind), p.memory_gb ?? 0, Boolean(p.region)].map(Number);
  const known = prices.filter((/** @type {any} */ p) => p.of === device.id && kinds.includes(p.kind) && (p.memory_gb ?? gb) >= gb).map((/** @type {any} */ p) => ({ p, rank: rank(p) }));
  known.sort((/** @type {any} */ a, /** @type {any} */ b) => a.rank.map((/** @type {number} */ x, /** @type {number} */ i) => x - b.rank[i]).find(Boolean) || (a.p.priced > b.p.priced ? -1 : 1));
  if (known.length === 0) return { value: undefined };
  const { p } = known[0];
  const band = p.low_usd && `$${p.low_usd.toLocaleString('en')} to $${p.high_usd.toLocaleString('en')}${p.offers ? ` of ${p.offers} offers` : ''}`;
  return { ...priceCell(p), note: band };
}

/** What tells a record from the others of its kind. @param {Record<string, any>} r */
const keyOf = (r) => r.id ?? [r.of, r.kind, r.priced, r.memory_gb, r.region, r.provider, r.served_as, plain(r.usd ?? r.input_usd_m)].join(' ');

/** Notes of the catalog's files, which the merged catalog leaves out.
 * @param {Record<string, any>[]} records merged @param {{record: Record<string, any>}[]} read */
export function withNotes(records, read) {
  const notes = new Map(read.map(({ record }) => [keyOf(record), record.note]));
  return records.map((record) => ({ ...record, note: notes.get(keyOf(record)) }));
}
