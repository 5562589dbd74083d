// Configurations as the families write them, against the catalog's records: the same parameters and the
// same cache. Key names are those of the published config.json files; keys that change nothing are left out.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/import/config.h"
#include "engine/json/api.h"
#include "engine/json/value_tree.h"
#include "engine/model/architecture.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Result<import::Imported> import_text(const std::string& text) {
  const Result<import::Value> value = json::parse_value_tree(text);
  if (!value.ok()) return value.problems();
  return import::import_config(*value, "config.json");
}

// `count` layers of which every `every`-th is `full`, the others `other`, as a JSON list.
std::string types(int count, int every, const char* other, const char* full) {
  std::string out = "[";
  for (int i = 0; i < count; ++i) {
    out += i > 0 ? ",\"" : "\"";
    out += (i + 1) % every == 0 ? full : other;
    out += "\"";
  }
  return out + "]";
}

std::string numbers(int count, int every, int other, int at_every) {
  std::string out = "[";
  for (int i = 0; i < count; ++i) out += (i > 0 ? "," : "") + std::to_string((i + 1) % every == 0 ? at_every : other);
  return out + "]";
}

const char kSliding[] = "sliding_attention";
const char kFull[] = "full_attention";
const char kLinear[] = "linear_attention";

struct Case {
  std::string id;  // in the catalog
  std::string config;
  std::string format = "bf16";
};

// 88 blocks of Nemotron 3 Super: 40 Mamba-2, 8 attention, 40 experts.
std::string super_pattern() {
  std::string out;
  for (int i = 0; i < 8; ++i) out += "MEMEMEMEME*";
  return out;
}

std::string block_types() {  // Nemotron 3 Ultra: 48 Mamba-2, 12 attention, 48 experts
  std::string out = "[";
  for (int i = 0; i < 12; ++i) {
    out += i > 0 ? "," : "";
    for (int j = 0; j < 4; ++j) out += "\"mamba\",\"moe\",";
    out += "\"attention\"";
  }
  return out + "]";
}

// Kimi K3: every fourth layer and the last have full attention, counted from 1.
std::string k3_layers(bool linear) {
  std::string out = "[";
  for (int i = 1; i <= 93; ++i) {
    const bool full = i % 4 == 0 || i == 93;
    if (full != linear) out += (out.size() > 1 ? "," : "") + std::to_string(i);
  }
  return out + "]";
}

