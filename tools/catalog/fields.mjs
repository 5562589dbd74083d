// What a record of each kind may hold: the members of the engine's structs, with the units in their keys.
//
// A type is 'text', 'texts', 'flag', 'date' (year, month or day), 'day', {words: [...]}, {texts: [...]} for a list of such, {fields: {...}}
// for an object, {list: {...}} for a list of objects, or a number: {number: [least, most]}, {integer: [least, most]}. `default` may not be written out.

const number = (least, most) => ({ number: [least, most] });
const integer = (least, most) => ({ integer: [least, most] });
const positive = (most) => ({ number: [0, most], above: true });
const flag = { flag: true, default: false };
const words = (list, byDefault) => ({ words: list, ...(byDefault === undefined ? {} : { default: byDefault }) });
const count = { ...integer(0, 1e7), default: 0 };
const size = integer(1, 1e7);

export const arithmetics = ['fp32', 'tf32', 'bf16', 'fp16', 'fp8', 'fp6', 'fp4', 'int8', 'int4'];

export const componentRoles = ['text_encoder', 'denoiser', 'image_encoder', 'image_decoder', 'audio_encoder', 'text_decoder'];

const common = { id: 'text', name: 'text', source: 'text', note: 'text' };

/** Kinds of price of a device that is bought. */
export const purchases = ['launch', 'list', 'new', 'used'];
const status = words(['current', 'announced', 'ended'], 'current');
/** The price's own day by its source, and when it was last read there unchanged. */
const days = { priced: 'date', seen: 'day' };

/** Bits of parts of a model that differ from the rest of a checkpoint. */
const part_bits = {
  fields: Object.fromEntries([
    'experts', 'shared_experts', 'attention', 'linear', 'linear_output', 'feed_forward', 'embeddings', 'head', 'small', 'beside_experts',
    'prediction',
  ].map((name) => [name, number(1, 64)])),
};

