// The names configuration files use for the same thing, and reading by meaning.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/import/value.h"

namespace ridgepoint::import {

// What a key means, whatever its name.
enum class Key {
  layers,
  hidden,
  intermediate,
  dense_intermediate,
  heads,
  kv_heads,
  head_dim,
  vocab,
  context,
  learned_positions,
  kv_lora_rank,
  q_lora_rank,
  rope_head_dim,
  nope_head_dim,
  value_head_dim,
  index_heads,
  index_dim,
  index_top_k,
  window,
  window_every,
  experts,
  experts_per_token,
  expert_width,
  shared_experts,
  shared_width,
  first_dense,
  latent_width,
  mtp_layers,
  linear_key_heads,
  linear_value_heads,
  linear_key_dim,
  linear_value_dim,
  linear_conv,
  kda_heads,
  kda_dim,
  full_attention_interval,
  mamba_heads,
  mamba_head_dim,
  mamba_state,
  mamba_groups,
  mamba_conv,
  mamba_expand,
  mamba_dt_rank,
  count
};

// A configuration: the part that describes the text decoder, then the whole file.
class Config {
 public:
  explicit Config(const Value& file);

  // First present of the decoder's key and the file's key of that name; null when neither is there.
  const Value* find(std::string_view key) const;
  // First present of the names a meaning has.
  const Value* find(Key key) const;

  // A whole number within the meaning's range. What is not one is noted as a problem. Of a list (one
  // value a layer) the largest.
  std::optional<int> whole(Key key);
  std::optional<int> whole(std::string_view key, int most);
  bool flag(std::string_view key, bool otherwise) const;
  std::string text(std::string_view key) const;
  std::string class_name() const;

  const Value& file() const { return *file_; }
  const Value& decoder() const { return *decoder_; }
  // Keys that nothing has asked for and that are not known to be harmless, with dots.
  std::vector<std::string> unread() const;
  // Keys that speak of experts, with something in them.
  std::vector<std::string> about_experts() const;
  Problems problems;
  std::vector<std::string> assumptions;  // sentences of what the file leaves open
  std::vector<std::string> defaults;     // "head_dim 256": what the family's code has where the file says nothing

 private:
  std::optional<int> whole_of(const Value& value, const std::string& name, int most);
  std::optional<int> default_of(std::string_view key);
  template <class Take>
  void each_key(const Value& object, const std::string& within, Take take) const;

  const Value* file_;
  const Value* decoder_;
  mutable std::set<std::string, std::less<>> asked_;
};

// The names of a meaning, nearest first, for messages.
std::vector<std::string> names_of(Key key);

}  // namespace ridgepoint::import
