// What rents the accelerators of a choice.
#pragma once

#include <string>
#include <vector>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

struct OfferedInstance {
  Pricing pricing = Pricing::on_demand;
  std::string instance;  // catalog id
  std::string name;      // the provider's own
  std::string provider;  // for people
  int count = 1;         // instances that hold the accelerators
  double usd_per_h = 0;  // of all of them
  std::string date;      // of the price
  bool stale = false;    // the price is
  bool priced = false;   // the figures are by it
};
void visit(OfferedInstance& offer, FieldVisitor& v);

// Of each kind of price the cheapest provider's offer, and of the kind in force the one that stands for the market (see
// prices.h); cheapest first. Empty where nothing is published, and where the scenario has a rent of its own.
std::vector<OfferedInstance> offered_instances(const Estimate& estimate, const Catalog& catalog);

}  // namespace ridgepoint
