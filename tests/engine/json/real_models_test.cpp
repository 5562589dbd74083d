// The catalog as it is shipped: parameter counts and cache sizes against published figures.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/estimate/estimate.h"
#include "engine/json/api.h"
#include "engine/model/architecture.h"
#include "engine/model/media.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Architecture model(const char* id) {
  const ModelRecord* record = find_model(shipped(), id);
  EXPECT_NE(record, nullptr) << id;
  return *architecture_of(*record, "/model");
}

bool is_decoder(const ModelRecord& m) {
  return m.kind == ModelKind::decoder || m.kind == ModelKind::moe || m.kind == ModelKind::hybrid ||
         m.kind == ModelKind::multimodal;
}

TEST(RealCatalog, HoldsEveryAcceleratorAndModel) {
  EXPECT_GE(shipped().accelerators.size(), 163u);
  EXPECT_GE(shipped().models.size(), 280u);
}

TEST(RealCatalog, Llama31IsExact) {
  EXPECT_EQ(total_params(model("llama-3.1-8b")), 8030261248.0);
  EXPECT_EQ(total_params(model("llama-3.1-70b")), 70553706496.0);
  EXPECT_EQ(total_params(model("llama-3.1-405b")), 405853388800.0);
}

// Counts seen in public files: see catalog/README.md.
TEST(RealCatalog, PublishedCountsAreMetExactly) {
  EXPECT_EQ(total_params(model("deepseek-v3")), 671026419200.0);
  EXPECT_EQ(total_params(model("qwen3-235b-a22b")), 235093634560.0);
  EXPECT_EQ(total_params(model("mixtral-8x7b")), 46702792704.0);
  EXPECT_EQ(total_params(model("gpt-oss-120b")), 116829156672.0);
  EXPECT_EQ(total_params(model("kimi-k2")), 1026408232448.0);
  EXPECT_EQ(total_params(model("glm-4.5")), 352797829024.0);
  EXPECT_EQ(total_params(model("minimax-m2")), 228689764864.0);
  EXPECT_EQ(total_params(model("qwen3.5-27b")), 26895998464.0);
  EXPECT_EQ(total_params(model("nemotron-3-nano-30b-a3b")), 31577940288.0);
  EXPECT_EQ(total_params(model("gemma-3-27b")), 27009346304.0);
  EXPECT_EQ(total_params(model("granite-4.0-h-small")), 32207337984.0);
}

// Ling 2.6 flash as its files are: 200.2 GiB in 16 bits with a prediction layer, which is one of its 32 layers with
// latent attention (3.4 billion parameters); 4 of the 32 cache 512 + 64 values of two bytes for a token.
TEST(RealCatalog, LingFlashIsAsItsFiles) {
  const Architecture ling = model("ling-2.6-flash");
  const double layer = 256 * 3.0 * 4096 * 1024 + 3.0 * 4096 * 1024 + 39e6;
  EXPECT_NEAR((total_params(ling) + layer) * 2 / 1073741824, 200.2, 0.3);
  NumberFormat bf16;
  bf16.bits = 16;
  EXPECT_EQ(in_bytes(kv_cache(ling, 1, bf16)), 4 * (512 + 64) * 2);
}

// Inkling-Small: 40 layers of 256 experts of 3 x 4096 x 2048 and shared ones of twice the width, two dense ones of
// 16,384; its index has 531.9 GB in 16 bits, of which encoders and prediction layers are the rest.
TEST(RealCatalog, InklingSmallIsWithinItsFiles) {
  const Architecture small = model("inkling-small");
  const double experts = 40 * (256 * 3.0 * 4096 * 2048 + 3.0 * 4096 * 4096), dense = 2 * 3.0 * 4096 * 16384;
  EXPECT_NEAR((total_params(small) - experts - dense) / 1e9, 3.5, 0.2);
  EXPECT_NEAR(total_params(small) * 2 / 1e9, 531.9, 0.01 * 531.9);
  NumberFormat bf16;
  bf16.bits = 16;
  // 7 layers see everything, 35 see 512 tokens: 8 heads of 128, keys and values of two bytes.
  EXPECT_EQ(in_bytes(kv_cache(small, 100000, bf16)), 2.0 * 2 * 8 * 128 * (7 * 100000.0 + 35 * 512));
}

