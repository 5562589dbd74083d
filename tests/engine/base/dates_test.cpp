#include "engine/base/dates.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

TEST(Dates, CountDays) {
  EXPECT_EQ(days_between("2026-11-20", "2026-11-21"), 1);
  EXPECT_EQ(days_between("2026-11-21", "2026-11-21"), 0);
  EXPECT_EQ(days_between("2026-11-21", "2026-11-20"), -1);
  EXPECT_EQ(days_between("2026-01-01", "2027-01-01"), 365);
  EXPECT_EQ(days_between("2024-01-01", "2025-01-01"), 366);  // leap year
  EXPECT_EQ(days_between("2024-02-28", "2024-03-01"), 2);
  EXPECT_EQ(days_between("1900-02-28", "1900-03-01"), 1);      // every hundredth year is none
  EXPECT_EQ(days_between("2000-02-28", "2000-03-01"), 2);      // but every four hundredth is
  EXPECT_EQ(days_between("1970-01-01", "2026-11-21"), 20778);  // Unix time 1795219200 / 86400
}

TEST(Dates, TakePartialOnesAsTheirFirstDay) {
  EXPECT_EQ(days_between("2025-12", "2025-12-31"), 30);
  EXPECT_EQ(days_between("2026", "2026-02"), 31);
  EXPECT_EQ(days_between("2026", "2026"), 0);
}

TEST(Dates, AreNotInvented) {
  for (const char* wrong : {"", "soon", "26-11-21", "2026-13", "2026-00-01", "2026-02-29", "2026-1-1", "2026/11/21",
                            "2026-11-21T00:00", "0000-01-01", "2026-11-2x"})
    EXPECT_EQ(days_between(wrong, "2026-11-21"), std::nullopt) << wrong;
}

TEST(Dates, CallAPriceStaleAfterHalfAYear) {
  // 2026-05-25 and 2026-05-24 are 180 and 181 days before 2026-11-21: 6 + 30 + 31 + 31 + 30 + 31 + 21.
  EXPECT_FALSE(is_stale("2026-05-25", "2026-11-21"));
  EXPECT_TRUE(is_stale("2026-05-24", "2026-11-21"));
  EXPECT_TRUE(is_stale("2026", "2026-11-21"));
  EXPECT_FALSE(is_stale("2027-01-01", "2026-11-21"));
  EXPECT_FALSE(is_stale("unknown", "2026-11-21"));
}

TEST(Dates, SayWhatTheyLack) {
  EXPECT_EQ(date_text("2026-11-21"), "2026-11-21");
  EXPECT_EQ(date_text("2025-12"), "2025-12 (month only)");
  EXPECT_EQ(date_text("2026"), "2026 (year only)");
  EXPECT_EQ(date_text("soon"), "soon");
  EXPECT_EQ(price_date_text("2025-12", "2026-11-21"), "2025-12 (month only, stale)");
  EXPECT_EQ(price_date_text("2026-01-02", "2026-11-21"), "2026-01-02 (stale)");
  EXPECT_EQ(price_date_text("2026-11", "2026-11-21"), "2026-11 (month only)");
  EXPECT_EQ(price_date_text("2026-11-20", "2026-11-21"), "2026-11-20");
}

}  // namespace
}  // namespace ridgepoint
