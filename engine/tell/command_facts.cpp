#include <algorithm>
#include <cctype>
#include <cmath>
#include <unordered_map>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/tell/reproduce.h"

namespace ridgepoint {
namespace {

constexpr double kPromptsPerStream =
    5;  // requests of a run for each stream: "num-prompts >= 5 * max-concurrency" (SGLang)
constexpr double kFewestPrompts = 20;

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
template <class Enum>
std::string word(Enum value) {
  return std::string(word_of(value));
}

const ModelRecord* own_record(const Estimate& e, std::string_view id) {
  return find_where(e.question.overrides.models, [&](const ModelRecord& own) { return own.id == id; });
}

// The first alias that begins with `owner`; with "" the first of the form owner/name: the id on Hugging Face.
std::string alias_of(const ModelRecord* record, std::string_view owner) {
  if (!record) return "";
  for (const std::string& alias : record->aliases)
    if (alias.find('/') != std::string::npos && std::string_view(alias).substr(0, owner.size()) == owner)
      return safe(alias.substr(owner.size()));
  return "";
}
std::string published(const CommandFacts& f, std::string_view owner) { return f.own ? "" : alias_of(f.record, owner); }

std::string file_name(std::string_view id) {
  std::string out = id.empty() ? "model" : safe(id);
  std::replace(out.begin(), out.end(), '/', '-');
  return out;
}

std::string hub_id(const CommandFacts& f) {
  const std::string id = published(f, "");
  return id.empty() ? "path/to/" + file_name(f.r.model_id) : id;
}

bool is_16bit(const std::string& format) { return format == "bf16" || format == "fp16"; }
bool is_published(const CommandFacts& f) {
  return is_16bit(f.r.weights->id) || (f.record && f.record->native_precision == f.r.weights->id);
}

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }
bool is_gguf(const std::string& format) { return begins(format, "gguf-"); }

// A public checkpoint in the weights' format, the one that was taken or is usual; empty where none is known.
std::string repository(const CommandFacts& f) {
  if (!f.record || f.own) return "";
  const std::vector<std::string> known = files_in(*f.record, f.r.weights->id);
  return !f.r.weights->files.empty() ? safe(f.r.weights->files.front()) : known.empty() ? "" : safe(known.front());
}

// "Q4_K_M".
std::string gguf_type(const CommandFacts& f) {
  const std::string& id = f.r.weights->id;
  std::string type = is_gguf(id) ? id.substr(5) : id;
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) { return std::toupper(c); });
  return file_name(type);
}

// "unsloth/Qwen3.5-27B-GGUF:Q4_K_M" of the formats that such repositories have, without the last where it is what the
// model was published in; empty where none is known.
std::string gguf_hub(const CommandFacts& f) {
  static constexpr std::string_view kUsual[] = {"gguf-q8_0", "gguf-q6_k", "gguf-q5_k_m", "gguf-q4_k_m", "gguf-mxfp4"};
  const std::string known = contains(kUsual, f.r.weights->id) ? repository(f) : "";
  return known.empty() || !f.r.weights->published_as.empty() ? known : known + ":" + gguf_type(f);
}

// A checkpoint in the weights' format: the published one, or a place for one's own.
std::string made_checkpoint(const CommandFacts& f) {
  return is_published(f) ? hub_id(f) : "path/to/" + file_name(f.r.model_id) + "-" + file_name(f.r.weights->id);
}
std::string checkpoint(const CommandFacts& f) {
  const std::string known = is_published(f) ? "" : is_gguf(f.r.weights->id) ? gguf_hub(f) : repository(f);
  return known.empty() ? made_checkpoint(f) : known;
}

// The same for engines that make FP8 of 16-bit weights while they load them.
bool quantizes(const CommandFacts& f) { return f.r.weights->id == "fp8" && !is_published(f) && repository(f).empty(); }
std::string fp8_model(const CommandFacts& f) { return quantizes(f) ? hub_id(f) : checkpoint(f); }

// "path/to/llama-3.1-8b-Q4_K_M.gguf"; empty for formats that such files do not hold.
std::string gguf(const CommandFacts& f) {
  if (!is_gguf(f.r.weights->id) && !is_16bit(f.r.weights->id)) return "";
  return "path/to/" + file_name(f.r.model_id) + "-" + gguf_type(f) + ".gguf";
}

