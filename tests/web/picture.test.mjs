// The answer as a picture: everything of it is there and within its box, in Node as in a browser, and it can be taken.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../../build/wasm/module/engine.js';
import { examples as presets } from '../../web/src/presets.js';
import { colours, pictureOf, tints } from '../../web/src/share/picture.js';
import { questionWords } from '../../web/src/share/question_words.js';
import { tilesOf } from '../../web/src/views/tiles.js';
import { contentOf, launch, root } from './browser.mjs';
import { startSite } from './site.mjs';

const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8') });
const address = 'https://example.org/a/#v=1&d=2026-11-30&model=llama-3.3-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&requests_per_minute=300&input_tokens=2048&output_tokens=512';
const own = (name) => ({ name, layers: 32, hidden: 4096, heads: 32, kv_heads: 8, vocab: 32000, intermediate: 14336 });

const scenarios = {
  ...presets,
  any: { workload: 'serve', model: 'llama-3.3-70b', hardware: { accelerator: 'any' }, serve: { requests_per_minute: 1000, slo: { e2e_p95_s: 5 } }, cost: { years: 3 } },
  misfit: { workload: 'serve', model: 'llama-3.3-70b', hardware: { accelerator: 'rtx-3090', count: 1 } },
  media: { workload: 'serve', model: 'flux.1-dev', hardware: { accelerator: 'l40s', count: 1 } },
  hostile: { workload: 'serve', model: own(`<script>alert(1)</script> & "name" ${'W'.repeat(400)}`), hardware: { accelerator: 'mi300x-192gb', count: 8 }, serve: { requests_per_minute: 1000 } },
};
const results = Object.fromEntries(Object.entries(scenarios).map(([name, scenario]) => [name, engine.estimate(scenario)]));
const wordsOf = (name) => ({ ...questionWords(results[name], scenarios[name], engine.catalog), address });
const drawn = (name) => pictureOf(results[name], wordsOf(name));
const plain = (text) => text.replace(/\s+/g, '');
/** @param {string} svg */
const textsOf = (svg) => plain(svg.replace(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'));

describe('PictureOfAnAnswer', () => {
  for (const name of Object.keys(scenarios).filter((one) => one !== 'hostile')) {
    test(`HoldsProductQuestionSentenceTilesDateAndAddress-${name}`, () => {
      const { question, details } = wordsOf(name);
      const said = textsOf(drawn(name));
      const tiles = tilesOf(results[name]);
      assert.ok(tiles.length >= 2);
      for (const part of ['Ridgepoint', question, ...details, results[name].answer.text, ...tiles.flatMap(({ title, value, note }) => [title, value, note]), `Catalog of ${results[name].catalog_date}`, address]) {
        assert.ok(said.includes(plain(part)), `${part} is not in ${said}`);
      }
      assert.doesNotMatch(drawn(name), /foreignObject|NaN|undefined|<image|href/);
    });
  }

  test('TheQuestionIsSaidInTheWordsOfWhoeverAsked', () => {
    assert.deepEqual(questionWords(results.any, scenarios.any, engine.catalog), {
      question: 'Serve Llama 3.3 70B Instruct on any hardware',
      details: ['Requests 1,000 a minute · p95 latency 5 s · Kept for 3 years', `Taken: Accelerator ${engine.catalog('accelerators').find(({ id }) => id === results.any.scenario.hardware.accelerator).name} · How many ${results.any.scenario.hardware.count} · Weights FP8 · Prompt 500 tokens · Answer 200 tokens`].map((line) => line.split(' · ').map((part, i) => (i === 0 && part.startsWith('Taken: ') ? `Taken: ${part.slice(7).replaceAll(' ', '\u00a0')}` : part.replaceAll(' ', '\u00a0'))).join(' · ')),
    });
    assert.equal(plain(questionWords(results.finetune, scenarios.finetune, engine.catalog).question), plain('Fine-tune Llama 3.1 8B by QLoRA on 1 × GeForce RTX 4090 24GB'));
    const { scenario } = engine.decodeUrl('#v=1&model=llama-3.3-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8');
    assert.equal(plain(questionWords(engine.estimate(scenario), scenario, engine.catalog).question), plain('Serve Llama 3.3 70B Instruct on 8 × H100 SXM5 80GB in FP8'));
  });

  test('ItsColoursAreThoseOfALightPage', async () => {
    const tokens = await readFile(`${root}web/styles/tokens.css`, 'utf8');
    const valueOf = (name) => {
      const [, light, other] = new RegExp(`--${name}: (?:light-dark\\((#\\w+),|var\\(--([\\w-]+)\\))`).exec(tokens);
      return light ?? valueOf(other);
    };
    for (const [name, colour] of Object.entries(colours)) assert.equal(colour, valueOf(name), name);
    for (const [, kind, name] of tokens.matchAll(/\[data-kind="(\w+)"\][^{]*\{ --tint: var\(--([\w-]+)\)/g)) assert.equal(tints[kind], valueOf(name), kind);
  });
});

describe('PictureInABrowser', () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser.close());

  test('IsWellFormedAndNoTextLeavesItsBox', async () => {
    const page = await browser.newPage();
    for (const name of Object.keys(scenarios)) {
      const found = await page.evaluate((svg) => {
        const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
        if (parsed.querySelector('parsererror')) return [parsed.documentElement.textContent];
        document.body.replaceChildren(document.importNode(parsed.documentElement, true));
        const whole = document.querySelector('svg').getBoundingClientRect();
        const texts = [...document.querySelectorAll('text')].map((node) => {
          const frame = node.closest('g')?.querySelector('rect')?.getBoundingClientRect() ?? whole;
          return { text: node.textContent, box: node.getBoundingClientRect(), frame };
        });
        const outside = texts.filter(({ box, frame }) => box.left < frame.left || box.right > frame.right - 8 || box.top < frame.top || box.bottom > frame.bottom);
        const over = texts.flatMap((a, i) => texts.slice(i + 1).filter((b) => a.box.left < b.box.right && b.box.left < a.box.right && a.box.top + 3 < b.box.bottom - 3 && b.box.top + 3 < a.box.bottom - 3).map((b) => `${a.text} | ${b.text}`));
        return [...outside.map(({ text }) => `outside: ${text}`), ...over.map((text) => `over each other: ${text}`)];
      }, drawn(name));
      assert.deepEqual(found, [], name);
    }
    await page.close();
  });

  test('ASingleFileGivesItToo', async () => {
    const page = await (await browser.newContext()).newPage();
    const troubles = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) troubles.push(message.text()); });
    await page.goto(`${pathToFileURL(`${root}build/site/standalone.html`).href}#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1`);
    await page.locator('.chart-memory svg').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save Picture (SVG)' }).click()]);
    const text = String(await contentOf(svg));
    assert.match(textsOf(text), /standalone\.html#v=1/);
    assert.doesNotMatch(text, /file:/);
    const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save Picture (PNG)' }).click()]);
    assert.deepEqual(sizeOf(await contentOf(png)), [2400, 1260]);
    assert.deepEqual(troubles, []);
    await page.context().close();
  });
});

