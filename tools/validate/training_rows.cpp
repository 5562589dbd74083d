#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/validate/cases.h"
#include "tools/validate/names.h"
#include "tools/validate/settings.h"

namespace ridgepoint::validation {
namespace {

constexpr double kGib = 1.073741824;
constexpr int kUsualSequence = 2048;
constexpr int kShortSequence = 512;  // instruction data sets without a stated length

// "Llama-2-70B [LoRA r=16]": the method stands in brackets behind the model.
struct MethodSaid {
  Method method = Method::full;
  std::optional<int> rank;
};

MethodSaid method_in(std::string_view spelled) {
  const std::string text = lower(spelled);
  MethodSaid said;
  if (contains(text, "qlora"))
    said.method = Method::qlora;
  else if (contains(text, "dora"))
    said.method = Method::dora;
  else if (contains(text, "lora") || contains(text, "adapter"))
    said.method = Method::lora;
  if (const auto rank = number_after(text, "r=")) said.rank = static_cast<int>(*rank);
  return said;
}

std::optional<Sharding> sharding_of(std::string_view spelled) {
  const std::string text = lower(spelled);
  if (text.empty()) return std::nullopt;
  if (contains(text, "grad-op") || contains(text, "zero2")) return Sharding::zero2;
  if (contains(text, "zero3") || contains(text, "deepspeed")) return Sharding::zero3;
  if (contains(text, "zero1")) return Sharding::zero1;
  if (contains(text, "hybrid") || contains(text, "hsdp")) return Sharding::hsdp;
  if (contains(text, "fsdp")) return Sharding::fsdp;
  return Sharding::none;
}

std::optional<Checkpointing> checkpointing_of(std::string_view spelled) {
  const std::string text = lower(spelled);
  if (text.empty()) return std::nullopt;
  if (contains(text, "selective")) return Checkpointing::selective;
  return contains(text, "full") || text == "yes" ? Checkpointing::full : Checkpointing::none;
}

std::optional<Optimizer> optimizer_of(std::string_view spelled) {
  const std::string text = lower(spelled);
  if (contains(text, "galore")) return Optimizer::galore;
  if (contains(text, "paged")) return Optimizer::paged_adamw_8bit;
  if (contains(text, "8bit")) return Optimizer::adamw_8bit;
  if (contains(text, "adafactor")) return Optimizer::adafactor;
  if (contains(text, "lion")) return Optimizer::lion;
  return Optimizer::adamw;
}

bool is_low_precision(std::string_view precision) { return contains(precision, "fp8") || contains(precision, "fp4"); }

// What the tables have in common: device, model, layout, length, batch.
std::string set_common(Scenario& s, const Row& row, const Catalog& catalog) {
  if (!set_device(s, catalog, row.text("gpu"))) return "the device " + row.text("gpu") + " is not known";
  s.hardware.count = row.count("gpu_count").value_or(1);
  if (!set_model(s, catalog, row)) return "the model " + row.text("model") + " is not known";
  s.workload = Workload::train;
  s.train.micro_batch = row.count("micro_batch");
  s.train.checkpointing = checkpointing_of(row.text("activation_checkpointing"));
  s.train.flash_attention = lower(row.text("flash_attention")) != "no";
  if (const auto sequence = row.count("seq_len")) s.train.sequence = *sequence;
  return "";
}

void set_layout(Scenario& s, const Row& row) {
  ParallelChoice& p = s.parallel;
  p.tensor = row.count("tp");
  p.pipeline = row.count("pp");
  p.data = row.count("dp");
  p.expert = row.count("ep");
  p.context = row.count("cp");
  if (p.tensor && p.pipeline) {
    const int used = *p.tensor * *p.pipeline * p.context.value_or(1);
    p.data = std::max(1, s.hardware.count / used);
  }
  p.sharding = sharding_of(row.text("sharding"));
}

void set_recipe(Scenario& s, const std::string& precision, const std::string& notes) {
  TrainChoice& t = s.train;
  if (is_low_precision(precision))
    t.recipe = Recipe::fp8;
  else if (precision == "fp32" || precision == "tf32")
    t.recipe = Recipe::fp32;
  if (contains(notes, "amp_bf16")) t.recipe = Recipe::autocast;
  if (contains(notes, "pure bf16") || contains(notes, "all-bf16") || contains(notes, "bf16-true"))
    t.recipe = Recipe::bf16;
  if (contains(notes, "compile")) t.compiled = true;
  if (contains(notes, "chunked")) t.loss = Loss::chunked;
  if (contains(notes, "variable length") || contains(notes, "unpacked") || contains(notes, "max_length cap"))
    t.packed = false;
}

std::optional<Reading> speed_reading(const std::string& metric) {
  if (metric == "tokens_per_s_per_gpu") return Reading::train_tokens_rate_gpu;
  if (metric == "total_tok_s") return Reading::train_tokens_rate;
  if (metric == "tflops_per_gpu") return Reading::train_tflops;
  if (metric == "mfu_pct") return Reading::mfu;
  if (metric == "hfu_pct") return Reading::hfu;
  if (metric == "step_time_s") return Reading::train_step;
  if (metric == "samples_per_s_total") return Reading::train_samples_rate;
  if (metric == "iterations_per_s") return Reading::iteration_rate;
  return std::nullopt;
}

const char* unit_of(Reading reading) {
  switch (reading) {
    case Reading::train_tflops:
      return "TFLOP/s";
    case Reading::mfu:
    case Reading::hfu:
      return "%";
    case Reading::train_step:
      return "s";
    case Reading::train_samples_rate:
      return "samples/s";
    case Reading::iteration_rate:
      return "iterations/s";
    default:
      return "tokens/s";
  }
}

std::string training_regime(const Scenario& s, const Row& row, const Catalog& catalog) {
  const ModelRecord* record = find_model(catalog, s.model.id);
  const bool own = !s.overrides.models.empty();
  const bool moe = own ? s.overrides.models.front().experts > 0 : record && record->experts > 0;
  if (moe) return "training, MoE";
  if (s.method() != Method::full) return row.text("tp").empty() ? "training, layout unknown" : "training, LoRA";
  if (row.text("tp").empty()) return "training, layout unknown";
  const std::optional<Sharding> sharding = s.parallel.sharding;
  if (s.hardware.count == 1) return "training, one GPU";
  return sharding == Sharding::zero1 || sharding == Sharding::none ? "training, Megatron" : "training, FSDP";
}

std::optional<Reading> memory_reading(const std::string& metric, Counts counts) {
  if (metric == "fits_yes_no") return Reading::fits;
  if (metric == "max_seq_len") return Reading::longest_sequence;
  if (metric == "peak_gb_total_all_gpus") return Reading::train_memory_total;
  if (metric != "peak_gb_per_gpu") return std::nullopt;
  if (counts == Counts::allocated) return Reading::train_allocated;
  return counts == Counts::reserved ? Reading::train_reserved : Reading::train_memory;
}

std::string memory_regime(Reading reading, Method method) {
  if (reading == Reading::fits) return "fits or not";
  if (reading == Reading::longest_sequence) return "longest sequence";
  if (method == Method::full) return "training peak, full";
  return method == Method::qlora ? "training peak, QLoRA" : "training peak, LoRA";
}

void set_method(Scenario& s, const Row& row, const SourceSettings& settings) {
  TrainChoice& t = s.train;
  const std::string method = lower(row.text("method")), notes = row.text("notes");
  t.method = method_in(method).method;
  if (const auto rank = row.count("lora_rank")) t.lora.rank = *rank;
  t.lora.targets = settings.targets;
  if (contains(notes, "q,v")) t.lora.targets = LoraTargets::qv;
  if (contains(notes, "all layers") || contains(notes, "all-linear") || contains(notes, "all linear"))
    t.lora.targets = LoraTargets::all_linear;
  t.lora.embeddings = contains(notes, "(emb)") || contains(notes, "embeddings trained");
  // Frozen weights in four bits make it QLoRA whatever the table calls it.
  const std::string precision = lower(row.text("precision"));
  const bool narrow = contains(precision, "int4") || contains(precision, "int8") || contains(precision, "nf4+") ||
                      contains(precision, "nf4-dq+") || contains(notes, "lora+q4");
  if (narrow && t.method != Method::full) t.method = Method::qlora;
  t.optimizer = *optimizer_of(method == "galore" ? "galore" : row.text("optimizer"));
}

void set_memory_layout(Scenario& s, const Row& row) {
  ParallelChoice& p = s.parallel;
  const bool split = contains(row.text("sharding"), "layer split");
  p.tensor = 1;
  p.pipeline = split ? s.hardware.count : 1;
  p.data = split ? 1 : s.hardware.count;
  p.sharding =
      split || s.hardware.count == 1 ? Sharding::none : sharding_of(row.text("sharding")).value_or(Sharding::none);
}

void set_precision(Scenario& s, const Row& row, const SourceSettings& settings) {
  TrainChoice& t = s.train;
  const std::string precision = lower(row.text("precision")), notes = row.text("notes");
  t.recipe = settings.recipe;
  t.loss = settings.loss;
  t.packed = settings.packed;
  if (contains(row.text("sharding"), "deepspeed") || contains(row.text("sharding"), "zero")) t.recipe = Recipe::mixed;
  if (settings.deepspeed && t.method == Method::full) {
    t.recipe = Recipe::mixed;
    s.parallel.sharding = Sharding::zero3;
  }
  if (contains(precision, "fp8")) t.recipe = Recipe::fp8;
  if (contains(precision, "fp32 weights")) t.recipe = Recipe::autocast;
  if (precision == "fp32") t.recipe = Recipe::fp32;
  if (t.method == Method::qlora && t.recipe == Recipe::fp32) t.recipe = Recipe::bf16;
  if (contains(notes, "mode PURE")) t.recipe = Recipe::bf16;
  if (contains(notes, "max_length cap") || contains(notes, "variable length") || contains(notes, "unpacked"))
    t.packed = false;
}

// Techniques that notes name; torchtune's ladder adds one a row and keeps those above it.
void set_savings(Scenario& s, const Row& row) {
  TrainChoice& t = s.train;
  const std::string notes = row.text("notes");
  const std::string offload = lower(row.text("cpu_offload"));
  if (contains(offload, "activations"))
    t.offload = Offload::activations;
  else if (contains(offload, "yes"))
    t.offload = Offload::parameters;
  t.compiled = contains(notes, "compile");
  if (contains(notes, "Unsloth")) t.loss = Loss::fused;
  t.optimizer_in_backward = contains(notes, "optimizer in backward") || contains(notes, "8-bit AdamW") ||
                            contains(notes, "activation offloading") || contains(row.text("optimizer"), "per_layer") ||
                            contains(row.text("optimizer"), "in-backward");
  if (!contains(notes, "cumulative technique")) return;
  const bool baseline = contains(notes, "Baseline"), packed = contains(notes, "+packed");
  t.compiled = !baseline && !packed;
  t.loss = t.compiled && !contains(notes, "+compile") ? Loss::chunked : Loss::plain;
  t.packed = !baseline;
}

}  // namespace

Outcome training_speed_case(const Row& row, const Catalog& catalog) {
  Case c;
  Scenario& s = c.scenario;
  c.metric = row.text("metric");
  const auto reading = speed_reading(c.metric);
  const auto value = row.number("value");
  if (c.metric == "time_to_train_min") return {{}, "time to a target quality: steps are not predicted"};
  if (c.metric == "images_per_s") return image_training_case(row, catalog);
  if (!reading || !value || !(*value > 0)) return {{}, "no figure of the estimate is measured"};
  c.reading = *reading;
  c.measured = *value;
  c.unit = unit_of(*reading);
  if (std::string why = set_common(s, row, catalog); !why.empty()) return {{}, why};
  const MethodSaid said = method_in(row.text("model"));
  s.train.method = said.method;
  if (said.rank) s.train.lora.rank = *said.rank;
  if (!row.count("seq_len")) {
    if (*reading != Reading::train_samples_rate) return {{}, "the sequence length is not said"};
    s.train.sequence = kShortSequence;
    s.train.packed = false;
  }
  set_layout(s, row);
  s.train.global_batch = row.count("global_batch_seqs");
  if (s.train.micro_batch && !s.train.global_batch)
    s.train.global_batch = *s.train.micro_batch * s.parallel.data.value_or(1);
  set_recipe(s, row.text("precision"), row.text("notes"));
  c.regime = training_regime(s, row, catalog);
  return {std::move(c), ""};
}

Outcome training_memory_case(const Row& row, const Catalog& catalog) {
  Case c;
  Scenario& s = c.scenario;
  const std::string& notes = row.text("notes");
  const std::string method_text = lower(row.text("method"));
  const SourceSettings& settings = settings_of(row.text("source"));
  c.metric = row.text("metric");
  const auto reading = memory_reading(c.metric, settings.counts);
  const auto value = row.number("value");
  c.outcome = row.text("value");
  const bool word = c.outcome == "yes" || c.outcome == "no";
  if (!reading || (*reading == Reading::fits ? !word : !value || !(*value > 0)))
    return {{}, "no figure of the estimate is measured"};
  c.reading = *reading;
  c.measured = value.value_or(0);
  if (*reading != Reading::fits) c.unit = *reading == Reading::longest_sequence ? "tokens" : "GB";
  if (c.unit == "GB" && (contains(notes, "GiB") || contains(notes, "VRAM%"))) c.scale = kGib;

  if (std::string why = set_common(s, row, catalog); !why.empty()) return {{}, why};
  for (std::string_view other : {"model init", "lisa", "llamapro", "adalora"})
    if (contains(method_text, other)) return {{}, "the method " + row.text("method") + " is not computed"};
  set_method(s, row, settings);
  if (contains(notes, "not a sharded measure") && s.method() != Method::full) s.hardware.count = 1;
  if (!s.train.checkpointing && settings.keeps_activations) s.train.checkpointing = Checkpointing::none;
  set_memory_layout(s, row);
  set_precision(s, row, settings);
  set_savings(s, row);
  if (!row.count("seq_len")) {
    if (*reading != Reading::longest_sequence && contains(notes, "length")) s.train.packed = false;
    s.train.sequence = *reading == Reading::longest_sequence ? kUsualSequence : kShortSequence;
  }
  if (contains(notes, "unpacked")) s.train.sequence = std::min(s.train.sequence, kShortSequence);
  s.train.micro_batch = row.count("micro_batch").value_or(1);
  s.train.global_batch = *s.train.micro_batch * *s.parallel.data;
  c.regime = memory_regime(*reading, s.method());
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
