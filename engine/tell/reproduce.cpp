#include "engine/tell/reproduce.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "engine/base/fields_text.h"
#include "engine/base/words.h"
#include "engine/estimate/make_estimate.h"

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
  bool own = false;                     // that came with the scenario: its names are anyone's
  int gpus = 1;                         // that the command runs on
  double streams = 1;                   // in flight on them
  std::string draft;                    // model that drafts; empty: none does
};

const ModelRecord* own_record(const Estimate& e, std::string_view id) {
  for (const ModelRecord& own : e.scenario.overrides.models)
    if (own.id == id) return &own;
  return nullptr;
}

constexpr std::string_view kRepository = "-GGUF";  // how repositories of llama.cpp's files end
bool is_repository(std::string_view alias) {
  return alias.size() > kRepository.size() && alias.substr(alias.size() - kRepository.size()) == kRepository;
}

// The first alias that begins with `owner`; with "" the first of the form owner/name: the id on Hugging Face.
std::string alias_of(const ModelRecord* record, std::string_view owner) {
  if (!record) return "";
  for (const std::string& alias : record->aliases)
    if (alias.find('/') != std::string::npos && std::string_view(alias).substr(0, owner.size()) == owner &&
        !is_repository(alias))
      return safe(alias.substr(owner.size()));
  return "";
}
std::string published(const Facts& f, std::string_view owner) { return f.own ? "" : alias_of(f.record, owner); }

std::string file_name(std::string_view id) {
  std::string out = id.empty() ? "model" : safe(id);
  std::replace(out.begin(), out.end(), '/', '-');
  return out;
}

std::string hub_id(const Facts& f) {
  const std::string id = published(f, "");
  return id.empty() ? "path/to/" + file_name(f.r.model_id) : id;
}

bool is_16bit(const std::string& format) { return format == "bf16" || format == "fp16"; }
bool is_published(const Facts& f) {
  return is_16bit(f.r.weights->id) || (f.record && f.record->native_precision == f.r.weights->id);
}

// A checkpoint in the weights' format: the published one, or a place for one's own.
std::string checkpoint(const Facts& f) {
  return is_published(f) ? hub_id(f) : "path/to/" + file_name(f.r.model_id) + "-" + file_name(f.r.weights->id);
}

// The same for engines that make FP8 of 16-bit weights while they load them.
bool quantizes(const Facts& f) { return f.r.weights->id == "fp8" && !is_published(f); }

bool begins(const std::string& text, std::string_view with) { return text.rfind(with, 0) == 0; }
bool is_gguf(const std::string& format) { return begins(format, "gguf-"); }

// "path/to/llama-3.1-8b-Q4_K_M.gguf"; empty for formats that such files do not hold.
std::string gguf(const Facts& f) {
  const std::string& id = f.r.weights->id;
  if (!is_gguf(id) && !is_16bit(id)) return "";
  std::string type = is_gguf(id) ? id.substr(5) : id;
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) { return std::toupper(c); });
  return "path/to/" + file_name(f.r.model_id) + "-" + file_name(type) + ".gguf";
}

// "-hf unsloth/Qwen3.5-27B-GGUF:Q4_K_M" of the formats that such repositories have, without the last where it is what
// the model was published in; else "-m " and a place for a file.
std::string gguf_source(const Facts& f) {
  static constexpr std::string_view kUsual[] = {"gguf-q8_0", "gguf-q6_k", "gguf-q5_k_m", "gguf-q4_k_m", "gguf-mxfp4"};
  const std::string file = gguf(f);
  const NumberFormat& format = *f.r.weights;
  if (!is_gguf(format.id)) return "";
  if (f.record && !f.own && std::find(std::begin(kUsual), std::end(kUsual), format.id) != std::end(kUsual)) {
    const std::size_t dash = file.rfind('-');
    const std::string tag = format.published_as.empty() ? file.substr(dash + 1, file.rfind('.') - dash - 1) : "";
    for (const std::string& alias : f.record->aliases)
      if (is_repository(alias)) return "-hf " + safe(alias) + (tag.empty() ? "" : ":" + tag);
  }
  return "-m " + file;
}

