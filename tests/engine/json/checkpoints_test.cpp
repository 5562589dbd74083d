// Checkpoints as they are published: what each part of a model is held in, against files and servers' own logs.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "engine/import/import.h"
#include "engine/json/value_tree.h"
#include "engine/memory/inference.h"
#include "engine/model/attention/attention.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Estimate served(const char* model, const char* format, const char* accelerator, int count,
                const char* engine = "vllm") {
  Scenario s;
  s.model.id = model;
  s.hardware.accelerator = accelerator;
  s.hardware.count = count;
  if (*format) s.precision.weights = format;
  s.serve.engine = engine;
  s.parallel.tensor = count;
  return estimate(s, shipped()).value();
}

// GiB of one accelerator, towers too.
double weights_gib(const Estimate& e) {
  double sum = 0;
  for (const MemoryLine& line : e.basis.plan.memory.lines)
    if (line.kind == MemoryKind::weights) sum += in_gibibytes(line.amount);
  return sum;
}

// GB of a catalog's model whole on one device.
double held_gb(const char* id, const char* format) {
  const ModelRecord& record = *find_model(shipped(), id);
  NumberFormat own = *find_format(shipped(), format);
  if (record.native_precision == format) own.part_bits = joined(record.part_bits, own.part_bits);
  return in_gigabytes(weights_per_gpu(*architecture_of(record, ""), own, Layout{}));
}

// GB of what a name stands for, whole on one device: without towers and layers that predict.
double named_gb(const char* file) {
  const Question q = served(file, "", "b300-sxm-288gb", 8).question;
  return in_gigabytes(weights_per_gpu(*q.model, *q.weights, Layout{}));
}

// Qwen3.8 27B on one card for five users, in files of their own where a name says whose.
Result<Estimate> five_users(const char* model) {
  Scenario s;
  s.model.id = model;
  s.hardware.accelerator = "rtx-5090";
  s.hardware.count = 1;
  s.precision.weights = "nvfp4";
  s.precision.kv = "fp8";
  s.serve.concurrency = 5;
  s.serve.input_tokens = 100;
  s.serve.output_tokens = 512;
  s.serve.engine = "sglang";
  return answer(s, shipped());
}

// vllm-project/recipes, pull request 810 (2026-08-15): 2 x RTX 5090, tensor parallel, "weights/GPU". Feed-forward
// 64 x 3 x 5120 x 17408 = 17.11e9, attention 16 x 5120 x (12288 + 2 x 1024 + 6144) = 1.68e9, output of linear layers
// 48 x 6144 x 5120 = 1.51e9 in 4.5 bits: 11.42 GB; their input 48 x 5120 x (10240 + 6144 + 96) = 4.05e9, embeddings
// and head 2 x 248320 x 5120 in 16 bits: 13.19 GB; the tower 0.9 GB: 25.51 GB, 11.88 GiB a GPU. FP8: 24.35 + 5.09 +
// 0.9.
TEST(Checkpoints, LinearLayersStayWideInNvfp4) {
  EXPECT_NEAR(weights_gib(served("qwen3.8-27b", "nvfp4", "rtx-5090", 2)), 12.02, 0.02 * 12.02);
  EXPECT_NEAR(weights_gib(served("qwen3.8-27b", "fp8", "rtx-5090", 2)), 14.28, 0.02 * 14.28);
}

// The files of Inferact/Qwen3.8-27B-NVFP4 have 26,381,249,312 bytes and those of Qwen/Qwen3.8-27B-FP8 30,866,866,928
// (vLLM recipe, 2026-09-10), of which the prediction layer, 0.42e9 parameters, has 0.85 in 16 bits and 0.48 in FP8 with
// its projection in 16, and the tower 0.92.
TEST(Checkpoints, FilesOfQwen) {
  EXPECT_NEAR(held_gb("qwen3.8-27b", "nvfp4"), 26.381 - 0.85 - 0.92, 0.02);
  EXPECT_NEAR(held_gb("qwen3.8-27b", "fp8"), 30.867 - 0.48 - 0.92, 0.05);
}

// Experts 60 x 384 x 3 x 7168 x 2048 = 1014.7e9 in 4.5 bits, 570.8 GB; the other 11.7e9 in 16 bits, 23.4 GB. Recipe and
// card say 590 to 595 GB.
TEST(Checkpoints, Int4OfKimiIsOfItsExperts) {
  for (const char* id : {"kimi-k2.5", "kimi-k2.6"}) {
    EXPECT_NEAR(held_gb(id, "int4-g32"), 594, 1);
    EXPECT_EQ(served(id, "", "h200-sxm-141gb", 8).question.weights->id, "int4-g32");
  }
}

