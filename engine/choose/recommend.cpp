#include "engine/choose/recommend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "engine/ask/allowed.h"
#include "engine/ask/ask.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/choose/make_estimate.h"
#include "engine/choose/recommend_bounds.h"
#include "engine/choose/recommend_search.h"
#include "engine/choose/remedies.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"
#include "engine/estimate/prices.h"
#include "engine/facts/accelerator_names.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {
namespace {

constexpr double kNearLimit = 0.9;
constexpr double kMuchTheSame = 1.15;                  // of the first's money
constexpr double kTie = 1.1;                           // of the first's score: less than the figures are known to
constexpr std::size_t kRemedies = 1;                   // of a near miss
constexpr int kMostEffortOfMisses = kMostEffort / 20;  // where others keep all limits

bool dominates(const Score& a, const Score& b) {
  const bool no_worse = a.cost <= b.cost && a.time <= b.time && a.energy <= b.energy;
  return no_worse && (a.cost < b.cost || a.time < b.time || a.energy < b.energy);
}

// ---- What is said of a choice.

// What misses another limit may miss its targets, too.
void add_rest(Candidate& t, const Catalog& catalog) {
  add_rest(*t.estimate, catalog);
  if (!t.estimate->speed.slo) check_targets(*t.estimate);
  t.demands = without_unchecked_targets(*t.estimate, demands);
}

RecommendedHardware hardware_of(const Candidate& t) {
  const Accelerator& a = *t.choice.accelerator;
  const Estimate& e = *t.estimate;
  return {a.id, a.name, t.choice.count, e.question.per_node, "", e.question.hardware.memory_gb};
}
RecommendedPrecision precision_of(const Candidate& t) {
  return {t.choice.format->id, t.estimate->question.precision.kv};
}

std::string work_price_text(const Estimate& e) {
  const CostResult& c = e.cost;
  if (e.question.ends()) return c.usd_per_run ? rounded_dollars(*c.usd_per_run) + " in all" : "";
  const bool by_work = !is_for_users(e);
  if (by_work && c.usd_per_1k_images) return rounded_dollars(*c.usd_per_1k_images) + " per thousand images";
  if (by_work && c.usd_per_1k_requests) return rounded_dollars(*c.usd_per_1k_requests) + " per thousand requests";
  return c.usd_per_h ? rounded_dollars(*c.usd_per_h) + " an hour" : "";
}

std::string cost_text(const Estimate& e) {
  const std::string price = work_price_text(e);
  return price.empty() ? "" : price + (e.cost.option == PricingOption::buy ? " when owned" : " when rented");
}

std::string energy_text(const Estimate& e) {
  if (!e.cost.energy_kwh) return "";
  const char* unit = e.question.ends()      ? " in all"
                     : e.question.network() ? " per thousand requests"
                                            : " per million output tokens";
  return significant(*e.cost.energy_kwh, 2) + " kWh" + unit;
}

constexpr double kBeyondCompare = 100;  // times the best: the best is of another size, or free

// "$3.03 per million output tokens, the lowest of 24" or ", 1.4 times the lowest".
void add_reason(Recommendation& r, const std::string& said, double value, double best, std::size_t of,
                const char* superlative) {
  if (said.empty()) return;
  std::string rank;
  if (std::isfinite(value) && of > 1) {
    const double times = value > best ? value / best : 1;
    if (times >= kBeyondCompare) return r.reasons.push_back(said + ".");
    rank = times < 1.005 ? std::string(", the ") + superlative + " of " + whole(static_cast<double>(of))
                         : ", " + significant(times, times < 1.1 || times >= 10 ? 3 : 2) + " times the " + superlative;
  }
  r.reasons.push_back(said + rank + ".");
}

// The price in force is of one of the instances, unless it is derived.
std::string priced_instance(const std::vector<OfferedInstance>& instances) {
  for (const OfferedInstance& i : instances)
    if (i.priced) return i.instance;
  return "";
}

Recommendation recommended(const Candidate& t, const Score& best, std::size_t of, const Catalog& catalog) {
  const Estimate& e = *t.estimate;
  Recommendation r;
  r.hardware = hardware_of(t);
  if (e.question.constraints.owned.empty()) r.instances = offered_instances(e, catalog);
  r.hardware.instance = priced_instance(r.instances);
  r.precision = precision_of(t);
  r.parallel = e.speed.layout;
  r.memory = {e.memory};
  r.speed = {e.speed};
  r.cost = {e.cost};
  if (!r.cost.purchase_usd) r.cost.purchase_source.clear();
  add_reason(r, cost_text(e), lacks_rent(t) ? kUnknownScore : t.score.cost, best.cost, of, "lowest");
  add_reason(r, speed_text(e), t.score.time, best.time, of, "shortest");
  add_reason(r, energy_text(e), t.score.energy, best.energy, of, "lowest");
  r.reasons.push_back(memory_text(e.memory.per_gpu_gb) + " of " + memory_text(e.memory.usable_gb) +
                      " used on each accelerator.");
  if (e.question.cost.host == HostMachine::existing && !is_computer(e.question.accelerator))
    r.reasons.push_back("Check the length, slots and power supply of your machine, for " +
                        whole(in_watts(e.question.accelerator->power.value_or(watts(0)))) + " W each.");
  if (lacks_rent(t))
    r.reasons.push_back("No rental price is known: it is ranked by what owning costs, behind rented hardware.");
  if (e.speed.ranges.empty()) r.reasons.push_back("No measured runs back these figures.");
  if (t.caution > 1) r.reasons.push_back("Nothing like it was measured.");
  const RentPrice& rent = e.basis.rent;
  if (e.cost.option != PricingOption::buy && (rent.providers == 1 || rent.providers == 2))
    r.reasons.push_back((rent.providers == 1 ? "Only one provider rents it out at this price."
                                             : "Only two providers rent it out near this price.") +
                        (rent_caution(e) > 1
                             ? " It is ranked at " + dollars(rent.usual_usd_gpu_h) +
                                   " an hour each, adjusted to the market median."
                             : std::string()));
  if (!e.speed.bottleneck.text.empty()) r.binds.push_back(e.speed.bottleneck.text);
  for (const Demand& d : t.demands)
    if (d.ratio >= kNearLimit) r.binds.push_back(d.text);
  return r;
}

Score best_of_each(const std::vector<Candidate>& all) {
  Score best;
  for (const Candidate& t : all) {
    if (!lacks_rent(t)) best.cost = std::min(best.cost, t.score.cost);
    best.time = std::min(best.time, t.score.time);
    best.energy = std::min(best.energy, t.score.energy);
  }
  return best;
}

// `all`: best first.
std::vector<Recommendation> ranked(std::vector<Candidate>& all, std::size_t most, const Search& search,
                                   const Catalog& catalog) {
  const Score best = best_of_each(all);
  const std::size_t rows = std::min(most, all.size());
  for (std::size_t i = 0; i < rows; ++i) add_rest(all[i], catalog);
  const std::vector<Regret> sure = regrets({all.data(), rows}, search.goal());
  std::vector<Recommendation> out;
  for (std::size_t i = 0; i < rows; ++i) {
    Recommendation r = recommended(all[i], best, all.size(), catalog);
    if (i < sure.size()) {
      r.regret = sure[i];
      r.reasons.push_back(regret_text(sure[i], search.goal()));
    }
    r.rank = static_cast<int>(i) + 1;
    r.question = search.with(all[i].choice);
    // Owning and renting are no one price: what lacks a rent does not beat what has one.
    r.pareto = std::none_of(all.begin(), all.end(), [&](const Candidate& other) {
      return (lacks_rent(all[i]) || !lacks_rent(other)) && dominates(other.score, all[i].score);
    });
    out.push_back(std::move(r));
  }
  return out;
}

std::vector<Missed> lacks_of(const Candidate& t) {
  std::vector<Missed> lacks;
  for (const Demand& d : t.demands)
    if (!d.met()) lacks.push_back({d.path, d.text, d.ratio});
  return lacks;
}

// A change that keeps all limits, else these as wide as they have to be. Other counts and formats were tried, so what
// is too slow stays so.
NearMiss missing(Candidate& t, bool alone, const Catalog& catalog, Effort& effort) {
  add_rest(t, catalog);
  const Estimate& e = *t.estimate;
  NearMiss miss{hardware_of(t), precision_of(t), lacks_of(t), {}, parts_of(e.question)};
  const auto is_too_slow = [](const Demand& d) { return !d.met() && d.of == LimitOf::speed; };
  if (e.memory.fit == Fit::no || std::none_of(t.demands.begin(), t.demands.end(), is_too_slow))
    miss.remedies = remedies(e, catalog, effort, {.most = kRemedies, .keeps_all = true, .pairs = alone});
  if (miss.remedies.empty() && !miss.lacks.empty() && only_misses_limits(t))
    miss.remedies.push_back({"limits", miss.lacks.front().path, "limits that allow for this", e.memory.per_gpu_gb, 1,
                             e.cost.usd_per_h, e.speed.tokens_per_s_per_request, e.speed.days});
  return miss;
}

Question on_allowed(Question s, const Catalog& catalog) {
  const auto allowed = [&](const Accelerator& a) { return is_allowed(s.constraints, a); };
  const auto found = std::find_if(catalog.accelerators.begin(), catalog.accelerators.end(), allowed);
  if (found != catalog.accelerators.end()) s.hardware.accelerator = found->id;
  return s;
}

std::string nothing_text(const std::vector<NearMiss>& misses) {
  const std::string begin = "No available hardware meets all limits";
  if (misses.empty()) return begin + ", and none comes near.";
  const NearMiss& nearest = misses.front();
  std::string lacks;
  for (const Missed& lack : nearest.lacks) add_part(lacks, lack.text, "; ");
  return begin + ". The nearest is " + devices_text(nearest.hardware.count, nearest.hardware.name) + ": " + lacks +
         "." + (nearest.remedies.empty() ? "" : " With " + nearest.remedies.front().text + " it does.");
}

// ---- The generation before.

LastGeneration compared(Candidate& last, const Candidate& first, const Catalog& catalog) {
  add_rest(last, catalog);
  LastGeneration out{
      hardware_of(last), precision_of(last), last.choice.accelerator->architecture, {}, {}, lacks_of(last), ""};
  out.text = "The previous generation, " + devices_text(out.hardware.count, out.hardware.name);
  if (!out.lacks.empty()) {
    for (const Missed& lack : out.lacks) out.text += (&lack == &out.lacks.front() ? ", misses: " : "; ") + lack.text;
  } else {
    out.speed_share = first.score.time / last.score.time;
    const bool comparable = lacks_rent(last) == lacks_rent(first) && first.score.cost > 0;
    if (comparable && std::isfinite(first.score.cost) && std::isfinite(last.score.cost))
      out.cost_share = last.score.cost / first.score.cost;
    out.text += ", has " + percent_text(*out.speed_share) + " of the speed";
    if (out.cost_share) out.text += " at " + percent_text(*out.cost_share) + " of the cost";
  }
  out.text += ".";
  return out;
}

// The best of the generation before that of `first`, else the nearest to the limits; searched for unless it was.
std::optional<LastGeneration> last_generation(const Candidate& first, std::vector<Candidate>& good, Search& search,
                                              const Question& asked, bool coarse, const Catalog& catalog) {
  std::optional<Candidate> best, nearest;
  for (const Accelerator* a : generation_before(*first.choice.accelerator, catalog)) {
    if (!is_allowed(asked.constraints, *a)) continue;
    const auto known = [&](const Candidate& t) { return t.choice.accelerator == a; };
    if (const auto t = std::find_if(good.begin(), good.end(), known); t != good.end())
      return compared(*t, first, catalog);
    std::vector<DeviceResult> one;
    one.push_back(search.of(*a, coarse));
    search.verify_slos(one, 1);
    DeviceResult& found = one.front();
    if (found.best && (!best || is_better(*found.best, *best))) best = std::move(found.best);
    if (found.miss && (!nearest || is_nearer(*found.miss, *nearest))) nearest = std::move(found.miss);
  }
  if (!best && !nearest) return std::nullopt;
  return compared(best ? *best : *nearest, first, catalog);
}

constexpr int kMuchLarger = 4;  // times the accelerators of the best: no near miss

// The nearest of each kind of hardware. `missed`: nearest first.
std::vector<NearMiss> nearest_of(std::vector<Candidate> missed, const std::vector<Candidate>& good, std::size_t most,
                                 const Catalog& catalog) {
  std::vector<NearMiss> out;
  std::vector<const Accelerator*> kinds;
  Effort effort(good.empty() ? kMostEffort : kMostEffortOfMisses);
  // Where nothing does it, what would with other limits goes first.
  const auto does = std::find_if(missed.begin(), missed.end(), only_misses_limits);
  if (good.empty() && does != missed.end()) std::rotate(missed.begin(), does, does + 1);
  for (Candidate& t : missed) {
    if (out.size() == most) break;
    const Accelerator& a = *t.choice.accelerator;
    if (!good.empty() && t.choice.count > kMuchLarger * good.front().choice.count) continue;
    const auto alike = [&](const Accelerator* b) {
      return a.architecture == b->architecture && a.segment == b->segment;
    };
    if (std::any_of(kinds.begin(), kinds.end(), alike)) continue;
    kinds.push_back(&a);
    out.push_back(missing(t, good.empty(), catalog, effort));
  }
  return out;
}

// The first of `good`, which are estimated in full by now.
std::vector<Weighed> weighed_of(const std::vector<Candidate>& good, std::size_t most, const Catalog& catalog) {
  std::vector<Weighed> out;
  for (std::size_t i = 0; i < std::min(most, good.size()); ++i) {
    const Estimate& e = *good[i].estimate;
    const RentAsk ask = rent_ask(e, catalog);
    const std::vector<Let> all = lets(ask, PriceKind::on_demand, catalog);
    const auto lets_so_many = [&](const Let& let) { return let.listed == Listed::fresh && let.gpus == ask.gpus; };
    out.push_back({&e, static_cast<int>(std::count_if(all.begin(), all.end(), lets_so_many))});
  }
  return out;
}

// ---- Hardware that people know by name.

struct Household {
  const char* name;
  const char* begins;  // how the catalog's ids of it begin
  bool whole = false;  // or all of the id
};
constexpr std::array<Household, 9> kHouseholds = {{{"H100", "h100-"},
                                                   {"A100", "a100-"},
                                                   {"L40S", "l40s", true},
                                                   {"L4", "l4", true},
                                                   {"RTX 4090", "rtx-4090", true},
                                                   {"RTX 3090", "rtx-3090", true},
                                                   {"Mac", "apple-"},
                                                   {"MI300X", "mi300x-"},
                                                   {"TPU", "tpu-"}}};

// What is asked about by its id, then those that people know.
std::vector<Household> households(const std::vector<std::string>& asked, const Catalog& catalog) {
  std::vector<Household> out;
  for (const std::string& id : asked)
    if (const Accelerator* a = find_accelerator(catalog, id)) out.push_back({a->name.c_str(), a->id.c_str(), true});
  for (const Household& h : kHouseholds) {
    const auto is_same = [&](const Household& other) { return h.whole && std::string_view(other.begins) == h.begins; };
    if (std::none_of(out.begin(), out.end(), is_same)) out.push_back(h);
  }
  return out;
}

bool is_of(const Accelerator& a, const Household& h) {
  return h.whole ? a.id == h.begins : a.id.rfind(h.begins, 0) == 0;
}

std::string lacks_text(const Candidate& t) {
  std::string out;
  for (const Demand& d : without_unchecked_targets(*t.estimate, demands))
    if (!d.met()) add_part(out, d.text, "; ");
  return out.empty() ? "its latency targets" : out;
}

// Why it is neither ranked nor near.
std::string kept_out(const Household& h, const Question& s, const Catalog& catalog) {
  bool allowed = false, sold = false, candidate = false, computer = false, priced = false;
  const Bounds bounds(s, catalog);
  for (const Accelerator& a : catalog.accelerators) {
    if (!is_of(a, h) || !is_allowed(s.constraints, a)) continue;
    allowed = true;
    sold = sold || a.status == Status::current;
    candidate = candidate || is_candidate(a, s);
    computer = computer || is_computer(a);
    const bool is_let =
        !rent_offers(catalog, PriceKind::on_demand, a.id, s.cost.provider.value_or(""), s.cost.region.value_or(""))
             .empty();
    priced = priced || !bounds.has_no_price(a, is_let);
  }
  if (!allowed) return "it is not among the hardware asked for";
  if (!sold) return "no longer sold";
  if (!candidate)
    return computer ? "it is a machine of its own, no card for one" : "it has no fans and needs a server's";
  if (priced) return "no tested count meets the limits";
  const char* kind = s.cost.owns() ? "purchase " : s.cost.mode == CostMode::rent ? "rental " : "";
  return std::string("no ") + kind + "price is known";
}

// Of the kind, the first in the list; null for none.
const Candidate* first_of(const std::vector<Candidate>& list, const Household& h) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Candidate& t) { return is_of(*t.choice.accelerator, h); });
  return found == list.end() ? nullptr : &*found;
}

