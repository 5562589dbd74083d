#include "engine/speed/training_step.h"

#include <algorithm>
#include <cmath>

#include "engine/speed/attention.h"
#include "engine/speed/collectives.h"

namespace ridgepoint {
namespace {

constexpr double kActivationBytes = 2;  // activations and gathered weights travel in 16 bits

// One micro-batch on the GPUs of one data rank.
struct MicroBatch {
  const Architecture& model;
  const TrainingSpeedInput& input;
  const Device& device;
  double tokens() const { return static_cast<double>(input.micro_batch) * input.sequence / input.layout.context; }
  // Layers are divided over the stages; the fullest one sets the pace. Pieces of an interleaved schedule are
  // small enough to even the stages out.
  double share_of_layers() const {
    if (evened()) return 1.0 / input.layout.pipeline;
    return static_cast<double>(layers_per_stage(model, input.layout.pipeline)) / std::max(1, model.layers());
  }
  double share_of_head() const { return evened() ? 1.0 / input.layout.pipeline : 1; }
  bool evened() const { return input.layout.schedule == Schedule::interleaved; }
  double tensor() const { return input.layout.tensor; }
};

bool trains_adapters(Method method) {
  return method == Method::lora || method == Method::qlora || method == Method::dora;
}

bool recomputes_layers(const TrainingSpeedInput& input) { return input.checkpointing == Checkpointing::full; }

// Share of the weights whose gradients are computed.
double trained_share(const Architecture& model, const TrainingSpeedInput& input) {
  if (input.method == Method::full) return 1;
  if (trains_adapters(input.method)) return 0;
  return std::min(1.0, input.trainable / total_params(model));
}

// FLOPs over forward FLOPs of a matrix: forward, gradient of its input, gradient of its weights, and
// forward again when its layer is recomputed.
double gemm_passes(const MicroBatch& batch, bool recomputed) {
  return 2 + trained_share(batch.model, batch.input) + (recomputed ? 1 : 0);
}

// Attention core over its forward: backward takes 2.5 times the forward FLOPs under flash attention,
// which recomputes the scores (Dao 2023, section 4.1: 4 matrix products forward count 2, backward 5),
// twice without.
double attention_passes(const TrainingSpeedInput& input) {
  const double backward = input.flash_attention ? 2.5 : 2;
  return 1 + backward + (input.checkpointing == Checkpointing::none ? 0 : 1);
}

// Wide matrices fill the device better.
double width_factor(const MicroBatch& batch, double width) {
  return width / (width + batch.device.training.half_hidden);
}

// Share of the rate in the arithmetic that the layers multiply in.
double gemm_share(const MicroBatch& batch) {
  const TrainingEfficiency& e = batch.device.training;
  const double narrow = batch.device.training_software.narrow;
  switch (batch.device.arithmetic) {
    case Arithmetic::fp4:
    case Arithmetic::int4:
      return narrow * e.gemm_4bit;
    case Arithmetic::fp8:
    case Arithmetic::fp6:
    case Arithmetic::int8:
      return narrow * (batch.input.recipe == Recipe::mxfp8 ? e.gemm_mxfp8 : e.gemm_8bit);
    default:
      return e.gemm;
  }
}

FlopPerSecond gemm_rate(const MicroBatch& batch) {
  return batch.device.training_software.gemm * gemm_share(batch) * width_factor(batch, batch.model.hidden) *
         batch.device.gemm_peak;
}

FlopPerSecond head_rate(const MicroBatch& batch) {
  return batch.device.training_software.gemm * batch.device.training.gemm * width_factor(batch, batch.model.hidden) *
         batch.device.peak_16bit;
}

// The matrices of an expert are hidden x width: the geometric mean of both counts.
FlopPerSecond expert_rate(const MicroBatch& batch) {
  double width = batch.model.hidden;
  for (const LayerGroup& g : batch.model.groups)
    if (g.experts.count > 0) width = std::sqrt(static_cast<double>(batch.model.hidden) * g.experts.width);
  const TrainingSoftware& software = batch.device.training_software;
  return software.gemm * software.experts * batch.device.training.experts * gemm_share(batch) *
         width_factor(batch, width) * batch.device.gemm_peak;
}

BytesPerSecond bandwidth(const MicroBatch& batch) { return batch.device.training.bandwidth * batch.device.bandwidth; }

double matrix_params(const LayerGroup& group) {
  double sum = 0;
  for (const Matrix& matrix : group.matrices) sum += matrix.params();
  return sum;
}

template <class PerLayer>
double sum_over_layers(const Architecture& model, PerLayer per_layer) {
  double sum = 0;
  for (const LayerGroup& group : model.groups) sum += group.count * per_layer(group);
  return sum;
}

double dense_params(const Architecture& model) {
  return sum_over_layers(model, [](const LayerGroup& g) { return matrix_params(g); });
}
double all_expert_params(const Architecture& model) {
  return sum_over_layers(model, [](const LayerGroup& g) { return g.experts.count * g.expert_params; });
}
double used_expert_params(const Architecture& model) {
  return sum_over_layers(model, [](const LayerGroup& g) { return g.experts.per_token * g.expert_params; });
}
double head_params(const Architecture& model) { return static_cast<double>(model.vocab) * model.hidden; }
double moe_layers(const Architecture& model) {
  return sum_over_layers(model, [](const LayerGroup& g) { return g.experts.count > 0 ? 1.0 : 0.0; });
}

// Forward FLOPs of one micro-batch over all its GPUs.
Flop forward_gemms(const MicroBatch& batch) { return flop(2 * dense_params(batch.model) * batch.tokens()); }
Flop forward_experts(const MicroBatch& batch) { return flop(2 * used_expert_params(batch.model) * batch.tokens()); }
Flop forward_head(const MicroBatch& batch) { return flop(2 * head_params(batch.model) * batch.tokens()); }
Flop forward_attention(const MicroBatch& batch) {
  return batch.input.micro_batch / static_cast<double>(batch.input.layout.context) *
         causal_attention_flop(batch.model, batch.input.sequence, 0);
}

Seconds gemm_time(const MicroBatch& batch) {
  const Flop work = gemm_passes(batch, recomputes_layers(batch.input)) * forward_gemms(batch);
  return batch.share_of_layers() / batch.tensor() * work / gemm_rate(batch);
}

// Experts are spread over the ranks that share them, so that each rank multiplies as many tokens as it
// sends.
Seconds expert_time(const MicroBatch& batch) {
  const Flop work = gemm_passes(batch, recomputes_layers(batch.input)) * forward_experts(batch);
  return batch.share_of_layers() / batch.tensor() * work / expert_rate(batch);
}

Seconds head_time(const MicroBatch& batch) {
  return batch.share_of_head() * gemm_passes(batch, false) / batch.tensor() * forward_head(batch) / head_rate(batch);
}

// Without flash attention the scores of every head are written and read about six times a pass (scores,
// mask, softmax, dropout, product), two bytes each.
Seconds score_traffic(const MicroBatch& batch) {
  if (batch.input.flash_attention) return seconds(0);
  const double heads = sum_over_layers(
      batch.model, [](const LayerGroup& g) { return g.attention ? static_cast<double>(g.attention->heads) : 0.0; });
  const double scores = heads * batch.tokens() * batch.input.sequence;
  return bytes(6 * 2 * scores * attention_passes(batch.input)) / bandwidth(batch);
}

Seconds attention_time(const MicroBatch& batch) {
  const Seconds core =
      attention_passes(batch.input) * forward_attention(batch) /
      (batch.device.training.attention * batch.device.training_software.attention * batch.device.peak_16bit);
  return batch.share_of_layers() / batch.tensor() * (core + score_traffic(batch));
}

// Numbers that norms, residual sums, rotary embedding and gating read and write per token and layer in
// one forward pass with fused kernels: two norms (read, write), two sums (read twice, write), queries
// and keys in and out, gate and up in, product out. Tokens are copied to their experts and back.
double elementwise_values(const LayerGroup& group, double hidden) {
  double values = 10 * hidden;
  if (group.attention) {
    const Attention& a = *group.attention;
    values += 2.0 * (a.heads + a.kv_heads) * a.key_dim;
  }
  const double width = group.dense.width + group.experts.shared_width +
                       static_cast<double>(group.experts.per_token) * group.experts.width;
  return values + 3 * width + (group.experts.count > 0 ? 4.0 * group.experts.per_token * hidden : 0);
}

// Eager code runs norms and gating as several kernels, partly in FP32.
double eager_traffic(const MicroBatch& batch) {
  return batch.input.compiled ? 1 : batch.device.training_software.eager;
}

Seconds elementwise_time(const MicroBatch& batch) {
  const double hidden = batch.model.hidden;
  const double values =
      sum_over_layers(batch.model, [&](const LayerGroup& g) { return elementwise_values(g, hidden); });
  const double eager = eager_traffic(batch);
  const double passes = 3 + (recomputes_layers(batch.input) ? 1 : 0);  // backward reads and writes twice as much
  const Bytes traffic = bytes(values * kActivationBytes * eager * passes * batch.tokens());
  return batch.share_of_layers() / batch.tensor() * traffic / bandwidth(batch);
}

// Bytes moved per logit between the head's matrix products. Plain: 2 written, 2 + 4 cast to FP32, 4 + 4
// log-softmax, 4 + 4 gradient, 4 + 2 cast back. Chunked moves the same in pieces; fused kernels read
// and write the 16-bit logits twice.
double bytes_per_logit(Loss loss) { return loss == Loss::fused ? 8 : 30; }

Seconds loss_time(const MicroBatch& batch) {
  const double logits = batch.tokens() * batch.model.vocab / batch.tensor();
  return batch.share_of_head() * bytes(logits * bytes_per_logit(batch.input.loss)) / bandwidth(batch);
}

// Low-rank adapters beside every matrix: rank-wide products that only move activations, three times
// (forward, both gradients).
Seconds adapter_time(const MicroBatch& batch) {
  if (!trains_adapters(batch.input.method)) return seconds(0);
  const double values = sum_over_layers(batch.model, [](const LayerGroup& g) {
    double sum = 0;
    for (const Matrix& m : g.matrices) sum += m.inputs + 2 * m.outputs;
    return sum;
  });
  const double passes = 3 + (recomputes_layers(batch.input) ? 1 : 0);
  const Bytes traffic = bytes(values * kActivationBytes * eager_traffic(batch) * passes * batch.tokens());
  return batch.share_of_layers() / batch.tensor() * traffic / bandwidth(batch);
}

// QLoRA expands its 4-bit weights (0.52 bytes) to 16 bits before each use: forward, backward, and
// forward again when recomputed.
Seconds dequantization_time(const MicroBatch& batch) {
  if (batch.input.method != Method::qlora) return seconds(0);
  const double passes = 2 + (recomputes_layers(batch.input) ? 1 : 0);
  const double params = dense_params(batch.model) + all_expert_params(batch.model);
  const Bytes traffic = bytes(params * (0.52 + 2) * passes);
  return batch.share_of_layers() / batch.tensor() * traffic /
         (batch.device.training_software.dequantize * batch.device.bandwidth);
}

// The host launches kernels while the GPU works: what it needs per layer shows only as far as it takes
// longer than the work. Compiled code launches about a third as many kernels.
Seconds launch_time(const MicroBatch& batch) {
  const double kernels = batch.input.compiled ? 1.0 / 3 : 1;
  const TrainingSoftware& software = batch.device.training_software;
  return kernels * batch.share_of_layers() *
         (batch.model.layers() * software.layer + moe_layers(batch.model) * software.moe_layer);
}

Bytes activations(const MicroBatch& batch) { return bytes(batch.tokens() * batch.model.hidden * kActivationBytes); }

// Two collectives of an all-reduce's volume per layer and direction; with sequence parallelism they are
// an all-gather and a reduce-scatter each. The share that the software hides is left out.
Seconds tensor_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  const Path path = path_between(batch.device, layout.tensor, layout.per_node);
  const double directions = 2 + (recomputes_layers(batch.input) ? 1 : 0);
  const double layers = batch.share_of_layers() * batch.model.layers();
  return (1 - batch.device.training_software.hidden) * 2 * directions * layers *
         all_reduce(path, layout.tensor, activations(batch));
}

// Tokens to their experts inside a node or a fabric's domain; across nodes each token goes once to every node that has
// one of its experts, over the link of its own device (DeepEP's and NVIDIA's dispatch).
Seconds dispatch_time(const MicroBatch& batch, double experts) {
  const Layout& layout = batch.input.layout;
  const int ranks = layout.expert;
  const Bytes tokens = activations(batch) / batch.tensor();
  const Path path = path_between(batch.device, ranks, layout.per_node);
  const bool one_domain = batch.device.fabric_per_direction && ranks <= batch.device.fabric_domain;
  if (ranks <= layout.per_node || one_domain) return all_to_all(path, ranks, experts * tokens);
  const double nodes = static_cast<double>(ranks) / layout.per_node;
  const double reached = (nodes - 1) * (1 - std::pow(1 - 1 / nodes, experts));
  return path.latency + reached * tokens / (batch.device.efficiency.network * batch.device.network);
}

// To their experts and back, forward and backward. The share that the software hides is left out.
Seconds expert_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  const double layers = moe_layers(batch.model);
  if (layout.expert <= 1 || layers <= 0) return seconds(0);
  const double experts =
      sum_over_layers(batch.model, [](const LayerGroup& g) { return double(g.experts.per_token); }) / layers;
  const double directions = 2 + (recomputes_layers(batch.input) ? 1 : 0);
  return (1 - batch.device.training_software.hidden) * 2 * directions * batch.share_of_layers() * layers *
         dispatch_time(batch, experts);
}

