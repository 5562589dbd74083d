// Figures of models that are not token decoders.
#pragma once

#include "engine/estimate.h"

namespace ridgepoint {

ModelSummary media_summary(const Resolved& resolved, const Plan& plan);
// Speed and what else follows from the plan in e.basis.
void add_media_figures(Estimate& e, const Catalog& catalog);
// What images, tokens read or hours of audio cost at `usd_h` for all accelerators.
void add_media_costs(Estimate& e, double usd_h);

}  // namespace ridgepoint
