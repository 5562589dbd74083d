// How answers are recorded: figures and ids without prose, in lines that a diff can be read by.
import { differing, leaves } from './differences.mjs';

const DIGITS = 10;
const FIGURES_A_LINE = 8;

/** Members that hold sentences and names. words.json has them, one example for each form; records leave them out. */
export const PROSE = new Set([
  'answer', 'binds', 'bottleneck', 'command', 'formula', 'grid', 'how', 'label', 'message', 'name', 'note', 'notes', 'purchase_source', 'range', 'reasons', 'rent_source', 'short_text',
  'source', 'text', 'title', 'unit', 'verdict', 'why', 'why_different',
]);

// Members that say again what the answer has elsewhere.
const REPEATED = new Set(['engine_version', 'catalog_date', 'parts', 'reproduce']);

const isPlain = (value) => value === null || typeof value !== 'object';
const isText = (value) => typeof value === 'string';
const isProse = (name, value) => PROSE.has(name) && (isText(value) || (Array.isArray(value) && value.every(isText)));
const objectOf = (members) => Object.fromEntries(members);

/** The value without prose and repetition. */
function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (isPlain(value)) return value;
  return objectOf(Object.entries(value).filter(([name, inner]) => !REPEATED.has(name) && !isProse(name, inner)).map(([name, inner]) => [name, bare(inner)]));
}

const KEYS = ['pointer', 'id', 'code', 'figure', 'input', 'model', 'method', 'path'];

// A row's key with its other words, and what is left of the row: {id: "weights", bound: "memory", s: 2} is "weights memory": 2.
function keyed(row, key) {
  const { [key]: id, ...rest } = row;
  const words = Object.entries(rest).filter(([, value]) => isText(value) && value !== id);
  const left = Object.entries(rest).filter(([, value]) => !isText(value));
  const named = [id, ...words.map(([, word]) => word)].join(' ');
  return [named, left.length === 1 && isPlain(left[0][1]) ? left[0][1] : objectOf(left.map(([name, inner]) => [name, rows(inner)]))];
}

/** Lists of rows with ids become objects by id, in the list's order; rows of ids alone become the list of these. */
function rows(value) {
  if (Array.isArray(value)) {
    const key = KEYS.find((one) => value.length > 0 && value.every((row) => !isPlain(row) && isText(row[one])));
    const pairs = key ? value.map((row) => keyed(row, key)) : [];
    if (!key || new Set(pairs.map(([name]) => name)).size < pairs.length) return value.map(rows);
    return pairs.every(([, left]) => !isPlain(left) && Object.keys(left).length === 0) ? pairs.map(([name]) => name) : objectOf(pairs);
  }
  return isPlain(value) ? value : objectOf(Object.keys(value).sort().map((name) => [name, rows(value[name])]));
}

const size = (value) => (isPlain(value) ? 1 : Object.values(value).reduce((sum, inner) => sum + size(inner), 0));

function rounded(value) {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(rounded);
  return isPlain(value) ? value : objectOf(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]));
}

// A series by columns, where a row is a month from 0.
const columns = (table) => objectOf(Object.keys(table[0]).filter((name) => name !== 'month').map((name) => [name, table.map((row) => row[name] ?? null)]));

// Figures of the headline have their values elsewhere in the answer.
const headline = ({ status, figures }) => ({ status, figures: figures.map(({ id }) => id) });

// An input of an explanation by its name: its value, or the pointer to the figure that it is.
const input = ({ name, value, figure, unverified }) => [name, figure ?? (unverified ? { unverified: value } : value)];
const explained = ({ pointer, inputs, validation }) => ({ pointer, inputs: objectOf(inputs.map(input)), ...(validation ? { validation: validation.class } : {}) });

const without = (list, others) => list.filter((one) => !others.includes(one));

