// Lists of hosted prices: what is read of each format, which model a host's name means, and what a list changes in the catalog.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import ownDay from '../../tools/catalog/lint/prices-have-their-own-day.mjs';
import { hostedFormats, modelOf, modelNames, pricesIn, refreshed, told } from '../../tools/catalog/read_hosted.mjs';
import { normalized } from '../../tools/catalog/records.mjs';

const names = ['llama-3.1-8b', 'llama-3.3-70b', 'glm-5', 'glm-5.1', 'gpt-oss-120b', 'mixtral-8x7b', 'qwen3-235b-a22b', 'kimi-k2.5', 'deepseek-v4-pro'];
const models = new Map(names.map((name) => [normalized(name), name]));

test('a name that a host serves a model under means the model', () => {
  for (const [name, model] of [
    ['meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo', 'llama-3.1-8b'], ['@cf/meta/llama-3.3-70b-instruct-fp8-fast', 'llama-3.3-70b'],
    ['llama-3.3-70b-versatile', 'llama-3.3-70b'], ['zai.glm-5', 'glm-5'], ['glm-5p1', 'glm-5.1'], ['zai-org/GLM-5-TEE', 'glm-5'],
    ['openai.gpt-oss-120b-1:0', 'gpt-oss-120b'], ['databricks-gpt-oss-120b', 'gpt-oss-120b'], ['open-mixtral-8x7b', 'mixtral-8x7b'],
    ['qwen.qwen3-235b-a22b-2507-v1:0', 'qwen3-235b-a22b'], ['moonshotai/Kimi-K2.5-fast', 'kimi-k2.5']])
    assert.equal(modelOf(name, models), model, name);
});

test('other weights, and names that mean whatever is newest, are no model of the catalog', () => {
  for (const name of ['cognitivecomputations/dolphin-mixtral-8x7b', 'NousResearch/Nous-Hermes-2-Mixtral-8x7B-DPO', 'wizardlm-2-8x22b', 'glm-5-turbo',
    'deepseek-chat', 'mistral-small-latest', 'deepseek/deepseek-r1-0528-qwen3-8b'])
    assert.equal(modelOf(name, models), undefined, name);
});

const LITELLM = JSON.stringify({
  'groq/llama-3.1-8b-instant': { input_cost_per_token: 5e-8, output_cost_per_token: 8e-8, litellm_provider: 'groq', mode: 'chat' },
  'fireworks_ai/accounts/fireworks/models/gpt-oss-120b': {
    input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7, cache_read_input_token_cost: 1.5e-8, input_cost_per_token_batches: 7.5e-8, litellm_provider: 'fireworks_ai', mode: 'chat' },
  'deepinfra/whisper-large': { input_cost_per_second: 0.0001, litellm_provider: 'deepinfra', mode: 'audio_transcription' },
});

test('LiteLLM: prices of a token become those of a million, the host goes from the name, batches are a discount', () => {
  assert.deepEqual(hostedFormats.litellm.read(LITELLM), [
    { provider: 'groq', served_as: 'llama-3.1-8b-instant', input_usd_m: 0.05, output_usd_m: 0.08 },
    { provider: 'fireworks', served_as: 'gpt-oss-120b', input_usd_m: 0.15, output_usd_m: 0.6, cache_read_usd_m: 0.015, batch_discount: 0.5 }]);
});

test('models.dev as one file', () => {
  const text = JSON.stringify({ togetherai: { models: { 'MiniMaxAI/MiniMax-M2.7': { cost: { input: 0.3, cache_read: 0.06, output: 1.2 } }, 'x/free': { cost: { input: 0, output: 0 } }, y: {} } } });
  assert.deepEqual(hostedFormats['models-dev'].read(text), [
    { provider: 'together', served_as: 'MiniMaxAI/MiniMax-M2.7', input_usd_m: 0.3, output_usd_m: 1.2, cache_read_usd_m: 0.06 }]);
});

const TOML = (input, context) => `name = "MiniMax-M2.7"
last_updated = "2026-03-18"

[cost]
input = ${input}
cache_read = 0.06
output = 1.20

[limit]
context = ${context}
output = 131_072
`;

