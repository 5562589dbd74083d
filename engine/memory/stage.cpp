#include "engine/memory/stage.h"

namespace ridgepoint {
std::vector<Stage> end_stages(const Architecture& model, int pipeline) {
  if (pipeline <= 1) return {Stage{}};
  const double share = static_cast<double>(layers_per_stage(model, pipeline)) / model.layers();
  return {Stage{share, true, false}, Stage{share, false, true}};
}

HeldParams held_params(const LayerGroup& group, const Layout& layout) {
  HeldParams held;
  for (const Matrix& matrix : group.matrices) {
    const double params = matrix.params() * tensor_share(matrix, group, layout.tensor);
    (traits_of(matrix.role).wide ? held.others : held.matrices) += params;
  }
  held.others += group.small_params;
  held.experts = group.experts.count * group.expert_params / expert_ranks(layout);
  return held;
}

double held_table_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  const bool tied = model.tied_embeddings;
  const double table = stage.first && !tied ? model.embedding_params / layout.tensor : 0;
  const double others = model.other_params - model.lookup_params + model.lookup_params / layout.tensor;
  return table + held_head_params(model, layout, stage) + (stage.first ? others : 0);
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
