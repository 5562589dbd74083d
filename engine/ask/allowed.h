// Which hardware the constraints of a scenario leave.
#pragma once

#include <string>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

// Whether the scenario's vendors, segments, accelerators and owned hardware allow for the accelerator at all.
bool is_allowed(const ConstraintChoice& constraints, const Accelerator& accelerator);

// Whether a person means the accelerator by `name`: id, name or alias, normalized.
bool is_named(const Accelerator& accelerator, const std::string& name);

// Memories, GB, that an accelerator comes into question with: what the constraints' names say, else all those that the
// record's whole computer is sold with, the largest first.
std::vector<double> memories_asked(const Scenario& s, const Catalog& catalog, const Accelerator& a);

// Names among the constraints that the catalog lacks, each with the nearest known ones.
Problems constraint_problems(const ConstraintChoice& constraints, const Catalog& catalog);

}  // namespace ridgepoint
