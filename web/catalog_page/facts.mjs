// What a table of the catalog shows in one cell, and where that is from.

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

/** The newest price of a thing, of the first of the kinds that it has. @param {any[]} prices @param {string} of @param {string[]} kinds @returns {Cell & {value: number | undefined, kind?: string}} */
export function newestPrice(prices, of, kinds) {
  const known = prices.filter((price) => price.of === of);
  const kind = kinds.find((one) => known.some((price) => (price.kind ?? 'on_demand') === one));
  const newest = known.filter((price) => (price.kind ?? 'on_demand') === kind).reduce((best, price) => (best && best.priced >= price.priced ? best : price), undefined);
  return newest ? { value: plain(newest.usd), kind, source: newest.source, date: newest.priced, note: newest.note, unverified: fact(newest.usd).unverified } : { value: undefined };
}

/** What tells a record from the others of its kind. @param {Record<string, any>} r */
const keyOf = (r) => r.id ?? [r.of, r.kind, r.priced, r.memory_gb, r.region, r.provider, r.served_as, plain(r.usd ?? r.input_usd_m)].join(' ');

/** Notes of the catalog's files, which the merged catalog leaves out.
 * @param {Record<string, any>[]} records merged @param {{record: Record<string, any>}[]} read */
export function withNotes(records, read) {
  const notes = new Map(read.map(({ record }) => [keyOf(record), record.note]));
  return records.map((record) => ({ ...record, note: notes.get(keyOf(record)) }));
}
