// A table as it stands on the page: its columns, and the values of their cells.

/** @typedef {{key: string, label: string, number: boolean, index: number, head: HTMLTableCellElement}} Column */

/** Those that can be sorted, filtered and exported. @param {HTMLTableElement} table @returns {Column[]} */
export const columnsOf = (table) =>
  [...(table.tHead?.rows[0].cells ?? [])].map((head, index) => ({
    key: head.dataset.key ?? '', label: head.textContent?.replace(/\s+/g, ' ').trim() ?? '', number: head.classList.contains('number'), index, head,
  })).filter(({ key }) => key);

/** @param {HTMLTableRowElement} row */
export const nameOf = (row) => (row.cells[0].querySelector('a') ?? row.cells[0].firstChild)?.textContent?.trim() ?? '';

/** A cell's value: a number, a text, or undefined. @param {HTMLTableRowElement} row @param {Column} column */
export function valueOf(row, column) {
  const text = column.index === 0 ? nameOf(row) : textOf(row.cells[column.index]);
  if (text === '') return undefined;
  return column.number ? Number(text.replaceAll(',', '')) : text;
}

/** What a cell says, without the mark of doubt. @param {HTMLTableCellElement} cell */
export const textOf = (cell) => [...cell.childNodes].filter((node) => node.nodeName !== 'ABBR').map((node) => node.textContent).join('').trim();

/** Kept on top, whatever is asked for. @param {HTMLTableRowElement} row */
export const isKept = (row) => row.classList.contains('kept');

/** Cannot be had yet. @param {HTMLTableRowElement} row */
const isLast = (row) => row.dataset.last !== undefined;

/** Sorts the rows; what is kept comes first, what is unknown or cannot be had yet last. @param {HTMLTableElement} table @param {Column} column @param {'ascending' | 'descending'} direction */
export function order(table, column, direction) {
  const sign = direction === 'ascending' ? 1 : -1;
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, value: valueOf(row, column) }));
  rows.sort((a, b) => Number(isKept(b.row)) - Number(isKept(a.row)) || Number(isLast(a.row)) - Number(isLast(b.row)) || Number(a.value === undefined) - Number(b.value === undefined) || (a.value === undefined ? 0 : sign * compared(a.value, b.value)));
  table.tBodies[0].append(...rows.map(({ row }) => row));
  for (const head of table.tHead?.rows[0].cells ?? []) head.ariaSort = head === column.head ? direction : null;
}

/** @param {any} a @param {any} b */
const compared = (a, b) => (typeof a === 'number' ? a - b : String(a).localeCompare(String(b)));
