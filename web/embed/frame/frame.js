// A part of the calculator inside another page. Nothing is computed here.
import { html, nothing, render } from 'lit';
import { openCatalog } from '../../src/catalog.js';
import { chartsFor } from '../../src/charts/index.js';
import { explainedBy } from '../../src/explained.js';
import { examples } from '../../src/presets.js';
import { changesOf } from '../../src/remedy.js';
import { State } from '../../src/state.js';
import { begin } from '../../src/trouble.js';
import { noticesView, problemsView } from '../../src/views/notices.js';
import { fullAddress, optionsOf, scenarioOf } from '../options.js';
import { compareView } from './compare.js';
import { listen } from './host.js';
import { viewOf } from './views.js';

/** @typedef {import('../../src/types.js').Result} Result */
/** @typedef {import('../../src/types.js').Problem} Problem */
/** @typedef {import('../../src/types.js').Scenario} Scenario */

const most = 4; // scenarios side by side

const host = listen();
const query = new URLSearchParams(location.search);
const { view, controls, theme } = optionsOf((name) => query.get(name));
host.theme(theme);
document.documentElement.dataset.view = view;

const engine = await begin(part('notices'), '', () => location.reload());
const explained = explainedBy(engine, examples);
const opening = linked()[0] ?? examples.serve;
const state = new State({ ...examples, [opening.workload ?? 'serve']: opening }); // what "Reset all" leads back to: as it was embedded

const tools = { engine, state, catalog: openCatalog(engine, () => []), redraw: () => draw() };

/** What is on the screen besides the scenario. */
const screen = {
  /** The last good answer. @type {Result | undefined} */ result: undefined,
  /** What it answers. @type {Scenario | undefined} */ asked: undefined,
  /** The same before the edit that goes on. @type {Scenario | undefined} */ former: undefined,
  /** @type {Problem[]} */ problems: [],
  /** @type {string[]} */ notices: [],
  /** Those beside the first, to be compared. @type {Scenario[]} */ others: [],
  /** @type {import('../../src/types.js').Shown['opened']} */ opened: undefined,
  percentiles: false,
  width: 0,
  /** @type {typeof import('../../src/views/explain.js') | undefined} */ explaining: undefined,
  /** @type {import('./board.js').Board | undefined} */ board: undefined,
};

/** The scenarios of the address, of which there can be several between "|"; none when it holds nothing.
 * @param {string[]} [notices] takes what could not be used @returns {Scenario[]} */
function linked(notices = []) {
  const links = scenarioOf(location.search + location.hash);
  if (!links) return [];
  const decoded = links.split('|').slice(0, most).map((link) => engine.decodeUrl(`#${link}`));
  const said = decoded.flatMap((link) => /** @type {(string | Problem)[]} */ (link.ok ? link.notices ?? [] : link.errors));
  notices.push(...said.flatMap((n) => (typeof n === 'string' ? n : n.code === 'catalog_date' ? [] : n.message))); // the date of prices stands below
  return decoded.flatMap((link) => (link.ok ? [link.scenario] : []));
}

function open() {
  screen.notices = [];
  const [first = examples.serve, ...others] = linked(screen.notices);
  Object.assign(screen, { others, result: undefined, asked: undefined, former: undefined });
  state.replace(first);
}

function answer() {
  /** @type {('limits' | 'series' | 'explain' | 'percentiles')[]} */
  const parts = ['limits', 'series', ...(screen.opened ? [/** @type {const} */ ('explain')] : []), ...(screen.percentiles ? [/** @type {const} */ ('percentiles')] : [])];
  const ask = (/** @type {Scenario} */ scenario) => engine.estimate(scenario, { with: parts });
  const answered = ask(state.scenario);
  screen.problems = answered.ok ? [] : answered.errors;
  const counts = answered.ok ? { scenario: state.scenario, answered } : screen.board?.passingOver(state.scenario, answered.errors, screen.former, ask);
  if (counts) Object.assign(screen, { result: counts.answered, asked: counts.scenario });
  draw();
}

function draw() {
  render(html`
    ${noticesView(screen.notices, () => { screen.notices = []; draw(); })}
    ${problemsView(screen.board?.elsewhere(screen) ?? screen.problems)}
    ${screen.board && screen.result ? screen.board.view(screen) : nothing}
    ${screen.result ? pictureOf(screen.result) : nothing}`, part('view'));
  part('view').removeAttribute('aria-busy');
  part('date').textContent = screen.result && !screen.result.cost.given ? `Prices of ${screen.result.catalog_date}` : '';
  const link = engine.encodeUrl(screen.asked ?? state.scenario);
  part('open').setAttribute('href', fullAddress(location.href, link.ok ? link.url.slice(1) : location.hash.slice(1)));
}

/** @param {Result} result */
function pictureOf(result) {
  if (view === 'compare' && screen.others.length > 0) return compareView([screen.asked ?? state.scenario, ...screen.others].map((scenario) => engine.estimate(scenario)));
  const shown = {
    result, opened: screen.opened, trouble: screen.problems.map(({ message }) => message).join(' '), asked: screen.asked, explained: explained(state.workload), estimate: engine.estimate,
    percentiles: { on: screen.percentiles, toggle: () => { screen.percentiles = !screen.percentiles; answer(); } },
  };
  const page = /** @type {import('../../src/types.js').Page} */ (/** @type {unknown} */ ({ shown, charts: chartsFor(screen.width), explain, explanation: explanationAt, go: () => {}, apply }));
  return viewOf(view, { page, width: screen.width, tools });
}

/** What takes a remedy over, where the reader may change things. @param {import('../../src/types.js').Remedy} remedy */
function apply(remedy) {
  const changes = controls === 'none' ? undefined : changesOf(remedy);
  return changes && (() => state.setAll(changes));
}

/** @param {string} pointer @param {string} place */
async function explain(pointer, place) {
  const again = screen.opened?.pointer === pointer && screen.opened.place === place;
  screen.explaining ??= await import('../../src/views/explain.js');
  screen.opened = again ? undefined : { pointer, place };
  answer();
}

/** @param {string} place */
const explanationAt = (place) => screen.explaining?.explanationView(place, screen, (opened) => {
  screen.opened = opened;
  answer();
});

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

if (controls !== 'none') screen.board = (await import('./board.js')).boardOf({ tools, few: controls === 'few' });
part('view').replaceChildren();
screen.width = Math.floor(part('view').clientWidth);
state.addEventListener('change', answer);
addEventListener('hashchange', open);
screen.board?.onEdit(() => { screen.former = screen.asked?.workload === state.workload ? screen.asked : undefined; });
open();
state.forget(); // nothing to undo yet
new ResizeObserver(() => {
  const width = Math.floor(part('view').clientWidth);
  if (width > 0 && width !== screen.width) {
    screen.width = width;
    draw();
  }
}).observe(part('view'));
host.ready();
