// Weight matrices that act on every token, and what follows from the part each plays.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace ridgepoint {

// The part of a matrix in its layer.
enum class MatrixRole {
  queries,
  keys,
  values,
  output,
  queries_down,  // into a narrow middle, and out of it
  queries_up,
  output_down,
  output_up,
  latent_down,  // into the latent vector of MLA, and out of it
  latent_up,
  index_queries,  // of the indexer of sparse attention
  index_keys,
  index_weights,
  compressor,   // makes one cache entry of several tokens
  mixer_input,  // of linear attention and state-space layers
  mixer_inner,
  mixer_output,
  gate,
  up,
  down,
  shared_gate,
  shared_up,
  shared_down,
  router,
  expert_down,  // to the width that experts act on, and back
  expert_up,
};
constexpr std::size_t kMatrixRoles = 26;

// What each of the tensor-parallel ranks holds: a part, as many KV heads as fall to it, or all.
enum class OnRank { part, kv_heads, whole };

// The smallest set of LoRA targets that a matrix belongs to; each holds those before it.
enum class LoraGroup { query_value, query_key_value, attention, all, none };

// What the backward pass needs for the gradient of a matrix: the input that several of them share, or their own.
enum class Kept { nothing, attention_input, mixer_input, feed_forward_input, product, shared_product };

struct RoleTraits {
  MatrixRole role;
  OnRank on_rank;
  LoraGroup lora;
  Kept kept;
  bool wide = false;  // stays in 16 bits where a format quantizes the others
};
inline constexpr std::array<RoleTraits, kMatrixRoles> kRoleTraits = {{
    {MatrixRole::queries, OnRank::part, LoraGroup::query_value, Kept::attention_input},
    {MatrixRole::keys, OnRank::kv_heads, LoraGroup::query_key_value, Kept::attention_input},
    {MatrixRole::values, OnRank::kv_heads, LoraGroup::query_value, Kept::attention_input},
    {MatrixRole::output, OnRank::part, LoraGroup::attention, Kept::nothing},
    {MatrixRole::queries_down, OnRank::whole, LoraGroup::query_key_value, Kept::attention_input},
    {MatrixRole::queries_up, OnRank::part, LoraGroup::query_value, Kept::nothing},
    {MatrixRole::output_down, OnRank::part, LoraGroup::attention, Kept::nothing},
    {MatrixRole::output_up, OnRank::part, LoraGroup::attention, Kept::nothing},
    {MatrixRole::latent_down, OnRank::whole, LoraGroup::query_key_value, Kept::attention_input},
    {MatrixRole::latent_up, OnRank::part, LoraGroup::query_value, Kept::nothing},
    {MatrixRole::index_queries, OnRank::whole, LoraGroup::none, Kept::nothing},
    {MatrixRole::index_keys, OnRank::whole, LoraGroup::none, Kept::nothing},
    {MatrixRole::index_weights, OnRank::whole, LoraGroup::none, Kept::nothing},
    {MatrixRole::compressor, OnRank::whole, LoraGroup::none, Kept::nothing},
    {MatrixRole::mixer_input, OnRank::part, LoraGroup::query_key_value, Kept::mixer_input},
    {MatrixRole::mixer_inner, OnRank::part, LoraGroup::query_key_value, Kept::nothing},
    {MatrixRole::mixer_output, OnRank::part, LoraGroup::attention, Kept::nothing},
    {MatrixRole::gate, OnRank::part, LoraGroup::all, Kept::feed_forward_input},
    {MatrixRole::up, OnRank::part, LoraGroup::all, Kept::feed_forward_input},
    {MatrixRole::down, OnRank::part, LoraGroup::all, Kept::product},
    {MatrixRole::shared_gate, OnRank::part, LoraGroup::all, Kept::nothing},
    {MatrixRole::shared_up, OnRank::part, LoraGroup::all, Kept::nothing},
    {MatrixRole::shared_down, OnRank::part, LoraGroup::all, Kept::shared_product},
    {MatrixRole::router, OnRank::whole, LoraGroup::none, Kept::nothing, true},
    {MatrixRole::expert_down, OnRank::whole, LoraGroup::all, Kept::nothing},
    {MatrixRole::expert_up, OnRank::whole, LoraGroup::all, Kept::nothing},
}};
constexpr const RoleTraits& traits_of(MatrixRole role) { return kRoleTraits[static_cast<std::size_t>(role)]; }
constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kMatrixRoles; ++i)
    if (static_cast<std::size_t>(kRoleTraits[i].role) != i) return false;
  return true;
}
static_assert(is_in_order(), "a line for each role, in their order");

// inputs x outputs. LoRA adapters, tensor-parallel splits and quantization all follow these shapes.
struct Matrix {
  MatrixRole role = MatrixRole::queries;
  double inputs = 0;
  double outputs = 0;
  double params() const { return inputs * outputs; }
};

// Of one layer, routed experts not among them.
struct LayerWeights {
  std::vector<Matrix> matrices;
  double small_params = 0;  // norms, biases, sinks, convolutions
};

}  // namespace ridgepoint
