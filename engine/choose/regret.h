// How sure the first place is: the same choices with other prices, speeds and loads, each within its range.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/choose/recommend_search.h"

namespace ridgepoint {

inline constexpr int kDraws = 64;

// How sure a choice's place is, by what the goal ranks by.
struct Regret {
  int best = 0;    // of the draws, how often none of the others is better
  double p90 = 1;  // in nine draws of ten its score is at most so many times that of the best
};

// Of each of `choices`, best first, against those of them whose prices are of the first's kind, rents or what machines
// cost; none of one alone. The draws are the same for the same choices. An error of speed is each accelerator's own:
// measured side by side by one source, two of them differ from what is predicted as two sources do. A speed that
// misses what users get is made up for by more of the same.
std::vector<Regret> regrets(std::span<const Tried> choices, Goal goal);

// "Best in 41 of 64 draws of price, speed and load within their ranges; in nine of ten within 12% of the best."
std::string said(const Regret& regret, Goal goal);

}  // namespace ridgepoint
