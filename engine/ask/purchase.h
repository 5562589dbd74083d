// What a machine costs to buy, with its accelerators.
#pragma once

#include <optional>
#include <string>

#include "engine/ask/resolve.h"
#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

struct ServerPrice {
  Usd machine;  // with its accelerators
  Usd host;     // of it: what is around them; none of whole computers
  std::string source;
  std::string date;
  bool elsewhere = false;  // nobody asks it any more
};
// The scenario's own figure, else the accelerators' price with the machine around them, as cost.host has it. Empty when
// no price is known.
std::optional<ServerPrice> server_price(const Scenario& scenario, const Resolved& resolved, const Catalog& catalog);

// Whether it is a whole computer: nothing is bought around it.
bool is_computer(const Accelerator& accelerator);

}  // namespace ridgepoint
