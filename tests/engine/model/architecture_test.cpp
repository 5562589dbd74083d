#include "engine/model/architecture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ridgepoint {
namespace {

NumberFormat sixteen_bit() { return {.id = "bf16", .name = "BF16", .bits = 16, .for_kv = true}; }

ModelRecord llama(int layers, int hidden, int intermediate, int heads) {
  ModelRecord r;
  r.name = "Llama";
  r.layers = layers;
  r.hidden = hidden;
  r.intermediate = intermediate;
  r.heads = heads;
  r.kv_heads = 8;
  r.vocab = 128256;
  return r;
}

ModelRecord deepseek_v3() {
  ModelRecord r;
  r.name = "DeepSeek-V3";
  r.kind = ModelKind::moe;
  r.layers = 61;
  r.hidden = 7168;
  r.intermediate = 18432;
  r.heads = r.kv_heads.emplace(128);
  r.vocab = 129280;
  r.q_lora_rank = 1536;
  r.kv_lora_rank = 512;
  r.rope_head_dim = 64;
  r.nope_head_dim = 128;
  r.value_head_dim = 128;
  r.experts = 256;
  r.experts_per_token = 8;
  r.expert_intermediate = 2048;
  r.shared_intermediate = 2048;
  r.dense_layers = 3;
  r.router_bias = true;
  return r;
}

Architecture built(const ModelRecord& record) {
  Result<Architecture> model = architecture_of(record, "/model");
  EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.problems()[0].message);
  return *model;
}

// Published counts of the checkpoints.
TEST(Architecture, Llama31ParametersAreExact) {
  EXPECT_EQ(total_params(built(llama(32, 4096, 14336, 32))), 8030261248.0);
  EXPECT_EQ(total_params(built(llama(80, 8192, 28672, 64))), 70553706496.0);
  EXPECT_EQ(total_params(built(llama(126, 16384, 53248, 128))), 405853388800.0);
}

TEST(Architecture, DeepSeekV3ParametersAreExact) {
  const Architecture model = built(deepseek_v3());
  EXPECT_EQ(total_params(model), 671026419200.0);        // without its multi-token prediction layer
  EXPECT_NEAR(active_params(model) / 1e9, 37.55, 0.05);  // "37B activated"
}

TEST(Architecture, ActiveParametersOfADenseModelAreAllOfThem) {
  const Architecture model = built(llama(32, 4096, 14336, 32));
  EXPECT_EQ(active_params(model), total_params(model));
}

TEST(Architecture, MatmulParametersLeaveOutTheLookUpAndNorms) {
  // 8,030,261,248 less the embedding 128,256 x 4,096 = 525,336,576 and 65 norms of 4,096.
  EXPECT_EQ(matmul_params(built(llama(32, 4096, 14336, 32))), 8030261248.0 - 525336576.0 - 65 * 4096.0);
}

TEST(Architecture, TiedEmbeddingsStillMultiplyOnce) {
  ModelRecord r = llama(16, 2048, 8192, 32);
  r.head_dim = 64;
  r.tied_embeddings = true;
  const Architecture model = built(r);
  EXPECT_EQ(total_params(model), 1235814400.0);  // Llama 3.2 1B
  EXPECT_EQ(matmul_params(model), 1235814400.0 - 33 * 2048.0);
}

TEST(KvCache, OfLlama31PerToken) {
  // 2 (K and V) x layers x 8 heads x 128 x 2 bytes.
  EXPECT_EQ(in_bytes(kv_cache(built(llama(32, 4096, 14336, 32)), 1, sixteen_bit())), 131072.0);
  EXPECT_EQ(in_bytes(kv_cache(built(llama(80, 8192, 28672, 64)), 1, sixteen_bit())), 327680.0);
}

TEST(KvCache, Of70BAtBatch32And8kIs86Gigabytes) {
  // 327,680 x 8,192 x 32 = 85.9e9.
  const Bytes one = kv_cache(built(llama(80, 8192, 28672, 64)), 8192, sixteen_bit());
  EXPECT_NEAR(in_gigabytes(32 * one), 85.9, 0.01);
}

TEST(KvCache, MlaHoldsItsLatentAndIsReplicated) {
  // 61 layers x (512 + 64) x 2 bytes.
  const Architecture model = built(deepseek_v3());
  EXPECT_EQ(in_bytes(kv_cache(model, 1, sixteen_bit())), 70272.0);
  EXPECT_EQ(in_bytes(kv_cache_per_gpu(model, 1, sixteen_bit(), 8)), 70272.0);
}

