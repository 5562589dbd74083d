// Rows of published tables as scenarios.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/facts/own_entries.h"
#include "engine/json/api.h"
#include "tests/engine/json/shipped_catalog.h"
#include "tools/validate/cases.h"
#include "tools/validate/predict.h"

namespace ridgepoint::validation {
namespace {

const Catalog& catalog() { return shipped(); }

using Cells = std::map<std::string, std::string>;

Result<Cases> cases_of(const std::string& table) {
  Cases cases;
  const Problems problems = add_cases(cases, table, catalog(), "own.csv");
  return problems.empty() ? Result<Cases>(cases) : problems;
}

// A table of one row: the first cells with the others in their place.
Result<Cases> cases_with(Cells cells, const Cells& others) {
  for (const auto& [column, cell] : others) cells[column] = cell;
  std::string header, row;
  for (const auto& [column, cell] : cells) {
    header += (header.empty() ? "" : ",") + column;
    row += (row.empty() ? "\"" : ",\"") + cell + "\"";
  }
  return cases_of(header + "\n" + row + "\n");
}
Case case_with(const Cells& cells, const Cells& others) {
  const Result<Cases> cases = cases_with(cells, others);
  EXPECT_TRUE(cases.ok());
  EXPECT_EQ(cases.ok() ? cases->cases.size() : 0, 1u);
  return cases.ok() && !cases->cases.empty() ? cases->cases[0] : Case{};
}
std::string why_not(const Cells& cells, const Cells& others) {
  const Result<Cases> cases = cases_with(cells, others);
  EXPECT_TRUE(cases.ok());
  EXPECT_EQ(cases.ok() ? cases->wrong.size() : 1, 0u);
  EXPECT_EQ(cases.ok() ? cases->skipped.size() : 0, 1u);
  return cases.ok() && !cases->skipped.empty() ? cases->skipped[0].why : "";
}
std::string refusal(const Cells& cells, const Cells& others) {
  const Result<Cases> cases = cases_with(cells, others);
  EXPECT_EQ(cases.ok() ? cases->wrong.size() : 0, 1u);
  if (!cases.ok() || cases->wrong.empty()) return "";
  const WrongCell& cell = cases->wrong[0];
  return cell.id + ": " + cell.column + " is \"" + cell.found + "\", wanted " + cell.wanted;
}

const std::string kNumber = "a number alone, with a point before its fraction and nothing between thousands: 1234.5";

const Cells kServed = {{"id", "r-1"},
                       {"date", "2025-11"},
                       {"gpu", "H200 SXM 141GB"},
                       {"gpu_count", "8"},
                       {"parallelism", "tp8"},
                       {"model", "DeepSeek-R1-671B-A37B"},
                       {"precision_weights", "fp8"},
                       {"kv_precision", "auto"},
                       {"engine", "sglang"},
                       {"batch_or_concurrency", "16"},
                       {"input_tokens", "1000"},
                       {"output_tokens", "128"},
                       {"metric", "tpot_ms"},
                       {"value", "27.1"}};
const Cells kHome = {{"id", "h-1"},
                     {"gpu", "RTX 3090 Ti"},
                     {"parallelism", "none"},
                     {"model", "Qwen3-235B-A22B"},
                     {"precision_weights", "gguf-q4_k_m"},
                     {"kv_precision", "fp16"},
                     {"engine", "llama.cpp"},
                     {"batch_or_concurrency", "1"},
                     {"input_tokens", "512"},
                     {"output_tokens", "128"},
                     {"metric", "decode_tok_s_per_request"},
                     {"value", "10.7"}};
const Cells kTrained = {{"id", "t-1"},
                        {"source", "s"},
                        {"date", "2025-10"},
                        {"gpu", "H100-80GB-SXM"},
                        {"gpu_count", "8"},
                        {"model", "Some-Model"},
                        {"params_b", "8.0"},
                        {"layers", "32"},
                        {"hidden", "4096"},
                        {"heads", "32"},
                        {"seq_len", "4096"},
                        {"global_batch_seqs", "128"},
                        {"micro_batch", "1"},
                        {"tp", "1"},
                        {"pp", "1"},
                        {"dp", "8"},
                        {"sharding", "fsdp-full"},
                        {"activation_checkpointing", "full"},
                        {"precision", "bf16"},
                        {"flash_attention", "unknown"},
                        {"framework", "pytorch"},
                        {"metric", "tokens_per_s_per_gpu"},
                        {"value", "9000"}};
const Cells kHeld = {{"id", "m-1"},
                     {"source", "s"},
                     {"gpu", "A100-80GB"},
                     {"gpu_count", "1"},
                     {"model", "Llama 3.2 3B"},
                     {"method", "full"},
                     {"optimizer", "torch.optim.AdamW"},
                     {"seq_len", "2048"},
                     {"micro_batch", "2"},
                     {"sharding", "none"},
                     {"activation_checkpointing", "none"},
                     {"cpu_offload", "no"},
                     {"framework", "pytorch"},
                     {"metric", "peak_gb_per_gpu"},
                     {"value", "60"}};
const Cells kMedia = {
    {"id", "d-1"},         {"gpu", "A100-80GB-SXM"}, {"gpu_count", "1"},      {"model_and_shape", "as printed"},
    {"precision", "fp16"}, {"batch", "1"},           {"metric", "latency_s"}, {"value", "8"}};

TEST(Rows, ServingAtAConcurrency) {
  const Case c = case_with(kServed, {{"id", "silicon-0007"}, {"parallelism", "tp8,ep8"}});
  EXPECT_EQ(c.source, "silicon");
  EXPECT_EQ(c.regime, "TPOT, moe");
  EXPECT_EQ(c.scenario.hardware.accelerator, "h200-sxm-141gb");
  EXPECT_EQ(c.scenario.parallel.tensor, 8);
  EXPECT_EQ(c.scenario.parallel.expert, 8);
  EXPECT_EQ(c.scenario.parallel.data, 1);
  EXPECT_EQ(c.scenario.precision.kv, "bf16");  // auto
  EXPECT_EQ(c.scenario.serve.engine, "sglang");
  EXPECT_EQ(c.scenario.serve.engine_date, "2025-11");
  EXPECT_DOUBLE_EQ(*c.scenario.serve.concurrency, 16);
  EXPECT_FALSE(c.burst);
  EXPECT_FALSE(c.scenario.serve.eager);
}

TEST(Rows, AWordThatAColumnDoesNotKnowIsRefusedByRowAndColumn) {
  EXPECT_EQ(refusal(kTrained, {{"loss", "sharp"}}), "t-1: loss is \"sharp\", wanted one of plain, chunked, fused");
  EXPECT_EQ(refusal(kTrained, {{"compiled", "maybe"}}), "t-1: compiled is \"maybe\", wanted yes or no");
  EXPECT_EQ(refusal(kServed, {{"eager", "eager"}}), "r-1: eager is \"eager\", wanted yes or no");
  EXPECT_EQ(refusal(kServed, {{"figure", "hole"}}), "r-1: figure is \"hole\", wanted one of nothing, step");
  EXPECT_EQ(refusal(kServed, {{"requests", "many"}}), "r-1: requests is \"many\", wanted " + kNumber);
  EXPECT_EQ(refusal(kServed, {{"parallelism", "tp8,xp2"}}),
            "r-1: parallelism is \"tp8,xp2\", wanted parts such as tp8,pp2,dp2,ep8,dp-attention, or layers, matrices, "
            "chosen");
  EXPECT_EQ(refusal(kHeld, {{"unit", "stone"}}),
            "m-1: unit is \"stone\", wanted GiB or MiB of what is in GB, tokens of what is in samples, or nothing");
  EXPECT_EQ(case_with(kTrained, {{"loss", "fused"}, {"compiled", "yes"}}).scenario.train.loss, Loss::fused);
}

TEST(Rows, HardOnesAreCompared) {
  EXPECT_EQ(case_with(kServed, {{"hard", "the host set the pace"}}).hard, "the host set the pace");
  EXPECT_EQ(case_with(kServed, {}).hard, "");
  EXPECT_EQ(refusal(kServed, {{"hard", "far off"}}).find("r-1: hard is \"far off\", wanted one of requests waited"),
            0u);
}

TEST(Rows, CpusAreApart) {
  const auto regime = [](const Cells& cells) {
    Cells on_cpu = {{"gpu", "CPU: AMD Ryzen 7 5800X 8-Core Processor (znver3)"}, {"model", "Llama-3-8B"}};
    on_cpu.insert(cells.begin(), cells.end());
    return case_with(kHome, on_cpu).regime;
  };
  EXPECT_EQ(regime({}), "decode, one stream, CPU only");
  EXPECT_EQ(regime({{"input_tokens", "8192"}}), "decode at depth, CPU only");
  EXPECT_EQ(regime({{"batch_or_concurrency", "4"}}), "decode, batched, CPU only");
  EXPECT_EQ(regime({{"metric", "prefill_tok_s"}}), "prefill, CPU only");
  EXPECT_EQ(regime({{"metric", "ttft_ms"}}), "TTFT, CPU only");
  EXPECT_EQ(regime({{"metric", "tpot_ms"}, {"batch_or_concurrency", "4"}}), "TPOT, CPU only");
  EXPECT_EQ(regime({{"metric", "decode_tok_s_total"}, {"batch_or_concurrency", "4"}}), "throughput, CPU only");
}

TEST(Rows, WhatIsLeftOutOrUnknownIsSkippedWithItsReason) {
  EXPECT_EQ(why_not(kServed, {{"left_out", "what ran is not said"}, {"figure", "hole"}}), "what ran is not said");
  EXPECT_EQ(why_not(kServed, {{"gpu", "Core i7-10700T (CPU)"}}), "the device Core i7-10700T (CPU) is not known");
  EXPECT_EQ(why_not(kServed, {{"model", "Agents-A1"}}), "the model Agents-A1 is not known");
  EXPECT_EQ(why_not(kServed, {{"precision_weights", "sym_int4"}}), "the weight format sym_int4 is not known");
  EXPECT_EQ(why_not(kServed, {{"parallelism", "tp16"}}), "the layout tp16 does not fit the GPUs");
}

TEST(Rows, NamesThatNobodyKnowsToBeLackingAreRefused) {
  EXPECT_EQ(refusal(kServed, {{"gpu", "Abacus 9000"}}), "r-1: gpu is \"Abacus 9000\", wanted a device of the catalog");
  EXPECT_EQ(refusal(kHome, {{"gpu", "RTX 4080 + Abacus"}}),
            "h-1: gpu is \"RTX 4080 + Abacus\", wanted a device of the catalog");
  EXPECT_EQ(refusal(kServed, {{"model", "Nobody"}}),
            "r-1: model is \"Nobody\", wanted a model of the catalog, or the size of another in params_b");
  EXPECT_EQ(refusal(kServed, {{"model", "Nobody"}, {"params_b", "0"}}),
            "r-1: params_b is \"0\", wanted billions of parameters, above 0 and at most 100000");
  EXPECT_EQ(refusal(kServed, {{"precision_weights", "abacus"}}),
            "r-1: precision_weights is \"abacus\", wanted a format of the catalog");
  EXPECT_EQ(refusal(kTrained, {{"weights", "abacus"}}), "t-1: weights is \"abacus\", wanted a format of the catalog");
  EXPECT_EQ(refusal(kTrained, {{"framework", "abacus"}}),
            "t-1: framework is \"abacus\", wanted a training framework of the catalog");
  EXPECT_EQ(refusal(kMedia, {{"network", "abacus"}}),
            "d-1: network is \"abacus\", wanted a model of the catalog, or the params_m and gmacs of another");
  EXPECT_EQ(
      refusal(kServed, {{"batch_or_concurrency", "Server (latency-constrained)"}}),
      "r-1: batch_or_concurrency is \"Server (latency-constrained)\", wanted requests at once, max, or poisson and "
      "requests a second: poisson 2 req/s");
  EXPECT_EQ(refusal(kServed, {{"value", "0"}}), "r-1: value is \"0\", wanted a number above 0");
  EXPECT_EQ(refusal(kServed, {{"date", "31/03/2025"}}),
            "r-1: date is \"31/03/2025\", wanted a year, a month or a day: 2025, 2025-03 or 2025-03-31");
  EXPECT_EQ(refusal(kHeld, {{"metric", "peak_gb"}}),
            "m-1: metric is \"peak_gb\", wanted one of fits_yes_no, max_seq_len, peak_gb_total_all_gpus, "
            "peak_gb_per_gpu");
}

TEST(Rows, SpellingsAreThoseOfTheListOrOfTheCatalog) {
  const auto device = [](const char* name) { return case_with(kHome, {{"gpu", name}}).scenario.hardware.accelerator; };
  EXPECT_EQ(device("CPU: AMD Ryzen 7 5800X 8-Core Processor (znver3)"), "cpu-ryzen-7-5800x");
  EXPECT_EQ(device("CPU: Apple M2 Max (CPU cores only)"), "cpu-generic-apple-max");
  EXPECT_EQ(device("NVIDIA H100 80GB HBM3"), "h100-sxm5-80gb");
  EXPECT_EQ(why_not(kHome, {{"gpu", "CPU: Apple M1 Ultra 16P+4E"}}),  // its GPU is another matter
            "the device CPU: Apple M1 Ultra 16P+4E is not known");
  const auto weights = [](const char* name) {
    return case_with(kHome, {{"precision_weights", name}}).scenario.precision.weights;
  };
  EXPECT_EQ(weights("int4-awq"), "awq-int4");
  EXPECT_EQ(weights("gguf-ud-q4_k_xl"), "gguf-q4_k_m");
  EXPECT_EQ(case_with(kHome, {{"kv_precision", "q8_0 K / fp16 V"}}).scenario.precision.kv, "q8_0");
  EXPECT_EQ(case_with(kHome, {{"engine", "llama.cpp (Metal)"}}).scenario.serve.engine, "llama.cpp");
}

TEST(Rows, WhatARowSaysOfACpuIsItsOwn) {
  const auto described = [](const char* gpu, const Cells& cells) {
    Cells with = cells;
    with["gpu"] = gpu;
    const Scenario s = case_with(kHome, with).scenario;
    const Catalog own = merged(catalog(), s.overrides);
    return *find_accelerator(own, s.hardware.accelerator);
  };
  const auto bandwidth = [&](const char* gpu, const Cells& cells) {
    return in_gigabytes_per_second(*described(gpu, cells).bandwidth);
  };
  const char* server = "Xeon Gold 6226R";
  const auto fp32 = [&](const Cells& cells) {
    return in_teraflop_per_second(*described(server, cells).rates[Arithmetic::fp32]);
  };
  // 2 channels x 8 B x 2,400 MT/s, or the 2,133 it was run at; 6 x 8 B x 2,933,
  // of two sockets twice that.
  EXPECT_NEAR(bandwidth("Core i7-7700", {}), 38.4, 0.05);
  EXPECT_NEAR(bandwidth("Core i7-7700", {{"memory_mts", "2133"}}), 34.13, 0.05);
  EXPECT_NEAR(bandwidth(server, {{"threads", "32"}}), 140.8, 0.05);
  EXPECT_NEAR(bandwidth(server, {{"threads", "32"}, {"sockets", "2"}}), 281.6, 0.05);
  // A socket has 16 cores; threads beyond them share their units, and cores
  // without one lie idle.
  const double socket = fp32({});
  EXPECT_DOUBLE_EQ(fp32({{"threads", "32"}}), socket);
  EXPECT_DOUBLE_EQ(fp32({{"threads", "4"}}), socket / 4);
  EXPECT_DOUBLE_EQ(fp32({{"threads", "8"}, {"sockets", "2"}}), socket / 2);
}

TEST(Rows, ACardAndACpuShareTheWeights) {
  const Cells both = {{"gpu", "RTX 3090 Ti + Ryzen 9 7950X"}};
  const Case c = case_with(kHome, both);
  EXPECT_EQ(c.scenario.hardware.accelerator, "rtx-3090-ti");
  EXPECT_EQ(c.scenario.hardware.host, "cpu-ryzen-9-7950x");
  EXPECT_EQ(c.regime, "decode, one stream, partly in host memory");
  EXPECT_FALSE(c.scenario.hardware.host_expert_layers);
  const Case said =
      case_with(kHome, {{"gpu", "RTX 3090 Ti + Ryzen 9 7950X"}, {"host_layers", "25"}, {"host_expert_layers", "94"}});
  EXPECT_EQ(said.scenario.hardware.host_layers, 25);
  EXPECT_EQ(said.scenario.hardware.host_expert_layers, 94);
}

TEST(Rows, FilesOfLlamaCppAreInMxfp4ButForTheirExperts) {
  const auto weights = [](const char* engine) {
    return case_with(kServed, {{"engine", engine}, {"model", "gpt-oss-20b"}, {"precision_weights", "mxfp4"}})
        .scenario.precision.weights;
  };
  EXPECT_EQ(weights("llama.cpp"), "gguf-mxfp4");
  EXPECT_EQ(weights("vllm"), "mxfp4");
}

TEST(Rows, PromptsOfABenchmarkForEachUser) {
  const Case fixed = case_with(kServed, {{"requests", "80"}});
  ASSERT_TRUE(fixed.burst);
  EXPECT_EQ(fixed.burst->rounds, 5);
  EXPECT_EQ(fixed.burst->spread, 0);
  EXPECT_FALSE(fixed.burst->median);
  EXPECT_FALSE(fixed.burst->longest_answer);
  EXPECT_EQ(fixed.waits, 0);
  const Case varied = case_with(kServed, {{"requests", "160"},
                                          {"median", "yes"},
                                          {"length_spread", "0.15"},
                                          {"longest_answer", "512"},
                                          {"mean_input", "900"},
                                          {"steps_waited", "15"}});
  EXPECT_EQ(varied.burst->rounds, 10);
  EXPECT_TRUE(varied.burst->median);
  EXPECT_DOUBLE_EQ(varied.burst->spread, 0.15);
  EXPECT_EQ(varied.burst->longest_answer, 512);
  EXPECT_EQ(varied.scenario.serve.input_tokens, 900);
  EXPECT_EQ(varied.waits, 15);
  const Case gap = case_with(kServed, {{"requests", "80"}, {"figure", "step"}});
  EXPECT_EQ(gap.reading, Reading::token_gap);
  EXPECT_FALSE(gap.burst);  // the time of a step
  EXPECT_FALSE(case_with(kServed, {{"requests", "16"}, {"metric", "prefill_tok_s"}}).burst);
}

TEST(Rows, PrefillAndDecodeApart) {
  const Case c = case_with(
      kServed, {{"parallelism", "tp2"}, {"prefill_replicas", "1"}, {"metric", "ttft_ms"}, {"mean_output", "697"}});
  EXPECT_EQ(c.regime, "TTFT, prefill and decode apart");
  EXPECT_TRUE(*c.scenario.serve.disaggregated);
  EXPECT_EQ(c.scenario.serve.prefill_replicas, 1);
  EXPECT_EQ(c.scenario.parallel.tensor, 2);
  EXPECT_EQ(c.scenario.parallel.data, 4);
  EXPECT_EQ(c.scenario.serve.output_tokens, 697);
}

TEST(Rows, SoftwareIsAsOldAsItsRelease) {
  EXPECT_EQ(case_with(kServed, {{"software_date", "2025-02"}}).scenario.serve.engine_date, "2025-02");
  EXPECT_EQ(case_with(kTrained, {{"software_date", "2026-03"}}).scenario.train.software_date, "2026-03");
  EXPECT_EQ(case_with(kTrained, {}).scenario.train.software_date, "2025-10");
}

TEST(Rows, LimitsThatAnEngineWasStartedWithAreItsOwn) {
  const Cells most = {{"batch_or_concurrency", "max (inf request rate)"}, {"metric", "decode_tok_s_total"}};
  const auto read_one = [&](const Cells& others) {
    Cells cells = kServed;
    for (const auto& [column, cell] : most) cells[column] = cell;
    return case_with(cells, others);
  };
  const Case queued = read_one({{"requests", "1500"}, {"max_sequences", "2048"}, {"prefill_chunk", "4096"}});
  EXPECT_EQ(queued.regime, "maximum throughput");
  EXPECT_TRUE(queued.burst);
  EXPECT_DOUBLE_EQ(queued.scenario.serve.concurrency.value_or(0), 1500);
  EXPECT_EQ(queued.scenario.serve.max_sequences, 2048);
  EXPECT_EQ(queued.scenario.serve.prefill_chunk, 4096);
  EXPECT_EQ(queued.scenario.serve.memory_fraction, 0.95);  // nothing said
  const Case filled = read_one({{"memory_fraction", "0.85"}, {"eager", "yes"}});
  EXPECT_FALSE(filled.burst);
  EXPECT_TRUE(std::isinf(filled.scenario.serve.concurrency.value_or(0)));
  EXPECT_EQ(filled.scenario.serve.memory_fraction, 0.85);
  EXPECT_TRUE(filled.scenario.serve.eager);
  EXPECT_EQ(read_one({{"engine", "vllm"}}).scenario.serve.memory_fraction, 0.9);
}

TEST(Rows, RequestsInFlight) {
  EXPECT_EQ(case_with(kServed, {{"batch_or_concurrency", "poisson 2 req/s"}}).scenario.serve.requests_per_minute, 120);
  EXPECT_EQ(case_with(kServed, {{"batch_or_concurrency", "rate:10"}, {"in_flight", "3.5"}}).scenario.serve.concurrency,
            3.5);
}

TEST(Rows, TokensOfManyStreams) {
  const Case alone =
      case_with(kHome, {{"batch_or_concurrency", "16"}, {"metric", "decode_tok_s_total"}, {"figure", "alone"}});
  EXPECT_EQ(alone.reading, Reading::decode_rate_total);
  EXPECT_EQ(alone.regime, "decode, batched, moe");
  EXPECT_TRUE(alone.decodes_alone);
  EXPECT_EQ(case_with(kHome, {{"metric", "decode_tok_s_total"}}).reading, Reading::output_rate);
  EXPECT_EQ(case_with(kHome, {{"figure", "whole"}}).reading, Reading::whole_rate);
  const Case each = case_with(kHome, {{"batch_or_concurrency", "16"}, {"input_tokens", "8192"}, {"requests", "16"}});
  EXPECT_EQ(each.regime,
            "decode, batched, moe");  // not at depth, which is of one stream
  EXPECT_FALSE(each.decodes_alone);
  EXPECT_TRUE(each.burst);
}

TEST(Rows, DraftedTokensAreAsManyAsWereAccepted) {
  // 60% of two are 1.2 = q + q^2, so q = (sqrt(5.8) - 1) / 2; with 0.8 of 5 a
  // step makes 3.689.
  const Case two = case_with(kServed, {{"draft", "mtp"}, {"draft_tokens", "2"}, {"tokens_per_step", "2.2"}});
  EXPECT_EQ(two.scenario.serve.speculative.draft, "mtp");
  EXPECT_EQ(two.scenario.serve.speculative.tokens, 2);
  EXPECT_NEAR(*two.scenario.serve.speculative.acceptance, 0.704159, 1e-6);
  EXPECT_EQ(two.regime, "drafted tokens, many streams");
  const Case five = case_with(
      kServed,
      {{"draft", "ngram"}, {"draft_tokens", "5"}, {"tokens_per_step", "3.68928"}, {"batch_or_concurrency", "1"}});
  EXPECT_NEAR(*five.scenario.serve.speculative.acceptance, 0.8, 1e-4);
  EXPECT_EQ(five.regime, "drafted tokens, one stream");
  EXPECT_FALSE(case_with(kServed, {}).scenario.serve.speculative.wanted());
}

TEST(Rows, DepthIsContextThatAPromptFindsInTheCache) {
  const Cells prompt = {
      {"input_tokens", "2048"}, {"metric", "prefill_tok_s"}, {"depth", "8192"}, {"prefill_chunk", "2048"}};
  const ServeChoice serve = case_with(kHome, prompt).scenario.serve;
  EXPECT_DOUBLE_EQ(serve.prompt(), 2048 + 8192);
  EXPECT_DOUBLE_EQ(serve.prefix_hit_rate, 0.8);
  EXPECT_DOUBLE_EQ(*serve.prefill_chunk, 2048);
}

TEST(Rows, QueuedAtOnceIsAsManyAsFit) {
  const Case c =
      case_with(kServed, {{"batch_or_concurrency", "max (inf request rate)"}, {"metric", "decode_tok_s_total"}});
  EXPECT_TRUE(std::isinf(*c.scenario.serve.concurrency));
  EXPECT_EQ(c.regime, "maximum throughput");
}

TEST(Rows, ModelsOutsideTheCatalogAreBuiltFromTheRow) {
  // 32 layers of 4,096: attention 2 x 4096 x 128 x (32 + 8), feed-forward 3 x
  // 4096 x width, two tables of 128,256.
  const Scenario s = case_with(kTrained, {}).scenario;
  ASSERT_EQ(s.overrides.models.size(), 1u);
  const Result<Architecture> model = architecture_of(s.overrides.models[0], "/model");
  ASSERT_TRUE(model.ok());
  EXPECT_NEAR(total_params(*model) / 1e9, 8.0, 8.0 * 0.001);
  EXPECT_EQ(s.parallel.sharding, Sharding::fsdp);
  EXPECT_EQ(s.parallel.data, 8);
}

TEST(Rows, MixtureOfExpertsByItsSize) {
  const Case c = case_with(kHome, {{"model", "Nobody-40B-A4B"}, {"params_b", "40"}, {"active_b", "4"}});
  const Result<Architecture> model = architecture_of(c.scenario.overrides.models.at(0), "/model");
  ASSERT_TRUE(model.ok());
  EXPECT_NEAR(total_params(*model) / 1e9, 40, 2);
  EXPECT_NEAR(active_params(*model) / 1e9, 4, 0.4);
  EXPECT_EQ(c.regime, "decode, one stream, moe");
}

TEST(Rows, UnitsOfMemory) {
  EXPECT_DOUBLE_EQ(case_with(kHeld, {}).scale, 1);
  EXPECT_DOUBLE_EQ(case_with(kHeld, {{"unit", "GiB"}}).scale, 1.073741824);
  EXPECT_DOUBLE_EQ(case_with(kHome, {{"metric", "memory_gb"}, {"unit", "MiB"}}).scale, 1.073741824 / 1024);
  EXPECT_EQ(case_with(kHeld, {{"figure", "reserved"}}).reading, Reading::train_reserved);
}

// Transformers reads a prompt in one pass and prints a peak: 16 bits of 30,720 tokens of Qwen2.5 7B, of which each
// takes three times 3,584 values beside the three times 18,944 of a feed-forward, 2 x 30,720 x 67,584 = 4.15e9 bytes,
// unless the row says that it was looked at afterwards.
TEST(Rows, MemoryIsAPeakUnlessItIsWhatWasKept) {
  const auto memory = [](const char* figure) {
    const Cells cells = {{"model", "Qwen2.5-7B"},       {"gpu", "A100-80GB-SXM"}, {"precision_weights", "bf16"},
                         {"engine", "hf-transformers"}, {"date", "2025-01"},      {"input_tokens", "30720"},
                         {"metric", "memory_gb"},       {"figure", figure},       {"value", "1"}};
    return predict(case_with(kHome, cells), catalog())->value;
  };
  EXPECT_NEAR(memory("all") - memory("all, kept"), 4.152, 0.001);
  EXPECT_DOUBLE_EQ(memory(""), memory("all"));
}

// Requests come as fast as limits of latency allow where nothing else says how many are in flight: MLPerf v6.0, Server,
// printed for eight B200 within 2,000 ms to the first token and 200 ms a token.
TEST(Rows, LimitsOfLatencyTellTheLoad) {
  const auto server = [](const Cells& limits) {
    Cells cells = {{"gpu", "B200"},
                   {"parallelism", "submitter-chosen (replicas x tp)"},
                   {"model", "Llama-2-70B"},
                   {"precision_weights", "fp4"},
                   {"kv_precision", "fp8 assumed"},
                   {"engine", "trt-llm"},
                   {"date", "2026-04"},
                   {"batch_or_concurrency", "Server (latency-constrained)"},
                   {"input_tokens", "294"},
                   {"output_tokens", "274"},
                   {"metric", "decode_tok_s_total"},
                   {"value", "103635"}};
    cells.insert(limits.begin(), limits.end());
    return case_with(kServed, cells);
  };
  const auto rate = [&](const char* ttft, const char* tpot) {
    return predict(server({{"ttft_limit_ms", ttft}, {"tpot_limit_ms", tpot}}), catalog())->value;
  };
  EXPECT_EQ(server({{"tpot_limit_ms", "200"}}).regime, "throughput, dense");
  const double printed = rate("2000", "200");
  EXPECT_NEAR(printed / 103635, 1, 0.3);
  EXPECT_LT(rate("450", "40"), printed);  // 61,645 at most, printed of Interactive
  EXPECT_LE(rate("450", "8"), rate("450", "40"));
  // What was in flight says it closer.
  EXPECT_FALSE(server({{"tpot_limit_ms", "200"}, {"in_flight", "13421"}}).within_limits);
  // A time per token is bounded by the limits and does not tell them.
  EXPECT_EQ(refusal(kServed, {{"batch_or_concurrency", "Server"}, {"tpot_limit_ms", "200"}})
                .find("r-1: batch_or_concurrency is \"Server\", wanted requests at once"),
            0u);
}

// Columns hold what was printed: what code is built on, and what a loss is called, are found by their names, and no
// name inside another's.
TEST(Rows, TrainingCodeByItsName) {
  const auto built_on = [](const char* name) {
    return case_with(kTrained, {{"framework", name}, {"source", "MetaMathQA"}}).scenario.train.framework;
  };
  EXPECT_EQ(built_on("PEFT"), "transformers");
  EXPECT_EQ(built_on("torchtune"), "pytorch");
  EXPECT_EQ(built_on("NeMo"), "megatron");
  EXPECT_EQ(built_on("LitGPT"), "litgpt");
  EXPECT_EQ(built_on(""), std::nullopt);
  for (const char* name : {"Liger", "cut cross entropy", "fused linear cross entropy"})
    EXPECT_EQ(case_with(kHeld, {{"loss", name}}).scenario.train.loss, Loss::fused);
  EXPECT_EQ(case_with(kTrained, {{"activation_checkpointing", "per-op"}}).scenario.train.checkpointing,
            Checkpointing::selective);
  EXPECT_EQ(why_not(kHeld, {{"activation_checkpointing", "per-op"}}),
            "what is left when every other matrix product is kept is not computed");
}

TEST(Rows, WhatWasTrainedAndHow) {
  const Case held = case_with(kHeld, {{"metric", "fits_yes_no"},
                                      {"value", "no"},
                                      {"method", "lora"},
                                      {"lora_rank", "8"},
                                      {"lora_targets", "qv"},
                                      {"recipe", "autocast"},
                                      {"cpu_offload", "activations"},
                                      {"accumulation", "8"},
                                      {"mean_length", "200"},
                                      {"packed", "no"}});
  const TrainChoice& t = held.scenario.train;
  EXPECT_EQ(held.outcome, "no");
  EXPECT_EQ(t.method, Method::lora);
  EXPECT_EQ(t.lora.rank, 8);
  EXPECT_EQ(t.lora.targets, LoraTargets::qv);
  EXPECT_EQ(t.optimizer, Optimizer::adamw);
  EXPECT_EQ(t.recipe, Recipe::autocast);
  EXPECT_EQ(t.offload, Offload::activations);
  EXPECT_EQ(t.sequence, 200);
  EXPECT_FALSE(t.packed);
  EXPECT_EQ(t.global_batch, 2 * 8);
  // Four stages of Megatron's, of five pieces each, whose replicas divide the
  // optimizer's state.
  const Case megatron = case_with(kTrained, {{"framework", "megatron"},
                                             {"gpu_count", "64"},
                                             {"tp", "4"},
                                             {"pp", "4"},
                                             {"sharding", ""},
                                             {"vp", "5"},
                                             {"activation_checkpointing", ""},
                                             {"flash_attention", "no"},
                                             {"full_attention", "yes"}});
  EXPECT_EQ(megatron.scenario.parallel.data, 4);
  EXPECT_EQ(megatron.scenario.parallel.sharding, Sharding::zero1);
  EXPECT_EQ(megatron.scenario.parallel.virtual_stages, 5);
  EXPECT_EQ(megatron.scenario.train.checkpointing, Checkpointing::selective);
  EXPECT_FALSE(megatron.scenario.train.flash_attention);
  EXPECT_TRUE(megatron.full_attention);
}

// Image generation, encoders and speech: what was timed, as items a second of a
// batch.
TEST(Rows, ImagesMadeAndTextsEmbedded) {
  const Case iterations = case_with(kMedia, {{"network", "sd-1.5"},
                                             {"width", "512"},
                                             {"height", "768"},
                                             {"batch", "4"},
                                             {"metric", "iterations_per_s"},
                                             {"value", "11.6"}});
  EXPECT_EQ(iterations.scenario.serve.height, 768);
  EXPECT_EQ(iterations.scenario.serve.steps, 1000);
  EXPECT_DOUBLE_EQ(iterations.measured,
                   4 * 11.6 / 1000);  // images a second, of 1,000 steps each
  EXPECT_FALSE(iterations.scenario.serve.eager);
  const Case latency = case_with(kMedia, {{"network", "sdxl-base"},
                                          {"width", "1024"},
                                          {"height", "1024"},
                                          {"steps", "30"},
                                          {"batch", "2"},
                                          {"eager", "yes"},
                                          {"guidance", "no"}});
  EXPECT_EQ(latency.scenario.serve.steps, 30);
  EXPECT_DOUBLE_EQ(latency.measured, 2.0 / 8);
  EXPECT_TRUE(latency.scenario.serve.eager);
  EXPECT_EQ(latency.scenario.serve.guidance, false);
  const Case texts = case_with(kMedia, {{"network", "bge-large-en-v1.5"},
                                        {"precision", "bf16 (autocast of fp32)"},
                                        {"tokens", "449"},
                                        {"batch", "256"},
                                        {"metric", "samples_per_s"}});
  EXPECT_EQ(texts.regime, "embedding");
  EXPECT_EQ(texts.scenario.serve.input_tokens, 449);
  EXPECT_EQ(texts.scenario.serve.batch, 256);
  EXPECT_EQ(texts.scenario.precision.weights, "bf16");
  // 60 s are two windows of 30.
  const Case speech = case_with(kMedia, {{"network", "whisper-large-v3"},
                                         {"audio_s", "60"},
                                         {"batch", "16"},
                                         {"metric", "realtime_factor"},
                                         {"value", "20"}});
  EXPECT_EQ(speech.regime, "speech");
  EXPECT_EQ(speech.scenario.serve.batch, 2);
  EXPECT_DOUBLE_EQ(speech.measured, 3);
  const Case network = case_with(kMedia, {{"network", "a-net"},
                                          {"params_m", "25"},
                                          {"gmacs", "4"},
                                          {"activations_m", "11"},
                                          {"width", "224"},
                                          {"height", "224"}});
  EXPECT_EQ(network.regime, "images");
  EXPECT_DOUBLE_EQ(network.scenario.overrides.models.at(0).gflop_per_image.value_or(0), 8);
  EXPECT_EQ(why_not(kMedia, {}), "the network as printed is not computed");
}

TEST(Rows, NoModelIsLargerThanAScenarioMayAskFor) {
  EXPECT_EQ(refusal(kServed, {{"model", "Nobody's"}, {"params_b", "355555555555555555555"}}),
            "r-1: params_b is \"355555555555555555555\", wanted billions of parameters, above 0 and at most 100000");
}

TEST(Rows, ForeignTablesAreRefused) {
  const auto why = [](const char* table) { return cases_of(table).problems().at(0).message; };
  EXPECT_EQ(why("a,b\n1,2\n").find("own.csv: The header is none of the four tables"), 0u);
  EXPECT_EQ(why(""), "own.csv: Line 1: there is no header.");
  EXPECT_EQ(why("id,\"metric\n"), "own.csv: Line 1: a quote is not closed.");
  const Result<Cases> lacking = cases_of("id,metrik,value,model,engine,batch_or_concurrency\n");
  ASSERT_EQ(lacking.problems().size(), 3u);
  EXPECT_EQ(lacking.problems()[0].message, "own.csv: The header has no column metric.");
  EXPECT_EQ(lacking.problems()[0].suggestions, std::vector<std::string>{"metrik"});
  EXPECT_EQ(lacking.problems()[1].message, "own.csv: The header has no column gpu.");
  EXPECT_EQ(lacking.problems()[2].message, "own.csv: The header has no column precision_weights.");
}

TEST(Rows, Layouts) {
  const auto layout = [](const char* said, const char* gpus) {
    return case_with(kServed, {{"parallelism", said}, {"gpu_count", gpus}}).scenario.parallel;
  };
  EXPECT_EQ(layout("tp4,pp2", "8").tensor, 4);
  EXPECT_EQ(layout("tp4,pp2", "8").pipeline, 2);
  EXPECT_EQ(layout("layer-split", "3").pipeline, 3);
  const ParallelChoice attention = layout("tp8,dp8,dp-attention", "8");
  EXPECT_EQ(attention.tensor, 1);
  EXPECT_EQ(attention.data, 8);
  EXPECT_EQ(attention.expert, 8);
  const ParallelChoice stages = layout("tp2,pp2,dp2,ep2,dp-attention", "4");
  EXPECT_EQ(stages.pipeline, 2);
  EXPECT_EQ(stages.data, 2);
  EXPECT_EQ(layout("row split", "2").tensor, 2);
  EXPECT_EQ(layout("tensor split", "2").tensor, 2);
}

// A batch of 10^21 sequences is no int, nor are so many stages.
TEST(Rows, NumbersThatNoIntHoldsDoNoHarm) {
  EXPECT_EQ(refusal(kTrained, {{"global_batch_seqs", "1e21"}, {"micro_batch", ""}}),
            "t-1: global_batch_seqs is \"1e21\", wanted a whole number, from 1 to 100000000");
  EXPECT_EQ(case_with(kTrained, {{"tp", "1e8"}, {"pp", "1e8"}}).scenario.parallel.data, 1);
  EXPECT_EQ(
      case_with(kTrained, {{"micro_batch", "1e8"}, {"dp", "1e8"}, {"tp", ""}, {"pp", ""}, {"global_batch_seqs", ""}})
          .scenario.train.global_batch,
      100000000);
  EXPECT_EQ(case_with(kHeld, {{"micro_batch", "1e8"}, {"accumulation", "1e8"}}).scenario.train.global_batch, 100000000);
}

}  // namespace
}  // namespace ridgepoint::validation
