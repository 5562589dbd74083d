// The validation report: every published run against what the engine says of it. What a line of it opens on is a page of its own, which
// a script brings in where the line is.
import { html, nothing } from 'lit';
import { csvLine } from '../src/files.js';
import { escape, toText } from '../to_text.mjs';
import { figures, groupOf, groups, titleOf } from './regimes.mjs';
import { scatter } from './scatter.mjs';
import { strip, stripAxis } from './strip.mjs';

/** @typedef {import('./measured.mjs').Class} Class */
/** @typedef {import('./measured.mjs').Row} Row */
/** @typedef {import('./measured.mjs').Source} Source */
/** @typedef {ReturnType<typeof import('./measured.mjs').joined>} Measured */
/** @typedef {{figure: string, device_class?: string, rows: number, median: number, p90: number, source: string}} LeftOut */

const drawn = 5; // rows of one unit that make a picture; fewer stand in the table
const worst = 6;
const fewestPairs = 5;

/** The folder of the parts, below the site's. */
export const partsFolder = 'measured';

/** What a line opens on. `id`: of the line, and the name of the part's page.
 * @typedef {{id: string, title: string, summary: unknown, about: unknown, view: unknown}} Part */

/** What validation.html leaves open, by name.
 * @param {Measured} measured @param {LeftOut[]} errors of catalog/calibration
 * @param {{version: string, date: string, source: string}} about @returns {Record<string, string>} */
export function report(measured, errors, about) {
  const chapters = chaptersOf(measured);
  return {
    ...about,
    lead: toText(lead(measured)),
    contents: toText(contents(chapters)),
    left_out: toText(html`${leftOut(errors)}${folded(leftOutByClass(errors))}`),
    kinds: toText(kindsView(measured)),
    chapters: chapters.map((chapter) => toText(chapterView(chapter))).join('\n'),
    skipped: toText(folded(skippedPart(measured))),
    sources: toText(folded(sourcesPart(measured))),
  };
}

/** The pages of the parts, by the name of their file: what part.html leaves open.
 * @param {Measured} measured @param {LeftOut[]} errors @param {{version: string, date: string, source: string}} about @returns {Record<string, Record<string, string>>} */
export function parts(measured, errors, about) {
  const all = [leftOutByClass(errors), ...chaptersOf(measured).flatMap(({ kinds }) => kinds.map(kindPart)), skippedPart(measured), sourcesPart(measured)];
  return Object.fromEntries(all.map(({ id, title, about: said, view }) => [`${id}.html`, { ...about, id, title: escape(title), about: toText(said), view: toText(view) }]));
}

/** A line that opens on its part. @param {Part} part @param {string} [kind] */
const folded = ({ id, summary, title }, kind = 'twin') => html`<details class=${kind} id=${id}><summary>${summary}</summary><p class="rest"><a href=${`${partsFolder}/${id}.html`}>${title}, on a page of its own</a></p></details>`;

/** @param {Measured} measured @returns {Chapter[]} */
const chaptersOf = ({ classes }) => groups.map((group) => ({ group, kinds: kindsOf(classes, group) })).filter(({ kinds }) => kinds.length > 0);

/** Every scored row as CSV: what the pictures show. @param {Measured} measured */
export function rowsAsCsv({ scored }) {
  const lines = scored.map((row) => [row.id, row.class, row.name, row.metric, row.unit, row.measured,
    typeof row.predicted === 'number' ? Number(row.predicted.toPrecision(5)) : row.predicted, row.source.address]);
  return [['id', 'class', 'run', 'metric', 'unit', 'measured', 'predicted', 'source'], ...lines].map(csvLine).join('');
}

/** @typedef {{regime: string, title: string, id: string, classes: Class[]}} Kind */
/** @typedef {{group: import('./regimes.mjs').Group, kinds: Kind[]}} Chapter */

/** The regimes of a group, the one with most rows first. @param {Class[]} classes @param {import('./regimes.mjs').Group} group @returns {Kind[]} */
function kindsOf(classes, group) {
  const regimes = [...new Set(classes.map((c) => c.regime))].filter((regime) => groupOf(regime) === group);
  const kinds = regimes.map((regime) => ({
    regime, title: titleOf(regime), id: slug(regime),
    classes: classes.filter((c) => c.regime === regime).sort((a, b) => b.count - a.count),
  }));
  return kinds.sort((a, b) => total(b.classes) - total(a.classes));
}

