#include <gtest/gtest.h>

#include "engine/speed/disaggregation.h"
#include "engine/speed/simulation.h"
#include "tests/engine/fixture.h"
#include "tests/engine/speed/machines.h"

namespace ridgepoint {
namespace {

using test::bf16_speed;
using test::llama_8b;
using test::real;

struct Both {
  Simulated simulated;
  Serving closed_form;
};

// The same load by simulation and in closed form.
Both both(SimulationInput in, int prefill, int decode) {
  DisaggregationInput closed{in.load, in.requests_per_s, prefill + decode};
  const Disaggregated d = split_between(llama_8b(), bf16_speed(), real(), closed, prefill);
  return {simulate_pools(step_times(llama_8b(), bf16_speed(), real(), in), in, {prefill, decode, d.transfer}),
          d.serving};
}

TEST(PoolsSimulation, OpenLoopAgreesWithTheClosedForm) {
  for (const auto& [prefill, decode] : {std::pair{1, 1}, {3, 2}}) {
    SimulationInput in;
    in.requests = 20000;
    in.requests_per_s = 1e-3;
    const double most = both(in, prefill, decode).closed_form.largest_rate;
    for (double share : {0.1, 0.5, 0.8}) {
      in.requests_per_s = share * most;
      const Both b = both(in, prefill, decode);
      EXPECT_NEAR(b.simulated.requests_per_s / in.requests_per_s, 1, 0.05) << share;
      EXPECT_NEAR(b.simulated.mean_tpot_ms / in_milliseconds(b.closed_form.tpot), 1, 0.04) << share << prefill;
      EXPECT_NEAR(b.simulated.mean_ttft_ms / in_milliseconds(b.closed_form.ttft), 1, 0.10) << share << prefill;
    }
  }
}

// Answers of 8,000 tokens after prompts of 4,000: a mean context of 8,000, twice that of their first step.
TEST(PoolsSimulation, DecodersSlowDownWithTheContextOfTheirAnswers) {
  SimulationInput in;
  in.requests = 4000;
  in.load.input_tokens = 4000;
  in.load.output_tokens = 8000;
  in.requests_per_s = 1e-3;
  in.requests_per_s = 0.7 * both(in, 1, 1).closed_form.largest_rate;
  const Both b = both(in, 1, 1);
  EXPECT_NEAR(b.simulated.mean_tpot_ms / in_milliseconds(b.closed_form.tpot), 1, 0.02);
}

TEST(PoolsSimulation, ClosedLoopAgreesWithTheClosedForm) {
  SimulationInput in;
  in.requests = 4000;
  in.load.capacity = 64;
  for (double users : {1.0, 8.0, 40.0}) {
    in.load.sequences = users;
    const Both b = both(in, 1, 1);
    EXPECT_NEAR(b.simulated.mean_tpot_ms / in_milliseconds(b.closed_form.tpot), 1, 0.04) << users;
    EXPECT_NEAR(b.simulated.requests_per_s / b.closed_form.requests_per_s, 1, 0.04) << users;
    // The closed form takes prompts to come at random; users with answers alike keep out of each other's way.
    EXPECT_LT(b.simulated.mean_ttft_ms / in_milliseconds(b.closed_form.ttft), 1.05) << users;
    EXPECT_GT(b.simulated.mean_ttft_ms, in_milliseconds(b.closed_form.prefill)) << users;
  }
}

TEST(PoolsSimulation, UsersBeyondTheRoomOfTheDecodersWait) {
  SimulationInput in;
  in.requests = 4000;
  in.load.sequences = 400;
  in.load.capacity = 64;
  const Both b = both(in, 1, 1);
  EXPECT_GT(b.closed_form.queue, seconds(0));
  EXPECT_NEAR(b.simulated.requests_per_s / b.closed_form.requests_per_s, 1, 0.04);
  EXPECT_NEAR(b.simulated.mean_ttft_ms / in_milliseconds(b.closed_form.ttft), 1, 0.05);
}

TEST(PoolsSimulation, BeyondSaturationAsMuchIsAnsweredAsTheClosedFormSays) {
  for (double output : {64.0, 2048.0}) {  // prefill is the limit, or decode
    SimulationInput in;
    in.requests = 3000;
    in.load.capacity = 64;
    in.load.output_tokens = output;
    in.requests_per_s = 1e-3;
    const double most = both(in, 1, 1).closed_form.largest_rate;
    in.requests_per_s = 1.5 * most;
    EXPECT_TRUE(both(in, 1, 1).closed_form.saturated);
    EXPECT_NEAR(both(in, 1, 1).simulated.requests_per_s / most, 1, 0.05) << output;
  }
}

TEST(PoolsSimulation, TheSameSeedGivesTheSameFiguresAndPercentilesAreOrdered) {
  SimulationInput in;
  in.requests = 1000;
  in.requests_per_s = 3;
  in.length_spread = 0.8;
  const Simulated a = both(in, 2, 2).simulated, b = both(in, 2, 2).simulated;
  EXPECT_EQ(a.ttft_ms.p95, b.ttft_ms.p95);
  EXPECT_EQ(a.e2e_s.p99, b.e2e_s.p99);
  for (const Quantiles& q : {a.ttft_ms, *a.tpot_ms, a.e2e_s}) {
    EXPECT_LE(q.p50, q.p95);
    EXPECT_LE(q.p95, q.p99);
  }
}

TEST(PoolsSimulation, PromptsDoNotSlowTheDecoders) {
  // The same load on one replica that does both: tokens come later while prompts are read.
  SimulationInput in;
  in.requests = 2000;
  in.requests_per_s = 4;
  const Both apart = both(in, 1, 1);
  const Simulated together = simulate_serving(step_times(llama_8b(), bf16_speed(), real(), in), in);
  EXPECT_LT(apart.simulated.tpot_ms->p95, together.tpot_ms->p95);
}

}  // namespace
}  // namespace ridgepoint