std::string ratio_text(const Candidate& t, const Candidate& first, std::optional<double>& ratio) {
  if (!(first.value > 0) || lacks_rent(t) != lacks_rent(first)) return "";
  ratio = t.value / first.value;
  return ", " + significant(*ratio, 2) + " times the first";
}

// `good`, `unchecked` and `missed`: best and nearest first.
std::vector<WhyNot> known_hardware(const std::vector<Candidate>& good, const std::vector<Candidate>& unchecked,
                                   const std::vector<Candidate>& missed, const std::vector<std::string>& by_id,
                                   const Question& s, const Catalog& catalog) {
  constexpr std::ptrdiff_t kInSight = 3;
  std::vector<WhyNot> out;
  for (const Household& h : households(by_id, catalog)) {
    WhyNot line;
    line.name = h.name;
    const std::string begin = line.name + ": ";
    if (const Candidate* t = first_of(good, h)) {
      const std::ptrdiff_t place = t - good.data() + 1;
      if (place <= kInSight) continue;
      line.place = static_cast<int>(place);
      line.text = begin + "ranks " + whole(static_cast<double>(place)) + " (" +
                  devices_text(t->choice.count, t->choice.accelerator->name) + ")" +
                  ratio_text(*t, good.front(), line.ratio) + ".";
      line.accelerator = t->choice.accelerator->id;
    } else if (const Candidate* behind = good.empty() ? nullptr : first_of(unchecked, h)) {
      line.text = begin + "ranks lower (" + devices_text(behind->choice.count, behind->choice.accelerator->name) +
                  " or more)" + ratio_text(*behind, good.front(), line.ratio) + " or more.";
      line.accelerator = behind->choice.accelerator->id;
    } else if (const Candidate* near = first_of(missed, h)) {
      line.text = begin + devices_text(near->choice.count, near->choice.accelerator->name) +
                  " misses: " + lacks_text(*near) + ".";
      line.accelerator = near->choice.accelerator->id;
    } else {
      line.text = begin + kept_out(h, s, catalog) + ".";
    }
    out.push_back(std::move(line));
  }
  return out;
}

