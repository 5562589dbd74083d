// An answer as one picture: whose it is, what was asked, the sentence, the tiles, of which catalog, and where it is opened.
// An SVG document as text, so that a browser and a build draw the same. It is always light, as what it is pasted into mostly is.
import { statuses } from '../words.js';
import { tilesOf } from '../views/tiles.js';

/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../views/tiles.js').Tile} Tile */
/** @typedef {{question: string, details: string[], address: string}} Words of the question: what on what, the rest of it a line each, where it is opened */
/** @typedef {{text: string, strong?: boolean, soft?: boolean}} Run of letters that look alike */
/** @typedef {Run[]} Word what no line break parts */
/** @typedef {(text: string, size: number, strong: boolean) => number} WidthOf in pixels */
/** @typedef {{svg: string, height: number}} Block */

export const size = { width: 1200, height: 630 };
export const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';
export const strongWeight = 600;

/** Of a light page, as tokens.css has them. */
export const colours = {
  paper: '#fcfcfa', raised: '#ffffff', sunken: '#f2f3f0', ink: '#15181b', soft: '#4b5157', line: '#dcdeda', fits: '#00573c', tight: '#6b4300', no: '#8f2300',
};
/** By what a part of a gauge is. @type {Record<string, string>} */
export const tints = {
  weights: '#0063a3', gradients: '#b87a00', optimizer: '#c25000', activations: '#00805d', kv_cache: '#2b88c4', overhead: '#ac5583', free: '#f2f3f0',
  memory: '#2b88c4', compute: '#b87a00', communication: '#ac5583', host: '#767d82', rent: '#0063a3', buy: '#00805d', api: '#c25000',
};
/** @type {Record<string, string>} */
const statusColours = { fits: colours.fits, tight: colours.tight, misses: colours.tight };

const EDGE = { x: 56, y: 44 };
const ROOM = size.width - 2 * EDGE.x;
const LEADING = 1.36; // of lines, over the size of their letters

/** @param {Result} result @param {Words} words @param {WidthOf} [widthOf] where the letters are known that it is drawn with */
export function pictureOf(result, words, widthOf = safeWidth) {
  const { answer, catalog_date } = result;
  const write = writer(widthOf);
  const foot = write(EDGE.x, 0, [{ text: words.address, soft: true }], ROOM, { sizes: [15, 13, 11], height: 40 });
  const tiles = tilesBlock(tilesOf(result), write);
  const [footAt, tilesAt] = [size.height - 28 - foot.height, size.height - 28 - foot.height - 20 - tiles.height];
  const question = write(EDGE.x, 96, [{ text: words.question, strong: true }], ROOM, { sizes: [32, 28, 24, 20], height: 80 });
  const details = words.details.reduce((above, text) => below(above, write(EDGE.x, 100 + question.height + above.height, [{ text, soft: true }], ROOM, { sizes: [18, 16, 14], height: 48 })), nothing);
  const said = 100 + question.height + details.height + 18;
  const status = statuses[answer.status];
  const runs = answer.parts.map(({ text, figure, range_of }) => ({ text: text.replaceAll(' × ', '\u00a0×\u00a0'), strong: figure !== undefined, soft: range_of !== undefined }));
  const sentence = write(EDGE.x, said + 30, runs, ROOM, { sizes: [27, 25, 23, 21, 19, 17, 15], height: tilesAt - said - 46 });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escape(`${words.question}. ${answer.text}`)}" xml:space="preserve" font-family="${escape(family)}" fill="${colours.ink}">
