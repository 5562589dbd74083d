// Parameters that are counted here are those that token decoders have, within the tolerance of the engine's tests.
import assert from 'node:assert/strict';
import test from 'node:test';
import { plain, readCatalog } from '../../tools/catalog/files.mjs';
import { parametersOf } from '../../tools/catalog/parameters.mjs';
import { isTokenDecoder, recordsOf } from '../../tools/catalog/records.mjs';

const decoders = recordsOf(readCatalog(), 'models').filter(isTokenDecoder);

// Of the checkpoints: meta-llama/Llama-3.1-8B, mistralai/Mixtral-8x7B-v0.1.
test('published counts are met exactly', () => {
  const of = (id) => parametersOf(decoders.find((model) => model.id === id)).total;
  assert.equal(of('llama-3.1-8b'), 8030261248);
  assert.equal(of('mixtral-8x7b'), 46702792704);
});

test('every token decoder has as many as its record says', () => {
  assert.ok(decoders.length >= 340);
  for (const model of decoders) {
    const off = parametersOf(model).total / 1e9 / plain(model.params_b) - 1;
    assert.ok(Math.abs(off) <= 0.0005, `${model.id} is off by ${off * 100}%`);
  }
});