TEST(KvCache, WindowedLayersStopAtTheWindow) {
  ModelRecord mistral = llama(32, 4096, 14336, 32);
  mistral.vocab = 32000;
  mistral.window = 4096;
  mistral.full_attention_layers = 0;
  const Architecture model = built(mistral);
  EXPECT_EQ(in_gibibytes(kv_cache(model, 32768, sixteen_bit())), 0.5);
  EXPECT_EQ(kv_cache(model, 4096, sixteen_bit()), kv_cache(model, 32768, sixteen_bit()));
}

TEST(KvCache, HeadsAreDividedButNeverBelowOne) {
  const Architecture model = built(llama(80, 8192, 28672, 64));
  const double whole = in_bytes(kv_cache(model, 1000, sixteen_bit()));
  EXPECT_EQ(in_bytes(kv_cache_per_gpu(model, 1000, sixteen_bit(), 4)), whole / 4);
  EXPECT_EQ(in_bytes(kv_cache_per_gpu(model, 1000, sixteen_bit(), 8)), whole / 8);
  EXPECT_EQ(in_bytes(kv_cache_per_gpu(model, 1000, sixteen_bit(), 64)), whole / 8);
}

TEST(Flops, ForwardIsTwicePlusAttention) {
  const Architecture model = built(llama(32, 4096, 14336, 32));
  EXPECT_EQ(in_flop(forward_flop(model, 0)), 2 * matmul_params(model));
  // 4 a d c per layer: 4 x 32 x 128 x 1,000 x 32.
  EXPECT_EQ(in_flop(attention_flop(model, 1000)), 4.0 * 32 * 128 * 1000 * 32);
}

TEST(Flops, AbsorbedMlaWorksOnTheLatent) {
  const Architecture model = built(deepseek_v3());
  // 2 a (2 kv_lora + rope) c per layer against 2 a (d_qk + d_v) c.
  EXPECT_EQ(in_flop(attention_flop(model, 100)), 2.0 * 128 * (2 * 512 + 64) * 100 * 61);
  EXPECT_EQ(in_flop(attention_flop(model, 100, MlaForm::expanded)), 2.0 * 128 * (192 + 128) * 100 * 61);
}

TEST(Flops, SparseAttentionGathersOnTheLatent) {
  ModelRecord record = deepseek_v3();  // and the indexer of DeepSeek-V3.2: 64 heads of 128 pick 2,048 tokens
  record.indexer_heads = 64;
  record.indexer_dim = 128;
  record.indexer_top_k = 2048;
  const Architecture model = built(record);
  const double scores = 2.0 * 64 * 128 * 10000 * 61, head = 2.0 * (2 * 512 + 64) * 2048 * 61;
  EXPECT_EQ(in_flop(attention_flop(model, 10000)), scores + 128 * head);
  EXPECT_EQ(in_flop(attention_flop(model, 10000, MlaForm::expanded)), scores + 128 * head);
  // Of 128 heads on 8 GPUs each has 16, and computes 64; every GPU scores all tokens.
  EXPECT_EQ(in_flop(attention_flop(model, 10000, MlaForm::absorbed, 8)), scores + 64 * head);
  const Architecture plain = built(deepseek_v3());
  EXPECT_EQ(in_flop(attention_flop(plain, 100, MlaForm::absorbed, 8)), in_flop(attention_flop(plain, 100)) / 8);
}

// Sparse attention with grouped heads (Qwen3.8-Flash-Next): 4 heads of 128 for the query and one for the key, both from
// the hidden state, and weights of the heads; of the context 2,048 tokens are attended to by 24 heads of 256 + 256.
TEST(Flops, SparseAttentionOfGroupedHeads) {
  ModelRecord record = llama(32, 4096, 14336, 32);
  const Architecture plain = built(record);
  record.indexer_heads = 4;
  record.indexer_dim = 128;
  record.indexer_top_k = 2048;
  const Architecture model = built(record);
  const double index = 4096.0 * (4 * 128 + 128 + 4) + 2 * 128;
  EXPECT_DOUBLE_EQ(total_params(model) - total_params(plain), 32 * index);
  EXPECT_EQ(in_flop(attention_flop(model, 10000)), 32 * (2.0 * 4 * 128 * 10000 + 2.0 * 32 * 256 * 2048));
}

TEST(Params, TablesOfNGramsAreHeldAndNotRead) {
  ModelRecord record = llama(32, 4096, 14336, 32);
  const Architecture plain = built(record);
  record.lookup_params = 51e9;
  const Architecture model = built(record);
  EXPECT_DOUBLE_EQ(total_params(model), total_params(plain) + 51e9);
  EXPECT_DOUBLE_EQ(active_params(model), active_params(plain));
  EXPECT_DOUBLE_EQ(matmul_params(model), matmul_params(plain));
}

