// What costs come to, in a sentence, and what is to know of them.
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

// What warnings say of prices and of the machines that are paid for: each gives its message, or nothing.
std::string no_rent(const Estimate& e);
std::string commitment(const Estimate& e);
std::string no_purchase(const Estimate& e);
std::string try_first(const Estimate& e);
std::string host_memory(const Estimate& e);
std::string no_hosted(const Estimate& e, const Catalog& catalog);
std::string old_price(const Estimate& e);
std::string old_purchase_price(const Estimate& e);
std::string circuit(const Estimate& e);
std::string power_supply(const Estimate& e);
std::string liquid_cooling(const Estimate& e);

}  // namespace ridgepoint
