// Own devices and prices: a small form, what there is, and where it is kept.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { offer } from '../files.js';
import { count, dollars, readAmount } from '../format.js';
import { acceleratorDetail, asGiven } from '../entries.js';
import { onFound } from '../found.js';
import { icon } from '../icons.js';
import { amiss } from '../problems.js';
import { OwnThings, carrying, entriesOf, libraryFrom, libraryText, withEntries, without } from '../own.js';

/** @typedef {import('../own.js').Form} Form */

/** @type {{key: keyof Form, label: string, unit: string, needed?: boolean}[]} */
const fields = [
  { key: 'memory_gb', label: 'Memory', unit: 'GB', needed: true },
  { key: 'bandwidth_gb_s', label: 'Bandwidth', unit: 'GB/s', needed: true },
  { key: 'bf16', label: '16-bit arithmetic, dense', unit: 'TFLOP/s', needed: true },
  { key: 'fp8', label: 'FP8', unit: 'TFLOP/s' },
  { key: 'int8', label: 'INT8', unit: 'TOP/s' },
  { key: 'fp4', label: 'FP4', unit: 'TFLOP/s' },
  { key: 'power_w', label: 'Power', unit: 'W' },
  { key: 'link_gb_s', label: 'Link, one way', unit: 'GB/s' },
  { key: 'linked', label: 'Link joins', unit: 'devices' },
  { key: 'usd', label: 'Price', unit: '$' },
  { key: 'usd_h', label: 'Rent', unit: '$/h' },
];

const LONGEST = 1_000_000; // bytes of a file: what the engine reads of one scenario

/** Facts of an entry that the form asks for by another name. @type {Record<string, keyof Form>} */
const asked = { fp16: 'bf16', per_direction_gb_s: 'link_gb_s', pair_gb_s: 'link_gb_s', domain: 'linked' };

/** The field of the form that a problem is about. @param {import('../types.js').Problem} problem @param {import('../own.js').Library} library */
function fieldOf({ path, message }, { prices }) {
  const fact = /(\w+) would tell it\.$/.exec(message)?.[1] ?? path.split('/').at(-1) ?? '';
  const rent = prices[Number(/\/prices\/(\d+)/.exec(path)?.[1])]?.kind === 'on_demand';
  return fields.find(({ key }) => key === (rent ? 'usd_h' : asked[fact] ?? fact));
}

/** Problems in the words of the form, one of each field. @param {import('../types.js').Problem[]} problems @param {import('../own.js').Library} library @param {Form} [form] */
function inForm(problems, library, form) {
  /** @type {Record<string, string>} */ const said = {};
  for (const problem of problems) {
    const field = form && fieldOf(problem, library);
    const words = form && field ? `${field.label}: ${form[field.key] === undefined ? 'is needed.' : amiss(problem, form[field.key], field.unit)}` : problem.message;
    said[field?.key ?? words] ??= words;
  }
  return Object.values(said);
}

const own = new OwnThings();

/** What there is, to be kept over a reload. */
export const ownLibrary = () => own.library;

/** Scenarios carry the own entries they name, and the catalog knows them by name.
 * @param {import('../state.js').State} state @param {import('../catalog.js').Catalog} catalog
 * @param {import('../own.js').Library} [before] those of the page before a reload, where the browser does not keep them */
export function carryOwn(state, catalog, before) {
  if (before && !own.keeps) own.library = before;
  const know = (/** @type {import('../types.js').Scenario} */ scenario) => {
    const brought = (scenario.overrides?.accelerators ?? []).filter((/** @type {any} */ a) => own.library.accelerators.every(({ id }) => id !== a.id));
    catalog.own.splice(0, Infinity, ...[...own.library.accelerators, ...brought].map((a) => ({ ...a, name: asGiven(a) })));
    return scenario;
  };
  state.carry = (scenario) => know(carrying(scenario, own.library));
  own.addEventListener('change', () => state.setAll({}));
  addEventListener('storage', (event) => own.follow(event.key));
  know(state.scenario);
}

