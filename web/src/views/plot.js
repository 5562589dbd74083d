// A picture with what belongs to it: its table, and its files.
import { html, nothing } from 'lit';
import '../elements/plot.js';
import { filesView } from './files.js';

/** @typedef {import('../charts/xy.js').Picture} Picture */

/** @param {Picture} picture @param {number | undefined} width */
export const plot = (picture, width) => html`<div class="picture" data-picture>
  <rp-plot .picture=${picture} .width=${width ?? 0}></rp-plot>
  ${picture.note ? html`<p class="note">${picture.note}</p>` : nothing}
  <details class="twin"><summary>Table and files</summary>
    ${filesView(picture.name, () => [picture.table.head, ...picture.table.rows])}
    <div class="scroll" tabindex="0">${tableView(picture)}</div></details>
</div>`;

/** @param {Picture} picture */
const tableView = ({ name, table }) => html`<table>
  <caption class="hidden">${name}</caption>
  <thead><tr>${table.head.map((text, i) => html`<th scope="col" class=${isNumber(table, i) ? 'number' : nothing}>${text}</th>`)}</tr></thead>
  <tbody>${table.rows.map((row) => html`<tr>${row.map((cell, i) => {
    const text = typeof cell === 'number' ? table.formats?.[i]?.(cell) ?? cell : cell;
    return i === 0 ? html`<th scope="row">${text}</th>` : html`<td class=${isNumber(table, i) ? 'number' : nothing}>${text}</td>`;
  })}</tr>`)}</tbody></table>`;

/** @param {Picture['table']} table @param {number} column */
const isNumber = (table, column) => column > 0 && typeof table.rows[0]?.[column] === 'number';
