#include "engine/import/layers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/import/known.h"

namespace ridgepoint::import {
namespace {

using Plans = std::vector<LayerPlan>;

// What a word of such lines in known/layers.txt says.
std::optional<LayerPlan> plan_of(std::string_view lines, std::string_view word) {
  constexpr std::array<std::string_view, 4> kMixing = {"full", "windowed", "linear", "none"};
  constexpr std::array<std::string_view, 3> kFeeding = {"dense", "experts", "none"};
  static const auto table = known::lines(known::kLayers);
  for (const std::vector<std::string_view>& line : table)
    if (line[0] == lines && std::find(line.begin() + 3, line.end(), word) != line.end())
      return LayerPlan{static_cast<Mixing>(std::find(kMixing.begin(), kMixing.end(), line[1]) - kMixing.begin()),
                       static_cast<Feeding>(std::find(kFeeding.begin(), kFeeding.end(), line[2]) - kFeeding.begin())};
  return std::nullopt;
}

// A kind of layer that is not known is taken for one that sees the whole context, and caches most.
void add_unknown(Config& config, const std::string& word) {
  std::string sentence =
      "\"" + shortened(word, 40) + "\" is no kind of layer that is known; full attention is assumed.";
  std::vector<std::string>& said = config.assumptions;
  if (!contains(said, sentence) && said.size() < 20) said.push_back(std::move(sentence));
}

// The list under a key when it has one entry a layer; lists that also count prediction layers are longer.
const Value::List* per_layer(Config& config, std::string_view key, std::size_t layers) {
  const Value* value = config.find(key);
  const Value::List* list = value ? value->list() : nullptr;
  if (!list) return nullptr;
  if (list->size() >= layers) return list;
  note(config.problems, "inconsistent", "/" + std::string(key), "The list is shorter than the layers.");
  return nullptr;
}

bool nonzero(const Value& value) {
  if (const double* x = value.number()) return *x != 0;
  return value.boolean() && *value.boolean();
}

// The entries of a list, or of a text with commas (Step), that name one of `plans`, as whole numbers from `first`.
std::vector<std::size_t> named_layers(const Value* value, double first, const Plans& plans) {
  std::vector<std::size_t> out;
  const auto add = [&](double layer) {
    if (layer >= first && layer - first < static_cast<double>(plans.size()))
      out.push_back(static_cast<std::size_t>(layer - first));
  };
  if (value && value->text()) {
    const std::string& text = *value->text();
    for (std::size_t at = 0; at < text.size(); at = std::min(text.find(',', at), text.size()) + 1)
      add(std::strtod(text.c_str() + at, nullptr));
  }
  if (!value || !value->list()) return out;
  for (const Value& item : *value->list())
    if (const double* x = item.number()) add(*x);
  return out;
}

// Zamba2: before some of the Mamba layers a block of attention and feed-forward, whose weights few blocks share.
constexpr std::string_view kShared = "hybrid";
void add_shared_blocks(Config& config, Plans& plans, int blocks) {
  const int own = std::max(1, config.whole("num_mem_blocks", 1000).value_or(1));
  for (int i = 0; i < blocks; ++i) plans.push_back({Mixing::full, i < own ? Feeding::dense : Feeding::none});
}

// Blocks that are either a mixer or a feed-forward (Nemotron-H): a string of letters or a list of words.
bool apply_blocks(Config& config, Plans& plans) {
  std::vector<std::string> words;
  std::string key = "hybrid_override_pattern";
  if (const Value* pattern = config.find(key); pattern && pattern->text()) {
    for (const char c : *pattern->text())
      if (c != '|') words.emplace_back(1, c);
  } else {
    key = "layers_block_type";
    const Value* list = config.find(key);
    if (!list || !list->list()) return false;
    for (const Value& item : *list->list()) words.push_back(item.text() ? *item.text() : "");
  }
  if (words.size() != plans.size()) {
    note(config.problems, "inconsistent", "/" + key, "The pattern has another length than the layers.");
    return true;
  }
  int shared = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == kShared) ++shared;
    if (const auto plan = plan_of("block", words[i] == kShared ? "mamba" : words[i]))
      plans[i] = *plan;
    else
      add_unknown(config, words[i]);
  }
  add_shared_blocks(config, plans, shared);
  return true;
}

// Every `every`-th layer is full, the others `other`.
void alternate(Plans& plans, int every, int full_at, Mixing other) {
  for (std::size_t i = 0; i < plans.size(); ++i)
    if (static_cast<int>(i % static_cast<std::size_t>(every)) != full_at) plans[i].mixing = other;
}

bool apply_layer_types(Config& config, Plans& plans, bool windows) {
  const Value::List* types = per_layer(config, "layer_types", plans.size());
  if (!types) return false;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string word = (*types)[i].text() ? *(*types)[i].text() : "";
    const auto plan = plan_of("mixer", word);
    if (!plan) add_unknown(config, word);
    if (plan) plans[i].mixing = plan->mixing == Mixing::windowed && !windows ? Mixing::full : plan->mixing;
  }
  return true;
}

