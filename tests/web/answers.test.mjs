// The answer pages: all that they lead to is there, their figures are the engine's, and they need no script.
import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { measureOf } from '../../web/answers/font.mjs';
import { indexedPng } from '../../web/answers/png.mjs';
import { sitemapOf } from '../../web/answers/sitemap.mjs';
import { placeOf } from '../../web/answers/view.mjs';
import { casesOf, launch, require, root, serveSite } from './browser.mjs';
import { violations } from './site.mjs';

const { HtmlValidate } = require('html-validate');
const SITE = join(root, 'build/site');
const folder = join(SITE, 'answers');
const LISTS = ['devices.html', 'index.html', 'models.html', 'pairs.html'];
const [MOST_HTML, MOST_PICTURE] = [30_000, 60_000];

const plain = (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('\u00a0', ' ');
const textOf = (html) => plain(html.replace(/<[^>]+>/g, '')).replace(/\s+/g, ' ').trim();
const meta = (html, name) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
const linksOf = (html) => [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => plain(link));

/** Text of each page by its name. */
let pages;
let engine;
before(async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  pages = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])));
  const [wasm, catalog] = await Promise.all([readFile(join(root, 'build/wasm/module/ridgepoint.wasm')), readFile(join(root, 'build/wasm/catalog.json'), 'utf8')]);
  engine = await createEngine({ wasm, catalog });
});

/** Those that answer a question. */
const answers = () => [...pages].filter(([name]) => !LISTS.includes(name));
/** Some of them, of each kind. */
const some = (every) => answers().filter((_, i) => i % every === 0);

describe('AnswerPages', () => {
  test('AreManyAndEachIsSmall', () => {
    assert.ok(answers().length >= 300, `${answers().length} pages`);
    for (const [name, html] of pages) assert.ok(Buffer.byteLength(html) < MOST_HTML, `${name}: ${Buffer.byteLength(html)} bytes`);
  });

  test('NeedNoScript', () => {
    for (const [name, html] of pages) {
      assert.doesNotMatch(html, /<script|<button|<ridgepoint|\son\w+="|\sstyle="/, name);
      assert.match(html, /<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src/, name);
    }
  });

  test('SayWhatTheyAre', () => {
    const titles = [...pages].map(([name, html]) => {
      assert.ok((meta(html, 'description') ?? '').length > 40, name);
      assert.equal(meta(html, 'og:description'), meta(html, 'description'), name);
      const [, canonical] = /<link rel="canonical" href="([^"]*)">/.exec(html);
      assert.match(new URL(canonical, `https://example.org/answers/${name}`).href, new RegExp(`^https?://.*/answers/${name.replace('index.html', '').replaceAll('.', '\\.')}$`), name);
      assert.equal(meta(html, 'og:url'), canonical, name);
      const [, title] = /<title>(.*) \| Ridgepoint<\/title>/.exec(html) ?? [];
      assert.equal(meta(html, 'og:title'), title, name);
      assert.ok(html.includes(`<h1>${title}</h1>`), name);
      return title;
    });
    assert.deepEqual(titles.filter((title, i) => titles.indexOf(title) !== i), []);
    for (const [name, html] of pages) assert.doesNotMatch(html.replace(/"[^"]*"/g, ''), /NaN|undefined|Infinity|\[object/, name);
  });

  test('EachHasAPictureOfItsOwn', async () => {
    for (const [name, html] of answers()) {
      const picture = name.replace(/html$/, 'png');
      assert.ok(meta(html, 'og:image')?.endsWith(picture), name);
      const png = await readFile(join(folder, picture));
      assert.equal(png.toString('latin1', 1, 4), 'PNG', name);
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630], name);
      assert.ok(png.length < MOST_PICTURE, `${picture}: ${png.length} bytes`);
    }
  });

  test('EveryLinkLeadsToAFile', async () => {
    const links = new Set([...pages.values()].flatMap(linksOf).filter((link) => !/^https?:/.test(link)).map((link) => link.replace(/#.*/, '').replace(/(^|\/)$/, '$1index.html')));
    for (const link of links) await assert.doesNotReject(stat(join(folder, link)), link);
    assert.ok(links.size > 300);
  });

  test('ListsLeadToEachOfThem', () => {
    const listed = new Set(LISTS.flatMap((name) => linksOf(pages.get(name))));
    assert.deepEqual(answers().map(([name]) => name).filter((name) => !listed.has(name)), []);
    for (const name of LISTS.filter((list) => list !== 'index.html')) assert.ok(linksOf(pages.get('index.html')).includes(name), name);
  });

  test('EveryModelAndDeviceThatAPairNamesHasAPage', () => {
    const pairs = answers().map(([name]) => name).filter((name) => name.includes('-on-') && !name.startsWith('what-runs-'));
    assert.ok(pairs.length > 100);
    for (const name of pairs) {
      const [model, device] = name.split('-on-');
      for (const other of [`what-runs-${model}.html`, `what-runs-on-${device}`]) assert.ok(linksOf(pages.get(name)).includes(other) && linksOf(pages.get(other)).includes(name), `${name}: ${other}`);
    }
  });

  test('ItsLinkOpensTheQuestionWhoseAnswerItSays', () => {
    for (const [name, html] of some(9)) {
      const [, said] = /<p class="sentence" id="answer">(.*?)<\/p>/s.exec(html);
      const [, link] = /<a class="act" href="\.\.\/(#v=1[^"]*)">/.exec(html);
      const decoded = engine.decodeUrl(plain(link).replace(/&view=\w+/, ''));
      assert.deepEqual([decoded.ok, decoded.notices ?? []], [true, []], name);
      const { answer, memory } = engine.estimate(decoded.scenario, { with: ['limits'] });
      assert.equal(textOf(said), plain(answer.text), name);
      assert.equal(plain(meta(html, 'description')), plain(answer.text), name);
      for (const { label } of memory.lines) assert.ok(plain(html).includes(`</span>${label}`), `${name}: ${label}`);
    }
  });

  test('HtmlIsValid', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'long-title': 'off', 'no-inline-style': 'error' } });
    for (const [name, html] of [...some(60), ...LISTS.map((list) => [list, pages.get(list)])]) {
      const report = await validator.validateString(html);
      assert.deepEqual(report.results.flatMap((r) => r.messages).map((m) => `${name}:${m.line}:${m.column} ${m.message}`), []);
    }
  });
});

