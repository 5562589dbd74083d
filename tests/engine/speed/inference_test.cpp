#include "engine/speed/inference.h"

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
using test::small_moe;

double line(const StepTime& step, const std::string& id) {
  for (const TimeLine& l : step.lines)
    if (l.id == id) return in_milliseconds(l.time);
  return 0;
}

TEST(Decode, OneStreamReadsTheWeightsOnce) {
  const StepTime step = decode_step({llama_8b(), bf16_speed(), ideal()}, 1, 0);
  // Layers: 32 x (4096 x 4096 x 2 + 2 x 4096 x 1024 + 3 x 4096 x 14336) = 6,979,321,856 parameters,
  // 13.9586 GB: 13.9586 ms at 1000 GB/s. Computing takes 0.14 ms and hardly shows.
  EXPECT_NEAR(line(step, "weights"), 13.9586, 1e-3);
  // 128256 x 4096 x 2 bytes = 1.0507 GB
  EXPECT_NEAR(line(step, "lm_head"), 1.0507, 1e-3);
}

// 100 TFLOP/s in 16 bits. Matrix products that reach 1.25 of it are claimed at 125, in a format that converting slows
// to 0.9 of that, too: the LM head is not converted. In FP8 at 200 and 0.9 of the share, 225.
TEST(ClaimedPeak, IsThePublishedOneOrWhatWasFitted) {
  Device d = ideal();
  const auto claimed = [&](double bits, const Architecture& model) {
    return in_teraflop_per_second(claimed_peak(model, NumberFormat{.bits = bits}, d));
  };
  d.efficiency.gemm = 0.8;
  d.efficiency.attention = 0.5;
  d.efficiency.experts = 1.1;
  EXPECT_DOUBLE_EQ(claimed(16, llama_8b()), 100);
  EXPECT_DOUBLE_EQ(claimed(16, small_moe()), 110);
  d.efficiency.gemm = 1.25;
  d.efficiency.gemm_dequantized = 0.9;
  d.efficiency.gemm_8bit = 0.9;
  EXPECT_DOUBLE_EQ(claimed(16, llama_8b()), 125);
  EXPECT_DOUBLE_EQ(claimed(4.15, llama_8b()), 125);
  d.arithmetic = Arithmetic::fp8;
  d.gemm_peak = teraflop_per_second(200);
  EXPECT_DOUBLE_EQ(claimed(8, llama_8b()), 225);
}

TEST(Decode, CacheIsReadForEverySequence) {
  // 2 x 32 layers x 8 heads x 128 x 2 bytes = 131,072 bytes a token; 4 x 1000 tokens: 0.524 GB
  EXPECT_NEAR(line(decode_step({llama_8b(), bf16_speed(), ideal()}, 4, 1000), "kv_cache"), 0.524, 1e-3);
}

// 32 layers x 4 x 32 heads x 128 x 1000 tokens = 0.524 GFLOP; at a thousandth of 100 TFLOP/s 5.243 ms, beside which the
// 0.131 GB of the cache do not show. Tiles of 128 rows do more as soon as they are full enough: four heads share a
// cached one, 4 / 128 of half of 100 TFLOP/s take 0.336 ms, with the 0.131 ms of the cache 0.337.
TEST(Decode, AttendsByVectorsOrByTiles) {
  Device d = ideal();
  d.efficiency.decode_attention = 0.001;
  d.efficiency.attention = 0.01;
  EXPECT_NEAR(line(decode_step({llama_8b(), bf16_speed(), d}, 1, 1000), "kv_cache"), 5.243, 1e-3);
  d.efficiency.attention = 0.5;
  EXPECT_NEAR(line(decode_step({llama_8b(), bf16_speed(), d}, 1, 1000), "kv_cache"), 0.337, 1e-3);
}

TEST(Decode, LinesAddUpToTheStep) {
  InferenceSpeedInput in = bf16_speed();
  in.layout.tensor = 4;
  for (const Architecture& model : {llama_8b(), small_moe()}) {
    const StepTime step = decode_step({model, in, real()}, 8, 2000);
    Seconds sum;
    for (const TimeLine& l : step.lines) {
      EXPECT_GT(l.time, seconds(0)) << l.id;
      sum += l.time;
    }
    EXPECT_EQ(in_seconds(sum), in_seconds(step.total()));
  }
}

TEST(Decode, NarrowWeightsTakeTheirShareOfTheTime) {
  InferenceSpeedInput four = bf16_speed();
  four.weights = NumberFormat{.bits = 4};
  const double wide = line(decode_step({llama_8b(), bf16_speed(), ideal()}, 1, 0), "weights");
  EXPECT_NEAR(line(decode_step({llama_8b(), four, ideal()}, 1, 0), "weights"), wide / 4, 1e-2);
  // the LM head stays in 16 bits
  EXPECT_NEAR(line(decode_step({llama_8b(), four, ideal()}, 1, 0), "lm_head"), 1.0507, 1e-3);
}

