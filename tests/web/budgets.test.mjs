// What a first visit costs: requests, bytes, and nothing that moves while it loads.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { known, mended, places } from '../../tools/figures.mjs';
import { beyond, limits, sizes } from '../../tools/size.mjs';
import { launch, root, serveSite } from './browser.mjs';
import { countingServer } from './counting.mjs';

const SITE = join(root, 'build/site');
let browser;
let server;
before(async () => { [browser, server] = await Promise.all([launch(), serveSite()]); });
after(async () => {
  await browser?.close();
  server?.stop();
});

/** A first visit, until `done` is there, and what was asked for by the page itself. */
async function visit(path, done, viewport = { width: 1440, height: 900 }) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const asked = [];
  context.on('request', (request) => { if (!request.serviceWorker()) asked.push(request.url()); });
  await page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => { globalThis.shifts.push(...list.getEntries().filter((e) => !e.hadRecentInput).map((e) => `${e.value.toFixed(4)} ${e.sources.map((s) => s.node?.className || s.node?.id || s.node?.nodeName)}`)); })
      .observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(server.address + path);
  await page.locator(done).first().waitFor();
  await page.waitForTimeout(500);
  return { context, page, asked };
}

for (const [name, path, done] of [['ThePage', '', '.chart-memory svg'], ['AFrame', 'embed.html', '#date:not(:empty)'], ['AFrameWithControls', 'embed.html?view=full&controls=all', '.chart-memory svg']]) {
  test(`${name}AsksForTenFilesAtMost`, async () => {
    const { context, asked } = await visit(path, done);
    const files = [...new Set(asked)];
    assert.ok(files.length >= 6 && files.length <= 10, files.join('\n'));
    await context.close();
  });
}

// As wide as a screen, a tablet and three phones.
for (const [width, height] of [[1440, 900], [768, 1024], [430, 932], [412, 915], [390, 844]]) {
  test(`NothingMovesWhileItLoads-${width}`, async () => {
    const { context, page } = await visit('', '.chart-memory svg', { width, height });
    assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
    await context.close();
  });
}

test('TheFirstLoadIsAsSmallAsItIsSaidToBe', () => {
  const rows = sizes(SITE);
  for (const name of ['index.html', 'main.js', 'page.css', 'ridgepoint.wasm', 'catalog.json']) assert.ok(rows.some((row) => row.name === name), name);
  assert.ok(!rows.some((row) => row.name === 'ridgepoint-import.wasm')); // comes with the first file that is imported
  assert.deepEqual(Object.keys(limits().files), ['ridgepoint.wasm', 'catalog.json']);
  assert.deepEqual(beyond(rows), []);
});

for (const [file, pieces] of Object.entries(places()).filter(([, pieces]) => pieces.some((piece) => piece.includes('{site ')))) {
  test(`SizesAreAsItIsSaid-${file}`, async () => {
    assert.deepEqual(mended(await readFile(join(root, file), 'utf8'), pieces, known()).stale, [], 'node tools/figures.mjs --write puts them right');
  });
}

test('AFrameLoadsNoMoreThanAFirstVisit', () => {
  const rows = sizes(SITE, 'embed.html');
  for (const name of ['embed.html', 'frame.js', 'ridgepoint.wasm', 'catalog.json']) assert.ok(rows.some((row) => row.name === name), name);
  assert.deepEqual(beyond(rows), []);
});

const UNTOUCHED_MS = 25_000;

test('WhatABrowserFetchesUntouchedIsWithinTheLimit', async () => {
  const visits = [
    { path: '', done: '.chart-memory svg' },
    { path: '#v=1&model=qwen3-32b&accelerator=mi300x-192gb&count=2&weights=fp8&input_tokens=4096&concurrency=16', done: '.chart-memory svg' },
    { path: 'embed.html', done: '#date:not(:empty)' },
  ];
  await Promise.all(visits.map(async ({ path, done }) => {
    const [counted, context] = await Promise.all([countingServer(), browser.newContext({ viewport: { width: 1440, height: 900 } })]);
    const page = await context.newPage();
    await page.goto(counted.address + path);
    await page.locator(done).first().waitFor();
    await page.waitForTimeout(UNTOUCHED_MS);
    assert.deepEqual(beyond(await counted.fetched()), [], path);
    await context.close();
    counted.stop();
  }));
});

test('TheRestComesAtAFirstTouch', async () => {
  const [counted, context] = await Promise.all([countingServer(), browser.newContext()]);
  const page = await context.newPage();
  await page.goto(counted.address);
  await page.locator('.chart-memory svg').waitFor();
  const rest = async () => (await counted.fetched()).filter(({ name }) => name.startsWith('part-later') || name === 'sw.js').length;
  assert.equal(await rest(), 0);
  await page.mouse.move(300, 300);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.equal(await rest(), 2);
  await context.close();
  counted.stop();
});
