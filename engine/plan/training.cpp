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

std::string training_reason(const Scenario& s, const Resolved& r, const Plan& plan, bool fits) {
  if (everything_given(s)) return "";
  if (!fits) return nothing_fits(plan, r) + ", so the layout that needs the least memory is shown";
  return plan.layout.devices() == 1 ? "" : "the shortest predicted step of all layouts that fit";
}

int default_global_batch(const Scenario& s) {
  if (s.train.objective == Objective::grpo) return (kRewardBatch + s.train.group - 1) / s.train.group * s.train.group;
  if (s.workload == Workload::finetune) return kFinetuneBatch;
  const double sample = static_cast<double>(s.train.sequence) * sequences_per_sample(s.train.objective);
  return 1 << std::max(0L, std::lround(std::log2(kTrainingBatchTokens / sample)));  // as people set it
}

// Micro-batches that interleaved stages take in turn: a multiple of the stages (schedules.py of megatron-core 0.16.1).
int in_turn(const Layout& l) { return l.pipeline > 1 && l.schedule == Schedule::interleaved ? l.pipeline : 1; }

bool leaves_schedule(const Scenario& s) { return !s.parallel.schedule && !s.parallel.virtual_stages; }

int wanted_batch(const Scenario& s) { return s.train.global_batch.value_or(default_global_batch(s)); }

// The micro-batch has to divide each data rank's share of the batch; the batch is rounded up to whole micro-batches on
// every rank, and where no batch is asked for to as many as stages that are interleaved as asked take in turn, and to
// whole groups of answers on each rank.
void set_batches(Plan& plan, const Scenario& s, int micro_batch) {
  const int per_step = micro_batch * plan.layout.data;
  int turn = s.train.global_batch || leaves_schedule(s) ? 1 : in_turn(plan.layout);
  if (s.train.objective == Objective::grpo && !s.train.global_batch) turn *= s.train.group;
  plan.training.micro_batch = micro_batch * sequences_per_sample(s.train.objective);
  plan.training.accumulation = std::max(1, (wanted_batch(s) + per_step * turn - 1) / (per_step * turn)) * turn;
  plan.global_batch = plan.training.accumulation * per_step;
}

// Without its memory.
Plan training_plan(const Scenario& s, const Resolved& r, const Layout& layout, Checkpointing checkpointing,
                   int micro_batch) {
  Plan plan;
  plan.layout = layout;
  TrainingMemoryInput& in = plan.training;
  in.method = s.method();
  in.optimizer = s.train.optimizer;
  in.recipe = s.train.recipe;
  in.layout = layout;
  in.sequence = s.train.sequence;
  in.checkpointing = checkpointing;
  in.flash_attention = s.train.flash_attention;
  in.loss = s.train.loss;
  in.lora = s.train.lora;
  in.compiled = s.train.compiled;
  in.packed = s.train.packed;
  in.base_format = r.weights;
  in.offload = s.train.offload;
  in.optimizer_in_backward = s.train.optimizer_in_backward;
  in.trained_layers = s.train.trained_layers;
  in.wide_tables = r.wide_tables;
  in.overheads = r.training_overheads;
  in.memory = r.usable;
  in.reference = s.train.reference && s.train.objective != Objective::lm;
  set_batches(plan, s, micro_batch);
  return plan;
}

std::vector<Checkpointing> checkpointing_choices(const Scenario& s, const Resolved& r) {
  if (s.train.checkpointing) return {*s.train.checkpointing};
  if (!takes_word(r.framework->takes, "/train/checkpointing", word_of(Checkpointing::selective)))
    return {Checkpointing::none, Checkpointing::full};
  return {Checkpointing::none, Checkpointing::selective, Checkpointing::full};
}

std::vector<int> micro_batches(const Scenario& s, const Layout& layout) {
  if (s.train.micro_batch) return {*s.train.micro_batch};
  std::vector<int> sizes;
  sizes.reserve(8);
  sizes.push_back(1);
  const double sample = static_cast<double>(s.train.sequence) * sequences_per_sample(s.train.objective);
  for (int next = 2; next * sample <= kTokensPerMicroBatch && next * layout.data <= wanted_batch(s); next *= 2)
    sizes.push_back(next);
  return sizes;
}

// Sequences may be divided, as finely as in published runs: across nodes to 4,096 tokens a rank (Llama 3.1 405B,
// NVIDIA Megatron-Bridge), inside a node or a fabric's domain to 1,024 (LoRA of Llama 2 70B on 72 GB300 with a batch of
// 9, MLPerf Training v5.1).
constexpr int kLeastContextTokens = 4096;
constexpr int kLeastContextTokensInside = 1024;

bool inside_a_node(const Resolved& r, int devices) {
  return devices <= r.per_node || (r.device.fabric_per_direction && devices <= r.device.fabric_domain);
}

