// Bytes on one device, line by line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"
#include "engine/model/parallel.h"

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

// CUDA context with the kernels it loads, and cuBLAS's workspace.
constexpr Bytes kContext = mebibytes(426 + 32);
MemoryLine context_line(Bytes amount = kContext);
// vLLM on H100: 0.13 GiB outside PyTorch on one GPU, 0.55 GiB with tensor parallel 2.
constexpr Bytes kCommunicator = gibibytes(0.55 - 0.13);
// Buffers of the collective library, one set for each dimension in which the layout has several GPUs: `each`, but
// stages of a pipeline, which only send to each other.
Bytes collective_buffers(const Layout& layout, Bytes each = kCommunicator);
MemoryLine collectives_line(const Layout& layout, Bytes each = kCommunicator);

// Adds the line unless it is empty.
void add_line(MemoryUse& use, MemoryLine line);

}  // namespace ridgepoint
