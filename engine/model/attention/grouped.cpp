// Heads of queries that share heads of keys and values: multi-head, grouped-query (Ainslie et al. 2023, arXiv
// 2305.13245) and multi-query attention.
#include "engine/model/attention/attention.h"

namespace ridgepoint {
namespace {

bool biased_qkv(Bias bias) { return bias == Bias::qkv || bias == Bias::qkv_o || bias == Bias::all; }
bool biased_o(Bias bias) { return bias == Bias::qkv_o || bias == Bias::all; }

double of_head(const Attention& a) { return static_cast<double>(a.key_dim) + a.value_dim; }

// The output projection; with `o_lora_rank`, each of `o_groups` groups of heads has its own first matrix.
void add_output(LayerWeights& layer, const ModelRecord& r, double values) {
  const double h = r.hidden, groups = r.o_groups.value_or(1);
  if (!r.o_lora_rank) {
    layer.matrices.push_back({MatrixRole::output, values, h});
    return;
  }
  const double rank = *r.o_lora_rank;
  layer.matrices.push_back({MatrixRole::output_down, values / groups, groups * rank});
  layer.matrices.push_back({MatrixRole::output_up, groups * rank, h});
}

class Grouped final : public AttentionFormulas {
 public:
  void describe(const ModelRecord&, Attention&) const override {}

  void take_out_unused(ModelRecord& r, Unused& unused) const override {
    const auto take_out = [&](auto& value, const char* path, const char* of) { unused.take_out(value, path, of); };
    take_out(r.rope_head_dim, "rope_head_dim", "attention without kv_lora_rank");
    take_out(r.nope_head_dim, "nope_head_dim", "attention without kv_lora_rank");
    take_out(r.expanded_cache, "expanded_cache", "attention without kv_lora_rank");
    if (!r.o_lora_rank) take_out(r.o_groups, "o_groups", "attention without o_lora_rank");
  }

  void add_matrices(const ModelRecord& r, const Attention& a, LayerWeights& layer) const override {
    const double h = r.hidden, queries = static_cast<double>(a.heads) * a.key_dim;
    const double keys = static_cast<double>(a.kv_heads) * a.key_dim;
    const double values = a.values_from_keys ? 0.0 : static_cast<double>(a.kv_heads) * a.value_dim;
    add_queries(layer, h, r.attention_gate ? 2 * queries : queries, a.q_lora_rank);
    // A layer that shares another's cache has no keys and values of its own.
    if (a.owns_cache) layer.matrices.push_back({MatrixRole::keys, h, keys});
    if (a.owns_cache && values > 0) layer.matrices.push_back({MatrixRole::values, h, values});
    add_output(layer, r, static_cast<double>(a.heads) * a.value_dim);
    if (biased_qkv(r.bias)) layer.small_params += queries + keys + values;
    if (biased_o(r.bias)) layer.small_params += h;
    if (r.qk_norm == QkNorm::head) layer.small_params += 2.0 * a.key_dim;
    if (r.qk_norm == QkNorm::full) layer.small_params += queries + keys;
    if (r.attention_sinks) layer.small_params += a.heads;
  }

  CachedNumbers cached(const Attention& a) const override {
    return {static_cast<double>(a.kv_heads), a.key_dim + (a.k_is_v ? 0.0 : a.value_dim), 0};
  }

  double flop_per_token(const Attention& a, MlaForm) const override { return 2 * of_head(a); }

  double live_values(const Attention& a, int tensor) const override {
    return (a.heads + a.kv_heads) * of_head(a) / tensor;
  }

  double kept_values(const Attention& a, int tensor, bool repeated) const override {
    const double held = repeated ? a.heads : cached(a).heads_on_rank(tensor) * tensor;
    return a.heads * of_head(a) + held * of_head(a);
  }
};

}  // namespace

const AttentionFormulas& grouped_attention() {
  static const Grouped formulas;
  return formulas;
}

}  // namespace ridgepoint
