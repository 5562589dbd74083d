// What comes after the first answer: what the first look shows beside its words, and, once it is needed, the rest of the page.
import { sections } from './fields.js';
import { chartsFor, onWidth } from './charts/index.js';
import { turn } from './engine.js';
import { dressed } from './dressed.js';
import { part } from './frame.js';
import { defaultsOf } from './defaults.js';
import { keepInSight } from './in_sight.js';
import { touched } from './person.js';
import { lacksRest, restOf } from './rest.js';
import { searchOnce } from './search_once.js';
import { offerLink } from './share.js';
import { thenAndNow } from './then.js';
import { isPart, wholeAnswers } from './whole.js';

/**
 * What the page is made of so far.
 * @typedef {object} Made
 * @property {any} screen what is on it besides the scenario
 * @property {import('./state.js').State} state
 * @property {import('./engine.js').Engine} engine
 * @property {import('./catalog.js').Catalog} catalog
 * @property {any} own devices and prices of the page before a reload
 * @property {boolean} early has something been set before there was an engine?
 * @property {(scenario: import('./types.js').Scenario, view?: import('./types.js').ViewId) => string} linkOf
 * @property {() => void} answer
 * @property {() => void} draw
 * @property {() => void} openAnew
 * @property {() => void} incomplete a part has not come
 */

/** @param {Made} page */
export async function arrive(page) {
  const { screen, state, engine, linkOf, answer, draw } = page;
  const linkNow = () => linkOf(screen.asked ?? state.scenario, screen.view);
  /** @returns {import('./share.js').Shared} */
  const shared = () => ({ link: linkNow(), answer: screen.asked && screen.result?.answer, passed: screen.asked !== undefined && screen.problems.length > 0 });
  const rest = restOf(() => Promise.all([import('./later.js'), dressed('rest.css')]).then(([later]) => complete(later, page), page.incomplete));
  screen.notices = thenAndNow(screen.notices, screen.link, engine);
  engine.estimate = searchOnce(engine.estimate);
  screen.whole = wholeAnswers(answer);
  const another = () => document.getElementById('question')?.remove(); // what stands on paper until there is a report is the first one
  if (page.early) another();
  state.addEventListener('change', another);
  offerLink(shared);
  rest.offer('export', () => {
    const answered = answeredOn(page);
    if (answered) screen.later?.openExport(answered);
  });
  rest.offer('embed', () => screen.later?.openEmbed(shared(), screen.later.pins().map((/** @type {import('./types.js').Scenario} */ scenario) => linkOf(scenario))));
  for (const act of screen.rest.soon) rest.after(act);
  screen.rest = rest;
  keepInSight(part('headline'));
  await turn();
  screen.known.defaultOf = defaultsOf(engine.schema('scenario'));
  await turn();
  (screen.result && isPart(screen.result) ? answer : draw)(); // pictures take as long again
  await turn();
  onWidth(part('details'), (width) => {
    screen.charts = chartsFor(width);
    draw();
  });
  if (page.early || lacksRest(screen, state.scenario)) rest.need();
}

/** What is on the screen, for a report. @param {Made} page @returns {import('./report/content.js').Shared | undefined} */
const answeredOn = ({ screen, engine, linkOf }) => screen.asked && screen.result && { result: screen.result, scenario: screen.asked, link: linkOf(screen.asked, screen.view), estimate: engine.estimate, records: engine.catalog, help: screen.known.help };

/** Everything that can wait. @param {typeof import('./later.js')} later @param {Made} page */
async function complete(later, page) {
  const { screen, state, engine, catalog, own, answer, draw, openAnew } = page;
  screen.later = later;
  screen.known.help = later.help;
  catalog.lists = later.openLists(engine, catalog); // views that are asked for from now on have them
  later.carryOwn(state, catalog, own);
  state.bring = (to) => later.along(screen.asked ?? state.scenario, state.preset, to, engine.estimate, catalog.lists, (note) => { screen.note = note; });
  screen.sections = [...sections, ...later.expertSections];
  const before = () => screen.asked && { [screen.asked.workload]: screen.asked };
  screen.former = { ...before(), ...screen.former };
  later.keepFocus();
  later.listenForUndo(state);
  later.onEdit(() => Object.assign(screen.former, before()));
  await turn();
  (screen.problems.length > 0 ? answer : draw)(); // what is wrong may be passed over now
  later.printReport(() => ({
    answered: answeredOn(page), scenario: state.scenario, records: engine.catalog,
    trouble: later.inWords(screen.problems, state.scenario, screen.result).map((/** @type {import('./types.js').Problem} */ { message }) => message).join(' '),
  }));
  later.onPins(draw);
  touched.then(() => later.keepOffline(openAnew));
}
