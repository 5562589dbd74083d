#include "engine/import/gguf_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/base/fields.h"
#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/import/config.h"
#include "engine/import/families.h"
#include "engine/import/quantization.h"
#include "engine/import/tensor_model.h"

namespace ridgepoint::import {
namespace {

// ggml's tensor types: values and bytes of a block.
constexpr BlockType kBlockTypes[] = {
    {0, "f32", 1, 4},         {1, "f16", 1, 2},         {2, "q4_0", 32, 18},      {3, "q4_1", 32, 20},
    {6, "q5_0", 32, 22},      {7, "q5_1", 32, 24},      {8, "q8_0", 32, 34},      {9, "q8_1", 32, 36},
    {10, "q2_k", 256, 84},    {11, "q3_k", 256, 110},   {12, "q4_k", 256, 144},   {13, "q5_k", 256, 176},
    {14, "q6_k", 256, 210},   {15, "q8_k", 256, 292},   {16, "iq2_xxs", 256, 66}, {17, "iq2_xs", 256, 74},
    {18, "iq3_xxs", 256, 98}, {19, "iq1_s", 256, 50},   {20, "iq4_nl", 32, 18},   {21, "iq3_s", 256, 110},
    {22, "iq2_s", 256, 82},   {23, "iq4_xs", 256, 136}, {24, "i8", 1, 1},         {25, "i16", 1, 2},
    {26, "i32", 1, 4},        {27, "i64", 1, 8},        {28, "f64", 1, 8},        {29, "iq1_m", 256, 56},
    {30, "bf16", 1, 2},       {34, "tq1_0", 256, 54},   {35, "tq2_0", 256, 66},   {39, "mxfp4", 32, 17},
    {40, "nvfp4", 64, 36},    {41, "q1_0", 128, 18},    {42, "q2_0", 64, 18},
};

// general.file_type (llama.h) as catalog formats, by number.
constexpr auto kFileTypes =
    word_list("fp32", "gguf-f16", "gguf-q4_0", "gguf-q4_1", "", "", "", "gguf-q8_0", "gguf-q5_0", "gguf-q5_1",
              "gguf-q2_k", "gguf-q3_k_s", "gguf-q3_k_m", "gguf-q3_k_l", "gguf-q4_k_s", "gguf-q4_k_m", "gguf-q5_k_s",
              "gguf-q5_k_m", "gguf-q6_k", "gguf-iq2_xxs", "gguf-iq2_xs", "gguf-q2_k_s", "gguf-iq3_xs", "gguf-iq3_xxs",
              "gguf-iq1_s", "gguf-iq4_nl", "gguf-iq3_s", "gguf-iq3_m", "gguf-iq2_s", "gguf-iq2_m", "gguf-iq4_xs",
              "gguf-iq1_m", "gguf-bf16", "", "", "", "gguf-tq1_0", "gguf-tq2_0", "mxfp4", "nvfp4", "gguf-q1_0");

constexpr double kMost = 1e7;

// What Gemma 3n and 4 have beside the layers a record describes: projections, gates and norms of the per-layer
// embeddings, AltUp and Laurel, further norms and scales.
bool is_beside(std::string_view name) {
  static constexpr auto kStarts = word_list("per_layer_model_proj", "per_layer_proj_norm", "altup_", "blk.*.altup_",
                                            "blk.*.laurel_", "blk.*.inp_gate", "blk.*.proj.", "blk.*.post_norm",
                                            "blk.*.pre_ffw_norm_2", "blk.*.post_ffw_norm_", "blk.*.layer_output_scale");
  const auto starts = [&](std::string_view start) { return name.starts_with(start); };
  return std::any_of(kStarts.begin(), kStarts.end(), starts) || name == "blk.*.ffn_gate_inp.scale" ||
         name == "blk.*.ffn_down_exps.scale";
}

// The part of the model that matrices of a layer belong to, by how their names begin.
constexpr std::pair<std::string_view, Part> kPartNames[] = {
    {"ffn_gate_inp", Part::small},     {"ffn_latent_", Part::shared_experts},
    {"ffn_", Part::feed_forward},      {"attn_", Part::attention},
    {"indexer.", Part::attention},     {"ssm_in.", Part::linear},
    {"ssm_ba.", Part::linear},         {"ssm_alpha.", Part::linear},
    {"ssm_beta.", Part::linear},       {"ssm_x.", Part::linear},
    {"ssm_dt.", Part::linear},         {"shortconv.in_proj.", Part::linear},
    {"ssm_out.", Part::linear_output}, {"shortconv.out_proj.", Part::linear_output}};

Part part_of(std::string_view name, const Shape& shape, const ModelRecord& r) {
  if (name == "output.weight" || (name == "token_embd.weight" && r.tied_embeddings)) return Part::head;
  if (name.ends_with("token_embd.weight")) return Part::embeddings;
  if (!name.starts_with("blk.*.") || shape.outputs == 0 || is_beside(name)) return Part::small;
  name.remove_prefix(6);
  if (name.find("_exps.") != std::string_view::npos) return Part::experts;
  if (name.find("_shexp.") != std::string_view::npos) return Part::shared_experts;
  const bool mixes = r.linear && r.linear->kind == LinearKind::gated_deltanet;
  if (mixes && (name.starts_with("attn_qkv.") || name.starts_with("attn_gate."))) return Part::linear;
  const auto* known = find_where(kPartNames, [&](const auto& entry) { return name.starts_with(entry.first); });
  return known ? known->second : Part::small;
}

// A norm over the hidden width.
bool is_layer_norm(std::string_view name) {
  if (!name.starts_with("blk.*.") || is_beside(name)) return false;
  for (const std::string_view part : {"attn_q_norm", "attn_k_norm", "ssm_"})
    if (name.find(part) != std::string_view::npos) return false;
  return name.find("norm") != std::string_view::npos && name.find("weight") != std::string_view::npos;
}

// Reads one model's header; `layers` once known bounds the per-layer lists.
class Reader {
 public:
  Reader(const Header& header, const std::string& name)
      : h_(header), architecture_(header.text("general.architecture")) {
    out_.kind = "gguf";
    out_.model.name = header.text("general.name").empty() ? name : shortened(header.text("general.name"), 200);
    out_.model.id = id_of(out_.model.name);
    out_.model.family = architecture_;
    part_ = header.parts < header.split_count();
    if (const Family* known = find_family(architecture_, "")) family_ = *known;
  }

