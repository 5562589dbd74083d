#include <gtest/gtest.h>

#include <cmath>

#include "engine/speed/simulation.h"
#include "engine/speed/step_times.h"
#include "tests/engine/fixture.h"
#include "tests/engine/speed/machines.h"

namespace ridgepoint {
namespace {

using test::bf16_speed;
using test::ideal;
using test::llama_8b;
using test::real;
using test::small_moe;

Simulated simulated(const SimulationInput& in, const Device& device = real()) {
  return simulate_serving(step_times(llama_8b(), bf16_speed(), device, in), in);
}

TEST(StepTimes, AgreeWithTheStepsThemselves) {
  const Architecture model = small_moe();
  const Device device = real();
  const InferenceSpeedInput in = bf16_speed();
  StepTimes times(model, in, device, 300, 10000, 8192);
  for (double n : {1.0, 7.0, 33.0, 290.0})
    for (double context : {100.0, 3333.0}) {
      const double exact = in_seconds(decode_step({model, in, device}, n, context).total()) * 1e9;
      EXPECT_NEAR(times.decode(n, context), exact, 0.01 * exact) << n;
      for (double tokens : {50.0, 700.0, 8000.0}) {
        const double whole = in_seconds(mixed_step({model, in, device}, n, context, tokens, 900).total()) * 1e9;
        const double added = times.prompts(n, tokens) + times.attention(tokens, 900);
        EXPECT_NEAR(times.decode(n, context) + added, whole, 0.03 * whole) << n << " " << tokens;
      }
    }
}

TEST(Simulation, TheSameSeedGivesTheSameFigures) {
  SimulationInput in;
  in.requests_per_s = 1;
  in.length_spread = 0.5;
  in.requests = 500;
  const Simulated a = simulated(in), b = simulated(in);
  EXPECT_EQ(a.ttft_ms.p95, b.ttft_ms.p95);
  EXPECT_EQ(a.tpot_ms->p99, b.tpot_ms->p99);
  EXPECT_EQ(a.e2e_s.p50, b.e2e_s.p50);
  in.seed = 2;
  EXPECT_NE(simulated(in).e2e_s.p50, a.e2e_s.p50);
}

TEST(Simulation, AnswersOfOneTokenAreAQueueWithFixedServiceTimes) {
  // One prompt a step, no decoding: M/D/1. Pollaczek and Khinchine: at rho = 0.5 a request waits
  // rho S / (2 (1 - rho)) = 0.5 S and is served in S; at rho = 0.8, 2 S and S.
  SimulationInput in;
  in.load.output_tokens = 1;
  in.load.prefill_chunk = in.load.input_tokens;
  in.requests = 40000;
  const Device device = ideal();  // without a fixed cost of requests
  const double service = in_seconds(prefill({llama_8b(), bf16_speed(), device}, 2048, 0).total());
  in.requests_per_s = 0.5 / service;
  EXPECT_NEAR(simulated(in, device).mean_ttft_ms, 1.5e3 * service, 0.02 * 1.5e3 * service);
  in.requests_per_s = 0.8 / service;
  EXPECT_NEAR(simulated(in, device).mean_ttft_ms, 3e3 * service, 0.05 * 3e3 * service);
  EXPECT_FALSE(simulated(in, device).tpot_ms);
}

TEST(Simulation, ALoneUserSeesTheSameEveryTime) {
  SimulationInput in;
  in.requests = 200;
  const Simulated s = simulated(in);
  const Serving closed = serve_closed_loop(llama_8b(), bf16_speed(), real(), in.load);
  EXPECT_EQ(s.ttft_ms.p50, s.ttft_ms.p99);
  EXPECT_NEAR(s.mean_ttft_ms, in_milliseconds(closed.ttft), 0.01 * in_milliseconds(closed.ttft));
  EXPECT_NEAR(s.mean_tpot_ms, in_milliseconds(closed.tpot), 0.01 * in_milliseconds(closed.tpot));
}

TEST(Simulation, PercentilesAreOrdered) {
  SimulationInput in;
  in.requests_per_s = 1;
  in.length_spread = 0.8;
  in.requests = 2000;
  const Simulated s = simulated(in);
  for (const Quantiles& q : {s.ttft_ms, *s.tpot_ms, s.e2e_s}) {
    EXPECT_LT(q.p50, q.p95);
    EXPECT_LT(q.p95, q.p99);
  }
  EXPECT_GE(s.e2e_s.p50 * 1e3, s.ttft_ms.p50);
}

// Of unlike lengths: users whose answers are equally long stay in step.
TEST(Simulation, ClosedLoopAgreesWithTheClosedForm) {
  SimulationInput in;
  in.requests = 4000;
  in.length_spread = 0.5;
  in.load.capacity = 80;
  for (double users : {2.0, 8.0, 32.0, 64.0, 160.0}) {  // the last beyond the capacity
    in.load.sequences = users;
    const Simulated s = simulated(in);
    const Serving closed = serve_closed_loop(llama_8b(), bf16_speed(), real(), in.load);
    EXPECT_NEAR(s.mean_tpot_ms / in_milliseconds(closed.tpot), 1, 0.05) << users;
    EXPECT_NEAR(s.mean_ttft_ms / in_milliseconds(closed.ttft), 1, 0.35) << users;
    EXPECT_NEAR(s.requests_per_s / closed.requests_per_s, 1, 0.05) << users;
  }
}

TEST(Simulation, NoMoreSequencesAtOnceThanTheEngineTakes) {
  SimulationInput in;
  in.requests = 4000;
  in.load.sequences = 64;
  in.load.max_sequences = 16;
  const Simulated s = simulated(in);
  const Serving closed = serve_closed_loop(llama_8b(), bf16_speed(), real(), in.load);
  EXPECT_EQ(closed.in_flight, 16);
  EXPECT_NEAR(s.mean_tpot_ms / in_milliseconds(closed.tpot), 1, 0.05);
  EXPECT_NEAR(s.mean_ttft_ms / in_milliseconds(closed.ttft), 1, 0.05);
  // Room for the same 16 by the cache alone is the same as long as lengths are alike.
  in.load.max_sequences = SimulationInput{}.load.max_sequences;
  in.load.capacity = 16;
  EXPECT_EQ(simulated(in).mean_ttft_ms, s.mean_ttft_ms);
}

// 64 places that fill in two steps: when a first half ends its answers in the step that reads the prompts of the other,
// these still have their places, and no step decodes more than 64.
TEST(Simulation, RequestsThatWereJustReadKeepTheirPlaces) {
  SimulationInput in;
  in.requests = 4000;
  in.load.sequences = 400;
  in.load.max_sequences = 64;
  in.load.input_tokens = 64;
  in.load.output_tokens = 500;
  in.load.prefill_chunk = 32 * in.load.input_tokens;
  in.rounds = 10;
  const double context = in.load.input_tokens + in.load.output_tokens / 2;
  const Seconds full = decode_step({llama_8b(), bf16_speed(), real()}, 64, context).total();
  const Seconds reading = prefill({llama_8b(), bf16_speed(), real()}, in.load.prefill_chunk, 0).total();
  EXPECT_LT(simulated(in).mean_tpot_ms, in_milliseconds(full + reading / in.load.output_tokens));
}

// Where prompts are all that limits, steps are full however many users there are.
TEST(Simulation, PromptsThatFillAllStepsAgreeWithTheClosedForm) {
  SimulationInput in;
  in.requests = 2000;
  in.load.input_tokens = 8000;
  in.load.output_tokens = 200;
  in.load.prefill_chunk = 2048;
  in.length_spread = 0.5;
  double before = 0;
  for (double users : {48.0, 64.0, 80.0, 160.0}) {
    in.load.sequences = users;
    const Simulated s = simulated(in);
    const Serving closed = serve_closed_loop(llama_8b(), bf16_speed(), real(), in.load);
    EXPECT_NEAR(closed.requests_per_s / s.requests_per_s, 1, 0.07) << users;
    EXPECT_NEAR(in_milliseconds(closed.tpot) / s.mean_tpot_ms, 1, 0.05) << users;
    EXPECT_GE(closed.requests_per_s, 0.995 * before) << users;
    before = closed.requests_per_s;
  }
}

// Prompts of three chunks take most of the steps of 300 and 500 users, and do not fill them.
TEST(Simulation, ManyUsersWithLongPromptsAgreeWithTheClosedForm) {
  SimulationInput in;
  in.requests = 2000;
  in.load.input_tokens = 6000;
  in.load.output_tokens = 2000;
  in.load.prefill_chunk = 2048;
  in.length_spread = 0.5;
  for (double users : {300.0, 500.0}) {
    in.load.sequences = users;
    const Simulated s = simulated(in);
    const Serving closed = serve_closed_loop(llama_8b(), bf16_speed(), real(), in.load);
    EXPECT_NEAR(closed.requests_per_s / s.requests_per_s, 1, 0.05) << users;
    EXPECT_NEAR(in_milliseconds(closed.tpot) / s.mean_tpot_ms, 1, 0.05) << users;
    EXPECT_NEAR(in_milliseconds(closed.ttft) / s.mean_ttft_ms, 1, 0.35) << users;  // as with few
  }
}

TEST(Simulation, OpenLoopAgreesWithTheClosedForm) {
  SimulationInput in;
  in.requests = 8000;
  in.load.capacity = 64;
  const double most = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, 1).largest_rate;
  for (double share : {0.05, 0.3, 0.6, 0.8, 0.9}) {
    in.requests_per_s = share * most;
    const Simulated s = simulated(in);
    const Serving open = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, in.requests_per_s);
    EXPECT_NEAR(s.mean_tpot_ms / in_milliseconds(open.tpot), 1, 0.05) << share;
    EXPECT_NEAR(s.mean_ttft_ms / in_milliseconds(open.ttft), 1, 0.20) << share;
  }
}

