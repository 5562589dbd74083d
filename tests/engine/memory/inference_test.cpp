#include "engine/memory/inference.h"

#include "tests/engine/memory/models.h"

namespace ridgepoint {
namespace {

InferenceMemoryInput bf16_input() {
  InferenceMemoryInput in;
  in.weights = in.kv = format_of(16);
  in.engine = ServingEngine{.id = "vllm", .block_tokens = 16, .bytes_per_logit = 38, .cuda_graphs = gigabytes(1.0)};
  return in;
}

// The same engine but for a change.
template <class Change>
void with_engine(InferenceMemoryInput& in, Change change) {
  ServingEngine engine = *in.engine;
  change(engine);
  in.engine = engine;
}

Architecture mistral_7b_v01() {
  ModelRecord r = decoder(32, 4096, 14336, 32, 8, 32000);
  r.full_attention_layers = 0;
  r.window = 4096;
  return built(r);
}

// DeepSeek-V3's attention: 61 layers, latent of 512 and 64 rope dimensions.
Architecture latent_model() {
  ModelRecord r = decoder(61, 7168, 18432, 128, 128, 129280);
  r.q_lora_rank = 1536;
  r.kv_lora_rank = 512;
  r.rope_head_dim = 64;
  r.nope_head_dim = 128;
  r.value_head_dim = 128;
  return built(r);
}

TEST(InferenceMemory, WhatIsEagerHoldsNoGraphs) {
  InferenceMemoryInput in = bf16_input();
  const Bytes captured = inference_memory_total(llama_31_8b(), in);
  in.eager = true;
  EXPECT_NEAR(in_gigabytes(captured - inference_memory_total(llama_31_8b(), in)), 1.0, 1e-9);
  EXPECT_EQ(inference_memory(llama_31_8b(), in).total(), inference_memory_total(llama_31_8b(), in));
}

TEST(InferenceMemory, WeightsMatchWhatVllmLoads) {
  // GiB per GPU after load, vLLM on H100 (llm-d-planner): 14.99, 61.03, and 30.59 with tensor parallel 2.
  Layout two;
  two.tensor = 2;
  EXPECT_NEAR(in_gibibytes(weights_per_gpu(llama_31_8b(), format_of(16), Layout{})), 14.99, 0.05);
  EXPECT_NEAR(in_gibibytes(weights_per_gpu(qwen3_32b(), format_of(16), Layout{})), 61.03, 0.1);
  EXPECT_NEAR(in_gibibytes(weights_per_gpu(qwen3_32b(), format_of(16), two)), 30.59, 0.15);
}

TEST(InferenceMemory, Fp8LeavesTablesIn16Bits) {
  // Llama 3.3 70B FP8, tensor parallel 2: 33.88 GiB per GPU in vLLM.
  Layout two;
  two.tensor = 2;
  EXPECT_NEAR(in_gibibytes(weights_per_gpu(llama_31_70b(), format_of(8), two)), 33.88, 0.1);
}

NumberFormat gguf_q4_k_m() {
  NumberFormat gguf = format_of(4.7776);
  gguf.whole_file = true;
  gguf.part_bits[Part::head] = 6.5625;
  return gguf;
}

TEST(InferenceMemory, WholeFileFormatsCoverEverything) {
  // Llama 3.1 8B in Q4_K_M is published as 4.92 GB: 7.5049e9 x 4.7776 / 8 and the head, 128,256 x 4,096 x 6.5625 / 8.
  EXPECT_NEAR(in_gigabytes(weights_per_gpu(llama_31_8b(), gguf_q4_k_m(), Layout{})), 4.4819 + 0.4309, 0.0005);
}

TEST(InferenceMemory, TiedTableOfWholeFilesHasTheBitsOfTheHead) {
  // Two tables of 128,256 x 4,096: one less, and the other in 6.5625 bits.
  Architecture tied = llama_31_8b();
  tied.tied_embeddings = true;
  tied.head_params = 0;
  const Bytes whole = weights_per_gpu(llama_31_8b(), gguf_q4_k_m(), Layout{});
  EXPECT_NEAR(in_bytes(whole - weights_per_gpu(tied, gguf_q4_k_m(), Layout{})), 128256 * 4096 * 4.7776 / 8, 1);
}

TEST(InferenceMemory, KvCacheOfLlama70bAt32SequencesOf8192) {
  // 2 x 80 layers x 8 heads x 128 x 2 bytes x 8,192 x 32 = 85.9e9.
  InferenceMemoryInput in = bf16_input();
  in.sequences = 32;
  in.context = 8192;
  EXPECT_NEAR(in_gigabytes(line(inference_memory(llama_31_70b(), in), "kv_cache")), 85.9, 0.01);
}

TEST(InferenceMemory, CacheComesInWholeBlocks) {
  const Architecture model = llama_31_8b();
  const InferenceMemoryInput in = bf16_input();
  // 131,072 bytes a token, blocks of 16.
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(model, in, 1)), 16 * 131072.0);
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(model, in, 16)), 16 * 131072.0);
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(model, in, 17)), 32 * 131072.0);
}

