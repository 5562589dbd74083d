// Bytes on one device, line by line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"

namespace ridgepoint {

// What a line is for; the page gives each kind one colour.
enum class MemoryKind { weights, gradients, optimizer, activations, kv_cache, overhead };
template <>
inline constexpr auto kWords<MemoryKind> = word_list("weights", "gradients", "optimizer", "activations", "kv_cache",
                                                     "overhead");

// Whose it is: the model's or its draft's; what the framework's allocator holds unused; or the process's, which the
// framework does not count.
enum class MemoryOf { model, draft, allocator, process };

struct MemoryLine {
  std::string id;     // "weights", "kv_cache", "logits", ...
  std::string label;  // for people
  MemoryKind kind = MemoryKind::overhead;
  Bytes amount;
  std::string how;  // formula in words with its numbers
  std::string source;
  MemoryOf of = MemoryOf::model;
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
