#include "engine/speed/training_step.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/fixture.h"
#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

using test::llama_8b;

// Every share is 1, hidden size makes no difference, launches take no time.
Device ideal() {
  Device d;
  d.bandwidth = gigabytes_per_second(1000);
  d.gemm_peak = d.peak_16bit = teraflop_per_second(100);
  d.fabric_per_direction = gigabytes_per_second(400);
  d.fabric_domain = 8;
  d.pcie = gigabytes_per_second(30);
  d.network = gigabytes_per_second(50);
  TrainingEfficiency& e = d.training;
  e.gemm = e.gemm_8bit = e.gemm_mxfp8 = e.gemm_4bit = e.experts = e.attention = e.bandwidth = e.fabric = e.network = 1;
  e.half_hidden = 0;
  d.efficiency.pcie = 1;
  return d;
}

TrainingSpeedInput one_gpu() {
  TrainingSpeedInput in;
  in.sequence = 2048;
  in.trainable = 8.03e9;
  return in;
}

double line(const TrainingStep& step, const std::string& id) {
  for (const TimeLine& l : step.lines)
    if (l.id == id) return in_seconds(l.time);
  return 0;
}

TEST(TrainingStep, GemmsTakeSixFlopPerParameterAndToken) {
  // 6 x 6,979,321,856 x 2048 = 85.76 TFLOP at 100 TFLOP/s
  EXPECT_NEAR(line(training_step(llama_8b(), one_gpu(), ideal()), "gemms"), 0.8576, 1e-4);
  // LM head: 6 x 128256 x 4096 x 2048 = 6.455 TFLOP
  EXPECT_NEAR(line(training_step(llama_8b(), one_gpu(), ideal()), "lm_head"), 0.06455, 1e-5);
}

TEST(TrainingStep, FullCheckpointingAddsOneForwardPass) {
  TrainingSpeedInput in = one_gpu();
  const TrainingStep plain = training_step(llama_8b(), in, ideal());
  in.checkpointing = Checkpointing::full;
  const TrainingStep full = training_step(llama_8b(), in, ideal());
  EXPECT_NEAR(line(full, "gemms") / line(plain, "gemms"), 4.0 / 3, 1e-9);
  EXPECT_NEAR(line(full, "attention") / line(plain, "attention"), 4.5 / 3.5, 1e-9);
  EXPECT_EQ(in_flop(full.model_flop), in_flop(plain.model_flop));
  EXPECT_GT(full.hardware_flop, plain.hardware_flop);
  EXPECT_EQ(in_flop(plain.hardware_flop), in_flop(plain.model_flop));
}

TEST(TrainingStep, SelectiveCheckpointingRepeatsAttentionAlone) {
  TrainingSpeedInput in = one_gpu();
  const TrainingStep plain = training_step(llama_8b(), in, ideal());
  in.checkpointing = Checkpointing::selective;
  const TrainingStep selective = training_step(llama_8b(), in, ideal());
  EXPECT_EQ(line(selective, "gemms"), line(plain, "gemms"));
  EXPECT_GT(line(selective, "attention"), line(plain, "attention"));
}

TEST(TrainingStep, FrozenWeightsNeedFourFlopNotSix) {
  TrainingSpeedInput in = one_gpu();
  const double full = line(training_step(llama_8b(), in, ideal()), "gemms");
  in.method = Method::lora;
  in.trainable = 4e7;
  const TrainingStep lora = training_step(llama_8b(), in, ideal());
  EXPECT_NEAR(line(lora, "gemms") / full, 4.0 / 6, 1e-9);
  EXPECT_EQ(line(lora, "dequantization"), 0);
  in.method = Method::qlora;
  EXPECT_GT(line(training_step(llama_8b(), in, ideal()), "dequantization"), 0);
}

// Fused: inputs, and twice the outputs.
double fused(const AdapterValues& values) { return values.inputs + 2 * values.outputs; }