// NVIDIA's release leaves all but the experts, 30 x 128 x 3 x 2816 x 704 = 22.84e9, in 16 bits: 12.85 and 4.79 GB; its
// files are 17.9 GB with the tower. Red Hat's has attention and dense part in NVFP4 too.
TEST(Checkpoints, AReleaseHasTheBitsOfItsMaker) {
  const ModelRecord* nvidia = find_model(shipped(), "nvidia/Gemma-4-26B-A4B-NVFP4");
  EXPECT_NEAR(held_gb(nvidia->id.c_str(), nvidia->native_precision.c_str()), 17.9, 0.03 * 17.9);
  EXPECT_EQ(find_model(shipped(), "RedHatAI/gemma-4-26B-A4B-it-NVFP4")->id, "gemma-4-26b-a4b");
  EXPECT_LT(held_gb("gemma-4-26b-a4b", "nvfp4"), 15.6);
}

// Read on 2026-12-01. Meta's 405B has 124 of 126 feed-forwards, 2.617e9 each, in FP8: 324.5 GB; two of them, attention,
// 71.9e9, and tables, 4.2e9, in 16 bits: 162.6; vLLM logs 56.8 GiB on each of 8. Of others all layers are in
// FP8, 401.6e9, and tables in 16 bits. Qwen3.8 27B: the files of the next test. DeepSeek V3.1 by NVIDIA: experts
// 653.9e9, shared ones 2.55e9, dense layers 1.19e9 and output projections 61 x 117.4e6 in 4.5 bits: 374.0 GB; the rest
// of attention 61 x 69.7e6, tables 1.853e9 and routers 0.106e9 in 16: 12.4. Kimi K2.5: experts 1014.7e9, shared 2.64e9
// and 0.40e9 dense in 4.5 bits: 572.5 GB; attention 61 x 101.1e6, tables 2.35e9, routers 0.17e9 in 16: 17.4. K2.6 keeps
// the shared and dense ones wide too, 4.4 more. NF4 with quantized scales: 6.98e9 x 4.127 bits and 1.05e9 x 16 are the
// 5.70 GB of the file. Qwen3.5 397B: experts 386.5e9 in 4.5 bits, 217.4 GB, the other 9.8e9 in 16.
TEST(Checkpoints, WhoseFilesQuantizeWhat) {
  constexpr std::pair<const char*, double> kFiles[] = {
      {"meta-llama/Llama-3.1-405B-Instruct-FP8", 487.2},
      {"meta-llama/Meta-Llama-3.1-405B-Instruct-FP8", 487.2},
      {"RedHatAI/Meta-Llama-3.1-405B-Instruct-FP8-dynamic", 410.1},
      {"neuralmagic/Meta-Llama-3.1-405B-Instruct-FP8", 410.1},
      {"nvidia/DeepSeek-V3.1-NVFP4", 386.4},
      {"nvidia/DeepSeek-R1-0528-NVFP4-v2", 386.4},
      {"nvidia/Kimi-K2.5-NVFP4", 589.9},
      {"nvidia/Kimi-K2.6-NVFP4", 594.3},
      {"nvidia/Qwen3.5-397B-A17B-NVFP4", 237.0},
      {"unsloth/Meta-Llama-3.1-8B-Instruct-bnb-4bit", 5.70}};
  for (const auto& [file, gb] : kFiles) EXPECT_NEAR(named_gb(file), gb, 0.01 * gb) << file;
}

// Feed-forward 17.11e9, attention 1.68e9, linear layers 4.05e9 and 1.51e9, tables 1.271e9 each (above). Unsloth has all
// but the feed-forward in FP8, and vLLM's log 10.64 GiB on each of two with the tower of 0.9 GB (vLLM recipe,
// 2026-08-21); NVIDIA has the head in NVFP4 too: 21.0 GB with the tower, as Gittensor's 17.92 have all linear layers
// and the head in it (its card, as a survey of 2026-10-05 quotes it). cyankiwi's 21 GB (the same survey) have groups of
// 32 and a layer that predicts, 0.85 GB.
TEST(Checkpoints, FilesOfOneModelDiffer) {
  constexpr std::pair<const char*, double> kFiles[] = {{"unsloth/Qwen3.8-27B-NVFP4", 2 * 10.64 * 1.0737 - 0.9},
                                                       {"nvidia/Qwen3.8-27B-NVFP4", 21.0 - 0.92},
                                                       {"gittensor-model-hub/Qwen3.8-27B-NVFP4-RTX5090", 17.92 - 0.92},
                                                       {"Inferact/Qwen3.8-27B-NVFP4", 26.38 - 0.85 - 0.92},
                                                       {"cyankiwi/Qwen3.8-27B-AWQ-INT4", 21 - 0.85 - 0.92}};
  for (const auto& [file, gb] : kFiles) {
    EXPECT_NEAR(named_gb(file), gb, 0.01 * gb) << file;
    EXPECT_NE(served(file, "", "b300-sxm-288gb", 1).question.weights->name.find(file), std::string::npos);
  }
}

