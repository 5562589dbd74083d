// Files that lie about themselves: refused by name, within 100 ms of work and without taking memory for what they
// claim.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { root } from './browser.mjs';
import { gguf, safetensors } from './model_files.mjs';

const { createEngine } = await import(join(root, 'build/wasm/module/engine.js'));

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const u32 = (value) => { const out = Buffer.alloc(4); out.writeUInt32LE(value); return out; };
const u64 = (value) => { const out = Buffer.alloc(8); out.writeBigUInt64LE(BigInt(value)); return out; };
const start = (tensors, pairs) => bytes('GGUF', u32(3), u64(tensors), u64(pairs));
const header = (json) => bytes(u64(Buffer.byteLength(json)), json);
const tensor = (dtype, shape, offsets) => JSON.stringify({ a: { dtype, shape, data_offsets: offsets } });

const key = (text) => bytes(u64(Buffer.byteLength(text)), text);
const one = { metadata: [['general.architecture', 'text', 'llama']], tensors: [{ name: 'a', type: 'f32', shape: [64] }, { name: 'b', type: 'f32', shape: [64] }] };

/** Name, file, its claimed size, code of the refusal. */
const FILES = [
  ['2^63 tensors', start(2n ** 63n, 1), 1e12, 'too_many'],
  ['2^64 - 1 entries', start(1, 2n ** 64n - 1n), 1e12, 'too_many'],
  ['a text of 2^63 bytes', bytes(start(0, 1), u64(2n ** 63n)), 1e12, 'too_long'],
  ['a list of 2^61 texts', bytes(start(0, 1), key('a'), u32(9), u32(8), u64(2n ** 61n), Buffer.alloc(64)), undefined, 'truncated'],
  ['lists in lists', bytes(start(0, 1), key('a'), u32(9), u32(9), u64(1), u32(9), u64(1), Buffer.alloc(64)), undefined, 'bad_file'],
  ['a key that is not UTF-8', bytes(start(0, 1), u64(2), [0xc3, 0x28], u32(4), u32(1)), undefined, 'bad_text'],
  ['a million entries in a short file', start(10_000_000, 100_000), 1000, 'truncated'],
  ['dimensions whose product overflows', bytes(start(1, 0), key('a'), u32(2), u64(2n ** 40n), u64(2n ** 40n), u32(0), u64(0)), 1e12, 'bad_file'],
  ['tensors on the same bytes', ggufOverlap(), undefined, 'bad_file'],
  ['the weights missing', gguf(one).subarray(0, 200), undefined, 'truncated'],
  ['a header of 2^39 bytes', bytes(u64(2n ** 39n), '{}', Buffer.alloc(100)), 1e15, 'too_large'],
  ['a header beyond the file', bytes(u64(10_000_000), '{"a":1}'), undefined, 'truncated'],
  ['2^63 values', header(tensor('F32', [2 ** 63], [0, 16])), undefined, 'bad_file'],
  ['offsets beyond the file', header(tensor('U8', [1e12], [0, 1e12])), undefined, 'truncated'],
  ['a shape of a million ones', header(tensor('U8', new Array(1e6).fill(1), [0, 1])), undefined, 'too_many'],
  ['overlapping tensors', safetensorsOverlap(), undefined, 'bad_file'],
  ['a nested bomb', '['.repeat(1e6).replace('[', '{"a":['), undefined, 'too_deep'],
  ['objects in objects', '{"a":'.repeat(200000), undefined, 'too_deep'],
  ['20,000 equal names', `{${'"a":1,'.repeat(2e4)}"b":1}`, undefined, 'duplicate_field'],
  ['layers without end', '{"model_type":"llama","num_hidden_layers":1e9,"hidden_size":64,"vocab_size":10}', undefined, 'bad_value'],
  ['text that is not UTF-8', bytes('{"model_type":"', [0xff, 0xfe], '"}'), undefined, 'bad_json'],
];

/** Two tensors, the second at the offset of the first. */
function ggufOverlap() {
  const tensor = (name) => bytes(key(name), u32(1), u64(64), u32(0), u64(0));
  return bytes(start(2, 0), tensor('a'), tensor('b'), Buffer.alloc(1024));
}

function safetensorsOverlap() {
  const json = JSON.stringify({ a: { dtype: 'U8', shape: [8], data_offsets: [0, 8] }, b: { dtype: 'U8', shape: [8], data_offsets: [4, 12] } });
  return bytes(header(json), Buffer.alloc(12));
}

describe('Hostile', () => {
  let engine;
  before(async () => {
    engine = await createEngine({ catalog: await readFile(join(root, 'build/wasm/catalog.json'), 'utf8') });
    await engine.importModel(safetensors([{ name: 'a', dtype: 'U8', shape: [1] }])); // the module is loaded and warm
  });

  for (const [name, file, size, code] of FILES) {
    test(name, async () => {
      const given = new Uint8Array(Buffer.from(file));
      const memory = process.memoryUsage().rss;
      const began = process.cpuUsage();
      const answer = await engine.importModel(given, size ?? given.length, 'file');
      const { user, system } = process.cpuUsage(began);
      assert.equal(answer.ok, false, JSON.stringify(answer).slice(0, 300));
      assert.equal(answer.errors[0].code, code, answer.errors[0].message);
      assert.ok(answer.errors[0].message.length > 10);
      // Each takes a few to some tens of milliseconds; ten times as long says that a limit is gone, whatever the machine.
      assert.ok((user + system) / 1000 < 1000, `${(user + system) / 1000} ms`);
      assert.ok(process.memoryUsage().rss - memory < 300e6);
    });
  }
});
