// The tensors of a weight file by what they are called: "layers.0.mlp.up_proj.weight" and
// "layers.1.mlp.up_proj.weight" are one pattern, "layers.*.mlp.up_proj.weight".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

// Rows and columns as a linear layer has them: `outputs` x `inputs`; of a stack of experts also how many.
struct Shape {
  double inputs = 0;
  double outputs = 0;  // 0: a vector
  double stack = 0;    // 0: not a stack
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct TensorPattern {
  int count = 0;      // tensors of the pattern
  int layers = 0;     // greatest layer number + 1
  int experts = 0;    // greatest number after "experts." + 1
  Shape shape;        // of the first
  double params = 0;  // all together
  double bytes = 0;
};

inline constexpr std::size_t kMostPatterns = 20000;

// Where tensors begin and end, none of them empty: they neither share bytes nor end beyond the room there is.
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
std::optional<Problem> check_ranges(Ranges ranges, std::uint64_t room);

class Tensors {
 public:
  void add(std::string_view name, const Shape& shape, double params, double bytes = 0);

  // Null when no tensor has that pattern.
  const TensorPattern* find(const std::string& pattern) const;
  const std::map<std::string, TensorPattern, std::less<>>& all() const { return patterns_; }

 private:
  std::map<std::string, TensorPattern, std::less<>> patterns_;
};

}  // namespace ridgepoint::import