// A card of 32 GB holds the 26.4 GB that are usual and hardly a cache beside: that is said first, with whose files they
// are, and others of 17.9 GB hold all five: 456 tokens/s, 431 to 475 by run (lucacadalora/sglang-rtx5090-mtp,
// 2026-09-23, on a card that drives a desktop too).
TEST(Checkpoints, LeanerFilesAreOfferedWhereUsersWait) {
  const Estimate usual = five_users("qwen3.8-27b").value();
  EXPECT_EQ(usual.answer.text.rfind("Qwen3.8 27B for 5 users fits for only 1 of 5 at a time on 1 ", 0), 0u);
  EXPECT_NE(usual.answer.text.find("(Inferact/Qwen3.8-27B-NVFP4)"), std::string::npos);
  const char* lean = "gittensor-model-hub/Qwen3.8-27B-NVFP4-RTX5090";
  const auto offers_it = [&](const Remedy& r) { return r.path == "/model" && r.text.find(lean) != std::string::npos; };
  EXPECT_TRUE(std::any_of(usual.remedies.begin(), usual.remedies.end(), offers_it));
  const Estimate mixed = five_users("unsloth/Qwen3.8-27B-NVFP4").value();  // 22.8 GB: some wait
  EXPECT_EQ(mixed.answer.short_text.rfind("Fits ", 0), 0u);
  EXPECT_NE(mixed.answer.short_text.find(" of 5 "), std::string::npos);
  EXPECT_TRUE(std::any_of(mixed.remedies.begin(), mixed.remedies.end(), offers_it));
  const Estimate leaner = five_users(lean).value();
  EXPECT_TRUE(std::none_of(leaner.remedies.begin(), leaner.remedies.end(), offers_it));
  EXPECT_NEAR(*leaner.speed.tokens_per_s, 456, 0.25 * 456);
  EXPECT_EQ(leaner.answer.text.find("at a time"), std::string::npos);
}

// A name with a format is that file, also where it does not fit: FP8 of Qwen's largest has 2,496 GB, eight times 288
// hold less, and 70 billion in NF4 39.5 where there are 24.
TEST(Checkpoints, ANamedFormatIsKept) {
  const Estimate e = served("Qwen/Qwen3.8-2.4T-A95B-FP8", "", "b300-sxm-288gb", 8);
  EXPECT_EQ(e.question.weights->id, "fp8");
  EXPECT_EQ(e.memory.fit, Fit::no);
  const Estimate small = served("unsloth/Llama-3.3-70B-Instruct-bnb-4bit", "", "rtx-4090", 1);
  EXPECT_EQ(small.question.weights->id, "nf4");
  EXPECT_EQ(small.memory.fit, Fit::no);
  EXPECT_EQ(served("unsloth/Qwen3-32B-unsloth-bnb-4bit", "", "rtx-4090", 1).question.weights->id, "nf4");
}

// config.json of deepseek-ai/DeepSeek-V4-Flash: expert_dtype fp4, quantization_config FP8.
TEST(Checkpoints, RestOfDeepSeekV4IsInFp8) {
  const Estimate e = served("deepseek-v4-flash", "", "b200-sxm-180gb", 8);
  const NumberFormat& own = e.question.weights;
  EXPECT_EQ(bits_of(own, Part::experts, true), 4.25);
  EXPECT_EQ(bits_of(own, Part::attention, true), 8);
  EXPECT_EQ(bits_of(own, Part::shared_experts, true), 8);
  EXPECT_EQ(bits_of(own, Part::head, true), 16);
}

