// How many accelerators a scenario takes, where it does not say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "engine/base/effort.h"
#include "engine/facts/catalog.h"
#include "engine/question/question.h"

namespace ridgepoint {

// Numbers that are tried within a node, less than all of it: each up to 16, beyond them in steps of at most an
// eighth.
std::vector<int> sizes_within(int node);

// Numbers above `now` up to `most`: sizes within a node, whole machines beyond it.
std::vector<int> more_than(int now, int node, int most);

// The position of the first of `numbers` that does not lack anything; empty when all do. Within a machine each of them
// is tried: one that divides the model worse may need more, or be slower, than a smaller one. Of machines, more seldom
// lack what fewer have: by ever longer strides to round numbers, which divide best, then by halves. `lacks_at` takes a
// position.
template <class LacksAt>
std::optional<std::size_t> first_without_lack(const std::vector<int>& numbers, int node, LacksAt lacks_at) {
  if (numbers.empty()) return std::nullopt;
  std::size_t lacking = 0, i = 0;  // how many of the first are known to lack, and the one looked at
  for (std::size_t stride = 1; lacks_at(i);) {
    lacking = i + 1;
    if (lacking == numbers.size()) return std::nullopt;
    stride = numbers[i] < node ? 1 : stride * 2;
    i = std::min(i + stride, numbers.size() - 1);
    while (i > lacking && numbers[i] < node) --i;
    while (i + 1 < numbers.size() && numbers[i] / node % static_cast<int>(stride) != 0) ++i;
  }
  while (lacking < i) {
    const std::size_t middle = (lacking + i) / 2;
    if (lacks_at(middle))
      lacking = middle + 1;
    else
      i = middle;
  }
  return i;
}

// The scenario with its count filled in: what it says, else the fewest that the model fits on and that keep the rate,
// the targets of latency and the deadline; where no number that is tried keeps them all, the fewest that keep the rate,
// else that it fits on, else one. Of `effort` it takes what simulating latencies counts. What is wrong with the
// scenario stays for an estimate to say.
Question sized(Question parts, const Catalog& catalog, Effort& effort);
Question sized(Question parts, const Catalog& catalog);

}  // namespace ridgepoint
