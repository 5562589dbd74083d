// The public fields of a result. The order here is the order of the JSON.
#include "engine/estimate/estimate.h"

namespace ridgepoint {

void visit(AnswerFigure& f, FieldVisitor& v) {
  visit_field(v, {"id"}, f.id);
  visit_field(v, {"value"}, f.value);
  visit_field(v, {"unit"}, f.unit);
  visit_field(v, {"text"}, f.text);
}

void visit(AnswerPart& p, FieldVisitor& v) {
  visit_field(v, {"text"}, p.text);
  visit_field(v, {"figure"}, p.figure);
  visit_field(v, {"range_of"}, p.range_of);
}

void visit(Answer& a, FieldVisitor& v) {
  visit_field(v, {"text"}, a.text);
  visit_field(v, {"short_text"}, a.short_text);
  visit_field(v, {"status"}, a.status);
  visit_list(v, {"parts"}, a.parts);
  visit_list(v, {"figures"}, a.figures);
}

void visit(ModelSummary& m, FieldVisitor& v) {
  visit_field(v, {"name"}, m.name);
  visit_field(v, {"params_b", "1e9"}, m.params_b);
  visit_field(v, {"active_params_b", "1e9"}, m.active_params_b);
  visit_field(v, {"kv_bytes_per_token", "B"}, m.kv_bytes_per_token);
  visit_field(v, {"flops_per_token", "FLOP"}, m.flops_per_token);
  visit_field(v, {"synthesized"}, m.synthesized);
  visit_field(v, {"gflop_per_request", "GFLOP"}, m.gflop_per_request);
}

void visit(LineGb& l, FieldVisitor& v) {
  visit_field(v, {"id"}, l.id);
  visit_field(v, {"label"}, l.label);
  visit_field(v, {"kind"}, l.kind);
  visit_field(v, {"gb", "GB"}, l.gb);
  visit_field(v, {"how"}, l.how);
  visit_field(v, {"source"}, l.source);
}

void visit(MemoryResult& m, FieldVisitor& v) {
  visit_field(v, {"per_gpu_gb", "GB"}, m.per_gpu_gb);
  visit_field(v, {"usable_gb", "GB"}, m.usable_gb);
  visit_field(v, {"fit"}, m.fit);
  visit_field(v, {"free_gb", "GB"}, m.free_gb);
  visit_field(v, {"peak_allocated_gb", "GB"}, m.peak_allocated_gb);
  visit_field(v, {"peak_reserved_gb", "GB"}, m.peak_reserved_gb);
  visit_field(v, {"host_gb", "GB"}, m.host_gb);
  visit_list(v, {"lines"}, m.lines);
  visit_list(v, {"kinds"}, m.kinds);
  visit_field(v, {"max_concurrency"}, m.max_concurrency);
  visit_field(v, {"max_concurrency_mean"}, m.max_concurrency_mean);
  visit_field(v, {"max_context", "tokens"}, m.max_context);
  visit_field(v, {"max_micro_batch"}, m.max_micro_batch);
  visit_field(v, {"max_sequence", "tokens"}, m.max_sequence);
  visit_field(v, {"max_params_b", "1e9"}, m.max_params_b);
  visit_field(v, {"max_batch"}, m.max_batch);
}

void visit(ComputeOptimal& c, FieldVisitor& v) {
  visit_field(v, {"tokens", "tokens"}, c.tokens);
  visit_field(v, {"params_b", "1e9"}, c.params_b);
  visit_field(v, {"budget_gpu_h", "h"}, c.budget_gpu_h);
  visit_field(v, {"budget_params_b", "1e9"}, c.budget_params_b);
  visit_field(v, {"budget_tokens", "tokens"}, c.budget_tokens);
}

void visit(LineSeconds& l, FieldVisitor& v) {
  visit_field(v, {"id"}, l.id);
  visit_field(v, {"label"}, l.label);
  visit_field(v, {"bound"}, l.bound);
  visit_field(v, {"s", "s"}, l.s);
}

void visit(Bottleneck& b, FieldVisitor& v) {
  visit_field(v, {"kind"}, b.kind);
  visit_field(v, {"text"}, b.text);
  visit_field(v, {"share"}, b.share);
  visit_field(v, {"intensity", "FLOP/B"}, b.intensity);
  visit_field(v, {"ridge", "FLOP/B"}, b.ridge);
}

void visit(RooflinePoint& p, FieldVisitor& v) {
  visit_field(v, {"id"}, p.id);
  visit_field(v, {"label"}, p.label);
  visit_field(v, {"intensity", "FLOP/B"}, p.intensity);
  visit_field(v, {"tflops", "TFLOP/s"}, p.tflops);
}

void visit(Roofline& r, FieldVisitor& v) {
  visit_field(v, {"peak_tflops", "TFLOP/s"}, r.peak_tflops);
  visit_field(v, {"bandwidth_gb_s", "GB/s"}, r.bandwidth_gb_s);
  visit_list(v, {"points"}, r.points);
}

void visit(FigureRange& r, FieldVisitor& v) {
  visit_field(v, {"figure"}, r.figure);
  visit_field(v, {"low"}, r.low);
  visit_field(v, {"high"}, r.high);
}

void visit(LayoutResult& l, FieldVisitor& v) {
  visit_field(v, {"tensor"}, l.tensor);
  visit_field(v, {"pipeline"}, l.pipeline);
  visit_field(v, {"context"}, l.context);
  visit_field(v, {"expert"}, l.expert);
  visit_field(v, {"data"}, l.data);
  visit_field(v, {"sharding"}, l.sharding);
  visit_field(v, {"micro_batch"}, l.micro_batch);
  visit_field(v, {"global_batch"}, l.global_batch);
  visit_field(v, {"accumulation"}, l.accumulation);
  visit_field(v, {"schedule"}, l.schedule);
  visit_field(v, {"virtual_stages"}, l.virtual_stages);
  visit_field(v, {"checkpointing"}, l.checkpointing);
  visit_field(v, {"why"}, l.why);
}

void visit(Quantiles& q, FieldVisitor& v) {
  visit_field(v, {"p50"}, q.p50);
  visit_field(v, {"p95"}, q.p95);
  visit_field(v, {"p99"}, q.p99);
}

void visit(LatencyPercentiles& p, FieldVisitor& v) {
  visit_object(v, {"ttft_ms", "ms"}, p.ttft_ms);
  visit_object(v, {"tpot_ms", "ms"}, p.tpot_ms);
  visit_object(v, {"e2e_s", "s"}, p.e2e_s);
  visit_field(v, {"requests"}, p.requests);
}

void visit(TargetResult& t, FieldVisitor& v) {
  visit_field(v, {"figure"}, t.figure);
  visit_field(v, {"limit"}, t.limit);
  visit_field(v, {"value"}, t.value);
  visit_field(v, {"met"}, t.met);
}

void visit(SloResult& s, FieldVisitor& v) {
  visit_field(v, {"met"}, s.met);
  visit_list(v, {"targets"}, s.targets);
  visit_field(v, {"max_concurrency"}, s.max_concurrency);
  visit_field(v, {"max_requests_per_minute", "1/min"}, s.max_requests_per_minute);
}

void visit(SpeculationResult& s, FieldVisitor& v) {
  visit_field(v, {"drafter"}, s.drafter);
  visit_field(v, {"tokens_per_step"}, s.tokens_per_step);
  visit_field(v, {"accepted_share"}, s.accepted_share);
  visit_field(v, {"draft_ms", "ms"}, s.draft_ms);
  visit_field(v, {"speedup"}, s.speedup);
  visit_field(v, {"pays_up_to"}, s.pays_up_to);
}

void visit(DisaggregationResult& d, FieldVisitor& v) {
  visit_field(v, {"prefill_replicas"}, d.prefill_replicas);
  visit_field(v, {"decode_replicas"}, d.decode_replicas);
  visit_field(v, {"transfer_ms", "ms"}, d.transfer_ms);
  visit_field(v, {"prefill_busy"}, d.prefill_busy);
  visit_field(v, {"decode_busy"}, d.decode_busy);
}

void visit(SpeedResult& s, FieldVisitor& v) {
  visit_field(v, {"ttft_ms", "ms"}, s.ttft_ms);
  visit_field(v, {"tpot_ms", "ms"}, s.tpot_ms);
  visit_field(v, {"tokens_per_s", "1/s"}, s.tokens_per_s);
  visit_field(v, {"tokens_per_s_per_request", "1/s"}, s.tokens_per_s_per_request);
  visit_field(v, {"requests_per_s", "1/s"}, s.requests_per_s);
  visit_field(v, {"concurrency"}, s.concurrency);
  visit_field(v, {"queue_ms", "ms"}, s.queue_ms);
  visit_field(v, {"max_requests_per_s", "1/s"}, s.max_requests_per_s);
  visit_object(v, {"percentiles"}, s.percentiles);
  visit_object(v, {"slo"}, s.slo);
  visit_object(v, {"speculation"}, s.speculation);
  visit_object(v, {"disaggregation"}, s.disaggregation);
  visit_field(v, {"step_s", "s"}, s.step_s);
  visit_field(v, {"samples_per_s", "1/s"}, s.samples_per_s);
  visit_field(v, {"tflops_per_gpu", "TFLOP/s"}, s.tflops_per_gpu);
  visit_field(v, {"mfu"}, s.mfu);
  visit_field(v, {"hfu"}, s.hfu);
  visit_field(v, {"days", "d"}, s.days);
  visit_field(v, {"tokens"}, s.tokens);
  visit_field(v, {"goodput"}, s.goodput);
  visit_field(v, {"failures"}, s.failures);
  visit_field(v, {"checkpoint_every_min", "min"}, s.checkpoint_every_min);
  visit_object(v, {"compute_optimal"}, s.compute_optimal);
  visit_field(v, {"batch"}, s.batch);
  visit_field(v, {"batch_ms", "ms"}, s.batch_ms);
  visit_field(v, {"images_per_s", "1/s"}, s.images_per_s);
  visit_field(v, {"audio_s_per_s"}, s.audio_s_per_s);
  visit_field(v, {"real_time_factor"}, s.real_time_factor);
  visit_field(v, {"samples"}, s.samples);
  visit_list(v, {"ranges"}, s.ranges);
  visit_object(v, {"bottleneck"}, s.bottleneck);
  visit_object(v, {"roofline"}, s.roofline);
  visit_list(v, {"time_lines"}, s.time_lines);
  visit_list(v, {"bounds"}, s.bounds);
  visit_object(v, {"layout"}, s.layout);
}

void visit(LineUsd& l, FieldVisitor& v) {
  visit_field(v, {"id"}, l.id);
  visit_field(v, {"label"}, l.label);
  visit_field(v, {"usd", "US$"}, l.usd);
}

void visit(UsefulHour& h, FieldVisitor& v) {
  visit_field(v, {"rent", "US$/h"}, h.rent);
  visit_field(v, {"reserved", "US$/h"}, h.reserved);
  visit_field(v, {"spot", "US$/h"}, h.spot);
  visit_field(v, {"buy", "US$/h"}, h.buy);
}

void visit(Npv& n, FieldVisitor& v) {
  visit_field(v, {"rent", "US$"}, n.rent);
  visit_field(v, {"buy", "US$"}, n.buy);
  visit_field(v, {"api", "US$"}, n.api);
}
void visit(BreakEven& b, FieldVisitor& v) {
  visit_field(v, {"utilization"}, b.utilization);
  visit_field(v, {"rent_usd_gpu_h", "US$/h"}, b.rent_usd_gpu_h);
  visit_field(v, {"months", "months"}, b.months);
  visit_field(v, {"gpu_hours", "h"}, b.gpu_hours);
  visit_field(v, {"rent_over_api_utilization"}, b.rent_over_api_utilization);
  visit_field(v, {"buy_over_api_utilization"}, b.buy_over_api_utilization);
}
void visit_work(WorkCost& c, FieldVisitor& v) {
  visit_field(v, {"usd_per_1m_input_tokens", "US$"}, c.usd_per_1m_input_tokens);
  visit_field(v, {"usd_per_1m_output_tokens", "US$"}, c.usd_per_1m_output_tokens);
  visit_field(v, {"usd_per_1k_requests", "US$"}, c.usd_per_1k_requests);
  visit_field(v, {"usd_per_1k_images", "US$"}, c.usd_per_1k_images);
  visit_field(v, {"usd_per_audio_h", "US$"}, c.usd_per_audio_h);
  visit_field(v, {"usd_per_run", "US$"}, c.usd_per_run);
}
void visit(PricedOption& o, FieldVisitor& v) {
  visit_field(v, {"id"}, o.id);
  visit_field(v, {"label"}, o.label);
  visit_field(v, {"usd_gpu_h", "US$/h"}, o.usd_gpu_h);
  visit_field(v, {"usd_per_useful_gpu_h", "US$/h"}, o.usd_per_useful_gpu_h);
  visit_work(o, v);
  visit_field(v, {"days", "days"}, o.days);
  visit_field(v, {"npv", "US$"}, o.npv);
  visit_field(v, {"source"}, o.source);
}
void visit(CashMonth& m, FieldVisitor& v) {
  visit_field(v, {"month", "months"}, m.month);
  visit_field(v, {"rent_usd", "US$"}, m.rent_usd);
  visit_field(v, {"buy_usd", "US$"}, m.buy_usd);
  visit_field(v, {"api_usd", "US$"}, m.api_usd);
}
void visit(PowerResult& p, FieldVisitor& v) {
  visit_field(v, {"node_max_w", "W"}, p.node_max_w);
  visit_field(v, {"power_supply_w", "W"}, p.power_supply_w);
  visit_field(v, {"circuits_120v_15a"}, p.circuits_120v_15a);
  visit_field(v, {"circuits_230v_16a"}, p.circuits_230v_16a);
  visit_field(v, {"heat_btu_h", "BTU/h"}, p.heat_btu_h);
  visit_field(v, {"racks"}, p.racks);
  visit_field(v, {"rack_kw", "kW"}, p.rack_kw);
  visit_field(v, {"cooling"}, p.cooling);
  visit_field(v, {"pue"}, p.pue);
  visit_field(v, {"energy_kwh_year", "kWh"}, p.energy_kwh_year);
  visit_field(v, {"co2_g_kwh", "g/kWh"}, p.co2_g_kwh);
  visit_field(v, {"co2_kg_year", "kg"}, p.co2_kg_year);
  visit_field(v, {"grid"}, p.grid);
}
void visit(GivenPrice& g, FieldVisitor& v) { visit_field(v, {"catalog_usd_per_h", "US$/h"}, g.catalog_usd_per_h); }
void visit(CostResult& c, FieldVisitor& v) {
  visit_field(v, {"way"}, c.option);
  visit_field(v, {"usd_per_h", "US$/h"}, c.usd_per_h);
  visit_object(v, {"given"}, c.given);
  visit_field(v, {"usd_per_useful_h", "US$/h"}, c.usd_per_useful_h);
  visit_work(c, v);
  visit_field(v, {"gpu_hours", "h"}, c.gpu_hours);
  visit_field(v, {"prefill_share"}, c.prefill_share);
  visit_field(v, {"rent_usd_gpu_h", "US$/h"}, c.rent_usd_gpu_h);
  visit_field(v, {"rent_source"}, c.rent_source);
  visit_field(v, {"purchase_usd", "US$"}, c.purchase_usd);
  visit_field(v, {"purchase_share"}, c.purchase_share);
  visit_field(v, {"purchase_source"}, c.purchase_source);
  visit_list(v, {"ways"}, c.options);
  visit_object(v, {"usd_per_useful_gpu_h"}, c.usd_per_useful_gpu_h);
  visit_object(v, {"npv"}, c.npv);
  visit_list(v, {"lines"}, c.lines);
  visit_object(v, {"break_even"}, c.break_even);
  visit_list(v, {"cash_flow"}, c.cash_flow);
  visit_field(v, {"verdict"}, c.verdict);
  visit_field(v, {"energy_kwh", "kWh"}, c.energy_kwh);
  visit_field(v, {"energy_usd", "US$"}, c.energy_usd);
  visit_field(v, {"co2_kg", "kg"}, c.co2_kg);
  visit_field(v, {"power_w", "W"}, c.power_w);
  visit_object(v, {"power"}, c.power);
}

void visit(Remedy& r, FieldVisitor& v) {
  visit_field(v, {"id"}, r.id);
  visit_field(v, {"path"}, r.path);
  visit_field(v, {"text"}, r.text);
  visit_field(v, {"per_gpu_gb", "GB"}, r.per_gpu_gb);
  visit_field(v, {"slowdown"}, r.slowdown);
  visit_field(v, {"usd_per_h", "US$/h"}, r.usd_per_h);
  visit_field(v, {"tokens_per_s_per_request", "1/s"}, r.tokens_per_s_per_request);
  visit_field(v, {"days", "d"}, r.days);
}

void visit(RuleOfThumb& r, FieldVisitor& v) {
  visit_field(v, {"id"}, r.id);
  visit_field(v, {"label"}, r.label);
  visit_field(v, {"value"}, r.value);
  visit_field(v, {"unit"}, r.unit);
  visit_field(v, {"detailed"}, r.detailed);
  visit_field(v, {"why_different"}, r.why_different);
  visit_field(v, {"source"}, r.source);
}

void visit(Warning& w, FieldVisitor& v) {
  visit_field(v, {"code"}, w.code);
  visit_field(v, {"severity"}, w.severity);
  visit_field(v, {"message"}, w.message);
}

namespace {
constexpr double kMostFlop = 1e33;  // of a run; no other figure is beyond 1e15
}

void visit(ExplainInput& i, FieldVisitor& v) {
  visit_field(v, {"name"}, i.name);
  visit_field(v, {"label"}, i.label);
  visit_field(v, {.name = "value", .max = kMostFlop}, i.value);
  visit_field(v, {"unit"}, i.unit);
  visit_field(v, {"source"}, i.source);
  visit_field(v, {"date"}, i.date);
  visit_field(v, {"unverified"}, i.unverified);
  visit_field(v, {"figure"}, i.figure);
}

void visit(ExplainValidation& e, FieldVisitor& v) {
  visit_field(v, {"class"}, e.figure_class);
  visit_field(v, {"rows"}, e.rows);
  visit_field(v, {"median_error"}, e.median_error);
  visit_field(v, {"p90_error"}, e.p90_error);
  visit_field(v, {"figure"}, e.figure);
}

void visit(Explanation& e, FieldVisitor& v) {
  visit_field(v, {"pointer"}, e.pointer);
  visit_field(v, {"label"}, e.label);
  visit_field(v, {"formula"}, e.formula);
  visit_field(v, {.name = "value", .max = kMostFlop}, e.value);
  visit_field(v, {"unit"}, e.unit);
  visit_field(v, {"text"}, e.text);
  visit_list(v, {"inputs"}, e.inputs);
  visit_object(v, {"validation"}, e.validation);
}

void visit(Reproduction& r, FieldVisitor& v) {
  visit_field(v, {"figure"}, r.figure);
  visit_field(v, {"tool"}, r.tool);
  visit_field(v, {"command"}, r.command);
  visit_field(v, {"predicted"}, r.predicted);
  visit_field(v, {"note"}, r.note);
}

void visit(SensitivityLine& l, FieldVisitor& v) {
  visit_field(v, {"input"}, l.input);
  visit_field(v, {"label"}, l.label);
  visit_field(v, {"low"}, l.low);
  visit_field(v, {"high"}, l.high);
  visit_field(v, {"figure"}, l.figure);
  visit_field(v, {"at_low"}, l.at_low);
  visit_field(v, {"at_high"}, l.at_high);
  visit_field(v, {"flips_verdict"}, l.flips_verdict);
}
void visit(Estimate& e, FieldVisitor& v) {
  visit_field(v, {"device"}, e.device);
  visit_object(v, {"answer"}, e.answer);
  visit_object(v, {"model"}, e.model);
  visit_object(v, {"memory"}, e.memory);
  visit_object(v, {"speed"}, e.speed);
  visit_object(v, {"cost"}, e.cost);
  visit_list(v, {"remedies"}, e.remedies);
  visit_list(v, {"sensitivity"}, e.sensitivity);
  visit_list(v, {"rules_of_thumb"}, e.rules_of_thumb);
  visit_list(v, {"warnings"}, e.warnings);
  visit_list(v, {"reproduce"}, e.reproduce);
  visit_list(v, {"explain"}, e.explain);
}

}  // namespace ridgepoint
