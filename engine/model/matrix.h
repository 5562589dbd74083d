// Weight matrices that act on every token, and what follows from the part each plays.
#pragma once

#include <vector>

#include "engine/model/format.h"

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

// What each of the tensor-parallel ranks holds: a part, as many KV heads as fall to it, or all.
enum class OnRank { part, kv_heads, whole };

// The smallest set of LoRA targets that a matrix belongs to; each holds those before it.
enum class LoraGroup { query_value, query_key_value, attention, all, none };

// What the backward pass needs for the gradient of a matrix: the input that several of them share, or their own.
enum class Kept { nothing, attention_input, mixer_input, feed_forward_input, product, shared_product };

struct RoleTraits {
  OnRank on_rank = OnRank::part;
  LoraGroup lora = LoraGroup::all;
  Kept kept = Kept::nothing;
  Part part = Part::attention;
};
constexpr RoleTraits traits_of(MatrixRole role) {
  switch (role) {
    case MatrixRole::queries:
      return {OnRank::part, LoraGroup::query_value, Kept::attention_input};
    case MatrixRole::keys:
      return {OnRank::kv_heads, LoraGroup::query_key_value, Kept::attention_input};
    case MatrixRole::values:
      return {OnRank::kv_heads, LoraGroup::query_value, Kept::attention_input};
    case MatrixRole::output:
    case MatrixRole::output_down:
    case MatrixRole::output_up:
      return {OnRank::part, LoraGroup::attention, Kept::nothing};
    case MatrixRole::mixer_output:
      return {OnRank::part, LoraGroup::attention, Kept::nothing, Part::linear_output};
    case MatrixRole::queries_down:
    case MatrixRole::latent_down:
      return {OnRank::whole, LoraGroup::query_key_value, Kept::attention_input};
    case MatrixRole::queries_up:
    case MatrixRole::latent_up:
      return {OnRank::part, LoraGroup::query_value, Kept::nothing};
    case MatrixRole::index_queries:
    case MatrixRole::index_keys:
    case MatrixRole::index_weights:
    case MatrixRole::compressor:
      return {OnRank::whole, LoraGroup::none, Kept::nothing};
    case MatrixRole::mixer_input:
      return {OnRank::part, LoraGroup::query_key_value, Kept::mixer_input, Part::linear};
    case MatrixRole::mixer_inner:
      return {OnRank::part, LoraGroup::query_key_value, Kept::nothing, Part::linear};
    case MatrixRole::gate:
    case MatrixRole::up:
      return {OnRank::part, LoraGroup::all, Kept::feed_forward_input, Part::feed_forward};
    case MatrixRole::down:
      return {OnRank::part, LoraGroup::all, Kept::product, Part::feed_forward};
    case MatrixRole::shared_gate:
    case MatrixRole::shared_up:
      return {OnRank::part, LoraGroup::all, Kept::nothing, Part::shared_experts};
    case MatrixRole::shared_down:
      return {OnRank::part, LoraGroup::all, Kept::shared_product, Part::shared_experts};
    case MatrixRole::router:
      return {OnRank::whole, LoraGroup::none, Kept::nothing, Part::small};
    case MatrixRole::expert_down:
    case MatrixRole::expert_up:
      return {OnRank::whole, LoraGroup::all, Kept::nothing, Part::shared_experts};
  }
  return {};
}

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
