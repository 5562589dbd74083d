// Connects state, engine, address and views. Nothing is computed here.
import { html, nothing, render } from 'lit';
import { watchAddress } from './address.js';
import { openCatalog } from './catalog.js';
import { announce, followSkips, part, sayLoading, showTab, takeOver } from './frame.js';
import { sections } from './fields.js';
import { explainedBy } from './explained.js';
import { openingEngine } from './opening.js';
import { movedIn } from './origin.js';
import { onFound } from './found.js';
import { get } from './pointer.js';
import { presets } from './presets.js';
import { reload, reopened } from './reopened.js';
import { State } from './state.js';
import { tabsView } from './tabs.js';
import { begin, missingView } from './trouble.js';
import { answerView } from './views/answer.js';
import { controlsView, problemsElsewhere } from './views/controls.js';
import { headlineView, nextView, shortView } from './views/headline.js';
import { noticesView, problemsView } from './views/notices.js';
import { placeText } from './views/summary.js';
import { tilesView } from './views/tiles.js';
import { goAhead } from './worker.js';

/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./types.js').Problem} Problem */
/** @typedef {import('./types.js').ViewId} ViewId */
/** @typedef {import('./types.js').Page} Page */

const reopen = reopened();
const linked = document.adoptedStyleSheets.length > 0; // first.js says what is asked; what its controls show is known once the engine has read it
const kept = 'What is set is kept, and answered as soon as it is here.';
const state = new State(presets);

/** An engine and what is asked of it once. @param {import('./engine.js').Engine} engine @param {import('./engine.js').Engine['catalog']} known records there are without it */
const around = (engine, known) => ({
  engine,
  catalog: openCatalog(engine, known),
  explained: explainedBy(engine, presets),
});

/** @type {(engine: import('./engine.js').Engine) => void} */
let started = () => {};
const brought = openingEngine(new Promise((resolve) => { started = resolve; }), presets);
let { engine, catalog, explained } = around(brought, brought.catalog);
/** Once the engine has started. @type {ReturnType<typeof watchAddress> | undefined} */
let address;

/** What is on the screen besides the scenario. */
const screen = {
  /** The last good answer. @type {Result | undefined} */ result: undefined,
  /** What it answers. @type {import('./types.js').Scenario | undefined} */ asked: undefined,
  /** @type {Problem[]} */ problems: [],
  /** @type {string[]} */ notices: [],
  /** Where they are from. */ link: '',
  /** Of a task that was changed to. @type {Record<string, string[]>} */ note: {},
  /** @type {ViewId} */ view: 'answer',
  /** Those that are loaded. @type {Partial<Record<ViewId, (page: Page) => unknown>>} */ views: { answer: answerView },
  /** @type {import('./types.js').Shown['opened']} */ opened: undefined,
  percentiles: false,
  /** What to say when a part of the page has not come. @type {unknown} */ missing: nothing,
  /** Are all settings open? */ expert: false,
  /** Of controls. */ sections,
  /** @type {Set<string>} */ helped: new Set(),
  /** @type {import('./charts/index.js').Charts | undefined} */ charts: undefined,
  /** All of an answer, or the part that is there so far. @type {import('./types.js').Whole} */ whole: (scenario, ask) => ask(scenario),
  /** What a field means, once the sentences have come, and what it is where a scenario leaves it out. */
  known: {
    help: (/** @type {string} */ _pointer) => '',
    defaultOf: (/** @type {string} */ pointer) => get(brought.estimate(state.scenario), `/scenario${pointer}`),
  },
  /** Of each task the scenario that was answered last before the edit that goes on. @type {Partial<Record<string, import('./types.js').Scenario>>} */
  former: { ...presets },
  /** What is loaded after the first answer. @type {typeof import('./look.js') | undefined} */ look: undefined,
  /** The rest of the page, and what waits for it. */
  rest: {
    /** @type {(() => void)[]} */ soon: [],
    need() {},
    after(/** @type {() => void} */ act) { this.soon.push(act); },
  },
  /** What is loaded once it is needed. @type {typeof import('./later.js') | undefined} */ later: undefined,
};

const EXPLAIN = /** @type {const} */ ('explain');
const PERCENTILES = /** @type {const} */ ('percentiles');
const SERIES = /** @type {const} */ ('series');
const LIMITS = /** @type {const} */ ('limits');

