#include "engine/import/config.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/import/families.h"
#include "engine/import/keys.h"
#include "engine/import/layers.h"
#include "engine/import/quantization.h"

namespace ridgepoint::import {
namespace {

using Sentences = std::vector<std::string>;

bool reported(const Config& config, const std::vector<std::string>& names) {
  const auto about = [&](const Problem& p) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return p.path == "/" + name; });
  };
  return std::any_of(config.problems.begin(), config.problems.end(), about);
}

// Notes that a value is missing, unless it is there and already known to be wrong.
void require(Config& config, std::string_view key, int value, const char* what) {
  const std::vector<std::string> names = names_of(key);
  if (value > 0 || reported(config, names)) return;
  note(config.problems, "missing_field", "/" + names.front(),
       std::string("The configuration does not give ") + what + " (" + joined(names) + ").", names);
}

// model_type of the decoder, else of the file.
const Family* family_of(const Config& config) {
  const std::string type = config.text("model_type");
  if (const Family* family = find_family(type, "")) return family;
  return find_family(config.file().text_at("model_type"), config.class_name());
}

bool has(const Config& config, std::string_view key) { return config.find(key) != nullptr; }

// Falcon 40B and 180B; the first files (RefinedWeb) say it by a number of key heads alone.
bool is_new_falcon(const Config& config) {
  return config.flag("new_decoder_architecture", has(config, "n_head_kv") && !config.flag("multi_query", false));
}

int kv_heads_of(Config& config, const Family& family, int heads) {
  const bool new_falcon = is_new_falcon(config);
  if (config.flag("multi_query", false) && !new_falcon) return 1;
  if (family.type == "chatglm" && !config.flag("multi_query_attention", false)) return heads;
  if (family.type == "falcon")
    return new_falcon ? config.whole("kv_heads").value_or(heads) : heads;
  return config.whole("kv_heads").value_or(heads);
}

// Gemma 4 as transformers 5 writes it: what single layers, the full ones, have otherwise.
void read_other_layers(Config& config, ModelRecord& r) {
  const Value* layers = config.find("per_layer_config");
  if (!layers || !layers->object() || r.global_head_dim || config.problems.size() > 0) return;
  for (const Member& layer : *layers->object()) {
    const double width = layer.value.number_at("head_dim", 0);
    if (width > 0 && width <= 1e6) r.global_head_dim = static_cast<int>(width);
  }
}

void read_attention(Config& config, const Family& family, ModelRecord& r) {
  r.heads = config.whole("heads").value_or(0);
  r.kv_lora_rank = config.whole("kv_lora_rank");
  if (r.kv_lora_rank == 0) r.kv_lora_rank.reset();
  r.rope_head_dim = config.whole("rope_head_dim");
  r.q_lora_rank = config.whole("q_lora_rank");
  if (r.q_lora_rank == 0) r.q_lora_rank.reset();
  r.value_head_dim = config.whole("value_head_dim");
  if (r.value_head_dim == 0) r.value_head_dim.reset();
  if (r.kv_lora_rank) {
    r.nope_head_dim = config.whole("nope_head_dim");
    if (!r.nope_head_dim) require(config, "nope_head_dim", 0, "the head width without positions");
  } else {
    const int kv_heads = kv_heads_of(config, family, r.heads);
    if (kv_heads != r.heads) r.kv_heads = kv_heads;
    const int head_dim = config.whole("head_dim").value_or(0);
    if (head_dim > 0) r.head_dim = head_dim;
  }
  r.indexer_heads = config.whole("indexer_heads");
  r.indexer_dim = config.whole("indexer_dim");
  r.indexer_top_k = config.whole("indexer_top_k");
  if (const int window = window_of(config); window > 0) r.window = window;
  r.window_kv_heads = config.whole("swa_num_key_value_heads", 100000);
  r.global_head_dim = config.whole("global_head_dim", 1000000);
  read_other_layers(config, r);
  r.global_k_is_v = config.flag("attention_k_eq_v", false);
  if (r.global_k_is_v) r.global_kv_heads = config.whole("num_global_key_value_heads", 100000);
  r.attention_gate = family.attention_gate && config.flag("attn_output_gate", true);
  r.attention_sinks = family.sinks;
  if (const auto share = config.whole("cla_share_factor", 1000); share && *share > 1 && config.flag("use_cla", true))
    r.kv_layers = (r.layers + *share - 1) / *share;
}

