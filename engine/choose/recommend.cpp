#include "engine/choose/recommend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "engine/ask/load.h"
#include "engine/base/words.h"
#include "engine/choose/recommend_bounds.h"
#include "engine/choose/recommend_generation.h"
#include "engine/choose/recommend_merits.h"
#include "engine/choose/remedies.h"
#include "engine/estimate/latency.h"
#include "engine/estimate/make_estimate.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {
namespace {

constexpr double kNearLimit = 0.9;
constexpr std::size_t kRemedies = 2;  // of a near miss
constexpr int kMostEffortOfMisses = kMostEffort;
constexpr int kMostEffortOfTargets = 60 * kMostEffort;
constexpr int kNode = 8;
constexpr double kPastTheBest = 1.5;

// A choice, estimated as far as ranking needs; what is told of is completed.
struct Tried {
  Choice choice;
  std::unique_ptr<Estimate> estimate;
  std::vector<Demand> demands;  // without words until then
  Merits merits;
  double score = kUnknownMerit;
};

bool keeps_all(const Tried& t) {
  return std::all_of(t.demands.begin(), t.demands.end(), [](const Demand& d) { return d.met(); });
}
double farthest(const Tried& t) {
  double ratio = 0;
  for (const Demand& d : t.demands) ratio = std::max(ratio, d.ratio);
  return ratio;
}

// Whether its cost is that of owning only because nobody rents it: no figure to compare with rents.
bool lacks_rent(const Tried& t) {
  const Scenario& s = t.estimate->scenario;
  return s.cost.mode == CostMode::compare && s.constraints.owned.empty() &&
         t.estimate->cost.option == PricingOption::buy;
}

bool goes_by_cost(const Tried& t) {
  const Goal goal = t.estimate->scenario.objective.value_or(Goal::cost);
  return goal == Goal::cost || goal == Goal::balance;
}

bool is_better(const Tried& a, const Tried& b) {
  if (goes_by_cost(a) && lacks_rent(a) != lacks_rent(b)) return lacks_rent(b);
  if (a.score < b.score || b.score < a.score) return a.score < b.score;
  const Choice &x = a.choice, &y = b.choice;
  if (x.count != y.count) return x.count < y.count;
  if (x.format->coarseness != y.format->coarseness) return x.format->coarseness < y.format->coarseness;
  if (x.format->id != y.format->id) return x.format->id < y.format->id;
  return x.accelerator->id < y.accelerator->id;
}
bool is_nearer(const Tried& a, const Tried& b) {
  const double of_a = rounded_merit(farthest(a)), of_b = rounded_merit(farthest(b));
  if (of_a < of_b || of_b < of_a) return of_a < of_b;
  return is_better(a, b);
}

// What one accelerator comes to.
struct Found {
  std::optional<Tried> best;
  std::optional<Tried> miss;
};

class Search {
 public:
  Search(const Scenario& asked, const Catalog& catalog, const Resolved& resolved, const RecommendOptions& options)
      : asked_(asked), catalog_(catalog), bounds_(asked, catalog, resolved), options_(options) {
    asked_.overrides = {};  // in the catalog by now
    formats_ = formats_to_try(asked, catalog, resolved);
    goal_ = asked.objective.value_or(Goal::cost);
    has_targets_ = asked.serves() && asked.serve.slo.wanted();
    own_device_ = resolved.accelerator->id;
  }

  Found of(const Accelerator& accelerator);
  Scenario scenario_of(const Choice& choice) const;
  int estimated() const { return estimated_; }
  bool ended() const { return effort_.ended(); }

