// Which choices of hardware are worth an estimate.
#pragma once

#include <vector>

#include "engine/question/question.h"

namespace ridgepoint {

struct Choice {
  const Accelerator* accelerator = nullptr;
  int count = 1;
  const NumberFormat* format = nullptr;  // of the weights
};

// Allowed by the constraints and on sale; parts of data centers, which the fans of a server cool, not to be bought for
// a home or an office, unless the segment is asked for. What is named or owned may be anything.
bool is_candidate(const Accelerator& accelerator, const Asked& asked);

// Whether machines of it are made to work as one: eight reach each other over a fabric, or it fills racks.
bool is_built_to_be_joined(const Accelerator& accelerator);

// Weight formats for an accelerator: the scenario's own or the checkpoint's, then narrower ones. Where
// precision.accept names the coarsest, all up to it; where the scenario names no format, 8 bits where the device
// multiplies them and 4 bits for one person, and `otherwise`, where no accelerator keeps the limits in these, the rest.
struct FormatsToTry {
  std::vector<const NumberFormat*> first, otherwise;
};
FormatsToTry formats_to_try(const Question& question, const Catalog& catalog, const Accelerator& accelerator);

// Cards that are bought and stand in one room, unless a number is given: at home two, on one circuit of 120 V and 15 A
// (1,440 W for hours), in an office four. No limit for others.
int most_in_a_room(const Asked& asked, const Accelerator& accelerator);

// What no choice can be below, from peaks and weights alone.
class Bounds {
 public:
  // `question`: on any hardware.
  Bounds(const Question& question, const Catalog& catalog);

  // Counts to try, fewest first, to max_count or 1,024 (of CPUs 2, of whole computers 1): when serving all to 16, then
  // powers of two and three quarters of them; when training powers of two, none above 8 that would end the run within
  // an hour at their peak. Of what is owned every count to 8, and from there on every fourth.
  std::vector<int> counts(const Accelerator& accelerator) const;

  // Whether an estimate of the choice is certain to miss a limit: its weights (of all that is trained the optimizer's
  // states, too) alone are more than the memory, its peak rate is too slow for the deadline or the requests, or the
  // cheapest offer is above the price of an hour.
  bool rule_out(const Choice& choice) const;
  // Whether that is for its memory.
  bool too_large(const Choice& choice) const;
  // Says that no number of it has a price, where choices are ranked by what they cost: it is neither rented in
  // the market nor bought at a price that can be had.
  bool has_no_price(const Accelerator& accelerator, bool let) const;

 private:
  bool is_over_at_once(const Accelerator& accelerator, int count) const;
  bool too_slow(const Choice& choice) const;
  bool too_dear(const Choice& choice) const;

  const Question& asked_;
  const Catalog& catalog_;
  double matrices_ = 0;          // parameters that weight formats hold; 0: not known
  double held_in_training_ = 0;  // bytes of each, at the least
  Flop run_;                     // training, at the least
  FlopPerSecond load_;           // answers to requests at a rate, at the least
};

}  // namespace ridgepoint