export const fieldsOf = {
  formats: {
    ...common,
    bits: number(1, 64),
    part_bits, whole_file: flag,
    arithmetic: words(arithmetics, 'bf16'),
    weight_only: flag,
    for_weights: { flag: true, default: true },
    for_kv: flag,
    coarseness: integer(0, 100), expert_block: { ...integer(1, 1e4), default: 1 },
    expansion: number(0.01, 10), engines: 'texts', needs: 'text', published_as: 'text',
  },
  releases: { id: 'text', format: 'text', files: 'texts', bits: number(1, 64), part_bits, source: 'text', retrieved: 'day', note: 'text' },
  accelerators: {
    ...common,
    aliases: 'texts',
    retrieved: 'day',
    vendor: 'text',
    architecture: 'text',
    segment: words(['datacenter', 'workstation', 'consumer', 'apple', 'edge', 'cpu', 'cloud_only'], 'datacenter'),
    status, ended: 'date', successor: 'text',
    form_factor: words(['PCIe', 'SXM', 'OAM', 'NVL', 'MPX', 'rack', 'superchip', 'soc', 'socket']),
    release: 'text',
    memory_gb: positive(10000),
    memory_type: 'text',
    usable_memory_bytes: positive(1e13),
    bandwidth_gb_s: positive(100000),
    cores: integer(1, 1e6), boost_mhz: positive(1e5),
    rates_tflops: { fields: Object.fromEntries(arithmetics.map((name) => [name, positive(1e6)])) },
    fabric: {
      fields: {
        name: 'text',
        per_direction_gb_s: positive(10000),
        pair_gb_s: positive(10000),
        domain: { ...integer(1, 100000), default: 1 },
      },
    },
    pcie_gen: integer(1, 7),
    pcie_lanes: integer(1, 64),
    power_w: positive(10000),
    idle_power_w: number(0, 2000),
    compute_capability: 'text',
    mig_instances: integer(1, 16), vector_bits: integer(256, 2048),
    measured_bf16_tflops: positive(1e6),
    measured_fp8_tflops: positive(1e6),
    measured_copy_gb_s: positive(100000),
  },
  models: {
    ...common,
    aliases: 'texts', checkpoints: 'texts',
    retrieved: 'day',
    family: 'text',
    kind: words(['decoder', 'moe', 'hybrid', 'multimodal', 'encoder', 'vision', 'diffusion', 'speech'], 'decoder'),
    release: 'text',
    license: 'text',
    purposes: { texts: ['chat', 'code', 'reasoning', 'vision', 'agents', 'embedding', 'speech', 'image', 'video'] },
    successor: 'text',
    params_b: positive(1e5),
    active_params_b: positive(1e5),
    layers: integer(1, 10000),
    hidden: size,
    intermediate: count,
    heads: count,
    kv_heads: size,
    head_dim: size,
    value_head_dim: size,
    vocab: count,
    tied_embeddings: flag,
    max_context: positive(1e9),
    original_context: positive(1e9),
    gated: { flag: true, default: true },
    bias: words(['none', 'qkv', 'qkv_o', 'mlp', 'all'], 'none'),
    lm_head_bias: flag,
    norm: words(['rms', 'layernorm', 'layernorm_no_bias', 'none'], 'rms'),
    norms_per_layer: { ...integer(0, 16), default: 2 },
    qk_norm: words(['none', 'head', 'full'], 'none'),
    learned_positions: count,
    embedding_norm: flag,
    attention_gate: flag,
    attention_sinks: flag,
    full_attention_layers: integer(0, 10000),
    window: size,
    attention_layers: integer(0, 10000),
    kv_layers: integer(0, 10000),
    kv_layers_first: flag,
    window_kv_heads: size,
    global_head_dim: size,
    global_kv_heads: size,
    global_k_is_v: flag,
    k_is_v: flag,
    compressed: { list: { layers: integer(1, 10000), ratio: integer(1, 1e6), top_k: size } },
    o_lora_rank: size,
    o_groups: integer(1, 1024),
    q_lora_rank: size,
    kv_lora_rank: size,
    expanded_cache: flag,
    rope_head_dim: size,
    nope_head_dim: size,
    indexer_heads: size,
    indexer_dim: size,
    indexer_top_k: size,
    linear: {
      fields: {
        kind: words(['gated_deltanet', 'kda', 'lightning', 'mamba1', 'mamba2', 'short_conv']),
        layers: integer(1, 10000),
        key_heads: size,
        value_heads: size,
        key_dim: size,
        value_dim: size,
        conv: { ...integer(0, 64), default: 4 },
        groups: { ...integer(1, 1024), default: 1 },
        dt_rank: size,
      },
    },
    experts: count,
    experts_per_token: count,
    expert_intermediate: count,
    shared_intermediate: count,
    shared_gate: flag,
    expert_bias: flag,
    router_bias: flag,
    expert_latent: size,
    moe_layers: integer(0, 10000),
    dense_layers: integer(0, 10000),
    parallel_dense: flag,
    per_layer_embedding: count,
    lookup_params: { ...number(0, 1e13), default: 0 },
    mtp_params: { ...number(0, 1e13), default: 0 },
    tower_params: { ...number(0, 1e13), default: 0 },
    extra_params: { ...number(0, 1e13), default: 0 },
    gflop_per_image: positive(1e9),
    image_size: size,
    image_height: size,
    activations_m: positive(1e9),
    matrices: integer(1, 100000),
    patch: size,
    latent_channels: size,
    frames: size,
    steps: integer(1, 10000),
    guidance: flag,
    window_s: positive(1e5),
    components: {
      list: {
        role: words(componentRoles),
        params_m: positive(1e8),
        gflop: positive(1e12),
        attention_gflop: positive(1e12),
        activations_m: positive(1e9),
        peak_activations_m: positive(1e9),
        matrices: integer(1, 100000),
        tokens: size,
        text_tokens: size,
        layers: integer(1, 10000),
        hidden: size,
        step_share: number(0, 1),
      },
    },
    native_precision: 'text', part_bits,
  },
  providers: { id: 'text', name: 'text', tier: words(['marketplace', 'specialist', 'hyperscaler']) },
  instances: {
    ...common,
    retrieved: 'date',
    provider: 'text',
    tier: words(['instance', 'per_gpu', 'serverless', 'marketplace', 'average', 'endpoint'], 'instance'),
    status, ended: 'date', successor: 'text', interruptible: flag,
    accelerator: 'text',
    count: { ...integer(1, 1000), default: 1 },
    region: 'text',
    vcpus: positive(10000),
    host_memory_gb: positive(1e6),
    network_gbps: positive(1e6),
    node_size: integer(1, 1000),
  },
  prices: {
    of: 'text',
    kind: words(['on_demand', 'spot', 'reserved_1y', 'reserved_3y', ...purchases], 'on_demand'),
    memory_gb: positive(10000),
    region: 'text',
    usd: positive(1e7), low_usd: positive(1e7), high_usd: positive(1e7), offers: integer(1, 1e6),
    from: flag,
    ...days,
    source: 'text',
    note: 'text',
  },
};

fieldsOf.api = {
  provider: 'text', model: 'text', input_usd_m: { number: [0, 1e6] }, output_usd_m: { number: [0, 1e6] }, cache_read_usd_m: { number: [0, 1e6] },
  batch_discount: number(0, 1), off_peak_share: number(0, 1), off_peak_hours: number(0, 24), status, ended: 'date', successor: 'text', ...days,
  served_as: 'text', source: 'text', note: 'text',
};

fieldsOf.capabilities = { id: 'text', name: 'text', compute_capability: number(1, 100), vendors: 'texts', lacking: 'texts', source: 'text', note: 'text' };

fieldsOf.families = { ...common, aliases: 'texts', network_gbps: positive(1e5) };

