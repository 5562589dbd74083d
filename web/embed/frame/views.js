// What each view shows: the page's own views, less what leads elsewhere.
import { html, nothing } from 'lit';
import { cashFlow } from '../../src/charts/cash_flow.js';
import { costBars } from '../../src/charts/cost_bars.js';
import { latencyByLoad } from '../../src/charts/latency_by_load.js';
import { roofline } from '../../src/charts/roofline.js';
import { costView } from '../../src/views/cost.js';
import { headlineView } from '../../src/views/headline.js';
import { memoryView } from '../../src/views/memory.js';
import { warningsView } from '../../src/views/notes.js';
import { remediesView } from '../../src/views/remedies.js';
import { plot } from '../../src/views/plot.js';
import { speedView } from '../../src/views/speed.js';
import { deviceOf } from '../../src/words.js';

/**
 * @typedef {object} Drawing
 * @property {import('../../src/types.js').Page} page
 * @property {number} width pixels
 * @property {import('../../src/types.js').Tools} tools
 */

/** @param {Drawing} d */
const headline = ({ page }) => html`<div id="headline">${headlineView(page.shown, page.explain)}${page.explanation('headline')}</div>`;

/** What the figure is about, in one line. @param {Drawing} d */
const subject = ({ page }) => html`<p class="note subject">${page.shown.result.answer.text}</p>`;

/** @param {Drawing} d */
function roof({ page: { shown: { result } }, width }) {
  const picture = roofline(result);
  return html`<section aria-labelledby="roofline">
    <h2 id="roofline">Roofline <span>of one ${deviceOf(result)}</span></h2>
    ${picture ? plot(picture, width) : html`<p>${result.speed.bottleneck.text} is the limit.</p>`}
  </section>`;
}

/** @param {Drawing} d */
function latency({ page, width, tools }) {
  const curves = latencyByLoad(tools, page.shown.result);
  const half = width >= 640 ? Math.floor((width - 40) / 2) : width;
  return speedView(page, curves.length ? html`<h3>Latency against throughput</h3><div class="pair">${curves.map((curve) => plot(curve, half))}</div>` : nothing);
}

/** @param {Drawing} d */
const ways = ({ page: { shown: { result } }, width }) => (result.cost.ways?.length
  ? html`<h3>A useful ${deviceOf(result)} hour</h3><div class="chart chart-cost">${costBars(result, width)}</div>` : nothing);

/** @param {Drawing} d */
const flow = ({ page: { shown: { result } }, width }) => ((result.cost.cash_flow?.length ?? 0) > 1
  ? html`<h3>Paid over time</h3><div class="chart">${cashFlow(result, width)}</div>` : nothing);

/** @param {Drawing} d */
const cost = (d) => costView(d.page, [ways(d), flow(d)]);

/** @type {Record<string, (d: Drawing) => unknown>} */
const views = {
  answer: headline,
  memory: (d) => [memoryView(d.page, nothing), subject(d)],
  roofline: (d) => [roof(d), subject(d)],
  latency: (d) => [latency(d), subject(d)],
  cost: (d) => [cost(d), subject(d)],
  full: (d) => [headline(d), remediesView(d.page.shown.result, d.page.apply), memoryView(d.page, nothing), latency(d), roof(d), cost(d), warningsView(d.page.shown.result)],
};

/** @param {string} view one that shows nothing of its own shows the answer @param {Drawing} drawing */
export const viewOf = (view, drawing) => html`<div id="details" class="drawn">${(views[view] ?? headline)(drawing)}</div>`;
