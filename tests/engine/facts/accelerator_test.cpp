#include "engine/facts/accelerator.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(UsableMemory, IsWhatTheDriverReports) { EXPECT_EQ(in_bytes(usable_memory(test::h100())), 85520809984.0); }

TEST(Device, IsCalledAsPeopleCallIt) {
  EXPECT_EQ(device_word(test::h100()), "GPU");
  Accelerator a;
  EXPECT_EQ(device_word(a), "GPU");  // one's own, whose maker was not said
  a.vendor = "Intel";
  a.architecture = "Xe2-HPG (Battlemage)";
  EXPECT_EQ(device_word(a), "GPU");
  a.architecture = "Gaudi3";
  EXPECT_EQ(device_word(a), "accelerator");
  a.vendor = "AWS";
  EXPECT_EQ(device_word(a), "accelerator");
  a.vendor = "Google";
  EXPECT_EQ(device_word(a), "TPU");
  a.segment = Segment::apple;
  EXPECT_EQ(device_word(a), "chip");
  a.segment = Segment::cpu;
  EXPECT_EQ(device_word(a), "CPU");
}

TEST(UsableMemory, OfHbmAndGeforceIsNominalGibibytesWhenUnseen) {
  Accelerator a = test::h100();
  a.usable_memory.reset();
  EXPECT_EQ(usable_memory(a), gibibytes(80));
  Accelerator card = test::rtx_4090();
  card.usable_memory.reset();
  EXPECT_EQ(usable_memory(card), gibibytes(24));
}

TEST(UsableMemory, OfGddr6WithEccIsSixPercentLess) {
  Accelerator l4;
  l4.memory_gb = 24;
  l4.memory_type = "GDDR6";
  // nvidia-smi shows 23,034 MiB on an L4: 22.49 GiB. 24 x 0.94 = 22.56.
  EXPECT_NEAR(in_gibibytes(usable_memory(l4)), 22.49, 0.1);
}

// What macOS reports of Macs of these sizes: 22,906.50, 30,150.67, 40,200.90, 55,662.79 and 115,448.73 MB.
TEST(UsableMemory, OfAppleIsWhatMacosLeavesTheGpuOfSoMuch) {
  Accelerator mac;
  mac.segment = Segment::apple;
  mac.memory_gb = 128;
  mac.usable_memory = bytes(115448730000);
  for (const auto& [gb, reported] : {std::pair(32, 22906.50), std::pair(36, 30150.67), std::pair(48, 40200.90),
                                     std::pair(64, 55662.79), std::pair(128, 115448.73)})
    EXPECT_NEAR(in_bytes(usable_memory(with_memory(mac, gb))) / 1e6, reported, 0.001 * reported) << gb;
}

TEST(WithMemory, TheNameSaysIt) {
  Accelerator card;
  card.memory_gb = 24;
  for (const auto& [name, renamed] :
       {std::pair("RTX 4090 24GB", "RTX 4090 48GB"), std::pair("Apple M4", "Apple M4 48GB"),
        std::pair("Card 24GB (per GPU)", "Card 48GB (per GPU)")}) {
    card.name = name;
    EXPECT_EQ(with_memory(card, 48).name, renamed);
    EXPECT_EQ(with_memory(card, 24).name, name);
  }
}

TEST(NativeRate, FallsBackToTheNextWiderFormat) {
  const auto fp8 = native_rate(test::h100(), Arithmetic::fp8);
  ASSERT_TRUE(fp8);
  EXPECT_EQ(fp8->arithmetic, Arithmetic::fp8);
  const auto fp4 = native_rate(test::h100(), Arithmetic::fp4);  // Hopper has no FP4
  ASSERT_TRUE(fp4);
  EXPECT_EQ(fp4->arithmetic, Arithmetic::bf16);
  const auto on_4090 = native_rate(test::rtx_4090(), Arithmetic::fp8);  // not in the fixture's record
  ASSERT_TRUE(on_4090);
  EXPECT_EQ(on_4090->arithmetic, Arithmetic::bf16);
}

TEST(NativeRate, IsEmptyWithoutAnyRate) { EXPECT_FALSE(native_rate(Accelerator{}, Arithmetic::bf16)); }

TEST(Pcie, GenerationFourReachesThirtyOneGigabytes) {
  EXPECT_EQ(in_gigabytes_per_second(pcie_bandwidth(test::rtx_4090())), 31.0);
  Accelerator half = test::rtx_4090();
  half.pcie_lanes = 8;
  EXPECT_EQ(in_gigabytes_per_second(pcie_bandwidth(half)), 15.5);
}

TEST(Supports, ComparesComputeCapabilitiesAsVersions) {
  Accelerator a;
  a.vendor = "NVIDIA";
  const Capability flash{.id = "flash_attention_2", .compute_capability = 8.0};
  const Capability fp8{.id = "fp8", .compute_capability = 8.9};
  a.compute_capability = "7.5";
  EXPECT_EQ(supports(a, flash), false);
  a.compute_capability = "8.6";
  EXPECT_EQ(supports(a, flash), true);
  EXPECT_EQ(supports(a, fp8), false);
  a.compute_capability = "10.3";  // newer than 8.9, though smaller as a text
  EXPECT_EQ(supports(a, fp8), true);
}

TEST(Supports, KnowsNothingOfPartsWithoutComputeCapability) {
  Accelerator a;
  const Capability fp8{.id = "fp8", .compute_capability = 8.9};
  for (const char* isa : {"", "gfx942", "metal", "avx512 (256-bit units) + bf16/vnni"}) {
    a.compute_capability = isa;
    EXPECT_EQ(supports(a, fp8), std::nullopt) << isa;
  }
  a.vendor = "NVIDIA";
  EXPECT_EQ(supports(a, fp8), std::nullopt);
  a.compute_capability = "9.0";
  EXPECT_EQ(supports(a, fp8), true);
}

TEST(Machines, HoldEightUnlessTheyAreComputersOfTheirOwn) {
  Accelerator a;
  a.form_factor = FormFactor::pcie;
  a.fabric.domain = 2;  // a bridge between pairs is not a machine
  EXPECT_EQ(node_size(a), 8);
  a.form_factor = FormFactor::superchip;
  EXPECT_EQ(node_size(a), 1);
  a.form_factor = FormFactor::soc;
  EXPECT_EQ(node_size(a), 1);
}

}  // namespace
}  // namespace ridgepoint
