// The catalog's tables, which are complete without this: order, filters, the facts of a row, export. A page opens with its first rows;
// the others come from the page that has all of them, at the first sign of a person, and are drawn as they come in sight.
import { documentAt } from './browse/document_at.js';
import { showFacts } from './browse/facts.js';
import { matches } from './browse/filter.js';
import { asCsv, asJson, offer } from './browse/take.js';
import { columnsOf, idOf, isKept, ordered } from './browse/table.js';
import { touched } from './person.js';

const table = /** @type {HTMLTableElement} */ (document.querySelector('.records'));
const body = table.tBodies[0];
const scroller = /** @type {HTMLElement} */ (document.getElementById('table'));
const columns = columnsOf(table);
const filters = /** @type {HTMLElement} */ (document.querySelector('.filters'));
const count = /** @type {HTMLElement} */ (document.getElementById('count'));
const noun = count.textContent?.replace(/^\S+ /, '') ?? '';
const whole = new Intl.NumberFormat('en-US');
const elsewhere = /** @type {HTMLAnchorElement | null} */ (document.getElementById('all'));

/** How many rows are drawn at a time. */
const step = body.rows.length;
/** How many there are. */
const total = Number(elsewhere?.dataset.rows ?? step);
/** All that are here, in the order that was asked for. */
let rows = [...body.rows];
/** Those that pass the filters; the first of them are drawn. */
let listed = rows;
/** @type {Promise<void> | undefined} */
let coming;

/** Gets the other rows. Where they do not come, the table is of those that are here, and says so. */
const complete = () => (coming ??= rows.length < total ? addOthers() : Promise.resolve());

async function addOthers() {
  try {
    const all = /** @type {HTMLTableElement} */ ((await documentAt(elsewhere?.href ?? '')).querySelector('.records')).tBodies[0].rows;
    rows.push(...[...all].slice(rows.length));
    list();
  } catch {
    coming = undefined; // they may come another time
  }
}

/** @returns {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
const controls = () => filters.querySelectorAll('[name]');

/** What is asked for, by name. @returns {[string, string][]} */
const asked = () =>
  [...controls()].map((control) => /** @type {[string, string]} */ ([control.name, valueOf(control)])).filter(([, value]) => value !== '');

/** @param {HTMLInputElement | HTMLSelectElement} control */
const valueOf = (control) => (control.type === 'checkbox' ? (/** @type {HTMLInputElement} */ (control).checked ? 'on' : '') : control.value.trim());

/** Puts the rows in order, and notes which of them are asked for. */
function list() {
  const column = columns.find(({ head }) => head.ariaSort);
  if (column) rows = ordered(rows, column, column.head.ariaSort === 'descending' ? 'descending' : 'ascending');
  const wanted = asked();
  listed = rows.filter((row) => matches(row, columns, wanted));
}

/** Draws the table anew, with its first rows. */
function draw(first = step) {
  list();
  body.replaceChildren();
  drawMore(first);
  const here = rows.length < total ? `the first ${whole.format(rows.length)} ${noun}, the others did not come` : `${whole.format(total)} ${noun}`;
  count.textContent = listed.length === total ? here : `${whole.format(listed.length)} of ${here}`;
  write();
}

/** Draws the next rows. @param {number} most */
function drawMore(most) {
  const next = listed.slice(body.rows.length, body.rows.length + most);
  for (const row of next) if (!row.querySelector('.pin')) addPin(row);
  body.append(...next);
}

/** Does what is asked of all rows. */
const change = () => complete().then(() => draw());

/** What was asked stays in the address. */
function write() {
  const said = new URLSearchParams(asked());
  const sorted = table.querySelector('th[aria-sort]');
  if (sorted && sorted !== opening.column) said.set('sort', `${sorted.ariaSort === 'descending' ? '-' : ''}${/** @type {HTMLElement} */ (sorted).dataset.key}`);
  const view = document.querySelector('[name="view"]:checked');
  if (view && /** @type {HTMLInputElement} */ (view).value !== 'a') said.set('view', /** @type {HTMLInputElement} */ (view).value);
  const kept = rows.filter(isKept).map(idOf);
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
  for (const row of rows) keep(row, said.get('keep')?.split('~').includes(idOf(row)) ?? false);
  const sort = said.get('sort');
  const column = columns.find(({ key }) => key === sort?.replace('-', ''));
  if (column) orderBy(column, sort?.startsWith('-') ? 'descending' : 'ascending');
}

