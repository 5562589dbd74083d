#include "engine/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

constexpr double kTokensPerMicroBatch = 16384;  // from here on measured training efficiency is flat
constexpr double kTrainingBatchTokens = 4e6;    // Llama 3 and OLMo 2 pre-training use 4 to 16 million
constexpr int kFinetuneBatch = 16;

std::vector<int> pipeline_sizes(const Scenario& s, const Resolved& r, int tensor) {
  if (s.parallel.pipeline) return {*s.parallel.pipeline};
  std::vector<int> sizes;
  for (int size = 1; size * tensor <= r.gpus && size <= r.model.layers(); ++size)
    if (r.gpus % (size * tensor) == 0) sizes.push_back(size);
  return sizes;
}

std::vector<int> tensor_choices(const Scenario& s, const Resolved& r) {
  if (s.parallel.tensor) return {*s.parallel.tensor};
  std::vector<int> sizes;
  for (int size : tensor_sizes(r.model, r.per_node))
    if (r.gpus % size == 0) sizes.push_back(size);
  return sizes;
}

// FSDP gathers weights for every micro-batch; a pipeline has many in flight and shards only the
// optimizer, as Megatron-LM's distributed optimizer does.
Sharding usual_sharding(const Layout& layout) {
  if (layout.data == 1) return Sharding::none;
  return layout.pipeline > 1 ? Sharding::zero1 : Sharding::fsdp;
}

Layout layout_with(const Scenario& s, const Resolved& r, int tensor, int pipeline) {
  Layout layout;
  layout.tensor = tensor;
  layout.pipeline = pipeline;
  layout.expert = s.parallel.expert.value_or(1);
  layout.context = s.parallel.context.value_or(1);
  layout.data = s.parallel.data.value_or(std::max(1, r.gpus / (tensor * pipeline * layout.context)));
  layout.schedule = s.parallel.schedule;
  layout.per_node = r.per_node;
  layout.pads_heads = s.serves() && r.engine.pads_heads;
  if (!s.serves()) layout.sharding = s.parallel.sharding.value_or(usual_sharding(layout));
  return layout;
}

// Layouts to try, in the order of the rule: growing tensor parallel in one node, then stages.
std::vector<Layout> candidate_layouts(const Scenario& s, const Resolved& r) {
  std::vector<Layout> out;
  const std::vector<int> tensors = tensor_choices(s, r);
  for (int tensor : tensors)
    for (int pipeline : pipeline_sizes(s, r, tensor))
      if (pipeline == 1 || tensor == tensors.back()) out.push_back(layout_with(s, r, tensor, pipeline));
  if (s.parallel.data)
    out.erase(std::remove_if(out.begin(), out.end(), [&](const Layout& l) { return l.devices() != r.gpus; }),
              out.end());
  if (out.empty()) out.push_back(layout_with(s, r, s.parallel.tensor.value_or(1), s.parallel.pipeline.value_or(1)));
  return out;
}

Problems legality(const Resolved& r, const std::vector<Layout>& candidates) {
  Problems problems;
  for (const Layout& layout : candidates) {
    problems = layout_problems(r.model, layout, r.gpus);
    if (problems.empty()) return {};
  }
  return problems;
}

bool everything_given(const Scenario& s) { return s.parallel.tensor && s.parallel.pipeline && s.parallel.data; }

std::string reason(const Scenario& s, const Layout& layout, bool fits) {
  if (everything_given(s)) return "";
  if (!fits) return "nothing fits, so the most divided layout is shown";
  if (layout.devices() == 1) return "one accelerator";
  std::string text = "the smallest tensor parallel size within a machine that fits";
  if (layout.pipeline > 1) text += ", then pipeline stages";
  return text + ", then data parallel";
}

Bytes expert_bytes(const Resolved& r, const Layout& layout) {
  double params = 0;
  for (const LayerGroup& group : r.model.groups) params += group.count * group.expert_params * group.experts.count;
  const double ranks = std::max(layout.tensor, layout.expert) * layout.pipeline;
  return bytes(params * r.weights.bits / 8 / ranks);
}

// What is beyond the budget goes to the memory of the host: routed experts first, which a token needs few of.
void move_to_host(Plan& plan, const Scenario& s, const Resolved& r) {
  const auto is_weights = [](const MemoryLine& line) { return line.id == "weights"; };
  const auto weights = std::find_if(plan.memory.lines.begin(), plan.memory.lines.end(), is_weights);
  if (!r.host || weights == plan.memory.lines.end()) return;
  const Bytes room = (1 - 1e-9) * memory_budget(s, r);  // less than rounding could take
  const Bytes beyond = std::min(plan.memory.total() - room, weights->amount);
  if (beyond <= bytes(0)) return;
  const Bytes experts = std::min(expert_bytes(r, plan.layout), weights->amount);
  const Bytes of_experts = std::min(beyond, experts);
  if (experts > bytes(0)) plan.host_experts = of_experts / experts;
  if (weights->amount > experts) plan.host_dense = (beyond - of_experts) / (weights->amount - experts);
  weights->amount -= beyond;
  weights->how += "; " + std::to_string(std::lround(in_gigabytes(beyond))) + " GB more lie in host memory";
  plan.host_memory = static_cast<double>(plan.layout.devices()) * beyond;
}

