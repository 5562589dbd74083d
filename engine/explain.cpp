#include "engine/explain.h"

#include <string>
#include <string_view>
#include <utility>

#include "engine/estimate_parts.h"

namespace ridgepoint {
namespace {

ExplainInput computed(std::string name, std::string label, double value, std::string unit) {
  return {std::move(name), std::move(label), value, std::move(unit), "computed", "", false};
}

ExplainInput given(std::string name, std::string label, double value, std::string unit) {
  return {std::move(name), std::move(label), value, std::move(unit), "scenario", "", false};
}

// A catalog fact of the accelerator: its own source, or the record's.
ExplainInput fact(const Accelerator& a, const std::string& field, std::string name, std::string label, double value,
                  std::string unit) {
  const auto own = a.provenance.find(field);
  ExplainInput in{std::move(name), std::move(label), value, std::move(unit), a.source, a.retrieved, false};
  if (own == a.provenance.end()) return in;
  if (!own->second.source.empty()) in.source = own->second.source;
  if (!own->second.retrieved.empty()) in.date = own->second.retrieved;
  in.unverified = own->second.unverified;
  return in;
}

// "a + b + c" over the inputs.
std::string sum_of_names(const std::vector<ExplainInput>& inputs) {
  std::string formula;
  for (const ExplainInput& input : inputs) formula += (formula.empty() ? "" : " + ") + input.name;
  return formula.empty() ? "0" : formula;
}

// Collects explanations with the error known for their class.
class Explanations {
 public:
  Explanations(const Estimate& e, const Catalog& catalog) : e_(e), catalog_(catalog) {}

  Explanation& add(const char* pointer, const char* label, std::string formula, double value, const char* unit,
                   const char* text, std::vector<ExplainInput> inputs) {
    list_.push_back({pointer, label, std::move(formula), value, unit, text, std::move(inputs), std::nullopt});
    return list_.back();
  }
  void add_measured(const char* error_name, const char* pointer, const char* label, std::string formula, double value,
                    const char* unit, const char* text, std::vector<ExplainInput> inputs) {
    const Basis& basis = e_.basis;
    const Efficiency* serving = e_.scenario.serves() ? &pace_of(basis.plan, basis.resolved) : nullptr;
    Explanation& added = add(pointer, label, std::move(formula), value, unit, text, std::move(inputs));
    validate(added, error_name, serving ? serving->id : basis.resolved.device.training.id);
    const bool scaled = serving && !serving->software.empty() && std::string_view(pointer).substr(0, 7) == "/speed/";
    if (added.validation && scaled) added.validation->figure_class += ", software " + serving->software;
  }
  // The same of models that are not token decoders, whose classes are their own.
  void add_media(const char* error_name, const char* pointer, const char* label, std::string formula, double value,
                 const char* unit, const char* text, std::vector<ExplainInput> inputs) {
    validate(add(pointer, label, std::move(formula), value, unit, text, std::move(inputs)), error_name,
             e_.basis.resolved.device.media.id);
  }
  std::vector<Explanation> take() { return std::move(list_); }

 private:
  void validate(Explanation& added, const char* error_name, const std::string& device_class) const {
    const FigureError* error = error_of(catalog_.calibration, error_name, device_class);
    if (!error) return;
    const std::string where = error->device_class.empty() ? "all devices" : error->device_class;
    added.validation = ExplainValidation{error->figure + ", " + where, error->rows, error->median, error->p90};
  }

