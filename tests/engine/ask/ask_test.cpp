#include "engine/ask/ask.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/facts/own_entries.h"
#include "engine/plan/plan.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(Resolve, FindsEveryUnknownNameAtOnceWithSuggestions) {
  Scenario s;
  s.model.id = "llama-3.1-7b";
  s.hardware.accelerator = "rtx-4900";
  s.precision.weights = "bf61";
  const Result<Question> r = question_of(s, test::catalog());
  ASSERT_FALSE(r.ok());
  ASSERT_EQ(r.problems().size(), 3u);
  EXPECT_EQ(r.problems()[0].path, "/model");
  EXPECT_EQ(r.problems()[0].suggestions[0], "llama-3.1-8b");
  EXPECT_EQ(r.problems()[1].path, "/precision/weights");
  EXPECT_EQ(r.problems()[2].path, "/hardware/accelerator");
  EXPECT_EQ(r.problems()[2].suggestions[0], "rtx-4090");
}

TEST(Resolve, ReadsTheMemoryThatADevicesNameSays) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "RTX 4090 48GB";
  const Result<Question> r = question_of(s, test::catalog());
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r->accelerator->id, "rtx-4090");
  EXPECT_EQ(r->accelerator->memory_gb, 48);
  EXPECT_NEAR(in_bytes(r->usable), 2 * 25757220864.0, 1);  // as the driver reports of 24 GB, twice
  s.hardware.memory_gb = 48;
  EXPECT_TRUE(question_of(s, test::catalog()).ok());
  s.hardware.memory_gb = 24;
  const Result<Question> other = question_of(s, test::catalog());
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.problems()[0].path, "/hardware/memory_gb");
  s.hardware.memory_gb.reset();
  s.hardware.accelerator = "RTX 4090 96GB";  // workshops double a card's memory at most
  const Result<Question> most = question_of(s, test::catalog());
  ASSERT_FALSE(most.ok());
  EXPECT_EQ(most.problems()[0].path, "/hardware/memory_gb");
  EXPECT_EQ(most.problems()[0].suggestions[0], "48");
}

TEST(NameById, KeepsTheMemoryThatNamesSay) {
  Scenario s;
  s.hardware.accelerator = "NVIDIA RTX 4090 48GB";
  s.constraints.accelerators = {"H100", "something"};
  s.constraints.owned = {{"RTX 4090 48GB", 2}, {"4090", 1}};
  name_by_id(s, test::catalog());
  EXPECT_EQ(s.hardware.accelerator, "rtx-4090");
  EXPECT_EQ(s.hardware.memory_gb, 48);
  EXPECT_EQ(s.constraints.accelerators, (std::vector<std::string>{"h100-sxm5-80gb", "something"}));
  EXPECT_EQ(s.constraints.owned[0].accelerator, "rtx-4090 48GB");
  EXPECT_EQ(s.constraints.owned[1].accelerator, "rtx-4090");
  const Scenario once = s;
  name_by_id(s, test::catalog());
  EXPECT_EQ(s.constraints.owned[0].accelerator, once.constraints.owned[0].accelerator);
}

TEST(Resolve, RefusesWeightOnlyFormatsForTheCache) {
  Scenario s;
  s.precision.kv = "nf4";
  const Result<Question> r = question_of(s, test::catalog());
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.problems()[0].path, "/precision/kv");
}

TEST(Resolve, AnInstanceBringsItsAccelerators) {
  Scenario s;
  s.hardware.instance = "a-8xh100";
  s.hardware.count = 2;
  const Result<Question> r = question_of(s, test::catalog());
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r->accelerator->id, "h100-sxm5-80gb");
  EXPECT_EQ(r->gpus, 16);
  EXPECT_EQ(r->per_node, 8);
  EXPECT_EQ(r->nodes, 2);
}

TEST(Resolve, RefusesAnotherAcceleratorBesideAnInstance) {
  Scenario s;
  s.hardware.instance = "a-8xh100";
  s.hardware.accelerator = "rtx-4090";
  const Result<Question> r = question_of(s, test::catalog());
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.problems()[0].path, "/hardware/accelerator");
  EXPECT_EQ(r.problems()[0].suggestions[0], "h100-sxm5-80gb");
  s.hardware.accelerator.clear();
  EXPECT_TRUE(question_of(s, test::catalog()).ok());
}