// Fills in sequences and context of one replica for a layout.
Plan serving_plan(const Scenario& s, const Resolved& r, const Layout& layout) {
  Plan plan;
  const ServeChoice& serve = s.serve;
  const double answer = serve.reasoning_tokens + serve.output_tokens;
  plan.layout = layout;
  plan.context = serve.max_context.value_or(serve.input_tokens + answer);
  plan.mean_context = serve.input_tokens + answer / 2;
  InferenceMemoryInput& in = plan.serving;
  in.weights = r.weights;
  in.kv = r.kv;
  in.layout = layout;
  in.engine = r.engine;
  in.prefill_chunk = prefill_chunk(s, r);
  in.context = plan.context;
  in.prompt = serve.input_tokens;
  const double wanted = serve.concurrency.value_or(default_concurrency(s));
  if (std::isinf(wanted)) {
    in.context = plan.mean_context;
    in.sequences = std::max(1.0, max_sequences(r.model, in, plan.mean_context, memory_budget(s, r)));
    plan.concurrency = in.sequences * layout.data;
  } else {
    in.sequences = std::max(1.0, std::ceil(wanted / layout.data));
    plan.concurrency = wanted;
  }
  plan.memory = inference_memory(r.model, in);
  move_to_host(plan, s, r);
  return plan;
}

int default_global_batch(const Scenario& s) {
  if (s.workload == Workload::finetune) return kFinetuneBatch;
  return std::max(1, static_cast<int>(std::floor(kTrainingBatchTokens / s.train.sequence + 0.5)));
}

// The micro-batch has to divide each data rank's share of the batch; the batch is rounded up to
// whole micro-batches on every rank.
void set_batches(Plan& plan, const Scenario& s, int micro_batch) {
  const int per_step = micro_batch * plan.layout.data;
  const int wanted = s.train.global_batch.value_or(default_global_batch(s));
  plan.training.micro_batch = micro_batch;
  plan.training.accumulation = std::max(1, (wanted + per_step - 1) / per_step);
  plan.global_batch = plan.training.accumulation * per_step;
}

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
  set_batches(plan, s, micro_batch);
  plan.memory = training_memory(r.model, in);
  return plan;
}

std::vector<Checkpointing> checkpointing_choices(const Scenario& s) {
  if (s.train.checkpointing) return {*s.train.checkpointing};
  return {Checkpointing::none, Checkpointing::selective, Checkpointing::full};
}

Plan with_grown_micro_batch(Plan plan, const Scenario& s, const Resolved& r, Bytes budget) {
  if (s.train.micro_batch) return plan;
  const int wanted = s.train.global_batch.value_or(default_global_batch(s));
  for (int next = 2; next * s.train.sequence <= kTokensPerMicroBatch && next * plan.layout.data <= wanted; next *= 2) {
    Plan larger = training_plan(s, r, plan.layout, plan.training.checkpointing, next);
    const bool fills_pipeline = plan.layout.pipeline == 1 || larger.training.accumulation >= 4 * plan.layout.pipeline;
    if (larger.memory.total() > budget || !fills_pipeline) break;
    larger.why = plan.why;
    plan = larger;
  }
  return plan;
}

}  // namespace

double prefill_chunk(const Scenario& s, const Resolved& r) {
  return s.serve.prefill_chunk.value_or(r.engine.prefill_chunk);
}

double default_concurrency(const Scenario& s) {
  return s.workload == Workload::batch ? std::numeric_limits<double>::infinity() : 32;
}

Bytes memory_budget(const Scenario& s, const Resolved& r) {
  double share = 1 - s.constraints.headroom;
  if (s.serves()) share = std::min(share, s.serve.memory_fraction);
  return r.usable * share;
}

Result<Plan> plan_serving(const Scenario& s, const Resolved& r) {
  const std::vector<Layout> candidates = candidate_layouts(s, r);
  Problems problems = legality(r, candidates);
  if (!problems.empty()) return problems;
  Plan plan;
  for (const Layout& layout : candidates) {
    if (!layout_problems(r.model, layout, r.gpus).empty()) continue;
    plan = serving_plan(s, r, layout);
    const bool fits = plan.memory.total() <= memory_budget(s, r);
    plan.why = reason(s, layout, fits);
    if (fits) break;
  }
  return plan;
}

Result<Plan> plan_training(const Scenario& s, const Resolved& r) {
  const std::vector<Layout> candidates = candidate_layouts(s, r);
  Problems problems = legality(r, candidates);
  if (!problems.empty()) return problems;
  const Bytes budget = memory_budget(s, r);
  Plan plan;
  for (const Layout& layout : candidates) {
    if (!layout_problems(r.model, layout, r.gpus).empty()) continue;
    for (Checkpointing checkpointing : checkpointing_choices(s)) {
      plan = training_plan(s, r, layout, checkpointing, s.train.micro_batch.value_or(1));
      const bool fits = plan.memory.total() <= budget;
      plan.why = reason(s, layout, fits);
      if (fits) return with_grown_micro_batch(plan, s, r, budget);
    }
  }
  return plan;
}

}  // namespace ridgepoint
