// Terms one tap away: a word that opens its meaning beside it.
import { html, render } from 'lit';
import { terms } from '../terms.js';

/** A term of the text. @param {string} id @param {string} [words] in place of its name */
export const term = (id, words) => html`<button type="button" class="term" @click=${(/** @type {Event} */ e) => toggle(id, /** @type {HTMLElement} */ (e.currentTarget))}>${words ?? terms[id].term}</button>`;

/** The terms of a view, at its foot. @param {string[]} ids */
export const termsLine = (ids) => html`<section class="terms" aria-label="Terms"><p class="note">In plain words: ${ids.map((id, i) => html`${i ? ' · ' : ''}${term(id)}`)}</p></section>`;

/** @type {HTMLElement | undefined} */ let card;
/** @type {HTMLElement | undefined} */ let owner;

/** @param {string} id @param {HTMLElement} button */
function toggle(id, button) {
  const again = owner === button && isOpen();
  if (again) return close();
  card ??= made();
  const { term: name, also, means } = terms[id];
  render(html`<p><b>${name}</b>${also ? html` <span>${also}</span>` : ''}</p><p>${means}</p>`, card);
  owner = button;
  if (card.showPopover) card.showPopover();
  else card.hidden = false;
  button.setAttribute('aria-describedby', card.id);
  place(card, button);
}

const isOpen = () => (card?.showPopover ? card.matches(':popover-open') : card?.hidden === false);

function close() {
  owner?.removeAttribute('aria-describedby');
  if (card?.hidePopover) card.hidePopover();
  else if (card) card.hidden = true;
}

/** @returns {HTMLElement} */
function made() {
  const made = document.createElement('div');
  made.id = 'term-card';
  made.className = 'term-card';
  if (typeof made.showPopover === 'function') made.popover = 'auto';
  else made.setAttribute('hidden', '');
  made.addEventListener('toggle', (event) => { if (/** @type {ToggleEvent} */ (event).newState === 'closed') owner?.removeAttribute('aria-describedby'); });
  addEventListener('scroll', () => { if (owner && isOpen()) place(made, owner); }, { passive: true, capture: true });
  addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
  document.body.append(made);
  return made;
}

/** Under the word, or above it where there is no room. @param {HTMLElement} shown @param {HTMLElement} word */
function place(shown, word) {
  const at = word.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const beneath = at.bottom + 8 + height < innerHeight;
  shown.style.setProperty('left', `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`);
  shown.style.setProperty('top', `${beneath ? at.bottom + 8 : Math.max(8, at.top - 8 - height)}px`);
}
