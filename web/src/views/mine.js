// The reverse question: hardware that is there, and what it serves, fine-tunes and trains.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import '../elements/combobox.js';
import '../elements/number.js';
import { withMemory } from '../catalog.js';
import { deviceFrom, memoriesOf } from '../device_from.js';
import { acceleratorDetail } from '../entries.js';
import { count, days, gibibytes, milliseconds, predicted, range, seconds, short } from '../format.js';
import { icon } from '../icons.js';
import { get } from '../pointer.js';
import { readGraphics } from '../reading.js';
import { plain } from '../search.js';
import { searching } from '../searching.js';
import { startsOf } from '../starts.js';
import { binary } from '../stops.js';
import { say } from '../words.js';
import { openOwn } from './own.js';
import { lineView } from './reproduce.js';
import { termsLine } from './terms.js';

/** @typedef {{accelerator: string, count?: number}} Owned */
/** @typedef {import('../device_from.js').Found & {least_gb?: number}} Read */
/** @typedef {Record<string, any>} Item */
/** @typedef {import('../types.js').Tools} Tools */
/** @typedef {{id: string, name: string, family: string, kind: string, successor?: string, params_b: number, active_params_b: number}} Model */
/** @typedef {{model: Model, grade: string, runs_well: boolean, weights: string, quality: string, per_gpu_gb: number, usable_gb: number, host_gb?: number, context?: number, max_context?: number, users?: number,
 *   ttft_ms?: number, tokens_per_s?: number, tokens_per_s_low?: number, tokens_per_s_high?: number, requests_per_s?: number, images_per_s?: number, audio_s_per_s?: number}} Served */
/** @typedef {{purposes: string[], model: string, start: {tool: string, command: string}[]}} Pick */
/** @typedef {{model: Model, methods: {method: string, per_gpu_gb: number, tokens_per_s?: number, samples_per_s?: number}[]}} Tuned */
/** @typedef {{model: Model, per_gpu_gb: number, days: number}} Trained */

const counts = [...binary(1, 8).filter((n) => n !== 5), ...binary(12, 1024)];
const contexts = [2048, 4096, 8192, 16384, 32768, 65536, 131072];
const first = 12;

/** Words for what a format takes from quality. @type {Record<string, string>} */
const qualities = { as_published: 'as\u00a0published', near_lossless: 'nearly\u00a0lossless', good: 'small\u00a0loss', reduced: 'some\u00a0loss', poor: 'clear\u00a0loss' };

/** Words for how well a model runs. @type {Record<string, string>} */
const grades = { great: 'runs great', well: 'runs well', tight: 'runs tightly', short: 'short context', slow: 'slow', host: 'in host memory' };