TEST(InferenceMemory, WindowsCapTheCache) {
  // Mistral 7B v0.1: 0.5 GiB from 4,096 tokens on.
  const InferenceMemoryInput in = bf16_input();
  EXPECT_DOUBLE_EQ(in_gibibytes(sequence_bytes_per_gpu(mistral_7b_v01(), in, 4096)), 0.5);
  EXPECT_DOUBLE_EQ(in_gibibytes(sequence_bytes_per_gpu(mistral_7b_v01(), in, 32768)), 0.5);
}

TEST(InferenceMemory, EnginesKeepMoreOrLessOfAWindow) {
  // Mistral 7B v0.1 at 32,768 tokens, 131,072 bytes each: llama.cpp keeps a window of 4,096 and a micro-batch of 512,
  // ik_llama.cpp the whole context.
  InferenceMemoryInput in = bf16_input();
  in.prefill_chunk = 512;
  with_engine(in, [&](ServingEngine& e) { e.window_cache = WindowCache::chunk; });
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(mistral_7b_v01(), in, 32768)), (4096 + 512) * 131072.0);
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(mistral_7b_v01(), in, 4352)), 4352 * 131072.0);
  with_engine(in, [&](ServingEngine& e) { e.window_cache = WindowCache::context; });
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(mistral_7b_v01(), in, 32768)), 32768 * 131072.0);
}

TEST(InferenceMemory, TensorParallelismDividesHeadsButNotLatents) {
  InferenceMemoryInput in = bf16_input();
  const Bytes one = sequence_bytes_per_gpu(llama_31_8b(), in, 4096);
  const Bytes latent = sequence_bytes_per_gpu(latent_model(), in, 4096);
  // 61 x (512 + 64) x 2 = 70,272 bytes a token.
  EXPECT_DOUBLE_EQ(in_bytes(latent), 70272.0 * 4096);
  in.layout.tensor = 8;
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(llama_31_8b(), in, 4096)), in_bytes(one) / 8);
  EXPECT_DOUBLE_EQ(in_bytes(sequence_bytes_per_gpu(latent_model(), in, 4096)), in_bytes(latent));
}

TEST(InferenceMemory, SamplingDominatesManySequences) {
  // vLLM's profile at its default of 1,024 sequences: 4.8 GiB with Llama's 128,256 logits.
  InferenceMemoryInput in = bf16_input();
  in.sequences = 1024;
  EXPECT_NEAR(in_gibibytes(line(inference_memory(llama_31_8b(), in), "sampling")), 4.8, 4.8 * 0.05);
}

