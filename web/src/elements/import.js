// <rp-import>: a model from a file (chosen or dropped anywhere on the page) or from pasted text.
import { LitElement, html, nothing } from 'lit';
import { icon } from '../icons.js';
import { importedText, useImported, withSize } from '../views/imported.js';

/**
 * What became of the last reading: the answer to show, or why there is none.
 * @typedef {{source: string, imported?: import('../types.js').ImportResult, problems?: import('../types.js').Problem[]}} Outcome
 */

/** The scenario takes over what was imported when it is a model. What is typed stays until it is changed. */
export class Import extends LitElement {
  static properties = {
    board: { attribute: false },
    outcome: { state: true },
    reading: { state: true },
    dragged: { state: true },
    open: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../views/controls.js').Board | undefined} */ this.board = undefined;
    /** @type {Outcome | undefined} */ this.outcome = undefined;
    this.reading = '';
    this.dragged = false;
    this.open = false;
    this.latest = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    for (const type of dragEvents) addEventListener(type, this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const type of dragEvents) removeEventListener(type, this);
  }

  render() {
    return html`<details class="import" name="tools" ?open=${this.open} data-dragged=${this.dragged} @toggle=${this.#toggled}>
      <summary>${icon('down')}${this.dragged ? 'Drop the file to import its model' : 'Import'}</summary>
      <div><p class="detail">A config.json, with its hf_quant_config.json or index if there are such, a GGUF or safetensors file. Only headers are read, and they stay on your device.</p>
      <p class="ways"><label class="file"><input type="file" multiple accept=".json,.gguf,.safetensors" @change=${this.#chosen} /><span>Choose files</span></label>
        <span class="detail">or drop them on the page</span></p>
      <label class="paste"><span>Or paste a config.json</span>
        <textarea rows="4" spellcheck="false" autocomplete="off"></textarea></label>
      <button type="button" class="act" @click=${this.#pasted}>Import the text</button>
      <div class="said" aria-live="polite">${this.#outcome()}</div></div>
    </details>`;
  }

  #outcome() {
    if (this.reading) return html`<p class="detail">Reading ${this.reading} …</p>`;
    const { source, imported, problems } = this.outcome ?? {};
    if (problems) {
      return html`<div class="error"><p>${icon('cross')}${source} was not imported.</p>
        <ul>${problems.map((p) => html`<li>${p.message}</li>`)}</ul></div>`;
    }
    if (!imported || !this.board) return nothing;
    return html`<div class="imported"><p>${icon('check')}${importedText(imported, this.board)}</p>
      ${imported.assumptions.length ? html`<ul>${imported.assumptions.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}</div>`;
  }

  /** @param {Event} event */
  #toggled(event) {
    this.open = /** @type {HTMLDetailsElement} */ (event.target).open;
  }

  /** @param {Event} event */
  #chosen(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    this.#importAll([...field.files ?? []]);
    field.value = ''; // the same file can be chosen again
  }

  #pasted() {
    const text = /** @type {HTMLTextAreaElement} */ (this.querySelector('textarea')).value;
    this.#import(text, 'The text');
  }

  /** Files dragged over the page, whatever they are over. @param {DragEvent} event */
  handleEvent(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dragged = event.type === 'dragover';
    if (event.type === 'drop') this.#importAll([...event.dataTransfer.files]);
  }

  /** A file, a configuration with the JSON files that lie beside it, or the parts of a file. @param {File[]} files */
  #importAll(files) {
    const inOrder = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
    if (files.length > 0) this.#import(inOrder, inOrder.map(({ name }) => name).join(', '));
  }

  /** @param {File[] | string} source @param {string} name what to call it */
  async #import(source, name) {
    const turn = ++this.latest;
    this.open = true;
    this.reading = name;
    const outcome = await this.#tryReading(source, name);
    if (turn !== this.latest) return; // a later one has come
    this.reading = '';
    this.outcome = outcome;
    if (outcome.imported?.model && this.board) useImported(outcome.imported, this.board);
  }

  /** @param {File[] | string} source @param {string} name @returns {Promise<Outcome>} */
  async #tryReading(source, name) {
    try {
      const answer = await /** @type {import('../views/controls.js').Board} */ (this.board).readModel(source);
      return answer.ok ? { source: name, imported: withSize(answer) } : { source: name, problems: answer.errors };
    } catch (error) {
      const message = `It could not be read: ${error instanceof Error ? error.message : error}`;
      return { source: name, problems: [{ code: 'unreadable', path: '', message }] };
    }
  }
}

const dragEvents = /** @type {const} */ (['dragover', 'dragleave', 'drop']);

customElements.define('rp-import', Import);
