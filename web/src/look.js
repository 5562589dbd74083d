// What an untouched page shows beside the words of its answer, drawn once these are on the screen. It comes with main.js: most
// visitors look first, and what they see then asks for no further file.
import './words_more.js';

export { chartsFor, onWidth } from './charts/index.js';
export { keepInSight } from './in_sight.js';
export { remediesView } from './views/remedies.js';
export { fleetView, rulesView } from './views/rules.js';
