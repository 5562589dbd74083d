#include "engine/speed/serving.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/fixture.h"
#include "tests/engine/speed/machines.h"

namespace ridgepoint {
namespace {

using test::bf16_speed;
using test::ideal;
using test::llama_8b;
using test::real;

TEST(Serving, ASingleUserWaitsForNobody) {
  ServingInput load;
  load.sequences = 1;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  EXPECT_EQ(in_seconds(s.tpot), in_seconds(s.step.total()));
  EXPECT_NEAR(in_milliseconds(s.ttft), 15 + in_milliseconds(s.prefill), 1e-9);
  // 1 / (ttft + 511 tpot), 512 tokens each
  const double answer = in_seconds(s.ttft) + 511 * in_seconds(s.tpot);
  EXPECT_NEAR(s.output_tokens_per_s, 512 / answer, 1e-9);
}

TEST(Serving, OthersPromptsSlowDecodingAndFirstTokens) {
  ServingInput load;
  load.sequences = 32;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  EXPECT_GT(s.tpot, s.step.total());
  EXPECT_GT(s.ttft, s.prefill + milliseconds(15));
}

// Passes in which nobody else decodes: rho of the time goes by on prompts, and those that are there when an answer
// begins are done before its second token, rho + rho^2 / (2 (1 - rho)) of them.
TEST(Serving, PromptsThatComeFirstShareNothingWithDecodeSteps) {
  ServingInput load;
  load.prefill_chunk = load.input_tokens;  // one at a time
  load.sequences = 32;
  const Device d = real();
  const Seconds mixed = serve_closed_loop(llama_8b(), bf16_speed(), d, load).tpot;
  load.prompts_first = true;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), d, load);
  const double pass = in_seconds(mixed_step({llama_8b(), bf16_speed(), d}, 1, 2048 + 256, 2048, 0).total());
  const double others = s.requests_per_s * 31 / 32, rho = others * pass;
  const double before = rho + rho * rho / (2 * (1 - rho));
  EXPECT_GT(rho, 0.1);
  EXPECT_NEAR(in_seconds(s.tpot), in_seconds(s.step.total()) / (1 - rho) + before / 512 * pass,
              0.002 * in_seconds(s.tpot));
  EXPECT_GT(s.tpot, mixed);
}

// Launches of a pass, 32 layers x 1 ms, are shared by the prompts that come during one step: k / (1 - e^-k) of them
// are in one that has any, with k in the mean.
TEST(Serving, PromptsThatWaitShareSteps) {
  ServingInput load;
  load.input_tokens = 64;
  load.output_tokens = 64;
  load.sequences = 200;
  Device d = real();
  d.efficiency.prefill_layer = milliseconds(1);
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), d, load);
  const double rate = s.requests_per_s * 199 / 200, k = rate * in_seconds(s.tpot);
  const double shared = k / (1 - std::exp(-k));
  const double decoding = rate * 63 * in_seconds(s.tpot);
  const Seconds with = mixed_step({llama_8b(), bf16_speed(), d}, 1 + decoding, 96, shared * 64, 0, shared).total();
  const Seconds step = decode_step({llama_8b(), bf16_speed(), d}, 1 + decoding, 96).total();
  EXPECT_GT(shared, 2);
  EXPECT_NEAR(in_seconds(s.tpot), in_seconds(step) / (1 - rate * in_seconds(with - step) / shared),
              0.02 * in_seconds(s.tpot));
}

TEST(Serving, ThroughputGrowsWithUsersUpToTheCapacity) {
  ServingInput load;
  double before = 0;
  for (double n : {1.0, 2.0, 8.0, 32.0, 128.0}) {
    load.sequences = n;
    const double now = serve_closed_loop(llama_8b(), bf16_speed(), real(), load).output_tokens_per_s;
    EXPECT_GT(now, before);
    before = now;
  }
}

TEST(Serving, LittlesLawHolds) {
  ServingInput load;
  for (double n : {1.0, 7.0, 300.0}) {
    load.sequences = n;
    const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
    EXPECT_NEAR(s.requests_per_s * (in_seconds(s.ttft) + 511 * in_seconds(s.tpot)), n, n * 1e-9);
  }
}

TEST(Serving, CachedPrefixesShortenTheFirstToken) {
  ServingInput load;
  const Seconds cold = serve_closed_loop(llama_8b(), bf16_speed(), real(), load).ttft;
  load.prefix_hit_rate = 0.75;
  EXPECT_LT(serve_closed_loop(llama_8b(), bf16_speed(), real(), load).ttft, cold);
}