// GLM-5.3-Flash: 42 layers of 288 experts of 3 x 4096 x 2048 are 304.4 billion of 320 with a prediction layer of 7.4;
// 11 layers cache a latent of 512 values and an indexer's key of 128 for a token, whatever the other 34 keep.
TEST(RealCatalog, GlmFlashIsWithinItsSize) {
  const Architecture flash = model("glm-5.3-flash");
  EXPECT_NEAR(total_params(flash) + 7.4e9, 320e9, 0.01 * 320e9);
  EXPECT_GT(total_params(flash), 42 * 288 * 3.0 * 4096 * 2048);
  NumberFormat bf16;
  bf16.bits = 16;
  const double with = in_bytes(kv_cache(flash, 2000, bf16)) - in_bytes(kv_cache(flash, 1000, bf16));
  EXPECT_NEAR(with / 1000, 11 * (512 + 128) * 2, 11 * 128);
}

// Qwen3.8-2.4T-A95B: 92 layers of 512 experts of 3 x 8192 x 2048; the index of its 16-bit files has 4,892,388,705,238
// bytes with one prediction layer, which has as many experts. 23 layers cache 4 heads of 256, twice two bytes.
TEST(RealCatalog, LargestQwenIsWithinItsFiles) {
  const Architecture qwen = model("qwen3.8-2.4t-a95b");
  EXPECT_GT(total_params(qwen), 92 * 512 * 3.0 * 8192 * 2048);
  EXPECT_NEAR(total_params(qwen) + 512 * 3.0 * 8192 * 2048, 4892388705238 / 2, 0.001 * 2446e9);
  NumberFormat bf16;
  bf16.bits = 16;
  const double with = in_bytes(kv_cache(qwen, 2000, bf16)) - in_bytes(kv_cache(qwen, 1000, bf16));
  EXPECT_NEAR(with / 1000, 23 * 2 * 4 * 256 * 2, 1);
}

// dots3-note: 45 layers of 256 experts of 3 x 5120 x 1536 and a dense one; 288 billion with a prediction layer of as
// many experts and the encoders. 13 layers cache a latent of 576 values and an indexer's key of 128, the others 512
// tokens.
TEST(RealCatalog, Dots3IsWithinItsSize) {
  const Architecture dots = model("dots3-note");
  EXPECT_NEAR(total_params(dots) + 256 * 3.0 * 5120 * 1536, 288e9, 0.01 * 288e9);
  NumberFormat bf16;
  bf16.bits = 16;
  const double with = in_bytes(kv_cache(dots, 2000, bf16)) - in_bytes(kv_cache(dots, 1000, bf16));
  EXPECT_NEAR(with / 1000, 13 * (576 + 128) * 2, 13 * 128);
}

// Models that write speech, as published: 1.9 and 0.9 billion (Qwen3-TTS, the table of text with them), 4.6 (Fish Audio
// S2 Pro), 1.08 (MiniCPM5 1B), 230 million (LFM2.5).
TEST(RealCatalog, SmallModelsCountAsPublished) {
  for (const auto& [id, billions] :
       std::initializer_list<std::pair<const char*, double>>{{"qwen3-tts-1.7b", 1.92 - 0.311},
                                                             {"qwen3-tts-0.6b", 0.906 - 0.311},
                                                             {"fish-s2-pro", 4.56},
                                                             {"minicpm5-1b", 1.08},
                                                             {"lfm2.5-230m", 0.23}})
    EXPECT_NEAR(total_params(model(id)) / 1e9, billions, 0.01 * billions) << id;
}

// Encoders from their layers, diffusion, speech and T5 models from their networks.
TEST(RealCatalog, OtherModelsCountAsPublished) {
  int counted = 0;
  for (const ModelRecord& m : shipped().models) {
    if (is_decoder(m) || m.kind == ModelKind::vision) continue;
    const Result<MediaModel> media = media_of(m, "/model");
    ASSERT_TRUE(media.ok()) << m.id << ": " << media.problems()[0].message;
    EXPECT_NEAR(total_params(*media) / (*m.params_b * 1e9), 1, 0.0005) << m.id;
    ++counted;
  }
  EXPECT_EQ(counted, 43 + 11 + 31);
}

// Parameters of published checkpoints: bert-base-uncased, whisper-large-v3, and the UNet of SDXL.
TEST(RealCatalog, NetworksAreMetExactly) {
  const auto record = [](const char* id) { return *find_model(shipped(), id); };
  EXPECT_EQ(total_params(*media_of(record("bert-base"), "")), 109482240.0);
  EXPECT_NEAR(total_params(*media_of(record("whisper-large-v3"), "")), 1543490560.0, 1);
  for (const ComponentRecord& c : record("sdxl-base").components) {
    if (c.role == Role::denoiser) { EXPECT_DOUBLE_EQ(c.params_m, 2567.463684); }
  }
}

