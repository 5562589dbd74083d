// What a remedy changes, when it is applied from the page: the same scenario that the engine estimated it with.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { set } from '../../web/src/pointer.js';
import { changesOf, hardwareChanges } from '../../web/src/remedy.js';
import { root } from './browser.mjs';
import { sentence, startSite } from './site.mjs';

const engine = await createEngine({
  wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8'),
});

const served = (model, accelerator, count, limits = {}, serve = {}) => ({
  workload: 'serve', model, hardware: { accelerator, count }, precision: { weights: 'fp8', kv: 'fp8' },
  serve: { input_tokens: 7680, output_tokens: 512, concurrency: 32, ...serve }, constraints: limits,
});
const slo = (ms) => ({ slo: { tpot_p95_ms: ms } });

/** Each misses something in another way. */
const questions = [
  ...[2, 5, 10, 15].flatMap((usd) => [2, 4, 8].map((count) => served('llama-3.1-8b', 'a100-sxm4-80gb', count, { max_usd_h: usd }))),
  ...[40, 70].map((usd) => ({ ...served('llama-3.1-8b', 'h100-sxm5-80gb', 8, { max_usd_h: usd }), cost: { mode: 'rent', provider: 'gcp', years: 3 } })),
  ...[8, 10, 12, 14].map((usd) => served('llama-3.1-8b', 'h100-sxm5-80gb', 4, { max_usd_h: usd })),
  { ...served('llama-3.1-70b', 'h200-sxm-141gb', 8, {}, { concurrency: 8, ...slo(17) }), parallel: { tensor: 1 } }, // left open, it would be wider already
  served('llama-3.1-8b', 'a100-sxm4-80gb', 8, {}, slo(15)),
  served('llama-3.1-70b', 'h100-sxm5-80gb', 8, { max_count: 4 }),
  { ...served('llama-3.1-70b', 'h100-sxm5-80gb', 1, {}, { input_tokens: 1024, output_tokens: 256, concurrency: 1 }), precision: { weights: 'bf16' } },
  served('llama-3.1-8b', 'rtx-4090', 1, {}, { concurrency: 64, max_context: 65536 }),
  { ...served('qwen3.8-27b', 'rtx-5090', 1, {}, { input_tokens: 100, concurrency: 5, engine: 'sglang' }), precision: { weights: 'nvfp4', kv: 'fp8' } },
  { workload: 'finetune', model: 'llama-3.1-8b', hardware: { accelerator: 'rtx-4090', count: 1 }, train: { method: 'lora', sequence: 8192, micro_batch: 4, checkpointing: 'none' } },
  { workload: 'train', model: 'llama-3.1-8b', hardware: { accelerator: 'h100-sxm5-80gb', count: 2 } },
];

test('EveryRemedyIsAppliedAsItWasEstimated', () => {
  const families = new Set();
  for (const question of questions) {
    const before = engine.estimate(question);
    assert.equal(before.ok, true, JSON.stringify(before.errors));
    for (const remedy of before.remedies) {
      const changes = changesOf(remedy);
      assert.ok(changes, remedy.id);
      const changed = Object.entries(changes).reduce((scenario, [at, value]) => set(scenario, at, value), question);
      const after = engine.estimate(changed);
      assert.equal(after.ok, true, `${remedy.id}: ${JSON.stringify(after.errors)}`);
      assert.equal(after.memory.per_gpu_gb, remedy.per_gpu_gb, remedy.id);
      assert.equal(after.cost.usd_per_h, remedy.usd_per_h, remedy.id);
      remedy.id.split('+').forEach((id) => families.add(id.replace(/^(weights|provider|tensor|count)_?.*/, '$1')));
    }
  }
  for (const family of ['weights', 'provider', 'tensor', 'count', 'spot', 'reserved_1y', 'reserved_3y']) assert.ok(families.has(family), family);
});

test('ARecommendationSetsTheMemoryItIsOfOrTakesItAway', () => {
  const scenario = { workload: 'serve', hardware: { accelerator: 'apple-m5-max', count: 1, memory_gb: 48, host: 'cpu-ryzen-9-7950x' } };
  const used = (hardware) => Object.entries(hardwareChanges({ hardware, precision: { weights: 'fp8', kv: 'bf16' } }, scenario)).reduce((s, [at, value]) => set(s, at, value), scenario).hardware;
  assert.deepEqual(used({ accelerator: 'apple-m5-ultra-256gb', count: 1, per_node: 1, memory_gb: 96 }), { accelerator: 'apple-m5-ultra-256gb', count: 1, memory_gb: 96 });
  assert.deepEqual(used({ accelerator: 'h100-sxm5-80gb', count: 2, per_node: 2 }), { accelerator: 'h100-sxm5-80gb', count: 2, per_node: 2 });
});

test('FewerUsersTakeThePlaceOfEveryOtherLoad', () => {
  const asked = (serve) => ({ workload: 'serve', model: 'llama-3.1-8b', hardware: { accelerator: 'h100-sxm5-80gb', count: 1 }, serve });
  for (const load of [{ requests_per_minute: 30, min_replicas: 2 }, { daily_users: 5000, requests_per_user_day: 2, peak_factor: 4 }, { tokens_per_day: 2e8 }]) {
    const changed = Object.entries(changesOf({ id: 'concurrency', text: '8 users at once' })).reduce((s, [at, value]) => set(s, at, value), asked(load));
    assert.deepEqual(changed, asked({ concurrency: 8 }));
    assert.equal(engine.estimate(changed).ok, true);
  }
});

let site;
before(async () => { site = await startSite(); });
after(() => site.stop());

test('WhatFitsAndMissesALimitIsToldWhatKeepsIt', async () => {
  const { page, seen } = await site.open({ hash: '#v=1&model=llama-3.1-8b&accelerator=a100-sxm4-80gb&count=8&weights=fp8&kv=fp8&concurrency=32&max_usd_h=8' });
  const region = page.getByRole('region', { name: 'What would bring it within your limits' });
  const row = region.getByRole('row', { name: /renting from|spot|commitment|accelerators/i }).first();
  const promised = /\$[\d.]+/.exec(await row.innerText())[0];
  await row.getByRole('button', { name: /^Apply/ }).click();
  assert.ok((await sentence(page)).replaceAll(/\s/g, ' ').includes(`${promised} an hour`), promised);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});
