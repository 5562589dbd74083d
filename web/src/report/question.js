// What was asked, as a person would list it: every input that was given, and the first ones that were left open.
import { expertSections } from '../expert_fields.js';
import { sections } from '../fields.js';
import { count, dollars, percent, short, unitOf } from '../format.js';
import { withUnit } from '../format_more.js';
import { get } from '../pointer.js';
import { say } from '../words.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */
/** @typedef {import('../fields.js').Field} Field */
/** `why`: what is said of an input that was taken. @typedef {{at: string, label: string, value: string, why?: string}} Asked */
/** Records of the catalog, by kind. @typedef {(kind: any) => Record<string, any>[]} Records */

/** In the order of a question: what, on what, in which numbers, how much, what for. */
const parts = ['workload', 'model', 'hardware', 'precision', 'serve', 'train', 'parallel', 'cost', 'constraints'];

/** Labels of what has no field, and of fields that need their section beside them. @type {Record<string, string>} */
const labels = {
  '/workload': 'Task', '/hardware/count': 'How many', '/precision/weights': 'Weights', '/precision/kv': 'KV cache', '/as_of': 'Prices of', '/objective': 'Ranked by',
  '/cost/mode': 'Ways to pay', '/cost/host_usd': 'Price of the machine around the cards', '/cost/storage_usd_gb_month': 'Price of storage', '/cost/egress_usd_gb': 'Price of data out', '/cost/electricity_drift': 'Yearly change of the electricity price',
  '/cost/electricity_included': 'Price of the space includes electricity', '/cost/resale_cost_fraction': 'Selling cost', '/train/epochs': 'Passes over the data set',
  '/serve/engine_date': 'Date of the engine version', '/train/software_date': 'Date of the training code', '/serve/speculative/acceptance': 'Acceptance rate',
};

/** Kinds of records that hold the names of what is chosen by id. @type {Record<string, string>} */
const named = {
  '/hardware/accelerator': 'accelerators', '/hardware/host': 'accelerators', '/hardware/instance': 'instances', '/precision/weights': 'formats', '/precision/kv': 'formats',
  '/serve/speculative/draft': 'models', '/model': 'models', '/serve/engine': 'engines', '/train/framework': 'frameworks', '/cost/grid': 'grids',
};

/** Every leaf of a scenario as pointer and value; lists are leaves. @param {any} node @param {string} [at] @returns {[string, unknown][]} */
export const leaves = (node, at = '') =>
  Object.entries(node).flatMap(([key, value]) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? leaves(value, `${at}/${key}`) : /** @type {[string, unknown][]} */ ([[`${at}/${key}`, value]])));

/** "/serve/input_tokens" as words. @param {string} at */
const spelled = (at) => at.split('/').slice(1).join(', ').replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** @param {string} at */
const rankOf = (at) => {
  const rank = parts.indexOf(at.split('/')[1]);
  return rank < 0 ? parts.length : rank;
};

/** All inputs by pointer, as the page has them. @type {Map<string, Field>} */
const fields = new Map([...sections, ...expertSections].flatMap(({ fields }) => fields.map((field) => /** @type {const} */ ([field.at, field]))));
const order = [...fields.keys()];

/** "Serve, input tokens" where the page has no field for it. @param {string} at */
export const labelOf = (at) => labels[at] ?? fields.get(at)?.label ?? spelled(at);

/** The name of a model, device or format instead of its id. @param {string} at @param {unknown} value @param {Result | undefined} result @param {Records} records */
function nameOf(at, value, result, records) {
  if (at === '/model' && result) return result.model.name;
  if (at === '/hardware/accelerator' && value === 'any') return 'any hardware';
  if (value !== null && typeof value === 'object') return /** @type {any} */ (value).name ?? /** @type {any} */ (value).id;
  return named[at] && records(named[at]).find(({ id }) => id === value)?.name;
}

/** A value with its unit, in words. @param {string} at @param {unknown} value @param {Result | undefined} result of a question that has one @param {Records} records @returns {string} */
export function valueOf(at, value, result, records) {
  const field = fields.get(at);
  const name = nameOf(at, value, result, records);
  if (name) return at === '/model' && result ? `${name}, ${short(result.model.params_b * 1e9)} parameters${activeOf(result)}` : name;
  const unit = (field && 'unit' in field && field.unit) || '';
  if (typeof value === 'number' && at === '/hardware/memory_gb') return `${count(value)}\u00a0GB`; // as it is sold
  if (typeof value === 'number' && unit === 'GB' && !at.startsWith('/cost/')) return withUnit(value, unit); // memory
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return unit === '%' ? percent(value) : unit[0] === '$' ? `${dollars(value)}${unit.slice(1)}` : [count(value), unitOf(value, unit)].filter(Boolean).join('\u00a0');
  if (Array.isArray(value) || (value !== null && typeof value === 'object')) return JSON.stringify(value);
  if (field && 'word' in field && value === field.word) return field.wordLabel ?? String(value);
  return say(String(value));
}

