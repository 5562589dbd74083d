#include "engine/tell/rules_of_thumb.h"

#include <algorithm>

#include "engine/base/words.h"
#include "engine/estimate/parts.h"
#include "engine/speed/run.h"

namespace ridgepoint {
namespace rule {

Bytes weights(double params, double bits) { return bytes(params * bits / 8); }

Bytes serving(double params) { return 1.2 * weights(params, 16); }

TrainingEstimate training(double params) {
  return {bytes(2 * params), bytes(4 * params), bytes(12 * params), bytes(2 * 2 * params)};
}

Bytes sgd_training(double params) { return bytes((2 + 4 + 4 + 2 * 2) * params); }

Bytes qlora(double params) { return bytes((0.5 + 0.01 * 16 + 2 * 0.5) * params); }

Seconds token_time(double params, double bits, BytesPerSecond bandwidth, double share) {
  return weights(params, bits) / (share * bandwidth);
}

}  // namespace rule

namespace {

// Accelerators that hold one copy of the model together, which the rules of thumb speak of.
double holders_of_copy(const Estimate& e) {
  const LayoutResult& l = e.speed.layout;
  return static_cast<double>(std::max(l.tensor, l.expert)) * l.pipeline;
}

// From which stage of ZeRO on a kind of state is divided over all accelerators; of hsdp over those of a machine.
double holders_of_state(const Estimate& e, Sharding from) {
  const Layout& l = e.basis.plan.layout;
  if (l.sharding < from) return holders_of_copy(e);
  return l.sharding == Sharding::hsdp ? std::max<double>(holders_of_copy(e), l.per_node) : l.devices();
}

// Weights, gradients and optimizer state of one copy.
double states_gb(const Estimate& e) {
  return kind_gb(e, MemoryKind::weights) * holders_of_state(e, Sharding::zero3) +
         kind_gb(e, MemoryKind::gradients) * holders_of_state(e, Sharding::zero2) +
         kind_gb(e, MemoryKind::optimizer) * holders_of_state(e, Sharding::zero1);
}

// One copy with all that stands beside it.
double copy_gb(const Estimate& e) {
  const double states =
      kind_gb(e, MemoryKind::weights) + kind_gb(e, MemoryKind::gradients) + kind_gb(e, MemoryKind::optimizer);
  return states_gb(e) + (e.memory.per_gpu_gb - states) * holders_of_copy(e);
}

// Rules give the memory of a copy in all, so that what is computed is added up over those that hold it.
std::string holders_text(const Estimate& e, double holders) {
  if (holders <= 1) return "";
  const std::string device = device_word(*e.question.accelerator);
  return " Both are of one copy, over " + whole(holders) + " " + device + "s; each " + device + " holds " +
         memory_text(e.memory.per_gpu_gb) + ".";
}

void add_serving_rules(std::vector<RuleOfThumb>& rules, const Estimate& e) {
  const double params = e.model.params_b * 1e9;
  const double gpus = holders_of_copy(e);
  const std::string copy = holders_text(e, gpus);
  const double host_gb = e.memory.host_gb.value_or(0) / e.speed.layout.data;
  rules.push_back({"weights_and_a_fifth", "FP16 weights and 20% more", in_gigabytes(rule::serving(params)), "GB",
                   e.memory.per_gpu_gb * gpus + host_gb,
                   "The cache grows with requests and their length, and the weights may be in another format." + copy,
                   "widespread rule, one replica"});
  const NumberFormat& weights = e.question.weights;
  rules.push_back({"weights", "Parameters × bits of the format", in_gigabytes(rule::weights(params, weights.bits)),
                   "GB", kind_gb(e, MemoryKind::weights) * gpus + host_gb,
                   "Embeddings, head and norms may stay in 16 bits, and some are held by every accelerator." + copy,
                   "widespread rule, one replica"});
  if (!e.speed.tokens_per_s_per_request) return;
  // Stages of a pipeline read their weights one after another.
  const Seconds token =
      rule::token_time(e.model.active_params_b * 1e9, weights.bits,
                       gpus / e.speed.layout.pipeline * e.question.device.bandwidth, rule::kBandwidthReached);
  rules.push_back({"bandwidth", "Weights read once a token at 70% of the bandwidth", 1 / in_seconds(token), "tokens/s",
                   *e.speed.tokens_per_s_per_request,
                   host_gb > 0 ? "Weights in host memory are read at its speed, which is far lower."
                               : "Cache reads, prompts of others, collectives and fixed times come on top; what is "
                                 "reached of the bandwidth differs by device and format.",
                   "widespread rule, each stream"});
}

// Time and data of training, whatever the method keeps in memory.
void add_run_rules(std::vector<RuleOfThumb>& rules, const Estimate& e) {
  const double params = e.model.active_params_b * 1e9, gpus = e.question.gpus;
  const FlopPerSecond reached = 0.4 * e.question.device.peak_16bit;
  const double hours = in_hours(training_flop(params, *e.speed.tokens) / reached);
  rules.push_back({"six_n_d", "6 × parameters × tokens at 40% of the peak", hours,
                   device_word(*e.question.accelerator) + "-hours", *e.speed.days * 24 * gpus,
                   "Attention, recomputation, the method, communication and failures; 40% is a good run on H100.",
                   "Kaplan et al. 2020, section 2.1"});
  if (e.question.workload == Workload::train)
    rules.push_back({"compute_optimal", "20 tokens per parameter", optimal_tokens(params, 20) / 1e9, "billion tokens",
                     *e.speed.tokens / 1e9,
                     "Models that serve many users are trained on far more: they are cheaper to run for it.",
                     "Hoffmann et al. 2022"});
}

// What a widespread estimator gives for the optimizers it knows.
void add_estimator(std::vector<RuleOfThumb>& rules, const Estimate& e, const std::string& copy) {
  const Optimizer optimizer = e.question.train.optimizer;
  if (optimizer != Optimizer::adamw && optimizer != Optimizer::sgd_momentum) return;
  const bool adamw = optimizer == Optimizer::adamw;
  const double params = e.model.params_b * 1e9;
  rules.push_back({adamw ? "training_22_bytes" : "training_14_bytes",
                   adamw ? "States and activations: 22 bytes per parameter" : "States and activations: 14 bytes",
                   in_gigabytes(adamw ? rule::training(params).total() : rule::sgd_training(params)), "GB", copy_gb(e),
                   "It takes activations for twice the weights; they follow batch, length and recomputation." + copy,
                   "widespread estimator"});
}

void add_training_rules(std::vector<RuleOfThumb>& rules, const Estimate& e) {
  const std::string copy = holders_text(e, holders_of_state(e, Sharding::zero1));
  if (e.question.method() == Method::qlora)
    rules.push_back({"qlora_per_billion", "QLoRA: 1.66 bytes per parameter",
                     in_gigabytes(rule::qlora(e.model.params_b * 1e9)), "GB", copy_gb(e),
                     "Adapters, activations and the loss follow rank, batch, length and vocabulary." + copy,
                     "widespread estimator"});
  if (e.question.method() != Method::full) return;
  rules.push_back({"states_18_bytes", "18 bytes per parameter for weights, gradients and AdamW",
                   e.model.params_b * rule::kMixedAdamW, "GB", states_gb(e),
                   "The recipe and what is sharded; gathered weights count too." + copy,
                   "mixed precision with FP32 gradients"});
  rules.push_back({"training_16_bytes", "16 bytes per parameter", e.model.params_b * rule::kZero, "GB", copy_gb(e),
                   "It has no activations, loss or buffers." + copy, "Rajbhandari et al. 2020, ZeRO, section 3.1"});
  add_estimator(rules, e, copy);
}

}  // namespace

std::vector<RuleOfThumb> rules_of_thumb(const Estimate& e) {
  std::vector<RuleOfThumb> rules;
  if (e.question.is(kServe)) add_serving_rules(rules, e);
  if (e.question.is(kTrain)) {
    add_training_rules(rules, e);
    add_run_rules(rules, e);
  }
  return rules;
}

}  // namespace ridgepoint
