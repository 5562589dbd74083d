// What the fuzzers start from: node tests/fuzz/seeds.mjs FUZZER DIRECTORY DICTIONARY
//
// Small true inputs of every kind that the fuzzer's door takes, and the words they use. tools/fuzz calls it.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rowsOf } from '../../tools/catalog/csv.mjs';
import { csvLine } from '../../web/src/files.js';
import { gguf, safetensors } from '../web/model_files.mjs';

const layers = (list) => [0, 1].flatMap((i) => list.map((tensor) => ({ ...tensor, name: tensor.name.replace('*', i) })));

const common = { vocab_size: 100, hidden_size: 64, num_hidden_layers: 2, num_attention_heads: 4, intermediate_size: 128 };
const configs = {
  llama: { model_type: 'llama', ...common, num_key_value_heads: 2, rope_scaling: { factor: 8, original_max_position_embeddings: 8192 } },
  mla: {
    model_type: 'deepseek_v32', ...common, kv_lora_rank: 32, q_lora_rank: 48, qk_nope_head_dim: 16, qk_rope_head_dim: 8, v_head_dim: 16,
    n_routed_experts: 8, num_experts_per_tok: 2, moe_intermediate_size: 32, n_shared_experts: 1, first_k_dense_replace: 1,
    index_n_heads: 4, index_head_dim: 16, index_topk: 64, num_nextn_predict_layers: 1, quantization_config: { quant_method: 'fp8' },
  },
  v4: { model_type: 'deepseek_v4', ...common, compress_ratios: [0, 4], head_dim: 32, q_lora_rank: 48, o_lora_rank: 16, o_groups: 2, hc_mult: 4 },
  hybrid: { model_type: 'nemotron_h', ...common, hybrid_override_pattern: 'M*', mamba_num_heads: 4, mamba_head_dim: 16, ssm_state_size: 8, n_groups: 2 },
  delta: {
    model_type: 'qwen3_next', ...common, layer_types: ['linear_attention', 'full_attention'], linear_num_value_heads: 4,
    linear_num_key_heads: 2, linear_key_head_dim: 16, linear_value_head_dim: 16, linear_conv_kernel_dim: 4,
  },
  conv: { model_type: 'lfm2', ...common, layer_types: ['conv', 'full_attention'], conv_L_cache: 3, block_ff_dim: 192, block_multiple_of: 64 },
  gemma: {
    model_type: 'gemma4', text_config: {
      model_type: 'gemma4_text', ...common, layer_types: ['sliding_attention', 'full_attention'], sliding_window: 16, global_head_dim: 32,
      num_kv_shared_layers: 1, hidden_size_per_layer_input: 8, use_double_wide_mlp: true, attention_k_eq_v: true,
    },
  },
  search: { model_type: 'nemotron-nas', ...common, block_configs: [{ attention: { no_op: true }, ffn: { ffn_mult: 1.5 } }, { attention: { n_heads_in_group: 2 }, ffn: {} }] },
  adapter: { peft_type: 'LORA', r: 8, target_modules: ['q_proj'], base_model_name_or_path: 'a/b' },
  index: { metadata: { total_size: 1000 }, weight_map: { 'lm_head.weight': 'model-00001-of-00001.safetensors' } },
  compressed: { model_type: 'llama', ...common, quantization_config: { quant_method: 'compressed-tensors', config_groups: { group_0: { weights: { num_bits: 4, type: 'int', group_size: 32 } } } } },
};

const matrix = (name, ...shape) => ({ name, shape, type: 'q8_0' });
const vector = (name, size = 64) => ({ name, shape: [size], type: 'f32' });
const ggufs = {
  llama: ['llama', [], [matrix('blk.*.attn_q.weight', 64, 64), matrix('blk.*.attn_k.weight', 64, 32), matrix('blk.*.ffn_down.weight', 128, 64), vector('blk.*.attn_norm.weight')]],
  experts: ['deepseek2', [['expert_count', 4], ['expert_used_count', 2], ['attention.kv_lora_rank', 32], ['rope.dimension_count', 8], ['nextn_predict_layers', 1]],
    [matrix('blk.*.ffn_gate_inp.weight', 64, 4), { name: 'blk.*.ffn_down_exps.weight', shape: [32, 64, 4], type: 'mxfp4' }, matrix('blk.*.attn_q_b.weight', 64, 96)]],
  hybrid: ['nemotron_h', [['ssm.inner_size', 64], ['ssm.state_size', 8], ['ssm.time_step_rank', 4], ['ssm.group_count', 2]], [matrix('blk.*.ssm_out.weight', 64, 64), matrix('blk.*.ssm_conv1d.weight', 32, 4)]],
  gemma: ['gemma4', [['attention.sliding_window', 16], ['attention.key_length_swa', 16], ['embedding_length_per_layer_input', 32], ['attention.shared_kv_layers', 1]], [matrix('blk.*.inp_gate.weight', 64, 32), vector('blk.*.post_norm.weight')]],
  conv: ['lfm2', [['shortconv.l_cache', 3]], [matrix('blk.*.shortconv.out_proj.weight', 64, 64)]],
};

function ggufOf([architecture, keys, tensors], version) {
  const sizes = [['block_count', 2], ['embedding_length', 64], ['attention.head_count', 4], ['attention.head_count_kv', 2], ['context_length', 100], ['feed_forward_length', 128], ['attention.key_length', 16]];
  return gguf({
    version,
    metadata: [
      ['general.architecture', 'text', architecture], ['general.name', 'text', 'a'], ['general.file_type', 'u32', 7], ['split.count', 'u16', 1],
      ...[...sizes, ...keys].map(([key, value]) => [`${architecture}.${key}`, 'u32', value]),
      [`${architecture}.attention.sliding_window_pattern`, '[bool]', [true, false]], ['tokenizer.ggml.tokens', '[text]', ['a', 'b']],
    ],
    tensors: [matrix('token_embd.weight', 64, 100), ...layers(tensors), vector('output_norm.weight')],
  });
}

