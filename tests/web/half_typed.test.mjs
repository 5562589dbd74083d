// A field whose text is half typed or wrong counts with what it was before the edit; everything else goes on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readAmount } from '../../web/src/format.js';
import { amount, control, field, sentence, settledHash, startSite, typed, withClipboard } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const statusLine = (page) => page.locator('.status-line').innerText();

/** Opens the page with the expert settings. @param {string} [hash] */
async function opened(hash = '') {
  const { page, seen } = await site.open({ hash });
  await withClipboard(page);
  await page.getByRole('button', { name: /All settings/ }).click();
  await page.locator('.drawer .group').first().waitFor();
  return { page, seen };
}

describe('TheValueBeforeTheEditStays', () => {
  const start = '#v=1&model=llama-3.1-8b&accelerator=rtx-4090&count=2&concurrency=24&utilization=0.5&ttft_p95_ms=800';
  /** Field, what is typed, what the link says then, what the field says. */
  const cases = [
    ['/serve/concurrency', '1e9', /concurrency=24&/, /Users at once: at most/],
    ['/serve/concurrency', '12x', /concurrency=24&/, /Users at once: “12x” is not a number/],
    ['/cost/utilization', '101', /utilization=0\.5(&|$)/, /Utilization: at most 100%/],
    ['/hardware/count', '2.5', /count=2&/, /How many: a whole number/],
    ['/hardware/count', '1x', /count=2&/, /How many: “1x” is not a number/],
    ['/serve/slo/ttft_p95_ms', '5 q', /ttft_p95_ms=800/, /p95 time to first token: “5 q” is not a number/],
  ];
  for (const [at, text, link, said] of cases) {
    test(`${at} ${text}`, async () => {
      const { page, seen } = await opened(start);
      const answer = await sentence(page);
      await typed(field(page, at), text);
      assert.match(await settledHash(page), link);
      assert.equal(await sentence(page), answer);
      assert.match(await control(page, at).locator('.error').innerText(), said);
      assert.match(await statusLine(page), said);
      assert.match(await statusLine(page), /goes by what stood there before/);
      await page.keyboard.press('Tab');
      assert.match(await settledHash(page), link);
      assert.deepEqual(seen.troubles, []);
      await page.context().close();
    });
  }

  test('WhatGaveWayToItStaysToo', async () => {
    const { page } = await opened('#v=1&workload=train&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=8&budget_gpu_h=1000');
    await typed(field(page, '/train/budget_usd'), '5 q'); // dollars are said in place of hours
    assert.match(await settledHash(page), /budget_gpu_h=1000/);
    await typed(field(page, '/train/sequence'), '4096');
    assert.match(await settledHash(page), /sequence=4096.*budget_gpu_h=1000|budget_gpu_h=1000.*sequence=4096/);
    await page.context().close();
  });

  test('AnEditThatWasEndedIsTheOneBefore', async () => {
    const { page } = await opened(start);
    await typed(field(page, '/serve/concurrency'), '48');
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    assert.match(await settledHash(page), /concurrency=48&/);
    await page.context().close();
  });
});