TEST(Decode, ConvertingNarrowWeightsTakesTimeForEachWeight) {
  InferenceSpeedInput four = bf16_speed();
  four.weights = NumberFormat{.bits = 4};
  Device d = ideal();
  d.efficiency.bandwidth = 0.8;
  d.efficiency.unpack_bits = 2;
  // 6,979,321,856 weights x (4 / 0.8 + 2) bits / 8 at 1000 GB/s = 6.107 ms
  EXPECT_NEAR(line(decode_step({llama_8b(), four, d}, 1, 0), "weights"), 6.107, 1e-2);
  // what multiplies as it is stored is not converted: 4 / 0.8 bits, 4.362 ms
  d.arithmetic = Arithmetic::fp4;
  d.gemm_peak = d.gemm_peak * 4;
  EXPECT_NEAR(line(decode_step({llama_8b(), four, d}, 1, 0), "weights"), 4.362, 1e-2);
}

TEST(Prefill, ConvertedWeightsNeverComputeFasterThanSixteenBits) {
  InferenceSpeedInput four = bf16_speed();
  four.weights = NumberFormat{.bits = 4};
  Device d = ideal();
  d.efficiency.gemm_dequantized = d.efficiency.experts_dequantized = 1.5;  // beyond all counts as all
  for (const Architecture& model : {llama_8b(), small_moe()})
    EXPECT_GE(prefill({model, four, d}, 8192, 0).total().value,
              0.999 * prefill({model, bf16_speed(), d}, 8192, 0).total().value);
}

TEST(Prefill, ConvertedWeightsReachAShareOfWhatSixteenBitsReach) {
  InferenceSpeedInput four = bf16_speed();
  four.weights = NumberFormat{.bits = 4};
  Device d = ideal();
  d.efficiency.gemm = 0.5;
  d.efficiency.gemm_dequantized = 0.8;
  // 2 x 6,979,321,856 x 8192 / (0.5 x 0.8 x 100e12) = 2858.7 ms, beside which reading is nothing
  EXPECT_NEAR(line(prefill({llama_8b(), four, d}, 8192, 0), "weights"), 2858.7, 0.1);
}

// At a gemm of 0.5 and a peak of 200 TFLOP/s, twice that of 16 bits, FP8 with 0.8 of it takes 2 x 6,979,321,856 x 8192
// / (0.5 x 0.8 x 200e12) = 1429.4 ms; FP4 at 400 TFLOP/s with 0.6 of it 952.9 ms.
TEST(Prefill, NarrowArithmeticReachesAShareOfWhatSixteenBitsReach) {
  InferenceSpeedInput narrow = bf16_speed();
  narrow.weights = NumberFormat{.bits = 8, .arithmetic = Arithmetic::fp8};
  Device d = ideal();
  d.arithmetic = Arithmetic::fp8;
  d.gemm_peak = teraflop_per_second(200);
  d.efficiency.gemm = 0.5;
  d.efficiency.gemm_8bit = 0.8;
  d.efficiency.gemm_4bit = 0.6;
  EXPECT_NEAR(line(prefill({llama_8b(), narrow, d}, 8192, 0), "weights"), 1429.4, 0.1);
  narrow.weights = NumberFormat{.bits = 4, .arithmetic = Arithmetic::fp4};
  d.arithmetic = Arithmetic::fp4;
  d.gemm_peak = teraflop_per_second(400);
  EXPECT_NEAR(line(prefill({llama_8b(), narrow, d}, 8192, 0), "weights"), 952.9, 0.1);
}

TEST(Decode, ANarrowCacheThatHasToBeConvertedIsReadAsSlowlyAsAWideOne) {
  InferenceSpeedInput eight = bf16_speed();
  eight.kv = NumberFormat{.bits = 8};
  Device d = ideal();
  d.peak_16bit = d.peak_16bit * 1e3;  // scores take no time
  const double wide = line(decode_step({llama_8b(), bf16_speed(), d}, 1, 8192), "kv_cache");
  EXPECT_NEAR(line(decode_step({llama_8b(), eight, d}, 1, 8192), "kv_cache"), wide / 2, 1e-6);
  d.efficiency.cache_unpack_bits = 8;  // 8 bits read and as long again
  EXPECT_NEAR(line(decode_step({llama_8b(), eight, d}, 1, 8192), "kv_cache"), wide, 1e-6);
}

TEST(Decode, AnFp8CacheIsReadAsSlowlyAsItIsConvertedWhereTheDeviceHasNoFp8) {
  InferenceSpeedInput eight = bf16_speed();
  eight.kv = NumberFormat{.bits = 8, .arithmetic = Arithmetic::fp8};
  Device d = ideal();
  d.peak_16bit = d.peak_16bit * 1e3;  // scores take no time
  d.efficiency.emulated_cache_bits = 24;
  const double native = line(decode_step({llama_8b(), eight, d}, 1, 8192), "kv_cache");
  d.has_fp8 = false;
  EXPECT_NEAR(line(decode_step({llama_8b(), eight, d}, 1, 8192), "kv_cache") / native, (8.0 + 24) / 8, 1e-9);
  eight.kv = NumberFormat{.bits = 8, .arithmetic = Arithmetic::int8};
  EXPECT_NEAR(line(decode_step({llama_8b(), eight, d}, 1, 8192), "kv_cache"), native, 1e-9);
}

