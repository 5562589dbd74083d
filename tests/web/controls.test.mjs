// No control lies: whatever field a link sets, where the answer depends on it, is shown by a control, and by none as something else.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { readNumber } from '../../web/src/format.js';
import { get, same, set } from '../../web/src/pointer.js';
import { fieldsOf } from './scenario_fields.mjs';
import { root } from './browser.mjs';
import { startSite } from './site.mjs';

let site, engine;
before(async () => {
  site = await startSite();
  engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8') });
});
after(() => site.stop());

/** Said by other means than a control of the field's own, which other tests look at. */
const elsewhere = ['/version', '/as_of', '/overrides/accelerators', '/overrides/models', '/overrides/instances', '/overrides/prices', '/constraints/accelerators'];
/** Of recommendations: an estimate has nothing of them. */
const ranked = (at) => at.startsWith('/constraints/') || ['/objective', '/precision/accept', '/train/deadline_h'].includes(at);
/** Where Recommend has a control, too. */
const recommends = (at) => ranked(at) || at.startsWith('/serve/slo/') || ['/cost/market', '/cost/host'].includes(at);

/** Words that the catalog or a calendar has. */
const words = {
  '/model': 'qwen3-32b', '/hardware/accelerator': 'rtx-4090', '/hardware/instance': 'aws-p5.48xlarge', '/hardware/host': 'cpu-generic-server-ddr5', '/precision/weights': 'fp8', '/precision/kv': 'fp8',
  '/precision/compute': 'fp8', '/precision/accept': 'fp8', '/serve/engine': 'sglang', '/serve/engine_date': '2024-06-01', '/serve/speculative/draft': 'ngram', '/train/framework': 'torchtitan', '/train/software_date': '2024-06-01',
  '/cost/provider': 'aws', '/cost/region': 'us-east-1', '/cost/grid': 'ca', '/objective': 'energy', '/train/method': 'dora', '/constraints/vendors': ['AMD'], '/constraints/segments': ['consumer'], '/constraints/owned': [{ accelerator: 'rtx-3090', count: 2 }],
};

/** Other values than the default. */
function valuesFor(at, schema) {
  if (at in words) return [words[at]];
  const kind = [schema, ...schema.anyOf ?? []].find(({ type, enum: all }) => type || all) ?? {};
  if (kind.enum) return kind.enum.filter((word) => word !== schema.default && word !== 'auto');
  if (kind.type === 'boolean') return [true, false].filter((value) => value !== schema.default);
  const numbers = [2, 0.25, 16, 0.9, 4096, 1500, 1e6, 64].filter((x) => (kind.type !== 'integer' || Number.isInteger(x)) && x >= (kind.minimum ?? -Infinity) && x <= (kind.maximum ?? Infinity) && x !== schema.default);
  return numbers;
}

const on = (model, accelerator, count, rest = {}) => ({ workload: 'serve', model, hardware: { accelerator, count }, ...rest });
const serve = on('llama-3.1-70b', 'h100-sxm5-80gb', 8);
const train = { ...on('llama-3.1-8b', 'h100-sxm5-80gb', 64), workload: 'train' };
const tune = { ...on('llama-3.1-8b', 'rtx-4090', 2), workload: 'finetune' };
/** Questions in one of which each field counts. */
const questions = [
  serve, on('deepseek-v3', 'h200-sxm-141gb', 16), on('llama-3.1-8b', 'h100-sxm5-80gb', 8, { serve: { requests_per_minute: 600 } }), on('llama-3.1-8b', 'h100-sxm5-80gb', 8, { serve: { daily_users: 50000 } }),
  on('llama-3.1-8b', 'h100-sxm5-80gb', 8, { serve: { total_requests: 1e6 } }), on('bge-m3', 'l4', 1, { serve: { total_tokens: 1e9 } }), on('sdxl-base', 'rtx-4090', 1), on('whisper-large-v3', 'l4', 1), on('bge-m3', 'l4', 1),
  on('llama-3.1-70b', 'rtx-4090', 1, { hardware: { accelerator: 'rtx-4090', count: 1, host: 'cpu-generic-desktop-ddr5' }, precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 1 } }),
  on('gpt-oss-120b', 'rtx-4090', 1, { hardware: { accelerator: 'rtx-4090', count: 1, host: 'cpu-generic-desktop-ddr5' }, serve: { concurrency: 1 } }),
  on('llama-3.1-70b', 'h100-sxm5-80gb', 8, { serve: { speculative: { draft: 'llama-3.2-1b' } } }), on('llama-3.1-8b', 'h100-sxm5-80gb', 8, { serve: { disaggregated: true } }),
  on('llama-3.1-8b', 'rtx-4090', 1, { cost: { mode: 'buy' } }), on('llama-3.1-8b', 'rtx-4090', 1, { cost: { mode: 'buy', host: 'new' } }), on('llama-3.1-70b', 'h100-sxm5-80gb', 8, { cost: { mode: 'rent', pricing: 'spot' } }),
  on('llama-3.1-70b', 'h100-sxm5-80gb', 8, { cost: { mode: 'rent', storage_gb: 1000, egress_gb_month: 1000, pricing: 'reserved_1y', base_share: 0.5 } }), on('deepseek-v3', 'h200-sxm-141gb', 16, { cost: { mode: 'api' } }),
  on('llama-3.1-70b', 'h100-sxm5-80gb', 8, { cost: { mode: 'api', api_input_usd_m: 1, api_output_usd_m: 2, cached_share: 0.5 } }), on('llama-3.1-70b', 'h100-sxm5-80gb', 8, { cost: { provider: 'aws' } }),
  on('llama-3.1-70b', 'h100-sxm5-80gb', 8, { cost: { mode: 'buy', staff_fte: 1 } }), on('llama-3.1-8b', 'apple-m5-max', 1),
  train, { ...train, parallel: { pipeline: 4, schedule: 'interleaved' } }, { ...train, train: { dataset_tokens: 1e9 } }, { ...train, hardware: { accelerator: 'rtx-4090', count: 8 } }, { ...train, cost: { mode: 'rent', pricing: 'spot' } },
  tune, { ...tune, train: { method: 'freeze' } }, { ...tune, train: { objective: 'dpo' } }, { ...tune, train: { objective: 'grpo' } }, { ...tune, train: { packed: false } }, { ...tune, train: { packed: false, padding: 0.3 } },
  { workload: 'train', model: 'resnet50', hardware: { accelerator: 'rtx-4090', count: 1 } },
];

