// The complete answer: the figures, the sentence that says them, warnings and explanations.
#pragma once

#include "engine/estimate.h"

namespace ridgepoint {

struct With {
  bool explain = false;
  bool percentiles = false;
};

// estimate(), with the sentence and the warnings, and what `with` asks for beside. Never throws.
Result<Estimate> answer(const Scenario& scenario, const Catalog& catalog, With with = {});

// The sentence alone, from finished figures.
Answer sentence(const Estimate& estimate);

}  // namespace ridgepoint
