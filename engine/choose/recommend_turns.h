// What would change the verdict: at which rent or utilization another choice comes first.
#pragma once

#include <string>
#include <vector>

#include "engine/choose/recommend_merits.h"

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
std::vector<TurningPoint> turning_points(const std::vector<Scenario>& choices, const Catalog& catalog, Goal goal);

}  // namespace ridgepoint
