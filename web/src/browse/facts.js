// Everything a row says, and where each fact is from, in a dialog.
import { nameOf, textOf } from './table.js';

/** @param {HTMLTableRowElement} row @param {import('./table.js').Column[]} columns @param {HTMLTableCellElement} asked */
export function showFacts(row, columns, asked) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('facts'));
  const put = (/** @type {string} */ at, /** @type {string} */ text) => {
    const element = /** @type {HTMLElement} */ (dialog.querySelector(at));
    element.textContent = text;
    element.hidden = text === '';
  };
  put('h2', nameOf(row));
  put('.about', row.dataset.a ? `Also ${row.dataset.a.split('|').join(', ')}` : '');
  put('.remark', row.dataset.n ?? '');
  dialog.querySelector('.origin')?.replaceChildren('Unless said below: ', ...originOf(row.dataset.s ?? '', row.dataset.d));
  const facts = columns.slice(1).map((column) => ({ column, cell: row.cells[column.index] })).filter(({ cell }) => cell.textContent);
  const body = /** @type {HTMLElement} */ (dialog.querySelector('tbody'));
  body.replaceChildren(...facts.map(({ column, cell }) => factRow(column, cell, row, cell === asked)));
  dialog.showModal();
  body.querySelector('.asked')?.scrollIntoView({ block: 'center' });
}

/** @param {import('./table.js').Column} column @param {HTMLTableCellElement} cell @param {HTMLTableRowElement} row @param {boolean} asked */
function factRow({ label, head: { dataset } }, cell, row, asked) {
  const line = document.createElement('tr');
  line.className = asked ? 'asked' : '';
  const head = element('th', label);
  head.scope = 'row';
  const value = element('td', textOf(cell));
  value.className = 'number';
  const said = document.createElement('td');
  said.append(...sentences([
    dataset.how ? [dataset.how.replace(/\.$/, '')] : [],
    cell.querySelector('a') ? [linked(/** @type {HTMLAnchorElement} */ (cell.querySelector('a')).href, 'Open it in the calculator')] : [],
    cell.dataset.s ? originOf(cell.dataset.s, cell.dataset.d ?? row.dataset.d) : asked && !dataset.how ? originOf(row.dataset.s ?? '', row.dataset.d) : [],
    cell.querySelector('abbr') ? [element('strong', 'unverified')] : [],
    cell.dataset.n ? [cell.dataset.n] : [],
  ]));
  line.append(head, value, said);
  return line;
}

/** Sources and the day they were read. @param {string} ids @param {string | undefined} date @returns {(Node | string)[]} */
function originOf(ids, date) {
  const sources = ids.split(' ').filter(Boolean).flatMap((id, i) => (i ? ['; ', sourceOf(id)] : [sourceOf(id)]));
  return date ? [...sources, `, ${date}`] : sources;
}

/** @param {(Node | string)[][]} parts */
const sentences = (parts) => parts.filter((part) => part.length).flatMap((part, i) => (i ? ['. ', ...part] : part));

/** A source by its id, as the list at the foot of the page has it. @param {string} id */
function sourceOf(id) {
  const item = document.getElementById(`s-${id}`);
  const link = item?.querySelector('a');
  return link ? linked(link.href, link.textContent ?? id) : document.createTextNode(item?.textContent ?? id);
}

/** @param {string} href @param {string} text */
function linked(href, text) {
  const link = element('a', text);
  link.href = href;
  return link;
}

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} text */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
