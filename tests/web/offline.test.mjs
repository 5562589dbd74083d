// The site without a network, and what happens when a newer build is deployed.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { writeWorker } from '../../web/offline/worker.mjs';
import { launch, launchFirefox, root, serve } from './browser.mjs';

const SITE = join(root, 'build/site');
let browser;
let folder;
let server;
let context;
let page;

before(async () => { browser = await launch(); });
after(() => browser.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint-offline-'));
  await mkdir(join(folder, 'a'));
  await cp(SITE, join(folder, 'a/b'), { recursive: true });
  server = await serve(folder);
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  server.stop();
  await rm(folder, { recursive: true, force: true });
});

const address = () => `${server.address}a/b/`;
const caches = () => page.evaluate(() => globalThis.caches.keys());
const sentence = () => page.locator('#headline .sentence').innerText();

/** A first visit, until all of the site is kept. */
async function visit() {
  await page.goto(address());
  await page.waitForFunction(() => navigator.serviceWorker.controller);
}

const isNewer = () => document.querySelector('[name="description"]')?.content.startsWith('Newer') ?? false;

/** Another build in the place of the one that is served. */
async function deploy(change) {
  await change(join(folder, 'a/b'));
  await writeWorker(join(folder, 'a/b'));
}

const renewed = async (site) => {
  const page = join(site, 'index.html');
  await writeFile(page, (await readFile(page, 'utf8')).replace('name="description" content="', '$&Newer '));
};

test('AfterAFirstVisitItOpensAndAnswersWithoutANetwork', async () => {
  await visit();
  server.stop();
  await context.setOffline(true);
  await page.goto(`${address()}#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1`);
  assert.match(await sentence(), /^Llama 3\.1 8B/);
  await page.locator('.chart-memory svg').waitFor(); // a part that had not been asked for online
  await page.goto(`${address()}validation.html`);
  assert.match(await page.locator('h1').innerText(), /How far off/);
  await page.goto(`${address()}embed.html?view=cost#v=1&model=llama-3.1-8b`);
  await page.locator('#date:not(:empty)').waitFor();
});

test('FirefoxOpensItWithoutANetworkToo', async () => {
  const firefox = await launchFirefox();
  const other = await firefox.newPage();
  await other.goto(address());
  await other.waitForFunction(() => navigator.serviceWorker.controller, { timeout: 60_000 });
  server.stop();
  await other.goto(`${address()}?again#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1`);
  await other.waitForFunction(() => /^Llama 3\.1 8B/.test(document.querySelector('#headline .sentence')?.textContent ?? ''));
  await firefox.close();
});

test('EveryFileThatPagesNameIsKept', async () => {
  const kept = await readFile(join(SITE, 'sw.js'), 'utf8');
  const files = (await readdir(SITE)).filter((name) => /\.(js|css|html|json|wasm|svg|webmanifest)$/.test(name) && !['sw.js', 'standalone.html'].includes(name));
  assert.deepEqual(files.filter((name) => !kept.includes(`"${name}"`)), []);
});

test('ANewerBuildIsOfferedAndTakenAsAWhole', async () => {
  await visit();
  const [old] = await caches();
  await deploy(renewed);
  await page.reload();
  assert.equal(await page.evaluate(isNewer), false); // still the whole of the old one
  const notice = page.locator('.update');
  await notice.waitFor();
  await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: 'Reload' }).click()]);
  await page.waitForFunction(isNewer);
  const now = await caches();
  assert.equal(now.length, 1);
  assert.notEqual(now[0], old);
});

test('ADeploymentThatIsHalfWayThroughIsNotTaken', async () => {
  await visit();
  const before = await caches();
  await deploy(renewed);
  await writeFile(join(folder, 'a/b/main.js'), 'throw new Error("half a deployment")');
  await page.reload();
  await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update().catch(() => {}); });
  await page.waitForFunction(async () => { const r = await navigator.serviceWorker.ready; return !r.installing && !r.waiting; });
  // What had come of it is dropped, each time the browser looks for a newer build.
  await page.waitForFunction(async (all) => JSON.stringify(await globalThis.caches.keys()) === JSON.stringify(all), before);
  assert.equal(await page.locator('.update').count(), 0);
  assert.match(await sentence(), /^Llama 3\.1 70B/);
});