std::vector<Case> dense_cases() {
  return {
      {"llama-2-7b",
       R"({"architectures":["LlamaForCausalLM"],"hidden_size":4096,"intermediate_size":11008,"max_position_embeddings":4096,
           "model_type":"llama","num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":32,
           "rope_scaling":null,"tie_word_embeddings":false,"torch_dtype":"float16","vocab_size":32000})",
       "fp16"},
      {"llama-3.1-8b",
       R"({"architectures":["LlamaForCausalLM"],"attention_bias":false,"hidden_size":4096,"intermediate_size":14336,
           "max_position_embeddings":131072,"mlp_bias":false,"model_type":"llama","num_attention_heads":32,
           "num_hidden_layers":32,"num_key_value_heads":8,"rope_scaling":{"factor":8.0,
           "original_max_position_embeddings":8192,"rope_type":"llama3"},"tie_word_embeddings":false,
           "torch_dtype":"bfloat16","vocab_size":128256})"},
      {"llama-3.1-70b",
       R"({"model_type":"llama","hidden_size":8192,"intermediate_size":28672,"max_position_embeddings":131072,
           "num_attention_heads":64,"num_hidden_layers":80,"num_key_value_heads":8,"tie_word_embeddings":false,
           "vocab_size":128256,"torch_dtype":"bfloat16","quantization_config":{"quant_method":"compressed-tensors",
           "format":"float-quantized","config_groups":{"group_0":{"input_activations":{"num_bits":8,"type":"float"},
           "weights":{"num_bits":8,"strategy":"channel","type":"float"}}},"ignore":["lm_head"]}})",
       "fp8"},
      {"mistral-7b-v0.1",
       R"({"model_type":"mistral","hidden_size":4096,"intermediate_size":14336,"max_position_embeddings":32768,
           "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":8,"sliding_window":4096,
           "tie_word_embeddings":false,"torch_dtype":"bfloat16","vocab_size":32000})"},
      {"mistral-nemo-12b",  // the width of a head is not hidden / heads
       R"({"model_type":"mistral","head_dim":128,"hidden_size":5120,"intermediate_size":14336,
           "max_position_embeddings":131072,"num_attention_heads":32,"num_hidden_layers":40,"num_key_value_heads":8,
           "sliding_window":null,"tie_word_embeddings":false,"torch_dtype":"bfloat16","vocab_size":131072})"},
      {"ministral-8b",  // a window no smaller than the context is none
       R"({"model_type":"mistral","head_dim":128,"hidden_size":4096,"intermediate_size":12288,
           "max_position_embeddings":32768,"num_attention_heads":32,"num_hidden_layers":36,"num_key_value_heads":8,
           "sliding_window":32768,"tie_word_embeddings":false,"torch_dtype":"bfloat16","vocab_size":131072})"},
      {"qwen2.5-7b",  // sliding_window is there but switched off
       R"({"architectures":["Qwen2ForCausalLM"],"model_type":"qwen2","hidden_size":3584,"intermediate_size":18944,
           "max_position_embeddings":131072,"max_window_layers":28,"num_attention_heads":28,"num_hidden_layers":28,
           "num_key_value_heads":4,"sliding_window":4096,"tie_word_embeddings":false,"torch_dtype":"bfloat16",
           "use_sliding_window":false,"vocab_size":152064,"quantization_config":{"quant_method":"awq","bits":4,
           "group_size":128,"version":"gemm","zero_point":true}})",
       "awq-int4"},
      {"qwen3-0.6b",
       R"({"architectures":["Qwen3ForCausalLM"],"attention_bias":false,"head_dim":128,"hidden_size":1024,
           "intermediate_size":3072,"max_position_embeddings":40960,"max_window_layers":28,"model_type":"qwen3",
           "num_attention_heads":16,"num_hidden_layers":28,"num_key_value_heads":8,"rope_scaling":null,
           "sliding_window":null,"tie_word_embeddings":true,"torch_dtype":"bfloat16","use_sliding_window":false,
           "vocab_size":151936})"},
      {"gemma-7b",  // ties unless told otherwise
       R"({"model_type":"gemma","head_dim":256,"hidden_size":3072,"intermediate_size":24576,
           "max_position_embeddings":8192,"num_attention_heads":16,"num_hidden_layers":28,"num_key_value_heads":16,
           "torch_dtype":"bfloat16","vocab_size":256000})"},
      {"gemma-2-27b",  // no layer_types: windows alternate
       R"({"model_type":"gemma2","head_dim":128,"hidden_size":4608,"intermediate_size":36864,
           "max_position_embeddings":8192,"num_attention_heads":32,"num_hidden_layers":46,"num_key_value_heads":16,
           "sliding_window":4096,"torch_dtype":"float32","vocab_size":256000})",
       "fp32"},
      {"gemma-3-1b",
       R"({"architectures":["Gemma3ForCausalLM"],"model_type":"gemma3_text","head_dim":256,"hidden_size":1152,
           "intermediate_size":6912,"max_position_embeddings":32768,"num_attention_heads":4,"num_hidden_layers":26,
           "num_key_value_heads":1,"sliding_window":512,"sliding_window_pattern":6,"torch_dtype":"bfloat16",
           "vocab_size":262144})"},
      {"gemma-3-4b",  // what the code has as defaults is not in the file
       R"({"architectures":["Gemma3ForConditionalGeneration"],"model_type":"gemma3","text_config":{"hidden_size":2560,
           "intermediate_size":10240,"model_type":"gemma3_text","num_hidden_layers":34,"sliding_window":1024},
           "torch_dtype":"bfloat16","vision_config":{"hidden_size":1152,"intermediate_size":4304,
           "model_type":"siglip_vision_model","num_attention_heads":16,"num_hidden_layers":27}})"},
      {"gemma-3-27b",
       R"({"architectures":["Gemma3ForConditionalGeneration"],"model_type":"gemma3","text_config":{"head_dim":128,
           "hidden_size":5376,"intermediate_size":21504,"model_type":"gemma3_text","num_attention_heads":32,
           "num_hidden_layers":62,"num_key_value_heads":16,"sliding_window":1024},"torch_dtype":"bfloat16",
           "vision_config":{"hidden_size":1152}})"},
      {"gemma-4-31b",
       R"({"architectures":["Gemma4ForConditionalGeneration"],"model_type":"gemma4","text_config":{
           "attention_k_eq_v":true,"dtype":"bfloat16","enable_moe_block":false,"global_head_dim":512,"head_dim":256,
           "hidden_size":5376,"hidden_size_per_layer_input":0,"intermediate_size":21504,"layer_types":)" +
           types(60, 6, kSliding, kFull) +
           R"(,"max_position_embeddings":262144,"model_type":"gemma4_text","moe_intermediate_size":null,
           "num_attention_heads":32,"num_experts":null,"num_global_key_value_heads":4,"num_hidden_layers":60,
           "num_key_value_heads":16,"num_kv_shared_layers":0,"sliding_window":1024,"tie_word_embeddings":true,
           "use_double_wide_mlp":false,"vocab_size":262144},"vision_config":{"hidden_size":1152}})",
       "bf16"},
      {"gemma-4-e2b",
       R"({"model_type":"gemma4","text_config":{"attention_k_eq_v":false,"dtype":"bfloat16","enable_moe_block":false,
           "global_head_dim":512,"head_dim":256,"hidden_size":1536,"hidden_size_per_layer_input":256,
           "intermediate_size":6144,"layer_types":)" +
           types(35, 5, kSliding, kFull) +
           R"(,"max_position_embeddings":131072,"model_type":"gemma4_text","num_attention_heads":8,
           "num_global_key_value_heads":null,"num_hidden_layers":35,"num_key_value_heads":1,"num_kv_shared_layers":20,
           "sliding_window":512,"tie_word_embeddings":true,"use_double_wide_mlp":true,"vocab_size":262144,
           "vocab_size_per_layer_input":262144},"audio_config":{"hidden_size":1024},"vision_config":{}})"},
      {"gemma-4-e4b",
       R"({"model_type":"gemma4","text_config":{"attention_k_eq_v":false,"dtype":"bfloat16","enable_moe_block":false,
           "global_head_dim":512,"head_dim":256,"hidden_size":2560,"hidden_size_per_layer_input":256,
           "intermediate_size":10240,"layer_types":)" +
           types(42, 6, kSliding, kFull) +
           R"(,"max_position_embeddings":131072,"model_type":"gemma4_text","num_attention_heads":8,
           "num_hidden_layers":42,"num_key_value_heads":2,"num_kv_shared_layers":18,"sliding_window":512,
           "tie_word_embeddings":true,"use_double_wide_mlp":false,"vocab_size":262144,
           "vocab_size_per_layer_input":262144}})"},
      {"phi-2",
       R"({"architectures":["PhiForCausalLM"],"hidden_act":"gelu_new","hidden_size":2560,"intermediate_size":10240,
           "max_position_embeddings":2048,"model_type":"phi","num_attention_heads":32,"num_hidden_layers":32,
           "num_key_value_heads":32,"qk_layernorm":false,"tie_word_embeddings":false,"torch_dtype":"float16",
           "vocab_size":51200})",
       "fp16"},
      {"phi-3-mini",  // the window is larger than the context
       R"({"model_type":"phi3","hidden_size":3072,"intermediate_size":8192,"max_position_embeddings":131072,
           "num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":32,"original_max_position_embeddings":4096,
           "sliding_window":262144,"tie_word_embeddings":false,"torch_dtype":"bfloat16","vocab_size":32064})"},
      {"phi-4",
       R"({"model_type":"phi3","attention_bias":false,"hidden_size":5120,"intermediate_size":17920,
           "max_position_embeddings":16384,"num_attention_heads":40,"num_hidden_layers":40,"num_key_value_heads":10,
           "sliding_window":null,"tie_word_embeddings":false,"torch_dtype":"bfloat16","vocab_size":100352})"},
      {"gpt2",
       R"({"architectures":["GPT2LMHeadModel"],"model_type":"gpt2","n_ctx":1024,"n_embd":768,"n_head":12,"n_inner":null,
           "n_layer":12,"n_positions":1024,"vocab_size":50257})"},
      {"opt-6.7b",
       R"({"architectures":["OPTForCausalLM"],"model_type":"opt","ffn_dim":16384,"hidden_size":4096,
           "max_position_embeddings":2048,"num_attention_heads":32,"num_hidden_layers":32,"torch_dtype":"float16",
           "vocab_size":50272,"word_embed_proj_dim":4096})",
       "fp16"},
      {"bloom-7b1",
       R"({"architectures":["BloomForCausalLM"],"model_type":"bloom","hidden_size":4096,"n_head":32,"n_layer":30,
           "seq_length":2048,"vocab_size":250880})"},
      {"gpt-j-6b",
       R"({"architectures":["GPTJForCausalLM"],"model_type":"gptj","n_embd":4096,"n_head":16,"n_inner":null,"n_layer":28,
           "n_positions":2048,"rotary_dim":64,"tie_word_embeddings":false,"vocab_size":50400})"},
      {"gpt-neox-20b",
       R"({"architectures":["GPTNeoXForCausalLM"],"model_type":"gpt_neox","hidden_size":6144,"intermediate_size":24576,
           "max_position_embeddings":2048,"num_attention_heads":64,"num_hidden_layers":44,"tie_word_embeddings":false,
           "torch_dtype":"float16","use_parallel_residual":true,"vocab_size":50432})",
       "fp16"},
      {"falcon-7b",  // num_kv_heads is there, but multi_query means one
       R"({"architectures":["FalconForCausalLM"],"alibi":false,"bias":false,"hidden_size":4544,"model_type":"falcon",
           "multi_query":true,"new_decoder_architecture":false,"num_attention_heads":71,"num_hidden_layers":32,
           "num_kv_heads":71,"parallel_attn":true,"torch_dtype":"bfloat16","vocab_size":65024})"},
      {"falcon-40b",
       R"({"architectures":["FalconForCausalLM"],"bias":false,"hidden_size":8192,"model_type":"falcon","multi_query":true,
           "new_decoder_architecture":true,"num_attention_heads":128,"num_hidden_layers":60,"num_kv_heads":8,
           "parallel_attn":true,"torch_dtype":"bfloat16","vocab_size":65024})"},
      {"falcon-180b",
       R"({"architectures":["FalconForCausalLM"],"bias":false,"hidden_size":14848,"model_type":"falcon","multi_query":true,
           "new_decoder_architecture":true,"num_attention_heads":232,"num_hidden_layers":80,"num_kv_heads":8,
           "parallel_attn":true,"torch_dtype":"bfloat16","vocab_size":65024})"},
      {"mpt-7b",
       R"({"architectures":["MPTForCausalLM"],"attn_config":{"alibi":true,"attn_type":"multihead_attention"},
           "d_model":4096,"expansion_ratio":4,"max_seq_len":2048,"model_type":"mpt","n_heads":32,"n_layers":32,
           "no_bias":true,"torch_dtype":"bfloat16","vocab_size":50432})"},
      {"starcoder2-7b",
       R"({"architectures":["Starcoder2ForCausalLM"],"hidden_size":4608,"intermediate_size":18432,
           "max_position_embeddings":16384,"model_type":"starcoder2","num_attention_heads":36,"num_hidden_layers":32,
           "num_key_value_heads":4,"sliding_window":4096,"torch_dtype":"bfloat16","use_bias":true,"vocab_size":49152})"},
      {"command-r-35b",  // positions in two keys
       R"({"architectures":["CohereForCausalLM"],"hidden_size":8192,"intermediate_size":22528,
           "max_position_embeddings":8192,"model_max_length":131072,"model_type":"cohere","num_attention_heads":64,
           "num_hidden_layers":40,"num_key_value_heads":64,"torch_dtype":"float16","use_qk_norm":false,"vocab_size":256000})",
       "fp16"},
      {"command-r-plus",
       R"({"architectures":["CohereForCausalLM"],"hidden_size":12288,"intermediate_size":33792,
           "max_position_embeddings":131072,"model_type":"cohere","num_attention_heads":96,"num_hidden_layers":64,
           "num_key_value_heads":8,"torch_dtype":"float16","use_qk_norm":true,"vocab_size":256000})",
       "fp16"},
      {"command-r7b",
       R"({"architectures":["Cohere2ForCausalLM"],"head_dim":128,"hidden_size":4096,"intermediate_size":14336,
           "max_position_embeddings":131072,"model_type":"cohere2","num_attention_heads":32,"num_hidden_layers":32,
           "num_key_value_heads":8,"order_of_interleaved_layers":"local_attn_first","sliding_window":4096,
           "sliding_window_pattern":4,"torch_dtype":"bfloat16","vocab_size":256000})"},
      {"olmo-7b",
       R"({"architectures":["OlmoForCausalLM"],"hidden_size":4096,"intermediate_size":11008,"max_position_embeddings":2048,
           "model_type":"olmo","num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":32,
           "tie_word_embeddings":false,"vocab_size":50304})"},
      {"olmo-2-13b",
       R"({"architectures":["Olmo2ForCausalLM"],"hidden_size":5120,"intermediate_size":13824,"max_position_embeddings":4096,
           "model_type":"olmo2","num_attention_heads":40,"num_hidden_layers":40,"num_key_value_heads":40,
           "tie_word_embeddings":false,"vocab_size":100352})"},
      {"olmo-3-32b",
       R"({"architectures":["Olmo3ForCausalLM"],"hidden_size":5120,"intermediate_size":27648,"layer_types":)" +
           types(64, 4, kSliding, kFull) +
           R"(,"max_position_embeddings":65536,"model_type":"olmo3","num_attention_heads":40,"num_hidden_layers":64,
           "num_key_value_heads":8,"sliding_window":4096,"tie_word_embeddings":false,"vocab_size":100278})"},
      {"exaone-3.5-7.8b",
       R"({"architectures":["ExaoneForCausalLM"],"hidden_size":4096,"intermediate_size":14336,
           "max_position_embeddings":32768,"model_type":"exaone","num_attention_heads":32,"num_key_value_heads":8,
           "num_layers":32,"tie_word_embeddings":false,"vocab_size":102400})"},
      {"exaone-4.0-32b",
       R"({"architectures":["Exaone4ForCausalLM"],"head_dim":128,"hidden_size":5120,"intermediate_size":27392,
           "max_position_embeddings":131072,"model_type":"exaone4","num_attention_heads":40,"num_hidden_layers":64,
           "num_key_value_heads":8,"sliding_window":4096,"sliding_window_pattern":"LLLG","tie_word_embeddings":false,
           "vocab_size":102400})"},
      {"glm-4-9b",
       R"({"architectures":["ChatGLMModel"],"add_bias_linear":false,"add_qkv_bias":true,"ffn_hidden_size":13696,
           "hidden_size":4096,"kv_channels":128,"model_type":"chatglm","multi_query_attention":true,
           "multi_query_group_num":2,"num_attention_heads":32,"num_layers":40,"padded_vocab_size":151552,
           "seq_length":131072,"tie_word_embeddings":false,"torch_dtype":"bfloat16"})"},
      {"smollm3-3b",
       R"({"architectures":["SmolLM3ForCausalLM"],"hidden_size":2048,"intermediate_size":11008,
           "max_position_embeddings":65536,"model_type":"smollm3","num_attention_heads":16,"num_hidden_layers":36,
           "num_key_value_heads":4,"sliding_window":null,"use_sliding_window":false,"vocab_size":128256})"},
      {"granite-3.1-8b",
       R"({"architectures":["GraniteForCausalLM"],"hidden_size":4096,"intermediate_size":12800,
           "max_position_embeddings":131072,"model_type":"granite","num_attention_heads":32,"num_hidden_layers":40,
           "num_key_value_heads":8,"tie_word_embeddings":true,"vocab_size":49155})"},
      {"nemotron-4-15b",
       R"({"architectures":["NemotronForCausalLM"],"hidden_act":"relu2","hidden_size":6144,"intermediate_size":24576,
           "max_position_embeddings":4096,"model_type":"nemotron","num_attention_heads":48,"num_hidden_layers":32,
           "num_key_value_heads":8,"tie_word_embeddings":false,"vocab_size":256000})"},
  };
}

