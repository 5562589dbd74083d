// What use costs and what redundancy takes, with the catalog as it is shipped.
#include <gtest/gtest.h>

#include "engine/base/lists.h"
#include "engine/choose/recommend.h"
#include "engine/tell/answer.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

Scenario at_home(const char* accelerator, double requests_a_day) {
  Scenario s;
  s.model.id = "qwen3-32b";
  s.precision.weights = "gguf-q4_k_m";
  s.hardware.accelerator = accelerator;
  s.hardware.count = 1;
  s.serve.engine = "llama.cpp";
  s.serve.input_tokens = 512;
  s.serve.output_tokens = 256;
  s.serve.max_context = 8192;
  s.serve.daily_users = 1;
  s.serve.requests_per_user_day = requests_a_day;
  s.cost.mode = CostMode::buy;
  s.cost.location = Location::home;
  s.cost.host = HostMachine::existing;
  return s;
}

double kwh_a_year(const Scenario& s) { return answer(s, shipped())->cost.power->energy_kwh_year; }

// One request a day leaves a machine at rest: an RTX 3090 of 27 W and 40 W beside it, by a supply of 90%, take 74 W,
// 652 kWh in 8,760 hours. A Mac whose package takes 1.1 x its limit takes 6% of that.
TEST(Use, OneRequestADayIsPaidByTheIdleMachine) {
  EXPECT_NEAR(kwh_a_year(at_home("rtx-3090", 1)), (27 + 40) / 0.9 * 8.76, 2);
  const double mac = in_watts(*find_accelerator(shipped(), "apple-m3-ultra")->power);
  EXPECT_NEAR(kwh_a_year(at_home("apple-m3-ultra", 1)), 0.06 * 1.1 * mac * 8.76, 2);
}

TEST(Use, MoreRequestsTakeMoreEnergy) {
  for (const char* device : {"rtx-3090", "rx-7900-xtx", "apple-m3-ultra"}) {
    double before = 0;
    for (const double requests : {1.0, 100.0, 1000.0, 2000.0}) {
      const double kwh = kwh_a_year(at_home(device, requests));
      EXPECT_GT(kwh, before) << device << " " << requests;
      before = kwh;
    }
    // Half an answer a minute keeps it busy for hours.
    EXPECT_GT(before, 1.3 * kwh_a_year(at_home(device, 1))) << device;
  }
}

// A figure of one's own stands above what is known of such machines.
TEST(Use, AnIdleDrawOfOnesOwnIsTaken) {
  Scenario s = at_home("rtx-3090", 1);
  s.cost.idle_fraction = 0.35;
  // 35% of (350 + 200) / 0.9 W.
  EXPECT_NEAR(kwh_a_year(s), 0.35 * 550 / 0.9 * 8.76, 3);
}

// Two copies of a model that fits on one card take two cards, not two halves of a copy: each answers alone when the
// other is away.
TEST(Use, ReplicasAskedForAreCopies) {
  for (const char* device : {"l4", "l40s", "h100-sxm5-80gb"}) {
    Scenario s;
    s.model.id = "llama-3.1-8b";
    s.hardware.accelerator = device;
    s.hardware.count = 2;
    s.serve.daily_users = 500;
    s.serve.min_replicas = 2;
    EXPECT_EQ(answer(s, shipped())->speed.layout.data, 2) << device;
    EXPECT_EQ(answer(s, shipped())->speed.layout.tensor, 1) << device;
  }
}

TEST(Use, TwoReplicasOfASmallModelAreCheap) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.serve.input_tokens = 1000;
  s.serve.output_tokens = 300;
  s.serve.daily_users = 500;
  s.serve.min_replicas = 2;
  s.cost.mode = CostMode::rent;
  const Result<Recommendations> found = recommend(s, shipped());
  ASSERT_FALSE(found->recommendations.empty());
  // Two L4 cost US$1.41 an hour.
  EXPECT_LE(*found->recommendations.front().cost.usd_per_h, 1.42);
}

Scenario images(const char* model, double budget) {
  Scenario s;
  s.model.id = model;
  s.serve.batch = 1;
  s.cost.mode = CostMode::buy;
  s.cost.location = Location::home;
  s.cost.host = HostMachine::existing;
  s.constraints.max_purchase_usd = budget;
  return s;
}

