// Model architectures: what a model is made of, and what follows from that alone.
//
// A ModelRecord is how people and configuration files describe a model: flat fields. An
// Architecture is the same model as groups of equal layers; every count is taken from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/provenance.h"
#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/model/format.h"

namespace ridgepoint {

enum class ModelKind { decoder, moe, hybrid, multimodal, encoder, vision, diffusion, speech };
template <>
struct Words<ModelKind> {
  static constexpr std::array<std::string_view, 8> list = {"decoder", "moe",    "hybrid",    "multimodal",
                                                           "encoder", "vision", "diffusion", "speech"};
};

enum class Bias { none, qkv, qkv_o, mlp, all };
template <>
struct Words<Bias> {
  static constexpr std::array<std::string_view, 5> list = {"none", "qkv", "qkv_o", "mlp", "all"};
};

enum class Norm { rms, layernorm, layernorm_no_bias, none };
template <>
struct Words<Norm> {
  static constexpr std::array<std::string_view, 4> list = {"rms", "layernorm", "layernorm_no_bias", "none"};
};

enum class QkNorm { none, head, full };
template <>
struct Words<QkNorm> {
  static constexpr std::array<std::string_view, 3> list = {"none", "head", "full"};
};

// Token mixers whose memory does not grow with the context.
enum class LinearKind { gated_deltanet, kda, lightning, mamba1, mamba2, short_conv };
template <>
struct Words<LinearKind> {
  static constexpr std::array<std::string_view, 6> list = {"gated_deltanet", "kda",    "lightning",
                                                           "mamba1",         "mamba2", "short_conv"};
};

// Linear attention and state-space layers of a hybrid model.
struct LinearRecord {
  LinearKind kind = LinearKind::mamba2;
  int layers = 0;
  std::optional<int> key_heads;  // gated DeltaNet; else equal to value_heads
  int value_heads = 0;           // heads of the state
  int key_dim = 0;               // per head; Mamba: state size; short convolution: 0
  int value_dim = 0;             // per head
  int conv = 4;                  // kernel width of the short convolution, 0 for none
  int groups = 1;                // Mamba-2 B/C groups
  std::optional<int> dt_rank;    // Mamba-1
};
void visit(LinearRecord& linear, FieldVisitor& v);

// Windowed layers that besides their window see the rest of the context compressed: one cached entry
// for `ratio` tokens (DeepSeek-V4). With `top_k`, an indexer picks that many of the entries, and the
// stretches that entries are made from overlap.
struct CompressedRecord {
  int layers = 0;
  int ratio = 1;
  std::optional<int> top_k;
};
void visit(CompressedRecord& compressed, FieldVisitor& v);

// What a network does in a model that is not a token decoder.
enum class Role { text_encoder, denoiser, image_encoder, image_decoder, audio_encoder, text_decoder };
template <>
struct Words<Role> {
  static constexpr std::array<std::string_view, 6> list = {"text_encoder",  "denoiser",      "image_encoder",
                                                           "image_decoder", "audio_encoder", "text_decoder"};
};

// One network of a model that has several. Work and activations are of one forward pass over one item at the
// size the record names (an image, a window of audio, `tokens` of text; one token of a text decoder).
struct ComponentRecord {
  Role role = Role::denoiser;
  double params_m = 0;
  std::optional<double> gflop;               // absent: unknown
  std::optional<double> attention_gflop;     // the part that grows with the square of the tokens
  std::optional<double> activations_m;       // values written
  std::optional<double> peak_activations_m;  // values alive at once
  std::optional<int> tokens, text_tokens;    // of the item, and of text that is attended to jointly
  std::optional<int> matrices;               // convolutions and linear layers, each of which is launched
  std::optional<int> layers;
  std::optional<int> hidden;  // transformers: width of all heads
};
void visit(ComponentRecord& component, FieldVisitor& v);

// One model as the catalog and people write it.
struct ModelRecord {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  std::string family;
  ModelKind kind = ModelKind::decoder;
  std::string release;
  std::string license;

  std::optional<double> params_b;         // published or recomputed total, 1e9
  std::optional<double> active_params_b;  // used per token, embeddings included

  int layers = 0;
  int hidden = 0;
  int intermediate = 0;  // width of dense feed-forward layers; 0: none
  int heads = 0;
  std::optional<int> kv_heads;        // absent: heads
  std::optional<int> head_dim;        // absent: hidden / heads
  std::optional<int> value_head_dim;  // absent: head_dim
  int vocab = 0;
  bool tied_embeddings = false;
  std::optional<double> max_context;
  std::optional<double> original_context;  // positions before the position encoding was stretched

  bool gated = true;  // gated feed-forward (three matrices) or plain (two)
  Bias bias = Bias::none;
  bool lm_head_bias = false;
  Norm norm = Norm::rms;
  int norms_per_layer = 2;
  QkNorm qk_norm = QkNorm::none;
  int learned_positions = 0;
  bool embedding_norm = false;
  bool attention_gate = false;  // output gate as wide as the queries
  bool attention_sinks = false;

