// The single file, opened from disk in Chromium and Firefox, and the notice of the page of several files there.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, launchFirefox, root } from './browser.mjs';
import { typed } from './site.mjs';

const FILE = join(root, 'build/site/standalone.html');
const { createEngine } = await import(join(root, 'build/wasm/module/engine.js'));

let folder;
let address;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint file #1 ')); // a path that has to be encoded
  await cp(FILE, join(folder, 'calculator.html')); // alone: nothing beside it can be missed
  address = pathToFileURL(join(folder, 'calculator.html')).href;
});
after(() => rm(folder, { recursive: true, force: true }));

const LINK = '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1';
const expected = async () => {
  const engine = await createEngine({ catalog: await readFile(join(root, 'build/wasm/catalog.json'), 'utf8') });
  return engine.estimate(engine.decodeUrl(LINK).scenario).answer.text;
};
const plain = (text) => text.replace(/\s+/g, ' ').trim();

test('ChromiumOpensItFromDiskAndAnswers', async () => {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  const troubles = [];
  const requests = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) troubles.push(message.text()); });
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address + LINK);
  await page.locator('.chart-memory svg').waitFor();
  assert.equal(plain(await page.locator('#headline .sentence').innerText()), plain(await expected()));
  await typed(page.locator('.control[data-at="/hardware/count"] input[type="text"]'), '2');
  await page.getByText(/2\s×\sGeForce/).first().waitFor();
  await page.waitForTimeout(500);
  assert.match(page.url(), /count=2/);
  assert.deepEqual(requests.filter((url) => !url.startsWith('data:') && !url.startsWith('file:') ), []);
  assert.equal(requests.filter((url) => url.startsWith('file:')).length, 1);
  assert.deepEqual(troubles, []);
  await browser.close();
});

test('HardwareIsSearchedBesideThePage', async () => {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  const troubles = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) troubles.push(message.text()); });
  await page.goto(`${address}#v=1&model=llama-3.1-8b&count=1&view=recommend`);
  await page.getByRole('button', { name: /^Use / }).first().waitFor({ timeout: 120_000 });
  assert.equal(page.workers().length, 1);
  assert.deepEqual(troubles, []);
  await browser.close();
});

test('FirefoxOpensItFromDiskAndAnswers', async () => {
  const browser = await launchFirefox();
  const page = await browser.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.goto(address + LINK);
  await page.waitForSelector('.chart-memory svg');
  assert.equal(plain(await page.$eval('#headline .sentence', (element) => element.textContent)), plain(await expected()));
  assert.deepEqual(troubles, []);
  await browser.close();
});

test('ItNamesNothingOutsideItself', async () => {
  const text = await readFile(FILE, 'utf8');
  const markup = text.replaceAll(/<script[^>]*>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, '');
  assert.deepEqual([...markup.matchAll(/(?:src|href)="(?!#|data:|https?:)([^"]*)"/g)].map((m) => m[1]), []);
  assert.match(markup, /script-src ('sha256-[^']+' ){2}'wasm-unsafe-eval'; style-src 'sha256-/);
  assert.doesNotMatch(markup, /unsafe-inline|'unsafe-eval'/);
});

test('ThePageOfSeveralFilesSaysWhatToOpenInstead', async () => {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  await page.goto(pathToFileURL(join(root, 'build/site/index.html')).href);
  const notice = page.getByText(/standalone\.html/).first();
  await notice.waitFor({ state: 'visible' });
  assert.match(await page.locator('#headline .sentence').innerText(), /^Llama 3\.1 70B/);
  await notice.getByRole('link').or(page.getByRole('link', { name: 'standalone.html' })).first().click();
  await page.locator('.chart-memory svg').waitFor();
  await browser.close();
});