QkNorm qk_norm_of(const Config& config, const Family& family) {
  const std::string kind = config.text("qk_norm_type");
  for (const char* key : {"use_qk_norm", "qk_layernorm"}) {
    if (!has(config, key)) continue;
    if (!config.flag(key, false) || family.type == "llama4") return QkNorm::none;  // Llama 4's norm has no weights
    if (family.type == "cohere" || kind == "per_layer") return QkNorm::full;
    return family.qk_norm == QkNorm::none || kind == "per_head" ? QkNorm::head : family.qk_norm;
  }
  return family.qk_norm;
}

bool covers_queries(Bias bias) { return bias == Bias::qkv || bias == Bias::qkv_o || bias == Bias::all; }

Bias bias_of(const Config& config, const Family& family, bool latent) {
  if (family.bias == Bias::all)
    return config.flag("use_bias", config.flag("enable_bias", true)) ? Bias::all : Bias::none;
  Bias bias = family.bias;
  for (const char* key : {"qkv_bias", "add_qkv_bias", "use_qkv_bias"})
    if (config.flag(key, false)) bias = Bias::qkv;
  if ((config.flag("attention_bias", false) || config.flag("bias", false)) && !latent)
    bias = family.output_bias || config.flag("attention_out_bias", false) ? Bias::qkv_o : Bias::qkv;
  if (config.flag("mlp_bias", false)) return covers_queries(bias) ? Bias::all : Bias::mlp;
  return bias;
}

int norms_of(Config& config, const Family& family) {
  if (family.type != "falcon") return family.norms;
  const bool two = is_new_falcon(config) ? config.whole("num_ln_in_parallel_attn", 2).value_or(2) == 2
                                         : !config.flag("parallel_attn", true);
  return two ? 2 : 1;
}

// A classifier, a reward model, or the decoder alone: its files have no head that writes tokens.
bool lacks_head(const Config& config, const Family& family) {
  const std::string name = config.class_name();
  for (const std::string_view end : {"ForSequenceClassification", "RewardModel"})
    if (name.ends_with(end)) return true;
  return family.type != "chatglm" && find_family(name, "") == &family;  // "Qwen3Model"
}

bool tied_of(const Config& config, const Family& family, const ModelRecord& r, Sentences& assumptions) {
  if (lacks_head(config, family)) {
    assumptions.push_back("Its files have no LM head; none is counted.");
    return true;
  }
  for (const char* key : {"tie_word_embeddings", "tied_embeddings", "weight_tying"})
    if (has(config, key)) return config.flag(key, false);
  // Falcon-180B alone of its family has a head of its own.
  const bool tied = family.tied && !(family.type == "falcon" && r.hidden > 10000);
  assumptions.push_back(tied ? "Embeddings are taken as tied, which the configuration leaves to its family."
                             : "Embeddings are taken as untied, which the configuration leaves to its family.");
  return tied;
}

// LFM2 writes the width before two thirds of it are taken and rounded up to a multiple.
int adjusted_width(Config& config, int width) {
  const Value* given = config.find("block_ffn_dim_multiplier");
  const double multiplier = given && given->number() ? std::clamp(*given->number(), 0.0, 100.0) : 1.0;
  const int multiple = std::max(1, config.whole("block_multiple_of", 100000).value_or(256));
  const double wanted = std::floor(multiplier * std::floor(2.0 * width / 3));
  return static_cast<int>(std::min(1e7, std::ceil(wanted / multiple) * multiple));
}

