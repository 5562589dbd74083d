#include "engine/speed/training_step.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/memory/states.h"
#include "engine/model/architecture.h"
#include "engine/speed/collectives.h"

namespace ridgepoint {
namespace {

constexpr double kActivationBytes = 2;  // activations and gathered weights travel in 16 bits

// How often a micro-batch is worked on, as multiples of its forward pass.
struct Passes {
  double layers = 1;       // matrix products of the layers
  double head = 1;         // of the LM head
  double attention = 1;    // attention core
  double activations = 1;  // element-wise work and collectives of the layers, backward twice as much
  double collectives = 1;
  double loss = 1;
};

// Layers are divided over the stages; the fullest one sets the pace. Pieces of an interleaved schedule are small enough
// to even the stages out.
bool evens_stages(const Layout& layout) { return layout.schedule == Schedule::interleaved; }
double fullest_stage(const TrainingBasis& basis, const Layout& layout) {
  if (evens_stages(layout)) return 1.0 / layout.pipeline;
  return static_cast<double>(layers_per_stage(basis.model, layout.pipeline)) / std::max(1.0, basis.layers);
}

// One micro-batch on the GPUs of one data rank.
struct MicroBatch {
  MicroBatch(const TrainingBasis& of, const TrainingSpeedInput& asked, const Passes& made)
      : basis(of),
        input(asked),
        passes(made),
        tokens(static_cast<double>(asked.micro_batch) * asked.sequence / asked.layout.context),
        share_of_layers(fullest_stage(of, asked.layout)),
        share_of_head(evens_stages(asked.layout) ? asked.scored / asked.layout.pipeline : asked.scored) {}

