#include "engine/facts/guide.h"

#include <gtest/gtest.h>

namespace ridgepoint {
namespace {

Guide guide() {
  return {.questions = {{.id = "purpose", .answers = {{.id = "serve"}, {.id = "train"}}},
                        {.id = "aim", .answers = {{.id = "cost"}, {.id = "speed", .sets = "objective=speed"}}}},
          .presets = {{.id = "alone", .scenario = "count=1"},
                      {.id = "serves", .scenario = "count=2", .answers = {"serve"}},
                      {.id = "fast", .scenario = "count=3", .answers = {"serve", "speed"}}}};
}

TEST(Guide, PresetsAreFoundById) {
  const Guide g = guide();
  EXPECT_EQ(find_preset(g, "fast")->scenario, "count=3");
  EXPECT_EQ(find_preset(g, "slow"), nullptr);
}

TEST(Guide, AnswersInAnyOrderLeadToThePresetThatTakesMostOfThem) {
  const Guide g = guide();
  EXPECT_EQ(guided(g, {"serve", "cost"})->scenario, "count=2");
  EXPECT_EQ(guided(g, {"serve", "speed"})->scenario, "count=3&objective=speed");
  EXPECT_EQ(guided(g, {"speed", "serve"})->id, "fast");
}

TEST(Guide, AnAnswerThatIsMissingOrNotKnownLeadsNowhere) {
  const Guide g = guide();
  EXPECT_FALSE(guided(g, {"serve"}));
  EXPECT_FALSE(guided(g, {"serve", "train"}));  // two to one question
  EXPECT_FALSE(guided(g, {"serve", "cost", "speed"}));
  EXPECT_FALSE(guided(g, {"serve", "taste"}));
  EXPECT_FALSE(guided(g, {"train", "cost"}));  // no preset of the guide
  EXPECT_FALSE(guided(g, {}));
}

}  // namespace
}  // namespace ridgepoint