int width_of(Config& config, const Family& family, const ModelRecord& r) {
  if (const auto width = config.whole("block_ff_dim", 10000000); width && *width > 0)
    return config.flag("block_auto_adjust_ff_dim", true) ? adjusted_width(config, *width) : *width;
  if (const auto width = config.whole("intermediate"); width && *width > 0)
    return config.flag("block_auto_adjust_ff_dim", false) ? adjusted_width(config, *width)
           : family.width == Width::of_both ? *width / 2 : *width;
  if (const Value* ratio = config.find("expansion_ratio");
      ratio && ratio->number() && *ratio->number() > 0 && *ratio->number() <= 64)
    return static_cast<int>(*ratio->number() * r.hidden);
  return family.width == Width::four_hidden && r.hidden <= 1000000 ? 4 * r.hidden : 0;
}

int shared_width_of(Config& config, const Family& family, const ModelRecord& r) {
  if (const auto width = config.whole("shared_width")) return *width;
  const int shared = config.whole("shared_experts").value_or(family.shared_experts);
  return shared <= 1000 && r.expert_intermediate <= 1000000 ? shared * r.expert_intermediate : 0;
}

void read_feed_forward(Config& config, const Family& family, ModelRecord& r, Sentences& assumptions) {
  r.gated = family.gated;
  const int width = width_of(config, family, r);
  r.intermediate = config.whole("dense_intermediate").value_or(width);
  const int experts = config.whole("experts").value_or(0);
  const bool switched_off = !config.flag("enable_moe_block", config.flag("is_moe", true));
  if (experts <= 1 || switched_off) {
    if (r.intermediate == 0) r.intermediate = config.whole("shared_width").value_or(0);  // Granite 4 without experts
    return;
  }
  r.experts = experts;
  r.experts_per_token = config.whole("experts_per_token").value_or(0);
  require(config, "experts_per_token", r.experts_per_token, "how many experts a token uses");
  if (const Value* top = config.find("experts_per_token"); top && top->list())
    assumptions.push_back("Layers use different numbers of experts per token; the largest is used for all.");
  r.expert_intermediate = config.whole("expert_intermediate").value_or(width);
  r.shared_intermediate = shared_width_of(config, family, r);
  r.shared_gate = family.shared_gate && r.shared_intermediate > 0;
  r.expert_bias = family.expert_bias;
  const std::string method = config.text("topk_method");
  r.router_bias = method.empty() ? family.router_bias : method == "noaux_tc";
  r.router_bias = config.flag("use_routing_bias", r.router_bias);
  if (const int latent = config.whole("expert_latent").value_or(0); latent > 0) r.expert_latent = latent;
  r.parallel_dense = config.flag("enable_moe_block", family.layer == "xa");
}

// What speaks of experts without saying how many there are describes no dense model.
void check_experts(Config& config, const ModelRecord& r) {
  const std::vector<std::string> about = config.about_experts();
  if (r.experts > 0 || config.has("experts") || about.empty()) return;
  require(config, "experts", 0, ("how many experts there are, of which \"" + about.front() + "\" speaks").c_str());
}

// "auto" is a sixteenth of the hidden width (Gu & Dao 2023).
int dt_rank_of(Config& config, int hidden) {
  const Value* given = config.find("mamba_dt_rank");
  if (given && given->number()) return config.whole("mamba_dt_rank").value_or(0);
  return (hidden + 15) / 16;
}

LinearRecord read_delta_net(Config& config) {
  LinearRecord linear;
  linear.kind = LinearKind::gated_deltanet;
  linear.value_heads = config.whole("linear_value_heads").value_or(0);
  linear.key_heads = config.whole("linear_key_heads").value_or(linear.value_heads);
  linear.key_dim = config.whole("linear_key_dim").value_or(0);
  linear.value_dim = config.whole("linear_value_dim").value_or(linear.key_dim);
  linear.conv = config.whole("linear_conv").value_or(4);
  return linear;
}

LinearRecord read_kda(Config& config, const ModelRecord& r) {
  LinearRecord linear;
  linear.kind = LinearKind::kda;
  linear.value_heads = config.whole("kda_heads").value_or(r.heads);
  linear.key_dim = linear.value_dim = config.whole("kda_dim").value_or(0);
  linear.conv = config.whole("linear_conv").value_or(4);
  return linear;
}

