#include "engine/memory/states.h"

#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

TrainingMemoryInput adapters(Method method, const LoraChoice& lora) {
  TrainingMemoryInput in;
  in.method = method;
  in.lora = lora;
  return in;
}

TEST(States, MixedAdamWTakes18BytesAParameter) {
  // 16-bit weights 2, FP32 gradients 4, FP32 master 4, two FP32 moments 8.
  const StateBytes per = state_bytes(Recipe::mixed, Optimizer::adamw);
  EXPECT_DOUBLE_EQ(per.total(), 18);
  EXPECT_DOUBLE_EQ(7e9 * per.total(), 126e9);
}

TEST(States, RecipesTakeTheirPublishedBytes) {
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed_fp16_grads, Optimizer::adamw).total(), 16);  // ZeRO, section 3.1
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::autocast, Optimizer::adamw).total(), 16);          // FP32 4 + 4 + 8
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::fp32, Optimizer::adamw).total(), 16);
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::bf16, Optimizer::adamw).total(), 8);  // 2 + 2 + 4
}

TEST(States, OptimizersKeepTheMomentsTheyUse) {
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed, Optimizer::sgd).optimizer, 0);
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed, Optimizer::sgd_momentum).optimizer, 4);
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed, Optimizer::lion).optimizer, 4);
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed, Optimizer::muon).optimizer, 4);
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed, Optimizer::adafactor).optimizer, 0);
  // Two bytes, and two FP32 scales for each block of 256: 2 + 8 / 256.
  EXPECT_DOUBLE_EQ(state_bytes(Recipe::mixed, Optimizer::adamw_8bit).optimizer, 2.03125);
}

TEST(States, AdafactorKeepsARowAndAColumnOfEachMatrix) {
  TrainingMemoryInput in;
  in.optimizer = Optimizer::adafactor;
  in.recipe = Recipe::fp32;
  // Per layer 4 bytes x (4 x (4096 + 4096) + 3 x (4096 + 11008)) = 4 x 78,080, and the two norms whole, 4 x 8,192.
  // Both tables and the last norm as one of 64,001 rows: 4 x (64,001 + 4,096). Adam would take 53.9 GB.
  EXPECT_DOUBLE_EQ(in_bytes(states(llama_2_7b(), in, Stage{}).optimizer), 4.0 * (32 * (78080 + 8192) + 64001 + 4096));
}

TEST(States, GaloreKeepsMomentsOfItsRank) {
  TrainingMemoryInput in;
  in.optimizer = Optimizer::galore;
  in.recipe = Recipe::fp32;
  // Zhao et al. 2024, section 4: of m x n with m <= n, the projector m r and two moments of n r, r = 128. Per layer
  // 4 x 128 x (4096 + 2 x 4096) + 3 x 128 x (4096 + 2 x 11008) = 16,318,464; tables and norms have AdamW's two.
  EXPECT_DOUBLE_EQ(in_bytes(states(llama_2_7b(), in, Stage{}).optimizer), 4.0 * (32 * 16318464.0 + 2 * 262410240.0));
}

TEST(States, MuonGivesTablesToAdamW) {
  TrainingMemoryInput in;
  in.optimizer = Optimizer::muon;
  // Matrices 6,476,005,376 x 4; tables and norms 262,410,240 x 8.
  EXPECT_NEAR(in_bytes(states(llama_2_7b(), in, Stage{}).optimizer), 6476005376.0 * 4 + 262410240.0 * 8, 1);
}

TEST(States, AdaptersHaveTheStatesOfTheirOptimizer) {
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.recipe = Recipe::mixed;
  in.lora = {16, LoraTargets::all_linear};
  const auto optimizer = [&](Optimizer which) {
    in.optimizer = which;
    return in_bytes(states(llama_2_7b(), in, Stage{}).optimizer);
  };
  // 39,976,960 parameters of adapters (below). Adafactor keeps rows and columns of both matrices of each: per layer
  // 4 x (4096 + 4096 + 2 x 16) + 3 x (4096 + 11008 + 2 x 16) = 78,304.
  EXPECT_DOUBLE_EQ(optimizer(Optimizer::adamw), 8 * 39976960.0);
  EXPECT_DOUBLE_EQ(optimizer(Optimizer::galore), 8 * 39976960.0);
  EXPECT_DOUBLE_EQ(optimizer(Optimizer::adafactor), 4 * 32 * 78304.0);
  // DoRA adds 42,496 magnitudes a layer, which are no matrix.
  in.method = Method::dora;
  EXPECT_DOUBLE_EQ(optimizer(Optimizer::adafactor), 4 * 32 * (78304.0 + 42496));
  // Tables trained beside the adapters, 2 x 32,000 x 4,096: AdamW's under Muon.
  in.method = Method::lora;
  in.lora.embeddings = true;
  EXPECT_DOUBLE_EQ(optimizer(Optimizer::muon), 4 * 39976960.0 + 8 * 2 * 131072000.0);
  // The norm after the layers is no table, and stays frozen.
  EXPECT_DOUBLE_EQ(states(llama_2_7b(), in, Stage{}).trainable, trainable_params(llama_2_7b(), in));
}

