#include <gtest/gtest.h>

#include <cmath>

#include "engine/ask/scenario.h"
#include "engine/choose/make_estimate.h"
#include "engine/estimate/estimate.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Scenario serving_8b() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 8;
  return s;
}

Accelerator desktop_cpu() {
  Accelerator cpu;
  cpu.id = "desktop";
  cpu.segment = Segment::cpu;
  cpu.memory_gb = 128;
  cpu.bandwidth = gigabytes_per_second(80);
  cpu.rates[Arithmetic::fp32] = teraflop_per_second(1);
  return cpu;
}

// Llama 3.1 70B in 8 bits, 71 GB, for one user of cards of 24 GB beside a desktop.
Scenario serving_70b() {
  Scenario s;
  s.model.id = "llama-3.1-70b";
  s.precision.weights = "fp8";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  s.overrides.accelerators = {desktop_cpu()};
  return s;
}

Estimate estimated(const Scenario& s) {
  const Result<Estimate> e = estimate(s, test::catalog());
  EXPECT_TRUE(e.ok()) << (e.ok() ? "" : e.problems()[0].message);
  return *e;
}

// 70.6e9 parameters in 8 bits are 71 GB: four cards of 24 GB hold them, and two with 26 GB and more in host memory.
TEST(HostMemory, NothingGoesToHostMemoryThatAllCardsTogetherHold) {
  Scenario s = serving_70b();
  s.hardware.count = 4;
  s.hardware.host = "desktop";
  EXPECT_FALSE(estimated(s).memory.host_gb);
  EXPECT_EQ(estimated(s).speed.layout.data, 1);
  s.hardware.count = 2;  // one copy in host memory, not one for each card
  const Estimate e = estimated(s);
  EXPECT_EQ(e.memory.fit, Fit::fits);
  EXPECT_GT(*e.memory.host_gb, 71 - 2 * 25.8);
  EXPECT_LT(*e.memory.host_gb, 71);
  EXPECT_EQ(e.speed.layout.data, 1);
}

TEST(HostMemory, WhatLiesInHostMemoryIsAsFarOffAsTheCpu) {
  Catalog c = test::catalog();
  Calibrated<Efficiency> cpu = c.calibration.efficiencies.back();
  cpu.id = "a_cpu";
  cpu.segments = {"cpu"};
  c.calibration.efficiencies.insert(c.calibration.efficiencies.begin(), cpu);
  c.calibration.errors = {{.figure = "decode_single", .rows = 100, .p90 = 0.2},
                          {.figure = "decode_single", .device_class = "a_cpu", .rows = 100, .p90 = 0.8}};
  Scenario s = serving_70b();
  s.hardware.host = "desktop";
  const SpeedResult shared = estimate(s, c)->speed;
  EXPECT_DOUBLE_EQ(shared.ranges.front().high / *shared.tpot_ms, 1.8);
  s.model.id = "llama-3.1-8b";
  s.hardware.host.reset();
  const SpeedResult alone = estimate(s, c)->speed;
  EXPECT_DOUBLE_EQ(alone.ranges.front().high / *alone.tpot_ms, 1.2);
}

TEST(HostMemory, WeightsThatDoNotFitLieInHostMemory) {
  Scenario s = serving_70b();
  EXPECT_EQ(estimated(s).memory.fit, Fit::no);
  const double all = estimated(s).memory.per_gpu_gb;
  s.hardware.host = "desktop";
  const Estimate e = estimated(s);
  EXPECT_EQ(e.memory.fit, Fit::fits);
  EXPECT_NEAR(*e.memory.host_gb + e.memory.per_gpu_gb, all, 1e-9);
  // every token reads them there: at 80 GB/s and the share 0.8 of a calibrated device
  EXPECT_GT(*e.speed.tpot_ms / 1000, *e.memory.host_gb / (80 * 0.8) * 0.99);

  // What it may take of the weights is room for users: 8.03 GB of FP8 weights of 8B are all of them.
  s.model.id = "llama-3.1-8b";
  const MemoryResult with = with_limits(estimated(s));
  s.hardware.host.reset();
  const MemoryResult without = with_limits(estimated(s));
  EXPECT_GT(*with.max_concurrency, *without.max_concurrency * 1.3);
  EXPECT_GT(*with.max_params_b, 100);  // GB of FP8 weights in 137 of host memory, less what stays

  // 70 GB of weights do not go into 32 GiB of memory and a card of 24.
  s.model.id = "llama-3.1-70b";
  s.hardware.host = "desktop";
  s.overrides.accelerators[0].memory_gb = 32;
  const Estimate small = estimated(s);
  EXPECT_EQ(small.memory.fit, Fit::no);
  EXPECT_NEAR(*small.memory.host_gb, 34.36, 0.01);
  s.hardware.host_memory_gb = 128;
  EXPECT_EQ(estimated(s).memory.fit, Fit::fits);
  s.hardware.host.reset();
  EXPECT_EQ(validate(s)[0].path, "/hardware/host");
}

TEST(HostMemory, WhereNoCpuIsNamedCpusAreSuggested) {
  Scenario s = serving_70b();
  const auto suggested = [&](const char* host) {
    s.hardware.host = host;
    const Result<Estimate> e = estimate(s, test::catalog());
    return e.ok() ? std::vector<std::string>{"no error"} : e.problems()[0].suggestions;
  };
  EXPECT_EQ(suggested("deskto"), std::vector<std::string>{"desktop"});
  EXPECT_EQ(suggested("rtx-4090"), std::vector<std::string>{}) << "a card, and the names near it are of cards";
}

