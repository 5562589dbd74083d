// Answers that take long: the page gives what little effort finds, and what a worker finds with all of it once it is there.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { ALL, LITTLE } from '../../web/src/effort.js';
import { ANY } from '../../web/src/found.js';
import { set } from '../../web/src/pointer.js';
import { keepFound, searchOnce } from '../../web/src/search_once.js';
import { root } from './browser.mjs';
import { field, startSite } from './site.mjs';

// Each of the loads that are tried for the largest one within the target is a long simulation.
const link = '#v=1&model=llama-3.1-8b&count=64&concurrency=4096&output_tokens=2000&tpot_p95_ms=20';

let site, engine;
before(async () => {
  site = await startSite();
  engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8') });
});
after(() => site.stop());

const ended = (scenario, effort) => engine.estimate(scenario, { with: ['limits'], effort }).warnings.filter(({ code }) => code.endsWith('_ended'));
const largest = (scenario) => `All targets are met up to ${engine.estimate(scenario).speed.slo.max_concurrency.toLocaleString('en')} users at once.`;

/** Keeps what is seen after each drawing, where it is other than before. */
const watch = (page) => page.evaluate(() => {
  globalThis.seen = [];
  new MutationObserver(() => {
    const now = { busy: /trying more/.test(document.querySelector('.status-line').innerText), whole: /up to/.test(document.querySelector('#details .slo')?.innerText), tall: document.querySelector('.status-line').offsetHeight };
    const last = globalThis.seen.at(-1);
    if (now.busy !== last?.busy || now.whole !== last?.whole) globalThis.seen.push(now);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
});

const whole = (page, said) => page.locator('#details .slo', { hasText: said }).waitFor();

test('LittleEffortIsEnoughForUsualQuestions', async () => {
  const folder = `${root}tests/golden/scenarios/`;
  for (const name of await readdir(folder)) assert.deepEqual(ended(JSON.parse(await readFile(folder + name, 'utf8')), LITTLE), [], name);
  for (const { id, scenario } of engine.catalog('presets')) assert.deepEqual(ended(engine.decodeUrl(`#v=1&${scenario}`).scenario, LITTLE), [], id);
  const { scenario } = engine.decodeUrl(link);
  assert.deepEqual([ended(scenario, LITTLE).map(({ code }) => code), ended(scenario, ALL)], [['targets_ended'], []]);
});

test('WhatWasFoundOnceIsAnsweredAlikeWithoutASearch', () => {
  const once = searchOnce((scenario, options) => engine.estimate(scenario, options));
  let found = 0;
  for (const { id, scenario: fragment } of [...engine.catalog('presets'), { id: 'users are left open', scenario: 'model=llama-3.1-8b&purpose=auto' }]) {
    const scenario = { ...engine.decodeUrl(`#v=1&${fragment}`).scenario, hardware: { accelerator: ANY }, parallel: undefined };
    if (scenario.overrides || scenario.cost?.server_usd) continue; // a price given for one device is not that of what is found
    const searched = engine.estimate(scenario);
    if (!searched.ok || searched.answer.figures.length === 0) continue;
    keepFound(scenario, searched);
    const { answer, scenario: filled, defaulted } = once(scenario);
    assert.deepEqual([answer, filled, [...defaulted].sort()], [searched.answer, searched.scenario, [...searched.defaulted].sort()], id);
    found += 1;
  }
  assert.ok(found > 20, `${found} found`);
});

test('WhatIsThereIsShownAndTheRestReplacesIt', async () => {
  const { page, seen } = await site.open();
  await watch(page);
  await page.evaluate((hash) => { location.hash = hash; }, link);
  await whole(page, largest(engine.decodeUrl(link).scenario));
  const [part, all, ...more] = await page.evaluate(() => globalThis.seen.filter(({ busy, whole: there }) => busy || there));
  assert.deepEqual([part.busy, part.whole, all.busy, all.whole, more], [true, false, false, true, []]);
  assert.equal(part.tall, all.tall);
  assert.deepEqual(await page.locator('.warnings').allInnerTexts().then((all) => all.filter((text) => /take too long/.test(text))), []);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('AFirstLinkIsFinishedToo', async () => {
  const { page } = await site.open({ hash: link });
  await whole(page, largest(engine.decodeUrl(link).scenario));
  await page.context().close();
});

test('WhatIsTypedMeanwhileStays', async () => {
  const { page, seen } = await site.open({ hash: link });
  const box = field(page, '/serve/input_tokens');
  await box.focus();
  await box.press('Control+a');
  await box.pressSequentially('3000', { delay: 40 });
  assert.match(await page.locator('.status-line').innerText(), /trying more/);
  await whole(page, largest(set(engine.decodeUrl(link).scenario, '/serve/input_tokens', 3000)));
  assert.deepEqual(await box.evaluate((one) => [one === document.activeElement, one.value]), [true, '3000']);
  assert.doesNotMatch(await page.locator('.status-line').innerText(), /trying more/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});
