// What a page that a link opens paints from its first frame on, on a slow network and a slow processor: its own words, then its
// own answer, and never the example's that the build wrote into index.html.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { linkIn } from '../../web/src/link.js';
import { wordsOf } from '../../web/src/link_words.js';
import { presets } from '../../web/src/presets.js';
import { casesOf, launch, launchFirefox, root, serveSite } from './browser.mjs';

const SITE = join(root, 'build/site');
const QLORA = 'v=1&workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1&method=qlora&sequence=2048';
const SERVED = 'v=1&model=qwen3-32b&accelerator=mi300x-192gb&count=2&weights=fp8&input_tokens=4096&concurrency=16';
const SHARED = 'v=1&d=2025-02-03&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&concurrency=64&was=Fits~37%20tokens/s%20each~%2417.64/h';

/** What may move while a link opens (cumulative layout shift). */
const MOST_SHIFT = 0.02;

const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8') });
const example = engine.estimate(presets.serve).answer;
const plain = (text) => text.replace(/\s+/g, ' ').trim();
const answerOf = (link) => plain(engine.estimate(engine.decodeUrl(`#${link.replace(/&was=.*/, '')}`).scenario).answer.text);

describe('WordsOfALink', () => {
  test('SayWhatItAsks', () => {
    const said = {
      'v=1&d=2026-11-21&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&weights=fp8&concurrency=32': 'Llama 3.1 70B on 4 × H100 SXM5 80GB in FP8, 32 users',
      [QLORA]: 'Fine-tuning Llama 3.1 8B on 1 × RTX 4090, QLoRA',
      [SERVED]: 'Qwen3 32B on 2 × MI300X 192GB in FP8, 16 users',
      'v=1&model=deepseek-r1&accelerator=b200-sxm-180gb&count=16&requests_per_minute=1000': 'DeepSeek R1 on 16 × B200 SXM 180GB, 1,000 requests a minute',
      'v=1&workload=train&params_b=7&count=64': 'Training 7B parameters',
      'v=1&model=llama-3.1-8b&instance=aws-p5.48xlarge&count=2&concurrency=1': 'Llama 3.1 8B on 2 × aws-p5.48xlarge, 1 user',
      'v=1&model=llama-3.1-8b&accelerator=rtx-4090&concurrency=max': 'Llama 3.1 8B on RTX 4090',
      'view=cost': '',
    };
    assert.deepEqual(Object.fromEntries(Object.keys(said).map((link) => [link, wordsOf(link).text])), said);
  });
  test('RememberTheAnswerOfThen', () => {
    assert.deepEqual(wordsOf(SHARED), { text: 'Llama 3.1 70B on 8 × H100 SXM5 80GB in FP8, 64 users', then: 'Fits, 37 tokens/s each, $17.64/h', date: '2025-02-03' });
    assert.equal(wordsOf(SERVED).then, '');
    assert.equal(wordsOf('v=1&was=Visit%20evil.example').then, '');
  });
  test('AreShortAndOfIdsAndNumbersOnly', () => {
    for (const hostile of [`v=1&model=${'x'.repeat(1e6)}`, 'v=1&model=%3Cscript%3E&accelerator=a%20b&count=1e9&concurrency=NaN', 'v=1&model=%E0%A4%A&d=<b>', 'v=1&params_b=1;2&workload=__proto__&method=%0A']) {
      const { text, then } = wordsOf(hostile);
      assert.match(`${text}${then}`, /^[\w .,×+-]{0,200}$/, hostile.slice(0, 60));
    }
  });
});

describe('LinksOnTheirWay', () => {
  const ways = {
    'as it was made': `https://example.org/a/#${SERVED}`,
    'as a query': `https://example.org/a/?${SERVED}`,
    'as a query behind another': `https://example.org/a/?utm_source=mail&${SERVED}`,
    'escaped for HTML': `https://example.org/a/#${SERVED.replaceAll('&', '&amp;')}`,
    'escaped whole': `https://example.org/a/#${encodeURIComponent(SERVED)}`,
    'escaped twice': `https://example.org/a/#${encodeURIComponent(encodeURIComponent(SERVED))}`,
    'a query escaped whole': `https://example.org/a/?${encodeURIComponent(SERVED)}`,
    'with a query for a cache': `https://example.org/a/?v=1#${SERVED}`,
  };
  for (const [name, address] of Object.entries(ways)) test(name, () => assert.equal(linkIn(address), SERVED));
  test('OtherQueriesAreNone', () => {
    for (const address of ['https://example.org/', 'https://example.org/?v=1', 'https://example.org/?utm_source=x', 'https://example.org/#', '?view=memory&controls=none']) assert.equal(linkIn(address), '', address);
  });
  test('WhatCannotBeReadIsLeftToTheEngine', () => assert.equal(linkIn('#%E0%A4%A'), '%E0%A4%A'));
});

