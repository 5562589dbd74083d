// Small marks, drawn in the colour of the text beside them.
import { html } from 'lit';

const marks = {
  check: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8.5 6.5 12 13 4.5" /></svg>`,
  caution: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2 15 14H1Z M8 6.5v3.5 M8 11.6v.6" /></svg>`,
  cross: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="m3.5 3.5 9 9 M12.5 3.5l-9 9" /></svg>`,
  note: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.4" /><path d="M8 7.2V12 M8 4.3v.6" /></svg>`,
  undo: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M6 2.5 2.5 6 6 9.5 M3 6h6.2a3.8 3.8 0 0 1 0 7.5H6" /></svg>`,
  pin: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 2h5 M6.5 2v4L4 9h8L9.5 6V2 M8 9v5" /></svg>`,
  redo: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M10 2.5 13.5 6 10 9.5 M13 6H6.8a3.8 3.8 0 0 0 0 7.5H10" /></svg>`,
  help: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.4" /><path d="M6 6.4a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.1 M8 11.6v.4" /></svg>`,
  down: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="m3.5 6 4.5 4.5L12.5 6" /></svg>`,
};

/** @param {string} name */
export const icon = (name) => marks[/** @type {keyof typeof marks} */ (name)];