// Inputs as answered, where they are neither as asked nor as in the standard scenario.
function echo(answer, question, standard) {
  const asked = leaves(question);
  const was = { ...leaves(standard.scenario), ...asked };
  const { also, not } = { also: without(answer.defaulted, standard.defaulted), not: without(standard.defaulted, answer.defaulted) };
  return { scenario: differing(leaves(answer.scenario), was), defaulted: { also, not: without(not, Object.keys(asked)) } };
}

// Totals by way and by kind that follow from their rows to 1e-9; where they do not, they are recorded.
const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
const follows = (totals, figures) => Object.values(totals).every((total) => figures.some((figure) => near(figure, total)));
const sums = (lines) => Object.values(lines.reduce((by, { kind, gb }) => ({ ...by, [kind]: (by[kind] ?? 0) + gb }), {}));
function withoutTotals({ memory, cost, ...answer }) {
  const { kinds, ...ofMemory } = memory;
  const { npv, usd_per_useful_gpu_h: useful, ...ofCost } = cost;
  const kept = {
    ...(follows(kinds.map(({ gb }) => gb), sums(memory.lines)) ? {} : { kinds }),
    ...(npv && !follows(npv, cost.ways.map((way) => way.npv)) ? { npv } : {}),
    ...(useful && !follows(useful, cost.ways.map((way) => way.usd_per_useful_gpu_h)) ? { useful } : {}),
  };
  return { ...answer, memory: ofMemory, cost: ofCost, ...(size(kept) > 0 ? { totals: kept } : {}) };
}

/** What is recorded of an answer that is asked for its sentences: what it says, by ids. */
export const brief = ({ ok, answer, warnings, remedies, memory }) => rows({
  ok, status: answer.status, warnings: warnings.map(({ code }) => code), remedies: remedies.map(({ id }) => id), lines: memory.lines.map(({ id }) => id),
});

/** What is recorded of an answer; `standard`, another answer, is what inputs are compared with; `simulated` keeps percentiles,
 * `explains` explanations and series. */
export function form(answer, { question = {}, standard, simulated = false, explains = false }) {
  const { explain, ...kept } = answer;
  if (kept.errors) kept.errors = kept.errors.map(({ code, path, suggestions }) => ({ code, path, ...(suggestions ? { suggestions } : {}) }));
  for (const part of ['serves', 'finetunes', 'trains'])
    if (kept[part]) kept[part] = kept[part].map((row) => ({ ...row, model: row.model.id }));
  if (kept.answer) kept.answer = headline(kept.answer);
  if (kept.scenario && standard) Object.assign(kept, echo(answer, question, standard));
  if (kept.speed?.percentiles && !simulated) kept.speed = { ...kept.speed, percentiles: undefined };
  if (explains && kept.cost?.cash_flow) kept.cost = { ...kept.cost, cash_flow: columns(kept.cost.cash_flow) };
  if (!explains && kept.cost?.cash_flow) kept.cost = { ...kept.cost, cash_flow: undefined };
  if (!explains) delete kept.sensitivity;
  if (kept.rules_of_thumb) kept.rules_of_thumb = kept.rules_of_thumb.map(({ detailed: _, ...rule }) => rule);
  if (explains && explain) kept.explain = explain.map(explained);
  return rounded(rows(bare(JSON.parse(JSON.stringify(kept.memory && kept.cost ? withoutTotals(kept) : kept)))));
}

const isShort = (value) => size(value) <= FIGURES_A_LINE;

/** JSON in lines of up to eight figures. */
export function written(value) {
  if (isShort(value)) return JSON.stringify(value);
  const lines = [];
  let [line, figures] = [[], 0];
  const end = () => { if (line.length > 0) lines.push(line.join(',')); [line, figures] = [[], 0]; };
  for (const [name, inner] of Object.entries(value)) {
    const text = Array.isArray(value) ? written(inner) : `${JSON.stringify(name)}:${written(inner)}`;
    const more = isShort(inner) ? Math.max(1, size(inner)) : Infinity;
    if (figures + more > FIGURES_A_LINE) end();
    line.push(text);
    figures += more;
  }
  end();
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}${close}`;
}