// "Model loading took 56.8 GiB" on 8 x H100: feed-forward 124 x 3 x 16384 x 53248 in 8 bits, 324.5 GB; the same of two
// layers in 16, 10.5; attention 126 x 2 x 16384 x (16384 + 1024) in 16, 143.7; embeddings and head 8.4: 487.1 GB.
TEST(Checkpoints, Fp8OfLlama405bIsOfItsFeedForward) {
  EXPECT_NEAR(weights_gib(served("llama-3.1-405b", "fp8-feed-forward", "h100-sxm5-80gb", 8)), 56.8, 0.01 * 56.8);
}

// Experts in FP4 and the rest in FP8, both in their own arithmetic: with the rest in 16 bits a short prompt, which all
// weights are read for, would take longer by what the rest has more.
TEST(Checkpoints, BytesThatAreReadFollowTheParts) {
  const auto step = [](const PartBits& bits) {
    const ModelRecord& record = *find_model(shipped(), "deepseek-v4-flash");
    InferenceSpeedInput in;
    NumberFormat format = *find_format(shipped(), "mxfp4");
    format.part_bits = bits;
    in.weights = format;
    Device d;
    d.bandwidth = gigabytes_per_second(1000);
    d.arithmetic = Arithmetic::fp4;
    d.gemm_peak = teraflop_per_second(4000);
    d.peak_fp8 = teraflop_per_second(2000);
    d.peak_16bit = teraflop_per_second(1000);
    double sum = 0;
    for (const TimeLine& line : decode_step({*architecture_of(record, ""), in, d}, 1, 100).lines)
      if (line.id == "weights") sum = in_seconds(line.time);
    return sum;
  };
  PartBits narrow, wide;
  narrow.beside_experts = 8;
  wide.beside_experts = 16;
  EXPECT_NEAR(step(narrow) / step(wide), 0.5, 0.01);
}

import::Imported read(const std::string& text, const char* name = "config.json"){
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
Result<import::Step> step = import::import_file(bytes, text.size(), name, &json::parse_value_tree);
EXPECT_TRUE(step.ok()) << (step.ok() ? "" : step.problems()[0].message);
return step.ok() ? step->imported : import::Imported{};
}  // namespace

double imported_gb(const import::Imported& imported) {
  NumberFormat format = *find_format(shipped(), imported.format);
  format.part_bits = joined(imported.model.part_bits, format.part_bits);
  return in_gigabytes(weights_per_gpu(*architecture_of(imported.model, ""), format, Layout{}));
}

std::string said(const import::Imported& imported) {
  std::string all;
  for (const std::string& sentence : imported.assumptions) all += sentence + "\n";
  return all;
}

const char kV32[] =
    R"({"model_type":"deepseek_v32","hidden_size":7168,"intermediate_size":18432,"kv_lora_rank":512,"q_lora_rank":1536,
        "qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"moe_intermediate_size":2048,"n_routed_experts":256,
        "n_shared_experts":1,"num_experts_per_tok":8,"first_k_dense_replace":3,"num_attention_heads":128,
        "num_hidden_layers":61,"num_key_value_heads":128,"index_n_heads":64,"index_head_dim":128,"index_topk":2048,
        "vocab_size":129280,"max_position_embeddings":163840,"tie_word_embeddings":false,"torch_dtype":"bfloat16"})";

// ModelOpt's list as it writes it: attention of every layer, and the prediction layer.
std::string excluded_attention(int layers) {
  std::string out;
  for (int i = 0; i < layers; ++i) out += "\"model.layers." + std::to_string(i) + ".self_attn*\",";
  return out;
}

// 671.9e9 parameters: experts, shared experts and three dense feed-forwards, 657.6e9, in 4.5 bits are 369.9 GB;
// attention, 12.4e9, in 16 bits 24.8 GB, embeddings and head 3.7: 398 GB. The files have 403 with a prediction layer.
TEST(Checkpoints, ModelOptsTwoFilesAreReadTogether) {
  const std::string beside =
      R"({"producer":{"name":"modelopt","version":"0.39.0"},"quantization":{"quant_algo":"NVFP4","kv_cache_quant_algo":"FP8",
          "group_size":16,"exclude_modules":[)" +
      excluded_attention(61) + R"("lm_head","model.layers.61*"]}})";
  for (const std::string& text : {kV32 + ("\n" + beside), beside + kV32}) {
    const import::Imported imported = read(text);
    EXPECT_EQ(imported.format, "nvfp4");
    EXPECT_EQ(imported.model.part_bits[Part::attention], 16);
    EXPECT_EQ(imported.model.part_bits[Part::experts], 4.5);
    EXPECT_EQ(imported.kv_format, "fp8");
    EXPECT_NEAR(imported_gb(imported), 398, 2);
    EXPECT_NEAR(imported_gb(imported), 403, 0.04 * 403);
  }
}

