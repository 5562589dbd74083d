// Holds the figures of the documentation to what the engine, the catalog and the tree say: node tools/figures.mjs [--write]
//
// Without --write it names each stale figure with its file, line and right value, and fails. Needs build/native/ridgepoint, and for
// sizes build/site (tools/build native site).
//
// tools/figures/places.json says where figures stand: of each file, pieces of its text, word for word, with {names} of figures in them.
// Tables and answers are written whole, between <!-- figures: NAME --> and <!-- end of figures -->. Both kinds are computed in
// tools/figures/said.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocks, figures } from './figures/said.mjs';
import { writeWhole } from './write_whole.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {{line: number, found: string, right: string}} Stale */
/** A text; where the figure hangs on who builds, the number behind it and how far what is said may be from that.
 * @typedef {{text: string, value?: number, near?: number}} Figure */
/** @typedef {{figure: (name: string) => Figure, block: (name: string) => string}} Known */

const BLOCK = /(<!-- figures: (.+?) -->\n)([^]*?)<!-- end of figures -->/g;
const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
const numberOf = (/** @type {string} */ text) => Number(text.replaceAll(',', ''));
const asCapital = (/** @type {string} */ text, /** @type {string} */ like) => (/^[A-Z]/.test(like) ? text[0].toUpperCase() + text.slice(1) : text);
const lineOf = (/** @type {string} */ text, /** @type {number} */ at) => text.slice(0, at).split('\n').length;

/** Where a piece stands, and the figures it names. @param {string} piece @param {Known} known */
function pattern(piece, known) {
  const names = [...piece.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const parts = piece.split(/\{[^}]+\}/).map(escaped);
  const values = names.map((name) => (/\d/.test(known.figure(name).text) ? '(\\d(?:[\\d.,]*\\d)?)' : '([A-Za-z]+)'));
  return { names, regex: new RegExp(parts.reduce((all, part, i) => all + values[i - 1] + part), 'dg') };
}

/** @param {string} found @param {Figure} figure */
const holds = (found, { text, value = 0, near }) => (near === undefined ? found === asCapital(text, found) : Math.abs(numberOf(found) - value) < near);

/** Where the figures of a text stand, and the blocks, in their order.
 * @param {string} text @param {string[]} pieces @param {Known} known @returns {{at: number, found: string, figure: Figure}[]} */
export function spans(text, pieces, known) {
  const inline = pieces.flatMap((piece) => {
    const { names, regex } = pattern(piece, known);
    const places = [...text.matchAll(regex)];
    if (places.length !== 1) throw new Error(`"${piece}" stands in the text ${places.length} times, not once (tools/figures/places.json)`);
    const [place] = places;
    return names.map((name, i) => ({ at: /** @type {any} */ (place).indices[i + 1][0], found: place[i + 1], figure: known.figure(name) }));
  });
  const begun = text.split('<!-- figures: ').length - 1;
  const whole = [...text.matchAll(BLOCK)];
  if (whole.length !== begun) throw new Error(`${begun} blocks of figures begin and ${whole.length} end`);
  const written = whole.map(({ index, 1: start, 2: name, 3: found }) => ({ at: index + start.length, found, figure: { text: known.block(name) } }));
  return [...inline, ...written].sort((a, b) => a.at - b.at);
}

/** A text with its figures put right, and which were not.
 * @param {string} text @param {string[]} pieces @param {Known} known @param {boolean} [exactly] also what is near enough
 * @returns {{text: string, stale: Stale[]}} */
export function mended(text, pieces, known, exactly = false) {
  const wrong = spans(text, pieces, known).filter(({ found, figure }) => !holds(found, exactly ? { text: figure.text } : figure))
    .map(({ at, found, figure }) => ({ at, found, right: asCapital(figure.text, found) }));
  return {
    text: wrong.reduceRight((all, { at, found, right }) => all.slice(0, at) + right + all.slice(at + found.length), text),
    stale: wrong.map(({ at, found, right }) => ({ line: lineOf(text, at), found, right })),
  };
}

/** The first line of a block that is not as it must be. @param {Stale} stale @returns {Stale} */
function firstLine({ line, found, right }) {
  const [had, has] = [found.split('\n'), right.split('\n')];
  const i = had.findIndex((text, n) => text !== has[n]);
  return { line: line + Math.max(i, 0), found: had[i] ?? '', right: has[i] ?? '' };
}

/** Figures of one place each, which are asked once. @returns {Known} */
export function known() {
  const asked = new Map();
  const once = (/** @type {string} */ name, /** @type {() => any} */ ask) => asked.get(name) ?? asked.set(name, ask()).get(name);
  const of = (/** @type {Record<string, any>} */ all, /** @type {string} */ name) => {
    const [kind, ...rest] = name.split(':');
    if (!all[kind]) throw new Error(`no figure is called ${name}`);
    return once(name, () => all[kind](...rest));
  };
  return { figure: (name) => of(figures, name), block: (name) => of(blocks, name) };
}

/** @returns {Record<string, string[]>} pieces of text by file */
export const places = () => JSON.parse(readFileSync(join(root, 'tools/figures/places.json'), 'utf8'));

/** Whether a file is as it must be. @param {string} file @param {string[]} pieces @param {Known} says @param {boolean} write */
function keep(file, pieces, says, write) {
  const { text, stale } = mended(readFileSync(join(root, file), 'utf8'), pieces, says, write);
  for (const { line, found, right } of stale.map(firstLine)) console.log(`${file}:${line}: ${found} ${write ? 'became' : 'must be'} ${right}`);
  if (write) writeWhole(join(root, file), text);
  return write || stale.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [write, says] = [process.argv.includes('--write'), known()];
  for (const [file, pieces] of Object.entries(places())) {
    try {
      if (keep(file, pieces, says, write)) continue;
    } catch (error) {
      console.log(`${file}: ${/** @type {Error} */ (error).message}`);
    }
    process.exitCode = 1;
  }
  if (process.exitCode && !write) console.log('node tools/figures.mjs --write puts right what it can');
}
