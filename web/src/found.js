// Where hardware is left to a search, what it found, by question: the same question is answered on it at once.
import { get, set } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** What a search has filled in, by pointer. @typedef {Record<string, unknown>} Found */

/** In place of an accelerator. */
export const ANY = 'any';
/** @type {Record<string, unknown>} */
export const anyHardware = { '/hardware': { accelerator: ANY }, '/parallel': undefined };

/** @type {Record<string, Found>} */
const known = {};

/** @param {Scenario} scenario */
export const isSearched = (scenario) => get(scenario, '/hardware/accelerator') === ANY;

/** @param {Scenario} scenario */
export const filledBySearch = (scenario) => known[JSON.stringify(scenario)];

/** @param {Scenario} asked @param {Found} found */
export const know = (asked, found) => { known[JSON.stringify(asked)] = found; };

/** @param {Scenario} scenario @returns {Scenario} */
export const onFound = (scenario) => Object.entries(filledBySearch(scenario) ?? {}).reduce((on, [at, value]) => set(on, at, value), scenario);
