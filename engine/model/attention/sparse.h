// Attention that does not see all there is: a small indexer scores the tokens seen and attention runs over the best of
// them (DeepSeek-V3.2), or what lies before a window is seen compressed, one entry for several tokens (DeepSeek-V4).
#pragma once

#include "engine/model/attention/attention.h"
#include "engine/model/matrix.h"

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

// Entries of the cache that attention may run over: those of the window, and those that stand for the context.
struct Entries {
  double window = 0;
  double compressed = 0;
};
// `beside`: tokens kept beyond the window.
Entries entries_of(const Attention& a, double context, double beside = 0);

// Makes one entry of `width` numbers out of `ratio` tokens: values and gates, a position table and a norm. Overlapping
// stretches are made twice.
void add_compressor(LayerWeights& layer, MatrixRole role, double hidden, double width, int ratio, bool overlapping);
void add_compressed_context(LayerWeights& layer, double hidden, const Attention& a);

}  // namespace ridgepoint