/** @param {import('./browse/table.js').Column} column @param {'ascending' | 'descending'} direction */
function orderBy(column, direction) {
  for (const { head } of columns) head.ariaSort = head === column.head ? direction : null;
}

/** Keeps a row on top, or no longer. @param {HTMLTableRowElement} row @param {boolean} kept */
function keep(row, kept) {
  row.classList.toggle('kept', kept);
  row.querySelector('.pin')?.setAttribute('aria-pressed', String(kept));
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

/** Follows an address: what it says of order and filters, or the record that it ends in. */
async function follow() {
  const [, id] = /^#([\w.-]+)$/.exec(location.hash) ?? [];
  if (location.hash.includes('=')) {
    await complete();
    read();
    draw();
  } else if (id && (body.querySelector(`[id="${id}"]`) || !document.getElementById(id))) {
    await complete();
    const row = rows.find((one) => one.id === id);
    if (row) show(row);
  }
}

/** Brings a record in sight, whatever the filters say. @param {HTMLTableRowElement} row */
function show(row) {
  if (!listed.includes(row)) for (const control of controls()) clear(control);
  list();
  draw(Math.max(step, listed.indexOf(row) + step));
  for (const one of rows) one.classList.toggle('sought', one === row);
  row.cells[0].querySelector('a')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'center' });
}

/** @param {HTMLInputElement | HTMLSelectElement} control */
function clear(control) {
  if (control.type === 'checkbox') /** @type {HTMLInputElement} */ (control).checked = false;
  else control.value = '';
}

/** Draws all that pass the filters: the browser searches and prints what is drawn. */
const drawAll = () => drawMore(Infinity);

const opening = { column: table.querySelector('th[aria-sort]') };

table.tHead?.addEventListener('click', (event) => {
  const head = /** @type {HTMLElement} */ (event.target).closest('th');
  const column = columns.find(({ key }) => key === head?.dataset.key);
  if (!column) return;
  const first = column.number ? 'descending' : 'ascending';
  orderBy(column, head?.ariaSort === first ? (first === 'ascending' ? 'descending' : 'ascending') : first);
  change();
});
body.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const row = target.closest('tr');
  const cell = target.closest('td');
  const link = target.closest('a');
  const pin = target.closest('button');
  if (row && pin) {
    keep(row, !isKept(row));
    complete().then(() => {
      draw(body.rows.length);
      pin.focus();
    });
    return;
  }
  if (!row || !cell || (link && !cell.classList.contains('from'))) return;
  event.preventDefault();
  showFacts(row, columns, cell);
});
filters.addEventListener('input', change);
document.querySelector('.views')?.addEventListener('change', () => write());
scroller.addEventListener('scroll', async () => {
  await complete();
  if (scroller.scrollTop + 2 * scroller.clientHeight > scroller.scrollHeight) drawMore(step);
});
addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (key === 'F3' || ((ctrlKey || metaKey) && (key === 'f' || key === 'p'))) complete().then(drawAll);
});
addEventListener('beforeprint', drawAll);

const name = document.querySelector('.tabs [aria-current]')?.getAttribute('href')?.replace('.html', '') ?? 'catalog';
const take = (/** @type {string} */ button, /** @type {(rows: HTMLTableRowElement[], columns: import('./browse/table.js').Column[]) => string} */ write, /** @type {string} */ type) =>
  document.getElementById(button)?.addEventListener('click', () => complete().then(() => offer(`ridgepoint-${name}.${button}`, write(listed, columns), type)));
take('csv', asCsv, 'text/csv');
take('json', asJson, 'application/json');
addEventListener('hashchange', follow);
rows.forEach(addPin);
follow();
touched.then(complete);
