#include <algorithm>
#include <cmath>
#include <utility>

#include "tools/validate/cases.h"
#include "tools/validate/names.h"

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
  const auto device = device_id(catalog, row.text("gpu"));
  if (!device) return "the device " + row.text("gpu") + " is not known";
  s.hardware.accelerator = *device;
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

}  // namespace

Outcome training_speed_case(const Row& row, const Catalog& catalog) {
  Case c;
  Scenario& s = c.scenario;
  c.metric = row.text("metric");
  const auto reading = speed_reading(c.metric);
  const auto value = row.number("value");
  if (c.metric == "time_to_train_min") return {{}, "time to a target quality: steps are not predicted"};
  if (c.metric == "images_per_s") return other_case(row, catalog);
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
  c.metric = row.text("metric");
  const std::string& notes = row.text("notes");
  if (c.metric == "fits_yes_no") {
    c.reading = Reading::fits;
    c.outcome = row.text("value");
    if (c.outcome != "yes" && c.outcome != "no") return {{}, "neither yes nor no"};
  } else {
    c.reading = c.metric == "peak_gb_total_all_gpus" ? Reading::train_memory_total
                : c.metric == "max_seq_len"          ? Reading::longest_sequence
                                                     : Reading::train_memory;
    const auto value = row.number("value");
    if (!value || !(*value > 0)) return {{}, "no figure of the estimate is measured"};
    c.measured = *value;
    c.unit = c.reading == Reading::longest_sequence ? "tokens" : "GB";
    if (contains(notes, "GiB")) c.scale = kGib;
  }
  if (std::string why = set_common(s, row, catalog); !why.empty()) return {{}, why};
  if (contains(row.text("method"), "model init")) return {{}, "before training"};
  const MethodSaid said = method_in(row.text("method"));
  s.train.method = said.method;
  if (const auto rank = row.count("lora_rank")) s.train.lora.rank = *rank;
  const std::string precision = lower(row.text("precision"));
  if (contains(precision, "int4") && said.method == Method::lora) s.train.method = Method::qlora;
  s.train.optimizer = *optimizer_of(row.text("method") == "galore" ? "galore" : row.text("optimizer"));
  const std::optional<Sharding> sharding = sharding_of(row.text("sharding"));
  const bool split = contains(row.text("sharding"), "layer split");
  s.parallel.tensor = 1;
  s.parallel.pipeline = split ? s.hardware.count : 1;
  s.parallel.data = split ? 1 : s.hardware.count;
  s.parallel.sharding = sharding.value_or(Sharding::none);
  if (split || s.hardware.count == 1) s.parallel.sharding = Sharding::none;
  if (!row.count("seq_len")) {
    s.train.sequence = c.reading == Reading::longest_sequence ? kUsualSequence : kShortSequence;
    s.train.packed = c.reading == Reading::longest_sequence;
  }
  s.train.micro_batch = row.count("micro_batch").value_or(1);
  s.train.global_batch = *s.train.micro_batch * *s.parallel.data;
  if (contains(row.text("cpu_offload"), "yes")) s.train.offload = Offload::parameters;
  set_recipe(s, precision, notes);
  const char* method = said.method == Method::full ? "full" : said.method == Method::qlora ? "QLoRA" : "LoRA";
  c.regime = c.reading == Reading::fits               ? "fits or not"
             : c.reading == Reading::longest_sequence ? "longest sequence"
                                                      : std::string("training peak, ") + method;
  return {std::move(c), ""};
}

// Vision, diffusion, encoders and speech are not computed yet.
Outcome other_case(const Row&, const Catalog&) { return {{}, "models that do not decode tokens"}; }

}  // namespace ridgepoint::validation
