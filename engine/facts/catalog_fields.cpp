// The public fields of catalog records: names, units and limits.
#include "engine/facts/catalog.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {

namespace {

constexpr double kWidest = 2e5;

void megabytes(FieldVisitor& v, Literal name, Bytes& amount) {
  visit_quantity(v, {.name = name, .unit = "MB", .min = 0, .max = 1e6}, amount, 1e6);
}

template <class Record>
void visit_days(FieldVisitor& v, Record& p) {
  visit_field(v, {.name = "priced", .was = "date"}, p.priced);
  v << field("seen", p.seen);
}

void visit_attention(ModelRecord& m, FieldVisitor& v) {
  v << field("heads", m.heads, "", 0, kWidest) << field("kv_heads", m.kv_heads, "", 0, kWidest)
    << field("head_dim", m.head_dim, "", 0, kWidest) << field("value_head_dim", m.value_head_dim, "", 0, kWidest)
    << field("bias", m.bias) << field("qk_norm", m.qk_norm) << field("attention_gate", m.attention_gate)
    << field("attention_sinks", m.attention_sinks)
    << field("full_attention_layers", m.full_attention_layers, "", 0, 10000)
    << field("window", m.window, "tokens", 1, 1e8) << field("attention_layers", m.attention_layers, "", 0, 10000)
    << field("kv_layers", m.kv_layers, "", 0, 10000) << field("kv_layers_first", m.kv_layers_first)
    << field("window_kv_heads", m.window_kv_heads, "", 1, kWidest)
    << field("global_head_dim", m.global_head_dim, "", 1, kWidest)
    << field("global_kv_heads", m.global_kv_heads, "", 1, kWidest) << field("global_k_is_v", m.global_k_is_v)
    << field("q_lora_rank", m.q_lora_rank, "", 0, kWidest) << field("kv_lora_rank", m.kv_lora_rank, "", 1, kWidest)
    << field("expanded_cache", m.expanded_cache) << field("rope_head_dim", m.rope_head_dim, "", 0, kWidest)
    << field("nope_head_dim", m.nope_head_dim, "", 0, kWidest)
    << field("indexer_heads", m.indexer_heads, "", 0, kWidest) << field("indexer_dim", m.indexer_dim, "", 0, kWidest)
    << field("indexer_top_k", m.indexer_top_k, "", 0, 1e8) << field("linear", m.linear);
}

void visit_output(ModelRecord& m, FieldVisitor& v) {
  v << field("k_is_v", m.k_is_v) << field("compressed", m.compressed)
    << field("o_lora_rank", m.o_lora_rank, "", 1, kWidest) << field("o_groups", m.o_groups, "", 1, 1024);
}

void visit_experts(ModelRecord& m, FieldVisitor& v) {
  v << field("experts", m.experts, "", 0, 100000) << field("experts_per_token", m.experts_per_token, "", 0, 100000)
    << field("expert_intermediate", m.expert_intermediate, "", 0, kWidest)
    << field("shared_intermediate", m.shared_intermediate, "", 0, kWidest) << field("shared_gate", m.shared_gate)
    << field("expert_bias", m.expert_bias) << field("router_bias", m.router_bias)
    << field("expert_latent", m.expert_latent, "", 1, kWidest) << field("moe_layers", m.moe_layers, "", 0, 10000)
    << field("dense_layers", m.dense_layers, "", 0, 10000) << field("parallel_dense", m.parallel_dense);
}

}  // namespace

void visit(PartBits& bits, FieldVisitor& v) {
  const auto part = [&](Literal name, std::optional<double>& of) {
    visit_field(v, {.name = name, .unit = "bit", .min = 1, .max = 64}, of);
  };
  for (std::size_t i = 0; i < kParts; ++i) part(Literal(kWords<Part>[i]), bits.of[i]);
  part("beside_experts", bits.beside_experts);
  part("prediction", bits.prediction);
}