TEST(TrainingStep, AdaptersMoveWhatTheirMatricesDo) {
  // Llama 3 8B, inputs and twice the outputs: q and o 4096 + 8192, k and v 4096 + 2048, gate and up 4096 + 28,672, down
  // 14,336 + 8192: 36,864 + 88,064 in each of 32 layers; q and v alone 12,288 + 6144, with k 24,576.
  EXPECT_DOUBLE_EQ(fused(adapter_values(llama_8b(), LoraTargets::all_linear)), 32.0 * 124928);
  EXPECT_DOUBLE_EQ(fused(adapter_values(llama_8b(), LoraTargets::attention)), 32.0 * 36864);
  EXPECT_DOUBLE_EQ(fused(adapter_values(llama_8b(), LoraTargets::qkv)), 32.0 * 24576);
  EXPECT_DOUBLE_EQ(fused(adapter_values(llama_8b(), LoraTargets::qv)), 32.0 * 18432);
  TrainingSpeedInput in = one_gpu();
  in.method = Method::lora;
  in.adapters = adapter_values(llama_8b(), LoraTargets::all_linear);
  const double all = line(training_step(llama_8b(), in, ideal()), "adapters");
  in.adapters = {in.adapters.inputs / 2, in.adapters.outputs / 2};
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "adapters") / all, 0.5, 1e-9);
}

TEST(TrainingStep, AdaptersOfExpertsMoveWhatTheExpertsOfATokenDo) {
  // Mixtral 8x7B: attention as above, 2 of 8 experts of 2 (4096 + 28,672) + 14,336 + 8192 values.
  EXPECT_DOUBLE_EQ(fused(adapter_values(mixtral_8x7b(), LoraTargets::all_linear)), 32.0 * (36864 + 2 * 88064));
  EXPECT_DOUBLE_EQ(fused(adapter_values(mixtral_8x7b(), LoraTargets::attention)), 32.0 * 36864);
}

// Llama 3 8B with adapters on all matrices, 2,048 tokens at 1 TB/s. Inputs of a layer's matrices 38,912, outputs 43,008
// values of two bytes. One kernel at a time: forward 38,912 + 6 x 43,008, backward 5 x 38,912 + 4 x 43,008, together
// 663,552; fused 3 x 124,928 = 374,784. Norms, rotary embedding and gating of a layer, three passes: 42 x 4,096 + 24 x
// 5,120 + 5 x 14,336 = 366,592 values against 10 x 4,096 + 2 x 5,120 + 3 x 14,336 = 94,208. 54 bytes a logit, of which
// 30 where the vocabulary's rows stay on the chip, and 8 in fused kernels.
TEST(TrainingStep, AdaptersAreTrainedOneKernelAtATime) {
  Device machine = ideal();
  machine.training_software.eager = 1;
  TrainingSpeedInput in = one_gpu();
  in.method = Method::lora;
  in.adapters = adapter_values(llama_8b(), LoraTargets::all_linear);
  const TrainingStep eager = training_step(llama_8b(), in, machine);
  const double values = 32 * 2048.0 * 2 / 1e12, logits = 2048.0 * 128256 / 1e12;
  EXPECT_NEAR(line(eager, "adapters"), 663552 * values, 1e-9);
  EXPECT_NEAR(line(eager, "elementwise"), 3 * 366592 * values, 1e-9);
  EXPECT_NEAR(line(eager, "loss"), 54 * logits, 1e-9);
  in.compiled = true;
  const TrainingStep compiled = training_step(llama_8b(), in, machine);
  EXPECT_NEAR(line(compiled, "adapters"), 374784 * values, 1e-9);
  EXPECT_NEAR(line(compiled, "elementwise"), 3 * 94208 * values, 1e-9);
  EXPECT_NEAR(line(compiled, "loss"), 30 * logits, 1e-9);
  in.compiled = false;
  in.loss = Loss::fused;
  const TrainingStep kernels = training_step(llama_8b(), in, machine);
  EXPECT_NEAR(line(kernels, "adapters"), 374784 * values, 1e-9);
  EXPECT_NEAR(line(kernels, "elementwise"), 3 * 94208 * values, 1e-9);
  EXPECT_NEAR(line(kernels, "loss"), 8 * logits, 1e-9);
}

