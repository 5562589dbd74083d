// What people with the shipped catalog's hardware are told first, and what they can do about it.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "engine/base/words.h"
#include "engine/choose/recommend.h"
#include "engine/facts/catalog.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Estimate answered(const Scenario& s) { return answer(s, shipped()).value(); }

const Remedy* remedy_of(const Estimate& e, const char* path) {
  const auto found =
      std::find_if(e.remedies.begin(), e.remedies.end(), [&](const Remedy& r) { return r.path == path; });
  return found == e.remedies.end() ? nullptr : &*found;
}

Scenario on(const char* model, const char* accelerator, int count) {
  Scenario s;
  s.model.id = model;
  s.hardware.accelerator = accelerator;
  s.hardware.count = count;
  return s;
}

// 671e9 weights at 4.8 bits are 400 GB: sixteen cards of 25.8 GB hold 412, a server's memory holds them.
TEST(RemediesCatalog, ExpertsLieInHostMemoryWhereNoNumberOfCardsHoldsThem) {
  Scenario s = on("deepseek-v3", "rtx-4090", 1);
  s.precision.weights = "gguf-q4_k_m";
  s.serve.concurrency = 1;
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::no);
  const Remedy* host = remedy_of(e, "/hardware/host");
  ASSERT_TRUE(host);
  EXPECT_EQ(host->id, "host_cpu-generic-server-ddr5");
  s.hardware.host = "cpu-generic-server-ddr5";
  const Estimate hosted = answered(s);
  EXPECT_EQ(hosted.memory.fit, Fit::fits);
  EXPECT_EQ(hosted.speed.tokens_per_s_per_request, host->tokens_per_s_per_request);
  s.hardware.host = "cpu-generic-desktop-ddr5";  // 192 GB
  EXPECT_EQ(answered(s).memory.fit, Fit::no);
}

// 70.6e9 weights of 4.25 bits are 37.5 of 2 x 25.8 GB; four contexts of 2,560 tokens at 328 kB leave no tenth of it.
TEST(RemediesCatalog, OneRequestAtOnceWhereFourAreTooMany) {
  Scenario s = on("llama-3.1-70b", "rtx-4090", 2);
  s.serve.purpose = RequestPurpose::general;
  s.precision.weights = "awq-int4";
  s.serve.concurrency = 4;
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::tight);
  ASSERT_TRUE(remedy_of(e, "/serve/concurrency"));
  EXPECT_EQ(remedy_of(e, "/serve/concurrency")->text, "1 request at once");
}

// 32.8e9 weights of 4.25 to 4.9 bits are 17 to 20 GB of 25.8, and 32 contexts of 8,192 tokens at 262 kB 69 GB more.
TEST(RemediesCatalog, FewerUsersAndNarrowerWeightsForACardAtADesk) {
  Scenario s = on("qwen3-32b", "rtx-3090", 1);
  s.serve.input_tokens = 7680;
  s.serve.concurrency = 32;
  s.precision.weights = "bf16";
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::no);
  const Remedy* fewer = remedy_of(e, "/serve/concurrency");
  ASSERT_TRUE(fewer);
  EXPECT_EQ(fewer->id.rfind("concurrency+weights_", 0), 0u) << fewer->id;
  EXPECT_LE(fewer->per_gpu_gb, e.memory.usable_gb);
}

TEST(RemediesCatalog, ImagesAtOnceAreHalvedUntilTheyFit) {
  Scenario s = on("sdxl-base", "rtx-4090", 1);
  EXPECT_EQ(answered(s).memory.fit, Fit::fits);  // one at a time
  s.serve.batch = 32;
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::no);
  EXPECT_EQ(e.answer.text.rfind("SDXL 1.0 base with 32 at once does not fit", 0), 0u) << e.answer.text;
  const Remedy* fewer = remedy_of(e, "/serve/batch");
  ASSERT_TRUE(fewer);
  s.serve.batch = std::stoi(fewer->text);
  EXPECT_EQ(answered(s).memory.fit, Fit::fits);
  *s.serve.batch *= 2;
  EXPECT_NE(answered(s).memory.fit, Fit::fits);
}

// 16.9e9 weights of 16 bits are 33.7 GB: in 8 bits a card of 25.8 GB holds them.
TEST(RemediesCatalog, WeightsOfAnImageModelAreHalvedWhereTheyAloneAreTooLarge) {
  Scenario s = on("qwen-image", "rtx-4090", 1);
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::no);
  const Remedy* narrower = remedy_of(e, "/precision/weights");
  ASSERT_TRUE(narrower);
  EXPECT_EQ(narrower->id, "weights_fp8");
  s.precision.weights = "fp8";
  EXPECT_EQ(answered(s).memory.fit, Fit::fits);
  EXPECT_EQ(answered(s).memory.per_gpu_gb, narrower->per_gpu_gb);
}