std::vector<Case> expert_cases() {
  return {
      {"mixtral-8x7b",  // the experts' width is intermediate_size
       R"({"architectures":["MixtralForCausalLM"],"hidden_size":4096,"intermediate_size":14336,
           "max_position_embeddings":32768,"model_type":"mixtral","num_attention_heads":32,"num_experts_per_tok":2,
           "num_hidden_layers":32,"num_key_value_heads":8,"num_local_experts":8,"sliding_window":null,
           "tie_word_embeddings":false,"torch_dtype":"bfloat16","vocab_size":32000})"},
      {"qwen3-235b-a22b",
       R"({"architectures":["Qwen3MoeForCausalLM"],"decoder_sparse_step":1,"head_dim":128,"hidden_size":4096,
           "intermediate_size":12288,"max_position_embeddings":40960,"max_window_layers":94,"mlp_only_layers":[],
           "model_type":"qwen3_moe","moe_intermediate_size":1536,"num_attention_heads":64,"num_experts":128,
           "num_experts_per_tok":8,"num_hidden_layers":94,"num_key_value_heads":4,"sliding_window":null,
           "tie_word_embeddings":false,"torch_dtype":"bfloat16","use_sliding_window":false,"vocab_size":151936})"},
      {"qwen1.5-moe-a2.7b",
       R"({"architectures":["Qwen2MoeForCausalLM"],"decoder_sparse_step":1,"hidden_size":2048,"intermediate_size":5632,
           "max_position_embeddings":32768,"max_window_layers":21,"model_type":"qwen2_moe","moe_intermediate_size":1408,
           "num_attention_heads":16,"num_experts":60,"num_experts_per_tok":4,"num_hidden_layers":24,
           "num_key_value_heads":16,"shared_expert_intermediate_size":5632,"sliding_window":32768,
           "tie_word_embeddings":false,"use_sliding_window":false,"vocab_size":151936})"},
      {"qwen3-next-80b-a3b",
       R"({"architectures":["Qwen3NextForCausalLM"],"decoder_sparse_step":1,"full_attention_interval":4,"head_dim":256,
           "hidden_size":2048,"intermediate_size":5120,"linear_conv_kernel_dim":4,"linear_key_head_dim":128,
           "linear_num_key_heads":16,"linear_num_value_heads":32,"linear_value_head_dim":128,
           "max_position_embeddings":262144,"mlp_only_layers":[],"model_type":"qwen3_next","moe_intermediate_size":512,
           "num_attention_heads":16,"num_experts":512,"num_experts_per_tok":10,"num_hidden_layers":48,
           "num_key_value_heads":2,"rope_scaling":null,"shared_expert_intermediate_size":512,
           "tie_word_embeddings":false,"torch_dtype":"bfloat16","use_sliding_window":false,"vocab_size":151936})"},
      {"qwen3.5-397b-a17b",
       R"({"architectures":["Qwen3_5MoeForConditionalGeneration"],"model_type":"qwen3_5_moe","text_config":{
           "attn_output_gate":true,"dtype":"bfloat16","full_attention_interval":4,"head_dim":256,"hidden_size":4096,
           "layer_types":)" +
           types(60, 4, kLinear, kFull) +
           R"(,"linear_conv_kernel_dim":4,"linear_key_head_dim":128,"linear_num_key_heads":16,
           "linear_num_value_heads":64,"linear_value_head_dim":128,"max_position_embeddings":262144,
           "mlp_only_layers":[],"model_type":"qwen3_5_moe_text","moe_intermediate_size":1024,"mtp_num_hidden_layers":1,
           "num_attention_heads":32,"num_experts":512,"num_experts_per_tok":10,"num_hidden_layers":60,
           "num_key_value_heads":2,"shared_expert_intermediate_size":1024,"vocab_size":248320},
           "tie_word_embeddings":false,"vision_config":{"depth":27,"hidden_size":1152,"num_heads":16}})"},
      {"qwen3.8-flash-next",
       R"({"architectures":["Qwen4ExpForConditionalGeneration"],"model_type":"qwen4_exp","text_config":{
           "full_attention_interval":4,"head_dim":256,"hc_count":4,"hc_lowrank":320,"heads_per_ngram":8,"hidden_size":2560,
           "indexer_budget":2048,"indexer_compress_ratio":4,"indexer_head_dim":128,"indexer_kv_heads":1,"indexer_n_heads":4,
           "intermediate_size":5632,"linear_conv_kernel_dim":4,"linear_key_head_dim":128,"linear_num_key_heads":16,
           "linear_num_value_heads":48,"linear_value_head_dim":128,"max_position_embeddings":262144,
           "model_type":"qwen4_exp_text","moe_intermediate_size":640,"mtp_num_hidden_layers":1,"ngram_size":3,
           "ngram_vocab_size_base":20000000,"num_attention_heads":24,"num_experts":512,"num_experts_per_tok":10,
           "num_hidden_layers":48,"num_key_value_heads":2,"ple_embed_dim":2560,"ple_layer_ids":[2],
           "shared_expert_intermediate_size":640,"vocab_size":248320},"tie_word_embeddings":false,
           "vision_config":{"depth":27,"hidden_size":1152}})"},
      {"qwen3.5-27b",
       R"({"model_type":"qwen3_5","text_config":{"attn_output_gate":true,"dtype":"bfloat16","full_attention_interval":4,
           "head_dim":256,"hidden_size":5120,"intermediate_size":17408,"linear_conv_kernel_dim":4,
           "linear_key_head_dim":128,"linear_num_key_heads":16,"linear_num_value_heads":48,"linear_value_head_dim":128,
           "max_position_embeddings":262144,"model_type":"qwen3_5_text","num_attention_heads":24,"num_hidden_layers":64,
           "num_key_value_heads":4,"vocab_size":248320},"tie_word_embeddings":false,"vision_config":{"depth":27}})"},
      {"deepseek-moe-16b",
       R"({"architectures":["DeepseekForCausalLM"],"first_k_dense_replace":1,"hidden_size":2048,"intermediate_size":10944,
           "max_position_embeddings":4096,"model_type":"deepseek","moe_intermediate_size":1408,"moe_layer_freq":1,
           "n_routed_experts":64,"n_shared_experts":2,"num_attention_heads":16,"num_experts_per_tok":6,
           "num_hidden_layers":28,"num_key_value_heads":16,"tie_word_embeddings":false,"vocab_size":102400})"},
      {"deepseek-v2-lite",  // no query compression
       R"({"architectures":["DeepseekV2ForCausalLM"],"first_k_dense_replace":1,"hidden_size":2048,
           "intermediate_size":10944,"kv_lora_rank":512,"max_position_embeddings":163840,"model_type":"deepseek_v2",
           "moe_intermediate_size":1408,"moe_layer_freq":1,"n_routed_experts":64,"n_shared_experts":2,
           "num_attention_heads":16,"num_experts_per_tok":6,"num_hidden_layers":27,"num_key_value_heads":16,
           "q_lora_rank":null,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"tie_word_embeddings":false,
           "topk_method":"greedy","v_head_dim":128,"vocab_size":102400})"},
      {"deepseek-v3",
       R"({"architectures":["DeepseekV3ForCausalLM"],"first_k_dense_replace":3,"hidden_size":7168,
           "intermediate_size":18432,"kv_lora_rank":512,"max_position_embeddings":163840,"model_type":"deepseek_v3",
           "moe_intermediate_size":2048,"moe_layer_freq":1,"n_routed_experts":256,"n_shared_experts":1,
           "num_attention_heads":128,"num_experts_per_tok":8,"num_hidden_layers":61,"num_key_value_heads":128,
           "num_nextn_predict_layers":1,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
           "quantization_config":{"activation_scheme":"dynamic","fmt":"e4m3","quant_method":"fp8",
           "weight_block_size":[128,128]},"rope_scaling":{"factor":40,"original_max_position_embeddings":4096,
           "type":"yarn"},"tie_word_embeddings":false,"topk_method":"noaux_tc","torch_dtype":"bfloat16",
           "v_head_dim":128,"vocab_size":129280})",
       "fp8"},
      {"deepseek-v3.2",
       R"({"first_k_dense_replace":3,"hidden_size":7168,"index_head_dim":128,"index_n_heads":64,"index_topk":2048,
           "intermediate_size":18432,"kv_lora_rank":512,"max_position_embeddings":163840,"model_type":"deepseek_v32",
           "moe_intermediate_size":2048,"n_routed_experts":256,"n_shared_experts":1,"num_attention_heads":128,
           "num_experts_per_tok":8,"num_hidden_layers":61,"q_lora_rank":1536,"qk_nope_head_dim":128,
           "qk_rope_head_dim":64,"quantization_config":{"quant_method":"fp8"},"tie_word_embeddings":false,
           "topk_method":"noaux_tc","v_head_dim":128,"vocab_size":129280})",
       "fp8"},
      {"deepseek-v4-flash",
       R"({"architectures":["DeepseekV4ForCausalLM"],"compress_ratios":[0,0,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,
           128,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,128,4,0],"expert_dtype":"fp4",
           "hc_mult":4,"head_dim":512,"hidden_size":4096,"index_head_dim":128,"index_n_heads":64,"index_topk":512,
           "max_position_embeddings":1048576,"model_type":"deepseek_v4","moe_intermediate_size":2048,
           "n_routed_experts":256,"n_shared_experts":1,"num_attention_heads":64,"num_experts_per_tok":6,
           "num_hash_layers":3,"num_hidden_layers":43,"num_key_value_heads":1,"num_nextn_predict_layers":1,"o_groups":8,
           "o_lora_rank":1024,"q_lora_rank":1024,"qk_rope_head_dim":64,"quantization_config":{"quant_method":"fp8"},
           "sliding_window":128,"tie_word_embeddings":false,"topk_method":"noaux_tc","vocab_size":129280})",
       "mxfp4"},
      {"deepseek-v4-pro",
       R"({"compress_ratios":[128,128)" +
           [] {
             std::string out;
             for (int i = 2; i < 61; ++i) out += i % 2 == 0 ? ",4" : ",128";
             return out;
           }() +
           R"(,0],"expert_dtype":"fp4","hc_mult":4,"head_dim":512,"hidden_size":7168,"index_head_dim":128,
           "index_n_heads":64,"index_topk":1024,"max_position_embeddings":1048576,"model_type":"deepseek_v4",
           "moe_intermediate_size":3072,"n_routed_experts":384,"n_shared_experts":1,"num_attention_heads":128,
           "num_experts_per_tok":6,"num_hash_layers":3,"num_hidden_layers":61,"num_key_value_heads":1,"o_groups":16,
           "o_lora_rank":1024,"q_lora_rank":1536,"qk_rope_head_dim":64,"sliding_window":128,
           "tie_word_embeddings":false,"vocab_size":129280})",
       "mxfp4"},
      {"kimi-k2",  // no topk_method in the file
       R"({"architectures":["DeepseekV3ForCausalLM"],"first_k_dense_replace":1,"hidden_size":7168,
           "intermediate_size":18432,"kv_lora_rank":512,"max_position_embeddings":131072,"model_type":"kimi_k2",
           "moe_intermediate_size":2048,"moe_layer_freq":1,"n_routed_experts":384,"n_shared_experts":1,
           "num_attention_heads":64,"num_experts_per_tok":8,"num_hidden_layers":61,"num_key_value_heads":64,
           "q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"quantization_config":{"config_groups":{
           "group_0":{"weights":{"group_size":32,"num_bits":4,"strategy":"group","symmetric":true,"type":"int"}}},
           "format":"pack-quantized","quant_method":"compressed-tensors"},"tie_word_embeddings":false,"v_head_dim":128,
           "vocab_size":163840})",
       "gptq-int4"},
      {"kimi-k3",
       R"({"model_type":"kimi_k3","text_config":{"attn_res_block_size":2,"first_k_dense_replace":1,"head_dim":192,
           "hidden_size":7168,"intermediate_size":33792,"kv_lora_rank":512,"latent_moe_use_norm":true,
           "linear_attn_config":{"full_attn_layers":)" +
           k3_layers(false) + R"(,"head_dim":128,"kda_layers":)" + k3_layers(true) +
           R"(,"num_heads":96,"short_conv_kernel_size":4,"use_full_rank_gate":true},"mla_use_nope":true,
           "mla_use_output_gate":true,"model_max_length":1048576,"model_type":"kimi_linear","moe_intermediate_size":3072,
           "moe_layer_freq":1,"num_attention_heads":96,"num_experts":896,"num_experts_per_token":16,
           "num_hidden_layers":93,"num_key_value_heads":96,"num_shared_experts":2,"q_lora_rank":1536,
           "qk_nope_head_dim":128,"qk_rope_head_dim":64,"routed_expert_hidden_size":3584,"tie_word_embeddings":false,
           "v_head_dim":128,"vocab_size":163840},"vision_config":{},"quantization_config":{"quant_method":"mxfp4"}})",
       "mxfp4"},
      {"glm-4.5",
       R"({"architectures":["Glm4MoeForCausalLM"],"attention_bias":true,"first_k_dense_replace":3,"head_dim":128,
           "hidden_size":5120,"intermediate_size":12288,"max_position_embeddings":131072,"model_type":"glm4_moe",
           "moe_intermediate_size":1536,"n_routed_experts":160,"n_shared_experts":1,"num_attention_heads":96,
           "num_experts_per_tok":8,"num_hidden_layers":92,"num_key_value_heads":8,"num_nextn_predict_layers":1,
           "tie_word_embeddings":false,"torch_dtype":"bfloat16","use_qk_norm":true,"vocab_size":151552})"},
      {"glm-4.5-air",
       R"({"architectures":["Glm4MoeForCausalLM"],"attention_bias":true,"first_k_dense_replace":1,"head_dim":128,
           "hidden_size":4096,"intermediate_size":10944,"max_position_embeddings":131072,"model_type":"glm4_moe",
           "moe_intermediate_size":1408,"n_routed_experts":128,"n_shared_experts":1,"num_attention_heads":96,
           "num_experts_per_tok":8,"num_hidden_layers":46,"num_key_value_heads":8,"tie_word_embeddings":false,
           "use_qk_norm":false,"vocab_size":151552})"},
      {"glm-5",  // head_dim says 64 and is not meant
       R"({"architectures":["GlmMoeDsaForCausalLM"],"first_k_dense_replace":3,"head_dim":64,"hidden_size":6144,
           "index_head_dim":128,"index_n_heads":32,"index_topk":2048,"intermediate_size":12288,"kv_lora_rank":512,
           "max_position_embeddings":202752,"model_type":"glm_moe_dsa","moe_intermediate_size":2048,"moe_layer_freq":1,
           "n_routed_experts":256,"n_shared_experts":1,"num_attention_heads":64,"num_experts_per_tok":8,
           "num_hidden_layers":78,"num_key_value_heads":64,"q_lora_rank":2048,"qk_nope_head_dim":192,
           "qk_rope_head_dim":64,"tie_word_embeddings":false,"torch_dtype":"bfloat16","v_head_dim":256,
           "vocab_size":154880})"},
      {"gpt-oss-120b",
       R"({"architectures":["GptOssForCausalLM"],"attention_bias":true,"experts_per_token":4,"head_dim":64,
           "hidden_size":2880,"initial_context_length":4096,"intermediate_size":2880,"layer_types":)" +
           types(36, 2, kSliding, kFull) +
           R"(,"max_position_embeddings":131072,"model_type":"gpt_oss","num_attention_heads":64,"num_experts_per_tok":4,
           "num_hidden_layers":36,"num_key_value_heads":8,"num_local_experts":128,"quantization_config":{
           "modules_to_not_convert":["model.layers.*.self_attn"],"quant_method":"mxfp4"},"rope_scaling":{"factor":32.0,
           "original_max_position_embeddings":4096,"rope_type":"yarn"},"sliding_window":128,
           "tie_word_embeddings":false,"vocab_size":201088})",
       "mxfp4"},
      {"llama-4-maverick",
       R"({"architectures":["Llama4ForConditionalGeneration"],"model_type":"llama4","text_config":{
           "attention_bias":false,"attention_chunk_size":8192,"head_dim":128,"hidden_size":5120,
           "interleave_moe_layer_step":2,"intermediate_size":8192,"intermediate_size_mlp":16384,
           "max_position_embeddings":1048576,"model_type":"llama4_text","num_attention_heads":40,
           "num_experts_per_tok":1,"num_hidden_layers":48,"num_key_value_heads":8,"num_local_experts":128,
           "torch_dtype":"bfloat16","use_qk_norm":false,"vocab_size":202048},"vision_config":{"hidden_size":1408}})"},
      {"llama-4-scout",
       R"({"model_type":"llama4","text_config":{"attention_chunk_size":8192,"head_dim":128,"hidden_size":5120,
           "interleave_moe_layer_step":1,"intermediate_size":8192,"intermediate_size_mlp":16384,
           "max_position_embeddings":10485760,"model_type":"llama4_text","no_rope_layers":)" +
           numbers(48, 4, 1, 0) +
           R"(,"num_attention_heads":40,"num_experts_per_tok":1,"num_hidden_layers":48,"num_key_value_heads":8,
           "num_local_experts":16,"torch_dtype":"bfloat16","use_qk_norm":true,"vocab_size":202048}})"},
      {"gemma-4-26b-a4b",
       R"({"model_type":"gemma4","text_config":{"attention_k_eq_v":true,"enable_moe_block":true,"global_head_dim":512,
           "head_dim":256,"hidden_size":2816,"hidden_size_per_layer_input":0,"intermediate_size":2112,"layer_types":)" +
           types(30, 6, kSliding, kFull) +
           R"(,"max_position_embeddings":262144,"model_type":"gemma4_text","moe_intermediate_size":704,
           "num_attention_heads":16,"num_experts":128,"num_global_key_value_heads":2,"num_hidden_layers":30,
           "num_key_value_heads":8,"num_kv_shared_layers":0,"sliding_window":1024,"tie_word_embeddings":true,
           "top_k_experts":8,"vocab_size":262144}})"},
      {"minimax-m1",
       R"({"architectures":["MiniMaxM1ForCausalLM"],"attn_type_list":)" + numbers(80, 8, 0, 1) +
           R"(,"head_dim":128,"hidden_size":6144,"intermediate_size":9216,"max_position_embeddings":10240000,
           "model_type":"minimax_m1","num_attention_heads":64,"num_experts_per_tok":2,"num_hidden_layers":80,
           "num_key_value_heads":8,"num_local_experts":32,"shared_intermediate_size":0,"sliding_window":null,
           "tie_word_embeddings":false,"vocab_size":200064})"},
      {"minimax-m2",  // attn_type_list is there, but says softmax everywhere
       R"({"architectures":["MiniMaxM2ForCausalLM"],"attn_type_list":)" + numbers(62, 1, 1, 1) +
           R"(,"head_dim":128,"hidden_size":3072,"intermediate_size":1536,"max_position_embeddings":196608,
           "model_type":"minimax_m2","num_attention_heads":48,"num_experts_per_tok":8,"num_hidden_layers":62,
           "num_key_value_heads":8,"num_local_experts":256,"num_mtp_modules":3,"qk_norm_type":"per_layer",
           "quantization_config":{"quant_method":"fp8","weight_block_size":[128,128]},"scoring_func":"sigmoid",
           "shared_intermediate_size":0,"tie_word_embeddings":false,"use_mtp":true,"use_qk_norm":true,
           "use_routing_bias":true,"vocab_size":200064})",
       "fp8"},
      {"minimax-m3",
       R"({"model_type":"minimax_m3","text_config":{"dense_intermediate_size":12288,"head_dim":128,"hidden_size":6144,
           "intermediate_size":3072,"max_position_embeddings":1048576,"model_type":"minimax_m3_text","moe_layer_freq":[0,0,0)" +
           [] {
             std::string ones;
             for (int i = 3; i < 60; ++i) ones += ",1";
             return ones;
           }() +
           R"(],"n_shared_experts":1,"num_attention_heads":64,"num_experts_per_tok":4,"num_hidden_layers":60,
           "num_key_value_heads":4,"num_local_experts":128,"sparse_attention_config":{"sparse_attention_freq":[0,0,0)" +
           [] {
             std::string ones;
             for (int i = 3; i < 60; ++i) ones += ",1";
             return ones;
           }() +
           R"(],"sparse_index_dim":128,"sparse_num_index_heads":4},"tie_word_embeddings":false,"use_routing_bias":true,
           "vocab_size":200064}})"},
      {"mimo-v2-flash",
       R"({"architectures":["MiMoV2FlashForCausalLM"],"add_full_attention_sink_bias":false,
           "add_swa_attention_sink_bias":true,"attention_bias":false,"head_dim":192,"hidden_size":4096,
           "hybrid_layer_pattern":[0,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,
           1,1,1,1,1,0],"intermediate_size":16384,"max_position_embeddings":262144,"model_type":"mimo_v2_flash",
           "moe_intermediate_size":2048,"moe_layer_freq":[0)" +
           [] {
             std::string ones;
             for (int i = 1; i < 48; ++i) ones += ",1";
             return ones;
           }() +
           R"(],"n_routed_experts":256,"n_shared_experts":null,"num_attention_heads":64,"num_experts_per_tok":8,
           "num_hidden_layers":48,"num_key_value_heads":4,"quantization_config":{"quant_method":"fp8"},
           "sliding_window":128,"swa_head_dim":192,"swa_num_attention_heads":64,"swa_num_key_value_heads":8,
           "swa_v_head_dim":128,"tie_word_embeddings":false,"topk_method":"noaux_tc","v_head_dim":128,
           "vocab_size":152576})",
       "fp8"},
      {"dbrx",
       R"({"architectures":["DbrxForCausalLM"],"attn_config":{"clip_qkv":8,"kv_n_heads":8},"d_model":6144,
           "ffn_config":{"ffn_hidden_size":10752,"moe_num_experts":16,"moe_top_k":4},"max_seq_len":32768,
           "model_type":"dbrx","n_heads":48,"n_layers":40,"tie_word_embeddings":false,"torch_dtype":"bfloat16",
           "vocab_size":100352})"},
      {"phi-3.5-moe",
       R"({"architectures":["PhiMoEForCausalLM"],"attention_bias":true,"hidden_size":4096,"intermediate_size":6400,
           "lm_head_bias":true,"max_position_embeddings":131072,"model_type":"phimoe","num_attention_heads":32,
           "num_experts_per_tok":2,"num_hidden_layers":32,"num_key_value_heads":8,"num_local_experts":16,
           "sliding_window":131072,"tie_word_embeddings":false,"vocab_size":32064})"},
      {"olmoe-1b-7b",
       R"({"architectures":["OlmoeForCausalLM"],"hidden_size":2048,"intermediate_size":1024,
           "max_position_embeddings":4096,"model_type":"olmoe","num_attention_heads":16,"num_experts":64,
           "num_experts_per_tok":8,"num_hidden_layers":16,"num_key_value_heads":16,"tie_word_embeddings":false,
           "vocab_size":50304})"},
      {"granite-3.0-3b-a800m",
       R"({"architectures":["GraniteMoeForCausalLM"],"hidden_size":1536,"intermediate_size":512,
           "max_position_embeddings":4096,"model_type":"granitemoe","num_attention_heads":24,"num_experts_per_tok":8,
           "num_hidden_layers":32,"num_key_value_heads":8,"num_local_experts":40,"tie_word_embeddings":true,
           "vocab_size":49155})"},
      {"hunyuan-large",  // caches shared by pairs of layers
       R"({"architectures":["HunYuanForCausalLM"],"cla_share_factor":2,"hidden_size":6400,"intermediate_size":18304,
           "max_position_embeddings":131072,"model_type":"hunyuan","moe_topk":[)" +
           [] {
             std::string ones = "1";
             for (int i = 1; i < 64; ++i) ones += ",1";
             return ones;
           }() +
           R"(],"num_attention_heads":80,"num_experts":16,"num_hidden_layers":64,"num_key_value_heads":8,
           "num_shared_expert":1,"tie_word_embeddings":true,"use_cla":true,"use_qk_norm":true,"vocab_size":129024})"},
  };
}