TEST(Decode, InputsOfNarrowProductsAreQuantizedByKernelsOfTheirOwn) {
  Device d = ideal();
  d.efficiency.quantized_matrix = microseconds(10);
  InferenceSpeedInput eager = bf16_speed();
  eager.eager = true;
  EXPECT_EQ(line(decode_step({llama_8b(), eager, d}, 1, 0), "prompt_layers"), 0);
  d.arithmetic = Arithmetic::fp8;
  const double work = in_milliseconds(decode_step({llama_8b(), bf16_speed(), d}, 1, 0).total());
  // 32 layers x 7 matrices (query, key, value, output, gate, up, down) x 10 us, launched while the work is done
  const double both = std::pow(std::pow(work, 4) + std::pow(2.24, 4), 0.25);
  EXPECT_NEAR(line(decode_step({llama_8b(), eager, d}, 1, 0), "prompt_layers"), both - work, 1e-9);
}

TEST(Decode, ExpertsAskedOneByOneTakeTheirTimeEach) {
  Device d = ideal();
  d.efficiency.each_expert = microseconds(10);
  InferenceSpeedInput eager = bf16_speed();
  eager.eager = true;
  const double work = in_milliseconds(decode_step({small_moe(), bf16_speed(), d}, 1, 0).total());
  // 24 layers x 64 experts x 10 us, whatever is chosen, launched while the work is done
  const double both = std::pow(std::pow(work, 4) + std::pow(15.36, 4), 0.25);
  EXPECT_NEAR(line(decode_step({small_moe(), eager, d}, 1, 0), "prompt_layers"), both - work, 1e-9);
  EXPECT_EQ(line(decode_step({llama_8b(), eager, d}, 1, 0), "prompt_layers"), 0);
}

ModelRecord ten_layers() {
  ModelRecord r;
  r.layers = 10;
  r.hidden = 1024;
  r.heads = 8;
  r.intermediate = 4096;
  r.vocab = 32000;
  return r;
}

TEST(Decode, LatentAndSparseAttentionLaunchKernelsOfTheirOwn) {
  ModelRecord r = ten_layers();
  r.q_lora_rank = 512;
  r.kv_lora_rank = 256;
  r.nope_head_dim = 64;
  r.rope_head_dim = 32;
  r.value_head_dim = 64;
  Device d = ideal();
  d.efficiency.layer = microseconds(5);
  d.efficiency.latent_layer = microseconds(20);
  d.efficiency.indexed_layer = microseconds(50);
  EXPECT_NEAR(line(decode_step({*architecture_of(r, ""), bf16_speed(), d}, 1, 100), "layers"), 10 * 0.025, 1e-9);
  r.indexer_heads = 4;
  r.indexer_dim = 64;
  r.indexer_top_k = 2048;
  EXPECT_NEAR(line(decode_step({*architecture_of(r, ""), bf16_speed(), d}, 1, 100), "layers"), 10 * 0.075, 1e-9);
}

// Experts in FP4 at four times the rate: of the dense matrices which the format keeps
// in 16 bits, the rate is the one of 16 bits.
TEST(Prefill, WhatIsKeptWiderIsNotMultipliedInTheArithmeticOfTheExperts) {
  InferenceSpeedInput in = bf16_speed();
  in.weights = NumberFormat{.bits = 4.25, .part_bits = {.beside_experts = 16}};
  Device d = ideal();
  d.arithmetic = Arithmetic::fp4;
  d.gemm_peak = teraflop_per_second(400);
  const StepTime wide = prefill({small_moe(), bf16_speed(), ideal()}, 100000, 0);
  const StepTime mixed = prefill({small_moe(), in, d}, 100000, 0);
  EXPECT_NEAR(line(mixed, "weights"), line(wide, "weights"), 1e-3 * line(wide, "weights"));
  EXPECT_NEAR(line(mixed, "experts"), line(wide, "experts") / 4, 1e-2 * line(wide, "experts"));
}

// Four of ten layers of 5 us see a compressed context, at 300 us more each.
TEST(DecodeStep, LayersOfACompressedContextTakeLonger) {
  ModelRecord r = ten_layers();
  r.kv_heads = 1;
  r.window = 128;
  r.full_attention_layers = 0;
  r.compressed = {{.layers = 4, .ratio = 128}};
  Device d = ideal();
  d.efficiency.layer = microseconds(5);
  d.efficiency.compressed_layer = microseconds(300);
  EXPECT_NEAR(line(decode_step({*architecture_of(r, ""), bf16_speed(), d}, 1, 100), "layers"), 1.25, 1e-9);
}