  const TrainingBasis& basis;
  const TrainingSpeedInput& input;
  Passes passes;
  double tokens;           // on one context rank
  double share_of_layers;  // on the fullest stage
  double share_of_head;
  const Device& device() const { return basis.device; }
  double tensor() const { return input.layout.tensor; }
};

// Share of the differentiated layers' weights whose gradients are computed.
double trained_share(const TrainingSpeedInput& input) { return is_adapter_method(input.method) ? 0 : 1; }

bool recomputes_layers(const TrainingSpeedInput& input) { return input.checkpointing == Checkpointing::full; }

// Forward, and for each differentiated layer: gradient of its input, gradient of its weights, and forward again when
// it is recomputed. Attention's backward pass takes 2.5 times the forward FLOPs under flash attention, which
// recomputes the scores (Dao 2023, section 4.1: 4 matrix products forward count 2, backward 5), twice without.
Passes training_passes(const TrainingSpeedInput& input) {
  const double share = input.backward_share;
  const double again = recomputes_layers(input) ? share : 0;
  Passes p;
  p.layers = 1 + share * (1 + trained_share(input)) + again;
  p.head = 2 + (input.method == Method::full ? 1 : 0);
  p.attention = 1 + share * ((input.flash_attention ? 2.5 : 2) + (input.checkpointing == Checkpointing::none ? 0 : 1));
  p.activations = 1 + 2 * share + again;
  p.collectives = 1 + share + again;
  p.loss = 2;
  return p;
}

// Wide matrices fill the device better.
double width_factor(const MicroBatch& batch, double width) {
  return width / (width + batch.device().training.half_hidden);
}

// Share of the rate in the arithmetic that the layers multiply in.
double gemm_share(const MicroBatch& batch) {
  const TrainingEfficiency& e = batch.device().training;
  const double narrow = batch.device().training_software.narrow;
  switch (batch.device().arithmetic) {
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
  return batch.device().training_software.gemm * gemm_share(batch) * width_factor(batch, batch.basis.model.hidden) *
         batch.device().gemm_peak;
}

FlopPerSecond head_rate(const MicroBatch& batch) {
  return batch.device().training_software.gemm * batch.device().training.gemm *
         width_factor(batch, batch.basis.model.hidden) * batch.device().peak_16bit;
}

FlopPerSecond expert_rate(const MicroBatch& batch) {
  const TrainingSoftware& software = batch.device().training_software;
  return software.gemm * software.experts * batch.device().training.experts * gemm_share(batch) *
         width_factor(batch, batch.basis.expert_width) * batch.device().gemm_peak;
}

BytesPerSecond bandwidth(const MicroBatch& batch) {
  return batch.device().training.bandwidth * batch.device().bandwidth;
}

double head_params(const Architecture& model) { return static_cast<double>(model.vocab) * model.hidden; }

// Forward FLOPs of one micro-batch over all its GPUs.
Flop forward_gemms(const MicroBatch& batch) { return flop(2 * batch.basis.dense * batch.tokens); }
Flop forward_experts(const MicroBatch& batch) { return flop(2 * batch.basis.used_experts * batch.tokens); }
Flop forward_head(const MicroBatch& batch) { return flop(2 * head_params(batch.basis.model) * batch.tokens); }
Flop forward_attention(const MicroBatch& batch) {
  return batch.input.micro_batch / static_cast<double>(batch.input.layout.context) * batch.basis.attention;
}

Seconds gemm_time(const MicroBatch& batch) {
  const Flop work = batch.passes.layers * forward_gemms(batch);
  return batch.share_of_layers / batch.tensor() * work / gemm_rate(batch);
}

// Experts are spread over the ranks that share them, so that each rank multiplies what it sends.
Seconds expert_time(const MicroBatch& batch) {
  const Flop work = batch.passes.layers * forward_experts(batch);
  return batch.share_of_layers / batch.tensor() * work / expert_rate(batch);
}

Seconds head_time(const MicroBatch& batch) {
  return batch.share_of_head * batch.passes.head / batch.tensor() * forward_head(batch) / head_rate(batch);
}

// Without flash attention the scores of every head are written and read about six times a pass (scores,
// mask, softmax, dropout, product), two bytes each.
Seconds score_traffic(const MicroBatch& batch) {
  if (batch.input.flash_attention) return seconds(0);
  const double scores = batch.basis.heads * batch.tokens * batch.input.sequence;
  return bytes(6 * 2 * scores * batch.passes.attention) / bandwidth(batch);
}

Seconds attention_time(const MicroBatch& batch) {
  const Device& d = batch.device();
  const Seconds core = batch.passes.attention * forward_attention(batch) /
                       (d.training.attention * d.training_software.attention * d.peak_16bit);
  return batch.share_of_layers / batch.tensor() * (core + score_traffic(batch));
}

// All that a token makes of one layer, see elementwise.h.
double of_token(const LayerGroup& group, const ElementwiseValues& values) {
  return values.whole + values.split + group.experts.per_token * (values.routed_whole + values.routed_split);
}

// Eager code runs norms and gating as several kernels, partly in FP32.
double eager_traffic(const MicroBatch& batch) {
  return batch.input.compiled ? 1 : batch.device().training_software.eager;
}

// Code that trains adapters writes its operations out, unless it is compiled or comes with fused kernels.
bool writes_out(const TrainingSpeedInput& input) {
  return is_adapter_method(input.method) && !input.compiled && input.loss != Loss::fused;
}

Seconds elementwise_time(const MicroBatch& batch) {
  const double fused = batch.basis.elementwise_values * eager_traffic(batch);
  const double values = writes_out(batch.input) ? std::max(fused, batch.basis.written_out_values) : fused;
  const Bytes traffic = bytes(values * kActivationBytes * batch.passes.activations * batch.tokens);
  return batch.share_of_layers / batch.tensor() * traffic / bandwidth(batch);
}

// Bytes moved per logit between the head's matrix products. Plain: 2 written, 2 + 4 cast to FP32, 4 + 4
// log-softmax, 4 + 4 gradient, 4 + 2 cast back. Chunked moves the same in pieces; fused kernels read
// and write the 16-bit logits twice. Half of either is forward.
//
// Kernels one by one: rows of a large vocabulary do not stay on the chip, so log-softmax reads them three times
// (largest, sum, result) and its gradient twice, and the loss writes a gradient of its own: 24 bytes more.
double bytes_per_logit(const TrainingSpeedInput& input) {
  if (input.loss == Loss::fused) return 8;
  return writes_out(input) ? 54 : 30;
}

Seconds loss_time(const MicroBatch& batch) {
  const double logits = batch.tokens * batch.basis.model.vocab / batch.tensor();
  const double moved = batch.passes.loss / 2 * bytes_per_logit(batch.input);
  return batch.share_of_head * bytes(logits * moved) / bandwidth(batch);
}

// Low-rank adapters beside matrices: two products that are rank-wide on one side, so that they only move activations,
// and an addition. Fused, each pass reads the input and reads and writes the output. Kernels one by one: forward the
// input is read, the adapter's output written, scaled and added (1, 2 and 3); backward its gradient is scaled and read
// twice (2 and 2), the input read again, its gradient written and added to that of the matrix (1, 1 and 3).
double adapter_traffic(const MicroBatch& batch) {
  const AdapterValues& a = batch.input.adapters;
  if (!writes_out(batch.input)) return batch.passes.activations * eager_traffic(batch) * (a.inputs + 2 * a.outputs);
  const double backward = batch.input.backward_share, forward = batch.passes.activations - 2 * backward;
  return forward * (a.inputs + 6 * a.outputs) + backward * (5 * a.inputs + 4 * a.outputs);
}

Seconds adapter_time(const MicroBatch& batch) {
  if (!is_adapter_method(batch.input.method)) return seconds(0);
  const Bytes traffic = bytes(adapter_traffic(batch) * kActivationBytes * batch.tokens);
  return batch.share_of_layers / batch.tensor() * traffic / bandwidth(batch);
}

// QLoRA expands its weights to 16 bits before each use: forward, backward, and forward again when recomputed.
Seconds dequantization_time(const MicroBatch& batch) {
  if (batch.input.method != Method::qlora) return seconds(0);
  const double params = batch.basis.dense + batch.basis.experts;
  const Bytes traffic = bytes(params * (batch.input.base_bytes_per_param + 2) * batch.passes.collectives);
  return batch.share_of_layers / batch.tensor() * traffic /
         (batch.device().training_software.dequantize * batch.input.base_expansion * batch.device().bandwidth);
}

// The host launches kernels while the GPU works: what it needs per layer shows only as far as it takes
// longer than the work. Compiled code launches about a third as many kernels.
Seconds launch_time(const MicroBatch& batch) {
  const double kernels = batch.input.compiled ? 1.0 / 3 : 1;
  const TrainingSoftware& software = batch.device().training_software;
  return kernels * batch.share_of_layers *
         (batch.basis.layers * software.layer + batch.basis.moe_layers * software.moe_layer);
}

Bytes activations(const MicroBatch& batch) { return bytes(batch.tokens * batch.basis.model.hidden * kActivationBytes); }

// Two collectives of an all-reduce's volume per layer and direction; with sequence parallelism they are
// an all-gather and a reduce-scatter each. The share that the software hides is left out.
Seconds tensor_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  if (layout.tensor <= 1) return seconds(0);
  const Path path = path_between(batch.device(), layout.tensor, layout.per_node);
  const double layers = batch.share_of_layers * batch.basis.layers;
  return (1 - batch.device().training_software.hidden) * 2 * batch.passes.collectives * layers *
         all_reduce(path, layout.tensor, activations(batch));
}

int joined_devices(const MicroBatch& batch) { return joined_devices(batch.device(), batch.input.layout.per_node); }

// Tokens to their experts inside a node or a fabric's domain; across nodes each token goes once to every node that has
// one of its experts, over the link of its own device (DeepEP's and NVIDIA's dispatch).
Seconds dispatch_time(const MicroBatch& batch, double experts) {
  const Layout& layout = batch.input.layout;
  const int ranks = layout.expert;
  const Bytes tokens = bytes(batch.tokens * batch.basis.expert_outer * kActivationBytes) / batch.tensor();
  const Path path = path_between(batch.device(), ranks, layout.per_node);
  const int joined = joined_devices(batch);
  if (ranks <= joined) return all_to_all(path, ranks, experts * tokens);
  const double nodes = static_cast<double>(ranks) / joined;
  const double reached = (nodes - 1) * (1 - std::pow(1 - 1 / nodes, experts));
  return path.latency + reached * tokens / (batch.device().efficiency.network * batch.device().network);
}

// To their experts and back, forward and backward. The share that the software hides is left out.
Seconds expert_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  const double layers = batch.basis.moe_layers;
  if (layout.expert <= 1 || layers <= 0) return seconds(0);
  return (1 - batch.device().training_software.hidden) * 2 * batch.passes.collectives * batch.share_of_layers * layers *
         dispatch_time(batch, batch.basis.experts_per_token);
}

// Path of a group that spans so many devices, other groups' among them: across nodes it has the links of the
// `together` members that share a node.
Path path_of_group(const MicroBatch& batch, int span, int together) {
  const int joined = joined_devices(batch);
  return path_between(batch.device(), span, span <= joined ? joined : std::max(1, together));
}

// Keys and values of the whole sequence pass every context rank layer by layer, and on the way back again with their
// gradients; hidden behind the attention they feed as far as that takes longer.
Seconds context_communication(const MicroBatch& batch, Seconds attention) {
  const Layout& layout = batch.input.layout;
  if (layout.context <= 1 || batch.basis.layers <= 0) return seconds(0);
  const double layers = batch.basis.layers, sequence_tokens = batch.tokens * layout.context;
  const Bytes message = bytes(batch.basis.cached_values / layers * kActivationBytes * sequence_tokens / batch.tensor());
  const Path path = path_of_group(batch, layout.tensor * layout.context, joined_devices(batch) / layout.tensor);
  const Seconds time =
      batch.passes.activations * batch.share_of_layers * layers * all_gather(path, layout.context, message);
  return smooth_max(attention, time) - attention;
}

// Between neighbouring stages, for each piece of an interleaved stage; the share that software hides is left out.
// Stages are the outermost dimension, as Megatron-LM places them: each device sends to its like in another node where
// there are several.
Seconds stage_communication(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  if (layout.pipeline <= 1) return seconds(0);
  const double pieces = evens_stages(layout) ? layout.virtual_stages : 1;
  const double directions = batch.passes.collectives > 1 ? 2 : 1;
  const Path path = path_of_group(batch, static_cast<int>(layout.devices()), 1);
  return (1 - batch.device().training_software.hidden) * directions * pieces *
         point_to_point(path, activations(batch) / batch.tensor());
}

struct Parameters {
  double all = 0;  // on one GPU before sharding over data ranks
  double trained = 0;
};
Parameters parameters_per_gpu(const MicroBatch& batch) {
  const Layout& layout = batch.input.layout;
  const double experts = batch.basis.experts, others = batch.basis.all - experts;
  const double spread = std::max(layout.tensor, layout.expert);
  Parameters p;
  p.all = (others / layout.tensor + experts / spread) / layout.pipeline;
  p.trained = batch.input.trainable / (others + experts) * p.all;
  if (is_adapter_method(batch.input.method)) p.trained = batch.input.trainable / (batch.tensor() * layout.pipeline);
  return p;
}

double gradient_bytes(Recipe recipe) {
  return recipe == Recipe::bf16 || recipe == Recipe::mixed_fp16_grads || is_narrow(recipe) ? 2 : 4;
}
double weight_bytes(const TrainingSpeedInput& input) {
  if (input.method == Method::qlora) return input.base_bytes_per_param;
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
  const int together = joined_devices(batch) / layout.tensor;
  const Parameters p = parameters_per_gpu(batch);
  const Bytes gradients = bytes(p.trained * gradient_bytes(batch.input.recipe));
  const Bytes weights = bytes(p.all * weight_bytes(batch.input));
  if (layout.sharding == Sharding::none)
    return all_reduce(path_of_group(batch, layout.tensor * ranks, together), ranks, gradients);
  const Path path = path_of_group(batch, layout.tensor * shards, together);
  if (!gathers_weights(layout.sharding)) {
    const Bytes updated = bytes(p.trained * weight_bytes(batch.input));
    const double reductions = divides_gradients(layout) ? batch.input.accumulation : 1;
    return reductions * reduce_scatter(path, shards, gradients) + all_gather(path, shards, updated);
  }
  const double batches = batch.input.accumulation;
  const double gathers = 2 + batch.input.forwards;
  const Seconds sharded =
      batches * (gathers * all_gather(path, shards, weights) + reduce_scatter(path, shards, gradients));
  const int copies = ranks / shards;
  if (copies <= 1) return sharded;
  const Path across = path_between(batch.device(), copies, 1);
  return sharded + all_reduce(across, copies, gradients / shards);
}

// What computing can hide: everything where weights are gathered layer by layer, the backward passes, two thirds of it,
// where gradients are reduced after each, else the last of those.
Seconds hiding_time(const MicroBatch& batch, Seconds computing_per_batch) {
  if (gathers_weights(batch.input.layout.sharding))
    return static_cast<double>(batch.input.accumulation) * computing_per_batch;
  const double passes = divides_gradients(batch.input.layout) ? batch.input.accumulation : 1;
  return passes * (2.0 / 3) * computing_per_batch;
}

Seconds exposed_data_communication(const MicroBatch& batch, Seconds computing_per_batch) {
  const Seconds hiding = hiding_time(batch, computing_per_batch), communication = data_communication(batch);
  const Seconds longer = smooth_max(hiding, communication) - hiding;
  return longer + (1 - batch.device().training_software.data_hidden) * (communication - longer);
}

bool updates_on_host(const TrainingSpeedInput& input) {
  return input.offload == Offload::optimizer || input.offload == Offload::parameters;
}

double trained_per_shard(const MicroBatch& batch) {
  return parameters_per_gpu(batch).trained / sharding_ranks(batch.input.layout);
}

// Host memory bandwidth for one device's share: two sockets of eight channels of DDR4-3200, 410 GB/s, of which an
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
  return bytes(moved) / (batch.device().efficiency.pcie * batch.device().pcie);
}

