// Remedies are estimated again, and every one returned fits.
#include "engine/remedies.h"

#include <gtest/gtest.h>

#include "engine/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

TEST(Remedies, NoneForWhatFits) {
  const Result<Estimate> e = answer(Scenario{}, test::catalog());
  ASSERT_TRUE(e.ok());
  ASSERT_NE(e->memory.fit, Fit::no);
  EXPECT_TRUE(e->remedies.empty());
}

TEST(Remedies, MoreAcceleratorsForWeightsThatAreTooMany) {
  // 141 GB of weights on one H100 of 85.5 GB: twice as many hold them.
  Scenario s;
  s.hardware.count = 1;
  s.serve.concurrency = 1;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_TRUE(e.ok());
  ASSERT_EQ(e->memory.fit, Fit::no);
  ASSERT_FALSE(e->remedies.empty());
  bool hardware = false;
  for (const Remedy& remedy : e->remedies) {
    hardware = hardware || remedy.path == "/hardware/count";
    EXPECT_LE(remedy.per_gpu_gb, 0.9 * e->memory.usable_gb) << remedy.text;
  }
  EXPECT_TRUE(hardware);
}

TEST(Remedies, TrainingHasItsOwn) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.workload = Workload::finetune;
  s.train.method = Method::full;
  s.hardware.count = 1;
  const Result<Estimate> e = answer(s, test::catalog());
  ASSERT_TRUE(e.ok());
  ASSERT_EQ(e->memory.fit, Fit::no);  // 8.03e9 x 18 bytes = 144.5 GB
  ASSERT_FALSE(e->remedies.empty());
  for (const Remedy& remedy : e->remedies) EXPECT_LE(remedy.per_gpu_gb, 0.9 * e->memory.usable_gb) << remedy.text;
}

}  // namespace
}  // namespace ridgepoint
