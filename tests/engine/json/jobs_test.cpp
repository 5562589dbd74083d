// Work that ends and work that comes at a rate, of each task, over the shipped catalog: time and money by arithmetic.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/ask/ask.h"
#include "engine/choose/fleet.h"
#include "engine/choose/recommend.h"
#include "engine/choose/sizing.h"
#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario asked(const char* model, const char* accelerator, const ServeChoice& serve) {
  Scenario s;
  s.model.id = model;
  s.hardware.accelerator = accelerator;
  s.serve = serve;
  return s;
}

Estimate answered(const Scenario& s) {
  Result<Estimate> e = answer(s, shipped(), {});
  if (!e) ADD_FAILURE() << e.problems().front().message;
  return std::move(e).value();
}

TEST(Jobs, MoreThanIsAnsweredFallsBehindWhateverTheModel) {
  for (const char* model : {"flux.1-dev", "whisper-large-v3", "bge-m3", "llama-3.1-8b"}) {
    Scenario s = asked(model, "h100-sxm5-80gb", {});
    s.hardware.count = 2;
    s.serve.requests_per_minute = 1;
    const double most = *highest_rate(answered(s)) * 60;
    s.serve.requests_per_minute = most * 0.7;
    EXPECT_NE(answered(s).answer.status, "behind") << model;
    s.serve.requests_per_minute = most * 1.5;
    const Estimate e = answered(s);
    EXPECT_EQ(e.answer.status, "behind") << model;
    EXPECT_NE(e.answer.text.find(" falls behind: at most "), std::string::npos) << e.answer.text;
    EXPECT_EQ(e.answer.short_text.rfind("Falls behind", 0), 0u) << e.answer.short_text;
    EXPECT_TRUE(std::any_of(e.warnings.begin(), e.warnings.end(), [](const Warning& w) {
      return w.code == "saturated";
    })) << model;
  }
}

TEST(Jobs, ADeadlineThatIsMissedIsSaidOfEachTask) {
  for (const auto& [model, serve] :
       std::vector<std::pair<const char*, ServeChoice>>{{"bge-m3", {.total_tokens = 1e12}},
                                                        {"whisper-large-v3", {.total_audio_h = 1000}},
                                                        {"flux.1-dev", {.total_requests = 1e5}},
                                                        {"llama-3.1-8b", {.total_requests = 1e7}}}) {
    Scenario s = asked(model, "l40s", serve);
    s.hardware.count = 1;
    s.serve.done_within_h = 1;
    const Estimate e = answered(s);
    EXPECT_EQ(e.answer.status, "misses") << model;
    const auto said =
        std::find_if(e.warnings.begin(), e.warnings.end(), [](const Warning& w) { return w.code == "beyond_limits"; });
    ASSERT_NE(said, e.warnings.end()) << model;
    EXPECT_NE(said->message.find("60 min allowed"), std::string::npos) << said->message;
  }
}

// One NVIDIA L4 alone writes down a window of 30 s at a time; at a rate it works on several.
TEST(Jobs, SpeechAtARateIsWorkedOnTogether) {
  Scenario s = asked("whisper-large-v3", "l4", {});
  s.hardware.count = 1;
  EXPECT_EQ(*answered(s).speed.batch, 1);
  s.serve.requests_per_minute = 60;
  const Estimate e = answered(s);
  EXPECT_EQ(*e.speed.batch, 32);
  EXPECT_LT(*e.speed.batch_ms, 30e3);  // no slower than it is spoken
}

// 3,600 a minute are more than four fifths of what the most cards of a machine answer, and less than all of it.
TEST(Jobs, WithoutRoomForBurstsTheRateIsStillAnswered) {
  Scenario s = asked("llama-3.1-8b", "rtx-4090", {.requests_per_minute = 3600});
  EXPECT_EQ(answered(s).question.gpus, 8);
}

