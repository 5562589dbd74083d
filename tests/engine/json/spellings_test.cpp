// Spellings of devices and models in published measurements, and the entries they mean.
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/facts/accelerator_names.h"
#include "engine/json/api.h"
#include "engine/json/document.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

TEST(Spellings, OfMeasurementsMeanTheirEntries) {
  const Catalog& catalog = shipped();
  const Result<json::Json> read =
      json::parse_document(test::text_of_file(test::in_project("tests/catalog/spellings.json")), json::kCatalogLimits);
  ASSERT_TRUE(read.ok());
  const json::Json& spellings = *read;
  for (const auto& [spelling, id] : spellings["accelerators"].items()) {
    const Accelerator* found = find_accelerator(catalog, spelling);
    EXPECT_EQ(found ? found->id : "nothing", id.get<std::string>()) << spelling;
  }
  for (const auto& [spelling, id] : spellings["models"].items()) {
    const ModelRecord* found = find_model(catalog, spelling);
    EXPECT_EQ(found ? found->id : "nothing", id.get<std::string>()) << spelling;
  }
  EXPECT_GE(spellings["accelerators"].size(), 140u);
  EXPECT_GE(spellings["models"].size(), 200u);
}

// Names that say a memory, a maker or a computer (public reports of 2026), and that an accelerator alone says none.
TEST(Spellings, OfDevicesWithTheirMemory) {
  struct Expected {
    const char *name, *id;
    double gb;  // 0: its record's own
  };
  for (const Expected& e : std::initializer_list<Expected>{{"RTX 4090 24GB", "rtx-4090", 0},
                                                           {"RTX 3090 24GB", "rtx-3090", 0},
                                                           {"RX 7900 XTX 24GB", "rx-7900-xtx", 0},
                                                           {"A6000 48GB", "rtx-a6000", 0},
                                                           {"DGX Spark 128GB", "dgx-spark-gb10", 0},
                                                           {"M4 Pro 48GB", "apple-m4-pro", 48},
                                                           {"M1 Max 64GB", "apple-m1-max", 0},
                                                           {"Mac Studio M2 Ultra 192GB", "apple-m2-ultra", 0},
                                                           {"RTX 2080 Ti 22GB", "rtx-2080-ti", 22},
                                                           {"RTX 4090 48GB", "rtx-4090", 48},
                                                           {"4060 Ti 8GB", "rtx-4060-ti-8gb", 0},
                                                           {"MacBook Pro M3 Max 36GB", "apple-m3-max-30c", 36},
                                                           {"MacBook Pro M3 Max 64GB", "apple-m3-max", 64},
                                                           {"NVIDIA A100 40GB", "a100-sxm4-40gb", 0},
                                                           {"Ryzen AI Max+ 395 64GB", "ryzen-ai-max-395-128gb", 64},
                                                           {"NVIDIA B200 192GB", "b200-sxm-180gb", 0}}) {
    const auto [record, gb] = named_accelerator(shipped(), e.name);
    ASSERT_NE(record, nullptr) << e.name;
    EXPECT_EQ(record->id, e.id) << e.name;
    EXPECT_EQ(gb.value_or(0), e.gb) << e.name;
  }
  for (const auto& [name, id] : std::initializer_list<std::pair<const char*, const char*>>{
           {"Ascend 910B", "ascend-910b-64gb"},
           {"Huawei Ascend 910C", "ascend-910c-128gb"},
           {"Atlas 300I Duo", "ascend-310p-48gb"},
           {"Ascend 950PR", "ascend-950pr-128gb"},
           {"Gaudi 3 PCIe", "gaudi3-128gb-pcie"},
           {"H100 96GB", "h100-sxm5-96gb"},
           {"RTX 5090 D", "rtx-5090-d"},
           {"NVIDIA RTX PRO 2000 Blackwell Laptop GPU", "rtx-pro-2000-blackwell-laptop"},
           {"DGX Station GB300", "dgx-station-gb300"},
           {"AMD Instinct MI308X", "mi308x-192gb"},
           {"TPU 8i", "tpu-8i"},
           {"Ryzen AI Max+ 495 192GB", "ryzen-ai-max-495-192gb"},
           {"Mac Studio M5 Ultra 512GB", "apple-m5-ultra"}}) {
    const auto [record, gb] = named_accelerator(shipped(), name);
    ASSERT_NE(record, nullptr) << name;
    EXPECT_EQ(record->id, id) << name;
    EXPECT_EQ(gb, std::nullopt) << name;
  }
  for (const char* unknown : {"RTX 6090 24GB", "RTX 4091", "M9 Pro 48GB"}) {
    EXPECT_EQ(find_accelerator(shipped(), unknown), nullptr) << unknown;
    EXPECT_TRUE(nearest_accelerators(unknown, shipped().accelerators).empty()) << unknown;
  }
}

