// The report of measured runs: complete, valid, readable by everyone and without scripts, and in parts.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addressOf, joined } from '../../web/report/measured.mjs';
import { casesOf, launch, require, root, serveSite } from './browser.mjs';
import { violations } from './site.mjs';

const { HtmlValidate } = require('html-validate');
const built = (name) => readFile(`${root}build/${name}`, 'utf8');
const partNames = (await readdir(`${root}build/site/measured`)).map((name) => `measured/${name}`);
const withParts = async () => (await Promise.all(['validation.html', ...partNames].map((name) => built(`site/${name}`)))).join('\n');

describe('ReportText', () => {
  test('IsValidHtml', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'long-title': 'off' } });
    assert.ok(partNames.length > 40);
    for (const name of ['validation.html', ...partNames]) {
      const report = await validator.validateString(await built(`site/${name}`));
      assert.deepEqual(report.results.flatMap((r) => r.messages).map((m) => `${name} ${m.line}:${m.column} ${m.message}`), []);
    }
  });

  test('HasNoScriptWithinAndNoStyleOfItsOwn', async () => {
    for (const [name, policy] of [['validation.html', "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'"], ...partNames.map((name) => [name, "default-src 'none'; style-src 'self'"])]) {
      const html = await built(`site/${name}`);
      assert.match(html, new RegExp(`<head>\\s*<meta http-equiv="Content-Security-Policy" content="${policy}`));
      assert.doesNotMatch(html.replace('<script type="module" src="unfold.js"></script>', ''), /<script|\sstyle="|<style|\son\w+="/);
    }
  });

  test('IsSmallAndSoIsEachPart', async () => {
    const sizeOf = async (name) => gzipSync(await built(`site/${name}`), { level: 9 }).length;
    assert.ok(await sizeOf('validation.html') <= 15_000);
    const sizes = await Promise.all(partNames.map(sizeOf));
    assert.ok(Math.max(...sizes) <= 90_000, String(sizes));
  });

  test('HoldsEveryClassWithItsErrors', async () => {
    const html = await withParts();
    const { classes } = JSON.parse(await built('validation.json'));
    assert.ok(classes.length > 100);
    const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    for (const { class: name, rows } of classes) {
      const row = new RegExp(`<th scope="row">${escaped(name).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}</th>.*?</tr>`, 's').exec(html)?.[0];
      assert.ok(row, name);
      const counts = [...row.matchAll(/<td class="number">([\d,]+)<\/td>/g)].map(([, count]) => Number(count.replace(',', '')));
      const all = name.startsWith('fits or not') ? counts.slice(0, 6).reduce((a, b) => a + b) : counts[0];
      assert.equal(all, rows, name);
    }
  });

  test('CountsEveryRowOnceAsScoredOrSkipped', async () => {
    const { rows } = JSON.parse(await built('validation.json'));
    const skipped = rows.filter((row) => row.skipped !== undefined).length;
    const section = await built('site/measured/skipped-rows.html');
    const counts = [...section.matchAll(/<td class="number">([\d,]+)<\/td>/g)].map(([, count]) => Number(count.replace(',', '')));
    assert.equal(counts.reduce((a, b) => a + b, 0), skipped);
    const csv = await built('site/validation.csv');
    assert.equal(csv.trimEnd().split('\n').length - 1, rows.length - skipped);
  });

  test('EveryLinkWithinItHasItsPlace', async () => {
    const html = await built('site/validation.html');
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    assert.ok(links.length >= 20);
    assert.deepEqual(links.filter((id) => !html.includes(`id="${id}"`)), []);
    const parts = [...html.matchAll(/href="(measured\/[^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual(parts.sort(), [...partNames].sort());
    const back = (await Promise.all(partNames.map((name) => built(`site/${name}`)))).flatMap((part) => [...part.matchAll(/href="\.\.\/validation\.html#([^"]+)"/g)].map(([, id]) => id));
    assert.equal(back.length, 2 * partNames.length);
    assert.deepEqual(back.filter((id) => !html.includes(`id="${id}"`)), []);
  });

  test('IsLinkedFromThePageAndBack', async () => {
    assert.match(await built('site/index.html'), /<a href="validation.html">/);
    assert.match(await built('site/validation.html'), /<a href="\.\/">Estimate<\/a>/);
  });
});

describe('ReportInABrowser', () => {
  let server, browser;
  before(async () => { [server, browser] = await Promise.all([serveSite(), launch()]); });
  after(async () => {
    await browser.close();
    server.stop();
  });

  for (const colorScheme of ['light', 'dark']) {
    for (const width of casesOf([1440, 390], (wide) => (wide === 1440) === (colorScheme === 'light'))) {
      test(`HasNoAccessibilityViolationsNorForeignRequests-${colorScheme}-${width}`, async () => {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled: false });
        const page = await context.newPage();
        const requests = [];
        page.on('request', (request) => requests.push(request.url()));
        await page.goto(`${server.address}validation.html`);
        assert.deepEqual(requests.filter((url) => !url.startsWith(server.address)), []);
        assert.ok(requests.length <= 5, requests.join(' '));
        await context.close();
        const scripted = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
        const again = await scripted.newPage();
        await again.goto(`${server.address}validation.html`);
        await again.locator('#of-inference-memory > summary').click();
        await again.locator('#of-inference-memory .scatter').first().waitFor();
        assert.ok(await again.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const found = await violations(again);
        assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), []);
        await scripted.close();
      });
    }
  }
});

