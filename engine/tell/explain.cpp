#include <algorithm>
#include <string>
#include <utility>

#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "engine/tell/explain_parts.h"

namespace ridgepoint {
namespace {

// A catalog fact of the accelerator: its own source, or the record's.
ExplainInput fact(const Accelerator& a, const std::string& field, std::string name, std::string label, double value,
                  std::string unit) {
  const auto own = a.provenance.find(field);
  ExplainInput in{std::move(name), std::move(label), value, std::move(unit), a.source, a.retrieved};
  if (own == a.provenance.end()) return in;
  if (!own->second.source.empty()) in.source = own->second.source;
  if (!own->second.retrieved.empty()) in.date = own->second.retrieved;
  in.unverified = own->second.unverified;
  return in;
}

void explain_params(Explanations& out, const Estimate& e) {
  const Architecture& model = e.question.model;
  out.computed("embedding", "Token embedding: vocabulary × hidden", model.embedding_params);
  out.computed("head", "LM head; 0 when it is the embedding", model.head_params);
  out.computed("other", "Final norm, positions, tables that are only looked up", model.other_params);
  std::string formula = "(embedding + head + other";
  int number = 0;
  for (const LayerGroup& group : model.groups) {
    const std::string n = std::to_string(++number);
    double params = group.small_params + group.experts.count * group.expert_params;
    for (const Matrix& matrix : group.matrices) params += matrix.params();
    out.computed(("layers_" + n).c_str(), "Layers of kind " + n, group.count);
    out.computed(("params_" + n).c_str(), "Parameters of one of them", params);
    formula.append(" + layers_").append(n).append(" * params_").append(n);
  }
  out.add("/model/params_b", "Parameters", formula + ") / 1e9", e.model.params_b, "1e9",
          "Counted from the architecture, matrix by matrix.");
}

// Of models that are not token decoders: network by network.
void explain_media_params(Explanations& out, const Estimate& e) {
  std::string formula;
  for (const Pass& pass : e.basis.plan.media->passes) {
    out.computed(pass.id.c_str(), pass.label, pass.params);
    formula.append(formula.empty() ? "(" : " + ").append(pass.id);
  }
  out.add("/model/params_b", "Parameters", formula + ") / 1e9", e.model.params_b, "1e9", "Of all its networks.");
}

void explain_media_speed(Explanations& out, const Estimate& e) {
  const SpeedResult& s = e.speed;
  const MediaPlan& media = *e.basis.plan.media;
  out.add_media("media_requests_per_s", "/speed/batch_ms", "Time of a batch", "(" + out.sum(s.time_lines) + ") * 1000",
                *s.batch_ms, "ms",
                "Each network by its runs: matrix products or convolutions, then activations through memory.");
  out.computed("batch", "Items together", *s.batch);
  out.given("gpus", "Accelerators", e.question.gpus);
  out.computed("windows", "Items of a request", media.windows);
  out.add_media("media_requests_per_s", "/speed/requests_per_s", "Requests a second",
                "batch * gpus / windows / (batch_ms / 1000)", *s.requests_per_s, "1/s",
                "Each accelerator works on its own batches, one after another.");
  if (s.images_per_s)
    out.add("/speed/images_per_s", "Images a second", "requests_per_s * windows", *s.images_per_s, "1/s",
            "All accelerators together.");
  if (s.tokens_per_s) {
    out.computed("tokens", "Tokens of a request", media.request.tokens, "tokens");
    out.add("/speed/tokens_per_s", "Tokens a second", "requests_per_s * windows * tokens", *s.tokens_per_s, "1/s",
            "All accelerators together.");
  }
  if (s.audio_s_per_s) {
    out.given("audio_s", "Audio of a request", media.audio_s, "s");
    out.add("/speed/audio_s_per_s", "Seconds of audio a second", "requests_per_s * audio_s", *s.audio_s_per_s, "",
            "All accelerators together.");
  }
}

// Work of the model over time, and as a share of the peak.
void explain_work(Explanations& out, const Estimate& e, const char* what) {
  const Question& r = e.question;
  const Arithmetic used = peak_arithmetic(r);
  const std::string rate = "rates_tflops." + std::string(word_of(used)),
                    label = "Dense peak in " + arithmetic_text(used);
  out.computed("model_flop", "Work of a step", in_flop(e.basis.training.model_flop), "FLOP");
  out.given("gpus", "Accelerators", r.gpus);
  out.add("/speed/tflops_per_gpu", "Work of one accelerator a second", "model_flop / step_s / gpus / 1e12",
          *e.speed.tflops_per_gpu, "TFLOP/s", what);
  out.know(fact(r.accelerator, rate, "peak", label.c_str(),
                in_teraflop_per_second(std::max(r.device.gemm_peak, r.device.peak_16bit)), "TFLOP/s"));
  out.add("/speed/mfu", "Model FLOPs utilization", "tflops_per_gpu / peak", *e.speed.mfu, "",
          "The work of the model over the dense peak, in 16 bits or the arithmetic used.");
}

void explain_media_training(Explanations& out, const Estimate& e) {
  const SpeedResult& s = e.speed;
  out.add_media("train_samples_per_s", "/speed/step_s", "Time of a step", out.sum(s.time_lines), *s.step_s, "s",
                "One optimizer step from its parts.");
  out.computed("global_batch", "Samples of a step", e.basis.plan.global_batch);
  out.add_media("train_samples_per_s", "/speed/samples_per_s", "Samples a second", "global_batch / step_s",
                *s.samples_per_s, "1/s", "All accelerators together.");
  explain_work(out, e, "Forward and backward work of the model, without recomputation.");
  out.given("samples", "Samples of the run", *s.samples);
  out.add("/speed/days", "Time of the run", "samples / samples_per_s / 86400", *s.days, "d",
          "Without failures and restarts.");
}

void explain_cache(Explanations& out, const Estimate& e) {
  const Question& r = e.question;
  out.know({"bits", "Bits of a cached number in " + r.kv->name, r.kv->bits, "bit", r.kv->source});
  std::string formula;
  int number = 0;
  for (const LayerGroup& group : r.model->groups) {
    if (!group.attention || !group.attention->owns_cache) continue;
    const Attention& a = *group.attention;
    const std::string n = std::to_string(++number);
    // Beside the token's own entry, its part of the compressed one.
    const double entries = 1 + (a.compress_ratio > 0 ? 1.0 / a.compress_ratio : 0);
    const CachedNumbers numbers = cached(a);
    const auto [index_keys, with_scales] = cached_beside(a, r.kv->bits);
    out.computed(("layers_" + n).c_str(), a.window > 0 ? "Layers with a window" : "Layers with full attention",
                 group.count);
    out.computed(("values_" + n).c_str(),
                 numbers.heads > 0 ? "Keys and values of all KV heads" : "Latent and rotary key",
                 entries * numbers.all() * with_scales);
    formula.append(formula.empty() ? "layers_" : " + layers_").append(n).append(" * ");
    if (index_keys > 0) {
      out.computed(("index_" + n).c_str(), "Bytes of index keys", index_keys, "B");
      formula.append("(values_").append(n).append(" * bits / 8 + index_").append(n).append(")");
    } else {
      formula.append("values_").append(n).append(" * bits / 8");
    }
  }
  out.add("/model/kv_bytes_per_token", "KV cache per token", formula.empty() ? "0" : formula,
          e.model.kv_bytes_per_token, "B",
          "What every token of context leaves in the cache, over all layers and before it is divided.");
}

// The class of measured peaks that a scenario belongs to.
const char* memory_class(const Question& s) {
  if (!s.is(kTrain)) return s.network() ? "media_memory" : "inference_memory";
  if (s.method() == Method::qlora) return "training_memory_qlora";
  return s.method() == Method::full ? "training_memory_full" : "training_memory_lora";
}

void explain_memory(Explanations& out, const Estimate& e) {
  out.add_measured(memory_class(e.question), "/memory/per_gpu_gb", "Memory on one accelerator", out.sum(e.memory.lines),
                   e.memory.per_gpu_gb, "GB", "The fullest accelerator; each line has its own formula.");
  const Accelerator& a = e.question.accelerator;
  const std::string field = a.usable_memory ? "usable_memory_bytes" : "memory_gb";
  out.know(fact(a, field, "usable", "Bytes a program can use", in_bytes(e.question.usable), "B"));
  out.add("/memory/usable_gb", "Usable memory", "usable / 1e9", e.memory.usable_gb, "GB",
          a.usable_memory ? "As the driver reports it, not as it is sold."
                          : "From the nominal size; the driver's figure is not known.");
}

void explain_ridge(Explanations& out, const Estimate& e) {
  const Question& r = e.question;
  const std::string rate = "rates_tflops." + std::string(word_of(r.device.arithmetic));
  out.know(fact(r.accelerator, rate, "peak", "Dense peak", in_teraflop_per_second(r.device.gemm_peak), "TFLOP/s"));
  out.know(fact(r.accelerator, "bandwidth_gb_s", "bandwidth", "Peak memory bandwidth",
                in_gigabytes_per_second(r.device.bandwidth), "GB/s"));
  out.add("/speed/bottleneck/ridge", "Ridge point", "peak * 1000 / bandwidth", e.speed.bottleneck.ridge, "FLOP/B",
          "Work that does fewer operations per byte than this waits for memory, more waits for compute.");
}

// Not every engine takes a prompt through all layers.
std::string prompt_label(const Estimate& e) {
  const auto& part = e.basis.speed_input.prompt_layers;
  if (!part) return "Processing the prompt";
  return "Processing the prompt in the first " + std::to_string((*part)->layers()) + " of " +
         std::to_string(e.question.model->layers()) + " layers, which fill all caches";
}

void explain_first_token(Explanations& out, const Estimate& e) {
  const double ttft = *e.speed.ttft_ms, prefill = in_milliseconds(e.basis.serving.prefill);
  const double request = in_milliseconds(e.question.device.efficiency.request);
  const double queue = in_milliseconds(e.basis.serving.queue);
  out.computed("request", "Fixed cost of a request", request, "ms");
  out.computed("prefill", prompt_label(e), prefill, "ms");
  out.computed("wait", "Waiting beside others", ttft - prefill - request - queue, "ms");
  out.computed("queue", "Waiting for room in the cache", queue, "ms");
  out.add_measured(e.speed.disaggregation ? "" : "ttft", "/speed/ttft_ms", "Time to first token",
                   queue > 0 ? "request + prefill + wait + queue" : "request + prefill + wait", ttft, "ms",
                   e.speed.disaggregation
                       ? "The fixed cost of a request, its own prompt, and waiting for the prompts of others and the "
                         "way of the cache."
                       : "The fixed cost of a request, its own prompt, and waiting for a step, for the prompts of "
                         "others, for room and for the tokens that are sent together with the first.");
}

// What comes at a rate that is kept up with is answered at that rate.
bool keeps_up(const Estimate& e) { return e.question.serve.requests_per_minute && !e.basis.serving.saturated; }

void explain_requests(Explanations& out, const Estimate& e) {
  const Serving& serving = e.basis.serving;
  const double replicas = e.basis.plan.layout.data, answer = e.basis.load.answer();
  const auto add = [&](std::string formula, const char* text) {
    out.add("/speed/requests_per_s", "Requests answered a second", std::move(formula), *e.speed.requests_per_s, "1/s",
            text);
  };
  if (keeps_up(e)) {
    out.given("requests_per_minute", "Requests that come", *e.question.serve.requests_per_minute, "1/min");
    add("requests_per_minute / 60", "As many as come; all can be answered.");
  } else if (e.speed.disaggregation) {
    const double there = *e.speed.requests_per_s * (*e.speed.ttft_ms + (answer - 1) * *e.speed.tpot_ms) / 1000;
    out.computed("there", "Requests that are there at a time", there);
    add("there / (ttft_ms + (output_tokens - 1) * tpot_ms) * 1000",
        "Those that are there over the time of each (Little's law).");
  } else {
    const bool idle = !e.question.serve.requests_per_minute && e.basis.plan.concurrency < replicas;
    const double held = std::min(e.question.device.efficiency.held_tokens, answer - 1);
    out.computed("in_flight", "Requests that are processed at once",
                 serving.in_flight * (idle ? e.basis.plan.concurrency : replicas));
    out.computed("held", "Tokens that are sent together with the first", held, "tokens");
    std::string formula = serving.queue > seconds(0) ? "in_flight / (ttft_ms - queue" : "in_flight / (ttft_ms";
    formula +=
        held > 0 ? " + (output_tokens - 1 - held) * tpot_ms) * 1000" : " + (output_tokens - 1) * tpot_ms) * 1000";
    add(std::move(formula), "Those that are processed over the time of each (Little's law).");
  }
}

void explain_serving_speed(Explanations& out, const Estimate& e) {
  // No error is known of runs that keep prefill and decode apart, and of drafted tokens only that of a token's time.
  const bool measured = !e.speed.speculation && !e.speed.disaggregation;
  out.add_measured(e.speed.disaggregation ? "" : token_error(e), "/speed/tpot_ms", "Time per output token",
                   "(" + out.sum(e.speed.time_lines) + ") * 1000", *e.speed.tpot_ms, "ms",
                   "One decode step of everybody in flight, and the prompts of others that are processed between.");
  out.add("/speed/tokens_per_s_per_request", "Tokens a second for one user", "1000 / tpot_ms",
          *e.speed.tokens_per_s_per_request, "1/s", "How fast an answer appears once it has begun.");
  if (!e.speed.ttft_ms) return;
  explain_first_token(out, e);
  out.given("output_tokens", "Answer with its reasoning", e.question.serve.answer(), "tokens");
  explain_requests(out, e);
  out.add_measured(measured && !keeps_up(e) ? "output_tokens_per_s" : "", "/speed/tokens_per_s",
                   "Output tokens a second", "requests_per_s * output_tokens", *e.speed.tokens_per_s, "1/s",
                   e.question.serve.requests_per_minute
                       ? "As many requests as come, or as can be answered."
                       : "All users together; each sends the next request when the last is answered.");
  if (e.question.serve.requests_per_minute && e.basis.serving.saturated)
    out.add("/speed/max_requests_per_s", "Requests a second at most", "requests_per_s", *e.speed.max_requests_per_s,
            "1/s", "More come than can be answered.");
}

ExplainInput padding_input(const Estimate& e) {
  const char* label = "Share of the tokens that fill up short samples";
  if (e.question.train.padding || e.question.train.packed) return {"padding", label, e.basis.padding, "", "scenario"};
  return {"padding", label, e.basis.padding, "", "Krell et al. 2021, arXiv 2107.02027: Wikipedia at 512 tokens",
          "2021-07"};
}

// Mean time between failures, from the scenario or from the accelerators.
ExplainInput between_input(const Estimate& e) {
  const double between = in_hours(e.basis.interruptions.between);
  if (e.question.train.mtbf_h) return {"between", "Mean time between failures", between, "h", "scenario"};
  return {"between",
          "Mean time between failures: 50,677 h over the accelerators",
          between,
          "h",
          "Llama 3 herd, arXiv 2407.21783, section 3.3.4: 419 unexpected ones in 54 days on 16,384 H100",
          "2024-07"};
}

void explain_goodput(Explanations& out, const Estimate& e) {
  const Interruptions& i = e.basis.interruptions;
  const double writing = in_hours(i.checkpoint), every = in_hours(checkpoint_interval(i));
  out.know({"checkpoint", "Time to write a checkpoint", writing, "h",
            e.question.train.checkpoint_min
                ? "scenario"
                : "weights and optimizer state at 1 GB/s a machine: Llama 3 herd, section 3.3.1"});
  out.know(between_input(e));
  if (e.speed.checkpoint_every_min)
    out.add("/speed/checkpoint_every_min", "Time between checkpoints", "60 * sqrt(2 * checkpoint * between)",
            *e.speed.checkpoint_every_min, "min", "Writing more often loses less work and more time.");
  out.computed("every", "Time between checkpoints", every, "h");
  out.given("restart", "From a failure to training again", in_hours(i.restart), "h");
  out.add("/speed/goodput", "Share of the time that advances the run",
          writing > 0 ? "1 / (1 + checkpoint / every + (every / 2 + restart) / between)"
                      : "1 / (1 + (every / 2 + restart) / between)",
          *e.speed.goodput, "",
          "Lost are the time to write checkpoints, half an interval with each failure, and restarts "
          "(Young 1974; Daly 2006).");
}

void explain_speculation(Explanations& out, const Estimate& e) {
  if (!e.speed.speculation) return;
  const Speculation& s = *e.question.speculation();
  out.given("q", "Acceptance of a drafted token", s.acceptance);
  out.given("m", "Tokens drafted a step", s.tokens, "tokens");
  out.add(
      "/speed/speculation/tokens_per_step", "Tokens of a step",
      s.acceptance < 1 ? "(1 - q^(m + 1)) / (1 - q)" : "m + q", e.speed.speculation->tokens_per_step, "",
      "A drafted token counts when all before it were accepted; the model adds one itself (Leviathan et al. 2023).");
}

void explain_training_speed(Explanations& out, const Estimate& e) {
  out.add_measured("train_tokens_per_s", "/speed/step_s", "Time of a step", out.sum(e.speed.time_lines),
                   *e.speed.step_s, "s",
                   "One optimizer step from its parts. Loading data is taken to run beside it and to keep up.");
  out.computed("sequences", "Sequences of a step",
               e.basis.plan.global_batch * sequences_per_sample(e.question.train.objective));
  out.given("sequence", "Tokens of a sequence", e.question.train.sequence, "tokens");
  out.know(padding_input(e));
  out.given("step_samples", "Samples of a step", e.basis.plan.global_batch, "samples");
  out.add("/speed/samples_per_s", "Samples a second", "step_samples / step_s", *e.speed.samples_per_s, "1/s",
          "All accelerators together.");
  out.add_measured(
      "train_tokens_per_s", "/speed/tokens_per_s", "Trained tokens a second",
      e.basis.padding > 0 ? "sequences * sequence * (1 - padding) / step_s" : "sequences * sequence / step_s",
      *e.speed.tokens_per_s, "1/s", "All accelerators together; padding is computed and teaches nothing.");
  explain_work(out, e, "Forward and backward work of the model, causal attention counted once, without recomputation.");
  explain_goodput(out, e);
  out.given("tokens", "Tokens of the run", *e.speed.tokens, "tokens");
  out.add("/speed/days", "Time of the run", "tokens / tokens_per_s / 86400 / goodput", *e.speed.days, "d",
          "With the time that failures, restarts and checkpoints take.");
}

void explain_job(Explanations& out, const Estimate& e) {
  const double all = *e.question.serve.total_requests, together = *e.speed.concurrency;
  out.given("total_requests", "Requests in all", all);
  if (all < together) out.computed("together", "Requests in flight", together);
  out.add("/speed/days", "Time of all of it",
          all < together ? "together / requests_per_s / 86400" : "total_requests / requests_per_s / 86400",
          *e.speed.days, "d", "At the rate of all accelerators together, no shorter than one request takes.");
}

void explain_compute_optimal(Explanations& out, const Estimate& e) {
  if (!e.speed.compute_optimal) return;
  const ComputeOptimal& c = *e.speed.compute_optimal;
  out.computed("hours", "Accelerator hours of the budget", c.budget_gpu_h, "h");
  out.given("ratio", "Tokens for each parameter", e.question.train.tokens_per_param);
  out.add("/speed/compute_optimal/budget_params_b", "Compute-optimal model for the budget",
          "sqrt(hours * 3600 * tflops_per_gpu * 1e12 * goodput / (6 * ratio)) / 1e9", c.budget_params_b, "1e9",
          "Six operations for every parameter and token; tokens in a fixed ratio to parameters (Hoffmann et al. 2022), "
          "at the work per second that this run reaches.");
}

}  // namespace

std::vector<Explanation> explain(const Estimate& e, const Catalog& catalog) {
  Explanations out(e, catalog);
  const Question& q = e.question;
  if (q.network()) {
    explain_media_params(out, e);
  } else {
    explain_params(out, e);
    explain_cache(out, e);
  }
  explain_memory(out, e);
  explain_ridge(out, e);
  q.by_job(explain_serving_speed, explain_training_speed, explain_media_speed, explain_media_training)(out, e);
  if (q.is(kServes) && e.speed.days) explain_job(out, e);
  explain_speculation(out, e);
  explain_compute_optimal(out, e);
  explain_cost(out, e);
  return out.take();
}

}  // namespace ridgepoint
