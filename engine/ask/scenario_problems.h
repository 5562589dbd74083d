// What is wrong with a scenario by itself.
#pragma once

#include "engine/ask/scenario.h"
#include "engine/base/result.h"

namespace ridgepoint {

// Everything wrong with the scenario that can be said without a catalog: ranges, impossible
// combinations, and fields whose computation this version does not have.
Problems validate(const Scenario& scenario);

}  // namespace ridgepoint
