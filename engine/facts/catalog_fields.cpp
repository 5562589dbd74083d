// The public fields of catalog records: names, units, limits, one sentence each.
#include "engine/facts/catalog.h"
#include "engine/facts/overrides.h"

namespace ridgepoint {

void visit(PartBits& bits, FieldVisitor& v) {
  static constexpr std::array<Literal, kParts> kHelp = {
      "Routed experts.",
      "Shared experts, and what all tokens pass on their way to routed ones.",
      "Attention, its indexers and compressors.",
      "What linear-attention and state-space layers project their input with.",
      "What they project their output with.",
      "Dense feed-forward.",
      "Embeddings that are not tied to the head.",
      "LM head, or a table tied to it.",
      "Routers, norms and biases."};
  const auto part = [&](Literal name, Literal help, std::optional<double>& of) {
    visit_field(v, {.name = name, .help = help, .unit = "bit", .min = 1, .max = 64}, of);
  };
  for (std::size_t i = 0; i < kParts; ++i) part(Literal(kWords<Part>[i]), kHelp[i], bits.of[i]);
  part("beside_experts", "All matrices outside routed experts, in models that have them.", bits.beside_experts);
  part("prediction", "Layers that predict several tokens.", bits.prediction);
}

void visit(NumberFormat& f, FieldVisitor& v) {
  visit_field(v, {"id", "Name in scenarios."}, f.id);
  visit_field(v, {"name", "Name for people."}, f.name);
  visit_field(v,
              {.name = "bits",
               .help = "Bits per value with scales and block headers, of quantized parts that part_bits does not name.",
               .unit = "bit",
               .min = 1,
               .max = 64},
              f.bits);
  visit_field(v, {"whole_file", "Embeddings and head are quantized too."}, f.whole_file);
  visit_field(v, {"arithmetic", "What matrix multiplications run in."}, f.arithmetic);
  visit_field(v, {"weight_only", "Converted to 16 bits before multiplying."}, f.weight_only);
  visit_field(v, {"for_weights", "Usable for weights."}, f.for_weights);
  visit_field(v, {"for_kv", "Usable for the KV cache."}, f.for_kv);
  visit_field(v, {.name = "coarseness", .help = "Order from full precision (0) to coarse.", .min = 0, .max = 100},
              f.coarseness);
  visit_object(v, {"part_bits", "Bits of parts that differ from the rest."}, f.part_bits);
  visit_field(v,
              {.name = "expansion",
               .help = "How fast fine-tuning expands it to 16 bits, over NF4's kernels.",
               .min = 0.01,
               .max = 10},
              f.expansion);
  visit_field(v, {"engines", "Serving engines that read it; empty: not known to be few."}, f.engines);
  visit_field(v, {"needs", "Capability that an accelerator has to have."}, f.needs);
  visit_field(v,
              {"published_as", "Precision that models are published in and whose values it holds; empty: any model's."},
              f.published_as);
  visit_field(v, {"source", "Where the figures come from."}, f.source);
}

void visit(Rates& rates, FieldVisitor& v) {
  static constexpr Literal kHelp = "Dense peak, accumulated in FP32 (INT32 for integers).";
  for (std::size_t i = 0; i < rates.by.size(); ++i)
    visit_quantity(v,
                   {.name = Literal(kWords<Arithmetic>[i]), .help = kHelp, .unit = "TFLOP/s", .min = 0.001, .max = 1e6},
                   rates.by[i], 1e12);
}

void visit(Fabric& fabric, FieldVisitor& v) {
  visit_field(v, {"name", "Name of the fabric."}, fabric.name);
  visit_quantity(v,
                 {.name = "per_direction_gb_s",
                  .help = "Per device, one direction, all peers together.",
                  .unit = "GB/s",
                  .min = 0.1,
                  .max = 1e5},
                 fabric.per_direction, 1e9);
  visit_quantity(
      v, {.name = "pair_gb_s", .help = "Between two devices, one direction.", .unit = "GB/s", .min = 0.1, .max = 1e5},
      fabric.pair, 1e9);
  visit_field(v, {.name = "domain", .help = "Devices that reach each other over the fabric.", .min = 1, .max = 100000},
              fabric.domain);
}

void visit(DeviceFamily& f, FieldVisitor& v) {
  visit_field(v, {"id", "Name in the program."}, f.id);
  visit_field(v, {"name", "Name for people, which accelerators have as their architecture."}, f.name);
  visit_field(v, {"aliases", "Other spellings that mean it."}, f.aliases);
  visit_field(v,
              {.name = "network_gbps",
               .help = "Network of each module in a server, one direction, where no instance tells.",
               .unit = "Gb/s",
               .min = 0.01,
               .max = 1e5},
              f.network_gbps);
}

void visit(Accelerator& a, FieldVisitor& v) {
  visit_field(v, {"id", "Name in scenarios and links."}, a.id);
  visit_field(v, {"name", "Name for people."}, a.name);
  visit_field(v, {"aliases", "Other spellings that mean it."}, a.aliases);
  visit_field(v, {"vendor", "Maker."}, a.vendor);
  visit_field(v, {"architecture", "Generation, as the vendor names it."}, a.architecture);
  visit_field(v, {"segment", "Market segment."}, a.segment);
  visit_field(v, {"status", "Whether it is sold new."}, a.status);
  visit_field(v, {"ended", "Since when it is not."}, a.ended);
  visit_field(v, {"successor", "Id of what is sold in its place."}, a.successor);
  visit_field(v, {"form_factor", "How it is built; soc: a computer of its own."}, a.form_factor);
  visit_field(v, {"release", "Year and month of release."}, a.release);
  visit_field(v,
              {.name = "memory_gb",
               .help = "Memory as the vendor names it; counted as so many GiB.",
               .unit = "GB",
               .min = 0.5,
               .max = 1e5},
              a.memory_gb);
  visit_field(v, {"memory_type", "HBM3, GDDR6X, LPDDR5X ..."}, a.memory_type);
  visit_quantity(
      v,
      {.name = "usable_memory_bytes", .help = "Memory as the driver reports it.", .unit = "B", .min = 1e8, .max = 1e14},
      a.usable_memory, 1);
  visit_quantity(v,
                 {.name = "bandwidth_gb_s", .help = "Peak memory bandwidth.", .unit = "GB/s", .min = 0.1, .max = 1e8},
                 a.bandwidth, 1e9);
  visit_object(v, {"rates_tflops", "Dense peak rates by arithmetic."}, a.rates);
  visit_object(v, {"fabric", "Scale-up fabric; absent on PCIe-only parts."}, a.fabric);
  visit_field(v, {.name = "pcie_gen", .help = "PCIe generation of the slot.", .min = 1, .max = 8}, a.pcie_gen);
  visit_field(v, {.name = "pcie_lanes", .help = "PCIe lanes.", .min = 1, .max = 64}, a.pcie_lanes);
  visit_quantity(v, {.name = "power_w", .help = "Board or package power limit.", .unit = "W", .min = 0.5, .max = 1e5},
                 a.power, 1);
  visit_quantity(v, {.name = "idle_power_w", .help = "Power with nothing running.", .unit = "W", .min = 0, .max = 1e5},
                 a.idle_power, 1);
  visit_field(v, {"compute_capability", "CUDA compute capability or the vendor's ISA."}, a.compute_capability);
  visit_field(v, {.name = "mig_instances", .help = "Largest number of MIG instances.", .min = 0, .max = 64},
              a.mig_instances);
  visit_field(v,
              {.name = "vector_bits",
               .help = "Width of each of the two vector units of a CPU core, where it is more than 256.",
               .min = 256,
               .max = 2048},
              a.vector_bits);
  visit_quantity(v,
                 {.name = "measured_bf16_tflops",
                  .help = "Best 16-bit matrix multiplication measured.",
                  .unit = "TFLOP/s",
                  .min = 0.001,
                  .max = 1e6},
                 a.measured_bf16, 1e12);
  visit_quantity(v,
                 {.name = "measured_fp8_tflops",
                  .help = "Best FP8 matrix multiplication measured.",
                  .unit = "TFLOP/s",
                  .min = 0.001,
                  .max = 1e6},
                 a.measured_fp8, 1e12);
  visit_quantity(v,
                 {.name = "measured_copy_gb_s",
                  .help = "Best copy or read bandwidth measured.",
                  .unit = "GB/s",
                  .min = 0.1,
                  .max = 1e8},
                 a.measured_copy, 1e9);
  visit_field(v, {"source", "Sources of the facts that name none of their own."}, a.source);
  visit_field(v, {"retrieved", "When those were read."}, a.retrieved);
  visit_field(v, {"note", "What a reader should know."}, a.note);
}

void visit(Instance& i, FieldVisitor& v) {
  visit_field(v, {"id", "Name in scenarios and links."}, i.id);
  visit_field(v, {"name", "The provider's own name."}, i.name);
  visit_field(v, {"provider", "Cloud."}, i.provider);
  visit_field(v, {"tier", "What sort of offer it is."}, i.tier);
  visit_field(v, {"status", "Whether it can still be rented."}, i.status);
  visit_field(v, {"ended", "Since when it cannot."}, i.ended);
  visit_field(v, {"successor", "What the provider has in its place."}, i.successor);
  visit_field(v, {"interruptible", "Rented as spot alone: the provider may take it back at any time."},
              i.interruptible);
  visit_field(v, {"accelerator", "Catalog id of the accelerator in it."}, i.accelerator);
  visit_field(v, {.name = "count", .help = "Accelerators in one instance.", .min = 1, .max = 1024}, i.count);
  visit_field(v, {"region", "Region of the prices."}, i.region);
  visit_field(v, {.name = "vcpus", .help = "Virtual CPUs.", .min = 0, .max = 1e5}, i.vcpus);
  visit_field(v, {.name = "host_memory_gb", .help = "Host memory.", .unit = "GB", .min = 0, .max = 1e6},
              i.host_memory_gb);
  visit_field(v,
              {.name = "network_gbps",
               .help = "Network of the instance, one direction.",
               .unit = "Gb/s",
               .min = 0.01,
               .max = 1e6},
              i.network_gbps);
  visit_field(v,
              {.name = "node_size",
               .help = "Accelerators of the machine that a price by the GPU is a part of.",
               .min = 1,
               .max = 1024},
              i.node_size);
  visit_field(v, {"source", "Where the facts come from."}, i.source);
  visit_field(v, {"retrieved", "When they were read."}, i.retrieved);
  visit_field(v, {"note", "What a reader should know."}, i.note);
}

namespace {
template <class Record>
void visit_days(FieldVisitor& v, Record& p) {
  visit_field(v, {.name = "priced", .help = "The price's own day, by its source.", .was = "date"}, p.priced);
  visit_field(v, {"seen", "When it was last read there unchanged; absent: not since."}, p.seen);
}
}  // namespace

void visit(Price& p, FieldVisitor& v) {
  visit_field(v, {"of", "Instance (price per hour of the whole instance) or accelerator (each)."}, p.of);
  const auto dollars = [&v](Literal name, Literal help, auto& amount) {
    visit_quantity(v, {.name = name, .help = help, .unit = "US$", .min = 0.001, .max = 1e7}, amount, 1);
  };
  visit_field(v, {"kind", "How it is paid, or what a purchase price is."}, p.kind);
  visit_field(v,
              {.name = "memory_gb",
               .help = "Of a machine sold with several sizes of memory: with this one.",
               .unit = "GB",
               .min = 0.5,
               .max = 1e5},
              p.memory_gb);
  visit_field(v, {"region", "Where it is bought; absent: the United States."}, p.region);
  dollars("usd", "US dollars, without tax; the middle of several.", p.amount);
  dollars("low_usd", "The least that is asked.", p.low);
  dollars("high_usd", "The most that is asked.", p.high);
  visit_field(v, {.name = "offers", .help = "How many offers the price is of.", .min = 1, .max = 1e6}, p.offers);
  visit_field(v, {"from", "The lowest of a list that does not say what for."}, p.from);
  visit_days(v, p);
  visit_field(v, {"source", "Where it was published."}, p.source);
  visit_field(v, {"note", "What a reader should know."}, p.note);
}

namespace {
constexpr double kWidest = 2e5;
}  // namespace

void visit(CompressedRecord& c, FieldVisitor& v) {
  visit_field(v, {.name = "layers", .help = "Layers of this sort.", .min = 0, .max = 10000}, c.layers);
  visit_field(v, {.name = "ratio", .help = "Tokens that one entry stands for.", .unit = "tokens", .min = 1, .max = 1e6},
              c.ratio);
  visit_field(v, {.name = "top_k", .help = "Entries an indexer picks; absent: all.", .min = 1, .max = 1e8}, c.top_k);
}

void visit(ComponentRecord& c, FieldVisitor& v) {
  visit_field(v, {"role", "What the network does."}, c.role);
  visit_field(v, {.name = "params_m", .help = "Parameters.", .unit = "1e6", .min = 0.001, .max = 1e8}, c.params_m);
  visit_field(
      v, {.name = "gflop", .help = "Work of one pass; absent: unknown.", .unit = "GFLOP", .min = 1e-5, .max = 1e12},
      c.gflop);
  visit_field(v,
              {.name = "attention_gflop",
               .help = "The part of it that grows with the square of the tokens.",
               .unit = "GFLOP",
               .min = 0,
               .max = 1e12},
              c.attention_gflop);
  visit_field(v, {.name = "activations_m", .help = "Values that one pass writes.", .unit = "1e6", .min = 0, .max = 1e9},
              c.activations_m);
  visit_field(
      v, {.name = "peak_activations_m", .help = "Values that are alive at once.", .unit = "1e6", .min = 0, .max = 1e9},
      c.peak_activations_m);
  visit_field(v, {.name = "tokens", .help = "Tokens of the pass.", .unit = "tokens", .min = 1, .max = 1e9}, c.tokens);
  visit_field(v,
              {.name = "text_tokens",
               .help = "Text tokens beside them that do not grow with the image.",
               .unit = "tokens",
               .min = 1,
               .max = 1e9},
              c.text_tokens);
  visit_field(v, {.name = "matrices", .help = "Convolutions and linear layers of a pass.", .min = 1, .max = 100000},
              c.matrices);
  visit_field(v, {.name = "layers", .help = "Layers.", .min = 1, .max = 10000}, c.layers);
  visit_field(v, {.name = "hidden", .help = "Width of all attention heads.", .min = 1, .max = kWidest}, c.hidden);
  visit_field(v, {.name = "step_share", .help = "Share of the steps that this denoiser makes.", .min = 0, .max = 1},
              c.step_share);
}

void visit(LinearRecord& l, FieldVisitor& v) {
  visit_field(v, {"kind", "Sort of linear attention or state space."}, l.kind);
  visit_field(v, {.name = "layers", .help = "Layers of this sort.", .min = 0, .max = 10000}, l.layers);
  visit_field(
      v, {.name = "key_heads", .help = "Key heads where they differ from the value heads.", .min = 1, .max = 10000},
      l.key_heads);
  visit_field(v, {.name = "value_heads", .help = "Heads of the state.", .min = 0, .max = 100000}, l.value_heads);
  visit_field(v, {.name = "key_dim", .help = "Key width of a head; state size of Mamba.", .min = 0, .max = 100000},
              l.key_dim);
  visit_field(v, {.name = "value_dim", .help = "Value width of a head.", .min = 0, .max = 100000}, l.value_dim);
  visit_field(v, {.name = "conv", .help = "Kernel of the short convolution; 0: none.", .min = 0, .max = 64}, l.conv);
  visit_field(v, {.name = "groups", .help = "B and C groups of Mamba-2.", .min = 1, .max = 1024}, l.groups);
  visit_field(v, {.name = "dt_rank", .help = "Rank of the step size projection of Mamba-1.", .min = 1, .max = 100000},
              l.dt_rank);
}

namespace {

void visit_attention(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {.name = "heads", .help = "Attention heads.", .min = 0, .max = kWidest}, m.heads);
  visit_field(v, {.name = "kv_heads", .help = "KV heads; absent: as many as heads.", .min = 0, .max = kWidest},
              m.kv_heads);
  visit_field(
      v,
      {.name = "head_dim", .help = "Width of a query and key head; absent: hidden / heads.", .min = 0, .max = kWidest},
      m.head_dim);
  visit_field(v,
              {.name = "value_head_dim", .help = "Width of a value head where it differs.", .min = 0, .max = kWidest},
              m.value_head_dim);
  visit_field(v, {"bias", "Which matrices have biases."}, m.bias);
  visit_field(v, {"qk_norm", "Normalisation of queries and keys."}, m.qk_norm);
  visit_field(v, {"attention_gate", "Output gate as wide as the queries."}, m.attention_gate);
  visit_field(v, {"attention_sinks", "A learned sink per head."}, m.attention_sinks);
  visit_field(v,
              {.name = "full_attention_layers",
               .help = "Layers that see the whole context; absent: all with attention.",
               .min = 0,
               .max = 10000},
              m.full_attention_layers);
  visit_field(
      v, {.name = "window", .help = "Tokens the other attention layers see.", .unit = "tokens", .min = 1, .max = 1e8},
      m.window);
  visit_field(v,
              {.name = "attention_layers",
               .help = "Layers with softmax attention; absent: all that are not linear.",
               .min = 0,
               .max = 10000},
              m.attention_layers);
  visit_field(
      v,
      {.name = "kv_layers", .help = "Layers that own a KV cache; absent: all with attention.", .min = 0, .max = 10000},
      m.kv_layers);
  visit_field(v, {"kv_layers_first", "The layers that own a cache are the first ones; the last ones read those."},
              m.kv_layers_first);
  visit_field(
      v,
      {.name = "window_kv_heads", .help = "KV heads of windowed layers where they differ.", .min = 1, .max = kWidest},
      m.window_kv_heads);
  visit_field(
      v, {.name = "global_head_dim", .help = "Head width of full layers where it differs.", .min = 1, .max = kWidest},
      m.global_head_dim);
  visit_field(
      v, {.name = "global_kv_heads", .help = "KV heads of full layers where they differ.", .min = 1, .max = kWidest},
      m.global_kv_heads);
  visit_field(v, {"global_k_is_v", "Full layers make values with the matrix for keys; both are cached."},
              m.global_k_is_v);
  visit_field(
      v, {.name = "q_lora_rank", .help = "MLA: rank of the queries; absent: not compressed.", .min = 0, .max = kWidest},
      m.q_lora_rank);
  visit_field(
      v,
      {.name = "kv_lora_rank", .help = "MLA: width of the cached latent; present means MLA.", .min = 1, .max = kWidest},
      m.kv_lora_rank);
  visit_field(v, {.name = "rope_head_dim", .help = "MLA: rotary width of a head.", .min = 0, .max = kWidest},
              m.rope_head_dim);
  visit_field(v, {.name = "nope_head_dim", .help = "MLA: other width of a head.", .min = 0, .max = kWidest},
              m.nope_head_dim);
  visit_field(v, {.name = "indexer_heads", .help = "Sparse attention: heads of the indexer.", .min = 0, .max = kWidest},
              m.indexer_heads);
  visit_field(v, {.name = "indexer_dim", .help = "Sparse attention: width of an index key.", .min = 0, .max = kWidest},
              m.indexer_dim);
  visit_field(v, {.name = "indexer_top_k", .help = "Sparse attention: tokens kept.", .min = 0, .max = 1e8},
              m.indexer_top_k);
  visit_object(v, {"linear", "Linear-attention or state-space layers."}, m.linear);
}

void visit_output(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {"k_is_v", "Keys serve as values in all layers, and are cached once."}, m.k_is_v);
  visit_list(v, {"compressed", "Windowed layers that see the rest of the context compressed."}, m.compressed);
  visit_field(v, {.name = "o_lora_rank", .help = "Rank of the output projection per group.", .min = 1, .max = kWidest},
              m.o_lora_rank);
  visit_field(v, {.name = "o_groups", .help = "Groups of heads in the output projection.", .min = 1, .max = 1024},
              m.o_groups);
}

