// The border: the only module of the page that knows the engine is WebAssembly.
import { createEngine } from 'ridgepoint';

/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./types.js').Refusal} Refusal */
/** @typedef {import('./types.js').Scenario} Scenario */

/**
 * @typedef {object} Engine
 * @property {(scenario: Scenario, options?: {with?: 'explain'[]}) => Result | Refusal} estimate
 * @property {(kind: 'accelerators' | 'models' | 'formats') => Record<string, any>[]} catalog
 * @property {(name: 'scenario') => Record<string, any>} schema
 * @property {(scenario: Scenario) => {ok: true, url: string} | Refusal} encodeUrl
 * @property {(url: string) => {ok: true, scenario: Scenario, notices?: (string | {message: string})[]} | Refusal} decodeUrl
 */

/** Starts the engine that lies beside the page. @returns {Promise<Engine>} */
export async function startEngine() {
  const beside = (/** @type {string} */ name) => new URL(name, document.baseURI);
  const engine = await createEngine({ wasm: beside('ridgepoint.wasm'), catalog: beside('catalog.json') });
  return /** @type {any} */ (engine);
}