/** @param {Tools} tools */
export function open(tools) {
  const { state, catalog } = tools;
  const search = searching('runsOn', tools.redraw);
  const ownThings = openOwn(tools);
  let context = 8192;
  let all = false;
  let wanted = '';
  /** What is added is looked at next. */ let added = false;
  /** What the browser says, once it was asked. @type {Read | undefined} */ let read;
  let asking = false;
  const ask = async (/** @type {() => void} */ begin) => {
    asking = true;
    const { strings, memory_gb } = await readGraphics();
    read = { ...deviceFrom(strings, catalog.accelerators), least_gb: memory_gb };
    if (read.exact) begin();
    else tools.redraw();
  };
  const matches = (/** @type {{model: Model}} */ { model }) => plain(`${model.name} ${model.id}`).includes(plain(wanted));
  /** @type {{text: string, question: unknown}} */ let asked = { text: '', question: undefined };

  /** The same question as the same object, so that it is asked once. @param {Owned[]} hardware */
  const questionOf = (hardware) => {
    const { overrides } = state.scenario;
    const text = JSON.stringify({ hardware: hardware.map((o) => ({ accelerator: o.accelerator, count: o.count ?? 1 })), context, overrides: overrides && { accelerators: overrides.accelerators, models: overrides.models } });
    if (text !== asked.text) asked = { text, question: JSON.parse(text) };
    return asked.question;
  };

  /** @param {import('../types.js').Page} page */
  const view = (page) => {
    const given = /** @type {Owned[]} */ (get(state.scenario, '/constraints/owned') ?? []);
    if (given.length === 0 && !asking) ask(() => page.go('mine', true, false)); // it is answered in sight
    const taken = given.length === 0 && read?.exact ? [{ accelerator: takenOf(read.devices[0], read.least_gb) }] : [];
    const owned = given.length ? given : taken;
    const keep = (/** @type {Owned[]} */ next) => state.set('/constraints/owned', next.length ? next : undefined);
    const can = 'runsOn' in tools.engine;
    if (can && owned.length) search.ask(questionOf(owned));
    const found = owned.length && search.result?.ok ? search.result : undefined;
    if (added && found && !search.busy) {
      added = false;
      requestAnimationFrame(() => document.querySelector('.picks')?.scrollIntoView({ block: 'nearest' }));
    }
    return html`<section aria-labelledby="own">
        <h2 id="own">What you have</h2>
        ${read ? readView(read, owned, catalog, keep) : nothing}
        ${given.length ? html`<ul class="owned-list">${repeat(given, (one, i) => (given.findIndex((o) => o.accelerator === one.accelerator) === i ? one.accelerator : i), (one, i) => ownedView(one, catalog, (next) => keep(given.map((o, j) => (j === i ? next : o))), () => keep(given.filter((_, j) => j !== i))))}</ul>` : nothing}
        ${adderView(given, taken.length > 0, catalog, (next) => { added = true; keep(next); }, page)}
      </section>
      ${owned.length && can ? html`<section aria-labelledby="runs" aria-busy=${search.busy}>
        <h2 id="runs">What it runs <span>${search.failed ? html`${search.failed} <button type="button" class="quiet" @click=${search.again}>Try again</button>` : (search.busy ? 'trying every model …' : found ? `${gibibytes(found.usable_gb)} usable${found.host ? `, host memory by ${found.host}` : ''}` : '')}</span></h2>
        ${search.result && !search.result.ok ? html`<ul class="error">${search.result.errors.map((/** @type {{message: string}} */ e) => html`<li>${e.message}</li>`)}</ul>` : nothing}
        ${found?.picks?.length ? picksView(found, owned) : nothing}
        <p class="row"><label class="inline">Context of each user <span class="select"><select @change=${(/** @type {Event} */ e) => { context = Number(/** @type {HTMLSelectElement} */ (e.target).value); tools.redraw(); }}>
          ${contexts.map((n) => html`<option value=${n} ?selected=${n === context}>${count(n)} tokens</option>`)}</select>${icon('down')}</span></label>
          <label class="inline">Find a model <input class="find" type="search" autocomplete="off" spellcheck="false" placeholder="Qwen3 32B" .value=${wanted} @input=${(/** @type {Event} */ e) => { wanted = /** @type {HTMLInputElement} */ (e.target).value; tools.redraw(); }} /></label></p>
        <div class="results" data-busy=${search.busy && found !== undefined}>${found ? foundView(found, owned) : nothing}</div>
      </section>` : nothing}
      ${owned.length ? html`<section aria-labelledby="own-best"><h2 id="own-best">Best of it for this scenario</h2>
        <p>Recommend searches among what you have for <b>${page.shown.result.model.name}</b>. <button type="button" class="act" @click=${() => { keep(owned); page.go('recommend', true); }}>Recommend from these</button></p></section>` : nothing}
      ${ownThings()}
      ${termsLine(['quantization', 'kv_cache', 'ttft', 'headroom'])}`;
  };

  /** @param {Served} s @param {Owned[]} owned */
  const use = (s, owned) => state.replace({
    workload: 'serve', model: s.model.id,
    hardware: { accelerator: owned[0].accelerator, count: owned[0].count ?? 1 },
    precision: { weights: s.weights }, serve: { input_tokens: 2048, output_tokens: 512, concurrency: 1, ...(s.context ? { max_context: s.context } : {}) }, constraints: { owned },
  }, true);

  /** What to begin with. @param {any} found @param {Owned[]} owned */
  const picksView = (found, owned) => html`<ul class="picks results" data-busy=${search.busy}>${/** @type {Pick[]} */ (found.picks).map(({ purposes, model, start }) => {
    const row = /** @type {Served[]} */ (found.serves).find((s) => s.model.id === model);
    return row ? html`<li class="command"><div class="command-head"><h3>${row.model.name}</h3>
        <span>${purposes.join(', ')}</span><span class="note">${grades[row.grade]}${rateOf(row) && ` at ${rateOf(row)}`}${slowOf(row)}, ${formatName(row, catalog)}, ${qualities[row.quality]}</span>${openButton(row, () => use(row, owned))}</div>
      ${startsOf(start, row, catalog.models.find(({ id }) => id === model)).map(({ tool, command }) => lineView(tool, command))}</li>` : nothing;
  })}</ul>
    <p class="note">${found.notes.at(-1)}</p>`;

  /** @param {any} found @param {Owned[]} owned */
  const foundView = (found, owned) => {
    const rows = /** @type {Served[]} */ (found.serves ?? []).filter(matches);
    const tuned = /** @type {Tuned[]} */ (found.finetunes ?? []).filter(matches);
    const trained = /** @type {Trained[]} */ (found.trains ?? []).filter(matches);
    const notes = /** @type {string[]} */ (found.notes ?? []).slice(0, found.picks?.length ? -1 : undefined);
    return html`${notes.length ? html`<ul class="note">${notes.map((n) => html`<li>${n}</li>`)}</ul>` : nothing}
      ${rows.length ? html`${all || wanted ? html`<h3>Serves</h3><div class="scroll" tabindex="0" role="group" aria-label="Models"><table class="served">
        <caption class="hidden">Models that it serves: the picks, then those that run well</caption>
        <thead><tr><th scope="col">Model</th><th scope="col">Weights</th><th scope="col" class="number">One user</th><th scope="col" class="number">First token</th><th scope="col" class="number">Longest context</th><th scope="col" class="number">Users</th><th scope="col"><span class="hidden">Open</span></th></tr></thead>
        <tbody>${repeat(rows, ({ model, weights, host_gb }) => `${model.id} ${weights} ${host_gb}`, (s) => servedView(s, catalog, () => use(s, owned)))}</tbody></table></div>` : nothing}
        ${wanted ? nothing : html`<p><button type="button" class="quiet" @click=${() => { all = !all; tools.redraw(); }}>${all ? 'Show the picks alone' : `Show all ${rows.length} models`}</button></p>`}` : html`<p>${wanted ? `No model like “${wanted}” is served by this hardware.` : 'No model of the catalog fits. More memory, or a CPU beside it whose memory takes part of the weights, would help.'}</p>`}
      ${tuned.length ? html`<h3>Fine-tunes</h3><div class="scroll" tabindex="0"><table><caption class="hidden">Models that it fine-tunes, the current ones first</caption>
        <thead><tr><th scope="col">Model</th><th scope="col">Methods that fit</th></tr></thead>
        <tbody>${tuned.slice(0, first).map((t) => html`<tr><th scope="row">${modelText(t.model)}</th>
          <td>${t.methods.map((m, i) => html`${i ? ' · ' : ''}<b>${say(m.method)}</b> ${gibibytes(m.per_gpu_gb)}${m.tokens_per_s ? html`, ${predicted(m.tokens_per_s)} tokens/s` : nothing}`)}</td></tr>`)}</tbody></table></div>` : nothing}
      ${trained.length ? html`<h3>Trains from scratch</h3><div class="scroll" tabindex="0"><table><caption class="hidden">Models that it trains within a year, the current ones first</caption>
        <thead><tr><th scope="col">Model</th><th scope="col" class="number">Memory</th><th scope="col" class="number">Takes</th></tr></thead>
        <tbody>${trained.slice(0, first).map((t) => html`<tr><th scope="row">${modelText(t.model)}</th><td class="number">${gibibytes(t.per_gpu_gb)}</td><td class="number">${days(t.days)}</td></tr>`)}</tbody></table></div>` : nothing}`;
  };
  return view;
}

