#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/estimate/cost.h"
#include "engine/tell/explain_parts.h"

namespace ridgepoint {
namespace {

// What cost formulas share, for all ways to pay.
void know_terms(Explanations& out, const Estimate& e) {
  const CostChoice& c = e.question.cost;
  const double years = discounted_years(c.years, c.discount_rate);
  std::string label = counted(c.years, "year", "years");
  if (c.discount_rate != 0) label += ", discounted by " + significant(c.discount_rate * 100, 3) + "% a year";
  out.computed("years", std::move(label), years, "years");
  out.given("utilization", "Share of the hours with work", *c.utilization);
  const auto& rate = e.question.serve.requests_per_minute;
  const bool usual = c.availability == CostChoice{}.availability;
  if (rate)
    out.computed("availability", "Share of the hours in which a rate is answered", working_share(e.question));
  else
    out.know({"availability", "Share of the hours that machines run", c.availability, "",
              usual ? "default" : "scenario", "", usual, ""});
  if (rate) out.given("requests_per_minute", "Requests a minute", *rate, "1/min");
  out.given("gpus", "Accelerators", e.question.gpus);
  if (e.question.is(kServes)) out.given("input_tokens", "Prompt", e.question.serve.prompt(), "tokens");
}

// Hours of a year that machines which follow the load are paid.
std::string hours_paid(const RentInput& in) {
  if (is_reserved(in.pricing)) return "8760";
  std::string use = in.base_share > 0 ? "availability * beyond" : "availability * utilization";
  if (in.start_overhead > 0) use = "min(1, " + use + " * (1 + start_overhead))";
  return (in.always_on ? "8760" : "8760 * " + use) + (in.spot_efficiency < 1 ? " / kept" : "");
}

void know_rent(Explanations& out, const Estimate& e, const RentInput& in) {
  out.know({"rent_usd_gpu_h", "Rent of one accelerator and hour", e.basis.rent.usd_gpu_h, "US$/h", e.cost.rent_source,
            e.basis.rent.date});
  out.given("base", "Share reserved as a base", in.base_share);
  out.computed("base_usd_gpu_h", "Rent of an accelerator of the base", in.base_usd_gpu_h, "US$/h");
  if (in.base_share > 0 && in.base_share < 1)
    out.computed("beyond", "Share of the hours with work for the others",
                 std::max(0.0, (*e.question.cost.utilization - in.base_share) / (1 - in.base_share)));
  out.given("start_overhead", "Paid time of starting and stopping", in.start_overhead);
  out.given("support", "Support, as a share of the rent", in.support_fraction);
  out.computed("extras", "Storage and data that leaves, a year", in_usd(in.extras_year), "US$");
  out.computed("kept", "Share of the paid time that interruptions leave", in.spot_efficiency);
}

void explain_rent(Explanations& out, const Estimate& e) {
  if (!e.basis.rent_input || !e.cost.npv || !e.cost.npv->rent) return;
  const RentInput& in = *e.basis.rent_input;
  std::string formula = in.base_share >= 1 ? "base_usd_gpu_h * 8760" : "rent_usd_gpu_h * " + hours_paid(in);
  if (in.base_share > 0 && in.base_share < 1) formula = "((1 - base) * " + formula + " + base * base_usd_gpu_h * 8760)";
  formula += in.support_fraction > 0 ? " * gpus * (1 + support)" : " * gpus";
  const double years = discounted_years(in.years, in.discount_rate);
  const double beyond = in_usd(discount(in.discount_rate, in.years) * rent_flow(in).end);
  if (in.drift != 0) {  // years count as much as their prices
    RentInput steady = in;
    steady.drift = 0;
    steady.extras_year = usd(0);
    const double rents = *e.cost.npv->rent - in_usd(in.extras_year) * years - beyond;
    const double at_rest = in_usd(present_value(rent_flow(steady))) - beyond;
    out.computed("drifting_years", "Years, discounted, each at its price of renting",
                 at_rest > 0 ? years * rents / at_rest : years, "years");
  }
  formula += in.drift != 0 ? " * drifting_years" : " * years";
  if (in.extras_year > usd(0)) formula += " + extras * years";
  if (beyond > 0) {
    out.computed("to_the_end", "What is left of a commitment when the years end, today", beyond, "US$");
    formula += " + to_the_end";
  }
  out.add("/cost/npv/rent", "Renting, discounted (NPV)", std::move(formula), *e.cost.npv->rent, "US$",
          "The price of an hour, the hours of a year that are paid, and the years; discounted to today.");
}

// One figure of a term in owning: its id in e.cost.lines, and how it is computed.
struct Part {
  std::string_view id;
  const char* formula;
};
constexpr Part kOwning[] = {
    {"hardware", "machines * (server + network * gpus / working)"},
    {"installation", "hardware * install"},
    {"facility", "circuits"},
    {"electricity", "machines * node_w / 1000 * load * 8760 * pue * usd_kwh * electricity_years"},
    {"colocation", "machines * node_w / 1000 * usd_kw_month * 12 * years"},
    {"maintenance", "hardware * repairs * years"},
    {"staff", "machines * people * salary * years"},
    {"software", "licences * years"},
    {"resale", "0 - hardware * brings * (1 - lost) * today"},
};

void know_owning(Explanations& out, const Estimate& e) {
  const OwnInput& in = e.basis.own_input;
  const auto given = [&](const char* name, const char* label, double value, const char* unit = "") {
    out.given(name, label, value, unit);
  };
  out.computed("machines", "Machines, spare ones too", in.nodes + in.spare_nodes);
  out.computed("working", "Machines that work", in.nodes);
  out.know({"server", "Price of a machine", in_usd(in.server), "US$", e.cost.purchase_source, e.basis.bought.date});
  given("network", "Network for each accelerator", in_usd(in.network_per_gpu), "US$");
  given("install", "Freight and installation, of the hardware", in.install_fraction);
  given("circuits", "Circuits and cooling", in_usd(in.facility), "US$");
  given("node_w", "Power of a machine at the most", in_watts(in.server_max), "W");
  out.computed("load", "Mean draw, of the most", mean_load(in));
  given("pue", "Power of the building over power of the machines", in.pue);
  given("usd_kwh", "Price of electricity", in.electricity_usd_kwh, "US$/kWh");
  out.computed("electricity_years", "Years, discounted, each at its price of electricity",
               discounted_years(in.years, in.discount_rate, in.electricity_drift), "years");
  given("usd_kw_month", "Colocation of a kilowatt, a month", in.colo_usd_kw_month, "US$");
  given("repairs", "Maintenance a year, of the hardware", in.maintenance_fraction);
  given("people", "People for each machine", in.staff_fte);
  given("salary", "Cost of one a year", in_usd(in.staff_year), "US$");
  given("licences", "Software a year", in_usd(in.software_year), "US$");
  given("brings", "Resale, of the hardware", in.resale_fraction.value_or(resale_fraction(in.years)));
  given("lost", "Cost of selling, of what it brings", in.resale_cost_fraction);
  out.computed("today", "What one paid in the end is worth today", discount(in.discount_rate, in.years));
}

void explain_owning(Explanations& out, const Estimate& e) {
  if (e.cost.lines.empty()) return;
  know_owning(out, e);
  std::string sum;
  for (std::size_t i = 0; i < e.cost.lines.size(); ++i) {
    const LineUsd& line = e.cost.lines[i];
    const Part* part = find_where(kOwning, [&](const Part& p) { return p.id == line.id; });
    const std::string pointer = "/cost/lines/" + std::to_string(i) + "/usd";
    const bool joined = line.id != "hardware" || e.basis.own_input.network_per_gpu > usd(0);
    out.add(pointer.c_str(), line.label.c_str(), joined ? part->formula : "machines * server", line.usd, "US$",
            "Over all years, discounted to today.");
    out.know({line.id, line.label, line.usd, "US$", "computed", "", false, pointer});
    sum.append(sum.empty() ? "" : " + ").append(line.id);
  }
  out.add("/cost/npv/buy", "Owning, discounted (NPV)", std::move(sum), *e.cost.npv->buy, "US$",
          "All payments over the years, discounted to today; what resale brings is subtracted.");
}

// A host answers all of a rate, whatever the machines do.
std::string hosted_hour(const Estimate& e) {
  return std::string(e.question.serve.requests_per_minute ? "requests_per_minute * 60" : "requests_per_s * 3600") +
         " * (input_tokens * usd_per_1m_input_tokens + output_tokens * usd_per_1m_output_tokens) / 1e6";
}

void explain_hosted(Explanations& out, const Estimate& e) {
  if (!e.basis.hosted_input || !e.cost.npv || !e.cost.npv->api) return;
  const HostedInput& in = *e.basis.hosted_input;
  const bool chosen = e.cost.option == PricingOption::api;
  const auto price = [&](const char* pointer, const char* name, const char* label, const char* formula, double usd) {
    if (chosen)
      out.add(pointer, label, formula, usd, "US$", "The host's price and its discount for work that can wait.");
    else
      out.computed(name, label, usd, "US$");
  };
  out.computed("list_input", "List price of a million prompt tokens", in.usd_m_input, "US$");
  out.computed("list_output", "List price of a million output tokens", in.usd_m_output, "US$");
  out.given("cached", "Share of the prompt that is billed as cached", in.cached_share);
  out.given("cached_price", "Price of a cached token, of the list price", in.cached_price_ratio);
  out.given("batch", "Discount of batch requests", in.batch_discount);
  out.given("time_of_day", "Share of the list price over the hours of a day", in.hours);
  price("/cost/usd_per_1m_input_tokens", "usd_per_1m_input_tokens", "A million prompt tokens",
        in.cached_share > 0 ? "list_input * (1 - cached * (1 - cached_price)) * (1 - batch) * time_of_day"
                            : "list_input * (1 - batch) * time_of_day",
        input_price(in));
  price("/cost/usd_per_1m_output_tokens", "usd_per_1m_output_tokens", "A million output tokens",
        "list_output * (1 - batch) * time_of_day", output_price(in));
  out.add("/cost/npv/api", "Hosted API, discounted (NPV)",
          hosted_hour(e) + " * 8760 * availability * utilization * years", *e.cost.npv->api, "US$",
          "The tokens of a year's useful hours at the host's price; discounted to today.");
}

// The price of an hour, paid and useful, by the option whose prices stand for the scenario.
void explain_hour(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_h) return;
  const bool hosted = e.cost.option == PricingOption::api, owned = e.cost.option == PricingOption::buy;
  if (hosted)
    out.add("/cost/usd_per_h", "Price of an hour", hosted_hour(e), *e.cost.usd_per_h, "US$/h",
            "The tokens of an hour at the prices of the hosted API.");
  else if (owned && e.cost.npv)
    out.add("/cost/usd_per_h", "Price of an hour", "buy / (years * 8760)", *e.cost.usd_per_h, "US$/h",
            "What owning costs over its years, spread over all hours; both discounted.");
  else if (!owned)
    out.add("/cost/usd_per_h", "Price of an hour",
            e.basis.rent_input->base_share > 0 ? "((1 - base) * rent_usd_gpu_h + base * base_usd_gpu_h) * gpus"
                                               : "rent_usd_gpu_h * gpus",
            *e.cost.usd_per_h, "US$/h", "All accelerators, rented.");
  if (!e.cost.usd_per_useful_h) return;
  const std::string total = hosted ? "api" : owned ? "buy" : "rent";
  out.add("/cost/usd_per_useful_h", "An hour of useful work", total + " / (8760 * utilization * availability * years)",
          *e.cost.usd_per_useful_h, "US$/h",
          "All that is paid over the years for each useful hour; both discounted.");
}

// An option's price of an hour over what is done in it.
constexpr const char* kSpread = "The price of an hour of useful work, spread over what is done in it.";

void explain_tokens(Explanations& out, const Estimate& e) {
  if (!e.cost.usd_per_1m_output_tokens || !e.cost.prefill_share || e.cost.option == PricingOption::api) return;
  const Serving& serving = e.basis.serving;
  const bool apart = e.speed.disaggregation.has_value();
  if (apart) {
    out.computed("prefill_replicas", "Replicas that read prompts", e.speed.disaggregation->prefill_replicas);
    out.computed("replicas", "All replicas", e.basis.plan.layout.data);
  } else {
    out.computed("prefill", "Reading a prompt", in_seconds(serving.prefill), "s");
    out.computed("step", "A decode step", in_seconds(serving.step.total()), "s");
    out.computed("together", "Requests of a step", std::max(1.0, serving.in_flight));
  }
  out.add("/cost/prefill_share", "Share of the time that prompts take",
          apart ? "prefill_replicas / replicas" : "prefill / (prefill + output_tokens * step / together)",
          *e.cost.prefill_share, "", "Prompts and answers each pay for the time they take.");
  out.add("/cost/usd_per_1m_input_tokens", "A million prompt tokens",
          "usd_per_useful_h / (requests_per_s * 3600) * prefill_share / input_tokens * 1e6",
          *e.cost.usd_per_1m_input_tokens, "US$",
          "The price of a request, the part of it that prompts take, spread over their tokens.");
  out.add("/cost/usd_per_1m_output_tokens", "A million output tokens",
          "usd_per_useful_h / (requests_per_s * 3600) * (1 - prefill_share) / output_tokens * 1e6",
          *e.cost.usd_per_1m_output_tokens, "US$",
          "The part of a request's price that answers take, spread over their tokens, at the stated load and use.");
}

void explain_media_work(Explanations& out, const Estimate& e) {
  const CostResult& c = e.cost;
  const auto add = [&](const char* pointer, const char* label, const char* formula, const std::optional<double>& usd) {
    if (usd) out.add(pointer, label, formula, *usd, "US$", kSpread);
  };
  add("/cost/usd_per_1k_images", "A thousand images", "usd_per_useful_h / (images_per_s * 3600) * 1000",
      c.usd_per_1k_images);
  add("/cost/usd_per_audio_h", "An hour of audio", "usd_per_useful_h / audio_s_per_s", c.usd_per_audio_h);
  add("/cost/usd_per_1m_input_tokens", "A million tokens read", "usd_per_useful_h / (tokens_per_s * 3600) * 1e6",
      c.usd_per_1m_input_tokens);
}

void explain_run(Explanations& out, const Estimate& e) {
  if (!e.cost.gpu_hours) return;
  const bool trains = e.question.is(kTrains);
  const std::string of_all = trains ? " * runs" : "";
  if (trains) out.given("runs", "Runs for the final one", e.question.train.experiments);
  out.add("/cost/gpu_hours", "Accelerator hours", "days * 24 * gpus" + of_all, *e.cost.gpu_hours, "h",
          "All accelerators for as long as the work takes.");
  if (!e.cost.usd_per_run) return;
  if (e.cost.option == PricingOption::api) {
    out.add("/cost/usd_per_run", "Cost of all of it", "usd_per_1k_requests / 1000 * total_requests",
            *e.cost.usd_per_run, "US$", "The price of a request at the host, times all requests.");
    return;
  }
  // A single run on machines that are given back is paid at the price of today.
  const RentInput* in = e.basis.rent_input ? &*e.basis.rent_input : nullptr;
  const bool today = in && e.cost.option != PricingOption::buy && in->base_share == 0 && !is_reserved(in->pricing);
  std::string formula = "usd_per_useful_h / gpus * gpu_hours";
  if (today) {
    const double before = e.question.cost.start_h;
    if (before > 0) out.given("start_h", "Hours paid before a run", before, "h");
    formula =
        std::string("rent_usd_gpu_h") + (before > 0 ? " * (gpu_hours + gpus" + of_all + " * start_h)" : " * gpu_hours");
    if (in->start_overhead > 0) formula += " * (1 + start_overhead)";
    if (in->support_fraction > 0) formula += " * (1 + support)";
    if (in->spot_efficiency < 1) formula += " / kept";
  }
  out.add("/cost/usd_per_run", "Cost of the run", std::move(formula), *e.cost.usd_per_run, "US$",
          today ? "Accelerator hours of the run at the price of renting."
                : "Accelerator hours of the run at the price of a useful hour.");
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
  out.computed("own_idle", "Owning, never used", idle.first, "US$");
  out.computed("rent_idle", "Renting, never used", idle.second, "US$");
  out.computed("rent_use", "More for renting, always used", busy.second - idle.second, "US$");
  out.computed("own_use", "More for owning, always used", busy.first - idle.first, "US$");
  out.add("/cost/break_even/utilization", "Break-even", "(own_idle - rent_idle) / (rent_use - own_use)",
          *b->utilization, "",
          "Owning costs much the same at any use, renting follows it: where the two lines cross.");
}

void explain_energy(Explanations& out, const Estimate& e) {
  const CostResult& c = e.cost;
  if (!c.energy_kwh || !c.power_w || !c.power) return;
  out.computed("node_w", "Power of a machine at the most", c.power->node_max_w, "W");
  out.given("draw", "Draw under load, of the most", e.question.cost.load_fraction);
  out.computed("nodes", "Machines", e.question.nodes);
  out.computed("busy", "Share of the time in which requests are there", busy_share(e));
  out.add("/cost/power_w", "Power at the wall while working", "node_w * draw * nodes", *c.power_w, "W",
          "Machines with their hosts, fans and power supplies; without the building.");
  const bool runs = e.speed.days.has_value(), requests = e.question.network() != nullptr;
  const std::string of = runs ? "of all of it" : requests ? "of a thousand requests" : "of a million output tokens";
  out.add("/cost/energy_kwh", ("Energy " + of).c_str(),
          runs       ? "power_w / 1000 * gpu_hours / gpus"
          : requests ? "power_w / (requests_per_s * 3600)"
                     : "power_w / 1000 * busy / (tokens_per_s * 3600) * 1e6",
          *c.energy_kwh, "kWh",
          runs ? "Every machine at its working draw for as long as the work takes; without the building."
               : "Every machine at its working draw; without the building and idle hours.");
  out.given("pue", "Power of the building over power of the machines", c.power->pue);
  if (c.energy_usd) {
    out.given("kwh_usd", "Price of electricity", *e.basis.cost_taken.electricity_usd_kwh, "US$/kWh");
    out.add("/cost/energy_usd", ("Electricity " + of).c_str(), "energy_kwh * pue * kwh_usd", *c.energy_usd, "US$",
            "A part of what owning costs; rents have it in them.");
  }
  if (!c.co2_kg) return;
  out.know({"grid", "Grid: " + c.power->grid, *c.power->co2_g_kwh, "g/kWh", "catalog"});
  out.add("/cost/co2_kg", ("CO2 " + of).c_str(), "energy_kwh * pue * grid / 1000", *c.co2_kg, "kg",
          "The energy with that of the building, at the mean of the grid; that of a rented machine may be another.");
}

}  // namespace

void explain_cost(Explanations& out, const Estimate& e) {
  know_terms(out, e);
  if (e.basis.rent_input) know_rent(out, e, *e.basis.rent_input);
  explain_rent(out, e);
  explain_owning(out, e);
  explain_hosted(out, e);
  explain_hour(out, e);
  if (e.question.is(kMediaServe)) explain_media_work(out, e);
  if (e.question.is(kServe)) explain_tokens(out, e);
  if (e.cost.usd_per_1k_requests && e.cost.usd_per_useful_h)
    out.add("/cost/usd_per_1k_requests", "A thousand requests", "usd_per_useful_h / (requests_per_s * 3600) * 1000",
            *e.cost.usd_per_1k_requests, "US$", "Prompts and answers, at the stated load and use.");
  explain_run(out, e);
  explain_break_even(out, e);
  explain_energy(out, e);
}

}  // namespace ridgepoint
