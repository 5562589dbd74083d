#include "engine/import/quantization.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "engine/base/lists.h"
#include "engine/import/known.h"

namespace ridgepoint::import {
namespace {

using known::lower;

using Line = std::vector<std::string_view>;
const std::vector<Line>& formats() {
  static const std::vector<Line> all = known::lines(known::kFormats);
  return all;
}

// Bits of a number with its scales, as the catalog has them.
double width_of(std::string_view format) {
  const Line* line = find_where(formats(), [&](const Line& l) { return l[0] == format; });
  return line ? std::strtod(std::string((*line)[1]).c_str(), nullptr) : 16;
}

// The format that a word stands for: a "plain=" data type, or a "method=".
std::string look_up(std::string_view kind, std::string_view word) {
  for (const Line& line : formats())
    for (const std::string_view words : line)
      if (words.starts_with(kind) && contains(known::split(words.substr(kind.size()), ','), word))
        return std::string(line[0]);
  return "";
}

// The first weights of config_groups (compressed-tensors, and modelopt since 2025).
const Value* first_group(const Value& quantization) {
  const Value* groups = quantization.find("config_groups");
  if (!groups || !groups->object()) return nullptr;
  for (const Member& group : *groups->object())
    if (group.value.find("weights")) return &group.value;
  return nullptr;
}

std::string of_group(const Value& group, std::string_view layout) {
  const Value& weights = *group.find("weights");
  const double bits = weights.number_at("num_bits", 0);
  const bool integer = weights.text_at("type") != "float";
  const bool quantized_inputs = group.find("input_activations") != nullptr;
  if (!integer && bits == 8) return "fp8";
  if (!integer && bits == 4)
    return layout.find("mxfp4") != std::string_view::npos || weights.number_at("group_size", 16) == 32 ? "mxfp4"
                                                                                                       : "nvfp4";
  if (integer && bits == 4) return "gptq-int4";
  if (integer && bits == 8) return quantized_inputs ? "int8" : "w8a16-int8";
  return "";
}

std::string of_bits(std::string_view method, double bits) {
  if (method == "awq" && bits == 4) return "awq-int4";
  if (bits == 4) return "gptq-int4";
  if (bits == 8) return "gptq-int8";
  return "";
}

// Parts of a quantization by modules: what is usual, and what its lists name.
struct Stated {
  std::string usual;  // format; empty: what no list names is not quantized
  ModuleRules rules;
  std::vector<std::pair<std::string, double>> formats;  // with their bits
  void add(const std::string& pattern, const std::string& format, double bits) {
    rules.listed.push_back({pattern, bits});
    if (!format.empty()) formats.emplace_back(format, bits);
  }
};

// Modules kept in 16 bits.
void add_kept(const Value& q, Stated& stated) {
  for (const char* key :
       {"exclude_modules", "ignore", "modules_to_not_convert", "ignored_layers", "llm_int8_skip_modules"})
    if (const Value* list = q.find(key); list && list->list())
      for (const Value& module : *list->list())
        if (module.text()) stated.add(*module.text(), "", 16);
}

// ModelOpt's mixed precision: every quantized module by name.
bool add_quantized_layers(const Value& q, Stated& stated) {
  const Value* layers = q.find("quantized_layers");
  if (!layers || !layers->object() || layers->object()->empty()) return false;
  for (const Member& module : *layers->object()) {
    const std::string format = look_up("method=", lower(module.value.text_at("quant_algo")));
    stated.add(module.name, format, width_of(format));
  }
  stated.usual.clear();
  stated.rules.usual = 16;
  return true;
}

// Integers of 4 bits in groups of 32 have a scale for each of these; kinds of groups that the catalog does not tell
// apart are told by the bits.
double group_bits(const Value& group, const std::string& format) {
  const Value& weights = *group.find("weights");
  const double size = weights.number_at("group_size", 0), bits = weights.number_at("num_bits", 0);
  if (format != "gptq-int4" || size < 8) return width_of(format);
  return bits + (weights.flag_at("symmetric") ? 16 : 20) / size;
}

// compressed-tensors: groups of modules, of which "Linear" are all.
bool add_groups(const Value& q, Stated& stated) {
  const Value* groups = q.find("config_groups");
  if (!groups || !groups->object()) return false;
  for (const Member& group : *groups->object()) {
    if (!group.value.find("weights")) continue;
    const std::string format = of_group(group.value, group.value.text_at("format") + q.text_at("format"));
    const double bits = group_bits(group.value, format);
    const Value* targets = group.value.find("targets");
    bool all = !targets || !targets->list() || targets->list()->empty();
    for (const Value& target : all ? Value::List{} : *targets->list()) {
      if (target.text() && *target.text() == "Linear")
        all = true;
      else if (target.text())
        stated.add(*target.text(), format, bits);
    }
    if (!all) continue;
    stated.usual = format;
    stated.rules.usual = bits;
    stated.rules.head_is_usual = true;
    stated.formats.emplace_back(format, bits);
  }
  return !stated.formats.empty();
}

// MLX: modules with bits of their own beside what is usual, or left as they are.
void add_mlx_modules(const Value& q, Stated& stated) {
  if (!q.object()) return;
  for (const Member& module : *q.object()) {
    const double bits = module.value.number_at("bits", 0), size = module.value.number_at("group_size", 64);
    if (bits > 0 && size > 0) stated.add(module.name, "", bits + 32 / size);
    if (module.value.boolean() && !*module.value.boolean() && module.name.find('.') != std::string::npos)
      stated.add(module.name, "", 16);
  }
}

std::string of_quantization(const Value& q, Stated& stated, std::vector<std::string>& assumptions) {
  const std::string method = lower(q.text_at("quant_method"));
  const std::string algorithm = lower(q.text_at("quant_algo"));
  add_kept(q, stated);
  if (add_quantized_layers(q, stated)) return "";
  if (const Value* group = first_group(q); group && add_groups(q, stated))
    return stated.usual.empty() ? of_group(*group, q.text_at("format")) : stated.usual;
  if (method == "bitsandbytes" || q.flag_at("load_in_4bit") || q.flag_at("load_in_8bit")) {
    const Value* twice = q.find("bnb_4bit_use_double_quant");
    return q.flag_at("load_in_8bit") ? "int8" : twice && twice->boolean() && !*twice->boolean() ? "bnb-nf4" : "nf4";
  }
  if (std::string format = look_up("method=", algorithm); !format.empty()) return format;
  if (algorithm == "mixed_precision") assumptions.push_back("Layers are quantized differently; FP8 is taken for all.");
  if (algorithm == "mixed_precision") return "fp8";
  if (std::string format = look_up("method=", method); !format.empty()) return format;
  const double bits = q.number_at("bits", q.number_at("w_bit", 0));
  if (method.empty() && ((bits >= 3 && bits <= 6) || bits == 8)) {
    add_mlx_modules(q, stated);
    stated.rules.tables_are_usual = stated.rules.head_is_usual = true;
    stated.rules.usual = bits + 32 / std::max(8.0, q.number_at("group_size", 64));
    return "mlx-" + std::to_string(static_cast<int>(bits)) + "bit";
  }
  return of_bits(method, bits);
}

// DeepSeek V4: the experts are narrower than what quantization_config says.
void add_expert_type(const Config& config, Stated& stated) {
  const std::string experts = lower(config.text("expert_dtype"));
  if (experts == "fp4" || experts == "mxfp4")
    stated.rules.listed.insert(stated.rules.listed.begin(),
                               {{"mlp.experts", width_of("mxfp4")}, {"ffn.experts", width_of("mxfp4")}});
  if (experts == "fp4" || experts == "mxfp4") stated.formats.emplace_back("mxfp4", width_of("mxfp4"));
}

// The format by which the whole is called: that of the part with most parameters.
std::string main_format(const Stated& stated, const PartBits& bits, const Architecture& model) {
  const double most = bits[largest_part(model)].value_or(16);
  const std::pair<std::string, double>* nearest = nullptr;
  for (const auto& format : stated.formats)
    if (!nearest || std::abs(format.second - most) < std::abs(nearest->second - most)) nearest = &format;
  if (most >= 15.9) return stated.usual.empty() ? "bf16" : stated.usual;
  return nearest ? nearest->first : stated.usual;
}

// Whether a name says that the weights are quantized, as names of releases do: "-NVFP4", "-FP8", "w4a16".
bool is_quantized_by_name(std::string_view name) {
  const std::string text = lower(name);
  constexpr std::string_view kWords[] = {"nvfp4", "fp4", "fp8", "mxfp", "awq",  "gptq",    "int4",
                                         "int8",  "w4a", "w8a", "4bit", "8bit", "modelopt"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace

std::string plain_format(std::string_view data_type) {
  std::string word = lower(data_type);
  if (word.rfind("torch.", 0) == 0) word.erase(0, 6);
  return look_up("plain=", word);
}

namespace {

// Where the quantization is described, if it is.
const Value* described(const Config& config, std::string& key) {
  for (const char* name :
       {"hf_quant_config.quantization", "quantization_config", "compression_config", "quantization"}) {
    key = name;
    if (const Value* found = config.find(name); found && found->object()) return found;
  }
  return nullptr;
}

std::string plain(const Config& config, const std::string& name, std::vector<std::string>& assumptions) {
  std::string type = config.text("torch_dtype");
  if (type.empty()) type = config.text("dtype");
  const std::string format = plain_format(type);
  const std::string taken = format.empty() ? "bf16" : format;
  const std::string producer = config.text("producer.name");
  if (is_quantized_by_name(name) || !producer.empty())
    assumptions.push_back("The name or producer speaks of quantization, but nothing says how; weights in " +
                          std::string(taken == "fp32" ? "32" : "16") +
                          " bits are assumed. If an hf_quant_config.json lies beside this file, give both.");
  else if (format.empty())
    assumptions.push_back("The number format is not given; BF16 weights are assumed.");
  else
    assumptions.push_back("No quantization is named; if an hf_quant_config.json lies beside this file, give both.");
  return taken;
}

}  // namespace

WeightFormat weight_format(const Config& config, const Family& family, const std::vector<LayerPlan>& plans,
                           const Architecture& model, const std::string& name, std::vector<std::string>& assumptions) {
  std::string key;
  const Value* quantization = described(config, key);
  Stated stated;
  stated.rules.dense = family.dense;
  stated.rules.experts = family.experts;
  add_expert_type(config, stated);
  WeightFormat out;
  if (quantization) {
    const std::string format = of_quantization(*quantization, stated, assumptions);
    if (format.empty() && stated.formats.empty()) {
      assumptions.push_back("The quantization in " + key + " is not known; 16-bit weights are assumed.");
      return {"bf16", {}};
    }
    if (!format.empty()) {
      stated.usual = format;
      if (stated.rules.usual >= 16) stated.rules.usual = width_of(format);
      stated.formats.emplace_back(format, stated.rules.usual);
    }
  } else if (stated.formats.empty()) {
    return {plain(config, name, assumptions), {}};
  }
  out.id = stated.usual;
  if (stated.rules.listed.empty()) return out;
  out.part_bits = part_bits(stated.rules, plans, model);
  out.id = main_format(stated, out.part_bits, model);
  return out;
}

std::string cache_format(const Config& config) {
  std::string key;
  const Value* quantization = described(config, key);
  if (!quantization) return "";
  if (const Value* scheme = quantization->find("kv_cache_scheme"); scheme && scheme->object())
    return scheme->number_at("num_bits", 0) != 8 ? "" : scheme->text_at("type") == "int" ? "int8" : "fp8";
  return lower(quantization->text_at("kv_cache_quant_algo")) == "fp8" ? "fp8" : "";
}

std::optional<double> stored_bytes(const WeightFormat& format, const Architecture& model) {
  if (format.id.starts_with("mlx")) return std::nullopt;
  PartBits bits = format.part_bits;
  if (bits == PartBits{})
    for (std::size_t i = 0; i < kParts; ++i) {
      const auto part = static_cast<Part>(i);
      const bool table = part == Part::embeddings || part == Part::head || part == Part::small;
      bits.of[i] = std::max(width_of(format.id), table ? 16.0 : 0);
    }
  return stored(model, bits);
}

}  // namespace ridgepoint::import
