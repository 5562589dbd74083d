// What articles print, reproduced by the closed forms or corrected.
#include "engine/tell/rules_of_thumb.h"

#include <gtest/gtest.h>

#include "engine/speed/roofline.h"
#include "engine/speed/run.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(RuleOfThumb, BytesPerParameter) {
  EXPECT_DOUBLE_EQ(rule::kMixedAdamW, 18);
  EXPECT_DOUBLE_EQ(rule::kMixedAdamW * 7, 126);  // 7B: 126 GB of states
  EXPECT_DOUBLE_EQ(rule::kZero * 70, 1120);      // 70B full fine-tuning, GB
}

TEST(RuleOfThumb, TrainingEstimator) {
  const rule::TrainingEstimate e = rule::training(7e9);
  EXPECT_NEAR(in_gibibytes(e.weights), 13.04, 0.005);
  EXPECT_NEAR(in_gibibytes(e.gradients), 26.08, 0.005);
  EXPECT_NEAR(in_gibibytes(e.optimizer), 78.23, 0.005);
  EXPECT_NEAR(in_gibibytes(e.activations), 26.08, 0.005);
  EXPECT_NEAR(in_gibibytes(e.total()), 143.42, 0.01);
  EXPECT_NEAR(in_gibibytes(rule::training(13e9).total()), 266.36, 0.01);   // printed 266.5
  EXPECT_NEAR(in_gibibytes(rule::training(70e9).total()), 1434.24, 0.01);  // printed 1433.6
  EXPECT_NEAR(in_gibibytes(rule::training(175e9).total()), 3585.59, 0.01);
  const rule::TrainingEstimate thirteen = rule::training(13e9);
  EXPECT_DOUBLE_EQ(in_gigabytes(thirteen.weights), 26);
  EXPECT_DOUBLE_EQ(in_gigabytes(thirteen.gradients), 52);
  EXPECT_DOUBLE_EQ(in_gigabytes(thirteen.optimizer), 156);
  EXPECT_DOUBLE_EQ(in_gigabytes(thirteen.total()), 286);
  EXPECT_NEAR(in_gibibytes(rule::sgd_training(7e9)), 91.27, 0.01);
}

TEST(RuleOfThumb, QloraEstimatorContradictsItsText) {
  // Its formula gives 10.82 GiB for 7B; it printed 7.5 and its text says 35.
  EXPECT_NEAR(in_gibibytes(rule::qlora(7e9)), 10.82, 0.005);
  EXPECT_NEAR(in_gibibytes(rule::qlora(13e9)), 20.10, 0.005);
  EXPECT_NEAR(in_gibibytes(rule::qlora(70e9)), 108.22, 0.01);
  EXPECT_NEAR(in_gibibytes(rule::qlora(175e9)), 270.55, 0.01);
}

TEST(RuleOfThumb, ServingWeightsAndAFifth) {
  EXPECT_NEAR(in_gibibytes(rule::serving(7e9)), 15.65, 0.005);
  EXPECT_NEAR(in_gibibytes(rule::serving(13e9)), 29.06, 0.005);
  EXPECT_NEAR(in_gibibytes(rule::serving(70e9)), 156.46, 0.005);
  EXPECT_NEAR(in_gibibytes(rule::serving(175e9)), 391.16, 0.005);
}

TEST(RuleOfThumb, WeightsByFormat) {
  EXPECT_DOUBLE_EQ(in_gigabytes(rule::weights(70e9, 32)), 280);
  EXPECT_DOUBLE_EQ(in_gigabytes(rule::weights(70e9, 16)), 140);
  EXPECT_DOUBLE_EQ(in_gigabytes(rule::weights(70e9, 8)), 70);
  EXPECT_DOUBLE_EQ(in_gigabytes(rule::weights(70e9, 4)), 35);
}

TEST(RuleOfThumb, SeventyBillionNeedMoreThan140GbToTrain) {
  // 140 GB are the FP16 weights alone.
  EXPECT_DOUBLE_EQ(in_gigabytes(rule::weights(70e9, 16)), 140);
  EXPECT_GE(70 * rule::kZero, 1120);
}