// ---- What the question leaves open.

std::vector<Assumed> assumed(const Question& given, const Question& asked) {
  std::vector<Assumed> out;
  const ConstraintChoice &before = given.constraints, &c = asked.constraints;
  if (c.min_tokens_per_s && !before.min_tokens_per_s)
    out.push_back({"/constraints/min_tokens_per_s",
                   "Each request gets " + short_number(*c.min_tokens_per_s) + " tokens a second or more."});
  if (c.max_ttft_s && !before.max_ttft_s)
    out.push_back({"/constraints/max_ttft_s", "The first token comes within " + duration(*c.max_ttft_s) + "."});
  if (c.max_request_s && !before.max_request_s)
    out.push_back({"/constraints/max_request_s", "A request takes at most " + duration(*c.max_request_s) + "."});
  if (asked.ends() && asked.deadline_h() != given.deadline_h())
    out.push_back(
        {asked.deadline_path(), "The whole job is done within " + duration(*asked.deadline_h() * 3600) + "."});
  const CostChoice& cost = asked.cost;
  const bool rents = !cost.owns() && cost.mode != CostMode::api && c.owned.empty();
  if (rents && !cost.market && !cost.provider)
    out.push_back({"/cost/market", market_of(asked) == Market::all
                                       ? "Rents are compared over all offers."
                                       : "Rents are compared over specialist clouds and hyperscalers."});
  if (cost.owns() && !cost.host && c.owned.empty())
    out.push_back({"/cost/host",
                   "A machine is bought around cards: US$800 for one, 1,000 for two, 3,500 for four, "
                   "6,500 for eight."});
  if (cost.owns() && !c.max_count && c.owned.empty())
    out.push_back({"/constraints/max_count", "At home at most two cards stand in a machine, in an office four."});
  if (asked.is(kServe) && !given.precision.weights && !given.precision.accept)
    out.push_back({"/precision/accept",
                   "Weights may be as published, in 8 bits where the device multiplies them, and in "
                   "4 bits for one user or where nothing else fits."});
  return out;
}

