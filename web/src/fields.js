// Every control of the page, in the order people think. What a field means, its limits and its
// default are the engine's; here stands only how it is turned and when it matters.

import { get } from './pointer.js';
import * as stops from './stops.js';

/**
 * What decides whether a control can matter: the scenario with its defaults filled in, and the
 * catalog's entry of the chosen model.
 * @typedef {{scenario: import('./types.js').Scenario, model: Record<string, any> | undefined}} Facts
 *
 * @typedef {object} NumberField
 * @property {'number'} kind
 * @property {string} at JSON pointer into the scenario
 * @property {string} label
 * @property {string} unit
 * @property {number[]} [stops] where its slider can stand; none: only the exact field
 * @property {'auto' | 'max'} [word] accepted in place of a number
 * @property {string} [wordLabel]
 * @property {string} [chosen] pointer into the result: what `word` came to
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {object} ChoiceField
 * @property {'choice' | 'format'} kind
 * @property {string} at
 * @property {string} label
 * @property {string[]} words for formats: which use they must serve
 * @property {string} [chosen]
 * @property {boolean} [auto] "auto" is one of the choices
 * @property {string} [otherwise] the word that "auto" stands for
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {object} OtherField
 * @property {'model' | 'accelerator' | 'count' | 'flag'} kind
 * @property {string} at
 * @property {string} label
 * @property {(facts: Facts) => boolean} [when]
 *
 * @typedef {NumberField | ChoiceField | OtherField} Field
 * @typedef {{title: string, fields: Field[], expert?: boolean}} Section
 */

/** @param {Facts} f */
const serves = (f) => f.scenario.workload === 'serve' || f.scenario.workload === 'batch';
/** @param {Facts} f */
const trains = (f) => !serves(f);
/** @param {Facts} f */
const tunes = (f) => f.scenario.workload === 'finetune';
/** @param {Facts} f */
const rewarded = (f) => trains(f) && get(f.scenario, '/train/objective') === 'grpo';
/** @param {Facts} f */
const several = (f) => get(f.scenario, '/hardware/count') !== 1;
/** "auto" is lora for fine-tuning and full for training. @param {Facts} f */
const methodOf = ({ scenario }) => (scenario.train.method !== 'auto' ? scenario.train.method : scenario.workload === 'finetune' ? 'lora' : 'full');
/** @param {Facts} f */
const adapters = (f) => trains(f) && ['lora', 'qlora', 'dora'].includes(methodOf(f));
/** @param {Facts} f */
const rents = (f) => get(f.scenario, '/cost/mode') !== 'buy';
/** @param {Facts} f */
const buys = (f) => get(f.scenario, '/cost/mode') !== 'rent';
/** @param {(f: Facts) => boolean} a @param {(f: Facts) => boolean} b */
const both = (a, b) => (/** @type {Facts} */ f) => a(f) && b(f);

/** Models that are not token decoders. @param {Facts} f */
const mediaOf = ({ model }) => (model && ['vision', 'diffusion', 'speech', 'encoder'].includes(model.kind) ? model.kind : undefined);
/** @param {Facts} f */
const tokens = (f) => mediaOf(f) === undefined;
/** @param {Facts} f */
const reads = (f) => tokens(f) || mediaOf(f) === 'encoder';
/** @param {Facts} f */
const pictures = (f) => mediaOf(f) === 'vision' || mediaOf(f) === 'diffusion';
/** @param {Facts} f */
const denoises = (f) => mediaOf(f) === 'diffusion';
/** @param {Facts} f */
const media = (f) => !tokens(f);

const share = stops.even(0, 1, 0.05);