/** @param {boolean} [step] to this answer, for the browser's way back */
function answer(step) {
  if (!address) return drawOpening();
  const parts = [LIMITS, ...(screen.view === 'cost' ? [SERIES] : []), ...(screen.opened ? [EXPLAIN] : []), ...(screen.percentiles ? [PERCENTILES] : [])];
  const ask = (/** @type {import('./types.js').Scenario} */ scenario) => engine.estimate(onFound(scenario), { with: parts });
  const answered = screen.whole(state.scenario, ask, screen.result);
  screen.problems = answered.ok ? [] : answered.errors;
  const counts = answered.ok ? { scenario: state.scenario, answered } : screen.later?.passingOver(state.scenario, answered.errors, screen.former[state.workload], ask);
  const searching = answered.ok && answered.busy === 'search';
  if (searching) screen.result = answered; // what was answered before stands until it is found
  else if (counts) {
    Object.assign(screen, { result: counts.answered, asked: counts.scenario });
    announce(counts.answered.answer.short_text);
  } else screen.result ??= unasked();
  if (state.scenario !== state.preset) document.querySelector('.doors')?.remove(); // of the page as it opens
  const writes = searching ? state.scenario : screen.asked;
  if (writes) address.write(writes, screen.view, step);
  if (screen.look?.lacksRest(screen, state.scenario)) screen.rest.need();
  draw();
}

/** What controls show of a scenario that a link brought and that cannot be answered, where it leaves something out. */
function unasked() {
  const answered = engine.estimate({ workload: state.workload });
  return answered.ok ? answered : undefined;
}

function draw() {
  const { result } = screen;
  if (!result) return;
  const page = pageOf(result);
  const { asked } = screen;
  render(html`${noticesView(screen.notices, dismiss, screen.note[state.workload])}${screen.missing}${problemsView(problemsElsewhere(page.board))}`, part('notices'));
  render(html`${headlineView(page.shown, explain, nextView(result.answer.status, page.go, pin))}${page.explanation('headline')}${asked ? tilesView(result, page.go) : nothing}`, part('headline'));
  render(controlsView(page.board), part('controls'));
  render(tabsView(screen.view, go, { compare: screen.later?.pins().length }), part('tabs'));
  render(asked || screen.view === 'compare' ? viewOf(screen.view)(page) : nothing, part('details'));
  render(asked ? shortView(result) : nothing, part('short'));
  part('details').setAttribute('aria-labelledby', `tab-${screen.view}`);
  const where = placeText(result, catalog);
  if (asked) document.title = `${result.answer.short_text} · ${result.model.name} on ${where} – Ridgepoint`;
  document.documentElement.classList.toggle('older', page.shown.trouble !== '' || result.busy === 'search');
}

/** Controls and tabs, before there is an engine: the answer that the build wrote stands, and what is changed is kept. */
function drawOpening() {
  const { board } = pageOf(/** @type {Result} */ (engine.estimate(state.scenario)));
  if (asIs) render(controlsView(board), part('controls'));
  render(tabsView(screen.view, go), part('tabs'));
}

/** A view, begun when it is first shown; until it is loaded, the answer. @param {ViewId} id */
function viewOf(id) {
  const begin = screen.later?.views[id];
  return (screen.views[id] ??= begin?.({ engine, catalog, state, redraw: draw })) ?? answerView;
}

/** Another task. A model or hardware that a person has chosen comes along, for which it waits for the rest of the page. @param {import('./types.js').Workload} workload */
function useTask(workload) {
  if (screen.look?.bringsAlong(state)) screen.rest.after(() => state.use(workload));
  else state.use(workload);
}

/** @param {Result} result @returns {Page} */
function pageOf(result) {
  const percentiles = { on: screen.percentiles, toggle: togglePercentiles };
  const problems = screen.later?.inWords(screen.problems, state.scenario, result) ?? screen.problems;
  const shown = { result, trouble: problems.map((problem) => problem.message).join(' '), asked: screen.asked, opened: screen.opened, percentiles, explained: explained(state.workload), estimate: engine.estimate };
  /** @type {import('./views/controls.js').Board} */
  const board = { sections: screen.sections, result, state, catalog, help: screen.known.help, guide: nothing, redraw: draw, readModel: engine.readModel, use: useTask, toggleHelp, helped: screen.helped, expert: { open: screen.expert, toggle: toggleExpert }, drawer: screen.later?.drawerView, problems, moved: movedIn(state.scenario, screen.known.defaultOf) };
  board.guide = screen.later?.guideView(board, draw, go) ?? nothing;
  return { shown, board, look: screen.look, later: screen.later, charts: screen.charts, explain, explanation: (place) => screen.later?.explanationView(place, screen, show, board), go, apply };
}

