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
// Two vectors a layer, KV head and token.
Bytes kv_cache(int layers, int kv_heads, int head_dim, double bytes_per_value, double tokens, double sequences);

// Mixed-precision AdamW: 16-bit weights 2, FP32 gradients 4, master weights and two moments 12.
constexpr double kMixedAdamW = 2 + 4 + 12;
// The ZeRO paper's recipe keeps gradients in 16 bits (Rajbhandari et al. 2020, section 3.1).
constexpr double kZero = 2 + 2 + 12;
// FP32 throughout: weights 4, gradients 4, two moments 8.
constexpr double kFp32AdamW = 4 + 4 + 8;

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
// Model states per GPU under ZeRO: what a stage shards is divided.
Bytes zero_states(double params, int stage, int gpus);

// One token of one stream: every weight read once, at a share of the bandwidth.
Seconds token_time(double params, double bits, BytesPerSecond bandwidth, double share);
constexpr double kBandwidthReached = 0.7;

// A product of rows x inner with inner x columns in 16 bits: weights alone moved, or inputs and outputs, too.
double weights_intensity(double rows);
double gemm_intensity(double rows, double inner, double columns);

// Whole GPUs of `usable` bytes each.
int gpus_for(Bytes total, Bytes usable);
// Energy of a run at a rate reached by each device and its power, with what the building takes.
Joules training_energy(Flop work, FlopPerSecond reached, Watts device, double pue);

// The largest model whose weights alone fill a memory.
double largest_params(Bytes memory, double bits);

}  // namespace rule

// The rules that speak to a scenario, with the figure each stands for as it was computed.
std::vector<RuleOfThumb> rules_of_thumb(const Estimate& estimate);

}  // namespace ridgepoint
