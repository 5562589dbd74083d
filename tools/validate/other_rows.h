// Rows of the table of other models: what readers of its several kinds share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/facts/catalog.h"
#include "tools/validate/cases.h"

namespace ridgepoint::validation {

bool begins(std::string_view text, std::string_view part);

// Id of the format that the weights are multiplied in, from lower-case text: "bf16 (autocast of fp32)".
std::string weights_in(std::string_view precision, std::string_view notes);

// Whether kernels run one by one, as the framework has them.
bool is_eager(const Row& row);

// Of a row whose shape is a size in pixels, images and videos made; absent for other rows.
std::optional<Outcome> picture_case(const Case& c, const Row& row, const Catalog& catalog);

}  // namespace ridgepoint::validation