// 10 layers x (5 + 30) us.
TEST(DecodeStep, LayersWithNormsOnBothSidesTakeLonger) {
  ModelRecord r = ten_layers();
  Device d = ideal();
  d.efficiency.layer = microseconds(5);
  d.efficiency.normed_layer = microseconds(30);
  EXPECT_NEAR(line(decode_step({*architecture_of(r, ""), bf16_speed(), d}, 1, 100), "layers"), 0.05, 1e-9);
  r.norms_per_layer = 4;
  EXPECT_NEAR(line(decode_step({*architecture_of(r, ""), bf16_speed(), d}, 1, 100), "layers"), 0.35, 1e-9);
}

// Mamba-2 130M: 24 x (196,608 x 4 + 5,376 x 2) = 19.132416 MB of states a sequence.
Architecture mamba_130m() {
  ModelRecord r;
  r.kind = ModelKind::hybrid;
  r.layers = 24;
  r.hidden = 768;
  r.vocab = 50288;
  r.linear = LinearRecord{.kind = LinearKind::mamba2, .layers = 24, .value_heads = 24, .key_dim = 128, .value_dim = 64};
  return *architecture_of(r, "");
}

TEST(Decode, StatesOfLinearLayersAreReadAndWritten) {
  Device d = ideal();
  d.efficiency.state_bandwidth = 0.1;
  // of 8 sequences there and back: 8 x 2 x 19.132416 MB at 100 GB/s
  EXPECT_NEAR(line(decode_step({mamba_130m(), bf16_speed(), d}, 8, 0), "state"), 3.0612, 1e-3);
}

TEST(Decode, LinearLayersLaunchKernelsOfTheirOwn) {
  Device d = ideal();
  d.efficiency.layer = microseconds(5);
  d.efficiency.linear_layer = microseconds(20);
  // of 24 layers, in passes with prompts as in others
  EXPECT_NEAR(line(decode_step({mamba_130m(), bf16_speed(), d}, 8, 0), "layers"), 24 * 0.025, 1e-9);
  EXPECT_NEAR(line(prefill({mamba_130m(), bf16_speed(), d}, 2048, 0), "layers"), 24 * 0.025, 1e-9);
}

TEST(Decode, EverySequenceBeyondTheFirstTakesTimeOfTheHost) {
  Device d = ideal();
  d.efficiency.step = milliseconds(1);
  d.efficiency.sequence = milliseconds(0.5);
  EXPECT_NEAR(line(decode_step({llama_8b(), bf16_speed(), d}, 1, 0), "host"), 1, 1e-9);
  EXPECT_NEAR(line(decode_step({llama_8b(), bf16_speed(), d}, 8, 0), "host"), 1 + 7 * 0.5, 1e-9);
}

TEST(Decode, OneSchedulerServesTheMicroBatchesOfAllStages) {
  Device d = ideal();
  d.efficiency.step = milliseconds(1);
  InferenceSpeedInput in = bf16_speed();
  in.layout.pipeline = 4;
  EXPECT_NEAR(line(decode_step({llama_8b(), in, d}, 8, 0), "host"), 4, 1e-9);  // four micro-batches of two
  EXPECT_NEAR(line(decode_step({llama_8b(), in, d}, 2, 0), "host"), 2, 1e-9);  // two of one
  EXPECT_NEAR(line(decode_step({llama_8b(), bf16_speed(), d}, 8, 0), "host"), 1, 1e-9);
}

// 8 of 32 equal layers own a cache: filling it takes a quarter of the layers' work. Keys and values of the others, 2 x
// 4096 x 1024 weights each, are not there at all: 218,103,808 weights a layer with them, 209,715,200 without.
TEST(Prefill, FillingTheCachesTakesTheLayersThatOwnOne) {
  ModelRecord record = test::llama("model", "Model", 32, 4096, 14336, 32);
  record.kv_layers = 8;
  for (const bool first : {false, true}) {
    record.kv_layers_first = first;
    const Architecture model = *architecture_of(record, "");
    InferenceSpeedInput all = bf16_speed(), part = all;
    part.prompt_layers = until_last_cache(model);
    const auto layers = [&](const InferenceSpeedInput& in) {
      return line(prefill({model, in, ideal()}, 4096, 0), "weights");
    };
    const double share = 8 * 218103808.0 / (8 * 218103808.0 + 24 * 209715200.0);
    EXPECT_NEAR(layers(part) / layers(all), first ? share : 1, 1e-3);
    EXPECT_EQ(decode_step({model, part, ideal()}, 1, 4096).total(),
              decode_step({model, all, ideal()}, 1, 4096).total());
    // Beside decoding, it comes after the step.
    const StepTime joined = mixed_step({model, part, ideal()}, 4, 1000, 4096, 0);
    const Seconds apart =
        decode_step({model, part, ideal()}, 4, 1000).total() + prefill({model, part, ideal()}, 4096, 0).total();
    EXPECT_NEAR(in_seconds(joined.total()), in_seconds(apart), 1e-12);
  }
}

