// Files that a small writer builds, read by the import and by the readers of Hugging Face: they agree on every
// tensor and on the metadata.
import assert from 'node:assert/strict';
import { File } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { require, root } from './browser.mjs';
import { TYPES, gguf, safetensors, tensorBytes } from './model_files.mjs';

const load = (name) => import(pathToFileURL(require.resolve(name)));
const { gguf: readGguf, GGMLQuantizationType } = await load('@huggingface/gguf');
const { parseSafetensorsMetadata } = await load('@huggingface/hub');
const { createEngine } = await import(join(root, 'build/wasm/module/engine.js'));

let engine;
let folder;
before(async () => {
  engine = await createEngine({ catalog: await readFile(join(root, 'build/wasm/catalog.json'), 'utf8') });
  folder = await mkdtemp(join(tmpdir(), 'ridgepoint-import-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const sum = (list) => list.reduce((a, b) => a + b, 0);
const values = ({ shape }) => shape.reduce((a, b) => a * b, 1);

/** Two layers of a small Llama; every tensor type has its turn. */
function smallLlama() {
  const types = ['q4_k', 'q6_k', 'iq4_xs', 'bf16', 'q8_0', 'mxfp4', 'q4_0', 'f16'];
  let turn = 0;
  const matrix = (name, ...shape) => ({ name, shape, type: types[turn++ % types.length] });
  const vector = (name) => ({ name, shape: [256], type: 'f32' });
  const layers = [0, 1].flatMap((i) => [
    vector(`blk.${i}.attn_norm.weight`), vector(`blk.${i}.ffn_norm.weight`),
    matrix(`blk.${i}.attn_q.weight`, 256, 256), matrix(`blk.${i}.attn_k.weight`, 256, 128),
    matrix(`blk.${i}.attn_v.weight`, 256, 128), matrix(`blk.${i}.attn_output.weight`, 256, 256),
    matrix(`blk.${i}.ffn_gate.weight`, 256, 512), matrix(`blk.${i}.ffn_up.weight`, 256, 512),
    matrix(`blk.${i}.ffn_down.weight`, 512, 256),
  ]);
  return {
    metadata: [
      ['general.architecture', 'text', 'llama'], ['general.name', 'text', 'Small “Llama” 🦙'], ['general.file_type', 'u32', 15],
      ['llama.block_count', 'u32', 2], ['llama.context_length', 'u64', 8192], ['llama.embedding_length', 'i32', 256],
      ['llama.feed_forward_length', '[u32]', [512, 512]], ['llama.attention.head_count', 'u16', 4],
      ['llama.attention.head_count_kv', '[i32]', [2, 2]], ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
      ['llama.rope.freq_base', 'f64', 500000], ['some.flag', 'bool', true], ['some.flags', '[bool]', [true, false]],
      ['some.small', 'i8', -3], ['some.byte', 'u8', 200], ['some.short', 'i16', -300], ['some.long', 'i64', -4e12],
      ['tokenizer.ggml.tokens', '[text]', Array.from({ length: 1000 }, (_, i) => `token ${i}`)],
    ],
    tensors: [matrix('token_embd.weight', 256, 1000), ...layers, vector('output_norm.weight'), matrix('output.weight', 256, 1000)],
  };
}

/** What the module says about a file on disk, which is what the command line says. */
async function importBoth(name, bytes) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const native = spawnSync(join(root, 'build/native/ridgepoint'), ['import', path], { encoding: 'utf8' });
  const ours = await engine.importFile(new File([bytes], name));
  assert.deepEqual(ours, JSON.parse(native.stdout));
  return ours;
}

/** Both readings of a file that is put on disk under a name. */
async function readBoth(name, bytes) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const theirs = await readGguf(path, { allowLocalFile: true, computeParametersCount: true });
  return { theirs, ours: await importBoth(name, bytes) };
}

/** The other reader sees the tensors that were written. */
function assertTensors(theirs, tensors) {
  assert.deepEqual(
    theirs.tensorInfos.map((t) => ({ name: t.name, shape: t.shape.map(Number), type: GGMLQuantizationType[t.dtype].toLowerCase() })),
    tensors.map(({ name, shape, type }) => ({ name, shape, type })),
  );
}

describe('GGUF', () => {
  for (const version of [2, 3]) {
    test(`Version${version}IsReadAlikeByBoth`, async () => {
      const written = smallLlama();
      const { theirs, ours } = await readBoth(`small-v${version}.gguf`, gguf({ ...written, version }));
      assert.equal(ours.ok, true, JSON.stringify(ours));
      assertTensors(theirs, written.tensors);
      assert.equal(theirs.metadata.version, version);
      assert.equal(Math.round(ours.model.params_b * 1e9), theirs.parameterCount);
      assert.equal(theirs.parameterCount, sum(written.tensors.map(values)));
      assert.equal(ours.bytes, sum(written.tensors.map(tensorBytes)));
      assert.equal(ours.bits_per_weight, (8 * ours.bytes) / theirs.parameterCount);
      const said = (key) => Number(theirs.metadata[`llama.${key}`]);
      assert.deepEqual(
        [ours.model.name, ours.model.layers, ours.model.hidden, ours.model.heads, ours.model.max_context],
        [theirs.metadata['general.name'], said('block_count'), said('embedding_length'), said('attention.head_count'), said('context_length')],
      );
      assert.equal(ours.model.kv_heads, theirs.metadata['llama.attention.head_count_kv'][0]);
      assert.equal(ours.model.vocab, theirs.metadata['tokenizer.ggml.tokens'].length);
      assert.equal(ours.model.extra_params, 0);
    });
  }

  test('SizesOfEveryTensorTypeFollowFromTheOffsets', async () => {
    const tensors = Object.keys(TYPES).map((type, i) => ({ name: `tensor.${i}`, type, shape: [256, 4] }));
    const { theirs, ours } = await readBoth('types.gguf', gguf({ metadata: [['general.architecture', 'text', 'llama']], tensors, alignment: 32 }));
    assertTensors(theirs, tensors);
    // The types are right when the sizes tile the data section exactly, so that no overlap and no truncation is found.
    const offsets = theirs.tensorInfos.map((t) => Number(t.offset));
    tensors.forEach((t, i) => assert.equal(offsets[i + 1] ?? offsets[i] + Math.ceil(tensorBytes(t) / 32) * 32, offsets[i] + Math.ceil(tensorBytes(t) / 32) * 32));
    assert.equal(ours.ok, false);
    assert.deepEqual([...new Set(ours.errors.map((e) => e.code))], ['missing_field']);
  });

  test('TheFirstPartOfASplitFileIsEnoughAndAllAreExact', async () => {
    const whole = smallLlama();
    const metadata = [...whole.metadata, ['split.no', 'u16', 0], ['split.count', 'u16', 2], ['split.tensors.count', 'i32', whole.tensors.length]];
    const first = whole.tensors.filter((t) => !t.name.startsWith('blk.1') && t.name !== 'output.weight');
    const { theirs, ours } = await readBoth('small-00001-of-00002.gguf', gguf({ metadata, tensors: first }));
    assert.equal(ours.ok, true, JSON.stringify(ours));
    assertTensors(theirs, first);
    assert.equal(Math.round(ours.model.params_b * 1e9), sum(whole.tensors.map(values)));
    assert.equal(ours.bytes, undefined);
    assert.match(ours.assumptions.join(' '), /1 of 2 parts/);
    const second = gguf({ metadata: metadata.map(([k, t, v]) => [k, t, k === 'split.no' ? 1 : v]), tensors: whole.tensors.slice(-1) });
    const refused = await engine.importFile(new File([second], 'small-00002-of-00002.gguf'));
    assert.match(refused.errors[0].message, /first part/);
    const parts = [gguf({ metadata, tensors: first }), gguf({ metadata: [['split.no', 'u16', 1]], tensors: whole.tensors.filter((t) => !first.includes(t)) })];
    const names = parts.map((_, i) => `small-0000${i + 1}-of-00002.gguf`);
    const together = await engine.importFile(parts.map((part, i) => new File([part], names[i])));
    await Promise.all(parts.map((part, i) => writeFile(join(folder, names[i]), part)));
    const native = spawnSync(join(root, 'build/native/ridgepoint'), ['import', ...names.map((name) => join(folder, name))], { encoding: 'utf8' });
    assert.deepEqual(together, JSON.parse(native.stdout));
    const alone = await engine.importFile(new File([gguf(whole)], 'small.gguf'));
    assert.deepEqual([together.model, together.bytes, together.assumptions], [alone.model, alone.bytes, alone.assumptions]);
  });

  test('AdaptersAreRecognized', async () => {
    const metadata = [
      ['general.type', 'text', 'adapter'], ['general.architecture', 'text', 'llama'], ['adapter.type', 'text', 'lora'],
      ['adapter.lora.alpha', 'f32', 32], ['general.base_model.0.name', 'text', 'Llama 3.1 8B'],
    ];
    const tensors = [0, 1].flatMap((i) => ['attn_q', 'attn_v'].flatMap((part) => [
      { name: `blk.${i}.${part}.weight.lora_a`, type: 'f32', shape: [256, 16] },
      { name: `blk.${i}.${part}.weight.lora_b`, type: 'f32', shape: [16, 256] },
    ]));
    const { theirs, ours } = await readBoth('adapter.gguf', gguf({ metadata, tensors }));
    assertTensors(theirs, tensors);
    assert.equal(ours.kind, 'adapter', JSON.stringify(ours));
    assert.deepEqual(ours.adapter, { rank: 16, params: theirs.parameterCount, targets: ['attn_q', 'attn_v'], base: 'Llama 3.1 8B' });
    assert.equal(ours.bytes, sum(tensors.map(tensorBytes)));
  });

  test('OnlyTheHeaderOfALargeFileIsRead', async () => {
    const written = smallLlama();
    const bytes = gguf(written);
    let most = 0;
    const size = 100e9;
    // 100 GB of which only the beginning is there; what lies behind cannot be read at all.
    const large = { name: 'large.gguf', size, slice: (from, to) => { most = Math.max(most, to); return new Blob([bytes.subarray(from, to)]); } };
    const ours = await engine.importFile(large);
    assert.equal(ours.ok, true, JSON.stringify(ours));
    assert.equal(Math.round(ours.model.params_b * 1e9), sum(written.tensors.map(values)));
    assert.ok(most <= 131072, `${most} bytes were asked for`);
  });
});

/** Tensors of a small Qwen3 in BF16. */
function smallQwen() {
  const tensor = (name, ...shape) => ({ name, shape, dtype: 'BF16' });
  return [
    tensor('model.embed_tokens.weight', 1000, 256),
    ...[0, 1].flatMap((i) => {
      const at = `model.layers.${i}.`;
      return [
        tensor(`${at}self_attn.q_proj.weight`, 512, 256), tensor(`${at}self_attn.k_proj.weight`, 256, 256),
        tensor(`${at}self_attn.v_proj.weight`, 256, 256), tensor(`${at}self_attn.o_proj.weight`, 256, 512),
        tensor(`${at}self_attn.q_norm.weight`, 128), tensor(`${at}self_attn.k_norm.weight`, 128),
        tensor(`${at}input_layernorm.weight`, 256), tensor(`${at}post_attention_layernorm.weight`, 256),
        tensor(`${at}mlp.gate_proj.weight`, 512, 256), tensor(`${at}mlp.up_proj.weight`, 512, 256), tensor(`${at}mlp.down_proj.weight`, 256, 512),
      ];
    }),
    tensor('model.norm.weight', 256),
  ];
}

/** The other reader, given the files instead of the network. */
function parseSafetensors(files, path) {
  const fetch = async (address, { headers } = {}) => {
    const bytes = files[new URL(address).pathname.split('/').pop()];
    if (!bytes) return new Response('', { status: 404 });
    const range = /bytes=(\d+)-(\d+)/.exec(new Headers(headers).get('range') ?? '');
    const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes;
    const contentRange = range ? { 'content-range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${bytes.length}` } : {};
    return new Response(part, { status: range ? 206 : 200, headers: { 'content-length': String(part.length), etag: '"1"', ...contentRange } });
  };
  return parseSafetensorsMetadata({ repo: 'someone/something', computeParametersCount: true, fetch, ...(path && { path }) });
}

describe('Safetensors', () => {
  test('TensorsAreReadAlikeByBoth', async () => {
    const tensors = smallQwen();
    const bytes = safetensors(tensors, { format: 'pt' });
    const theirs = await parseSafetensors({ 'model.safetensors': bytes });
    const ours = await importBoth('model.safetensors', bytes);
    assert.equal(ours.ok, true, JSON.stringify(ours));
    const { __metadata__, ...header } = theirs.header;
    assert.deepEqual(__metadata__, { format: 'pt' });
    assert.deepEqual(Object.keys(header), tensors.map((t) => t.name));
    for (const { name, dtype, shape } of tensors) assert.deepEqual([header[name].dtype, header[name].shape], [dtype, shape]);
    assert.equal(ours.bytes, sum(Object.values(header).map(({ data_offsets: [from, to] }) => to - from)));
    assert.equal(Math.round(ours.model.params_b * 1e9), sum(Object.values(theirs.parameterCount)));
    assert.deepEqual([ours.model.layers, ours.model.heads, ours.model.kv_heads, ours.model.head_dim, ours.model.tied_embeddings], [2, 4, 2, 128, true]);
    assert.equal(ours.model.extra_params, 0);
  });

  test('TheIndexGivesTheBytesOfAllParts', async () => {
    const tensors = smallQwen();
    const parts = { 'model-00001-of-00002.safetensors': tensors.slice(0, 12), 'model-00002-of-00002.safetensors': tensors.slice(12) };
    const files = Object.fromEntries(Object.entries(parts).map(([name, some]) => [name, safetensors(some)]));
    const total = 2 * sum(tensors.map(values));
    const weight_map = Object.fromEntries(Object.entries(parts).flatMap(([file, some]) => some.map(({ name }) => [name, file])));
    const index = new TextEncoder().encode(JSON.stringify({ metadata: { total_size: total }, weight_map }));
    const theirs = await parseSafetensors({ ...files, 'model.safetensors.index.json': index });
    assert.equal(2 * sum(Object.values(theirs.parameterCount)), total);
    const ours = await importBoth('model.safetensors.index.json', index);
    assert.equal(ours.kind, 'safetensors_index');
    assert.equal(ours.bytes, total);
    assert.match(ours.assumptions[0], new RegExp(`${tensors.length} tensors in 2 files`));
    const part = await engine.importFile(new File([files['model-00001-of-00002.safetensors']], 'model-00001-of-00002.safetensors'));
    assert.match(part.errors[0].message, /one of several parts/);
  });

  test('AdaptersAndTheirConfigurationAgree', async () => {
    const tensors = [0, 1].flatMap((i) => ['q_proj', 'v_proj'].flatMap((target) => {
      const name = `base_model.model.model.layers.${i}.self_attn.${target}.lora_`;
      return [{ name: `${name}A.weight`, dtype: 'F32', shape: [8, 256] }, { name: `${name}B.weight`, dtype: 'F32', shape: [256, 8] }];
    }));
    const bytes = safetensors(tensors);
    const theirs = await parseSafetensors({ 'adapter_model.safetensors': bytes }, 'adapter_model.safetensors');
    const ours = await importBoth('adapter_model.safetensors', bytes);
    assert.equal(ours.kind, 'adapter');
    assert.equal(ours.adapter.params, sum(Object.values(theirs.parameterCount)));
    const config = { peft_type: 'LORA', r: 8, lora_alpha: 16, target_modules: ['q_proj', 'v_proj'], base_model_name_or_path: 'meta-llama/Llama-3.1-8B' };
    const told = await engine.importFile(new File([JSON.stringify(config)], 'adapter_config.json'));
    assert.equal(told.adapter.rank, ours.adapter.rank);
    assert.deepEqual(told.adapter.targets, ours.adapter.targets);
    assert.equal(told.adapter.base, 'meta-llama/Llama-3.1-8B');
  });
});
