#include <gtest/gtest.h>

#include "engine/choose/make_estimate.h"
#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Scenario serving_8b() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 2;
  s.parallel.tensor = 1;
  s.serve.concurrency = 16;
  return s;
}

Estimate answered(const Scenario& s, With with = {}) {
  const Result<Estimate> e = answer(s, test::catalog(), with);
  EXPECT_TRUE(e.ok()) << (e.ok() ? "" : e.problems()[0].message);
  return *e;
}

TEST(Latency, PercentilesAreOnRequest) {
  EXPECT_FALSE(answered(serving_8b()).speed.percentiles);
  const Estimate e = answered(serving_8b(), {.percentiles = true});
  ASSERT_TRUE(e.speed.percentiles);
  EXPECT_NEAR(e.speed.percentiles->tpot_ms->p50 / *e.speed.tpot_ms, 1, 0.05);
  EXPECT_LE(e.speed.percentiles->ttft_ms.p50, e.speed.percentiles->ttft_ms.p99);
  EXPECT_EQ(e.speed.percentiles->requests, 10000);
}

TEST(Latency, UsersOfEqualRequestsDoNotWaitForEachOther) {
  // A prompt of 2048 tokens takes its own time and that of what comes while it is read: of 50 users who each send one
  // in 13 seconds seldom more than two. All 50 at once would take 25 prompts in the mean.
  Scenario s = serving_8b();
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 8;
  s.parallel.tensor = 4;
  s.serve.concurrency = 50;
  const Estimate e = answered(s, {.percentiles = true});
  EXPECT_LT(e.speed.percentiles->ttft_ms.p50, 1.2 * *e.speed.ttft_ms);
  EXPECT_LT(e.speed.percentiles->ttft_ms.p95, 3 * *e.speed.ttft_ms);
}

TEST(Latency, NoPercentilesOfAQueueWithoutEnd) {
  Scenario s = serving_8b();
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e6;
  EXPECT_FALSE(answered(s, {.percentiles = true}).speed.percentiles);
  s.workload = Workload::train;
  EXPECT_FALSE(answered(s, {.percentiles = true}).speed.percentiles);
}

TEST(Latency, HostileLoadsEndSoon) {
  Scenario s = serving_8b();
  s.serve.input_tokens = 1e8;
  s.serve.prefill_chunk = 1;
  s.serve.slo.e2e_p95_s = 1;
  EXPECT_FALSE(answered(s, {.percentiles = true}).speed.percentiles);  // 1e8 steps for each prompt
  s.serve.prefill_chunk = 1e5;
  EXPECT_EQ(answered(s, {.percentiles = true}).speed.percentiles->requests, 968);  // a million steps, of a thousand
                                                                                   // each, less two of 16 users
  s.serve.prefill_chunk.reset();
  s.serve.slo.e2e_p95_s.reset();
  s.serve.input_tokens = 100;
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e-8;  // one in 190 years
  EXPECT_FALSE(answered(s, {.percentiles = true}).speed.percentiles);
}

// Two requests of each of 100,000 users, of a thousand steps each, would be 2e8 steps before any is measured.
TEST(Latency, UsersOfLongPromptsAreNotSimulated) {
  Scenario s = serving_8b();
  s.serve.input_tokens = 1e5;
  s.serve.prefill_chunk = 100;
  EXPECT_EQ(answered(s, {.percentiles = true}).speed.percentiles->requests, 968);  // 1e6 / 1000 less two of 16 users
  s.serve.concurrency = 1e5;
  EXPECT_FALSE(answered(s, {.percentiles = true}).speed.percentiles);
}

// The largest load that meets targets is left out where it would take too many tries, and that is said.
TEST(Latency, ASearchForTheLargestLoadEnds) {
  Scenario s = serving_8b();
  s.serve.slo.tpot_p95_ms = 1e6;
  Estimate e = answered(s);
  ASSERT_TRUE(e.speed.slo->max_concurrency);
  e.speed.slo->max_concurrency.reset();
  Effort few(20);
  add_targets(e, few);
  EXPECT_TRUE(few.ended());
  EXPECT_TRUE(e.speed.slo->met);
  EXPECT_FALSE(e.speed.slo->max_concurrency);
}

TEST(Latency, HostileLoadsOfSeparatePoolsEndSoon) {
  Scenario s = serving_8b();
  s.hardware.count = 1024;
  s.serve.disaggregated = true;
  s.serve.concurrency = 1e5;
  s.serve.output_tokens = 1e6;  // hundreds of thousands of steps an answer
  EXPECT_EQ(answered(s, {.percentiles = true}).speed.percentiles->requests, 10000);
}

