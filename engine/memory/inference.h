// Inference memory of one GPU: weights, KV cache, constant states, activations, engine.
#pragma once

#include "engine/base/shared.h"
#include "engine/facts/serving_engine.h"
#include "engine/memory/memory_use.h"
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
  Shared<ServingEngine> engine;
};
MemoryUse inference_memory(const Architecture& model, const InferenceMemoryInput& input);
// Its total alone, without the words: for searches.
Bytes inference_memory_total(const Architecture& model, const InferenceMemoryInput& input);

// Bytes of weights on one GPU of the fullest stage.
Bytes weights_per_gpu(const Architecture& model, const NumberFormat& format, const Layout& layout);
// Of what comes one after the other in a step (activations, scores, logits) the most, on one GPU.
Bytes passing_per_gpu(const Architecture& model, const InferenceMemoryInput& input);
// Bytes one sequence of `tokens` takes on one GPU, whole blocks.
Bytes sequence_bytes_per_gpu(const Architecture& model, const InferenceMemoryInput& input, double tokens);

// Most sequences of `tokens` each that fit `budget` bytes on each GPU; 0 when none does.
double max_sequences(const Architecture& model, InferenceMemoryInput input, double tokens, Bytes budget);
// Longest context `input.sequences` sequences can all have in `budget`; 0 when none.
double max_context_that_fits(const Architecture& model, InferenceMemoryInput input, Bytes budget);

}  // namespace ridgepoint
