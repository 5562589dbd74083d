// Layouts that are recommended for serving start: what vLLM 0.33 asks of them (config/model.py, linear.py,
// fp8_utils.py), read from the fields of a model's record.
#include <gtest/gtest.h>

#include <limits>

#include "engine/choose/recommend.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

int block_of(const std::string& format) {
  if (format == "fp8") return 128;
  return format == "awq-int4" || format == "gptq-int4" ? 32 : format == "nvfp4" ? 16 : 1;
}

void expect_to_start(const ModelRecord& m, const LayoutResult& l, const std::string& format, const std::string& name) {
  EXPECT_EQ(m.heads % l.tensor, 0) << name;
  const int shared = m.kv_heads.value_or(l.tensor);  // none where attention is latent
  EXPECT_TRUE(shared % l.tensor == 0 || l.tensor % shared == 0) << name << ": " << l.tensor;
  if (m.experts == 0) return;
  EXPECT_EQ(m.experts % l.expert, 0) << name;
  const int block = l.expert == 1 && l.tensor > 1 ? l.tensor * block_of(format) : 1;
  EXPECT_EQ(m.expert_intermediate % block, 0) << name << ": " << l.tensor << " " << format;
}

TEST(ServingLayouts, ThatAreRecommendedStart) {
  int rows = 0;
  for (const char* model : {"glm-4.5", "glm-4.5-air", "qwen3-30b-a3b", "qwen3-235b-a22b", "qwen3-coder-480b-a35b",
                            "minimax-m2", "mixtral-8x7b", "deepseek-v3", "kimi-k2", "llama-3.3-70b", "gpt-oss-120b"})
    for (const char* weights : {"bf16", "fp8"})
      for (const double rate : {5.0, 600.0}) {
        Scenario s;
        s.model.id = model;
        s.precision.weights = weights;
        s.serve.requests_per_minute = rate;
        const Result<Recommendations> found = recommend(s, shipped());
        ASSERT_TRUE(found.ok()) << model << ": " << found.problems().front().message;
        for (const Recommendation& r : found->recommendations) {
          if (find_accelerator(shipped(), r.hardware.accelerator)->vendor == "AWS") continue;  // Neuron pads heads
          ++rows;
          expect_to_start(
              *find_model(shipped(), model), r.parallel, weights,
              std::string(model) + " on " + std::to_string(r.hardware.count) + " x " + r.hardware.accelerator);
        }
      }
  EXPECT_GE(rows, 300);
}

// 1,536 of an expert are six blocks of 128 on two GPUs and one and a half on eight, which take whole experts instead;
// the eight KV heads of GLM-4.5-Air are no multiple of three ranks, nor a divisor of them.
TEST(ServingLayouts, SpreadExpertsWhoseBlocksTheyWouldCut) {
  Scenario s;
  s.model.id = "qwen3-235b-a22b";
  s.precision.weights = "fp8";
  s.hardware = {.accelerator = "h200-sxm-141gb", .count = 8};
  s.parallel.tensor = 8;
  const Estimate e = *answer(s, shipped());
  EXPECT_EQ(e.basis.plan.layout.expert, 8);
  EXPECT_NE(e.reproduce.front().command.find("--enable-expert-parallel"), std::string::npos);
  s.hardware.count = 2;
  s.parallel.tensor = 2;
  EXPECT_EQ(answer(s, shipped())->basis.plan.layout.expert, 1);
  s.model.id = "glm-4.5-air";
  s.hardware.count = 3;
  s.parallel.tensor = 3;
  const Result<Estimate> three = answer(s, shipped());
  ASSERT_FALSE(three.ok());
  EXPECT_EQ(three.problems().front().path, "/parallel/tensor");
  EXPECT_EQ(three.problems().front().message,
            "Tensor parallel 3 does not divide the 8 KV heads of GLM-4.5-Air 106B-A12B.");
}

// Offline, requests are as many as answer within a twentieth of what the full memory does, and leave the rest free.
TEST(ServingLayouts, OfflineMemoryIsFilledAsFarAsThatPays) {
  for (const char* model : {"llama-3.1-8b", "llama-3.3-70b", "qwen3-30b-a3b", "deepseek-v3"})
    for (const auto& [input, output] :
         {std::pair{256, 128}, std::pair{2048, 512}, std::pair{128, 2048}, std::pair{500, 1}}) {
      Scenario s;
      s.workload = Workload::batch;
      s.model.id = model;
      s.hardware.accelerator = "h200-sxm-141gb";
      s.hardware.count = 8;
      s.serve.input_tokens = input;
      s.serve.output_tokens = output;
      const Estimate paying = *answer(s, shipped());
      s.workload = Workload::serve;  // as many users as fit
      s.serve.concurrency = std::numeric_limits<double>::infinity();
      const Estimate full = *answer(s, shipped());
      const std::string name = model + (" " + std::to_string(input));
      EXPECT_GT(*paying.speed.tokens_per_s, 0.94 * *full.speed.tokens_per_s) << name;
      EXPECT_LE(*paying.speed.tokens_per_s, 1.001 * *full.speed.tokens_per_s) << name;
      EXPECT_LE(*paying.speed.concurrency, *full.speed.concurrency) << name;
      EXPECT_LE(paying.memory.per_gpu_gb, full.memory.per_gpu_gb) << name;
      EXPECT_NE(paying.answer.text.find(" tokens each on average, "), std::string::npos) << paying.answer.text;
      if (output > 1) continue;  // prompts alone: as many as fill the steps of the replicas
      EXPECT_LT(*paying.speed.concurrency, 8 * 60) << name;
      EXPECT_NE(paying.speed.bottleneck.text, "Memory bandwidth") << name;  // which is of decode steps
    }
}

// 220 x 4,608 tokens of Qwen3 8B are 139 GiB of cache at 144 KiB each: no format makes room, and an engine lets those
// wait that do not fit, in the format of the model; of 70 billion weights 24 GB hold none in 16 bits.
TEST(ServingLayouts, RequestsWaitBeforeWeightsAreNarrowedInVain) {
  Scenario s;
  s.model.id = "qwen3-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 220;
  s.serve.max_context = 4608;
  EXPECT_EQ(answer(s, shipped())->question.weights->id, "bf16");
  s.model.id = "llama-3.3-70b";
  s.hardware.accelerator = "rtx-4090";
  EXPECT_EQ(answer(s, shipped())->question.weights->id, "awq-int4");
}

// Over PCIe stages are often the quickest; what has none divides tensors (LMDeploy 0.18.0's arguments, issue 1742 of
// TGI).
TEST(ServingLayouts, EnginesWithoutStagesHaveNone) {
  for (const char* engine : {"lmdeploy", "tgi", "vllm"}) {
    Scenario s;
    s.model.id = "llama-3.3-70b";
    s.hardware.accelerator = "rtx-4090";
    s.hardware.count = 4;
    s.precision.weights = "awq-int4";
    s.serve.engine = engine;
    s.serve.concurrency = 32;
    const LayoutResult layout = answer(s, shipped())->speed.layout;
    EXPECT_EQ(layout.pipeline, std::string(engine) == "vllm" ? 4 : 1) << engine;
    EXPECT_EQ(layout.tensor, std::string(engine) == "vllm" ? 1 : 4) << engine;
  }
}

}  // namespace
}  // namespace ridgepoint
