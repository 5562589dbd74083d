#include "engine/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/dates.h"
#include "engine/estimate_media.h"
#include "engine/estimate_parts.h"
#include "engine/estimate_serving.h"
#include "engine/estimate_training.h"
#include "engine/limits.h"
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
  m.name = r.model.name;
  m.params_b = total_params(r.model) / 1e9;
  m.active_params_b = active_params(r.model) / 1e9;
  m.kv_bytes_per_token = in_bytes(kv_cache(r.model, 1, r.kv));
  m.flops_per_token = in_flop(forward_flop(r.model, 0));
  m.synthesized = r.model.synthesized;
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
  for (const TimeLine& line : lines)
    out.push_back({line.id, line.label, std::string(word_of(line.bound)), in_seconds(line.time)});
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
const std::string& longest_line(const std::vector<TimeLine>& lines, BoundBy bound) {
  const auto shorter = [&](const TimeLine& a, const TimeLine& b) {
    return (a.bound == bound ? a.time : seconds(-1)) < (b.bound == bound ? b.time : seconds(-1));
  };
  return std::max_element(lines.begin(), lines.end(), shorter)->label;
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
  b.text = communication ? longest_line(lines, BoundBy::communication) : kTexts[largest];
  b.intensity = work.moved.value > 0 ? in_flop_per_byte(work.flop / work.moved) : 0;
  b.ridge = in_flop_per_byte(ridge_point(d.gemm_peak, d.bandwidth));
  return b;
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
               const char* figure, const std::optional<double>& value) {
  const FigureError* error = error_of(catalog.calibration, error_name, device_class);
  if (!error || !value) return;
  // What was predicted too low by p90 lies above this range: it holds 80 to 90% (`covered` of the error says).
  speed.ranges.push_back({figure, *value / (1 + error->p90), *value * (1 + error->p90)});
}

