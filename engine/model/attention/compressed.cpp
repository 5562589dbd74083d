#include "engine/model/attention/compressed.h"

#include <algorithm>

namespace ridgepoint {

Entries entries_of(const Attention& a, double context, double beside) {
  const double window = a.window > 0 ? std::min<double>(context, a.window) : context;
  return {std::min(context, window + beside), a.compress_ratio > 0 ? context / a.compress_ratio : 0};
}

void add_compressor(LayerWeights& layer, MatrixRole role, double hidden, double width, int ratio, bool overlapping) {
  const double made = overlapping ? 2 * width : width;
  layer.matrices.push_back({role, hidden, 2 * made});
  layer.small_params += ratio * made + width;
}

void add_compressed_context(LayerWeights& layer, double hidden, const Attention& a) {
  if (a.compress_ratio == 0) return;
  add_compressor(layer, MatrixRole::compressor, hidden, static_cast<double>(a.kv_heads) * a.key_dim, a.compress_ratio,
                 a.indexer_heads > 0);
}

}  // namespace ridgepoint
