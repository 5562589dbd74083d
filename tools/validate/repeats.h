// How far measurements of the same thing lie apart: what no estimate from the same columns can be better than.
#pragma once

#include <string>
#include <vector>

#include "tools/validate/predict.h"

namespace ridgepoint::validation {

// Runs that two sources measured: the same figure of the same model and formats on the same hardware under the same
// engine or framework, with as many requests and as long prompts and answers to a factor of two.
struct Repeats {
  std::string name;  // the regime
  int pairs = 0;
  double median = 0;  // of how much larger one is than the other: 0.1 for 10%
  double p90 = 0;
};

// By regime, in alphabetical order. What the estimate says of the remaining difference (lengths, dates, layouts) is
// taken out first: a pair differs by the ratio of its two measured / predicted. Of two sources a run
// has one partner, the nearest runs first.
std::vector<Repeats> repeats_of(const std::vector<Compared>& rows);

}  // namespace ridgepoint::validation