Estimate pictures(const char* accelerator, const char* id, double size, int batch, bool eager) {
  Scenario s;
  s.model.id = id;
  s.hardware.accelerator = accelerator;
  s.hardware.count = 1;
  s.precision.weights = "fp16";
  s.serve.batch = batch;
  s.serve.width = s.serve.height = static_cast<int>(size);
  s.serve.eager = eager;
  return *estimate(s, shipped());
}

// timm's own benchmarks, AMP in FP16 (huggingface/pytorch-image-models results, PyTorch 2.9.1 and 2.4): images/s.
TEST(RealCatalog, ImagesASecondAsMeasured) {
  EXPECT_NEAR(*pictures("rtx-4090", "vit-b16", 224, 1024, false).speed.images_per_s / 3375.59, 1, 0.1);
  EXPECT_NEAR(*pictures("rtx-5090", "vit-b16", 224, 1024, false).speed.images_per_s / 4378.83, 1, 0.1);
  EXPECT_NEAR(*pictures("rtx-4090", "resnet50", 224, 1024, false).speed.images_per_s / 8039.05, 1, 0.15);
  EXPECT_NEAR(*pictures("rtx-3090", "vit-b16", 224, 1024, true).speed.images_per_s / 1570.66, 1, 0.15);
}

// DeepSeek-V4-Flash: the count of the published checkpoint without its prediction layer.
TEST(RealCatalog, CompressedAttentionHasItsRealParameters) {
  EXPECT_EQ(total_params(model("deepseek-v4-flash")), 284332240471.0);
  EXPECT_EQ(total_params(model("deepseek-v4-pro")), 1572997201763.0);
}

// Bytes of DeepSeek-V4's cache in 16 bits: every layer keeps min(n, 128) shared vectors of 512, layers of
// ratio r n/r more, and those of ratio 4 an index key of 128 bytes with a scale of 4 for each of these.
double v4_cache(double n, double layers, double by_4, double by_128) {
  const double vector = 512 * 2;
  return layers * std::min(n, 128.0) * vector + by_4 * n / 4 * (vector + 132) + by_128 * n / 128 * vector;
}

TEST(RealCatalog, CompressedCachesAreMetToTheByte) {
  const NumberFormat bf16{.id = "bf16", .bits = 16};
  for (const double n : {1.0, 128.0, 4096.0, 32768.0, 1048576.0}) {
    EXPECT_EQ(in_bytes(kv_cache(model("deepseek-v4-flash"), n, bf16)), v4_cache(n, 43, 21, 20)) << n;
    EXPECT_EQ(in_bytes(kv_cache(model("deepseek-v4-pro"), n, bf16)), v4_cache(n, 61, 30, 31)) << n;
    // The one shared vector cannot be divided among tensor-parallel ranks.
    EXPECT_EQ(in_bytes(kv_cache_per_gpu(model("deepseek-v4-pro"), n, bf16, 8)), v4_cache(n, 61, 30, 31)) << n;
  }
}

// The tables of per-layer embeddings, 262144 x layers x 256, are only looked up.
TEST(RealCatalog, PerLayerEmbeddingsAreNotActive) {
  const Architecture e2b = model("gemma-4-e2b"), e4b = model("gemma-4-e4b");
  EXPECT_EQ(total_params(e2b) - active_params(e2b), 262144.0 * 35 * 256);
  EXPECT_EQ(total_params(e4b) - active_params(e4b), 262144.0 * 42 * 256);
  EXPECT_NEAR(active_params(e2b), 2279759139, 1e6);
  EXPECT_NEAR(active_params(e4b), 4644441130, 1e6);
}

TEST(RealCatalog, PublishedPrecisionsAreFormats) {
  for (const ModelRecord& record : shipped().models) {
    if (record.native_precision.empty()) continue;
    EXPECT_NE(find_format(shipped(), record.native_precision), nullptr) << record.id << ": " << record.native_precision;
  }
}

TEST(RealCatalog, DevicesThatLackWhatSoftwareNeeds) {
  const auto has = [](const char* device, const char* feature) -> std::optional<bool> {
    const Accelerator* found = find_accelerator(shipped(), device);
    EXPECT_NE(found, nullptr) << device;
    for (const Capability& capability : shipped().capabilities)
      if (capability.id == feature) return supports(*found, capability);
    return std::nullopt;
  };
  EXPECT_EQ(has("t4", "flash_attention_2"), false);
  EXPECT_EQ(has("a100-sxm4-80gb", "flash_attention_2"), true);
  EXPECT_EQ(has("t4", "bf16"), false);
  EXPECT_EQ(has("v100-sxm2-16gb", "bitsandbytes_int8"), false);
  EXPECT_EQ(has("v100-sxm2-16gb", "bitsandbytes_4bit"), true);
  EXPECT_EQ(has("m40-24gb", "bitsandbytes_4bit"), false);
  EXPECT_EQ(has("a100-sxm4-80gb", "fp8"), false);
  EXPECT_EQ(has("rtx-4090", "fp8"), true);
  EXPECT_EQ(has("h100-sxm5-80gb", "fp4"), false);
  EXPECT_EQ(has("b200-sxm-180gb", "fp4"), true);
  EXPECT_EQ(has("rtx-5090", "fp4"), true);
  EXPECT_EQ(has("mi300x-192gb", "fp8"), std::nullopt);
  EXPECT_EQ(has("h100-sxm5-80gb", "telepathy"), std::nullopt);
}

