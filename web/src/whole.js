// Where hardware is searched for, or an answer ends before all is tried, because the page may not stand still, a worker is asked.
import { ALL } from './effort.js';
import { filledBySearch, isSearched } from './found.js';
import { set } from './pointer.js';
import { keepFound } from './search_once.js';
import { searching } from './searching.js';

/** @typedef {import('./types.js').Result} Result */

const ended = (/** @type {{code: string}} */ { code }) => code.endsWith('_ended');

/** @param {Result | import('./types.js').Refusal} answered */
export const isPart = (answered) => answered.ok && answered.warnings.some(ended);

/** @param {() => void} changed the whole answer is there, or does not come
 * @returns {import('./types.js').Whole} */
export function wholeAnswers(changed) {
  const search = searching('estimate', changed);
  search.options = { with: ['explain', 'limits', 'percentiles', 'series'], effort: ALL };
  return (scenario, ask, last) => {
    const searched = isSearched(scenario) && !filledBySearch(scenario); // which takes longer than a page may stand still
    const answered = searched && last ? last : ask(scenario);
    if (!answered.ok || !(searched || isPart(answered))) return answered;
    search.ask(scenario);
    const onOne = searched ? ask(set(scenario, '/hardware', undefined)) : answered;
    if (!onOne.ok && search.busy) return onOne; // what is wrong is said at once
    if (search.busy) return { ...answered, busy: searched ? 'search' : 'more', warnings: answered.warnings.filter((w) => !ended(w)) };
    if (search.failed) return searched ? ask(scenario) : answered;
    if (searched && search.result.ok) keepFound(scenario, search.result);
    return search.result.ok || searched ? search.result : answered;
  };
}