TEST(Checkpoints, WithoutItTheOtherFileIsAskedFor) {
  EXPECT_NE(said(read(kV32)).find("hf_quant_config.json"), std::string::npos);
  const std::string named = said(read(kV32, "DeepSeek-V3.2-NVFP4.json"));
  EXPECT_NE(named.find("The name or producer speaks of quantization"), std::string::npos) << named;
}

TEST(Checkpoints, TheIndexGivesTheBytes) {
  const std::string index = R"({"metadata":{"total_size":1343800000000},"weight_map":{"a":"b"}})";
  const import::Imported imported = read(kV32 + index);
  EXPECT_EQ(imported.bytes, 1343800000000);
  EXPECT_EQ(said(imported).find("The index has"), std::string::npos);
  EXPECT_NE(said(read(std::string(kV32) + R"({"metadata":{"total_size":403000000000},"weight_map":{"a":"b"}})"))
                .find("The index has 403 GB"),
            std::string::npos);
}

TEST(Checkpoints, FilesThatDoNotBelongTogetherAreRefused) {
  const auto code = [](const std::string& text) {
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto step = import::import_file(bytes, text.size(), "x", &json::parse_value_tree);
    return step.ok() ? std::string("ok") : step.problems()[0].code;
  };
  EXPECT_EQ(code(std::string(kV32) + kV32), "bad_file");
  EXPECT_EQ(code(R"({"quantization":{"quant_algo":"FP8"}}{"weight_map":{"a":"b"}})"), "bad_config");
  EXPECT_NE(code(std::string(kV32) + "{\"a\":"), "ok");
}

std::string linear_of_four(int layers) {
  std::string out;
  for (int i = 0; i < layers; ++i)
    out += std::string(i ? "," : "") + (i % 4 == 3 ? "\"full_attention\"" : "\"linear_attention\"");
  return out;
}

std::string qwen27(const std::string& quantization) {
  return R"({"architectures":["Qwen3_5ForConditionalGeneration"],"model_type":"qwen3_5","text_config":{
      "model_type":"qwen3_5_text","hidden_size":5120,"intermediate_size":17408,"head_dim":256,"num_attention_heads":24,
      "num_key_value_heads":4,"num_hidden_layers":64,"linear_num_key_heads":16,"linear_num_value_heads":48,
      "linear_key_head_dim":128,"linear_value_head_dim":128,"linear_conv_kernel_dim":4,"vocab_size":248320,
      "max_position_embeddings":262144,"layer_types":[)" +
         linear_of_four(64) + R"(]},"vision_config":{},"tie_word_embeddings":false,"quantization_config":)" +
         quantization + "}";
}

// As the catalog's own NVFP4, by the lists of each maker.
TEST(Checkpoints, ListsOfModulesSayWhatIsWide) {
  const double wide = held_gb("qwen3.8-27b", "nvfp4");
  const import::Imported modelopt = read(qwen27(
      R"({"quant_method":"modelopt","quant_algo":"NVFP4","ignore":["lm_head","model.visual*","mtp*",
          "*linear_attn.in_proj*","model.language_model.layers.*.linear_attn.conv1d"]})"));
  EXPECT_EQ(modelopt.format, "nvfp4");
  EXPECT_EQ(modelopt.model.part_bits[Part::linear], 16);
  EXPECT_EQ(modelopt.model.part_bits[Part::linear_output], 4.5);
  EXPECT_NEAR(imported_gb(modelopt), wide, 1e-6);
  // llm-compressor leaves all of linear attention: its output, 1.51e9 parameters, takes 11.5 bits more.
  const import::Imported compressor = read(qwen27(
      R"({"quant_method":"compressed-tensors","format":"nvfp4-pack-quantized","config_groups":{"group_0":{
          "targets":["Linear"],"weights":{"num_bits":4,"type":"float","group_size":16}}},
          "ignore":["re:.*lm_head","re:.*linear_attn.*","re:visual.*","re:model.visual.*","re:.*mlp.gate$"]})"));
  EXPECT_NEAR(imported_gb(compressor), wide + 48 * 6144.0 * 5120 * 11.5 / 8e9, 1e-6);
}

