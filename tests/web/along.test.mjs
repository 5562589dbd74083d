// What a person has chosen comes along to another task; what was not is that task's opening.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { presets } from '../../web/src/presets.js';
import { amount, control, field, sentence, settledHash, startSite, typed } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const task = (page, name) => page.getByRole('radio', { name, exact: true }).check();

/** Chooses from a list by typing. */
async function choose(page, at, text) {
  await control(page, at).getByRole('combobox').click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** What a link says of a field. @param {string} hash */
const said = (hash) => (/** @type {string} */ key) => new RegExp(`[#&]${key}=([^&]*)`).exec(hash)?.[1];

test('TheModelComesAlongAndTheHardwareThatWasNotChosenDoesNot', async () => {
  const { page, seen } = await site.open({ hash: '' });
  await choose(page, '/model', 'deepseek-v3');
  assert.match(await sentence(page), /^DeepSeek-V3 /);
  await task(page, 'Batch');
  assert.match(await sentence(page), /^DeepSeek-V3 .* in flight/);
  const batch = said(await settledHash(page));
  assert.deepEqual(['accelerator', 'count'].map(batch), ['any', 'auto']);
  await task(page, 'Fine-tune');
  assert.match(await sentence(page), /fine-tuning of DeepSeek-V3/);
  const tuned = said(await settledHash(page));
  assert.deepEqual(['model', 'accelerator', 'count', 'method'].map(tuned), ['deepseek-v3', 'any', 'auto', 'qlora']);
  await task(page, 'Serve');
  assert.match(await sentence(page), /^DeepSeek-V3 .* users/);
  const back = said(await settledHash(page));
  assert.deepEqual(['accelerator', 'count'].map(back), ['any', 'auto']);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('HardwareComesAlongAndTheModelThatWasNotChosenDoesNot', async () => {
  const { page, seen } = await site.open();
  await choose(page, '/hardware/accelerator', 'h200 sxm');
  await typed(field(page, '/hardware/count'), '16');
  await task(page, 'Fine-tune');
  const tuned = said(await settledHash(page));
  assert.deepEqual(['model', 'count'].map(tuned), [presets.finetune.model, '16']);
  assert.match(tuned('accelerator'), /^h200/);
  // What is chosen there comes back; a step back undoes the change of task alone.
  await choose(page, '/model', 'qwen3 32b');
  await task(page, 'Serve');
  assert.match(await sentence(page), /^Qwen3 32B .* on 16\s×\sH200/);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.match(await sentence(page), /fine-tuning of Qwen3 32B/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('WhatTheTaskCannotUseStays', async () => {
  const { page, seen } = await site.open();
  await choose(page, '/model', 'whisper large v3');
  await typed(field(page, '/hardware/count'), '2');
  await task(page, 'Train'); // which is not computed for speech
  assert.deepEqual(['model', 'count'].map(said(await settledHash(page))), [presets.train.model, '2']);
  const notice = page.locator('#notices [role="alert"]');
  assert.match((await notice.innerText()).replace(/\s+/g, ' '), /About this task Training of Whisper large-v3 is not computed\. Llama 3\.1 70B stands in its place\./i);
  await page.getByRole('button', { name: 'Undo' }).click();
  await amount(notice, 0);
  assert.match(await sentence(page), /^Whisper large/i);
  await choose(page, '/model', 'stable diffusion 1.5');
  await task(page, 'Fine-tune'); // all weights only, and without sequences
  assert.match(await sentence(page), /Stable Diffusion 1\.5/);
  await amount(page.locator('#controls .error'), 0);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('AWrongFieldDoesNotComeAlong', async () => {
  const { page } = await site.open();
  await typed(field(page, '/hardware/count'), '6');
  await page.keyboard.press('Tab');
  await typed(field(page, '/hardware/count'), '8x');
  await task(page, 'Batch');
  assert.equal(said(await settledHash(page))('count'), '6');
  await amount(page.locator('#controls .error'), 0);
  await page.context().close();
});

test('FieldsAreSaidByName', async () => {
  for (const [hash, words] of [['#v=1&workload=train&model=whisper-large-v3', 'Task: Training of Whisper large-v3 is not computed.'], ['embed.html#v=1&model=nope-9b', 'There is no model "nope-9b" in the catalog.']]) {
    const { page } = hash.startsWith('#') ? await site.open({ hash, chart: '.status-line' }) : await opened(hash);
    await page.getByText(words).first().waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /(^|\s)\/(workload|model)/);
    await page.context().close();
  }
});

/** A page of the site without what the calculator's own page has. @param {string} path */
async function opened(path) {
  const { page, base } = await site.open();
  await page.goto(base + path);
  return { page };
}
