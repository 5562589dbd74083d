// @ts-check
// The engine as plain objects: the one module that knows it is WebAssembly.
//
//   const engine = await createEngine({ catalog: 'catalog.json' });
//   const result = engine.estimate({ workload: 'serve', model: 'llama-3.1-70b' });
//
// Runs in a page, a worker and Node from the same files.
import createModule from './ridgepoint.mjs';

/** @import { Engine, EngineOptions } from './engine.js' */

/**
 * Starts an engine. Rejects when a file cannot be read or the catalog is not valid; afterwards no
 * method throws on bad input: the answer then has `ok: false` and `errors`.
 * @param {EngineOptions} options
 * @returns {Promise<Engine>}
 */
export async function createEngine({ wasm, catalog }) {
  const [module, catalogText] = await Promise.all([start(wasm), textOf(catalog)]);
  const refused = module.load(catalogText);
  if (refused) throw new Error(`The catalog is not valid: ${refused}`);
  return {
    estimate: (scenario, options = {}) => JSON.parse(module.estimate(jsonOf(scenario), JSON.stringify(options))),
    catalog: (kind) => JSON.parse(module.catalog(kind)),
    schema: (name) => JSON.parse(module.schema(name)),
    encodeUrl: (scenario) => JSON.parse(module.encode_url(jsonOf(scenario))),
    decodeUrl: (url) => JSON.parse(module.decode_url(url)),
    importModel: (bytes, size = bytes.length, name = '') => JSON.parse(module.import_model(bytes, size, name)),
    importFile: (file) => importFile(module, file),
    version: module.version(),
  };
}

/**
 * Reads the beginning of a file as far as it is asked for; the weights behind it stay where they are.
 * @param {import('./ridgepoint.mjs').Module} module
 * @param {Blob & { name?: string }} file
 * @returns {Promise<import('./engine.js').ImportResult | import('./engine.js').Refusal>}
 */
async function importFile(module, file) {
  for (let wanted = 0; ; ) {
    const start = new Uint8Array(await file.slice(0, wanted).arrayBuffer());
    const answer = JSON.parse(module.import_model(start, file.size, file.name ?? ''));
    if (!(answer.needs > wanted)) return answer;
    wanted = answer.needs;
  }
}

/**
 * A scenario as JSON text; text stays as it is.
 * @param {object | string} scenario
 */
function jsonOf(scenario) {
  return typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
}

/** @param {EngineOptions['wasm']} wasm */
async function start(wasm) {
  const compiled = await compile(wasm);
  return new Promise((resolve, reject) => {
    createModule({
      locateFile: (name) => name,
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/** @param {EngineOptions['wasm']} wasm */
async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  const response = await read(wasm ?? new URL('ridgepoint.wasm', import.meta.url));
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
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

/**
 * Reads an address. Node's fetch does not read files; its file system does.
 * @param {string | URL} address
 */
async function read(address) {
  const url = new URL(address, globalThis.document?.baseURI ?? globalThis.location?.href ?? import.meta.url);
  if (url.protocol === 'file:' && !globalThis.document) {
    const files = 'node:fs/promises';
    return new Response(await (await import(files)).readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}
