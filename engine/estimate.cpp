#include "engine/estimate.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "engine/estimate_cost.h"
#include "engine/estimate_figures.h"
#include "engine/estimate_media.h"
#include "engine/estimate_parts.h"
#include "engine/estimate_serving.h"
#include "engine/estimate_training.h"
#include "engine/limits.h"
#include "engine/load.h"
#include "engine/own_entries.h"
#include "engine/plan_media.h"
#include "engine/words.h"

namespace ridgepoint {
namespace {

const char* kind_word(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::weights:
      return "weights";
    case MemoryKind::gradients:
      return "gradients";
    case MemoryKind::optimizer:
      return "optimizer";
    case MemoryKind::activations:
      return "activations";
    case MemoryKind::kv_cache:
      return "kv_cache";
    case MemoryKind::overhead:
      return "overhead";
  }
  return "overhead";
}

ModelSummary summary_of(const Resolved& r) {
  ModelSummary m;
  m.name = r.model->name;
  m.params_b = total_params(r.model) / 1e9;
  m.active_params_b = active_params(r.model) / 1e9;
  m.kv_bytes_per_token = in_bytes(kv_cache(r.model, 1, r.kv));
  m.flops_per_token = in_flop(forward_flop(r.model, 0));
  m.synthesized = r.model->synthesized;
  return m;
}

const char* kind_label(const std::string& kind) {
  if (kind == "weights") return "Weights";
  if (kind == "gradients") return "Gradients";
  if (kind == "optimizer") return "Optimizer";
  if (kind == "activations") return "Activations";
  if (kind == "kv_cache") return "KV cache";
  return "Overhead";
}

// One line a kind, in the order in which they first appear.
std::vector<LineGb> by_kind(const std::vector<LineGb>& lines) {
  std::vector<LineGb> kinds;
  kinds.reserve(lines.size());
  for (const LineGb& line : lines) {
    const auto same = [&](const LineGb& other) { return other.kind == line.kind; };
    auto kind = std::find_if(kinds.begin(), kinds.end(), same);
    if (kind == kinds.end()) kind = kinds.insert(kind, {line.kind, kind_label(line.kind), line.kind, 0, "", ""});
    kind->gb += line.gb;
  }
  return kinds;
}

MemoryResult memory_result(const MemoryUse& use, const Resolved& r, double headroom) {
  MemoryResult m;
  if (use.unlisted) m.per_gpu_gb = in_gigabytes(*use.unlisted);
  m.lines.reserve(use.lines.size());
  // The total is the sum of the lines as they are shown, so that it adds up to the last digit.
  for (const MemoryLine& line : use.lines) {
    m.lines.push_back({line.id, line.label, kind_word(line.kind), in_gigabytes(line.amount), line.how, line.source});
    m.per_gpu_gb += m.lines.back().gb;
  }
  for (const LineGb& line : m.lines) {
    const bool outside = line.id == "cuda_context" || line.id == "collectives" || line.id == "cuda_graphs";
    if (!outside) m.peak_reserved_gb += line.gb;
    if (!outside && line.id != "fragmentation") m.peak_allocated_gb += line.gb;
  }
  if (use.host > bytes(0)) m.host_gb = in_gigabytes(use.host);
  m.kinds = by_kind(m.lines);
  m.usable_gb = in_gigabytes(r.usable);
  m.free_gb = m.usable_gb - m.per_gpu_gb;
  m.fit = m.per_gpu_gb <= m.usable_gb * (1 - headroom) ? Fit::fits : (m.free_gb >= 0 ? Fit::tight : Fit::no);
  return m;
}

}  // namespace

std::vector<LineSeconds> time_lines(const std::vector<TimeLine>& lines) {
  std::vector<LineSeconds> out;
  out.reserve(lines.size());
  for (const TimeLine& line : lines)
    out.push_back(
        {std::string(line.id), std::string(line.label), std::string(word_of(line.bound)), in_seconds(line.time)});
  return out;
}

