// The controls of an embedded calculator: a few that matter most, or all.
import { sections } from '../../src/fields.js';
import { expertSections } from '../../src/expert_fields.js';
import { defaultsOf } from '../../src/defaults.js';
import { help } from '../../src/help.js';
import { openLists } from '../../src/lists.js';
import { onEdit, passingOver } from '../../src/passed_over.js';
import { inWords } from '../../src/problems.js';
import { movedIn } from '../../src/origin.js';
import { controlsView, problemsElsewhere } from '../../src/views/controls.js';
import { drawerView } from '../../src/views/drawer.js';
import { html, nothing } from 'lit';
import '../../src/elements/import.js';

/** @typedef {{result?: import('../../src/types.js').Result, problems: import('../../src/types.js').Problem[]}} Screen */
/** @typedef {ReturnType<typeof boardOf>} Board */

const most = ['/model', '/serve/concurrency', '/serve/requests_per_minute', '/serve/daily_users', '/train/method', '/hardware/accelerator', '/hardware/count', '/precision/weights'];

/** @param {{tools: import('../../src/types.js').Tools, few: boolean}} parts */
export function boardOf({ tools: { engine, state, catalog, redraw: draw }, few }) {
  catalog.lists = openLists(engine, catalog);
  const defaultOf = defaultsOf(engine.schema('scenario'));
  /** @type {Set<string>} */
  const helped = new Set();
  const shownSections = few
    ? sections.map((section) => ({ ...section, fields: section.fields.filter(({ at }) => most.includes(at)) }))
    : [...sections, ...expertSections];

  const expert = {
    open: false,
    toggle: (/** @type {boolean} */ open) => {
      expert.open = open;
      draw();
    },
  };

  const toggleHelp = (/** @type {string} */ pointer) => {
    if (!helped.delete(pointer)) helped.add(pointer);
    draw();
  };

  /** @param {Screen} screen */
  const board = ({ result, problems }) => ({
    sections: shownSections, result: /** @type {import('../../src/types.js').Result} */ (result), state, catalog, help, guide: nothing, redraw: draw, readModel: engine.readModel, use: (/** @type {import('../../src/types.js').Workload} */ workload) => state.use(workload), toggleHelp, helped, expert, drawer: drawerView, problems: inWords(problems, state.scenario, result),
    moved: movedIn(state.scenario, defaultOf),
  });
  return {
    onEdit,
    passingOver,
    view: (/** @type {Screen} */ screen) => html`<div id="controls" class="embedded-controls" data-few=${few} role="group" aria-label="Scenario">${controlsView(board(screen))}</div>`,
    elsewhere: (/** @type {Screen} */ screen) => (screen.result ? problemsElsewhere(board(screen)) : screen.problems),
  };
}