// Prompts of one step: what is left of the step that runs, and the prompts that come meanwhile.
TEST(Simulation, FirstTokensWaitForTheStepThatRunsAsTheClosedFormSays) {
  for (double prompt : {500.0, 2048.0}) {
    SimulationInput in;
    in.requests = 40000;
    in.load.input_tokens = prompt;
    in.load.output_tokens = 400;
    const double most = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, 1e-3).largest_rate;
    for (double share : {0.1, 0.3, 0.5, 0.7, 0.8}) {
      in.requests_per_s = share * most;
      const Serving open = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, in.requests_per_s);
      EXPECT_NEAR(simulated(in).mean_ttft_ms / in_milliseconds(open.ttft), 1, 0.02) << prompt << ' ' << share;
    }
  }
}

TEST(Simulation, BeyondSaturationAsMuchIsAnsweredAsTheClosedFormSays) {
  SimulationInput in;
  in.requests = 4000;
  in.load.capacity = 64;
  const double most = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, 1).largest_rate;
  in.requests_per_s = 1.5 * most;
  EXPECT_NEAR(simulated(in).requests_per_s / most, 1, 0.05);
  const double waits = simulated(in).mean_ttft_ms;
  in.requests = 8000;  // the longer it lasts, the longer the queue
  EXPECT_GT(simulated(in).mean_ttft_ms, 1.5 * waits);
}

