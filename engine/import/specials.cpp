#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/import/known.h"
#include "engine/import/layers.h"

namespace ridgepoint::import {
namespace {

using known::lower;
using Sentences = std::vector<std::string>;

// The mean width of layers that differ; what rounding loses goes to extra_params.
void set_mean_width(ModelRecord& record, const std::vector<double>& widths) {
  const double sum = std::accumulate(widths.begin(), widths.end(), 0.0);
  const double mean = std::floor(sum / static_cast<double>(widths.size()));
  record.intermediate = static_cast<int>(mean);
  record.extra_params += (record.gated ? 3.0 : 2.0) * record.hidden * (sum - mean * static_cast<double>(widths.size()));
}

// Gemma 3n and 4: a table of embeddings for every layer, with a projection of the token, and a gate, a projection
// and a norm in each layer.
void add_per_layer_embeddings(Config& config, ModelRecord& record, Sentences& assumptions) {
  const int per_layer = config.whole("hidden_size_per_layer_input", 1000000).value_or(0);
  if (per_layer == 0) return;
  const double h = record.hidden, layers = record.layers;
  const double vocab = config.whole("vocab_size_per_layer_input", 10000000).value_or(record.vocab);
  record.per_layer_embedding = per_layer;
  record.extra_params += (vocab - record.vocab) * layers * per_layer;  // a table of another length
  record.extra_params += h * layers * per_layer + per_layer;
  record.extra_params += layers * (2.0 * h * per_layer + h);
  assumptions.push_back("Per-layer embeddings are counted as extra parameters; they can live in host memory.");
}

// The last layers share the caches of those before them: how many do.
int share_caches(Config& config, ModelRecord& record) {
  const int shared = config.whole("num_kv_shared_layers", 10000).value_or(0);
  if (shared <= 0 || shared >= record.layers) return 0;
  record.kv_layers = record.layers - shared;
  record.kv_layers_first = true;
  return shared;
}

// Gemma 3n: besides, AltUp keeps several streams (matrices between them, a router, its norm and a scale in each
// layer) and Laurel a low-rank path with a norm; layers that share a cache still have keys and values of their own.
void apply_gemma3n(Config& config, ModelRecord& record, Sentences& assumptions) {
  const double h = record.hidden, layers = record.layers;
  const int shared = share_caches(config, record);
  const double streams = config.whole("altup_num_inputs", 100).value_or(4);
  const double rank = config.whole("laurel_rank", 100000).value_or(64);
  record.extra_params += 2.0 * shared * h * record.kv_heads.value_or(record.heads) * record.head_dim.value_or(0);
  add_per_layer_embeddings(config, record, assumptions);
  record.extra_params += 2 * (streams - 1) * h * h;
  record.extra_params += layers * (streams * h + streams * streams + streams * streams * streams + 2 * h);
  record.extra_params += layers * (2 * h * rank + h);
}

// Gemma 4: per-layer embeddings, doubled widths and missing keys of the layers that share a cache,
// and further norms and scales (reference code of transformers and MLX).
void apply_gemma4(Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record, Sentences& assumptions) {
  const double h = record.hidden, layers = record.layers;
  record.extra_params += layers;  // one scale a layer
  if (const int shared = share_caches(config, record); shared > 0) {
    const int first_shared = record.layers - shared;
    for (std::size_t i = static_cast<std::size_t>(first_shared); i < plans.size(); ++i)
      record.extra_params -=
          plans[i].mixing == Mixing::full ? record.global_head_dim.value_or(0) : record.head_dim.value_or(0);
    if (config.flag("use_double_wide_mlp", false)) {
      std::vector<double> widths(plans.size(), record.intermediate);
      std::fill(widths.begin() + first_shared, widths.end(), 2.0 * record.intermediate);
      set_mean_width(record, widths);
      assumptions.push_back("Layers that share a cache have a feed-forward of twice the width; its mean is used.");
    }
  }
  add_per_layer_embeddings(config, record, assumptions);
  if (record.parallel_dense)  // three more norms, scales of router input and of experts
    record.extra_params += layers * (4.0 * h + record.experts);
}

// Kimi Linear and Kimi K3: gates and norms that plain MLA and KDA layers do not have.
void apply_kimi(Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record) {
  const double h = record.hidden, layers = record.layers;
  if (config.flag("mla_use_output_gate", false))
    record.extra_params += count(plans, Mixing::full) * h * record.heads * record.value_head_dim.value_or(0);
  if (record.linear && !config.flag("linear_attn_config.use_full_rank_gate", false)) {
    const double dim = record.linear->value_dim, wide = dim * record.linear->value_heads;
    record.extra_params += record.linear->layers * (h * dim + dim * wide - h * wide);
  }
  if (record.expert_latent && config.flag("latent_moe_use_norm", false))
    record.extra_params += count(plans, Feeding::experts) * *record.expert_latent;
  if (config.whole("attn_res_block_size", 10000).value_or(0) > 0) record.extra_params += (4 * layers + 2) * h;
}

// MiniMax M3: indexers of the layers with block-sparse attention.
void apply_sparse_index(Config& config, ModelRecord& record) {
  const Value* freq = config.find("sparse_attention_config.sparse_attention_freq");
  if (!freq || !freq->list()) return;
  const double heads = config.whole("sparse_attention_config.sparse_num_index_heads", 100000).value_or(0);
  const double dim = config.whole("sparse_attention_config.sparse_index_dim", 100000).value_or(0);
  for (const Value& used : *freq->list())
    if (used.number() && *used.number() != 0) record.extra_params += record.hidden * (heads + 1) * dim;
}

// Qwen3.8-Flash-Next: of every n-gram of 2 to `ngram_size` tokens as many rows as heads hash into, together as wide as
// `ple_embed_dim`.
void add_ngram_table(Config& config, ModelRecord& record, Sentences& assumptions) {
  const double rows = config.whole("ngram_vocab_size_base", 2000000000).value_or(0);
  if (rows == 0) return;
  record.lookup_params = rows * config.whole("ple_embed_dim", 1000000).value_or(record.hidden);
  assumptions.push_back("The table of n-grams is only looked up; it can live in host memory.");
}

// Zamba2: blocks of attention and feed-forward whose weights are shared. Attention sees the token and its embedding, so
// its queries, keys and values are made from twice the width; each place has a projection of its own, and adapters of
// the feed-forward (reference code of transformers).
void apply_shared_blocks(Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record,
                         Sentences& assumptions) {
  if (!config.find("num_mem_blocks") || !record.head_dim) return;
  const double places = count(plans, Mixing::full), own = count(plans, Feeding::dense), h = record.hidden;
  const double attention = h * record.heads * *record.head_dim;
  const double rank =
      config.flag("use_shared_mlp_adapter", true) ? config.whole("adapter_rank", 100000).value_or(128) : 0;
  record.extra_params += (7 * own - 4 * places) * attention + places * h * h;
  record.extra_params += places * rank * (h + 2.0 * record.intermediate);
  assumptions.push_back("Blocks that layers share are counted once; each place has a cache of its own.");
}

// MiMo V2: attention sinks in some layers only.
void apply_sinks(const Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record) {
  if (config.flag("add_swa_attention_sink_bias", false))
    record.extra_params += count(plans, Mixing::windowed) * record.heads;
  if (config.flag("add_full_attention_sink_bias", false))
    record.extra_params += count(plans, Mixing::full) * record.heads;
}

// Step 3.5: layers with a window have a number of heads of their own, and every head a gate that the token sets. What
// is missing to whole groups of the mean goes to extra_params.
void apply_other_heads(Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record,
                       Sentences& assumptions) {
  const double full = count(plans, Mixing::full), windowed = count(plans, Mixing::windowed), h = record.hidden;
  const int own = config.whole("attention_other_setting.num_attention_heads", 100000).value_or(record.heads);
  const double heads = full * record.heads + windowed * own;
  if (config.flag("use_head_wise_attn_gate", config.flag("gating", false))) record.extra_params += h * heads;
  if (own == record.heads || record.heads == 0 || full + windowed == 0) return;
  const int width = record.head_dim.value_or(record.hidden / record.heads);
  const int kv_heads = std::max(1, record.kv_heads.value_or(record.heads));
  record.heads = std::max(kv_heads, static_cast<int>(heads / (full + windowed)) / kv_heads * kv_heads);
  record.head_dim = width;
  record.kv_heads = kv_heads;
  record.extra_params += 2 * h * width * (heads - (full + windowed) * record.heads);
  assumptions.push_back("Layers with a window have another number of heads; the mean is used.");
}

struct Block {
  bool attention = true;
  int kv_heads = 0;
  double width = 0;
};

Block block_of(const Value& block, const ModelRecord& record) {
  Block out;
  const Value* no_attention = block.find_path("attention.no_op");
  out.attention = !(no_attention && no_attention->boolean() && *no_attention->boolean());
  if (const Value* group = block.find_path("attention.n_heads_in_group");
      group && group->number() && *group->number() >= 1)
    out.kv_heads = static_cast<int>(record.heads / *group->number());
  const Value* no_feeding = block.find_path("ffn.no_op");
  if (no_feeding && no_feeding->boolean() && *no_feeding->boolean()) return out;
  // 2 ffn_mult h / 3, rounded up to a multiple of 256 (configuration of DeciLM).
  if (const Value* mult = block.find_path("ffn.ffn_mult");
      mult && mult->number() && *mult->number() > 0 && *mult->number() < 100)
    out.width = std::ceil(std::floor(2 * *mult->number() * record.hidden / 3) / 256) * 256;
  else if (const Value* width = block.find_path("ffn.intermediate_size");
           width && width->number() && *width->number() < 1e7)
    out.width = *width->number();
  return out;
}

// Models found by architecture search: layers without attention, of different widths.
void apply_blocks(const Value& blocks, ModelRecord& record, Sentences& assumptions) {
  std::vector<double> widths;
  int with_attention = 0, kv_heads = 0;
  bool differ = false;
  for (const Value& item : *blocks.list()) {
    const Block block = block_of(item, record);
    widths.push_back(block.width);
    with_attention += block.attention ? 1 : 0;
    if (!block.attention || block.kv_heads == 0) continue;
    differ = differ || (kv_heads != 0 && kv_heads != block.kv_heads);
    kv_heads = std::max(kv_heads, block.kv_heads);
  }
  if (widths.empty()) return;
  if (kv_heads > 0) record.kv_heads = kv_heads;
  if (with_attention < record.layers) record.attention_layers = with_attention;
  set_mean_width(record, widths);
  // A part that is left out has no norm either.
  const auto without_feeding = static_cast<double>(std::count(widths.begin(), widths.end(), 0.0));
  record.extra_params -= (record.layers - with_attention + without_feeding) * record.hidden;
  if (differ) assumptions.push_back("Layers have different numbers of KV heads; the largest is used for all.");
  assumptions.push_back("Layers have feed-forwards of different width; their mean is used.");
}

// DeepSeek V4: one shared vector is key and value of all heads, in a window and beyond it compressed, by
// one ratio for each layer; an indexer picks among the entries of the layers with the smallest ratio.
void apply_compressed(const Value::List& ratios, ModelRecord& record) {
  std::map<int, int> layers;  // by ratio
  for (int i = 0; i < record.layers && static_cast<std::size_t>(i) < ratios.size(); ++i) {
    const double* given = ratios[static_cast<std::size_t>(i)].number();
    if (given && *given >= 1 && *given <= 1e6) ++layers[static_cast<int>(*given)];
  }
  const std::optional<int> top_k = record.indexer_top_k;
  for (const auto& [ratio, count] : layers) {
    const bool indexed = record.indexer_heads && record.compressed.empty();
    record.compressed.push_back({count, ratio, indexed ? top_k : std::nullopt});
  }
  record.indexer_top_k.reset();
}

// What the record has no fields for: hyper-connections (two mixes of `mult` streams a layer, one at the
// end), the norm of the shared key, and the routing biases that layers routed by hash do not have.
double v4_extra(const ModelRecord& record, double mult, double hash_layers) {
  const double h = record.hidden, mix = (2 + mult) * mult;
  const double streams = record.layers * 2 * (mix * mult * h + mix + 3) + mult * mult * h + mult + 1;
  return streams + record.layers * record.head_dim.value_or(0) -
         (record.router_bias ? hash_layers * record.experts : 0);
}

void apply_v4(Config& config, ModelRecord& record) {
  const Value* ratios = config.find("compress_ratios");
  if (!ratios || !ratios->list() || !record.q_lora_rank || !record.head_dim) return;
  const auto whole = [&](const char* key, int otherwise) { return config.whole(key, 1000000).value_or(otherwise); };
  if (record.rope_head_dim) record.rope_head_dim.reset();  // a part of the one vector
  record.k_is_v = record.attention_sinks = true;
  record.window = whole("sliding_window", 128);
  record.full_attention_layers = 0;
  if (const int rank = whole("o_lora_rank", 0); rank > 0) record.o_lora_rank = rank;
  if (const int groups = whole("o_groups", 1); groups > 1) record.o_groups = groups;
  apply_compressed(*ratios->list(), record);
  record.extra_params += v4_extra(record, whole("hc_mult", 1), whole("num_hash_layers", 0));
}

// PLaMo 2: Mamba-2's heads and state, with projections as Mamba-1 has them, whose rank is a sixteenth of the hidden
// width, at least 64; the convolution is of the values alone and without a bias (code published with the weights).
void apply_plamo(ModelRecord& record) {
  if (!record.linear) return;
  const double h = record.hidden, heads = record.linear->value_heads, inner = heads * record.linear->value_dim;
  const double states = 2.0 * record.linear->key_dim, conv = record.linear->conv, rank = std::max(64.0, floor(h / 16));
  const double own = inner * (rank + states) + rank * heads + rank + states + inner * conv;
  record.extra_params += record.linear->layers * (own - h * (states + heads) - (inner + states) * (conv + 1) - inner);
}

// Experts that do nothing have a row in the router, and take their share of what tokens are sent to.
void apply_zero_experts(Config& config, ModelRecord& record, Sentences& assumptions) {
  const double zero = config.whole("zero_expert_num", 100000).value_or(0), all = record.experts + zero;
  if (zero == 0 || record.experts == 0) return;
  const double layers = record.moe_layers.value_or(record.layers - record.dense_layers.value_or(0));
  record.extra_params += layers * zero * (record.hidden + (record.router_bias ? 1.0 : 0.0));
  record.experts_per_token = static_cast<int>(std::round(record.experts_per_token * record.experts / all));
  assumptions.push_back("Of the experts that a token goes to, those that do nothing are left out in the mean.");
}

// Llama 3.2 Vision: layers that attend to the image alone. They cache nothing of the text.
void apply_cross_attention(const Config& config, ModelRecord& record, Sentences& assumptions) {
  const Value* layers = config.find("cross_attention_layers");
  if (!layers || !layers->list() || layers->list()->empty()) return;
  const double cross = std::min<double>(static_cast<double>(layers->list()->size()), record.layers);
  const double width = record.head_dim.value_or(record.heads > 0 ? record.hidden / record.heads : 0);
  record.kv_layers = record.layers - static_cast<int>(cross);
  record.extra_params += cross * (2.0 * record.hidden * record.kv_heads.value_or(record.heads) * width + 2 * width + 2);
  assumptions.push_back("Layers that attend to the image keep nothing of the text; what they keep is not counted.");
}

// Drafts of another model: DFlash (a projection from the layers of the target that `target_layer_ids` names, a norm),
// EAGLE-3 (the same from three; a first layer that sees the token too, a head of its own for `draft_vocab_size` tokens)
// and EAGLE (a projection of token and state). Embeddings, and a head that they do not have, are the target's.
void apply_draft(Config& config, ModelRecord& record, Sentences& assumptions) {
  const std::string name = lower(config.class_name());
  const bool third = name.find("eagle3") != std::string::npos, flash = name.find("draft") != std::string::npos;
  if (!third && !flash && name.find("eagle") == std::string::npos) return;
  const Value* seen = config.find("dflash_config.target_layer_ids");
  if (!seen) seen = config.find("eagle_config.eagle_aux_hidden_state_layer_ids");
  const double states = seen && seen->list() ? static_cast<double>(seen->list()->size()) : third ? 3 : record.layers;
  const double h = record.hidden, target = config.whole("target_hidden_size", 10000000).value_or(record.hidden);
  record.extra_params += third || flash ? states * target * h + h : 2 * h * h;
  if (third)
    record.extra_params += h * record.head_dim.value_or(record.heads > 0 ? record.hidden / record.heads : 0) *
                           (record.heads + 2.0 * record.kv_heads.value_or(record.heads));
  const int own = config.whole("draft_vocab_size", 10000000).value_or(0);
  record.vocab = std::max(1, own);
  record.tied_embeddings = true;
  if (own == 0) record.extra_params -= h;
  assumptions.push_back(std::string("This is a draft of another model: ") +
                        (own > 0 ? "the embeddings" : "embeddings and head") + " are the target's and are not counted.");
}

}  // namespace

void apply_specials(Config& config, const Family& family, const std::vector<LayerPlan>& plans, ModelRecord& record,
                    Sentences& assumptions) {
  if (family.type == "gemma3n") apply_gemma3n(config, record, assumptions);
  if (family.type == "gemma4") apply_gemma4(config, plans, record, assumptions);
  if (family.name == "kimi") apply_kimi(config, plans, record);
  if (family.type == "deepseek_v4" || config.find("compress_ratios")) apply_v4(config, record);
  if (const Value* blocks = config.find("block_configs"); blocks && blocks->list())
    apply_blocks(*blocks, record, assumptions);
  if (family.type == "plamo2") apply_plamo(record);
  if (const auto& mixer = record.linear; mixer && family.type == "falcon_h1" && !config.flag("mamba_rms_norm", false))
    record.extra_params -= 1.0 * mixer->layers * mixer->value_heads * mixer->value_dim;  // Mamba-2's norm
  apply_zero_experts(config, record, assumptions);
  apply_cross_attention(config, record, assumptions);
  apply_draft(config, record, assumptions);
  apply_sparse_index(config, record);
  add_ngram_table(config, record, assumptions);
  apply_shared_blocks(config, plans, record, assumptions);
  apply_sinks(config, plans, record);
  apply_other_heads(config, plans, record, assumptions);
  // Mamba-1 without the norms that Jamba puts before its scan.
  if (record.linear && record.linear->kind == LinearKind::mamba1 && family.type != "jamba")
    record.extra_params -= record.linear->layers * (record.linear->dt_rank.value_or(0) + 2.0 * record.linear->key_dim);
}

}  // namespace ridgepoint::import
