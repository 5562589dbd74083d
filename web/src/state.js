// The scenario a person is looking at: only what was set, the engine fills in the rest.
// Each workload keeps its own settings while another one is on the screen. Every change can be undone.

import { set } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {import('./types.js').Workload} Workload */
/** @typedef {{kept: Record<string, Scenario>, workload: Workload}} Moment */

/** Changes of the same field that follow each other faster than this are one step. */
const together = 1000;
const most = 200;

export class State extends EventTarget {
  /** @param {Record<Workload, Scenario>} presets what each workload opens with */
  constructor(presets) {
    super();
    this.presets = presets;
    /** @type {Moment} */
    this.now = { kept: { ...presets }, workload: 'serve' };
    /** @type {Moment[]} */ this.before = [];
    /** @type {Moment[]} */ this.after = [];
    this.last = { what: '', at: -Infinity };
    /** Of another task, with what comes along to it. */ this.bring = (/** @type {Scenario} */ scenario) => scenario;
    /** With what it names of a person's own. */ this.carry = (/** @type {Scenario} */ scenario) => scenario;
  }

  get workload() {
    return this.now.workload;
  }

  get scenario() {
    return this.now.kept[this.workload];
  }

  get preset() {
    return this.presets[this.workload];
  }

  get canUndo() {
    return this.before.length > 0;
  }

  get canRedo() {
    return this.after.length > 0;
  }

  /** @param {string} pointer @param {unknown} value undefined: back to the engine's default */
  set(pointer, value) {
    this.#keep(set(this.scenario, pointer, value), pointer);
  }

  /** Several fields at once. @param {Record<string, unknown>} values by pointer @param {boolean} [step] the browser's way back leads to what was before */
  setAll(values, step) {
    this.#keep(Object.entries(values).reduce((scenario, [pointer, value]) => set(scenario, pointer, value), this.scenario), Object.keys(values).join(), step);
  }

  resetAll() {
    this.#keep(this.preset, 'all', true);
  }

  /** @param {Workload} workload */
  use(workload) {
    const brought = this.carry(this.bring(this.now.kept[workload]));
    this.#go({ workload, kept: { ...this.now.kept, [workload]: brought } }, 'workload', true);
  }

  /** Someone's whole scenario, from a link. @param {Scenario} scenario @param {boolean} [step] as above */
  replace(scenario, step) {
    const workload = scenario.workload in this.presets ? scenario.workload : 'serve';
    this.#go({ workload, kept: { ...this.now.kept, [workload]: this.carry({ ...scenario, workload }) } }, 'whole', step);
  }

  /** What was kept over a reload, for what the page opens with. @param {Moment | undefined} moment */
  restore(moment) {
    const kept = Object.entries(moment?.kept ?? {}).filter(([workload]) => workload in this.presets);
    const workload = moment && moment.workload in this.presets ? moment.workload : this.workload;
    this.now = { kept: { ...this.now.kept, ...Object.fromEntries(kept) }, workload };
  }

  undo() {
    this.#step(this.before, this.after);
  }

  redo() {
    this.#step(this.after, this.before);
  }

  /** What the page opened with is where undoing ends. */
  forget() {
    this.before = [];
    this.after = [];
  }

  /** @param {Moment[]} from @param {Moment[]} to */
  #step(from, to) {
    const moment = from.pop();
    if (!moment) return;
    to.push(this.now);
    this.now = moment;
    this.last = { what: '', at: -Infinity };
    this.#changed();
  }

  /** @param {Scenario} scenario @param {string} what was changed @param {boolean} [step] */
  #keep(scenario, what, step) {
    this.#go({ ...this.now, kept: { ...this.now.kept, [this.workload]: this.carry(scenario) } }, what, step);
  }

  /** @param {Moment} moment @param {string} what was changed @param {boolean} [step] */
  #go(moment, what, step) {
    const at = performance.now();
    const goesOn = what === this.last.what && at - this.last.at < together && this.canUndo && what !== 'whole';
    if (!goesOn) this.before = [...this.before, this.now].slice(-most);
    this.after = [];
    this.last = { what, at };
    this.now = moment;
    this.#changed(step);
  }

  /** @param {boolean} [step] */
  #changed(step) {
    this.dispatchEvent(new CustomEvent('change', { detail: step }));
  }
}
