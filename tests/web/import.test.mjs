// Models brought to the page: chosen, dropped or pasted.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contentOf } from './browser.mjs';
import { gguf } from './model_files.mjs';
import { amount, control, sentence, settledHash, startSite, typed } from './site.mjs';

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

const QWEN = {
  model_type: 'qwen3', head_dim: 128, hidden_size: 1024, intermediate_size: 3072, max_position_embeddings: 40960,
  num_attention_heads: 16, num_hidden_layers: 28, num_key_value_heads: 8, tie_word_embeddings: true,
  torch_dtype: 'bfloat16', vocab_size: 151936, _name_or_path: 'someone/Qwen3-Mine-0.6B',
};

/** A small Llama in Q4_K. */
function smallLlama() {
  const matrix = (name, ...shape) => ({ name, shape, type: 'q4_k' });
  const vector = (name) => ({ name, shape: [256], type: 'f32' });
  const layers = [0, 1].flatMap((i) => [
    vector(`blk.${i}.attn_norm.weight`), vector(`blk.${i}.ffn_norm.weight`), matrix(`blk.${i}.attn_q.weight`, 256, 256),
    matrix(`blk.${i}.attn_k.weight`, 256, 128), matrix(`blk.${i}.attn_v.weight`, 256, 128), matrix(`blk.${i}.attn_output.weight`, 256, 256),
    matrix(`blk.${i}.ffn_gate.weight`, 256, 1024), matrix(`blk.${i}.ffn_up.weight`, 256, 1024), matrix(`blk.${i}.ffn_down.weight`, 1024, 256),
  ]);
  return gguf({
    metadata: [
      ['general.architecture', 'text', 'llama'], ['general.name', 'text', 'My Llama'], ['general.file_type', 'u32', 15],
      ['llama.block_count', 'u32', 2], ['llama.context_length', 'u32', 131072], ['llama.embedding_length', 'u32', 256],
      ['llama.feed_forward_length', 'u32', 1024], ['llama.attention.head_count', 'u32', 4], ['llama.attention.head_count_kv', 'u32', 2],
    ],
    tensors: [matrix('token_embd.weight', 256, 1000), ...layers, vector('output_norm.weight'), matrix('output.weight', 256, 1000)],
  });
}

const shown = (page) => page.locator('rp-import .said');

async function openImport(options) {
  const opened = await site.open(options);
  await opened.page.locator('rp-import summary').click();
  return opened;
}

/** Gives files to the picker. @param {Record<string, string | Uint8Array>} texts by their names */
const chooseAll = (page, texts) =>
  page.locator('rp-import input[type="file"]').setInputFiles(Object.entries(texts).map(([name, text]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })));
const choose = (page, name, text) => chooseAll(page, { [name]: text });

async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    return data;
  }, [name, text]);
  await page.dispatchEvent('#headline', 'dragover', { dataTransfer: transfer });
  assert.match(await page.locator('rp-import summary').innerText(), /^Drop the file/);
  await page.dispatchEvent('#headline', 'drop', { dataTransfer: transfer });
}

async function paste(page, text) {
  await page.locator('rp-import textarea').fill(text);
  await page.getByRole('button', { name: 'Import the text' }).click();
}

