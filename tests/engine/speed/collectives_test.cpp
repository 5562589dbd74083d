#include "engine/speed/collectives.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

// Eight GPUs on a switched fabric of 400 GB/s each, PCIe of 50 GB/s, 50 GB/s of network per GPU.
Device node() {
  Device d;
  d.fabric_per_direction = gigabytes_per_second(400);
  d.fabric_pair = gigabytes_per_second(400);
  d.fabric_domain = 8;
  d.pcie = gigabytes_per_second(50);
  d.network = gigabytes_per_second(50);
  d.efficiency.fabric = 0.8;
  d.efficiency.pcie_collective = 0.5;
  d.efficiency.network = 0.8;
  d.efficiency.fabric_latency = microseconds(10);
  d.efficiency.pcie_latency = microseconds(30);
  d.efficiency.network_latency = microseconds(50);
  return d;
}

double us(Seconds t) { return in_seconds(t) * 1e6; }

TEST(Collectives, AllReduceCrossesEachLinkTwiceLessAShare) {
  // 10 us + 2 x 7/8 x 16 MB / (0.8 x 400 GB/s) = 10 + 87.5 us
  EXPECT_NEAR(us(all_reduce(path_between(node(), 8, 8), 8, bytes(16e6))), 97.5, 1e-9);
}

TEST(Collectives, AllGatherIsHalfAnAllReduceBesideLatency) {
  const Path path = path_between(node(), 8, 8);
  EXPECT_NEAR(us(all_gather(path, 8, bytes(16e6))), 53.75, 1e-9);
  EXPECT_NEAR(us(all_gather(path, 8, bytes(16e6))), us(reduce_scatter(path, 8, bytes(16e6))), 1e-12);
}

TEST(Collectives, OneRankNeedsNoTime) {
  const Path path = path_between(node(), 1, 8);
  EXPECT_EQ(us(all_reduce(path, 1, bytes(1e9))), 0);
  EXPECT_EQ(us(all_to_all(path, 1, bytes(1e9))), 0);
}

TEST(Collectives, PcieIsSlowerThanAFabric) {
  Device bare = node();
  bare.fabric_per_direction.reset();
  for (double size : {1e3, 1e6, 1e9})
    EXPECT_GT(all_reduce(path_between(bare, 4, 8), 4, bytes(size)),
              all_reduce(path_between(node(), 4, 8), 4, bytes(size)));
}

// 30 us + 2 x 3/4 x 10 MB / (0.5 x 50 GB/s) = 30 + 600 us; at half of that share twice the time beside the latency.
TEST(Collectives, CardsHaveAShareOfPcieOfTheirOwn) {
  Device cards = node();
  cards.fabric_per_direction.reset();
  EXPECT_NEAR(us(all_reduce(path_between(cards, 4, 8), 4, bytes(10e6))), 630, 1e-9);
  cards.efficiency.pcie = 0.25;  // of what goes to the host
  EXPECT_NEAR(us(all_reduce(path_between(cards, 4, 8), 4, bytes(10e6))), 630, 1e-9);
  cards.efficiency.pcie_collective = 0.25;
  EXPECT_NEAR(us(all_reduce(path_between(cards, 4, 8), 4, bytes(10e6))), 1230, 1e-9);
}

TEST(Collectives, ABridgeOfTwoIsNoFabricForFour) {
  Device bridged = node();
  bridged.fabric_domain = 2;
  EXPECT_DOUBLE_EQ(us(path_between(bridged, 2, 8).latency), 10);
  EXPECT_DOUBLE_EQ(us(path_between(bridged, 4, 8).latency), 30);
}

TEST(Collectives, OnlyLinksToPeersCountInAMesh) {
  Device mesh = node();
  mesh.fabric_per_direction = gigabytes_per_second(448);
  mesh.fabric_pair = gigabytes_per_second(64);
  EXPECT_NEAR(in_gigabytes_per_second(path_between(mesh, 2, 8).bandwidth), 51.2, 1e-9);   // 0.8 x 64
  EXPECT_NEAR(in_gigabytes_per_second(path_between(mesh, 8, 8).bandwidth), 358.4, 1e-9);  // 0.8 x 448
}

TEST(Collectives, NetworkSharesOfANodeAddUp) {
  // 8 x 50 GB/s x 0.8 = 320 GB/s, as much as the fabric carries: 0.8 x 400
  EXPECT_NEAR(in_gigabytes_per_second(path_between(node(), 16, 8).bandwidth), 320, 1e-9);
  // one rank per node: its own share alone
  EXPECT_NEAR(in_gigabytes_per_second(path_between(node(), 16, 1).bandwidth), 40, 1e-9);
}

TEST(Collectives, ARackWideFabricCrossesNodes) {
  Device rack = node();
  rack.fabric_domain = 72;
  EXPECT_DOUBLE_EQ(us(path_between(rack, 16, 4).latency), 10);
}

}  // namespace
}  // namespace ridgepoint
