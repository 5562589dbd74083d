// What is shown, to take away: as CSV or JSON, each row with its source and day.
import { csvLine, offer } from '../files.js';
import { idOf, valueOf } from './table.js';

/** @typedef {import('./table.js').Column} Column */

/** @param {HTMLTableRowElement[]} rows @param {Column[]} columns */
const records = (rows, columns) =>
  rows.map((row) => ({
    id: idOf(row),
    ...Object.fromEntries(visible(columns).map((column) => [column.key, valueOf(row, column)])),
    source: row.dataset.s, retrieved: row.dataset.d, unverified: doubts(row, columns),
  }));

/** Columns of the view. @param {Column[]} columns */
const visible = (columns) => columns.filter(({ head }) => getComputedStyle(head).display !== 'none');

/** Which of the columns shown nobody has seen in a source. @param {HTMLTableRowElement} row @param {Column[]} columns */
const doubts = (row, columns) => visible(columns).filter(({ index }) => row.cells[index].classList.contains('doubt')).map(({ key }) => key).join(' ') || undefined;

/** @param {HTMLTableRowElement[]} rows @param {Column[]} columns */
export const asJson = (rows, columns) => `${JSON.stringify(records(rows, columns), null, 1)}\n`;

/** @param {HTMLTableRowElement[]} rows @param {Column[]} columns */
export function asCsv(rows, columns) {
  const keys = ['id', ...visible(columns).map(({ key }) => key), 'source', 'retrieved', 'unverified'];
  return [keys, ...records(rows, columns).map((record) => keys.map((key) => /** @type {any} */ (record)[key]))].map(csvLine).join('');
}

export { offer };
