#include "engine/memory/training.h"

#include <algorithm>

#include "engine/memory/activations.h"
#include "engine/memory/states.h"
#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

Bytes sum_of_lines(const MemoryUse& use) {
  Bytes sum;
  for (const MemoryLine& l : use.lines) sum += l.amount;
  return sum;
}

TrainingMemoryInput torchtune_input() {
  TrainingMemoryInput in;
  in.recipe = Recipe::bf16;
  in.micro_batch = 2;
  in.sequence = 4096;
  return in;
}

double llama_3b_gib(const TrainingMemoryInput& in) { return in_gibibytes(training_memory(llama_32_3b(), in).total()); }

TEST(TrainingMemory, FollowsTorchtunesLadder) {
  // torchtune README, Llama 3.2 3B on one A100: packed 60.0, compiled 51.0, chunked loss 42.9,
  // activation checkpointing 24.9 GiB. The estimate also counts what the driver takes.
  TrainingMemoryInput in = torchtune_input();
  EXPECT_NEAR(llama_3b_gib(in), 60.0, 60.0 * 0.10);
  in.compiled = true;
  EXPECT_NEAR(llama_3b_gib(in), 51.0, 51.0 * 0.10);
  in.loss = Loss::chunked;
  EXPECT_NEAR(llama_3b_gib(in), 42.9, 42.9 * 0.10);
  in.checkpointing = Checkpointing::full;
  EXPECT_NEAR(llama_3b_gib(in), 24.9, 24.9 * 0.10);
}

TEST(TrainingMemory, TheReferenceModelIsASecondCopy) {
  TrainingMemoryInput in = torchtune_input();
  const Architecture model = llama_32_3b();
  in.reference = true;
  // 3.213e9 parameters x 2 bytes.
  EXPECT_NEAR(in_gigabytes(line(training_memory(model, in), "reference")), 6.43, 0.01);
  in.layout.data = 4;
  in.layout.sharding = Sharding::fsdp;
  EXPECT_NEAR(in_gigabytes(line(training_memory(model, in), "reference")), 6.43 / 4, 0.01);
  in.layout.sharding = Sharding::zero1;  // shards the optimizer alone
  EXPECT_NEAR(in_gigabytes(line(training_memory(model, in), "reference")), 6.43, 0.01);
  in.method = Method::lora;  // the base without its adapters
  EXPECT_EQ(line(training_memory(model, in), "reference"), bytes(0));
}

TEST(TrainingMemory, TheReferenceModelHasLogitsOfItsOwn) {
  TrainingMemoryInput in = torchtune_input();
  in.checkpointing = Checkpointing::full;
  in.method = Method::lora;
  in.reference = true;
  // 2 x 128256 logits x 8192 tokens = 2.101 GB, where the loss is the peak
  EXPECT_NEAR(in_gigabytes(line(training_memory(llama_32_3b(), in), "reference_logits")), 2.101, 1e-3);
  in.loss = Loss::chunked;
  EXPECT_EQ(line(training_memory(llama_32_3b(), in), "reference_logits"), bytes(0));
}

TEST(TrainingMemory, Zero3StepsBySubGroupsWithoutTemporariesOfAllParameters) {
  // DeepSpeed's sub-groups of 1e9 parameters, with gradients in FP32 and one temporary: 8 GB, whatever the model's
  // size.
  TrainingMemoryInput in;
  in.recipe = Recipe::bf16;
  in.sequence = 16;
  in.layout.sharding = Sharding::zero3;
  const MemoryUse use = training_memory(llama_2_7b(), in);
  EXPECT_DOUBLE_EQ(in_bytes(line(use, "optimizer_step")), 8e9);
  EXPECT_EQ(
      std::count_if(use.lines.begin(), use.lines.end(), [](const MemoryLine& l) { return l.id == "optimizer_step"; }),
      1);
}

TEST(TrainingMemory, FullBf16FineTuneOfQwen7bMatchesMsSwift) {
  // ms-swift, AdamW in 16 bits, checkpointing, 2,048 tokens: 73.5 GiB on one A100. The optimizer's
  // temporaries make the peak: 7.72e9 x (8 + 2) bytes.
  TrainingMemoryInput in;
  in.recipe = Recipe::bf16;
  in.sequence = 2048;
  in.checkpointing = Checkpointing::full;
  const MemoryUse use = training_memory(built(decoder(32, 4096, 11008, 32, 32, 151936)), in);
  EXPECT_NEAR(in_gibibytes(use.total()), 73.5, 73.5 * 0.05);
  EXPECT_GT(line(use, "optimizer_step"), bytes(0));
}

