// The catalog as lists that a person can search and choose from, made when they are first opened.
import { withMemory } from './catalog.js';
import './elements/choices.js';
import { acceleratorDetail, modelDetail } from './entries.js';
import { count } from './format.js';
import { ANY, anyHardware, isSearched } from './found.js';
import { set } from './pointer.js';
import { search } from './search.js';
import { say } from './words.js';
import './words_more.js';

/** @typedef {import('./search.js').Entry} Entry */
/** @typedef {import('./entries.js').Item} Item */

/** @param {import('./engine.js').Engine} engine @param {import('./catalog.js').Catalog} catalog @returns {import('./catalog.js').Lists} */
export function openLists(engine, catalog) {
  const { own } = catalog;
  const listed = once(() => modelEntries(catalog.models, refusals(engine, catalog.models)));
  const devices = once(() => acceleratorEntries(catalog.accelerators));
  const machines = once(() => machineEntries(listOf(engine.catalog('instances')), listOf(engine.catalog('providers')), (id) => catalog.accelerator(id)?.name ?? id));
  const named = once(() => machines().map((entry) => ({ ...entry, also: [] }))); // what they hold is listed itself
  const cpus = once(() => acceleratorEntries(catalog.accelerators.filter((a) => a.segment === 'cpu')));
  const accelerators = (/** @type {string} */ query) => {
    const found = search([...acceleratorEntries(own), ...devices()], query);
    return found.length > 0 || !query.trim() ? found : meant(query) ?? meant(`${query}GB`) ?? nearTo(suggested({ hardware: { accelerator: query } }), devices());
  };
  /** What the engine reads a name as that no entry has: "Mac Studio M2 Ultra 192GB". @param {string} query @returns {Entry[] | undefined} */
  const meant = (query) => {
    const { accelerator, memory_gb: memory } = scenario(`accelerator=${encodeURIComponent(query)}`)?.hardware ?? {};
    const id = memory ? `${accelerator} ${memory}GB` : accelerator;
    const record = catalog.accelerator(id);
    return record && acceleratorEntries([{ ...record, id, name: memory ? record.name.replace(/\d+GB$/, `${memory}GB`) : record.name }]);
  };
  /** What the engine thinks a name is meant for that is none. @param {Record<string, unknown>} asked @returns {string[]} */
  const suggested = (asked) => {
    const answer = engine.estimate(/** @type {any} */ ({ workload: 'serve', ...asked }));
    return answer.ok ? [] : answer.errors.flatMap((problem) => problem.suggestions ?? []);
  };
  /** What the engine reads a model's name as that no entry has, with the format that the name says: "Qwen/Qwen3-32B-AWQ".
   * @param {string} query @returns {Entry[]} */
  const modelsMeant = (query) => {
    const name = hub.exec(query)?.[1] ?? query.trim();
    const said = engine.estimate(/** @type {any} */ ({ workload: 'serve', model: name }));
    if (!said.ok) return nearTo(suggested({ model: name }), listed());
    const [entry] = listed().filter((one) => one.name === (/\(as (.*)\)$/.exec(said.model.name)?.[1] ?? said.model.name));
    const plain = entry && engine.estimate(/** @type {any} */ ({ workload: 'serve', model: entry.id }));
    if (!plain?.ok) return [];
    const { weights } = said.scenario.precision;
    if (weights === plain.scenario.precision.weights) return [entry];
    return [{ ...entry, id: `${entry.id} ${weights}`, detail: `${catalog.formats.find((format) => format.id === weights)?.name} · ${entry.detail}` }];
  };
  /** @type {Record<string, Record<string, any>[]>} */ const records = {};
  const guide = once(() => ({ questions: listOf(engine.catalog('guide')), presets: listOf(engine.catalog('presets')) }));
  const scenario = (/** @type {string} */ fragment) => {
    const decoded = engine.decodeUrl(`#v=1&${fragment}`);
    return decoded.ok ? decoded.scenario : undefined;
  };
  return {
    models: (query) => {
      const found = [...search(listed(), query), ...sizeEntry(query)];
      return found.length > 0 || !query.trim() ? found : hosted.test(query) ? [unpublished] : modelsMeant(query);
    },
    accelerators,
    hardware: (query) => [...(any.name.toLowerCase().startsWith(query.trim().toLowerCase()) ? [any] : []), ...accelerators(query), ...(query.trim().length > 1 ? search(named(), query, mostMachines) : [])],
    machines: (query) => search(machines(), query),
    machine: (id) => (id === undefined ? undefined : machines().find((entry) => entry.id === id)),
    hardwareChoice: (id) => {
      if (id === ANY) return anyHardware;
      const machine = machines().find((entry) => entry.id === id);
      const sized = withMemory(id);
      return machine
        ? { '/hardware/instance': id, '/hardware/accelerator': machine.holds, '/hardware/count': 1, '/hardware/per_node': undefined, ...anew }
        : { '/hardware/instance': undefined, '/hardware/accelerator': sized.id, '/hardware/memory_gb': sized.memory_gb, ...(isComputer(catalog.accelerator(id)) ? { '/hardware/count': 1 } : {}) };
    },
    cpus: (query) => search(cpus(), query),
    records: (kind) => (records[kind] ??= listOf(engine.catalog(kind))),
    modelChoice: (id, scenario) => {
      const [model, weights] = id.split(' ');
      const chosen = set(scenario, '/model', modelChoice(model, listed()));
      return applicable(engine, /** @type {import('./types.js').Scenario} */ (weights ? set(chosen, '/precision/weights', weights) : chosen));
    },
    applicable: (scenario) => applicable(engine, scenario),
    guide,
    scenario,
    articles: (asked) => {
      const question = linkWithoutHardware(engine, asked);
      const same = guide().presets.find(({ recommended, scenario: fragment }) => {
        const preset = recommended && scenario(fragment);
        return preset && preset.model === asked.model && linkWithoutHardware(engine, preset) === question;
      });
      return [...new Set(same?.recommended.map((/** @type {{accelerator: string}} */ one) => one.accelerator))];
    },
  };
}