 private:
  // Null: it cannot be.
  std::unique_ptr<Estimate> estimated(const Choice& choice);
  // Empty: it cannot be laid out, copies of the model would idle, or what it is ranked by is not known.
  std::optional<Tried> weighed(const Choice& choice, std::unique_ptr<Estimate> e) const;
  // Of what is estimated the best and the nearest; what keeps all other limits waits for its targets to be checked.
  void keep(Tried&& t, Found& found, std::vector<Tried>& good) const;
  bool is_past_the_best(double score, int count, const Found& found) const;
  void try_counts(const Accelerator& accelerator, const NumberFormat* format, Found& found, std::vector<Tried>& good,
                  std::optional<Choice>& ruled_out);
  // The best of those that keep all other limits and the targets of latency; the nearest of the rest may be the miss.
  std::optional<Tried> first_on_target(std::vector<Tried> good, Found& found);

  Scenario asked_;
  const Catalog& catalog_;
  Bounds bounds_;
  RecommendOptions options_;
  std::vector<const NumberFormat*> formats_;
  Goal goal_ = Goal::cost;
  bool has_targets_ = false;
  std::string own_device_;
  int estimated_ = 0;
  Effort effort_{kMostEffortOfTargets};
};

// Demands but for targets of latency that wait for their simulation.
template <class DemandsOf>
std::vector<Demand> without_unchecked_targets(Estimate& e, DemandsOf demands_of) {
  if (e.speed.slo) return demands_of(e);
  const SloChoice targets = std::exchange(e.scenario.serve.slo, {});
  std::vector<Demand> out = demands_of(e);
  e.scenario.serve.slo = targets;
  return out;
}

// What is there is not bought again.
void price_as_owned(CostChoice& c) {
  c.mode = CostMode::buy;
  c.server_usd = c.network_usd_per_gpu = 0;
  c.facility_usd = 0;
}

Scenario Search::scenario_of(const Choice& choice) const {
  Scenario s = asked_;
  s.hardware.accelerator = choice.accelerator->id;
  s.hardware.instance.reset();
  s.hardware.count = choice.count;
  s.hardware.per_node.reset();
  s.precision.weights = choice.format->id;
  CostChoice& c = s.cost;
  if (choice.accelerator->id != own_device_) {
    s.hardware.derating.reset();
    c.rent_usd_gpu_h.reset();
    c.reserved_usd_gpu_h.reset();
    c.server_usd.reset();
    c.server_kw_max.reset();
  }
  if (!s.constraints.owned.empty()) price_as_owned(c);
  return s;
}

bool has_idle_copies(const Estimate& e) {
  const Scenario& s = e.scenario;
  if (s.workload != Workload::serve || s.serve.requests_per_minute || e.basis.resolved.media) return false;
  return e.basis.plan.layout.data > std::max(1.0, std::ceil(s.serve.concurrency.value_or(default_concurrency(s))));
}

// Whether machines have to work together on one copy of the model. Those of accelerators that are not built to be
// joined, cards and single superchips, are rented and sold without the network that it takes; whoever names or has them
// may have built one.
bool joins_loose_machines(const Estimate& e) {
  const Resolved& r = e.basis.resolved;
  const ConstraintChoice& asked = e.scenario.constraints;
  if (is_built_to_be_joined(r.accelerator) || !asked.accelerators.empty() || !asked.owned.empty()) return false;
  const Layout& l = e.basis.plan.layout;
  const int together = e.scenario.serves() ? std::max(l.tensor * l.pipeline, l.expert) : r.gpus;
  return together > r.per_node;
}

std::unique_ptr<Estimate> Search::estimated(const Choice& choice) {
  ++estimated_;
  auto e = std::make_unique<Estimate>();
  return estimate_ranked(scenario_of(choice), catalog_, *e).empty() ? std::move(e) : nullptr;
}

std::optional<Tried> Search::weighed(const Choice& choice, std::unique_ptr<Estimate> e) const {
  if (!e || has_idle_copies(*e) || joins_loose_machines(*e)) return std::nullopt;
  const Merits merits = merits_of(*e);
  const double score = score_of(merits, goal_);
  if (!std::isfinite(score)) return std::nullopt;
  Tried t{choice, std::move(e), {}, merits, score};
  t.demands = without_unchecked_targets(*t.estimate, unworded_demands);
  if (has_targets_ && !keeps_all(t) && is_beyond_targets(*t.estimate)) t.demands = unworded_demands(*t.estimate);
  return t;
}

// Of those that no request can be answered in time by, the nearest stands for all: it alone is simulated, and only
// where no other choice is in time.
std::optional<Tried> Search::first_on_target(std::vector<Tried> good, Found& found) {
  const auto hopeless = std::partition(good.begin(), good.end(), [&](const Tried& t) {
    return options_.without_bounds || !is_beyond_targets(*t.estimate);
  });
  const auto is_sooner = [](const Tried& a, const Tried& b) {
    return *a.estimate->speed.ttft_ms < *b.estimate->speed.ttft_ms;
  };
  const auto soonest = std::min_element(hopeless, good.end(), is_sooner);
  std::optional<Tried> nearest;
  if (soonest != good.end()) nearest = std::move(*soonest);
  good.erase(hopeless, good.end());
  std::sort(good.begin(), good.end(), is_better);
  if (nearest) good.push_back(std::move(*nearest));
  for (Tried& t : good) {
    if (!effort_.take(effort_of_targets(*t.estimate))) break;
    check_targets(*t.estimate);
    t.demands = unworded_demands(*t.estimate);
    if (keeps_all(t)) return std::move(t);
    if (!found.miss || is_nearer(t, *found.miss)) found.miss = std::move(t);
  }
  return std::nullopt;
}

void Search::keep(Tried&& t, Found& found, std::vector<Tried>& good) const {
  if (!keeps_all(t)) {
    if (!found.miss || is_nearer(t, *found.miss)) found.miss = std::move(t);
  } else if (has_targets_) {
    good.push_back(std::move(t));
  } else if (!found.best || is_better(t, *found.best)) {
    found.best = std::move(t);
  }
}

// At a load that stays, what whole machines cost and use for it grows with their number, up to what other layouts save.
bool Search::is_past_the_best(double score, int count, const Found& found) const {
  const bool grows = goal_ == Goal::cost || goal_ == Goal::energy;
  return grows && count >= kNode && found.best && score > kPastTheBest * found.best->score;
}

void Search::try_counts(const Accelerator& accelerator, const NumberFormat* format, Found& found,
                        std::vector<Tried>& good, std::optional<Choice>& ruled_out) {
  for (int count : bounds_.counts(accelerator)) {
    const Choice choice{&accelerator, count, format};
    if (!options_.without_bounds && bounds_.rule_out(choice)) {
      // The nearest to the limits: the largest of those that do not hold it, the smallest of those that do.
      if (!ruled_out || bounds_.too_large(*ruled_out)) ruled_out = choice;
      continue;
    }
    std::unique_ptr<Estimate> e = estimated(choice);
    if (e && has_idle_copies(*e) && !options_.without_bounds) break;  // those of more would idle, too
    std::optional<Tried> t = weighed(choice, std::move(e));
    if (!t) continue;
    const bool past = is_past_the_best(t->score, count, found);
    keep(std::move(*t), found, good);
    if (past && !options_.without_bounds) break;
  }
}

Found Search::of(const Accelerator& accelerator) {
  Found found;
  std::vector<Tried> good;
  std::optional<Choice> ruled_out;
  for (const NumberFormat* format : formats_) try_counts(accelerator, format, found, good, ruled_out);
  if (has_targets_) found.best = first_on_target(std::move(good), found);
  if (found.best) {
    found.miss.reset();
    return found;
  }
  if (!found.miss && ruled_out) found.miss = weighed(*ruled_out, estimated(*ruled_out));
  if (found.miss && !std::isfinite(farthest(*found.miss))) found.miss.reset();
  return found;
}

bool dominates(const Merits& a, const Merits& b) {
  const bool no_worse = a.cost <= b.cost && a.time <= b.time && a.energy <= b.energy;
  return no_worse && (a.cost < b.cost || a.time < b.time || a.energy < b.energy);
}

// ---- What is said of a choice.

// What misses another limit may miss its targets, too.
void add_rest(Tried& t, const Catalog& catalog) {
  add_rest(*t.estimate, catalog);
  if (!t.estimate->speed.slo) check_targets(*t.estimate);
  t.demands = without_unchecked_targets(*t.estimate, demands);
}

RecommendedHardware hardware_of(const Tried& t) {
  return {t.choice.accelerator->id, t.choice.accelerator->name, t.choice.count, t.estimate->basis.resolved.per_node};
}
RecommendedPrecision precision_of(const Tried& t) { return {t.choice.format->id, t.estimate->scenario.precision.kv}; }

std::string price_said(const Estimate& e) {
  const CostResult& c = e.cost;
  if (!e.scenario.serves()) return c.usd_per_run ? rounded_dollars(*c.usd_per_run) + " a run" : "";
  const bool by_work = !e.scenario.serve.requests_per_minute;
  if (by_work && c.usd_per_1k_images) return rounded_dollars(*c.usd_per_1k_images) + " per thousand images";
  if (by_work && c.usd_per_1k_requests) return rounded_dollars(*c.usd_per_1k_requests) + " per thousand requests";
  return c.usd_per_h ? rounded_dollars(*c.usd_per_h) + " an hour" : "";
}

std::string cost_said(const Estimate& e) {
  const std::string price = price_said(e);
  return price.empty() ? "" : price + (e.cost.option == PricingOption::buy ? " when owned" : " when rented");
}

std::string speed_said(const Estimate& e) {
  const SpeedResult& s = e.speed;
  if (s.days) return "Done in " + duration(*s.days * 86400);
  if (e.scenario.workload == Workload::serve && s.ttft_ms && s.tokens_per_s_per_request)
    return "First token in " + duration(*s.ttft_ms / 1000) + ", then " + short_number(*s.tokens_per_s_per_request) +
           " tokens a second for each request";
  if (s.tokens_per_s) return short_number(*s.tokens_per_s) + " output tokens a second";
  return s.requests_per_s ? short_number(*s.requests_per_s) + " requests a second" : "";
}

std::string energy_said(const Estimate& e) {
  if (!e.cost.energy_kwh) return "";
  const char* unit = !e.scenario.serves()     ? " for the run"
                     : e.basis.resolved.media ? " per thousand requests"
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

Recommendation said(const Tried& t, const Merits& best, std::size_t of, const Catalog& catalog) {
  const Estimate& e = *t.estimate;
  Recommendation r;
  r.hardware = hardware_of(t);
  if (e.scenario.constraints.owned.empty()) r.instances = offered_instances(e, catalog);
  r.hardware.instance = priced_instance(r.instances);
  r.precision = precision_of(t);
  r.parallel = e.speed.layout;
  r.memory = {e.memory.per_gpu_gb, e.memory.usable_gb, e.memory.fit};
  const SpeedResult& s = e.speed;
  r.speed = {s.ttft_ms, s.tpot_ms, s.tokens_per_s, s.requests_per_s, s.max_requests_per_s, s.samples_per_s, s.days};
  const CostResult& c = e.cost;
  r.cost = {c.option,
            c.usd_per_h,
            c.usd_per_1m_output_tokens,
            c.usd_per_1k_requests,
            c.usd_per_1k_images,
            c.usd_per_audio_h,
            c.usd_per_run,
            c.purchase_usd,
            c.energy_kwh,
            c.power_w,
            c.rent_source};
  add_reason(r, cost_said(e), lacks_rent(t) ? kUnknownMerit : t.merits.cost, best.cost, of, "lowest");
  add_reason(r, speed_said(e), t.merits.time, best.time, of, "shortest");
  add_reason(r, energy_said(e), t.merits.energy, best.energy, of, "lowest");
  r.reasons.push_back(memory_said(e.memory.per_gpu_gb) + " of " + memory_said(e.memory.usable_gb) +
                      " used on each accelerator.");
  if (lacks_rent(t))
    r.reasons.push_back(
        "No rent of it is known: its cost is that of owning, and by cost it stands behind what is rented.");
  if (e.speed.ranges.empty()) r.reasons.push_back("No measured runs back these figures.");
  if (!e.speed.bottleneck.text.empty()) r.binds.push_back(e.speed.bottleneck.text);
  for (const Demand& d : t.demands)
    if (d.ratio >= kNearLimit) r.binds.push_back(d.text);
  return r;
}

Merits best_of_each(const std::vector<Tried>& all) {
  Merits best;
  for (const Tried& t : all) {
    if (!lacks_rent(t)) best.cost = std::min(best.cost, t.merits.cost);
    best.time = std::min(best.time, t.merits.time);
    best.energy = std::min(best.energy, t.merits.energy);
  }
  return best;
}

// `all`: best first.
std::vector<Recommendation> ranked(std::vector<Tried>& all, std::size_t most, const Search& search,
                                   const Catalog& catalog) {
  const Merits best = best_of_each(all);
  std::vector<Recommendation> out;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    add_rest(all[i], catalog);
    Recommendation r = said(all[i], best, all.size(), catalog);
    r.rank = static_cast<int>(i) + 1;
    r.scenario = search.scenario_of(all[i].choice);
    // Owning and renting are no one price: what lacks a rent does not beat what has one.
    r.pareto = std::none_of(all.begin(), all.end(), [&](const Tried& other) {
      return (lacks_rent(all[i]) || !lacks_rent(other)) && dominates(other.merits, all[i].merits);
    });
    out.push_back(std::move(r));
  }
  return out;
}

std::vector<Missed> lacks_of(const Tried& t) {
  std::vector<Missed> lacks;
  for (const Demand& d : t.demands)
    if (!d.met()) lacks.push_back({d.path, d.text, d.ratio});
  return lacks;
}

// Other counts and formats were tried, so what is too slow stays so.
bool is_too_slow(const std::vector<Demand>& demands) {
  return std::any_of(demands.begin(), demands.end(),
                     [](const Demand& d) { return !d.met() && d.of == LimitOf::speed; });
}

NearMiss missing(Tried& t, const Catalog& catalog, Effort& effort) {
  add_rest(t, catalog);
  NearMiss miss{hardware_of(t), precision_of(t), lacks_of(t), {}};
  if (t.estimate->memory.fit == Fit::no || !is_too_slow(t.demands))
    miss.remedies = remedies(*t.estimate, catalog, effort, kRemedies);
  return miss;
}

// ---- The generation before.

std::string share_said(double share) { return significant(share * 100, 2) + "%"; }

LastGeneration compared(Tried& last, const Tried& first, const Catalog& catalog) {
  add_rest(last, catalog);
  LastGeneration out{
      hardware_of(last), precision_of(last), last.choice.accelerator->architecture, {}, {}, lacks_of(last), ""};
  out.text = "The generation before, " + whole(out.hardware.count) + " × " + out.hardware.name;
  if (!out.lacks.empty()) {
    for (const Missed& lack : out.lacks) out.text += (&lack == &out.lacks.front() ? ", misses: " : "; ") + lack.text;
  } else {
    out.speed_share = first.merits.time / last.merits.time;
    const bool comparable = lacks_rent(last) == lacks_rent(first) && first.merits.cost > 0;
    if (comparable && std::isfinite(first.merits.cost) && std::isfinite(last.merits.cost))
      out.cost_share = last.merits.cost / first.merits.cost;
    out.text += ", has " + share_said(*out.speed_share) + " of the speed";
    if (out.cost_share) out.text += " at " + share_said(*out.cost_share) + " of the cost";
  }
  out.text += ".";
  return out;
}

// The best of the generation before that of `first`, else the nearest to the limits; searched for unless it was.
std::optional<LastGeneration> last_generation(const Tried& first, std::vector<Tried>& good, Search& search,
                                              const Scenario& asked, const Catalog& catalog) {
  std::optional<Tried> best, nearest;
  for (const Accelerator* a : generation_before(*first.choice.accelerator, catalog)) {
    if (!is_allowed(asked.constraints, *a)) continue;
    const auto known = [&](const Tried& t) { return t.choice.accelerator == a; };
    if (const auto t = std::find_if(good.begin(), good.end(), known); t != good.end())
      return compared(*t, first, catalog);
    Found found = search.of(*a);
    if (found.best && (!best || is_better(*found.best, *best))) best = std::move(found.best);
    if (found.miss && (!nearest || is_nearer(*found.miss, *nearest))) nearest = std::move(found.miss);
  }
  if (!best && !nearest) return std::nullopt;
  return compared(best ? *best : *nearest, first, catalog);
}

std::vector<NearMiss> nearest_of(std::vector<Tried> all, std::size_t most, const Catalog& catalog) {
  std::sort(all.begin(), all.end(), is_nearer);
  std::vector<NearMiss> out;
  Effort effort(kMostEffortOfMisses);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) out.push_back(missing(all[i], catalog, effort));
  return out;
}

