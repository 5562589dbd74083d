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

/** Says the room that something has, where it is another than before: its height follows from what is drawn.
 * @param {HTMLElement} place @param {(width: number) => void} changed pixels */
export function onWidth(place, changed) {
  let last = 0;
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry.contentRect.width);
    if (width === 0 || width === last) return;
    last = width;
    changed(width);
  }).observe(place);
}