/** @param {Buffer} png */
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('PictureOfTheScreen', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  /** A clipboard of the page's own, which takes pictures or refuses them. */
  const opened = async (takes) => {
    const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.3-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&requests_per_minute=300', colorScheme: 'dark' });
    await page.evaluate((wanted) => {
      const write = async ([item]) => {
        if (!wanted) throw new Error('refused');
        globalThis.copied = await item.getType('image/png');
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write, writeText: async (text) => { globalThis.copied = text; } } });
    }, takes);
    await page.getByRole('button', { name: 'Export' }).click();
    return { page, seen };
  };

  test('IsCopiedTwiceAsLargeAndLightOnADarkPage', async () => {
    const { page, seen } = await opened(true);
    await page.getByRole('button', { name: /^Picture \(PNG\)/ }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const [width, height, corner] = await page.evaluate(async () => {
      const picture = await createImageBitmap(globalThis.copied);
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      pen.drawImage(picture, 0, 0);
      return [picture.width, picture.height, [...pen.getImageData(4, 4, 1, 1).data]];
    });
    assert.deepEqual([width, height, corner], [2400, 1260, [0xfc, 0xfc, 0xfa, 255]]);
    await page.getByRole('button', { name: /^Picture \(SVG\)/ }).click();
    await page.waitForFunction(() => typeof globalThis.copied === 'string');
    const said = textsOf(await page.evaluate(() => globalThis.copied));
    assert.ok(said.includes(plain('Serve Llama 3.3 70B Instruct on 8 × H100 SXM5 80GB in FP8')), said);
    assert.ok(said.includes(plain(await page.locator('#headline .sentence').innerText())), said);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('IsSavedWhereTheBrowserDoesNotCopyIt', async () => {
    const { page, seen } = await opened(false);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Picture \(PNG\)/ }).click()]);
    assert.equal(file.suggestedFilename(), 'ridgepoint-serve-llama-3.3-70b-instruct.png');
    assert.deepEqual(sizeOf(await contentOf(file)), [2400, 1260]);
    await page.getByText('Saved as a file').waitFor();
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});
