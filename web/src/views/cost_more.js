// Behind the figures of cost: the ways to pay side by side, cash flow, what the choice hangs on, the room machines
// need, and why articles disagree.
import { html, nothing } from 'lit';
import { cashFlow } from '../charts/cash_flow.js';
import { costBars } from '../charts/cost_bars.js';
import { tornado } from '../charts/tornado.js';
import { claims } from '../claims.js';
import { deviceOf } from '../words.js';
import { filesView } from './files.js';
import { count, counted, dollars, energy, percent, power, predicted, rounded, seconds } from '../format.js';

/** @typedef {import('../types.js').Result} Result */

/** @param {import('../types.js').Shown} shown @param {number} width */
export function costMore({ result, estimate }, width) {
  const { cost } = result;
  return html`
    ${cost.ways?.length ? html`<div data-picture><h3>A useful ${deviceOf(result)} hour</h3><div class="chart chart-cost">${costBars(result, width)}</div>${waysTable(result)}</div>` : nothing}
    ${(cost.cash_flow?.length ?? 0) > 1 ? html`<div data-picture><h3>Paid over time</h3><div class="chart">${cashFlow(result, width)}</div>${flowTable(result)}</div>` : nothing}
    ${result.sensitivity?.length ? html`<div data-picture><h3>What the choice depends on</h3>
      <p class="note">Owning less renting over ${counted(result.scenario.cost.years, 'years')}, discounted, each input a fifth lower and higher, the yearly change of rents by ten points.${result.sensitivity.some((s) => s.flips_verdict) ? ' Names in bold can turn it.' : ''}</p>
      <div class="chart">${tornado(result, width)}</div>
      <p class="legend"><span><span class="swatch" data-kind="buy"></span>moves it towards owning</span><span><span class="swatch" data-kind="rent"></span>moves it towards renting</span></p>${swingTable(result)}</div>` : nothing}
    ${owning(result)}
    ${cost.power ? room(cost.power) : nothing}
    ${claimsView(estimate)}`;
}

/** @param {{ways?: import('../types.js').Way[]} & Record<string, any>} cost */
const columns = (cost) =>
  /** @type {{label: string, of: (w: import('../types.js').Way) => number | undefined, format: (x: number) => string}[]} */ ([
    { label: 'Rent', of: (w) => w.usd_gpu_h, format: dollars },
    { label: 'Useful hour', of: (w) => w.usd_per_useful_gpu_h, format: dollars },
    { label: '1M read', of: (w) => w.usd_per_1m_input_tokens, format: dollars },
    { label: '1,000 requests', of: (w) => w.usd_per_1k_requests, format: dollars },
    { label: '1,000 images', of: (w) => w.usd_per_1k_images, format: dollars },
    { label: 'An hour of audio', of: (w) => w.usd_per_audio_h, format: dollars },
    { label: '1M written', of: (w) => w.usd_per_1m_output_tokens, format: dollars },
    { label: 'Run', of: (w) => w.usd_per_run, format: dollars },
    { label: 'Takes', of: (w) => (w.days === undefined ? undefined : w.days * 86400), format: seconds },
    { label: 'Present value', of: (w) => w.npv, format: dollars },
  ]).filter((column) => cost.ways?.some((w) => column.of(w) !== undefined));

/** @param {Result} result */
function waysTable(result) {
  const { cost, scenario } = result;
  const shown = columns(cost);
  return html`<details class="twin">
    <summary>Every way to pay</summary>
    ${filesView('Ways to pay', () => [['Way', ...shown.map((c) => c.label), 'Source'], ...(cost.ways ?? []).map((way) => [way.label, ...shown.map((c) => c.of(way) ?? ''), way.source])])}
    <p class="note">At ${percent(scenario.cost.utilization)} use over ${counted(scenario.cost.years, 'years')}; rent is per ${deviceOf(result)} and hour, discounted at ${percent(scenario.cost.discount_rate)} a year</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Every way to pay"><table class="ways">
      <caption class="hidden">Every way to pay: beneath each, what it costs</caption>
      <thead><tr>${shown.map((c) => html`<th scope="col" class="number">${c.label}</th>`)}</tr></thead>
      ${cost.ways?.map((way) => html`<tbody><tr><th scope="rowgroup" colspan=${shown.length}>${way.label}<span class="source">${way.source}</span></th></tr>
        <tr>${shown.map((c) => {
          const value = c.of(way);
          return html`<td class="number">${value === undefined ? '' : c.format(value)}</td>`;
        })}</tr></tbody>`)}
    </table></div>
  </details>`;
}

