// What is typed into a list to choose from and left there, key by key, and what such a list finds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { amount, control, field, sentence, settledHash, startSite, typed, view } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const box = (page, at) => control(page, at).getByRole('combobox');
const said = (page, at) => control(page, at).locator('rp-combobox [role="alert"]');
const list = (page, at) => control(page, at).getByRole('listbox');

describe('ALeftList', () => {
  test('TakesTheNameThatWasTyped', async () => {
    const { page, seen } = await site.open();
    for (const [at, text, taken, what] of [['/model', 'llama 3.1 8b', 'Llama 3.1 8B', /^Llama 3\.1 8B /], ['/hardware/accelerator', 'rtx 4090', 'GeForce RTX 4090 24GB', /RTX 4090/], ['/model', 'mistral small 4', 'Mistral Small 4', /^Mistral Small 4/]]) {
      await typed(box(page, at), text);
      await page.keyboard.press('Tab');
      assert.match(await sentence(page), what);
      assert.match(await box(page, at).inputValue(), new RegExp(`^${taken}`));
      await amount(said(page, at), 0);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('TakesWhatWasGoneToWithKeys', async () => {
    const { page } = await site.open();
    await typed(box(page, '/model'), 'qwen3');
    await page.keyboard.press('ArrowDown');
    const active = await page.locator('#field-model-list [aria-selected="true"] > :first-child').innerText();
    await page.keyboard.press('Tab');
    assert.equal(await box(page, '/model').inputValue(), active);
    assert.ok((await sentence(page)).startsWith(active));
    await page.context().close();
  });

  test('KeepsAndSaysWhatItDidNotTake', async () => {
    const { page, seen } = await site.open();
    const before = await sentence(page);
    await typed(box(page, '/model'), 'deepseek');
    await page.locator('.masthead h1').click(); // elsewhere
    assert.equal(await box(page, '/model').inputValue(), 'deepseek');
    assert.match(await said(page, '/model').innerText(), /^“deepseek” may be any of \d+; still Llama 3\.1 70B\.$/);
    assert.equal(await box(page, '/model').getAttribute('aria-invalid'), 'true');
    assert.equal(await sentence(page), before);
    await typed(box(page, '/model'), 'xyzzy');
    await page.keyboard.press('Tab');
    assert.equal(await said(page, '/model').innerText(), 'Nothing is called “xyzzy”; still Llama 3.1 70B.');
    // Back in the field it is looked for again, and Escape gives it up.
    await box(page, '/model').click();
    assert.equal(await list(page, '/model').innerText(), 'Nothing matches “xyzzy”.');
    await page.keyboard.press('Escape');
    assert.equal(await box(page, '/model').inputValue(), 'Llama 3.1 70B');
    await amount(said(page, '/model'), 0);
    // So in every list.
    await view(page, 'My hardware');
    await typed(page.getByRole('combobox', { name: 'Add a GPU or computer' }), 'rtx');
    await page.keyboard.press('Tab');
    assert.match(await page.locator('#details rp-combobox [role="alert"]').innerText(), /^“rtx” may be any of \d+\.$/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });
});

describe('AListFinds', () => {
  test('WhatTheEngineReads', async () => {
    const { page, seen } = await site.open();
    for (const [at, text, found, kept] of [
      ['/hardware/accelerator', 'm3 ultra 256', /^Apple M3 Ultra/, /accelerator=apple-m3-ultra&.*memory_gb=256/],
      ['/hardware/accelerator', 'm4 max 128', /^Apple M4 Max/, /accelerator=apple-m4-max(&|$)/],
      ['/model', 'meta-llama/Llama-3.1-8B-Instruct', /^Llama 3\.1 8B/, /model=llama-3\.1-8b(&|$)/],
      ['/model', 'Qwen/Qwen3-32B-AWQ', /^Qwen3 32B\s+AWQ/, /model=qwen3-32b&.*weights=awq-int4/],
      ['/model', 'https://huggingface.co/meta-llama/Llama-3.1-8B-Instruct/tree/main?x=1', /^Llama 3\.1 8B/, /model=llama-3\.1-8b(&|$)/],
    ]) {
      await typed(box(page, at), text);
      assert.match(await list(page, at).locator('.option').first().innerText(), found, text);
      await page.keyboard.press('Enter');
      assert.match(await settledHash(page), kept, text);
    }
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('WhatIsNearWhereNothingIsCalledThat', async () => {
    const { page } = await site.open();
    for (const [text, found] of [['lama-3.1-8bb', /^Llama 3\.1 8B/], ['mistrl 7b', /^Mistral 7B/]]) {
      await typed(box(page, '/model'), text);
      assert.match(await list(page, '/model').innerText(), new RegExp(`^Nothing matches “${text}”\\.\\s+Near it`));
      assert.match(await list(page, '/model').locator('.option').first().innerText(), found);
    }
    await page.keyboard.press('Tab'); // near is not called so
    assert.equal(await said(page, '/model').innerText(), 'Nothing is called “mistrl 7b”; still Llama 3.1 70B.');
    await box(page, '/model').click();
    await list(page, '/model').locator('.option').first().click();
    assert.match(await sentence(page), /^Mistral 7B/);
    await page.context().close();
  });
});

test('ALoadIsKeptWhileAnotherIsAsked', async () => {
  const { page, seen } = await site.open();
  const loads = [['Users at once', '/serve/concurrency', '40'], ['Requests a minute', '/serve/requests_per_minute', '600'], ['People a day', '/serve/daily_users', '50,000']];
  for (const [name, at, text] of loads) {
    await page.getByLabel('Load', { exact: true }).selectOption({ label: name });
    await typed(field(page, at), text);
    await page.keyboard.press('Tab');
  }
  for (const [name, at, text] of loads) {
    await page.getByLabel('Load', { exact: true }).selectOption({ label: name });
    assert.equal(await field(page, at).inputValue(), text);
  }
  await page.getByLabel('Load', { exact: true }).selectOption({ label: 'Users at once' });
  assert.match(await sentence(page), /for 40 users/);
  assert.match(await settledHash(page), /concurrency=40(&|$)/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});
