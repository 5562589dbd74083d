// The public fields of calibration records: names, units and limits.

#include "engine/facts/calibration.h"

namespace ridgepoint {
namespace {

// Each record has a name, a source, and conditions.
template <class Record>
void visit_record(Record& r, FieldVisitor& v) {
  visit_field(v, {"id"}, r.id);
  visit_field(v, {"architectures"}, r.architectures);
  visit_field(v, {"segments"}, r.segments);
  visit_field(v, {"form_factors"}, r.form_factors);
  visit_field(v, {"memory_types"}, r.memory_types);
  visit_field(v, {"engines"}, r.engines);
  visit_field(v, {"frameworks"}, r.frameworks);
  visit_field(v, {"before"}, r.before);
  visit_field(v, {"source"}, r.source);
}

void visit_share(FieldVisitor& v, Literal name, double& share) {
  visit_field(v, {.name = name, .min = 0.001, .max = 2}, share);
}

void visit_ms(FieldVisitor& v, Literal name, Seconds& time) {
  visit_quantity(v, {.name = name, .unit = "ms", .min = 0}, time, 1e-3);
}

void visit_us(FieldVisitor& v, Literal name, Seconds& time) {
  visit_quantity(v, {.name = name, .unit = "us", .min = 0}, time, 1e-6);
}

void visit_count(FieldVisitor& v, Literal name, Literal unit, double& count) {
  visit_field(v, {.name = name, .unit = unit, .min = 0}, count);
}

void visit_inference_shares(Efficiency& e, FieldVisitor& v) {
  visit_share(v, "bandwidth", e.bandwidth);
  visit_share(v, "expert_bandwidth", e.expert_bandwidth);
  visit_share(v, "cache_bandwidth", e.cache_bandwidth);
  visit_share(v, "state_bandwidth", e.state_bandwidth);
  visit_count(v, "scan_tokens", "tokens", e.scan_tokens);
  visit_count(v, "unpack_bits", "bits", e.unpack_bits);
  visit_count(v, "cache_unpack_bits", "bits", e.cache_unpack_bits);
  visit_count(v, "emulated_cache_bits", "bits", e.emulated_cache_bits);
  visit_share(v, "gemm", e.gemm);
  visit_share(v, "gemm_8bit", e.gemm_8bit);
  visit_share(v, "gemm_4bit", e.gemm_4bit);
  visit_share(v, "gemm_dequantized", e.gemm_dequantized);
  visit_share(v, "experts", e.experts);
  visit_share(v, "experts_dequantized", e.experts_dequantized);
  visit_share(v, "attention", e.attention);
  visit_share(v, "decode_attention", e.decode_attention);
  visit_count(v, "padding", "tokens", e.padding);
  visit_count(v, "expert_padding", "tokens", e.expert_padding);
  visit_count(v, "vector_padding", "tokens", e.vector_padding);
  visit_count(v, "elementwise", "", e.elementwise);
  visit_count(v, "routing_variance", "", e.routing_variance);
}

void visit_times(Efficiency& e, FieldVisitor& v) {
  visit_us(v, "layer_us", e.layer);
  visit_us(v, "normed_layer_us", e.normed_layer);
  visit_field(v, {.name = "expert_width", .min = 0, .max = 1e5}, e.expert_width);
  visit_us(v, "moe_layer_us", e.moe_layer);
  visit_us(v, "latent_layer_us", e.latent_layer);
  visit_us(v, "indexed_layer_us", e.indexed_layer);
  visit_us(v, "linear_layer_us", e.linear_layer);
  visit_us(v, "compressed_layer_us", e.compressed_layer);
  visit_us(v, "prefill_layer_us", e.prefill_layer);
  visit_us(v, "prefill_moe_layer_us", e.prefill_moe_layer);
  visit_us(v, "prefill_latent_layer_us", e.prefill_latent_layer);
  visit_ms(v, "step_ms", e.step);
  visit_us(v, "sequence_us", e.sequence);
  visit_ms(v, "draft_ms", e.draft);
  visit_ms(v, "request_ms", e.request);
  visit_count(v, "held_tokens", "tokens", e.held_tokens);
}

void visit_collectives(Efficiency& e, FieldVisitor& v) {
  visit_share(v, "fabric", e.fabric);
  visit_share(v, "pcie", e.pcie);
  visit_share(v, "pcie_collective", e.pcie_collective);
  visit_share(v, "network", e.network);
  visit_us(v, "fabric_latency_us", e.fabric_latency);
  visit_us(v, "pcie_latency_us", e.pcie_latency);
  visit_us(v, "network_latency_us", e.network_latency);
}

}  // namespace

void visit(Calibrated<Efficiency>& e, FieldVisitor& v) {
  visit_record(e, v);
  visit_inference_shares(e, v);
  visit_times(e, v);
  visit_collectives(e, v);
}

void visit(Calibrated<SoftwareFactors>& f, FieldVisitor& v) {
  visit_record(f, v);
  visit_field(v, {"date"}, f.date);
  for (const SoftwareFactor& factor : software_factors())
    visit_field(v, {.name = Literal(factor.name), .min = 0.001, .max = 100}, f.*factor.factor);
  visit_us(v, "each_expert_us", f.each_expert);
  visit_us(v, "quantized_matrix_us", f.quantized_matrix);
}

void visit(Calibrated<TrainingEfficiency>& e, FieldVisitor& v) {
  visit_record(e, v);
  visit_share(v, "gemm", e.gemm);
  visit_share(v, "gemm_8bit", e.gemm_8bit);
  visit_share(v, "gemm_mxfp8", e.gemm_mxfp8);
  visit_share(v, "gemm_4bit", e.gemm_4bit);
  visit_field(v, {.name = "half_hidden", .min = 0}, e.half_hidden);
  visit_share(v, "experts", e.experts);
  visit_share(v, "attention", e.attention);
  visit_share(v, "bandwidth", e.bandwidth);
  visit_share(v, "fabric", e.fabric);
  visit_share(v, "network", e.network);
}

void visit(Calibrated<TrainingSoftware>& s, FieldVisitor& v) {
  visit_record(s, v);
  visit_share(v, "gemm", s.gemm);
  visit_share(v, "narrow", s.narrow);
  visit_share(v, "experts", s.experts);
  visit_share(v, "attention", s.attention);
  visit_field(v, {.name = "eager", .min = 0, .max = 20}, s.eager);
  visit_share(v, "dequantize", s.dequantize);
  visit_field(v, {.name = "hidden", .min = 0, .max = 1}, s.hidden);
  visit_share(v, "data_hidden", s.data_hidden);
  visit_us(v, "layer_us", s.layer);
  visit_us(v, "moe_layer_us", s.moe_layer);
}

void visit(Calibrated<TrainingOverheads>& o, FieldVisitor& v) {
  const auto share = [&](Literal name, double& value) { visit_field(v, {.name = name, .min = 0, .max = 10}, value); };
  visit_record(o, v);
  visit_quantity(v, {.name = "context_gb", .unit = "GB", .min = 0, .max = 16}, o.context, 1e9);
  share("fragmentation", o.fragmentation);
  share("varying_logits", o.varying_logits);
  share("varying_values", o.varying_values);
  share("varying_fall", o.varying_fall);
  visit_field(v, {.name = "quantized_layer", .unit = "bytes", .min = 0, .max = 200}, o.quantized_layer);
  visit_field(v, {"unties_head"}, o.unties_head);
  visit_field(v, {"loads_whole"}, o.loads_whole);
}

void visit(Calibrated<MediaEfficiency>& e, FieldVisitor& v) {
  visit_record(e, v);
  visit_share(v, "gemm", e.gemm);
  visit_share(v, "gemm_8bit", e.gemm_8bit);
  visit_share(v, "bandwidth", e.bandwidth);
  visit_share(v, "train", e.train);
}

void visit(Calibrated<PurchaseMarket>& m, FieldVisitor& v) {
  visit_field(v, {"segments"}, m.segments);
  visit_field(v, {"form_factors"}, m.form_factors);
  visit_field(v, {"memory_types"}, m.memory_types);
  visit_field(v, {"kinds"}, m.kinds);
  visit_field(v, {.name = "monthly", .min = -1, .max = 1}, m.monthly);
  visit_field(v, {"from"}, m.from);
  visit_field(v, {"until"}, m.until);
  visit_field(v, {.name = "p90", .min = 0}, m.p90);
  visit_field(v, {.name = "sold_years", .min = 0}, m.sold_years);
}

void visit(MediaTraffic& t, FieldVisitor& v) {
  const auto factor = [&](Literal name, double& value) { visit_field(v, {.name = name, .min = 0, .max = 100}, value); };
  factor("transformer", t.transformer);
  factor("transformer_eager", t.transformer_eager);
  factor("conv", t.conv);
  factor("conv_eager", t.conv_eager);
  factor("conv_gemm", t.conv_gemm);
  factor("conv_gemm_eager", t.conv_gemm_eager);
  factor("denoiser", t.denoiser);
  factor("encoder", t.encoder);
  factor("fp32", t.fp32);
  factor("narrow", t.narrow);
  factor("state", t.state);
  factor("unpack", t.unpack);
  factor("train", t.train);
  factor("train_conv", t.train_conv);
  visit_us(v, "launch_us", t.launch);
  visit_us(v, "launch_eager_us", t.launch_eager);
  visit_us(v, "token_us", t.token);
  visit_us(v, "token_eager_us", t.token_eager);
  visit_us(v, "window_us", t.window);
  visit_field(v, {"source"}, t.source);
}

void visit(FigureError& e, FieldVisitor& v) {
  visit_field(v, {"figure"}, e.figure);
  visit_field(v, {"device_class"}, e.device_class);
  visit_field(v, {"vendors"}, e.vendors);
  visit_field(v, {.name = "rows", .min = 0}, e.rows);
  visit_field(v, {.name = "median", .min = 0}, e.median);
  visit_field(v, {.name = "p90", .min = 0}, e.p90);
  visit_field(v, {.name = "range", .min = 0}, e.range);
  visit_field(v, {.name = "covered", .min = 0, .max = 1}, e.covered);
  visit_field(v, {.name = "tokens", .min = 0}, e.most.tokens);
  visit_field(v, {.name = "in_flight", .min = 0}, e.most.in_flight);
  visit_field(v, {.name = "accelerators", .min = 0}, e.most.accelerators);
  visit_field(v, {"source"}, e.source);
}

}  // namespace ridgepoint
