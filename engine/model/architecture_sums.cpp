// What an architecture adds up to: parameters, FLOPs, cache and state.
#include <algorithm>
#include <cmath>

#include "engine/model/architecture.h"

namespace ridgepoint {
namespace {

template <class PerLayer>
double sum_over_layers(const Architecture& model, PerLayer per_layer) {
  double sum = 0;
  for (const LayerGroup& group : model.groups) sum += group.count * per_layer(group);
  return sum;
}

// Numbers one layer's cache holds per cached token.
double cached_values(const Attention& a) {
  if (a.is_mla()) return a.kv_lora_rank + a.rope_dim;
  return static_cast<double>(a.kv_heads) * (a.key_dim + (a.k_is_v ? 0 : a.value_dim));
}

double tokens_in_window(const Attention& a, double context) {
  return a.window > 0 ? std::min<double>(context, a.window) : context;
}

// Entries that stand for the compressed context, beside those of the window.
double compressed_entries(const Attention& a, double context) {
  return a.compress_ratio > 0 ? context / a.compress_ratio : 0;
}

Bytes layer_cache(const Attention& a, double tokens, const NumberFormat& format, double share, double beside) {
  if (!a.owns_cache) return bytes(0);
  const double window = std::min(tokens, tokens_in_window(a, tokens) + beside), entries = compressed_entries(a, tokens);
  // The index keys of sparse attention are kept in one byte each and are not divided.
  const double index_keys = (a.compress_ratio > 0 ? entries : window) * a.indexer_dim;
  return bytes((window + entries) * cached_values(a) * share * format.bits / 8 + index_keys);
}

constexpr double kFewestSparseHeads = 64;  // that a kernel of sparse attention to one cached head computes

double heads_computed(const Attention& a, int tensor) {
  const double share = static_cast<double>(a.heads) / tensor;
  const bool on_one = a.is_mla() || a.kv_heads == 1;
  return a.indexer_heads > 0 && on_one ? std::max(share, std::min<double>(a.heads, kFewestSparseHeads)) : share;
}

// Heads whose keys and values one of `tensor` GPUs keeps: at least one; the latent vector of MLA is on all.
double heads_cached(const Attention& a, int tensor) {
  return a.is_mla() ? 1.0 : std::ceil(static_cast<double>(a.kv_heads) / tensor);
}

// FLOPs of one layer's attention for one token that sees `context`, on one of `tensor` GPUs: scores and weighted sum.
double attention_flop_of(const Attention& a, double context, MlaForm form, int tensor) {
  // The indexer reads every entry it may pick: of the compressed context where there is one.
  const double window = tokens_in_window(a, context), entries = compressed_entries(a, context);
  const double pickable = a.compress_ratio > 0 ? entries : window;
  const double picked = a.indexer_heads > 0 ? std::min<double>(pickable, a.indexer_top_k) : pickable;
  const double seen = a.compress_ratio > 0 ? window + picked : picked;
  const double indexer = 2.0 * a.indexer_heads * a.indexer_dim * pickable;
  const bool on_latent = a.is_mla() && (form == MlaForm::absorbed || a.indexer_heads > 0);
  const double per_token = on_latent ? 2.0 * a.kv_lora_rank + a.rope_dim : static_cast<double>(a.key_dim) + a.value_dim;
  return indexer + 2.0 * heads_computed(a, tensor) * per_token * seen;
}

// Decay, update and read of the state: 2 FLOPs for each of its numbers in each.
double linear_flop_of(const LinearMixer& m) { return 6.0 * m.values() * m.key_dim; }

}  // namespace

double matrix_params(const LayerGroup& layer) {
  double sum = 0;
  for (const Matrix& matrix : layer.matrices) sum += matrix.params();
  return sum;
}

double total_params(const Architecture& model) {
  return model.embedding_params + model.head_params + model.other_params +
         sum_over_layers(model, [](const LayerGroup& g) {
           return matrix_params(g) + g.small_params + g.experts.count * g.expert_params;
         });
}

double active_params(const Architecture& model) {
  return total_params(model) - model.lookup_params - sum_over_layers(model, [](const LayerGroup& g) {
           return (g.experts.count - g.experts.per_token) * g.expert_params;
         });
}

double matmul_params(const Architecture& model) {
  const double head = static_cast<double>(model.vocab) * model.hidden;
  return head + sum_over_layers(model, [](const LayerGroup& g) {
           return matrix_params(g) + g.experts.per_token * g.expert_params;
         });
}

double quantizable_params(const Architecture& model) {
  return sum_over_layers(model, [](const LayerGroup& g) {
    double sum = g.experts.count * g.expert_params;
    for (const Matrix& matrix : g.matrices)
      if (matrix.name != "router") sum += matrix.params();
    return sum;
  });
}

Flop attention_flop(const Architecture& model, double context, MlaForm form, int tensor) {
  return flop(sum_over_layers(model, [&](const LayerGroup& g) {
    double sum = 0;
    if (g.attention) sum += attention_flop_of(*g.attention, context, form, tensor);
    if (g.linear) sum += linear_flop_of(*g.linear) / tensor;
    return sum;
  }));
}

double heads_on_one(const Architecture& model, int tensor) {
  const auto heads = [&](const LayerGroup& g) { return g.attention ? heads_computed(*g.attention, tensor) : 0.0; };
  const auto cached = [&](const LayerGroup& g) { return g.attention ? heads_cached(*g.attention, tensor) : 0.0; };
  return sum_over_layers(model, heads) / std::max(1.0, sum_over_layers(model, cached));
}

Flop forward_flop(const Architecture& model, double context) {
  return flop(2 * matmul_params(model)) + attention_flop(model, context);
}

Bytes kv_cache(const Architecture& model, double tokens, const NumberFormat& format) {
  return bytes(sum_over_layers(model, [&](const LayerGroup& g) {
    return g.attention ? in_bytes(layer_cache(*g.attention, tokens, format, 1.0, 0)) : 0.0;
  }));
}

Bytes kv_cache_per_gpu(const Architecture& model, double tokens, const NumberFormat& format, int tensor,
                       double beside) {
  return bytes(sum_over_layers(model, [&](const LayerGroup& g) {
    if (!g.attention) return 0.0;
    const Attention& a = *g.attention;
    const double share = a.is_mla() ? 1.0 : heads_cached(a, tensor) / a.kv_heads;
    return in_bytes(layer_cache(a, tokens, format, share, beside));
  }));
}

Bytes linear_state(const Architecture& model) {
  return bytes(sum_over_layers(model, [](const LayerGroup& g) {
    if (!g.linear) return 0.0;
    const LinearMixer& m = *g.linear;
    const double history = m.conv > 1 ? (m.conv - 1) * m.conv_channels() : 0;
    return 4 * m.values() * m.key_dim + 2 * history;
  }));
}

double experts_touched(const Experts& experts, double tokens, double variance) {
  if (experts.count == 0) return 0;
  const double of_one = static_cast<double>(experts.per_token) / experts.count;
  if (variance <= 0 || tokens <= 1 || of_one >= 1) return experts.count * (1.0 - std::pow(1.0 - of_one, tokens));
  const double expected = -(tokens - 1) * std::log1p(-of_one);
  const double untouched = (1 - of_one) * std::pow(1 + variance * expected, -1 / variance);
  return experts.count * (1.0 - untouched);
}

}  // namespace ridgepoint
