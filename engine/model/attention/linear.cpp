#include "engine/model/attention/linear.h"

namespace ridgepoint {

double LinearMixer::conv_channels() const {
  switch (kind) {
    case LinearKind::gated_deltanet:
      return 2 * keys() + values();
    case LinearKind::kda:
      return 3 * values();
    case LinearKind::mamba1:
    case LinearKind::short_conv:
      return values();
    case LinearKind::mamba2:
      return values() + 2.0 * groups * key_dim;
    case LinearKind::lightning:
      return 0;
  }
  return 0;
}

LinearMixer linear_of(const LinearRecord& r) {
  LinearMixer m;
  m.kind = r.kind;
  m.value_heads = r.value_heads;
  m.key_heads = r.key_heads.value_or(r.value_heads);
  m.key_dim = r.key_dim;
  m.value_dim = r.value_dim;
  m.conv = r.conv;
  m.groups = r.groups;
  m.dt_rank = r.dt_rank.value_or(0);
  return m;
}

void take_out_unused(LinearRecord& r, Unused& unused) {
  const std::string of = std::string(word_of(r.kind)) + " layers";
  if (r.kind != LinearKind::gated_deltanet) unused.take_out(r.key_heads, "linear/key_heads", of);
  if (r.kind != LinearKind::mamba1) unused.take_out(r.dt_rank, "linear/dt_rank", of);
  if (r.kind != LinearKind::mamba2) unused.take_out(r.groups, "linear/groups", of, 1);
}

// Parameter shapes of Gated DeltaNet (Qwen3-Next), Kimi Delta Attention, lightning attention
// (MiniMax-01), Mamba (Gu & Dao 2023), Mamba-2 (Dao & Gu 2024) and the gated short convolution of LFM2 as
// their reference code has them.
void add_matrices(LayerWeights& layer, double h, const LinearMixer& m) {
  const double keys = m.keys(), values = m.values(), heads = m.value_heads, state = m.key_dim;
  const double conv = m.conv_channels() * m.conv;
  switch (m.kind) {
    case LinearKind::gated_deltanet:
      layer.matrices.push_back({MatrixRole::mixer_input, h, 2 * keys + 2 * values + 2 * heads});
      layer.small_params += conv + 2 * heads + m.value_dim;
      break;
    case LinearKind::kda:
      layer.matrices.push_back({MatrixRole::mixer_input, h, 4 * values + m.value_dim + heads});
      layer.matrices.push_back({MatrixRole::mixer_inner, static_cast<double>(m.value_dim), values});
      layer.small_params += conv + values + heads + m.value_dim;
      break;
    case LinearKind::lightning:
      layer.matrices.push_back({MatrixRole::mixer_input, h, 4 * values});
      layer.small_params += values;
      break;
    case LinearKind::mamba1:
      layer.matrices.push_back({MatrixRole::mixer_input, h, 2 * values});
      layer.matrices.push_back({MatrixRole::mixer_inner, values, m.dt_rank + 2 * state});
      layer.matrices.push_back({MatrixRole::mixer_inner, static_cast<double>(m.dt_rank), values});
      layer.small_params += conv + 3 * values + values * state + m.dt_rank + 2 * state;
      break;
    case LinearKind::mamba2:
      layer.matrices.push_back({MatrixRole::mixer_input, h, 2 * values + 2 * m.groups * state + heads});
      layer.small_params += conv + m.conv_channels() + 3 * heads + values;
      break;
    case LinearKind::short_conv:
      layer.matrices.push_back({MatrixRole::mixer_input, h, 3 * values});
      layer.small_params += conv;
      break;
  }
  layer.matrices.push_back({MatrixRole::mixer_output, values, h});
}

double flop_per_token(const LinearMixer& m) { return 6.0 * m.values() * m.key_dim; }

Bytes mixer_state(const LinearMixer& m) {
  const double history = m.conv > 1 ? (m.conv - 1) * m.conv_channels() : 0;
  return bytes(4 * m.values() * m.key_dim + 2 * history);
}

}  // namespace ridgepoint