TEST(Experts, ManyTokensTouchAllAndOneTouchesItsOwn) {
  const Experts experts{.count = 128, .per_token = 8};
  EXPECT_DOUBLE_EQ(experts_touched(experts, 1), 8);
  EXPECT_NEAR(experts_touched(experts, 16), 128 * (1 - std::pow(120.0 / 128, 16)), 1e-9);
  EXPECT_NEAR(experts_touched(experts, 1e4), 128, 1e-9);
}

// Two kinds of experts in equal numbers, chosen with 0.04 and 0.16 a token where the mean is 0.1: relative variance
// 0.36. Of 32 tokens, 1 - (0.96^32 + 0.84^32) / 2 = 86.3% are touched, against 96.6% if all were alike.
TEST(Experts, UnevenRoutingTouchesFewer) {
  const Experts experts{.count = 100, .per_token = 10};
  EXPECT_DOUBLE_EQ(experts_touched(experts, 1, 0.36), 10);
  EXPECT_NEAR(experts_touched(experts, 32, 0.36), 86.3, 3.5);  // a gamma distribution has a longer tail
  // L = -31 ln 0.9 = 3.2662; 100 (1 - 0.9 (1 + 0.5 L)^-2)
  EXPECT_NEAR(experts_touched(experts, 32, 0.5), 87.0189, 1e-4);
  EXPECT_NEAR(experts_touched(experts, 32, 1e-9), experts_touched(experts, 32), 1e-4);
  EXPECT_LT(experts_touched(experts, 64, 0.36), experts_touched(experts, 65, 0.36));
  EXPECT_NEAR(experts_touched(experts, 1e5, 0.36), 100, 0.1);
}

TEST(LinearState, OfMamba2IsConstant) {
  // Mamba-2 130M: 24 layers of 24 heads x 64, state 128, one group, kernel 4. State 196,608 numbers of
  // 4 bytes and convolution 3 x (1,536 + 256) = 5,376 of 2 bytes.
  ModelRecord r;
  r.name = "Mamba-2 130M";
  r.kind = ModelKind::hybrid;
  r.layers = 24;
  r.hidden = 768;
  r.vocab = 50288;
  r.tied_embeddings = true;
  r.norms_per_layer = 1;
  r.linear = LinearRecord{.kind = LinearKind::mamba2, .layers = 24, .value_heads = 24, .key_dim = 128, .value_dim = 64};
  const Architecture model = built(r);
  EXPECT_EQ(in_bytes(linear_state(model)), 24.0 * (196608 * 4 + 5376 * 2));
  EXPECT_EQ(in_bytes(kv_cache(model, 100000, sixteen_bit())), 0.0);
  EXPECT_EQ(total_params(model), 128989632.0);
}

TEST(Synthesize, HitsTheSizeItWasAskedFor) {
  for (double params : {0.3e9, 1e9, 3e9, 7e9, 13e9, 34e9, 70e9, 180e9, 1e12}) {
    const Architecture model = synthesize(params);
    EXPECT_NEAR(total_params(model) / params, 1.0, 0.03) << params;
    EXPECT_TRUE(model.synthesized);
  }
}

// Configurations of Llama 3.1: 32, 80 and 126 layers of 8 KV heads of 128, keys and values in 16 bits; heads of 8
// ranks.
TEST(Synthesize, CachesAsModelsOfItsSizeDo) {
  for (const auto& [params, layers] : {std::pair{8e9, 32}, {70e9, 80}, {405e9, 126}}) {
    const Architecture model = synthesize(params);
    EXPECT_NEAR(in_bytes(kv_cache(model, 1, sixteen_bit())) / (layers * 8 * 128 * 2 * 2.0), 1, 0.1) << params;
  }
  for (double params : {2.7e9, 4.2e9, 7e9, 8.7e9, 13e9, 34e9})
    EXPECT_EQ(synthesize(params).groups.front().attention->heads % 8, 0) << params;
}

TEST(ArchitectureOf, NamesEveryMissingField) {
  ModelRecord r;
  r.name = "empty";
  const Result<Architecture> model = architecture_of(r, "/overrides/models/0");
  ASSERT_FALSE(model.ok());
  ASSERT_EQ(model.problems().size(), 3u);
  EXPECT_EQ(model.problems()[0].path, "/overrides/models/0/layers");
  EXPECT_EQ(model.problems()[1].path, "/overrides/models/0/hidden");
  EXPECT_EQ(model.problems()[2].path, "/overrides/models/0/vocab");
}

TEST(ArchitectureOf, RefusesHeadsThatDoNotDivide) {
  ModelRecord r = llama(2, 64, 256, 6);
  r.kv_heads = 4;
  const Result<Architecture> model = architecture_of(r, "/model");
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.problems()[0].path, "/model/kv_heads");
}

}  // namespace
}  // namespace ridgepoint
