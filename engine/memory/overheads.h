// What frameworks and drivers take on every GPU, for training and inference alike.
#pragma once

#include "engine/memory/memory_use.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

// CUDA context with the kernels it loads, and cuBLAS's workspace.
constexpr Bytes kContext = mebibytes(426 + 32);
MemoryLine context_line(Bytes amount = kContext);
// Buffers of the collective library, one set for each dimension in which the layout has several GPUs.
Bytes collective_buffers(const Layout& layout);
MemoryLine collectives_line(const Layout& layout);

// Adds the line unless it is empty.
void add_line(MemoryUse& use, MemoryLine line);

}  // namespace ridgepoint