// The first alias with a colon: the name in Ollama's library.
std::string ollama_name(const Facts& f) {
  if (!f.record || f.own) return "";
  for (const std::string& alias : f.record->aliases)
    if (const std::size_t colon = alias.find(':'); colon != std::string::npos)
      return safe(alias.substr(0, colon)) + ":" + safe(alias.substr(colon + 1));
  return "";
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
  const bool attention = kind_of(m) != AttentionKind::grouped || m.linear || m.attention_layers || m.kv_layers ||
                         m.window || m.k_is_v || m.indexer_top_k || m.global_head_dim || m.attention_gate ||
                         !m.compressed.empty();
  const bool feed_forward = !m.gated || m.expert_latent || m.parallel_dense || m.shared_intermediate > 0 ||
                            m.dense_layers || m.per_layer_embedding > 0 || m.learned_positions > 0;
  return kind && !attention && !feed_forward;
}
// The same of layers as GPT-3 has them, too.
bool has_plain_shapes(ModelRecord m) {
  if (m.learned_positions > 0 && !m.gated) {
    m.learned_positions = 0;
    m.gated = true;
  }
  return is_plain(m);
}

const Layout& layout(const Facts& f) { return f.e.basis.plan.layout; }

// Accelerators that hold one copy of the model: its stages, each with its tensor ranks or those that share its experts.
int copy_size(const Layout& l) { return std::max(l.tensor, l.expert) * l.pipeline * l.context; }
// Ranks that attend to requests of their own, of those that the command runs on.
int ranks(const Facts& f) { return std::max(1, f.gpus / (layout(f).tensor * layout(f).pipeline * layout(f).context)); }
// Such ranks share experts.
bool apart(const Facts& f) { return layout(f).expert > layout(f).tensor && ranks(f) > 1; }
int nodes(const Facts& f) { return (f.gpus + f.r.per_node - 1) / f.r.per_node; }
bool copy_in_node(const Facts& f) { return f.gpus / ranks(f) <= f.r.per_node; }
bool has_zero_bubble(const Facts& f) { return layout(f).pipeline > 1 && layout(f).schedule == Schedule::zero_bubble; }
double streams_of_rank(const Facts& f) { return std::ceil(f.streams / ranks(f)); }

