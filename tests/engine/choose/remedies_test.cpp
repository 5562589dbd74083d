// Remedies are estimated again, and every one returned fits.
#include "engine/choose/remedies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(Remedies, NoneForWhatFits) {
  const Result<Estimate> e = answer(Scenario{}, test::catalog());
  ASSERT_TRUE(e.ok());
  ASSERT_NE(e->memory.fit, Fit::no);
  EXPECT_TRUE(e->remedies.empty());
}

TEST(Remedies, MoreAcceleratorsForWeightsThatAreTooMany) {
  // 141 GB of weights on one H100 of 85.5 GB: twice as many hold them.
  Scenario s;
  s.precision.weights = "bf16";
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_TRUE(e.ok());
  ASSERT_EQ(e->memory.fit, Fit::no);
  ASSERT_FALSE(e->remedies.empty());
  bool hardware = false;
  for (const Remedy& remedy : e->remedies) {
    hardware = hardware || remedy.path == "/hardware/count";
    EXPECT_LE(remedy.per_gpu_gb, 0.9 * e->memory.usable_gb) << remedy.text;
  }
  EXPECT_TRUE(hardware);
}

// 16.1 GB of weights and a request of 2,560 tokens at 131 kB, 0.34 GB, on a card of 25.8 GB: some number of requests
// takes more than 90% and less than all of it. A cache of half the bytes leaves a tenth free again.
TEST(Remedies, WhatIsTightIsGivenRoom) {
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 1;
  for (double n = 4; n < 40; ++n) {
    s.serve.concurrency = n;
    const Result<Estimate> e = answer(s, test::catalog());
    if (e->memory.fit != Fit::tight) continue;
    ASSERT_FALSE(e->remedies.empty());
    EXPECT_EQ(e->remedies[0].id, "kv_fp8");
    return;
  }
  FAIL() << "no number of requests is tight";
}

// 141 GB of weights do not fit on two H100 with the cache of 32 requests; three would, for $12 an hour, but $11 are the
// most: a narrower format on two stays within.
TEST(Remedies, WhatFitsStaysWithinTheOtherLimitsWhereItCan) {
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.precision.weights = "bf16";
  s.hardware.count = 2;
  s.cost.mode = CostMode::rent;
  s.cost.rent_usd_gpu_h = 4;
  s.constraints.max_usd_h = 11;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_NE(e->memory.fit, Fit::fits);
  ASSERT_FALSE(e->remedies.empty());
  for (const Remedy& remedy : e->remedies) EXPECT_LE(*remedy.usd_per_h, 11) << remedy.text;
}

TEST(Remedies, TrainingHasItsOwn) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.workload = Workload::finetune;
  s.train.method = Method::full;
  s.hardware.count = 1;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_TRUE(e.ok());
  ASSERT_EQ(e->memory.fit, Fit::no);  // 8.03e9 x 18 bytes = 144.5 GB
  ASSERT_FALSE(e->remedies.empty());
  for (const Remedy& remedy : e->remedies) EXPECT_LE(remedy.per_gpu_gb, 0.9 * e->memory.usable_gb) << remedy.text;
}

// 4 H100 that 32 requests fit on cost $16 an hour at the $4 of the middle provider; Cloud C rents one for $3: $12.
TEST(Remedies, ABudgetIsKeptByPayingOtherwise) {
  Scenario s;
  s.hardware.count = 4;
  s.cost.mode = CostMode::rent;
  s.constraints.max_usd_h = 14;
  const Result<Estimate> e = answer(s, test::by_the_gpu(test::catalog()));
  ASSERT_TRUE(e.ok());
  ASSERT_DOUBLE_EQ(*e->cost.usd_per_h, 16);
  ASSERT_FALSE(e->remedies.empty());
  EXPECT_EQ(e->remedies[0].id, "provider_c");
  EXPECT_DOUBLE_EQ(*e->remedies[0].usd_per_h, 12);
  for (const Remedy& remedy : e->remedies) EXPECT_LE(*remedy.usd_per_h, 14) << remedy.text;
}

// The number of accelerators that a remedy names; 0 when none does.
int count_named(const std::vector<Remedy>& remedies) {
  for (const Remedy& remedy : remedies)
    if (remedy.path == "/hardware/count") return std::stoi(remedy.id.substr(std::string("count_").size()));
  return 0;
}

// At $4 an hour each, five of eight stay within $21.
TEST(Remedies, ABudgetIsKeptByAsFewLessAsWillDo) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.cost.mode = CostMode::rent;
  s.cost.rent_usd_gpu_h = 4;
  s.constraints.max_usd_h = 21;
  EXPECT_EQ(count_named(answer(s, test::catalog())->remedies), 5);
}

