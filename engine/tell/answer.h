// The complete answer: the figures, the sentence that says them, warnings and explanations.
#pragma once

#include <string_view>

#include "engine/base/effort.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint {

struct With {
  bool explain = false;
  bool percentiles = false;
  bool series = false;  // cash flow by month and what moves the choice
  bool limits = false;  // inverse answers of memory
  int effort = kMostEffort;
};
// The words that ask for them.
struct WithWord {
  std::string_view word;
  bool With::*part;
};
constexpr WithWord kWithWords[] = {{"explain", &With::explain},
                                   {"percentiles", &With::percentiles},
                                   {"limits", &With::limits},
                                   {"series", &With::series}};
// Whether there is such a word.
inline bool ask_for(With& with, std::string_view word) {
  for (const WithWord& known : kWithWords)
    if (known.word == word) return with.*known.part = true;
  return false;
}

// estimate(), with the sentence and the warnings, and what `with` asks for beside. Never throws.
Result<Estimate> answer(const Scenario& scenario, const Catalog& catalog, With with = {});

// The sentence alone, from finished figures.
Answer sentence(const Estimate& estimate);

}  // namespace ridgepoint
