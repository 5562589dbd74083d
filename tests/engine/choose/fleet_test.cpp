// Replicas, whole machines and what is spare.
#include "engine/choose/fleet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

// 30 requests a second at the peak, replicas of 4: loaded to 3.2 each, 30 / 3.2 = 9.4. In the mean 10 / 3.2 = 3.1.
// Replicas of 2 accelerators, four on a machine of 8: 10 on 20 accelerators, 3 machines.
TEST(Fleet, AsManyAsThePeakTakes) {
  FleetInput in{.peak_rate = 30, .peak_factor = 3, .replica_rate = 4, .accelerators = 2, .per_node = 8};
  const Fleet f = fleet_of(in);
  EXPECT_EQ(f.peak, 10);
  EXPECT_EQ(f.base, 4);
  EXPECT_EQ(f.nodes, 3);
  EXPECT_EQ(f.replicas, 10);
  EXPECT_EQ(f.accelerators, 20);
  EXPECT_EQ(f.spare, 0);
  EXPECT_DOUBLE_EQ(f.utilization, 10.0 / (10 * 4));
  in.spare_nodes = 1;
  const Fleet more = fleet_of(in);
  EXPECT_EQ(more.nodes, 4);
  EXPECT_EQ(more.replicas, 14);
  EXPECT_EQ(more.accelerators, 28);
  EXPECT_EQ(more.spare, 4);
}

// A replica of 16 takes two machines of 8; two machines beside hold another, one holds none.
TEST(Fleet, AReplicaOfSeveralMachines) {
  FleetInput in{.peak_rate = 3, .replica_rate = 4, .accelerators = 16, .per_node = 8, .spare_nodes = 2};
  const Fleet f = fleet_of(in);
  EXPECT_EQ(f.peak, 1);
  EXPECT_EQ(f.replicas, 2);
  EXPECT_EQ(f.nodes, 4);
  EXPECT_EQ(f.spare, 1);
  in.spare_nodes = 1;
  EXPECT_EQ(fleet_of(in).spare, 0);
}

TEST(Fleet, NeverFewerThanTheLeast) {
  const Fleet f = fleet_of({.peak_rate = 0.1, .replica_rate = 4, .min_replicas = 3});
  EXPECT_EQ(f.base, 3);
  EXPECT_EQ(f.peak, 3);
  EXPECT_EQ(f.replicas, 3);
}

// Four fifths of 4 are 3.2 exactly.
TEST(Fleet, RoundingTakesNoFurtherReplica) {
  EXPECT_EQ(fleet_of({.peak_rate = 3.2, .replica_rate = 4}).peak, 1);
  EXPECT_EQ(fleet_of({.peak_rate = 3.21, .replica_rate = 4}).peak, 2);
}

// With a machine to spare the peak is answered while one is down.
TEST(Fleet, AMachineMayFail) {
  for (int accelerators : {1, 2, 8, 16})
    for (double rate : {0.5, 7.0, 100.0}) {
      const FleetInput in{.peak_rate = rate,
                          .replica_rate = 2,
                          .accelerators = accelerators,
                          .per_node = 8,
                          .spare_nodes = std::max(1, accelerators / 8)};
      const Fleet f = fleet_of(in);
      const double lost = std::max(1, 8 / accelerators);
      EXPECT_GE((f.replicas - lost) * 0.8 * 2, rate * (1 - 1e-9));
    }
}

TEST(Fleet, OfAScenarioAtARate) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(fleet(*estimate(s, test::catalog())));
  s.serve.requests_per_minute = 600;
  s.serve.peak_factor = 2;
  const Result<Estimate> e = estimate(s, test::catalog());
  const std::optional<Fleet> f = fleet(*e);
  ASSERT_TRUE(f);
  const double each = *e->speed.max_requests_per_s / e->speed.layout.data;
  EXPECT_EQ(f->peak, std::ceil(10 / (0.8 * each)));
  EXPECT_NEAR(f->utilization, 5 / (f->replicas * each), 1e-12);
}

// Machines of one accelerator at $2 an hour: the busiest time takes four times the mean.
TEST(Fleet, TheMeanHasItsPriceBesideThePeak) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.cost.rent_usd_gpu_h = 2;
  s.serve.requests_per_minute = 6000;
  EXPECT_FALSE(fleet(*estimate(s, test::catalog()))->base_usd_per_h);
  s.serve.peak_factor = 4;
  const std::optional<Fleet> f = fleet(*estimate(s, test::catalog()));
  EXPECT_GT(f->peak, f->base);
  EXPECT_NEAR(*f->usd_per_h, 2 * f->peak, 1e-9);
  EXPECT_NEAR(*f->base_usd_per_h, 2 * f->base, 1e-9);
}

}  // namespace
}  // namespace ridgepoint
