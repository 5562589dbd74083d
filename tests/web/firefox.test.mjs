// The page in Firefox: every view opens and answers as in Chromium, without a message.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, launchFirefox, root, serveSite } from './browser.mjs';

let server;
let firefox;
let page;
const troubles = [];

before(async () => {
  server = await serveSite();
  firefox = await launchFirefox();
  page = await firefox.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) troubles.push(message.text()); });
  await page.goto(server.address);
  await page.waitForSelector('.chart-memory svg');
});
after(async () => {
  await firefox?.close();
  server?.stop();
});

const text = (selector) => page.$eval(selector, (element) => element.innerText.replace(/\s+/g, ' ').trim());
const sentence = () => text('#headline .sentence');
const opened = (name, ready) => page.evaluate((id) => document.getElementById(`tab-${id}`).click(), name).then(() => page.waitForSelector(ready));

test('TheOpeningExampleIsAnsweredAsInChromium', async () => {
  const chromium = await launch();
  const other = await chromium.newPage({ viewport: { width: 1440, height: 900 } });
  await other.goto(server.address);
  await other.locator('.chart-memory svg').waitFor();
  const plain = (words) => words.replace(/\s+/g, ' ').trim();
  for (const part of ['#headline .sentence', '#details .figures', '.tiles']) assert.equal(await text(part), plain(await other.locator(part).first().innerText()), part);
  await chromium.close();
});

test('AChangedFieldAnswersAndIsInTheAddress', async () => {
  const earlier = await sentence();
  const input = await page.$('.control[data-at="/serve/concurrency"] input[type="text"]');
  await input.click(); // selects what is there
  await page.keyboard.type('8');
  await page.waitForFunction((old) => document.querySelector('#headline .sentence').innerText.replace(/\s+/g, ' ').trim() !== old, {}, earlier);
  assert.match(await sentence(), /for 8 users/);
  await page.waitForFunction(() => location.hash.includes('concurrency=8'));
});

const views = {
  memory: '.lines, table',
  speed: '#curve',
  cost: 'table.ways',
  recommend: '.ranked li:not(.placeholder)',
  compare: 'section',
  mine: '#own-things',
  answer: '.chart-memory svg',
};
for (const [name, ready] of Object.entries(views)) {
  test(`TheViewOpens-${name}`, async () => {
    await opened(name, `#details ${ready}`);
    assert.equal(await page.$eval(`#tab-${name}`, (tab) => tab.getAttribute('aria-selected')), 'true');
    assert.ok((await text('#details')).length > 100);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}

for (const path of ['catalog.html', 'learn/', 'validation.html', 'embed.html?view=full&controls=few']) {
  test(`ThePageOpens-${path}`, async () => {
    await page.goto(server.address + path);
    await page.waitForSelector(path.startsWith('embed') ? '.chart-memory svg' : 'h1');
  });
}

test('NothingWasReported', () => assert.deepEqual(troubles, []));
