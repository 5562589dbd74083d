// Links as a public format: those of every release open to the same inputs, damaged and hostile ones are bounded.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inputsOf, openEngine, read } from '../golden/links.mjs';
import { recalled, remembering } from '../../web/src/then.js';
import { get } from '../../web/src/pointer.js';
import { root } from './browser.mjs';
import { settledHash, startSite, withClipboard } from './site.mjs';

const engine = await openEngine();
const GOLDEN = join(root, 'tests/golden');

describe('LinksOfReleases', async () => {
  const files = (await readdir(GOLDEN)).filter((name) => /^links_[\d.]+\.txt$/.test(name));
  test('ThereIsAFileForEachRelease', () => assert.ok(files.includes(`links_${engine.version}.txt`)));
  for (const file of files) {
    for (const { link, inputs } of await read(join(GOLDEN, file))) {
      test(`${file} ${link.slice(0, 80)}`, () => {
        const now = inputsOf(engine, link), asked = engine.decodeUrl(link).scenario;
        // What was left open still is, whatever is taken for it.
        // A device may be said by its id since then.
        const meant = (/** @type {string} */ at) => (at === '/hardware/accelerator' ? inputsOf(engine, `#v=1&accelerator=${encodeURIComponent(inputs[at])}`)[at] : inputs[at]);
        // What machines draw at rest is measured since then: who left it open takes what is known.
        // Tasks without requests of tokens have no lengths of them any more.
        const none = (/** @type {string} */ at) => /^\/serve\/(input|output|reasoning)_tokens$/.test(at) && now[at] === 'auto';
        const open = (/** @type {string} */ at) => inputs[at] === 'auto' || none(at) || (at === '/cost/idle_fraction' && get(asked, at) === undefined);
        const same = (/** @type {string} */ at) => (open(at) ? get(asked, at) === undefined : [inputs[at], meant(at)].includes(now[at]));
        const changed = Object.keys(inputs).filter((at) => !same(at)).map((at) => `${at}: ${inputs[at]} then, ${now[at]} now`);
        assert.deepEqual(changed, []); // what is new since then may stand beside
        assert.deepEqual((engine.decodeUrl(link).notices ?? []).filter(({ code }) => code !== 'catalog_date'), []);
      });
    }
  }
  test('EqualScenariosHaveEqualLinks', async () => {
    for (const { link } of await read(join(GOLDEN, `links_${engine.version}.txt`))) {
      const written = engine.encodeUrl(engine.decodeUrl(link).scenario).url;
      assert.equal(engine.encodeUrl(engine.decodeUrl(written).scenario).url, written);
    }
  });
});

