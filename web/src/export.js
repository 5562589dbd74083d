// The button that opens the export menu.
import { openExport } from './report/menu.js';

/** @param {HTMLElement} button @param {() => import('./report/content.js').Shared | undefined} shared what is on the screen now */
export function offerExport(button, shared) {
  button.addEventListener('click', () => {
    const now = shared();
    if (now) openExport(now);
  });
  button.removeAttribute('disabled');
}
