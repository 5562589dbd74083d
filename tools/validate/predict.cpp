#include "tools/validate/predict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "engine/base/words.h"
#include "engine/estimate/estimate.h"
#include "engine/estimate/parts.h"
#include "engine/estimate/workloads.h"
#include "engine/memory/inference.h"
#include "engine/model/architecture.h"
#include "engine/speed/media.h"
#include "engine/speed/simulation.h"
#include "engine/tell/answer.h"

namespace ridgepoint::validation {
namespace {

double total_lines(const MemoryResult& memory, const std::vector<std::string>& left_out) {
  double sum = 0;
  for (const LineGb& line : memory.lines)
    if (std::find(left_out.begin(), left_out.end(), line.id) == left_out.end()) sum += line.gb;
  return sum;
}

// Frameworks count what they allocate, without the GPU context and what the allocator holds in reserve.
const std::vector<std::string> kNotAllocated = {"cuda_context", "cuda_graphs", "collectives", "fragmentation"};
// PyTorch's allocator reports what it holds, which the pass of a prompt grows; the context is beside it.
const std::vector<std::string> kNotHeld = {"cuda_context", "cuda_graphs", "collectives"};

double weights_gb(const Estimate& e) {
  for (const LineGb& line : e.memory.lines)
    if (line.id == "weights") return line.gb;
  return 0;
}

// What its share of the memory leaves of one GPU for caches and states.
double cache_room_gb(const Estimate& e) {
  double room = in_gigabytes(memory_budget(e.question));
  for (const LineGb& line : e.memory.lines)
    if (line.kind != MemoryKind::kv_cache) room -= line.gb;
  return room;
}

double tokens_held(const Estimate& e) {
  const InferenceMemoryInput& in = e.basis.plan.serving;
  Bytes draft;
  for (const LineGb& line : e.memory.lines)
    if (line.id == "draft_cache") draft += gigabytes(line.gb / in.sequences);
  return cache_tokens(e.question.model, in, gigabytes(cache_room_gb(e)), draft);
}

std::vector<std::string> lines_not_counted(const Case& c) {
  const std::string engine = c.scenario.serve.engine.value_or("");
  std::vector<std::string> lines;
  if (engine == "transformers") lines = kNotHeld;
  if (engine == "litgpt" || engine == "autoawq") lines = kNotAllocated;
  if (c.reading == Reading::kept_memory_all) lines.push_back("activations");
  return lines;
}

// The replica with the most requests is done last.
double burst_figure(const Case& c, const Estimate& e) {
  SimulationInput in;
  in.load = e.basis.load;
  in.rounds = c.burst->rounds;
  in.load.sequences = std::ceil(in.load.sequences);
  in.longest_answer = c.burst->longest_answer;
  in.length_spread = c.burst->spread;
  const Simulated s = simulate_serving(step_times(e.question.model, e.basis.speed_input, e.question.device, in), in);
  const double requests_per_s = s.requests_per_s * e.basis.plan.concurrency / in.load.sequences;
  const double tpot_ms = c.burst->median && s.tpot_ms ? s.tpot_ms->p50 : s.mean_tpot_ms;
  const ServeChoice& serve = e.question.serve;
  switch (c.reading) {
    case Reading::output_rate:
      return requests_per_s * serve.answer();
    case Reading::total_rate:
      return requests_per_s * (serve.prompt() + serve.answer());
    case Reading::request_rate:
      return requests_per_s;
    case Reading::tpot:
      return tpot_ms;
    case Reading::ttft:
      return (c.burst->median ? s.ttft_ms.p50 : s.mean_ttft_ms) + c.waits * tpot_ms;
    case Reading::decode_rate:
    case Reading::decode_rate_total:
      return (c.reading == Reading::decode_rate ? 1 : e.basis.plan.concurrency) * 1000 / tpot_ms;
    default:
      return 0;
  }
}

// Of one network of a model, or of all where `id` is empty: a batch through it and nothing beside on the host.
double seconds_of(std::string_view id, const Estimate& e) {
  const MediaPlan& media = *e.basis.plan.media;
  Device device = e.question.device;
  device.media_traffic.token = device.media_traffic.token_eager = device.media_traffic.window = Seconds{};
  std::vector<Pass> passes;
  for (const Pass& pass : media.passes)
    if (id.empty() || pass.id == id) passes.push_back(pass);
  return in_seconds(media_time(passes, {e.question.weights, media.batch, media.compiled}, device).total());
}

// A step in which everyone that is in flight decodes: all prompts were processed before.
double seconds_of_full_step(const Estimate& e) {
  const Question& r = e.question;
  const InferenceSpeedInput& in = e.basis.speed_input;
  const double sequences = std::max(1.0, e.basis.serving.in_flight);
  const StepTime step = decode_step({r.model, in, r.device}, sequences, e.basis.plan.mean_context);
  return in_seconds(step.total()) / in.tokens_per_step();
}

// Requests a second of a case whose limits say how fast they come.
double rate_within_limits(const Estimate& e) {
  return e.speed.slo ? e.speed.slo->max_requests_per_minute.value_or(0) / 60 : 0;
}

double requests_rate(const Case& c, const Estimate& e) {
  return c.within_limits ? rate_within_limits(e) : *e.speed.requests_per_s;
}

double serving_figure(const Case& c, const Estimate& e) {
  if (c.burst) return burst_figure(c, e);
  const Serving& serving = e.basis.serving;
  const ServeChoice& serve = e.question.serve;
  const double step = in_seconds(serving.step.total());
  const double replicas = e.basis.plan.layout.data;
  const double in_flight = std::max(1.0, serving.in_flight);
  const double request = in_seconds(e.question.device.efficiency.request);
  switch (c.reading) {
    case Reading::decode_rate:
      return 1 / (c.decodes_alone ? seconds_of_full_step(e) : *e.speed.tpot_ms / 1000);
    case Reading::whole_rate: {
      const double prefill = in_seconds(serving.prefill) + request;
      return serve.answer() / (prefill + serve.answer() * step);
    }
    case Reading::decode_rate_total:
      return in_flight / seconds_of_full_step(e) * replicas;
    case Reading::output_rate:
      return c.within_limits ? requests_rate(c, e) * serve.answer() : *e.speed.tokens_per_s;
    case Reading::total_rate:
      return requests_rate(c, e) * (serve.prompt() + serve.answer());
    case Reading::request_rate:
      return requests_rate(c, e);
    case Reading::prefill_rate:
      return serve.prompt() * (1 - serve.prefix_hit_rate) / in_seconds(serving.prefill);
    case Reading::ttft:
      return *e.speed.ttft_ms + c.waits * *e.speed.tpot_ms;
    case Reading::batch_prefill:
      return 1000 * (request + in_flight * in_seconds(serving.prefill));
    case Reading::tpot:
      return *e.speed.tpot_ms;
    case Reading::token_gap:
      return 1000 * step;
    case Reading::weights_memory:
      return weights_gb(e);
    case Reading::cache_memory:
      return cache_room_gb(e);
    case Reading::cache_tokens:
      return tokens_held(e) * e.basis.plan.layout.data;
    case Reading::inference_memory:
      return std::min(total_lines(e.memory, lines_not_counted(c)), e.memory.usable_gb);
    case Reading::inference_memory_all:
    case Reading::kept_memory_all:
      return total_lines(e.memory, lines_not_counted(c)) * e.question.gpus;
    case Reading::samples_rate:
      return *e.speed.requests_per_s;
    case Reading::latency:
      return 1 / *e.speed.requests_per_s;
    case Reading::transcription:
      return *e.speed.real_time_factor * e.basis.plan.media->audio_s;
    case Reading::networks_rate:
      return e.basis.plan.media->batch * e.question.gpus / seconds_of("", e);
    case Reading::audio_encoder:
      return seconds_of("audio_encoder", e);
    case Reading::text_decoder:
      return seconds_of("text_decoder", e) / e.basis.plan.media->request.answer_tokens;
    case Reading::media_memory:
      return e.memory.peak_allocated_gb;
    default:
      return 0;
  }
}

// FLOPs of a step counted with the whole square of attention scores, over those with the causal half.
double counted_flop(const Case& c, const Estimate& e, int attention_passes, Flop counted) {
  if (!c.full_attention) return 1;
  const int sequence = e.question.train.sequence;
  const Flop half = causal_attention_flop(e.question.model, sequence, 0) * (e.basis.training.tokens / sequence);
  return 1 + attention_passes * half / counted;
}

double training_figure(const Case& c, const Estimate& e) {
  const bool recomputed = e.basis.plan.training.checkpointing == Checkpointing::full;
  const double gpus = e.question.gpus;
  switch (c.reading) {
    case Reading::train_tokens_rate:
      return *e.speed.tokens_per_s;
    case Reading::train_tokens_rate_gpu:
      return *e.speed.tokens_per_s / gpus;
    case Reading::train_samples_rate:
      return *e.speed.samples_per_s;
    case Reading::train_step:
      return *e.speed.step_s;
    case Reading::train_tflops:
      return *e.speed.tflops_per_gpu * counted_flop(c, e, 3, e.basis.training.model_flop);
    case Reading::mfu:
      return *e.speed.mfu * 100 * counted_flop(c, e, 3, e.basis.training.model_flop);
    case Reading::hfu:
      return *e.speed.hfu * 100 * counted_flop(c, e, recomputed ? 4 : 3, e.basis.training.hardware_flop);
    case Reading::iteration_rate:
      return e.speed.layout.accumulation.value_or(1) / *e.speed.step_s;
    case Reading::train_memory:
      return e.memory.per_gpu_gb;
    case Reading::train_allocated:
      return e.memory.peak_allocated_gb;
    case Reading::train_reserved:
      return e.memory.peak_reserved_gb;
    case Reading::train_memory_total:
      return e.memory.per_gpu_gb * gpus;
    default:
      return 0;
  }
}

// The longest sequence whose training fits the device.
double longest_sequence(Scenario s, const Catalog& catalog) {
  const auto fits = [&](int tokens) {
    s.train.sequence = tokens;
    const Result<Estimate> e = estimate(s, catalog);
    return e.ok() && e->memory.fit != Fit::no;
  };
  int good = 0;
  for (int step = 1 << 20; step >= 1; step /= 2)
    if (fits(good + step)) good += step;
  return good;
}

}  // namespace

namespace {

Prediction prediction_of(const Case& c, const Estimate& e) {
  Prediction out;
  const Question& r = e.question;
  const Efficiency& serving = serving_efficiency(e.basis.plan, r);
  out.coefficients = r.network()    ? r.device.media.id
                     : r.is(kServe) ? serving.id
                                    : r.device.training.id + "+" + r.device.training_software.id;
  if (r.is(kServe)) {
    out.software = serving.software;
    out.load = replica_load(e);
  }
  if (c.reading == Reading::fits)
    out.word = std::string(word_of(e.memory.fit));
  else
    out.value = (c.scenario.serves() ? serving_figure(c, e) : training_figure(c, e)) / c.scale;
  return out;
}

// Whether a plan for the case is the same whatever the coefficients of serving, and needs those of one device.
bool planned_alike(const Case& c, const Estimate& e) {
  const ServeChoice& serve = c.scenario.serve;
  const ParallelChoice& parallel = c.scenario.parallel;
  const bool divided = e.question.gpus == 1 || parallel.tensor || parallel.data;  // else the fastest layout is
  return e.question.is(kServe) && !c.within_limits && divided && !e.question.host && !serve.requests_per_minute &&
         !serve.disaggregated.value_or(false);
}

// The layout of machines that are to answer as much as limits of latency allow is one for most of what they can answer.
constexpr double kBusy = 0.8;
Result<Estimate> estimate_within_limits(Scenario scenario, const Catalog& catalog) {
  scenario.serve.concurrency = std::numeric_limits<double>::infinity();
  const SloChoice limits = std::exchange(scenario.serve.slo, {});
  Result<Estimate> most = estimate(scenario, catalog);
  if (!most) return most;
  scenario.serve.concurrency.reset();
  scenario.serve.requests_per_minute = kBusy * 60 * *most->speed.requests_per_s;
  scenario.serve.slo = limits;
  Result<Estimate> out = estimate(scenario, catalog);
  Effort without_end(std::numeric_limits<int>::max());
  if (out) add_targets(out.value(), without_end);
  return out;
}

// Makes the figures of a case those of another calibration.
void take_calibration(Estimate& e, const Case& c, const Catalog& catalog) {
  const Software software{e.question.engine().id, c.scenario.serve.engine_date.value_or("")};
  e.question.device.efficiency = efficiency_of(catalog.calibration, e.question.accelerator, software);
  e.basis.serving = serving_of(e.basis.plan, e.question);
  add_serving_figures(e);
}

}  // namespace

Result<std::vector<Prediction>> predict_each(const Case& c, const std::vector<const Catalog*>& catalogs) {
  if (c.reading == Reading::longest_sequence) {
    Prediction longest;
    longest.value = longest_sequence(c.scenario, *catalogs.front());
    return std::vector<Prediction>(catalogs.size(), longest);
  }
  std::vector<Prediction> out;
  std::optional<Estimate> planned;
  for (const Catalog* catalog : catalogs) {
    if (planned) {
      take_calibration(*planned, c, *catalog);
      out.push_back(prediction_of(c, *planned));
      continue;
    }
    Scenario scenario = c.scenario;
    scenario.hardware.derating = 0;  // what heat took of a measured machine is in its figures
    Result<Estimate> e = c.within_limits ? estimate_within_limits(scenario, *catalog) : estimate(scenario, *catalog);
    if (!e) return e.problems();
    out.push_back(prediction_of(c, *e));
    if (planned_alike(c, *e)) planned = std::move(e).value();
  }
  return out;
}

Result<Prediction> predict(const Case& c, const Catalog& catalog) {
  Result<std::vector<Prediction>> each = predict_each(c, {&catalog});
  if (!each) return each.problems();
  return each->front();
}

double error_of(const Compared& row) {
  if (row.of->reading == Reading::fits) {
    const bool wrong = row.of->outcome == "yes" ? row.prediction.word == "no" : row.prediction.word == "fits";
    return wrong ? 1 : 0;
  }
  return row.prediction.value / row.of->measured - 1;
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

namespace {

enum class By { regime, source };

std::vector<ClassError> errors_by_class(std::initializer_list<const std::vector<Compared>*> parts, By by) {
  std::map<std::string, std::vector<double>> errors;
  for (const std::vector<Compared>* rows : parts)
    for (const Compared& row : *rows)
      errors[row.of->regime + (by == By::source ? ": " + row.of->source : "")].push_back(error_of(row));
  std::vector<ClassError> out;
  for (const auto& [name, signed_errors] : errors) {
    std::vector<double> absolute;
    for (double error : signed_errors) absolute.push_back(std::abs(error));
    out.push_back({name, static_cast<int>(absolute.size()), quantile(absolute, 0.5), quantile(absolute, 0.9),
                   quantile(signed_errors, 0.5)});
  }
  return out;
}

}  // namespace

Report compare(const Cases& cases, const std::vector<const Catalog*>& catalogs) {
  Report report;
  report.skipped = cases.skipped;
  report.wrong = cases.wrong;
  report.left_out = cases.left_out;
  for (const Case& c : cases.cases) {
    const Result<std::vector<Prediction>> each = predict_each(c, catalogs);
    if (!each) {
      report.skipped.push_back({c.id, each.problems().front().path + ": " + each.problems().front().message});
      continue;
    }
    Compared row{&c, each->front(), {}};
    for (std::size_t i = 1; i < each->size(); ++i) row.others.push_back((*each)[i].value);
    (c.hard.empty() ? report.rows : report.hard).push_back(std::move(row));
  }
  report.classes = errors_by_class({&report.rows}, By::source);
  report.regimes = errors_by_class({&report.rows}, By::regime);
  report.all = errors_by_class({&report.rows, &report.hard}, By::regime);
  return report;
}

}  // namespace ridgepoint::validation
