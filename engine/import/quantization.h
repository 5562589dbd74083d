// The number format a configuration says its weights are stored in.
#pragma once

#include <string>
#include <vector>

#include "engine/import/keys.h"

namespace ridgepoint::import {

// A catalog id ("bf16", "fp8", "mxfp4", "awq-int4") where the configuration says one; what had to be
// assumed is added to `assumptions`.
std::string weight_format(const Config& config, std::vector<std::string>& assumptions);

// The id of a plain data type: "bfloat16", "torch.float16", "BF16" ...; empty when unknown.
std::string plain_format(std::string_view data_type);

}  // namespace ridgepoint::import
