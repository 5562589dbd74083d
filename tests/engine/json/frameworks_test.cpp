// Frameworks that train: what each can divide and shard, as catalog/frameworks has it.
#include <gtest/gtest.h>

#include "engine/base/lists.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario tuning(const char* framework, Method method = Method::lora) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-70b";
  s.hardware.accelerator = "h100-sxm5-80gb";
  s.hardware.count = 8;
  s.train.method = method;
  s.train.framework = framework;
  return s;
}

// What is wrong with it, without the frameworks that take it.
std::string refused(const Scenario& s) {
  const Result<Estimate> e = estimate(s, shipped());
  if (e.ok()) return "";
  const std::string& message = e.problems().front().message;
  return e.problems().front().path + ": " + message.substr(0, message.find(" All that is asked:"));
}

// What keeps it from running; empty where nothing does.
std::string lacks(const Scenario& s) {
  const Result<Estimate> e = estimate(s, shipped());
  if (!e.ok()) return refused(s);
  for (const Lack& lack : e->basis.lacks)
    if (!lack.has_substitute) return lack.text();
  return "";
}

// DeepSpeed's tutorial of automatic tensor parallelism, torchtitan's README, Axolotl and Accelerate on N-D parallelism.
TEST(Frameworks, ALayoutThatOneLacksIsRefusedByItsField) {
  Scenario s = tuning("Unsloth");
  s.parallel.sharding = Sharding::zero3;
  EXPECT_EQ(refused(s), "/parallel/sharding: Unsloth has no sharding zero3.");
  s = tuning("TRL");
  s.parallel.tensor = 2;
  EXPECT_EQ(refused(s), "/parallel/tensor: TRL has no tensor parallelism.");
  s = tuning("axolotl");
  s.parallel.tensor = 2;
  EXPECT_EQ(refused(s), "");
  s.parallel.expert = 2;
  EXPECT_EQ(refused(s), "/parallel/expert: Axolotl has no expert parallelism.");
  s = tuning("torchtitan", Method::full);
  s.parallel.sharding = Sharding::zero1;
  EXPECT_EQ(refused(s), "/parallel/sharding: torchtitan has no sharding zero1.");
  s = tuning("LLaMA Factory");
  s.parallel.sharding = Sharding::zero3;
  EXPECT_EQ(refused(s), "");
  EXPECT_EQ(refused(tuning("caffe")), "/train/framework: There is no framework \"caffe\" in the catalog.");
  s = tuning("DeepSpeed", Method::full);
  s.parallel.pipeline = 2;
  EXPECT_EQ(refused(s), "/parallel/pipeline: DeepSpeed has no pipeline parallelism.");
}

// Parsers and configurations of torchtitan 0.3.0, LLaMA-Factory 0.9.5, LitGPT 0.5.13, Megatron-LM d98e8a64 and
// Accelerate 1.15.0.
TEST(Frameworks, AMethodOrRecipeThatOneLacksIsRefusedByItsField) {
  EXPECT_EQ(refused(tuning("torchtitan", Method::qlora)), "/train/method: torchtitan has no method qlora.");
  EXPECT_EQ(refused(tuning("megatron", Method::qlora)).substr(0, 14), "/train/method:");
  Scenario s = tuning("megatron", Method::full);
  s.train.optimizer = Optimizer::galore;
  EXPECT_EQ(refused(s), "/train/optimizer: Megatron-LM has no optimizer galore.");
  for (const char* framework : {"litgpt", "llama-factory"}) {
    s = tuning(framework);
    s.train.objective = Objective::grpo;
    EXPECT_EQ(refused(s).substr(0, 17), "/train/objective:") << framework;
  }
  s = tuning("trl");
  s.train.checkpointing = Checkpointing::selective;
  EXPECT_EQ(refused(s), "/train/checkpointing: TRL has no checkpointing selective.");
  s.train.checkpointing = {};
  s.train.recipe = Recipe::nvfp4;
  s.hardware.accelerator = "b200-sxm-180gb";
  EXPECT_EQ(refused(s).substr(0, 14), "/train/recipe:");
  s.train.framework = {};
  EXPECT_EQ(refused(s), "");
}