std::vector<Case> hybrid_cases() {
  return {
      {"jamba-v0.1",
       R"({"architectures":["JambaForCausalLM"],"attn_layer_offset":4,"attn_layer_period":8,"expert_layer_offset":1,
           "expert_layer_period":2,"hidden_size":4096,"intermediate_size":14336,"mamba_d_conv":4,"mamba_d_state":16,
           "mamba_dt_rank":256,"mamba_expand":2,"max_position_embeddings":262144,"model_type":"jamba",
           "num_attention_heads":32,"num_experts":16,"num_experts_per_tok":2,"num_hidden_layers":32,
           "num_key_value_heads":8,"sliding_window":null,"tie_word_embeddings":false,"vocab_size":65536})"},
      {"nemotron-3-nano-30b-a3b",  // Infinity, as Python writes it
       R"({"architectures":["NemotronHForCausalLM"],"attention_bias":false,"conv_kernel":4,"expand":2,"head_dim":128,
           "hidden_size":2688,"hybrid_override_pattern":"MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
           "intermediate_size":1856,"mamba_head_dim":64,"mamba_num_heads":64,"max_position_embeddings":262144,
           "mlp_bias":false,"mlp_hidden_act":"relu2","model_type":"nemotron_h","moe_intermediate_size":1856,
           "moe_shared_expert_intermediate_size":3712,"n_groups":8,"n_routed_experts":128,"n_shared_experts":1,
           "num_attention_heads":32,"num_experts_per_tok":6,"num_hidden_layers":52,"num_key_value_heads":2,
           "ssm_state_size":128,"tie_word_embeddings":false,"time_step_limit":[0.0,Infinity],"torch_dtype":"bfloat16",
           "use_bias":false,"use_conv_bias":true,"vocab_size":131072})"},
      {"nemotron-3-super-120b-a12b",
       R"({"model_type":"nemotron_h","conv_kernel":4,"head_dim":128,"hidden_size":4096,"hybrid_override_pattern":")" +
           super_pattern() +
           R"(","intermediate_size":2688,"mamba_head_dim":64,"mamba_num_heads":128,"max_position_embeddings":262144,
           "moe_intermediate_size":2688,"moe_latent_size":1024,"moe_shared_expert_intermediate_size":5376,"n_groups":8,
           "n_routed_experts":512,"n_shared_experts":1,"num_attention_heads":32,"num_experts_per_tok":22,
           "num_hidden_layers":88,"num_key_value_heads":2,"num_nextn_predict_layers":1,"quantization_config":{
           "quant_algo":"NVFP4","quant_method":"modelopt","kv_cache_scheme":{"num_bits":8,"type":"float"}},
           "ssm_state_size":128,"tie_word_embeddings":false,"vocab_size":131072})",
       "nvfp4"},
      {"nemotron-3-ultra-550b-a55b",  // no number of layers, only their list
       R"({"model_type":"nemotron_h","conv_kernel":4,"head_dim":128,"hidden_size":8192,"layers_block_type":)" +
           block_types() +
           R"(,"intermediate_size":5120,"mamba_head_dim":64,"mamba_num_heads":256,"max_position_embeddings":262144,
           "moe_intermediate_size":5120,"moe_latent_size":2048,"moe_shared_expert_intermediate_size":10240,"n_groups":8,
           "n_routed_experts":512,"n_shared_experts":1,"num_attention_heads":64,"num_experts_per_tok":22,
           "num_key_value_heads":2,"ssm_state_size":128,"tie_word_embeddings":false,"vocab_size":131072})"},
      {"nemotron-h-8b",
       R"({"model_type":"nemotron_h","attention_head_dim":128,"conv_kernel":4,"hidden_size":4096,
           "hybrid_override_pattern":"M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-","intermediate_size":21504,
           "mamba_head_dim":64,"mamba_num_heads":128,"max_position_embeddings":8192,"n_groups":8,
           "num_attention_heads":32,"num_hidden_layers":52,"num_key_value_heads":8,"ssm_state_size":128,
           "tie_word_embeddings":false,"vocab_size":131072})"},
      {"granite-4.0-h-small",
       R"({"architectures":["GraniteMoeHybridForCausalLM"],"hidden_size":4096,"intermediate_size":768,"layer_types":)" +
           types(40, 10, "mamba", "attention") +
           R"(,"mamba_d_conv":4,"mamba_d_head":64,"mamba_d_state":128,"mamba_expand":2,"mamba_n_groups":1,
           "mamba_n_heads":128,"max_position_embeddings":131072,"model_type":"granitemoehybrid","num_attention_heads":32,
           "num_experts_per_tok":10,"num_hidden_layers":40,"num_key_value_heads":8,"num_local_experts":72,
           "shared_intermediate_size":1536,"tie_word_embeddings":true,"vocab_size":100352})"},
      {"mamba2-2.7b",
       R"({"architectures":["Mamba2ForCausalLM"],"conv_kernel":4,"expand":2,"head_dim":64,"hidden_size":2560,
           "model_type":"mamba2","n_groups":1,"num_heads":80,"num_hidden_layers":64,"state_size":128,
           "tie_word_embeddings":true,"vocab_size":50288})"},
  };
}

