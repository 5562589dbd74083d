#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "tools/validate/cases.h"
#include "tools/validate/names.h"
#include "tools/validate/settings.h"

namespace ridgepoint::validation {
namespace {

constexpr double kGib = 1.073741824;
constexpr int kUsualSequence = 2048;
constexpr int kShortSequence = 512;  // instruction data sets without a stated length
constexpr int kSampleLength = 200;   // of an instruction and its answer, as in Alpaca

// "Llama-2-70B [LoRA r=16]": the method stands in brackets behind the model.
struct MethodSaid {
  Method method = Method::full;
  std::optional<int> rank;
};

MethodSaid method_in(std::string_view spelled) {
  const std::string text = lower(spelled);
  MethodSaid said;
  if (contains(text, "qlora") || contains(text, "q-lora"))
    said.method = Method::qlora;
  else if (contains(text, "dora"))
    said.method = Method::dora;
  else if (contains(text, "lora") || contains(text, "adapter"))
    said.method = Method::lora;
  if (const auto rank = number_after(text, "r=")) said.rank = as_count(*rank);
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

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return contains(text, word); });
}

Framework framework_of(const Row& row, const SourceSettings& settings) {
  const std::string &source = row.text("source"), &notes = row.text("notes");
  const auto divided = [&](const char* column) { return row.count(column).value_or(1) > 1; };
  // Frameworks of their own that run as PyTorch does, but for experts, whose exchange they hide as Megatron does.
  const bool compiled = has_any(source, {"torchtitan", "AutoModel", "MaxText", "InternLM"});
  if (compiled && !divided("ep")) return Framework::pytorch;
  if (has_any(source, {"Megatron", "NeMo", "MLPerf", "Gaudi", "Narayanan", "Korthikanti", "Meta"}))
    return Framework::megatron;
  if (divided("tp") || divided("pp") || divided("ep") || divided("cp")) return Framework::megatron;
  if (!settings.source.empty()) return settings.framework;
  if (has_any(source + notes, {"HF Trainer", "Hugging Face", "TRL", "PEFT"})) return Framework::transformers;
  const bool own = has_any(lower(source + notes + row.text("sharding")),
                           {"torchtitan", "deepspeed", "fsdp", "zero", "lightning", "liger", "compile", "unsloth"});
  return own || row.count("gpu_count").value_or(1) > 1 ? Framework::pytorch : settings.framework;
}

// "26.02 NeMo Container" is a month; a point release counts as a month later. Else the first month or year said.
std::string software_date(const std::string& said) {
  const auto digit = [&](std::size_t i) {
    return i < said.size() && std::isdigit(static_cast<unsigned char>(said[i]));
  };
  const auto at = [&](std::size_t i, char c) { return i < said.size() && said[i] == c; };
  if (digit(0) && digit(1) && at(2, '.') && digit(3) && digit(4)) {
    const bool point = at(5, '.') && digit(6);
    const int month = std::min(12, std::atoi(said.substr(3, 2).c_str()) + (point ? 1 : 0));
    return "20" + said.substr(0, 2) + (month < 10 ? "-0" : "-") + std::to_string(month);
  }
  if (!digit(0) || !digit(1) || !digit(2) || !digit(3)) return "";
  return said.substr(0, at(4, '-') && digit(5) && digit(6) && !digit(7) ? 7 : 4);
}

// Mean length of the samples no longer than `most`, of a data set whose lengths have that mean and deviation and follow
// a gamma distribution: ms-swift leaves out those that are longer.
double mean_of_kept(double mean, double deviation, double most) {
  const double shape = mean * mean / (deviation * deviation), scale = deviation * deviation / mean;
  constexpr int kPoints = 1000;
  double weights = 0, sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double x = most * (i + 0.5) / kPoints, density = std::pow(x, shape - 1) * std::exp(-x / scale);
    weights += density;
    sum += x * density;
  }
  return sum / weights;
}

std::optional<Checkpointing> checkpointing_of(std::string_view spelled) {
  const std::string text = lower(spelled);
  if (text.empty()) return std::nullopt;
  if (contains(text, "selective")) return Checkpointing::selective;
  return contains(text, "full") || text == "yes" ? Checkpointing::full : Checkpointing::none;
}

