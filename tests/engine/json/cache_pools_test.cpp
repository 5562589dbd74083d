// Tokens that a pool holds, against what engines print at their start.
#include <gtest/gtest.h>

#include "engine/memory/inference.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

struct Pool {
  const char* model;
  const char* kv;
  int tensor;
  int drafted;
  double chunk;      // --max-num-batched-tokens
  double context;    // --max-model-len
  double gib;        // "Available KV cache memory"
  double times;      // "Maximum concurrency for ... tokens per request"
  double draft = 0;  // bytes of a token in the prediction layer
};

double requests_held(const Pool& p) {
  const Architecture model = *architecture_of(*find_model(shipped(), p.model), "");
  InferenceMemoryInput in;
  in.kv = *find_format(shipped(), p.kv);
  in.layout.tensor = p.tensor;
  in.engine = *find_engine(shipped(), "vllm");
  in.drafted = p.drafted;
  in.prefill_chunk = p.chunk;
  in.context = p.context;
  return cache_tokens(model, in, gibibytes(p.gib), bytes(p.draft * p.context)) / p.context;
}

// Public start-up logs of vLLM 0.11 to 0.26. Layers of all kinds share blocks of one size: of Qwen3.6 35B-A3B a page is
// 2,096 tokens x 1,024 bytes, where a state is 2.15 MB; a block has pages of ten layers, and a request of 65,536 tokens
// takes 32 blocks for ten layers with attention and 3 x 2 for thirty states: 2.95 GiB hold 147.6 / 38 = 3.88.
TEST(CachePools, HoldTheRequestsThatVllmPrints) {
  for (const Pool& p : {
           Pool{"qwen3.6-35b-a3b", "fp8", 1, 0, 8192, 65536, 2.95, 3.87},
           Pool{"qwen3.6-35b-a3b", "fp8", 1, 2, 8192, 262144, 74.76, 24.62, 1024},
           Pool{"qwen3.6-27b", "fp8", 1, 2, 65536, 262144, 48.6, 5.32, 2048},
           Pool{"kimi-linear-48b-a3b", "bf16", 2, 0, 64000, 120000, 2.30, 2.48},
       })
    EXPECT_NEAR(requests_held(p), p.times, 0.03 * p.times) << p.model << " " << p.context;
}

// DeepSeek-V4-Flash: blocks of 256 tokens of all layers that compress, 1.02 MB, of which windows and entries that are
// not whole yet take their own. A request of 30,000 tokens whose prompt is read 16,384 at a time needs 6.66 GiB,
// and 5.44 hold 13,528 (vllm-project/vllm issue 44376); 7.01 hold 1.107 of 912,128 (51041). Its tokens alone have 3.9
// kB each.
TEST(CachePools, HoldPromptsThatAreReadInWindows) {
  for (const Pool& p : {
           Pool{"deepseek-v4-flash", "fp8", 2, 0, 16384, 30000, 6.66, 1},
           Pool{"deepseek-v4-flash", "fp8", 2, 0, 13528, 13528, 5.44, 1},
           Pool{"deepseek-v4-flash", "fp8", 2, 0, 8192, 912128, 7.01, 1.107},
       })
    EXPECT_NEAR(requests_held(p), p.times, 0.05 * p.times) << p.context;
}

// FlashMLA keeps 656 bytes of a token and layer of DeepSeek-V3.2 and 132 for its index key, 584 of an entry of V4's.
TEST(CachePools, GatheredEntriesKeepTheirPositionIn16Bits) {
  const NumberFormat& fp8 = *find_format(shipped(), "fp8");
  const auto of_token = [&](const char* id) {
    const Architecture model = *architecture_of(*find_model(shipped(), id), "");
    return in_bytes(kv_cache(model, 1 << 20, fp8) - kv_cache(model, 1 << 19, fp8)) / (1 << 19);
  };
  EXPECT_NEAR(of_token("deepseek-v3.2"), 61 * (656 + 132), 61);
  EXPECT_NEAR(of_token("deepseek-v4-flash"), 21 * (584 + 132) / 4.0 + 20 * 584 / 128.0, 4);
  EXPECT_EQ(of_token("deepseek-v3"), 61 * 576);
}

// SGLang's server_args.py: 512 + 1.5 x 8,192 + 2 x 256 + 128 MiB are left of an H100, 13.1 GiB; weights and caches have
// the rest. 0.93 of it for Qwen3-235B in FP8 over four held 367,404 tokens (vllm-project/vllm issue 21348).
TEST(CachePools, SglangKeepsWhatAStepTakesApart) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "h100-sxm5-80gb";
  s.hardware.count = 1;
  s.serve.engine = "sglang";
  s.serve.concurrency = 1;
  const Estimate e = estimate(s, shipped()).value();
  double kept = 0;
  for (const LineGb& line : e.memory.lines)
    if (line.id == "activations" || line.id == "cuda_graphs") kept += line.gb;
  EXPECT_NEAR(kept, (512 + 1.5 * 8192 + 2 * 256 + 128) * 1.048576 / 1000, 0.01);
  EXPECT_EQ(e.memory.fit, Fit::fits);
}

}  // namespace
}  // namespace ridgepoint
