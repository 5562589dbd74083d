#include "engine/choose/recommend_search.h"

#include <algorithm>
#include <cmath>

#include "engine/ask/ask.h"
#include "engine/base/lists.h"
#include "engine/choose/make_estimate.h"
#include "engine/estimate/parts.h"

namespace ridgepoint {
namespace {

constexpr int kMostEffortOfTargets = 60 * kMostEffort;
constexpr int kTriesOfRuledOut = 3;
constexpr double kPruneRatio = 1.5;
constexpr double kPastWaiting = 4;      // times the first that may be in time
constexpr double kSurelyMissed = 1.05;  // times a target, in a simulation of fewer requests
constexpr double kNoSooner = 1.25;      // times what would be in time, by the formulas

bool keeps_all(const Candidate& t) {
  return std::all_of(t.demands.begin(), t.demands.end(), [](const Demand& d) { return d.met(); });
}
double farthest(const Candidate& t) {
  double ratio = 0;
  for (const Demand& d : t.demands) ratio = std::max(ratio, d.ratio);
  return ratio;
}

bool goes_by_cost(const Candidate& t) {
  const Goal goal = t.estimate->question.objective.value_or(Goal::cost);
  return goal == Goal::cost || goal == Goal::balance;
}

}  // namespace

double rent_caution(const Estimate& e) {
  const RentPrice& rent = e.basis.rent;
  const bool rents = e.cost.option != PricingOption::buy && rent.usd_gpu_h > 0;
  return rents ? std::max(1.0, rent.usual_usd_gpu_h / rent.usd_gpu_h) : 1;
}

bool lacks_rent(const Candidate& t) {
  const Question& q = t.estimate->question;
  return q.cost.mode == CostMode::compare && q.constraints.owned.empty() &&
         t.estimate->cost.option == PricingOption::buy;
}

bool is_better(const Candidate& a, const Candidate& b) {
  if (goes_by_cost(a) && lacks_rent(a) != lacks_rent(b)) return lacks_rent(b);
  const bool same = a.choice.accelerator->id == b.choice.accelerator->id;
  const double of_a = same ? a.plain : a.value, of_b = same ? b.plain : b.value;
  if (of_a < of_b || of_b < of_a) return of_a < of_b;
  const bool of_users = is_for_users(*a.estimate) && is_for_users(*b.estimate);
  if (of_users && (a.score.time < b.score.time || b.score.time < a.score.time)) return a.score.time < b.score.time;
  const Choice &x = a.choice, &y = b.choice;
  if (x.count != y.count) return x.count < y.count;
  if (x.format->coarseness != y.format->coarseness) return x.format->coarseness < y.format->coarseness;
  if (x.format->id != y.format->id) return x.format->id < y.format->id;
  return x.accelerator->id < y.accelerator->id;
}
bool only_misses_limits(const Candidate& t) {
  return std::all_of(t.demands.begin(), t.demands.end(), [](const Demand& d) {
    const bool figure = d.of == LimitOf::speed || d.of == LimitOf::money || d.of == LimitOf::size;
    return d.met() || (figure && std::isfinite(d.ratio));
  });
}
bool misses_less(const Candidate& a, const Candidate& b) {
  const bool wide = only_misses_limits(a);
  return wide == only_misses_limits(b) ? is_nearer(a, b) : wide;
}
bool is_nearer(const Candidate& a, const Candidate& b) {
  const double of_a = rounded_score(farthest(a)), of_b = rounded_score(farthest(b));
  if (of_a < of_b || of_b < of_a) return of_a < of_b;
  return is_better(a, b);
}

namespace {

// What is there is not bought again.
void price_as_owned(CostChoice& c) {
  c.mode = CostMode::buy;
  c.server_usd = c.network_usd_per_gpu = 0;
  c.facility_usd = 0;
}

}  // namespace

Search::Search(const Question& asked, const Catalog& catalog, bool exhaustive)
    : asked_(asked),
      catalog_(catalog),
      bounds_(asked_, catalog),
      exhaustive_(exhaustive),
      effort_(kMostEffortOfTargets) {
  asked_.overrides = {};  // in the catalog by now
  goal_ = asked.objective.value_or(Goal::cost);
  has_targets_ = asked.is(kServes) && asked.serve.slo.wanted();
  own_device_ = asked.accelerator->id;
}

Question Search::with(const Choice& choice) const {
  Question q = parts_of(asked_);
  q.hardware.accelerator = choice.accelerator->id;
  q.hardware.instance.reset();
  q.hardware.count = choice.count;
  q.hardware.per_node.reset();
  q.hardware.memory_gb.reset();  // a choice says its own
  q.precision.weights = choice.format->id;
  CostChoice& c = q.cost;
  if (choice.accelerator->id != own_device_) {
    q.hardware.derating.reset();
    c.rent_usd_gpu_h.reset();
    c.reserved_usd_gpu_h.reset();
    c.server_usd.reset();
    c.server_kw_max.reset();
  }
  const Accelerator* known = find_accelerator(catalog_, choice.accelerator->id);
  if (known && known->memory_gb != choice.accelerator->memory_gb) q.hardware.memory_gb = choice.accelerator->memory_gb;
  if (!q.constraints.owned.empty()) price_as_owned(c);
  return q;
}

namespace {

bool has_idle_copies(const Estimate& e) {
  const Question& q = e.question;
  if (q.workload != Workload::serve || q.serve.requests_per_minute || q.network()) return false;
  return e.basis.plan.layout.data > std::max(1.0, std::ceil(q.serve.concurrency.value_or(kUsualUsers)));
}

// Whether machines have to work together on one copy of the model. Those of accelerators that are not built to be
// joined, cards and single superchips, are rented and sold without the network that it takes; whoever names or has them
// may have built one.
bool joins_loose_machines(const Estimate& e) {
  const Question& q = e.question;
  const ConstraintChoice& asked = e.question.constraints;
  if (is_built_to_be_joined(q.accelerator) || !asked.accelerators.empty() || !asked.owned.empty()) return false;
  const Layout& l = e.basis.plan.layout;
  const int together = e.question.is(kServes) ? std::max(l.tensor * l.pipeline, l.expert) : q.gpus;
  return together > q.per_node;
}

// Machines are rented whole: a number that pays for more than it uses, or that no machine holds, is none to propose.
bool is_no_number_to_rent(const Estimate& e) {
  const RentPrice& rent = e.basis.rent;
  return e.cost.option != PricingOption::buy && (rent.scattered || rent.paid_gpus > e.question.gpus);
}

// A way to pay takes an offer that can be had; whoever names the accelerator knows where.
bool is_out_of_reach(const Estimate& e) {
  const bool elsewhere = e.cost.option == PricingOption::buy ? e.basis.bought.elsewhere : e.basis.rent.elsewhere;
  return elsewhere && e.question.constraints.accelerators.empty();
}

// Who waits for images on a machine of their own needs no second card once the first is fast enough.
bool is_owned_for_people(const Estimate& e) {
  return e.question.workload == Workload::serve && !is_for_users(e) && e.cost.option == PricingOption::buy;
}

// What the engine has no files of runs in none.
bool reads_weights(const Estimate& e) {
  const Question& q = e.question;
  return !q.is(kServe) || q.engine().id.empty() || reads(q.engine(), q.weights);
}

}  // namespace

std::unique_ptr<Estimate> Search::estimated(const Choice& choice) {
  ++estimated_;
  std::unique_ptr<Estimate> e(new Estimate);  // make_unique would first set all of it to zero
  return estimate_ranked(with(choice), catalog_, *e).empty() ? std::move(e) : nullptr;
}

std::optional<Candidate> Search::weighed(const Choice& choice, std::unique_ptr<Estimate> e) const {
  if (!e || !reads_weights(*e) || has_idle_copies(*e) || joins_loose_machines(*e) || is_out_of_reach(*e))
    return std::nullopt;
  const Score score = score_of(*e);
  const double caution = caution_of(*e, catalog_);
  // What is not known for sure counts as the expensive and slow end of it, nor does a single listing decide.
  const double value =
      value_of({score.cost * caution * rent_caution(*e), score.time * caution, score.energy * caution}, goal_);
  if (!std::isfinite(value)) return std::nullopt;
  Candidate t{choice, std::move(e), {}, score, caution, value, value_of(score, goal_)};
  const bool hopeless = has_targets_ && is_beyond_targets(*t.estimate) && !exhaustive_;
  t.demands = hopeless ? unworded_demands(*t.estimate) : without_unchecked_targets(*t.estimate, unworded_demands);
  return t;
}

void Search::keep(Candidate&& t, DeviceResult& found) const {
  if (!keeps_all(t)) {
    if (!found.miss || misses_less(t, *found.miss)) found.miss = std::move(t);
  } else if (has_targets_) {
    found.waiting.push_back(std::move(t));
  } else if (!found.best || is_better(t, *found.best)) {
    found.best = std::move(t);
  }
}

// What whole machines cost and use for a load that stays grows with their number: of those that keep all limits the
// first is the best, but for more of them at the same price. Of batches and runs, up to what other layouts save.
bool Search::is_past_the_best(const Candidate& t, const DeviceResult& found) const {
  if (goal_ != Goal::cost && goal_ != Goal::energy) return false;
  if (!found.waiting.empty()) return t.plain > kPastWaiting * found.waiting.front().plain;
  if (!found.best) return false;
  if (is_for_users(*t.estimate) && goal_ == Goal::cost) return t.score.cost > found.best->score.cost;
  return keeps_all(t) && t.choice.count >= kServer && t.plain > kPruneRatio * found.best->plain;
}

// What no other number of the same mends: it has no price, or none in the market, or no files that the engine reads.
bool Search::is_out_for_good(const Estimate& e) const {
  const bool priced = goal_ == Goal::speed || goal_ == Goal::energy || e.cost.option;
  return !priced || is_out_of_reach(e) || !reads_weights(e);
}

Search::Attempt Search::attempt(const Choice& choice, DeviceResult& found) {
  std::unique_ptr<Estimate> e = estimated(choice);
  if (!e) return {};
  Attempt out;
  out.last = (has_idle_copies(*e) && choice.count > 2 * kServer) || is_out_for_good(*e);
  out.is_no_number = is_no_number_to_rent(*e);
  std::optional<Candidate> t = weighed(choice, std::move(e));
  if (!t) return out;
  out.last = out.last || is_past_the_best(*t, found);
  if (out.is_no_number) return out;
  out.miss = std::max(1.0, farthest(*t));
  out.plain = t->plain;
  if (is_for_users(*t->estimate)) out.time = t->score.time;
  const bool suffices = is_owned_for_people(*t->estimate);
  keep(std::move(*t), found);
  out.last = out.last || (suffices && found.best);
  return out;
}

// Gives the number that all offers are multiples of; 0 where nobody lets any, 1 where nothing is rented.
int Search::let_together(const Accelerator& accelerator) const {
  const CostChoice& c = asked_.cost;
  const bool own = accelerator.id == own_device_ && (c.rent_usd_gpu_h || c.reserved_usd_gpu_h);
  if (exhaustive_ || c.owns() || own || !asked_.constraints.owned.empty()) return 1;
  RentAsk ask{.accelerator = accelerator.id, .market = market_of(asked_), .day = asked_.as_of.value_or(catalog_.date)};
  ask.provider = c.provider.value_or("");
  ask.region = c.region.value_or("");
  return ridgepoint::let_together(ask, static_cast<PriceKind>(c.spot_ratio ? Pricing::on_demand : c.pricing), catalog_);
}

void Search::try_counts(const NumberFormat* format, DeviceResult& found, std::optional<Choice>& ruled_out) {
  const std::vector<int> counts = bounds_.counts(*found.accelerator);
  const int whole = std::max(1, found.let_together);
  const auto is_rung = [&](int count) { return exhaustive_ || (count & (count - 1)) == 0 || count == counts.back(); };
  int before = 0, low = 0, high = 0;  // the rungs around the best, between which others may do better
  bool skipped = false;               // a rung, as no number to rent: those beside it may be one
  int sure = 0;                       // the last rung before it
  Attempt best;
  for (int count : counts) {
    if (!is_rung(count)) continue;
    if (!skipped) sure = before;
    skipped = skipped || count % whole != 0;
    if (count % whole != 0) continue;
    const Choice choice{found.accelerator, count, format};
    const bool out = !exhaustive_ && bounds_.rule_out(choice);
    // The nearest to the limits: the largest of those that do not hold it, the smallest of those that do.
    if (out && (!ruled_out || bounds_.too_large(*ruled_out))) ruled_out = choice;
    const Attempt now = out ? Attempt{} : attempt(choice, found);
    skipped = skipped || now.is_no_number;
    if (!now.is_no_number) {
      if (high == 0) high = count;
      if (now.miss > 1 ? now.miss <= best.miss : now.is_better_than(best)) {  // of those that miss alike the last
        best = now;
        low = before;
        high = 0;
      }
      before = count;
    }
    if (now.last && !exhaustive_) break;
  }
  if (!std::isfinite(best.miss)) low = sure;
  if (high == 0 || !std::isfinite(best.miss)) high = counts.empty() ? 0 : counts.back();
  if (exhaustive_ || (!skipped && !std::isfinite(best.miss))) return;
  for (int count : counts) {
    const Choice choice{found.accelerator, count, format};
    if (count <= low || count >= high || is_rung(count) || count % whole != 0 || bounds_.rule_out(choice)) continue;
    attempt(choice, found);  // a number that divides badly may be dearer than a larger one that does not
  }
}

DeviceResult Search::of(const Accelerator& accelerator, bool coarse) {
  DeviceResult found;
  found.accelerator = &accelerator;
  found.let_together = let_together(accelerator);
  if (!exhaustive_ && bounds_.has_no_price(accelerator, found.let_together > 0)) return found;
  const FormatsToTry formats = formats_to_try(asked_, catalog_, accelerator);
  std::optional<Choice> ruled_out;
  const bool others = coarse && !formats.otherwise.empty();
  for (const NumberFormat* format : others ? formats.otherwise : formats.first) try_counts(format, found, ruled_out);
  sort_short(found.waiting, is_better);
  if (found.best) found.miss.reset();
  if (found.best || !found.waiting.empty()) return found;
  // The bounds know no headroom: what they let pass may not fit, and a few more do. Where nothing else does, it
  // matters.
  int tries = found.miss || !ruled_out ? 0 : coarse ? kTriesOfRuledOut : 1;
  for (const int count : bounds_.counts(accelerator)) {
    if (tries == 0 || count < ruled_out->count) continue;
    const Choice choice{ruled_out->accelerator, count, ruled_out->format};
    if (!bounds_.rule_out(choice)) continue;
    auto t = weighed(choice, estimated(choice));
    tries = t && only_misses_limits(*t) ? 0 : tries - 1;
    if (t && (tries == 0 || !found.miss)) found.miss = std::move(t);
  }
  if (found.miss && !std::isfinite(farthest(*found.miss))) found.miss.reset();
  return found;
}

// A request that is as long by the formulas is as long in a simulation, nearly: what failed by so much says what of the
// others cannot do.
bool Search::verify_first(DeviceResult& found) {
  Candidate t = std::move(found.waiting.front());
  found.waiting.erase(found.waiting.begin());
  Estimate& e = *t.estimate;
  const double far = effort_.take(effort_of_a_try(e)) ? try_targets(e) : 1;
  if (e.speed.slo || (far <= kSurelyMissed && effort_.take(effort_of_targets(e)))) {
    if (!e.speed.slo) check_targets(e);
    t.demands = unworded_demands(e);
    if (keeps_all(t)) {
      found.best = std::move(t);
      found.miss.reset();
      found.waiting.clear();
      return true;
    }
  }
  if (!exhaustive_)
    std::erase_if(found.waiting,
                  [&](const Candidate& other) { return other.score.time * far > kNoSooner * t.score.time; });
  if (!found.miss || is_nearer(t, *found.miss)) found.miss = std::move(t);
  return false;
}

void Search::verify_slos(std::vector<DeviceResult>& all, std::size_t most) {
  std::size_t verified = 0;
  while (verified < most && !effort_.ended()) {
    DeviceResult* next = nullptr;
    for (DeviceResult& found : all)
      if (!found.waiting.empty() && (!next || is_better(found.waiting.front(), next->waiting.front()))) next = &found;
    if (!next) break;
    if (verify_first(*next)) ++verified;
  }
  for (DeviceResult& found : all) {
    if (found.waiting.empty()) continue;
    found.best = std::move(found.waiting.front());
    found.unchecked = true;
    found.miss.reset();
  }
}

namespace {

double known(const std::optional<double>& x) { return x.value_or(kUnknownScore); }

double cost_of(const Estimate& e) {
  const CostResult& c = e.cost;
  if (e.question.ends()) return known(c.usd_per_run);
  if (is_for_users(e)) return known(c.usd_per_h);
  for (const auto* figure : {&c.usd_per_1k_requests, &c.usd_per_1k_images, &c.usd_per_audio_h})
    if (*figure) return **figure;
  return kUnknownScore;
}

double time_of(const Estimate& e) {
  const SpeedResult& s = e.speed;
  if (e.question.ends()) return known(s.days);
  if (e.question.workload == Workload::serve && s.ttft_ms && s.tpot_ms) {
    const double answer = e.question.serve.answer();
    return *s.ttft_ms + std::max(0.0, answer - 1) * *s.tpot_ms;
  }
  if (e.question.workload == Workload::serve && s.batch_ms) return *s.batch_ms;
  const std::optional<double>& rate = s.tokens_per_s ? s.tokens_per_s : s.requests_per_s;
  return rate && *rate > 0 ? 1 / *rate : kUnknownScore;
}

}  // namespace

bool is_for_users(const Estimate& e) {
  return e.question.workload == Workload::serve && (e.question.serve.requests_per_minute || e.question.is(kOfTokens));
}

Score score_of(const Estimate& e) { return {cost_of(e), time_of(e), known(e.cost.energy_kwh)}; }

double rounded_score(double x) {
  if (!std::isfinite(x)) return x;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::floor(std::ldexp(mantissa, 34) + 0.5), exponent - 34);
}

double value_of(const Score& m, Goal goal) {
  switch (goal) {
    case Goal::cost:
      return rounded_score(m.cost);
    case Goal::speed:
      return rounded_score(m.time);
    case Goal::energy:
      return rounded_score(m.energy);
    case Goal::balance:
      return rounded_score(m.cost * m.time * m.energy);
  }
  return kUnknownScore;
}

}  // namespace ridgepoint
