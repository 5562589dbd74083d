#include "engine/format.h"

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
  // Llama 3.1 8B in Q4_K_M: 4.8944 bits over the whole file gives the 4.92 GB that is published as 4.9 GB.
  NumberFormat q4;
  q4.bits = 4.8944;
  q4.whole_file = true;
  EXPECT_NEAR(in_gigabytes(stored_bytes(8030261248.0 - 1050673152, 1050673152, q4)), 4.913, 0.001);
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
