#include <gtest/gtest.h>

#include "engine/ask/ask.h"
#include "engine/memory/inference.h"
#include "engine/memory/training.h"
#include "engine/plan/plan.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

struct Planned {
  Question resolved;
  Plan plan;
  Limits limits;
  Bytes budget;
};

Planned planned(const Scenario& s) {
  Planned p;
  p.resolved = *question_of(s, test::catalog());
  p.plan = s.serves() ? *plan_serving(p.resolved, wanted_of(p.resolved)) : *plan_training(p.resolved);
  if (s.serves()) list_memory(p.plan, p.resolved);
  p.limits = limits_of(p.plan, p.resolved);
  p.budget = memory_budget(p.resolved);
  return p;
}

// Llama 3.1 8B on one H100.
Scenario serving() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  return s;
}

Scenario lora() {
  Scenario s;
  s.workload = Workload::finetune;
  s.hardware.count = 4;
  s.train.method = Method::lora;
  s.train.micro_batch = 1;
  s.train.sequence = 2048;
  s.train.checkpointing = Checkpointing::full;
  return s;
}

TEST(Limits, OfServingFitAndWhatIsBeyondDoesNot) {
  Scenario s = serving();
  s.serve.concurrency = 4;
  const Planned p = planned(s);
  const auto fits = [&](const Architecture& model, double sequences, double context) {
    InferenceMemoryInput in = p.plan.serving;
    in.sequences = sequences;
    in.context = context;
    return inference_memory(model, in).total() <= p.budget;
  };
  const Architecture& model = p.resolved.model;
  EXPECT_TRUE(fits(model, *p.limits.concurrency, p.plan.context));
  EXPECT_FALSE(fits(model, *p.limits.concurrency + 1, p.plan.context));
  EXPECT_TRUE(fits(model, 4, *p.limits.context));
  EXPECT_TRUE(fits(synthesize(*p.limits.params_b * 1e9), 4, p.plan.context));
  EXPECT_FALSE(fits(synthesize(*p.limits.params_b * 1.05e9), 4, p.plan.context));
  EXPECT_FALSE(p.limits.micro_batch);
}

TEST(Limits, OfTrainingFitAndWhatIsBeyondDoesNot) {
  const Planned p = planned(lora());
  const auto fits = [&](const Architecture& model, int micro_batch, int sequence) {
    TrainingMemoryInput in = p.plan.training;
    in.micro_batch = micro_batch;
    in.sequence = sequence;
    return training_memory(model, in).total() <= p.budget;
  };
  const Architecture& model = p.resolved.model;
  EXPECT_TRUE(fits(model, *p.limits.micro_batch, 2048));
  EXPECT_FALSE(fits(model, *p.limits.micro_batch + 1, 2048));
  EXPECT_TRUE(fits(model, 1, *p.limits.sequence));
  EXPECT_FALSE(fits(model, 1, *p.limits.sequence + 1));
  EXPECT_TRUE(fits(synthesize(*p.limits.params_b * 1e9), 1, 2048));
  EXPECT_FALSE(fits(synthesize(*p.limits.params_b * 1.05e9), 1, 2048));
  EXPECT_FALSE(p.limits.concurrency);
}

TEST(Limits, AreZeroWhereNothingFits) {
  Scenario s;
  s.hardware.accelerator = "4090";
  s.serve.concurrency = 1e6;
  s.serve.max_context = 100000;
  EXPECT_EQ(*planned(s).limits.params_b, 0);
  Scenario t = lora();
  t.hardware.accelerator = "4090";
  t.train.micro_batch = 65536;
  EXPECT_EQ(*planned(t).limits.params_b, 0);
}

TEST(Limits, AQuarterOfTheBitsServesAModelOfMoreThanThreeTimesTheSize) {
  Scenario s = serving();
  const double wide = *planned(s).limits.params_b;
  s.precision.weights = "nf4";  // 4.127 bits
  const double narrow = *planned(s).limits.params_b;
  EXPECT_GT(narrow / wide, 3);
  EXPECT_LT(narrow / wide, 16 / 4.127);
}

// 70.55e9 parameters fit, a few percent are left.
TEST(Limits, TheLargestModelIsNoSmallerThanTheOneThatFits) {
  for (const char* model : {"llama-3.1-8b", "llama-3.1-70b"})
    for (double most = 1; most <= 8192; most *= 2) {
      Scenario s;
      s.model.id = model;
      s.hardware.count = 8;
      s.serve.concurrency = most;
      const Planned p = planned(s);
      const double least = p.plan.memory.total() <= p.budget ? total_params(p.resolved.model) : 0;
      EXPECT_GE(*p.limits.params_b * 1e9, least * (1 - 1e-12)) << most;
    }
}

}  // namespace
}  // namespace ridgepoint
