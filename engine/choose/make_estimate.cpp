#include "engine/choose/make_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/ask/allowed.h"
#include "engine/ask/ask.h"
#include "engine/base/lists.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"
#include "engine/estimate/workloads.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
DEFINE_COPIES(Estimate);

const Lack* Estimate::hindrance() const {
  return find_where(basis.lacks, [](const Lack& lack) { return !lack.has_substitute; });
}

namespace {

ModelSummary summary_of(const Question& r) {
  ModelSummary m;
  m.name = r.model->name;
  m.params_b = total_params(r.model) / 1e9;
  m.active_params_b = active_params(r.model) / 1e9;
  m.kv_bytes_per_token = in_bytes(kv_cache(r.model, 1, r.kv));
  m.flops_per_token = in_flop(forward_flop(r.model, 0));
  m.synthesized = r.model->synthesized;
  return m;
}

constexpr std::array<const char*, kWords<MemoryKind>.size()> kKindLabels = {"Weights",     "Gradients", "Optimizer",
                                                                            "Activations", "KV cache",  "Overhead"};

// One line a kind, in the order in which they first appear.
std::vector<LineGb> by_kind(const std::vector<LineGb>& lines) {
  std::vector<LineGb> kinds;
  kinds.reserve(lines.size());
  for (const LineGb& line : lines) {
    const auto same = [&](const LineGb& other) { return other.kind == line.kind; };
    if (!find_where(kinds, same))
      kinds.push_back({std::string(word_of(line.kind)), kKindLabels[static_cast<std::size_t>(line.kind)], line.kind});
    find_where(kinds, same)->gb += line.gb;
  }
  return kinds;
}

MemoryResult memory_result(const MemoryUse& use, const Question& r) {
  MemoryResult m;
  if (use.unlisted) m.per_gpu_gb = in_gigabytes(*use.unlisted);
  m.lines.reserve(use.lines.size());
  // The total is the sum of the lines as they are shown, so that it adds up to the last digit.
  for (const MemoryLine& line : use.lines) {
    m.lines.push_back({line.id, line.label, line.kind, in_gigabytes(line.amount), line.how, line.source});
    const double gb = m.lines.back().gb;
    m.per_gpu_gb += gb;
    if (line.of != MemoryOf::process) m.peak_reserved_gb += gb;
    if (line.of != MemoryOf::process && line.of != MemoryOf::allocator) m.peak_allocated_gb += gb;
  }
  if (use.host > bytes(0)) m.host_gb = in_gigabytes(use.host);
  m.kinds = by_kind(m.lines);
  m.usable_gb = in_gigabytes(r.usable);
  m.free_gb = m.usable_gb - m.per_gpu_gb;
  m.fit = m.per_gpu_gb <= m.usable_gb * (1 - headroom_of(r)) + in_gigabytes(beside_share(r))
              ? Fit::fits
              : (m.free_gb >= 0 ? Fit::tight : Fit::no);
  return m;
}

// Capability::id that a scenario's choices ask for.
struct WantedFeature {
  std::string id;
  bool has_substitute = false;
};
std::vector<WantedFeature> wanted_features(const Question& s) {
  if (s.is(kServes)) return {{s.weights->needs}};
  std::vector<WantedFeature> out = {{"training"}};
  if (s.train.flash_attention) out.push_back({"flash_attention_2", true});
  if (s.method() == Method::qlora) out.push_back({"bitsandbytes_4bit"});
  return out;
}

// What training by a framework lacks on a device.
void add_lacking(std::vector<Lack>& out, const TrainingFramework& framework, Recipe recipe, const Accelerator& device,
                 const std::string& name) {
  if (!runs_on(framework, device)) out.push_back({name, framework.name});
  // Blocks of MXFP8 came with FP4, and NVFP4 is NVIDIA's.
  const bool computes = device.rates[recipe == Recipe::fp8 ? Arithmetic::fp8 : Arithmetic::fp4] &&
                        (recipe != Recipe::nvfp4 || device.vendor == "NVIDIA");
  if (is_narrow(recipe) && !computes) out.push_back({name, "training in \"" + std::string(word_of(recipe)) + "\""});
}

// And serving by an engine.
void add_lacking(std::vector<Lack>& out, const ServingEngine& engine, const NumberFormat& weights,
                 const Accelerator& device, const std::string& name) {
  if (engine.id.empty()) return;
  if (!runs_on(engine, device))
    out.push_back({name, engine.name, false, engine.needs.empty() ? "" : ", which needs " + engine.needs});
  if (!reads(engine, weights))
    out.push_back({engine.name, weights.name + " weights"});
  else if (holding(engine.unread, weights, device))
    out.push_back({name, weights.name + " weights in " + engine.name});
}

std::vector<Lack> lacking(const Question& r, const Catalog& catalog) {
  std::vector<Lack> out;
  const Accelerator& device = r.accelerator;
  const std::string& has = device.compute_capability;  // of CUDA
  const bool of_cuda = device.vendor == "NVIDIA" && !has.empty();
  const std::string name = device.name + (of_cuda ? " (compute capability " + has + ")" : "");
  for (const WantedFeature& feature : wanted_features(r))
    for (const Capability& capability : catalog.capabilities)
      if (capability.id == feature.id && supports(device, capability) == false)
        out.push_back({name, capability.name, feature.has_substitute});
  if (r.is(kTrain)) add_lacking(out, r.framework(), r.train.recipe, device, name);
  if (r.is(kServe)) add_lacking(out, r.engine(), r.weights, device, name);
  return out;
}

// Weights in host memory, where they are whole layers.
void fill_in_host(HardwareChoice& h, const Plan& plan, const Question& r) {
  const double layers = plan.host_dense * r.model->layers(), experts = plan.host_experts * r.model->expert_layers();
  const auto whole = [](double x) { return std::fabs(x - std::round(x)) < 1e-9; };
  if (!h.host_memory_gb) h.host_memory_gb = in_gigabytes(r.host_memory);
  if (!whole(layers) || !whole(experts)) return;
  if (!h.host_layers) h.host_layers = static_cast<int>(std::round(layers));
  if (!h.host_expert_layers) h.host_expert_layers = static_cast<int>(std::round(experts));
}

void fill_in_run(TrainChoice& t, const Basis& basis) {
  const Interruptions& i = basis.interruptions;
  if (!t.packed) t.padding = basis.padding;
  if (!t.mtbf_h) t.mtbf_h = in_hours(i.between);
  if (!t.checkpoint_min) t.checkpoint_min = in_seconds(i.checkpoint) / 60;
  if (t.dataset_tokens && !t.epochs) t.epochs = 1;
}

// Fills in what the plan alone says.
void begin(Estimate& e, const Catalog& catalog, Plan&& planned) {
  Question& q = e.question;
  e.catalog_date = catalog.date;
  e.basis.plan = std::move(planned);
  e.basis.engine_left_open = !q.serve.engine;
  e.basis.chunk_left_open = !q.serve.prefill_chunk;
  if (!q.hardware.count) q.hardware.count = 1;
  if (!q.precision.weights) q.precision.weights = q.is(kServes) ? q.weights->id : "bf16";
  e.memory = memory_result(e.basis.plan.memory, q);
  // Training of other models than token decoders needs no kernel that devices lack.
  if (!q.is(kMediaTrain)) e.basis.lacks = lacking(q, catalog);
}

// Fills in what people are told, and nothing else follows from.
void describe(Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  if (q.network()) {
    e.model = media_summary(q, e.basis.plan);
    return;
  }
  e.model = summary_of(q);
  (q.is(kServe) ? list_memory : list_training_memory)(e.basis.plan, q);
  e.memory = memory_result(e.basis.plan.memory, q);
  if (q.is(kServe)) describe_serving(e, catalog);
}

}  // namespace

