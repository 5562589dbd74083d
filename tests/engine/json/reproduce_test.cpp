// The commands of the shipped catalog, tool by tool.
#include "engine/tell/reproduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "engine/json/value.h"
#include "engine/tell/answer.h"
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
  const auto& list = kWords<Enum>;
  return std::find(list.begin(), list.end(), name) != list.end();
}

Scenario serving(const char* engine, const char* weights, double concurrency) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.precision.weights = weights;
  s.serve.engine = engine;
  s.serve.purpose = RequestPurpose::general;
  s.serve.concurrency = concurrency;
  return s;
}

TEST(ReproduceCatalog, TemplatesUseOnlyKnownNamesAndPartsThatEnd) {
  const Result<Estimate> e = answer(serving("vllm", "bf16", 8), shipped());
  ASSERT_TRUE(e.ok());
  const CommandFacts facts = command_facts(*e, shipped());
  ASSERT_GE(shipped().benchmarks.size(), 15u);
  for (const Benchmark& b : shipped().benchmarks) {
    const auto all = [&](std::string_view name) {
      if (name == "options") return b.options;  // stands in commands alone
      EXPECT_TRUE(value_of(facts, name)) << b.id << " uses {" << name << "}";
      return std::string("x");
    };
    for (const std::string& text : {b.command, b.options, b.remark}) {
      const auto out = filled(text, all);
      ASSERT_TRUE(out) << b.id;
      if (text != b.command || b.options.empty()) {
        EXPECT_EQ(out->find_first_of("{}[]"), std::string::npos) << b.id << ": " << *out;
      }
    }
  }
}

TEST(ReproduceCatalog, SoftwareOfTemplatesIsKnown) {
  for (const Benchmark& b : shipped().benchmarks)
    for (const std::string& name : b.software) {
      const bool known = find_engine(shipped(), name) || find_framework(shipped(), name) || is_word_of<ModelKind>(name);
      EXPECT_TRUE(known) << b.id << " is for " << name;
    }
}

// The number after an option in the first line that begins with a program; 1 without it.
int option(const std::string& command, const std::string& program, const std::string& name) {
  std::istringstream lines(command);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(program) == std::string::npos) continue;
    const std::size_t at = line.find(name + " ");
    return at == std::string::npos ? 1 : std::stoi(line.substr(at + name.size() + 1));
  }
  ADD_FAILURE() << "no " << program << " in " << command;
  return 0;
}
bool has(const std::string& command, const char* part) { return command.find(part) != std::string::npos; }

TEST(ReproduceCatalog, Vllm) {
  Scenario s = serving("vllm", "fp8", 32);
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 4;
  s.parallel.tensor = 4;
  EXPECT_EQ(
      command_of("vllm bench serve", s),
      "# A server\n"
      "vllm serve RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8 --tensor-parallel-size 4 --max-model-len 2560 "
      "--gpu-memory-utilization 0.9 --max-num-batched-tokens 8192\n"
      "# Once it listens\n"
      "vllm bench serve --model RedHatAI/Meta-Llama-3.1-70B-Instruct-FP8 --dataset-name random --random-input-len 2048 "
      "--random-output-len 512 --ignore-eos --max-concurrency 32 --num-prompts 160");
  s.serve.eager = true;
  EXPECT_TRUE(has(command_of("vllm bench serve", s), "-Instruct-FP8 --enforce-eager"));
  s.serve.eager = false;
  s.serve.length_spread = 0.3;  // vLLM: [length x (1 - ratio), length x (1 + ratio)]
  EXPECT_TRUE(has(command_of("vllm bench serve", s), " --random-range-ratio 0.3 "));
  s.serve.length_spread = 0;
  s.workload = Workload::batch;
  EXPECT_TRUE(has(command_of("vllm bench throughput", s), "--random-input-len 2048 --random-output-len 512"));
}

