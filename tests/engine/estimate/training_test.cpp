#include <gtest/gtest.h>

#include <string>

#include "engine/estimate/workloads.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Scenario tuning(Method method) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.train.method = method;
  s.train.sequence = 2048;
  s.train.global_batch = 64;
  return s;
}

Estimate estimated(const Scenario& s) {
  const Result<Estimate> e = answer(s, test::catalog());
  EXPECT_TRUE(e.ok());
  return *e;
}

double seconds_of(const Estimate& e, const std::string& id) {
  for (const LineSeconds& line : e.speed.time_lines)
    if (line.id == id) return line.s;
  return 0;
}

double sum_of_lines(const Estimate& e) {
  double sum = 0;
  for (const LineSeconds& line : e.speed.time_lines) sum += line.s;
  return sum;
}

TEST(EstimateTraining, FailuresLengthenTheRunAndItsCost) {
  Scenario s = tuning(Method::full);
  s.train.tokens = 1e12;
  s.cost.start_h = 0;
  s.train.mtbf_h = 1e7;
  s.train.checkpoint_min = 0;
  const Estimate calm = estimated(s);
  s.train.mtbf_h = 10;
  s.train.checkpoint_min = 3;
  s.train.restart_min = 30;
  const Estimate e = estimated(s);
  // T = sqrt(2 x 3 x 600) = 60 min; lost 3/60 + (30 + 30)/600 = 0.15 of the time trained.
  EXPECT_NEAR(*e.speed.checkpoint_every_min, 60, 1e-9);
  EXPECT_NEAR(*e.speed.goodput, 1 / 1.15, 1e-12);
  EXPECT_NEAR(*e.speed.days / *calm.speed.days, 1.15, 1e-5);
  EXPECT_NEAR(*e.cost.usd_per_run / *calm.cost.usd_per_run, 1.15, 1e-5);
  EXPECT_NEAR(*e.cost.energy_kwh / *calm.cost.energy_kwh, 1.15, 1e-5);
  EXPECT_NEAR(*e.speed.failures, *e.speed.days * 24 / 10, 1e-12);
  EXPECT_EQ(*e.speed.tokens_per_s, *calm.speed.tokens_per_s);
  s.train.tokens = 1e6;  // over before the first is due
  EXPECT_FALSE(estimated(s).speed.checkpoint_every_min.has_value());
}

TEST(EstimateTraining, FailuresOfTheAcceleratorsAndCheckpointsOfTheState) {
  const Estimate e = estimated(tuning(Method::full));
  // 50,677 h / 8; 8.03e9 parameters x 14 bytes (weights 2, master 4, moments 8) at 1 GB/s: 112 s.
  EXPECT_NEAR(in_hours(e.basis.interruptions.between), 6334.6, 0.1);
  EXPECT_NEAR(in_seconds(e.basis.interruptions.checkpoint), 112.4, 0.1);
}

TEST(EstimateTraining, PreferencePairsScoreBothAnswersByTheReference) {
  Scenario s = tuning(Method::full);
  s.train.micro_batch = 4;
  s.parallel = {.tensor = 1, .pipeline = 1, .data = 8, .context = 1};
  s.train.checkpointing = Checkpointing::full;
  s.train.global_batch = 128;
  const Estimate lm = estimated(s);
  s.train.objective = Objective::dpo;
  s.train.micro_batch = 2;  // pairs
  s.train.global_batch = 64;
  const Estimate dpo = estimated(s);
  // The same 128 sequences of the policy, 3 forward passes' worth, and one of the reference: 4/3 of the work.
  EXPECT_NEAR(dpo.basis.training.model_flop / lm.basis.training.model_flop, 4.0 / 3, 1e-9);
  EXPECT_NEAR(seconds_of(dpo, "gemms"), seconds_of(lm, "gemms"), 1e-12);
  EXPECT_GT(seconds_of(dpo, "scoring"), seconds_of(lm, "gemms") / 4);  // four passes with recomputation
  EXPECT_NEAR(sum_of_lines(dpo), *dpo.speed.step_s, 1e-12);
  EXPECT_NEAR(*dpo.speed.samples_per_s * 2 * 2048, *dpo.speed.tokens_per_s, 1e-6);
  EXPECT_EQ(*dpo.speed.layout.micro_batch, 2);
  EXPECT_GT(dpo.memory.per_gpu_gb, lm.memory.per_gpu_gb + 2);  // an eighth of 16.1 GB
  EXPECT_NE(dpo.answer.text.find("with DPO"), std::string::npos);
  s.train.reference = false;
  EXPECT_EQ(seconds_of(estimated(s), "scoring"), 0);
}

TEST(EstimateTraining, RewardedCompletionsAreGeneratedFirst) {
  Scenario s = tuning(Method::full);
  s.train.objective = Objective::grpo;
  s.train.sequence = 2560;
  s.train.global_batch = 512;
  const Estimate e = estimated(s);
  EXPECT_NEAR(sum_of_lines(e), *e.speed.step_s, 1e-12);
  EXPECT_GT(seconds_of(e, "rollouts"), 0);
  EXPECT_GT(seconds_of(e, "state_exchange"), 0);
  // The frozen model's pass and the one of the policy before its update: 5/3 of plain training.
  Scenario lm = s;
  lm.train.objective = Objective::lm;
  lm.parallel = {
      .tensor = e.speed.layout.tensor, .pipeline = e.speed.layout.pipeline, .context = e.speed.layout.context};
  EXPECT_NEAR(e.basis.training.model_flop / estimated(lm).basis.training.model_flop, 5.0 / 3, 1e-9);
  EXPECT_NE(e.answer.text.find("with GRPO"), std::string::npos);
}

