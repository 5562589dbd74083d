#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/lists.h"
#include "engine/memory/states.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

constexpr double kTokensPerMicroBatch = 16384;    // from here on measured training efficiency is flat
constexpr double kTrainingBatchTokens = 1 << 22;  // Llama 3 and OLMo 2 pre-training use 4 to 16 million
constexpr double kLargestBatchTokens = 68e6;      // Kimi K2's is 67 million (arXiv 2507.20534), DeepSeek-V3's 63
constexpr int kFinetuneBatch = 16;
constexpr int kRewardBatch = 1024;  // completions of a GRPO step (DeepSeekMath, arXiv 2402.03300, section 4.2)

std::string training_reason(const Question& q, const Plan& plan, bool fits) {
  if (everything_given(q.parallel)) return "";
  if (!fits) return nothing_fits(plan, q) + ", so the layout that needs the least memory is shown";
  return plan.layout.devices() == 1 ? "" : "the shortest predicted step of all layouts that fit";
}

int default_global_batch(const Question& q) {
  if (q.train.objective == Objective::grpo) return (kRewardBatch + q.train.group - 1) / q.train.group * q.train.group;
  if (q.workload == Workload::finetune) return kFinetuneBatch;
  const double sample = static_cast<double>(q.train.sequence) * sequences_per_sample(q.train.objective);
  return 1 << std::max(0L, std::lround(std::log2(kTrainingBatchTokens / sample)));  // as people set it
}

// Micro-batches that interleaved stages take in turn: a multiple of the stages (schedules.py of megatron-core 0.16.1).
int in_turn(const Layout& l) { return l.pipeline > 1 && l.schedule == Schedule::interleaved ? l.pipeline : 1; }

bool leaves_schedule(const Question& q) { return !q.parallel.schedule && !q.parallel.virtual_stages; }

int wanted_batch(const Question& q) { return q.train.global_batch.value_or(default_global_batch(q)); }

// The micro-batch has to divide each data rank's share of the batch; the batch is rounded up to whole micro-batches on
// every rank, and where no batch is asked for to as many as stages that are interleaved as asked take in turn, and to
// whole groups of answers on each rank.
void set_batches(Plan& plan, const Question& q, int micro_batch) {
  const int per_step = micro_batch * plan.layout.data;
  int turn = q.train.global_batch || leaves_schedule(q) ? 1 : in_turn(plan.layout);
  if (q.train.objective == Objective::grpo && !q.train.global_batch) turn *= q.train.group;
  plan.training.micro_batch = micro_batch * sequences_per_sample(q.train.objective);
  plan.training.accumulation = std::max(1, (wanted_batch(q) + per_step * turn - 1) / (per_step * turn)) * turn;
  plan.global_batch = plan.training.accumulation * per_step;
}

// Without its memory.
Plan training_plan(const Question& q, const Layout& layout, Checkpointing checkpointing, int micro_batch) {
  Plan plan;
  plan.layout = layout;
  TrainingMemoryInput& in = plan.training;
  in.method = q.method();
  in.optimizer = q.train.optimizer;
  in.recipe = q.train.recipe;
  in.layout = layout;
  in.sequence = q.train.sequence;
  in.checkpointing = checkpointing;
  in.flash_attention = q.train.flash_attention;
  in.loss = q.train.loss;
  in.lora = q.train.lora;
  in.compiled = q.train.compiled;
  in.packed = q.train.packed;
  in.base_format = q.weights;
  in.offload = q.train.offload;
  in.optimizer_in_backward = q.train.optimizer_in_backward;
  in.trained_layers = q.train.trained_layers;
  in.habits = q.training().habits;
  if (in.habits.answers_alone) in.scored = 1 - static_cast<double>(q.train.prompt_tokens) / q.train.sequence;
  in.overheads = q.training().overheads;
  in.memory = q.usable;
  in.reference = q.train.reference && q.train.objective != Objective::lm;
  set_batches(plan, q, micro_batch);
  return plan;
}

std::vector<Checkpointing> checkpointing_choices(const Question& q) {
  if (q.train.checkpointing) return {*q.train.checkpointing};
  if (!takes_word(q.framework().takes, "/train/checkpointing", word_of(Checkpointing::selective)))
    return {Checkpointing::none, Checkpointing::full};
  return {Checkpointing::none, Checkpointing::selective, Checkpointing::full};
}

