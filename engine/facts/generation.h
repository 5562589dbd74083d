// The generation of accelerators before one.
#pragma once

#include <vector>

#include "engine/facts/catalog.h"

namespace ridgepoint {

// The accelerators of the architecture before that of `accelerator`: of the same vendor and segment, and of the same
// form factor where there are any, the architecture that was first released latest before its own. Empty when none is
// known.
std::vector<const Accelerator*> generation_before(const Accelerator& accelerator, const Catalog& catalog);

}  // namespace ridgepoint