// Keys and values of the whole sequence pass every context rank, and their gradients on the way back;
// hidden behind the attention they feed as far as that takes longer.
Seconds context_communication(const MicroBatch& batch, Seconds attention) {
  const Layout& layout = batch.input.layout;
  if (layout.context <= 1) return seconds(0);
  const double values = sum_over_layers(batch.model, [](const LayerGroup& g) {
    return g.attention ? static_cast<double>(g.attention->kv_heads) * (g.attention->key_dim + g.attention->value_dim)
                       : 0.0;
  });
  const double sequence_tokens = batch.tokens() * layout.context;
  const Bytes message = bytes(3 * values * kActivationBytes * sequence_tokens / batch.tensor());
  const Path path = path_between(batch.device, layout.tensor * layout.context, layout.per_node);
  const Seconds time = batch.share_of_layers() * all_gather(path, layout.context, message);
  return smooth_max(attention, time) - attention;
}

Seconds stage_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  if (layout.pipeline <= 1) return seconds(0);
  const Path path = path_between(batch.device, layout.tensor * layout.pipeline, layout.per_node);
  return 2.0 * point_to_point(path, activations(batch) / batch.tensor());
}

struct Parameters {
  double all = 0;  // on one GPU before sharding over data ranks
  double trained = 0;
};
Parameters parameters_per_gpu(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  const double experts = all_expert_params(batch.model);
  const double others = total_params(batch.model) - experts;
  const double spread = std::max(layout.tensor, layout.expert);
  Parameters p;
  p.all = (others / layout.tensor + experts / spread) / layout.pipeline;
  p.trained = batch.input.trainable / (others + experts) * p.all;
  if (trains_adapters(batch.input.method)) p.trained = batch.input.trainable / (batch.tensor() * layout.pipeline);
  return p;
}

