// A field that is wrong counts with what it was before it was edited, so that what is set elsewhere goes on being answered.
import { get, set } from './pointer.js';
import { fieldAt } from './problems.js';

/** @typedef {import('./types.js').Scenario} Scenario */

const most = 3; // what is wrong may hide what else is

/** @param {Scenario} scenario that is refused @param {import('./types.js').Problem[]} errors why @param {Scenario | undefined} former where its values were good
 * @param {(scenario: Scenario) => import('./types.js').Result | import('./types.js').Refusal} estimate
 * @returns {{scenario: Scenario, answered: import('./types.js').Result} | undefined} undefined: it cannot be answered so */
export function passingOver(scenario, errors, former, estimate) {
  for (let tries = 0; former && tries < most; tries++) {
    const wrong = errors.flatMap(({ path }) => touched(path.replace(/\/\d.*/, ''))); // of a list, all of it
    scenario = /** @type {Scenario} */ (wrong.reduce((mended, at) => set(mended, at, get(former, at)), scenario));
    const answered = estimate(scenario);
    if (answered.ok) return { scenario, answered };
    errors = answered.errors;
  }
  return undefined;
}

/** A field and those that gave way to it. @param {string} at */
function touched(at) {
  const { instead = [], leads = [] } = /** @type {{instead?: string[], leads?: string[]}} */ (fieldAt(at) ?? {});
  return [at, ...instead, ...leads];
}

/** An edit begins, or one has ended and the next may begin. @param {() => void} begins */
export function onEdit(begins) {
  for (const event of ['focusin', 'change']) addEventListener(event, begins);
}
