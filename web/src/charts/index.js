// The pictures of the first view, which can wait until its words are on the screen. Each is a function of the
// result and the room it has.
import { memoryBar } from './memory_bar.js';
import { timeBar } from './time_bar.js';

/** @typedef {import('../types.js').Result} Result */

/** @param {number} width pixels */
export const chartsFor = (width) => ({
  width,
  memoryBar: (/** @type {Result} */ result) => memoryBar(result, width),
  timeBar: (/** @type {Result} */ result) => timeBar(result, width),
});

/** @typedef {ReturnType<typeof chartsFor>} Charts */
