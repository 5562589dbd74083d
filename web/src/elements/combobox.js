// <rp-combobox>: a searchable list after the WAI-ARIA combobox pattern with list autocomplete. choices.js has the list.
import { LitElement, html, nothing } from 'lit';

/** @typedef {import('../search.js').Entry} Entry */

/** What comes with the lists. */
export const late = {
  /** What can be chosen. @type {(box: Combobox, list: string) => unknown} */ choices: () => html`<div class="nothing">The list is still loading.</div>`,
  /** When the field is left: takes what is meant, or keeps the text. @type {(box: Combobox) => void} */ leave: (box) => {
    box.left = box.query;
    box.open = false;
  },
  /** What is said of a text that is kept. @type {(box: Combobox) => unknown} */ untaken: () => nothing,
  /** @type {(box: Combobox) => void} */ reveal: () => {},
};

/** Fires `choose` with the id of the chosen entry. */
export class Combobox extends LitElement {
  static properties = {
    entries: { attribute: false },
    value: { attribute: false },
    fieldId: { attribute: false },
    describedby: { attribute: false },
    invalid: { attribute: false },
    shown: { attribute: false },
    query: { state: true },
    active: { state: true },
    open: { state: true },
    left: { state: true },
  };

  constructor() {
    super();
    /** What matches, best first. @type {(query: string) => Entry[]} */ this.entries = () => [];
    this.value = '';
    /** Text of the chosen entry. */ this.shown = '';
    this.fieldId = '';
    this.describedby = '';
    this.invalid = false;
    this.query = '';
    this.active = -1;
    this.open = false;
    /** Typed, but not taken when the field was left. */ this.left = '';
    /** Was the active one gone to with keys? */ this.moved = false;
    /** @type {Entry[]} */ this.found = [];
  }

  createRenderRoot() {
    return this;
  }

  /** @returns {HTMLInputElement} */
  get #field() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input'));
  }

  /** A list that has come late is searched for what has been typed. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('shown')) this.left = '';
    if (changed.has('entries') && this.open && this.query) this.active = this.entries(this.query).findIndex((entry) => !entry.refused);
  }

  render() {
    const list = `${this.fieldId}-list`;
    this.found = this.open ? this.entries(this.query) : [];
    return html`
      <input id=${this.fieldId} type="text" dir="auto" role="combobox" autocomplete="off" spellcheck="false"
        aria-autocomplete="list" aria-haspopup="listbox" aria-expanded=${this.open} aria-controls=${list}
        aria-activedescendant=${this.open && this.active >= 0 ? `${list}-${this.active}` : nothing}
        aria-describedby=${[this.describedby, this.left && `${list}-left`].filter(Boolean).join(' ') || nothing} aria-invalid=${this.invalid || this.left ? 'true' : nothing}
        @input=${this.#typed} @keydown=${this.#key} @click=${this.#show} @focus=${this.#entered} @blur=${() => this.open && late.leave(this)} />
      <div class="listbox" role="listbox" tabindex="-1" id=${list} aria-label="Choices" ?hidden=${!this.open} @pointerdown=${hold}>
        ${this.open ? late.choices(this, list) : nothing}
      </div>
      ${this.left ? html`<p class="error" role="alert" id="${list}-left">${late.untaken(this)}</p>` : nothing}
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.open) this.#field.value = this.left || this.shown;
    else if (changed.has('open')) this.querySelector('.listbox')?.scrollIntoView({ block: 'nearest' });
    late.reveal(this);
  }

  #show() {
    if (this.open) return;
    this.query = this.left;
    this.open = true;
    this.moved = false;
    this.active = this.entries(this.query).findIndex((entry) => (this.query ? !entry.refused : entry.id === this.value));
  }

  #hide() {
    this.open = false;
    this.query = this.left = '';
  }

  #entered() {
    this.#field.select();
  }

  #typed() {
    this.query = this.#field.value;
    this.left = '';
    this.open = true;
    this.moved = false;
    this.active = this.entries(this.query).findIndex((entry) => !entry.refused);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (move) {
      event.preventDefault();
      if (this.open) this.#move(move);
      else this.#show();
    } else if (event.key === 'Enter' && this.open) {
      event.preventDefault();
      if (this.found[this.active]) this.choose(this.found[this.active]);
    } else if (event.key === 'Escape' && (this.open || this.left)) {
      event.preventDefault();
      this.#hide();
    }
  }

  /** @param {number} by */
  #move(by) {
    const last = this.found.length - 1;
    const next = this.active + by;
    this.moved = true;
    this.active = by === 1 && next > last ? 0 : by === -1 && next < 0 ? last : Math.max(0, Math.min(last, next));
  }

  /** @param {Entry} entry */
  choose(entry) {
    if (entry.refused) return;
    this.#hide();
    this.dispatchEvent(new CustomEvent('choose', { detail: entry.id }));
  }
}

/** Keeps the focus in the field while the list is used with a pointer. @param {Event} event */
const hold = (event) => event.preventDefault();

customElements.define('rp-combobox', Combobox);