TEST(TrainingStep, ModelFlopPerTokenIsSixNAndTheCausalHalfOfAttention) {
  const TrainingStep step = training_step(llama_8b(), one_gpu(), ideal());
  // 6 x (6.979322e9 + 0.525337e9) + 3 x 32 x 4 x 4096 x 1024 = 45.028e9 + 1.611e9 per token
  EXPECT_NEAR(in_flop(step.model_flop) / step.tokens, 46.639e9, 5e6);
}

TEST(TrainingStep, LinesAddUp) {
  TrainingSpeedInput in = one_gpu();
  in.layout.tensor = 2;
  in.layout.pipeline = 2;
  in.layout.data = 8;
  in.layout.sharding = Sharding::zero1;
  in.accumulation = 4;
  const TrainingStep step = training_step(llama_8b(), in, ideal());
  Seconds sum;
  for (const TimeLine& l : step.lines) {
    EXPECT_GT(l.time, seconds(0)) << l.id;
    sum += l.time;
  }
  EXPECT_EQ(in_seconds(sum), in_seconds(step.total()));
  EXPECT_EQ(step.tokens, 8 * 4 * 2048);
}

TEST(TrainingStep, BubbleIsStagesLessOneOverMicroBatches) {
  TrainingSpeedInput in = one_gpu();
  in.layout.pipeline = 4;
  in.accumulation = 12;
  const TrainingStep step = training_step(llama_8b(), in, ideal());
  const double working = in_seconds(step.total()) - line(step, "bubble") - line(step, "optimizer");
  EXPECT_NEAR(line(step, "bubble") / working, 3.0 / 12, 1e-9);
  in.layout.schedule = Schedule::interleaved;
  const TrainingStep halved = training_step(llama_8b(), in, ideal());  // two pieces a stage
  const double busy = in_seconds(halved.total()) - line(halved, "bubble") - line(halved, "optimizer");
  EXPECT_NEAR(line(halved, "bubble") / busy, 1.5 / 12, 1e-9);
}

TEST(TrainingStep, PiecesOfAStageDivideTheBubbleAndEvenTheStagesOut) {
  TrainingSpeedInput in = one_gpu();
  in.layout.pipeline = 3;  // 32 layers: 11 in the fullest stage
  in.accumulation = 6;
  const double plain = line(training_step(llama_8b(), in, ideal()), "gemms");
  in.layout.schedule = Schedule::interleaved;
  in.layout.virtual_stages = 4;
  const TrainingStep step = training_step(llama_8b(), in, ideal());
  EXPECT_NEAR(line(step, "gemms") / plain, (32.0 / 3) / 11, 1e-9);
  const double working = in_seconds(step.total()) - line(step, "bubble") - line(step, "optimizer");
  EXPECT_NEAR(line(step, "bubble") / working, (2.0 / 4) / 6, 1e-9);
}

TEST(TrainingStep, BubblesOfTheSchedules) {
  Layout layout;
  layout.pipeline = 8;
  EXPECT_DOUBLE_EQ(bubble_batches(layout), 7);
  // Narayanan et al. 2021, section 2.2.2: (p - 1) / v.
  layout.schedule = Schedule::interleaved;
  layout.virtual_stages = 4;
  EXPECT_DOUBLE_EQ(bubble_batches(layout), 7.0 / 4);
  // Qi et al. 2023, table 1, ZB-H1: (p - 1)(F + B - W); F = B = W = 1/3 of a micro-batch: 7 x 1/3.
  layout.schedule = Schedule::zero_bubble;
  EXPECT_DOUBLE_EQ(bubble_batches(layout), 7.0 / 3);
}

TEST(TrainingStep, BackwardPassesStopAtTheLowestTrainedLayer) {
  TrainingSpeedInput in = one_gpu();
  const TrainingStep full = training_step(llama_8b(), in, ideal());
  in.method = Method::freeze;
  in.backward_share = 2.0 / 32;
  const TrainingStep frozen = training_step(llama_8b(), in, ideal());
  // Forward 1 of 3; gradients of inputs and weights, 2 of 3, of two of 32 layers: (1 + 2/16) / 3 = 0.375.
  EXPECT_NEAR(line(frozen, "gemms") / line(full, "gemms"), 0.375, 1e-9);
  EXPECT_NEAR(line(frozen, "attention") / line(full, "attention"), (1 + 2.5 / 16) / 3.5, 1e-9);
  EXPECT_NEAR(line(frozen, "lm_head") / line(full, "lm_head"), 2.0 / 3, 1e-9);
  in.checkpointing = Checkpointing::full;  // only those two are computed again
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "gemms") / line(full, "gemms"), (1 + 3.0 / 16) / 3, 1e-9);
}

