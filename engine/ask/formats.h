// Which formats the weights of a served model may come in.
#pragma once

#include <vector>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

using Formats = std::vector<const NumberFormat*>;

// Who reads the weights: engines of data centers, MLX on Apple parts, llama.cpp and its kin elsewhere.
enum class ServedAs { servers, apple, files };

// What people serve weights in, up to a NumberFormat::coarseness, the least coarse first; and what only models that are
// published in it come in.
Formats usual_formats(ServedAs as, const Catalog& catalog, int coarsest);

// Formats coarser than `own` down to 4 bits that people serve with on a device, the least coarse first: files for
// llama.cpp and its kin on whole computers, CPUs and, for one person, on cards of their own; elsewhere what servers
// read.
Formats narrower_formats(const Scenario& scenario, const Catalog& catalog, const Accelerator& accelerator,
                         const NumberFormat& own);

// All that are tried so that a model fits: on cards of one's own files, too, so that what holds the model for one
// person is tried for several.
Formats formats_to_fit(const Scenario& scenario, const Catalog& catalog, const Accelerator& accelerator,
                       const NumberFormat& own);

}  // namespace ridgepoint
