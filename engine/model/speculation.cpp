#include "engine/model/speculation.h"

#include <algorithm>
#include <vector>

namespace ridgepoint {

Drafter drafter_of(std::string_view name) {
  for (const Drafter known : {Drafter::ngram, Drafter::mtp})
    if (name == word_of(known)) return known;
  return Drafter::model;
}

double tokens_per_step(const Speculation& s) {
  double sum = 1, accepted = 1;  // 1 + q + q^2 + ... + q^m
  for (int i = 0; i < s.tokens; ++i) sum += accepted *= s.acceptance;
  return sum;
}

double accepted_share(const Speculation& s) { return (tokens_per_step(s) - 1) / s.tokens; }

Layout draft_layout(const Architecture& draft, const Layout& layout) {
  const std::vector<int> sizes = tensor_sizes(draft, layout.tensor);
  Layout own;
  own.per_node = layout.per_node;
  if (std::find(sizes.begin(), sizes.end(), layout.tensor) != sizes.end()) own.tensor = layout.tensor;
  return own;
}

}  // namespace ridgepoint
