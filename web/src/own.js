// A person's own devices and prices, in the catalog's form, and how a scenario carries those it uses.

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {{id: string, name: string, vendor?: string, architecture?: string, [fact: string]: any}} Device */
/** @typedef {{of: string, kind: string, usd: number, priced?: string}} Price */
/** @typedef {{accelerators: Device[], instances: Record<string, any>[], prices: Price[]}} Library */

const key = 'ridgepoint.own';

/** @type {Library} */
const empty = { accelerators: [], instances: [], prices: [] };

/** The kinds of entries a library has. */
const kinds = /** @type {const} */ (['accelerators', 'instances', 'prices']);

/** What is kept while the page is open, and with `keep` beyond that, where the browser lets the page. */
export class OwnThings extends EventTarget {
  /** @param {() => Storage} storage asked for each time: browsers that block it throw */
  constructor(storage = () => localStorage) {
    super();
    this.storage = storage;
    const kept = this.#read();
    this.library = kept ?? empty;
    this.keeps = kept !== undefined;
    this.blocked = false;
  }

  /** What another tab has kept since. What is only here stays, and what the other tab no longer keeps is not taken away here.
   * @param {string | null} changed key; null: all */
  follow(changed) {
    if (changed !== key && changed !== null) return;
    const kept = this.#read();
    if (kept && this.keeps) this.library = kept;
    else if (kept) this.library = withEntries(kept, this.library);
    this.keeps = kept !== undefined;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {Library} library */
  set(library) {
    this.library = library;
    this.#write();
    this.dispatchEvent(new Event('change'));
  }

  /** @param {boolean} keeps */
  keep(keeps) {
    if (keeps) this.library = withEntries(this.#read() ?? empty, this.library); // another tab may have kept some, too
    this.keeps = keeps;
    this.#write();
    if (!keeps) this.#forget();
    this.dispatchEvent(new Event('change'));
  }

  #read() {
    try {
      const text = this.storage().getItem(key);
      return text === null ? undefined : libraryFrom(text);
    } catch {
      return undefined;
    }
  }

  #write() {
    try {
      if (this.keeps) this.storage().setItem(key, libraryText(this.library));
      this.blocked = false;
    } catch {
      this.blocked = true;
    }
  }

  #forget() {
    try {
      this.storage().removeItem(key);
    } catch {
      // Nothing is kept there.
    }
  }
}

/** As it is kept and saved. @param {Library} library */
export const libraryText = (library) => `${JSON.stringify({ ridgepoint: 1, ...library }, null, 1)}\n`;

/** A price as 0.1.0 kept it, in today's words. @param {any} price */
const present = ({ date, ...price }) => ({ ...price, ...given({ priced: price.priced ?? date, kind: price.kind?.startsWith('purchase_') ? 'new' : price.kind }) });

/** A library from such a text; undefined when it is none. Whether its facts make sense is for the engine to say.
 * @param {string} text @returns {Library | undefined} */
export function libraryFrom(text) {
  try {
    const read = JSON.parse(unturned(text));
    if (read?.ridgepoint !== 1) return undefined;
    const lists = kinds.map((kind) => (Array.isArray(read[kind]) ? read[kind] : []).filter((/** @type {any} */ entry) => entry !== null && typeof entry === 'object'));
    return { accelerators: lists[0], instances: lists[1], prices: lists[2].map(present) };
  } catch {
    return undefined;
  }
}

/**
 * What the form holds: numbers where a person gave them.
 * @typedef {{name: string, memory_gb?: unknown, bandwidth_gb_s?: unknown, bf16?: unknown, fp8?: unknown, fp4?: unknown, int8?: unknown, power_w?: unknown, link_gb_s?: unknown, linked?: unknown, usd?: unknown, usd_h?: unknown}} Form
 */

/** Fields left out where nothing was given. @param {Record<string, unknown>} fields */
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Text without characters that have no width or turn the direction of what stands around them, which the engine refuses: what is
 * right to left by its letters stays so. @param {string} text */
