// The validation report, which is complete without this: what a line opens on stands on a page of its own, and is put in its place.
import { documentAt } from './browse/document_at.js';

/** What stands for the parts that are not here. @param {ParentNode} within */
const links = (within) => /** @type {NodeListOf<HTMLAnchorElement>} */ (within.querySelectorAll('.rest > a'));

/** Puts a part in the place of the link to it, which stays where the part does not come. @param {HTMLAnchorElement} link */
async function unfold(link) {
  if (link.ariaBusy) return;
  link.ariaBusy = 'true';
  try {
    const part = (await documentAt(link.href)).getElementById('part');
    link.parentElement?.replaceWith(...(part?.childNodes ?? []));
  } catch {
    link.ariaBusy = null;
  }
}

/** Opens the line that the address names. */
function follow() {
  const line = document.getElementById(location.hash.slice(1));
  if (line instanceof HTMLDetailsElement) line.open = true;
}

document.addEventListener('toggle', ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.open) links(target).forEach(unfold);
}, true);
addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (key === 'F3' || ((ctrlKey || metaKey) && key === 'f')) links(document).forEach(unfold); // so that the browser finds what is in them
});
addEventListener('hashchange', follow);
follow();
for (const line of document.querySelectorAll('details[open]')) links(line).forEach(unfold); // as they were left