// The matrices that carry adapters, from the words of a row or from its source: NVIDIA's recipes tuned for speed have
// them on queries, keys and values alone, MLPerf's on attention (lora_target_modules "qkv_proj,o_proj").
LoraTargets targets_of(const Row& row, const SourceSettings& settings) {
  const std::string &notes = row.text("notes"), &source = row.text("source");
  if (has_any(notes, {"q,v", "q_proj and v_proj", "PEFT default"})) return LoraTargets::qv;
  if (has_any(notes, {"all layers", "all-linear", "all linear"})) return LoraTargets::all_linear;
  if (has_any(source, {"NeMo performance", "Megatron-Bridge", "DGX Cloud"})) return LoraTargets::qkv;
  return contains(source, "MLPerf") ? LoraTargets::attention : settings.targets;
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

// What the tables have in common: device, model, layout, length, batch.
std::string set_common(Scenario& s, const Row& row, const Catalog& catalog) {
  if (!set_device(s, catalog, row.text("gpu"))) return "the device " + row.text("gpu") + " is not known";
  s.hardware.count = row.count("gpu_count").value_or(1);
  if (!set_model(s, catalog, row)) return "the model " + row.text("model") + " is not known";
  s.workload = Workload::train;
  s.train.micro_batch = row.count("micro_batch");
  s.train.checkpointing = checkpointing_of(row.text("activation_checkpointing"));
  // Baichuan's code of 13B adds ALiBi to scores that it writes out, whatever the framework is asked for.
  const bool writes_scores = contains(lower(row.text("model")), "baichuan2-13b");
  s.train.flash_attention = !writes_scores && lower(row.text("flash_attention")) != "no";
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
    p.data = std::max(1, *s.hardware.count / used);
  }
  // One after the other: no more than one micro-batch is in flight.
  if (contains(row.text("sharding"), "layer split")) {
    p.pipeline = *s.hardware.count;
    p.data = 1;
    s.train.global_batch = s.train.micro_batch.value_or(1);
  }
  p.sharding = sharding_of(row.text("sharding"));
  const bool megatron = s.train.framework == Framework::megatron;
  if (!megatron && !p.tensor && !p.pipeline) p.tensor = p.pipeline = 1;
  if (megatron && p.tensor && !p.sharding) p.sharding = p.data.value_or(1) > 1 ? Sharding::zero1 : Sharding::none;
  p.schedule = megatron ? Schedule::interleaved : Schedule::one_f_one_b;
  if (const auto pieces = number_after(row.text("notes"), "VP ")) p.virtual_stages = as_count(*pieces);
}

void set_recipe(Scenario& s, const Row& row, const SourceSettings& settings) {
  TrainChoice& t = s.train;
  const std::string precision = lower(row.text("precision"));
  const std::string& notes = row.text("notes");
  if (!settings.source.empty()) {
    t.recipe = settings.recipe;
    t.loss = settings.loss;
  }
  if (t.framework == Framework::megatron) {
    t.loss = Loss::fused;
    // Recipes whose layout is published recompute parts of a layer at most, where they say nothing.
    if (s.parallel.tensor && !t.checkpointing) t.checkpointing = Checkpointing::selective;
  }
  if (contains(precision, "mxfp8"))
    t.recipe = Recipe::mxfp8;
  else if (contains(precision, "fp4"))
    t.recipe = Recipe::nvfp4;
  else if (contains(precision, "fp8"))
    t.recipe = Recipe::fp8;
  else if (precision == "fp32" || precision == "tf32")
    t.recipe = Recipe::fp32;
  // Submissions do not say; those that do since 2024 train in 8 bits or narrower.
  if (precision.empty() && contains(row.text("source"), "MLPerf")) t.recipe = Recipe::fp8;
  if (contains(notes, "amp_bf16")) t.recipe = Recipe::autocast;
  if (contains(notes, "pure bf16") || contains(notes, "all-bf16") || contains(notes, "bf16-true"))
    t.recipe = Recipe::bf16;
  if (contains(notes, "compile") && !has_any(notes, {"no compile", "without compile", "not compiled"}))
    t.compiled = true;
  if (has_any(lower(notes), {"cpu offload", "cpu-offload", "param offload", "parameter offload"}))
    t.offload = Offload::parameters;
  else if (has_any(lower(notes), {"cpu-adam", "cpuadam", "optimizer offload"}))
    t.offload = Offload::optimizer;
  if (contains(notes, "chunked")) t.loss = Loss::chunked;
  if (contains(notes, "variable length") || contains(notes, "unpacked") || contains(notes, "max_length cap"))
    t.packed = false;
}

// What the frozen weights of QLoRA are held in.
void set_base_format(Scenario& s, const Row& row) {
  const std::string precision = lower(row.text("precision"));
  // Qwen's own recipe trains adapters of its GPTQ models.
  const bool gptq = contains(precision, "gptq") || contains(row.text("source"), "Qwen README");
  if (contains(precision, "int8")) s.precision.weights = gptq ? "gptq-int8" : "w8a16-int8";
  if (contains(precision, "int4")) s.precision.weights = gptq ? "gptq-int4" : "bnb-nf4";
  if (contains(precision, "bnb.nf4+")) s.precision.weights = "bnb-nf4";
}

