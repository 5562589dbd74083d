#include "engine/plan/plan.h"

#include <algorithm>

#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

// FSDP gathers weights for every micro-batch; a pipeline has many in flight and shards only the
// optimizer, as Megatron-LM's distributed optimizer does.
Sharding usual_sharding(const Layout& layout) {
  if (layout.data == 1) return Sharding::none;
  return layout.pipeline > 1 ? Sharding::zero1 : Sharding::fsdp;
}

}  // namespace

bool everything_given(const Scenario& s) { return s.parallel.tensor && s.parallel.pipeline && s.parallel.data; }

bool is_divided(const ParallelChoice& p) { return p.tensor || p.pipeline || p.context || p.expert; }

bool divides(const Scenario& s, const Resolved& r, std::string_view way) {
  if (s.serves()) return takes_word(r.engine->takes, way, "parallelism");
  const ParallelChoice& p = s.parallel;
  const Sharding asked = p.sharding.value_or(Sharding::none);
  if (asked != Sharding::none && asked != Sharding::zero1 && !is_divided(p)) return false;
  const TrainingFramework& f = *r.framework;
  // Software without tensor ranks puts layers on several GPUs only where that is asked for.
  return takes_word(f.takes, way, "parallelism") && takes_word(f.takes, "/parallel/tensor", "parallelism") &&
         (is_divided(p) || f.divides_first || s.method() == Method::full);
}

std::vector<int> pipeline_sizes(const Scenario& s, const Resolved& r, int tensor) {
  if (s.parallel.pipeline) return {*s.parallel.pipeline};
  if (!divides(s, r, "/parallel/pipeline")) return {1};
  std::vector<int> sizes;
  for (int size = 1; size * tensor <= r.gpus && size <= r.model->layers(); ++size)
    if (r.gpus % (size * tensor) == 0 && (s.serves() || is_staged(r.model, size))) sizes.push_back(size);
  return sizes;
}

std::vector<int> tensor_choices(const Scenario& s, const Resolved& r) {
  if (s.parallel.tensor) return {*s.parallel.tensor};
  if (!divides(s, r, "/parallel/tensor") || (s.serves() && r.engine->splits_layers)) return {1};
  std::vector<int> sizes;
  for (int size = 1; size <= r.per_node; ++size)
    if (r.gpus % size == 0 && undivided(r.model, layout_with(s, r, size, 1)).number == 0) sizes.push_back(size);
  return sizes;
}

// Pieces of a stage where a schedule interleaves and says no number. Published recipes leave one to five layers a
// piece: Llama 3.1 405B 8 stages of 4 or 8 pieces, 70B 4 of 5, GPT-3 175B 8 of 6 or 12 (NVIDIA Megatron-Bridge and DGX
// Cloud).
int usual_pieces(const Architecture& model, int pipeline) {
  constexpr int kLayersPerPiece = 3;
  const int layers = layers_per_stage(model, pipeline), least = std::min(2, layers);
  for (int pieces = layers / kLayersPerPiece; pieces > least; --pieces)
    if (is_staged(model, pipeline, pieces)) return pieces;
  return least;
}

Layout layout_with(const Scenario& s, const Resolved& r, int tensor, int pipeline) {
  Layout layout;
  layout.tensor = tensor;
  layout.pipeline = pipeline;
  layout.expert = s.parallel.expert.value_or(1);
  layout.context = s.parallel.context.value_or(1);
  layout.data = s.parallel.data.value_or(std::max(1, r.gpus / (tensor * pipeline * layout.context)));
  layout.schedule = s.parallel.schedule.value_or(Schedule::one_f_one_b);
  layout.virtual_stages = s.parallel.virtual_stages.value_or(usual_pieces(r.model, pipeline));
  if (s.parallel.virtual_stages) layout.schedule = Schedule::interleaved;
  layout.per_node = r.per_node;
  layout.pads_heads = s.serves() && r.engine->pads_heads;
  if (!s.serves()) layout.sharding = s.parallel.sharding.value_or(usual_sharding(layout));
  if (!s.serves()) return layout;
  layout.expert_block = r.weights->expert_block;
  if (s.parallel.expert) return layout;
  Layout spread = layout;  // experts by number where their width is not divided
  spread.expert = tensor;
  if (r.engine->attends_apart && undivided(r.model, layout).number > 0 && is_legal(r.model, spread, r.gpus))
    return spread;
  return layout;
}

}  // namespace ridgepoint