TEST(InferenceMemory, BuffersOfAChunkAreReservedForShortPromptsToo) {
  // llama.cpp reserves FP32 logits of a micro-batch: 4 x 512 x 128,256 bytes.
  InferenceMemoryInput in = bf16_input();
  in.prefill_chunk = 512;
  in.prompt = 10;
  with_engine(in, [&](ServingEngine& e) { e.logits = LogitsOf::chunk; });
  with_engine(in, [&](ServingEngine& e) { e.bytes_per_logit = 4; });
  EXPECT_DOUBLE_EQ(in_bytes(line(inference_memory(llama_31_8b(), in), "sampling")), 4.0 * 512 * 128256);
}

TEST(InferenceMemory, LinesAddUpAndNoneIsZero) {
  InferenceMemoryInput in = bf16_input();
  in.layout.tensor = 4;
  const MemoryUse use = inference_memory(llama_31_70b(), in);
  Bytes sum;
  for (const MemoryLine& l : use.lines) {
    EXPECT_GT(l.amount, bytes(0)) << l.id;
    sum += l.amount;
  }
  EXPECT_EQ(use.total(), sum);
}

TEST(InferenceMemory, ReplicasDoNotShareMemory) {
  InferenceMemoryInput in = bf16_input();
  const Bytes one = inference_memory(llama_31_8b(), in).total();
  in.layout.data = 8;
  EXPECT_EQ(inference_memory(llama_31_8b(), in).total(), one);
}

TEST(InferenceMemory, MostSequencesFitAndOneMoreDoesNot) {
  for (double budget : {20.0, 40.0, 76.5}) {
    InferenceMemoryInput in = bf16_input();
    const double n = max_sequences(llama_31_8b(), in, 4096, gigabytes(budget));
    ASSERT_GE(n, 1);
    in.context = 4096;
    in.sequences = n;
    EXPECT_LE(inference_memory(llama_31_8b(), in).total(), gigabytes(budget));
    in.sequences = n + 1;
    EXPECT_GT(inference_memory(llama_31_8b(), in).total(), gigabytes(budget));
  }
}

TEST(InferenceMemory, LongestContextFitsAndOneMoreTokenDoesNot) {
  for (double sequences : {1.0, 7.0, 64.0}) {
    InferenceMemoryInput in = bf16_input();
    in.sequences = sequences;
    const double tokens = max_context_that_fits(llama_31_8b(), in, gigabytes(76.5));
    ASSERT_GE(tokens, 1);
    in.context = tokens;
    EXPECT_LE(inference_memory(llama_31_8b(), in).total(), gigabytes(76.5));
    in.context = tokens + 1;
    EXPECT_GT(inference_memory(llama_31_8b(), in).total(), gigabytes(76.5));
  }
}

TEST(InferenceMemory, NothingFitsBesideWeightsThatDoNot) {
  // 141 GB of weights on an 80 GB card.
  EXPECT_EQ(max_sequences(llama_31_70b(), bf16_input(), 1024, gigabytes(85)), 0);
  EXPECT_EQ(max_context_that_fits(llama_31_70b(), bf16_input(), gigabytes(85)), 0);
}

// gpt-oss-20b: 24 layers of attention 2880 x (4096 + 2 x 512) + 4096 x 2880 and 32 experts of 3 x 2880 x 2880.
Architecture gpt_oss_20b() {
  ModelRecord r = decoder(24, 2880, 0, 64, 8, 201088);
  r.head_dim = 64;
  r.experts = 32;
  r.experts_per_token = 4;
  r.expert_intermediate = 2880;
  return built(r);
}

