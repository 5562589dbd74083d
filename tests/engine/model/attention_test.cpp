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
  r.head_dim = 64;
  switch (kind) {
    case AttentionKind::grouped:
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

class EachKind : public testing::TestWithParam<AttentionKind> {
 protected:
  const Architecture model = *architecture_of(of_kind(GetParam()), "");
  const Attention& attention = *model.groups.front().attention;
};

TEST_P(EachKind, IsToldByARecord) { EXPECT_EQ(attention.kind, GetParam()); }

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

TEST_P(EachKind, WorksAndIsKeptForTheBackwardPass) {
  const AttentionFormulas& formulas = formulas_of(GetParam());
  for (MlaForm form : {MlaForm::absorbed, MlaForm::expanded}) EXPECT_GT(formulas.flop_per_token(attention, form), 0);
  EXPECT_GT(formulas.live_values(attention, 1), formulas.live_values(attention, 8));
  EXPECT_GE(formulas.kept_values(attention, 8, true), formulas.kept_values(attention, 8, false));
}

std::vector<AttentionKind> all_kinds() {
  std::vector<AttentionKind> kinds;
  for (std::size_t i = 0; i < Words<AttentionKind>::list.size(); ++i) kinds.push_back(static_cast<AttentionKind>(i));
  return kinds;
}
INSTANTIATE_TEST_SUITE_P(Attention, EachKind, testing::ValuesIn(all_kinds()), [](const auto& of) {
  return std::string(Words<AttentionKind>::list[static_cast<std::size_t>(of.param)]);
});

// 8 heads of 64 keys and 64 values: 1,024 numbers, of which 4 ranks hold 2 heads each, and 16 ranks one.
TEST(Attention, GroupedHeadsAreDividedDownToOne) {
  const Architecture model = *architecture_of(of_kind(AttentionKind::grouped), "");
  const CachedNumbers one = cached(*model.groups.front().attention);
  EXPECT_EQ(one.all(), 1024);
  EXPECT_EQ(one.on_rank(4), 256);
  EXPECT_EQ(one.on_rank(16), 128);
}

// DeepSeek-V2 (arXiv 2405.04434, table 1): 512 and a rotary key of 64, on every rank.
TEST(Attention, TheLatentVectorIsOnEveryRank) {
  const Architecture model = *architecture_of(of_kind(AttentionKind::latent), "");
  const CachedNumbers one = cached(*model.groups.front().attention);
  EXPECT_EQ(one.all(), 576);
  EXPECT_EQ(one.on_rank(8), 576);
}

}  // namespace
}  // namespace ridgepoint