LinearRecord read_lightning(const ModelRecord& r) {
  LinearRecord linear;
  linear.kind = LinearKind::lightning;
  linear.value_heads = r.heads;
  linear.key_dim = linear.value_dim = r.head_dim.value_or(r.heads > 0 ? r.hidden / r.heads : 0);
  linear.conv = 0;
  return linear;
}

// Ling: Lightning attention until 2.6, with KDA from 3.0 on. Its heads are those of attention.
LinearRecord read_grouped(Config& config, const ModelRecord& r) {
  LinearRecord linear = read_lightning(r);
  if (const auto width = config.whole("head_dim")) linear.key_dim = linear.value_dim = *width;
  if (!has(config, "use_kda_lora") && !has(config, "linear_conv_kernel_dim")) return linear;
  linear.kind = LinearKind::kda;
  linear.conv = config.whole("linear_conv").value_or(4);
  return linear;
}

LinearRecord read_mamba1(Config& config, const Family& family, int hidden) {
  LinearRecord linear;
  linear.kind = LinearKind::mamba1;
  linear.value_heads = family.type == "jamba" ? config.whole("mamba_expand").value_or(2) * hidden
                                              : config.whole("intermediate").value_or(2 * hidden);
  linear.value_dim = 1;
  linear.key_dim = config.whole("mamba_state").value_or(16);
  linear.conv = config.whole("mamba_conv").value_or(4);
  linear.dt_rank = dt_rank_of(config, hidden);
  return linear;
}

LinearRecord read_mamba2(Config& config) {
  LinearRecord linear;
  linear.kind = LinearKind::mamba2;
  linear.value_heads = config.whole("mamba_heads").value_or(0);
  linear.value_dim = config.whole("mamba_head_dim").value_or(0);
  linear.key_dim = config.whole("mamba_state").value_or(0);
  linear.groups = config.whole("mamba_groups").value_or(1);
  linear.conv = config.whole("mamba_conv").value_or(4);
  return linear;
}

// Every channel is a head of its own, without a state.
LinearRecord read_short_convolution(Config& config, int hidden) {
  LinearRecord linear;
  linear.kind = LinearKind::short_conv;
  linear.value_heads = hidden;
  linear.value_dim = 1;
  linear.conv = config.whole("conv_L_cache", 64).value_or(3);
  return linear;
}

std::optional<LinearRecord> read_linear(Config& config, const Family& family, const ModelRecord& r) {
  if (config.find("linear_value_heads")) return read_delta_net(config);
  if (config.find("kda_heads")) return read_kda(config, r);
  if (has(config, "attn_type_list") || family.linear == "lightning") return read_lightning(r);
  if (has(config, "layer_group_size")) return read_grouped(config, r);
  if (has(config, "conv_L_cache")) return read_short_convolution(config, r.hidden);
  if (family.linear == "mamba1") return read_mamba1(config, family, r.hidden);
  if (config.find("mamba_state")) return read_mamba2(config);
  return std::nullopt;
}

void check_linear(Config& config, const ModelRecord& r) {
  if (!r.linear || r.linear->layers == 0) return;
  const bool stateless = r.linear->kind == LinearKind::short_conv;
  const bool complete = r.linear->value_heads > 0 && r.linear->value_dim > 0 && (stateless || r.linear->key_dim > 0);
  if (complete || !config.problems.empty()) return;
  note(config.problems, "missing_field", "",
       "Some layers have linear attention or a state-space mixer, but the configuration does not "
       "give its heads and widths in a form that is known.");
}

// The longest context: what the configuration allows, scaled positions included.
int context_of(Config& config) {
  double context = config.whole("max_context").value_or(0);
  if (const Value* length = config.find("model_max_length"); length && length->number() && *length->number() < 1e9)
    context = std::max(context, *length->number());
  const Value* scaling = config.find("rope_scaling");
  const Value* factor = scaling ? scaling->find("factor") : nullptr;
  const Value* original = scaling ? scaling->find("original_max_position_embeddings") : nullptr;
  if (factor && factor->number() && original && original->number())
    context = std::max(context, std::floor(*factor->number() * *original->number()));
  return context >= 1 && context <= 2e9 ? static_cast<int>(context) : 0;
}

