#include "engine/model/format.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(StoredBytes, SixteenBitIsTwoBytesEach) { EXPECT_EQ(in_bytes(stored_bytes(70e9, 1e9, test::bf16())), 142e9); }

TEST(StoredBytes, QuantizedFormatsLeaveEmbeddingsInSixteenBits) {
  // 1,000 x 8 bits and 100 x 16 bits.
  EXPECT_EQ(in_bytes(stored_bytes(1000, 100, test::fp8())), 1200.0);
}

TEST(StoredBytes, WholeFileFormatsCoverEverything) {
  // 1,000 x 4.5 bits and 100 x 4.5 bits.
  NumberFormat q4;
  q4.bits = 4.5;
  q4.whole_file = true;
  EXPECT_EQ(in_bytes(stored_bytes(1000, 100, q4)), 618.75);
}

TEST(BitsOfAPart, TheHeadIsQuantizedInWholeFilesOnly) {
  NumberFormat q4;
  q4.bits = 4.5;
  EXPECT_EQ(bits_of(q4, Part::head, false), 16);
  q4.whole_file = true;
  EXPECT_EQ(bits_of(q4, Part::head, false), 4.5);
  q4.part_bits[Part::head] = 6.5625;
  EXPECT_EQ(bits_of(q4, Part::head, false), 6.5625);
}

TEST(StoredBytes, Fp32KeepsEverythingInFp32) {
  NumberFormat fp32;
  fp32.bits = 32;
  EXPECT_EQ(in_bytes(stored_bytes(10, 5, fp32)), 60.0);
}

TEST(BitsOfAPart, IsThatOfTheFormatUnlessItNamesAnother) {
  EXPECT_EQ(bits_of(test::fp8(), Part::attention, true), 8);
  NumberFormat mxfp4;
  mxfp4.bits = 4.25;
  mxfp4.part_bits.beside_experts = 16;
  EXPECT_EQ(bits_of(mxfp4, Part::experts, true), 4.25);
  EXPECT_EQ(bits_of(mxfp4, Part::attention, true), 16);
  EXPECT_EQ(bits_of(mxfp4, Part::attention, false), 4.25);  // without experts it is quantized as a whole
  mxfp4.part_bits[Part::attention] = 8;
  EXPECT_EQ(bits_of(mxfp4, Part::attention, true), 8);
}

TEST(PartBits, WhatACheckpointSaysOfItselfCountsBeforeItsFormat) {
  PartBits own, usual;
  own.beside_experts = 8;
  usual.beside_experts = 16;
  usual[Part::head] = 6;
  const PartBits both = joined(own, usual);
  EXPECT_EQ(both.beside_experts, 8);
  EXPECT_EQ(both[Part::head], 6);
}

}  // namespace
}  // namespace ridgepoint