/** Keeps all texts that are painted, from before the page is read on, and what moves. */
function record() {
  globalThis.painted = { headline: new Set(), rest: new Set(), titles: new Set() };
  globalThis.shift = 0;
  const of = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.innerText.replace(/\s+/g, ' ').trim()).filter(Boolean);
  const look = () => {
    for (const text of of('#headline')) globalThis.painted.headline.add(text);
    for (const text of of('#notices, #details, #summary, #short, #stalled, #view')) globalThis.painted.rest.add(text);
    globalThis.painted.titles.add(document.title);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  const frame = () => { look(); requestAnimationFrame(frame); };
  frame();
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) {
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.shift += entry.hadRecentInput ? 0 : entry.value; }).observe({ type: 'layout-shift', buffered: true });
  }
}
const recorded = (page) => page.evaluate(() => ({ headline: [...globalThis.painted.headline], rest: [...globalThis.painted.rest], titles: [...globalThis.painted.titles], shift: globalThis.shift }));

/** Nothing of the example is among texts, but for what the own answer says too. @param {string[]} texts @param {string} own */
function nothingOfTheExample(texts, own) {
  const foreign = [example.text, example.short_text, ...example.figures.map(({ text }) => text)].map(plain).filter((text) => !own.includes(text));
  assert.ok(foreign.length >= 4);
  for (const text of texts) for (const other of foreign) assert.ok(!text.includes(other), `“${other}” in “${text.slice(0, 300)}”`);
}