ModelKind kind_of(const Config& config, const ModelRecord& r) {
  if (r.linear) return ModelKind::hybrid;
  if (r.experts > 0) return ModelKind::moe;
  return has(config, "vision_config") || has(config, "audio_config") ? ModelKind::multimodal : ModelKind::decoder;
}

void note_left_out(Config& config, Sentences& assumptions) {
  for (const char* part : {"vision_config", "audio_config"})
    if (config.file().find(part))
      assumptions.push_back(std::string("Only the text decoder is counted; what ") + part + " describes is left out.");
  const int mtp = config.whole("mtp_layers").value_or(0);
  if (mtp > 0)
    assumptions.push_back(mtp == 1
                              ? "1 layer for predicting several tokens at once is left out."
                              : std::to_string(mtp) + " layers for predicting several tokens at once are left out.");
}

void note_unread(const Config& config, Sentences& assumptions) {
  std::vector<std::string> unread = config.unread();
  for (std::string& key : unread) key = shortened(key, 40);
  constexpr std::size_t kMost = 20;
  const std::string more = unread.size() > kMost ? " and " + std::to_string(unread.size() - kMost) + " more" : "";
  unread.resize(std::min(kMost, unread.size()));
  if (!unread.empty()) assumptions.push_back("Not understood, and not counted: " + joined(unread) + more + ".");
}