void visit_experts(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {.name = "experts", .help = "Routed experts per layer; 0: dense model.", .min = 0, .max = 100000},
              m.experts);
  visit_field(v, {.name = "experts_per_token", .help = "Routed experts a token uses.", .min = 0, .max = 100000},
              m.experts_per_token);
  visit_field(v,
              {.name = "expert_intermediate", .help = "Width of an expert; 0: intermediate.", .min = 0, .max = kWidest},
              m.expert_intermediate);
  visit_field(
      v, {.name = "shared_intermediate", .help = "Width of all shared experts together.", .min = 0, .max = kWidest},
      m.shared_intermediate);
  visit_field(v, {"shared_gate", "The shared experts are gated per token."}, m.shared_gate);
  visit_field(v, {"expert_bias", "Experts carry biases."}, m.expert_bias);
  visit_field(v, {"router_bias", "The router has a correction bias per expert."}, m.router_bias);
  visit_field(
      v, {.name = "expert_latent", .help = "Width experts act on where it is not hidden.", .min = 1, .max = kWidest},
      m.expert_latent);
  visit_field(
      v, {.name = "moe_layers", .help = "Layers with experts; absent: all that are not dense.", .min = 0, .max = 10000},
      m.moe_layers);
  visit_field(v,
              {.name = "dense_layers",
               .help = "Layers with the dense feed-forward; absent: none with experts, else all.",
               .min = 0,
               .max = 10000},
              m.dense_layers);
  visit_field(v, {"parallel_dense", "A dense feed-forward stands beside the experts."}, m.parallel_dense);
}

}  // namespace

