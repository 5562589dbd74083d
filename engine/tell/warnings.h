// What a person should know before relying on an estimate: one rule, one warning.
#pragma once

#include <vector>

#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

// Every rule that applies, the gravest first. `catalog`: without the scenario's own entries.
std::vector<Warning> warnings(const Estimate& estimate, const Catalog& catalog);

}  // namespace ridgepoint
