// One line of dots: the median error of every class of a kind, on a logarithmic axis from 1% to 316%.
import { html } from 'lit';

const [low, high] = [0.01, Math.sqrt(10)];
const marks = [0.01, Math.sqrt(10) / 100, 0.1, Math.sqrt(10) / 10, 1]; // evenly spaced, as their labels are
const sizes = /** @type {const} */ ([['few', 1, 20], ['some', 20, 100], ['many', 100, Infinity]]);

/** @param {number} error */
const at = (error) => Number(((100 * Math.log(Math.min(high, Math.max(low, error)) / low)) / Math.log(high / low)).toFixed(1));

const guides = marks.map((mark) => `M${at(mark)} 0V20`).join('');

/** Stretched to any width: lines and dots keep their thickness.
 * @param {{median: number, count: number}[]} classes @param {string} name */
export const strip = (classes, name) => html`<svg class="strip" role="img" aria-label=${name} viewBox="0 0 100 20" preserveAspectRatio="none">
  <path class="grid" d=${guides} />
  ${sizes.map(([size, from, to]) => html`<path class=${`dots ${size}`} d=${classes
    .filter(({ count }) => count >= from && count < to).map(({ median }) => `M${at(median)} 10h0`).join('')} />`)}
</svg>`;

/** The labels of the marks, for the head of the column. */
export const stripAxis = html`<span class="axis" aria-hidden="true">${['1%', '3%', '10%', '32%', '100%'].map((mark) => html`<span>${mark}</span>`)}</span>`;
