// Own devices and prices: kept where they may be, carried by the scenarios that use them, judged by the engine.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { OwnThings, carrying, entriesOf, libraryFrom, libraryText, withEntries, without } from '../../web/src/own.js';
import { contentOf, root } from './browser.mjs';
import { amount, sentence, settledHash, startSite, typed, violations } from './site.mjs';

const engine = await createEngine({
  wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8'),
});
const form = { name: 'My Card 48GB', memory_gb: 48, bandwidth_gb_s: 960, bf16: 180, power_w: 300, usd: 4000, usd_h: 0.8 };
const empty = { accelerators: [], instances: [], prices: [] };
const uses = (accelerator, more = {}) => ({ workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator, count: 1 }, ...more });

/** What a browser's storage does. */
function storage() {
  const held = new Map();
  return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => { held.set(key, value); }, removeItem: (key) => { held.delete(key); } };
}

describe('OwnDevice', () => {
  test('TheFormGivesEntriesInTheCatalogsForm', () => {
    const { accelerators, instances, prices } = entriesOf(form, '2026-11-21');
    assert.deepEqual(accelerators, [{ id: 'own-my-card-48gb', name: 'My Card 48GB', vendor: 'Own', architecture: 'Own', memory_gb: 48, bandwidth_gb_s: 960, rates_tflops: { bf16: 180, fp16: 180 }, power_w: 300 }]);
    assert.deepEqual(instances, [{ id: 'own-my-card-48gb-rent', name: 'My Card 48GB', provider: 'own', accelerator: 'own-my-card-48gb', count: 1 }]);
    assert.deepEqual(prices.map(({ of, kind, usd }) => [of, kind, usd]), [['own-my-card-48gb', 'new', 4000], ['own-my-card-48gb-rent', 'on_demand', 0.8]]);
  });

  test('TheEngineEstimatesItWithItsPrices', () => {
    const result = engine.estimate(carrying(uses('own-my-card-48gb'), entriesOf(form, '2026-11-21')));
    assert.equal(result.ok, true);
    assert.equal(result.cost.rent_usd_gpu_h, 0.8);
    assert.match(result.cost.purchase_source, /\$4,000/);
    // 180e12 operations over 960e9 bytes a second
    assert.equal(result.speed.bottleneck.ridge, 187.5);
  });

  test('ALinkAMemoryOrARateTooFewIsNotMadeUp', () => {
    const { accelerators } = entriesOf({ name: 'x', memory_gb: 8 }, '2026-11-21');
    assert.deepEqual(accelerators[0], { id: 'own-x', name: 'x', vendor: 'Own', architecture: 'Own', memory_gb: 8, rates_tflops: {} });
    const refused = engine.estimate(carrying(uses('own-x'), { ...empty, accelerators }));
    assert.equal(refused.ok, false);
  });

  test('TheLinkOfAScenarioCarriesIt', () => {
    const scenario = carrying(uses('own-my-card-48gb'), entriesOf(form, '2026-11-21'));
    const { scenario: again } = engine.decodeUrl(engine.encodeUrl(scenario).url);
    assert.deepEqual(again.overrides.accelerators[0].memory_gb, 48);
    assert.equal(engine.estimate(again).answer.text, engine.estimate(scenario).answer.text);
  });
});