TEST(TrainingMemory, LoraOfQwen7bMatchesItsReadme) {
  // Rank 64 on all linear layers, checkpointing, one A100: 23.8 GB at 2,048 tokens, 36.6 at 8,192.
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.lora.rank = 64;
  in.checkpointing = Checkpointing::full;
  const Architecture model = built(decoder(32, 4096, 11008, 32, 32, 151936));
  in.sequence = 2048;
  EXPECT_NEAR(in_gigabytes(training_memory(model, in).total()), 23.8, 23.8 * 0.10);
  in.sequence = 8192;
  EXPECT_NEAR(in_gigabytes(training_memory(model, in).total()), 36.6, 36.6 * 0.15);
}

TEST(TrainingMemory, LinesAddUpAndNoneIsZero) {
  for (Sharding sharding : {Sharding::none, Sharding::zero2, Sharding::zero3, Sharding::fsdp}) {
    for (Method method : {Method::full, Method::lora, Method::qlora}) {
      TrainingMemoryInput in;
      in.layout.data = 8;
      in.layout.sharding = sharding;
      in.method = method;
      in.base_format = format_of(method == Method::qlora ? 4.127 : 16);
      const MemoryUse use = training_memory(llama_31_8b(), in);
      EXPECT_EQ(use.total(), sum_of_lines(use));
      for (const MemoryLine& l : use.lines) {
        EXPECT_GT(l.amount, bytes(0)) << l.id;
        EXPECT_FALSE(l.source.empty()) << l.id;
        EXPECT_FALSE(l.how.empty()) << l.id;
      }
    }
  }
}

TEST(TrainingMemory, StatesOfMixedAdamWAre18BytesAParameter) {
  TrainingMemoryInput in;
  const MemoryUse use = training_memory(llama_2_7b(), in);
  const Bytes held =
      line(use, "weights") + line(use, "master_weights") + line(use, "gradients") + line(use, "optimizer");
  EXPECT_NEAR(in_bytes(held), 18 * total_params(llama_2_7b()), 1);
}

TEST(TrainingMemory, MoreGpusNeverNeedMoreUnderZero3) {
  TrainingMemoryInput in;
  in.layout.sharding = Sharding::zero3;
  Bytes before = gigabytes(1e9);
  for (int gpus : {1, 2, 4, 8, 16, 64, 256, 1024}) {
    in.layout.data = gpus;
    const Bytes now = training_memory(llama_31_70b(), in).total();
    EXPECT_LE(now, before) << gpus;
    before = now;
  }
}

TEST(TrainingMemory, EachZeroStageNeedsLess) {
  TrainingMemoryInput in;
  in.layout.data = 8;
  Bytes before = gigabytes(1e9);
  for (Sharding sharding : {Sharding::none, Sharding::zero1, Sharding::zero2, Sharding::zero3}) {
    in.layout.sharding = sharding;
    const Bytes now = training_memory(llama_31_70b(), in).total();
    EXPECT_LT(now, before) << word_of(sharding);
    before = now;
  }
}

TEST(TrainingMemory, ThirteenBillionUnderZero3DoesNotFitEightRtx4090) {
  // 18 x 13e9 / 8 = 29.3 GB of states on each 24 GB card.
  TrainingMemoryInput in;
  in.layout.data = 8;
  in.layout.sharding = Sharding::zero3;
  in.checkpointing = Checkpointing::full;
  EXPECT_GT(training_memory(built(decoder(40, 5120, 13824, 40, 40, 32000)), in).total(), gigabytes(29.3));
}

TEST(TrainingMemory, FirstPipelineStageHoldsAMicroBatchPerStage) {
  TrainingMemoryInput in;
  in.layout.pipeline = 4;
  in.accumulation = 16;
  in.loss = Loss::fused;
  const Architecture model = llama_31_70b();
  // 20 of 80 layers, four micro-batches in flight: as many layers' activations as without a pipeline.
  const Bytes layer = layer_activations(model.groups.front(), model.hidden, in);
  EXPECT_NEAR(in_bytes(line(training_memory(model, in), "activations")), in_bytes(80 * layer), 1);
  // Interleaved in two pieces (4 - 1) / (2 x 4) more, in four half of that (Korthikanti et al. 2022, section 4.2.3).
  in.layout.schedule = Schedule::interleaved;
  EXPECT_NEAR(in_bytes(line(training_memory(model, in), "activations")), in_bytes(80 * (1 + 3.0 / 8) * layer), 1);
  in.layout.virtual_stages = 4;
  EXPECT_NEAR(in_bytes(line(training_memory(model, in), "activations")), in_bytes(80 * (1 + 3.0 / 16) * layer), 1);
  in.layout.schedule = Schedule::one_f_one_b;
  in.accumulation = 1;
  EXPECT_NEAR(in_bytes(line(training_memory(model, in), "activations")), in_bytes(20 * layer), 1);
}