// What someone who says nothing of it would not go without: people who wait read 10 tokens a second at twice their pace
// (see runs_on.h) and give up a silence of 10 s (Nielsen 1993); a run is to end within a quarter.
// Whoever hands over a long text waits for it to be read: a second more for every 2,000 tokens of it.
constexpr double kLeastTokensPerS = 10, kLongestFirstToken = 10, kReadTokensPerS = 2000, kLongestRun = 90 * 24;

// An image that takes two minutes is waited for; speech is written down as fast as it is spoken.
constexpr double kLongestImage = 120, kUsualWindow = 30;

Question with_floors(Question s) {
  const SloChoice& slo = s.serve.slo;
  ConstraintChoice& c = s.constraints;
  const bool waited_for = s.workload == Workload::serve;
  if (const MediaModel* model = s.network(); model && waited_for && !c.max_request_s && !slo.e2e_p95_s) {
    if (model->item == Item::image) c.max_request_s = kLongestImage;
    if (model->item == Item::window) c.max_request_s = s.serve.audio_s.value_or(kUsualWindow);
  }
  if (waited_for && s.is(kServe)) {
    if (!c.min_tokens_per_s && !slo.tpot_p95_ms && !slo.e2e_p95_s) c.min_tokens_per_s = kLeastTokensPerS;
    if (!c.max_ttft_s && !slo.ttft_p95_ms && !slo.e2e_p95_s)
      c.max_ttft_s = std::max(kLongestFirstToken, s.serve.prompt() / kReadTokensPerS);
  }
  if (s.ends() && !s.deadline_h()) (s.is(kServes) ? s.serve.done_within_h : s.train.deadline_h) = kLongestRun;
  return s;
}