TEST(TrainingStep, AForwardPassIsAThirdOfTraining) {
  TrainingSpeedInput in = one_gpu();
  const TrainingStep plain = training_step(llama_8b(), in, ideal());
  in.forwards = 1;
  const TrainingStep scored = training_step(llama_8b(), in, ideal());
  // A third of matrix products, LM head and element-wise work, 1 of 3.5 of attention, half of the loss.
  const double wanted = (line(plain, "gemms") + line(plain, "lm_head") + line(plain, "elementwise")) / 3 +
                        line(plain, "attention") / 3.5 + line(plain, "loss") / 2;
  EXPECT_NEAR(line(scored, "scoring"), wanted, 1e-9);
  // 4/3 of the work: 3 forward passes' worth, and one.
  EXPECT_NEAR(scored.model_flop / plain.model_flop, 4.0 / 3, 1e-9);
}

TEST(TrainingStep, NeighboursAcrossNodesHaveOneLink) {
  TrainingSpeedInput in = one_gpu();
  in.layout.tensor = 8;
  in.layout.pipeline = 2;
  // 2048 x 4096 x 2 bytes / 8 ranks = 2.097 MB at 50 GB/s: 41.9 us, forward and backward.
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "stages"), 2 * 41.9e-6, 1e-6);
  in.layout.schedule = Schedule::interleaved;
  in.layout.virtual_stages = 4;
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "stages"), 8 * 41.9e-6, 4e-6);
}

TEST(TrainingStep, KeysAndValuesPassOnOneLinkAcrossNodes) {
  TrainingSpeedInput in = one_gpu();
  in.layout.tensor = 8;
  in.layout.context = 2;
  Device slow = ideal();
  slow.network = gigabytes_per_second(0.05);
  // 8 heads x 256 values x 2 bytes x 2048 tokens / 8 = 1.049 MB, half of it received, three times in 32 layers:
  // 50.3 MB at 50 MB/s is 1.007 s, beside 2 ms of attention.
  EXPECT_NEAR(line(training_step(llama_8b(), in, slow), "context_exchange"), 1.007, 5e-3);
}

TEST(TrainingStep, TheTotalAloneIsTheSumOfTheLines) {
  TrainingSpeedInput in = one_gpu();
  in.layout = {.tensor = 2, .pipeline = 4, .context = 2, .data = 4, .sharding = Sharding::zero1};
  in.accumulation = 8;
  in.checkpointing = Checkpointing::full;
  const Architecture model = llama_8b();
  const TrainingBasis basis = training_basis(model, ideal(), in.sequence);
  EXPECT_EQ(in_seconds(training_step_time(basis, in)), in_seconds(training_step(model, in, ideal()).total()));
}

TEST(TrainingStep, NarrowFormatsSpeedUpTheLayersAlone) {
  TrainingSpeedInput in = one_gpu();
  const TrainingStep wide = training_step(llama_8b(), in, ideal());
  Device d = ideal();
  d.arithmetic = Arithmetic::fp8;
  d.gemm_peak = d.gemm_peak * 2;
  in.recipe = Recipe::fp8;
  const TrainingStep narrow = training_step(llama_8b(), in, d);
  EXPECT_NEAR(line(narrow, "gemms") * 2, line(wide, "gemms"), 1e-9);
  EXPECT_EQ(line(narrow, "lm_head"), line(wide, "lm_head"));
  EXPECT_EQ(line(narrow, "attention"), line(wide, "attention"));
  d.training.gemm_mxfp8 = 0.5;
  in.recipe = Recipe::mxfp8;
  EXPECT_NEAR(line(training_step(llama_8b(), in, d), "gemms"), line(wide, "gemms"), 1e-9);
}

