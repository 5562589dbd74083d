// A question that leaves hardware to a search is searched once.
import { filledBySearch, isSearched, know, onFound } from './found.js';
import { get } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./engine.js').Engine['estimate']} Estimate */

const device = '/hardware/accelerator';

/** What a search has filled in: hardware, formats, and limits that nobody named. @param {Result} result @returns {import('./found.js').Found} */
export const foundBy = ({ scenario, defaulted }) => Object.fromEntries([device, ...defaulted.filter((at) => /^.(hardware|precision|constraints|serve.concurrency)|deadline_h/.test(at))]
  .map((at) => [at, get(scenario, at)]).filter(([, value]) => value !== 'auto'));

/** Where nothing keeps the limits there is nothing to keep. @param {Scenario} asked @param {Result} answered */
export const keepFound = (asked, answered) => answered.answer.figures.length > 0 && know(asked, foundBy(answered));

/** @param {Estimate} estimate of an engine @returns {Estimate} */
export const searchOnce = (estimate) => (scenario, options) => {
  const answered = estimate(onFound(scenario), options);
  if (!answered.ok || !isSearched(scenario)) return answered;
  const found = filledBySearch(scenario);
  if (found) return { ...answered, defaulted: [...new Set([...answered.defaulted, ...Object.keys(found).filter((at) => at !== device)])] };
  keepFound(scenario, answered);
  return answered;
};
