// What others print, beside what the engine says, and why they differ.
import { html } from 'lit';

/** @param {{says: unknown, here: unknown, why: unknown}[]} rows */
export const printed = (rows) => html`<table class="printed-says">
  <thead><tr><th scope="col">Printed</th><th scope="col">Here</th><th scope="col">Why</th></tr></thead>
  <tbody>${rows.map(({ says, here, why }) => html`<tr><th scope="row">${says}</th><td>${here}</td><td>${why}</td></tr>`)}</tbody></table>`;

/** @param {import('../src/types.js').Result} result */
export const fits = ({ memory }) => ({ fits: 'fits', tight: 'fits, with little to spare' })[memory.fit] ?? 'does not fit';
