// The rate that fitted coefficients claim of a device: vendors publish one clock and one way to accumulate, and some
// devices have been measured above that.
#pragma once

#include "engine/facts/device.h"
#include "engine/model/architecture.h"
#include "engine/model/format.h"

namespace ridgepoint {

// The highest rate at which any part of a pass over the model computes, the published peak at least.
FlopPerSecond claimed_peak(const Architecture& model, const NumberFormat& weights, const Device& device);

}  // namespace ridgepoint