export const unturned = (text) => text.replaceAll(/[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '');

/** The entries of a device: itself, what it costs to buy, and a machine of it to rent.
 * @param {Form} form @param {string} date of the prices @returns {Library} */
export function entriesOf(form, date) {
  const name = unturned(form.name).trim();
  const id = `own-${name.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, '') || 'device'}`;
  const fabric = given({ name: form.link_gb_s === undefined ? undefined : 'Own link', per_direction_gb_s: form.link_gb_s, pair_gb_s: form.link_gb_s, domain: form.link_gb_s === undefined ? undefined : form.linked ?? 2 });
  const rates = given({ bf16: form.bf16, fp16: form.bf16, fp8: form.fp8, int8: form.int8, fp4: form.fp4 });
  const accelerator = /** @type {Device} */ ({
    id, name, vendor: 'Own', architecture: 'Own', ...given({ memory_gb: form.memory_gb, bandwidth_gb_s: form.bandwidth_gb_s }),
    rates_tflops: rates, ...(Object.keys(fabric).length ? { fabric } : {}), ...given({ power_w: form.power_w }),
  });
  const rent = `${id}-rent`;
  const price = (/** @type {string} */ of, /** @type {string} */ kind, /** @type {unknown} */ usd) => (usd === undefined ? [] : [/** @type {Price} */ ({ of, kind, usd, priced: date })]);
  return {
    accelerators: [accelerator],
    instances: form.usd_h === undefined ? [] : [{ id: rent, name, provider: 'own', accelerator: id, count: 1 }],
    prices: [...price(id, 'new', form.usd), ...price(rent, 'on_demand', form.usd_h)],
  };
}

/** What belongs to a device. @param {Library} library @param {(id: string) => boolean} named */
function partOf({ accelerators, instances, prices }, named) {
  const machines = instances.filter((i) => named(i.accelerator));
  return { accelerators: accelerators.filter((a) => named(a.id)), instances: machines, prices: prices.filter((p) => named(p.of) || machines.some((i) => i.id === p.of)) };
}

/** Without a device and what belongs to it. @param {Library} library @param {string} id @returns {Library} */
export function without(library, id) {
  const gone = partOf(library, (named) => named === id);
  return { accelerators: library.accelerators.filter((a) => !gone.accelerators.includes(a)), instances: library.instances.filter((i) => !gone.instances.includes(i)), prices: library.prices.filter((p) => !gone.prices.includes(p)) };
}

/** With entries that take the place of those for the same thing. @param {Library} library @param {Library} added @returns {Library} */
export function withEntries(library, added) {
  const base = added.accelerators.reduce((kept, { id }) => without(kept, id), library);
  const same = (/** @type {Price} */ p) => added.prices.some((q) => q.of === p.of && q.kind === p.kind);
  return { accelerators: [...base.accelerators, ...added.accelerators], instances: [...base.instances, ...added.instances], prices: [...base.prices.filter((p) => !same(p)), ...added.prices] };
}

/** The scenario with the entries of the library that it names, so that it and its link stand on their own.
 * @param {Scenario} scenario @param {Library} library @returns {Scenario} */
export function carrying(scenario, library) {
  const used = new Set([scenario.hardware?.accelerator, ...(scenario.constraints?.owned ?? []).map((/** @type {any} */ one) => one.accelerator)]);
  const needed = partOf(library, (id) => used.has(id));
  const held = scenario.overrides ?? {};
  const idOf = (/** @type {any} */ entry) => entry.id ?? `${entry.of} ${entry.kind ?? 'on_demand'}`;
  const joined = kinds.map((kind) => {
    const ours = new Set(library[kind].map(idOf));
    return /** @type {const} */ ([kind, [...needed[kind], ...(held[kind] ?? []).filter((/** @type {any} */ entry) => !ours.has(idOf(entry)))]]);
  });
  const overrides = { ...held, ...Object.fromEntries(joined) };
  for (const kind of kinds) if (overrides[kind].length === 0) delete overrides[kind];
  const { overrides: _, ...rest } = scenario;
  return Object.keys(overrides).length ? { ...rest, overrides } : rest;
}