TEST(TrainingStep, SoftwareHidesPartOfTheTensorCollectives) {
  TrainingSpeedInput in = one_gpu();
  in.layout.tensor = 8;
  Device d = ideal();
  const double all = line(training_step(llama_8b(), in, d), "tensor");
  d.training_software.hidden = 0.75;
  EXPECT_NEAR(line(training_step(llama_8b(), in, d), "tensor"), all / 4, 1e-12);
}

TEST(TrainingStep, GradientsAreHiddenWhileTheyAreShorterThanTheBackwardPass) {
  TrainingSpeedInput in = one_gpu();
  in.layout.data = 8;
  in.recipe = Recipe::bf16;
  // all-reduce: 2 x 7/8 x 16.06 GB / 400 GB/s = 70 ms beside more than 600 ms of backward: (1 + 0.1^4)^(1/4)
  EXPECT_LT(line(training_step(llama_8b(), in, ideal()), "data"), 1e-3);
  Device slow = ideal();
  slow.fabric_per_direction.reset();
  slow.pcie = gigabytes_per_second(5);
  EXPECT_GT(line(training_step(llama_8b(), in, slow), "data"), 1);
}

TEST(TrainingStep, GradientsOfTensorGroupsCrossTheNetworkUnlessAFabricJoinsTheNodes) {
  // 8.03e9 / 8 parameters of 4 bytes reduced, of 4 gathered again among eight data ranks: 7 / 8 x 4.015 GB twice,
  // hidden behind two thirds of next to nothing. Eight to a node each has its own link of 50 GB/s, joined by a fabric
  // 400.
  TrainingSpeedInput in = one_gpu();
  in.sequence = 1;
  in.recipe = Recipe::fp32;
  in.layout = {.tensor = 8, .data = 8, .sharding = Sharding::zero1};
  Device apart = ideal(), joined = ideal();
  joined.fabric_domain = 72;
  const double bytes = 2 * 7.0 / 8 * 8.03e9 / 8 * 4;
  EXPECT_NEAR(line(training_step(llama_8b(), in, apart), "data") / (bytes / 50e9), 1, 0.03);
  EXPECT_NEAR(line(training_step(llama_8b(), in, joined), "data") / (bytes / 400e9), 1, 0.15);
}

TEST(TrainingStep, WhatSoftwareDoesNotHideOfGradientsShowsHoweverMuchThereIsToCompute) {
  TrainingSpeedInput in = one_gpu();
  in.sequence = 65536;
  in.layout = {.data = 8, .sharding = Sharding::fsdp};
  Device all = ideal(), half = ideal();
  half.training_software.data_hidden = 0.5;
  // Two gathers of 8.03e9 x 2 bytes and a reduction of twice that, 7 / 8 of it over 400 GB/s: 140.5 ms, a half shows.
  EXPECT_LT(line(training_step(llama_8b(), in, all), "data"), 0.001);
  EXPECT_NEAR(line(training_step(llama_8b(), in, half), "data"), 0.0703, 0.002);
}

TEST(TrainingStep, ShardedWeightsAreGatheredForEveryMicroBatch) {
  TrainingSpeedInput in = one_gpu();
  in.layout.data = 16;
  in.layout.sharding = Sharding::fsdp;
  Device slow = ideal();
  slow.network = gigabytes_per_second(0.5);
  const double once = line(training_step(llama_8b(), in, slow), "data");
  in.accumulation = 2;
  EXPECT_NEAR(line(training_step(llama_8b(), in, slow), "data"), 2 * once, 1e-9);
}

