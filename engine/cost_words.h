// What costs come to, in a sentence.
#pragma once

#include <string>

#include "engine/estimate.h"

namespace ridgepoint {

// Which of owning, renting and the hosted API is cheapest over the years kept, from what use on, and what a fifth more
// or less would turn. Empty where fewer than two of them are compared.
std::string cost_verdict(const Estimate& e);

}  // namespace ridgepoint
