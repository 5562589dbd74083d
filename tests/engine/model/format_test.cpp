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

TEST(BitsOfHead, OfItsOwnOnlyInWholeFiles) {
  NumberFormat q4;
  q4.bits = 4.5;
  EXPECT_EQ(bits_of_head(q4, 4.5), 16);
  q4.whole_file = true;
  EXPECT_EQ(bits_of_head(q4, 4.5), 4.5);
  q4.head_bits = 6.5625;
  EXPECT_EQ(bits_of_head(q4, 4.5), 6.5625);
}

TEST(StoredBytes, Fp32KeepsEverythingInFp32) {
  NumberFormat fp32;
  fp32.bits = 32;
  EXPECT_EQ(in_bytes(stored_bytes(10, 5, fp32)), 60.0);
}

TEST(DenseFormat, IsTheFormatItselfUnlessItNamesOtherBits) {
  EXPECT_EQ(bits_outside_experts(test::fp8()), 8);
  NumberFormat mxfp4;
  mxfp4.bits = 4.25;
  mxfp4.arithmetic = Arithmetic::fp4;
  mxfp4.dense_bits = 16;
  EXPECT_EQ(bits_outside_experts(mxfp4), 16);
}

}  // namespace
}  // namespace ridgepoint
