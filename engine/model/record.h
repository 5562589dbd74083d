// A model as the catalog, people and configuration files describe it: flat fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/model/format.h"

namespace ridgepoint {

enum class ModelKind { decoder, moe, hybrid, multimodal, encoder, vision, diffusion, speech };
template <>
inline constexpr auto kWords<ModelKind> =
    word_list("decoder", "moe", "hybrid", "multimodal", "encoder", "vision", "diffusion", "speech");

enum class Bias { none, qkv, qkv_o, mlp, all };
template <>
inline constexpr auto kWords<Bias> = word_list("none", "qkv", "qkv_o", "mlp", "all");

enum class Norm { rms, layernorm, layernorm_no_bias, none };
template <>
inline constexpr auto kWords<Norm> = word_list("rms", "layernorm", "layernorm_no_bias", "none");

enum class QkNorm { none, head, full };
template <>
inline constexpr auto kWords<QkNorm> = word_list("none", "head", "full");

// Token mixers whose memory does not grow with the context.
enum class LinearKind { gated_deltanet, kda, lightning, mamba1, mamba2, short_conv };
template <>
inline constexpr auto kWords<LinearKind> =
    word_list("gated_deltanet", "kda", "lightning", "mamba1", "mamba2", "short_conv");

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
inline constexpr auto kWords<Role> =
    word_list("text_encoder", "denoiser", "image_encoder", "image_decoder", "audio_encoder", "text_decoder");

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
  std::optional<int> hidden;         // transformers: width of all heads
  std::optional<double> step_share;  // of the denoising steps, those that this one of several denoisers makes
};
void visit(ComponentRecord& component, FieldVisitor& v);

// One model as the catalog and people write it.
struct ModelRecord {
  std::string id;
  std::string name;
  std::vector<std::string> aliases;
  // Public repositories of it in other formats: how ids of such formats begin, and owner/name, where * is its own name.
  std::vector<std::string> checkpoints;
  std::string family;
  ModelKind kind = ModelKind::decoder;
  std::string release;
  std::string license;
  std::vector<std::string> purposes;  // by its maker's word; empty: what `kind` says (purposes_of)
  std::string successor;              // id of the model that its maker has put in its place; empty: none

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

  std::optional<int> q_lora_rank;      // MLA
  std::optional<int> kv_lora_rank;     // present: MLA
  std::optional<bool> expanded_cache;  // of MLA: keys and values of all heads are cached, not the latent vector
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
  PartBits part_bits;  // of parts that differ from it in what is published
  std::string source;
  std::string retrieved;
  std::string note;
  ProvenanceMap provenance;
};
// A record is called by its name, or by its id where it has none.
template <class Record>
const std::string& title_of(const Record& record) {
  return record.name.empty() ? record.id : record.name;
}
void visit(ModelRecord& model, FieldVisitor& v);

}  // namespace ridgepoint
