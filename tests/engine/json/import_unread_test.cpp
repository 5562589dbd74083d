// Every key of a configuration is read, known to be harmless, or named; what the file leaves out is said.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/lists.h"
#include "engine/import/import.h"
#include "engine/import/keys.h"
#include "engine/json/value_tree.h"
#include "engine/memory/inference.h"
#include "engine/model/architecture.h"
#include "tests/engine/json/shipped_catalog.h"

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

TEST(ImportKeys, AMeaningHasNamesAndANameIsItself) {
  EXPECT_EQ(import::names_of("kv_heads").front(), "num_key_value_heads");
  EXPECT_EQ(import::names_of("cla_share_factor"), std::vector<std::string>{"cla_share_factor"});
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
  EXPECT_NEAR(*imported(with(kLlama, R"("n_routed_experts":null,"moe_width":1407)")).model.params_b, 6.738, 0.001);
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

// ---- Families of several parts a layer.

double params(const std::string& config) { return std::round(*imported(config).model.params_b * 1e9); }
Architecture built(const std::string& config) { return *architecture_of(imported(config).model, ""); }

const char kFalconH1[] = R"({"model_type":"falcon_h1","num_hidden_layers":44,"hidden_size":3072,"intermediate_size":12288,
    "num_attention_heads":12,"num_key_value_heads":2,"head_dim":128,"mamba_d_ssm":3072,"mamba_d_state":256,
    "mamba_n_heads":24,"mamba_d_head":128,"mamba_n_groups":1,"mamba_d_conv":4,"vocab_size":130048,
    "tie_word_embeddings":false})";

TEST(ImportFamilies, FalconH1HasAMixerBesideAttention) {
  // Mamba-2 without a norm: 3072 x (2 x 3072 + 2 x 256 + 24) + 3072^2, a convolution of 4 and a bias over 3584, 3 x 24.
  const double mixer = 3072. * 6680 + 3072. * 3072 + 3584 * 5 + 72, attention = 2 * 3072. * 1536 + 2 * 3072. * 256;
  EXPECT_EQ(params(kFalconH1), 44 * (mixer + attention + 3 * 3072. * 12288 + 2 * 3072) + 2 * 130048. * 3072 + 3072);
  // States of 24 x 128 x 256 in FP32 and what the convolutions remember: 133 MiB; keys and values of 44 layers.
  EXPECT_EQ(in_bytes(linear_state(built(kFalconH1))), 44. * (24 * 128 * 256 * 4 + 3 * 3584 * 2));
  EXPECT_EQ(in_bytes(kv_cache(built(kFalconH1), 1, {.id = "bf16", .bits = 16})), 44 * 2 * 2 * 128 * 2);
  // The catalog counts the norm, 44 x 3072.
  EXPECT_NEAR(params(kFalconH1) / total_params(*architecture_of(*find_model(shipped(), "falcon-h1-7b"), "")), 1, 1e-4);
}

TEST(ImportFamilies, Plamo2HasMambaInEverySecondLayer) {
  const std::string config = R"({"model_type":"plamo2","hidden_size":2048,"hidden_size_per_head":128,
      "intermediate_size":8192,"mamba_d_conv":4,"mamba_d_state":64,"mamba_enabled":true,"mamba_num_heads":32,"mamba_step":2,
      "num_attention_heads":16,"num_hidden_layers":16,"num_key_value_heads":1,"vocab_size":100000})";
  EXPECT_NEAR(params(config) / 1.29e9, 1, 0.002);
  EXPECT_EQ(in_bytes(kv_cache(built(config), 1, {.id = "bf16", .bits = 16})), 4096);
  EXPECT_FALSE(says(config, "not known"));
}