/** @param {import('./types.js').Remedy} remedy */
function apply(remedy) {
  const changes = screen.later?.changesOf(remedy);
  return changes && (() => {
    state.setAll(changes, true);
    part('details').focus({ preventScroll: true }); // the button is gone with the misfit
  });
}

/** Keeps this scenario beside others. */
const pin = () => screen.rest.after(() => {
  screen.later?.keepPins([...screen.later.pins(), onFound(screen.asked ?? state.scenario)]);
  go('compare', true);
});

/** @param {ViewId} view @param {boolean} [top] @param {boolean} [step] */
function go(view, top = false, step = true) {
  screen.view = view;
  screen.opened = undefined;
  answer(step);
  showTab(top);
}

/** @param {string} pointer @param {string} place */
function explain(pointer, place) {
  const again = screen.opened?.pointer === pointer && screen.opened.place === place;
  show(again ? undefined : { pointer, place });
}

/** @param {import('./types.js').Shown['opened']} opened which explanation */
function show(opened) {
  screen.opened = opened;
  answer();
}

function togglePercentiles() {
  screen.percentiles = !screen.percentiles;
  answer();
}

/** @param {boolean} open */
function toggleExpert(open) {
  screen.expert = open;
  screen.rest.need();
  draw();
}

/** @param {string} pointer */
function toggleHelp(pointer) {
  if (!screen.helped.delete(pointer)) screen.helped.add(pointer);
  draw();
}

/** A link that says nothing opens the example. @param {import('./types.js').Scenario | undefined} scenario undefined: as it is @param {ViewId} view @param {string[]} notices @param {string} link */
function openLink(scenario, view, notices, link) {
  if (scenario) {
    Object.assign(screen, { link, notices: screen.look?.thenAndNow(notices, link, engine) ?? notices, result: undefined, asked: undefined });
    screen.former = {};
  }
  if (scenario && (Object.keys(scenario).some((key) => key !== 'version') || notices.length === 0)) state.replace(scenario);
  else answer();
  if (view !== screen.view) go(view, false, false);
}

/** @param {string[]} notices */
function refuseLink(notices) {
  screen.notices = notices;
  answer();
}

function dismiss() {
  screen.notices = [];
  screen.note = {};
  draw();
}

/** Opens the page anew, with everything that was set. */
function openAnew() {
  reload({ moment: state.now, view: screen.view, expert: screen.expert, own: screen.later?.ownLibrary() });
}

/** The first answer is there, the rest is not. */
function incomplete() {
  screen.missing = missingView(openAnew, (missing) => {
    screen.missing = missing;
    draw();
  });
  draw();
}

/** @param {import('./types.js').Scenario} scenario @param {ViewId} [view] */
const linkOf = (scenario, view) => address?.link(scenario, view) ?? location.href;

if (reopen) {
  Object.assign(screen, { view: reopen.view ?? screen.view, expert: reopen.expert === true });
  state.restore(reopen.moment);
}
const asIs = !linked || reopen;
takeOver('tabs', ...(asIs ? ['controls'] : []));
state.addEventListener('change', (event) => answer(/** @type {CustomEvent<boolean | undefined>} */ (event).detail));
followSkips();
answer();
sayLoading(kept);

({ engine, catalog, explained } = around(await begin(part('notices'), kept, openAnew, linked ? undefined : goAhead), brought.catalog));
started(engine);
const [early, view] = [state.canUndo || reopen !== undefined, screen.view];
address = watchAddress(engine, openLink, refuseLink);
takeOver('headline', 'details', 'short', ...(asIs ? [] : ['controls']));
document.querySelector('.notice.asked')?.remove();
document.adoptedStyleSheets = [];
if (early || !address.read()) answer(); // what was set in the meantime goes before what the address says
if (view !== 'answer') go(view, false, false);
if (!early && state.canUndo) { // opening a link is no step back
  state.forget();
  draw();
}
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && screen.opened && !event.defaultPrevented) show(undefined);
});
import('./look.js').then((look) => {
  screen.look = look;
  return look.arrive({ screen, state, engine, catalog, own: reopen?.own, early, linkOf, answer, draw, openAnew, incomplete });
}).catch(incomplete);