// LMDeploy's parser has --tp, --dp and --ep (0.18.0); TGI wants no pipelines (its issue 1742); Ollama puts layers on
// several GPUs; TensorRT-LLM's quantization page names no GGUF.
TEST(Frameworks, SizesAndFormatsThatAnEngineLacksAreRefused) {
  const auto by = [](const char* engine, ParallelChoice parallel, const char* weights = "gguf-q4_k_m") {
    Scenario s;
    s.model.id = "llama-3.1-8b";
    s.hardware.accelerator = "rtx-4090";
    s.hardware.count = 2;
    s.parallel = parallel;
    s.serve.engine = engine;
    s.precision.weights = weights;
    return refused(s);
  };
  EXPECT_EQ(by("lmdeploy", {.pipeline = 2}, "awq-int4"), "/parallel/pipeline: LMDeploy has no pipeline parallelism.");
  EXPECT_EQ(by("tgi", {.pipeline = 2}, "awq-int4"), "/parallel/pipeline: TGI has no pipeline parallelism.");
  EXPECT_EQ(by("ollama", {.tensor = 2}), "/parallel/tensor: Ollama has no tensor parallelism.");
  EXPECT_EQ(by("ollama", {.pipeline = 2}), "");
  EXPECT_EQ(by("llama.cpp", {.tensor = 2}), "");
  for (const char* engine : {"tensorrt-llm", "lmdeploy", "tgi"}) {
    EXPECT_EQ(by(engine, {}, "awq-int4"), "") << engine;
    Scenario s;
    s.model.id = "llama-3.1-8b";
    s.serve.engine = engine;
    s.precision.weights = "gguf-q4_k_m";
    EXPECT_TRUE(estimate(s, shipped())->hindrance()) << engine;
  }
}

// Transformer Engine takes FP8 from Ada and Hopper on, blocks of MXFP8 and NVFP4 from Blackwell on.
TEST(Frameworks, ARecipeThatTheDeviceHasNoArithmeticForDoesNotRun) {
  const auto on = [](const char* device, Recipe recipe) {
    Scenario s = tuning("pytorch", Method::full);
    s.model.id = "llama-3.1-8b";
    s.hardware.accelerator = device;
    s.train.recipe = recipe;
    return lacks(s);
  };
  EXPECT_EQ(on("a100-sxm4-80gb", Recipe::fp8),
            "A100 SXM4 80GB (compute capability 8.0) does not support training in \"fp8\"");
  EXPECT_EQ(on("h100-sxm5-80gb", Recipe::fp8), "");
  EXPECT_NE(on("h100-sxm5-80gb", Recipe::mxfp8), "");
  EXPECT_NE(on("h100-sxm5-80gb", Recipe::nvfp4), "");
  EXPECT_EQ(on("b200-sxm-180gb", Recipe::mxfp8), "");
  EXPECT_EQ(on("b200-sxm-180gb", Recipe::nvfp4), "");
  EXPECT_EQ(on("mi355x-288gb", Recipe::mxfp8), "");
  EXPECT_NE(on("mi355x-288gb", Recipe::nvfp4), "");
}

// They are written for CUDA, ROCm and what forks add; PyTorch is what trains elsewhere.
TEST(Frameworks, ADeviceThatOneDoesNotRunOnIsSaid) {
  const auto on = [](const char* framework, const char* device) {
    Scenario s = tuning(framework, Method::full);
    s.model.id = "llama-3.2-1b";
    s.hardware.accelerator = device;
    s.hardware.count = 16;
    return s;
  };
  EXPECT_EQ(lacks(on("megatron", "tpu-v5p")), "TPU v5p (per chip) does not support Megatron-LM");
  EXPECT_NE(lacks(on("unsloth", "cpu-epyc-9654")), "");
  EXPECT_NE(lacks(on("deepspeed", "tpu-v5p")), "");
  EXPECT_EQ(lacks(on("megatron", "mi300x-192gb")), "");
  EXPECT_EQ(lacks(on("transformers", "tpu-v5p")), "");
  Scenario open = on("", "tpu-v5p");
  open.train.framework = {};
  EXPECT_EQ(estimate(open, shipped())->question.framework().id, "pytorch");
}

// The Trainer has no schedule of stages; what an axis does not divide is named.
TEST(Frameworks, WhatIsRefusedIsNamed) {
  Scenario s = tuning("trl", Method::full);
  s.parallel.pipeline = 2;
  EXPECT_EQ(refused(s), "/parallel/pipeline: TRL has no pipeline parallelism.");
  s = tuning("transformers", Method::full);
  s.model.id = "llama-3.2-1b";
  s.parallel.pipeline = 2;
  EXPECT_EQ(estimate(s, shipped())->basis.plan.layout.schedule, Schedule::one_f_one_b);
  s = tuning("megatron", Method::full);
  s.hardware.count = 16;
  s.parallel.tensor = 3;
  EXPECT_EQ(refused(s).substr(0, 17), "/parallel/tensor:");
}

// A cache's format is one of the engine's (vLLM 0.33.0, --kv-cache-dtype); NVFP4 of TensorRT-LLM is of Blackwell on.
TEST(Frameworks, FormatsThatAnEngineLacksThereAreRefused) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.engine = "vllm";
  s.precision.kv = "q8_0";
  EXPECT_EQ(refused(s), "/precision/kv: vLLM has no kv q8_0.");
  s.serve.engine = "ollama";
  s.precision.weights = "gguf-q4_k_m";
  EXPECT_EQ(refused(s), "");
  s.serve.engine = "tensorrt-llm";
  s.precision = {.weights = "nvfp4"};
  EXPECT_NE(lacks(s), "");
  s.hardware.accelerator = "b200-sxm-180gb";
  EXPECT_EQ(lacks(s), "");
}

