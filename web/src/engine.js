// The border: the only module of the page that knows the engine is WebAssembly.
import { createEngine } from 'ridgepoint';
import { assets } from './assets.js';

/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./types.js').Refusal} Refusal */
/** @typedef {import('./types.js').Scenario} Scenario */

/** @typedef {(source: Blob | string) => Promise<import('./types.js').ImportResult | Refusal>} ReadModel */

/**
 * @typedef {object} Engine
 * @property {(scenario: Scenario, options?: {with?: ('explain' | 'percentiles' | 'limits' | 'series')[]}) => Result | Refusal} estimate
 * @property {(scenario: Scenario) => Result | Refusal} recommend takes seconds: for a worker
 * @property {(question: Record<string, unknown>) => any} [runsOn] takes a while too
 * @property {(scenarios: Scenario[]) => any} [compare] two to four
 * @property {(kind: 'accelerators' | 'models' | 'formats' | 'sources' | 'presets' | 'guide') => Record<string, any>[]} catalog
 * @property {(name: 'scenario') => Record<string, any>} schema
 * @property {(scenario: Scenario) => {ok: true, url: string} | Refusal} encodeUrl
 * @property {(url: string) => {ok: true, scenario: Scenario, notices?: (string | {message: string, code?: string})[]} | Refusal} decodeUrl
 * @property {ReadModel} readModel a model from a file, of which only the beginning is read, or from text
 */

/** Starts the engine that comes with the page. @returns {Promise<Engine>} */
export async function startEngine() {
  const engine = await createEngine(await assets());
  const readModel = (/** @type {Blob | string} */ source) => engine.importFile(typeof source === 'string' ? new Blob([source]) : source);
  return /** @type {any} */ ({ ...engine, readModel });
}
