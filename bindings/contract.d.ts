// Generated from the JSON Schemas by tools/types.mjs; do not edit.

/** Where a fact comes from. */
export interface Sourced {
  source?: string;
  retrieved?: string;
  unverified?: boolean;
  note?: string;
}

/** Where a fact comes from. */
export interface Provenance {
  source?: string;
  retrieved?: string;
  unverified?: boolean;
  note?: string;
}

export interface Accelerator {
  /** Name in scenarios and links. */
  id?: string | Sourced;
  /** Name for people. */
  name?: string | Sourced;
  /** Other spellings that mean it. */
  aliases?: string[] | Sourced;
  /** Maker. */
  vendor?: string | Sourced;
  /** Generation, as the vendor names it. */
  architecture?: string | Sourced;
  /** Market segment. */
  segment?: "datacenter" | "workstation" | "consumer" | "apple" | "edge" | "cpu" | "cloud_only" | Sourced;
  /** Whether it is sold new. */
  status?: "current" | "announced" | "ended" | Sourced;
  /** Since when it is not. */
  ended?: string | Sourced;
  /** Id of what is sold in its place. */
  successor?: string | Sourced;
  /** How it is built; soc: a computer of its own. */
  form_factor?: "PCIe" | "SXM" | "OAM" | "NVL" | "MPX" | "rack" | "superchip" | "soc" | "socket" | Sourced;
  /** Year and month of release. */
  release?: string | Sourced;
  /** Memory as the vendor names it; counted in 2³⁰ bytes. Unit: GB. */
  memory_gb: number | Sourced;
  /** HBM3, GDDR6X, LPDDR5X ... */
  memory_type?: string | Sourced;
  /** Memory as the driver reports it. Unit: B. */
  usable_memory_bytes?: number | Sourced;
  /** Peak memory bandwidth. Unit: GB/s. */
  bandwidth_gb_s?: number | Sourced;
  /** Dense peak rates by arithmetic. */
  rates_tflops?: {
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    fp32?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    tf32?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    bf16?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    fp16?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    fp8?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    fp6?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    fp4?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    int8?: number | Sourced;
    /** Dense peak, accumulated in FP32 (INT32 for integers). Unit: TFLOP/s. */
    int4?: number | Sourced;
  };
  /** Scale-up fabric; absent on PCIe-only parts. */
  fabric?: {
    /** Name of the fabric. */
    name?: string | Sourced;
    /** Per device, one direction, all peers together. Unit: GB/s. */
    per_direction_gb_s?: number | Sourced;
    /** Between two devices, one direction. Unit: GB/s. */
    pair_gb_s?: number | Sourced;
    /** Devices that reach each other over the fabric. */
    domain?: number | Sourced;
  };
  /** PCIe generation of the slot. */
  pcie_gen?: number | Sourced;
  /** PCIe lanes. */
  pcie_lanes?: number | Sourced;
  /** Board or package power limit. Unit: W. */
  power_w?: number | Sourced;
  /** Power with nothing running. Unit: W. */
  idle_power_w?: number | Sourced;
  /** CUDA compute capability or the vendor's ISA. */
  compute_capability?: string | Sourced;
  /** Largest number of MIG instances. */
  mig_instances?: number | Sourced;
  /** Width of each of the two vector units of a CPU core, where it is more than 256. */
  vector_bits?: number | Sourced;
  /** Best 16-bit matrix multiplication measured. Unit: TFLOP/s. */
  measured_bf16_tflops?: number | Sourced;
  /** Best FP8 matrix multiplication measured. Unit: TFLOP/s. */
  measured_fp8_tflops?: number | Sourced;
  /** Best copy or read bandwidth measured. Unit: GB/s. */
  measured_copy_gb_s?: number | Sourced;
  /** Sources of the facts that name none of their own. */
  source?: string | Sourced;
  /** When those were read. */
  retrieved?: string | Sourced;
  /** What a reader should know. */
  note?: string | Sourced;
  /** Where the facts come from, by field name. */
  provenance?: Record<string, Provenance>;
}

export interface Model {
  /** Name in scenarios and links. */
  id?: string | Sourced;
  /** Name for people. */
  name?: string | Sourced;
  /** Other spellings that mean it. */
  aliases?: string[] | Sourced;
  /** Public repositories of it in other formats: how ids of such formats begin, a space, and owner and name; * is its own name. */
  checkpoints?: string[] | Sourced;
  /** Model family. */
  family?: string | Sourced;
  /** What sort of model it is. */
  kind?: "decoder" | "moe" | "hybrid" | "multimodal" | "encoder" | "vision" | "diffusion" | "speech" | Sourced;
  /** Year and month of release. */
  release?: string | Sourced;
  /** Licence, in short. */
  license?: string | Sourced;
  /** What its maker made it for; absent: what its kind says. */
  purposes?: string[] | Sourced;
  /** Id of the model that its maker has put in its place. */
  successor?: string | Sourced;
  /** Published or recounted parameters. Unit: 1e9. */
  params_b?: number | Sourced;
  /** Parameters a token uses, embeddings included. Unit: 1e9. */
  active_params_b?: number | Sourced;
  /** Layers, or blocks where each has one mixer or one feed-forward. */
  layers?: number | Sourced;
  /** Hidden size. */
  hidden?: number | Sourced;
  /** Width of dense feed-forward layers. */
  intermediate?: number | Sourced;
  /** Attention heads. */
  heads?: number | Sourced;
  /** KV heads; absent: as many as heads. */
  kv_heads?: number | Sourced;
  /** Width of a query and key head; absent: hidden / heads. */
  head_dim?: number | Sourced;
  /** Width of a value head where it differs. */
  value_head_dim?: number | Sourced;
  /** Which matrices have biases. */
  bias?: "none" | "qkv" | "qkv_o" | "mlp" | "all" | Sourced;
  /** Normalisation of queries and keys. */
  qk_norm?: "none" | "head" | "full" | Sourced;
  /** Output gate as wide as the queries. */
  attention_gate?: boolean | Sourced;
  /** A learned sink per head. */
  attention_sinks?: boolean | Sourced;
  /** Layers that see the whole context; absent: all with attention. */
  full_attention_layers?: number | Sourced;
  /** Tokens the other attention layers see. Unit: tokens. */
  window?: number | Sourced;
  /** Layers with softmax attention; absent: all that are not linear. */
  attention_layers?: number | Sourced;
  /** Layers that own a KV cache; absent: all with attention. */
  kv_layers?: number | Sourced;
  /** The layers that own a cache are the first ones; the last ones read those. */
  kv_layers_first?: boolean | Sourced;
  /** KV heads of windowed layers where they differ. */
  window_kv_heads?: number | Sourced;
  /** Head width of full layers where it differs. */
  global_head_dim?: number | Sourced;
  /** KV heads of full layers where they differ. */
  global_kv_heads?: number | Sourced;
  /** Full layers make values with the matrix for keys; both are cached. */
  global_k_is_v?: boolean | Sourced;
  /** MLA: rank of the queries; absent: not compressed. */
  q_lora_rank?: number | Sourced;
  /** MLA: width of the cached latent; present means MLA. */
  kv_lora_rank?: number | Sourced;
  /** MLA: keys and values of all heads are cached, not the latent (GGUF files without key_length_mla). */
  expanded_cache?: boolean | Sourced;
  /** MLA: rotary width of a head. */
  rope_head_dim?: number | Sourced;
  /** MLA: other width of a head. */
  nope_head_dim?: number | Sourced;
  /** Sparse attention: heads of the indexer. */
  indexer_heads?: number | Sourced;
  /** Sparse attention: width of an index key. */
  indexer_dim?: number | Sourced;
  /** Sparse attention: tokens kept. */
  indexer_top_k?: number | Sourced;
  /** Linear-attention or state-space layers. */
  linear?: {
    /** Sort of linear attention or state space. */
    kind?: "gated_deltanet" | "kda" | "lightning" | "mamba1" | "mamba2" | "short_conv" | Sourced;
    /** Layers of this sort. */
    layers?: number | Sourced;
    /** Key heads where they differ from the value heads. */
    key_heads?: number | Sourced;
    /** Heads of the state. */
    value_heads?: number | Sourced;
    /** Key width of a head; state size of Mamba. */
    key_dim?: number | Sourced;
    /** Value width of a head. */
    value_dim?: number | Sourced;
    /** Kernel of the short convolution; 0: none. */
    conv?: number | Sourced;
    /** B and C groups of Mamba-2. */
    groups?: number | Sourced;
    /** Rank of the step size projection of Mamba-1. */
    dt_rank?: number | Sourced;
  };
  /** Keys serve as values in all layers, and are cached once. */
  k_is_v?: boolean | Sourced;
  /** Windowed layers that see the rest of the context compressed. */
  compressed?: Array<{
    /** Layers of this sort. */
    layers: number | Sourced;
    /** Tokens that one entry stands for. Unit: tokens. */
    ratio?: number | Sourced;
    /** Entries an indexer picks; absent: all. */
    top_k?: number | Sourced;
    /** Where the facts come from, by field name. */
    provenance?: Record<string, Provenance>;
  }>;
  /** Rank of the output projection per group. */
  o_lora_rank?: number | Sourced;
  /** Groups of heads in the output projection. */
  o_groups?: number | Sourced;
  /** Rows of the token embedding. */
  vocab?: number | Sourced;
  /** The LM head is the embedding table. */
  tied_embeddings?: boolean | Sourced;
  /** Longest context. Unit: tokens. */
  max_context?: number | Sourced;
  /** Positions before the position encoding was stretched. Unit: tokens. */
  original_context?: number | Sourced;
  /** Feed-forward with a gate: three matrices, else two. */
  gated?: boolean | Sourced;
  /** The LM head has a bias. */
  lm_head_bias?: boolean | Sourced;
  /** Sort of normalisation. */
  norm?: "rms" | "layernorm" | "layernorm_no_bias" | "none" | Sourced;
  /** Normalisations as wide as hidden per layer. */
  norms_per_layer?: number | Sourced;
  /** Rows of a learned position table. */
  learned_positions?: number | Sourced;
  /** A normalisation after the embedding. */
  embedding_norm?: boolean | Sourced;
  /** Routed experts per layer; 0: dense model. */
  experts?: number | Sourced;
  /** Routed experts a token uses. */
  experts_per_token?: number | Sourced;
  /** Width of an expert; 0: intermediate. */
  expert_intermediate?: number | Sourced;
  /** Width of all shared experts together. */
  shared_intermediate?: number | Sourced;
  /** The shared experts are gated per token. */
  shared_gate?: boolean | Sourced;
  /** Experts carry biases. */
  expert_bias?: boolean | Sourced;
  /** The router has a correction bias per expert. */
  router_bias?: boolean | Sourced;
  /** Width experts act on where it is not hidden. */
  expert_latent?: number | Sourced;
  /** Layers with experts; absent: all that are not dense. */
  moe_layers?: number | Sourced;
  /** Layers with the dense feed-forward; absent: none with experts, else all. */
  dense_layers?: number | Sourced;
  /** A dense feed-forward stands beside the experts. */
  parallel_dense?: boolean | Sourced;
  /** Width of an embedding table of every layer, only looked up. */
  per_layer_embedding?: number | Sourced;
  /** Of other tables that a token only looks up, as n-grams; in params_b. */
  lookup_params?: number | Sourced;
  /** Of prediction layers, not in params_b. */
  mtp_params?: number | Sourced;
  /** Of vision and audio towers, not in params_b. */
  tower_params?: number | Sourced;
  /** Parameters that nothing above describes. */
  extra_params?: number | Sourced;
  /** Forward work per image at image_size. Unit: GFLOP. */
  gflop_per_image?: number | Sourced;
  /** Side of the image that the work is for, or its width. Unit: px. */
  image_size?: number | Sourced;
  /** Its height where it is not square. Unit: px. */
  image_height?: number | Sourced;
  /** Activation values per image, forward. Unit: 1e6. */
  activations_m?: number | Sourced;
  /** Convolutions and linear layers of a network that classifies images; absent: 60. */
  matrices?: number | Sourced;
  /** Side of the patch that is one token, in pixels, or in positions of the latent image. */
  patch?: number | Sourced;
  /** Channels of the latent image. */
  latent_channels?: number | Sourced;
  /** Frames of the video that the work is for. */
  frames?: number | Sourced;
  /** Usual denoising steps. */
  steps?: number | Sourced;
  /** Usually run with classifier-free guidance. */
  guidance?: boolean | Sourced;
  /** Audio that is encoded at once. Unit: s. */
  window_s?: number | Sourced;
  /** Networks of a model that is not one. */
  components?: Array<{
    /** What the network does. */
    role: "text_encoder" | "denoiser" | "image_encoder" | "image_decoder" | "audio_encoder" | "text_decoder" | Sourced;
    /** Parameters. Unit: 1e6. */
    params_m: number | Sourced;
    /** Work of one pass; absent: unknown. Unit: GFLOP. */
    gflop?: number | Sourced;
    /** The part of it that grows with the square of the tokens. Unit: GFLOP. */
    attention_gflop?: number | Sourced;
    /** Values that one pass writes. Unit: 1e6. */
    activations_m?: number | Sourced;
    /** Values that are alive at once. Unit: 1e6. */
    peak_activations_m?: number | Sourced;
    /** Tokens of the pass. Unit: tokens. */
    tokens?: number | Sourced;
    /** Text tokens beside them that do not grow with the image. Unit: tokens. */
    text_tokens?: number | Sourced;
    /** Convolutions and linear layers of a pass. */
    matrices?: number | Sourced;
    /** Layers. */
    layers?: number | Sourced;
    /** Width of all attention heads. */
    hidden?: number | Sourced;
    /** Share of the steps that this denoiser makes. */
    step_share?: number | Sourced;
    /** Where the facts come from, by field name. */
    provenance?: Record<string, Provenance>;
  }>;
  /** Format the weights, of experts where they differ, are published in. */
  native_precision?: string | Sourced;
  /** Bits of parts that differ from that format in what is published. */
  part_bits?: {
    /** Routed experts. Unit: bit. */
    experts?: number | Sourced;
    /** Shared experts, and what all tokens pass on their way to routed ones. Unit: bit. */
    shared_experts?: number | Sourced;
    /** Attention, its indexers and compressors. Unit: bit. */
    attention?: number | Sourced;
    /** What linear-attention and state-space layers project their input with. Unit: bit. */
    linear?: number | Sourced;
    /** What they project their output with. Unit: bit. */
    linear_output?: number | Sourced;
    /** Dense feed-forward. Unit: bit. */
    feed_forward?: number | Sourced;
    /** Embeddings that are not tied to the head. Unit: bit. */
    embeddings?: number | Sourced;
    /** LM head, or a table tied to it. Unit: bit. */
    head?: number | Sourced;
    /** Routers, norms and biases. Unit: bit. */
    small?: number | Sourced;
    /** All matrices outside routed experts, in models that have them. Unit: bit. */
    beside_experts?: number | Sourced;
    /** Layers that predict several tokens. Unit: bit. */
    prediction?: number | Sourced;
  };
  /** Sources of the facts that name none of their own. */
  source?: string | Sourced;
  /** When those were read. */
  retrieved?: string | Sourced;
  /** What a reader should know. */
  note?: string | Sourced;
  /** Where the facts come from, by field name. */
  provenance?: Record<string, Provenance>;
}