  const Estimate& e_;
  const Catalog& catalog_;
  std::vector<Explanation> list_;
};

void explain_params(Explanations& out, const Estimate& e) {
  const Architecture& model = e.basis.resolved.model;
  std::vector<ExplainInput> in = {
      computed("embedding", "Token embedding: vocabulary × hidden", model.embedding_params, ""),
      computed("head", "LM head; 0 when it is the embedding", model.head_params, ""),
      computed("other", "Final norm, positions, tables that are only looked up", model.other_params, "")};
  std::string formula = "(embedding + head + other";
  int number = 0;
  for (const LayerGroup& group : model.groups) {
    const std::string n = std::to_string(++number);
    double params = group.small_params + group.experts.count * group.expert_params;
    for (const Matrix& matrix : group.matrices) params += matrix.params();
    in.push_back(computed("layers_" + n, "Layers of kind " + n, group.count, ""));
    in.push_back(computed("params_" + n, "Parameters of one of them", params, ""));
    formula.append(" + layers_").append(n).append(" * params_").append(n);
  }
  out.add("/model/params_b", "Parameters", formula + ") / 1e9", e.model.params_b, "1e9",
          "Counted from the architecture, matrix by matrix.", std::move(in));
}

// Of models that are not token decoders: network by network.
void explain_media_params(Explanations& out, const Estimate& e) {
  std::vector<ExplainInput> in;
  for (const Pass& pass : e.basis.plan.media->passes) in.push_back(computed(pass.id, pass.label, pass.params, ""));
  std::string formula = "(" + sum_of_names(in) + ") / 1e9";
  out.add("/model/params_b", "Parameters", std::move(formula), e.model.params_b, "1e9", "Of all its networks.",
          std::move(in));
}

void explain_media_speed(Explanations& out, const Estimate& e) {
  const SpeedResult& s = e.speed;
  std::vector<ExplainInput> in;
  for (const LineSeconds& line : s.time_lines) in.push_back(computed(line.id, line.label, line.s, "s"));
  std::string formula = "(" + sum_of_names(in) + ") * 1000";
  out.add_media("media_requests_per_s", "/speed/batch_ms", "Time of a batch", std::move(formula), *s.batch_ms, "ms",
                "Every network run by run: matrix products or convolutions, then activations moved through memory.",
                std::move(in));
  out.add_media(
      "media_requests_per_s", "/speed/requests_per_s", "Requests a second",
      "batch * gpus / windows / (batch_ms / 1000)", *s.requests_per_s, "1/s",
      "Each accelerator works on its own batches, one after another.",
      {computed("batch", "Items together", *s.batch, ""), given("gpus", "Accelerators", e.basis.resolved.gpus, ""),
       computed("windows", "Items of a request", e.basis.plan.media->windows, ""),
       computed("batch_ms", "Time of a batch", *s.batch_ms, "ms")});
}

void explain_media_training(Explanations& out, const Estimate& e) {
  const SpeedResult& s = e.speed;
  std::vector<ExplainInput> in;
  for (const LineSeconds& line : s.time_lines) in.push_back(computed(line.id, line.label, line.s, "s"));
  std::string formula = sum_of_names(in);
  out.add_media("train_samples_per_s", "/speed/step_s", "Time of a step", std::move(formula), *s.step_s, "s",
                "One optimizer step from its parts.", std::move(in));
  out.add_media("train_samples_per_s", "/speed/samples_per_s", "Samples a second", "global_batch / step_s",
                *s.samples_per_s, "1/s", "All accelerators together.",
                {computed("global_batch", "Samples of a step", e.basis.plan.global_batch, ""),
                 computed("step_s", "Time of a step", *s.step_s, "s")});
  out.add("/speed/days", "Time of the run", "samples / samples_per_s / 86400", *s.days, "d",
          "Without failures and restarts.",
          {given("samples", "Samples of the run", *s.samples, ""),
           computed("samples_per_s", "Samples a second", *s.samples_per_s, "1/s")});
}

// Price of an hour over what is done in it.
void explain_media_cost(Explanations& out, const Estimate& e) {
  const CostResult& c = e.cost;
  if (!c.usd_per_useful_h) return;
  const auto add = [&](const char* pointer, const char* label, const char* formula, const std::optional<double>& usd,
                       const char* name, const char* what, const std::optional<double>& rate) {
    if (usd && rate)
      out.add(pointer, label, formula, *usd, "US$",
              "The price of an hour of useful work, spread over what is done in it.",
              {computed("usd_per_useful_h", "An hour of useful work", *c.usd_per_useful_h, "US$/h"),
               computed(name, what, *rate, "1/s")});
  };
  add("/cost/usd_per_1k_images", "A thousand images", "usd_per_useful_h / (images_per_s * 3600) * 1000",
      c.usd_per_1k_images, "images_per_s", "Images a second", e.speed.images_per_s);
  add("/cost/usd_per_audio_h", "An hour of audio", "usd_per_useful_h / audio_s_per_s", c.usd_per_audio_h,
      "audio_s_per_s", "Seconds of audio a second", e.speed.audio_s_per_s);
  add("/cost/usd_per_1m_input_tokens", "A million tokens read", "usd_per_useful_h / (tokens_per_s * 3600) * 1e6",
      c.usd_per_1m_input_tokens, "tokens_per_s", "Tokens a second", e.speed.tokens_per_s);
}

void explain_cache(Explanations& out, const Estimate& e) {
  const Resolved& r = e.basis.resolved;
  std::vector<ExplainInput> in = {
      {"bits", "Bits of a cached number in " + r.kv->name, r.kv->bits, "bit", r.kv->source, "", false}};
  std::string formula;
  int number = 0;
  for (const LayerGroup& group : r.model->groups) {
    if (!group.attention || !group.attention->owns_cache) continue;
    const Attention& a = *group.attention;
    const std::string n = std::to_string(++number);
    // Beside the token's own entry, its part of the compressed one.
    const double entries = 1 + (a.compress_ratio > 0 ? 1.0 / a.compress_ratio : 0);
    const double values =
        entries * (a.is_mla() ? a.kv_lora_rank + a.rope_dim
                              : static_cast<double>(a.kv_heads) * (a.key_dim + (a.k_is_v ? 0 : a.value_dim)));
    const double index_keys =
        a.compress_ratio > 0 ? static_cast<double>(a.indexer_dim) / a.compress_ratio : a.indexer_dim;
    in.push_back(
        computed("layers_" + n, a.window > 0 ? "Layers with a window" : "Layers with full attention", group.count, ""));
    in.push_back(
        computed("values_" + n, a.is_mla() ? "Latent and rotary key" : "Keys and values of all KV heads", values, ""));
    in.push_back(computed("index_" + n, "Bytes of index keys", index_keys, "B"));
    formula.append(formula.empty() ? "layers_" : " + layers_").append(n);
    formula.append(" * (values_").append(n).append(" * bits / 8 + index_").append(n).append(")");
  }
  out.add("/model/kv_bytes_per_token", "KV cache per token", formula.empty() ? "0" : formula,
          e.model.kv_bytes_per_token, "B",
          "What every token of context leaves in the cache, over all layers and before it is divided.", std::move(in));
}

// The class of measured peaks that a scenario belongs to.
const char* memory_class(const Scenario& s) {
  if (s.serves()) return "inference_memory";
  if (s.method() == Method::qlora) return "training_memory_qlora";
  return s.method() == Method::full ? "training_memory_full" : "training_memory_lora";
}

void explain_memory(Explanations& out, const Estimate& e) {
  std::vector<ExplainInput> in;
  for (const LineGb& line : e.memory.lines) {
    in.push_back(computed(line.id, line.label, line.gb, "GB"));
    if (!line.source.empty()) in.back().source = line.source;
  }
  std::string formula = sum_of_names(in);
  out.add_measured(e.basis.resolved.media ? "media_memory" : memory_class(e.scenario), "/memory/per_gpu_gb",
                   "Memory on one accelerator", std::move(formula), e.memory.per_gpu_gb, "GB",
                   "The fullest accelerator; each line has its own formula.", std::move(in));
  const Accelerator& a = e.basis.resolved.accelerator;
  const std::string field = a.usable_memory ? "usable_memory_bytes" : "memory_gb";
  out.add("/memory/usable_gb", "Usable memory", "usable / 1e9", e.memory.usable_gb, "GB",
          a.usable_memory ? "As the driver reports it, not as it is sold."
                          : "From the nominal size; the driver's figure is not known.",
          {fact(a, field, "usable", "Bytes a program can use", in_bytes(e.basis.resolved.usable), "B")});
}

void explain_ridge(Explanations& out, const Estimate& e) {
  const Resolved& r = e.basis.resolved;
  const std::string rate = "rates_tflops." + std::string(word_of(r.device.arithmetic));
  out.add("/speed/bottleneck/ridge", "Ridge point", "peak * 1000 / bandwidth", e.speed.bottleneck.ridge, "FLOP/B",
          "Work that does fewer operations per byte than this waits for memory, more waits for compute.",
          {fact(r.accelerator, rate, "peak", "Dense peak", in_teraflop_per_second(r.device.gemm_peak), "TFLOP/s"),
           fact(r.accelerator, "bandwidth_gb_s", "bandwidth", "Peak memory bandwidth",
                in_gigabytes_per_second(r.device.bandwidth), "GB/s")});
}

std::vector<ExplainInput> time_inputs(const Estimate& e) {
  std::vector<ExplainInput> in;
  for (const LineSeconds& line : e.speed.time_lines) in.push_back(computed(line.id, line.label, line.s, "s"));
  return in;
}

// Not every engine takes a prompt through all layers.
std::string prompt_label(const Estimate& e) {
  const auto& part = e.basis.speed_input.prompt_layers;
  if (!part) return "Processing the prompt";
  return "Processing the prompt in the first " + std::to_string((*part)->layers()) + " of " +
         std::to_string(e.basis.resolved.model->layers()) + " layers, which fill all caches";
}

void explain_serving_speed(Explanations& out, const Estimate& e) {
  std::vector<ExplainInput> in = time_inputs(e);
  std::string formula = "(" + sum_of_names(in) + ") * 1000";
  // No error is known of runs that keep prefill and decode apart, and of drafted tokens only that of a token's time.
  const bool measured = !e.speed.speculation && !e.speed.disaggregation;
  out.add_measured(e.speed.disaggregation ? "" : token_error(e.basis), "/speed/tpot_ms", "Time per output token",
                   std::move(formula), *e.speed.tpot_ms, "ms",
                   "One decode step of everybody in flight, and the prompts of others that are processed between.",
                   std::move(in));
  const double ttft = *e.speed.ttft_ms, prefill = in_milliseconds(e.basis.serving.prefill);
  const double request = in_milliseconds(e.basis.resolved.device.efficiency.request);
  out.add_measured(e.speed.disaggregation ? "" : "ttft", "/speed/ttft_ms", "Time to first token",
                   "request + prefill + wait", ttft, "ms",
                   e.speed.disaggregation
                       ? "The fixed cost of a request, its own prompt, and waiting for the prompts of others and the "
                         "way of the cache."
                       : "The fixed cost of a request, its own prompt, and waiting for a step, for the prompts of "
                         "others, for room and for the tokens that are sent together with the first.",
                   {computed("request", "Fixed cost of a request", request, "ms"),
                    computed("prefill", prompt_label(e), prefill, "ms"),
                    computed("wait", "Waiting", ttft - prefill - request, "ms")});
  const double answer = e.scenario.serve.reasoning_tokens + e.scenario.serve.output_tokens;
  out.add("/speed/tokens_per_s_per_request", "Tokens a second for one user", "1000 / tpot_ms",
          *e.speed.tokens_per_s_per_request, "1/s", "How fast an answer appears once it has begun.",
          {computed("tpot_ms", "Time per output token", *e.speed.tpot_ms, "ms")});
  out.add_measured(measured ? "output_tokens_per_s" : "", "/speed/tokens_per_s", "Output tokens a second",
                   "requests_per_s * output_tokens", *e.speed.tokens_per_s, "1/s",
                   e.scenario.serve.requests_per_minute
                       ? "As many requests as come, or as can be answered."
                       : "All users together; each sends the next request when the last is answered.",
                   {computed("requests_per_s", "Requests answered a second", *e.speed.requests_per_s, "1/s"),
                    given("output_tokens", "Answer with its reasoning", answer, "tokens")});
}

ExplainInput padding_input(const Estimate& e) {
  const double share = e.basis.padding;
  if (e.scenario.train.padding || e.scenario.train.packed)
    return given("padding", "Share of the tokens that fill up short samples", share, "");
  return {"padding",
          "Share of the tokens that fill up short samples",
          share,
          "",
          "Krell et al. 2021, arXiv 2107.02027: Wikipedia at 512 tokens",
          "2021-07",
          false};
}

// Mean time between failures, from the scenario or from the accelerators.
ExplainInput between_input(const Estimate& e) {
  const double between = in_hours(e.basis.interruptions.between);
  if (e.scenario.train.mtbf_h) return given("between", "Mean time between failures", between, "h");
  return {"between",
          "Mean time between failures: 50,677 h over the accelerators",
          between,
          "h",
          "Llama 3 herd, arXiv 2407.21783, section 3.3.4: 419 unexpected ones in 54 days on 16,384 H100",
          "2024-07",
          false};
}

void explain_goodput(Explanations& out, const Estimate& e) {
  const Interruptions& i = e.basis.interruptions;
  const double writing = in_hours(i.checkpoint), restart = in_hours(i.restart);
  ExplainInput checkpoint = given("checkpoint", "Time to write a checkpoint", writing, "h");
  if (!e.scenario.train.checkpoint_min)
    checkpoint.source = "weights and optimizer state at 1 GB/s a machine: Llama 3 herd, section 3.3.1";
  if (e.speed.checkpoint_every_min)
    out.add("/speed/checkpoint_every_min", "Time between checkpoints", "60 * sqrt(2 * checkpoint * between)",
            *e.speed.checkpoint_every_min, "min", "Writing more often loses less work and more time.",
            {checkpoint, between_input(e)});
  const double every = in_hours(checkpoint_interval(i)), written = writing > 0 ? writing / every : 0;
  out.add("/speed/goodput", "Share of the time that advances the run",
          "1 / (1 + written + (every / 2 + restart) / between)", *e.speed.goodput, "",
          "Lost are the time to write checkpoints, half an interval with each failure, and restarts "
          "(Young 1974; Daly 2006).",
          {computed("written", "Time of a checkpoint over the time between two", written, ""),
           computed("every", "Time between checkpoints", every, "h"),
           given("restart", "From a failure to training again", restart, "h"), between_input(e)});
}

void explain_compute_optimal(Explanations& out, const Estimate& e) {
  if (!e.speed.compute_optimal) return;
  const ComputeOptimal& c = *e.speed.compute_optimal;
  out.add("/speed/compute_optimal/budget_params_b", "Compute-optimal model for the budget",
          "sqrt(hours * 3600 * rate * 1e12 * goodput / (6 * ratio)) / 1e9", c.budget_params_b, "1e9",
          "Six operations for every parameter and token; tokens in a fixed ratio to parameters (Hoffmann et al. 2022), "
          "at the work per second that this run reaches.",
          {computed("hours", "Accelerator hours of the budget", c.budget_gpu_h, "h"),
           computed("rate", "Work of one accelerator", *e.speed.tflops_per_gpu, "TFLOP/s"),
           computed("goodput", "Share of the time that advances the run", *e.speed.goodput, ""),
           given("ratio", "Tokens for each parameter", e.scenario.train.tokens_per_param, "")});
}

void explain_speculation(Explanations& out, const Estimate& e) {
  if (!e.speed.speculation) return;
  const Speculation& s = *e.basis.resolved.speculation;
  out.add("/speed/speculation/tokens_per_step", "Tokens of a step",
          s.acceptance < 1 ? "(1 - q^(m + 1)) / (1 - q)" : "m + q", e.speed.speculation->tokens_per_step, "",
          "A drafted token counts when all before it were accepted; the model adds one itself (Leviathan et al. 2023).",
          {given("q", "Acceptance of a drafted token", s.acceptance, ""),
           given("m", "Tokens drafted a step", s.tokens, "")});
}

void explain_training_speed(Explanations& out, const Estimate& e) {
  const Resolved& r = e.basis.resolved;
  std::vector<ExplainInput> in = time_inputs(e);
  std::string formula = sum_of_names(in);
  out.add_measured("train_tokens_per_s", "/speed/step_s", "Time of a step", std::move(formula), *e.speed.step_s, "s",
                   "One optimizer step from its parts. Loading data is taken to run beside it and to keep up.",
                   std::move(in));
  const double sequences = e.basis.plan.global_batch * sequences_per_sample(e.scenario.train.objective);
  out.add_measured("train_tokens_per_s", "/speed/tokens_per_s", "Trained tokens a second",
                   "sequences * sequence * (1 - padding) / step_s", *e.speed.tokens_per_s, "1/s",
                   "All accelerators together; padding is computed and teaches nothing.",
                   {computed("sequences", "Sequences of a step", sequences, ""),
                    given("sequence", "Tokens of a sequence", e.scenario.train.sequence, "tokens"), padding_input(e),
                    computed("step_s", "Time of a step", *e.speed.step_s, "s")});
  const std::string rate = r.accelerator->rates[Arithmetic::bf16] ? "rates_tflops.bf16" : "rates_tflops.fp16";
  out.add(
      "/speed/mfu", "Model FLOPs utilization", "model_flop / step_s / gpus / (peak * 1e12)", *e.speed.mfu, "",
      "Forward and backward work of the model, causal attention counted once, without recomputation, over the dense "
      "16-bit peak.",
      {computed("model_flop", "Work of a step", in_flop(e.basis.training.model_flop), "FLOP"),
       computed("step_s", "Time of a step", *e.speed.step_s, "s"), given("gpus", "Accelerators", r.gpus, ""),
       fact(r.accelerator, rate, "peak", "Dense 16-bit peak", in_teraflop_per_second(r.device.peak_16bit), "TFLOP/s")});
  out.add("/speed/days", "Time of the run", "tokens / tokens_per_s / 86400 / goodput", *e.speed.days, "d",
          "With the time that failures, restarts and checkpoints take.",
          {given("tokens", "Tokens of the run", *e.speed.tokens, ""),
           computed("tokens_per_s", "Trained tokens a second", *e.speed.tokens_per_s, "1/s"),
           computed("goodput", "Share of the time that advances the run", *e.speed.goodput, "")});
  explain_goodput(out, e);
  explain_compute_optimal(out, e);
}

ExplainInput rent_input(const Estimate& e) {
  return {"rent", "Rent of one accelerator and hour", e.basis.usd_gpu_h, "US$/h", e.cost.rent_source, e.basis.rent_date,
          false};
}

void explain_hourly(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_h) return;
  if (e.cost.way == "api") {
    const HostedInput& in = *e.basis.hosted_input;
    out.add("/cost/usd_per_h", "Price of an hour", "(input * input_usd + output * output_usd) / 1e6", *e.cost.usd_per_h,
            "US$/h", "The tokens of an hour at the prices of the hosted API.",
            {computed("input", "Prompt tokens an hour", in.input_tokens_h, ""),
             computed("output", "Answer tokens an hour", in.output_tokens_h, ""),
             computed("input_usd", "A million prompt tokens", *e.cost.usd_per_1m_input_tokens, "US$"),
             computed("output_usd", "A million answer tokens", *e.cost.usd_per_1m_output_tokens, "US$")});
  } else if (e.cost.way == "buy") {
    out.add("/cost/usd_per_h", "Price of an hour", "total / (years * 8760)", *e.cost.usd_per_h, "US$/h",
            "What owning costs over its years, spread over all hours; both discounted.",
            {computed("total", "Cost of owning, present value", in_usd(e.basis.own.present_value), "US$"),
             computed("years", "Years, discounted",
                      discounted_years(e.scenario.cost.years, e.scenario.cost.discount_rate), "years")});
  } else {
    const RentInput& in = *e.basis.rent_input;
    out.add("/cost/usd_per_h", "Price of an hour", "((1 - base) * rent + base * base_rent) * gpus", *e.cost.usd_per_h,
            "US$/h", "All accelerators, rented.",
            {rent_input(e), given("base", "Share reserved as a base", in.base_share, ""),
             computed("base_rent", "Rent of an accelerator of the base", in.base_usd_gpu_h, "US$/h"),
             computed("gpus", "Accelerators paid, in whole instances", in.paid_gpus, "")});
  }
}

double total_of(const Estimate& e) {
  for (const WayResult& way : e.cost.ways)
    if (way.id == e.cost.way) return way.npv;
  return 0;
}

void explain_useful_hour(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_useful_h) return;
  const CostChoice& c = e.scenario.cost;
  out.add("/cost/usd_per_useful_h", "An hour of useful work", "total / (8760 * utilization * availability * years)",
          *e.cost.usd_per_useful_h, "US$/h",
          "All that is paid over the years, spread over the hours that do useful work; both discounted.",
          {computed("total", "Everything paid, present value", total_of(e), "US$"),
           given("utilization", "Share of the hours with work", c.utilization, ""),
           {"availability", "Share of the hours that machines run", c.availability, "",
            c.availability == CostChoice{}.availability ? "default" : "scenario", "",
            c.availability == CostChoice{}.availability},
           computed("years", "Years, discounted", discounted_years(c.years, c.discount_rate), "years")});
}

