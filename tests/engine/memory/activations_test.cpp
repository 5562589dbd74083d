#include "engine/memory/activations.h"

#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

// GPT block of Korthikanti et al. 2022: h = 1024, 16 heads, feed-forward 4 h, LayerNorm.
Architecture classic_gpt() {
  ModelRecord r = decoder(1, 1024, 4096, 16, 16, 51200);
  r.gated = false;
  r.norm = Norm::layernorm;
  return built(r);
}

TrainingMemoryInput classic_input() {
  TrainingMemoryInput in;
  in.micro_batch = 4;
  in.sequence = 2048;
  in.dropout = true;
  in.flash_attention = false;
  return in;
}

constexpr double kSbh = 2048.0 * 4 * 1024;
constexpr double kScores = 16.0 * 2048 / 1024;  // a s / h

double kept(const TrainingMemoryInput& in) {
  return in_bytes(layer_activations(classic_gpt().groups.front(), 1024, in));
}

TEST(Activations, ClassicBlockKeeps34And5ScoresPerKorthikanti) {
  EXPECT_DOUBLE_EQ(kept(classic_input()), kSbh * (34 + 5 * kScores));
}

TEST(Activations, SelectiveRecomputationLeaves34) {
  TrainingMemoryInput in = classic_input();
  in.checkpointing = Checkpointing::selective;
  EXPECT_DOUBLE_EQ(kept(in), kSbh * 34);
}

TEST(Activations, FullRecomputationLeavesTheInput) {
  TrainingMemoryInput in = classic_input();
  in.checkpointing = Checkpointing::full;
  EXPECT_DOUBLE_EQ(kept(in), kSbh * 2);
}

TEST(Activations, TensorAndSequenceParallelismDivideEverything) {
  TrainingMemoryInput in = classic_input();
  in.layout.tensor = 8;
  EXPECT_DOUBLE_EQ(kept(in), kSbh * (34 + 5 * kScores) / 8);
}

TEST(Activations, ContextParallelismDividesTheSequence) {
  TrainingMemoryInput in = classic_input();
  in.layout.context = 4;
  EXPECT_DOUBLE_EQ(kept(in), kSbh * (34 + 5 * kScores) / 4);
}

TEST(Activations, WithoutDropoutTheMasksGo) {
  // 34 less one byte for each of two h-wide masks, 5 less the one of the scores.
  TrainingMemoryInput in = classic_input();
  in.dropout = false;
  EXPECT_DOUBLE_EQ(kept(in), kSbh * (32 + 4 * kScores));
}

TEST(Activations, FlashAttentionGrowsLinearlyWithTheSequence) {
  TrainingMemoryInput in = classic_input();
  in.flash_attention = true;
  const double once = kept(in);
  in.sequence *= 2;
  EXPECT_DOUBLE_EQ(kept(in), 2 * once);
}

// torchtune's ladder for Llama 3.2 3B: 2 x 4096 tokens, everything in 16 bits.
TrainingMemoryInput torchtune_input(bool compiled) {
  TrainingMemoryInput in;
  in.recipe = Recipe::bf16;
  in.micro_batch = 2;
  in.sequence = 4096;
  in.compiled = compiled;
  return in;
}

double layers_gib(const TrainingMemoryInput& in) {
  const Architecture model = llama_32_3b();
  return in_gibibytes(28 * layer_activations(model.groups.front(), model.hidden, in));
}

TEST(Activations, CompilingSavesWhatTorchtuneMeasured) {
  // 60.0 GiB eager, 51.0 GiB compiled.
  const double saved = layers_gib(torchtune_input(false)) - layers_gib(torchtune_input(true));
  EXPECT_NEAR(saved, 9.0, 0.9);
}

TEST(Activations, CheckpointingSavesWhatTorchtuneMeasured) {
  // 42.9 GiB without, 24.9 GiB with checkpointing: 18.0 GiB.
  TrainingMemoryInput in = torchtune_input(true);
  const double none = layers_gib(in);
  in.checkpointing = Checkpointing::full;
  EXPECT_NEAR(none - layers_gib(in), 18.0, 1.8);
}

TEST(Activations, ChunkingTheLossSavesWhatTorchtuneMeasured) {
  // 51.0 to 42.9 GiB with 8,192 tokens and 128,256 logits: 8.3 bytes a logit.
  TrainingMemoryInput plain, chunked;
  chunked.loss = Loss::chunked;
  EXPECT_NEAR(bytes_per_logit(plain) - bytes_per_logit(chunked), 8.3, 0.3);
}

TEST(Activations, EagerScoresMatchMsSwift) {
  // Qwen 7B LoRA, 2,048 tokens, 32 layers of 32 heads: 57.67 - 37.70 = 20.0 GiB without flash attention.
  ModelRecord r = decoder(32, 4096, 11008, 32, 32, 151936);
  const Architecture model = built(r);
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.lora.targets = LoraTargets::attention;
  in.sequence = 2048;
  const auto gib = [&](bool flash) {
    in.flash_attention = flash;
    return in_gibibytes(32 * layer_activations(model.groups.front(), model.hidden, in));
  };
  EXPECT_NEAR(gib(false) - gib(true), 20.0, 20.0 * 0.25);
}

TEST(Activations, FrozenMatricesNeedNoInput) {
  const Architecture model = llama_31_8b();
  TrainingMemoryInput in;
  const Bytes full = layer_activations(model.groups.front(), model.hidden, in);
  in.method = Method::lora;
  const Bytes all = layer_activations(model.groups.front(), model.hidden, in);
  in.lora.targets = LoraTargets::qv;
  const Bytes few = layer_activations(model.groups.front(), model.hidden, in);
  EXPECT_LT(few, all);
  EXPECT_LT(all, full);
}

TEST(Activations, ExpertsKeepAsManyCopiesAsTokensAreRouted) {
  // Two of Mixtral's experts instead of one: 2 x 14,336 wide, gate, up, activated gate and product
  // 4 x 14,336 x 2 bytes more, and 2 x 4096 x 2 bytes for the routed copy and the output.
  ModelRecord r = decoder(1, 4096, 0, 32, 8, 32000);
  r.kind = ModelKind::moe;
  r.experts = 8;
  r.expert_intermediate = 14336;
  TrainingMemoryInput in;
  in.sequence = 1;
  r.experts_per_token = 1;
  const Bytes one = layer_activations(built(r).groups.front(), 4096, in);
  r.experts_per_token = 2;
  const Bytes two = layer_activations(built(r).groups.front(), 4096, in);
  EXPECT_DOUBLE_EQ(in_bytes(two - one), 4 * 14336 * 2 + 2 * 4096 * 2);
}

}  // namespace
}  // namespace ridgepoint
