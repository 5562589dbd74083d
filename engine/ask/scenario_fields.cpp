// The public fields of a scenario: names, units, limits, one sentence each. The order here is the
// order of the JSON and of shared links.
#include "engine/ask/scenario.h"

namespace ridgepoint {

void visit(HardwareChoice& h, FieldVisitor& v) {
  visit_field(v,
              {.name = "accelerator",
               .help = "Catalog id or name of the accelerator; a memory that the name says is taken: RTX 4090 48GB."},
              h.accelerator);
  visit_field(v, {.name = "instance", .help = "Catalog id of a cloud instance, in place of an accelerator."},
              h.instance);
  visit_field(v,
              {.name = "count",
               .help = "Accelerators, or instances when one is named; auto: the fewest that fit and keep rate, targets "
                       "and deadline.",
               .min = 1,
               .max = 100000,
               .word = "auto"},
              h.count);
  visit_field(v,
              {.name = "memory_gb",
               .help = "Memory of each, where it comes with several sizes or was rebuilt; auto: what its record has.",
               .unit = "GB",
               .min = 1,
               .max = 1e5,
               .word = "auto"},
              h.memory_gb);
  visit_field(v,
              {.name = "per_node",
               .help = "Accelerators in one machine; auto: what the fabric joins, at most 8.",
               .min = 1,
               .max = 1024,
               .word = "auto"},
              h.per_node);
  visit_field(
      v,
      {.name = "host",
       .help = "CPU whose memory takes weights that do not fit, or of a diffusion model the networks that wait for "
               "their turn; absent: no weights, and for those networks any host is taken to have room."},
      h.host);
  visit_field(v,
              {.name = "host_memory_gb",
               .help = "Memory of the host in one machine (128 GiB are 137 GB); auto: usual for its processor.",
               .unit = "GB",
               .min = 1,
               .max = 1e6,
               .word = "auto"},
              h.host_memory_gb);
  visit_field(
      v,
      {.name = "host_layers",
       .help = "Layers that lie in host memory whole, as those beyond llama.cpp's -ngl; auto: as many as do not "
               "fit, by engines that move whole layers.",
       .min = 0,
       .max = 10000,
       .word = "auto"},
      h.host_layers);
  visit_field(
      v,
      {.name = "host_expert_layers",
       .help = "Layers whose routed experts lie in host memory, as of llama.cpp's --n-cpu-moe; auto: of as many "
               "as do not fit.",
       .min = 0,
       .max = 10000,
       .word = "auto"},
      h.host_expert_layers);
  visit_field(v, {.name = "fabric", .help = "Fabric between the accelerators.", .planned = true}, h.fabric);
  visit_field(v, {.name = "partition", .help = "MIG profile.", .planned = true}, h.partition);
  visit_field(v,
              {.name = "derating",
               .help = "Share of the arithmetic rate that is lost to heat; auto: 20% with four or more consumer cards "
                       "in a machine that stands in a rack, else none.",
               .min = 0,
               .max = 0.9,
               .word = "auto"},
              h.derating);
}

void visit(PrecisionChoice& p, FieldVisitor& v) {
  visit_field(v,
              {.name = "weights",
               .help = "Format of the weights, when serving and of frozen weights in QLoRA; auto: what the model is "
                       "published in where that takes fewer than 16 bits and the engine reads it, else bf16; nf4 in "
                       "QLoRA.",
               .word = "auto"},
              p.weights);
  visit_field(v, {.name = "kv", .help = "Format of the KV cache."}, p.kv);
  visit_field(v, {.name = "compute", .help = "Arithmetic of the matrix multiplications.", .planned = true}, p.compute);
  visit_field(
      v,
      {.name = "accept", .help = "The coarsest weight format that recommendations may take; absent: none but weights."},
      p.accept);
}

void visit(ParallelChoice& p, FieldVisitor& v) {
  visit_field(v, {.name = "tensor", .help = "Tensor-parallel size.", .min = 1, .max = 1024, .word = "auto"}, p.tensor);
  visit_field(v, {.name = "pipeline", .help = "Pipeline stages.", .min = 1, .max = 1024, .word = "auto"}, p.pipeline);
  visit_field(
      v,
      {.name = "data", .help = "Data-parallel size; replicas when serving.", .min = 1, .max = 100000, .word = "auto"},
      p.data);
  visit_field(v,
              {.name = "expert", .help = "Ranks the experts are spread over.", .min = 1, .max = 4096, .word = "auto"},
              p.expert);
  visit_field(v, {.name = "context", .help = "Context-parallel size.", .min = 1, .max = 1024, .word = "auto"},
              p.context);
  visit_field(
      v,
      {.name = "sharding",
       .help = "What data-parallel ranks share when training; auto: the fastest that fits, zero1 with pipeline stages.",
       .word = "auto"},
      p.sharding);
  visit_field(v, {.name = "schedule", .help = "Pipeline schedule; auto: 1f1b or interleaved.", .word = "auto"},
              p.schedule);
  visit_field(v,
              {.name = "virtual_stages",
               .help = "Pieces of a stage's layers that an interleaved schedule alternates; auto: of about "
                       "three layers, or as the chosen schedule has.",
               .min = 1,
               .max = 1024,
               .word = "auto"},
              p.virtual_stages);
}

void visit(SpeculativeChoice& s, FieldVisitor& v) {
  visit_field(
      v,
      {.name = "draft",
       .help = "What drafts: a model of the catalog, in the weight format of the one it drafts for; mtp, the "
               "model's own prediction layers; ngram, text seen before; absent: mtp where there are such layers."},
      s.draft);
  visit_field(v, {.name = "tokens", .help = "Tokens drafted per step; absent: 3.", .min = 1, .max = 64}, s.tokens);
  visit_field(v,
              {.name = "acceptance",
               .help = "Share of drafted tokens that are accepted when those before them were; absent: 0.8 of mtp, "
                       "else 0.7.",
               .min = 0,
               .max = 1},
              s.acceptance);
}

void visit(SloChoice& s, FieldVisitor& v) {
  visit_field(v,
              {.name = "ttft_p95_ms",
               .help = "Wanted 95th percentile of the time to first token.",
               .unit = "ms",
               .min = 0.01,
               .max = 1e9},
              s.ttft_p95_ms);
  visit_field(v,
              {.name = "tpot_p95_ms",
               .help = "Wanted 95th percentile of the time per output token.",
               .unit = "ms",
               .min = 0.01,
               .max = 1e9},
              s.tpot_p95_ms);
  visit_field(v,
              {.name = "e2e_p95_s",
               .help = "Wanted 95th percentile of the whole request.",
               .unit = "s",
               .min = 0.001,
               .max = 1e7},
              s.e2e_p95_s);
}

void visit(ServeChoice& s, FieldVisitor& v) {
  visit_field(v, {.name = "input_tokens", .help = "Prompt length in the mean.", .unit = "tokens", .min = 1, .max = 1e8},
              s.input_tokens);
  visit_field(v,
              {.name = "output_tokens", .help = "Answer length in the mean.", .unit = "tokens", .min = 1, .max = 1e8},
              s.output_tokens);
  visit_field(v,
              {.name = "reasoning_tokens",
               .help = "Tokens thought but not shown, in the mean.",
               .unit = "tokens",
               .min = 0,
               .max = 1e8},
              s.reasoning_tokens);
  visit_field(v,
              {.name = "max_context",
               .help = "Context kept free for each request; auto: prompt, reasoning and answer.",
               .unit = "tokens",
               .min = 1,
               .max = 1e8,
               .word = "auto"},
              s.max_context);
  visit_field(v,
              {.name = "concurrency",
               .help = "Requests in flight over all accelerators; max: as many as fit.",
               .min = 1,
               .max = 1e7,
               .word = "max"},
              s.concurrency);
  visit_field(
      v,
      {.name = "max_sequences",
       .help = "Sequences that a replica works on at once, its engine's setting; more wait. auto: as many as fit.",
       .min = 1,
       .max = 1000000,
       .word = "auto"},
      s.max_sequences);
  visit_field(
      v,
      {.name = "memory_fraction",
       .help = "Share of usable memory the serving engine may take; auto: 0.9, under llama.cpp and its kin all, "
               "under SGLang, where it is of weights and caches alone, what it chooses by the device.",
       .min = 0.1,
       .max = 1,
       .word = "auto"},
      s.memory_fraction);
  visit_field(v,
              {.name = "prefill_chunk",
               .help = "Prompt tokens processed in one step; absent: the engine's own.",
               .unit = "tokens",
               .min = 1,
               .max = 1e7,
               .word = "auto"},
              s.prefill_chunk);
  visit_field(
      v, {.name = "prefix_hit_rate", .help = "Share of prompt tokens found in the prefix cache.", .min = 0, .max = 1},
      s.prefix_hit_rate);
  visit_field(
      v,
      {.name = "length_spread",
       .help = "Prompts and answers are evenly long within this share of their means; percentiles feel it, of at least "
               "0.05.",
       .min = 0,
       .max = 1},
      s.length_spread);
  visit_field(v,
              {.name = "requests_per_minute",
               .help = "Request rate at the busiest time, in place of concurrency; of daily users it follows.",
               .unit = "1/min",
               .min = 1e-6,
               .max = 1e9},
              s.requests_per_minute);
  visit_field(
      v, {.name = "daily_users", .help = "Users a day, in place of concurrency or a rate.", .min = 0.01, .max = 1e10},
      s.daily_users);
  visit_field(v,
              {.name = "tokens_per_day",
               .help = "Tokens read and written a day, in place of concurrency, users or a rate.",
               .unit = "tokens",
               .min = 1,
               .max = 1e15},
              s.tokens_per_day);
  visit_field(v,
              {.name = "hours_per_day",
               .help = "Hours of a day in which requests come; absent: 8 of a day's users or tokens, else 24.",
               .unit = "h",
               .min = 0.01,
               .max = 24},
              s.hours_per_day);
  visit_field(
      v,
      {.name = "requests_per_user_day",
       .help = "Requests a user makes a day; absent: 3.7, as users of ChatGPT in July 2025 (NBER working paper 34255).",
       .min = 0.001,
       .max = 1e6},
      s.requests_per_user_day);
  visit_field(
      v,
      {.name = "peak_factor",
       .help = "Rate at the busiest time over the mean; absent: 3 of a day's users or tokens, which come within "
               "eight hours, else 1.",
       .min = 1,
       .max = 1000},
      s.peak_factor);
  visit_field(v, {.name = "min_replicas", .help = "Replicas always kept, of a fleet.", .min = 0, .max = 1e6},
              s.min_replicas);
  visit_field(v,
              {.name = "engine", .help = "Serving engine; absent: one that reads the weight format.", .word = "auto"},
              s.engine);
  visit_field(v, {.name = "engine_date", .help = "Date of the serving engine's version, as 2025-03; absent: today's."},
              s.engine_date);
  visit_field(
      v, {.name = "lora_adapters", .help = "LoRA adapters served at once.", .min = 0, .max = 10000, .planned = true},
      s.lora_adapters);
  visit_field(v, {.name = "disaggregated", .help = "Prefill and decode on replicas of their own."}, s.disaggregated);
  visit_field(v,
              {.name = "prefill_replicas",
               .help = "Of them, those that read prompts; absent: the split that answers most.",
               .min = 1,
               .max = 100000},
              s.prefill_replicas);
  visit_object(
      v,
      {.name = "speculative",
       .help = "Speculative decoding, when one of these is given: tokens are drafted, then verified together."},
      s.speculative);
  visit_object(v, {.name = "slo", .help = "Latency targets."}, s.slo);
  visit_field(v,
              {.name = "batch",
               .help = "Images, sequences or windows of audio that an accelerator works on together.",
               .min = 1,
               .max = 65536,
               .word = "auto"},
              s.batch);
  visit_field(v, {.name = "steps", .help = "Denoising steps; auto: the model's.", .min = 1, .max = 1e4, .word = "auto"},
              s.steps);
  visit_field(v,
              {.name = "width",
               .help = "Image width; auto: the one the model is for.",
               .unit = "px",
               .min = 16,
               .max = 32768,
               .word = "auto"},
              s.width);
  visit_field(v,
              {.name = "height",
               .help = "Image height; auto: the one the model is for.",
               .unit = "px",
               .min = 16,
               .max = 32768,
               .word = "auto"},
              s.height);
  visit_field(v,
              {.name = "guidance",
               .help = "Classifier-free guidance, which doubles the denoiser's work; absent: as the model is used."},
              s.guidance);
  visit_field(v,
              {.name = "audio_s",
               .help = "Seconds of audio a request brings; auto: one window of the model.",
               .unit = "s",
               .min = 0.01,
               .max = 1e6,
               .word = "auto"},
              s.audio_s);
  visit_field(
      v,
      {.name = "eager",
       .help = "Kernels are launched one by one; else engines replay captured graphs, and a compiler fused those of "
               "vision, diffusion and encoder models."},
      s.eager);
}

void visit(LoraChoice& l, FieldVisitor& v) {
  visit_field(v, {.name = "rank", .help = "Rank of the adapters.", .min = 1, .max = 4096}, l.rank);
  visit_field(v, {.name = "targets", .help = "Matrices that carry an adapter."}, l.targets);
  visit_field(v, {.name = "embeddings", .help = "Embedding table and head are trained whole beside the adapters."},
              l.embeddings);
}

void visit(TrainChoice& t, FieldVisitor& v) {
  visit_field(
      v, {.name = "method", .help = "What is trained; auto: full for training, lora for fine-tuning.", .word = "auto"},
      t.method);
  visit_field(v,
              {.name = "objective",
               .help = "Next tokens (lm), preferred over rejected answers (dpo: a sample is a pair), or rewards of "
                       "generated answers (grpo)."},
              t.objective);
  visit_field(v, {.name = "reference", .help = "dpo and grpo score each sequence by the frozen start model, too."},
              t.reference);
  visit_field(v, {.name = "group", .help = "Completions of a prompt in grpo.", .min = 2, .max = 4096}, t.group);
  visit_field(
      v, {.name = "prompt_tokens", .help = "Prompt in a sequence of grpo.", .unit = "tokens", .min = 1, .max = 1e8},
      t.prompt_tokens);
  visit_field(v, {.name = "optimizer", .help = "Optimizer."}, t.optimizer);
  visit_field(v, {.name = "recipe", .help = "Precision of the training state."}, t.recipe);
  visit_field(v,
              {.name = "framework",
               .help = "Training code; auto: megatron for training all weights over nodes, else pytorch.",
               .word = "auto"},
              t.framework);
  visit_field(v, {.name = "software_date", .help = "Date of the training code's version, as 2025-03; absent: today's."},
              t.software_date);
  visit_field(v,
              {.name = "tokens",
               .help = "Tokens of the whole run; auto: tokens_per_param for training, 10 million for fine-tuning.",
               .unit = "tokens",
               .min = 1,
               .max = 1e15,
               .word = "auto"},
              t.tokens);
  visit_field(v,
              {.name = "tokens_per_param",
               .help = "Compute-optimal tokens for each parameter (Hoffmann et al. 2022).",
               .min = 0.01,
               .max = 1e5},
              t.tokens_per_param);
  visit_field(v,
              {.name = "budget_gpu_h",
               .help = "Accelerator hours whose compute-optimal model is asked for; auto: those of the run.",
               .unit = "h",
               .min = 0.01,
               .max = 1e10,
               .word = "auto"},
              t.budget_gpu_h);
  visit_field(v,
              {.name = "budget_usd",
               .help = "The same as money; auto: what the run costs.",
               .unit = "US$",
               .min = 0.01,
               .max = 1e10,
               .word = "auto"},
              t.budget_usd);
  visit_field(v,
              {.name = "epochs",
               .help = "Passes over dataset_tokens, in place of tokens; absent: one.",
               .min = 0.001,
               .max = 1e5},
              t.epochs);
  visit_field(v, {.name = "dataset_tokens", .help = "Size of the data set.", .unit = "tokens", .min = 1, .max = 1e15},
              t.dataset_tokens);
  visit_field(v,
              {.name = "samples",
               .help = "Images or sequences of the whole run, for models that are not token decoders.",
               .min = 1,
               .max = 1e13,
               .word = "auto"},
              t.samples);
  visit_field(v, {.name = "sequence", .help = "Tokens of one sequence.", .unit = "tokens", .min = 1, .max = 1e8},
              t.sequence);
  visit_field(v, {.name = "packed", .help = "Short samples share a sequence; else batches vary in length."}, t.packed);
  visit_field(v,
              {.name = "padding",
               .help = "Share of a batch's tokens that fill up short samples; auto: none where packed, else half.",
               .min = 0,
               .max = 0.99,
               .word = "auto"},
              t.padding);
  visit_field(v,
              {.name = "micro_batch",
               .help = "Sequences an accelerator works on at once.",
               .min = 1,
               .max = 65536,
               .word = "auto"},
              t.micro_batch);
  visit_field(
      v,
      {.name = "global_batch",
       .help =
           "Sequences of one optimizer step; auto: about 4 million tokens for training, 16 sequences for fine-tuning.",
       .min = 1,
       .max = 1e7,
       .word = "auto"},
      t.global_batch);
  visit_field(v,
              {.name = "checkpointing",
               .help = "Activations recomputed in the backward pass; auto: the least that fits.",
               .word = "auto"},
              t.checkpointing);
  visit_field(v, {.name = "flash_attention", .help = "Attention without stored score matrices."}, t.flash_attention);
  visit_field(v, {.name = "compiled", .help = "Elementwise operations are fused by a compiler."}, t.compiled);
  visit_field(v, {.name = "loss", .help = "How the loss over the vocabulary is computed."}, t.loss);
  visit_field(v, {.name = "offload", .help = "What is kept in host memory."}, t.offload);
  visit_field(v, {.name = "optimizer_in_backward", .help = "Each layer is updated as soon as its gradient is there."},
              t.optimizer_in_backward);
  visit_field(v, {.name = "trained_layers", .help = "Last layers that freeze trains.", .min = 1, .max = 10000},
              t.trained_layers);
  visit_object(v, {.name = "lora", .help = "Adapters of lora, qlora and dora."}, t.lora);
  visit_field(v,
              {.name = "image_size",
               .help = "Side of the training images; auto: the one the model is for.",
               .unit = "px",
               .min = 16,
               .max = 32768,
               .word = "auto"},
              t.image_size);
  visit_field(v, {.name = "deadline_h", .help = "Time the run may take.", .unit = "h", .min = 0.01, .max = 1e6},
              t.deadline_h);
  visit_field(v, {.name = "experiments", .help = "Runs paid for per final run.", .min = 1, .max = 1000}, t.experiments);
  visit_field(v,
              {.name = "mtbf_h",
               .help = "Mean time between failures of the whole job; auto: 50,677 h over the accelerators, as Llama 3.",
               .unit = "h",
               .min = 0.01,
               .max = 1e8,
               .word = "auto"},
              t.mtbf_h);
  visit_field(v,
              {.name = "checkpoint_min",
               .help = "Time to write a checkpoint, in which training waits; auto: the state at 1 GB/s a machine.",
               .unit = "min",
               .min = 0,
               .max = 1e4,
               .word = "auto"},
              t.checkpoint_min);
  visit_field(v,
              {.name = "restart_min", .help = "From a failure to training again.", .unit = "min", .min = 0, .max = 1e4},
              t.restart_min);
}

void visit(CostChoice& c, FieldVisitor& v) {
  visit_field(v, {.name = "mode", .help = "Rent, buy, a hosted API, or all side by side."}, c.mode);
  visit_field(v, {.name = "pricing", .help = "How rent is paid."}, c.pricing);
  visit_field(
      v,
      {.name = "market",
       .help = "Offers that rents are compared among: of all, of clouds (specialists and hyperscalers), or of one "
               "kind; auto: clouds for a service, a batch or training, all for one user or fine-tuning.",
       .word = "auto"},
      c.market);
  visit_field(v, {.name = "provider", .help = "Only offers of this cloud."}, c.provider);
  visit_field(v, {.name = "region", .help = "Only offers in this region."}, c.region);
  visit_field(
      v, {.name = "grid", .help = "Country or state whose grid gives CO2 and, where known, the electricity price."},
      c.grid);
  visit_field(
      v,
      {.name = "location",
       .help = "Where own machines stand; sets PUE, electricity, space and staff; auto: usual for the accelerators.",
       .word = "auto"},
      c.location);
  visit_field(v,
              {.name = "utilization",
               .help = "Share of the hours that do useful work, each at the load of the scenario; auto: 0.6, of a rate "
                       "as many as its mean takes.",
               .min = 1e-4,
               .max = 1,
               .word = "auto"},
              c.utilization);
  visit_field(v, {.name = "years", .help = "Years own machines are kept.", .unit = "years", .min = 0.25, .max = 20},
              c.years);
  visit_field(v, {.name = "discount_rate", .help = "Yearly cost of capital.", .min = 0, .max = 1}, c.discount_rate);
  visit_field(v, {.name = "availability", .help = "Share of hours the machines work.", .min = 0.01, .max = 1},
              c.availability);
  visit_field(v,
              {.name = "server_usd",
               .help = "Price of one machine with its accelerators; auto: accelerators over their share of a server.",
               .unit = "US$",
               .min = 0,
               .max = 1e9,
               .word = "auto"},
              c.server_usd);
  visit_field(v,
              {.name = "network_usd_per_gpu",
               .help = "Network outside the machine, per accelerator; auto: by the size of the cluster.",
               .unit = "US$",
               .min = 0,
               .max = 1e6,
               .word = "auto"},
              c.network_usd_per_gpu);
  visit_field(v,
              {.name = "facility_usd",
               .help = "Paid once for the place: circuits, racks, liquid cooling.",
               .unit = "US$",
               .min = 0,
               .max = 1e9},
              c.facility_usd);
  visit_field(v, {.name = "spare_nodes", .help = "Machines that wait for bursts and failures.", .min = 0, .max = 10000},
              c.spare_nodes);
  visit_field(v,
              {.name = "host",
               .help = "The machine around accelerators that are bought: existing, new or none; auto: new. Whole "
                       "computers need none.",
               .word = "auto"},
              c.host);
  visit_field(v,
              {.name = "host_usd",
               .help = "Price of that machine; auto: by the number of cards in it.",
               .unit = "US$",
               .min = 0,
               .max = 1e7,
               .word = "auto"},
              c.host_usd);
  visit_field(v,
              {.name = "install_fraction",
               .help = "Freight and installation as a share of hardware; auto: 0.05, at home none.",
               .min = 0,
               .max = 1,
               .word = "auto"},
              c.install_fraction);
  visit_field(v,
              {.name = "server_kw_max",
               .help = "Highest draw of one machine at the wall; auto: from the accelerators.",
               .unit = "kW",
               .min = 0,
               .max = 1000,
               .word = "auto"},
              c.server_kw_max);
  visit_field(v, {.name = "idle_fraction", .help = "Draw when idle, share of the highest.", .min = 0, .max = 1},
              c.idle_fraction);
  visit_field(v, {.name = "load_fraction", .help = "Draw under load, share of the highest.", .min = 0, .max = 1},
              c.load_fraction);
  visit_field(v,
              {.name = "pue",
               .help = "Power of the building over power of the machines; auto: by location.",
               .min = 1,
               .max = 3,
               .word = "auto"},
              c.pue);
  visit_field(v,
              {.name = "electricity_usd_kwh",
               .help = "Electricity price; auto: by location.",
               .unit = "US$/kWh",
               .min = 0,
               .max = 5,
               .word = "auto"},
              c.electricity_usd_kwh);
  visit_field(
      v,
      {.name = "electricity_drift", .help = "Yearly change of the electricity price, signed.", .min = -0.5, .max = 1},
      c.electricity_drift);
  visit_field(v, {.name = "electricity_included", .help = "The price of the space includes electricity."},
              c.electricity_included);
  visit_field(v,
              {.name = "colo_usd_kw_month",
               .help = "Space per kW and month; auto: by location.",
               .unit = "US$/kW/month",
               .min = 0,
               .max = 10000,
               .word = "auto"},
              c.colo_usd_kw_month);
  visit_field(
      v, {.name = "maintenance_fraction", .help = "Maintenance a year as a share of hardware.", .min = 0, .max = 1},
      c.maintenance_fraction);
  visit_field(v,
              {.name = "staff_fte",
               .help = "Full-time staff per machine; auto: by location, number and size of machines.",
               .min = 0,
               .max = 100,
               .word = "auto"},
              c.staff_fte);
  visit_field(
      v,
      {.name = "staff_usd_year", .help = "Yearly cost of one full-time person.", .unit = "US$", .min = 0, .max = 1e7},
      c.staff_usd_year);
  visit_field(v, {.name = "software_usd_year", .help = "Software a year.", .unit = "US$", .min = 0, .max = 1e9},
              c.software_usd_year);
  visit_field(v,
              {.name = "resale_fraction",
               .help = "Share of the hardware price it brings at the end; auto: by years.",
               .min = 0,
               .max = 1,
               .word = "auto"},
              c.resale_fraction);
  visit_field(v,
              {.name = "resale_cost_fraction", .help = "Share of the resale that selling costs.", .min = 0, .max = 1},
              c.resale_cost_fraction);
  visit_field(v,
              {.name = "rent_usd_gpu_h",
               .help = "Rent per accelerator and hour; auto: the catalog's.",
               .unit = "US$/h",
               .min = 0,
               .max = 10000,
               .word = "auto"},
              c.rent_usd_gpu_h);
  visit_field(v,
              {.name = "reserved_usd_gpu_h",
               .help = "Rent under commitment; auto: the catalog's.",
               .unit = "US$/h",
               .min = 0,
               .max = 10000,
               .word = "auto"},
              c.reserved_usd_gpu_h);
  visit_field(v, {.name = "rent_drift", .help = "Yearly change of rents, signed.", .min = -0.9, .max = 1},
              c.rent_drift);
  visit_field(v,
              {.name = "spot_ratio",
               .help = "Spot price over on-demand; auto: as providers publish, else half.",
               .min = 0,
               .max = 1,
               .word = "auto"},
              c.spot_ratio);
  visit_field(v,
              {.name = "spot_mtbi_h",
               .help = "Mean time between interruptions of a spot machine; auto: 24 h.",
               .unit = "h",
               .min = 0.01,
               .max = 1e5,
               .word = "auto"},
              c.spot_mtbi_h);
  visit_field(
      v,
      {.name = "always_on",
       .help = "Rented machines are paid when idle, too; absent: for a service, unless part of it is reserved."},
      c.always_on);
  visit_field(v,
              {.name = "base_share",
               .help = "Share of the machines reserved for a year; the rest is rented when load is above it.",
               .min = 0,
               .max = 1},
              c.base_share);
  visit_field(v,
              {.name = "start_h",
               .help = "Hours paid before a run on machines that are given back begins: booting, environment, weights.",
               .unit = "h",
               .min = 0,
               .max = 1000},
              c.start_h);
  visit_field(v,
              {.name = "start_overhead",
               .help = "Paid time of starting and stopping, as a share of useful time.",
               .min = 0,
               .max = 10},
              c.start_overhead);
  visit_field(v, {.name = "support_fraction", .help = "Support, as a share of the rent.", .min = 0, .max = 1},
              c.support_fraction);
  visit_field(v, {.name = "storage_gb", .help = "Rented storage.", .unit = "GB", .min = 0, .max = 1e9}, c.storage_gb);
  visit_field(v,
              {.name = "storage_usd_gb_month",
               .help = "Price of rented storage (default unverified).",
               .unit = "US$/GB/month",
               .min = 0,
               .max = 10},
              c.storage_usd_gb_month);
  visit_field(
      v, {.name = "egress_gb_month", .help = "Data that leaves the cloud.", .unit = "GB/month", .min = 0, .max = 1e9},
      c.egress_gb_month);
  visit_field(
      v,
      {.name = "egress_usd_gb",
       .help = "Price of data that leaves the cloud: large clouds (default unverified); many others take nothing.",
       .unit = "US$/GB",
       .min = 0,
       .max = 10},
      c.egress_usd_gb);
  visit_field(v,
              {.name = "api_input_usd_m",
               .help = "Hosted price per million input tokens; auto: the catalog's.",
               .unit = "US$",
               .min = 0,
               .max = 1e5,
               .word = "auto"},
              c.api_input_usd_m);
  visit_field(v,
              {.name = "api_output_usd_m",
               .help = "Hosted price per million output tokens; auto: the catalog's.",
               .unit = "US$",
               .min = 0,
               .max = 1e5,
               .word = "auto"},
              c.api_output_usd_m);
  visit_field(v,
              {.name = "cached_share",
               .help = "Share of hosted input tokens billed as cached; auto: the prefix hit rate.",
               .min = 0,
               .max = 1,
               .word = "auto"},
              c.cached_share);
  visit_field(v,
              {.name = "cached_price_ratio",
               .help = "Hosted price of a cached token over the list price; auto: the host's, else no discount.",
               .min = 0,
               .max = 1,
               .word = "auto"},
              c.cached_price_ratio);
  visit_field(v,
              {.name = "batch_discount",
               .help = "Discount of hosted batch requests; auto: the host's for offline work, none for a service.",
               .min = 0,
               .max = 1,
               .word = "auto"},
              c.batch_discount);
}

void visit(OwnedHardware& o, FieldVisitor& v) {
  visit_field(v, {.name = "accelerator", .help = "Catalog id or name, with its memory where it says one."},
              o.accelerator);
  visit_field(v, {.name = "count", .help = "How many.", .min = 1, .max = 100000}, o.count);
}

void visit(ConstraintChoice& c, FieldVisitor& v) {
  visit_field(
      v,
      {.name = "headroom",
       .help = "Share of usable memory that stays free; auto: 0.10, under llama.cpp and its kin, which take all "
               "they need at the start, 0.05, under SGLang, which leaves what a step takes, 0.",
       .min = 0,
       .max = 0.9,
       .word = "auto"},
      c.headroom);
  visit_field(
      v,
      {.name = "min_tokens_per_s",
       .help = "Tokens a second that each request gets at the least; absent: none, in recommendations for users "
               "10.",
       .unit = "tokens/s",
       .min = 0,
       .max = 1e5},
      c.min_tokens_per_s);
  visit_field(v,
              {.name = "max_ttft_s",
               .help = "Longest time to the first token, in the mean; absent: none, in recommendations for users 10 s.",
               .unit = "s",
               .min = 0,
               .max = 1e6},
              c.max_ttft_s);
  visit_field(v,
              {.name = "max_usd_h",
               .help = "Highest price an hour, of all accelerators.",
               .unit = "US$/h",
               .min = 0,
               .max = 1e9},
              c.max_usd_h);
  visit_field(v,
              {.name = "max_usd_total",
               .help = "Highest total: of a run, or all years of a service as present value.",
               .unit = "US$",
               .min = 0,
               .max = 1e12},
              c.max_usd_total);
  visit_field(v,
              {.name = "max_purchase_usd",
               .help = "Highest purchase, where the machines may be bought.",
               .unit = "US$",
               .min = 0,
               .max = 1e12},
              c.max_purchase_usd);
  visit_field(
      v, {.name = "max_power_w", .help = "Highest power at the wall, under load.", .unit = "W", .min = 0, .max = 1e9},
      c.max_power_w);
  visit_field(v,
              {.name = "max_count",
               .help = "Most accelerators; recommendations without it try up to 1,024.",
               .min = 1,
               .max = 1e6},
              c.max_count);
  visit_field(v, {.name = "vendors", .help = "Only these vendors."}, c.vendors);
  visit_field(v,
              {.name = "segments",
               .help = "Only these segments: datacenter, workstation, consumer, apple, edge, cpu, cloud_only."},
              c.segments);
  visit_field(v, {.name = "accelerators", .help = "Only these accelerators, by id or alias."}, c.accelerators);
  visit_list(
      v, {.name = "owned", .help = "Hardware already there: only it is recommended, and costs what running it costs."},
      c.owned);
}

void visit(Scenario& s, FieldVisitor& v) {
  visit_field(v, {.name = "version", .help = "Version of this form.", .min = 1, .max = 1}, s.version);
  visit_field(v, {.name = "as_of", .help = "Date that decides what is out of date; absent: the catalog's."}, s.as_of);
  visit_field(v, {.name = "workload", .help = "Serve users, process a batch, train from scratch, or fine-tune."},
              s.workload);
  visit_field(v, {.name = "model", .help = "Catalog id or alias of the model."}, s.model.id);
  visit_field(v,
              {.name = "params_b",
               .help = "Size of a model of the usual shape, in place of a catalog model.",
               .unit = "1e9",
               .min = 0.01,
               .max = 20000},
              s.model.params_b);
  visit_object(v, {.name = "hardware", .help = "What it runs on."}, s.hardware);
  visit_object(v, {.name = "precision", .help = "Number formats."}, s.precision);
  visit_object(v,
               {.name = "parallel",
                .help = "How the model is laid out; auto: when serving the tensor parallel size within a node that "
                        "answers soonest, at a rate the smallest that keeps up, then data parallel; when training the "
                        "shortest predicted step."},
               s.parallel);
  visit_object(v, {.name = "serve", .help = "Load, for serve and batch."}, s.serve);
  visit_object(v, {.name = "train", .help = "Training run, for train and finetune."}, s.train);
  visit_object(v, {.name = "cost", .help = "What it costs."}, s.cost);
  visit_object(v, {.name = "constraints", .help = "Limits."}, s.constraints);
  visit_field(v, {.name = "objective", .help = "What recommendations are ranked by; absent: cost."}, s.objective);
  visit_object(v, {.name = "overrides", .help = "A person's own entries; they work wherever an id works."},
               s.overrides);
}

}  // namespace ridgepoint