/** @type {Section[]} */
export const sections = [
  {
    title: 'What',
    fields: [
      { kind: 'model', at: '/model', label: 'Model' },
      { kind: 'choice', at: '/train/method', label: 'Method', words: ['lora', 'qlora', 'full'], otherwise: 'lora', when: both(tunes, tokens) },
      { kind: 'choice', at: '/train/objective', label: 'Objective', words: ['lm', 'dpo', 'grpo'], when: both(trains, tokens) },
    ],
  },
  {
    title: 'How much',
    fields: [
      { kind: 'number', at: '/serve/concurrency', label: 'Users at once', unit: 'users', stops: stops.binary(1, 4096), word: 'max', wordLabel: 'As many as fit', chosen: '/speed/concurrency', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/input_tokens', label: 'Prompt', unit: 'tokens', stops: stops.binary(16, 1048576), when: both(serves, reads) },
      { kind: 'number', at: '/serve/output_tokens', label: 'Answer', unit: 'tokens', stops: stops.binary(1, 65536), when: both(serves, tokens) },
      { kind: 'number', at: '/train/tokens', label: 'Training tokens', unit: 'tokens', stops: stops.decimal(1e5, 1e14), word: 'auto', chosen: '/speed/tokens', when: both(trains, tokens) },
      { kind: 'number', at: '/train/sequence', label: 'Sequence', unit: 'tokens', stops: stops.binary(128, 1048576), when: both(trains, reads) },
      { kind: 'number', at: '/serve/batch', label: 'At once per GPU', unit: '', stops: stops.binary(1, 4096), word: 'auto', chosen: '/speed/batch', when: both(serves, media) },
      { kind: 'number', at: '/serve/steps', label: 'Denoising steps', unit: '', stops: stops.even(1, 100, 1), word: 'auto', when: both(serves, denoises) },
      { kind: 'number', at: '/serve/width', label: 'Width', unit: 'px', stops: stops.even(64, 2048, 64), word: 'auto', when: both(serves, pictures) },
      { kind: 'number', at: '/serve/height', label: 'Height', unit: 'px', stops: stops.even(64, 2048, 64), word: 'auto', when: both(serves, pictures) },
      { kind: 'number', at: '/serve/audio_s', label: 'Length of the audio', unit: 's', stops: stops.decimal(1, 1e5), word: 'auto', when: both(serves, (f) => mediaOf(f) === 'speech') },
      { kind: 'number', at: '/train/samples', label: 'Training samples', unit: '', stops: stops.decimal(1e3, 1e12), word: 'auto', chosen: '/speed/samples', when: both(trains, media) },
      { kind: 'number', at: '/train/global_batch', label: 'Batch', unit: 'sequences', stops: stops.binary(1, 16384), word: 'auto', chosen: '/speed/layout/global_batch', when: trains },
    ],
  },
  {
    title: 'Where',
    fields: [
      { kind: 'accelerator', at: '/hardware/accelerator', label: 'Accelerator' },
      { kind: 'count', at: '/hardware/count', label: 'How many' },
      { kind: 'number', at: '/hardware/per_node', label: 'Per machine', unit: '', stops: undefined, word: 'auto', when: several },
    ],
  },
  {
    title: 'Precision',
    fields: [
      { kind: 'format', at: '/precision/weights', label: 'Weights', words: ['for_weights'], when: serves },
      { kind: 'format', at: '/precision/kv', label: 'KV cache', words: ['for_kv'], when: both(serves, tokens) },
      { kind: 'choice', at: '/train/recipe', label: 'Training state', words: ['mixed', 'mixed_fp16_grads', 'autocast', 'bf16', 'fp32', 'fp8', 'mxfp8', 'nvfp4'], when: trains },
    ],
  },
  {
    title: 'Layout',
    expert: true,
    fields: [
      { kind: 'number', at: '/parallel/tensor', label: 'Tensor parallel', unit: '', stops: stops.binary(1, 64), word: 'auto', chosen: '/speed/layout/tensor', when: both(several, tokens) },
      { kind: 'number', at: '/parallel/pipeline', label: 'Pipeline stages', unit: '', stops: stops.binary(1, 64), word: 'auto', chosen: '/speed/layout/pipeline', when: both(several, tokens) },
      { kind: 'number', at: '/parallel/data', label: 'Data parallel', unit: '', stops: stops.binary(1, 4096), word: 'auto', chosen: '/speed/layout/data', when: both(several, tokens) },
      { kind: 'number', at: '/parallel/context', label: 'Context parallel', unit: '', stops: stops.binary(1, 64), word: 'auto', chosen: '/speed/layout/context', when: both(several, trains) },
      { kind: 'number', at: '/parallel/expert', label: 'Expert parallel', unit: '', stops: stops.binary(1, 256), word: 'auto', chosen: '/speed/layout/expert', when: (f) => several(f) && f.model?.experts > 0 },
      { kind: 'choice', at: '/parallel/schedule', label: 'Pipeline schedule', words: ['1f1b', 'interleaved', 'zero_bubble'], auto: true, chosen: '/speed/layout/schedule', when: both(several, trains) },
      { kind: 'choice', at: '/parallel/sharding', label: 'Sharding', words: ['none', 'zero1', 'zero2', 'zero3', 'fsdp', 'hsdp'], auto: true, chosen: '/speed/layout/sharding', when: both(several, trains) },
      { kind: 'number', at: '/constraints/headroom', label: 'Memory kept free', unit: '%', stops: stops.even(0, 0.5, 0.01) },
    ],
  },
  {
    title: 'Serving',
    expert: true,
    fields: [
      { kind: 'number', at: '/serve/reasoning_tokens', label: 'Reasoning', unit: 'tokens', stops: stops.binary(0, 65536), when: both(serves, tokens) },
      { kind: 'number', at: '/serve/max_context', label: 'Context kept free', unit: 'tokens', stops: stops.binary(128, 1048576), word: 'auto', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/prefix_hit_rate', label: 'Prompt found in cache', unit: '%', stops: share, when: both(serves, tokens) },
      { kind: 'number', at: '/serve/length_spread', label: 'Spread of lengths', unit: '%', stops: share, when: both(serves, tokens) },
      { kind: 'number', at: '/serve/prefill_chunk', label: 'Prefill chunk', unit: 'tokens', stops: stops.binary(128, 65536), when: both(serves, tokens) },
      { kind: 'flag', at: '/serve/disaggregated', label: 'Prefill and decode apart', when: both(both(serves, tokens), several) },
      { kind: 'number', at: '/serve/memory_fraction', label: 'Memory the engine takes', unit: '%', stops: stops.even(0.1, 1, 0.01), when: serves },
    ],
  },
  {
    title: 'Training',
    expert: true,
    fields: [
      { kind: 'choice', at: '/train/optimizer', label: 'Optimizer', words: ['adamw', 'adamw_8bit', 'paged_adamw_8bit', 'adafactor', 'sgd', 'sgd_momentum', 'lion', 'muon', 'galore'], when: trains },
      { kind: 'choice', at: '/train/checkpointing', label: 'Recomputed activations', words: ['none', 'selective', 'full'], auto: true, chosen: '/speed/layout/checkpointing', when: trains },
      { kind: 'number', at: '/train/micro_batch', label: 'Sequences per GPU', unit: '', stops: stops.binary(1, 256), word: 'auto', chosen: '/speed/layout/micro_batch', when: trains },
      { kind: 'flag', at: '/train/packed', label: 'Short samples packed', when: both(trains, tokens) },
      { kind: 'number', at: '/train/group', label: 'Answers per prompt', unit: '', stops: stops.binary(2, 256), when: rewarded },
      { kind: 'number', at: '/train/prompt_tokens', label: 'Prompt in a sequence', unit: 'tokens', stops: stops.binary(16, 65536), when: rewarded },
      { kind: 'number', at: '/train/lora/rank', label: 'Adapter rank', unit: '', stops: stops.binary(1, 512), when: adapters },
      { kind: 'choice', at: '/train/lora/targets', label: 'Adapters on', words: ['attention', 'qv', 'all_linear'], when: adapters },
      { kind: 'choice', at: '/train/loss', label: 'Loss', words: ['plain', 'chunked', 'fused'], when: both(trains, tokens) },
      { kind: 'flag', at: '/train/flash_attention', label: 'FlashAttention', when: trains },
      { kind: 'flag', at: '/train/compiled', label: 'Compiled', when: trains },
      { kind: 'number', at: '/train/mtbf_h', label: 'Time between failures', unit: 'h', stops: stops.decimal(0.1, 1e5), word: 'auto', when: both(trains, tokens) },
      { kind: 'number', at: '/train/checkpoint_min', label: 'Writing a checkpoint', unit: 'min', stops: stops.decimal(0.01, 100), word: 'auto', when: both(trains, tokens) },
      { kind: 'number', at: '/train/experiments', label: 'Runs paid per final run', unit: '', stops: stops.binary(1, 64), when: trains },
    ],
  },
  {
    title: 'Cost',
    expert: true,
    fields: [
      { kind: 'choice', at: '/cost/mode', label: 'Count', words: ['compare', 'rent', 'buy'] },
      { kind: 'choice', at: '/cost/pricing', label: 'Rent is paid', words: ['on_demand', 'spot', 'reserved_1y', 'reserved_3y'], when: rents },
      { kind: 'number', at: '/cost/rent_usd_gpu_h', label: 'Rent per GPU', unit: '$/h', stops: stops.decimal(0.05, 50), word: 'auto', chosen: '/cost/rent_usd_gpu_h', when: rents },
      { kind: 'number', at: '/cost/utilization', label: 'Useful share of hours', unit: '%', stops: stops.even(0.05, 1, 0.05) },
      { kind: 'number', at: '/cost/years', label: 'Kept for', unit: 'years', stops: stops.even(1, 8, 0.5) },
      { kind: 'choice', at: '/cost/location', label: 'Own machines stand in', words: ['home', 'office', 'colocation', 'hyperscale'], when: buys },
      { kind: 'number', at: '/cost/server_usd', label: 'Price of one machine', unit: '$', word: 'auto', when: buys },
      { kind: 'number', at: '/cost/electricity_usd_kwh', label: 'Electricity', unit: '$/kWh', stops: stops.even(0, 0.6, 0.01), word: 'auto', when: buys },
      { kind: 'number', at: '/cost/pue', label: 'PUE', unit: '', stops: stops.even(1, 2, 0.05), word: 'auto', when: buys },
      { kind: 'number', at: '/cost/staff_fte', label: 'Staff per machine', unit: 'people', stops: stops.even(0, 2, 0.05), when: buys },
      { kind: 'number', at: '/cost/discount_rate', label: 'Discount rate', unit: '%', stops: stops.even(0, 0.3, 0.01) },
      { kind: 'number', at: '/cost/availability', label: 'Availability', unit: '%', stops: stops.even(0.5, 1, 0.01) },
    ],
  },
];

/** Sections with the fields that can matter now; a section without any is left out.
 * @param {Facts} facts @returns {Section[]} */
export const sectionsFor = (facts) =>
  sections
    .map((section) => ({ ...section, fields: section.fields.filter((field) => !field.when || field.when(facts)) }))
    .filter((section) => section.fields.length > 0);
