// Which choices of hardware are worth an estimate.
#pragma once

#include <string>
#include <vector>

#include "engine/ask/resolve.h"
#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

struct Choice {
  const Accelerator* accelerator = nullptr;
  int count = 1;
  const NumberFormat* format = nullptr;  // of the weights
};

// On sale and allowed by the constraints; what they name or is owned need not be on sale.
bool is_candidate(const Accelerator& accelerator, const ConstraintChoice& constraints);

// Whether machines of it are made to work as one: eight reach each other over a fabric, or it fills racks.
bool is_built_to_be_joined(const Accelerator& accelerator);

// The scenario's own weight format, and when serving narrower ones up to the coarsest that precision.accept allows.
std::vector<const NumberFormat*> formats_to_try(const Scenario& scenario, const Catalog& catalog,
                                                const Resolved& resolved);

// What no choice can be below, from peaks and weights alone.
class Bounds {
 public:
  // `resolved`: the scenario on any hardware.
  Bounds(const Scenario& scenario, const Catalog& catalog, const Resolved& resolved);

  // Counts to try, fewest first, to max_count or 1,024: 1, 2, 4, 8 (of CPUs 2, of whole computers 1); of data-center
  // parts whole machines of 8 in powers of two, when serving also half again as many. When training, none above 8 that
  // would end the run within an hour at their peak. Of what is owned every count to 8, and from there on every fourth.
  std::vector<int> counts(const Accelerator& accelerator) const;

  // Whether an estimate of the choice is certain to miss a limit: its weights (of all that is trained the optimizer's
  // states, too) alone are more than the memory, its peak rate is too slow for the deadline or the requests, or the
  // cheapest offer is above the price of an hour.
  bool rule_out(const Choice& choice) const;
  // Whether that is for its memory.
  bool too_large(const Choice& choice) const;

 private:
  bool is_over_at_once(const Accelerator& accelerator, int count) const;
  bool too_slow(const Choice& choice) const;
  bool too_dear(const Choice& choice) const;

  const Scenario& scenario_;
  const Catalog& catalog_;
  NumberFormat trained_in_;      // weights when training
  double matrices_ = 0;          // parameters that weight formats hold; 0: not known
  double held_in_training_ = 0;  // bytes of each, at the least
  Flop run_;                     // training, at the least
  FlopPerSecond load_;           // answers to requests at a rate, at the least
};

}  // namespace ridgepoint
