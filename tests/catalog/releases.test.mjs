// Releases of a model: records that are based on another.
import assert from 'node:assert/strict';
import test from 'node:test';
import { plain, readCatalog, withBases } from '../../tools/catalog/files.mjs';

const base = { id: 'm-1', name: 'M 1', aliases: ['maker/M-1'], checkpoints: ['gguf packer/*-GGUF'], layers: 2, max_context: { value: 10, note: 'why' }, license: 'MIT', source: 'a b', retrieved: '2026-01-01', note: 'first' };
const withReleases = (...releases) => withBases([base, ...releases].map((record) => ({ record, file: 'm.json' }))).map(({ record }) => record);

test('a release has what its base has but for what it says, and the sources of both', () => {
  const [first, second, third] = withReleases(
    { id: 'm-2', name: 'M 2', based_on: 'm-1', max_context: 20, source: 'c a', retrieved: '2026-02-02' },
    { id: 'm-3', name: 'M 3', based_on: 'm-2', license: 'BSD', source: 'd', retrieved: '2026-03-03' });
  assert.deepEqual(first, base);
  assert.deepEqual(second, { id: 'm-2', name: 'M 2', layers: 2, max_context: 20, license: 'MIT', source: 'c a b', retrieved: '2026-02-02' });
  assert.deepEqual(third, { id: 'm-3', name: 'M 3', layers: 2, max_context: 20, license: 'BSD', source: 'd c a b', retrieved: '2026-03-03' });
});

test('a base that is not there, or is the release itself, is an error', () => {
  assert.throws(() => withReleases({ id: 'm-2', based_on: 'm-9', source: 'c' }), /m-2 is based on m-9, which is no model/);
  assert.throws(() => withReleases({ id: 'm-2', based_on: 'm-3', source: 'c' }, { id: 'm-3', based_on: 'm-2', source: 'c' }), /by itself/);
});

const models = new Map(readCatalog().models.map(({ record }) => [record.id, record]));
const facts = (id) => ['name', 'release', 'max_context', 'native_precision', 'tower_params', 'mtp_params'].map((key) => plain(models.get(id)[key]));

// Releases that were aliases once, by their own configurations, cards and recipes.
test('what is a release\'s own is not its base\'s', () => {
  assert.deepEqual(facts('kimi-k2.6'), ['Kimi K2.6', '2026-04', 262144, 'int4-g32', 471143920, undefined]);
  assert.deepEqual(facts('kimi-k2.7-code').slice(0, 2), ['Kimi K2.7 Code', '2026-06']);
  assert.deepEqual(facts('qwen3.8-27b').slice(0, 4), ['Qwen3.8 27B', '2026-08', 262144, 'bf16']);
  assert.deepEqual(facts('glm-4.5v').slice(2), [65536, 'bf16', 860000000, undefined]);
  assert.deepEqual(facts('step-3.7-flash').slice(3), ['bf16', 1800000000, undefined]);
  assert.deepEqual(facts('nemotron-3.5-lightning-30b-a3b').slice(2, 3), [1048576]);
  // MiMo-V2.5: 309 billion of the decoder, 0.729 + 0.261 of its encoders, 0.329 of its prediction layers: the published 310.
  const mimo = models.get('mimo-v2.5');
  assert.equal(Math.round(mimo.params_b + (plain(mimo.tower_params) + mimo.mtp_params) / 1e9), 310);
  assert.equal(mimo.max_context, 1048576);
});
