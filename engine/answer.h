// The complete answer: the figures, the sentence that says them, warnings and explanations.
#pragma once

#include <array>
#include <string_view>

#include "engine/estimate.h"

namespace ridgepoint {

struct With {
  bool explain = false;
  bool percentiles = false;
  bool series = false;  // cash flow by month and what moves the choice
};

// What can be asked for, by its word.
struct WithPart {
  std::string_view word;
  bool With::*wanted;
};
constexpr std::array<WithPart, 3> kWithParts = {{
    {"explain", &With::explain},
    {"percentiles", &With::percentiles},
    {"series", &With::series},
}};

// Asks for the part named `word`; false when there is none.
bool ask_for(With& with, std::string_view word);

// estimate(), with the sentence and the warnings, and what `with` asks for beside. Never throws.
Result<Estimate> answer(const Scenario& scenario, const Catalog& catalog, With with = {});

// The sentence alone, from finished figures.
Answer sentence(const Estimate& estimate);

}  // namespace ridgepoint
