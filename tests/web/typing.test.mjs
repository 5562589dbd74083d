// Every number of every workload as a person gives it: key by key, emptied again, with the arrows and with the slider.
// What has the focus, the text of the field, the address and the answer agree after each of them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { expertSections } from '../../web/src/expert_fields.js';
import { sections } from '../../web/src/fields.js';
import { fieldText, readNumber } from '../../web/src/format.js';
import { get, same, set } from '../../web/src/pointer.js';
import { nearest } from '../../web/src/stops.js';
import { casesOf, root } from './browser.mjs';
import { amount, control, EXAMPLE, field, loadBy, sentence, settledHash, startSite, view } from './site.mjs';

let site, engine;
before(async () => {
  site = await startSite();
  engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8') });
});
after(() => site.stop());

const fields = new Map([...sections, ...expertSections].flatMap((section) => section.fields).filter(({ kind }) => kind === 'number' || kind === 'count').map((one) => [one.at, one]));
const plain = (text) => text.replace(/\s+/g, ' ').trim();

/** Opens a link with the expert settings; what waits for a pause is done almost at once. */
async function opened(hash = EXAMPLE, hasty = true) {
  const { page, seen } = await site.open({ hash, hasty, height: 600 });
  await page.evaluate(() => {
    globalThis.keys = [];
    addEventListener('keyup', () => globalThis.keys.push([document.activeElement.closest('.control')?.dataset.at, document.activeElement.value]));
  });
  await page.getByRole('button', { name: /All settings/ }).click();
  await page.locator('.drawer .group').first().waitFor();
  return { page, seen };
}

/** What a person sees, and the address. */
async function look(page) {
  const now = await page.evaluate(() => new Promise((done) => {
    setTimeout(() => {
      const active = document.activeElement;
      done({ at: active.closest('.control')?.dataset.at, type: active.type, text: active.value, hash: location.hash, sentence: document.getElementById('answer').innerText,
        errors: [...document.querySelectorAll('#controls .error')].map((error) => error.innerText) });
    }, 40);
  }));
  return { ...now, scenario: asked(now.hash), sentence: plain(now.sentence) };
}

/** What a link asks. */
const asked = (hash) => engine.decodeUrl(hash).scenario;

/** The scenario with a field set and those that give way to it, or go with it, taken away. */
const changed = (scenario, { at, instead = [], leads = [] }, value) =>
  [[at, value], ...(value === undefined ? leads : instead).map((other) => [other, undefined])].reduce((s, [pointer, v]) => set(s, pointer, v), scenario);

/** What is seen is the answer to a scenario, which the address says and no more. */
function assertAnswers(now, expected, what) {
  assert.equal(now.hash.replace(/&view=.*/, ''), engine.encodeUrl(expected).url, what);
  const answered = engine.estimate(expected);
  assert.ok(answered.ok, `${what}: ${JSON.stringify(answered.errors)}`);
  assert.equal(now.sentence, plain(answered.answer.text.replaceAll(' × ', '\u00a0×\u00a0')), what);
  assert.deepEqual(now.errors, [], what);
}

/** A value near the present one that the engine takes, as it is typed. It is neither the present one nor the default, which links leave out. */
function another(scenario, one) {
  const { at, stops = [2, 4, 8, 25000], unit } = one;
  const left = engine.estimate(changed(scenario, one, undefined));
  const from = stops.indexOf(stops[nearest(stops, taken(engine.estimate(scenario), one) ?? stops[0])]);
  const near = [...stops].sort((a, b) => Math.abs(stops.indexOf(a) - from) - Math.abs(stops.indexOf(b) - from)).slice(1, 12);
  const value = near.find((stop) => stop !== get(left.scenario, at) && engine.estimate(changed(scenario, one, stop)).ok);
  return value === undefined ? undefined : { value, text: fieldText(value, unit === '%').replaceAll(',', '') };
}

/** The number that the engine takes for a field, where it says so. */
const taken = (answer, { at, chosen }) => [chosen && get(answer, chosen), get(answer.scenario, at)].find((value) => typeof value === 'number');

