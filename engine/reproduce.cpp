#include "engine/reproduce.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "engine/fields_text.h"
#include "engine/words.h"

namespace ridgepoint {
namespace {

constexpr double kPromptsPerStream =
    5;  // requests of a run for each stream: "num-prompts >= 5 * max-concurrency" (SGLang)
constexpr double kFewestPrompts = 20;

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Letters, digits and what names of models have; anything else becomes a dash, so that no shell sees a meaning in it.
std::string safe(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (!std::isalnum(static_cast<unsigned char>(c)) && std::string_view("._/-").find(c) == std::string_view::npos)
      c = '-';
  if (!out.empty() && out.front() == '-') out.front() = '_';
  return out;
}

std::string whole_number(double x) { return std::isfinite(x) ? shortest_number(std::round(x)) : ""; }
std::string above_one(double x) { return x > 1 ? whole_number(x) : ""; }
std::string flag(bool holds) { return holds ? "yes" : ""; }

// What templates are filled from.
struct Facts {
  const Estimate& e;
  const Resolved& r;
  const ModelRecord* record = nullptr;  // absent for a model that is only a size
  double streams = 1;                   // in flight, all replicas together
};

const ModelRecord* record_of(const Estimate& e, const Catalog& catalog) {
  for (const ModelRecord& own : e.scenario.overrides.models)
    if (own.id == e.basis.resolved.model_id) return &own;
  return e.basis.resolved.model_id.empty() ? nullptr : find_model(catalog, e.basis.resolved.model_id);
}

// The first alias that begins with `owner`; with "" the first of the form owner/name: the id on Hugging Face.
std::string alias_of(const ModelRecord* record, std::string_view owner) {
  if (!record) return "";
  for (const std::string& alias : record->aliases)
    if (alias.find('/') != std::string::npos && std::string_view(alias).substr(0, owner.size()) == owner)
      return alias.substr(owner.size());
  return "";
}

std::string hub_id(const Facts& f) {
  std::string id = safe(alias_of(f.record, ""));
  if (!id.empty()) return id;
  return "path/to/" + safe(f.r.model_id.empty() ? "model" : f.r.model_id);
}

bool is_16bit(const std::string& format) { return format == "bf16" || format == "fp16"; }
bool is_published(const Facts& f) {
  return is_16bit(f.r.weights->id) || (f.record && f.record->native_precision == f.r.weights->id);
}

// A checkpoint in the weights' format: the published one, or a place for one's own.
std::string checkpoint(const Facts& f) {
  return is_published(f) ? hub_id(f) : "path/to/" + safe(f.r.model_id) + "-" + safe(f.r.weights->id);
}

// The same for engines that make FP8 of 16-bit weights while they load them.
bool quantizes(const Facts& f) { return f.r.weights->id == "fp8" && !is_published(f); }

bool is_gguf(const std::string& format) { return format.substr(0, 5) == "gguf-"; }

// "path/to/llama-3.1-8b-Q4_K_M.gguf"; empty for formats that such files do not hold.
std::string gguf(const Facts& f) {
  const std::string& id = f.r.weights->id;
  if (!is_gguf(id) && !is_16bit(id)) return "";
  std::string type = is_gguf(id) ? id.substr(5) : id;
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) { return std::toupper(c); });
  return "path/to/" + safe(f.r.model_id) + "-" + safe(type) + ".gguf";
}

// llama.cpp's name of the cache format; empty for its own default.
std::string gguf_cache(const Facts& f) {
  const std::string& id = f.r.kv->id;
  if (is_16bit(id)) return "";
  if (id == "fp8") return "q8_0";  // which it has in place of FP8
  return safe(is_gguf(id) ? id.substr(5) : id);
}

// A decoder of equal layers, as tools/measure and Megatron-LM's options describe it.
bool is_plain(const ModelRecord& m) {
  const bool kind = m.kind == ModelKind::decoder || m.kind == ModelKind::moe;
  const bool attention = m.kv_lora_rank || m.linear || m.attention_layers || m.kv_layers || m.window || m.k_is_v ||
                         m.indexer_top_k || m.global_head_dim || m.attention_gate || !m.compressed.empty();
  const bool feed_forward = !m.gated || m.expert_latent || m.parallel_dense || m.shared_intermediate > 0 ||
                            m.dense_layers || m.per_layer_embedding > 0 || m.learned_positions > 0;
  return kind && !attention && !feed_forward;
}

double replicas(const Facts& f) { return std::max(1, f.e.basis.plan.layout.data); }
double streams_of_replica(const Facts& f) { return std::ceil(f.streams / replicas(f)); }

