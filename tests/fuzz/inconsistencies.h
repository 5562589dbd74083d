// What cannot be in an answer, whatever was asked.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint::test {

// Everything wrong with an answer in itself, a line each: figures that are not finite or negative, lines that do not
// add up to their total, values outside their own range, formulas that do not give their figure.
std::vector<std::string> inconsistencies(Estimate estimate);

// The same of a refusal: it has reasons, and each names a field.
std::vector<std::string> inconsistencies(const Problems& problems);

}  // namespace ridgepoint::test
