// What runs on hardware that is there: what fits, in which weights, in which order.
#include "engine/choose/runs_on.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/choose/make_estimate.h"
#include "engine/choose/runs_on_machine.h"
#include "engine/estimate/estimate.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

NumberFormat gguf(const char* id, double bits, int coarseness) {
  return {.id = id,
          .name = id,
          .bits = bits,
          .whole_file = true,
          .arithmetic = Arithmetic::fp16,
          .weight_only = true,
          .coarseness = coarseness};
}

// The fixture with formats of llama.cpp, a CPU, and sizes of the models.
Catalog small_catalog() {
  Catalog c = test::catalog();
  c.formats.push_back(gguf("gguf-f16", 16, 1));
  c.formats.push_back(gguf("gguf-q8_0", 8.5, 2));
  c.formats.push_back(gguf("gguf-q4_k_m", 4.9, 6));
  c.formats.push_back(gguf("gguf-q2_k", 3.2, 10));
  c.models[0].params_b = 8.03;
  c.models[1].params_b = 70.6;
  Accelerator cpu;
  cpu.id = "cpu-generic-desktop-ddr5";
  cpu.name = "Desktop CPU";
  cpu.segment = Segment::cpu;
  cpu.memory_gb = 192;
  cpu.bandwidth = gigabytes_per_second(90);
  cpu.rates[Arithmetic::fp16] = cpu.rates[Arithmetic::bf16] = teraflop_per_second(1);
  c.accelerators.push_back(cpu);
  return c;
}

RunsOnQuestion about(const char* accelerator, int count = 1) {
  RunsOnQuestion q;
  q.hardware = {{accelerator, count}};
  q.host = "none";
  q.parts = {"serves"};
  return q;
}

const ServedModel* find(const RunsOn& found, const std::string& model) {
  for (const ServedModel& s : found.serves)
    if (s.model.id == model) return &s;
  return nullptr;
}

// 70.6e9 weights of 8.5 bits are 75 GB: more than two cards of 24 GB have, less than two rebuilt with 48.
TEST(RunsOn, ReadsTheMemoryThatANameSays) {
  EXPECT_EQ(find(*runs_on(about("4090", 2), small_catalog()), "llama-3.1-70b"), nullptr);
  const Result<RunsOn> found = runs_on(about("RTX 4090 48GB", 2), small_catalog());
  ASSERT_TRUE(found.ok());
  EXPECT_NE(find(*found, "llama-3.1-70b"), nullptr);
  EXPECT_NEAR(found->usable_gb, 2 * 51.514, 0.001);
  EXPECT_EQ(found->hardware[0].name, "GeForce RTX 4090 48GB");
  const Result<RunsOn> most = runs_on(about("RTX 4090 96GB"), small_catalog());
  ASSERT_FALSE(most.ok());
  EXPECT_EQ(most.problems()[0].path, "/hardware/0/accelerator");
}

// 24 GB card, 90% of 25.76 GB = 23.2 GB. 8.03e9 weights take 16.1 GB in F16, 8.5 GB in Q8_0; 70.6e9 take 43.2 GB in
// Q4_K_M. One user reads all weights for each token: 1,008 / 16.1 = 63 a second at most.
TEST(RunsOn, TakesTheLeastCoarseWeightsThatFit) {
  const Result<RunsOn> found = runs_on(about("4090"), small_catalog());
  ASSERT_TRUE(found.ok());
  const ServedModel* small = find(*found, "llama-3.1-8b");
  ASSERT_TRUE(small);
  EXPECT_EQ(small->weights, "gguf-f16");
  EXPECT_EQ(small->quality, Quality::as_published);
  EXPECT_TRUE(small->runs_well);
  EXPECT_LE(*small->tokens_per_s, 63);
  EXPECT_EQ(find(*found, "llama-3.1-70b"), nullptr);
}

// 44 tokens a second are more than F16 can give where it reaches at most 1,008 / 16.1 = 63 and really less; Q8_0 has
// half of the bytes.
TEST(RunsOn, GoesCoarserForTheSpeedAskedFor) {
  RunsOnQuestion q = about("4090");
  q.min_tokens_per_s = 1 + *find(*runs_on(q, small_catalog()), "llama-3.1-8b")->tokens_per_s;
  const Result<RunsOn> found = runs_on(q, small_catalog());
  EXPECT_EQ(find(*found, "llama-3.1-8b")->weights, "gguf-q8_0");
  EXPECT_EQ(find(*found, "llama-3.1-8b")->quality, Quality::near_lossless);
  q.min_tokens_per_s = 1e5;  // nothing reaches it: the fastest, and it does not run well
  const Result<RunsOn> slow = runs_on(q, small_catalog());
  EXPECT_EQ(find(*slow, "llama-3.1-8b")->weights, "gguf-q4_k_m");
  EXPECT_FALSE(find(*slow, "llama-3.1-8b")->runs_well);
}

