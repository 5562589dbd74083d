// The controls behind "All settings", loaded after the first answer.
import { atARate, both, denoises, ends, media, methodOf, pictures, serves, several, tokens, trains } from './fields.js';
import { get } from './pointer.js';
import { around, counts, market, online } from './recommend_fields.js';
import * as stops from './stops.js';
import './words_more.js';
import { dateView, draftView, engineView, frameworkView, gridView, guidanceView, instanceView, providerView, regionView } from './views/record_controls.js';

/** @typedef {import('./fields.js').Facts} Facts */

/** @param {Facts} f */
const rewarded = (f) => trains(f) && get(f.scenario, '/train/objective') === 'grpo';
/** @param {Facts} f */
const adapters = (f) => trains(f) && ['lora', 'qlora', 'dora'].includes(methodOf(f));
/** @param {Facts} f */
const freezes = (f) => trains(f) && methodOf(f) === 'freeze';
/** @param {Facts} f */
const pretrains = (f) => f.scenario.workload === 'train';
/** @param {Facts} f */
const rents = (f) => counts(f, 'rent');
/** @param {Facts} f */
const buys = (f) => counts(f, 'buy');
/** Whole computers need no machine around them. @param {Facts} f */
const housed = (f) => buys(f) && ['existing', 'new'].includes(get(f.scenario, '/cost/host'));
/** @param {Facts} f */
const hosted = (f) => serves(f) && tokens(f) && counts(f, 'api');

/** @param {Facts} f */
const spills = (f) => serves(f) && f.scenario.hardware.host !== undefined;
/** @param {Facts} f */
const asDaily = (f) => atARate(f) && get(f.scenario, '/serve/daily_users') !== undefined;

/** @param {Facts} f */
const apart = (f) => get(f.scenario, '/serve/disaggregated') === true;
/** @param {Facts} f */
const drafts = (f) => serves(f) && tokens(f) && get(f.scenario, '/serve/speculative/draft') !== undefined;
/** Engines that replay captured graphs unless told otherwise. @param {Facts} f */
const capturesGraphs = (f) => f.engine?.cuda_graphs_mb > 0;
/** @param {Facts} f */
const scored = (f) => trains(f) && ['dpo', 'grpo'].includes(get(f.scenario, '/train/objective'));
/** @param {Facts} f */
const interleaves = (f) => several(f) && trains(f) && ['auto', 'interleaved'].includes(get(f.scenario, '/parallel/schedule'));

const share = stops.even(0, 1, 0.05);

const lengths = ['/serve/input_tokens', '/serve/output_tokens', '/serve/reasoning_tokens'];

