// Layers with a window that see the rest of the context compressed, one entry for several tokens (DeepSeek-V4).
#pragma once

#include "engine/model/attention/attention.h"
#include "engine/model/matrix.h"

namespace ridgepoint {

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
