// Up to four scenarios side by side: what they give, the best of each row, and what they differ in.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { chartsFor } from '../charts/index.js';
import { count, counted, days, dollars, energy, fieldText, gibibytes, milliseconds, percent, power, predicted, range, seconds, short } from '../format.js';
import { modelDetail } from '../entries.js';
import { onFound } from '../found.js';
import { icon } from '../icons.js';
import { get, same } from '../pointer.js';
import { keepPins, mostPins, pins } from '../pins.js';
import { fieldAt } from '../problems.js';
import { deviceOf, say, statuses } from '../words.js';
import { energyOf } from './cost.js';
import { rangeOf } from './figure.js';
import { termsLine } from './terms.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../types.js').Scenario} Scenario */

/** `of`: what is said with the label, where it is the same of all. @typedef {{label: string, at: string, format: (x: any) => string, better?: 'low' | 'high', of?: (result: Result) => string, or?: string}} Row */
const years = (/** @type {Result} */ { scenario }) => counted(scenario.cost.years, 'years');
const perSecond = (/** @type {number} */ x) => `${predicted(x)}/s`;

/** @type {{title: string, rows: Row[]}[]} */
const groups = [
  { title: 'Memory', rows: [
    { label: 'Used per', of: deviceOf, or: 'device', at: '/memory/per_gpu_gb', format: gibibytes },
    { label: 'Usable', at: '/memory/usable_gb', format: gibibytes },
    { label: 'Max concurrent users', at: '/memory/max_concurrency', format: count, better: 'high' },
    { label: 'Max context', at: '/memory/max_context', format: count, better: 'high' },
  ] },
  { title: 'Speed', rows: [
    { label: 'First token', at: '/speed/ttft_ms', format: milliseconds, better: 'low' },
    { label: 'Each token after', at: '/speed/tpot_ms', format: milliseconds, better: 'low' },
    { label: 'Tokens per user', at: '/speed/tokens_per_s_per_request', format: perSecond, better: 'high' },
    { label: 'Tokens in all', at: '/speed/tokens_per_s', format: perSecond, better: 'high' },
    { label: 'Requests', at: '/speed/requests_per_s', format: perSecond, better: 'high' },
    { label: 'One step', at: '/speed/step_s', format: seconds, better: 'low' },
    { label: 'MFU', at: '/speed/mfu', format: percent, better: 'high' },
    { label: 'Whole run', at: '/speed/days', format: days, better: 'low' },
    { label: 'Limit', at: '/speed/bottleneck/text', format: String },
  ] },
  { title: 'Cost', rows: [
    { label: 'An hour', at: '/cost/usd_per_h', format: dollars, better: 'low' },
    { label: '1M output tokens', at: '/cost/usd_per_1m_output_tokens', format: dollars, better: 'low' },
    { label: '1,000 requests', at: '/cost/usd_per_1k_requests', format: dollars, better: 'low' },
    { label: '1,000 images', at: '/cost/usd_per_1k_images', format: dollars, better: 'low' },
    { label: 'Whole run', at: '/cost/usd_per_run', format: dollars, better: 'low' },
    { label: 'Rented over', of: years, or: 'the years', at: '/cost/npv/rent', format: dollars, better: 'low' },
    { label: 'Owned over', of: years, or: 'the years', at: '/cost/npv/buy', format: dollars, better: 'low' },
    { label: 'Power', at: '/cost/power_w', format: power, better: 'low' },
    { label: 'Energy,', of: energyOf, or: 'each', at: '/cost/energy_kwh', format: energy, better: 'low' },
  ] },
];

/** @type {Record<string, string>} */
const layoutNames = {
  tensor: 'Tensor parallel', pipeline: 'Pipeline stages', context: 'Context parallel', expert: 'Expert parallel', data: 'Replicas',
  micro_batch: 'Sequences on each', global_batch: 'Sequences a step', accumulation: 'Accumulation steps', checkpointing: 'Recomputed activations',
};