TEST(TrainingMemory, AutocastKeeps16BitCopiesUntilTheBackwardPass) {
  // LitGPT, StableLM Alpha 3B LoRA on FP32 weights under bf16 autocast: 26.92 GB, of which
  // 3.64e9 x 4 are weights and 3.64e9 x 2 their copies; in bf16 9.69 GB.
  ModelRecord r = decoder(16, 4096, 16384, 32, 32, 50688);
  r.gated = false;
  r.norm = Norm::layernorm;
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.lora = {8, LoraTargets::qv};
  in.recipe = Recipe::autocast;
  in.base_format = format_of(32);
  in.sequence = 1034;
  const MemoryUse use = training_memory(built(r), in);
  EXPECT_NEAR(in_gigabytes(line(use, "cast_copy")), 2 * 3.64, 0.05);
  EXPECT_NEAR(in_gigabytes(use.total()), 26.92, 26.92 * 0.10);
  in.recipe = Recipe::bf16;
  in.base_format = format_of(16);
  EXPECT_NEAR(in_gigabytes(training_memory(built(r), in).total()), 9.69, 9.69 * 0.10);
}

TEST(TrainingMemory, QloraHoldsOneDequantizedMatrix) {
  TrainingMemoryInput in;
  in.method = Method::qlora;
  in.base_format = format_of(4.127);
  // The largest matrix of Llama 3.1 8B is 4096 x 14,336.
  EXPECT_DOUBLE_EQ(in_bytes(line(training_memory(llama_31_8b(), in), "dequantization")), 2 * 4096.0 * 14336);
}

TEST(TrainingMemory, WideTablesAreInFp32) {
  // bitsandbytes by way of PEFT: 2 x 128,256 x 4,096 values of tables, norms 65 x 4,096, 2 bytes more each.
  TrainingMemoryInput in;
  in.method = Method::qlora;
  in.base_format = format_of(4.127);
  const Bytes narrow = line(training_memory(llama_31_8b(), in), "weights");
  in.habits.wide_tables = true;
  EXPECT_DOUBLE_EQ(in_bytes(line(training_memory(llama_31_8b(), in), "weights") - narrow),
                   2 * (2 * 128256.0 * 4096 + 65 * 4096));
}

// 128,256 logits of two sequences of 4,096 tokens.
TEST(TrainingMemory, OnlyTokensThatAreScoredHaveLogits) {
  TrainingMemoryInput in;
  in.micro_batch = 2;
  const auto logits = [&] { return in_bytes(line(training_memory(llama_31_8b(), in), "logits")); };
  EXPECT_DOUBLE_EQ(logits(), 14.0 * 128256 * 8192);
  in.scored = 0.25;
  in.habits.logit_bytes = 8;
  EXPECT_DOUBLE_EQ(logits(), 8.0 * 128256 * 2048);
}

TEST(TrainingMemory, LogitsOfAFewTokensAtATimeDoNotGrowWithTheBatch) {
  TrainingMemoryInput in;
  in.habits.logit_tokens = 256;
  in.reference = true;
  for (const int batch : {1, 4}) {
    in.micro_batch = batch;
    EXPECT_DOUBLE_EQ(in_bytes(loss_buffers(4096, 128256, in)), 14.0 * 128256 * 256);
  }
  in.loss = Loss::fused;  // asked for: pieces of its own
  EXPECT_DOUBLE_EQ(in_bytes(loss_buffers(4096, 128256, in)), 12.0 * 4096 * 4 * 4096);
}

TEST(TrainingMemory, CheckpointsOnTheHostLeaveTwoLayersOfThem) {
  // 16 bits of 4,096 values for each of 4,096 tokens, of 32 layers.
  TrainingMemoryInput in;
  in.method = Method::qlora;
  in.base_format = format_of(4.127);
  in.checkpointing = Checkpointing::full;
  in.habits.offloads_checkpoints = true;
  const MemoryUse use = training_memory(llama_31_8b(), in);
  EXPECT_DOUBLE_EQ(in_bytes(line(use, "checkpoints")), 2 * 2.0 * 4096 * 4096);
  EXPECT_DOUBLE_EQ(in_bytes(use.host), 32 * 2.0 * 4096 * 4096);
  in.checkpointing = Checkpointing::none;
  EXPECT_EQ(training_memory(llama_31_8b(), in).host, bytes(0));
}

