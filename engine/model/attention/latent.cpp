// Multi-head latent attention: keys and values of all heads come out of one vector, which is cached with a rotary key
// (DeepSeek-V2, arXiv 2405.04434, section 2.1).
#include "engine/model/attention/attention.h"

namespace ridgepoint {
namespace {

double of_head(const Attention& a) { return static_cast<double>(a.key_dim) + a.value_dim; }
double vector_of(const Attention& a) { return static_cast<double>(a.kv_lora_rank) + a.rope_dim; }

class Latent final : public AttentionFormulas {
 public:
  void describe(const ModelRecord& r, Attention& a) const override {
    a.kv_lora_rank = *r.kv_lora_rank;
    a.rope_dim = r.rope_head_dim.value_or(0);
    a.expanded_cache = r.expanded_cache.value_or(false);
    if (r.nope_head_dim) a.key_dim = *r.nope_head_dim + a.rope_dim;
    a.value_dim = r.value_head_dim.value_or(r.nope_head_dim.value_or(a.key_dim));
  }

  void take_out_unused(ModelRecord& r, Unused& unused) const override {
    const auto take_out = [&](auto& value, const char* path) {
      unused.take_out(value, path, "latent attention (kv_lora_rank)");
    };
    if (r.kv_heads != r.heads) take_out(r.kv_heads, "kv_heads");
    take_out(r.window_kv_heads, "window_kv_heads");
    take_out(r.global_kv_heads, "global_kv_heads");
    if (r.nope_head_dim) {
      take_out(r.head_dim, "head_dim");
      take_out(r.global_head_dim, "global_head_dim");
    }
    take_out(r.global_k_is_v, "global_k_is_v");
    take_out(r.k_is_v, "k_is_v");
    take_out(r.qk_norm, "qk_norm");
    take_out(r.attention_gate, "attention_gate");
    take_out(r.attention_sinks, "attention_sinks");
    take_out(r.o_lora_rank, "o_lora_rank");
    take_out(r.o_groups, "o_groups");
    const bool of_mlp = r.bias == Bias::mlp || r.bias == Bias::all;
    if (r.bias != Bias::mlp) take_out(r.bias, "bias");
    if (of_mlp) r.bias = Bias::mlp;
  }

  void add_matrices(const ModelRecord& r, const Attention& a, LayerWeights& layer) const override {
    const double h = r.hidden, queries = static_cast<double>(a.heads) * a.key_dim, latent = a.kv_lora_rank;
    const double nope = a.key_dim - a.rope_dim;
    add_queries(layer, h, queries, a.q_lora_rank);
    layer.matrices.push_back({MatrixRole::latent_down, h, vector_of(a)});
    layer.matrices.push_back({MatrixRole::latent_up, latent, a.heads * (nope + a.value_dim)});
    layer.small_params += latent;
    layer.matrices.push_back({MatrixRole::output, static_cast<double>(a.heads) * a.value_dim, h});
  }

  CachedNumbers cached(const Attention& a) const override {
    return a.expanded_cache ? CachedNumbers{1.0 * a.heads, of_head(a), 0} : CachedNumbers{0, 0, vector_of(a)};
  }

  double flop_per_token(const Attention& a, MlaForm form) const override {
    return 2 * (form == MlaForm::absorbed && !a.expanded_cache ? 2.0 * a.kv_lora_rank + a.rope_dim : of_head(a));
  }

  double live_values(const Attention& a, int tensor) const override {
    return 2 * a.heads * of_head(a) / tensor + a.q_lora_rank + vector_of(a);
  }

  // And inputs and outputs of the norms between down- and up-projections, and the rotary part.
  double kept_values(const Attention& a, int, bool) const override {
    return 2 * a.heads * of_head(a) + 2.0 * a.q_lora_rank + 2.0 * a.kv_lora_rank + a.rope_dim;
  }
};

}  // namespace

const AttentionFormulas& latent_attention() {
  static const Latent formulas;
  return formulas;
}

}  // namespace ridgepoint