TEST(InferenceMemory, Mxfp4HoldsOnlyTheExpertsOfAMixture) {
  // Experts 24 x 32 x 24.88M x 4.25 bits = 10.15 GB; attention 24 x 26.5M x 2 bytes = 1.27 GB; embeddings and head
  // 2 x 579M x 2 bytes = 2.32 GB: 13.75 GB, and a little for norms and routers. The published files are 13.8 GB.
  NumberFormat mxfp4 = format_of(4.25);
  mxfp4.part_bits.beside_experts = 16;
  EXPECT_NEAR(in_gigabytes(weights_per_gpu(gpt_oss_20b(), mxfp4, Layout{})), 13.75, 0.02);
  // Dense models are quantized as a whole.
  NumberFormat plain = format_of(4.25);
  EXPECT_EQ(weights_per_gpu(llama_31_8b(), mxfp4, Layout{}), weights_per_gpu(llama_31_8b(), plain, Layout{}));
}

TEST(InferenceMemory, AnEngineMayHoldTheCacheTwice) {
  // Qwen 7B, Transformers of 2023: printed peaks 17.6 GiB at 2,048 tokens and 23.2 at 8,192. Its cache takes
  // 2 x 32 layers x 4096 x 2 bytes = 512 KiB a token, so 6,144 tokens are 3 GiB, held twice 6; printed 5.6.
  InferenceMemoryInput in = bf16_input();
  in.prompt = 1;
  const auto growth = [&](double copies) {
    with_engine(in, [&](ServingEngine& e) { e.kv_copies = copies; });
    in.context = 8192;
    const Bytes longest = inference_memory(llama_2_7b(), in).total();
    in.context = 2048;
    return in_gibibytes(longest - inference_memory(llama_2_7b(), in).total());
  };
  EXPECT_DOUBLE_EQ(growth(1), 3);
  EXPECT_DOUBLE_EQ(growth(2), 6);
}

TEST(InferenceMemory, AttentionScoresOfThePromptCountWhereTheyAreWritten) {
  // AutoAWQ, Mistral 7B, 2,048 tokens: from one prompt to eight the printed peak grows by 11.3 GiB. Each prompt
  // has 32 heads x 2048 x 2048 x 10 bytes = 1.25 GiB of scores and 0.25 GiB of cache: 7 x 1.5 = 10.5.
  InferenceMemoryInput in = bf16_input();
  in.context = in.prompt = 2048;
  in.prefill_chunk = 1e6;
  with_engine(in, [&](ServingEngine& e) { e.bytes_per_score = 10; });
  const Bytes one = inference_memory(llama_31_8b(), in).total();
  in.sequences = 8;
  EXPECT_DOUBLE_EQ(in_gibibytes(inference_memory(llama_31_8b(), in).total() - one), 10.5);
}

TEST(InferenceMemory, JoiningAttentionHoldsItTwice) {
  // Llama 2 7B in 4.15625 bits: 32 layers x 3 x 4096 x 4096 x 4.15625 / 8 = 0.837 GB while it is loaded.
  InferenceMemoryInput in = bf16_input();
  in.weights = format_of(4.15625);
  in.context = in.prompt = 64;
  with_engine(in, [&](ServingEngine& e) { e.bytes_per_logit = 0; });
  with_engine(in, [&](ServingEngine& e) { e.joins_attention = true; });
  EXPECT_NEAR(in_gigabytes(line(inference_memory(llama_2_7b(), in), "joined_attention")), 0.837, 0.001);
}

TEST(InferenceMemory, AnOwnHeadIsOnlyForTheFormatsNamed) {
  // Qwen3 4B in FP8 takes 151,936 x 2,560 x 2 bytes = 0.778 GB more than its layers and one table.
  ModelRecord r = decoder(36, 2560, 9728, 32, 8, 151936);
  r.tied_embeddings = true;
  const Architecture model = built(r);
  InferenceMemoryInput in = bf16_input();
  with_engine(in, [&](ServingEngine& e) { e.own_head_formats = {"fp8"}; });
  EXPECT_EQ(in_gigabytes(line(inference_memory(model, in), "untied_head")), 0);
  NumberFormat fp8 = format_of(8);
  fp8.id = "fp8";
  in.weights = fp8;
  EXPECT_NEAR(in_gigabytes(line(inference_memory(model, in), "untied_head")), 0.778, 0.001);
}

