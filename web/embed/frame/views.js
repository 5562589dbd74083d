// What each view shows: the page's own views, less what leads elsewhere.
import { html, nothing } from 'lit';
import { cashFlow } from '../../src/charts/cash_flow.js';
import { costBars } from '../../src/charts/cost_bars.js';
import { costView } from '../../src/views/cost.js';
import { headlineView } from '../../src/views/headline.js';
import { memoryView } from '../../src/views/memory.js';
import { remediesView, warningsView } from '../../src/views/notes.js';
import { speedView } from '../../src/views/speed.js';

/**
 * @typedef {object} Drawing
 * @property {import('../../src/types.js').Shown} shown
 * @property {import('../../src/charts/index.js').Charts} charts
 * @property {number} width pixels
 * @property {import('../../src/views/figure.js').Explain} explain
 * @property {(place: string) => unknown} explanationAt
 */

/** @param {Drawing} d */
const headline = (d) => html`<div id="headline">${headlineView(d.shown, d.explain)}${d.explanationAt('headline')}</div>`;
/** @param {Drawing} d */
const memory = (d) => memoryView(d.shown, d.charts, d.explain, d.explanationAt('memory'));
/** @param {Drawing} d */
const speed = (d) => speedView(d.shown, d.charts, d.explain, d.explanationAt('speed'));
/** @param {Drawing} d */
const cost = (d) => costView(d.shown, d.charts, d.explain, d.explanationAt('cost'));

/** The figures of cost with their two main pictures. @param {Drawing} d */
const briefCost = (d) => [costView(d.shown, undefined, d.explain, d.explanationAt('cost')), ways(d), flow(d)];

/** @param {Drawing} d */
const ways = ({ shown: { result }, width }) => (result.cost.ways?.length
  ? html`<h3>A useful GPU hour</h3><div class="chart chart-cost">${costBars(result, width)}</div>` : nothing);

/** @param {Drawing} d */
const flow = ({ shown: { result }, width }) => ((result.cost.cash_flow?.length ?? 0) > 1
  ? html`<h3>Paid over time</h3><div class="chart">${cashFlow(result, width)}</div>` : nothing);

/** What the figure is about, in one line. @param {Drawing} d */
const subject = ({ shown: { result } }) => html`<p class="note subject">${result.answer.text}</p>`;

/** @param {Drawing} d */
function roofline({ shown, charts }) {
  const { bottleneck } = shown.result.speed;
  return html`<section aria-labelledby="roofline">
    <h2 id="roofline">Roofline</h2>
    <p class="binds">${bottleneck.text} is the limit.</p>
    ${bottleneck.intensity > 0 ? html`<div class="chart chart-ridge">${charts.ridge(shown.result)}</div>` : nothing}
  </section>`;
}

/** @type {Record<string, (d: Drawing) => unknown>} */
const views = {
  answer: headline,
  memory: (d) => [memory(d), subject(d)],
  roofline: (d) => [roofline(d), subject(d)],
  latency: (d) => [speed(d), subject(d)],
  cost: (d) => [briefCost(d), subject(d)],
  full: (d) => [headline(d), remediesView(d.shown.result), memory(d), speed(d), cost(d), warningsView(d.shown.result)],
};

/** @param {string} view one that shows nothing of its own shows the answer @param {Drawing} drawing */
export const viewOf = (view, drawing) => html`<div id="details" class="drawn">${(views[view] ?? headline)(drawing)}</div>`;