// https://docs.vllm.ai/en/latest/serving/data_parallel_deployment/: one command on each node, the first with the
// address.
TEST(ReproduceCatalog, VllmOverNodes) {
  Scenario s = serving("vllm", "bf16", 64);
  s.hardware.count = 16;
  s.hardware.per_node = 8;
  s.parallel.tensor = 2;
  s.parallel.pipeline = 1;
  const std::string data = command_of("vllm bench serve", s);
  for (const char* part :
       {"# On node 0; NODE_0 is its address, on every node\nvllm serve ",
        "--tensor-parallel-size 2 --data-parallel-size 8 ",
        " --data-parallel-size-local 4 --data-parallel-address $NODE_0 --data-parallel-rpc-port 13345\n",
        "# On every other node; NODE_RANK is its number, from 1\nvllm serve ",
        " --data-parallel-start-rank $((NODE_RANK * 4)) --headless\n",
        "# Once it listens, on node 0\nvllm bench serve "})
    EXPECT_TRUE(has(data, part)) << part << "\n" << data;
  s.parallel.tensor = 8;
  s.parallel.pipeline = 2;
  s.model.id = "llama-3.1-405b";
  const std::string stages = command_of("vllm bench serve", s);
  for (const char* part :
       {"--tensor-parallel-size 8 --pipeline-parallel-size 2 ", " --nnodes 2 --node-rank 0 --master-addr $NODE_0\n",
        " --nnodes 2 --node-rank $NODE_RANK --master-addr $NODE_0 --headless\n"})
    EXPECT_TRUE(has(stages, part)) << part << "\n" << stages;
}

TEST(ReproduceCatalog, Sglang) {
  Scenario s = serving("sglang", "bf16", 16);
  s.precision.kv = "fp8";
  s.hardware.count = 2;
  s.parallel.tensor = 2;
  const std::string command = command_of("sglang.bench_serving", s);
  EXPECT_TRUE(has(command,
                  "# A server\npython -m sglang.launch_server --model-path meta-llama/Llama-3.1-8B "
                  "--kv-cache-dtype fp8_e4m3 --tp-size 2 --context-length 2688"))
      << command;
  EXPECT_TRUE(has(command, "--random-range-ratio 1 --max-concurrency 16 --num-prompts 80")) << command;
  s.serve.eager = true;
  EXPECT_TRUE(has(command_of("sglang.bench_serving", s), "Llama-3.1-8B --disable-cuda-graph --kv-cache-dtype"));
  s.serve.prefix_hit_rate = 0.25;  // of 2,048 tokens
  EXPECT_TRUE(has(command_of("sglang.bench_serving", s),
                  "--dataset-name generated-shared-prefix --gsp-num-groups 1 --gsp-prompts-per-group 80 "
                  "--gsp-system-prompt-len 512 --gsp-question-len 1536 --gsp-output-len 512"));
  s.serve.prefix_hit_rate = 0;
  s.serve.length_spread = 0.5;  // SGLang: from ratio x most to most, 1,024 to 3,072
  EXPECT_TRUE(has(command_of("sglang.bench_serving", s),
                  "--random-input-len 3072 --random-output-len 768 --random-range-ratio 0.333"));
}

// 671 GB of weights are one copy over 16 GPUs: attention by requests, experts by GPU.
TEST(ReproduceCatalog, AttentionByRequests) {
  Scenario s = serving("sglang", "fp8", 64);
  s.model.id = "deepseek-v3";
  s.hardware.accelerator = "h200-sxm-141gb";
  s.hardware.count = 16;
  s.hardware.per_node = 8;
  s.parallel.tensor = s.parallel.pipeline = 1;
  s.parallel.expert = 16;
  const std::string sglang = command_of("sglang.bench_serving", s);
  for (const char* part : {" --tp-size 16 --dp-size 16 --enable-dp-attention --ep-size 16 ",
                           " --nnodes 2 --node-rank $NODE_RANK --dist-init-addr $NODE_0:20000\n"})
    EXPECT_TRUE(has(sglang, part)) << part << "\n" << sglang;
  s.serve.max_sequences = 3;  // of each of the 16; SGLang divides what it is told among them
  EXPECT_TRUE(has(command_of("sglang.bench_serving", s), " --max-running-requests 48 "))
      << command_of("sglang.bench_serving", s);
  s.serve.max_sequences.reset();
  s.serve.engine = "tensorrt-llm";
  const std::string trt = command_of("trtllm-serve", s);
  for (const char* part : {"'enable_attention_dp: true'",
                           "srun -N 2 --ntasks 16 --ntasks-per-node 8 --mpi=pmix trtllm-llmapi-launch trtllm-serve ",
                           " --tp_size 16 --ep_size 16 ", " --config options.yml\n"})
    EXPECT_TRUE(has(trt, part)) << part << "\n" << trt;
  s.serve.engine = "vllm";
  const std::string vllm = command_of("vllm bench serve", s);
  for (const char* part : {" --data-parallel-size 16 --enable-expert-parallel ", " --data-parallel-size-local 8 "})
    EXPECT_TRUE(has(vllm, part)) << part << "\n" << vllm;
}

