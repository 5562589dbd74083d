#include "engine/choose/recommend_turns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/base/words.h"
#include "engine/choose/make_estimate.h"
#include "engine/estimate/parts.h"
#include "engine/speed/random.h"

namespace ridgepoint {
namespace {

constexpr int kHalvings = 16;         // of a hundredfold range: to less than a ten-thousandth
constexpr double kHighestRent = 100;  // times the rent of today
constexpr double kLowestUse = 0.01;
constexpr double kBeside = 1e-3;  // of the value: there both sides are ranked again

using Change = void (*)(std::vector<Question>&, double);

double value_with(const Question& s, const Catalog& catalog, Goal goal) {
  const Result<Estimate> e = estimate(s, catalog);
  return e ? value_of(score_of(*e), goal) : kUnknownScore;
}

// Scores of all choices with an input set.
class Ranking {
 public:
  Ranking(const std::vector<Question>& choices, const Catalog& catalog, Goal goal, Change change)
      : choices_(choices), catalog_(catalog), goal_(goal), change_(change) {}

  // Position of the best; the earlier of equal ones.
  std::size_t best_at(double value) const {
    std::vector<Question> changed = choices_;
    change_(changed, value);
    std::size_t best = 0;
    double least = kUnknownScore;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      const double now = value_with(changed[i], catalog_, goal_);
      if (now < least) {
        least = now;
        best = i;
      }
    }
    return best;
  }

 private:
  const std::vector<Question>& choices_;
  const Catalog& catalog_;
  Goal goal_;
  Change change_;
};

struct Turn {
  double at = 0;
  std::size_t winner = 0;
};

// Between `now`, where the first is best, and `far`, where it is not, the value nearest to `now` that halving finds.
std::optional<Turn> turn_between(double now, double far, const Ranking& ranking) {
  if (ranking.best_at(now) != 0 || ranking.best_at(far) == 0) return std::nullopt;
  double first = now, other = far;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = std::sqrt(first * other);  // both are positive; as fine near either end
    (ranking.best_at(middle) == 0 ? first : other) = middle;
  }
  const double step = far > now ? 1 + kBeside : 1 - kBeside;
  const std::size_t winner = ranking.best_at(other * step);
  if (winner == 0 || ranking.best_at(first / step) != 0) return std::nullopt;
  return Turn{other, winner};
}

std::string name_of(const Question& s, const Catalog& catalog) {
  const Accelerator* a = find_accelerator(catalog, s.hardware.accelerator);
  return devices_text(*s.hardware.count, a ? a->name : s.hardware.accelerator);
}

void add_rent(std::vector<TurningPoint>& out, const std::vector<Question>& choices, const Catalog& catalog, Goal goal) {
  const Question& first = choices.front();
  const Result<Estimate> e = estimate(first, catalog);
  if (!e || first.cost.pricing != Pricing::on_demand || e->cost.option != PricingOption::on_demand ||
      !e->cost.usd_per_h)
    return;
  const double now = *e->cost.usd_per_h / e->question.gpus;
  const Ranking ranking(choices, catalog, goal,
                        [](std::vector<Question>& all, double rent) { all.front().cost.rent_usd_gpu_h = rent; });
  const std::optional<Turn> turn = turn_between(now, now * kHighestRent, ranking);
  if (!turn) return;
  const Question& winner = choices[turn->winner];
  const std::string name = name_of(winner, catalog);
  out.push_back({"/cost/rent_usd_gpu_h", "Rent of the first choice", now, turn->at, "US$/h",
                 winner.hardware.accelerator,
                 name + " come first when the rent of an accelerator of the first choice rises by " +
                     percent_text(turn->at / now - 1) + " to " + dollars(turn->at) + " an hour."});
}

void add_use(std::vector<TurningPoint>& out, const std::vector<Question>& choices, const Catalog& catalog, Goal goal,
             double far) {
  const Question& first = choices.front();
  const double now = first.cost.utilization.value_or(usual_use(first.serve));
  const Ranking ranking(choices, catalog, goal, [](std::vector<Question>& all, double use) {
    for (Question& s : all) s.cost.utilization = use;
  });
  const std::optional<Turn> turn = turn_between(now, far, ranking);
  if (!turn) return;
  const Question& winner = choices[turn->winner];
  out.push_back({"/cost/utilization", "Utilization", now, turn->at, "", winner.hardware.accelerator,
                 name_of(winner, catalog) + " come first at a utilization " + (far < now ? "below " : "above ") +
                     percent_text(turn->at) + "."});
}

}  // namespace