// As compressed-tensors and ModelOpt say it.
TEST(Checkpoints, WhatTheCacheIsKeptInIsRead) {
  const auto format = [](const std::string& scheme) {
    return read(qwen27(R"({"quant_method":"modelopt","quant_algo":"NVFP4")" + scheme + "}")).kv_format;
  };
  EXPECT_EQ(format(R"(,"kv_cache_scheme":{"num_bits":8,"type":"float","dynamic":false})"), "fp8");
  EXPECT_EQ(format(R"(,"kv_cache_scheme":{"num_bits":8,"type":"int"})"), "int8");
  EXPECT_EQ(format(R"(,"kv_cache_scheme":null)"), "");
  EXPECT_EQ(format(R"(,"kv_cache_quant_algo":"FP8")"), "fp8");
  EXPECT_EQ(format(R"(,"kv_cache_quant_algo":null)"), "");
  EXPECT_EQ(format(R"(,"kv_cache_quant_algo":"NVFP4")"), "");  // no engine here keeps it so
}

// A mixed list: FP8 attention and NVFP4 feed-forward but for the last 8 layers, which are in FP8, (56 x 4.5 + 8 x 8)
// / 64.
TEST(Checkpoints, QuantizedLayersAreReadOneByOne) {
  std::string list;
  for (int i = 0; i < 64; ++i) {
    const std::string layer = "\"model.language_model.layers." + std::to_string(i);
    for (const char* name : {"gate_proj", "up_proj", "down_proj"})
      list += layer + ".mlp." + name + "\":{\"quant_algo\":\"" + (i < 56 ? "NVFP4" : "FP8") + "\"},";
    for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
      if (i % 4 == 3) list += layer + ".self_attn." + name + "\":{\"quant_algo\":\"FP8\"},";
  }
  const import::Imported imported =
      read(qwen27(R"({"quant_method":"modelopt","quant_algo":"MIXED_PRECISION","quantized_layers":{)" + list +
                  R"("lm_head":{"quant_algo":"FP8"}}})"));
  EXPECT_EQ(imported.format, "nvfp4");
  EXPECT_NEAR(*imported.model.part_bits[Part::feed_forward], (56 * 4.5 + 8 * 8) / 64, 1e-9);
  EXPECT_EQ(imported.model.part_bits[Part::attention], 8);
  EXPECT_EQ(imported.model.part_bits[Part::linear], 16);
  EXPECT_EQ(imported.model.part_bits[Part::head], 8);
  EXPECT_EQ(imported.model.part_bits[Part::embeddings], std::nullopt);
}

// moonshotai/Kimi-K2.5: lists of regular expressions with alternatives.
TEST(Checkpoints, RegularExpressionsOfKimi) {
  const import::Imported imported = read(
      R"({"model_type":"kimi_k25","text_config":{"model_type":"kimi_k2","first_k_dense_replace":1,"hidden_size":7168,
          "intermediate_size":18432,"kv_lora_rank":512,"max_position_embeddings":262144,"moe_intermediate_size":2048,
          "n_routed_experts":384,"n_shared_experts":1,"num_attention_heads":64,"num_experts_per_tok":8,
          "num_hidden_layers":61,"num_key_value_heads":64,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
          "v_head_dim":128,"vocab_size":163840,"tie_word_embeddings":false,"quantization_config":{"config_groups":{
          "group_0":{"targets":["Linear"],"weights":{"group_size":32,"num_bits":4,"strategy":"group","symmetric":true,
          "type":"int"}}},"format":"pack-quantized","ignore":["lm_head","re:.*self_attn.*","re:.*shared_experts.*",
          "re:.*mlp\\.(gate|up|gate_up|down)_proj.*"],"quant_method":"compressed-tensors"}}})");
  EXPECT_NEAR(imported_gb(imported), held_gb("kimi-k2.5", "int4-g32"), 0.01);
}

// deepseek-ai/DeepSeek-V4-Flash, cut to four layers: experts by expert_dtype, the rest by quantization_config.
TEST(Checkpoints, ExpertsOfATypeOfTheirOwn) {
  const import::Imported imported = read(
      R"({"model_type":"deepseek_v4","compress_ratios":[0,0,4,128],"expert_dtype":"fp4","head_dim":512,"hidden_size":4096,
          "index_head_dim":128,"index_n_heads":64,"index_topk":512,"moe_intermediate_size":2048,"n_routed_experts":256,
          "n_shared_experts":1,"num_attention_heads":64,"num_experts_per_tok":6,"num_hidden_layers":4,
          "num_key_value_heads":1,"o_groups":8,"o_lora_rank":1024,"q_lora_rank":1024,"qk_rope_head_dim":64,
          "quantization_config":{"quant_method":"fp8"},"sliding_window":128,"tie_word_embeddings":false,
          "vocab_size":129280})");
  EXPECT_EQ(imported.format, "mxfp4");
  EXPECT_EQ(imported.model.part_bits[Part::experts], 4.25);
  EXPECT_EQ(imported.model.part_bits[Part::shared_experts], 8);
  EXPECT_EQ(imported.model.part_bits[Part::attention], 8);
}

