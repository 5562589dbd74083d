// Frameworks that train: what each can divide and shard, as catalog/frameworks has it.
#include <gtest/gtest.h>

#include "engine/base/lists.h"
#include "engine/estimate/make_estimate.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario tuning(const char* framework, Method method = Method::lora) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-70b";
  s.hardware.accelerator = "h100-sxm5-80gb";
  s.hardware.count = 8;
  s.train.method = method;
  s.train.framework = framework;
  return s;
}

// DeepSpeed's tutorial of automatic tensor parallelism, torchtitan's README, Axolotl and Accelerate on N-D parallelism.
TEST(Frameworks, ALayoutThatOneLacksIsRefusedByItsField) {
  const auto path = [](Scenario s) {
    const Result<Estimate> e = estimate(s, shipped());
    return e.ok() ? "" : e.problems().front().path + ": " + e.problems().front().message;
  };
  Scenario s = tuning("Unsloth");
  s.parallel.sharding = Sharding::zero3;
  EXPECT_EQ(path(s), "/parallel/sharding: Unsloth has no sharding \"zero3\"; it has none, fsdp.");
  s = tuning("TRL");
  s.parallel.tensor = 2;
  EXPECT_EQ(path(s), "/parallel/tensor: TRL has no tensor parallelism.");
  s = tuning("axolotl");
  s.parallel.tensor = 2;
  EXPECT_EQ(path(s), "");
  s.parallel.expert = 2;
  EXPECT_EQ(path(s), "/parallel/expert: Axolotl has no expert parallelism.");
  s = tuning("torchtitan", Method::full);
  s.parallel.sharding = Sharding::zero1;
  EXPECT_EQ(path(s), "/parallel/sharding: torchtitan has no sharding \"zero1\"; it has none, zero2, fsdp, hsdp.");
  s = tuning("LLaMA Factory");
  s.parallel.sharding = Sharding::zero3;
  EXPECT_EQ(path(s), "");
  EXPECT_EQ(path(tuning("caffe")), "/train/framework: There is no framework \"caffe\" in the catalog.");
}

// What is chosen is one that the framework has: copies alone under Unsloth, no stages under the
// Trainer.
TEST(Frameworks, WhatIsChosenIsWhatOneHas) {
  const auto chosen = [](const Scenario& s) { return estimate(s, shipped())->basis.plan.layout; };
  for (const TrainingFramework& f : shipped().frameworks)
    for (const Method method : {Method::full, Method::lora, Method::qlora}) {
      const Layout l = chosen(tuning(f.id.c_str(), method));
      const bool divides = method == Method::full || f.divides_adapters;
      if (!f.shardings.empty()) { EXPECT_TRUE(contains(f.shardings, word_of(l.sharding))) << f.id; }
      if (!divides || !contains(f.divides, "tensor")) { EXPECT_EQ(l.tensor, 1) << f.id; }
      if (!divides || !contains(f.divides, "pipeline")) { EXPECT_EQ(l.pipeline, 1) << f.id; }
    }
  EXPECT_EQ(chosen(tuning("unsloth")).sharding, Sharding::none);
}

// Of several nodes Megatron-LM shards the optimizer, as its users do; fully sharded where asked.
TEST(Frameworks, MegatronShardsTheOptimizer) {
  Scenario s = tuning("megatron", Method::full);
  s.hardware.count = 64;
  Layout l = estimate(s, shipped())->basis.plan.layout;
  EXPECT_TRUE(l.sharding == Sharding::zero1 || l.data * l.context == 1);
  s.parallel.sharding = Sharding::fsdp;
  EXPECT_EQ(estimate(s, shipped())->basis.plan.layout.sharding, Sharding::fsdp);
}

// --optimizer of Megatron-LM is adam, sgd or muon (arguments.py of megatron-core 0.16.1); 8-bit states are of trainers
// that copy or shard.
TEST(Frameworks, AnOptimizerThatADividedModelCannotHaveDividesNone) {
  Scenario s = tuning("megatron", Method::full);
  s.hardware.count = 64;
  for (const Optimizer optimizer : {Optimizer::adamw_8bit, Optimizer::lion, Optimizer::adafactor}) {
    s.train.optimizer = optimizer;
    const Layout l = estimate(s, shipped())->basis.plan.layout;
    EXPECT_EQ(l.tensor * l.pipeline * l.context, 1);
  }
}

// Asked to shard all there is, several nodes train by PyTorch; else by Megatron-LM.
TEST(Frameworks, WhatIsShardedChoosesTheFramework) {
  Scenario s = tuning("", Method::full);
  s.hardware.count = 64;
  s.train.framework = {};
  EXPECT_EQ(estimate(s, shipped())->basis.resolved.framework->id, "megatron");
  s.parallel.sharding = Sharding::fsdp;
  EXPECT_EQ(estimate(s, shipped())->basis.resolved.framework->id, "pytorch");
}

// Every rank writes whole groups of answers (TRL 1.16.0, grpo_config.py; ms-swift 4.6.0, megatron_args.py).
TEST(Frameworks, RanksTakeWholeGroups) {
  for (const int gpus : {1, 8, 64, 256}) {
    Scenario s = tuning("trl", Method::full);
    s.model.id = "qwen3-8b";
    s.hardware.count = gpus;
    s.train.objective = Objective::grpo;
    EXPECT_EQ(*estimate(s, shipped())->speed.layout.accumulation % s.train.group, 0) << gpus;
  }
}

TEST(Frameworks, OneWithoutRunsIsTakenToBeLikeAnother) {
  const auto step = [](const char* framework) { return estimate(tuning(framework), shipped())->speed.step_s; };
  EXPECT_EQ(step("trl"), step("transformers"));
  EXPECT_EQ(step("NeMo"), step("megatron"));
  EXPECT_EQ(step("FSDP"), step("pytorch"));
  EXPECT_EQ(step("Accelerate"), step("transformers"));
}

}  // namespace
}  // namespace ridgepoint