  std::optional<int> full_attention_layers;  // layers that see the whole context; absent: all
  std::optional<int> window;                 // tokens the other attention layers see
  std::optional<int> attention_layers;       // layers with softmax attention at all; absent: all but linear ones
  std::optional<int> kv_layers;              // layers that own a KV cache (sharing); absent: all with attention
  bool kv_layers_first = false;              // those are the first ones, the last read their caches
  std::optional<int> window_kv_heads;        // where windowed layers differ
  std::optional<int> global_head_dim;        // where full layers differ
  std::optional<int> global_kv_heads;
  bool global_k_is_v = false;                // full layers make values with the matrix for keys
  bool k_is_v = false;                       // in all layers keys serve as values, and are cached once
  std::vector<CompressedRecord> compressed;  // which of the windowed layers see a compressed context too
  std::optional<int> o_lora_rank;            // width between the two matrices of the output projection, per group
  std::optional<int> o_groups;

  std::optional<int> q_lora_rank;   // MLA
  std::optional<int> kv_lora_rank;  // present: MLA
  std::optional<int> rope_head_dim;
  std::optional<int> nope_head_dim;
  std::optional<int> indexer_heads;  // sparse attention
  std::optional<int> indexer_dim;
  std::optional<int> indexer_top_k;

  std::optional<LinearRecord> linear;

  int experts = 0;
  int experts_per_token = 0;
  int expert_intermediate = 0;
  int shared_intermediate = 0;  // of all shared experts together
  bool shared_gate = false;
  bool expert_bias = false;
  bool router_bias = false;
  std::optional<int> expert_latent;  // experts act on this width instead of hidden
  std::optional<int> moe_layers;     // absent: every layer that is not dense
  std::optional<int> dense_layers;   // layers with the dense feed-forward; absent: 0 with experts, else all
  bool parallel_dense = false;       // a dense feed-forward beside the experts in every MoE layer

  int per_layer_embedding = 0;  // width of an embedding table of every layer (Gemma 3n and 4 E)
  double extra_params = 0;      // parameters none of the above describes; said in `note`
  double lookup_params = 0;     // of other tables that a token only looks up (n-grams), in params_b
  double mtp_params = 0;        // of multi-token-prediction layers, not in params_b
  double tower_params = 0;      // of vision and audio towers, not in params_b

  // Models that are not token decoders: work per image, step or second, as published.
  std::optional<double> gflop_per_image;  // forward, at image_size
  std::optional<int> image_size;          // side, or width where image_height is there
  std::optional<int> image_height;
  std::optional<double> activations_m;  // millions of activation values per image, forward
  std::optional<int> matrices;          // of a network of images: convolutions and linear layers
  std::optional<int> patch;             // pixels (or latent positions) of a token's side
  std::optional<int> latent_channels;
  std::optional<int> frames;       // of the video that the work is for
  std::optional<int> steps;        // usual denoising steps
  bool guidance = false;           // usually with classifier-free guidance
  std::optional<double> window_s;  // seconds of audio that are encoded at once
  std::vector<ComponentRecord> components;

  std::string native_precision;
  std::string source;
  std::string retrieved;
  std::string note;
  ProvenanceMap provenance;
};
void visit(ModelRecord& model, FieldVisitor& v);

// Softmax attention of one layer.
struct Attention {
  int heads = 0;
  int kv_heads = 0;
  int key_dim = 0;  // per head
  int value_dim = 0;
  int window = 0;  // tokens seen; 0: all
  bool owns_cache = true;
  bool values_from_keys = false;  // no matrix for values: they are made of what that for keys gives
  bool k_is_v = false;            // nor are they made at all: keys serve as values, and are cached once
  // MLA: the cache holds kv_lora_rank + rope_dim numbers per token, whatever the heads.
  int q_lora_rank = 0;
  int kv_lora_rank = 0;
  int rope_dim = 0;
  int indexer_heads = 0;
  int indexer_dim = 0;
  int indexer_top_k = 0;
  int compress_ratio = 0;  // tokens of an entry beyond the window; 0: nothing is seen beyond it
  bool is_mla() const { return kv_lora_rank > 0; }
};

struct LinearMixer {
  LinearKind kind = LinearKind::mamba2;
  int key_heads = 0;
  int value_heads = 0;
  int key_dim = 0;
  int value_dim = 0;
  int conv = 0;
  int groups = 1;
  int dt_rank = 0;

  double keys() const { return static_cast<double>(key_heads) * key_dim; }
  double values() const { return static_cast<double>(value_heads) * value_dim; }
  double conv_channels() const;  // that the short convolution runs over
};

// Weight matrices that act on every token: `count` of them, each inputs x outputs. LoRA adapters,
// tensor-parallel splits and quantization all follow these shapes.
struct Matrix {
  std::string name;  // "q", "k", "v", "o", "gate", "up", "down", "router", ...
  double inputs = 0;
  double outputs = 0;
  double params() const { return inputs * outputs; }
};

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
struct LayerGroup {
  int count = 0;
  std::optional<Attention> attention;
  std::optional<LinearMixer> linear;
  FeedForward dense;
  Experts experts;
  std::vector<Matrix> matrices;  // dense matrices of one layer, experts not among them
  double expert_params = 0;      // of one routed expert
  double small_params = 0;       // norms, biases, sinks, convolutions of one layer
  Norm norm = Norm::rms;         // kind and number of the norms over the hidden width
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
enum class MlaForm { absorbed, expanded };
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

}  // namespace ridgepoint