TEST(Resolve, TellsWhatAnAcceleratorOfOnesOwnLacks) {
  Scenario s;
  Accelerator own;
  own.id = "mine";
  s.overrides.accelerators = {own};
  s.hardware.accelerator = "mine";
  const Catalog catalog = merged(test::catalog(), s.overrides);
  const Result<Question> r = question_of(s, catalog);
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.problems()[0].message,
            "No matrix multiplication rate is known for mine (as given): rates_tflops.bf16 would tell it.");
}

TEST(Resolve, RefusesADraftThatWritesNoTokens) {
  Catalog c = test::catalog();
  c.models.push_back(c.models[0]);
  c.models.back().id = "reads-only";
  c.models.back().kind = ModelKind::encoder;
  Scenario s;
  s.serve.speculative.draft = "reads-only";
  const Result<Question> r = question_of(s, c);
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.problems()[0].path, "/serve/speculative/draft");
  EXPECT_TRUE(r.problems()[0].suggestions.empty());
}

TEST(Resolve, AMachineIsWhatTheFabricJoinsButNotMoreThanThereIs) {
  Scenario s;
  s.hardware.count = 4;
  EXPECT_EQ(question_of(s, test::catalog())->per_node, 4);
  s.hardware.count = 32;
  EXPECT_EQ(question_of(s, test::catalog())->per_node, 8);
  EXPECT_EQ(question_of(s, test::catalog())->nodes, 4);
}

TEST(Resolve, NamesUnknownGridsAndProviders) {
  Scenario s;
  s.cost.grid = "xx";
  s.cost.provider = "aa";
  const Result<Question> r = question_of(s, test::catalog());
  ASSERT_EQ(r.problems().size(), 2u);
  EXPECT_EQ(r.problems()[0].path, "/cost/grid");
  EXPECT_EQ(r.problems()[1].path, "/cost/provider");
  EXPECT_EQ(r.problems()[1].suggestions, (std::vector<std::string>{"a", "b"}));
}

TEST(Resolve, ConsumerCardsCloseTogetherLoseToHeat) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 4;
  s.cost.location = Location::colocation;
  const Catalog c = test::catalog();
  const Efficiency cool = c.calibration.efficiencies[0];
  EXPECT_EQ(question_of(s, c)->derating, 0.2);
  EXPECT_DOUBLE_EQ(question_of(s, c)->device.efficiency.gemm, 0.8 * cool.gemm);
  EXPECT_EQ(question_of(s, c)->device.efficiency.bandwidth, cool.bandwidth);  // memory keeps its clock
  s.cost.location = Location::home;
  EXPECT_EQ(question_of(s, c)->derating, 0);
  s.hardware.derating = 0.15;
  EXPECT_EQ(question_of(s, c)->derating, 0.15);
  s.hardware.derating.reset();
  s.cost.location = Location::colocation;
  s.hardware.count = 3;
  EXPECT_EQ(question_of(s, c)->derating, 0);
  s.hardware.count = 8;
  s.hardware.accelerator = "h100-sxm5-80gb";
  EXPECT_EQ(question_of(s, c)->derating, 0);
}

TEST(Resolve, QloraKeepsItsFrozenWeightsInNf4) {
  Scenario s;
  s.workload = Workload::finetune;
  EXPECT_EQ(question_of(s, test::catalog())->weights->id, "bf16");
  s.train.method = Method::qlora;
  EXPECT_EQ(question_of(s, test::catalog())->weights->id, "nf4");
}

TEST(Resolve, AnArithmeticTheDeviceLacksFallsBack) {
  Scenario s;
  s.precision.weights = "fp8";
  EXPECT_EQ(question_of(s, test::catalog())->device.arithmetic, Arithmetic::fp8);
  s.hardware.accelerator = "4090";
  const Result<Question> r = question_of(s, test::catalog());
  EXPECT_EQ(r->device.arithmetic, Arithmetic::bf16);
  EXPECT_EQ(r->wanted_arithmetic, Arithmetic::fp8);
}

TEST(Resolve, MissingFactsAreNamed) {
  Catalog c = test::catalog();
  c.accelerators[0].bandwidth.reset();
  const Result<Question> r = question_of(Scenario{}, c);
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.problems()[0].code, "unknown_fact");
}