/** @param {Result} result */
const activeOf = ({ model: { params_b: all, active_params_b: active } }) => (active < all * 0.99 ? `, ${short(active * 1e9)} of them at work on a token` : '');

/** @param {[string, unknown][]} found @param {Result | undefined} result @param {Records} records @returns {Asked[]} */
const rows = (found, result, records) => found.sort(inOrder).map(([at, value]) => ({ at, label: labelOf(at), value: valueOf(at, value, result, records) }));

/** @param {[string, unknown]} a @param {[string, unknown]} b */
const inOrder = ([a], [b]) => rankOf(a) - rankOf(b) || order.indexOf(a) - order.indexOf(b);

/** What decides whether an input can matter. @param {Result} result @param {Records} records @returns {import('../fields.js').Facts} */
function factsOf({ scenario }, records) {
  const { model } = scenario;
  return {
    scenario, model: typeof model === 'object' ? model : records('models').find(({ id }) => id === model),
    engine: records('engines').find(({ id }) => id === scenario.serve?.engine),
  };
}

/** Of all settings those that a reader of a report asks for. */
const telling = ['/precision/kv', '/train/objective', '/train/global_batch', '/train/recipe', '/hardware/per_node'];

/** Whether an input can matter here; what the page has no field for may. @param {Result} result @param {Records} records @returns {(at: string) => boolean} */
export function mattersIn(result, records) {
  const facts = factsOf(result, records);
  const all = [...sections, ...expertSections].flatMap(({ fields }) => fields);
  return (at) => {
    const found = all.filter((field) => field.at === at);
    return found.length === 0 || found.some((field) => !field.when || field.when(facts));
  };
}

/** All that is set, a model of one's own by its name and what it is made of. @param {Scenario} scenario @returns {[string, unknown][]} */
function setIn(scenario) {
  const own = typeof scenario.model === 'object';
  const set = leaves(scenario).filter(([at]) => at !== '/version' && !at.startsWith('/overrides/') && !(own && /^\/model\/(name|id)$/.test(at)));
  return own ? [...set, ['/model', scenario.model]] : set;
}

/** What was given of a question that cannot be answered. @param {Scenario} scenario @param {Records} records */
export const givenOf = (scenario, records) => rows(setIn(scenario), undefined, records);

/** @param {Result} result @param {Scenario} scenario as it was set @param {Records} records @returns {{given: Asked[], open: Asked[]}} */
export function questionOf(result, scenario, records) {
  const facts = factsOf(result, records), given = setIn(scenario), { hardware } = scenario;
  if (hardware?.count && !hardware.accelerator && !hardware.instance) given.push(['/hardware/accelerator', result.scenario.hardware.accelerator]); // a link leaves out the engine's default, but a number is of something
  const set = new Set(given.map(([at]) => at));
  const shown = [...sections.flatMap(({ fields }) => fields), ...expertSections.flatMap(({ fields }) => fields.filter(({ at }) => telling.includes(at)))];
  const first = ['/workload', ...shown.filter((field) => !field.when || field.when(facts)).map((field) => field.at)];
  const instead = new Set(given.flatMap(([at]) => insteadOf(at)));
  const open = first.filter((at) => (!set.has(at) && !instead.has(at)) || get(scenario, at) === 'any').map((at) => /** @type {[string, unknown]} */ ([at, takenFor(at, result)])).filter(([, value]) => value !== undefined && value !== 'auto');
  const why = (/** @type {string} */ at) => result.taken.find(({ path }) => path === at)?.text;
  return { given: rows(given, result, records), open: rows(open, result, records).map((row) => ({ ...row, why: why(row.at) })) };
}

/** Fields that say the same in another way. @param {string} at @returns {string[]} */
function insteadOf(at) {
  const field = fields.get(at);
  return at === '/hardware/instance' ? ['/hardware/accelerator'] : field && 'instead' in field ? field.instead ?? [] : [];
}

/** What an input that was left open came to. @param {string} at @param {Result} result */
function takenFor(at, result) {
  const value = get(result.scenario, at), field = fields.get(at);
  const chosen = field && 'chosen' in field && field.chosen;
  return (value === undefined || value === 'auto' || value === 'max') && chosen ? get(result, chosen) ?? value : value;
}