// A processor that takes hours for an image, or longer than the speech that it writes down, is no hardware for it.
TEST(Use, WhoeverWaitsForAnImageWaitsTwoMinutes) {
  for (const char* model : {"flux.2-dev", "flux.1-dev", "sdxl-base"}) {
    const Recommendations found = recommend(images(model, 4000), shipped()).value();
    for (const Recommendation& r : found.recommendations)
      EXPECT_GE(*r.speed.requests_per_s, r.hardware.count / 120.0) << model << " on " << r.hardware.accelerator;
  }
  Scenario speech = images("whisper-large-v3", 4000);
  speech.serve.audio_s = 600;
  const Result<Recommendations> found = recommend(speech, shipped());
  ASSERT_FALSE(found->recommendations.empty());
  for (const Recommendation& r : found->recommendations)
    EXPECT_GE(*r.speed.requests_per_s * 600, 1) << r.hardware.accelerator;
  // A limit of one's own stands in its place.
  Scenario patient = images("flux.2-dev", 4000);
  patient.precision.weights = "fp8";
  patient.constraints.max_request_s = 600;
  EXPECT_FALSE(recommend(patient, shipped())->recommendations.empty());
}

// For an existing PC one card that does it stands before two that cost much the same a month.
TEST(Use, OneCardIsTheDefaultInAPcThatIsThere) {
  EXPECT_EQ(recommend(images("sdxl-base", 600), shipped())->recommendations.front().hardware.count, 1);
  for (const double budget : {700.0, 900.0, 1500.0, 3000.0}) {
    Scenario chat = at_home("rtx-3090", 100);
    chat.constraints.max_purchase_usd = budget;
    const Recommendations found = recommend(chat, shipped()).value();
    ASSERT_FALSE(found.recommendations.empty()) << budget;
    const Recommendation& first = found.recommendations.front();
    for (const Recommendation& r : found.recommendations) {
      const bool simpler = r.hardware.count < first.hardware.count;
      EXPECT_TRUE(!simpler || *r.cost.usd_per_h > *first.cost.usd_per_h) << budget << " " << r.hardware.accelerator;
    }
  }
}

// What is rented for much the same money an hour: the fewest stand first, and of as many the fastest.
TEST(Use, OfMuchTheSameRentTheFastestStandsFirst) {
  for (const double rate : {60.0, 300.0, 2000.0}) {
    Scenario service;
    service.model.id = "gpt-oss-120b";
    service.serve.requests_per_minute = rate;
    service.cost.mode = CostMode::rent;
    const Recommendations found = recommend(service, shipped()).value();
    ASSERT_GT(found.recommendations.size(), 2U);
    const Recommendation& first = found.recommendations.front();
    for (const Recommendation& r : found.recommendations) {
      if (r.hardware.count != first.hardware.count || *r.cost.usd_per_h > 1.02 * *first.cost.usd_per_h) continue;
      EXPECT_GE(*r.speed.tpot_ms, *first.speed.tpot_ms) << rate << " " << r.hardware.accelerator;
    }
  }
}

const Pick* pick_of(const Recommendations& found, Way way) {
  return find_where(found.picks, [&](const Pick& pick) { return pick.way == way; });
}

// What a budget buys when it is spent: nothing above it, none faster than the fastest, and none with more memory than
// the most. Where the model is too slow on all that it buys, the memory is told of.
TEST(Use, ABudgetIsSpent) {
  Scenario s;
  s.model.id = "qwen3-32b";
  s.cost.mode = CostMode::buy;
  for (const double budget : {2000.0, 8000.0, 30000.0}) {
    s.constraints.max_purchase_usd = budget;
    const Recommendations found = recommend(s, shipped()).value();
    const Pick *fastest = pick_of(found, Way::fastest), *memory = pick_of(found, Way::most_memory);
    EXPECT_EQ(fastest != nullptr, !found.recommendations.empty()) << budget;
    ASSERT_TRUE(memory && pick_of(found, Way::most_models)) << budget;
    for (const Pick& pick : found.picks) EXPECT_LE(pick.purchase_usd.value_or(0), budget) << pick.text;
    const auto gb = [&](const std::string& id, int count) {
      return count * in_gigabytes(usable_memory(*find_accelerator(shipped(), id)));
    };
    for (const Recommendation& r : found.recommendations) {
      EXPECT_GE(gb(memory->accelerator, memory->count), gb(r.hardware.accelerator, r.hardware.count)) << budget;
      s.hardware.accelerator = fastest->accelerator;
      s.hardware.count = fastest->count;
      const Result<Estimate> quick = estimate(s, shipped());
      EXPECT_LE(*quick->speed.tpot_ms, *r.speed.tpot_ms * 1.5) << budget << " " << r.hardware.accelerator;
    }
    s.hardware = {};
  }
}

