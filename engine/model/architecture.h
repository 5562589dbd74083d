// Model architectures: what a model is made of, and what follows from that alone.
//
// A ModelRecord is how people and configuration files describe a model: flat fields. An
// Architecture is the same model as groups of equal layers; every count is taken from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/model/attention/attention.h"
#include "engine/model/attention/linear.h"
#include "engine/model/format.h"
#include "engine/model/matrix.h"
#include "engine/model/record.h"

namespace ridgepoint {

struct FeedForward {
  int width = 0;  // 0: none
  bool gated = true;
};

struct Experts {
  int count = 0;  // 0: none
  int per_token = 0;
  int width = 0;
  int shared_width = 0;
  int latent = 0;  // 0: experts act on the hidden width
  bool gated = true;
  double outer(double hidden) const { return latent > 0 ? latent : hidden; }  // width of a token that is sent to them
};

// `count` equal layers.
struct LayerGroup : LayerWeights {
  int count = 0;
  std::optional<Attention> attention;
  std::optional<LinearMixer> linear;
  FeedForward dense;
  Experts experts;
  double expert_params = 0;  // of one routed expert
  Norm norm = Norm::rms;     // kind and number of the norms over the hidden width
  int norms = 2;
  bool qk_norm = false;  // norms over queries and keys
};

// Of all matrices of one layer, experts not among them.
double matrix_params(const LayerGroup& layer);

struct Architecture {
  std::string name;
  ModelKind kind = ModelKind::decoder;
  int hidden = 0;
  int vocab = 0;
  bool tied_embeddings = false;
  std::vector<LayerGroup> groups;
  double embedding_params = 0;  // token embedding table
  double head_params = 0;       // LM head, 0 when tied
  double other_params = 0;      // final norm, positions, what the record calls extra
  double lookup_params = 0;     // those of them that a token only looks up: tables of per-layer embeddings and n-grams
  double tower_params = 0;      // of vision and audio towers beside it, in 16 bits; counted in none of the above
  int max_context = 0;          // 0: unknown
  bool synthesized = false;     // made up from a parameter count alone
  bool caches_first = false;    // layers without a cache of their own come after all that have one

  int layers() const;
  int expert_layers() const;  // those with routed experts
};

// The model without the layers after the last that owns a cache: all that filling the caches takes. The model itself
// where others come between.
Architecture until_last_cache(const Architecture& model);

// Whether a model of that kind generates tokens from a cache of keys and values; the others are in
// engine/model/media.h.
bool generates_tokens(ModelKind kind);

// Takes from a record what its kinds of attention and of mixers have no use for, and says which fields that was.
std::vector<Unused::Field> without_unused(ModelRecord& record);

// The layers a record describes: of token decoders, and of encoders, which have no LM head. Problems name the record's
// fields under `path`.
Result<Architecture> architecture_of(const ModelRecord& record, const std::string& path);

// A dense decoder of the usual shape with about `params` parameters: GQA with 8 KV heads of 128,
// gated feed-forward, 128k vocabulary, depth near hidden / 112 as in the Llama 3 family.
Architecture synthesize(double params);

double total_params(const Architecture& model);
// Whether a number of parameters that a record says of itself is, rounded as in names, what its parts have.
bool agrees_with_sum(double said, double counted);
// Parameters one token passes through, both embedding tables included (vendors' convention), tables of
// per-layer embeddings not.
double active_params(const Architecture& model);
// Parameters in matrix multiplications per token: without the embedding look-up, with the LM head.
double matmul_params(const Architecture& model);
// Matrices a weight format quantizes: attention, feed-forward and expert matrices.
double quantizable_params(const Architecture& model);

// Forward FLOPs of one token that sees `context` tokens: 2 per matmul parameter, and attention.
Flop forward_flop(const Architecture& model, double context);
// Only the attention over the context, all layers, on one of `tensor` GPUs. MLA in decode works on its latent
// (absorbed); in prefill and training it is expanded to ordinary heads, unless an indexer picks other tokens for each:
// kernels that gather them work on the latent, on at least 64 heads (flash_mla_sparse_fwd of deepseek-ai/FlashMLA takes
// 64 or 128), and every GPU scores the tokens with all heads of the indexer.
Flop attention_flop(const Architecture& model, double context, MlaForm form = MlaForm::absorbed, int tensor = 1);

// Query heads that attend to one cached head, or to the latent vector of MLA, on one of `tensor` GPUs, in the mean.
double heads_on_one(const Architecture& model, int tensor);

// KV cache of one sequence of `tokens`, all layers, undivided. MLA counts its latent.
Bytes kv_cache(const Architecture& model, double tokens, const NumberFormat& format);
// The same on one of `tensor` GPUs: heads are divided, at least one each; MLA is replicated. Layers with a window keep
// up to `beside` tokens more than it.
Bytes kv_cache_per_gpu(const Architecture& model, double tokens, const NumberFormat& format, int tensor,
                       double beside = 0);
// Constant state of linear-attention and state-space layers per sequence (FP32) with convolutions (16 bit).
Bytes linear_state(const Architecture& model);

// Experts of one MoE layer that `tokens` tokens touch. Routed evenly and independently E (1 - (1 - k/E)^n). Some
// experts are chosen more often than others: where how often follows a gamma distribution with `variance` times the
// square of the mean, one that the first token did not take is left by the others with (1 + v L)^(-1/v), L = -(n - 1)
// ln(1 - k/E).
double experts_touched(const Experts& experts, double tokens, double variance = 0);

// Forward FLOPs of the attention core of all layers, on one of `tensor` GPUs, for `tokens` new tokens of which the
// first sees `cached` tokens and each further one a token more. MLA is expanded to ordinary heads. Windows and sparse
// attention bend the growth; the mean over the stretch is taken at 8 midpoints, which is exact as long as it is linear.
Flop causal_attention_flop(const Architecture& model, double tokens, double cached, int tensor = 1);

template <class PerLayer>
double sum_over_layers(const Architecture& model, PerLayer per_layer) {
  double sum = 0;
  for (const LayerGroup& group : model.groups) sum += group.count * per_layer(group);
  return sum;
}

// Numbers that norms, residual sums, rotary embedding and gating read and write per token and layer in one forward pass
// with fused kernels.
struct ElementwiseValues {
  double whole = 0;  // of the hidden width, which tensor ranks do not divide: two norms (read, write), two sums (read
                     // twice, write)
  double split = 0;  // queries and keys in and out, gate and up in, product out
  // Each routed expert that the token goes to adds these: copied there and back; gate and up in, product out.
  double routed_whole = 0, routed_split = 0;
};
ElementwiseValues elementwise_values(const LayerGroup& group, double hidden);

// The same in PyTorch, one kernel for each operation, as numbers of 16 bits. RMSNorm is cast to FP32 (6 bytes a
// number), squared (8), averaged (4), scaled (8), cast back (6) and multiplied by its weight (4): 36 bytes; LayerNorm
// is one kernel, 4. Rotary embedding is cast to FP32 (6), four products of halves (16), their two sums (12), joined (8)
// and cast back (6): 48 bytes. Gating is two kernels: the activation (4) and the product (6), 10 bytes of its width.
ElementwiseValues written_out_values(const LayerGroup& group, double hidden);

}  // namespace ridgepoint
