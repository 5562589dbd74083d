// Handing on what is on the screen: its link, and how to show it elsewhere.
import { part } from './frame.js';
import { pins } from './pins.js';
import { openEmbed } from './share/embed_dialog.js';
import { remembering } from './then.js';

/** `passed`: is something passed over that is wrong? @typedef {{link: string, answer: import('./types.js').Result['answer'] | undefined, passed: boolean}} Shared */

/** @param {() => Shared} shared what is on the screen now @param {(scenario: import('./types.js').Scenario) => string} linkOf */
export function offerSharing(shared, linkOf) {
  offerLink(() => remembering(shared().link, shared().answer?.short_text), () => shared().passed);
  const embed = document.getElementById('embed'); // the single file has no such button
  embed?.addEventListener('click', () => openEmbed(shared(), pins().map((scenario) => linkOf(scenario))));
  embed?.removeAttribute('disabled');
}

/** On a phone the system's own sheet takes the link, elsewhere the clipboard. @param {() => string} link @param {() => boolean} passed */
function offerLink(link, passed) {
  const button = part('copy');
  const word = 'share' in navigator && matchMedia('(pointer: coarse)').matches ? 'Share' : 'Copy link';
  button.textContent = word;
  button.addEventListener('click', async () => {
    if (word === 'Share' && !passed()) return navigator.share({ title: document.title, url: link() }).catch(() => {}); // closed without choosing
    const copied = await navigator.clipboard?.writeText(link()).then(() => true, () => false);
    button.textContent = !copied ? 'The address bar has it' : passed() ? 'Copied without what is wrong' : 'Link copied';
    setTimeout(() => { button.textContent = word; }, 1500);
  });
  button.removeAttribute('disabled');
}
