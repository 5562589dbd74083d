#include "engine/tell/reproduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/base/words.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

std::optional<std::string> filled_with(const char* command, const std::map<std::string, std::string>& values) {
  return filled(command, [&](std::string_view name) {
    const auto found = values.find(std::string(name));
    return found == values.end() ? std::string() : found->second;
  });
}

// One tool that says what it was given.
Catalog with_tool(const char* command, Streams streams = Streams::any, Copies copies = Copies::all) {
  Catalog c = test::catalog();
  ServingEngine engine;
  engine.id = "vllm";
  c.engines = {engine};
  c.models[0].aliases = {"8b", "meta-llama/Llama-3.1-8B"};
  c.benchmarks = {{.id = "tool",
                   .tool = "Tool",
                   .figures = {"/speed/tpot_ms", "/speed/ttft_ms", "/speed/step_s", "/speed/tokens_per_s"},
                   .software = {"vllm", "pytorch"},
                   .streams = streams,
                   .copies = copies,
                   .command = command}};
  return c;
}

Scenario serving() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.engine = "vllm";
  return s;
}

std::string command_of(const Scenario& s, const Catalog& c) {
  const Result<Estimate> e = answer(s, c);
  if (!e.ok()) return "refused: " + e.problems().front().message;
  return e->reproduce.empty() ? "" : e->reproduce.front().command;
}

TEST(Reproduce, NamesAreFilledInAndPartsWithoutAValueLeftOut) {
  EXPECT_EQ(filled_with("run {a}[ --b {b}][ --c{?c}] end", {{"a", "1"}, {"c", "yes"}}), "run 1 --c end");
  EXPECT_EQ(filled_with("run {a}[ --b {b} {c}]", {{"a", "1"}, {"b", "2"}}), "run 1");
  EXPECT_EQ(filled_with("", {}), "");
}

TEST(Reproduce, ALineThatAsksForAValueIsLeftOutWithoutIt) {
  const char* lines = "{one?}# A server\n{one?}serve\n{many?}# On every node\n{many?}serve [--nodes {many}]\nbench";
  EXPECT_EQ(filled_with(lines, {{"one", "yes"}}), "# A server\nserve\nbench");
  EXPECT_EQ(filled_with(lines, {{"many", "2"}}), "# On every node\nserve --nodes 2\nbench");
  EXPECT_EQ(filled_with("{full?}train\n{lora?}tune {lora}", {{"full", "yes"}}), "train");
}

TEST(Reproduce, ACommandThatCannotBeFilledInIsNotGiven) {
  EXPECT_EQ(filled_with("run {a}", {}), std::nullopt);
  EXPECT_EQ(filled_with("run{?plain}", {}), std::nullopt);
}

TEST(Reproduce, APartCanAskForAWordOrForNoValue) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.precision.weights = "fp8";
  EXPECT_EQ(command_of(s, with_tool("run[ fp8{?weights=fp8}][ int8{?weights=int8}][ whole{?!tensor}]")),
            "run fp8 whole");
  EXPECT_EQ(command_of(s, with_tool("run[ other{?!weights=int8}][ same{?!weights=fp8}]")), "run other");
  EXPECT_EQ(command_of(s, with_tool("{!nodes?}one\n{nodes?}several\n{!weights=fp8?}not FP8")), "one");
}

TEST(Reproduce, OneEntryForEachFigureThatIsThere) {
  const Estimate e = *answer(serving(), with_tool("run"));
  ASSERT_EQ(e.reproduce.size(), 3u);  // no step of training
  EXPECT_EQ(e.reproduce[0].figure, "/speed/tpot_ms");
  EXPECT_EQ(e.reproduce[1].figure, "/speed/ttft_ms");
  EXPECT_EQ(e.reproduce[0].tool, "Tool");
}

