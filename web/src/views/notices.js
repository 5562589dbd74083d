// What could not be used of a link or of the input, said where it can be seen and dismissed.
import { html, nothing } from 'lit';
import { icon } from '../icons.js';

/** @param {string[]} notices of the link @param {() => void} dismiss @param {string[]} [note] of the task */
export function noticesView(notices, dismiss, note = []) {
  const all = [...note, ...notices];
  if (all.length === 0) return nothing;
  return html`<div class="notice" role="alert">
    <span class="severity">${icon('caution')}About this ${note.length ? 'task' : 'link'}</span>
    <ul>${all.map((notice) => html`<li>${notice}</li>`)}</ul>
    <button type="button" @click=${dismiss}>Dismiss</button>
  </div>`;
}

/** Problems that belong to no visible control. @param {import('../types.js').Problem[]} problems */
export function problemsView(problems) {
  if (problems.length === 0) return nothing;
  return html`<div class="notice" role="alert">
    <span class="severity">${icon('caution')}This input cannot be answered</span>
    <ul>${problems.map((p) => html`<li>${p.message}</li>`)}</ul>
  </div>`;
}