// Gives the option by which llama.cpp's programs take it.
std::string gguf_source(const CommandFacts& f) {
  const std::string known = gguf_hub(f), file = gguf(f);
  return !known.empty() ? "-hf " + known : file.empty() ? "" : "-m " + file;
}

// And Ollama's files of models.
std::string gguf_from(const CommandFacts& f) {
  const std::string known = gguf_hub(f);
  return known.empty() ? gguf(f) : "hf.co/" + known;
}

// The first alias with a colon: the name in Ollama's library.
std::string ollama_name(const CommandFacts& f) {
  if (!f.record || f.own) return "";
  for (const std::string& alias : f.record->aliases)
    if (const std::size_t colon = alias.find(':'); colon != std::string::npos)
      return safe(alias.substr(0, colon)) + ":" + safe(alias.substr(colon + 1));
  return "";
}

// llama.cpp's name of the cache format; empty for its own default.
std::string gguf_cache(const CommandFacts& f) {
  const std::string& id = f.r.kv->id;
  if (is_16bit(id)) return "";
  if (id == "fp8") return "q8_0";  // which it has in place of FP8
  return safe(is_gguf(id) ? id.substr(5) : id);
}

// A decoder of equal layers, as tools/measure and Megatron-LM's options describe it.
bool is_plain(const ModelRecord& m) {
  const bool kind = m.kind == ModelKind::decoder || m.kind == ModelKind::moe;
  const bool attention = !traits_of(kind_of(m)).in_every_tool || m.linear || m.attention_layers || m.kv_layers ||
                         m.window || m.k_is_v || m.indexer_top_k || m.global_head_dim || m.attention_gate ||
                         !m.compressed.empty();
  const bool feed_forward = !m.gated || m.expert_latent || m.parallel_dense || m.shared_intermediate > 0 ||
                            m.dense_layers || m.per_layer_embedding > 0 || m.learned_positions > 0 ||
                            m.extra_params > 0;
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

const Layout& layout(const CommandFacts& f) { return f.e.basis.plan.layout; }

// Ranks that attend to requests of their own, of those that the command runs on.
int ranks(const CommandFacts& f) {
  return std::max(1, f.gpus / (layout(f).tensor * layout(f).pipeline * layout(f).context));
}
// Such ranks share experts.
bool apart(const CommandFacts& f) { return layout(f).expert > layout(f).tensor && ranks(f) > 1; }
int nodes(const CommandFacts& f) { return (f.gpus + f.r.per_node - 1) / f.r.per_node; }
bool copy_in_node(const CommandFacts& f) { return f.gpus / ranks(f) <= f.r.per_node; }
bool has_zero_bubble(const CommandFacts& f) {
  return layout(f).pipeline > 1 && layout(f).schedule == Schedule::zero_bubble;
}
double streams_of_rank(const CommandFacts& f) { return std::ceil(f.streams / ranks(f)); }

// Sequences that a rank works on at once.
double slots(const CommandFacts& f) {
  const auto& most = f.e.question.serve.max_sequences;
  return most ? std::min<double>(*most, streams_of_rank(f)) : streams_of_rank(f);
}
// vLLM's own limit is 256 or, on large devices, 1,024 (--max-num-seqs); what is below needs no setting.
constexpr double kUsualSlots = 256;
std::string max_sequences(const CommandFacts& f, int of_ranks) {
  const double most = f.e.question.serve.max_sequences.value_or(0), needed = streams_of_rank(f);
  const bool limited = f.e.basis.plan.serving.limit <= needed;  // a batch, to what pays
  return most > 0 || limited || needed > kUsualSlots ? whole_number((most > 0 ? most : needed) * of_ranks) : "";
}

// A server has to hold the longest request: tokens.
double context(const CommandFacts& f) {
  const double longest =
      (f.e.question.serve.prompt() + f.e.question.serve.answer()) * (1 + f.e.question.serve.length_spread);
  return std::max(f.e.question.serve.max_context.value_or(0), std::ceil(longest));
}
double cached_input(const CommandFacts& f) { return f.e.question.serve.prompt() * f.e.question.serve.prefix_hit_rate; }

double prompts(const CommandFacts& f) { return std::max(kFewestPrompts, std::round(kPromptsPerStream * f.streams)); }

// Layers on the GPU where others wait in host memory.
std::string gpu_layers(const CommandFacts& f) {
  const double share = f.e.basis.plan.host_dense;
  return share > 0 && f.record ? whole_number(std::floor(f.record->layers * (1 - share))) : "";
}
std::string cpu_expert_layers(const CommandFacts& f) {
  const double share = f.e.basis.plan.host_experts;
  return share > 0 && f.record ? whole_number(std::ceil(f.record->layers * share)) : "";
}

// What drafts, as vLLM names it.
std::string draft_method(const CommandFacts& f) {
  if (!f.r.speculation()) return "";
  const Drafter drafter = f.r.speculation()->drafter;
  return drafter == Drafter::model ? "draft_model" : word(drafter);
}

// Lengths of requests lie evenly within this share of their means.
double spread(const CommandFacts& f) { return f.e.question.serve.length_spread; }

// PyTorch's name of the weights' format; empty for those that it has no numbers of.
std::string torch_type(const CommandFacts& f) {
  const std::string& id = f.r.weights->id;
  return id == "bf16" ? "bfloat16" : id == "fp16" ? "float16" : id == "fp32" ? "float32" : "";
}

// PyTorch's name of the device; empty for those that it has none for.
std::string torch_device(const CommandFacts& f) {
  const Accelerator& a = *f.r.accelerator;
  if (a.segment == Segment::cpu) return "cpu";
  if (a.vendor == "NVIDIA" || a.vendor == "AMD") return "cuda";
  return a.vendor == "Apple" ? "mps" : a.vendor == "Intel" ? "xpu" : "";
}

// The recipe as tools/measure has it; adapters of a mixed recipe are few enough to be no different.
std::string measured_recipe(const CommandFacts& f) {
  const Recipe recipe = f.e.question.train.recipe;
  if (recipe == Recipe::bf16 || recipe == Recipe::autocast || recipe == Recipe::fp32) return word(recipe);
  return f.e.question.method() == Method::lora ? "bf16" : "";
}

std::string optional_number(const std::optional<double>& x) { return x ? whole_number(*x) : ""; }

// A name in a command's text that stands for a value: of the estimate, of the model's record, of a network's plan.
template <class Of>
struct Placeholder {
  std::string_view name;
  std::string (*value)(const Of&);
};

const TrainChoice& train(const CommandFacts& f) { return f.e.question.train; }
const TrainingMemoryInput& step(const CommandFacts& f) { return f.e.basis.plan.training; }

constexpr Placeholder<ModelRecord> kOfRecord[] = {
    {"layers", [](const ModelRecord& m) { return whole_number(m.layers); }},
    {"hidden", [](const ModelRecord& m) { return whole_number(m.hidden); }},
    {"feed_forward",
     [](const ModelRecord& m) { return whole_number(m.experts > 0 ? m.expert_intermediate : m.intermediate); }},
    {"heads", [](const ModelRecord& m) { return whole_number(m.heads); }},
    {"kv_heads", [](const ModelRecord& m) { return whole_number(m.kv_heads.value_or(m.heads)); }},
    {"head_dim", [](const ModelRecord& m) { return whole_number(m.head_dim.value_or(m.hidden / m.heads)); }},
    {"vocab", [](const ModelRecord& m) { return whole_number(m.vocab); }},
    {"qk_norm", [](const ModelRecord& m) { return flag(m.qk_norm != QkNorm::none); }},
    {"untied", [](const ModelRecord& m) { return flag(!m.tied_embeddings); }},
    {"experts", [](const ModelRecord& m) { return above_one(m.experts); }},
    {"experts_per_token", [](const ModelRecord& m) { return whole_number(m.experts_per_token); }},
};

constexpr Placeholder<MediaPlan> kOfMediaPlan[] = {
    {"width", [](const MediaPlan& m) { return whole_number(m.request.width); }},
    {"height", [](const MediaPlan& m) { return whole_number(m.request.height); }},
    {"steps", [](const MediaPlan& m) { return whole_number(m.request.steps); }},
    {"media_compiled", [](const MediaPlan& m) { return flag(m.compiled); }},
    {"in_turn", [](const MediaPlan& m) { return flag(m.in_turn); }},
    {"sequence_tokens", [](const MediaPlan& m) { return whole_number(m.request.tokens); }},
    {"answer_tokens", [](const MediaPlan& m) { return whole_number(m.request.answer_tokens); }},
};

constexpr Placeholder<CommandFacts> kPlaceholders[] = {
    // Model.
    {"weights", [](const CommandFacts& f) { return f.r.weights->id; }},
    {"model", checkpoint},
    {"made_model", made_checkpoint},
    {"model_fp8", fp8_model},
    {"vllm_model",  // which reads a GGUF file without its tokenizer
     [](const CommandFacts& f) {
       return fp8_model(f) + (is_gguf(f.r.weights->id) ? " --tokenizer " + hub_id(f) : "");
     }},
    {"quantizes", [](const CommandFacts& f) { return flag(quantizes(f)); }},
    {"hub_id", hub_id},
    {"gguf", gguf},
    {"gguf_source", gguf_source},
    {"gguf_from", gguf_from},
    {"gguf_file", [](const CommandFacts& f) { return flag(is_gguf(f.r.weights->id)); }},
    {"ollama", ollama_name},
    {"mlx_bits",  // to convert to, where no public checkpoint has them
     [](const CommandFacts& f) {
       return begins(f.r.weights->id, "mlx-") && repository(f).empty() ? f.r.weights->id.substr(4, 1) : "";
     }},
    {"cuda_16bit",
     [](const CommandFacts& f) {
       return flag(begins(torch_device(f), "cuda") && f.r.weights->bits > 15 && f.r.weights->bits < 17);
     }},
    {"plain",
     [](const CommandFacts& f) {
       return f.record && !f.own && is_plain(*f.record) ? safe(f.record->id) : std::string();
     }},
    {"plain_shapes", [](const CommandFacts& f) { return flag(f.record && has_plain_shapes(*f.record)); }},
    {"gated", [](const CommandFacts& f) { return flag(f.record && f.record->gated); }},
    {"rope", [](const CommandFacts& f) { return flag(f.record && f.record->learned_positions == 0); }},
    {"file", [](const CommandFacts& f) { return file_name(f.r.model_id); }},
    {"timm", [](const CommandFacts& f) { return published(f, "timm/"); }},
    {"torch_type", torch_type},
    {"run_type", [](const CommandFacts& f) { return f.r.weights->id == "fp8" ? "bfloat16" : torch_type(f); }},
    // Layout.
    {"gpus", [](const CommandFacts& f) { return whole_number(f.gpus); }},
    {"several_gpus", [](const CommandFacts& f) { return above_one(f.gpus); }},
    {"per_node", [](const CommandFacts& f) { return whole_number(std::min(f.gpus, f.r.per_node)); }},
    {"nodes", [](const CommandFacts& f) { return above_one(nodes(f)); }},
    {"copy_over_nodes", [](const CommandFacts& f) { return flag(nodes(f) > 1 && ranks(f) == 1); }},
    {"ranks_over_nodes", [](const CommandFacts& f) { return flag(nodes(f) > 1 && ranks(f) > 1 && copy_in_node(f)); }},
    {"laid_out", [](const CommandFacts& f) { return flag(nodes(f) == 1 || ranks(f) == 1 || copy_in_node(f)); }},
    {"tensor", [](const CommandFacts& f) { return above_one(layout(f).tensor); }},
    {"only_tensor", [](const CommandFacts& f) { return flag(f.gpus == layout(f).tensor); }},
    {"pipeline", [](const CommandFacts& f) { return above_one(layout(f).pipeline); }},
    {"data", [](const CommandFacts& f) { return above_one(ranks(f)); }},
    {"node_ranks", [](const CommandFacts& f) { return whole_number(ranks(f) / nodes(f)); }},
    {"expert", [](const CommandFacts& f) { return above_one(layout(f).expert); }},
    {"apart", [](const CommandFacts& f) { return flag(apart(f)); }},
    {"part_attention", [](const CommandFacts& f) { return flag(apart(f) && layout(f).tensor > 1); }},
    {"expert_or_tensor", [](const CommandFacts& f) { return above_one(std::max(layout(f).tensor, layout(f).expert)); }},
    {"context_parallel", [](const CommandFacts& f) { return above_one(layout(f).context); }},
    {"virtual_stages",
     [](const CommandFacts& f) {
       const Layout& l = layout(f);
       return above_one(l.pipeline > 1 && l.schedule == Schedule::interleaved ? l.virtual_stages : 1);
     }},
    {"counts_ends", [](const CommandFacts& f) { return flag(f.r.model->layers() % layout(f).pipeline != 0); }},
    // Megatron-LM asks for whole stages, and interleaved micro-batches in whole turns.
    {"whole_stages",
     [](const CommandFacts& f) {
       const Layout& l = layout(f);
       const bool interleaved = l.pipeline > 1 && l.schedule == Schedule::interleaved;
       return flag(is_staged(f.r.model, l.pipeline, interleaved ? l.virtual_stages : 1) &&
                   (!interleaved || step(f).accumulation % l.pipeline == 0));
     }},
    {"zero_bubble", [](const CommandFacts& f) { return flag(has_zero_bubble(f)); }},
    {"sharding", [](const CommandFacts& f) { return word(layout(f).sharding); }},
    {"only_data",
     [](const CommandFacts& f) { return flag(layout(f).devices() == layout(f).data && layout(f).expert == 1); }},
    // Serving.
    {"input", [](const CommandFacts& f) { return whole_number(f.e.question.serve.prompt()); }},
    {"fresh_input", [](const CommandFacts& f) { return whole_number(f.e.question.serve.prompt() - cached_input(f)); }},
    {"cached_input", [](const CommandFacts& f) { return above_one(cached_input(f)); }},
    {"output", [](const CommandFacts& f) { return whole_number(f.e.question.serve.answer()); }},
    {"context", [](const CommandFacts& f) { return whole_number(context(f)); }},
    {"long_context",
     [](const CommandFacts& f) { return flag(f.r.model->max_context > 0 && context(f) > f.r.model->max_context); }},
    // For servers that refuse a request whose prompt, encoded anew, and answer have a token more (SGLang 0.5.23).
    {"roomy_context",
     [](const CommandFacts& f) {
       return whole_number(std::min(context(f) + 128, std::max<double>(context(f), f.r.model->max_context)));
     }},
    {"memory_fraction", [](const CommandFacts& f) { return significant(memory_fraction_of(f.r), 2); }},
    {"prefill_chunk", [](const CommandFacts& f) { return optional_number(f.e.question.serve.prefill_chunk); }},
    {"shared_prefill_chunk",  // of all ranks that share experts, as SGLang divides it
     [](const CommandFacts& f) {
       return whole_number(f.e.question.serve.prefill_chunk.value_or(0) * (apart(f) ? ranks(f) : 1));
     }},
    {"eager", [](const CommandFacts& f) { return flag(f.e.question.serve.eager); }},
    {"kv", [](const CommandFacts& f) { return f.r.kv->id; }},
    {"kv_gguf", gguf_cache},
    {"gpu_layers", gpu_layers},
    {"cpu_expert_layers", cpu_expert_layers},
    // Of several cards that llama.cpp sees: of which each otherwise gets some of the layers.
    {"one_card", [](const CommandFacts& f) { return flag(f.gpus == 1 && f.r.gpus > 1); }},
    {"host_gib",
     [](const CommandFacts& f) {
       return f.e.basis.plan.host_memory > bytes(0)
                  ? whole_number(std::ceil(in_gibibytes(f.e.basis.plan.host_memory) / f.r.gpus))
                  : "";
     }},
    {"input_most", [](const CommandFacts& f) { return whole_number(f.e.question.serve.prompt() * (1 + spread(f))); }},
    {"output_most", [](const CommandFacts& f) { return whole_number(f.e.question.serve.answer() * (1 + spread(f))); }},
    {"least_share", [](const CommandFacts& f) { return significant((1 - spread(f)) / (1 + spread(f)), 3); }},
    {"spread", [](const CommandFacts& f) { return spread(f) > 0 ? significant(spread(f), 3) : std::string(); }},
    {"disaggregated", [](const CommandFacts& f) { return flag(f.e.speed.disaggregation.has_value()); }},
    {"draft_method", draft_method},
    {"drafts_together",  // as SGLang asks: no stages, and no draft model beside attention by requests
     [](const CommandFacts& f) {
       return flag(draft_method(f).empty() || (layout(f).pipeline == 1 && !(apart(f) && !f.draft.empty())));
     }},
    {"draft_tokens",
     [](const CommandFacts& f) { return f.r.speculation() ? whole_number(f.r.speculation()->tokens) : ""; }},
    {"draft_tokens_and_one",
     [](const CommandFacts& f) { return f.r.speculation() ? whole_number(f.r.speculation()->tokens + 1) : ""; }},
    {"draft_model", [](const CommandFacts& f) { return f.draft; }},
    {"streams", [](const CommandFacts& f) { return whole_number(std::ceil(f.streams)); }},
    {"slots",
     [](const CommandFacts& f) { return whole_number(slots(f)); }},  // of a rank, of which its streams take turns
    {"slots_context", [](const CommandFacts& f) { return whole_number(slots(f) * context(f)); }},
    {"unlimited", [](const CommandFacts& f) { return flag(!f.e.question.serve.max_sequences); }},
    // Where the engine has to be told: of each rank, and of all that share experts, as SGLang counts.
    {"max_sequences", [](const CommandFacts& f) { return max_sequences(f, 1); }},
    {"max_shared_sequences", [](const CommandFacts& f) { return max_sequences(f, apart(f) ? ranks(f) : 1); }},
    {"streams_context", [](const CommandFacts& f) { return whole_number(std::ceil(f.streams) * context(f)); }},
    {"max_streams",  // unless requests come at a rate
     [](const CommandFacts& f) {
       return f.e.question.serve.requests_per_minute ? "" : whole_number(std::ceil(f.streams));
     }},
    {"request_rate",
     [](const CommandFacts& f) {
       const auto& rate = f.e.question.serve.requests_per_minute;
       return rate ? significant(*rate / 60 * f.gpus / f.r.gpus, 3) : std::string();
     }},
    {"prompts", [](const CommandFacts& f) { return whole_number(prompts(f)); }},
    // Training.
    {"framework", [](const CommandFacts& f) { return f.r.is(kTrain) ? f.r.framework().name : ""; }},
    {"method", [](const CommandFacts& f) { return word(f.e.question.method()); }},
    {"lora_rank",
     [](const CommandFacts& f) {
       return f.e.question.method() == Method::full ? "" : whole_number(train(f).lora.rank);
     }},
    {"lora_targets",
     [](const CommandFacts& f) { return f.e.question.method() == Method::full ? "" : word(train(f).lora.targets); }},
    {"group", [](const CommandFacts& f) { return whole_number(train(f).group); }},
    {"whole_groups",
     [](const CommandFacts& f) {
       return flag(train(f).objective != Objective::grpo || step(f).accumulation % train(f).group == 0);
     }},
    {"rollout_tensor", [](const CommandFacts& f) { return above_one(f.e.basis.rollouts.tensor); }},
    {"rollout_share",  // of the memory, that the training state leaves
     [](const CommandFacts& f) {
       double gb = 0;
       for (const LineGb& part : f.e.memory.kinds) gb += part.kind <= MemoryKind::optimizer ? part.gb : 0;
       return significant(std::max(0.1, 0.9 - gb / f.e.memory.usable_gb), 2);
     }},
    {"generates",
     [](const CommandFacts& f) {
       return "'{\"min_tokens\": " + whole_number(train(f).sequence - train(f).prompt_tokens) + "}'";
     }},
    {"completion", [](const CommandFacts& f) { return whole_number(train(f).sequence - train(f).prompt_tokens); }},
    {"sequence", [](const CommandFacts& f) { return whole_number(train(f).sequence); }},
    {"packed", [](const CommandFacts& f) { return flag(train(f).packed); }},
    {"micro_batch", [](const CommandFacts& f) { return whole_number(f.e.speed.layout.micro_batch.value_or(1)); }},
    {"accumulation", [](const CommandFacts& f) { return whole_number(f.e.speed.layout.accumulation.value_or(1)); }},
    {"accumulated", [](const CommandFacts& f) { return above_one(f.e.speed.layout.accumulation.value_or(1)); }},
    {"global_batch", [](const CommandFacts& f) { return whole_number(f.e.speed.layout.global_batch.value_or(1)); }},
    {"measured_recipe", measured_recipe},
    {"flash_attention", [](const CommandFacts& f) { return flag(train(f).flash_attention); }},
    {"loss", [](const CommandFacts& f) { return word(train(f).loss); }},
    {"offload", [](const CommandFacts& f) { return word(train(f).offload); }},
    {"in_backward", [](const CommandFacts& f) { return flag(train(f).optimizer_in_backward); }},
    {"compiled", [](const CommandFacts& f) { return flag(train(f).compiled); }},
    {"optimizer", [](const CommandFacts& f) { return word(train(f).optimizer); }},
    {"objective", [](const CommandFacts& f) { return word(train(f).objective); }},
    {"checkpointing", [](const CommandFacts& f) { return word(step(f).checkpointing); }},
    {"recipe", [](const CommandFacts& f) { return word(train(f).recipe); }},
    // Models that are not token decoders.
    {"batch", [](const CommandFacts& f) { return f.e.speed.batch ? whole_number(*f.e.speed.batch) : ""; }},
    {"torch_device", torch_device},
    {"writes", [](const CommandFacts& f) { return flag(f.r.network() && f.r.network()->writes_text()); }},
    {"still", [](const CommandFacts& f) { return flag(f.r.network() && f.r.network()->item == Item::image); }},
};

// Positions of names in the three tables, one behind the other.
std::unordered_map<std::string_view, std::size_t> positions() {
  std::unordered_map<std::string_view, std::size_t> out;
  for (const auto& p : kPlaceholders) out.emplace(p.name, out.size());
  for (const auto& p : kOfRecord) out.emplace(p.name, out.size());
  for (const auto& p : kOfMediaPlan) out.emplace(p.name, out.size());
  return out;
}

}  // namespace

