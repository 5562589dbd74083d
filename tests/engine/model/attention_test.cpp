#include "engine/model/attention/attention.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/model/architecture.h"
#include "engine/model/parallel.h"

namespace ridgepoint {
namespace {

// A model whose layers are all of one kind, with 32 heads.
ModelRecord of_kind(AttentionKind kind) {
  ModelRecord r;
  r.id = "one-kind";
  r.layers = 24;
  r.hidden = 2048;
  r.intermediate = 8192;
  r.vocab = 32000;
  r.heads = 32;
  switch (kind) {
    case AttentionKind::grouped:
      r.head_dim = 64;
      r.kv_heads = 8;
      break;
    case AttentionKind::latent:
      r.kv_lora_rank = 512;
      r.rope_head_dim = 64;
      r.nope_head_dim = 128;
      r.value_head_dim = 128;
      break;
  }
  return r;
}

// By hand, of that model: numbers cached for a token, all and on one of 4 ranks; FLOP of a head for a token seen,
// absorbed and expanded; values of a token held by inference and kept by training, on one rank; parameters of the
// matrices.
struct Expected {
  double cached, on_four, absorbed, expanded, live, kept, params;
};
Expected expected(AttentionKind kind) {
  switch (kind) {
    case AttentionKind::grouped:  // 8 heads x (64 + 64); 2 x (64 + 64); (32 + 8) x 128; 2048 x (2048 + 2 x 512 + 2048)
      return {1024, 256, 256, 256, 5120, 5120, 10485760};
    case AttentionKind::latent:  // 512 + 64; 2 x (2 x 512 + 64), 2 x (192 + 128); 2 x 32 x 320 + 576, + 2 x 512 + 64;
      // 2048 x 32 x 192 + 2048 x 576 + 512 x 32 x (128 + 128) + 32 x 128 x 2048
      return {576, 576, 2176, 640, 21056, 21568, 26345472};
  }
  return {};
}

class EachKind : public testing::TestWithParam<AttentionKind> {
 protected:
  const Architecture model = *architecture_of(of_kind(GetParam()), "");
  const Attention& attention = *model.groups.front().attention;
};

TEST_P(EachKind, IsToldByARecord) {
  EXPECT_EQ(word_of(attention.kind), word_of(GetParam())) << "kind_of() in attention.h";
}

TEST_P(EachKind, SaysWhetherRanksDivideItsCache) {
  EXPECT_EQ(traits_of(GetParam()).divides_cache, cached(attention).rest == 0);
  EXPECT_EQ(traits_of(GetParam()).divides_cache, cached(attention).on_rank(4) < cached(attention).all());
}

// What a rank holds, times the ranks, less what is held more than once, is the whole.
TEST_P(EachKind, RanksHoldTheWholeCacheAndItsReplicas) {
  const CachedNumbers one = cached(attention);
  for (int tensor = 1; tensor <= 64; ++tensor) {
    const double together = tensor * one.on_rank(tensor);
    const double heads_again = one.heads > 0 ? tensor * std::max(1.0, std::ceil(one.heads / tensor)) - one.heads : 0;
    EXPECT_EQ(together - heads_again * one.of_head - (tensor - 1) * one.rest, one.all()) << tensor;
    EXPECT_GE(together, one.all()) << tensor;
    if (one.rest == 0 && std::fmod(one.heads, tensor) == 0) { EXPECT_EQ(together, one.all()) << tensor; }
  }
}

TEST_P(EachKind, TheCacheOfAModelIsThatOfItsLayers) {
  const NumberFormat bf16{.bits = 16};
  for (int tensor : {1, 4, 32}) {
    const double of_layer = 1000 * 2 * cached(attention).on_rank(tensor);
    EXPECT_EQ(in_bytes(kv_cache_per_gpu(model, 1000, bf16, tensor)), 24 * of_layer) << tensor;
  }
}

TEST_P(EachKind, RanksHoldEveryMatrix) {
  for (const Matrix& matrix : model.groups.front().matrices)
    for (int tensor : {1, 2, 8, 32}) {
      const double share = tensor_share(matrix, model.groups.front(), tensor);
      EXPECT_GE(share * tensor, 1) << static_cast<int>(matrix.role);
      EXPECT_LE(share, 1) << static_cast<int>(matrix.role);
    }
}

TEST_P(EachKind, IsWhatItIsByHand) {
  const AttentionFormulas& formulas = formulas_of(GetParam());
  const Expected by_hand = expected(GetParam());
  EXPECT_EQ(cached(attention).all(), by_hand.cached);
  EXPECT_EQ(cached(attention).on_rank(4), by_hand.on_four);
  EXPECT_EQ(formulas.flop_per_token(attention, MlaForm::absorbed), by_hand.absorbed);
  EXPECT_EQ(formulas.flop_per_token(attention, MlaForm::expanded), by_hand.expanded);
  EXPECT_EQ(formulas.live_values(attention, 1), by_hand.live);
  EXPECT_EQ(formulas.kept_values(attention, 1, false), by_hand.kept);
  double params = 0;
  for (const Matrix& m : model.groups.front().matrices)
    params += traits_of(m.role).lora <= LoraGroup::attention ? m.params() : 0;
  EXPECT_EQ(params, by_hand.params);
}

std::vector<AttentionKind> all_kinds() {
  std::vector<AttentionKind> kinds;
  for (int i = 0; !word_of(static_cast<AttentionKind>(i)).empty(); ++i) kinds.push_back(static_cast<AttentionKind>(i));
  return kinds;
}
INSTANTIATE_TEST_SUITE_P(Attention, EachKind, testing::ValuesIn(all_kinds()),
                         [](const auto& of) { return std::string(word_of(of.param)); });

// 8 heads of 64 keys and 64 values, of which 16 ranks hold one each.
TEST(Attention, GroupedHeadsAreDividedDownToOne) {
  const Architecture model = *architecture_of(of_kind(AttentionKind::grouped), "");
  EXPECT_EQ(cached(*model.groups.front().attention).on_rank(16), 128);
}

// What a record says of its attention and nothing reads.
struct Ignored {
  AttentionKind kind;
  const char* field;
  void (*say)(ModelRecord&);
};

TEST(Attention, WhatAKindHasNoUseForIsRefusedByItsName) {
  constexpr AttentionKind kLatent = AttentionKind::latent, kGrouped = AttentionKind::grouped;
  const Ignored all[] = {
      {kLatent, "/kv_heads", [](ModelRecord& r) { r.kv_heads = 8; }},
      {kLatent, "/window_kv_heads", [](ModelRecord& r) { r.window_kv_heads = 8; }},
      {kLatent, "/global_kv_heads", [](ModelRecord& r) { r.global_kv_heads = 8; }},
      {kLatent, "/head_dim", [](ModelRecord& r) { r.head_dim = 64; }},
      {kLatent, "/global_head_dim", [](ModelRecord& r) { r.global_head_dim = 64; }},
      {kLatent, "/global_k_is_v", [](ModelRecord& r) { r.global_k_is_v = true; }},
      {kLatent, "/k_is_v", [](ModelRecord& r) { r.k_is_v = true; }},
      {kLatent, "/qk_norm", [](ModelRecord& r) { r.qk_norm = QkNorm::head; }},
      {kLatent, "/attention_gate", [](ModelRecord& r) { r.attention_gate = true; }},
      {kLatent, "/attention_sinks", [](ModelRecord& r) { r.attention_sinks = true; }},
      {kLatent, "/o_lora_rank", [](ModelRecord& r) { r.o_lora_rank = 512; }},
      {kLatent, "/o_groups", [](ModelRecord& r) { r.o_groups = 8; }},
      {kLatent, "/bias", [](ModelRecord& r) { r.bias = Bias::qkv; }},
      {kLatent, "/bias", [](ModelRecord& r) { r.bias = Bias::qkv_o; }},
      {kLatent, "/bias", [](ModelRecord& r) { r.bias = Bias::all; }},
      {kGrouped, "/rope_head_dim", [](ModelRecord& r) { r.rope_head_dim = 64; }},
      {kGrouped, "/nope_head_dim", [](ModelRecord& r) { r.nope_head_dim = 64; }},
      {kGrouped, "/o_groups", [](ModelRecord& r) { r.o_groups = 8; }},
  };
  for (const Ignored& ignored : all) {
    ModelRecord record = of_kind(ignored.kind);
    ignored.say(record);
    const Result<Architecture> built = architecture_of(record, "/at");
    ASSERT_EQ(built.problems().size(), 1U) << ignored.field;
    EXPECT_EQ(built.problems().front().path, std::string("/at") + ignored.field);
    without_unused(record);
    EXPECT_TRUE(architecture_of(record, "").ok()) << ignored.field;
  }
}

TEST(Attention, WhatAKindReadsIsNotRefused) {
  ModelRecord latent = of_kind(AttentionKind::latent);
  latent.kv_heads = 32;  // one of each for every query head, as configurations say
  latent.bias = Bias::mlp;
  EXPECT_TRUE(architecture_of(latent, "").ok());
  latent.nope_head_dim.reset();
  latent.head_dim = 192;  // then the width of a head is told so
  EXPECT_TRUE(architecture_of(latent, "").ok());
  latent.bias = Bias::all;
  EXPECT_EQ(without_unused(latent).size(), 1U);
  EXPECT_EQ(latent.bias, Bias::mlp) << "those of the feed-forward are there";
}

TEST(Attention, SoIsWhatAMixerHasNoUseFor) {
  ModelRecord record = of_kind(AttentionKind::grouped);
  record.linear = LinearRecord{LinearKind::lightning, 8, 16, 32, 64, 64, 0, 2, 128};
  const Result<Architecture> built = architecture_of(record, "");
  ASSERT_EQ(built.problems().size(), 3U);
  EXPECT_EQ(built.problems()[0].path, "/linear/key_heads");
  EXPECT_EQ(built.problems()[1].path, "/linear/dt_rank");
  EXPECT_EQ(built.problems()[2].path, "/linear/groups");
  without_unused(record);
  EXPECT_TRUE(architecture_of(record, "").ok());
}

}  // namespace
}  // namespace ridgepoint