/** @type {import('./fields.js').Section[]} */
export const expertSections = [
  {
    title: 'Layout',
    expert: true,
    fields: [
      { kind: 'number', at: '/hardware/per_node', label: 'GPUs per node', unit: '', stops: undefined, word: 'auto', when: several },
      { kind: 'number', at: '/parallel/tensor', label: 'Tensor parallel', unit: '', stops: stops.binary(1, 64), word: 'auto', chosen: '/speed/layout/tensor', when: both(several, tokens) },
      { kind: 'number', at: '/parallel/pipeline', label: 'Pipeline stages', unit: '', stops: stops.binary(1, 64), word: 'auto', chosen: '/speed/layout/pipeline', when: both(several, tokens) },
      { kind: 'number', at: '/parallel/data', label: 'Data parallel', unit: '', stops: stops.binary(1, 4096), word: 'auto', chosen: '/speed/layout/data', when: both(several, tokens) },
      { kind: 'number', at: '/parallel/context', label: 'Context parallel', unit: '', stops: stops.binary(1, 64), word: 'auto', chosen: '/speed/layout/context', when: both(several, trains) },
      { kind: 'number', at: '/parallel/expert', label: 'Expert parallel', unit: '', stops: stops.binary(1, 256), word: 'auto', chosen: '/speed/layout/expert', when: (f) => several(f) && f.model?.experts > 0 },
      { kind: 'choice', at: '/parallel/schedule', label: 'Pipeline schedule', words: ['1f1b', 'interleaved', 'zero_bubble'], auto: true, chosen: '/speed/layout/schedule', when: both(several, trains) },
      { kind: 'choice', at: '/parallel/sharding', label: 'Sharding', words: ['none', 'zero1', 'zero2', 'zero3', 'fsdp', 'hsdp'], auto: true, chosen: '/speed/layout/sharding', when: both(several, trains) },
      { kind: 'number', at: '/parallel/virtual_stages', label: 'Virtual stages per GPU', unit: '', stops: stops.binary(1, 16), word: 'auto', wordLabel: 'the best split', chosen: '/speed/layout/virtual_stages', when: interleaves },
      { kind: 'own', at: '/hardware/instance', label: 'Cloud instance', records: 'instances', view: instanceView },
      { kind: 'number', at: '/hardware/memory_gb', label: 'Memory of each', unit: 'GB', stops: undefined, word: 'auto' },
      { kind: 'cpu', at: '/hardware/host', label: 'CPU offload', leads: ['/hardware/host_memory_gb', '/hardware/host_layers', '/hardware/host_expert_layers'], when: both(serves, tokens) },
      { kind: 'number', at: '/hardware/host_memory_gb', label: 'Memory of the host', unit: 'GB', stops: stops.binary(16, 4096), word: 'auto', when: spills },
      { kind: 'number', at: '/hardware/host_layers', label: 'Layers in host memory', unit: '', stops: stops.even(0, 128, 1), word: 'auto', wordLabel: 'as needed', when: spills },
      { kind: 'number', at: '/hardware/host_expert_layers', label: 'Layers whose experts are there', unit: '', stops: stops.even(0, 128, 1), word: 'auto', wordLabel: 'as needed', when: (f) => spills(f) && f.model?.experts > 0 },
      { kind: 'number', at: '/hardware/derating', label: 'Thermal throttling', unit: '%', stops: stops.even(0, 0.5, 0.01), word: 'auto' },
      { kind: 'number', at: '/constraints/headroom', label: 'Headroom', unit: '%', stops: stops.even(0, 0.5, 0.01), word: 'auto' },
    ],
  },
  {
    title: 'Serving',
    expert: true,
    fields: [
      { kind: 'format', at: '/precision/kv', label: 'KV cache', words: ['for_kv'], when: both(serves, tokens) },
      { kind: 'own', at: '/serve/engine', label: 'Engine', records: 'engines', view: engineView, when: both(serves, tokens) },
      { kind: 'own', at: '/serve/engine_date', label: 'Date of the engine version', view: dateView, when: both(serves, tokens) },
      { kind: 'flag', at: '/serve/eager', label: 'Eager mode (no CUDA graphs)', when: (f) => serves(f) && (media(f) || capturesGraphs(f)) },
      { kind: 'own', at: '/serve/guidance', label: 'Classifier-free guidance', view: guidanceView, when: both(serves, denoises) },
      { kind: 'own', at: '/serve/speculative/draft', label: 'Drafts tokens ahead', records: 'models', view: draftView, when: both(serves, tokens) },
      { kind: 'number', at: '/serve/speculative/tokens', label: 'Drafted a step', unit: 'tokens', stops: stops.even(1, 16, 1), word: 'auto', when: drafts },
      { kind: 'number', at: '/serve/speculative/acceptance', label: 'Accepted of them', unit: '%', stops: share, word: 'auto', when: drafts },
      { kind: 'number', at: '/serve/hours_per_day', label: 'Hours a day with requests', unit: 'h', stops: stops.even(1, 24, 1), word: 'auto', wordLabel: 'as usual', when: serves },
      { kind: 'number', at: '/serve/requests_per_user_day', label: 'Requests of a person', unit: 'a day', stops: stops.decimal(0.1, 1000), word: 'auto', when: asDaily },
      { kind: 'number', at: '/serve/peak_factor', label: 'Peak-to-average ratio', unit: '×', stops: stops.even(1, 10, 0.5), word: 'auto', when: atARate },
      { kind: 'number', at: '/serve/min_replicas', label: 'Replicas always kept', unit: '', stops: stops.binary(1, 256), word: 'auto', wordLabel: 'as needed', when: atARate },
      { kind: 'choice', at: '/serve/purpose', label: 'For', words: ['chat', 'rag', 'code', 'agent', 'summary', 'reasoning'], otherwise: 'chat', instead: lengths, leads: lengths, when: both(serves, tokens) },
      { kind: 'number', at: '/serve/reasoning_tokens', label: 'Reasoning', unit: 'tokens', stops: stops.binary(0, 65536), word: 'auto', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/max_context', label: 'Reserved context', unit: 'tokens', stops: stops.binary(128, 1048576), word: 'auto', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/prefix_hit_rate', label: 'Prompt found in cache', unit: '%', stops: share, when: both(serves, tokens) },
      { kind: 'number', at: '/serve/length_spread', label: 'Length variation', unit: '%', stops: share, when: both(serves, tokens) },
      { kind: 'number', at: '/serve/prefill_chunk', label: 'Prefill chunk', unit: 'tokens', stops: stops.binary(128, 65536), word: 'auto', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/max_sequences', label: 'Max concurrent sequences', unit: 'sequences', stops: stops.binary(1, 4096), word: 'auto', wordLabel: 'as many as fit', when: both(serves, tokens) },
      { kind: 'flag', at: '/serve/disaggregated', label: 'Disaggregated prefill and decode', leads: ['/serve/prefill_replicas'], when: both(both(serves, tokens), several) },
      { kind: 'number', at: '/serve/prefill_replicas', label: 'Replicas that read prompts', unit: '', stops: stops.binary(1, 64), word: 'auto', wordLabel: 'the best split', when: both(both(serves, tokens), apart) },
      { kind: 'number', at: '/serve/memory_fraction', label: 'Memory the engine takes', unit: '%', stops: stops.even(0.1, 1, 0.01), word: 'auto', wordLabel: 'as usual', when: serves },
      { kind: 'number', at: '/serve/slo/ttft_p95_ms', label: 'p95 time to first token', unit: 'ms', stops: stops.decimal(10, 1e5), word: 'auto', wordLabel: 'no target', when: both(serves, tokens) },
      { kind: 'number', at: '/serve/slo/tpot_p95_ms', label: 'p95 time per output token', unit: 'ms', stops: stops.decimal(1, 1e4), word: 'auto', wordLabel: 'no target', when: both(serves, tokens) },
    ],
  },
  {
    title: 'Training',
    expert: true,
    fields: [
      { kind: 'choice', at: '/train/objective', label: 'Objective', words: ['lm', 'dpo', 'grpo'], when: both(trains, tokens) },
      { kind: 'number', at: '/train/global_batch', label: 'Batch', unit: 'sequences', stops: stops.binary(1, 16384), word: 'auto', chosen: '/speed/layout/global_batch', when: trains },
      { kind: 'choice', at: '/train/recipe', label: 'Training state', words: ['mixed', 'mixed_fp16_grads', 'autocast', 'bf16', 'fp32', 'fp8', 'mxfp8', 'nvfp4'], when: trains },
      { kind: 'own', at: '/train/framework', label: 'Training code', records: 'frameworks', view: frameworkView, when: both(trains, tokens) },
      { kind: 'own', at: '/train/software_date', label: 'Version of the software, of', view: dateView, when: trains },
      { kind: 'number', at: '/train/dataset_tokens', label: 'Data set', unit: 'tokens', stops: stops.decimal(1e4, 1e14), word: 'auto', wordLabel: 'as the run', instead: ['/train/tokens'], leads: ['/train/epochs'], when: both(trains, tokens) },
      { kind: 'number', at: '/train/epochs', label: 'Passes over it', unit: '', stops: stops.even(1, 10, 1), word: 'auto', when: (f) => trains(f) && get(f.scenario, '/train/dataset_tokens') !== undefined },
      { kind: 'number', at: '/train/image_size', label: 'Side of the images', unit: 'px', stops: stops.binary(64, 2048), word: 'auto', wordLabel: 'as the model', when: both(trains, pictures) },
      { kind: 'flag', at: '/train/reference', label: 'Scored by a reference, too', when: scored },
      { kind: 'choice', at: '/train/optimizer', label: 'Optimizer', words: ['adamw', 'adamw_8bit', 'paged_adamw_8bit', 'adafactor', 'sgd', 'sgd_momentum', 'lion', 'muon', 'galore'], when: trains },
      { kind: 'flag', at: '/train/optimizer_in_backward', label: 'Updated layer by layer', when: trains },
      { kind: 'choice', at: '/train/offload', label: 'Kept in host memory', words: ['none', 'optimizer', 'parameters', 'activations'], when: both(trains, tokens) },
      { kind: 'choice', at: '/train/checkpointing', label: 'Recomputed activations', words: ['none', 'selective', 'full'], auto: true, chosen: '/speed/layout/checkpointing', when: trains },
      { kind: 'number', at: '/train/micro_batch', label: 'Sequences per GPU', unit: '', stops: stops.binary(1, 256), word: 'auto', chosen: '/speed/layout/micro_batch', when: trains },
      { kind: 'flag', at: '/train/packed', label: 'Short samples packed', when: both(trains, tokens) },
      { kind: 'number', at: '/train/padding', label: 'Padding among the tokens', unit: '%', stops: share, word: 'auto', wordLabel: 'as packed', when: both(trains, tokens) },
      { kind: 'number', at: '/train/trained_layers', label: 'Layers trained', unit: 'layers', stops: stops.binary(1, 128), when: freezes },
      { kind: 'number', at: '/train/group', label: 'Answers per prompt', unit: '', stops: stops.binary(2, 256), when: rewarded },
      { kind: 'number', at: '/train/prompt_tokens', label: 'Prompt in a sequence', unit: 'tokens', stops: stops.binary(16, 65536), when: rewarded },
      { kind: 'number', at: '/train/lora/rank', label: 'Adapter rank', unit: '', stops: stops.binary(1, 512), when: adapters },
      { kind: 'choice', at: '/train/lora/targets', label: 'Adapters on', words: ['attention', 'qv', 'qkv', 'all_linear'], when: adapters },
      { kind: 'flag', at: '/train/lora/embeddings', label: 'Embeddings trained whole', when: adapters },
      { kind: 'choice', at: '/train/loss', label: 'Loss', words: ['plain', 'chunked', 'fused'], when: both(trains, tokens) },
      { kind: 'flag', at: '/train/flash_attention', label: 'FlashAttention', when: trains },
      { kind: 'flag', at: '/train/compiled', label: 'Compiled', when: trains },
      { kind: 'number', at: '/train/mtbf_h', label: 'Time between failures', unit: 'h', stops: stops.decimal(0.1, 1e5), word: 'auto', when: both(trains, tokens) },
      { kind: 'number', at: '/train/checkpoint_min', label: 'Writing a checkpoint', unit: 'min', stops: stops.decimal(0.01, 100), word: 'auto', when: both(trains, tokens) },
      { kind: 'number', at: '/train/restart_min', label: 'Starting again after a failure', unit: 'min', stops: stops.decimal(0.1, 1000), when: both(trains, tokens) },
      { kind: 'number', at: '/train/tokens_per_param', label: 'Tokens per parameter', unit: '', stops: stops.decimal(1, 1e4), when: both(pretrains, tokens) },
      { kind: 'number', at: '/train/budget_gpu_h', chosen: '/speed/compute_optimal/budget_gpu_h', label: 'Budget', unit: 'GPU-hours', stops: stops.decimal(1, 1e9), word: 'auto', wordLabel: 'as the run', instead: ['/train/budget_usd'], when: both(pretrains, tokens) },
      { kind: 'number', at: '/train/budget_usd', label: 'Budget in money', unit: '$', stops: stops.decimal(100, 1e9), word: 'auto', wordLabel: 'as the run', instead: ['/train/budget_gpu_h'], when: both(pretrains, tokens) },
      { kind: 'number', at: '/train/experiments', label: 'Runs paid per final run', unit: '', stops: stops.binary(1, 64), when: trains },
    ],
  },
  {
    title: 'Cost',
    expert: true,
    fields: [
      { kind: 'number', at: '/cost/years', label: 'Kept for', unit: 'years', stops: stops.even(1, 8, 0.5) },
      { kind: 'number', at: '/cost/discount_rate', label: 'Discount rate', unit: '%', stops: stops.even(0, 0.3, 0.01) },
      { kind: 'number', at: '/cost/availability', label: 'Availability', unit: '%', stops: stops.even(0.5, 1, 0.01) },
      { kind: 'own', at: '/cost/grid', label: 'Electricity grid', records: 'grids', view: gridView },
    ],
  },
  {
    title: 'Rent',
    expert: true,
    fields: [
      { kind: 'choice', at: '/cost/pricing', label: 'Rent is paid', words: ['on_demand', 'spot', 'reserved_1y', 'reserved_3y'], when: rents },
      market,
      { kind: 'own', at: '/cost/provider', label: 'Cloud', records: 'providers', view: providerView, when: rents },
      { kind: 'own', at: '/cost/region', label: 'Region', view: regionView, when: rents },
      { kind: 'number', at: '/cost/rent_usd_gpu_h', label: 'Rent per GPU', unit: '$/h', stops: stops.decimal(0.05, 50), word: 'auto', wordLabel: 'none known', when: rents },
      { kind: 'number', at: '/cost/reserved_usd_gpu_h', label: 'Reserved, per GPU', unit: '$/h', stops: stops.decimal(0.05, 50), word: 'auto', wordLabel: 'by its term', when: rents },
      { kind: 'flag', at: '/cost/always_on', label: 'Rented around the clock', when: rents },
      { kind: 'number', at: '/cost/base_share', label: 'Reserved as a base', unit: '%', stops: share, when: rents },
      { kind: 'number', at: '/cost/start_h', label: 'Paid before a run begins', unit: 'h', stops: stops.even(0, 12, 0.25), when: both(rents, (f) => trains(f) || ends(f)) },
      { kind: 'number', at: '/cost/start_overhead', label: 'Paid for starts and stops', unit: '%', stops: share, when: rents },
      { kind: 'number', at: '/cost/spot_ratio', label: 'Spot over on demand', unit: '%', stops: share, word: 'auto', wordLabel: 'none known', when: rents },
      { kind: 'number', at: '/cost/spot_mtbi_h', label: 'Spot interrupted every', unit: 'h', stops: stops.decimal(0.1, 1000), word: 'auto', when: rents },
      { kind: 'number', at: '/cost/rent_drift', label: 'Rents change a year by', unit: '%', stops: stops.even(-0.5, 0.5, 0.05) },
      { kind: 'number', at: '/cost/support_fraction', label: 'Support', unit: '%', stops: stops.even(0, 0.3, 0.01), when: rents },
      { kind: 'number', at: '/cost/storage_gb', label: 'Storage', unit: 'GB', stops: stops.decimal(1, 1e6), when: rents },
      { kind: 'number', at: '/cost/storage_usd_gb_month', label: 'Price of storage', unit: '$/GB/month', stops: stops.even(0, 0.3, 0.01), when: rents },
      { kind: 'number', at: '/cost/egress_gb_month', label: 'Data out', unit: 'GB/month', stops: stops.decimal(1, 1e6), when: rents },
      { kind: 'number', at: '/cost/egress_usd_gb', label: 'Price of data out', unit: '$/GB', stops: stops.even(0, 0.3, 0.01), when: rents },
    ],
  },
  {
    title: 'Own machines',
    expert: true,
    fields: [
      { kind: 'choice', at: '/cost/location', label: 'Own machines stand in', words: ['home', 'office', 'colocation', 'hyperscale'], auto: true, when: buys },
      { kind: 'number', at: '/cost/server_usd', label: 'Price of one machine', unit: '$', word: 'auto', wordLabel: 'none known', when: buys },
      around,
      { kind: 'number', at: '/cost/host_usd', label: 'Price of the machine for the cards', unit: '$', stops: stops.decimal(100, 1e6), word: 'auto', when: housed },
      { kind: 'number', at: '/cost/network_usd_per_gpu', label: 'Network per GPU', unit: '$', stops: stops.decimal(10, 10000), word: 'auto', when: both(buys, several) },
      { kind: 'number', at: '/cost/install_fraction', label: 'Freight and installation', unit: '%', stops: stops.even(0, 0.3, 0.01), word: 'auto', when: buys },
      { kind: 'number', at: '/cost/facility_usd', label: 'Paid once for the place', unit: '$', stops: stops.decimal(100, 1e7), when: buys },
      { kind: 'number', at: '/cost/spare_nodes', label: 'Spare machines', unit: '', stops: stops.even(0, 8, 1), when: buys },
      { kind: 'number', at: '/cost/server_kw_max', label: 'Highest draw of a machine', unit: 'kW', stops: stops.even(0.2, 20, 0.2), word: 'auto', wordLabel: 'not known', when: buys },
      { kind: 'number', at: '/cost/load_fraction', label: 'Draw under load', unit: '%', stops: share, when: buys },
      { kind: 'number', at: '/cost/idle_fraction', label: 'Draw when idle', unit: '%', stops: share, word: 'auto', when: buys },
      { kind: 'number', at: '/cost/electricity_usd_kwh', label: 'Electricity', unit: '$/kWh', stops: stops.even(0, 0.6, 0.01), word: 'auto', when: buys },
      { kind: 'number', at: '/cost/electricity_drift', label: 'Electricity changes a year by', unit: '%', stops: stops.even(-0.5, 0.5, 0.05), when: buys },
      { kind: 'number', at: '/cost/pue', label: 'PUE', unit: '', stops: stops.even(1, 2, 0.05), word: 'auto', wordLabel: 'in the space', when: buys },
      { kind: 'number', at: '/cost/colo_usd_kw_month', label: 'Space', unit: '$/kW/month', stops: stops.even(0, 400, 5), word: 'auto', when: buys },
      { kind: 'flag', at: '/cost/electricity_included', label: 'Electricity is in the price of the place', when: buys },
      { kind: 'number', at: '/cost/staff_fte', label: 'Staff per machine', unit: 'people', stops: stops.even(0, 2, 0.05), word: 'auto', when: buys },
      { kind: 'number', at: '/cost/staff_usd_year', label: 'One person a year', unit: '$', stops: stops.decimal(1e4, 1e6), when: buys },
      { kind: 'number', at: '/cost/software_usd_year', label: 'Software a year', unit: '$', stops: stops.decimal(100, 1e6), when: buys },
      { kind: 'number', at: '/cost/maintenance_fraction', label: 'Maintenance a year', unit: '%', stops: stops.even(0, 0.15, 0.01), when: buys },
      { kind: 'number', at: '/cost/resale_fraction', label: 'Resale at the end', unit: '%', stops: share, word: 'auto', when: buys },
      { kind: 'number', at: '/cost/resale_cost_fraction', label: 'Selling cost (of the resale value)', unit: '%', stops: share, when: buys },
    ],
  },
  {
    title: 'Hosted API',
    expert: true,
    fields: [
      { kind: 'number', at: '/cost/api_input_usd_m', label: 'Hosted, 1M read', unit: '$', stops: stops.decimal(0.01, 100), word: 'auto', wordLabel: 'none known', leads: ['/cost/api_output_usd_m'], when: hosted },
      { kind: 'number', at: '/cost/api_output_usd_m', label: 'Hosted, 1M written', unit: '$', stops: stops.decimal(0.01, 100), word: 'auto', wordLabel: 'none known', leads: ['/cost/api_input_usd_m'], when: hosted },
      { kind: 'number', at: '/cost/cached_share', label: 'Read from its cache', unit: '%', stops: share, word: 'auto', when: hosted },
      { kind: 'number', at: '/cost/cached_price_ratio', label: 'Price of a cached token', unit: '%', stops: share, word: 'auto', when: hosted },
      { kind: 'number', at: '/cost/batch_discount', label: 'Batch discount', unit: '%', stops: share, word: 'auto', when: hosted },
    ],
  },
];
