// A picture of few colours as PNG: a byte a pixel, a quarter of what four take.
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../tools/pictures/crc32.mjs';

const MOST_COLOURS = 48;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [EIGHT_BITS, INDEXED] = [8, 3];

/** @param {string} type @param {Buffer} content */
function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** @param {number} a @param {number} b colours as they lie in memory, the last byte left out */
function distance(a, b) {
  const [red, green, blue] = [(a & 0xff) - (b & 0xff), ((a >> 8) & 0xff) - ((b >> 8) & 0xff), ((a >> 16) & 0xff) - ((b >> 16) & 0xff)];
  return red * red + green * green + blue * blue;
}

/** How many pixels have each colour. @param {Uint32Array} pixels @returns {Map<number, number>} */
function countsOf(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let start = 0, end = 0; start < pixels.length; start = end) {
    while (end < pixels.length && pixels[end] === pixels[start]) ++end; // most are like their neighbours
    counts.set(pixels[start], (counts.get(pixels[start]) ?? 0) + end - start);
  }
  return counts;
}

/** The most frequent colours, and for every colour which of them it is or is nearest to. @param {Uint32Array} pixels */
function coloursOf(pixels) {
  const counts = countsOf(pixels);
  const palette = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_COLOURS).map(([colour]) => colour);
  const nearest = (/** @type {number} */ colour) => palette.reduce((best, other, i) => (distance(other, colour) < distance(palette[best], colour) ? i : best), 0);
  return { palette, placeOf: new Map([...counts.keys()].map((colour) => [colour, nearest(colour)])) };
}

/** Rows of places in the palette, each behind its filter, 0: none. @param {Uint32Array} pixels @param {Map<number, number>} placeOf @param {number} width */
function rowsOf(pixels, placeOf, width) {
  const rows = new Uint8Array(pixels.length + pixels.length / width);
  let [colour, place] = [pixels[0], placeOf.get(pixels[0]) ?? 0];
  for (let i = 0, at = 0; i < pixels.length; ++i) {
    if (i % width === 0) ++at;
    if (pixels[i] !== colour) [colour, place] = [pixels[i], placeOf.get(pixels[i]) ?? 0];
    rows[at++] = place;
  }
  return rows;
}

/** @param {{pixels: Buffer, width: number, height: number}} image four bytes a pixel, none of which is transparent @returns {Buffer} */
export function indexedPng({ pixels: bytes, width, height }) {
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
  const { palette, placeOf } = coloursOf(pixels);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([EIGHT_BITS, INDEXED], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff]));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('PLTE', colours), chunk('IDAT', deflateSync(rowsOf(pixels, placeOf, width), { level: 6 })), chunk('IEND', Buffer.alloc(0))]);
}
