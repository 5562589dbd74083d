// The scenario a person is looking at: only what was set, the engine fills in the rest.
// Each workload keeps its own settings while another one is on the screen.

import { get, set } from './pointer.js';

/** @typedef {import('./types.js').Scenario} Scenario */
/** @typedef {import('./types.js').Workload} Workload */

export class State extends EventTarget {
  /** @param {Record<Workload, Scenario>} presets what each workload opens with */
  constructor(presets) {
    super();
    this.presets = presets;
    /** @type {Record<string, Scenario>} */
    this.kept = { ...presets };
    /** @type {Workload} */
    this.workload = 'serve';
  }

  get scenario() {
    return this.kept[this.workload];
  }

  get preset() {
    return this.presets[this.workload];
  }

  /** @param {string} pointer @param {unknown} value undefined: back to the engine's default */
  set(pointer, value) {
    this.#keep(set(this.scenario, pointer, value));
  }

  /** Several fields at once. @param {Record<string, unknown>} values by pointer */
  setAll(values) {
    this.#keep(Object.entries(values).reduce((scenario, [pointer, value]) => set(scenario, pointer, value), this.scenario));
  }

  /** One field as the page opened with it. @param {string} pointer */
  reset(pointer) {
    this.set(pointer, get(this.preset, pointer));
  }

  resetAll() {
    this.#keep(this.preset);
  }

  /** @param {Workload} workload */
  use(workload) {
    this.workload = workload;
    this.#changed();
  }

  /** Someone's whole scenario, from a link. @param {Scenario} scenario */
  replace(scenario) {
    this.workload = scenario.workload in this.presets ? scenario.workload : 'serve';
    this.#keep({ ...scenario, workload: this.workload });
  }

  /** @param {Scenario} scenario */
  #keep(scenario) {
    this.kept = { ...this.kept, [this.workload]: scenario };
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
