// The pages to read: figures the engine's own, every link to the calculator good, readable by everyone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { answersOf, pages } from '../../web/learn/learn.mjs';
import { dollars, gibibytes, percent, predicted } from '../../web/src/format.js';
import { bytes } from '../../web/src/format_more.js';
import { casesOf, launch, require, root, serveSite } from './browser.mjs';
import { violations } from './site.mjs';

const { HtmlValidate } = require('html-validate');
const built = (name) => readFile(`${root}build/${name}`, 'utf8');
const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await built('wasm/catalog.json') });
const files = ['index', ...pages.map(({ slug }) => slug)].map((name) => `${name}.html`);

describe('LearnText', () => {
  for (const file of files) {
    test(`IsValidHtmlWithoutStylesOfItsOwn-${file}`, async () => {
      const html = await built(`site/learn/${file}`);
      const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'long-title': 'off', 'no-inline-style': 'error' } });
      const report = await validator.validateString(html);
      assert.deepEqual(report.results.flatMap((r) => r.messages).map((m) => `${m.line}:${m.column} ${m.message}`), []);
      assert.doesNotMatch(html.replace(/"[^"]*"/g, ''), /NaN|undefined|Infinity|\[object/);
    });

    test(`EveryLinkToTheCalculatorIsAnsweredThere-${file}`, async () => {
      const html = await built(`site/learn/${file}`);
      const links = [...html.matchAll(/href="\.\.\/(#v=1[^"]*)"/g)].map(([, hash]) => hash.replaceAll('&amp;', '&'));
      for (const hash of new Set(links)) {
        const decoded = engine.decodeUrl(hash);
        assert.deepEqual([decoded.ok, decoded.notices ?? []], [true, []], hash);
        assert.ok(engine.estimate(decoded.scenario).ok, hash);
      }
      assert.ok(file === 'index.html' || links.length >= 4);
    });
  }

  test('FiguresInTheTextAreTheEngines', async () => {
    const text = async (slug) => (await built(`site/learn/${slug}.html`)).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
    const of = (slug) => answersOf(pages.find((page) => page.slug === slug), engine);
    const plain = (figure) => figure.replaceAll('\u00a0', ' ');
    const says = async (slug, figures) => {
      const read = plain(await text(slug));
      for (const figure of figures) assert.ok(read.includes(plain(figure)), `${slug}: ${figure}`);
    };
    const difference = of('training-and-inference');
    await says('training-and-inference', [`${predicted(difference.one.speed.tokens_per_s_per_request)} tokens a second`, `${percent(difference.train.speed.mfu)} MFU`]);
    const memory = of('memory');
    await says('memory', [gibibytes(memory.full.memory.per_gpu_gb), gibibytes(memory.zero3.memory.per_gpu_gb), `does not fit: ${gibibytes(memory.cards.memory.per_gpu_gb)}`]);
    assert.equal(memory.cards.memory.fit, 'no'); // 13e9 x 18 bytes = 218 GiB of states; eight cards have 192
    const cache = of('kv-cache');
    // 2 x 80 layers x 8 heads x 128 x 2 bytes = 327,680; x 32 x 8,192 = 80 GiB; an article prints 85 GB
    assert.equal(cache.one.model.kv_bytes_per_token, 327_680);
    await says('kv-cache', [bytes(327_680), '80.0 GB', '85.9 × 10⁹ bytes', bytes(cache.mla.model.kv_bytes_per_token)]);
    await says('rent-or-buy', [dollars(of('rent-or-buy').mid.cost.npv.buy)]);
  });

  test('APageIsShortAndItsSourcesAreNamedInIt', async () => {
    for (const { slug, cites } of pages) {
      const html = await built(`site/learn/${slug}.html`);
      const words = html.replace(/^.*<main/s, '').replace(/<svg.*?<\/svg>|<[^>]+>/gs, ' ').split(/\s+/).length;
      assert.ok(words >= 500 && words <= 1100, `${slug}: ${words} words`);
      for (const id of cites) {
        assert.ok(html.includes(`<li id="s-${id}">`), `${slug} lists ${id}`);
        assert.ok(html.includes(`href="#s-${id}"`), `${slug} refers to ${id}`);
      }
      assert.match(html, /<ridgepoint-calculator scenario="v=1&amp;[^"]*" view="\w+"/);
      assert.match(html, /<dfn>/);
    }
  });
});

describe('LearnInABrowser', () => {
  let server, browser;
  before(async () => { [server, browser] = await Promise.all([serveSite(), launch()]); });
  after(async () => {
    await browser.close();
    server.stop();
  });

  for (const [i, file] of files.entries()) {
    for (const [width, colorScheme] of casesOf([[1440, 'light'], [390, 'dark']], ([wide]) => (wide === 390) === (i % 2 === 0))) {
      test(`IsAccessibleWithoutScriptsAndAsWideAsTheScreen-${file}-${width}`, async () => {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
        const page = await context.newPage();
        const troubles = [];
        await page.route('**/embed.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' })); // what stands there without it
        page.on('console', (message) => troubles.push(message.text()));
        page.on('request', (request) => { if (!request.url().startsWith(server.address)) troubles.push(request.url()); });
        await page.goto(`${server.address}learn/${file}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const found = await violations(page);
        assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(' | ')}`), []);
        assert.deepEqual(troubles, []);
        await context.close();
      });
    }
  }

  test('TheCalculatorAnswersInPlaceOfThePicture', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.address}learn/memory.html`);
    await page.locator('ridgepoint-calculator').scrollIntoViewIfNeeded();
    await page.locator('ridgepoint-calculator figure').waitFor({ state: 'hidden' });
    const { zero3 } = answersOf(pages.find(({ slug }) => slug === 'memory'), engine);
    await page.frameLocator('ridgepoint-calculator iframe').getByText(gibibytes(zero3.memory.per_gpu_gb)).first().waitFor();
    await page.close();
  });

  test('LinesAreOfAComfortableLength', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.address}learn/memory.html`);
    const [width, ch] = await page.evaluate(() => {
      const probe = document.createElement('span');
      probe.textContent = '0'.repeat(100);
      probe.style.whiteSpace = 'nowrap';
      const text = document.querySelector('main p:not(.lead)');
      text.append(probe);
      return [text.getBoundingClientRect().width, probe.getBoundingClientRect().width / 100];
    });
    assert.ok(width / ch <= 70, `${width / ch} characters`);
    await page.close();
  });
});
