#include "engine/memory/media.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

NumberFormat fp8() { return {.id = "fp8", .name = "FP8", .bits = 8, .arithmetic = Arithmetic::fp8}; }

Pass unet() {
  Pass p;
  p.id = "denoiser";
  p.label = "Denoiser";
  p.params = 859520964;
  p.written = 339.471e6;
  p.peak = 11.8e6;
  p.inputs = 2;
  p.trained = true;
  return p;
}

Pass decoder() {
  Pass p;
  p.id = "image_decoder";
  p.label = "Image decoder";
  p.params = 49490199;
  p.quantized = false;
  p.peak = 201e6;
  return p;
}

double gb(const MemoryUse& use, const std::string& id) {
  for (const MemoryLine& line : use.lines)
    if (line.id == id) return in_gigabytes(line.amount);
  return 0;
}

// The denoiser in one byte each, the image decoder stays in two.
TEST(MediaMemory, WeightsOfEveryNetwork) {
  const MemoryUse use = media_memory({unet(), decoder()}, {fp8(), 1});
  EXPECT_NEAR(gb(use, "weights_denoiser"), 0.8595, 1e-4);
  EXPECT_NEAR(gb(use, "weights_image_decoder"), 0.0990, 1e-4);
}

// Networks run one after another: 4 images x 201 million values x 2 bytes of the decoder, more than 4 x 2 x 11.8.
TEST(MediaMemory, TheHungriestNetworkSetsTheActivations) {
  const MemoryUse use = media_memory({unet(), decoder()}, {fp8(), 4});
  EXPECT_NEAR(gb(use, "activations"), 1.608, 1e-6);
}

// Of what runs in FP32; the image decoder stays in 16 bits and is the hungriest.
TEST(MediaMemory, Fp32ValuesTakeTwiceAsMuch) {
  const NumberFormat fp32{.id = "fp32", .name = "FP32", .bits = 32, .arithmetic = Arithmetic::fp32};
  const double half = gb(media_memory({unet()}, {fp8(), 2}), "activations");
  EXPECT_NEAR(gb(media_memory({unet()}, {fp32, 2}), "activations"), 2 * half, 1e-9);
  EXPECT_NEAR(gb(media_memory({unet(), decoder()}, {fp32, 4}), "activations"), 1.608, 1e-6);
}

Pass t5() {
  Pass p;
  p.id = "text_encoder";
  p.label = "Text encoder";
  p.params = 4762310656;
  p.peak = 7e6;
  return p;
}

Pass transformer(double params) {
  Pass p;
  p.id = "denoiser";
  p.label = "Denoiser";
  p.params = params;
  p.peak = 170e6;
  return p;
}

NumberFormat bf16() { return {.id = "bf16", .name = "BF16", .bits = 16}; }

// FLUX.1: 11.9e9 x 2 bytes and 170 million values x 2 bytes, not beside the 4.76e9 x 2 bytes of T5-XXL, which host
// memory keeps with the others: 23.8 + 9.525 + 0.099 GB.
TEST(MediaMemory, InTurnTheLargestNetworkIsAlone) {
  const MemoryUse use = media_memory({t5(), transformer(11.9e9), decoder()}, {bf16(), 1, true});
  EXPECT_NEAR(gb(use, "weights_denoiser"), 23.8, 1e-9);
  EXPECT_NEAR(gb(use, "activations"), 0.34, 1e-9);
  EXPECT_EQ(gb(use, "weights_text_encoder"), 0);
  EXPECT_NEAR(in_gigabytes(use.host), 33.4236, 1e-4);
}

// Stable Diffusion 3: T5-XXL's 9.525 GB are more than the 2.03e9 x 2 bytes and 0.34 GB of the network.
TEST(MediaMemory, InTurnATextEncoderMaySetThePeak) {
  const MemoryUse use = media_memory({t5(), transformer(2.03e9), decoder()}, {bf16(), 1, true});
  EXPECT_NEAR(gb(use, "weights_text_encoder"), 9.5246, 1e-4);
  EXPECT_NEAR(gb(use, "activations"), 0.014, 1e-9);
}

// 32 images: 32 x 201 million x 2 bytes of the image decoder, 12.9 GB beside its 0.1.
TEST(MediaMemory, InTurnABatchMayMoveThePeakToTheImageDecoder) {
  const MemoryUse use = media_memory({t5(), decoder()}, {bf16(), 32, true});
  EXPECT_NEAR(gb(use, "weights_image_decoder"), 0.0990, 1e-4);
  EXPECT_NEAR(gb(use, "activations"), 12.864, 1e-6);
}

TEST(MediaMemory, LinesAddUp) {
  const MemoryUse use = media_memory({unet(), decoder()}, {fp8(), 4});
  double sum = 0;
  for (const MemoryLine& line : use.lines) sum += in_gigabytes(line.amount);
  EXPECT_DOUBLE_EQ(sum, in_gigabytes(use.total()));
}

MediaTrainingMemoryInput dreambooth(double batch, Optimizer optimizer, bool recomputed) {
  return {.optimizer = optimizer, .recipe = Recipe::autocast, .micro_batch = batch, .recomputed = recomputed};
}

// Stable Diffusion 1's UNet trained on a T4 with FP16 mixed precision, 512 px, latents and text prepared beforehand
// (ShivamShrirao/diffusers DreamBooth README, nvidia-smi): FP32 weights and gradients, two moments of one byte.
TEST(MediaMemory, TrainingPeaksAsMeasured) {
  const auto total = [](const MediaTrainingMemoryInput& in) {
    return in_gigabytes(media_training_memory({unet()}, in).total());
  };
  EXPECT_NEAR(total(dreambooth(1, Optimizer::adamw_8bit, false)), 11.17, 0.06 * 11.17);
  EXPECT_NEAR(total(dreambooth(2, Optimizer::adamw_8bit, false)), 13.67, 0.06 * 13.67);
  EXPECT_NEAR(total(dreambooth(2, Optimizer::adamw_8bit, true)), 10.40, 0.06 * 10.40);
  EXPECT_NEAR(total(dreambooth(1, Optimizer::adamw, true)), 15.79, 0.12 * 15.79);
}

TEST(MediaMemory, ShardingDividesTheStates) {
  MediaTrainingMemoryInput in = dreambooth(1, Optimizer::adamw, false);
  const double whole = gb(media_training_memory({unet()}, in), "optimizer");
  in.devices = 8;
  in.sharding = Sharding::fsdp;
  EXPECT_DOUBLE_EQ(gb(media_training_memory({unet()}, in), "optimizer"), whole / 8);
}

}  // namespace
}  // namespace ridgepoint