std::vector<TurningPoint> turning_points(const std::vector<Question>& choices, const Catalog& catalog, Goal goal) {
  std::vector<TurningPoint> out;
  const bool by_price = goal == Goal::cost || goal == Goal::balance;
  if (choices.size() < 2 || !by_price) return out;
  add_rent(out, choices, catalog, goal);
  add_use(out, choices, catalog, goal, kLowestUse);
  add_use(out, choices, catalog, goal, 1);
  return out;
}

namespace {

constexpr double kInRange = 1.44;  // standard deviations that hold 85%, as ranges of figures do (80 to 90%)
constexpr double kLoad = 0.2;      // standard deviation of the logarithm of the load (unverified)
constexpr double kBought = 0.2;    // and of what is paid for machines: prices moved by their index are off by 8 to 23%

// Draws from a distribution of mean 0 and deviation 1, as the sum of twelve: its bits are the same everywhere.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

// Gives the standard deviation of the logarithm of speed: half of the range's width.
double deviation(const Estimate& e) {
  const FigureRange* range = range_of(e, "tpot_ms");
  if (!range && !e.speed.ranges.empty()) range = &e.speed.ranges.front();
  return range ? std::log(range->high / range->low) / 2 / kInRange : 0;
}

// Times the price: as often above as below what it is ranked at, as far as providers ask. Of what one alone lets that
// is the level usual for it.
double price(const Estimate& e, Random& random) {
  if (e.cost.option == PricingOption::buy) return std::exp(kBought * normal(random));
  const RentPrice& rent = e.basis.rent;
  const double side = random.uniform(), part = random.uniform();
  if (rent.providers <= 1) return std::pow(rent_caution(e), 0.5 + part);
  return std::pow((side < 0.5 ? rent.lowest_usd_gpu_h : rent.highest_usd_gpu_h) / rent.usd_gpu_h, part);
}

double drawn(const Candidate& t, Goal goal, double load, Random& random) {
  const double slow = t.caution * std::exp(deviation(*t.estimate) * normal(random));
  double more = slow;
  if (is_for_users(*t.estimate)) {
    more = t.caution;
    for (const Demand& d : t.demands)
      if (d.of == LimitOf::speed && std::isfinite(d.ratio)) more = std::max(more, d.ratio * slow * load);
  }
  return value_of({t.score.cost * price(*t.estimate, random) * more, t.score.time * slow, t.score.energy * slow}, goal);
}

}  // namespace

std::vector<Regret> regrets(std::span<const Candidate> choices, Goal goal) {
  const auto of_a_kind = [&](const Candidate& t) {
    return goal == Goal::speed || lacks_rent(t) == lacks_rent(choices[0]);
  };
  const auto end = std::find_if_not(choices.begin(), choices.end(), of_a_kind);
  const auto rows = static_cast<std::size_t>(end - choices.begin());
  if (rows < 2 || !(choices[0].value > 0)) return {};
  std::vector<Regret> out(rows);
  constexpr std::size_t beyond = kDraws / 10;              // of the draws, those above nine in ten
  std::vector<std::array<double, beyond + 1>> over(rows);  // the best of each draw, the largest first
  std::vector<double> scores(rows);
  Random random(kDraws);
  for (int i = 0; i < kDraws; ++i) {
    const double load = std::exp(kLoad * normal(random));
    for (std::size_t k = 0; k < rows; ++k) scores[k] = drawn(choices[k], goal, load, random);
    const auto least = std::min_element(scores.begin(), scores.end());
    ++out[static_cast<std::size_t>(least - scores.begin())].best;
    for (std::size_t k = 0; k < rows; ++k) {
      double times = scores[k] / *least;
      for (double& one : over[k])
        if (times > one) std::swap(times, one);
      out[k].p90 = over[k].back();
    }
  }
  return out;
}

std::string regret_text(const Regret& regret, Goal goal) {
  const char* worse = goal == Goal::cost ? " as expensive" : goal == Goal::speed ? " as slow" : " as bad";
  return "Best in " + whole(regret.best) + " of " + whole(kDraws) +
         " draws of price, speed and load within their ranges" +
         (regret.p90 < 1.005
              ? "."
              : "; in nine of ten at most " + significant(regret.p90, 2) + " times" + worse + " as the best.");
}

}  // namespace ridgepoint
