// The public fields of calibration records: names, units and limits.

#include <initializer_list>
#include <utility>

#include "engine/facts/calibration.h"

namespace ridgepoint {
namespace {

// Each record has a name, a source, and conditions.
template <class Record>
void visit_record(Record& r, FieldVisitor& v) {
  v << field("id", r.id) << field("architectures", r.architectures) << field("segments", r.segments)
    << field("form_factors", r.form_factors) << field("memory_types", r.memory_types) << field("engines", r.engines)
    << field("frameworks", r.frameworks) << field("before", r.before) << field("source", r.source);
}

void visit_shares(FieldVisitor& v, std::initializer_list<std::pair<Literal, double*>> shares) {
  for (const auto& [name, share] : shares) visit_field(v, {.name = name, .min = 0.001, .max = 2}, *share);
}

void visit_ms(FieldVisitor& v, Literal name, Seconds& time) {
  visit_quantity(v, {.name = name, .unit = "ms", .min = 0}, time, 1e-3);
}

void visit_us(FieldVisitor& v, std::initializer_list<std::pair<Literal, Seconds*>> times) {
  for (const auto& [name, time] : times) visit_quantity(v, {.name = name, .unit = "us", .min = 0}, *time, 1e-6);
}

void visit_count(FieldVisitor& v, Literal name, Literal unit, double& count) {
  visit_field(v, {.name = name, .unit = unit, .min = 0}, count);
}

void visit_inference_shares(Efficiency& e, FieldVisitor& v) {
  visit_shares(v, {{"bandwidth", &e.bandwidth}, {"expert_bandwidth", &e.expert_bandwidth},
                   {"cache_bandwidth", &e.cache_bandwidth}, {"state_bandwidth", &e.state_bandwidth}});
  visit_count(v, "scan_tokens", "tokens", e.scan_tokens);
  visit_count(v, "unpack_bits", "bits", e.unpack_bits);
  visit_count(v, "cache_unpack_bits", "bits", e.cache_unpack_bits);
  visit_count(v, "emulated_cache_bits", "bits", e.emulated_cache_bits);
  visit_shares(v, {{"gemm", &e.gemm}, {"gemm_8bit", &e.gemm_8bit}, {"gemm_4bit", &e.gemm_4bit},
                   {"gemm_dequantized", &e.gemm_dequantized}, {"experts", &e.experts},
                   {"experts_dequantized", &e.experts_dequantized}, {"attention", &e.attention},
                   {"decode_attention", &e.decode_attention}});
  visit_count(v, "padding", "tokens", e.padding);
  visit_count(v, "expert_padding", "tokens", e.expert_padding);
  visit_count(v, "vector_padding", "tokens", e.vector_padding);
  visit_count(v, "elementwise", "", e.elementwise);
  visit_count(v, "routing_variance", "", e.routing_variance);
}

void visit_times(Efficiency& e, FieldVisitor& v) {
  visit_us(v, {{"layer_us", &e.layer}, {"normed_layer_us", &e.normed_layer}});
  v << field("expert_width", e.expert_width, "", 0, 1e5);
  visit_us(v, {{"moe_layer_us", &e.moe_layer}, {"latent_layer_us", &e.latent_layer},
               {"indexed_layer_us", &e.indexed_layer}, {"linear_layer_us", &e.linear_layer},
               {"compressed_layer_us", &e.compressed_layer}, {"prefill_layer_us", &e.prefill_layer},
               {"prefill_moe_layer_us", &e.prefill_moe_layer}, {"prefill_latent_layer_us", &e.prefill_latent_layer}});
  visit_ms(v, "step_ms", e.step);
  visit_us(v, {{"sequence_us", &e.sequence}});
  visit_ms(v, "draft_ms", e.draft);
  visit_ms(v, "request_ms", e.request);
  visit_count(v, "held_tokens", "tokens", e.held_tokens);
}

void visit_collectives(Efficiency& e, FieldVisitor& v) {
  visit_shares(v, {{"fabric", &e.fabric}, {"pcie", &e.pcie}, {"pcie_collective", &e.pcie_collective},
                   {"network", &e.network}});
  visit_us(v, {{"fabric_latency_us", &e.fabric_latency}, {"pcie_latency_us", &e.pcie_latency},
               {"network_latency_us", &e.network_latency}});
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
  v << field("date", f.date);
  for (const SoftwareFactor& factor : software_factors())
    visit_field(v, {.name = Literal(factor.name), .min = 0.001, .max = 100}, f.*factor.factor);
  visit_us(v, {{"each_expert_us", &f.each_expert}, {"quantized_matrix_us", &f.quantized_matrix}});
}

void visit(Calibrated<TrainingEfficiency>& e, FieldVisitor& v) {
  visit_record(e, v);
  visit_shares(v, {{"gemm", &e.gemm}, {"gemm_8bit", &e.gemm_8bit}, {"gemm_mxfp8", &e.gemm_mxfp8},
                   {"gemm_4bit", &e.gemm_4bit}});
  v << field("half_hidden", e.half_hidden, "", 0);
  visit_shares(v, {{"experts", &e.experts}, {"attention", &e.attention}, {"bandwidth", &e.bandwidth},
                   {"fabric", &e.fabric}, {"network", &e.network}});
}

void visit(Calibrated<TrainingSoftware>& s, FieldVisitor& v) {
  visit_record(s, v);
  visit_shares(v, {{"gemm", &s.gemm}, {"narrow", &s.narrow}, {"experts", &s.experts}, {"attention", &s.attention}});
  v << field("eager", s.eager, "", 0, 20);
  visit_shares(v, {{"dequantize", &s.dequantize}});
  v << field("hidden", s.hidden, "", 0, 1);
  visit_shares(v, {{"data_hidden", &s.data_hidden}});
  visit_us(v, {{"layer_us", &s.layer}, {"moe_layer_us", &s.moe_layer}});
}

void visit(Calibrated<TrainingOverheads>& o, FieldVisitor& v) {
  const auto share = [&](Literal name, double& value) { visit_field(v, {.name = name, .min = 0, .max = 10}, value); };
  visit_record(o, v);
  visit_quantity(v, {.name = "context_gb", .unit = "GB", .min = 0, .max = 16}, o.context, 1e9);
  share("fragmentation", o.fragmentation);
  share("varying_logits", o.varying_logits);
  share("varying_values", o.varying_values);
  share("varying_fall", o.varying_fall);
  v << field("quantized_layer", o.quantized_layer, "bytes", 0, 200) << field("unties_head", o.unties_head)
    << field("loads_whole", o.loads_whole);
}

void visit(TrainerHabits& h, FieldVisitor& v) {
  v << field("objectives", h.objectives) << field("before", h.before)
    << field("logit_bytes", h.logit_bytes, "bytes", 0, 100) << field("logit_tokens", h.logit_tokens, "tokens", 0, 1e6)
    << field("answers_alone", h.answers_alone) << field("wide_tables", h.wide_tables)
    << field("offloads_checkpoints", h.offloads_checkpoints) << field("in_place", h.in_place);
}

void visit(Calibrated<MediaEfficiency>& e, FieldVisitor& v) {
  visit_record(e, v);
  visit_shares(v, {{"gemm", &e.gemm}, {"gemm_8bit", &e.gemm_8bit}, {"bandwidth", &e.bandwidth}, {"train", &e.train}});
}

void visit(Calibrated<PurchaseMarket>& m, FieldVisitor& v) {
  v << field("segments", m.segments) << field("form_factors", m.form_factors) << field("memory_types", m.memory_types)
    << field("kinds", m.kinds) << field("monthly", m.monthly, "", -1, 1) << field("from", m.from)
    << field("until", m.until) << field("p90", m.p90, "", 0) << field("sold_years", m.sold_years, "", 0);
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
  visit_us(v, {{"launch_us", &t.launch}, {"launch_eager_us", &t.launch_eager}, {"token_us", &t.token},
               {"token_eager_us", &t.token_eager}, {"window_us", &t.window}});
  v << field("source", t.source);
}

void visit(FigureError& e, FieldVisitor& v) {
  v << field("figure", e.figure) << field("device_class", e.device_class) << field("vendors", e.vendors)
    << field("rows", e.rows, "", 0) << field("median", e.median, "", 0) << field("p90", e.p90, "", 0)
    << field("range", e.range, "", 0) << field("covered", e.covered, "", 0, 1) << field("tokens", e.most.tokens, "", 0)
    << field("in_flight", e.most.in_flight, "", 0) << field("accelerators", e.most.accelerators, "", 0)
    << field("source", e.source);
}

}  // namespace ridgepoint