export interface Instance {
  /** Name in scenarios and links. */
  id: string | Sourced;
  /** The provider's own name. */
  name?: string | Sourced;
  /** Cloud. */
  provider?: string | Sourced;
  /** What sort of offer it is. */
  tier?: "instance" | "per_gpu" | "serverless" | "marketplace" | "average" | "endpoint" | Sourced;
  /** Whether it can still be rented. */
  status?: "current" | "announced" | "ended" | Sourced;
  /** Since when it cannot. */
  ended?: string | Sourced;
  /** What the provider has in its place. */
  successor?: string | Sourced;
  /** Rented as spot alone: the provider may take it back at any time. */
  interruptible?: boolean | Sourced;
  /** Catalog id of the accelerator in it. */
  accelerator?: string | Sourced;
  /** Accelerators in one instance. */
  count?: number | Sourced;
  /** Region of the prices. */
  region?: string | Sourced;
  /** Virtual CPUs. */
  vcpus?: number | Sourced;
  /** Host memory. Unit: GB. */
  host_memory_gb?: number | Sourced;
  /** Network of the instance, one direction. Unit: Gb/s. */
  network_gbps?: number | Sourced;
  /** Accelerators of the machine that a price by the GPU is a part of. */
  node_size?: number | Sourced;
  /** Where the facts come from. */
  source?: string | Sourced;
  /** When they were read. */
  retrieved?: string | Sourced;
  /** What a reader should know. */
  note?: string | Sourced;
  /** Where the facts come from, by field name. */
  provenance?: Record<string, Provenance>;
}

export interface Price {
  /** Instance (price per hour of the whole instance) or accelerator (each). */
  of: string | Sourced;
  /** How it is paid, or what a purchase price is. */
  kind?: "on_demand" | "spot" | "reserved_1y" | "reserved_3y" | "launch" | "list" | "new" | "used" | Sourced;
  /** Of a machine sold with several sizes of memory: with this one. Unit: GB. */
  memory_gb?: number | Sourced;
  /** Where it is bought; absent: the United States. */
  region?: string | Sourced;
  /** US dollars, without tax; the middle of several. Unit: US$. */
  usd: number | Sourced;
  /** The least that is asked. Unit: US$. */
  low_usd?: number | Sourced;
  /** The most that is asked. Unit: US$. */
  high_usd?: number | Sourced;
  /** How many offers the price is of. */
  offers?: number | Sourced;
  /** The lowest of a list that does not say what for. */
  from?: boolean | Sourced;
  /** The price's own day, by its source. */
  priced?: string | Sourced;
  /** When it was last read there unchanged; absent: not since. */
  seen?: string | Sourced;
  /** Where it was published. */
  source?: string | Sourced;
  /** What a reader should know. */
  note?: string | Sourced;
  /** Where the facts come from, by field name. */
  provenance?: Record<string, Provenance>;
}

