// The pages of the catalog: one table each, with its first rows, and again with all of them, complete without scripts. A script adds
// order, filters and export, and gets the other rows from the second page.
import { html, nothing } from 'lit';
import { toText } from '../to_text.mjs';

/** @typedef {import('./tables.mjs').Table} Table */
/** @typedef {import('./tables.mjs').Column} Column */
/** @typedef {import('./facts.mjs').Cell} Cell */
/** @typedef {{id: string, title: string, url?: string}} Source */

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** How many rows a page opens with: more than a screen shows of them. */
const first = 40;

/** The name of the page with all rows. @param {Table} table */
const wholeOf = ({ file }) => file.replace('.html', '-all.html');

/** The files of one table, by name: what catalog.html leaves open in each.
 * @param {Table} table @param {Table[]} all @param {Source[]} sources @param {Record<string, string>} about @returns {Record<string, Record<string, string>>} */
export function catalogPages(table, all, sources, about) {
  const rows = ordered(table);
  const used = sourcesOf(table, sources);
  const count = exact.format(rows.length);
  const parts = {
    ...about,
    title: table.title,
    lead: `${count} ${table.noun}. ${table.lead}`,
    tabs: toText(tabs(table, all)),
    controls: toText(controls(table)),
    columns: toText(columnsView(table)),
    sources: toText(sourcesView(used)),
    count,
    noun: table.noun,
  };
  const page = (/** @type {typeof rows} */ shown, /** @type {unknown} */ other) => ({ ...parts, table: toText(tableView(table, shown)), other: toText(other) });
  return {
    [table.file]: page(rows.slice(0, first), html`<a id="all" href=${wholeOf(table)} data-rows=${rows.length}>All ${count} on one page</a>`),
    [wholeOf(table)]: page(rows, html`<a href=${table.file}>The first ${exact.format(first)} alone</a>`),
  };
}

/** As the table opens, so that nothing moves when the script takes over. @param {Table} table */
function ordered({ records, columns, sort, head, last = () => false }) {
  const falls = sort.startsWith('-');
  const column = /** @type {Column} */ (columns.find((c) => c.key === sort.replace('-', '')));
  const rows = records.map((record) => ({ record, head: head(record), by: column.of(record).value, last: last(record) }));
  const compare = (/** @type {any} */ a, /** @type {any} */ b) => (typeof a === 'number' ? a - b : String(a).localeCompare(String(b)));
  return rows.sort((a, b) => Number(a.last) - Number(b.last) || (a.by === undefined ? 1 : 0) - (b.by === undefined ? 1 : 0)
    || (a.by === undefined ? 0 : (falls ? -1 : 1) * compare(a.by, b.by)) || a.head.name.localeCompare(b.head.name));
}

/** @param {Table} table @param {Table[]} all */
const tabs = (table, all) => html`<ul class="tabs">${all.map(({ file, tab }) => html`<li><a href=${file} aria-current=${file === table.file ? 'page' : nothing}>${tab}</a></li>`)}</ul>`;

/** @param {Table} table */
const controls = (table) => html`
  ${table.views.length ? html`<fieldset class="segmented views"><legend class="hidden">View</legend>${[...table.views, 'Everything'].map((label, i) => html`<label>
    <input type="radio" name="view" value=${'abz'[i === table.views.length ? 2 : i]} id=${`view-${'abz'[i === table.views.length ? 2 : i]}`} ?checked=${i === 0}><span>${label}</span></label>`)}</fieldset>` : nothing}
  <div class="filters" role="search" aria-label="Filters">
    <label class="field search"><span>Search</span><span class="exact"><input type="search" name="q" autocomplete="off" spellcheck="false"></span></label>
    ${table.filters.map(({ key, label }) => html`<label class="field"><span>${label}</span><span class="select"><select name=${key}><option value="">All</option>${wordsOf(table, key).map((word) => html`<option>${word}</option>`)}</select></span></label>`)}
    ${table.least.map(({ key, label }) => html`<label class="field least"><span>${label}</span><span class="exact"><input type="text" inputmode="decimal" name=${key} autocomplete="off"><span class="unit">GB</span></span></label>`)}
    <span class="field known"><label><input type="checkbox" name="verified"> Only what has a source</label></span>
  </div>`;

/** Words a column has, in order. @param {Table} table @param {string} key */
function wordsOf({ records, columns }, key) {
  const column = columns.find((c) => c.key === key);
  return [...new Set(records.map((record) => String(column?.of(record).value ?? '')))].filter(Boolean).sort((a, b) => a.localeCompare(b));
}

