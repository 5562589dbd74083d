// @ts-check
// The engine as plain objects. That it is WebAssembly is known here, in importer.js and start.js alone.
//
//   const engine = await createEngine({ catalog: 'catalog.json' });
//   const result = engine.estimate({ workload: 'serve', model: 'llama-3.1-70b' });
//
// Runs in a page, a worker and Node from the same files.
import createModule from './ridgepoint.mjs';
import { read, start } from './start.js';

/** @import { Engine, EngineOptions } from './engine.js' */

/**
 * Starts an engine. Rejects when a file cannot be read or the catalog is not valid; afterwards no
 * method throws on bad input: the answer then has `ok: false` and `errors`.
 * @param {EngineOptions} options
 * @returns {Promise<Engine>}
 */
export async function createEngine({ wasm = new URL('ridgepoint.wasm', import.meta.url), importWasm, catalog }) {
  const [module, catalogText] = await Promise.all([start(createModule, wasm), textOf(catalog)]);
  let refused = module.parse(catalogText);
  if (!refused) {
    await new Promise((resolve) => { setTimeout(resolve); }); // the other half: a page may paint and take input
    refused = module.load();
  }
  if (refused) throw new Error(`The catalog is not valid: ${refused}`);
  const importer = importerOf(importWasm);
  /** @type {Engine['estimate']} */
  const estimate = (scenario, options = {}) => answerOf(module.estimate(jsonOf(scenario), JSON.stringify(options)));
  return {
    estimate,
    sweep: sweepOf(estimate),
    recommend: (scenario, options = {}) => answerOf(module.recommend(jsonOf(scenario), JSON.stringify(options))),
    compare: (scenarios) => answerOf(module.compare(JSON.stringify(scenarios))),
    runsOn: (question) => answerOf(module.runs_on(jsonOf(question))),
    catalog: (kind) => answerOf(module.catalog(kind)),
    schema: (name) => answerOf(module.schema(name)),
    encodeUrl: (scenario) => answerOf(module.encode_url(jsonOf(scenario))),
    decodeUrl: (url) => answerOf(module.decode_url(url)),
    importModel: async (bytes, size, name) => (await importer()).importModel(bytes, size, name),
    importFile: async (file) => (await importer()).importFile(file),
    version: module.version(),
  };
}

const utf8 = new TextDecoder();
/** @param {Uint8Array} bytes of the module's memory, gone with the next call */
const answerOf = (bytes) => JSON.parse(utf8.decode(bytes));

/**
 * @param {Engine['estimate']} estimate
 * @returns {Engine['sweep']}
 */
function sweepOf(estimate) {
  /** @type {(scenarios: Iterable<any>, options: any) => Generator<any>} */
  function* each(scenarios, options) {
    for (const scenario of scenarios) yield estimate(scenario, options);
  }
  /** @type {(scenarios: AsyncIterable<any>, options: any) => AsyncGenerator<any>} */
  async function* eachAsItComes(scenarios, options) {
    for await (const scenario of scenarios) yield estimate(scenario, options);
  }
  /** @param {any} scenarios @param {any} [options] @returns {any} */
  return (scenarios, options) => {
    if (Array.isArray(scenarios)) return scenarios.map((scenario) => estimate(scenario, options));
    return Symbol.asyncIterator in scenarios ? eachAsItComes(scenarios, options) : each(scenarios, options);
  };
}

/**
 * The import has a module of its own, loaded when the first file comes and kept.
 * @param {EngineOptions['importWasm']} wasm
 */
function importerOf(wasm) {
  /** @type {Promise<import('./importer.js').Importer> | undefined} */
  let started;
  return () => {
    started ??= import('./importer.js').then(({ startImporter }) => startImporter(wasm));
    started.catch(() => { started = undefined; }); // the next call tries again
    return started;
  };
}

/**
 * A scenario as JSON text; text stays as it is.
 * @param {object | string} scenario
 */
function jsonOf(scenario) {
  return typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
}

/**
 * The catalog as text: an object is written out, an address is read, text stays.
 * @param {EngineOptions['catalog']} catalog
 */
async function textOf(catalog) {
  if (catalog instanceof URL) return (await read(catalog)).text();
  if (typeof catalog !== 'string') return JSON.stringify(catalog);
  return catalog.trimStart().startsWith('{') ? catalog : (await read(catalog)).text();
}
