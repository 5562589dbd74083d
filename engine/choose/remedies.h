// What would make a scenario fit, or keep a limit it misses: changes that were estimated again and do.
#pragma once

#include "engine/base/effort.h"
#include "engine/estimate/estimate.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

// Single changes first, then pairs of them when none is enough; the least memory short first among equals.
// Of accelerators the smallest step that is enough, of the sizes within a machine and whole machines beyond it.
// Each is estimated in full with the change made, and only those that fit with headroom are returned, at most so many;
// where some of them keep all other limits, too, only those.
// Of a scenario that fits and misses a rate, a target of latency (once add_targets() looked), a deadline, a budget, or
// power: changes with which it keeps all its limits. Empty when it keeps them already. Where `effort` ends, those that
// were found by then.
struct RemedyOptions {
  std::size_t most = 5;
  bool keeps_all = false;  // only what keeps all limits: not what fits alone
  bool pairs = true;       // of changes, where no single one does
};
std::vector<Remedy> remedies(const Estimate& estimate, const Catalog& catalog, Effort& effort,
                             const RemedyOptions& options = {});

}  // namespace ridgepoint