test('models.dev as a folder: the day on which the price was changed, not the rest of the file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'models-dev-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'providers', 'togetherai', 'models', 'MiniMaxAI', 'MiniMax-M2.7.toml');
  mkdirSync(join(file, '..'), { recursive: true });
  const git = (...args) => assert.equal(spawnSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { env: { ...process.env, ...day } }).status, 0);
  let day = {};
  for (const [date, text] of [['2026-03-18', TOML('0.50', '1_000')], ['2026-04-02', TOML('0.30', '1_000')], ['2026-06-01', TOML('0.30', '202_752')]]) {
    writeFileSync(file, text);
    day = { GIT_AUTHOR_DATE: `${date}T12:00:00Z`, GIT_COMMITTER_DATE: `${date}T12:00:00Z` };
    if (date === '2026-03-18') git('init', '-q');
    git('add', '.');
    git('commit', '-qm', date);
  }
  const [price, ...none] = pricesIn('models-dev', folder);
  assert.deepEqual(none, []);
  assert.deepEqual({ ...price, own: price.own() }, { provider: 'together', served_as: 'MiniMaxAI/MiniMax-M2.7', input_usd_m: 0.3, output_usd_m: 1.2, cache_read_usd_m: 0.06, own: '2026-04-02' });
  rmSync(join(folder, '.git'), { recursive: true });
  assert.equal(pricesIn('models-dev', folder)[0].own(), undefined);
});

const GENAI = `# yaml-language-server: $schema=.schema.json
name: Deepseek
id: deepseek
pricing_urls:
  - https://api-docs.deepseek.com/quick_start/pricing
price_comments: >-
  Deepseek off-peak pricing applies "UTC 16:30-00:30": the first price
  is the off-peak one.
extractors:
  - root: usage
    mappings:
      - path: [prompt_tokens_details, cached_tokens]
        dest: cache_read_tokens

models:
  - id: deepseek-v4-pro
    name: DeepSeek V4 Pro
    match:
      or:
        - starts_with: deepseek-v4-pro
    prices_checked: 2026-06-02
    prices:
      - prices:
          input_mtok: 0.135
          cache_read_mtok: 0.035
          output_mtok: 0.550
      - constraint:
          start_time: 00:30:00Z
          end_time: 16:30:00Z
        prices:
          input_mtok: 0.27
          cache_read_mtok: 0.07
          output_mtok: 1.1

  - id: deepseek-v3.2
    description: >-
      DeepSeek-V3.2 is a model: it has a colon.
    prices: # none is checked
      input_mtok: 0.28
      output_mtok: 0.42
`;

test('genai-prices: the day of the check, the price of the dear hours and what is paid in the others', () => {
  // 00:30 to 16:30 are 16 dear hours, so 8 cheap ones at 0.135 / 0.27 = half.
  const prices = [
    { provider: 'deepseek', served_as: 'deepseek-v4-pro', input_usd_m: 0.27, output_usd_m: 1.1, cache_read_usd_m: 0.07, off_peak_share: 0.5, off_peak_hours: 8, own: '2026-06-02' },
    { provider: 'deepseek', served_as: 'deepseek-v3.2', input_usd_m: 0.28, output_usd_m: 0.42 }];
  assert.deepEqual(hostedFormats['genai-prices'].read(GENAI), prices);
  const json = JSON.stringify([{ id: 'huggingface_nebius', models: [{ id: 'zai-org/GLM-5', prices: { input_mtok: 1, output_mtok: 3.2 } }] }]);
  assert.deepEqual(hostedFormats['genai-prices'].read(json), [{ provider: 'nebius', served_as: 'zai-org/GLM-5', input_usd_m: 1, output_usd_m: 3.2 }]);
});