// 2 x 23.2 = 46.4 GB hold the 43.2 GB of Q4_K_M with 8,192 tokens of context (2 x 80 x 8 x 128 x 2 bytes = 328 kB a
// token: 2.7 GB) only just not; three cards do.
TEST(RunsOn, WhatIsAcceptedDecidesWhatFits) {
  EXPECT_EQ(find(*runs_on(about("4090", 2), small_catalog()), "llama-3.1-70b"), nullptr);
  RunsOnQuestion coarser = about("4090", 2);
  coarser.accept = "gguf-q2_k";
  const Result<RunsOn> found = runs_on(coarser, small_catalog());
  ASSERT_TRUE(find(*found, "llama-3.1-70b"));
  EXPECT_EQ(find(*found, "llama-3.1-70b")->weights, "gguf-q2_k");
  EXPECT_EQ(find(*found, "llama-3.1-70b")->quality, Quality::poor);
  EXPECT_EQ(find(*found, "llama-3.1-70b")->accelerators, 2);
  const Result<RunsOn> three = runs_on(about("4090", 3), small_catalog());  // 69.6 GB; Q8_0 takes 75 GB
  ASSERT_TRUE(find(*three, "llama-3.1-70b"));
  EXPECT_EQ(find(*three, "llama-3.1-70b")->weights, "gguf-q4_k_m");
}

TEST(RunsOn, HostMemoryIsTakenOnlyWhereNothingElseFits) {
  RunsOnQuestion q = about("4090");
  q.host.reset();
  q.host_memory_gb = 64;
  const Result<RunsOn> found = runs_on(q, small_catalog());
  EXPECT_FALSE(find(*found, "llama-3.1-8b")->host_gb);
  const ServedModel* large = find(*found, "llama-3.1-70b");
  ASSERT_TRUE(large);
  EXPECT_FALSE(large->runs_well);
  EXPECT_GE(*large->host_gb, 43.2 - 23.2);
  // What lies in host memory is read at 90 GB/s: a token takes (43.2 - 23.2) / 90 = 0.22 s at the least.
  EXPECT_LE(*large->tokens_per_s, 1 / 0.22);
  q.host_memory_gb = 10;
  EXPECT_EQ(find(*runs_on(q, small_catalog()), "llama-3.1-70b"), nullptr);
}

TEST(RunsOn, ACpuBesideLendsItsMemory) {
  RunsOnQuestion q = about("4090");
  q.host.reset();
  q.host_memory_gb = 64;
  q.hardware.push_back({"cpu-generic-desktop-ddr5", 1});
  const Result<RunsOn> found = runs_on(q, small_catalog());
  ASSERT_EQ(found->hardware.size(), 1u);
  EXPECT_EQ(found->host, "Desktop CPU");
  EXPECT_TRUE(find(*found, "llama-3.1-70b")->host_gb);
}

TEST(RunsOn, WhatRunsWellComesFirstThenTheLargest) {
  RunsOnQuestion q = about("H100", 8);
  const Result<RunsOn> well = runs_on(q, small_catalog());
  ASSERT_GE(well->serves.size(), 2u);
  EXPECT_EQ(well->serves[0].model.id, "llama-3.1-70b");
  EXPECT_EQ(well->serves[1].model.id, "llama-3.1-8b");
  // Between the speeds of the two only the small one runs well.
  q.min_tokens_per_s = *find(*well, "llama-3.1-8b")->tokens_per_s * 0.99;
  const Result<RunsOn> fast = runs_on(q, small_catalog());
  EXPECT_EQ(fast->serves[0].model.id, "llama-3.1-8b");
  EXPECT_FALSE(fast->serves[1].runs_well);
}

// A row is the estimate of its scenario, nothing else.
TEST(RunsOn, FiguresAreThoseOfEstimates) {
  const Result<RunsOn> found = runs_on(about("H100", 2), small_catalog());
  const ServedModel& row = *find(*found, "llama-3.1-8b");
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "H100";
  s.hardware.count = 2;
  s.precision.weights = row.weights;
  s.serve.concurrency = 1;
  s.serve.max_context = 8192;
  const Catalog catalog = small_catalog();
  const Result<Estimate> e = estimate(s, catalog);
  EXPECT_EQ(row.tpot_ms, e->speed.tpot_ms);
  EXPECT_EQ(row.ttft_ms, e->speed.ttft_ms);
  EXPECT_EQ(row.per_gpu_gb, e->memory.per_gpu_gb);
  EXPECT_EQ(row.users, with_limits(*e).max_concurrency);
  EXPECT_EQ(row.max_context, with_limits(*e).max_context);
}

