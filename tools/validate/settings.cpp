#include "tools/validate/settings.h"

#include <iterator>

namespace ridgepoint::validation {
namespace {

constexpr LoraTargets kQkv = LoraTargets::qkv, kAll = LoraTargets::all_linear, kQv = LoraTargets::qv;
constexpr Framework kPytorch = Framework::pytorch, kTransformers = Framework::transformers, kLitgpt = Framework::litgpt;
constexpr Loss kPlain = Loss::plain, kChunked = Loss::chunked;

constexpr SourceSettings kSettings[] = {
    {"llm-foundry", Counts::device, Recipe::autocast, kAll, kChunked, true, false, false, kPytorch,
     "Composer: FP32 parameters under autocast; fused cross entropy of the flash-attention package"},
    {"ms-swift", Counts::reserved, Recipe::bf16, kQkv, kPlain, false, false, false, kTransformers,
     "weights loaded in BF16; adapters on queries, keys and values (its LoRATM); data of varying length"},
    {"LitGPT config hub", Counts::allocated, Recipe::bf16, kAll, kPlain, true, true, false, kLitgpt,
     "bf16-true; max_memory_allocated; adapters by each config file"},
    {"LitGPT", Counts::allocated, Recipe::bf16, kQv, kPlain, true, true, false, kLitgpt,
     "bf16-true; max_memory_allocated; adapters on queries and values"},
    {"torchtune", Counts::allocated, Recipe::bf16, kAll, kChunked, true, false, false, kPytorch,
     "all parameters in BF16; peak active memory; chunked cross entropy"},
    {"Qwen README", Counts::device, Recipe::bf16, kAll, kPlain, true, false, true, kTransformers,
     "Hugging Face Trainer, weights loaded in BF16"},
    {"PEFT README", Counts::allocated, Recipe::fp32, kQv, kPlain, true, false, false, kTransformers,
     "examples load FP32"},
    {"PEFT", Counts::device, Recipe::bf16, kAll, kPlain, true, false, false, kTransformers,
     "launch scripts of the documents"},
    {"ROCm blogs", Counts::device, Recipe::fp32, kQv, kPlain, true, false, false, kTransformers,
     "FP32 base, PEFT's default targets"},
    {"GaLore", Counts::device, Recipe::bf16, kAll, kPlain, true, false, false, kTransformers, "pure BF16"},
    {"tools/measure, reserved", Counts::reserved, Recipe::bf16, kAll, kPlain, true, true, false, kPytorch,
     "max_memory_reserved of our own tool"},
    {"tools/measure", Counts::allocated, Recipe::bf16, kAll, kPlain, true, true, false, kPytorch,
     "max_memory_allocated of our own tool; adapters on all linear layers; logits at once"},
    {"Unsloth", Counts::device, Recipe::bf16, kAll, kPlain, true, false, false, kPytorch, "all linear layers"},
    {"", Counts::device, Recipe::bf16, kAll, kPlain, true, false, false, kTransformers, "Hugging Face's defaults"},
};

}  // namespace

const SourceSettings& settings_of(std::string_view source) {
  for (const SourceSettings& settings : kSettings)
    if (source.find(settings.source) != std::string_view::npos) return settings;
  return kSettings[std::size(kSettings) - 1];
}

}  // namespace ridgepoint::validation
