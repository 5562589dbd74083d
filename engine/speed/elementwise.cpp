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

ElementwiseValues written_out_values(const LayerGroup& group, double hidden) {
  const double norm = group.norm == Norm::rms ? 18 : 2, sums = 6;
  ElementwiseValues values = elementwise_values(group, hidden);
  values.whole = (group.norms * norm + sums) * hidden;
  values.split = 5.0 * (group.dense.width + group.experts.shared_width);
  if (group.attention)
    values.split += 24.0 * (group.attention->heads + group.attention->kv_heads) * group.attention->key_dim;
  values.routed_split = 5.0 * group.experts.width;
  return values;
}

}  // namespace ridgepoint
