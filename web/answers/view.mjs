// An answer page as HTML: question, sentence and tiles, then what they rest on, readable without scripts.
import { html, nothing } from 'lit';
import { days, dollars, gibibytes, milliseconds, predicted, range, seconds } from '../src/format.js';
import { headlineView } from '../src/views/headline.js';
import { insideView, tilesOf } from '../src/views/tiles.js';
import { deviceOf, say } from '../src/words.js';
import '../src/words_more.js';
import { escape, toText } from '../to_text.mjs';
import { relatedOf } from './related.mjs';

/** @typedef {import('./answer.mjs').Answer} Answer */
/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {import('../src/types.js').Recommendation} Recommendation */
/** @typedef {(kind: string) => Record<string, any>[]} Records */
/** What a page is put together with: the others by what they are about. @typedef {{pages: Page[], records: Records, site: string}} About */

const [MOST_SERVED, MOST_TUNED, MOST_OFFERS, MOST_WARNINGS] = [20, 8, 8, 4];

/** Where something of the site lies: a whole address where that of the site is known, else from a page in answers/.
 * @param {string} site its address or nothing @param {string} path in it */
export const placeOf = (site, path) => (site ? escape(site + path) : path.startsWith('answers/') ? path.slice('answers/'.length) || './' : `../${path}`);

/** What answers.html leaves open for an answer. @param {Answer} answer @param {About} about @returns {Record<string, string>} */
export const answerParts = (answer, about) => ({
  title: escape(answer.page.title), lead: escape(answer.report.sentence), body: toText(bodyView(answer, about)),
  address: placeOf(about.site, `answers/${answer.page.slug}.html`), picture: placeOf(about.site, `answers/${answer.page.slug}.png`),
});

/** @param {Answer} answer @param {About} about */
const bodyView = (answer, about) => html`${answer.page.why ? html`<p class="lead">${answer.page.why}</p>` : nothing}${ownedLead(answer)}
  <div class="said">${headlineView(/** @type {any} */ ({ result: answer.result, explained: new Set() }), () => {})}</div>
  <div class="tiles">${tilesOf(answer.result).map((tile) => html`<a class="tile" href=${answer.link(tile.view)}>${insideView(tile)}</a>`)}</div>
  <p class="open"><a class="act" href=${answer.link(answer.view)}>Open this question in the calculator</a> <span class="note">to change it, and to see how each figure is computed.</span></p>
  ${remediesView(answer)}${picksView(answer, about)}${servedView(answer, about)}${tunedView(answer, about)}${rankedView(answer, about)}${knownView(answer)}${questionView(answer)}${memoryView(answer)}
  ${figuresView(answer, 'Speed', /^\/speed\/(?!bottleneck)/)}${figuresView(answer, 'Cost', /^\/cost\/(?!npv|prefill)/)}${waysView(answer)}${offersView(answer, about)}${warningsView(answer)}
  ${relatedOf(answer, about).map(({ title, links }) => linksView(title, links))}
  ${catalogView(answer)}`;

/** @param {string} title @param {unknown} content */
const section = (title, content) => html`<section><h2>${title}</h2>${content}</section>`;

/** @typedef {unknown} Cell */

