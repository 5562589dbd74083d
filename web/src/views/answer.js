// The answer below its sentence: memory, speed and cost in short, and what to know about them.
import { html, nothing } from 'lit';
import { costView } from './cost.js';
import { memoryView } from './memory.js';
import { assumptionsView, warningsView } from './notes.js';
import { speedView } from './speed.js';

/** @typedef {import('../types.js').Page} Page */

/** The way to the whole view. @param {Page} page @param {import('../types.js').ViewId} view @param {string} words */
const more = ({ go }, view, words) => html`<p class="more"><button type="button" class="quiet" @click=${() => go(view, true)}>${words}</button></p>`;

/** @param {Page} page */
export const answerView = (page) => html`
  ${page.later ? page.later.remediesView(page.shown.result, page.apply) : page.shown.result.remedies[0] && html`<section class="soon">${[0, 0, ...page.shown.result.remedies].map(() => html`<br>`)}</section>`}
  ${memoryView(page, more(page, 'memory', 'Memory line by line'))}
  ${speedView(page, more(page, 'speed', 'Where the time goes, roofline and load'))}
  ${costView(page, page.shown.result.cost.ways?.length ? more(page, 'cost', 'Every way to pay, and when owning pays back') : nothing)}
  ${page.look?.fleetView(page.shown.result)}
  ${warningsView(page.shown.result)}
  ${assumptionsView(page.shown.result)}
  ${page.look?.rulesView(page.shown.result)}`;
