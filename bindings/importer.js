// @ts-check
// Models from files: the second WebAssembly module, which engine.js loads on demand.
import createModule from './ridgepoint-import.mjs';

/** @import { Engine, EngineOptions } from './engine.js' */
/** @typedef {Pick<Engine, 'importModel' | 'importFile'>} Importer */

/**
 * @param {typeof import('./start.js').start} start as an argument, so that bundles have it once
 * @param {EngineOptions['importWasm']} wasm
 * @returns {Promise<Importer>}
 */
export async function startImporter(start, wasm = new URL('ridgepoint-import.wasm', import.meta.url)) {
  const module = await start(createModule, wasm);
  return {
    importModel: async (bytes, size = bytes.length, name = '') => JSON.parse(module.import_model(bytes, size, name)),
    importFile: (file) => importFile(module, file),
  };
}

/**
 * Reads the beginning of a file as far as it is asked for; the weights behind it stay where they are.
 * @param {import('./ridgepoint-import.mjs').Module} module
 * @param {Blob & { name?: string }} file
 * @returns {Promise<import('./engine.js').ImportResult | import('./engine.js').Refusal>}
 */
async function importFile(module, file) {
  for (let wanted = 0; ; ) {
    const beginning = new Uint8Array(await file.slice(0, wanted).arrayBuffer());
    const answer = JSON.parse(module.import_model(beginning, file.size, file.name ?? ''));
    if (!(answer.needs > wanted)) return answer;
    wanted = answer.needs;
  }
}
