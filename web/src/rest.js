// The rest of the page, which later.js is, and what waits for it. It comes when a person touches the page, or where what is on the
// screen lacks something without it.
import { sections } from './fields.js';
import { touched } from './person.js';
import { get, same } from './pointer.js';

/** What the page shows of a scenario before the rest of it is here. */
const shownFirst = new Set(['/version', '/workload', ...sections.flatMap(({ fields }) => fields.map(({ at }) => at))]);

/** Is all that is set below a pointer shown so? @param {unknown} node @param {string} [at] @returns {boolean} */
const isShown = (node, at = '') => shownFirst.has(at) || (node !== null && typeof node === 'object' && Object.entries(node).every(([key, value]) => isShown(value, `${at}/${key}`)));

/** Another view, something wrong, what would mend it, a price that is not known, or a setting without a control.
 * @param {{view: string, problems: unknown[], result?: import('./types.js').Result}} screen @param {import('./types.js').Scenario} scenario */
export const lacksRest = ({ view, problems, result }, scenario) =>
  view !== 'answer' || problems.length > 0 || !isShown(scenario) || (result && (result.remedies.length > 0 || (result.cost.usd_per_h === undefined && result.memory.fit !== 'no')));

/** Has a person chosen what comes along to another task? @param {import('./state.js').State} state */
export const bringsAlong = ({ scenario, preset }) => ['/model', '/hardware'].some((at) => !same(get(scenario, at), get(preset, at)));

/** @param {() => Promise<void>} load resolves when the rest is here, or cannot be had */
export function restOf(load) {
  /** Undefined: nothing has to wait any more. @type {(() => void)[] | undefined} */ let waiting = [];
  /** @type {Promise<void> | undefined} */ let asked;
  const need = () => {
    asked ??= load().then(() => {
      const acts = waiting ?? [];
      waiting = undefined;
      for (const act of acts) act();
    });
  };
  const after = (/** @type {() => void} */ act) => {
    if (!waiting) return act();
    waiting.push(act);
    need();
  };
  touched.then(need);
  return {
    need,
    /** Does something once the rest is here. */ after,
    /** A button whose work comes with it. @param {string} id @param {() => void} open */
    offer(id, open) {
      const button = document.getElementById(id); // the single file has no "embed"
      button?.addEventListener('click', () => after(open));
      button?.removeAttribute('disabled');
    },
  };
}
