#include "engine/import/gguf_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/fields_text.h"
#include "engine/base/lists.h"
#include "engine/import/config.h"

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

// general.file_type (llama.h) as catalog formats.
struct FileType {
  int id;
  std::string_view format;
};
constexpr FileType kFileTypes[] = {
    {0, "fp32"},          {1, "gguf-f16"},      {2, "gguf-q4_0"},    {3, "gguf-q4_1"},    {7, "gguf-q8_0"},
    {8, "gguf-q5_0"},     {9, "gguf-q5_1"},     {10, "gguf-q2_k"},   {11, "gguf-q3_k_s"}, {12, "gguf-q3_k_m"},
    {13, "gguf-q3_k_l"},  {14, "gguf-q4_k_s"},  {15, "gguf-q4_k_m"}, {16, "gguf-q5_k_s"}, {17, "gguf-q5_k_m"},
    {18, "gguf-q6_k"},    {19, "gguf-iq2_xxs"}, {20, "gguf-iq2_xs"}, {21, "gguf-q2_k_s"}, {22, "gguf-iq3_xs"},
    {23, "gguf-iq3_xxs"}, {24, "gguf-iq1_s"},   {25, "gguf-iq4_nl"}, {26, "gguf-iq3_s"},  {27, "gguf-iq3_m"},
    {28, "gguf-iq2_s"},   {29, "gguf-iq2_m"},   {30, "gguf-iq4_xs"}, {31, "gguf-iq1_m"},  {32, "gguf-bf16"},
    {36, "gguf-tq1_0"},   {37, "gguf-tq2_0"},   {38, "mxfp4"},       {39, "nvfp4"},       {40, "gguf-q1_0"},
};

// Every Nth layer sees all where the file gives a window but no pattern (llama.cpp's model code).
struct WindowRule {
  std::string_view architecture;
  int every;
};
constexpr WindowRule kWindowRules[] = {{"gemma2", 2},  {"gemma3", 6}, {"gpt-oss", 2},
                                       {"cohere2", 4}, {"llama4", 4}, {"exaone4", 4}};

constexpr double kMost = 1e7;

// What Gemma 3n and 4 have beside the layers a record describes: projections, gates and norms of the per-layer
// embeddings, AltUp and Laurel, further norms and scales.
bool is_beside(std::string_view name) {
  static constexpr std::string_view kStarts[] = {
      "per_layer_model_proj", "per_layer_proj_norm",     "altup_",
      "blk.*.altup_",         "blk.*.laurel_",           "blk.*.inp_gate",
      "blk.*.proj.",          "blk.*.post_norm",         "blk.*.pre_ffw_norm_2",
      "blk.*.post_ffw_norm_", "blk.*.layer_output_scale"};
  const auto starts = [&](std::string_view start) { return name.starts_with(start); };
  return std::any_of(std::begin(kStarts), std::end(kStarts), starts) || name == "blk.*.ffn_gate_inp.scale" ||
         name == "blk.*.ffn_down_exps.scale";
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
    split_ = header.number("split.count").value_or(1) > 1;
  }

  Result<Imported> read();

 private:
  Result<Imported> read_adapter();
  // A number under the architecture's name; of a list the largest.
  std::optional<double> value(const std::string& key) const;
  int whole(const std::string& key, int otherwise = 0);
  const std::vector<double>* list(const std::string& key) const;
  const TensorPattern* layer_tensor(const std::string& name) const { return h_.tensors.find("blk.*." + name); }
  int count(const std::string& name) const;
  bool has(const std::string& name) const { return layer_tensor(name) != nullptr; }

  void read_size();
  void read_attention();
  void read_latent();
  void read_windows();
  void read_feed_forward();
  void read_experts();
  std::optional<LinearRecord> state_space();
  std::optional<LinearRecord> short_convolution();
  void read_linear();
  void read_norms();
  void read_storage();
  void count_the_rest();
  void name_fields();

  const Header& h_;
  std::string architecture_;
  Imported out_;
  Problems problems_;
  bool split_ = false;
};