TEST(InferenceMemory, AQuantizedHeadKeepsItsOriginal) {
  // Falcon 7B, 65,024 x 4,544 tied: instead of none, 4.127 bits and FP32: 295.5M x 4.516 bytes = 1.334 GB.
  ModelRecord r = decoder(32, 4544, 18176, 71, 1, 65024);
  r.tied_embeddings = true;
  InferenceMemoryInput in = bf16_input();
  in.weights = format_of(4.127);
  with_engine(in, [&](ServingEngine& e) { e.quantizes_head = true; });
  EXPECT_NEAR(in_gigabytes(line(inference_memory(built(r), in), "untied_head")), 1.334, 0.001);
}

// A tower of 420 million parameters in 16 bits, over two accelerators: 420 MB on each, whatever the format of the rest.
TEST(InferenceMemory, TowersAreHeldBesideTheModel) {
  Architecture model = llama_31_8b();
  InferenceMemoryInput in = bf16_input();
  in.layout.tensor = 2;
  const Bytes without = inference_memory(model, in).total();
  model.tower_params = 420e6;
  EXPECT_NEAR(in_gigabytes(inference_memory(model, in).total() - without), 0.42, 1e-9);
  EXPECT_EQ(inference_memory_total(model, in), inference_memory(model, in).total());
  with_engine(in, [](ServingEngine& engine) { engine.leaves_towers = true; });
  EXPECT_EQ(inference_memory(model, in).total(), without);
}

// vLLM runs a whole step at loading: 15 bytes for each of 1,024 x 128,256 logits, however few the sequences. 0.19 on an
// H100 printed a peak of 1.89 GiB for Llama 3.1 8B, whatever max_model_len.
TEST(InferenceMemory, ALimitOfSequencesIsReserved) {
  InferenceMemoryInput in = bf16_input();
  with_engine(in, [](ServingEngine& engine) {
    engine.logits = LogitsOf::limit;
    engine.bytes_per_logit = 15;
  });
  EXPECT_NEAR(in_gibibytes(line(inference_memory(llama_31_8b(), in), "sampling")), 1.89, 0.06);
  in.limit = 16;  // 8,192 prompt tokens of 4,096 x 3 + 14,336 x 3 values in 16 bits are more then
  EXPECT_EQ(in_bytes(line(inference_memory(llama_31_8b(), in), "activations")), 2.0 * 8192 * 55296);
  in.sequences = 2000;
  EXPECT_EQ(in_bytes(line(inference_memory(llama_31_8b(), in), "sampling")), 15.0 * 128256 * 2000);
  EXPECT_EQ(inference_memory_total(llama_31_8b(), in), inference_memory(llama_31_8b(), in).total());
}

// Qwen1.5 MoE in vLLM 0.19: a peak of 2.47 GiB, 0.26 over that of dense models of its vocabulary. 4 experts of 1,408:
// 8,192 x 4 x (2 x 1,408 + 1,408) x 2 bytes.
TEST(InferenceMemory, BuffersOfExpertsAreKept) {
  ModelRecord r = decoder(24, 2048, 0, 16, 16, 151936);
  r.experts = 60;
  r.experts_per_token = 4;
  r.expert_intermediate = 1408;
  InferenceMemoryInput in = bf16_input();
  EXPECT_EQ(line(inference_memory(built(r), in), "expert_buffers"), bytes(0));
  with_engine(in, [](ServingEngine& engine) {
    engine.logits = LogitsOf::limit;
    engine.keeps_expert_buffers = true;
  });
  EXPECT_NEAR(in_gibibytes(line(inference_memory(built(r), in), "expert_buffers")), 2.47 - 2.21, 0.01);
  EXPECT_EQ(inference_memory_total(built(r), in), inference_memory(built(r), in).total());
}

}  // namespace
}  // namespace ridgepoint
