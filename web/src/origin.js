// Which fields a person has moved away from what the page opens with.

import { get, same } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {import('./fields.js').Field} Field */

/**
 * What is asked, sparse and with the engine's defaults filled in.
 * @typedef {{asked: Scenario, filled: Scenario}} Question
 */

/** A field the engine can choose ("auto") counts as moved when it is set at all; any other when its
 * value differs, however the two scenarios came to it.
 * @param {Question} now @param {Question} opening @param {string} pointer @param {boolean} canChoose */
export function isMoved(now, opening, pointer, canChoose) {
  const [here, there] = [get(now.asked, pointer), get(opening.asked, pointer)];
  if (same(here, there)) return false;
  return canChoose || !same(here ?? get(now.filled, pointer), there ?? get(opening.filled, pointer));
}

/** Compares scenarios with the openings of their workloads, each answered once.
 * @param {import('./engine.js').Engine} engine @param {Record<string, Scenario>} presets */
export function originsFrom(engine, presets) {
  /** @type {Record<string, Question>} */
  const openings = {};

  /** @param {string} workload */
  const openingOf = (workload) => (openings[workload] ??= { asked: presets[workload], filled: filled(engine, presets[workload]) });

  return (/** @type {Question} */ now, /** @type {string} */ workload) => (/** @type {Field} */ field) =>
    isMoved(now, openingOf(workload), field.at, canChoose(field));
}

/** @param {Field} field */
const canChoose = (field) => ('word' in field && field.word === 'auto') || ('auto' in field && field.auto === true);

/** @param {import('./engine.js').Engine} engine @param {Scenario} scenario @returns {Scenario} */
function filled(engine, scenario) {
  const answered = engine.estimate(scenario);
  if (!answered.ok) throw new Error(answered.errors.map((p) => p.message).join(' '));
  return answered.scenario;
}
