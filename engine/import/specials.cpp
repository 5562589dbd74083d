#include "engine/import/specials.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ridgepoint::import {
namespace {

using Sentences = std::vector<std::string>;

double count(const std::vector<LayerPlan>& plans, Mixing mixing) {
  return static_cast<double>(
      std::count_if(plans.begin(), plans.end(), [&](const LayerPlan& p) { return p.mixing == mixing; }));
}

double count(const std::vector<LayerPlan>& plans, Feeding feeding) {
  return static_cast<double>(
      std::count_if(plans.begin(), plans.end(), [&](const LayerPlan& p) { return p.feeding == feeding; }));
}

// The mean width of layers that differ; what rounding loses goes to extra_params.
void set_mean_width(ModelRecord& record, const std::vector<double>& widths) {
  const double sum = std::accumulate(widths.begin(), widths.end(), 0.0);
  const double mean = std::floor(sum / static_cast<double>(widths.size()));
  record.intermediate = static_cast<int>(mean);
  record.extra_params += (record.gated ? 3.0 : 2.0) * record.hidden * (sum - mean * static_cast<double>(widths.size()));
}

// Gemma 4: per-layer embeddings, doubled widths and missing keys of the layers that share a cache,
// and further norms and scales (reference code of transformers and MLX).
void apply_gemma4(Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record, Sentences& assumptions) {
  const double h = record.hidden, layers = record.layers;
  const int shared = config.whole("num_kv_shared_layers", 10000).value_or(0);
  const int first_shared = record.layers - shared;
  record.extra_params += layers;  // one scale a layer
  if (shared > 0 && first_shared > 0) {
    record.kv_layers = first_shared;
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
  if (const int per_layer = config.whole("hidden_size_per_layer_input", 1000000).value_or(0); per_layer > 0) {
    const double vocab = config.whole("vocab_size_per_layer_input", 10000000).value_or(record.vocab);
    record.extra_params += vocab * layers * per_layer;          // the table
    record.extra_params += h * layers * per_layer + per_layer;  // projection of the token, its norm
    record.extra_params += layers * (2.0 * h * per_layer + h);  // gate, projection, norm of each layer
    assumptions.push_back("Per-layer embeddings are counted as extra parameters; they can live in host memory.");
  }
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

// MiMo V2: attention sinks in some layers only.
void apply_sinks(const Config& config, const std::vector<LayerPlan>& plans, ModelRecord& record) {
  if (config.flag("add_swa_attention_sink_bias", false))
    record.extra_params += count(plans, Mixing::windowed) * record.heads;
  if (config.flag("add_full_attention_sink_bias", false))
    record.extra_params += count(plans, Mixing::full) * record.heads;
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

// DeepSeek V4's own parameters: compressed sparse attention, grouped output, hyper-connections
// (reference code published with the weights; meets the published totals to the last digit).
struct V4 {
  double h, heads, dim, q_rank, o_rank, o_groups, index_heads, index_dim, experts, width, shared, mult, hash_layers;
};

double v4_attention(const V4& m, double ratio) {
  double sum = m.h * m.q_rank + m.q_rank + m.q_rank * m.heads * m.dim + m.h * m.dim + m.dim;
  sum += m.heads * m.dim * m.o_rank + m.o_groups * m.o_rank * m.h + m.heads;
  if (ratio == 0) return sum;
  const double overlap = ratio == 4 ? 2 : 1;
  sum += 2 * m.h * overlap * m.dim + ratio * overlap * m.dim + m.dim;
  if (ratio == 4)
    sum += m.q_rank * m.index_heads * m.index_dim + m.h * m.index_heads + 4 * m.h * m.index_dim + 9 * m.index_dim;
  return sum;
}

double v4_rest_of_layer(const V4& m, double layer) {
  const double mix = (2 + m.mult) * m.mult;
  const double router_bias = layer >= m.hash_layers ? m.experts : 0;
  return 2 * (mix * m.mult * m.h + mix + 3) + 2 * m.h + m.h * m.experts + router_bias +
         (m.experts + m.shared) * 3 * m.h * m.width;
}

// Describes it as MLA: value_head_dim so that attention has about its parameters, kv_layers so that the
// cache has about its size (n / ratio entries a layer); extra_params makes the total exact.
void apply_v4(Config& config, ModelRecord& record, Sentences& assumptions) {
  const Value* ratios = config.find("compress_ratios");
  if (!ratios || !ratios->list() || !record.q_lora_rank || !record.head_dim || !record.rope_head_dim) return;
  const auto whole = [&](const char* key, int otherwise) {
    return static_cast<double>(config.whole(key, 1000000).value_or(otherwise));
  };
  const V4 m{.h = static_cast<double>(record.hidden),
             .heads = static_cast<double>(record.heads),
             .dim = static_cast<double>(*record.head_dim),
             .q_rank = static_cast<double>(*record.q_lora_rank),
             .o_rank = whole("o_lora_rank", 0),
             .o_groups = whole("o_groups", 1),
             .index_heads = static_cast<double>(record.indexer_heads.value_or(0)),
             .index_dim = static_cast<double>(record.indexer_dim.value_or(0)),
             .experts = static_cast<double>(record.experts),
             .width = static_cast<double>(record.expert_intermediate),
             .shared = record.expert_intermediate > 0
                           ? static_cast<double>(record.shared_intermediate) / record.expert_intermediate
                           : 0,
             .mult = whole("hc_mult", 1),
             .hash_layers = whole("num_hash_layers", 0)};
  double attention = 0, total = 2.0 * record.vocab * m.h + m.h + m.mult * m.mult * m.h + m.mult + 1, entries = 0;
  for (int i = 0; i < record.layers && static_cast<std::size_t>(i) < ratios->list()->size(); ++i) {
    const double* given = (*ratios->list())[static_cast<std::size_t>(i)].number();
    const double ratio = given && *given > 0 ? *given : 0;
    attention += v4_attention(m, ratio);
    total += v4_rest_of_layer(m, i);
    if (ratio > 0) entries += 1 / ratio;
  }
  total += attention;
  const double rope = *record.rope_head_dim, latent = m.dim - rope;
  if (latent <= 0 || entries <= 0) return;
  record.kv_lora_rank = record.nope_head_dim = static_cast<int>(latent);
  const double fixed = m.h * m.q_rank + m.q_rank + m.q_rank * m.heads * m.dim + m.h * m.dim + latent +
                       latent * m.heads * latent + m.q_rank * m.index_heads * m.index_dim + m.h * m.index_dim +
                       2 * m.index_dim + m.h * m.index_heads;
  const double value_dim = (attention / record.layers - fixed) / (m.heads * (latent + m.h));
  record.value_head_dim = std::max(1, static_cast<int>(std::ceil(value_dim)));
  record.kv_layers = std::max(1, static_cast<int>(std::ceil(entries)));
  record.indexer_top_k = record.indexer_top_k.value_or(0) + config.whole("sliding_window", 1000000).value_or(0);
  record.head_dim.reset();
  record.kv_heads.reset();
  record.full_attention_layers.reset();  // every layer sees compressed entries beside its window
  record.window.reset();
  if (const Result<Architecture> built = architecture_of(record, ""))
    record.extra_params += total - total_params(*built);
  assumptions.push_back(
      "Compressed sparse attention is described as latent attention with the same parameters; the cache size is "
      "rounded up to whole layers.");
}

}  // namespace

void apply_specials(Config& config, const Family& family, const std::vector<LayerPlan>& plans, ModelRecord& record,
                    Sentences& assumptions) {
  if (family.type == "gemma4") apply_gemma4(config, plans, record, assumptions);
  if (family.name == "kimi") apply_kimi(config, plans, record);
  if (family.type == "deepseek_v4" || config.find("compress_ratios")) apply_v4(config, record, assumptions);
  if (const Value* blocks = config.find("block_configs"); blocks && blocks->list())
    apply_blocks(*blocks, record, assumptions);
  apply_sparse_index(config, record);
  apply_sinks(config, plans, record);
  // Mamba-1 without the norms that Jamba puts before its scan.
  if (record.linear && record.linear->kind == LinearKind::mamba1 && family.type != "jamba")
    record.extra_params -= record.linear->layers * (record.linear->dt_rank.value_or(0) + 2.0 * record.linear->key_dim);
}

}  // namespace ridgepoint::import
