// The public fields of a result. The order here is the order of the JSON.
#include "engine/estimate/estimate.h"

namespace ridgepoint {

void visit(AnswerFigure& f, FieldVisitor& v) {
  v << field("id", f.id) << field("value", f.value) << field("unit", f.unit) << field("text", f.text);
}

void visit(AnswerPart& p, FieldVisitor& v) {
  v << field("text", p.text) << field("figure", p.figure) << field("range_of", p.range_of);
}

void visit(Answer& a, FieldVisitor& v) {
  v << field("text", a.text) << field("short_text", a.short_text) << field("status", a.status)
    << field("parts", a.parts) << field("figures", a.figures);
}

void visit(ModelSummary& m, FieldVisitor& v) {
  v << field("name", m.name) << field("params_b", m.params_b, "1e9")
    << field("active_params_b", m.active_params_b, "1e9") << field("kv_bytes_per_token", m.kv_bytes_per_token, "B")
    << field("flops_per_token", m.flops_per_token, "FLOP") << field("synthesized", m.synthesized)
    << field("gflop_per_request", m.gflop_per_request, "GFLOP");
}

void visit(LineGb& l, FieldVisitor& v) {
  v << field("id", l.id) << field("label", l.label) << field("kind", l.kind) << field("gb", l.gb, "GB")
    << field("how", l.how) << field("source", l.source);
}

void visit(MemoryResult& m, FieldVisitor& v) {
  v << field("per_gpu_gb", m.per_gpu_gb, "GB") << field("usable_gb", m.usable_gb, "GB") << field("fit", m.fit)
    << field("free_gb", m.free_gb, "GB") << field("peak_allocated_gb", m.peak_allocated_gb, "GB")
    << field("peak_reserved_gb", m.peak_reserved_gb, "GB") << field("host_gb", m.host_gb, "GB")
    << field("lines", m.lines) << field("kinds", m.kinds) << field("max_concurrency", m.max_concurrency)
    << field("max_concurrency_mean", m.max_concurrency_mean) << field("max_context", m.max_context, "tokens")
    << field("max_micro_batch", m.max_micro_batch) << field("max_sequence", m.max_sequence, "tokens")
    << field("max_params_b", m.max_params_b, "1e9") << field("max_batch", m.max_batch);
}

void visit(ComputeOptimal& c, FieldVisitor& v) {
  v << field("tokens", c.tokens, "tokens") << field("params_b", c.params_b, "1e9")
    << field("budget_gpu_h", c.budget_gpu_h, "h") << field("budget_params_b", c.budget_params_b, "1e9")
    << field("budget_tokens", c.budget_tokens, "tokens");
}

void visit(LineSeconds& l, FieldVisitor& v) {
  v << field("id", l.id) << field("label", l.label) << field("bound", l.bound) << field("s", l.s, "s");
}

void visit(Bottleneck& b, FieldVisitor& v) {
  v << field("kind", b.kind) << field("text", b.text) << field("share", b.share)
    << field("intensity", b.intensity, "FLOP/B") << field("ridge", b.ridge, "FLOP/B");
}

void visit(RooflinePoint& p, FieldVisitor& v) {
  v << field("id", p.id) << field("label", p.label) << field("intensity", p.intensity, "FLOP/B")
    << field("tflops", p.tflops, "TFLOP/s");
}

void visit(Roofline& r, FieldVisitor& v) {
  v << field("peak_tflops", r.peak_tflops, "TFLOP/s") << field("bandwidth_gb_s", r.bandwidth_gb_s, "GB/s")
    << field("points", r.points);
}

void visit(FigureRange& r, FieldVisitor& v) {
  v << field("figure", r.figure) << field("low", r.low) << field("high", r.high);
}

void visit(LayoutResult& l, FieldVisitor& v) {
  v << field("tensor", l.tensor) << field("pipeline", l.pipeline) << field("context", l.context)
    << field("expert", l.expert) << field("data", l.data) << field("sharding", l.sharding)
    << field("micro_batch", l.micro_batch) << field("global_batch", l.global_batch)
    << field("accumulation", l.accumulation) << field("schedule", l.schedule)
    << field("virtual_stages", l.virtual_stages) << field("checkpointing", l.checkpointing) << field("why", l.why);
}

void visit(Quantiles& q, FieldVisitor& v) { v << field("p50", q.p50) << field("p95", q.p95) << field("p99", q.p99); }

void visit(LatencyPercentiles& p, FieldVisitor& v) {
  v << field("ttft_ms", p.ttft_ms, "ms") << field("tpot_ms", p.tpot_ms, "ms") << field("e2e_s", p.e2e_s, "s")
    << field("requests", p.requests);
}

void visit(TargetResult& t, FieldVisitor& v) {
  v << field("figure", t.figure) << field("limit", t.limit) << field("value", t.value) << field("met", t.met);
}

void visit(SloResult& s, FieldVisitor& v) {
  v << field("met", s.met) << field("targets", s.targets) << field("max_concurrency", s.max_concurrency)
    << field("max_requests_per_minute", s.max_requests_per_minute, "1/min");
}

void visit(SpeculationResult& s, FieldVisitor& v) {
  v << field("drafter", s.drafter) << field("tokens_per_step", s.tokens_per_step)
    << field("accepted_share", s.accepted_share) << field("draft_ms", s.draft_ms, "ms") << field("speedup", s.speedup)
    << field("pays_up_to", s.pays_up_to);
}

void visit(DisaggregationResult& d, FieldVisitor& v) {
  v << field("prefill_replicas", d.prefill_replicas) << field("decode_replicas", d.decode_replicas)
    << field("transfer_ms", d.transfer_ms, "ms") << field("prefill_busy", d.prefill_busy)
    << field("decode_busy", d.decode_busy);
}

void visit(SpeedResult& s, FieldVisitor& v) {
  v << field("ttft_ms", s.ttft_ms, "ms") << field("tpot_ms", s.tpot_ms, "ms")
    << field("tokens_per_s", s.tokens_per_s, "1/s")
    << field("tokens_per_s_per_request", s.tokens_per_s_per_request, "1/s")
    << field("requests_per_s", s.requests_per_s, "1/s") << field("concurrency", s.concurrency)
    << field("queue_ms", s.queue_ms, "ms") << field("max_requests_per_s", s.max_requests_per_s, "1/s")
    << field("percentiles", s.percentiles) << field("slo", s.slo) << field("speculation", s.speculation)
    << field("disaggregation", s.disaggregation) << field("step_s", s.step_s, "s")
    << field("samples_per_s", s.samples_per_s, "1/s") << field("tflops_per_gpu", s.tflops_per_gpu, "TFLOP/s")
    << field("mfu", s.mfu) << field("hfu", s.hfu) << field("days", s.days, "d") << field("tokens", s.tokens)
    << field("goodput", s.goodput) << field("failures", s.failures)
    << field("checkpoint_every_min", s.checkpoint_every_min, "min") << field("compute_optimal", s.compute_optimal)
    << field("batch", s.batch) << field("batch_ms", s.batch_ms, "ms") << field("images_per_s", s.images_per_s, "1/s")
    << field("audio_s_per_s", s.audio_s_per_s) << field("real_time_factor", s.real_time_factor)
    << field("samples", s.samples) << field("ranges", s.ranges) << field("bottleneck", s.bottleneck)
    << field("roofline", s.roofline) << field("time_lines", s.time_lines) << field("bounds", s.bounds)
    << field("layout", s.layout);
}

void visit(LineUsd& l, FieldVisitor& v) {
  v << field("id", l.id) << field("label", l.label) << field("usd", l.usd, "US$");
}

void visit(UsefulHour& h, FieldVisitor& v) {
  v << field("rent", h.rent, "US$/h") << field("reserved", h.reserved, "US$/h") << field("spot", h.spot, "US$/h")
    << field("buy", h.buy, "US$/h");
}

void visit(Npv& n, FieldVisitor& v) {
  v << field("rent", n.rent, "US$") << field("buy", n.buy, "US$") << field("api", n.api, "US$");
}
void visit(BreakEven& b, FieldVisitor& v) {
  v << field("utilization", b.utilization) << field("rent_usd_gpu_h", b.rent_usd_gpu_h, "US$/h")
    << field("months", b.months, "months") << field("gpu_hours", b.gpu_hours, "h")
    << field("rent_over_api_utilization", b.rent_over_api_utilization)
    << field("buy_over_api_utilization", b.buy_over_api_utilization);
}
void visit_work(WorkCost& c, FieldVisitor& v) {
  v << field("usd_per_1m_input_tokens", c.usd_per_1m_input_tokens, "US$")
    << field("usd_per_1m_output_tokens", c.usd_per_1m_output_tokens, "US$")
    << field("usd_per_1k_requests", c.usd_per_1k_requests, "US$")
    << field("usd_per_1k_images", c.usd_per_1k_images, "US$") << field("usd_per_audio_h", c.usd_per_audio_h, "US$")
    << field("usd_per_run", c.usd_per_run, "US$");
}
void visit(PricedOption& o, FieldVisitor& v) {
  v << field("id", o.id) << field("label", o.label) << field("usd_gpu_h", o.usd_gpu_h, "US$/h")
    << field("usd_per_useful_gpu_h", o.usd_per_useful_gpu_h, "US$/h");
  visit_work(o, v);
  v << field("days", o.days, "days") << field("npv", o.npv, "US$") << field("source", o.source);
}
void visit(CashMonth& m, FieldVisitor& v) {
  v << field("month", m.month, "months") << field("rent_usd", m.rent_usd, "US$") << field("buy_usd", m.buy_usd, "US$")
    << field("api_usd", m.api_usd, "US$");
}
void visit(PowerResult& p, FieldVisitor& v) {
  v << field("node_max_w", p.node_max_w, "W") << field("power_supply_w", p.power_supply_w, "W")
    << field("circuits_120v_15a", p.circuits_120v_15a) << field("circuits_230v_16a", p.circuits_230v_16a)
    << field("heat_btu_h", p.heat_btu_h, "BTU/h") << field("racks", p.racks) << field("rack_kw", p.rack_kw, "kW")
    << field("cooling", p.cooling) << field("pue", p.pue) << field("energy_kwh_year", p.energy_kwh_year, "kWh")
    << field("co2_g_kwh", p.co2_g_kwh, "g/kWh") << field("co2_kg_year", p.co2_kg_year, "kg") << field("grid", p.grid);
}
void visit(GivenPrice& g, FieldVisitor& v) { visit_field(v, {"catalog_usd_per_h", "US$/h"}, g.catalog_usd_per_h); }
void visit(CostResult& c, FieldVisitor& v) {
  v << field("way", c.option) << field("usd_per_h", c.usd_per_h, "US$/h") << field("given", c.given)
    << field("usd_per_useful_h", c.usd_per_useful_h, "US$/h");
  visit_work(c, v);
  v << field("gpu_hours", c.gpu_hours, "h") << field("prefill_share", c.prefill_share)
    << field("rent_usd_gpu_h", c.rent_usd_gpu_h, "US$/h") << field("rent_source", c.rent_source)
    << field("purchase_usd", c.purchase_usd, "US$") << field("purchase_share", c.purchase_share)
    << field("purchase_source", c.purchase_source) << field("ways", c.options)
    << field("usd_per_useful_gpu_h", c.usd_per_useful_gpu_h) << field("npv", c.npv) << field("lines", c.lines)
    << field("break_even", c.break_even) << field("cash_flow", c.cash_flow) << field("verdict", c.verdict)
    << field("energy_kwh", c.energy_kwh, "kWh") << field("energy_usd", c.energy_usd, "US$")
    << field("co2_kg", c.co2_kg, "kg") << field("power_w", c.power_w, "W") << field("power", c.power);
}

void visit(Remedy& r, FieldVisitor& v) {
  v << field("id", r.id) << field("path", r.path) << field("text", r.text) << field("per_gpu_gb", r.per_gpu_gb, "GB")
    << field("slowdown", r.slowdown) << field("usd_per_h", r.usd_per_h, "US$/h")
    << field("tokens_per_s_per_request", r.tokens_per_s_per_request, "1/s") << field("days", r.days, "d");
}

void visit(RuleOfThumb& r, FieldVisitor& v) {
  v << field("id", r.id) << field("label", r.label) << field("value", r.value) << field("unit", r.unit)
    << field("detailed", r.detailed) << field("why_different", r.why_different) << field("source", r.source);
}

void visit(Warning& w, FieldVisitor& v) {
  v << field("code", w.code) << field("severity", w.severity) << field("message", w.message);
}

namespace {
constexpr double kMostFlop = 1e33;  // of a run; no other figure is beyond 1e15
}

void visit(ExplainInput& i, FieldVisitor& v) {
  v << field("name", i.name) << field("label", i.label);
  visit_field(v, {.name = "value", .max = kMostFlop}, i.value);
  v << field("unit", i.unit) << field("source", i.source) << field("date", i.date) << field("unverified", i.unverified)
    << field("figure", i.figure);
}

void visit(ExplainValidation& e, FieldVisitor& v) {
  v << field("class", e.figure_class) << field("rows", e.rows) << field("median_error", e.median_error)
    << field("p90_error", e.p90_error) << field("figure", e.figure);
}

void visit(Explanation& e, FieldVisitor& v) {
  v << field("pointer", e.pointer) << field("label", e.label) << field("formula", e.formula);
  visit_field(v, {.name = "value", .max = kMostFlop}, e.value);
  v << field("unit", e.unit) << field("text", e.text) << field("inputs", e.inputs) << field("validation", e.validation);
}

void visit(Reproduction& r, FieldVisitor& v) {
  v << field("figure", r.figure) << field("tool", r.tool) << field("command", r.command)
    << field("predicted", r.predicted) << field("note", r.note);
}

void visit(SensitivityLine& l, FieldVisitor& v) {
  v << field("input", l.input) << field("label", l.label) << field("low", l.low) << field("high", l.high)
    << field("figure", l.figure) << field("at_low", l.at_low) << field("at_high", l.at_high)
    << field("flips_verdict", l.flips_verdict);
}
void visit(Assumed& a, FieldVisitor& v) { v << field("path", a.path) << field("text", a.text); }

void visit(Estimate& e, FieldVisitor& v) {
  v << field("device", e.device) << field("answer", e.answer) << field("model", e.model) << field("memory", e.memory)
    << field("speed", e.speed) << field("cost", e.cost) << field("remedies", e.remedies)
    << field("sensitivity", e.sensitivity) << field("rules_of_thumb", e.rules_of_thumb) << field("warnings", e.warnings)
    << field("taken", e.taken) << field("reproduce", e.reproduce) << field("explain", e.explain);
}

}  // namespace ridgepoint
