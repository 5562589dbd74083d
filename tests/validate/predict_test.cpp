// How errors are counted.
#include "tools/validate/predict.h"

#include <gtest/gtest.h>

#include "engine/estimate/estimate.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint::validation {
namespace {

TEST(Quantile, LinearBetweenNeighbours) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  // Position 0.9 x 4 = 3.6 of 0, 10, 20, 30, 40.
  EXPECT_DOUBLE_EQ(quantile({0, 10, 20, 30, 40}, 0.9), 36);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
}

TEST(Error, RelativeToTheMeasurement) {
  Case c;
  c.measured = 40;
  EXPECT_DOUBLE_EQ(error_of({&c, {50, "", ""}}), 0.25);
  EXPECT_DOUBLE_EQ(error_of({&c, {30, "", ""}}), -0.25);
}

TEST(Error, TightIsRightForBothOutcomes) {
  Case ran, failed;
  ran.reading = failed.reading = Reading::fits;
  ran.outcome = "yes";
  failed.outcome = "no";
  EXPECT_EQ(error_of({&ran, {0, "tight", ""}}), 0);
  EXPECT_EQ(error_of({&ran, {0, "no", ""}}), 1);
  EXPECT_EQ(error_of({&failed, {0, "tight", ""}}), 0);
  EXPECT_EQ(error_of({&failed, {0, "fits", ""}}), 1);
}

// All rows make one figure and those that are not hard another; the rows listed are the latter.
TEST(Report, HardRowsAreComparedAndCountedApart) {
  const Catalog catalog = ridgepoint::test::catalog();
  Case c;
  c.regime = "TPOT, dense";
  c.scenario.workload = Workload::serve;
  c.scenario.model.id = "llama-3.1-8b";
  c.scenario.hardware = {"h100-sxm5-80gb"};
  c.scenario.hardware.count = 1;
  Cases cases;
  c.measured = predict(c, catalog)->value;
  cases.cases.push_back(c);
  c.measured *= 2;
  c.hard = "the host set the pace";
  cases.cases.push_back(c);
  const Report report = compare(cases, {&catalog});
  ASSERT_EQ(report.rows.size(), 1u);
  ASSERT_EQ(report.hard.size(), 1u);
  ASSERT_EQ(report.regimes.size(), 1u);
  ASSERT_EQ(report.all.size(), 1u);
  EXPECT_NEAR(report.regimes[0].median, 0, 1e-9);
  EXPECT_EQ(report.all[0].rows, 2);
  EXPECT_NEAR(report.all[0].median, 0.25, 1e-9);  // between 0 and 0.5
}

// Under several calibrations a case gets what it would get under each alone.
TEST(Predict, EveryCalibrationCountsAsIfItWereAlone) {
  Catalog fast = ridgepoint::test::catalog(), slow = fast, apart = fast;
  for (Efficiency& e : slow.calibration.efficiencies) e.bandwidth /= 2;
  for (Efficiency& e : apart.calibration.efficiencies) e.fabric_latency = milliseconds(100);  // another layout is best
  Case c;
  c.scenario.workload = Workload::serve;
  c.scenario.model.id = "llama-3.1-8b";
  c.scenario.hardware = {"h100-sxm5-80gb"};
  c.scenario.serve.concurrency = 4;
  c.scenario.serve.input_tokens = 2048;
  c.scenario.serve.output_tokens = 512;
  const double alone[] = {predict(c, fast)->value, predict(c, slow)->value, predict(c, apart)->value};
  const Result<std::vector<Prediction>> each = predict_each(c, {&fast, &slow, &fast, &apart});
  ASSERT_TRUE(each.ok());
  EXPECT_EQ((*each)[0].value, alone[0]);
  EXPECT_EQ((*each)[1].value, alone[1]);
  EXPECT_EQ((*each)[2].value, alone[0]);
  EXPECT_EQ((*each)[3].value, alone[2]);
  EXPECT_GT(alone[1], alone[0]);
}

