// The export menu: the answer with all it rests on, to save, copy or print.
import { html, nothing, render } from 'lit';
import { briefly } from '../briefly.js';
import sources from '../../../catalog/sources.json';
import { offer } from '../files.js';
import { foundFor } from '../searching.js';
import { asPng, measured } from '../share/png.js';
import { pictureOf } from '../share/picture.js';
import { questionWords } from '../share/question_words.js';
import { comparison } from '../views/compare.js';
import { reportOf } from './content.js';
import { asCsv, asJson, asMarkdown, asText } from './formats.js';
import { sheet } from './style.js';

/** @typedef {import('./content.js').Shared} Shared */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/** @param {Shared} shared */
export function openExport(shared) {
  if (!dialog) {
    dialog = document.createElement('dialog');
    dialog.className = 'export';
    dialog.setAttribute('aria-labelledby', 'export-title');
    document.body.append(dialog);
    document.adoptedStyleSheets.push(sheet);
  }
  render(html`<header><h2 id="export-title">Export</h2><button type="button" class="quiet" @click=${() => dialog?.close()}>Close</button></header>${exportMenu(shared)}`, dialog);
  dialog.showModal();
}

/** All of what is on the screen. @param {Shared} shared */
export const wholeReport = (shared) => reportOf({ ...shared, sources, found: foundFor('recommend', shared.scenario), compared: comparison() });

/** What can be taken, each with what it is for. @param {Shared} shared */
export function exportMenu(shared) {
  const report = () => wholeReport(shared);
  const save = (/** @type {string} */ ending, /** @type {(report: import('./content.js').Report) => string} */ write, /** @type {string} */ type) => () => offer(`${fileOf(shared)}.${ending}`, write(report()), type);
  return html`<ul class="exports">
    ${choice('Print or save as PDF', 'The whole report on paper: question, answer, pictures, formulas, sources.', () => {
      dialog?.close();
      print(); // printing.js puts the report on the paper
    })}
    ${choice('Markdown', 'The same report for a wiki, an issue or a note.', save('md', asMarkdown, 'text/markdown'))}
    ${choice('CSV', 'The question and its figures with their ranges, for a spreadsheet.', save('csv', asCsv, 'text/csv'))}
    ${choice('JSON', 'The engine’s whole answer, as the command line gives it.', save('json', asJson, 'application/json'))}
    ${choice('Picture (PNG)', 'Question, sentence and tiles, to paste into a message or slides.', (event) => copyPng(event, shared), () => drawPng(shared).then((png) => offer(`${fileOf(shared)}.png`, png, png.type)))}
    ${choice('Picture (SVG)', 'The same picture as text, sharp at any size.', (event) => copy(event, picture(shared)), () => offer(`${fileOf(shared)}.svg`, picture(shared), 'image/svg+xml'))}
    ${choice('Copy as text', 'The question, the answer and its figures, to paste into a message.', (event) => copy(event, asText(report())))}
  </ul>`;
}

/** @param {string} name @param {string} use @param {(event: Event) => void} act @param {() => void} [save] where that copies */
const choice = (name, use, act, save) => html`<li><button type="button" @click=${act}><b data-name=${name}>${name}</b><span>${use}</span></button>
  ${save ? html`<button type="button" class="quiet" aria-label="Save ${name}" @click=${save}>Save</button>` : nothing}</li>`;

/** @param {Shared} shared */
const fileOf = ({ result: { model, scenario } }) => `ridgepoint-${scenario.workload}-${model.name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}`;

/** @param {Shared} shared @param {import('../share/picture.js').WidthOf} [widthOf] */
const picture = ({ result, scenario, records, link }, widthOf) => pictureOf(result, { ...questionWords(result, scenario, records), address: addressOf(link) }, widthOf);

/** @param {Shared} shared */
const drawPng = (shared) => asPng(picture(shared, measured()));

const LONGEST = 320; // characters that a picture has room for

/** Where the answer is opened; of a file its name alone, for where it lies is nobody's business. @param {string} link */
const addressOf = (link) => (link.length > LONGEST ? link.split('#')[0] : link).replace(/^file:.*\//, '');

/** Copies the picture, or saves it where the browser does not copy pictures. @param {Event} event @param {Shared} shared */
async function copyPng(event, shared) {
  const name = /** @type {HTMLElement} */ (event.currentTarget).querySelector('b');
  const png = drawPng(shared); // some browsers copy only what is promised at once
  const copied = globalThis.ClipboardItem && await navigator.clipboard?.write([new ClipboardItem({ 'image/png': png })]).then(() => true, () => false);
  if (!copied) offer(`${fileOf(shared)}.png`, await png, 'image/png');
  if (name) briefly(name, copied ? 'Copied' : 'Saved as a file', name.dataset.name ?? '');
}

/** @param {Event} event @param {string} text */
async function copy(event, text) {
  const name = /** @type {HTMLElement} */ (event.currentTarget).querySelector('b');
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (!name) return;
  briefly(name, copied ? 'Copied' : 'The browser did not allow it', name.dataset.name ?? '');
}
