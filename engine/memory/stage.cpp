#include "engine/memory/stage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace ridgepoint {
namespace {

bool is_replicated(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "router", "q_down", "kv_down", "index_q", "index_k", "index_weights", "compress", "latent_down", "latent_up"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

std::vector<Stage> end_stages(const Architecture& model, int pipeline) {
  if (pipeline <= 1) return {Stage{}};
  const double share = static_cast<double>(layers_per_stage(model, pipeline)) / model.layers();
  return {Stage{share, true, false}, Stage{share, false, true}};
}

int expert_ranks(const Layout& layout) { return std::max(layout.tensor, layout.expert); }

double tensor_share(const Matrix& matrix, const LayerGroup& group, int tensor) {
  if (is_replicated(matrix.name)) return 1;
  if ((matrix.name == "k" || matrix.name == "v") && group.attention) {
    const double heads = group.attention->kv_heads;
    return std::ceil(heads / tensor) / heads;
  }
  return 1.0 / tensor;
}

HeldParams held_params(const LayerGroup& group, const Layout& layout) {
  HeldParams held;
  for (const Matrix& matrix : group.matrices) {
    const double params = matrix.params() * tensor_share(matrix, group, layout.tensor);
    (matrix.name == "router" ? held.others : held.matrices) += params;
  }
  held.others += group.small_params;
  held.experts = group.experts.count * group.expert_params / expert_ranks(layout);
  return held;
}

double held_table_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  const bool tied = model.tied_embeddings;
  const double table = stage.first && !tied ? model.embedding_params / layout.tensor : 0;
  return table + held_head_params(model, layout, stage) + (stage.first ? model.other_params : 0);
}

double held_head_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  if (model.tied_embeddings) return stage.first || stage.last ? model.embedding_params / layout.tensor : 0;
  return stage.last ? model.head_params / layout.tensor : 0;
}

HeldParams held_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  HeldParams held;
  for (const LayerGroup& group : model.groups) {
    const HeldParams layer = held_params(group, layout);
    const double layers = group.count * stage.share;
    held.matrices += layers * layer.matrices;
    held.experts += layers * layer.experts;
    held.others += layers * layer.others;
  }
  held.others += held_table_params(model, layout, stage);
  held.head = held_head_params(model, layout, stage);
  return held;
}

}  // namespace ridgepoint
