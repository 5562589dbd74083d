// What a report holds: the question, the answer and everything it rests on, as plain data that each format writes in its
// way.
import { days, dollars, gibibytes, predicted, range, seconds } from '../format.js';
import { commandsOf } from '../commands.js';
import { withUnit } from '../format_more.js';
import { ALL } from '../effort.js';
import { get } from '../pointer.js';
import { rangeOf } from '../views/figure.js';
import { deviceOf } from '../words.js';
import '../words_more.js';
import { evidence, filled, named } from './formula.js';
import { labelOf, mattersIn, questionOf, valueOf } from './question.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */

/**
 * What is on the screen, and whom to ask for more.
 * @typedef {object} Shared
 * @property {Result} result
 * @property {Scenario} scenario as it was set
 * @property {string} link
 * @property {import('../engine.js').Engine['estimate']} estimate
 * @property {import('./question.js').Records} records of the catalog
 * @property {(pointer: string) => string} help what a field means
 * @property {Result} [found] what a search for hardware gave for this scenario, if there was one
 * @property {Table[]} [compared] the comparison on the screen
 */

/**
 * `picture` is drawn where there is room for one; its table is what it shows.
 * @typedef {{pointer: string, label: string, value: number, unit: string, low?: number, high?: number}} Figure
 * @typedef {{title: string, heads: string[], rows: string[][], picture?: 'memoryBar' | 'timeBar' | 'costBars' | 'cashFlow'}} Table
 * @typedef {{label: string, value: string, text: string, formula: string, filled: string, inputs: {name: string, label: string, value: string, source: string}[], evidence?: string}} Computed
 * @typedef {object} Report
 * @property {string} title
 * @property {string} sentence
 * @property {string} link
 * @property {string} about
 * @property {Result} result with explanations
 * @property {ReturnType<typeof questionOf>} question
 * @property {Figure[]} figures
 * @property {Table[]} answers what the answer is made of, and what could be changed
 * @property {Computed[]} computed
 * @property {import('../commands.js').Command[]} commands
 * @property {Table[]} assumptions
 * @property {string[]} warnings
 * @property {{text: string, url?: string}[]} sources
 */

/** @param {Shared & {sources: {id: string, title: string, url?: string}[]}} shared with those of the catalog @returns {Report} */
export function reportOf({ result: shown, scenario, link, estimate, records, help, sources, found, compared = [] }) {
  const again = estimate(scenario, { with: ['explain', 'limits', 'series'], effort: ALL });
  const result = again.ok ? again : shown;
  const figures = figuresOf(result);
  const matters = mattersIn(result, records);
  const titles = new Map(sources.map((source) => [source.id, source]));
  return {
    title: `${result.model.name}: ${result.answer.short_text}`, sentence: result.answer.text, link, result, figures,
    about: `Ridgepoint ${result.engine_version}, catalog of ${result.catalog_date}`,
    question: questionOf(result, scenario, records),
    answers: [
      { title: 'Figures', heads: ['Figure', 'Value', 'Range'], rows: figures.map((f) => [f.label, withUnit(asKnown(f), f.unit), rangeText(f)]) },
      ...pictured(result, titles), ...changes(result), ...(found ? searched(found) : []), ...compared,
    ].filter(({ rows }) => rows.length > 0),
    computed: computedOf(result, titles),
    commands: commandsOf(result),
    assumptions: [{ title: 'Assumptions', heads: ['Left to its default', 'Value', 'Meaning'], rows: assumptions(result).filter(([at]) => matters(at)).map(([at, value]) => [labelOf(at), valueOf(at, value, result, records), help(at)]) }].filter(({ rows }) => rows.length > 0),
    warnings: result.warnings.map((w) => w.message),
    sources: sourcesOf(result, titles),
  };
}

/** No more digits than what is known to a range has. @param {Figure} f */
const asKnown = ({ value, low }) => (low === undefined ? value : Number(value.toPrecision(3)));

/** @param {Figure} f */
const rangeText = ({ low, high, unit }) => (low === undefined || high === undefined ? '' : range(low, high, (x) => withUnit(x, unit)));

/** Figures that have a formula, with their ranges. @param {Result} result @returns {Figure[]} */
function figuresOf(result) {
  return (result.explain ?? []).filter(({ pointer }) => !pointer.startsWith('/cost/lines/')).map(({ pointer, label, value, unit }) => {
    const known = rangeOf(result, pointer);
    return { pointer, label, value, unit, low: known?.low, high: known?.high };
  });
}

/** Pictures with the tables behind them. @param {Result} result @param {Titles} titles @returns {Table[]} */
function pictured(result, titles) {
  const { memory, speed, cost } = result;
  const years = (cost.cash_flow ?? []).filter(({ month }) => month > 0 && month % 12 === 0);
  const ways = /** @type {const} */ ([['rent_usd', 'Rent'], ['buy_usd', 'Own'], ['api_usd', 'Hosted API']]).filter(([key]) => years[0]?.[key] !== undefined);
  return [
    { title: `Memory of one ${deviceOf(result)}`, picture: 'memoryBar', heads: ['Part', 'Size', 'How it is counted', 'Source'], rows: [...memory.lines.map((l) => [l.label, gibibytes(l.gb), l.how, inner.has(l.source) ? '' : titlesOf(l.source, titles)]), ['Used', gibibytes(memory.per_gpu_gb), '', ''], ['Usable', gibibytes(memory.usable_gb), '', '']] },
    { title: speed.step_s === undefined ? 'Where the time of a token goes' : 'Where the time of a step goes', picture: 'timeBar', heads: ['Part', 'Time', 'Waits for'], rows: speed.time_lines.map((l) => [l.label, seconds(l.s), l.bound]) },
    { title: 'Ways to pay', picture: 'costBars', heads: ['Way', `Useful ${deviceOf(result)} hour`, 'In all, today’s value', 'Price'], rows: (cost.ways ?? []).filter((w) => w.usd_per_useful_gpu_h !== undefined).map((w) => [w.label, dollars(w.usd_per_useful_gpu_h ?? 0), dollars(w.npv), w.source]) },
    { title: 'Paid by the end of each year, today’s value', picture: 'cashFlow', heads: ['Year', ...ways.map(([, label]) => label)], rows: ways.length > 1 ? years.map((m) => [String(m.month / 12), ...ways.map(([key]) => dollars(m[key] ?? 0))]) : [] },
  ];
}