TEST(Prefill, LinearLayersScanThePrompt) {
  Device d = ideal();
  d.efficiency.state_bandwidth = 0.1;
  d.efficiency.scan_tokens = 64;
  // 2,048 tokens move them 32 times: 32 x 2 x 19.132416 MB at 100 GB/s; ten move them once.
  EXPECT_NEAR(line(prefill({mamba_130m(), bf16_speed(), d}, 2048, 0), "state"), 12.2447, 1e-3);
  EXPECT_NEAR(line(prefill({mamba_130m(), bf16_speed(), d}, 10, 0), "state"), 0.38265, 1e-4);
  EXPECT_EQ(line(prefill({llama_8b(), bf16_speed(), d}, 2048, 0), "state"), 0);
}

TEST(Decode, BatchesArePaddedToTiles) {
  Device d = ideal();
  d.bandwidth = d.bandwidth * 1e6;  // reading takes no time
  d.efficiency.padding = 16;
  d.efficiency.vector_padding = 60;
  const auto tokens = [&](double sequences) {  // of 2 x 6.9793e9 / 100e12 s each
    return line(decode_step({llama_8b(), bf16_speed(), d}, sequences, 0), "weights") / 0.139586;
  };
  EXPECT_NEAR(tokens(1), 17, 1e-3);
  EXPECT_NEAR(tokens(8), 24, 1e-3);
  // As vectors each of them takes the time of 1 + 1.5; with 11 of them tiles are faster.
  d.efficiency.vector_padding = 1.5;
  EXPECT_NEAR(tokens(1), 2.5, 1e-3);
  EXPECT_NEAR(tokens(8), 20, 1e-3);
  EXPECT_NEAR(tokens(11), 27, 1e-3);
}

TEST(Decode, WeightsInHostMemoryAreReadThere) {
  InferenceSpeedInput half = bf16_speed();
  half.host = HostShare{0.5, 0, 0, ideal()};
  half.host->cpu.bandwidth = gigabytes_per_second(100);
  const StepTime step = decode_step({llama_8b(), half, ideal()}, 1, 0);
  EXPECT_NEAR(line(step, "weights"), 13.9586 / 2, 1e-3);
  EXPECT_NEAR(line(step, "host_weights"), 139.586 / 2, 1e-2);  // a tenth of the bandwidth
}

TEST(Prefill, WeightsInHostMemoryTravelOnceAPass) {
  InferenceSpeedInput all = bf16_speed();
  all.host = HostShare{1, 0, 0, ideal()};
  all.host->cpu.gemm_peak = teraflop_per_second(0.1);
  // 4096 tokens on the CPU would take 2 x 6.9793e9 x 4096 / 0.1e12 = 572 s. Sending 13.9586 GB at 30 GB/s takes
  // 465 ms, and 2 x 6.9793e9 x 4096 / 100e12 = 572 ms to multiply.
  EXPECT_NEAR(line(prefill({llama_8b(), all, ideal()}, 4096, 0), "host_weights"), 465 + 572, 2);
}

// 131,072 bytes a token; of 1,000 tokens a quarter is 32.8 MB: 0.328 ms at 100 GB/s, on the accelerator's 1,000 GB/s
// the other three take 0.098 ms.
TEST(Decode, CacheInHostMemoryIsAttendedToThere) {
  InferenceSpeedInput quarter = bf16_speed();
  quarter.host = HostShare{0, 0, 0.25, ideal()};
  quarter.host->cpu.bandwidth = gigabytes_per_second(100);
  const StepTime step = decode_step({llama_8b(), quarter, ideal()}, 1, 1000);
  EXPECT_NEAR(line(step, "host_attention"), 0.328, 1e-3);
  EXPECT_NEAR(line(step, "kv_cache"), 0.098, 1e-3);
  // Where the CPU reads no faster than PCIe carries, the cache travels: 131 MB at 30 GB/s and then 0.131 ms.
  quarter.host->cache = 1;
  quarter.host->cpu.bandwidth = gigabytes_per_second(10);
  EXPECT_NEAR(line(decode_step({llama_8b(), quarter, ideal()}, 1, 1000), "host_attention"), 4.369 + 0.131, 1e-3);
  // Half of it is reached: a matter of the software on the host, not of the card.
  quarter.host->cpu.efficiency.pcie = 0.5 * ideal().efficiency.pcie;
  EXPECT_NEAR(line(decode_step({llama_8b(), quarter, ideal()}, 1, 1000), "host_attention"), 8.738 + 0.131, 1e-3);
}

