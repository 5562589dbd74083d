// My hardware: what the browser says of it, what it is taken as, and the lines that start what runs on it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startsOf } from '../../web/src/starts.js';
import { sentence, settledHash, startSite, typed, view } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const card = 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)';
const mac = 'ANGLE (Apple, ANGLE Metal Renderer: Apple M4 Pro, Unspecified Version)';
const picks = (page) => page.locator('.picks > li');
const asked = (page) => page.evaluate(() => globalThis.askedForGraphics);
const text = async (locator) => (await locator.innerText()).replace(/\s+/g, ' ');

const model = { aliases: ['made:8b', 'maker/Made-8B'], checkpoints: ['gguf packer/*-GGUF', 'mlx-4bit mlx-community/*-4bit'] };
const lines = (start, weights, of = model) => startsOf(start, { weights, tokens_per_s: 20, context: 8192 }, of).map(({ tool, command }) => `${tool}: ${command}`);

test('LinesThatStartAModelNameOnlyWhatIsKnown', () => {
  const server = { tool: 'llama.cpp', command: 'llama-server -hf packer/Made-8B-GGUF:Q6_K -c 8192' };
  const studio = 'LM Studio: lms get packer/Made-8B-GGUF@Q6_K && lms load';
  assert.deepEqual(lines([server], 'gguf-q6_k'), ['Ollama: ollama run hf.co/packer/Made-8B-GGUF:Q6_K', studio, `llama.cpp: ${server.command}`]);
  // What Ollama's library has goes before a file of the same weights.
  const library = { tool: 'Ollama (its own weights)', command: 'ollama run made:8b' };
  assert.deepEqual(lines([library, server], 'gguf-q6_k'), [`${library.tool}: ${library.command}`, studio, `llama.cpp: ${server.command}`]);
  // On a Mac, other programs take the GGUF file next to the format of MLX; LM Studio takes MLX's own.
  const mlx = { tool: 'MLX', command: 'mlx_lm.server --model mlx-community/Made-8B-4bit' };
  const others = (type) => [`Ollama: ollama run hf.co/packer/Made-8B-GGUF:${type}`, `LM Studio: lms get packer/Made-8B-GGUF@${type} && lms load`, `llama.cpp: llama-server -hf packer/Made-8B-GGUF:${type} -c 8192`];
  assert.deepEqual(lines([mlx], 'mlx-4bit'), [others('Q4_K_M')[0], 'LM Studio: lms get mlx-community/Made-8B-4bit && lms load', others('Q4_K_M')[2], `MLX: ${mlx.command}`]);
  assert.deepEqual(lines([], 'mlx-5bit'), others('Q5_K_M'));
  // A file of one's own has no name, and a model without repositories none to make up.
  const own = { tool: 'llama.cpp', command: 'llama-server -m path/to/made-8b-F16.gguf -c 8192' };
  assert.deepEqual([lines([own], 'gguf-f16', { aliases: ['maker/Made-8B'] }), lines([], 'mlx-4bit', {})], [[`llama.cpp: ${own.command}`], []]);
  assert.deepEqual(lines([], 'mlx-4bit', { checkpoints: ['gguf packer/*-GGUF'] }), []); // a name that stands for none
  assert.deepEqual(startsOf([], { weights: 'bf16' }, model), []); // it writes no tokens
});