std::optional<double> Reader::value(const std::string& key) const {
  const auto found = h_.metadata.find(architecture_ + "." + key);
  if (found == h_.metadata.end()) return std::nullopt;
  const std::vector<double>& numbers = found->second.numbers;
  if (!numbers.empty()) return *std::max_element(numbers.begin(), numbers.end());
  return found->second.number;
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
  const auto found = h_.metadata.find(architecture_ + "." + key);
  if (found == h_.metadata.end() || found->second.numbers.size() < static_cast<std::size_t>(out_.model.layers))
    return nullptr;
  return &found->second.numbers;
}

int Reader::count(const std::string& name) const {
  const TensorPattern* pattern = layer_tensor(name);
  return pattern ? pattern->count : 0;
}

void Reader::read_size() {
  ModelRecord& r = out_.model;
  const int mtp = whole("nextn_predict_layers");
  r.layers = std::max(0, whole("block_count") - mtp);
  r.mtp_params = h_.mtp_params;
  if (r.layers > 10000) problems_.push_back({"bad_value", "", "The header gives more layers than can be."});
  r.hidden = whole("embedding_length");
  r.vocab = whole("vocab_size");
  const TensorPattern* embedding = h_.tensors.find("token_embd.weight");
  if (embedding) r.vocab = static_cast<int>(std::min(embedding->shape.outputs, kMost));
  const auto tokens = h_.metadata.find("tokenizer.ggml.tokens");
  if (r.vocab == 0 && tokens != h_.metadata.end()) r.vocab = static_cast<int>(std::min(tokens->second.length, kMost));
  const auto context = value("context_length");
  if (context && *context >= 1 && *context <= 2e9) r.max_context = *context;
  r.per_layer_embedding = whole("embedding_length_per_layer_input");
  r.tied_embeddings = h_.tensors.find("output.weight") == nullptr;
  if (split_) {
    r.tied_embeddings = false;
    out_.assumptions.push_back(
        "This is the first part of a split file: what the other parts hold is taken from the header, and "
        "embeddings are taken as untied.");
  }
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
  if (key == 0 && whole("attention.key_length") != rank + *r.rope_head_dim) key = whole("attention.key_length");
  const TensorPattern* up = layer_tensor(r.q_lora_rank ? "attn_q_b.weight" : "attn_q.weight");
  if (key == 0 && up && r.heads > 0) key = static_cast<int>(std::min(up->shape.outputs, kMost)) / r.heads;
  r.nope_head_dim = std::max(0, key - *r.rope_head_dim);
  r.value_head_dim = whole("attention.value_length_mla", whole("attention.value_length"));
  r.kv_heads.reset();
  r.head_dim.reset();
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
  r.attention_sinks = has("attn_sinks.weight") || has("attn_sinks");
  const double queries = static_cast<double>(r.heads) * r.head_dim.value_or(r.heads > 0 ? r.hidden / r.heads : 0);
  if (const TensorPattern* q = layer_tensor("attn_q.weight"); q && !r.kv_lora_rank && !r.global_head_dim)
    r.attention_gate = q->shape.outputs == 2 * queries;
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
    int every = whole("attention.sliding_window_pattern");
    for (const WindowRule& rule : kWindowRules)
      if (every == 0 && rule.architecture == architecture_) every = rule.every;
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
  r.intermediate = down ? static_cast<int>(std::min(down->shape.inputs, kMost)) : whole("feed_forward_length");
  const bool fused = up && down && up->shape.outputs == 2 * down->shape.inputs;
  r.gated = fused || has("ffn_gate.weight") || has("ffn_gate_exps.weight") || has("ffn_gate_up_exps.weight");
  if (const std::vector<double>* widths = list("feed_forward_length")) {
    const double sum = std::accumulate(widths->begin(), widths->begin() + r.layers, 0.0);
    const auto used =
        static_cast<double>(std::count_if(widths->begin(), widths->begin() + r.layers, [](double w) { return w > 0; }));
    if (used > 0 && sum > 0 && sum / used <= kMost) r.intermediate = static_cast<int>(sum / used);
  }
  read_experts();
  if (r.experts == 0 && !split_ && down && down->count < r.layers) r.dense_layers = down->count;
}

