// Bytes on one device, line by line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/units.h"

namespace ridgepoint {

// What a line is for; the page gives each kind one colour.
enum class MemoryKind { weights, gradients, optimizer, activations, kv_cache, overhead };

struct MemoryLine {
  std::string id;     // "weights", "kv_cache", "logits", ...
  std::string label;  // for people
  MemoryKind kind = MemoryKind::overhead;
  Bytes amount;
  std::string how;  // formula in words with its numbers
  std::string source;
};

struct MemoryUse {
  std::vector<MemoryLine> lines;  // no line is zero
  std::optional<Bytes> unlisted;  // what they would add up to, where only that has been asked for
  Bytes host;                     // beside them, in the host's memory for this device
  Bytes total() const {
    if (unlisted) return *unlisted;
    Bytes sum;
    for (const MemoryLine& line : lines) sum += line.amount;
    return sum;
  }
};

}  // namespace ridgepoint