/** At most 1000000 bytes, 32 levels of nesting, 10000 bytes per text, 1000 entries per list or object; no field twice. Fields with x-planned are named but not computed yet and are refused when given. */
export interface Scenario {
  /** Version of this form. */
  version?: number;
  /** Date that prices are compared with for age; absent: the catalog's. */
  as_of?: string;
  /** Whether it serves users, processes a batch, trains from scratch or fine-tunes. */
  workload?: "serve" | "batch" | "train" | "finetune";
  /** Catalog id or alias of the model. */
  model?: string | Model | {
    /** Size of a dense model of usual shape, in place of a catalog model. Unit: 1e9. */
    params_b: number;
  };
  /** Hardware that it runs on. */
  hardware?: {
    /** Catalog id or name of the accelerator, with its memory where it has another than usual (RTX 4090 48GB); any: the best that a search finds. */
    accelerator?: string | Accelerator;
    /** Catalog id of a cloud instance, in place of an accelerator. */
    instance?: string;
    /** Number of accelerators, or of instances when one is named; auto: the fewest that fit and meet rate, targets and deadline. */
    count?: number | "auto";
    /** Memory of each accelerator, where it comes in several sizes or was rebuilt; auto: its record's. Unit: GB. */
    memory_gb?: number | "auto";
    /** Accelerators per machine; auto: as many as the fabric joins, at most 8. */
    per_node?: number | "auto";
    /** CPU whose memory takes weights that do not fit (CPU offload; vLLM --cpu-offload-gb), or networks of a diffusion model that wait for their turn; absent: no weights are offloaded. */
    host?: string;
    /** Host memory per machine (128 GB as sold are 137 × 10⁹ bytes); auto: usual for its processor. Unit: GB. */
    host_memory_gb?: number | "auto";
    /** Layers kept in host memory, all but llama.cpp's --n-gpu-layers; auto: as many as do not fit. */
    host_layers?: number | "auto";
    /** Layers whose routed experts are kept in host memory (llama.cpp --n-cpu-moe); auto: as many as do not fit. */
    host_expert_layers?: number | "auto";
    /** Scale-up fabric between the accelerators. */
    fabric?: string;
    /** MIG profile. */
    partition?: string;
    /** Thermal throttling: share of the compute rate that is lost; auto: 20% with four or more consumer cards in a rack machine, else none. */
    derating?: number | "auto";
  };
  /** Number formats. */
  precision?: {
    /** Weight format when serving and of the frozen weights in QLoRA (vLLM --quantization); auto: the published one where it is below 16 bits and the engine reads it, else bf16; nf4 in QLoRA. */
    weights?: string;
    /** Format of the KV cache (vLLM --kv-cache-dtype). */
    kv?: string;
    /** Arithmetic of matrix multiplications. */
    compute?: string;
    /** Lowest weight precision that recommendations may use; absent: only weights. */
    accept?: string;
  };
  /** Parallelism; auto: when serving, the tensor parallel size within a node that answers soonest, at a rate the smallest that keeps up, then data parallel; when training, the shortest predicted step. */
  parallel?: {
    /** Tensor parallel size (vLLM --tensor-parallel-size). */
    tensor?: number | "auto";
    /** Pipeline parallel size (vLLM --pipeline-parallel-size). */
    pipeline?: number | "auto";
    /** Data parallel size (vLLM --data-parallel-size); when serving, replicas. */
    data?: number | "auto";
    /** Expert parallel size (SGLang --ep-size, Megatron --expert-model-parallel-size). */
    expert?: number | "auto";
    /** Context parallel size (Megatron --context-parallel-size). */
    context?: number | "auto";
    /** What data-parallel ranks shard when training (ZeRO stage, FSDP); auto: the fastest that fits, zero1 with pipeline stages. */
    sharding?: "none" | "zero1" | "zero2" | "zero3" | "fsdp" | "hsdp" | "auto";
    /** Pipeline schedule; auto: 1f1b or interleaved. */
    schedule?: "1f1b" | "interleaved" | "zero_bubble" | "auto";
    /** Virtual stages per GPU of an interleaved schedule (Megatron --num-virtual-stages-per-pipeline-rank); auto: of about three layers, or as the schedule has. */
    virtual_stages?: number | "auto";
  };
  /** Load, for serve and batch. */
  serve?: {
    /** Kind of requests, which sets usual prompt and answer lengths; auto: chat, for encoders embedding. */
    purpose?: "chat" | "rag" | "code" | "agent" | "summary" | "reasoning" | "embedding" | "general" | "auto";
    /** Mean prompt length; auto: by purpose. Unit: tokens. */
    input_tokens?: number | "auto";
    /** Mean answer length; auto: by purpose. Unit: tokens. */
    output_tokens?: number | "auto";
    /** Mean number of hidden reasoning tokens; auto: by purpose. Unit: tokens. */
    reasoning_tokens?: number | "auto";
    /** Context reserved per request (vLLM --max-model-len); auto: prompt, reasoning and answer. Unit: tokens. */
    max_context?: number | "auto";
    /** Concurrent requests over all accelerators; max: as many as fit, in a batch as many as reach 95% of their rate; auto: 1 on up to four accelerators that a person has, 32 elsewhere. */
    concurrency?: number | "max";
    /** Max concurrent sequences per replica (vLLM --max-num-seqs); further requests queue; auto: as many as fit. */
    max_sequences?: number | "auto";
    /** Share of usable memory the serving engine may take (vLLM --gpu-memory-utilization, SGLang --mem-fraction-static); auto: 0.9, under llama.cpp and its kin all, under SGLang by the device. */
    memory_fraction?: number | "auto";
    /** Prompt tokens processed per step (vLLM --max-num-batched-tokens, SGLang --chunked-prefill-size); absent: the engine's default. Unit: tokens. */
    prefill_chunk?: number | "auto";
    /** Prefix cache hit rate: share of prompt tokens found in it. */
    prefix_hit_rate?: number;
    /** Length variation: prompts and answers vary evenly within this share of their means; percentiles use at least 0.05. */
    length_spread?: number;
    /** Request rate at the peak, in place of concurrency; daily users set it. Unit: 1/min. */
    requests_per_minute?: number;
    /** Users per day, in place of concurrency or a rate. */
    daily_users?: number;
    /** Tokens read and written per day, in place of concurrency, users or a rate. Unit: tokens. */
    tokens_per_day?: number;
    /** Hours of audio per day, for speech models. Unit: h. */
    audio_h_per_day?: number;
    /** Requests of a job that ends (images, documents, files); then as many run at once as fit. */
    total_requests?: number;
    /** Tokens of the job, read and written, in place of requests. Unit: tokens. */
    total_tokens?: number;
    /** Hours of audio of the job, in place of requests. Unit: h. */
    total_audio_h?: number;
    /** Deadline of the job. Unit: h. */
    done_within_h?: number;
    /** Hours per day in which requests arrive; absent: 8 for daily users or tokens, else 24. Unit: h. */
    hours_per_day?: number;
    /** Requests per user and day; absent: 3.7, as ChatGPT's users made in July 2025 (NBER working paper 34255). */
    requests_per_user_day?: number;
    /** Peak-to-average ratio of the request rate; absent: 3 for daily users or tokens, which come within eight hours, else 1. */
    peak_factor?: number;
    /** Least number of replicas in a fleet. */
    min_replicas?: number;
    /** Serving engine; absent: one that reads the weight format. */
    engine?: string;
    /** Date of the serving engine's version, as 2025-03; absent: today's. */
    engine_date?: string;
    /** LoRA adapters served at once (vLLM --max-loras). */
    lora_adapters?: number;
    /** Disaggregated prefill and decode, each on replicas of its own. */
    disaggregated?: boolean;
    /** Prefill replicas of a disaggregated deployment; absent: the split with the highest throughput. */
    prefill_replicas?: number;
    /** Speculative decoding (vLLM --speculative-config), used when one of these is given. */
    speculative?: {
      /** Drafter: a catalog model in the target's weight format, mtp (the model's own prediction layers) or ngram (earlier text); absent: mtp where the model has such layers. */
      draft?: string;
      /** Tokens drafted per step (num_speculative_tokens); absent: 3. */
      tokens?: number;
      /** Acceptance rate of a drafted token when those before it were accepted; absent: 0.8 of mtp, else 0.7. */
      acceptance?: number;
    };
    /** Latency targets. */
    slo?: {
      /** p95 target of the time to first token. Unit: ms. */
      ttft_p95_ms?: number;
      /** p95 target of the time per output token. Unit: ms. */
      tpot_p95_ms?: number;
      /** p95 target of the end-to-end latency. Unit: s. */
      e2e_p95_s?: number;
    };
    /** Images, sequences or windows of audio per accelerator and batch. */
    batch?: number | "auto";
    /** Denoising steps; auto: the model's. */
    steps?: number | "auto";
    /** Image width; auto: the model's. Unit: px. */
    width?: number | "auto";
    /** Image height; auto: the model's. Unit: px. */
    height?: number | "auto";
    /** Classifier-free guidance, which doubles the denoiser's work; absent: as the model is used. */
    guidance?: boolean;
    /** Seconds of audio per request; auto: one window of the model. Unit: s. */
    audio_s?: number | "auto";
    /** Eager mode: no CUDA graphs (vLLM --enforce-eager) and no compiled kernels. */
    eager?: boolean;
  };
  /** Training run, for train and finetune. */
  train?: {
    /** Training method; auto: full for training, lora for fine-tuning. */
    method?: "full" | "freeze" | "lora" | "qlora" | "dora" | "auto";
    /** Training objective: next tokens (lm), preferred over rejected answers (dpo: a sample is a pair), or rewards of generated answers (grpo). */
    objective?: "lm" | "dpo" | "grpo";
    /** Whether dpo and grpo also score each sequence with the frozen reference model. */
    reference?: boolean;
    /** Completions per prompt in grpo (TRL num_generations). */
    group?: number;
    /** Prompt tokens of a sequence in grpo. Unit: tokens. */
    prompt_tokens?: number;
    /** Optimizer. */
    optimizer?: "adamw" | "adamw_8bit" | "paged_adamw_8bit" | "adafactor" | "sgd" | "sgd_momentum" | "lion" | "muon" | "galore";
    /** Precision of the training state. */
    recipe?: "mixed" | "mixed_fp16_grads" | "autocast" | "bf16" | "fp32" | "fp8" | "mxfp8" | "nvfp4";
    /** Training framework; auto: megatron for training all weights over nodes, else pytorch. */
    framework?: string;
    /** Date of the training code's version, as 2025-03; absent: today's. */
    software_date?: string;
    /** Tokens of the whole run; auto: tokens_per_param for training, 10 million for fine-tuning. Unit: tokens. */
    tokens?: number | "auto";
    /** Compute-optimal tokens for each parameter (Hoffmann et al. 2022). */
    tokens_per_param?: number;
    /** Accelerator hours to find the compute-optimal model for; auto: those of the run. Unit: h. */
    budget_gpu_h?: number | "auto";
    /** The same budget in US dollars; auto: what the run costs. Unit: US$. */
    budget_usd?: number | "auto";
    /** Passes over dataset_tokens, in place of tokens; absent: one. */
    epochs?: number;
    /** Size of the data set. Unit: tokens. */
    dataset_tokens?: number;
    /** Images or sequences of the run, for models that are not token decoders. */
    samples?: number | "auto";
    /** Sequence length (Megatron --seq-length). Unit: tokens. */
    sequence?: number;
    /** Sequence packing: short samples share a sequence; else they are padded. */
    packed?: boolean;
    /** Share of padding tokens in a batch; auto: none where packed, else half. */
    padding?: number | "auto";
    /** Sequences per accelerator and micro-batch (Megatron --micro-batch-size). */
    micro_batch?: number | "auto";
    /** Sequences per optimizer step (Megatron --global-batch-size); auto: about 4 million tokens for training, 16 sequences for fine-tuning. */
    global_batch?: number | "auto";
    /** Activation checkpointing (Megatron --recompute-granularity); auto: the least that fits. */
    checkpointing?: "none" | "selective" | "full" | "auto";
    /** FlashAttention, which stores no score matrices. */
    flash_attention?: boolean;
    /** Compiled kernels (torch.compile), which fuse elementwise operations. */
    compiled?: boolean;
    /** How the loss over the vocabulary is computed. */
    loss?: "plain" | "chunked" | "fused";
    /** Training state kept in host memory (ZeRO-Offload). */
    offload?: "none" | "optimizer" | "parameters" | "activations";
    /** Optimizer step in the backward pass, layer by layer, so that gradients are freed at once. */
    optimizer_in_backward?: boolean;
    /** Last layers that freeze trains. */
    trained_layers?: number;
    /** LoRA adapters of lora, qlora and dora. */
    lora?: {
      /** Rank of the adapters (PEFT r). */
      rank?: number;
      /** Matrices that carry an adapter (PEFT target_modules). */
      targets?: "attention" | "qv" | "qkv" | "all_linear";
      /** Whether embedding table and head are trained whole beside the adapters (PEFT modules_to_save). */
      embeddings?: boolean;
    };
    /** Side of the training images; auto: the model's. Unit: px. */
    image_size?: number | "auto";
    /** Deadline of the run. Unit: h. */
    deadline_h?: number;
    /** Runs paid for per final run. */
    experiments?: number;
    /** Mean time between failures of the job; auto: 50,677 h over the accelerators, as Llama 3. Unit: h. */
    mtbf_h?: number | "auto";
    /** Time to write a checkpoint, which pauses training; auto: the state at 1 GB/s per machine. Unit: min. */
    checkpoint_min?: number | "auto";
    /** Time from a failure to training again. Unit: min. */
    restart_min?: number;
  };
  /** Prices and ways to pay. */
  cost?: {
    /** Way to pay: rent, buy, a hosted API, all side by side (compare), or own hardware at its running cost (own). */
    mode?: "rent" | "buy" | "api" | "compare" | "own";
    /** Rental pricing: on demand, spot or reserved. */
    pricing?: "on_demand" | "spot" | "reserved_1y" | "reserved_3y";
    /** Offers that rental prices are compared among: all, clouds (specialists and hyperscalers) or one kind; auto: clouds for a service, a batch or training, all for one user or fine-tuning. */
    market?: "all" | "clouds" | "marketplace" | "specialist" | "hyperscaler" | "auto";
    /** Provider whose offers alone are used. */
    provider?: string;
    /** Region whose offers alone are used. */
    region?: string;
    /** Electricity grid (country or state) that sets CO2 and, where known, the electricity price. */
    grid?: string;
    /** Location of own machines, which sets PUE, electricity, space and staff; auto: usual for the accelerators. */
    location?: "home" | "office" | "colocation" | "hyperscale" | "auto";
    /** Utilization: share of the hours with useful work at the scenario's load; auto: 0.6, or of a rate its average. */
    utilization?: number | "auto";
    /** Years that own machines are kept. Unit: years. */
    years?: number;
    /** Yearly cost of capital. */
    discount_rate?: number;
    /** Availability: share of hours the machines work. */
    availability?: number;
    /** Price of a machine with its accelerators; auto: from the accelerators' share of a server. Unit: US$. */
    server_usd?: number | "auto";
    /** Price of the network outside the machine, per accelerator; auto: by the size of the cluster. Unit: US$. */
    network_usd_per_gpu?: number | "auto";
    /** One-time cost of the site: circuits, racks, liquid cooling. Unit: US$. */
    facility_usd?: number;
    /** Spare machines for bursts and failures. */
    spare_nodes?: number;
    /** Machine around accelerators that are bought: existing, new or none; auto: new. */
    host?: "existing" | "new" | "none" | "auto";
    /** Price of the machine around the accelerators; auto: by the number of cards in it. Unit: US$. */
    host_usd?: number | "auto";
    /** Freight and installation as a share of hardware; auto: 0.05, at home none. */
    install_fraction?: number | "auto";
    /** Max power of one machine at the wall; auto: from the accelerators. Unit: kW. */
    server_kw_max?: number | "auto";
    /** Idle power as a share of the max; auto: 40 W beside the cards of a PC, 6% of a Mac, 35% of a server. */
    idle_fraction?: number | "auto";
    /** Power under load as a share of the max. */
    load_fraction?: number;
    /** PUE: power of the building over power of the machines; auto: by location. */
    pue?: number | "auto";
    /** Electricity price; auto: by location. Unit: US$/kWh. */
    electricity_usd_kwh?: number | "auto";
    /** Yearly change of the electricity price, signed. */
    electricity_drift?: number;
    /** Whether the price of the space includes electricity. */
    electricity_included?: boolean;
    /** Price of space per kW and month; auto: by location. Unit: US$/kW/month. */
    colo_usd_kw_month?: number | "auto";
    /** Yearly maintenance as a share of the hardware price. */
    maintenance_fraction?: number;
    /** Full-time staff per machine; auto: by location, number and size of machines. */
    staff_fte?: number | "auto";
    /** Yearly cost of one full-time person. Unit: US$. */
    staff_usd_year?: number;
    /** Yearly software cost. Unit: US$. */
    software_usd_year?: number;
    /** Resale value as a share of the hardware price; auto: by years. */
    resale_fraction?: number | "auto";
    /** Selling cost as a share of the resale value. */
    resale_cost_fraction?: number;
    /** Rental price per accelerator and hour; auto: the catalog's. Unit: US$/h. */
    rent_usd_gpu_h?: number | "auto";
    /** Reserved price per accelerator and hour; auto: the catalog's. Unit: US$/h. */
    reserved_usd_gpu_h?: number | "auto";
    /** Yearly change of rental prices, signed. */
    rent_drift?: number;
    /** Spot price over on-demand price; auto: as providers publish, else half. */
    spot_ratio?: number | "auto";
    /** Mean time between interruptions of a spot machine; auto: 24 h. Unit: h. */
    spot_mtbi_h?: number | "auto";
    /** Whether rented machines are paid while idle; absent: for a service, unless part of it is reserved. */
    always_on?: boolean;
    /** Share of the machines reserved for a year; the others are rented when the load needs them. */
    base_share?: number;
    /** Hours paid before a run begins: booting, environment, loading weights. Unit: h. */
    start_h?: number;
    /** Paid time of starting and stopping as a share of useful time. */
    start_overhead?: number;
    /** Support plan as a share of the rent. */
    support_fraction?: number;
    /** Rented storage. Unit: GB. */
    storage_gb?: number;
    /** Price of rented storage (default unverified). Unit: US$/GB/month. */
    storage_usd_gb_month?: number;
    /** Data transferred out of the cloud (egress). Unit: GB/month. */
    egress_gb_month?: number;
    /** Egress price of large clouds (default unverified); many others charge none. Unit: US$/GB. */
    egress_usd_gb?: number;
    /** Hosted API price per million input tokens; auto: the catalog's. Unit: US$. */
    api_input_usd_m?: number | "auto";
    /** Hosted API price per million output tokens; auto: the catalog's. Unit: US$. */
    api_output_usd_m?: number | "auto";
    /** Share of input tokens that the host bills as cached; auto: the prefix cache hit rate. */
    cached_share?: number | "auto";
    /** Price of a cached input token over the list price; auto: the host's, else no discount. */
    cached_price_ratio?: number | "auto";
    /** Batch API discount; auto: the host's for offline work, none for a service. */
    batch_discount?: number | "auto";
  };
  /** Limits that a recommendation has to meet. */
  constraints?: {
    /** Headroom: share of usable memory that stays free; auto: 0.10, under llama.cpp and its kin 0.05, under SGLang, which leaves it by itself, 0. */
    headroom?: number | "auto";
    /** Min tokens per second for each request; absent: none, in recommendations for users 10. Unit: tokens/s. */
    min_tokens_per_s?: number;
    /** Max mean time to first token; absent: none, in recommendations for users 10 s. Unit: s. */
    max_ttft_s?: number;
    /** Max time of an image or audio request; absent: none, in recommendations two minutes for an image and for audio its own length. Unit: s. */
    max_request_s?: number;
    /** Max price per hour of all accelerators. Unit: US$/h. */
    max_usd_h?: number;
    /** Max total cost: of a run, or of a service over all years, discounted. Unit: US$. */
    max_usd_total?: number;
    /** Max purchase price, where the machines may be bought. Unit: US$. */
    max_purchase_usd?: number;
    /** Max power at the wall under load. Unit: W. */
    max_power_w?: number;
    /** Max number of accelerators; recommendations without it try up to 1,024. */
    max_count?: number;
    /** Vendors that are allowed. */
    vendors?: string[];
    /** Segments that are allowed: datacenter, workstation, consumer, apple, edge, cpu, cloud_only. */
    segments?: string[];
    /** Accelerators that are allowed, by id or alias. */
    accelerators?: string[];
    /** Hardware you own: only this is recommended, at running cost. */
    owned?: Array<{
      /** Catalog id or name, with its memory where it says one. */
      accelerator: string;
      /** How many. */
      count?: number;
    }>;
  };
  /** What recommendations are ranked by; absent: cost. */
  objective?: "cost" | "speed" | "energy" | "balance";
  /** A person's own entries; they work wherever an id works. */
  overrides?: {
    /** Own accelerators, in the catalog's form. */
    accelerators?: Accelerator[];
    /** Own models, in the catalog's form. */
    models?: Model[];
    /** Own instances, in the catalog's form. */
    instances?: Instance[];
    /** Own prices, in the catalog's form. */
    prices?: Price[];
  };
}