/** @param {string} name */
const slug = (name) => `of-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** @param {{count: number}[]} classes */
const total = (classes) => classes.reduce((sum, { count }) => sum + count, 0);

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const three = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const one = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** @param {number} fraction */
const percent = (fraction) => `${fraction >= 0.1 ? whole.format(fraction * 100) : one.format(fraction * 100)}%`;
/** @param {number} fraction */
const signed = (fraction) => (fraction < 0 ? `−${percent(-fraction)}` : `+${percent(fraction)}`);
/** @param {number} count @param {string} noun @param {string} [nouns] */
const counted = (count, noun, nouns = `${noun}s`) => `${whole.format(count)} ${count === 1 ? noun : nouns}`;
/** @param {string} text */
const capitalized = (text) => text.replace(/[a-z]/i, (first) => first.toUpperCase());
/** @param {Source} source @param {string} [text] */
const link = (source, text = source.name) => (source.address ? html`<a href=${source.address}>${text}</a>` : text);

/** @param {Measured} measured */
const lead = ({ scored, devices, sources, skipped, classes }) => html`The engine was asked to predict ${whole.format(scored.length)}
  published measurements on ${whole.format(devices)} devices, from ${whole.format(sources.length)} tables that others wrote. Here is every one,
  in ${whole.format(classes.length)} classes by kind of figure and by source. ${whole.format(total(skipped.map(({ rows }) => ({ count: rows }))))}
  more rows could not be predicted, and <a href="#skipped">why is counted below</a>.`;

/** @param {Chapter[]} chapters */
const contents = (chapters) => html`<ul>
  <li><a href="#left-out">Left out in turn</a></li>
  ${chapters.map(({ group }) => html`<li><a href=${`#${group.id}`}>${group.title}</a></li>`)}
  <li><a href="#reading">How to read this</a></li><li><a href="#twice">All runs, and runs measured twice</a></li>
  <li><a href="#skipped">Rows without a prediction</a></li><li><a href="#sources">Sources</a></li></ul>`;

/** @param {Class[]} classes */
function spanOf(classes) {
  const medians = classes.map((c) => c.median);
  return medians.length === 1
    ? `Median error ${percent(medians[0])}`
    : `Median errors from ${percent(Math.min(...medians))} to ${percent(Math.max(...medians))}`;
}

/** Figures that have errors, with them. @param {LeftOut[]} errors */
const figuresOf = (errors) => Object.entries(figures).map(([figure, label]) => ({ label, all: errors.filter((e) => e.figure === figure) })).filter(({ all }) => all.length > 0);

/** @param {LeftOut[]} errors */
const leftOut = (errors) => html`<div class="scroll" role="group" tabindex="0" aria-label="Errors on rows that the fit had not seen"><table class="few">
  <caption class="hidden">Errors on rows that the fit had not seen</caption>
    <thead><tr><th scope="col">Figure</th><th scope="col" class="number">Rows</th><th scope="col" class="number">Median error</th><th scope="col" class="number">Nine of ten within</th><th scope="col">What was left out</th></tr></thead>
    <tbody>${figuresOf(errors).map(({ label, all }) => all.filter((e) => !e.device_class).map((e) => html`<tr><th scope="row">${label}</th>
      <td class="number">${whole.format(e.rows)}</td><td class="number">${percent(e.median)}</td><td class="number">${percent(e.p90)}</td><td>${capitalized(e.source.split(':')[0])}</td></tr>`))}</tbody>
  </table></div>`;

/** @param {LeftOut[]} errors @returns {Part} */
const leftOutByClass = (errors) => ({
  id: 'left-out-by-class', title: 'Left out in turn, by class of device and software', summary: 'The same by class of device and software',
  about: 'Errors on rows whose device, model or source the fit had not seen.',
  view: html`<div class="scroll" role="group" tabindex="0" aria-label="Errors on rows that the fit had not seen, by class"><table class="few">
  <caption class="hidden">Errors on rows that the fit had not seen, by class</caption>
    <thead><tr><th scope="col">Class</th><th scope="col" class="number">Rows</th><th scope="col" class="number">Median error</th><th scope="col" class="number">Nine of ten within</th></tr></thead>
    ${figuresOf(errors).filter(({ all }) => all.some((e) => e.device_class)).map(({ label, all }) => html`<tbody><tr><th scope="rowgroup" colspan="4" class="group">${label}</th></tr>
      ${all.filter((e) => e.device_class).map((e) => html`<tr><th scope="row">${(e.device_class ?? '').replaceAll('_', ' ')}</th>
        <td class="number">${whole.format(e.rows)}</td><td class="number">${percent(e.median)}</td><td class="number">${percent(e.p90)}</td></tr>`)}</tbody>`)}
  </table></div>`,
});

/** Cells of a count and two errors, empty where there is none. @param {number} [count] @param {number} [median] @param {number} [p90] */
const errorCells = (count, median, p90) => (count === undefined ? html`<td></td><td></td><td></td>`
  : html`<td class="number">${whole.format(count)}</td><td class="number">${percent(median ?? 0)}</td><td class="number">${percent(p90 ?? 0)}</td>`);

/** All runs, those that are not hard, and how far two sources are apart. @param {Measured} measured */
const kindsView = ({ regimes, allRegimes, repeats }) => html`<div class="scroll" role="group" tabindex="0" aria-label="Errors of all runs, and how far two sources differ on the same"><table class="few">
  <caption class="hidden">Errors of all runs, and how far two sources differ on the same</caption>
  <thead><tr><th scope="col">Kind of figure</th><th scope="col" class="number">All runs</th><th scope="col" class="number">Median error</th><th scope="col" class="number">Nine of ten within</th>
    <th scope="col" class="number">Without hard ones</th><th scope="col" class="number">Median error</th><th scope="col" class="number">Nine of ten within</th>
    <th scope="col" class="number">Pairs of two sources</th><th scope="col" class="number">Median difference</th><th scope="col" class="number">Nine of ten within</th></tr></thead>
  <tbody>${allRegimes.map((all) => {
    const kept = regimes.find((r) => r.class === all.class);
    const apart = repeats.find((r) => r.class === all.class && r.pairs >= fewestPairs);
    return html`<tr><th scope="row">${kept ? html`<a href=${`#${slug(all.class)}`}>${titleOf(all.class)}</a>` : titleOf(all.class)}</th>
      ${errorCells(all.rows, all.median_error, all.p90_error)}${errorCells(kept?.rows, kept?.median_error, kept?.p90_error)}${errorCells(apart?.pairs, apart?.median, apart?.p90)}</tr>`;
  })}</tbody>
</table></div>`;

/** A line for each kind, which opens on its pictures and tables: all of them at once are a hundred screens.
 * @param {Chapter} chapter */
const chapterView = ({ group, kinds }) => html`<section class="chapter" aria-labelledby=${group.id}>
  <h3 id=${group.id}>${group.title}</h3><p class="about">${group.about}</p>
  <p class="columns" aria-hidden="true"><span></span>${stripAxis}<span></span></p>
  ${kinds.map((kind) => folded(kindPart(kind), 'kind'))}
</section>`;

/** @param {Kind} kind @returns {Part} */
function kindPart({ id, title, regime, classes }) {
  const fits = regime === 'fits or not';
  const rows = `${counted(total(classes), 'row')} in ${counted(classes.length, 'class', 'classes')}`;
  return {
    id, title, about: fits ? rows : `${rows}. ${spanOf(classes)}.`,
    summary: html`<span class="name">${title}</span>${fits ? html`<span class="note words">yes or no</span>` : strip(classes, spanOf(classes))}<span class="note">${rows}</span>`,
    view: fits ? fitsTable(classes) : html`<div class="plots">${classes.map(plots)}</div>
    <details class="twin"><summary>${counted(classes.length, 'class', 'classes')} as a table</summary>${classTable(classes, title)}</details>
    <details class="twin"><summary>Farthest off</summary>${worstTable(classes.flatMap((c) => c.rows), title)}</details>`,
  };
}

/** A picture for every unit a class has enough rows of. @param {Class} c */
function plots(c) {
  const units = [...new Set(c.rows.map((row) => row.unit))];
  return units.map((unit) => {
    const points = /** @type {import('./scatter.mjs').Point[]} */ (c.rows.filter((row) => row.unit === unit));
    if (points.length < drawn) return nothing;
    const part = units.length > 1 ? ` in ${unit}` : '';
    return html`<figure class="plot">
      ${scatter(points, `${c.label}${part}: measured across, predicted up, ${counted(points.length, 'row')}`)}
      <figcaption><b>${link(c.source, brief(c.source.name))}</b><span>${c.label === c.source.name ? nothing : `${c.label}: `}${counted(points.length, 'row')}, ${unit}</span>
        <span>median ${percent(c.median)}, bias ${signed(c.bias)}</span></figcaption></figure>`;
  });
}

/** A source's name without remarks, other sources and the owner of its repository. @param {string} name */
const brief = (name) => name.replace(/\s*[(;@].*$/, '').replace(/^[\w-]+\/(?=\S+$)/, '');

/** @param {Class[]} classes @param {string} name of the kind */
const classTable = (classes, name) => html`<div class="scroll" role="group" tabindex="0" aria-label=${`Errors by source: ${name}`}><table>
  <caption class="hidden">Errors by source</caption>
  <thead><tr><th scope="col">Class</th><th scope="col" class="number">Rows</th><th scope="col" class="number">Median error</th><th scope="col" class="number">Nine of ten within</th><th scope="col" class="number">Bias</th><th scope="col">Source</th></tr></thead>
  <tbody>${classes.map((c) => html`<tr><th scope="row">${c.name}</th><td class="number">${whole.format(c.count)}</td>
    <td class="number">${percent(c.median)}</td><td class="number">${percent(c.p90)}</td><td class="number">${signed(c.bias)}</td><td>${link(c.source)}</td></tr>`)}</tbody>
</table></div>`;

/** How many times too much or too little, whichever way. @param {Row} row */
const distance = ({ measured, predicted }) => Math.abs(Math.log(Math.max(Number(predicted), 1e-9) / Number(measured)));

/** @param {Row[]} rows @param {string} name of the kind */
const worstTable = (rows, name) => html`<div class="scroll" role="group" tabindex="0" aria-label=${`Farthest off: ${name}`}><table>
  <caption class="hidden">The rows that are farthest off</caption>
  <thead><tr><th scope="col">Run</th><th scope="col" class="number">Measured</th><th scope="col" class="number">Predicted</th><th scope="col" class="number">Error</th><th scope="col">Source</th></tr></thead>
  <tbody>${[...rows].sort((a, b) => distance(b) - distance(a)).slice(0, worst).map((row) => html`<tr><th scope="row">${row.name} <span class="note">${row.id}</span></th>
    <td class="number">${three.format(Number(row.measured))} ${row.unit}</td><td class="number">${three.format(Number(row.predicted))} ${row.unit}</td>
    <td class="number">${signed(Number(row.predicted) / Number(row.measured) - 1)}</td><td>${link(row.source, row.source.name)}</td></tr>`)}</tbody>
</table></div>`;

/** Said and observed, where the answer is a word. @param {Class[]} classes */
function fitsTable(classes) {
  const words = ['fits', 'tight', 'no'];
  return html`<div class="scroll" role="group" tabindex="0" aria-label="Runs by what was observed (first word) and what the engine says"><table>
  <caption>Runs by what was observed (first word) and what the engine says</caption>
    <thead><tr><th scope="col">Class</th>${['ran', 'ran out'].map((seen) => words.map((word) => html`<th scope="col" class="number">${seen}: ${word}</th>`))}<th scope="col" class="number">Wrong</th><th scope="col">Source</th></tr></thead>
    <tbody>${classes.map((c) => html`<tr><th scope="row">${c.name}</th>
      ${['yes', 'no'].map((seen) => words.map((word) => html`<td class="number">${c.rows.filter((row) => row.measured === seen && row.predicted === word).length}</td>`))}
      <td class="number">${c.rows.filter(isWrong).length}</td><td>${link(c.source)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** "Tight" is wrong neither way. @param {Row} row */
const isWrong = ({ measured, predicted }) => (measured === 'yes' ? predicted === 'no' : predicted === 'fits');

/** @param {Measured} measured @returns {Part} */
const skippedPart = ({ skipped }) => ({
  id: 'skipped-rows', title: 'Rows without a prediction', about: 'Why they have none, and how many they are.',
  summary: `${counted(skipped.length, 'reason')}, with their rows`,
  view: html`<div class="scroll" role="group" tabindex="0" aria-label="Rows without a prediction, by reason"><table>
  <caption class="hidden">Rows without a prediction, by reason</caption>
  <thead><tr><th scope="col">Reason</th><th scope="col" class="number">Rows</th><th scope="col">Which</th></tr></thead>
  <tbody>${skipped.map(({ why, rows, names }) => html`<tr><th scope="row">${capitalized(why)}</th><td class="number">${whole.format(rows)}</td><td>${names.join('; ')}</td></tr>`)}</tbody>
</table></div>`,
});

/** @param {Measured} measured @returns {Part} */
const sourcesPart = ({ sources, scored }) => ({
  id: 'tables', title: 'Tables of measured runs', about: 'Where they are from, and how many of their rows were predicted.',
  summary: `${counted(sources.length, 'table')}, with where they are from`,
  view: html`<div class="scroll" role="group" tabindex="0" aria-label="Tables of measured runs and where they are from"><table>
  <caption class="hidden">Tables of measured runs and where they are from</caption>
  <thead><tr><th scope="col">Source</th><th scope="col">Where in it</th><th scope="col">Measured</th><th scope="col">Our table</th><th scope="col" class="number">Rows scored</th></tr></thead>
  <tbody>${sources.map((source) => html`<tr><th scope="row">${link(source)}</th><td>${source.about}</td><td>${source.dates}</td><td>${source.file}</td>
    <td class="number">${whole.format(scored.filter((row) => row.source.file === source.file).length)}</td></tr>`)}</tbody>
</table></div>`,
});
