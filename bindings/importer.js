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
 * Reads the beginnings of files that belong together as far as they are asked for; the weights behind stay where they are.
 * @param {import('./ridgepoint-import.mjs').Module} module
 * @param {import('./engine.js').ImportFile | readonly import('./engine.js').ImportFile[]} given
 * @returns {Promise<import('./engine.js').ImportResult | import('./engine.js').Refusal>}
 */
async function importFile(module, given) {
  const files = [given].flat();
  const name = files[0]?.name ?? '';
  const read = [];
  for (const file of files) read.push(await beginning(module, file));
  if (read.length === 1) return read[0].answer;
  const together = new Blob(read.flatMap(({ bytes }) => [bytes, '\n']));
  const size = files.reduce((sum, file) => sum + file.size + 1, 0);
  return JSON.parse(module.import_model(new Uint8Array(await together.arrayBuffer()), size, name));
}

/** @param {import('./ridgepoint-import.mjs').Module} module @param {import('./engine.js').ImportFile} file */
async function beginning(module, file) {
  for (let wanted = 0; ; ) {
    const bytes = new Uint8Array(await file.slice(0, wanted).arrayBuffer());
    const answer = JSON.parse(module.import_model(bytes, file.size, file.name ?? ''));
    if (!(answer.needs > wanted)) return { bytes, answer };
    wanted = answer.needs;
  }
}