void fill_in(Estimate& e) {
  Question& q = e.question;
  q.cost = std::move(e.basis.cost_taken);
  if (!q.hardware.per_node) q.hardware.per_node = q.per_node;
  if (!q.hardware.memory_gb) q.hardware.memory_gb = q.accelerator->memory_gb;
  if (!q.constraints.headroom) q.constraints.headroom = headroom_of(q);
  q.hardware.derating = q.derating;
  if (q.host) fill_in_host(q.hardware, e.basis.plan, q);
  if (q.is(kServes) && q.serve.requests_per_minute) q.serve.peak_factor = peak_factor(q.serve);
  if (q.is(kServe) && !q.serve.memory_fraction) q.serve.memory_fraction = memory_fraction_of(q);
  if (q.is(kTrain)) fill_in_run(q.train, e.basis);
}

MemoryResult with_limits(const Estimate& e) {
  MemoryResult m = e.memory;
  if (e.question.network()) return m;
  const Limits limits = limits_of(e.basis.plan, e.question);
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

struct Narrowed {
  Question question;
  ServedPlan planned;
};

// Where the question leaves the format of the weights open and the model's own does not fit, the least coarse that
// does; where none does, the model's own while it holds one request, for which others wait, else what lacks least.
std::optional<Narrowed> narrowed_to_fit(const Question& own, const Plan& plan, const Catalog& catalog) {
  if (own.precision.weights || own.host || plan.memory.total() <= own.usable) return std::nullopt;
  if (format_named(catalog, own.model_choice.id)) return std::nullopt;
  std::optional<Narrowed> best;
  Bytes least = plan.memory.total() - memory_budget(own);
  for (const NumberFormat* format : formats_to_fit(own, catalog, own.accelerator, own.weights)) {
    Question narrower = parts_of(own);
    narrower.precision.weights = format->id;
    if (!ask(narrower, catalog).empty()) continue;
    Result<ServedPlan> next = plan_for_load(narrower);
    if (!next) continue;
    const Bytes lacking = next->plan.memory.total() - memory_budget(narrower);
    if (lacking >= least) continue;
    least = lacking;
    best = Narrowed{std::move(narrower), std::move(next).value()};
    if (lacking <= bytes(0)) return best;
  }
  return most_sequences(plan, own, plan.context, own.usable) >= 1 ? std::nullopt : best;
}

Problems add_media_service(Estimate& e, const Catalog& catalog) {
  begin(e, catalog, plan_media_serving(e.question));
  add_media_serving(e, catalog);
  return {};
}

Problems add_media_run(Estimate& e, const Catalog& catalog) {
  begin(e, catalog, plan_media_training(e.question));
  add_media_training(e, catalog);
  return {};
}

Problems add_run(Estimate& e, const Catalog& catalog) {
  Result<Plan> plan = plan_training(e.question);
  if (!plan) return plan.problems();
  begin(e, catalog, std::move(plan).value());
  add_training(e, catalog);
  e.question.train.method = e.question.method();
  return {};
}

Problems add_service(Estimate& e, const Catalog& catalog) {
  Result<ServedPlan> planned = plan_for_load(e.question);
  if (!planned) return planned.problems();
  if (std::optional<Narrowed> narrowed = narrowed_to_fit(e.question, planned->plan, catalog)) {
    e.question = std::move(narrowed->question);
    planned = std::move(narrowed->planned);
    e.basis.narrowed = true;
  }
  ServedPlan& chosen = planned.value();
  begin(e, catalog, std::move(chosen.plan));
  e.basis.speed_input = std::move(chosen.speed_input);
  e.basis.load = chosen.load;
  e.basis.serving = std::move(chosen.serving);
  add_serving_figures(e);
  return {};
}

// Fills in the days of requests in all, no shorter than one takes beside the others in flight.
void add_time_of_job(Estimate& e) {
  const std::optional<double>& all = e.question.serve.total_requests;
  if (e.question.is(kTrains) || !all || !(e.speed.requests_per_s > 0)) return;
  e.speed.days = std::max(*all, *e.speed.concurrency) / *e.speed.requests_per_s / 86400;
}

// `e` is fresh; it is done when there are no problems. Everything but cost is filled in before the rest is added.
template <class AddRest>
Problems estimate_into(Estimate& e, Question&& parts, const Catalog& base, AddRest add_rest) {
  e.question = std::move(parts);
  Problems problems = ask(e.question, base);
  if (!problems.empty()) return problems;
  const Catalog& catalog = e.question.own_catalog ? *e.question.own_catalog : base;
  problems = e.question.by_job(add_service, add_run, add_media_service, add_media_run)(e, catalog);
  if (!problems.empty()) return problems;
  add_time_of_job(e);
  add_rest(e, catalog);
  return {};
}

template <class AddRest>
Result<Estimate> estimate_with(Question&& parts, const Catalog& base, AddRest add_rest) {
  Result<Estimate> out(std::in_place);
  Problems problems = estimate_into(out.value(), std::move(parts), base, add_rest);
  if (!problems.empty()) out = std::move(problems);
  return out;
}

}  // namespace

