// What the element's attributes mean, and what it and its frame say to each other. Pure: no document is touched.

import { linkIn, plainLink } from '../src/link.js';

export const views = /** @type {const} */ (['answer', 'memory', 'roofline', 'latency', 'cost', 'compare', 'full']);
export const controls = /** @type {const} */ (['none', 'few', 'all']);
export const themes = /** @type {const} */ (['auto', 'light', 'dark', 'host']);

/** Characters of a scenario that are passed on; the engine reads fewer. */
const longest = 40_000;

/** Pixels that a frame may ask for. */
const lowest = 40;
const highest = 20_000;

/** What is kept free, in pixels, until the frame tells its height. @type {Record<string, number>} */
const usual = { answer: 200, memory: 420, roofline: 300, latency: 480, cost: 640, compare: 320, full: 900 };

/**
 * @typedef {object} Options
 * @property {string} scenario the fragment of a link, without its "#"; "|" between those to be compared
 * @property {string} view
 * @property {string} controls
 * @property {string} theme
 * @property {number | undefined} height pixels; undefined: as high as it needs
 */

/** Anything unknown is taken as left out. @param {(name: string) => string | null} attribute @returns {Options} */
export function optionsOf(attribute) {
  const height = Number.parseFloat(attribute('height') ?? '');
  return {
    scenario: scenarioOf(attribute('scenario') ?? ''),
    view: oneOf(views, attribute('view')),
    controls: oneOf(controls, attribute('controls')),
    theme: oneOf(themes, attribute('theme')),
    height: height > 0 ? within(height) : undefined,
  };
}

/** The scenario of a link or of its fragment, without what only the calculator's own page reads; of several, "|" between them. @param {string} link */
export const scenarioOf = (link) => link.trim().slice(0, longest).split('|')
  .map((one) => (linkIn(one) || plainLink(/^[?#]/.test(one) ? '' : one)).replaceAll(/&(?:view|was)=[^&]*/g, '')).join('|');

/** One of the words, the first when it is none of them.
 * @template {string} T @param {readonly T[]} words @param {string | null} word @returns {T} */
export const oneOf = (words, word) => words.find((known) => known === word?.trim().toLowerCase()) ?? words[0];

/** The address of the frame: how it looks in the query, what it answers in the fragment.
 * @param {string} page address of embed.html @param {Options} options */
export function frameAddress(page, { scenario, view, controls, theme }) {
  const address = new URL(page);
  address.search = new URLSearchParams({ view, controls, theme }).toString();
  address.hash = scenario;
  return address.href;
}

/** The whole calculator with the same scenario. @param {string} page address of embed.html @param {string} scenario */
export function fullAddress(page, scenario) {
  const address = new URL('./', page);
  address.hash = scenario.split('|')[0];
  return address.href;
}

/** The address of embed.html as a page names it; undefined for anything that is no page to load.
 * @param {string} address @param {string} base */
export function pageAddress(address, base) {
  try {
    const url = new URL(address, base);
    return ['https:', 'http:', 'file:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** What is kept free until the frame tells its height. @param {Options} options */
export const firstHeight = ({ height, view, controls }) => height ?? usual[view] + (controls === 'none' ? 0 : 240);

/** A message to the frame: here is your page, and how it looks. @param {unknown} look */
export const hello = (look) => ({ ridgepoint: 'hello', look });

/** @typedef {{width: number, height: number}} Sheet what a frame takes on paper, in pixels */

/** A message of the frame: so high am I, and so large on paper. @param {number} height pixels @param {Sheet} paper */
export const size = (height, paper) => ({ ridgepoint: 'size', height, paper });

/** What a message asks for, undefined when it is none of ours. @param {any} data */
export const saidHeight = (data) =>
  data?.ridgepoint === 'size' && Number.isFinite(data.height) ? within(Math.ceil(data.height)) : undefined;

/** @param {any} data @returns {Sheet | undefined} */
export const saidPaper = (data) =>
  data?.ridgepoint === 'size' && Number.isFinite(data.paper?.width) && Number.isFinite(data.paper?.height)
    ? { width: within(data.paper.width), height: within(Math.ceil(data.paper.height)) } : undefined;

/** As wide as a frame is on paper, where it is wider on the screen: what fits between the margins of A4 and Letter. */
export const paperWidth = 640;

/** @param {any} data @returns {{look: unknown} | undefined} */
export const saidHello = (data) => (data?.ridgepoint === 'hello' ? { look: data.look } : undefined);

/** @param {number} height */
const within = (height) => Math.min(Math.max(height, lowest), highest);