TEST(RulesOfThumb, StandBesideTheDetailedFigure) {
  const Catalog c = test::catalog();
  Scenario s;
  s.hardware.count = 4;
  const Result<Estimate> serving = answer(s, c);
  ASSERT_TRUE(serving.ok());
  ASSERT_EQ(serving->rules_of_thumb.size(), 3u);
  // 70.55e9 x 2 bytes x 1.2.
  EXPECT_NEAR(serving->rules_of_thumb[0].value, 70.553706496 * 2.4, 1e-6);
  // 141.1 GB at 0.7 x 3.35 TB/s on each of the GPUs of a replica.
  const double gpus = serving->speed.layout.tensor;
  EXPECT_NEAR(serving->rules_of_thumb[2].value, gpus * 0.7 * 3350 / 141.107, 0.01);
  s.workload = Workload::train;
  const Result<Estimate> training = answer(s, c);
  ASSERT_TRUE(training.ok());
  ASSERT_EQ(training->rules_of_thumb.size(), 5u);
  EXPECT_NEAR(training->rules_of_thumb[0].value, 70.553706496 * 18, 1e-6);
  EXPECT_NEAR(training->rules_of_thumb[2].value, 70.553706496 * 22, 1e-6);  // 18, and 4 of activations
  // 6 x 70.5537e9 x 1.41107e12 = 5.97339e23 FLOP at 0.4 x 989.4e12: 1.50935e9 s, 419,263 h.
  EXPECT_NEAR(training->rules_of_thumb[3].value, 419263, 1);
  EXPECT_NEAR(training->rules_of_thumb[4].value, 1411.07, 0.01);  // billion tokens, and so many are the default
  EXPECT_NEAR(training->rules_of_thumb[4].detailed, 1411.07, 0.01);
  s.train.optimizer = Optimizer::sgd_momentum;
  EXPECT_NEAR(answer(s, c)->rules_of_thumb[2].value, 70.553706496 * 14, 1e-6);
  s.train.optimizer = Optimizer::lion;
  EXPECT_EQ(answer(s, c)->rules_of_thumb.size(), 4u);
}

// Tokens per second of one stream of `billions` in FP16 at 70% of `terabytes` per second.
double rate(double billions, double terabytes, double share = 0.7) {
  return 1 / in_seconds(rule::token_time(billions * 1e9, 16, gigabytes_per_second(terabytes * 1000), share));
}

TEST(RuleOfThumb, ThroughputAtSeventyPercentOfBandwidth) {
  // What an article's estimator gives for 7B and 13B: 0.7 x bandwidth / (2 bytes x parameters).
  EXPECT_NEAR(rate(7, 3.35), 167.5, 0.05);  // H100 SXM
  EXPECT_NEAR(rate(13, 3.35), 90.2, 0.05);
  EXPECT_NEAR(rate(7, 2.0), 100.0, 0.05);  // A100 80GB
  EXPECT_NEAR(rate(13, 2.0), 53.8, 0.05);
  EXPECT_NEAR(rate(7, 1.6), 80.0, 0.05);  // A100 40GB
  EXPECT_NEAR(rate(13, 1.6), 43.1, 0.05);
  EXPECT_NEAR(rate(7, 1.0), 50.0, 0.05);  // RTX 4090; 13B needs 26 GB of its 24
  EXPECT_GT(rule::weights(13e9, 16), gigabytes(24));
  EXPECT_NEAR(rate(7, 0.936), 46.8, 0.05);  // RTX 3090
  EXPECT_NEAR(rate(7, 0.864), 43.2, 0.05);  // L40S
  EXPECT_NEAR(rate(13, 0.864), 23.3, 0.05);
  EXPECT_NEAR(rate(7, 0.6), 30.0, 0.05);  // A10G
}

TEST(RuleOfThumb, ThePrinted239TokensNeedTheWholeBandwidth) {
  // The same article prints 239 tokens/s of 7B on an H100 for 70%: that is 100%.
  EXPECT_NEAR(rate(7, 3.35, 1.0), 239.3, 0.05);
}

TEST(RuleOfThumb, TimeOfATokenBySevenDevices) {
  EXPECT_NEAR(1e3 / rate(7, 3.35), 5.97, 0.005);
  EXPECT_NEAR(1e3 / rate(7, 2.0), 10.00, 0.005);
  EXPECT_NEAR(1e3 / rate(7, 1.6), 12.50, 0.005);
  EXPECT_NEAR(1e3 / rate(7, 1.0), 20.00, 0.005);
  EXPECT_NEAR(1e3 / rate(7, 0.936), 21.37, 0.005);
  EXPECT_NEAR(1e3 / rate(7, 0.864), 23.15, 0.005);
}