/** @param {import('./engine.js').Engine} engine @param {import('./types.js').Scenario} scenario */
function linkWithoutHardware(engine, scenario) {
  const link = engine.encodeUrl(/** @type {import('./types.js').Scenario} */ (set(set(scenario, '/hardware', undefined), '/parallel', undefined)));
  return link.ok ? link.url : undefined;
}

/** What is best for it, as the engine ranks it. @type {Entry} */
const any = { id: ANY, name: 'Any hardware', group: 'Search', detail: 'The best for this question is found', also: [] };

/** What was said of other hardware. */
const anew = { '/hardware/memory_gb': undefined };

/** A computer of its own, or its processor: people have one of them.
 * @param {any} device */
const isComputer = (device) => device?.segment === 'cpu' || device?.form_factor === 'soc';

/** The address of a model on its hub, whatever page of it. */
const hub = /huggingface\.co\/([^/\s]+\/[^/?#\s]+)/i;

/** @param {string[]} ids @param {Entry[]} entries @returns {Entry[]} */
const nearTo = (ids, entries) => ids.flatMap((id) => entries.filter((entry) => entry.id === id)).map((entry) => ({ ...entry, group: 'Near it', near: true }));

/** @param {any} given @returns {any[]} */
const listOf = (given) => (Array.isArray(given) ? given : []);

/** The scenario without the fields that, the engine says, mean nothing for its model or are not computed: a prompt for an image model.
 * @param {import('./engine.js').Engine} engine @param {import('./types.js').Scenario} scenario */
function applicable(engine, scenario) {
  const answer = engine.estimate(isSearched(scenario) ? /** @type {import('./types.js').Scenario} */ (set(scenario, '/hardware', undefined)) : scenario); // no search for that
  const refused = answer.ok ? [] : answer.errors.filter((p) => p.code === 'not_applicable' || (p.code === 'not_available' && p.path !== '/workload' && !p.path.startsWith('/model')));
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

/** Maker and architecture; "Apple GPU" names its maker itself. @param {Item} accelerator */
const groupOf = ({ vendor, architecture }) => (architecture?.startsWith(vendor) ? architecture : `${vendor} ${architecture}`);

/** @param {Item[]} accelerators @returns {Entry[]} */
export const acceleratorEntries = (accelerators) =>
  [false, true].flatMap((announced) => byNewest(accelerators.filter((a) => (a.status === 'announced') === announced), groupOf)).map((a) => ({
    id: a.id,
    name: a.name,
    short: a.name.replace(/^(GeForce|Radeon|Instinct|Tesla|Apple) /, ''),
    group: groupOf(a),
    maker: a.vendor,
    release: a.release,
    detail: acceleratorDetail(a),
    also: [`${a.vendor} ${a.name}`, ...(a.aliases ?? [])],
  }));

/** Of machines in the list of accelerators. */
const mostMachines = 20;

/** Machines that clouds rent out whole, by the clouds' names for them. @param {Item[]} instances @param {Item[]} providers
 * @param {(id: string) => string} nameOf an accelerator @returns {import('./catalog.js').Machine[]} */
const machineEntries = (instances, providers, nameOf) =>
  instances.filter((i) => i.tier === 'instance' && i.status === 'current').map((i) => ({
    id: i.id,
    name: i.name,
    group: providers.find((p) => p.id === i.provider)?.name ?? i.provider,
    detail: [`${count(i.count)}\u00a0× ${nameOf(i.accelerator)}`, i.region].filter(Boolean).join(' · '),
    also: [i.accelerator, `${i.count} × ${nameOf(i.accelerator)}`],
    holds: i.accelerator,
    each: `${count(i.count)}\u00a0× ${nameOf(i.accelerator)} each`,
  }));

/** Models that only their makers run. */
const hosted = /claude|gemini|chatgpt|\bgpt[- ]?[45]|\bo[134]\b|\b(opus|sonnet|haiku)\b/i;

/** @type {Entry} */
const unpublished = { id: '', name: 'Only its maker runs it', group: 'Nothing matches', detail: '', also: [], refused: 'its size is not published' };

/** @param {Item[]} models @param {(id: string) => string | undefined} refusal why the engine does not estimate it
 * @returns {Entry[]} */
export const modelEntries = (models, refusal) =>
  byNewest(models, (m) => m.family).map((m) => ({
    id: m.id,
    name: m.name,
    group: m.family,
    release: m.release,
    detail: modelDetail(m),
    also: (m.aliases ?? []).filter((/** @type {string} */ name) => !hosted.test(name)), // what was tuned on their answers is not them
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
function modelChoice(id, entries) {
  if (entries.some((entry) => entry.id === id)) return id;
  return { params_b: Number.parseFloat(id) };
}