fieldsOf.engines = {
  ...common, aliases: 'texts', vendors: 'texts', not_on: 'texts', reads: 'texts', needs: 'text', unread: { list: { formats: 'texts', on: 'texts', on_cpus: flag } }, tiles: { list: { formats: 'texts', on: 'texts', hidden: { ...integer(1, 1024), default: 1 }, width: { ...integer(1, 1024), default: 1 } } }, kept_free: { list: { below_mb: number(0, 1e6), mb: number(0, 1e6) } }, on_cpus: words(['yes', 'no', 'only'], 'yes'), usual_formats: 'texts', usual_on: 'texts', usual_alone: 'texts', usual_weights: 'text', block_tokens: { ...integer(1, 1e6), default: 1 },
  prefill_chunk: { ...integer(1, 1e7), default: 8192 }, pipeline_tokens: number(0, 1e7),
  sequences: number(1, 1e6), small_sequences: number(1, 1e6), small_prefill_chunk: number(1, 1e7), small_below_mb: number(0, 1e6), small_devices: 'texts',
  server_slots: integer(1, 1e6), slots_setting: 'text',
  whole_prompts: flag, prompts_first: flag, reserves_answer: flag, takes: 'texts', pads_heads: flag, attends_apart: flag, fills_caches_only: flag, leaves_towers: flag,
  splits_layers: flag, moves_layers: flag, left_free_mb: positive(1e6), cache_with_layers: flag,
  window_cache: words(['window', 'chunk', 'context'], 'window'), shared_blocks: flag, reads_gguf: flag, launches_each: flag, by_vectors: flag, vector_bits: integer(64, 2048),
  vector_architectures: 'texts', sums_in_16_bits: 'texts', logits: words(['sequences', 'chunk', 'prompt', 'limit'], 'sequences'),
  bytes_per_logit: { ...number(0, 1000), default: 4 }, keeps_expert_buffers: flag, unties_head: flag, own_head_formats: 'texts',
  quantizes_head: flag, joins_attention: flag, kv_copies: number(1, 4), state_pool: number(0, 0.95), states_per_sequence: number(1, 16), bytes_per_score: number(0, 100),
  cuda_graphs_mb: positive(1e6), graphs_beside_share: flag, communicator_mb: number(0, 1e6), bus_communicator_mb: number(0, 1e6), context_mb: number(0, 1e6),
  older: 'text', older_before: 'date',
};

fieldsOf.frameworks = {
  ...common, aliases: 'texts', like: 'text', divides_first: flag, vendors: 'texts',
  takes: 'texts', usual_shardings: 'texts',
  habits: {
    list: {
      before: 'date', objectives: 'texts', logit_bytes: { ...number(0, 100), default: 14 }, logit_tokens: number(0, 1e6), answers_alone: flag, wide_tables: flag,
      offloads_checkpoints: flag, in_place: flag,
    },
  },
};

fieldsOf.benchmarks = {
  id: 'text', tool: 'text', figures: 'texts', software: 'texts', workloads: 'texts', methods: 'texts',
  streams: words(['any', 'one', 'several'], 'any'), copies: words(['all', 'node', 'one', 'dense'], 'all'), command: 'text',
  options: 'text', source: 'text', remark: 'text', note: 'text',
};

fieldsOf.guide = { id: 'text', question: 'text', answers: { list: { id: 'text', label: 'text', means: 'text', sets: 'text' } } };

fieldsOf.presets = {
  id: 'text', title: 'text', question: 'text', scenario: 'text', answers: 'texts', why: 'text', source: 'text', note: 'text',
  recommended: { list: { accelerator: 'text', count: { ...integer(2, 100000), default: 1 } } },
};

const usdPerKwh = positive(10);
fieldsOf.grids = {
  ...common, retrieved: 'day', co2_g_kwh: number(0, 5000), basis: words(['life_cycle', 'direct'], 'life_cycle'),
  year: integer(1990, 2100), residential_usd_kwh: usdPerKwh, commercial_usd_kwh: usdPerKwh, industrial_usd_kwh: usdPerKwh, ...days,
};

export const required = {
  formats: ['id', 'name', 'bits', 'source'],
  releases: ['id', 'format', 'files', 'source', 'retrieved'],
  families: ['id', 'name'],
  accelerators: ['id', 'name', 'vendor', 'architecture', 'memory_gb', 'source', 'retrieved'],
  models: ['id', 'name', 'family', 'params_b', 'source', 'retrieved'],
  providers: ['id', 'name'],
  instances: ['id', 'name', 'provider', 'accelerator', 'source', 'retrieved'],
  prices: ['of', 'usd', 'priced', 'source'],
  capabilities: ['id', 'name', 'compute_capability', 'source'],
  engines: ['id', 'name', 'source'],
  frameworks: ['id', 'name', 'source'],
  benchmarks: ['id'],
  grids: ['id', 'name', 'source', 'retrieved'],
  guide: ['id', 'question', 'answers'],
  presets: ['id', 'title', 'question', 'scenario', 'source'],
  api: ['provider', 'model', 'input_usd_m', 'output_usd_m', 'priced', 'served_as', 'source'],
};