void visit(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {"id", "Name in scenarios and links."}, m.id);
  visit_field(v, {"name", "Name for people."}, m.name);
  visit_field(v, {"aliases", "Other spellings that mean it."}, m.aliases);
  visit_field(v, {"family", "Model family."}, m.family);
  visit_field(v, {"kind", "What sort of model it is."}, m.kind);
  visit_field(v, {"release", "Year and month of release."}, m.release);
  visit_field(v, {"license", "Licence, in short."}, m.license);
  visit_field(v, {"purposes", "What its maker made it for; absent: what its kind says."}, m.purposes);
  visit_field(v, {"successor", "Id of the model that its maker has put in its place."}, m.successor);
  visit_field(
      v, {.name = "params_b", .help = "Published or recounted parameters.", .unit = "1e9", .min = 1e-5, .max = 1e5},
      m.params_b);
  visit_field(v,
              {.name = "active_params_b",
               .help = "Parameters a token uses, embeddings included.",
               .unit = "1e9",
               .min = 1e-5,
               .max = 1e5},
              m.active_params_b);
  visit_field(v,
              {.name = "layers",
               .help = "Layers, or blocks where each has one mixer or one feed-forward.",
               .min = 0,
               .max = 10000},
              m.layers);
  visit_field(v, {.name = "hidden", .help = "Hidden size.", .min = 0, .max = kWidest}, m.hidden);
  visit_field(v, {.name = "intermediate", .help = "Width of dense feed-forward layers.", .min = 0, .max = kWidest},
              m.intermediate);
  visit_attention(m, v);
  visit_output(m, v);
  visit_field(v, {.name = "vocab", .help = "Rows of the token embedding.", .min = 0, .max = 1e7}, m.vocab);
  visit_field(v, {"tied_embeddings", "The LM head is the embedding table."}, m.tied_embeddings);
  visit_field(v, {.name = "max_context", .help = "Longest context.", .unit = "tokens", .min = 1, .max = 1e9},
              m.max_context);
  visit_field(v,
              {.name = "original_context",
               .help = "Positions before the position encoding was stretched.",
               .unit = "tokens",
               .min = 1,
               .max = 1e9},
              m.original_context);
  visit_field(v, {"gated", "Feed-forward with a gate: three matrices, else two."}, m.gated);
  visit_field(v, {"lm_head_bias", "The LM head has a bias."}, m.lm_head_bias);
  visit_field(v, {"norm", "Sort of normalisation."}, m.norm);
  visit_field(v,
              {.name = "norms_per_layer", .help = "Normalisations as wide as hidden per layer.", .min = 0, .max = 16},
              m.norms_per_layer);
  visit_field(v, {.name = "learned_positions", .help = "Rows of a learned position table.", .min = 0, .max = 1e8},
              m.learned_positions);
  visit_field(v, {"embedding_norm", "A normalisation after the embedding."}, m.embedding_norm);
  visit_experts(m, v);
  visit_field(v,
              {.name = "per_layer_embedding",
               .help = "Width of an embedding table of every layer, only looked up.",
               .min = 0,
               .max = kWidest},
              m.per_layer_embedding);
  visit_field(v,
              {.name = "lookup_params",
               .help = "Of other tables that a token only looks up, as n-grams; in params_b.",
               .min = 0,
               .max = 1e13},
              m.lookup_params);
  visit_field(v, {.name = "mtp_params", .help = "Of prediction layers, not in params_b.", .min = 0, .max = 1e13},
              m.mtp_params);
  visit_field(v,
              {.name = "tower_params", .help = "Of vision and audio towers, not in params_b.", .min = 0, .max = 1e13},
              m.tower_params);
  visit_field(v,
              {.name = "extra_params", .help = "Parameters that nothing above describes.", .min = -1e13, .max = 1e13},
              m.extra_params);
  visit_field(v,
              {.name = "gflop_per_image",
               .help = "Forward work per image at image_size.",
               .unit = "GFLOP",
               .min = 1e-5,
               .max = 1e9},
              m.gflop_per_image);
  visit_field(v,
              {.name = "image_size",
               .help = "Side of the image that the work is for, or its width.",
               .unit = "px",
               .min = 1,
               .max = 100000},
              m.image_size);
  visit_field(
      v, {.name = "image_height", .help = "Its height where it is not square.", .unit = "px", .min = 1, .max = 100000},
      m.image_height);
  visit_field(
      v,
      {.name = "activations_m", .help = "Activation values per image, forward.", .unit = "1e6", .min = 0, .max = 1e9},
      m.activations_m);
  visit_field(v,
              {.name = "matrices",
               .help = "Convolutions and linear layers of a network that classifies images; absent: 60.",
               .min = 1,
               .max = 100000},
              m.matrices);
  visit_field(v,
              {.name = "patch",
               .help = "Side of the patch that is one token, in pixels, or in positions of the latent image.",
               .min = 1,
               .max = 10000},
              m.patch);
  visit_field(v, {.name = "latent_channels", .help = "Channels of the latent image.", .min = 1, .max = 10000},
              m.latent_channels);
  visit_field(v, {.name = "frames", .help = "Frames of the video that the work is for.", .min = 1, .max = 100000},
              m.frames);
  visit_field(v, {.name = "steps", .help = "Usual denoising steps.", .min = 1, .max = 10000}, m.steps);
  visit_field(v, {"guidance", "Usually run with classifier-free guidance."}, m.guidance);
  visit_field(v, {.name = "window_s", .help = "Audio that is encoded at once.", .unit = "s", .min = 0.01, .max = 1e5},
              m.window_s);
  visit_list(v, {"components", "Networks of a model that is not one."}, m.components);
  visit_field(v, {"native_precision", "Format the weights, of experts where they differ, are published in."},
              m.native_precision);
  visit_object(v, {"part_bits", "Bits of parts that differ from that format in what is published."}, m.part_bits);
  visit_field(v, {"source", "Sources of the facts that name none of their own."}, m.source);
  visit_field(v, {"retrieved", "When those were read."}, m.retrieved);
  visit_field(v, {"note", "What a reader should know."}, m.note);
}

