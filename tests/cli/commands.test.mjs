// Every command that an answer prints is read by the grammar of its tool, as tests/catalog/command_flags.json has it by version, source
// and day, and keeps what the tool asks of several arguments together.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'build/native/ridgepoint');
const grammars = JSON.parse(readFileSync(join(root, 'tests/catalog/command_flags.json'), 'utf8'));
const records = JSON.parse(readFileSync(join(root, 'catalog/benchmarks/benchmarks.json'), 'utf8'));

const PYTHON = 'python';
const byName = grammars.filter(({ tool }) => tool !== PYTHON).map((grammar) => ({ ...grammar, words: grammar.tool.split(' ') }))
  .sort((a, b) => b.words.length - a.words.length);

// ---- What is asked.

const on = (accelerator, count = 1, rest = {}) => ({ accelerator, count, ...rest });
const serve = (model, hardware, engine, rest = {}) => ({ model, hardware, ...rest, serve: { engine, ...rest.serve } });
const train = (model, hardware, method, choice = {}, rest = {}) => ({ workload: method === 'pretrain' ? 'train' : 'finetune', model, hardware, train: { ...(method === 'pretrain' ? {} : { method }), ...choice }, ...rest });
const draft = (by, tokens = 3) => ({ speculative: { draft: by, tokens, acceptance: 0.7 } });

