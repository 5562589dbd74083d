#include "engine/model/attention/sparse.h"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr double kFewestSparseHeads = 64;  // that a kernel of sparse attention to one cached head computes

}  // namespace

double picked(const Attention& a, double pickable) {
  return gathers(a) ? std::min<double>(pickable, a.indexer_top_k) : pickable;
}

double indexer_flop(const Attention& a, double pickable) { return 2.0 * a.indexer_heads * a.indexer_dim * pickable; }

double number_bytes(const Attention& a, double bits) {
  constexpr double kGathered = 1.14;
  const bool gathered = (gathers(a) || a.compress_ratio > 0) && bits == 8;
  return bits / 8 * (gathered ? kGathered : 1);
}

double index_key_bytes(const Attention& a, double entries) {
  return a.indexer_dim > 0 ? entries * (a.indexer_dim + 4) : 0;
}

double heads_computed(const Attention& a, int tensor) {
  const double share = static_cast<double>(a.heads) / tensor;
  const bool on_one = cached(a).heads <= 1;
  return gathers(a) && on_one ? std::max(share, std::min<double>(a.heads, kFewestSparseHeads)) : share;
}

void add_indexer(LayerWeights& layer, double hidden, const Attention& a) {
  if (!gathers(a)) return;
  const double heads = a.indexer_heads, dim = a.indexer_dim;
  const double queries = a.q_lora_rank > 0 ? static_cast<double>(a.q_lora_rank) : hidden;
  layer.matrices.push_back({MatrixRole::index_queries, queries, heads * dim});
  layer.matrices.push_back({MatrixRole::index_weights, hidden, heads});
  if (a.compress_ratio > 0) {
    add_compressor(layer, MatrixRole::index_keys, hidden, dim, a.compress_ratio, true);
  } else {
    layer.matrices.push_back({MatrixRole::index_keys, hidden, dim});
    layer.small_params += 2 * dim;
  }
}

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
