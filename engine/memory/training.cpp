#include "engine/memory/training.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/base/words.h"
#include "engine/memory/activations.h"
#include "engine/memory/memory_use.h"
#include "engine/memory/states.h"

namespace ridgepoint {
namespace {

constexpr const char* kKorthikanti = "Korthikanti et al. 2022, Reducing Activation Recomputation, section 4";
constexpr const char* kFsdp = "PyTorch FSDP: two units gathered at once, the root unit for the whole step";
constexpr const char* kZero = "Rajbhandari et al. 2020, ZeRO, section 3.1";
constexpr const char* kQlora = "Dettmers et al. 2023, QLoRA, section 3";
constexpr const char* kDeepSpeed =
    "DeepSpeed configuration: buckets of 5e8 elements, at most 1e9 live parameters in ZeRO-3";

// PyTorch's allocator gives cached blocks back before it runs out: batches of several lengths fill a GPU up to here,
// if they need less. A run of ms-swift that needs far less printed 76 of 79.6 GiB.
constexpr double kAllocatorFills = 0.9;

// When memory can peak.
enum class Moment { loading, loss, backward, optimizer };

// Words, or what makes them: made only where somebody reads them.
template <class How>
std::string describe(const How& how) {
  if constexpr (std::is_invocable_v<How>)
    return how();
  else
    return how;
}

// What layers keep of a micro-batch, whenever memory peaks.
struct Layers {
  Bytes kept;              // by all of them
  Bytes most_kept;         // by one
  Bytes again;             // what one does not keep and computes again
  Bytes backward_buffers;  // of one
  double params = 0;       // of the largest
};

Layers layers_of(const Architecture& model, const TrainingMemoryInput& in) {
  Layers out;
  for (const LayerGroup& g : model.groups) {
    const Bytes kept = layer_activations(g, model.hidden, in);
    out.kept += g.count * kept;
    out.most_kept = std::max(out.most_kept, kept);
    if (in.checkpointing != Checkpointing::none)
      out.again = std::max(out.again, layer_working_set(g, model.hidden, in) - kept);
    out.backward_buffers = std::max(out.backward_buffers, layer_backward_buffers(g, model.hidden, in));
    out.params = std::max(out.params, held_params(g, in.layout).total());
  }
  return out;
}

struct Peak {
  const Architecture& model;
  const TrainingMemoryInput& input;
  const Layers& layers;
  Stage stage;
  States states;
  Moment moment;
  bool worded = true;  // else only total and host count
  MemoryUse use;
  Bytes total;
  Bytes transient;  // allocated and freed within the step
  Bytes logits;     // of those