std::vector<int> micro_batches(const Question& q, const Layout& layout) {
  if (q.train.micro_batch) return {*q.train.micro_batch};
  std::vector<int> sizes;
  sizes.reserve(8);
  sizes.push_back(1);
  const double sample = static_cast<double>(q.train.sequence) * sequences_per_sample(q.train.objective);
  for (int next = 2; next * sample <= kTokensPerMicroBatch && next * layout.data <= wanted_batch(q); next *= 2)
    sizes.push_back(next);
  return sizes;
}

// Sequences may be divided, as finely as in published runs: across nodes to 4,096 tokens a rank (Llama 3.1 405B,
// NVIDIA Megatron-Bridge), inside a node or a fabric's domain to 1,024 (LoRA of Llama 2 70B on 72 GB300 with a batch of
// 9, MLPerf Training v5.1).
constexpr int kLeastContextTokens = 4096;
constexpr int kLeastContextTokensInside = 1024;

bool inside_a_node(const Question& q, int devices) {
  return devices <= q.per_node || (q.device.fabric_per_direction && devices <= q.device.fabric_domain);
}

std::vector<int> context_sizes(const Question& q, int tensor, int pipeline) {
  if (q.parallel.context) return {*q.parallel.context};
  std::vector<int> sizes = {1};
  if (!divides(q, "/parallel/context")) return sizes;
  for (int size = 2; size * tensor * pipeline <= q.gpus; size *= 2) {
    const int least = inside_a_node(q, size * tensor) ? kLeastContextTokensInside : kLeastContextTokens;
    const bool whole = q.train.sequence % (2 * size) == 0 && q.gpus % (size * tensor * pipeline) == 0;
    if (whole && size * least <= q.train.sequence) sizes.push_back(size);
  }
  return sizes;
}

std::vector<int> expert_sizes(const Question& q, const Layout& layout) {
  if (q.parallel.expert) return {*q.parallel.expert};
  std::vector<int> sizes = {1};
  if (!divides(q, "/parallel/expert")) return sizes;
  const int ranks = layout.tensor * layout.context * layout.data;
  for (int size = 2; size <= ranks; size *= 2) {
    Layout spread = layout;
    spread.expert = size;
    if (is_legal(q.model, spread, q.gpus)) sizes.push_back(size);
  }
  return sizes;
}

// Stages keep the gradients of many micro-batches, which only zero1 allows; zero1 stands for plain data parallelism,
// too, which is never faster. hsdp needs full nodes, and is fsdp where one holds all ranks.
std::vector<Sharding> shardings(const Question& q, const Layout& layout) {
  if (q.parallel.sharding) return {*q.parallel.sharding};
  if (layout.data * layout.context == 1) return {Sharding::none};
  if (layout.pipeline > 1) return {Sharding::zero1};
  std::vector<Sharding> all = {Sharding::fsdp, Sharding::zero1, Sharding::zero2, Sharding::zero3};
  const int ranks = layout.data * layout.context, in_node = std::max(1, layout.per_node / layout.tensor);
  if (ranks > in_node && ranks % in_node == 0) all.push_back(Sharding::hsdp);
  const TrainingFramework& f = q.framework();
  std::erase_if(all, [&](Sharding sharding) {
    return f.usual_shardings.empty() ? !takes_word(f.takes, "/parallel/sharding", word_of(sharding))
                                     : !contains(f.usual_shardings, word_of(sharding));
  });
  return all.empty() ? std::vector<Sharding>{Sharding::none} : all;
}

struct Timetable {
  Schedule schedule = Schedule::one_f_one_b;
  int virtual_stages = 2;
};
// Stages in turn, and interleaved in pieces of as many layers.
std::vector<Timetable> timetables(const Question& q, const Layout& layout) {
  if (!leaves_schedule(q) || layout.pipeline == 1 ||
      !takes_word(q.framework().takes, "/parallel/schedule", word_of(Schedule::interleaved)))
    return {{layout.schedule, layout.virtual_stages}};
  std::vector<Timetable> out = {{}};
  for (int pieces = 2; pieces <= layers_per_stage(q.model, layout.pipeline); ++pieces)
    if (is_staged(q.model, layout.pipeline, pieces)) out.push_back({Schedule::interleaved, pieces});
  return out;
}