// All weights: frozen ones take no gradients of their own.
Flop model_flop_of(const MicroBatch& batch) {
  const TrainingSpeedInput& in = batch.input;
  const double layers = 1 + in.backward_share * (1 + trained_share(in)) + in.forwards;
  const double head = (in.method == Method::full ? 3 : 2) + in.forwards;
  const double attention = 1 + 2 * in.backward_share + in.forwards;
  return layers * (forward_gemms(batch) + forward_experts(batch)) + head * forward_head(batch) +
         attention * forward_attention(batch);
}

Flop recomputed_flop_of(const MicroBatch& batch) {
  const double share = batch.input.backward_share;
  switch (batch.input.checkpointing) {
    case Checkpointing::none:
      return flop(0);
    case Checkpointing::selective:
      return share * forward_attention(batch);
    case Checkpointing::full:
      return share * (forward_gemms(batch) + forward_experts(batch) + forward_attention(batch));
  }
  return flop(0);
}

// A line of the step before it has words of its own to keep.
struct Part {
  const char* id;
  const char* label;
  BoundBy bound;
  Seconds time;
};
class Parts {
 public:
  void add(const char* id, const char* label, BoundBy bound, Seconds time) {
    if (time > seconds(0)) list_[count_++] = {id, label, bound, time};
  }
  Seconds sum() const {
    Seconds total;
    for (std::size_t i = 0; i < count_; ++i) total += list_[i].time;
    return total;
  }
  std::vector<TimeLine> lines() const {
    std::vector<TimeLine> out;
    for (std::size_t i = 0; i < count_; ++i)
      out.push_back({list_[i].id, list_[i].label, list_[i].bound, list_[i].time});
    return out;
  }

