#include "engine/base/units.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace ridgepoint {
namespace {

template <class A, class B>
concept CanAdd = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept CanMultiply = requires(A a, B b) {
  a* b;
};

TEST(Units, OnlyEqualQuantitiesAdd) {
  static_assert(CanAdd<Bytes, Bytes>);
  static_assert(!CanAdd<Bytes, Seconds>);
  static_assert(!CanAdd<Bytes, double>);
}

TEST(Units, OnlyPhysicalProductsExist) {
  static_assert(std::is_same_v<decltype(Bytes{} / BytesPerSecond{}), Seconds>);
  static_assert(std::is_same_v<decltype(Watts{} * Seconds{}), Joules>);
  static_assert(!CanMultiply<Bytes, Bytes>);
  static_assert(!CanMultiply<Bytes, Seconds>);
}

TEST(Units, GigabytesAreDecimalAndGibibytesBinary) {
  EXPECT_EQ(in_bytes(gigabytes(80)), 80e9);
  EXPECT_EQ(in_bytes(gibibytes(80)), 85899345920.0);
  EXPECT_EQ(in_gigabytes(mebibytes(81559)), 85.520809984);  // H100 SXM as nvidia-smi reports it
}

TEST(Units, ReadingHalfTheMemoryTakesHalfTheTime) {
  // 140 GB at 3.35 TB/s: 41.79 ms.
  EXPECT_NEAR(in_milliseconds(gigabytes(140) / gigabytes_per_second(3350)), 41.791, 0.001);
}

TEST(Units, PowerTimesTimeIsEnergy) {
  EXPECT_DOUBLE_EQ(in_kilowatt_hours(watts(700) * hours(10)), 7.0);
  EXPECT_DOUBLE_EQ(in_usd(UsdPerSecond{3.99 / 3600} * hours(10)), 39.9);
}

}  // namespace
}  // namespace ridgepoint