void explain_token_cost(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_1m_output_tokens) return;
  const double answer = e.scenario.serve.reasoning_tokens + e.scenario.serve.output_tokens;
  if (e.cost.way == "api") {
    const HostedInput& in = *e.basis.hosted_input;
    out.add("/cost/usd_per_1m_output_tokens", "A million output tokens", "list * (1 - batch)",
            *e.cost.usd_per_1m_output_tokens, "US$", "The host's price and its discount for work that can wait.",
            {computed("list", "List price", in.usd_m_output, "US$"),
             given("batch", "Discount of batch requests", in.batch_discount, "")});
    return;
  }
  out.add(
      "/cost/usd_per_1m_output_tokens", "A million output tokens",
      "usd_per_useful_h / (requests_per_s * 3600) * (1 - prefill_share) / output_tokens * 1e6",
      *e.cost.usd_per_1m_output_tokens, "US$",
      "The price of a request, the part of it that answers take, spread over their tokens. At the stated load and use.",
      {computed("usd_per_useful_h", "An hour of useful work", *e.cost.usd_per_useful_h, "US$/h"),
       computed("requests_per_s", "Requests answered a second", *e.speed.requests_per_s, "1/s"),
       computed("prefill_share", "Share of the time that prompts take", *e.cost.prefill_share, ""),
       given("output_tokens", "Answer with its reasoning", answer, "tokens")});
}