TEST(TrainingStep, TokensGoOnceToEveryNodeOfTheirExperts) {
  Architecture model = llama_8b();
  model.groups[0].experts.count = 64;
  model.groups[0].experts.per_token = 8;
  model.groups[0].experts.width = 1024;
  model.groups[0].expert_params = 3.0 * 4096 * 1024;
  TrainingSpeedInput in = one_gpu();
  in.layout.data = 32;
  in.layout.per_node = 8;
  in.layout.expert = 8;
  // One node: 7/8 of 8 x 2048 x 4096 x 2 bytes at 400 GB/s is 293.6 us; 32 layers, there and back, forward and
  // backward.
  EXPECT_NEAR(line(training_step(model, in, ideal()), "expert_exchange"), 32 * 4 * 293.6e-6, 1e-5);
  in.layout.expert = 32;
  // Four nodes: 3 (1 - 0.75^8) = 2.700 others hold one of the eight experts: 2.700 x 16.78 MB at 50 GB/s is 905.9 us.
  EXPECT_NEAR(line(training_step(model, in, ideal()), "expert_exchange"), 32 * 4 * 905.9e-6, 1e-4);
  Device wide = ideal();
  wide.fabric_domain = 72;  // 31/32 of all at 400 GB/s: 325.1 us
  EXPECT_NEAR(line(training_step(model, in, wide), "expert_exchange"), 32 * 4 * 325.1e-6, 1e-5);
}

TEST(TrainingStep, OptimizerReadsAndWritesItsState) {
  // 8.03e9 x 16 bytes x 2 / 1000 GB/s = 0.257 s, a quarter of it on each of four shards
  TrainingSpeedInput in = one_gpu();
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "optimizer"), 0.257, 1e-3);
  in.layout.data = 4;
  in.layout.sharding = Sharding::zero1;
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "optimizer"), 0.0642, 1e-3);
}

TEST(TrainingStep, OffloadedOptimizersWaitForTheHost) {
  TrainingSpeedInput in = one_gpu();
  in.offload = Offload::optimizer;
  const TrainingStep step = training_step(llama_8b(), in, ideal());
  // 8.03e9 x 16 bytes x 2 at 25 GB/s = 10.28 s; gradients of 4 bytes out and weights of 2 in at 30 GB/s = 1.606 s
  EXPECT_NEAR(line(step, "optimizer"), 10.28, 0.01);
  EXPECT_NEAR(line(step, "offload"), 1.606, 1e-3);
  in.offload = Offload::parameters;  // 2 bytes of 8.03e9 weights twice more: 1.071 s
  EXPECT_NEAR(line(training_step(llama_8b(), in, ideal()), "offload"), 1.606 + 1.071, 2e-3);
}

TEST(TrainingStep, LaunchesShowOnlyWhenTheGpuWaits) {
  TrainingSpeedInput in = one_gpu();
  Device d = ideal();
  d.training_software.layer = microseconds(1000);  // 32 ms beside more than a second of work
  EXPECT_LT(line(training_step(llama_8b(), in, d), "layers"), 1e-3);
  in.sequence = 16;
  EXPECT_GT(line(training_step(llama_8b(), in, d), "layers"), 1e-3);
}

TEST(TrainingStep, FasterDevicesAreNeverSlower) {
  TrainingSpeedInput in = one_gpu();
  in.layout.data = 16;
  in.layout.sharding = Sharding::fsdp;
  const Seconds before = training_step(llama_8b(), in, ideal()).total();
  for (int i = 0; i < 4; ++i) {
    Device d = ideal();
    if (i == 0) d.bandwidth = d.bandwidth * 2;
    if (i == 1) d.gemm_peak = d.gemm_peak * 2;
    if (i == 2) d.network = d.network * 2;
    if (i == 3) d.peak_16bit = d.peak_16bit * 2;
    // Faster computing hides less of the communication, but never so much less that the step grows.
    EXPECT_LE(training_step(llama_8b(), in, d).total(), before) << i;
  }
}

TEST(TrainingStep, FusedLossAndCompilationSaveTraffic) {
  TrainingSpeedInput in = one_gpu();
  const TrainingStep plain = training_step(llama_8b(), in, ideal());
  in.loss = Loss::fused;
  in.compiled = true;
  const TrainingStep lean = training_step(llama_8b(), in, ideal());
  // 2048 x 128256 logits x 30 bytes = 7.88 GB against 8 bytes each
  EXPECT_NEAR(line(plain, "loss"), 7.88e-3, 1e-4);
  EXPECT_NEAR(line(lean, "loss"), 7.88e-3 * 8 / 30, 1e-4);
  EXPECT_NEAR(line(lean, "elementwise") * 2, line(plain, "elementwise"), 1e-9);
}

}  // namespace
}  // namespace ridgepoint