TEST(TrainingMemory, GradientsInPlaceNeedNoRoomOfTheirOwn) {
  // Gate, up, activated gate and product of 14,336 values, of which the first two stay; the gradients of three
  // matrices, of which two take their place.
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.base_format = format_of(16);
  const Architecture model = llama_31_8b();
  const auto layer = [&] { return in_bytes(layer_working_set(model.groups.front(), model.hidden, in)); };
  const auto flowing = [&] { return in_bytes(layer_backward_buffers(model.groups.front(), model.hidden, in)); };
  const double kept = layer(), buffers = flowing();
  in.habits.in_place = true;
  EXPECT_DOUBLE_EQ(kept - layer(), 2 * 2.0 * 14336 * 4096);
  EXPECT_DOUBLE_EQ(buffers - flowing(), 2 * 2.0 * 14336 * 4096);
  in.method = Method::full;  // its kernels are for adapters
  EXPECT_DOUBLE_EQ(flowing(), buffers);
}

TEST(TrainingMemory, AnUntiedHeadIsHeldBesideTheTable) {
  // Gemma 2B in LitGPT: 256,000 x 2,048 x 2 bytes more.
  ModelRecord r = decoder(18, 2048, 16384, 8, 1, 256000);
  r.head_dim = 256;
  r.tied_embeddings = true;
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.base_format = format_of(16);
  const Bytes tied = line(training_memory(built(r), in), "weights");
  in.overheads.unties_head = true;
  EXPECT_DOUBLE_EQ(in_bytes(line(training_memory(built(r), in), "weights") - tied), 256000 * 2048 * 2.0);
}

TEST(TrainingMemory, LoadingMayHoldTheWholeModelOnEachGpu) {
  // LitGPT in 2023, Llama 2 13B with LoRA over four GPUs by FSDP: 35.57 GB printed, of which 13.02e9 x 2 bytes are the
  // whole model and a quarter of that the shard: 32.5 GB.
  const Architecture model = built(decoder(40, 5120, 13824, 40, 40, 32000));
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.recipe = Recipe::bf16;
  in.base_format = format_of(16);
  in.sequence = 1304;
  in.checkpointing = Checkpointing::full;
  in.layout.data = 4;
  in.layout.sharding = Sharding::fsdp;
  const Bytes streamed = training_memory(model, in).total();
  in.overheads.loads_whole = true;
  const MemoryUse use = training_memory(model, in);
  EXPECT_NEAR(in_gigabytes(line(use, "loading")), 26.03, 0.01);
  EXPECT_NEAR(in_gigabytes(use.total() - in.overheads.context), 32.54, 0.05);
  EXPECT_LT(streamed, use.total());
}

TEST(TrainingMemory, BatchesOfSeveralLengthsWasteMore) {
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.base_format = format_of(16);
  in.sequence = 4096;
  in.packed = false;
  in.overheads.fragmentation = 0;
  in.overheads.varying_logits = 2;
  in.overheads.varying_values = 0;
  const MemoryUse use = training_memory(llama_31_8b(), in);
  EXPECT_DOUBLE_EQ(in_bytes(line(use, "fragmentation")), 2 * in_bytes(line(use, "logits")));
  in.overheads.varying_fall = 0.5;  // (1,024 / 4,096)^0.5: half of it
  EXPECT_DOUBLE_EQ(in_bytes(line(training_memory(llama_31_8b(), in), "fragmentation")), in_bytes(line(use, "logits")));
}

TEST(TrainingMemory, TheAllocatorGivesBackBeforeItIsFull) {
  TrainingMemoryInput in;
  in.method = Method::lora;
  in.base_format = format_of(16);
  in.sequence = 8192;
  in.packed = false;
  in.overheads.fragmentation = 0.03;
  in.overheads.varying_logits = in.overheads.varying_values = 1.7;
  const MemoryUse roomy = training_memory(llama_31_8b(), in);
  const Bytes needed = roomy.total() - line(roomy, "fragmentation");
  in.memory = needed / 0.8;  // filled to nine tenths of it, 9/8 of what is needed
  EXPECT_NEAR(training_memory(llama_31_8b(), in).total() / needed, 1.125, 1e-9);
  in.memory = needed;  // no room left: what packed batches lose
  in.packed = true;
  const Bytes packed = training_memory(llama_31_8b(), in).total();
  in.packed = false;
  EXPECT_EQ(training_memory(llama_31_8b(), in).total(), packed);
}