// What the catalog has nothing of leads to what begins alike, or is as large.
TEST(Spellings, OfUnknownModelsLeadSomewhere) {
  for (const char* unknown : {"gpt-4o", "foo/Bar-8B-GGUF", "llama-3.1-8b:Q9_K"}) {
    EXPECT_EQ(find_model(shipped(), unknown), nullptr) << unknown;
    EXPECT_FALSE(nearest_models(shipped(), unknown).empty()) << unknown;
  }
  EXPECT_EQ(nearest_models(shipped(), "llama-3.1-8b:Q9_K").front(), "llama-3.1-8b");
  EXPECT_TRUE(nearest_models(shipped(), "gpt-4o").front().starts_with("gpt-"));
  EXPECT_NE(nearest_models(shipped(), "foo/Bar-8B-GGUF").front().find("8b"), std::string::npos);
}

// Engines and formats by the names that people and files have for them.
TEST(Spellings, OfEnginesAndFormats) {
  for (const auto& [name, id] :
       std::initializer_list<std::pair<const char*, const char*>>{{"TGI", "tgi"},
                                                                  {"text-generation-inference", "tgi"},
                                                                  {"optimum-habana", "optimum-habana"},
                                                                  {"MindIE", "mindie"},
                                                                  {"KTransformers", "ktransformers"},
                                                                  {"ExLlamaV3", "exllamav3"}}) {
    const ServingEngine* found = find_engine(shipped(), name);
    EXPECT_EQ(found ? found->id : "none", id) << name;
  }
  // Bytes of a block of 256 values, of ik_llama.cpp: IQ4_K 2 + 2 + 128 + 12, IQ4_KS 8 + 128, IQ2_KS 2 + 4 + 64.
  for (const auto& [name, bits] : std::initializer_list<std::pair<const char*, double>>{{"IQ4_K", 144 * 8 / 256.0},
                                                                                        {"IQ4_KS", 136 * 8 / 256.0},
                                                                                        {"IQ2_KS", 70 * 8 / 256.0},
                                                                                        {"EXL3 3.5bpw", 3.5},
                                                                                        {"HQQ", 4 + 32 / 64.0},
                                                                                        {"W4A8", 4 + 16 / 128.0},
                                                                                        {"4bit DWQ MLX", 4.5},
                                                                                        {"FP8 block", 8},
                                                                                        {"UD-Q6_K_XL", 6.5633}}) {
    const NumberFormat* found = find_format(shipped(), name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->bits, bits) << name;
  }
  // mlx-lm's mixed_3_6 of Llama 3.1 8B: V (4096 x 1024) and down projections (4096 x 14336) of 16 of 32 layers in 6.5
  // bits, all else but the head in 3.5.
  const double wide = 16.0 * 4096 * (1024 + 14336) / 7504924672;
  EXPECT_NEAR(find_format(shipped(), "MLX mixed 3 and 6 bits")->bits, 3.5 + 3 * wide, 1e-4);
}

