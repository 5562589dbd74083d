// What the speed formulas need to know of a machine: plain rates, no catalog.
#pragma once

#include "engine/base/units.h"
#include "engine/facts/accelerator.h"
#include "engine/facts/calibration.h"

namespace ridgepoint {

struct Device {
  BytesPerSecond bandwidth;                  // vendor peak
  Arithmetic arithmetic = Arithmetic::bf16;  // used by weight GEMMs
  FlopPerSecond gemm_peak;                   // in that arithmetic
  bool rate_known = true;                    // else so fast that it never limits
  bool has_fp8 = true;                       // arithmetic in FP8
  FlopPerSecond peak_fp8;                    // in it, for parts that a narrower format leaves in 8 bits; 0: none
  FlopPerSecond fp32_products;  // FP32, of networks that are not token decoders and convolve in TF32 where they can; 0:
                                // of all else
  FlopPerSecond peak_16bit;     // attention, unquantized parts; MFU denominator for 16-bit training
  std::optional<BytesPerSecond> fabric_per_direction;
  std::optional<BytesPerSecond> fabric_pair;
  int fabric_domain = 1;
  BytesPerSecond pcie;     // per direction
  BytesPerSecond network;  // per device, per direction, to other nodes
  Efficiency efficiency;
  TrainingEfficiency training;
  TrainingSoftware training_software;
  MediaEfficiency media;  // of models that are not token decoders
  MediaTraffic media_traffic;
};

}  // namespace ridgepoint