void visit(Source& s, FieldVisitor& v) {
  visit_field(v, {"id", "Name in records."}, s.id);
  visit_field(v, {"title", "What it is, with version or date."}, s.title);
  visit_field(v, {"url", "Where it is."}, s.url);
}

void visit(Capability& c, FieldVisitor& v) {
  visit_field(v, {"id", "Name in the program."}, c.id);
  visit_field(v, {"name", "Name for people."}, c.name);
  visit_field(v, {.name = "compute_capability", .help = "From which NVIDIA parts have it.", .min = 1, .max = 100},
              c.compute_capability);
  visit_field(v, {"vendors", "Other vendors whose accelerators have it; empty: not known."}, c.vendors);
  visit_field(v, {"lacking", "Ids of accelerators that do not have it."}, c.lacking);
  visit_field(v, {"source", "Where that is written."}, c.source);
  visit_field(v, {"note", "What a reader should know."}, c.note);
}

void visit(UnreadFormats& u, FieldVisitor& v) {
  visit_field(v, {"formats", "How their ids begin."}, u.formats);
  visit_field(v, {"vendors", "On whose accelerators, CPUs apart."}, u.vendors);
  visit_field(v, {"on_cpus", "Nor on CPUs."}, u.on_cpus);
}

void visit(KeptFree& k, FieldVisitor& v) {
  const auto megabytes = [&](Literal name, Literal help, Bytes& amount) {
    visit_quantity(v, {.name = name, .help = help, .unit = "MB", .min = 0, .max = 1e6}, amount, 1e6);
  };
  megabytes("below_mb", "Of devices with less memory; 0: of all others.", k.below);
  megabytes("mb", "Left free.", k.amount);
}

