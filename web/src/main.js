// Connects state, engine, address and views. Nothing is computed here.
import { html, nothing, render } from 'lit';
import { watchAddress } from './address.js';
import { openCatalog } from './catalog.js';
import { startEngine } from './engine.js';
import { announce, foldControls, keepAnswerInSight, offerLink, part, takeOver } from './frame.js';
import { sections } from './fields.js';
import { helpFrom } from './help.js';
import { explainedBy } from './explained.js';
import { originsFrom } from './origin.js';
import { offerEmbed } from './share.js';
import { presets } from './presets.js';
import { State } from './state.js';
import { answerView } from './views/answer.js';
import { controlsView, problemsElsewhere } from './views/controls.js';
import { headlineView, shortView } from './views/headline.js';
import { noticesView, problemsView } from './views/notices.js';
import { summaryText } from './views/summary.js';

/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./types.js').Problem} Problem */

const engine = await startEngine();
const catalog = openCatalog(engine);
const help = helpFrom(engine.schema('scenario'));
const origins = originsFrom(engine, presets);
const explained = explainedBy(engine, presets);
const state = new State(presets);
const address = watchAddress(engine, openLink, refuseLink);

/** What is on the screen besides the scenario. */
const screen = {
  /** The last good answer. @type {Result | undefined} */ result: undefined,
  /** @type {Problem[]} */ problems: [],
  /** @type {string[]} */ notices: [],
  /** @type {import('./types.js').Shown['opened']} */ opened: undefined,
  percentiles: false,
  /** Of controls. */ sections,
  /** @type {Set<string>} */ helped: new Set(),
  /** @type {import('./charts/index.js').Charts | undefined} */ charts: undefined,
  /** @type {typeof import('./views/explain.js') | undefined} */ explaining: undefined,
  /** @type {typeof import('./views/reproduce.js') | undefined} */ reproducing: undefined,
};

const EXPLAIN = /** @type {const} */ ('explain');
const PERCENTILES = /** @type {const} */ ('percentiles');
const SERIES = /** @type {const} */ ('series');
const LIMITS = /** @type {const} */ ('limits');

function answer() {
  const answered = engine.estimate(state.scenario, { with: [LIMITS, ...(screen.charts ? [SERIES] : []), ...(screen.opened ? [EXPLAIN] : []), ...(screen.percentiles ? [PERCENTILES] : [])] });
  screen.problems = answered.ok ? [] : answered.errors;
  if (!answered.ok) screen.result ??= opening();
  else {
    screen.result = answered;
    address.write(state.scenario);
    announce(answered.answer.short_text);
  }
  draw();
}

/** What stays on the screen when the very first input cannot be answered: the example. */
function opening() {
  const answered = engine.estimate(state.preset, { with: [LIMITS] });
  return answered.ok ? answered : undefined;
}

function draw() {
  const { result } = screen;
  if (!result) return;
  const percentiles = { on: screen.percentiles, toggle: togglePercentiles };
  const shown = { result, trouble: screen.problems[0]?.message, opened: screen.opened, percentiles, explained: explained(state.workload), estimate: engine.estimate };
  const moved = origins({ asked: state.scenario, filled: result.scenario }, state.workload);
  const board = { sections: screen.sections, result, state, catalog, help, readModel: engine.readModel, toggleHelp, helped: screen.helped, problems: screen.problems, moved };
  render(html`${noticesView(screen.notices, dismiss)}${problemsView(problemsElsewhere(board))}`, part('notices'));
  render(html`${headlineView(shown, explain)}${explanationAt('headline')}`, part('headline'));
  render(controlsView(board), part('controls'));
  render(html`${answerView(shown, screen.charts, explain, explanationAt)}${screen.reproducing?.reproduceView(result) ?? nothing}`, part('details'));
  render(shortView(result), part('short'));
  part('summary').textContent = summaryText(result, (id) => catalog.accelerator(id)?.name ?? id);
  document.documentElement.classList.toggle('older', shown.trouble !== undefined);
}

/** @param {string} place */
function explanationAt(place) {
  if (screen.opened?.place !== place || !screen.explaining) return nothing;
  const found = screen.result?.explain?.find((e) => e.pointer === screen.opened?.pointer);
  return found ? screen.explaining.explainView(found, () => show(undefined)) : nothing;
}

/** @param {string} pointer @param {string} place */
function explain(pointer, place) {
  const again = screen.opened?.pointer === pointer && screen.opened.place === place;
  show(again ? undefined : { pointer, place });
}

/** @param {import('./types.js').Shown['opened']} opened which explanation */
async function show(opened) {
  screen.opened = opened;
  if (opened) screen.explaining ??= await import('./views/explain.js');
  answer();
}

function togglePercentiles() {
  screen.percentiles = !screen.percentiles;
  answer();
}

/** @param {string} pointer */
function toggleHelp(pointer) {
  if (!screen.helped.delete(pointer)) screen.helped.add(pointer);
  draw();
}

/** A link that says nothing opens the example. @param {import('./types.js').Scenario} scenario @param {string[]} notices */
function openLink(scenario, notices) {
  screen.notices = notices;
  if (Object.keys(scenario).some((key) => key !== 'version') || notices.length === 0) state.replace(scenario);
  else answer();
}

/** @param {string[]} notices */
function refuseLink(notices) {
  screen.notices = notices;
  answer();
}

function dismiss() {
  screen.notices = [];
  draw();
}

takeOver();
document.getElementById('stalled')?.remove();
state.addEventListener('change', answer);
if (!address.read()) answer();
foldControls();
keepAnswerInSight();
offerLink(() => address.link(state.scenario));
offerEmbed(() => ({ link: address.link(state.scenario), text: screen.result?.answer.text ?? '' }));
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && screen.opened && !event.defaultPrevented) show(undefined);
});

const [{ chartsFor }, reproducing, { expertSections }] = await Promise.all([
  import('./charts/index.js'), import('./views/reproduce.js'), import('./expert_fields.js'), import('./elements/import.js')]);
screen.reproducing = reproducing;
screen.sections = [...sections, ...expertSections];
new ResizeObserver(([entry]) => {
  const width = Math.floor(entry.contentRect.width);
  const first = !screen.charts;
  if (width > 0) screen.charts = chartsFor(width);
  if (first) answer();
  else draw();
}).observe(part('details'));

if ('serviceWorker' in navigator) import('./offline.js').then(({ keepOffline }) => keepOffline());
