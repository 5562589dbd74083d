// Which formats the weights of a served model may come in.
#pragma once

#include <vector>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

// Whether one person asks at a time.
bool is_for_one(const Scenario& scenario);

// Formats coarser than `own` that people serve with on a device, the least coarse first: files for llama.cpp and its
// kin on whole computers, CPUs and, for one person, on cards of their own; elsewhere what servers read.
std::vector<const NumberFormat*> narrower_formats(const Scenario& scenario, const Catalog& catalog,
                                                  const Accelerator& accelerator, const NumberFormat& own);

}  // namespace ridgepoint
