// Inference memory of one GPU: weights, KV cache, constant states, activations, engine.
#pragma once

#include "engine/memory/cache.h"
#include "engine/memory/memory_use.h"

namespace ridgepoint {

MemoryUse inference_memory(const Architecture& model, const InferenceMemoryInput& input);
// Its total alone, without the words: for searches.
Bytes inference_memory_total(const Architecture& model, const InferenceMemoryInput& input);

// Bytes of weights on one GPU of the fullest stage.
Bytes weights_per_gpu(const Architecture& model, const NumberFormat& format, const Layout& layout,
                      const FormatsOn* tiles = nullptr);
// Of what comes one after the other in a step (activations, scores, logits) the most, on one GPU.
Bytes passing_per_gpu(const Architecture& model, const InferenceMemoryInput& input);
// Bytes one sequence of `tokens` takes on one GPU, whole blocks.
Bytes sequence_bytes_per_gpu(const Architecture& model, const InferenceMemoryInput& input, double tokens);

// Most sequences of `tokens` each that fit `budget` bytes on each GPU; 0 when none does.
double max_sequences(const Architecture& model, InferenceMemoryInput input, double tokens, Bytes budget);
// Tokens of requests of `input.context` each, being read, that `room` bytes on each GPU hold: what engines print at
// their start. `draft`: that a draft takes for each.
double cache_tokens(const Architecture& model, const InferenceMemoryInput& input, Bytes room, Bytes draft);
// Longest context `input.sequences` sequences can all have in `budget`; 0 when none.
double max_context_that_fits(const Architecture& model, InferenceMemoryInput input, Bytes budget);

}  // namespace ridgepoint
