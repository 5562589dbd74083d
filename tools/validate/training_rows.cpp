#include <algorithm>
#include <utility>

#include "tools/validate/cases.h"
#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

constexpr int kShortSequence = 512;  // instruction data sets without a stated length

// Every other matrix product kept, as torchtitan's selective checkpointing does. The time to compute the others again
// is taken for that of attention.
constexpr std::string_view kPerOp = "per-op";
bool keeps_per_op(const Row& row) { return row.text("activation_checkpointing") == kPerOp; }

// What the tables have in common. Why not, where nothing can be computed.
std::string set_run(Scenario& s, const Row& row, const Catalog& catalog) {
  const bool placed = set_device(s, catalog, row), modelled = set_model(s, catalog, row);
  s.workload = Workload::train;
  if (const std::string& weights = row.text("weights"); !weights.empty() && format_of(catalog, row, "weights", weights))
    s.precision.weights = weights;
  TrainChoice& t = s.train;
  t.method = row.word<Method>("method").value_or(Method::full);
  t.lora.rank = row.count("lora_rank").value_or(t.lora.rank);
  t.lora.targets = row.word<LoraTargets>("lora_targets").value_or(t.lora.targets);
  t.lora.embeddings = row.yes("lora_embeddings");
  t.optimizer = row.word<Optimizer>("optimizer").value_or(t.optimizer);
  t.optimizer_in_backward = row.yes("optimizer_in_backward");
  if (const std::string& framework = row.meant("framework"); !framework.empty()) t.framework = framework;
  const bool framed = !t.framework || find_framework(catalog, *t.framework);
  if (!framed)
    row.refuse_name("framework", "a training framework of the catalog",
                    nearest(row.text("framework"), ids_of(catalog.frameworks)));
  t.software_date = date_of(row);
  t.recipe = row.word<Recipe>("recipe").value_or(t.recipe);
  t.loss = row.word<Loss>("loss").value_or(t.loss);
  t.offload = row.word<Offload>("cpu_offload").value_or(t.offload);
  t.checkpointing = keeps_per_op(row) ? Checkpointing::selective : row.word<Checkpointing>("activation_checkpointing");
  t.compiled = row.yes("compiled");
  t.packed = row.yes("packed", true);
  t.flash_attention = row.yes("flash_attention", true);
  t.micro_batch = row.count("micro_batch");
  const auto mean = row.count("mean_length");
  t.sequence = mean ? *mean : row.count("seq_len").value_or(kShortSequence);
  s.parallel.sharding = row.word<Sharding>("sharding");
  s.parallel.virtual_stages = row.count("vp");
  if (!placed) return "the device " + row.text("gpu") + " is not known";
  if (!modelled) return "the model " + row.text("model") + " is not known";
  return framed ? "" : "the framework " + *t.framework + " is not known";
}

void set_layout(Scenario& s, const Row& row) {
  ParallelChoice& p = s.parallel;
  p.tensor = row.count("tp");
  p.pipeline = row.count("pp");
  p.data = row.count("dp");
  p.expert = row.count("ep");
  p.context = row.count("cp");
  if (p.tensor && p.pipeline) {
    const double used = static_cast<double>(*p.tensor) * *p.pipeline * p.context.value_or(1);
    p.data = as_count(*s.hardware.count / used);
  }
  const bool megatron = s.train.framework == "megatron";
  if (!megatron && !p.tensor && !p.pipeline) p.tensor = p.pipeline = 1;
  if (megatron && p.tensor && !p.sharding) p.sharding = p.data.value_or(1) > 1 ? Sharding::zero1 : Sharding::none;
  p.schedule = megatron ? Schedule::interleaved : Schedule::one_f_one_b;
  // Recipes whose layout is published recompute parts of a layer at most, where they say nothing.
  if (megatron && p.tensor && !s.train.checkpointing) s.train.checkpointing = Checkpointing::selective;
}

std::string training_regime(const Scenario& s, const Row& row, const Catalog& catalog) {
  const ModelRecord* record = find_model(catalog, s.model.id);
  const bool own = !s.overrides.models.empty();
  const bool moe = own ? s.overrides.models.front().experts > 0 : record && record->experts > 0;
  if (moe) return "training, MoE";
  if (row.text("tp").empty()) return "training, layout unknown";
  if (s.method() != Method::full) return "training, LoRA";
  const std::optional<Sharding> sharding = s.parallel.sharding;
  if (*s.hardware.count == 1) return "training, one GPU";
  return sharding == Sharding::zero1 || sharding == Sharding::none ? "training, Megatron" : "training, FSDP";
}

std::string memory_regime(Reading reading, Method method) {
  if (reading == Reading::fits) return "fits or not";
  if (reading == Reading::longest_sequence) return "longest sequence";
  if (method == Method::full) return "training peak, full";
  return method == Method::qlora ? "training peak, QLoRA" : "training peak, LoRA";
}

}  // namespace

Outcome training_speed_case(Case c, const Row& row, const Catalog& catalog) {
  if (c.metric == "images_per_s") return image_training_case(std::move(c), row, catalog);
  Scenario& s = c.scenario;
  std::string why = set_run(s, row, catalog);
  s.train.padding = 0;  // rows count the tokens they computed
  set_layout(s, row);
  s.train.global_batch = row.count("global_batch_seqs");
  if (s.train.micro_batch && !s.train.global_batch)
    s.train.global_batch = as_count(1.0 * *s.train.micro_batch * s.parallel.data.value_or(1));
  c.full_attention = row.yes("full_attention");
  if (!why.empty()) return {{}, std::move(why)};
  c.regime = training_regime(s, row, catalog);
  return {std::move(c), ""};
}

Outcome training_memory_case(Case c, const Row& row, const Catalog& catalog) {
  if (keeps_per_op(row)) return {{}, "what is left when every other matrix product is kept is not computed"};
  Scenario& s = c.scenario;
  std::string why = set_run(s, row, catalog);
  ParallelChoice& p = s.parallel;
  p.tensor = 1;
  p.pipeline = row.count("pp").value_or(1);
  p.data = std::max(1, *s.hardware.count / *p.pipeline);
  p.schedule = Schedule::one_f_one_b;
  p.sharding = p.sharding.value_or(Sharding::none);
  s.train.micro_batch = s.train.micro_batch.value_or(1);
  s.train.global_batch = as_count(1.0 * *s.train.micro_batch * *p.data * row.count("accumulation").value_or(1));
  if (!why.empty()) return {{}, std::move(why)};
  c.regime = memory_regime(c.reading, s.method());
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