test('AmountsInAnotherUnitOfTheKindAreUnderstood', async () => {
  // 5 s are 5000 ms, 5 a second 5 × 60 = 300 a minute, $48 a day 48 / 24 = $2 an hour; 18 months 1.5 years.
  const cases = [['5 s', 'ms', 5000], ['5s', 'ms', 5000], ['0.5 min', 'ms', 30000], ['5ms', 'ms', 5], ['1.5k', 'ms', 1500], ['1,000 ms', 'ms', 1000], ['5/s', 'a minute', 300], ['1000/min', 'a minute', 1000],
    ['1.5 TB', 'GB', 1500], ['80G', 'GB', 80], ['3.35 TB/s', 'GB/s', 3350], ['$48/day', '$/h', 2], ['$2/h', '$/h', 2], ['500 W', 'kW', 0.5], ['2 days', 'h', 48], ['18 months', 'years', 1.5], ['90 s', 'min', 1.5],
    ['8k tokens', 'tokens', 8000], ['5m', 'tokens', 5e6], ['60 %', '%', 0.6],
    ['5 s', 'a minute', '5 s'], ['5/s', 'ms', '5/s'], ['3 TB', 'GB/s', '3 TB'], ['5 GB', 'ms', '5 GB'], ['12x', 'users', '12x']];
  assert.deepEqual(cases.map(([text, unit]) => [text, unit, readAmount(text, unit)]), cases);

  const { page, seen } = await opened();
  await typed(field(page, '/serve/slo/ttft_p95_ms'), '5 s');
  assert.match(await settledHash(page), /ttft_p95_ms=5000(&|$)/);
  await page.keyboard.press('Tab');
  assert.equal(await field(page, '/serve/slo/ttft_p95_ms').inputValue(), '5,000');
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

describe('WhileAFieldIsWrong', () => {
  test('OtherEditsAreAnsweredAndCopied', async () => {
    const { page, seen } = await opened();
    await typed(field(page, '/serve/concurrency'), '12x');
    await typed(field(page, '/serve/input_tokens'), '3000');
    const hash = await settledHash(page);
    assert.match(hash, /input_tokens=3000/);
    assert.doesNotMatch(hash, /concurrency=12(&|$)/);
    assert.match(await sentence(page), /for 32 users/); // what the engine takes by itself
    assert.match(await statusLine(page), /Users at once: “12x” is not a number/);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied without what is wrong').waitFor();
    const copied = await page.evaluate(() => globalThis.copied);
    assert.match(copied, /input_tokens=3000/);
    assert.doesNotMatch(copied, /concurrency=12(&|$)/);
    // Two at once are both named; mended, all is as usual.
    await typed(field(page, '/serve/output_tokens'), 'many');
    for (const label of ['Users at once: ', 'Answer: ']) assert.ok((await statusLine(page)).includes(label), label);
    await typed(field(page, '/serve/concurrency'), '12');
    await typed(field(page, '/serve/output_tokens'), '300');
    assert.match(await settledHash(page), /input_tokens=3000&output_tokens=300&concurrency=12(&|$)/);
    assert.doesNotMatch(await statusLine(page), /:/);
    await page.getByRole('button', { name: /Copy link|Copied/ }).click();
    await page.getByText('Link copied').waitFor();
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('OnlyWhatCountsIsPinned', async () => {
    const { page } = await opened();
    await typed(field(page, '/serve/concurrency'), '12x');
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await page.locator('table.compare').first().waitFor();
    await page.context().close();
  });
});

describe('ALinkThatCannotBeAnswered', () => {
  test('HasNoAnswerOfAnotherScenario', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=nope-9b&accelerator=nope-4090&count=1&concurrency=2', chart: '.status-line' });
    await page.locator('[data-at="/model"] .error').waitFor();
    const said = await statusLine(page);
    assert.match(said, /^\s*No answer/);
    for (const name of ['nope-9b', 'nope-4090']) assert.ok(said.includes(`“${name}”`) || said.includes(`"${name}"`), said);
    assert.doesNotMatch(await page.locator('main').innerText(), /Fits|tokens\/s/);
    await amount(page.locator('#details > *, #short > *'), 0);
    const combobox = (at) => control(page, at).getByRole('combobox').inputValue();
    assert.deepEqual([await combobox('/model'), await combobox('/hardware/accelerator'), await field(page, '/hardware/count').inputValue(), await field(page, '/serve/concurrency').inputValue()], ['nope-9b', 'nope-4090', '1', '2']);
    assert.match(await settledHash(page), /model=nope-9b&accelerator=nope-4090&count=1&concurrency=2/);
    for (const [at, text] of [['/model', 'llama 3.1 8b'], ['/hardware/accelerator', 'rtx 4090']]) {
      await control(page, at).getByRole('combobox').click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    assert.match(await sentence(page), /^Llama 3\.1 8B for 2 users/);
    await page.locator('.chart-memory svg').first().waitFor();
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('NeitherHasOneThatComesLater', async () => {
    const { page } = await site.open();
    await page.evaluate(() => { location.hash = '#v=1&model=nope-9b&count=1'; });
    await page.getByText('No answer').waitFor();
    await amount(page.locator('#details > *'), 0);
    await page.goBack();
    await page.locator('.chart-memory svg').first().waitFor();
    assert.match(await sentence(page), /^Llama 3\.1 70B/);
    await page.context().close();
  });

  // As of someone who opens a link before the page has written the address of what it opens with.
  test('NorStaysWhereNothingIsAsked', async () => {
    const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=l4&count=1' });
    await settledHash(page);
    await page.evaluate(() => { history.pushState(null, '', location.pathname); });
    await page.evaluate(() => { location.hash = '#v=1&model=nope-9b&count=1'; });
    await page.getByText('No answer').waitFor();
    await page.goBack();
    await page.locator('.chart-memory svg').first().waitFor();
    assert.match(await sentence(page), /^Llama 3\.1 70B for 32 users/);
    assert.match(await settledHash(page), /model=llama-3\.1-70b/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});
