// Which hardware: limits to keep, the ranked list under them, what it trades, and what just misses.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dollars, milliseconds, days as inDays, power, predicted, count, seconds } from '../format.js';
import { icon } from '../icons.js';
import { get, same } from '../pointer.js';
import { inWords } from '../problems.js';
import { hardwareChanges, changesOf } from '../remedy.js';
import { limits } from '../recommend_fields.js';
import { searching } from '../searching.js';
import { threeRows } from '../three_rows.js';
import { say } from '../words.js';
import { fieldViews, inUse } from './controls.js';
import { plot } from './plot.js';
import { assumedView, knownView, picksView } from './recommend_beside.js';
import { term, termsLine } from './terms.js';

/** @typedef {import('../types.js').Recommendation} Recommendation */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Page} Page */
/** @typedef {import('../types.js').Tools} Tools */

const objectives = /** @type {const} */ ([['cost', 'Cost'], ['speed', 'Speed'], ['energy', 'Energy'], ['balance', 'All three']]);
const segments = ['datacenter', 'workstation', 'consumer', 'apple', 'edge', 'cpu'];

/** Latencies that people ask for, as MLPerf Inference sets them for Llama 2 70B. @type {{label: string, slo: Record<string, number>}[]} */
const targets = [
  { label: 'None', slo: {} },
  { label: 'Server: 2 s, 200 ms', slo: { ttft_p95_ms: 2000, tpot_p95_ms: 200 } },
  { label: 'Interactive: 450 ms, 40 ms', slo: { ttft_p95_ms: 450, tpot_p95_ms: 40 } },
];
/** Each target that can be set, in words. @type {Record<string, (x: number) => string>} */
const targetWords = { ttft_p95_ms: (x) => `first token ${milliseconds(x)}`, tpot_p95_ms: (x) => `each token ${milliseconds(x)}`, e2e_p95_s: (x) => `request ${seconds(x)}` };

/** Only the way to pay that a choice is ranked by is shown of it. @param {Recommendation} r */
const isBought = ({ cost }) => cost.way === 'buy';

/** Of price, speed and load, that the engine ranks again. */
const draws = 64;

/** Figures of a choice, where they are known; with `more`, in the whole list alone. */
const figures = /** @type {{label: string, of: (r: Recommendation) => number | undefined, format: (x: number) => string, more?: boolean}[]} */ ([
  { label: 'First token', of: (r) => r.speed.ttft_ms, format: milliseconds },
  { label: 'Each token after', of: (r) => r.speed.tpot_ms, format: milliseconds },
  { label: 'Whole run', of: (r) => r.speed.days, format: inDays },
  { label: 'Tokens in all', of: (r) => (r.speed.ttft_ms === undefined ? r.speed.tokens_per_s : undefined), format: (x) => `${predicted(x)}/s` },
  { label: 'Requests', of: (r) => (r.speed.tokens_per_s === undefined && r.speed.days === undefined ? r.speed.requests_per_s : undefined), format: (x) => `${predicted(x)}/s` },
  { label: 'An hour', of: (r) => (isBought(r) ? undefined : r.cost.usd_per_h), format: dollars },
  { label: '1,000 requests', of: (r) => r.cost.usd_per_1k_requests, format: dollars, more: true },
  { label: '1,000 images', of: (r) => r.cost.usd_per_1k_images, format: dollars },
  { label: 'An hour of audio', of: (r) => r.cost.usd_per_audio_h, format: dollars },
  { label: 'Whole run costs', of: (r) => r.cost.usd_per_run, format: dollars },
  { label: 'To buy', of: (r) => (isBought(r) && r.cost.purchase_usd) || undefined, format: dollars },
  { label: 'Power', of: (r) => r.cost.power_w, format: power, more: true },
]);