// Every layout that the question leaves open and the model allows, the least divided first.
std::vector<Layout> training_layouts(const Question& q) {
  std::vector<Layout> out;
  for (int tensor : tensor_choices(q, q.parallel))
    for (int pipeline : pipeline_sizes(q, q.parallel, tensor))
      for (int context : context_sizes(q, tensor, pipeline)) {
        Layout layout = layout_with(q, q.parallel, tensor, pipeline);
        layout.context = context;
        layout.data = q.parallel.data.value_or(std::max(1, q.gpus / (tensor * pipeline * context)));
        for (int expert : expert_sizes(q, layout))
          for (Sharding sharding : shardings(q, layout)) {
            layout.expert = expert;
            layout.sharding = sharding;
            if (is_legal(q.model, layout, q.gpus)) out.push_back(layout);
          }
      }
  return out;
}

// Without the layouts whose data ranks outnumber the batch, unless all do. The default is rounded up to one micro-batch
// a rank, up to what the largest runs take.
std::vector<Layout> fed_layouts(const Question& q, std::vector<Layout> layouts) {
  const double sample = static_cast<double>(q.train.sequence) * sequences_per_sample(q.train.objective);
  const double most = q.train.global_batch ? *q.train.global_batch : std::floor(kLargestBatchTokens / sample);
  const auto starved = [&](const Layout& l) { return l.data * q.train.micro_batch.value_or(1) > most; };
  if (!std::all_of(layouts.begin(), layouts.end(), starved))
    layouts.erase(std::remove_if(layouts.begin(), layouts.end(), starved), layouts.end());
  return layouts;
}

// One choice of everything that is open, with its predicted time for the wanted batch.
struct Candidate {
  std::size_t layout = 0;  // position in the list of layouts
  Timetable timetable;
  Checkpointing checkpointing = Checkpointing::none;
  int micro_batch = 1;
  Seconds time;
};

Plan plan_of(const Question& q, Layout layout, const Candidate& c) {
  layout.schedule = c.timetable.schedule;
  layout.virtual_stages = c.timetable.virtual_stages;
  return training_plan(q, layout, c.checkpointing, c.micro_batch);
}

// All choices of the layouts `open`, in the order of the rule. Choosing a schedule leaves out
// interleaving what is no whole number of turns.
std::vector<Candidate> candidates_of(const Question& q, const std::vector<Layout>& layouts,
                                     const std::vector<std::size_t>& open) {
  const TrainingBasis basis = training_basis(q.model, q.device, q.train.sequence);
  Plan plan = training_plan(q, Layout{}, Checkpointing::none, 1);
  TrainingSpeedInput in = training_speed_input(plan, q);
  std::vector<Candidate> out;
  for (const std::size_t i : open) {
    const std::vector<int> sizes = micro_batches(q, layouts[i]);
    for (const Timetable& timetable : timetables(q, layouts[i])) {
      plan.layout = layouts[i];
      plan.layout.schedule = timetable.schedule;
      plan.layout.virtual_stages = timetable.virtual_stages;
      in.layout = plan.layout;
      if (in.method == Method::freeze) in.backward_share = training_speed_input(plan, q).backward_share;
      for (int micro_batch : sizes) {
        set_batches(plan, q, micro_batch);
        if (leaves_schedule(q) && plan.training.accumulation % in_turn(plan.layout) != 0) continue;
        in.micro_batch = plan.training.micro_batch;
        in.accumulation = plan.training.accumulation;
        for (Checkpointing checkpointing : checkpointing_choices(q)) {
          in.checkpointing = checkpointing;
          const Seconds step = training_step_time(basis, in);
          out.push_back(
              {i, timetable, checkpointing, micro_batch, q.train.global_batch ? step : step / plan.global_batch});
        }
      }
    }
  }
  return out;
}

// The choice of a layout that needs the least memory: stages in turn, most recomputed, smallest micro-batch.
Candidate leanest_of(const Question& q, const std::vector<Layout>& layouts, std::size_t layout) {
  return {layout,
          timetables(q, layouts[layout]).front(),
          checkpointing_choices(q).back(),
          micro_batches(q, layouts[layout]).front(),
          {}};
}

