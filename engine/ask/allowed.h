// Which hardware, and which formats of the weights, a scenario leaves.
#pragma once

#include <string>
#include <vector>

#include "engine/facts/catalog.h"
#include "engine/question/question.h"

namespace ridgepoint {

// Whether the scenario's vendors, segments, accelerators and owned hardware allow for the accelerator at all.
bool is_allowed(const ConstraintChoice& constraints, const Accelerator& accelerator);

// Whether a person means the accelerator by `name`: id, name or alias, normalized.
bool is_named(const Accelerator& accelerator, const std::string& name);

// Memories, GB, that an accelerator comes into question with: what the constraints' names say, else all those that the
// record's whole computer is sold with, the largest first.
std::vector<double> memories_asked(const Asked& q, const Catalog& catalog, const Accelerator& a);

// Names among the constraints that the catalog lacks, each with the nearest known ones.
Problems constraint_problems(const ConstraintChoice& constraints, const Catalog& catalog);

using Formats = std::vector<const NumberFormat*>;

// Who reads the weights: engines of data centers, MLX on Apple parts, llama.cpp and its kin elsewhere.
enum class ServedAs { servers, apple, files };

// What people serve weights in, up to a NumberFormat::coarseness, the least coarse first; and what only models that are
// published in it come in.
Formats usual_formats(ServedAs as, const Catalog& catalog, int coarsest);

// Formats coarser than `own` down to 4 bits that people serve with on a device, the least coarse first: files for
// llama.cpp and its kin on whole computers, CPUs and, for one person, on cards of their own; elsewhere what servers
// read.
Formats narrower_formats(const Asked& asked, const Catalog& catalog, const Accelerator& accelerator,
                         const NumberFormat& own);

// All that are tried so that a model fits: on cards of one's own files, too, so that what holds the model for one
// person is tried for several.
Formats formats_to_fit(const Asked& asked, const Catalog& catalog, const Accelerator& accelerator,
                       const NumberFormat& own);

}  // namespace ridgepoint