void expect_catalog(const Case& c) {
  SCOPED_TRACE(c.id);
  const ModelRecord* record = find_model(shipped(), c.id);
  ASSERT_NE(record, nullptr);
  const Result<Architecture> wanted = architecture_of(*record, "");
  ASSERT_TRUE(wanted.ok());
  const Result<import::Imported> imported = import_text(c.config);
  ASSERT_TRUE(imported.ok()) << imported.problems()[0].path << ": " << imported.problems()[0].message;
  const Result<Architecture> got = architecture_of(imported->model, "");
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(total_params(*got), total_params(*wanted));
  EXPECT_EQ(active_params(*got), active_params(*wanted));
  EXPECT_EQ(imported->format, c.format);
  EXPECT_EQ(got->layers(), wanted->layers());
  const NumberFormat bf16{.id = "bf16", .bits = 16};
  for (const double tokens : {1.0, 32768.0})
    EXPECT_EQ(in_bytes(kv_cache(*got, tokens, bf16)), in_bytes(kv_cache(*wanted, tokens, bf16))) << tokens;
  EXPECT_EQ(in_bytes(linear_state(*got)), in_bytes(linear_state(*wanted)));
  EXPECT_NEAR(in_flop(forward_flop(*got, 8192)) / in_flop(forward_flop(*wanted, 8192)), 1, 1e-12);
}