TEST(Resolve, EnginesLimitWhatSmallDevicesDecodeTogether) {
  Catalog c = test::catalog();
  ServingEngine engine;
  engine.id = "limited";
  engine.small_sequences = 256;
  engine.small_prefill_chunk = 2048;
  engine.small_below = gibibytes(70);
  c.engines = {engine};
  Scenario s;
  s.serve.engine = "limited";
  const auto taken = [&] { return *question_of(s, c); };
  s.hardware.accelerator = "h100-sxm5-80gb";  // 79.6 GiB
  EXPECT_FALSE(taken().serving().small_device);
  EXPECT_EQ(prefill_chunk(taken()), 8192);
  c.engines[0].small_devices = {"h100-sxm5-80gb"};
  EXPECT_TRUE(taken().serving().small_device);
  EXPECT_EQ(prefill_chunk(taken()), 2048);
  c.engines[0].small_devices.clear();
  c.engines[0].small_below = gibibytes(100);
  EXPECT_TRUE(taken().serving().small_device);
}

// What is served where no format is named: what the model is published in, as far as the engine reads it.
std::string served(const char* published, const char* accelerator, const char* engine, double users = 8) {
  Catalog c = test::catalog();
  c.models[0].native_precision = published;
  c.formats.push_back({.id = "mxfp4", .bits = 4.25, .published_as = "mxfp4"});
  c.formats.push_back({.id = "gguf-mxfp4", .bits = 4.25, .whole_file = true, .published_as = "mxfp4"});
  c.formats.push_back({.id = "gguf-q4_k_m", .bits = 4.85, .whole_file = true});
  c.engines = {{.id = "vllm"},
               {.id = "mlx", .reads = {"mlx", "mxfp"}, .usual_on = {"apple"}, .usual_weights = "mlx-4bit"},
               {.id = "llama.cpp",
                .usual_formats = {"gguf"},
                .usual_on = {"cpu"},
                .usual_alone = {"consumer"},
                .usual_weights = "gguf-q4_k_m",
                .reads_gguf = true}};
  Accelerator other = test::h100();
  other.id = "mac";
  other.segment = Segment::apple;
  c.accelerators.push_back(other);
  other.id = "cpu";
  other.segment = Segment::cpu;
  c.accelerators.push_back(other);
  other.id = "card";
  other.segment = Segment::consumer;
  c.accelerators.push_back(other);
  Scenario s;
  s.model.id = c.models[0].id;
  s.hardware.accelerator = accelerator;
  s.serve.concurrency = users;
  if (*engine != 0) s.serve.engine = engine;
  return question_of(s, c)->weights->id;
}

TEST(Resolve, ModelsAreServedAsTheyArePublished) {
  EXPECT_EQ(served("fp8", "h100-sxm5-80gb", ""), "fp8");
  EXPECT_EQ(served("mxfp4", "h100-sxm5-80gb", "vllm"), "mxfp4");
  EXPECT_EQ(served("mxfp4", "h100-sxm5-80gb", "llama.cpp"), "gguf-mxfp4");
  EXPECT_EQ(served("mxfp4", "cpu", ""), "gguf-mxfp4");
  EXPECT_EQ(served("mxfp4", "mac", ""), "mxfp4");
  EXPECT_EQ(served("fp8", "h100-sxm5-80gb", "llama.cpp"), "bf16");
  EXPECT_EQ(served("fp8", "mac", ""), "bf16");
  EXPECT_EQ(served("bf16", "h100-sxm5-80gb", ""), "bf16");
  EXPECT_EQ(served("", "h100-sxm5-80gb", ""), "bf16");
}

// As Ollama, LM Studio and llama.cpp pull them; a model published in 4 bits comes in its own file.
TEST(Resolve, OnePersonRunsFilesOfFourBitsOnACardOfTheirOwn) {
  EXPECT_EQ(served("bf16", "card", "", 1), "gguf-q4_k_m");
  EXPECT_EQ(served("fp8", "cpu", "", 1), "gguf-q4_k_m");
  EXPECT_EQ(served("mxfp4", "card", "", 1), "gguf-mxfp4");
  EXPECT_EQ(served("mxfp4", "mac", "", 1), "mxfp4");
  EXPECT_EQ(served("bf16", "card", "", 2), "bf16");
  EXPECT_EQ(served("bf16", "card", "vllm", 1), "bf16");
  EXPECT_EQ(served("bf16", "h100-sxm5-80gb", "", 1), "bf16");
}