// Linear attention told by anything but layer_types.
bool apply_linear(Config& config, const Family& family, Plans& plans) {
  const Value* kda = config.find("linear_attn_config.kda_layers");
  if (kda && kda->list()) {
    // Counted from 1; a 0 among them means they are counted from 0.
    const bool zero = contains(named_layers(kda, 0, plans), 0u);
    for (const std::size_t i : named_layers(kda, zero ? 0 : 1, plans)) plans[i].mixing = Mixing::linear;
    return true;
  }
  if (const Value::List* types = per_layer(config, "attn_type_list", plans.size())) {
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (!nonzero((*types)[i])) plans[i].mixing = Mixing::linear;
    return true;
  }
  // The layers with attention, counted from 0 (LFM2, Bamba).
  for (const char* key : {"full_attn_idxs", "attn_layer_indices"}) {
    const std::vector<std::size_t> full = named_layers(config.find(key), 0, plans);
    if (full.empty()) continue;
    for (LayerPlan& plan : plans) plan.mixing = Mixing::linear;
    for (const std::size_t i : full) plans[i].mixing = Mixing::full;
    return true;
  }
  // PLaMo 2: attention in the middle of each such stretch.
  if (const int every = config.whole("mamba_step", 10000).value_or(0); every > 1) {
    if (config.flag("mamba_enabled", true)) alternate(plans, every, every / 2, Mixing::linear);
    return true;
  }
  for (const auto every : {config.whole("full_attention_interval"), config.whole("layer_group_size", 10000)}) {
    if (!every || *every <= 1) continue;
    alternate(plans, *every, *every - 1, Mixing::linear);
    return true;
  }
  if (const auto every = config.whole("attn_layer_period", 10000); every && *every > 0) {
    alternate(plans, *every, config.whole("attn_layer_offset", 10000).value_or(0), Mixing::linear);
    return true;
  }
  if (family.name == "mamba" || family.type == "mamba" || family.type == "falcon_mamba") {
    for (LayerPlan& plan : plans) plan = {Mixing::linear, Feeding::none};
    return true;
  }
  return false;
}

// A pattern of letters, L for a window and G for all (EXAONE 4).
bool apply_letters(Config& config, Plans& plans) {
  const Value* pattern = config.find("sliding_window_pattern");
  if (!pattern || !pattern->text() || pattern->text()->empty()) return false;
  const std::string& letters = *pattern->text();
  for (std::size_t i = 0; i < plans.size(); ++i)
    if (letters[i % letters.size()] == 'L') plans[i].mixing = Mixing::windowed;
  return true;
}

// Sliding windows and chunks told by anything but layer_types.
void apply_windows(Config& config, const Family& family, Plans& plans) {
  if (const Value::List* pattern = per_layer(config, "hybrid_layer_pattern", plans.size())) {
    for (std::size_t i = 0; i < plans.size(); ++i)
      if (nonzero((*pattern)[i])) plans[i].mixing = Mixing::windowed;
    return;
  }
  // Llama 4: 1 is a chunked layer with rotary positions, 0 a full one without.
  if (const Value* list = config.find("no_rope_layers"); list && list->list() && !list->list()->empty()) {
    for (std::size_t i = 0; i < plans.size() && i < list->list()->size(); ++i)
      if (nonzero((*list->list())[i])) plans[i].mixing = Mixing::windowed;
    return;
  }
  if (apply_letters(config, plans)) return;
  if (const auto first = config.whole("max_window_layers", 10000); first && config.flag("use_sliding_window", false)) {
    for (std::size_t i = static_cast<std::size_t>(*first); i < plans.size(); ++i) plans[i].mixing = Mixing::windowed;
    return;
  }
  const Value* given = config.find("window_every");
  const int every = given && given->number() ? config.whole("window_every").value_or(0) : family.window_every;
  if (every > 1) {
    const bool first = config.find("global_attn_every_n_layers") != nullptr;
    alternate(plans, every, first ? 0 : every - 1, Mixing::windowed);
  } else {
    for (LayerPlan& plan : plans) plan.mixing = Mixing::windowed;
  }
}

// One word a layer: "dense" or "sparse".
bool apply_feeding_types(Config& config, Plans& plans) {
  const Value::List* types = per_layer(config, "mlp_layer_types", plans.size());
  if (!types) return false;
  for (std::size_t i = 0; i < plans.size(); ++i)
    plans[i].feeding = (*types)[i].text() && *(*types)[i].text() == "dense" ? Feeding::dense : Feeding::experts;
  return true;
}

// moe_layer_freq or is_moe_layer as a list of 0 and 1, or of flags; moe_layers as a list of layers, or moe_layers_enum
// as text "4,5,6" (Step).
bool apply_feeding_lists(Config& config, Plans& plans) {
  for (const char* key : {"moe_layer_freq", "is_moe_layer"}) {
    const Value* given = config.find(key);
    if (!given || !given->list()) continue;
    const Value::List* list = per_layer(config, key, plans.size());
    for (std::size_t i = 0; list && i < plans.size(); ++i)
      plans[i].feeding = nonzero((*list)[i]) ? Feeding::experts : Feeding::dense;
    return true;
  }
  for (const char* key : {"moe_layers", "moe_layers_enum"}) {
    const std::vector<std::size_t> layers = named_layers(config.find(key), 0, plans);
    if (layers.empty()) continue;
    for (LayerPlan& plan : plans) plan.feeding = Feeding::dense;
    for (const std::size_t i : layers) plans[i].feeding = Feeding::experts;
    return true;
  }
  return false;
}

