// Handing on the link of what is on the screen.
import { briefly } from './briefly.js';
import { part } from './frame.js';
import { remembering } from './then.js';

/** `passed`: is something passed over that is wrong? @typedef {{link: string, answer: import('./types.js').Result['answer'] | undefined, passed: boolean}} Shared */

/** On a phone the system's own sheet takes the link, elsewhere the clipboard. @param {() => Shared} shared what is on the screen now */
export function offerLink(shared) {
  const button = part('copy');
  const word = 'share' in navigator && matchMedia('(pointer: coarse)').matches ? 'Share' : 'Copy link';
  button.textContent = word;
  button.addEventListener('click', async () => {
    const { link, answer, passed } = shared();
    const url = remembering(link, answer?.short_text);
    if (word === 'Share' && !passed) return navigator.share({ title: document.title, url }).catch(() => {}); // closed without choosing
    const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
    briefly(button, !copied ? 'The address bar has it' : passed ? 'Copied without what is wrong' : 'Link copied', word);
  });
  button.removeAttribute('disabled');
}