  template <class How>
  void add(const char* id, const char* label, MemoryKind kind, Bytes amount, const How& how, const char* source,
           MemoryOf of = MemoryOf::model) {
    if (amount <= bytes(0)) return;
    total += amount;
    if (worded) use.lines.push_back({id, label, kind, amount, describe(how), source, of});
  }
  template <class Line>
  void add(Bytes amount, const Line& line) {
    if (amount <= bytes(0)) return;
    total += amount;
    if (worded) use.lines.push_back(line());
  }
  template <class How>
  void add_transient(const char* id, const char* label, MemoryKind kind, Bytes amount, const How& how,
                     const char* source) {
    transient += amount;
    add(id, label, kind, amount, how, source);
  }
};

bool replicates_data(const Layout& layout) { return layout.data * layout.context > 1; }

double compute_bytes(const TrainingMemoryInput& in) { return in.recipe == Recipe::fp32 ? 4 : 2; }

// Gradients wait in .grad across micro-batches, in DDP's buckets and in the FP32 buffers of Megatron-LM
// and DeepSpeed; only a plain backward pass frees activations as fast as it makes gradients.
bool gradients_persist(const TrainingMemoryInput& in) {
  const bool ddp = in.layout.sharding == Sharding::none && replicates_data(in.layout);
  const bool zero = in.layout.sharding == Sharding::zero1 || in.layout.sharding == Sharding::zero2;
  return !uses_autograd_gradients(in.recipe) || in.accumulation > 1 || ddp || zero;
}

// Gradients that exist while the last layer is differentiated: the head's and that layer's.
Bytes first_gradients(const Peak& p) {
  const double table = p.stage.last ? static_cast<double>(p.model.vocab) * p.model.hidden / p.input.layout.tensor : 0;
  const double head = is_adapter_method(p.input.method) ? 0 : table;
  const double held = held_params(p.model, p.input.layout, p.stage).total();
  const double layer = is_adapter_method(p.input.method) ? 0 : p.layers.params;
  return p.states.gradients * std::min(1.0, (head + layer) / held);
}

// ", over 64 accelerators" where ZeRO or FSDP spreads the state.
std::string spread(const Peak& p, bool sharded) {
  const double gpus = shard_counts(p.input.layout).dense;
  return sharded && gpus > 1 ? ", over " + whole(gpus) + " accelerators" : "";
}

std::string trained_times(const Peak& p, double size, bool sharded) {
  return whole(p.states.trainable) + " trained parameters × " + significant(size, 3) + " bytes" + spread(p, sharded);
}

// ZeRO-Offload and ZeRO-Infinity keep what is offloaded in host memory, pinned.
template <class How>
void add_or_offload(Peak& p, bool offloaded, const char* id, const char* label, MemoryKind kind, Bytes amount,
                    const How& how, const char* source) {
  if (offloaded)
    p.use.host += amount;
  else
    p.add(id, label, kind, amount, how, source);
}

void add_weights(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  const bool sharded = shards_weights(in.layout.sharding), away = in.offload == Offload::parameters;
  const auto trained = [&] { return trained_times(p, state_bytes(in.recipe, in.optimizer).weights, sharded); };
  if (p.states.frozen == bytes(0)) {
    add_or_offload(p, away, "weights", "Weights", MemoryKind::weights, p.states.weights, trained, kZero);
    return;
  }
  add_or_offload(
      p, away, "weights", "Frozen weights", MemoryKind::weights, p.states.frozen,
      [&] { return "base weights at " + significant(in.base_format->bits, 4) + " bits" + spread(p, sharded); }, kQlora);
  if (in.method == Method::freeze)
    p.add("trained_weights", "Trained weights", MemoryKind::weights, p.states.weights, trained, kZero);
  else
    p.add("adapters", "Adapters", MemoryKind::weights, p.states.weights, trained, "Hu et al. 2021, LoRA, section 4.1");
}

// The optimizer works where its moments are.
bool offloads_optimizer(const TrainingMemoryInput& in) {
  return in.offload == Offload::optimizer || in.offload == Offload::parameters;
}

// Moments in unified memory give way to everything else: bitsandbytes' paged optimizers.
bool pages_optimizer(const TrainingMemoryInput& in) { return in.optimizer == Optimizer::paged_adamw_8bit; }

void add_optimizer(Peak& p) {
  const bool sharded = shards_optimizer(p.input.layout.sharding);
  const double master = state_bytes(p.input.recipe, p.input.optimizer).master;
  const bool away = offloads_optimizer(p.input);
  add_or_offload(
      p, away, "master_weights", "FP32 master weights", MemoryKind::optimizer, p.states.master,
      [&] { return trained_times(p, master, sharded); }, kZero);
  add_or_offload(
      p, away || pages_optimizer(p.input), "optimizer", "Optimizer moments", MemoryKind::optimizer, p.states.optimizer,
      [&] {
        return std::string(word_of(p.input.optimizer)) + " of " + whole(p.states.trainable) + " trained parameters" +
               spread(p, sharded);
      },
      kZero);
}

void add_gradients(Peak& p) {
  // Updated and freed layer by layer: what exists at once is what exists first.
  if (p.input.optimizer_in_backward) {
    p.add("gradients", "Gradients of the layer in work", MemoryKind::gradients, first_gradients(p),
          "head and one layer: the optimizer runs in the backward pass", "torchtune, optimizer in backward");
    return;
  }
  // Gradients go to the host as they are reduced; a bucket of them stays.
  if (offloads_optimizer(p.input)) {
    p.use.host += p.states.gradients;
    p.add("gradients", "Gradients on their way to the host", MemoryKind::gradients, first_gradients(p),
          "head and one layer", "Ren et al. 2021, ZeRO-Offload, section 4");
    return;
  }
  if (gradients_persist(p.input) || p.moment == Moment::optimizer) {
    const double size = state_bytes(p.input.recipe, p.input.optimizer).gradients;
    p.add(
        "gradients", "Gradients", MemoryKind::gradients, p.states.gradients,
        [&] { return trained_times(p, size, divides_gradients(p.input.layout)); }, kZero);
  } else if (p.moment == Moment::backward) {
    p.add("gradients", "First gradients", MemoryKind::gradients, first_gradients(p),
          "head and last layer; the others appear as activations are freed", "PyTorch autograd");
  }
}

// Micro-batches whose activations the stage holds at once. Interleaving with v chunks per GPU adds
// (p - 1) / vp of them (Korthikanti et al. 2022, section 4.2.3).
double micro_batches_in_flight(const Peak& p) {
  const Layout& layout = p.input.layout;
  if (layout.pipeline == 1 || p.stage.last) return 1;
  const double held = std::min<double>(layout.pipeline, p.input.accumulation);
  const double chunks = std::max(1, layout.virtual_stages);
  return layout.schedule == Schedule::interleaved ? held * (1 + (layout.pipeline - 1.0) / (chunks * layout.pipeline))
                                                  : held;
}

void add_activations(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  // Nothing below the first trained layer is differentiated.
  Bytes kept = p.stage.share * trained_share(p.model, in) * p.layers.kept;
  const double in_flight = micro_batches_in_flight(p);
  const bool full = in.checkpointing == Checkpointing::full;
  if (in.offload == Offload::activations || (full && in.habits.offloads_checkpoints)) {
    p.use.host += in_flight * kept;
    // Two layers' worth stays: the one in work and the one on its way.
    kept = std::min(kept, 2 * p.layers.most_kept);
  }
  const auto how = [&] {
    return (full ? "input of each layer, " : "what each operation keeps for its backward pass, ") +
           whole(micro_batch_tokens(in)) + " tokens" +
           (in_flight > 1 ? ", " + significant(in_flight, 3) + " micro-batches in flight" : "");
  };
  p.add_transient(full ? "checkpoints" : "activations", full ? "Activation checkpoints" : "Activations",
                  MemoryKind::activations, in_flight * kept, how, kKorthikanti);
  if (p.moment != Moment::backward) return;
  if (in.checkpointing != Checkpointing::none)
    p.add_transient("recomputed_layer", "Recomputed layer", MemoryKind::activations, p.layers.again,
                    "activations of one layer, computed again for its backward pass", kKorthikanti);
  p.add_transient("backward_buffers", "Gradients in flight", MemoryKind::activations, p.layers.backward_buffers,
                  "gradients of the widest feed-forward and of the residual stream", kKorthikanti);
}

void add_loss(Peak& p) {
  if (!p.stage.last) return;
  const TrainingMemoryInput& in = p.input;
  p.add_transient("head_input", "Head input", MemoryKind::activations, head_input(p.model.hidden, in),
                  "final norm and the input of the LM head", kKorthikanti);
  if (p.moment != Moment::loss) return;
  const auto how = [&] {
    return in.loss == Loss::fused ? "12 bytes × hidden × tokens: never more logits at once than hidden values"
                                  : significant(bytes_per_logit(in), 3) + " bytes × " + whole(p.model.vocab) +
                                        " logits × " + whole(logit_tokens(in)) + " tokens";
  };
  p.logits = loss_buffers(p.model.hidden, p.model.vocab, in);
  p.add_transient("logits", "Logits and loss", MemoryKind::activations, p.logits, how,
                  "torchtune README memory ladder, Llama 3.2 3B: 8.3 bytes per logit removed by chunking");
}

// 16-bit copies of FP32 weights. The graph keeps them for the backward pass unless the layer is
// recomputed or its parameters are gathered anew. FP8: the weight and its transpose, layer in use only.
void add_cast_copy(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  const bool autocast = in.recipe == Recipe::autocast;
  if (p.moment == Moment::optimizer || (!autocast && !is_narrow(in.recipe))) return;
  if (is_adapter_method(in.method) && in.base_format->bits <= 16) return;
  const bool all = autocast && in.checkpointing != Checkpointing::full && !shards_weights(in.layout.sharding);
  const double params = all ? held_params(p.model, in.layout, p.stage).total() : p.layers.params;
  p.add("cast_copy", autocast ? "16-bit copy of the weights in use" : "FP8 weights of the layer in use",
        MemoryKind::weights, bytes(2 * params),
        all ? "2 bytes × all weights: kept until their backward pass" : "2 bytes × weights of one layer",
        "PyTorch automatic mixed precision: casts are saved for backward");
}

// What layers of quantized weights keep beside those in 16 bits, per token and hidden value; no account of it is
// published.
void add_quantized_buffers(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  if (p.moment == Moment::optimizer || !is_adapter_method(in.method) || in.base_format->bits >= 16) return;
  if (in.in_place()) return;
  const double layers = in.checkpointing == Checkpointing::full ? 1 : p.model.layers() * p.stage.share;
  p.add_transient(
      "quantized_buffers", "Buffers of quantized layers", MemoryKind::activations,
      bytes(in.overheads.quantized_layer * p.model.hidden * micro_batch_tokens(in) / in.layout.tensor * layers),
      [&] {
        return significant(in.overheads.quantized_layer, 2) +
               " bytes × hidden × tokens of each layer that keeps activations";
      },
      "fitted to published peaks of QLoRA; unverified");
}

// Largest matrix brought back to 16 bits for its multiplication.
void add_dequantization(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  if (p.moment == Moment::optimizer || !is_adapter_method(in.method) || in.base_format->bits >= 16) return;
  double largest = 0;
  for (const LayerGroup& group : p.model.groups) {
    for (const Matrix& m : group.matrices)
      largest = std::max(largest, m.params() * tensor_share(m, group, in.layout.tensor));
    largest = std::max(largest, group.expert_params / (group.experts.gated ? 3 : 2));
  }
  p.add(
      "dequantization", "Dequantized matrix", MemoryKind::overhead, bytes(2 * largest),
      [&] { return "largest matrix in 16 bits, " + whole(largest) + " values"; }, kQlora);
}

// DoRA scales each output by the norm of base weight and adapter together: their sum is formed for one
// matrix at a time and kept for the backward pass of its norm.
void add_dora(Peak& p) {
  if (p.input.method != Method::dora || p.moment == Moment::optimizer) return;
  double largest = 0;
  for (const LayerGroup& group : p.model.groups)
    for (const Matrix& m : group.matrices)
      if (is_trained(m.role, p.input))
        largest = std::max(largest, m.params() * tensor_share(m, group, p.input.layout.tensor));
  p.add(
      "dora_norms", "Merged matrix of DoRA", MemoryKind::overhead, bytes(2 * compute_bytes(p.input) * largest),
      [&] { return "largest matrix with its adapter, " + whole(largest) + " values, and its square"; },
      "Liu et al. 2024, DoRA, section 4.3; norms detached");
}

// DeepSpeed's ZeRO-3 keeps up to 1e9 gathered parameters alive.
void add_zero3_buffers(Peak& p) {
  const double held = held_params(p.model, p.input.layout, p.stage).total();
  const double live = std::min(held, 1e9 + p.layers.params);
  p.add(
      "gathered_weights", "Gathered weights", MemoryKind::overhead, bytes(compute_bytes(p.input) * live),
      [&] { return whole(live) + " live parameters in 16 bits"; }, kDeepSpeed);
}

// Its optimizer works on sub-groups of at most 1e9 parameters, with their gradients in FP32 and a temporary.
void add_zero3_step(Peak& p) {
  if (p.input.optimizer_in_backward || offloads_optimizer(p.input)) return;
  const double group = std::min(1e9, p.states.trainable / shard_counts(p.input.layout).dense);
  p.add(
      "optimizer_step", "Optimizer sub-group", MemoryKind::overhead, bytes(2 * 4 * group),
      [&] { return whole(group) + " parameters × 8 bytes"; }, "DeepSpeed configuration: sub_group_size 1e9");
}

// FSDP gathers a layer and prefetches the next; embeddings, head and final norm form the root unit.
// The unit's gradient is reduced in FP32 unless everything is in 16 bits.
void add_fsdp_buffers(Peak& p) {
  const double unit = p.layers.params, root = held_table_params(p.model, p.input.layout, p.stage);
  const double frozen = is_adapter_method(p.input.method) ? stored_bytes(unit, 0, p.input.base_format).value / unit
                                                          : compute_bytes(p.input);
  p.add(
      "gathered_weights", "Gathered weights", MemoryKind::overhead,
      bytes(2 * unit * frozen + root * compute_bytes(p.input)),
      [&] { return "two layers of " + whole(unit) + " parameters, and embeddings and head with " + whole(root); },
      kFsdp);
  if (is_adapter_method(p.input.method) || p.moment == Moment::loss) return;
  const double reduced = state_bytes(p.input.recipe, p.input.optimizer).gradients;
  p.add(
      "gradient_buckets", "Gradient reduction", MemoryKind::overhead, bytes(std::max(unit, root) * reduced),
      [&] { return "unsharded gradient of the largest unit, " + significant(reduced, 2) + " bytes per parameter"; },
      kFsdp);
}

// ZeRO-1 and 2: one bucket to reduce and one to gather, 5e8 elements each. DDP copies gradients into
// buckets of the same total size; Megatron-LM and DeepSpeed reduce in place.
void add_buckets(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  if (in.layout.sharding == Sharding::none) {
    if (uses_autograd_gradients(in.recipe))
      p.add("gradient_buckets", "DDP gradient buckets", MemoryKind::overhead, p.states.gradients,
            "a second copy of the gradients", "PyTorch DistributedDataParallel, gradient_as_bucket_view off");
    return;
  }
  const double elements = std::min(5e8, p.states.trainable);
  p.add(
      "gradient_buckets", "Gradient buckets", MemoryKind::overhead, bytes(2 * elements * compute_bytes(in)),
      [&] { return "two buckets of " + whole(elements) + " elements"; }, kDeepSpeed);
}

void add_communication(Peak& p) {
  const Sharding kind = p.input.layout.sharding;
  if (p.input.offload == Offload::parameters && !(replicates_data(p.input.layout) && shards_weights(kind))) {
    if (p.moment != Moment::optimizer) add_zero3_buffers(p);
    return;
  }
  const bool deepspeed = kind == Sharding::zero1 || kind == Sharding::zero2 || kind == Sharding::zero3;
  if (!replicates_data(p.input.layout) && !deepspeed) return;
  if (p.moment == Moment::optimizer) {
    if (kind == Sharding::zero3) add_zero3_step(p);
    return;
  }
  if (kind == Sharding::zero3)
    add_zero3_buffers(p);
  else if (shards_weights(kind))
    add_fsdp_buffers(p);
  if (!shards_weights(kind) || kind == Sharding::zero3) add_buckets(p);
}

// PyTorch's AdamW works on all parameters at once ("foreach") and holds one moment-sized temporary;
// fused optimizers hold none, and DeepSpeed's ZeRO-3 works by sub-groups (above).
void add_optimizer_step(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  if (in.layout.sharding == Sharding::zero3) return;
  if (in.optimizer_in_backward || offloads_optimizer(in)) return;
  if (p.moment != Moment::optimizer || in.compiled || !uses_autograd_gradients(in.recipe)) return;
  if (in.optimizer != Optimizer::adamw) return;
  p.add("optimizer_step", "Optimizer temporaries", MemoryKind::overhead, p.states.moment,
        "square roots of the second moments of all parameters", "PyTorch AdamW, foreach implementation");
}

// Bytes reserved beyond what is in use, where batches have several lengths.
Bytes varying_waste(const Peak& p) {
  constexpr double kTokens = 1024;
  const TrainingOverheads& o = p.input.overheads;
  const double fall = std::pow(std::min(1.0, kTokens / p.input.sequence), o.varying_fall);
  return (p.logits * o.varying_logits + (p.transient - p.logits) * o.varying_values) * fall;
}

void add_fragmentation(Peak& p) {
  const Bytes least = p.transient * p.input.overheads.fragmentation;
  const Bytes room = p.input.memory * kAllocatorFills - p.total;
  const Bytes waste = p.input.packed ? least : std::max(least, std::min(varying_waste(p), room));
  p.add(
      "fragmentation", "Allocator fragmentation", MemoryKind::overhead, waste,
      [&] {
        return significant(100 * waste.value / std::max(1.0, p.transient.value), 3) +
               "% of what a step allocates and frees" + (p.input.packed ? "" : ", because batches differ in length");
      },
      "PyTorch caching allocator; fitted to published peaks", MemoryOf::allocator);
}

void add_context(Peak& p) {
  const Bytes context = p.input.overheads.context;
  p.add(context, [&] { return context_line(context); });
}

// Each GPU builds the model before its part is cut out.
void fill_at_loading(Peak& p) {
  const double held = held_params(p.model, p.input.layout, p.stage).total();
  add_weights(p);
  p.add(
      "loading", "Whole model before it is sharded", MemoryKind::weights, bytes(compute_bytes(p.input) * held),
      [&] { return whole(held) + " parameters on each accelerator while the model is loaded"; },
      "LitGPT's tables of resources (2023-10)");
  add_context(p);
}

// The frozen start model of DPO and GRPO: a second copy in 16 bits, divided like the first; with adapters it is the
// base without them. Its logits are kept in 16 bits for the log-probabilities unless the loss is taken in pieces.
void add_reference(Peak& p) {
  const TrainingMemoryInput& in = p.input;
  if (!in.reference) return;
  constexpr const char* kSource = "Rafailov et al. 2023, DPO, section 4; TRL: no copy beside adapters";
  if (!is_adapter_method(in.method)) {
    const HeldParams held = held_params(p.model, in.layout, p.stage);
    const bool sharded = shards_weights(in.layout.sharding);
    const ShardCounts over = sharded ? shard_counts(in.layout) : ShardCounts{};
    add_or_offload(
        p, in.offload == Offload::parameters, "reference", "Reference model", MemoryKind::weights,
        bytes(2 * (held.dense() / over.dense + held.experts() / over.experts)),
        [&] { return whole(held.total()) + " parameters × 2 bytes" + spread(p, sharded); }, kSource);
  }
  if (p.moment != Moment::loss || !p.stage.last || in.loss != Loss::plain) return;
  p.add_transient(
      "reference_logits", "Logits of the reference model", MemoryKind::activations,
      bytes(2.0 * p.model.vocab * logit_tokens(in) / in.layout.tensor),
      [&] { return "2 bytes × " + whole(p.model.vocab) + " logits × " + whole(logit_tokens(in)) + " tokens"; },
      kSource);
}

void fill(Peak& p) {
  if (p.moment == Moment::loading) return fill_at_loading(p);
  add_weights(p);
  add_reference(p);
  add_optimizer(p);
  add_gradients(p);
  add_cast_copy(p);
  add_dequantization(p);
  add_dora(p);
  add_quantized_buffers(p);
  if (p.moment != Moment::optimizer) {
    add_activations(p);
    add_loss(p);
  }
  add_communication(p);
  add_optimizer_step(p);
  add_context(p);
  p.add(collective_buffers(p.input.layout), [&] { return collectives_line(p.input.layout); });
  add_fragmentation(p);
}

Architecture untied(Architecture model) {
  model.tied_embeddings = false;
  model.head_params = static_cast<double>(model.vocab) * model.hidden;
  return model;
}

bool loads_whole(const TrainingMemoryInput& in) {
  return in.overheads.loads_whole && replicates_data(in.layout) && shards_weights(in.layout.sharding);
}

// The moment that needs most, in the stage that does.
struct Fullest {
  Stage stage;
  Moment moment = Moment::loss;
  Bytes total;
  Bytes host;
};

// Of all moments and stages; the first that is above `enough` suffices.
Fullest fullest_of(const Architecture& model, const TrainingMemoryInput& input, Bytes enough) {
  const Layers layers = layers_of(model, input);
  Fullest fullest;
  for (const Stage& stage : end_stages(model, input.layout.pipeline)) {
    const States held = states(model, input, stage);
    for (Moment moment : {Moment::loading, Moment::loss, Moment::backward, Moment::optimizer}) {
      if (moment == Moment::loading && !loads_whole(input)) continue;
      Peak p{model, input, layers, stage, held, moment, false};
      fill(p);
      if (p.total > fullest.total) fullest = {stage, moment, p.total, p.use.host};
      if (fullest.total > enough) return fullest;
    }
  }
  return fullest;
}

constexpr Bytes kAnything = bytes(std::numeric_limits<double>::infinity());

bool unties(const Architecture& model, const TrainingMemoryInput& input) {
  return input.overheads.unties_head && model.tied_embeddings;
}

}  // namespace

MemoryUse training_memory(const Architecture& model, const TrainingMemoryInput& input) {
  if (unties(model, input)) return training_memory(untied(model), input);
  const Fullest fullest = fullest_of(model, input, kAnything);
  const Layers layers = layers_of(model, input);
  Peak p{model, input, layers, fullest.stage, states(model, input, fullest.stage), fullest.moment, true};
  fill(p);
  return std::move(p.use);
}

MemoryUse training_memory_sum(const Architecture& model, const TrainingMemoryInput& input) {
  if (unties(model, input)) return training_memory_sum(untied(model), input);
  const Fullest fullest = fullest_of(model, input, kAnything);
  MemoryUse use;
  use.unlisted = fullest.total;
  use.host = fullest.host;
  return use;
}

Bytes training_memory_total(const Architecture& model, const TrainingMemoryInput& input, Bytes enough) {
  if (unties(model, input)) return training_memory_total(untied(model), input, enough);
  return fullest_of(model, input, enough).total;
}

}  // namespace ridgepoint
