// The time before the engine has started: what the build wrote down of its answers, so that controls can be used at once.
// What is set then is answered when the engine is here.

/** What index.html brings along, beside the answer that stands in it: for each workload what its controls show, with what
 * the engine takes for what a scenario leaves out, and the catalog's records that they name. @typedef {{answers: Record<string, Partial<import('./types.js').Result>>, catalog: Record<string, Record<string, any>[]>}} Opening */

/** The fields of an answer that controls read. @type {(keyof import('./types.js').Result)[]} */
const read = ['ok', 'device', 'scenario', 'speed', 'model'];
/** Parts of "speed" that are lists for the views. */
const drawn = ['ranges', 'roofline', 'time_lines', 'bounds', 'bottleneck'];

/** @param {{estimate: Function, catalog: Function}} engine @param {Record<string, import('./types.js').Scenario>} presets @returns {Opening} */
export function openingOf(engine, presets) {
  const answers = Object.fromEntries(Object.entries(presets).map(([workload, preset]) => [workload, { ...only(engine.estimate(preset)), scenario: engine.estimate({ workload }).scenario }]));
  const named = (/** @type {string} */ kind, /** @type {(scenario: any) => string} */ id, /** @type {string[]} */ fields) => {
    const ids = Object.values(presets).map(id);
    return engine.catalog(kind).filter((/** @type {any} */ record) => ids.includes(record.id)).map((/** @type {any} */ record) => picked(record, fields));
  };
  return {
    answers,
    catalog: {
      models: named('models', (s) => s.model, ['id', 'name', 'kind', 'params_b', 'active_params_b', 'experts', 'max_context']),
      accelerators: named('accelerators', (s) => s.hardware.accelerator, ['id', 'name', 'memory_gb', 'bandwidth_gb_s']),
      formats: engine.catalog('formats').map((/** @type {any} */ format) => picked(format, ['id', 'name', 'for_weights', 'for_kv'])),
    },
  };
}

/** @param {import('./types.js').Result} result */
function only(result) {
  const speed = Object.fromEntries(Object.entries(result.speed).filter(([key]) => !drawn.includes(key)));
  return /** @type {Partial<import('./types.js').Result>} */ ({ ...picked(result, read), speed });
}

/** @param {Record<string, any>} record @param {string[]} fields */
const picked = (record, fields) => Object.fromEntries(fields.filter((field) => record[field] !== undefined && record[field] !== false).map((field) => [field, record[field]]));

/** The part of an engine that controls ask, out of what the page brought along.
 * @param {Promise<import('./engine.js').Engine>} started what is read from a file waits for it */
export function openingEngine(started) {
  const { answers, catalog } = /** @type {Opening} */ (JSON.parse(document.getElementById('opening')?.textContent ?? '{}'));
  return /** @type {import('./engine.js').Engine} */ (/** @type {unknown} */ ({
    estimate: (/** @type {import('./types.js').Scenario} */ { workload }) => answers[workload],
    catalog: (/** @type {string} */ kind) => catalog[kind] ?? [],
    readModel: async (/** @type {Blob | string} */ source) => (await started).readModel(source),
  }));
}