// What is chosen is one that the framework has: copies alone under Unsloth, no stages under the Trainer; and none but
// Megatron-LM divides a model that fits in copies or shards.
TEST(Frameworks, WhatIsChosenIsWhatOneHas) {
  const auto chosen = [](const Scenario& s) { return estimate(s, shipped())->basis.plan.layout; };
  for (const TrainingFramework& f : shipped().frameworks)
    for (const Method method : {Method::full, Method::lora, Method::qlora}) {
      if (!takes_word(f.takes, "/train/method", word_of(method))) continue;
      const Layout l = chosen(tuning(f.id.c_str(), method));
      EXPECT_TRUE(takes_word(f.takes, "/parallel/sharding", word_of(l.sharding))) << f.id;
      if (!takes_word(f.takes, "/parallel/tensor", "parallelism")) { EXPECT_EQ(l.tensor, 1) << f.id; }
      if (!takes_word(f.takes, "/parallel/tensor", "parallelism") ||
          !takes_word(f.takes, "/parallel/pipeline", "parallelism")) {
        EXPECT_EQ(l.pipeline, 1) << f.id;
      }
      Scenario small = tuning(f.id.c_str(), method);
      small.model.id = "qwen3-8b";
      const Layout whole = chosen(small);
      if (!f.divides_first) { EXPECT_EQ(whole.data, 8) << f.id; }
    }
  EXPECT_EQ(chosen(tuning("unsloth")).sharding, Sharding::none);
}

// The activations of 131,072 tokens, whole, are more than a GPU has: torchtitan divides sequences then.
TEST(Frameworks, AModelIsDividedWhereNothingElseFits) {
  Scenario s = tuning("torchtitan", Method::full);
  s.model.id = "llama-3.1-8b";
  s.train.sequence = 131072;
  const Result<Estimate> e = estimate(s, shipped());
  EXPECT_NE(e->memory.fit, Fit::no);
  EXPECT_LT(e->basis.plan.layout.data, 8);
}

// Of several nodes Megatron-LM shards the optimizer, as its users do; fully sharded where asked.
TEST(Frameworks, MegatronShardsTheOptimizer) {
  Scenario s = tuning("megatron", Method::full);
  s.hardware.count = 64;
  Layout l = estimate(s, shipped())->basis.plan.layout;
  EXPECT_TRUE(l.sharding == Sharding::zero1 || l.data * l.context == 1);
  s.parallel.sharding = Sharding::fsdp;
  EXPECT_EQ(estimate(s, shipped())->basis.plan.layout.sharding, Sharding::fsdp);
}

// 8-bit states are of trainers that copy or shard: Megatron-LM has none, and PyTorch divides no model with them.
TEST(Frameworks, AnOptimizerThatADividedModelCannotHaveDividesNone) {
  Scenario s = tuning("", Method::full);
  s.train.framework = {};
  s.hardware.count = 64;
  for (const Optimizer optimizer : {Optimizer::adamw_8bit, Optimizer::adafactor}) {
    s.train.optimizer = optimizer;
    const Result<Estimate> e = estimate(s, shipped());
    const Layout l = e->basis.plan.layout;
    EXPECT_EQ(e->question.framework().id, "pytorch");
    EXPECT_EQ(l.tensor * l.pipeline * l.context, 1);
  }
}

// Asked to shard all there is, several nodes train by PyTorch; else by Megatron-LM.
TEST(Frameworks, WhatIsShardedChoosesTheFramework) {
  Scenario s = tuning("", Method::full);
  s.hardware.count = 64;
  s.train.framework = {};
  EXPECT_EQ(estimate(s, shipped())->question.framework().id, "megatron");
  s.parallel.sharding = Sharding::fsdp;
  EXPECT_EQ(estimate(s, shipped())->question.framework().id, "pytorch");
}

// Every rank writes whole groups of answers (TRL 1.16.0, grpo_config.py; ms-swift 4.6.0, megatron_args.py).
TEST(Frameworks, RanksTakeWholeGroups) {
  for (const int gpus : {1, 8, 64, 256}) {
    Scenario s = tuning("trl", Method::full);
    s.model.id = "qwen3-8b";
    s.hardware.count = gpus;
    s.train.objective = Objective::grpo;
    EXPECT_EQ(*estimate(s, shipped())->speed.layout.accumulation % s.train.group, 0) << gpus;
  }
}

TEST(Frameworks, OneWithoutRunsIsTakenToBeLikeAnother) {
  const auto step = [](const char* framework) { return estimate(tuning(framework), shipped())->speed.step_s; };
  EXPECT_EQ(step("trl"), step("transformers"));
  EXPECT_EQ(step("NeMo"), step("megatron"));
  EXPECT_EQ(step("FSDP"), step("pytorch"));
  EXPECT_EQ(step("Accelerate"), step("transformers"));
}

}  // namespace
}  // namespace ridgepoint
