#include "engine/plan/plan.h"

#include <algorithm>
#include <cmath>

#include "engine/memory/inference.h"
#include "engine/memory/training.h"

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

// With what the host may take of a model's weights (and cache), or takes of the plan's where the scenario says which.
Bytes with_host(Bytes budget, const Architecture& model, const Plan& plan, const Resolved& r) {
  if (!r.host) return budget;
  if (r.host_shares) return budget + plan.host_memory / plan.layout.devices();
  if (r.engine->cache_with_layers) return budget + host_room(r);
  return budget + std::min(weights_per_gpu(model, r.weights, plan.layout), host_room(r));
}

Limits serving_room(const Plan& plan, const Resolved& r, Bytes accelerators) {
  const double replicas = plan.layout.data;
  const Bytes budget = with_host(accelerators, r.model, plan, r);
  Limits limits;
  limits.concurrency = most_sequences(plan, r, plan.context, budget) * replicas;
  limits.concurrency_mean = most_sequences(plan, r, plan.mean_context, budget) * replicas;
  const double longest = max_context_that_fits(r.model, plan.serving, budget - draft_bytes(plan));
  limits.context = r.model->max_context > 0 ? std::min<double>(longest, r.model->max_context) : longest;
  return limits;
}

Limits serving_limits(const Plan& plan, const Resolved& r, Bytes budget) {
  Limits limits = serving_room(plan, r, budget);
  const Bytes own = budget - draft_bytes(plan);
  limits.params_b = largest_model([&](const Architecture& model) {
    return inference_memory_total(model, plan.serving) <= with_host(own, model, plan, r);
  });
  return limits;
}

Limits training_limits(const Plan& plan, const Scenario& s, const Resolved& r, Bytes budget) {
  TrainingMemoryInput in = plan.training;
  const auto fits = [&](const Architecture& model) { return training_memory_total(model, in) <= budget; };
  const auto fits_with = [&](int TrainingMemoryInput::*what) {
    return [&, what](int value) {
      in = plan.training;
      in.*what = value;
      return fits(r.model);
    };
  };
  Limits limits;
  limits.micro_batch = largest_that(kMostInMicroBatch, fits_with(&TrainingMemoryInput::micro_batch)) /
                       sequences_per_sample(s.train.objective);
  limits.sequence = largest_that(kLongestSequence, fits_with(&TrainingMemoryInput::sequence));
  in = plan.training;
  limits.params_b = largest_model(fits);
  return limits;
}

}  // namespace

Limits room_for_users(const Plan& plan, const Scenario& scenario, const Resolved& resolved) {
  return serving_room(plan, resolved, memory_budget(scenario, resolved));
}

Limits limits_of(const Plan& plan, const Scenario& scenario, const Resolved& resolved) {
  const Bytes budget = memory_budget(scenario, resolved);
  Limits limits =
      scenario.serves() ? serving_limits(plan, resolved, budget) : training_limits(plan, scenario, resolved, budget);
  // A dense model that fits is one, though its shape be leaner or fatter than the usual.
  if (resolved.model->expert_layers() == 0 && plan.memory.total() <= budget)
    limits.params_b = std::max(*limits.params_b, total_params(resolved.model) / 1e9);
  return limits;
}

}  // namespace ridgepoint
