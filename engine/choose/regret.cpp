#include "engine/choose/regret.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/words.h"
#include "engine/estimate/parts.h"
#include "engine/speed/random.h"

namespace ridgepoint {
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

double drawn(const Tried& t, Goal goal, double load, Random& random) {
  const double slow = t.caution * std::exp(deviation(*t.estimate) * normal(random));
  double more = slow;
  if (is_for_users(*t.estimate)) {
    more = t.caution;
    for (const Demand& d : t.demands)
      if (d.of == LimitOf::speed && std::isfinite(d.ratio)) more = std::max(more, d.ratio * slow * load);
  }
  return score_of({t.merits.cost * price(*t.estimate, random) * more, t.merits.time * slow, t.merits.energy * slow},
                  goal);
}

}  // namespace

std::vector<Regret> regrets(std::span<const Tried> choices, Goal goal) {
  const auto of_a_kind = [&](const Tried& t) { return goal == Goal::speed || lacks_rent(t) == lacks_rent(choices[0]); };
  const auto end = std::find_if_not(choices.begin(), choices.end(), of_a_kind);
  const auto rows = static_cast<std::size_t>(end - choices.begin());
  if (rows < 2 || !(choices[0].score > 0)) return {};
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

std::string said(const Regret& regret, Goal goal) {
  const char* worse = goal == Goal::cost ? " as dear" : goal == Goal::speed ? " as slow" : " as bad";
  return "Best in " + whole(regret.best) + " of " + whole(kDraws) +
         " draws of price, speed and load within their ranges" +
         (regret.p90 < 1.005
              ? "."
              : "; in nine of ten at most " + significant(regret.p90, 2) + " times" + worse + " as the best.");
}

}  // namespace ridgepoint
