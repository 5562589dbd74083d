// The time before the engine has started: what the build wrote down of its answers, so that controls can be used at once.
// What is set then is answered when the engine is here.
import { sections } from './fields.js';
import { know } from './found.js';
import { get, set } from './pointer.js';
import { foundBy } from './search_once.js';

/** What index.html brings along, beside the answer that stands in it: for each workload what its controls show, with what
 * the engine takes for what a scenario leaves out, and the catalog's records that they name, and the hardware that was found. @typedef {{answers: Record<string, Partial<import('./types.js').Result>>, found: Record<string, import('./found.js').Found>, catalog: Record<string, Record<string, any>[]>}} Opening */

/** The fields of an answer that controls read. @type {(keyof import('./types.js').Result)[]} */
const read = ['ok', 'device', 'scenario', 'speed', 'model'];
/** Parts of "speed" that are lists for the views. */
const drawn = ['ranges', 'roofline', 'time_lines', 'bounds', 'bottleneck'];

/** @param {{estimate: Function, catalog: Function}} engine @param {Record<string, import('./types.js').Scenario>} presets @returns {Opening} */
export function openingOf(engine, presets) {
  const asked = mapped(presets, (preset) => engine.estimate(preset));
  const named = (/** @type {string} */ kind, /** @type {(result: any) => string} */ id, /** @type {string[]} */ fields) => {
    const ids = Object.values(asked).map(id);
    return engine.catalog(kind).filter((/** @type {any} */ record) => ids.includes(record.id)).map((/** @type {any} */ record) => picked(record, fields));
  };
  return {
    answers: mapped(asked, (result, workload) => ({ ...only(result), scenario: seen({ ...engine.estimate({ workload }).scenario, ...picked(result.scenario, ['hardware', 'precision']) }) })),
    found: mapped(asked, foundBy),
    catalog: {
      models: named('models', ({ scenario }) => scenario.model, ['id', 'name', 'kind', 'params_b', 'active_params_b', 'experts', 'max_context']),
      accelerators: named('accelerators', ({ scenario }) => scenario.hardware.accelerator, ['id', 'name', 'memory_gb', 'bandwidth_gb_s']),
      formats: engine.catalog('formats').map((/** @type {any} */ format) => picked(format, ['id', 'name', 'for_weights', 'for_kv'])),
    },
  };
}

/** @template T, U @param {Record<string, T>} by @param {(one: T, key: string) => U} made @returns {Record<string, U>} */
const mapped = (by, made) => Object.fromEntries(Object.entries(by).map(([key, one]) => [key, made(one, key)]));

/** What the first controls show of a scenario. @param {import('./types.js').Scenario} scenario */
const seen = (scenario) => ['/workload', ...sections.flatMap(({ fields }) => fields.map(({ at }) => at))].reduce((some, at) => set(some, at, get(scenario, at)), {});

/** @param {import('./types.js').Result} result */
function only(result) {
  const speed = Object.fromEntries(Object.entries(result.speed).filter(([key]) => !drawn.includes(key)));
  return /** @type {Partial<import('./types.js').Result>} */ ({ ...picked(result, read), speed });
}

/** @param {Record<string, any>} record @param {string[]} fields */
const picked = (record, fields) => Object.fromEntries(fields.filter((field) => record[field] !== undefined && record[field] !== false).map((field) => [field, record[field]]));

/** The part of an engine that controls ask, out of what the page brought along.
 * @param {Promise<import('./engine.js').Engine>} started what is read from a file waits for it
 * @param {Record<string, import('./types.js').Scenario>} presets */
export function openingEngine(started, presets) {
  const { answers, found = {}, catalog } = /** @type {Opening} */ (JSON.parse(document.getElementById('opening')?.textContent ?? '{}'));
  for (const workload in found) know(presets[workload], found[workload]);
  return /** @type {import('./engine.js').Engine} */ (/** @type {unknown} */ ({
    estimate: (/** @type {import('./types.js').Scenario} */ { workload }) => answers[workload],
    catalog: (/** @type {string} */ kind) => catalog[kind] ?? [],
    readModel: async (/** @type {File[] | string} */ source) => (await started).readModel(source),
  }));
}