// Published figures that the count is more than 0.05% off, in 1e9, and why.
struct Published {
  const char* id;
  double params_b;
  double off_percent;  // count against published
  const char* why;
};
constexpr Published kPublished[] = {
    {"gemma-4-e2b", 5.1, -9.2, "the card counts the vision and audio encoders, about 0.5"},
    {"gemma-4-e4b", 8.0, -6.7, "the card counts the vision and audio encoders, about 0.5"},
    {"deepseek-v4-pro", 1600, -1.7, "rounded by the vendor; the same formula is exact on Flash"},
    {"qwen3.5-35b-a3b", 35, -1.0, "rounding of the name"},
    {"ministral-3-3b", 3.4, 0.9, "rounding of the name"},
    {"kimi-k3", 2800, -0.7, "rounding of the name"},
    {"grok-1", 314, 0.5, "rounding of the name"},
    {"minimax-m3", 428, -0.4, "the press figure counts the vision tower"},
    {"qwen2.5-vl-7b", 8.29, -8.2, "the published total counts the vision tower, which is in tower_params"},
};

TEST(RealCatalog, CountsOffThePublishedFiguresAreExplained) {
  for (const Published& p : kPublished) {
    EXPECT_NEAR((total_params(model(p.id)) / (p.params_b * 1e9) - 1) * 100, p.off_percent, 0.15)
        << p.id << ": " << p.why;
  }
}

TEST(RealCatalog, CountsAgreeWithEveryRecord) {
  int all = 0;
  for (const ModelRecord& record : shipped().models) {
    if (!is_decoder(record) || !record.params_b) continue;
    ++all;
    const Result<Architecture> built = architecture_of(record, "/model");
    ASSERT_TRUE(built.ok()) << record.id << ": " << built.problems()[0].message;
    const double off = total_params(*built) / (*record.params_b * 1e9) - 1;
    EXPECT_LE(std::fabs(off), 0.0005) << record.id << " is off by " << off * 100 << "%";
  }
  EXPECT_GE(all, 200);
}

struct CacheCase {
  const char* id;
  double first_token;
  double gib_at_32k;
};

// KV cache in 16 bits: bytes of the first token, GiB at 32,768 tokens, windows applied, constant states
// not counted. Worked out from layers, KV heads and head width.
TEST(RealCatalog, CacheVectorsAreMetToTheByte) {
  const NumberFormat bf16{.id = "bf16", .bits = 16};
  const CacheCase cases[] = {{"llama-2-7b", 524288, 16.000},
                             {"llama-3.1-8b", 131072, 4.000},
                             {"llama-3.1-70b", 327680, 10.000},
                             {"mistral-7b-v0.1", 131072, 0.500},
                             {"gemma-2-27b", 376832, 6.469},
                             {"gemma-3-27b", 507904, 2.906},
                             {"qwen3-235b-a22b", 192512, 5.875},
                             {"gpt-oss-120b", 73728, 1.129},
                             {"deepseek-v3", 70272, 2.145},
                             {"kimi-k2", 70272, 2.145},
                             {"falcon-7b", 8192, 0.250},
                             {"command-r-35b", 1310720, 40.000},
                             {"qwen3-next-80b-a3b", 24576, 0.750},
                             {"nemotron-3-nano-30b-a3b", 6144, 0.188},
                             {"minimax-m1", 40960, 1.250},
                             // 50 windowed layers of 2 x 16 x 256 values, 10 full ones of 2 x 4 x 512. Those have
                             // one matrix for keys and values, but rotate and scale only the keys, so that engines
                             // cache both: 262,144 tokens take 21.5 GB and the windows, of which vLLM 0.21 holds two
                             // in 50 GB (vllm-project/vllm issue 43308).
                             {"gemma-4-31b", 901120, 3.281}};
  for (const CacheCase& c : cases) {
    const Architecture m = model(c.id);
    EXPECT_EQ(in_bytes(kv_cache(m, 1, bf16)), c.first_token) << c.id;
    EXPECT_NEAR(in_gibibytes(kv_cache(m, 32768, bf16)), c.gib_at_32k, 0.000501) << c.id;
  }
}