<rect width="100%" height="100%" fill="${colours.paper}"/>
<g fill="none" stroke="${colours.ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" transform="translate(${EDGE.x} ${EDGE.y})"><path d="M3 26 15 10H29"/><circle cx="15" cy="10" r="4.5" fill="${tints.weights}" stroke="none"/></g>
${lineOf(EDGE.x + 42, EDGE.y + 25, [[{ text: 'Ridgepoint', strong: true }]], 23)}
<text x="${size.width - EDGE.x}" y="${EDGE.y + 25}" text-anchor="end" font-size="18" fill="${colours.soft}">Catalog of ${escape(catalog_date)}</text>
${question.svg}
${details.svg}
<text x="${EDGE.x}" y="${said + 16}" font-size="19" font-weight="${strongWeight}" fill="${statusColours[answer.status] ?? colours.no}">${escape(status?.word ?? '')}</text>
${sentence.svg}
<g transform="translate(${EDGE.x} ${tilesAt})">${tiles.svg}</g>
<g transform="translate(0 ${footAt})">${foot.svg}</g>
</svg>
`;
}

/** @type {Block} */
const nothing = { svg: '', height: 0 };

/** @param {Block} above @param {Block} block drawn where that ends @returns {Block} */
const below = (above, block) => ({ svg: above.svg + block.svg, height: above.height + block.height });

/** Tiles side by side, as high as the highest. @param {Tile[]} tiles @param {ReturnType<typeof writer>} write @returns {Block} */
function tilesBlock(tiles, write) {
  const gap = 16, pad = 16, width = (ROOM - gap * (tiles.length - 1)) / tiles.length, room = width - 2 * pad;
  const drawn = tiles.map(({ title, value, note, gauge }) => {
    const head = below(write(pad, 10, [{ text: title, soft: true }], room, { sizes: [16, 14], height: 22 }), write(pad, 32, [{ text: value, strong: true }], room, { sizes: [23, 21, 19, 17, 15], height: 64 }));
    const at = 10 + head.height + 12, end = gauge ? at + 14 + 6 : at - 6;
    const foot = write(pad, end, [{ text: note, soft: true }], room, { sizes: [16, 15, 14, 13], height: 44 });
    return { svg: head.svg + (gauge ? gaugeOf(gauge, pad, at, room, 14) : '') + foot.svg, height: end + foot.height + 12 };
  });
  const height = Math.max(...drawn.map((tile) => tile.height));
  return { height, svg: drawn.map(({ svg }, i) => `<g transform="translate(${round(i * (width + gap))} 0)"><rect width="${round(width)}" height="${round(height)}" rx="8" fill="${colours.raised}" stroke="${colours.line}"/>${svg}</g>`).join('\n') };
}

/** @param {import('../views/tiles.js').Gauge} gauge @param {number} left @param {number} top @param {number} wide @param {number} high */
function gaugeOf({ blocks, mark }, left, top, wide, high) {
  const box = ({ kind = '', x = 0, y = 0, width = 0, height = 10 }) => `<rect x="${round(left + (x * wide) / 100)}" y="${round(top + (y * high) / 10)}" width="${round((width * wide) / 100)}" height="${round((height * high) / 10)}" fill="${tints[kind] ?? colours.sunken}"/>`;
  return blocks.map(box).join('') + (mark === undefined ? '' : `<rect x="${round(left + (mark * wide) / 100 - 1)}" y="${top - 3}" width="2" height="${high + 6}"/>`);
}

/** Writes text into a box as large as it fits in there; what fits in no size is cut. @param {WidthOf} widthOf */
const writer = (widthOf) => (/** @type {number} */ x, /** @type {number} */ top, /** @type {Run[]} */ runs, /** @type {number} */ room, /** @type {{sizes: number[], height: number}} */ { sizes, height }) => {
  const [words, smallest] = [wordsOf(runs), sizes[sizes.length - 1]];
  const fits = (/** @type {number} */ letters, /** @type {unknown[]} */ lines) => lines.length * letters * LEADING <= height;
  const letters = sizes.find((one) => fits(one, linesOf(words, one, room, widthOf))) ?? smallest;
  const all = linesOf(words, letters, room, widthOf), most = Math.max(1, Math.floor(height / (letters * LEADING)));
  const lines = all.length > most ? [...all.slice(0, most - 1), [...all[most - 1].slice(0, -1), [{ text: '…' }]]] : all;
  return { svg: lines.map((line, i) => lineOf(x, top + letters * (LEADING * i + 1), line, letters)).join(''), height: lines.length * letters * LEADING };
};

/** @param {Run[]} runs @returns {Word[]} */
function wordsOf(runs) {
  /** @type {Word[]} */
  const words = [[]];
  for (const run of runs) {
    run.text.replace(/(\d) (?=[a-zµ])/g, '$1\u00a0').split(' ').forEach((text, i) => { // a number stays with its unit
      if (i > 0) words.push([]);
      if (text) words[words.length - 1].push({ ...run, text });
    });
  }
  return words.filter((word) => word.length > 0);
}

/** @param {Word[]} words @param {number} letters @param {number} room @param {WidthOf} widthOf @returns {Word[][]} */
function linesOf(words, letters, room, widthOf) {
  const wide = (/** @type {Word} */ word) => word.reduce((sum, { text, strong = false }) => sum + widthOf(text, letters, strong), 0);
  const space = widthOf(' ', letters, false);
  /** @type {Word[][]} */
  const lines = [];
  let left = 0;
  for (const word of words.flatMap((one) => (wide(one) > room ? pieces(one, (part) => wide(part) > room) : [one]))) {
    const needed = wide(word);
    if (lines.length === 0 || left < space + needed) {
      lines.push([word]);
      left = room - needed;
    } else {
      lines[lines.length - 1].push(word);
      left -= space + needed;
    }
  }
  return lines;
}

/** A word that no line has room for, cut where it must be. @param {Word} word @param {(part: Word) => boolean} tooWide @returns {Word[]} */
function pieces(word, tooWide) {
  /** @type {Word[]} */
  const cut = [[]];
  for (const letter of word.flatMap((run) => [...run.text].map((text) => ({ ...run, text })))) {
    const last = cut[cut.length - 1];
    if (last.length > 0 && tooWide([...last, letter])) cut.push([letter]);
    else last.push(letter);
  }
  return cut;
}

/** @param {number} x @param {number} y @param {Word[]} words @param {number} letters */
function lineOf(x, y, words, letters) {
  const runs = words.flatMap((word, i) => word.map((run, k) => ({ ...run, text: i > 0 && k === 0 ? ` ${run.text}` : run.text })));
  const look = ({ strong = false, soft = false }) => `${strong ? ` font-weight="${strongWeight}"` : ''}${soft ? ` fill="${colours.soft}"` : ''}`;
  /** Those that look alike are one. @type {{look: string, text: string}[]} */
  const joined = [];
  for (const run of runs) {
    const last = joined[joined.length - 1];
    if (last?.look === look(run)) last.text += run.text;
    else joined.push({ look: look(run), text: run.text });
  }
  return `<text x="${x}" y="${round(y)}" font-size="${letters}">${joined.map((run) => (run.look ? `<tspan${run.look}>${escape(run.text)}</tspan>` : escape(run.text))).join('')}</text>`;
}

/** Letters by their width in the widest of usual typefaces (DejaVu Sans), over their size: with any other one a line ends earlier. @type {[RegExp, number][]} */
const widths = [[/[ijl.,:;!|'’ \u00a0]/, 0.34], [/[frt()[\]/\-]/, 0.42], [/[mwMW%@×…]/, 1], [/[a-z0-9$]/, 0.64], [/[\u1100-\u11ff\u2e80-\uffff]|[^\u0000-\uffff]/u, 1.1]];

/** Where nothing can be measured. @type {WidthOf} */
export const safeWidth = (text, letters, strong) => [...text].reduce((sum, letter) => sum + (widths.find(([some]) => some.test(letter))?.[1] ?? 0.78), 0) * letters * (strong ? 1.1 : 1);

/** A name may be a stranger's; the engine takes none with letters that XML has no place for. @param {string} text */
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {number} x */
const round = (x) => Math.round(x * 100) / 100;
