// The commands of the shipped catalog, tool by tool.
#include "engine/reproduce.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

// The command that a tool of the catalog gets for a scenario; empty when it gets none.
std::string command_of(const char* tool, const Scenario& s) {
  const Result<Estimate> e = answer(s, shipped());
  if (!e.ok()) return "refused: " + e.problems().front().message;
  for (const Reproduction& r : e->reproduce)
    if (r.tool == tool) return r.command;
  return "";
}

template <class Enum>
bool is_word_of(std::string_view name) {
  const auto& list = Words<Enum>::list;
  return std::find(list.begin(), list.end(), name) != list.end();
}

Scenario serving(const char* engine, const char* weights, double concurrency) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.precision.weights = weights;
  s.serve.engine = engine;
  s.serve.concurrency = concurrency;
  return s;
}

TEST(ReproduceCatalog, TemplatesUseOnlyKnownNamesAndPartsThatEnd) {
  const std::vector<std::string> known = placeholder_names();
  ASSERT_GE(shipped().benchmarks.size(), 15u);
  for (const Benchmark& b : shipped().benchmarks) {
    const auto all = [&](std::string_view name) {
      EXPECT_NE(std::find(known.begin(), known.end(), name), known.end()) << b.id << " uses {" << name << "}";
      return std::string("x");
    };
    const auto command = filled(b.command, all);
    ASSERT_TRUE(command) << b.id;
    EXPECT_EQ(command->find_first_of("{}[]"), std::string::npos) << b.id << ": " << *command;
  }
}

TEST(ReproduceCatalog, SoftwareOfTemplatesIsKnown) {
  for (const Benchmark& b : shipped().benchmarks)
    for (const std::string& name : b.software) {
      const bool known = find_engine(shipped(), name) || is_word_of<Framework>(name) || is_word_of<ModelKind>(name);
      EXPECT_TRUE(known) << b.id << " is for " << name;
    }
}

TEST(ReproduceCatalog, Vllm) {
  Scenario s = serving("vllm", "fp8", 32);
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 4;
  s.parallel.tensor = 4;
  EXPECT_EQ(command_of("vllm bench serve", s),
            "vllm serve meta-llama/Llama-3.1-70B --quantization fp8 --tensor-parallel-size 4 --max-model-len 2560 "
            "--gpu-memory-utilization 0.9 --max-num-batched-tokens 8192\n"
            "vllm bench serve --model meta-llama/Llama-3.1-70B --dataset-name random --random-input-len 2048 "
            "--random-output-len 512 --ignore-eos --max-concurrency 32 --num-prompts 160");
  s.serve.eager = true;
  EXPECT_NE(command_of("vllm bench serve", s).find("Llama-3.1-70B --enforce-eager --quantization fp8"),
            std::string::npos);
  s.serve.eager = false;
  s.workload = Workload::batch;
  EXPECT_NE(command_of("vllm bench throughput", s).find("--random-input-len 2048 --random-output-len 512"),
            std::string::npos);
  EXPECT_EQ(command_of("vllm bench serve", s), "");
}

TEST(ReproduceCatalog, Sglang) {
  Scenario s = serving("sglang", "bf16", 16);
  s.precision.kv = "fp8";
  s.hardware.count = 2;
  s.parallel.tensor = 2;
  const std::string command = command_of("sglang.bench_serving", s);
  EXPECT_EQ(
      command.find("python -m sglang.launch_server --model-path meta-llama/Llama-3.1-8B --kv-cache-dtype fp8_e4m3 "
                   "--tp-size 2 --context-length 2560"),
      0u)
      << command;
  EXPECT_NE(command.find("--random-range-ratio 1 --max-concurrency 16 --num-prompts 80"), std::string::npos) << command;
  s.serve.eager = true;
  EXPECT_NE(command_of("sglang.bench_serving", s).find("Llama-3.1-8B --disable-cuda-graph --kv-cache-dtype"),
            std::string::npos);
}

TEST(ReproduceCatalog, TensorRtLlm) {
  Scenario s = serving("tensorrt-llm", "fp8", 8);
  const std::string command = command_of("trtllm-serve", s);
  EXPECT_EQ(command.find("trtllm-serve path/to/llama-3.1-8b-fp8 --max_seq_len 2560 --max_batch_size 8"), 0u) << command;
  s.workload = Workload::batch;
  EXPECT_NE(command_of("trtllm-bench", s).find("token-norm-dist --input-mean 2048 --output-mean 512"),
            std::string::npos);
}

TEST(ReproduceCatalog, LlamaCpp) {
  Scenario s = serving("llama.cpp", "gguf-q4_k_m", 1);
  s.hardware.accelerator = "rtx-4090";
  EXPECT_EQ(command_of("llama-bench", s), "llama-bench -m path/to/llama-3.1-8b-Q4_K_M.gguf -p 0 -n 512 -d 2048 -fa on");
  s.serve.concurrency = 4;
  EXPECT_EQ(command_of("llama-bench", s), "");
  // 4 x (2,048 + 512) tokens of context
  EXPECT_EQ(command_of("llama-batched-bench", s),
            "llama-batched-bench -m path/to/llama-3.1-8b-Q4_K_M.gguf -c 10240 -npp 2048 -ntg 512 -npl 4 -fa on");
  EXPECT_EQ(command_of("llama-server", s).find("llama-server -m path/to/llama-3.1-8b-Q4_K_M.gguf -c 10240 -np 4"), 0u);
  s.serve.concurrency = 1;
  s.precision.kv = "fp8";  // which llama.cpp has not
  EXPECT_NE(command_of("llama-bench", s).find("-ctk q8_0 -ctv q8_0"), std::string::npos);
  s.precision.weights = "fp8";  // no file of GGUF holds it
  EXPECT_EQ(command_of("llama-bench", s), "");
}

