// The catalog's pages: complete and valid without scripts, each fact with its source, figures the engine's own.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createEngine } from '../../build/wasm/module/engine.js';
import { computed, fact, isStale, newestPrice, purchasePrice } from '../../web/catalog_page/facts.mjs';
import { serving } from '../../web/catalog_page/estimates.mjs';
import { shown } from '../../web/catalog_page/page.mjs';
import { csvLine } from '../../web/src/files.js';
import { acceleratorEntries } from '../../web/src/lists.js';
import { casesOf, contentOf, launch, require, root, serveSite } from './browser.mjs';
import { violations } from './site.mjs';

const { HtmlValidate } = require('html-validate');
const pages = { 'catalog.html': 'accelerators', 'catalog-models.html': 'models', 'catalog-instances.html': 'instances', 'catalog-apis.html': 'api' };
const wholeOf = (page) => page.replace('.html', '-all.html');
const built = (name) => readFile(`${root}build/${name}`, 'utf8');
const merged = JSON.parse(await built('wasm/catalog.json'));

/** The beginning of a row, with its record. */
const rowHead = /<tr (?:data-)?id="([^"]+)"/g;

describe('CatalogText', () => {
  for (const [page, kind] of Object.entries(pages)) {
    test(`IsValidHtmlWithAllRecords-${page}`, async () => {
      const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'long-title': 'off', 'no-inline-style': 'error', 'valid-id': ['error', { relaxed: true }] } });
      for (const [file, rows, most] of [[page, 40, 27_000], [wholeOf(page), merged[kind].length, 100_000]]) {
        const html = await built(`site/${file}`);
        const report = await validator.validateString(html);
        assert.deepEqual(report.results.flatMap((r) => r.messages).map((m) => `${m.line}:${m.column} ${m.message}`), []);
        assert.equal([...html.matchAll(rowHead)].length, rows);
        const size = gzipSync(html, { level: 9 }).length; // as every other size is measured
        assert.ok(size <= most, `${file}: ${size} bytes`);
      }
    });

    test(`EverySourceThatIsNamedIsListed-${page}`, async () => {
      const html = await built(`site/${wholeOf(page)}`);
      const listed = new Set([...html.matchAll(/<li id="s-([^"]+)"/g)].map(([, id]) => id));
      const named = [...html.matchAll(/data-s="([^"]+)"/g)].flatMap(([, ids]) => ids.split(' '));
      assert.ok(named.length >= merged[kind].length);
      assert.deepEqual([...new Set(named)].filter((id) => !listed.has(id)), []);
    });
  }

  test('EveryNameOpensAScenarioThatIsAnswered', async () => {
    const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await built('wasm/catalog.json') });
    for (const page of Object.keys(pages)) {
      const links = [...(await built(`site/${wholeOf(page)}`)).matchAll(/<th scope="row"><a href="\.\/(#[^"]*)"/g)].map(([, hash]) => hash.replaceAll('&amp;', '&'));
      assert.ok(links.length > 200, page);
      for (const hash of links.filter((_, i) => i % 20 === 0)) {
        const { ok, scenario, notices = [] } = engine.decodeUrl(hash);
        const errors = ok ? (engine.estimate(scenario).errors ?? []).filter(({ code }) => code !== 'unknown_fact') : ['not decoded']; // facts nobody has published
        assert.deepEqual([notices, errors], [[], []], hash);
      }
    }
  });

  test('WhatCanBeHadStandsAboveWhatIsAnnounced', async () => {
    const ids = [...(await built('site/catalog-all.html')).matchAll(rowHead)].map(([, id]) => id);
    const announced = merged.accelerators.filter((a) => a.status === 'announced').map(({ id }) => id);
    assert.ok(announced.length >= 2);
    assert.deepEqual(ids.slice(-announced.length).sort(), announced.sort());
    const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await built('wasm/catalog.json') });
    const listed = acceleratorEntries(engine.catalog('accelerators')).map(({ id }) => id);
    assert.deepEqual(listed.slice(-announced.length).sort(), announced.sort());
  });

  test('EveryUnverifiedFactOfADeviceIsMarked', async () => {
    const html = await built('site/catalog-all.html');
    const device = merged.accelerators.find((a) => a.id === 'mi50-16gb'); // int8 rate and usable memory, whose source is a rule
    assert.equal(device.rates_tflops.int8.unverified, true);
    const row = /<tr id="mi50-16gb".*?<\/tr>/s.exec(html)[0];
    assert.match(row, /<td class="number z doubt"[^>]*>53<abbr title="unverified">\?<\/abbr><\/td>/);
  });
});

