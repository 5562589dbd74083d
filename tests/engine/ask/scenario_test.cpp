#include "engine/ask/scenario.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

TEST(Scenario, TheDefaultIsValid) { EXPECT_TRUE(validate(Scenario{}).empty()); }

TEST(Scenario, FineTuningUsesLoraUnlessSaid) {
  Scenario s;
  s.workload = Workload::finetune;
  EXPECT_EQ(s.method(), Method::lora);
  s.train.method = Method::full;
  EXPECT_EQ(s.method(), Method::full);
  s.workload = Workload::train;
  s.train.method.reset();
  EXPECT_EQ(s.method(), Method::full);
}

TEST(Validate, FindsEveryProblemAtOnce) {
  Scenario s;
  s.workload = Workload::train;
  s.train.epochs = 3;
  s.train.micro_batch = 3;
  s.train.global_batch = 16;
  s.cost.mode = CostMode::api;
  std::vector<std::string> paths;
  for (const Problem& p : validate(s)) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/train/dataset_tokens", "/train/global_batch", "/cost/mode"}));
}

TEST(Validate, DatesAreDates) {
  Scenario s;
  s.as_of = "2026-11-21";
  s.serve.engine_date = "2025-03";
  s.train.software_date = "2024";
  EXPECT_TRUE(validate(s).empty());
  s.as_of = "2026-02-30";
  s.serve.engine_date = "last spring";
  s.train.software_date = "";
  std::vector<std::string> paths;
  for (const Problem& p : validate(s)) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/as_of", "/serve/engine_date", "/train/software_date"}));
}

TEST(Validate, GroupsAndPromptsOfRewardedTraining) {
  Scenario s;
  s.workload = Workload::finetune;
  s.train.objective = Objective::grpo;
  EXPECT_TRUE(validate(s).empty());
  s.train.global_batch = 20;  // not a multiple of 8
  s.train.sequence = s.train.prompt_tokens = 1024;
  s.train.budget_gpu_h = 1;
  s.train.budget_usd = 1;
  std::vector<std::string> paths;
  for (const Problem& p : validate(s)) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/train/global_batch", "/train/prompt_tokens", "/train/budget_usd"}));
}

TEST(Validate, RequestsInFlightAndTheirRateExcludeEachOther) {
  Scenario s;
  s.serve.concurrency = 8;
  s.serve.requests_per_minute = 60;
  const Problems problems = validate(s);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/serve/requests_per_minute");
}

TEST(Validate, AContextShorterThanTheRequestIsNamed) {
  Scenario s;
  s.serve.input_tokens = 7000;
  s.serve.output_tokens = 1000;
  s.serve.max_context = 7999;
  const Problems problems = validate(s);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/serve/max_context");
  EXPECT_EQ(problems[0].suggestions[0], "8000");
}

// 8,192 = 4 x 2,048: four ranks have eight pieces, three would have six.
TEST(Validate, ContextRanksHaveTwoWholePiecesOfASequenceEach) {
  Scenario s;
  s.workload = Workload::train;
  s.train.sequence = 8192;
  s.parallel.context = 4;
  EXPECT_TRUE(validate(s).empty());
  s.parallel.context = 3;
  const Problems problems = validate(s);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/parallel/context");
  EXPECT_EQ(problems[0].message, "A sequence of 8192 tokens does not divide into 6 pieces, two for each rank.");
}

}  // namespace
}  // namespace ridgepoint