TEST(RunsOn, ModelsMadeForLessContextDoNotRunWell) {
  Catalog c = small_catalog();
  c.models[0].max_context = 2048;
  const Result<RunsOn> found = runs_on(about("4090"), c);
  EXPECT_EQ(find(*found, "llama-3.1-8b")->context, 2048);
  EXPECT_FALSE(find(*found, "llama-3.1-8b")->runs_well);
  EXPECT_EQ(find(*found, "llama-3.1-8b")->grade, Grade::brief);
}

// Weights, gradients and moments of 8.03e9 parameters in mixed precision: 16 x 8.03 = 128 GB; frozen weights in 16 bits
// 16.1 GB, in NF4 about 5 GB. The H100 has 85.5 GB.
TEST(RunsOn, FineTunesByTheMethodsThatFit) {
  RunsOnQuestion q = about("H100");
  q.parts = {"finetunes"};
  const Result<RunsOn> found = runs_on(q, small_catalog());
  EXPECT_TRUE(found->serves.empty());
  const auto methods = [](const TunedModel& t) {
    std::vector<Method> out;
    for (const TuningMethod& m : t.methods) out.push_back(m.method);
    return out;
  };
  ASSERT_EQ(found->finetunes.size(), 2u);
  EXPECT_EQ(found->finetunes[0].model.id, "llama-3.1-70b");  // 70.6e9 x 4.127 / 8 = 36 GB
  EXPECT_EQ(methods(found->finetunes[0]), (std::vector<Method>{Method::qlora}));
  EXPECT_EQ(methods(found->finetunes[1]), (std::vector<Method>{Method::lora, Method::qlora}));
  EXPECT_GT(*found->finetunes[1].methods[0].tokens_per_s, *found->finetunes[1].methods[1].tokens_per_s);
}

// 6 x 8.03e9 x 20 x 8.03e9 = 7.7e21 operations at 8 x 989e12 a second: 11 days at the peak.
TEST(RunsOn, TrainsWhatEndsInTime) {
  RunsOnQuestion q = about("H100", 8);
  q.parts = {"trains"};
  const Result<RunsOn> found = runs_on(q, small_catalog());
  ASSERT_EQ(found->trains.size(), 1u);
  EXPECT_EQ(found->trains[0].model.id, "llama-3.1-8b");
  EXPECT_GT(found->trains[0].days, 11);
  q.max_days = 11;
  EXPECT_TRUE(runs_on(q, small_catalog())->trains.empty());
}

// Layers in proportion to memory: 85.52 of 111.28 GB at 3,350 GB/s and 25.76 at 1,008. Reading all of it takes
// 85.52 / 3,350 + 25.76 / 1,008 = 25.5 + 25.6 ms, so 111.28 / 51.1 ms = 2,178 GB/s.
TEST(RunsOn, SeveralSortsAreReadOneAfterAnother) {
  const Accelerator h100 = test::h100(), card = test::rtx_4090();
  const Accelerator both = united({{&h100, 1}, {&card, 1}});
  EXPECT_NEAR(in_gigabytes_per_second(*both.bandwidth), 2178, 2);
  EXPECT_EQ(*both.usable_memory, *h100.usable_memory + *card.usable_memory - mebibytes(458));
  EXPECT_FALSE(both.rates[Arithmetic::fp8]);  // the card's is not known
  EXPECT_EQ(both.fabric.domain, 1);
  // Of one sort it is that sort with more memory.
  const Accelerator two = united({{&card, 2}});
  EXPECT_NEAR(two.bandwidth->value, card.bandwidth->value, 1);
}

TEST(RunsOn, SeveralSortsHoldWhatNoneHoldsAlone) {
  RunsOnQuestion q = about("4090");
  q.hardware.push_back({"H100", 1});
  const Result<RunsOn> found = runs_on(q, small_catalog());
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->hardware.size(), 2u);
  EXPECT_EQ(found->notes.size(), 2u);
  const ServedModel* large = find(*found, "llama-3.1-70b");  // Q8_0: 75 GB, more than 90% of the H100 with its context
  ASSERT_TRUE(large);
  EXPECT_EQ(large->weights, "gguf-q8_0");
  // 75 GB at 2,178 GB/s: 34 ms a token at the least.
  EXPECT_GE(*large->tpot_ms, 34);
}

