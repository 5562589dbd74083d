#include "engine/estimate/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/lists.h"
#include "engine/estimate/workloads.h"

namespace ridgepoint {

const PricedOption* priced_option(const Estimate& e, std::optional<PricingOption> option) {
  return find_where(e.cost.options, [&](const PricedOption& priced) { return priced.id == option; });
}

Location location_of(const Asked& q, const Accelerator& a) {
  return q.cost.location.value_or(usual_location(a.segment));
}

namespace {

bool wants(const Question& q, CostMode mode) {
  return q.cost.mode == mode || q.cost.mode == CostMode::compare || (mode == CostMode::buy && q.cost.owns());
}

Watts wall_power(const Question& q) {
  if (q.cost.server_kw_max) return watts(*q.cost.server_kw_max * 1000);
  return node_power(*q.accelerator, q.per_node).max;
}

double idle_fraction(const CostChoice& c, const Question& q) {
  const NodePower node = node_power(*q.accelerator, q.per_node);
  return c.idle_fraction.value_or(node.max > watts(0) ? node.idle / node.max : 0);
}

const Grid* grid_of(const Question& q, const Catalog& catalog) {
  return find_grid(catalog, q.cost.grid.value_or("us"));
}

// What such a customer pays in the grid's country; elsewhere, or where that is not known, the location's default.
double electricity_price(const Question& q, Location location, const Catalog& catalog) {
  if (q.cost.electricity_included) return 0;
  if (q.cost.electricity_usd_kwh) return *q.cost.electricity_usd_kwh;
  const Grid* grid = q.cost.grid ? grid_of(q, catalog) : nullptr;
  std::optional<double> known;
  if (grid && location == Location::home) known = grid->residential_usd_kwh;
  if (grid && location == Location::office) known = grid->commercial_usd_kwh;
  if (grid && !known) known = grid->industrial_usd_kwh ? grid->industrial_usd_kwh : grid->commercial_usd_kwh;
  return known.value_or(place(location).electricity_usd_kwh);
}

OwnInput own_input(const Estimate& e, Usd machine, const Catalog& catalog) {
  const Question& q = e.question;
  const CostChoice& c = q.cost;
  const Location location = location_of(q, q.accelerator);
  const Place where = place(location);
  OwnInput in;
  in.nodes = q.nodes;
  in.spare_nodes = c.spare_nodes;
  in.gpus = q.gpus;  // whole machines are paid, these do the work
  in.utilization = *c.utilization;
  in.busy = busy_share(e);
  in.availability = working_share(q);
  in.years = c.years;
  in.discount_rate = c.discount_rate;
  in.server = machine;
  if (c.mode != CostMode::own)
    in.network_per_gpu = c.network_usd_per_gpu ? usd(*c.network_usd_per_gpu) : network_per_gpu(q.nodes, q.gpus);
  in.facility = usd(c.facility_usd);
  in.install_fraction = c.install_fraction.value_or(where.install_fraction);
  in.server_max = wall_power(q);
  in.idle_fraction = idle_fraction(c, q);
  in.load_fraction = c.load_fraction;
  in.pue = c.pue.value_or(where.pue);
  in.electricity_usd_kwh = electricity_price(q, location, catalog);
  in.electricity_drift = c.electricity_drift;
  in.colo_usd_kw_month = c.colo_usd_kw_month.value_or(where.colo_usd_kw_month);
  in.maintenance_fraction = c.maintenance_fraction;
  in.staff_fte = c.staff_fte.value_or(staff_per_node(location, q.nodes, static_cast<double>(q.gpus) / q.nodes));
  in.staff_year = usd(c.staff_usd_year);
  in.software_year = usd(c.software_usd_year);
  in.resale_fraction = c.resale_fraction;
  in.resale_cost_fraction = c.resale_cost_fraction;
  return in;
}

constexpr double kSpotHours = 24;  // between interruptions

// Spot machines that train write checkpoints and repeat work, and each of them can stop the job; others only start
// again. A minute to write a checkpoint where the plan says nothing, ten to restart (judgement, unverified).
double spot_efficiency(const Estimate& e) {
  const Seconds between = hours(e.question.cost.spot_mtbi_h.value_or(kSpotHours)), restart = seconds(600);
  if (e.question.is(kServes)) return 1 / (1 + restart / between);
  const Seconds planned = e.basis.interruptions.checkpoint;
  const Seconds checkpoint = planned > seconds(0) ? planned : seconds(60);
  return goodput({between / static_cast<double>(e.question.nodes), checkpoint, restart});
}

// A service answers at any time; a job ends. What goes beyond a reserved base is rented when it is needed.
bool always_on(const Question& q) {
  return q.cost.always_on.value_or(q.workload == Workload::serve && q.cost.base_share == 0);
}

RentInput rent_input(const Estimate& e, Pricing pricing, const RentPrice& price, const std::optional<RentPrice>& base) {
  const Question& q = e.question;
  const CostChoice& c = q.cost;
  RentInput in;
  in.gpus = q.gpus;
  in.usd_gpu_h = price.usd_gpu_h;
  in.pricing = pricing;
  in.always_on = always_on(q);
  if (base) {
    in.base_share = c.base_share;
    in.base_usd_gpu_h = base->usd_gpu_h;
  }
  in.start_overhead = c.start_overhead;
  in.support_fraction = c.support_fraction;
  in.extras_year = usd(12 * (c.storage_gb * c.storage_usd_gb_month + c.egress_gb_month * c.egress_usd_gb));
  in.drift = c.rent_drift;
  in.utilization = *c.utilization;
  in.availability = working_share(q);
  in.years = c.years;
  in.discount_rate = c.discount_rate;
  if (pricing == Pricing::spot) in.spot_efficiency = spot_efficiency(e);
  return in;
}

// Tokens that a hosted API would be asked for.
std::optional<HostedInput> hosted_input(const Estimate& e, const HostedPrice& price) {
  const Question& q = e.question;
  const auto& rate = q.serve.requests_per_minute;  // which a host answers, whatever the machines do
  const double requests_per_h = rate ? *rate * 60 : e.speed.requests_per_s.value_or(0) * 3600;
  if (requests_per_h <= 0) return std::nullopt;
  HostedInput in;
  in.input_tokens_h = requests_per_h * q.serve.prompt();
  in.output_tokens_h = requests_per_h * q.serve.answer();
  in.usd_m_input = price.usd_m_input;
  in.usd_m_output = price.usd_m_output;
  in.cached_share = cached_share(q);
  in.cached_price_ratio = price.cached_price_ratio;
  in.batch_discount = price.batch_discount;
  in.hours = price.hours;
  in.utilization = *q.cost.utilization;
  in.availability = working_share(q);
  in.years = q.cost.years;
  in.discount_rate = q.cost.discount_rate;
  return in;
}

struct TokenPrices {
  double input = 0;  // per million
  double output = 0;
};

// A million prompt and a million answer tokens, so that both together pay for the accelerators: each carries the time
// it takes them. `usd_h`: an hour of useful work.
std::optional<TokenPrices> token_prices(const Estimate& e, double usd_h) {
  const double requests_per_h = e.speed.requests_per_s.value_or(0) * 3600;
  if (!e.cost.prefill_share || requests_per_h <= 0) return std::nullopt;
  const double out = e.question.serve.answer();
  const double per_request = usd_h / requests_per_h, share = *e.cost.prefill_share;
  return TokenPrices{per_request * share / e.question.serve.prompt() * 1e6, per_request * (1 - share) / out * 1e6};
}

void add_prefill_share(Estimate& e) {
  if (!e.question.is(kServe)) return;
  const Serving& serving = e.basis.serving;
  const double out = e.question.serve.answer();
  const double prefill = in_seconds(serving.prefill);
  const double decode = out * in_seconds(serving.step.total()) / std::max(1.0, serving.in_flight);
  e.cost.prefill_share = prefill / (prefill + decode);
  if (const auto& pools = e.speed.disaggregation)
    e.cost.prefill_share = static_cast<double>(pools->prefill_replicas) / e.basis.plan.layout.data;
}

double run_gpu_hours(const Estimate& e) { return *e.speed.days * 24 * e.question.gpus * e.question.runs(); }

// What of the work it pays costs: tokens, requests, images, audio or the run.
void add_work(const Estimate& e, PricedOption& option, double usd_useful_gpu_h) {
  option.usd_per_useful_gpu_h = usd_useful_gpu_h;
  if (const auto tokens = token_prices(e, usd_useful_gpu_h * e.question.gpus)) {
    option.usd_per_1m_input_tokens = tokens->input;
    option.usd_per_1m_output_tokens = tokens->output;
  }
  if (e.question.is(kMediaServe)) add_media_costs(e, option, usd_useful_gpu_h * e.question.gpus);
  // Images and audio have units of their own.
  if (e.question.is(kServes) && !option.usd_per_1k_images && !option.usd_per_audio_h &&
      e.speed.requests_per_s.value_or(0) > 0)
    option.usd_per_1k_requests = usd_useful_gpu_h * e.question.gpus / (*e.speed.requests_per_s * 3600) * 1000;
  if (e.speed.days) option.usd_per_run = usd_useful_gpu_h * run_gpu_hours(e);
}

// The labels stand in the order of Pricing.
constexpr std::array kLabels = {"On demand", "Spot", "Reserved, 1 year", "Reserved, 3 years"};

// A single run ends long before prices move or a fleet idles: on demand and spot are paid at the price of today, from
// before it begins.
double run_cost(const Estimate& e, const RentInput& in, double usd_useful_gpu_h) {
  if (in.base_share > 0 || (in.pricing != Pricing::on_demand && in.pricing != Pricing::spot))
    return usd_useful_gpu_h * run_gpu_hours(e);
  const double before = e.question.cost.start_h * e.question.gpus * e.question.runs();
  return (run_gpu_hours(e) + before) * in.usd_gpu_h * (1 + in.start_overhead) * (1 + in.support_fraction) /
         in.spot_efficiency;
}

void set_useful_hour(UsefulHour& hour, Pricing pricing, double usd) {
  if (pricing == Pricing::on_demand)
    hour.rent = usd;
  else if (pricing == Pricing::spot)
    hour.spot = usd;
  else
    hour.reserved = usd;
}

Npv& npv_of(Estimate& e) { return e.cost.npv ? *e.cost.npv : e.cost.npv.emplace(); }
UsefulHour& useful_hour_of(Estimate& e) {
  return e.cost.usd_per_useful_gpu_h ? *e.cost.usd_per_useful_gpu_h : e.cost.usd_per_useful_gpu_h.emplace();
}

using Rents = std::array<std::optional<RentPrice>, 4>;  // by Pricing

void add_rent(Estimate& e, Pricing pricing, const Rents& rents) {
  const Question& q = e.question;
  const std::optional<RentPrice>& price = rents[static_cast<std::size_t>(pricing)];
  if (!price) return;
  const auto base = q.cost.base_share > 0 ? rents[static_cast<std::size_t>(Pricing::reserved_1y)] : std::nullopt;
  const RentInput in = rent_input(e, pricing, *price, base);
  const Rent rented = rent(in);
  const bool chosen = pricing == q.cost.pricing;
  PricedOption option;
  option.id = option_of(pricing);
  option.label = kLabels[static_cast<std::size_t>(pricing)];
  if (in.base_share > 0) option.label += ", on a reserved base";
  option.usd_gpu_h = price->usd_gpu_h;
  option.npv = in_usd(rented.present_value);
  option.source = price->source;
  add_work(e, option, rented.usd_per_useful_gpu_h);
  if (option.usd_per_run) option.usd_per_run = run_cost(e, in, rented.usd_per_useful_gpu_h);
  if (e.speed.days && pricing == Pricing::spot) option.days = *e.speed.days / in.spot_efficiency;
  e.cost.options.push_back(std::move(option));
  // The commitment asked for, else of both the shorter one.
  if (pricing != Pricing::reserved_3y || chosen || !useful_hour_of(e).reserved)
    set_useful_hour(useful_hour_of(e), pricing, rented.usd_per_useful_gpu_h);
  if (!chosen) return;
  e.basis.rent = *price;
  e.basis.rent_input = in;
  e.cost.rent_usd_gpu_h = price->usd_gpu_h;
  e.cost.rent_source = price->source;
  npv_of(e).rent = in_usd(rented.present_value);
}

void add_own(Estimate& e, const ServerPrice& server, const Catalog& catalog) {
  e.basis.bought = server;
  e.basis.own_input = own_input(e, server.machine, catalog);
  e.basis.own = own(e.basis.own_input);
  const Own& owned = e.basis.own;
  double paid = 0, machines = 0;
  for (const CostLine& line : owned.lines) {
    e.cost.lines.push_back({line.id, line.label, in_usd(line.amount)});
    paid += std::max(0.0, in_usd(line.amount));
    if (line.id == "hardware") machines = in_usd(line.amount);
  }
  if (paid > 0) e.cost.purchase_share = machines / paid;
  e.cost.purchase_usd = in_usd(owned.flow.start);
  e.cost.purchase_source = server.source;
  PricedOption option;
  option.id = PricingOption::buy;
  option.label = "Own";
  option.npv = in_usd(owned.present_value);
  option.source = server.source;
  add_work(e, option, owned.usd_per_useful_gpu_h);
  e.cost.options.push_back(std::move(option));
  useful_hour_of(e).buy = owned.usd_per_useful_gpu_h;
  npv_of(e).buy = in_usd(owned.present_value);
}

// Models are hosted that are sold by the token.
void add_hosted(Estimate& e, const Catalog& catalog) {
  if (!e.question.is(kServe)) return;
  const std::optional<HostedPrice> price = hosted_price(e.question, catalog);
  if (!price) return;
  e.basis.hosted_input = hosted_input(e, *price);
  if (!e.basis.hosted_input) return;
  const HostedInput& in = *e.basis.hosted_input;
  const Question& q = e.question;
  PricedOption option;
  option.id = PricingOption::api;
  option.label = "Hosted API";
  option.usd_per_useful_gpu_h = usd_per_useful_hour(in) / e.question.gpus;
  option.usd_per_1m_input_tokens = input_price(in);
  option.usd_per_1m_output_tokens = output_price(in);
  option.usd_per_1k_requests = (q.serve.prompt() * input_price(in) + q.serve.answer() * output_price(in)) / 1000;
  if (q.ends()) option.usd_per_run = *option.usd_per_1k_requests / 1000 * *q.serve.total_requests;
  option.npv = in_usd(present_value(hosted_flow(in)));
  option.source = price->source;
  npv_of(e).api = option.npv;
  e.cost.options.push_back(std::move(option));
}

bool owns(const Estimate& e) { return e.cost.npv && e.cost.npv->buy; }

void add_break_even(Estimate& e) {
  const bool rents = e.basis.rent_input.has_value();
  const std::optional<HostedInput>& hosted = e.basis.hosted_input;
  if (static_cast<int>(rents) + static_cast<int>(owns(e)) + static_cast<int>(hosted.has_value()) < 2) return;
  BreakEven b;
  if (rents && owns(e)) {
    const RentInput& rent = *e.basis.rent_input;
    b.utilization = break_even_utilization(e.basis.own_input, rent);
    b.rent_usd_gpu_h = break_even_rent(e.basis.own_input, rent);
    if (const auto years = paid_back(e.basis.own.flow, rent_flow(rent))) {
      b.months = 12 * *years;
      b.gpu_hours = *years * kHoursPerYear * e.question.gpus * rent.availability * rent.utilization;
    }
  }
  if (hosted && rents) b.rent_over_api_utilization = break_even_hosted(*e.basis.rent_input, *hosted);
  if (hosted && owns(e)) b.buy_over_api_utilization = break_even_hosted(e.basis.own_input, *hosted);
  e.cost.break_even = b;
}

// The way whose price of an hour stands for the question: the one asked for, and of several the rented one, whose
// price can be looked up.
const PricedOption* chosen_option(const Estimate& e) {
  const CostMode mode = e.question.cost.mode;
  if (e.question.cost.owns()) return priced_option(e, PricingOption::buy);
  if (mode == CostMode::api) return priced_option(e, PricingOption::api);
  const PricedOption* rented = priced_option(e, option_of(e.question.cost.pricing));
  return rented || mode == CostMode::rent ? rented : priced_option(e, PricingOption::buy);
}

std::optional<double> hourly(const Estimate& e, const PricedOption& option) {
  if (option.id == PricingOption::api) return usd_per_useful_hour(*e.basis.hosted_input);
  if (option.id == PricingOption::buy) return e.basis.own.usd_per_powered_h;
  const RentInput& in = *e.basis.rent_input;
  return ((1 - in.base_share) * in.usd_gpu_h + in.base_share * in.base_usd_gpu_h) * in.gpus;
}

void add_chosen(Estimate& e) {
  const PricedOption* option = chosen_option(e);
  if (!option) return;
  e.cost.option = option->id;
  e.cost.usd_per_h = hourly(e, *option);
  static_cast<WorkCost&>(e.cost) = *option;
  if (option->usd_per_useful_gpu_h) e.cost.usd_per_useful_h = *option->usd_per_useful_gpu_h * e.question.gpus;
}

bool has_known_power(const Estimate& e) { return e.question.accelerator->power || e.question.cost.server_kw_max; }

void add_energy(Estimate& e) {
  const Question& q = e.question;
  if (!has_known_power(e)) return;
  const Watts wall = wall_power(q) * q.cost.load_fraction * q.nodes;
  e.cost.power_w = in_watts(wall);
  const double kilowatts = in_watts(wall) / 1000 * busy_share(e);
  if (e.speed.days)
    e.cost.energy_kwh = kilowatts * *e.speed.days * 24 * q.runs();
  else if (q.network())
    e.cost.energy_kwh = kilowatts * 1000 / *e.speed.requests_per_s / 3600;
  else if (e.speed.tokens_per_s && *e.speed.tokens_per_s > 0)
    e.cost.energy_kwh = kilowatts * 1e6 / *e.speed.tokens_per_s / 3600;
}

void add_power(Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  if (!has_known_power(e)) return;
  const Watts node = wall_power(q);
  const Watts wall = node * q.cost.load_fraction * q.nodes;
  const PowerPlan plan =
      power_plan(q.accelerator->power.value_or(watts(0)), q.per_node, q.nodes, q.accelerator->segment, node, wall);
  PowerResult& p = e.cost.power.emplace();
  p.node_max_w = in_watts(plan.node_max);
  if (plan.power_supply > watts(0)) p.power_supply_w = in_watts(plan.power_supply);
  p.circuits_120v_15a = plan.circuits_120v_15a;
  p.circuits_230v_16a = plan.circuits_230v_16a;
  p.heat_btu_h = plan.heat_btu_h;
  if (plan.racks > 0) {
    p.racks = plan.racks;
    p.rack_kw = in_watts(plan.rack) / 1000;
    p.cooling = plan.liquid ? Cooling::liquid : Cooling::air;
  }
  const OwnInput in = own_input(e, usd(0), catalog);
  const double load = mean_load(in), electricity = in.electricity_usd_kwh;
  p.pue = q.cost.pue.value_or(place(location_of(q, q.accelerator)).building_pue);
  p.energy_kwh_year = in_watts(node) / 1000 * (q.nodes + q.cost.spare_nodes) * load * kHoursPerYear * p.pue;
  if (e.cost.energy_kwh && electricity > 0) e.cost.energy_usd = *e.cost.energy_kwh * p.pue * electricity;
  const Grid* grid = grid_of(q, catalog);
  if (!grid || !grid->co2_g_kwh) return;
  p.co2_g_kwh = *grid->co2_g_kwh;
  p.co2_kg_year = p.energy_kwh_year * *grid->co2_g_kwh / 1000;
  p.grid = grid->name + (grid->basis == Co2Basis::life_cycle ? ", life cycle" : ", direct emissions") +
           (grid->year ? ", " + std::to_string(*grid->year) : "");
  if (e.cost.energy_kwh) e.cost.co2_kg = *e.cost.energy_kwh * p.pue * *grid->co2_g_kwh / 1000;
}

// Items that come at a rate are worked on as fast as they can be; what is left of the time is idle.
double use_of(const Estimate& e) {
  const double use = usual_use(e.question.serve);
  const auto& rate = e.question.serve.requests_per_minute;
  if (!rate || !e.question.network() || !e.speed.requests_per_s) return use;
  return std::min(1.0, use * *rate / 60 / *e.speed.requests_per_s);
}

// Accelerators that do one job: all in training, and where prompts are read by others than answers are written by; else
// those of a copy of the model.
int together(const Estimate& e) {
  const Layout& l = e.basis.plan.layout;
  if (e.question.is(kTrains) || e.speed.disaggregation) return e.question.gpus;
  return std::max(l.tensor * l.pipeline, l.expert);
}

void begin_cost(Estimate& e) {
  e.question.cost.location = location_of(e.question, e.question.accelerator);
  e.question.cost.always_on = always_on(e.question);
  if (!e.question.cost.utilization) e.question.cost.utilization = use_of(e);
  add_prefill_share(e);
  if (e.speed.days) e.cost.gpu_hours = run_gpu_hours(e);
}

}  // namespace

void add_chosen_cost(Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  begin_cost(e);
  Rents rents;
  for (const Pricing pricing : {q.cost.pricing, q.cost.base_share > 0 ? Pricing::reserved_1y : q.cost.pricing})
    if (auto& rent = rents[static_cast<std::size_t>(pricing)]; !rent && wants(q, CostMode::rent))
      rent = rent_price(q, rent_ask(e, catalog), catalog, pricing, false);
  add_rent(e, q.cost.pricing, rents);
  // Owning stands in where nobody rents, and has a limit of its own.
  const bool owns_too = !e.basis.rent_input || q.constraints.max_purchase_usd;
  if (wants(q, CostMode::buy) && owns_too)
    if (const auto server = server_price(q, catalog)) add_own(e, *server, catalog);
  if (q.cost.mode == CostMode::api) add_hosted(e, catalog);
  add_chosen(e);
  add_energy(e);
}

namespace {

template <class T>
void fill_in(std::optional<T>& open, T taken) {
  if (!open) open = taken;
}

void fill_in_rent(CostChoice& c, const Estimate& e, const Rents& rents) {
  const auto &full = rents[static_cast<std::size_t>(Pricing::on_demand)],
             &spot = rents[static_cast<std::size_t>(Pricing::spot)];
  fill_in(c.spot_mtbi_h, kSpotHours);
  fill_in(c.market, market_of(e.question));
  if (!full) return;
  fill_in(c.rent_usd_gpu_h, full->usd_gpu_h);
  if (spot && spot->usd_gpu_h <= full->usd_gpu_h) fill_in(c.spot_ratio, spot->usd_gpu_h / full->usd_gpu_h);
}

void fill_in_own(CostChoice& c, const Estimate& e, const std::optional<ServerPrice>& server, const Catalog& catalog) {
  const Question& q = e.question;
  const OwnInput in = own_input(e, server ? server->machine : usd(0), catalog);
  if (server) fill_in(c.server_usd, in_usd(in.server));
  if (has_known_power(e)) fill_in(c.server_kw_max, in_watts(in.server_max) / 1000);
  fill_in(c.idle_fraction, in.idle_fraction);
  fill_in(c.network_usd_per_gpu, in_usd(in.network_per_gpu));
  fill_in(c.electricity_usd_kwh, in.electricity_usd_kwh);
  fill_in(c.colo_usd_kw_month, in.colo_usd_kw_month);
  fill_in(c.staff_fte, in.staff_fte);
  fill_in(c.resale_fraction, resale_fraction(in.years));
  fill_in(c.install_fraction, in.install_fraction);
  if (server && !is_computer(q.accelerator)) {
    fill_in(c.host, HostMachine::bought);
    if (c.host != HostMachine::none) fill_in(c.host_usd, in_usd(server->host));
  }
  // Where the price of the space has the cooling in it, money and energy follow two of them.
  const Place where = place(location_of(e.question, q.accelerator));
  if (where.pue >= where.building_pue) fill_in(c.pue, in.pue);
}

void fill_in_hosted(CostChoice& c, const Estimate& e, const Catalog& catalog) {
  if (const auto price = hosted_price(e.question, catalog)) {
    fill_in(c.api_input_usd_m, price->usd_m_input * price->hours);
    fill_in(c.api_output_usd_m, price->usd_m_output * price->hours);
    fill_in(c.cached_price_ratio, price->cached_price_ratio);
    fill_in(c.batch_discount, price->batch_discount);
  }
  fill_in(c.cached_share, cached_share(e.question));
  fill_in(c.cached_price_ratio, 1.0);  // where nobody hosts it, nothing is taken off
  fill_in(c.batch_discount, 0.0);
}

}  // namespace

void add_cost(Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  begin_cost(e);
  const RentAsk ask = rent_ask(e, catalog);
  const std::optional<ServerPrice> server = server_price(q, catalog);
  Rents rents;
  for (std::size_t i = 0; i < rents.size(); ++i) rents[i] = rent_price(q, ask, catalog, static_cast<Pricing>(i));
  for (Pricing pricing : {Pricing::on_demand, Pricing::reserved_1y, Pricing::reserved_3y, Pricing::spot})
    if (wants(q, CostMode::rent)) add_rent(e, pricing, rents);
  if (server && wants(q, CostMode::buy)) add_own(e, *server, catalog);
  if (wants(q, CostMode::api)) add_hosted(e, catalog);
  if (q.cost.mode == CostMode::compare) add_break_even(e);
  add_chosen(e);
  if (q.workload == Workload::train && q.is(kTrain)) add_compute_optimal(e);
  add_energy(e);
  add_power(e, catalog);
  CostChoice& taken = e.basis.cost_taken = q.cost;
  fill_in_rent(taken, e, rents);
  fill_in_own(taken, e, server, catalog);
  if (q.is(kServe)) fill_in_hosted(taken, e, catalog);
}

// Requests come independently of each other: with n in flight in the mean, e^-n of the time none is there.
double busy_share(const Estimate& e) {
  const bool at_rate = e.question.is(kServe) && e.question.serve.requests_per_minute;
  return at_rate ? -std::expm1(-e.basis.serving.in_flight) : 1;
}

double working_share(const Question& q) { return q.serve.requests_per_minute ? 1 : q.cost.availability; }

bool falls_behind(const Estimate& e) {
  const auto& rate = e.question.serve.requests_per_minute;
  return e.question.is(kMediaServe) ? rate && *rate / 60 > *e.speed.requests_per_s : e.basis.serving.saturated;
}

bool does_its_work(const Estimate& e) { return e.memory.fit != Fit::no && !falls_behind(e) && !e.hindrance(); }

void drop_idle_money(Estimate& e) {
  if (does_its_work(e) || e.cost.option == PricingOption::api) return;
  const CostResult all = std::exchange(e.cost, {});
  CostResult& c = e.cost;
  c.gpu_hours = all.gpu_hours;
  c.prefill_share = all.prefill_share;
  c.energy_kwh = all.energy_kwh;
  c.co2_kg = all.co2_kg;
  c.power_w = all.power_w;
  c.power = all.power;
  for (const PricedOption& option : all.options)
    if (option.id == PricingOption::api && e.question.serve.requests_per_minute) c.options.push_back(option);
  if (!c.options.empty()) {
    c.options.front().usd_per_useful_gpu_h.reset();  // no accelerator stands for it
    npv_of(e).api = c.options.front().npv;
  }
  if (e.memory.fit == Fit::no || e.hindrance()) return;
  c.option = all.option;
  c.usd_per_h = all.usd_per_h;
  c.rent_usd_gpu_h = all.rent_usd_gpu_h;
  c.rent_source = all.rent_source;
  c.purchase_usd = all.purchase_usd;
  c.purchase_source = all.purchase_source;
}

RentAsk rent_ask(const Estimate& e, const Catalog& catalog) { return rent_ask(e.question, together(e), catalog); }

std::vector<CashMonth> cash_flow(const Estimate& e) {
  std::vector<CashMonth> months;
  const double last = std::ceil(12 * e.question.cost.years - 1e-9);
  std::optional<CashFlow> rented, hosted;
  if (e.basis.rent_input) rented = rent_flow(*e.basis.rent_input);
  if (e.basis.hosted_input) hosted = hosted_flow(*e.basis.hosted_input);
  for (double month = 0; month <= last; ++month) {
    const double years = std::min(month / 12, e.question.cost.years);
    CashMonth point;
    point.month = 12 * years;
    if (rented) point.rent_usd = in_usd(paid_by(*rented, years));
    if (owns(e)) point.buy_usd = in_usd(paid_by(e.basis.own.flow, years));
    if (hosted) point.api_usd = in_usd(paid_by(*hosted, years));
    months.push_back(point);
  }
  return months;
}

std::vector<SensitivityLine> cost_sensitivity(const Estimate& e) {
  std::vector<SensitivityLine> lines;
  if (!e.basis.rent_input || !owns(e)) return lines;
  for (const Swing& swing : sensitivity(e.basis.own_input, *e.basis.rent_input))
    lines.push_back({std::string(swing.input), std::string(swing.label), swing.low, swing.high, "/cost/npv",
                     in_usd(swing.at_low), in_usd(swing.at_high), swing.flips});
  return lines;
}

std::optional<double> usd_per_month(const PricedOption& option, const Question& q) {
  const double months = 12 * discounted_years(q.cost.years, q.cost.discount_rate);
  if (q.ends() || !(months > 0)) return std::nullopt;
  return option.npv / months;
}

}  // namespace ridgepoint