void explain_request_cost(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_1k_requests || !e.cost.usd_per_useful_h) return;
  out.add("/cost/usd_per_1k_requests", "A thousand requests", "usd_per_useful_h / (requests_per_s * 3600) * 1000",
          *e.cost.usd_per_1k_requests, "US$", "Prompts and answers, at the stated load and use.",
          {computed("usd_per_useful_h", "An hour of useful work", *e.cost.usd_per_useful_h, "US$/h"),
           computed("requests_per_s", "Requests answered a second", *e.speed.requests_per_s, "1/s")});
}

void explain_run_cost(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_run || !e.cost.gpu_hours) return;
  out.add(
      "/cost/usd_per_run", "Cost of the run", "useful_hour * gpu_hours", *e.cost.usd_per_run, "US$",
      "Accelerator hours of the run at the price of a useful hour.",
      {computed("useful_hour", "An accelerator hour of useful work", *e.cost.usd_per_run / *e.cost.gpu_hours, "US$/h"),
       computed("gpu_hours", "Accelerator hours", *e.cost.gpu_hours, "h")});
}

void explain_co2(Explanations& out, const Estimate& e) {
  if (!e.cost.co2_kg) return;
  const PowerResult& p = *e.cost.power;
  out.add(
      "/cost/co2_kg", "CO2", "energy * pue * grid / 1000", *e.cost.co2_kg, "kg",
      "The energy with that of the building, at the mean of the grid. For rented machines an estimate: their region's "
      "grid may be another.",
      {computed("energy", "Energy of the machines", *e.cost.energy_kwh, "kWh"),
       given("pue", "Power of the building over power of the machines", p.pue, ""),
       {"grid", "Grid: " + p.grid, *p.co2_g_kwh, "g/kWh", "catalog", "", false}});
}

