#include "engine/import/families.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace ridgepoint::import {
namespace {

// Conventions as the reference implementations of each family have them (transformers, or the code
// published with the weights); parameter counts of published checkpoints confirm them in the tests.
constexpr Family kFamilies[] = {
    // Gated feed-forward, two RMSNorms, no biases.
    {.type = "llama"},
    {.type = "mistral"},
    {.type = "mistral3", .name = "mistral"},
    {.type = "ministral", .name = "mistral"},
    {.type = "ministral3", .name = "mistral"},
    {.type = "pixtral", .name = "mistral"},
    {.type = "mixtral"},
    {.type = "deepseek"},
    {.type = "deepseek_v2", .name = "deepseek"},
    {.type = "deepseek_v3", .name = "deepseek", .router_bias = true},
    {.type = "deepseek_v32", .name = "deepseek", .router_bias = true},
    {.type = "deepseek_v4", .name = "deepseek", .router_bias = true},
    {.type = "kimi_k2", .name = "kimi", .router_bias = true},
    {.type = "kimi_k25", .name = "kimi", .router_bias = true},
    {.type = "kimi_linear", .name = "kimi", .router_bias = true},
    {.type = "kimi_k3", .name = "kimi", .router_bias = true},
    {.type = "internlm"},
    {.type = "internlm2", .name = "internlm"},
    {.type = "internlm3", .name = "internlm"},
    {.type = "exaone"},
    {.type = "exaone4", .name = "exaone", .qk_norm = QkNorm::head, .window_every = 4},
    {.type = "exaone_moe", .name = "exaone", .qk_norm = QkNorm::head, .window_every = 4, .router_bias = true},
    {.type = "smollm3", .name = "smollm", .tied = true},
    {.type = "granite", .tied = true},
    {.type = "granitemoe", .name = "granite", .tied = true},
    {.type = "granitemoehybrid", .name = "granite", .tied = true},
    {.type = "phi3", .name = "phi"},
    {.type = "phi4", .name = "phi"},
    {.type = "yi"},
    {.type = "baichuan"},
    {.type = "minicpm", .tied = true},
    {.type = "panguembedded", .name = "pangu"},
    {.type = "mimo", .bias = Bias::qkv, .output_bias = false},
    {.type = "mimo_v2", .name = "mimo", .router_bias = true},
    {.type = "mimo_v2_flash", .name = "mimo", .router_bias = true},
    {.type = "jamba"},
    {.type = "lfm2", .name = "lfm", .qk_norm = QkNorm::head, .tied = true},
    {.type = "lfm2_moe", .name = "lfm", .qk_norm = QkNorm::head, .tied = true, .router_bias = true},
    {.type = "decilm", .name = "nemotron"},
    {.type = "nemotron-nas", .name = "nemotron"},
    {.type = "seed_oss", .name = "seed", .output_bias = false},
    {.type = "ernie4_5", .name = "ernie", .tied = true},
    {.type = "ernie4_5_moe", .name = "ernie", .tied = true, .router_bias = true},
    {.type = "step3p5", .name = "step", .router_bias = true},
    {.type = "step3p7", .name = "step", .router_bias = true},
    {.type = "hunyuan", .qk_norm = QkNorm::head, .tied = true},
    {.type = "hunyuan_v1_dense", .name = "hunyuan", .qk_norm = QkNorm::head, .tied = true},
    {.type = "hunyuan_v1_moe", .name = "hunyuan", .qk_norm = QkNorm::head, .tied = true},
    {.type = "hy_v3", .name = "hunyuan", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "llama4", .name = "llama", .window_every = 4, .shared_experts = 1},
    {.type = "molmo", .width = Width::of_both},
    // Qwen.
    {.type = "qwen", .bias = Bias::qkv, .width = Width::of_both},
    {.type = "qwen2", .name = "qwen", .bias = Bias::qkv},
    {.type = "qwen2_vl", .name = "qwen", .bias = Bias::qkv},
    {.type = "qwen2_5_vl", .name = "qwen", .bias = Bias::qkv},
    {.type = "qwen2_moe", .name = "qwen", .bias = Bias::qkv, .shared_gate = true},
    {.type = "qwen3", .name = "qwen", .qk_norm = QkNorm::head},
    {.type = "qwen3_vl", .name = "qwen", .qk_norm = QkNorm::head},
    {.type = "qwen3_moe", .name = "qwen", .qk_norm = QkNorm::head},
    {.type = "qwen3_vl_moe", .name = "qwen", .qk_norm = QkNorm::head},
    {.type = "qwen3_next", .name = "qwen", .qk_norm = QkNorm::head, .attention_gate = true, .shared_gate = true},
    {.type = "qwen3_5", .name = "qwen", .qk_norm = QkNorm::head, .attention_gate = true, .shared_gate = true},
    {.type = "qwen4_exp", .name = "qwen", .qk_norm = QkNorm::head, .attention_gate = true, .shared_gate = true},
    {.type = "qwen3_5_moe", .name = "qwen", .qk_norm = QkNorm::head, .attention_gate = true, .shared_gate = true},
    // GLM: attention_bias covers queries, keys and values only.
    {.type = "chatglm", .name = "glm", .output_bias = false},
    {.type = "glm", .output_bias = false},
    {.type = "glm4", .name = "glm", .output_bias = false, .norms = 4},
    {.type = "glm4_moe", .name = "glm", .output_bias = false, .router_bias = true},
    {.type = "glm4_moe_lite", .name = "glm", .router_bias = true},
    {.type = "glm_moe_dsa", .name = "glm", .router_bias = true},
    // Gemma: tied; from the second on a norm before and after each half of a layer.
    {.type = "gemma", .tied = true},
    {.type = "gemma2", .name = "gemma", .norms = 4, .tied = true, .window_every = 2},
    {.type = "gemma3", .name = "gemma", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .window_every = 6},
    {.type = "gemma3n", .name = "gemma", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .window_every = 5},
    {.type = "gemma4", .name = "gemma", .norms = 4, .qk_norm = QkNorm::head, .tied = true, .window_every = 6},
    // Cohere: attention and feed-forward side by side behind one LayerNorm.
    {.type = "cohere", .norm = Norm::layernorm_no_bias, .norms = 1, .tied = true},
    {.type = "cohere2", .name = "cohere", .norm = Norm::layernorm_no_bias, .norms = 1, .tied = true, .window_every = 4},
    // OLMo.
    {.type = "olmo", .norm = Norm::none},
    {.type = "olmo2", .name = "olmo", .qk_norm = QkNorm::full},
    {.type = "olmo3", .name = "olmo", .qk_norm = QkNorm::full, .window_every = 4},
    {.type = "olmoe", .name = "olmo", .qk_norm = QkNorm::full},
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
    {.type = "bailing_moe_v2", .name = "ling", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "bailing_hybrid", .name = "ling", .router_bias = true},
    {.type = "minimax"},
    {.type = "minimax_text_01", .name = "minimax"},
    {.type = "minimax_m1", .name = "minimax"},
    {.type = "minimax_m2", .name = "minimax", .qk_norm = QkNorm::full, .router_bias = true},
    {.type = "minimax_m3", .name = "minimax", .qk_norm = QkNorm::head, .router_bias = true},
    {.type = "dbrx", .norm = Norm::layernorm_no_bias},
    {.type = "stablelm", .norm = Norm::layernorm},
    {.type = "orion", .norm = Norm::layernorm},
    {.type = "phimoe", .name = "phi", .norm = Norm::layernorm, .lm_head_bias = true},
    {.type = "grok-1", .name = "grok", .norms = 4, .tied = true},
    // Ungated feed-forward.
    {.type = "nemotron", .gated = false, .norm = Norm::layernorm},
    {.type = "arcee", .gated = false},
    {.type = "apertus", .gated = false, .qk_norm = QkNorm::head},
    {.type = "nemotron_h", .name = "nemotron", .gated = false, .norms = 1, .router_bias = true},
    {.type = "mamba", .norms = 1, .tied = true},
    {.type = "mamba2", .name = "mamba", .norms = 1, .tied = true},
    {.type = "falcon_mamba", .name = "falcon", .norms = 1, .tied = true},
    {.type = "gpt2",
     .name = "gpt",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .tied = true,
     .width = Width::four_hidden,
     .learned_positions = true},
    {.type = "gpt_bigcode",
     .name = "starcoder",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .tied = true,
     .width = Width::four_hidden,
     .learned_positions = true},
    {.type = "opt",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .tied = true,
     .learned_positions = true,
     .extra_positions = 2},
    {.type = "bloom",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .tied = true,
     .width = Width::four_hidden,
     .embedding_norm = true},
    {.type = "gptj",
     .name = "gpt",
     .gated = false,
     .bias = Bias::mlp,
     .norm = Norm::layernorm,
     .norms = 1,
     .width = Width::four_hidden,
     .lm_head_bias = true},
    {.type = "gpt_neox", .name = "gpt", .gated = false, .bias = Bias::all, .norm = Norm::layernorm},
    {.type = "starcoder2",
     .name = "starcoder",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .tied = true},
    {.type = "falcon", .gated = false, .norm = Norm::layernorm, .tied = true, .width = Width::four_hidden},
    {.type = "refinedweb",
     .name = "falcon",
     .gated = false,
     .norm = Norm::layernorm,
     .tied = true,
     .width = Width::four_hidden},
    {.type = "mpt", .gated = false, .norm = Norm::layernorm_no_bias, .tied = true, .width = Width::four_hidden},
    {.type = "phi",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .norms = 1,
     .width = Width::four_hidden,
     .lm_head_bias = true},
    {.type = "mixformer-sequential",
     .name = "phi",
     .gated = false,
     .bias = Bias::all,
     .norm = Norm::layernorm,
     .norms = 1,
     .width = Width::four_hidden,
     .lm_head_bias = true},
    // Not models that generate tokens.
    {.type = "bert", .decoder = false},
    {.type = "roberta", .decoder = false},
    {.type = "xlm-roberta", .decoder = false},
    {.type = "distilbert", .decoder = false},
    {.type = "deberta-v2", .decoder = false},
    {.type = "modernbert", .decoder = false},
    {.type = "nomic_bert", .decoder = false},
    {.type = "t5", .decoder = false},
    {.type = "umt5", .decoder = false},
    {.type = "mt5", .decoder = false},
    {.type = "bart", .decoder = false},
    {.type = "whisper", .decoder = false},
    {.type = "wav2vec2", .decoder = false},
    {.type = "vit", .decoder = false},
    {.type = "clip", .decoder = false},
    {.type = "siglip", .decoder = false},
    {.type = "dinov2", .decoder = false},
    {.type = "swin", .decoder = false},
    {.type = "resnet", .decoder = false},
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

const Family* named(std::string text) {
  const auto same = [&](const Family& family) { return plain(family.type) == text; };
  const auto found = std::find_if(std::begin(kFamilies), std::end(kFamilies), same);
  return found == std::end(kFamilies) ? nullptr : &*found;
}

}  // namespace

const Family* find_family(std::string_view model_type, std::string_view architecture) {
  std::string type = plain(model_type);
  if (const Family* family = named(type)) return family;
  for (const char* end : {"text", "vl", "v", "model"})
    if (drop_end(type, end))
      if (const Family* family = named(type)) return family;
  std::string from_class = plain(architecture);
  for (const char* end :
       {"forcausallm", "forconditionalgeneration", "forsequenceclassification", "lmheadmodel", "rewardmodel", "model"})
    if (drop_end(from_class, end)) break;
  return from_class.empty() ? nullptr : named(from_class);
}

}  // namespace ridgepoint::import