describe('AnswersBesideTheSite', () => {
  test('TheSitemapListsEachPage', async () => {
    const files = (await readdir(SITE, { recursive: true })).filter((name) => !name.endsWith('.png'));
    const sitemap = sitemapOf(files, 'https://example.org/x/', '2026-01-02');
    const listed = [...sitemap.matchAll(/<url><loc>([^<]*)<\/loc><lastmod>2026-01-02<\/lastmod><\/url>/g)].map(([, address]) => address);
    for (const name of pages.keys()) assert.ok(listed.includes(`https://example.org/x/answers/${name.replace('index.html', '')}`), name);
    for (const path of ['', 'catalog.html', 'learn/', 'learn/memory.html', 'validation.html']) assert.ok(listed.includes(`https://example.org/x/${path}`), path);
    assert.deepEqual(listed.filter((address) => /\/(embed|standalone)\.html|\.png/.test(address)), []);
  });

  test('AddressesAreWholeWhereThatOfTheSiteIsKnown', () => {
    assert.deepEqual(['answers/a.html', 'answers/', 'preview.png'].map((path) => placeOf('https://example.org/x/', path)), ['https://example.org/x/answers/a.html', 'https://example.org/x/answers/', 'https://example.org/x/preview.png']);
    assert.deepEqual(['answers/a.html', 'answers/', 'preview.png'].map((path) => placeOf('', path)), ['a.html', './', '../preview.png']);
  });

  test('ASiteWithoutAnAddressHasNoSitemap', async () => {
    const named = meta(pages.get('index.html'), 'og:image').startsWith('http');
    assert.deepEqual((await readdir(SITE)).filter((name) => /^(sitemap\.xml|robots\.txt)$/.test(name)).length, named ? 2 : 0);
  });

  test('WhatIsKeptForOfflineLeavesThemOut', async () => {
    assert.doesNotMatch(await readFile(join(SITE, 'sw.js'), 'utf8'), /answers\//);
  });

  test('TheFirstPageAndThoseBesideItLeadToThem', async () => {
    for (const [name, link] of [['index.html', 'answers/'], ['catalog.html', 'answers/'], ['validation.html', 'answers/'], ['learn/index.html', '../answers/']])
      assert.ok((await readFile(join(SITE, name), 'utf8')).includes(`<a href="${link}">Answers</a>`), name);
  });
});

describe('Pictures', () => {
  const file = require.resolve('../../web/node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');

  test('TextIsAsWideAsTheFontSays', async () => {
    const measure = measureOf(await readFile(file));
    assert.ok(Math.abs(measure('i', 100) - 24.2) < 1 && Math.abs(measure('M', 100) - 88.5) < 2, `${measure('i', 100)} ${measure('M', 100)}`);
    assert.equal(measure('×·−', 10) > 10, true);
    assert.equal(measure('abc', 20), 2 * measure('abc', 10));
  });

  test('ColoursBeyondThePaletteBecomeTheNearest', () => {
    const colours = Array.from({ length: 64 }, (_, i) => [4 * i, 4 * i, 4 * i, 255]);
    const png = indexedPng({ pixels: Buffer.from(new Uint8Array(colours.flat()).buffer), width: 8, height: 8 });
    const length = png.readUInt32BE(png.indexOf('PLTE') - 4);
    assert.ok(length >= 12 && length % 3 === 0 && length < 64 * 3, `${length} bytes of colours`);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [8, 8, 8, 3]);
  });
});

describe('AnswersInABrowser', () => {
  let server, browser;
  before(async () => { [server, browser] = await Promise.all([serveSite(), launch()]); });
  after(async () => {
    await browser.close();
    server.stop();
  });

  const names = ['what-runs-on-rtx-3060-12gb.html', 'what-runs-gemma-4-31b.html', 'llama-3.3-70b-on-rtx-4090.html', 'index.html'];
  for (const [name, width, colorScheme] of casesOf(names.flatMap((name) => [[name, 1440, 'light'], [name, 390, 'dark']]), ([name, width]) => (width === 390) === (names.indexOf(name) % 2 === 0))) {
    test(`IsAccessibleAndAsWideAsTheScreen-${name}-${width}`, async () => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      const troubles = [];
      page.on('console', (message) => troubles.push(message.text()));
      page.on('request', (request) => { if (!request.url().startsWith(server.address)) troubles.push(request.url()); });
      await page.goto(`${server.address}answers/${name}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const found = await violations(page);
      assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), []);
      assert.deepEqual(troubles, []);
      await context.close();
    });
  }

  test('TheCalculatorOpensWithTheSentenceOfThePage', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.address}answers/llama-3.3-70b-on-rtx-4090.html`);
    const said = await page.locator('.sentence').innerText();
    await page.getByRole('link', { name: 'Open this question in the calculator' }).click();
    await page.locator('.chart-memory svg').waitFor();
    assert.equal(await page.locator('#headline .sentence').innerText(), said);
    await page.close();
  });
});
