// What the engine's catalog has.

/** @typedef {import('./search.js').Entry} Entry */
/** @typedef {ReturnType<typeof openCatalog>} Catalog */

/**
 * Lists to search in; lists.js makes them once the first answer is on the screen.
 * @typedef {object} Lists
 * @property {(query: string) => Entry[]} models
 * @property {(query: string) => Entry[]} accelerators
 * @property {(query: string) => Entry[]} cpus
 * @property {(id: string) => unknown} modelChoice the scenario's model for an entry
 * @property {(scenario: import('./types.js').Scenario) => import('./types.js').Scenario} applicable without what means nothing for its model
 * @property {() => import('./views/guide.js').Guide} guide questions to begin with
 * @property {(fragment: string) => import('./types.js').Scenario | undefined} scenario that a link means
 */

/** @type {Lists} */
const none = { models: () => [], accelerators: () => [], cpus: () => [], modelChoice: (id) => id, applicable: (scenario) => scenario, guide: () => ({ questions: [], presets: [] }), scenario: () => undefined };

/** @param {import('./engine.js').Engine} engine */
export function openCatalog(engine) {
  const models = engine.catalog('models');
  const accelerators = engine.catalog('accelerators');
  /** A person's own devices. @type {Record<string, any>[]} */ const own = [];
  return {
    models,
    accelerators,
    formats: engine.catalog('formats'),
    model: (/** @type {unknown} */ id) => models.find((m) => m.id === id),
    accelerator: (/** @type {unknown} */ id) => [...own, ...accelerators].find((a) => a.id === id),
    own,
    lists: none,
  };
}