namespace {

const char* bound_label(const std::string& bound) {
  if (bound == "memory") return "Memory bandwidth";
  if (bound == "compute") return "Compute";
  if (bound == "communication") return "Communication";
  return "Fixed times";
}

}  // namespace

std::vector<LineSeconds> by_bound(const std::vector<LineSeconds>& lines) {
  std::vector<LineSeconds> bounds;
  for (const LineSeconds& line : lines) {
    const auto same = [&](const LineSeconds& other) { return other.bound == line.bound; };
    auto bound = std::find_if(bounds.begin(), bounds.end(), same);
    if (bound == bounds.end()) bound = bounds.insert(bound, {line.bound, bound_label(line.bound), line.bound, 0});
    bound->s += line.s;
  }
  return bounds;
}

namespace {

// The longest of the lines with a bound.
const TimeLine& longest_line(const std::vector<TimeLine>& lines, BoundBy bound) {
  const auto shorter = [&](const TimeLine& a, const TimeLine& b) {
    return (a.bound == bound ? a.time : seconds(-1)) < (b.bound == bound ? b.time : seconds(-1));
  };
  return *std::max_element(lines.begin(), lines.end(), shorter);
}

// "Communication (gradients between devices)": one thing, whatever is sent.
std::string communication_words(const TimeLine& line) {
  const std::string label(line.label);
  if (line.id == "communication" || line.id == "bubble") return label;
  return "Communication (" + std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])))) +
         label.substr(1) + ")";
}

}  // namespace

Bottleneck bottleneck_of(const std::vector<TimeLine>& lines, const Work& work, const Device& d) {
  std::array<double, Words<BoundBy>::list.size()> share{};
  double total = 0;
  for (const TimeLine& line : lines) {
    share[static_cast<std::size_t>(line.bound)] += in_seconds(line.time);
    total += in_seconds(line.time);
  }
  const auto largest = static_cast<std::size_t>(std::max_element(share.begin(), share.end()) - share.begin());
  static constexpr std::array<const char*, 4> kKinds = {"memory_bandwidth", "compute", "communication", "host"};
  static constexpr std::array<const char*, 4> kTexts = {"Memory bandwidth", "Compute", "",
                                                        "Fixed time per layer and step"};
  Bottleneck b;
  b.kind = kKinds[largest];
  b.share = total > 0 ? share[largest] / total : 0;
  const bool communication = static_cast<BoundBy>(largest) == BoundBy::communication;
  b.text = communication ? communication_words(longest_line(lines, BoundBy::communication)) : kTexts[largest];
  b.intensity = work.moved.value > 0 ? in_flop_per_byte(work.flop / work.moved) : 0;
  b.ridge = in_flop_per_byte(ridge_point(d.gemm_peak, d.bandwidth));
  return b;
}

Roofline roofline_of(const Device& d, FlopPerSecond peak) {
  return {in_teraflop_per_second(peak), in_gigabytes_per_second(d.bandwidth), {}};
}

void add_point(Roofline& roofline, const char* id, const char* label, const Work& work, Seconds time) {
  if (!(work.moved.value > 0 && time > seconds(0))) return;
  roofline.points.push_back(
      {id, label, in_flop_per_byte(work.flop / work.moved), in_teraflop_per_second(work.flop / time)});
}

LayoutResult layout_result(const Plan& plan) {
  LayoutResult l;
  l.tensor = plan.layout.tensor;
  l.pipeline = plan.layout.pipeline;
  l.context = plan.layout.context;
  l.expert = plan.layout.expert;
  l.data = plan.layout.data;
  l.why = plan.why;
  return l;
}

void add_range(SpeedResult& speed, const Catalog& catalog, const std::string& device_class, const char* error_name,
               const char* figure, const std::optional<double>& value, const ServedLoad& load) {
  const FigureError* error = error_of(catalog.calibration, error_name, device_class);
  if (!error || !value) return;
  // What was predicted too low by p90 lies above this range: it holds 80 to 90% (`covered` of the error says).
  const double off = 1 + range_at(*error, load);
  speed.ranges.push_back({figure, *value / off, *value * off});
}

