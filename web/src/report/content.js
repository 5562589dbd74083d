// What a report holds: the answer with everything it rests on, as plain data that each format writes in its way.
import { gibibytes, percent, range, seconds } from '../format.js';
import { withUnit } from '../format_more.js';
import { get } from '../pointer.js';
import { rangeOf } from '../views/figure.js';
import { deviceOf, say } from '../words.js';
import '../words_more.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */

/**
 * What is on the screen, and whom to ask for more.
 * @typedef {object} Shared
 * @property {Result} result
 * @property {Scenario} scenario as it was set
 * @property {string} link
 * @property {import('../engine.js').Engine['estimate']} estimate
 * @property {() => Record<string, any>[]} sources of the catalog
 * @property {(pointer: string) => string} help what a field means
 */

/**
 * @typedef {{label: string, value: string, note: string}} Row
 * @typedef {{pointer: string, label: string, value: number, unit: string, low?: number, high?: number}} Figure
 * @typedef {{title: string, heads: string[], rows: string[][]}} Table
 * @typedef {object} Report
 * @property {string} title
 * @property {string} sentence
 * @property {string} link
 * @property {string} about
 * @property {Result} result with explanations
 * @property {Figure[]} figures
 * @property {Table[]} tables
 * @property {string[]} warnings
 * @property {{text: string, url?: string}[]} sources
 */

/** @param {Shared} shared @returns {Report} */
export function reportOf({ result: shown, scenario, link, estimate, sources, help }) {
  const again = estimate(scenario, { with: ['explain', 'limits'] });
  const result = again.ok ? again : shown;
  const figures = figuresOf(result);
  const title = result.answer.short_text;
  return {
    title: `${result.model.name}: ${title}`, sentence: result.answer.text, link, result, figures,
    about: `Ridgepoint ${result.engine_version}, catalog of ${result.catalog_date}`,
    tables: [
      { title: 'Scenario', heads: ['Setting', 'Value', 'Meaning'], rows: leaves(scenario).map(([at, value]) => [named(at), told(value), help(at)]) },
      { title: 'Figures', heads: ['Figure', 'Value', 'Range'], rows: figures.map((f) => [f.label, withUnit(f.value, f.unit), f.low === undefined || f.high === undefined ? '' : range(f.low, f.high, (x) => withUnit(x, f.unit))]) },
      { title: `Memory of one ${deviceOf(result)}`, heads: ['Part', 'Size', 'How it is counted'], rows: [...result.memory.lines.map((l) => [l.label, gibibytes(l.gb), l.how]), ['Used', gibibytes(result.memory.per_gpu_gb), ''], ['Usable', gibibytes(result.memory.usable_gb), '']] },
      { title: 'Where the time goes', heads: ['Part', 'Time', 'Waits for'], rows: result.speed.time_lines.map((l) => [l.label, seconds(l.s), l.bound]) },
      { title: 'Ways to pay', heads: ['Way', `Useful ${deviceOf(result)} hour`, 'Source'], rows: (result.cost.ways ?? []).map((w) => [w.label, w.usd_per_useful_gpu_h === undefined ? '' : withUnit(w.usd_per_useful_gpu_h, 'US$'), w.source]) },
      { title: 'How each figure is computed', heads: ['Figure', 'Formula', 'Off by'], rows: (result.explain ?? []).map((e) => [e.label, e.formula, e.validation ? `half of ${e.validation.rows} measured runs within ${percent(e.validation.median_error)}, nine of ten within ${percent(e.validation.p90_error)}` : '']) },
      { title: 'Assumptions', heads: ['Setting', 'Value', 'Meaning'], rows: assumptions(result).map(([at, value]) => [named(at), told(value), help(at)]) },
    ].filter(({ rows }) => rows.length > 0),
    warnings: result.warnings.map((w) => w.message),
    sources: sourcesOf(result, sources()),
  };
}

/** Figures that have a formula, with their ranges. @param {Result} result @returns {Figure[]} */
function figuresOf(result) {
  return (result.explain ?? []).map(({ pointer, label, value, unit }) => {
    const known = rangeOf(result, pointer);
    return { pointer, label, value, unit, low: known?.low, high: known?.high };
  });
}

/** Every leaf of a scenario as pointer and value; lists are leaves. @param {any} node @param {string} [at] @returns {[string, unknown][]} */
const leaves = (node, at = '') =>
  Object.entries(node).flatMap(([key, value]) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? leaves(value, `${at}/${key}`) : /** @type {[string, unknown][]} */ ([[`${at}/${key}`, value]])));

/** Parts of a scenario that count for a workload. @param {string} workload */
const partsOf = (workload) => ['hardware', 'precision', 'parallel', 'cost', 'constraints', ['serve', 'batch'].includes(workload) ? 'serve' : 'train'];

/** Defaults that were taken, without what was left to the engine. @param {Result} result @returns {[string, unknown][]} */
function assumptions({ defaulted, scenario }) {
  const parts = partsOf(scenario.workload);
  return defaulted.filter((at) => parts.includes(at.split('/')[1])).map((at) => /** @type {[string, unknown]} */ ([at, get(scenario, at)]))
    .filter(([, value]) => value !== 'auto' && value !== undefined && !(Array.isArray(value) && value.length === 0));
}

/** "/serve/input_tokens" as words. @param {string} at */
const named = (at) => at.split('/').slice(1).join(', ').replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** @param {unknown} value */
const told = (value) => (typeof value === 'string' ? say(value) : typeof value === 'number' ? withUnit(value, '') : typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value));

/** Words that stand for no source of their own. */
const inner = new Set(['computed', 'scenario', 'default', 'catalog', '']);

/** What inputs of the figures, lines and prices are from, ids of the catalog as titles. @param {Result} result @param {Record<string, any>[]} known */
function sourcesOf({ explain = [], memory, cost }, known) {
  const byId = new Map(known.map((source) => [source.id, source]));
  const inputs = explain.flatMap(({ inputs }) => inputs);
  const named = [...inputs.map(({ source, date }) => [source, date]), ...memory.lines.map(({ source }) => [source, '']), [cost.rent_source, ''], [cost.purchase_source, '']];
  /** @type {Map<string, {text: string, url?: string}>} */
  const found = new Map();
  for (const [source = '', date = ''] of named) {
    for (const part of source.split(' ').every((/** @type {string} */ id) => byId.has(id)) ? source.split(' ') : [source]) {
      const { title = part, url } = byId.get(part) ?? {};
      if (!inner.has(part) && !found.has(part)) found.set(part, { text: `${title}${date && !title.includes(date) ? `, ${date}` : ''}`, url });
    }
  }
  return [...found.values()];
}