TEST(TrainingMemory, FsdpRootUnitHoldsBothTables) {
  TrainingMemoryInput in;
  in.recipe = Recipe::autocast;
  in.layout.data = 64;
  in.layout.sharding = Sharding::fsdp;
  // Two layers of 218,112,000 parameters and 2 x 128,256 x 4096 + 4096 of tables and norm, in 16 bits.
  EXPECT_DOUBLE_EQ(in_bytes(line(training_memory(llama_31_8b(), in), "gathered_weights")),
                   2 * (2 * 218112000.0 + 2 * 128256.0 * 4096 + 4096));
}

TEST(TrainingMemory, LongerBatchesNeverNeedLess) {
  for (Checkpointing checkpointing : {Checkpointing::none, Checkpointing::selective, Checkpointing::full}) {
    TrainingMemoryInput in;
    in.checkpointing = checkpointing;
    Bytes before;
    for (int sequence : {512, 1024, 4096, 32768}) {
      in.sequence = sequence;
      const Bytes now = training_memory(llama_31_8b(), in).total();
      EXPECT_GE(now, before);
      before = now;
    }
  }
}

TEST(TrainingMemory, CheckpointingMoreNeverNeedsMore) {
  TrainingMemoryInput in;
  in.flash_attention = false;
  in.sequence = 8192;
  const auto total = [&](Checkpointing c) {
    in.checkpointing = c;
    return training_memory(llama_31_8b(), in).total();
  };
  EXPECT_LT(total(Checkpointing::selective), total(Checkpointing::none));
  EXPECT_LT(total(Checkpointing::full), total(Checkpointing::selective));
}

TEST(TrainingMemory, OffloadedOptimizerIsInHostMemory) {
  TrainingMemoryInput in;
  in.layout.sharding = Sharding::none;
  const MemoryUse all = training_memory(llama_31_8b(), in);
  in.offload = Offload::optimizer;
  const MemoryUse away = training_memory(llama_31_8b(), in);
  // Master weights 4, moments 8 and gradients 4 bytes of 8.03e9 parameters.
  EXPECT_NEAR(in_gigabytes(away.host), 16 * 8.030261248, 1e-6);
  EXPECT_LT(away.total(), all.total());
  EXPECT_EQ(all.host, bytes(0));
}

TEST(TrainingMemory, FreezeTrainsTheLastLayers) {
  TrainingMemoryInput in;
  in.method = Method::freeze;
  in.recipe = Recipe::bf16;
  in.trained_layers = 2;
  // A layer of Llama 3.1 8B: 4096 x (4096 + 1024 + 1024 + 4096) + 3 x 4096 x 14336 + 2 x 4096 = 218,112,000.
  EXPECT_DOUBLE_EQ(trainable_params(llama_31_8b(), in), 2 * 218112000.0);
  TrainingMemoryInput full = in;
  full.method = Method::full;
  EXPECT_LT(training_memory(llama_31_8b(), in).total(), training_memory(llama_31_8b(), full).total());
}

TEST(TrainingMemory, TrainedEmbeddingsAreCounted) {
  TrainingMemoryInput in;
  in.method = Method::lora;
  const double without = trainable_params(llama_31_8b(), in);
  in.lora.embeddings = true;
  EXPECT_DOUBLE_EQ(trainable_params(llama_31_8b(), in) - without, 2 * 128256.0 * 4096);
}

TEST(TrainingMemory, PagedMomentsGiveWay) {
  TrainingMemoryInput in;
  in.recipe = Recipe::bf16;
  in.optimizer = Optimizer::paged_adamw_8bit;
  const MemoryUse use = training_memory(llama_31_8b(), in);
  // Two moments of one byte and an FP32 scale for 256 of them: 2.03125 bytes.
  EXPECT_NEAR(in_gigabytes(use.host), 2.03125 * 8.030261248, 1e-6);
}

TEST(TrainingMemory, OptimizerInBackwardKeepsOneLayersGradients) {
  // torchtune, Llama 3.1 8B, 2 x 2,048 packed tokens, all in BF16, paged 8-bit AdamW, checkpoints: 18.9 GiB.
  TrainingMemoryInput in;
  in.recipe = Recipe::bf16;
  in.optimizer = Optimizer::paged_adamw_8bit;
  in.optimizer_in_backward = true;
  in.micro_batch = 2;
  in.sequence = 2048;
  in.checkpointing = Checkpointing::full;
  in.compiled = true;
  in.loss = Loss::chunked;
  const MemoryUse use = training_memory(llama_31_8b(), in);
  Bytes outside;
  for (const MemoryLine& line : use.lines)
    if (line.id == "cuda_context" || line.id == "fragmentation") outside += line.amount;
  EXPECT_NEAR(in_gibibytes(use.total() - outside), 18.9, 18.9 * 0.1);
}

}  // namespace
}  // namespace ridgepoint
