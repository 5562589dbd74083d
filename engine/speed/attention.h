// Attention work of a stretch of a causal sequence.
#pragma once

#include "engine/base/units.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

// Forward FLOPs of the attention core of all layers, on one of `tensor` GPUs, for `tokens` new tokens of which the
// first sees `cached` tokens and each further one a token more. MLA is expanded to ordinary heads. Windows and sparse
// attention bend the growth; the mean over the stretch is taken at 8 midpoints, which is exact as long as it is linear.
Flop causal_attention_flop(const Architecture& model, double tokens, double cached, int tensor = 1);

}  // namespace ridgepoint
