// The opening example as HTML text, drawn by the page's own views, so that the first paint is the
// answer and nothing moves when the scripts take over.
import { explainedBy } from './src/explained.js';
import { presets } from './src/presets.js';
import { answerView } from './src/views/answer.js';
import { headlineView, shortView } from './src/views/headline.js';
import { summaryText } from './src/views/summary.js';
import { html, nothing } from 'lit';

/** What index.html leaves open, by name.
 * @param {{estimate: Function, catalog: Function}} engine @param {string | undefined} source address of the source code
 * @returns {Record<string, string>} */
export function prerender(engine, source) {
  const result = engine.estimate(presets.serve);
  if (!result.ok) throw new Error(`The opening example is refused: ${JSON.stringify(result.errors)}`);
  const shown = { result, older: false, percentiles: { on: false, toggle: () => {} }, explained: explainedBy(engine, presets)('serve') };
  const name = (/** @type {string} */ id) => engine.catalog('accelerators').find((/** @type {{id: string}} */ a) => a.id === id).name;
  return {
    headline: toText(headlineView(shown, () => {})),
    details: toText(answerView(shown, undefined, () => {}, () => nothing)),
    short: toText(shortView(result)),
    summary: escape(summaryText(result, name)),
    version: escape(result.engine_version),
    date: escape(result.catalog_date),
    source: source ? toText(html`<a href=${source}>Source</a>`) : '',
  };
}

/** A template as text. Listeners and properties are left out: the scripts bring them.
 * @param {unknown} view @returns {string} */
function toText(view) {
  if (view === nothing || view === undefined || view === null || view === false) return '';
  if (Array.isArray(view)) return view.map(toText).join('');
  if (typeof view !== 'object') return escape(String(view));
  const { strings, values } = /** @type {{strings: string[], values: unknown[]}} */ (view);
  let text = strings[0];
  values.forEach((value, i) => {
    text = bound(text, value) + strings[i + 1];
  });
  return text.replace(/\s+/g, ' ');
}

/** The text so far with one value put in, as content or into the attribute it ends in.
 * @param {string} text @param {unknown} value */
function bound(text, value) {
  const attribute = /\s([@.?]?)([\w:-]+)=$/.exec(text);
  if (attribute) {
    const before = text.slice(0, attribute.index);
    const [, kind, name] = attribute;
    if (kind === '?') return value ? `${before} ${name}` : before;
    return kind || value === nothing ? before : `${before} ${name}="${escape(String(value))}"`;
  }
  return /="[^"<>]*$/.test(text) ? text + escape(String(value)) : text + toText(value);
}

/** @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