TEST(Reproduce, SaysWhatTheScenarioSays) {
  Scenario s = serving();
  s.serve.input_tokens = 1000;
  s.serve.output_tokens = 200;
  s.serve.reasoning_tokens = 50;
  s.serve.concurrency = 8;
  s.serve.prefix_hit_rate = 0.25;
  EXPECT_EQ(command_of(s, with_tool("{model} {fresh_input}+{cached_input} {output} {max_streams} {prompts} {context}")),
            "meta-llama/Llama-3.1-8B 750+250 250 8 40 1250");
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 30;
  EXPECT_EQ(command_of(s, with_tool("at[ {max_streams}][ {request_rate}]")), "at 0.5");
}

TEST(Reproduce, ACardAloneAndTensorParallelAreAskedFor) {
  const Catalog c = with_tool("run[ -sm tensor{?tensor}][ -sm none{?one_card}]", Streams::any, Copies::one);
  Scenario s = serving();
  s.hardware.count = 2;
  const auto command = [&](int tensor, int pipeline, int data) {
    s.parallel.tensor = tensor;
    s.parallel.pipeline = pipeline;
    s.parallel.data = data;
    return command_of(s, c);
  };
  EXPECT_EQ(command(2, 1, 1), "run -sm tensor");
  EXPECT_EQ(command(1, 2, 1), "run");
  EXPECT_EQ(command(1, 1, 2), "run -sm none");
  s.hardware.count = 1;
  EXPECT_EQ(command(1, 1, 1), "run");
}

TEST(Reproduce, TheEngineIsToldHowManySequencesItTakes) {
  Scenario s = serving();
  const Catalog tool = with_tool("serve {slots}[ --max-num-seqs {max_sequences}]");
  s.serve.concurrency = 40;
  EXPECT_EQ(command_of(s, tool), "serve 40");
  s.serve.max_sequences = 16;
  EXPECT_EQ(command_of(s, tool), "serve 16 --max-num-seqs 16");
  s.serve.max_sequences.reset();
  s.serve.concurrency = 300;  // beyond what engines take unasked
  EXPECT_EQ(command_of(s, tool), "serve 300 --max-num-seqs 300");
}

// vLLM counts --cpu-offload-gb in GiB.
TEST(Reproduce, WeightsInHostMemoryAreToldInWholeGib) {
  Scenario s = serving();
  s.model.id = "llama-3.1-70b";
  s.precision.weights = "fp8";
  s.hardware.host = "desktop";
  Accelerator cpu;
  cpu.id = "desktop";
  cpu.segment = Segment::cpu;
  cpu.memory_gb = 128;
  cpu.bandwidth = gigabytes_per_second(80);
  cpu.rates[Arithmetic::fp32] = teraflop_per_second(1);
  s.hardware.accelerator = "rtx-4090";
  s.overrides.accelerators = {cpu};
  s.serve.concurrency = 1;
  const Catalog c = with_tool("run --offload {host_gib}");
  const double gb = *answer(s, c)->memory.host_gb;
  EXPECT_GT(gb, 40);  // of 71, on a card of 24
  EXPECT_EQ(command_of(s, c), "run --offload " + whole(std::ceil(gb / 1.073741824)));
}

TEST(Reproduce, AFormatThatIsNotPublishedIsAPlaceToFillIn) {
  Scenario s = serving();
  s.precision.weights = "fp8";
  EXPECT_EQ(command_of(s, with_tool("{model}")), "path/to/llama-3.1-8b-fp8");
  EXPECT_EQ(command_of(s, with_tool("{model_fp8}[ --quantization fp8{?quantizes}]")),
            "meta-llama/Llama-3.1-8B --quantization fp8");
  Catalog published = with_tool("{model_fp8}[ --quantization fp8{?quantizes}]");
  published.models[0].native_precision = "fp8";
  EXPECT_EQ(command_of(s, published), "meta-llama/Llama-3.1-8B");
}

TEST(Reproduce, ToolsForOneStreamAndForSeveralAreToldApart) {
  Scenario s = serving();
  s.serve.concurrency = 1;
  EXPECT_EQ(command_of(s, with_tool("run", Streams::one)), "run");
  EXPECT_EQ(command_of(s, with_tool("run", Streams::several)), "");
  s.serve.concurrency = 2;
  EXPECT_EQ(command_of(s, with_tool("run", Streams::one)), "");
  EXPECT_EQ(command_of(s, with_tool("run", Streams::several)), "run");
}