std::vector<int> context_sizes(const Scenario& s, const Resolved& r, int tensor, int pipeline) {
  if (s.parallel.context) return {*s.parallel.context};
  std::vector<int> sizes = {1};
  if (!divides(s, r, "/parallel/context")) return sizes;
  for (int size = 2; size * tensor * pipeline <= r.gpus; size *= 2) {
    const int least = inside_a_node(r, size * tensor) ? kLeastContextTokensInside : kLeastContextTokens;
    const bool whole = s.train.sequence % (2 * size) == 0 && r.gpus % (size * tensor * pipeline) == 0;
    if (whole && size * least <= s.train.sequence) sizes.push_back(size);
  }
  return sizes;
}

std::vector<int> expert_sizes(const Scenario& s, const Resolved& r, const Layout& layout) {
  if (s.parallel.expert) return {*s.parallel.expert};
  std::vector<int> sizes = {1};
  if (!divides(s, r, "/parallel/expert")) return sizes;
  const int ranks = layout.tensor * layout.context * layout.data;
  for (int size = 2; size <= ranks; size *= 2) {
    Layout spread = layout;
    spread.expert = size;
    if (is_legal(r.model, spread, r.gpus)) sizes.push_back(size);
  }
  return sizes;
}

// Stages keep the gradients of many micro-batches, which only zero1 allows; zero1 stands for plain data parallelism,
// too, which is never faster. hsdp needs full nodes, and is fsdp where one holds all ranks.
std::vector<Sharding> shardings(const Scenario& s, const Resolved& r, const Layout& layout) {
  if (s.parallel.sharding) return {*s.parallel.sharding};
  if (layout.data * layout.context == 1) return {Sharding::none};
  if (layout.pipeline > 1) return {Sharding::zero1};
  std::vector<Sharding> all = {Sharding::fsdp, Sharding::zero1, Sharding::zero2, Sharding::zero3};
  const int ranks = layout.data * layout.context, in_node = std::max(1, layout.per_node / layout.tensor);
  if (ranks > in_node && ranks % in_node == 0) all.push_back(Sharding::hsdp);
  const TrainingFramework& f = *r.framework;
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
std::vector<Timetable> timetables(const Scenario& s, const Resolved& r, const Layout& layout) {
  if (!leaves_schedule(s) || layout.pipeline == 1 ||
      !takes_word(r.framework->takes, "/parallel/schedule", word_of(Schedule::interleaved)))
    return {{layout.schedule, layout.virtual_stages}};
  std::vector<Timetable> out = {{}};
  for (int pieces = 2; pieces <= layers_per_stage(r.model, layout.pipeline); ++pieces)
    if (is_staged(r.model, layout.pipeline, pieces)) out.push_back({Schedule::interleaved, pieces});
  return out;
}

// Every layout that the scenario leaves open and the model allows, the least divided first.
std::vector<Layout> training_layouts(const Scenario& s, const Resolved& r) {
  std::vector<Layout> out;
  for (int tensor : tensor_choices(s, r))
    for (int pipeline : pipeline_sizes(s, r, tensor))
      for (int context : context_sizes(s, r, tensor, pipeline)) {
        Layout layout = layout_with(s, r, tensor, pipeline);
        layout.context = context;
        layout.data = s.parallel.data.value_or(std::max(1, r.gpus / (tensor * pipeline * context)));
        for (int expert : expert_sizes(s, r, layout))
          for (Sharding sharding : shardings(s, r, layout)) {
            layout.expert = expert;
            layout.sharding = sharding;
            if (is_legal(r.model, layout, r.gpus)) out.push_back(layout);
          }
      }
  return out;
}

// Without the layouts whose data ranks outnumber the batch, unless all do. The default is rounded up to one micro-batch
// a rank, up to what the largest runs take.
std::vector<Layout> fed_layouts(const Scenario& s, std::vector<Layout> layouts) {
  const double sample = static_cast<double>(s.train.sequence) * sequences_per_sample(s.train.objective);
  const double most = s.train.global_batch ? *s.train.global_batch : std::floor(kLargestBatchTokens / sample);
  const auto starved = [&](const Layout& l) { return l.data * s.train.micro_batch.value_or(1) > most; };
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

Plan plan_of(const Scenario& s, const Resolved& r, Layout layout, const Candidate& c) {
  layout.schedule = c.timetable.schedule;
  layout.virtual_stages = c.timetable.virtual_stages;
  return training_plan(s, r, layout, c.checkpointing, c.micro_batch);
}

// All choices of the layouts `open`, in the order of the rule. Choosing a schedule leaves out
// interleaving what is no whole number of turns.
std::vector<Candidate> candidates_of(const Scenario& s, const Resolved& r, const std::vector<Layout>& layouts,
                                     const std::vector<std::size_t>& open) {
  const TrainingBasis basis = training_basis(r.model, r.device, s.train.sequence);
  Plan plan = training_plan(s, r, Layout{}, Checkpointing::none, 1);
  TrainingSpeedInput in = training_speed_input(plan, s, r);
  std::vector<Candidate> out;
  for (const std::size_t i : open) {
    const std::vector<int> sizes = micro_batches(s, layouts[i]);
    for (const Timetable& timetable : timetables(s, r, layouts[i])) {
      plan.layout = layouts[i];
      plan.layout.schedule = timetable.schedule;
      plan.layout.virtual_stages = timetable.virtual_stages;
      in.layout = plan.layout;
      if (in.method == Method::freeze) in.backward_share = training_speed_input(plan, s, r).backward_share;
      for (int micro_batch : sizes) {
        set_batches(plan, s, micro_batch);
        if (leaves_schedule(s) && plan.training.accumulation % in_turn(plan.layout) != 0) continue;
        in.micro_batch = plan.training.micro_batch;
        in.accumulation = plan.training.accumulation;
        for (Checkpointing checkpointing : checkpointing_choices(s, r)) {
          in.checkpointing = checkpointing;
          const Seconds step = training_step_time(basis, in);
          out.push_back(
              {i, timetable, checkpointing, micro_batch, s.train.global_batch ? step : step / plan.global_batch});
        }
      }
    }
  }
  return out;
}

// The choice of a layout that needs the least memory: stages in turn, most recomputed, smallest micro-batch.
Candidate leanest_of(const Scenario& s, const Resolved& r, const std::vector<Layout>& layouts, std::size_t layout) {
  return {layout,
          timetables(s, r, layouts[layout]).front(),
          checkpointing_choices(s, r).back(),
          micro_batches(s, layouts[layout]).front(),
          {}};
}

Plan filled(const Scenario& s, const Resolved& r, const std::vector<Layout>& layouts, const Candidate& c, bool fits) {
  Plan plan = plan_of(s, r, layouts[c.layout], c);
  plan.memory = training_memory_sum(r.model, plan.training);
  plan.why = training_reason(s, r, plan, fits);
  return plan;
}

// The layout that trains soonest of those that fit; of none, the one that needs the least memory.
Plan quickest(const Scenario& s, const Resolved& r, const std::vector<Layout>& layouts) {
  const Bytes budget = memory_budget(s, r);
  // What a choice needs of one accelerator; more than `enough` may be less than that.
  const auto memory_of = [&](const Candidate& c, Bytes enough) {
    return training_memory_total(r.model, plan_of(s, r, layouts[c.layout], c).training, enough);
  };
  std::vector<std::size_t> open;  // layouts of which any choice can fit
  std::size_t least = 0;
  Bytes least_bytes = bytes(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const Bytes total = memory_of(leanest_of(s, r, layouts, i), open.empty() ? least_bytes : budget);
    if (total <= budget) open.push_back(i);
    if (total < least_bytes) least = i, least_bytes = total;
  }
  if (open.empty()) return filled(s, r, layouts, leanest_of(s, r, layouts, least), false);
  const std::vector<Candidate> candidates = candidates_of(s, r, layouts, open);
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
  return filled(s, r, layouts, candidates[next.front()], true);
}

}  // namespace

void list_training_memory(Plan& plan, const Resolved& r) {
  if (plan.memory.lines.empty()) plan.memory = training_memory(r.model, plan.training);
}

TrainingSpeedInput training_speed_input(const Plan& plan, const Scenario& s, const Resolved& r) {
  const TrainingMemoryInput& m = plan.training;
  TrainingSpeedInput in{m};
  in.layout = plan.layout;
  in.trainable = trainable_params(r.model, m);
  if (is_adapter_method(m.method)) in.adapters = adapter_values(r.model, m.lora.targets);
  in.state_bytes_per_param = state_bytes(m.recipe, m.optimizer).total();
  in.base_bytes_per_param = m.base_format->bits / 8;
  in.base_expansion = m.base_format->expansion;
  // The trained layers are the last ones: the stage that holds them sets the pace.
  if (m.method == Method::freeze)
    in.backward_share =
        std::min(1.0, m.trained_layers / static_cast<double>(layers_per_stage(r.model, plan.layout.pipeline)));
  // The frozen model's pass; in grpo also the one that fixes the probabilities of what was generated.
  in.forwards = (m.reference ? 1 : 0) + (s.train.objective == Objective::grpo ? 1 : 0);
  return in;
}

int sequences_per_sample(Objective objective) { return objective == Objective::dpo ? 2 : 1; }

Result<Plan> plan_training(const Scenario& s, const Resolved& r) {
  std::vector<Layout> layouts = training_layouts(s, r);
  if (layouts.empty()) {
    const Layout given = layout_with(s, r, s.parallel.tensor.value_or(1), s.parallel.pipeline.value_or(1));
    if (Problems problems = layout_problems(r.model, given, r.gpus); !problems.empty()) return problems;
    layouts = {given};
  }
  layouts = fed_layouts(s, std::move(layouts));
  if (!r.framework->divides_first && !is_divided(s.parallel)) {
    std::vector<Layout> whole = layouts;
    std::erase_if(whole, [](const Layout& l) { return l.devices() != l.data || l.expert > 1; });
    if (!whole.empty() && whole.size() < layouts.size())
      if (Plan plan = quickest(s, r, whole); plan.memory.total() <= memory_budget(s, r)) return plan;
  }
  return quickest(s, r, layouts);
}

}  // namespace ridgepoint
