// An answer as result JSON, in the contract's order.
#pragma once

#include <set>
#include <string>

#include "engine/estimate.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// `given`: the leaves of the scenario that were asked for; the rest of the echo is marked as default.
Json result_json(Estimate estimate, const std::set<std::string>& given);

}  // namespace ridgepoint::json
