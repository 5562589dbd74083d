// GGUF headers of models that are no repetition of one layer, against the catalog's records. Keys, names and
// shapes are those that llama.cpp reads (gguf-py/gguf/constants.py, src/models).
#include <gtest/gtest.h>

#include "engine/import/gguf.h"
#include "engine/import/quantization.h"
#include "engine/model/architecture.h"
#include "tests/engine/import/gguf_writer.h"
#include "tests/engine/json/catalog_models.h"

namespace ridgepoint {
namespace {

using Counts = std::vector<int>;

// A file of one architecture; matrices in F16, the rest in F32.
class File {
 public:
  File(std::string architecture, const ModelRecord& record) : architecture_(std::move(architecture)), r(record) {
    w.add("general.architecture", architecture_);
    key("block_count", r.layers);
    key("embedding_length", r.hidden);
    key("context_length", 4096);
    key("vocab_size", r.vocab);
    key("attention.head_count", r.heads);
    if (r.head_dim) {
      key("attention.key_length", r.global_head_dim.value_or(*r.head_dim));
      key("attention.value_length", r.global_head_dim.value_or(*r.head_dim));
    }
    matrix("token_embd.weight", r.hidden, r.vocab);
    vector("output_norm.weight", r.hidden);
    if (!r.tied_embeddings) matrix("output.weight", r.hidden, r.vocab);
  }

  void key(const std::string& name, int value) { w.add(architecture_ + "." + name, static_cast<std::uint32_t>(value)); }
  void keys(const std::string& name, const Counts& values) {
    w.add(architecture_ + "." + name, std::vector<std::uint32_t>(values.begin(), values.end()));
  }
  void matrix(const std::string& name, double in, double out) {
    w.tensor(name, {static_cast<std::uint64_t>(in), static_cast<std::uint64_t>(out)}, 1, 1, 2);
  }
  void stack(const std::string& name, double in, double out, double many) {
    w.tensor(name, {static_cast<std::uint64_t>(in), static_cast<std::uint64_t>(out), static_cast<std::uint64_t>(many)},
             1, 1, 2);
  }
  void vector(const std::string& name, double size) { w.tensor(name, {static_cast<std::uint64_t>(size)}, 0, 1, 4); }