// Llama 3.1 8B on 131,072 tokens, per token: matrices 6 x 7.505e9 = 45.0 GFLOP, attention under its mask 3 x 2 x
// 131,072 x 4,096 x 32 = 103.1 GFLOP and twice that without: (45.0 + 206.2) / (45.0 + 103.1) = 1.696.
TEST(Predict, FlopsMayBeCountedWithoutTheCausalMask) {
  Case c;
  c.reading = Reading::train_tflops;
  c.scenario.workload = Workload::train;
  c.scenario.model.id = "llama-3.1-8b";
  c.scenario.hardware = {"h100-sxm5-80gb"};
  c.scenario.hardware.count = 64;
  c.scenario.train.sequence = 131072;
  const double masked = predict(c, ridgepoint::test::catalog())->value;
  c.full_attention = true;
  EXPECT_NEAR(predict(c, ridgepoint::test::catalog())->value / masked, 1.696, 0.01);
}

// Ten answers of 1,000 tokens take 999 steps of ten. Where they end at any token, the next of n ends after 1,000 / n
// steps: 1,000 times the sum of step(n) / n.
TEST(Predict, RequestsAtOnceAreTimedUntilTheLastAnswer) {
  const Catalog catalog = ridgepoint::test::catalog();
  Case c;
  c.reading = Reading::output_rate;
  c.scenario.workload = Workload::serve;
  c.scenario.model.id = "llama-3.1-8b";
  c.scenario.hardware = {"h100-sxm5-80gb"};
  c.scenario.serve.input_tokens = 16;
  c.scenario.serve.output_tokens = 1000;
  c.scenario.hardware.count = 1;
  c.scenario.hardware.derating = 0;  // as the prediction has it
  const auto step = [&](double sequences) {
    c.scenario.serve.concurrency = sequences;
    return in_seconds(estimate(c.scenario, catalog)->basis.serving.step.total());
  };
  double all = 0;
  for (int n = 1; n <= 10; ++n) all += 1000 * step(n) / n;
  c.burst = Burst{};
  EXPECT_NEAR(10 * 1000 / predict(c, catalog)->value, 999 * step(10), 0.02 * 999 * step(10));
  c.burst->longest_answer = 1e6;
  EXPECT_NEAR(10 * 1000 / predict(c, catalog)->value, all, 0.05 * all);
  c.burst->longest_answer.reset();
  c.reading = Reading::decode_rate;
  EXPECT_NEAR(predict(c, catalog)->value, 1 / step(10), 0.02 / step(10));
  c.reading = Reading::decode_rate_total;
  EXPECT_NEAR(predict(c, catalog)->value, 10 / step(10), 0.2 / step(10));
  // Ten prompts that come together share the first chunk: each waits at least for one prompt alone, at most for all.
  c.reading = Reading::ttft;
  const Prediction first = *predict(c, catalog);
  c.burst.reset();
  c.scenario.serve.concurrency = 1;
  const double alone = predict(c, catalog)->value;
  EXPECT_GT(first.value, alone);
  EXPECT_LT(first.value, 10 * alone);
}

// With long prompts and short answers few of those in flight decode at once on a server; where all prompts were
// processed before, all do, as with answers so long that prompts do not matter: 8192 + 32 / 2 = 6160 + 4096 / 2 tokens.
TEST(Predict, TokensAloneAreThoseOfAllInFlight) {
  const Catalog catalog = ridgepoint::test::catalog();
  Case c;
  c.scenario.workload = Workload::serve;
  c.scenario.model.id = "llama-3.1-8b";
  c.scenario.hardware = {"h100-sxm5-80gb"};
  c.scenario.hardware.count = 1;
  c.scenario.serve.concurrency = 16;
  const auto rate = [&](Reading reading, bool alone, double input, double output) {
    c.reading = reading;
    c.decodes_alone = alone;
    c.scenario.serve.input_tokens = input;
    c.scenario.serve.output_tokens = output;
    return predict(c, catalog)->value;
  };
  const double all = rate(Reading::decode_rate_total, true, 8192, 32);
  EXPECT_NEAR(all / rate(Reading::decode_rate_total, true, 6160, 4096), 1, 1e-9);
  EXPECT_NEAR(all / rate(Reading::decode_rate, true, 8192, 32), 16, 1e-9);
  EXPECT_GT(all / rate(Reading::decode_rate, false, 8192, 32), 16);  // on a server they wait for each other's prompts
}

}  // namespace
}  // namespace ridgepoint::validation
