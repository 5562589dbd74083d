// What an answer took for numbers that its scenario leaves open.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// Fills them in, beyond what was filled in on the way, where a number was taken: last, because formulas take what
// stands there for a person's own.
void fill_in(Estimate& e, const Catalog& catalog);

}  // namespace ridgepoint
