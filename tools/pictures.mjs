// Draws the pictures that are committed, by the system's Chromium: node tools/pictures.mjs [--check]
//
//   web/icons/icon-192.png, icon-512.png   for installing, from ridgepoint.svg
//   web/docs/page.png                      the page as it opens, for README
//
// Run it again when the mark or the look of the page changes, or a figure in a picture: each carries the figures it shows as text, so
// that --check, and a test, tell from build/site which are stale. Drawn here and not in the build, which has no browser.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from './pictures/crc32.mjs';
import { writeWhole } from './write_whole.mjs';
import { launch, root, serve } from '../tests/web/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{file: string, path: string, screen: {width: number, height: number}, scale: number, ready: string}} Picture */

/** @type {Picture[]} */
const pictures = [
  { file: 'web/docs/page.png', path: '', screen: { width: 1200, height: 750 }, scale: 1.5, ready: '.chart-memory svg' },
];

const [STEP_MS, MOST_TRIES] = [400, 50];

/** The numbers in sight, each with the word behind it; what is only read aloud is none. Runs in the page. */
function figuresInSight() {
  const seen = (/** @type {DOMRect} */ { left, right, top, bottom, width }, /** @type {Element | null} */ element) =>
    width > 0 && left < innerWidth && right > 0 && top < innerHeight && bottom > 0 && !element?.closest('.hidden') && element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (seen(range.getBoundingClientRect(), node.parentElement)) texts.push(node.nodeValue);
  }
  for (const field of document.querySelectorAll('input')) if (seen(field.getBoundingClientRect(), field)) texts.push(field.value);
  const figures = texts.join(' ').match(/[$~]?\d[\d.,]*\s*[^\s\d]*/g) ?? [];
  return figures.map((text) => text.replace(/\s+/g, ' ').trim()).join('; ');
}

/** What is in sight when nothing changes any more. @param {Page} page */
async function settledFigures(page) {
  for (let last = '', tries = 0; tries < MOST_TRIES; ++tries) {
    const now = await page.evaluate(figuresInSight);
    if (now === last) return now;
    last = now;
    await page.waitForTimeout(STEP_MS);
  }
  throw new Error(`${page.url()} does not come to rest`);
}

/** @param {import('playwright-core').Browser} browser @param {string} address of build/site, served @param {Picture} picture */
async function opened(browser, address, { path, screen, scale, ready }) {
  const page = await browser.newPage({ viewport: screen, deviceScaleFactor: scale, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(address + path);
  await page.locator(ready).first().waitFor();
  return { page, figures: await settledFigures(page) };
}

const KEY = 'Figures';
const SIGNATURE_AND_HEADER = 8 + 25; // bytes; other chunks may follow

/** A PNG that carries a text. @param {Buffer} png @param {string} text */
function labelled(png, text) {
  const body = Buffer.from(`iTXt${KEY}\0\0\0\0\0${text}`, 'utf8');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, SIGNATURE_AND_HEADER), length, body, check, png.subarray(SIGNATURE_AND_HEADER)]);
}

/** What a picture carries. @param {Buffer} png */
export function labelOf(png) {
  const start = Buffer.from(`iTXt${KEY}\0\0\0\0\0`);
  const at = png.indexOf(start);
  return at < 0 ? '' : png.toString('utf8', at + start.length, at + 4 + png.readUInt32BE(at - 4));
}

/** The pictures whose figures are no longer those of the page, with what they show and what they should.
 * @param {import('playwright-core').Browser} browser @param {string} address of build/site, served
 * @param {(file: string) => Promise<Buffer>} [read] */
export async function stale(browser, address, read = (file) => readFile(join(root, file))) {
  const found = [];
  for (const picture of pictures) {
    const { page, figures } = await opened(browser, address, picture);
    const shows = labelOf(await read(picture.file));
    if (shows !== figures) found.push({ file: picture.file, shows, should: figures });
    await page.close();
  }
  return found;
}

/** @param {import('playwright-core').Browser} browser */
async function drawIcons(browser) {
  const mark = (await readFile(join(root, 'web/icons/ridgepoint.svg'), 'utf8')).replace(/<style>.*?<\/style>/, '<style>path{stroke:#15181b}circle{fill:#0063a3}</style>');
  for (const pixels of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: pixels, height: pixels } });
    await page.setContent(`<body style="margin:0;background:#fcfcfa;display:grid;place-items:center;height:100vh"><div style="width:62%">${mark}</div>`);
    await page.screenshot({ path: join(root, `web/icons/icon-${pixels}.png`) });
    await page.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [browser, site] = await Promise.all([launch(), serve(join(root, 'build/site'))]);
  try {
    if (process.argv.includes('--check')) {
      const found = await stale(browser, site.address);
      for (const { file, shows, should } of found) console.log(`${file} shows\n  ${shows}\nand should\n  ${should}`);
      process.exitCode = found.length > 0 ? 1 : 0;
    } else {
      await drawIcons(browser);
      for (const picture of pictures) {
        const { page, figures } = await opened(browser, site.address, picture);
        writeWhole(join(root, picture.file), labelled(await page.screenshot(), figures));
        await page.close();
      }
    }
  } finally {
    await browser.close();
    site.stop();
  }
}