// What launching 24 layers one by one takes, 24 x 0.15 = 3.6 ms, counts beyond the work: (work^4 + launches^4)^(1/4).
TEST(Decode, WithoutGraphsLaunchesAreWaitedFor) {
  Device d = ideal();
  d.efficiency.prefill_layer = microseconds(100);
  d.efficiency.prefill_moe_layer = microseconds(50);
  InferenceSpeedInput eager = bf16_speed();
  eager.eager = true;
  const double work = in_milliseconds(decode_step({small_moe(), bf16_speed(), d}, 8, 100).total());
  const double both = std::pow(std::pow(work, 4) + std::pow(3.6, 4), 0.25);
  EXPECT_NEAR(in_milliseconds(decode_step({small_moe(), eager, d}, 8, 100).total()), both, 1e-9);
}

// Launches run beside the work: together (work^4 + launches^4)^(1/4), like two limits of an operator.
TEST(Prefill, LaunchesOfPromptsCountBeyondTheWork) {
  Device d = ideal();
  d.efficiency.prefill_layer = microseconds(100);
  d.efficiency.prefill_moe_layer = microseconds(50);
  EXPECT_EQ(line(decode_step({small_moe(), bf16_speed(), d}, 8, 100), "prompt_layers"), 0);
  // 24 layers x (100 + 50) us = 3.6 ms
  const double work = in_milliseconds(prefill({small_moe(), bf16_speed(), ideal()}, 512, 0).total());
  const double both = std::pow(std::pow(work, 4) + std::pow(3.6, 4), 0.25);
  EXPECT_NEAR(line(prefill({small_moe(), bf16_speed(), d}, 512, 0), "prompt_layers"), both - work, 1e-9);
  // Latent attention has more to launch.
  Architecture latent = small_moe();
  for (LayerGroup& group : latent.groups) {
    group.attention->kind = AttentionKind::latent;
    group.attention->kv_lora_rank = 512;
  }
  Device more = d;
  more.efficiency.prefill_latent_layer = microseconds(200);
  EXPECT_GT(line(prefill({latent, bf16_speed(), more}, 1, 0), "prompt_layers"),
            line(prefill({latent, bf16_speed(), d}, 1, 0), "prompt_layers") + 24 * 0.2 - 1);
  EXPECT_EQ(prefill({small_moe(), bf16_speed(), more}, 512, 0).total(),
            prefill({small_moe(), bf16_speed(), d}, 512, 0).total());
  // A short prompt waits for them alone.
  d.efficiency.prefill_layer = microseconds(10000);
  EXPECT_NEAR(in_milliseconds(prefill({small_moe(), bf16_speed(), d}, 1, 0).total()), 24 * 10.05, 0.01);
}

TEST(Decode, MoreBandwidthIsNeverSlower) {
  Device faster = real();
  faster.bandwidth = faster.bandwidth * 1.5;
  for (double n : {1.0, 16.0, 256.0})
    EXPECT_LE(decode_step({llama_8b(), bf16_speed(), faster}, n, 1000).total(),
              decode_step({llama_8b(), bf16_speed(), real()}, n, 1000).total());
}

TEST(Decode, StepGrowsWithSequencesAndContext) {
  Seconds before;
  for (double n : {1.0, 2.0, 8.0, 64.0, 512.0}) {
    const Seconds now = decode_step({llama_8b(), bf16_speed(), real()}, n, 1000).total();
    EXPECT_GT(now, before);
    before = now;
  }
  EXPECT_GT(decode_step({llama_8b(), bf16_speed(), real()}, 8, 4000).total(),
            decode_step({llama_8b(), bf16_speed(), real()}, 8, 1000).total());
}

// Where arithmetic is scarce, as on a CPU, many together are at worst as slow as one after the other.
TEST(Decode, TokensASecondNeverFallWithSequences) {
  Device scarce = real();
  scarce.gemm_peak = scarce.peak_16bit = teraflop_per_second(2);
  scarce.efficiency.padding = scarce.efficiency.expert_padding = 90;
  for (double padding : {0.0, 0.5, 5.0, 60.0}) {
    scarce.efficiency.vector_padding = padding;
    for (const Architecture& model : {llama_8b(), small_moe()}) {
      double before = 0;
      for (int n = 1; n <= 256; ++n) {
        const double now = n / in_seconds(decode_step({model, bf16_speed(), scarce}, n, 1000).total());
        EXPECT_GE(now, before * (1 - 1e-9)) << n << " with " << padding;
        before = now;
      }
    }
  }
}

TEST(Decode, ExpertsTouchedSetTheBytes) {
  Device roomy = ideal();
  roomy.gemm_peak = roomy.gemm_peak * 1e6;  // computing takes no time
  // 4 of 64 experts of 3 x 2048 x 1024 parameters in 24 layers: 24 x 4 x 6,291,456 x 2 = 1.208 GB
  EXPECT_NEAR(line(decode_step({small_moe(), bf16_speed(), roomy}, 1, 0), "experts"), 1.208, 1e-3);
  // very many tokens touch all 64: 16 times as much
  EXPECT_NEAR(line(decode_step({small_moe(), bf16_speed(), roomy}, 2000, 0), "experts"), 16 * 1.208, 2e-2);
}

