// People a day as requests at the busiest time.
#include "engine/ask/load.h"

#include <gtest/gtest.h>

#include "engine/ask/scenario.h"
#include "engine/estimate/estimate.h"
#include "engine/estimate/make_estimate.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

// 14,400 users x 5 requests / 1,440 minutes x 2 = 100 a minute.
TEST(Load, UsersOfADayComeAtTheBusiestTime) {
  ServeChoice serve{.daily_users = 14400, .requests_per_user_day = 5, .peak_factor = 2};
  EXPECT_DOUBLE_EQ(peak_requests_per_minute(serve), 100);
  // 14,400 x 3.7 / 1,440 x 3 = 111.
  serve.requests_per_user_day.reset();
  serve.peak_factor.reset();
  EXPECT_DOUBLE_EQ(peak_requests_per_minute(serve), 111);
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
  EXPECT_EQ(of_people->scenario.serve.requests_per_user_day, 3.7);
  EXPECT_EQ(of_people->scenario.serve.peak_factor, 3);
  const Result<Estimate> again = estimate(of_people->scenario, test::catalog());  // the echo may be asked again
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

TEST(Load, ContradictionsAreRefused) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(paths({.concurrency = 3, .daily_users = 5}), Paths{"/serve/daily_users"});
  EXPECT_EQ(paths({.requests_per_minute = 3, .daily_users = 5}), Paths{"/serve/requests_per_minute"});
  EXPECT_EQ(paths({.requests_per_user_day = 3}), Paths{"/serve/daily_users"});
  EXPECT_EQ(paths({.peak_factor = 3}), Paths{"/serve/requests_per_minute"});
  EXPECT_EQ(paths({.requests_per_minute = 3, .peak_factor = 3, .min_replicas = 2}), Paths{});
}

}  // namespace
}  // namespace ridgepoint