void visit(ServingEngine& e, FieldVisitor& v) {
  const auto megabytes = [&](Literal name, Literal help, Bytes& amount) {
    visit_quantity(v, {.name = name, .help = help, .unit = "MB", .min = 0, .max = 1e6}, amount, 1e6);
  };
  visit_field(v, {"id", "Name in scenarios."}, e.id);
  visit_field(v, {"name", "Name for people."}, e.name);
  visit_field(v, {"aliases", "Other spellings."}, e.aliases);
  visit_field(v, {"vendors", "Whose accelerators it runs on, CPUs apart; empty: anyone's."}, e.vendors);
  visit_field(v, {"not_vendors", "Whose it does not run on."}, e.not_vendors);
  visit_field(v, {"reads", "How the ids of formats below 16 bits that it reads begin; empty: not known to be few."},
              e.reads);
  visit_list(v, {"unread", "Formats that it reads, but not on these devices."}, e.unread);
  visit_field(v, {"on_cpus", "Whether it runs on CPUs too."}, e.on_cpus);
  visit_field(v,
              {"usual_formats",
               "How the ids of formats begin for which it is taken where none is named: the first such engine."},
              e.usual_formats);
  visit_field(v, {"usual_segments", "Sorts of accelerators for which it is."}, e.usual_segments);
  visit_field(v, {"usual_vendors", "Whose accelerators it is taken for."}, e.usual_vendors);
  visit_field(v, {.name = "block_tokens", .help = "Tokens of a block of KV cache.", .min = 1, .max = 1e6},
              e.block_tokens);
  visit_field(v, {.name = "prefill_chunk", .help = "Prompt tokens of one step.", .min = 1, .max = 1e7},
              e.prefill_chunk);
  visit_field(v, {"whole_prompts", "A step takes whole prompts alone, as many as fit."}, e.whole_prompts);
  visit_field(v,
              {.name = "pipeline_tokens",
               .help = "Prompt tokens after which pipeline stages wait for each other; 0: never.",
               .min = 0,
               .max = 1e7},
              e.pipeline_tokens);
  visit_field(v, {.name = "sequences", .help = "On others, where logits are of the limit.", .min = 1, .max = 1e6},
              e.sequences);
  visit_field(v,
              {.name = "small_sequences",
               .help = "Sequences a replica decodes together by default, on small devices.",
               .min = 1,
               .max = 1e6},
              e.small_sequences);
  visit_field(
      v, {.name = "small_prefill_chunk", .help = "Prompt tokens of one step on small devices.", .min = 1, .max = 1e7},
      e.small_prefill_chunk);
  megabytes("small_below_mb", "Devices with less memory are small.", e.small_below);
  visit_field(v, {"small_devices", "Accelerators that count as small too."}, e.small_devices);
  visit_field(
      v, {.name = "server_slots", .help = "Requests its server works on at once by default.", .min = 1, .max = 1e6},
      e.server_slots);
  visit_field(v, {"slots_setting", "What raises them."}, e.slots_setting);
  visit_field(v, {"prompts_first", "Prompts have steps of their own, before those that decode."}, e.prompts_first);
  visit_field(v, {"reserves_answer", "Requests wait until there is room for the whole answer."}, e.reserves_answer);
  visit_field(v, {"pads_heads", "Tensor parallel sizes need not divide the heads."}, e.pads_heads);
  visit_field(v, {"attends_apart", "Attention can be split by requests, experts by accelerators."}, e.attends_apart);
  visit_field(v,
              {"fills_caches_only",
               "Prompts pass the layers up to the last that owns a cache; the others their last token alone."},
              e.fills_caches_only);
  visit_field(v, {"splits_layers", "Layers are spread over the cards where tensor parallel is not asked for."},
              e.splits_layers);
  visit_field(v, {"moves_layers", "What does not fit goes to host memory by whole layers."}, e.moves_layers);
  megabytes("left_free_mb", "Left free of a device where what does not fit goes to host memory.", e.left_free);
  visit_field(v, {"cache_with_layers", "The cache of dense layers in host memory lies there too."},
              e.cache_with_layers);
  visit_field(v, {"reads_gguf", "Weights come in llama.cpp's files."}, e.reads_gguf);
  visit_field(v, {"launches_each", "Kernels are launched one by one in every pass."}, e.launches_each);
  visit_field(v, {"by_vectors", "On CPUs it multiplies by vector instructions, not by tile units (AMX)."},
              e.by_vectors);
  visit_field(v,
              {.name = "vector_bits",
               .help = "The widest vector units of a CPU that it gains from. Absent: all.",
               .min = 64,
               .max = 2048},
              e.vector_bits);
  visit_field(v, {"vector_architectures", "Architectures of GPUs on which it multiplies by vector instructions."},
              e.vector_architectures);
  visit_field(v, {"sums_in_16_bits", "Vendors on whose devices it adds up products of 16 bits in 16 bits."},
              e.sums_in_16_bits);
  visit_field(v, {"logits", "For which tokens of a step logits are kept."}, e.logits);
  visit_field(v, {.name = "bytes_per_logit", .help = "Memory per logit, sampling included.", .min = 0, .max = 1000},
              e.bytes_per_logit);
  visit_field(v, {"keeps_expert_buffers", "What routed experts write in a step stays allocated."},
              e.keeps_expert_buffers);
  visit_field(v, {"unties_head", "A head tied to the embedding table is held a second time."}, e.unties_head);
  visit_field(v, {"own_head_formats", "Weight formats whose tied head is held a second time."}, e.own_head_formats);
  visit_field(v, {"quantizes_head", "The head is quantized too, its FP32 original kept."}, e.quantizes_head);
  visit_field(v, {"leaves_towers", "Vision and audio towers are files of their own, loaded when asked for."},
              e.leaves_towers);
  visit_field(v, {"joins_attention", "Query, key and value matrices are joined at loading."}, e.joins_attention);
  visit_field(v, {"window_cache", "Tokens cached by layers with a window: its own, a chunk more or all."},
              e.window_cache);
  visit_field(v, {"shared_blocks", "Layers of all kinds share blocks of cache of one size, padded."}, e.shared_blocks);
  visit_field(v,
              {.name = "state_pool",
               .help = "Share of what all else leaves that states of linear-attention layers are kept in; 0: no pool.",
               .max = 0.95},
              e.state_pool);
  visit_field(v, {.name = "states_per_sequence", .help = "States that this pool has for each.", .min = 1, .max = 16},
              e.states_per_sequence);
  visit_field(v, {.name = "kv_copies", .help = "Copies of the whole cache held at once.", .min = 1, .max = 4},
              e.kv_copies);
  visit_field(v,
              {.name = "bytes_per_score",
               .help = "Memory per attention score of the prompt; 0: scores are not written out.",
               .min = 0,
               .max = 100},
              e.bytes_per_score);
  visit_list(v,
             {"kept_free", "Left for what a step takes, by growing devices: its share is of weights and caches alone."},
             e.kept_free);
  megabytes("cuda_graphs_mb", "Captured graphs.", e.cuda_graphs);
  visit_field(v, {"graphs_beside_share", "They are not counted in its share of the memory."}, e.graphs_beside_share);
  megabytes("communicator_mb", "Buffers of a communicator.", e.communicator);
  megabytes("context_mb", "Context and libraries of the process.", e.context);
  visit_field(v, {"older", "Record of versions before older_before."}, e.older);
  visit_field(v, {"older_before", "Date that record ends."}, e.older_before);
  visit_field(v, {"source", "Where that is from."}, e.source);
  visit_field(v, {"note", "What a reader should know."}, e.note);
}