TEST(Reproduce, TrainingSaysLayoutBatchAndMethod) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 2;
  s.parallel.tensor = s.parallel.pipeline = 1;
  s.parallel.sharding = Sharding::fsdp;
  s.train.method = Method::lora;
  s.train.lora.rank = 8;
  s.train.sequence = 1024;
  s.train.micro_batch = 2;
  s.train.global_batch = 16;  // 2 sequences x 2 GPUs x 4 micro-batches
  s.train.checkpointing = Checkpointing::full;
  EXPECT_EQ(
      command_of(
          s,
          with_tool(
              "[torchrun {several_gpus} ]{plain} {method} {lora_rank} {sequence} {micro_batch} "
              "{accumulation}[ fsdp{?sharding=fsdp|zero3|hsdp}{?data}][ full{?checkpointing=full}] {measured_recipe}")),
      "torchrun 2 llama-3.1-8b lora 8 1024 2 4 fsdp full bf16");
}

TEST(Reproduce, NamesThatCameWithALinkMeanNothingToAShell) {
  Scenario s = serving();
  ModelRecord own = test::catalog().models[0];
  own.id = "x'; rm -rf ~ #$(id)`id`\n";
  own.aliases = {"evil/$(curl x)|sh"};
  s.model.id = own.id;
  s.overrides.models = {own};
  const std::string command = command_of(s, with_tool("run {model} {gguf} {hub_id}"));
  EXPECT_EQ(command.substr(0, 4), "run ");
  EXPECT_EQ(command.find("evil"), std::string::npos) << command;
  EXPECT_EQ(command.find_first_of("'\"`$;|&<>()#~*?\n\\"), std::string::npos) << command;
}

// An own model can call itself as any repository: what it is called is no place to fetch from. Nor is it one of the
// catalog's because it has the id of one.
TEST(Reproduce, AModelThatCameWithALinkIsAFileOfOnesOwn) {
  Scenario s = serving();
  ModelRecord own = test::catalog().models[0];
  own.aliases = {"stranger/malware", "timm/malware"};
  s.overrides.models = {own};
  EXPECT_EQ(command_of(s, with_tool("run {model} {hub_id} {model_fp8}")),
            "run path/to/llama-3.1-8b path/to/llama-3.1-8b path/to/llama-3.1-8b");
  EXPECT_EQ(command_of(s, with_tool("run {timm}")), "");
  EXPECT_EQ(command_of(s, with_tool("measure {plain}")), "");  // a name that tools/measure looks up in the catalog
  own.id = "../../etc/passwd";
  s.model.id = own.id;
  s.overrides.models = {own};
  EXPECT_EQ(command_of(s, with_tool("run {model}")), "run path/to/..-..-etc-passwd");
}

TEST(Reproduce, ADraftModelThatCameWithALinkIsAFileToo) {
  Scenario s = serving();
  s.serve.speculative.draft = "llama-3.1-8b";
  EXPECT_EQ(command_of(s, with_tool("run {draft_model}")), "run meta-llama/Llama-3.1-8B");
  ModelRecord own = test::catalog().models[0];
  own.id = "mine";
  own.aliases = {"stranger/malware"};
  s.overrides.models = {own};
  s.serve.speculative.draft = "mine";
  EXPECT_EQ(command_of(s, with_tool("run {draft_model}")), "run path/to/mine");
}

