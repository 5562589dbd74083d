#include "engine/import/safetensors.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/import/config.h"
#include "engine/import/tensor_model.h"
#include "engine/import/tensors.h"

namespace ridgepoint::import {
namespace {

struct DataType {
  std::string_view name;
  double bits;
  std::string_view format;
};
constexpr DataType kDataTypes[] = {
    {"F64", 64, ""}, {"I64", 64, ""},       {"U64", 64, ""},         {"C64", 64, ""},         {"F32", 32, "fp32"},
    {"I32", 32, ""}, {"U32", 32, ""},       {"F16", 16, "fp16"},     {"BF16", 16, "bf16"},    {"I16", 16, ""},
    {"U16", 16, ""}, {"F8_E4M3", 8, "fp8"}, {"F8_E5M2", 8, "fp8"},   {"F8_E8M0", 8, ""},      {"I8", 8, "int8"},
    {"U8", 8, ""},   {"BOOL", 8, ""},       {"F6_E2M3", 6, "mxfp6"}, {"F6_E3M2", 6, "mxfp6"}, {"F4", 4, "nvfp4"},
};

const DataType* find_type(std::string_view name) {
  return find_where(kDataTypes, [&](const DataType& type) { return type.name == name; });
}

// What quantization stores beside the weights; none of it is a parameter.
bool is_helper(std::string_view name) {
  static constexpr auto kEnds =
      word_list("weight_scale", "weight_scale_inv", ".scales", ".qzeros", ".zeros", ".g_idx", ".absmax", ".quant_map",
                "nested_absmax", "_scales", "input_scale", "weight_scale_2", "k_scale", "v_scale", "weight_shape",
                "weight_g_idx", "weight_zero_point", ".biases", "rotary_emb.inv_freq", "nested_quant_map", ".SCB");
  return name.find("quant_state.") != std::string_view::npos ||
         std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return name.ends_with(end); });
}

struct Tensor {
  std::string_view name;
  const DataType* type = nullptr;
  std::vector<double> shape;
  double values = 1;
  double begin = 0;
  double end = 0;
};

bool whole_number(const Value& value, double& out) {
  const double* x = value.number();
  if (!x || *x < 0 || *x > 9e15 || std::floor(*x) != *x) return false;
  out = *x;
  return true;
}

bool read_shape(const Value& value, Tensor& tensor) {
  if (!value.list() || value.list()->size() > 16) return false;
  for (const Value& item : *value.list()) {
    double size = 0;
    if (!whole_number(item, size)) return false;
    tensor.shape.push_back(size);
    tensor.values *= size;
  }
  return tensor.values <= 9e15;
}

Problem bad_tensor(std::string_view name, const std::string& why) {
  return {"bad_file", "", "The tensor \"" + shortened(name) + "\" " + why};
}

Result<Tensor> read_tensor(const Member& member) {
  Tensor tensor;
  tensor.name = member.name;
  const Value* type = member.value.find("dtype");
  const Value* shape = member.value.find("shape");
  const Value* offsets = member.value.find("data_offsets");
  if (!type || !type->text() || !shape || !offsets || !offsets->list() || offsets->list()->size() != 2)
    return bad_tensor(member.name, "is not described as the format wants it.");
  tensor.type = find_type(*type->text());
  if (!tensor.type)
    return bad_tensor(member.name, "has a data type that is not known: " + shortened(*type->text(), 20) + ".");
  if (!read_shape(*shape, tensor)) return bad_tensor(member.name, "has a shape that cannot be.");
  const Value::List& range = *offsets->list();
  if (!whole_number(range[0], tensor.begin) || !whole_number(range[1], tensor.end) || tensor.end < tensor.begin)
    return bad_tensor(member.name, "has offsets that cannot be.");
  if (std::ceil(tensor.values * tensor.type->bits / 8) != tensor.end - tensor.begin)
    return bad_tensor(member.name, "has another size than its shape.");
  return tensor;
}

// A tensor's base name: without ".weight", ".qweight", ".weight_packed", "_blocks".
std::string weight_name(std::string_view name) {
  for (const std::string_view end : {".qweight", ".weight_packed", "_blocks"})
    if (name.ends_with(end))
      return std::string(name.substr(0, name.size() - end.size())) + (end == "_blocks" ? "" : ".weight");
  return std::string(name);
}