int copy_size(const Layout& l) { return std::max(l.tensor, l.expert) * l.pipeline * l.context; }

CommandFacts command_facts(const Estimate& e, const Catalog& catalog) {
  const Question& r = e.question;
  const ModelRecord* own = own_record(e, r.model_id);
  CommandFacts f{
      e, r, own ? own : r.model_id.empty() ? nullptr : find_model(catalog, r.model_id), own != nullptr, r.gpus, 1, ""};
  const std::string draft = e.question.serve.speculative.draft.value_or("");
  if (r.speculation() && r.speculation()->drafter == Drafter::model) {
    f.draft = own_record(e, draft) ? "" : alias_of(find_model(catalog, draft), "");
    if (f.draft.empty()) f.draft = "path/to/" + file_name(draft);
  }
  return f;
}

std::optional<std::string> value_of(const CommandFacts& f, std::string_view name) {
  const bool lacks = begins(name, "!");
  const std::size_t equals = std::min(name.find('='), name.size());
  if (lacks || equals < name.size()) {
    const auto value = value_of(f, name.substr(lacks, equals - lacks));
    const bool holds = value && (equals < name.size() ? is_one_of(*value, name.substr(equals + 1)) : !value->empty());
    return value ? flag(lacks != holds) : value;
  }
  static const auto known = positions();
  const auto found = known.find(name);
  if (found == known.end()) return std::nullopt;
  constexpr std::size_t kFacts = std::size(kPlaceholders), kRecords = std::size(kOfRecord);
  const std::size_t i = found->second;
  if (i < kFacts) return kPlaceholders[i].value(f);
  if (i < kFacts + kRecords) return f.record ? kOfRecord[i - kFacts].value(*f.record) : "";
  return f.e.basis.plan.media ? kOfMediaPlan[i - kFacts - kRecords].value(*f.e.basis.plan.media) : "";
}

std::string says_what_to_make(const CommandFacts& f) {
  const std::string& id = f.r.weights->id;
  const char* with = is_gguf(id)          ? "llama-quantize"
                     : begins(id, "mlx-") ? "mlx_lm.convert"
                     : begins(id, "exl")  ? "ExLlama's convert.py"
                                          : "llm-compressor";
  if (f.own || is_published(f) || !(is_gguf(id) ? gguf_hub(f) : repository(f)).empty()) return "";
  return "No public checkpoint in " + f.r.weights->name + " is known: " + with + " makes one.";
}

}  // namespace ridgepoint
