#include "engine/model/parallel.h"

#include <gtest/gtest.h>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Architecture llama_70b() { return *architecture_of(test::catalog().models[1], "/model"); }

TEST(Layout, OfThreeIsIllegalForSixtyFourHeads) {
  const Problems problems = layout_problems(llama_70b(), {.tensor = 3}, 3);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/parallel/tensor");
  EXPECT_EQ(problems[0].suggestions, (std::vector<std::string>{"1", "2"}));
}

TEST(Layout, HasToUseEveryAccelerator) {
  const Problems problems = layout_problems(llama_70b(), {.tensor = 4, .data = 2}, 16);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/parallel/data");
}

TEST(Layout, NeedsExpertsToSpread) {
  const Problems problems = layout_problems(llama_70b(), {.expert = 2, .data = 2}, 2);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/parallel/expert");
}

TEST(Layout, HasAtMostOneStagePerLayer) {
  EXPECT_FALSE(layout_problems(llama_70b(), {.pipeline = 81}, 81).empty());
  EXPECT_TRUE(layout_problems(llama_70b(), {.pipeline = 80}, 80).empty());
}

TEST(Layout, TakesAStageIntoNoMorePiecesThanItHasLayers) {
  Layout layout{.pipeline = 8, .schedule = Schedule::interleaved, .virtual_stages = 10};  // 80 / 8 layers
  EXPECT_TRUE(layout_problems(llama_70b(), layout, 8).empty());
  layout.virtual_stages = 11;
  const Problems problems = layout_problems(llama_70b(), layout, 8);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "/parallel/virtual_stages");
  EXPECT_FALSE(is_legal(llama_70b(), layout, 8));
}

TEST(TensorSizes, DivideTheHeads) { EXPECT_EQ(tensor_sizes(llama_70b(), 8), (std::vector<int>{1, 2, 4, 8})); }

TEST(Stages, TheFullestHoldsTheRoundedUpShare) {
  EXPECT_EQ(layers_per_stage(llama_70b(), 1), 80);
  EXPECT_EQ(layers_per_stage(llama_70b(), 3), 27);
}

}  // namespace
}  // namespace ridgepoint
