#include <algorithm>
#include <cmath>

#include "engine/memory/inference.h"
#include "engine/memory/training.h"
#include "engine/plan/plan.h"

namespace ridgepoint {
namespace {

constexpr int kMostInMicroBatch = 1 << 16;
constexpr int kLongestSequence = 1 << 22;

// The largest number in [1, most] that fits, by doubling and halving the step; 0 for none. What fits does below, too.
template <class Fits>
int largest_that(int most, Fits fits) {
  if (!fits(1)) return 0;
  int good = 1, step = 1;
  for (; good + step <= most && fits(good + step); step *= 2) good += step;
  for (; step >= 1; step /= 2)
    if (good + step <= most && fits(good + step)) good += step;
  return good;
}

// Of sizes from 50 million to 80 trillion parameters, each 2% above the last.
template <class Fits>
double largest_model(Fits fits) {
  const auto params = [](int step) { return 5e7 * std::pow(1.02, step); };
  const int step = largest_that(720, [&](int s) { return fits(synthesize(params(s))); });
  return step == 0 ? 0 : params(step) / 1e9;
}

// What a draft model takes beside the model.
Bytes draft_bytes(const Plan& plan) {
  Bytes draft;
  for (const MemoryLine& line : plan.memory.lines)
    if (line.of == MemoryOf::draft) draft += line.amount;
  return draft;
}

// With what the host may take of a model's weights (and cache), or takes of the plan's where the question says which.
Bytes with_host(Bytes budget, const Architecture& model, const Plan& plan, const Question& q) {
  if (!q.host) return budget;
  if (q.host_shares) return budget + plan.host_memory / plan.layout.devices();
  if (q.engine().cache_with_layers) return budget + host_room(q);
  return budget + std::min(weights_per_gpu(model, q.weights, plan.layout, plan.serving.tiles), host_room(q));
}

Limits serving_room(const Plan& plan, const Question& q, Bytes accelerators) {
  const double replicas = plan.layout.data;
  const Bytes budget = with_host(accelerators, q.model, plan, q);
  Limits limits;
  limits.concurrency = most_sequences(plan, q, plan.context, budget) * replicas;
  limits.concurrency_mean = most_sequences(plan, q, plan.mean_context, budget) * replicas;
  const double longest = max_context_that_fits(q.model, plan.serving, budget - draft_bytes(plan));
  limits.context = q.model->max_context > 0 ? std::min<double>(longest, q.model->max_context) : longest;
  return limits;
}

Limits serving_limits(const Plan& plan, const Question& q, Bytes budget) {
  Limits limits = serving_room(plan, q, budget);
  const Bytes own = budget - draft_bytes(plan);
  limits.params_b = largest_model([&](const Architecture& model) {
    return inference_memory_total(model, plan.serving) <= with_host(own, model, plan, q);
  });
  return limits;
}

Limits training_limits(const Plan& plan, const Question& q, Bytes budget) {
  TrainingMemoryInput in = plan.training;
  const auto fits = [&](const Architecture& model) { return training_memory_total(model, in) <= budget; };
  const auto fits_with = [&](int TrainingMemoryInput::*what) {
    return [&, what](int value) {
      in = plan.training;
      in.*what = value;
      return fits(q.model);
    };
  };
  Limits limits;
  limits.micro_batch = largest_that(kMostInMicroBatch, fits_with(&TrainingMemoryInput::micro_batch)) /
                       sequences_per_sample(q.train.objective);
  limits.sequence = largest_that(kLongestSequence, fits_with(&TrainingMemoryInput::sequence));
  in = plan.training;
  limits.params_b = largest_model(fits);
  return limits;
}

}  // namespace

Limits room_for_users(const Plan& plan, const Question& question) {
  return serving_room(plan, question, memory_budget(question));
}

Limits limits_of(const Plan& plan, const Question& question) {
  const Bytes budget = memory_budget(question);
  Limits limits = (question.is(kServe) ? serving_limits : training_limits)(plan, question, budget);
  // A dense model that fits is one, though its shape be leaner or fatter than the usual.
  if (question.model->expert_layers() == 0 && plan.memory.total() <= budget)
    limits.params_b = std::max(*limits.params_b, total_params(question.model) / 1e9);
  return limits;
}

}  // namespace ridgepoint
