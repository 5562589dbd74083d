// Scenarios asked, and what is wrong with how they are answered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json/api.h"

namespace ridgepoint::test {

// The shipped catalog, read once.
const json::Api& shipped();

// Bytes to draw a scenario from; the same seed gives the same.
std::string random_bytes(std::uint64_t seed);

// The scenario as JSON text without its defaults, by way of its link.
std::string text_of(const Scenario& scenario);

// What is wrong with the answer to a scenario that is within all limits: see inconsistencies.h. Besides, its link
// leads back to it. `computable`: nor is it refused for a figure beyond all limits, which no field is named for.
std::vector<std::string> wrong_with(const Scenario& scenario, With with, bool computable = false);

}  // namespace ridgepoint::test
