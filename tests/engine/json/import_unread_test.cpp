// Every key of a configuration is read, known to be harmless, or named; what the file leaves out is said.
#include <gtest/gtest.h>

#include "engine/base/lists.h"
#include "engine/import/import.h"
#include "engine/import/keys.h"
#include "engine/json/value_tree.h"

namespace ridgepoint {
namespace {

Result<import::Step> import_text(const std::string& text) {
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return import::import_file(bytes, text.size(), "config.json", &json::parse_value_tree);
}

import::Imported imported(const std::string& text) {
  const Result<import::Step> step = import_text(text);
  EXPECT_TRUE(step.ok()) << text << (step.ok() ? "" : step.problems()[0].message);
  return step.ok() ? step->imported : import::Imported{};
}

std::string said(const std::string& text) {
  std::string out;
  for (const std::string& sentence : imported(text).assumptions) out += sentence + "\n";
  return out;
}

bool says(const std::string& config, const std::string& what) { return said(config).find(what) != std::string::npos; }

std::string with(std::string config, const std::string& more) {
  config.insert(config.rfind('}'), "," + more);
  return config;
}

const char kLlama[] = R"({"model_type":"llama","hidden_size":4096,"intermediate_size":11008,"num_attention_heads":32,
    "num_hidden_layers":32,"vocab_size":32000,"tie_word_embeddings":false,"torch_dtype":"float16"})";

TEST(ImportKeys, EveryMeaningHasNames) {
  for (int key = 0; key < static_cast<int>(import::Key::count); ++key)
    EXPECT_FALSE(import::names_of(static_cast<import::Key>(key)).empty()) << key;
  EXPECT_EQ(import::names_of(import::Key::mamba_dt_rank).front(), "mamba_dt_rank");  // the last
}

TEST(ImportKeys, WhatNothingReadsIsNamed) {
  EXPECT_TRUE(says(with(kLlama, R"("memory_tokens_width":64,"rope_theta":10000.0)"),
                   "Not understood, and not counted: memory_tokens_width."));
  EXPECT_TRUE(says(with(kLlama, R"("adapter_tower":{"depth":3})"), "counted: adapter_tower."));
  // In a part that is read, the key within it; in the decoder, without the decoder's name.
  EXPECT_TRUE(says(with(kLlama, R"("attn_config":{"kv_n_heads":8,"gadget":2})"), "counted: attn_config.gadget."));
  EXPECT_TRUE(says(R"({"model_type":"llava","vision_config":{"depth":2},"text_config":)" + with(kLlama, R"("gadget":2)") +
                       "}",
                   "counted: gadget."));
}

TEST(ImportKeys, WhatChangesNothingIsNotNamed) {
  const std::string config = with(kLlama, R"("attention_dropout":0.0,"bos_token_id":1,"hidden_act":"silu","gadget":null,
      "initializer_range":0.02,"pretraining_tp":1,"rms_norm_eps":1e-06,"transformers_version":"4.31.0","use_cache":true)");
  EXPECT_FALSE(says(config, "Not understood")) << said(config);
}

// DeepSeek V3, whose checkpoints' sum is 671,026,419,200 without the prediction layer, with the count under `name`.
std::string deepseek(const std::string& name) {
  return R"({"first_k_dense_replace":3,"hidden_size":7168,"intermediate_size":18432,"kv_lora_rank":512,
      "model_type":"deepseek_v3","moe_intermediate_size":2048,"moe_layer_freq":1,")" + name + R"(":256,
      "n_shared_experts":1,"num_attention_heads":128,"num_experts_per_tok":8,"num_hidden_layers":61,
      "num_key_value_heads":128,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
      "tie_word_embeddings":false,"v_head_dim":128,"vocab_size":129280})";
}

TEST(ImportKeys, ExpertsAreReadUnderOtherNames) {
  for (const char* name : {"n_routed_experts", "num_routed_experts", "n_experts", "num_moe_experts"})
    EXPECT_NEAR(*imported(deepseek(name)).model.params_b, 671.0264192, 1e-6) << name;
}

TEST(ImportKeys, ExpertsOfNoKnownNumberAreNoDenseModel) {
  for (const std::string& config :
       {deepseek("routed_total"), with(kLlama, R"("moe_topk":2,"gadgets":8)"), with(kLlama, R"("experts_amount":8)")}) {
    const Result<import::Step> step = import_text(config);
    ASSERT_FALSE(step.ok()) << config;
    EXPECT_EQ(step.problems()[0].path, "/num_local_experts");
  }
  // Said to be none, or one: a dense model (Granite 4, Hunyuan).
  EXPECT_NEAR(*imported(with(kLlama, R"("num_local_experts":0,"num_experts_per_tok":8)")).model.params_b, 6.738, 0.001);
  EXPECT_NEAR(*imported(with(kLlama, R"("num_experts":1,"moe_topk":1)")).model.params_b, 6.738, 0.001);
}

// A text_config gives what differs from what the code has.
std::string within(const std::string& decoder) {
  return R"({"model_type":"llava","text_config":)" + decoder + R"(,"vision_config":{"hidden_size":1024}})";
}

TEST(ImportKeys, LlavasDecoderHasTheDefaultsOfLlama) {
  // 32 layers: 4 x 4096^2 + 3 x 4096 x 11008 + 2 x 4096; two tables of 32,064 x 4096, a norm.
  const std::string config = within(R"({"model_type":"llama","vocab_size":32064,"max_position_embeddings":4096})");
  EXPECT_EQ(*imported(config).model.params_b * 1e9,
            32.0 * (4 * 4096. * 4096 + 3 * 4096. * 11008 + 2 * 4096) + 2 * 32064. * 4096 + 4096);
  EXPECT_TRUE(says(config, "taken as the defaults of the family: num_hidden_layers 32, hidden_size 4096"));
}