// 64 H100 lack a third of what 405B keeps for training; 14 machines of 8 hold it, 13 do not.
TEST(RemediesCatalog, TrainingTakesAsFewMachinesAsHoldIt) {
  Scenario s = on("llama-3.1-405b", "h100-sxm5-80gb", 64);
  s.workload = Workload::train;
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::no);
  const Remedy* more = remedy_of(e, "/hardware/count");
  ASSERT_TRUE(more);
  EXPECT_EQ(more->id, "count_112");
  s.hardware.count = 104;
  EXPECT_NE(answered(s).memory.fit, Fit::fits);
}

TEST(AnswerCatalog, SaysWhatLiesInHostMemory) {
  Scenario s = on("llama-3.1-70b", "rtx-4090", 1);
  s.precision.weights = "gguf-q4_k_m";
  s.serve.concurrency = 1;
  s.hardware.host = "cpu-generic-desktop-ddr5";
  const Estimate e = answered(s);
  ASSERT_EQ(e.memory.fit, Fit::fits);
  EXPECT_NE(e.answer.text.find(" in GGUF Q4_K_M with llama.cpp, " + memory_text(*e.memory.host_gb) +
                               " of it in host memory: "),
            std::string::npos)
      << e.answer.text;
  // What the rules of thumb are held against is all there is of the weights, wherever it lies.
  EXPECT_NEAR(e.rules_of_thumb[1].detailed, e.rules_of_thumb[1].value, 0.1 * e.rules_of_thumb[1].value);
}

// 1,000 requests a minute of 2,560 tokens: four H100 hold 70.6 GB of weights each, eight contexts beside them, or share
// copies and answer ten times as many.
TEST(AnswerCatalog, AsManyAsCopiesThatAreSharedAnswer) {
  Scenario s = on("llama-3.3-70b", "h100-sxm5-80gb", 4);
  s.serve.purpose = RequestPurpose::general;
  s.precision.weights = "fp8";
  s.serve.requests_per_minute = 1000;
  const Estimate e = answered(s);
  EXPECT_EQ(e.answer.status, "behind");
  EXPECT_NE(e.answer.text.find(" for 1,000 requests a minute fits on "), std::string::npos) << e.answer.text;
  EXPECT_NE(e.answer.text.find(" and falls behind: at most "), std::string::npos) << e.answer.text;
  EXPECT_EQ(e.answer.short_text.rfind("Falls behind · ", 0), 0u) << e.answer.short_text;
  EXPECT_GT(e.speed.layout.tensor, 1);
  s.parallel.tensor = 1;
  EXPECT_GT(*e.speed.max_requests_per_s, 5 * *answered(s).speed.max_requests_per_s);
  s.parallel.tensor.reset();
  s.workload = Workload::batch;
  s.serve.requests_per_minute.reset();
  const Estimate batch = answered(s);
  for (const int tensor : {1, 2, 4}) {
    s.parallel.tensor = tensor;
    EXPECT_GE(*batch.speed.tokens_per_s, *answered(s).speed.tokens_per_s * (1 - 1e-9)) << tensor;
  }
}

// Devices without a known rent are priced as owned, which is less: they are none that what is rented is measured by.
TEST(RecommendCatalog, NothingIsCheaperThanTheCheapest) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.train.method = Method::qlora;
  s.objective = Goal::cost;
  const Result<Recommendations> found = recommend(s, shipped());
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found->recommendations.empty());
  EXPECT_TRUE(found->recommendations.front().pareto);
}

// GH200 takes the place of A100s, not of A2s with a twentieth of its bandwidth.
TEST(RecommendCatalog, TheGenerationBeforeIsOfTheSameSize) {
  const std::vector<const Accelerator*> before =
      generation_before(*find_accelerator(shipped(), "gh200-144gb"), shipped());
  ASSERT_FALSE(before.empty());
  for (const Accelerator* a : before) EXPECT_GE(in_gigabytes_per_second(*a->bandwidth), 1200) << a->id;
}

// A batch takes as many as fit when nothing is said; latent attention then has a rank for each accelerator.
TEST(AnswerCatalog, ABatchIsAsManyAsFitSaidOrNot) {
  Scenario s = on("deepseek-v3", "h200-sxm-141gb", 16);
  s.workload = Workload::batch;
  const Estimate unsaid = answered(s);
  EXPECT_GT(unsaid.speed.layout.expert, unsaid.speed.layout.tensor);
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  EXPECT_EQ(answered(s).speed.tokens_per_s, unsaid.speed.tokens_per_s);
}

TEST(AnswerCatalog, AMissedTargetComesBeforeWhatFits) {
  Scenario s = on("llama-3.1-8b", "h100-sxm5-80gb", 1);
  s.serve.slo.ttft_p95_ms = 1;
  const Estimate e = answered(s);
  EXPECT_EQ(e.answer.status, "misses");
  EXPECT_EQ(e.answer.short_text.rfind("Misses a limit · ", 0), 0u) << e.answer.short_text;
}

}  // namespace
}  // namespace ridgepoint