namespace {

PriceKind price_kind(Pricing pricing) { return static_cast<PriceKind>(static_cast<int>(pricing)); }

struct RentFigure {
  double usd_gpu_h = 0;  // 0: unknown
  std::string source;
  std::string date;
};

// The offer in the middle of the published ones (the lower of two): a single dated offer that can be
// looked up, neither the cheapest listing nor the dearest cloud.
RentFigure typical_rent(const Scenario& s, const Resolved& r, const Catalog& catalog, Pricing pricing) {
  const std::string provider = s.cost.provider.value_or(r.instance ? r.instance->provider : "");
  std::vector<RentOffer> offers =
      rent_offers(catalog, r.accelerator.id, price_kind(pricing), provider, s.cost.region.value_or(""));
  if (r.instance) std::erase_if(offers, [&](const RentOffer& o) { return o.instance->id != r.instance->id; });
  if (offers.empty()) return {};
  const RentOffer& offer = offers[(offers.size() - 1) / 2];
  const Instance& instance = *offer.instance;
  std::string source = provider_name(catalog, instance.provider) + " " + instance.name + ", " +
                       said_price_date(offer.price->date, s.as_of.value_or(catalog.date));
  if (offers.size() > 1)
    source += "; the middle of " + std::to_string(offers.size()) + " offers from " +
              dollars(offers.front().usd_per_gpu_h) + " to " + dollars(offers.back().usd_per_gpu_h);
  return {offer.usd_per_gpu_h, source, offer.price->date};
}

RentFigure rent_for(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  const CostChoice& c = s.cost;
  const bool reserved = c.pricing == Pricing::reserved_1y || c.pricing == Pricing::reserved_3y;
  if (reserved && c.reserved_usd_gpu_h) return {*c.reserved_usd_gpu_h, "your own figure", ""};
  if (!reserved && c.rent_usd_gpu_h)
    return {c.pricing == Pricing::spot ? *c.rent_usd_gpu_h * c.spot_ratio : *c.rent_usd_gpu_h, "your own figure", ""};
  RentFigure known = typical_rent(s, r, catalog, c.pricing);
  if (known.usd_gpu_h > 0 || c.pricing != Pricing::spot) return known;
  RentFigure on_demand = typical_rent(s, r, catalog, Pricing::on_demand);
  on_demand.usd_gpu_h *= c.spot_ratio;
  on_demand.source += ", times the spot ratio";
  return on_demand;
}

// Eight H100 at 30,000 US$ in a 310,000 US$ server: accelerators are 77% of a data-center server.
// Workstations and consumer parts: the cards and 2,500 US$ for the machine around them (unverified).
constexpr double kAcceleratorShare = 0.77;
constexpr double kWorkstationHost = 2500;

std::optional<Usd> server_price(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  if (s.cost.server_usd) return usd(*s.cost.server_usd);
  const Price* each = purchase_price(catalog, r.accelerator.id);
  if (!each) return std::nullopt;
  const Usd cards = each->amount * r.per_node;
  const Segment segment = r.accelerator.segment;
  if (segment == Segment::datacenter) return cards / kAcceleratorShare;
  const bool whole_machine =
      segment == Segment::apple || segment == Segment::edge || r.accelerator.form_factor == "soc";
  return whole_machine ? cards : cards + usd(kWorkstationHost);
}

Watts wall_power(const Scenario& s, const Resolved& r) {
  if (s.cost.server_kw_max) return watts(*s.cost.server_kw_max * 1000);
  return node_power(r.accelerator.power.value_or(watts(0)), r.per_node, r.accelerator.segment);
}

OwnInput own_input(const Scenario& s, const Resolved& r, Usd server) {
  const CostChoice& c = s.cost;
  const Place where = place(c.location);
  OwnInput in;
  in.nodes = r.nodes;
  in.gpus = r.gpus;  // whole machines are paid, these do the work
  in.utilization = c.utilization;
  in.availability = c.availability;
  in.years = c.years;
  in.discount_rate = c.discount_rate;
  in.server = server;
  in.network_per_gpu = usd(c.network_usd_per_gpu);
  in.install_fraction = c.install_fraction;
  in.server_max = wall_power(s, r);
  in.idle_fraction = c.idle_fraction;
  in.load_fraction = c.load_fraction;
  in.pue = c.pue.value_or(where.pue);
  in.electricity_usd_kwh = c.electricity_usd_kwh.value_or(where.electricity_usd_kwh);
  in.colo_usd_kw_month = c.colo_usd_kw_month.value_or(where.colo_usd_kw_month);
  in.maintenance_fraction = c.maintenance_fraction;
  in.staff_fte = c.staff_fte;
  in.staff_year = usd(c.staff_usd_year);
  in.software_year = usd(c.software_usd_year);
  in.resale_fraction = c.resale_fraction.value_or(resale_fraction(c.years));
  in.resale_cost_fraction = c.resale_cost_fraction;
  return in;
}

RentInput rent_input(const Scenario& s, const Resolved& r, double usd_gpu_h) {
  RentInput in;
  in.gpus = r.gpus;
  in.usd_gpu_h = usd_gpu_h;
  in.pricing = s.cost.pricing;
  in.drift = s.cost.rent_drift;
  in.utilization = s.cost.utilization;
  in.availability = s.cost.availability;
  in.years = s.cost.years;
  in.discount_rate = s.cost.discount_rate;
  if (s.cost.pricing == Pricing::spot)  // one minute to write a checkpoint, ten to restart
    in.spot_efficiency = goodput({hours(s.cost.spot_mtbi_h.value_or(24)), seconds(60), seconds(600)});
  return in;
}

void add_useful_hour(CostResult& cost, Pricing pricing, double usd) {
  UsefulHour& h = cost.usd_per_useful_gpu_h.emplace(cost.usd_per_useful_gpu_h.value_or(UsefulHour{}));
  if (pricing == Pricing::on_demand)
    h.rent = usd;
  else if (pricing == Pricing::spot)
    h.spot = usd;
  else
    h.reserved = usd;
}

void add_rent(Estimate& e, const Resolved& r, const Catalog& catalog) {
  const RentFigure figure = rent_for(e.scenario, r, catalog);
  if (figure.usd_gpu_h <= 0) return;
  e.basis.usd_gpu_h = figure.usd_gpu_h;
  e.basis.rent_date = figure.date;
  e.cost.rent_usd_gpu_h = figure.usd_gpu_h;
  e.cost.rent_source = figure.source;
  const Rent rented = rent(rent_input(e.scenario, r, figure.usd_gpu_h));
  add_useful_hour(e.cost, e.scenario.cost.pricing, rented.usd_per_useful_gpu_h);
  e.cost.npv.emplace(e.cost.npv.value_or(Npv{})).rent = in_usd(rented.present_value);
}

void add_own(Estimate& e, const Resolved& r, const Catalog& catalog) {
  const auto server = server_price(e.scenario, r, catalog);
  if (!server) return;
  const Price* each = e.scenario.cost.server_usd ? nullptr : purchase_price(catalog, r.accelerator.id);
  if (each) e.basis.purchase_date = each->date;
  e.basis.own_input = own_input(e.scenario, r, *server);
  e.basis.own = own(e.basis.own_input);
  const Own& owned = e.basis.own;
  for (const CostLine& line : owned.lines) e.cost.lines.push_back({line.id, line.label, in_usd(line.amount)});
  UsefulHour& h = e.cost.usd_per_useful_gpu_h.emplace(e.cost.usd_per_useful_gpu_h.value_or(UsefulHour{}));
  h.buy = owned.usd_per_useful_gpu_h;
  e.cost.npv.emplace(e.cost.npv.value_or(Npv{})).buy = in_usd(owned.present_value);
}

void add_break_even(Estimate& e, const Resolved& r) {
  if (e.basis.usd_gpu_h <= 0 || e.cost.lines.empty()) return;
  BreakEven b;
  RentInput on_demand = rent_input(e.scenario, r, e.basis.usd_gpu_h);
  on_demand.pricing = Pricing::on_demand;
  b.utilization = break_even_utilization(e.basis.own_input, on_demand);
  b.rent_usd_gpu_h = break_even_rent(e.basis.own_input, on_demand);
  e.cost.break_even = b;
}

bool wants(const Scenario& s, CostMode mode) { return s.cost.mode == mode || s.cost.mode == CostMode::compare; }

// The price of an hour of all accelerators in the cheaper of the ways asked for: rented while in
// use, owned over every powered hour.
std::optional<double> hourly(const Estimate& e, const Resolved& r) {
  std::optional<double> rented, owned;
  if (wants(e.scenario, CostMode::rent) && e.basis.usd_gpu_h > 0) rented = e.basis.usd_gpu_h * r.gpus;
  if (wants(e.scenario, CostMode::buy) && !e.cost.lines.empty()) owned = e.basis.own.usd_per_powered_h;
  if (rented && owned && e.scenario.cost.mode == CostMode::compare) return rented;
  return rented ? rented : owned;
}

// A million prompt and a million answer tokens, so that both together pay for the accelerators: each
// carries the time it takes them.
void add_token_costs(Estimate& e, double usd_h) {
  const Serving& serving = e.basis.serving;
  const double out = e.scenario.serve.reasoning_tokens + e.scenario.serve.output_tokens;
  const double in = e.scenario.serve.input_tokens;
  const double requests_per_h = e.speed.requests_per_s.value_or(0) * 3600;
  if (requests_per_h <= 0) return;
  const double per_replica = std::max(1.0, serving.in_flight);
  const double prefill = in_seconds(serving.prefill);
  const double decode = out * in_seconds(serving.step.total()) / per_replica;
  e.cost.prefill_share = prefill / (prefill + decode);
  if (const auto& pools = e.speed.disaggregation)
    e.cost.prefill_share = static_cast<double>(pools->prefill_replicas) / e.basis.plan.layout.data;
  const double usd_per_request = usd_h / requests_per_h;
  e.cost.usd_per_1m_input_tokens = usd_per_request * *e.cost.prefill_share / in * 1e6;
  e.cost.usd_per_1m_output_tokens = usd_per_request * (1 - *e.cost.prefill_share) / out * 1e6;
}

// A run pays for the hours it takes: rented ones, or owned useful ones.
void add_run_cost(Estimate& e, const Resolved& r) {
  const double gpu_hours = *e.speed.days * 24 * r.gpus * e.scenario.train.experiments;
  std::optional<double> rented, owned;
  if (e.cost.usd_per_useful_gpu_h) {
    const UsefulHour& h = *e.cost.usd_per_useful_gpu_h;
    if (wants(e.scenario, CostMode::rent)) {
      if (h.rent)
        rented = *h.rent * gpu_hours;
      else if (h.spot)
        rented = *h.spot * gpu_hours;
      else if (h.reserved)
        rented = *h.reserved * gpu_hours;
    }
    if (wants(e.scenario, CostMode::buy) && h.buy) owned = *h.buy * gpu_hours;
  }
  e.cost.gpu_hours = gpu_hours;
  e.cost.usd_per_run = rented ? rented : owned;
}

void add_power(Estimate& e, const Resolved& r) {
  if (!r.accelerator.power && !e.scenario.cost.server_kw_max) return;
  const double wall = in_watts(wall_power(e.scenario, r)) * e.scenario.cost.load_fraction * r.nodes;
  e.cost.power_w = wall;
  const double kilowatts = wall / 1000;
  if (e.speed.days)
    e.cost.energy_kwh = kilowatts * *e.speed.days * 24;
  else if (r.media)
    e.cost.energy_kwh = kilowatts * 1000 / *e.speed.requests_per_s / 3600;
  else if (e.speed.tokens_per_s && *e.speed.tokens_per_s > 0)
    e.cost.energy_kwh = kilowatts * 1e6 / *e.speed.tokens_per_s / 3600;
}

std::string verdict_of(const Estimate& e) {
  const CostResult& c = e.cost;
  if (e.scenario.cost.mode != CostMode::compare || !c.break_even || !c.usd_per_useful_gpu_h) return "";
  const double at = e.scenario.cost.utilization * 100;
  const std::string now = "at " + short_number(at) + "% use";
  if (!c.break_even->utilization)
    return "Renting is cheaper at any use" +
           (c.break_even->rent_usd_gpu_h ? "; owning would pay above a rent of " +
                                               dollars(*c.break_even->rent_usd_gpu_h) + " per GPU-hour " + now + "."
                                         : std::string("."));
  const double even = *c.break_even->utilization * 100;
  const std::string years = short_number(e.scenario.cost.years) + " years";
  return std::string(even > at ? "Renting is cheaper " : "Owning for " + years + " is cheaper ") + now +
         ": the two break even at " + short_number(even) + "%.";
}

void add_cost(Estimate& e, const Resolved& r, const Catalog& catalog) {
  if (wants(e.scenario, CostMode::rent)) add_rent(e, r, catalog);
  if (wants(e.scenario, CostMode::buy)) add_own(e, r, catalog);
  if (e.scenario.cost.mode == CostMode::compare) add_break_even(e, r);
  e.cost.usd_per_h = hourly(e, r);
  if (e.scenario.serves() && e.cost.usd_per_h && r.media) add_media_costs(e, *e.cost.usd_per_h);
  if (e.scenario.serves() && e.cost.usd_per_h && !r.media) add_token_costs(e, *e.cost.usd_per_h);
  if (!e.scenario.serves()) add_run_cost(e, r);
  if (e.scenario.workload == Workload::train && !r.media) add_compute_optimal(e);
  add_power(e, r);
  e.cost.verdict = verdict_of(e);
}

// The catalog with a person's own entries, copied only when there are any.
class WithOwn {
 public:
  WithOwn(const Catalog& base, const Overrides& own) : base_(base) {
    if (!own.accelerators.empty() || !own.models.empty() || !own.instances.empty() || !own.prices.empty())
      merged_ = merged(base, own);
  }
  const Catalog& all() const { return merged_ ? *merged_ : base_; }

