// What memory of serving is reckoned from.
#pragma once

#include "engine/base/shared.h"
#include "engine/facts/serving_engine.h"
#include "engine/model/architecture.h"
#include "engine/model/parallel.h"

namespace ridgepoint {

struct InferenceMemoryInput {
  Shared<NumberFormat> weights;
  Shared<NumberFormat> kv;
  Layout layout;          // data = replicas
  double sequences = 1;   // held at once on one replica
  double context = 4096;  // tokens each may reach
  double prompt = 0;      // of those read before the first answer token; 0: all
  double prefill_chunk = 8192;
  double drafted = 0;   // tokens that a step verifies for each sequence beside the one it would make alone
  double limit = 1024;  // sequences that may run together: what LogitsOf::limit reserves for
  bool eager = false;   // no graphs are captured
  Bytes kept;           // at least for what a step and graphs take, whatever they do
  Shared<ServingEngine> engine;
};

}  // namespace ridgepoint