TEST(Simulation, PromptsOfSeveralChunksAgreeWithTheClosedForm) {
  SimulationInput in;
  in.requests = 4000;
  in.load.input_tokens = 6000;
  in.load.prefill_chunk = 2048;
  in.load.output_tokens = 200;
  in.load.capacity = 64;
  const double most = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, 1).largest_rate;
  for (double share : {0.2, 0.55}) {
    in.requests_per_s = share * most;
    const Simulated s = simulated(in);
    const Serving open = serve_open_loop(llama_8b(), bf16_speed(), real(), in.load, in.requests_per_s);
    EXPECT_NEAR(s.mean_tpot_ms / in_milliseconds(open.tpot), 1, 0.15) << share;
    EXPECT_NEAR(s.mean_ttft_ms / in_milliseconds(open.ttft), 1, 0.10) << share;
  }
}

SimulationInput short_prompts_at_once(double requests) {
  SimulationInput in;
  in.rounds = 1;
  in.load.input_tokens = 16;
  in.load.output_tokens = 200;
  in.load.sequences = requests;
  return in;
}

// Two of 1,000 tokens fit 2,500, the third would be in parts: as with chunks of 2,000.
TEST(Simulation, WholePromptsWaitForAStepThatTakesThem) {
  SimulationInput in;
  in.rounds = 1;
  in.load.input_tokens = 1000;
  in.load.output_tokens = 2;
  in.load.sequences = 6;
  in.load.prefill_chunk = 2500;
  in.load.whole_prompts = true;
  const Simulated whole = simulated(in);
  in.load.whole_prompts = false;
  EXPECT_NE(whole.mean_ttft_ms, simulated(in).mean_ttft_ms);
  in.load.prefill_chunk = 2000;
  EXPECT_EQ(whole.mean_ttft_ms, simulated(in).mean_ttft_ms);
}

// All 128 prompts together fit one chunk.
double prompts_ms() { return in_milliseconds(prefill({llama_8b(), bf16_speed(), real()}, 128 * 16, 0).total()); }

double step_ms(double sequences) {
  return in_milliseconds(decode_step({llama_8b(), bf16_speed(), real()}, sequences, 16 + 100).total());
}

