// One figure: label, value, range. It is a button that opens its explanation.
import { html, nothing } from 'lit';
import { range } from '../format.js';
import { saidOf } from '../words.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Shown} Shown */
/** @typedef {(pointer: string, place: string) => void} Explain */

/**
 * @typedef {object} Figure
 * @property {string} at JSON pointer of the figure in the result
 * @property {string} label
 * @property {(x: number) => string} format
 * @property {string} [note]
 */

/** The engine's range for a figure, if it gives one. @param {Result} result @param {string} pointer */
export function rangeOf(result, pointer) {
  const name = pointer.split('/').at(-1);
  return result.speed.ranges?.find((r) => r.figure === name || r.figure === pointer);
}

/** @param {Shown} shown @param {string} place @param {Explain} explain @param {Figure} figure @param {number} value */
export function figureView(shown, place, explain, figure, value) {
  const spread = rangeOf(shown.result, figure.at);
  const content = html`<span class="figure-label">${saidOf(figure.label, shown.result)}</span>
    <span class="figure-value">${figure.format(value)}</span>
    <span class="figure-note">${[spread && range(spread.low, spread.high, figure.format), saidOf(figure.note ?? '', shown.result)].filter(Boolean).join(', ')}</span>`;
  if (!isExplained(shown, figure.at)) return html`<div class="figure">${content}</div>`;
  return html`<button type="button" class="figure" aria-expanded=${isOpen(shown, figure.at, place)}
      @click=${() => explain(figure.at, place)}>${content}</button>`;
}

/** @param {Shown} shown @param {string} pointer */
export const isExplained = ({ explained }, pointer) => explained.has(pointer);

/** @param {Shown} shown @param {string} pointer @param {string} place */
export const isOpen = ({ opened }, pointer, place) => (opened?.pointer === pointer && opened.place === place ? 'true' : 'false');
