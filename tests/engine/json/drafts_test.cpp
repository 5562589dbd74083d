// What drafts take of memory, against published logs and by arithmetic.
#include <gtest/gtest.h>

#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario qwen27(const char* format, const char* engine, double context, int drafted) {
  Scenario s;
  s.model.id = "qwen3.8-27b";
  s.hardware.accelerator = "h200-sxm-141gb";
  s.hardware.count = 1;
  s.precision.weights = format;
  s.serve.engine = engine;
  s.serve.concurrency = 1;
  s.serve.max_context = context;
  if (drafted > 0) {
    s.serve.speculative.draft = "mtp";
    s.serve.speculative.tokens = drafted;
  }
  return s;
}

Bytes line(const Scenario& s, const char* id) {
  const Estimate e = estimate(s, shipped()).value();
  for (const MemoryLine& l : e.basis.plan.memory.lines)
    if (l.id == id) return l.amount;
  return {};
}

// vLLM of 2026-08, Qwen3.8 27B in BF16: "Model loading took" 51.1 GiB, and 51.89 with its prediction layer. Attention
// 5120 x (12288 + 2 x 1024 + 6144), feed-forward 3 x 5120 x 17408 and the projection 10240 x 5120: 424.7e6 parameters.
TEST(Drafts, APredictionLayerHasTheWeightsOfALayerAndItsProjection) {
  EXPECT_NEAR(in_gibibytes(line(qwen27("bf16", "vllm", 8192, 1), "draft_weights")), 51.89 - 51.1, 0.01);
  EXPECT_EQ(line(qwen27("bf16", "vllm", 8192, 0), "draft_weights"), bytes(0));
}

// In FP8 the layer's 372.2e6 take a byte each, the projection two. NVFP4 files have all of it in 16 bits: of
// nvidia/Qwen3.6-27B-NVFP4 exclude_modules says "mtp*".
TEST(Drafts, PredictionLayersAreAsTheirCheckpointHasThem) {
  EXPECT_NEAR(in_gigabytes(line(qwen27("fp8", "vllm", 8192, 1), "draft_weights")), 0.372 + 2 * 0.0524, 0.001);
  for (const char* format : {"nvfp4", "awq-int4", "gptq-int4"})
    EXPECT_NEAR(in_gigabytes(line(qwen27(format, "vllm", 8192, 1), "draft_weights")), 2 * 0.4247, 0.001) << format;
}

// The same servers found room for 19.54 GiB / (313,650 / 262,144) = 16.33 GiB a sequence, and with one draft for 18.53
// / (278,230 / 262,144) = 17.46: 1.13 more, a layer's cache of 262,144 x 2 x 4 x 256 x 2 bytes, 1 GiB, and one state.
TEST(Drafts, ALayerMoreIsCachedAndAStateADraftIsHeld) {
  const auto sequence = [](int drafted) {
    const Scenario s = qwen27("bf16", "vllm", 262144, drafted);
    return in_gibibytes(line(s, "kv_cache") + line(s, "linear_state") + line(s, "draft_cache"));
  };
  EXPECT_EQ(in_gibibytes(line(qwen27("bf16", "vllm", 262144, 1), "draft_cache")), 1);
  EXPECT_NEAR(sequence(1) - sequence(0), 17.46 - 16.33, 0.02);
}

// Of 48 layers, 48 heads x 128 x 128 in FP32 and 3 x 10240 of the convolution's history in 16 bits, 3.207 MB, in pages
// of 784 tokens x 4096 bytes ("Setting attention block size to 784 tokens", vLLM 0.19): 147.0 MiB; notes of a server
// that drafts four say 5 x 151.5.
TEST(Drafts, AStateForEveryTokenThatIsVerified) {
  const double one = 48 * 784 * 4096.0;
  EXPECT_EQ(in_bytes(line(qwen27("bf16", "vllm", 8192, 0), "linear_state")), one);
  EXPECT_EQ(in_bytes(line(qwen27("bf16", "vllm", 8192, 4), "linear_state")), 5 * one);
  EXPECT_NEAR(5 * one / (1 << 20), 5 * 151.5, 0.04 * 5 * 151.5);
  Scenario looked_up = qwen27("bf16", "vllm", 8192, 4);
  looked_up.serve.speculative.draft = "ngram";
  EXPECT_EQ(in_bytes(line(looked_up, "linear_state")), 5 * one);
  EXPECT_EQ(line(looked_up, "draft_weights"), bytes(0));
}

// llama.cpp, "estimated memory usage of MTP context": 552.06 MiB at 8,192 tokens, 648.06 at 32,768. It has a cache of
// its own, 4,096 bytes a token, and FP32 logits of 512 tokens x 248,320: 32 + 485 MiB.
TEST(Drafts, LlamaCppReservesTheirLogitsApart) {
  const auto mib = [](double context) {
    const Scenario s = qwen27("gguf-q5_k_m", "llama.cpp", context, 2);
    return in_bytes(line(s, "draft_cache") + line(s, "draft_pass")) / (1 << 20);
  };
  EXPECT_NEAR(mib(8192), 552.06, 0.07 * 552.06);
  EXPECT_NEAR(mib(32768) - mib(8192), 648.06 - 552.06, 0.01);
  EXPECT_EQ(line(qwen27("bf16", "vllm", 8192, 2), "draft_pass"), bytes(0));
}

// 64 sequences with four drafts each are 320 tokens to choose, 38 bytes for each of 248,320 logits.
TEST(Drafts, LogitsAreOfEveryTokenVerified) {
  Scenario s = qwen27("bf16", "tensorrt-llm", 8192, 4);
  s.serve.concurrency = 64;
  EXPECT_EQ(in_bytes(line(s, "sampling")), 38.0 * 248320 * 64 * 5);
}

// A layer of DeepSeek-V3 is one of experts, not one of its three dense ones; MiMo-V2.5's is dense.
TEST(Drafts, PredictionLayersAreOfTheKindThatHasTheirSize) {
  const auto layers = [](const char* id) {
    const ModelRecord& record = *find_model(shipped(), id);
    return prediction_layers(*architecture_of(record, ""), record.mtp_params);
  };
  EXPECT_EQ(layers("deepseek-v3").groups.front().experts.count, 256);
  EXPECT_NEAR(total_params(layers("deepseek-v3")), 11.5e9, 0.02 * 11.5e9);
  EXPECT_EQ(layers("mimo-v2.5").groups.front().experts.count, 0);
}

}  // namespace
}  // namespace ridgepoint