// Where both costs grow evenly with use.
void explain_break_even(Explanations& out, const Estimate& e) {
  const auto& b = e.cost.break_even;
  if (!b || !b->utilization || *b->utilization == 0 || !e.basis.rent_input) return;
  RentInput rented = *e.basis.rent_input;
  if (rented.base_share > 0 || rented.start_overhead > 0) return;
  OwnInput owned = e.basis.own_input;
  const auto at = [&](double use) {
    owned.utilization = rented.utilization = use;
    return std::pair{in_usd(present_value(own_flow(owned))), in_usd(present_value(rent_flow(rented)))};
  };
  const auto idle = at(0), busy = at(1);
  out.add("/cost/break_even/utilization", "Break-even", "(own_idle - rent_idle) / (rent_use - own_use)",
          *b->utilization, "",
          "Owning costs mostly the same at any use, renting by the hour follows it: where the two lines cross.",
          {computed("own_idle", "Owning, never used", idle.first, "US$"),
           computed("rent_idle", "Renting, never used", idle.second, "US$"),
           computed("rent_use", "More for renting, always used", busy.second - idle.second, "US$"),
           computed("own_use", "More for owning, always used", busy.first - idle.first, "US$")});
}

void explain_owning(Explanations& out, const Estimate& e) {
  if (e.cost.lines.empty()) return;
  std::vector<ExplainInput> in;
  for (const LineUsd& line : e.cost.lines) in.push_back(computed(line.id, line.label, line.usd, "US$"));
  std::string formula = sum_of_names(in);
  out.add("/cost/npv/buy", "Cost of owning", std::move(formula), *e.cost.npv->buy, "US$",
          "All payments over the years, discounted to today; what resale brings is subtracted.", std::move(in));
}

