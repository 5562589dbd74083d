// A comparison as JSON (the contract's form) and as a table for people.
#pragma once

#include <string>

#include "tools/validate/predict.h"

namespace ridgepoint::validation {

// {"classes": [{"class", "rows", "median_error", "p90_error", "bias"}], "rows": [{"id", "class", "metric", "measured",
// "predicted", "unit"; "others": predicted with further calibrations} or {"id", "skipped"}], "repeats": [{"class",
// "pairs", "median", "p90"}], "wrong": [{"file", "line", "id", "column", "found", "wanted", "near"}], "left_out": rows
// with wrong cells}. Errors are fractions.
std::string json_report(const Report& report);

// A row a case, then a row a class, then how far measurements lie apart, then a line a wrong cell.
std::string text_report(const Report& report);

}  // namespace ridgepoint::validation
