// An answer as result JSON, in the contract's order.
#pragma once

#include <set>
#include <string>

#include "engine/estimate.h"
#include "engine/json/value.h"
#include "engine/recommend.h"

namespace ridgepoint::json {

// `given`: the leaves of the scenario that were asked for; the rest of the echo is marked as default.
Json result_json(Estimate estimate, const std::set<std::string>& given);

// The same with recommendations and near misses behind.
Json result_json(Estimate estimate, const std::set<std::string>& given, Recommendations found);

}  // namespace ridgepoint::json
