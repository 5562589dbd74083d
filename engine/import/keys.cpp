#include "engine/import/keys.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::import {
namespace {

struct Names {
  Key key;
  int most;  // what no real model exceeds
  std::vector<std::string_view> names;
};

constexpr int kManyLayers = 10000, kWide = 10000000, kManyHeads = 100000, kManyExperts = 100000;
constexpr int kLongContext = 2000000000;

// Meaning to names, first present wins. Names are from the configuration files of the families in
// families.cpp; a dot steps into a nested object.
const std::vector<Names>& table() {
  static const std::vector<Names> all = {
      {Key::layers, kManyLayers, {"num_hidden_layers", "n_layer", "num_layers", "n_layers"}},
      {Key::hidden, kWide, {"hidden_size", "n_embd", "n_embed", "d_model", "word_embed_proj_dim", "dim"}},
      {Key::intermediate,
       kWide,
       {"intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim", "d_ff", "ffn_config.ffn_hidden_size",
        "hidden_dim"}},
      {Key::dense_intermediate, kWide, {"intermediate_size_mlp", "dense_intermediate_size"}},
      {Key::heads, kManyHeads, {"num_attention_heads", "n_head", "n_heads", "num_heads"}},
      {Key::kv_heads,
       kManyHeads,
       {"num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_local_heads", "n_head_kv", "num_attention_groups",
        "attn_config.kv_n_heads", "multi_query_group_num", "num_multi_query_heads"}},
      {Key::head_dim, kWide, {"head_dim", "attention_head_dim", "kv_channels", "d_kv"}},
      {Key::vocab, kWide, {"vocab_size", "padded_vocab_size"}},
      {Key::context,
       kLongContext,
       {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "model_max_length",
        "max_sequence_length", "max_sequence_len"}},
      {Key::learned_positions, kLongContext, {"max_position_embeddings", "n_positions"}},
      {Key::kv_lora_rank, kWide, {"kv_lora_rank"}},
      {Key::q_lora_rank, kWide, {"q_lora_rank"}},
      {Key::rope_head_dim, kWide, {"qk_rope_head_dim"}},
      {Key::nope_head_dim, kWide, {"qk_nope_head_dim"}},
      {Key::value_head_dim, kWide, {"v_head_dim"}},
      {Key::index_heads, kManyHeads, {"index_n_heads", "indexer_n_heads"}},
      {Key::index_dim, kWide, {"index_head_dim", "indexer_head_dim"}},
      {Key::index_top_k, kWide, {"index_topk", "indexer_budget"}},
      {Key::window,
       kLongContext,
       {"sliding_window", "sliding_window_size", "attention_chunk_size", "local_attention", "window_size",
        "attn_config.sliding_window_size"}},
      {Key::window_every,
       kManyLayers,
       {"sliding_window_pattern", "_sliding_window_pattern", "global_attn_every_n_layers", "no_rope_layer_interval"}},
      {Key::experts,
       kManyExperts,
       {"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "ffn_config.moe_num_experts",
        "moe.num_experts"}},
      {Key::experts_per_token,
       kManyExperts,
       {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts", "moe_topk",
        "num_experts_per_topk", "moe_k", "moe_top_k", "ffn_config.moe_top_k", "num_selected_experts",
        "moe.num_experts_per_tok"}},
      {Key::expert_width, kWide, {"moe_intermediate_size", "expert_ffn_hidden_size", "moe_ffn_hidden_size"}},
      {Key::shared_experts,
       kManyExperts,
       {"n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"}},
      {Key::shared_width,
       kWide,
       {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "share_expert_dim",
        "shared_intermediate_size"}},
      {Key::first_dense,
       kManyLayers,
       {"first_k_dense_replace", "first_last_k_dense_replace", "moe_layer_start_index", "num_dense_layers"}},
      {Key::latent_width, kWide, {"moe_latent_size", "routed_expert_hidden_size"}},
      {Key::mtp_layers, kManyLayers, {"num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"}},
      {Key::linear_key_heads, kManyHeads, {"linear_num_key_heads"}},
      {Key::linear_value_heads, kManyHeads, {"linear_num_value_heads"}},
      {Key::linear_key_dim, kWide, {"linear_key_head_dim"}},
      {Key::linear_value_dim, kWide, {"linear_value_head_dim"}},
      {Key::linear_conv, 1000, {"linear_conv_kernel_dim"}},
      {Key::full_attention_interval, kManyLayers, {"full_attention_interval"}},
      {Key::mamba_heads, kManyHeads, {"mamba_num_heads", "mamba_n_heads", "n_mamba_heads", "num_heads"}},
      {Key::mamba_head_dim, kWide, {"mamba_head_dim", "mamba_d_head", "mamba_headdim", "head_dim"}},
      {Key::mamba_state, kWide, {"ssm_state_size", "mamba_d_state", "state_size"}},
      {Key::mamba_groups, kManyHeads, {"n_groups", "mamba_n_groups", "mamba_ngroups"}},
      {Key::mamba_conv, 1000, {"conv_kernel", "mamba_d_conv"}},
      {Key::mamba_expand, 1000, {"mamba_expand", "expand"}},
      {Key::mamba_dt_rank, kWide, {"mamba_dt_rank", "time_step_rank"}},
  };
  return all;
}

const Names& names(Key key) {
  const auto found = std::find_if(table().begin(), table().end(), [&](const Names& n) { return n.key == key; });
  return *found;
}

// Where models of several parts keep the text decoder.
const Value* decoder_of(const Value& file) {
  for (const char* part :
       {"text_config", "llm_config", "language_config", "thinker_config.text_config", "talker_config"})
    if (const Value* inner = file.find_path(part); inner && inner->object()) return inner;
  return &file;
}

}  // namespace