/** @param {Tools} tools */
export function open(tools) {
  const search = searching('recommend', tools.redraw);
  const turning = Object.assign(searching('recommend', tools.redraw), { options: { with: ['series'] } });
  let chosen = '';
  const choose = (/** @type {string} */ id) => {
    chosen = id;
    tools.redraw();
    document.getElementById(`choice-${id}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (/** @type {Page} */ page) => {
    const { state, catalog } = tools;
    if (search.asked !== state.scenario) search.options = { known: catalog.lists.articles(state.scenario) };
    search.ask(state.scenario);
    const found = search.result?.ok ? search.result : undefined;
    return html`
      ${limitsView(page, tools, search.busy ? undefined : found)}
      <section aria-labelledby="ranked" aria-busy=${search.busy}>
        <h2 id="ranked">Ranked by ${say(objectiveOf(tools.state.scenario)).toLowerCase()} <span aria-live="polite">${statusText(search)}</span></h2>
        ${search.result && !search.result.ok ? html`<ul class="error">${inWords(search.result.errors, tools.state.scenario, page.shown.result).map((e) => html`<li>${e.message}</li>`)}</ul>` : nothing}
        <div class="results" data-busy=${search.busy && found !== undefined}>${found ? foundView(found, page, tools, { chosen, choose }) : search.busy ? waiting : nothing}</div>
        ${found?.recommendations?.length && !search.busy ? turningView(turning, tools) : nothing}
      </section>
      ${termsLine([...(page.shown.result.speed.ttft_ms === undefined ? [] : ['ttft', 'tpot', 'slo']), 'pareto', 'quantization', 'tensor_parallel', 'pipeline_parallel'])}`;
  };
}

/** @param {import('../types.js').Scenario} scenario */
const objectiveOf = (scenario) => scenario.objective ?? 'cost';

/** Which input would put another choice first; asked for, since the ranking is tried again for each.
 * @param {ReturnType<typeof searching>} turning @param {Tools} tools */
function turningView(turning, { state, redraw }) {
  const current = turning.asked === state.scenario;
  const ask = () => {
    turning.ask(state.scenario);
    redraw();
  };
  const points = turning.result?.ok ? turning.result.turning_points ?? [] : [];
  return html`<h3>What would put another first</h3>
    ${!current ? html`<p><button type="button" class="act" @click=${ask}>Try prices, use and load</button></p>`
      : turning.busy ? html`<p class="note">trying …</p>`
      : html`<ul class="reasons" role="status">${points.length ? points.map((/** @type {{text: string}} */ p) => html`<li>${p.text}</li>`) : html`<li>Nothing within a usual range puts another choice first.</li>`}</ul>`}`;
}

const waiting = html`<ol class="ranked" aria-hidden="true">${[1, 2, 3].map(() => html`<li class="placeholder"></li>`)}</ol>`;

/** @param {ReturnType<typeof searching>} search */
function statusText({ busy, failed, again, s, result }) {
  if (failed) return html`${failed} <button type="button" class="quiet" @click=${again}>Try again</button>`;
  if (busy) return 'searching the catalog …';
  return result?.ok ? `searched in ${s < 1 ? milliseconds(s * 1000) : `${predicted(s)}\u00a0s`}` : '';
}

/** Limits that can matter now. @param {Page} page @param {Tools} tools */
function limitsOf(page, { state, catalog }) {
  const { scenario } = page.shown.result;
  const facts = { scenario: { ...scenario, workload: state.workload }, model: catalog.model(scenario.model), used: inUse() };
  return { facts, now: limits.filter((f) => !f.when || f.when(facts)) };
}

/** @param {Page} page @param {Tools} tools @param {import('../types.js').Result} [found] which says what was taken for limits that are left open */
function limitsView(page, tools, found) {
  const { state, catalog } = tools;
  const board = found ? { ...page.board, result: found } : page.board;
  const { facts, now } = limitsOf(page, tools);
  const objective = objectiveOf(state.scenario);
  const owned = /** @type {{accelerator: string, count?: number}[]} */ (get(state.scenario, '/constraints/owned') ?? []);
  const set = [...now.map((f) => f.at), '/constraints/vendors', '/constraints/segments'].filter((at) => get(state.scenario, at) !== undefined).length;
  return html`<section aria-labelledby="wanted">
    <h2 id="wanted">What counts</h2>
    <fieldset class="segmented wide"><legend class="hidden">Best by</legend>
      ${objectives.map(([word, label]) => html`<label><input type="radio" name="objective" .checked=${objective === word} @change=${() => state.set('/objective', word === 'cost' ? undefined : word)} /><span>${label}</span></label>`)}
    </fieldset>
    ${state.workload === 'serve' && page.shown.result.speed.ttft_ms !== undefined ? targetsView(state) : nothing}
    <details class="twin more-limits"><summary>Limits${set ? html` <span class="tally">${set}</span>` : ': latency, price, power, number, vendors'}</summary>
    <div class="limits">${fieldViews(limits, board, facts, 'limit-')}</div>
    <div class="sorts">
      ${sortsView('Vendors', '/constraints/vendors', vendorsOf(catalog.accelerators), state)}
      ${sortsView('Kinds', '/constraints/segments', segments, state)}
    </div></details>
    ${owned.length ? html`<p class="owned">${icon('note')}Only what you own: ${owned.map((o) => `${o.count ?? 1} × ${catalog.accelerator(o.accelerator)?.name ?? o.accelerator}`).join(', ')}.
      <button type="button" class="chip" @click=${() => state.set('/constraints/owned', undefined)}>Search everything</button></p>` : nothing}
  </section>`;
}

/** @param {import('../state.js').State} state */
function targetsView(state) {
  const now = /** @type {Record<string, number>} */ (get(state.scenario, '/serve/slo') ?? {});
  const chip = (/** @type {string} */ label, /** @type {boolean} */ pressed, /** @type {() => void} */ press) => html`<button type="button" class="chip" aria-pressed=${pressed ? 'true' : 'false'} @click=${press}>${label}</button>`;
  const others = Object.keys(now).length > 0 && !targets.some(({ slo }) => same(now, slo));
  return html`<p class="targets" role="group" aria-label="Latency targets"><span class="note">${term('slo', 'Targets')}</span>
    ${targets.map(({ label, slo }) => chip(label, same(now, slo), () => state.set('/serve/slo', Object.keys(slo).length ? slo : undefined)))}
    ${others ? chip(`p95: ${Object.entries(now).map(([at, x]) => targetWords[at]?.(x)).join(', ')}`, true, () => {}) : nothing}
    ${state.scenario.serve?.slo || objectiveOf(state.scenario) === 'speed' ? nothing : html`<span class="note">Without a target the cheapest may be slow.</span>`}</p>`;
}

/** Sorts of which none or some are wanted. @param {string} label @param {string} at @param {string[]} all @param {import('../state.js').State} state */
function sortsView(label, at, all, state) {
  const wanted = /** @type {string[]} */ (get(state.scenario, at) ?? []);
  const toggle = (/** @type {string} */ word) => {
    const next = wanted.includes(word) ? wanted.filter((w) => w !== word) : [...wanted, word];
    state.set(at, next.length ? next : undefined);
  };
  return html`<div role="group" aria-label=${label}><p class="note">${label}${wanted.length ? '' : ': all'}</p>
    <p class="chips">${all.map((word) => html`<button type="button" class="chip" aria-pressed=${wanted.includes(word) ? 'true' : 'false'} @click=${() => toggle(word)}>${capital(say(word))}</button>`)}</p></div>`;
}

/** Those with most accelerators first. @param {Record<string, any>[]} accelerators @returns {string[]} */
function vendorsOf(accelerators) {
  /** @type {Record<string, number>} */
  const many = {};
  for (const { vendor } of accelerators) many[vendor] = (many[vendor] ?? 0) + 1;
  return Object.keys(many).filter((vendor) => vendor !== 'Any').sort((a, b) => many[b] - many[a]);
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {import('../types.js').Result} found @param {Page} page @param {Tools} tools @param {{chosen: string, choose: (id: string) => void}} chosen */
function foundView(found, page, tools, chosen) {
  const list = found.recommendations ?? [];
  const misses = found.near_misses ?? [];
  const { now } = limitsOf(page, tools);
  const assumed = assumedView(found, (at) => now.find((f) => f.at === at)?.label);
  if (list.length === 0 && misses.length === 0) return html`<p>Nothing in the catalog comes near these limits. Loosen one of them.</p>${assumed}`;
  const missed = misses.length ? html`<h3>Just misses</h3><ul class="misses">${repeat(misses, keyOf, (m) => missView(m, page, tools))}</ul>` : nothing;
  return html`
    ${list.length ? html`<ol class="ranked">${threeRows(found, (id) => tools.catalog.accelerator(id)?.segment).map((row) => ('choice' in row ? choiceView(row.choice, page, tools, { chosen: '', label: row.label }) : askedView(row)))}</ol>`
      : html`<p>${found.nothing ?? 'Nothing stays within all limits.'}</p>${missed}`}
    ${assumed}
    <details class="twin all"><summary>${list.length ? `All ${list.length}` : 'Where others stand'}</summary>
    ${picksView(found, (id) => tools.catalog.accelerator(id)?.name ?? id, chosen.choose)}
    ${list.length > 1 ? tradeView(found, page, chosen) : nothing}
    ${list.length ? html`<ol class="ranked">${repeat(list, keyOf, (r) => choiceView(r, page, tools, chosen))}</ol>` : nothing}
    ${found.last_generation ? lastView(found.last_generation, page, tools) : nothing}
    ${list.length ? missed : nothing}
    ${knownView(found)}</details>`;
}

/** What people ask about, and why it is not picked. @param {{label: string, known: import('../three_rows.js').Known}} row */
const askedView = ({ label, known: { name, text } }) => html`<li><div class="choice-head"><div><p class="note">${label}</p><h3>${name}</h3><p>${capital(text.replace(`${name}: `, ''))}</p></div></div></li>`;

/** What tells a choice from the others. @param {Choice} choice */
const keyOf = ({ hardware, precision }) => JSON.stringify([hardware, precision]);

/** @param {Choice} choice */
const nameOf = ({ hardware }) => `${count(hardware.count)}\u00a0×\u00a0${hardware.name}`;

/** @param {Choice} choice @param {Tools} tools */
const formatOf = ({ precision }, { catalog }) => catalog.formats.find((f) => f.id === precision.weights)?.name ?? precision.weights;

/** With a label it is one of the rows that are shown first. @param {Recommendation} r @param {Page} page @param {Tools} tools @param {{chosen: string, label?: string}} shown */
function choiceView(r, page, tools, { chosen, label }) {
  const { hardware } = r;
  const now = page.shown.result.scenario.hardware;
  const same = now.accelerator === hardware.accelerator && now.count === hardware.count && get(tools.state.scenario, '/hardware/memory_gb') === hardware.memory_gb;
  const serves = page.board.state.workload === 'serve' || page.board.state.workload === 'batch';
  return html`<li id=${label ? nothing : `choice-${hardware.accelerator}`} data-chosen=${chosen === hardware.accelerator}>
    <div class="choice-head">${label ? nothing : html`<span class="rank">${r.rank}</span>`}
      <div>${label ? html`<p class="note">${label}</p>` : nothing}<h3>${nameOf(r)}</h3><p class="note">${[serves ? formatOf(r, tools) : undefined, wayOf(r), r.pareto ? 'Pareto-optimal' : undefined].filter(Boolean).join(' · ')}</p></div>
      <button type="button" class="act" aria-disabled=${same ? 'true' : 'false'} aria-label=${same ? `In use: ${nameOf(r)}` : `Use this: ${nameOf(r)}`}
        @click=${() => same || tools.state.setAll(hardwareChanges(r, page.shown.result.scenario), true)}>${same ? html`${icon('check')}In use` : 'Use this'}</button></div>
    <dl class="choice-figures">${figures.map(({ label: name, of, format, more }) => {
      const value = label && more ? undefined : of(r);
      return value === undefined ? nothing : html`<div><dt>${name}</dt><dd>${format(value)}</dd></div>`;
    })}${r.regret && !label ? drawsView(r.regret.best) : nothing}</dl>
    <details class="twin"><summary>Why</summary>
      <ul class="reasons">${r.reasons.map((text) => html`<li>${text}</li>`)}${r.binds.map((text) => html`<li><b>Limit:</b> ${text}</li>`)}
      ${r.cost.rent_source && !isBought(r) ? html`<li class="note">Rent: ${r.cost.rent_source}.</li>` : nothing}
      ${r.cost.purchase_source && isBought(r) ? html`<li class="note">Purchase: ${r.cost.purchase_source}.</li>` : nothing}</ul>
      ${r.instances?.length && !isBought(r) ? instancesView(r.instances) : nothing}</details>
  </li>`;
}

/** How sure its place is. @param {number} best of the draws */
const drawsView = (best) => html`<div><dt>Best of draws</dt><dd>${best} of ${draws} <svg width="32" height="6" viewBox="0 0 ${draws} 6" preserveAspectRatio="none" aria-hidden="true"><rect width=${draws} height="6" fill="currentColor" opacity="0.15" /><rect width=${best} height="6" fill="currentColor" /></svg></dd></div>`;

/** Where it can be rented. @param {NonNullable<Recommendation['instances']>} instances */
const instancesView = (instances) => html`<table><caption>Where it is rented, all of it an hour</caption>
  <tbody>${instances.map((one) => html`<tr><th scope="row">${one.provider} ${count(one.count)} × ${one.name}</th><td>${ways[one.pricing] ?? one.pricing}</td><td class="number">${dollars(one.usd_per_h)}</td><td class="number">${one.date}${one.stale ? ', stale' : ''}</td></tr>`)}</tbody></table>`;

/** What the architecture before gives. @param {import('../types.js').LastGeneration} last @param {Page} page @param {Tools} tools */
const lastView = (last, page, tools) => html`<h3>A generation back</h3>
  <div class="choice-head before"><div><p>${last.text}</p></div>
    <button type="button" class="act" aria-label="Use this: ${nameOf(last)}, a generation back" @click=${() => tools.state.setAll(hardwareChanges(last, page.shown.result.scenario), true)}>Use this</button></div>`;

/** @type {Record<string, string>} */
const ways = { on_demand: 'rented', buy: 'bought', owned: 'yours', spot: 'spot', reserved_1y: 'reserved, 1 year', reserved_3y: 'reserved, 3 years' };

/** @param {Recommendation} r */
const wayOf = ({ cost }) => ways[cost.way] ?? cost.way;

/** Minutes, hours or days in a day. @param {number} days */
const unitOf = (days) => (days < 0.1 ? 1440 : days < 3 ? 24 : 1);

/** What a choice trades: time against cost. @param {import('../types.js').Result} found @param {Page} page @param {{chosen: string, choose: (id: string) => void}} chosen */
function tradeView({ recommendations = [] }, page, { chosen, choose }) {
  const time = /** @type {const} */ ([['tpot_ms', 'each token after', milliseconds], ['days', 'whole run', inDays]]).find(([at]) => recommendations[0].speed[at] !== undefined);
  // Axes go by round numbers of the unit they are read in.
  const unit = time?.[0] === 'days' ? unitOf(Math.max(...recommendations.map((r) => r.speed.days ?? 0))) : 1;
  const money = /** @type {const} */ ([['usd_per_run', 'whole run'], ['usd_per_1k_requests', '1,000 requests'], ['usd_per_h', 'an hour']]).find(([at]) => recommendations[0].cost[at] !== undefined);
  if (!time || !money) return nothing;
  const shown = recommendations.filter((r) => (r.speed[time[0]] ?? 0) > 0 && r.cost[money[0]] > 0);
  const read = (/** @type {Recommendation} */ r) => `${nameOf(r)}: ${time[1]} ${time[2](r.speed[time[0]] ?? 0)}, ${money[1]} ${dollars(r.cost[money[0]])}.`;
  const { result } = page.shown;
  const now = [Number(result.speed[time[0]]), Number(result.cost[money[0]])];
  const here = now[0] > 0 && now[1] > 0 && result.memory.fit !== 'no' ? [{ x: now[0] * unit, y: now[1], hollow: true, label: 'as set now', read: `As set now: ${time[1]} ${time[2](now[0])}, ${money[1]} ${dollars(now[1])}.` }] : [];
  /** @type {import('../charts/xy.js').Picture} */
  const picture = {
    name: 'Time against cost',
    description: shown.map(read).join(' '),
    x: { label: time[1], format: (x) => time[2](x / unit), log: true },
    y: { label: money[1], format: dollars, log: true },
    points: [...shown.map((r) => ({ x: (r.speed[time[0]] ?? 0) * unit, y: r.cost[money[0]], kind: 'weights', hollow: !r.pareto, strong: r.rank === 1, label: nameOf(r), read: read(r), id: r.hardware.accelerator })), ...here],
    choose, chosen,
    table: { head: ['Hardware', capital(time[1]), capital(money[1])], rows: shown.map((r) => [nameOf(r), r.speed[time[0]] ?? 0, r.cost[money[0]]]), formats: [String, time[2], dollars] },
  };
  return html`<div class="trade spaced">${plot(picture, page.charts?.width)}
    <p class="note">Filled: on the ${term('pareto')} of cost, speed and energy. Click a point to find it in the list.</p></div>`;
}

/** @param {import('../types.js').NearMiss} miss @param {Page} page @param {Tools} tools */
const missView = (miss, page, tools) => html`<li>
  <h4>${nameOf(miss)}</h4>
  <p>${capital(miss.lacks.map((l) => l.text).join('; '))}.</p>
  ${miss.remedies.length ? html`<p class="chips"><span class="note">Would do:</span> ${miss.remedies.map((remedy) => {
    const changes = changesOf(remedy);
    return changes ? html`<button type="button" class="chip" aria-label="Apply ${remedy.text} with ${nameOf(miss)}" @click=${() => tools.state.setAll({ ...hardwareChanges(miss, page.shown.result.scenario), ...changes }, true)}>${remedy.text}</button>` : html`<span>${remedy.text}</span>`;
  })}</p>` : nothing}</li>`;
