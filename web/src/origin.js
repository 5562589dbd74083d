// Which fields a scenario sets otherwise than the engine would.
import { ANY } from './found.js';
import { get, same } from './pointer.js';

/** @param {import('./types.js').Scenario} scenario what is asked @param {(pointer: string) => unknown} defaultOf a field */
export const movedIn = (scenario, defaultOf) => (/** @type {{at: string}} */ { at }) => {
  const given = get(scenario, at);
  return given !== undefined && given !== ANY && !same(given, defaultOf(at));
};
