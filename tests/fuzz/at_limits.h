// Scenarios that have one field at a limit: every number that a scenario or a person's own entry may hold, at its least
// and its greatest value and just inside of them, in every task.
#pragma once

#include <string>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint::test {

struct AtLimit {
  Scenario scenario;
  std::string name;  // "train sdxl-base, cost.years = 50"
};

class ScenariosAtLimits {
 public:
  explicit ScenariosAtLimits(const Catalog& catalog);

  std::size_t size() const { return cases_.size(); }
  AtLimit at(std::size_t i) const;

 private:
  struct Case {
    std::size_t task;  // a position in tasks_
    std::string path;  // of the field, "cost.years"
    double value;
  };
  std::vector<Scenario> tasks_;
  std::vector<Case> cases_;
};

}  // namespace ridgepoint::test