// 24 layers x 4 experts of 3 x 2048 x 1024 at 1000 GB/s, as above.
TEST(Decode, NarrowExpertsAreReadMoreSlowly) {
  Device roomy = ideal();
  roomy.gemm_peak = roomy.gemm_peak * 1e6;
  roomy.efficiency.expert_width = 1024;
  EXPECT_NEAR(line(decode_step({small_moe(), bf16_speed(), roomy}, 1, 0), "experts"), 2 * 1.208, 2e-3);
  // on each of two ranks half the bytes of experts 512 wide, at 512 / (512 + 1024) of the speed
  InferenceSpeedInput two = bf16_speed();
  two.layout.tensor = 2;
  EXPECT_NEAR(line(decode_step({small_moe(), two, roomy}, 1, 0), "experts"), 3 * 0.604, 2e-3);
}

TEST(Decode, TheBusiestRankOfExpertsSetsThePace) {
  Device roomy = ideal();
  roomy.gemm_peak = roomy.gemm_peak * 1e6;  // computing takes no time
  InferenceSpeedInput spread = bf16_speed();
  spread.layout.tensor = spread.layout.expert = 4;
  // 16 tokens touch 64 (1 - (60/64)^16) = 41.21 experts, 10.303 a rank with a deviation of
  // sqrt(10.303 (1 - 41.21/64)) = 1.915. The busiest of four lies sqrt(2 ln 4) - 0.63 = 1.035 of them higher:
  // 12.286 x 24 layers x 6,291,456 x 2 bytes = 3.710 GB
  EXPECT_NEAR(line(decode_step({small_moe(), spread, roomy}, 16, 0), "experts"), 3.710, 2e-3);
}

TEST(Decode, TensorParallelDividesWeightsAndAddsAllReduces) {
  InferenceSpeedInput two = bf16_speed();
  two.layout.tensor = 2;
  const StepTime step = decode_step({llama_8b(), two, real()}, 1, 0);
  EXPECT_NEAR(line(step, "weights"), 13.9586 / 2, 1e-3);
  // 64 all-reduces of 8192 bytes: 10 us + 2 x 1/2 x 8192 B / 400 GB/s = 10.02 us each
  EXPECT_NEAR(line(step, "communication"), 64 * 10.0205e-3, 1e-3);
}

TEST(Decode, TwoGpusCanBeSlowerThanOne) {
  // A small model over PCIe: all-reduces of 100 us each cost more than half of the weight reads.
  Device bare = real();
  bare.fabric_per_direction.reset();
  bare.efficiency.pcie_latency = microseconds(100);
  InferenceSpeedInput two = bf16_speed();
  two.layout.tensor = 2;
  EXPECT_GT(decode_step({small_moe(), two, bare}, 1, 100).total(),
            decode_step({small_moe(), bf16_speed(), bare}, 1, 100).total());
}

TEST(Decode, PipelineStagesFollowEachOther) {
  InferenceSpeedInput four = bf16_speed();
  four.layout.pipeline = 4;
  // one sequence passes all stages: the weights of all are read, one after the other
  EXPECT_NEAR(line(decode_step({llama_8b(), four, ideal()}, 1, 0), "weights"), 13.9586, 1e-3);
}

// Of 15 hops between 16 stages of one GPU each, 14 stay in a machine (8,192 bytes at 400 GB/s) and one crosses with the
// network of one GPU (at 50 GB/s): 14 x 0.02048 + 0.16384 = 0.45056 us.
TEST(Decode, OneHopOfAPipelineOverTwoMachinesCrossesTheNetwork) {
  InferenceSpeedInput deep = bf16_speed();
  deep.layout.pipeline = 16;
  deep.layout.per_node = 8;
  EXPECT_NEAR(line(decode_step({llama_8b(), deep, ideal()}, 1, 0), "communication"), 0.45056e-3, 1e-8);
}

// A rank of 16 has whole down-projections of latent attention: of 2 x 1024 x (256 + 128 + 32) parameters a layer.
TEST(Decode, RanksReadWhatTheyAllHold) {
  ModelRecord r;
  r.layers = 2;
  r.hidden = 1024;
  r.heads = 16;
  r.vocab = 1000;
  r.intermediate = 4096;
  r.q_lora_rank = 256;
  r.kv_lora_rank = 128;
  r.rope_head_dim = 32;
  r.nope_head_dim = 64;
  r.value_head_dim = 64;
  const Architecture model = *architecture_of(r, "");
  InferenceSpeedInput wide = bf16_speed();
  const double one = line(decode_step({model, wide, ideal()}, 1, 0), "weights");
  wide.layout.tensor = wide.layout.per_node = 16;
  const double held = 2 * 1024.0 * (256 + 128 + 32) * 2 / 1e9;  // ms at 1000 GB/s
  EXPECT_NEAR(line(decode_step({model, wide, ideal()}, 1, 0), "weights"), (one - held) / 16 + held, 0.01 * one / 16);
}

