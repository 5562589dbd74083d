#include "engine/memory/memory_use.h"

#include <utility>

#include "engine/base/words.h"

namespace ridgepoint {

// nvidia-smi after the first CUDA call, PyTorch 2.10 with CUDA 13 on an RTX 6000 Ada, modules loaded lazily;
// cuBLAS's workspace on Hopper and later, 8 MiB before.
MemoryLine context_line(Bytes amount) {
  return {"cuda_context",
          "Context and libraries",
          MemoryKind::overhead,
          amount,
          amount == kContext ? "426 MiB for context and kernels, 32 MiB for the workspace of matrix products"
                             : "context, kernels and workspaces of the process",
          "unslothai/unsloth-zoo pull request 1053 (2026-08): 426 MiB on an RTX 6000 Ada",
          MemoryOf::process};
}

namespace {

int communicators(const Layout& layout) {
  int groups = 0;
  for (int size : {layout.tensor, layout.context, layout.data, layout.expert}) groups += size > 1 ? 1 : 0;
  return groups;
}

}  // namespace

Bytes collective_buffers(const Layout& layout, Bytes each) {
  return communicators(layout) * each + (layout.pipeline > 1 ? kCommunicator : Bytes{});
}

MemoryLine collectives_line(const Layout& layout, Bytes each) {
  const int groups = communicators(layout);
  std::string how = groups > 0 ? counted(groups, "communicator", "communicators") + " of " +
                                     significant(in_gibibytes(each), 3) + " GB"
                               : "";
  if (layout.pipeline > 1) how += (how.empty() ? "" : ", ") + std::string("0.42 GB between stages");
  return {"collectives",
          "NCCL buffers",
          MemoryKind::overhead,
          collective_buffers(layout, each),
          std::move(how),
          "llm-d-planner, empirical vLLM memory results (2026-04): 0.55 GiB outside PyTorch on two GPUs, 0.13 on one",
          MemoryOf::process};
}

void add_line(MemoryUse& use, MemoryLine line) {
  if (line.amount > bytes(0)) use.lines.push_back(std::move(line));
}

}  // namespace ridgepoint
