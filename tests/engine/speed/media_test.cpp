#include "engine/speed/media.h"

#include <gtest/gtest.h>

#include <string_view>

namespace ridgepoint {
namespace {

// Round rates: 100 TFLOP/s, 1,000 GB/s, all of both reached, every value moved twice.
Device device() {
  Device d;
  d.bandwidth = gigabytes_per_second(1000);
  d.gemm_peak = d.peak_16bit = teraflop_per_second(100);
  d.pcie = d.network = gigabytes_per_second(10);
  d.media.gemm = d.media.gemm_8bit = d.media.bandwidth = d.media.train = 1;
  d.media_traffic.transformer = d.media_traffic.conv = 2;
  d.media_traffic.transformer_eager = d.media_traffic.conv_eager = 4;
  return d;
}

Pass network() {
  Pass p;
  p.id = "denoiser";
  p.params = 1e3;
  p.transformer = true;
  p.work = flop(1e12);
  p.written = 1e9;
  p.matrices = 10;
  p.trained = true;
  return p;
}

NumberFormat bf16() { return {.id = "bf16", .name = "BF16", .bits = 16}; }

double time_ms(const Pass& p, const MediaSpeedInput& in, const Device& d) {
  return in_milliseconds(media_time({p}, in, d).total());
}

// 4 x 1 TFLOP at 100 TFLOP/s: 40 ms; 4 x 1e9 values x 2 bytes x 2 movements at 1e12 B/s: 16 ms.
TEST(MediaSpeed, WorkAndActivationsAddUp) {
  const MediaTime t = media_time({network()}, {bf16(), 4, true}, device());
  ASSERT_EQ(t.lines.size(), 2u);
  EXPECT_NEAR(in_milliseconds(t.lines[0].time), 40, 1e-4);
  EXPECT_EQ(t.lines[0].bound, BoundBy::compute);
  EXPECT_NEAR(in_milliseconds(t.lines[1].time), 16, 1e-9);
  EXPECT_NEAR(in_milliseconds(t.total()), 56, 1e-4);
}

TEST(MediaSpeed, StepsAndGuidanceMultiply) {
  Pass p = network();
  p.runs = 20;
  p.inputs = 2;
  EXPECT_NEAR(time_ms(p, {bf16(), 1, true}, device()), 20 * 2 * 14, 1e-2);
}

// 1e11 parameters in 16 bits take 200 ms to read at 1,000 GB/s, beside which 10 ms of work hardly show; half of them as
// looked-up tables 100, and in 8 bits 50. What is not quantized stays in 16 bits. 4 ms of activations.
TEST(MediaSpeed, WeightsAreReadInEveryRun) {
  Pass p = network();
  p.params = 1e11;
  EXPECT_NEAR(time_ms(p, {bf16(), 1, true}, device()), 200 + 4, 1e-3);
  p.lookup_params = 5e10;
  EXPECT_NEAR(time_ms(p, {bf16(), 1, true}, device()), 100 + 4, 1e-2);
  NumberFormat int8 = bf16();
  int8.bits = 8;
  EXPECT_NEAR(time_ms(p, {int8, 1, true}, device()), 50 + 4, 0.1);
  p.quantized = false;
  EXPECT_NEAR(time_ms(p, {int8, 1, true}, device()), 100 + 4, 1e-2);
}

TEST(MediaSpeed, EagerNetworksMoveMore) { EXPECT_NEAR(time_ms(network(), {bf16(), 1, false}, device()), 10 + 8, 1e-4); }

// 10 matrices of 4 ms: the launches outlast the 14 ms of work, smoothly: (14^4 + 40^4)^(1/4) = 40.15.
TEST(MediaSpeed, LaunchesShowWhereTheyAreLonger) {
  Device d = device();
  d.media_traffic.launch = milliseconds(4);
  EXPECT_NEAR(time_ms(network(), {bf16(), 1, true}, d), 40.15, 0.01);
}

// A billion weights of 4 bits, unpacked once a step: 1e9 x 2 bytes x 5 movements at 1e12 B/s are 10 ms beside 10 of
// work and 4 of activations. Weights that are multiplied as they are, and networks that run once, have no such time.
TEST(MediaSpeed, DenoisersUnpackTheirWeightsInEveryStep) {
  Device d = device();
  d.media_traffic.unpack = 5;
  Pass p = network();
  p.params = 1e9;
  p.denoises = true;
  NumberFormat packed{.id = "gguf-q4_0", .name = "Q4_0", .bits = 4.5, .weight_only = true};
  EXPECT_NEAR(time_ms(p, {packed, 1, true}, d), 24, 0.01);
  EXPECT_EQ(media_time({p}, {packed, 1, true}, d).lines.back().id, "unpacking");
  // 1e9 weights of 4.5 bits, 1e9 activations of 2 bytes moved twice, and 10 GB unpacked.
  EXPECT_NEAR(in_gigabytes(media_time({p}, {packed, 1, true}, d).work.moved), 0.5625 + 4 + 10, 1e-6);
  EXPECT_NEAR(time_ms(p, {bf16(), 1, true}, d), 14, 0.01);
  p.denoises = false;
  EXPECT_NEAR(time_ms(p, {packed, 1, true}, d), 14, 0.01);
}

// Half at 100 TFLOP/s of TF32 and half at 25 of FP32: 1 TFLOP takes 5 + 20 ms; on a device without TF32, 40 ms.
TEST(MediaSpeed, HalfOfAUnetInFp32IsMatrixProducts) {
  Device d = device();
  d.arithmetic = Arithmetic::tf32;
  d.fp32_products = teraflop_per_second(25);
  Pass p = network();
  p.transformer = false;
  p.written = 1;
  const NumberFormat fp32{.id = "fp32", .name = "FP32", .bits = 32, .arithmetic = Arithmetic::fp32};
  EXPECT_NEAR(time_ms(p, {fp32, 1, true}, d), 25, 0.01);
  d.arithmetic = Arithmetic::fp32;
  d.gemm_peak = teraflop_per_second(25);
  EXPECT_NEAR(time_ms(p, {fp32, 1, true}, d), 40, 0.01);
}

// Keys and values of 1e9 numbers, read by each of 3 tokens: 3 x 2e9 bytes x 1 movement at 1e12 B/s are 6 ms.
TEST(MediaSpeed, TextDecodersReadTheirState) {
  Device d = device();
  d.media_traffic.state = 1;
  Pass p = network();
  p.work = flop(0);
  p.written = 0;
  p.runs = 3;
  p.state = 1e9;
  EXPECT_NEAR(time_ms(p, {bf16(), 1, true}, d), 6, 1e-3);
}

// The same 3 tokens of 2 ms; 10 matrices of 1 ms and 0.5 ms for picking outlast them: (2^4 + 15^4)^(1/4) = 15.0012.
TEST(MediaSpeed, TextDecodersPayLaunchesAndTheirTokens) {
  Device d = device();
  d.media_traffic.launch = milliseconds(1);
  d.media_traffic.token = milliseconds(0.5);
  d.media_traffic.state = 1;
  Pass p = network();
  p.work = flop(0);
  p.written = 0;
  p.runs = 3;
  p.state = 1e9;
  EXPECT_NEAR(time_ms(p, {bf16(), 1, true}, d), 3 * 15.0012, 1e-3);
}

// Each of 4 windows takes the host 7 ms more, whatever goes together.
TEST(MediaSpeed, WindowsOfAudioTakeTheHostTime) {
  Device d = device();
  Pass p = network();
  const double before = time_ms(p, {bf16(), 4, true}, d);
  p.listens = true;
  d.media_traffic.window = milliseconds(7);
  EXPECT_NEAR(time_ms(p, {bf16(), 4, true}, d), before + 28, 1e-6);
}

TEST(MediaSpeed, FasterPartsAreNeverSlower) {
  Device faster = device();
  faster.bandwidth = 2.0 * faster.bandwidth;
  EXPECT_LT(time_ms(network(), {bf16(), 1, true}, faster), time_ms(network(), {bf16(), 1, true}, device()));
  faster = device();
  faster.gemm_peak = faster.peak_16bit = 2.0 * faster.gemm_peak;
  EXPECT_LT(time_ms(network(), {bf16(), 1, true}, faster), time_ms(network(), {bf16(), 1, true}, device()));
}

// Three forward passes of 8 samples: 3 x 8 x 10 ms of work, 3 x 8 x 4 ms of activations (eager: twice).
TEST(MediaTraining, BackwardCostsTwiceTheForward) {
  MediaTrainingSpeedInput in;
  in.micro_batch = 8;
  in.compiled = true;
  const MediaTrainingStep step = media_training_step({network()}, in, device());
  EXPECT_NEAR(in_milliseconds(step.total()), 240 + 96, 1e-3);
  EXPECT_EQ(step.samples, 8);
  EXPECT_DOUBLE_EQ(1e-12 * in_flop(step.model_flop), 24);
  in.recomputed = true;
  EXPECT_DOUBLE_EQ(1e-12 * in_flop(media_training_step({network()}, in, device()).hardware_flop), 32);
}

// Convolutions fitted at twice the rate of matrix products: 3 x 8 x 5 ms of work with 3 x 8 x 4 ms of activations would
// be done in 216 ms, where 3 x 8 TFLOP take 240 ms at the peak.
TEST(MediaTraining, IsNoFasterThanThePeak) {
  Device d = device();
  d.media_traffic.train_conv = 2;
  Pass p = network();
  p.transformer = false;  // 1e12 FLOP for 1e9 written values: 1,000 each, few channels
  MediaTrainingSpeedInput in;
  in.micro_batch = 8;
  in.compiled = true;
  const MediaTrainingStep step = media_training_step({p}, in, d);
  EXPECT_NEAR(in_milliseconds(step.total()), 240, 1e-3);
  d.media_traffic.conv *= 2;  // 3 x 8 x 8 ms of activations: 312 ms are above it
  EXPECT_NEAR(in_milliseconds(media_training_step({p}, in, d).total()), 312, 1e-3);
}

TEST(MediaTraining, ValuesOfFourBytesTakeTwiceAsLongToMove) {
  MediaTrainingSpeedInput in;
  in.micro_batch = 8;
  in.compiled = true;
  Device d = device();
  d.arithmetic = Arithmetic::tf32;
  EXPECT_NEAR(in_milliseconds(media_training_step({network()}, in, d).total()), 240 + 2 * 96, 1e-3);
}

double line_s(const MediaTrainingStep& step, std::string_view id) {
  for (const TimeLine& line : step.lines)
    if (line.id == id) return in_seconds(line.time);
  return 0;
}

// 1e9 parameters on 8 devices over PCIe, at 0.4 of 10 GB/s. Gradients of 4 bytes cross twice but for an eighth: 2 x 7/8
// x 4 GB take 1.75 s, beside 2/3 of the 30 ms of work and 24 ms of activations. Where they are sharded, weights of 2
// bytes are gathered twice, 2 x 7/8 x 2 GB, and gradients scattered, 7/8 x 4 GB: 1.75 s in each of two micro-batches,
// beside all of the work. The optimizer reads and writes 18 bytes of each parameter that is held.
TEST(MediaTraining, ShardedWeightsAreGatheredInEveryMicroBatch) {
  Pass large = network();
  large.params = 1e9;
  MediaTrainingSpeedInput in;
  in.devices = 8;
  in.accumulation = 2;
  const MediaTrainingStep whole = media_training_step({large}, in, device());
  EXPECT_NEAR(line_s(whole, "data"), 1.75 - 0.036, 1e-5);
  EXPECT_NEAR(line_s(whole, "optimizer"), 0.036, 1e-9);
  in.sharded = true;
  const MediaTrainingStep sharded = media_training_step({large}, in, device());
  EXPECT_NEAR(line_s(sharded, "data"), 2 * 1.75 - 2 * 0.054, 1e-5);
  EXPECT_NEAR(line_s(sharded, "optimizer"), 0.036 / 8, 1e-9);
}

TEST(MediaTraining, DevicesExchangeGradients) {
  Pass large = network();
  large.params = 1e9;
  MediaTrainingSpeedInput in;
  in.devices = 8;
  double lines = 0;
  const MediaTrainingStep step = media_training_step({large}, in, device());
  bool exchanged = false;
  for (const TimeLine& line : step.lines) {
    lines += in_seconds(line.time);
    exchanged = exchanged || line.id == "data";
  }
  EXPECT_TRUE(exchanged);
  EXPECT_DOUBLE_EQ(lines, in_seconds(step.total()));
  EXPECT_EQ(step.samples, 8);
}

}  // namespace
}  // namespace ridgepoint