// Sequences that a replica works on at once.
double slots(const Facts& f) {
  const auto& most = f.e.scenario.serve.max_sequences;
  return most ? std::min<double>(*most, streams_of_replica(f)) : streams_of_replica(f);
}
// vLLM's own limit is 256 or, on large devices, 1,024 (--max-num-seqs); what is below needs no setting.
constexpr double kUsualSlots = 256;
std::string max_sequences(const Facts& f) {
  const auto& most = f.e.scenario.serve.max_sequences;
  if (most) return whole_number(*most);
  return streams_of_replica(f) > kUsualSlots ? whole_number(streams_of_replica(f)) : "";
}

double output_tokens(const Facts& f) { return f.e.scenario.serve.output_tokens + f.e.scenario.serve.reasoning_tokens; }
double cached_input(const Facts& f) { return f.e.scenario.serve.input_tokens * f.e.scenario.serve.prefix_hit_rate; }

double prompts(const Facts& f) { return std::max(kFewestPrompts, std::round(kPromptsPerStream * f.streams)); }

// Layers on the GPU where others wait in host memory.
std::string gpu_layers(const Facts& f) {
  const double share = f.e.basis.plan.host_dense;
  return share > 0 && f.record ? whole_number(std::floor(f.record->layers * (1 - share))) : "";
}
std::string cpu_expert_layers(const Facts& f) {
  const double share = f.e.basis.plan.host_experts;
  return share > 0 && f.record ? whole_number(std::ceil(f.record->layers * share)) : "";
}

// How llama.cpp divides a model among the cards that it sees, where not by layers.
std::string split_mode(const Facts& f) {
  const Layout& layout = f.e.basis.plan.layout;
  if (layout.tensor > 1) return "tensor";
  return layout.pipeline == 1 && layout.data > 1 ? "none" : "";
}

std::string lora_modules(const Facts& f) {
  switch (f.e.scenario.train.lora.targets) {
    case LoraTargets::qv:
      return "q_proj v_proj";
    case LoraTargets::qkv:
      return "q_proj k_proj v_proj";
    case LoraTargets::attention:
      return "q_proj k_proj v_proj o_proj";
    case LoraTargets::all_linear:
      break;
  }
  return "all-linear";
}

// The recipe as tools/measure has it; adapters of a mixed recipe are few enough to be no different.
std::string measured_recipe(const Facts& f) {
  switch (f.e.scenario.train.recipe) {
    case Recipe::bf16:
      return "bf16";
    case Recipe::autocast:
      return "autocast";
    case Recipe::fp32:
      return "fp32";
    default:
      return f.e.scenario.method() == Method::lora ? "bf16" : "";
  }
}

bool is_fsdp(Sharding s) { return s == Sharding::fsdp || s == Sharding::zero3 || s == Sharding::hsdp; }

std::string optional_number(const std::optional<double>& x) { return x ? whole_number(*x) : ""; }

struct Placeholder {
  std::string_view name;
  std::string (*value)(const Facts&);
};

const Layout& layout(const Facts& f) { return f.e.basis.plan.layout; }
const TrainChoice& train(const Facts& f) { return f.e.scenario.train; }
const TrainingMemoryInput& step(const Facts& f) { return f.e.basis.plan.training; }

