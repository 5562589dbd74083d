// What a shared link shows, drawn when the site is built: the picture of an answer that people copy, in letters that the build knows.
import { Resvg } from '@resvg/resvg-js';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pictureOf } from '../src/share/picture.js';
import { measureOf } from './font.mjs';
import { indexedPng } from './png.mjs';

const family = 'Inter';
const fontFiles = ['400Regular', '600SemiBold'].map((name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}/${family}_${name}.ttf`)));
const [plain, bold] = fontFiles.map((file) => measureOf(readFileSync(file)));

/** The preview of an answer as PNG. @param {string} question @param {import('../src/types.js').Result} result @param {string[]} [details] @returns {Buffer} */
export function preview(question, result, details = []) {
  const svg = pictureOf(result, { question, details, address: '' }, (text, size, strong) => (strong ? bold : plain)(text, size)).replace(/font-family="[^"]*"/, `font-family="${family}"`);
  return indexedPng(new Resvg(svg, { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: family } }).render());
}