// The last part of a path or of a hub name; empty for a bare file name that says nothing.
std::string last_part(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string stem_of(const std::string& name) {
  const std::string last = last_part(name);
  return last.substr(0, last.rfind('.') == 0 ? std::string::npos : last.rfind('.'));
}

std::string name_of(const Config& config, const std::string& given) {
  for (const char* key : {"_name_or_path", "name_or_path"})
    if (const Value* path = config.file().find(key); path && path->text() && !last_part(*path->text()).empty())
      return shortened(last_part(*path->text()), 200);
  const std::string stem = stem_of(given);
  if (!stem.empty() && stem != "config" && stem != "-") return shortened(stem, 200);
  const std::string type = config.text("model_type");
  return type.empty() ? "imported model" : shortened(type, 200);
}

// What a key of an adapter names: a text, the entries of a list, or of an object with their values.
std::vector<std::string> named_at(const Config& config, std::string_view key) {
  std::vector<std::string> out;
  const auto add = [&](const Value& value, std::string before) {
    if (out.size() >= 100) return;
    if (value.text()) out.push_back(before + *value.text());
    if (value.number()) out.push_back(before + short_number(*value.number()));
  };
  const Value* value = config.find(key);
  if (!value) return out;
  add(*value, "");
  for (const Value& item : value->list() ? *value->list() : Value::List{}) add(item, "");
  for (const Member& item : value->object() ? *value->object() : Value::Object{}) add(item.value, item.name + " ");
  return out;
}

Result<Imported> import_adapter_config(const Value& file, const std::string& name) {
  Imported out;
  Config config(file);
  const std::string type = config.text("peft_type");
  if (type.find("LORA") == std::string::npos)
    return Problem{"not_available", "/peft_type",
                   "\"" + shortened(type, 40) + "\" is no LoRA: it has no ranks, and is not counted."};
  out.kind = "adapter";
  out.adapter.emplace();
  out.adapter->rank = config.whole("r", 1000000).value_or(0);
  if (!config.problems.empty()) return config.problems;
  out.adapter->targets = named_at(config, "target_modules");
  for (const std::string& target : named_at(config, "target_parameters")) out.adapter->targets.push_back(target);
  out.adapter->base = config.text("base_model_name_or_path");
  out.model.name = stem_of(name);
  out.assumptions.push_back("This is an adapter; choose the model it was trained for.");
  if (config.text("target_modules") == "all-linear")
    out.assumptions.push_back("It acts on all linear layers of that model but the head.");
  constexpr std::pair<const char*, const char*> kSaid[] = {
      {"rank_pattern", "Modules with a rank of their own: "},
      {"modules_to_save", "Trained and stored whole, and not counted: "},
      {"layers_to_transform", "It acts on these layers alone: "},
      {"exclude_modules", "It does not act on: "},
      {"trainable_token_indices", "Rows of the embeddings that are trained too, and not counted: "},
  };
  for (const auto& [key, sentence] : kSaid)
    if (const std::vector<std::string> names = named_at(config, key); !names.empty())
      out.assumptions.push_back(sentence + shortened(joined(names), 400) + ".");
  note_unread(config, out.assumptions);
  return out;
}

// Files that are JSON beside a model, but not its configuration.
std::optional<Problem> not_a_configuration(const Value& file) {
  if (!file.object()) return Problem{"bad_config", "", "A model's configuration is a JSON object."};
  if (file.find_path("quantization.quant_algo") && !file.find("hidden_size"))
    return Problem{"bad_config", "",
                   "This file only describes the quantization; give the model's config.json with it."};
  if (file.find("_class_name") || file.find("_diffusers_version"))
    return Problem{"not_available", "", "Diffusion models cannot be imported; choose one from the catalog."};
  return std::nullopt;
}

// Reads one configuration, a group of keys at a time. A step that leaves problems ends the reading.
class ConfigReader {
 public:
  ConfigReader(const Value& file, const std::string& name) : config_(file), known_(family_of(config_)) {
    out_.kind = "config";
    out_.model.name = name_of(config_, name);
    out_.model.id = id_of(out_.model.name);
  }

  Result<Imported> read();

 private:
  const Family& family() const;
  bool ok() const { return config_.problems.empty(); }
  void read_family();
  void read_size();
  void read_mixers();
  void read_small_parts();
  void read_rest();
  void read_weights(const Architecture& built);

  Config config_;
  const Family* known_;
  Imported out_;
  std::vector<LayerPlan> plans_;
};

const Family& ConfigReader::family() const {
  static constexpr Family kUnknown = {.type = ""};
  return known_ ? *known_ : kUnknown;
}

void ConfigReader::read_family() {
  const std::string type = config_.text("model_type");
  out_.model.family = std::string(family().name.empty() ? family().type : family().name);
  if (!family().decoder)
    note(config_.problems, "not_available", "/model_type",
         "\"" + shortened(type, 60) + "\" models do not generate tokens and cannot be imported.");
  if (!known_)
    out_.assumptions.push_back((type.empty() ? std::string("The model type is not given")
                                             : "\"" + shortened(type, 60) + "\" is not a model type that is known") +
                               ": a gated feed-forward, two RMSNorms per layer and no biases are assumed.");
}

void ConfigReader::read_size() {
  ModelRecord& r = out_.model;
  r.layers = layer_count(config_);
  r.hidden = config_.whole("hidden").value_or(0);
  r.vocab = config_.whole("vocab").value_or(0);
  require(config_, "layers", r.layers, "the number of layers");
  require(config_, "hidden", r.hidden, "the hidden width");
  require(config_, "vocab", r.vocab, "the size of the vocabulary");
}

// What mixes the tokens of each layer, and what each layer applies to a token.
void ConfigReader::read_mixers() {
  ModelRecord& r = out_.model;
  read_attention(config_, family(), r);
  read_feed_forward(config_, family(), r, out_.assumptions);
  check_experts(config_, r);
  plans_ = layer_plans(config_, family(), r.layers, r.experts);
  describe_layers(plans_, r);
  if (r.linear) {
    const int layers = r.linear->layers;
    if (const auto linear = read_linear(config_, family(), r)) r.linear = linear;
    r.linear->layers = layers;
  }
  check_linear(config_, r);
  if (!r.linear && config_.find("mamba_d_state"))
    out_.assumptions.push_back(
        "State-space mixers beside the attention are described in a way that is not known; left out.");
  if (!r.full_attention_layers) r.window.reset();
  const bool attends = !r.linear || r.linear->layers < r.layers;
  if (attends && r.attention_layers != 0) require(config_, "heads", r.heads, "the number of attention heads");
}

// Norms, biases, positions and whether the head is the embedding.
void ConfigReader::read_small_parts() {
  ModelRecord& r = out_.model;
  r.norm = family().norm;
  r.norms_per_layer = norms_of(config_, family());
  r.qk_norm = qk_norm_of(config_, family());
  r.bias = bias_of(config_, family(), r.kv_lora_rank.has_value());
  r.lm_head_bias = config_.flag("lm_head_bias", family().lm_head_bias);
  r.embedding_norm = family().embedding_norm;
  if (family().learned_positions)
    r.learned_positions = config_.whole("learned_positions").value_or(0) + family().extra_positions;
  r.tied_embeddings = tied_of(config_, family(), r, out_.assumptions);
}

void ConfigReader::read_rest() {
  ModelRecord& r = out_.model;
  if (const int context = context_of(config_); context > 0) r.max_context = context;
  apply_specials(config_, family(), plans_, r, out_.assumptions);
  r.kind = kind_of(config_, r);
  note_left_out(config_, out_.assumptions);
  out_.assumptions.insert(out_.assumptions.end(), config_.assumptions.begin(), config_.assumptions.end());
  if (!config_.defaults.empty())
    out_.assumptions.push_back("Left out of the file, and taken as the defaults of the family: " +
                               joined(config_.defaults) + ".");
}

// The formats of the weights, and the bytes that the index of the weights has, if it was given.
void ConfigReader::read_weights(const Architecture& built) {
  ModelRecord& r = out_.model;
  const WeightFormat format = weight_format(config_, family(), plans_, built, r.name, out_.assumptions);
  r.native_precision = out_.format = format.id;
  r.part_bits = format.part_bits;
  out_.kv_format = cache_format(config_);
  const Value* size = config_.file().find_path("safetensors_index.metadata.total_size");
  if (!size || !size->number() || *size->number() <= 0) return;
  out_.bytes = *size->number();
  out_.bits_per_weight = 8 * *out_.bytes / total_params(built);
  const std::optional<double> counted = stored_bytes(format, built);
  constexpr double kAside = 0.05;  // towers and prediction layers, which are left out
  if (counted && std::fabs(*out_.bytes - *counted) > kAside * *counted)
    out_.assumptions.push_back("The index has " + short_number(std::round(*out_.bytes / 1e8) / 10) +
                               " GB; what the configuration says of the text decoder comes to " +
                               short_number(std::round(*counted / 1e8) / 10) + " GB.");
}

Result<Imported> ConfigReader::read() {
  using Step = void (ConfigReader::*)();
  for (const Step step : {&ConfigReader::read_family, &ConfigReader::read_size, &ConfigReader::read_mixers,
                          &ConfigReader::read_small_parts, &ConfigReader::read_rest}) {
    (this->*step)();
    if (!ok()) return config_.problems;
  }
  leave_out_unused(out_);
  out_.keys = config_.named();
  const Result<Architecture> built = architecture_of(out_.model, "");
  if (!built.ok()) return in_file(built.problems(), out_);
  read_weights(*built);
  note_unread(config_, out_.assumptions);
  out_.model.params_b = total_params(*built) / 1e9;
  if (out_.model.experts > 0) out_.model.active_params_b = active_params(*built) / 1e9;
  return out_;
}

}  // namespace

std::string id_of(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) && byte < 128)
      out += static_cast<char>(std::tolower(byte));
    else if (c == '.' && !out.empty())
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
    if (out.size() >= 80) break;
  }
  while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
  return out.empty() ? "imported-model" : out;
}

Result<Imported> import_config(const Value& file, const std::string& name) {
  if (auto problem = not_a_configuration(file)) return *std::move(problem);
  if (file.find("peft_type")) return import_adapter_config(file, name);
  return ConfigReader(file, name).read();
}

}  // namespace ridgepoint::import