// Gives the accelerators that may be chosen, in each memory they come with.
Accelerators candidates_of(const Question& asked, const Catalog& catalog) {
  Accelerators out;
  for (const Accelerator& a : catalog.accelerators) {
    if (!is_candidate(a, asked)) continue;
    for (const double gb : memories_asked(asked, catalog, a))
      out.push_back(gb == a.memory_gb ? std::shared_ptr<const Accelerator>(std::shared_ptr<void>(), &a)
                                      : std::make_shared<const Accelerator>(with_memory(a, gb)));
  }
  return out;
}

// One for each accelerator, of the memories it comes with.
std::vector<DeviceResult> best_of_each(std::vector<DeviceResult> all) {
  std::vector<DeviceResult> out;
  for (DeviceResult& found : all) {
    const bool more = !out.empty() && out.back().accelerator->id == found.accelerator->id;
    if (!more) {
      out.push_back(std::move(found));
      continue;
    }
    DeviceResult& known = out.back();
    if (found.best && (!known.best || is_better(*found.best, *known.best))) {
      known.best = std::move(found.best);
      known.unchecked = found.unchecked;
    }
    if (found.miss && (!known.miss || is_nearer(*found.miss, *known.miss))) known.miss = std::move(found.miss);
    if (known.best) known.miss.reset();
  }
  return out;
}