test('genai-prices: a price with a day holds from then on, tiers begin with the shortest prompts, and all dear hours count', () => {
  const from = (start_date, input_mtok) => ({ constraint: { start_date }, prices: { input_mtok, output_mtok: '2' } });
  const hours = (start_time, end_time) => ({ constraint: { start_time, end_time }, prices: { input_mtok: '0.4', output_mtok: '4' } });
  const first = { constraint: null, prices: { input_mtok: { base: '1', tiers: [] }, output_mtok: '3' } };
  const read = (prices) => {
    const [{ input_usd_m: input, output_usd_m: output, own, off_peak_hours: off }] = hostedFormats['genai-prices'].read(JSON.stringify([{ id: 'groq', models: [{ id: 'x', prices }] }]), '2026-11-10');
    return [input, output, own?.(), off];
  };
  assert.deepEqual(read([first]), [1, 3, undefined, undefined]);
  assert.deepEqual(read([first, from('2026-08-17', '0.5'), from('2026-11-10', '0.2'), from('2026-12-01', '9')]), [0.2, 2, '2026-11-10', undefined]);
  // 01:00 to 04:00 and 06:00 to 10:00 are 7 dear hours, so 17 are not; nobody says since when.
  assert.deepEqual(read([first, from('2026-08-17', '0.2'), hours('01:00:00+00:00', '04:00:00+00:00'), hours('06:00:00+00:00', '10:00:00+00:00')]), [0.4, 4, undefined, 17]);
});

const marksOf = (format, list, day = '2026-06-10') => hostedFormats[format].read(JSON.stringify(list), day).map(({ ended }) => ended);

test('what a list marks as ended, in each format: its own day where that has come, else only that it has', () => {
  const cost = { input: 1, output: 2 };
  assert.deepEqual(marksOf('models-dev', { groq: { models: { x: { cost, status: 'deprecated' }, y: { cost, status: 'beta' }, z: { status: 'deprecated' } } } }), [true, undefined, true]);
  const prices = { input_mtok: 1, output_mtok: 2 };
  assert.deepEqual(marksOf('genai-prices', [{ id: 'groq', models: [{ id: 'x', prices, deprecated: true }, { id: 'y', prices, deprecated: null }] }]), [true, undefined]);
  const row = (deprecation_date) => ({ litellm_provider: 'groq', mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, deprecation_date });
  assert.deepEqual(marksOf('litellm', { 'groq/x': row('2026-06-10'), 'groq/y': row('2026-06-11'), 'groq/z': row('') }), ['2026-06-10', undefined, undefined]);
  const pricing = { prompt: '0.000001', completion: '0.000002' };
  assert.deepEqual(marksOf('openrouter', { data: [{ id: 'x', pricing, expiration_date: '2026-06-01' }, { id: 'y', pricing, expiration_date: null }] }), ['2026-06-01', undefined]);
});

test('models.dev as a folder: a mark without history is one without a day', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'models-dev-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'providers', 'groq', 'models'), { recursive: true });
  writeFileSync(join(folder, 'providers', 'groq', 'models', 'x.toml'), `status = "deprecated"\n${TOML('0.30', '1_000')}`);
  assert.deepEqual(pricesIn('models-dev', folder).map(({ ended }) => ended()), [true]);
});

test('OpenRouter: its own list, and the hosts behind one model', () => {
  const pricing = { prompt: '0.00000013', completion: '0.00000039', request: '0', image: '0', input_cache_read: '0.000000026' };
  const price = { input_usd_m: 0.13, output_usd_m: 0.39, cache_read_usd_m: 0.026 };
  const list = { data: [{ id: 'meta-llama/llama-3.3-70b-instruct', pricing }, { id: 'meta-llama/llama-3.3-70b-instruct:free', pricing: { prompt: '0', completion: '0' } }] };
  assert.deepEqual(hostedFormats.openrouter.read(JSON.stringify(list)), [{ provider: 'openrouter', served_as: 'meta-llama/llama-3.3-70b-instruct', ...price }]);
  const endpoints = { data: { id: 'meta-llama/llama-3.3-70b-instruct', endpoints: [{ provider_name: 'DeepInfra', pricing }, { provider_name: 'Amazon Bedrock', pricing }] } };
  assert.deepEqual(hostedFormats.openrouter.read(JSON.stringify(endpoints)).map(({ provider }) => provider), ['deepinfra', 'aws']);
});

