#include "engine/memory/activations.h"

#include <algorithm>

#include "engine/memory/states.h"

namespace ridgepoint {
namespace {

// Bytes per value of matrix multiplication inputs, and of the residual stream. Autocast keeps the
// residual in FP32, because embeddings and norms give FP32; under FSDP its parameters are cast first.
double value_bytes(const TrainingMemoryInput& in) { return in.recipe == Recipe::fp32 ? 4 : 2; }
double residual_bytes(const TrainingMemoryInput& in) {
  const bool fp32 = in.recipe == Recipe::autocast && !shards_weights(in.layout.sharding);
  return fp32 ? 4 : value_bytes(in);
}

bool any_trained(const LayerGroup& group, const TrainingMemoryInput& in, Kept kept) {
  return std::any_of(group.matrices.begin(), group.matrices.end(),
                     [&](const Matrix& m) { return traits_of(m.role).kept == kept && is_trained(m.role, in); });
}

double outputs_of(const LayerGroup& group, MatrixRole role) {
  for (const Matrix& m : group.matrices)
    if (m.role == role) return m.outputs;
  return 0;
}

// A norm over `width` values. Fused kernels keep their input. RMSNorm written out in PyTorch, as in
// most model code, keeps an FP32 copy of it and, when its weight is trained, the normalized values.
double norm_bytes(Norm norm, double width, const TrainingMemoryInput& in) {
  if (norm == Norm::none) return 0;
  if (norm != Norm::rms || in.compiled) return width * residual_bytes(in);
  const double normalized = is_adapter_method(in.method) ? 0 : residual_bytes(in);
  return width * (4 + normalized);
}

// The score matrix without flash attention: softmax output 2, the copy that multiplies V 2 (dropout's
// output, or the 16-bit copy of an FP32 softmax), dropout mask 1: the 5 a s of Korthikanti et al.
double score_bytes(const Attention& a, const TrainingMemoryInput& in) {
  if (in.flash_attention || in.checkpointing == Checkpointing::selective) return 0;
  return static_cast<double>(a.heads) * in.sequence * (2 * value_bytes(in) + (in.dropout ? 1 : 0));
}

// Softmax statistics that flash attention keeps: one FP32 number per head and token.
double statistics_bytes(const Attention& a, const TrainingMemoryInput& in) {
  return in.flash_attention ? 4.0 * a.heads : 0;
}

double qk_norm_bytes(const LayerGroup& group, const Attention& a, const TrainingMemoryInput& in) {
  const double width = static_cast<double>(a.heads + a.kv_heads) * a.key_dim;
  return group.qk_norm ? norm_bytes(group.norm, width, in) : 0;
}

double attention_bytes(const LayerGroup& group, int hidden, const TrainingMemoryInput& in) {
  const Attention& a = *group.attention;
  const double e = value_bytes(in);
  double sum = formulas_of(a.kind).kept_values(a, in.layout.tensor, !in.flash_attention) * e;
  if (any_trained(group, in, Kept::attention_input)) sum += hidden * e;
  sum += qk_norm_bytes(group, a, in) + score_bytes(a, in) + statistics_bytes(a, in);
  return sum + (in.dropout ? hidden : 0);
}

// Linear attention and state-space layers: the input, all projections, the convolved ones, and the
// gated output before the output projection. States are recomputed from chunk to chunk.
double linear_bytes(const LayerGroup& group, int hidden, const TrainingMemoryInput& in) {
  const LinearMixer& m = *group.linear;
  const double e = value_bytes(in), values = static_cast<double>(m.value_heads) * m.value_dim;
  const double projected = outputs_of(group, MatrixRole::mixer_input);
  const double convolved = m.conv > 0 ? std::max(0.0, projected - values) : 0;
  const double input = any_trained(group, in, Kept::mixer_input) ? hidden : 0;
  return (input + projected + convolved + 2 * values) * e;
}

// A feed-forward of `width`: gate, up, activated gate (recomputed when fused) and their product (when it is written
// over them, too); a plain one keeps what enters and leaves its activation function.
double feed_forward_bytes(double width, bool gated, bool down_trained, const TrainingMemoryInput& in) {
  const double entering = gated ? (in.compiled || in.in_place() ? 2 : 3) : 1;
  return width * (entering + (down_trained && !in.in_place() ? 1 : 0)) * value_bytes(in);
}

double dense_bytes(const LayerGroup& group, int hidden, const TrainingMemoryInput& in) {
  const bool down = any_trained(group, in, Kept::product);
  double sum = feed_forward_bytes(group.dense.width, group.dense.gated, down, in);
  if (any_trained(group, in, Kept::feed_forward_input)) sum += hidden * value_bytes(in);
  return sum + (in.dropout ? hidden : 0);
}

// Routed tokens: each token is copied to its k experts, goes through their feed-forwards, and their
// outputs are kept for the router's gradient. Router logits and probabilities are FP32. Experts are
// taken as evenly loaded.
double expert_bytes(const LayerGroup& group, int hidden, const TrainingMemoryInput& in) {
  const Experts& x = group.experts;
  const double e = value_bytes(in), k = x.per_token, outer = x.latent > 0 ? x.latent : hidden;
  const bool trained = !is_adapter_method(in.method) || in.lora.targets == LoraTargets::all_linear;
  double sum = k * feed_forward_bytes(x.width, x.gated, trained, in) + 8.0 * x.count;
  sum += k * outer * e * (trained ? 2 : 1);
  sum += feed_forward_bytes(x.shared_width, x.gated, any_trained(group, in, Kept::shared_product), in);
  return sum + (trained ? hidden * e : 0);
}

// What A of each adapter gives to B.
double adapter_bytes(const LayerGroup& group, const TrainingMemoryInput& in) {
  if (!is_adapter_method(in.method)) return 0;
  double adapters = 0;
  for (const Matrix& m : group.matrices) adapters += is_trained(m.role, in) ? 1 : 0;
  return adapters * in.lora.rank * value_bytes(in);
}

double layer_bytes_per_token(const LayerGroup& group, int hidden, const TrainingMemoryInput& in) {
  double sum = group.norms * norm_bytes(group.norm, hidden, in) + adapter_bytes(group, in);
  if (group.attention) sum += attention_bytes(group, hidden, in);
  if (group.linear) sum += linear_bytes(group, hidden, in);
  if (group.dense.width > 0) sum += dense_bytes(group, hidden, in);
  if (group.experts.count > 0) sum += expert_bytes(group, hidden, in);
  return sum;
}

Bytes of_tokens(double per_token, const TrainingMemoryInput& in) {
  return bytes(per_token * micro_batch_tokens(in) / in.layout.tensor);
}

}  // namespace

double micro_batch_tokens(const TrainingMemoryInput& input) {
  return static_cast<double>(input.micro_batch) * input.sequence / input.layout.context;
}

Bytes layer_activations(const LayerGroup& group, int hidden, const TrainingMemoryInput& input) {
  if (input.checkpointing == Checkpointing::full) return of_tokens(hidden * residual_bytes(input), input);
  return of_tokens(layer_bytes_per_token(group, hidden, input), input);
}

Bytes layer_working_set(const LayerGroup& group, int hidden, const TrainingMemoryInput& input) {
  TrainingMemoryInput all = input;
  all.checkpointing = Checkpointing::none;
  return of_tokens(layer_bytes_per_token(group, hidden, all), all);
}

Bytes layer_backward_buffers(const LayerGroup& group, int hidden, const TrainingMemoryInput& input) {
  const Experts& x = group.experts;
  const double gated = input.in_place() ? 1 : group.dense.gated ? 3 : 2;
  const double width = std::max<double>(group.dense.width, x.per_token * x.width + x.shared_width);
  return of_tokens((gated * width + 2.0 * hidden) * value_bytes(input), input);
}

Bytes head_input(int hidden, const TrainingMemoryInput& input) {
  const double head = is_adapter_method(input.method) ? 0 : value_bytes(input);
  return of_tokens(norm_bytes(Norm::rms, hidden, input) + hidden * head, input);
}

double logit_tokens(const TrainingMemoryInput& input) {
  const double scored = micro_batch_tokens(input) * input.scored, most = input.habits.logit_tokens;
  return input.loss == Loss::plain && most > 0 ? std::min(scored, most) : scored;
}

// plain: 16-bit logits 2, FP32 copy 4, log-softmax 4, gradient 4, as PyTorch's cross entropy on upcast
// logits (torchtune's 3B ladder leaves 13 to 14.4 for it), or what the trainer's own code holds. chunked: 16-bit logits
// and gradient stay, the FP32 work is done for an eighth at a time; the difference of 8.5 is the 8.3 that torchtune's
// chunked cross entropy removed. What it saves for the backward pass goes to the host with activations.
double bytes_per_logit(const TrainingMemoryInput& input) {
  if (input.loss == Loss::plain) return input.habits.logit_bytes;
  return (4 + 4 + 4) / 8.0 + (input.offload == Offload::activations ? 2 / 8.0 : 2 + 2);
}

// fused: as many logits at once as the hidden states have values (Liger Kernel's chunk), and the
// hidden states' gradient.
Bytes loss_buffers(int hidden, int vocab, const TrainingMemoryInput& input) {
  const double each = input.loss == Loss::fused ? hidden * (2 + 4 + 4 + 2.0) : vocab * bytes_per_logit(input);
  return bytes(each * logit_tokens(input) / input.layout.tensor);
}

}  // namespace ridgepoint