struct Read {
  std::vector<Tensor> tensors;
  std::set<std::string_view> names;
  double bytes = 0;
};

// Numbers that a stored value holds: pairs of 4 bits in a byte; those of words of 32 bits of GPTQ, AWQ and MLX.
double packed_in_one(const Tensor& t, double bits_of_words, bool has_scales) {
  if (t.name.ends_with(".qweight") || t.name.ends_with(".weight_packed")) return t.type->bits / bits_of_words;
  if (t.name.ends_with("_blocks") || (t.type->name == "U8" && has_scales)) return 2;
  return t.type->name == "U32" && has_scales ? 32 / bits_of_words : 1;
}

// Bits of the numbers in words of 32. How many inputs a layer of GPTQ or AWQ has is not stored, so the zero points
// tell: they are packed along the outputs, the scales are not. MLX packs the table of tokens along the width of the
// model, which the last norm has.
double bits_of_words(const Value& header, const std::vector<Tensor>& tensors) {
  const auto last = [&](const std::string& name) {
    const Value* tensor = header.find(name);
    const Value* shape = tensor ? tensor->find("shape") : nullptr;
    if (!shape || !shape->list() || shape->list()->empty() || !shape->list()->back().number()) return 0.0;
    return *shape->list()->back().number();
  };
  for (const Tensor& t : tensors) {
    const bool zeros = t.name.ends_with(".qzeros");
    if (!zeros && !(t.type->name == "U32" && t.name.ends_with("embed_tokens.weight"))) continue;
    const std::string before(t.name.substr(0, t.name.rfind(zeros ? ".qzeros" : "embed_tokens.weight")));
    const double whole = last(before + (zeros ? ".scales" : "norm.weight"));
    return whole > 0 && !t.shape.empty() ? std::clamp(32 * t.shape.back() / whole, 1.0, 8.0) : 4;
  }
  return 4;
}

// Inputs and outputs of a matrix as linear layers have them in PyTorch: [outputs, inputs].
Shape shape_of(const Tensor& t, double packed) {
  std::vector<double> d = t.shape;
  if (t.name.ends_with("_blocks") && d.size() == 4) d = {d[0], d[1], d[2] * d[3] * 2};  // experts, rows, blocks x 16
  Shape shape;
  if (d.size() == 1) return {.inputs = d[0]};
  if (d.size() >= 3 && t.name.ends_with("_blocks")) return {.inputs = d[2], .outputs = d[1], .stack = d[0]};
  if (d.size() == 2) shape = {.inputs = d[1], .outputs = d[0]};
  if (d.size() >= 3) return {.inputs = d[1], .outputs = d[2], .stack = d[0]};  // stacked experts: [E, inputs, outputs]
  if (t.name.ends_with(".qweight")) {
    // GPTQ [inputs / n, outputs], AWQ [inputs, outputs / n]: inputs first in both.
    std::swap(shape.inputs, shape.outputs);
    return shape;
  }
  shape.inputs *= packed;
  return shape;
}

// LoRA: pairs of a down and an up matrix beside each target, and whole modules that were trained too.
std::optional<Adapter> adapter_of(const std::vector<Tensor>& tensors) {
  Adapter adapter;
  std::set<std::string> targets;
  for (const Tensor& t : tensors) {
    adapter.params += t.values;
    const std::size_t a = t.name.find(".lora_A");
    if (a == std::string_view::npos) continue;
    if (!t.shape.empty()) adapter.rank = std::max(adapter.rank, whole_size(t.shape[0]));
    const std::string_view before = t.name.substr(0, a);
    const std::size_t dot = before.rfind('.');
    if (targets.size() < 100) targets.insert(std::string(before.substr(dot == std::string_view::npos ? 0 : dot + 1)));
  }
  if (targets.empty()) return std::nullopt;
  adapter.targets.assign(targets.begin(), targets.end());
  return adapter;
}

