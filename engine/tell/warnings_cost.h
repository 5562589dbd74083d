// What warnings say of prices and of the machines that are paid for: each gives its message, or nothing.
#pragma once

#include <string>

#include "engine/estimate/estimate.h"

namespace ridgepoint {

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
