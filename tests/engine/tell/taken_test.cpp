// What an answer says that it took for granted: nothing of what was given, and everything that was not.
#include <gtest/gtest.h>

#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

using Said = std::vector<std::pair<std::string, std::string>>;

Said said(const Scenario& s, const Catalog& catalog = test::catalog()) {
  Said out;
  Result<Estimate> answered = answer(s, catalog);
  if (!answered) ADD_FAILURE() << answered.problems().front().message;
  const Estimate e = std::move(answered).value();
  for (const Assumed& a : e.taken) out.emplace_back(a.path, a.text);
  return out;
}

std::string text_at(const Scenario& s, const std::string& path) {
  for (const auto& [at, text] : said(s))
    if (at == path) return text;
  return "";
}

TEST(Taken, AQuestionOfAModelAndADeviceLeavesTheRestOpen) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  EXPECT_EQ(said(s), (Said{{"/serve/concurrency", "32 requests in flight are assumed."},
                           {"/serve/input_tokens",
                            "A request has a prompt of 500 tokens and an answer of 200 tokens, as is usual for chat."},
                           {"/hardware/count", "1 accelerator is enough."},
                           {"/precision/weights", "Weights are in BF16."}}));
}

TEST(Taken, NothingIsSaidOfWhatIsGiven) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.concurrency = 8;
  s.serve.input_tokens = 100;
  s.serve.output_tokens = 50;
  s.hardware.count = 1;
  s.precision.weights = "bf16";
  EXPECT_EQ(said(s), Said{});
  s.serve.output_tokens.reset();
  s.serve.purpose = RequestPurpose::reasoning;  // 1,000 and 7,000 of reasoning
  EXPECT_EQ(said(s),
            (Said{{"/serve/input_tokens", "A request has an answer of 8,000 tokens, as is usual for reasoning."}}));
}

TEST(Taken, OnePersonHasAPersonalMachine) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-4090";
  EXPECT_EQ(text_at(s, "/serve/concurrency"), "One user is assumed, as is usual on a personal machine.");
}

TEST(Taken, WhatDoesNotFitIsNoNumberThatIsEnough) {
  Scenario s;  // 141 GB of weights, at most one of 80 GB
  s.precision.weights = "bf16";
  s.constraints.max_count = 1;
  EXPECT_EQ(text_at(s, "/hardware/count"), "");
  s.constraints.max_count.reset();
  EXPECT_EQ(text_at(s, "/hardware/count").substr(1), " accelerators are enough, the fewest.");
  s.serve.total_requests = 1e9;
  s.serve.done_within_h = 0.01;  // shorter than machines take to start
  EXPECT_EQ(text_at(s, "/hardware/count"), "");
}

TEST(Taken, PeopleOfADayAskAsOftenAsIsUsualAndMostAtThePeak) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.daily_users = 1000;
  EXPECT_EQ(text_at(s, "/serve/requests_per_user_day"),
            "Each user asks 3.7 times a day, as users of ChatGPT did in July 2025.");
  EXPECT_EQ(text_at(s, "/serve/peak_factor"), "The peak-to-average ratio is 3.");
  EXPECT_EQ(text_at(s, "/serve/concurrency"), "");
  s.serve.hours_per_day = 12;
  EXPECT_EQ(text_at(s, "/serve/peak_factor"), "The peak-to-average ratio is 2.");
  s.serve.peak_factor = 2;
  EXPECT_EQ(text_at(s, "/serve/peak_factor"), "");
}

TEST(Taken, ARunHasTokensForItsParameters) {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;  // 20 x 8.03e9
  EXPECT_EQ(text_at(s, "/train/tokens"), "The run has 161 billion tokens, 20 for each parameter.");
  s.workload = Workload::finetune;
  EXPECT_EQ(text_at(s, "/train/tokens"), "The run has 10 million tokens.");
  EXPECT_EQ(text_at(s, "/train/method"), "Adapters are trained (LoRA).");
  s.train.epochs = 2;
  s.train.dataset_tokens = 1e6;
  EXPECT_EQ(text_at(s, "/train/tokens"), "");
}

TEST(Taken, OwnedMachinesStandSomewhere) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.cost.mode = CostMode::buy;
  EXPECT_EQ(text_at(s, "/cost/location"), "The machines stand in a colocation.");
  s.cost.location = Location::office;
  EXPECT_EQ(text_at(s, "/cost/location"), "");
}

}  // namespace
}  // namespace ridgepoint