  Result<Imported> read();

 private:
  Result<Imported> read_adapter();
  // A number under the architecture's name; of a list the largest.
  std::optional<double> value(const std::string& key) const;
  int whole(const std::string& key, int otherwise = 0);
  const std::vector<double>* list(const std::string& key) const;
  const TensorPattern* layer_tensor(const std::string& name) const { return h_.tensors.find("blk.*." + name); }
  // Layers of which a list says more than nothing.
  int above_zero(const std::vector<double>& list) const {
    return static_cast<int>(
        std::count_if(list.begin(), list.begin() + out_.model.layers, [](double x) { return x > 0; }));
  }
  int count(const std::string& name) const;
  bool has(const std::string& name) const { return layer_tensor(name) != nullptr; }
  // What the family has, where only a part of the file is there and the tensors that would tell are not seen.
  template <class T>
  T told(bool seen, T tensors, T family) const {
    return part_ && !seen ? family : tensors;
  }

  void read_size();
  void read_attention();
  void read_latent();
  void read_windows();
  void read_feed_forward();
  void read_experts();
  std::optional<LinearRecord> state_space();
  std::optional<LinearRecord> short_convolution();
  void count_mixers(int& attention, int& others);
  void read_linear();
  void read_norms();
  void read_storage();
  void count_the_rest();
  void read_part_bits(const Architecture& model);
  void name_fields();

