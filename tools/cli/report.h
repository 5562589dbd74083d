// An answer for people to read in a terminal.
#pragma once

#include <string>

#include "engine/compare.h"
#include "engine/estimate.h"
#include "engine/recommend.h"
#include "engine/runs_on.h"

namespace ridgepoint::cli {

std::string report(const Estimate& estimate);
// Hardware by rank with its reasons, and near misses.
std::string report(const Recommendations& found);
// Figures side by side, what differs in the question, and why.
std::string report(const Comparison& comparison);
// Models by what they can be used for, as tables.
std::string report(const RunsOn& found);

}  // namespace ridgepoint::cli