TEST(ReproduceCatalog, TensorRtLlm) {
  Scenario s = serving("tensorrt-llm", "fp8", 8);
  const std::string command = command_of("trtllm-serve", s);
  EXPECT_TRUE(has(command, "\ntrtllm-serve path/to/llama-3.1-8b-fp8 --max_seq_len 2688 --max_batch_size 8")) << command;
  EXPECT_TRUE(has(command, " --dataset-name random --random-ids --random-input-len 2048 ")) << command;
  s.workload = Workload::batch;
  EXPECT_TRUE(has(command_of("trtllm-bench", s), "token-norm-dist --input-mean 2048 --output-mean 512"));
}

TEST(ReproduceCatalog, LlamaCpp) {
  Scenario s = serving("llama.cpp", "gguf-q4_k_m", 1);
  s.hardware.accelerator = "rtx-4090";
  EXPECT_EQ(command_of("llama-bench", s),
            "llama-bench -hf unsloth/Llama-3.1-8B-Instruct-GGUF:Q4_K_M -fa on -p 0 -n 512 -d 2048");
  s.serve.concurrency = 4;
  EXPECT_EQ(command_of("llama-bench", s), "");
  // 4 x (2,048 + 512) tokens of context
  EXPECT_EQ(
      command_of("llama-batched-bench", s),
      "llama-batched-bench -hf unsloth/Llama-3.1-8B-Instruct-GGUF:Q4_K_M -fa on -c 10240 -npp 2048 -ntg 512 -npl 4");
  EXPECT_TRUE(has(command_of("llama-server", s),
                  "llama-server -hf unsloth/Llama-3.1-8B-Instruct-GGUF:Q4_K_M -fa on -c 10240 -np 4 --port 8080\n"));
  s.serve.concurrency = 1;
  s.precision.kv = "fp8";  // which llama.cpp has not
  EXPECT_TRUE(has(command_of("llama-bench", s), "-ctk q8_0 -ctv q8_0"));
  s.precision.weights = "fp8";  // no file of GGUF holds it
  EXPECT_EQ(command_of("llama-bench", s), "");
}

TEST(ReproduceCatalog, WhereNoCheckpointIsKnownItSaysWhatMakesOne) {
  Scenario s = serving("llama.cpp", "gguf-q3_k_m", 1);
  s.hardware.accelerator = "rtx-4090";
  EXPECT_EQ(answer(s, shipped())->reproduce.front().note.find("No public checkpoint in GGUF Q3_K_M is known: "), 0u);
  s.precision.weights = "gguf-q4_k_m";
  EXPECT_EQ(answer(s, shipped())->reproduce.front().note.find("No public"), std::string::npos);
}

TEST(ReproduceCatalog, EnginesThatCaptureNoGraphsHaveNoneToLeaveOut) {
  Scenario s = serving("llama.cpp", "gguf-q4_k_m", 1);
  s.serve.eager = true;
  EXPECT_EQ(command_of("llama-bench", s),
            "refused: Llama 3.1 8B has no choice of eager kernels under an engine that captures no graphs.");
}

