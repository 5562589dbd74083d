#include "engine/base/words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace ridgepoint {
namespace {

TEST(Words, SignificantFigures) {
  EXPECT_EQ(significant(0.04123, 2), "0.041");
  EXPECT_EQ(significant(41.3, 2), "41");
  EXPECT_EQ(significant(3.0, 2), "3");
  EXPECT_EQ(significant(1254, 2), "1,300");
  EXPECT_EQ(significant(9.96, 2), "10");
  EXPECT_EQ(significant(0, 2), "0");
  EXPECT_EQ(significant(std::numeric_limits<double>::infinity(), 2), "inf");
  EXPECT_EQ(whole(std::numeric_limits<double>::infinity()), "inf");
}

// 2.675 is 2.67499999999999982236431605997495353221893310546875, and 1.005 less than it says, too; 0.125 and 0.375 are
// exact, so that they go to the even digit.
TEST(Words, DigitsAreThoseOfTheExactNumber) {
  EXPECT_EQ(dollars(2.675), "$2.67");
  EXPECT_EQ(dollars(1.005), "$1.00");
  EXPECT_EQ(dollars(0.125), "$0.12");
  EXPECT_EQ(dollars(0.375), "$0.38");
  std::mt19937 random(1);
  std::uniform_real_distribution<double> below_a_hundred(0.1, 99.9);
  for (int i = 0; i < 20000; ++i) {
    double x = below_a_hundred(random);
    if (i % 2) x = (std::floor(x * 100) + 0.5) / 100;  // next to where the last digit turns
    char printed[64];
    std::snprintf(printed, sizeof printed, "$%.2f", x);
    EXPECT_EQ(dollars(x), printed);
  }
}

TEST(Words, ShortNumbers) {
  EXPECT_EQ(short_number(8.26), "8.3");
  EXPECT_EQ(short_number(1234567.2), "1,234,567");
  EXPECT_EQ(short_number(123.4), "123");
}

TEST(Words, Durations) {
  EXPECT_EQ(duration(0.0244), "24 ms");
  EXPECT_EQ(duration(1.34), "1.3 s");
  EXPECT_EQ(duration(600), "10 min");
  EXPECT_EQ(duration(36000), "10 hours");
  EXPECT_EQ(duration(86400 * 12), "12 days");
  EXPECT_EQ(duration(86400 * 3652.5), "10 years");
  // Each unit to where the next says it better.
  EXPECT_EQ(duration(0.999), "1,000 ms");
  EXPECT_EQ(duration(1), "1 s");
  EXPECT_EQ(duration(119), "120 s");
  EXPECT_EQ(duration(120), "2 min");
  EXPECT_EQ(duration(7199), "120 min");
  EXPECT_EQ(duration(7200), "2 hours");
  EXPECT_EQ(duration(172799), "48 hours");
  EXPECT_EQ(duration(172800), "2 days");
  EXPECT_EQ(duration(86400 * 729.0), "729 days");
  EXPECT_EQ(duration(86400 * 730.0), "2 years");
}

TEST(Words, Dollars) {
  EXPECT_EQ(dollars(12), "$12.00");
  EXPECT_EQ(dollars(99.99), "$99.99");
  EXPECT_EQ(dollars(100), "$100");
  EXPECT_EQ(dollars(0.1), "$0.10");
  EXPECT_EQ(dollars(0.099), "$0.099");
  EXPECT_EQ(dollars(0.0153), "$0.015");
  EXPECT_EQ(dollars(1234567), "$1,234,567");
  EXPECT_EQ(dollars(999999999999999), "$999,999,999,999,999");
  // Two machines may differ in the 16th digit of a figure, but not in what they say.
  EXPECT_EQ(dollars(14504174772799702), "$1.45e+16");
  EXPECT_EQ(dollars(14504174772799706), "$1.45e+16");
  EXPECT_EQ(short_number(1e300), "1e+300");
}

TEST(Words, SumsOfManyToThreeDigits) {
  EXPECT_EQ(rounded_dollars(0.0153), "$0.015");
  EXPECT_EQ(rounded_dollars(17.64), "$17.64");
  EXPECT_EQ(rounded_dollars(999), "$999");
  EXPECT_EQ(rounded_dollars(196902), "$197,000");
  EXPECT_EQ(rounded_dollars(999400), "$999,000");
  EXPECT_EQ(rounded_dollars(999499), "$999,000");
  EXPECT_EQ(rounded_dollars(999500), "$1 million");
  EXPECT_EQ(rounded_dollars(999.6), "$1,000");
  EXPECT_EQ(rounded_dollars(1004), "$1,000");
  EXPECT_EQ(rounded_dollars(999.4e6), "$999 million");
  EXPECT_EQ(rounded_dollars(999.5e6), "$1 billion");
  EXPECT_EQ(rounded_dollars(145825518), "$146 million");
  EXPECT_EQ(rounded_dollars(1.4504e9), "$1.45 billion");
}

TEST(Words, MemoryInTheUnitInWhichACardOf80HasThem) {
  EXPECT_EQ(memory_text(80 * 1.073741824), "80.0 GB");
  EXPECT_EQ(memory_text(0), "0.0 GB");
  EXPECT_EQ(memory_text(0.0123), "0.011 GB");
  EXPECT_EQ(memory_text(0.41), "0.4 GB");
  EXPECT_EQ(memory_text(131.08), "122.1 GB");  // 131.08e9 / 2^30 = 122.08
  EXPECT_EQ(memory_text(-3.12), "-2.9 GB");
  EXPECT_EQ(memory_text(7305.4), "6,804 GB");
  EXPECT_EQ(memory_text(999.94 * 1.073741824), "999.9 GB");
  EXPECT_EQ(memory_text(1000.4 * 1.073741824), "1,000 GB");
  EXPECT_EQ(memory_text(0.051 * 1.073741824), "0.1 GB");
  EXPECT_EQ(memory_text(0.049 * 1.073741824), "0.049 GB");
}

// Both ends to two digits; the unit once where it is the same.
TEST(Words, Ranges) {
  EXPECT_EQ(range_words(0.6394, 2.78, duration), "640 ms to 2.8 s");
  EXPECT_EQ(range_words(1.12, 2.78, duration), "1.1 to 2.8 s");
  EXPECT_EQ(range_words(23.6, 24.4, short_number), "24");
  EXPECT_EQ(range_words(0, 99.6, short_number), "0 to 100");
  EXPECT_EQ(range_words(10, 994, short_number), "10 to 990");
  EXPECT_EQ(range_words(6.2, 11.04, dollars), "$6.20 to $11.00");
  EXPECT_EQ(range_beside("1.3 s", 1.12, 2.78, duration), "1.1 to 2.8");
  EXPECT_EQ(range_beside("1.3 s", 0.64, 2.78, duration), "640 ms to 2.8 s");
  EXPECT_EQ(range_beside("$8.46", 6.2, 11.04, dollars), "$6.20 to $11.00");
}

TEST(Words, Counts) {
  EXPECT_EQ(counted(1, "user", "users"), "1 user");
  EXPECT_EQ(counted(32, "user", "users"), "32 users");
  EXPECT_EQ(counted(0.5, "request", "requests"), "0.5 requests");  // of a minute: not none
  EXPECT_EQ(counted(150.4, "request", "requests"), "150 requests");
}

}  // namespace
}  // namespace ridgepoint