double gradient_bytes(Recipe recipe) {
  return recipe == Recipe::bf16 || recipe == Recipe::mixed_fp16_grads || is_narrow(recipe) ? 2 : 4;
}
double weight_bytes(const TrainingSpeedInput& input) {
  if (input.method == Method::qlora) return 0.52;
  return input.recipe == Recipe::fp32 ? 4 : 2;
}

bool gathers_weights(Sharding sharding) {
  return sharding == Sharding::zero3 || sharding == Sharding::fsdp || sharding == Sharding::hsdp;
}

// Ranks that the model states are divided over.
int sharding_ranks(const Layout& layout) {
  const int ranks = layout.data * layout.context;
  if (layout.sharding == Sharding::none) return 1;
  if (layout.sharding == Sharding::hsdp) return std::min(ranks, std::max(1, layout.per_node / layout.tensor));
  return ranks;
}

// Weights and gradients that data-parallel ranks exchange in one step, hidden or not.
Seconds data_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  const int ranks = layout.data * layout.context, shards = sharding_ranks(layout);
  const int per_node = std::max(1, layout.per_node / layout.tensor);
  const Parameters p = parameters_per_gpu(batch);
  const Bytes gradients = bytes(p.trained * gradient_bytes(batch.input.recipe));
  const Bytes weights = bytes(p.all * weight_bytes(batch.input));
  const Path path = path_between(batch.device, shards, per_node);
  if (layout.sharding == Sharding::none) {
    return all_reduce(path_between(batch.device, ranks, per_node), ranks, gradients);
  }
  if (!gathers_weights(layout.sharding)) {
    const Bytes updated = bytes(p.trained * weight_bytes(batch.input));
    return reduce_scatter(path, shards, gradients) + all_gather(path, shards, updated);
  }
  const double batches = batch.input.accumulation;
  const Seconds sharded = batches * (2.0 * all_gather(path, shards, weights) + reduce_scatter(path, shards, gradients));
  const int copies = ranks / shards;
  const Path across = path_between(batch.device, copies, 1);
  return sharded + all_reduce(across, copies, gradients / shards);
}