/** @param {string} caption @param {string[]} heads the first of a row, then those of its cells @param {Cell[][]} rows @param {number[]} [numbers] columns of figures */
const tableView = (caption, heads, rows, numbers = []) => html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}><table><caption class="hidden">${caption}</caption>
  <thead><tr>${heads.map((head, i) => html`<th scope="col" class=${numbers.includes(i) ? 'number' : nothing}>${head}</th>`)}</tr></thead>
  <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell, i) => html`<td class=${numbers.includes(i + 1) ? 'number' : nothing}>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

/** A name that leads to its page, where it has one. @param {Page[]} pages @param {Page['kind']} kind @param {string} id @param {unknown} name */
function named(pages, kind, id, name) {
  const page = pages.find((one) => one.kind === kind && (kind === 'model' ? one.model : one.device) === id);
  return page ? html`<a href=${`${page.slug}.html`}>${name}</a>` : name;
}

/** @param {Answer} answer */
function ownedLead({ owned }) {
  if (!owned) return nothing;
  const well = owned.serves.filter((/** @type {any} */ one) => one.runs_well).length;
  return html`<p class="lead">${gibibytes(owned.usable_gb)} of memory: ${well} current models run well on it, each in the best format that fits. The first of them is answered here.</p>`;
}

/** @param {Answer} answer */
const questionView = ({ report: { question }, result }) => section('The question', html`
  ${tableView('Inputs of the question', ['Input', 'Value', 'Given or taken'], [...question.given.map(({ label, value }) => [label, value, 'given']), ...question.open.map(({ label, value }) => [label, value, 'taken by us'])])}
  ${result.taken.length ? html`<ul class="plain note">${result.taken.map(({ text }) => html`<li>${text}</li>`)}</ul>` : nothing}`);

/** @param {Answer} answer */
const memoryView = ({ result }) => section(`Memory of one ${deviceOf(result)}`, tableView(`Memory of one ${deviceOf(result)}, line by line`, ['Part', 'Size', 'How it is counted'], [
  ...result.memory.lines.map((line) => [html`<span class="swatch" data-kind=${line.kind}></span>${line.label}`, gibibytes(line.gb), line.how]),
  ['Used', gibibytes(result.memory.per_gpu_gb), ''], ['Usable', gibibytes(result.memory.usable_gb), ''],
], [1]));

/** @param {Answer} answer @param {string} title @param {RegExp} which of the figures, by pointer */
function figuresView({ report }, title, which) {
  const rows = report.figures.flatMap(({ pointer }, i) => (which.test(pointer) ? [report.answers[0].rows[i]] : []));
  return rows.length ? section(title, tableView(title, ['Figure', 'Value', 'Range'], rows, [1, 2])) : nothing;
}

/** @param {Answer} answer */
function waysView({ report }) {
  const ways = report.answers.find(({ title }) => title === 'Ways to pay');
  return ways ? section('Ways to pay', tableView('Ways to pay', ways.heads, ways.rows, [1, 2])) : nothing;
}

/** @param {Answer} answer */
function remediesView({ report }) {
  const changes = report.answers.find(({ title }) => title.startsWith('What would'));
  return changes ? section(changes.title, tableView(changes.title, changes.heads, changes.rows, [1, 2, 3])) : nothing;
}

/** @param {Answer} answer @param {About} about */
function picksView({ result, owned }, { pages }) {
  if (owned) return owned.picks.length ? section('What to begin with', html`<ul class="picks-list">${owned.picks.map((/** @type {any} */ pick) => ownedPick(pick, owned, pages))}</ul>`) : nothing;
  const { picks = [] } = result;
  return picks.length ? section('Picks', html`<ul class="plain">${picks.map(({ text }) => html`<li>${text}</li>`)}</ul>`) : nothing;
}

/** @param {any} pick @param {any} owned @param {Page[]} pages */
function ownedPick({ purposes, model, start }, owned, pages) {
  const row = owned.serves.find((/** @type {any} */ one) => one.model.id === model);
  return html`<li><b>${named(pages, 'model', model, row.model.name)}</b> <span class="note">${purposes.join(', ')}${rateOf(row) && `: ${rateOf(row)}`}</span>
    ${start.map((/** @type {any} */ line) => html`<pre class="lines"><code>${line.command}</code></pre>`)}</li>`;
}

/** @param {any} row */
function rateOf({ tokens_per_s: tokens, images_per_s: images, audio_s_per_s: audio, requests_per_s: requests }) {
  if (tokens !== undefined) return `${predicted(tokens)} tokens/s`;
  if (images !== undefined) return images < 1 ? `${seconds(1 / images)} each` : `${predicted(images)} images/s`;
  if (audio !== undefined) return `${predicted(audio)} s of audio/s`;
  return requests === undefined ? '' : `${predicted(requests)} requests/s`;
}

/** @param {Answer} answer @param {About} about */
function servedView({ owned }, { pages, records }) {
  if (!owned) return nothing;
  const rows = owned.serves.slice(0, MOST_SERVED).map((/** @type {any} */ row) => [
    named(pages, 'model', row.model.id, row.model.name), formatName(row.weights, records), gibibytes(row.per_gpu_gb), rateOf(row),
    row.tokens_per_s_low === undefined ? '' : range(row.tokens_per_s_low, row.tokens_per_s_high, predicted), row.ttft_ms === undefined ? '' : milliseconds(row.ttft_ms), row.max_context?.toLocaleString('en') ?? '',
  ]);
  return section('What it serves to one person', tableView('Models that it serves', ['Model', 'Weights', 'Memory', 'Speed', 'Range', 'First token', 'Longest context'], rows, [2, 3, 4, 5, 6]));
}

/** @param {Answer} answer @param {About} about */
function tunedView({ owned }, { pages }) {
  if (!owned?.finetunes.length) return nothing;
  const rows = owned.finetunes.slice(0, MOST_TUNED).flatMap((/** @type {any} */ { model, methods: [first] }) => [[
    named(pages, 'model', model.id, model.name), say(first.method), gibibytes(first.per_gpu_gb), first.tokens_per_s === undefined ? '' : `${predicted(first.tokens_per_s)} tokens/s`]]);
  return section('What it fine-tunes', tableView('Models that it fine-tunes', ['Model', 'Method that trains most', 'Memory', 'Speed'], rows, [2, 3]));
}

/** @param {string} id @param {Records} records */
const formatName = (id, records) => records('formats').find((format) => format.id === id)?.name ?? id;

/** @param {Answer} answer @param {About} about */
function rankedView({ result }, { pages, records }) {
  const { recommendations: ranked = [] } = result;
  if (ranked.length === 0) return result.nothing ? section('Other hardware', html`<p>${result.nothing}</p>`) : nothing;
  const rows = ranked.map((one) => [
    html`${one.hardware.count} × ${named(pages, 'device', one.hardware.accelerator, one.hardware.name)}`, formatName(one.precision.weights, records), gibibytes(one.memory.per_gpu_gb), speedOf(one), ...moneyOf(one)]);
  return section('Hardware that it runs on, the best first', tableView('Hardware, ranked', ['Hardware', 'Weights', 'Memory of one', 'Speed', 'An hour', 'For the work'], rows, [2, 3, 4, 5]));
}

/** @param {Recommendation} choice */
function speedOf({ speed: { tpot_ms: tpot, days: run, ...speed } }) {
  return tpot !== undefined ? `${predicted(1000 / tpot)} tokens/s each` : run !== undefined ? days(run) : rateOf(speed);
}

/** By the hour, and for what is done. @param {Recommendation} choice */
const moneyOf = ({ cost }) => [cost.usd_per_h === undefined ? '' : dollars(cost.usd_per_h), amounts.flatMap(([key, of]) => (cost[key] === undefined ? [] : [`${dollars(cost[key])} ${of}`]))[0] ?? ''];

const amounts = [['usd_per_run', 'the run'], ['usd_per_1k_requests', 'per 1,000 requests'], ['usd_per_1k_images', 'per 1,000 images'], ['usd_per_audio_h', 'per hour of audio']];

/** @param {Answer} answer */
const knownView = ({ result: { known = [], assumed = [] } }) => (known.length + assumed.length === 0 ? nothing : section('Where others stand', html`
  <ul class="plain">${known.map(({ text }) => html`<li>${text}</li>`)}</ul>${assumed.length ? html`<p class="note">${assumed.map(({ text }) => text).join(' ')}</p>` : nothing}`));

/** What hosts ask for the model, the lowest first. @param {Answer} answer @param {About} about */
function offersView({ page }, { records }) {
  if (page.kind !== 'model') return nothing;
  const offers = records('api').filter((one) => one.model === page.model && one.status === 'current' && one.output_usd_m !== undefined).sort((a, b) => a.output_usd_m - b.output_usd_m);
  const name = (/** @type {string} */ id) => records('providers').find((one) => one.id === id)?.name ?? id;
  const rows = offers.slice(0, MOST_OFFERS).map((one) => [name(one.provider), dollars(one.input_usd_m), dollars(one.output_usd_m), one.seen ?? one.priced ?? '']);
  return rows.length ? section('Hosted', tableView('Hosted offers, the lowest first', ['Host', 'A million prompt tokens', 'A million output tokens', 'Seen'], rows, [1, 2])) : nothing;
}

/** @param {Answer} answer */
const warningsView = ({ result: { warnings } }) => (warnings.length ? section('Good to know', html`<ul class="plain">${warnings.slice(0, MOST_WARNINGS).map(({ message }) => html`<li>${message}</li>`)}</ul>`) : nothing);

/** @param {string} title @param {{href: string, name: string}[]} links */
export const linksView = (title, links) => (links.length ? html`<nav class="links" aria-label=${title}><h2>${title}</h2><ul>${links.map(({ href, name }) => html`<li><a href=${href}>${name}</a></li>`)}</ul></nav>` : nothing);

/** @param {Answer} answer */
const catalogView = ({ page, result }) => linksView('Where the facts are from', [
  { href: `../catalog.html#${new URLSearchParams({ q: deviceName(page, result) })}`, name: 'Accelerators: memory, bandwidth, rates' }, { href: `../catalog-models.html#${new URLSearchParams({ q: result.model.name })}`, name: 'Models: layers, caches, formats' },
  { href: '../catalog-instances.html', name: 'Instances and prices' }, { href: '../catalog-apis.html', name: 'Hosted models' }, { href: '../validation.html', name: 'How far off estimates are' },
]);

/** @param {Page} page @param {Answer['result']} result */
const deviceName = ({ device }, result) => result.answer.figures.find(({ id }) => id === 'hardware')?.text.replace(/^[\d,]+ × /, '') ?? device ?? '';
