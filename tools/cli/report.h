// An answer for people to read in a terminal.
#pragma once

#include <string>

#include "engine/choose/recommend.h"
#include "engine/choose/runs_on.h"
#include "engine/estimate/estimate.h"
#include "engine/tell/compare.h"

namespace ridgepoint::cli {

std::string report(const Estimate& estimate);
// Hardware by rank with its reasons, and near misses.
std::string report(const Recommendations& found);
// Figures side by side, what differs in the question, and why.
std::string report(const Comparison& comparison);
// Models to begin with, and the first others by what they can be used for, or all, as tables.
std::string report(const RunsOn& found, bool all);

}  // namespace ridgepoint::cli
