// The public fields of a scenario: names, units and limits. The order here is the
// order of the JSON and of shared links.
#include "engine/ask/scenario.h"

namespace ridgepoint {

void visit(HardwareChoice& h, FieldVisitor& v) {
  visit_field(v, {"accelerator"}, h.accelerator);
  visit_field(v, {"instance"}, h.instance);
  visit_field(v, {.name = "count", .min = 1, .max = 100000, .word = "auto"}, h.count);
  visit_field(v, {.name = "memory_gb", .unit = "GB", .min = 1, .max = 1e5, .word = "auto"}, h.memory_gb);
  visit_field(v, {.name = "per_node", .min = 1, .max = 1024, .word = "auto"}, h.per_node);
  visit_field(v, {"host"}, h.host);
  visit_field(v, {.name = "host_memory_gb", .unit = "GB", .min = 1, .max = 1e6, .word = "auto"}, h.host_memory_gb);
  visit_field(v, {.name = "host_layers", .min = 0, .max = 10000, .word = "auto"}, h.host_layers);
  visit_field(v, {.name = "host_expert_layers", .min = 0, .max = 10000, .word = "auto"}, h.host_expert_layers);
  visit_field(v, {.name = "fabric", .planned = true}, h.fabric);
  visit_field(v, {.name = "partition", .planned = true}, h.partition);
  visit_field(v, {.name = "derating", .min = 0, .max = 0.9, .word = "auto"}, h.derating);
}

void visit(PrecisionChoice& p, FieldVisitor& v) {
  visit_field(v, {.name = "weights", .word = "auto"}, p.weights);
  visit_field(v, {"kv"}, p.kv);
  visit_field(v, {.name = "compute", .planned = true}, p.compute);
  visit_field(v, {"accept"}, p.accept);
}

void visit(ParallelChoice& p, FieldVisitor& v) {
  visit_field(v, {.name = "tensor", .min = 1, .max = 1024, .word = "auto"}, p.tensor);
  visit_field(v, {.name = "pipeline", .min = 1, .max = 1024, .word = "auto"}, p.pipeline);
  visit_field(v, {.name = "data", .min = 1, .max = 100000, .word = "auto"}, p.data);
  visit_field(v, {.name = "expert", .min = 1, .max = 4096, .word = "auto"}, p.expert);
  visit_field(v, {.name = "context", .min = 1, .max = 1024, .word = "auto"}, p.context);
  visit_field(v, {.name = "sharding", .word = "auto"}, p.sharding);
  visit_field(v, {.name = "schedule", .word = "auto"}, p.schedule);
  visit_field(v, {.name = "virtual_stages", .min = 1, .max = 1024, .word = "auto"}, p.virtual_stages);
}

void visit(SpeculativeChoice& s, FieldVisitor& v) {
  visit_field(v, {"draft"}, s.draft);
  visit_field(v, {.name = "tokens", .min = 1, .max = 64}, s.tokens);
  visit_field(v, {.name = "acceptance", .min = 0, .max = 1}, s.acceptance);
}

void visit(SloChoice& s, FieldVisitor& v) {
  visit_field(v, {.name = "ttft_p95_ms", .unit = "ms", .min = 0.01, .max = 1e9}, s.ttft_p95_ms);
  visit_field(v, {.name = "tpot_p95_ms", .unit = "ms", .min = 0.01, .max = 1e9}, s.tpot_p95_ms);
  visit_field(v, {.name = "e2e_p95_s", .unit = "s", .min = 0.001, .max = 1e7}, s.e2e_p95_s);
}

void visit(ServeChoice& s, FieldVisitor& v) {
  visit_field(v, {.name = "purpose", .word = "auto"}, s.purpose);
  visit_field(v, {.name = "input_tokens", .unit = "tokens", .min = 1, .max = 1e8, .word = "auto"}, s.input_tokens);
  visit_field(v, {.name = "output_tokens", .unit = "tokens", .min = 1, .max = 1e8, .word = "auto"}, s.output_tokens);
  visit_field(v, {.name = "reasoning_tokens", .unit = "tokens", .min = 0, .max = 1e8, .word = "auto"},
              s.reasoning_tokens);
  visit_field(v, {.name = "max_context", .unit = "tokens", .min = 1, .max = 1e8, .word = "auto"}, s.max_context);
  visit_field(v, {.name = "concurrency", .min = 1, .max = 1e7, .word = "max"}, s.concurrency);
  visit_field(v, {.name = "max_sequences", .min = 1, .max = 1000000, .word = "auto"}, s.max_sequences);
  visit_field(v, {.name = "memory_fraction", .min = 0.1, .max = 1, .word = "auto"}, s.memory_fraction);
  visit_field(v, {.name = "prefill_chunk", .unit = "tokens", .min = 1, .max = 1e7, .word = "auto"}, s.prefill_chunk);
  visit_field(v, {.name = "prefix_hit_rate", .min = 0, .max = 1}, s.prefix_hit_rate);
  visit_field(v, {.name = "length_spread", .min = 0, .max = 1}, s.length_spread);
  visit_field(v, {.name = "requests_per_minute", .unit = "1/min", .min = 1e-6, .max = 1e9}, s.requests_per_minute);
  visit_field(v, {.name = "daily_users", .min = 0.01, .max = 1e10}, s.daily_users);
  visit_field(v, {.name = "tokens_per_day", .unit = "tokens", .min = 1, .max = 1e15}, s.tokens_per_day);
  visit_field(v, {.name = "audio_h_per_day", .unit = "h", .min = 1e-6, .max = 1e12}, s.audio_h_per_day);
  visit_field(v, {.name = "total_requests", .min = 1, .max = 1e15}, s.total_requests);
  visit_field(v, {.name = "total_tokens", .unit = "tokens", .min = 1, .max = 1e18}, s.total_tokens);
  visit_field(v, {.name = "total_audio_h", .unit = "h", .min = 1e-3, .max = 1e12}, s.total_audio_h);
  visit_field(v, {.name = "done_within_h", .unit = "h", .min = 0.01, .max = 1e6}, s.done_within_h);
  visit_field(v, {.name = "hours_per_day", .unit = "h", .min = 0.01, .max = 24}, s.hours_per_day);
  visit_field(v, {.name = "requests_per_user_day", .min = 0.001, .max = 1e6}, s.requests_per_user_day);
  visit_field(v, {.name = "peak_factor", .min = 1, .max = 1000}, s.peak_factor);
  visit_field(v, {.name = "min_replicas", .min = 0, .max = 1e6}, s.min_replicas);
  visit_field(v, {.name = "engine", .word = "auto"}, s.engine);
  visit_field(v, {"engine_date"}, s.engine_date);
  visit_field(v, {.name = "lora_adapters", .min = 0, .max = 10000, .planned = true}, s.lora_adapters);
  visit_field(v, {"disaggregated"}, s.disaggregated);
  visit_field(v, {.name = "prefill_replicas", .min = 1, .max = 100000}, s.prefill_replicas);
  visit_object(v, {"speculative"}, s.speculative);
  visit_object(v, {"slo"}, s.slo);
  visit_field(v, {.name = "batch", .min = 1, .max = 65536, .word = "auto"}, s.batch);
  visit_field(v, {.name = "steps", .min = 1, .max = 1e4, .word = "auto"}, s.steps);
  visit_field(v, {.name = "width", .unit = "px", .min = 16, .max = 32768, .word = "auto"}, s.width);
  visit_field(v, {.name = "height", .unit = "px", .min = 16, .max = 32768, .word = "auto"}, s.height);
  visit_field(v, {"guidance"}, s.guidance);
  visit_field(v, {.name = "audio_s", .unit = "s", .min = 0.01, .max = 1e6, .word = "auto"}, s.audio_s);
  visit_field(v, {"eager"}, s.eager);
}

void visit(LoraChoice& l, FieldVisitor& v) {
  visit_field(v, {.name = "rank", .min = 1, .max = 4096}, l.rank);
  visit_field(v, {"targets"}, l.targets);
  visit_field(v, {"embeddings"}, l.embeddings);
}

void visit(TrainChoice& t, FieldVisitor& v) {
  visit_field(v, {.name = "method", .word = "auto"}, t.method);
  visit_field(v, {"objective"}, t.objective);
  visit_field(v, {"reference"}, t.reference);
  visit_field(v, {.name = "group", .min = 2, .max = 4096}, t.group);
  visit_field(v, {.name = "prompt_tokens", .unit = "tokens", .min = 1, .max = 1e8}, t.prompt_tokens);
  visit_field(v, {"optimizer"}, t.optimizer);
  visit_field(v, {"recipe"}, t.recipe);
  visit_field(v, {.name = "framework", .word = "auto"}, t.framework);
  visit_field(v, {"software_date"}, t.software_date);
  visit_field(v, {.name = "tokens", .unit = "tokens", .min = 1, .max = 1e15, .word = "auto"}, t.tokens);
  visit_field(v, {.name = "tokens_per_param", .min = 0.01, .max = 1e5}, t.tokens_per_param);
  visit_field(v, {.name = "budget_gpu_h", .unit = "h", .min = 0.01, .max = 1e10, .word = "auto"}, t.budget_gpu_h);
  visit_field(v, {.name = "budget_usd", .unit = "US$", .min = 0.01, .max = 1e10, .word = "auto"}, t.budget_usd);
  visit_field(v, {.name = "epochs", .min = 0.001, .max = 1e5}, t.epochs);
  visit_field(v, {.name = "dataset_tokens", .unit = "tokens", .min = 1, .max = 1e15}, t.dataset_tokens);
  visit_field(v, {.name = "samples", .min = 1, .max = 1e13, .word = "auto"}, t.samples);
  visit_field(v, {.name = "sequence", .unit = "tokens", .min = 1, .max = 1e8}, t.sequence);
  visit_field(v, {"packed"}, t.packed);
  visit_field(v, {.name = "padding", .min = 0, .max = 0.99, .word = "auto"}, t.padding);
  visit_field(v, {.name = "micro_batch", .min = 1, .max = 16384, .word = "auto"}, t.micro_batch);
  visit_field(v, {.name = "global_batch", .min = 1, .max = 1e7, .word = "auto"}, t.global_batch);
  visit_field(v, {.name = "checkpointing", .word = "auto"}, t.checkpointing);
  visit_field(v, {"flash_attention"}, t.flash_attention);
  visit_field(v, {"compiled"}, t.compiled);
  visit_field(v, {"loss"}, t.loss);
  visit_field(v, {"offload"}, t.offload);
  visit_field(v, {"optimizer_in_backward"}, t.optimizer_in_backward);
  visit_field(v, {.name = "trained_layers", .min = 1, .max = 10000}, t.trained_layers);
  visit_object(v, {"lora"}, t.lora);
  visit_field(v, {.name = "image_size", .unit = "px", .min = 16, .max = 32768, .word = "auto"}, t.image_size);
  visit_field(v, {.name = "deadline_h", .unit = "h", .min = 0.01, .max = 1e6}, t.deadline_h);
  visit_field(v, {.name = "experiments", .min = 1, .max = 1000}, t.experiments);
  visit_field(v, {.name = "mtbf_h", .unit = "h", .min = 0.01, .max = 1e8, .word = "auto"}, t.mtbf_h);
  visit_field(v, {.name = "checkpoint_min", .unit = "min", .min = 0, .max = 1e4, .word = "auto"}, t.checkpoint_min);
  visit_field(v, {.name = "restart_min", .unit = "min", .min = 0, .max = 1e4}, t.restart_min);
}

void visit(CostChoice& c, FieldVisitor& v) {
  visit_field(v, {"mode"}, c.mode);
  visit_field(v, {"pricing"}, c.pricing);
  visit_field(v, {.name = "market", .word = "auto"}, c.market);
  visit_field(v, {"provider"}, c.provider);
  visit_field(v, {"region"}, c.region);
  visit_field(v, {"grid"}, c.grid);
  visit_field(v, {.name = "location", .word = "auto"}, c.location);
  visit_field(v, {.name = "utilization", .min = 1e-4, .max = 1, .word = "auto"}, c.utilization);
  visit_field(v, {.name = "years", .unit = "years", .min = 0.25, .max = 20}, c.years);
  visit_field(v, {.name = "discount_rate", .min = 0, .max = 1}, c.discount_rate);
  visit_field(v, {.name = "availability", .min = 0.01, .max = 1}, c.availability);
  visit_field(v, {.name = "server_usd", .unit = "US$", .min = 0, .max = 1e9, .word = "auto"}, c.server_usd);
  visit_field(v, {.name = "network_usd_per_gpu", .unit = "US$", .min = 0, .max = 1e6, .word = "auto"},
              c.network_usd_per_gpu);
  visit_field(v, {.name = "facility_usd", .unit = "US$", .min = 0, .max = 1e9}, c.facility_usd);
  visit_field(v, {.name = "spare_nodes", .min = 0, .max = 10000}, c.spare_nodes);
  visit_field(v, {.name = "host", .word = "auto"}, c.host);
  visit_field(v, {.name = "host_usd", .unit = "US$", .min = 0, .max = 1e7, .word = "auto"}, c.host_usd);
  visit_field(v, {.name = "install_fraction", .min = 0, .max = 1, .word = "auto"}, c.install_fraction);
  visit_field(v, {.name = "server_kw_max", .unit = "kW", .min = 0, .max = 1000, .word = "auto"}, c.server_kw_max);
  visit_field(v, {.name = "idle_fraction", .min = 0, .max = 1, .word = "auto"}, c.idle_fraction);
  visit_field(v, {.name = "load_fraction", .min = 0, .max = 1}, c.load_fraction);
  visit_field(v, {.name = "pue", .min = 1, .max = 3, .word = "auto"}, c.pue);
  visit_field(v, {.name = "electricity_usd_kwh", .unit = "US$/kWh", .min = 0, .max = 5, .word = "auto"},
              c.electricity_usd_kwh);
  visit_field(v, {.name = "electricity_drift", .min = -0.5, .max = 1}, c.electricity_drift);
  visit_field(v, {"electricity_included"}, c.electricity_included);
  visit_field(v, {.name = "colo_usd_kw_month", .unit = "US$/kW/month", .min = 0, .max = 10000, .word = "auto"},
              c.colo_usd_kw_month);
  visit_field(v, {.name = "maintenance_fraction", .min = 0, .max = 1}, c.maintenance_fraction);
  visit_field(v, {.name = "staff_fte", .min = 0, .max = 100, .word = "auto"}, c.staff_fte);
  visit_field(v, {.name = "staff_usd_year", .unit = "US$", .min = 0, .max = 1e7}, c.staff_usd_year);
  visit_field(v, {.name = "software_usd_year", .unit = "US$", .min = 0, .max = 1e9}, c.software_usd_year);
  visit_field(v, {.name = "resale_fraction", .min = 0, .max = 1, .word = "auto"}, c.resale_fraction);
  visit_field(v, {.name = "resale_cost_fraction", .min = 0, .max = 1}, c.resale_cost_fraction);
  visit_field(v, {.name = "rent_usd_gpu_h", .unit = "US$/h", .min = 0, .max = 1000, .word = "auto"}, c.rent_usd_gpu_h);
  visit_field(v, {.name = "reserved_usd_gpu_h", .unit = "US$/h", .min = 0, .max = 1000, .word = "auto"},
              c.reserved_usd_gpu_h);
  visit_field(v, {.name = "rent_drift", .min = -0.9, .max = 1}, c.rent_drift);
  visit_field(v, {.name = "spot_ratio", .min = 0, .max = 1, .word = "auto"}, c.spot_ratio);
  visit_field(v, {.name = "spot_mtbi_h", .unit = "h", .min = 0.01, .max = 1e5, .word = "auto"}, c.spot_mtbi_h);
  visit_field(v, {"always_on"}, c.always_on);
  visit_field(v, {.name = "base_share", .min = 0, .max = 1}, c.base_share);
  visit_field(v, {.name = "start_h", .unit = "h", .min = 0, .max = 1000}, c.start_h);
  visit_field(v, {.name = "start_overhead", .min = 0, .max = 10}, c.start_overhead);
  visit_field(v, {.name = "support_fraction", .min = 0, .max = 1}, c.support_fraction);
  visit_field(v, {.name = "storage_gb", .unit = "GB", .min = 0, .max = 1e9}, c.storage_gb);
  visit_field(v, {.name = "storage_usd_gb_month", .unit = "US$/GB/month", .min = 0, .max = 10}, c.storage_usd_gb_month);
  visit_field(v, {.name = "egress_gb_month", .unit = "GB/month", .min = 0, .max = 1e9}, c.egress_gb_month);
  visit_field(v, {.name = "egress_usd_gb", .unit = "US$/GB", .min = 0, .max = 10}, c.egress_usd_gb);
  visit_field(v, {.name = "api_input_usd_m", .unit = "US$", .min = 0, .max = 1e5, .word = "auto"}, c.api_input_usd_m);
  visit_field(v, {.name = "api_output_usd_m", .unit = "US$", .min = 0, .max = 1e5, .word = "auto"}, c.api_output_usd_m);
  visit_field(v, {.name = "cached_share", .min = 0, .max = 1, .word = "auto"}, c.cached_share);
  visit_field(v, {.name = "cached_price_ratio", .min = 0, .max = 1, .word = "auto"}, c.cached_price_ratio);
  visit_field(v, {.name = "batch_discount", .min = 0, .max = 1, .word = "auto"}, c.batch_discount);
}

void visit(OwnedHardware& o, FieldVisitor& v) {
  visit_field(v, {"accelerator"}, o.accelerator);
  visit_field(v, {.name = "count", .min = 1, .max = 100000}, o.count);
}

void visit(ConstraintChoice& c, FieldVisitor& v) {
  visit_field(v, {.name = "headroom", .min = 0, .max = 0.9, .word = "auto"}, c.headroom);
  visit_field(v, {.name = "min_tokens_per_s", .unit = "tokens/s", .min = 0, .max = 1e5}, c.min_tokens_per_s);
  visit_field(v, {.name = "max_ttft_s", .unit = "s", .min = 0, .max = 1e6}, c.max_ttft_s);
  visit_field(v, {.name = "max_request_s", .unit = "s", .min = 0, .max = 1e6}, c.max_request_s);
  visit_field(v, {.name = "max_usd_h", .unit = "US$/h", .min = 0, .max = 1e9}, c.max_usd_h);
  visit_field(v, {.name = "max_usd_total", .unit = "US$", .min = 0, .max = 1e12}, c.max_usd_total);
  visit_field(v, {.name = "max_purchase_usd", .unit = "US$", .min = 0, .max = 1e12}, c.max_purchase_usd);
  visit_field(v, {.name = "max_power_w", .unit = "W", .min = 0, .max = 1e9}, c.max_power_w);
  visit_field(v, {.name = "max_count", .min = 1, .max = 1e6}, c.max_count);
  visit_field(v, {"vendors"}, c.vendors);
  visit_field(v, {"segments"}, c.segments);
  visit_field(v, {"accelerators"}, c.accelerators);
  visit_list(v, {"owned"}, c.owned);
}

void visit(Scenario& s, FieldVisitor& v) {
  visit_field(v, {.name = "version", .min = 1, .max = 1}, s.version);
  visit_field(v, {"as_of"}, s.as_of);
  visit_field(v, {"workload"}, s.workload);
  visit_field(v, {"model"}, s.model.id);
  visit_field(v, {.name = "params_b", .unit = "1e9", .min = 0.01, .max = 20000}, s.model.params_b);
  visit_object(v, {"hardware"}, s.hardware);
  visit_object(v, {"precision"}, s.precision);
  visit_object(v, {"parallel"}, s.parallel);
  visit_object(v, {"serve"}, s.serve);
  visit_object(v, {"train"}, s.train);
  visit_object(v, {"cost"}, s.cost);
  visit_object(v, {"constraints"}, s.constraints);
  visit_field(v, {"objective"}, s.objective);
  visit_object(v, {"overrides"}, s.overrides);
}

void visit(RunsOnQuestion& q, FieldVisitor& v) {
  visit_list(v, {"hardware"}, q.hardware);
  visit_field(v, {.name = "context", .unit = "tokens", .min = 64, .max = 1e8}, q.context);
  visit_field(v, {.name = "input_tokens", .unit = "tokens", .min = 1, .max = 1e8}, q.input_tokens);
  visit_field(v, {.name = "output_tokens", .unit = "tokens", .min = 1, .max = 1e8}, q.output_tokens);
  visit_field(v, {"accept"}, q.accept);
  visit_field(v, {.name = "min_tokens_per_s", .unit = "1/s", .min = 0, .max = 1e6}, q.min_tokens_per_s);
  visit_field(v, {"host"}, q.host);
  visit_field(v, {.name = "host_memory_gb", .unit = "GB", .min = 0, .max = 1e6}, q.host_memory_gb);
  visit_field(v, {.name = "sequence", .unit = "tokens", .min = 1, .max = 1 << 24}, q.sequence);
  visit_field(v, {.name = "max_days", .unit = "d", .min = 0, .max = 36500}, q.max_days);
  visit_field(v, {"models"}, q.models);
  visit_field(v, {"parts"}, q.parts);
  visit_object(v, {"overrides"}, q.overrides);
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