/** @param {Model} m */
const modelText = (m) => html`${m.name} <span class="note">${short(m.params_b * 1e9)}</span>`;

/** @param {Served} s @param {import('../catalog.js').Catalog} catalog @param {() => void} use */
const servedView = (s, catalog, use) => html`<tr data-well=${s.runs_well}>
  <th scope="row">${modelText(s.model)}<span class="note">${s.host_gb ? `${gibibytes(s.host_gb)} ` : ''}${grades[s.grade]}${slowOf(s)}${s.model.successor ? `, replaced by ${catalog.model(s.model.successor)?.name ?? s.model.successor}` : ''}</span></th>
  <td>${formatName(s, catalog)}<span class="note">${qualities[s.quality] ?? s.quality}</span></td>
  <td class="number">${rateOf(s)}${s.tokens_per_s_low !== undefined && s.tokens_per_s_high !== undefined ? html`<span class="note">${range(s.tokens_per_s_low, s.tokens_per_s_high, (x) => `${predicted(x)}/s`)}</span>` : nothing}</td>
  <td class="number">${s.ttft_ms === undefined ? '' : milliseconds(s.ttft_ms)}</td>
  <td class="number">${s.max_context === undefined ? '' : count(s.max_context)}</td>
  <td class="number">${s.users === undefined ? '' : count(s.users)}</td>
  <td class="number">${openButton(s, use)}</td></tr>`;

