#include "engine/import/quantization.h"

#include <cctype>

namespace ridgepoint::import {
namespace {

struct Named {
  std::string_view word;
  std::string_view format;
};

constexpr Named kPlain[] = {
    {"bfloat16", "bf16"},     {"bf16", "bf16"},    {"float16", "fp16"}, {"half", "fp16"}, {"f16", "fp16"},
    {"fp16", "fp16"},         {"float32", "fp32"}, {"float", "fp32"},   {"f32", "fp32"},  {"fp32", "fp32"},
    {"float8_e4m3fn", "fp8"}, {"f8_e4m3", "fp8"},  {"fp8", "fp8"},
};

// quant_method or quant_algo, in lower case, where it alone tells the format.
constexpr Named kMethods[] = {
    {"fp8", "fp8"},
    {"fbgemm_fp8", "fp8"},
    {"fp8_pb_wo", "fp8"},
    {"mxfp4", "mxfp4"},
    {"nvfp4", "nvfp4"},
    {"nvfp4_awq", "nvfp4"},
    {"w4a16_awq", "awq-int4"},
    {"w4a8_awq", "awq-int4"},
    {"w8a8_sq_per_channel", "int8"},
    {"int8", "int8"},
    {"eetq", "w8a16-int8"},
    {"mxfp8", "mxfp8"},
    {"mxfp6", "mxfp6"},
    {"fp8_per_channel_per_token", "fp8"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

template <std::size_t N>
std::string look_up(const Named (&names)[N], std::string_view word) {
  for (const Named& named : names)
    if (named.word == word) return std::string(named.format);
  return "";
}

double number_of(const Value& value, std::string_view key, double otherwise) {
  const Value* found = value.find(key);
  return found && found->number() ? *found->number() : otherwise;
}

std::string text_of(const Value& value, std::string_view key) {
  const Value* found = value.find(key);
  return found && found->text() ? *found->text() : "";
}

bool flag_of(const Value& value, std::string_view key) {
  const Value* found = value.find(key);
  return found && found->boolean() && *found->boolean();
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
  const double bits = number_of(weights, "num_bits", 0);
  const bool integer = text_of(weights, "type") != "float";
  const bool quantized_inputs = group.find("input_activations") != nullptr;
  if (!integer && bits == 8) return "fp8";
  if (!integer && bits == 4)
    return layout.find("mxfp4") != std::string_view::npos || number_of(weights, "group_size", 16) == 32 ? "mxfp4"
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

std::string of_quantization(const Value& q, std::vector<std::string>& assumptions) {
  const std::string method = lower(text_of(q, "quant_method"));
  if (const Value* group = first_group(q)) return of_group(*group, text_of(q, "format"));
  if (method == "bitsandbytes" || flag_of(q, "load_in_4bit") || flag_of(q, "load_in_8bit"))
    return flag_of(q, "load_in_8bit") ? "int8" : "nf4";
  const std::string algorithm = lower(text_of(q, "quant_algo"));
  if (std::string format = look_up(kMethods, algorithm); !format.empty()) return format;
  if (algorithm == "mixed_precision") assumptions.push_back("Layers are quantized differently; FP8 is taken for all.");
  if (algorithm == "mixed_precision") return "fp8";
  if (std::string format = look_up(kMethods, method); !format.empty()) return format;
  const double bits = number_of(q, "bits", number_of(q, "w_bit", 0));
  if (method.empty() && (bits == 4 || bits == 6 || bits == 8))
    return "mlx-" + std::to_string(static_cast<int>(bits)) + "bit";
  return of_bits(method, bits);
}

// DeepSeek V4: the experts are narrower than what quantization_config says.
std::string expert_format(const Config& config) {
  const std::string experts = lower(config.text("expert_dtype"));
  return experts == "fp4" || experts == "mxfp4" ? "mxfp4" : "";
}

}  // namespace

std::string plain_format(std::string_view data_type) {
  std::string word = lower(data_type);
  if (word.rfind("torch.", 0) == 0) word.erase(0, 6);
  return look_up(kPlain, word);
}

std::string weight_format(const Config& config, std::vector<std::string>& assumptions) {
  if (std::string experts = expert_format(config); !experts.empty()) {
    assumptions.push_back("The experts are stored in 4 bits (expert_dtype); the rest may be wider.");
    return experts;
  }
  for (const char* key : {"quantization_config", "compression_config", "quantization"}) {
    const Value* quantization = config.find(key);
    if (!quantization || !quantization->object()) continue;
    std::string format = of_quantization(*quantization, assumptions);
    if (!format.empty()) return format;
    assumptions.push_back(std::string("The quantization in ") + key + " is not known; 16-bit weights are assumed.");
    return "bf16";
  }
  std::string type = config.text("torch_dtype");
  if (type.empty()) type = config.text("dtype");
  if (std::string format = plain_format(type); !format.empty()) return format;
  assumptions.push_back("The number format is not given; BF16 weights are assumed.");
  return "bf16";
}

}  // namespace ridgepoint::import
