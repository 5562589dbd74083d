// The commands that measure the figures of an estimate on one's own machine.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/estimate.h"

namespace ridgepoint {

// One entry for each figure of the estimate and each tool of the catalog that measures it with this software,
// workload and method. Empty where the catalog has no tool. Values that came with the scenario are reduced to
// characters that mean nothing to a shell.
std::vector<Reproduction> reproduce(const Estimate& estimate, const Catalog& catalog);

// A template of Benchmark::command with its names replaced; absent when a name outside of [...] has no value.
// `value` gives the text for a name; empty: none.
std::optional<std::string> filled(std::string_view command, const std::function<std::string(std::string_view)>& value);

// The names that templates may use.
std::vector<std::string> placeholder_names();

}  // namespace ridgepoint