// 24 layers in groups of four, the last of each with a latent vector: 6 x (512 + 64) x 2 bytes a token.
TEST(Checkpoints, LayersInGroupsOfLing) {
  const import::Imported imported = read(
      R"({"model_type":"bailing_hybrid","hidden_size":1536,"intermediate_size":4608,"num_hidden_layers":24,
          "num_attention_heads":16,"head_dim":128,"kv_lora_rank":512,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
          "v_head_dim":128,"layer_group_size":4,"num_experts":128,"num_experts_per_tok":8,"moe_intermediate_size":512,
          "num_shared_experts":1,"first_k_dense_replace":1,"vocab_size":157184,"torch_dtype":"bfloat16",
          "tie_word_embeddings":false})");
  const Architecture model = *architecture_of(imported.model, "");
  EXPECT_EQ(in_bytes(kv_cache(model, 1, {.id = "bf16", .bits = 16})), 6 * (512 + 64) * 2);
  EXPECT_EQ(imported.model.linear->kind, LinearKind::lightning);
}

// Zyphra/Zamba2-7B (7.4 billion): 81 Mamba layers of 3584 x (14336 + 256 + 112) + 7168 x 3584 = 78.4e6, two shared
// blocks of 7 x 3584 x 7168 + 3 x 3584 x 14336 = 334e6, at 13 places a projection of 3584 x 3584 and adapters of 128 x
// (3584 + 2 x 14336), a table of 32000 x 3584: 7.36e9. A cache at each of the 13 places, 2 x 32 x 224 numbers.
TEST(Checkpoints, BlocksThatLayersShare) {
  std::string words;
  for (int i = 0; i < 81; ++i) words += std::string(i ? "," : "") + (i >= 5 && i % 6 == 5 ? "\"hybrid\"" : "\"mamba\"");
  const import::Imported imported = read(
      R"({"model_type":"zamba2","hidden_size":3584,"num_hidden_layers":81,"num_attention_heads":32,"attention_head_dim":224,
          "num_key_value_heads":32,"num_mem_blocks":2,"intermediate_size":14336,"mamba_d_state":64,"mamba_d_conv":4,
          "mamba_expand":2,"mamba_ngroups":2,"n_mamba_heads":112,"mamba_headdim":64,"adapter_rank":128,"vocab_size":32000,
          "use_shared_mlp_adapter":true,"torch_dtype":"bfloat16","layers_block_type":[)" +
      words + "]}");
  EXPECT_NEAR(*imported.model.params_b, 7.36, 0.02);
  const Architecture model = *architecture_of(imported.model, "");
  EXPECT_EQ(in_bytes(kv_cache(model, 1, {.id = "bf16", .bits = 16})), 13 * 2 * 32 * 224 * 2);
  EXPECT_NE(said(imported).find("counted once"), std::string::npos);
}

// Full attention caches most: what is not known is taken for it, and said.
TEST(Checkpoints, UnknownKindsOfLayersAreApproximated) {
  const import::Imported imported = read(
      R"({"model_type":"llama","num_hidden_layers":2,"hidden_size":64,"vocab_size":10,"num_attention_heads":1,
          "intermediate_size":8,"layer_types":["full_attention","quantum_attention"],"torch_dtype":"bfloat16"})");
  EXPECT_EQ(imported.model.layers, 2);
  EXPECT_NE(said(imported).find("\"quantum_attention\" is no kind of layer that is known"), std::string::npos);
}