/** @param {Served} s @param {() => void} use */
const openButton = ({ model }, use) => html`<button type="button" class="chip" aria-label="Open ${model.name} on this hardware" @click=${use}>Open</button>`;

/** @param {Served} s @param {import('../catalog.js').Catalog} catalog */
const formatName = ({ weights }, catalog) => catalog.formats.find((f) => f.id === weights)?.name ?? weights;

/** Tokens a second that people read: 240 words a minute of 1.3 tokens each. */
const reading = 5;

/** @param {Served} s */
const slowOf = ({ tokens_per_s: rate }) => (rate !== undefined && rate < reading ? ', slower than reading' : '');

/** @param {Served} s */
function rateOf(s) {
  if (s.tokens_per_s !== undefined) return `${predicted(s.tokens_per_s)} tokens/s`;
  if (s.images_per_s !== undefined) return s.images_per_s < 1 ? `${seconds(1 / s.images_per_s)} each` : `${predicted(s.images_per_s)} images/s`;
  if (s.audio_s_per_s !== undefined) return `${predicted(s.audio_s_per_s)} s of audio/s`;
  return s.requests_per_s === undefined ? '' : `${predicted(s.requests_per_s)} requests/s`;
}

/** A device as the engine has it, with the least memory that its computer can have. @param {Item} device @param {number} [least] that the browser reports */
function takenOf(device, least = 0) {
  const sizes = memoriesOf(device);
  return sizes.length ? `${device.id} ${sizes.find((gb) => gb >= least) ?? sizes[sizes.length - 1]}GB` : device.id;
}

/** What the browser says, and what it is taken as: another of the devices that it can mean, or other memory, is chosen at once.
 * @param {Read} read @param {Owned[]} owned @param {import('../catalog.js').Catalog} catalog @param {(next: Owned[]) => void} keep */