// Constant states as the models' configurations give them: numbers per layer.
TEST(RealCatalog, LinearStatesAreConstant) {
  // Qwen3-Next: 36 layers, 524,288 FP32 numbers and a convolution of 24,576.
  EXPECT_EQ(in_bytes(linear_state(model("qwen3-next-80b-a3b"))), 36.0 * (524288 * 4 + 24576 * 2));
  // Nemotron 3 Nano: 23 Mamba-2 blocks, 524,288 and 18,432.
  EXPECT_EQ(in_bytes(linear_state(model("nemotron-3-nano-30b-a3b"))), 23.0 * (524288 * 4 + 18432 * 2));
  // Jamba v0.1: 28 Mamba-1 layers, 131,072 and 24,576.
  EXPECT_EQ(in_bytes(linear_state(model("jamba-v0.1"))), 28.0 * (131072 * 4 + 24576 * 2));
}

// Wan 2.2 A14B in FP8 on 24 GB: of its two networks, 14.29 GB each, one is on the card with the values of a picture and
// its negative, 2 x 2.013e9 x 2 bytes. The first makes 26 of 40 steps: those whose noise, 12 u / (1 + 11 u) of u = 1, 1
// - 1/40 ..., is 0.875 and more, so that u is at least 0.368. A step takes as long as one of Wan 2.1's.
TEST(RealCatalog, ExpertsOfWanTakeTurns) {
  const auto served = [](const char* model, const char* accelerator) {
    Scenario s;
    s.model.id = model;
    s.hardware.accelerator = accelerator;
    s.hardware.count = 1;
    s.precision.weights = "fp8";
    s.serve.steps = 40;
    return estimate(s, shipped()).value();
  };
  const Estimate e = served("wan2.2-t2v-a14b", "rtx-4090");
  EXPECT_NE(e.memory.fit, Fit::no);
  EXPECT_NEAR(e.memory.per_gpu_gb, 14.29 + 2 * 2.013 * 2, 1);
  EXPECT_NEAR(*e.memory.host_gb, 2 * 14.29 + 5.68 + 2 * 0.127, 1.1);
  const auto seconds = [](const Estimate& of, const char* line) {
    for (const LineSeconds& l : of.speed.time_lines)
      if (l.id == line) return l.s;
    return 0.0;
  };
  EXPECT_NEAR(seconds(e, "denoiser") / seconds(e, "denoiser_2"), 26.0 / 14, 1e-6);
  const Estimate one = served("wan2.1-t2v-14b", "h100-sxm5-80gb"), two = served("wan2.2-t2v-a14b", "h100-sxm5-80gb");
  EXPECT_NEAR(seconds(two, "denoiser") + seconds(two, "denoiser_2"), seconds(one, "denoiser"), 1e-6);
}

// Heads are divided, a cached head at least one each; the latent vector of MLA is on every GPU.
TEST(RealModels, QueryHeadsShareACachedOne) {
  EXPECT_EQ(heads_on_one(model("llama-3.1-8b"), 1), 4);
  EXPECT_EQ(heads_on_one(model("llama-3.1-8b"), 16), 2);
  EXPECT_EQ(heads_on_one(model("deepseek-v3"), 1), 128);
  EXPECT_EQ(heads_on_one(model("deepseek-v3"), 8), 16);
}

// SGLang keeps states in 0.9 / 1.9 of what all else leaves, five for each request (before 2026-06 three): of 100
// GB, 47.4 GB for five times 77.27 MB each are 122 requests, for three times as much 204, whatever else fits.
TEST(RealCatalog, SglangHasAPoolForStates) {
  const Architecture next = model("qwen3-next-80b-a3b");
  InferenceMemoryInput in;
  in.weights = in.kv = *find_format(shipped(), "bf16");
  in.context = 16;
  in.engine = *find_engine(shipped(), "sglang");
  in.sequences = 0;
  const Bytes budget = inference_memory_total(next, in) + gigabytes(100);
  EXPECT_EQ(max_sequences(next, in, 16, budget), 122);
  in.engine = *find_engine(shipped(), "sglang-2026h1");
  EXPECT_EQ(max_sequences(next, in, 16, budget), 204);
  in.engine = *find_engine(shipped(), "vllm");
  EXPECT_GT(max_sequences(next, in, 16, budget), 900);  // four blocks of 26.0 MB each
}

}  // namespace
}  // namespace ridgepoint