  const Header& h_;
  std::string architecture_;
  Imported out_;
  Problems problems_;
  Family family_;
  bool part_ = false;  // of a split file: what it holds is not counted
  int fed_ = 0;        // layers with a feed-forward, as the header gives them
};

std::optional<double> Reader::value(const std::string& key) const {
  const Metadata* found = h_.find(architecture_ + "." + key);
  if (!found || found->numbers.empty()) return found ? found->number : std::nullopt;
  return *std::max_element(found->numbers.begin(), found->numbers.end());
}

int Reader::whole(const std::string& key, int otherwise) {
  const auto x = value(key);
  if (!x) return otherwise;
  if (*x >= 0 && *x <= kMost && std::floor(*x) == *x) return static_cast<int>(*x);
  if (problems_.size() < 20)
    problems_.push_back({"bad_value", "/" + architecture_ + "." + key, "The value in the header cannot be."});
  return otherwise;
}

const std::vector<double>* Reader::list(const std::string& key) const {
  const Metadata* found = h_.find(architecture_ + "." + key);
  return found && found->numbers.size() >= static_cast<std::size_t>(out_.model.layers) ? &found->numbers : nullptr;
}

int Reader::count(const std::string& name) const {
  const TensorPattern* pattern = layer_tensor(name);
  return pattern ? pattern->count : 0;
}

void Reader::read_size() {
  ModelRecord& r = out_.model;
  const int mtp = whole("nextn_predict_layers");
  r.layers = std::max(0, whole("block_count") - mtp);
  if (!part_) r.mtp_params = h_.mtp_params;
  if (r.layers > 10000) problems_.push_back({"bad_value", "", "The header gives more layers than can be."});
  r.hidden = whole("embedding_length");
  r.vocab = whole("vocab_size");
  const TensorPattern* embedding = h_.tensors.find("token_embd.weight");
  if (embedding) r.vocab = whole_size(embedding->shape.outputs);
  const Metadata* tokens = h_.find("tokenizer.ggml.tokens");
  if (r.vocab == 0 && tokens) r.vocab = whole_size(tokens->length);
  const auto context = value("context_length");
  if (context && *context >= 1 && *context <= 2e9) r.max_context = *context;
  r.per_layer_embedding = whole("embedding_length_per_layer_input");
  r.tied_embeddings = h_.tensors.find("output.weight") == nullptr && (!part_ || family_.tied);
  if (part_)
    out_.assumptions.push_back("This is " + std::to_string(h_.parts) + " of " + short_number(h_.split_count()) +
                               " parts of a file: the model is taken from the header and what its family has, " +
                               "parameters and bytes are computed. Give all parts together for the file's own.");
  if (mtp > 0) out_.assumptions.push_back("Layers for predicting several tokens at once are left out.");
}

void Reader::read_latent() {
  ModelRecord& r = out_.model;
  const int rank = whole("attention.kv_lora_rank");
  if (rank == 0) return;
  r.kv_lora_rank = rank;
  r.rope_head_dim = whole("rope.dimension_count");
  if (const int query = whole("attention.q_lora_rank"); query > 0) r.q_lora_rank = query;
  // Newer files describe the latent in key_length and the heads in key_length_mla.
  int key = whole("attention.key_length_mla", 0);
  if (const int whole_key = whole("attention.key_length"); key == 0 && whole_key != rank + *r.rope_head_dim) {
    key = whole_key;
    if (!has("attn_k_b.weight")) r.expanded_cache = true;
  }
  const TensorPattern* up = layer_tensor(r.q_lora_rank ? "attn_q_b.weight" : "attn_q.weight");
  if (key == 0 && up && r.heads > 0) key = whole_size(up->shape.outputs) / r.heads;
  r.nope_head_dim = std::max(0, key - *r.rope_head_dim);
  const int wide = r.hidden / std::max(1, r.heads);
  r.value_head_dim = whole("attention.value_length_mla", whole("attention.value_length", wide));
  r.kv_heads.reset();
  r.head_dim.reset();
  if (r.expanded_cache)
    out_.assumptions.push_back(
        "The file has no key_length_mla: keys and values of all heads are cached, not the latent.");
}

void Reader::read_attention() {
  ModelRecord& r = out_.model;
  r.heads = whole("attention.head_count");
  const int kv_heads = whole("attention.head_count_kv", r.heads);
  if (kv_heads != r.heads && kv_heads > 0) r.kv_heads = kv_heads;
  if (const int dim = whole("attention.key_length_swa", whole("attention.key_length")); dim > 0) r.head_dim = dim;
  if (value("attention.key_length_swa")) r.global_head_dim = whole("attention.key_length");
  if (const int dim = whole("attention.value_length"); dim > 0 && !r.global_head_dim && dim != r.head_dim)
    r.value_head_dim = dim;
  read_latent();
  if (const int heads = whole("attention.indexer.head_count"); heads > 0) {
    r.indexer_heads = heads;
    r.indexer_dim = whole("attention.indexer.key_length");
    r.indexer_top_k = whole("attention.indexer.top_k");
  }
  if (const int shared = whole("attention.shared_kv_layers"); shared > 0 && shared < r.layers) {
    r.kv_layers = r.layers - shared;
    r.kv_layers_first = true;
  }
  const bool qkv = has("attn_q.bias") || has("attn_qkv.bias") || has("attn_k.bias");
  const bool o = has("attn_output.bias"), mlp = has("ffn_up.bias") || has("ffn_down.bias");
  r.bias = qkv && o && mlp ? Bias::all : qkv && o ? Bias::qkv_o : qkv ? Bias::qkv : mlp ? Bias::mlp : Bias::none;
  const bool seen = has("attn_output.weight");
  r.bias = told(seen, r.bias, family_.bias);
  r.attention_sinks = told(seen, has("attn_sinks.weight") || has("attn_sinks"), family_.sinks);
  const double queries = static_cast<double>(r.heads) * r.head_dim.value_or(r.heads > 0 ? r.hidden / r.heads : 0);
  const TensorPattern* q = layer_tensor("attn_q.weight");
  if (!r.kv_lora_rank && !r.global_head_dim)
    r.attention_gate = told(seen, q && q->shape.outputs == 2 * queries, family_.attention_gate);
  r.qk_norm = told(seen, QkNorm::none, family_.qk_norm);
  if (const TensorPattern* norm = layer_tensor("attn_q_norm.weight"))
    r.qk_norm = norm->shape.outputs == 0 && norm->shape.inputs < queries ? QkNorm::head : QkNorm::full;
}

void Reader::read_windows() {
  ModelRecord& r = out_.model;
  const int window = whole("attention.sliding_window", whole("attention.chunk_size"));
  if (window == 0 || (r.max_context && window >= *r.max_context)) return;
  std::vector<bool> windowed(static_cast<std::size_t>(r.layers), false);
  if (const std::vector<double>* pattern = list("attention.sliding_window_pattern")) {
    for (std::size_t i = 0; i < windowed.size(); ++i) windowed[i] = (*pattern)[i] != 0;
  } else {
    const int every = whole("attention.sliding_window_pattern", family_.window_every);
    if (every <= 1) return;
    for (std::size_t i = 0; i < windowed.size(); ++i) windowed[i] = static_cast<int>(i + 1) % every != 0;
  }
  const auto wide = static_cast<int>(std::count(windowed.begin(), windowed.end(), true));
  if (wide == 0) return;
  r.window = window;
  r.full_attention_layers = r.layers - wide;
  const std::vector<double>* heads = list("attention.head_count_kv");
  for (std::size_t i = 0; heads && i < windowed.size(); ++i) {
    const int kv = static_cast<int>(std::clamp((*heads)[i], 0.0, 100000.0));
    if (kv > 0 && windowed[i])
      r.kv_heads = kv;
    else if (kv > 0)
      r.global_kv_heads = kv;
  }
  r.global_k_is_v = r.global_head_dim && count("attn_v.weight") > 0 && count("attn_v.weight") < count("attn_k.weight");
}

void Reader::read_feed_forward() {
  ModelRecord& r = out_.model;
  const TensorPattern* down = layer_tensor("ffn_down.weight");
  const TensorPattern* up = layer_tensor("ffn_up.weight");
  r.intermediate = down ? whole_size(down->shape.inputs) : whole("feed_forward_length");
  const bool fused = up && down && up->shape.outputs == 2 * down->shape.inputs;
  r.gated = told(has("ffn_up.weight") || has("ffn_up_exps.weight") || has("ffn_gate_up_exps.weight"),
                 fused || has("ffn_gate.weight") || has("ffn_gate_exps.weight") || has("ffn_gate_up_exps.weight"),
                 family_.gated);
  fed_ = r.layers;
  if (const std::vector<double>* widths = list("feed_forward_length")) {
    const double sum = std::accumulate(widths->begin(), widths->begin() + r.layers, 0.0);
    fed_ = above_zero(*widths);
    if (fed_ > 0 && sum > 0 && sum / fed_ <= kMost) r.intermediate = static_cast<int>(sum / fed_);
  }
  read_experts();
  const int dense = part_ ? fed_ : count("ffn_down.weight");
  if (r.experts == 0 && dense > 0 && dense < r.layers) r.dense_layers = dense;
}

void Reader::read_experts() {
  ModelRecord& r = out_.model;
  r.experts = whole("expert_count");
  if (r.experts == 0) return;
  r.experts_per_token = whole("expert_used_count");
  const TensorPattern* down = layer_tensor("ffn_down_exps.weight");
  r.expert_intermediate = down ? whole_size(down->shape.inputs) : whole("expert_feed_forward_length", r.intermediate);
  const TensorPattern* shared = layer_tensor("ffn_down_shexp.weight");
  r.shared_intermediate =
      shared ? whole_size(shared->shape.inputs)
             : whole("expert_shared_feed_forward_length", whole("expert_shared_count") * r.expert_intermediate);
  const bool seen = has("ffn_gate_inp.weight");
  r.shared_gate = told(seen, has("ffn_gate_inp_shexp.weight"), family_.shared_gate && r.shared_intermediate > 0);
  r.router_bias =
      told(seen, has("exp_probs_b.bias") || has("exp_probs_b") || has("ffn_gate_inp.bias"), family_.router_bias);
  r.expert_bias = told(seen, has("ffn_down_exps.bias"), family_.expert_bias);
  if (const int latent = whole("moe_latent_size"); latent > 0) r.expert_latent = latent;
  const int routed = (fed_ - whole("leading_dense_block_count")) / std::max(1, whole("interleave_moe_layer_step"));
  const int moe = part_ ? routed : count("ffn_gate_inp.weight");
  const int dense = part_ ? fed_ - routed : count("ffn_down.weight");
  if (dense + moe > r.layers && dense == r.layers)
    r.parallel_dense = true;
  else if (dense > 0)
    r.dense_layers = dense;
  if (dense + moe != r.layers && !r.parallel_dense) r.moe_layers = std::max(0, moe);
}

// The mixer of the state-space layers; nothing where it is not told in a form that is known.
std::optional<LinearRecord> Reader::state_space() {
  const int inner = whole("ssm.inner_size"), state = whole("ssm.state_size"), steps = whole("ssm.time_step_rank");
  if (inner == 0 || state == 0 || steps == 0) return std::nullopt;
  LinearRecord linear;
  linear.conv = whole("ssm.conv_kernel", 4);
  linear.key_dim = state;
  const int groups = std::max(1, whole("ssm.group_count", 1));
  if (told(has("ssm_out.weight"), has("ssm_x.weight"), !value("ssm.group_count"))) {
    linear.kind = LinearKind::mamba1;
    linear.value_heads = inner;
    linear.value_dim = 1;
    linear.dt_rank = steps;
    return linear;
  }
  linear.value_heads = steps;
  linear.value_dim = inner / steps;
  if (told(has("ssm_out.weight"), has("ssm_ba.weight") || has("ssm_beta.weight"),
           value("full_attention_interval").has_value())) {
    linear.kind = LinearKind::gated_deltanet;
    linear.key_heads = groups;
  } else {
    linear.kind = LinearKind::mamba2;
    linear.groups = groups;
  }
  return linear;
}

// LFM2: every channel is a head of its own without a state.
std::optional<LinearRecord> Reader::short_convolution() {
  LinearRecord linear;
  linear.kind = LinearKind::short_conv;
  linear.value_heads = out_.model.hidden;
  linear.value_dim = 1;
  linear.conv = whole("shortconv.l_cache", 3);
  return linear;
}

// Of a part, the layers of each kind as the header gives them: every Nth has attention, or those that have heads of
// cache; where some have no feed-forward (Nemotron-H), those that have one have nothing else.
void Reader::count_mixers(int& attention, int& others) {
  const int layers = out_.model.layers, every = whole("full_attention_interval");
  const std::vector<double>* heads = list("attention.head_count_kv");
  attention = every > 0 ? layers / every : out_.model.heads > 0 ? layers : 0;
  others = value("ssm.inner_size") || value("shortconv.l_cache") ? layers : 0;
  if (every == 0 && heads) attention = above_zero(*heads);
  if (others > 0 && (every > 0 || heads)) others -= attention + (fed_ < layers ? fed_ : 0);
}

void Reader::read_linear() {
  ModelRecord& r = out_.model;
  const int convolved = count("shortconv.out_proj.weight");
  int attention = std::max(count("attn_output.weight"), count("attn_k.weight"));
  int others = std::max({count("ssm_conv1d.weight"), count("ssm_out.weight"), convolved});
  if (part_) count_mixers(attention, others);
  if (others == 0) return;
  r.linear = convolved > 0 || value("shortconv.l_cache") ? short_convolution() : state_space();
  if (!r.linear || attention + others > r.layers) {
    problems_.push_back({"not_available", "/general.architecture",
                         "Mixers of \"" + shortened(architecture_, 60) +
                             "\" are described in a way that is not known; give config.json instead."});
    return;
  }
  r.linear->layers = others;
  if (attention + others != r.layers) r.attention_layers = attention;
}

void Reader::read_norms() {
  ModelRecord& r = out_.model;
  double norms = 0;
  for (const auto& [name, pattern] : h_.tensors.all())
    if (is_layer_norm(name) && pattern.shape.inputs == r.hidden && pattern.shape.outputs == 0) norms += pattern.count;
  const TensorPattern* first = layer_tensor("attn_norm.weight");
  r.lm_head_bias = h_.tensors.find("output.bias") || (part_ && family_.lm_head_bias);
  r.embedding_norm = h_.tensors.find("token_embd_norm.weight") || (part_ && family_.embedding_norm);
  if (const TensorPattern* positions = h_.tensors.find("position_embd.weight"))
    r.learned_positions = whole_size(positions->shape.outputs);
  r.norms_per_layer = family_.norms;
  r.norm = family_.norm;
  if (part_ && !first) return;
  r.norms_per_layer = static_cast<int>(std::floor(norms / std::max(1, part_ ? first->count : r.layers) + 0.5));
  r.norm = Norm::rms;
  if (has("attn_norm.bias") || has("ffn_norm.bias"))
    r.norm = Norm::layernorm;
  else if (norms == 0)
    r.norm = Norm::none;
  else if (value("attention.layer_norm_epsilon") && !value("attention.layer_norm_rms_epsilon"))
    r.norm = Norm::layernorm_no_bias;
}

void Reader::read_storage() {
  const double type = h_.number("general.file_type").value_or(-1);
  if (type >= 0 && type < kFileTypes.size()) out_.format = kFileTypes[static_cast<std::size_t>(type)];
  const auto largest = std::max_element(h_.bytes_by_type.begin(), h_.bytes_by_type.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
  if (out_.format.empty() && largest != h_.bytes_by_type.end()) {
    const std::string wanted = "gguf-" + std::string(largest->first);
    const auto* named = find_where(kFileTypes, [&](std::string_view known) { return known.starts_with(wanted); });
    out_.format = named ? *named : wanted;
    out_.assumptions.push_back("The file does not name its mix of formats; that of most bytes is given.");
  }
  out_.model.native_precision = out_.format;
  if (part_) return;
  const double stored = h_.params + h_.mtp_params;
  if (stored > 0) out_.bits_per_weight = 8 * h_.bytes / stored;
  out_.bytes = h_.bytes;
}

// The file's own count is exact: what the record does not describe becomes extra_params, when it is known what it
// is, or little.
void Reader::count_the_rest() {
  ModelRecord& r = out_.model;
  double beside = 0;
  for (const auto& [name, pattern] : h_.tensors.all())
    if (is_beside(name)) beside += pattern.params;
  if (!part_) r.extra_params = beside;
  const Result<Architecture> built = architecture_of(r, "");
  if (!built.ok()) return;
  const double total = total_params(*built), missing = h_.params - total;
  r.params_b = total / 1e9;
  if (part_ || h_.params == 0) return;
  r.params_b = h_.params / 1e9;
  if (missing == 0) return;
  take_the_rest(out_, h_.params, missing, total, "that are known from its header");
}

// Bits of each part, which make its bytes those of the file; bytes of no part that the model has count as small. Where
// parts cannot be told apart so, all have the mean.
void Reader::read_part_bits(const Architecture& model) {
  constexpr auto kSmall = static_cast<std::size_t>(Part::small);
  const std::array<double, kParts> params = params_by_part(model);
  std::array<double, kParts> bytes{};
  bytes[kSmall] = h_.bytes - h_.mtp_bytes;
  const auto bits = [](double held, double of) { return std::clamp(std::round(8e4 * held / of) / 1e4, 1.0, 64.0); };
  const double mean = bits(bytes[kSmall], total_params(model));
  for (const auto& [name, pattern] : h_.tensors.all()) {
    const auto part = static_cast<std::size_t>(part_of(name, pattern.shape, out_.model));
    if (params[part] <= 0) continue;
    bytes[kSmall] -= pattern.bytes;
    bytes[part] += pattern.bytes;
  }
  const bool told = bytes[kSmall] <= 8 * params[kSmall];
  PartBits& own = out_.model.part_bits;
  for (std::size_t i = 0; i < kParts; ++i)
    if (params[i] > 0) own.of[i] = told ? bits(bytes[i], params[i]) : mean;
  if (h_.mtp_params > 0) own.prediction = bits(h_.mtp_bytes, h_.mtp_params);
}

// LoRA: pairs of matrices named after the one they belong to, "blk.0.attn_q.weight.lora_a" and "lora_b".
Result<Imported> Reader::read_adapter() {
  constexpr std::string_view kDown = ".weight.lora_a";
  Adapter adapter;
  adapter.params = h_.params;
  adapter.base = shortened(h_.text("general.base_model.0.name"), 200);
  for (const auto& [name, pattern] : h_.tensors.all()) {
    if (name.size() <= kDown.size() || name.substr(name.size() - kDown.size()) != kDown) continue;
    adapter.rank = std::max(adapter.rank, whole_size(pattern.shape.outputs));
    const std::string of = name.substr(0, name.size() - kDown.size());
    if (adapter.targets.size() < 100) adapter.targets.push_back(of.starts_with("blk.*.") ? of.substr(6) : of);
  }
  if (adapter.rank == 0) return Problem{"not_available", "", "Of adapters only LoRA is known."};
  out_.kind = "adapter";
  read_storage();
  out_.adapter = std::move(adapter);
  out_.assumptions.push_back("This is an adapter; choose the model it was trained for.");
  return out_;
}

// What the header calls the fields of the model.
void Reader::name_fields() {
  static constexpr auto kFields =
      word_list("/layers block_count", "/hidden embedding_length", "/intermediate feed_forward_length",
                "/heads attention.head_count", "/kv_heads attention.head_count_kv", "/head_dim attention.key_length",
                "/value_head_dim attention.value_length", "/vocab vocab_size", "/max_context context_length",
                "/window attention.sliding_window", "/experts expert_count", "/experts_per_token expert_used_count",
                "/expert_intermediate expert_feed_forward_length");
  for (const std::string_view names : kFields) {
    const std::string key(names.substr(names.find(' ') + 1));
    if (value(key))
      out_.keys.push_back({std::string(names.substr(0, names.find(' '))), "/" + architecture_ + "." + key});
  }
}

Result<Imported> Reader::read() {
  if (h_.text("general.type") == "adapter" || !h_.text("adapter.type").empty()) return read_adapter();
  if (architecture_.empty())
    return Problem{"missing_field", "/general.architecture", "The header does not name the architecture."};
  if (architecture_ == "clip" || architecture_ == "bert" || architecture_ == "t5encoder" || architecture_ == "whisper")
    return Problem{"not_available", "/general.architecture",
                   "\"" + architecture_ + "\" models do not generate tokens and cannot be imported."};
  read_size();
  if (!problems_.empty()) return problems_;
  read_attention();
  read_windows();
  read_feed_forward();
  read_linear();
  read_norms();
  if (!problems_.empty()) return problems_;
  ModelRecord& r = out_.model;
  r.kind = r.linear ? ModelKind::hybrid : r.experts > 0 ? ModelKind::moe : ModelKind::decoder;
  leave_out_unused(out_);
  name_fields();
  const Result<Architecture> built = architecture_of(r, "");
  if (!built.ok()) return in_file(built.problems(), out_);
  read_storage();
  count_the_rest();
  const Result<Architecture> settled = architecture_of(r, "");
  if (settled.ok() && r.experts > 0) r.active_params_b = active_params(*settled) / 1e9;
  if (settled.ok() && out_.bytes && h_.params > 0) read_part_bits(*settled);
  return out_;
}

// Tables of positions that are computed, not learned.
bool is_helper(std::string_view name) {
  return name.rfind("rope_", 0) == 0 || name.find(".rope_") != std::string_view::npos;
}

}  // namespace

const BlockType* find_block_type(std::uint32_t id) {
  return find_where(kBlockTypes, [&](const BlockType& type) { return type.id == id; });
}

// Layers for predicting several tokens at once are the last blocks.
bool Header::predicts(std::string_view name) {
  const std::string of = text("general.architecture") + ".";
  const double layers = trunk_ ? 0 : number(of + "nextn_predict_layers").value_or(0);
  if (!trunk_) trunk_ = layers > 0 ? number(of + "block_count").value_or(0) - layers : 1e9;
  if (!name.starts_with("blk.")) return false;
  double layer = 0;
  for (const char c : name.substr(4)) {
    if (c < '0' || c > '9') break;
    layer = 10 * layer + (c - '0');
  }
  return layer >= *trunk_;
}

void Header::add(std::string_view name, const Shape& shape, double values, double size, const BlockType& type) {
  bytes += size;
  if (is_helper(name)) return;
  bytes_by_type[type.name] += size;
  if (predicts(name)) {
    mtp_params += values;
    mtp_bytes += size;
    return;
  }
  params += values;
  tensors.add(name, shape, values, size);
}

Result<Imported> model_of(const Header& header, const std::string& name) { return Reader(header, name).read(); }

}  // namespace ridgepoint::import