TEST(Jobs, WhatIsEnoughIsSaidInWhatIsCounted) {
  const auto said = [](const char* accelerator, const char* instance, double requests) {
    Scenario s = asked("llama-3.1-70b", accelerator, {});
    s.hardware.instance = *instance ? std::optional<std::string>(instance) : std::nullopt;
    if (requests > 0) s.serve.requests_per_minute = requests;
    for (const Assumed& a : answered(s).taken)
      if (a.path == "/hardware/count") return a.text;
    return std::string();
  };
  EXPECT_EQ(said("h100-sxm5-80gb", "", 0), "3 accelerators are enough, the fewest.");
  EXPECT_EQ(said("h100-sxm5-80gb", "", 4000), "24 accelerators are enough, the fewest in whole machines.");
  EXPECT_EQ(said("", "aws-p5.48xlarge", 0), "1 machine is enough.");
  EXPECT_EQ(said("", "aws-p5.48xlarge", 4000), "3 machines are enough.");
}

TEST(Jobs, HoursOfAudioTakeDaysAndDollars) {
  Scenario s = asked("whisper-large-v3", "l4", {.total_audio_h = 10000});
  s.hardware.count = 1;
  const Estimate e = answered(s);
  EXPECT_DOUBLE_EQ(*e.question.serve.total_requests, 1.2e6);
  EXPECT_NEAR(*e.speed.days, 10000 / *e.speed.audio_s_per_s / 24, 1e-9);
  EXPECT_NEAR(*e.cost.gpu_hours, *e.speed.days * 24, 1e-9);
  EXPECT_NEAR(*e.cost.usd_per_run, (*e.speed.days * 24 + 0.5) * *e.cost.rent_usd_gpu_h, 1e-6);
  EXPECT_NEAR(*e.cost.energy_kwh, *e.cost.power_w / 1000 * *e.speed.days * 24, 1e-6);
  EXPECT_NE(e.answer.text.find("for 10,000 hours of audio"), std::string::npos) << e.answer.text;
}

TEST(Jobs, DocumentsImagesAndTokensToo) {
  const std::pair<const char*, ServeChoice> kJobs[] = {{"bge-m3", {.input_tokens = 500, .total_requests = 5e7}},
                                                       {"bge-m3", {.input_tokens = 500, .total_tokens = 2.5e10}},
                                                       {"flux.1-dev", {.total_requests = 1e5}},
                                                       {"llama-3.1-8b", {.total_tokens = 700e6}}};
  for (const auto& [model, serve] : kJobs) {
    const Estimate e = answered(asked(model, "l40s", serve));
    const double requests = model == std::string("llama-3.1-8b") ? 1e6 : model == std::string("bge-m3") ? 5e7 : 1e5;
    EXPECT_NEAR(*e.speed.days * 86400 * *e.speed.requests_per_s, requests, 1e-6 * requests) << model;
    EXPECT_TRUE(e.cost.usd_per_run) << model;
    const auto ranges = std::count_if(e.speed.ranges.begin(), e.speed.ranges.end(), [](const FigureRange& range) {
      return range.figure == "days" || range.figure == "usd_per_run";
    });
    EXPECT_EQ(ranges, 2) << model;
  }
}

TEST(Jobs, ADeadlineSizesTheFleet) {
  const Scenario s = asked("whisper-large-v3", "l4", {.total_audio_h = 10000, .done_within_h = 24});
  Scenario one_less = scenario_of(sized(parts_of(s, shipped()), shipped()));
  EXPECT_LE(*answered(s).speed.days, 1);
  ASSERT_GT(*one_less.hardware.count, 1);
  --*one_less.hardware.count;
  const Estimate late = answered(one_less);
  EXPECT_GT(*late.speed.days, 1);
  EXPECT_EQ(late.answer.status, "misses");
}

TEST(Jobs, AHostIsPaidForAllTokens) {
  Scenario s = asked("llama-3.1-8b", "l40s", {.total_requests = 1e6});
  s.serve.purpose = RequestPurpose::general;
  s.cost.mode = CostMode::api;
  const Estimate e = answered(s);
  EXPECT_NEAR(*e.cost.usd_per_run, 2048 * *e.cost.usd_per_1m_input_tokens + 512 * *e.cost.usd_per_1m_output_tokens,
              1e-6);
}