const FigureRange* range_of(const Estimate& e, std::string_view figure) {
  for (const FigureRange& range : e.speed.ranges)
    if (range.figure == figure) return &range;
  return nullptr;
}

namespace {

using Figure = std::optional<double>;

// `value` grows with the figure `from`, or shrinks as it grows.
void derive(Estimate& e, const char* figure, const Figure& value, const char* from, const Figure& of, bool shrinks) {
  const FigureRange* source = range_of(e, from);
  if (!source || !value || !of || !(*of > 0) || range_of(e, figure)) return;
  const double less = source->low / *of, more = source->high / *of;
  e.speed.ranges.push_back({figure, *value * (shrinks ? 1 / more : less), *value * (shrinks ? 1 / less : more)});
}

}  // namespace

void add_derived_ranges(Estimate& e) {
  const SpeedResult& s = e.speed;
  const CostResult& c = e.cost;
  const auto grows = [&](const char* figure, const Figure& value, const char* from, const Figure& of) {
    derive(e, figure, value, from, of, false);
  };
  const auto shrinks = [&](const char* figure, const Figure& value, const char* from, const Figure& of) {
    derive(e, figure, value, from, of, true);
  };
  shrinks("tokens_per_s_per_request", s.tokens_per_s_per_request, "tpot_ms", s.tpot_ms);
  if (e.scenario.serves()) {
    grows("requests_per_s", s.requests_per_s, "tokens_per_s", s.tokens_per_s);
    grows("tokens_per_s", s.tokens_per_s, "requests_per_s", s.requests_per_s);
    grows("audio_s_per_s", s.audio_s_per_s, "requests_per_s", s.requests_per_s);
    if (e.basis.serving.saturated)
      grows("max_requests_per_s", s.max_requests_per_s, "requests_per_s", s.requests_per_s);
    shrinks("energy_kwh", c.energy_kwh, "requests_per_s", s.requests_per_s);
  } else {
    grows("tokens_per_s", s.tokens_per_s, "samples_per_s", s.samples_per_s);
    grows("samples_per_s", s.samples_per_s, "tokens_per_s", s.tokens_per_s);
    shrinks("step_s", s.step_s, "samples_per_s", s.samples_per_s);
    grows("tflops_per_gpu", s.tflops_per_gpu, "samples_per_s", s.samples_per_s);
    grows("mfu", s.mfu, "samples_per_s", s.samples_per_s);
    shrinks("days", s.days, "samples_per_s", s.samples_per_s);
    grows("usd_per_run", c.usd_per_run, "days", s.days);
    grows("energy_kwh", c.energy_kwh, "days", s.days);
  }
  grows("co2_kg", c.co2_kg, "energy_kwh", c.energy_kwh);
  // What a host is paid for a token is known; so is what comes at a rate, and machines are paid for all of it.
  if (c.way == "api" || e.scenario.serve.requests_per_minute) return;
  shrinks("usd_per_1k_requests", c.usd_per_1k_requests, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_1m_input_tokens", c.usd_per_1m_input_tokens, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_1m_output_tokens", c.usd_per_1m_output_tokens, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_1k_images", c.usd_per_1k_images, "requests_per_s", s.requests_per_s);
  shrinks("usd_per_audio_h", c.usd_per_audio_h, "requests_per_s", s.requests_per_s);
}

namespace {

// The catalog with a person's own entries, copied only when there are any.
class WithOwn {
 public:
  WithOwn(const Catalog& base, const Overrides& own) : base_(base) {
    if (has_own_entries(own)) merged_ = std::make_shared<const Catalog>(merged(base, own));
  }
  const Catalog& all() const { return merged_ ? *merged_ : base_; }
  // Null when it is the base alone.
  const std::shared_ptr<const Catalog>& merged_with_own() const { return merged_; }

 private:
  const Catalog& base_;
  std::shared_ptr<const Catalog> merged_;
};

// Ids of the capabilities that a scenario's choices need.
std::vector<std::string> wanted_features(const Scenario& s, const std::string& weights) {
  std::vector<std::string> out;
  if (!s.serves() && s.train.flash_attention) out.push_back("flash_attention_2");
  const bool nf4 = weights == "nf4" || (!s.serves() && s.method() == Method::qlora);
  if (nf4) out.push_back("bitsandbytes_4bit");
  if (s.serves() && weights == "awq-int4") out.push_back("awq");
  if (s.serves() && weights == "fp8") out.push_back("fp8_weights");
  return out;
}

bool runs_on(const ServingEngine& engine, const Accelerator& device) {
  if (device.segment == Segment::cpu) return engine.on_cpus != OnCpus::no;
  const auto has = [&](const std::vector<std::string>& vendors) {
    return std::find(vendors.begin(), vendors.end(), device.vendor) != vendors.end();
  };
  return engine.on_cpus != OnCpus::only && (engine.vendors.empty() || has(engine.vendors)) && !has(engine.not_vendors);
}

std::vector<std::string> lacking(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  std::vector<std::string> out;
  for (const std::string& feature : wanted_features(s, r.weights->id))
    for (const Capability& capability : catalog.capabilities)
      if (capability.id == feature && supports(r.accelerator, capability) == false) out.push_back(capability.name);
  if (!runs_on(r.engine, r.accelerator)) out.push_back(r.engine->name);
  return out;
}

void append(Problems& problems, const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); }

// Of own entries that make sense; what is wrong with one that is used is said once.
Result<Resolved> resolve_checked(const Scenario& scenario, const Catalog& catalog) {
  Problems problems = own_entry_problems(scenario.overrides, catalog);
  Result<Resolved> resolved = resolve(scenario, catalog);
  if (problems.empty()) return resolved;
  for (const Problem& problem : resolved.problems()) {
    const auto same = [&](const Problem& other) { return other.message == problem.message; };
    if (std::none_of(problems.begin(), problems.end(), same)) problems.push_back(problem);
  }
  return problems;
}

// What the plan alone says.
void begin(Estimate& e, const Scenario& scenario, const Catalog& catalog, Resolved&& resolved, Plan&& planned) {
  e.scenario = scenario;
  e.catalog_date = catalog.date;
  e.basis.plan = std::move(planned);
  e.basis.resolved = std::move(resolved);
  e.basis.engine_left_open = !scenario.serve.engine;
  e.basis.chunk_left_open = !scenario.serve.prefill_chunk;
  const Resolved& r = e.basis.resolved;
  if (!e.scenario.hardware.count) e.scenario.hardware.count = 1;
  if (!e.scenario.precision.weights) e.scenario.precision.weights = scenario.serves() ? r.weights->id : "bf16";
  e.memory = memory_result(e.basis.plan.memory, r, scenario.constraints.headroom);
  // Training of other models than token decoders needs no kernel that devices lack.
  if (!r.media || scenario.serves()) e.basis.lacks = lacking(scenario, r, catalog);
}

// What people are told, and nothing else follows from.
void describe(Estimate& e, const Catalog& catalog) {
  const Resolved& r = e.basis.resolved;
  e.model = r.media ? media_summary(r, e.basis.plan) : summary_of(r);
  if (r.media) return;
  if (e.scenario.serves())
    list_memory(e.basis.plan, r);
  else
    list_training_memory(e.basis.plan, r);
  e.memory = memory_result(e.basis.plan.memory, r, e.scenario.constraints.headroom);
  if (e.scenario.serves()) describe_serving(e, catalog);
}

}  // namespace

