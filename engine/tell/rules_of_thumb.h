// The closed forms people reckon with, and what they give beside the detailed figures.
#pragma once

#include <vector>

#include "engine/base/units.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint {
namespace rule {

// Weights alone.
Bytes weights(double params, double bits);
// FP16 weights and a fifth more for everything else ("weights x 1.2").
Bytes serving(double params);

// Mixed-precision AdamW: 16-bit weights 2, FP32 gradients 4, master weights and two moments 12.
constexpr double kMixedAdamW = 2 + 4 + 12;
// The ZeRO paper's recipe keeps gradients in 16 bits (Rajbhandari et al. 2020, section 3.1).
constexpr double kZero = 2 + 2 + 12;

// A widespread estimator: model states as above, and activations of twice the 16-bit weights.
struct TrainingEstimate {
  Bytes weights, gradients, optimizer, activations;
  Bytes total() const { return weights + gradients + optimizer + activations; }
};
TrainingEstimate training(double params);
// The same with SGD and momentum: 2 + 4 + 4, and activations.
Bytes sgd_training(double params);
// Its QLoRA form: half a byte a weight, 16 bytes for each of 1% adapter parameters, activations of twice the weights.
Bytes qlora(double params);

// One token of one stream: every weight read once, at a share of the bandwidth.
Seconds token_time(double params, double bits, BytesPerSecond bandwidth, double share);
constexpr double kBandwidthReached = 0.7;

}  // namespace rule

// The rules that speak to a scenario, with the figure each stands for as it was computed.
std::vector<RuleOfThumb> rules_of_thumb(const Estimate& estimate);

}  // namespace ridgepoint
