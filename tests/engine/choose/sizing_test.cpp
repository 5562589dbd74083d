#include "engine/choose/sizing.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

using Counts = std::vector<int>;

// All below a machine of eight, then whole machines.
TEST(Counts, WithinAMachineThenWholeMachines) {
  EXPECT_EQ(more_than(0, 8, 24), (Counts{1, 2, 3, 4, 5, 6, 7, 8, 16, 24}));
  EXPECT_EQ(more_than(5, 8, 24), (Counts{6, 7, 8, 16, 24}));
  EXPECT_EQ(more_than(7, 8, 8), (Counts{8}));
  EXPECT_EQ(more_than(8, 8, 24), (Counts{16, 24}));
  EXPECT_EQ(more_than(9, 8, 24), (Counts{16, 24}));
}

TEST(Counts, NoneIsAboveTheMost) {
  EXPECT_EQ(more_than(0, 8, 7), (Counts{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(more_than(0, 8, 8), (Counts{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(more_than(8, 8, 15), Counts{});
  EXPECT_EQ(more_than(0, 1, 3), (Counts{1, 2, 3}));  // machines that are rented whole
}

// Of the numbers 1 to 8, 16, 24 ... any below 8 may lack what a smaller one has; machines lack nothing from one on.
TEST(Counts, TheFirstWithoutLackIsFound) {
  const Counts numbers = more_than(0, 8, 256);
  for (std::size_t wanted = 0; wanted < numbers.size(); ++wanted)
    for (const bool worse_after : {false, true}) {
      const auto lacks_at = [&](std::size_t i) { return i < wanted || (worse_after && i == wanted + 1 && i < 7); };
      EXPECT_EQ(first_without_lack(numbers, 8, lacks_at), wanted) << worse_after;
    }
  EXPECT_EQ(first_without_lack(numbers, 8, [](std::size_t) { return true; }), std::nullopt);
  EXPECT_EQ(first_without_lack({}, 8, [](std::size_t) { return false; }), std::nullopt);
}

}  // namespace
}  // namespace ridgepoint
