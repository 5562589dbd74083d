// All settings besides the question's own words, with a field to find one by.
import { html, nothing } from 'lit';
import { icon } from '../icons.js';
import { fieldViews } from './controls.js';

/** @typedef {import('./controls.js').Board} Board */
/** @typedef {import('../fields.js').Facts} Facts */
/** @typedef {import('../fields.js').Section} Section */

/** What is looked for. */
let sought = '';

/** @param {Board} board @param {Facts} facts */
export function drawerView(board, facts) {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = (/** @type {import('../fields.js').Field} */ { label, at }, /** @type {string} */ title) => {
    const text = `${title} ${label} ${at} ${board.help(at)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const groups = board.sections.filter(({ expert }) => expert).map((section) => ({ ...section, fields: section.fields.filter((field) => isMeant(field, section.title)) }));
  const views = groups.map(({ title, fields }) => {
    const shown = fieldViews(fields, board, facts);
    return shown.some((one) => one !== nothing) ? html`<section class="group" aria-label=${title}><h2>${title}</h2>${shown}</section>` : nothing;
  });
  const seek = (/** @type {Event} */ { target }) => {
    sought = /** @type {HTMLInputElement} */ (target).value;
    board.redraw();
  };
  return html`<aside class="drawer" aria-label="All settings">
    <div class="seek"><label class="exact">${icon('find')}<input type="search" placeholder="Find a setting" aria-label="Find a setting" .value=${sought} @input=${seek} /></label>
      <button type="button" class="quiet" @click=${() => board.expert.toggle(false)}>Close</button></div>
    ${views}
    ${views.every((one) => one === nothing) ? html`<p class="note" role="status">No setting of this question is called so.</p>` : nothing}
  </aside>`;
}
