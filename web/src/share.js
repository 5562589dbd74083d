// Handing on what is on the screen. What each button opens is loaded when it is asked for.
import { part } from './frame.js';

/** @param {() => import('./share/embed_dialog.js').Shared} shared what is on the screen now */
export function offerEmbed(shared) {
  part('embed').addEventListener('click', async () => (await import('./share/embed_dialog.js')).openEmbed(shared()));
}