/** @param {Result} result */
function flowTable({ cost }) {
  const rows = (cost.cash_flow ?? []).filter((m, i, all) => m.month % 12 === 0 || i === all.length - 1);
  const shown = /** @type {const} */ ([['rent_usd', 'Rent'], ['buy_usd', 'Own'], ['api_usd', 'Hosted API']]).filter(([at]) => rows[0]?.[at] !== undefined);
  return html`<details class="twin"><summary>By year</summary>
    ${filesView('Paid over time', () => [['Month', ...shown.map(([, label]) => label)], ...(cost.cash_flow ?? []).map((m) => [m.month, ...shown.map(([at]) => m[at] ?? 0)])])}<table>
    <caption>Present value of what has been paid</caption>
    <thead><tr><th scope="col">After</th>${shown.map(([, label]) => html`<th scope="col" class="number">${label}</th>`)}</tr></thead>
    <tbody>${rows.map((m) => html`<tr><th scope="row">${m.month === 0 ? 'the start' : counted(m.month / 12, 'years')}</th>
      ${shown.map(([at]) => html`<td class="number">${dollars(m[at] ?? 0)}</td>`)}</tr>`)}</tbody></table></details>`;
}

/** @param {Result} result */
const swingTable = ({ sensitivity }) => html`<details class="twin"><summary>All inputs</summary>
  ${filesView('What the choice depends on', () => [['Input', 'Low', 'gives', 'High', 'gives'], ...(sensitivity ?? []).map((s) => [s.label, s.low, s.at_low, s.high, s.at_high])])}<table>
  <caption>Owning less renting, discounted</caption>
  <thead><tr><th scope="col">Input</th><th scope="col" class="number">Low</th><th scope="col" class="number">gives</th><th scope="col" class="number">High</th><th scope="col" class="number">gives</th></tr></thead>
  <tbody>${sensitivity?.map((s) => html`<tr><th scope="row">${s.label[0].toUpperCase()}${s.label.slice(1)}</th>
    <td class="number">${predicted(s.low)}</td><td class="number">${dollars(s.at_low)}</td>
    <td class="number">${predicted(s.high)}</td><td class="number">${dollars(s.at_high)}</td></tr>`)}</tbody></table></details>`;

/** @param {Result} result */
function owning({ cost, scenario }) {
  if (!cost.lines?.length) return nothing;
  return html`<details class="twin">
    <summary>What owning costs</summary>
    <table>
      <caption>Present value over ${counted(scenario.cost.years, 'years')} at ${percent(scenario.cost.discount_rate)} a year. Machines: ${cost.purchase_source}.</caption>
      <thead><tr><th scope="col">Part</th><th scope="col" class="number">Amount</th></tr></thead>
      <tbody>${cost.lines.map((line) => html`<tr><th scope="row">${line.label}</th><td class="number">${dollars(line.usd)}</td></tr>`)}</tbody>
      <tfoot>${cost.npv?.buy === undefined ? nothing : html`<tr><th scope="row">Owning</th><td class="number">${dollars(cost.npv.buy)}</td></tr>`}</tfoot>
    </table>
    ${cost.purchase_share === undefined ? nothing : html`<p class="note">Machines are ${percent(cost.purchase_share)} of all that is paid.</p>`}
    <p class="note">Staff, freight, maintenance, resale, availability and the share of power drawn are usual values (unverified) until you set them.</p>
  </details>`;
}

/** @param {NonNullable<Result['cost']['power']>} p */
const room = (p) => html`<h3>Power and place</h3>
  <div class="figures">
    ${fact('One machine', power(p.node_max_w), 'at most')}
    ${p.power_supply_w === undefined ? nothing : fact('Power supply', power(p.power_supply_w))}
    ${p.racks === undefined ? fact('Circuits a machine', `${count(p.circuits_120v_15a)} of 120 V 15 A`) : fact('Racks', `${count(p.racks)} of ${power(p.rack_kw * 1000)}`, `cooled by ${p.cooling}`)}
    ${fact('Heat', `${rounded(p.heat_btu_h)}\u00a0BTU/h`)}
    ${fact('A year', energy(p.energy_kwh_year))}
    ${p.co2_kg_year === undefined ? nothing : fact('CO₂ a year', `${predicted(p.co2_kg_year / 1000)} t`, p.grid)}
  </div>`;

/** @param {string} label @param {string} value @param {string} [note] */
const fact = (label, value, note) => html`<p class="figure"><span class="figure-label">${label}</span><span class="figure-value">${value}</span>${note ? html`<span class="figure-note">${note}</span>` : nothing}</p>`;

/** Their scenarios never change: each is answered once. @type {Map<import('../claims.js').Claim, string>} */
const answers = new Map();

/** @param {import('../claims.js').Claim} claim @param {import('../types.js').Shown['estimate']} estimate */
function computed(claim, estimate) {
  if (!answers.has(claim)) {
    const answered = estimate(claim.scenario);
    answers.set(claim, answered.ok ? claim.figure(answered) : '');
  }
  return answers.get(claim);
}

/** @param {import('../types.js').Shown['estimate']} estimate */
const claimsView = (estimate) => html`<details class="twin"><summary>Why articles disagree on when to buy</summary>
  <p class="note">Each of these is what the same arithmetic gives for eight A100 80GB, with what is counted.</p>
  <table><thead><tr><th scope="col">Said</th><th scope="col">Counted</th><th scope="col" class="number">Computed</th></tr></thead>
  <tbody>${claims.map((claim) => {
    return html`<tr><th scope="row">${claim.says}</th><td>${claim.counts}</td><td class="number">${computed(claim, estimate)}</td></tr>`;
  })}</tbody></table></details>`;
