// The public fields of catalog records: names, units and limits.
#include "engine/facts/catalog.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {

void visit(PartBits& bits, FieldVisitor& v) {
  const auto part = [&](Literal name, std::optional<double>& of) {
    visit_field(v, {.name = name, .unit = "bit", .min = 1, .max = 64}, of);
  };
  for (std::size_t i = 0; i < kParts; ++i) part(Literal(kWords<Part>[i]), bits.of[i]);
  part("beside_experts", bits.beside_experts);
  part("prediction", bits.prediction);
}

void visit(NumberFormat& f, FieldVisitor& v) {
  visit_field(v, {"id"}, f.id);
  visit_field(v, {"name"}, f.name);
  visit_field(v, {.name = "bits", .unit = "bit", .min = 1, .max = 64}, f.bits);
  visit_field(v, {"whole_file"}, f.whole_file);
  visit_field(v, {"arithmetic"}, f.arithmetic);
  visit_field(v, {"weight_only"}, f.weight_only);
  visit_field(v, {"for_weights"}, f.for_weights);
  visit_field(v, {"for_kv"}, f.for_kv);
  visit_field(v, {.name = "coarseness", .min = 0, .max = 100}, f.coarseness);
  visit_field(v, {.name = "expert_block", .min = 1, .max = 1e4}, f.expert_block);
  visit_object(v, {"part_bits"}, f.part_bits);
  visit_field(v, {.name = "expansion", .min = 0.01, .max = 10}, f.expansion);
  visit_field(v, {"engines"}, f.engines);
  visit_field(v, {"needs"}, f.needs);
  visit_field(v, {"published_as"}, f.published_as);
  visit_field(v, {"source"}, f.source);
}

void visit(Rates& rates, FieldVisitor& v) {
  for (std::size_t i = 0; i < rates.by.size(); ++i)
    visit_quantity(v, {.name = Literal(kWords<Arithmetic>[i]), .unit = "TFLOP/s", .min = 0.001, .max = 1e6},
                   rates.by[i], 1e12);
}

