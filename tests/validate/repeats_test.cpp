// Which runs count as measured twice, and how far apart they are.
#include "tools/validate/repeats.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace ridgepoint::validation {
namespace {

Case run(const char* source, double measured, double concurrency = 8) {
  Case c;
  c.source = source;
  c.regime = "TPOT, dense";
  c.metric = "tpot_ms";
  c.measured = measured;
  c.scenario.hardware.count = 4;
  c.scenario.serve.concurrency = concurrency;
  return c;
}

Compared compared(const Case& c, double predicted) { return {&c, {predicted, "", ""}, {}}; }

// 20 and 25 ms of the same run are 25% apart. Where the estimate gives the second 10% more, since its load is larger,
// 25 / (20 x 1.1) = 1.136.
TEST(Repeats, DifferByWhatTheEstimateDoesNotExplain) {
  const Case one = run("one", 20), two = run("two", 25), more = run("more", 25, 10);
  const std::vector<Repeats> same = repeats_of({compared(one, 30), compared(two, 30)});
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(same[0].name, "TPOT, dense");
  EXPECT_EQ(same[0].pairs, 1);
  EXPECT_NEAR(same[0].median, 0.25, 1e-12);
  EXPECT_NEAR(same[0].p90, 0.25, 1e-12);
  EXPECT_NEAR(repeats_of({compared(one, 30), compared(more, 33)})[0].median, 0.136, 0.0005);
}

TEST(Repeats, AreOfTwoSourcesAndOfOneThing) {
  const Case one = run("one", 20), again = run("one", 22), far = run("two", 22, 17);
  Case other_model = run("two", 22), other_format = other_model, other_count = other_model, drafts = other_model;
  other_model.scenario.model.id = "llama-3.1-8b";
  other_format.scenario.precision.weights = "fp8";
  other_count.scenario.hardware.count = 2;
  drafts.scenario.serve.speculative.tokens = 3;
  for (const Case* other :
       std::initializer_list<const Case*>{&again, &far, &other_model, &other_format, &other_count, &drafts})
    EXPECT_TRUE(repeats_of({compared(one, 20), compared(*other, 20)}).empty());
}

// The run of 10 requests belongs to that of 10, not to that of 8; no run has two partners in one source.
TEST(Repeats, ARunIsPairedOnceWithTheNearestOfASource) {
  const Case eight = run("one", 20, 8), ten = run("one", 22, 10), other = run("two", 33, 10);
  const std::vector<Repeats> found = repeats_of({compared(ten, 20), compared(eight, 20), compared(other, 20)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pairs, 1);
  EXPECT_NEAR(found[0].median, 0.5, 1e-12);
}

}  // namespace
}  // namespace ridgepoint::validation
