// The controls of an embedded calculator: a few that matter most, or all.
import { openCatalog } from '../../src/catalog.js';
import { sections } from '../../src/fields.js';
import { expertSections } from '../../src/expert_fields.js';
import { helpFrom } from '../../src/help.js';
import { originsFrom } from '../../src/origin.js';
import { controlsView, problemsElsewhere } from '../../src/views/controls.js';
import { html } from 'lit';
import '../../src/elements/import.js';

/** @typedef {{result?: import('../../src/types.js').Result, problems: import('../../src/types.js').Problem[]}} Screen */
/** @typedef {ReturnType<typeof boardOf>} Board */

const most = ['/model', '/serve/concurrency', '/train/method', '/hardware/accelerator', '/hardware/count', '/precision/weights'];

/** @param {{engine: import('../../src/engine.js').Engine, state: import('../../src/state.js').State, presets: Record<string, import('../../src/types.js').Scenario>, few: boolean, draw: () => void}} parts */
export function boardOf({ engine, state, presets, few, draw }) {
  const catalog = openCatalog(engine);
  const help = helpFrom(engine.schema('scenario'));
  const origins = originsFrom(engine, presets);
  /** @type {Set<string>} */
  const helped = new Set();
  const shownSections = few
    ? sections.map((section) => ({ ...section, fields: section.fields.filter(({ at }) => most.includes(at)) }))
    : [...sections, ...expertSections];

  const toggleHelp = (/** @type {string} */ pointer) => {
    if (!helped.delete(pointer)) helped.add(pointer);
    draw();
  };

  /** @param {Screen} screen */
  const board = ({ result, problems }) => ({
    sections: shownSections, result: /** @type {import('../../src/types.js').Result} */ (result), state, catalog, help, readModel: engine.readModel, toggleHelp, helped, problems,
    moved: origins({ asked: state.scenario, filled: /** @type {any} */ (result).scenario }, state.workload),
  });
  return {
    view: (/** @type {Screen} */ screen) => html`<div id="controls" class="embedded-controls" data-few=${few} role="group" aria-label="Scenario">${controlsView(board(screen))}</div>`,
    elsewhere: (/** @type {Screen} */ screen) => (screen.result ? problemsElsewhere(board(screen)) : screen.problems),
  };
}