constexpr Placeholder kPlaceholders[] = {
    // Model.
    {"model", checkpoint},
    {"model_fp8", [](const Facts& f) { return quantizes(f) ? hub_id(f) : checkpoint(f); }},
    {"quantizes", [](const Facts& f) { return flag(quantizes(f)); }},
    {"hub_id", hub_id},
    {"gguf", gguf},
    {"plain_16bit",
     [](const Facts& f) {
       return f.record && is_plain(*f.record) && is_16bit(f.r.weights->id) ? safe(f.record->id) : "";
     }},
    {"plain", [](const Facts& f) { return f.record && is_plain(*f.record) ? safe(f.record->id) : ""; }},
    {"timm", [](const Facts& f) { return safe(alias_of(f.record, "timm/")); }},
    {"whisper", [](const Facts& f) { return safe(alias_of(f.record, "openai/whisper-")); }},
    {"weights", [](const Facts& f) { return is_16bit(f.r.weights->id) ? f.r.weights->id : std::string(); }},
    {"torch_type",
     [](const Facts& f) {
       return f.r.weights->id == "bf16"   ? "bfloat16"
              : f.r.weights->id == "fp16" ? "float16"
              : f.r.weights->id == "fp32" ? "float32"
                                          : std::string();
     }},
    {"layers", [](const Facts& f) { return whole_number(f.record->layers); }},
    {"hidden", [](const Facts& f) { return whole_number(f.record->hidden); }},
    {"feed_forward",
     [](const Facts& f) {
       return whole_number(f.record->experts > 0 ? f.record->expert_intermediate : f.record->intermediate);
     }},
    {"heads", [](const Facts& f) { return whole_number(f.record->heads); }},
    {"kv_heads", [](const Facts& f) { return whole_number(f.record->kv_heads.value_or(f.record->heads)); }},
    {"head_dim",
     [](const Facts& f) { return whole_number(f.record->head_dim.value_or(f.record->hidden / f.record->heads)); }},
    {"vocab", [](const Facts& f) { return whole_number(f.record->vocab); }},
    {"untied", [](const Facts& f) { return flag(!f.record->tied_embeddings); }},
    {"experts", [](const Facts& f) { return above_one(f.record->experts); }},
    {"experts_per_token", [](const Facts& f) { return whole_number(f.record->experts_per_token); }},
    // Layout.
    {"gpus", [](const Facts& f) { return whole_number(f.r.gpus); }},
    {"several_gpus", [](const Facts& f) { return above_one(f.r.gpus); }},
    {"per_node", [](const Facts& f) { return whole_number(std::min(f.r.gpus, f.r.per_node)); }},
    {"nodes", [](const Facts& f) { return above_one(f.r.nodes); }},
    {"one_node", [](const Facts& f) { return flag(f.r.nodes == 1); }},
    {"tensor", [](const Facts& f) { return above_one(layout(f).tensor); }},
    {"tensor_size", [](const Facts& f) { return whole_number(layout(f).tensor); }},
    {"pipeline", [](const Facts& f) { return above_one(layout(f).pipeline); }},
    {"data", [](const Facts& f) { return above_one(layout(f).data); }},
    {"expert", [](const Facts& f) { return above_one(layout(f).expert); }},
    {"context_parallel", [](const Facts& f) { return above_one(layout(f).context); }},
    {"fsdp", [](const Facts& f) { return flag(is_fsdp(layout(f).sharding) && layout(f).data > 1); }},
    {"zero1", [](const Facts& f) { return flag(layout(f).sharding == Sharding::zero1); }},
    {"only_zero1",
     [](const Facts& f) {
       return flag(layout(f).sharding == Sharding::zero1 || layout(f).sharding == Sharding::none);
     }},
    {"only_data", [](const Facts& f) { return flag(layout(f).devices() == layout(f).data); }},
    // Serving.
    {"input", [](const Facts& f) { return whole_number(f.e.scenario.serve.input_tokens); }},
    {"fresh_input", [](const Facts& f) { return whole_number(f.e.scenario.serve.input_tokens - cached_input(f)); }},
    {"cached_input", [](const Facts& f) { return above_one(cached_input(f)); }},
    {"output", [](const Facts& f) { return whole_number(output_tokens(f)); }},
    {"context", [](const Facts& f) { return optional_number(f.e.scenario.serve.max_context); }},
    {"memory_fraction", [](const Facts& f) { return significant(f.e.scenario.serve.memory_fraction, 2); }},
    {"prefill_chunk", [](const Facts& f) { return optional_number(f.e.scenario.serve.prefill_chunk); }},
    {"eager", [](const Facts& f) { return flag(f.e.scenario.serve.eager); }},
    {"captured", [](const Facts& f) { return flag(!f.e.scenario.serve.eager); }},
    {"kv_fp8", [](const Facts& f) { return flag(f.r.kv->id == "fp8"); }},
    {"kv_gguf", gguf_cache},
    {"gpu_layers", gpu_layers},
    {"cpu_expert_layers", cpu_expert_layers},
    {"split_mode", split_mode},
    {"host_gib",
     [](const Facts& f) {
       return f.e.basis.plan.host_memory > bytes(0)
                  ? whole_number(std::ceil(in_gibibytes(f.e.basis.plan.host_memory) / f.r.gpus))
                  : "";
     }},
    {"streams", [](const Facts& f) { return whole_number(f.streams); }},
    {"streams_of_replica", [](const Facts& f) { return whole_number(streams_of_replica(f)); }},
    {"slots", [](const Facts& f) { return whole_number(slots(f)); }},  // of a replica, of which its streams take turns
    {"slots_context",
     [](const Facts& f) { return whole_number(slots(f) * f.e.scenario.serve.max_context.value_or(0)); }},
    {"max_sequences", max_sequences},  // where the engine has to be told
    {"streams_context",
     [](const Facts& f) { return whole_number(streams_of_replica(f) * f.e.scenario.serve.max_context.value_or(0)); }},
    {"max_streams",  // unless requests come at a rate
     [](const Facts& f) { return f.e.scenario.serve.requests_per_minute ? "" : whole_number(f.streams); }},
    {"request_rate",
     [](const Facts& f) {
       const auto& rate = f.e.scenario.serve.requests_per_minute;
       return rate ? significant(*rate / 60, 3) : std::string();
     }},
    {"prompts", [](const Facts& f) { return whole_number(prompts(f)); }},
    {"prompts_of_replica", [](const Facts& f) { return whole_number(std::ceil(prompts(f) / replicas(f))); }},
    // Training.
    {"method", [](const Facts& f) { return std::string(word_of(f.e.scenario.method())); }},
    {"lora_rank",
     [](const Facts& f) { return f.e.scenario.method() == Method::full ? "" : whole_number(train(f).lora.rank); }},
    {"lora_modules", lora_modules},
    {"next_token", [](const Facts& f) { return flag(train(f).objective == Objective::lm); }},
    {"dpo", [](const Facts& f) { return flag(train(f).objective == Objective::dpo); }},
    {"grpo", [](const Facts& f) { return flag(train(f).objective == Objective::grpo); }},
    {"group", [](const Facts& f) { return whole_number(train(f).group); }},
    {"completion", [](const Facts& f) { return whole_number(train(f).sequence - train(f).prompt_tokens); }},
    {"qlora", [](const Facts& f) { return flag(f.e.scenario.method() == Method::qlora); }},
    {"dora", [](const Facts& f) { return flag(f.e.scenario.method() == Method::dora); }},
    {"sequence", [](const Facts& f) { return whole_number(train(f).sequence); }},
    {"packed", [](const Facts& f) { return flag(train(f).packed); }},
    {"micro_batch", [](const Facts& f) { return whole_number(f.e.speed.layout.micro_batch.value_or(1)); }},
    {"accumulation", [](const Facts& f) { return whole_number(f.e.speed.layout.accumulation.value_or(1)); }},
    {"accumulated", [](const Facts& f) { return above_one(f.e.speed.layout.accumulation.value_or(1)); }},
    {"global_batch", [](const Facts& f) { return whole_number(f.e.speed.layout.global_batch.value_or(1)); }},
    {"recomputed", [](const Facts& f) { return flag(step(f).checkpointing == Checkpointing::full); }},
    {"selective", [](const Facts& f) { return flag(step(f).checkpointing == Checkpointing::selective); }},
    {"recomputes",
     [](const Facts& f) { return std::string(step(f).checkpointing == Checkpointing::none ? "false" : "true"); }},
    {"measured_recipe", measured_recipe},
    {"compiled", [](const Facts& f) { return flag(train(f).compiled); }},
    {"adamw", [](const Facts& f) { return flag(train(f).optimizer == Optimizer::adamw); }},
    {"mixed",
     [](const Facts& f) {
       return flag(train(f).recipe == Recipe::mixed || train(f).recipe == Recipe::mixed_fp16_grads ||
                   is_narrow(train(f).recipe));
     }},
    {"fp8", [](const Facts& f) { return flag(train(f).recipe == Recipe::fp8); }},
    {"not_fp4", [](const Facts& f) { return flag(train(f).recipe != Recipe::nvfp4); }},
    // Models that are not token decoders.
    {"batch", [](const Facts& f) { return f.e.speed.batch ? whole_number(*f.e.speed.batch) : ""; }},
    {"width", [](const Facts& f) { return whole_number(f.e.basis.plan.media->request.width); }},
    {"height", [](const Facts& f) { return whole_number(f.e.basis.plan.media->request.height); }},
    {"steps", [](const Facts& f) { return whole_number(f.e.basis.plan.media->request.steps); }},
    {"media_compiled", [](const Facts& f) { return flag(f.e.basis.plan.media->compiled); }},
};

