// Layers of a model: what mixes tokens, what is applied to each, and the matrices of both.
#pragma once

#include <optional>

#include "engine/model/attention/attention.h"
#include "engine/model/attention/linear.h"
#include "engine/model/matrix.h"
#include "engine/model/record.h"

namespace ridgepoint {

struct FeedForward {
  int width = 0;  // 0: none
  bool gated = true;
};

struct Experts {
  int count = 0;  // 0: none
  int per_token = 0;
  int width = 0;
  int shared_width = 0;
  int latent = 0;  // 0: experts act on the hidden width
  bool gated = true;
  double outer(double hidden) const { return latent > 0 ? latent : hidden; }  // width of a token that is sent to them
};

// `count` equal layers.
struct LayerGroup : LayerWeights {
  int count = 0;
  std::optional<Attention> attention;
  std::optional<LinearMixer> linear;
  FeedForward dense;
  Experts experts;
  double expert_params = 0;  // of one routed expert
  Norm norm = Norm::rms;     // kind and number of the norms over the hidden width
  int norms = 2;
  bool qk_norm = false;  // norms over queries and keys
};

// Of all matrices of one layer, experts not among them.
double matrix_params(const LayerGroup& layer);

}  // namespace ridgepoint