TEST(EstimateTraining, RolloutsArePricedAsABatchOfRequests) {
  Scenario s = tuning(Method::full);
  s.train.objective = Objective::grpo;
  s.train.sequence = 2560;
  s.train.global_batch = 512;
  Scenario serve;
  serve.workload = Workload::batch;
  serve.model.id = "llama-3.1-8b";
  serve.hardware.count = 8;
  serve.serve.input_tokens = 512;
  serve.serve.output_tokens = 2048;
  serve.serve.prefix_hit_rate = 7.0 / 8;
  serve.serve.concurrency = 512;
  serve.parallel.tensor = 1;  // rollouts take the least divided layout
  const Estimate batch = estimated(serve);
  // 512 completions of 2,048 tokens, all in flight at once, on eight copies of the model: as long as a decode step of
  // 64 takes 2,048 times, and the prompts.
  const double decode = 2048 * in_seconds(batch.basis.serving.step.total());
  const double prompts = 64 * in_seconds(batch.basis.serving.prefill);
  EXPECT_EQ(batch.speed.layout.data, 8);
  EXPECT_NEAR(seconds_of(estimated(s), "rollouts"), decode + prompts, 1e-9);
}

TEST(EstimateTraining, LongerAnswersTakeLongerToGenerate) {
  Scenario s = tuning(Method::lora);
  s.train.objective = Objective::grpo;
  s.train.sequence = 1536;
  const double brief = seconds_of(estimated(s), "rollouts");
  s.train.sequence = 2560;  // 2,048 tokens of answer, not 1,024
  EXPECT_GT(seconds_of(estimated(s), "rollouts"), 1.9 * brief);
}

TEST(EstimateTraining, PaddingIsComputedAndTeachesNothing) {
  Scenario s = tuning(Method::full);
  const Estimate packed = estimated(s);
  s.train.packed = false;
  s.parallel = {.tensor = 1, .pipeline = 1, .data = 8, .context = 1};
  s.train.padding = 0;
  const Estimate full = estimated(s);
  s.train.padding = 0.25;
  const Estimate padded = estimated(s);
  EXPECT_EQ(*padded.speed.step_s, *full.speed.step_s);
  EXPECT_NEAR(*padded.speed.tokens_per_s, 0.75 * *full.speed.tokens_per_s, 1e-6);
  EXPECT_NEAR(*padded.speed.days, *full.speed.days / 0.75, 1e-12);
  s.train.padding.reset();
  EXPECT_NEAR(*estimated(s).speed.tokens_per_s, 0.5 * *full.speed.tokens_per_s, 1e-6);
  EXPECT_EQ(packed.basis.padding, 0);
}

TEST(EstimateTraining, ADataSetIsReadOnceUnlessPassesAreGiven) {
  Scenario s = tuning(Method::lora);
  s.train.tokens.reset();
  s.train.dataset_tokens = 2e6;
  const double once = *estimated(s).speed.days;
  s.train.epochs = 3;
  EXPECT_NEAR(*estimated(s).speed.days, 3 * once, 1e-12);
  s.train.epochs.reset();
  s.train.dataset_tokens.reset();
  s.train.tokens = 2e6;
  EXPECT_NEAR(*estimated(s).speed.days, once, 1e-12);
}

TEST(EstimateTraining, ComputeOptimalModelAndData) {
  Scenario s = tuning(Method::full);
  s.workload = Workload::train;
  s.train.tokens = 1e11;
  s.train.tokens_per_param = 25;
  const Estimate e = estimated(s);
  const ComputeOptimal& c = *e.speed.compute_optimal;
  EXPECT_NEAR(c.tokens, 25 * e.model.active_params_b * 1e9, 1);
  EXPECT_NEAR(c.params_b, 4, 1e-12);  // 1e11 / 25
  EXPECT_NEAR(c.budget_gpu_h, *e.speed.days * 24 * 8, 1e-9);
  // 6 N 25 N is the work that those hours do.
  const double work = c.budget_gpu_h * 3600 * *e.speed.tflops_per_gpu * 1e12 * *e.speed.goodput;
  EXPECT_NEAR(6 * 25 * c.budget_params_b * c.budget_params_b * 1e18 / work, 1, 1e-12);
  EXPECT_NEAR(c.budget_tokens, 25 * c.budget_params_b * 1e9, 1);
  s.train.budget_usd = *e.cost.usd_per_run * 4;  // four times the work: twice the model
  EXPECT_NEAR(estimated(s).speed.compute_optimal->budget_params_b, 2 * c.budget_params_b, 1e-9);
  s.train.budget_usd.reset();
  s.train.budget_gpu_h = c.budget_gpu_h / 4;
  EXPECT_NEAR(estimated(s).speed.compute_optimal->budget_params_b, c.budget_params_b / 2, 1e-9);
  EXPECT_FALSE(estimated(tuning(Method::lora)).speed.compute_optimal.has_value());
}

}  // namespace
}  // namespace ridgepoint