/** @param {Table} table @param {{record: any, head: ReturnType<Table['head']>, last: boolean}[]} rows */
const tableView = (table, rows) => html`<table class="records">
  <caption class="hidden">${table.title}</caption>
  <thead><tr><th scope="col" data-key="name"><button type="button" class="order">Name</button></th>${table.columns.map((c) => headView(c, table.sort))}<th scope="col">Source</th></tr></thead>
  <tbody>${rows.map(({ record, head, last }) => rowView(table, record, head, last))}</tbody>
</table>`;

/** @param {Column} column @param {string} sort */
const headView = ({ key, label, unit, number, view, made, help }, sort) => html`<th scope="col" class=${classes(number && 'number', view)} data-key=${key} data-how=${made ? help : nothing}
  aria-sort=${sort.replace('-', '') === key ? (sort.startsWith('-') ? 'descending' : 'ascending') : nothing}><button type="button" class="order">${label}${unit ? html` <span>${unit}</span>` : nothing}</button></th>`;

/** @param {(string | false | undefined)[]} names */
const classes = (...names) => names.filter(Boolean).join(' ') || nothing;

/** Names that an address may end in: an offer of a host has none of its own. */
const isAnchor = /^[\w.-]+$/;

/** @param {Table} table @param {any} record @param {ReturnType<Table['head']>} head @param {boolean} last */
function rowView(table, record, { name, about, also, use }, last) {
  const sources = String(record.source ?? '').split(' ').filter(Boolean);
  const date = record.retrieved ?? record.priced;
  const anchor = isAnchor.test(record.id);
  return html`<tr id=${anchor ? record.id : nothing} data-id=${anchor ? nothing : record.id} data-s=${sources.join(' ')} data-d=${date ?? nothing} data-n=${record.note ?? nothing} data-a=${also.join('|') || nothing} data-last=${last ? '' : nothing}>
<th scope="row">${use ? html`<a href=${use}>${name}</a>` : name} <span>${about}</span></th>${table.columns.map((c) => cellView(c, c.of(record)))}<td class="from"><a href=${`#s-${sources[0] ?? ''}`}>Source</a></td></tr>`;
}

/** @param {Column} column @param {Cell} cell */
function cellView(column, { value, source, date, note, unverified, link }) {
  if (value === undefined || value === '') return html`<td class=${classes(column.number && 'number', column.view)}></td>`;
  const text = shown(column, value);
  const said = html`${link ? html`<a href=${link}>${text}</a>` : text}${unverified ? html`<abbr title="unverified">?</abbr>` : nothing}`;
  return html`<td class=${classes(column.number && 'number', column.view, unverified && 'doubt')} data-s=${source ?? nothing} data-d=${date ?? nothing} data-n=${note ?? nothing}>${said}</td>`;
}

/** @param {Column} column @param {string | number} value */
export function shown({ digits, dollars }, value) {
  if (typeof value !== 'number') return value;
  const number = digits === undefined || Math.abs(value) >= 10 ** digits ? value : Number(value.toPrecision(digits));
  const whole = digits !== undefined && Math.abs(number) >= 10 ** (digits - 1);
  if (dollars) return number >= 1000 ? exact.format(Math.round(number)) : number >= 0.1 ? cents.format(number) : exact.format(number);
  return exact.format(whole ? Math.round(number) : number);
}

/** @param {Table} table */
const columnsView = ({ columns }) => html`<dl>${columns.filter((c) => c.help).map((c) => html`<div><dt>${c.label}${c.unit ? html`, <span>${c.unit}</span>` : nothing}</dt><dd>${c.help}</dd></div>`)}</dl>`;

/** Those that the records of a table name. @param {Table} table @param {Source[]} sources */
function sourcesOf({ records, columns }, sources) {
  const named = new Set(records.flatMap((record) => [record.source, ...columns.map((c) => c.of(record).source)]).flatMap((ids) => (ids ?? '').split(' ')));
  return sources.filter(({ id }) => named.has(id)).sort((a, b) => a.title.localeCompare(b.title));
}

/** @param {Source[]} sources */
const sourcesView = (sources) => html`<ul class="sources">${sources.map(({ id, title, url }) => html`<li id=${`s-${id}`}>${url ? html`<a href=${url}>${title}</a>` : title}</li>`)}</ul>`;