void visit(Provider& p, FieldVisitor& v) {
  visit_field(v, {"id", "Name in records and scenarios."}, p.id);
  visit_field(v, {"name", "Name for people."}, p.name);
  visit_field(v, {"tier", "Who it is that rents machines."}, p.tier);
}

void visit(ApiPrice& p, FieldVisitor& v) {
  static constexpr Literal kUnit = "US$ per 1e6 tokens";
  visit_field(v, {"provider", "Host."}, p.provider);
  visit_field(v, {"model", "Catalog id of the model."}, p.model);
  visit_quantity(v, {.name = "input_usd_m", .help = "Per 1e6 tokens read.", .unit = kUnit, .min = 0, .max = 1e6},
                 p.input, 1);
  visit_quantity(v, {.name = "output_usd_m", .help = "Per 1e6 tokens generated.", .unit = kUnit, .min = 0, .max = 1e6},
                 p.output, 1);
  visit_quantity(v,
                 {.name = "cache_read_usd_m",
                  .help = "Per 1e6 tokens found in the host's prefix cache.",
                  .unit = kUnit,
                  .min = 0,
                  .max = 1e6},
                 p.cache_read, 1);
  visit_field(v, {.name = "batch_discount", .help = "Taken off requests that can wait.", .min = 0, .max = 1},
              p.batch_discount);
  visit_field(v, {.name = "off_peak_share", .help = "Share of the price in cheaper hours.", .min = 0, .max = 1},
              p.off_peak_share);
  visit_field(v, {.name = "off_peak_hours", .help = "Cheaper hours of a day.", .unit = "h", .min = 0, .max = 24},
              p.off_peak_hours);
  visit_field(v, {"status", "Whether it is still served."}, p.status);
  visit_field(v, {"ended", "Since when it is not."}, p.ended);
  visit_field(v, {"successor", "What the host serves in its place."}, p.successor);
  visit_days(v, p);
  visit_field(v, {"served_as", "The host's own name for the model."}, p.served_as);
  visit_field(v, {"source", "Where it was published."}, p.source);
  visit_field(v, {"note", "What a reader should know."}, p.note);
}

