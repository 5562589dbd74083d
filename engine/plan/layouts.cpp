#include <algorithm>

#include "engine/base/lists.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

// FSDP gathers weights for every micro-batch; a pipeline has many in flight and shards only the
// optimizer, as Megatron-LM's distributed optimizer does.
Sharding usual_sharding(const Layout& layout) {
  if (layout.data == 1) return Sharding::none;
  return layout.pipeline > 1 ? Sharding::zero1 : Sharding::fsdp;
}

}  // namespace

bool everything_given(const ParallelChoice& p) { return p.tensor && p.pipeline && p.data; }

bool is_divided(const ParallelChoice& p) { return p.tensor || p.pipeline || p.context || p.expert; }

bool divides(const Question& q, std::string_view way) {
  if (q.is(kServes)) return takes_word(q.engine().takes, way, "parallelism");
  const ParallelChoice& p = q.parallel;
  const Sharding asked = p.sharding.value_or(Sharding::none);
  if (asked != Sharding::none && asked != Sharding::zero1 && !is_divided(p)) return false;
  const TrainingFramework& f = q.framework();
  // Software without tensor ranks puts layers on several GPUs only where that is asked for.
  return takes_word(f.takes, way, "parallelism") && takes_word(f.takes, "/parallel/tensor", "parallelism") &&
         (is_divided(p) || f.divides_first || q.method() == Method::full);
}

std::vector<int> pipeline_sizes(const Question& q, const ParallelChoice& p, int tensor) {
  if (p.pipeline) return {*p.pipeline};
  if (!divides(q, "/parallel/pipeline")) return {1};
  std::vector<int> sizes;
  for (int size = 1; size * tensor <= q.gpus && size <= q.model->layers(); ++size)
    if (q.gpus % (size * tensor) == 0 && (q.is(kServes) || is_staged(q.model, size))) sizes.push_back(size);
  return sizes;
}

std::vector<int> tensor_choices(const Question& q, const ParallelChoice& p) {
  if (p.tensor) return {*p.tensor};
  if (!divides(q, "/parallel/tensor") || (q.is(kServes) && q.engine().splits_layers)) return {1};
  std::vector<int> sizes;
  for (int size = 1; size <= q.per_node; ++size)
    if (q.gpus % size == 0 && undivided(q.model, layout_with(q, p, size, 1)).number == 0) sizes.push_back(size);
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

Layout layout_with(const Question& q, const ParallelChoice& p, int tensor, int pipeline) {
  Layout layout;
  layout.tensor = tensor;
  layout.pipeline = pipeline;
  layout.expert = p.expert.value_or(1);
  layout.context = p.context.value_or(1);
  layout.data = p.data.value_or(std::max(1, q.gpus / (tensor * pipeline * layout.context)));
  layout.schedule = p.schedule.value_or(Schedule::one_f_one_b);
  layout.virtual_stages = p.virtual_stages.value_or(usual_pieces(q.model, pipeline));
  if (p.virtual_stages) layout.schedule = Schedule::interleaved;
  layout.per_node = q.per_node;
  layout.pads_heads = q.is(kServes) && q.engine().pads_heads;
  if (q.is(kTrains)) layout.sharding = p.sharding.value_or(usual_sharding(layout));
  if (q.is(kTrains)) return layout;
  layout.expert_block = q.weights->expert_block;
  if (p.expert) return layout;
  Layout spread = layout;  // experts by number where their width is not divided
  spread.expert = tensor;
  if (q.engine().attends_apart && undivided(q.model, layout).number > 0 && is_legal(q.model, spread, q.gpus))
    return spread;
  return layout;
}

}  // namespace ridgepoint
