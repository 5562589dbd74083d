// Terms one look away: a word whose meaning opens beside it.
import { html, render } from 'lit';
import { terms, told } from '../terms.js';

/** A term of the text: its meaning opens while it is pointed at, reached by Tab or tapped. @param {string} id @param {string} [words] in place of its name */
export const term = (id, words) => html`<button type="button" class="term" @mouseenter=${on(id)} @mouseleave=${soon} @focus=${on(id)} @blur=${soon} @click=${on(id)}>${words ?? terms[id].term}</button>`;

/** The terms of a view, at its foot. @param {string[]} ids */
export const termsLine = (ids) => html`<section class="terms" aria-label="Terms"><p class="note">In plain words: ${ids.map((id, i) => html`${i ? ' · ' : ''}${term(id)}`)}</p></section>`;

/** @type {HTMLElement | undefined} */ let card;
/** @type {HTMLElement | undefined} */ let owner;

/** @type {ReturnType<typeof setTimeout>} */ let leaving;

/** @param {string} id */
const on = (id) => (/** @type {FocusEvent | MouseEvent} */ { currentTarget, type, relatedTarget }) => {
  const button = /** @type {HTMLElement} */ (currentTarget);
  clearTimeout(leaving);
  if (owner === button && isOpen()) return;
  if (type === 'focus' && (!button.matches(':focus-visible') || (relatedTarget && card?.contains(/** @type {Node} */ (relatedTarget))))) return; // a click follows, or it was closed
  card ??= made();
  const { term: name, also, means } = terms[id];
  const more = Object.keys(told).find((page) => told[/** @type {keyof typeof told} */ (page)].some((known) => known === id));
  render(html`<p><b>${name}</b>${also ? html` <span>${also}</span>` : ''}</p><p>${means}${more ? html` <a href="learn/${more}.html">More</a>` : ''}</p>`, card);
  owner = button;
  if (card.showPopover) card.showPopover(/** @type {any} */ ({ source: button })); // its link is the next that Tab reaches
  else card.hidden = false;
  button.setAttribute('aria-describedby', card.id);
  place(card, button);
};

/** Leaves time to get from the word into its card. */
const soon = () => { leaving = setTimeout(() => { if (!card?.matches(':hover, :focus-within') && !owner?.matches(':hover')) close(); }, 200); };

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
  for (const type of ['mouseleave', 'focusout']) made.addEventListener(type, soon);
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