const H100 = 'h100-sxm5-80gb';
const SCENARIOS = {
  'vllm one': serve('llama-3.1-8b', on(H100), 'vllm'),
  'vllm FP8, tensors': serve('llama-3.3-70b', on(H100, 8), 'vllm', { precision: { weights: 'fp8', kv: 'fp8' }, serve: { concurrency: 300 } }),
  'vllm, spread and prefixes': serve('qwen3-32b', on(H100, 2), 'vllm', { serve: { length_spread: 0.3, prefix_hit_rate: 0.4, requests_per_minute: 30 } }),
  'vllm, experts on two machines': serve('deepseek-v3', on('h200-sxm-141gb', 16), 'vllm', { serve: { concurrency: 512 } }),
  'vllm, FP8 experts': serve('qwen3-235b-a22b', on(H100, 8), 'vllm', { precision: { weights: 'fp8' }, serve: { concurrency: 64 } }),
  'vllm, stages': serve('llama-3.1-405b', on(H100, 16), 'vllm', { precision: { weights: 'fp8' }, parallel: { tensor: 8, pipeline: 2 } }),
  'vllm, copies over machines': serve('llama-3.1-405b', on(H100, 16), 'vllm', { precision: { weights: 'fp8' }, parallel: { tensor: 8 } }),
  'vllm, a draft model': serve('llama-3.3-70b', on(H100, 4), 'vllm', { serve: draft('llama-3.2-1b') }),
  'vllm, n-grams': serve('llama-3.1-8b', on(H100), 'vllm', { serve: draft('ngram') }),
  'vllm, its own draft': serve('deepseek-v3', on('h200-sxm-141gb', 8), 'vllm', { serve: draft('mtp', 1) }),
  'vllm batch': { ...serve('llama-3.1-8b', on(H100), 'vllm', { serve: { prefix_hit_rate: 0.5 } }), workload: 'batch' },
  'vllm batch, spread': { ...serve('qwen3-8b', on('a100-sxm4-80gb'), 'vllm', { serve: { length_spread: 0.3 } }), workload: 'batch' },
  'vllm, a GGUF file': serve('qwen3-8b', on(H100), 'vllm', { precision: { weights: 'gguf-q4_k_m' } }),
  'vllm, a longer context': serve('llama-3-8b', on(H100), 'vllm', { serve: { max_context: 16384, concurrency: 4 } }),
  'vllm on Intel': serve('llama-3.1-8b', on('arc-pro-b60-24gb'), 'vllm'),
  'sglang one': serve('llama-3.1-8b', on(H100), 'sglang'),
  'sglang, a GGUF file': serve('qwen3-8b', on(H100), 'sglang', { precision: { weights: 'gguf-q4_k_m' } }),
  'sglang, tensors': serve('llama-3.3-70b', on(H100, 4), 'sglang', { precision: { kv: 'fp8' }, serve: { prefix_hit_rate: 0.5 } }),
  'sglang, experts': serve('deepseek-v3', on('h200-sxm-141gb', 8), 'sglang', { serve: { concurrency: 256 } }),
  'sglang, attention by requests': serve('deepseek-v3', on('h200-sxm-141gb', 16), 'sglang', { parallel: { tensor: 1, expert: 16 }, serve: { concurrency: 1024 } }),
  'sglang, a draft model': serve('llama-3.3-70b', on(H100, 4), 'sglang', { serve: draft('llama-3.2-1b') }),
  'tensorrt-llm': serve('llama-3.1-8b', on(H100), 'tensorrt-llm'),
  'tensorrt-llm, tensors': serve('llama-3.3-70b', on(H100, 8), 'tensorrt-llm', { precision: { weights: 'fp8', kv: 'fp8' } }),
  'tensorrt-llm, two machines': serve('deepseek-v3', on(H100, 16), 'tensorrt-llm', { precision: { weights: 'fp8' } }),
  'tensorrt-llm batch': { ...serve('llama-3.1-8b', on(H100), 'tensorrt-llm'), workload: 'batch' },
  lmdeploy: serve('qwen3-8b', on('a100-sxm4-80gb'), 'lmdeploy'),
  'llama.cpp, one person': serve('llama-3.1-8b', on('rtx-4090'), 'llama.cpp', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 1 } }),
  'llama.cpp, several': serve('qwen3-8b', on('rtx-4090'), 'llama.cpp', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 4 } }),
  'llama.cpp, experts on the CPU': serve('qwen3-30b-a3b', on('rtx-4070', 1, { host: 'cpu-generic-desktop-ddr5' }), 'llama.cpp', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 1 } }),
  'llama.cpp over two machines': serve('gpt-oss-120b', on('dgx-spark', 2, { per_node: 1 }), 'llama.cpp', { serve: { concurrency: 1 } }),
  'ik_llama.cpp': serve('llama-3.1-8b', on('cpu-ryzen-9-9950x'), 'ik_llama.cpp', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 1 } }),
  'ik_llama.cpp, several': serve('llama-3.1-8b', on('cpu-ryzen-9-9950x'), 'ik_llama.cpp', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 4 } }),
  ollama: serve('gpt-oss-20b', on('rtx-4090'), 'ollama', { serve: { concurrency: 1 } }),
  'ollama, several': serve('llama-3.1-8b', on('rtx-4090'), 'ollama', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 4 } }),
  mlx: serve('qwen3-8b', on('apple-m4-max'), 'mlx', { precision: { weights: 'mlx-4bit' }, serve: { concurrency: 1 } }),
  exllamav2: serve('llama-3.1-8b', on('rtx-3090', 2), 'exllamav2', { precision: { weights: 'exl2-4bpw' }, serve: { concurrency: 1 } }),
  'gpt-fast': serve('llama-3.1-8b', on('a100-sxm4-80gb'), 'gpt-fast', { serve: { concurrency: 1 } }),
  transformers: serve('phi-4', on('rtx-4090'), 'transformers', { precision: { weights: 'nf4' }, serve: { concurrency: 1 } }),
  ktransformers: serve('deepseek-v3', on('rtx-4090', 1, { host: 'cpu-generic-server-ddr5' }), 'ktransformers', { precision: { weights: 'gguf-q4_k_m' }, serve: { concurrency: 1 } }),
  'mlx-vlm': serve('gemma-3-12b', on('apple-m4-max'), 'mlx-vlm', { precision: { weights: 'mlx-4bit' }, serve: { concurrency: 1 } }),
  'LoRA on one': train('llama-3.2-3b', on('rtx-4090'), 'lora', { compiled: true }),
  'LoRA by ZeRO-3': train('qwen3-32b', on('a100-sxm4-80gb', 4), 'lora', {}, { parallel: { sharding: 'zero3' } }),
  'QLoRA on two': train('llama-3.1-70b', on('a6000', 2), 'qlora'),
  'DoRA, FP32': train('llama-3.2-1b', on('rtx-4090', 2), 'dora', { recipe: 'fp32' }),
  'all weights, copies': train('llama-3.2-1b', on(H100, 8), 'full', { optimizer: 'adamw_8bit' }),
  'measured here': train('llama-3.2-1b', on(H100, 2), 'full', { recipe: 'bf16' }, { parallel: { sharding: 'fsdp' } }),
  'by Transformers': train('qwen3-8b', on(H100, 8), 'lora', { framework: 'transformers' }),
  DPO: train('llama-3.1-8b', on(H100, 8), 'full', { objective: 'dpo' }),
  'DPO by LoRA': train('qwen3-8b', on(H100), 'lora', { objective: 'dpo' }),
  GRPO: train('qwen3-8b', on(H100, 8), 'full', { objective: 'grpo' }),
  'GRPO by LoRA': train('qwen3-32b', on(H100, 4), 'lora', { objective: 'grpo' }),
  'Megatron 70B': train('llama-3.1-70b', on(H100, 512), 'pretrain'),
  'Megatron 405B': train('llama-3.1-405b', on(H100, 1024), 'pretrain'),
  'Megatron, experts': train('mixtral-8x7b', on(H100, 64), 'pretrain', { framework: 'megatron' }),
  'Megatron, Qwen3': train('qwen3-30b-a3b', on(H100, 64), 'pretrain'),
  'Megatron, FP8 and long': train('llama-3.1-8b', on(H100, 32), 'pretrain', { sequence: 131072, recipe: 'fp8' }),
  'Megatron, MXFP8 and optimizer in host memory': train('llama-3.1-8b', on('b200-sxm-180gb', 16), 'pretrain', { framework: 'megatron', recipe: 'mxfp8', offload: 'optimizer' }),
  'Megatron, NVFP4 and a fused loss': train('llama-3.1-8b', on('b200-sxm-180gb', 16), 'pretrain', { framework: 'megatron', recipe: 'nvfp4', loss: 'fused' }),
  'Megatron, attention in steps': train('llama-3.1-8b', on(H100, 16), 'pretrain', { framework: 'megatron', flash_attention: false }),
  'TRL, a fused loss and attention in steps': train('llama-3.1-8b', on(H100, 8), 'full', { framework: 'trl', loss: 'fused', flash_attention: false }),
  'TRL, sharded in machines': train('llama-3.1-8b', on(H100, 16), 'lora', { framework: 'trl' }, { parallel: { sharding: 'hsdp' } }),
  'swift, what has no plain shapes': train('deepseek-v3', on('h200-sxm-141gb', 256), 'pretrain'),
  'swift DPO': train('llama-3.1-70b', on(H100, 32), 'full', { objective: 'dpo', framework: 'megatron' }),
  'swift GRPO': train('llama-3.1-70b', on(H100, 32), 'full', { objective: 'grpo', framework: 'megatron' }),
  litgpt: train('llama-3.1-8b', on(H100, 4), 'lora', { framework: 'litgpt' }),
  'litgpt, all weights': train('llama-3.2-1b', on(H100, 4), 'full', { framework: 'litgpt' }),
  'litgpt, 4 bits': train('llama-3.1-8b', on('rtx-4090'), 'qlora', { framework: 'litgpt' }),
  encoder: { model: 'bge-m3', hardware: on('l4-24gb'), serve: { input_tokens: 512 } },
  vision: { model: 'resnet-50', hardware: on('l4-24gb') },
  'vision in INT8': { model: 'resnet-50', hardware: on('l4-24gb'), precision: { weights: 'int8' } },
  diffusion: { model: 'flux.1-dev', hardware: on(H100) },
  speech: { model: 'whisper-large-v3', hardware: on('l4-24gb') },
  'vision trained': { workload: 'train', model: 'resnet-50', hardware: on('a100-sxm4-80gb', 8) },
  'encoder trained': { workload: 'finetune', model: 'bert-base', hardware: on('a100-sxm4-80gb') },
};