/** @param {import('../types.js').Tools} tools */
export const open = (tools) => (/** @type {import('../types.js').Page} */ page) => {
  const { state } = tools;
  const kept = pins();
  const change = (/** @type {Scenario[]} */ next) => {
    keepPins(next);
    tools.redraw();
  };
  const asked = onFound(page.shown.asked ?? state.scenario);
  const here = kept.some((s) => same(s, asked));
  const answered = kept.map((scenario) => ({ scenario, result: tools.engine.estimate(scenario, { with: ['limits'] }) }));
  const good = /** @type {{scenario: Scenario, result: Result}[]} */ (answered.filter((a) => a.result.ok));
  drawn = { columns: good, tools };
  return html`<section aria-labelledby="compared">
    <h2 id="compared">Compare <span>up to ${mostPins} scenarios</span></h2>
    <p class="pinning"><button type="button" class="act" aria-disabled=${here || kept.length >= mostPins ? 'true' : 'false'} @click=${() => here || kept.length >= mostPins || change([...kept, asked])}>${icon('pin')}Pin this scenario</button>
      <span class="note">${pinningText(kept.length, here)}</span>
      ${kept.length ? html`<button type="button" class="quiet" @click=${() => change([])}>Remove all</button>` : nothing}</p>
    ${kept.length ? html`<p class="note">Pins stay in this browser: a link is of the present scenario alone, and Export has the comparison.</p>` : nothing}
    ${good.length ? sideBySide(good, tools, page, (gone) => change(kept.filter((s) => s !== gone))) : nothing}
  </section>
  ${good.length > 1 ? html`${whyView(good, tools)}${differences(good, tools)}` : nothing}
  ${termsLine(['ttft', 'tpot', 'mfu', 'npv', 'kv_cache'])}`;
};

/** What was drawn last. @type {{columns: Column[], tools: import('../types.js').Tools} | undefined} */
let drawn;

/** The comparison on the screen, as a table of a report. @returns {import('../report/content.js').Table[]} */
export function comparison() {
  if (!drawn || drawn.columns.length < 2 || !document.getElementById('compared')) return [];
  const { columns, tools } = drawn;
  const cell = (/** @type {Row} */ { at, format }) => (/** @type {Column} */ { result }) => {
    const [value, off] = [get(result, at), rangeOf(result, at)];
    return value === undefined ? '–' : `${format(value)}${off ? ` (${range(off.low, off.high, format)})` : ''}`;
  };
  const rows = groups.flatMap((group) => group.rows).filter(({ at }) => columns.some((c) => get(c.result, at) !== undefined));
  return [{
    title: 'Compared', heads: ['', ...columns.map((c, i) => `${letter(i)}: ${titleOf(c, tools)}`)],
    rows: [['', ...columns.map(({ result }) => statuses[result.answer.status]?.word ?? '')], ...rows.map((row) => [rowLabel(row, columns), ...columns.map(cell(row))])],
  }, {
    title: 'What differs', heads: ['Input', ...columns.map((_, i) => letter(i))], rows: differing(columns, tools).map(({ label, values }) => [label, ...values]),
  }].filter((table) => table.rows.length > 0);
}

/** @param {number} n @param {boolean} here the present one is among them */
function pinningText(n, here) {
  if (n === 0) return 'Pin this one, change the scenario, and pin that: they stand side by side here.';
  if (n >= mostPins) return 'All places are taken.';
  return here ? 'This one is pinned. Change something to pin the next.' : n === 1 ? 'Pin another to compare.' : '';
}

/** @typedef {{scenario: Scenario, result: Result}} Column */

/** Width of the first column. */
const label = 130;

