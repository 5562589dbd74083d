// What is read and written between the matrix products of a layer.
#pragma once

#include "engine/model/architecture.h"

namespace ridgepoint {

// Numbers that norms, residual sums, rotary embedding and gating read and write per token and layer in one forward pass
// with fused kernels.
struct ElementwiseValues {
  double whole = 0;  // of the hidden width, which tensor ranks do not divide: two norms (read, write), two sums (read
                     // twice, write)
  double split = 0;  // queries and keys in and out, gate and up in, product out
  // Of each routed expert that the token goes to: copied there and back; gate and up in, product out.
  double routed_whole = 0, routed_split = 0;
};
ElementwiseValues elementwise_values(const LayerGroup& group, double hidden);

// The same in PyTorch, one kernel for each operation, as numbers of 16 bits. RMSNorm is cast to FP32 (6 bytes a
// number), squared (8), averaged (4), scaled (8), cast back (6) and multiplied by its weight (4): 36 bytes; LayerNorm
// is one kernel, 4. Rotary embedding is cast to FP32 (6), four products of halves (16), their two sums (12), joined (8)
// and cast back (6): 48 bytes. Gating is two kernels: the activation (4) and the product (6), 10 bytes of its width.
ElementwiseValues written_out_values(const LayerGroup& group, double hidden);

}  // namespace ridgepoint