TEST(ImportFamilies, LongCatHasTwoAttentionsALayer) {
  const std::string config = R"({"model_type":"longcat_flash","num_layers":28,"hidden_size":6144,"ffn_hidden_size":12288,
      "expert_ffn_hidden_size":2048,"num_attention_heads":64,"kv_lora_rank":512,"q_lora_rank":1536,"qk_nope_head_dim":128,
      "qk_rope_head_dim":64,"v_head_dim":128,"n_routed_experts":512,"zero_expert_num":256,"moe_topk":12,
      "vocab_size":131072,"max_position_embeddings":131072,"tie_word_embeddings":false})";
  const Architecture wanted = *architecture_of(*find_model(shipped(), "longcat-flash"), ""), got = built(config);
  EXPECT_EQ(total_params(got), total_params(wanted));  // 560.7 billion, published as 560
  EXPECT_EQ(active_params(got), active_params(wanted));
  EXPECT_EQ(got.layers(), 56);
}

TEST(ImportFamilies, LayersThatAttendToAnImageKeepNothingOfTheText) {
  const std::string config = R"({"model_type":"mllama","vision_config":{"depth":2},"text_config":{
      "model_type":"mllama_text_model","cross_attention_layers":[3,8,13,18,23,28,33,38],"hidden_size":4096,
      "intermediate_size":14336,"num_attention_heads":32,"num_hidden_layers":40,"num_key_value_heads":8,
      "vocab_size":128256,"max_position_embeddings":131072}})";
  EXPECT_EQ(in_bytes(kv_cache(built(config), 1, {.id = "bf16", .bits = 16})), 32 * 2 * 8 * 128 * 2);
  // transformers 5.24.0 counts 9,775,192,080 parameters of the decoder; 8 special tokens of the embeddings among them.
  EXPECT_NEAR(params(config) / 9775192080.0, 1, 1e-4);
}

// The modules that transformers 5.24.0 builds, added up.
TEST(ImportFamilies, OthersAreAsTheirCodeBuildsThem) {
  const std::pair<const char*, double> kBuilt[] = {
      {R"({"model_type":"flint","hidden_size":2048,"intermediate_size":6144,"num_hidden_layers":1,"num_attention_heads":32,
           "num_key_value_heads":4,"head_dim":128,"vocab_size":1000,"tie_word_embeddings":false})",
       2 * 2048. * 4096 + 2 * 2048. * 512 + 32 + 256 + 3 * 2048. * 6144 + 3 * 2048 + 2 * 1000. * 2048},
      {R"({"model_type":"nanochat","hidden_size":768,"intermediate_size":8192,"num_hidden_layers":1,"num_attention_heads":6,
           "vocab_size":1000,"tie_word_embeddings":false})",
       4 * 768. * 768 + 2 * 768. * 8192 + 2 * 1000. * 768},
      {R"({"model_type":"jais2","hidden_size":3328,"intermediate_size":26624,"num_hidden_layers":1,"num_attention_heads":26,
           "vocab_size":1000,"tie_word_embeddings":false})",
       4 * 3328. * 3329 + 2 * 3328. * 26624 + 26624 + 3328 + 6 * 3328 + 2 * 1000. * 3328}};
  for (const auto& [config, count] : kBuilt) EXPECT_EQ(params(config), count) << config;
}

// What is switched off is not there, however many it would be.
TEST(ImportFamilies, ExpertsThatAreSwitchedOffAreNone) {
  EXPECT_NEAR(params(with(kLlama, R"("is_moe":false,"num_experts":64,"num_experts_per_tok":8)")) / 6.738e9, 1, 0.001);
}

// ---- Drafts.

// `layers` layers of Qwen3 8B's shape.
std::string draft(const std::string& name, int layers, const std::string& more) {
  return R"({"architectures":[")" + name + R"("],"model_type":"qwen3","hidden_size":4096,"intermediate_size":12288,
      "num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,"vocab_size":151936,"num_hidden_layers":)" +
         std::to_string(layers) + more + "}";
}