TEST(ReproduceCatalog, OllamaMlxExllamaAndTransformers) {
  Scenario s = serving("ollama", "gguf-q4_k_m", 1);
  const std::string ollama = command_of("ollama, cmd/bench", s);
  EXPECT_TRUE(has(ollama, "FROM hf.co/unsloth/Llama-3.1-8B-Instruct-GGUF:Q4_K_M")) << ollama;
  EXPECT_TRUE(has(ollama, "-prompt-tokens 2048 -max-tokens 512 -num-ctx 2560")) << ollama;
  s = serving("mlx", "bf16", 1);
  s.hardware.accelerator = "apple-m2-ultra";
  EXPECT_TRUE(has(command_of("mlx_lm.benchmark", s),
                  "mlx_lm.benchmark --model meta-llama/Llama-3.1-8B --prompt-tokens "
                  "2048 --generation-tokens 512 --batch-size 1"));
  s = serving("exllamav2", "exl2-4bpw", 1);
  s.hardware.accelerator = "rtx-4090";
  EXPECT_TRUE(has(command_of("ExLlamaV2 test_inference.py", s),
                  "python test_inference.py -m path/to/llama-3.1-8b-exl2-4bpw -l 2560 -ps -s"));
  s = serving("transformers", "bf16", 1);
  EXPECT_TRUE(has(command_of("Transformers", s), "from_pretrained('meta-llama/Llama-3.1-8B', dtype=torch.bfloat16, "));
  EXPECT_TRUE(has(command_of("Transformers", s), "torch.randint(1000, (1, 2048), device=model.device)"));
}

