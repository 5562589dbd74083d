// What frameworks and drivers take on every GPU, for training and inference alike.
#pragma once

#include "engine/memory/memory_use.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

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
