// The page around the views: tabs in sight, what is said aloud.

/** @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Empties what was drawn at build time, so that the views can draw in its place. @param {string[]} ids */
export function takeOver(...ids) {
  for (const id of ids) part(id).replaceChildren();
}

/** On a slow network: scripts are here, the engine is not. The single file has no such line. @param {string} kept what stays meanwhile */
export function sayLoading(kept) {
  const line = document.getElementById('stalled');
  if (line) line.textContent = `The calculator is still loading. ${kept}`;
}

/** The address holds the scenario, so that the links for the keyboard move the focus themselves. */
export function followSkips() {
  for (const link of document.querySelectorAll('.skip')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const target = link.getAttribute('href') === '#answer' ? part('answer') : part('tabs').querySelector('[aria-selected="true"]');
      if (!(target instanceof HTMLElement)) return;
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus();
    });
  }
}

/** Brings the open tab into its row and the beginning of its view into sight: where it has scrolled away, and with `top`
 * also where it lies far down. @param {boolean} top */
export function showTab(top) {
  const [row, panel] = [part('tabs'), part('details')];
  const bar = /** @type {HTMLElement} */ (document.querySelector('.bar')); // what of it stays in sight covers what is there
  const { position, top: stuck } = getComputedStyle(bar);
  const begin = panel.getBoundingClientRect().top - row.offsetHeight - (position === 'sticky' ? bar.offsetHeight + parseFloat(stuck) : 0);
  if (begin < 0 || (top && begin > innerHeight / 2)) scrollBy(0, begin);
  const [tab, list] = [row.querySelector('[aria-selected="true"]'), row.firstElementChild];
  if (!tab || !list) return;
  const [at, room] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  if (at.left < room.left || at.right > room.right - 32) list.scrollLeft += at.left - room.left - 32;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let speaking;

/** Says the short answer to screen readers once things have come to rest. @param {string} text */
export function announce(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => { part('spoken').textContent = text; }, 600);
}
