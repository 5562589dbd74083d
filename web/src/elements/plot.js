// <rp-plot>: a picture over two axes that reads out its points to pointer and keyboard.
import { LitElement, html, nothing } from 'lit';
import { placed, xy } from '../charts/xy.js';

/** Draws `picture` in `width` pixels. A point with an id can be chosen by a click or Enter. */
export class Plot extends LitElement {
  static properties = { picture: { attribute: false }, width: { attribute: false }, at: { state: true } };

  constructor() {
    super();
    /** @type {import('../charts/xy.js').Picture | undefined} */ this.picture = undefined;
    this.width = 0;
    this.at = -1;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { picture, width } = this;
    if (!picture || !width) return nothing;
    if (this.at >= picture.points.length) this.at = -1;
    const resting = picture.points.find((p) => p.id !== undefined && p.id === picture.chosen) ?? picture.points.find((p) => p.strong);
    return html`<div class="chart" tabindex="0" role="group" aria-label="${picture.name}; arrow keys read its points"
        @pointermove=${this.#near} @pointerleave=${this.#leave} @click=${this.#choose} @keydown=${this.#key}>${xy(picture, width, this.at)}</div>
      <p class="readout" aria-live="polite">${picture.points[this.at]?.read ?? resting?.read ?? 'Point at the picture, or use the arrow keys, to read it.'}</p>`;
  }

  /** @param {PointerEvent} event */
  #near(event) {
    if (!this.picture) return;
    const box = /** @type {Element} */ (this.querySelector('svg')).getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const apart = placed(this.picture, this.width).map(({ x, y }) => Math.hypot(x - px, (y - py) / 2));
    this.at = apart.indexOf(Math.min(...apart));
  }

  #leave() {
    this.at = -1;
  }

  #choose() {
    const id = this.picture?.points[this.at]?.id;
    if (id !== undefined) this.picture?.choose?.(id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = (this.picture?.points.length ?? 0) - 1;
    const to = { ArrowRight: this.at + 1, ArrowUp: this.at + 1, ArrowLeft: this.at - 1, ArrowDown: this.at - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Enter') this.#choose();
    else if (event.key === 'Escape' && this.at >= 0) this.at = -1;
    else if (to !== undefined) this.at = Math.max(0, Math.min(last, to));
    else return;
    event.preventDefault();
  }
}

customElements.define('rp-plot', Plot);
