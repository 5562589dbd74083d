// The link of an answer.
#pragma once

#include <string>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

// As encode_url(), naming what an estimate takes where the question leaves open how many, which format or what load:
// whoever follows the link reads and gets what was answered.
std::string link_to(const Scenario& scenario, const Catalog& catalog);

}  // namespace ridgepoint