/** @param {Column[]} columns @param {import('../types.js').Tools} tools @param {import('../types.js').Page} page @param {(gone: Scenario) => void} remove */
function sideBySide(columns, tools, page, remove) {
  const { charts } = page;
  const wide = charts ? Math.max(120, Math.floor((Math.max(charts.width, label + columns.length * 150) - label) / columns.length) - 16) : 0;
  const small = wide ? chartsFor(wide) : undefined;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Scenarios side by side"><table class="compare">
    <caption class="hidden">Scenarios side by side; of those that fit, the best of each row is marked</caption>
    <thead><tr><td></td>${repeat(columns, ({ scenario }) => scenario, (c, i) => html`<th scope="col"><span class="letter">${letter(i)}</span> ${titleOf(c, tools)}
      <span class="status" data-status=${c.result.answer.status}>${icon(statuses[c.result.answer.status]?.icon ?? 'note')}${statuses[c.result.answer.status]?.word}</span>
      <span class="column-acts"><button type="button" class="quiet" aria-label="Open ${letter(i)}" @click=${() => tools.state.replace(c.scenario, true)}>Open</button>
      <button type="button" class="quiet" aria-label="Remove ${letter(i)}" @click=${() => remove(c.scenario)}>Remove</button></span></th>`)}</tr></thead>
    ${groups.map((group) => {
      const rows = group.rows.filter((row) => columns.some((c) => get(c.result, row.at) !== undefined));
      return rows.length ? html`<tbody><tr class="group-row"><th scope="rowgroup" colspan=${columns.length + 1}>${group.title}</th></tr>
        ${group.title === 'Memory' && small ? html`<tr class="bars"><th scope="row">One ${sameOf(columns, deviceOf) ?? 'device'}</th>${columns.map((c) => html`<td><div class="chart mini">${small.memoryBar(c.result)}</div></td>`)}</tr>` : nothing}
        ${rows.map((row) => rowView(row, columns))}</tbody>` : nothing;
    })}
  </table></div>`;
}

/** @param {number} i */
const letter = (i) => 'ABCD'[i];

/** @param {Column} column @param {import('../types.js').Tools} tools */
const titleOf = ({ result }, { catalog }) => {
  const { hardware, precision, workload } = result.scenario;
  const serves = workload === 'serve' || workload === 'batch';
  const format = serves ? catalog.formats.find((f) => f.id === precision.weights)?.name : say(result.scenario.train.method);
  return `${result.model.name}, ${count(hardware.count)}\u00a0×\u00a0${catalog.accelerator(hardware.accelerator, hardware.memory_gb)?.name ?? hardware.accelerator}${format ? `, ${format}` : ''}`;
};

/** @param {Column} column */
const runs = ({ result }) => !['no', 'behind', 'unsupported'].includes(result.answer.status);

/** What is the same of all; else undefined. @param {Column[]} columns @param {(result: Result) => string} of */
const sameOf = (columns, of) => (columns.every((c) => of(c.result) === of(columns[0].result)) ? of(columns[0].result) : undefined);

/** @param {Row} row @param {Column[]} columns */
const rowLabel = (row, columns) => `${row.label}${row.of ? ` ${sameOf(columns, row.of) ?? row.or}` : ''}`;

/** The best is one of those that run. @param {Row} row @param {Column[]} columns */
function rowView(row, columns) {
  const numbers = columns.filter(runs).map((c) => get(c.result, row.at)).filter((v) => typeof v === 'number');
  const differ = numbers.length > 1 && numbers.some((v) => row.format(v) !== row.format(numbers[0]));
  const best = !row.better || !differ ? undefined : row.better === 'low' ? Math.min(...numbers) : Math.max(...numbers);
  return html`<tr><th scope="row">${rowLabel(row, columns)}</th>${columns.map((c) => {
    const value = get(c.result, row.at);
    const off = rangeOf(c.result, row.at);
    const is = best !== undefined && value === best && runs(c);
    return html`<td data-best=${is} data-runs=${runs(c)}>${value === undefined ? '–' : row.format(value)}${off ? html` <span class="range">${range(off.low, off.high, row.format)}</span>` : nothing}${is ? html` <span class="best">${icon('check')}<span class="hidden">best</span></span>` : nothing}</td>`;
  })}</tr>`;
}

/** Why figures differ from those of the first, in the engine's words. @param {Column[]} columns @param {import('../types.js').Tools} tools */
function whyView(columns, { engine }) {
  const compared = engine.compare?.(columns.map((c) => c.scenario));
  if (!compared?.ok || compared.reasons.length === 0) return nothing;
  const others = columns.map((_, i) => ({ i, reasons: compared.reasons.filter((/** @type {{scenario: number}} */ r) => r.scenario === i) })).filter(({ reasons }) => reasons.length);
  return html`<section aria-labelledby="why"><h2 id="why">Why</h2>
    ${others.map(({ i, reasons }) => html`<h3><span class="letter">${letter(i)}</span> against <span class="letter">${letter(0)}</span></h3>
      <ul class="reasons">${reasons.map((/** @type {{text: string}} */ r) => html`<li>${r.text}</li>`)}</ul>`)}</section>`;
}

/** Inputs and chosen layouts that are not the same everywhere. @param {Column[]} columns @param {import('../types.js').Tools} tools */
function differing(columns, tools) {
  const [asked, chosen] = [columns.map(withModel), columns.map((c) => c.result.speed.layout)];
  const values = (/** @type {any[]} */ all, /** @type {string} */ at) => all.map((one) => valueText(at, get(one, at), tools));
  return [
    ...unlike(asked.map((scenario) => leaves(scenario))).map((at) => ({ label: labelOf(at), chosen: columns.every((c) => c.result.defaulted.includes(at)), values: values(asked, at) })),
    ...unlike(chosen.map((layout) => leaves(layout))).filter((at) => at !== '/why').map((at) => ({ label: layoutNames[at.slice(1)] ?? capital(say(at.slice(1))), chosen: true, values: values(chosen, at) })),
  ];
}

/** @param {Column[]} columns @param {import('../types.js').Tools} tools */
function differences(columns, tools) {
  const rows = differing(columns, tools);
  return html`<section aria-labelledby="differ"><h2 id="differ">What differs</h2>
    ${rows.length === 0 ? html`<p>Nothing: they are the same.</p>` : html`<div class="scroll" tabindex="0" role="group" aria-label="Scenarios side by side"><table class="compare">
      <caption class="hidden">Inputs that differ</caption>
      <thead><tr><th scope="col">Input</th>${columns.map((_, i) => html`<th scope="col"><span class="letter">${letter(i)}</span></th>`)}</tr></thead>
      <tbody>${rows.map(({ label, chosen, values }) => html`<tr><th scope="row">${label}${chosen ? html` <span class="note">chosen</span>` : nothing}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>`)}</tbody>
    </table></div>`}</section>`;
}

/** What is asked, with the record of a model that was imported: another may have its id. @param {Column} column @returns {Scenario} */
const withModel = ({ scenario: { model, overrides }, result: { scenario } }) =>
  ({ ...scenario, model: model?.layers ? model : overrides?.models?.find((/** @type {{id: string}} */ { id }) => id === model) ?? scenario.model });

/** @param {any} tree @param {string} [at] @returns {Record<string, unknown>} */
function leaves(tree, at = '') {
  if (at === '/model' || tree === null || typeof tree !== 'object' || Array.isArray(tree)) return { [at]: tree };
  return Object.assign({}, ...Object.entries(tree).map(([key, value]) => (['overrides', 'as_of', 'version'].includes(key) ? {} : leaves(value, `${at}/${key}`))));
}

/** @param {Record<string, unknown>[]} all */
const unlike = (all) => [...new Set(all.flatMap((one) => Object.keys(one)))].filter((at) => all.some((one) => !same(one[at], all[0][at])));

/** @param {string} at */
const labelOf = (at) => fieldAt(at)?.label ?? capital(say(at.split('/').slice(1).join(' ')));

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} at @param {any} value @param {import('../types.js').Tools} tools */
function valueText(at, value, { catalog }) {
  if (value === undefined) return '–';
  if (at === '/model') return catalog.model(value)?.name ?? (value.name ? `${value.name}, ${modelDetail(value)}` : String(value.params_b ?? value));
  if (at === '/hardware/accelerator') return catalog.accelerator(value)?.name ?? String(value);
  if (at.startsWith('/precision/')) return catalog.formats.find((f) => f.id === value)?.name ?? String(value);
  const field = fieldAt(at);
  if (field?.kind === 'own' && field.records) return catalog.lists.records(field.records).find((r) => r.id === value)?.name ?? String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((v) => (typeof v === 'object' ? Object.values(v).join(' × ') : say(String(v)))).join(', ');
  const unit = field && 'unit' in field ? field.unit : '';
  if (typeof value === 'number' && unit.startsWith('$')) return `${dollars(value)}${unit.slice(1)}`;
  if (typeof value === 'number') return unit === '%' ? percent(value) : value >= 1e6 ? short(value) : [fieldText(value, false), unit].filter(Boolean).join('\u00a0');
  return capital(say(String(value)));
}
