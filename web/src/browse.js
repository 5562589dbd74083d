// The catalog's tables, which are complete without this: order, filters, the facts of a row, export.
import { showFacts } from './browse/facts.js';
import { matches } from './browse/filter.js';
import { asCsv, asJson, offer } from './browse/take.js';
import { columnsOf, isKept, order } from './browse/table.js';

const table = /** @type {HTMLTableElement} */ (document.querySelector('.records'));
const body = table.tBodies[0];
const rows = [...body.rows];
const columns = columnsOf(table);
const filters = /** @type {HTMLElement} */ (document.querySelector('.filters'));
const count = /** @type {HTMLElement} */ (document.getElementById('count'));
const noun = count.textContent?.replace(/^\S+ /, '') ?? '';
const whole = new Intl.NumberFormat('en-US');

/** @returns {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
const controls = () => filters.querySelectorAll('[name]');

/** What is asked for, by name. @returns {[string, string][]} */
const asked = () =>
  [...controls()].map((control) => /** @type {[string, string]} */ ([control.name, valueOf(control)])).filter(([, value]) => value !== '');

/** @param {HTMLInputElement | HTMLSelectElement} control */
const valueOf = (control) => (control.type === 'checkbox' ? (/** @type {HTMLInputElement} */ (control).checked ? 'on' : '') : control.value.trim());

/** Which rows are shown, and how many. */
function filter() {
  const wanted = asked();
  const shown = rows.filter((row) => {
    row.hidden = !matches(row, columns, wanted);
    return !row.hidden;
  });
  count.textContent = shown.length === rows.length ? `${whole.format(rows.length)} ${noun}` : `${whole.format(shown.length)} of ${whole.format(rows.length)} ${noun}`;
  write();
}

/** What was asked stays in the address. */
function write() {
  const said = new URLSearchParams(asked());
  const sorted = table.querySelector('th[aria-sort]');
  if (sorted && sorted !== opening.column) said.set('sort', `${sorted.ariaSort === 'descending' ? '-' : ''}${/** @type {HTMLElement} */ (sorted).dataset.key}`);
  const view = document.querySelector('[name="view"]:checked');
  if (view && /** @type {HTMLInputElement} */ (view).value !== 'a') said.set('view', /** @type {HTMLInputElement} */ (view).value);
  const kept = rows.filter(isKept).map((row) => row.dataset.id);
  if (kept.length) said.set('keep', kept.join('~'));
  const hash = said.size ? `#${said}` : '';
  if (hash !== location.hash && (hash || location.hash.includes('='))) history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
}

/** Takes up what the address says. */
function read() {
  const said = new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
  for (const control of controls()) {
    const value = said.get(control.name);
    if (value === null) continue;
    if (control.type === 'checkbox') /** @type {HTMLInputElement} */ (control).checked = value !== '';
    else control.value = value;
  }
  const view = document.getElementById(`view-${said.get('view')}`);
  if (view instanceof HTMLInputElement) view.checked = true;
  for (const row of rows) keep(row, said.get('keep')?.split('~').includes(row.dataset.id ?? '') ?? false);
  const sort = said.get('sort');
  const column = columns.find(({ key }) => key === sort?.replace('-', ''));
  if (column) order(table, column, sort?.startsWith('-') ? 'descending' : 'ascending');
  else if (said.has('keep')) again();
}

/** Keeps a row on top, or no longer. @param {HTMLTableRowElement} row @param {boolean} kept */
function keep(row, kept) {
  row.classList.toggle('kept', kept);
  row.querySelector('.pin')?.setAttribute('aria-pressed', String(kept));
}

/** In the order that there is, with what is kept on top. */
function again() {
  const column = columns.find(({ head }) => head.ariaSort);
  if (column) order(table, column, column.head.ariaSort === 'descending' ? 'descending' : 'ascending');
}

/** The button that keeps a row on top, which does nothing without this script. @param {HTMLTableRowElement} row */
function addPin(row) {
  const pin = document.createElement('button');
  pin.type = 'button';
  pin.className = 'pin';
  pin.setAttribute('aria-pressed', 'false');
  const name = document.createElement('span');
  name.className = 'hidden';
  name.textContent = ` ${row.querySelector('th')?.firstChild?.textContent?.trim()} on top`;
  pin.append('Keep', name);
  row.querySelector('.from')?.append(' ', pin);
}

rows.forEach(addPin);

const opening = { column: table.querySelector('th[aria-sort]') };

table.tHead?.addEventListener('click', (event) => {
  const head = /** @type {HTMLElement} */ (event.target).closest('th');
  const column = columns.find(({ key }) => key === head?.dataset.key);
  if (!column) return;
  const first = column.number ? 'descending' : 'ascending';
  order(table, column, head?.ariaSort === first ? (first === 'ascending' ? 'descending' : 'ascending') : first);
  write();
});
body.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const row = target.closest('tr');
  const cell = target.closest('td');
  const link = target.closest('a');
  const pin = target.closest('button');
  if (row && pin) {
    keep(row, !isKept(row));
    again();
    filter();
    pin.focus();
    return;
  }
  if (!row || !cell || (link && !cell.classList.contains('from'))) return;
  event.preventDefault();
  showFacts(row, columns, cell);
});
filters.addEventListener('input', filter);
document.querySelector('.views')?.addEventListener('change', () => write());

const name = document.querySelector('.tabs [aria-current]')?.getAttribute('href')?.replace('.html', '') ?? 'catalog';
const shown = () => [...body.rows].filter((row) => !row.hidden);
document.getElementById('csv')?.addEventListener('click', () => offer(`ridgepoint-${name}.csv`, asCsv(shown(), columns), 'text/csv'));
document.getElementById('json')?.addEventListener('click', () => offer(`ridgepoint-${name}.json`, asJson(shown(), columns), 'application/json'));
addEventListener('hashchange', () => { if (location.hash.includes('=')) { read(); filter(); } });
read();
filter();
