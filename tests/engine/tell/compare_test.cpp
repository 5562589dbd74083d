// Scenarios side by side: rows, what is best, what differs, and which part of the question explains it.
#include "engine/tell/compare.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Scenario small_model() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  return s;
}

const ComparedFigure* row(const Comparison& c, const std::string& figure) {
  const auto found =
      std::find_if(c.figures.begin(), c.figures.end(), [&](const ComparedFigure& f) { return f.figure == figure; });
  return found == c.figures.end() ? nullptr : &*found;
}

const ComparedReason* reason(const Comparison& c, const std::string& figure, int scenario = 1) {
  for (const ComparedReason& r : c.reasons)
    if (r.figure == figure && r.scenario == scenario) return &r;
  return nullptr;
}

TEST(Compare, FiguresAreThoseOfTheEstimates) {
  Scenario a = small_model(), b = small_model();
  b.hardware.count = 2;
  const Result<Comparison> c = compare({a, b}, test::catalog());
  ASSERT_TRUE(c.ok());
  const Result<Estimate> of_a = estimate(a, test::catalog()), of_b = estimate(b, test::catalog());
  const ComparedFigure* tpot = row(*c, "/speed/tpot_ms");
  ASSERT_TRUE(tpot);
  EXPECT_EQ(tpot->cells[0].value, of_a->speed.tpot_ms);
  EXPECT_EQ(tpot->cells[1].value, of_b->speed.tpot_ms);
  EXPECT_FALSE(tpot->cells[0].best);
  EXPECT_TRUE(tpot->cells[1].best);  // 16 requests on each of two rather than 32 on one
  const ComparedFigure* tokens = row(*c, "/speed/tokens_per_s");
  EXPECT_TRUE(tokens->more_is_better);
  EXPECT_TRUE(tokens->cells[1].best);
  EXPECT_EQ(row(*c, "/cost/usd_per_run"), nullptr);  // of training
}

TEST(Compare, ATrainingStepIsAFigure) {
  Scenario a = small_model();
  a.workload = Workload::train;
  a.hardware.count = 8;
  Scenario b = a;
  b.train.sequence = 2048;
  const Result<Comparison> c = compare({a, b}, test::catalog());
  ASSERT_TRUE(c.ok());
  const ComparedFigure* step = row(*c, "/speed/step_s");
  ASSERT_TRUE(step);
  EXPECT_EQ(step->cells[0].value, estimate(a, test::catalog())->speed.step_s);
  EXPECT_FALSE(step->more_is_better);
}

TEST(Compare, EqualFiguresAreAllBest) {
  const Result<Comparison> c = compare({small_model(), small_model()}, test::catalog());
  for (const ComparedFigure& f : c->figures)
    for (const ComparedCell& cell : f.cells) EXPECT_TRUE(cell.best) << f.figure;
  EXPECT_TRUE(c->inputs.empty());
  EXPECT_TRUE(c->reasons.empty());
}

TEST(Compare, InputsThatDifferAreListedWithDefaults) {
  Scenario b = small_model();
  b.hardware.count = 2;
  b.precision.kv = "fp8";
  const Result<Comparison> c = compare({small_model(), b}, test::catalog());
  ASSERT_EQ(c->inputs.size(), 2u);
  EXPECT_EQ(c->inputs[0].path, "/hardware/count");
  EXPECT_EQ(c->inputs[0].values, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(c->inputs[1].path, "/precision/kv");
  EXPECT_EQ(c->inputs[1].values, (std::vector<std::string>{"bf16", "fp8"}));
}

// Only the hardware differs, so it explains everything; prices are not asked differently.
TEST(Compare, ThePartThatDiffersIsTheReason) {
  Scenario b = small_model();
  b.hardware.accelerator = "rtx-4090";
  const Result<Comparison> c = compare({small_model(), b}, test::catalog());
  const ComparedReason* tpot = reason(*c, "/speed/tpot_ms");
  ASSERT_TRUE(tpot);
  EXPECT_EQ(tpot->part, "hardware");
  EXPECT_DOUBLE_EQ(tpot->ratio, tpot->ratio_by_part);
  EXPECT_GT(tpot->ratio, 1);
  EXPECT_NE(tpot->text.find("by the hardware alone. It has 1,008 instead of 3,350 GB/s of memory bandwidth each."),
            std::string::npos)
      << tpot->text;
}

// Twice the prompt moves the time per token a little; a card with 1,008 rather than 3,350 GB/s about threefold.
TEST(Compare, OfSeveralPartsTheOneThatMovesMostIsNamed) {
  Scenario a = small_model();
  a.serve.concurrency = 4;
  Scenario b = a;
  b.hardware.accelerator = "rtx-4090";
  b.serve.input_tokens = 4096;
  const Result<Comparison> c = compare({a, b}, test::catalog());
  const ComparedReason* tpot = reason(*c, "/speed/tpot_ms");
  ASSERT_TRUE(tpot);
  EXPECT_EQ(tpot->part, "hardware");
  EXPECT_LT(tpot->ratio_by_part, tpot->ratio);
}

TEST(Compare, UpToFourAreComparedWithTheFirst) {
  std::vector<Scenario> four(4, small_model());
  for (int i = 1; i < 4; ++i) four[static_cast<std::size_t>(i)].serve.concurrency = 32 + 16 * i;
  const Result<Comparison> c = compare(four, test::catalog());
  for (int i = 1; i < 4; ++i) EXPECT_EQ(reason(*c, "/speed/tpot_ms", i)->part, "serve");
  four.push_back(small_model());
  EXPECT_FALSE(compare(four, test::catalog()).ok());
  EXPECT_FALSE(compare({small_model()}, test::catalog()).ok());
}

TEST(Compare, ProblemsNameTheScenario) {
  Scenario b = small_model();
  b.model.id = "llama-3.1-9b";
  const Result<Comparison> c = compare({small_model(), b}, test::catalog());
  ASSERT_FALSE(c.ok());
  EXPECT_EQ(c.problems()[0].path, "/1/model");
}

}  // namespace
}  // namespace ridgepoint
