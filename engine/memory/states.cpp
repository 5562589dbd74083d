#include "engine/memory/states.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

// Weights, gradients, master copy and one full-precision moment of each recipe, bytes per parameter.
// mixed: Megatron-LM with FP32 main gradients; DeepSpeed accumulating in FP32. mixed_fp16_grads: ZeRO
// (Rajbhandari et al. 2020, section 3.1). autocast and fp32: PyTorch keeps parameters in FP32. bf16:
// everything in 16 bits (torchtune, Hugging Face models loaded in bf16). fp8, mxfp8, nvfp4: mixed; FP8 copies exist
// for the layer in use only (measured peaks change by at most 1%).
struct RecipeBytes {
  Recipe recipe;
  double weights, gradients, master, moment;
};
constexpr RecipeBytes kRecipes[] = {
    {Recipe::mixed, 2, 4, 4, 4},    {Recipe::mixed_fp16_grads, 2, 2, 4, 4},
    {Recipe::autocast, 4, 4, 0, 4}, {Recipe::bf16, 2, 2, 0, 2},
    {Recipe::fp32, 4, 4, 0, 4},     {Recipe::fp8, 2, 4, 4, 4},
    {Recipe::mxfp8, 2, 4, 4, 4},    {Recipe::nvfp4, 2, 4, 4, 4},
};

const RecipeBytes& recipe_bytes(Recipe recipe) {
  return *std::find_if(std::begin(kRecipes), std::end(kRecipes),
                       [&](const RecipeBytes& row) { return row.recipe == recipe; });
}

// bitsandbytes: two moments of one byte, each block of 256 with an FP32 scale (Dettmers et al. 2022).
constexpr double kMoments8Bit = 2 * (1 + 4.0 / 256);
// GaLore's rank where none is chosen (Zhao et al. 2024, the library's example).
constexpr double kGaloreRank = 128;

bool keeps_full_moments(Optimizer optimizer) {
  return optimizer != Optimizer::adafactor && optimizer != Optimizer::galore;
}

// Optimizer bytes per parameter of a large matrix. `moment`: bytes of one moment.
double matrix_moments(Optimizer optimizer, double moment) {
  switch (optimizer) {
    case Optimizer::adamw:
      return 2 * moment;
    case Optimizer::adamw_8bit:
    case Optimizer::paged_adamw_8bit:
      return kMoments8Bit;
    case Optimizer::sgd_momentum:
    case Optimizer::lion:  // one moment (Chen et al. 2023)
    case Optimizer::muon:  // one moment for matrices (Jordan et al. 2024)
      return moment;
    case Optimizer::adafactor:
    case Optimizer::galore:
    case Optimizer::sgd:
      return 0;
  }
  return 0;
}

// Per parameter outside matrices: Muon and GaLore hand tables and norms to AdamW; Adafactor keeps whole second moments
// of what is no matrix (Shazeer & Stern 2018, section 3).
double other_moments(Optimizer optimizer, double moment) {
  if (optimizer == Optimizer::muon || optimizer == Optimizer::galore) return 2 * moment;
  if (optimizer == Optimizer::adafactor) return moment;
  return matrix_moments(optimizer, moment);
}

// Bytes of the factored or low-rank state of an inputs x outputs matrix. Adafactor keeps a row and a
// column of second moments (Shazeer & Stern 2018); GaLore two moments of r x the longer side and the
// projector of r x the shorter (Zhao et al. 2024, section 4).
double factored_bytes(Optimizer optimizer, double inputs, double outputs, double moment) {
  if (optimizer == Optimizer::adafactor) return moment * (inputs + outputs);
  const double rank = std::min({kGaloreRank, inputs, outputs});
  return moment * rank * (2 * std::max(inputs, outputs) + std::min(inputs, outputs));
}

struct DenseAndExperts {
  double dense = 0;
  double experts = 0;
};

// Optimizer bytes of one layer whose matrices are kept in factors.
DenseAndExperts factored_layer(const LayerGroup& group, int hidden, const TrainingMemoryInput& input, double moment) {
  DenseAndExperts sum;
  for (const Matrix& m : group.matrices)
    sum.dense +=
        factored_bytes(input.optimizer, m.inputs, m.outputs, moment) * tensor_share(m, group, input.layout.tensor);
  const Experts& e = group.experts;
  const double outer = e.latent > 0 ? e.latent : hidden;
  if (e.count > 0)
    sum.experts = e.count * (e.gated ? 3 : 2) * factored_bytes(input.optimizer, outer, e.width, moment) /
                  expert_ranks(input.layout);
  sum.dense += group.small_params * other_moments(input.optimizer, moment);
  return sum;
}

// Of embedding table, head and what else is outside of layers: to Adafactor one table as wide as the model.
double table_moments(double params, int hidden, const TrainingMemoryInput& input, double moment) {
  if (input.optimizer == Optimizer::adafactor) return moment * (params / hidden + hidden);
  return params * other_moments(input.optimizer, moment);
}