void visit(Fabric& fabric, FieldVisitor& v) {
  visit_field(v, {"name"}, fabric.name);
  visit_quantity(v, {.name = "per_direction_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e5}, fabric.per_direction, 1e9);
  visit_quantity(v, {.name = "pair_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e5}, fabric.pair, 1e9);
  visit_field(v, {.name = "domain", .min = 1, .max = 100000}, fabric.domain);
}

void visit(DeviceFamily& f, FieldVisitor& v) {
  visit_field(v, {"id"}, f.id);
  visit_field(v, {"name"}, f.name);
  visit_field(v, {"aliases"}, f.aliases);
  visit_field(v, {.name = "network_gbps", .unit = "Gb/s", .min = 0.01, .max = 1e5}, f.network_gbps);
}

void visit(Accelerator& a, FieldVisitor& v) {
  visit_field(v, {"id"}, a.id);
  visit_field(v, {"name"}, a.name);
  visit_field(v, {"aliases"}, a.aliases);
  visit_field(v, {"vendor"}, a.vendor);
  visit_field(v, {"architecture"}, a.architecture);
  visit_field(v, {"segment"}, a.segment);
  visit_field(v, {"status"}, a.status);
  visit_field(v, {"ended"}, a.ended);
  visit_field(v, {"successor"}, a.successor);
  visit_field(v, {"form_factor"}, a.form_factor);
  visit_field(v, {"release"}, a.release);
  visit_field(v, {.name = "memory_gb", .unit = "GB", .min = 0.5, .max = 1e5}, a.memory_gb);
  visit_field(v, {"memory_type"}, a.memory_type);
  visit_quantity(v, {.name = "usable_memory_bytes", .unit = "B", .min = 1e8, .max = 1e14}, a.usable_memory, 1);
  visit_quantity(v, {.name = "bandwidth_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e8}, a.bandwidth, 1e9);
  visit_object(v, {"rates_tflops"}, a.rates);
  visit_object(v, {"fabric"}, a.fabric);
  visit_field(v, {.name = "pcie_gen", .min = 1, .max = 8}, a.pcie_gen);
  visit_field(v, {.name = "pcie_lanes", .min = 1, .max = 64}, a.pcie_lanes);
  visit_quantity(v, {.name = "power_w", .unit = "W", .min = 0.5, .max = 1e5}, a.power, 1);
  visit_quantity(v, {.name = "idle_power_w", .unit = "W", .min = 0, .max = 1e5}, a.idle_power, 1);
  visit_field(v, {"compute_capability"}, a.compute_capability);
  visit_field(v, {.name = "mig_instances", .min = 0, .max = 64}, a.mig_instances);
  visit_field(v, {.name = "vector_bits", .min = 256, .max = 2048}, a.vector_bits);
  visit_quantity(v, {.name = "measured_bf16_tflops", .unit = "TFLOP/s", .min = 0.001, .max = 1e6}, a.measured_bf16,
                 1e12);
  visit_quantity(v, {.name = "measured_fp8_tflops", .unit = "TFLOP/s", .min = 0.001, .max = 1e6}, a.measured_fp8, 1e12);
  visit_quantity(v, {.name = "measured_copy_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e8}, a.measured_copy, 1e9);
  visit_field(v, {"source"}, a.source);
  visit_field(v, {"retrieved"}, a.retrieved);
  visit_field(v, {"note"}, a.note);
}

void visit(Instance& i, FieldVisitor& v) {
  visit_field(v, {"id"}, i.id);
  visit_field(v, {"name"}, i.name);
  visit_field(v, {"provider"}, i.provider);
  visit_field(v, {"tier"}, i.tier);
  visit_field(v, {"status"}, i.status);
  visit_field(v, {"ended"}, i.ended);
  visit_field(v, {"successor"}, i.successor);
  visit_field(v, {"interruptible"}, i.interruptible);
  visit_field(v, {"accelerator"}, i.accelerator);
  visit_field(v, {.name = "count", .min = 1, .max = 1024}, i.count);
  visit_field(v, {"region"}, i.region);
  visit_field(v, {.name = "vcpus", .min = 0, .max = 1e5}, i.vcpus);
  visit_field(v, {.name = "host_memory_gb", .unit = "GB", .min = 0, .max = 1e6}, i.host_memory_gb);
  visit_field(v, {.name = "network_gbps", .unit = "Gb/s", .min = 0.01, .max = 1e6}, i.network_gbps);
  visit_field(v, {.name = "node_size", .min = 1, .max = 1024}, i.node_size);
  visit_field(v, {"source"}, i.source);
  visit_field(v, {"retrieved"}, i.retrieved);
  visit_field(v, {"note"}, i.note);
}

namespace {
template <class Record>
void visit_days(FieldVisitor& v, Record& p) {
  visit_field(v, {.name = "priced", .was = "date"}, p.priced);
  visit_field(v, {"seen"}, p.seen);
}
}  // namespace

void visit(Price& p, FieldVisitor& v) {
  visit_field(v, {"of"}, p.of);
  const auto dollars = [&v](Literal name, auto& amount) {
    visit_quantity(v, {.name = name, .unit = "US$", .min = 0.001, .max = 1e7}, amount, 1);
  };
  visit_field(v, {"kind"}, p.kind);
  visit_field(v, {.name = "memory_gb", .unit = "GB", .min = 0.5, .max = 1e5}, p.memory_gb);
  visit_field(v, {"region"}, p.region);
  dollars("usd", p.amount);
  dollars("low_usd", p.low);
  dollars("high_usd", p.high);
  visit_field(v, {.name = "offers", .min = 1, .max = 1e6}, p.offers);
  visit_field(v, {"from"}, p.from);
  visit_days(v, p);
  visit_field(v, {"source"}, p.source);
  visit_field(v, {"note"}, p.note);
}

namespace {
constexpr double kWidest = 2e5;
}  // namespace

void visit(CompressedRecord& c, FieldVisitor& v) {
  visit_field(v, {.name = "layers", .min = 0, .max = 10000}, c.layers);
  visit_field(v, {.name = "ratio", .unit = "tokens", .min = 1, .max = 1e6}, c.ratio);
  visit_field(v, {.name = "top_k", .min = 1, .max = 1e8}, c.top_k);
}

void visit(ComponentRecord& c, FieldVisitor& v) {
  visit_field(v, {"role"}, c.role);
  visit_field(v, {.name = "params_m", .unit = "1e6", .min = 0.001, .max = 1e8}, c.params_m);
  visit_field(v, {.name = "gflop", .unit = "GFLOP", .min = 1e-5, .max = 1e12}, c.gflop);
  visit_field(v, {.name = "attention_gflop", .unit = "GFLOP", .min = 0, .max = 1e12}, c.attention_gflop);
  visit_field(v, {.name = "activations_m", .unit = "1e6", .min = 0, .max = 1e9}, c.activations_m);
  visit_field(v, {.name = "peak_activations_m", .unit = "1e6", .min = 0, .max = 1e9}, c.peak_activations_m);
  visit_field(v, {.name = "tokens", .unit = "tokens", .min = 1, .max = 1e9}, c.tokens);
  visit_field(v, {.name = "text_tokens", .unit = "tokens", .min = 1, .max = 1e9}, c.text_tokens);
  visit_field(v, {.name = "matrices", .min = 1, .max = 100000}, c.matrices);
  visit_field(v, {.name = "layers", .min = 1, .max = 10000}, c.layers);
  visit_field(v, {.name = "hidden", .min = 1, .max = kWidest}, c.hidden);
  visit_field(v, {.name = "step_share", .min = 0, .max = 1}, c.step_share);
}

void visit(LinearRecord& l, FieldVisitor& v) {
  visit_field(v, {"kind"}, l.kind);
  visit_field(v, {.name = "layers", .min = 0, .max = 10000}, l.layers);
  visit_field(v, {.name = "key_heads", .min = 1, .max = 10000}, l.key_heads);
  visit_field(v, {.name = "value_heads", .min = 0, .max = 100000}, l.value_heads);
  visit_field(v, {.name = "key_dim", .min = 0, .max = 100000}, l.key_dim);
  visit_field(v, {.name = "value_dim", .min = 0, .max = 100000}, l.value_dim);
  visit_field(v, {.name = "conv", .min = 0, .max = 64}, l.conv);
  visit_field(v, {.name = "groups", .min = 1, .max = 1024}, l.groups);
  visit_field(v, {.name = "dt_rank", .min = 1, .max = 100000}, l.dt_rank);
}

namespace {

void visit_attention(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {.name = "heads", .min = 0, .max = kWidest}, m.heads);
  visit_field(v, {.name = "kv_heads", .min = 0, .max = kWidest}, m.kv_heads);
  visit_field(v, {.name = "head_dim", .min = 0, .max = kWidest}, m.head_dim);
  visit_field(v, {.name = "value_head_dim", .min = 0, .max = kWidest}, m.value_head_dim);
  visit_field(v, {"bias"}, m.bias);
  visit_field(v, {"qk_norm"}, m.qk_norm);
  visit_field(v, {"attention_gate"}, m.attention_gate);
  visit_field(v, {"attention_sinks"}, m.attention_sinks);
  visit_field(v, {.name = "full_attention_layers", .min = 0, .max = 10000}, m.full_attention_layers);
  visit_field(v, {.name = "window", .unit = "tokens", .min = 1, .max = 1e8}, m.window);
  visit_field(v, {.name = "attention_layers", .min = 0, .max = 10000}, m.attention_layers);
  visit_field(v, {.name = "kv_layers", .min = 0, .max = 10000}, m.kv_layers);
  visit_field(v, {"kv_layers_first"}, m.kv_layers_first);
  visit_field(v, {.name = "window_kv_heads", .min = 1, .max = kWidest}, m.window_kv_heads);
  visit_field(v, {.name = "global_head_dim", .min = 1, .max = kWidest}, m.global_head_dim);
  visit_field(v, {.name = "global_kv_heads", .min = 1, .max = kWidest}, m.global_kv_heads);
  visit_field(v, {"global_k_is_v"}, m.global_k_is_v);
  visit_field(v, {.name = "q_lora_rank", .min = 0, .max = kWidest}, m.q_lora_rank);
  visit_field(v, {.name = "kv_lora_rank", .min = 1, .max = kWidest}, m.kv_lora_rank);
  visit_field(v, {.name = "rope_head_dim", .min = 0, .max = kWidest}, m.rope_head_dim);
  visit_field(v, {.name = "nope_head_dim", .min = 0, .max = kWidest}, m.nope_head_dim);
  visit_field(v, {.name = "indexer_heads", .min = 0, .max = kWidest}, m.indexer_heads);
  visit_field(v, {.name = "indexer_dim", .min = 0, .max = kWidest}, m.indexer_dim);
  visit_field(v, {.name = "indexer_top_k", .min = 0, .max = 1e8}, m.indexer_top_k);
  visit_object(v, {"linear"}, m.linear);
}

void visit_output(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {"k_is_v"}, m.k_is_v);
  visit_list(v, {"compressed"}, m.compressed);
  visit_field(v, {.name = "o_lora_rank", .min = 1, .max = kWidest}, m.o_lora_rank);
  visit_field(v, {.name = "o_groups", .min = 1, .max = 1024}, m.o_groups);
}

void visit_experts(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {.name = "experts", .min = 0, .max = 100000}, m.experts);
  visit_field(v, {.name = "experts_per_token", .min = 0, .max = 100000}, m.experts_per_token);
  visit_field(v, {.name = "expert_intermediate", .min = 0, .max = kWidest}, m.expert_intermediate);
  visit_field(v, {.name = "shared_intermediate", .min = 0, .max = kWidest}, m.shared_intermediate);
  visit_field(v, {"shared_gate"}, m.shared_gate);
  visit_field(v, {"expert_bias"}, m.expert_bias);
  visit_field(v, {"router_bias"}, m.router_bias);
  visit_field(v, {.name = "expert_latent", .min = 1, .max = kWidest}, m.expert_latent);
  visit_field(v, {.name = "moe_layers", .min = 0, .max = 10000}, m.moe_layers);
  visit_field(v, {.name = "dense_layers", .min = 0, .max = 10000}, m.dense_layers);
  visit_field(v, {"parallel_dense"}, m.parallel_dense);
}

}  // namespace

void visit(ModelRecord& m, FieldVisitor& v) {
  visit_field(v, {"id"}, m.id);
  visit_field(v, {"name"}, m.name);
  visit_field(v, {"aliases"}, m.aliases);
  visit_field(v, {"checkpoints"}, m.checkpoints);
  visit_field(v, {"family"}, m.family);
  visit_field(v, {"kind"}, m.kind);
  visit_field(v, {"release"}, m.release);
  visit_field(v, {"license"}, m.license);
  visit_field(v, {"purposes"}, m.purposes);
  visit_field(v, {"successor"}, m.successor);
  visit_field(v, {.name = "params_b", .unit = "1e9", .min = 1e-5, .max = 1e5}, m.params_b);
  visit_field(v, {.name = "active_params_b", .unit = "1e9", .min = 1e-5, .max = 1e5}, m.active_params_b);
  visit_field(v, {.name = "layers", .min = 0, .max = 10000}, m.layers);
  visit_field(v, {.name = "hidden", .min = 0, .max = kWidest}, m.hidden);
  visit_field(v, {.name = "intermediate", .min = 0, .max = kWidest}, m.intermediate);
  visit_attention(m, v);
  visit_output(m, v);
  visit_field(v, {.name = "vocab", .min = 0, .max = 1e7}, m.vocab);
  visit_field(v, {"tied_embeddings"}, m.tied_embeddings);
  visit_field(v, {.name = "max_context", .unit = "tokens", .min = 1, .max = 1e9}, m.max_context);
  visit_field(v, {.name = "original_context", .unit = "tokens", .min = 1, .max = 1e9}, m.original_context);
  visit_field(v, {"gated"}, m.gated);
  visit_field(v, {"lm_head_bias"}, m.lm_head_bias);
  visit_field(v, {"norm"}, m.norm);
  visit_field(v, {.name = "norms_per_layer", .min = 0, .max = 16}, m.norms_per_layer);
  visit_field(v, {.name = "learned_positions", .min = 0, .max = 1e8}, m.learned_positions);
  visit_field(v, {"embedding_norm"}, m.embedding_norm);
  visit_experts(m, v);
  visit_field(v, {.name = "per_layer_embedding", .min = 0, .max = kWidest}, m.per_layer_embedding);
  visit_field(v, {.name = "lookup_params", .min = 0, .max = 1e13}, m.lookup_params);
  visit_field(v, {.name = "mtp_params", .min = 0, .max = 1e13}, m.mtp_params);
  visit_field(v, {.name = "tower_params", .min = 0, .max = 1e13}, m.tower_params);
  visit_field(v, {.name = "extra_params", .min = -1e13, .max = 1e13}, m.extra_params);
  visit_field(v, {.name = "gflop_per_image", .unit = "GFLOP", .min = 1e-5, .max = 1e9}, m.gflop_per_image);
  visit_field(v, {.name = "image_size", .unit = "px", .min = 1, .max = 100000}, m.image_size);
  visit_field(v, {.name = "image_height", .unit = "px", .min = 1, .max = 100000}, m.image_height);
  visit_field(v, {.name = "activations_m", .unit = "1e6", .min = 0, .max = 1e9}, m.activations_m);
  visit_field(v, {.name = "matrices", .min = 1, .max = 100000}, m.matrices);
  visit_field(v, {.name = "patch", .min = 1, .max = 10000}, m.patch);
  visit_field(v, {.name = "latent_channels", .min = 1, .max = 10000}, m.latent_channels);
  visit_field(v, {.name = "frames", .min = 1, .max = 100000}, m.frames);
  visit_field(v, {.name = "steps", .min = 1, .max = 10000}, m.steps);
  visit_field(v, {"guidance"}, m.guidance);
  visit_field(v, {.name = "window_s", .unit = "s", .min = 0.01, .max = 1e5}, m.window_s);
  visit_list(v, {"components"}, m.components);
  visit_field(v, {"native_precision"}, m.native_precision);
  visit_object(v, {"part_bits"}, m.part_bits);
  visit_field(v, {"source"}, m.source);
  visit_field(v, {"retrieved"}, m.retrieved);
  visit_field(v, {"note"}, m.note);
}

void visit(Source& s, FieldVisitor& v) {
  visit_field(v, {"id"}, s.id);
  visit_field(v, {"title"}, s.title);
  visit_field(v, {"url"}, s.url);
}

void visit(Capability& c, FieldVisitor& v) {
  visit_field(v, {"id"}, c.id);
  visit_field(v, {"name"}, c.name);
  visit_field(v, {.name = "compute_capability", .min = 1, .max = 100}, c.compute_capability);
  visit_field(v, {"vendors"}, c.vendors);
  visit_field(v, {"lacking"}, c.lacking);
  visit_field(v, {"source"}, c.source);
  visit_field(v, {"note"}, c.note);
}

void visit(UnreadFormats& u, FieldVisitor& v) {
  visit_field(v, {"formats"}, u.formats);
  visit_field(v, {"on"}, u.on);
  visit_field(v, {"on_cpus"}, u.on_cpus);
}

void visit(KeptFree& k, FieldVisitor& v) {
  const auto megabytes = [&](Literal name, Bytes& amount) {
    visit_quantity(v, {.name = name, .unit = "MB", .min = 0, .max = 1e6}, amount, 1e6);
  };
  megabytes("below_mb", k.below);
  megabytes("mb", k.amount);
}

void visit(TrainingFramework& f, FieldVisitor& v) {
  visit_field(v, {"id"}, f.id);
  visit_field(v, {"name"}, f.name);
  visit_field(v, {"aliases"}, f.aliases);
  visit_field(v, {"like"}, f.like);
  visit_field(v, {"divides_first"}, f.divides_first);
  visit_field(v, {"vendors"}, f.vendors);
  visit_field(v, {"takes"}, f.takes);
  visit_field(v, {"usual_shardings"}, f.usual_shardings);
}

void visit(ServingEngine& e, FieldVisitor& v) {
  const auto megabytes = [&](Literal name, Bytes& amount) {
    visit_quantity(v, {.name = name, .unit = "MB", .min = 0, .max = 1e6}, amount, 1e6);
  };
  visit_field(v, {"id"}, e.id);
  visit_field(v, {"name"}, e.name);
  visit_field(v, {"aliases"}, e.aliases);
  visit_field(v, {"vendors"}, e.vendors);
  visit_field(v, {"not_on"}, e.not_on);
  visit_field(v, {"needs"}, e.needs);
  visit_field(v, {"reads"}, e.reads);
  visit_list(v, {"unread"}, e.unread);
  visit_field(v, {"on_cpus"}, e.on_cpus);
  visit_field(v, {"usual_formats"}, e.usual_formats);
  visit_field(v, {"usual_on"}, e.usual_on);
  visit_field(v, {"usual_alone"}, e.usual_alone);
  visit_field(v, {"usual_weights"}, e.usual_weights);
  visit_field(v, {.name = "block_tokens", .min = 1, .max = 1e6}, e.block_tokens);
  visit_field(v, {.name = "prefill_chunk", .min = 1, .max = 1e7}, e.prefill_chunk);
  visit_field(v, {"whole_prompts"}, e.whole_prompts);
  visit_field(v, {.name = "pipeline_tokens", .min = 0, .max = 1e7}, e.pipeline_tokens);
  visit_field(v, {.name = "sequences", .min = 1, .max = 1e6}, e.sequences);
  visit_field(v, {.name = "small_sequences", .min = 1, .max = 1e6}, e.small_sequences);
  visit_field(v, {.name = "small_prefill_chunk", .min = 1, .max = 1e7}, e.small_prefill_chunk);
  megabytes("small_below_mb", e.small_below);
  visit_field(v, {"small_devices"}, e.small_devices);
  visit_field(v, {.name = "server_slots", .min = 1, .max = 1e6}, e.server_slots);
  visit_field(v, {"slots_setting"}, e.slots_setting);
  visit_field(v, {"prompts_first"}, e.prompts_first);
  visit_field(v, {"reserves_answer"}, e.reserves_answer);
  visit_field(v, {"takes"}, e.takes);
  visit_field(v, {"pads_heads"}, e.pads_heads);
  visit_field(v, {"attends_apart"}, e.attends_apart);
  visit_field(v, {"fills_caches_only"}, e.fills_caches_only);
  visit_field(v, {"splits_layers"}, e.splits_layers);
  visit_field(v, {"moves_layers"}, e.moves_layers);
  megabytes("left_free_mb", e.left_free);
  visit_field(v, {"cache_with_layers"}, e.cache_with_layers);
  visit_field(v, {"reads_gguf"}, e.reads_gguf);
  visit_field(v, {"launches_each"}, e.launches_each);
  visit_field(v, {"by_vectors"}, e.by_vectors);
  visit_field(v, {.name = "vector_bits", .min = 64, .max = 2048}, e.vector_bits);
  visit_field(v, {"vector_architectures"}, e.vector_architectures);
  visit_field(v, {"sums_in_16_bits"}, e.sums_in_16_bits);
  visit_field(v, {"logits"}, e.logits);
  visit_field(v, {.name = "bytes_per_logit", .min = 0, .max = 1000}, e.bytes_per_logit);
  visit_field(v, {"keeps_expert_buffers"}, e.keeps_expert_buffers);
  visit_field(v, {"unties_head"}, e.unties_head);
  visit_field(v, {"own_head_formats"}, e.own_head_formats);
  visit_field(v, {"quantizes_head"}, e.quantizes_head);
  visit_field(v, {"leaves_towers"}, e.leaves_towers);
  visit_field(v, {"joins_attention"}, e.joins_attention);
  visit_field(v, {"window_cache"}, e.window_cache);
  visit_field(v, {"shared_blocks"}, e.shared_blocks);
  visit_field(v, {.name = "state_pool", .max = 0.95}, e.state_pool);
  visit_field(v, {.name = "states_per_sequence", .min = 1, .max = 16}, e.states_per_sequence);
  visit_field(v, {.name = "kv_copies", .min = 1, .max = 4}, e.kv_copies);
  visit_field(v, {.name = "bytes_per_score", .min = 0, .max = 100}, e.bytes_per_score);
  visit_list(v, {"kept_free"}, e.kept_free);
  megabytes("cuda_graphs_mb", e.cuda_graphs);
  visit_field(v, {"graphs_beside_share"}, e.graphs_beside_share);
  megabytes("communicator_mb", e.communicator);
  megabytes("context_mb", e.context);
  visit_field(v, {"older"}, e.older);
  visit_field(v, {"older_before"}, e.older_before);
  visit_field(v, {"source"}, e.source);
  visit_field(v, {"note"}, e.note);
}

void visit(Provider& p, FieldVisitor& v) {
  visit_field(v, {"id"}, p.id);
  visit_field(v, {"name"}, p.name);
  visit_field(v, {"tier"}, p.tier);
}

void visit(ApiPrice& p, FieldVisitor& v) {
  static constexpr Literal kUnit = "US$ per 1e6 tokens";
  visit_field(v, {"provider"}, p.provider);
  visit_field(v, {"model"}, p.model);
  visit_quantity(v, {.name = "input_usd_m", .unit = kUnit, .min = 0, .max = 1e6}, p.input, 1);
  visit_quantity(v, {.name = "output_usd_m", .unit = kUnit, .min = 0, .max = 1e6}, p.output, 1);
  visit_quantity(v, {.name = "cache_read_usd_m", .unit = kUnit, .min = 0, .max = 1e6}, p.cache_read, 1);
  visit_field(v, {.name = "batch_discount", .min = 0, .max = 1}, p.batch_discount);
  visit_field(v, {.name = "off_peak_share", .min = 0, .max = 1}, p.off_peak_share);
  visit_field(v, {.name = "off_peak_hours", .unit = "h", .min = 0, .max = 24}, p.off_peak_hours);
  visit_field(v, {"status"}, p.status);
  visit_field(v, {"ended"}, p.ended);
  visit_field(v, {"successor"}, p.successor);
  visit_days(v, p);
  visit_field(v, {"served_as"}, p.served_as);
  visit_field(v, {"source"}, p.source);
  visit_field(v, {"note"}, p.note);
}

void visit(Grid& g, FieldVisitor& v) {
  const auto price = [&](Literal name, std::optional<double>& value) {
    visit_field(v, {.name = name, .unit = "US$/kWh", .min = 0, .max = 10}, value);
  };
  visit_field(v, {"id"}, g.id);
  visit_field(v, {"name"}, g.name);
  visit_field(v, {.name = "co2_g_kwh", .unit = "g/kWh", .min = 0, .max = 5000}, g.co2_g_kwh);
  visit_field(v, {"basis"}, g.basis);
  visit_field(v, {.name = "year", .min = 1990, .max = 2100}, g.year);
  price("residential_usd_kwh", g.residential_usd_kwh);
  price("commercial_usd_kwh", g.commercial_usd_kwh);
  price("industrial_usd_kwh", g.industrial_usd_kwh);
  visit_days(v, g);
  visit_field(v, {"source"}, g.source);
  visit_field(v, {"retrieved"}, g.retrieved);
  visit_field(v, {"note"}, g.note);
}

void visit(Benchmark& b, FieldVisitor& v) {
  visit_field(v, {"id"}, b.id);
  visit_field(v, {"tool"}, b.tool);
  visit_field(v, {"figures"}, b.figures);
  visit_field(v, {"software"}, b.software);
  visit_field(v, {"workloads"}, b.workloads);
  visit_field(v, {"methods"}, b.methods);
  visit_field(v, {"streams"}, b.streams);
  visit_field(v, {"copies"}, b.copies);
  visit_field(v, {"command"}, b.command);
  visit_field(v, {"options"}, b.options);
  visit_field(v, {"source"}, b.source);
  visit_field(v, {"remark"}, b.remark);
}

void visit(Calibration& c, FieldVisitor& v) {
  visit_list(v, {"efficiencies"}, c.efficiencies);
  visit_list(v, {"software"}, c.software);
  visit_list(v, {"training"}, c.training);
  visit_list(v, {"training_software"}, c.training_software);
  visit_list(v, {"training_overheads"}, c.training_overheads);
  visit_list(v, {"media"}, c.media);
  visit_object(v, {"media_traffic"}, c.media_traffic);
  visit_list(v, {"errors"}, c.errors);
  visit_list(v, {"purchase"}, c.purchase);
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
      {{"date"}, visit_member<&Catalog::date>},
      {{"sources"}, visit_member<&Catalog::sources>},
      {{"formats"}, visit_member<&Catalog::formats>},
      {{"families"}, visit_member<&Catalog::families>},
      {{"accelerators"}, visit_member<&Catalog::accelerators>},
      {{"capabilities"}, visit_member<&Catalog::capabilities>},
      {{"engines"}, visit_member<&Catalog::engines>},
      {{"frameworks"}, visit_member<&Catalog::frameworks>},
      {{"models"}, visit_member<&Catalog::models>},
      {{"providers"}, visit_member<&Catalog::providers>},
      {{"instances"}, visit_member<&Catalog::instances>},
      {{"prices"}, visit_member<&Catalog::prices>},
      {{"api"}, visit_member<&Catalog::api>},
      {{"grids"}, visit_member<&Catalog::grids>},
      {{"benchmarks"}, visit_member<&Catalog::benchmarks>},
      {{"calibration"}, visit_member<&Catalog::calibration>},
  };
  return kMembers;
}

void visit(Catalog& c, FieldVisitor& v) {
  for (const CatalogMember& member : catalog_members()) member.visit(c, v, member.field);
}

void visit(Overrides& o, FieldVisitor& v) {
  visit_list(v, {"accelerators"}, o.accelerators);
  visit_list(v, {"models"}, o.models);
  visit_list(v, {"instances"}, o.instances);
  visit_list(v, {"prices"}, o.prices);
}

}  // namespace ridgepoint
