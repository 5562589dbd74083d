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
};

struct Fleet {
  double replicas = 0;              // in all
  double nodes = 0;                 // whole machines that hold them
  double accelerators = 0;          // of those machines
  double spare = 0;                 // replicas beyond the peak
  double base = 0;                  // replicas that the mean rate takes
  double peak = 0;                  // replicas that the busiest time takes
  double utilization = 0;           // mean rate over what all replicas can answer
  std::optional<double> usd_per_h;  // of those machines, each at the price of the scenario's
};
void visit(Fleet& fleet, FieldVisitor& v);

// Replicas are loaded to four fifths of what they can answer: in an M/M/1 queue 0.8 / (1 - 0.8) = 4 requests are there
// then, at nine tenths 9; what is left takes bursts. Machines are whole, and one stands beside them (N + 1), so that
// the peak is still answered when one fails; beside a replica of several machines a replica.
Fleet fleet_of(const FleetInput& input);

// Of a scenario at a rate that fits, or for so many times the rate: by the highest rate that meets the targets of
// latency where that was looked for, else by the highest without an endless queue. Empty otherwise.
std::optional<Fleet> fleet(const Estimate& estimate, double times = 1);

}  // namespace ridgepoint