// ---- A command as a shell splits it.

/** Lines that run something, without what a program in Python has and what is only printed into a file. */
function linesOf(command) {
  const all = command.split('\n');
  const inPython = all.findIndex((line) => line.includes('<<'));
  return (inPython < 0 ? all : all.slice(0, inPython)).filter((line) => !line.startsWith('# ')).flatMap((line) => line.split(' && '))
    .filter((line) => !line.startsWith('printf '));
}

/** Words of a line: quotes hold one together. */
function wordsOf(line) {
  const words = line.match(/(?:\$\(\([^)]*\)\)|[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  assert.equal(words.join(' '), line.trim().replace(/\s+/g, ' '), `a quote does not end: ${line}`);
  return words.map((word) => word.replace(/^'(.*)'$/s, '$1'));
}

/** Tools of a line with the words behind each: srun and torchrun start another. */
function callsOf(line) {
  const words = wordsOf(line).filter((word, i, all) => !(/^[A-Z_]+=/.test(word) && all.slice(0, i).every((before) => /^[A-Z_]+=/.test(before))));
  const calls = [];
  for (let i = 0; i < words.length; i++) {
    const grammar = byName.find((one) => one.words.every((word, j) => words[i + j] === word));
    if (grammar) {
      calls.push({ grammar, words: [] });
      i += grammar.words.length - 1;
    } else if (calls.length > 0) calls.at(-1).words.push(words[i]);
    else if (!['ollama', 'python'].includes(words[i])) assert.fail(`${words[i]} is no tool: ${line}`);
    else return [];
  }
  return calls;
}

// ---- Values by the grammar.

const fits = {
  int: (value) => /^(-?\d+|\$\w+|\$\(\(.*\)\))$/.test(value),
  'int~': (value) => /^\d+$/.test(value),
  'int,int': (value) => /^\d+,\d+$/.test(value),
  float: (value) => Number.isFinite(Number(value)) && value !== '',
  string: (value) => value !== undefined && value !== '' && !/undefined|NaN|null/.test(value),
  bool: (value) => value === 'true' || value === 'false',
  json: (value) => { try { return typeof JSON.parse(value) === 'object'; } catch { return false; } },
};

/** The options of a call as the tool's own parser reads them. */
function parsed({ grammar, words }, software) {
  const flags = grammar.forks?.[software]?.flags ?? grammar.flags;
  const where = `${grammar.tool} ${words.join(' ')}`;
  const out = {};
  for (let i = 0; i < words.length; i++) {
    if (!/^--?[a-z]/i.test(words[i])) { (out.positionals ??= []).push(words[i]); continue; }
    const [flag, inline] = words[i].includes('=') ? [words[i].slice(0, words[i].indexOf('=')), words[i].slice(words[i].indexOf('=') + 1)] : [words[i]];
    const type = flags[flag];
    assert.ok(type !== undefined, `${flag} is no option: ${where}`);
    assert.ok(!(flag in out), `${flag} is given twice: ${where}`);
    const takes = (word) => word !== undefined && !/^--?[a-z]/i.test(word);
    if (type === '') { assert.equal(inline, undefined, where); out[flag] = true; continue; }
    if (typeof type === 'string' && type.endsWith('?')) {
      out[flag] = takes(words[i + 1]) && (type === 'string?' || fits.bool(words[i + 1])) ? words[++i] : true;
      continue;
    }
    const value = inline ?? words[++i];
    assert.ok(Array.isArray(type) ? type.includes(value) : fits[type.replace('+', '')](value), `${flag} ${value} is not ${type}: ${where}`);
    out[flag] = value;
    if (typeof type === 'string' && type.endsWith('+')) while (takes(words[i + 1])) out[flag] += ` ${words[++i]}`;
    const [least, most] = grammar.ranges?.[flag] ?? [];
    if (least !== undefined && !value.startsWith('$')) assert.ok(Number(value) >= (least ?? -Infinity) && Number(value) <= (most ?? Infinity), `${flag} ${value}: ${where}`);
  }
  for (const flag of grammar.required ?? []) assert.ok(flag in out || grammar.tool.startsWith('trtllm-bench'), `${flag} is missing: ${where}`);
  return out;
}

// ---- What tools ask of arguments together.

const number = (options, flag, otherwise = 1) => Number(options[flag] ?? otherwise);
const divides = (what, by, of) => assert.equal(of % by, 0, `${what}: ${by} does not divide ${of}`);

/** By the tool. `of` has the figures of the answer: accelerators and the model's record. */
const RULES = {
  // vllm 0.33.0, config/model.py:1557, config/scheduler.py:331, config/model.py:1498.
  'vllm serve': (o, of) => {
    divides('heads', number(o, '--tensor-parallel-size'), of.heads);
    assert.ok(number(o, '--max-num-batched-tokens', 8192) >= number(o, '--max-num-seqs', 256));
    if (o['--enable-expert-parallel']) assert.ok(of.experts > 0);
    assert.ok(number(o, '--max-model-len') >= of.longest, 'a request is longer than the context');
  },
  // benchmarks/throughput.py:50: no request is longer than the context; 763: no data parallelism.
  'vllm bench throughput': (o, of) => {
    RULES['vllm serve'](o, of);
    assert.equal(number(o, '--data-parallel-size'), 1);
  },
  // sglang 0.5.23, arg_groups/validation_hook.py:119, speculative_hook.py:1078, parallel_hook.py:171 and 326, validation_hook.py:242.
  'python -m sglang.launch_server': (o, of) => {
    const [tensor, data, expert] = ['--tp-size', '--dp-size', '--ep-size'].map((flag) => number(o, flag));
    assert.ok(!(o['--speculative-algorithm'] && o['--pp-size']));
    assert.ok(!(o['--speculative-algorithm'] === 'STANDALONE' && o['--enable-dp-attention']));
    assert.ok(expert <= tensor);
    if (o['--enable-dp-attention']) divides('ranks of attention', data, tensor);
    divides('pages', 256, number(o, '--chunked-prefill-size'));
    divides('heads', o['--enable-dp-attention'] ? tensor / data : tensor, of.heads);
  },
  // Megatron-LM, training/arguments.py and transformer_config.py of megatron-core 0.16.1.
  'pretrain_gpt.py': (o, of) => {
    const [tensor, pipeline, context, expert] = ['--tensor-model-parallel-size', '--pipeline-model-parallel-size', '--context-parallel-size', '--expert-model-parallel-size'].map((flag) => number(o, flag));
    const layers = number(o, '--num-layers') + (o['--account-for-embedding-in-pipeline-split'] ? 2 : 0), virtual = number(o, '--num-virtual-stages-per-pipeline-rank');
    divides('ranks', tensor * pipeline * context, of.gpus);
    divides('ranks of experts', expert * pipeline * number(o, '--expert-tensor-parallel-size', tensor), of.gpus);
    const steps = number(o, '--global-batch-size') / (number(o, '--micro-batch-size') * (of.gpus / (tensor * pipeline * context)));
    assert.ok(Number.isInteger(steps), 'micro-batches of a step');
    divides('stages', pipeline * virtual, layers);
    if (virtual > 1) { assert.ok(pipeline > 1); divides('turns', pipeline, steps); }
    divides('heads', tensor, number(o, '--num-attention-heads'));
    const groups = number(o, '--num-query-groups');
    assert.ok(groups % tensor === 0 || tensor % groups === 0, 'query groups');
    if (context > 1) divides('sequence', 2 * context, number(o, '--seq-length'));
    if (expert > 1) divides('experts', expert, number(o, '--num-experts', 0));
    assert.ok(!(o['--recompute-activations'] && o['--recompute-granularity']));
    assert.equal('--recompute-method' in o, o['--recompute-granularity'] === 'full');
    if (tensor > 1 && o['--num-experts']) assert.ok(o['--sequence-parallel']);
    assert.ok(!o['--moe-grouped-gemm'] || o['--num-experts']);
  },
  // ms-swift 4.6.0, megatron/arguments/megatron_args.py: 291, 311, 321 and 327 for GRPO, 849, 1003.
  megatron: (o, of) => {
    const [tensor, pipeline, context, expert] = ['--tensor_model_parallel_size', '--pipeline_model_parallel_size', '--context_parallel_size', '--expert_model_parallel_size'].map((flag) => number(o, flag));
    const data = of.gpus / (tensor * pipeline * context), micro = number(o, '--micro_batch_size'), batch = number(o, '--global_batch_size');
    assert.ok(Number.isInteger(data), 'data ranks');
    divides('batch', micro * data, batch);
    divides('experts', expert, of.experts || expert);
    divides('stages', pipeline * number(o, '--virtual_pipeline_model_parallel_size'), of.layers + (o['--account_for_embedding_in_pipeline_split'] ? 2 : 0));
    if (o['--rlhf_type'] === 'grpo') { divides('groups', number(o, '--num_generations') * data * micro, batch); assert.ok(batch >= of.gpus); assert.equal(o['--use_vllm'], 'true'); }
    if (o['--recompute_granularity'] !== 'full') assert.ok(!('--recompute_method' in o));
  },
  // TRL 1.16.0, trainer/grpo_config.py:1096: whole groups, checked first in a launcher of one process.
  'trl grpo': (o) => {
    divides('groups', number(o, '--num_generations'), number(o, '--per_device_train_batch_size') * number(o, '--gradient_accumulation_steps'));
    assert.ok(number(o, '--num_generations') >= 2);
  },
  // litgpt 0.5.13, finetune/lora.py:152.
  'litgpt finetune_lora': (o) => assert.ok(!o['--quantize'] || number(o, '--devices') * number(o, '--num_nodes') === 1),
  // lmdeploy 0.18.0, messages.py:608.
  'lmdeploy serve api_server': (o) => assert.ok(number(o, '--cache-max-entry-count') < 1),
  // llama.cpp, tools/batched-bench: a row with more tokens than the context is passed over without a word.
  'llama-batched-bench': (o) => assert.ok(number(o, '-npl') * (number(o, '-npp') + number(o, '-ntg')) <= number(o, '-c')),
};

const answers = new Map(Object.entries(SCENARIOS).map(([name, scenario]) => {
  const { stdout } = spawnSync(program, ['estimate'], { input: JSON.stringify(scenario), encoding: 'utf8', maxBuffer: 1 << 26 });
  return [name, JSON.parse(stdout)];
}));
const models = new Map(JSON.parse(spawnSync(program, ['catalog', 'models', '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout).map((model) => [model.id, model]));

/** Reads the commands of an answer by the grammars and rules. */
function readCommands({ scenario, reproduce }) {
  const commands = [...new Set(reproduce.map(({ command }) => command).filter(Boolean))];
  assert.ok(commands.length > 0, JSON.stringify(reproduce));
  const { heads = 1, layers = 1, experts = 0 } = models.get(scenario.model) ?? {};
  const { input_tokens: input = 0, output_tokens: output = 0, reasoning_tokens: reasoning = 0, length_spread: spread = 0 } = scenario.serve;
  for (const command of commands)
    for (const line of linesOf(command))
      for (const call of callsOf(line)) {
        const options = parsed(call, scenario.serve.engine);
        const gpus = scenario.hardware.count;
        RULES[call.grammar.tool]?.(options, { heads, layers, experts, gpus, longest: Math.floor((input + output + reasoning) * (1 + spread)) });
      }
}

for (const [name, answer] of answers)
  test(`CommandsParse: ${name}`, () => {
    assert.equal(answer.errors, undefined);
    assert.notEqual(answer.memory.fit, 'no');
    readCommands(answer);
  });

// Twelve models on six sizes, layouts left open: each that fits is one that Megatron-LM or ms-swift starts.
test('LayoutsThatAreChosenStart', () => {
  const trained = ['llama-3.2-1b', 'llama-3.1-8b', 'llama-3.1-70b', 'llama-3.1-405b', 'qwen3-8b', 'qwen3-32b', 'qwen3-30b-a3b', 'mixtral-8x7b', 'deepseek-v3', 'gpt-oss-120b', 'gemma-3-27b', 'glm-4.5-air'];
  const asked = trained.flatMap((model) => [16, 32, 64, 256, 512, 1024].map((count) => JSON.stringify({ workload: 'train', model, hardware: on(H100, count) })));
  const { stdout } = spawnSync(program, ['sweep'], { input: asked.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  const found = stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(found.filter(({ ok }) => !ok), []);
  const fitting = found.filter(({ memory }) => memory.fit !== 'no');
  assert.ok(fitting.length >= 60, String(fitting.length));
  fitting.forEach(readCommands);
});

// What trains by one framework is not measured by another's trainer, nor by a server.
test('TrainersMeasureTheirOwn', () => {
  for (const [name, tools] of [['litgpt', ['litgpt finetune']], ['litgpt, 4 bits', ['litgpt finetune']], ['Megatron, experts', ['Megatron-LM', 'Megatron-SWIFT']], ['by Transformers', ['TRL']]])
    assert.deepEqual([...new Set(answers.get(name).reproduce.map(({ tool }) => tool))].filter((tool) => !tools.includes(tool)), [], name);
});

// Options of what is predicted, and no command where the tool has none.
test('WhatIsPredictedIsAskedOfTheTool', () => {
  const said = (name) => answers.get(name).reproduce.map(({ command }) => command).join('\n');
  for (const [name, ...options] of [
    ['Megatron, MXFP8 and optimizer in host memory', '--fp8-recipe mxfp8', '--optimizer-cpu-offload', '--fp8_recipe mxfp8', '--optimizer_cpu_offload true'],
    ['Megatron, NVFP4 and a fused loss', '--fp4-recipe nvfp4', '--cross-entropy-loss-fusion', '--fp4_format e2m1'],
    ['Megatron, attention in steps', '--attention-backend unfused', '--attention_backend unfused', '--cross_entropy_loss_fusion false'],
    ['TRL, a fused loss and attention in steps', '--use_liger_kernel', '--attn_implementation eager'],
    ['vllm, a GGUF file', 'vllm serve unsloth/Qwen3-8B-GGUF:Q4_K_M', '--tokenizer Qwen/Qwen3-8B'],
    ['vllm, a longer context', 'VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 vllm serve'],
    ['sglang, a GGUF file', '.gguf', '--tokenizer Qwen/Qwen3-8B'],
    ['TRL, sharded in machines', '--parallelism_config_dp_replicate_size 2 --parallelism_config_dp_shard_size 8'],
  ])
    for (const option of options) assert.ok(said(name).includes(option), `${name}: ${option} in ${said(name)}`);
  const inHost = train('llama-3.1-8b', on(H100, 8), 'full', { framework: 'trl', offload: 'optimizer' });
  const { reproduce } = JSON.parse(spawnSync(program, ['estimate'], { input: JSON.stringify(inHost), encoding: 'utf8' }).stdout);
  assert.deepEqual(reproduce.map(({ command }) => command), [undefined]);
});

test('EveryToolIsAsked', () => {
  const asked = new Set([...answers.values()].flatMap(({ reproduce = [] }) => reproduce.map(({ tool }) => tool)));
  assert.deepEqual(records.filter(({ id, command, tool }) => command && !id.startsWith('start-') && !asked.has(tool)).map(({ id }) => id), []);
  assert.ok(answers.size >= 38);
});