/** The answer to a scenario. What is unknown is absent. */
export interface Result {
  ok: true;
  engine_version: string;
  catalog_date: string;
  /** What one of the hardware is called: GPU, TPU, CPU, chip or accelerator. */
  device?: string;
  /** The answer in a sentence. */
  answer: {
    /** The whole sentence. */
    text?: string;
    /** The sentence for small places. */
    short_text?: string;
    /** fits, tight, misses (a limit of latency, cost or size), behind (more requests come than are answered), unsupported (by the device) or no. */
    status?: string;
    /** The sentence in pieces, so that figures can be set apart. */
    parts: Array<{
      /** Piece of the sentence. */
      text: string;
      /** Id of the figure it shows; empty for plain words. */
      figure?: string;
      /** Id of the figure whose range it says. */
      range_of?: string;
    }>;
    /** The figures of the sentence. */
    figures: Array<{
      /** Which figure. */
      id: string;
      /** Its value. */
      value: number;
      /** Its unit. */
      unit?: string;
      /** As the sentence shows it. */
      text?: string;
    }>;
  };
  /** The model, counted. */
  model: {
    /** Model. */
    name?: string;
    /** Parameters, counted from the architecture. Unit: 1e9. */
    params_b: number;
    /** Parameters a token uses, embeddings included. Unit: 1e9. */
    active_params_b: number;
    /** KV cache of the first token, all layers. Unit: B. */
    kv_bytes_per_token: number;
    /** Forward work of a token with an empty context. Unit: FLOP. */
    flops_per_token: number;
    /** Made up from a parameter count. */
    synthesized: boolean;
    /** Work of one image, sequence or audio file, of models that are not token decoders. Unit: GFLOP. */
    gflop_per_request?: number;
  };
  /** Memory of one accelerator. */
  memory: {
    /** Memory used on the fullest accelerator; the sum of the lines. Unit: GB. */
    per_gpu_gb: number;
    /** Memory a program can use on one accelerator. Unit: GB. */
    usable_gb: number;
    /** fits up to usable less headroom, tight to usable, no beyond. */
    fit: "fits" | "tight" | "no";
    /** Usable less used; negative when short. Unit: GB. */
    free_gb: number;
    /** What a framework counts as allocated at the peak. Unit: GB. */
    peak_allocated_gb: number;
    /** What its allocator holds at the peak. Unit: GB. */
    peak_reserved_gb: number;
    /** In host memory: for each accelerator when training, for all of them when serving. Unit: GB. */
    host_gb?: number;
    /** Where the bytes go. */
    lines: Array<{
      /** Which line. */
      id: string;
      /** Line for people. */
      label?: string;
      /** What it is for. */
      kind: "weights" | "gradients" | "optimizer" | "activations" | "kv_cache" | "overhead";
      /** Memory on one accelerator. Unit: GB. */
      gb: number;
      /** How it is computed, with its numbers. */
      how?: string;
      /** Where the formula comes from. */
      source?: string;
    }>;
    /** The lines added up by kind. */
    kinds: Array<{
      /** Which line. */
      id: string;
      /** Line for people. */
      label?: string;
      /** What it is for. */
      kind: "weights" | "gradients" | "optimizer" | "activations" | "kv_cache" | "overhead";
      /** Memory on one accelerator. Unit: GB. */
      gb: number;
      /** How it is computed, with its numbers. */
      how?: string;
      /** Where the formula comes from. */
      source?: string;
    }>;
    /** Max concurrent requests at full context. */
    max_concurrency?: number;
    /** Max concurrent requests at their mean length. */
    max_concurrency_mean?: number;
    /** Max context for every concurrent request. Unit: tokens. */
    max_context?: number;
    /** Max micro-batch that fits. */
    max_micro_batch?: number;
    /** Max training sequence length that fits. Unit: tokens. */
    max_sequence?: number;
    /** Max size of a dense model of usual shape that fits the same way. Unit: 1e9. */
    max_params_b?: number;
    /** Max images, sequences or windows of audio at once. */
    max_batch?: number;
  };
  /** Speed; it assumes enough memory where the model does not fit. */
  speed: {
    /** Time to first token, mean. Unit: ms. */
    ttft_ms?: number;
    /** Time per output token, mean. Unit: ms. */
    tpot_ms?: number;
    /** Output or trained tokens a second, all accelerators. Unit: 1/s. */
    tokens_per_s?: number;
    /** Output tokens a second that one user sees. Unit: 1/s. */
    tokens_per_s_per_request?: number;
    /** Requests answered a second. Unit: 1/s. */
    requests_per_s?: number;
    /** Requests in flight over all accelerators. */
    concurrency?: number;
    /** Part of ttft_ms: waiting until there is room in the cache; absent: none waits. Unit: ms. */
    queue_ms?: number;
    /** Requests that come faster than this wait without end, all accelerators. Unit: 1/s. */
    max_requests_per_s?: number;
    /** Latencies request by request, on request. */
    percentiles?: {
      /** Time to first token. Unit: ms. */
      ttft_ms: {
        /** Half of the requests are below. */
        p50: number;
        /** 95 of 100 requests are below. */
        p95: number;
        /** 99 of 100 requests are below. */
        p99: number;
      };
      /** Time per output token, mean of each answer. Unit: ms. */
      tpot_ms?: {
        /** Half of the requests are below. */
        p50: number;
        /** 95 of 100 requests are below. */
        p95: number;
        /** 99 of 100 requests are below. */
        p99: number;
      };
      /** The whole request. Unit: s. */
      e2e_s: {
        /** Half of the requests are below. */
        p50: number;
        /** 95 of 100 requests are below. */
        p95: number;
        /** 99 of 100 requests are below. */
        p99: number;
      };
      /** Requests that were simulated. */
      requests: number;
    };
    /** Latency targets, met or missed. */
    slo?: {
      /** Whether all targets are met. */
      met: boolean;
      /** Each target. */
      targets: Array<{
        /** Which target. */
        figure: "ttft_p95_ms" | "tpot_p95_ms" | "e2e_p95_s";
        /** What is wanted at most. */
        limit: number;
        /** What is estimated. */
        value: number;
        /** Whether that is within the limit. */
        met: boolean;
      }>;
      /** Most concurrent requests that meet all targets and fit; 0: none do. */
      max_concurrency?: number;
      /** Highest request rate that meets all targets; 0: none does. Unit: 1/min. */
      max_requests_per_minute?: number;
    };
    /** What speculative decoding brings. */
    speculation?: {
      /** ngram, mtp or model. */
      drafter?: string;
      /** Tokens a sequence gets from one step. */
      tokens_per_step: number;
      /** Accepted of the drafted tokens. */
      accepted_share: number;
      /** Time of a step that drafting takes. Unit: ms. */
      draft_ms: number;
      /** Time of a token without it over that with it, at this load. */
      speedup: number;
      /** Requests in flight from which on decoding is not faster with it; absent: it always pays. */
      pays_up_to?: number;
    };
    /** How prefill and decode share the replicas. */
    disaggregation?: {
      /** Replicas that read prompts; the split that answers most. */
      prefill_replicas: number;
      /** Replicas that decode. */
      decode_replicas: number;
      /** Time in which a prompt's cache goes from one to the other. Unit: ms. */
      transfer_ms: number;
      /** Share of the time in which prompts are read. */
      prefill_busy: number;
      /** Rate over the highest that the decode replicas reach. */
      decode_busy: number;
    };
    /** Time of one optimizer step. Unit: s. */
    step_s?: number;
    /** Sequences trained a second. Unit: 1/s. */
    samples_per_s?: number;
    /** Model FLOPs a second of one accelerator. Unit: TFLOP/s. */
    tflops_per_gpu?: number;
    /** Model FLOPs utilization: share of the dense 16-bit peak, without recomputation. */
    mfu?: number;
    /** Hardware FLOPs utilization: the same with recomputation. */
    hfu?: number;
    /** Time of the whole run, with failures and checkpoints. Unit: d. */
    days?: number;
    /** Tokens of the whole run. */
    tokens?: number;
    /** Share of the run's time that advances it. */
    goodput?: number;
    /** Failures to expect in the run. */
    failures?: number;
    /** Time between checkpoints that loses least. Unit: min. */
    checkpoint_every_min?: number;
    /** Model and data in balance. */
    compute_optimal?: {
      /** Compute-optimal tokens for this model. Unit: tokens. */
      tokens: number;
      /** Model that the tokens of this run are compute-optimal for. Unit: 1e9. */
      params_b: number;
      /** Accelerator hours asked about, or of the run. Unit: h. */
      budget_gpu_h: number;
      /** Compute-optimal model for them, at the work per second of this run. Unit: 1e9. */
      budget_params_b: number;
      /** Its tokens. Unit: tokens. */
      budget_tokens: number;
    };
    /** Items an accelerator works on together. */
    batch?: number;
    /** Time of such a batch. Unit: ms. */
    batch_ms?: number;
    /** Images or videos a second, all accelerators. Unit: 1/s. */
    images_per_s?: number;
    /** Seconds of audio a second, all accelerators. */
    audio_s_per_s?: number;
    /** Time of a request over the length of its audio. */
    real_time_factor?: number;
    /** Samples of the whole run. */
    samples?: number;
    /** How far figures of speed, and of cost by them, may be off. */
    ranges: Array<{
      /** Which figure. */
      figure: string;
      /** Low end: about four of five measured runs of the class lay within. */
      low: number;
      /** High end. */
      high: number;
    }>;
    /** What limits the speed. */
    bottleneck: {
      /** What limits most of it. */
      kind?: "memory_bandwidth" | "compute" | "communication" | "host";
      /** The limit for people. */
      text?: string;
      /** Share that it limits of a step, or of a request whose own prompt takes most of it. */
      share: number;
      /** Operations per byte moved; 0: not reported. Unit: FLOP/B. */
      intensity: number;
      /** Operations per byte where compute and bandwidth take equally long. Unit: FLOP/B. */
      ridge: number;
    };
    /** Peaks of the accelerator, and what prefill and decode reach under them. */
    roofline?: {
      /** Dense peak in the arithmetic of the weights; more where devices are fitted above it. Unit: TFLOP/s. */
      peak_tflops: number;
      /** Peak memory bandwidth. Unit: GB/s. */
      bandwidth_gb_s: number;
      /** Where phases stand whose bytes are counted. */
      points: Array<{
        /** prefill, decode or batch. */
        id: string;
        /** The phase for people. */
        label?: string;
        /** Operations per byte moved. Unit: FLOP/B. */
        intensity: number;
        /** What it reaches on one accelerator. Unit: TFLOP/s. */
        tflops: number;
      }>;
    };
    /** Where the time of a step goes; the lines add up to it. */
    time_lines: Array<{
      /** Which part. */
      id: string;
      /** Part for people. */
      label?: string;
      /** What it waits for. */
      bound: "memory" | "compute" | "communication" | "host";
      /** Time it takes. Unit: s. */
      s: number;
    }>;
    /** The time lines added up by what they wait for. */
    bounds: Array<{
      /** Which part. */
      id: string;
      /** Part for people. */
      label?: string;
      /** What it waits for. */
      bound: "memory" | "compute" | "communication" | "host";
      /** Time it takes. Unit: s. */
      s: number;
    }>;
    /** The layout in force. */
    layout: {
      /** Tensor-parallel size. */
      tensor: number;
      /** Pipeline stages. */
      pipeline: number;
      /** Context-parallel size. */
      context: number;
      /** Expert-parallel size. */
      expert: number;
      /** Data-parallel size or replicas. */
      data: number;
      /** What data-parallel ranks share. */
      sharding?: string;
      /** Sequences an accelerator works on at once; of dpo pairs. */
      micro_batch?: number;
      /** Sequences of one optimizer step; of dpo pairs. */
      global_batch?: number;
      /** Micro-batches of one step. */
      accumulation?: number;
      /** Order of micro-batches in pipeline stages. */
      schedule?: string;
      /** Pieces of an interleaved stage. */
      virtual_stages?: number;
      /** Activation checkpointing. */
      checkpointing?: string;
      /** How what was left to choose was chosen. */
      why?: string;
    };
  };
  /** Cost. */
  cost: {
    /** Way to pay whose prices follow. */
    way?: "on_demand" | "spot" | "reserved_1y" | "reserved_3y" | "buy" | "api";
    /** Price of all accelerators per hour. Unit: US$/h. */
    usd_per_h?: number;
    /** Given where that price is the scenario's own; absent: it follows from the catalog's prices. */
    given?: {
      /** The same at the catalog's prices; absent: it has none. Unit: US$/h. */
      catalog_usd_per_h?: number;
    };
    /** Price of all accelerators per useful hour: idle hours that are paid are spread over it. Unit: US$/h. */
    usd_per_useful_h?: number;
    /** Computed cost per million input tokens, by the time they take. Unit: US$. */
    usd_per_1m_input_tokens?: number;
    /** Computed cost per million output tokens, by the time they take. Unit: US$. */
    usd_per_1m_output_tokens?: number;
    /** Computed cost per thousand requests. Unit: US$. */
    usd_per_1k_requests?: number;
    /** Computed cost per thousand images or videos. Unit: US$. */
    usd_per_1k_images?: number;
    /** Computed cost per hour of audio. Unit: US$. */
    usd_per_audio_h?: number;
    /** Computed cost of the run with its experiments. Unit: US$. */
    usd_per_run?: number;
    /** Accelerator hours of the run with its experiments. Unit: h. */
    gpu_hours?: number;
    /** Share of the accelerators' time spent on prefill. */
    prefill_share?: number;
    /** Rent of one accelerator. Unit: US$/h. */
    rent_usd_gpu_h?: number;
    /** Offer that the rental price is from. */
    rent_source?: string;
    /** Purchase price, paid before anything runs. Unit: US$. */
    purchase_usd?: number;
    /** Share of the machines in the total cost of ownership. */
    purchase_share?: number;
    /** Source of the purchase price. */
    purchase_source?: string;
    /** Each way to pay for the same work. */
    ways: Array<{
      /** Word of the pricing, buy or api. */
      id: "on_demand" | "spot" | "reserved_1y" | "reserved_3y" | "buy" | "api";
      /** Name for people. */
      label?: string;
      /** Rent of one accelerator while it is paid. Unit: US$/h. */
      usd_gpu_h?: number;
      /** An accelerator hour of useful work; paid idle hours are spread over those that work. Unit: US$/h. */
      usd_per_useful_gpu_h?: number;
      /** A million prompt tokens, by the time they take. Unit: US$. */
      usd_per_1m_input_tokens?: number;
      /** A million answer tokens, by the time they take. Unit: US$. */
      usd_per_1m_output_tokens?: number;
      /** A thousand requests, prompts and answers. Unit: US$. */
      usd_per_1k_requests?: number;
      /** A thousand images or videos. Unit: US$. */
      usd_per_1k_images?: number;
      /** An hour of audio. Unit: US$. */
      usd_per_audio_h?: number;
      /** The whole run with its experiments. Unit: US$. */
      usd_per_run?: number;
      /** Of a run on machines that are taken away. Unit: days. */
      days?: number;
      /** Net present value: discounted cost over the years. Unit: US$. */
      npv: number;
      /** Offer and date of the price. */
      source?: string;
    }>;
    /** Cost per accelerator and useful hour. */
    usd_per_useful_gpu_h?: {
      /** Rented on demand. Unit: US$/h. */
      rent?: number;
      /** Rented under commitment. Unit: US$/h. */
      reserved?: number;
      /** Rented as spot, lost work included. Unit: US$/h. */
      spot?: number;
      /** Owned. Unit: US$/h. */
      buy?: number;
    };
    /** Net present value: all payments over the years, discounted. */
    npv?: {
      /** Rented over the same years. Unit: US$. */
      rent?: number;
      /** Owned. Unit: US$. */
      buy?: number;
      /** The same tokens from a hosted API. Unit: US$. */
      api?: number;
    };
    /** Cost of ownership by line; the lines add up to npv.buy. */
    lines: Array<{
      /** Which line. */
      id: string;
      /** Line for people. */
      label?: string;
      /** Discounted cost over the years. Unit: US$. */
      usd: number;
    }>;
    /** Where renting and owning cost the same. */
    break_even?: {
      /** Use from which on owning costs no more than renting; absent: none; 0: any. */
      utilization?: number;
      /** Rent at which both cost the same at the given use. Unit: US$/h. */
      rent_usd_gpu_h?: number;
      /** From when on owning has cost less than renting, discounted. Unit: months. */
      months?: number;
      /** Accelerator hours of useful work until then. Unit: h. */
      gpu_hours?: number;
      /** Use from which on rented machines cost no more than the hosted API; absent: none. */
      rent_over_api_utilization?: number;
      /** Use from which on owned machines cost no more than the hosted API; absent: none. */
      buy_over_api_utilization?: number;
    };
    /** Discounted payments up to each month, on request. */
    cash_flow: Array<{
      /** After the start. Unit: months. */
      month: number;
      /** Rented, discounted. Unit: US$. */
      rent_usd?: number;
      /** Owned, discounted. Unit: US$. */
      buy_usd?: number;
      /** Hosted API, discounted. Unit: US$. */
      api_usd?: number;
    }>;
    /** Rent or own, in a sentence. */
    verdict?: string;
    /** Energy of the run, of a million output tokens, or of a thousand requests without tokens. Unit: kWh. */
    energy_kwh?: number;
    /** Electricity of that energy, building included; rents have it in them. Unit: US$. */
    energy_usd?: number;
    /** CO2 of that energy, building included. Unit: kg. */
    co2_kg?: number;
    /** Power at the wall under load. Unit: W. */
    power_w?: number;
    /** Power, cooling and space that the machines need. */
    power?: {
      /** One machine at the wall, at most. Unit: W. */
      node_max_w: number;
      /** Desktops: smallest usual power supply with a quarter more than the peak; absent: none is enough. Unit: W. */
      power_supply_w?: number;
      /** Circuits of 120 V and 15 A that one machine needs, each at 80%. */
      circuits_120v_15a: number;
      /** Circuits of 230 V and 16 A that one machine needs, each at 80%. */
      circuits_230v_16a: number;
      /** Heat of all machines under load. Unit: BTU/h. */
      heat_btu_h: number;
      /** Racks that hold them. */
      racks?: number;
      /** Draw of a full rack. Unit: kW. */
      rack_kw?: number;
      /** Air up to 40 kW a rack, else liquid. */
      cooling?: "air" | "liquid";
      /** Power of the building over power of the machines. */
      pue: number;
      /** Of the building, a year of the stated use. Unit: kWh. */
      energy_kwh_year: number;
      /** Of the grid. Unit: g/kWh. */
      co2_g_kwh?: number;
      /** A year of the stated use. Unit: kg. */
      co2_kg_year?: number;
      /** Grid and basis of its CO2. */
      grid?: string;
    };
  };
  /** Changes that were estimated again and fit, or meet the limits. */
  remedies: Array<{
    /** Which change. */
    id: string;
    /** Field that changes. */
    path?: string;
    /** The change for people. */
    text?: string;
    /** Memory of an accelerator with it. Unit: GB. */
    per_gpu_gb: number;
    /** Time of a token with it over that without. */
    slowdown: number;
    /** All accelerators with it, an hour. Unit: US$/h. */
    usd_per_h?: number;
    /** Of each request with it. Unit: 1/s. */
    tokens_per_s_per_request?: number;
    /** Of the run with it. Unit: d. */
    days?: number;
  }>;
  /** How figures move with each input, on request. */
  sensitivity: Array<{
    /** Pointer of the input. */
    input: string;
    /** Name for people. */
    label?: string;
    /** Lower value of the input. */
    low: number;
    /** Higher value of the input. */
    high: number;
    /** What moves: /cost/npv is owning less renting, US$. */
    figure?: string;
    /** The figure at the lower value. */
    at_low: number;
    /** The figure at the higher value. */
    at_high: number;
    /** The cheaper way changes within that. */
    flips_verdict: boolean;
  }>;
  /** Rules of thumb beside the computed figures. */
  rules_of_thumb: Array<{
    /** Which rule. */
    id: string;
    /** The rule for people. */
    label?: string;
    /** What it gives. */
    value: number;
    /** Its unit. */
    unit?: string;
    /** The same quantity as computed here. */
    detailed: number;
    /** What makes them differ. */
    why_different?: string;
    /** Source of the rule. */
    source?: string;
  }>;
  /** Warnings and notes. */
  warnings: Array<{
    /** Stable name of the rule. */
    code: string;
    /** info, warn or stop. */
    severity: "info" | "warn" | "stop";
    /** What to know, with its figures. */
    message?: string;
  }>;
  /** Values filled in where the question leaves them open, and why. */
  taken: Array<{
    /** Pointer of the field that changes it. */
    path: string;
    /** What was filled in. */
    text?: string;
  }>;
  /** Commands that measure the figures on your own machine. */
  reproduce: Array<{
    /** The figure that is measured; empty: nothing is known that measures it. */
    figure: string;
    /** What measures it. */
    tool?: string;
    /** Lines for a shell; those that begin with # say where and when the ones below run. */
    command?: string;
    /** What this command should measure, in the unit of the figure. */
    predicted?: number;
    /** What else it measures or leaves out; without a command: why there is none. */
    note?: string;
  }>;
  /** Where figures come from, on request. */
  explain?: Array<{
    /** The figure explained. */
    pointer: string;
    /** Its name. */
    label?: string;
    /** Arithmetic over the inputs. */
    formula?: string;
    /** What it gives. */
    value: number;
    /** Its unit. */
    unit?: string;
    /** The idea in words. */
    text?: string;
    /** What goes into the formula. */
    inputs: Array<{
      /** Symbol in the formula. */
      name: string;
      /** What it is. */
      label?: string;
      /** Its value. */
      value: number;
      /** Its unit. */
      unit?: string;
      /** Where it comes from. */
      source?: string;
      /** When that was read. */
      date?: string;
      /** Nobody has seen it in a source. */
      unverified: boolean;
      /** The figure it is, where that is explained too. */
      figure?: string;
    }>;
    /** How far estimates of this class have been off. */
    validation?: {
      /** Class of measured cases. */
      class?: string;
      /** Measured cases. */
      rows: number;
      /** Half of them were off by less. */
      median_error: number;
      /** Nine of ten were off by less. */
      p90_error: number;
      /** The figure that was compared: this, or one that it is derived from. */
      figure?: string;
    };
  }>;
  /** For a rate of requests. */
  fleet?: {
    /** Copies of the model in all. */
    replicas: number;
    /** Whole machines that hold them. */
    nodes: number;
    /** Of those machines. */
    accelerators: number;
    /** Replicas beyond the peak: one machine may fail. */
    spare: number;
    /** Replicas that the mean rate takes, each loaded to four fifths. */
    base: number;
    /** Replicas that the busiest time takes, each loaded to four fifths. */
    peak: number;
    /** Mean rate over what all replicas can answer. */
    utilization: number;
    /** Of all machines of the fleet, each at the price of those asked for. Unit: US$/h. */
    usd_per_h?: number;
    /** Of the machines that the mean rate takes, where the busiest time takes more. Unit: US$/h. */
    base_usd_per_h?: number;
  };
  version: 1;
  /** The scenario with every default filled in; its schema is the scenario's. */
  scenario: Scenario;
  /** JSON pointers into scenario of what was not given. */
  defaulted: string[];
  /** A choice for each way to pay. */
  picks?: Array<{
    /** What it is picked for; the last three where a budget for the purchase is to be spent. */
    way: "cheapest" | "simplest" | "to_buy" | "api" | "fastest" | "most_memory" | "most_models";
    /** Catalog id; empty: none of one's own. */
    accelerator?: string;
    /** How many. */
    count: number;
    /** Of a service, levelized over its years. Unit: US$. */
    usd_per_month?: number;
    /** Of a run. Unit: US$. */
    usd_per_run?: number;
    /** Before anything runs. Unit: US$. */
    purchase_usd?: number;
    /** The same as a sentence. */
    text?: string;
  }>;
  /** Hardware that meets all limits, best first, by accelerator. */
  recommendations?: Array<{
    /** 1 is best by the objective. */
    rank: number;
    /** How sure the place is, in 64 draws of price, speed and load within their ranges; absent: nothing is comparable. */
    regret?: {
      /** Draws of the 64 in which it is the best. */
      best: number;
      /** In nine draws of ten, what it is ranked by is at most so many times that of the best. */
      p90: number;
    };
    /** Pareto-optimal: no other recommended accelerator is at least as good in cost, speed and energy, and better in one. */
    pareto: boolean;
    /** What to take. */
    hardware: {
      /** Catalog id. */
      accelerator?: string;
      /** Accelerator for people. */
      name?: string;
      /** How many. */
      count: number;
      /** Of them in one machine. */
      per_node: number;
      /** Catalog id of the machine whose rent the price is. */
      instance?: string;
      /** Memory of each, where it is less than the largest. Unit: GB. */
      memory_gb?: number;
    };
    /** Layout on it. */
    parallel: {
      /** Tensor parallel size (vLLM --tensor-parallel-size). */
      tensor: number;
      /** Pipeline parallel size (vLLM --pipeline-parallel-size). */
      pipeline: number;
      /** Context parallel size (Megatron --context-parallel-size). */
      context: number;
      /** Expert-parallel size. */
      expert: number;
      /** Data-parallel size or replicas. */
      data: number;
      /** What data-parallel ranks share. */
      sharding?: string;
      /** Sequences per accelerator and micro-batch (Megatron --micro-batch-size); of dpo pairs. */
      micro_batch?: number;
      /** Sequences per optimizer step (Megatron --global-batch-size); of dpo pairs. */
      global_batch?: number;
      /** Micro-batches per step (gradient accumulation). */
      accumulation?: number;
      /** Order of micro-batches in pipeline stages. */
      schedule?: string;
      /** Pieces of an interleaved stage. */
      virtual_stages?: number;
      /** Activation checkpointing (Megatron --recompute-granularity). */
      checkpointing?: string;
      /** Why this layout was chosen. */
      why?: string;
    };
    /** Number formats. */
    precision: {
      /** Format of the weights. */
      weights?: string;
      /** Format of the KV cache (vLLM --kv-cache-dtype). */
      kv?: string;
    };
    /** Memory of one accelerator. */
    memory: {
      /** Memory used on the fullest accelerator. Unit: GB. */
      per_gpu_gb: number;
      /** Memory a program can use on one accelerator. Unit: GB. */
      usable_gb: number;
      /** fits, tight or no. */
      fit: "fits" | "tight" | "no";
    };
    /** Speed. */
    speed: {
      /** Time to first token in the mean. Unit: ms. */
      ttft_ms?: number;
      /** Time per output token in the mean. Unit: ms. */
      tpot_ms?: number;
      /** Output or trained tokens of all accelerators. Unit: 1/s. */
      tokens_per_s?: number;
      /** Requests answered. Unit: 1/s. */
      requests_per_s?: number;
      /** Highest rate without an endless queue. Unit: 1/s. */
      max_requests_per_s?: number;
      /** Trained samples. Unit: 1/s. */
      samples_per_s?: number;
      /** Time of the run. Unit: d. */
      days?: number;
    };
    /** Cost. */
    cost: {
      /** Way to pay whose prices follow. */
      way?: "on_demand" | "spot" | "reserved_1y" | "reserved_3y" | "buy" | "api";
      /** An hour of all accelerators. Unit: US$/h. */
      usd_per_h?: number;
      /** Computed cost per million input tokens, by the time they take. Unit: US$. */
      usd_per_1m_input_tokens?: number;
      /** Computed cost per million output tokens, by the time they take. Unit: US$. */
      usd_per_1m_output_tokens?: number;
      /** Computed cost per thousand requests. Unit: US$. */
      usd_per_1k_requests?: number;
      /** Computed cost per thousand images or videos. Unit: US$. */
      usd_per_1k_images?: number;
      /** Computed cost per hour of audio. Unit: US$. */
      usd_per_audio_h?: number;
      /** Computed cost of the run with its experiments. Unit: US$. */
      usd_per_run?: number;
      /** Paid before anything runs, where bought. Unit: US$. */
      purchase_usd?: number;
      /** Of the run, a million output tokens, or a thousand requests without tokens. Unit: kWh. */
      energy_kwh?: number;
      /** At the wall, under load. Unit: W. */
      power_w?: number;
      /** Offer and date the rent is taken from. */
      rent_source?: string;
      /** Price and date the purchase is taken from. */
      purchase_source?: string;
    };
    /** Reasons for its rank, in short sentences. */
    reasons?: string[];
    /** Machines that rent it, cheapest first. */
    instances: Array<{
      /** Kind of price. */
      pricing: "on_demand" | "spot" | "reserved_1y" | "reserved_3y";
      /** Catalog id. */
      instance?: string;
      /** The provider's own name for it. */
      name?: string;
      /** Provider for people. */
      provider?: string;
      /** Instances that hold the accelerators. */
      count: number;
      /** An hour of all of them. Unit: US$/h. */
      usd_per_h: number;
      /** Of the price. */
      date?: string;
      /** That day is long ago. */
      stale: boolean;
      /** The figures are by this price. */
      priced: boolean;
    }>;
    /** What limits its speed, and limits that are at least 90% used. */
    binds?: string[];
  }>;
  /** Accelerators that miss a limit, nearest first. */
  near_misses?: Array<{
    /** The choice that comes nearest with its accelerator. */
    hardware: {
      /** Catalog id. */
      accelerator?: string;
      /** Accelerator for people. */
      name?: string;
      /** How many. */
      count: number;
      /** Of them in one machine. */
      per_node: number;
      /** Catalog id of the machine whose rent the price is. */
      instance?: string;
      /** Memory of each, where it is less than the largest. Unit: GB. */
      memory_gb?: number;
    };
    /** Number formats. */
    precision: {
      /** Format of the weights. */
      weights?: string;
      /** Format of the KV cache (vLLM --kv-cache-dtype). */
      kv?: string;
    };
    /** Limits it misses. */
    lacks: Array<{
      /** Pointer of the limit in the scenario. */
      path: string;
      /** What it takes, of what is allowed. */
      text?: string;
      /** Of what it takes to what is allowed. */
      ratio: number;
    }>;
    /** When it does not fit: changes that do, estimated again. */
    remedies: Array<{
      /** Which change. */
      id: string;
      /** Field that changes. */
      path?: string;
      /** The change for people. */
      text?: string;
      /** Memory of an accelerator with it. Unit: GB. */
      per_gpu_gb: number;
      /** Time of a token with it over that without. */
      slowdown: number;
      /** All accelerators with it, an hour. Unit: US$/h. */
      usd_per_h?: number;
      /** Of each request with it. Unit: 1/s. */
      tokens_per_s_per_request?: number;
      /** Of the run with it. Unit: d. */
      days?: number;
    }>;
  }>;
  /** Where no choice meets all limits: the limits that the nearest misses, and what would help. */
  nothing?: string;
  /** The generation before that of the first recommendation. */
  last_generation?: {
    /** The best choice of the generation. */
    hardware: {
      /** Catalog id. */
      accelerator?: string;
      /** Accelerator for people. */
      name?: string;
      /** How many. */
      count: number;
      /** Of them in one machine. */
      per_node: number;
      /** Catalog id of the machine whose rent the price is. */
      instance?: string;
      /** Memory of each, where it is less than the largest. Unit: GB. */
      memory_gb?: number;
    };
    /** Number formats. */
    precision: {
      /** Format of the weights. */
      weights?: string;
      /** Format of the KV cache (vLLM --kv-cache-dtype). */
      kv?: string;
    };
    /** Of the generation. */
    architecture?: string;
    /** Of the speed of the first recommendation. */
    speed_share?: number;
    /** Of the cost of the first recommendation. */
    cost_share?: number;
    /** Limits it misses. */
    lacks: Array<{
      /** Pointer of the limit in the scenario. */
      path: string;
      /** What it takes, of what is allowed. */
      text?: string;
      /** Of what it takes to what is allowed. */
      ratio: number;
    }>;
    /** The same as a sentence. */
    text?: string;
  };
  /** Ranks of well-known hardware beyond the first three. */
  known?: Array<{
    /** Catalog id of the one that comes nearest; empty: none does. */
    accelerator: string;
    /** As people call it. */
    name?: string;
    /** In the whole ranking. */
    place?: number;
    /** Of what it is ranked by to that of the first. */
    ratio?: number;
    /** The same as a sentence, or what keeps it out. */
    text?: string;
  }>;
  /** Assumptions where the question leaves something open. */
  assumed?: Array<{
    /** Pointer of the field that changes it. */
    path: string;
    /** What is taken for granted. */
    text?: string;
  }>;
  /** Changes of an input that would change the ranking; on request (series). */
  turning_points?: Array<{
    /** Pointer of the input in the scenario. */
    input: string;
    /** Input for people. */
    label?: string;
    /** Its value. */
    now: number;
    /** Its value beyond which another choice comes first. */
    at: number;
    /** Of both. */
    unit?: string;
    /** That comes first beyond it. */
    accelerator?: string;
    /** The same as a sentence. */
    text?: string;
  }>;
}

