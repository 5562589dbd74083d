// Where the engine's files are: in the page itself, as base64 of gzip.

/** What an engine starts from. @returns {Promise<import('ridgepoint').EngineOptions>} */
export async function assets() {
  const [wasm, importWasm] = await Promise.all(['ridgepoint.wasm', 'ridgepoint-import.wasm'].map((name) => unpacked(name).arrayBuffer()));
  return { wasm, importWasm, catalog: await unpacked('catalog.json').text() };
}

/** @param {string} id of the element that holds it */
function unpacked(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ''), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
}