// Every layout of serving over one and two nodes: what a command starts is what it is said to run on.
TEST(ReproduceCatalog, SizesMultiplyToTheAcceleratorsThatRun) {
  int seen = 0;
  for (const char* engine : {"vllm", "sglang", "tensorrt-llm"})
    for (const char* model : {"llama-3.1-8b", "qwen3-30b-a3b", "deepseek-v2-lite"})
      for (const int count : {1, 2, 4, 8, 16})
        for (const int tensor : {1, 2, 4, 8, 16})
          for (const int pipeline : {1, 2})
            for (const int expert : {1, 2, 4, 8, 16}) {
              if (tensor * pipeline > count || expert > count || count % (tensor * pipeline) != 0) continue;
              Scenario s = serving(engine, "bf16", 64);
              s.model.id = model;
              s.hardware.count = count;
              s.hardware.per_node = 8;
              s.parallel.tensor = tensor;
              s.parallel.pipeline = pipeline;
              s.parallel.expert = expert;
              const Result<Estimate> e = answer(s, shipped());
              if (!e.ok() || e->memory.fit == Fit::no) continue;
              ASSERT_FALSE(e->reproduce.empty());
              const Reproduction& r = e->reproduce.front();
              const std::string where = std::string(engine) + " " + model + " " + std::to_string(count) +
                                        " GPUs, tensor " + std::to_string(tensor) + ", pipeline " +
                                        std::to_string(pipeline) + ", expert " + std::to_string(expert) + "\n" +
                                        r.command + "\n" + r.note;
              SCOPED_TRACE(where);
              if (engine == std::string("tensorrt-llm") && tensor > 1 && expert > tensor) {
                EXPECT_EQ(r.note.rfind("TensorRT-LLM divides requests", 0), 0u);
                continue;
              }
              ASSERT_NE(r.command, "");
              ++seen;
              const int runs = r.note.rfind("On ", 0) == 0 ? std::stoi(r.note.substr(3)) : count;
              const std::string program = engine == std::string("vllm")     ? "vllm serve"
                                          : engine == std::string("sglang") ? "sglang.launch_server"
                                                                            : "trtllm-serve ";
              const auto at = [&](const char* name) { return option(r.command, program, name); };
              if (engine == std::string("vllm")) {
                EXPECT_EQ(at("--tensor-parallel-size") * at("--pipeline-parallel-size") * at("--data-parallel-size"),
                          runs);
                if (at("--nnodes") > 1) { EXPECT_EQ(at("--nnodes") * 8, runs); }
                const int local = at("--data-parallel-size-local");
                if (has(r.command, "--data-parallel-size-local")) {
                  EXPECT_EQ(local * runs / 8, at("--data-parallel-size"));
                }
                EXPECT_EQ(runs > 8, has(r.command, "--headless"));
                // Independent copies of experts would be one for vLLM, which spreads them over all that runs together.
                if (e->question.model->expert_layers() > 0) { EXPECT_LE(runs, std::max(tensor, expert) * pipeline); }
              } else if (engine == std::string("sglang")) {
                const bool apart = has(r.command, "--enable-dp-attention");
                EXPECT_EQ(at("--tp-size") * at("--pp-size") * (apart ? 1 : at("--dp-size")), runs);
                if (apart) { EXPECT_EQ(at("--tp-size") % at("--dp-size"), 0); }
                if (apart) { EXPECT_EQ(at("--tp-size") / at("--dp-size"), tensor); }
                EXPECT_LE(at("--ep-size"), at("--tp-size"));
                EXPECT_EQ(at("--nnodes"), (runs + 7) / 8);
                if (runs > 8) {
                  EXPECT_TRUE(apart || at("--dp-size") == 1);  // as SGLang asserts
                }
              } else {
                EXPECT_EQ(at("--tp_size") * at("--pp_size"), runs);
                EXPECT_LE(at("--ep_size"), at("--tp_size"));
                EXPECT_EQ(has(r.command, "enable_attention_dp"), expert > tensor);
                EXPECT_EQ(runs > 8, has(r.command, "srun -N "));
                if (runs > 8) { EXPECT_EQ(option(r.command, "srun", "--ntasks"), runs); }
              }
            }
  EXPECT_GT(seen, 150);
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
  EXPECT_TRUE(has(command_of("TRL", s), "--use_peft --lora_r 16 --lora_target_modules all-linear "));
  s.train.method = Method::qlora;
  EXPECT_EQ(command_of("tools/measure", s), "");
  EXPECT_TRUE(has(command_of("TRL", s), "--load_in_4bit"));
  s.train.objective = Objective::dpo;
  EXPECT_EQ(command_of("TRL", s).rfind("trl dpo --model_name_or_path meta-llama/Llama-3.1-8B --dtype ", 0), 0u)
      << command_of("TRL", s);
  EXPECT_TRUE(
      has(command_of("TRL", s), " --max_length 4096 --pad_to_multiple_of 4096"));  // samples as long as predicted
  s.train.objective = Objective::grpo;  // 4,096 tokens of which 512 are the prompt
  EXPECT_TRUE(has(command_of("TRL", s),
                  " --num_generations 8 --max_completion_length 3584 --use_vllm true --vllm_mode colocate "
                  "--vllm_enable_sleep_mode true --vllm_max_model_length 4096"));
  EXPECT_TRUE(has(command_of("TRL", s), " --generation_kwargs '{\"min_tokens\": 3584}'"));
  EXPECT_EQ(command_of("tools/measure", s), "");

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
  s.parallel.schedule = Schedule::interleaved;
  s.parallel.virtual_stages = 4;
  const std::string command = command_of("Megatron-LM", s);
  for (const char* part :
       {"# On every node; NODE_RANK is its number, from 0, and NODE_0 the address of the first\n",
        "torchrun --nnodes 2 --node-rank $NODE_RANK --master-addr $NODE_0 --nproc-per-node 8 pretrain_gpt.py "
        "--mock-data",
        "--num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 --group-query-attention "
        "--num-query-groups 8 --kv-channels 128",
        "--attention-dropout 0 --hidden-dropout 0 "  // which are 0.1 where nothing is said
        "--tensor-model-parallel-size 2 --sequence-parallel --pipeline-model-parallel-size 2 "
        "--num-virtual-stages-per-pipeline-rank 4 --use-distributed-optimizer --micro-batch-size 1 --global-batch-size "
        "512 --bf16 --recompute-activations"})
    EXPECT_TRUE(has(command, part)) << part << "\n" << command;
  const std::string swift = command_of("Megatron-SWIFT", s);
  for (const char* part :
       {"NNODES=2 NODE_RANK=$NODE_RANK MASTER_ADDR=$NODE_0 MASTER_PORT=29500 NPROC_PER_NODE=8 megatron pt ",
        "--tensor_model_parallel_size 2 --sequence_parallel true --pipeline_model_parallel_size 2 "
        "--virtual_pipeline_model_parallel_size 4 "})
    EXPECT_TRUE(has(swift, part)) << part << "\n" << swift;
}

