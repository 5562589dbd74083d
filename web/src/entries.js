// Catalog records as entries a person can search and choose.

import { count, gigabytes, short } from './format.js';
import { say } from './words.js';

/** @typedef {import('./search.js').Entry} Entry */
/** @typedef {Record<string, any>} Item */

/** Newest group first, newest first within a group. @param {Item[]} items @param {(item: Item) => string} group */
function byNewest(items, group) {
  /** @type {Map<string, string>} */
  const newest = new Map();
  for (const item of items) {
    const release = item.release ?? '';
    if (release > (newest.get(group(item)) ?? '')) newest.set(group(item), release);
  }
  const age = (/** @type {Item} */ item) => newest.get(group(item)) ?? '';
  return [...items].sort(
    (a, b) => age(b).localeCompare(age(a)) || group(a).localeCompare(group(b)) || (b.release ?? '').localeCompare(a.release ?? ''),
  );
}

/** @param {Item} a */
export const acceleratorDetail = (a) =>
  [gigabytes(a.memory_gb).replace('.0', ''), a.bandwidth_gb_s && `${count(Math.round(a.bandwidth_gb_s))}\u00a0GB/s`].filter(Boolean).join(' · ');

/** @param {Item} m */
export const modelDetail = (m) =>
  [
    m.params_b && `${short(m.params_b * 1e9)}`,
    m.active_params_b && m.experts > 0 && `${short(m.active_params_b * 1e9)} active`,
    m.max_context && `${count(m.max_context)} tokens`,
  ].filter(Boolean).join(' · ');

/** @param {Item[]} accelerators @returns {Entry[]} */
export const acceleratorEntries = (accelerators) =>
  byNewest(accelerators, (a) => `${a.vendor} ${a.architecture}`).map((a) => ({
    id: a.id,
    name: a.name,
    group: `${a.vendor} ${a.architecture}`,
    detail: acceleratorDetail(a),
    also: a.aliases ?? [],
  }));

/** @param {Item[]} models @param {(id: string) => string | undefined} refusal why the engine does not estimate it
 * @returns {Entry[]} */
export const modelEntries = (models, refusal) =>
  byNewest(models, (m) => m.family).map((m) => ({
    id: m.id,
    name: m.name,
    group: m.family,
    detail: modelDetail(m),
    also: m.aliases ?? [],
    refused: refusal(m.id) && `${say(m.kind)}: not estimated yet`,
  }));

const size = /^([0-9]+(?:\.[0-9]+)?) ?b?$/i;

/** A model known only by its size, when that is what was typed: "13b". @param {string} query @returns {Entry[]} */
export function sizeEntry(query) {
  const match = size.exec(query.trim());
  if (!match) return [];
  return [{ id: `${match[1]}b`, name: `A dense model of ${match[1]} billion parameters`, group: 'By size', detail: '', also: [query] }];
}

/** The scenario's `model` for a chosen entry. @param {string} id @param {Entry[]} entries */
export function modelChoice(id, entries) {
  if (entries.some((entry) => entry.id === id)) return id;
  return { params_b: Number.parseFloat(id) };
}