describe('OwnLibrary', () => {
  const library = entriesOf(form, '2026-11-21');

  test('AScenarioCarriesWhatItNamesAndNothingElse', () => {
    assert.deepEqual(carrying(uses('rtx-4090'), library), uses('rtx-4090'));
    assert.deepEqual(carrying(carrying(uses('own-my-card-48gb'), library), library).overrides, library);
    const gone = carrying({ ...carrying(uses('own-my-card-48gb'), library), hardware: { accelerator: 'h100', count: 1 } }, library);
    assert.equal(gone.overrides, undefined);
    const owned = carrying(uses('h100', { constraints: { owned: [{ accelerator: 'own-my-card-48gb', count: 2 }] } }), library);
    assert.equal(owned.overrides.accelerators.length, 1);
  });

  test('WhatSomeoneElsesLinkBringsStays', () => {
    const theirs = uses('own-theirs', { overrides: { accelerators: [{ id: 'own-theirs', name: 'Theirs' }], models: [{ id: 'm' }] } });
    assert.deepEqual(carrying(theirs, library), theirs);
  });

  test('TheSameDeviceAgainTakesItsPlaceAndGoesWithItsPrices', () => {
    const twice = withEntries(library, entriesOf({ ...form, memory_gb: 96, usd_h: undefined }, '2026-11-21'));
    assert.deepEqual(twice.accelerators.map((a) => a.memory_gb), [96]);
    assert.deepEqual([twice.instances.length, twice.prices.length], [0, 1]);
    assert.deepEqual(without(twice, 'own-my-card-48gb'), empty);
  });

  test('AFileHoldsItAndNothingElseIsTakenForOne', () => {
    assert.deepEqual(libraryFrom(libraryText(library)), library);
    for (const text of ['', '{', 'null', '[]', '{"ridgepoint": 2}', '"x"']) assert.equal(libraryFrom(text), undefined, text);
    assert.deepEqual(libraryFrom('{"ridgepoint": 1, "accelerators": 3, "prices": [null, 1, {"of": "x"}]}'), { ...empty, prices: [{ of: 'x' }] });
  });
});

describe('OwnThingsInTheBrowser', () => {
  const library = entriesOf(form, '2026-11-21');

  test('NothingIsKeptUnlessAsked', () => {
    const kept = storage();
    const own = new OwnThings(() => kept);
    own.set(library);
    assert.deepEqual(new OwnThings(() => kept).library, empty);
    own.keep(true);
    assert.deepEqual(new OwnThings(() => kept).library, library);
    assert.equal(new OwnThings(() => kept).keeps, true);
    own.keep(false);
    assert.deepEqual(new OwnThings(() => kept).library, empty);
  });

  test('BlockedStorageIsSaidAndTheRestWorks', () => {
    const own = new OwnThings(() => { throw new Error('SecurityError'); });
    own.keep(true);
    own.set(library);
    assert.equal(own.blocked, true);
    assert.deepEqual(own.library, library);
  });

  test('EveryChangeIsTold', () => {
    const own = new OwnThings(storage);
    let told = 0;
    own.addEventListener('change', () => { told += 1; });
    own.set(library);
    own.keep(true);
    assert.equal(told, 2);
  });
});

