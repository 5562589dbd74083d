// What would change the verdict: at which rent or utilization another choice comes first.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/choose/recommend_search.h"

namespace ridgepoint {

// One input moved until another of the choices is best by the objective.
struct TurningPoint {
  std::string input;  // pointer into the scenario
  std::string label;
  double now = 0;
  double at = 0;
  std::string unit;
  std::string accelerator;  // that comes first beyond it
  std::string text;         // for people
};
void visit(TurningPoint& point, FieldVisitor& v);

// Of the choices ranked by `goal`, best first: the rent of an accelerator of the first above which it is not the best,
// and the utilizations below and above which another is. Each is found by halving, with estimates, and all choices are
// ranked again on both sides of it; what does not come out there as said is left out.
std::vector<TurningPoint> turning_points(const std::vector<Question>& choices, const Catalog& catalog, Goal goal);

inline constexpr int kDraws = 64;

// How sure a choice's place is, by what the goal ranks by.
struct Regret {
  int best = 0;    // of the draws, how often none of the others is better
  double p90 = 1;  // in nine draws of ten its score is at most so many times that of the best
};

// Returns a regret for each of `choices`, best first, against those whose prices are of the first's kind, rents or what
// machines cost; none for one alone. The draws are the same for the same choices. An error of speed is each
// accelerator's own: measured side by side by one source, two of them differ from what is predicted as two sources do.
// A speed that misses what users get is made up for by more of the same.
std::vector<Regret> regrets(std::span<const Candidate> choices, Goal goal);

// "Best in 41 of 64 draws of price, speed and load within their ranges; in nine of ten within 12% of the best."
std::string regret_text(const Regret& regret, Goal goal);

}  // namespace ridgepoint
