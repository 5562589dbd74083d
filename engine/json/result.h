// An answer as result JSON, in the contract's order.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/choose/recommend.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint::json {

// The engine's version is plain: "0.1.0".
std::string version();

// `given`: the leaves of the scenario that were asked for; the rest of the echo is marked as default. `found`, where
// there is one, stands behind. Refused where a figure is not finite or beyond all that can be.
Result<std::string> result_text(Estimate& estimate, const std::vector<std::string>& given,
                                Recommendations* found = nullptr);

}  // namespace ridgepoint::json
