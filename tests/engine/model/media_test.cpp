#include "engine/model/media.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

ModelRecord resnet50() {
  ModelRecord r;
  r.id = "resnet50";
  r.kind = ModelKind::vision;
  r.params_b = 0.02556;
  r.layers = 50;
  r.hidden = 2048;
  r.gflop_per_image = 8.22;
  r.image_size = 224;
  r.activations_m = 11.11;
  return r;
}

ModelRecord vit_b16() {
  ModelRecord r = resnet50();
  r.params_b = 0.08657;
  r.layers = 12;
  r.hidden = 768;
  r.gflop_per_image = 35.16;
  r.activations_m = 23.9;
  r.patch = 16;
  return r;
}

ModelRecord bert_base() {
  ModelRecord r;
  r.kind = ModelKind::encoder;
  r.layers = 12;
  r.hidden = 768;
  r.intermediate = 3072;
  r.gated = false;
  r.heads = 12;
  r.vocab = 30522;
  r.tied_embeddings = true;
  r.bias = Bias::all;
  r.norm = Norm::layernorm;
  r.embedding_norm = true;
  r.learned_positions = 512;
  r.extra_params = 590592;
  return r;
}

ComponentRecord component(Role role, double params_m, double gflop) {
  ComponentRecord c;
  c.role = role;
  c.params_m = params_m;
  c.gflop = gflop;
  c.activations_m = 100;
  c.peak_activations_m = 10;
  return c;
}

ModelRecord diffusion() {
  ModelRecord r;
  r.kind = ModelKind::diffusion;
  r.image_size = 1024;
  r.components = {component(Role::text_encoder, 123, 13), component(Role::denoiser, 2567, 6761),
                  component(Role::image_encoder, 34, 4879), component(Role::image_decoder, 50, 10470)};
  return r;
}

ModelRecord whisper_large() {
  ModelRecord r;
  r.kind = ModelKind::speech;
  r.window_s = 30;
  r.components = {component(Role::audio_encoder, 637, 2274), component(Role::text_decoder, 907, 1.8)};
  r.components[0].tokens = 1500;
  r.components[1].layers = 32;
  r.components[1].hidden = 1280;
  return r;
}

std::vector<Pass> passes(const ModelRecord& record, const MediaRequest& request) {
  return passes_of(*media_of(record, "/model"), request);
}

MediaRequest pixels(double side) { return {.width = side, .height = side}; }

TEST(Media, ConvolutionsGrowWithTheArea) {
  const Pass at_224 = passes(resnet50(), pixels(224))[0], at_448 = passes(resnet50(), pixels(448))[0];
  EXPECT_DOUBLE_EQ(in_flop(at_224.work), 8.22e9);
  EXPECT_DOUBLE_EQ(in_flop(at_448.work), 4 * 8.22e9);
  EXPECT_DOUBLE_EQ(at_448.written, 4 * 11.11e6);
  EXPECT_FALSE(at_224.transformer);
}

// 14 x 14 + 1 = 197 tokens at 224, 24 x 24 + 1 = 577 at 384. Attention takes 4 x 12 x 768 x 197^2 = 1.4307 GFLOP of the
// 35.16; the rest grows by 577 / 197, attention by its square. timm counts 55.54 billion multiply-adds at 384.
TEST(Media, AttentionOfVisionTransformersGrowsWithTheSquare) {
  EXPECT_NEAR(in_flop(passes(vit_b16(), pixels(224))[0].work), 35.16e9, 1);
  EXPECT_NEAR(in_flop(passes(vit_b16(), pixels(384))[0].work), 2 * 55.54e9, 0.1e9);
}

TEST(Media, EncodersHaveNoHeadAndCountAsPublished) {
  EXPECT_NEAR(total_params(*media_of(bert_base(), "")), 109482240, 1);
}

// 12 layers of 4 x 768^2 + 2 x 768 x 3072 = 7,077,888 weights, 2 FLOPs each, and 4 x 12 x 768 for each pair of tokens.
TEST(Media, EncodersSeeTheWholeSequence) {
  const double expected = 2.0 * 12 * 7077888 * 512 + 4.0 * 12 * 768 * 512 * 512;
  EXPECT_DOUBLE_EQ(in_flop(passes(bert_base(), {.tokens = 512})[0].work), expected);
}

TEST(Media, GuidanceDoublesTheDenoiserAndTheText) {
  MediaRequest q = pixels(1024);
  q.steps = 30;
  q.guidance = true;
  const std::vector<Pass> p = passes(diffusion(), q);
  EXPECT_EQ(p[0].inputs, 2);
  EXPECT_EQ(p[1].inputs, 2);
  EXPECT_EQ(p[1].runs, 30);
  EXPECT_EQ(p[2].runs, 0);  // an image encoder is held, not run
  EXPECT_EQ(p[3].inputs, 1);
  EXPECT_EQ(p[3].runs, 1);
}

// Of 40 steps, 26 and 14; a sample of training has one noise level.
TEST(Media, SeveralDenoisersShareTheSteps) {
  ModelRecord r = diffusion();
  r.components.push_back(r.components[1]);
  r.components[1].step_share = 0.65;
  r.components.back().step_share = 0.35;
  MediaRequest q = pixels(1024);
  q.steps = 40;
  const std::vector<Pass> p = passes(r, q);
  EXPECT_DOUBLE_EQ(p[1].runs, 26);
  EXPECT_DOUBLE_EQ(p.back().runs, 14);
  EXPECT_EQ(p.back().id, "denoiser_2");
  q.steps = 1;
  EXPECT_DOUBLE_EQ(passes(r, q)[1].runs + passes(r, q).back().runs, 1);
}

// A transformer with 4,096 image tokens at 1,024 and 512 text tokens: at 512 px 1,024 + 512 tokens of 4,608, a third.
TEST(Media, TextTokensDoNotGrowWithTheImage) {
  ModelRecord r = diffusion();
  ComponentRecord& denoiser = r.components[1];
  denoiser.tokens = 4096;
  denoiser.text_tokens = 512;
  denoiser.gflop = 74000;
  denoiser.attention_gflop = 14000;
  EXPECT_NEAR(in_flop(passes(r, pixels(512))[1].work), 60000e9 / 3 + 14000e9 / 9, 1);
}

// Two numbers for 32 layers x 1,280 and each of 1,500 positions of the audio and half of 60 tokens.
TEST(Media, SpeechReadsTheAudioForEveryToken) {
  const std::vector<Pass> p = passes(whisper_large(), {.answer_tokens = 60});
  EXPECT_DOUBLE_EQ(p[1].state, 2.0 * 32 * 1280 * (1500 + 30));
  EXPECT_DOUBLE_EQ(p[1].state_held, 2.0 * 32 * 1280 * (1500 + 60));
  EXPECT_EQ(p[1].runs, 60);
  EXPECT_EQ(p[0].runs, 1);
}

TEST(Media, SaysWhatARecordLacks) {
  ModelRecord r = resnet50();
  r.gflop_per_image.reset();
  EXPECT_EQ(media_of(r, "/model").problems()[0].path, "/model/gflop_per_image");
  r = diffusion();
  r.components.clear();
  EXPECT_EQ(media_of(r, "/model").problems()[0].path, "/model/components");
}

}  // namespace
}  // namespace ridgepoint