 private:
  std::array<Part, 20> list_;
  std::size_t count_ = 0;
};

// Everything that happens once per micro-batch, `batches` times.
void add_batch_parts(Parts& parts, const MicroBatch& batch, double batches) {
  const Seconds attention = attention_time(batch);
  parts.add("gemms", "Matrix multiplications", BoundBy::compute, batches * gemm_time(batch));
  parts.add("experts", "Routed experts", BoundBy::compute, batches * expert_time(batch));
  parts.add("lm_head", "LM head", BoundBy::compute, batches * head_time(batch));
  parts.add("attention", "Attention", BoundBy::compute, batches * attention);
  parts.add("elementwise", "Norms and element-wise", BoundBy::memory, batches * elementwise_time(batch));
  parts.add("loss", "Loss over the vocabulary", BoundBy::memory, batches * loss_time(batch));
  parts.add("adapters", "Adapters", BoundBy::memory, batches * adapter_time(batch));
  parts.add("dequantization", "Expanding 4-bit weights", BoundBy::memory, batches * dequantization_time(batch));
  parts.add("tensor", "Tensor-parallel collectives", BoundBy::communication, batches * tensor_communication(batch));
  parts.add("expert_exchange", "Tokens to experts and back", BoundBy::communication,
            batches * expert_communication(batch));
  parts.add("context_exchange", "Keys and values between context ranks", BoundBy::communication,
            batches * context_communication(batch, attention));
  parts.add("stages", "Activations between stages", BoundBy::communication, batches * stage_communication(batch));
}