TEST(Serving, OfAPromptThatIsAllInTheCacheOneTokenIsRead) {
  ServingInput load;
  load.prefix_hit_rate = 1;
  EXPECT_EQ(load.cached(), 2048);
  EXPECT_EQ(load.fresh(), 1);
  EXPECT_EQ(load.passes(), 1);
  EXPECT_EQ(load.prompts_of_chunk(), 8192);
  load.sequences = 1;
  // 2 bytes of 6.98e9 parameters in layers and 0.525e9 in the head, and 2,048 x 131,072 bytes of cache, at 1 TB/s.
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), ideal(), load);
  EXPECT_NEAR(in_milliseconds(s.prefill), 2 * (6.98 + 0.525) + 0.268, 0.02);
  load.prefix_hit_rate = 0.75;
  EXPECT_EQ(load.fresh(), 512);
  EXPECT_EQ(load.prompts_of_chunk(), 16);
}

// Eight drafted tokens at 90% make 1 + 0.9 + ... + 0.9^8 = 6.126 tokens a step; each has as much of the step's work as
// of its time, so that the device works as fast during a token as during the step.
TEST(Serving, DraftedTokensShareTheWorkOfTheirStep) {
  InferenceSpeedInput in = bf16_speed();
  in.speculation = Speculation{.drafter = Drafter::ngram, .tokens = 8, .acceptance = 0.9};
  ServingInput load;
  load.sequences = 1;
  const StepTime token = serve_closed_loop(llama_8b(), in, ideal(), load).step;
  const StepTime step = decode_step({llama_8b(), in, ideal()}, 1, load.input_tokens + load.output_tokens / 2);
  EXPECT_NEAR(step.total() / token.total(), 6.126, 1e-3);
  EXPECT_NEAR(step.work.flop / token.work.flop, 6.126, 1e-3);
}

// One other user, whose prompts come at r: a request finds half a step left, longer where one with a prompt runs, and
// waits for the step that it joins.
TEST(Serving, ARequestWaitsForTheStepThatRuns) {
  const Device d = real();
  ServingInput load;
  load.sequences = 2;
  load.input_tokens = load.prefill_chunk = 1000;
  load.output_tokens = 10;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), d, load);
  const double rate = s.requests_per_s / 2, others = rate * 9 * in_seconds(s.tpot);
  const double step = in_seconds(decode_step({llama_8b(), bf16_speed(), d}, 1 + others, 1005).total());
  const double slot = in_seconds(mixed_step({llama_8b(), bf16_speed(), d}, 1 + others, 1005, 1000, 0).total()) - step;
  const double rho = rate * slot;
  const double left = step / (2 * (1 - rho)) + rate * slot * slot / (2 * (1 - rho * rho));
  const double among = left + step + (1 + 2 * rate * left) * slot;
  EXPECT_GT(rho, 0.05);
  EXPECT_NEAR(in_seconds(s.ttft - d.efficiency.request), among, 0.004 * among);
}

TEST(Serving, OneChunkOfPromptsAtMostRunsBetweenTwoTokens) {
  ServingInput load;
  load.input_tokens = 8192;
  load.output_tokens = 10;
  load.sequences = 256;
  load.prefill_chunk = 2048;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  const Seconds beside = s.tpot - s.step.total();
  EXPECT_GT(beside, seconds(0));
  EXPECT_LE(beside, s.prefill / 4);  // four chunks a prompt
  // all the prompts are processed all the same: no more answers than prompts
  EXPECT_LE(s.requests_per_s, 1.01 / in_seconds(s.prefill - s.step.total()));
}

TEST(Serving, WholePromptsAreNotTakenInParts) {
  ServingInput load;
  load.whole_prompts = true;
  load.input_tokens = 922;
  load.prefill_chunk = 1152;
  EXPECT_EQ(load.prompts_of_chunk(), 1);
  load.prefill_chunk = 8192;
  EXPECT_EQ(load.prompts_of_chunk(), 8);  // 8 x 922 = 7,376
  load.input_tokens = 10000;              // has a step of its own
  EXPECT_EQ(load.passes(), 1);
  load.whole_prompts = false;
  EXPECT_EQ(load.passes(), 2);
}

// 32 users, short prompts, answers of two tokens: 15 prompts come in the time of a token. Read together they wait for
// the launches of one pass, 32 layers x 5 ms, and not of 15.
TEST(Serving, PromptsThatWaitTogetherShareAPass) {
  Device eager = real();
  eager.efficiency.prefill_layer = milliseconds(5);
  ServingInput load;
  load.input_tokens = 64;
  load.output_tokens = 2;
  load.sequences = 32;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), eager, load);
  EXPECT_GT(in_milliseconds(s.tpot), 160);
  EXPECT_LT(in_milliseconds(s.tpot), 2 * 160);
  EXPECT_GT(s.requests_per_s, 2 / 0.160);  // more than two in the time of a pass
  load.input_tokens = 8192;                // a pass for each
  EXPECT_LT(serve_closed_loop(llama_8b(), bf16_speed(), eager, load).requests_per_s, 1 / 0.160);
}