describe('CatalogCells', () => {
  test('AFactHasItsOwnSourceOrTheRecords', () => {
    assert.deepEqual(fact({ value: 69, source: 'smi-logs', unverified: true }), { value: 69, source: 'smi-logs', date: undefined, unverified: true });
    assert.deepEqual(fact(700), { value: 700 });
  });
  test('TheNewestPriceOfAKindStands', () => {
    const prices = [{ of: 'x', usd: 3, priced: '2025-05' }, { of: 'x', usd: 2, priced: '2026-01-02' }, { of: 'x', kind: 'spot', usd: 1, priced: '2026-03' }];
    assert.equal(newestPrice(prices, 'x', 'on_demand').value, 2);
    assert.equal(newestPrice(prices, 'x', 'spot').value, 1);
    assert.equal(newestPrice(prices, 'y', 'spot').value, undefined);
  });
  test('APurchaseIsPricedAsTheEngineDoes', async () => {
    const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await built('wasm/catalog.json') });
    let priced = 0;
    for (const device of merged.accelerators) {
      const { value } = purchasePrice(merged, device);
      const answered = engine.estimate({ workload: 'serve', model: 'llama-3.2-1b', hardware: { accelerator: device.id, count: 1 }, cost: { mode: 'buy' } });
      const said = /^\$([\d,.]+) for each/.exec(answered.cost?.purchase_source ?? '')?.[1];
      if (!said) continue; // it cannot run this, or nothing is known
      assert.equal(Number(said.replaceAll(',', '')), value >= 1000 ? Math.round(value) : value, device.id);
      priced += 1;
    }
    assert.ok(priced > 150, `${priced} devices`);
  });
  test('ARatioOfSomethingUnknownIsUnknownAndOneOfSomethingDoubtfulIsDoubtful', () => {
    assert.equal(computed({ value: 936 }, { value: undefined }, (a, b) => a / b).value, undefined);
    // GB/s for $1,000 of a used RTX 3090, as articles print it: 936 GB/s and $700 give 1,337
    const ratio = computed({ value: 936 }, { value: 700, unverified: true }, (a, b) => (1000 * a) / b);
    assert.equal(Math.round(ratio.value), 1337);
    assert.equal(ratio.unverified, true);
  });
  test('APriceIsStaleAfter180Days', () => {
    assert.equal(isStale('2026-05-26', '2026-11-21'), false); // 179 days
    assert.equal(isStale('2026-05-24', '2026-11-21'), true); // 181 days
    assert.equal(isStale('2026-05', '2026-11-21'), true); // of the 1st, 204 days before, as the engine takes it
    assert.equal(isStale('2026-06', '2026-11-21'), false); // 173 days
    assert.equal(isStale('2025', '2026-11-21'), true);
    assert.equal(isStale(undefined, '2026-11-21'), false);
  });
  test('NumbersShowTheDigitsTheyDeserve', () => {
    assert.equal(shown({ digits: 2 }, 39.47), '39');
    assert.equal(shown({ digits: 2 }, 246.1), '246');
    assert.equal(shown({ dollars: true }, 0.055), '0.055');
    assert.equal(shown({ dollars: true }, 30000), '30,000');
    assert.equal(shown({}, 1978.9), '1,978.9');
  });
  test('ATableFileNeverRunsAFormula', () => {
    assert.equal(csvLine(['a,b', '=1+1', 3, undefined, 'say "x"']), '"a,b",\'=1+1,3,,"say ""x"""\r\n');
  });
});

