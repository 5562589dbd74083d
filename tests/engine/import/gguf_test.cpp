#include "engine/import/gguf.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/engine/import/gguf_writer.h"

namespace ridgepoint::import {
namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Result<Step> read(const std::string& header, std::uint64_t file_size) {
  return import_gguf(bytes_of(header), file_size, "file.gguf");
}

std::string code_of(const std::string& header, std::uint64_t file_size) {
  const Result<Step> step = read(header, file_size);
  return step.ok() ? (step->needs > 0 ? "needs" : "ok") : step.problems()[0].code;
}

constexpr std::uint32_t kF32 = 0, kQ8_0 = 8, kQ4K = 12, kQ6K = 14;

void q4(GgufWriter& w, const std::string& name, std::uint64_t in, std::uint64_t out) {
  w.tensor(name, {in, out}, kQ4K, 256, 144);
}
void vector(GgufWriter& w, const std::string& name, std::uint64_t size) { w.tensor(name, {size}, kF32, 1, 4); }

struct Shape4 {
  std::uint32_t layers, hidden, width, heads, kv_heads, vocab;
};

// A model of the Llama family as llama.cpp's converter writes it.
GgufWriter llama(const Shape4& m) {
  GgufWriter w;
  w.add("general.architecture", std::string("llama"));
  w.add("general.name", std::string("Some Llama"));
  w.add("general.file_type", 15u);
  w.add("llama.block_count", m.layers);
  w.add("llama.context_length", 131072u);
  w.add("llama.embedding_length", m.hidden);
  w.add("llama.feed_forward_length", m.width);
  w.add("llama.attention.head_count", m.heads);
  w.add("llama.attention.head_count_kv", m.kv_heads);
  w.add("llama.attention.layer_norm_rms_epsilon", 1e-5f);
  w.add("tokenizer.ggml.tokens", std::vector<std::string>(m.vocab, "token"));
  const std::uint64_t kv = m.hidden / m.heads * m.kv_heads;
  w.tensor("token_embd.weight", {m.hidden, m.vocab}, kQ4K, 256, 144);
  for (std::uint32_t i = 0; i < m.layers; ++i) {
    const std::string layer = "blk." + std::to_string(i) + ".";
    vector(w, layer + "attn_norm.weight", m.hidden);
    q4(w, layer + "attn_q.weight", m.hidden, m.hidden);
    q4(w, layer + "attn_k.weight", m.hidden, kv);
    w.tensor(layer + "attn_v.weight", {m.hidden, kv}, kQ6K, 256, 210);
    q4(w, layer + "attn_output.weight", m.hidden, m.hidden);
    vector(w, layer + "ffn_norm.weight", m.hidden);
    q4(w, layer + "ffn_gate.weight", m.hidden, m.width);
    q4(w, layer + "ffn_up.weight", m.hidden, m.width);
    q4(w, layer + "ffn_down.weight", m.width, m.hidden);
  }
  vector(w, "output_norm.weight", m.hidden);
  vector(w, "rope_freqs.weight", 64);
  w.tensor("output.weight", {m.hidden, m.vocab}, kQ6K, 256, 210);
  return w;
}

constexpr Shape4 kLlama8b = {32, 4096, 14336, 32, 8, 128256};

TEST(Gguf, Llama31IsExact) {
  GgufWriter w = llama(kLlama8b);
  const std::string header = w.header();
  const Result<Step> step = read(header, w.file_size(header));
  ASSERT_TRUE(step.ok()) << step.problems()[0].message;
  ASSERT_EQ(step->needs, 0u);
  const Imported& got = step->imported;
  EXPECT_EQ(total_params(*architecture_of(got.model, "")), 8030261248.0);
  EXPECT_EQ(*got.model.params_b, 8.030261248);
  EXPECT_EQ(got.model.kv_heads, 8);
  EXPECT_FALSE(got.model.tied_embeddings);
  EXPECT_EQ(got.model.name, "Some Llama");
  EXPECT_EQ(got.model.id, "some-llama");
  EXPECT_EQ(got.format, "gguf-q4_k_m");
  // Matrices of 6,979,321,856 values a layer set of q, k, o, gate, up, down at 4.5 bits; v and the head at
  // 6.5625; norms and positions at 32.
  const double q6 = 32.0 * 4096 * 1024 + 128256.0 * 4096, f32 = 65.0 * 4096;
  const double q4_values = 8030261248.0 - q6 - f32;
  EXPECT_EQ(*got.bytes, q4_values * 4.5 / 8 + q6 * 6.5625 / 8 + f32 * 4 + 64 * 4);
  EXPECT_NEAR(*got.bits_per_weight, *got.bytes * 8 / 8030261248.0, 1e-9);
  // Of attention v is 1024 of 10240 columns.
  const PartBits& bits = got.model.part_bits;
  EXPECT_NEAR(*bits[Part::attention], (9216 * 4.5 + 1024 * 6.5625) / 10240, 5e-5);
  EXPECT_EQ(bits[Part::feed_forward], 4.5);
  EXPECT_EQ(bits[Part::embeddings], 4.5);
  EXPECT_EQ(bits[Part::head], 6.5625);
}

TEST(Gguf, SlicesGiveTheSameInFewSteps) {
  GgufWriter w = llama(kLlama8b);
  const std::string header = w.header();
  const std::uint64_t size = w.file_size(header);
  std::uint64_t given = 0;
  int steps = 0;
  while (true) {
    const auto step = import_gguf(bytes_of(header).subspan(0, given), size, "file.gguf");
    ASSERT_TRUE(step.ok()) << step.problems()[0].message;
    if (step->needs == 0) {
      EXPECT_EQ(*step->imported.model.params_b, 8.030261248);
      break;
    }
    EXPECT_GT(step->needs, given);
    given = std::min<std::uint64_t>(step->needs, header.size());
    ASSERT_LT(++steps, 20);
  }
}

TEST(Gguf, MissingHeadMeansTied) {
  GgufWriter w;
  w.add("general.architecture", std::string("gemma2"));
  w.add("gemma2.block_count", 2u);
  w.add("gemma2.context_length", 8192u);
  w.add("gemma2.embedding_length", 256u);
  w.add("gemma2.attention.head_count", 4u);
  w.add("gemma2.attention.head_count_kv", 2u);
  w.add("gemma2.attention.key_length", 64u);
  w.add("gemma2.attention.value_length", 64u);
  w.add("gemma2.attention.sliding_window", 4096u);
  w.tensor("token_embd.weight", {256, 1000}, kQ8_0, 32, 34);
  for (const char* layer : {"blk.0.", "blk.1."}) {
    for (const char* norm : {"attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"})
      vector(w, std::string(layer) + norm + ".weight", 256);
    w.tensor(std::string(layer) + "attn_q.weight", {256, 256}, kQ8_0, 32, 34);
    w.tensor(std::string(layer) + "attn_k.weight", {256, 128}, kQ8_0, 32, 34);
    w.tensor(std::string(layer) + "attn_v.weight", {256, 128}, kQ8_0, 32, 34);
    w.tensor(std::string(layer) + "attn_output.weight", {256, 256}, kQ8_0, 32, 34);
    w.tensor(std::string(layer) + "ffn_gate.weight", {256, 512}, kQ8_0, 32, 34);
    w.tensor(std::string(layer) + "ffn_up.weight", {256, 512}, kQ8_0, 32, 34);
    w.tensor(std::string(layer) + "ffn_down.weight", {512, 256}, kQ8_0, 32, 34);
  }
  vector(w, "output_norm.weight", 256);
  const std::string header = w.header();
  const auto step = read(header, w.file_size(header));
  ASSERT_TRUE(step.ok()) << step.problems()[0].message;
  const ModelRecord& r = step->imported.model;
  EXPECT_TRUE(r.tied_embeddings);
  EXPECT_EQ(r.norms_per_layer, 4);
  EXPECT_EQ(r.window, 4096);
  EXPECT_EQ(r.full_attention_layers, 1);
  EXPECT_EQ(r.extra_params, 0);
  EXPECT_EQ(step->imported.format, "gguf-q8_0");  // most bytes: no file_type is given
  // 1000 x 256 + 2 x (256 x 768 + 3 x 256 x 512 + 4 x 256) + 256
  EXPECT_EQ(*r.params_b * 1e9, 256000 + 2 * (196608 + 393216 + 1024) + 256.0);
}

TEST(Gguf, ExpertsAndLatentAttention) {
  GgufWriter w;
  const auto u = [&](const char* key, std::uint32_t x) { w.add("deepseek2." + std::string(key), x); };
  w.add("general.architecture", std::string("deepseek2"));
  u("block_count", 3);
  u("context_length", 4096);
  u("embedding_length", 256);
  u("feed_forward_length", 1024);
  u("leading_dense_block_count", 1);
  u("attention.head_count", 4);
  u("attention.head_count_kv", 1);
  u("attention.key_length", 128 + 32);  // the latent and positions
  u("attention.value_length", 128);
  u("attention.key_length_mla", 64 + 32);
  u("attention.value_length_mla", 64);
  u("attention.kv_lora_rank", 128);
  u("attention.q_lora_rank", 96);
  u("rope.dimension_count", 32);
  u("expert_count", 8);
  u("expert_used_count", 2);
  u("expert_feed_forward_length", 128);
  const auto matrix = [&](const std::string& name, std::vector<std::uint64_t> d) {
    w.tensor(name, std::move(d), 30, 1, 2);
  };
  matrix("token_embd.weight", {256, 1000});
  for (int i = 0; i < 3; ++i) {
    const std::string layer = "blk." + std::to_string(i) + ".";
    vector(w, layer + "attn_norm.weight", 256);
    vector(w, layer + "ffn_norm.weight", 256);
    vector(w, layer + "attn_q_a_norm.weight", 96);
    vector(w, layer + "attn_kv_a_norm.weight", 128);
    matrix(layer + "attn_q_a.weight", {256, 96});
    matrix(layer + "attn_q_b.weight", {96, 4 * 96});
    matrix(layer + "attn_kv_a_mqa.weight", {256, 160});
    matrix(layer + "attn_k_b.weight", {64, 128, 4});
    matrix(layer + "attn_v_b.weight", {128, 64, 4});
    matrix(layer + "attn_output.weight", {4 * 64, 256});
    if (i == 0) {
      for (const char* part : {"ffn_gate", "ffn_up"}) matrix(layer + part + ".weight", {256, 1024});
      matrix(layer + "ffn_down.weight", {1024, 256});
      continue;
    }
    vector(w, layer + "exp_probs_b.bias", 8);
    matrix(layer + "ffn_gate_inp.weight", {256, 8});
    for (const char* part : {"ffn_gate", "ffn_up"}) {
      matrix(layer + part + "_exps.weight", {256, 128, 8});
      matrix(layer + part + "_shexp.weight", {256, 128});
    }
    matrix(layer + "ffn_down_exps.weight", {128, 256, 8});
    matrix(layer + "ffn_down_shexp.weight", {128, 256});
  }
  vector(w, "output_norm.weight", 256);
  matrix("output.weight", {256, 1000});
  const std::string header = w.header();
  const auto step = read(header, w.file_size(header));
  ASSERT_TRUE(step.ok()) << step.problems()[0].message;
  const ModelRecord& r = step->imported.model;
  EXPECT_EQ(r.kv_lora_rank, 128);
  EXPECT_EQ(r.rope_head_dim, 32);
  EXPECT_EQ(r.nope_head_dim, 64);
  EXPECT_EQ(r.value_head_dim, 64);
  EXPECT_EQ(r.dense_layers, 1);
  EXPECT_EQ(r.shared_intermediate, 128);
  EXPECT_TRUE(r.router_bias);
  EXPECT_EQ(r.extra_params, 0);  // every tensor is accounted for
  // 160 values a token and layer, 2 bytes each.
  EXPECT_EQ(in_bytes(kv_cache(*architecture_of(r, ""), 1, {.id = "bf16", .bits = 16})), 3 * 160 * 2.0);
}

constexpr auto kNone = [](const std::string&) { return false; };

// What only the header tells. A Llama of h = 8192: 2 x 128256 h + 80 x (2 h^2 + 2 x 1024 h + 3 x 28672 h + 2 h) + h.
TEST(Gguf, ThePartWithoutTensorsIsOfItsFamily) {
  GgufWriter first = llama({80, 8192, 28672, 64, 8, 128256}).part(0, 3, kNone);
  std::string header = first.header();
  auto step = read(header, first.file_size(header));
  ASSERT_TRUE(step.ok()) << step.problems()[0].message;
  const Imported& got = step->imported;
  EXPECT_EQ(*got.model.params_b, 70.553706496);
  EXPECT_FALSE(got.bytes || got.bits_per_weight);
  EXPECT_NE(got.assumptions[0].find("1 of 3 parts"), std::string::npos);
  GgufWriter second = llama({2, 256, 512, 4, 2, 1000}).part(1, 3, kNone);
  header = second.header();
  EXPECT_EQ(code_of(header, second.file_size(header)), "bad_file");
  GgufWriter later = llama({2, 256, 512, 4, 2, 1000});
  later.add("split.no", 1u);
  later.add("split.count", 3u);
  header = later.header();
  EXPECT_EQ(code_of(header, later.file_size(header)), "bad_file");
}

// Nemotron 4 multiplies twice (2 x 73728 x 18432) in LayerNorms without gates, Command R has one norm and no head.
TEST(Gguf, FamiliesDifferWithoutTensors) {
  const auto first = [](const std::string& family, const Shape4& m) {
    GgufWriter w;
    const auto u = [&](const char* key, std::uint32_t x) { w.add(family + "." + key, x); };
    w.add("general.architecture", family);
    w.add("split.no", 0u);
    w.add("split.count", 9u);
    u("block_count", m.layers);
    u("context_length", 4096);
    u("embedding_length", m.hidden);
    u("feed_forward_length", m.width);
    u("attention.head_count", m.heads);
    u("attention.head_count_kv", m.kv_heads);
    u("vocab_size", m.vocab);
    const std::string header = w.header();
    const auto step = read(header, w.file_size(header));
    return step.ok() ? *step->imported.model.params_b * 1e9 : 0;
  };
  const double n = 18432, nemotron = 96 * (2 * n * n + 2 * n * 1536 + 2 * n * 73728 + 4 * n) + 2 * 256000 * n + 2 * n;
  EXPECT_EQ(first("nemotron", {96, 18432, 73728, 96, 8, 256000}), nemotron);
  const double c = 8192, command = 40 * (4 * c * c + 3 * c * 22528 + c) + 256000 * c + c;
  EXPECT_EQ(first("command-r", {40, 8192, 22528, 64, 64, 256000}), command);
}

std::string start(std::uint64_t tensors, std::uint64_t pairs, std::uint32_t version = 3) {
  std::string out = "GGUF";
  GgufWriter::put(out, version);
  GgufWriter::put(out, tensors);
  GgufWriter::put(out, pairs);
  return out;
}

TEST(Gguf, ImpossibleCountsAreRefusedAtOnce) {
  constexpr std::uint64_t huge = std::uint64_t{1} << 63;
  EXPECT_EQ(code_of(start(huge, 1), 1000000000000), "too_many");
  EXPECT_EQ(code_of(start(1, huge), 1000000000000), "too_many");
  EXPECT_EQ(code_of(start(~std::uint64_t{0}, ~std::uint64_t{0}), 1000000000000), "too_many");
  EXPECT_EQ(code_of(start(kGgufTensors, kGgufPairs), 1000), "truncated");
  EXPECT_EQ(code_of(start(0, 0, 1), 100), "unknown_version");
  EXPECT_EQ(code_of(start(0, 0, 0x03000000), 100), "unknown_version");
  EXPECT_EQ(code_of(start(0, 0, 4), 100), "unknown_version");
  EXPECT_EQ(code_of(start(0, 0), 32), "missing_field");
  EXPECT_EQ(code_of("GGUF", 4), "truncated");
  EXPECT_EQ(code_of("GGML", 100), "bad_file");
  EXPECT_EQ(code_of("GGUF", std::uint64_t{1} << 62), "too_large");
}

std::string with_pair(const std::function<void(std::string&)>& write) {
  std::string out = start(0, 1);
  write(out);
  return out;
}

TEST(Gguf, LengthsBeyondTheFileAreRefused) {
  const auto text = [](std::uint64_t size) { return with_pair([&](std::string& out) { GgufWriter::put(out, size); }); };
  EXPECT_EQ(code_of(text(std::uint64_t{1} << 63), 100000000000), "too_long");
  EXPECT_EQ(code_of(text(1000), 200), "truncated");
  EXPECT_EQ(code_of(text(9000000), 100000000000), "needs");
  const auto list = [](std::uint32_t type, std::uint64_t length) {
    return with_pair([&](std::string& out) {
      GgufWriter::put_text(out, "a.list");
      GgufWriter::put<std::uint32_t>(out, 9);
      GgufWriter::put(out, type);
      GgufWriter::put(out, length);
      out += std::string(64, '\0');
    });
  };
  EXPECT_EQ(code_of(list(4, std::uint64_t{1} << 63), 1000), "truncated");
  EXPECT_EQ(code_of(list(8, std::uint64_t{1} << 61), 1000), "truncated");
  EXPECT_EQ(code_of(list(9, 1), 1000), "bad_file");  // a list of lists
  EXPECT_EQ(code_of(list(77, 1), 1000), "bad_file");
}

TEST(Gguf, MalformedTextIsRefused) {
  GgufWriter w;
  w.add("general.\xFF\xFE", 1u);
  EXPECT_EQ(code_of(w.header(), 10000), "bad_text");
  GgufWriter value;
  value.add("general.name", std::string("\xC3\x28"));
  EXPECT_EQ(code_of(value.header(), 10000), "bad_text");
  GgufWriter twice;
  twice.add("a", 1u);
  twice.add("a", 2u);
  EXPECT_EQ(code_of(twice.header(), 10000), "duplicate_field");
}

std::string one_tensor(std::uint32_t rank, const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
                       std::uint64_t offset) {
  std::string out = start(1, 0);
  GgufWriter::put_text(out, "token_embd.weight");
  GgufWriter::put(out, rank);
  for (const std::uint64_t d : dimensions) GgufWriter::put(out, d);
  GgufWriter::put(out, type);
  GgufWriter::put(out, offset);
  return out + std::string(200, '\0');
}

TEST(Gguf, ImpossibleTensorsAreRefused) {
  constexpr std::uint64_t huge = std::uint64_t{1} << 63;
  EXPECT_EQ(code_of(one_tensor(9, std::vector<std::uint64_t>(9, 1), 0, 0), 10000), "bad_file");
  EXPECT_EQ(code_of(one_tensor(0xffffffff, {}, 0, 0), 10000), "bad_file");
  EXPECT_EQ(code_of(one_tensor(2, {huge, huge}, 0, 0), 10000), "bad_file");
  EXPECT_EQ(code_of(one_tensor(2, {huge, 0}, 0, 0), 10000), "bad_file");
  EXPECT_EQ(code_of(one_tensor(2, {4096, 4096}, 0, 0), 10000), "truncated");
  EXPECT_EQ(code_of(one_tensor(1, {16}, 0, huge), 10000), "truncated");
  EXPECT_EQ(code_of(one_tensor(1, {16}, 4, 0), 10000), "unknown_type");
  EXPECT_EQ(code_of(one_tensor(1, {100}, 12, 0), 10000), "bad_file");
}

// 16 values of 4 bytes: 64 bytes that end where numbers of 64 bits begin again from 0.
TEST(Gguf, EndsBeyond64BitsAreRefused) {
  constexpr std::uint64_t last = ~std::uint64_t{0};
  for (const std::uint64_t offset : {last, last - 31, last - 63, last - 64})
    EXPECT_EQ(code_of(one_tensor(1, {16}, 0, offset), 10000), "truncated") << offset;
  // 2^62 values of 4 bytes are 2^64 bytes, and 2^61 values 2^63; blocks of 256 values have 144 bytes (Q4_K).
  EXPECT_EQ(code_of(one_tensor(2, {std::uint64_t{1} << 31, std::uint64_t{1} << 31}, 0, 0), 10000), "bad_file");
  EXPECT_EQ(code_of(one_tensor(2, {std::uint64_t{1} << 31, std::uint64_t{1} << 30}, 0, 32), 10000), "bad_file");
  EXPECT_EQ(code_of(one_tensor(2, {std::uint64_t{1} << 31, std::uint64_t{1} << 31}, kQ4K, 0), 10000), "truncated");
  EXPECT_EQ(code_of(one_tensor(1, {last - 255}, kQ4K, 0), 10000), "bad_file");
}

// The header of one tensor has 24 bytes, 8 + 17 for its name and 4 + 8 + 4 + 8: 73, and data begin at 96. There 64
// bytes from 32 on end at 192.
TEST(Gguf, TheLastTensorMayEndWhereTheFileDoes) {
  const std::string file = one_tensor(1, {16}, 0, 32);
  EXPECT_EQ(code_of(file.substr(0, 191), 191), "truncated");
  EXPECT_NE(code_of(file.substr(0, 192), 192), "truncated");
}

TEST(Gguf, OverlappingTensorsAreRefused) {
  std::string out = start(2, 0);
  for (const char* name : {"a", "b"}) {
    GgufWriter::put_text(out, name);
    GgufWriter::put<std::uint32_t>(out, 1);
    GgufWriter::put<std::uint64_t>(out, 16);
    GgufWriter::put<std::uint32_t>(out, 0);
    GgufWriter::put<std::uint64_t>(out, name[0] == 'a' ? 0 : 32);
  }
  EXPECT_EQ(code_of(out + std::string(1000, '\0'), out.size() + 1000), "bad_file");
}

TEST(Gguf, EveryTruncationIsAnswered) {
  GgufWriter w = llama({2, 256, 512, 4, 2, 50});
  const std::string header = w.header();
  for (std::size_t size = 4; size < header.size(); size += 3) {
    EXPECT_EQ(code_of(header.substr(0, size), size), "truncated") << size;
    EXPECT_EQ(code_of(header.substr(0, size), w.file_size(header)), "needs") << size;
  }
  EXPECT_EQ(code_of(header, w.file_size(header) - 100), "truncated");
}

TEST(Gguf, ValuesThatCannotBeAreProblems) {
  for (const char* key : {"block_count", "embedding_length", "attention.head_count", "expert_count"}) {
    GgufWriter w;
    w.add("general.architecture", std::string("llama"));
    w.add("llama." + std::string(key), 0xffffffffu);
    EXPECT_NE(code_of(w.header(), 10000), "ok") << key;
  }
}

}  // namespace
}  // namespace ridgepoint::import
