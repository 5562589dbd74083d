#include "engine/tell/answer.h"

#include <gtest/gtest.h>

#include "engine/base/words.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(Answer, SaysWhatFitsHowFastAndForHowMuch) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  const Estimate e = *answer(s, test::catalog());
  EXPECT_EQ(e.answer.status, "fits");
  EXPECT_EQ(e.answer.text.rfind("Llama 3.1 8B for 32 users fits on 1 × H100 SXM5 80GB in BF16: ", 0), 0u)
      << e.answer.text;
  EXPECT_NE(e.answer.text.find("$3.00 an hour"), std::string::npos) << e.answer.text;
}

TEST(Answer, ThePartsAreTheSentence) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  const Estimate e = *answer(s, test::catalog());
  std::string text;
  for (const AnswerPart& part : e.answer.parts) text += part.text;
  EXPECT_EQ(text, e.answer.text);
  EXPECT_EQ(text.rfind("LoRA fine-tuning of Llama 3.1 8B on 10 million tokens fits on 1 × H100", 0), 0u) << text;
}

TEST(Answer, SaysHowMuchIsMissing) {
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.hardware.count = 1;
  const Estimate e = *answer(s, test::catalog());
  EXPECT_EQ(e.answer.status, "no");
  EXPECT_NE(e.answer.text.find("does not fit on 1 × H100"), std::string::npos);
  EXPECT_NE(e.answer.text.find("short by"), std::string::npos);
  EXPECT_EQ(e.answer.text.find("on each"), std::string::npos);  // there is one
  EXPECT_NE(e.answer.text.find(memory_text(e.memory.usable_gb)), std::string::npos) << e.answer.text;
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 2;
  EXPECT_NE(answer(s, test::catalog())->answer.text.find(" on each, "), std::string::npos);
}

// More requests than are answered: no time to compare with the targets, and a lower rate that meets them.
TEST(Answer, WhatTheDeviceDoesNotSupportDoesNotRun) {
  Catalog c = test::catalog();
  c.engines = {{.id = "one", .name = "One", .vendors = {"AMD"}, .needs = "AMD"}};
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.engine = "one";
  const Estimate e = *answer(s, c);
  EXPECT_EQ(e.answer.status, "unsupported");
  EXPECT_EQ(e.answer.short_text, "Not supported: One");
  EXPECT_NE(e.answer.text.find(" does not run on 1 × H100"), std::string::npos) << e.answer.text;
  EXPECT_NE(e.answer.text.find("does not support One, which needs AMD."), std::string::npos) << e.answer.text;
  c.engines[0].vendors = {"NVIDIA"};
  EXPECT_EQ(answer(s, c)->answer.status, "fits");
}

// Without FlashAttention there are other kernels of attention: its absence is a warning.
TEST(Answer, WhatHasASubstituteRuns) {
  Catalog c = test::catalog();
  c.accelerators[0].compute_capability = "7.5";
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  EXPECT_EQ(answer(s, c)->answer.status, "fits");
  s.train.method = Method::qlora;
  c.accelerators[0].compute_capability = "5.2";
  EXPECT_EQ(answer(s, c)->answer.status, "unsupported");
}

TEST(Answer, TargetsThatALowerRateMeetsAreMissed) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 4;
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e5;
  s.serve.slo.tpot_p95_ms = 1000;
  const Estimate e = *answer(s, test::catalog());
  std::string missed;
  for (const Warning& w : e.warnings)
    if (w.code == "slo_missed") missed = w.message;
  EXPECT_EQ(missed.rfind("The latency targets are missed; all are met up to ", 0), 0u) << missed;
}

// One H100 is $4.00 an hour, 8 of them $32.00.
TEST(Answer, LimitsOfOnesOwnAreMissed) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.constraints.max_usd_h = 31;
  const Estimate e = *answer(s, test::catalog());
  EXPECT_EQ(e.answer.status, "misses");
  EXPECT_EQ(e.answer.short_text.rfind("Misses a limit · ", 0), 0u) << e.answer.short_text;
  s.constraints.max_usd_h = 33;
  EXPECT_EQ(answer(s, test::catalog())->answer.status, "fits");
  s.constraints.max_count = 7;
  EXPECT_EQ(answer(s, test::catalog())->answer.status, "misses");
}

TEST(Answer, WeightsThatTheEngineDoesNotReadDoNotRun) {
  Catalog c = test::catalog();
  c.engines = {{.id = "files", .name = "Files", .reads_gguf = true}};
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.engine = "files";
  s.precision.weights = "fp8";
  const Estimate e = *answer(s, c);
  EXPECT_EQ(e.answer.status, "unsupported");
  EXPECT_EQ(e.answer.short_text, "Not supported: FP8 weights");
  EXPECT_NE(e.answer.text.find(" in FP8: Files does not support FP8 weights."), std::string::npos) << e.answer.text;
  s.precision.weights = "bf16";
  EXPECT_EQ(answer(s, c)->answer.status, "fits");
}

// 1e5 tokens are seconds; 1e10 are far more than ten times the half hour that is paid before.
TEST(Answer, WhereTheStartIsMuchOfThePriceItIsSaid) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.train.tokens = 1e5;
  const std::string brief = answer(s, test::catalog())->answer.text;
  EXPECT_NE(brief.find(", 30 min to start included."), std::string::npos) << brief;
  s.train.tokens = 1e10;
  const std::string lengthy = answer(s, test::catalog())->answer.text;
  EXPECT_EQ(lengthy.find("to start"), std::string::npos) << lengthy;
}

TEST(Answer, OneUserHasAllTokens) {
  Scenario s;
  s.serve.concurrency = 1;
  EXPECT_NE(answer(s, test::catalog())->answer.text.find(" tokens/s, first token in "), std::string::npos);
  s.serve.concurrency = 2;
  EXPECT_NE(answer(s, test::catalog())->answer.text.find(" tokens/s each ("), std::string::npos);
}

TEST(Answer, OfASpotRunIsAsLongAsItsRestartsMakeIt) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.cost.pricing = Pricing::spot;
  s.cost.spot_ratio = 0.5;  // nobody in the catalog has spot machines
  const Estimate e = *answer(s, test::catalog());
  EXPECT_NE(e.answer.text.find(" with restarts at "), std::string::npos) << e.answer.text;
}

TEST(CostVerdict, NamesTheCheapestWayFirst) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  const auto first = [&](CostChoice cost) {
    s.cost = cost;
    const std::string verdict = answer(s, test::catalog())->cost.verdict;
    return verdict.substr(verdict.find("use ") + 4, 10);
  };
  EXPECT_EQ(first({.api_input_usd_m = 1e-6, .api_output_usd_m = 1e-6}), "the hosted");
  EXPECT_EQ(first({.rent_usd_gpu_h = 0.01, .api_input_usd_m = 1e6, .api_output_usd_m = 1e6}), "renting ar");
  EXPECT_EQ(first({.rent_usd_gpu_h = 100, .api_input_usd_m = 1e6, .api_output_usd_m = 1e6}), "owning is ");
}

}  // namespace
}  // namespace ridgepoint
