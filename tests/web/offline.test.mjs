// The site without a network, and what happens when a newer build is deployed.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { writeWorker } from '../../web/offline/worker.mjs';
import { launch, launchFirefox, root, serve } from './browser.mjs';
import { amount } from './site.mjs';

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

/** Moves the mouse as a person does who uses the page. */
async function touch() {
  await page.locator('.chart-memory svg').waitFor();
  await page.mouse.move(2, 2);
  await page.mouse.move(4, 4);
}

/** A first visit of a person, until all of the site is kept. */
async function visit() {
  await page.goto(address());
  await touch();
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
  await other.waitForSelector('.chart-memory svg');
  await other.mouse.move(2, 2);
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
  await touch();
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
  await touch();
  await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update().catch(() => {}); });
  await page.waitForFunction(async () => { const r = await navigator.serviceWorker.ready; return !r.installing && !r.waiting; });
  // What had come of it is dropped, each time the browser looks for a newer build.
  await page.waitForFunction(async (all) => JSON.stringify(await globalThis.caches.keys()) === JSON.stringify(all), before);
  await amount(page.locator('.update'), 0);
  assert.match(await sentence(), /^Llama 3\.1 70B/);
});

test('OtherCachesOfTheOriginAreLeftAlone', async () => {
  await page.goto(address());
  await page.evaluate(() => Promise.all([globalThis.caches.open('somebody else'), globalThis.caches.open('ridgepoint /another/path/ 123')]));
  await touch();
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
