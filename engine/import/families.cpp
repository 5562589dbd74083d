#include "engine/import/families.h"

#include <algorithm>
#include <cctype>

#include "engine/base/lists.h"

namespace ridgepoint::import {
namespace {

// With LayerNorm and a feed-forward of two matrices.
constexpr Family ungated(Family family) {
  family.gated = false;
  family.norm = Norm::layernorm;
  return family;
}

// As GPT-2 has them: besides, biases everywhere unless some are named, and a feed-forward of four times the width.
constexpr Family classic(Family family) {
  family = ungated(family);
  family.width = Width::four_hidden;
  if (family.bias == Bias::none) family.bias = Bias::all;
  return family;
}

// Conventions as the reference implementations of each family have them (transformers, or the code
// published with the weights); parameter counts of published checkpoints confirm them in the tests.
constexpr Family kFamilies[] = {
    // Gated feed-forward, two RMSNorms, no biases.
    {.type = "llama"},
    {.type = "mistral", .also = "mistral3 ministral ministral3 pixtral"},
    {.type = "mixtral"},
    {.type = "deepseek", .also = "deepseek_v2 deepseek2"},
    {.type = "deepseek_v3", .name = "deepseek", .also = "deepseek_v32", .router_bias = true},
    {.type = "deepseek_v4", .name = "deepseek", .router_bias = true},
    {.type = "kimi_k2", .name = "kimi", .also = "kimi_k25 kimi_linear kimi_k3", .router_bias = true},
    {.type = "internlm", .also = "internlm2 internlm3"},
    {.type = "exaone"},
    {.type = "exaone4", .name = "exaone", .qk_norm = QkNorm::head, .window_every = 4},
    {.type = "exaone_moe", .name = "exaone", .qk_norm = QkNorm::head, .window_every = 4, .router_bias = true},
    {.type = "smollm3", .name = "smollm", .tied = true},
    {.type = "granite", .also = "granitemoe granitemoehybrid granitehybrid", .tied = true},
    {.type = "phi3", .name = "phi", .also = "phi4"},
    {.type = "yi"},
    {.type = "baichuan"},
    {.type = "minicpm", .tied = true},
    {.type = "panguembedded", .name = "pangu"},
    {.type = "mimo", .bias = Bias::qkv, .output_bias = false},
    {.type = "mimo_v2", .name = "mimo", .also = "mimo_v2_flash mimo2", .router_bias = true},
    {.type = "jamba"},
    {.type = "lfm2", .name = "lfm", .qk_norm = QkNorm::head, .tied = true},
    {.type = "lfm2_moe", .name = "lfm", .qk_norm = QkNorm::head, .tied = true, .router_bias = true},
    {.type = "decilm", .name = "nemotron", .also = "nemotron-nas"},
    {.type = "seed_oss", .name = "seed", .output_bias = false},
    {.type = "ernie4_5", .name = "ernie", .tied = true},
    {.type = "ernie4_5_moe", .name = "ernie", .tied = true, .router_bias = true},
    {.type = "step3p5", .name = "step", .also = "step3p7", .router_bias = true},
    {.type = "hunyuan", .also = "hunyuan_v1_dense hunyuan_v1_moe", .qk_norm = QkNorm::head, .tied = true},
    {.type = "hy_v3", .name = "hunyuan", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "llama4", .name = "llama", .window_every = 4, .shared_experts = 1},
    {.type = "molmo", .width = Width::of_both},
    // Qwen.
    {.type = "qwen", .bias = Bias::qkv, .width = Width::of_both},
    {.type = "qwen2", .name = "qwen", .also = "qwen2_vl qwen2_5_vl", .bias = Bias::qkv},
    {.type = "qwen2_moe", .name = "qwen", .bias = Bias::qkv, .shared_gate = true},
    {.type = "qwen3", .name = "qwen", .also = "qwen3_vl qwen3_moe qwen3_vl_moe", .qk_norm = QkNorm::head},
    {.type = "qwen3_next",
     .name = "qwen",
     .also = "qwen3_5 qwen4_exp qwen3_5_moe",
     .qk_norm = QkNorm::head,
     .attention_gate = true,
     .shared_gate = true},
    // GLM: attention_bias covers queries, keys and values only.
    {.type = "chatglm", .name = "glm", .output_bias = false},
    {.type = "glm", .output_bias = false},
    {.type = "glm4", .name = "glm", .output_bias = false, .norms = 4},
    {.type = "glm4_moe", .name = "glm", .output_bias = false, .router_bias = true},
    {.type = "glm4_moe_lite", .name = "glm", .also = "glm_moe_dsa", .router_bias = true},
    // Gemma: tied; from the second on a norm before and after each half of a layer.
    {.type = "gemma", .tied = true},
    {.type = "gemma2", .name = "gemma", .norms = 4, .tied = true, .window_every = 2},
    {.type = "gemma3", .name = "gemma", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .window_every = 6},
    {.type = "gemma3n", .name = "gemma", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .window_every = 5},
    {.type = "gemma4", .name = "gemma", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .window_every = 6},
    // Cohere: attention and feed-forward side by side behind one LayerNorm.
    {.type = "cohere", .also = "command-r", .norm = Norm::layernorm_no_bias, .norms = 1, .tied = true},
    {.type = "cohere2", .name = "cohere", .norm = Norm::layernorm_no_bias, .norms = 1, .tied = true, .window_every = 4},
    // OLMo.
    {.type = "olmo", .norm = Norm::none},
    {.type = "olmo2", .name = "olmo", .also = "olmoe", .qk_norm = QkNorm::full},
    {.type = "olmo3", .name = "olmo", .qk_norm = QkNorm::full, .window_every = 4},
    // Expert models with conventions of their own.
    {.type = "gpt_oss",
     .name = "gpt-oss",
     .bias = Bias::qkv_o,
     .window_every = 2,
     .sinks = true,
     .router_bias = true,
     .expert_bias = true},
    {.type = "zamba2", .name = "zamba", .norms = 1, .tied = true},
    {.type = "bailing_moe", .name = "ling"},
    {.type = "bailing_moe_v2", .name = "ling", .also = "bailingmoe2", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "bailing_hybrid", .name = "ling", .router_bias = true},
    {.type = "minimax", .also = "minimax_text_01 minimax_m1"},
    {.type = "minimax_m2", .name = "minimax", .qk_norm = QkNorm::full, .router_bias = true},
    {.type = "minimax_m3", .name = "minimax", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "dbrx", .norm = Norm::layernorm_no_bias},
    {.type = "stablelm", .norm = Norm::layernorm},
    {.type = "orion", .norm = Norm::layernorm},
    {.type = "phimoe", .name = "phi", .norm = Norm::layernorm, .lm_head_bias = true},
    {.type = "grok-1", .name = "grok", .norms = 4, .tied = true},
    // Ungated feed-forward.
    ungated({.type = "nemotron"}),
    {.type = "arcee", .gated = false},
    {.type = "apertus", .gated = false, .qk_norm = QkNorm::head},
    {.type = "nemotron_h", .name = "nemotron", .gated = false, .norms = 1, .router_bias = true},
    {.type = "mamba", .norms = 1, .tied = true},
    {.type = "mamba2", .name = "mamba", .norms = 1, .tied = true},
    {.type = "falcon_mamba", .name = "falcon", .norms = 1, .tied = true},
    classic({.type = "gpt2", .name = "gpt", .tied = true, .learned_positions = true}),
    classic({.type = "gpt_bigcode", .name = "starcoder", .tied = true, .learned_positions = true}),
    classic({.type = "bloom", .tied = true, .embedding_norm = true}),
    classic({.type = "gptj", .name = "gpt", .bias = Bias::mlp, .norms = 1, .lm_head_bias = true}),
    classic({.type = "phi", .also = "mixformer-sequential", .norms = 1, .lm_head_bias = true}),
    ungated({.type = "opt", .bias = Bias::all, .tied = true, .learned_positions = true, .extra_positions = 2}),
    ungated({.type = "gpt_neox", .name = "gpt", .bias = Bias::all}),
    ungated({.type = "starcoder2", .name = "starcoder", .bias = Bias::all, .tied = true}),
    ungated({.type = "falcon", .also = "refinedweb", .tied = true, .width = Width::four_hidden}),
    {.type = "mpt", .gated = false, .norm = Norm::layernorm_no_bias, .tied = true, .width = Width::four_hidden},
    // Not models that generate tokens.
    {.type = "bert",
     .also = "roberta xlm-roberta distilbert deberta-v2 modernbert nomic_bert t5 umt5 mt5 bart whisper wav2vec2 vit "
             "clip siglip dinov2 swin resnet",
     .decoder = false},
};

// Letters and digits in lower case: "Qwen3_5Moe" and "qwen3_5_moe" are the same.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool drop_end(std::string& text, std::string_view end) {
  if (text.size() <= end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0) return false;
  text.resize(text.size() - end.size());
  return true;
}

bool is_among(std::string_view types, const std::string& type) {
  while (!types.empty()) {
    const std::size_t end = std::min(types.find(' '), types.size());
    if (plain(types.substr(0, end)) == type) return true;
    types.remove_prefix(std::min(end + 1, types.size()));
  }
  return false;
}

const Family* named(const std::string& type) {
  return find_where(kFamilies,
                    [&](const Family& family) { return plain(family.type) == type || is_among(family.also, type); });
}

}  // namespace

const Family* find_family(std::string_view model_type, std::string_view architecture) {
  std::string type = plain(model_type);
  if (const Family* family = named(type)) return family;
  for (const char* end : {"text", "vl", "v", "moe", "model"})
    if (drop_end(type, end))
      if (const Family* family = named(type)) return family;
  std::string from_class = plain(architecture);
  for (const char* end :
       {"forcausallm", "forconditionalgeneration", "forsequenceclassification", "lmheadmodel", "rewardmodel", "model"})
    if (drop_end(from_class, end)) break;
  return from_class.empty() ? nullptr : named(from_class);
}

}  // namespace ridgepoint::import
