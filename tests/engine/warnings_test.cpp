#include "engine/warnings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

std::vector<std::string> codes(const Scenario& s, const Catalog& catalog = test::catalog()) {
  std::vector<std::string> out;
  for (const Warning& w : warnings(*estimate(s, catalog))) out.push_back(w.code);
  return out;
}

bool warns(const Scenario& s, const std::string& code, const Catalog& catalog = test::catalog()) {
  const std::vector<std::string> raised = codes(s, catalog);
  return std::find(raised.begin(), raised.end(), code) != raised.end();
}

TEST(Warnings, TheGravestComeFirst) {
  Scenario s;
  s.hardware.count = 1;
  EXPECT_EQ(codes(s).front(), "does_not_fit");
}

TEST(Warnings, TensorParallelOverPcie) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 2;
  s.parallel.tensor = 2;
  EXPECT_TRUE(warns(s, "tensor_over_pcie"));
  s.hardware.accelerator = "h100";
  EXPECT_FALSE(warns(s, "tensor_over_pcie"));
}

TEST(Warnings, RequestsThatWaitOrNeverEnd) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(warns(s, "queues"));
  s.serve.concurrency = 1e5;
  EXPECT_TRUE(warns(s, "queues"));
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e6;
  EXPECT_TRUE(warns(s, "saturated"));
  EXPECT_FALSE(warns(s, "queues"));
  s.serve.requests_per_minute = 60;
  EXPECT_FALSE(warns(s, "saturated"));
}

TEST(Warnings, CompletionsThatDoNotFitAreNotGeneratedFasterForIt) {
  // 141 GB of weights in 16 bits; QLoRA's 4-bit weights fit.
  Scenario s;
  s.workload = Workload::finetune;
  s.train.method = Method::qlora;
  s.train.objective = Objective::grpo;
  s.train.sequence = 1024;
  s.train.checkpointing = Checkpointing::full;
  s.train.global_batch = 8;
  s.hardware.count = 1;
  EXPECT_EQ(estimate(s, test::catalog())->memory.fit, Fit::fits);
  EXPECT_TRUE(warns(s, "rollouts_too_large"));
  s.train.objective = Objective::lm;
  EXPECT_FALSE(warns(s, "rollouts_too_large"));
  s.train.objective = Objective::grpo;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(warns(s, "rollouts_too_large"));
}

TEST(Warnings, HeatOfConsumerCardsInARack) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 8;
  s.cost.location = Location::colocation;
  EXPECT_TRUE(warns(s, "derated"));
  s.hardware.derating = 0;
  EXPECT_FALSE(warns(s, "derated"));
}

TEST(Warnings, WhoWaitsForTheEnginesLimit) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.concurrency = 100;
  s.serve.max_sequences = 4;  // of each of four replicas
  std::string message;
  for (const Warning& w : warnings(*estimate(s, test::catalog())))
    if (w.code == "queues") message = w.message;
  EXPECT_EQ(message.substr(0, 71), "Only 16 of 100 requests are worked on at once, as the engine is set; th");
}

TEST(Warnings, ArithmeticTheDeviceLacks) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.precision.weights = "fp8";
  s.hardware.accelerator = "rtx-4090";
  EXPECT_TRUE(warns(s, "no_native_arithmetic"));
}

TEST(Warnings, UnverifiedFactsThatWereUsed) {
  Catalog c = test::catalog();
  c.accelerators[0].provenance["bandwidth_gb_s"] = {"", "", true};
  EXPECT_TRUE(warns(Scenario{}, "unverified_facts", c));
  c.accelerators[0].provenance = {{"release", {"", "", true}}};
  EXPECT_FALSE(warns(Scenario{}, "unverified_facts", c));
}

TEST(Warnings, WhatTheDeviceDoesNotSupport) {
  Catalog c = test::catalog();
  c.accelerators[0].compute_capability = "7.5";
  Scenario s;
  EXPECT_FALSE(warns(s, "not_supported", c));  // serving asks for nothing it lacks
  s.workload = Workload::finetune;
  s.train.method = Method::qlora;
  EXPECT_TRUE(warns(s, "not_supported", c));  // FlashAttention-2 on a T4
  s.train.flash_attention = false;
  EXPECT_FALSE(warns(s, "not_supported", c));  // NF4 runs from 6.0 on
  c.accelerators[0].compute_capability = "5.2";
  EXPECT_TRUE(warns(s, "not_supported", c));
  c.accelerators[0].compute_capability = "9.0";
  s.train.flash_attention = true;
  EXPECT_FALSE(warns(s, "not_supported", c));
}

TEST(Warnings, RentsOlderThanHalfAYear) {
  EXPECT_FALSE(warns(Scenario{}, "old_price"));
  Scenario s;
  s.as_of = "2027-06-01";
  EXPECT_TRUE(warns(s, "old_price"));
}

TEST(Warnings, PurchasePricesOlderThanHalfAYear) {
  Scenario s;
  s.cost.mode = CostMode::buy;
  EXPECT_FALSE(warns(s, "old_purchase_price"));
  s.as_of = "2027-06-01";
  EXPECT_TRUE(warns(s, "old_purchase_price"));
  s.cost.server_usd = 300000;
  EXPECT_FALSE(warns(s, "old_purchase_price"));
}

TEST(Warnings, ContextBeyondTheModel) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.input_tokens = 200000;
  EXPECT_TRUE(warns(s, "beyond_model_context"));
}

TEST(Warnings, MissingPrices) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  EXPECT_TRUE(warns(s, "no_rent"));
  EXPECT_TRUE(warns(s, "no_purchase"));
}

TEST(Warnings, FewerThanTwoSequencesForACopyOfTheModel) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;
  s.train.global_batch = 8;
  EXPECT_TRUE(warns(s, "few_sequences"));
  s.train.global_batch = 16;
  EXPECT_FALSE(warns(s, "few_sequences"));
  s.parallel.tensor = 2;  // four copies of two sequences
  s.train.global_batch = 8;
  EXPECT_FALSE(warns(s, "few_sequences"));
}

TEST(Warnings, PaddingThatCosts) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  EXPECT_FALSE(warns(s, "padding"));
  s.train.packed = false;
  EXPECT_TRUE(warns(s, "padding"));
  s.train.padding = 0;
  EXPECT_FALSE(warns(s, "padding"));
}

TEST(Warnings, ARoundedBatch) {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.parallel.tensor = s.parallel.pipeline = s.parallel.context = 1;
  s.train.global_batch = 9;
  EXPECT_TRUE(warns(s, "rounded_batch"));
}

}  // namespace
}  // namespace ridgepoint
