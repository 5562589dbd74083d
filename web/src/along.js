// What comes along to another task: the model and the hardware that a person has chosen.
import { get, same, set } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */

/** @param {Scenario} from @param {Scenario} opening of its task: what is as there has not been chosen @param {Scenario} to as it was left, or its opening
 * @param {import('./engine.js').Engine['estimate']} estimate @param {import('./catalog.js').Lists} lists
 * @param {(notices: Record<string, string[]>) => void} note by task, what does not come along, and why @returns {Scenario} */
export function along(from, opening, to, estimate, lists, note) {
  note({});
  const chosen = ['/model', '/hardware'].filter((at) => !same(get(from, at), get(opening, at)));
  if (chosen.length === 0) return to;
  const bring = (/** @type {string[]} */ pointers) =>
    lists.applicable(/** @type {Scenario} */ (pointers.reduce((scenario, at) => set(scenario, at, get(from, at) ?? get(scenario, at)), to)));
  const brought = bring([...chosen, '/overrides']);
  const answered = estimate(brought);
  const none = answered.ok ? undefined : answered.errors.find(({ path }) => path === '/workload'); // no task for this model
  if (!none) return brought;
  const other = bring([...chosen.filter((at) => at !== '/model'), '/overrides']);
  const instead = estimate(other);
  note({ [to.workload]: [`${none.message}${instead.ok ? ` ${instead.model.name} stands in its place.` : ''}`] });
  return other;
}
