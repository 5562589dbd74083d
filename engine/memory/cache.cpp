#include "engine/memory/cache.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/memory/stage.h"
#include "engine/model/attention/sparse.h"

namespace ridgepoint {
namespace {

// Tokens that layers with a window keep beyond it.
double beside_window(const InferenceMemoryInput& in) {
  switch (in.engine->window_cache) {
    case WindowCache::window:
      return 0;
    case WindowCache::chunk:
      return in.prefill_chunk;
    case WindowCache::context:
      return std::numeric_limits<double>::infinity();
  }
  return 0;
}

// Of `entries` in one layer, with the keys of its indexer.
double entry_bytes(const Attention& a, const InferenceMemoryInput& in, double entries) {
  return entries * cached(a).on_rank(in.layout.tensor) * number_bytes(a, in.kv->bits) + index_key_bytes(a, entries);
}

// Layers of one kind, before they share blocks.
struct LayerClass {
  double layers = 0;
  double bytes = 0;  // of a token in one layer, or of a state
  double window = 0;
  bool state = false;
};

std::vector<LayerClass> kinds_of(const Architecture& model, const InferenceMemoryInput& in) {
  std::vector<LayerClass> kinds;
  const auto add = [&](LayerClass one) {
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const LayerClass& k) {
      return k.state == one.state && k.bytes == one.bytes && k.window == one.window;
    });
    if (same == kinds.end())
      kinds.push_back(one);
    else
      same->layers += one.layers;
  };
  for (const LayerGroup& g : model.groups) {
    const double layers = g.count;
    if (g.attention && g.attention->owns_cache)
      add({layers, entry_bytes(*g.attention, in, 1), static_cast<double>(g.attention->window), false});
    if (g.linear) add({layers, in_bytes(mixer_state(*g.linear)) / in.layout.tensor, 0, true});
  }
  return kinds;
}

// Entries of compressed context that a block has for one layer (vLLM, DeepSeek-V4: blocks of 256 tokens, 4 an entry).
constexpr double kCompressedEntries = 64;

}  // namespace

CacheLayout::CacheLayout(const Architecture& model, const InferenceMemoryInput& input)
    : model_(model),
      in_(input),
      share_(end_stages(model, input.layout.pipeline).front().share),
      state_(linear_state(model) * (share_ / input.layout.tensor)) {
  if (!input.engine->shared_blocks) return;
  const auto compressed = [](const LayerGroup& g) { return g.attention && g.attention->compress_ratio > 0; };
  if (std::any_of(model.groups.begin(), model.groups.end(), compressed))
    share_compressed_blocks();
  else
    share_blocks();
}

// As vLLM's hybrid cache manager (get_kv_cache_groups): pages of one layer are as large as the largest kind's, those of
// attention being raised until they hold a state; layers of each kind are split into groups as large as the smallest
// kind is, or the largest where that is less than half as large again; a block has a page for each layer of a group.
void CacheLayout::share_blocks() {
  const std::vector<LayerClass> kinds = kinds_of(model_, in_);
  const auto unlike = [](const LayerClass& k) { return k.state || k.window > 0; };
  if (kinds.size() < 2 || std::none_of(kinds.begin(), kinds.end(), unlike)) return;
  double least = std::numeric_limits<double>::infinity(), most = 0, page = 0, state = 0;
  for (const LayerClass& k : kinds) {
    least = std::min(least, k.layers);
    most = std::max(most, k.layers);
    (k.state ? state : page) = std::max(k.state ? state : page, k.state ? k.bytes : in_.engine->block_tokens * k.bytes);
  }
  if (page <= 0) return;
  page *= std::max(1.0, std::ceil(state / page));
  const double layers = most < 1.5 * least ? most : least;
  block_ = bytes(layers * share_ * page);
  state_ = {};
  for (const LayerClass& k : kinds) {
    const double groups = std::ceil(k.layers / layers);
    if (k.state)
      state_ += groups * block_;
    else
      kinds_.push_back(
          {groups, in_.engine->block_tokens * std::floor(page / (in_.engine->block_tokens * k.bytes)), k.window});
  }
}

// As vLLM has DeepSeek-V4 (_get_kv_cache_groups_uniform_groups): a block has what so many tokens take in all layers
// that compress; the windows of all layers lie in blocks of their own, and so do entries that are not whole yet, which
// are made in FP32 of values and gates, twice where stretches overlap.
void CacheLayout::share_compressed_blocks() {
  const auto layers_of = [&](int ratio) {  // 0: all with attention
    double sum = 0;
    for (const LayerGroup& g : model_.groups)
      if (g.attention && (ratio == 0 || g.attention->compress_ratio == ratio)) sum += g.count;
    return sum;
  };
  const Attention* largest = nullptr;  // whose entries stand for the fewest tokens
  double most = 0;
  for (const LayerGroup& g : model_.groups) {
    if (!g.attention || g.attention->compress_ratio == 0) continue;
    if (!largest || g.attention->compress_ratio < largest->compress_ratio) largest = &*g.attention;
    most = std::max(most, layers_of(g.attention->compress_ratio));
  }
  const double page =
      kCompressedEntries * cached(*largest).on_rank(in_.layout.tensor) * number_bytes(*largest, in_.kv->bits);
  const double tokens = kCompressedEntries * largest->compress_ratio;
  kinds_.push_back({1, tokens, 0});
  double held = 0;
  for (const LayerGroup& g : model_.groups) {
    if (!g.attention || g.attention->compress_ratio == 0) continue;
    const Attention& a = *g.attention;
    held += g.count * entry_bytes(a, in_, tokens / a.compress_ratio);
    const double twice = a.indexer_heads > 0 ? 2 : 1, window = twice * a.compress_ratio;
    const double unfinished = 4 * 2 * twice * a.kv_heads * a.key_dim;  // bytes of a token
    const auto same = [&](const CacheKind& k) { return k.window == window; };
    if (std::none_of(kinds_.begin(), kinds_.end(), same))
      kinds_.push_back({1, std::max(1.0, 4 * std::floor(page / (4 * unfinished))), window});
  }
  const double groups = std::max(1.0, std::round(layers_of(0) / most));
  kinds_.push_back({groups, kCompressedEntries, static_cast<double>(largest->window)});
  const double slots = std::ceil(layers_of(0) / groups) - layers_of(largest->compress_ratio);
  block_ = bytes(share_ * (held + std::max(0.0, slots) * page));
}

Bytes CacheLayout::blocks(double tokens, double beside) const {
  const double own = std::ceil(tokens / in_.layout.context);
  if (kinds_.empty()) {
    const double whole = std::ceil(own / in_.engine->block_tokens) * in_.engine->block_tokens;
    return kv_cache_per_gpu(model_, whole, in_.kv, in_.layout.tensor, beside_window(in_) + beside) * share_;
  }
  double sum = 0;
  for (const CacheKind& k : kinds_) {
    const double all = std::ceil(own / k.tokens);
    // A window seldom begins where a block does.
    sum += k.groups * (k.window > 0 ? std::min(all, std::ceil((k.window - 1 + beside) / k.tokens) + 1) : all);
  }
  return sum * block_;
}

Bytes CacheLayout::reading(double tokens) const {
  if (!in_.engine->shared_blocks) return {};
  return blocks(tokens, std::min(in_.prefill_chunk, tokens)) - blocks(tokens, 0);
}

CachedBeside cached_beside(const Attention& a, double bits) {
  return {index_key_bytes(a, a.compress_ratio > 0 ? 1.0 / a.compress_ratio : 1), 8 * number_bytes(a, bits) / bits};
}

}  // namespace ridgepoint
