// Sparse attention: a small indexer scores the tokens seen and attention runs over the best of them (DeepSeek-V3.2).
#pragma once

#include "engine/model/attention/attention.h"

namespace ridgepoint {

// Of `pickable` entries of the cache those that are attended to: all where nothing picks.
double picked(const Attention& a, double pickable);
// Of one token: the indexer reads every entry that it may pick, with all its heads on every rank.
double indexer_flop(const Attention& a, double pickable);
// Bytes that a cached number takes: of 8 bits more where a kernel gathers entries, which keeps 64 rotary numbers in 16
// bits and scales beside the others: 656 of 576 numbers (DeepSeek-V3.2), 584 of 512 (DeepSeek-V4; FlashMLA, vLLM).
double number_bytes(const Attention& a, double bits);
// Index keys of so many entries: a byte for each number and an FP32 scale, on every rank.
double index_key_bytes(const Attention& a, double entries);
// Heads that one of `tensor` ranks computes, in the kernel's number of them at least.
double heads_computed(const Attention& a, int tensor);
// Whether the kernel works on the latent vector whatever the form: other tokens are gathered for each query.
inline bool gathers(const Attention& a) { return a.indexer_heads > 0; }
// Matrices and norms of the indexer, per layer.
void add_indexer(LayerWeights& layer, double hidden, const Attention& a);

}  // namespace ridgepoint