// What computing can hide: everything where weights are gathered layer by layer, else the backward
// pass of the last micro-batch, two thirds of it.
Seconds hiding_time(const MicroBatch& batch, Seconds computing_per_batch) {
  if (gathers_weights(batch.input.layout.sharding))
    return static_cast<double>(batch.input.accumulation) * computing_per_batch;
  return computing_per_batch * (2.0 / 3);
}

Seconds exposed_data_communication(const MicroBatch& batch, Seconds computing_per_batch) {
  const Seconds hiding = hiding_time(batch, computing_per_batch);
  return smooth_max(hiding, data_communication(batch)) - hiding;
}

bool updates_on_host(const TrainingSpeedInput& input) {
  return input.offload == Offload::optimizer || input.offload == Offload::parameters;
}

double trained_per_shard(const MicroBatch& batch) {
  return parameters_per_gpu(batch).trained / sharding_ranks(batch.input.layout);
}

// Host memory bandwidth for one device's share: two sockets of eight DDR5 channels, about 400 GB/s, of which an
// optimizer on the CPU reaches half, among eight devices. An assumption.
constexpr double kHostGbPerS = 25;

// The optimizer reads all its state and writes it back.
Seconds optimizer_time(const MicroBatch& batch) {
  const Bytes traffic = bytes(2 * trained_per_shard(batch) * batch.input.state_bytes_per_param);
  return traffic / (updates_on_host(batch.input) ? gigabytes_per_second(kHostGbPerS) : bandwidth(batch));
}

