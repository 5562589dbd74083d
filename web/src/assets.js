// Where the engine's files are: beside the page.

/** What an engine starts from. @returns {Promise<import('ridgepoint').EngineOptions>} */
export async function assets() {
  const beside = (/** @type {string} */ name) => new URL(name, document.baseURI);
  return { wasm: beside('ridgepoint.wasm'), catalog: beside('catalog.json') };
}
