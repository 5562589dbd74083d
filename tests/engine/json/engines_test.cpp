// Software runs where its makers say it does.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/lists.h"
#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Result<Estimate> served(const std::string& device, const char* engine = nullptr, const char* model = "llama-3.2-1b") {
  Scenario s;
  s.model.id = model;
  s.hardware.accelerator = device;
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  if (engine) s.serve.engine = engine;
  return estimate(s, shipped());
}

TEST(Engines, EveryDeviceGetsSoftwareThatRunsOnIt) {
  int devices = 0;
  for (const char* model : {"llama-3.2-1b", "gpt-oss-20b"})
    for (const Accelerator& a : shipped().accelerators) {
      const Result<Estimate> e = served(a.id, nullptr, model);
      if (!e.ok()) continue;
      ++devices;
      EXPECT_TRUE(runs_on(e->question.engine(), a)) << a.id << " " << e->question.engine().id;
    }
  EXPECT_GT(devices, 1000);
}

// vLLM 0.31: compute capability 7.5, and of AMD gfx90a, gfx942, gfx950, gfx11 and gfx12. SGLang: 7.5 (sm75).
// TensorRT-LLM: Ampere and later.
TEST(Engines, WhatDoesNotRunIsSaid) {
  const auto runs = [](const char* device, const char* engine) {
    const Result<Estimate> e = served(device, engine);
    const std::string& name = find_engine(shipped(), engine)->name;
    return std::none_of(e->basis.lacks.begin(), e->basis.lacks.end(), [&](const Lack& l) { return l.name == name; });
  };
  for (const char* device : {"p40", "m40-24gb", "gtx-1080-ti", "v100-sxm2-32gb", "titan-v", "mi50-32gb", "rx-6800",
                             "mi100-32gb", "rx-580-8gb", "iris-xe-96eu"})
    for (const char* engine : {"vllm", "sglang"}) EXPECT_FALSE(runs(device, engine)) << device << " " << engine;
  for (const char* device : {"t4", "rtx-2080-ti", "a100-sxm4-80gb", "h100-sxm5-80gb", "mi210-64gb", "mi300x-192gb",
                             "rx-7900-xtx", "rx-9070-xt", "ryzen-ai-max-395-128gb", "arc-b580-12gb"})
    EXPECT_TRUE(runs(device, "vllm")) << device;
  EXPECT_FALSE(runs("t4", "tensorrt-llm"));
  EXPECT_TRUE(runs("a100-sxm4-80gb", "tensorrt-llm"));
  Scenario s;
  s.model.id = "llama-3.2-1b";
  s.hardware.accelerator = "p40";
  s.serve.engine = "vllm";
  const Estimate e = *answer(s, shipped());
  EXPECT_NE(e.answer.text.find(" does not run on 1 × Tesla P40 24GB in BF16: Tesla P40 24GB (compute capability "
                               "6.1) does not support vLLM, which needs NVIDIA of compute capability 7.5 or later"),
            std::string::npos)
      << e.answer.text;
  EXPECT_NE(e.answer.text.find("(vLLM 0.31)."), std::string::npos) << e.answer.text;
  EXPECT_TRUE(e.reproduce.empty());
  EXPECT_FALSE(e.cost.usd_per_h || e.cost.purchase_usd || e.cost.usd_per_1k_requests || !e.cost.options.empty());
}

TEST(Engines, OldCardsAreServedByLlamaCpp) {
  for (const char* device : {"p40", "mi50-32gb", "v100-sxm2-16gb", "rx-6800", "iris-xe-96eu"}) {
    EXPECT_EQ(served(device)->question.engine().id, "llama.cpp") << device;
    EXPECT_EQ(served(device, nullptr, "gpt-oss-20b")->question.weights->id, "gguf-mxfp4") << device;
  }
  EXPECT_EQ(served("t4")->question.engine().id, "vllm");
}