// A year's payments over the years kept; where they change from year to year, the mean one.
void explain_yearly(Explanations& out, const char* pointer, const char* label, const char* note, double total,
                    const CostChoice& c) {
  const double years = discounted_years(c.years, c.discount_rate);
  if (years <= 0) return;
  out.add(pointer, label, "year * years", total, "US$", note,
          {computed("year", "Paid in a year", total / years, "US$"),
           computed("years", "Years, discounted", years, "years")});
}

void explain_other_ways(Explanations& out, const Estimate& e) {
  if (!e.cost.npv) return;
  if (e.cost.npv->rent)
    explain_yearly(out, "/cost/npv/rent", "Cost of renting",
                   "Hours paid in a year at the price of an hour, with support, storage and egress, at a mean year's "
                   "price where it drifts; discounted to today.",
                   *e.cost.npv->rent, e.scenario.cost);
  if (e.cost.npv->api)
    explain_yearly(out, "/cost/npv/api", "Cost of the hosted API",
                   "The tokens of a year's useful hours at the host's price; discounted to today.", *e.cost.npv->api,
                   e.scenario.cost);
}

void explain_energy(Explanations& out, const Estimate& e) {
  if (!e.cost.energy_kwh || !e.cost.power_w) return;
  ExplainInput power = computed("power", "Power at the wall while working", *e.cost.power_w, "W");
  if (e.speed.days)
    out.add("/cost/energy_kwh", "Energy of the run", "power / 1000 * days * 24 * runs", *e.cost.energy_kwh, "kWh",
            "Every machine at its working draw for as long as the run takes; without the building.",
            {power, computed("days", "Days of a run", *e.speed.days, "d"),
             given("runs", "Runs for the final one", e.scenario.train.experiments, "")});
  else if (!e.basis.plan.media)
    out.add("/cost/energy_kwh", "Energy of a million output tokens", "power / 1000 / (tokens_per_s * 3600) * 1e6",
            *e.cost.energy_kwh, "kWh", "Every machine at its working draw; without the building and idle hours.",
            {power, computed("tokens_per_s", "Output tokens a second", *e.speed.tokens_per_s, "1/s")});
}

}  // namespace

std::vector<Explanation> explain(const Estimate& e, const Catalog& catalog) {
  Explanations out(e, catalog);
  const bool serves = e.scenario.serves(), media = e.basis.plan.media.has_value();
  if (media) {
    explain_media_params(out, e);
  } else {
    explain_params(out, e);
    explain_cache(out, e);
  }
  explain_memory(out, e);
  explain_ridge(out, e);
  if (media)
    serves ? explain_media_speed(out, e) : explain_media_training(out, e);
  else
    serves ? explain_serving_speed(out, e) : explain_training_speed(out, e);
  explain_speculation(out, e);
  explain_hourly(out, e);
  explain_useful_hour(out, e);
  if (media && serves)
    explain_media_cost(out, e);
  else
    serves ? explain_token_cost(out, e) : explain_run_cost(out, e);
  explain_request_cost(out, e);
  explain_owning(out, e);
  explain_other_ways(out, e);
  explain_break_even(out, e);
  explain_energy(out, e);
  explain_co2(out, e);
  return out.take();
}

}  // namespace ridgepoint