describe('OnASlowNetwork', () => {
  let server;
  let browser;
  before(async () => { [server, browser] = await Promise.all([serveSite(), launch()]); });
  after(async () => {
    await browser?.close();
    server?.stop();
  });

  async function opened(address, { width = 1440, height = 900, done = '.chart-memory svg', before: prepare } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block' });
    const page = await context.newPage();
    const troubles = [];
    page.on('console', (message) => { if (message.type() === 'error') troubles.push(message.text()); });
    page.on('pageerror', (error) => troubles.push(String(error)));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 120, downloadThroughput: 500_000, uploadThroughput: 100_000 });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 2 });
    await page.addInitScript(record);
    if (prepare) await page.addInitScript(prepare);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(done).first().waitFor({ timeout: 90_000 });
    await page.waitForTimeout(300);
    assert.deepEqual(troubles, []);
    return { page, ...(await recorded(page)), close: () => context.close() };
  }

  const links = { 'fine-tuning': QLORA, served: SERVED, shared: SHARED };
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const [name, link] of casesOf(Object.entries(links), ([name]) => width === 1440 || name === 'shared')) {
      test(`OnlyItsOwnWordsAndItsOwnAnswerArePainted-${name}-${width}`, async () => {
        const { headline, rest, titles, shift, close } = await opened(`${server.address}#${link}`, { width, height });
        const own = answerOf(link);
        const { text, then } = wordsOf(link);
        assert.equal(headline[0], `Computing … ${text}`);
        if (then) assert.match(rest.join('\n'), /About this link The link was made with the catalog of 2025-02-03; .* Then: Fits, 37 tokens\/s each, \$17\.64\/h\. Now: …/);
        for (const painted of headline.slice(1)) assert.ok(painted.includes(own), painted);
        nothingOfTheExample([...headline, ...rest, ...titles], `${own} ${then}`);
        assert.ok(shift < MOST_SHIFT, `layout shift ${shift}`);
        assert.match(titles.at(-1), new RegExp(`^(Fits|Tight|Does not fit)\\b.* · .+ on \\d+ × .+ – Ridgepoint$`));
        await close();
      });
    }
  }

  /** Answers of other heights, and what comes last of each. */
  const others = {
    misfit: ['v=1&model=llama-3.3-70b&accelerator=rtx-3090&count=1', '#remedies'],
    training: ['v=1&workload=train&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=512&sequence=8192', '.chart-memory svg'],
    audio: ['v=1&workload=batch&model=whisper-large-v3&accelerator=l4&count=1', '.chart-memory svg'],
    rate: ['v=1&model=llama-3.3-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&requests_per_minute=300', '.chart-memory svg'],
    cost: ['v=1&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&view=cost', '#details .chart svg'],
  };
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const [name, [link, done]] of casesOf(Object.entries(others), ([name]) => name === 'misfit')) {
      test(`HardlyAnythingMoves-${name}-${width}`, async () => {
        const { shift, close } = await opened(`${server.address}#${link}`, { width, height, done });
        assert.ok(shift < MOST_SHIFT, `layout shift ${shift}`);
        await close();
      });
    }
  }

  test('WithPricesOfTodayTheAnswerOfThenStandsBelow', async () => {
    const { headline, close } = await opened(`${server.address}#${SHARED.replace('2025-02-03', engine.estimate({}).catalog_date)}`);
    assert.equal(headline[0], `Computing … ${wordsOf(SHARED).text} When it was shared: Fits, 37 tokens/s each, $17.64/h.`);
    await close();
  });

  test('AQueryIsOpenedAndTheAddressIsAsIfItHadNotBeenOne', async () => {
    const { page, headline, close } = await opened(`${server.address}?${SERVED}`);
    assert.ok(headline.at(-1).includes(answerOf(SERVED)));
    await page.waitForFunction(() => location.search === '' && /^#v=1&d=.*model=qwen3-32b/.test(location.hash));
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.chart-memory svg').waitFor();
    assert.ok((await recorded(page)).headline.at(-1).includes(answerOf(SERVED)));
    await close();
  });

  test('AReloadByThePageItselfPaintsNothingElse', async () => {
    const moment = JSON.stringify({ moment: { workload: 'finetune', kept: { finetune: engine.decodeUrl(`#${QLORA}`).scenario } }, view: 'answer' });
    const { headline, rest, titles, close } = await opened(server.address, { before: `sessionStorage.setItem('ridgepoint.reload', ${JSON.stringify(moment)})` });
    assert.equal(headline[0], 'Computing …');
    nothingOfTheExample([...headline, ...rest, ...titles], answerOf(QLORA));
    await close();
  });

  test('AFramePaintsOnlyItsOwn', async () => {
    const { rest, close } = await opened(`${server.address}embed.html?view=full#${SERVED}`, { done: '#date:not(:empty)' });
    nothingOfTheExample(rest, answerOf(SERVED));
    await close();
  });

  for (const [gone, said] of [['main.js', 'has not started yet'], ['ridgepoint.wasm', 'could not be fetched']]) {
    test(`WhereAPartDoesNotComeNothingIsSaidOfTheExample-${gone}`, async () => {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.addInitScript(record);
      await page.route(`**/${gone}*`, (route) => route.abort());
      await page.goto(`${server.address}#${SERVED}`, { waitUntil: 'commit' });
      await page.getByText(said).first().waitFor({ state: 'visible' });
      const { headline, rest } = await recorded(page);
      assert.ok(headline[0].includes(wordsOf(SERVED).text));
      nothingOfTheExample([...headline, ...rest], '');
      assert.doesNotMatch(await page.locator('body').innerText(), /opening example/);
      await context.close();
    });
  }

  test('WithoutALinkTheExampleIsPaintedFirst', async () => {
    const { headline, close } = await opened(server.address);
    assert.ok(headline.some((text) => text.includes(plain(example.text))));
    assert.deepEqual(headline.filter((text) => text.startsWith('Computing …')), []);
    await close();
  });
});

describe('InFirefox', () => {
  let server;
  let firefox;
  before(async () => { [server, firefox] = await Promise.all([serveSite(), launchFirefox()]); });
  after(async () => {
    await firefox?.close();
    server?.stop();
  });

  test('OnlyItsOwnWordsAndItsOwnAnswerArePainted', async () => {
    const page = await firefox.newPage();
    await page.evaluateOnNewDocument(record);
    await page.goto(`${server.address}#${SHARED}`, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('.chart-memory svg');
    const { headline, rest } = await recorded(page);
    const { text, then } = wordsOf(SHARED);
    assert.equal(headline[0], `Computing … ${text}`);
    nothingOfTheExample([...headline, ...rest], `${answerOf(SHARED)} ${then}`);
  });
});