TEST(Latency, LengthsThatSpreadSpreadLatencies) {
  Scenario s = serving_8b();
  const Estimate alike = answered(s, {.percentiles = true});
  s.serve.length_spread = 1;
  const Estimate spread = answered(s, {.percentiles = true});
  // Answers of 512 tokens in the mean, evenly up to 1024: the longest of twenty have 973 and more, 1.9 times the mean.
  EXPECT_GT(spread.speed.percentiles->e2e_s.p95, 1.6 * alike.speed.percentiles->e2e_s.p95);
}

TEST(Latency, TargetsAreMetUpToALoad) {
  Scenario s = serving_8b();
  s.serve.slo = SloChoice{.ttft_p95_ms = 500.0, .tpot_p95_ms = 12.0};
  const Estimate e = answered(s);
  ASSERT_TRUE(e.speed.slo);
  ASSERT_EQ(e.speed.slo->targets.size(), 2u);
  EXPECT_EQ(e.speed.slo->targets[1].value, e.speed.percentiles->tpot_ms->p95);
  const double most = *e.speed.slo->max_concurrency;
  ASSERT_GE(most, 2);
  s.serve.concurrency = most;
  EXPECT_TRUE(answered(s).speed.slo->met);
  s.serve.concurrency = 2 * most;
  const Estimate missed = answered(s);
  EXPECT_FALSE(missed.speed.slo->met);
  bool warned = false;
  for (const Warning& w : missed.warnings) warned = warned || w.code == "slo_missed";
  EXPECT_TRUE(warned);
}

TEST(Latency, TargetsThatAnyLoadMeetsAreMetUpToWhatFits) {
  Scenario s = serving_8b();
  s.serve.slo = SloChoice{.tpot_p95_ms = 1e6};
  const Estimate e = answered(s);
  EXPECT_EQ(*e.speed.slo->max_concurrency, *with_limits(e).max_concurrency_mean);
}

TEST(Latency, TargetsAreMetUpToARate) {
  Scenario s = serving_8b();
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 10;
  s.serve.slo = SloChoice{.e2e_p95_s = 10.0};
  const Estimate e = answered(s);
  ASSERT_TRUE(e.speed.slo && e.speed.slo->met);
  const double most = *e.speed.slo->max_requests_per_minute;
  EXPECT_GT(most, 10);
  EXPECT_LT(most, *e.speed.max_requests_per_s * 60);
  s.serve.requests_per_minute = 1.1 * most;
  EXPECT_FALSE(answered(s).speed.slo->met);
}

// The load that is asked for has been simulated with more requests than the tries for a limit.
TEST(Latency, LimitsDoNotContradictTheLoadAskedFor) {
  Scenario s = serving_8b();
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 10;
  s.serve.slo = SloChoice{.e2e_p95_s = 10.0};
  const double most = *answered(s).speed.slo->max_requests_per_minute;
  for (double share : {0.95, 0.98, 0.99, 0.995, 1.005, 1.01, 1.02, 1.05}) {
    s.serve.requests_per_minute = share * most;
    const SloResult slo = *answered(s).speed.slo;
    const double limit = *slo.max_requests_per_minute;
    EXPECT_TRUE(slo.met ? limit >= share * most : limit <= share * most) << share << ' ' << limit;
  }
}

TEST(Latency, PrefillAndDecodeApart) {
  Scenario s = serving_8b();
  s.hardware.count = 4;
  s.serve.concurrency = 48;
  s.serve.disaggregated = true;
  const Estimate e = answered(s, {.percentiles = true});
  ASSERT_TRUE(e.speed.percentiles);
  EXPECT_NEAR(e.speed.percentiles->tpot_ms->p50 / *e.speed.tpot_ms, 1, 0.1);
  s.serve.slo = SloChoice{.tpot_p95_ms = 1.2 * e.speed.percentiles->tpot_ms->p95};
  const Estimate target = answered(s);
  ASSERT_TRUE(target.speed.slo && target.speed.slo->met);
  EXPECT_GE(*target.speed.slo->max_concurrency, 48);
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 60;
  const Estimate open = answered(s, {.percentiles = true});
  ASSERT_TRUE(open.speed.percentiles && open.speed.slo);
  EXPECT_LE(*open.speed.slo->max_requests_per_minute, *open.speed.max_requests_per_s * 60);
  s.serve.requests_per_minute = 1e6;
  EXPECT_FALSE(answered(s, {.percentiles = true}).speed.percentiles);  // a queue without end
}

TEST(Latency, TargetsThatNothingMeets) {
  Scenario s = serving_8b();
  s.serve.slo = SloChoice{.tpot_p95_ms = 0.1};
  const Estimate e = answered(s);
  EXPECT_FALSE(e.speed.slo->met);
  EXPECT_EQ(*e.speed.slo->max_concurrency, 0);
}

}  // namespace
}  // namespace ridgepoint