TEST(Resolve, AModelsNameMaySayTheFormatOfItsWeights) {
  Catalog c = test::catalog();
  c.models[0].native_precision = "fp8";
  Scenario s;
  s.model.id = "meta/Llama-3.1-8B-BF16";
  EXPECT_EQ(question_of(s, c)->weights->id, "bf16");
  c.models[0].native_precision = "bf16";
  s.model.id = "x/Llama-3.1-8B-Instruct-FP8";
  EXPECT_EQ(question_of(s, c)->weights->id, "fp8");
  EXPECT_EQ(question_of(s, c)->model->name, "Llama 3.1 8B");
  s.precision.weights = "bf16";  // what is asked for counts first
  EXPECT_EQ(question_of(s, c)->weights->id, "bf16");
}

TEST(Resolve, AnAnswerNamesWhatWasAsked) {
  Catalog c = test::catalog();
  c.models[0].aliases = {"maker/Llama-3.1-8B", "x/Other-8B"};
  Scenario s;
  s.model.id = "x/Other-8B-FP8";
  EXPECT_EQ(question_of(s, c)->model->name, "Other-8B (as Llama 3.1 8B)");
  EXPECT_EQ(question_of(s, c)->model_id, "llama-3.1-8b");
  EXPECT_EQ(total_params(*question_of(s, c)->model), total_params(test::llama_8b()));
}

TEST(Resolve, AnotherEngineServesWhatTheUsualOneDoesNotReadThere) {
  Catalog c = test::catalog();
  c.engines = {{.id = "vllm"}, {.id = "transformers"}};
  Scenario s;
  s.precision.weights = "fp8";
  EXPECT_EQ(question_of(s, c)->engine().id, "vllm");
  c.engines[0].unread = {{.formats = {"fp8"}, .on = {c.accelerators[0].vendor}}};
  EXPECT_EQ(question_of(s, c)->engine().id, "transformers");
  s.serve.engine = "vllm";  // as asked
  EXPECT_EQ(question_of(s, c)->engine().id, "vllm");
  s.serve.engine.reset();
  c.engines.pop_back();
  EXPECT_EQ(question_of(s, c)->engine().id, "vllm");
}

TEST(Resolve, TrainingDoesNotAskWhatTheModelIsPublishedIn) {
  Catalog c = test::catalog();
  for (ModelRecord& m : c.models) m.native_precision = "fp8";
  Scenario s;
  s.workload = Workload::finetune;
  EXPECT_EQ(question_of(s, c)->weights->id, "bf16");
  s.train.method = Method::qlora;
  EXPECT_EQ(question_of(s, c)->weights->id, "nf4");
  s.precision.weights = "bf16";  // as older links say
  EXPECT_EQ(question_of(s, c)->weights->id, "nf4");
}

// A catalog whose engines multiply by tiles and by vectors, and a device with the fixture's fabric and these rates.
Catalog with_rates(const char* id, Segment segment, const std::vector<std::pair<Arithmetic, double>>& teraflop) {
  Catalog c = test::catalog();
  Accelerator device = test::h100();
  device.id = id;
  device.segment = segment;
  device.rates = {};
  for (const auto& [arithmetic, rate] : teraflop) device.rates[arithmetic] = teraflop_per_second(rate);
  c.accelerators.push_back(device);
  c.engines = {{.id = "tiles"}, {.id = "vectors", .by_vectors = true}};
  return c;
}

double gemm_teraflop(const Catalog& c, const char* accelerator, const char* weights, const char* engine) {
  Scenario s;
  s.hardware.accelerator = accelerator;
  s.precision.weights = weights;
  s.serve.engine = engine;
  return in_teraflop_per_second(question_of(s, c)->device.gemm_peak);
}

// 56 cores x 64 FLOP x 2 GHz = 7.2 TFLOP/s in FP32; their tiles (AMX) do sixteen times as much in BF16.
TEST(Resolve, EnginesThatMultiplyByVectorsGainTwiceTheFp32RateAtMost) {
  const Catalog c = with_rates("cpu", Segment::cpu, {{Arithmetic::fp32, 7.2}, {Arithmetic::bf16, 114.7}});
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "tiles"), 114.7);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "vectors"), 14.4);
  const char* gpu = "h100-sxm5-80gb";
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, gpu, "bf16", "vectors"), gemm_teraflop(c, gpu, "bf16", "tiles"));
}

