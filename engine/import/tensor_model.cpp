#include "engine/import/tensor_model.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::import {
namespace {

// Names of the parts of a layer, without what comes before "layers.*." and "h.*.".
struct PatternName {
  std::string rest;  // "self_attn.k_proj.weight"
  bool of_layer = false;
};

PatternName split_name(const std::string& pattern) {
  for (const std::string_view marker : {"layers.*.", "h.*.", "blocks.*.", "block.*."})
    if (const std::size_t at = pattern.find(marker); at != std::string::npos && (at == 0 || pattern[at - 1] == '.'))
      return {pattern.substr(at + marker.size()), true};
  return {pattern, false};
}

// Widths of heads that models have; names and shapes alone do not tell.
int usual_head_dim(double queries, double keys) {
  for (const int dim : {128, 64, 256, 96, 80, 32})
    if (std::fmod(queries, dim) == 0 && std::fmod(keys, dim) == 0 && std::fmod(queries, keys) == 0 &&
        queries / dim >= 4)
      return dim;
  return whole_size(keys);
}

}  // namespace

bool is_tower(std::string_view name) {
  for (const std::string_view part :
       {"vision", "visual", "audio", "mm_projector", "multi_modal_projector", "image_newline", "mtp."})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

int whole_size(double x) { return static_cast<int>(std::clamp(x, 0.0, 1e7)); }

void TensorModel::sort_out() {
  for (const auto& [name, pattern] : tensors_.all()) {
    const PatternName split = split_name(name);
    if (!split.of_layer || is_tower(name)) continue;
    in_layer_.emplace(split.rest, &pattern);
    layers_ = std::max(layers_, pattern.layers);
  }
}

const TensorPattern* TensorModel::layer(std::initializer_list<const char*> ends) const {
  for (const char* end : ends)
    if (const auto found = in_layer_.find(end); found != in_layer_.end()) return found->second;
  return nullptr;
}

const TensorPattern* TensorModel::outside(std::initializer_list<const char*> ends) const {
  for (const char* end : ends)
    for (const auto& [name, pattern] : tensors_.all())
      if (!split_name(name).of_layer && name.ends_with(end) && !is_tower(name)) return &pattern;
  return nullptr;
}

bool TensorModel::read_attention(ModelRecord& r, std::vector<std::string>& assumptions) const {
  const TensorPattern* q = layer({"self_attn.q_proj.weight", "attention.q_proj.weight", "attention.wq.weight"});
  const TensorPattern* k = layer({"self_attn.k_proj.weight", "attention.k_proj.weight", "attention.wk.weight"});
  const TensorPattern* o = layer({"self_attn.o_proj.weight", "self_attn.dense.weight", "attention.wo.weight"});
  const TensorPattern* fused =
      layer({"self_attn.qkv_proj.weight", "attention.query_key_value.weight", "self_attn.query_key_value.weight"});
  const TensorPattern* head_norm = layer({"self_attn.q_norm.weight"});
  if (!(q && k) && !fused) return false;
  double queries = q ? q->shape.outputs : o ? o->shape.inputs : r.hidden;
  const double keys = k ? k->shape.outputs : fused ? (fused->shape.outputs - queries) / 2 : queries;
  if (queries <= 0 || keys <= 0) return false;
  if (q && o && queries == 2 * o->shape.inputs) {
    r.attention_gate = true;
    queries = o->shape.inputs;
  }
  const bool known = head_norm && head_norm->shape.outputs == 0 && head_norm->shape.inputs < queries;
  const int dim = std::max(1, known ? whole_size(head_norm->shape.inputs) : usual_head_dim(queries, keys));
  if (!known)
    assumptions.push_back("Heads of width " + std::to_string(dim) +
                          " are assumed; shapes alone do not tell their width.");
  r.heads = std::max(1, whole_size(queries / dim));
  r.head_dim = dim;
  r.kv_heads = std::max(1, whole_size(keys / dim));
  if (head_norm) r.qk_norm = known ? QkNorm::head : QkNorm::full;
  const bool qkv = has({"self_attn.q_proj.bias", "self_attn.qkv_proj.bias", "attention.query_key_value.bias"});
  const bool out = has({"self_attn.o_proj.bias", "self_attn.dense.bias"});
  const bool mlp = has({"mlp.down_proj.bias", "mlp.dense_4h_to_h.bias", "mlp.fc2.bias"});
  r.bias = qkv && out && mlp ? Bias::all : qkv && out ? Bias::qkv_o : qkv ? Bias::qkv : mlp ? Bias::mlp : Bias::none;
  r.attention_sinks = has({"self_attn.sinks"});
  return true;
}

// DeepSeek's latent attention. Heads follow from the shapes: with queries Q = heads (nope + rope), the latent's
// output K = heads (nope + v) and values O = heads v, heads = (Q - K + O) / rope.
bool TensorModel::read_latent_attention(ModelRecord& r, std::vector<std::string>& assumptions) const {
  const TensorPattern* down = layer({"self_attn.kv_a_proj_with_mqa.weight"});
  const TensorPattern* norm = layer({"self_attn.kv_a_layernorm.weight"});
  const TensorPattern* up = layer({"self_attn.kv_b_proj.weight"});
  const TensorPattern* q_down = layer({"self_attn.q_a_proj.weight"});
  const TensorPattern* q = layer({"self_attn.q_b_proj.weight", "self_attn.q_proj.weight"});
  const TensorPattern* o = layer({"self_attn.o_proj.weight"});
  if (!down || !norm || !up || !q || !o) return false;
  const double latent = norm->shape.inputs, rope = down->shape.outputs - latent;
  const double queries = q->shape.outputs, expanded = up->shape.outputs, values = o->shape.inputs;
  const double heads = rope > 0 ? (queries - expanded + values) / rope : 0;
  if (heads < 1 || std::floor(heads) != heads || std::fmod(values, heads) != 0 || std::fmod(queries, heads) != 0)
    return false;
  r.heads = whole_size(heads);
  r.kv_lora_rank = whole_size(latent);
  r.rope_head_dim = whole_size(rope);
  r.nope_head_dim = whole_size(queries / heads - rope);
  r.value_head_dim = whole_size(values / heads);
  if (q_down) r.q_lora_rank = whole_size(q_down->shape.outputs);
  const TensorPattern* key = layer({"self_attn.indexer.wk.weight"});
  const TensorPattern* weights = layer({"self_attn.indexer.weights_proj.weight"});
  if (key && weights) {
    r.indexer_heads = whole_size(weights->shape.outputs);
    r.indexer_dim = whole_size(key->shape.outputs);
    r.indexer_top_k = 2048;
    assumptions.push_back("The indexer is taken to pick 2048 tokens; only config.json tells.");
  }
  return true;
}

// Gated DeltaNet of Qwen3-Next and Qwen3.5, with one matrix for all inputs or several.
std::optional<LinearRecord> TensorModel::delta_net(std::vector<std::string>& assumptions) const {
  const TensorPattern* heads = layer({"linear_attn.A_log"});
  const TensorPattern* norm = layer({"linear_attn.norm.weight"});
  const TensorPattern* conv = layer({"linear_attn.conv1d.weight"});
  const TensorPattern* out = layer({"linear_attn.out_proj.weight"});
  if (!heads || !norm || !conv || !out) return std::nullopt;
  LinearRecord linear;
  linear.kind = LinearKind::gated_deltanet;
  linear.layers = heads->count;
  linear.value_heads = whole_size(heads->shape.inputs);
  linear.value_dim = linear.key_dim = whole_size(norm->shape.inputs);
  linear.conv = whole_size(conv->shape.outputs);
  const double keys = (conv->shape.stack - out->shape.inputs) / 2;  // of the convolved queries, keys and values
  if (linear.key_dim == 0 || keys < linear.key_dim) return std::nullopt;
  linear.key_heads = whole_size(keys / linear.key_dim);
  assumptions.push_back("Keys of linear attention are taken to be as wide as values; shapes alone do not tell.");
  return linear;
}

std::optional<LinearRecord> TensorModel::mamba(std::vector<std::string>& assumptions) const {
  const TensorPattern* decay = layer({"mamba.A_log", "mixer.A_log"});
  const TensorPattern* conv = layer({"mamba.conv1d.weight", "mixer.conv1d.weight"});
  const TensorPattern* out = layer({"mamba.out_proj.weight", "mixer.out_proj.weight"});
  const TensorPattern* steps = layer({"mamba.dt_proj.weight", "mixer.dt_proj.weight"});
  if (!decay || !conv || !out || decay->shape.inputs < 1) return std::nullopt;
  LinearRecord linear;
  linear.layers = decay->count;
  linear.conv = whole_size(conv->shape.outputs);
  const double inner = out->shape.inputs;
  if (steps) {
    linear.kind = LinearKind::mamba1;
    linear.value_heads = whole_size(inner);
    linear.value_dim = 1;
    linear.key_dim = whole_size(decay->shape.inputs);
    linear.dt_rank = whole_size(steps->shape.inputs);
    return linear;
  }
  const double states = (conv->shape.stack - inner) / 2;  // B and C of all groups
  if (states < 1) return std::nullopt;
  linear.kind = LinearKind::mamba2;
  linear.value_heads = whole_size(decay->shape.inputs);
  linear.value_dim = whole_size(inner / decay->shape.inputs);
  linear.groups = std::fmod(states, 128) == 0 ? whole_size(states / 128) : 1;
  linear.key_dim = whole_size(states / linear.groups);
  assumptions.push_back("A state of " + std::to_string(linear.key_dim) +
                        " is assumed for the state-space layers; shapes alone do not tell.");
  return linear;
}

std::optional<LinearRecord> TensorModel::linear(std::vector<std::string>& assumptions) const {
  return has({"linear_attn.A_log"}) ? delta_net(assumptions) : mamba(assumptions);
}

// Attention and what stands in its place; the problem says which tensors were looked for.
std::optional<Problem> TensorModel::read_mixers(ModelRecord& r, std::vector<std::string>& assumptions) const {
  r.linear = linear(assumptions);
  const bool latent = has({"self_attn.kv_a_proj_with_mqa.weight"});
  const bool attends = latent ? read_latent_attention(r, assumptions) : read_attention(r, assumptions);
  const bool others = has({"linear_attn.out_proj.weight", "mamba.in_proj.weight", "mixer.in_proj.weight"});
  if ((attends || (r.linear && !latent)) && (!others || r.linear)) return std::nullopt;
  const char* wanted = latent   ? "q_proj or q_b_proj, kv_a_layernorm, kv_b_proj and o_proj of latent attention"
                       : others ? "A_log, conv1d, norm and out_proj of its linear attention or state space"
                                : "q_proj and k_proj, or qkv_proj, or query_key_value in its layers";
  return Problem{"not_available", "",
                 std::string("The attention of this model cannot be told from its tensors: looked for ") + wanted +
                     ". Give config.json instead."};
}

void TensorModel::read_feed_forward(ModelRecord& r) const {
  const TensorPattern* down = layer({"mlp.down_proj.weight", "mlp.dense_4h_to_h.weight", "mlp.fc2.weight",
                                     "feed_forward.w2.weight", "feed_forward.down_proj.weight"});
  const TensorPattern* up = layer({"mlp.up_proj.weight", "mlp.dense_h_to_4h.weight", "mlp.fc1.weight",
                                   "feed_forward.w3.weight", "feed_forward.up_proj.weight"});
  const TensorPattern* both = layer({"mlp.gate_up_proj.weight"});
  if (down) r.intermediate = whole_size(down->shape.inputs);
  const TensorPattern* expert =
      layer({"mlp.experts.*.down_proj.weight", "block_sparse_moe.experts.*.w2.weight", "mlp.experts.*.w2.weight",
             "feed_forward.experts.down_proj", "mlp.experts.down_proj", "feed_forward.experts.*.down_proj.weight"});
  const TensorPattern* router =
      layer({"mlp.gate.weight", "block_sparse_moe.gate.weight", "mlp.router.weight", "feed_forward.router.weight"});
  const TensorPattern* expert_gate =
      layer({"mlp.experts.*.gate_proj.weight", "block_sparse_moe.experts.*.w1.weight", "mlp.experts.gate_up_proj",
             "feed_forward.experts.gate_up_proj", "feed_forward.experts.*.gate_proj.weight"});
  r.gated = both || expert_gate ||
            has({"mlp.gate_proj.weight", "feed_forward.w1.weight", "feed_forward.gate_proj.weight"}) ||
            (!up && !expert);
  if (!expert) return;
  r.experts = router ? whole_size(router->shape.outputs) : expert->experts;
  r.expert_intermediate = whole_size(expert->shape.inputs);
  const TensorPattern* shared = layer({"mlp.shared_experts.down_proj.weight", "mlp.shared_expert.down_proj.weight",
                                       "feed_forward.shared_expert.down_proj.weight"});
  if (shared) r.shared_intermediate = whole_size(shared->shape.inputs);
  r.shared_gate = has({"mlp.shared_expert_gate.weight"});
  r.router_bias =
      has({"mlp.gate.e_score_correction_bias", "block_sparse_moe.e_score_correction_bias", "mlp.router.bias"});
  r.expert_bias = has({"mlp.experts.down_proj_bias"});
  const int dense = down ? down->count : 0;
  if (dense > 0 && dense < r.layers) r.dense_layers = dense;
}

void TensorModel::read_norms(ModelRecord& r) const {
  double norms = 0;
  bool biased = false;
  for (const auto& [name, found] : in_layer_) {
    const TensorPattern& pattern = *found;
    if (pattern.shape.inputs != r.hidden || pattern.shape.outputs != 0) continue;
    const bool is_norm = name.find("norm") != std::string::npos || name.find("ln_") != std::string::npos;
    const auto inside = [&whole = name](const char* part) { return whole.find(part) != std::string::npos; };
    const bool of_heads = inside("q_norm") || inside("k_norm") || inside("self_attn.") || inside("linear_attn.") ||
                          inside("mamba.") || inside("mixer.");
    if (is_norm && !of_heads && name.ends_with("weight")) norms += pattern.count;
    if (is_norm && name.ends_with("bias")) biased = true;
  }
  r.norms_per_layer = r.layers > 0 ? whole_size(std::floor(norms / r.layers + 0.5)) : 2;
  r.norm = biased ? Norm::layernorm : norms == 0 ? Norm::none : Norm::rms;
}

Result<ModelRecord> TensorModel::record(std::vector<std::string>& assumptions) {
  sort_out();
  ModelRecord r;
  const TensorPattern* embedding = outside(
      {"embed_tokens.weight", "wte.weight", "word_embeddings.weight", "embed_in.weight", "tok_embeddings.weight"});
  if (!embedding)
    return Problem{"not_available", "",
                   "The file has no token embeddings: it is not a language model, or only a part of one. Give "
                   "config.json instead."};
  r.layers = std::min(layers_, 10000);
  r.hidden = whole_size(embedding->shape.inputs);
  r.vocab = whole_size(embedding->shape.outputs);
  const TensorPattern* head = outside({"lm_head.weight", "embed_out.weight", "output.weight"});
  r.tied_embeddings = head == nullptr;
  r.lm_head_bias = outside({"lm_head.bias"}) != nullptr;
  if (auto problem = read_mixers(r, assumptions)) return *std::move(problem);
  read_feed_forward(r);
  read_norms(r);
  if (r.experts > 0) {
    r.experts_per_token = std::min(r.experts, r.experts >= 64 ? 8 : 2);
    assumptions.push_back(std::to_string(r.experts_per_token) +
                          " experts per token are assumed; only config.json tells.");
    r.kind = ModelKind::moe;
  }
  if (r.linear) r.kind = ModelKind::hybrid;
  return r;
}

}  // namespace ridgepoint::import
