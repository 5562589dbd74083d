// The number format a configuration says its weights are stored in.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/import/keys.h"
#include "engine/import/layers.h"
#include "engine/model/architecture.h"

namespace ridgepoint::import {

struct WeightFormat {
  std::string id;      // of the catalog: "bf16", "fp8", "mxfp4", "awq-int4"
  PartBits part_bits;  // where the configuration lists modules: of every part the model has
};

// What the configuration says of its weights, or ModelOpt's hf_quant_config.json, which stands in it under that name
// when both were given; what had to be assumed is added to `assumptions`. `name` is the model's.
WeightFormat weight_format(const Config& config, const Family& family, const std::vector<LayerPlan>& plans,
                           const Architecture& model, const std::string& name, std::vector<std::string>& assumptions);

// The format that the checkpoint says its KV cache is kept in: engines that are told no other take it. Empty: it says
// none, or one that no engine here keeps.
std::string cache_format(const Config& config);

// Bytes of the whole model so held; of formats that quantize tables too, unknown.
std::optional<double> stored_bytes(const WeightFormat& format, const Architecture& model);

// The id of a plain data type: "bfloat16", "torch.float16", "BF16" ...; empty when unknown.
std::string plain_format(std::string_view data_type);

// ---- Which part of a checkpoint is held in which format, by the names of modules that its makers list.

// Bits of a module, by a pattern of names: a name and all under it ("model.layers.0.self_attn"), a name with stars, or
// "re:" and a regular expression, of which sequences, classes and alternatives are read as any text or each of them.
struct ModuleBits {
  std::string pattern;
  double bits = 16;
};

// What is said of a checkpoint's modules. Of those that a module matches, the first counts.
struct ModuleRules {
  double usual = 16;              // bits of matrices that none names
  bool head_is_usual = false;     // the LM head among them
  bool tables_are_usual = false;  // and the embeddings (whole files)
  std::string_view dense, experts;  // what holds them within a layer, between commas; empty: what usually does
  std::vector<ModuleBits> listed;
};

// What a checkpoint holds its parts in, in the mean over layers and matrices; nothing of parts it does not have.
PartBits part_bits(const ModuleRules& rules, const std::vector<LayerPlan>& plans, const Architecture& model);

// Parameters of each part; tables that are only looked up are embeddings, what is outside layers besides is small.
std::array<double, kParts> params_by_part(const Architecture& model);

// The part of the model with most parameters.
Part largest_part(const Architecture& model);

// Bytes of the whole, where numbers that nothing is said of have 16 bits.
double stored(const Architecture& model, const PartBits& bits);

}  // namespace ridgepoint::import
