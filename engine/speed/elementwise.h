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

}  // namespace ridgepoint