std::string all_text(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences) out += sentence + "\n";
  return out;
}

TEST(ImportConfig, DenseModelsAreTheCatalogs) {
  for (const Case& c : dense_cases()) expect_catalog(c);
}

TEST(ImportConfig, ExpertModelsAreTheCatalogs) {
  for (const Case& c : expert_cases()) expect_catalog(c);
}

TEST(ImportConfig, HybridModelsAreTheCatalogs) {
  for (const Case& c : hybrid_cases()) expect_catalog(c);
}

// Two layers of 256 wide, one without attention. Widths: 2 x 3 x 256 / 3 = 512 and 2 x 1.2 x 256 / 3 =
// 204.8, rounded up to 256. Embeddings 2 x 1000 x 256; attention 256 x (256 + 2 x 128 + 256); feed-forward
// 3 x 256 x (512 + 256); norms: one of each half that is there, and the final one.
TEST(ImportConfig, LayersFoundByArchitectureSearch) {
  const auto imported = import_text(
      R"({"model_type":"nemotron-nas","hidden_size":256,"num_hidden_layers":2,"num_attention_heads":4,"vocab_size":1000,
          "num_key_value_heads":null,"intermediate_size":null,"tie_word_embeddings":false,"block_configs":[
          {"attention":{"n_heads_in_group":2,"no_op":false},"ffn":{"ffn_mult":3.0,"no_op":false}},
          {"attention":{"n_heads_in_group":null,"no_op":true},"ffn":{"ffn_mult":1.2,"no_op":false}}]})");
  ASSERT_TRUE(imported.ok()) << imported.problems()[0].message;
  const Architecture model = *architecture_of(imported->model, "");
  EXPECT_EQ(total_params(model), 2 * 1000 * 256 + 256 * (256 + 2 * 128 + 256) + 3 * 256 * (512 + 256) + 4 * 256);
  EXPECT_EQ(imported->model.attention_layers, 1);
  EXPECT_EQ(imported->model.kv_heads, 2);
}