// Gradients to the host and updated weights back, once a step; weights that live there are fetched for the forward and
// the backward pass of every micro-batch. Activation checkpoints move while the GPU computes.
Seconds offload_time(const MicroBatch& batch) {
  const TrainingSpeedInput& input = batch.input;
  if (!updates_on_host(input)) return seconds(0);
  double moved = trained_per_shard(batch) * (gradient_bytes(input.recipe) + weight_bytes(input));
  if (input.offload == Offload::parameters)
    moved +=
        2.0 * input.accumulation * parameters_per_gpu(batch).all / sharding_ranks(input.layout) * weight_bytes(input);
  return bytes(moved) / (batch.device.efficiency.pcie * batch.device.pcie);
}

// Idle time over the time of one micro-batch: p - 1 at the start and the end together. The pieces of an
// interleaved schedule divide it (Narayanan et al. 2021), zero-bubble schedules leave about a third (Qi et al. 2023).
double bubble_batches(const Layout& layout) {
  const double stages = layout.pipeline - 1;
  switch (layout.schedule) {
    case Schedule::one_f_one_b:
      return stages;
    case Schedule::interleaved:
      return stages / std::max(1, layout.virtual_stages);
    case Schedule::zero_bubble:
      return stages / 3;
  }
  return stages;
}