// A forward pass without gradients over one micro-batch.
Seconds forward_time(const MicroBatch& batch) {
  Parts parts;
  add_batch_parts(parts, {batch.basis, batch.input, {}}, 1);
  return parts.sum();
}

Parts parts_of(const MicroBatch& batch) {
  const TrainingSpeedInput& input = batch.input;
  const double batches = input.accumulation;
  Parts parts;
  add_batch_parts(parts, batch, batches);
  if (input.forwards > 0)
    parts.add("scoring", "Forward passes without gradients", BoundBy::compute,
              batches * input.forwards * forward_time(batch));
  const Seconds working = parts.sum();
  parts.add("layers", "Waiting for launches", BoundBy::host,
            smooth_max(working, batches * launch_time(batch)) - working);
  const Seconds per_batch = parts.sum() / batches;

  parts.add("bubble", "Pipeline bubble", BoundBy::communication, bubble_batches(input.layout) * per_batch);
  parts.add("data", "Gradients and weights between data ranks", BoundBy::communication,
            exposed_data_communication(batch, per_batch));
  parts.add("offload", "Transfers to host memory and back", BoundBy::communication, offload_time(batch));
  parts.add("optimizer", "Optimizer", BoundBy::memory, optimizer_time(batch));
  return parts;
}

AdapterValues adapter_values(const LayerGroup& group, double hidden, LoraTargets targets) {
  AdapterValues sum;
  for (const Matrix& m : group.matrices) {
    if (!is_lora_target(m.role, targets)) continue;
    sum.inputs += m.inputs;
    sum.outputs += m.outputs;
  }
  const Experts& e = group.experts;
  if (e.count == 0 || targets != LoraTargets::all_linear) return sum;
  const double outer = e.outer(hidden), width = e.width, entering = e.gated ? 2 : 1;
  sum.inputs += e.per_token * (entering * outer + width);
  sum.outputs += e.per_token * (entering * width + outer);
  return sum;
}