/** What is typed stays until it is added. @param {import('../types.js').Tools} tools */
export function openOwn({ engine, catalog, state, redraw }) {
  /** @type {Record<string, string>} */ let typed = {};
  /** @type {string[]} */ let problems = [];
  let said = '';

  /** Prices are of the day that answers are for. */
  const date = () => state.scenario.as_of ?? new Date().toISOString().slice(0, 10);

  /** What is wrong with entries, as the engine sees it. @param {import('../own.js').Library} library @param {string} id @param {Form} [form] that they are from */
  const problemsOf = (library, id, form) => {
    const answered = engine.estimate(carrying({ workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator: id, count: 1 } }, library));
    return answered.ok ? [] : inForm(answered.errors, library, form);
  };

  /** @param {string} id */
  const use = (id) => state.set('/hardware', { accelerator: id, count: state.scenario.hardware?.count ?? 1 });

  /** A price of the scenario's device in place of the catalog's. @param {Event} event */
  const setPrice = (event) => {
    event.preventDefault();
    const usd = readAmount(typed.price ?? '', '$');
    const of = onFound(state.scenario).hardware?.accelerator;
    problems = typeof usd === 'number' && usd > 0 ? [] : ['A price is a number of dollars.'];
    if (problems.length === 0) {
      typed.price = '';
      /** @type {HTMLFormElement} */ (event.target).reset();
      own.set(withEntries(own.library, { accelerators: [], instances: [], prices: [/** @type {any} */ ({ of, kind: 'new', usd, priced: date() })] }));
    } else redraw();
  };

  /** @param {Event} event */
  const add = (event) => {
    event.preventDefault();
    const form = /** @type {Form} */ ({ name: typed.name ?? '', ...Object.fromEntries(fields.map(({ key, unit }) => [key, readAmount(typed[key] ?? '', unit)])) });
    const entries = entriesOf(form, date());
    problems = form.name.trim() ? problemsOf(entries, entries.accelerators[0].id, form) : ['The device needs a name.'];
    if (problems.length === 0) {
      typed = {};
      /** @type {HTMLFormElement} */ (event.target).reset();
      said = `${form.name.trim()} is there.`;
      own.set(withEntries(own.library, entries));
      use(entries.accelerators[0].id);
    } else redraw();
  };

  /** @param {Event} event */
  const load = async (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    const read = libraryFrom(file && file.size <= LONGEST ? await file.text() : '');
    field.value = '';
    const wrong = read ? read.accelerators.flatMap((a) => problemsOf(read, a.id)) : ['The file is none that was saved here.'];
    problems = wrong;
    said = wrong.length || !read ? '' : `${count(read.accelerators.length + read.prices.length)} entries are there.`;
    if (read && wrong.length === 0) own.set(withEntries(own.library, read));
    redraw();
  };

  /** @param {import('../own.js').Price} price */
  const drop = (price) => own.set({ ...own.library, prices: own.library.prices.filter((p) => p !== price) });

  return () => {
    const device = catalog.accelerator(onFound(state.scenario).hardware?.accelerator);
    return html`<section aria-labelledby="own-things" class="own">
    <h2 id="own-things">Devices and prices of your own</h2>
    ${listView(use, drop, device?.id)}
    <details class="twin"><summary>Add a device</summary>
      <form class="own-form" @submit=${add} novalidate>
        <label class="wide">Name <span class="exact"><input type="text" dir="auto" autocomplete="off" .value=${typed.name ?? ''} @input=${(/** @type {Event} */ e) => { typed.name = valueOf(e); }}></span></label>
        ${fields.map(({ key, label, unit, needed }) => html`<label>${label}${needed ? nothing : html` <span class="note">if known</span>`} <span class="exact"><input type="text" inputmode="decimal" autocomplete="off"
          .value=${typed[key] ?? ''} @input=${(/** @type {Event} */ e) => { typed[key] = valueOf(e); }}><span class="unit">${unit}</span></span></label>`)}
        <button type="submit" class="act">Add and use it</button>
      </form></details>
    ${device ? html`<details class="twin"><summary>Set a price</summary><form class="own-form" @submit=${setPrice} novalidate>
        <label>${device.name}, each <span class="exact"><input type="text" inputmode="decimal" autocomplete="off" .value=${typed.price ?? ''} @input=${(/** @type {Event} */ e) => { typed.price = valueOf(e); }}><span class="unit">$</span></span></label>
        <button type="submit" class="act">Set it</button></form></details>` : nothing}
    <div aria-live="polite">${problems.length ? html`<ul class="error">${problems.map((text) => html`<li>${icon('cross')}${text}</li>`)}</ul>` : said ? html`<p class="note">${said}</p>` : nothing}</div>
    <p class="row own-keep"><label class="inline"><input type="checkbox" .checked=${own.keeps} @change=${(/** @type {Event} */ e) => own.keep(/** @type {HTMLInputElement} */ (e.target).checked)}> Keep them in this browser</label>
      ${hasAny() ? html`<button type="button" class="quiet" @click=${() => offer('ridgepoint-own.json', libraryText(own.library), 'application/json')}>Save as a file</button>` : nothing}
      <label class="quiet file-button">Load a file<input type="file" class="hidden" accept=".json,application/json" @change=${load}></label>
      ${hasAny() ? html`<button type="button" class="quiet" @click=${() => own.set({ accelerators: [], instances: [], prices: [] })}>Clear</button>` : nothing}</p>
    ${own.blocked ? html`<p class="note">This browser keeps nothing more for the page: its room is used up, or storage is switched off. They stay until the page is closed; save them as a file to have them later.</p>` : nothing}
  </section>`;
  };
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

const hasAny = () => own.library.accelerators.length + own.library.prices.length > 0;

/** @param {(id: string) => void} use @param {(price: import('../own.js').Price) => void} drop @param {unknown} used */
function listView(use, drop, used) {
  const { library } = own;
  if (!hasAny()) return html`<p class="note">A card that the catalog does not have, or a price of your own. They go into the link of every scenario that uses them, and nowhere else.</p>`;
  const belongs = (/** @type {import('../own.js').Price} */ p) => library.accelerators.some(({ id }) => p.of === id || p.of === `${id}-rent`);
  const costs = (/** @type {string} */ id) => [['', id], ['/h', `${id}-rent`]].flatMap(([per, of]) => library.prices.filter((p) => p.of === of).map((p) => `${dollars(p.usd)}${per}`)).join(', ');
  return html`<ul class="owned-list">${repeat(library.accelerators, (a) => a, (a) => html`<li><span><b>${a.name}</b> <span class="note">${[acceleratorDetail(a), costs(a.id)].filter(Boolean).join(' · ')}</span></span>
    ${a.id === used ? html`<span class="note">in use</span>` : html`<button type="button" class="chip" aria-label="Use ${a.name}" @click=${() => use(a.id)}>Use</button>`}
    <button type="button" class="quiet" aria-label="Remove ${a.name}" @click=${() => own.set(without(library, a.id))}>Remove</button></li>`)}
  ${repeat(library.prices.filter((p) => !belongs(p)), (p) => p, (p) => html`<li><span><b>${p.of}</b> <span class="note">${dollars(p.usd)} each, ${p.priced}</span></span><span></span>
    <button type="button" class="quiet" aria-label="Remove the price of ${p.of}" @click=${() => drop(p)}>Remove</button></li>`)}</ul>`;
}