Config::Config(const Value& file) : file_(&file), decoder_(decoder_of(file)) {}

const Value* Config::find(std::string_view key) const {
  const Value* inner = decoder_->find_path(key);
  return inner ? inner : file_->find_path(key);
}

const Value* Config::find(Key key) const {
  for (const std::string_view name : names(key).names)
    if (const Value* value = find(name)) return value;
  return nullptr;
}

std::optional<int> Config::whole_of(const Value& value, const std::string& name, int most) {
  if (const Value::List* list = value.list(); list && !list->empty()) {
    std::optional<int> largest;
    for (const Value& item : *list)
      if (const auto x = whole_of(item, name, most)) largest = std::max(largest.value_or(0), *x);
    return largest;
  }
  const double* x = value.number();
  if (x && std::floor(*x) == *x && *x >= 0 && *x <= most) return static_cast<int>(*x);
  if (problems.size() < 20)
    note(problems, "bad_value", "/" + name,
         "\"" + name + "\" must be a whole number from 0 to " + std::to_string(most) + ".");
  return std::nullopt;
}

std::optional<int> Config::whole(Key key) {
  for (const std::string_view name : names(key).names)
    if (const Value* value = find(name)) return whole_of(*value, std::string(name), names(key).most);
  return std::nullopt;
}

std::optional<int> Config::whole(std::string_view key, int most) {
  const Value* value = find(key);
  if (!value) return std::nullopt;
  return whole_of(*value, std::string(key), most);
}

bool Config::flag(std::string_view key, bool otherwise) const {
  const Value* value = find(key);
  return value && value->boolean() ? *value->boolean() : otherwise;
}

std::string Config::text(std::string_view key) const {
  const Value* value = find(key);
  return value && value->text() ? *value->text() : "";
}

std::vector<std::string> names_of(Key key) {
  std::vector<std::string> out;
  for (const std::string_view name : names(key).names) out.emplace_back(name);
  return out;
}

}  // namespace ridgepoint::import