double cached_values(const LayerGroup& group) {
  if (!group.attention) return 0;
  return static_cast<double>(group.attention->kv_heads) * (group.attention->key_dim + group.attention->value_dim);
}

// The matrices of an expert are outer x width: the geometric mean of both counts.
double expert_width(const Architecture& model) {
  for (const LayerGroup& g : model.groups)
    if (g.experts.count > 0) return std::sqrt(g.experts.outer(model.hidden) * g.experts.width);
  return model.hidden;
}

double expert_outer(const Architecture& model) {
  for (const LayerGroup& g : model.groups)
    if (g.experts.count > 0) return g.experts.outer(model.hidden);
  return model.hidden;
}

}  // namespace

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

AdapterValues adapter_values(const Architecture& model, LoraTargets targets) {
  AdapterValues sum;
  for (const LayerGroup& group : model.groups) {
    const AdapterValues layer = adapter_values(group, model.hidden, targets);
    sum.inputs += group.count * layer.inputs;
    sum.outputs += group.count * layer.outputs;
  }
  return sum;
}

TrainingBasis training_basis(const Architecture& model, const Device& machine, int sequence) {
  TrainingBasis b{model, machine, sequence};
  b.device.efficiency.fabric = machine.training.fabric;
  b.device.efficiency.network = machine.training.network;
  const auto sum = [&](auto per_layer) { return sum_over_layers(model, per_layer); };
  b.dense = sum([](const LayerGroup& g) { return matrix_params(g); });
  b.experts = sum([](const LayerGroup& g) { return g.experts.count * g.expert_params; });
  b.used_experts = sum([](const LayerGroup& g) { return g.experts.per_token * g.expert_params; });
  b.all = total_params(model);
  b.layers = model.layers();
  b.moe_layers = sum([](const LayerGroup& g) { return g.experts.count > 0 ? 1.0 : 0.0; });
  if (b.moe_layers > 0)
    b.experts_per_token = sum([](const LayerGroup& g) { return double(g.experts.per_token); }) / b.moe_layers;
  b.expert_width = expert_width(model);
  b.expert_outer = expert_outer(model);
  b.heads = sum([](const LayerGroup& g) { return g.attention ? static_cast<double>(g.attention->heads) : 0.0; });
  b.cached_values = sum(cached_values);
  b.elementwise_values = sum([&](const LayerGroup& g) { return of_token(g, elementwise_values(g, model.hidden)); });
  b.written_out_values = sum([&](const LayerGroup& g) { return of_token(g, written_out_values(g, model.hidden)); });
  b.attention = causal_attention_flop(model, sequence, 0);
  return b;
}

Seconds training_step_time(const TrainingBasis& basis, const TrainingSpeedInput& input) {
  return parts_of({basis, input, training_passes(input)}).sum();
}

TrainingStep training_step(const TrainingBasis& basis, const TrainingSpeedInput& input) {
  const MicroBatch batch{basis, input, training_passes(input)};
  TrainingStep step;
  step.lines = parts_of(batch).lines();
  const double everywhere = static_cast<double>(input.accumulation) * input.layout.data * input.layout.context;
  step.tokens = everywhere * batch.tokens;
  step.model_flop = everywhere * model_flop_of(batch);
  step.hardware_flop = step.model_flop + everywhere * recomputed_flop_of(batch);
  return step;
}

TrainingStep training_step(const Architecture& model, const TrainingSpeedInput& input, const Device& device) {
  return training_step(training_basis(model, device, input.sequence), input);
}

}  // namespace ridgepoint
