// The public fields of a scenario: names, units and limits. The order here is the
// order of the JSON and of shared links.
#include "engine/ask/scenario.h"

namespace ridgepoint {

void visit(HardwareChoice& h, FieldVisitor& v) {
  v << field("accelerator", h.accelerator) << field("instance", h.instance)
    << open_field("count", h.count, "", 1, 100000) << open_field("memory_gb", h.memory_gb, "GB", 1, 1e5)
    << open_field("per_node", h.per_node, "", 1, 1024) << field("host", h.host)
    << open_field("host_memory_gb", h.host_memory_gb, "GB", 1, 1e6)
    << open_field("host_layers", h.host_layers, "", 0, 10000)
    << open_field("host_expert_layers", h.host_expert_layers, "", 0, 10000);
  visit_field(v, {.name = "fabric", .planned = true}, h.fabric);
  visit_field(v, {.name = "partition", .planned = true}, h.partition);
  v << open_field("derating", h.derating, "", 0, 0.9);
}

void visit(PrecisionChoice& p, FieldVisitor& v) {
  v << open_field("weights", p.weights) << field("kv", p.kv);
  visit_field(v, {.name = "compute", .planned = true}, p.compute);
  v << field("accept", p.accept);
}

void visit(ParallelChoice& p, FieldVisitor& v) {
  v << open_field("tensor", p.tensor, "", 1, 1024) << open_field("pipeline", p.pipeline, "", 1, 1024)
    << open_field("data", p.data, "", 1, 100000) << open_field("expert", p.expert, "", 1, 4096)
    << open_field("context", p.context, "", 1, 1024) << open_field("sharding", p.sharding)
    << open_field("schedule", p.schedule) << open_field("virtual_stages", p.virtual_stages, "", 1, 1024);
}

void visit(SpeculativeChoice& s, FieldVisitor& v) {
  v << field("draft", s.draft) << field("tokens", s.tokens, "", 1, 64) << field("acceptance", s.acceptance, "", 0, 1);
}

void visit(SloChoice& s, FieldVisitor& v) {
  v << field("ttft_p95_ms", s.ttft_p95_ms, "ms", 0.01, 1e9) << field("tpot_p95_ms", s.tpot_p95_ms, "ms", 0.01, 1e9)
    << field("e2e_p95_s", s.e2e_p95_s, "s", 0.001, 1e7);
}

void visit(ServeChoice& s, FieldVisitor& v) {
  v << open_field("purpose", s.purpose) << open_field("input_tokens", s.input_tokens, "tokens", 1, 1e8)
    << open_field("output_tokens", s.output_tokens, "tokens", 1, 1e8)
    << open_field("reasoning_tokens", s.reasoning_tokens, "tokens", 0, 1e8)
    << open_field("max_context", s.max_context, "tokens", 1, 1e8);
  visit_field(v, {.name = "concurrency", .min = 1, .max = 1e7, .word = "max"}, s.concurrency);
  v << open_field("max_sequences", s.max_sequences, "", 1, 1000000)
    << open_field("memory_fraction", s.memory_fraction, "", 0.1, 1)
    << open_field("prefill_chunk", s.prefill_chunk, "tokens", 1, 1e7)
    << field("prefix_hit_rate", s.prefix_hit_rate, "", 0, 1) << field("length_spread", s.length_spread, "", 0, 1)
    << field("requests_per_minute", s.requests_per_minute, "1/min", 1e-6, 1e9)
    << field("daily_users", s.daily_users, "", 0.01, 1e10)
    << field("tokens_per_day", s.tokens_per_day, "tokens", 1, 1e15)
    << field("audio_h_per_day", s.audio_h_per_day, "h", 1e-6, 1e12)
    << field("total_requests", s.total_requests, "", 1, 1e15)
    << field("total_tokens", s.total_tokens, "tokens", 1, 1e18)
    << field("total_audio_h", s.total_audio_h, "h", 1e-3, 1e12)
    << field("done_within_h", s.done_within_h, "h", 0.01, 1e6) << field("hours_per_day", s.hours_per_day, "h", 0.01, 24)
    << field("requests_per_user_day", s.requests_per_user_day, "", 0.001, 1e6)
    << field("peak_factor", s.peak_factor, "", 1, 1000) << field("min_replicas", s.min_replicas, "", 0, 1e6)
    << open_field("engine", s.engine) << field("engine_date", s.engine_date);
  visit_field(v, {.name = "lora_adapters", .min = 0, .max = 10000, .planned = true}, s.lora_adapters);
  v << field("disaggregated", s.disaggregated) << field("prefill_replicas", s.prefill_replicas, "", 1, 100000)
    << field("speculative", s.speculative) << field("slo", s.slo) << open_field("batch", s.batch, "", 1, 65536)
    << open_field("steps", s.steps, "", 1, 1e4) << open_field("width", s.width, "px", 16, 32768)
    << open_field("height", s.height, "px", 16, 32768) << field("guidance", s.guidance)
    << open_field("audio_s", s.audio_s, "s", 0.01, 1e6) << field("eager", s.eager);
}

void visit(LoraChoice& l, FieldVisitor& v) {
  v << field("rank", l.rank, "", 1, 4096) << field("targets", l.targets) << field("embeddings", l.embeddings);
}

void visit(TrainChoice& t, FieldVisitor& v) {
  v << open_field("method", t.method) << field("objective", t.objective) << field("reference", t.reference)
    << field("group", t.group, "", 2, 4096) << field("prompt_tokens", t.prompt_tokens, "tokens", 1, 1e8)
    << field("optimizer", t.optimizer) << field("recipe", t.recipe) << open_field("framework", t.framework)
    << field("software_date", t.software_date) << open_field("tokens", t.tokens, "tokens", 1, 1e15)
    << field("tokens_per_param", t.tokens_per_param, "", 0.01, 1e5)
    << open_field("budget_gpu_h", t.budget_gpu_h, "h", 0.01, 1e10)
    << open_field("budget_usd", t.budget_usd, "US$", 0.01, 1e10) << field("epochs", t.epochs, "", 0.001, 1e5)
    << field("dataset_tokens", t.dataset_tokens, "tokens", 1, 1e15) << open_field("samples", t.samples, "", 1, 1e13)
    << field("sequence", t.sequence, "tokens", 1, 1e8) << field("packed", t.packed)
    << open_field("padding", t.padding, "", 0, 0.99) << open_field("micro_batch", t.micro_batch, "", 1, 16384)
    << open_field("global_batch", t.global_batch, "", 1, 1e7) << open_field("checkpointing", t.checkpointing)
    << field("flash_attention", t.flash_attention) << field("compiled", t.compiled) << field("loss", t.loss)
    << field("offload", t.offload) << field("optimizer_in_backward", t.optimizer_in_backward)
    << field("trained_layers", t.trained_layers, "", 1, 10000) << field("lora", t.lora)
    << open_field("image_size", t.image_size, "px", 16, 32768) << field("deadline_h", t.deadline_h, "h", 0.01, 1e6)
    << field("experiments", t.experiments, "", 1, 1000) << open_field("mtbf_h", t.mtbf_h, "h", 0.01, 1e8)
    << open_field("checkpoint_min", t.checkpoint_min, "min", 0, 1e4)
    << field("restart_min", t.restart_min, "min", 0, 1e4);
}

void visit(CostChoice& c, FieldVisitor& v) {
  v << field("mode", c.mode) << field("pricing", c.pricing) << open_field("market", c.market)
    << field("provider", c.provider) << field("region", c.region) << field("grid", c.grid)
    << open_field("location", c.location) << open_field("utilization", c.utilization, "", 1e-4, 1)
    << field("years", c.years, "years", 0.25, 20) << field("discount_rate", c.discount_rate, "", 0, 1)
    << field("availability", c.availability, "", 0.01, 1) << open_field("server_usd", c.server_usd, "US$", 0, 1e9)
    << open_field("network_usd_per_gpu", c.network_usd_per_gpu, "US$", 0, 1e6)
    << field("facility_usd", c.facility_usd, "US$", 0, 1e9) << field("spare_nodes", c.spare_nodes, "", 0, 10000)
    << open_field("host", c.host) << open_field("host_usd", c.host_usd, "US$", 0, 1e7)
    << open_field("install_fraction", c.install_fraction, "", 0, 1)
    << open_field("server_kw_max", c.server_kw_max, "kW", 0, 1000)
    << open_field("idle_fraction", c.idle_fraction, "", 0, 1) << field("load_fraction", c.load_fraction, "", 0, 1)
    << open_field("pue", c.pue, "", 1, 3) << open_field("electricity_usd_kwh", c.electricity_usd_kwh, "US$/kWh", 0, 5)
    << field("electricity_drift", c.electricity_drift, "", -0.5, 1)
    << field("electricity_included", c.electricity_included)
    << open_field("colo_usd_kw_month", c.colo_usd_kw_month, "US$/kW/month", 0, 10000)
    << field("maintenance_fraction", c.maintenance_fraction, "", 0, 1)
    << open_field("staff_fte", c.staff_fte, "", 0, 100) << field("staff_usd_year", c.staff_usd_year, "US$", 0, 1e7)
    << field("software_usd_year", c.software_usd_year, "US$", 0, 1e9)
    << open_field("resale_fraction", c.resale_fraction, "", 0, 1)
    << field("resale_cost_fraction", c.resale_cost_fraction, "", 0, 1)
    << open_field("rent_usd_gpu_h", c.rent_usd_gpu_h, "US$/h", 0, 1000)
    << open_field("reserved_usd_gpu_h", c.reserved_usd_gpu_h, "US$/h", 0, 1000)
    << field("rent_drift", c.rent_drift, "", -0.9, 1) << open_field("spot_ratio", c.spot_ratio, "", 0, 1)
    << open_field("spot_mtbi_h", c.spot_mtbi_h, "h", 0.01, 1e5) << field("always_on", c.always_on)
    << field("base_share", c.base_share, "", 0, 1) << field("start_h", c.start_h, "h", 0, 1000)
    << field("start_overhead", c.start_overhead, "", 0, 10) << field("support_fraction", c.support_fraction, "", 0, 1)
    << field("storage_gb", c.storage_gb, "GB", 0, 1e9)
    << field("storage_usd_gb_month", c.storage_usd_gb_month, "US$/GB/month", 0, 10)
    << field("egress_gb_month", c.egress_gb_month, "GB/month", 0, 1e9)
    << field("egress_usd_gb", c.egress_usd_gb, "US$/GB", 0, 10)
    << open_field("api_input_usd_m", c.api_input_usd_m, "US$", 0, 1e5)
    << open_field("api_output_usd_m", c.api_output_usd_m, "US$", 0, 1e5)
    << open_field("cached_share", c.cached_share, "", 0, 1)
    << open_field("cached_price_ratio", c.cached_price_ratio, "", 0, 1)
    << open_field("batch_discount", c.batch_discount, "", 0, 1);
}

void visit(OwnedHardware& o, FieldVisitor& v) {
  v << field("accelerator", o.accelerator) << field("count", o.count, "", 1, 100000);
}

void visit(ConstraintChoice& c, FieldVisitor& v) {
  v << open_field("headroom", c.headroom, "", 0, 0.9)
    << field("min_tokens_per_s", c.min_tokens_per_s, "tokens/s", 0, 1e5)
    << field("max_ttft_s", c.max_ttft_s, "s", 0, 1e6) << field("max_request_s", c.max_request_s, "s", 0, 1e6)
    << field("max_usd_h", c.max_usd_h, "US$/h", 0, 1e9) << field("max_usd_total", c.max_usd_total, "US$", 0, 1e12)
    << field("max_purchase_usd", c.max_purchase_usd, "US$", 0, 1e12) << field("max_power_w", c.max_power_w, "W", 0, 1e9)
    << field("max_count", c.max_count, "", 1, 1e6) << field("vendors", c.vendors) << field("segments", c.segments)
    << field("accelerators", c.accelerators) << field("owned", c.owned);
}

void visit(Scenario& s, FieldVisitor& v) {
  v << field("version", s.version, "", 1, 1) << field("as_of", s.as_of) << field("workload", s.workload)
    << field("model", s.model.id) << field("params_b", s.model.params_b, "1e9", 0.01, 20000)
    << field("hardware", s.hardware) << field("precision", s.precision) << field("parallel", s.parallel)
    << field("serve", s.serve) << field("train", s.train) << field("cost", s.cost)
    << field("constraints", s.constraints) << field("objective", s.objective) << field("overrides", s.overrides);
}

void visit(RunsOnQuestion& q, FieldVisitor& v) {
  v << field("hardware", q.hardware) << field("context", q.context, "tokens", 64, 1e8)
    << field("input_tokens", q.input_tokens, "tokens", 1, 1e8)
    << field("output_tokens", q.output_tokens, "tokens", 1, 1e8) << field("accept", q.accept)
    << field("min_tokens_per_s", q.min_tokens_per_s, "1/s", 0, 1e6) << field("host", q.host)
    << field("host_memory_gb", q.host_memory_gb, "GB", 0, 1e6);
  visit_field(v, {.name = "sequence", .unit = "tokens", .min = 1, .max = 1 << 24}, q.sequence);
  v << field("max_days", q.max_days, "d", 0, 36500) << field("models", q.models) << field("parts", q.parts)
    << field("overrides", q.overrides);
}

DEFINE_COPIES(Scenario);

Scenario defaults_with(bool model_size, bool instance) {
  Scenario out;
  if (model_size) out.model.id.clear();
  if (instance) out.hardware.accelerator.clear();
  return out;
}

void take_defaults(Scenario& s, bool has_model, bool has_accelerator) {
  if (!s.model.params_b && !s.hardware.instance) return;
  const Scenario standard = defaults_with(s.model.params_b.has_value(), s.hardware.instance.has_value());
  if (!has_model) s.model.id = standard.model.id;
  if (!has_accelerator) s.hardware.accelerator = standard.hardware.accelerator;
}

}  // namespace ridgepoint
