// Which rows are asked for.
import { plain } from '../search.js';
import { idOf, isKept, nameOf, valueOf } from './table.js';

/** Whether a row is kept or what the filters ask for: words in its names, a word in a column, a least number.
 * @param {HTMLTableRowElement} row @param {import('./table.js').Column[]} columns @param {[string, string][]} wanted values that are asked for, by name */
export function matches(row, columns, wanted) {
  if (isKept(row)) return true;
  for (const [key, asked] of wanted) {
    if (key === 'q') { if (!named(row, asked)) return false; continue; }
    if (key === 'verified') { if (row.querySelector('.doubt')) return false; continue; }
    const column = columns.find((c) => c.key === key);
    if (column && !holds(valueOf(row, column), asked, column.number)) return false;
  }
  return true;
}

/** @param {string | number | undefined} value @param {string} asked @param {boolean} number */
const holds = (value, asked, number) => (number ? typeof value === 'number' && !(value < Number(asked.replaceAll(',', ''))) : value === asked);

/** Every word in the name, what it is called besides, or what stands below it. @param {HTMLTableRowElement} row @param {string} asked */
function named(row, asked) {
  const names = [nameOf(row), row.cells[0].textContent, row.dataset.a, idOf(row)].map((text) => plain(text ?? ''));
  return asked.split(/\s+/).every((word) => names.some((name) => name.includes(plain(word))));
}