// As guides to running models at home name it. gpt-oss-120b on a Ryzen AI Max+ 395 was measured at 47.4 tokens/s
// with an empty cache and 44.1 behind 4,096 tokens (lhl/strix-halo-testing, issue 33).
TEST(Engines, OnePersonRunsLlamaCppOrMlx) {
  const auto alone = [](const char* device, const char* model) {
    Scenario s;
    s.model.id = model;
    s.hardware.accelerator = device;
    s.hardware.count = 1;
    s.serve.concurrency = 1;
    return answer(s, shipped());
  };
  for (const char* device :
       {"rtx-4090", "rtx-3060-12gb", "rtx-5090", "rx-7900-xtx", "arc-b580-12gb", "rtx-6000-ada", "dgx-spark-gb10",
        "jetson-agx-orin-64gb", "cpu-ryzen-9-9950x", "apple-m4-max", "apple-m2"}) {
    const Result<Estimate> e = alone(device, "qwen3-8b");
    const bool apple = find_accelerator(shipped(), device)->segment == Segment::apple;
    const std::string said = apple ? " in MLX 4 bit with MLX: " : " in GGUF Q4_K_M with llama.cpp: ";
    EXPECT_NE(e->answer.text.find(said), std::string::npos) << e->answer.text;
  }
  EXPECT_NE(alone("h100-sxm5-80gb", "qwen3-8b")->answer.text.find(" in BF16 with vLLM: "), std::string::npos);
  const Estimate halo = *alone("ryzen-ai-max-395-128gb", "gpt-oss-120b");
  EXPECT_EQ(halo.question.weights->id, "gguf-mxfp4");
  const FigureRange& range = *range_of(halo, "tokens_per_s_per_request");
  EXPECT_TRUE(range.low < 44.1 && 47.4 < range.high) << range.low << " to " << range.high;
  const std::vector<Warning> told = alone("rtx-4090", "qwen3-8b")->warnings;
  EXPECT_NE(find_where(told, [](const Warning& w) { return w.code == "other_software"; }), nullptr);
}

// A token of one stream reads all weights: 1.24 billion parameters in Q4_K_M or MLX's 4 bits, 0.7 to 0.9 GB.
TEST(Engines, DevicesWithoutAKnownRateAreGivenDecodingAlone) {
  for (const char* device : {"apple-m6", "snapdragon-x2-elite-extreme", "maia-200", "mi430x-432gb", "mi440x-432gb"}) {
    for (const double users : {1.0, 32.0}) {
      Scenario s;
      s.model.id = "llama-3.2-1b";
      s.hardware.accelerator = device;
      s.serve.concurrency = users;
      const Result<Estimate> e = answer(s, shipped(), {.explain = true, .percentiles = true, .limits = true});
      ASSERT_TRUE(e.ok()) << device;
      EXPECT_EQ(e->memory.fit, Fit::fits) << device;
      EXPECT_TRUE(e->speed.tpot_ms && !e->speed.ttft_ms && !e->speed.tokens_per_s && !e->cost.usd_per_1k_requests);
      EXPECT_EQ(e->answer.text.find("first token"), std::string::npos);
      const double bandwidth = e->question.device.bandwidth.value;
      EXPECT_LT(*e->speed.tokens_per_s_per_request, bandwidth / 0.7e9) << device;
      EXPECT_NE(e->speed.bottleneck.kind, BottleneckKind::compute);
    }
  }
}

// A year ago it was another version that ran there.
TEST(Engines, AnOlderVersionRunsOnOlderCards) {
  Scenario s;
  s.model.id = "llama-3.2-1b";
  s.hardware.accelerator = "v100-sxm2-32gb";
  s.serve.engine = "vllm";
  s.serve.engine_date = "2026-01";
  EXPECT_TRUE(estimate(s, shipped())->basis.lacks.empty());
}

}  // namespace
}  // namespace ridgepoint