// Gemma 3n E2B (config.json of google/gemma-3n-E2B): the count of its GGUF, worked out in gguf_models_test.cpp, with
// 256 more rows of the embedding table.
TEST(ImportConfig, StreamsAndPerLayerEmbeddings) {
  const auto imported = import_text(
      R"({"architectures":["Gemma3nForConditionalGeneration"],"model_type":"gemma3n","text_config":{
          "model_type":"gemma3n_text","hidden_size":2048,"num_hidden_layers":30,"num_attention_heads":8,
          "num_key_value_heads":2,"head_dim":256,"vocab_size":262400,"vocab_size_per_layer_input":262144,
          "hidden_size_per_layer_input":256,"num_kv_shared_layers":10,"altup_num_inputs":4,"laurel_rank":64,
          "sliding_window":512,"max_position_embeddings":32768,"tie_word_embeddings":true,"intermediate_size":)" +
      numbers(30, 1, 0, 8192) + R"(,"layer_types":)" + types(30, 5, kSliding, kFull) +
      R"(},"torch_dtype":"bfloat16","audio_config":{},"vision_config":{}})");
  ASSERT_TRUE(imported.ok()) << imported.problems()[0].message;
  const Architecture model = *architecture_of(imported->model, "");
  const double layer = 2048.0 * (2 * 2048 + 2 * 512) + 2 * 256 + 3.0 * 2048 * 8192 + 8 * 2048 + 2.0 * 2048 * 256 + 16 +
                       64 + 2048 * 4 + 2.0 * 2048 * 64;
  const double tables = 262144.0 * 7680;
  const double total = 262400.0 * 2048 + 30 * layer + 6.0 * 2048 * 2048 + tables + 2048.0 * 7680 + 256 + 2048;
  EXPECT_EQ(total_params(model), total);
  EXPECT_EQ(in_bytes(kv_cache(model, 4096, {.id = "bf16", .bits = 16})), (4 * 4096 + 16 * 512) * 2048.0);
}

// LFM2 1.2B (config.json of LiquidAI/LFM2-1.2B): two thirds of 12288 are the feed-forward's width. 65536 x 2048 +
// 10 (4 x 2048^2 + 3 x 2048) + 6 (2 x 2048^2 + 2 x 2048 x 512 + 2 x 64) + 16 (3 x 2048 x 8192 + 2 x 2048) + 2048.
TEST(ImportConfig, ShortConvolutions) {
  const auto imported = import_text(
      R"({"architectures":["Lfm2ForCausalLM"],"model_type":"lfm2","hidden_size":2048,"num_hidden_layers":16,
          "num_attention_heads":32,"num_key_value_heads":8,"vocab_size":65536,"block_ff_dim":12288,"conv_L_cache":3,
          "block_multiple_of":256,"block_ffn_dim_multiplier":1.0,"block_auto_adjust_ff_dim":true,"conv_bias":false,
          "tie_embedding":true,"torch_dtype":"bfloat16","layer_types":["conv","conv","full_attention","conv","conv",
          "full_attention","conv","conv","full_attention","conv","full_attention","conv","full_attention","conv",
          "full_attention","conv"]})");
  ASSERT_TRUE(imported.ok()) << imported.problems()[0].message;
  EXPECT_EQ(imported->model.linear->kind, LinearKind::short_conv);
  EXPECT_EQ(total_params(*architecture_of(imported->model, "")), 1170340608.0);
}

TEST(ImportConfig, UnknownTypesAreTakenAsUsualAndSaidSo) {
  const auto imported = import_text(
      R"({"model_type":"brand_new","hidden_size":1024,"intermediate_size":4096,"num_attention_heads":8,
          "num_hidden_layers":4,"vocab_size":1000})");
  ASSERT_TRUE(imported.ok());
  const std::string said = all_text(imported->assumptions);
  EXPECT_NE(said.find("\"brand_new\" is not a model type that is known"), std::string::npos) << said;
  EXPECT_NE(said.find("untied"), std::string::npos) << said;
  EXPECT_NE(said.find("BF16"), std::string::npos) << said;
  // 2 x 1000 x 1024 + 4 x (4 x 1024^2 + 3 x 1024 x 4096 + 2 x 1024) + 1024
  EXPECT_EQ(*imported->model.params_b * 1e9, 2048000 + 4 * (4194304 + 12582912 + 2048) + 1024.0);
}

