#include "engine/estimate/make_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/ask/allowed.h"
#include "engine/ask/load.h"
#include "engine/ask/scenario.h"
#include "engine/base/lists.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"
#include "engine/estimate/workloads.h"
#include "engine/facts/own_entries.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
DEFINE_COPIES(Estimate);

const Lack* Estimate::hindrance() const {
  return find_where(basis.lacks, [](const Lack& lack) { return !lack.has_substitute; });
}

namespace {

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

MemoryResult memory_result(const MemoryUse& use, const Scenario& s, const Resolved& r) {
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
  m.fit = m.per_gpu_gb <= m.usable_gb * (1 - headroom_of(s, r)) + in_gigabytes(beside_share(s, r))
              ? Fit::fits
              : (m.free_gb >= 0 ? Fit::tight : Fit::no);
  return m;
}

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

// Capability::id that a scenario's choices ask for.
struct WantedFeature {
  std::string id;
  bool has_substitute = false;
};
std::vector<WantedFeature> wanted_features(const Scenario& s, const NumberFormat& weights) {
  if (s.serves()) return {{weights.needs}};
  std::vector<WantedFeature> out = {{"training"}};
  if (s.train.flash_attention) out.push_back({"flash_attention_2", true});
  if (s.method() == Method::qlora) out.push_back({"bitsandbytes_4bit"});
  return out;
}

std::vector<Lack> lacking(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  std::vector<Lack> out;
  const Accelerator& device = r.accelerator;
  const std::string& has = device.compute_capability;  // of CUDA
  const bool of_cuda = device.vendor == "NVIDIA" && !has.empty();
  const std::string name = device.name + (of_cuda ? " (compute capability " + has + ")" : "");
  for (const WantedFeature& feature : wanted_features(s, r.weights))
    for (const Capability& capability : catalog.capabilities)
      if (capability.id == feature.id && supports(device, capability) == false)
        out.push_back({name, capability.name, feature.has_substitute});
  if (!s.serves() && !runs_on(*r.framework, device)) out.push_back({name, r.framework->name});
  const Recipe recipe = s.train.recipe;  // blocks of MXFP8 came with FP4, and NVFP4 is NVIDIA's
  const bool computes = device.rates[recipe == Recipe::fp8 ? Arithmetic::fp8 : Arithmetic::fp4] &&
                        (recipe != Recipe::nvfp4 || device.vendor == "NVIDIA");
  if (!s.serves() && is_narrow(recipe) && !computes)
    out.push_back({name, "training in \"" + std::string(word_of(recipe)) + "\""});
  const std::string& needs = r.engine->needs;
  if (!runs_on(r.engine, device))
    out.push_back({name, r.engine->name, false, needs.empty() ? "" : ", which needs " + needs});
  if (!s.serves() || r.media || r.engine->id.empty()) return out;
  if (!reads(r.engine, r.weights))
    out.push_back({r.engine->name, r.weights->name + " weights"});
  else if (!reads_on(r.engine, r.weights, device))
    out.push_back({name, r.weights->name + " weights in " + r.engine->name});
  return out;
}

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

// Weights in host memory, where they are whole layers.
void fill_in_host(HardwareChoice& h, const Plan& plan, const Resolved& r) {
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

// What the plan alone says.
void begin(Estimate& e, const Scenario& scenario, const Catalog& catalog, Resolved&& resolved, Plan&& planned) {
  e.scenario = scenario;
  name_by_id(e.scenario, catalog);
  e.catalog_date = catalog.date;
  e.basis.plan = std::move(planned);
  e.basis.resolved = std::move(resolved);
  e.basis.engine_left_open = !scenario.serve.engine;
  e.basis.chunk_left_open = !scenario.serve.prefill_chunk;
  const Resolved& r = e.basis.resolved;
  if (!e.scenario.hardware.count) e.scenario.hardware.count = 1;
  if (!e.scenario.precision.weights) e.scenario.precision.weights = scenario.serves() ? r.weights->id : "bf16";
  e.memory = memory_result(e.basis.plan.memory, scenario, r);
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
  e.memory = memory_result(e.basis.plan.memory, e.scenario, r);
  if (e.scenario.serves()) describe_serving(e, catalog);
}

}  // namespace

void fill_in(Estimate& e) {
  const Resolved& r = e.basis.resolved;
  Scenario& s = e.scenario;
  s.cost = std::move(e.basis.cost_taken);
  if (!s.hardware.per_node) s.hardware.per_node = r.per_node;
  if (!s.hardware.memory_gb) s.hardware.memory_gb = r.accelerator->memory_gb;
  if (!s.constraints.headroom) s.constraints.headroom = headroom_of(s, r);
  if (s.serves() && !r.media && !s.serve.memory_fraction) s.serve.memory_fraction = memory_fraction_of(s, r);
  s.hardware.derating = r.derating;
  if (r.host) fill_in_host(s.hardware, e.basis.plan, r);
  if (s.serves() && s.serve.requests_per_minute) s.serve.peak_factor = peak_factor(s.serve);
  if (!s.serves() && !r.media) fill_in_run(s.train, e.basis);
}

Problems problems_of(const Scenario& scenario, const Catalog& base) {
  const WithOwn catalog(base, scenario.overrides);
  Problems problems = validate(scenario);
  if (problems.empty()) check_load(scenario.serve, with_its_load(scenario, catalog.all()).serve, problems);
  append(problems, resolve_checked(scenario, catalog.all()).problems());
  append(problems, constraint_problems(scenario.constraints, catalog.all()));
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

struct Narrowed {
  Resolved resolved;
  ServedPlan planned;
};

// Where the scenario leaves the format of the weights open and the model's own does not fit, the least coarse that
// does; where none does, the model's own while it holds one request, for which others wait, else what lacks least.
std::optional<Narrowed> narrowed_to_fit(const Scenario& s, const Resolved& own, const Plan& plan,
                                        const Catalog& catalog) {
  if (!s.serves() || s.precision.weights || own.host || plan.memory.total() <= own.usable) return std::nullopt;
  std::optional<Narrowed> best;
  Bytes least = plan.memory.total() - memory_budget(s, own);
  for (const NumberFormat* format : formats_to_fit(s, catalog, own.accelerator, own.weights)) {
    Scenario narrower = s;
    narrower.precision.weights = format->id;
    Result<Resolved> resolved = resolve(narrower, catalog);
    if (!resolved) continue;
    Result<ServedPlan> next = plan_for_load(narrower, *resolved);
    if (!next) continue;
    const Bytes lacking = next->plan.memory.total() - memory_budget(narrower, *resolved);
    if (lacking >= least) continue;
    least = lacking;
    best = Narrowed{std::move(resolved).value(), std::move(next).value()};
    if (lacking <= bytes(0)) return best;
  }
  return most_sequences(plan, own, plan.context, own.usable) >= 1 ? std::nullopt : best;
}

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
  if (!scenario.serves()) {
    Result<Plan> plan = plan_training(scenario, *resolved);
    if (!plan) return plan.problems();
    begin(e, scenario, catalog, std::move(resolved).value(), std::move(plan).value());
    add_training(e, catalog);
    e.scenario.train.method = scenario.method();
    return {};
  }
  Result<ServedPlan> planned = plan_for_load(scenario, *resolved);
  if (!planned) return planned.problems();
  if (std::optional<Narrowed> narrowed = narrowed_to_fit(scenario, *resolved, planned->plan, catalog)) {
    resolved = std::move(narrowed->resolved);
    planned = std::move(narrowed->planned);
    e.basis.narrowed = true;
  }
  ServedPlan& chosen = planned.value();
  begin(e, scenario, catalog, std::move(resolved).value(), std::move(chosen.plan));
  e.basis.speed_input = std::move(chosen.speed_input);
  e.basis.load = chosen.load;
  e.basis.serving = std::move(chosen.serving);
  add_serving_figures(e);
  return {};
}

// Fills in the days of requests in all, no shorter than one takes beside the others in flight.
void add_time_of_job(Estimate& e) {
  const std::optional<double>& all = e.scenario.serve.total_requests;
  if (!e.scenario.serves() || !all || !(e.speed.requests_per_s > 0)) return;
  e.speed.days = std::max(*all, *e.speed.concurrency) / *e.speed.requests_per_s / 86400;
}

Problems add_figures(Estimate& e, const Scenario& asked, const Catalog& catalog) {
  if (!asked.serves()) return add_figures_at_rate(e, asked, catalog);
  const Scenario loaded = with_its_load(asked, catalog);
  const ServeChoice &given = asked.serve, &load = loaded.serve;
  Problems problems;  // of what is given, before what follows from it
  if (load.requests_per_minute != given.requests_per_minute || load.total_requests != given.total_requests)
    problems = validate(asked);
  if (problems.empty()) check_load(given, load, problems);
  if (problems.empty()) problems = add_figures_at_rate(e, loaded, catalog);
  if (problems.empty()) add_time_of_job(e);
  return problems;
}

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

void add_rest(Estimate& e, const Catalog& base) {
  const Catalog& catalog = e.basis.own_catalog ? *e.basis.own_catalog : base;
  e.cost = {};
  e.basis.rent_input.reset();
  e.basis.hosted_input.reset();
  describe(e, catalog);
  add_cost(e, catalog);
  add_derived_ranges(e);
}

// Drops what the time of prompts decides where the rate at which a device multiplies is not known.
void leave_out_prompts(Estimate& e) {
  if (e.basis.resolved.device.rate_known) return;
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

Result<Estimate> estimate(const Scenario& scenario, const Catalog& base) {
  return estimate_with(scenario, base, [](Estimate& e, const Catalog& catalog) {
    describe(e, catalog);
    add_cost(e, catalog);
    drop_idle_money(e);
    add_derived_ranges(e);
    leave_out_prompts(e);
  });
}

void mark_price(Estimate& e, const Catalog& catalog) {
  if (!e.cost.usd_per_h || !e.scenario.constraints.owned.empty()) return;  // what is there is not bought again
  const std::optional<Scenario> listed = at_listed_prices(e.scenario);
  if (!listed) return;
  const Result<Estimate> known = estimate(*listed, catalog);
  const std::optional<double> price = known ? known.value().cost.usd_per_h : std::nullopt;
  if (price != e.cost.usd_per_h) e.cost.given = GivenPrice{price};
}

}  // namespace ridgepoint