const offer = (served_as, model, input_usd_m, extra = {}) => ({ provider: 'groq', served_as, model, input_usd_m, output_usd_m: 2, priced: '2026-03-01', source: 'list', ...extra });
const catalogOf = (records) => ({
  sources: [{ id: 'list', title: 'L', snapshot: '2026-06-10' }], prices: [],
  models: names.map((id) => ({ record: { id, name: id } })), providers: [{ record: { id: 'groq' } }], api: records.map((record) => ({ record })),
});
const listed = (served_as, input_usd_m, extra = {}) => ({ provider: 'groq', served_as, input_usd_m, output_usd_m: 2, ...extra });
const before = [
  offer('openai/gpt-oss-120b', 'gpt-oss-120b', 1), offer('zai/glm-5', 'glm-5', 1), offer('glm-5.1', 'glm-5.1', 1), offer('mixtral-8x7b', 'mixtral-8x7b', 1, { status: 'ended' }),
  offer('llama-3.1-8b', 'llama-3.1-8b', 1, { source: 'other' })];
const LIST = [listed('openai/gpt-oss-120b', 1, { cache_read_usd_m: 0.5 }), listed('zai/glm-5', 1.5), listed('kimi-k2.5-fast', 3), listed('mixtral-8x7b', 1), listed('llama-3.1-8b', 4, { own: () => undefined }),
  listed('unknown', 1), { ...listed('glm-5', 1), provider: 'nobody' }];
const run = (records, list, day = '2026-06-10') => refreshed(catalogOf(records), list, { day, source: 'list' });

test('a list read again: what is unchanged, changed, new, gone, ended or said otherwise by another list', () => {
  const report = run(before, LIST);
  assert.deepEqual(told(report), [
    'groq: 1 seen again', '  zai/glm-5: changed: 1/2 -> 1.5/2, 2026-06', '  llama-3.1-8b: 4/2, but other has 1/2, and no day says which is newer',
    '  kimi-k2.5-fast: new offer of kimi-k2.5: 3/2', '  glm-5.1: no longer listed: 1/2', '  mixtral-8x7b: listed, though it has ended']);
  assert.equal(report.records.length, before.length + 2);
  assert.deepEqual(report.records[0], offer('openai/gpt-oss-120b', 'gpt-oss-120b', 1, { cache_read_usd_m: 0.5, seen: '2026-06-10' }));
  assert.deepEqual(report.records.slice(1, 5), before.slice(1)); // what is gone stays as it was, for a person to decide
  assert.deepEqual(ownDay(catalogOf(report.records)), []);
  assert.equal(ownDay(catalogOf([offer('x', 'glm-5', 1, { priced: '2026-06-10' })])).length, 1);
});

test('the same list again changes nothing, on a later day only `seen`, and an older one nothing', () => {
  const once = run(before, LIST).records;
  assert.deepEqual(run(once, LIST).records, once);
  const later = run(once, LIST, '2026-07-10').records;
  assert.deepEqual(later.map(({ seen, ...record }) => record), once.map(({ seen, ...record }) => record));
  assert.deepEqual(later.map(({ seen }) => seen), ['2026-07-10', undefined, undefined, undefined, undefined, '2026-07-10', '2026-07-10']);
  assert.deepEqual(run(later, LIST.map((price) => ({ ...price, input_usd_m: 9 })), '2026-05-01').records, later);
});

test('a list that says when it checked a price moves its own day, and overrules another list', () => {
  const checked = (own) => [listed('openai/gpt-oss-120b', 1, { own }), listed('llama-3.1-8b', 4, { own })];
  const { records, changed } = run(before, checked('2026-05-05'));
  assert.deepEqual([records[0].priced, records[0].seen], ['2026-05-05', '2026-06-10']);
  assert.deepEqual(changed.map(([, { priced, input_usd_m: input }]) => [priced, input]), [['2026-05-05', 4]]);
  assert.deepEqual(run(before, checked('2026-01-05')).changed, []);
  assert.equal(run(before, checked(() => '2026-05-05')).records[0].priced, '2026-03-01');  // since when it holds is no check
});

test('a discount in batches that changed is a new price, as are other cheap hours', () => {
  const known = [offer('openai/gpt-oss-120b', 'gpt-oss-120b', 1, { batch_discount: 0.5, off_peak_share: 0.5, off_peak_hours: 8 })];
  const same = { batch_discount: 0.5, off_peak_share: 0.5, off_peak_hours: 8 };
  assert.deepEqual(run(known, [listed('openai/gpt-oss-120b', 1, same)]).changed, []);
  for (const changed of [{ batch_discount: 0.3 }, { off_peak_hours: 6 }]) {
    const { changed: [[, after]] } = run(known, [listed('openai/gpt-oss-120b', 1, { ...same, ...changed })]);
    assert.deepEqual(after, offer('openai/gpt-oss-120b', 'gpt-oss-120b', 1, { ...same, ...changed, priced: '2026-06', seen: '2026-06-10' }));
  }
  assert.match(told(run(known, [listed('openai/gpt-oss-120b', 1, { batch_discount: 0.3 })])).join(), /1\/2 \(off in batches 0.5, .*\) -> 1\/2 \(off in batches 0.3\)/);
});