DenseAndExperts factored_optimizer(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage) {
  const double moment = recipe_bytes(input.recipe).moment;
  DenseAndExperts sum;
  for (const LayerGroup& group : model.groups) {
    const DenseAndExperts layer = factored_layer(group, model.hidden, input, moment);
    sum.dense += group.count * stage.share * layer.dense;
    sum.experts += group.count * stage.share * layer.experts;
  }
  sum.dense += table_moments(held_table_params(model, input.layout, stage), model.hidden, input, moment);
  return sum;
}

DenseAndExperts optimizer_bytes(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage,
                                const HeldParams& held) {
  if (!keeps_full_moments(input.optimizer)) return factored_optimizer(model, input, stage);
  const double moment = recipe_bytes(input.recipe).moment;
  const double matrices = matrix_moments(input.optimizer, moment);
  return {held.matrices() * matrices + held.others() * other_moments(input.optimizer, moment),
          held.experts() * matrices};
}

double adapter_params(double inputs, double outputs, Method method, int rank) {
  return rank * (inputs + outputs) + (method == Method::dora ? outputs : 0);
}

// Optimizer bytes of one adapter. Adafactor keeps a row and a column of each of its two matrices; GaLore's rank is no
// less than an adapter's, which leaves AdamW.
double adapter_moments(double inputs, double outputs, const TrainingMemoryInput& input) {
  const double moment = recipe_bytes(input.recipe).moment;
  const double params = adapter_params(inputs, outputs, input.method, input.lora.rank);
  if (input.optimizer == Optimizer::galore) return params * 2 * moment;
  if (input.optimizer != Optimizer::adafactor) return params * matrix_moments(input.optimizer, moment);
  const double magnitudes = input.method == Method::dora ? outputs : 0;
  return moment * (inputs + 2.0 * input.lora.rank + outputs + magnitudes);
}

// What the adapters of one layer add up to. The feed-forward matrices of every expert carry their own.
template <class OfShape>
DenseAndExperts layer_adapters(const LayerGroup& group, int hidden, LoraTargets targets, OfShape of) {
  DenseAndExperts sum;
  for (const Matrix& m : group.matrices)
    if (is_lora_target(m.role, targets)) sum.dense += of(m.inputs, m.outputs);
  const Experts& e = group.experts;
  if (e.count == 0 || targets != LoraTargets::all_linear) return sum;
  const double outer = e.latent > 0 ? e.latent : hidden, width = e.width;
  sum.experts = e.count * (of(outer, width) * (e.gated ? 2 : 1) + of(width, outer));
  return sum;
}

DenseAndExperts layer_adapter_params(const LayerGroup& group, int hidden, const TrainingMemoryInput& input) {
  return layer_adapters(group, hidden, input.lora.targets, [&](double inputs, double outputs) {
    return adapter_params(inputs, outputs, input.method, input.lora.rank);
  });
}

Bytes divided(DenseAndExperts amount, bool sharded, const ShardCounts& shards) {
  return bytes(sharded ? amount.dense / shards.dense + amount.experts / shards.experts : amount.dense + amount.experts);
}

// What is trained, and its moments, divided as the sharding has it.
States divided_states(const TrainingMemoryInput& input, DenseAndExperts trained, DenseAndExperts moments) {
  const StateBytes per = state_bytes(input.recipe, input.optimizer);
  const ShardCounts shards = shard_counts(input.layout);
  const Sharding kind = input.layout.sharding;
  const auto each = [&](double size, bool sharded) {
    return divided({trained.dense * size, trained.experts * size}, sharded, shards);
  };
  States s;
  s.trainable = trained.dense + trained.experts;
  s.weights = each(per.weights, shards_weights(kind));
  s.master = each(per.master, shards_optimizer(kind));
  s.gradients = each(per.gradients, divides_gradients(input.layout));
  s.optimizer = divided(moments, shards_optimizer(kind), shards);
  s.moment = each(recipe_bytes(input.recipe).moment, shards_optimizer(kind));
  return s;
}

States full_states(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage) {
  const HeldParams held = held_params(model, input.layout, stage);
  return divided_states(input, {held.dense(), held.experts()}, optimizer_bytes(model, input, stage, held));
}

// Embedding table and head alone: what is trained whole beside adapters.
double trained_table_params(const Architecture& model, const Layout& layout, const Stage& stage) {
  const double table = stage.first && !model.tied_embeddings ? model.embedding_params / layout.tensor : 0;
  return table + held_head_params(model, layout, stage);
}

