// Published iteration times, computed with the catalog's coefficients.
#include <gtest/gtest.h>

#include "engine/estimate/estimate.h"
#include "engine/json/api.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

const Catalog& catalog() { return shipped(); }

// Korthikanti et al. 2022, table 5: GPT models on A100 80GB, tensor parallel 8, sequences of 2,048 tokens, three pieces
// a stage where there are stages; seconds per iteration with selective and with full recomputation.
struct Published {
  const char* name;
  int layers, hidden, heads, pipeline, gpus, batch, micro_batch, pieces;
  double selective_s, full_s;
};

Scenario scenario_of(const Published& p, Checkpointing checkpointing) {
  ModelRecord gpt;
  gpt.id = gpt.name = p.name;
  gpt.layers = p.layers;
  gpt.hidden = p.hidden;
  gpt.heads = p.heads;
  gpt.intermediate = 4 * p.hidden;
  gpt.gated = false;
  gpt.vocab = 51200;
  Scenario s;
  s.workload = Workload::train;
  s.overrides.models = {gpt};
  s.model.id = gpt.id;
  s.hardware.accelerator = "a100-sxm4-80gb";
  s.hardware.count = p.gpus;
  s.parallel.tensor = 8;
  s.parallel.pipeline = p.pipeline;
  s.parallel.data = 1;
  if (p.pipeline > 1) s.parallel.virtual_stages = p.pieces;
  s.train.framework = "megatron";
  s.train.software_date = "2022-05";
  s.train.sequence = 2048;
  s.train.global_batch = p.batch;
  s.train.micro_batch = p.micro_batch;
  s.train.checkpointing = checkpointing;
  s.train.flash_attention = false;
  s.train.loss = Loss::fused;
  return s;
}

double step_s(const Published& p, Checkpointing checkpointing) {
  const Result<Estimate> e = estimate(scenario_of(p, checkpointing), catalog());
  EXPECT_TRUE(e.ok()) << p.name;
  return e.ok() ? *e->speed.step_s : 0;
}

TEST(TrainingSpeed, MegatronIterationsOf2022) {
  constexpr Published kPublished[] = {{"gpt-22b", 48, 6144, 64, 1, 8, 4, 4, 1, 1.10, 1.42},
                                      {"gpt-175b", 96, 12288, 96, 8, 64, 64, 1, 3, 13.75, 18.13},
                                      {"gpt-530b", 105, 20480, 128, 35, 280, 280, 1, 3, 37.83, 49.05},
                                      {"gpt-1t", 128, 25600, 160, 64, 512, 512, 1, 1, 71.49, 94.42}};
  for (const Published& p : kPublished) {
    EXPECT_NEAR(step_s(p, Checkpointing::selective) / p.selective_s, 1, 0.08) << p.name;
    EXPECT_NEAR(step_s(p, Checkpointing::full) / p.full_s, 1, 0.08) << p.name;
  }
}

// Every device and every software of the calibration: work is never done faster than the device's peak, and the lines
// add up to the step.
TEST(TrainingSpeed, NeverAboveThePeakAndLinesAddUp) {
  for (const char* device :
       {"a100-sxm4-80gb", "h100-sxm5-80gb", "b200-sxm-180gb", "mi300x-192gb", "rtx-4090", "gaudi2-96gb"}) {
    for (const char* framework : {"megatron", "pytorch", "transformers"})
      for (Recipe recipe : {Recipe::mixed, Recipe::fp8, Recipe::nvfp4}) {
        Scenario s;
        s.workload = Workload::train;
        s.model.id = "llama-3.1-8b";
        s.hardware.accelerator = device;
        s.hardware.count = 8;
        s.train.framework = framework;
        s.train.recipe = recipe;
        s.train.checkpointing = Checkpointing::full;
        const Result<Estimate> e = estimate(s, catalog());
        if (!e.ok()) {  // neither device nor framework has all recipes
          ASSERT_EQ(e.problems().front().path, "/train/recipe") << device;
          ASSERT_NE(recipe, Recipe::mixed) << device;
          continue;
        }
        const Device& d = e->question.device;
        EXPECT_LT(*e->speed.hfu * d.peak_16bit, d.gemm_peak) << device;
        const std::optional<FlopPerSecond>& measured = e->question.accelerator->measured_bf16;
        if (measured && recipe == Recipe::mixed) { EXPECT_LE(*e->speed.hfu * d.peak_16bit, *measured) << device; }
        EXPECT_GE(*e->speed.hfu, *e->speed.mfu) << device;
        double sum = 0;
        for (const auto& line : e->speed.time_lines) sum += line.s;
        EXPECT_NEAR(sum / *e->speed.step_s, 1, 1e-9) << device;
      }
  }
}

TEST(TrainingSpeed, OlderSoftwareIsNotFaster) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "qwen3-30b-a3b";
  s.hardware.accelerator = "h100-sxm5-80gb";
  s.hardware.count = 16;
  s.train.framework = "megatron";
  s.train.sequence = 4096;
  const double now = *estimate(s, catalog())->speed.step_s;
  s.train.software_date = "2025-11";
  EXPECT_GE(*estimate(s, catalog())->speed.step_s, now);
}

}  // namespace
}  // namespace ridgepoint