 private:
  const Catalog& base_;
  std::optional<Catalog> merged_;
};

// Ids of the capabilities that a scenario's choices need.
std::vector<std::string> wanted_features(const Scenario& s) {
  std::vector<std::string> out;
  if (!s.serves() && s.train.flash_attention) out.push_back("flash_attention_2");
  const bool nf4 = s.precision.weights == "nf4" || (!s.serves() && s.method() == Method::qlora);
  if (nf4) out.push_back("bitsandbytes_4bit");
  if (s.serves() && s.precision.weights == "awq-int4") out.push_back("awq");
  if (s.serves() && s.precision.weights == "fp8") out.push_back("fp8_weights");
  return out;
}

std::vector<std::string> lacking(const Scenario& s, const Accelerator& device, const Catalog& catalog) {
  std::vector<std::string> out;
  for (const std::string& feature : wanted_features(s))
    for (const Capability& capability : catalog.capabilities)
      if (capability.id == feature && supports(device, capability) == false) out.push_back(capability.name);
  return out;
}

void append(Problems& problems, const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); }

// What the plan alone says.
Estimate begun(const Scenario& scenario, const Catalog& catalog, Resolved&& resolved, Plan&& planned) {
  Estimate e;
  e.scenario = scenario;
  e.catalog_date = catalog.date;
  e.basis.plan = std::move(planned);
  e.basis.resolved = std::move(resolved);
  const Resolved& r = e.basis.resolved;
  e.model = r.media ? media_summary(r, e.basis.plan) : summary_of(r);
  e.memory = memory_result(e.basis.plan.memory, r, scenario.constraints.headroom);
  // Training of other models than token decoders needs no kernel that devices lack.
  if (!r.media || scenario.serves()) e.basis.lacks = lacking(scenario, r.accelerator, catalog);
  return e;
}

}  // namespace