// 8 cores x 64 FLOP x 4 GHz = 2.05 TFLOP/s by units of 512 bits, half of it by their lower halves; with BF16 twice
// that.
TEST(Resolve, SomeEnginesUseHalfOfUnitsOf512Bits) {
  Catalog c = with_rates("cpu", Segment::cpu, {{Arithmetic::fp32, 2.048}});
  c.engines.push_back({.id = "narrow", .by_vectors = true, .vector_bits = 256});
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "narrow"), 2.048);  // units of 256 bits
  Accelerator& cpu = c.accelerators.back();
  cpu.vector_bits = 512;
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "narrow"), 1.024);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "vectors"), 2.048);
  cpu.vector_bits = 128;  // narrower ones it has whole, and no more
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "narrow"), 2.048);
  cpu.vector_bits = 512;
  cpu.rates[Arithmetic::bf16] = teraflop_per_second(4.096);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "narrow"), 2.048);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "cpu", "bf16", "vectors"), 4.096);
}

// Arc A770: 137.6 TFLOP/s by its matrix units, which Vulkan leaves idle, and 19.7 in FP32, 39.4 in 16 bits. With five
// more computed for each token, a token alone is multiplied at 137.6 / 6 = 22.9; it still is: 39.4 / (1 + 0.718).
TEST(Resolve, SomeEnginesLeaveMatrixUnitsOfSomeGpusIdle) {
  Catalog c = with_rates("arc", Segment::consumer, {{Arithmetic::fp32, 19.7}, {Arithmetic::bf16, 137.6}});
  c.calibration.efficiencies[0].vector_padding = 5;
  c.accelerators.back().architecture = "Alchemist";
  c.engines.push_back({.id = "vulkan", .vector_architectures = {"Alchemist"}});
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "arc", "bf16", "tiles"), 137.6);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "arc", "bf16", "vulkan"), 39.4);
  Scenario s;
  s.hardware.accelerator = "arc";
  s.serve.engine = "vulkan";
  const Device device = question_of(s, c)->device;
  EXPECT_NEAR(in_teraflop_per_second(device.gemm_peak) / (1 + device.efficiency.vector_padding), 137.6 / 6, 1e-9);
  c.accelerators.back().architecture = "Battlemage";
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "arc", "bf16", "vulkan"), 137.6);
}

// Tesla P40: 11.76 TFLOP/s in FP32, a 64th of it in FP16, 47 in INT8 by DP4A; no tensor cores.
TEST(Resolve, WithoutTensorCoresQuantizedWeightsAreMultipliedByDotProducts) {
  const Catalog c = with_rates("card", Segment::datacenter,
                               {{Arithmetic::fp32, 11.76}, {Arithmetic::fp16, 0.18}, {Arithmetic::int8, 47}});
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "card", "bf16", "tiles"), 11.76);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "card", "bf16", "vectors"), 11.76);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "card", "nf4", "tiles"), 11.76);
  EXPECT_DOUBLE_EQ(gemm_teraflop(c, "card", "nf4", "vectors"), 23.52);
}

TEST(Resolve, AnOldDateGoesThroughTheOlderRecordsOfAnEngine) {
  Catalog c = test::catalog();
  c.engines = {{.id = "now", .older = "middle", .older_before = "2024-10"},
               {.id = "middle", .older = "first", .older_before = "2023-12"},
               {.id = "first", .kv_copies = 2}};
  c.engines[1].kv_copies = 1.5;
  Scenario s;
  s.serve.engine = "now";
  const auto copies = [&](const char* date) {
    s.serve.engine_date = date;
    const Result<Question> r = question_of(s, c);
    EXPECT_EQ(r->engine().id, "now");
    return r->engine().kv_copies;
  };
  EXPECT_EQ(copies("2025-01"), 1);
  EXPECT_EQ(copies("2024-01"), 1.5);
  EXPECT_EQ(copies("2023-11"), 2);
}

}  // namespace
}  // namespace ridgepoint