// 8 GPUs of two nodes as four replicas of two: 32 requests, 8 for each.
TEST(Reproduce, WhatRunsOfTheAcceleratorsIsWhatIsPredicted) {
  Scenario s = serving();
  s.hardware.count = 8;
  s.hardware.per_node = 4;
  s.parallel.tensor = 2;
  s.parallel.pipeline = 1;
  s.serve.concurrency = 32;
  const char* line = "{gpus} GPUs[ of {nodes} nodes] {data} ranks {streams} requests {prompts}";
  const auto all = *answer(s, with_tool(line));
  EXPECT_EQ(all.reproduce[0].command, "8 GPUs of 2 nodes 4 ranks 32 requests 160");
  EXPECT_EQ(all.reproduce[0].note, "");
  const struct {
    Copies copies;
    const char* command;
    double share;
  } cases[] = {{Copies::one, "2 GPUs one rank 8 requests 40", 0.25},
               {Copies::node, "4 GPUs 2 ranks 16 requests 80", 0.5},
               {Copies::dense, "8 GPUs of 2 nodes 4 ranks 32 requests 160", 1}};
  for (const auto& c : cases) {
    const auto e =
        *answer(s, with_tool("{gpus} GPUs[ of {nodes} nodes][ {data} ranks][ one rank{?!data}] {streams} requests "
                             "{prompts}",
                             Streams::any, c.copies));
    ASSERT_EQ(e.reproduce.size(), 3u);
    EXPECT_EQ(e.reproduce[0].command, c.command);
    EXPECT_DOUBLE_EQ(*e.reproduce[0].predicted, *e.speed.tpot_ms);
    EXPECT_DOUBLE_EQ(*e.reproduce[2].predicted, *e.speed.tokens_per_s * c.share);
    EXPECT_EQ(e.reproduce[0].note.empty(), c.share == 1) << e.reproduce[0].note;
  }
  EXPECT_EQ((*answer(s, with_tool("run", Streams::any, Copies::one))).reproduce[0].note,
            "On 2 of the 8 accelerators, with their share of the load.");
}

// One request for two replicas leaves one idle: the other gives all there is.
TEST(Reproduce, AReplicaWithAllRequestsGivesAllThroughput) {
  Scenario s = serving();
  s.hardware.count = 2;
  s.parallel.tensor = s.parallel.pipeline = 1;
  s.serve.concurrency = 1;
  const auto e = *answer(s, with_tool("{streams}", Streams::any, Copies::one));
  EXPECT_EQ(e.reproduce[0].command, "1");
  EXPECT_DOUBLE_EQ(*e.reproduce[2].predicted, *e.speed.tokens_per_s);
}

TEST(Reproduce, ARateIsDividedAmongReplicas) {
  Scenario s = serving();
  s.hardware.count = 4;
  s.parallel.tensor = s.parallel.pipeline = 1;
  s.serve.requests_per_minute = 120;
  const auto e = *answer(s, with_tool("{request_rate}", Streams::any, Copies::one));
  EXPECT_EQ(e.reproduce[0].command, "0.5");  // of 2 a second
  EXPECT_DOUBLE_EQ(*e.reproduce[2].predicted, *e.speed.tokens_per_s / 4);
}

TEST(Reproduce, WhatDoesNotFitIsNotToBeRun) {
  Scenario s = serving();
  s.model.id = "llama-3.1-70b";
  s.hardware.accelerator = "rtx-4090";
  const auto e = *answer(s, with_tool("run"));
  ASSERT_EQ(e.memory.fit, Fit::no);
  EXPECT_TRUE(e.reproduce.empty());
}

TEST(Reproduce, WithoutACommandTheReasonIsSaid) {
  Catalog c = with_tool("run {nothing}");
  Benchmark why;
  why.id = "why";
  why.remark = "Drafts of {draft_tokens}.";
  c.benchmarks.push_back(why);
  why.remark = "Nobody measures it.";
  c.benchmarks.push_back(why);
  c.benchmarks.push_back(why);
  const auto e = *answer(serving(), c);
  ASSERT_EQ(e.reproduce.size(), 1u);  // the first that holds
  EXPECT_EQ(e.reproduce[0].note, "Nobody measures it.");
  EXPECT_EQ(e.reproduce[0].figure + e.reproduce[0].tool + e.reproduce[0].command, "");
  EXPECT_EQ(e.reproduce[0].predicted, std::nullopt);
}

TEST(Reproduce, AModelThatIsOnlyASizeHasNoShapes) {
  Scenario s = serving();
  s.model.id.clear();
  s.model.params_b = 7;
  EXPECT_EQ(command_of(s, with_tool("run {layers}")), "");
  EXPECT_EQ(command_of(s, with_tool("run {model}")), "run path/to/model");
}

}  // namespace
}  // namespace ridgepoint