Result<Read> read_all(const Value& header, std::uint64_t room) {
  if (!header.object()) return Problem{"bad_file", "", "The header is not a JSON object."};
  Read read;
  Ranges ranges;
  for (const Member& member : *header.object()) {
    if (member.name == "__metadata__") continue;
    Result<Tensor> tensor = read_tensor(member);
    if (!tensor.ok()) return tensor.problems();
    read.bytes += tensor->end - tensor->begin;
    if (tensor->end > tensor->begin)
      ranges.emplace_back(static_cast<std::uint64_t>(tensor->begin), static_cast<std::uint64_t>(tensor->end));
    read.names.insert(member.name);
    read.tensors.push_back(std::move(tensor).value());
  }
  if (read.tensors.empty()) return Problem{"bad_file", "", "The file holds no tensors."};
  if (auto problem = check_ranges(std::move(ranges), room)) return *std::move(problem);
  return read;
}

bool has_scales(const Read& read, std::string_view name) {
  const std::string base = std::string(name.substr(0, name.rfind('.')));
  for (const char* end : {".weight_scale", ".weight_scale_2", ".scales", ".weight.absmax"})
    if (read.names.count(base + end)) return true;
  return read.names.count(std::string(name) + ".absmax") > 0 || read.names.count(std::string(name) + "_scale") > 0;
}

struct Counted {
  TensorModel model;
  double params = 0;
  double towers = 0;
  double mtp = 0;  // prediction layers
  std::map<std::string, double> by_format;
};

// The quantized formats that names tell; else that of the data type.
std::string format_of(const Tensor& t, double bits, const Read& read) {
  if (t.name.ends_with("_blocks")) return "mxfp4";
  if (t.name.ends_with(".qweight") || t.name.ends_with(".weight_packed"))
    return t.type->name == "U8" ? "nvfp4" : bits >= 8 ? "gptq-int8" : "gptq-int4";
  if (t.type->name == "U8" && read.names.count(std::string(t.name) + ".absmax")) return "nf4";
  if (t.type->name == "U8") return "nvfp4";
  if (t.type->name == "U32") return "mlx-" + std::to_string(whole_size(bits)) + "bit";
  return std::string(t.type->format);
}

// Prediction layers that are numbered as layers of the model (DeepSeek): "model.layers.61.".
std::vector<std::string> prediction_layers(const Read& read) {
  constexpr std::string_view kJoins = "eh_proj.weight";
  std::vector<std::string> out;
  for (const Tensor& t : read.tensors)
    if (t.name.ends_with(kJoins) && out.size() < 10) out.emplace_back(t.name.substr(0, t.name.size() - kJoins.size()));
  return out;
}

Counted count_tensors(const Value& header, const Read& read) {
  const std::vector<std::string> predicting = prediction_layers(read);
  const auto predicts = [&](std::string_view name) {
    return std::any_of(predicting.begin(), predicting.end(),
                       [&](const std::string& layer) { return name.substr(0, layer.size()) == layer; });
  };
  // Only looked up for packed tensors; every look-up is over all names.
  const bool small = read.tensors.size() <= 20000;
  Counted out;
  const double bits = small ? bits_of_words(header, read.tensors) : 4;
  for (const Tensor& t : read.tensors) {
    if (is_helper(t.name)) continue;
    const bool packs = t.type->name == "U8" || t.type->name == "U32";
    const double packed = packed_in_one(t, bits, packs && has_scales(read, t.name));
    const double values = t.values * packed;
    if (predicts(t.name)) {
      out.mtp += values;
      continue;
    }
    out.params += values;
    if (is_tower(t.name)) out.towers += values;
    if (t.shape.size() > 1) out.by_format[format_of(t, bits, read)] += values;
    Shape shape = shape_of(t, packed);
    if (t.name.ends_with(".qweight") && small &&
        !read.names.count(std::string(t.name.substr(0, t.name.size() - 8)) + ".g_idx"))
      shape.outputs *= packed;  // AWQ
    else if (t.name.ends_with(".qweight"))
      shape.inputs *= packed;  // GPTQ
    out.model.add(weight_name(t.name), shape, values);
  }
  return out;
}

void count_the_rest(const Counted& counted, Imported& out) {
  ModelRecord& r = out.model;
  const Result<Architecture> built = architecture_of(r, "");
  if (!built.ok()) return;
  const double total = total_params(*built), missing = counted.params - counted.towers - total;
  r.params_b = (counted.params - counted.towers) / 1e9;
  take_the_rest(out, counted.params, missing, total, "told by its names");
  if (counted.towers > 0)
    out.assumptions.push_back("Only the text decoder is counted; other towers of the file are left out.");
  if (r.experts > 0)
    if (const Result<Architecture> settled = architecture_of(r, "")) r.active_params_b = active_params(*settled) / 1e9;
}

}  // namespace