States adapter_states(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage) {
  const HeldParams held = held_params(model, input.layout, stage);
  DenseAndExperts adapters, moments;
  for (const LayerGroup& group : model.groups) {
    const auto add = [&](DenseAndExperts& sum, const DenseAndExperts& layer) {
      sum.dense += group.count * stage.share * layer.dense / input.layout.tensor;
      sum.experts += group.count * stage.share * layer.experts / expert_ranks(input.layout);
    };
    add(adapters, layer_adapter_params(group, model.hidden, input));
    add(moments, layer_adapters(group, model.hidden, input.lora.targets, [&](double inputs, double outputs) {
          return adapter_moments(inputs, outputs, input);
        }));
  }
  if (input.lora.embeddings) {
    const double tables = trained_table_params(model, input.layout, stage);
    adapters.dense += tables;
    moments.dense += table_moments(tables, model.hidden, input, recipe_bytes(input.recipe).moment);
  }
  const Bytes wide = bytes(input.habits.wide_tables ? 2 * held.others() : 0);
  const Bytes experts = stored_bytes(held, Part::experts, input.base_format);
  const Bytes dense = stored_bytes(held, input.base_format) - experts + wide;
  States s = divided_states(input, adapters, moments);
  s.frozen =
      divided({in_bytes(dense), in_bytes(experts)}, shards_weights(input.layout.sharding), shard_counts(input.layout));
  return s;
}

// The last layers are trained as in full training; the rest is held in the base format, without gradients.
States freeze_states(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage) {
  const double share = trained_share(model, input);
  TrainingMemoryInput whole = input;
  whole.method = Method::full;
  States s = full_states(model, whole, stage);
  const HeldParams held = held_params(model, input.layout, stage);
  double layers = 0;
  for (const LayerGroup& group : model.groups)
    layers += group.count * stage.share * held_params(group, input.layout).total();
  const double trained = share * layers / held.total();
  const Bytes stored = stored_bytes(held, input.base_format);
  s.frozen =
      divided({in_bytes(stored) * (1 - trained), 0}, shards_weights(input.layout.sharding), shard_counts(input.layout));
  s.trainable *= trained;
  for (Bytes* part : {&s.weights, &s.master, &s.gradients, &s.optimizer, &s.moment}) *part = *part * trained;
  return s;
}

}  // namespace

StateBytes state_bytes(Recipe recipe, Optimizer optimizer) {
  const RecipeBytes& row = recipe_bytes(recipe);
  return {row.weights, row.gradients, row.master, matrix_moments(optimizer, row.moment)};
}

bool uses_autograd_gradients(Recipe recipe) {
  return recipe == Recipe::autocast || recipe == Recipe::bf16 || recipe == Recipe::fp32;
}

bool is_lora_target(MatrixRole role, LoraTargets targets) {
  // The largest group that each set of targets takes in.
  constexpr std::array<LoraGroup, kWords<LoraTargets>.size()> kLargest = {LoraGroup::attention, LoraGroup::query_value,
                                                                          LoraGroup::query_key_value, LoraGroup::all};
  return traits_of(role).lora <= kLargest[static_cast<std::size_t>(targets)];
}

bool is_trained(MatrixRole role, const TrainingMemoryInput& input) {
  return !is_adapter_method(input.method) || is_lora_target(role, input.lora.targets);
}

bool shards_weights(Sharding s) { return s == Sharding::zero3 || s == Sharding::fsdp || s == Sharding::hsdp; }
bool shards_gradients(Sharding s) { return s == Sharding::zero2 || shards_weights(s); }
bool shards_optimizer(Sharding s) { return s != Sharding::none; }

// Context-parallel ranks hold the same parameters and shard them too (Megatron-LM's distributed
// optimizer). HSDP shards within a node and replicates over nodes.
ShardCounts shard_counts(const Layout& layout) {
  const double copies = static_cast<double>(layout.data) * layout.context;
  const double expert_copies = std::max(1.0, copies * layout.tensor / expert_ranks(layout));
  if (layout.sharding != Sharding::hsdp) return {copies, expert_copies};
  const double in_node = std::max(1.0, static_cast<double>(layout.per_node) / layout.tensor);
  return {std::min(copies, in_node), std::min(expert_copies, in_node)};
}

States states(const Architecture& model, const TrainingMemoryInput& input, const Stage& stage) {
  if (input.method == Method::freeze) return freeze_states(model, input, stage);
  return is_adapter_method(input.method) ? adapter_states(model, input, stage) : full_states(model, input, stage);
}

double trained_share(const Architecture& model, const TrainingMemoryInput& input) {
  if (input.method != Method::freeze) return 1;
  return std::min(1.0, static_cast<double>(input.trained_layers) / std::max(1, model.layers()));
}

double trainable_params(const Architecture& model, const TrainingMemoryInput& input) {
  double layers = 0;
  for (const LayerGroup& group : model.groups) layers += group.count * held_params(group, Layout{}).total();
  if (input.method == Method::freeze) return trained_share(model, input) * layers;
  if (!is_adapter_method(input.method)) return total_params(model);
  double sum = input.lora.embeddings ? model.embedding_params + model.head_params : 0;
  for (const LayerGroup& group : model.groups) {
    const DenseAndExperts layer = layer_adapter_params(group, model.hidden, input);
    sum += group.count * (layer.dense + layer.experts);
  }
  return sum;
}

}  // namespace ridgepoint