Problems problems_of(const Scenario& scenario, const Catalog& base) {
  Problems problems = validate(scenario);
  const WithOwn catalog(base, scenario.overrides);
  append(problems, resolve(scenario, catalog.all()).problems());
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

Result<Estimate> estimate(const Scenario& scenario, const Catalog& base) {
  const WithOwn with_own(base, scenario.overrides);
  const Catalog& catalog = with_own.all();
  Problems problems = validate(scenario);
  Result<Resolved> resolved = resolve(scenario, catalog);
  append(problems, resolved.problems());
  if (!problems.empty()) return problems;
  if (resolved->media) {
    Plan plan = scenario.serves() ? plan_media_serving(scenario, *resolved) : plan_media_training(scenario, *resolved);
    Estimate e = begun(scenario, catalog, std::move(resolved).value(), std::move(plan));
    add_media_figures(e, catalog);
    add_cost(e, e.basis.resolved, catalog);
    return e;
  }
  Result<Plan> plan = scenario.serves() ? plan_for_load(scenario, *resolved) : plan_training(scenario, *resolved);
  if (!plan) return plan.problems();

  Estimate e = begun(scenario, catalog, std::move(resolved).value(), std::move(plan).value());
  if (scenario.serves()) {
    add_serving_figures(e, catalog);
  } else {
    add_training(e, catalog);
    e.scenario.train.method = scenario.method();
  }
  add_cost(e, e.basis.resolved, catalog);
  return e;
}

}  // namespace ridgepoint
