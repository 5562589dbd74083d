// How a model is laid out over devices, and which layouts are legal.
#pragma once

#include <vector>

#include "engine/base/fields.h"
#include "engine/base/result.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

enum class Sharding { none, zero1, zero2, zero3, fsdp, hsdp };
template <>
inline constexpr auto kWords<Sharding> = word_list("none", "zero1", "zero2", "zero3", "fsdp", "hsdp");

enum class Schedule { one_f_one_b, interleaved, zero_bubble };
template <>
inline constexpr auto kWords<Schedule> = word_list("1f1b", "interleaved", "zero_bubble");

// A complete layout. tensor x pipeline x context x data devices; experts are spread over
// `expert` of the data and tensor ranks.
struct Layout {
  int tensor = 1;
  int pipeline = 1;
  int context = 1;
  int expert = 1;
  int data = 1;
  Sharding sharding = Sharding::none;
  Schedule schedule = Schedule::one_f_one_b;
  int virtual_stages = 2;   // of an interleaved schedule
  int per_node = 8;         // devices of one node (or one fabric domain)
  bool pads_heads = false;  // attention heads are padded to a multiple of `tensor`
  int expert_block = 1;     // values along the width of an expert that share a scale

  double devices() const { return 1.0 * tensor * pipeline * context * data; }
  bool operator==(const Layout&) const = default;
};

// Whether a layout can run the model on `devices` devices: it has no problems.
bool is_legal(const Architecture& model, const Layout& layout, int devices);

// Why a layout cannot run the model on `devices` devices; empty when it can. Paths are under /parallel.
Problems layout_problems(const Architecture& model, const Layout& layout, int devices);

// The first thing that tensor parallelism does not divide; 0 where it divides all: heads, KV heads unless ranks share
// them, and, where experts are not spread, their width in whole blocks (vLLM 0.33: model.py, linear.py,
// fp8_utils.py).
struct Undivided {
  int number = 0;
  const char* of = "";
};
Undivided undivided(const Architecture& model, const Layout& layout);

// Tensor-parallel sizes up to `limit` with which the layout divides the model, ascending.
std::vector<int> tensor_sizes(const Architecture& model, int limit, Layout layout = {});

// Whether ranks keep only their part of the gradients from one micro-batch to the next. Not zero2 with a pipeline,
// whose micro-batches add up to whole gradients that are reduced once a step (Llama 3, arXiv:2407.21783, section 3.3.2;
// DeepSpeed refuses the two together).
bool divides_gradients(const Layout& layout);

// Part of a matrix that one tensor-parallel rank holds and multiplies. Down-projections of MLA, routers and indexers
// are replicated, and so are KV heads when there are fewer than ranks.
double tensor_share(const Matrix& matrix, const LayerGroup& group, int tensor);

// Devices over which the experts of a layer are divided: expert parallelism, or tensor parallelism where that is wider.
int expert_ranks(const Layout& layout);

// Layers of the fullest pipeline stage.
int layers_per_stage(const Architecture& model, int pipeline);
// Whether stages, in so many pieces each, hold as many layers in each; where these are no multiple of the stages with
// the embedding and the loss as a layer each, as Megatron-LM counts on request (transformer_config.py, megatron-core
// 0.16.1).
bool is_staged(const Architecture& model, int stages, int pieces = 1);

}  // namespace ridgepoint
