// Where hardware is searched for, or an answer ends before all is tried, because the page may not stand still, a worker is asked.
import { ALL } from './effort.js';
import { searching } from './searching.js';

/** @typedef {import('./types.js').Result} Result */

const ended = (/** @type {{code: string}} */ { code }) => code.endsWith('_ended');

/** @param {Result | import('./types.js').Refusal} answered */
export const isPart = (answered) => answered.ok && answered.warnings.some(ended);

/** Hardware is searched for, which takes longer than a page may stand still. @param {import('./types.js').Scenario} scenario */
const isSearched = ({ hardware }) => hardware?.accelerator === 'any';

/** @param {() => void} changed the whole answer is there, or does not come
 * @returns {import('./types.js').Whole} */
export function wholeAnswers(changed) {
  const search = searching('estimate', changed);
  search.options = { with: ['explain', 'limits', 'percentiles', 'series'], effort: ALL };
  return (scenario, ask, last) => {
    const answered = isSearched(scenario) && last ? last : ask(scenario);
    if (!answered.ok || !(isSearched(scenario) || isPart(answered))) return answered;
    search.ask(scenario);
    if (search.busy) return { ...answered, busy: isSearched(scenario) ? 'search' : 'more', warnings: answered.warnings.filter((w) => !ended(w)) };
    if (search.failed) return isSearched(scenario) ? ask(scenario) : answered;
    return search.result.ok || isSearched(scenario) ? search.result : answered;
  };
}