describe('CatalogInABrowser', () => {
  let server, browser;
  before(async () => { [server, browser] = await Promise.all([serveSite(), launch()]); });
  after(async () => {
    await browser.close();
    server.stop();
  });

  async function open(path, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    const seen = { troubles: [], foreign: [] };
    page.on('console', (message) => seen.troubles.push(message.text()));
    page.on('pageerror', (error) => seen.troubles.push(String(error)));
    page.on('request', (request) => { if (!request.url().startsWith(server.address)) seen.foreign.push(request.url()); });
    await page.goto(server.address + path);
    return { page, seen, close: () => context.close() };
  }
  /** All rows, as a person who searches the page by the browser gets them. */
  async function drawn(page, count) {
    await page.keyboard.press('Control+f');
    await page.locator('.records tbody tr').nth(count - 1).waitFor({ state: 'attached' });
    assert.equal(await page.locator('.records tbody tr').count(), count);
  }
  const names = (page) => page.locator('.records tbody tr th a').allInnerTexts();
  const column = (page, key) => page.evaluate((key) => {
    const heads = [...document.querySelectorAll('.records thead th')];
    const at = heads.findIndex((head) => head.dataset.key === key);
    return [...document.querySelectorAll('.records tbody tr')].map((row) => row.cells[at].textContent.replace('?', '').replaceAll(',', ''));
  }, key);

  for (const [i, path] of Object.keys(pages).entries()) {
    for (const [width, colorScheme] of casesOf([[1440, 'light'], [390, 'dark']], ([wide]) => (wide === 390) === (i % 2 === 0))) {
      test(`IsAccessibleQuietAndAsWideAsTheScreen-${path}-${width}-${colorScheme}`, async () => {
        const { page, seen, close } = await open(path, { viewport: { width, height: 900 }, colorScheme });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        // Rows are alike, and axe looks at every cell.
        await page.evaluate(() => [...document.querySelector('.records').tBodies[0].rows].slice(25).forEach((row) => row.remove()));
        const found = await violations(page);
        assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), []);
        assert.deepEqual(seen, { troubles: [], foreign: [] });
        await close();
      });
    }
  }

  test('ReadsWithoutScriptsAndItsViewsStillWork', async () => {
    const { page, close } = await open('catalog.html', { javaScriptEnabled: false });
    assert.equal(await page.locator('.filters').isVisible(), false);
    assert.equal(await page.locator('th[data-key="bf16_tflops"]').isVisible(), false);
    await page.getByLabel('For training').check();
    assert.equal(await page.locator('th[data-key="bf16_tflops"]').isVisible(), true);
    assert.equal(await page.locator('th[data-key="ridge_flop_per_byte"]').isVisible(), false);
    await page.getByRole('link', { name: `All ${merged.accelerators.length} on one page` }).click();
    await page.waitForURL('**/catalog-all.html');
    assert.equal(await page.locator('.records tbody tr').count(), merged.accelerators.length);
    await close();
  });

  for (const [path, kind] of Object.entries(pages)) {
    test(`OpensWithFewElementsAndGetsTheOtherRowsAtAFirstTouch-${path}`, async () => {
      const { page, close } = await open(path);
      const asked = [];
      page.on('request', (request) => { if (!request.url().endsWith('.svg')) asked.push(request.url().replace(server.address, '')); });
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      assert.ok(elements > 500 && elements < 3_000, `${elements} elements`);
      await page.waitForTimeout(300);
      assert.deepEqual(asked, []);
      const others = page.waitForResponse((response) => response.url().endsWith(wholeOf(path)));
      await page.mouse.move(300, 300);
      await page.mouse.move(310, 310);
      await others;
      assert.deepEqual(asked, [wholeOf(path)]);
      assert.equal(await page.locator('.records tbody tr').count(), 40); // and they wait until they come in sight
      await drawn(page, merged[kind].length);
      await close();
    });
  }

  test('MoreRowsAreDrawnAsTheyComeInSight', async () => {
    const { page, close } = await open('catalog.html');
    const rows = page.locator('.records tbody tr');
    await page.locator('#table').evaluate((table) => table.scrollTo(0, table.scrollHeight));
    await rows.nth(60).waitFor({ state: 'attached' });
    const some = await rows.count();
    assert.ok(some < 200, `${some} rows`);
    while (await rows.count() < merged.accelerators.length) {
      const before = await rows.count();
      await page.locator('#table').evaluate((table) => table.scrollTo(0, table.scrollHeight));
      await rows.nth(before).waitFor({ state: 'attached' });
    }
    const ids = await rows.evaluateAll((all) => all.map(({ id }) => id));
    assert.deepEqual(ids, [...(await built('site/catalog-all.html')).matchAll(rowHead)].map(([, id]) => id));
    await close();
  });

  test('AnAddressThatEndsInARecordShowsIt', async () => {
    const { page, close } = await open('catalog-models.html#llama-3.1-70b');
    const shownIs = async (id) => {
      await page.locator(`tr[id="${id}"].sought`).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.closest('tr').id), id);
      const [row, table] = [await page.locator(`tr[id="${id}"]`).boundingBox(), await page.locator('#table').boundingBox()];
      assert.ok(row.y > table.y && row.y + row.height < table.y + table.height, JSON.stringify([row, table]));
      assert.equal(await page.locator('.sought').count(), 1);
    };
    await shownIs('llama-3.1-70b');
    assert.match(page.url(), /#llama-3\.1-70b$/);
    await page.getByLabel('Search').fill('qwen');
    await page.evaluate(() => { location.hash = '#mistral-7b-v0.3'; });
    await shownIs('mistral-7b-v0.3'); // though the search leaves it out
    assert.equal(await page.getByLabel('Search').inputValue(), '');
    await close();
  });

  test('WhatIsPrintedHasAllThatPassTheFilters', async () => {
    const { page, close } = await open('catalog.html#vendor=NVIDIA');
    const nvidia = merged.accelerators.filter(({ vendor }) => vendor === 'NVIDIA').length;
    await page.getByText(`${nvidia} of ${merged.accelerators.length} devices`).waitFor();
    assert.equal(await page.locator('.records tbody tr').count(), 40);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('.records tbody tr').count(), nvidia);
    await close();
  });

  test('WithoutTheOtherRowsItSaysSoAndTriesAgain', async () => {
    const { page, close } = await open('catalog.html');
    await page.route('**/catalog-all.html', (route) => route.abort());
    await page.getByLabel('Maker').selectOption('NVIDIA');
    await page.getByText(/^\d+ of the first 40 devices, the others did not come$/).waitFor();
    await page.unroute('**/catalog-all.html');
    await page.getByLabel('Maker').selectOption('');
    await page.getByText(`${merged.accelerators.length} devices`, { exact: true }).waitFor();
    await close();
  });

  test('SortsByAnyColumnWithTheUnknownLast', async () => {
    const { page, close } = await open('catalog.html');
    await drawn(page, merged.accelerators.length);
    await page.getByRole('button', { name: 'Price $', exact: true }).click();
    await drawn(page, merged.accelerators.length);
    const falling = (await column(page, 'price_usd')).filter(Boolean).map(Number);
    assert.deepEqual(falling, [...falling].sort((a, b) => b - a));
    await page.getByRole('button', { name: 'Price $', exact: true }).click();
    await drawn(page, merged.accelerators.length);
    const all = await column(page, 'price_usd');
    const rising = all.filter(Boolean).map(Number);
    assert.deepEqual(rising, [...rising].sort((a, b) => a - b));
    assert.ok(all.slice(rising.length).every((text) => text === ''));
    assert.match(page.url(), /sort=price_usd/);
    await close();
  });

  test('FiltersByMakerMemoryAndWordsAndKeepsThemInTheAddress', async () => {
    const { page, close } = await open('catalog.html');
    await page.getByLabel('Maker').selectOption('AMD');
    await page.getByLabel('Memory, at least').fill('192');
    const amd = merged.accelerators.filter((a) => a.vendor === 'AMD' && fact(a.memory_gb).value >= 192).length;
    await drawn(page, amd);
    assert.equal(await page.locator('#count').innerText(), `${amd} of ${merged.accelerators.length} devices`);
    await page.getByLabel('Search').fill('mi 300x');
    assert.deepEqual(await names(page), ['Instinct MI300X 192GB']);
    const { page: again, close: closeAgain } = await open(`catalog.html${new URL(page.url()).hash}`);
    await again.getByText(`1 of ${merged.accelerators.length} devices`).waitFor();
    assert.deepEqual(await names(again), ['Instinct MI300X 192GB']);
    await closeAgain();
    await close();
  });

  test('RowsThatAreKeptStayOnTopWhateverIsAskedFor', async () => {
    const { page, close } = await open('catalog.html');
    await drawn(page, merged.accelerators.length);
    for (const name of ['GeForce RTX 4090 24GB', 'H100 SXM5 80GB']) await page.getByRole('button', { name: `Keep ${name} on top`, exact: true }).click();
    await page.getByLabel('Maker').selectOption('AMD');
    assert.deepEqual((await names(page)).slice(0, 2), ['H100 SXM5 80GB', 'GeForce RTX 4090 24GB']);
    await page.getByRole('button', { name: 'Memory GB', exact: true }).click();
    assert.deepEqual((await names(page)).slice(0, 2).sort(), ['GeForce RTX 4090 24GB', 'H100 SXM5 80GB']);
    const { page: again, close: closeAgain } = await open(`catalog.html${new URL(page.url()).hash}`);
    await again.locator('.kept').nth(1).waitFor();
    assert.deepEqual((await names(again)).slice(0, 2), ['H100 SXM5 80GB', 'GeForce RTX 4090 24GB']);
    await closeAgain();
    await page.getByRole('button', { name: 'Keep H100 SXM5 80GB on top', exact: true }).click();
    assert.ok(!(await names(page)).includes('H100 SXM5 80GB'));
    await close();
  });

  test('AFigureLeadsToItsSourceAndDay', async () => {
    const { page, close } = await open('catalog.html#q=h100+sxm5');
    await page.locator('tr[id="h100-sxm5-80gb"] td').nth(1).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('heading').innerText(), 'H100 SXM5 80GB');
    const asked = dialog.locator('.asked');
    assert.match(await asked.innerText(), /Bandwidth GB\/s\s+3,350\s+NVIDIA, H100: product specifications.*2026-11-28/s);
    assert.match(await asked.locator('a').first().getAttribute('href'), /^https:\/\/www\.nvidia\.com\//);
    assert.match(await dialog.innerText(), /Bandwidth ÷ price × 1,000/);
    await page.keyboard.press('Escape');
    assert.equal(await dialog.isVisible(), false);
    await page.locator('tr[id="h100-sxm5-80gb"] .from a').focus();
    await page.keyboard.press('Enter');
    assert.equal(await dialog.isVisible(), true);
    await close();
  });

  test('WhatIsShownCanBeTakenAsCsvAndJson', async () => {
    const { page, close } = await open('catalog.html#q=rtx+3090');
    const take = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
      return contentOf(download).then(String);
    };
    const json = JSON.parse(await take('JSON'));
    const one = json.find((record) => record.id === 'rtx-3090');
    assert.equal(one.bandwidth_gb_s, 936);
    assert.equal(one.retrieved, '2026-11-28');
    const [keys, ...lines] = (await take('CSV')).trim().split('\r\n');
    assert.equal(lines.length, json.length);
    assert.match(keys, /^id,name,memory_gb,bandwidth_gb_s,.*,source,retrieved,unverified$/);
    await close();
  });

  test('EstimatedFiguresAreTheEnginesAndOpenTheirScenario', async () => {
    const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await built('wasm/catalog.json') });
    const { page, close } = await open('catalog-all.html');
    for (const id of ['rtx-4090', 'h100-sxm5-80gb', 'apple-m1-ultra']) {
      const link = page.locator(`tr[id="${id}"] td.a a`).first();
      const { scenario } = engine.decodeUrl(new URL(await link.getAttribute('href'), server.address).hash);
      const result = engine.estimate(scenario);
      assert.equal(result.scenario.hardware.accelerator, id);
      assert.equal(await link.innerText(), shown({ digits: 2 }, result.speed.tokens_per_s));
      assert.deepEqual(engine.estimate(serving(id)).speed.tokens_per_s, result.speed.tokens_per_s);
    }
    await close();
  });
});
