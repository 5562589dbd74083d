// The answer to the question of a page, by the engine.
import { address, addressOf } from '../catalog_page/estimates.mjs';
import { reportOf } from '../src/report/content.js';
import { modelScenario } from './pages.mjs';

/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {import('../src/types.js').Result} Result */
/** @typedef {import('../src/types.js').Scenario} Scenario */
/** @typedef {import('../src/types.js').ViewId} ViewId */
/** @typedef {any} RunsOn */

/**
 * @typedef {object} Answer
 * @property {Page} page
 * @property {Scenario} scenario
 * @property {Result} result with what a search for hardware found, where one was asked for
 * @property {import('../src/report/content.js').Report} report
 * @property {(view: ViewId) => string} link that asks the calculator the same
 * @property {ViewId} view that it opens
 * @property {RunsOn} [owned] what the device of the page runs
 */

/** Which models a device is asked about. @typedef {{served: string[], tuned: string[]}} Asked */
/** What `answerOf` works with. @typedef {{engine: any, records: (kind: string) => Record<string, any>[], models: Asked, linkOf: (page: Page, scenario: Scenario) => string}} Tools */

/** Each kind of record read once. @param {any} engine @returns {Tools['records']} */
export function recordsOf(engine) {
  /** @type {Record<string, Record<string, any>[]>} */
  const kept = {};
  return (kind) => (kept[kind] ??= engine.catalog(kind));
}

/** @param {any} engine @param {Page[]} pages @returns {Tools} */
export function toolsFor(engine, pages) {
  const records = recordsOf(engine);
  const modelsOf = (/** @type {Page['kind']} */ kind) => new Set(pages.filter((page) => page.kind === kind).map(({ model }) => model));
  const [current, paired] = [modelsOf('model'), modelsOf('pair')];
  const served = records('models').filter(({ id, kind, successor }) => current.has(id) || (!successor && ['encoder', 'vision', 'diffusion', 'speech'].includes(kind)));
  const ofModel = addressOf(engine, modelScenario('MODEL'), 'MODEL'); // a link to any hardware takes a search
  const linkOf = (/** @type {Page} */ { kind, model }, /** @type {Scenario} */ scenario) => (kind === 'model' && model ? ofModel(model) : address(engine, scenario)).replace('./', '../');
  return { engine, records, linkOf, models: { served: served.map(({ id }) => id), tuned: /** @type {string[]} */ ([...paired]) } };
}

/** @param {Page} page @param {Tools} tools @returns {Answer} */
export function answerOf(page, { engine, records, models, linkOf }) {
  const owned = page.kind === 'device' ? runsOn(page, engine, models) : undefined;
  const scenario = page.scenario ?? firstOf(owned, /** @type {string} */ (page.device));
  const searched = page.kind === 'preset' || page.kind === 'model';
  const base = linkOf(page, scenario);
  const asked = good(engine.decodeUrl(base.replace('../', '')), page).scenario; // a link says users and lengths that the scenario leaves open
  const result = good(engine[searched ? 'recommend' : 'estimate'](asked, { with: ['explain', 'limits'] }), page);
  const link = (/** @type {ViewId} */ view) => `${base}${view === 'answer' ? '' : `&view=${view}`}`;
  const report = reportOf({ result, scenario, link: '', estimate: () => result, records, help: () => '', sources: [] });
  return { page, scenario, result, report, link, owned, view: page.kind === 'device' ? 'mine' : searched ? 'recommend' : 'answer' };
}

/** @param {Page} page @param {any} engine @param {Asked} asked @returns {RunsOn} */
function runsOn({ device, slug }, engine, { served, tuned }) {
  const hardware = [{ accelerator: device, count: 1 }];
  const ask = (/** @type {string} */ part, /** @type {string[]} */ models) => good(engine.runsOn({ hardware, models, parts: [part] }), { slug });
  return { ...ask('serves', served), finetunes: ask('finetunes', tuned).finetunes };
}

/** The question that the calculator opens for the first model that a device serves. @param {RunsOn} owned @param {string} device @returns {Scenario} */
function firstOf({ serves: [first] }, device) {
  const hardware = { accelerator: device, count: 1 };
  return {
    workload: 'serve', model: first.model.id, hardware, precision: { weights: first.weights },
    serve: { input_tokens: 2048, output_tokens: 512, concurrency: 1, ...(first.context ? { max_context: first.context } : {}) }, constraints: { owned: [hardware] },
  };
}

/** @template T @param {T & {ok: boolean, errors?: {message: string}[]}} answer @param {{slug: string}} page @returns {T} */
function good(answer, { slug }) {
  if (!answer.ok) throw new Error(`answers: ${slug}: ${answer.errors?.map(({ message }) => message).join(' ')}`);
  return answer;
}