// What TRL is told of processes and batches is the layout's.
TEST(ReproduceCatalog, TrainersSplitTheBatchAmongTheAccelerators) {
  for (const Method method : {Method::full, Method::lora, Method::qlora})
    for (const int count : {1, 2, 8, 16})
      for (const Sharding sharding : {Sharding::none, Sharding::zero2, Sharding::fsdp}) {
        Scenario s;
        s.workload = Workload::finetune;
        s.model.id = "llama-3.2-1b";
        s.hardware.count = count;
        s.hardware.per_node = 8;
        s.parallel.tensor = s.parallel.pipeline = 1;
        s.parallel.sharding = sharding;
        s.train.method = method;
        s.train.framework = "transformers";
        s.train.global_batch = 32;
        const std::string c = command_of("TRL", s);
        SCOPED_TRACE(c);
        ASSERT_NE(c, "");
        const auto at = [&](const char* name) { return option(c, "trl sft", name); };
        EXPECT_EQ(at("--num_processes"), count);
        EXPECT_EQ(at("--num_machines"), count > 8 ? 2 : 1);
        EXPECT_EQ(at("--per_device_train_batch_size") * at("--gradient_accumulation_steps") * count, 32);
        const char* name = sharding == Sharding::none ? "multi_gpu" : sharding == Sharding::zero2 ? "zero2" : "fsdp2";
        EXPECT_EQ(has(c, (std::string("--accelerate_config ") + name).c_str()), count > 1);
        EXPECT_EQ(has(c, "--load_in_4bit"), method == Method::qlora);
        EXPECT_EQ(has(c, "--use_peft"), method != Method::full);
      }
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
  EXPECT_TRUE(has(command_of("Diffusers", s), "num_images_per_prompt=2")) << command_of("Diffusers", s);
  s.model.id = "bge-m3";
  EXPECT_TRUE(has(command_of("Transformers", s), "AutoModel as Model\nmodel = Model.from_pretrained('BAAI/bge-m3'"))
      << command_of("Transformers", s);
  s = {};
  s.hardware.count = 1;
  s.model.id = "whisper-large-v3";
  const std::string whisper = command_of("Transformers", s);
  EXPECT_TRUE(has(whisper, "pipeline('automatic-speech-recognition', 'openai/whisper-large-v3'")) << whisper;
  EXPECT_LT(whisper.find("read = pipeline("), whisper.find("started = time.time()")) << "loading is not timed";
}

// Scenarios that fit and have no command, each with the record that says why.
const std::map<std::string, std::string> kWithoutCommand = {
    {"finetune_frozen_layers", "Trainers freeze parameters by name"},
    {"serve_prefill_and_decode_apart", "Prefill and decode apart"},
    {"serve_prefill_and_decode_apart_with_targets", "Prefill and decode apart"},
    {"train_deepseek_v3", "Zero-bubble schedules"},
    {"train_pythia_fp32_sgd", "The trainers that we know lack this optimizer"},
    {"train_flux_16x_b200", "Each family of diffusion models"},
};

TEST(ReproduceCatalog, EveryScenarioThatFitsHasACommandOrANamedReason) {
  int fit = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::in_project("tests/golden/scenarios"))) {
    const std::string name = entry.path().stem().string();
    const json::Json e = json::Json::parse(shipped_api().estimate(test::text_of_file(entry.path()), "{}"));
    ASSERT_EQ(e["ok"], true) << name;
    if (e["memory"]["fit"] == "no") continue;
    ++fit;
    ASSERT_GT(e["reproduce"].size(), 0u) << name;
    const auto why = kWithoutCommand.find(name);
    for (const json::Json& r : e["reproduce"]) {
      const std::string note = r.value("note", "");
      EXPECT_EQ(r.value("command", "").empty(), why != kWithoutCommand.end()) << name << ": " << note;
      if (why != kWithoutCommand.end()) { EXPECT_EQ(note.rfind(why->second, 0), 0u) << name << ": " << note; }
      if (r.value("command", "").empty()) continue;
      EXPECT_NE(r.value("figure", ""), "") << name;
      EXPECT_GT(r["predicted"].get<double>(), 0) << name << " " << r.value("figure", "");
    }
  }
  EXPECT_GE(fit, 60);
}

