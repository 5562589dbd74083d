// What stands beside the ranked list of hardware: a pick for each way to have it, what is taken for granted, and where the
// hardware stands that people know.
import { html, nothing } from 'lit';
import { count, dollars } from '../format.js';

/** @typedef {import('../types.js').Pick} Pick */
/** @typedef {import('../types.js').Result} Result */

/** @param {Pick} pick */
const wayOf = ({ text }) => text.split(':')[0];

/** @param {Pick} pick */
const priceOf = ({ usd_per_month: month, usd_per_run: run }) => (month !== undefined ? `${dollars(month)} a month` : run !== undefined ? `${dollars(run)} a run` : '');

/** The same hardware at the same price is one card, which both are said of. @param {Pick[]} picks @returns {Pick[][]} */
function cardsOf(picks) {
  /** @type {Map<string, Pick[]>} */
  const cards = new Map();
  for (const pick of picks) {
    const card = JSON.stringify([pick.accelerator, pick.count, priceOf(pick)]);
    cards.set(card, [...(cards.get(card) ?? []), pick]);
  }
  return [...cards.values()];
}

/** A press finds the pick in the list, where it is there. @param {Result} found @param {(id: string) => string} nameOf an accelerator @param {(id: string) => void} choose */
export function picksView({ picks = [], recommendations = [] }, nameOf, choose) {
  if (picks.length === 0) return nothing;
  const listed = (/** @type {Pick} */ pick) => recommendations.some(({ hardware }) => hardware.accelerator === pick.accelerator && hardware.count === pick.count);
  return html`<div class="figures picks" role="group" aria-label="Picks">${cardsOf(picks).map((card) => {
    const [first] = card;
    const usd = card.find((pick) => pick.purchase_usd)?.purchase_usd;
    const content = html`<span class="figure-label">${card.map(wayOf).join(' · ')}</span>
      <span class="figure-value">${priceOf(first)}</span>
      <span class="figure-note">${first.accelerator ? `${count(first.count)}\u00a0×\u00a0${nameOf(first.accelerator)}` : 'for the same requests'}${usd ? `, ${dollars(usd)} to buy` : ''}</span>`;
    return listed(first) ? html`<button type="button" class="figure" @click=${() => choose(first.accelerator ?? '')}>${content}</button>` : html`<div class="figure">${content}</div>`;
  })}</div>
  <details class="twin"><summary>Picks in words</summary><ul class="reasons">${picks.map(({ text }) => html`<li>${text}</li>`)}</ul></details>`;
}

/** @param {Result} found @param {(at: string) => string | undefined} labelOf of the control of a limit, where it has one on the page */
export function assumedView({ assumed = [] }, labelOf) {
  if (assumed.length === 0) return nothing;
  return html`<details class="twin"><summary>Assumptions <span class="tally">${assumed.length}</span></summary>
    <ul class="reasons">${assumed.map(({ path, text }) => html`<li>${text}
      ${labelOf(path) ? html`<button type="button" class="quiet" aria-label="Set it: ${labelOf(path)}" @click=${() => goTo(path)}>Set it</button>` : nothing}</li>`)}</ul></details>`;
}

/** Opens the limits at the control of one. @param {string} at */
function goTo(at) {
  const control = document.querySelector(`.limits .control[data-at="${at}"]`);
  const folded = control?.closest('details');
  if (folded) folded.open = true;
  /** @type {HTMLElement | null | undefined} */ (control?.querySelector('input:not([type="range"]), select'))?.focus();
}

/** Nothing where all of them were left out by the question. @param {Result} found */
export const knownView = ({ known = [] }) => (known.some(({ accelerator }) => accelerator)
  ? html`<h3>How other hardware ranks</h3><ul class="reasons">${known.map(({ text }) => html`<li>${text}</li>`)}</ul>` : nothing);