/** Two to four scenarios side by side. */
export interface Comparison {
  ok: true;
  engine_version: string;
  catalog_date: string;
  /** What is compared. */
  scenarios: Array<{
    /** Model and hardware. */
    title: string;
    /** The sentence. */
    answer?: string;
    /** fits, tight or no. */
    fit: "fits" | "tight" | "no";
    /** What limits its speed. */
    bottleneck?: string;
  }>;
  /** Rows of figures. */
  figures: Array<{
    /** Pointer into the result. */
    figure: string;
    /** Figure for people. */
    label?: string;
    /** Of the values. */
    unit?: string;
    /** Else less is. */
    more_is_better: boolean;
    /** By scenario. */
    cells: Array<{
      /** Best of its row; all that are equal. */
      best: boolean;
      /** Absent: not known, or not of this workload. */
      value?: number;
      /** As people read it. */
      text?: string;
      /** How far a predicted value may be off, as people read it. */
      range?: string;
    }>;
  }>;
  /** What was asked differently, with defaults and choices filled in. */
  inputs: Array<{
    /** Pointer into the scenario. */
    path: string;
    /** By scenario, as text; empty: absent or chosen. */
    values?: string[];
  }>;
  /** Why figures are not those of the first scenario. */
  reasons: Array<{
    /** Position, from 0; compared with the first. */
    scenario: Scenario;
    /** Pointer into the result. */
    figure?: string;
    /** Of its value to that of the first. */
    ratio: number;
    /** Part of the scenario that explains most; absent: none alone does. */
    part?: string;
    /** With that part alone taken over. */
    ratio_by_part: number;
    /** The same as a sentence. */
    text?: string;
  }>;
}