Problems problems_of(const Scenario& scenario, const Catalog& base) {
  const WithOwn catalog(base, scenario.overrides);
  Problems problems = validate(scenario);
  append(problems, resolve_checked(scenario, catalog.all()).problems());
  return problems;
}

MemoryResult with_limits(const Estimate& e) {
  MemoryResult m = e.memory;
  if (e.basis.resolved.media) return m;
  const Limits limits = limits_of(e.basis.plan, e.scenario, e.basis.resolved);
  m.max_concurrency = limits.concurrency;
  m.max_concurrency_mean = limits.concurrency_mean;
  m.max_context = limits.context;
  m.max_micro_batch = limits.micro_batch;
  m.max_sequence = limits.sequence;
  m.max_params_b = limits.params_b;
  if (const auto& pools = e.speed.disaggregation) {  // only the decode replicas hold requests
    const double share = static_cast<double>(pools->decode_replicas) / e.basis.plan.layout.data;
    *m.max_concurrency *= share;
    *m.max_concurrency_mean *= share;
  }
  return m;
}

namespace {

// Fills in everything but cost, or gives what is wrong.
Problems add_figures_at_rate(Estimate& e, const Scenario& scenario, const Catalog& catalog) {
  Problems problems = validate(scenario);
  Result<Resolved> resolved = resolve_checked(scenario, catalog);
  append(problems, resolved.problems());
  if (!problems.empty()) return problems;
  if (resolved->media) {
    Plan plan = scenario.serves() ? plan_media_serving(scenario, *resolved) : plan_media_training(scenario, *resolved);
    begin(e, scenario, catalog, std::move(resolved).value(), std::move(plan));
    add_media_figures(e, catalog);
    return {};
  }
  Result<Plan> plan = scenario.serves() ? plan_for_load(scenario, *resolved) : plan_training(scenario, *resolved);
  if (!plan) return plan.problems();
  begin(e, scenario, catalog, std::move(resolved).value(), std::move(plan).value());
  if (scenario.serves()) {
    add_serving_figures(e);
  } else {
    add_training(e, catalog);
    e.scenario.train.method = scenario.method();
  }
  return {};
}

Problems add_figures(Estimate& e, const Scenario& asked, const Catalog& catalog) {
  if (!asked.serve.daily_users) return add_figures_at_rate(e, asked, catalog);
  const Problems problems = validate(asked);  // before what follows is filled in
  return problems.empty() ? add_figures_at_rate(e, at_its_rate(asked), catalog) : problems;
}

}  // namespace