TEST(Simulation, AnswersAlikeThatComeAtOnceEndTogether) {
  // All prompts, then 199 steps of all 128.
  const Simulated s = simulated(short_prompts_at_once(128));
  EXPECT_EQ(s.requests, 128);
  const double expected = prompts_ms() + 199 * step_ms(128);
  EXPECT_NEAR(128e3 / s.requests_per_s, expected, 0.01 * expected);
  EXPECT_NEAR(s.mean_tpot_ms, step_ms(128), 0.01 * step_ms(128));
}

TEST(Simulation, FewerPlacesThanRequestsAreTakenInRounds) {
  // 128 requests, 32 at once: four rounds of 200 steps.
  SimulationInput in = short_prompts_at_once(128);
  in.load.max_sequences = 32;
  const double expected = 4 * 200 * step_ms(32);
  EXPECT_NEAR(128e3 / simulated(in).requests_per_s, expected, 0.03 * expected);
}

TEST(Simulation, RoundsOfLikeRequestsRepeatTheFirst) {
  // Answers that are as long as each other end together, and the next prompts come together: ten times the same, but
  // for the way from one answer to the next prompt.
  SimulationInput in = short_prompts_at_once(128);
  in.rounds = 10;
  const Simulated one = simulated(short_prompts_at_once(128)), ten = simulated(in);
  EXPECT_EQ(ten.requests, 1280);
  EXPECT_NEAR(ten.mean_ttft_ms / one.mean_ttft_ms, 1, 0.01);
  EXPECT_NEAR(ten.requests_per_s / one.requests_per_s, 1, 0.01);
}

TEST(Simulation, UnevenAnswersSpreadTheRoundsAfterTheFirst) {
  // In the first round 32 prompts of 2,048 tokens wait for each other, half of them in the mean. Lengths between half
  // and one and a half spread the ends of answers over the time of 1,000 steps, longer than all prompts take.
  SimulationInput in;
  in.load.input_tokens = 2048;
  in.load.output_tokens = 1000;
  in.load.sequences = 32;
  in.rounds = 1;
  const double first = simulated(in).mean_ttft_ms;
  in.rounds = 10;
  in.length_spread = 0.5;
  const double all = simulated(in).mean_ttft_ms;
  EXPECT_GT(all, 0.1 * first);
  EXPECT_LT(all, 0.4 * first);
}

TEST(Simulation, NobodyDecodesWhilePromptsThatComeFirstWait) {
  // Four prompts of a chunk each, answers of two tokens: the second token of all comes after the fourth prompt, three,
  // two, one and no prompts after the first.
  SimulationInput in;
  in.rounds = 1;
  in.load.input_tokens = 8192;
  in.load.output_tokens = 2;
  in.load.sequences = 4;
  in.load.prompts_first = true;
  const double prompt = in_milliseconds(prefill({llama_8b(), bf16_speed(), real()}, 8192, 0).total());
  const double step = in_milliseconds(decode_step({llama_8b(), bf16_speed(), real()}, 4, 8193).total());
  EXPECT_NEAR(simulated(in).mean_tpot_ms, 1.5 * prompt + step, 0.02 * prompt);
}

TEST(Simulation, AnswersThatEndAtAnyTokenLeaveATail) {
  // Lengths without memory: of n that are left the next ends after m / n steps, so that all take
  // m * sum of step(n) / n, n = 1 ... 128, far more than m steps of all.
  SimulationInput in = short_prompts_at_once(128);
  in.longest_answer = 1e6;
  double expected = prompts_ms();
  for (int n = 1; n <= 128; ++n) expected += 200 * step_ms(n) / n;
  EXPECT_NEAR(128e3 / simulated(in).requests_per_s, expected, 0.04 * expected);
  EXPECT_GT(expected, 3 * (prompts_ms() + 199 * step_ms(128)));
}

TEST(Simulation, NoAnswerIsLongerThanTheLongest) {
  // Cut at 300, the last ends after 299 steps, the mean is still 200.
  SimulationInput in = short_prompts_at_once(128);
  in.longest_answer = 300;
  const Simulated s = simulated(in);
  EXPECT_GT(128e3 / s.requests_per_s, 299 * step_ms(64));
  EXPECT_LT(128e3 / s.requests_per_s, 310 * step_ms(128));
  in.longest_answer = 200;  // the mean: all alike
  EXPECT_NEAR(simulated(in).requests_per_s, simulated(short_prompts_at_once(128)).requests_per_s, 1e-9);
}

}  // namespace
}  // namespace ridgepoint
