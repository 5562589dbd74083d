// What the engine's catalog has.

/** @typedef {import('./search.js').Entry} Entry */
/** @typedef {Entry & {holds: string, each: string}} Machine a rented one, with the accelerators in it */
/** @typedef {import('./engine.js').RecordKind} RecordKind */
/** @typedef {ReturnType<typeof openCatalog>} Catalog */

/**
 * Lists to search in; lists.js makes them once the first answer is on the screen.
 * @typedef {object} Lists
 * @property {(query: string) => Entry[]} models
 * @property {(query: string) => Entry[]} accelerators
 * @property {(query: string) => Entry[]} hardware these, and behind them machines that clouds rent out
 * @property {(query: string) => Entry[]} machines
 * @property {(id: unknown) => Machine | undefined} machine one of those machines
 * @property {(id: string) => Record<string, unknown>} hardwareChoice the scenario's fields for an entry of `hardware`
 * @property {(query: string) => Entry[]} cpus
 * @property {(kind: RecordKind) => Record<string, any>[]} records all of a kind
 * @property {(id: string, scenario: import('./types.js').Scenario) => import('./types.js').Scenario} modelChoice the scenario with the model of an entry
 * @property {(scenario: import('./types.js').Scenario) => import('./types.js').Scenario} applicable without what means nothing for its model
 * @property {() => import('./views/guide.js').Guide} guide questions to begin with
 * @property {(fragment: string) => import('./types.js').Scenario | undefined} scenario that a link means
 * @property {(scenario: import('./types.js').Scenario) => string[]} articles accelerators that articles name for what a scenario asks, whatever it runs on
 */

/** Before they are there nothing is chosen from them, and controls alone ask for any. */
const none = /** @type {Lists} */ (/** @type {Partial<Lists>} */ ({ models: () => [], hardware: () => [], machine: () => undefined, cpus: () => [] }));

/** The records that the page shows. All of a kind are asked for when the first of them is that is not `known`.
 * @param {import('./engine.js').Engine} engine @param {import('./engine.js').Engine['catalog']} known records that the page brought along, with the fields that controls show */
export function openCatalog(engine, known) {
  /** @type {Partial<Record<'models' | 'accelerators', Record<string, any>[]>>} */ const all = {};
  const every = (/** @type {'models' | 'accelerators'} */ kind) => (all[kind] ??= engine.catalog(kind));
  const of = (/** @type {'models' | 'accelerators'} */ kind, /** @type {unknown} */ id) =>
    (all[kind] ? undefined : named(known(kind), id)) ?? named(every(kind), id);
  /** A person's own devices. @type {Record<string, any>[]} */ const own = [];
  return {
    get models() { return every('models'); },
    get accelerators() { return every('accelerators'); },
    formats: engine.catalog('formats'),
    model: (/** @type {unknown} */ id) => of('models', id),
    /** With the memory that its name or `gb` says. @param {unknown} id @param {number} [gb] */
    accelerator(id, gb) {
      const { id: plain, memory_gb = gb } = withMemory(id);
      const record = named(own, id) ?? of('accelerators', plain);
      return memory_gb && record ? { ...record, memory_gb } : record;
    },
    own,
    lists: none,
  };
}

/** An id with the memory behind it, as the engine says a device that has another than its record: "apple-m4-pro 48GB".
 * @param {unknown} id @returns {{id: unknown, memory_gb?: number}} */
export function withMemory(id) {
  const [, plain = id, gb] = /^(\S+) (\d+)GB$/.exec(/** @type {string} */ (id)) ?? [];
  return { id: plain, memory_gb: /** @type {any} */ (gb && +gb) };
}

/** By id, else as the engine finds what a link spells otherwise: without case, spaces and dashes, by name and aliases, those without their owner.
 * @param {Record<string, any>[]} records @param {unknown} id */
const named = (records, id) => records.find((record) => record.id === id) ?? (typeof id === 'string' && id ? spelled(records, plain(id)) : undefined);

/** @param {Record<string, any>[]} records @param {string} wanted */
const spelled = (records, wanted) => records.find((record) => plain(record.id) === wanted)
  ?? records.find(({ name, aliases = [] }) => [name, ...aliases].some((spelling) => plain(spelling) === wanted || plain(spelling.replace(/.*\//, '')) === wanted));

/** @param {string} [name] */
const plain = (name = '') => name.toLowerCase().replace(/[^a-z0-9.]/g, '');
