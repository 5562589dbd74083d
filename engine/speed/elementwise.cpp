#include "engine/speed/elementwise.h"

namespace ridgepoint {

ElementwiseValues elementwise_values(const LayerGroup& group, double hidden) {
  ElementwiseValues values{10 * hidden, 3.0 * (group.dense.width + group.experts.shared_width)};
  if (group.attention) {
    const Attention& a = *group.attention;
    values.split += 2.0 * (a.heads + a.kv_heads) * a.key_dim;
  }
  if (group.experts.count > 0) {
    values.routed_whole = 4.0 * group.experts.outer(hidden);
    values.routed_split = 3.0 * group.experts.width;
  }
  return values;
}

}  // namespace ridgepoint