TEST(ImportDrafts, EmbeddingsAndHeadAreTheTargets) {
  const double h = 4096, layer = 2 * h * h + 2 * h * 1024 + 3 * h * 12288 + 2 * h + 256;
  // DFlash: five layers and a projection from five of the target, 1.05 billion; from three where the file says which.
  EXPECT_EQ(params(draft("DFlashDraftModel", 5, "")), 5 * layer + 5 * h * h + h + h);
  EXPECT_EQ(params(draft("DFlashDraftModel", 5, R"(,"dflash_config":{"target_layer_ids":[1,9,17]})")),
            5 * layer + 3 * h * h + h + h);
  // EAGLE: one layer and a projection of token and state.
  EXPECT_EQ(params(draft("EagleQwen3ForCausalLM", 1, "")), layer + 2 * h * h + h);
  // EAGLE-3: its layer sees the token too, and its head has 32,000 tokens of its own.
  EXPECT_EQ(params(draft("Qwen3ForCausalLMEagle3", 1, R"(,"draft_vocab_size":32000)")),
            layer + h * (4096 + 2 * 1024) + 3 * h * h + h + h + 32000 * h);
  EXPECT_TRUE(says(draft("DFlashDraftModel", 5, ""), "a draft of another model: embeddings and head are the target's"));
  EXPECT_TRUE(says(draft("Qwen3ForCausalLMEagle3", 1, R"(,"draft_vocab_size":32000)"), "the embeddings are the target's"));
  EXPECT_FALSE(says(draft("Qwen3ForCausalLM", 5, ""), "draft"));
}

// ---- Adapters.

std::string adapter(const std::string& more) {
  return R"({"peft_type":"LORA","r":16,"lora_alpha":32,"base_model_name_or_path":"meta-llama/Llama-3.1-8B",)" + more + "}";
}

TEST(ImportAdapters, WhatTheyActOnIsSaid) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(imported(adapter(R"("target_modules":"all-linear")")).adapter->targets, Texts{"all-linear"});
  EXPECT_TRUE(says(adapter(R"("target_modules":"all-linear")"), "all linear layers of that model but the head"));
  EXPECT_EQ(imported(adapter(R"x("target_modules":"(.*q_proj|.*v_proj)")x")).adapter->targets, Texts{"(.*q_proj|.*v_proj)"});
  EXPECT_EQ(imported(adapter(R"("target_modules":["q_proj"],"target_parameters":["experts.down_proj"])")).adapter->targets,
            (Texts{"q_proj", "experts.down_proj"}));
}

TEST(ImportAdapters, WhatRankAndTargetsDoNotSayIsNamed) {
  EXPECT_TRUE(says(adapter(R"("rank_pattern":{"q_proj":64,"down_proj":8})"), "a rank of their own: q_proj 64, down_proj 8."));
  EXPECT_TRUE(says(adapter(R"("modules_to_save":["lm_head","embed_tokens"])"), "not counted: lm_head, embed_tokens."));
  EXPECT_TRUE(says(adapter(R"("layers_to_transform":[0,1])"), "these layers alone: 0, 1."));
  EXPECT_TRUE(says(adapter(R"("layers_to_transform":7)"), "these layers alone: 7."));
  EXPECT_TRUE(says(adapter(R"("layer_replication":[[0,4]])"), "Not understood, and not counted: layer_replication."));
  EXPECT_FALSE(says(adapter(R"("rank_pattern":{},"modules_to_save":null,"lora_dropout":0.1)"), "counted"));
}

TEST(ImportAdapters, WhatIsNoLoraIsRefused) {
  for (const char* type : {"PREFIX_TUNING", "IA3", "PROMPT_TUNING"}) {
    const auto got = import_text(std::string(R"({"peft_type":")") + type + R"(","num_virtual_tokens":20})");
    ASSERT_FALSE(got.ok()) << type;
    EXPECT_EQ(got.problems()[0].path, "/peft_type");
    EXPECT_NE(got.problems()[0].message.find("is no LoRA"), std::string::npos);
  }
  EXPECT_TRUE(import_text(R"({"peft_type":"ADALORA","r":8,"target_modules":["q_proj"]})").ok());
}

}  // namespace
}  // namespace ridgepoint
