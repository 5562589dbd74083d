// The pages of learn/: text whose figures are filled in by the engine when the site is built, so that they cannot
// disagree with the calculator.
import { html, nothing } from 'lit';
import { address } from '../catalog_page/estimates.mjs';
import { toText } from '../to_text.mjs';
import { sources } from './sources.mjs';
import difference from './pages/difference.mjs';
import fabric from './pages/fabric.mjs';
import kvCache from './pages/kv_cache.mjs';
import memory from './pages/memory.mjs';
import money from './pages/money.mjs';
import quantization from './pages/quantization.mjs';
import roofline from './pages/roofline.mjs';

/** @typedef {import('../src/types.js').Result} Result */

/**
 * @typedef {object} Page
 * @property {string} slug
 * @property {string} title
 * @property {string} lead
 * @property {Record<string, import('../src/types.js').Scenario>} ask scenarios by name, each given once
 * @property {string[]} cites ids of sources
 * @property {(results: Record<string, Result>, tools: ReturnType<typeof toolsFor>) => unknown} body
 */

/** In the order they are read. @type {Page[]} */
export const pages = /** @type {any} */ ([difference, memory, roofline, kvCache, fabric, quantization, money]);

/** What learn.html leaves open for every page, and for the list of all, by file name.
 * @param {any} engine @param {Record<string, string>} about @returns {Record<string, Record<string, string>>} */
export function learnPages(engine, about) {
  const written = pages.map((page, i) => [`${page.slug}.html`, {
    ...about, title: page.title, lead: page.lead, body: toText(bodyOf(page, engine)), around: toText(around(i)), refs: toText(references(page)),
  }]);
  const list = { ...about, title: 'Learn', lead: 'What decides which hardware a model needs, in seven short pages. Every figure in them was computed by the calculator and opens there.', body: toText(contents()), around: '', refs: '' };
  return Object.fromEntries([...written, ['index.html', list]]);
}

/** The scenarios of a page, answered. @param {Page} page @param {any} engine @returns {Record<string, Result>} */
export const answersOf = (page, engine) => Object.fromEntries(Object.entries(page.ask).map(([name, scenario]) => [name, answered(engine, scenario, `${page.slug}, ${name}`)]));

/** @param {Page} page @param {any} engine */
const bodyOf = (page, engine) => page.body(answersOf(page, engine), toolsFor(engine, page));

/** @param {any} engine @param {object} scenario @param {string} where @returns {Result} */
function answered(engine, scenario, where) {
  const result = engine.estimate(scenario, { with: ['limits', 'series'] });
  if (!result.ok) throw new Error(`learn: ${where}: ${result.errors.map((/** @type {any} */ p) => p.message).join(' ')}`);
  return result;
}

/** What the text of a page is put together with. @param {any} engine @param {Page} page */
function toolsFor(engine, page) {
  const link = (/** @type {string} */ name) => address(engine, page.ask[name], '../');
  return {
    device: (/** @type {string} */ id) => engine.catalog('accelerators').find((/** @type {any} */ a) => a.id === id),
    model: (/** @type {string} */ id) => engine.catalog('models').find((/** @type {any} */ m) => m.id === id),
    /** The first and the last price on demand of an instance. @param {string} id */
    prices: (id) => {
      const known = engine.catalog('prices').filter((/** @type {any} */ p) => p.of === id && p.kind === 'on_demand').sort((/** @type {any} */ a, /** @type {any} */ b) => a.priced.localeCompare(b.priced));
      return [known[0], known[known.length - 1]];
    },
    /** A figure in the text, which opens its scenario. @param {string} name @param {unknown} text */
    open: (name, text) => html`<a class="live" href=${link(name)}>${text}</a>`,
    /** A picture of several scenarios. @param {unknown} picture @param {unknown} caption */
    figure: (picture, caption) => html`<figure class="picture">${picture}<figcaption>${caption}</figcaption></figure>`,
    /** A picture of one scenario, which the calculator itself replaces where it can. @param {string} name @param {string} view @param {unknown} picture @param {unknown} caption */
    live: (name, view, picture, caption) => html`<ridgepoint-calculator scenario=${link(name).replace('../#', '')} view=${view} controls="few" label=${page.title}>
      <figure class="picture">${picture}<figcaption>${caption} <a href=${link(name)}>Open it in the calculator</a></figcaption></figure></ridgepoint-calculator>`,
    cite: (/** @type {string} */ id) => html`<sup><a href=${`#s-${id}`}>${page.cites.indexOf(id) + 1}</a></sup>`,
  };
}

/** @param {number} i */
function around(i) {
  const step = (/** @type {Page | undefined} */ page, /** @type {string} */ word) => (page ? html`<a href=${`${page.slug}.html`}><span>${word}</span>${page.title}</a>` : html`<span></span>`);
  return html`<nav class="around" aria-label="Before and after">${step(pages[i - 1], 'Before')}${step(pages[i + 1], 'Next')}</nav>`;
}

const contents = () => html`<ol class="contents">${pages.map((page) => html`<li><a href=${`${page.slug}.html`}>${page.title}</a><p>${page.lead}</p></li>`)}</ol>`;

/** @param {Page} page */
const references = ({ cites }) => (cites.length === 0 ? nothing : html`<section class="refs" aria-labelledby="refs"><h2 id="refs">Sources</h2><ol>${cites.map((id) => {
  const { text, url } = sources[id];
  return html`<li id=${`s-${id}`}>${url ? html`<a href=${url}>${text}</a>` : text}</li>`;
})}</ol></section>`);