Plan filled(const Question& q, const std::vector<Layout>& layouts, const Candidate& c, bool fits) {
  Plan plan = plan_of(q, layouts[c.layout], c);
  plan.memory = training_memory_sum(q.model, plan.training);
  plan.why = training_reason(q, plan, fits);
  return plan;
}

// The layout that trains soonest of those that fit; of none, the one that needs the least memory.
Plan quickest(const Question& q, const std::vector<Layout>& layouts) {
  const Bytes budget = memory_budget(q);
  // What a choice needs of one accelerator; more than `enough` may be less than that.
  const auto memory_of = [&](const Candidate& c, Bytes enough) {
    return training_memory_total(q.model, plan_of(q, layouts[c.layout], c).training, enough);
  };
  std::vector<std::size_t> open;  // layouts of which any choice can fit
  std::size_t least = 0;
  Bytes least_bytes = bytes(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const Bytes total = memory_of(leanest_of(q, layouts, i), open.empty() ? least_bytes : budget);
    if (total <= budget) open.push_back(i);
    if (total < least_bytes) least = i, least_bytes = total;
  }
  if (open.empty()) return filled(q, layouts, leanest_of(q, layouts, least), false);
  const std::vector<Candidate> candidates = candidates_of(q, layouts, open);
  std::vector<std::size_t> next(candidates.size());  // a heap, as few are asked for
  std::iota(next.begin(), next.end(), std::size_t{0});
  const auto later = [&](std::size_t a, std::size_t b) {  // the first in time, of equals the first in the order
    const Seconds one = candidates[a].time, other = candidates[b].time;
    return one != other ? one > other : a > b;
  };
  std::make_heap(next.begin(), next.end(), later);
  while (next.size() > 1 && memory_of(candidates[next.front()], budget) > budget) {
    std::pop_heap(next.begin(), next.end(), later);
    next.pop_back();
  }
  return filled(q, layouts, candidates[next.front()], true);
}

}  // namespace

void list_training_memory(Plan& plan, const Question& q) {
  if (plan.memory.lines.empty()) plan.memory = training_memory(q.model, plan.training);
}

TrainingSpeedInput training_speed_input(const Plan& plan, const Question& q) {
  const TrainingMemoryInput& m = plan.training;
  TrainingSpeedInput in{m};
  in.layout = plan.layout;
  in.trainable = trainable_params(q.model, m);
  if (is_adapter_method(m.method)) in.adapters = adapter_values(q.model, m.lora.targets);
  in.state_bytes_per_param = state_bytes(m.recipe, m.optimizer).total();
  in.base_bytes_per_param = m.base_format->bits / 8;
  in.base_expansion = m.base_format->expansion;
  // The trained layers are the last ones: the stage that holds them sets the pace.
  if (m.method == Method::freeze)
    in.backward_share = std::min(1.0, 1.0 * m.trained_layers / layers_per_stage(q.model, plan.layout.pipeline));
  // The frozen model's pass; in grpo also the one that fixes the probabilities of what was generated.
  in.forwards = (m.reference ? 1 : 0) + (q.train.objective == Objective::grpo ? 1 : 0);
  return in;
}

int sequences_per_sample(Objective objective) { return objective == Objective::dpo ? 2 : 1; }

Result<Plan> plan_training(const Question& q) {
  std::vector<Layout> layouts = training_layouts(q);
  if (layouts.empty()) {
    const Layout given = layout_with(q, q.parallel, q.parallel.tensor.value_or(1), q.parallel.pipeline.value_or(1));
    if (Problems problems = layout_problems(q.model, given, q.gpus); !problems.empty()) return problems;
    layouts = {given};
  }
  layouts = fed_layouts(q, std::move(layouts));
  if (!q.framework().divides_first && !is_divided(q.parallel)) {
    std::vector<Layout> whole = layouts;
    std::erase_if(whole, [](const Layout& l) { return l.devices() != l.data || l.expert > 1; });
    if (!whole.empty() && whole.size() < layouts.size())
      if (Plan plan = quickest(q, whole); plan.memory.total() <= memory_budget(q)) return plan;
  }
  return quickest(q, layouts);
}

}  // namespace ridgepoint