TEST(ReproduceCatalog, EnginesThatCaptureNoGraphsHaveNoneToLeaveOut) {
  Scenario s = serving("llama.cpp", "gguf-q4_k_m", 1);
  s.serve.eager = true;
  EXPECT_EQ(command_of("llama-bench", s),
            "refused: Llama 3.1 8B has no choice of eager kernels under an engine that captures no graphs.");
}

TEST(ReproduceCatalog, OllamaMlxAndTransformers) {
  Scenario s = serving("ollama", "gguf-q4_k_m", 1);
  EXPECT_NE(command_of("ollama run --verbose", s).find("FROM path/to/llama-3.1-8b-Q4_K_M.gguf"), std::string::npos);
  s = serving("mlx", "bf16", 1);
  s.hardware.accelerator = "apple-m2-ultra";
  EXPECT_EQ(
      command_of("mlx_lm.benchmark", s),
      "mlx_lm.benchmark --model meta-llama/Llama-3.1-8B --prompt-tokens 2048 --generation-tokens 512 --batch-size 1");
  s = serving("transformers", "bf16", 1);
  EXPECT_EQ(command_of("tools/measure", s),
            "tools/measure/measure.py generate llama-3.1-8b --batch 1 --input 2048 --output 512 --precision bf16");
  s.model.id = "deepseek-v2-lite";  // latent attention: not a plain decoder
  EXPECT_EQ(command_of("tools/measure", s), "");
}

TEST(ReproduceCatalog, Training) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.train.micro_batch = 1;
  s.train.global_batch = 16;
  s.train.checkpointing = Checkpointing::full;
  EXPECT_EQ(command_of("tools/measure", s),
            "tools/measure/measure.py train llama-3.1-8b --method lora --rank 16 --sequence 4096 --micro-batch 1 "
            "--accumulation 16 --checkpointing full --recipe bf16");
  EXPECT_NE(command_of("trl sft", s).find("--use_peft --lora_r 16 --lora_target_modules all-linear --max_length 4096"),
            std::string::npos);
  s.train.method = Method::qlora;
  EXPECT_EQ(command_of("tools/measure", s), "");
  EXPECT_NE(command_of("trl sft", s).find("--load_in_4bit"), std::string::npos);
  EXPECT_EQ(command_of("trl dpo", s) + command_of("trl grpo", s), "");
  s.train.objective = Objective::dpo;
  EXPECT_EQ(command_of("trl dpo", s).rfind("trl dpo --model_name_or_path meta-llama/Llama-3.1-8B --dataset_name ", 0),
            0u);
  s.train.objective = Objective::grpo;  // 4,096 tokens of which 512 are the prompt
  EXPECT_NE(command_of("trl grpo", s).find(" --num_generations 8 --max_completion_length 3584 "), std::string::npos);
  EXPECT_EQ(command_of("trl sft", s) + command_of("trl dpo", s) + command_of("tools/measure", s), "");

  s.workload = Workload::train;
  s.train = {};
  s.train.global_batch = 512;
  s.train.micro_batch = 1;
  s.train.checkpointing = Checkpointing::selective;
  s.hardware.count = 16;
  s.hardware.per_node = 8;
  s.parallel.tensor = 2;
  s.parallel.pipeline = 2;
  s.parallel.context = 1;
  s.parallel.sharding = Sharding::zero1;
  const std::string command = command_of("Megatron-LM", s);
  for (const char* part :
       {"torchrun --nnodes 2 --nproc-per-node 8 pretrain_gpt.py --use-mcore-models --mock-data",
        "--num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 --group-query-attention "
        "--num-query-groups 8 --kv-channels 128",
        "--tensor-model-parallel-size 2 --sequence-parallel --pipeline-model-parallel-size 2 "
        "--use-distributed-optimizer --micro-batch-size 1 --global-batch-size 512 --bf16 --recompute-activations"})
    EXPECT_NE(command.find(part), std::string::npos) << part << "\n" << command;
}

TEST(ReproduceCatalog, OtherModels) {
  Scenario s;
  s.hardware.count = 1;
  s.model.id = "vit-l16";
  s.serve.batch = 64;
  EXPECT_EQ(command_of("timm benchmark.py", s)
                .find("python benchmark.py --bench inference --model vit_large_patch16_224 "
                      "--batch-size 64 --img-size 224 --precision bfloat16"),
            0u)
      << command_of("timm benchmark.py", s);
  s.model.id = "sdxl-base";
  s.serve.batch = 2;
  EXPECT_NE(command_of("Diffusers", s).find("num_images_per_prompt=2"), std::string::npos)
      << command_of("Diffusers", s);
  s = {};
  s.hardware.count = 1;
  s.model.id = "whisper-large-v3";
  EXPECT_NE(command_of("whisper", s).find("whisper audio.wav --model large-v3"), std::string::npos)
      << command_of("whisper", s);
}

}  // namespace
}  // namespace ridgepoint
