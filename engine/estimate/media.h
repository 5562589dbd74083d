// Figures of models that are not token decoders.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

ModelSummary media_summary(const Resolved& resolved, const Plan& plan);
// Speed and what else follows from the plan in e.basis.
void add_media_figures(Estimate& e, const Catalog& catalog);
// What images, tokens read or hours of audio cost on a way that takes `usd_h` for an hour of all accelerators.
void add_media_costs(const Estimate& e, PricedOption& option, double usd_h);

}  // namespace ridgepoint