Result<std::uint64_t> safetensors_header_size(std::span<const std::uint8_t> start, std::uint64_t file_size) {
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < 8 && i < start.size(); ++i) size |= static_cast<std::uint64_t>(start[i]) << (8 * i);
  if (size > kSafetensorsHeader) return Problem{"too_large", "", "The header may have 100,000,000 bytes."};
  if (file_size < 8 || size > file_size - 8) return Problem{"truncated", "", "The header is longer than the file."};
  if (size < 2) return Problem{"bad_file", "", "The header is empty."};
  return size;
}

Result<Imported> import_safetensors(const Value& header, std::uint64_t header_size, std::uint64_t file_size,
                                    const std::string& name) {
  const Result<Read> read = read_all(header, file_size - 8 - header_size);
  if (!read.ok()) return read.problems();
  Imported out;
  out.bytes = read->bytes;
  out.model.name = name;
  if (auto adapter = adapter_of(read->tensors)) {
    out.kind = "adapter";
    out.format = std::string(read->tensors.front().type->format);
    out.bits_per_weight = 8 * read->bytes / std::max(1.0, adapter->params);
    out.adapter = std::move(adapter);
    out.assumptions.push_back("This is an adapter; choose the model it was trained for.");
    return out;
  }
  const bool is_part = name.find("-of-") != std::string::npos && name.find("-00001-of-00001") == std::string::npos;
  if (is_part)
    return Problem{"bad_file", "",
                   "This is one of several parts of a model; give its config.json (or model.safetensors.index.json for "
                   "the bytes)."};
  for (const Tensor& t : read->tensors)
    if (t.name.ends_with(".weight.absmax"))
      return Problem{"not_available", "",
                     "Weights quantized by bitsandbytes do not keep their shapes; give config.json instead."};
  out.kind = "safetensors";
  Counted counted = count_tensors(header, *read);
  Result<ModelRecord> record = counted.model.record(out.assumptions);
  if (!record.ok()) return record.problems();
  const std::string label = name.substr(0, name.rfind(".safetensors"));
  out.model = std::move(record).value();
  out.model.name = label.empty() ? "imported model" : label;
  out.model.id = id_of(out.model.name);
  out.model.mtp_params = counted.mtp;
  if (counted.mtp > 0) out.assumptions.push_back("Layers for predicting several tokens at once are left out.");
  const Result<Architecture> built = architecture_of(out.model, "");
  if (!built.ok()) return built.problems();
  const auto most = std::max_element(counted.by_format.begin(), counted.by_format.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != counted.by_format.end()) out.format = most->first;
  out.model.native_precision = out.format;
  out.bits_per_weight = 8 * read->bytes / std::max(1.0, counted.params + counted.mtp);
  count_the_rest(counted, out);
  return out;
}

Result<Imported> import_safetensors_index(const Value& index, const std::string& name) {
  const Value* map = index.find("weight_map");
  if (!map || !map->object() || map->object()->empty())
    return Problem{"bad_file", "/weight_map", "The index does not list tensors."};
  Imported out;
  out.kind = "safetensors_index";
  out.model.name = name;
  std::set<std::string_view> files;
  for (const Member& member : *map->object()) {
    if (!member.value.text()) return Problem{"bad_file", "/weight_map", "The index names no file for a tensor."};
    if (files.size() < 100000) files.insert(*member.value.text());
  }
  const Value* size = index.find_path("metadata.total_size");
  if (size && size->number() && *size->number() > 0) out.bytes = *size->number();
  const Value* params = index.find_path("metadata.total_parameters");
  if (params && params->number() && *params->number() > 0 && *params->number() < 1e17) {
    out.model.params_b = *params->number() / 1e9;
    if (out.bytes) out.bits_per_weight = 8 * *out.bytes / *params->number();
  }
  out.assumptions.push_back("The index lists " + std::to_string(map->object()->size()) + " tensors in " +
                            std::to_string(files.size()) +
                            " files, without their shapes: give config.json for the architecture.");
  return out;
}

}  // namespace ridgepoint::import