TEST(States, LoraCountsRankTimesInputsPlusOutputs) {
  // Llama 2 7B, rank 16, all linear: per layer 16 x (4 x (4096 + 4096) + 3 x (4096 + 11008))
  // = 16 x (32,768 + 45,312) = 1,249,280; 32 layers: 39,976,960.
  EXPECT_DOUBLE_EQ(trainable_params(llama_2_7b(), adapters(Method::lora, {16, LoraTargets::all_linear})), 39976960);
  // q and v only, rank 8: 8 x 2 x 8192 x 32 = 4,194,304, the count the ROCm QLoRA blog prints.
  EXPECT_DOUBLE_EQ(trainable_params(llama_2_7b(), adapters(Method::lora, {8, LoraTargets::qv})), 4194304);
  // With k, as many again as for each of them: 8 x 3 x 8192 x 32.
  EXPECT_DOUBLE_EQ(trainable_params(llama_2_7b(), adapters(Method::lora, {8, LoraTargets::qkv})), 6291456);
}

TEST(States, LoraCountOfLlama2_13bIsTheOneLitGptPrints) {
  // Rank 8 on q and v of 40 layers: 8 x 2 x 10,240 x 40 = 6,553,600.
  const Architecture model = built(decoder(40, 5120, 13824, 40, 40, 32000));
  EXPECT_DOUBLE_EQ(trainable_params(model, adapters(Method::qlora, {8, LoraTargets::qv})), 6553600);
}

TEST(States, DoraAddsOneMagnitudePerOutput) {
  // All linear outputs of a layer: 4 x 4096 + 2 x 11,008 + 4096 = 42,496; 32 layers: 1,359,872.
  EXPECT_DOUBLE_EQ(trainable_params(llama_2_7b(), adapters(Method::dora, {16, LoraTargets::all_linear})),
                   39976960 + 1359872);
}

TEST(States, QloraQuantizesMatricesAndNothingElse) {
  TrainingMemoryInput in;
  in.method = Method::qlora;
  in.base_format = format_of(4.127);
  // Matrices 32 x (4 x 4096^2 + 3 x 4096 x 11,008) = 6,476,005,376 at 4.127 bits; tables and norms
  // 2 x 32,000 x 4096 + 65 x 4096 = 262,410,240 in 16 bits.
  EXPECT_NEAR(in_bytes(states(llama_2_7b(), in, Stage{}).frozen), 6476005376.0 * 4.127 / 8 + 262410240.0 * 2, 1);
}

struct ZeroCase {
  Sharding sharding;
  double weights, gradients, master, optimizer;  // bytes per parameter on 8 GPUs
};

TEST(States, ZeroStagesShardOptimizerThenGradientsThenWeights) {
  const Architecture model = llama_2_7b();
  const double n = total_params(model);
  const ZeroCase cases[] = {{Sharding::none, 2, 4, 4, 8},
                            {Sharding::zero1, 2, 4, 0.5, 1},
                            {Sharding::zero2, 2, 0.5, 0.5, 1},
                            {Sharding::zero3, 0.25, 0.5, 0.5, 1},
                            {Sharding::fsdp, 0.25, 0.5, 0.5, 1}};
  for (const ZeroCase& c : cases) {
    TrainingMemoryInput in;
    in.layout.data = 8;
    in.layout.sharding = c.sharding;
    const States s = states(model, in, Stage{});
    EXPECT_DOUBLE_EQ(in_bytes(s.weights), n * c.weights) << word_of(c.sharding);
    EXPECT_DOUBLE_EQ(in_bytes(s.gradients), n * c.gradients) << word_of(c.sharding);
    EXPECT_DOUBLE_EQ(in_bytes(s.master), n * c.master) << word_of(c.sharding);
    EXPECT_DOUBLE_EQ(in_bytes(s.optimizer), n * c.optimizer) << word_of(c.sharding);
  }
}

TEST(States, HsdpShardsWithinTheNode) {
  Layout layout;
  layout.data = 32;
  layout.per_node = 8;
  layout.sharding = Sharding::hsdp;
  EXPECT_DOUBLE_EQ(shard_counts(layout).dense, 8);
}

TEST(States, ExpertsHaveFewerCopiesToShardOver) {
  // 16 data ranks, experts over 8 of them: each expert exists twice.
  Layout layout;
  layout.data = 16;
  layout.expert = 8;
  layout.sharding = Sharding::zero1;
  EXPECT_DOUBLE_EQ(shard_counts(layout).dense, 16);
  EXPECT_DOUBLE_EQ(shard_counts(layout).experts, 2);
}

TEST(States, DifferenceBetween8And128GpusIsSixteenBytesAParameter) {
  // Llama 3.1 8B, FP32 states: 16 x 8.03e9 x (1/8 - 1/128) = 15.06e9 bytes = 14.0 GiB;
  // measured 15.0 to 15.4 GiB between FSDP runs of 8 and 128 GPUs (torchtitan).
  TrainingMemoryInput in;
  in.recipe = Recipe::autocast;
  in.layout.sharding = Sharding::fsdp;
  const auto held = [&](int gpus) {
    in.layout.data = gpus;
    const States s = states(llama_31_8b(), in, Stage{});
    return s.weights + s.gradients + s.master + s.optimizer;
  };
  EXPECT_NEAR(in_gibibytes(held(8) - held(128)), 15.2, 15.2 * 0.10);
}

}  // namespace
}  // namespace ridgepoint
