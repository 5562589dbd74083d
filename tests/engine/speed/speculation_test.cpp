#include "engine/model/speculation.h"

#include <gtest/gtest.h>

#include "engine/speed/serving.h"
#include "tests/engine/fixture.h"
#include "tests/engine/speed/machines.h"

namespace ridgepoint {
namespace {

using test::bf16_speed;
using test::ideal;
using test::llama_8b;
using test::real;
using test::small_moe;

Speculation drafting(Drafter drafter, int tokens, double acceptance) {
  Speculation s;
  s.drafter = drafter;
  s.tokens = tokens;
  s.acceptance = acceptance;
  return s;
}

InferenceSpeedInput speculating(const Speculation& s) {
  InferenceSpeedInput in = bf16_speed();
  in.speculation = s;
  return in;
}

// Reading is all that takes time.
Device roomy() {
  Device d = ideal();
  d.gemm_peak = d.peak_16bit = d.peak_16bit * 1e6;
  return d;
}

double token_time(const InferenceSpeedInput& in, const Device& device, double n, const Architecture& model) {
  return in_seconds(decode_step({model, in, device}, n, 0).total()) / in.tokens_per_step();
}

TEST(Speculation, TokensOfAStepAreThoseOfThePaper) {
  // Leviathan et al. 2023, table 1: speed over the baseline when drafting costs nothing.
  const struct {
    double acceptance;
    int tokens;
    double speed;
  } table[] = {{0.6, 2, 1.96}, {0.7, 3, 2.53}, {0.8, 2, 2.44}, {0.8, 5, 3.69}, {0.9, 2, 2.71}, {0.9, 10, 6.86}};
  for (const auto& row : table)
    EXPECT_NEAR(tokens_per_step(drafting(Drafter::ngram, row.tokens, row.acceptance)), row.speed, 0.005);
  EXPECT_EQ(tokens_per_step(drafting(Drafter::ngram, 4, 1)), 5);  // all are accepted, and the model adds one
  EXPECT_EQ(tokens_per_step(drafting(Drafter::ngram, 4, 0)), 1);
}

TEST(Speculation, AcceptedShareIsLowerThanAcceptance) {
  // 0.8 + 0.64 = 1.44 of 2
  EXPECT_NEAR(accepted_share(drafting(Drafter::ngram, 2, 0.8)), 0.72, 1e-12);
}

TEST(Speculation, OneStreamIsAsMuchFasterAsThePaperSays) {
  // Bound by reading weights, verifying takes as long as decoding: 3.69 times as fast with text looked up.
  const double plain = token_time(bf16_speed(), roomy(), 1, llama_8b());
  const double free = token_time(speculating(drafting(Drafter::ngram, 5, 0.8)), roomy(), 1, llama_8b());
  EXPECT_NEAR(plain / free, 3.689, 0.001);
  // A draft that takes c of a step: 3.689 / (5 c + 1), theorem 3.8.
  Speculation s = drafting(Drafter::model, 5, 0.8);
  s.draft = *architecture_of(test::llama("small", "Small", 16, 2048, 8192, 32), "");
  const double c = in_seconds(decode_step({s.draft, bf16_speed(), roomy()}, 1, 0).total()) / plain;
  EXPECT_NEAR(plain / token_time(speculating(s), roomy(), 1, llama_8b()), 3.689 / (5 * c + 1), 0.001);
}

TEST(Speculation, PredictionLayersTakeALayerAndTheHeadEach) {
  // 2 x (13.9586 GB / 32 layers + 1.0507 GB) at 1000 GB/s
  const InferenceSpeedInput in = speculating(drafting(Drafter::mtp, 2, 0.8));
  const double both = 2 * (13.9586 / 32 + 1.0507);
  EXPECT_NEAR(in_milliseconds(draft_time(llama_8b(), in, roomy(), 1, 0)), both, 1e-3);
  Device slow = roomy();
  slow.efficiency.draft = milliseconds(3);  // each
  EXPECT_NEAR(in_milliseconds(draft_time(llama_8b(), in, slow, 1, 0)), both + 6, 1e-3);
  const InferenceSpeedInput looked_up = speculating(drafting(Drafter::ngram, 2, 0.8));
  EXPECT_EQ(in_milliseconds(draft_time(llama_8b(), looked_up, slow, 1, 0)), 0);
}

TEST(Speculation, VerifyingTouchesMoreExperts) {
  // 4 of 64 experts for each of 3 tokens: 64 (1 - (60/64)^3) = 11.27 instead of 4. 24 layers x 6,291,456 x 2 bytes
  // each.
  const InferenceSpeedInput in = speculating(drafting(Drafter::ngram, 2, 0.8));
  const StepTime step = decode_step({small_moe(), in, roomy()}, 1, 0);
  for (const TimeLine& line : step.lines) {
    if (line.id != "experts") continue;
    EXPECT_NEAR(in_milliseconds(line.time), 11.27 * 24 * 6291456 * 2 / 1e9, 1e-2);
  }
}

TEST(Speculation, StopsPayingWhenComputingIsTheLimit) {
  const InferenceSpeedInput with = speculating(drafting(Drafter::ngram, 3, 0.7));
  EXPECT_LT(token_time(with, real(), 1, llama_8b()), token_time(bf16_speed(), real(), 1, llama_8b()));
  // 4 times the work for 2.53 times the tokens
  EXPECT_GT(token_time(with, real(), 4096, llama_8b()), 1.3 * token_time(bf16_speed(), real(), 4096, llama_8b()));
}

TEST(Speculation, ServingGetsItsTokensFaster) {
  ServingInput load;
  load.sequences = 4;
  const Serving plain = serve_closed_loop(llama_8b(), bf16_speed(), real(), load);
  const InferenceSpeedInput with = speculating(drafting(Drafter::ngram, 3, 0.7));
  const Serving fast = serve_closed_loop(llama_8b(), with, real(), load);
  EXPECT_LT(fast.tpot, plain.tpot);
  EXPECT_GT(fast.requests_per_s, plain.requests_per_s);
  // the lines of a token are a step's over the tokens it gives
  load.sequences = 1;
  const Seconds token = serve_closed_loop(llama_8b(), with, real(), load).step.total();
  EXPECT_NEAR(in_seconds(token) * 2.533, in_seconds(decode_step({llama_8b(), with, real()}, 1, 2304).total()),
              1e-3 * in_seconds(token));
}

TEST(Speculation, ADraftRunsOnTheRanksThatDivideItsHeads) {
  const Architecture draft = *architecture_of(test::llama("small", "Small", 16, 1536, 8192, 24), "");
  Layout layout;
  layout.pipeline = 2;
  layout.tensor = 4;
  EXPECT_EQ(draft_layout(draft, layout).tensor, 4);
  EXPECT_EQ(draft_layout(draft, layout).pipeline, 1);
  layout.tensor = 16;
  EXPECT_EQ(draft_layout(draft, layout).tensor, 1);
}

}  // namespace
}  // namespace ridgepoint
