#include "engine/model/parallel.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/base/words.h"

namespace ridgepoint {
namespace {

int expert_count(const Architecture& model) {
  for (const LayerGroup& group : model.groups)
    if (group.experts.count > 0) return group.experts.count;
  return 0;
}

int stage_devices(const Layout& layout) { return layout.data * layout.context * layout.tensor; }

bool divides_experts(const Architecture& model, const Layout& layout) {
  const int experts = expert_count(model);
  return experts > 0 && experts % layout.expert == 0;
}

Problem illegal(const char* field, std::string message) {
  return {"illegal_layout", std::string("/parallel/") + field, std::move(message)};
}

bool has_too_many_pieces(const Architecture& model, const Layout& layout) {
  return layout.pipeline > 1 && layout.schedule == Schedule::interleaved &&
         layout.virtual_stages > layers_per_stage(model, layout.pipeline);
}

}  // namespace

double tensor_share(const Matrix& matrix, const LayerGroup& group, int tensor) {
  switch (traits_of(matrix.role).on_rank) {
    case OnRank::whole:
      return 1;
    case OnRank::kv_heads: {
      const double heads = group.attention->kv_heads;
      return std::ceil(heads / tensor) / heads;
    }
    case OnRank::part:
      break;
  }
  return 1.0 / tensor;
}

int expert_ranks(const Layout& layout) { return std::max(layout.tensor, layout.expert); }

Undivided undivided(const Architecture& model, const Layout& layout) {
  const int ranks = layout.tensor, heads = layout.pads_heads ? 1 : ranks;
  if (ranks == 1) return {};
  for (const LayerGroup& group : model.groups) {
    if (const auto& a = group.attention) {
      if (a->heads % heads != 0) return {a->heads, "heads"};
      // A rank has one of fewer KV heads.
      if (traits_of(a->kind).divides_cache && a->kv_heads % heads != 0 && heads % a->kv_heads != 0)
        return {a->kv_heads, "KV heads"};
    }
    if (group.linear && group.linear->value_heads % heads != 0)
      return {group.linear->value_heads, "heads of linear layers"};
    if (layout.expert == 1 && group.experts.width % (ranks * layout.expert_block) != 0)
      return {group.experts.width, "of an expert's width, in blocks of its format,"};
  }
  return {};
}

bool is_legal(const Architecture& model, const Layout& layout, int devices) {
  return layout_problems(model, layout, devices).empty();
}

Problems layout_problems(const Architecture& model, const Layout& layout, int devices) {
  Problems problems;
  const char* uneven = devices % layout.tensor ? "tensor" : devices % layout.pipeline ? "pipeline" : "data";
  if (layout.devices() != devices)
    return {illegal(uneven, "tensor × pipeline × context × data is " + whole(layout.devices()) + ", but there are " +
                                std::to_string(devices) + " accelerators.")};
  if (const Undivided left = undivided(model, layout); left.number > 0) {
    Problem p = illegal("tensor", "Tensor parallel " + std::to_string(layout.tensor) + " does not divide the " +
                                      std::to_string(left.number) + " " + left.of + " of " + model.name + ".");
    for (int size : tensor_sizes(model, devices, layout)) p.suggestions.push_back(std::to_string(size));
    problems.push_back(std::move(p));
  }
  if (layout.pipeline > model.layers())
    problems.push_back(illegal("pipeline", "There are more pipeline stages than the " + std::to_string(model.layers()) +
                                               " layers of the model."));
  else if (has_too_many_pieces(model, layout))
    problems.push_back(illegal("virtual_stages", "A stage has no more than " +
                                                     std::to_string(layers_per_stage(model, layout.pipeline)) +
                                                     " layers to take apart."));
  if (layout.expert <= 1) return problems;
  const int experts = expert_count(model);
  if (experts == 0)
    problems.push_back(illegal("expert", model.name + " has no experts to spread."));
  else if (!divides_experts(model, layout))
    problems.push_back(illegal("expert", "Expert parallel " + std::to_string(layout.expert) + " does not divide the " +
                                             std::to_string(experts) + " experts."));
  if (stage_devices(layout) % layout.expert != 0)
    problems.push_back(illegal("expert", "Expert parallel must divide the accelerators of one pipeline stage (" +
                                             std::to_string(stage_devices(layout)) + ")."));
  return problems;
}

std::vector<int> tensor_sizes(const Architecture& model, int limit, Layout layout) {
  std::vector<int> sizes;
  for (layout.tensor = 1; layout.tensor <= limit; ++layout.tensor)
    if (undivided(model, layout).number == 0) sizes.push_back(layout.tensor);
  return sizes;
}

bool divides_gradients(const Layout& layout) {
  if (layout.sharding == Sharding::zero2) return layout.pipeline == 1;
  return layout.sharding != Sharding::none && layout.sharding != Sharding::zero1;
}

int layers_per_stage(const Architecture& model, int pipeline) { return (model.layers() + pipeline - 1) / pipeline; }
bool is_staged(const Architecture& model, int stages, int pieces) {
  return (model.layers() + (model.layers() % stages == 0 ? 0 : 2)) % (stages * pieces) == 0;
}

}  // namespace ridgepoint
