// The border: the only module of the page that knows the engine is WebAssembly.
import { createEngine, prepareEngine } from 'ridgepoint';
import { assets } from './assets.js';
import { LITTLE } from './effort.js';

/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./types.js').Refusal} Refusal */
/** @typedef {import('./types.js').Scenario} Scenario */

/** @typedef {'accelerators' | 'models' | 'formats' | 'sources' | 'presets' | 'guide' | 'engines' | 'frameworks' | 'grids' | 'providers' | 'instances'} RecordKind */
/** @typedef {(source: File[] | string) => Promise<import('./types.js').ImportResult | Refusal>} ReadModel */

/**
 * @typedef {object} Engine
 * @property {(scenario: Scenario, options?: {with?: ('explain' | 'percentiles' | 'limits' | 'series')[], effort?: number}) => Result | Refusal} estimate
 * @property {(scenario: Scenario) => Result | Refusal} recommend takes seconds: for a worker
 * @property {(question: Record<string, unknown>) => any} [runsOn] takes a while too
 * @property {(scenarios: Scenario[]) => any} [compare] two to four
 * @property {(kind: RecordKind) => Record<string, any>[]} catalog
 * @property {(name: 'scenario') => Record<string, any>} schema
 * @property {(scenario: Scenario) => {ok: true, url: string} | Refusal} encodeUrl
 * @property {(url: string) => {ok: true, scenario: Scenario, notices?: (string | {message: string, code?: string})[]} | Refusal} decodeUrl
 * @property {ReadModel} readModel a model from files, of which only the beginnings are read, or from text
 */

/** @type {Promise<import('ridgepoint').PreparedEngine> | undefined} */
let prepared;

/** What engines of this page start from, here and in workers. Rejects when a file does not come.
 * @param {boolean} [anew] fetches what has come already once more */
export function prepare(anew = false) {
  if (anew) prepared = undefined;
  prepared ??= assets().then(prepareEngine);
  return prepared;
}

/** Lets the browser paint and take input. @returns {Promise<void>} */
export const turn = () => /** @type {any} */ (globalThis).scheduler?.yield?.() ?? new Promise((resolve) => { setTimeout(resolve); });

/** Starts an engine. Rejects when its files are none that this page can work with.
 * @param {import('ridgepoint').PreparedEngine} files
 * @returns {Promise<Engine>} */
export async function startEngine(files) {
  const engine = await createEngine(files);
  await turn(); // reading the catalog was one
  if (!engine.estimate({}, { with: ['limits'] }).ok) throw new Error('The catalog does not have what the opening example needs.');
  await turn(); // so was the first answer
  const readModel = (/** @type {File[] | string} */ source) => engine.importFile(typeof source === 'string' ? new Blob([source]) : source);
  const estimate = (/** @type {Scenario} */ scenario, /** @type {object} */ options) => engine.estimate(scenario, { effort: LITTLE, ...options });
  return /** @type {any} */ ({ ...engine, estimate: unbroken(estimate), readModel });
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
