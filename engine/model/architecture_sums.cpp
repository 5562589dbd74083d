// Sums over an architecture: parameters, FLOPs, cache and state, and what is read and written between products.
#include <algorithm>
#include <cmath>

#include "engine/model/architecture.h"
#include "engine/model/attention/sparse.h"

namespace ridgepoint {
namespace {

// `numbers`: cached for a token, undivided or on one rank.
Bytes layer_cache(const Attention& a, double tokens, const NumberFormat& format, double numbers, double beside) {
  if (!a.owns_cache) return bytes(0);
  const Entries entries = entries_of(a, tokens, beside);
  const double indexed = a.compress_ratio > 0 ? entries.compressed : entries.window;
  return bytes((entries.window + entries.compressed) * numbers * number_bytes(a, format.bits) +
               index_key_bytes(a, indexed));
}

// FLOPs of one layer's attention for one token that sees `context`, on one of `tensor` GPUs: scores and weighted sum.
double attention_flop_of(const Attention& a, double context, MlaForm form, int tensor) {
  // The indexer picks among the compressed context where there is one.
  const auto [window, compressed] = entries_of(a, context);
  const double pickable = a.compress_ratio > 0 ? compressed : window;
  const double seen = (a.compress_ratio > 0 ? window : 0) + picked(a, pickable);
  const double per_token = formulas_of(a.kind).flop_per_token(a, gathers(a) ? MlaForm::absorbed : form);
  return indexer_flop(a, pickable) + heads_computed(a, tensor) * per_token * seen;
}

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
      if (traits_of(matrix.role).part != Part::small) sum += matrix.params();
    return sum;
  });
}

Flop attention_flop(const Architecture& model, double context, MlaForm form, int tensor) {
  return flop(sum_over_layers(model, [&](const LayerGroup& g) {
    double sum = 0;
    if (g.attention) sum += attention_flop_of(*g.attention, context, form, tensor);
    if (g.linear) sum += flop_per_token(*g.linear) / tensor;
    return sum;
  }));
}

double heads_on_one(const Architecture& model, int tensor) {
  const auto heads = [&](const LayerGroup& g) { return g.attention ? heads_computed(*g.attention, tensor) : 0.0; };
  const auto held = [&](const LayerGroup& g) { return g.attention ? cached(*g.attention).heads_on_rank(tensor) : 0.0; };
  return sum_over_layers(model, heads) / std::max(1.0, sum_over_layers(model, held));
}

Flop forward_flop(const Architecture& model, double context) {
  return flop(2 * matmul_params(model)) + attention_flop(model, context);
}

Bytes kv_cache(const Architecture& model, double tokens, const NumberFormat& format) {
  return bytes(sum_over_layers(model, [&](const LayerGroup& g) {
    return g.attention ? in_bytes(layer_cache(*g.attention, tokens, format, cached(*g.attention).all(), 0)) : 0.0;
  }));
}

Bytes kv_cache_per_gpu(const Architecture& model, double tokens, const NumberFormat& format, int tensor,
                       double beside) {
  return bytes(sum_over_layers(model, [&](const LayerGroup& g) {
    if (!g.attention) return 0.0;
    return in_bytes(layer_cache(*g.attention, tokens, format, cached(*g.attention).on_rank(tensor), beside));
  }));
}

Bytes linear_state(const Architecture& model) {
  return bytes(
      sum_over_layers(model, [](const LayerGroup& g) { return g.linear ? in_bytes(mixer_state(*g.linear)) : 0.0; }));
}

double experts_touched(const Experts& experts, double tokens, double variance) {
  if (experts.count == 0) return 0;
  const double of_one = static_cast<double>(experts.per_token) / experts.count;
  if (variance <= 0 || tokens <= 1 || of_one >= 1) return experts.count * (1.0 - std::pow(1.0 - of_one, tokens));
  const double expected = -(tokens - 1) * std::log1p(-of_one);
  const double untouched = (1 - of_one) * std::pow(1 + variance * expected, -1 / variance);
  return experts.count * (1.0 - untouched);
}

Flop causal_attention_flop(const Architecture& model, double tokens, double cached, int tensor) {
  constexpr int kPoints = 8;
  Flop sum;
  for (int i = 0; i < kPoints; ++i)
    sum += attention_flop(model, cached + tokens * (i + 0.5) / kPoints, MlaForm::expanded, tensor);
  return sum * (tokens / kPoints);
}

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
