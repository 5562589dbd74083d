// The catalog as lists that a person can search and choose from, made when they are first opened.
import { acceleratorDetail, modelDetail } from './entries.js';
import { set } from './pointer.js';
import { search } from './search.js';
import { say } from './words.js';

/** @typedef {import('./search.js').Entry} Entry */
/** @typedef {import('./entries.js').Item} Item */

/** @param {import('./engine.js').Engine} engine @param {import('./catalog.js').Catalog} catalog @returns {import('./catalog.js').Lists} */
export function openLists(engine, catalog) {
  const { own } = catalog;
  const listed = once(() => modelEntries(catalog.models, refusals(engine, catalog.models)));
  const devices = once(() => acceleratorEntries(catalog.accelerators));
  const cpus = once(() => acceleratorEntries(catalog.accelerators.filter((a) => a.segment === 'cpu')));
  /** @type {Record<string, Record<string, any>[]>} */ const records = {};
  return {
    models: (query) => search([...sizeEntry(query), ...listed()], query),
    accelerators: (query) => search([...acceleratorEntries(own), ...devices()], query),
    cpus: (query) => search(cpus(), query),
    records: (kind) => (records[kind] ??= listOf(engine.catalog(kind))),
    modelChoice: (id) => modelChoice(id, listed()),
    applicable: (scenario) => applicable(engine, scenario),
    guide: once(() => ({ questions: listOf(engine.catalog('guide')), presets: listOf(engine.catalog('presets')) })),
    scenario: (fragment) => {
      const decoded = engine.decodeUrl(`#v=1&${fragment}`);
      return decoded.ok ? decoded.scenario : undefined;
    },
  };
}

/** @param {any} given @returns {any[]} */
const listOf = (given) => (Array.isArray(given) ? given : []);

/** The scenario without the fields that, the engine says, mean nothing for its model: a prompt for an image model.
 * @param {import('./engine.js').Engine} engine @param {import('./types.js').Scenario} scenario */
function applicable(engine, scenario) {
  const answer = engine.estimate(scenario);
  const refused = answer.ok ? [] : answer.errors.filter((p) => p.code === 'not_applicable');
  return refused.reduce((kept, { path }) => /** @type {import('./types.js').Scenario} */ (set(kept, path, undefined)), scenario);
}

/** Which models the engine itself refuses, asked of it one by one.
 * @param {import('./engine.js').Engine} engine @param {Record<string, any>[]} models */
function refusals(engine, models) {
  /** @type {Map<string, string>} */
  const refused = new Map();
  for (const { id } of models) {
    const answer = engine.estimate({ workload: 'serve', model: id });
    const problem = answer.ok ? undefined : answer.errors.find((p) => p.path.startsWith('/model'));
    if (problem) refused.set(id, problem.message);
  }
  return (/** @type {string} */ id) => refused.get(id);
}

/** @template T @param {() => T} make */
function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

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
