#include <algorithm>

#include "engine/estimate/parts.h"
#include "engine/estimate/workloads.h"
#include "engine/memory/states.h"
#include "engine/speed/run.h"

namespace ridgepoint {

double run_tokens(const Question& q) {
  const TrainChoice& t = q.train;
  if (t.tokens) return *t.tokens;
  if (t.dataset_tokens) return t.epochs.value_or(1) * *t.dataset_tokens;
  if (q.workload == Workload::finetune) return 1e7;
  return t.tokens_per_param * active_params(q.model);  // Hoffmann et al. 2022
}

namespace {

// The completions of a GRPO step, as many together as fit.
Rollouts rollouts_of(const Plan& plan, const Question& q) {
  if (!q.training().rollouts) return {};
  const Question& at = *q.training().rollouts;
  const Result<Plan> most = plan_serving(at, wanted_of(at));
  if (!most) return {};
  Plan all = *most;
  const double each = static_cast<double>(plan.global_batch) / all.layout.data;  // of a replica
  const double fit = all.concurrency / all.layout.data, together = std::min(each, fit);
  all.concurrency = together * all.layout.data;
  const Serving serving = serving_of(all, at);
  return {each * serving.prefill + each / together * at.serve.answer() * serving.step.total(), most->memory.total(),
          all.layout.tensor};
}

// Model states that make room for the rollouts, to host memory and back.
Seconds exchange_time(const Plan& plan, const Question& q) {
  Bytes states;
  for (const MemoryLine& line : plan.memory.lines)
    if (line.kind == MemoryKind::weights || line.kind == MemoryKind::gradients || line.kind == MemoryKind::optimizer)
      states += line.amount;
  return 2 * states / (q.device.efficiency.pcie * q.device.pcie);
}

void add_rollouts(Basis& basis, const Question& q) {
  list_training_memory(basis.plan, q);
  basis.rollouts = rollouts_of(basis.plan, q);
  std::vector<TimeLine>& lines = basis.training.lines;
  lines.insert(lines.begin(), {{"rollouts", "Generating completions", BoundBy::memory, basis.rollouts.time},
                               {"state_exchange", "Training state to host memory and back", BoundBy::communication,
                                exchange_time(basis.plan, q)}});
}

// Of what a run has to save: weights and optimizer state, without gradients.
Bytes checkpoint_bytes(const Plan& plan, const Question& q) {
  const StateBytes each = state_bytes(plan.training.recipe, plan.training.optimizer);
  return bytes(trainable_params(q.model, plan.training) * (each.total() - each.gradients));
}

// Storage of Llama 3's cluster sustained 2 TB/s for the 2,048 machines of the run (arXiv 2407.21783, section 3.3.1).
constexpr double kCheckpointGbPerS = 1;

Interruptions interruptions_of(const Plan& plan, const Question& q) {
  const TrainChoice& t = q.train;
  Interruptions i;
  i.between = hours(t.mtbf_h.value_or(kGpuHoursPerFailure / q.gpus));
  i.checkpoint = t.checkpoint_min ? seconds(*t.checkpoint_min * 60)
                                  : checkpoint_bytes(plan, q) / gigabytes_per_second(kCheckpointGbPerS * q.nodes);
  i.restart = seconds(t.restart_min * 60);
  return i;
}

// Half of the tokens of Wikipedia padded to 512 are padding (Krell et al. 2021, arXiv 2107.02027).
double padding_of(const Question& q) { return q.train.padding.value_or(q.train.packed ? 0 : 0.5); }

SpeedResult training_speed(const Estimate& e, const Catalog& catalog) {
  const TrainingStep& step = e.basis.training;
  const Plan& plan = e.basis.plan;
  const Question& q = e.question;
  SpeedResult out;
  const Seconds time = step.total();
  describe_step(out, step.lines, time, step.model_flop, step.hardware_flop, plan, q);
  out.tokens_per_s = step.tokens * (1 - e.basis.padding) / in_seconds(time);
  out.samples_per_s = plan.global_batch / in_seconds(time);
  out.tokens = run_tokens(q);
  out.goodput = goodput(e.basis.interruptions);
  out.days = *out.tokens / *out.tokens_per_s / 86400 / *out.goodput;
  const double every_min = in_seconds(checkpoint_interval(e.basis.interruptions)) / 60;
  if (*out.days * 24 * 60 > every_min) {  // a shorter run saves its end alone
    out.failures = *out.days * 24 / in_hours(e.basis.interruptions.between);
    out.checkpoint_every_min = every_min;
  }
  out.layout.micro_batch = plan.training.micro_batch / sequences_per_sample(q.train.objective);
  if (plan.layout.pipeline > 1) out.layout.schedule = std::string(word_of(plan.layout.schedule));
  if (plan.layout.pipeline > 1 && plan.layout.schedule == Schedule::interleaved)
    out.layout.virtual_stages = plan.layout.virtual_stages;
  add_range(out, catalog, q.device.training.id, "train_tokens_per_s", "tokens_per_s", out.tokens_per_s);
  return out;
}

}  // namespace

void add_training(Estimate& e, const Catalog& catalog) {
  const Plan& plan = e.basis.plan;
  const Question& q = e.question;
  e.basis.training = training_step(q.model, training_speed_input(plan, q), q.device);
  if (e.question.train.objective == Objective::grpo) add_rollouts(e.basis, e.question);
  e.basis.interruptions = interruptions_of(plan, q);
  e.basis.padding = padding_of(e.question);
  e.speed = training_speed(e, catalog);
}

// What the run, or a budget at the price of its hours, is compute-optimal for: C = 6 N D with D in a fixed ratio to N.
void add_compute_optimal(Estimate& e) {
  const TrainChoice& t = e.question.train;
  ComputeOptimal c;
  c.tokens = optimal_tokens(active_params(e.question.model), t.tokens_per_param);
  c.params_b = optimal_params(*e.speed.tokens, t.tokens_per_param) / 1e9;
  const double gpu_hours = *e.speed.days * 24 * e.question.gpus;
  c.budget_gpu_h = t.budget_gpu_h.value_or(gpu_hours);
  if (t.budget_usd) {
    if (e.cost.usd_per_run.value_or(0) <= 0) return;
    c.budget_gpu_h = *t.budget_usd / *e.cost.usd_per_run * gpu_hours * t.experiments;
  }
  const double work = c.budget_gpu_h * 3600 * *e.speed.tflops_per_gpu * 1e12 * *e.speed.goodput;
  const double params = optimal_params_for(flop(work), t.tokens_per_param);
  c.budget_params_b = params / 1e9;
  c.budget_tokens = optimal_tokens(params, t.tokens_per_param);
  e.speed.compute_optimal = c;
}

}  // namespace ridgepoint