namespace {

// `out` is fresh; it is done when there are no problems.
template <class AddRest>
Problems estimate_into(Estimate& out, const Scenario& scenario, const Catalog& base, AddRest add_rest) {
  const WithOwn catalog(base, scenario.overrides);
  out.basis.own_catalog = catalog.merged_with_own();
  Problems problems = add_figures(out, scenario, catalog.all());
  if (problems.empty()) add_rest(out, catalog.all());
  return problems;
}

template <class AddRest>
Result<Estimate> estimate_with(const Scenario& scenario, const Catalog& base, AddRest add_rest) {
  Result<Estimate> out(std::in_place);
  Problems problems = estimate_into(out.value(), scenario, base, add_rest);
  if (!problems.empty()) out = std::move(problems);
  return out;
}

}  // namespace

Result<Estimate> estimate_figures(const Scenario& scenario, const Catalog& base) {
  return estimate_with(scenario, base, describe);
}

Problems estimate_ranked(const Scenario& scenario, const Catalog& base, Estimate& out) {
  return estimate_into(out, scenario, base, add_chosen_cost);
}

void complete(Estimate& e, const Catalog& base) {
  const Catalog& catalog = e.basis.own_catalog ? *e.basis.own_catalog : base;
  e.cost = {};
  e.basis.rent_input.reset();
  e.basis.hosted_input.reset();
  describe(e, catalog);
  add_cost(e, catalog);
  add_derived_ranges(e);
}

Result<Estimate> estimate(const Scenario& scenario, const Catalog& base) {
  return estimate_with(scenario, base, [](Estimate& e, const Catalog& catalog) {
    describe(e, catalog);
    add_cost(e, catalog);
    drop_idle_money(e);
    add_derived_ranges(e);
  });
}

}  // namespace ridgepoint