// A server of 50,000 US$ for each: 150,000 US$ buy three.
TEST(Remedies, APriceToBuyIsKeptByFewer) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.hardware.per_node = 1;
  s.cost.mode = CostMode::buy;
  s.cost.server_usd = 50000;
  s.cost.network_usd_per_gpu = 0;
  s.cost.install_fraction = 0;
  s.constraints.max_purchase_usd = 150000;
  EXPECT_EQ(count_named(answer(s, test::catalog())->remedies), 3);
}

// Every remedy of a target keeps it when the scenario is estimated with the change made, and no smaller number does.
TEST(Remedies, ATargetIsMetByMore) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 64;
  const double now = *answer(s, test::catalog())->speed.tpot_ms;
  s.serve.slo.tpot_p95_ms = now * 0.7;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_FALSE(e->speed.slo->met);
  ASSERT_FALSE(e->remedies.empty());
  const int more = count_named(e->remedies);
  ASSERT_GT(more, 1);
  for (int count = 1; count < more; ++count) {
    s.hardware.count = count;
    EXPECT_FALSE(answer(s, test::catalog())->speed.slo->met) << count;
  }
  s.hardware.count = more;
  EXPECT_TRUE(answer(s, test::catalog())->speed.slo->met);
}

bool says(const std::vector<Warning>& warnings, const std::string& code) {
  return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& w) { return w.code == code; });
}

// No request is answered within 10 microseconds. Of 64 times 4 accelerators those in a machine of 1,024 are tried by
// sizes, 15 + 4 * 8 up to 256, with each narrower format, too, and nothing is simulated: a prompt alone takes longer.
TEST(Remedies, LargeMachinesAreSearchedBySizes) {
  Scenario s;
  s.hardware.count = 4;
  s.hardware.per_node = 1024;
  s.serve.slo.ttft_p95_ms = 0.01;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_FALSE(e->speed.slo->met);
  EXPECT_FALSE(says(e->warnings, "search_ended"));
  Effort effort(300);
  EXPECT_TRUE(remedies(*e, test::catalog(), effort).empty());
  EXPECT_FALSE(effort.ended());
}

// Where every number has to be simulated, the search ends, what was found stays and it is said.
TEST(Remedies, ASearchThatEndsIsSaid) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 16;
  s.hardware.per_node = 1024;
  s.serve.concurrency = 64;
  s.serve.slo.tpot_p95_ms = 0.01;
  EXPECT_TRUE(says(answer(s, test::catalog())->warnings, "search_ended"));
  s.serve.slo.tpot_p95_ms = 1e6;
  EXPECT_FALSE(says(answer(s, test::catalog())->warnings, "search_ended"));
}

TEST(Remedies, WhatWasFoundBeforeTheEndStays) {
  Scenario s;
  s.precision.weights = "bf16";
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_GT(e->remedies.size(), 1u);
  Effort none(0);
  EXPECT_TRUE(remedies(*e, test::catalog(), none).empty());
  EXPECT_TRUE(none.ended());
  std::vector<std::string> found;
  for (int most = 1; most < 100; ++most) {
    Effort effort(most);
    const std::vector<Remedy> some = remedies(*e, test::catalog(), effort);
    EXPECT_EQ(effort.ended() || some.size() == e->remedies.size(), true) << most;
    if (!some.empty()) found.push_back(some.front().id);
  }
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back(), e->remedies.front().id);
}

TEST(Remedies, ARateIsAnsweredByMore) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.requests_per_minute = 60;
  s.serve.requests_per_minute = 60 * 2.9 * *answer(s, test::catalog())->speed.max_requests_per_s;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_TRUE(e->basis.serving.saturated);
  ASSERT_FALSE(e->remedies.empty());
  EXPECT_EQ(e->remedies.back().path, "/hardware/count");
  EXPECT_EQ(e->remedies.back().text, "4 accelerators");  // 2.9 / 0.8 = 3.6
}

// Beyond one machine whole ones are added, as few as keep up: no doubling of what there is.
TEST(Remedies, OfMachinesAsFewAsWillDo) {
  Scenario s;
  s.serve.purpose = RequestPurpose::general;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.serve.requests_per_minute = 60;
  const double most = 60 * *answer(s, test::catalog())->speed.max_requests_per_s;
  for (const double times : {1.1, 2.2, 4.4, 10.6}) {
    s.hardware.count = 8;
    s.serve.requests_per_minute = times * most;
    const int count = count_named(answer(s, test::catalog())->remedies);
    ASSERT_GT(count, 8) << times;
    EXPECT_EQ(count % 8, 0) << times;
    s.hardware.count = count;
    const auto loaded = [&] {
      return *s.serve.requests_per_minute / 60 / *answer(s, test::catalog())->speed.max_requests_per_s;
    };
    EXPECT_LE(loaded(), 0.8 * (1 + 1e-9)) << count;
    s.hardware.count = count - 8;
    EXPECT_GT(loaded(), 0.8) << count;
  }
}

}  // namespace
}  // namespace ridgepoint
