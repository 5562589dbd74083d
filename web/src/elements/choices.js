// The list of <rp-combobox>, and what a text means that was typed there: loaded with the lists.
import { html, nothing } from 'lit';
import { count } from '../format.js';
import { plain } from '../search.js';
import { late } from './combobox.js';

/** @typedef {import('../search.js').Entry} Entry */
/** @typedef {import('./combobox.js').Combobox} Combobox */

/** @param {Combobox} box @param {string} list its id */
function choices(box, list) {
  const { found, query } = box;
  const names = [...new Set(found.map((entry) => entry.group))];
  return html`${found.every((entry) => entry.near) ? html`<div class="nothing" role="option" aria-disabled="true" aria-selected="false">Nothing matches “${query}”.</div>` : nothing}
    ${names.map((name) => html`<div role="group" aria-label=${name}>
      <div class="group" aria-hidden="true">${name}</div>
      ${found.map((entry, i) => (entry.group === name ? option(box, entry, i, list) : nothing))}
    </div>`)}`;
}

/** @param {Combobox} box @param {Entry} entry @param {number} i @param {string} list */
const option = (box, entry, i, list) => html`<div class="option" role="option" id="${list}-${i}" data-chosen=${entry.id === box.value}
  aria-selected=${i === box.active} aria-disabled=${entry.refused ? 'true' : nothing}
  @click=${() => box.choose(entry)} @pointermove=${() => { box.active = i; }}>
  <span>${entry.name}</span><span class="detail">${entry.refused ?? entry.detail}</span>
</div>`;

/** The one that was gone to with keys, that has the name, or that alone matches.
 * @param {Combobox} box @returns {Entry | undefined} */
function meant({ found, query, active, moved }) {
  const open = found.filter((entry) => !entry.refused);
  if (moved) return open.find((entry) => entry === found[active]);
  if (!query.trim()) return undefined;
  const named = open.find((entry) => !entry.near && [entry.name, entry.id, ...entry.also].some((name) => plain(name) === plain(query)));
  return named ?? (found.length === 1 && !found[0].near ? open[0] : undefined);
}

/** @param {Combobox} box */
function leave(box) {
  const entry = meant(box);
  if (entry) return box.choose(entry);
  box.open = false;
  box.left = box.query.trim();
}

/** @param {Combobox} box */
function untaken({ entries, left, shown }) {
  const found = entries(left);
  const still = shown ? `; still ${shown}.` : '.';
  if (found.every((entry) => entry.near)) return `Nothing is called “${left}”${still}`;
  const open = found.filter((entry) => !entry.refused).length;
  return open ? `“${left}” may be any of ${count(open)}${still}` : `“${left}” cannot be chosen${still}`;
}

/** Scrolls the list, and nothing but the list, to the active option. @param {Combobox} box */
function reveal(box) {
  const list = /** @type {HTMLElement} */ (box.querySelector('[role="listbox"]'));
  const option = /** @type {HTMLElement | null} */ (box.querySelector('[aria-selected="true"]'));
  if (!option) return;
  const above = option.offsetTop - list.scrollTop;
  if (above < 32 || above + option.offsetHeight > list.clientHeight - 32) {
    list.scrollTop = option.offsetTop - (list.clientHeight - option.offsetHeight) / 2;
  }
}

Object.assign(late, { choices, leave, untaken, reveal });
