#include "engine/speed/disaggregation.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"
#include "tests/engine/speed/machines.h"

namespace ridgepoint {
namespace {

using test::bf16_speed;
using test::ideal;
using test::llama_8b;
using test::real;

Disaggregated split(const DisaggregationInput& in, int prefill, const Device& device = real()) {
  return split_between(llama_8b(), bf16_speed(), device, in, prefill);
}

TEST(Disaggregation, TheCacheTravelsOverFabricOrNetwork) {
  // 131,072 bytes a token x 2048 = 268.4 MB: at 400 GB/s 0.671 ms, at 50 GB/s 5.369 ms
  const auto transfer = [](int replicas) {
    return in_milliseconds(cache_transfer(llama_8b(), bf16_speed(), ideal(), 2048, replicas));
  };
  EXPECT_NEAR(transfer(2), 0.671, 1e-3);
  EXPECT_NEAR(transfer(16), 5.369, 1e-3);
}

TEST(Disaggregation, NeitherSlowsTheOther) {
  DisaggregationInput in;
  in.requests_per_s = 1e-6;
  const Disaggregated d = split(in, 1);
  const Serving single = serve_closed_loop(llama_8b(), bf16_speed(), real(), {});
  EXPECT_NEAR(in_seconds(d.serving.tpot), in_seconds(single.tpot), 1e-3 * in_seconds(single.tpot));
  EXPECT_NEAR(in_seconds(d.serving.ttft), in_seconds(single.ttft + d.transfer), 1e-4 * in_seconds(single.ttft));
  in.requests_per_s = 0;
  in.load.sequences = 32;
  // 32 on one decode replica, without a prompt between their tokens
  const Serving both = serve_closed_loop(llama_8b(), bf16_speed(), real(), in.load);
  EXPECT_LT(split(in, 1).serving.tpot, both.tpot);
}

TEST(Disaggregation, PromptsQueueOneByOne) {
  DisaggregationInput in;
  in.replicas = 8;
  const Device device = ideal();  // without a fixed cost of requests
  const Disaggregated rare = split(in, 4, device);
  const double service = in_seconds(rare.serving.prefill);
  in.requests_per_s = 4 * 0.5 / service;  // half of what four replicas read
  in.load.output_tokens = 2;
  const Disaggregated half = split(in, 4, device);
  EXPECT_NEAR(half.prefill_busy, 0.5, 1e-9);
  // M/D/1 at 0.5: a wait of half the service
  EXPECT_NEAR(in_seconds(half.serving.ttft - half.transfer), 1.5 * service, 1e-6);
}

TEST(Disaggregation, ADecodePoolAnswersByItself) {
  // Arithmetic takes no time here. A step reads the layers' 13.9586 GB and the head's 1.0507 at 1,000 GB/s, and of each
  // sequence 131,072 bytes x (2,048 + 512 / 2) = 0.3020 GB: 15.0093 + 0.3020 n ms.
  Device device = ideal();
  device.gemm_peak = device.peak_16bit = teraflop_per_second(1e9);
  DisaggregationInput in;
  in.replicas = 4;
  in.load.capacity = 16;
  const auto step = [](double n) { return 0.0150093 + 0.00030199 * n; };
  // Three replicas decode. Where four others decode on each, a request stays for 511 steps of five: 3 x 4 / (511
  // x 16.52 ms) = 1.42 a second. They are full with 16: 3 x 16 / (511 x 19.84 ms) = 4.73 a second.
  in.requests_per_s = 3 * 4 / (511 * step(5));
  const Disaggregated d = split(in, 1, device);
  EXPECT_NEAR(in_milliseconds(d.serving.tpot), 1000 * step(5), 1e-3);
  EXPECT_NEAR(d.serving.in_flight, 4, 1e-3);
  EXPECT_NEAR(d.decode_busy, in.requests_per_s / (3 * 16 / (511 * step(16))), 1e-4);
  EXPECT_EQ(d.decode, 3);
}

TEST(Disaggregation, AClosedLoopKeepsLittlesLaw) {
  DisaggregationInput in;
  in.replicas = 4;
  for (double users : {1.0, 40.0, 400.0}) {
    in.load.sequences = users;
    in.load.capacity = 64;
    for (int prefill : {1, 3}) {
      const Serving s = split(in, prefill).serving;
      EXPECT_NEAR(s.requests_per_s * in_seconds(s.ttft + 511 * s.tpot), users, 0.01 * users) << users << prefill;
      EXPECT_LE(s.requests_per_s, s.largest_rate);
      EXPECT_LE(s.in_flight, 64);
    }
  }
}

TEST(Disaggregation, TheBestSplitIsTheBest) {
  DisaggregationInput in;
  in.replicas = 8;
  in.load.capacity = 64;
  for (double input : {200.0, 2000.0, 20000.0}) {
    in.load.input_tokens = input;
    in.requests_per_s = 1e-3;
    const Disaggregated best = best_split(llama_8b(), bf16_speed(), real(), in);
    EXPECT_EQ(best.prefill + best.decode, 8);
    for (int prefill = 1; prefill < 8; ++prefill)
      EXPECT_LE(split(in, prefill).serving.largest_rate, best.serving.largest_rate) << input;
  }
}

TEST(Disaggregation, LongerPromptsTakeMoreOfTheReplicas) {
  DisaggregationInput in;
  in.replicas = 16;
  in.load.sequences = 256;
  in.load.input_tokens = 500;
  const int few = best_split(llama_8b(), bf16_speed(), real(), in).prefill;
  in.load.input_tokens = 8000;
  EXPECT_GT(best_split(llama_8b(), bf16_speed(), real(), in).prefill, few);
}

}  // namespace
}  // namespace ridgepoint