TEST(Jobs, ALimitOfMoneyIsOfAllOfIt) {
  Scenario s = asked("whisper-large-v3", "l4", {.total_audio_h = 10000});
  s.constraints.max_usd_total = *answered(s).cost.usd_per_run * 1.01;
  EXPECT_EQ(answered(s).answer.status, "fits");
  s.constraints.max_usd_total = *s.constraints.max_usd_total * 0.9;
  EXPECT_EQ(answered(s).answer.status, "misses");
}

TEST(Jobs, HardwareIsChosenByTheMoneyOfTheJob) {
  Scenario s = asked("whisper-large-v3", "l4", {.total_audio_h = 10000, .done_within_h = 48});
  const Result<Recommendations> found = recommend(s, shipped());
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found->recommendations.empty());
  const Recommendation& first = found->recommendations.front();
  EXPECT_LE(*first.speed.days, 2);
  for (const Recommendation& r : found->recommendations) {
    const bool alike = r.cost.option == first.cost.option;
    EXPECT_TRUE(!alike || *r.cost.usd_per_run >= *first.cost.usd_per_run * (1 - 1e-9));
  }
}

TEST(Jobs, TokensAndAudioOfADayAreARate) {
  const Estimate tokens = answered(asked("bge-m3", "l4", {.input_tokens = 500, .tokens_per_day = 5e8}));
  EXPECT_NEAR(*tokens.question.serve.requests_per_minute, 2083.33, 0.01);
  const Estimate audio = answered(asked("whisper-large-v3", "l4", {.audio_h_per_day = 1000}));
  EXPECT_NEAR(*audio.question.serve.requests_per_minute, 250, 1e-9);
  EXPECT_GE(*audio.speed.requests_per_s * 60 * 0.8, 250);
}

// 20,000 people with 3.7 requests a day, three times as many at the busiest time: 154.2 a minute, 51.4 in the mean.
TEST(Jobs, TheMeanIsPricedBesideTheBusiestTime) {
  Scenario s = asked("llama-3.1-70b", "h100-sxm5-80gb", {.daily_users = 20000});
  s.hardware.count = 8;
  const Estimate e = answered(s);
  EXPECT_NEAR(*e.question.serve.requests_per_minute, 20000 * 3.7 / 1440 * 3, 1e-9);
  const std::optional<Fleet> f = fleet(e);
  ASSERT_TRUE(f);
  EXPECT_EQ(e.answer.text.find("That is for the peak; the average needs") != std::string::npos,
            f->base_usd_per_h.has_value());
  s.serve.daily_users = 2e6;
  EXPECT_NE(answered(s).answer.text.find("That is for the peak; the average needs "), std::string::npos);
}

TEST(Jobs, OnlyModelsThatListenCountAudio) {
  const Result<Estimate> e = answer(asked("llama-3.1-8b", "l4", {.total_audio_h = 10}), shipped(), {});
  ASSERT_FALSE(e.ok());
  EXPECT_EQ(e.problems().front().path, "/serve/total_audio_h");
}

// Two cards hold 32 x 2,560 tokens x 128 KiB = 10 GiB of cache beside the weights, one of 12 GB does not.
TEST(Jobs, WhatManyUsersTakeStandsBesideWhatOneDoes) {
  Scenario s = asked("llama-3.1-8b", "rtx-3060-12gb", {});
  s.serve.purpose = RequestPurpose::general;
  const std::string text = answered(s).answer.text;
  EXPECT_NE(text.find("for 1 user fits on 1 ×"), std::string::npos) << text;
  EXPECT_NE(text.find("32 at once need 2,"), std::string::npos) << text;
  s.serve.concurrency = 1;  // who says how many is told of no others
  EXPECT_EQ(answered(s).answer.text.find("at once"), std::string::npos);
}

}  // namespace
}  // namespace ridgepoint
