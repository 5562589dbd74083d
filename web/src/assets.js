// Where the engine's files are: beside the page, and of its release.

/** What an engine starts from. @returns {Promise<import('ridgepoint').EngineOptions>} */
export async function assets() {
  const here = globalThis.document?.baseURI ?? location.href; // in a worker: its own file, which lies beside the page
  const beside = (/** @type {string} */ name) => new URL(name + release(), here);
  return { wasm: beside('ridgepoint.wasm'), catalog: beside('catalog.json') };
}

/** The release as part of an address, so that a browser's cache never mixes two: as the page names it, and its worker after it. */
export const release = () => (globalThis.document ? /\?.*/.exec(document.querySelector('script[src]')?.getAttribute('src') ?? '')?.[0] ?? '' : location.search);
