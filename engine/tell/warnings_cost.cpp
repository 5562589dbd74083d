#include <algorithm>
#include <cmath>

#include "engine/base/dates.h"
#include "engine/base/words.h"
#include "engine/tell/answer.h"

namespace ridgepoint {
namespace {

const Accelerator& device(const Estimate& e) { return e.question.accelerator; }

// Prices are spoken of where there is something to pay for.
bool counts(const Estimate& e, CostMode mode) {
  if (e.memory.fit == Fit::no) return false;
  return e.question.cost.mode == mode || e.question.cost.mode == CostMode::compare;
}

// "The rental price is from 2026-01-05, more than 180 days before 2026-11-30; ..."; empty where it is not.
std::string old_text(const Estimate& e, const std::string& what, const std::string& date, const char* then) {
  const std::string today = e.question.as_of.value_or(e.catalog_date);
  if (e.memory.fit == Fit::no || !is_stale(date, today)) return "";
  return what + " is from " + date_text(date) + ", more than " + std::to_string(kStaleDays) + " days before " + today +
         then;
}

// Of a commitment; 0: none.
double committed_years(Pricing pricing) {
  return pricing == Pricing::reserved_3y ? 3 : pricing == Pricing::reserved_1y ? 1 : 0;
}

}  // namespace

std::string no_rent(const Estimate& e) {
  if (!counts(e, CostMode::rent) || e.basis.rent_input) return "";
  const CostChoice& c = e.question.cost;
  const double term = committed_years(c.pricing);
  return (term > 0 ? "No price of a commitment of " + counted(term, "year", "years") : "No rental price") +
         " is known for " + device(e).name + (c.provider ? " at " + *c.provider : "") +
         (c.region ? " in " + *c.region : "") + "; give your own to compare.";
}

// Commitments are counted by the year, also where a part of the last is not needed.
std::string commitment(const Estimate& e) {
  const double term = committed_years(e.question.cost.pricing), years = e.question.cost.years;
  if (!e.basis.rent_input || e.memory.fit == Fit::no || term <= 0) return "";
  if (years == std::ceil(years / term) * term) return "";
  if (years < term)
    return "The commitment of " + counted(term, "year", "years") + " is paid to its end, though " +
           counted(years, "year is", "years are") + " counted.";
  return "The " + counted(years, "year", "years") + " counted are not whole commitments of " +
         counted(term, "year", "years") + "; what is left of the last one is not in the cost.";
}

std::string no_purchase(const Estimate& e) {
  if (!counts(e, CostMode::buy) || e.cost.purchase_usd) return "";
  return "No purchase price is known for " + device(e).name + "; give the price of a machine to compare.";
}

// What it costs to try before a purchase that pays and is not small. Nobody should buy what does not fit.
std::string try_first(const Estimate& e) {
  if (e.memory.fit == Fit::no) return "";
  const Npv npv = e.cost.npv.value_or(Npv{});
  const bool buys = npv.buy && npv.rent && *npv.buy < *npv.rent;
  if (!buys || e.cost.purchase_usd.value_or(0) < 3000 || e.basis.rent.date.empty()) return "";
  const double hour = e.basis.rent_input->usd_gpu_h * e.basis.rent_input->gpus;
  return "Before paying " + rounded_dollars(*e.cost.purchase_usd) + ", try it for " + rounded_dollars(hour) +
         " an hour, " + rounded_dollars(24 * hour) + " a day. The rent: " + e.cost.rent_source + ".";
}

// Prices are of accelerators and the machines that usually hold them; memory alone has none in the catalog.
std::string host_memory(const Estimate& e) {
  const Question& q = e.question;
  const double gb = e.memory.host_gb.value_or(0) * (q.is(kServes) ? 1 : q.gpus);
  if (gb <= 0) return "";
  return memory_text(gb) +
         q.by_job(" of weights and cache lies", " of training state lies", " of weights waits for its turn",
                  " of weights waits for its turn") +
         " in host memory; prices leave out memory beyond that of a usual machine" +
         (e.question.cost.server_usd ? "" : ": give the price of a machine that has it") + ".";
}

std::string no_hosted(const Estimate& e, const Catalog& catalog) {
  if (e.question.cost.mode != CostMode::api || e.basis.hosted_input) return "";
  const std::string host = e.question.cost.provider.value_or(""), own = "; give your own prices of a million tokens.";
  const ApiPrice* gone = nullptr;  // what the host ended last
  for (const ApiPrice& p : catalog.api)
    if (p.status == Status::ended && p.provider == host && p.model == e.question.model_id)
      if (!gone || gone->ended < p.ended) gone = &p;
  if (!gone)
    return "No hosted price is known for " + e.model.name +
           (host.empty() ? "" : " at " + provider_name(catalog, host)) + own;
  return provider_name(catalog, host) + " no longer serves " + gone->served_as +
         (gone->ended.empty() ? "" : " since " + date_text(gone->ended)) +
         (gone->successor.empty() ? "" : "; " + gone->successor + " replaces it") +
         "; name another host in /cost/provider, or" + own.substr(1);
}

std::string old_price(const Estimate& e) {
  return old_text(e, "The rental price", e.basis.rent.date, "; rents moved by a fifth within months in 2026.");
}

std::string old_purchase_price(const Estimate& e) {
  return old_text(e, "The purchase price of " + device(e).name, e.basis.bought.date,
                  "; give the price of a machine to replace it.");
}

std::string circuit(const Estimate& e) {
  const bool room = e.question.cost.location == Location::home || e.question.cost.location == Location::office;
  if (!room || e.question.cost.mode == CostMode::rent || !e.cost.power || e.cost.power->circuits_120v_15a <= 1)
    return "";
  const PowerResult& p = *e.cost.power;
  return "One machine draws up to " + whole(p.node_max_w) + " W: more than a 120 V, 15 A circuit carries for long (" +
         whole(in_watts(kContinuousLoad * kCircuit120V)) + " W); it needs " + whole(p.circuits_120v_15a) +
         " of them, or " + counted(p.circuits_230v_16a, "circuit", "circuits") + " of 230 V, 16 A.";
}

std::string power_supply(const Estimate& e) {
  const Segment segment = device(e).segment;
  const bool desktop = segment == Segment::consumer || segment == Segment::workstation;
  if (!desktop || e.question.cost.mode == CostMode::rent || !e.cost.power || e.cost.power->power_supply_w) return "";
  return "No usual power supply feeds " + counted(e.question.per_node, "such card", "such cards") +
         " in one machine with a quarter in reserve; it takes several, or a server chassis.";
}

std::string liquid_cooling(const Estimate& e) {
  if (!e.cost.power || e.cost.power->cooling != Cooling::liquid) return "";
  return "One machine draws " + significant(e.cost.power->node_max_w / 1000, 2) +
         " kW, more than the 40 kW that air cools in a rack: it needs liquid cooling.";
}

}  // namespace ridgepoint
