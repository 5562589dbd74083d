// The pictures, and what else can wait until the first answer is on the screen. Each picture is a function of the
// result and the room it has; each has its table on the page.
import { memoryBar } from './memory_bar.js';
import { ridge } from './ridge.js';
import { timeBar } from './time_bar.js';
import { costMore } from '../views/cost_more.js';
import { percentilesView } from '../views/percentiles.js';

/** @typedef {import('../types.js').Result} Result */

/** @param {number} width pixels */
export const chartsFor = (width) => ({
  memoryBar: (/** @type {Result} */ result) => memoryBar(result, width),
  timeBar: (/** @type {Result} */ result) => timeBar(result, width),
  ridge: (/** @type {Result} */ result) => ridge(result, width),
  costMore: (/** @type {import('../types.js').Shown} */ shown) => costMore(shown, width),
  percentiles: percentilesView,
});

/** @typedef {ReturnType<typeof chartsFor>} Charts */
