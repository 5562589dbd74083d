// A table as it stands on the page: its columns, and the values of their cells.

/** @typedef {{key: string, label: string, number: boolean, index: number, head: HTMLTableCellElement}} Column */

/** Those that can be sorted, filtered and exported. @param {HTMLTableElement} table @returns {Column[]} */
export const columnsOf = (table) =>
  [...(table.tHead?.rows[0].cells ?? [])].map((head, index) => ({
    key: head.dataset.key ?? '', label: head.textContent?.replace(/\s+/g, ' ').trim() ?? '', number: head.classList.contains('number'), index, head,
  })).filter(({ key }) => key);

/** @param {HTMLTableRowElement} row */
export const nameOf = (row) => (row.cells[0].querySelector('a') ?? row.cells[0].firstChild)?.textContent?.trim() ?? '';

/** A record's id; an offer of a host, which no address ends in, has it besides. @param {HTMLTableRowElement} row */
export const idOf = (row) => row.id || (row.dataset.id ?? '');

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

/** Sorted; what is kept comes first, what is unknown or cannot be had yet last.
 * @param {HTMLTableRowElement[]} all @param {Column} column @param {'ascending' | 'descending'} direction */
export function ordered(all, column, direction) {
  const sign = direction === 'ascending' ? 1 : -1;
  const rows = all.map((row) => ({ row, value: valueOf(row, column) }));
  rows.sort((a, b) => Number(isKept(b.row)) - Number(isKept(a.row)) || Number(isLast(a.row)) - Number(isLast(b.row)) || Number(a.value === undefined) - Number(b.value === undefined) || (a.value === undefined ? 0 : sign * compared(a.value, b.value)));
  return rows.map(({ row }) => row);
}

/** @param {any} a @param {any} b */
const compared = (a, b) => (typeof a === 'number' ? a - b : String(a).localeCompare(String(b)));
