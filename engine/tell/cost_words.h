// What costs come to, in a sentence.
#pragma once

#include <string>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// Which of owning, renting and the hosted API is cheapest over the years kept, from what use on, and what a fifth more
// or less would turn. Empty where fewer than two of them are compared.
std::string cost_verdict(const Estimate& e);

// "60% use", "a mean of 128 requests a minute": a share of the hours with work, of a rate what it comes to.
std::string said_use(const Estimate& e, double share);

// "in present value at 10% a year": what sums over years are.
std::string present_value_words(const CostChoice& c);

}  // namespace ridgepoint