function readView({ said, exact, devices, least_gb: least }, owned, catalog, keep) {
  const { id, memory_gb: gb } = withMemory(owned.length === 1 ? owned[0].accelerator : '');
  const device = devices.find((one) => one.id === id);
  if (owned.length && !device) return nothing;
  const take = (/** @type {string} */ accelerator) => keep([{ accelerator, count: owned[0]?.count ?? 1 }]);
  const sizes = device ? memoriesOf(device) : [];
  const names = devices.map((one) => ({ value: one.id, text: one.name }));
  return html`<p class="read">${said ? html`Your browser reports: <b>${said}</b>${devices.length ? '' : ', which names no device of the catalog'}.` : 'Your browser does not say which graphics this computer has.'}
    ${devices.length === 0 ? 'Choose yours below.' : html`${exact ? 'Taken as' : 'Which chip is it?'}
      ${choiceOf('Device', device ? names : [{ value: '', text: 'Choose the chip' }, ...names], device?.id ?? '', (value) => value && take(takenOf(devices.find((one) => one.id === value) ?? {}, least)))}
      ${sizes.length ? html`with ${choiceOf('Memory of the computer', sizes.map((size) => ({ value: String(size), text: `${size} GB` })), String(gb ?? device?.memory_gb), (value) => take(`${device?.id} ${value}GB`))} of memory, which browsers do not say` : nothing}.`}
    <span class="note">It is read here, and sent nowhere.</span></p>`;
}

/** @param {string} label @param {{value: string, text: string}[]} options @param {string} chosen @param {(value: string) => void} choose */
const choiceOf = (label, options, chosen, choose) => html`<span class="select"><select aria-label=${label} @change=${(/** @type {Event} */ e) => choose(/** @type {HTMLSelectElement} */ (e.target).value)}>
  ${options.map(({ value, text }) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}</select>${icon('down')}</span>`;

/** @param {Owned} one @param {import('../catalog.js').Catalog} catalog @param {(next: Owned) => void} change @param {() => void} remove */
function ownedView(one, catalog, change, remove) {
  const record = catalog.accelerator(one.accelerator);
  const name = record?.name ?? one.accelerator;
  return html`<li><span><b>${name}</b>${record ? html` <span class="note">${acceleratorDetail(record)}</span>` : nothing}</span>
    <label class="hidden" for="own-${one.accelerator}">How many ${name}</label>
    <rp-number .fieldId=${`own-${one.accelerator}`} .name=${`How many ${name}`} .value=${one.count ?? 1} .stops=${counts} .stepped=${true}
      @choose=${(/** @type {CustomEvent} */ e) => typeof e.detail === 'number' && e.detail >= 1 && change({ ...one, count: Math.round(e.detail) })}></rp-number>
    <button type="button" class="quiet" aria-label="Remove ${name}" @click=${remove}>Remove</button></li>`;
}

/** @param {Owned[]} owned @param {boolean} taken is one taken that the browser reports, which another replaces? @param {import('../catalog.js').Catalog} catalog
 * @param {(next: Owned[]) => void} keep @param {import('../types.js').Page} page */
function adderView(owned, taken, catalog, keep, page) {
  const { hardware } = page.shown.result.scenario;
  const add = (/** @type {string} */ accelerator, n = 1) => keep([...owned.filter((o) => o.accelerator !== accelerator), { accelerator, count: n }]);
  const name = catalog.accelerator(hardware.accelerator, hardware.memory_gb)?.name;
  const sized = hardware.memory_gb ? `${hardware.accelerator} ${hardware.memory_gb}GB` : hardware.accelerator;
  return html`<div class="adder"><label for="own-add">${taken ? 'Or another GPU or computer' : 'Add a GPU or computer'}</label>
    <rp-combobox .fieldId=${'own-add'} .entries=${catalog.lists.accelerators} .value=${''} .shown=${''} @choose=${(/** @type {CustomEvent} */ e) => add(e.detail)}></rp-combobox>
    ${name && !owned.some((o) => o.accelerator === sized) ? html`<button type="button" class="quiet" @click=${() => add(sized, hardware.count)}>Add ${count(hardware.count)} × ${name} of the scenario</button>` : nothing}</div>`;
}
