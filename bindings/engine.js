// @ts-check
// The engine as plain objects. That it is WebAssembly is known here, in importer.js and start.js alone.
//
//   const engine = await createEngine({ catalog: 'catalog.json' });
//   const result = engine.estimate({ workload: 'serve', model: 'llama-3.1-70b' });
//
// Runs in a page, a worker and Node from the same files.
import createModule from './ridgepoint.mjs';
import { compile, read, start } from './start.js';

/** @import { Engine, EngineOptions, PreparedEngine } from './engine.js' */

/**
 * What an engine starts from, fetched and compiled: a page that starts several hands it to its workers.
 * Rejects when a file cannot be read.
 * @param {EngineOptions} options
 * @returns {Promise<PreparedEngine>}
 */
export async function prepareEngine({ wasm = new URL('ridgepoint.wasm', import.meta.url), importWasm, catalog }) {
  const [compiled, records] = await Promise.all([compile(wasm), textOf(catalog)]);
  return { wasm: compiled, importWasm, catalog: records };
}

/**
 * Starts an engine. Rejects when a file cannot be read or the catalog is not valid; afterwards no
 * method throws on bad input: the answer then has `ok: false` and `errors`.
 * @param {EngineOptions} options
 * @returns {Promise<Engine>}
 */
export async function createEngine(options) {
  const { wasm, importWasm, catalog } = await prepareEngine(options);
  const module = await start(createModule, wasm);
  await load(module, catalog);
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
    started ??= import('./importer.js').then(({ startImporter }) => startImporter(start, wasm));
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

const TURN_MS = 4; // of work at a time: on a slow phone still less than the 50 that are felt
const ELEMENTS = 25; // of a list of the catalog that are read at a time

/** Lets a page paint and take input. */
const turn = () => /** @type {any} */ (globalThis).scheduler?.yield?.() ?? new Promise((resolve) => { setTimeout(resolve); });

/**
 * In turns, between which a page paints and takes input.
 * @param {import('./ridgepoint.mjs').Module} module
 * @param {object | string} catalog
 */
async function load(module, catalog) {
  let began = performance.now();
  /** @param {string} said by the module, of a step that is done */
  const next = async (said) => {
    if (said && said !== 'more') throw new Error(NOT_VALID + said);
    if (performance.now() - began > TURN_MS) {
      await turn();
      began = performance.now();
    }
    return said;
  };
  for (const part of partsOf(valueOf(catalog))) await next(module.add(part));
  while (await next(module.read_on()));
}

/**
 * Texts that are objects, each with some of the members and elements, and all of it together.
 * @param {any} value
 * @param {(text: string) => string} within what it is in
 * @returns {Generator<string>}
 */
function* partsOf(value, within = (text) => text) {
  if (Array.isArray(value) && value.length > ELEMENTS) {
    for (let i = 0; i < value.length; i += ELEMENTS) yield within(JSON.stringify(value.slice(i, i + ELEMENTS)));
  } else if (value?.constructor === Object) {
    for (const name in value) yield* partsOf(value[name], (text) => within(`{${JSON.stringify(name)}:${text}}`));
  } else {
    yield within(JSON.stringify(value));
  }
}

const NOT_VALID = 'The catalog is not valid: ';

/** @param {object | string} catalog */
function valueOf(catalog) {
  try {
    return typeof catalog === 'string' ? JSON.parse(catalog) : catalog;
  } catch (error) {
    throw new Error(`${NOT_VALID}bad_json, ${error}`);
  }
}

/**
 * The catalog as text: an address is read; text stays, and an object.
 * @param {EngineOptions['catalog']} catalog
 */
async function textOf(catalog) {
  if (typeof catalog === 'string' ? isObject(catalog) : !(catalog instanceof URL)) return catalog;
  const text = await (await read(/** @type {string | URL} */ (catalog))).text();
  if (!isObject(text)) throw new Error(`${NOT_VALID}bad_json`);
  return text;
}

/** @param {string} text */
const isObject = (text) => text.trimStart().startsWith('{');