Problems all_problems(const Scenario& s, const Catalog& base, const Catalog& catalog) {
  Problems problems = problems_of(s, base);
  const Problems names = constraint_problems(s.constraints, catalog);
  problems.insert(problems.end(), names.begin(), names.end());
  if (s.cost.mode == CostMode::api)
    problems.push_back(
        {"conflict", "/cost/mode", "A hosted API needs no hardware of one's own.", {"compare", "rent", "buy"}});
  if (s.precision.accept && !find_format(catalog, *s.precision.accept))
    problems.push_back({"unknown_id",
                        "/precision/accept",
                        "There is no format \"" + s.precision.accept->substr(0, 100) + "\" in the catalog.",
                        {"fp8", "awq-int4"}});
  return problems;
}

constexpr std::size_t kTurning = 6;

// The best of the recommendations that are paid as the first is: what nobody rents is behind at any price.
std::vector<Scenario> comparable(const std::vector<Recommendation>& recommendations) {
  std::vector<Scenario> out;
  for (const Recommendation& r : recommendations)
    if (out.size() < kTurning && r.cost.option == recommendations.front().cost.option) out.push_back(r.scenario);
  return out;
}

}  // namespace

Result<Recommendations> recommend(const Scenario& given, const Catalog& base, const RecommendOptions& options) {
  std::optional<Catalog> with_own;
  if (has_own_entries(given.overrides)) with_own = merged(base, given.overrides);
  const Catalog& catalog = with_own ? *with_own : base;
  Problems problems = all_problems(given, base, catalog);
  if (!problems.empty()) return problems;
  const Scenario asked = at_its_rate(given);
  Search search(asked, catalog, *resolve(asked, catalog), options);
  std::vector<Tried> good, missed;
  for (const Accelerator& accelerator : catalog.accelerators) {
    if (!is_candidate(accelerator, asked.constraints)) continue;
    Found found = search.of(accelerator);
    if (found.best) good.push_back(std::move(*found.best));
    if (found.miss) missed.push_back(std::move(*found.miss));
  }
  std::sort(good.begin(), good.end(), is_better);
  Recommendations out;
  out.answered = static_cast<int>(good.size());
  out.estimated = search.estimated();
  out.ended = search.ended();
  out.recommendations = ranked(good, options.most, search, catalog);
  out.near_misses = nearest_of(std::move(missed), options.most_misses, catalog);
  if (!good.empty()) out.last_generation = last_generation(good.front(), good, search, asked, catalog);
  if (options.turning_points)
    out.turning_points = turning_points(comparable(out.recommendations), catalog, asked.objective.value_or(Goal::cost));
  return out;
}

}  // namespace ridgepoint