describe('ReportFolds', () => {
  let server, browser;
  before(async () => { [server, browser] = await Promise.all([serveSite(), launch()]); });
  after(async () => {
    await browser.close();
    server.stop();
  });

  test('APhoneShowsTheOverviewAndEachKindOnDemandWithoutScripts', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.address}validation.html`);
    const height = () => page.locator('body').boundingBox().then((box) => box.height);
    assert.ok((await height()) < 14_000, `${await height()} px`); // 97,000 with everything open
    const kind = page.locator('details.kind').first();
    await kind.locator('> summary').click();
    await kind.getByRole('link').click();
    assert.equal(await page.locator('.scatter').first().isVisible(), true);
    await page.locator('.twin > summary').first().click();
    assert.equal(await page.locator('table').first().isVisible(), true);
    await page.getByRole('link', { name: 'How far off the estimates are' }).click();
    await page.waitForURL(/validation\.html#of-/);
    await context.close();
  });

  /** The page in a tab of its own, with what it asks for and complains of. */
  async function opened(hash = '') {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const asked = [], troubles = [];
    page.on('request', (request) => { if (request.url().includes('/measured/')) asked.push(request.url().replace(server.address, '')); });
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(String(error)));
    await page.goto(`${server.address}validation.html${hash}`);
    return { page, asked, troubles, close: () => context.close() };
  }

  test('OpensWithFewElementsAndALineBringsItsPart', async () => {
    const { page, asked, troubles, close } = await opened();
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    assert.ok(elements > 500 && elements < 3_000, `${elements} elements`);
    assert.deepEqual(asked, []);
    const kind = page.locator('#of-inference-memory');
    await kind.locator('> summary').click();
    await kind.locator('.scatter').first().waitFor();
    assert.equal(await kind.locator('.rest').count(), 0);
    await kind.getByText('Farthest off', { exact: true }).click();
    assert.equal(await kind.locator('table').last().isVisible(), true);
    for (const _ of [1, 2]) await kind.locator('> summary').click();
    assert.deepEqual([asked, troubles], [['measured/of-inference-memory.html'], []]);
    await close();
  });

  test('AnAddressThatNamesALineOpensIt', async () => {
    const { page, close } = await opened('#of-inference-memory');
    await page.locator('#of-inference-memory[open] .scatter').first().waitFor();
    await page.evaluate(() => { location.hash = '#of-prefill'; });
    await page.locator('#of-prefill[open] .scatter').first().waitFor();
    await close();
  });

  test('TheBrowsersSearchFindsWhatIsInClosedLines', async () => {
    const { page, close } = await opened();
    await page.keyboard.press('Control+f');
    await page.waitForFunction(() => document.querySelectorAll('.rest').length === 0);
    assert.equal(await page.evaluate(() => document.querySelectorAll('.kind[open]').length), 0);
    assert.ok(await page.locator('.kind .scatter').count() > 200);
    await close();
  });

  test('WhereAPartDoesNotComeItsLinkStaysAndIsTriedAgain', async () => {
    const { page, close } = await opened();
    await page.route('**/measured/*', (route) => route.abort());
    const kind = page.locator('#of-inference-memory');
    await kind.locator('> summary').click();
    const link = kind.locator('.rest a:not([aria-busy])');
    await link.waitFor();
    await page.unroute('**/measured/*');
    for (const _ of [1, 2]) await kind.locator('> summary').click();
    await kind.locator('.scatter').first().waitFor();
    await close();
  });
});

describe('ReportRows', () => {
  test('AnAddressIsFoundInARemark', () => {
    assert.equal(addressOf('mosaicml/llm-foundry scripts/train/README.md @8c8dd48'), 'https://github.com/mosaicml/llm-foundry/blob/8c8dd48/scripts/train/README.md');
    assert.equal(addressOf('NVIDIA/TensorRT-LLM'), 'https://github.com/NVIDIA/TensorRT-LLM');
    assert.equal(addressOf('arXiv 2104.04473 abstract'), 'https://arxiv.org/abs/2104.04473');
    assert.equal(addressOf('talk (see https://example.org/a?b=1), slide 3'), 'https://example.org/a?b=1');
    assert.equal(addressOf('tutorials/quantize.md'), '');
    assert.equal(addressOf('see each row'), '');
  });

  test('RowsKeepTheirNamesAndReasons', () => {
    const tables = [{ file: 'inference/x.csv', text: 'id,gpu,gpu_count,model,precision_weights,engine,batch_or_concurrency,input_tokens,output_tokens\nx-1,H100,2,Llama,bf16,vllm,8,100,20\nx-2,Z,1,Llama,bf16,vllm,8,100,20\n' }];
    const compared = {
      classes: [{ class: 'TPOT, dense: x', rows: 1, median_error: 0.5, p90_error: 0.5, bias: -0.5 }],
      rows: [{ id: 'x-1', class: 'TPOT, dense: x', metric: 'tpot_ms', unit: 'ms', measured: 2, predicted: 1 }, { id: 'x-2', skipped: 'the device Z is not known' }],
    };
    const { classes, skipped, devices } = joined(compared, tables, 'file,rows,source,where,dates\ninference/x.csv,2,o/r,README.md,2025\n');
    assert.equal(classes[0].rows[0].name, '2 × H100, Llama, bf16, vllm, 8 at once, 100 + 20 tokens');
    assert.equal(classes[0].source.address, 'https://github.com/o/r');
    assert.deepEqual(skipped, [{ why: 'a device that the catalog does not have', rows: 1, names: ['Z'] }]);
    assert.equal(devices, 1);
  });

  test('ARowWithoutItsTableIsAnError', () => {
    const compared = { classes: [], rows: [{ id: 'lost-1', class: 'prefill: lost', measured: 1, predicted: 1 }] };
    assert.throws(() => joined(compared, [], 'file,rows,source,where,dates\n'), /lost-1/);
  });
});
