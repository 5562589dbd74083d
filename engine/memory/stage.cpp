#include "engine/memory/stage.h"

#include <numeric>

namespace ridgepoint {

double HeldParams::total() const { return std::accumulate(of.begin(), of.end(), 0.0); }

Bytes stored_bytes(const HeldParams& held, Part part, const NumberFormat& format) {
  return bytes(held[part] * bits_of(format, part, held.experts() > 0) / 8);
}

Bytes stored_bytes(const HeldParams& held, const NumberFormat& format) {
  Bytes sum;
  for (std::size_t i = 0; i < kParts; ++i) sum += stored_bytes(held, static_cast<Part>(i), format);
  return sum;
}

std::vector<Stage> end_stages(const Architecture& model, int pipeline) {
  if (pipeline <= 1) return {Stage{}};
  const double share = static_cast<double>(layers_per_stage(model, pipeline)) / model.layers();
  return {Stage{share, true, false}, Stage{share, false, true}};
}

HeldParams held_params(const LayerGroup& group, const Layout& layout) {
  HeldParams held;
  for (const Matrix& matrix : group.matrices)
    held[traits_of(matrix.role).part] += matrix.params() * tensor_share(matrix, group, layout.tensor);
  held[Part::small] += group.small_params;
  held[Part::experts] = group.experts.count * group.expert_params / expert_ranks(layout);
  return held;
}

double held_embedding_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  if (!stage.first) return 0;
  return ((model.tied_embeddings ? 0 : model.embedding_params) + model.lookup_params) / layout.tensor;
}

double held_table_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  return held_embedding_params(model, layout, stage) + held_head_params(model, layout, stage) +
         (stage.first ? model.other_params - model.lookup_params : 0);
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
    for (std::size_t i = 0; i < kParts; ++i) held.of[i] += layers * layer.of[i];
  }
  held[Part::head] = held_head_params(model, layout, stage);
  held[Part::embeddings] = held_embedding_params(model, layout, stage);
  held[Part::small] += held_table_params(model, layout, stage) - held[Part::head] - held[Part::embeddings];
  return held;
}

}  // namespace ridgepoint
