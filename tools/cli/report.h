// An answer for people to read in a terminal.
#pragma once

#include <string>

#include "engine/estimate.h"

namespace ridgepoint::cli {

std::string report(const Estimate& estimate);

}  // namespace ridgepoint::cli
