// The number format a configuration says its weights are stored in.
#pragma once

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
WeightFormat weight_format(const Config& config, const std::vector<LayerPlan>& plans, const Architecture& model,
                           const std::string& name, std::vector<std::string>& assumptions);

// The format that the checkpoint says its KV cache is kept in: engines that are told no other take it. Empty: it says
// none, or one that no engine here keeps.
std::string cache_format(const Config& config);

// Bytes of the whole model so held; of formats that quantize tables too, unknown.
std::optional<double> stored_bytes(const WeightFormat& format, const Architecture& model);

// The id of a plain data type: "bfloat16", "torch.float16", "BF16" ...; empty when unknown.
std::string plain_format(std::string_view data_type);

}  // namespace ridgepoint::import
