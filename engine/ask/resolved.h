// What a scenario's names stand for: records, formats and machines.
#pragma once

#include <optional>
#include <string>

#include "engine/base/shared.h"
#include "engine/facts/catalog.h"
#include "engine/facts/device.h"
#include "engine/model/media.h"
#include "engine/model/speculation.h"

namespace ridgepoint {

// Shares of the dense weights and of the routed experts that lie in host memory.
struct HostShares {
  double dense = 0;
  double experts = 0;
};

// Records are those of the catalog, which has to outlive it.
struct Resolved {
  DECLARE_COPIES(Resolved);

  Shared<Architecture> model;       // of media only its name and kind
  std::optional<MediaModel> media;  // models that are not token decoders
  std::string model_id;
  Shared<Accelerator> accelerator;
  const Instance* instance = nullptr;
  Shared<NumberFormat> weights;  // training: of frozen weights
  Shared<NumberFormat> kv;
  Shared<ServingEngine> engine;                     // serving
  Shared<TrainingFramework> framework;              // training
  bool small_device = false;                        // the engine's defaults for small devices hold
  Arithmetic wanted_arithmetic = Arithmetic::bf16;  // what the weights would multiply in natively
  Device device;
  std::optional<Speculation> speculation;
  std::optional<Device> host;             // CPU whose memory takes weights that do not fit the accelerators
  Bytes host_memory;                      // of one machine
  std::optional<HostShares> host_shares;  // as the scenario gives them; absent: of what does not fit
  Bytes usable;
  TrainingOverheads training_overheads;
  bool wide_tables = false;  // training: what quantization leaves in 16 bits is held in FP32
  int gpus = 1;
  int per_node = 1;
  int nodes = 1;
  double derating = 0;  // share of the arithmetic rate that is lost to heat
};

}  // namespace ridgepoint
