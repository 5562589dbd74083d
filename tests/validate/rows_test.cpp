// Rows of published tables as scenarios.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "engine/facts/own_entries.h"
#include "engine/json/api.h"
#include "tools/validate/cases.h"
#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

const Catalog& catalog() {
  static const json::Api api = [] {
    std::ifstream file(RIDGEPOINT_CATALOG);
    std::stringstream text;
    text << file.rdbuf();
    return json::Api::from_catalog(text.str()).value();
  }();
  return api.records();
}

constexpr const char* kInference =
    "id,source_repo_or_page,source_path_or_url,date,gpu,gpu_count,parallelism,model,precision_weights,kv_precision,"
    "engine,"
    "batch_or_concurrency,input_tokens,output_tokens,metric,value,notes\n";
constexpr const char* kTraining =
    "id,source,source_path_or_url,date,gpu,gpu_count,model,params_b,layers,hidden,heads,seq_len,global_batch_seqs,"
    "micro_batch,"
    "tp,pp,dp,ep,cp,sharding,activation_checkpointing,precision,flash_attention,metric,value,notes\n";
constexpr const char* kMemory =
    "id,source,source_path_or_url,date,gpu,gpu_count,model,params_b,method,lora_rank,precision,optimizer,seq_len,micro_"
    "batch,"
    "sharding,activation_checkpointing,cpu_offload,flash_attention,metric,value,notes\n";

Cases read(const std::string& text) {
  const Result<Cases> cases = cases_of(text, catalog());
  EXPECT_TRUE(cases.ok());
  return cases.ok() ? *cases : Cases{};
}

TEST(Rows, CpusAreKnownByTheWordsOfTheirNames) {
  const auto id = [](const char* name) { return device_id(catalog(), name).value_or(""); };
  EXPECT_EQ(id("CPU: AMD Ryzen 7 5800X 8-Core Processor (znver3)"), "cpu-ryzen-7-5800x");
  EXPECT_EQ(id("CPU: AMD Ryzen 7 5800X3D 8-Core Processor (znver3)"), "cpu-ryzen-7-5800x3d");
  EXPECT_EQ(id("CPU: AMD Ryzen 7 PRO 8840U w/ Radeon 780M Graphics (znver4)"), "cpu-ryzen-7-8840u");
  EXPECT_EQ(id("CPU: AMD Ryzen AI Max+ 395 (16 cores)"), "cpu-ryzen-ai-max-395");
  EXPECT_EQ(id("CPU: AMD EPYC 9355"), "cpu-epyc-9355");
  EXPECT_EQ(id("CPU: Intel Xeon CPU E5-2697A v4 @ 2.60GHz (broadwell)"), "cpu-xeon-e5-2697a-v4");
  EXPECT_EQ(id("CPU: Intel(R) Core(TM) Ultra 7 155H"), "cpu-core-ultra-7-155h");
  EXPECT_EQ(id("CPU: 2x Intel Xeon Gold 6226R"), "cpu-xeon-gold-6226r");
}

TEST(Rows, OtherCpusAreKnownByTheirPlatform) {
  const auto id = [](const char* name) { return device_id(catalog(), name).value_or(""); };
  EXPECT_EQ(id("CPU: AMD EPYC 9555"), "cpu-generic-server-ddr5");
  EXPECT_EQ(id("CPU: Intel Xeon CPU E5-2650 v2 @ 2.60GHz (ivybridge)"), "cpu-generic-workstation-ddr4");
  EXPECT_EQ(id("CPU: Apple M2 Max (CPU cores only)"), "cpu-generic-apple-max");
  EXPECT_EQ(id("CPU: Apple M1 Ultra 16P+4E"), "");  // its GPU is another matter
  EXPECT_EQ(id("CPU: something unheard of"), "");
}

TEST(Rows, WhatARowSaysOfACpuIsItsOwn) {
  const auto described = [](const char* gpu, const char* notes) {
    const std::string row =
        ",1,none,Llama-3.1-8B,gguf-q4_0,fp16,llama.cpp (CPU),1,512,128,decode_tok_s_per_request,10,";
    const Cases cases = read(std::string(kInference) + "r,repo,path,2025-04,\"" + gpu + "\"" + row + notes + "\n");
    const Scenario& s = cases.cases.at(0).scenario;
    const Catalog own = merged(catalog(), s.overrides);
    return *find_accelerator(own, s.hardware.accelerator);
  };
  const auto bandwidth = [&](const char* gpu, const char* notes) {
    return in_gigabytes_per_second(*described(gpu, notes).bandwidth);
  };
  const auto fp32 = [&](const char* notes) {
    return in_teraflop_per_second(*described("CPU: 2x Intel Xeon Gold 6226R", notes).rates[Arithmetic::fp32]);
  };
  // 2 channels x 8 B x 2,400 MT/s, or the 2,133 it was run at; 6 x 8 B x 2,933, of two sockets twice that.
  EXPECT_NEAR(bandwidth("CPU: Intel Core i7-7700", ""), 38.4, 0.05);
  EXPECT_NEAR(bandwidth("CPU: Intel Core i7-7700 (skylake, DDR4-2133)", ""), 34.13, 0.05);
  EXPECT_NEAR(bandwidth("CPU: 2x Intel Xeon Gold 6226R", "32 threads of one socket"), 140.8, 0.05);
  EXPECT_NEAR(bandwidth("CPU: 2x Intel Xeon Gold 6226R", "32 threads over two sockets"), 281.6, 0.05);
  // A socket has 16 cores; threads beyond them share their units, and cores without one lie idle.
  const double socket = fp32("");
  EXPECT_DOUBLE_EQ(fp32("32 threads of one socket"), socket);
  EXPECT_DOUBLE_EQ(fp32("4 threads"), socket / 4);
  EXPECT_DOUBLE_EQ(fp32("llama-bench -t 8"), socket / 2);
  EXPECT_DOUBLE_EQ(fp32("8 threads over two sockets"), socket / 2);
}