  import::Imported read(std::uint32_t version = 3){const std::string header = w.header(version);
  const auto step = import::import_gguf({reinterpret_cast<const std::uint8_t*>(header.data()), header.size()},
                                        w.file_size(header), "file.gguf");
  if (!step.ok()) {
    ADD_FAILURE() << architecture_ << ": " << step.problems()[0].message;
    return {};
  }
  return step->imported;
}

import::GgufWriter w;

private:
std::string architecture_;

public:
const ModelRecord& r;
};  // namespace

std::string block(int i) { return "blk." + std::to_string(i) + "."; }

void attention(File& f, int i, int heads, int kv_heads, int dim) {
  const double h = f.r.hidden, queries = static_cast<double>(heads) * dim;
  const std::string at = block(i);
  f.matrix(at + "attn_q.weight", h, f.r.attention_gate ? 2 * queries : queries);
  f.matrix(at + "attn_k.weight", h, static_cast<double>(kv_heads) * dim);
  f.matrix(at + "attn_v.weight", h, static_cast<double>(kv_heads) * dim);
  f.matrix(at + "attn_output.weight", queries, h);
  if (f.r.qk_norm == QkNorm::head) {
    f.vector(at + "attn_q_norm.weight", dim);
    f.vector(at + "attn_k_norm.weight", dim);
  }
}

void attention(File& f, int i) {
  const int dim = f.r.head_dim.value_or(f.r.heads > 0 ? f.r.hidden / f.r.heads : 0);
  attention(f, i, f.r.heads, f.r.kv_heads.value_or(f.r.heads), dim);
}

void dense(File& f, int i, double width) {
  if (f.r.gated) f.matrix(block(i) + "ffn_gate.weight", f.r.hidden, width);
  f.matrix(block(i) + "ffn_up.weight", f.r.hidden, width);
  f.matrix(block(i) + "ffn_down.weight", width, f.r.hidden);
}

void experts(File& f, int i) {
  const ModelRecord& r = f.r;
  const std::string at = block(i);
  const double outer = r.expert_latent.value_or(r.hidden), width = r.expert_intermediate;
  f.matrix(at + "ffn_gate_inp.weight", r.hidden, r.experts);
  if (r.gated) f.stack(at + "ffn_gate_exps.weight", outer, width, r.experts);
  f.stack(at + "ffn_up_exps.weight", outer, width, r.experts);
  f.stack(at + "ffn_down_exps.weight", width, outer, r.experts);
  if (r.expert_latent) {
    f.matrix(at + "ffn_latent_down.weight", r.hidden, outer);
    f.matrix(at + "ffn_latent_up.weight", outer, r.hidden);
  }
  if (r.shared_intermediate > 0) {
    if (r.gated) f.matrix(at + "ffn_gate_shexp.weight", r.hidden, r.shared_intermediate);
    f.matrix(at + "ffn_up_shexp.weight", r.hidden, r.shared_intermediate);
    f.matrix(at + "ffn_down_shexp.weight", r.shared_intermediate, r.hidden);
  }
  if (r.shared_gate) f.vector(at + "ffn_gate_inp_shexp.weight", r.hidden);
  if (r.router_bias) f.vector(at + (r.expert_bias ? "ffn_gate_inp.bias" : "exp_probs_b.bias"), r.experts);
  if (!r.expert_bias) return;
  for (const char* part : {"ffn_gate_exps.bias", "ffn_up_exps.bias"}) f.matrix(at + part, width, r.experts);
  f.matrix(at + "ffn_down_exps.bias", r.hidden, r.experts);
}

void expert_keys(File& f) {
  f.key("expert_count", f.r.experts);
  f.key("expert_used_count", f.r.experts_per_token);
  f.key("expert_feed_forward_length", f.r.expert_intermediate);
  if (f.r.shared_intermediate > 0) f.key("expert_shared_feed_forward_length", f.r.shared_intermediate);
  if (f.r.expert_latent) f.key("moe_latent_size", *f.r.expert_latent);
}

void state_keys(File& f, int inner, int state, int steps, int groups) {
  f.key("ssm.conv_kernel", f.r.linear->conv);
  f.key("ssm.inner_size", inner);
  f.key("ssm.state_size", state);
  f.key("ssm.time_step_rank", steps);
  if (groups > 0) f.key("ssm.group_count", groups);
}

void mamba2(File& f, int i) {
  const LinearRecord& m = *f.r.linear;
  const std::string at = block(i);
  const double inner = static_cast<double>(m.value_heads) * m.value_dim, mixed = inner + 2.0 * m.groups * m.key_dim;
  f.matrix(at + "ssm_in.weight", f.r.hidden, inner + mixed + m.value_heads);
  f.matrix(at + "ssm_conv1d.weight", m.conv, mixed);
  f.vector(at + "ssm_conv1d.bias", mixed);
  f.vector(at + "ssm_dt.bias", m.value_heads);
  f.matrix(at + "ssm_a", 1, m.value_heads);
  f.matrix(at + "ssm_d", 1, m.value_heads);
  f.matrix(at + "ssm_norm.weight", inner / m.groups, m.groups);
  f.matrix(at + "ssm_out.weight", inner, f.r.hidden);
}

void mamba1(File& f, int i) {
  const LinearRecord& m = *f.r.linear;
  const std::string at = block(i);
  const double inner = m.value_heads, rank = *m.dt_rank, state = m.key_dim;
  f.matrix(at + "ssm_in.weight", f.r.hidden, 2 * inner);
  f.matrix(at + "ssm_conv1d.weight", m.conv, inner);
  f.vector(at + "ssm_conv1d.bias", inner);
  f.matrix(at + "ssm_x.weight", inner, rank + 2 * state);
  f.vector(at + "ssm_dt_norm.weight", rank);
  f.matrix(at + "ssm_dt.weight", rank, inner);
  f.vector(at + "ssm_dt.bias", inner);
  f.vector(at + "ssm_b_norm.weight", state);
  f.vector(at + "ssm_c_norm.weight", state);
  f.matrix(at + "ssm_a", state, inner);
  f.vector(at + "ssm_d", inner);
  f.matrix(at + "ssm_out.weight", inner, f.r.hidden);
}

void delta_net(File& f, int i, bool joined) {
  const LinearRecord& m = *f.r.linear;
  const std::string at = block(i);
  const double keys = static_cast<double>(*m.key_heads) * m.key_dim, values = 1.0 * m.value_heads * m.value_dim;
  f.matrix(at + "attn_qkv.weight", f.r.hidden, 2 * keys + values);
  f.matrix(at + "attn_gate.weight", f.r.hidden, values);
  f.matrix(at + "ssm_conv1d.weight", m.conv, 2 * keys + values);
  f.vector(at + "ssm_dt.bias", m.value_heads);
  f.vector(at + "ssm_a", m.value_heads);
  if (joined) {
    f.matrix(at + "ssm_ba.weight", f.r.hidden, 2 * m.value_heads);
  } else {
    f.matrix(at + "ssm_beta.weight", f.r.hidden, m.value_heads);
    f.matrix(at + "ssm_alpha.weight", f.r.hidden, m.value_heads);
  }
  f.vector(at + "ssm_norm.weight", m.value_dim);
  f.matrix(at + "ssm_out.weight", values, f.r.hidden);
}

void norms(File& f, int i, std::initializer_list<const char*> names) {
  for (const char* name : names) f.vector(block(i) + name + ".weight", f.r.hidden);
}

// Every fourth layer attends; the others are Gated DeltaNet.
File qwen(const char* architecture, const char* id, bool joined) {
  File f(architecture, record(id));
  f.key("attention.head_count_kv", *f.r.kv_heads);
  const LinearRecord& m = *f.r.linear;
  f.key("full_attention_interval", 4);
  f.key("feed_forward_length", f.r.intermediate);
  state_keys(f, m.value_heads * m.value_dim, m.key_dim, m.value_heads, *m.key_heads);
  if (f.r.experts > 0) expert_keys(f);
  for (int i = 0; i < f.r.layers; ++i) {
    norms(f, i, {"attn_norm", "post_attention_norm"});
    if (i % 4 == 3)
      attention(f, i);
    else
      delta_net(f, i, joined);
    if (f.r.experts > 0)
      experts(f, i);
    else
      dense(f, i, f.r.intermediate);
  }
  return f;
}

TEST(GgufModels, QwenWithDeltaNet) {
  expect_record(qwen("qwen3next", "qwen3-next-80b-a3b", true).read(), record("qwen3-next-80b-a3b"));
  expect_record(qwen("qwen35", "qwen3.5-27b", false).read(), record("qwen3.5-27b"));
  for (const char* id : {"qwen3.5-35b-a3b", "qwen3.5-122b-a10b", "qwen3.5-397b-a17b"})
    expect_record(qwen("qwen35moe", id, false).read(), record(id));
}

int layer_of(const std::string& name) { return name.starts_with("blk.") ? std::stoi(name.substr(4)) : -1; }

// What the first part of three tells: without a tensor, and with tables and some of the layers.
void expect_first_part(File& whole, const ModelRecord& want) {
  for (const double held : {0.0, 0.1, 0.4}) {
    const import::GgufWriter all = whole.w;
    whole.w = all.part(0, 3, [&](const std::string& name) { return held > 0 && layer_of(name) < held * want.layers; });
    const import::Imported got = whole.read();
    expect_record(got, want);
    EXPECT_FALSE(got.bytes || got.bits_per_weight) << want.id;
    EXPECT_NE(got.assumptions.at(0).find("1 of 3 parts"), std::string::npos);
    whole.w = all;
  }
}

// 64 layers, of which every fourth attends with 4 x 256 keys and values: 16 x 131072 x 2048 numbers of 2 bytes.
TEST(GgufModels, APartIsNotTheWhole) {
  File f = qwen("qwen35", "qwen3.5-27b", false);
  expect_first_part(f, f.r);
  f.w = f.w.part(0, 3, [&](const std::string& name) { return layer_of(name) < 26; });
  const ModelRecord got = f.read().model;
  EXPECT_EQ(got.linear->layers, 48);
  EXPECT_NEAR(*got.params_b, 26.896, 0.0005);
  EXPECT_EQ(in_bytes(kv_cache(*architecture_of(got, ""), 131072, {.id = "bf16", .bits = 16})), 8 * 1073741824.0);
  for (const char* id : {"qwen3.5-35b-a3b", "qwen3.5-397b-a17b"}) {
    File experts = qwen("qwen35moe", id, false);
    expect_first_part(experts, experts.r);
  }
  File next = qwen("qwen3next", "qwen3-next-80b-a3b", true);
  expect_first_part(next, next.r);
}

constexpr import::GgufWriter::Type kF16 = {1, 1, 2}, kQ8_0 = {8, 32, 34}, kQ4K = {12, 256, 144}, kQ5K = {13, 256, 176},
                                   kQ6K = {14, 256, 210}, kIq3Xxs = {18, 256, 98}, kIq4Xs = {23, 256, 136},
                                   kMxfp4 = {39, 32, 17};

// Bits of each part make the bytes of the whole.
void expect_bytes(const import::Imported& got) {
  const auto model = architecture_of(got.model, "");
  ASSERT_TRUE(model.ok());
  EXPECT_NEAR(import::stored(*model, got.model.part_bits) / (*got.bytes - got.model.mtp_params * 2), 1, 3e-5);
}

bool holds(const std::string& name, const char* part) { return name.find(part) != std::string::npos; }

// A dynamic mix whose name says 3 bits: 98 bytes for 256 values of gate and up, 136 of down, 176 of attention.
TEST(GgufModels, TheFilesOwnBytesByPart) {
  File f = qwen("qwen35", "qwen3.5-27b", false);
  f.w.add("general.file_type", 23u);
  f.w = f.w.in_types([](const std::string& name) {
    if (holds(name, "token_embd")) return kQ4K;
    if (holds(name, "ssm_") || name == "output.weight") return holds(name, "conv1d") ? kF16 : kQ6K;
    return holds(name, "attn_") ? kQ5K : holds(name, "ffn_down") ? kIq4Xs : kIq3Xxs;
  });
  const import::Imported got = f.read();
  EXPECT_EQ(got.format, "gguf-iq3_xxs");
  EXPECT_EQ(got.model.native_precision, got.format);
  const PartBits& bits = got.model.part_bits;
  EXPECT_EQ(bits[Part::embeddings], 4.5);
  EXPECT_EQ(bits[Part::head], 6.5625);
  EXPECT_EQ(bits[Part::attention], 5.5);
  EXPECT_EQ(bits[Part::linear_output], 6.5625);
  EXPECT_NEAR(*bits[Part::feed_forward], (2 * 98 + 136) * 8 / 768.0, 5e-5);
  // Queries, keys, values and gates of 10240 and 6144, in 5.5 bits; two gates a head, 48 heads, in 6.5625.
  EXPECT_NEAR(*bits[Part::linear], (16384 * 5.5 + 96 * 6.5625) / 16480, 5e-5);
  expect_bytes(got);
}

// Experts in MXFP4 and the rest in Q8_0; all in 16 bits but what every token passes.
TEST(GgufModels, ExpertsHaveBitsOfTheirOwn) {
  File f = qwen("qwen35moe", "qwen3.5-35b-a3b", false);
  const import::GgufWriter all = f.w;
  f.w = all.in_types([](const std::string& name) { return holds(name, "_exps") ? kMxfp4 : kQ8_0; });
  import::Imported got = f.read();
  EXPECT_EQ(got.model.part_bits[Part::experts], 4.25);
  EXPECT_EQ(got.model.part_bits[Part::shared_experts], 8.5);
  expect_bytes(got);
  f.w = all.in_types([](const std::string& name) { return holds(name, "_shexp") ? kQ8_0 : kF16; });
  got = f.read();
  EXPECT_EQ(got.model.part_bits[Part::experts], 16);
  EXPECT_EQ(got.model.part_bits[Part::shared_experts], 8.5);
  EXPECT_EQ(got.model.part_bits[Part::head], 16);
  expect_bytes(got);
}

// Latent attention as files before key_length_mla have it, with keys and values out of one matrix.
import::Imported old_latent(const char* architecture, const ModelRecord& r, int key, int value, bool split = false) {
  File f(architecture, r);
  const int rank = *r.kv_lora_rank, rope = *r.rope_head_dim;
  f.key("attention.key_length", key);
  if (value * r.heads != r.hidden) f.key("attention.value_length", value);
  f.key("attention.kv_lora_rank", rank);
  if (r.q_lora_rank) f.key("attention.q_lora_rank", *r.q_lora_rank);
  f.key("rope.dimension_count", rope);
  f.key("feed_forward_length", r.intermediate);
  for (int i = 0; i < r.layers; ++i) {
    const std::string at = block(i);
    norms(f, i, {"attn_norm", "ffn_norm"});
    f.vector(at + "attn_kv_a_norm.weight", rank);
    f.matrix(at + "attn_kv_a_mqa.weight", r.hidden, rank + rope);
    if (split) f.stack(at + "attn_k_b.weight", key - rope, rank, r.heads);
    f.matrix(at + "attn_kv_b.weight", rank, r.heads * (key - rope + value));
    f.matrix(at + "attn_output.weight", r.heads * value, r.hidden);
    if (r.q_lora_rank) f.vector(at + "attn_q_a_norm.weight", *r.q_lora_rank);
    if (r.q_lora_rank) f.matrix(at + "attn_q_a.weight", r.hidden, *r.q_lora_rank);
    f.matrix(at + (r.q_lora_rank ? "attn_q_b.weight" : "attn_q.weight"), r.q_lora_rank.value_or(r.hidden),
             r.heads * key);
    dense(f, i, r.intermediate);
  }
  return f.read();
}

// llama.cpp caches keys and values of all heads: layers x heads x (key + value) x 2 bytes.
TEST(GgufModels, OldFilesOfLatentAttentionCacheAllHeads) {
  ModelRecord r;
  r.layers = 27, r.hidden = 2048, r.vocab = 102400, r.heads = 16, r.intermediate = 10944;
  r.kv_lora_rank = 512, r.rope_head_dim = 64;
  const NumberFormat f16{.id = "fp16", .bits = 16};
  const auto cache = [&](const import::Imported& got) {
    const auto model = architecture_of(got.model, "");
    EXPECT_EQ(got.model.extra_params, 0);
    EXPECT_EQ(in_flop(attention_flop(*model, 1)), in_flop(attention_flop(*model, 1, MlaForm::expanded)));
    return in_bytes(kv_cache(*model, 8192, f16));
  };
  EXPECT_EQ(cache(old_latent("deepseek2", r, 192, 128)), 2160 * 1048576.0);
  // DeepSeek-V2: 60 layers of 128 heads.
  r.layers = 60, r.hidden = 5120, r.heads = 128, r.q_lora_rank = 1536;
  EXPECT_EQ(cache(old_latent("deepseek2", r, 192, 128)), 60 * 128 * 320 * 2 * 8192.0);
  // MiniCPM3: 62 layers of 40 heads, whose values are as wide as the model divided by its heads.
  r.layers = 62, r.hidden = 2560, r.heads = 40, r.q_lora_rank = 768, r.kv_lora_rank = 256, r.rope_head_dim = 32;
  EXPECT_EQ(cache(old_latent("minicpm3", r, 96, 64)), 62 * 40 * 160 * 2 * 8192.0);
  EXPECT_FALSE(old_latent("deepseek2", r, 96, 64, true).model.expanded_cache);
}

TEST(GgufModels, PartsAreReadTogether) {
  const auto third = [](int no) {
    return [no](const std::string& name) { return std::clamp(layer_of(name) / 30, 0, 2) == no; };
  };
  File whole = qwen("qwen35", "qwen3.5-27b", false);
  const import::Imported want = whole.read();
  std::vector<std::string> headers;
  std::vector<std::uint64_t> sizes;
  for (int no = 0; no < 3; ++no) {
    import::GgufWriter part = whole.w.part(static_cast<std::uint32_t>(no), 3, third(no));
    headers.push_back(part.header());
    sizes.push_back(part.file_size(headers.back()));
  }
  const auto together = [&](const std::vector<std::size_t>& parts) {
    std::string text;
    std::uint64_t size = 0;
    for (const std::size_t i : parts) {
      text += headers[i] + std::string(i, '?');  // weights that were read with the header
      size += sizes[i];
    }
    return import::import_gguf({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, size, "file.gguf");
  };
  const auto all = together({0, 1, 2});
  ASSERT_TRUE(all.ok()) << all.problems()[0].message;
  expect_record(all->imported, record("qwen3.5-27b"));
  EXPECT_EQ(all->imported.bytes, want.bytes);
  EXPECT_EQ(all->imported.assumptions, want.assumptions);
  const auto two = together({0, 2});
  ASSERT_TRUE(two.ok()) << two.problems()[0].message;
  EXPECT_FALSE(two->imported.bytes);
  EXPECT_NE(two->imported.assumptions.at(0).find("2 of 3 parts"), std::string::npos);
  expect_record(two->imported, record("qwen3.5-27b"));
  for (const std::vector<std::size_t>& wrong : {std::vector<std::size_t>{1}, {0, 2, 1}, {0, 1, 1}})
    EXPECT_EQ(together(wrong).problems().at(0).code, "bad_file");
}

// The prediction layer is one more block: attention 5120 x (2 x 6144 + 2 x 1024 + 6144) and two norms of 256,
// feed-forward 3 x 5120 x 17408, joined input 2 x 5120^2 and its two norms, norms of the layer and the head.
TEST(GgufModels, PredictionLayersAreCountedApart) {
  File f = qwen("qwen35", "qwen3.5-27b", false);
  const int last = f.r.layers;
  f.key("nextn_predict_layers", 1);
  norms(f, last, {"attn_norm", "post_attention_norm", "nextn.enorm", "nextn.hnorm", "nextn.shared_head_norm"});
  attention(f, last);
  dense(f, last, f.r.intermediate);
  f.matrix(block(last) + "nextn.eh_proj.weight", 2 * f.r.hidden, f.r.hidden);
  import::GgufWriter w = f.w;
  // block_count says 64 so far; a file with a prediction layer says 65.
  std::string header = w.header();
  const std::size_t at = header.find("qwen35.block_count") + std::string("qwen35.block_count").size() + 4;
  ASSERT_EQ(header[at], 64);
  header[at] = 65;
  const auto step = import::import_gguf({reinterpret_cast<const std::uint8_t*>(header.data()), header.size()},
                                        w.file_size(header), "file.gguf");
  ASSERT_TRUE(step.ok()) << step.problems()[0].message;
  expect_record(step->imported, f.r);
  const double h = 5120;
  EXPECT_NEAR(*step->imported.model.part_bits.prediction, 16, 0.01);
  EXPECT_EQ(step->imported.model.mtp_params,
            h * (2 * 6144 + 2 * 1024 + 6144) + 2 * 256 + 3 * h * 17408 + 2 * h * h + 5 * h);
}

TEST(GgufModels, Jamba) {
  for (const char* id : {"jamba-v0.1", "jamba-1.5-large"}) {
    File f("jamba", record(id));
    Counts kv;
    for (int i = 0; i < f.r.layers; ++i) kv.push_back(i % 8 == 4 ? *f.r.kv_heads : 0);
    f.keys("attention.head_count_kv", kv);
    state_keys(f, f.r.linear->value_heads, f.r.linear->key_dim, *f.r.linear->dt_rank, 0);
    f.key("feed_forward_length", f.r.intermediate);
    f.key("expert_count", f.r.experts);
    f.key("expert_used_count", f.r.experts_per_token);
    for (int i = 0; i < f.r.layers; ++i) {
      norms(f, i, {"attn_norm", "ffn_norm"});
      if (i % 8 == 4)
        attention(f, i);
      else
        mamba1(f, i);
      if (i % 2 == 1)
        experts(f, i);
      else
        dense(f, i, f.r.intermediate);
    }
    expect_record(f.read(), f.r);
    expect_bytes(f.read());
  }
}

TEST(GgufModels, GraniteHybrid) {
  File f("granitehybrid", record("granite-4.0-h-small"));
  Counts kv;
  for (int i = 0; i < f.r.layers; ++i) kv.push_back(i % 10 == 5 ? *f.r.kv_heads : 0);
  f.keys("attention.head_count_kv", kv);
  const LinearRecord& m = *f.r.linear;
  state_keys(f, m.value_heads * m.value_dim, m.key_dim, m.value_heads, m.groups);
  expert_keys(f);
  for (int i = 0; i < f.r.layers; ++i) {
    norms(f, i, {"attn_norm", "ffn_norm"});
    if (kv[static_cast<std::size_t>(i)] > 0)
      attention(f, i);
    else
      mamba2(f, i);
    experts(f, i);
  }
  expect_record(f.read(), f.r);
    expect_bytes(f.read());
  expect_first_part(f, f.r);
}

// Blocks of one kind each: state space, attention, feed-forward or experts, in this order here.
TEST(GgufModels, NemotronH) {
  for (const char* id :
       {"nemotron-h-8b", "nemotron-nano-9b-v2", "nemotron-3-nano-30b-a3b", "nemotron-3-super-120b-a12b"}) {
    const ModelRecord& r = record(id);
    File f(r.experts > 0 ? "nemotron_h_moe" : "nemotron_h", r);
    const LinearRecord& m = *r.linear;
    Counts kv, widths;
    for (int i = 0; i < r.layers; ++i) {
      const bool attends = i >= m.layers && i < m.layers + *r.attention_layers;
      kv.push_back(attends ? *r.kv_heads : 0);
      widths.push_back(i >= m.layers + *r.attention_layers ? std::max(r.intermediate, r.expert_intermediate) : 0);
    }
    f.keys("attention.head_count_kv", kv);
    f.keys("feed_forward_length", widths);
    state_keys(f, m.value_heads * m.value_dim, m.key_dim, m.value_heads, m.groups);
    if (r.experts > 0) expert_keys(f);
    for (int i = 0; i < r.layers; ++i) {
      norms(f, i, {"attn_norm"});
      if (i < m.layers)
        mamba2(f, i);
      else if (kv[static_cast<std::size_t>(i)] > 0)
        attention(f, i);
      else if (r.experts > 0)
        experts(f, i);
      else
        dense(f, i, r.intermediate);
    }
    expect_record(f.read(), r);
    expect_first_part(f, r);
  }
}

TEST(GgufModels, GptOss) {
  for (const char* id : {"gpt-oss-20b", "gpt-oss-120b"}) {
    File f("gpt-oss", record(id));
    f.key("attention.head_count_kv", *f.r.kv_heads);
    f.key("attention.sliding_window", *f.r.window);
    expert_keys(f);
    for (int i = 0; i < f.r.layers; ++i) {
      const std::string at = block(i);
      norms(f, i, {"attn_norm", "post_attention_norm"});
      attention(f, i);
      f.vector(at + "attn_q.bias", 64 * 64);
      f.vector(at + "attn_k.bias", 8 * 64);
      f.vector(at + "attn_v.bias", 8 * 64);
      f.vector(at + "attn_output.bias", f.r.hidden);
      f.vector(at + "attn_sinks.weight", f.r.heads);
      experts(f, i);
    }
    expect_record(f.read(), f.r);
    expect_bytes(f.read());
  expect_first_part(f, f.r);
  }
}

struct Gemma4 {
  const char* id;
  int full_every;
  int wide = 0;  // width of the layers that share a cache, where it differs
};

File gemma4(const Gemma4& g) {
  File f("gemma4", record(g.id));
  const ModelRecord& r = f.r;
  const int owners = r.kv_layers.value_or(r.layers), per_layer = r.per_layer_embedding;
  const auto is_full = [&](int i) { return (i + 1) % g.full_every == 0; };
  Counts windowed, kv, widths;
  for (int i = 0; i < r.layers; ++i) {
    windowed.push_back(!is_full(i));
    kv.push_back(is_full(i) ? r.global_kv_heads.value_or(*r.kv_heads) : *r.kv_heads);
    widths.push_back(i >= owners && g.wide > 0 ? g.wide : g.wide > 0 ? g.wide / 2 : r.intermediate);
  }
  f.keys("attention.sliding_window_pattern", windowed);
  f.keys("attention.head_count_kv", kv);
  f.keys("feed_forward_length", widths);
  f.key("attention.sliding_window", *r.window);
  f.key("attention.key_length_swa", *r.head_dim);
  f.key("attention.value_length_swa", *r.head_dim);
  f.key("attention.shared_kv_layers", r.layers - owners);
  f.key("embedding_length_per_layer_input", per_layer);
  if (r.experts > 0) expert_keys(f);
  for (int i = 0; i < r.layers; ++i) {
    const std::string at = block(i);
    const int dim = is_full(i) ? *r.global_head_dim : *r.head_dim;
    const double keys = static_cast<double>(kv[static_cast<std::size_t>(i)]) * dim;
    norms(f, i, {"attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"});
    f.matrix(at + "attn_q.weight", r.hidden, static_cast<double>(r.heads) * dim);
    f.matrix(at + "attn_output.weight", static_cast<double>(r.heads) * dim, r.hidden);
    f.vector(at + "attn_q_norm.weight", dim);
    if (i < owners) {
      f.matrix(at + "attn_k.weight", r.hidden, keys);
      if (!(r.global_k_is_v && is_full(i))) f.matrix(at + "attn_v.weight", r.hidden, keys);
      f.vector(at + "attn_k_norm.weight", dim);
    }
    f.vector(at + "layer_output_scale.weight", 1);
    dense(f, i, widths[static_cast<std::size_t>(i)]);
    if (r.experts > 0) {
      f.matrix(at + "ffn_gate_inp.weight", r.hidden, r.experts);
      f.vector(at + "ffn_gate_inp.scale", r.hidden);
      f.stack(at + "ffn_gate_up_exps.weight", r.hidden, 2.0 * r.expert_intermediate, r.experts);
      f.stack(at + "ffn_down_exps.weight", r.expert_intermediate, r.hidden, r.experts);
      f.vector(at + "ffn_down_exps.scale", r.experts);
      norms(f, i, {"pre_ffw_norm_2", "post_ffw_norm_1", "post_ffw_norm_2"});
    }
    if (per_layer > 0) {
      f.matrix(at + "inp_gate.weight", r.hidden, per_layer);
      f.matrix(at + "proj.weight", per_layer, r.hidden);
      norms(f, i, {"post_norm"});
    }
  }
  if (per_layer > 0) {
    f.matrix("per_layer_token_embd.weight", 1.0 * per_layer * r.layers, r.vocab);
    f.matrix("per_layer_model_proj.weight", r.hidden, 1.0 * per_layer * r.layers);
    f.vector("per_layer_proj_norm.weight", per_layer);
  }
  f.vector("rope_freqs.weight", *r.global_head_dim / 2);
  return f;
}

TEST(GgufModels, Gemma4) {
  for (const Gemma4& g : {Gemma4{"gemma-4-31b", 6}, Gemma4{"gemma-4-26b-a4b", 6}, Gemma4{"gemma-4-e2b", 5, 12288},
                          Gemma4{"gemma-4-e4b", 6}}) {
    const import::Imported got = gemma4(g).read();
    expect_record(got, record(g.id));
    expect_bytes(got);
  }
}

// Gemma 3n E2B: 30 layers of 2048, windows of 512 but in every fifth layer, the last 10 without a cache of their
// own although their keys and values are in the file, AltUp of 4 streams, Laurel of rank 64 (config.json of
// google/gemma-3n-E2B).
TEST(GgufModels, Gemma3n) {
  ModelRecord r;
  r.layers = 30;
  r.hidden = 2048;
  r.vocab = 262144;
  r.heads = 8;
  r.head_dim = 256;
  r.kv_heads = 2;
  r.qk_norm = QkNorm::head;
  r.tied_embeddings = true;
  File f("gemma3n", r);
  Counts windowed;
  for (int i = 0; i < 30; ++i) windowed.push_back(i % 5 != 4);
  f.keys("attention.sliding_window_pattern", windowed);
  f.key("attention.sliding_window", 512);
  f.key("attention.head_count_kv", 2);
  f.key("attention.shared_kv_layers", 10);
  f.key("embedding_length_per_layer_input", 256);
  f.key("feed_forward_length", 8192);
  f.stack("altup_proj.weight", 2048, 2048, 3);
  f.stack("altup_unembd_proj.weight", 2048, 2048, 3);
  f.matrix("per_layer_token_embd.weight", 256 * 30, 262144);
  f.matrix("per_layer_model_proj.weight", 2048, 256 * 30);
  f.vector("per_layer_proj_norm.weight", 256);
  for (int i = 0; i < 30; ++i) {
    const std::string at = block(i);
    norms(f, i,
          {"attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm", "post_norm", "altup_router_norm",
           "laurel_post_norm", "altup_correct_scale"});
    attention(f, i);
    dense(f, i, 8192);
    f.matrix(at + "inp_gate.weight", 2048, 256);
    f.matrix(at + "proj.weight", 256, 2048);
    f.matrix(at + "altup_correct_coef.weight", 4, 4);
    f.matrix(at + "altup_predict_coef.weight", 4, 16);
    f.matrix(at + "altup_router.weight", 2048, 4);
    f.matrix(at + "laurel_l.weight", 2048, 64);
    f.matrix(at + "laurel_r.weight", 64, 2048);
  }
  const import::Imported got = f.read();
  const ModelRecord& m = got.model;
  EXPECT_EQ(m.norms_per_layer, 4);
  EXPECT_EQ(m.kv_layers, 20);
  EXPECT_TRUE(m.kv_layers_first);
  EXPECT_EQ(m.full_attention_layers, 6);
  EXPECT_EQ(m.window, 512);
  EXPECT_EQ(m.per_layer_embedding, 256);
  // Embeddings; a layer's attention, norms of heads, feed-forward, eight vectors, gate and projection, AltUp and
  // Laurel; outside the layers AltUp, the per-layer embeddings with projection and norm, and the last norm.
  const double layer = 2048.0 * (2 * 2048 + 2 * 512) + 2 * 256 + 3.0 * 2048 * 8192 + 8 * 2048 + 2.0 * 2048 * 256 + 16 +
                       64 + 2048 * 4 + 2.0 * 2048 * 64;
  const double total = 262144.0 * 2048 + 30 * layer + 6.0 * 2048 * 2048 + 262144.0 * 7680 + 2048.0 * 7680 + 256 + 2048;
  const Architecture model = *architecture_of(m, "");
  EXPECT_EQ(total_params(model), total);
  EXPECT_EQ(active_params(model), total - 262144.0 * 7680);
  // 4 full and 16 windowed layers hold 2 x 2 x 256 values of 2 bytes for each token.
  EXPECT_EQ(in_bytes(kv_cache(model, 4096, {.id = "bf16", .bits = 16})), (4 * 4096 + 16 * 512) * 2048.0);
  for (const std::string& said : got.assumptions) EXPECT_EQ(said.find("million"), std::string::npos) << said;
}

// LFM2 1.2B: 16 layers of 2048, six with attention, the others a gated convolution of 3 tokens (config.json of
// LiquidAI/LFM2-1.2B).
TEST(GgufModels, ShortConvolutions) {
  ModelRecord r;
  r.layers = 16;
  r.hidden = 2048;
  r.vocab = 65536;
  r.heads = 32;
  r.kv_heads = 8;
  r.qk_norm = QkNorm::head;
  r.tied_embeddings = true;
  File f("lfm2", r);
  const Counts kv = {0, 0, 8, 0, 0, 8, 0, 0, 8, 0, 8, 0, 8, 0, 8, 0};
  f.keys("attention.head_count_kv", kv);
  f.key("shortconv.l_cache", 3);
  f.key("feed_forward_length", 8192);
  for (int i = 0; i < 16; ++i) {
    norms(f, i, {"attn_norm", "ffn_norm"});
    dense(f, i, 8192);
    if (kv[static_cast<std::size_t>(i)] > 0) {
      attention(f, i);
      continue;
    }
    f.matrix(block(i) + "shortconv.conv.weight", 3, 2048);
    f.matrix(block(i) + "shortconv.in_proj.weight", 2048, 3 * 2048);
    f.matrix(block(i) + "shortconv.out_proj.weight", 2048, 2048);
  }
  const import::Imported got = f.read();
  const Architecture model = *architecture_of(got.model, "");
  EXPECT_EQ(got.model.linear->kind, LinearKind::short_conv);
  EXPECT_EQ(got.model.linear->layers, 10);
  EXPECT_EQ(got.model.extra_params, 0);
  // 65536 x 2048 + 10 (4 x 2048^2 + 3 x 2048) + 6 (2 x 2048^2 + 2 x 2048 x 512 + 2 x 64) + 16 (3 x 2048 x 8192 +
  // 2 x 2048) + 2048
  EXPECT_EQ(total_params(model), 1170340608.0);
  // The last two tokens' 2048 inputs in 16 bits.
  EXPECT_EQ(in_bytes(linear_state(model)), 10 * 2 * 2048 * 2.0);
  EXPECT_EQ(in_bytes(kv_cache(model, 1, {.id = "bf16", .bits = 16})), 6 * 2 * 8 * 64 * 2.0);
}

// Attention and state space side by side in one layer is not a kind of layer that is known.
TEST(GgufModels, UnknownMixersAreRefused) {
  const ModelRecord& r = record("mamba2-130m");
  ModelRecord both = r;
  both.heads = 12;
  File f("falcon-h1", both);
  state_keys(f, 1536, 128, 24, 1);
  for (int i = 0; i < r.layers; ++i) {
    mamba2(f, i);
    attention(f, i);
  }
  const std::string header = f.w.header();
  const auto step = import::import_gguf({reinterpret_cast<const std::uint8_t*>(header.data()), header.size()},
                                        f.w.file_size(header), "file.gguf");
  ASSERT_FALSE(step.ok());
  EXPECT_EQ(step.problems()[0].code, "not_available");
  EXPECT_NE(step.problems()[0].message.find("falcon-h1"), std::string::npos);
}

}  // namespace ridgepoint
}  // namespace ridgepoint
