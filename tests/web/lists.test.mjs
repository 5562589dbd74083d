// What stands first in the lists to choose from while a name is typed, key by key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSite } from './site.mjs';

let site;
let page;
before(async () => {
  site = await startSite();
  ({ page } = await site.open());
});
after(() => site.stop());

/** Names in the list after each key. @param {string} label @param {string} text @returns {Promise<string[][]>} */
async function typedInto(label, text) {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await box.press('Control+a');
  const after = [];
  for (const key of text) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.locator('.listbox:not([hidden]) .option').first().waitFor();
    after.push(await page.locator('.listbox:not([hidden]) .option > span:first-child').allInnerTexts());
  }
  await page.keyboard.press('Escape');
  return after;
}

const models = [
  ['70b', /^Llama 3\.3 70B Instruct, Llama 3\.1 70B, Llama 3 70B, Code Llama 70B, Llama 2 70B, (?!MPT)/],
  ['8b', /^Qwen3.* 8B, .*Llama 3\.1 8B, Llama 3 8B, /],
  ['qwen', /^Qwen3\.8 .*Qwen3\.5 .*Qwen3 .*Qwen2\.5/],
  ['llama', /^Llama 4 .*Llama 3\.3 70B Instruct, Llama 3\.2 .*Llama 2 7B.*LLaMA 7B/],
  ['qwen 32b', /^Qwen3-VL 32B, Qwen3 32B, .*DeepSeek-R1-Distill-Qwen-32B/],
  ['gpt', /^gpt-oss-\d+b, gpt-oss-\d+b, .*GPT-2/],
  ['deepseek-v3', /^DeepSeek-V3, /],
];
for (const [text, expected] of models) {
  test(`TheNewestOfANameIsFirst-${text}`, async () => {
    assert.match((await typedInto('Model', text)).at(-1).join(', '), expected);
  });
}

const devices = [
  ['rtx', /^RTX PRO \d+ Blackwell.*GeForce RTX 50.*GeForce RTX 40.*GeForce RTX 30/],
  ['rtx 50', /^GeForce RTX 50/],
  ['h', /^H200 .*H200 .*H100 /],
  ['h100', /^H100 SXM5 80GB, /],
  ['m', /^Apple M5 .*Apple M4 .*Apple M3 /],
  ['mi', /^Instinct MI35.*Instinct MI300X.*Instinct MI50/],
  ['nvidia 3090', /^GeForce RTX 3090 24GB, GeForce RTX 3090 Ti/],
];
for (const [text, expected] of devices) {
  test(`TheNewestHardwareIsFirst-${text}`, async () => {
    assert.match((await typedInto('Accelerator', text)).at(-1).join(', '), expected);
  });
}

test('WhileANameIsTypedTheListStaysWithIt', async () => {
  for (const names of await typedInto('Model', 'llama 3.3')) assert.match(names[0], /^Llama /);
  for (const names of await typedInto('Accelerator', 'h200')) assert.match(names[0], /^H20/);
});

test('ASizeAloneStandsBehindModelsThatHaveIt', async () => {
  const [names] = (await typedInto('Model', '13b')).slice(-1);
  assert.ok(names.length > 5);
  assert.match(names.at(-1), /13 billion parameters/);
});