/** Types key by key; after each the same field has the focus and holds what was typed. */
async function type(page, at, text, delay = 0) {
  await page.keyboard.type(text, { delay });
  const after = await page.evaluate(() => globalThis.keys.splice(0));
  assert.deepEqual(after, [...text].map((_, i) => [at, text.slice(0, i + 1)]), `“${text}” is typed into ${at}`);
}

/** Empties the field in which the cursor is. */
async function empty(page, byKeys) {
  const { length } = byKeys ? await page.evaluate(() => document.activeElement.value) : {};
  if (byKeys) for (let i = 0; i < length; i++) await page.keyboard.press('Backspace');
  else {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  }
  await page.evaluate(() => globalThis.keys.splice(0));
}

/** Drags a slider by the mouse; gives whether there is one. */
async function drag(page, at) {
  const slider = control(page, at).locator('input[type="range"]');
  if (await slider.count() === 0) return false;
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const part = await slider.evaluate((s) => Number(s.value) / Number(s.max));
  const [from, to] = [x + 8 + (width - 16) * part, x + 8 + (width - 16) * (part < 0.5 ? part + 0.2 : part - 0.2)];
  await page.mouse.move(from, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(to, y + height / 2, { steps: 3 });
  await page.mouse.up();
  return true;
}

const tried = new Set();

/** The number fields that are on the page. */
const shownIn = (page) => page.locator('#controls .control:has(rp-number)').evaluateAll((controls) => controls.map(({ dataset }) => dataset.at));

/** Uses a field in every way; one that was tried before is typed and emptied only. @param {object} scenario what the page asks */
async function use(page, at, scenario, byKeys) {
  const one = fields.get(at);
  const wanted = another(scenario, one);
  if (!wanted) return scenario; // it counts only beside others

  if (!tried.has(at) && await drag(page, at)) {
    const now = await look(page);
    assert.deepEqual([now.at, now.type], [at, 'range']);
    const value = one.stops[now.text];
    assert.equal(await field(page, at).inputValue(), fieldText(value, one.unit === '%'));
    const expected = changed(scenario, one, value);
    if (engine.estimate(expected).ok) assertAnswers(now, expected, `${at}, dragged to ${value}`);
    else assert.ok(now.errors.length > 0, `${at}, dragged to ${value}`);
  }

  await field(page, at).click();
  await type(page, at, wanted.text);
  let now = await look(page);
  assert.deepEqual([now.at, now.text], [at, wanted.text]);
  assertAnswers(now, changed(scenario, one, wanted.value), `${at}, typed ${wanted.text}`);
  assert.equal(get(engine.estimate(now.scenario).scenario, at), wanted.value);

  await empty(page, byKeys);
  now = await look(page);
  const left = changed(scenario, one, undefined);
  assert.deepEqual([now.at, now.text], [at, '']);
  assertAnswers(now, left, `${at}, emptied`);
  const number = taken(engine.estimate(left), one);
  if (number !== undefined) assert.match(await field(page, at).getAttribute('placeholder'), /^[-\d]/, at);

  if (!tried.has(at)) {
    let shown = '';
    for (const key of one.stops ? ['ArrowUp', 'ArrowDown'] : []) {
      const from = readNumber(shown, one.unit === '%') ?? number ?? one.stops[0];
      await page.keyboard.press(key);
      const { text, at: where } = await look(page);
      shown = text;
      const stop = key === 'ArrowUp' ? one.stops.find((s) => s > from) : one.stops.findLast((s) => s < from);
      assert.equal(where, at);
      if (stop !== undefined) assert.equal(text, fieldText(stop, one.unit === '%'), `${at}, ${key} from ${from}`);
    }
    await empty(page, byKeys);
    await type(page, at, '-99');
    const label = await control(page, at).locator('.label label').innerText();
    const { errors } = await look(page);
    assert.ok(errors.some((error) => error.startsWith(`${label}: `)), `${label}: ${errors}`);
    await empty(page, byKeys);
  }
  tried.add(at);
  const beside = await shownIn(page);
  await page.evaluate(() => document.activeElement.blur());
  await look(page);
  if (get(scenario, at) === undefined && same(beside, await shownIn(page))) return left; // nothing is gone that others count beside
  const { url } = engine.encodeUrl(scenario);
  // By way of another link: one that names what the page had left open is its address already.
  await page.evaluate(() => { location.hash = '#v=1'; });
  await look(page);
  await page.evaluate((hash) => { location.hash = hash; }, url);
  assertAnswers(await look(page), asked(url), `${at}, as before`);
  return asked(url);
}

/** Links that together show every number field. */
const pages = {
  Serve: EXAMPLE,
  ServeForPeople: '#v=1&input_tokens=1024&daily_users=5000&api_input_usd_m=1&api_output_usd_m=2',
  ServeApart: '#v=1&model=qwen3-30b-a3b&accelerator=h100-sxm5-80gb&count=8&disaggregated=true&draft=ngram&requests_per_minute=30',
  ServeWithAHost: '#v=1&model=qwen3-30b-a3b&accelerator=rtx-4090&count=1&concurrency=1&host=cpu-ryzen-9-7950x',
  Batch: '#v=1&workload=batch&input_tokens=1024',
  Train: '#v=1&workload=train&count=512&schedule=interleaved&dataset_tokens=1000000000000',
  FineTune: '#v=1&workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1&packed=false&train.objective=grpo',
  FineTuneLayers: '#v=1&workload=finetune&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=2&method=freeze',
  Pictures: '#v=1&model=sd-1.5&accelerator=rtx-4090&count=1',
  Speech: '#v=1&model=whisper-large-v3&accelerator=tpu-v5e&count=1',
  TrainOnPictures: '#v=1&workload=train&model=vit-l16&accelerator=h100-sxm5-80gb&count=8',
};

/** Those of which all fields in sight are tried again. */
const every = ['Serve', 'Batch', 'Train', 'FineTune', 'Pictures'];

/** Without --proof, those of which the fields in sight first stand for all. */
const stands = ['Serve', 'FineTune', 'Pictures'];

describe('EveryNumberIsTypedKeyByKey', () => {
  const inSight = sections.flatMap((section) => section.fields.map((one) => one.at));
  for (const [name, hash] of casesOf(Object.entries(pages), ([name]) => stands.includes(name))) {
    test(name, async () => {
      const { page, seen } = await opened(hash);
      const shown = await shownIn(page);
      assert.ok(shown.length > 10, `${shown.length} fields`);
      // What stands in sight first is tried in every workload, everything else once.
      const now = casesOf(shown.filter((at) => !tried.has(at) || (every.includes(name) && inSight.includes(at))), (at) => inSight.includes(at));
      let scenario = asked(hash);
      for (const [i, at] of now.entries()) scenario = await use(page, at, scenario, i % 2 === 0);
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('NoneIsLeftOut', () => assert.deepEqual(casesOf([...fields.keys()], (at) => at.startsWith('/hardware/count')).filter((at) => !tried.has(at)), []));
});

/** Every figure of an answer, by its place. */
const figuresOf = (tree, at = '') => (typeof tree === 'number' ? [[at, tree]] : Object.entries(typeof tree === 'object' ? tree : {}).flatMap(([key, value]) => figuresOf(value, `${at}/${key}`)));
const figures = ({ memory, speed, cost }) => figuresOf({ memory, speed, cost });

/** What means something only together. */
const together = [['/cost/api_input_usd_m', '/cost/api_output_usd_m'], ['/hardware/host_layers', '/hardware/host_expert_layers']];

describe('AnOpenNumberSaysWhatIsTaken', () => {
  for (const [name, hash] of Object.entries(pages)) {
    test(name, async () => {
      const { page } = await opened(hash);
      const scenario = asked(hash);
      const answer = engine.estimate(scenario);
      const open = await page.locator('#controls .control:has(rp-number)').evaluateAll((all) => all.map((one) => [one.dataset.at, one.querySelector('.exact input')]).filter(([, box]) => box.value === '').map(([at, box]) => [at, box.placeholder]));
      assert.ok(open.length > 5, `${open.length} fields`);
      for (const [at, said] of open) {
        const one = fields.get(at);
        const [number] = /^[-\d].*$/.exec(said) ?? [];
        if (number === undefined) {
          assert.match(said, /^(none known|not known|no target|as .+|by its term|in the space|the best split)$/, at);
          continue;
        }
        const value = taken(answer, one);
        assert.ok(Math.abs(readNumber(number, one.unit === '%') - value) <= 0.005 * Math.abs(value) + 0.0005, `${at}: ${said} of ${value}`);
        if (one.word === 'max') continue; // as many as come and go with the room there is; a number keeps room for that many
        const pair = together.find((ats) => ats.includes(at)) ?? [at];
        const given = engine.estimate(pair.reduce((s, other) => set(s, other, other === at ? value : get(answer.scenario, other)), changed(scenario, one, value)));
        assert.ok(given.ok, `${at}: ${JSON.stringify(given.errors)}`);
        const after = new Map(figures(given));
        for (const [where, before] of figures(answer)) assert.ok(Math.abs(after.get(where) - before) <= 1e-9 * Math.abs(before), `${at}, given ${value}: ${where} is ${after.get(where)}, was ${before}`);
      }
      await page.context().close();
    });
  }
});

describe('AtAPersonsPace', () => {
  const pace = 60; // ms between keys
  /** @type {[string, string, string, string, RegExp][]} way to say the load, field, keys, what the address says, what the answer says */
  const cases = [
    ['Users at once', '/serve/concurrency', '128', 'concurrency=128', /for 128 users/],
    ['Requests a minute', '/serve/requests_per_minute', '1000', 'requests_per_minute=1000', /for 1,000 requests a minute/],
    ['People a day', '/serve/daily_users', '5000', 'daily_users=5000', /for 39 requests a minute/],
  ];
  test('TheLoadIsSaidInOneOfThreeWays', async () => {
    const { page, seen } = await opened('', false);
    for (const [way, at, text, link, said] of cases) {
      await loadBy(page, way);
      assert.deepEqual(await page.locator('.slots:has(.label select) .control:has(rp-number)').evaluateAll((all) => all.map(({ dataset }) => dataset.at)), [at, '/serve/input_tokens', '/serve/output_tokens', '/serve/slo/e2e_p95_s']);
      await field(page, at).focus(); // as it has by then, where the way was chosen by pointer
      await type(page, at, text, pace);
      assert.match(await sentence(page), said);
      const hash = await settledHash(page);
      assert.ok(hash.includes(link), hash);
      assert.deepEqual(cases.filter((other) => hash.includes(`${other[3].split('=')[0]}=`)).map((other) => other[1]), [at]);
    }
    // Emptied it stays while the cursor is in it, and what means nothing without it has gone with it.
    await field(page, '/serve/requests_per_user_day').click();
    await type(page, '/serve/requests_per_user_day', '2', pace);
    await field(page, '/serve/daily_users').click();
    await empty(page, true);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'field-serve-daily_users');
    await amount(page.locator('#controls .error'), 0);
    assert.match(await sentence(page), /for 32 users/);
    await type(page, '/serve/daily_users', '70', pace);
    await empty(page, false);
    await page.keyboard.press('Tab');
    await control(page, '/serve/daily_users').waitFor({ state: 'detached' }); // the page is drawn anew once the cursor has left
    await control(page, '/serve/concurrency').waitFor();
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('TokensADayTakeThePlaceOfThemAndGiveWay', async () => {
    const { page, seen } = await opened('', false);
    const loads = () => page.locator('.slots:has(.label select) .control:has(rp-number)').evaluateAll((all) => all.map(({ dataset }) => dataset.at));
    await loadBy(page, 'People a day');
    await loadBy(page, 'Tokens a day');
    await field(page, '/serve/tokens_per_day').click();
    await type(page, '/serve/tokens_per_day', '200000000', pace);
    // 200 million of 500 + 200 tokens a request are 285,714 a day, 198 a minute; at the busiest time three times that.
    assert.match(await sentence(page), /for 595 requests a minute/);
    let hash = await settledHash(page);
    assert.match(hash, /tokens_per_day=200000000/);
    assert.doesNotMatch(hash, /daily_users|concurrency|requests_per_minute/);
    assert.deepEqual(await loads(), ['/serve/tokens_per_day', '/serve/input_tokens', '/serve/output_tokens', '/serve/slo/e2e_p95_s']);
    // In 12 of 24 hours it is twice the mean.
    await field(page, '/serve/hours_per_day').click();
    await type(page, '/serve/hours_per_day', '12', pace);
    assert.match(await sentence(page), /for 397 requests a minute/);
    // What means nothing without it goes with it.
    await field(page, '/serve/peak_factor').click();
    await type(page, '/serve/peak_factor', '2.5', pace);
    assert.match(await sentence(page), /for 496 requests a minute/);
    await field(page, '/serve/tokens_per_day').click();
    await empty(page, true);
    assert.match(await sentence(page), /for 32 users/);
    await amount(page.locator('#controls .error'), 0);
    await type(page, '/serve/tokens_per_day', '5m', pace);
    await loadBy(page, 'Users at once');
    hash = await settledHash(page);
    assert.doesNotMatch(hash, /tokens_per_day|peak_factor/);
    assert.deepEqual(await loads(), ['/serve/concurrency', '/serve/input_tokens', '/serve/output_tokens', '/serve/slo/e2e_p95_s']);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('ModelsAndDevicesAreFoundByTyping', async () => {
    const { page, seen } = await opened('', false);
    for (const [at, text, said] of [['/model', 'qwen3 32b', /^Qwen3 32B /], ['/hardware/accelerator', 'rtx 4090', /GeForce RTX 4090/], ['/hardware/host', '7950x', /GeForce RTX 4090/], ['/model', 'whisper large', /^Whisper large/i], ['/hardware/instance', 'p5.48xlarge', /p5\.48xlarge/]]) {
      const box = control(page, at).getByRole('combobox');
      await box.click();
      await type(page, at, text, pace);
      await page.keyboard.press('Enter');
      assert.equal(await box.evaluate((one) => one === document.activeElement), true, at);
      assert.match(await sentence(page), said);
      await page.evaluate(() => globalThis.keys.splice(0));
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('NumbersOfOtherKinds', async () => {
    const { page, seen } = await opened('#v=1&daily_users=5000', false);
    for (const [at, text, key, value] of [['/cost/electricity_usd_kwh', '0.155', 'electricity_usd_kwh', '0.155'], ['/cost/rent_drift', '-7.5', 'rent_drift', '-0.075'], ['/serve/peak_factor', '2.5', 'peak_factor', '2.5'], ['/constraints/headroom', '7.5', 'headroom', '0.075'], ['/cost/host_usd', '1200', 'host_usd', '1200'], ['/cost/install_fraction', '3', 'install_fraction', '0.03'], ['/serve/input_tokens', '12,000', 'input_tokens', '12000']]) {
      await field(page, at).click();
      await type(page, at, text, pace);
      assert.ok((await settledHash(page)).includes(`${key}=${value}`), `${at}: ${page.url()}`);
      await amount(page.locator('#controls .error'), 0);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});

describe('OtherNumbers', () => {
  test('LimitsOfRecommend', async () => {
    const { page, seen } = await opened('', true);
    await view(page, 'Recommend');
    const limits = page.locator('#details .limits');
    await page.locator('.more-limits summary').click();
    for (const at of await limits.locator('.control:has(rp-number)').evaluateAll((all) => all.map(({ dataset }) => dataset.at))) {
      const box = limits.locator(`[data-at="${at}"] input[type="text"]`);
      assert.match(await box.getAttribute('placeholder'), /^(no (target|deadline|limit)|(auto: )?[\d,.]+( or more)?)$/, at); // the second: what the search took
      await box.click();
      await type(page, at, '120');
      assert.equal(get((await look(page)).scenario, at), 120);
      await empty(page, false);
      const now = await look(page);
      assert.deepEqual([now.at, now.text, get(now.scenario, at)], [at, '', undefined]);
      await type(page, at, '-1');
      const label = await limits.locator(`[data-at="${at}"] label`).innerText();
      assert.ok((await limits.locator('.error').innerText()).trim().startsWith(`${label}: `));
      await empty(page, true);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('CardsThatOneHas', async () => {
    const { page, seen } = await opened('', true);
    await view(page, 'My hardware');
    for (const name of ['rtx 3090', 'rtx 4090']) {
      const adder = page.getByRole('combobox', { name: 'Add a GPU or computer' });
      await adder.click();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    }
    const many = page.getByRole('textbox', { name: 'How many GeForce RTX 4090' });
    await many.click();
    await page.keyboard.type('12');
    assert.equal(await many.inputValue(), '12');
    // The first of them goes; the other keeps its number and what is typed there.
    await page.getByRole('button', { name: /^Remove GeForce RTX 3090/ }).click();
    assert.equal(await many.inputValue(), '12');
    await many.click();
    await empty(page, true);
    assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.value]), ['own-rtx-4090', '']);
    await page.keyboard.type('3');
    assert.deepEqual(get((await look(page)).scenario, '/constraints/owned'), [{ accelerator: 'rtx-4090', count: 3 }]);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('OnesOwnDeviceIsRefusedByTheLabelsOfItsForm', async () => {
    const { page } = await opened('', true);
    await view(page, 'My hardware');
    await page.getByText('Add a device', { exact: true }).click();
    for (const [label, text] of [['Name', 'Mine'], ['Memory', '-48'], ['16-bit', 'many'], ['Price', '-1'], ['Rent', '-1']]) {
      await page.locator('.own-form label', { hasText: label }).first().locator('input').click();
      await page.keyboard.type(text);
    }
    await page.getByRole('button', { name: 'Add and use it' }).click();
    const said = (await page.locator('.own .error li').allInnerTexts()).map(plain);
    assert.deepEqual(said.sort(), ['16-bit arithmetic, dense: “many” is not a number. The unit is TFLOP/s.', 'Bandwidth: is needed.', 'Memory: at least 0.5 GB.', 'Price: at least $0.001.', 'Rent: at least 0.001 $/h.']);
    await page.context().close();
  });
});

describe('WhatTheEngineTakes', () => {
  test('TheOpeningIsGivenAndOnlyWhatDiffersCanBeReset', async () => {
    const { page } = await opened();
    assert.doesNotMatch(await page.locator('#controls').innerText(), /\bdefault\b/);
    const moved = async () => page.locator('.control[data-moved="true"]').evaluateAll((all) => all.map(({ dataset }) => dataset.at));
    assert.ok(!(await moved()).includes('/serve/input_tokens'));
    assert.equal(await field(page, '/serve/input_tokens').getAttribute('placeholder'), '500');
    await field(page, '/serve/input_tokens').click();
    await type(page, '/serve/input_tokens', '7680', 20);
    assert.ok((await moved()).includes('/serve/input_tokens'));
    assert.ok(!(await moved()).includes('/serve/output_tokens'));
    await control(page, '/serve/input_tokens').getByRole('button', { name: 'Reset Prompt' }).click();
    assert.equal(await field(page, '/serve/input_tokens').evaluate((one) => one === document.activeElement), true);
    assert.equal(await field(page, '/serve/input_tokens').inputValue(), '');
    assert.match(await settledHash(page), /input_tokens=500/);
    await field(page, '/serve/input_tokens').click();
    await type(page, '/serve/input_tokens', '7680', 20);
    await page.getByRole('button', { name: 'Reset all' }).click();
    assert.match(await settledHash(page), /accelerator=any&count=auto&purpose=auto$/);
    await page.context().close();
  });

  test('HowManyCanBeLeftToTheEngine', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=3' });
    await field(page, '/hardware/count').click();
    await page.keyboard.press('Delete');
    const count = engine.estimate({ model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090' }, serve: { purpose: 'general', concurrency: 32 } }).scenario.hardware.count;
    assert.equal(await field(page, '/hardware/count').getAttribute('placeholder'), String(count));
    assert.doesNotMatch(await settledHash(page), /count=3/);
    await control(page, '/hardware/count').getByRole('button', { name: 'How many: more' }).click();
    const next = fields.get('/hardware/count').stops.find((stop) => stop > count);
    assert.equal(await field(page, '/hardware/count').inputValue(), String(next));
    assert.match(await sentence(page), new RegExp(`on ${next}\\s×\\s`));
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AMessageNamesWhatThePageNames', async () => {
    const { page } = await site.open({ hash: '#v=1&model=lama-3.1-70b&accelerator=h100-sxm5-80gb&count=4&weights=many', chart: '.control .error' });
    for (const [at, label] of [['/model', 'Model'], ['/precision/weights', 'Weights']]) {
      assert.match((await control(page, at).locator('.error').innerText()).trim(), new RegExp(`^${label}: `));
    }
    await page.context().close();
  });
});