/** A newer build of which the page, its script and the engine are others. */
async function newer(site) {
  await renewed(site);
  for (const name of await readdir(site)) {
    if (!name.endsWith('.html')) continue;
    const text = await readFile(join(site, name), 'utf8');
    await writeFile(join(site, name), text.replaceAll(/((?:src|href)="[^"?]+\.(?:js|css)\?)\w+/g, '$1newer'));
  }
  await writeFile(join(site, 'main.js'), `globalThis.newerScript = true;${await readFile(join(site, 'main.js'), 'utf8')}`);
  await writeFile(join(site, 'catalog.json'), (await readFile(join(site, 'catalog.json'), 'utf8')).replace('{', '{ '));
}

/** As browsers do when a disk is full. */
const lose = (...names) => page.evaluate(async (all) => {
  const [cache] = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)));
  const gone = await Promise.all(all.map((name) => cache.delete(new URL(name, document.baseURI))));
  if (!gone.every(Boolean)) throw new Error('was not there');
}, names);

test('WhatACacheHasLostIsFetchedAgain', async () => {
  await visit();
  await lose('main.js', 'catalog.json');
  await page.reload();
  assert.match(await sentence(), /^Llama 3\.1 70B/);
  server.stop();
  await context.setOffline(true);
  await page.goto(`${address()}#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1`);
  await page.reload();
  await page.waitForFunction(() => /^Llama 3\.1 8B/.test(document.querySelector('#headline .sentence')?.textContent ?? ''));
});

test('WhereACacheHasLostAFileThatIsAnotherByNowAllIsOfTheNewerBuild', async () => {
  await visit();
  await deploy(newer);
  await lose('main.js');
  await page.reload();
  await page.waitForFunction(() => globalThis.newerScript);
  assert.equal(await page.evaluate(isNewer), true);
});

test('APageThatIsOpenIsGivenNoFileOfANewerBuild', async () => {
  await visit();
  const asked = `catalog.json${await page.evaluate(() => new URL(document.querySelector('script[src^="main.js"]').src).search)}`;
  const given = () => page.evaluate((name) => fetch(name).then((response) => response.text(), () => 'nothing'), asked);
  const old = await given();
  await deploy(newer);
  assert.equal(await given(), old);
  await lose('catalog.json');
  assert.equal(await given(), 'nothing');
  // Nor once another tab has taken the newer build as a whole.
  const other = await context.newPage();
  await other.goto(address());
  assert.equal(await other.evaluate(isNewer), true);
  await other.locator('.chart-memory svg').waitFor();
  assert.equal(await given(), 'nothing');
});

test('OtherCachesOfTheOriginAreLeftAlone', async () => {
  await page.goto(address());
  await page.evaluate(() => Promise.all([globalThis.caches.open('somebody else'), globalThis.caches.open('ridgepoint /another/path/ 123')]));
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.ok((await caches()).includes('somebody else'));
  assert.ok((await caches()).includes('ridgepoint /another/path/ 123'));
});

test('CanBeInstalled', async () => {
  const manifest = JSON.parse(await readFile(join(SITE, 'manifest.webmanifest'), 'utf8'));
  for (const { src, sizes, type } of manifest.icons) {
    const file = await readFile(join(SITE, src));
    if (type === 'image/png') assert.equal(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, sizes); // width and height of IHDR
  }
  await visit();
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual((await session.send('Page.getAppManifest')).errors, []);
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
});

test('WithoutServiceWorkersNothingIsAmiss', async () => {
  const troubles = [];
  const bare = await browser.newContext();
  const other = await bare.newPage();
  other.on('pageerror', (error) => troubles.push(String(error)));
  await other.addInitScript(() => { navigator.serviceWorker.register = () => Promise.reject(new Error('blocked')); });
  await other.goto(address());
  await other.locator('.chart-memory svg').waitFor();
  assert.deepEqual(troubles, []);
  await bare.close();
});
