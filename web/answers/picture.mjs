// What a shared link shows: name, question, sentence and tiles, 1200 × 630, drawn when the site is built.
import { Resvg } from '@resvg/resvg-js';
import { nothing } from 'lit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tilesOf } from '../src/views/tiles.js';
import { statuses } from '../src/words.js';
import { escape, toText } from '../to_text.mjs';
import { linesOf, measureOf } from './font.mjs';
import { indexedPng } from './png.mjs';

/** @typedef {import('../src/types.js').Result} Result */

export const SIZE = { width: 1200, height: 630 };
const [MARGIN, GAP, PADDING] = [56, 16, 18];
const INNER = SIZE.width - 2 * MARGIN;
const TILES = { top: 428, height: 150 };

const fontFile = (/** @type {string} */ name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}/Inter_${name}.ttf`));
const fontFiles = { plain: fontFile('400Regular'), strong: fontFile('600SemiBold') };
const measures = { plain: measureOf(readFileSync(fontFiles.plain)), strong: measureOf(readFileSync(fontFiles.strong)) };

/** Colours of the page on light ground, by name, and of each kind of thing. */
const { colours, kinds } = coloursOf(readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8'));

/** @param {string} css */
function coloursOf(css) {
  /** @type {Record<string, string>} */
  const colours = {};
  for (const [, name, light, other] of css.matchAll(/--([\w-]+): (?:light-dark\((#\w+),[^)]*\)|var\(--([\w-]+)\));/g)) colours[name] ??= light ?? colours[other];
  const kinds = [...css.matchAll(/\[data-kind="(\w+)"\][^{]*\{ --tint: var\(--([\w-]+)\)/g)].map(([, kind, name]) => /** @type {const} */ ([kind, colours[name]]));
  return { colours, kinds };
}

const style = `text{font-family:Inter;fill:${colours.ink}}.strong{font-weight:600}.soft{fill:${colours.soft}}
rect{fill:${colours.sunken}}.ground{fill:${colours.paper}}.tile{fill:${colours.raised};stroke:${colours.line};stroke-width:1.5}
.gauge path{stroke:${colours.ink};stroke-width:1.2}${kinds.map(([kind, colour]) => `[data-kind="${kind}"]{fill:${colour}}`).join('')}`;

/** @typedef {{x: number, y: number, size: number, strong?: boolean, fill?: string, soft?: boolean}} Place */

/** @param {string} text @param {Place} place */
const line = (text, { x, y, size, strong, soft, fill }) =>
  `<text x="${x}" y="${y}" font-size="${size}" class="${[strong && 'strong', soft && 'soft'].filter(Boolean).join(' ')}"${fill ? ` style="fill:${fill}"` : ''}>${escape(text)}</text>`;

/** @param {string[]} lines @param {Place & {step: number}} place of the first */
const paragraph = (lines, { step, ...place }) => lines.map((text, i) => line(text, { ...place, y: place.y + i * step })).join('');

const plain = (/** @type {unknown} */ text) => (typeof text === 'string' ? text.replaceAll('\u00a0', ' ') : '');

/** @typedef {{title: string, value: string, note: string, picture: string}} Tile */

/** @param {Tile} tile @param {number} x @param {number} width */
function tileView({ title, value, note, picture }, x, width) {
  const inner = width - 2 * PADDING;
  const size = Math.min(26, (26 * inner) / measures.strong(value, 26));
  const [left, top] = [x + PADDING, TILES.top];
  const notes = linesOf(note, { width: inner, lines: picture ? 2 : 3, size: 17, measure: measures.plain });
  return `<rect class="tile" x="${x}" y="${top}" width="${width}" height="${TILES.height}" rx="8"/>${line(title, { x: left, y: top + 30, size: 17, soft: true })}${line(value, { x: left, y: top + 63, size: Number(size.toFixed(1)), strong: true })}
${picture.replace('<svg class="gauge"', `<svg class="gauge" x="${left}" y="${top + 78}" width="${inner}" height="14" overflow="visible"`)}${paragraph(notes, { x: left, y: top + (picture ? 116 : 92), size: 17, step: 22, soft: true })}`;
}

/** @param {Result} result */
function tilesView(result) {
  const tiles = /** @type {Tile[]} */ (tilesOf(result, (title, view, value, note, picture) => ({ title, value: plain(value), note: plain(note), picture: toText(picture) })).filter((tile) => tile !== nothing));
  const width = (INNER - GAP * (tiles.length - 1)) / tiles.length;
  return tiles.map((tile, i) => tileView(tile, MARGIN + i * (width + GAP), width)).join('\n');
}

/** @param {string} question @param {Result} result @returns {string} */
export function previewSvg(question, result) {
  const { status, text } = result.answer;
  const { word } = statuses[status] ?? { word: '' };
  const asked = linesOf(question, { width: INNER, lines: 2, size: 46, measure: measures.strong });
  const below = 164 + 56 * asked.length;
  const said = linesOf(plain(text), { width: INNER, lines: 7 - 2 * asked.length, size: 25, measure: measures.plain });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}"><style>${style}</style><rect class="ground" width="${SIZE.width}" height="${SIZE.height}"/>
<g transform="translate(${MARGIN} 48) scale(1.4)"><path d="M3 26 15 10H29" fill="none" stroke="${colours.ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="15" cy="10" r="4.5" fill="${colours.weights}"/></g>
${line('Ridgepoint', { x: MARGIN + 58, y: 84, size: 32, strong: true })}${line('Hardware for AI workloads: memory, speed, cost', { x: MARGIN + 250, y: 83, size: 22, soft: true })}
${paragraph(asked, { x: MARGIN, y: 164, size: 46, step: 56, strong: true })}
${line(word, { x: MARGIN, y: below, size: 25, strong: true, fill: colours[status === 'fits' ? 'fits' : ['tight', 'misses'].includes(status) ? 'tight' : 'no'] })}
${paragraph(said, { x: MARGIN, y: below + 38, size: 25, step: 35 })}
${tilesView(result)}</svg>`;
}

/** @param {string} svg @returns {Buffer} */
export const drawn = (svg) => indexedPng(new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: Object.values(fontFiles), defaultFontFamily: 'Inter' } }).render());

/** The preview of an answer as PNG. @param {string} question @param {Result} result */
export const preview = (question, result) => drawn(previewSvg(question, result));
