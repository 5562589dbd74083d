// Where an answer ends before all is tried, because the page may not stand still, a worker is asked for all of it.
import { ALL } from './effort.js';
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
  return (scenario, answered) => {
    if (!answered.ok || !isPart(answered)) return answered;
    search.ask(scenario);
    if (search.busy) return { ...answered, busy: true, warnings: answered.warnings.filter((w) => !ended(w)) };
    return search.failed || !search.result.ok ? answered : search.result;
  };
}
