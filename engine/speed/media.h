// Time of models that are not token decoders: a batch of items through all networks, and a training step.
#pragma once

#include <vector>

#include "engine/facts/device.h"
#include "engine/model/media.h"
#include "engine/speed/roofline.h"

namespace ridgepoint {

struct MediaSpeedInput {
  NumberFormat weights;
  double batch = 1;      // items that go through together
  bool compiled = true;  // kernels fused by a compiler; else eager
  Bytes from_host;       // weights fetched for every batch
};

// A batch of items on one device. Lines add up to the time exactly; lines without time are left out. Those of networks
// are called as the passes are, which have to outlive them.
struct MediaTime {
  std::vector<TimeLine> lines;
  Work work;
  Seconds total() const { return sum_of(lines); }
};
// Each network, run by run: its matrix products or convolutions by the roofline, then what is element-wise or
// moves activations, which nothing hides. Networks whose work is unknown take no time.
MediaTime media_time(const std::vector<Pass>& passes, const MediaSpeedInput& input, const Device& device);

struct MediaTrainingSpeedInput {
  double micro_batch = 1;  // items on each device at once
  int accumulation = 1;
  int devices = 1;   // data parallel
  int per_node = 8;  // of them in one machine
  bool sharded = false;
  bool compiled = false;
  bool recomputed = false;    // activations are computed again in the backward pass
  double gradient_bytes = 4;  // per parameter
  double weight_bytes = 2;    // gathered where weights are sharded
  double state_bytes = 18;    // read and written by the optimizer
};
struct MediaTrainingStep {
  std::vector<TimeLine> lines;
  double samples = 0;  // of all devices in a step
  Flop model_flop;     // of all devices, three forward passes
  Flop hardware_flop;  // the same with recomputation
  Seconds total() const { return sum_of(lines); }
};
// Training of the networks that are trained; the others prepared their output beforehand.
MediaTrainingStep media_training_step(const std::vector<Pass>& passes, const MediaTrainingSpeedInput& input,
                                      const Device& device);

}  // namespace ridgepoint
