// What the page does when something is missing, damaged, slow or in the way: it says so in plain words, the answer that
// came with it stays readable, nothing that was typed is lost, and it can be tried again.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeWorker } from '../../web/offline/worker.mjs';
import { casesOf, launch, root, serve, serveSite } from './browser.mjs';
import { amount, control, field, sentence, settledHash, touched, typed, view, violations } from './site.mjs';

const SITE = join(root, 'build/site');
const read = (name) => readFile(join(SITE, name));
let browser;
let server;

before(async () => { [browser, server] = await Promise.all([launch(), serveSite()]); });
after(async () => {
  await browser?.close();
  server?.stop();
});

/** A page in a browser of its own, to be opened once its faults are in place. */
async function blank({ width = 1440, height = 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const thrown = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  return { context, page, thrown };
}

const notice = (page) => page.locator('#notices [role="alert"]');
const again = (page) => notice(page).getByRole('button', { name: 'Try again' });
const users = (page, n) => page.waitForFunction((wanted) => document.querySelector('#headline .sentence')?.textContent.includes(`for ${wanted} users`), n);
const whole = (page) => page.locator('.chart-memory svg').first().waitFor();
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Something in the place of a file. @param {import('playwright-core').BrowserContext} context */
const instead = (context, name, answer) => context.route(`**/${name}*`, answer);
const text = (body, status = 200) => (route) => route.fulfill({ status, body, contentType: 'text/html' });
const abort = (route) => route.abort();

describe('TheEngineDoesNotStart', () => {
  const changed = async (change) => JSON.stringify(change(JSON.parse(await read('catalog.json'))));
  const cases = {
    'catalog not there': ['catalog.json', () => text('gone', 404), /does not give out catalog\.json: it answered 404/],
    'catalog kept out': ['catalog.json', () => abort, /could not be fetched/],
    'catalog another page': ['catalog.json', () => text('<!doctype html><title>Sign in</title>'), /catalog arrived incomplete or damaged/],
    'catalog cut short': ['catalog.json', async () => text((await read('catalog.json')).subarray(0, 300_000)), /catalog arrived incomplete or damaged/],
    'catalog of a newer release': ['catalog.json', async () => text(await changed((c) => ({ ...c, accelerators: c.accelerators.map((a) => ({ ...a, smell: 1 })) }))), /different releases/],
    'catalog without coefficients': ['catalog.json', async () => text(await changed(({ calibration, ...c }) => c)), /different releases/],
    'catalog without models': ['catalog.json', async () => text(await changed((c) => ({ ...c, models: [] }))), /different releases/],
    'module not there': ['ridgepoint.wasm', () => text('gone', 404), /does not give out ridgepoint\.wasm: it answered 404/],
    'module kept out': ['ridgepoint.wasm', () => abort, /could not be fetched/],
    'module another page': ['ridgepoint.wasm', () => text('<!doctype html>'), /calculator arrived incomplete or damaged/],
    'module cut short': ['ridgepoint.wasm', async () => text((await read('ridgepoint.wasm')).subarray(0, 500_000)), /calculator arrived incomplete or damaged/],
    'module of another release': ['ridgepoint.wasm', async () => text(await read('ridgepoint-import.wasm')), /different releases/],
  };
  /** One for each thing that is said, of a file and of the other. */
  const said = ['catalog kept out', 'catalog cut short', 'catalog of a newer release', 'module not there', 'module another page'];
  for (const [name, [file, fault, words]] of casesOf(Object.entries(cases), ([name]) => said.includes(name))) {
    test(name, async () => {
      const { context, page, thrown } = await blank();
      await instead(context, file, await fault());
      await page.goto(server.address);
      await notice(page).waitFor();
      assert.match(await notice(page).innerText(), words);
      assert.match(await sentence(page), /^Llama 3\.1 70B for 32 users fits on \d+\s×/);
      await typed(field(page, '/serve/concurrency'), '8'); // kept
      await again(page).click(); // in vain
      await again(page).waitFor();
      assert.equal(await field(page, '/serve/concurrency').inputValue(), '8');
      await context.unrouteAll();
      await again(page).click();
      await users(page, 8);
      await whole(page);
      await amount(notice(page), 0);
      assert.deepEqual(thrown, []);
      await context.close();
    });
  }

  test('NoNetworkAtTheStart', async () => {
    const { context, page, thrown } = await blank();
    await instead(context, 'catalog.json', abort);
    await page.goto(server.address);
    await notice(page).waitFor();
    await context.setOffline(true);
    await again(page).click();
    await page.getByText('There is no network').waitFor();
    await typed(field(page, '/serve/concurrency'), '8');
    await context.unrouteAll();
    await context.setOffline(false); // nobody has to press anything
    await users(page, 8);
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('WebAssemblyIsSwitchedOff', async () => {
    const { context, page, thrown } = await blank();
    await page.addInitScript(() => { delete globalThis.WebAssembly; });
    await page.goto(server.address);
    await notice(page).getByText('does not run WebAssembly').waitFor();
    assert.match(await sentence(page), /^Llama 3\.1 70B/);
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('TheSitesPolicyForbidsIt', async () => {
    const { context, page, thrown } = await blank();
    await page.route(server.address, async (route) => {
      const response = await route.fetch().catch(() => undefined); // of a page that is closed meanwhile
      if (response) await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'self'" } });
    });
    await page.goto(server.address);
    await notice(page).getByText("'wasm-unsafe-eval'").waitFor();
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('TheScriptsDoNotCome', async () => {
    const { context, page } = await blank();
    await instead(context, 'main.js', abort);
    await page.goto(server.address);
    await page.getByText('The calculator has not started yet').waitFor({ state: 'visible' });
    assert.match(await sentence(page), /^Llama 3\.1 70B/);
    await context.close();
  });

  test('InSomeoneElsesPageItIsSaidToo', async () => {
    const { context, page } = await blank({ width: 700 });
    await instead(context, 'catalog.json', text('gone', 404));
    await page.goto(`${server.address}embed.html?view=memory`);
    await notice(page).getByText('does not give out catalog.json').waitFor();
    assert.equal(await page.getByText('Computing in your browser').isVisible(), false);
    await context.unrouteAll();
    await again(page).click();
    await whole(page);
    await amount(notice(page), 0);
    await context.close();
  });

  test('TheMessageIsAccessible', async () => {
    const { context, page } = await blank({ width: 390, height: 844, colorScheme: 'dark' });
    await instead(context, 'catalog.json', abort);
    await page.goto(server.address);
    await notice(page).waitFor();
    assert.deepEqual((await violations(page)).map((v) => v.id), []);
    assert.ok(await fits(page));
    await context.close();
  });
});

describe('APartOfThePageDoesNotCome', () => {
  test('AnswersGoOnAndAnotherTryKeepsWhatIsSet', async () => {
    const { context, page, thrown } = await blank();
    await instead(context, 'part-later', abort);
    await page.goto(server.address);
    await whole(page);
    await page.mouse.move(2, 2);
    await notice(page).getByText('A part of the page has not come').waitFor();
    await typed(field(page, '/serve/concurrency'), '8');
    await users(page, 8);
    await page.getByRole('radio', { name: 'Train', exact: true }).check();
    await again(page).click();
    await again(page).waitFor(); // the page itself can be had, that part still cannot
    assert.match(await sentence(page), /^Training Llama/);
    await context.unrouteAll();
    await again(page).click();
    await whole(page);
    await touched(page);
    assert.match(await sentence(page), /^Training Llama/);
    await page.getByRole('radio', { name: 'Serve', exact: true }).check(); // what another task was set to is there as well
    await users(page, 8);
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('ASearchThatCannotStartIsSaidAndTriedAgain', async () => {
    const { context, page, thrown } = await blank();
    await instead(context, 'recommend_worker.js', abort);
    await page.goto(`${server.address}#v=1&model=llama-3.1-8b&count=1&max_count=1&view=recommend`);
    await page.getByText('The search could not be started').waitFor();
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Use / }).first().waitFor({ timeout: 120_000 });
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('ASearchWhoseEngineDoesNotStartDoesNotWaitForEver', async () => {
    const { context, page } = await blank();
    const worker = await read('recommend_worker.js');
    const without = `WebAssembly.instantiate = () => Promise.reject(new RangeError('no memory'));${worker}`;
    await instead(context, 'recommend_worker.js', (route) => route.fulfill({ body: without, contentType: 'text/javascript' }));
    await page.goto(server.address);
    await whole(page); // its own engine starts all the same
    await view(page, 'Recommend');
    await page.getByText('The search could not be started').waitFor();
    await context.close();
  });
});

describe('Storage', () => {
  const add = async (page, name) => {
    await page.bringToFront(); // a browser draws a tab behind another once a second
    await view(page, 'My hardware');
    await page.getByText('Add a device', { exact: true }).click();
    for (const [label, value] of Object.entries({ Name: name, Memory: '48', Bandwidth: '960', '16-bit': '180' })) await typed(page.locator('.own-form label', { hasText: label }).first().locator('input'), value);
    await page.getByRole('button', { name: 'Add and use it' }).click();
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  };

  test('IsBlockedAltogether', async () => {
    const { context, page, thrown } = await blank({ serviceWorkers: 'allow' });
    await page.addInitScript(() => {
      const blocked = { get: () => { throw new DOMException('blocked', 'SecurityError'); } };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(globalThis, name, blocked);
      Object.defineProperty(Navigator.prototype, 'serviceWorker', blocked);
    });
    await page.goto(server.address);
    await whole(page);
    await add(page, 'Mine');
    await page.getByLabel('Keep them in this browser').check();
    await page.getByText('This browser keeps nothing more').waitFor();
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await page.getByRole('tab', { name: 'Compare 1' }).waitFor();
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('IsFull', async () => {
    const { context, page, thrown } = await blank();
    await page.addInitScript(() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; });
    await page.goto(server.address);
    await whole(page);
    await add(page, 'Mine');
    await page.getByLabel('Keep them in this browser').check();
    await page.getByText('save them as a file').waitFor();
    await page.getByRole('button', { name: 'Remove Mine' }).waitFor();
    assert.match(await sentence(page), /Mine/);
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('WhatAnotherReleaseKeptIsLeftAlone', async () => {
    const { context, page } = await blank();
    await page.addInitScript(() => { if (!localStorage.length) localStorage.setItem('ridgepoint.own', '{"ridgepoint": 2, "things": [1]}'); });
    await page.goto(server.address);
    await whole(page);
    await add(page, 'Mine');
    assert.equal(await page.evaluate(() => localStorage.getItem('ridgepoint.own')), '{"ridgepoint": 2, "things": [1]}');
    await context.close();
  });

  test('TwoTabsKeepEachOthersDevicesAndPins', async () => {
    const { context, page } = await blank();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(server.address);
      await whole(tab);
    }
    await add(page, 'First');
    await page.getByLabel('Keep them in this browser').check();
    await add(other, 'Second');
    await other.getByRole('button', { name: 'Remove First' }).waitFor(); // it has come over
    assert.match(await sentence(other), /Second/);
    await other.getByRole('button', { name: 'Remove Second' }).waitFor();
    await other.getByLabel('Keep them in this browser').check();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Remove Second' }).waitFor();
    assert.match(await sentence(page), /First/); // what it looks at stays
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await other.bringToFront();
    await other.getByRole('button', { name: 'Pin to compare' }).click();
    for (const tab of [page, other]) await tab.getByRole('tab', { name: 'Compare 2' }).waitFor();
    await context.close();
  });
});

describe('SlowNetwork', () => {
  /** The engine's module is held back until `go`. */
  async function held(hash = '') {
    const made = await blank();
    let go;
    const gate = new Promise((resolve) => { go = resolve; });
    await instead(made.context, 'ridgepoint.wasm', async (route) => {
      await gate;
      await route.continue();
    });
    await made.page.goto(server.address + hash, { waitUntil: 'commit' });
    return { ...made, go };
  }

  test('WhatIsChangedBeforeTheEngineIsThereIsAnsweredWhenItIs', async () => {
    const { context, page, thrown, go } = await held();
    const users8 = field(page, '/serve/concurrency');
    await typed(users8, '8');
    await control(page, '/precision/weights').locator('select').selectOption('bf16');
    await page.getByRole('tab', { name: 'Memory' }).click();
    await users8.focus();
    await page.keyboard.press('End');
    assert.match(await sentence(page), /for 32 users/); // still the example
    await page.getByText('The calculator is still loading').waitFor({ state: 'visible' });
    go();
    await users(page, 8);
    assert.match(await sentence(page), /BF16/);
    await page.keyboard.type('0'); // the caret is where it was
    await users(page, 80);
    assert.equal(await page.getByRole('tab', { name: 'Memory' }).getAttribute('aria-selected'), 'true');
    await page.getByRole('heading', { name: 'Memory of each GPU' }).or(page.locator('.chart-memory svg').first()).first().waitFor();
    await amount(page.locator('.stalled'), 0);
    await page.getByRole('button', { name: 'Undo' }).click(); // it was a step like any other
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('AnotherTaskAndAPastedModelWaitToo', async () => {
    const { context, page, thrown, go } = await held();
    await page.getByRole('radio', { name: 'Fine-tune', exact: true }).check();
    await typed(field(page, '/train/sequence'), '4096');
    await typed(page.getByRole('combobox', { name: 'Model' }), 'qwen3 32b');
    await page.getByText('The list is still loading').waitFor();
    go();
    await page.getByRole('option', { name: /Qwen3 32B/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /fine-tuning of Qwen3 32B/.test(document.querySelector('#headline .sentence').textContent));
    assert.equal(await field(page, '/train/sequence').inputValue(), '4,096');
    assert.deepEqual(thrown, []);
    await context.close();
  });

  test('ALinkSaysThatItsAnswerIsStillToCome', async () => {
    const { context, page, go } = await held('#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1');
    await page.getByText('The calculator is still loading. What is set is kept').waitFor({ state: 'visible' });
    assert.match(await page.locator('#headline .asked .sentence').innerText(), /^Llama 3\.1 8B on 1\s×\sRTX 4090$/);
    await amount(page.locator('#controls .control'), 0); // those of the example would be wrong
    go();
    await page.locator('#answer', { hasText: /^Llama 3\.1 8B/ }).waitFor();
    await context.close();
  });
});

describe('Releases', () => {
  test('FilesOfTwoReleasesAreNotMixedByABrowsersCache', async () => {
    for (const name of ['index.html', 'embed.html']) {
      const html = (await read(name)).toString();
      const releases = [...html.matchAll(/(?:href|src)="[\w-]+\.(?:css|js|wasm|json)(\?[^"]*)?"/g)].map((m) => m[1]);
      assert.ok(releases.length >= 2 && /^\?\w{8}$/.test(releases[0]), name);
      assert.equal(new Set(releases).size, 1, name);
    }
    const { context, page } = await blank();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.address}#v=1&model=llama-3.1-8b&count=1&max_count=1&view=recommend`);
    await page.getByRole('button', { name: /^Use / }).first().waitFor({ timeout: 120_000 });
    const engine = asked.filter((url) => /ridgepoint\.wasm|catalog\.json|worker\.js/.test(url)).map((url) => new URL(url).search);
    assert.ok(engine.length >= 3 && engine[0].length === 9);
    assert.equal(new Set(engine).size, 1);
    await context.close();
  });

  /** A copy of the site that can be deployed anew. */
  async function deployed() {
    const folder = await mkdtemp(join(tmpdir(), 'ridgepoint-release-'));
    await cp(SITE, folder, { recursive: true });
    const own = await serve(folder);
    const { context, page, thrown } = await blank({ serviceWorkers: 'allow' });
    await page.goto(own.address);
    await whole(page);
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const release = async () => {
      const file = join(folder, 'index.html');
      await writeFile(file, (await readFile(file, 'utf8')).replace('name="description" content="', '$&Newer '));
      await writeWorker(folder);
    };
    const stop = async () => {
      await context.close();
      own.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return { address: own.address, context, page, thrown, release, stop };
  }

  test('OneTabTakesANewerOneAndTheOtherLosesNothing', async () => {
    const { address, context, page, thrown, release, stop } = await deployed();
    const other = await context.newPage();
    await other.goto(address);
    await whole(other);
    await typed(field(other, '/serve/concurrency'), '8');
    await other.getByRole('radio', { name: 'Train', exact: true }).check();
    await release();
    await page.bringToFront();
    await page.reload();
    await typed(field(page, '/serve/concurrency'), '9');
    await page.getByRole('radio', { name: 'Batch', exact: true }).check();
    await page.getByText('A newer version is ready').waitFor();
    await page.locator('.update').getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction(() => document.querySelector('[name="description"]')?.content.startsWith('Newer'));
    await page.getByRole('radio', { name: 'Serve', exact: true }).check(); // kept over the reload
    await users(page, 9);
    await other.bringToFront();
    await other.getByText('opened in another tab').waitFor();
    assert.match(await sentence(other), /^Training/);
    await other.locator('.update').getByRole('button', { name: 'Reload' }).click();
    await other.waitForFunction(() => document.querySelector('[name="description"]')?.content.startsWith('Newer'));
    await whole(other);
    assert.match(await sentence(other), /^Training/);
    await other.getByRole('radio', { name: 'Serve', exact: true }).check();
    await users(other, 8);
    assert.deepEqual(thrown, []);
    await stop();
  });

  test('KeptFilesThatVanishAreFetched', async () => {
    const { page, thrown, stop } = await deployed();
    await page.evaluate(async () => { for (const name of await caches.keys()) await caches.delete(name); });
    await page.reload();
    await whole(page);
    assert.deepEqual(thrown, []);
    await stop();
  });
});

describe('BackAndForward', () => {
  test('GoBetweenLinksAndPages', async () => {
    const { context, page, thrown } = await blank();
    await page.goto(server.address);
    await whole(page);
    await typed(field(page, '/serve/concurrency'), '8');
    await page.waitForFunction(() => location.hash.includes('concurrency=8'));
    await page.evaluate(() => { location.hash = '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=1'; });
    await page.locator('#headline .sentence', { hasText: /^\s*Llama 3\.1 8B/ }).waitFor();
    await settledHash(page);
    await page.goBack();
    await users(page, 8);
    await settledHash(page);
    await page.goForward();
    await page.locator('#headline .sentence', { hasText: /^\s*Llama 3\.1 8B/ }).waitFor();
    await page.getByRole('link', { name: 'Validation' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await page.locator('#headline .sentence', { hasText: /^\s*Llama 3\.1 8B/ }).waitFor();
    assert.deepEqual(thrown, []);
    await context.close();
  });
});

describe('Names', () => {
  const views = ['Answer', 'Memory', 'Speed', 'Cost', 'Recommend', 'Compare', 'My hardware'];
  const long = 'Wq7'.repeat(167).slice(0, 500); // nowhere to break it
  const own = (name, model) => `#v=1&model=${encodeURIComponent('own-model')}&accelerator=own-card&count=2&concurrency=1&o.accelerators.0.id=own-card&o.accelerators.0.name=${encodeURIComponent(name)}&o.accelerators.0.memory_gb=48&o.accelerators.0.bandwidth_gb_s=960&o.accelerators.0.rates_tflops.bf16=180&o.accelerators.0.rates_tflops.fp16=180`
    + `&o.models.0.id=own-model&o.models.0.name=${encodeURIComponent(model)}&o.models.0.family=llama&o.models.0.params_b=8.03026&o.models.0.layers=32&o.models.0.hidden=4096&o.models.0.intermediate=14336&o.models.0.heads=32&o.models.0.kv_heads=8&o.models.0.vocab=128256&o.models.0.max_context=8192`;

  for (const width of [1440, 390]) {
    test(`OfFiveHundredCharactersBreakNoView-${width}`, async () => {
      const { context, page, thrown } = await blank({ width });
      await page.goto(server.address + own(long, long));
      await whole(page);
      await amount(page.locator('.notice'), 0);
      assert.ok((await sentence(page)).includes('Wq7Wq7'));
      await page.getByRole('button', { name: 'Pin to compare' }).click();
      for (const name of views) {
        await view(page, name);
        await page.waitForTimeout(150);
        assert.ok(await fits(page), name);
      }
      assert.deepEqual(thrown, []);
      await context.close();
    });
  }

  test('RightToLeftStayInTheirPlace', async () => {
    const { context, page } = await blank();
    await page.goto(server.address + own('כרטיס 48', '\u202eنموذج'));
    await whole(page);
    await amount(page.locator('.notice'), 0);
    assert.match(await sentence(page), /^نموذج[^\u202e]* 2\s×\sכרטיס 48/); // the mark that would turn the rest is gone
    const turned = await page.evaluate(() => [...document.querySelectorAll('#headline .sentence button, #headline .sentence strong')].map((part) => getComputedStyle(part).unicodeBidi));
    assert.deepEqual([...new Set(turned)], ['isolate']);
    assert.equal(await page.getByRole('combobox', { name: 'Model' }).getAttribute('dir'), 'auto');
    await context.close();
  });

  test('OfAnImportAreNoLongerThanTheirRoom', async () => {
    const { context, page, thrown } = await blank({ width: 390 });
    await page.goto(server.address);
    await whole(page);
    await page.locator('.masthead h1').click(); // a first touch
    await page.getByText('Import', { exact: true }).click();
    const config = { _name_or_path: long, model_type: 'llama', architectures: ['LlamaForCausalLM'], hidden_size: 4096, intermediate_size: 14336, num_hidden_layers: 32, num_attention_heads: 32, num_key_value_heads: 8, vocab_size: 128256, max_position_embeddings: 8192, torch_dtype: 'bfloat16' };
    await page.locator('rp-import textarea').fill(JSON.stringify(config));
    await page.getByRole('button', { name: 'Import the text' }).click();
    await page.locator('rp-import .imported').waitFor();
    assert.ok(await fits(page));
    assert.deepEqual(thrown, []);
    await context.close();
  });
});

describe('Magnified', () => {
  // 1440 x 900 at 200% and 1280 x 1024 at 400%, as WCAG 2.2 asks of 1.4.10.
  for (const [zoom, width, height] of [[2, 720, 450], [4, 320, 256]]) {
    test(`EveryViewReflowsAt${zoom}00Percent`, async () => {
      const { context, page, thrown } = await blank({ width, height, deviceScaleFactor: zoom });
      await page.goto(server.address);
      await whole(page);
      for (const name of ['Answer', 'Memory', 'Speed', 'Cost', 'Recommend', 'Compare', 'My hardware']) {
        await view(page, name);
        await page.waitForTimeout(150);
        assert.ok(await fits(page), name);
      }
      await page.getByRole('button', { name: /All settings/ }).click();
      assert.ok(await fits(page));
      assert.deepEqual(thrown, []);
      await context.close();
    });
  }

  test('WhatFloatsDoesNotCoverWhatIsRead', async () => {
    const { context, page } = await blank({ width: 320, height: 256 });
    await instead(context, 'main.js', abort);
    await page.goto(server.address);
    await page.getByText('The calculator has not started yet').waitFor({ state: 'visible' });
    assert.equal(await page.locator('.stalled').evaluate((bar) => getComputedStyle(bar).position), 'static');
    await context.close();
  });
});