describe('Import', () => {
  test('IsLoadedOnlyWhenAFileComes', async () => {
    const { page, seen, base } = await site.open();
    assert.deepEqual(seen.requests.filter((url) => /importer|import\.wasm/.test(url)), []);
    await page.locator('rp-import summary').click();
    await paste(page, JSON.stringify(QWEN));
    await shown(page).locator('.imported').waitFor();
    assert.equal(seen.requests.filter((url) => url.endsWith('ridgepoint-import.wasm')).length, 1);
    assert.deepEqual(seen.requests.filter((url) => !url.startsWith(base)), []);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('PastedTextBecomesTheModelAndSurvivesReload', async () => {
    const { page, seen } = await openImport();
    await paste(page, JSON.stringify(QWEN));
    await shown(page).locator('.imported').waitFor();
    assert.match(await shown(page).innerText(), /Qwen3-Mine-0\.6B · 596M/);
    const before = await sentence(page);
    assert.match(before, /^Qwen3-Mine-0\.6B \(as given\) for 32 users/);
    await settledHash(page);
    await page.reload();
    await page.locator('rp-number').first().waitFor({ state: 'attached' });
    assert.equal(await sentence(page), before);
    assert.equal(await page.getByRole('combobox', { name: 'Model' }).inputValue(), 'Qwen3-Mine-0.6B (as given)');
    assert.match(await control(page, '/model').locator('.detail').first().innerText(), /596M · 40,960 tokens/);
    // Another model takes its place, and its record leaves the link.
    await typed(page.getByRole('combobox', { name: 'Model' }), 'llama 3.1 8b');
    await page.keyboard.press('Enter');
    assert.match(await sentence(page), /^Llama 3\.1 8B/);
    assert.doesNotMatch(await settledHash(page), /Mine/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('TwoWithoutANameAreToldApart', async () => {
    const { page, seen } = await openImport();
    const { _name_or_path: _, ...unnamed } = QWEN;
    // 28 layers: attention 2 × 1024 × (16 + 8) × 128, MLP 3 × 1024 × 3072, norms 2 × 1024 + 2 × 128; embeddings 151936 × 1024, last norm 1024: 596 million.
    // 14 layers more, of 15,730,944 each: 816 million.
    for (const [num_hidden_layers, name] of [[28, 'qwen3 596M'], [42, 'qwen3 816M']]) {
      await paste(page, JSON.stringify({ ...unnamed, num_hidden_layers }));
      await shown(page).getByText(name).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Model' }).inputValue(), `${name} (as given)`);
      await page.keyboard.press('Escape'); // it lies over what is below
      await page.getByRole('button', { name: 'Pin to compare' }).click();
      await page.locator('.import summary').click();
    }
    await page.keyboard.press('Escape');
    const differ = page.getByRole('region', { name: 'What differs' });
    const row = differ.getByRole('row', { name: /^Model/ });
    for (const name of ['qwen3 596M', 'qwen3 816M']) assert.ok((await row.innerText()).includes(name), await row.innerText());
    assert.match(await settledHash(page), /model=qwen3-816m/);

    // The report has what is on the screen.
    await page.getByText(/Pins stay in this browser/).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Markdown/ }).click();
    const report = String(await contentOf(await download));
    assert.match(report, /## Compared\n\n\|  \| A: qwen3 596M .* \| B: qwen3 816M /);
    assert.match(report, /\n\| Max concurrent users \| [\d,]+ \| [\d,]+ \|\n/);
    assert.match(report, /## What differs\n\n\| Input \| A \| B \|\n.*\n\| Model \| qwen3 596M.* \| qwen3 816M/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AChosenFileBringsItsWeightFormat', async () => {
    const { page } = await openImport();
    const file = smallLlama();
    await choose(page, 'cut.gguf', file.subarray(0, file.length - 1000));
    await shown(page).locator('.error').waitFor();
    assert.match(await shown(page).innerText(), /cut\.gguf was not imported.*not complete/s);
    await choose(page, 'my.gguf', file);
    await shown(page).locator('.imported').waitFor();
    assert.match(await shown(page).innerText(), /My Llama .* weights in .*Q4_K_M/);
    assert.match(await sentence(page), /^My Llama .*Q4_K_M/);
    assert.equal(await control(page, '/precision/weights').locator('select').inputValue(), 'gguf-q4_k_m');
    await page.context().close();
  });

  test('FilesBesideEachOtherBringTheFormatsOfWeightsAndCache', async () => {
    const { page } = await openImport();
    const beside = { producer: { name: 'modelopt' }, quantization: { quant_algo: 'NVFP4', kv_cache_quant_algo: 'FP8', exclude_modules: ['lm_head'] } };
    await chooseAll(page, { 'config.json': JSON.stringify(QWEN), 'hf_quant_config.json': JSON.stringify(beside) });
    await shown(page).locator('.imported').waitFor();
    assert.match(await shown(page).innerText(), /weights in NVFP4 · KV cache in FP8/);
    assert.equal(await control(page, '/precision/weights').locator('select').inputValue(), 'nvfp4');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /All settings/ }).click();
    assert.equal(await control(page, '/precision/kv').locator('select').inputValue(), 'fp8');
    await page.context().close();
  });

  test('AFileDroppedAnywhereIsRead', async () => {
    const { page, seen } = await site.open();
    await drop(page, 'config.json', JSON.stringify(QWEN));
    await shown(page).locator('.imported').waitFor();
    assert.match(await sentence(page), /^Qwen3-Mine-0\.6B/);
    assert.deepEqual(seen.troubles, []);
    await page.context().close();
  });

  test('AnErrorSaysWhyAndLosesNothing', async () => {
    const { page } = await openImport();
    const before = await sentence(page);
    const wrong = '{"model_type": "llama", "hidden_size": 64';
    await paste(page, wrong);
    await shown(page).locator('.error').waitFor();
    assert.match(await shown(page).innerText(), /not JSON/);
    assert.equal(await page.locator('rp-import textarea').inputValue(), wrong);
    await paste(page, '{"model_type": "llama"}');
    await page.getByText(/number of layers/).waitFor();
    await amount(shown(page).locator('li'), 3); // layers, hidden width, vocabulary
    await choose(page, 'picture.png', 'PNG, or so it says');
    await page.getByText(/neither a config\.json/).waitFor();
    assert.equal(await page.locator('rp-import textarea').inputValue(), '{"model_type": "llama"}');
    assert.equal(await sentence(page), before);
    await page.context().close();
  });

  test('WhatIsNoModelOfItsOwnLeavesTheModelAlone', async () => {
    const { page } = await openImport();
    const before = await sentence(page);
    await choose(page, 'adapter_config.json', JSON.stringify({ peft_type: 'LORA', r: 16, target_modules: ['q_proj'], base_model_name_or_path: 'meta-llama/Llama-3.1-8B' }));
    await page.getByText(/An adapter of rank 16 for meta-llama/).waitFor();
    await choose(page, 'model.safetensors.index.json', JSON.stringify({ metadata: { total_size: 16e9 }, weight_map: { 'lm_head.weight': 'model-00001-of-00002.safetensors' } }));
    await page.getByText(/give config\.json for the architecture/).waitFor();
    assert.equal(await sentence(page), before);
    await page.context().close();
  });
});
