// The opening example as HTML text, drawn by the page's own views, so that the first paint is the
// answer and nothing moves when the scripts take over.
import { doorsView } from './doors.mjs';
import { explainedBy } from './src/explained.js';
import { openingOf } from './src/opening.js';
import { presets } from './src/presets.js';
import { answerView } from './src/views/answer.js';
import { questionWords } from './src/share/question_words.js';
import { headlineView, nextView, shortView } from './src/views/headline.js';
import { tilesView } from './src/views/tiles.js';
import { escape, toText } from './to_text.mjs';
import { html, nothing } from 'lit';
import { tabsView } from './src/tabs.js';

/** What index.html leaves open, by name.
 * @param {{estimate: Function, catalog: Function}} engine @param {string | undefined} source address of the source code
 * @returns {Record<string, string>} */
export function prerender(engine, source) {
  const result = engine.estimate(presets.serve, { with: ['limits'] });
  if (!result.ok) throw new Error(`The opening example is refused: ${JSON.stringify(result.errors)}`);
  const shown = { result, older: false, percentiles: { on: false, toggle: () => {} }, explained: explainedBy(engine, presets)('serve') };
  const { question, details } = questionWords(result, presets.serve, engine.catalog);
  return {
    question: escape([question, ...details].join('. ')),
    headline: toText(html`${headlineView(shown, () => {}, nextView(result.answer.status, () => {}, () => {}))}${tilesView(result, () => {})}`),
    doors: toText(doorsView(engine)),
    tabs: toText(tabsView('answer', () => {})),
    details: toText(answerView(/** @type {any} */ ({ shown, explain: () => {}, explanation: () => nothing, go: () => {}, apply: () => undefined }))),
    short: toText(shortView(result)),
    version: escape(result.engine_version),
    date: escape(result.catalog_date),
    opening: JSON.stringify(openingOf(engine, presets)).replaceAll('<', '\\u003c'),
    source: source ? toText(html`<a class="code" href=${source}>Source</a>`) : '',
  };
}