TEST(ImportKeys, OtherDecodersHaveTheirOwnDefaults) {
  // Mistral 7B: 8 heads of the cache and 14,336; 32 x (2 x 4096^2 + 2 x 4096 x 1024 + 3 x 4096 x 14336 + 2 x 4096) and
  // tables of 32,000.
  EXPECT_EQ(*imported(within(R"({"model_type":"mistral"})")).model.params_b * 1e9,
            32.0 * (2 * 4096. * 4096 + 2 * 4096. * 1024 + 3 * 4096. * 14336 + 2 * 4096) + 2 * 32000. * 4096 + 4096);
  // Phi-3 mini: 32 x (4 x 3072^2 + 3 x 3072 x 8192 + 2 x 3072) and tables of 32,064.
  EXPECT_EQ(*imported(within(R"({"model_type":"phi3"})")).model.params_b * 1e9,
            32.0 * (4 * 3072. * 3072 + 3 * 3072. * 8192 + 2 * 3072) + 2 * 32064. * 3072 + 3072);
}

TEST(ImportKeys, DefaultsStandForNothingThatIsSaid) {
  // A width of its own, and no heads of the cache: as many as heads.
  const import::Imported got = imported(within(R"({"model_type":"mistral","head_dim":64,"num_key_value_heads":null})"));
  EXPECT_EQ(got.model.head_dim, 64);
  EXPECT_EQ(got.model.kv_heads, std::nullopt);
  // A file of one part must say how large it is.
  EXPECT_FALSE(import_text(R"({"model_type":"llama","hidden_size":4096,"vocab_size":32000})").ok());
}

// Gemma 4 26B-A4B of two layers, whose experts lie beside the dense part, quantized but for what `excluded` names.
PartBits gemma_bits(const std::string& excluded) {
  return imported(R"({"model_type":"gemma4","text_config":{"attention_k_eq_v":true,"enable_moe_block":true,
      "global_head_dim":512,"head_dim":256,"hidden_size":2816,"intermediate_size":2112,
      "layer_types":["sliding_attention","full_attention"],"model_type":"gemma4_text","moe_intermediate_size":704,
      "num_attention_heads":16,"num_experts":128,"num_global_key_value_heads":2,"num_hidden_layers":2,
      "num_key_value_heads":8,"sliding_window":1024,"tie_word_embeddings":true,"top_k_experts":8,"vocab_size":262144}}
      {"quantization":{"quant_algo":"NVFP4","group_size":16,"exclude_modules":["lm_head",)" + excluded + "]}}")
      .model.part_bits;
}

std::string of_layers(const std::string& module) {
  return "\"model.language_model.layers.0." + module + "\",\"model.language_model.layers.1." + module + "\"";
}

TEST(ImportExclusions, WhatLiesBesideTheExpertsIsNotTheExperts) {
  for (const std::string& mlp : {of_layers("mlp*"), of_layers("mlp"), std::string(R"("re:.*\\.mlp\\..*")")}) {
    const PartBits bits = gemma_bits(mlp);
    EXPECT_EQ(bits[Part::experts], 4.5) << mlp;
    EXPECT_EQ(bits[Part::feed_forward], 16) << mlp;
    EXPECT_EQ(bits[Part::attention], 4.5) << mlp;
  }
}

TEST(ImportExclusions, ExpertsAreExcludedByTheirOwnName) {
  for (const char* name : {"experts*", "moe*", "moe.experts"}) {
    const PartBits bits = gemma_bits(of_layers(name));
    EXPECT_EQ(bits[Part::experts], 16) << name;
    EXPECT_EQ(bits[Part::feed_forward], 4.5) << name;
  }
}

// LongCat-Flash has its experts in `mlp` and two dense parts in `mlps`; Qwen3 has either in `mlp`.
TEST(ImportExclusions, NamesAreThoseOfTheFamily) {
  const auto bits = [](const std::string& family, const std::string& excluded) {
    return imported(R"({"model_type":")" + family + R"(","hidden_size":1024,"intermediate_size":2048,"num_layers":2,
        "moe_intermediate_size":256,"num_attention_heads":8,"num_key_value_heads":8,"vocab_size":1000,"num_experts":16,
        "num_experts_per_tok":2,"first_k_dense_replace":1,"tie_word_embeddings":false,"head_dim":128}
        {"quantization":{"quant_algo":"FP8","exclude_modules":["lm_head",)" + excluded + "]}}")
        .model.part_bits;
  };
  EXPECT_EQ(bits("longcat_flash", R"("*.mlps*")")[Part::experts], 8);
  EXPECT_EQ(bits("longcat_flash", R"("*.mlps*")")[Part::feed_forward], 16);
  EXPECT_EQ(bits("longcat_flash", R"("*.mlp.*")")[Part::experts], 16);
  EXPECT_EQ(bits("longcat_flash", R"("*.mlp.*")")[Part::feed_forward], 8);
  EXPECT_EQ(bits("qwen3_moe", R"("*.mlp.*")")[Part::experts], 16);
  EXPECT_EQ(bits("qwen3_moe", R"("*.mlp.*")")[Part::feed_forward], 16);
}

}  // namespace
}  // namespace ridgepoint