void Reader::read_experts() {
  ModelRecord& r = out_.model;
  r.experts = whole("expert_count");
  if (r.experts == 0) return;
  r.experts_per_token = whole("expert_used_count");
  const TensorPattern* down = layer_tensor("ffn_down_exps.weight");
  r.expert_intermediate = down ? static_cast<int>(std::min(down->shape.inputs, kMost))
                               : whole("expert_feed_forward_length", r.intermediate);
  const TensorPattern* shared = layer_tensor("ffn_down_shexp.weight");
  r.shared_intermediate =
      shared ? static_cast<int>(std::min(shared->shape.inputs, kMost)) : whole("expert_shared_feed_forward_length");
  r.shared_gate = has("ffn_gate_inp_shexp.weight");
  r.router_bias = has("exp_probs_b.bias") || has("exp_probs_b") || has("ffn_gate_inp.bias");
  r.expert_bias = has("ffn_down_exps.bias");
  if (const int latent = whole("moe_latent_size"); latent > 0) r.expert_latent = latent;
  const int moe = split_ ? r.layers - whole("leading_dense_block_count") : count("ffn_gate_inp.weight");
  const int dense = split_ ? whole("leading_dense_block_count") : count("ffn_down.weight");
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
  if (has("ssm_x.weight")) {
    linear.kind = LinearKind::mamba1;
    linear.value_heads = inner;
    linear.value_dim = 1;
    linear.dt_rank = steps;
    return linear;
  }
  linear.value_heads = steps;
  linear.value_dim = inner / steps;
  if (has("ssm_ba.weight") || has("ssm_beta.weight")) {
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

void Reader::read_linear() {
  ModelRecord& r = out_.model;
  const int layers = std::max(count("ssm_conv1d.weight"), count("ssm_out.weight"));
  const int attention = std::max(count("attn_output.weight"), count("attn_k.weight"));
  const int others = layers > 0 ? layers : count("shortconv.out_proj.weight");
  if (others == 0) return;
  r.linear = layers > 0 ? state_space() : short_convolution();
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
  const int layers = split_ && first ? first->count : r.layers;
  r.norms_per_layer = layers > 0 ? static_cast<int>(std::floor(norms / layers + 0.5)) : 2;
  if (has("attn_norm.bias") || has("ffn_norm.bias"))
    r.norm = Norm::layernorm;
  else if (norms == 0)
    r.norm = Norm::none;
  else if (value("attention.layer_norm_epsilon") && !value("attention.layer_norm_rms_epsilon"))
    r.norm = Norm::layernorm_no_bias;
  r.lm_head_bias = h_.tensors.find("output.bias") != nullptr;
  r.embedding_norm = h_.tensors.find("token_embd_norm.weight") != nullptr;
  if (const TensorPattern* positions = h_.tensors.find("position_embd.weight"))
    r.learned_positions = static_cast<int>(std::min(positions->shape.outputs, kMost));
}

void Reader::read_storage() {
  const int type = static_cast<int>(std::clamp(h_.number("general.file_type").value_or(-1), -1.0, 1e6));
  for (const FileType& known : kFileTypes)
    if (known.id == type) out_.format = known.format;
  const auto largest = std::max_element(h_.bytes_by_type.begin(), h_.bytes_by_type.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
  if (out_.format.empty() && largest != h_.bytes_by_type.end()) {
    out_.format = "gguf-" + std::string(largest->first);
    out_.assumptions.push_back("The file does not name its mix of formats; that of most bytes is given.");
  }
  out_.model.native_precision = out_.format;
  const double stored = h_.params + h_.mtp_params;
  if (stored > 0) out_.bits_per_weight = 8 * h_.bytes / stored;
  if (!split_) out_.bytes = h_.bytes;
}

// The file's own count is exact: what the record does not describe becomes extra_params, when it is known what it
// is, or little.
void Reader::count_the_rest() {
  ModelRecord& r = out_.model;
  double beside = 0;
  for (const auto& [name, pattern] : h_.tensors.all())
    if (is_beside(name)) beside += pattern.params;
  r.extra_params = beside;
  const Result<Architecture> built = architecture_of(r, "");
  if (!built.ok()) return;
  const double total = total_params(*built), missing = h_.params - total;
  r.params_b = total / 1e9;
  if (split_ || h_.params == 0) return;
  r.params_b = h_.params / 1e9;
  if (missing == 0) return;
  take_the_rest(out_, h_.params, missing, total, "that are known from its header");
}

// LoRA: pairs of matrices named after the one they belong to, "blk.0.attn_q.weight.lora_a" and "lora_b".
Result<Imported> Reader::read_adapter() {
  constexpr std::string_view kDown = ".weight.lora_a";
  Adapter adapter;
  adapter.params = h_.params;
  adapter.base = shortened(h_.text("general.base_model.0.name"), 200);
  for (const auto& [name, pattern] : h_.tensors.all()) {
    if (name.size() <= kDown.size() || name.substr(name.size() - kDown.size()) != kDown) continue;
    adapter.rank = std::max(adapter.rank, static_cast<int>(std::min(pattern.shape.outputs, kMost)));
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
  constexpr std::pair<const char*, const char*> kFields[] = {
      {"/layers", "block_count"},
      {"/hidden", "embedding_length"},
      {"/intermediate", "feed_forward_length"},
      {"/heads", "attention.head_count"},
      {"/kv_heads", "attention.head_count_kv"},
      {"/head_dim", "attention.key_length"},
      {"/value_head_dim", "attention.value_length"},
      {"/vocab", "vocab_size"},
      {"/max_context", "context_length"},
      {"/window", "attention.sliding_window"},
      {"/experts", "expert_count"},
      {"/experts_per_token", "expert_used_count"},
      {"/expert_intermediate", "expert_feed_forward_length"},
  };
  for (const auto& [field, key] : kFields)
    if (value(key)) out_.keys.push_back({field, "/" + architecture_ + "." + key});
}

Result<Imported> Reader::read() {
  if (h_.text("general.type") == "adapter" || !h_.text("adapter.type").empty()) return read_adapter();
  if (architecture_.empty())
    return Problem{"missing_field", "/general.architecture", "The header does not name the architecture."};
  if (architecture_ == "clip" || architecture_ == "bert" || architecture_ == "t5encoder" || architecture_ == "whisper")
    return Problem{"not_available", "/general.architecture",
                   "\"" + architecture_ + "\" models do not generate tokens and cannot be imported."};
  if (h_.number("split.no").value_or(0) > 0)
    return Problem{"bad_file", "/split.no", "This is not the first part of the split file; give the part -00001-of-."};
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
  if (r.experts > 0)
    if (const Result<Architecture> settled = architecture_of(r, "")) r.active_params_b = active_params(*settled) / 1e9;
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
  if (!trunk_) {
    const double layers = of_architecture("nextn_predict_layers").value_or(0);
    trunk_ = layers > 0 ? of_architecture("block_count").value_or(0) - layers : 1e9;
  }
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
    return;
  }
  params += values;
  tensors.add(name, shape, values);
}

std::optional<double> Header::of_architecture(std::string_view key) const {
  return number(text("general.architecture") + "." + std::string(key));
}

std::optional<double> Header::number(std::string_view key) const {
  const auto found = metadata.find(key);
  return found == metadata.end() ? std::nullopt : found->second.number;
}

std::string Header::text(std::string_view key) const {
  const auto found = metadata.find(key);
  return found == metadata.end() ? "" : found->second.text;
}

Result<Imported> model_of(const Header& header, const std::string& name) { return Reader(header, name).read(); }

}  // namespace ridgepoint::import
