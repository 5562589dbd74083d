// What a person should know before relying on an estimate: one rule, one warning.
#pragma once

#include <vector>

#include "engine/estimate.h"

namespace ridgepoint {

// Every rule that applies, the gravest first.
std::vector<Warning> warnings(const Estimate& estimate);

}  // namespace ridgepoint