bool is_model_fact(std::string_view name) {
  static constexpr std::string_view kOfRecord[] = {"layers",   "hidden",           "feed_forward", "heads",
                                                   "kv_heads", "head_dim",         "vocab",        "untied",
                                                   "experts",  "experts_per_token"};
  return std::find(std::begin(kOfRecord), std::end(kOfRecord), name) != std::end(kOfRecord);
}
bool is_media_fact(std::string_view name) {
  return name == "width" || name == "height" || name == "steps" || name == "media_compiled";
}

std::string value_of(const Facts& f, std::string_view name) {
  if (is_model_fact(name) && !f.record) return "";
  if (is_media_fact(name) && !f.e.basis.plan.media) return "";
  for (const Placeholder& placeholder : kPlaceholders)
    if (placeholder.name == name) return placeholder.value(f);
  return "";
}

// What runs the model, as Benchmark::software names it.
std::string software_of(const Estimate& e) {
  const Resolved& r = e.basis.resolved;
  if (r.media) return std::string(word_of(r.media->record.kind));
  if (e.scenario.serves()) return r.engine->id;
  return std::string(word_of(framework_of(e.scenario, r)));
}

bool applies(const Benchmark& b, const Facts& f, const std::string& software) {
  const Scenario& s = f.e.scenario;
  if (!contains(b.software, software)) return false;
  if (!b.workloads.empty() && !contains(b.workloads, word_of(s.workload))) return false;
  if (!b.methods.empty() && !contains(b.methods, word_of(s.method()))) return false;
  if (b.streams == Streams::any) return true;
  return (b.streams == Streams::one) == (f.streams <= 1);
}