// Every engine and every kind of model, on hardware that it runs on: a command for each, but for those named.
TEST(ReproduceCatalog, EveryEngineAndKindOfModelHasACommandOrANamedReason) {
  const std::set<std::string> without = {"autoawq", "exllamav3", "mindie", "optimum-habana", "tgi"};
  for (const ServingEngine& engine : shipped().engines)
    for (const double concurrency : {1.0, 4.0}) {
      const std::string weights = engine.reads_gguf          ? "gguf-q4_k_m"
                                  : engine.id == "exllamav2" ? "exl2-4bpw"
                                  : engine.id == "exllamav3" ? "exl3-4bpw"
                                  : engine.id == "autoawq"   ? "awq-int4"
                                                             : "bf16";
      Scenario s = serving(engine.id.c_str(), weights.c_str(), concurrency);
      if (engine.id == "gpt-fast" && concurrency > 1) continue;
      for (const char* device :
           {"h100-sxm5-80gb", "apple-m2-ultra", "mi300x-192gb", "tpu-v5e", "trainium2", "cpu-epyc-9654"}) {
        s.hardware.accelerator = device;
        const Result<Estimate> e = answer(s, shipped());
        if (!e.ok() || e->memory.fit == Fit::no || e->hindrance()) continue;
        ASSERT_FALSE(e->reproduce.empty()) << engine.id << " on " << device;
        EXPECT_EQ(e->reproduce.front().command.empty(), without.count(engine.id) == 1)
            << engine.id << " on " << device << ": " << e->reproduce.front().note;
      }
    }
  for (const char* model :
       {"llama-3.1-8b", "qwen3-30b-a3b", "bge-m3", "t5-base", "vit-l16", "sdxl-base", "whisper-large-v3"})
    for (const Workload workload : {Workload::serve, Workload::batch}) {
      Scenario s;
      s.workload = workload;
      s.model.id = model;
      s.hardware.count = 1;
      const Result<Estimate> e = answer(s, shipped());
      ASSERT_TRUE(e.ok()) << model;
      ASSERT_FALSE(e->reproduce.empty()) << model;
      EXPECT_NE(e->reproduce.front().command, "") << model << ": " << e->reproduce.front().note;
    }
}

// LoRA on several GPUs, QLoRA on two small ones, DPO and GRPO.
TEST(ReproduceCatalog, EveryMethodAndObjectiveHasACommand) {
  for (const Method method : {Method::full, Method::lora, Method::qlora, Method::dora})
    for (const Objective objective : {Objective::lm, Objective::dpo, Objective::grpo})
      for (const int count : {1, 2, 8, 16}) {
        Scenario s;
        s.workload = Workload::finetune;
        s.model.id = "llama-3.1-8b";
        s.hardware.count = count;
        s.train.method = method;
        s.train.objective = objective;
        const Result<Estimate> e = answer(s, shipped());
        const std::string where =
            std::string(word_of(method)) + " " + std::string(word_of(objective)) + " " + std::to_string(count);
        ASSERT_TRUE(e.ok()) << where;
        if (e->memory.fit == Fit::no) continue;
        ASSERT_FALSE(e->reproduce.empty()) << where;
        EXPECT_NE(e->reproduce.front().command, "") << where << ": " << e->reproduce.front().note;
      }
  Scenario s;
  s.workload = Workload::finetune;
  s.hardware.accelerator = "rtx-3090";
  s.hardware.count = 2;
  s.train.method = Method::qlora;
  for (const char* model : {"qwen3-8b", "qwen3-14b"}) {
    s.model.id = model;
    EXPECT_NE(command_of("TRL", s), "") << model;
  }
  s.model.id = "qwen3-32b";
  s.parallel.pipeline = 2;  // each card holds half of the layers, which no trainer does
  EXPECT_EQ(answer(s, shipped())->reproduce.front().note.rfind("Trainers of 4-bit weights have no stages", 0), 0u);
}

}  // namespace
}  // namespace ridgepoint
