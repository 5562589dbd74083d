// What of a model lay in host memory, as the remarks of a run tell.
#pragma once

#include <optional>
#include <string_view>

#include "engine/architecture.h"

namespace ridgepoint::validation {

// Layers in host memory: whole ones, or the routed experts of so many. Neither: the remarks do not say, or that the
// card was filled.
struct Placement {
  std::optional<int> layers;
  std::optional<int> expert_layers;
};
Placement placement_of(std::string_view remarks, const Architecture& model);

}  // namespace ridgepoint::validation