/** What runs on it. */
export interface RunsOnQuestion {
  /** Hardware you own; several sorts share a model. */
  hardware?: Array<{
    /** Catalog id or name, with its memory where it says one. */
    accelerator: string;
    /** How many. */
    count?: number;
  }>;
  /** Context reserved per user: prompt and answer. Unit: tokens. */
  context?: number;
  /** Prompt of a request. Unit: tokens. */
  input_tokens?: number;
  /** Answer of a request. Unit: tokens. */
  output_tokens?: number;
  /** Lowest weight precision allowed, a catalog id. */
  accept?: string;
  /** Tokens per second of one user that count as running well: twice as fast as people read. Unit: 1/s. */
  min_tokens_per_s?: number;
  /** CPU whose memory takes weights that do not fit; none: no weights do; absent: usual for the hardware. */
  host?: string;
  /** Host memory for weights; absent: as much as the accelerators have. Unit: GB. */
  host_memory_gb?: number;
  /** Sample of fine-tuning and training. Unit: tokens. */
  sequence?: number;
  /** Longest training run listed. Unit: d. */
  max_days?: number;
  /** Only these models, by id or alias; absent: all. */
  models?: string[];
  /** Of serves, finetunes and trains those wanted; absent: all. */
  parts?: string[];
  /** A person's own accelerators and models; the schema is that of the scenario's overrides. */
  overrides?: Record<string, unknown>;
}

