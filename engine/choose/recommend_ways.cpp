#include "engine/choose/recommend_ways.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <limits>

#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/recommend_search.h"
#include "engine/choose/runs_on.h"
#include "engine/estimate/cost.h"

namespace ridgepoint {
namespace {

OfferedInstance shown(const Let& let, Pricing pricing, const Catalog& catalog) {
  const Instance& instance = *let.offer().instance;
  const std::string& priced = let.offer().price->priced;
  std::string name = instance.name;
  for (std::size_t i = 1; i < let.units.size(); ++i) name += " and " + let.units[i].offer.instance->name;
  return {pricing,
          instance.id,
          name,
          provider_name(catalog, instance.provider),
          let.units.front().machines,
          let.usd_h,
          priced,
          let.listed == Listed::stale,
          false};
}

constexpr double kTooDear = 2;  // times the cheapest: no longer the same choice made simple

// What all ways are compared by: money a month for people who wait or a rate, of a run, else of as much work.
struct Money {
  double usd = std::numeric_limits<double>::infinity();  // where it is not known
  const char* per = " a month";
};
Money money_of(const Estimate& e, const PricedOption* option) {
  const auto as = [](const std::optional<double>& usd, const char* per) {
    return Money{usd.value_or(std::numeric_limits<double>::infinity()), per};
  };
  if (!option) return {};
  if (e.question.ends()) return as(option->usd_per_run, " in all");
  if (is_for_users(e)) return as(usd_per_month(*option, e.question), " a month");
  if (option->usd_per_1k_images) return as(option->usd_per_1k_images, " per thousand images");
  if (option->usd_per_audio_h) return as(option->usd_per_audio_h, " per hour of audio");
  return as(option->usd_per_1k_requests, " per thousand requests");
}
double cost_of(const Estimate& e, const PricedOption* option) { return money_of(e, option).usd; }

double rented(const Weighed& w) {
  return cost_of(*w.estimate, priced_option(*w.estimate, option_of(w.estimate->question.cost.pricing)));
}
double owned(const Weighed& w) { return cost_of(*w.estimate, priced_option(*w.estimate, PricingOption::buy)); }
double cheapest(const Weighed& w) {
  const Estimate& e = *w.estimate;
  return e.cost.option ? cost_of(e, priced_option(e, *e.cost.option)) : std::numeric_limits<double>::infinity();
}

std::string hardware_text(const Estimate& e) { return devices_text(e.question.gpus, e.question.accelerator->name); }

std::string money_text(const Estimate& e, const PricedOption* option) {
  const Money money = money_of(e, option);
  return rounded_dollars(money.usd) + money.per;
}

Pick pick(Way way, const Estimate& e, PricingOption id, std::string text) {
  const PricedOption& option = *priced_option(e, id);
  Pick out;
  out.way = way;
  out.accelerator = e.question.accelerator->id;
  out.count = e.question.gpus;
  out.usd_per_month = usd_per_month(option, e.question);
  out.usd_per_run = option.usd_per_run;
  out.text = std::move(text);
  return out;
}

template <class Less>
const Weighed* least(const std::vector<Weighed>& choices, double (*of)(const Weighed&), Less less) {
  const Weighed* best = nullptr;
  for (const Weighed& w : choices)
    if (of(w) < std::numeric_limits<double>::infinity() && (!best || less(w, *best))) best = &w;
  return best;
}

void add_simplest(std::vector<Pick>& picks, const std::vector<Weighed>& choices, double most) {
  std::vector<Weighed> near;
  for (const Weighed& w : choices)
    if (rented(w) <= most && w.providers > 0) near.push_back(w);
  const Weighed* simplest = least(near, rented, [](const Weighed& a, const Weighed& b) {
    if (a.providers != b.providers) return a.providers > b.providers;
    const int x = a.estimate->question.gpus, y = b.estimate->question.gpus;
    return x != y ? x < y : rented(a) < rented(b);
  });
  if (!simplest) return;
  const Estimate& e = *simplest->estimate;
  const PricingOption id = option_of(e.question.cost.pricing);
  picks.push_back(pick(Way::simplest, e, id,
                       "Simplest to get: " + hardware_text(e) + ", which " +
                           counted(simplest->providers, "provider rents", "providers rent") + " out, " +
                           money_text(e, priced_option(e, id)) + "."));
}

void add_owned(std::vector<Pick>& picks, const std::vector<Weighed>& choices) {
  const Weighed* best = least(choices, owned, [](const Weighed& a, const Weighed& b) { return owned(a) < owned(b); });
  if (!best) return;
  const Estimate& e = *best->estimate;
  std::string text = "To buy: " + hardware_text(e);
  if (e.cost.purchase_usd) text += " for " + rounded_dollars(*e.cost.purchase_usd);
  text += ", " + money_text(e, priced_option(e, PricingOption::buy)) + " with all that owning costs.";
  Pick out = pick(Way::to_buy, e, PricingOption::buy, std::move(text));
  out.purchase_usd = e.cost.purchase_usd;
  picks.push_back(std::move(out));
}

void add_api(std::vector<Pick>& picks, const std::vector<Weighed>& choices) {
  const Estimate& e = *choices.front().estimate;
  const PricedOption* hosted = priced_option(e, PricingOption::api);
  if (!hosted) return;
  Pick out;
  out.way = Way::api;
  out.usd_per_month = usd_per_month(*hosted, e.question);
  const bool other_load = is_for_users(e) && !e.question.serve.requests_per_minute;
  out.text = "Hosted API: " + money_text(e, hosted) +
             (other_load ? " for as many requests as " + hardware_text(e) + " answer in the hours of use" : "") + " (" +
             hosted->source + ").";
  picks.push_back(std::move(out));
}

}  // namespace

std::vector<Pick> picks_of(const std::vector<Weighed>& choices) {
  std::vector<Pick> picks;
  if (choices.empty()) return picks;
  const Weighed* best =
      least(choices, cheapest, [](const Weighed& a, const Weighed& b) { return cheapest(a) < cheapest(b); });
  const bool is_owned = best && best->estimate->cost.option == PricingOption::buy;
  if (best) {
    const Estimate& e = *best->estimate;
    picks.push_back(pick(
        Way::cheapest, e, *e.cost.option,
        (is_owned ? "Cheapest to own: " : "Cheapest to rent: ") + hardware_text(e) + ", " +
            money_text(e, priced_option(e, *e.cost.option)) +
            (best == &choices.front() ? "."
                                      : ", place " + whole(static_cast<double>(best - choices.data() + 1)) + ".")));
    add_simplest(picks, choices, kTooDear * cheapest(*best));
  }
  if (!is_owned && choices.front().estimate->question.constraints.owned.empty()) add_owned(picks, choices);
  add_api(picks, choices);
  return picks;
}

std::string speed_text(const Estimate& e) {
  const SpeedResult& s = e.speed;
  if (s.days) return "Done in " + duration(*s.days * 86400);
  if (e.question.workload == Workload::serve && s.ttft_ms && s.tokens_per_s_per_request)
    return "First token in " + duration(*s.ttft_ms / 1000) + ", then " + short_number(*s.tokens_per_s_per_request) +
           " tokens a second for each request";
  if (s.tokens_per_s) return short_number(*s.tokens_per_s) + " output tokens a second";
  return s.requests_per_s ? short_number(*s.requests_per_s) + " requests a second" : "";
}

namespace {

// The most memory that the budget buys of any, and holds the model; of equal ones the cheapest.
std::unique_ptr<Estimate> most_memory(const Question& asked, const Accelerators& accelerators, const Search& search,
                                      const Catalog& catalog) {
  const Bounds bounds(asked, catalog);
  std::unique_ptr<Estimate> best;
  const auto memory = [](const Estimate& e) {
    return std::pair(e.memory.usable_gb * e.question.gpus, -*e.cost.purchase_usd);
  };
  const auto is_beyond = [&](const Estimate& e) {
    return e.basis.bought.elsewhere ||
           e.cost.purchase_usd.value_or(kUnknownScore) > *asked.constraints.max_purchase_usd;
  };
  for (const auto& a : accelerators) {
    if (a->segment == Segment::cpu && asked.constraints.accelerators.empty()) continue;  // memory that computes
    FormatsToTry formats = formats_to_try(asked, catalog, *a);
    formats.first.insert(formats.first.end(), formats.otherwise.begin(), formats.otherwise.end());
    bool beyond = false;
    for (const int count : bounds.counts(*a))
      for (const NumberFormat* format : formats.first) {
        if (beyond) break;
        std::unique_ptr<Estimate> e(new Estimate);
        if (!estimate_ranked(search.with({a.get(), count, format}), catalog, *e).empty()) continue;
        beyond = is_beyond(*e);
        if (beyond || e->memory.fit != Fit::fits || e->hindrance()) continue;
        if (!best || memory(*e) > memory(*best)) best = std::move(e);
        break;
      }
  }
  return best;
}

std::unique_ptr<Estimate> fastest(const Accelerators& accelerators, Search& search) {
  std::optional<Candidate> best;
  for (const bool coarse : {false, true}) {
    std::vector<DeviceResult> all;
    for (const auto& a : accelerators) all.push_back(search.of(*a, coarse));
    search.verify_slos(all, 1);
    for (DeviceResult& found : all)
      if (found.best && (!best || is_better(*found.best, *best))) best = std::move(found.best);
    if (best) break;
  }
  return best ? std::move(best->estimate) : nullptr;
}

// How many models of the catalog the machine serves well.
std::ptrdiff_t models_of(const Estimate& e, const Catalog& catalog) {
  RunsOnQuestion question;
  const Accelerator& a = e.question.accelerator;
  const bool resized = find_accelerator(catalog, a.id)->memory_gb != a.memory_gb;
  question.hardware = {{a.id + (resized ? " " + short_number(a.memory_gb) + "GB" : ""), e.question.gpus}};
  question.parts = {std::string(word_of(RunsOnPart::serves))};
  const Result<RunsOn> found = runs_on(question, catalog);
  if (!found) return 0;
  return std::count_if(found->serves.begin(), found->serves.end(), [](const ServedModel& m) { return m.runs_well; });
}

}  // namespace

std::vector<Pick> spent_picks(const Question& asked, const Accelerators& accelerators, const Estimate* cheapest,
                              const Catalog& catalog) {
  Question soonest = asked;
  soonest.objective = Goal::speed;
  Search search(soonest, catalog, false);
  const std::unique_ptr<Estimate> fast = fastest(accelerators, search),
                                  large = most_memory(asked, accelerators, search, catalog);
  std::vector<Pick> picks;
  const auto add = [&](Way way, const char* what, const Estimate* e, const std::string& why) {
    if (!e) return;
    std::string text = std::string(what) + " for " + rounded_dollars(*asked.constraints.max_purchase_usd) + ": " +
                       hardware_text(*e) + " for " + rounded_dollars(*e->cost.purchase_usd) + ", " + why + ".";
    picks.push_back(pick(way, *e, PricingOption::buy, std::move(text)));
    picks.back().purchase_usd = e->cost.purchase_usd;
  };
  if (fast) {
    std::string speed = speed_text(*fast);
    if (!speed.empty()) speed.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(speed.front())));
    add(Way::fastest, "Fastest", fast.get(), speed);
  }
  if (large)
    add(Way::most_memory, "Most memory", large.get(),
        memory_text(large->memory.usable_gb * large->question.gpus) + " in all");
  const Estimate* most = nullptr;
  std::ptrdiff_t models = 0;
  for (const Estimate* e : std::initializer_list<const Estimate*>{cheapest, fast.get(), large.get()})
    if (const std::ptrdiff_t serves = e ? models_of(*e, catalog) : 0; serves > models) most = e, models = serves;
  add(Way::most_models, "Most models", most,
      "which serves " + whole(static_cast<double>(models)) + " of the catalog's models well");
  return picks;
}

std::vector<OfferedInstance> offered_instances(const Estimate& e, const Catalog& catalog) {
  const Question& q = e.question;
  std::vector<OfferedInstance> out;
  if (q.cost.rent_usd_gpu_h) return out;
  const RentAsk ask = rent_ask(e, catalog);
  for (Pricing pricing : {Pricing::on_demand, Pricing::spot, Pricing::reserved_1y, Pricing::reserved_3y}) {
    const auto kind = static_cast<PriceKind>(pricing);
    const std::vector<Let> all = lets(ask, kind, catalog);
    if (all.empty()) continue;
    out.push_back(shown(all.front(), pricing, catalog));
    if (pricing != q.cost.pricing) continue;
    const auto stands = standing(ask, kind, catalog);
    if (stands && stands->let.offer().instance != all.front().offer().instance)
      out.push_back(shown(stands->let, pricing, catalog));
    out.back().priced = stands && e.cost.option == option_of(pricing);
  }
  sort_short(out, [](const OfferedInstance& a, const OfferedInstance& b) { return a.usd_per_h < b.usd_per_h; });
  return out;
}

}  // namespace ridgepoint