/** Questions of limits that matter to few. */
const limited = { '/train/deadline_h': train, '/constraints/max_request_s': on('sdxl-base', 'rtx-4090', 1) };

/** All of an answer but what it says of the question. */
const figuresOf = ({ scenario: _, defaulted: __, catalog_date: ___, ...answer }) => answer;

/** The first question whose answer is another with a field set, and the link of it. */
function tried([at, schema], answers) {
  if (ranked(at)) {
    const [value] = valuesFor(at, schema);
    const { ok, url } = engine.encodeUrl(set(limited[at] ?? serve, at, value));
    return { at, value: ok ? value : undefined, link: url };
  }
  for (const [i, question] of questions.entries()) {
    for (const value of valuesFor(at, schema)) {
      if (same(get(question, at), value)) continue;
      const asked = set(question, at, value);
      const answer = engine.estimate(asked);
      if (!answer.ok) continue;
      answers[i] ??= engine.estimate(question);
      if (answers[i].ok && !same(figuresOf(answer), figuresOf(answers[i]))) return { at, value, link: engine.encodeUrl(asked).url };
    }
  }
  return { at, value: undefined };
}

/** What the controls of a field show. Runs in the page. */
const shown = (page, link, at) => page.evaluate(async ([hash, pointer]) => {
  if (location.hash !== hash) {
    const arrived = new Promise((next) => { addEventListener('hashchange', next, { once: true }); });
    location.hash = hash;
    await arrived;
  }
  for (let i = 0; i < 3; ++i) await new Promise((next) => { setTimeout(next); });
  return {
    controls: [...document.querySelectorAll(`.control[data-at="${pointer}"]`)].map((control) => {
      const [select, checked, flag, text] = ['select:not([id$="-way"])', 'input[type="radio"]:checked', 'input[type="checkbox"]', 'input:not([type="range"], [type="radio"], [type="checkbox"])'].map((one) => control.querySelector(one));
      return { kind: control.dataset.kind, word: select?.value ?? checked?.value, on: flag?.checked, text: text?.value, unit: control.querySelector('.unit')?.textContent ?? '', detail: control.innerText };
    }),
    pressed: [...document.querySelectorAll('[aria-pressed="true"]')].map((one) => one.textContent.trim()),
    checked: [...document.querySelectorAll('input[type="radio"]:checked')].map((one) => one.closest('label').textContent.trim()),
    text: document.querySelector('#details').innerText,
    refused: document.querySelectorAll('.error').length,
  };
}, [link, at]);

/** Does a control show a value? Names of records are those of the catalog. */
function shows({ kind, word, on: flag, text, unit, detail }, value, names) {
  if (typeof value === 'boolean') return kind === 'flag' ? flag === value : word === (value ? 'on' : 'off');
  if (typeof value === 'number') return readNumber(text, unit.trim() === '%') === value || Number(text?.replace(/,/g, '')) === value * (unit.trim() === '%' ? 100 : 1);
  return word === value || text === value || names(value).some((name) => text === name || detail.includes(name));
}

test('WhatALinkSetsIsShownWhereverItCounts', { timeout: 600_000 }, async () => {
  const schema = engine.schema('scenario');
  const fields = [...fieldsOf(schema)].filter(([at]) => !elsewhere.includes(at) && at !== '/workload');
  const answers = [];
  const all = fields.map((field) => tried(field, answers));
  assert.deepEqual(all.filter(({ value }) => value === undefined).map(({ at }) => at), [], 'no question that they count in');
  const records = ['accelerators', 'models', 'instances'].flatMap((kind) => engine.catalog(kind));
  const names = (id) => records.filter((record) => record.id === id).map(({ name }) => name);
  const { page, seen } = await site.open({ hasty: true });
  await page.getByRole('button', { name: /All settings/ }).click();
  const lies = [];
  for (const { at, value, link } of all) {
    const { controls, pressed, checked, text, refused } = await shown(page, `${link}${recommends(at) ? '&view=recommend' : ''}`, at);
    const said = {
      '/objective': () => checked.includes('Energy'),
      '/constraints/vendors': () => pressed.includes('AMD'), '/constraints/segments': () => pressed.includes('Consumer'), '/constraints/owned': () => /2 × GeForce RTX 3090/.test(text),
    }[at];
    if (refused) lies.push(`${at}: refused at ${link}`);
    else if (said ? !said() : controls.length === 0) lies.push(`${at}: nothing shows ${value} of ${link}`);
    else if (!said && !controls.every((one) => shows(one, value, names))) lies.push(`${at}: ${JSON.stringify(controls.map(({ word, on: flag, text: typed, unit }) => ({ word, flag, typed, unit })))} for ${value} of ${link}`);
    else if (at.startsWith('/serve/slo/') && (pressed.includes('None') || !pressed.some((word) => word.startsWith('p95: ')))) lies.push(`${at}: Targets show ${pressed}`);
  }
  assert.deepEqual(lies, []);
  assert.deepEqual(seen.troubles, []);
  await page.context().close();
});
