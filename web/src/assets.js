// Where the engine's files are: beside the page.

/** What an engine starts from. @returns {Promise<import('ridgepoint').EngineOptions>} */
export async function assets() {
  const here = globalThis.document?.baseURI ?? location.href; // in a worker: its own file, which lies beside the page
  const beside = (/** @type {string} */ name) => new URL(name, here);
  return { wasm: beside('ridgepoint.wasm'), catalog: beside('catalog.json') };
}
