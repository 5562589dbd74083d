// What an untouched page shows and does beside the words of its answer, as one file that is loaded once these are on the screen.
// The build gives it modules of its own in place of those that it has in common with later.js alone: no third file comes for them.
import './catalog.js';
import './link.js';
import './views/controls.js';
import './views/cost.js';
import './views/memory.js';
import './views/speed.js';
import './views/tiles.js';

export { arrive } from './arriving.js';
export { bringsAlong, lacksRest } from './rest.js';
export { thenAndNow } from './then.js';
export { fleetView, rulesView } from './views/rules.js';
