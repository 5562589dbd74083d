// Time of one optimizer step, from its parts.
#pragma once

#include <vector>

#include "engine/facts/device.h"
#include "engine/memory/training_input.h"
#include "engine/model/architecture.h"
#include "engine/speed/roofline.h"

namespace ridgepoint {

// Values that a token brings to the matrices that carry adapters, and gets from them, over all layers.
struct AdapterValues {
  double inputs = 0, outputs = 0;
};

struct TrainingSpeedInput : TrainingSetup {
  double trainable = 0;               // parameters
  AdapterValues adapters;             // of the matrices that carry adapters
  double backward_share = 1;          // of the layers: backward passes stop at the lowest trained one
  int forwards = 0;                   // passes without gradients over each micro-batch beside its training: DPO, GRPO
  double state_bytes_per_param = 16;  // that the optimizer reads and writes again
  double base_bytes_per_param = 2;    // of frozen weights, as they are held
  double base_expansion = 1;          // speed of turning these into 16 bits, over NF4's
};

struct TrainingStep {
  std::vector<TimeLine> lines;  // add up to the step
  // Per step, all GPUs: forward and backward over every matrix, LM head included (2 N each forward, 4 N
  // backward, 2 N where the weights are frozen), and the causal half of attention once forward and
  // twice backward. No recomputation: the numerator of MFU.
  Flop model_flop;
  Flop hardware_flop;  // with recomputation: the numerator of HFU
  double tokens = 0;   // per step, all GPUs
  Seconds total() const { return sum_of(lines); }
};

// What the steps of a model on a device have in common, whatever the layout: worked out once for a search.
struct TrainingBasis {
  const Architecture& model;
  Device device;  // whose links reach what they do in training
  int sequence = 4096;
  // Sums over layers: parameters of matrices, of all experts and of those a token uses, ...
  double dense = 0;
  double experts = 0;
  double used_experts = 0;
  double all = 0;  // parameters of the model
  double layers = 0;
  double moe_layers = 0;
  double experts_per_token = 0;   // of a layer that has any
  double expert_width = 0;        // geometric mean of both sides of an expert's matrices
  double expert_outer = 0;        // width of a token that is sent to its experts
  double heads = 0;               // of attention
  double cached_values = 0;       // keys and values of a token
  double elementwise_values = 0;  // see training_step.cpp
  double written_out_values = 0;  // the same one kernel at a time
  Flop attention;                 // forward, of one sequence
};
AdapterValues adapter_values(const Architecture& model, LoraTargets targets);

// The model has to outlive it.
TrainingBasis training_basis(const Architecture& model, const Device& device, int sequence);

// Of a basis for the same sequence length.
TrainingStep training_step(const TrainingBasis& basis, const TrainingSpeedInput& input);
// Its total alone, without the words: for searches.
Seconds training_step_time(const TrainingBasis& basis, const TrainingSpeedInput& input);

TrainingStep training_step(const Architecture& model, const TrainingSpeedInput& input, const Device& device);

// Idle time of a pipeline over the time of one micro-batch: p - 1 of them at the start and the end together. The v
// pieces of an interleaved stage divide it by v (Narayanan et al. 2021, section 2.2.2). ZB-H1 leaves
// (p - 1)(F + B - W) of (p - 1)(F + B + W), a third where forward, input and weight gradients take equally long
// (Qi et al. 2023, table 1).
double bubble_batches(const Layout& layout);

}  // namespace ridgepoint