/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {{tokens_per_s_per_request?: number, days?: number}} of */
const speedText = (of) => (of.days !== undefined ? days(of.days) : of.tokens_per_s_per_request !== undefined ? `${predicted(of.tokens_per_s_per_request)}\u00a0tokens/s` : '');

/** What would mend what does not fit or misses a limit. @param {Result} result @returns {Table[]} */
const changes = ({ remedies, memory }) => [{
  title: memory.fit !== 'fits' ? 'What would make it fit' : 'What would bring it within the limits', heads: ['Change', 'Memory', 'An hour', 'Speed'],
  rows: remedies.map((r) => [capitalized(r.text), gibibytes(r.per_gpu_gb), r.usd_per_h === undefined ? '' : dollars(r.usd_per_h), speedText(r)]),
}];

/** A choice for each way to have it, other hardware as it was ranked, and where hardware that people know stands. @param {Result} found @returns {Table[]} */
const searched = ({ picks = [], recommendations = [], known = [], assumed = [] }) => [
  { title: 'Picks', heads: ['A choice for each way to have it'], rows: picks.map(({ text }) => [text]) },
  {
    title: 'Other hardware that keeps all limits', heads: ['Hardware', 'Weights', 'An hour', 'Speed', 'Why'],
    rows: recommendations.map((r) => [`${r.hardware.count} × ${r.hardware.name}`, r.precision.weights, r.cost.usd_per_h === undefined ? '' : dollars(r.cost.usd_per_h), speedText(r.speed), r.reasons.join(' ')]),
  },
  { title: 'How other hardware ranks', heads: ['Hardware, its place or what it misses'], rows: known.map(({ text }) => [text]) },
  { title: 'Assumptions of the search', heads: ['Limit or assumption'], rows: assumed.map(({ text }) => [text]) },
];

/** Sources by id. @typedef {Map<string, Record<string, any>>} Titles */

/** @param {Result} result @param {Titles} titles @returns {Computed[]} */
const computedOf = ({ explain = [] }, titles) => explain.map((e) => ({
  label: e.label, value: withUnit(e.value, e.unit), text: e.text, formula: named(e), filled: filled(e), evidence: evidence(e, explain),
  inputs: e.inputs.map((i) => ({ name: i.name, label: i.label, value: withUnit(i.value, i.unit), source: sourceText(i, explain, titles) })),
}));

/** @param {import('../types.js').Explanation['inputs'][number]} input @param {import('../types.js').Explanation[]} all @param {Titles} titles */
function sourceText({ source, date, unverified, figure }, all, titles) {
  if (figure && all.some(({ pointer }) => pointer === figure)) return 'computed above';
  const said = source === 'scenario' ? 'input' : titlesOf(source, titles);
  return `${said}${date && !said.includes(date) ? `, ${date}` : ''}${unverified ? ', unverified' : ''}`;
}

/** Parts of a scenario that count for a workload. @param {string} workload */
const partsOf = (workload) => ['hardware', 'precision', 'parallel', 'cost', 'constraints', ['serve', 'batch'].includes(workload) ? 'serve' : 'train'];

/** Defaults that were taken, without what was left to the engine. @param {Result} result @returns {[string, unknown][]} */
function assumptions({ defaulted, scenario }) {
  const parts = partsOf(scenario.workload);
  return defaulted.filter((at) => parts.includes(at.split('/')[1])).map((at) => /** @type {[string, unknown]} */ ([at, get(scenario, at)]))
    .filter(([, value]) => value !== 'auto' && value !== undefined && !(Array.isArray(value) && value.length === 0));
}

/** Words that stand for no source of their own. */
const inner = new Set(['computed', 'scenario', 'default', 'catalog', '']);

/** Ids of the catalog one by one, else the words as they are. @param {string} source @param {Titles} titles */
const apart = (source, titles) => (source.split(' ').every((id) => titles.has(id)) ? source.split(' ') : [source]);

/** @param {string} source @param {Titles} titles */
const titlesOf = (source, titles) => apart(source, titles).map((id) => titles.get(id)?.title ?? id).join('; ');

/** What inputs of the figures, lines and prices are from, ids of the catalog as titles. @param {Result} result @param {Titles} titles */
function sourcesOf({ explain = [], memory, cost }, titles) {
  const inputs = explain.flatMap(({ inputs }) => inputs);
  const named = [...inputs.map(({ source, date }) => [source, date]), ...memory.lines.map(({ source }) => [source, '']), [cost.rent_source, ''], [cost.purchase_source, '']];
  /** @type {Map<string, {text: string, url?: string}>} */
  const found = new Map();
  for (const [source = '', date = ''] of named) {
    for (const part of apart(source, titles)) {
      const { title = part, url } = titles.get(part) ?? {};
      if (!inner.has(part) && !found.has(part)) found.set(part, { text: `${title}${date && !title.includes(date) ? `, ${date}` : ''}`, url });
    }
  }
  return [...found.values()];
}
