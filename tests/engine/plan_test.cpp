#include "engine/plan.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Plan planned(const Scenario& s) {
  const Resolved r = *resolve(s, test::catalog());
  Result<Plan> plan = s.serves() ? plan_serving(s, r) : plan_training(s, r);
  EXPECT_TRUE(plan.ok());
  return *plan;
}

TEST(PlanServing, TakesTheSmallestTensorParallelThatFitsThenReplicas) {
  // 70B in FP8 is 71 GB: one H100 (85.5 GB less a tenth) has no room for the cache of 8 users at 8k
  // (21 GB), two have.
  Scenario s;
  s.hardware.count = 8;
  s.precision.weights = "fp8";
  s.serve.concurrency = 32;
  s.serve.input_tokens = 7680;
  s.serve.output_tokens = 512;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.layout.tensor, 2);
  EXPECT_EQ(plan.layout.data, 4);
  EXPECT_EQ(plan.serving.sequences, 8);
  EXPECT_EQ(plan.context, 8192);
  EXPECT_EQ(plan.mean_context, 7936);
}

TEST(PlanServing, KeepsWhatWasGiven) {
  Scenario s;
  s.hardware.count = 8;
  s.precision.weights = "fp8";
  s.parallel.tensor = 8;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.layout.tensor, 8);
  EXPECT_EQ(plan.layout.data, 1);
}

TEST(PlanServing, ShowsTheMostDividedLayoutWhenNothingFits) {
  Scenario s;
  s.hardware.count = 1;
  const Plan plan = planned(s);
  EXPECT_GT(plan.memory.total(), memory_budget(s, *resolve(s, test::catalog())));
  EXPECT_EQ(plan.why, "nothing fits, so the most divided layout is shown");
}

TEST(PlanServing, OfflineMaximumFillsTheMemory) {
  Scenario s;
  s.workload = Workload::batch;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  const Resolved r = *resolve(s, test::catalog());
  const Plan plan = *plan_serving(s, r);
  EXPECT_GT(plan.concurrency, 50);
  EXPECT_LE(plan.memory.total(), memory_budget(s, r));
  InferenceMemoryInput one_more = plan.serving;
  one_more.sequences += 1;
  EXPECT_GT(inference_memory(r.model, one_more).total(), memory_budget(s, r));
}

TEST(PlanServing, AnIllegalLayoutIsAProblem) {
  Scenario s;
  s.hardware.count = 3;
  s.parallel.tensor = 3;
  const Result<Plan> plan = plan_serving(s, *resolve(s, test::catalog()));
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.problems()[0].path, "/parallel/tensor");
}

TEST(PlanTraining, BatchesAreWholeOnEveryRank) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.train.global_batch = 100;
  s.train.micro_batch = 3;
  s.train.sequence = 512;
  const Plan plan = planned(s);
  EXPECT_EQ(plan.layout.data * 3 * plan.training.accumulation, plan.global_batch);
  EXPECT_GE(plan.global_batch, 100);
  EXPECT_LT(plan.global_batch, 100 + plan.layout.data * 3);
}

TEST(PlanTraining, CheckpointsOnlyAsMuchAsNeeded) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.train.sequence = 512;
  EXPECT_EQ(planned(s).training.checkpointing, Checkpointing::none);
  s.train.sequence = 32768;
  EXPECT_EQ(planned(s).training.checkpointing, Checkpointing::full);
}

// Seconds per sequence of a training plan.
double pace(const Plan& plan, const Scenario& s, const Resolved& r) {
  return in_seconds(training_step(r.model, training_speed_input(plan, s, r), r.device).total()) / plan.global_batch;
}

TEST(PlanTraining, NoLayoutWithinMemoryIsFaster) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 64;
  s.train.sequence = 8192;
  const Resolved r = *resolve(s, test::catalog());
  const Plan chosen = planned(s);
  ASSERT_LE(chosen.memory.total(), memory_budget(s, r));
  EXPECT_EQ(chosen.layout.devices(), 64);
  const double best = pace(chosen, s, r);
  int tried = 0;
  Scenario given = s;
  for (int tensor : {1, 2, 4, 8})
    for (int pipeline : {1, 2, 4, 8, 16, 32, 64})
      for (int context : {1, 2, 4, 8})
        for (Sharding sharding : {Sharding::zero1, Sharding::fsdp})
          for (Checkpointing checkpointing : {Checkpointing::none, Checkpointing::selective, Checkpointing::full})
            for (int micro_batch : {1, 2}) {
              if (64 % (tensor * pipeline * context) != 0 || (pipeline > 1 && sharding == Sharding::fsdp)) continue;
              given.parallel = {.tensor = tensor, .pipeline = pipeline, .expert = 1, .context = context};
              given.parallel.sharding = tensor * pipeline == 64 ? Sharding::none : sharding;
              given.train.checkpointing = checkpointing;
              given.train.micro_batch = micro_batch;
              const Plan plan = planned(given);
              if (plan.memory.total() > memory_budget(s, r)) continue;
              ++tried;
              EXPECT_GE(pace(plan, given, r), best * (1 - 1e-12)) << tensor << pipeline << context << micro_batch;
            }
  EXPECT_GT(tried, 20);
}

TEST(PlanTraining, DataRanksDoNotOutnumberTheBatch) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 64;
  s.train.sequence = 8192;
  s.train.global_batch = 16;
  const Plan plan = planned(s);
  EXPECT_LE(plan.layout.data, 16);
  EXPECT_EQ(plan.global_batch, 16);
}

TEST(PlanTraining, ShardsOverDataParallelRanks) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  EXPECT_NE(planned(s).layout.sharding, Sharding::none);
  s.hardware.count = 1;
  EXPECT_EQ(planned(s).layout.sharding, Sharding::none);
  s.hardware.count = 16;
  s.parallel.tensor = 4;
  s.parallel.pipeline = 2;
  EXPECT_EQ(planned(s).layout.sharding, Sharding::zero1);
}

}  // namespace
}  // namespace ridgepoint
