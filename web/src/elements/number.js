// <rp-number>: a slider over stops and an exact field beside it, kept in step.
import { LitElement, html, nothing } from 'lit';
import { fieldText, readAmount, unitOf } from '../format.js';
import { nearest } from '../stops.js';

/** Fires `choose` with `detail`: a number, a text that is not one, or null for an empty field. */
export class NumberControl extends LitElement {
  static properties = {
    value: { attribute: false },
    taken: { attribute: false },
    stops: { attribute: false },
    name: { attribute: false },
    unit: { attribute: false },
    placeholder: { attribute: false },
    describedby: { attribute: false },
    invalid: { attribute: false },
    fieldId: { attribute: false },
    stepped: { attribute: false },
  };

  constructor() {
    super();
    /** @type {unknown} */ this.value = undefined;
    /** What counts while the field is empty. @type {unknown} */ this.taken = undefined;
    /** @type {number[] | undefined} */ this.stops = undefined;
    this.name = '';
    this.unit = '';
    this.placeholder = '';
    this.describedby = '';
    this.invalid = false;
    this.fieldId = '';
    this.stepped = false;
    this.typing = false;
  }

  createRenderRoot() {
    return this;
  }

  get #asPercent() {
    return this.unit === '%';
  }

  /** The number that counts, to place the slider and to step from. */
  get #now() {
    return [this.value, this.taken, this.stops?.[0]].find((value) => typeof value === 'number') ?? 0;
  }

  render() {
    return html`
      ${this.stops && !this.stepped ? this.#slider(this.stops) : nothing}
      ${this.stepped ? this.#step(-1, '−', 'fewer') : nothing}
      <span class="exact" data-invalid=${this.invalid}>
        <input id=${this.fieldId} type="text" inputmode="decimal" autocomplete="off" spellcheck="false"
          placeholder=${this.placeholder} aria-describedby=${this.describedby || nothing}
          aria-invalid=${this.invalid ? 'true' : nothing}
          @input=${this.#typed} @focus=${this.#entered} @blur=${this.#left} @keydown=${this.#key} />
        ${this.unit ? html`<span class="unit" data-idle=${this.value === undefined && this.taken === undefined}>${unitOf(this.value ?? this.taken, this.unit)}</span>` : nothing}
      </span>
      ${this.stepped ? this.#step(1, '+', 'more') : nothing}
    `;
  }

  /** What is being typed stays as typed; the text follows the value only when nobody is in the field. */
  updated() {
    const field = /** @type {HTMLInputElement} */ (this.querySelector('.exact input'));
    if (!this.typing) field.value = fieldText(this.value, this.#asPercent);
  }

  /** @param {number[]} stops */
  #slider(stops) {
    const at = nearest(stops, this.#now);
    const spoken = typeof this.value === 'number' ? `${fieldText(this.value, this.#asPercent)} ${unitOf(this.value, this.unit)}`.trim() : `${this.taken === undefined ? '' : 'auto: '}${this.placeholder} ${this.taken === undefined ? '' : unitOf(this.taken, this.unit)}`.trim();
    return html`<input type="range" min="0" max=${stops.length - 1} step="1" .value=${String(at)} data-at=${at}
      aria-label="${this.name}, slider" aria-valuetext=${spoken} data-auto=${typeof this.value !== 'number'} @input=${this.#slid} />`;
  }

  /** @param {number} by @param {string} sign @param {string} word */
  #step(by, sign, word) {
    const stops = this.stops ?? [];
    const at = this.#neighbour(by);
    return html`<button type="button" class="step" aria-label="${this.name}: ${word}"
      ?disabled=${at < 0 || at >= stops.length} @click=${() => this.#say(stops[this.#neighbour(by)])}>${sign}</button>`;
  }

  /** The next stop up or down from the value, which need not be a stop itself. @param {number} by */
  #neighbour(by) {
    const stops = this.stops ?? [];
    return by > 0 ? stops.findIndex((stop) => stop > this.#now) : stops.findLastIndex((stop) => stop < this.#now);
  }

  /** @param {Event} event */
  #slid(event) {
    this.typing = false;
    this.#say(this.stops?.[Number(/** @type {HTMLInputElement} */ (event.target).value)]);
  }

  /** @param {Event} event */
  #typed(event) {
    this.typing = true;
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    this.#say(readAmount(value, this.unit, this.stops?.every(Number.isInteger)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Enter') this.#left();
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || !this.stops) return;
    event.preventDefault();
    this.typing = false;
    const stop = this.stops[this.#neighbour(by)];
    if (stop !== undefined) this.#say(stop);
  }

  /** @param {FocusEvent} event */
  #entered(event) {
    /** @type {HTMLInputElement} */ (event.target).select();
  }

  #left() {
    this.typing = false;
    this.requestUpdate();
  }

  /** @param {unknown} detail */
  #say(detail) {
    this.dispatchEvent(new CustomEvent('choose', { detail }));
  }
}

customElements.define('rp-number', NumberControl);
