#include "engine/speed/attention.h"

namespace ridgepoint {

Flop causal_attention_flop(const Architecture& model, double tokens, double cached, int tensor) {
  constexpr int kPoints = 8;
  Flop sum;
  for (int i = 0; i < kPoints; ++i)
    sum += attention_flop(model, cached + tokens * (i + 0.5) / kPoints, MlaForm::expanded, tensor);
  return sum * (tokens / kPoints);
}

}  // namespace ridgepoint