// The merged catalog leaves out spellings that find_model knows by rule: all that the files have mean what they say.
TEST(Spellings, OfTheFilesMeanTheirModels) {
  std::size_t read = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::in_project("catalog/models"))) {
    const Result<json::Json> records = json::parse_document(test::text_of_file(file.path()), json::kCatalogLimits);
    ASSERT_TRUE(records.ok()) << file.path();
    for (const json::Json& record : *records) {
      if (!record.contains("aliases")) continue;
      for (const json::Json& alias : record["aliases"]) {
        const ModelRecord* found = find_model(shipped(), alias.get<std::string>());
        EXPECT_EQ(found ? found->id : "nothing", record["id"].get<std::string>()) << alias;
        ++read;
      }
    }
  }
  EXPECT_GE(read, 1000u);
}

// Models of the recipes of vLLM (2026-08-21) and others people have: each is answered by its own name.
TEST(Spellings, OfReleasesAreAnsweredByTheirNames) {
  const std::pair<const char*, const char*> expected[] = {
      {"Qwen/Qwen3.8-27B", "Qwen3.8 27B"},
      {"Qwen3.6-27B", "Qwen3.6 27B"},
      {"moonshotai/Kimi-K2.5", "Kimi K2.5"},
      {"nvidia/Kimi-K2.6-NVFP4", "Kimi K2.6"},
      {"moonshotai/Kimi-K2.7-Code", "Kimi K2.7 Code"},
      {"tencent/Hy3-FP8", "Hy3 295B-A21B"},
      {"tencent/Hy3-preview", "Hy3-preview 295B"},
      {"XiaomiMiMo/MiMo-V2.5", "MiMo-V2.5 310B-A15B"},
      {"nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16", "Nemotron 3 Super 120B-A12B"},
      {"zai-org/GLM-4.7-FP8", "GLM-4.7 355B-A32B"},
      {"arcee-ai/Trinity-Large-Thinking-NVFP4", "Trinity Large 398B-A13B"},
      {"ibm-granite/granite-3.2-2b-instruct", "Granite 3.1/3.2 2B"},
      {"allenai/Olmo-3.1-32B-Think", "Olmo 3.1 32B"},
      {"Wan-AI/Wan2.2-T2V-A14B-Diffusers", "Wan 2.2 T2V A14B"},
      {"black-forest-labs/FLUX.2-dev", "FLUX.2 dev"},
      {"FLUX.1-Kontext-dev", "FLUX.1 Kontext dev"},
      {"Qwen/Qwen-Image-Edit-2511", "Qwen-Image-Edit-2511 (as Qwen-Image-Edit)"},
      {"zai-org/GLM-5.3", "GLM-5.3 744B-A40B"},
      {"RedHatAI/GLM-5.3-Flash-NVFP4", "GLM-5.3-Flash 320B-A18B"},
      {"thinkingmachines/Inkling-Small-NVFP4", "Inkling-Small 276B-A12B"},
      {"RedHatAI/diffusiongemma-26B-A4B-it-FP8-dynamic", "DiffusionGemma 26B-A4B"},
      {"mistralai/Voxtral-Mini-3B-2507", "Voxtral Mini 3B"},
      {"nvidia/NV-Embed-v2", "NV-Embed v2"},
      {"google/gemma-4-E4B-it-qat-mobile-ct", "Gemma 4 E4B"},
      {"deepseek-ai/DeepSeek-V4-Flash-0731", "DeepSeek-V4-Flash-0731 (as DeepSeek-V4-Flash)"},
      {"Qwen/Qwen2.5-Coder-32B-Instruct", "Qwen2.5-Coder-32B-Instruct (as Qwen2.5 32B)"},
      {"Inferact/Qwen3.8-2.4T-A95B-NVFP4", "Qwen3.8 2.4T-A95B"},
      {"Qwen/Qwen3-32B-FP8-Static-PerTensor", "Qwen3 32B"},
      {"LiquidAI/LFM2.5-230M", "LFM2.5 230M"},
      {"openbmb/MiniCPM5-1B", "MiniCPM5 1B"},
      {"dots-studio/dots3-note-prev-fp8", "dots3-note 288B-A17B"},
      {"Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice", "Qwen3-TTS 1.7B"},
      {"Qwen/Qwen3-TTS-12Hz-0.6B-Base", "Qwen3-TTS 0.6B"},
      {"mistralai/Voxtral-4B-TTS-2603", "Voxtral 4B TTS"},
      {"OpenMOSS-Team/MOSS-TTSD-v1.0", "MOSS-TTSD 8B"},
      {"canopylabs/orpheus-3b-0.1-ft", "Orpheus 3B"},
      {"fishaudio/s2-pro", "Fish Audio S2 Pro"},
      {"nvidia/Cosmos3-Super-Text2Image", "Cosmos3-Super-Text2Image"},
      {"nvidia/Cosmos3-Super-Image2Video", "Cosmos3-Super-Image2Video (as Cosmos3-Super)"},
      {"Lightricks/LTX-2.5-Diffusers", "LTX-2.5"},
      {"MiniMaxAI/MiniMax-H3", "MiniMax-H3"},
      {"meituan-longcat/LongCat-Image-Edit", "LongCat-Image-Edit"},
      {"zai-org/GLM-Image", "GLM-Image"},
      {"Wan-AI/Wan2.2-TI2V-5B-Diffusers", "Wan 2.2 TI2V 5B"},
      {"baidu/ERNIE-4.5-VL-424B-A47B-PT", "ERNIE 4.5 VL 424B-A47B"},
      // Tags of a size, and what hosts add to a name.
      {"deepseek-v3.1:671b", "deepseek-v3.1:671b (as DeepSeek-V3)"},
      {"deepseek-r1:32b", "DeepSeek-R1-Distill-Qwen-32B"},
      {"phi4-reasoning:14b", "Phi-4 14B"},
      {"devstral:24b", "Devstral Small 24B"},
      {"meta-llama/Llama-3.3-70B-Instruct-Turbo", "Llama 3.3 70B Instruct"},
      {"llama-3.1-8b-instant", "Llama 3.1 8B"},
      {"nvidia/parakeet-tdt-0.6b-v3", "parakeet-tdt-0.6b-v3 (as Parakeet TDT 0.6B)"},
      {"mistralai/Voxtral-Small-24B-2507", "Voxtral Small 24B"}};
  for (const auto& [asked, name] : expected) {
    const ModelRecord* found = find_model(shipped(), asked);
    ASSERT_NE(found, nullptr) << asked;
    EXPECT_EQ(answered_name(*found, asked), name);
  }
  for (const char* unknown : {"GLM-6.3-Flash", "DeepSeek-V4.5-Flash", "Qwen4-Exp", "Kokoro-82M", "Intern-S1-Pro",
                              "IndexTTS-2.5", "plamo-2-translate", "plamo-3-nict-31b-base", "Qwen3-TTS-14B",
                              "deepseek-r1:80b", "qwen3:13b", "resnet50-turbo", "vit-b16-instant"}) {
    EXPECT_EQ(find_model(shipped(), unknown), nullptr) << unknown;
  }
  for (const auto& [unknown, near] :
       std::initializer_list<std::pair<const char*, const char*>>{{"deepseek-v4.5-flash", "deepseek-v4.1-flash"},
                                                                  {"deepseek-r2", "deepseek-r1"},
                                                                  {"granite4.2:8b", "granite-4.1-8b"},
                                                                  {"qwen4-8b", "qwen3-8b"},
                                                                  {"llama-5-70b", "llama-3.3-70b"},
                                                                  {"gemma-5-27b", "gemma-3-27b"},
                                                                  {"MiMo-V3", "mimo-v2.5"},
                                                                  {"LongCat-3.0", "longcat-2.0"},
                                                                  {"rnj-2", "rnj-1"},
                                                                  {"llama3.2:latest", "llama-3.2-1b"}}) {
    const std::vector<std::string> found = nearest_models(shipped(), unknown);
    EXPECT_EQ(found.empty() ? "none" : found.front(), near) << unknown;
  }
}

}  // namespace
}  // namespace ridgepoint