TEST(RuleOfThumb, ABatchDoesNotDivideTheTimeOfAToken) {
  // Printed: time per token divides by the batch. The whole batch waits for one read of the weights, so a request's own
  // time per token does not fall; what all get together grows.
  const Catalog c = test::catalog();
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.concurrency = 1;
  const Result<Estimate> one = estimate(s, c);
  s.serve.concurrency = 8;
  const Result<Estimate> eight = estimate(s, c);
  EXPECT_GE(*eight->speed.tpot_ms, *one->speed.tpot_ms);
  EXPECT_GT(*eight->speed.tokens_per_s, 3 * *one->speed.tokens_per_s);
}

TEST(RuleOfThumb, RidgePoint) {
  EXPECT_DOUBLE_EQ(in_flop_per_byte(ridge_point(teraflop_per_second(312), gigabytes_per_second(2000))), 156);  // A100
  // Printed: 140 billion multiply-accumulates for a token of 70B. They are 70 billion, 140 GFLOP over 140 GB: 1.
  EXPECT_DOUBLE_EQ(2 * 70e9 / in_bytes(rule::weights(70e9, 16)), 1);
}

TEST(RuleOfThumb, AThousandRequestsAMinute) {
  // 200 tokens within 5 s, 70B in FP16.
  // A pair of A100 reads 140 GB at 2 x 2.04 TB/s in 34 ms: 200 tokens take 6.9 s however many pairs there are. Four
  // read them in 17 ms, 3.4 s at the whole bandwidth.
  const auto answer_s = [](double gpus) {
    return 200 * in_seconds(rule::token_time(70e9, 16, gigabytes_per_second(gpus * 2039), 1));
  };
  EXPECT_NEAR(answer_s(2), 6.87, 0.01);
  EXPECT_GT(answer_s(2), 5);
  EXPECT_LT(answer_s(4), 5);
}

TEST(RuleOfThumb, PcieAgainstNvlink) {
  // Printed: all-reduce over PCIe is 10 to 20 times slower. One way an H100 has 450 GB/s of NVLink, against 63 GB/s of
  // Gen 5, 7.1 times, and 31 of Gen 4, 14.5 times; latency comes on top.
  Accelerator device = test::h100();
  EXPECT_NEAR(*device.fabric.per_direction / pcie_bandwidth(device), 7.1, 0.05);
  device.pcie_gen = 4;
  EXPECT_NEAR(*device.fabric.per_direction / pcie_bandwidth(device), 14.5, 0.05);
}

TEST(RuleOfThumb, TrainingIsThreeForwardPasses) {
  // Printed: the backward pass doubles the work. Forward 2 N, backward 4 N, and 2 N more when all is recomputed.
  EXPECT_DOUBLE_EQ(training_flop(1e9, 1) / flop(2e9), 3);
}

TEST(RuleOfThumb, Gpt3TookNoMonthsOn1024A100) {
  // Printed: 1,024 A100 for months. 3.14e23 FLOP at 40% of 1,024 x 312 TFLOP/s: 2.46e6 s, 28 days; and V100 it was.
  const Seconds run = training_flop(174.6e9, 300e9) / (0.4 * 1024 * teraflop_per_second(312));
  EXPECT_NEAR(in_seconds(run) / 86400, 28.5, 0.5);
}

TEST(RuleOfThumb, ValueForMoney) {
  // Prices as the article has them: H100 $30,000, RTX 4090 $1,600, 18.75 times. It prints 239 against 70 tokens/s of
  // 7B, 3.41 times, and so 5.49 times the value; by bandwidth it is 3.35 times, and 5.6. A used RTX 3090 for
  // $700: 11.97.
  EXPECT_NEAR(30000.0 / 1600 / (rate(7, 3.35) / rate(7, 1.0)), 5.6, 0.005);
  EXPECT_NEAR(rate(7, 0.936) / 700 / (rate(7, 3.35) / 30000), 11.97, 0.005);
}

// 8.03e9 parameters of 18 bytes (weights 2, gradients 4, AdamW and master copy 12) are 144.5 GB, however they are
// divided: with ZeRO over sixteen, with HSDP over the eight of a machine.
TEST(RuleOfThumb, StatesOfACopyAreThoseOfAllThatHoldIt) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 16;
  s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;
  for (Sharding sharding : {Sharding::zero1, Sharding::zero2, Sharding::zero3, Sharding::fsdp, Sharding::hsdp}) {
    s.parallel.sharding = sharding;
    const Result<Estimate> e = answer(s, test::catalog());
    ASSERT_TRUE(e.ok());
    EXPECT_EQ(e->rules_of_thumb[0].id, "states_18_bytes");
    EXPECT_NEAR(e->rules_of_thumb[0].detailed, 8.03 * 18, 0.1) << static_cast<int>(sharding);
  }
}

}  // namespace
}  // namespace ridgepoint