// As llama.cpp's formats are read on all of them.
TEST(RunsOn, SeveralSortsTakeTheFormatsThatAllRead) {
  Catalog c = small_catalog();
  Accelerator mac = test::rtx_4090();
  mac.id = mac.name = "mac";
  mac.aliases = {};
  mac.segment = Segment::apple;
  mac.bandwidth = gigabytes_per_second(400);
  c.accelerators.push_back(mac);
  RunsOnQuestion q = about("mac");
  q.hardware.push_back({"H100", 1});
  const Result<RunsOn> found = runs_on(q, c);
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found->serves.empty());
  for (const ServedModel& s : found->serves) EXPECT_EQ(s.weights.rfind("gguf-", 0), 0u) << s.weights;
}

TEST(RunsOn, NoMoreThanAClusterAtOnce) {
  RunsOnQuestion q = about("4090", 600);
  q.hardware.push_back({"H100", 600});
  EXPECT_EQ(runs_on(q, small_catalog()).problems()[0].path, "/hardware/1/count");
}

TEST(RunsOn, ProblemsComeAtOnce) {
  RunsOnQuestion q = about("H1000", 0);
  q.hardware.push_back({"H100", 0});
  q.context = 100;
  q.accept = "fp9";
  q.models = {"nothing"};
  q.parts = {"serve"};
  std::vector<std::string> paths;
  const Result<RunsOn> refused = runs_on(q, small_catalog());
  for (const Problem& p : refused.problems()) paths.push_back(p.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"/hardware/0/accelerator", "/hardware/1/count", "/context", "/parts/0",
                                             "/models/0", "/accept"}));
  EXPECT_EQ(runs_on({}, small_catalog()).problems()[0].path, "/hardware");
}

TEST(RunsOn, OnlyTheModelsAskedFor) {
  RunsOnQuestion q = about("H100", 8);
  q.models = {"Llama 70B"};
  const Result<RunsOn> found = runs_on(q, small_catalog());
  ASSERT_EQ(found->serves.size(), 1u);
  EXPECT_EQ(found->serves[0].model.id, "llama-3.1-70b");
}

// ---- What to begin with.

// The fixture on a day, with the small model and those beside it that a test tells of.
Catalog dated_catalog(const char* release) {
  Catalog c = small_catalog();
  c.date = "2026-11-27";
  c.models[0].release = release;
  return c;
}

// The small model with other layers, of 0.218e9 parameters each: 28 layers have 8.03 - 4 x 0.218 = 7.16e9 parameters,
// 20 have 5.41e9.
ModelRecord beside(const Catalog& c, const char* id, int layers, const char* release) {
  ModelRecord out = c.models[0];
  out.id = out.name = id;
  out.aliases.clear();
  out.layers = layers;
  out.params_b.reset();
  out.release = release;
  return out;
}

std::string picked(const RunsOn& found, std::string_view purpose) {
  for (const PurposePick& pick : found.picks)
    if (std::find(pick.purposes.begin(), pick.purposes.end(), purpose) != pick.purposes.end()) return pick.model;
  return "";
}

TEST(RunsOn, PicksTheNewestOfThoseAboutAsLargeAsTheLargest) {
  Catalog c = dated_catalog("2026-01");
  c.models.push_back(beside(c, "newer", 28, "2026-02"));    // at least 0.75 x 8.03 = 6.02
  c.models.push_back(beside(c, "smaller", 20, "2026-03"));  // less
  const Result<RunsOn> found = runs_on(about("4090"), c);
  EXPECT_EQ(picked(*found, "chat"), "newer");
  EXPECT_EQ(found->serves[0].model.id, "newer");
  EXPECT_EQ(found->serves[1].model.id, "llama-3.1-8b");  // then the largest
  EXPECT_EQ(picked(*found, "code"), "");
  c.models[0].successor = "smaller";  // the largest is then 7.16, and 5.41 is 0.755 of it
  const Result<RunsOn> replaced = runs_on(about("4090"), c);
  EXPECT_EQ(picked(*replaced, "chat"), "smaller");
  EXPECT_EQ(replaced->serves[1].model.id, "newer");
  EXPECT_EQ(replaced->serves[2].model.id, "llama-3.1-8b");  // with a successor, though it is larger
}

// From 2025-05-28 to 2026-11-27 are 548 days.
TEST(RunsOn, PicksWhatIsOfTheLastYearAndAHalf) {
  EXPECT_EQ(picked(*runs_on(about("4090"), dated_catalog("2025-05-28")), "chat"), "llama-3.1-8b");
  EXPECT_EQ(picked(*runs_on(about("4090"), dated_catalog("2025-05-27")), "chat"), "");
}