const tensor = (name, dtype, ...shape) => ({ name, dtype, shape });
const checkpoints = {
  llama: layers(['q', 'k', 'v', 'o'].map((p) => tensor(`model.layers.*.self_attn.${p}_proj.weight`, 'BF16', 64, 64))),
  gptq: layers([tensor('model.layers.*.mlp.down_proj.qweight', 'I32', 16, 64), tensor('model.layers.*.mlp.down_proj.scales', 'F16', 1, 64), tensor('model.layers.*.mlp.down_proj.qzeros', 'I32', 1, 8)]),
  mla: layers([
    tensor('model.layers.*.self_attn.q_proj.weight', 'BF16', 96, 64), tensor('model.layers.*.self_attn.kv_a_proj_with_mqa.weight', 'BF16', 40, 64),
    tensor('model.layers.*.self_attn.kv_a_layernorm.weight', 'BF16', 32), tensor('model.layers.*.self_attn.kv_b_proj.weight', 'BF16', 128, 32),
    tensor('model.layers.*.self_attn.o_proj.weight', 'BF16', 64, 64), tensor('model.layers.*.eh_proj.weight', 'BF16', 64, 128),
  ]),
  delta: layers([tensor('model.layers.*.linear_attn.A_log', 'F32', 4), tensor('model.layers.*.linear_attn.norm.weight', 'F32', 16), tensor('model.layers.*.linear_attn.conv1d.weight', 'BF16', 128, 1, 4), tensor('model.layers.*.linear_attn.out_proj.weight', 'BF16', 64, 64)]),
  lora: layers([tensor('model.layers.*.self_attn.q_proj.lora_A.weight', 'F32', 8, 64), tensor('model.layers.*.self_attn.q_proj.lora_B.weight', 'F32', 64, 8)]),
};

const embedding = tensor('model.embed_tokens.weight', 'BF16', 100, 64);
const text = (value) => new TextEncoder().encode(JSON.stringify(value));
const models = [
  ...Object.values(configs).map(text),
  ...Object.values(ggufs).flatMap((parts) => [2, 3].map((version) => ggufOf(parts, version))),
  ...Object.values(checkpoints).map((tensors) => safetensors([embedding, ...tensors])),
];

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path) => readFileSync(fromRoot(path), 'utf8');
const lines = (path) => read(path).split('\n').filter(Boolean);
const documents = (folder) => readdirSync(fromRoot(folder)).map((name) => read(`${folder}/${name}`).replace(/\s+/g, ' '));

// Catalogs of a few entries of each kind.
function catalogs() {
  const all = JSON.parse(read('build/sanitize/catalog.json'));
  const cut = (value, from, to) => Object.fromEntries(Object.entries(value).map(([name, list]) => [name, Array.isArray(list) ? list.slice(from, to) : list]));
  return [0, 1, 2, 3].map((i) => JSON.stringify({ ...cut(all, i, i + 1), calibration: cut(all.calibration, 0, 1), guide: [], presets: [] }));
}

// Measured runs by kind of table: for every column the first that has something in it, a few of them to a table.
function tables() {
  const folder = 'tests/validation/measured';
  return readdirSync(fromRoot(folder)).flatMap((kind) => {
    const rows = readdirSync(fromRoot(`${folder}/${kind}`)).flatMap((name) => rowsOf(read(`${folder}/${kind}/${name}`)));
    const columns = [...new Set(rows.flatMap(Object.keys))];
    const told = [...new Set(columns.map((column) => rows.find((row) => row[column])))].filter(Boolean);
    const table = (few) => [columns, ...few.map((row) => columns.map((column) => row[column] ?? ''))].map(csvLine).join('');
    return told.flatMap((_, i) => (i % 4 ? [] : [table(told.slice(i, i + 4))]));
  });
}

// Bytes as drawn from, by the multiplicative generator of Park and Miller.
function bytes(seed) {
  let state = seed;
  return Buffer.from(Array.from({ length: 300 }, () => (state = (state * 48271) % 2147483647) & 255));
}

const keys = () => lines('tests/golden/url_keys_v1.txt').join('\n');
// By fuzzer: what it starts from, and text with more words.
const seeds = {
  import_fuzz: () => [models.map((file) => Buffer.concat([Buffer.of(0), file])), ''],
  scenario_fuzz: () => [[...documents('tests/golden/scenarios'), ...documents('tests/golden/bad')], keys()],
  url_fuzz: () => [lines('tests/golden/links_0.1.0.txt').map((line) => line.split('\t')[0]), keys()],
  catalog_fuzz: () => [catalogs(), ''],
  csv_fuzz: () => [tables(), ''],
  estimate_fuzz: () => [Array.from({ length: 40 }, (_, i) => bytes(i + 1)), ''],
};

const [fuzzer, directory, dictionary] = process.argv.slice(2);
const [files, more] = seeds[fuzzer]();
mkdirSync(directory, { recursive: true });
files.forEach((file, i) => writeFileSync(join(directory, `seed-${i}`), file));
const words = fuzzer === 'estimate_fuzz' ? ['a'] : new Set([...files, more].flatMap((file) => Buffer.from(file).toString('latin1').match(/[A-Za-z_][\w.-]{2,40}/g) ?? []));
writeFileSync(dictionary, [...words].slice(0, 2000).map((word) => `"${word}"\n`).join(''));
