// Everything that can wait until the first answer is on the screen, as one file: pictures, the views behind the tabs,
// expert settings, explanations, import, handing on.
import './elements/import.js';
import { open as compare } from './views/compare.js';
import { open as cost } from './views/cost_page.js';
import { open as memory } from './views/memory_page.js';
import { open as mine } from './views/mine.js';
import { open as recommend } from './views/recommend.js';
import { open as speed } from './views/speed_page.js';

export { along } from './along.js';
export { chartsFor, onWidth } from './charts/index.js';
export { expertSections } from './expert_fields.js';
export { offerExport } from './export.js';
export { knowledgeFrom } from './help.js';
export { keepFocus } from './keep_focus.js';
export { keepInSight } from './in_sight.js';
export { openLists } from './lists.js';
export { keepOffline } from './offline.js';
export { onEdit, passingOver } from './passed_over.js';
export { keepPins, onPins, pins } from './pins.js';
export { changesOf } from './remedy.js';
export { offerSharing } from './share.js';
export { thenAndNow } from './then.js';
export { inWords } from './problems.js';
export { listenForUndo } from './undo.js';
export { isPart, wholeAnswers } from './whole.js';
export { guideView } from './views/guide.js';
export { remediesView } from './views/remedies.js';
export { fleetView, rulesView } from './views/rules.js';
export { unpricedView } from './views/unpriced.js';
export { explanationView } from './views/explain.js';
export { carryOwn, ownLibrary } from './views/own.js';

/** Views beside the first: from what they work with to a function of the page.
 * @type {Record<string, (tools: import('./types.js').Tools) => (page: import('./types.js').Page) => unknown>} */
export const views = { memory, speed, cost, recommend, compare, mine };
