// @ts-check
// Starts a WebAssembly module made by Emscripten, from an address, bytes or compiled.

/** @import { EngineOptions } from './engine.js' */

/**
 * @template M
 * @param {(options: import('./ridgepoint.mjs').ModuleOptions) => Promise<M>} create Emscripten's glue
 * @param {NonNullable<EngineOptions['wasm']>} wasm
 * @returns {Promise<M>}
 */
export async function start(create, wasm) {
  const compiled = await compile(wasm);
  return new Promise((resolve, reject) => {
    create({
      locateFile: (name) => name,
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)).catch(reject); // glue of another build throws, too
        return {};
      },
    }).then(resolve, reject);
  });
}

/** @param {NonNullable<EngineOptions['wasm']>} wasm */
export async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  const response = await read(wasm);
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Reads an address. Node's fetch does not read files; its file system does.
 * @param {string | URL} address
 */
export async function read(address) {
  const url = new URL(address, globalThis.document?.baseURI ?? globalThis.location?.href ?? import.meta.url);
  if (url.protocol === 'file:' && !globalThis.document) {
    const files = 'node:fs/promises';
    return new Response(await (await import(files)).readFile(url));
  }
  const response = await fetch(url).catch((cause) => { throw new Error(`${url}: not reached`, { cause }); });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}