// Sequences that a rank works on at once.
double slots(const Facts& f) {
  const auto& most = f.e.scenario.serve.max_sequences;
  return most ? std::min<double>(*most, streams_of_rank(f)) : streams_of_rank(f);
}
// vLLM's own limit is 256 or, on large devices, 1,024 (--max-num-seqs); what is below needs no setting.
constexpr double kUsualSlots = 256;
std::string max_sequences(const Facts& f, int of_ranks) {
  const double most = f.e.scenario.serve.max_sequences.value_or(0), needed = streams_of_rank(f);
  return most > 0 || needed > kUsualSlots ? whole_number((most > 0 ? most : needed) * of_ranks) : "";
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

// What drafts, as vLLM names it.
std::string draft_method(const Facts& f) {
  if (!f.r.speculation) return "";
  switch (f.r.speculation->drafter) {
    case Drafter::ngram:
      return "ngram";
    case Drafter::mtp:
      return "mtp";
    case Drafter::model:
      break;
  }
  return "draft_model";
}
bool drafts(const Facts& f, Drafter drafter) { return f.r.speculation && f.r.speculation->drafter == drafter; }

// Lengths of requests lie evenly within this share of their means.
double spread(const Facts& f) { return f.e.scenario.serve.length_spread; }

// PyTorch's name of the weights' format; empty for those that it has no numbers of.
std::string torch_type(const Facts& f) {
  const std::string& id = f.r.weights->id;
  return id == "bf16" ? "bfloat16" : id == "fp16" ? "float16" : id == "fp32" ? "float32" : "";
}

// PyTorch's name of the device; empty for those that it has none for.
std::string torch_device(const Facts& f) {
  const Accelerator& a = *f.r.accelerator;
  if (a.segment == Segment::cpu) return "cpu";
  if (a.vendor == "NVIDIA" || a.vendor == "AMD") return "cuda";
  return a.vendor == "Apple" ? "mps" : a.vendor == "Intel" ? "xpu" : "";
}

// Optimizers as transformers names them (TrainingArguments.optim); empty for those that it has not.
std::string hf_optimizer(const Facts& f) {
  switch (f.e.scenario.train.optimizer) {
    case Optimizer::adamw:
      return "adamw_torch_fused";
    case Optimizer::adamw_8bit:
      return "adamw_8bit";
    case Optimizer::paged_adamw_8bit:
      return "paged_adamw_8bit";
    case Optimizer::adafactor:
      return "adafactor";
    case Optimizer::sgd:
      return "sgd";
    case Optimizer::lion:
      return "lion_32bit";
    default:
      return "";
  }
}

// The type weights are loaded in, for recipes that TRL has: of adapters BF16; else as the recipe holds them.
std::string hf_type(const Facts& f) {
  const Recipe recipe = f.e.scenario.train.recipe;
  if (is_narrow(recipe)) return "";
  if (f.e.scenario.method() == Method::full) return recipe == Recipe::bf16 ? "bfloat16" : "float32";
  return recipe == Recipe::fp32 ? "float32" : "bfloat16";
}

// TRL's name of a way to share the work of several GPUs.
std::string accelerate_config(const Facts& f) {
  if (f.r.gpus == 1) return "";
  switch (layout(f).sharding) {
    case Sharding::none:
      return "multi_gpu";
    case Sharding::zero1:
      return "zero1";
    case Sharding::zero2:
      return "zero2";
    case Sharding::zero3:
      return "zero3";
    default:
      return "fsdp2";
  }
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

const TrainChoice& train(const Facts& f) { return f.e.scenario.train; }
const TrainingMemoryInput& step(const Facts& f) { return f.e.basis.plan.training; }

constexpr Placeholder kPlaceholders[] = {
    // Model.
    {"model", checkpoint},
    {"model_fp8", [](const Facts& f) { return quantizes(f) ? hub_id(f) : checkpoint(f); }},
    {"quantizes", [](const Facts& f) { return flag(quantizes(f)); }},
    {"hub_id", hub_id},
    {"gguf", gguf},
    {"gguf_source", gguf_source},
    {"ollama", ollama_name},
    {"mlx_bits",
     [](const Facts& f) { return begins(f.r.weights->id, "mlx-") ? f.r.weights->id.substr(4, 1) : ""; }},
    {"cuda_16bit",
     [](const Facts& f) { return flag(begins(torch_device(f), "cuda") && f.r.weights->bits > 15 && f.r.weights->bits < 17); }},
    {"plain",
     [](const Facts& f) { return f.record && !f.own && is_plain(*f.record) ? safe(f.record->id) : std::string(); }},
    {"plain_shapes", [](const Facts& f) { return flag(f.record && has_plain_shapes(*f.record)); }},
    {"gated", [](const Facts& f) { return flag(f.record && f.record->gated); }},
    {"rope", [](const Facts& f) { return flag(f.record && f.record->learned_positions == 0); }},
    {"file", [](const Facts& f) { return file_name(f.r.model_id); }},
    {"timm", [](const Facts& f) { return published(f, "timm/"); }},
    {"torch_type", torch_type},
    {"run_type", [](const Facts& f) { return f.r.weights->id == "fp8" ? "bfloat16" : torch_type(f); }},
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
    {"gpus", [](const Facts& f) { return whole_number(f.gpus); }},
    {"several_gpus", [](const Facts& f) { return above_one(f.gpus); }},
    {"per_node", [](const Facts& f) { return whole_number(std::min(f.gpus, f.r.per_node)); }},
    {"nodes", [](const Facts& f) { return above_one(nodes(f)); }},
    {"one_node", [](const Facts& f) { return flag(nodes(f) == 1); }},
    {"copy_over_nodes", [](const Facts& f) { return flag(nodes(f) > 1 && ranks(f) == 1); }},
    {"ranks_over_nodes", [](const Facts& f) { return flag(nodes(f) > 1 && ranks(f) > 1 && copy_in_node(f)); }},
    {"laid_out", [](const Facts& f) { return flag(nodes(f) == 1 || ranks(f) == 1 || copy_in_node(f)); }},
    {"tensor", [](const Facts& f) { return above_one(layout(f).tensor); }},
    {"no_tensor", [](const Facts& f) { return flag(layout(f).tensor == 1); }},
    {"only_tensor", [](const Facts& f) { return flag(f.gpus == layout(f).tensor); }},
    {"pipeline", [](const Facts& f) { return above_one(layout(f).pipeline); }},
    {"data", [](const Facts& f) { return above_one(ranks(f)); }},
    {"one_rank", [](const Facts& f) { return flag(ranks(f) == 1); }},
    {"node_ranks", [](const Facts& f) { return whole_number(ranks(f) / nodes(f)); }},
    {"expert", [](const Facts& f) { return above_one(layout(f).expert); }},
    {"apart", [](const Facts& f) { return flag(apart(f)); }},
    {"part_attention", [](const Facts& f) { return flag(apart(f) && layout(f).tensor > 1); }},
    {"whole_attention", [](const Facts& f) { return flag(!apart(f) || layout(f).tensor == 1); }},
    {"expert_or_tensor", [](const Facts& f) { return above_one(std::max(layout(f).tensor, layout(f).expert)); }},
    {"context_parallel", [](const Facts& f) { return above_one(layout(f).context); }},
    {"virtual_stages",
     [](const Facts& f) {
       const bool cut = layout(f).pipeline > 1 && layout(f).schedule == Schedule::interleaved;
       return cut ? above_one(layout(f).virtual_stages) : "";
     }},
    {"zero_bubble", [](const Facts& f) { return flag(has_zero_bubble(f)); }},
    {"no_zero_bubble", [](const Facts& f) { return flag(!has_zero_bubble(f)); }},
    {"accelerate_config", accelerate_config},
    {"fsdp", [](const Facts& f) { return flag(is_fsdp(layout(f).sharding) && layout(f).data > 1); }},
    {"zero1", [](const Facts& f) { return flag(layout(f).sharding == Sharding::zero1); }},
    {"distributed_optimizer",
     [](const Facts& f) { return std::string(layout(f).sharding == Sharding::zero1 ? "true" : "false"); }},
    {"ddp_or_fsdp",
     [](const Facts& f) { return flag(layout(f).sharding == Sharding::none || is_fsdp(layout(f).sharding)); }},
    {"only_zero1",
     [](const Facts& f) {
       return flag(layout(f).sharding == Sharding::zero1 || layout(f).sharding == Sharding::none);
     }},
    {"only_data",
     [](const Facts& f) { return flag(layout(f).devices() == layout(f).data && layout(f).expert == 1); }},
    // Serving.
    {"input", [](const Facts& f) { return whole_number(f.e.scenario.serve.input_tokens); }},
    {"fresh_input", [](const Facts& f) { return whole_number(f.e.scenario.serve.input_tokens - cached_input(f)); }},
    {"uncached", [](const Facts& f) { return flag(cached_input(f) <= 1); }},
    {"cached_input", [](const Facts& f) { return above_one(cached_input(f)); }},
    {"output", [](const Facts& f) { return whole_number(output_tokens(f)); }},
    {"context", [](const Facts& f) { return optional_number(f.e.scenario.serve.max_context); }},
    {"memory_fraction", [](const Facts& f) { return significant(memory_fraction_of(f.e.scenario, f.r), 2); }},
    {"prefill_chunk", [](const Facts& f) { return optional_number(f.e.scenario.serve.prefill_chunk); }},
    {"eager", [](const Facts& f) { return flag(f.e.scenario.serve.eager); }},
    {"kv_fp8", [](const Facts& f) { return flag(f.r.kv->id == "fp8"); }},
    {"kv_16bit", [](const Facts& f) { return flag(is_16bit(f.r.kv->id)); }},
    {"kv_gguf", gguf_cache},
    {"gpu_layers", gpu_layers},
    {"cpu_expert_layers", cpu_expert_layers},
    // Of several cards that llama.cpp sees: of which each otherwise gets some of the layers.
    {"one_card", [](const Facts& f) { return flag(f.gpus == 1 && f.r.gpus > 1); }},
    {"host_gib",
     [](const Facts& f) {
       return f.e.basis.plan.host_memory > bytes(0)
                  ? whole_number(std::ceil(in_gibibytes(f.e.basis.plan.host_memory) / f.r.gpus))
                  : "";
     }},
    {"input_most", [](const Facts& f) { return whole_number(f.e.scenario.serve.input_tokens * (1 + spread(f))); }},
    {"output_most", [](const Facts& f) { return whole_number(output_tokens(f) * (1 + spread(f))); }},
    {"least_share", [](const Facts& f) { return significant((1 - spread(f)) / (1 + spread(f)), 3); }},
    {"spread", [](const Facts& f) { return spread(f) > 0 ? significant(spread(f), 3) : std::string(); }},
    {"even", [](const Facts& f) { return flag(spread(f) == 0); }},
    {"together", [](const Facts& f) { return flag(!f.e.speed.disaggregation); }},
    {"disaggregated", [](const Facts& f) { return flag(f.e.speed.disaggregation.has_value()); }},
    {"undrafted", [](const Facts& f) { return flag(!f.r.speculation); }},
    {"draft_method", draft_method},
    {"no_ngram", [](const Facts& f) { return flag(!drafts(f, Drafter::ngram)); }},
    {"draft_ngram", [](const Facts& f) { return flag(drafts(f, Drafter::ngram)); }},
    {"draft_mtp", [](const Facts& f) { return flag(drafts(f, Drafter::mtp)); }},
    {"draft_tokens", [](const Facts& f) { return f.r.speculation ? whole_number(f.r.speculation->tokens) : ""; }},
    {"draft_tokens_and_one",
     [](const Facts& f) { return f.r.speculation ? whole_number(f.r.speculation->tokens + 1) : ""; }},
    {"draft_model", [](const Facts& f) { return f.draft; }},
    {"streams", [](const Facts& f) { return whole_number(std::ceil(f.streams)); }},
    {"slots", [](const Facts& f) { return whole_number(slots(f)); }},  // of a rank, of which its streams take turns
    {"slots_context",
     [](const Facts& f) { return whole_number(slots(f) * f.e.scenario.serve.max_context.value_or(0)); }},
    {"unlimited", [](const Facts& f) { return flag(!f.e.scenario.serve.max_sequences); }},
    // Where the engine has to be told: of each rank, and of all that share experts, as SGLang counts.
    {"max_sequences", [](const Facts& f) { return max_sequences(f, 1); }},
    {"max_shared_sequences", [](const Facts& f) { return max_sequences(f, apart(f) ? ranks(f) : 1); }},
    {"streams_context",
     [](const Facts& f) { return whole_number(std::ceil(f.streams) * f.e.scenario.serve.max_context.value_or(0)); }},
    {"max_streams",  // unless requests come at a rate
     [](const Facts& f) { return f.e.scenario.serve.requests_per_minute ? "" : whole_number(std::ceil(f.streams)); }},
    {"request_rate",
     [](const Facts& f) {
       const auto& rate = f.e.scenario.serve.requests_per_minute;
       return rate ? significant(*rate / 60 * f.gpus / f.r.gpus, 3) : std::string();
     }},
    {"prompts", [](const Facts& f) { return whole_number(prompts(f)); }},
    // Training.
    {"full", [](const Facts& f) { return flag(f.e.scenario.method() == Method::full); }},
    {"lora", [](const Facts& f) { return flag(f.e.scenario.method() == Method::lora); }},
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
    {"packed_word", [](const Facts& f) { return std::string(train(f).packed ? "true" : "false"); }},
    {"packed", [](const Facts& f) { return flag(train(f).packed); }},
    {"micro_batch", [](const Facts& f) { return whole_number(f.e.speed.layout.micro_batch.value_or(1)); }},
    {"accumulation", [](const Facts& f) { return whole_number(f.e.speed.layout.accumulation.value_or(1)); }},
    {"accumulated", [](const Facts& f) { return above_one(f.e.speed.layout.accumulation.value_or(1)); }},
    {"global_batch", [](const Facts& f) { return whole_number(f.e.speed.layout.global_batch.value_or(1)); }},
    {"recomputed", [](const Facts& f) { return flag(step(f).checkpointing == Checkpointing::full); }},
    {"selective", [](const Facts& f) { return flag(step(f).checkpointing == Checkpointing::selective); }},
    {"unrecomputed", [](const Facts& f) { return flag(step(f).checkpointing == Checkpointing::none); }},
    {"recomputes",
     [](const Facts& f) { return std::string(step(f).checkpointing == Checkpointing::none ? "false" : "true"); }},
    {"measured_recipe", measured_recipe},
    {"hf_type", hf_type},
    {"hf_optimizer", hf_optimizer},
    {"unknown_optimizer", [](const Facts& f) { return flag(hf_optimizer(f).empty()); }},
    {"fp32", [](const Facts& f) { return flag(train(f).recipe == Recipe::fp32); }},
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
    {"sequence_tokens", [](const Facts& f) { return whole_number(f.e.basis.plan.media->request.tokens); }},
    {"answer_tokens", [](const Facts& f) { return whole_number(f.e.basis.plan.media->request.answer_tokens); }},
    {"torch_device", torch_device},
    {"reads", [](const Facts& f) { return flag(f.r.media && !f.r.media->writes_text()); }},
    {"writes", [](const Facts& f) { return flag(f.r.media && f.r.media->writes_text()); }},
    {"still", [](const Facts& f) { return flag(f.r.media && f.r.media->item == Item::image); }},
    {"moving", [](const Facts& f) { return flag(f.r.media && f.r.media->item == Item::video); }},
    {"int8", [](const Facts& f) { return flag(f.r.weights->id == "int8"); }},
    {"fp8_weights", [](const Facts& f) { return flag(f.r.weights->id == "fp8"); }},
};

bool is_model_fact(std::string_view name) {
  static constexpr std::string_view kOfRecord[] = {"layers",   "hidden",           "feed_forward", "heads",
                                                   "kv_heads", "head_dim",         "vocab",        "untied",
                                                   "experts",  "experts_per_token"};
  return std::find(std::begin(kOfRecord), std::end(kOfRecord), name) != std::end(kOfRecord);
}
bool is_media_fact(std::string_view name) {
  static constexpr std::string_view kOfMedia[] = {"width",          "height",          "steps",
                                                  "media_compiled", "sequence_tokens", "answer_tokens"};
  return std::find(std::begin(kOfMedia), std::end(kOfMedia), name) != std::end(kOfMedia);
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
  if (!b.software.empty() && !contains(b.software, software)) return false;
  if (!b.workloads.empty() && !contains(b.workloads, word_of(s.workload))) return false;
  return b.methods.empty() || contains(b.methods, word_of(s.method()));
}

// The figure at a pointer, "/speed/ttft_ms", and whether it grows with the accelerators that run.
struct Figure {
  std::optional<double> value;
  bool grows = false;
};
Figure figure_at(const Estimate& e, std::string_view pointer) {
  const SpeedResult& s = e.speed;
  const std::pair<std::string_view, Figure> figures[] = {
      {"/speed/ttft_ms", {s.ttft_ms}},
      {"/speed/tpot_ms", {s.tpot_ms}},
      {"/speed/tokens_per_s", {s.tokens_per_s, true}},
      {"/speed/requests_per_s", {s.requests_per_s, true}},
      {"/speed/step_s", {s.step_s}},
      {"/speed/samples_per_s", {s.samples_per_s, true}},
      {"/speed/tflops_per_gpu", {s.tflops_per_gpu}},
      {"/speed/batch_ms", {s.batch_ms}},
      {"/speed/images_per_s", {s.images_per_s, true}},
      {"/speed/audio_s_per_s", {s.audio_s_per_s, true}},
      {"/speed/real_time_factor", {s.real_time_factor}},
      {"/memory/peak_allocated_gb", {e.memory.peak_allocated_gb}},
  };
  for (const auto& [at, figure] : figures)
    if (at == pointer) return figure;
  return {};
}

// GPUs that a command runs on.
int gpus_of(Copies copies, const Estimate& e) {
  const Resolved& r = e.basis.resolved;
  const Layout& l = e.basis.plan.layout;
  const int one = std::min(copy_size(l), r.gpus);
  const int node = std::min(r.gpus, r.per_node);
  const bool cut = node % one != 0;  // nodes hold no whole number of copies
  switch (copies) {
    case Copies::all:
      break;
    case Copies::node:
      return cut || l.expert > l.tensor ? one : node;
    case Copies::one:
      return one;
    case Copies::dense:
      return cut || (!r.media && r.model->expert_layers() > 0) ? one : r.gpus - r.gpus % node;
  }
  return r.gpus;
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
    std::string_view name = command.substr(i + 1, end - i - 1);
    i = end;
    if (!name.empty() && name.back() == '?') {  // of a line
      name.remove_suffix(1);
      if (value(name).empty()) i = std::min(command.find('\n', i), command.size());
      continue;
    }
    const bool silent = !name.empty() && name.front() == '?';
    const std::string text = value(silent ? name.substr(1) : name);
    if (text.empty() && !in_part) return std::nullopt;
    part_holds = part_holds && !text.empty();
    if (!silent) (in_part ? part : out) += text;
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

std::vector<std::string> placeholder_names() {
  std::vector<std::string> names;
  for (const Placeholder& placeholder : kPlaceholders) names.emplace_back(placeholder.name);
  return names;
}

namespace {

constexpr std::string_view kOptions = "{options}";

std::string with_options(std::string command, const std::string& options) {
  for (std::size_t at = 0; (at = command.find(kOptions, at)) != std::string::npos; at += options.size())
    command.replace(at, kOptions.size(), options);
  return command;
}

Facts facts_of(const Estimate& e, const Catalog& catalog) {
  const Resolved& r = e.basis.resolved;
  const ModelRecord* own = own_record(e, r.model_id);
  Facts f{e, r, own ? own : r.model_id.empty() ? nullptr : find_model(catalog, r.model_id), own != nullptr, r.gpus,
          1, ""};
  const std::string draft = e.scenario.serve.speculative.draft.value_or("");
  if (r.speculation && r.speculation->drafter == Drafter::model) {
    f.draft = own_record(e, draft) ? "" : alias_of(find_model(catalog, draft), "");
    if (f.draft.empty()) f.draft = "path/to/" + file_name(draft);
  }
  return f;
}

// What `b` prints for the estimate, figure by figure; nothing where it does not measure it.
void add(const Benchmark& b, Facts f, std::vector<Reproduction>& out) {
  const Estimate& e = f.e;
  f.gpus = gpus_of(b.copies, e);
  const double all = e.speed.concurrency.value_or(1), share = static_cast<double>(f.gpus) / f.r.gpus;
  const bool whole = f.gpus == f.r.gpus || e.scenario.serve.requests_per_minute;
  f.streams = whole ? all * share : std::ceil(all * share);
  if (b.streams != Streams::any && (b.streams == Streams::one) != (f.streams <= 1)) return;
  const auto value = [&](std::string_view name) { return value_of(f, name); };
  const auto command = filled(with_options(b.command, b.options), value);
  const auto note = filled(b.remark, value);
  if (!command || !note) return;
  Reproduction entry{"", b.tool, *command, {}, *note};
  if (b.command.empty()) return out.push_back({"", "", "", {}, *note});
  if (f.gpus < f.r.gpus)
    entry.note = "On " + whole_number(f.gpus) + " of the " + whole_number(f.r.gpus) +
                 " accelerators, with their share of the load." + (note->empty() ? "" : " ") + *note;
  for (const std::string& pointer : b.figures) {
    const Figure figure = figure_at(e, pointer);
    if (!figure.value) continue;
    entry.figure = pointer;
    entry.predicted = *figure.value * (figure.grows ? f.streams / all : 1);
    out.push_back(entry);
  }
}

// Those with a command; without any, those that say why.
std::vector<Reproduction> commands_of(const Estimate& e, const Catalog& catalog, bool reasons) {
  std::vector<Reproduction> out;
  const Facts f = facts_of(e, catalog);
  const std::string software = software_of(e);
  for (const Benchmark& b : catalog.benchmarks)
    if (b.command.empty() == reasons && applies(b, f, software) && (!reasons || out.empty())) add(b, f, out);
  return out;
}

// It fits, or one request at a time does while others wait.
bool starts(const Estimate& e) {
  if (e.memory.fit != Fit::no) return true;
  const Plan& plan = e.basis.plan;
  const Resolved& r = e.basis.resolved;
  return e.scenario.serves() && !r.media && most_sequences(plan, r, plan.context, r.usable) >= 1;
}

// The same training by accelerators that each see samples of their own, which every trainer has.
std::vector<Reproduction> in_another_layout(const Estimate& e, const Catalog& catalog) {
  for (const Sharding sharding : {Sharding::none, Sharding::fsdp}) {
    Scenario s = e.scenario;
    s.parallel.tensor = s.parallel.pipeline = s.parallel.context = s.parallel.expert = 1;
    s.parallel.data = e.basis.resolved.gpus;
    s.parallel.sharding = sharding;
    s.parallel.schedule = {};
    s.parallel.virtual_stages = {};
    s.train.micro_batch = {};
    s.train.checkpointing = {};
    if (!s.train.framework) s.train.framework = Framework::pytorch;
    const Result<Estimate> again = estimate(s, catalog);
    if (!again || again->memory.fit == Fit::no) continue;
    std::vector<Reproduction> out = commands_of(*again, catalog, false);
    const std::string how = sharding == Sharding::none ? "each accelerator whole" : "the weights divided among all";
    for (Reproduction& r : out)
      r.note = "No tool that we know runs the layout of the answer: this is data parallel, " + how +
               ", and what it should measure is of that." + (r.note.empty() ? "" : " ") + r.note;
    if (!out.empty()) return out;
  }
  return {};
}

}  // namespace

std::vector<StartLine> start_lines(const Estimate& e, const Catalog& catalog) {
  std::vector<StartLine> out;
  const Facts f = facts_of(e, catalog);
  const std::string software = software_of(e);
  for (const Benchmark& b : catalog.benchmarks)
    if (b.figures.empty() && !b.command.empty() && applies(b, f, software))
      if (auto command = filled(b.command, [&](std::string_view name) { return value_of(f, name); }))
        out.push_back({b.tool, std::move(*command)});
  return out;
}

std::vector<Reproduction> reproduce(const Estimate& e, const Catalog& catalog) {
  if (!starts(e)) return {};
  std::vector<Reproduction> out = commands_of(e, catalog, false);
  if (out.empty() && !e.scenario.serves() && e.basis.resolved.gpus > 1) out = in_another_layout(e, catalog);
  return out.empty() ? commands_of(e, catalog, true) : out;
}

}  // namespace ridgepoint
