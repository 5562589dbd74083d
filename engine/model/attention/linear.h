// Token mixers with a constant state: linear attention, state-space models, short convolutions.
#pragma once

#include "engine/base/units.h"
#include "engine/model/attention/attention.h"
#include "engine/model/matrix.h"
#include "engine/model/record.h"

namespace ridgepoint {

struct LinearMixer {
  LinearKind kind = LinearKind::mamba2;
  int key_heads = 0;
  int value_heads = 0;
  int key_dim = 0;
  int value_dim = 0;
  int conv = 0;
  int groups = 1;
  int dt_rank = 0;

  double keys() const { return static_cast<double>(key_heads) * key_dim; }
  double values() const { return static_cast<double>(value_heads) * value_dim; }
  double conv_channels() const;  // that the short convolution runs over
};
LinearMixer linear_of(const LinearRecord& record);
void take_out_unused(LinearRecord& record, Unused& unused);

// Its weight matrices, convolutions, norms and biases, per layer.
void add_matrices(LayerWeights& layer, double hidden, const LinearMixer& m);
// FLOP for a token: decay, update and read of the state, 2 for each of its numbers in each.
double flop_per_token(const LinearMixer& m);
// Of one sequence in one layer: the state in FP32, what the convolution remembers in 16 bits.
Bytes mixer_state(const LinearMixer& m);

}  // namespace ridgepoint