Flop model_flop_of(const MicroBatch& batch) {
  const double trained = trained_share(batch.model, batch.input);
  return (2 + trained) * (forward_gemms(batch) + forward_experts(batch) + forward_head(batch)) +
         3.0 * forward_attention(batch);
}

Flop recomputed_flop_of(const MicroBatch& batch) {
  switch (batch.input.checkpointing) {
    case Checkpointing::none:
      return flop(0);
    case Checkpointing::selective:
      return forward_attention(batch);
    case Checkpointing::full:
      return forward_gemms(batch) + forward_experts(batch) + forward_attention(batch);
  }
  return flop(0);
}

void add_line(TrainingStep& step, const char* id, const char* label, BoundBy bound, Seconds time) {
  if (time > seconds(0)) step.lines.push_back({id, label, bound, time});
}

// Everything that happens once per micro-batch, `batches` times.
void add_batch_lines(TrainingStep& step, const MicroBatch& batch, double batches) {
  const Seconds attention = attention_time(batch);
  add_line(step, "gemms", "Matrix multiplications", BoundBy::compute, batches * gemm_time(batch));
  add_line(step, "experts", "Routed experts", BoundBy::compute, batches * expert_time(batch));
  add_line(step, "lm_head", "LM head", BoundBy::compute, batches * head_time(batch));
  add_line(step, "attention", "Attention", BoundBy::compute, batches * attention);
  add_line(step, "elementwise", "Norms and element-wise", BoundBy::memory, batches * elementwise_time(batch));
  add_line(step, "loss", "Loss over the vocabulary", BoundBy::memory, batches * loss_time(batch));
  add_line(step, "adapters", "Adapters", BoundBy::memory, batches * adapter_time(batch));
  add_line(step, "dequantization", "Expanding 4-bit weights", BoundBy::memory, batches * dequantization_time(batch));
  add_line(step, "tensor", "Tensor-parallel collectives", BoundBy::communication,
           batches * tensor_communication(batch));
  add_line(step, "expert_exchange", "Tokens to experts and back", BoundBy::communication,
           batches * expert_communication(batch));
  add_line(step, "context_exchange", "Keys and values between context ranks", BoundBy::communication,
           batches * context_communication(batch, attention));
  add_line(step, "stages", "Activations between stages", BoundBy::communication, batches * stage_communication(batch));
}

}  // namespace

TrainingStep training_step(const Architecture& model, const TrainingSpeedInput& input, const Device& machine) {
  Device device = machine;  // whose links reach what they do in training
  device.efficiency.fabric = machine.training.fabric;
  device.efficiency.network = machine.training.network;
  const MicroBatch batch{model, input, device};
  const double batches = input.accumulation;
  TrainingStep step;
  add_batch_lines(step, batch, batches);
  const Seconds working = sum_of(step.lines);
  add_line(step, "layers", "Waiting for launches", BoundBy::host,
           smooth_max(working, batches * launch_time(batch)) - working);
  const Seconds per_batch = sum_of(step.lines) / batches;

  add_line(step, "bubble", "Pipeline bubble", BoundBy::communication, bubble_batches(input.layout) * per_batch);
  add_line(step, "data", "Gradients and weights between data ranks", BoundBy::communication,
           exposed_data_communication(batch, per_batch));
  add_line(step, "offload", "Transfers to host memory and back", BoundBy::communication, offload_time(batch));
  add_line(step, "optimizer", "Optimizer", BoundBy::memory, optimizer_time(batch));

  const double everywhere = batches * input.layout.data * input.layout.context;
  step.tokens = everywhere * batch.tokens();
  step.model_flop = everywhere * model_flop_of(batch);
  step.hardware_flop = step.model_flop + everywhere * recomputed_flop_of(batch);
  return step;
}

}  // namespace ridgepoint
