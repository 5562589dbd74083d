// What comes along to another task: the model and the hardware that a person has chosen.
import { get, same, set } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */

/** @param {Scenario} from @param {Scenario} opening of its task: what is as there has not been chosen @param {Scenario} to as it was left, or its opening
 * @param {import('./engine.js').Engine['estimate']} estimate @param {import('./catalog.js').Lists} lists @returns {Scenario} */
export function along(from, opening, to, estimate, lists) {
  const chosen = ['/model', '/hardware'].filter((at) => !same(get(from, at), get(opening, at)));
  if (chosen.length === 0) return to;
  const bring = (/** @type {string[]} */ pointers) =>
    lists.applicable(/** @type {Scenario} */ (pointers.reduce((scenario, at) => set(scenario, at, get(from, at) ?? get(scenario, at)), to)));
  const brought = bring([...chosen, '/overrides']);
  const answered = estimate(brought);
  const none = !answered.ok && answered.errors.some(({ path }) => path === '/workload'); // no task for this model
  return none ? bring([...chosen.filter((at) => at !== '/model'), '/overrides']) : brought;
}