describe('Documentation', () => {
  test('EveryLinkInItOpensAsItSays', async () => {
    const text = await readFile(join(root, 'web/docs/links.md'), 'utf8');
    const links = [...text.matchAll(/#v=1[^\s`)]*/g)].map(([link]) => link);
    assert.ok(links.length >= 6);
    for (const link of links) {
      const { scenario, notices } = engine.decodeUrl(recalled(link).link);
      assert.deepEqual((notices ?? []).filter(({ code }) => code !== 'catalog_date').map(({ message }) => message), [], link);
      assert.equal(engine.estimate(scenario).ok, true, link);
    }
  });
});

describe('HostileLinks', () => {
  const many = (piece, n) => Array.from({ length: n }, (_, i) => piece.replaceAll('#', String(i))).join('');
  const hostile = {
    'a megabyte': `#v=1&region=${'x'.repeat(1e6)}`,
    'many keys': `#v=1${many('&k#=1', 20_000)}`,
    'many own devices': `#v=1${many('&o.accelerators.#.id=a#', 3_000)}`,
    'an own entry far out': '#v=1&o.models.999999999.id=x',
    'broken escapes': '#v=1&model=%E0%A4%A&region=%ZZ&count=%00',
    'markup': '#v=1&model=%3Cscript%3Ealert(1)%3C/script%3E',
    'numbers': '#v=1&count=1e999&input_tokens=-1&concurrency=NaN&utilization=0x10&years=1e-400',
    'prototypes': '#v=1&__proto__=1&constructor.prototype.x=1&o.models.0.__proto__=1',
    'only separators': `#${'&='.repeat(4_000)}`,
    'deep': `#v=1&${'o.'.repeat(3_000)}x=1`,
  };
  for (const [name, link] of Object.entries(hostile)) {
    test(name, () => {
      const started = performance.now();
      const decoded = engine.decodeUrl(link);
      const spent = performance.now() - started;
      assert.equal(decoded.ok, true);
      assert.ok(JSON.stringify(decoded).length < 1_000_000, 'short enough');
      assert.ok(spent < 2_000, `${spent} ms`);
      const answered = engine.estimate(decoded.scenario);
      assert.ok(answered.ok || answered.errors.length > 0);
      assert.equal({}.x, undefined);
    });
  }
});

describe('ThenAndNow', () => {
  const link = 'https://example.org/#v=1&d=2025-01-01&count=4';
  test('ALinkRemembersItsAnswerInFewCharacters', () => {
    const remembered = remembering(link, 'Fits · 37 tokens/s each · $17.64/h');
    assert.equal(remembered, `${link}&was=Fits~37%20tokens/s%20each~%2417.64/h`);
    assert.deepEqual(recalled(remembered), { link, then: 'Fits, 37 tokens/s each, $17.64/h' });
    assert.deepEqual(recalled(link), { link, then: undefined });
    assert.equal(remembering(link, 'x'.repeat(200)), link);
  });
  test('TheOpeningExampleStaysShort', () => {
    const scenario = { hardware: { count: 4 }, precision: { weights: 'fp8', kv: 'fp8' }, serve: { input_tokens: 7680, concurrency: 32 } };
    const { length } = remembering(`https://example.org/ridgepoint/${engine.encodeUrl(scenario).url}`, engine.estimate(scenario).answer.short_text);
    assert.ok(length <= 260, `${length} characters`);
  });
  test('EveryShortAnswerIsRememberedAndRead', async () => {
    for (const { link: golden } of await read(join(GOLDEN, `links_${engine.version}.txt`))) {
      const { short_text: short } = engine.estimate(engine.decodeUrl(golden).scenario).answer;
      assert.deepEqual(recalled(remembering(golden, short)), { link: golden, then: short.replaceAll(' · ', ', ') });
    }
  });
  test('OtherTextsAreNotShown', () => {
    for (const bad of ['Visit%20evil.example', 'Fits~%3Cimg%20src=x%3E', '%E0%A4%A', 'Fits', `Fits~${'x'.repeat(80)}`, '']) {
      assert.deepEqual(recalled(`${link}&was=${bad}`), { link, then: undefined }, bad);
    }
  });
});

describe('OnThePage', () => {
  let site;
  before(async () => { site = await startSite(); });
  after(() => site.stop());

  test('ALinkOfOlderPricesSaysTheAnswerThenAndNow', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&d=2025-02-03&model=llama-3.1-8b&accelerator=rtx-4090&count=1&weights=awq-int4&was=Fits~12%20tokens/s%20each~%240.99/h' });
    const notice = (await page.locator('.notice').innerText()).replace(/\s+/g, ' ');
    assert.match(notice, /catalog of 2025-02-03/);
    assert.match(notice, /Then: Fits, 12 tokens\/s each, \$0\.99\/h\. Now: (Fits|Tight|Does not fit), .*\$/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AHashChangeSaysThenAndNowAsAFreshLoadDoes', async () => {
    const { page, seen } = await site.open();
    await page.waitForFunction(() => !document.getElementById('copy').disabled);
    await page.evaluate(() => { location.hash = '#v=1&d=2025-02-03&model=llama-3.1-8b&accelerator=rtx-4090&count=1&weights=awq-int4&was=Fits~12%20tokens/s%20each~%240.99/h'; });
    await page.locator('.notice').waitFor();
    assert.match((await page.locator('.notice').innerText()).replace(/\s+/g, ' '), /Then: Fits, 12 tokens\/s each, \$0\.99\/h\. Now: (Fits|Tight|Does not fit), .*\$/);
    await page.evaluate(() => { location.hash = '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1'; });
    await page.waitForFunction(() => !document.querySelector('.notice')); // it was about the other link
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('HoweverALinkWasPassedOnItOpens', async () => {
    const link = 'v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1&weights=awq-int4&view=cost';
    const { page, seen } = await site.open();
    for (const way of [`#${link.replaceAll('&', '&amp;')}`, `#${encodeURIComponent(link)}`]) {
      await page.evaluate(() => { location.hash = '#v=1&model=qwen3-32b'; });
      await page.getByText(/^Qwen3 32B/).first().waitFor();
      await page.evaluate((hash) => { location.hash = hash; }, way);
      await page.getByText(/^Llama 3\.1 8B/).first().waitFor();
      assert.equal(await page.locator('.notice').count(), 0, way);
      assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Cost');
      assert.match(await page.title(), /^(Fits|Tight|Does not fit).* · Llama 3\.1 8B on 1 × GeForce RTX 4090 24GB – Ridgepoint$/);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('NamesOfALinkAreShownAsTheCatalogHasThem', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=Meta-Llama-3.1-8B&accelerator=mi300x&count=2' });
    assert.equal(await page.locator('.control[data-at="/model"] input[role="combobox"]').inputValue(), 'Llama 3.1 8B');
    assert.equal(await page.locator('.control[data-at="/hardware/accelerator"] input[role="combobox"]').inputValue(), 'Instinct MI300X 192GB');
    assert.match(await page.locator('#headline .sentence').innerText(), /^Llama 3\.1 8B[\s\S]*2\s×\sInstinct\sMI300X\s192GB/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('TheAddressNamesTheQuestionAndAReloadKeepsWhatWasLeftOpen', async () => {
    const { page } = await site.open();
    const hash = await settledHash(page);
    for (const part of ['workload=serve', 'model=llama-3.1-70b', 'accelerator=h100-sxm5-80gb', 'count=4', 'input_tokens=500', 'output_tokens=200', 'concurrency=32']) {
      assert.ok(hash.split(/[#&]/).includes(part), `${part} in ${hash}`);
    }
    const weights = page.locator('.control[data-at="/precision/weights"] select');
    assert.equal(await weights.inputValue(), 'auto');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#copy:enabled'));
    assert.equal(new URL(page.url()).hash, hash);
    assert.equal(await weights.inputValue(), 'auto');
    const { page: another } = await site.open({ hash });
    assert.equal(await another.locator('.control[data-at="/precision/weights"] select').inputValue(), 'auto'); // what is open stays so for whoever follows the link
    await page.context().close();
    await another.context().close();
  });

  test('CopyLinkRemembersTheAnswer', async () => {
    const { page } = await site.open();
    await withClipboard(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate(() => globalThis.copied);
    assert.match(copied, /^http.*#v=1&d=.*&was=Fits~/);
    assert.ok(copied.length <= 260);
    await page.context().close();
  });

  test('OnAPhoneTheSystemTakesTheLink', async () => {
    const { page } = await site.open({ touch: true });
    await page.getByRole('button', { name: 'Share' }).click();
    const { url, title } = await page.evaluate(() => globalThis.shared);
    assert.match(url, /#v=1&d=/);
    assert.match(title, /^(Fits|Tight).* · Llama 3\.1 70B on 4 × H100 SXM5 80GB – Ridgepoint$/);
    await page.context().close();
  });
});
