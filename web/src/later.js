// Everything that can wait until a person touches the page, as one file: the views behind the tabs, all settings,
// explanations, lists to choose from, import, handing on.
import './elements/import.js';
import './frame.js'; // so that what main.js and look.js have in common is one file
import { open as compare } from './views/compare.js';
import { open as cost } from './views/cost_page.js';
import { open as memory } from './views/memory_page.js';
import { open as mine } from './views/mine.js';
import { open as recommend } from './views/recommend.js';
import { open as speed } from './views/speed_page.js';

export { along } from './along.js';
export { expertSections } from './expert_fields.js';
export { help } from './help.js';
export { keepFocus } from './keep_focus.js';
export { openLists } from './lists.js';
export { keepOffline } from './offline.js';
export { keepPins, onPins, pins } from './pins.js';
export { onEdit, passingOver } from './passed_over.js';
export { inWords } from './problems.js';
export { changesOf } from './remedy.js';
export { listenForUndo } from './undo.js';
export { openExport } from './report/menu.js';
export { printReport } from './report/printing.js';
export { openEmbed } from './share/embed_dialog.js';
export { drawerView } from './views/drawer.js';
export { guideView } from './views/guide.js';
export { explanationView } from './views/power.js';
export { remediesView } from './views/remedies.js';
export { unpricedView } from './views/unpriced.js';
export { carryOwn, ownLibrary } from './views/own.js';

// A panel of the question bar closes where a person goes on elsewhere, and by Escape.
const opened = () => /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('.tools details[open]')]);
addEventListener('pointerdown', ({ target }) => opened().filter((one) => !one.contains(/** @type {Node} */ (target))).forEach((one) => { one.open = false; }));
addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key !== 'Escape' || defaultPrevented) return;
  for (const one of opened()) {
    one.open = false;
    one.querySelector('summary')?.focus();
  }
});

/** Views beside the first: from what they work with to a function of the page.
 * @type {Record<string, (tools: import('./types.js').Tools) => (page: import('./types.js').Page) => unknown>} */
export const views = { memory, speed, cost, recommend, compare, mine };