void apply_experts(Config& config, Plans& plans) {
  for (LayerPlan& plan : plans)
    if (plan.feeding == Feeding::dense) plan.feeding = Feeding::experts;
  if (apply_feeding_types(config, plans) || apply_feeding_lists(config, plans)) return;
  const auto dense = [&](std::size_t i) { plans[i].feeding = Feeding::dense; };
  const int first = config.whole("first_dense").value_or(0);
  const int every = std::max(1, config.whole("moe_layer_freq", 10000).value_or(1));
  const int step = std::max(1, config.whole("decoder_sparse_step", 10000).value_or(1));
  const int interleave = std::max(
      1,
      config.whole("interleave_moe_layer_step", 10000).value_or(config.whole("moe_layer_interval", 10000).value_or(1)));
  const auto period = config.whole("expert_layer_period", 10000);
  const int offset = config.whole("expert_layer_offset", 10000).value_or(0);
  for (std::size_t at = 0; at < plans.size(); ++at) {
    const int i = static_cast<int>(at);
    const bool skipped = i < first || i % every != 0 || (i + 1) % step != 0 || (i + 1) % interleave != 0;
    const bool off_beat = period && *period > 0 && i % *period != offset;
    if (skipped || off_beat) dense(at);
  }
  for (const std::size_t i : named_layers(config.find("mlp_only_layers"), 0, plans)) dense(i);
}

// Layers that the record has no form for, as several: a mixer beside attention, attention twice.
void part_layers(Config& config, const Family& family, Plans& plans) {
  if (family.layer.empty()) return;
  Plans parts;
  for (const LayerPlan& plan : plans)
    for (std::size_t i = 0; i < family.layer.size(); ++i) {
      parts.push_back(*plan_of("block", family.layer.substr(i, 1)));
      if (parts.back().feeding == Feeding::experts) parts.back().feeding = plan.feeding;
    }
  plans = std::move(parts);
  config.assumptions.push_back("Each layer has several parts, which are counted as " +
                               std::to_string(family.layer.size()) + " layers.");
}

}  // namespace

int count(const Plans& plans, Mixing mixing) {
  return static_cast<int>(
      std::count_if(plans.begin(), plans.end(), [&](const LayerPlan& p) { return p.mixing == mixing; }));
}

int count(const Plans& plans, Feeding feeding) {
  return static_cast<int>(
      std::count_if(plans.begin(), plans.end(), [&](const LayerPlan& p) { return p.feeding == feeding; }));
}

int layer_count(Config& config) {
  if (const auto layers = config.whole("layers")) return *layers;
  for (const char* key : {"layers_block_type", "block_configs", "layer_types"})
    if (const Value* list = config.find(key); list && list->list() && list->list()->size() <= 10000)
      return static_cast<int>(list->list()->size());
  const std::string pattern = config.text("hybrid_override_pattern");
  return pattern.size() <= 10000 ? static_cast<int>(pattern.size()) : 0;
}

int window_of(Config& config) {
  // A window that is switched off, or that no context exceeds, is none (Qwen2, Phi-3 128k).
  if (!config.flag("use_sliding_window", true)) return 0;
  const int window = config.whole("window").value_or(0);
  const int context = config.whole("max_context").value_or(0);
  return context > 0 && window >= context ? 0 : window;
}

std::vector<LayerPlan> layer_plans(Config& config, const Family& family, int layers, int experts) {
  Plans plans(static_cast<std::size_t>(layers));
  if (!apply_blocks(config, plans)) {
    const int window = window_of(config);
    const bool told = apply_layer_types(config, plans, window > 0);
    if (!told && !apply_linear(config, family, plans) && window > 0) apply_windows(config, family, plans);
    if (experts > 0) apply_experts(config, plans);
    part_layers(config, family, plans);
  }
  return plans;
}

void describe_layers(const std::vector<LayerPlan>& plans, ModelRecord& record) {
  const int layers = static_cast<int>(plans.size());
  const int full = count(plans, Mixing::full), windowed = count(plans, Mixing::windowed);
  const int linear = count(plans, Mixing::linear);
  const int dense = count(plans, Feeding::dense), sparse = count(plans, Feeding::experts);
  record.layers = layers;
  if (windowed > 0) record.full_attention_layers = full;
  if (full + windowed + linear != layers) record.attention_layers = full + windowed;
  if (linear > 0) {
    if (!record.linear) record.linear.emplace();
    record.linear->layers = linear;
  }
  if (sparse > 0) {
    if (dense > 0) record.dense_layers = dense;
    if (dense + sparse != layers) record.moe_layers = sparse;
  } else if (dense != layers) {
    record.dense_layers = dense;
  }
}

}  // namespace ridgepoint::import