Result<Estimate> estimate_figures(Question parts, const Catalog& base) {
  return estimate_with(std::move(parts), base, describe);
}

Problems estimate_ranked(Question parts, const Catalog& base, Estimate& out) {
  return estimate_into(out, std::move(parts), base, add_chosen_cost);
}

void add_rest(Estimate& e, const Catalog& base) {
  const Catalog& catalog = e.question.own_catalog ? *e.question.own_catalog : base;
  e.cost = {};
  e.basis.rent_input.reset();
  e.basis.hosted_input.reset();
  describe(e, catalog);
  add_cost(e, catalog);
  add_derived_ranges(e);
}

// Drops what the time of prompts decides where the rate at which a device multiplies is not known.
void leave_out_prompts(Estimate& e) {
  if (e.question.device.rate_known) return;
  for (auto* figure : {&e.speed.ttft_ms, &e.speed.requests_per_s, &e.speed.tokens_per_s, &e.cost.usd_per_1k_requests,
                       &e.cost.usd_per_1m_input_tokens, &e.cost.usd_per_1m_output_tokens, &e.cost.prefill_share})
    figure->reset();
  std::erase_if(e.speed.ranges, [](const FigureRange& range) {
    return range.figure != "tpot_ms" && range.figure != "tokens_per_s_per_request";
  });
  e.cost.options.clear();
  e.speed.roofline.reset();
  e.speed.bottleneck.ridge = 0;
}

Result<Estimate> estimate(Question parts, const Catalog& base) {
  return estimate_with(std::move(parts), base, [](Estimate& e, const Catalog& catalog) {
    describe(e, catalog);
    add_cost(e, catalog);
    drop_idle_money(e);
    add_derived_ranges(e);
    leave_out_prompts(e);
  });
}

void mark_price(Estimate& e, const Catalog& catalog) {
  if (!e.cost.usd_per_h || !e.question.constraints.owned.empty()) return;  // what is there is not bought again
  std::optional<Question> listed = at_listed_prices(e.question, catalog);
  if (!listed) return;
  const Result<Estimate> known = estimate(std::move(*listed), catalog);
  const std::optional<double> usd_per_h = known ? known.value().cost.usd_per_h : std::nullopt;
  if (usd_per_h != e.cost.usd_per_h) e.cost.given = GivenPrice{usd_per_h};
}

}  // namespace ridgepoint