TEST(RunsOn, PicksNothingThatDoesNotRunWellOrLosesMuch) {
  RunsOnQuestion q = about("4090", 2);
  q.accept = "gguf-q2_k";
  Catalog c = dated_catalog("2026-01");
  c.models[1].release = "2026-02";
  const Result<RunsOn> found = runs_on(q, c);
  ASSERT_EQ(find(*found, "llama-3.1-70b")->quality, Quality::poor);
  EXPECT_EQ(picked(*found, "chat"), "llama-3.1-8b");
  q.min_tokens_per_s = 1e5;
  EXPECT_TRUE(runs_on(q, c)->picks.empty());
}

TEST(RunsOn, APickSaysAllThatItIsFor) {
  Catalog c = dated_catalog("2026-01");
  c.models.push_back(beside(c, "general", 20, "2026-02"));
  c.models[0].purposes = {"agents", "code"};
  const Result<RunsOn> found = runs_on(about("4090"), c);
  ASSERT_EQ(found->picks.size(), 2u);
  EXPECT_EQ(found->picks[0].model, "general");
  EXPECT_EQ(found->picks[0].purposes, (std::vector<std::string>{"chat"}));
  EXPECT_EQ(found->picks[1].purposes, (std::vector<std::string>{"code", "agents"}));
  EXPECT_FALSE(found->notes.empty());
}

// F16 reads 16.1 GB a token at 1,008 GB/s, between 30 and 63 a second; with 40,000 tokens of 131 kB a user, 5.2 GB of
// the 7 GB that 23.2 GB leave, there is no room for two. Q8_0 is nearly lossless, Q4_K_M loses a little.
TEST(RunsOn, GradesSayWhatHoldsAModelBack) {
  const auto grade = [](const RunsOnQuestion& q, const char* model = "llama-3.1-8b") {
    return find(*runs_on(q, small_catalog()), model)->grade;
  };
  RunsOnQuestion q = about("4090");
  EXPECT_EQ(grade(q), Grade::great);
  q.min_tokens_per_s = 25;  // three times that is more than 63
  EXPECT_EQ(grade(q), Grade::well);
  q.min_tokens_per_s = 1e5;
  EXPECT_EQ(grade(q), Grade::slow);
  q = about("4090");
  q.context = 40000;
  EXPECT_EQ(grade(q), Grade::tight);
  q = about("4090");
  q.host.reset();
  q.host_memory_gb = 64;
  EXPECT_EQ(grade(q, "llama-3.1-70b"), Grade::host);
}

// 3 x 23.2 GB hold 70.6e9 weights in Q4_K_M, and not in Q8_0: how much that loses follows from how coarse it is.
TEST(RunsOn, CoarserWeightsAreOfLessQuality) {
  const auto quality = [](int coarseness) {
    Catalog c = small_catalog();
    std::find_if(c.formats.begin(), c.formats.end(), [](const NumberFormat& f) {
      return f.id == "gguf-q4_k_m";
    })->coarseness = coarseness;
    RunsOnQuestion q = about("4090", 3);
    q.accept = "gguf-q4_k_m";
    return find(*runs_on(q, c), "llama-3.1-70b")->quality;
  };
  EXPECT_EQ(quality(4), Quality::near_lossless);
  EXPECT_EQ(quality(5), Quality::good);
  EXPECT_EQ(quality(7), Quality::good);
  EXPECT_EQ(quality(8), Quality::reduced);
  EXPECT_EQ(quality(9), Quality::poor);
}

// 22,000 tokens of 131 kB are 2.88 GB a user: of the 7 GB beside the weights two have room, and for two it runs well.
TEST(RunsOn, RoomForTwoUsersIsNotTight) {
  RunsOnQuestion q = about("4090");
  q.context = 22000;
  const Result<RunsOn> found = runs_on(q, small_catalog());
  EXPECT_EQ(find(*found, "llama-3.1-8b")->users, 2);
  EXPECT_EQ(find(*found, "llama-3.1-8b")->grade, Grade::great);
}

TEST(RunsOn, PicksHaveLinesThatStartThem) {
  const StartLines lines = [](const Estimate& e, const Catalog&) {
    return std::vector<StartLine>{{"a tool", "run " + e.question.precision.weights.value_or("")}};
  };
  const Result<RunsOn> found = runs_on(about("4090"), dated_catalog("2026-01"), lines);
  ASSERT_EQ(found->picks.size(), 1u);
  ASSERT_EQ(found->picks[0].start.size(), 1u);
  EXPECT_EQ(found->picks[0].start[0].command, "run gguf-f16");
}

}  // namespace
}  // namespace ridgepoint