test('what its own list marks as ended is ended, with the day of the mark or else of the list; a list older than what is known is not asked', () => {
  const [record] = before;
  const end = (ended, day) => run([record], [{ provider: 'groq', served_as: 'openai/gpt-oss-120b', ended }, { provider: 'groq', served_as: 'glm-5', ended }], day);
  assert.deepEqual(end(true).records, [{ ...record, status: 'ended', ended: '2026-06-10' }]);
  assert.deepEqual(end('2026-05-07').records, [{ ...record, status: 'ended', ended: '2026-05-07' }]);
  assert.deepEqual(end(() => '2026-05-08').records[0].ended, '2026-05-08');
  assert.deepEqual(end('2026-02-07').records[0].priced, '2026-02');  // no price began after its end
  assert.deepEqual(end(true, '2026-02-10').records, [record]);
  assert.deepEqual(told(end(true)), ['groq: 0 seen again', '  openai/gpt-oss-120b: ended 2026-06-10, as its list says']);
  assert.deepEqual(run(end(true).records, LIST.slice(0, 1)).ended.map(({ served_as: name }) => name), ['openai/gpt-oss-120b']);
});

test('a new offer of an old model is told and not added: lists keep what hosts have ended', () => {
  const catalog = catalogOf([]);
  for (const { record } of catalog.models) record.release = record.id === 'glm-5.1' ? '2026-04' : '2025-10';
  const report = refreshed(catalog, [listed('glm-5.1', 1), listed('glm-5', 1)], { day: '2026-06-10', source: 'list' });
  assert.deepEqual(report.records.map(({ model }) => model), ['glm-5.1']);
  assert.match(told(report).join(), /glm-5: new, and not added, as glm-5 is more than 180 days old: 1\/2/);
});

test('a changed price keeps what is taken off in batches, of which few lists know', () => {
  const { changed: [[, after]] } = run([offer('openai/gpt-oss-120b', 'gpt-oss-120b', 1, { batch_discount: 0.5 })], [listed('openai/gpt-oss-120b', 3)]);
  assert.equal(after.batch_discount, 0.5);
});

test('a list that is not of the format says so', () => {
  for (const format of ['litellm', 'models-dev', 'genai-prices', 'openrouter'])
    for (const text of ['<html>', '{"a": null}']) assert.throws(() => hostedFormats[format].read(text), new RegExp(`no list in the format ${format}`), text);
});

test('a price that a list gives to a name by pattern, though it is another model\'s, is left out', () => {
  const catalog = catalogOf([]);
  catalog.models.push({ record: { id: 'llama-3.1-405b', name: 'Llama 3.1 405B', aliases: ['Llama 3.1 405B Reasoning'] } });
  assert.equal(modelOf('llama-3.1-405b-reasoning', modelNames(catalog)), 'llama-3.1-405b');
  assert.deepEqual(refreshed(catalog, [listed('llama-3.1-405b-reasoning', 0.59)], { day: '2026-06-10', source: 'list' }).records, []);
});

test('a change that no day is told of comes after the price it replaces, once, and a price below zero is none', () => {
  const known = [offer('openai/gpt-oss-120b', 'gpt-oss-120b', 1, { priced: '2026-06-05' })];
  const { changed: [[, after]], records } = run(known, [listed('openai/gpt-oss-120b', 3)]);
  assert.equal(after.priced, '2026-06-06');
  const again = run(records, [listed('openai/gpt-oss-120b', 3)]);
  assert.deepEqual([again.changed, again.records.length], [[], 2]);
  const below = run(known, [listed('openai/gpt-oss-120b', -1)]);
  assert.deepEqual([below.changed, below.vanished], [[], []]);
});