// 2 x (6,979,321,856 + 525,336,576) = 15.009 GFLOP a token without context. Of four stages one holds a sequence at a
// time and three wait; eight sequences are four micro-batches of two, and each stage works on all of them.
TEST(Decode, WorkIsThatOfOneStage) {
  InferenceSpeedInput four = bf16_speed();
  four.layout.pipeline = 4;
  EXPECT_NEAR(in_flop(decode_step({llama_8b(), bf16_speed(), ideal()}, 1, 0).work.flop) / 1e9, 15.0093, 1e-3);
  EXPECT_NEAR(in_flop(decode_step({llama_8b(), four, ideal()}, 1, 0).work.flop) / 1e9, 15.0093 / 4, 1e-3);
  EXPECT_NEAR(in_flop(decode_step({llama_8b(), four, ideal()}, 8, 0).work.flop) / 1e9, 2 * 15.0093, 1e-3);
}

TEST(Decode, WideExpertParallelismExchangesTokens) {
  InferenceSpeedInput wide = bf16_speed();
  wide.layout.data = 8;
  wide.layout.expert = 8;
  EXPECT_GT(line(decode_step({small_moe(), wide, real()}, 32, 100), "communication"), 0);
  wide.layout.data = wide.layout.expert = 1;
  EXPECT_EQ(line(decode_step({small_moe(), wide, real()}, 32, 100), "communication"), 0);
}

// 32 tokens of 2048 numbers in 16 bits are 131,072 bytes; 24 layers, there and back.
TEST(Decode, TokensGoToAllRanksOfAMachineAndAcrossMachinesToThoseOfTheirExperts) {
  InferenceSpeedInput wide = bf16_speed();
  wide.layout.data = wide.layout.expert = 8;
  // 7/8 x 8 x 131,072 bytes at 400 GB/s are 2.2938 us: 48 x 2.2938 us
  EXPECT_NEAR(line(decode_step({small_moe(), wide, ideal()}, 32, 100), "communication"), 0.11010, 1e-5);
  wide.layout.per_node = 4;  // four experts a token: 7/8 x 4
  EXPECT_NEAR(line(decode_step({small_moe(), wide, ideal()}, 32, 100), "communication"), 0.05505, 1e-5);
}

TEST(Prefill, LongPromptsAreBoundByCompute) {
  const StepTime step = prefill({llama_8b(), bf16_speed(), ideal()}, 8192, 0);
  // 2 x 6.97932e9 x 8192 = 114.35 TFLOP: 1143.5 ms at 100 TFLOP/s
  EXPECT_NEAR(line(step, "weights"), 1143.5, 0.5);
  // attention: 32 layers x 4 x 32 x 128 x 8192 x 4096 = 17.59 TFLOP: 175.9 ms
  EXPECT_NEAR(line(step, "attention"), 175.9, 0.2);
  // only the last token needs logits: bound by reading the head
  EXPECT_NEAR(line(step, "lm_head"), 1.0507, 1e-3);
}

TEST(Prefill, ChunksReadTheWeightsAgain) {
  const double whole = in_milliseconds(chunked_prefill({llama_8b(), bf16_speed(), real()}, 8192, 0, 8192).total());
  const double pieces = in_milliseconds(chunked_prefill({llama_8b(), bf16_speed(), real()}, 8192, 0, 256).total());
  EXPECT_GT(pieces, whole);
  EXPECT_LT(pieces, 2 * whole);
}

TEST(Prefill, StagesOverlapOnConsecutiveChunks) {
  InferenceSpeedInput four = bf16_speed();
  four.layout.pipeline = 4;
  const double one = line(chunked_prefill({llama_8b(), bf16_speed(), ideal()}, 32768, 0, 2048), "weights");
  const double staged = line(chunked_prefill({llama_8b(), four, ideal()}, 32768, 0, 2048), "weights");
  EXPECT_NEAR(staged, one * 19 / 64, one * 1e-6);  // 16 chunks, 4 stages: (16 + 3) / 4 of 16
  // Waiting after every 4 chunks: 4 rounds, (16 + 4 x 3) / 4 of 16.
  const double waiting = line(chunked_prefill({llama_8b(), four, ideal()}, 32768, 0, 2048, 8192), "weights");
  EXPECT_NEAR(waiting, one * 28 / 64, one * 1e-6);
}

TEST(Prefill, WorkIsThatOfOneStage) {
  InferenceSpeedInput four = bf16_speed();
  four.layout.pipeline = 4;
  const StepTime one = chunked_prefill({llama_8b(), bf16_speed(), ideal()}, 32768, 0, 2048);
  const StepTime staged = chunked_prefill({llama_8b(), four, ideal()}, 32768, 0, 2048);
  EXPECT_NEAR(staged.work.flop / one.work.flop, 0.25, 1e-12);
  // ideal() reaches all of 100 TFLOP/s and no more
  EXPECT_LT(in_teraflop_per_second(staged.work.flop / staged.total()), 100);
}

}  // namespace
}  // namespace ridgepoint