describe('OwnInABrowser', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  async function open(options) {
    const { page, seen } = await site.open(options);
    await page.getByRole('tab', { name: 'My hardware' }).click();
    await page.getByRole('heading', { name: 'Devices and prices of your own' }).waitFor();
    return { page, seen };
  }
  async function add(page, values) {
    await page.getByText('Add a device', { exact: true }).click();
    for (const [label, value] of Object.entries(values)) await typed(page.locator('.own-form label', { hasText: label }).first().locator('input'), value);
    await page.getByRole('button', { name: 'Add and use it' }).click();
  }
  const card = { Name: 'My Card 48GB', Memory: '48', Bandwidth: '960', '16-bit': '180', Power: '300', Rent: '0.8' };

  test('ADeviceThatIsAddedIsUsedAndItsLinkStandsOnItsOwn', async () => {
    const { page, seen } = await open({ hash: '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1&concurrency=1' });
    await add(page, card);
    await page.waitForFunction(() => document.querySelector('#headline .sentence').textContent.includes('My Card 48GB'));
    const hash = await settledHash(page);
    assert.match(hash, /o\.accelerators\.0\.memory_gb=48/);
    const { page: other } = await site.open({ hash: hash.replace(/&view=\w+/, '') });
    assert.match(await sentence(other), /1\s×\sMy Card 48GB/);
    assert.match(await sentence(other), /\$0\.80\san\shour/);
    assert.deepEqual(seen.troubles, []);
    await other.context().close();
    await page.context().close();
  });

  test('WhatIsMissingIsSaidInWordsAndNothingIsLost', async () => {
    const { page } = await open();
    await add(page, { Name: 'Half', Memory: '48' });
    await page.locator('.own .error').waitFor();
    assert.equal(await page.locator('.own-form label', { hasText: 'Name' }).locator('input').inputValue(), 'Half');
    assert.doesNotMatch(await sentence(page), /Half/);
    await page.context().close();
  });

  // The id and the name of a catalog's device, and of its model, with other figures.
  test('WhatALinkBringsUnderANameOfTheCatalogIsToldApart', async () => {
    const device = 'o.accelerators.0.id=h100-sxm5-80gb&o.accelerators.0.name=H100%20SXM5%2080GB&o.accelerators.0.memory_gb=800&o.accelerators.0.bandwidth_gb_s=3350&o.accelerators.0.rates_tflops.bf16=989';
    const model = 'o.models.0.id=llama-3.1-70b&o.models.0.name=Llama%203.1%2070B&o.models.0.layers=2&o.models.0.hidden=8192&o.models.0.intermediate=28672&o.models.0.heads=64&o.models.0.kv_heads=8&o.models.0.vocab=128256';
    const hash = `#v=1&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=1&concurrency=1&${device}&${model}`;
    const { page } = await site.open({ hash });
    assert.match(await sentence(page), /Llama 3\.1 70B \(as given\).*H100 SXM5 80GB \(as given\)/);
    assert.equal(await page.getByRole('combobox', { name: 'Model' }).inputValue(), 'Llama 3.1 70B (as given)');
    assert.equal(await page.getByRole('combobox', { name: 'Accelerator' }).inputValue(), 'H100 SXM5 80GB (as given)');
    await page.getByText('memory_gb 800 (80)').first().waitFor();
    await page.goto(new URL(`embed.html${hash}`, page.url()).href);
    await page.getByText('H100 SXM5 80GB (as given)').first().waitFor();
    await page.context().close();
  });

  test('OnlyWhatIsAskedForIsKeptInTheBrowser', async () => {
    const { page } = await open();
    await add(page, card);
    await page.getByLabel('Keep them in this browser').check();
    await page.waitForFunction(() => location.hash.includes('o.accelerators') && location.hash.includes('view=')); // written a moment later
    await page.reload();
    await page.getByRole('button', { name: 'Remove My Card 48GB' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Devices and prices of your own' }).waitFor();
    await amount(page.getByRole('button', { name: 'Remove My Card 48GB' }), 0);
    await page.context().close();
  });

  test('AFileTakesThemToAnotherBrowser', async () => {
    const { page } = await open();
    await add(page, card);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
    const { page: other } = await open();
    await other.locator('.own input[type="file"]').setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/json', buffer: await contentOf(download) });
    await other.getByRole('button', { name: 'Use My Card 48GB' }).click();
    await other.waitForFunction(() => document.querySelector('#headline .sentence').textContent.includes('My Card 48GB'));
    await other.locator('.own input[type="file"]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await other.getByText('The file is none that was saved here.').waitFor();
    await other.context().close();
    await page.context().close();
  });

  test('APriceOfOnesOwnTakesThePlaceOfTheCatalogs', async () => {
    const { page } = await open({ hash: '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1&concurrency=1' });
    await page.getByText('Set a price', { exact: true }).click();
    await typed(page.locator('.own-form label', { hasText: 'RTX 4090' }).locator('input'), '1000');
    await page.getByRole('button', { name: 'Set it' }).click();
    const { scenario } = engine.decodeUrl((await settledHash(page)).replace(/&view=\w+/, ''));
    assert.equal(scenario.overrides.prices[0].usd, 1000);
    assert.match(engine.estimate(scenario).cost.purchase_source, /\$1,000/);
    await page.context().close();
  });

  test('TheViewIsAccessible', async () => {
    for (const [width, colorScheme] of [[1440, 'light'], [390, 'dark']]) {
      const { page } = await open({ width, colorScheme });
      if (await page.getByText('Add a device', { exact: true }).isVisible()) await page.getByText('Add a device', { exact: true }).click();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const found = await violations(page);
      assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), []);
      await page.context().close();
    }
  });
});
