// <rp-combobox>: a searchable list after the WAI-ARIA combobox pattern with list autocomplete.
import { LitElement, html, nothing } from 'lit';

/** @typedef {import('../search.js').Entry} Entry */

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
    if (changed.has('entries') && this.open && this.query) this.active = this.entries(this.query).findIndex((entry) => !entry.refused);
  }

  render() {
    const list = `${this.fieldId}-list`;
    this.found = this.open ? this.entries(this.query) : [];
    return html`
      <input id=${this.fieldId} type="text" dir="auto" role="combobox" autocomplete="off" spellcheck="false"
        aria-autocomplete="list" aria-haspopup="listbox" aria-expanded=${this.open} aria-controls=${list}
        aria-activedescendant=${this.open && this.active >= 0 ? `${list}-${this.active}` : nothing}
        aria-describedby=${this.describedby || nothing} aria-invalid=${this.invalid ? 'true' : nothing}
        @input=${this.#typed} @keydown=${this.#key} @click=${this.#show} @focus=${this.#entered} @blur=${this.#hide} />
      <div class="listbox" role="listbox" id=${list} aria-label="Choices" ?hidden=${!this.open} @pointerdown=${hold}>
        ${this.open ? this.#groups(list) : nothing}
      </div>
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.open) this.#field.value = this.shown;
    else if (changed.has('open')) this.querySelector('.listbox')?.scrollIntoView({ block: 'nearest' });
    this.#reveal();
  }

  /** Scrolls the list, and nothing but the list, to the active option. */
  #reveal() {
    const list = /** @type {HTMLElement} */ (this.querySelector('[role="listbox"]'));
    const option = /** @type {HTMLElement | null} */ (this.querySelector('[aria-selected="true"]'));
    if (!option) return;
    const above = option.offsetTop - list.scrollTop;
    if (above < 32 || above + option.offsetHeight > list.clientHeight - 32) {
      list.scrollTop = option.offsetTop - (list.clientHeight - option.offsetHeight) / 2;
    }
  }

  /** @param {string} list */
  #groups(list) {
    if (this.found.length === 0) {
      return html`<div class="nothing" role="option" aria-disabled="true" aria-selected="false">${this.query && this.entries('').length ? `Nothing matches “${this.query}”.` : 'The list is still loading.'}</div>`;
    }
    const names = [...new Set(this.found.map((entry) => entry.group))];
    return names.map((name) => html`
      <div role="group" aria-label=${name}>
        <div class="group" aria-hidden="true">${name}</div>
        ${this.found.map((entry, i) => (entry.group === name ? this.#option(entry, i, list) : nothing))}
      </div>`);
  }

  /** @param {Entry} entry @param {number} i @param {string} list */
  #option(entry, i, list) {
    return html`<div class="option" role="option" id="${list}-${i}" data-chosen=${entry.id === this.value}
      aria-selected=${i === this.active} aria-disabled=${entry.refused ? 'true' : nothing}
      @click=${() => this.#choose(entry)} @pointermove=${() => { this.active = i; }}>
      <span>${entry.name}</span><span class="detail">${entry.refused ?? entry.detail}</span>
    </div>`;
  }

  #show() {
    if (this.open) return;
    this.query = '';
    this.open = true;
    this.active = this.entries('').findIndex((entry) => entry.id === this.value);
  }

  #hide() {
    this.open = false;
  }

  #entered() {
    this.#field.select();
  }

  #typed() {
    this.query = this.#field.value;
    this.open = true;
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
      if (this.found[this.active]) this.#choose(this.found[this.active]);
    } else if (event.key === 'Escape' && this.open) {
      event.preventDefault();
      this.#hide();
    }
  }

  /** @param {number} by */
  #move(by) {
    const last = this.found.length - 1;
    const next = this.active + by;
    this.active = by === 1 && next > last ? 0 : by === -1 && next < 0 ? last : Math.max(0, Math.min(last, next));
  }

  /** @param {Entry} entry */
  #choose(entry) {
    if (entry.refused) return;
    this.open = false;
    this.dispatchEvent(new CustomEvent('choose', { detail: entry.id }));
  }
}

/** Keeps the focus in the field while the list is used with a pointer. @param {Event} event */
const hold = (event) => event.preventDefault();

customElements.define('rp-combobox', Combobox);