bool is_cheaper(const Candidate& a, const Candidate& b) {
  return a.score.cost < b.score.cost || (!(b.score.cost < a.score.cost) && is_better(a, b));
}

bool is_simpler(const Candidate& a, const Candidate& b) {
  return a.choice.count < b.choice.count || (a.choice.count == b.choice.count && a.score.time < b.score.time);
}

// Runs of choices, best first, within `alike` times the score of the first of each are put into another order.
template <class Before>
void put_alike_in_order(std::vector<Candidate>& good, double alike, Before before) {
  for (std::size_t begin = 0, end = 0; begin < good.size(); begin = end) {
    while (end < good.size() && good[end].value <= alike * good[begin].value) ++end;
    end = std::max(end, begin + 1);
    std::vector<Candidate> run(std::make_move_iterator(&good[begin]), std::make_move_iterator(good.data() + end));
    sort_short(run, before);
    std::move(run.begin(), run.end(), good.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

constexpr std::size_t kTurning = 6;

// The best of the recommendations that are paid as the first is: what nobody rents is behind at any price.
std::vector<Question> comparable(const std::vector<Recommendation>& recommendations) {
  std::vector<Question> out;
  for (const Recommendation& r : recommendations)
    if (out.size() < kTurning && r.cost.option == recommendations.front().cost.option) out.push_back(r.question);
  return out;
}

}  // namespace

Problems search_problems(const Asked& asked, const Catalog& catalog) {
  Problems problems;
  if (asked.cost.mode == CostMode::api)
    note(problems, "conflict", "/cost/mode", "A hosted API needs no hardware of one's own.",
         {"compare", "rent", "buy"});
  if (const auto& accepted = asked.precision.accept; accepted && !find_format(catalog, *accepted))
    note(problems, "unknown_id", "/precision/accept",
         "There is no format \"" + accepted->substr(0, 100) + "\" in the catalog.", {"fp8", "awq-int4"});
  return problems;
}

Recommendations recommend(const Question& given, const Catalog& base, const RecommendOptions& options) {
  const Catalog& catalog = given.own_catalog ? *given.own_catalog : base;
  const Question asked = with_floors(given);
  Search search(asked, catalog, options.without_bounds);
  const Accelerators accelerators = candidates_of(asked, catalog);
  std::vector<DeviceResult> all;
  for (const auto& accelerator : accelerators) all.push_back(search.of(*accelerator, false));
  search.verify_slos(all, options.most);
  const auto does = [](const DeviceResult& found) { return found.best.has_value(); };
  const bool coarse = std::none_of(all.begin(), all.end(), does);
  if (coarse) {
    for (DeviceResult& found : all) {
      DeviceResult other = search.of(*found.accelerator, true);
      if (!other.miss || (found.miss && misses_less(*found.miss, *other.miss))) other.miss = std::move(found.miss);
      found = std::move(other);
    }
    search.verify_slos(all, options.most);
  }
  std::vector<Candidate> good, unchecked, missed;
  for (DeviceResult& found : best_of_each(std::move(all))) {
    if (found.best) (found.unchecked ? unchecked : good).push_back(std::move(*found.best));
    if (found.miss) missed.push_back(std::move(*found.miss));
  }
  sort_short(good, is_better);
  // Of equally fast ones, within what the figures are known to, the cheapest; of much the same money the simplest, and
  // then the fastest.
  if (asked.objective == Goal::speed) put_alike_in_order(good, kTie, is_cheaper);
  const bool buys = asked.cost.owns() && asked.constraints.owned.empty();
  if (asked.objective.value_or(Goal::cost) == Goal::cost) put_alike_in_order(good, kMuchTheSame, is_simpler);
  sort_short(unchecked, is_better);
  Recommendations out;
  out.answered = static_cast<int>(good.size() + unchecked.size());
  out.estimated = search.estimated();
  out.ended = search.ended();
  out.recommendations = ranked(good, options.most, search, catalog);
  out.picks = picks_of(weighed_of(good, options.most, catalog));
  if (buys && asked.cost.mode == CostMode::buy && asked.constraints.max_purchase_usd)
    for (Pick& pick : spent_picks(asked, accelerators, good.empty() ? nullptr : good.front().estimate.get(), catalog))
      out.picks.push_back(std::move(pick));
  sort_short(missed, is_nearer);
  out.known = known_hardware(good, unchecked, missed, options.known, asked, catalog);
  out.assumed = assumed(given, asked);
  out.near_misses = nearest_of(std::move(missed), good, options.most_misses, catalog);
  if (out.recommendations.empty()) out.nothing = nothing_text(out.near_misses);
  out.shown = !out.recommendations.empty() ? out.recommendations.front().question
              : !out.near_misses.empty()   ? out.near_misses.front().question
                                           : on_allowed(parts_of(asked), catalog);
  if (!good.empty()) out.last_generation = last_generation(good.front(), good, search, asked, coarse, catalog);
  if (options.turning_points)
    out.turning_points = turning_points(comparable(out.recommendations), catalog, asked.objective.value_or(Goal::cost));
  return out;
}

}  // namespace ridgepoint
