#include "engine/facts/guide.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

Guide guide() {
  return {.presets = {{.id = "alone", .scenario = "count=1"},
                      {.id = "fast", .scenario = "count=2", .answers = {"serve", "speed"}}}};
}

TEST(Guide, PresetsAreFoundById) {
  const Guide g = guide();
  EXPECT_EQ(find_preset(g, "fast")->scenario, "count=2");
  EXPECT_EQ(find_preset(g, "slow"), nullptr);
}

TEST(Guide, AnswersLeadToTheirPreset) {
  const Guide g = guide();
  EXPECT_EQ(guided(g, {"serve", "speed"})->id, "fast");
  EXPECT_EQ(guided(g, {"serve"}), nullptr);
  EXPECT_EQ(guided(g, {}), nullptr);  // not the preset without answers
}

}  // namespace
}  // namespace ridgepoint
