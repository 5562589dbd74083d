// The views of an answer as tabs: which there are, and how they are moved between.
import { html, nothing } from 'lit';

/** @typedef {import('./types.js').ViewId} ViewId */

export const tabs = /** @type {const} */ ([
  { id: 'answer', label: 'Answer' },
  { id: 'memory', label: 'Memory' },
  { id: 'speed', label: 'Speed' },
  { id: 'cost', label: 'Cost' },
  { id: 'recommend', label: 'Recommend' },
  { id: 'compare', label: 'Compare' },
  { id: 'mine', label: 'My hardware' },
]);

/** @param {unknown} id @returns {id is ViewId} */
export const isView = (id) => tabs.some((tab) => tab.id === id);

/** @param {ViewId} view the one that is open @param {(view: ViewId, top?: boolean, step?: boolean) => void} go @param {Partial<Record<ViewId, number>>} [counts] */
export const tabsView = (view, go, counts = {}) => html`
  <div class="tabs" role="tablist" aria-label="Views" @keydown=${(/** @type {KeyboardEvent} */ event) => moved(event, go)}>
    ${tabs.map(({ id, label }) => html`<button type="button" role="tab" id="tab-${id}" aria-controls="details" aria-selected=${id === view ? 'true' : 'false'}
      tabindex=${id === view ? 0 : -1} @click=${() => go(id)}>${label}${counts[id] ? html` <span class="tally">${counts[id]}</span>` : nothing}</button>`)}
  </div>`;

/** Arrows, Home and End move between tabs; a key that is held down is no step each time. @param {KeyboardEvent} event @param {(view: ViewId, top?: boolean, step?: boolean) => void} go */
function moved(event, go) {
  const row = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (event.currentTarget).children]);
  const at = row.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: row.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  const next = (to + row.length) % row.length;
  row[next].focus();
  go(tabs[next].id, false, !event.repeat);
}