TEST(ImportConfig, TypesAreAlsoKnownByTheirClass) {
  const auto imported = import_text(
      R"({"architectures":["Qwen2ForCausalLM"],"hidden_size":1024,"intermediate_size":4096,"num_attention_heads":8,
          "num_hidden_layers":4,"vocab_size":1000,"dtype":"float16"})");
  ASSERT_TRUE(imported.ok());
  EXPECT_EQ(imported->model.bias, Bias::qkv);
  EXPECT_EQ(imported->format, "fp16");
}

TEST(ImportConfig, WhatIsLeftOutIsSaid) {
  const auto imported = import_text(
      R"({"model_type":"qwen3_vl","text_config":{"model_type":"qwen3_vl_text","hidden_size":1024,"intermediate_size":4096,
          "num_attention_heads":8,"num_hidden_layers":4,"vocab_size":1000,"num_nextn_predict_layers":1},
          "vision_config":{"hidden_size":64},"tie_word_embeddings":true,"torch_dtype":"bfloat16"})");
  ASSERT_TRUE(imported.ok());
  EXPECT_TRUE(imported->model.tied_embeddings);
  EXPECT_EQ(imported->model.qk_norm, QkNorm::head);
  EXPECT_EQ(imported->model.kind, ModelKind::multimodal);
  const std::string said = all_text(imported->assumptions);
  EXPECT_NE(said.find("vision_config"), std::string::npos);
  EXPECT_NE(said.find("1 layer for predicting several tokens"), std::string::npos);
}

TEST(ImportConfig, WhatItsAttentionHasNoUseForIsLeftOutAndSaid) {
  const auto imported = import_text(
      R"({"model_type":"deepseek_v2","hidden_size":1024,"intermediate_size":4096,"num_attention_heads":8,
          "num_hidden_layers":4,"vocab_size":1000,"kv_lora_rank":128,"qk_nope_head_dim":64,"qk_rope_head_dim":32,
          "v_head_dim":64,"use_qk_norm":true,"qkv_bias":true,"tie_word_embeddings":true,"torch_dtype":"bfloat16"})");
  ASSERT_TRUE(imported.ok());
  EXPECT_EQ(imported->model.qk_norm, QkNorm::none);
  EXPECT_EQ(imported->model.bias, Bias::none);
  const std::string said = all_text(imported->assumptions);
  EXPECT_NE(said.find("qk_norm is not counted in latent attention (kv_lora_rank); left out."), std::string::npos);
  EXPECT_NE(said.find("bias is not counted in latent attention (kv_lora_rank); left out."), std::string::npos);
}

TEST(ImportConfig, MissingEssentialsAreAllNamed) {
  const auto imported = import_text(R"({"model_type":"llama"})");
  ASSERT_FALSE(imported.ok());
  ASSERT_EQ(imported.problems().size(), 3u);  // layers, hidden width, vocabulary
  EXPECT_EQ(imported.problems()[0].code, "missing_field");
  EXPECT_EQ(imported.problems()[0].path, "/num_hidden_layers");
  EXPECT_FALSE(import_text(R"({"model_type":"llama","num_hidden_layers":2,"hidden_size":64})").ok());
  EXPECT_FALSE(import_text("{}").ok());
  EXPECT_FALSE(import_text("[1, 2]").ok());
}

TEST(ImportConfig, ValuesThatCannotBeAreRefused) {
  const char* bad[] = {
      R"({"num_hidden_layers":1e9,"hidden_size":64,"vocab_size":10,"num_attention_heads":1,"intermediate_size":8})",
      R"({"num_hidden_layers":-2,"hidden_size":64,"vocab_size":10,"num_attention_heads":1,"intermediate_size":8})",
      R"({"num_hidden_layers":2.5,"hidden_size":64,"vocab_size":10,"num_attention_heads":1,"intermediate_size":8})",
      R"({"num_hidden_layers":"two","hidden_size":64,"vocab_size":10,"num_attention_heads":1,"intermediate_size":8})",
      R"({"num_hidden_layers":2,"hidden_size":Infinity,"vocab_size":10,"num_attention_heads":1,"intermediate_size":8})",
      R"({"num_hidden_layers":4,"hidden_size":64,"vocab_size":10,"num_attention_heads":1,"intermediate_size":8,
          "layer_types":["full_attention"]})",
      R"({"model_type":"nemotron_h","hybrid_override_pattern":"MZ","hidden_size":64,"vocab_size":10})",
      R"({"num_hidden_layers":1,"hidden_size":64,"vocab_size":10,"num_attention_heads":6,"num_key_value_heads":4,
          "intermediate_size":8})",
      R"({"num_hidden_layers":1,"hidden_size":64,"vocab_size":10,"num_attention_heads":4,"num_experts":8,
          "intermediate_size":8})",
  };
  for (const char* text : bad) EXPECT_FALSE(import_text(text).ok()) << text;
}

TEST(ImportConfig, OtherFilesAreRecognized) {
  EXPECT_EQ(import_text(R"({"model_type":"bert","hidden_size":768})").problems()[0].code, "not_available");
  EXPECT_EQ(import_text(R"({"_class_name":"FluxPipeline"})").problems()[0].code, "not_available");
  EXPECT_FALSE(import_text(R"({"producer":{"name":"modelopt"},"quantization":{"quant_algo":"NVFP4"}})").ok());
  const auto adapter = import_text(
      R"({"peft_type":"LORA","r":16,"lora_alpha":32,"target_modules":["q_proj","v_proj"],
          "base_model_name_or_path":"meta-llama/Llama-3.1-8B"})");
  ASSERT_TRUE(adapter.ok());
  EXPECT_EQ(adapter->kind, "adapter");
  EXPECT_EQ(adapter->adapter->rank, 16);
  EXPECT_EQ(adapter->adapter->base, "meta-llama/Llama-3.1-8B");
}

struct FormatCase {
  const char* quantization;
  const char* format;
};

TEST(ImportConfig, QuantizationOfEveryKind) {
  const FormatCase cases[] = {
      {R"({"quant_method":"gptq","bits":4,"group_size":128})", "gptq-int4"},
      {R"({"quant_method":"gptq","bits":8,"group_size":-1})", "gptq-int8"},
      {R"({"quant_method":"auto-round","bits":4})", "gptq-int4"},
      {R"({"quant_method":"bitsandbytes","load_in_4bit":true,"load_in_8bit":false,"bnb_4bit_quant_type":"nf4"})",
       "nf4"},
      {R"({"quant_method":"bitsandbytes","load_in_8bit":true})", "int8"},
      {R"({"quant_method":"fbgemm_fp8"})", "fp8"},
      {R"({"quant_method":"modelopt","quant_algo":"FP8"})", "fp8"},
      {R"({"quant_method":"modelopt","quant_algo":"W4A16_AWQ"})", "awq-int4"},
      {R"({"quant_method":"compressed-tensors","format":"nvfp4-pack-quantized","config_groups":{"group_0":{"weights":{
          "num_bits":4,"type":"float","group_size":16}}}})",
       "nvfp4"},
      {R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":8,"type":"int"},
          "input_activations":{"num_bits":8,"type":"int"}}}})",
       "int8"},
      {R"({"quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":8,"type":"int"},
          "input_activations":null}}})",
       "w8a16-int8"},
      {R"({"group_size":64,"bits":4})", "mlx-4bit"},
  };
  for (const FormatCase& c : cases) {
    const auto imported = import_text(
        std::string(R"({"model_type":"llama","hidden_size":64,"intermediate_size":128,"num_attention_heads":4,
          "num_hidden_layers":2,"vocab_size":100,"quantization_config":)") +
        c.quantization + "}");
    ASSERT_TRUE(imported.ok());
    EXPECT_EQ(imported->format, c.format);
  }
}

TEST(ImportConfig, NamesBecomeIds) {
  EXPECT_EQ(import::id_of("Llama 3.1 8B (Q4)"), "llama-3.1-8b-q4");
  EXPECT_EQ(import::id_of("../../etc"), "etc");
  EXPECT_EQ(import::id_of("\xE6\xA8\xA1"), "imported-model");
}

}  // namespace
}  // namespace ridgepoint