// Llama 3.1 8B in 16 bits is 16.06 GB, and 32,768 tokens of cache are 4.29 GB, 0.134 GB a layer. Engines that leave the
// cache beside the weights need to move fewer layers off a card of 16 GB.
TEST(HostMemory, TheCacheOfLayersInHostMemoryLiesThere) {
  Scenario s = serving_8b();
  s.overrides.accelerators = {desktop_cpu()};
  s.hardware.host = "desktop";
  s.hardware.host_layers = 8;
  s.serve.concurrency = 1;
  s.serve.max_context = 32768;
  Catalog catalog = test::catalog();
  catalog.engines = {{.id = "weights_alone"},
                     {.id = "with_cache", .cache_with_layers = true},
                     {.id = "careful", .left_free = gigabytes(8)}};
  const auto with = [&](const char* engine) {
    Scenario asked = s;
    asked.serve.engine = engine;
    Result<Estimate> e = estimate(asked, catalog);
    EXPECT_TRUE(e.ok());
    return *e;
  };
  const Estimate apart = with("weights_alone"), together = with("with_cache");
  EXPECT_NEAR(*together.memory.host_gb - *apart.memory.host_gb, 8 * 0.134218, 1e-3);
  EXPECT_NEAR(apart.memory.per_gpu_gb - together.memory.per_gpu_gb, 8 * 0.134218, 1e-3);
  EXPECT_GT(*together.speed.tpot_ms, *apart.speed.tpot_ms) << "the CPU attends to them";

  s.hardware.host_layers.reset();
  s.hardware.accelerator = "rtx-4090";
  s.serve.concurrency = 4;
  const Plan less = with("with_cache").basis.plan, more = with("weights_alone").basis.plan;
  EXPECT_GT(less.host_dense, 0);
  EXPECT_LT(less.host_dense, more.host_dense);
  EXPECT_EQ(with("with_cache").memory.fit, Fit::fits);
  s.serve.concurrency = 1;
  const Estimate careful = with("careful");
  EXPECT_NEAR(careful.memory.per_gpu_gb, careful.memory.usable_gb - 8, 1e-6);
}

// 32 layers of experts, as Mixtral's. 8 x 3 x 4096 x 14336 parameters each are 1.409 GB in 8 bits.
TEST(HostMemory, LayersInHostMemoryAreThoseAskedFor) {
  Scenario s = serving_8b();
  ModelRecord mixture;
  mixture.id = s.model.id = "own";
  mixture.kind = ModelKind::moe;
  mixture.layers = 32;
  mixture.hidden = 4096;
  mixture.heads = 32;
  mixture.kv_heads = 8;
  mixture.vocab = 32000;
  mixture.experts = 8;
  mixture.experts_per_token = 2;
  mixture.expert_intermediate = 14336;
  s.overrides.models = {mixture};
  s.hardware.accelerator = "h100-sxm5-80gb";
  s.precision.weights = "fp8";
  s.serve.concurrency = 1;
  s.overrides.accelerators = {desktop_cpu()};
  s.hardware.host = "desktop";
  EXPECT_FALSE(estimated(s).memory.host_gb) << "all of it fits";
  const double weights = estimated(s).memory.per_gpu_gb;
  s.hardware.host_expert_layers = 8;
  EXPECT_NEAR(*estimated(s).memory.host_gb, 8 * 1.409286, 1e-4);
  EXPECT_NEAR(estimated(s).memory.per_gpu_gb, weights - 8 * 1.409286, 1e-4);
  s.hardware.host_layers = 16;  // half of everything, the experts of the 8 among them
  const Estimate half = estimated(s);
  EXPECT_NEAR(half.basis.plan.host_dense, 0.5, 1e-12);
  EXPECT_NEAR(half.basis.plan.host_experts, 0.5, 1e-12);
  EXPECT_GT(*half.memory.host_gb, 16 * 1.409286);

  // Engines that move nothing less than a layer leave as many whole as fit.
  Catalog by_layers = test::catalog();
  by_layers.engines = {{.id = "by_layers", .moves_layers = true}};
  Scenario full = s;
  full.serve.engine = "by_layers";
  full.hardware.host_layers.reset();
  full.hardware.host_expert_layers.reset();
  full.hardware.accelerator = "rtx-4090";
  const Result<Estimate> e = estimate(full, by_layers);
  ASSERT_TRUE(e.ok());
  const Plan& plan = e->basis.plan;
  EXPECT_EQ(e->memory.fit, Fit::fits);
  EXPECT_EQ(plan.host_dense, plan.host_experts);
  EXPECT_NEAR(plan.host_dense * 32, std::round(plan.host_dense * 32), 1e-9);
  full.serve.engine.reset();
  EXPECT_EQ(estimated(full).basis.plan.host_dense, 0) << "experts alone make room enough";

  s.hardware.host_expert_layers = 33;
  const Result<Estimate> wrong = estimate(s, test::catalog());
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.problems()[0].path, "/hardware/host_expert_layers");
  EXPECT_EQ(wrong.problems()[0].message, "The model has 32 layers with experts.");
  EXPECT_EQ(wrong.problems()[0].suggestions, std::vector<std::string>{"32"});
  s.hardware.host.reset();
  EXPECT_EQ(validate(s)[0].path, "/hardware/host");

  Scenario dense = serving_8b();
  dense.overrides.accelerators = {desktop_cpu()};
  dense.hardware.host = "desktop";
  dense.hardware.host_expert_layers = 1;
  const Result<Estimate> none = estimate(dense, test::catalog());
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.problems()[0].message, "The model has no layers with experts.");
}

}  // namespace
}  // namespace ridgepoint