test('TheBareViewReadsTheDeviceAndSaysWhatItRuns', async () => {
  const { page, seen } = await site.open({ graphics: card, hash: '#view=mine', chart: '.picks' });
  assert.match(await text(page.locator('.read')), /^Your browser reports: NVIDIA GeForce RTX 3060\. Taken as .* It is read here, and sent nowhere\.$/);
  assert.equal(await page.getByLabel('Device', { exact: true }).locator('option:checked').innerText(), 'GeForce RTX 3060 12GB');
  assert.match(await text(picks(page).first()), /chat.*tokens\/s.*ollama run .*lms get .*llama-server /);
  assert.equal(await asked(page), 1);
  assert.equal(await page.locator('.notice').count(), 0);
  assert.doesNotMatch(await settledHash(page), /owned/);
  // Its answer is in sight, and a model of it opens on it.
  const { top, bottom } = await picks(page).first().evaluate((one) => one.getBoundingClientRect());
  assert.ok(top >= 0 && bottom <= 900, `${top} ${bottom}`);
  await picks(page).first().getByRole('button', { name: /^Open/ }).click();
  assert.match(await sentence(page), /1\s×\sGeForce RTX 3060 12GB/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('NothingIsReadBeforeItIsOpenedOrWhereHardwareIsSaid', async () => {
  const { page } = await site.open({ graphics: card });
  await view(page, 'Cost');
  assert.equal(await asked(page), 0);
  await view(page, 'My hardware');
  await picks(page).first().waitFor();
  assert.equal(await asked(page), 1);
  await page.context().close();
  const other = await site.open({ graphics: card, hash: '#v=1&model=llama-3.1-8b&constraints.owned.0.accelerator=rtx-3090&view=mine', chart: '.picks' });
  assert.equal(await asked(other.page), 0);
  await other.page.context().close();
});

test('AnotherDeviceTakesThePlaceOfTheOneReported', async () => {
  const { page } = await site.open({ graphics: card, hash: '#view=mine', chart: '.picks' });
  await typed(page.getByRole('combobox', { name: 'Or another GPU or computer' }), 'rtx 4090');
  await page.getByRole('option', { name: /^GeForce RTX 4090 24GB/ }).click();
  await page.locator('.owned-list b', { hasText: 'GeForce RTX 4090 24GB' }).waitFor();
  assert.equal(await page.locator('.owned-list li').count(), 1);
  assert.match(await settledHash(page), /owned[^&]*=rtx-4090/);
  await page.getByRole('button', { name: 'Remove GeForce RTX 4090 24GB' }).click();
  await page.getByLabel('Device', { exact: true }).waitFor(); // as reported once more
  await page.context().close();
});

test('AMacsMemoryIsAskedFor', async () => {
  const { page, seen } = await site.open({ graphics: mac, hash: '#view=mine', chart: '.picks' });
  const memory = page.getByLabel('Memory of the computer');
  assert.deepEqual(await memory.locator('option').allInnerTexts(), ['24 GB', '32 GB', '36 GB', '48 GB', '64 GB']);
  assert.equal(await memory.inputValue(), '24'); // no more than there may be
  await memory.selectOption('48');
  await page.locator('.owned-list li', { hasText: 'Apple M4 Pro (20-core GPU)' }).getByText('48 GB').waitFor();
  await page.getByLabel('Device', { exact: true }).selectOption('apple-m4-pro-16c');
  assert.match(decodeURIComponent(await settledHash(page)), /owned[^&]*=apple-m4-pro-16c.24GB/);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});

test('WhereNothingIsRecognizedTheFieldIsEmpty', async () => {
  for (const [graphics, says] of [['', /^Your browser reports: .*SwiftShader.*, which names no device of the catalog\. Choose yours below\./], ['Apple GPU', /^Your browser reports: Apple GPU\. Which chip is it\?/]]) {
    const { page, seen } = await site.open({ graphics, hash: '#view=mine', chart: '.adder' });
    await page.locator('.read').waitFor();
    assert.match(await text(page.locator('.read')), says);
    assert.equal(await page.getByRole('combobox', { name: 'Add a GPU or computer' }).inputValue(), '');
    assert.equal(await picks(page).count(), 0);
    if (graphics) {
      await page.getByLabel('Device', { exact: true }).selectOption('apple-m2');
      await picks(page).first().waitFor();
    }
    assert.deepEqual(seen.troubles.filter((trouble) => trouble !== 'No available adapters.'), []); // WebGPU is asked where WebGL is vague
    await page.context().close();
  }
});

test('WhatIsSlowerThanReadingIsSaidToBe', async () => {
  const { page } = await site.open({ hash: '#v=1&model=llama-3.1-8b&constraints.owned.0.accelerator=rtx-3060-12gb&view=mine', chart: '.picks' });
  await page.getByRole('button', { name: /^Show all/ }).click();
  const rows = (await page.locator('.served tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
  const rate = (row) => Number(/ ([\d.]+) tokens\/s/.exec(row)?.[1] ?? Infinity);
  assert.ok(rows.some((row) => rate(row) < 4.9) && rows.some((row) => rate(row) > 5.1));
  for (const row of rows) if (Math.abs(rate(row) - 5) > 0.1) assert.equal(/slower than reading/.test(row), rate(row) < 5, row);
  await page.context().close();
});