// Whether the estimate holds the figure at a pointer: "/speed/ttft_ms".
bool holds(const Estimate& e, std::string_view pointer) {
  const SpeedResult& s = e.speed;
  const std::pair<std::string_view, bool> figures[] = {
      {"/speed/ttft_ms", s.ttft_ms.has_value()},
      {"/speed/tpot_ms", s.tpot_ms.has_value()},
      {"/speed/tokens_per_s", s.tokens_per_s.has_value()},
      {"/speed/requests_per_s", s.requests_per_s.has_value()},
      {"/speed/step_s", s.step_s.has_value()},
      {"/speed/samples_per_s", s.samples_per_s.has_value()},
      {"/speed/tflops_per_gpu", s.tflops_per_gpu.has_value()},
      {"/speed/batch_ms", s.batch_ms.has_value()},
      {"/speed/images_per_s", s.images_per_s.has_value()},
      {"/speed/real_time_factor", s.real_time_factor.has_value()},
      {"/memory/peak_allocated_gb", true},
  };
  for (const auto& [at, held] : figures)
    if (at == pointer) return held;
  return false;
}

// Begins a name or a part, or ends a part.
bool is_mark(char c) { return c == '[' || c == ']' || c == '{'; }

}  // namespace

std::optional<std::string> filled(std::string_view command, const std::function<std::string(std::string_view)>& value) {
  std::string out, part;
  bool in_part = false, part_holds = true;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const auto mark = std::find_if(command.begin() + static_cast<std::ptrdiff_t>(i), command.end(), is_mark);
    const auto plain = static_cast<std::size_t>(mark - command.begin());
    (in_part ? part : out) += command.substr(i, plain - i);
    if (plain == command.size()) break;
    i = plain;
    const char c = command[i];
    if (c == '[' || c == ']') {
      if (c == ']' && part_holds) out += part;
      in_part = c == '[';
      part.clear();
      part_holds = true;
      continue;
    }
    const std::size_t end = std::min(command.find('}', i), command.size());
    const std::string_view name = command.substr(i + 1, end - i - 1);
    const bool silent = !name.empty() && name.front() == '?';
    const std::string text = value(silent ? name.substr(1) : name);
    if (text.empty() && !in_part) return std::nullopt;
    part_holds = part_holds && !text.empty();
    if (!silent) (in_part ? part : out) += text;
    i = end;
  }
  return out;
}

std::vector<std::string> placeholder_names() {
  std::vector<std::string> names;
  for (const Placeholder& placeholder : kPlaceholders) names.emplace_back(placeholder.name);
  return names;
}

std::vector<Reproduction> reproduce(const Estimate& e, const Catalog& catalog) {
  Facts f{e, e.basis.resolved, record_of(e, catalog), e.speed.concurrency.value_or(1)};
  const std::string software = software_of(e);
  std::vector<Reproduction> out;
  for (const Benchmark& b : catalog.benchmarks) {
    if (!applies(b, f, software)) continue;
    const auto command = filled(b.command, [&](std::string_view name) { return value_of(f, name); });
    if (!command) continue;
    for (const std::string& figure : b.figures)
      if (holds(e, figure)) out.push_back({figure, b.tool, *command});
  }
  return out;
}

}  // namespace ridgepoint