TEST(Rows, ACardAndACpuShareTheWeights) {
  const Cases cases = read(std::string(kInference) +
                           "ikl-0200,repo,path,2025-04,RTX 3090 Ti + desktop CPU with 96GB DDR5,1,none,"
                           "Qwen3-235B-A22B,gguf-q4_k_m,fp16,ik_llama.cpp (CPU+GPU),1,0,128,"
                           "decode_tok_s_per_request,10.7,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  EXPECT_EQ(cases.cases[0].scenario.hardware.accelerator, "rtx-3090-ti");
  EXPECT_EQ(cases.cases[0].scenario.hardware.host, "cpu-generic-desktop-ddr5");
  EXPECT_EQ(cases.cases[0].regime, "decode, one stream, partly in host memory");
  EXPECT_FALSE(cases.cases[0].scenario.hardware.host_expert_layers);
}

TEST(Rows, WhatLayInHostMemoryEndsTheNotes) {
  const auto hardware = [](const char* notes) {
    return read(
               std::string(kInference) +
               "r-1,repo,path,2025-04,RTX 3090 Ti + desktop CPU with 96GB DDR5,1,none,Qwen3-235B-A22B,gguf-q4_k_m,fp16,"
               "ik_llama.cpp (CPU+GPU),1,0,128,decode_tok_s_per_request,10.7,\"" +
               notes + "\"\n")
        .cases.at(0)
        .scenario.hardware;
  };
  EXPECT_EQ(hardware("-ngl 78; host_layers 17").host_layers, 17);
  EXPECT_EQ(hardware("-ncmoe 80, 16 threads; host_expert_layers 80").host_expert_layers, 80);
  const HardwareChoice both = hardware("-ngl 70 -ncmoe 94; host_layers 25; host_expert_layers 94");
  EXPECT_EQ(both.host_layers, 25);
  EXPECT_EQ(both.host_expert_layers, 94);
}

TEST(Rows, FilesOfLlamaCppAreInMxfp4ButForTheirExperts) {
  const Cases cases = read(std::string(kInference) +
                           "a,repo,path,2026-02,RTX 5090,1,none,gpt-oss-20b,mxfp4,fp16,llama.cpp,1,0,128,"
                           "decode_tok_s_per_request,250,\n"
                           "b,repo,path,2026-02,H100 SXM 80GB,1,none,gpt-oss-20b,mxfp4,bf16,vllm,1,1000,128,"
                           "tpot_ms,4,\n");
  ASSERT_EQ(cases.cases.size(), 2u);
  EXPECT_EQ(cases.cases[0].scenario.precision.weights, "gguf-mxfp4");
  EXPECT_EQ(cases.cases[1].scenario.precision.weights, "mxfp4");
}

TEST(Rows, RequestsOfOneLengthKeepTogether) {
  const std::string row =
      "r,repo,path,2026-02,H100 SXM 80GB,1,none,Llama-3.1-8B,bf16,bf16,sglang,8,1000,128,ttft_ms,400,";
  EXPECT_TRUE(read(std::string(kInference) + row + "\"random range ratio 1.0, closed loop\"\n").cases.at(0).burst);
  EXPECT_FALSE(read(std::string(kInference) + row + "\"random range ratio 0.8, closed loop\"\n").cases.at(0).burst);
}

TEST(Rows, PromptsOfABenchmarkForEachUser) {
  const auto first = [](const std::string& notes) {
    const std::string row = "r,repo,path,2026-02,B200,8,tp8,Qwen3-235B-A22B,fp8,fp8,sglang,16,1000,128,ttft_ms,400,";
    return read(std::string(kInference) + row + "\"" + notes + "\"\n").cases.at(0);
  };
  const Case fixed = first("closed loop 16, 80 requests, random, fixed lengths; mean (median 398)");
  ASSERT_TRUE(fixed.burst);
  EXPECT_EQ(fixed.burst->rounds, 5);
  EXPECT_EQ(fixed.burst->spread, 0);
  EXPECT_FALSE(fixed.burst->median);
  EXPECT_EQ(fixed.waits, 0);
  EXPECT_TRUE(first("closed loop 16, 80 requests; median").burst->median);
  // Lengths between 0.8 and 1 of the printed ones are between 1 - 1/9 and 1 + 1/9 of 0.9 of them.
  const Case infx = first(
      "InferenceX, closed loop, random range ratio 0.8 (mean lengths about 0.9 of printed maximum); launched with "
      "--scheduler-recv-interval 30");
  EXPECT_EQ(infx.burst->rounds, 10);
  EXPECT_DOUBLE_EQ(infx.burst->spread, 1.0 / 9);
  EXPECT_EQ(infx.scenario.serve.input_tokens, 900);
  EXPECT_EQ(infx.waits, 15);
  EXPECT_EQ(first("batch_wait_timeout_iters 20").waits, 20);
  EXPECT_DOUBLE_EQ(first("closed loop 16, 80 requests, about 1k in (+-15%)").burst->spread, 0.15);
  const Cases gap = read(std::string(kInference) +
                         "g,repo,path,2026-02,B200,8,tp8,Qwen3-235B-A22B,fp8,fp8,sglang,16,1000,128,tpot_ms,9,"
                         "\"closed loop 16, 80 requests, median (of the inter-token latency)\"\n");
  EXPECT_EQ(gap.cases.at(0).reading, Reading::token_gap);
  EXPECT_FALSE(gap.cases.at(0).burst);  // the time of a step
  const Cases prompt = read(std::string(kInference) +
                            "p,repo,path,2026-02,B200,8,tp8,Qwen3-235B-A22B,fp8,fp8,sglang,16,1000,128,prefill_tok_s,9,"
                            "one batch of 16 sent at once\n");
  EXPECT_FALSE(prompt.cases.at(0).burst);
}

TEST(Rows, PrefillAndDecodeApart) {
  const Cases cases = read(std::string(kInference) +
                           "pd-1,repo,path,2025-09,H200 SXM 141GB,8,disagg 1 prefill x tp2 + 3 decode x tp2,"
                           "gpt-oss-120b,mxfp4,bf16,sglang,128,2048,2048,ttft_ms,335.79,"
                           "\"nominal; mean output shorter than osl: 697\"\n"
                           "pd-2,repo,path,2025-09,H200 SXM 141GB,8,disagg 1 prefill x tp4 + 2 decode x tp2,"
                           "gpt-oss-120b,mxfp4,bf16,sglang,128,2048,2048,ttft_ms,335.79,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  const Case& c = cases.cases[0];
  EXPECT_EQ(c.regime, "TTFT, prefill and decode apart");
  EXPECT_TRUE(*c.scenario.serve.disaggregated);
  EXPECT_EQ(c.scenario.serve.prefill_replicas, 1);
  EXPECT_EQ(c.scenario.parallel.tensor, 2);
  EXPECT_EQ(c.scenario.parallel.data, 4);
  EXPECT_EQ(c.scenario.serve.output_tokens, 697);
  ASSERT_EQ(cases.skipped.size(), 1u);  // replicas of two kinds
}

TEST(Rows, ServingAtAConcurrency) {
  const Cases cases =
      read(std::string(kInference) +
           "silicon-0007,repo,path,2025-11,H200 SXM 141GB,8,\"tp8,ep8\",DeepSeek-R1-671B-A37B,fp8,auto,sglang,64,"
           "1024,1024,tpot_ms,27.1,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  const Case& c = cases.cases[0];
  EXPECT_EQ(c.source, "silicon");
  EXPECT_EQ(c.regime, "TPOT, moe");
  EXPECT_EQ(c.scenario.hardware.accelerator, "h200-sxm-141gb");
  EXPECT_EQ(c.scenario.parallel.tensor, 8);
  EXPECT_EQ(c.scenario.parallel.expert, 8);
  EXPECT_EQ(c.scenario.parallel.data, 1);
  EXPECT_EQ(c.scenario.serve.engine, "sglang");
  EXPECT_EQ(c.scenario.serve.engine_date, "2025-11");
  EXPECT_DOUBLE_EQ(*c.scenario.serve.concurrency, 64);
}

TEST(Rows, SoftwareIsAsOldAsItsVersionAndRequestsMayComeAtOnce) {
  const Cases cases =
      read(std::string(kInference) +
           "am-1,r,p,2026-04,H100 SXM 80GB,1,none,Llama-3-8B,bf16,auto,vllm,100,256,344,tpot_ms,30,"
           "\"AccelMark suite A, vLLM 0.7.3\"\n"
           "gpustack-1,r,p,2025-10..2026-01,H100 SXM 80GB,1,none,Llama-3-8B,bf16,auto,vllm,1000,217,202,"
           "tpot_ms,114,\"vllm v0.11.0; all 1000 requests at once; mean\"\n"
           "gpustack-2,r,p,2025-10..2026-01,H100 SXM 80GB,1,none,Llama-3-8B,bf16,auto,vllm,1000,217,202,"
           "tpot_ms,114,\"all 1000 requests at once; ShareGPT lengths vary\"\n"
           "am-2,r,p,2026-04,H100 SXM 80GB,1,none,Llama-3-8B,bf16,auto,vllm,100,256,344,decode_tok_s_total,30,"
           "\"AccelMark suite A (lengths vary); all 100 requests submitted at once\"\n");
  ASSERT_EQ(cases.cases.size(), 4u);
  EXPECT_FALSE(cases.cases[0].burst);
  EXPECT_EQ(cases.cases[0].scenario.serve.engine_date, "2025-02");
  EXPECT_EQ(cases.cases[0].reading, Reading::tpot);
  EXPECT_EQ(cases.cases[1].scenario.serve.engine_date, "2025-10");
  EXPECT_EQ(cases.cases[1].regime, "TPOT, dense");
  ASSERT_TRUE(cases.cases[1].burst && cases.cases[2].burst && cases.cases[3].burst);
  EXPECT_FALSE(cases.cases[1].burst->longest_answer);
  EXPECT_EQ(cases.cases[2].burst->longest_answer, 2048 - 217);
  EXPECT_EQ(cases.cases[3].burst->longest_answer, 512);
}

TEST(Rows, CachesOfSubmissionsAreAsNarrowAsTheirWeights) {
  const auto cache = [](const char* weights, const char* notes) {
    const Cases cases =
        read(std::string(kInference) + "m-1,repo,path,2026-04,B200,8,submitter-chosen (replicas x tp)," +
             "Llama-2-70B," + weights + ",not stated,trt-llm,max (Offline),dataset:OpenOrca,272," +
             "decode_tok_s_total,104600," + notes + "\n");
    return cases.cases.at(0).scenario.precision.kv;
  };
  EXPECT_EQ(cache("fp4", "MLPerf v6.0 closed"), "fp8");
  EXPECT_EQ(cache("fp8", "MLPerf v4.1 closed"), "fp8");
  EXPECT_EQ(cache("fp16", "MLPerf v6.0 closed"), "bf16");
  EXPECT_EQ(cache("fp8", "a blog"), "bf16");
  const Cases nim = read(std::string(kInference) +
                         "nim-1,r,p,2025,H100 SXM 80GB,2,tp2,Llama-3.3-70B,fp8,not stated,nim (trt-llm),50,5000,500,"
                         "ttft_ms,834.51,closed loop\n");
  EXPECT_EQ(nim.cases.at(0).scenario.precision.kv, "fp8");
}

TEST(Rows, ServersAskedForAWholeAnswerUntilTheyTimedTokens) {
  const auto reading = [](const char* date) {
    const Cases cases =
        read(std::string(kInference) + "lmx-1,repo,path," + date +
             ",RTX 5090,1,none,Qwen3.6-35B-A3B,gptq,fp16,vllm,1,10054,128,decode_tok_s_per_request,147," +
             "\"run x, vllm server/other , quant as printed GPTQ\"\n");
    return cases.cases.at(0).reading;
  };
  EXPECT_EQ(reading("2026-07-16"), Reading::whole_rate);
  EXPECT_EQ(reading("2026-07-20"), Reading::decode_rate);
}

TEST(Rows, LimitsThatAnEngineWasStartedWithAreItsOwn) {
  const auto read_one = [](const char* notes) {
    const std::string row =
        "r,repo,path,2025-08,B200,1,tp1,Llama-3.1-8B,fp8,fp8,trt-llm,max,1000,2000,"
        "decode_tok_s_total,16000,\"";
    return read(std::string(kInference) + row + notes + "\"\n").cases.at(0);
  };
  const Case queued = read_one("all requests at once: 1500, max_batch_size 2048, max_num_tokens 4096");
  EXPECT_EQ(queued.regime, "maximum throughput");
  EXPECT_TRUE(queued.burst);
  EXPECT_DOUBLE_EQ(queued.scenario.serve.concurrency.value_or(0), 1500);
  EXPECT_EQ(queued.scenario.serve.max_sequences, 2048);
  EXPECT_EQ(queued.scenario.serve.prefill_chunk, 4096);
  const Case filled = read_one("max-num-seqs 256, max-num-batched-tokens 8192, gpu-memory-utilization 0.9");
  EXPECT_EQ(filled.regime, "maximum throughput");
  EXPECT_FALSE(filled.burst);
  EXPECT_TRUE(std::isinf(filled.scenario.serve.concurrency.value_or(0)));
  EXPECT_EQ(filled.scenario.serve.max_sequences, 256);
  EXPECT_EQ(filled.scenario.serve.prefill_chunk, 8192);
  EXPECT_DOUBLE_EQ(filled.scenario.serve.memory_fraction, 0.9);
  EXPECT_DOUBLE_EQ(queued.scenario.serve.memory_fraction, 0.95);  // TensorRT-LLM, nothing said
  const Case vllm = read(std::string(kInference) +
                         "r,repo,path,2025-08,B200,1,tp1,Llama-3.1-8B,fp8,fp8,vllm,8,1000,2000,tpot_ms,9,\n")
                        .cases.at(0);
  EXPECT_DOUBLE_EQ(vllm.scenario.serve.memory_fraction, 0.9);
  EXPECT_FALSE(vllm.scenario.serve.eager);
  const Case other = read_one("88 requests at once, max_num_batched_tokens 2048, gpu_memory_utilization 0.85; eager");
  EXPECT_DOUBLE_EQ(other.scenario.serve.concurrency.value_or(0), 88);
  EXPECT_EQ(other.scenario.serve.prefill_chunk, 2048);
  EXPECT_DOUBLE_EQ(other.scenario.serve.memory_fraction, 0.85);
  EXPECT_TRUE(other.scenario.serve.eager);
}

TEST(Rows, TokensOfManyStreams) {
  const auto read_one = [](const std::string& engine, const std::string& metric, const std::string& notes) {
    const std::string row = "r,repo,path,2026-02,DGX Spark (GB10),1,none,Llama-3.1-8B,gguf-q4_0,fp16," + engine +
                            ",16,8192,32," + metric + ",300,\"" + notes + "\"\n";
    return read(kInference + row).cases.at(0);
  };
  const Case bench = read_one("llama.cpp", "decode_tok_s_total", "llama-batched-bench");
  EXPECT_EQ(bench.reading, Reading::decode_rate_total);
  EXPECT_EQ(bench.regime, "decode, batched, dense");
  EXPECT_TRUE(bench.decodes_alone);
  EXPECT_FALSE(bench.scenario.serve.max_sequences);
  const Case server = read_one("llama.cpp", "decode_tok_s_total",
                               "llama-server, 4 slots for 16 users, total over the wall time, prefill included");
  EXPECT_EQ(server.reading, Reading::output_rate);
  EXPECT_EQ(server.scenario.serve.max_sequences, 4);
  const Case each = read_one("vllm", "decode_tok_s_per_request", "mean over 16 that start together");
  EXPECT_EQ(each.regime, "decode, batched, dense");  // not at depth, which is of one stream
  EXPECT_FALSE(each.decodes_alone);
  EXPECT_TRUE(each.burst);
}

TEST(Rows, DraftedTokensAreAsManyAsWereAccepted) {
  const auto read_one = [](const std::string& notes, const std::string& metric = "tpot_ms") {
    return read(std::string(kInference) +
                "r,repo,path,2026-02,B200,8,tp8,DeepSeek-R1-671B-A37B,fp8,fp8,sglang,1,1000,128," + metric + ",9,\"" +
                notes + "\"\n");
  };
  const auto drafts = [&](const std::string& notes) { return read_one(notes).cases.at(0).scenario.serve.speculative; };
  // 60% of two are 1.2 = q + q^2, so q = (sqrt(5.8) - 1) / 2; with 0.8 of 5 a step makes 3.689.
  const SpeculativeChoice two = drafts("MTP 2 draft tokens, acceptance 60%");
  EXPECT_EQ(two.draft, "mtp");
  EXPECT_EQ(two.tokens, 2);
  EXPECT_NEAR(*two.acceptance, 0.704159, 1e-6);
  const SpeculativeChoice looked_up = drafts("ngram 5 draft tokens, acceptance length 3.68928");
  EXPECT_EQ(looked_up.draft, "ngram");
  EXPECT_NEAR(*looked_up.acceptance, 0.8, 1e-4);
  EXPECT_EQ(drafts("EAGLE/MTP 3 steps, 4 draft tokens, accept length 2.61 printed").tokens, 3);
  EXPECT_NEAR(*drafts("MTP 1 draft token, acceptance 88.6%, mean accepted 0.5").acceptance, 0.5, 1e-9);
  EXPECT_EQ(drafts("draft model Llama-3.2-1B, 4 draft tokens, acceptance length 2").draft, "llama-3.2-1b");
  EXPECT_FALSE(drafts("no speculation").wanted());
  const Case one = read_one("MTP 2 draft tokens, acceptance 60%").cases.at(0);
  EXPECT_EQ(one.regime, "drafted tokens, one stream");
  // First tokens come without drafts. Where too little is said, or more accepted than drafted, a row is not predicted.
  EXPECT_EQ(read_one("EAGLE/MTP, accept length 3.08", "ttft_ms").cases.at(0).regime, "TTFT");
  for (const char* notes : {"EAGLE/MTP, accept length 3.08", "MTP 1 draft token, acceptance length 2.5",
                            "draft model Unheard-Of-3B, 4 draft tokens, acceptance length 2"})
    EXPECT_EQ(read_one(notes).skipped.at(0).why, "how many drafted tokens were accepted is not said") << notes;
}

TEST(Rows, LlamaBenchDepthIsContext) {
  const Cases cases =
      read(std::string(kInference) +
           "a-1,r,p,2026-02,DGX Spark (GB10),1,none,gpt-oss-20b,mxfp4,fp16,llama.cpp,1,2048,0,prefill_tok_s,4000,"
           "\"llama-bench pp2048 (depth 8192 tokens already in KV), ubatch 2048\"\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  const ServeChoice& serve = cases.cases[0].scenario.serve;
  EXPECT_DOUBLE_EQ(serve.input_tokens, 2048 + 8192);
  EXPECT_DOUBLE_EQ(serve.prefix_hit_rate, 0.8);
  EXPECT_DOUBLE_EQ(*serve.prefill_chunk, 2048);
}

TEST(Rows, DepthIsSpelledInManyWays) {
  const auto serve = [](const char* notes) {
    const Cases cases = read(std::string(kInference) +
                             "a-1,r,p,2025-05,RTX 4090,1,none,Llama-3.1-8B,gguf-q8_0,fp16,ik_llama.cpp,1,512,0,"
                             "prefill_tok_s,4000,\"" +
                             notes + "\"\n");
    return cases.cases.at(0).scenario.serve;
  };
  const ServeChoice swept = serve("llama-sweep-bench, 512 tokens at N_KV 15872");
  EXPECT_DOUBLE_EQ(swept.input_tokens, 512 + 15872);
  EXPECT_DOUBLE_EQ(swept.prefix_hit_rate, 15872.0 / 16384);
  EXPECT_DOUBLE_EQ(swept.prefill_chunk.value_or(0), 512);
  EXPECT_DOUBLE_EQ(serve("a chunk of 512 tokens ending at context 65536").input_tokens, 65536);
  EXPECT_DOUBLE_EQ(serve("n_ubatch 16, mean depth 256").input_tokens, 512);  // of the prompt itself
  EXPECT_EQ(serve("pp512 in micro-batches of 16 tokens: n_ubatch 1 is the decode rate").prefill_chunk, 16);
  EXPECT_DOUBLE_EQ(serve("llama-bench; at depth 4096 like the decode rate of the run").input_tokens, 512 + 4096);
  EXPECT_DOUBLE_EQ(serve("launched with --chunked-prefill-size 16384").prefill_chunk.value_or(0), 16384);
}

TEST(Rows, AnswersOfSeveralBeamsAreNotPredicted) {
  const Cases cases =
      read(std::string(kInference) +
           "m-1,repo,path,2024-08,H100 SXM 80GB,8,submitter-chosen,GPT-J-6B,fp8,fp8,trt-llm,max (Offline),"
           "dataset:CNN-DailyMail,~69,decode_tok_s_total,20000,MLPerf v4.1 closed Offline\n"
           "t-1,repo,path,2024-04,H200 SXM 141GB,1,tp1,GPT-J-6B,fp8,fp8,trt-llm,1,128,1,ttft_ms,5.0,\n");
  EXPECT_EQ(cases.cases.size(), 1u);
  ASSERT_EQ(cases.skipped.size(), 1u);
  EXPECT_EQ(cases.skipped[0].why, "answers are searched with four beams");
}

TEST(Rows, PromptsThatAreKeptOffTheCardAreNotPredicted) {
  const std::string run =
      ",repo,path,2026-04,RTX 4090 + Ryzen 9 7950X,1,none,Qwen3-235B-A22B,gguf-q4_k_m,fp16,"
      "llama.cpp (CPU+GPU),1,512,128,";
  const Cases cases = read(std::string(kInference) + "n-1" + run + "prefill_tok_s,40,\"-ot exps=CPU, -nopo 1\"\n" +
                           "n-2" + run + "decode_tok_s_per_request,10,\"-ot exps=CPU, -nopo 1\"\n");
  EXPECT_EQ(cases.cases.size(), 1u);
  ASSERT_EQ(cases.skipped.size(), 1u);
  EXPECT_EQ(cases.skipped[0].why, "prompts of what lies in host memory are kept off the card");
}

TEST(Rows, QueuedAtOnceIsAsManyAsFit) {
  const Cases cases = read(std::string(kInference) +
                           "t-1,r,p,2025-08,B200,1,tp1,Llama-3.1-8B,nvfp4,fp8,trt-llm,max (inf request rate),128,128,"
                           "decode_tok_s_total,25342,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  EXPECT_TRUE(std::isinf(*cases.cases[0].scenario.serve.concurrency));
  EXPECT_EQ(cases.cases[0].regime, "maximum throughput");
}

TEST(Rows, ModelsOutsideTheCatalogAreBuiltFromTheRow) {
  // 32 layers of 4,096: attention 2 x 4096 x 128 x (32 + 8), feed-forward 3 x 4096 x width, two tables of 128,256.
  const Cases cases =
      read(std::string(kTraining) +
           "T1,s,p,2025,H100-80GB-SXM,8,Some-Model,8.0,32,4096,32,4096,128,1,1,1,8,1,1,fsdp-full,full,bf16,yes,"
           "tokens_per_s_per_gpu,9000,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  const Scenario& s = cases.cases[0].scenario;
  ASSERT_EQ(s.overrides.models.size(), 1u);
  const Result<Architecture> model = architecture_of(s.overrides.models[0], "/model");
  ASSERT_TRUE(model.ok());
  EXPECT_NEAR(total_params(*model) / 1e9, 8.0, 8.0 * 0.001);
  EXPECT_EQ(s.parallel.sharding, Sharding::fsdp);
  EXPECT_EQ(s.parallel.data, 8);
}

TEST(Rows, MixtureOfExpertsByItsName) {
  const Cases cases = read(std::string(kInference) +
                           "x-1,r,p,2026-01,RTX 4090,1,none,Nobody-40B-A4B,gguf-q4_k_m,fp16,llama.cpp,1,0,128,"
                           "decode_tok_s_per_request,80,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  const Result<Architecture> model = architecture_of(cases.cases[0].scenario.overrides.models[0], "/model");
  ASSERT_TRUE(model.ok());
  EXPECT_NEAR(total_params(*model) / 1e9, 40, 2);
  EXPECT_NEAR(active_params(*model) / 1e9, 4, 0.4);
  EXPECT_EQ(cases.cases[0].regime, "decode, one stream, moe");
}

TEST(Rows, PrintedGibibytes) {
  const Cases cases =
      read(std::string(kMemory) +
           "M1,torchtune README,p,2025,A100-80GB,1,Llama 3.2 "
           "3B,3.21,full,,bf16,adamw,4096,2,none,none,no,yes,peak_gb_per_gpu,60.0,"
           "GiB peak active\n"
           "M2,LitGPT,p,2024,A10G,1,llama-3.1-8b,8.03,full,,bf16,adamw,512,4,none,,no,yes,fits_yes_no,no,\n");
  ASSERT_EQ(cases.cases.size(), 2u);
  EXPECT_DOUBLE_EQ(cases.cases[0].scale, 1.073741824);
  EXPECT_EQ(cases.cases[1].outcome, "no");
  // LitGPT keeps activations where its table says nothing.
  EXPECT_EQ(cases.cases[1].scenario.train.checkpointing, Checkpointing::none);
}

TEST(Rows, NoDeviceHoldsThousandsOfGigabytes) {
  // 15,947 "GB" for Qwen3 8B in BF16 are MiB: 8.19e9 x 2 bytes of weights are 15,622 MiB.
  const Cases cases =
      read(std::string(kInference) +
           "q-1,r,p,2025-05,H20 96GB,1,none,Qwen3-8B,bf16,bf16,hf-transformers,1,1,2048,memory_gb,15947,\n");
  ASSERT_EQ(cases.cases.size(), 1u);
  EXPECT_DOUBLE_EQ(cases.cases[0].scale, 1.073741824 / 1024);
}

TEST(Rows, WhatIsMarkedOrUnknownIsSkippedWithItsReason) {
  const Cases cases =
      read(std::string(kInference) +
           "a-1,r,p,2025,H100 SXM 80GB,1,none,Llama-3-8B,bf16,auto,vllm,1,128,128,tpot_ms,8,SUSPECT slow host\n"
           "a-2,r,p,2025,Abacus 9000,1,none,Llama-3-8B,bf16,auto,vllm,1,128,128,tpot_ms,8,\n");
  ASSERT_EQ(cases.skipped.size(), 2u);
  EXPECT_EQ(cases.skipped[0].why, "marked SUSPECT");
  EXPECT_EQ(cases.skipped[1].why, "the device Abacus 9000 is not known");
}

TEST(Rows, TrainingSoftwareAndPieces) {
  const Cases cases =
      read(std::string(kTraining) +
           "a-1,NVIDIA Megatron-Bridge,path,26.02.01 NeMo Container,H100-80GB-SXM,64,Llama 3 "
           "70B,70.55,80,8192,64,8192,128,1,"
           "4,8,2,1,1,zero1,,mxfp8,yes,tokens_per_s_per_gpu,1000,VP 5; rest\n"
           "b-1,mosaicml/"
           "llm-foundry,path,2023-2024,H100-80GB-SXM,8,MPT-7b,6.66,32,4096,32,2048,64,8,1,1,8,1,1,fsdp-full,full,"
           "fp8,yes,mfu_pct,20,attention flops (non-causal)\n"
           "c-1,ms-swift benchmark,path,2024-01..04,A100-80GB,1,Qwen-7B "
           "[lora],7.7,32,4096,32,2048,16,1,1,1,1,1,1,none,full,bf16,"
           "yes,samples_per_s_total,4,variable-length samples; max_length cap 2048 (avg 3234 +- 2548 tokens)\n");
  ASSERT_EQ(cases.cases.size(), 3u);
  const auto framework = [](const char* source, const char* tp, const char* ep) {
    return read(std::string(kTraining) + "t-1," + source +
                ",path,2025-10,H100-80GB-SXM,8,Llama-3-8B,8.03,32,4096,32,8192,8,1," + tp + ",1,4," + ep +
                ",1,fsdp-full,full,bf16,yes,tokens_per_s_per_gpu,5000,rest\n")
        .cases.at(0)
        .scenario.train.framework;
  };
  EXPECT_EQ(framework("torchtitan benchmarks", "2", "1"), Framework::pytorch);
  EXPECT_EQ(framework("NeMo AutoModel performance summary", "1", "4"), Framework::megatron);
  EXPECT_EQ(framework("NVIDIA NeMo performance summary", "1", "1"), Framework::megatron);
  const Scenario& megatron = cases.cases[0].scenario;
  EXPECT_EQ(megatron.train.framework, Framework::megatron);
  EXPECT_EQ(megatron.train.software_date, "2026-03");  // a point release counts as a month later
  EXPECT_EQ(megatron.train.recipe, Recipe::mxfp8);
  EXPECT_EQ(megatron.parallel.virtual_stages, 5);
  const Case& foundry = cases.cases[1];
  EXPECT_EQ(foundry.scenario.train.framework, Framework::pytorch);
  EXPECT_EQ(foundry.scenario.train.software_date, "2023");
  EXPECT_TRUE(foundry.full_attention);
  const Scenario& swift = cases.cases[2].scenario;
  EXPECT_EQ(swift.train.framework, Framework::transformers);
  EXPECT_FALSE(swift.train.packed);
  // Gamma of shape (3234 / 2548)^2 = 1.6109 and scale 2007.5: mean of what is below 2048, x^1.6109 over x^0.6109, both
  // times exp(-x / 2007.5).
  EXPECT_EQ(swift.train.sequence, 1121);
}

TEST(Rows, NarrowSubmissionsAndBatchesInTokens) {
  const Cases cases = read(std::string(kTraining) +
                           "m-1,MLPerf Training v5.1,path,2025-11,B200,8,Llama-2-70B [LoRA "
                           "r=16],68.98,80,8192,64,8192,8,,,,,,,,,,yes,step_time_s,"
                           "1,notes\n"
                           "l-1,Llama 3 405B pretraining "
                           "(Meta),path,2024-07,H100-80GB-SXM,8192,Llama-3.1-405B,405.85,126,16384,128,8192,,,8,16,"
                           "64,1,1,fsdp-grad-op,none,bf16,yes,tflops_per_gpu,430,16M tokens/batch; rest\n");
  ASSERT_EQ(cases.cases.size(), 2u);
  EXPECT_EQ(cases.cases[0].scenario.train.recipe, Recipe::fp8);
  EXPECT_FALSE(cases.cases[0].scenario.parallel.tensor);
  EXPECT_EQ(cases.cases[1].scenario.train.global_batch, 2048);  // 16 x 2^20 / 8192
}

// Image generation and encoders: what was timed, as items a second of a batch.
TEST(Rows, ImagesMadeAndTextsEmbedded) {
  const Cases cases = read(
      "id,source_path_or_url,date,gpu,gpu_count,model_and_shape,precision,batch,metric,value,notes\n"
      "d-1,path,2023,A100-80GB-SXM,1,SD 1.5 512x768,fp16,4,iterations_per_s,11.6,torch 2.0 nightly with torch.compile\n"
      "d-2,path,2024,A100-80GB-SXM,1,SDXL 1024x1024 30 steps,bf16,2,latency_s,8,\"torch without compile, SDPA\"\n"
      "d-3,path,2023,A100-80GB-SXM,1,SDXL 1024x1024,fp16,1,latency_s,5,steps not stated\n"
      "d-4,path,2023,A100-80GB-SXM,2,FLUX.1-dev 1024x1024 28 steps,bf16,1,latency_s,8,one image over two\n"
      "d-5,path,2022-11,A100-80GB-SXM,1,SD 1.5 512x512 50 steps,fp16,1,latency_s,3,PyTorch 1.12 eager\n"
      "d-6,path,2026,RTX 4090,1,Z-Image-Turbo 1024x1024 8 steps,bf16,1,latency_s,3,weights do not fit\n"
      "d-7,path,2024,A100,1,\"CogVideoX-2B 720x480, 49 frames, 50 steps\",fp16,1,latency_s,90,guidance on\n"
      "d-8,path,2024,RTX 3090,1,SDXL-Turbo 512x512 4 steps,fp16,1,latency_s,1,eager\n"
      "d-9,path,2023-05,MI250X (1 GCD),1,SD 1.5 512x512 50 steps,fp16,2,latency_s,4,eager\n"
      "e-1,path,2024,L4,1,\"bge-large-en-v1.5, 449 tokens\",bf16 (autocast of fp32),256,samples_per_s,130,TensorRT\n");
  ASSERT_EQ(cases.cases.size(), 6u);
  ASSERT_EQ(cases.skipped.size(), 4u);
  EXPECT_EQ(cases.skipped[2].why, "an attention whose scores are written out");
  EXPECT_EQ(cases.skipped[3].why, "weights that come from host memory");
  const Case& iterations = cases.cases[0];
  EXPECT_EQ(iterations.scenario.model.id, "sd-1.5");
  EXPECT_EQ(iterations.scenario.serve.width, 512);
  EXPECT_EQ(iterations.scenario.serve.height, 768);
  EXPECT_EQ(iterations.scenario.serve.steps, 1000);
  EXPECT_DOUBLE_EQ(iterations.measured, 4 * 11.6 / 1000);  // images a second, of 1,000 steps each
  EXPECT_FALSE(iterations.scenario.serve.eager);
  const Case& latency = cases.cases[1];
  EXPECT_EQ(latency.scenario.serve.steps, 30);
  EXPECT_DOUBLE_EQ(latency.measured, 2.0 / 8);
  EXPECT_TRUE(latency.scenario.serve.eager);
  EXPECT_EQ(latency.scenario.precision.weights, "bf16");
  EXPECT_EQ(cases.cases[2].scenario.model.id, "cogvideox-2b");
  EXPECT_EQ(cases.cases[2].scenario.serve.height, 480);
  EXPECT_EQ(cases.cases[2].scenario.serve.guidance, true);
  EXPECT_EQ(cases.cases[3].scenario.serve.guidance, false);  // distilled
  EXPECT_EQ(cases.cases[4].scenario.serve.batch, 4);         // both chips of the card
  EXPECT_DOUBLE_EQ(cases.cases[4].measured, 1);
  const Case& texts = cases.cases[5];
  EXPECT_EQ(texts.scenario.serve.input_tokens, 449);
  EXPECT_EQ(texts.scenario.serve.batch, 256);
  EXPECT_EQ(texts.scenario.precision.weights, "bf16");
}

// A deviation of nothing has no distribution, and a batch of 10^21 tokens no int.
TEST(Rows, NumbersThatNoIntHoldsDoNoHarm) {
  const std::string model = "Qwen-7B [lora],7.7,32,4096,32,2048,";
  const std::string rest = ",1,1,1,1,1,1,none,full,bf16,yes,samples_per_s_total,4,";
  const Cases cases = read(std::string(kTraining) + "a-1,ms-swift benchmark,path,2024-01,A100-80GB,1," + model + "16" +
                           rest + "variable-length samples; max_length cap 2048 (avg 3234 +- 0 tokens)\n" +
                           "b-1,a page,path,2024-01,A100-80GB,1," + model + rest + "1000000000000000M tokens/batch\n");
  ASSERT_EQ(cases.cases.size(), 2u);
  EXPECT_EQ(cases.cases[0].scenario.train.sequence, 1);
  EXPECT_EQ(cases.cases[1].scenario.train.global_batch, 100000000);
}

TEST(Rows, ForeignTablesAreRefused) {
  EXPECT_FALSE(cases_of("a,b\n1,2\n", catalog()).ok());
  EXPECT_FALSE(cases_of("", catalog()).ok());
  EXPECT_FALSE(cases_of("id,metric\n1\n", catalog()).ok());
  EXPECT_FALSE(cases_of("id,\"metric\n", catalog()).ok());
}

TEST(Names, Layouts) {
  ParallelChoice p;
  EXPECT_TRUE(set_layout(p, "tp4,pp2", 8));
  EXPECT_EQ(p.tensor, 4);
  EXPECT_EQ(p.pipeline, 2);
  ParallelChoice split;
  EXPECT_TRUE(set_layout(split, "layer-split", 3));
  EXPECT_EQ(split.pipeline, 3);
  ParallelChoice attention;
  EXPECT_TRUE(set_layout(attention, "tp8,dp8,dp-attention", 8));
  EXPECT_EQ(attention.tensor, 1);
  EXPECT_EQ(attention.data, 8);
  EXPECT_EQ(attention.expert, 8);
  ParallelChoice stages;
  EXPECT_TRUE(set_layout(stages, "tp2,pp2,dp2,ep2,dp-attention", 4));
  EXPECT_EQ(stages.pipeline, 2);
  EXPECT_EQ(stages.data, 2);
  EXPECT_EQ(stages.expert, 2);
  EXPECT_FALSE(set_layout(p, "tp16", 8));
  for (const char* rows : {"row split", "tensor split"}) {
    ParallelChoice cards;
    EXPECT_TRUE(set_layout(cards, rows, 2)) << rows;
    EXPECT_EQ(cards.tensor, 2) << rows;
  }
}

TEST(Names, Formats) {
  EXPECT_EQ(weight_format(catalog(), "int4-awq"), "awq-int4");
  EXPECT_EQ(weight_format(catalog(), "gguf-ud-q4_k_xl"), "gguf-q4_k_m");
  EXPECT_EQ(weight_format(catalog(), "gguf-q4_k_m (ollama default, assumed)"), "gguf-q4_k_m");
  EXPECT_EQ(weight_format(catalog(), "nf4+bf16"), "nf4");
  EXPECT_EQ(weight_format(catalog(), "abacus"), std::nullopt);
  EXPECT_EQ(cache_format(catalog(), "auto"), "bf16");
  EXPECT_EQ(cache_format(catalog(), "q8_0 K / fp16 V"), "q8_0");
}

}  // namespace
}  // namespace ridgepoint::validation