/** What runs on hardware that is there. */
export interface RunsOn {
  ok: true;
  engine_version: string;
  catalog_date: string;
  /** Hardware you own. */
  hardware: Array<{
    /** Catalog id. */
    accelerator: string;
    /** Accelerator for people. */
    name?: string;
    /** How many. */
    count: number;
    /** Memory a program can use on one. Unit: GB. */
    usable_gb: number;
  }>;
  /** Usable memory of all of it. Unit: GB. */
  usable_gb: number;
  /** CPU whose memory takes weights that do not fit. */
  host?: string;
  /** Host memory for weights. Unit: GB. */
  host_memory_gb: number;
  /** Assumptions, plain sentences. */
  notes?: string[];
  /** What to begin with, by purpose. */
  picks: Array<{
    /** What it is the pick for. */
    purposes: string[];
    /** Id of a model in serves. */
    model?: string;
    /** Lines that start it. */
    start: Array<{
      /** As people know it. */
      tool: string;
      /** Lines for a shell. */
      command?: string;
    }>;
  }>;
  /** Models that can be served: picks, then the current that run well. */
  serves: Array<{
    /** The model. */
    model: {
      /** Catalog id. */
      id?: string;
      /** Model for people. */
      name?: string;
      /** Family. */
      family?: string;
      /** Sort of model. */
      kind: "decoder" | "moe" | "hybrid" | "multimodal" | "encoder" | "vision" | "diffusion" | "speech";
      /** When it was released. */
      release?: string;
      /** What it is made for. */
      purposes?: string[];
      /** Id of the model that its maker has put in its place. */
      successor?: string;
      /** Parameters. Unit: 1e9. */
      params_b: number;
      /** Of them used for each token. Unit: 1e9. */
      active_params_b: number;
    };
    /** How well it runs: what holds it back most. */
    grade: "great" | "well" | "tight" | "short" | "slow" | "host";
    /** On the accelerators alone, with the context asked for and fast enough. */
    runs_well: boolean;
    /** Format of the weights. */
    weights?: string;
    /** What the weights lose by their format. */
    quality: "as_published" | "near_lossless" | "good" | "reduced" | "poor";
    /** Memory used on the fullest accelerator. Unit: GB. */
    per_gpu_gb: number;
    /** Memory a program can use on one accelerator. Unit: GB. */
    usable_gb: number;
    /** Weights in host memory, the only way to run it. Unit: GB. */
    host_gb?: number;
    /** That one copy is divided over. */
    accelerators: number;
    /** Tokens of a user that the figures are for. Unit: tokens. */
    context?: number;
    /** Longest context of one user. Unit: tokens. */
    max_context?: number;
    /** At once, with that context each. */
    users?: number;
    /** Time to first token of one user. Unit: ms. */
    ttft_ms?: number;
    /** Time per output token of one user. Unit: ms. */
    tpot_ms?: number;
    /** Output tokens of one user. Unit: 1/s. */
    tokens_per_s?: number;
    /** Nine of ten measured runs of the class were above. Unit: 1/s. */
    tokens_per_s_low?: number;
    /** Nine of ten measured runs of the class were below. Unit: 1/s. */
    tokens_per_s_high?: number;
    /** Requests of models that do not decode tokens. Unit: 1/s. */
    requests_per_s?: number;
    /** Images or videos. Unit: 1/s. */
    images_per_s?: number;
    /** Seconds of audio a second. Unit: 1/s. */
    audio_s_per_s?: number;
  }>;
  /** Models that can be fine-tuned, the current first. */
  finetunes: Array<{
    /** The model. */
    model: {
      /** Catalog id. */
      id?: string;
      /** Model for people. */
      name?: string;
      /** Family. */
      family?: string;
      /** Sort of model. */
      kind: "decoder" | "moe" | "hybrid" | "multimodal" | "encoder" | "vision" | "diffusion" | "speech";
      /** When it was released. */
      release?: string;
      /** What it is made for. */
      purposes?: string[];
      /** Id of the model that its maker has put in its place. */
      successor?: string;
      /** Parameters. Unit: 1e9. */
      params_b: number;
      /** Of them used for each token. Unit: 1e9. */
      active_params_b: number;
    };
    /** That fit, the one that trains most first. */
    methods: Array<{
      /** What is trained. */
      method: "full" | "freeze" | "lora" | "qlora" | "dora";
      /** Memory used on the fullest accelerator. Unit: GB. */
      per_gpu_gb: number;
      /** Memory a program can use on one accelerator. Unit: GB. */
      usable_gb: number;
      /** Trained tokens of all accelerators. Unit: 1/s. */
      tokens_per_s?: number;
      /** Trained samples. Unit: 1/s. */
      samples_per_s?: number;
      /** Samples an accelerator works on together. */
      micro_batch?: number;
      /** Of activations. */
      checkpointing?: string;
    }>;
  }>;
  /** Models that can be trained from scratch, the current first. */
  trains: Array<{
    /** The model. */
    model: {
      /** Catalog id. */
      id?: string;
      /** Model for people. */
      name?: string;
      /** Family. */
      family?: string;
      /** Sort of model. */
      kind: "decoder" | "moe" | "hybrid" | "multimodal" | "encoder" | "vision" | "diffusion" | "speech";
      /** When it was released. */
      release?: string;
      /** What it is made for. */
      purposes?: string[];
      /** Id of the model that its maker has put in its place. */
      successor?: string;
      /** Parameters. Unit: 1e9. */
      params_b: number;
      /** Of them used for each token. Unit: 1e9. */
      active_params_b: number;
    };
    /** Memory used on the fullest accelerator. Unit: GB. */
    per_gpu_gb: number;
    /** Memory a program can use on one accelerator. Unit: GB. */
    usable_gb: number;
    /** Of a compute-optimal run, or of one on the usual samples. Unit: d. */
    days: number;
    /** Trained tokens of all accelerators. Unit: 1/s. */
    tokens_per_s?: number;
    /** Trained samples. Unit: 1/s. */
    samples_per_s?: number;
  }>;
  /** The question with every default filled in. */
  question: Record<string, unknown>;
}
