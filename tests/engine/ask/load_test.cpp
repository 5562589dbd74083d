// People a day as requests at the busiest time.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/ask/ask.h"
#include "engine/ask/scenario.h"
#include "engine/estimate/estimate.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

ServeChoice loaded(const ServeChoice& serve) {
  Scenario s;
  s.serve = serve;
  fill_load(s, s.model, test::catalog());
  return s.serve;
}

// 14,400 users x 5 requests / 1,440 minutes x 2 = 100 a minute.
TEST(Load, UsersOfADayComeAtTheBusiestTime) {
  EXPECT_DOUBLE_EQ(*loaded({.daily_users = 14400, .requests_per_user_day = 5, .peak_factor = 2}).requests_per_minute,
                   100);
  // 14,400 x 3.7 / 1,440 x 3 = 111.
  EXPECT_DOUBLE_EQ(*loaded({.daily_users = 14400}).requests_per_minute, 111);
}

// 1,000,000 tokens of requests of 100 + 20 + 80 are 5,000.
TEST(Load, TokensInAllBecomeRequests) {
  EXPECT_DOUBLE_EQ(
      *loaded({.input_tokens = 100, .output_tokens = 80, .reasoning_tokens = 20, .total_tokens = 1e6}).total_requests,
      5000);
}

// As many requests run at once as fit, unless so many are given.
TEST(Load, WorkThatEndsIsABatch) {
  Scenario s;
  s.serve.total_requests = 5000;
  fill_load(s, s.model, test::catalog());
  EXPECT_EQ(s.workload, Workload::batch);
  EXPECT_TRUE(std::isinf(*loaded({.total_requests = 5000}).concurrency));
  EXPECT_EQ(loaded({.concurrency = 8, .total_requests = 5000}).concurrency, 8);
}

TEST(Load, ARateIsThePeakAndHasNoOtherUnlessSaid) {
  EXPECT_EQ(peak_factor({.requests_per_minute = 10}), 1);
  EXPECT_EQ(peak_factor({.requests_per_minute = 10, .peak_factor = 4}), 4);
  EXPECT_EQ(peak_factor({.daily_users = 10}), 3);
}

// Machines that answer users are taken to work at 60%, or the hours that are given: 6 of 24.
TEST(Load, UseIsThatOfTheHoursGiven) {
  EXPECT_DOUBLE_EQ(usual_use({}), 0.6);
  EXPECT_DOUBLE_EQ(usual_use({.hours_per_day = 6}), 0.25);
  EXPECT_DOUBLE_EQ(usual_use({.requests_per_minute = 10, .hours_per_day = 6}), 0.25);
  EXPECT_DOUBLE_EQ(usual_use({.requests_per_minute = 10, .peak_factor = 4}), 0.25);
}

TEST(Load, DailyUsersAreEstimatedAsTheirRate) {
  Scenario people, rate;
  people.model.id = rate.model.id = "llama-3.1-8b";
  people.serve.daily_users = 14400;
  rate.serve.requests_per_minute = 111;
  const Result<Estimate> of_people = estimate(people, test::catalog()), at_rate = estimate(rate, test::catalog());
  ASSERT_TRUE(of_people.ok() && at_rate.ok());
  EXPECT_EQ(of_people->speed.tpot_ms, at_rate->speed.tpot_ms);
  EXPECT_EQ(of_people->question.serve.requests_per_user_day, 3.7);
  EXPECT_EQ(of_people->question.serve.peak_factor, 3);
  const Result<Estimate> again =
      estimate(scenario_of(of_people->question), test::catalog());  // the echo may be asked again
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->speed.tpot_ms, of_people->speed.tpot_ms);
}

std::vector<std::string> paths(const ServeChoice& serve) {
  Scenario s;
  s.serve = serve;
  std::vector<std::string> out;
  for (const Problem& p : validate(s)) out.push_back(p.path);
  return out;
}

// An echo holds the rate beside the users it follows from; another rate is refused.
TEST(Load, WhatFollowsMayStandBesideIt) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve = {.requests_per_minute = 111, .daily_users = 14400};
  EXPECT_TRUE(estimate(s, test::catalog()).ok());
  s.serve.requests_per_minute = 3;
  const Result<Estimate> other = estimate(s, test::catalog());
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.problems().front().path, "/serve/requests_per_minute");
}

TEST(Load, ContradictionsAreRefused) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(paths({.concurrency = 3, .daily_users = 5}), Paths{"/serve/daily_users"});
  EXPECT_EQ(paths({.daily_users = 5, .tokens_per_day = 5}), Paths{"/serve/tokens_per_day"});
  EXPECT_EQ(paths({.requests_per_minute = 3, .total_requests = 5}), Paths{"/serve/total_requests"});
  EXPECT_EQ(paths({.total_tokens = 5, .total_audio_h = 5}), Paths{"/serve/total_audio_h"});
  EXPECT_EQ(paths({.done_within_h = 5}), Paths{"/serve/done_within_h"});
  EXPECT_EQ(paths({.concurrency = 3, .total_tokens = 5, .done_within_h = 5}), Paths{});
  EXPECT_EQ(paths({.requests_per_user_day = 3}), Paths{"/serve/daily_users"});
  EXPECT_EQ(paths({.peak_factor = 3}), Paths{"/serve/requests_per_minute"});
  EXPECT_EQ(paths({.requests_per_minute = 3, .peak_factor = 3, .min_replicas = 2}), Paths{});
}

}  // namespace
}  // namespace ridgepoint
