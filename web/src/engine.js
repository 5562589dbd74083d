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

/** Lets the browser paint and take input. */
const turn = () => new Promise((resolve) => { setTimeout(resolve); });

/** Starts the engine that comes with the page. Rejects when a file of it does not come, or is none that this page can work with.
 * @returns {Promise<Engine>} */
export async function startEngine() {
  const engine = await createEngine(await assets());
  await turn(); // reading the catalog was one
  if (!engine.estimate({}).ok) throw new Error('The catalog does not have what the opening example needs.');
  const readModel = (/** @type {Blob | string} */ source) => engine.importFile(typeof source === 'string' ? new Blob([source]) : source);
  return /** @type {any} */ ({ ...engine, estimate: unbroken(engine.estimate), readModel });
}

const broken = { ok: false, errors: [{ code: 'broken', path: '', message: 'The calculator broke off at this input, which is a fault of its own. Undo the change or reload the page.' }] };

/** A module that breaks off refuses the input, so that the page and what was typed stay.
 * @template {(...given: any[]) => any} F @param {F} ask @returns {F} */
const unbroken = (ask) => /** @type {F} */ ((...given) => {
  try {
    return ask(...given);
  } catch {
    return broken;
  }
});
