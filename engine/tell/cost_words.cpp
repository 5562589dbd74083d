#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/fleet.h"
#include "engine/cost/sensitivity.h"
#include "engine/estimate/cost.h"
#include "engine/tell/answer.h"

namespace ridgepoint {
namespace {

std::string percent(double share) { return short_number(share * 100) + "%"; }

struct PricedWay {
  std::string name;
  double usd = 0;
};

// Idle hours of rented machines are paid, too.
bool is_rented_around_the_clock(const Estimate& e) {
  const PricedOption* rent = priced_option(e, PricingOption::on_demand);
  return rent && rent->usd_gpu_h && rent->usd_per_useful_gpu_h.value_or(0) > *rent->usd_gpu_h * (1 + 1e-9);
}

// What a way to pay costs: all of a work that ends, else the years.
double usd_of(const Estimate& e, const PricedOption& option) {
  return e.question.ends() ? option.usd_per_run.value_or(option.npv) : option.npv;
}

// The ways compared, cheapest first.
std::vector<PricedWay> compared(const Estimate& e) {
  std::vector<PricedWay> ways;
  for (const PricedOption& option : e.cost.options) {
    if (option.id == option_of(e.question.cost.pricing))
      ways.push_back({is_rented_around_the_clock(e) ? "renting around the clock" : "renting", usd_of(e, option)});
    if (option.id == PricingOption::buy) ways.push_back({"owning", usd_of(e, option)});
    if (option.id == PricingOption::api) ways.push_back({"the hosted API", usd_of(e, option)});
  }
  sort_short(ways, [](const PricedWay& a, const PricedWay& b) { return a.usd < b.usd; });
  return ways;
}

// The way to pay that costs least, where it is none of those compared: a commitment, or machines that are taken away.
const PricedOption* cheaper_than(const Estimate& e, double usd) {
  const auto less = [&](const PricedOption& a, const PricedOption& b) { return usd_of(e, a) < usd_of(e, b); };
  const auto least = std::min_element(e.cost.options.begin(), e.cost.options.end(), less);
  if (least == e.cost.options.end() || !(usd_of(e, *least) < usd)) return nullptr;
  return rounded_dollars(usd_of(e, *least)) != rounded_dollars(usd) ? &*least : nullptr;
}

// "owning is cheapest at $431,000; renting costs $505,000 and the hosted API $610,000".
std::string costs_text(const Estimate& e) {
  const std::vector<PricedWay> ways = compared(e);
  const PricedOption* least = cheaper_than(e, ways[0].usd);
  std::string text = ways[0].name + (ways.size() > 2 && !least ? " is cheapest at " : " is cheaper at ") +
                     rounded_dollars(ways[0].usd);
  for (std::size_t i = 1; i < ways.size(); ++i)
    text += (i == 1 ? "; " : " and ") + ways[i].name + (i == 1 ? " costs " : " ") + rounded_dollars(ways[i].usd);
  if (least) text += "; " + in_sentence(least->label) + " is cheapest of all at " + rounded_dollars(usd_of(e, *least));
  return text;
}

std::string owning_text(const Estimate& e) {
  const BreakEven& b = *e.cost.break_even;
  if (!e.cost.npv->buy || !e.cost.npv->rent) return "";
  const bool owning = *e.cost.npv->buy <= *e.cost.npv->rent;
  const std::string back = !b.months        ? ""
                           : *b.months == 0 ? ", at once"
                                            : ", after " + counted(std::ceil(*b.months), "month", "months");
  if (!b.utilization && owning) return " Owning beats renting at this use" + back + ", but not at full use.";
  if (!b.utilization)
    return " Renting is cheaper at any use" +
           (b.rent_usd_gpu_h ? "; owning would pay above a rent of " + dollars(*b.rent_usd_gpu_h) + " per " +
                                   device_word(*e.question.accelerator) + "-hour."
                             : std::string("."));
  if (*b.utilization == 0) return " Owning beats renting at any use" + back + ".";
  return " Owning beats renting from " + use_text(e, *b.utilization) + " on" + (owning ? back : "") + ".";
}

// Below the use from which the cheaper of one's own machines, rented or bought, costs no more.
std::string hosted_text(const Estimate& e) {
  const BreakEven& b = *e.cost.break_even;
  if (!e.cost.npv->api || (!e.cost.npv->rent && !e.cost.npv->buy)) return "";
  const double machines = std::min(b.rent_over_api_utilization.value_or(2), b.buy_over_api_utilization.value_or(2));
  if (machines > 1) return " At this load the hosted API is cheaper at any use.";
  if (machines == 0) return "";
  return " At this load the hosted API is cheaper below " + use_text(e, machines) + ".";
}

// What a fifth more or less would turn.
std::string turning_text(const Estimate& e) {
  if (!e.cost.npv->buy || !e.cost.npv->rent) return "";
  std::vector<std::string> turning;
  for (const Swing& swing : sensitivity(e.basis.own_input, *e.basis.rent_input))
    if (swing.flips && turning.size() < 3) turning.emplace_back(swing.label);
  if (turning.empty()) return "";
  std::string text = " The choice depends on " + turning.front();
  for (std::size_t i = 1; i < turning.size(); ++i) text += (i + 1 == turning.size() ? " and " : ", ") + turning[i];
  return text + ": a fifth more or less can reverse it.";
}

}  // namespace

std::string in_sentence(std::string label) {
  label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])));
  return label;
}

std::string use_text(const Estimate& e, double share) {
  const auto& rate = e.question.serve.requests_per_minute;
  if (!rate || e.question.network()) return percent(share) + " use";
  return (share < 1 ? "an average of " : "") + short_number(*rate * share) + " requests a minute";
}

std::string cost_verdict(const Estimate& e) {
  if (e.question.cost.mode != CostMode::compare || !e.cost.break_even || !e.cost.npv) return "";
  const CostChoice& c = e.question.cost;
  const std::string use = use_text(e, *c.utilization), years = counted(c.years, "year", "years");
  const bool owns = e.cost.npv->buy.has_value();
  const std::optional<Fleet> needed = fleet(e);  // may be another number
  const int gpus = e.question.gpus;
  const std::string count =
      needed && needed->accelerators != gpus ? ", on the " + whole(gpus) + " asked for," : std::string();
  const std::string costs =
      e.question.ends()
          ? "For the whole job " + costs_text(e) + (owns ? ", owned machines at " + use + " over " + years : "")
          : "Over " + years + " at " + use + count + " " + costs_text(e) + ", " + present_value_words(c);
  return costs + "." + owning_text(e) + hosted_text(e) + turning_text(e);
}

std::string present_value_words(const CostChoice& c) {
  return c.discount_rate > 0 ? "discounted at " + percent(c.discount_rate) + " a year" : "undiscounted";
}

}  // namespace ridgepoint