// Two cards hold it for 32 users in 4 bits alone.
TEST(Use, ABudgetIsSpentInTheFormatThatFits) {
  Scenario s;
  s.model.id = "qwen3-32b";
  s.serve.purpose = RequestPurpose::general;
  s.serve.concurrency = 32;
  s.cost.mode = CostMode::buy;
  s.constraints.max_purchase_usd = 8000;
  const Recommendations found = recommend(s, shipped()).value();
  ASSERT_FALSE(found.recommendations.empty());
  EXPECT_TRUE(pick_of(found, Way::fastest));
}

TEST(Use, NoBudgetIsSpentThatNobodyNames) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.cost.mode = CostMode::buy;
  EXPECT_FALSE(pick_of(recommend(s, shipped()).value(), Way::most_memory));
  s.cost.mode = CostMode::own;  // nothing is bought
  s.constraints.max_purchase_usd = 8000;
  EXPECT_FALSE(pick_of(recommend(s, shipped()).value(), Way::most_memory));
}

bool measured_by_the_month(const std::string& model) { return model.find("sdxl") && model.find("whisper"); }

// All ways to have it are in one measure, and none is cheaper than the cheapest.
TEST(Use, TheCheapestIsTheCheapest) {
  for (const CostMode mode : {CostMode::rent, CostMode::buy, CostMode::compare})
    for (const char* model : {"llama-3.1-8b", "gpt-oss-120b", "sdxl-base", "whisper-large-v3"}) {
      Scenario s;
      s.model.id = model;
      s.cost.mode = mode;
      const std::vector<Pick> picks = recommend(s, shipped())->picks;
      ASSERT_FALSE(picks.empty()) << model;
      EXPECT_EQ(picks.front().way, Way::cheapest);
      for (const Pick& pick : picks) {
        EXPECT_FALSE(mode == CostMode::buy && pick.way == Way::to_buy) << pick.text;
        if (pick.way == Way::to_buy || pick.way == Way::api || !measured_by_the_month(model)) continue;
        EXPECT_LE(*picks.front().usd_per_month, *pick.usd_per_month * (1 + 1e-9)) << pick.text;
      }
    }
}

// A card of 350 W in a PC that is there takes 0.8 of what the machine draws at the most; the night costs as much by its
// meter, and nothing else is paid.
TEST(Use, MachinesThatAreThereCostTheirElectricity) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.accelerator = "rtx-3090";
  s.hardware.count = 1;
  s.precision.weights = "awq-int4";
  s.cost.mode = CostMode::own;
  s.cost.electricity_usd_kwh = 0.3;
  const Estimate e = answer(s, shipped(), {}).value();
  EXPECT_EQ(e.cost.purchase_usd, 0);
  EXPECT_FALSE(e.cost.rent_usd_gpu_h);
  ASSERT_EQ(e.cost.options.size(), 1u);
  for (const LineUsd& line : e.cost.lines) EXPECT_TRUE(line.usd == 0 || line.id == "electricity") << line.id;
  EXPECT_NEAR(*e.cost.energy_usd, *e.cost.energy_kwh * 0.3, 1e-12);  // at home no building cools
  EXPECT_NE(e.answer.text.find(" an hour to run"), std::string::npos) << e.answer.text;
  s.cost.mode = CostMode::buy;
  EXPECT_GT(*answer(s, shipped(), {})->cost.usd_per_h, *e.cost.usd_per_h);
}

}  // namespace
}  // namespace ridgepoint