void visit(NumberFormat& f, FieldVisitor& v) {
  v << field("id", f.id) << field("name", f.name) << field("bits", f.bits, "bit", 1, 64)
    << field("whole_file", f.whole_file) << field("arithmetic", f.arithmetic) << field("weight_only", f.weight_only)
    << field("for_weights", f.for_weights) << field("for_kv", f.for_kv) << field("coarseness", f.coarseness, "", 0, 100)
    << field("expert_block", f.expert_block, "", 1, 1e4) << field("part_bits", f.part_bits)
    << field("expansion", f.expansion, "", 0.01, 10) << field("engines", f.engines) << field("needs", f.needs)
    << field("published_as", f.published_as) << field("files", f.files) << field("source", f.source);
}

void visit(Rates& rates, FieldVisitor& v) {
  for (std::size_t i = 0; i < rates.by.size(); ++i)
    visit_quantity(v, {.name = Literal(kWords<Arithmetic>[i]), .unit = "TFLOP/s", .min = 0.001, .max = 1e6},
                   rates.by[i], 1e12);
}

void visit(Fabric& fabric, FieldVisitor& v) {
  v << field("name", fabric.name);
  visit_quantity(v, {.name = "per_direction_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e5}, fabric.per_direction, 1e9);
  visit_quantity(v, {.name = "pair_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e5}, fabric.pair, 1e9);
  v << field("domain", fabric.domain, "", 1, 100000);
}

void visit(DeviceFamily& f, FieldVisitor& v) {
  v << field("id", f.id) << field("name", f.name) << field("aliases", f.aliases)
    << field("network_gbps", f.network_gbps, "Gb/s", 0.01, 1e5);
}

void visit(Accelerator& a, FieldVisitor& v) {
  v << field("id", a.id) << field("name", a.name) << field("aliases", a.aliases) << field("vendor", a.vendor)
    << field("architecture", a.architecture) << field("segment", a.segment) << field("status", a.status)
    << field("ended", a.ended) << field("successor", a.successor) << field("form_factor", a.form_factor)
    << field("release", a.release) << field("memory_gb", a.memory_gb, "GB", 0.5, 1e5)
    << field("memory_type", a.memory_type);
  visit_quantity(v, {.name = "usable_memory_bytes", .unit = "B", .min = 1e8, .max = 1e14}, a.usable_memory, 1);
  visit_quantity(v, {.name = "bandwidth_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e8}, a.bandwidth, 1e9);
  v << field("rates_tflops", a.rates) << field("fabric", a.fabric) << field("pcie_gen", a.pcie_gen, "", 1, 8)
    << field("pcie_lanes", a.pcie_lanes, "", 1, 64);
  visit_quantity(v, {.name = "power_w", .unit = "W", .min = 0.5, .max = 1e5}, a.power, 1);
  visit_quantity(v, {.name = "idle_power_w", .unit = "W", .min = 0, .max = 1e5}, a.idle_power, 1);
  v << field("compute_capability", a.compute_capability) << field("mig_instances", a.mig_instances, "", 0, 64)
    << field("vector_bits", a.vector_bits, "", 256, 2048);
  visit_quantity(v, {.name = "measured_bf16_tflops", .unit = "TFLOP/s", .min = 0.001, .max = 1e6}, a.measured_bf16,
                 1e12);
  visit_quantity(v, {.name = "measured_fp8_tflops", .unit = "TFLOP/s", .min = 0.001, .max = 1e6}, a.measured_fp8, 1e12);
  visit_quantity(v, {.name = "measured_copy_gb_s", .unit = "GB/s", .min = 0.1, .max = 1e8}, a.measured_copy, 1e9);
  v << field("source", a.source) << field("retrieved", a.retrieved) << field("note", a.note);
}

void visit(Instance& i, FieldVisitor& v) {
  v << field("id", i.id) << field("name", i.name) << field("provider", i.provider) << field("tier", i.tier)
    << field("status", i.status) << field("ended", i.ended) << field("successor", i.successor)
    << field("interruptible", i.interruptible) << field("accelerator", i.accelerator)
    << field("count", i.count, "", 1, 1024) << field("region", i.region) << field("vcpus", i.vcpus, "", 0, 1e5)
    << field("host_memory_gb", i.host_memory_gb, "GB", 0, 1e6)
    << field("network_gbps", i.network_gbps, "Gb/s", 0.01, 1e6) << field("node_size", i.node_size, "", 1, 1024)
    << field("source", i.source) << field("retrieved", i.retrieved) << field("note", i.note);
}

void visit(Price& p, FieldVisitor& v) {
  v << field("of", p.of);
  const auto dollars = [&v](Literal name, auto& amount) {
    visit_quantity(v, {.name = name, .unit = "US$", .min = 0.001, .max = 1e7}, amount, 1);
  };
  v << field("kind", p.kind) << field("memory_gb", p.memory_gb, "GB", 0.5, 1e5) << field("region", p.region);
  dollars("usd", p.amount);
  dollars("low_usd", p.low);
  dollars("high_usd", p.high);
  v << field("offers", p.offers, "", 1, 1e6) << field("from", p.from);
  visit_days(v, p);
  v << field("source", p.source) << field("note", p.note);
}

void visit(CompressedRecord& c, FieldVisitor& v) {
  v << field("layers", c.layers, "", 0, 10000) << field("ratio", c.ratio, "tokens", 1, 1e6)
    << field("top_k", c.top_k, "", 1, 1e8);
}

void visit(ComponentRecord& c, FieldVisitor& v) {
  v << field("role", c.role) << field("params_m", c.params_m, "1e6", 0.001, 1e8)
    << field("gflop", c.gflop, "GFLOP", 1e-5, 1e12) << field("attention_gflop", c.attention_gflop, "GFLOP", 0, 1e12)
    << field("activations_m", c.activations_m, "1e6", 0, 1e9)
    << field("peak_activations_m", c.peak_activations_m, "1e6", 0, 1e9) << field("tokens", c.tokens, "tokens", 1, 1e9)
    << field("text_tokens", c.text_tokens, "tokens", 1, 1e9) << field("matrices", c.matrices, "", 1, 100000)
    << field("layers", c.layers, "", 1, 10000) << field("hidden", c.hidden, "", 1, kWidest)
    << field("step_share", c.step_share, "", 0, 1);
}

void visit(LinearRecord& l, FieldVisitor& v) {
  v << field("kind", l.kind) << field("layers", l.layers, "", 0, 10000) << field("key_heads", l.key_heads, "", 1, 10000)
    << field("value_heads", l.value_heads, "", 0, 100000) << field("key_dim", l.key_dim, "", 0, 100000)
    << field("value_dim", l.value_dim, "", 0, 100000) << field("conv", l.conv, "", 0, 64)
    << field("groups", l.groups, "", 1, 1024) << field("dt_rank", l.dt_rank, "", 1, 100000);
}

void visit(ModelRecord& m, FieldVisitor& v) {
  v << field("id", m.id) << field("name", m.name) << field("aliases", m.aliases) << field("checkpoints", m.checkpoints)
    << field("family", m.family) << field("kind", m.kind) << field("release", m.release) << field("license", m.license)
    << field("purposes", m.purposes) << field("successor", m.successor)
    << field("params_b", m.params_b, "1e9", 1e-5, 1e5) << field("active_params_b", m.active_params_b, "1e9", 1e-5, 1e5)
    << field("layers", m.layers, "", 0, 10000) << field("hidden", m.hidden, "", 0, kWidest)
    << field("intermediate", m.intermediate, "", 0, kWidest);
  visit_attention(m, v);
  visit_output(m, v);
  v << field("vocab", m.vocab, "", 0, 1e7) << field("tied_embeddings", m.tied_embeddings)
    << field("max_context", m.max_context, "tokens", 1, 1e9)
    << field("original_context", m.original_context, "tokens", 1, 1e9) << field("gated", m.gated)
    << field("lm_head_bias", m.lm_head_bias) << field("norm", m.norm)
    << field("norms_per_layer", m.norms_per_layer, "", 0, 16)
    << field("learned_positions", m.learned_positions, "", 0, 1e8) << field("embedding_norm", m.embedding_norm);
  visit_experts(m, v);
  v << field("per_layer_embedding", m.per_layer_embedding, "", 0, kWidest)
    << field("lookup_params", m.lookup_params, "", 0, 1e13) << field("mtp_params", m.mtp_params, "", 0, 1e13)
    << field("tower_params", m.tower_params, "", 0, 1e13) << field("extra_params", m.extra_params, "", -1e13, 1e13)
    << field("gflop_per_image", m.gflop_per_image, "GFLOP", 1e-5, 1e9)
    << field("image_size", m.image_size, "px", 1, 100000) << field("image_height", m.image_height, "px", 1, 100000)
    << field("activations_m", m.activations_m, "1e6", 0, 1e9) << field("matrices", m.matrices, "", 1, 100000)
    << field("patch", m.patch, "", 1, 10000) << field("latent_channels", m.latent_channels, "", 1, 10000)
    << field("frames", m.frames, "", 1, 100000) << field("steps", m.steps, "", 1, 10000)
    << field("guidance", m.guidance) << field("window_s", m.window_s, "s", 0.01, 1e5)
    << field("components", m.components) << field("native_precision", m.native_precision)
    << field("part_bits", m.part_bits) << field("source", m.source) << field("retrieved", m.retrieved)
    << field("note", m.note);
}

void visit(Source& s, FieldVisitor& v) { v << field("id", s.id) << field("title", s.title) << field("url", s.url); }

void visit(Capability& c, FieldVisitor& v) {
  v << field("id", c.id) << field("name", c.name) << field("compute_capability", c.compute_capability, "", 1, 100)
    << field("vendors", c.vendors) << field("lacking", c.lacking) << field("source", c.source) << field("note", c.note);
}

void visit(FormatsOn& f, FieldVisitor& v) {
  v << field("formats", f.formats) << field("on", f.on) << field("on_cpus", f.on_cpus)
    << field("hidden", f.hidden, "", 1, 1024) << field("width", f.width, "", 1, 1024);
}

void visit(KeptFree& k, FieldVisitor& v) {
  megabytes(v, "below_mb", k.below);
  megabytes(v, "mb", k.amount);
}

void visit(TrainingFramework& f, FieldVisitor& v) {
  v << field("id", f.id) << field("name", f.name) << field("aliases", f.aliases) << field("like", f.like)
    << field("divides_first", f.divides_first) << field("vendors", f.vendors) << field("takes", f.takes)
    << field("usual_shardings", f.usual_shardings) << field("habits", f.habits);
}

void visit(ServingEngine& e, FieldVisitor& v) {
  v << field("id", e.id) << field("name", e.name) << field("aliases", e.aliases) << field("vendors", e.vendors)
    << field("not_on", e.not_on) << field("needs", e.needs) << field("reads", e.reads) << field("unread", e.unread)
    << field("tiles", e.tiles) << field("on_cpus", e.on_cpus) << field("usual_formats", e.usual_formats)
    << field("usual_on", e.usual_on) << field("usual_alone", e.usual_alone) << field("usual_weights", e.usual_weights)
    << field("block_tokens", e.block_tokens, "", 1, 1e6) << field("prefill_chunk", e.prefill_chunk, "", 1, 1e7)
    << field("whole_prompts", e.whole_prompts) << field("pipeline_tokens", e.pipeline_tokens, "", 0, 1e7)
    << field("sequences", e.sequences, "", 1, 1e6) << field("small_sequences", e.small_sequences, "", 1, 1e6)
    << field("small_prefill_chunk", e.small_prefill_chunk, "", 1, 1e7);
  megabytes(v, "small_below_mb", e.small_below);
  v << field("small_devices", e.small_devices) << field("server_slots", e.server_slots, "", 1, 1e6)
    << field("slots_setting", e.slots_setting) << field("prompts_first", e.prompts_first)
    << field("reserves_answer", e.reserves_answer) << field("takes", e.takes) << field("pads_heads", e.pads_heads)
    << field("attends_apart", e.attends_apart) << field("fills_caches_only", e.fills_caches_only)
    << field("splits_layers", e.splits_layers) << field("moves_layers", e.moves_layers);
  megabytes(v, "left_free_mb", e.left_free);
  v << field("cache_with_layers", e.cache_with_layers) << field("reads_gguf", e.reads_gguf)
    << field("launches_each", e.launches_each) << field("by_vectors", e.by_vectors)
    << field("vector_bits", e.vector_bits, "", 64, 2048) << field("vector_architectures", e.vector_architectures)
    << field("sums_in_16_bits", e.sums_in_16_bits) << field("logits", e.logits)
    << field("bytes_per_logit", e.bytes_per_logit, "", 0, 1000) << field("keeps_expert_buffers", e.keeps_expert_buffers)
    << field("unties_head", e.unties_head) << field("own_head_formats", e.own_head_formats)
    << field("quantizes_head", e.quantizes_head) << field("leaves_towers", e.leaves_towers)
    << field("joins_attention", e.joins_attention) << field("window_cache", e.window_cache)
    << field("shared_blocks", e.shared_blocks);
  visit_field(v, {.name = "state_pool", .max = 0.95}, e.state_pool);
  v << field("states_per_sequence", e.states_per_sequence, "", 1, 16) << field("kv_copies", e.kv_copies, "", 1, 4)
    << field("bytes_per_score", e.bytes_per_score, "", 0, 100) << field("kept_free", e.kept_free);
  megabytes(v, "cuda_graphs_mb", e.cuda_graphs);
  v << field("graphs_beside_share", e.graphs_beside_share);
  megabytes(v, "communicator_mb", e.communicator);
  megabytes(v, "bus_communicator_mb", e.bus_communicator);
  megabytes(v, "context_mb", e.context);
  v << field("older", e.older) << field("older_before", e.older_before) << field("source", e.source)
    << field("note", e.note);
}

void visit(Provider& p, FieldVisitor& v) { v << field("id", p.id) << field("name", p.name) << field("tier", p.tier); }

void visit(ApiPrice& p, FieldVisitor& v) {
  static constexpr Literal kUnit = "US$ per 1e6 tokens";
  v << field("provider", p.provider) << field("model", p.model);
  visit_quantity(v, {.name = "input_usd_m", .unit = kUnit, .min = 0, .max = 1e6}, p.input, 1);
  visit_quantity(v, {.name = "output_usd_m", .unit = kUnit, .min = 0, .max = 1e6}, p.output, 1);
  visit_quantity(v, {.name = "cache_read_usd_m", .unit = kUnit, .min = 0, .max = 1e6}, p.cache_read, 1);
  v << field("batch_discount", p.batch_discount, "", 0, 1) << field("off_peak_share", p.off_peak_share, "", 0, 1)
    << field("off_peak_hours", p.off_peak_hours, "h", 0, 24) << field("status", p.status) << field("ended", p.ended)
    << field("successor", p.successor);
  visit_days(v, p);
  v << field("served_as", p.served_as) << field("source", p.source) << field("note", p.note);
}

void visit(Grid& g, FieldVisitor& v) {
  const auto price = [&](Literal name, std::optional<double>& value) {
    visit_field(v, {.name = name, .unit = "US$/kWh", .min = 0, .max = 10}, value);
  };
  v << field("id", g.id) << field("name", g.name) << field("co2_g_kwh", g.co2_g_kwh, "g/kWh", 0, 5000)
    << field("basis", g.basis) << field("year", g.year, "", 1990, 2100);
  price("residential_usd_kwh", g.residential_usd_kwh);
  price("commercial_usd_kwh", g.commercial_usd_kwh);
  price("industrial_usd_kwh", g.industrial_usd_kwh);
  visit_days(v, g);
  v << field("source", g.source) << field("retrieved", g.retrieved) << field("note", g.note);
}

void visit(Benchmark& b, FieldVisitor& v) {
  v << field("id", b.id) << field("tool", b.tool) << field("figures", b.figures) << field("software", b.software)
    << field("workloads", b.workloads) << field("methods", b.methods) << field("streams", b.streams)
    << field("copies", b.copies) << field("command", b.command) << field("options", b.options)
    << field("source", b.source) << field("remark", b.remark);
}

void visit(Calibration& c, FieldVisitor& v) {
  v << field("efficiencies", c.efficiencies) << field("software", c.software) << field("training", c.training)
    << field("training_software", c.training_software) << field("training_overheads", c.training_overheads)
    << field("media", c.media) << field("media_traffic", c.media_traffic) << field("errors", c.errors)
    << field("purchase", c.purchase);
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
      {{"releases"}, visit_member<&Catalog::releases>},
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
  v << field("accelerators", o.accelerators) << field("models", o.models) << field("instances", o.instances)
    << field("prices", o.prices);
}

}  // namespace ridgepoint