void visit(Grid& g, FieldVisitor& v) {
  const auto price = [&](Literal name, Literal help, std::optional<double>& value) {
    visit_field(v, {.name = name, .help = help, .unit = "US$/kWh", .min = 0, .max = 10}, value);
  };
  visit_field(v, {"id", "Name in scenarios."}, g.id);
  visit_field(v, {"name", "Country or region."}, g.name);
  visit_field(v, {.name = "co2_g_kwh", .help = "CO2 of a kWh of its mix.", .unit = "g/kWh", .min = 0, .max = 5000},
              g.co2_g_kwh);
  visit_field(v, {"basis", "What the CO2 figure counts."}, g.basis);
  visit_field(v, {.name = "year", .help = "Year of the CO2 figure.", .min = 1990, .max = 2100}, g.year);
  price("residential_usd_kwh", "Price for households.", g.residential_usd_kwh);
  price("commercial_usd_kwh", "Price for offices and shops.", g.commercial_usd_kwh);
  price("industrial_usd_kwh", "Price for industry, near what data centers pay.", g.industrial_usd_kwh);
  visit_days(v, g);
  visit_field(v, {"source", "Sources of the facts that name none of their own."}, g.source);
  visit_field(v, {"retrieved", "When those were read."}, g.retrieved);
  visit_field(v, {"note", "What a reader should know."}, g.note);
}