// stepfun-ai/Step-3.5-Flash (196 billion): 12 layers see everything with 64 heads, 33 see 512 tokens with 96, all have
// 8 of keys and values; layers with experts are named by a text, and a token sets a gate of each head. A token's cache
// in the layers that see everything: 12 x 2 x 8 x 128 x 2 bytes.
TEST(Checkpoints, HeadsOfStepsWindowedLayers) {
  std::string kinds, experts;
  for (int i = 0; i < 48; ++i)
    kinds += std::string(i ? "," : "") + (i % 4 ? "\"sliding_attention\"" : "\"full_attention\"");
  for (int i = 3; i < 45; ++i) experts += (i > 3 ? "," : "") + std::to_string(i);
  const import::Imported imported = read(
      R"({"model_type":"step3p5","hidden_size":4096,"intermediate_size":11264,"num_hidden_layers":45,"head_dim":128,
          "num_attention_heads":64,"num_attention_groups":8,"sliding_window":512,"moe_num_experts":288,"moe_top_k":8,
          "attention_other_setting":{"attention_type":"sliding_attention","num_attention_heads":96,
          "num_attention_groups":8,"head_dim":128},"moe_intermediate_size":1280,"share_expert_dim":1280,
          "use_head_wise_attn_gate":true,"use_qk_norm":true,"vocab_size":128896,"max_position_embeddings":262144,
          "tie_word_embeddings":false,"torch_dtype":"bfloat16","moe_layers_enum":")" +
      experts + R"(","layer_types":[)" + kinds + "]}");
  EXPECT_NEAR(*imported.model.params_b, 196.956130368, 1e-6);
  EXPECT_EQ(imported.model.dense_layers, 3);
  const Architecture model = *architecture_of(imported.model, "");
  const NumberFormat bf16{.id = "bf16", .bits = 16};
  EXPECT_EQ(in_bytes(kv_cache(model, 2000, bf16)) - in_bytes(kv_cache(model, 1000, bf16)),
            1000.0 * 12 * 2 * 8 * 128 * 2);
}

// Names that params.json of Mistral has, and the part of a model that speaks. Voxtral 4B TTS: 26 layers of 2 x 3072 x
// 4096 + 2 x 3072 x 1024 + 3 x 3072 x 9216 and a table of 131072 x 3072: 3.43e9. Mixtral 8x7B: 46.7e9. Qwen3-TTS 1.7B:
// 28 layers of 2 x 2048^2 + 2 x 2048 x 1024 + 3 x 2048 x 6144 and two tables of 3072 x 2048: 1.422e9.
TEST(Checkpoints, OtherNamesOfShapes) {
  const import::Imported voxtral = read(
      R"({"dim":3072,"n_layers":26,"head_dim":128,"hidden_dim":9216,"n_heads":32,"n_kv_heads":8,"vocab_size":131072,
          "tied_embeddings":true,"max_position_embeddings":128000})");
  EXPECT_NEAR(*voxtral.model.params_b, 3.43, 0.005);
  const import::Imported mixtral = read(
      R"({"dim":4096,"n_layers":32,"head_dim":128,"hidden_dim":14336,"n_heads":32,"n_kv_heads":8,"vocab_size":32000,
          "moe":{"num_experts_per_tok":2,"num_experts":8},"max_position_embeddings":32768})");
  EXPECT_NEAR(*mixtral.model.params_b, 46.7, 0.05);
  const import::Imported talker = read(
      R"({"model_type":"qwen3_tts","talker_config":{"hidden_size":2048,"intermediate_size":6144,"num_hidden_layers":28,
          "num_attention_heads":16,"num_key_value_heads":8,"head_dim":128,"vocab_size":3072,
          "max_position_embeddings":32768}})");
  EXPECT_NEAR(*talker.model.params_b, 1.422, 0.002);
}

// LGAI-EXAONE/K-EXAONE-236B-A23B: one dense layer, by a list of flags or by a number.
TEST(Checkpoints, LayersOfKExaone) {
  std::string flags = "false", kinds;
  for (int i = 1; i < 48; ++i) flags += ",true";
  for (int i = 0; i < 48; ++i)
    kinds += std::string(i ? "," : "") + (i % 4 == 3 ? "\"full_attention\"" : "\"sliding_attention\"");
  for (const std::string& dense :
       {"\"is_moe_layer\":[" + flags + "]", std::string("\"first_last_k_dense_replace\":1")}) {
    const import::Imported imported = read(
        R"({"model_type":"exaone_moe","hidden_size":6144,"intermediate_size":18432,"head_dim":128,"num_attention_heads":64,
            "num_key_value_heads":8,"num_hidden_layers":48,"num_experts":128,"num_experts_per_tok":8,
            "moe_intermediate_size":2048,"num_shared_experts":1,"sliding_window":128,"vocab_size":153600,
            "max_position_embeddings":262144,"tie_word_embeddings":false,"torch_dtype":"bfloat16","layer_types":[)" +
        kinds + "]," + dense + "}");
    EXPECT_NEAR(*imported.model.params_b, 236, 0.005 * 236);
    EXPECT_EQ(imported.model.dense_layers, 1);
  }
}

}  // namespace ridgepoint
}  // namespace ridgepoint
