// How many replicas and machines answer a rate of requests, at its peak and in the mean, with some to spare.
#pragma once

#include <optional>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

struct FleetInput {
  double peak_rate = 0;     // requests a second at the busiest time
  double peak_factor = 1;   // of that to the mean
  double replica_rate = 0;  // most that a replica answers
  int accelerators = 1;     // of a replica
  int per_node = 1;         // accelerators of a machine
  int min_replicas = 1;
  int spare_nodes = 0;
};

struct Fleet {
  double replicas = 0;                   // in all
  double nodes = 0;                      // whole machines that hold them
  double accelerators = 0;               // of the replicas and of spare machines
  double spare = 0;                      // replicas on spare machines
  double base = 0;                       // replicas that the mean rate takes
  double peak = 0;                       // replicas that the busiest time takes
  double utilization = 0;                // mean rate over what all replicas can answer
  std::optional<double> usd_per_h;       // at the price of the scenario's
  std::optional<double> base_usd_per_h;  // of the base alone, where the busiest time takes more
};
void visit(Fleet& fleet, FieldVisitor& v);

// So many replicas as take the peak at kLoaded, and the spare machines that are wanted beside them.
Fleet fleet_of(const FleetInput& input);

// Of a scenario at a rate that fits, or for so many times the rate: by the highest rate that meets the targets of
// latency where that was looked for, else by the highest without an endless queue. Empty otherwise.
std::optional<Fleet> fleet(const Estimate& estimate, double times = 1);

}  // namespace ridgepoint
