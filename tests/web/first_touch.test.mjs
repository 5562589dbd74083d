// The first thing that a person does, with a finger, which brings the rest of the page: it is done once that is here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { field, sentence, startSite } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const LINK = '#v=1&model=qwen3-32b&accelerator=mi300x-192gb&count=2&weights=fp8&input_tokens=4096&concurrency=16';

/** A page that nobody has touched yet, whose rest takes half a second to come. */
async function untouched(hash = '') {
  const { page, seen } = await site.open({ hash, touch: true, width: 820, height: 1180, untouched: true });
  await page.context().route('**/part-later*', async (route) => {
    await new Promise((next) => { setTimeout(next, 500); });
    await route.continue();
  });
  return { page, seen };
}

const asked = (seen) => seen.requests.filter((url) => url.includes('part-later')).length;

for (const name of ['Export', 'Embed']) {
  test(`Opens${name}`, async () => {
    const { page, seen } = await untouched();
    assert.equal(asked(seen), 0);
    await page.getByRole('button', { name, exact: true }).tap();
    await page.getByRole('dialog').waitFor();
    assert.equal(asked(seen), 1);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
}

test('HandsOnTheLink', async () => {
  const { page } = await untouched(LINK);
  await page.getByRole('button', { name: 'Share' }).tap();
  await page.waitForFunction(() => globalThis.shared);
  assert.match(await page.evaluate(() => globalThis.shared.url), /model=qwen3-32b/);
  await page.context().close();
});

test('OpensAView', async () => {
  const { page, seen } = await untouched();
  await page.getByRole('tab', { name: 'Memory' }).tap();
  await page.locator('#details svg.xy').first().waitFor();
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('Pins', async () => {
  const { page, seen } = await untouched(LINK);
  await page.getByRole('button', { name: 'Pin to compare' }).tap();
  await page.getByRole('tab', { name: 'Compare 1' }).waitFor();
  await page.getByRole('button', { name: 'Open A' }).waitFor();
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('ExplainsAFigure', async () => {
  const { page, seen } = await untouched();
  await page.locator('#details button.figure').first().tap();
  await page.locator('.explain').waitFor();
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('BringsTheChosenModelToAnotherTask', async () => {
  const { page, seen } = await untouched(LINK);
  await page.locator('label', { has: page.locator('input[value="finetune"]') }).tap();
  await page.waitForFunction(() => /fine-tuning of Qwen3 32B/.test(document.querySelector('#headline .sentence').textContent));
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('FindsAModel', async () => {
  const { page, seen } = await untouched();
  await page.getByRole('combobox', { name: 'Model' }).tap();
  await page.keyboard.type('qwen3 32b');
  await page.getByRole('option', { name: /Qwen3 32B/ }).first().tap();
  assert.match(await sentence(page), /^Qwen3 32B/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('WhatIsWrongIsPassedOverWithWhatWasThereBefore', async () => {
  const { page } = await untouched(LINK);
  await field(page, '/serve/input_tokens').fill('many');
  await page.waitForFunction(() => /Prompt: “many” is not a number/.test(document.querySelector('.status-line').textContent));
  assert.match(await sentence(page), /^Qwen3 32B/);
  await page.context().close();
});

test('AnExpertSettingOfALinkIsCountedBeforeAnyTouch', async () => {
  const { page } = await untouched(`${LINK}&output_tokens=512&headroom=0.2`);
  assert.equal(await page.locator('.all-settings .tally').textContent(), '1');
  await page.context().close();
});
