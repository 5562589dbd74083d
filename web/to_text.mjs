// Lit templates as HTML text, for what is written at build time.
import { nothing } from 'lit';

/** A template as text. Listeners and properties are left out: the scripts bring them.
 * @param {unknown} view @returns {string} */
export function toText(view) {
  if (view === nothing || view === undefined || view === null || view === false) return '';
  if (Array.isArray(view)) return view.map(toText).join('');
  if (typeof view !== 'object') return escape(String(view));
  const { strings, values } = /** @type {{strings: string[], values: unknown[]}} */ (view);
  let text = strings[0];
  values.forEach((value, i) => {
    text = bound(text, value) + strings[i + 1];
  });
  return text.replace(/[ \t\r\n\f]+/g, ' ');
}

/** The text so far with one value put in, as content or into the attribute it ends in.
 * @param {string} text @param {unknown} value */
function bound(text, value) {
  const attribute = /\s([@.?]?)([\w:-]+)=$/.exec(text.slice(-80));
  if (attribute) {
    const before = text.slice(0, text.length - attribute[0].length);
    const [, kind, name] = attribute;
    if (kind === '?') return value ? `${before} ${name}` : before;
    return kind || value === nothing ? before : `${before} ${name}="${escape(String(value))}"`;
  }
  return /="[^"<>]*$/.test(text.slice(-4000)) ? text + escape(String(value)) : text + toText(value);
}

/** @param {string} text */
export const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A page from its text with %name% where parts go.
 * @param {string} template @param {Record<string, string>} parts */
export const filled = (template, parts) => template.replaceAll(/%(\w+)%/g, (_, name) => parts[name] ?? fail(name));

/** @param {string} name @returns {never} */
function fail(name) {
  throw new Error(`a page asks for %${name}%, which nothing fills in`);
}
