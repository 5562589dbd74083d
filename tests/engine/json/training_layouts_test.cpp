// Layouts that are chosen for training start: what Megatron-LM asks of them (arguments.py, transformer_config.py and
// schedules.py of megatron-core 0.16.1).
#include <gtest/gtest.h>

#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

void expect_to_start(const Estimate& e, const std::string& name) {
  const Layout& l = e.basis.plan.layout;
  const Architecture& model = e.question.model;
  const TrainingMemoryInput& t = e.basis.plan.training;
  const int stages = l.pipeline, pieces = stages > 1 && l.schedule == Schedule::interleaved ? l.virtual_stages : 1;
  const int counted = model.layers() % stages == 0 ? model.layers() : model.layers() + 2;
  EXPECT_EQ(counted % (stages * pieces), 0) << name << ": " << counted << " layers on " << stages << " x " << pieces;
  EXPECT_EQ(pieces > 1 ? t.accumulation % stages : 0, 0) << name << ": " << t.accumulation << " on " << stages;
  EXPECT_EQ(e.basis.plan.global_batch, t.accumulation * l.data * t.micro_batch) << name;
  EXPECT_EQ(l.devices(), e.question.gpus) << name;
  for (const LayerGroup& group : model.groups) {
    EXPECT_EQ(group.attention ? group.attention->heads % l.tensor : 0, 0) << name;
    EXPECT_EQ(group.experts.count % l.expert, 0) << name;
  }
}

TEST(TrainingLayouts, StartInMegatron) {
  int fit = 0;
  for (const char* model :
       {"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "qwen3-14b", "qwen3-32b", "qwen3-30b-a3b", "qwen3-235b-a22b",
        "mixtral-8x7b", "deepseek-v3", "gpt-oss-120b", "gpt-3-175b", "gemma-3-27b"})
    for (const int count : {8, 64, 96, 256, 512, 2048}) {
      Scenario s;
      s.workload = Workload::train;
      s.model.id = model;
      s.hardware.accelerator = "h100-sxm5-80gb";
      s.hardware.count = count;
      const Result<Estimate> e = estimate(s, shipped());
      ASSERT_TRUE(e.ok()) << model << ": " << e.problems().front().message;
      if (e->memory.fit == Fit::no) continue;
      ++fit;
      expect_to_start(*e, std::string(model) + " on " + std::to_string(count));
    }
  EXPECT_GE(fit, 45);
}

// The batch is a power of two of sequences where the machines allow it: four million tokens are 1,024 of 4,096.
TEST(TrainingLayouts, HaveABatchAsPeopleSetIt) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "h100-sxm5-80gb";
  for (const auto& [sequence, batch] : {std::pair(4096, 1024), std::pair(8192, 512), std::pair(2048, 2048)}) {
    s.train.sequence = sequence;
    s.hardware.count = 64;
    EXPECT_EQ(estimate(s, shipped())->basis.plan.global_batch, batch);
  }
}

// 94 layers are no multiple of a stage number between 2 and 47; 96 with the embedding and the loss are of many.
TEST(TrainingLayouts, SayWhereTheEmbeddingAndTheLossCountAsLayers) {
  for (const auto& [stages, said] : {std::pair("2", false), std::pair("8", true)}) {
    const std::string text = shipped_api().estimate(
        std::string(R"({"workload": "train", "model": "qwen3-235b-a22b", "hardware": {"accelerator": "h100-sxm5-80gb",
            "count": 512}, "parallel": {"pipeline": )") +
            stages + "}}",
        "");
    EXPECT_NE(text.find("--pipeline-model-parallel-size " + std::string(stages)), std::string::npos);
    EXPECT_EQ(text.find("--account-for-embedding-in-pipeline-split --account-for-loss") != std::string::npos, said);
  }
}

}  // namespace
}  // namespace ridgepoint