// "16M tokens/batch": in sequences, a million being the power of two that batches are made of.
std::optional<int> stated_batch(const std::string& notes, int sequence) {
  const std::size_t end = notes.find("M tokens/batch");
  if (end == std::string::npos) return std::nullopt;
  std::size_t first = end;
  while (first > 0 && std::isdigit(static_cast<unsigned char>(notes[first - 1]))) --first;
  const auto millions = number_in(std::string_view(notes).substr(first, end - first));
  if (!millions) return std::nullopt;
  constexpr double kMillion = 1 << 20;
  return as_count(*millions * kMillion / sequence);
}

// Samples that are not packed are as long as the data set's are, up to the limit.
void set_length(Scenario& s, const Row& row) {
  const std::string& notes = row.text("notes");
  const auto mean = number_after(notes, "(avg "), deviation = number_after(notes, "+- ");
  if (mean && deviation)
    s.train.sequence = as_count(mean_of_kept(*mean, *deviation, s.train.sequence));
  else if (contains(notes, "(unpacked"))
    s.train.sequence = std::min(s.train.sequence, kSampleLength);
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
  if (*s.hardware.count == 1) return "training, one GPU";
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
  const std::string method = lower(row.text("method"));
  const std::string& notes = row.text("notes");
  t.method = method_in(method).method;
  if (const auto rank = row.count("lora_rank")) t.lora.rank = *rank;
  t.lora.targets = targets_of(row, settings);
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
  p.pipeline = split ? *s.hardware.count : 1;
  p.data = split ? 1 : *s.hardware.count;
  p.schedule = Schedule::one_f_one_b;
  p.sharding =
      split || *s.hardware.count == 1 ? Sharding::none : sharding_of(row.text("sharding")).value_or(Sharding::none);
}

void set_precision(Scenario& s, const Row& row, const SourceSettings& settings) {
  TrainChoice& t = s.train;
  const std::string precision = lower(row.text("precision"));
  const std::string& notes = row.text("notes");
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
  const std::string& notes = row.text("notes");
  const std::string offload = lower(row.text("cpu_offload"));
  if (contains(offload, "activations"))
    t.offload = Offload::activations;
  else if (contains(offload, "yes"))
    t.offload = Offload::parameters;
  t.compiled = contains(notes, "compile");
  // torchtune's table of 2025 is made with its linear loss: projection and loss chunk by chunk.
  if (contains(notes, "Unsloth") || contains(notes, "packed 2048, compile")) t.loss = Loss::fused;
  if (contains(notes, "logits chunked")) t.loss = Loss::chunked;
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
  s.train.padding = 0;  // rows count the tokens they computed
  if (said.rank) s.train.lora.rank = *said.rank;
  set_base_format(s, row);
  if (!row.count("seq_len")) {
    if (*reading != Reading::train_samples_rate) return {{}, "the sequence length is not said"};
    s.train.sequence = kShortSequence;
    s.train.packed = false;
  }
  const SourceSettings& settings = settings_of(row.text("source"));
  s.train.framework = framework_of(row, settings);
  s.train.lora.targets = targets_of(row, settings);
  s.train.software_date = software_date(row.text("date"));
  if (s.train.software_date->empty()) s.train.software_date.reset();
  set_layout(s, row);
  set_length(s, row);
  if (!s.train.global_batch) s.train.global_batch = row.count("global_batch_seqs");
  if (!s.train.global_batch) s.train.global_batch = stated_batch(row.text("notes"), s.train.sequence);
  // NeMo counts 12 s / h of attention beside 12 and more of the matrices, twice what a causal mask leaves (its
  // perf_metrics_utils and flops_formulas).
  const bool of_nemo = contains(row.text("source"), "NeMo long sequence");
  c.full_attention = contains(row.text("notes"), "non-causal") || of_nemo;
  if (s.train.micro_batch && !s.train.global_batch)
    s.train.global_batch = *s.train.micro_batch * s.parallel.data.value_or(1);
  set_recipe(s, row, settings);
  if (contains(row.text("notes"), "cumulative technique")) set_savings(s, row);
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
  if (contains(notes, "per-operator checkpointing"))
    return {{}, "keeping every other matrix product, as torchtitan's selective checkpointing does, is not computed"};
  for (std::string_view other : {"model init", "lisa", "llamapro", "adalora"})
    if (contains(method_text, other)) return {{}, "the method " + row.text("method") + " is not computed"};
  set_method(s, row, settings);
  set_base_format(s, row);
  s.train.framework = settings.framework;
  if (std::string date = software_date(row.text("date")); !date.empty()) s.train.software_date = date;
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
  // ms-swift's and Qwen's scripts add up gradients over 8 to 16 micro-batches.
  const bool adds_up = contains(notes, "grad accum") || contains(row.text("source"), "ms-swift");
  s.train.global_batch = *s.train.micro_batch * *s.parallel.data * (adds_up ? 8 : 1);
  c.regime = memory_regime(*reading, s.method());
  return {std::move(c), ""};
}

}  // namespace ridgepoint::validation