TEST(Serving, UsersBeyondTheCapacityWait) {
  ServingInput load;
  load.sequences = 40;
  const Serving all = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  EXPECT_EQ(all.queue, seconds(0));
  load.sequences = 100;
  load.capacity = 40;
  const Serving queued = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  EXPECT_EQ(queued.in_flight, 40);
  EXPECT_EQ(queued.tpot, all.tpot);
  EXPECT_EQ(queued.requests_per_s, all.requests_per_s);
  // Little: 60 wait, so each waits 60 / rate
  EXPECT_NEAR(in_seconds(queued.queue), 60 / all.requests_per_s, 1e-12);
  EXPECT_EQ(queued.ttft, all.ttft + queued.queue);
}

// Tokens sent three at a time: the first is seen when the third is made, and nothing else changes.
TEST(Serving, TokensHeldBackDelayTheFirstAlone) {
  ServingInput load;
  load.sequences = 8;
  Device grouping = real();
  grouping.efficiency.held_tokens = 2;
  const Serving s = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  const Serving held = serve_closed_loop(llama_8b(), bf16_speed(), grouping, load);
  EXPECT_NEAR(in_seconds(held.ttft), in_seconds(s.ttft) + 2 * in_seconds(s.tpot), 1e-12);
  EXPECT_EQ(held.requests_per_s, s.requests_per_s);
  load.output_tokens = 2;  // it ends with the second
  const Serving shortest = serve_closed_loop(llama_8b(), bf16_speed(), grouping, load);
  const Serving without = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  EXPECT_NEAR(in_seconds(shortest.ttft), in_seconds(without.ttft) + in_seconds(without.tpot), 1e-12);
}

TEST(Serving, RareRequestsMeetNobody) {
  const Serving rare = serve_open_loop(llama_8b(), bf16_speed(), real(), {}, 1e-6);
  const Serving single = serve_closed_loop(llama_8b(), bf16_speed(), real(), {});
  EXPECT_NEAR(in_seconds(rare.ttft), in_seconds(single.ttft), 1e-4 * in_seconds(single.ttft));
  EXPECT_NEAR(in_seconds(rare.tpot), in_seconds(single.tpot), 1e-4 * in_seconds(single.tpot));
  EXPECT_FALSE(rare.saturated);
}

TEST(Serving, AnOpenLoopKeepsLittlesLaw) {
  ServingInput load;
  load.capacity = 64;
  for (double rate : {0.1, 0.5, 1.5}) {
    const Serving s = serve_open_loop(llama_8b(), bf16_speed(), real(), load, rate);
    ASSERT_FALSE(s.saturated) << rate;
    EXPECT_EQ(s.requests_per_s, rate);
    const double processed = in_seconds(s.ttft - s.queue - milliseconds(15) + 511 * s.tpot);
    EXPECT_NEAR(s.in_flight, rate * processed, 1e-3 * s.in_flight);
  }
}

TEST(Serving, LatenciesGrowWithTheRate) {
  ServingInput load;
  load.capacity = 64;
  Seconds ttft, tpot;
  const double most = serve_open_loop(llama_8b(), bf16_speed(), real(), load, 1).largest_rate;
  for (double share : {0.01, 0.3, 0.6, 0.9, 0.99}) {
    const Serving s = serve_open_loop(llama_8b(), bf16_speed(), real(), load, share * most);
    EXPECT_GT(s.ttft, ttft) << share;
    EXPECT_GT(s.tpot, tpot) << share;
    ttft = s.ttft;
    tpot = s.tpot;
  }
}

TEST(Serving, BeyondTheLargestRateItSaturates) {
  ServingInput load;
  load.capacity = 64;
  load.sequences = 64;
  const Serving full = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  EXPECT_TRUE(serve_open_loop(llama_8b(), bf16_speed(), real(), load, 1.01 * full.requests_per_s).saturated);
  EXPECT_FALSE(serve_open_loop(llama_8b(), bf16_speed(), real(), load, 0.99 * full.requests_per_s).saturated);
  const Serving s = serve_open_loop(llama_8b(), bf16_speed(), real(), load, 100 * full.requests_per_s);
  EXPECT_EQ(s.requests_per_s, full.requests_per_s);
  EXPECT_EQ(s.largest_rate, full.requests_per_s);
}

}  // namespace
}  // namespace ridgepoint