void visit(Benchmark& b, FieldVisitor& v) {
  visit_field(v, {"id", "Name in the program."}, b.id);
  visit_field(v, {"tool", "Tool that measures."}, b.tool);
  visit_field(v, {"figures", "JSON pointers of the figures it measures."}, b.figures);
  visit_field(v, {"software", "Serving engines, training frameworks or kinds of models it is for."}, b.software);
  visit_field(v, {"workloads", "Workloads it is for; empty: all."}, b.workloads);
  visit_field(v, {"methods", "Training methods it is for; empty: all."}, b.methods);
  visit_field(v, {"streams", "Whether it runs one stream alone, several, or either."}, b.streams);
  visit_field(v, {"copies", "Copies of the model that it runs together."}, b.copies);
  visit_field(v, {"command", "Lines for a shell, with {names} that are filled in; empty: none is known."}, b.command);
  visit_field(v, {"options", "What {options} in the command stands for."}, b.options);
  visit_field(v, {"source", "Where its options are documented."}, b.source);
  visit_field(v, {"remark", "What who runs it should know; without a command, why there is none."}, b.remark);
}

void visit(Calibration& c, FieldVisitor& v) {
  visit_list(v, {"efficiencies", "Coefficients by class of device; the first match counts."}, c.efficiencies);
  visit_list(v, {"software", "What a serving engine makes of them; the first match counts."}, c.software);
  visit_list(v, {"training", "What training reaches of a class of devices."}, c.training);
  visit_list(v, {"training_software", "What training software makes of it."}, c.training_software);
  visit_list(v, {"training_overheads", "What it holds beside the work of a step."}, c.training_overheads);
  visit_list(v, {"media", "Coefficients of models that are not token decoders."}, c.media);
  visit_object(v, {"media_traffic", "What of them holds on all devices."}, c.media_traffic);
  visit_list(v, {"errors", "How far estimates have been off."}, c.errors);
}

namespace {

template <auto Member>
void visit_member(Catalog& c, FieldVisitor& v, const Field& f) {
  auto& member = c.*Member;
  using Type = std::remove_reference_t<decltype(member)>;
  if constexpr (std::is_same_v<Type, std::string>)
    visit_field(v, f, member);
  else if constexpr (std::is_same_v<Type, Calibration>)
    visit_object(v, f, member);
  else
    visit_list(v, f, member);
}

}  // namespace

std::span<const CatalogMember> catalog_members() {
  static constexpr CatalogMember kMembers[] = {
      {{"date", "Date of the newest record."}, visit_member<&Catalog::date>},
      {{"sources", "Where facts come from."}, visit_member<&Catalog::sources>},
      {{"formats", "Number formats."}, visit_member<&Catalog::formats>},
      {{"families", "Families of devices."}, visit_member<&Catalog::families>},
      {{"accelerators", "Devices."}, visit_member<&Catalog::accelerators>},
      {{"capabilities", "What software needs of a device."}, visit_member<&Catalog::capabilities>},
      {{"engines", "Serving engines."}, visit_member<&Catalog::engines>},
      {{"models", "Models."}, visit_member<&Catalog::models>},
      {{"providers", "Clouds and hosts of models."}, visit_member<&Catalog::providers>},
      {{"instances", "Cloud machines."}, visit_member<&Catalog::instances>},
      {{"prices", "Dated prices."}, visit_member<&Catalog::prices>},
      {{"api", "Dated prices of hosted models."}, visit_member<&Catalog::api>},
      {{"grids", "Electricity: CO2 and prices by country."}, visit_member<&Catalog::grids>},
      {{"benchmarks", "Commands that measure figures."}, visit_member<&Catalog::benchmarks>},
      {{"calibration", "Fitted coefficients and the error they leave."}, visit_member<&Catalog::calibration>},
  };
  return kMembers;
}

void visit(Catalog& c, FieldVisitor& v) {
  for (const CatalogMember& member : catalog_members()) member.visit(c, v, member.field);
}

void visit(Overrides& o, FieldVisitor& v) {
  visit_list(v, {"accelerators", "Own accelerators, in the catalog's form."}, o.accelerators);
  visit_list(v, {"models", "Own models, in the catalog's form."}, o.models);
  visit_list(v, {"instances", "Own instances, in the catalog's form."}, o.instances);
  visit_list(v, {"prices", "Own prices, in the catalog's form."}, o.prices);
}

}  // namespace ridgepoint
