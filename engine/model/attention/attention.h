// Softmax attention of one layer: what its kinds have in common, and what each has to say of itself.
//
// A new kind is a word of AttentionKind, what it makes of the rest of this file, a file beside it, and a field of
// ModelRecord that tells it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/matrix.h"
#include "engine/model/record.h"

namespace ridgepoint {

// Grouped heads: multi-head, grouped-query and multi-query. Latent: MLA, whose cache is one vector for all heads.
enum class AttentionKind { grouped, latent };
// Empty for what is no kind.
constexpr std::string_view word_of(AttentionKind kind) {
  switch (kind) {
    case AttentionKind::grouped:
      return "grouped";
    case AttentionKind::latent:
      return "latent";
  }
  return "";
}
// Traits are what others ask of a kind.
struct AttentionTraits {
  bool divides_cache = true;   // over tensor ranks; else each holds all of it
  bool is_projected = false;   // keys and values are made of a narrow vector by kernels of their own
  bool in_every_tool = false;  // all that train and measure decoders have it
};
constexpr AttentionTraits traits_of(AttentionKind kind) {
  switch (kind) {
    case AttentionKind::grouped:
      return {.in_every_tool = true};
    case AttentionKind::latent:
      return {.divides_cache = false, .is_projected = true};
  }
  return {};
}
inline AttentionKind kind_of(const ModelRecord& record) {
  return record.kv_lora_rank ? AttentionKind::latent : AttentionKind::grouped;
}

struct Attention {
  AttentionKind kind = AttentionKind::grouped;
  int heads = 0;
  int kv_heads = 0;
  int key_dim = 0;  // per head
  int value_dim = 0;
  int window = 0;  // tokens seen; 0: all
  bool owns_cache = true;
  bool values_from_keys = false;  // no matrix for values: they are made of what that for keys gives
  bool k_is_v = false;            // nor are they made at all: keys serve as values, and are cached once
  int q_lora_rank = 0;            // narrow middle of the queries; 0: none
  int kv_lora_rank = 0;           // latent: numbers of the vector, beside those of the rotary key
  int rope_dim = 0;
  bool expanded_cache = false;  // latent: the cache holds keys and values of all heads all the same
  int indexer_heads = 0;        // sparse.h
  int indexer_dim = 0;
  int indexer_top_k = 0;
  int compress_ratio = 0;  // sparse.h: tokens of an entry beyond the window; 0: nothing is seen beyond it
};

// Numbers that one layer caches for a token. Tensor parallelism divides the heads; each rank keeps at least one of
// them, and all of the rest.
struct CachedNumbers {
  double heads = 0;
  double of_head = 0;
  double rest = 0;
  double all() const { return heads * of_head + rest; }
  double on_rank(int tensor) const;
  double heads_on_rank(int tensor) const;  // one where nothing is divided
};

// Multi-head latent attention works on its latent vector (absorbed) or is expanded to ordinary heads.
enum class MlaForm { absorbed, expanded };

// Fields of a record that say what its kind of attention or mixer has no use for.
struct Unused {
  struct Field {
    std::string path;  // in the record
    std::string of;    // what has no use for it
  };
  std::vector<Field> fields;

  template <class T, class Otherwise = T>
  void take_out(T& value, std::string path, const std::string& of, Otherwise otherwise = {}) {
    if (value == otherwise) return;
    value = otherwise;
    fields.push_back({std::move(path), of});
  }
};

// What a kind of attention is made of and does.
class AttentionFormulas {
 public:
  // Fills in what is the kind's own; heads, widths of keys and values and window are there.
  virtual void describe(const ModelRecord& record, Attention& a) const = 0;
  // Takes from the record what it has no use for.
  virtual void take_out_unused(ModelRecord& record, Unused& unused) const = 0;
  // Its weight matrices, with the biases, norms and gates that the record asks for, per layer; without keys and values
  // where the layer reads another's cache.
  virtual void add_matrices(const ModelRecord& record, const Attention& a, LayerWeights& layer) const = 0;
  virtual CachedNumbers cached(const Attention& a) const = 0;
  // FLOP of one head for one token that it sees: score and weighted sum.
  virtual double flop_per_token(const Attention& a, MlaForm form) const = 0;
  // Values of a token that inference holds at once on one of `tensor` ranks, beside its hidden states.
  virtual double live_values(const Attention& a, int tensor) const = 0;
  // Values of a token that the backward pass needs, of all `tensor` ranks together: queries, keys, values, output, and
  // as often as ranks hold them what is not divided. `repeated`: keys and values once for every query head, without
  // flash attention.
  virtual double kept_values(const Attention& a, int tensor, bool repeated) const = 0;

 protected:
  ~AttentionFormulas() = default;  // they last as long as the program
};
const AttentionFormulas& grouped_attention();
const AttentionFormulas& latent_attention();

inline const AttentionFormulas& formulas_of(AttentionKind kind) {
  switch (kind) {
    case AttentionKind::grouped:
      return grouped_attention();
    case AttentionKind::latent:
      return latent_attention();
  }
  return grouped_attention();
}
inline CachedNumbers cached(const Attention& a) { return formulas_of(a.kind).cached(a); }

// Queries, through a narrow middle of `rank` where there is one, with the norm on it.
void add_queries(LayerWeights& layer, double hidden, double queries, int rank);

}  // namespace ridgepoint
