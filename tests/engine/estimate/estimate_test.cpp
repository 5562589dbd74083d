#include "engine/estimate/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/choose/make_estimate.h"
#include "engine/estimate/parts.h"
#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"

namespace ridgepoint {
namespace {

Scenario serving_8b() {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 1;
  s.serve.concurrency = 8;
  return s;
}

Scenario training_8b() {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 64;
  return s;
}

Estimate estimated(const Scenario& s) {
  const Result<Estimate> e = estimate(s, test::catalog());
  EXPECT_TRUE(e.ok()) << (e.ok() ? "" : e.problems()[0].message);
  return *e;
}

TEST(Estimate, MemoryLinesAddUpExactly) {
  for (const Scenario& s : {serving_8b(), training_8b()}) {
    const Estimate e = estimated(s);
    double sum = 0;
    for (const LineGb& line : e.memory.lines) sum += line.gb;
    EXPECT_EQ(sum, e.memory.per_gpu_gb);
  }
}

TEST(Estimate, KindsAndBoundsAreTheLinesAddedUpOncePerWord) {
  for (const Scenario& s : {serving_8b(), training_8b()}) {
    const Estimate e = estimated(s);
    double bytes = 0, time = 0, kinds = 0, bounds = 0;
    for (const LineGb& line : e.memory.lines) bytes += line.gb;
    for (const LineGb& kind : e.memory.kinds) kinds += kind.gb;
    for (const LineSeconds& line : e.speed.time_lines) time += line.s;
    for (const LineSeconds& bound : e.speed.bounds) bounds += bound.s;
    EXPECT_NEAR(kinds, bytes, bytes * 1e-12);
    EXPECT_NEAR(bounds, time, time * 1e-12);
    for (std::size_t i = 1; i < e.memory.kinds.size(); ++i) EXPECT_NE(e.memory.kinds[i].id, e.memory.kinds[0].id);
    EXPECT_LE(e.speed.bounds.size(), 4u);  // memory, compute, communication, host
  }
}

TEST(Estimate, RequestsInFlightFollowFromTheirRate) {
  Scenario s = serving_8b();
  s.serve.purpose = RequestPurpose::general;
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 30;
  const Estimate e = estimated(s);
  // Little: in flight = rate x (TTFT + 511 TPOT)
  const double answer_s = (*e.speed.ttft_ms + 511 * *e.speed.tpot_ms) / 1000;
  EXPECT_NEAR(e.basis.plan.concurrency, 30.0 / 60 * answer_s, 0.01 * e.basis.plan.concurrency);
  EXPECT_NEAR(*e.speed.requests_per_s, 0.5, 0.005);
  EXPECT_FALSE(e.basis.serving.saturated);
}

TEST(Estimate, MoreRequestsThanAreAnsweredSaturate) {
  Scenario s = serving_8b();
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e6;
  const Estimate e = estimated(s);
  EXPECT_TRUE(e.basis.serving.saturated);
  EXPECT_EQ(*e.speed.max_requests_per_s, *e.speed.requests_per_s);
  EXPECT_LT(*e.speed.requests_per_s * 60, 1e6);
  s.serve.requests_per_minute.reset();
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(*e.speed.requests_per_s, *estimated(s).speed.requests_per_s);  // as many as fit
}

TEST(Estimate, TokensASecondAreOffByAsMuchAsTheTimesTheyFollowFrom) {
  Catalog c = test::catalog();
  c.calibration.errors = {{.figure = "ttft", .rows = 100, .p90 = 1},
                          {.figure = "tpot", .rows = 100, .p90 = 0.5},
                          {.figure = "output_tokens_per_s", .rows = 100, .p90 = 4}};
  const Estimate e = *estimate(serving_8b(), c);
  const auto range = [&](const char* figure) { return *range_of(e, figure); };
  // Nearly all of the time are tokens after the first: a little beyond a half up and down, far from fivefold.
  const auto r = range("tokens_per_s");
  EXPECT_GT(r.high / *e.speed.tokens_per_s, 1.4);
  EXPECT_LT(r.high / *e.speed.tokens_per_s, 1.55);
  EXPECT_NEAR(r.high * r.low, *e.speed.tokens_per_s * *e.speed.tokens_per_s, 1e-6 * r.high * r.low);
  Scenario most = serving_8b();
  most.serve.concurrency = std::numeric_limits<double>::infinity();
  const Estimate filled = *estimate(most, c);
  const auto widest = *range_of(filled, "tokens_per_s");
  EXPECT_NEAR(widest.high / *filled.speed.tokens_per_s, 5, 1e-9);  // of maxima themselves
  Scenario rate = serving_8b();
  rate.serve.concurrency.reset();
  rate.serve.requests_per_minute = 6;
  const Estimate kept_up = *estimate(rate, c);
  for (const auto& known : kept_up.speed.ranges) EXPECT_NE(known.figure, "tokens_per_s");  // as many as come
}

TEST(Estimate, UsersBeyondTheCacheWaitForTheirPlace) {
  Scenario s = serving_8b();
  s.serve.purpose = RequestPurpose::general;
  s.serve.concurrency = 2000;
  const Estimate e = estimated(s);
  EXPECT_EQ(e.memory.fit, Fit::no);
  // Little's law over all 2,000: rate x (TTFT + 511 TPOT), of which the cache holds the mean lengths of the most
  // that fit.
  EXPECT_NEAR(*e.speed.requests_per_s * (*e.speed.ttft_ms + 511 * *e.speed.tpot_ms) / 1000, 2000, 1e-6);
  const double fit = *with_limits(e).max_concurrency_mean;
  EXPECT_EQ(e.basis.serving.in_flight, fit);
  EXPECT_LT(*e.speed.queue_ms, *e.speed.ttft_ms);
  s.serve.concurrency = fit;
  EXPECT_EQ(*estimated(s).speed.tpot_ms, *e.speed.tpot_ms);
  EXPECT_FALSE(estimated(s).speed.queue_ms);
}

TEST(Estimate, TheEnginesLimitOfSequencesMakesTheRestWait) {
  Scenario s = serving_8b();
  s.serve.concurrency = 100;
  s.serve.max_sequences = 16;
  const Estimate e = estimated(s);
  EXPECT_EQ(e.basis.serving.in_flight, 16);
  // 84 wait for the rate at which 16 are answered: Little's law.
  EXPECT_NEAR(*e.speed.queue_ms / 1000, 84 / *e.speed.requests_per_s, 1e-9);
  s.serve.max_sequences.reset();
  s.serve.concurrency = 16;
  const Estimate alone = estimated(s);
  EXPECT_EQ(*alone.speed.tpot_ms, *e.speed.tpot_ms);
  EXPECT_EQ(alone.memory.per_gpu_gb, e.memory.per_gpu_gb);  // no more than 16 take cache
  s.serve.max_sequences = 16;
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  EXPECT_EQ(*estimated(s).speed.concurrency, 16);
  s.serve.concurrency.reset();
  s.serve.requests_per_minute = 1e6;
  EXPECT_DOUBLE_EQ(*estimated(s).speed.max_requests_per_s, *alone.speed.requests_per_s);
}

TEST(Estimate, SpeculationTakesMemoryAndSavesTime) {
  Scenario s = serving_8b();
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 4;
  s.parallel.tensor = 4;
  const Estimate plain = estimated(s);
  EXPECT_FALSE(plain.speed.speculation);
  s.serve.speculative = SpeculativeChoice{.draft = "llama-3.1-8b", .tokens = 4, .acceptance = 0.8};
  const Estimate e = estimated(s);
  ASSERT_TRUE(e.speed.speculation);
  // 1 + 0.8 + 0.64 + 0.512 + 0.4096
  EXPECT_NEAR(e.speed.speculation->tokens_per_step, 3.3616, 1e-9);
  EXPECT_NEAR(e.speed.speculation->speedup, *plain.speed.tpot_ms / *e.speed.tpot_ms, 1e-9);
  EXPECT_GT(e.speed.speculation->speedup, 1);
  EXPECT_GT(*e.speed.speculation->pays_up_to, 8);
  // The draft's 8.03e9 parameters on four ranks: 16.06 GB / 4 of matrices, the small rest on each.
  EXPECT_NEAR(e.memory.per_gpu_gb - plain.memory.per_gpu_gb, 16.06 / 4, 1);
  EXPECT_LT(*with_limits(e).max_concurrency, *with_limits(plain).max_concurrency);
}

TEST(Estimate, PrefillAndDecodeApart) {
  Scenario s = serving_8b();
  s.serve.purpose = RequestPurpose::general;
  s.hardware.count = 8;
  s.parallel.tensor = 1;
  s.serve.concurrency = 256;
  const Estimate both = estimated(s);
  s.serve.disaggregated = true;
  const Estimate e = estimated(s);
  ASSERT_TRUE(e.speed.disaggregation);
  EXPECT_EQ(e.speed.disaggregation->prefill_replicas + e.speed.disaggregation->decode_replicas, 8);
  EXPECT_LT(*e.speed.tpot_ms, *both.speed.tpot_ms);  // no prompt comes between
  // Little: rate x (TTFT + 511 TPOT)
  EXPECT_NEAR(*e.speed.requests_per_s * (*e.speed.ttft_ms + 511 * *e.speed.tpot_ms) / 1000, 256, 2.56);
  EXPECT_NEAR(*e.cost.prefill_share, e.speed.disaggregation->prefill_replicas / 8.0, 1e-12);
  s.serve.prefill_replicas = 6;
  EXPECT_EQ(estimated(s).speed.disaggregation->decode_replicas, 2);
  EXPECT_LT(*estimated(s).speed.requests_per_s, *e.speed.requests_per_s);  // the split chosen answers most
  s.serve.prefill_replicas = 8;
  EXPECT_EQ(estimate(s, test::catalog()).problems()[0].path, "/serve/prefill_replicas");
  s.serve.prefill_replicas.reset();
  s.hardware.count = 1;
  s.serve.concurrency = 8;
  const Result<Estimate> alone = estimate(s, test::catalog());
  ASSERT_FALSE(alone.ok());
  EXPECT_EQ(alone.problems()[0].path, "/serve/disaggregated");
}

TEST(Estimate, SpeculationFillsInWhatIsLeftOpen) {
  Scenario s = serving_8b();
  s.serve.speculative = SpeculativeChoice{.tokens = 2};
  const Estimate e = estimated(s);
  EXPECT_EQ(e.speed.speculation->drafter, "ngram");  // the model has no prediction layers
  EXPECT_EQ(*e.question.serve.speculative.draft, "ngram");
  EXPECT_EQ(*e.question.serve.speculative.acceptance, 0.7);
  s.serve.speculative.draft = "mtp";
  EXPECT_EQ(*estimated(s).question.serve.speculative.acceptance, 0.8);
  s.serve.speculative.draft = "no-such-model";
  const Result<Estimate> wrong = estimate(s, test::catalog());
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.problems()[0].path, "/serve/speculative/draft");
}

TEST(Estimate, ANumberOfUsersIsAnsweredByTheLayoutThatAnswersSoonest) {
  Scenario s = serving_8b();
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 8;
  s.serve.concurrency = 32;
  const Estimate e = estimated(s);
  EXPECT_EQ(e.memory.fit, Fit::fits);
  for (const int tensor : {2, 4, 8}) {
    s.parallel.tensor = tensor;
    EXPECT_LE(*estimated(s).speed.requests_per_s, *e.speed.requests_per_s * (1 + 1e-9)) << tensor;
  }
  // Two accelerators hold the weights, and four copies are slower than fewer wider ones.
  EXPECT_GT(e.speed.layout.tensor, 2);
}

// Writing 1,024 tokens takes longer than reading as many; of 100,000 that are read for 10 the prompt is all.
TEST(Estimate, WhereThePromptTakesMostOfARequestItIsTheLimit) {
  Scenario s = serving_8b();
  s.serve.concurrency = 1;
  s.serve.input_tokens = 1024;
  s.serve.output_tokens = 1024;
  EXPECT_EQ(estimated(s).speed.bottleneck.text, "Memory bandwidth");
  s.serve.input_tokens = 100000;
  s.serve.output_tokens = 10;
  const Bottleneck limit = estimated(s).speed.bottleneck;
  EXPECT_EQ(limit.text, "Compute: prefill");
  EXPECT_GT(limit.share, 0.5);
  EXPECT_GT(limit.intensity, limit.ridge);
}

// What is left open is as fast as any layout that can be named.
TEST(Estimate, NoLayoutThatFitsAnswersMoreThanTheOneThatIsChosen) {
  Scenario s = serving_8b();
  s.model.id = "llama-3.1-70b";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 4;
  s.precision.weights = "nf4";
  s.serve.concurrency = 16;
  const Estimate chosen = estimated(s);
  EXPECT_EQ(chosen.basis.plan.why, "of the layouts that fit, the one that answers soonest");
  for (const int tensor : {1, 2, 4})
    for (const int pipeline : {1, 2, 4}) {
      if (4 % (tensor * pipeline) != 0) continue;
      s.parallel.tensor = tensor;
      s.parallel.pipeline = pipeline;
      const Estimate named = estimated(s);
      if (named.basis.plan.memory.total() > memory_budget(named.question)) continue;
      EXPECT_LE(*named.speed.tokens_per_s, *chosen.speed.tokens_per_s) << tensor << " x " << pipeline;
    }
}

// 32 layers of 10 ms each, launched while the work of far less is done.
TEST(Estimate, SomeEnginesLaunchEveryKernelOfAStep) {
  Catalog c = test::catalog();
  c.engines = {{.id = "one-by-one", .name = "One by one", .launches_each = true},
               {.id = "captured", .name = "Captured"}};
  c.calibration.efficiencies[0].prefill_layer = milliseconds(10);
  Scenario s = serving_8b();
  s.serve.concurrency = 1;
  s.serve.engine = "captured";
  const double captured = *estimate(s, c)->speed.tpot_ms;
  s.serve.engine = "one-by-one";
  const double launched = *estimate(s, c)->speed.tpot_ms;
  EXPECT_LT(captured, 20);
  EXPECT_GT(launched, 320);
  EXPECT_LT(launched, 322);
}

TEST(Estimate, SomeEnginesSpreadLayersUnlessTensorParallelIsAskedFor) {
  Catalog c = test::catalog();
  c.engines = {{.id = "layers", .name = "Layers", .splits_layers = true}};
  Scenario s = serving_8b();
  s.model.id = "llama-3.1-70b";
  s.hardware.count = 2;
  s.serve.engine = "layers";
  s.serve.concurrency = 1;
  const auto layout = [&] { return estimate(s, c)->speed.layout; };
  EXPECT_EQ(layout().pipeline, 2);
  EXPECT_EQ(layout().tensor, 1);
  EXPECT_EQ(estimate(s, c)->basis.plan.why,
            "layers over as few accelerators as hold them, as Layers does unless told otherwise");
  s.parallel.tensor = 2;
  EXPECT_EQ(layout().tensor, 2);
}

TEST(Estimate, DraftedTokensAreAsFarOffAsWhereTheyWereMeasured) {
  Catalog c = test::catalog();
  c.calibration.errors = {{.figure = "decode_single", .rows = 100, .p90 = 0.2},
                          {.figure = "drafted", .rows = 100, .p90 = 0.5}};
  Scenario s = serving_8b();
  s.serve.concurrency = 1;
  const SpeedResult plain = estimate(s, c)->speed;
  EXPECT_DOUBLE_EQ(plain.ranges.front().high / *plain.tpot_ms, 1.2);
  s.serve.speculative = {.tokens = 2};
  const SpeedResult drafted = estimate(s, c)->speed;
  EXPECT_DOUBLE_EQ(drafted.ranges.front().high / *drafted.tpot_ms, 1.5);
}

TEST(Estimate, TimeLinesAddUpToTheStep) {
  const Estimate serving = estimated(serving_8b());
  double sum = 0;
  for (const LineSeconds& line : serving.speed.time_lines) sum += line.s;
  EXPECT_NEAR(sum * 1e3, *serving.speed.tpot_ms, 1e-9 * *serving.speed.tpot_ms);

  const Estimate training = estimated(training_8b());
  sum = 0;
  for (const LineSeconds& line : training.speed.time_lines) sum += line.s;
  EXPECT_NEAR(sum, *training.speed.step_s, 1e-9 * *training.speed.step_s);
}

TEST(Estimate, PhasesStandUnderTheRoofAndOnTheirSideOfTheRidge) {
  // 8 users of an 8B model in BF16 on an H100: a step reads 16 GB for 8 x 2 x 8e9 FLOP, 8 FLOP a byte and a little less
  // for the cache; a prompt of 2,048 tokens reads them once for 2,048 x 2 x 8e9. The ridge is 989.4e12 / 3.35e12 = 295.
  const Estimate e = estimated(serving_8b());
  ASSERT_TRUE(e.speed.roofline);
  const Roofline& roofline = *e.speed.roofline;
  ASSERT_EQ(roofline.points.size(), 2u);
  const RooflinePoint &prefill = roofline.points[0], &decode = roofline.points[1];
  EXPECT_DOUBLE_EQ(decode.intensity, e.speed.bottleneck.intensity);
  EXPECT_GT(decode.intensity, 5);
  EXPECT_LT(decode.intensity, 10);
  EXPECT_GT(prefill.intensity, e.speed.bottleneck.ridge);
  for (const RooflinePoint& p : roofline.points) {
    EXPECT_GT(p.tflops, 0);
    EXPECT_LE(p.tflops, std::min(roofline.peak_tflops, p.intensity * roofline.bandwidth_gb_s / 1e3)) << p.id;
  }
  // The bytes of a training step are not counted.
  EXPECT_TRUE(estimated(training_8b()).speed.roofline->points.empty());
}

TEST(Estimate, OneStreamIsNoFasterThanTheWeightsCanBeRead) {
  Scenario s = serving_8b();
  s.serve.concurrency = 1;
  // 2 x (8,030,261,248 - 525,336,576) bytes at 3.35 TB/s: 4.48 ms.
  EXPECT_GT(*estimated(s).speed.tpot_ms, 4.48);
  EXPECT_LT(*estimated(s).speed.tpot_ms, 3 * 4.48);
}

TEST(Estimate, TrainingMeetsItsDefinitions) {
  const Estimate e = estimated(training_8b());
  EXPECT_NEAR(*e.speed.tokens_per_s * *e.speed.step_s, e.basis.plan.global_batch * 4096.0, 1e-3);
  EXPECT_EQ(*e.speed.tokens, 20 * 8030261248.0);
  EXPECT_NEAR(*e.speed.days * 86400 * *e.speed.goodput * *e.speed.tokens_per_s, *e.speed.tokens, 1);
  EXPECT_GT(*e.speed.mfu, 0.1);
  EXPECT_LT(*e.speed.mfu, 0.9);
  EXPECT_GE(*e.speed.hfu, *e.speed.mfu);
}

TEST(Estimate, FitFollowsHeadroom) {
  Scenario s = serving_8b();
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  s.serve.memory_fraction = 0.95;
  s.constraints.headroom = 0.05;
  const Estimate full = estimated(s);
  EXPECT_EQ(full.memory.fit, Fit::fits);
  Scenario strict = s;
  strict.serve.concurrency = std::floor(*full.speed.concurrency);
  strict.serve.max_context = full.basis.plan.mean_context + 256;
  strict.constraints.headroom = 0.10;
  EXPECT_NE(estimated(strict).memory.fit, Fit::fits);
}

// The same cache: sequences of 2,048 + 512/2 tokens in the mean, or with room for all 512: 2,304 / 2,560 of them.
TEST(Estimate, RoomForTheWholeAnswerHoldsFewer) {
  Catalog c = test::catalog();
  c.engines = {{.id = "pausing"}, {.id = "reserving"}};
  c.engines[1].reserves_answer = true;
  Scenario s = serving_8b();
  s.serve.input_tokens = 2048;
  s.serve.output_tokens = 512;
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  const auto held = [&](const char* engine) {
    s.serve.engine = engine;
    return estimate(s, c)->speed.concurrency;
  };
  EXPECT_NEAR(*held("reserving") / *held("pausing"), 2304.0 / 2560, 0.01);
}

TEST(Estimate, AskedForAsManyAsFitTheEnginesOwnLimitIsRaised) {
  Catalog c = test::catalog();
  c.engines = {{.id = "limited"}};
  c.engines[0].small_sequences = 4;
  c.engines[0].small_below = gibibytes(1000);
  Scenario s = serving_8b();
  s.serve.engine = "limited";
  s.serve.concurrency = 16;
  EXPECT_EQ(estimate(s, c)->basis.serving.in_flight, 4);
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  EXPECT_GT(estimate(s, c)->basis.serving.in_flight, 4);
}

TEST(Estimate, DoesNotFitIsAnAnswer) {
  Scenario s = serving_8b();
  s.model.id = "llama-3.1-70b";
  s.precision.weights = "bf16";
  const Estimate e = estimated(s);
  EXPECT_EQ(e.memory.fit, Fit::no);
  EXPECT_LT(e.memory.free_gb, 0);
  EXPECT_TRUE(e.speed.tpot_ms.has_value());
}

TEST(Estimate, RentIsThatOfWholeMachines) {
  Scenario five = serving_8b();
  five.hardware.count = 5;
  const Estimate e = estimated(five);
  EXPECT_EQ(*e.cost.rent_usd_gpu_h, 3.0);  // five of c's, where a asks 32 for eight and b 56
  EXPECT_EQ(*e.cost.usd_per_h, 15.0);
  five.cost.provider = "a";
  EXPECT_EQ(*estimated(five).cost.usd_per_h, 32.0);
  EXPECT_EQ(*estimated(five).cost.rent_usd_gpu_h, 6.4);  // for each that works
  Scenario own = serving_8b();
  own.cost.rent_usd_gpu_h = 2.5;
  EXPECT_EQ(*estimated(own).cost.usd_per_h, 2.5);
}

TEST(Estimate, TokenPricesPayForTheHour) {
  Scenario general = serving_8b();
  general.serve.purpose = RequestPurpose::general;
  const Estimate e = estimated(general);
  const double per_request =
      *e.cost.usd_per_1m_input_tokens * 2048 / 1e6 + *e.cost.usd_per_1m_output_tokens * 512 / 1e6;
  EXPECT_NEAR(per_request * *e.speed.requests_per_s * 3600, *e.cost.usd_per_useful_h, 1e-9);
  // A thousand requests are the prompts and answers of all of them, of a hosted API too.
  EXPECT_NEAR(*e.cost.usd_per_1k_requests, 1000 * per_request, 1e-9);
  Scenario hosted = general;
  hosted.cost.mode = CostMode::api;
  hosted.cost.api_input_usd_m = 0.5;
  hosted.cost.api_output_usd_m = 2;
  // 2,048 x $0.50 / 10^6 + 512 x $2 / 10^6 a request
  EXPECT_NEAR(*estimated(hosted).cost.usd_per_1k_requests, 2.048, 1e-9);
  // A service is paid around the clock: 3 / (0.95 x 0.6).
  EXPECT_NEAR(*e.cost.usd_per_useful_h, 5.263157895, 1e-6);
  Scenario job = serving_8b();
  job.workload = Workload::batch;
  EXPECT_NEAR(*estimated(job).cost.usd_per_useful_h, 3, 1e-9);
}

TEST(Estimate, OwningLinesAddUp) {
  const Estimate e = estimated(serving_8b());
  double sum = 0;
  for (const LineUsd& line : e.cost.lines) sum += line.usd;
  EXPECT_NEAR(sum, *e.cost.npv->buy, 1e-6);
}

TEST(Estimate, SaysWhatAVisionModelLacks) {
  Scenario s = serving_8b();
  s.model.id = "resnet50";
  const Result<Estimate> e = estimate(s, test::catalog());
  ASSERT_FALSE(e.ok());
  EXPECT_EQ(e.problems()[0].code, "missing_field");
  EXPECT_EQ(e.problems()[0].path, "/model/image_size");
}

TEST(Estimate, ASizeAloneIsEnough) {
  Scenario s = serving_8b();
  s.model.id.clear();
  s.model.params_b = 7;
  const Estimate e = estimated(s);
  EXPECT_NEAR(e.model.params_b, 7, 0.1);
  EXPECT_TRUE(e.model.synthesized);
}

TEST(Estimate, OwnEntriesWorkWhereverAnIdWorks) {
  Scenario s = serving_8b();
  s.overrides.models = {test::llama("mine", "Mine", 16, 2048, 8192, 16)};
  s.model.id = "mine";
  EXPECT_EQ(estimated(s).model.name, "Mine (as given)");
}

TEST(Estimate, MoreBandwidthIsNeverSlower) {
  Catalog faster = test::catalog();
  faster.accelerators[0].bandwidth = gigabytes_per_second(6700);
  for (const Scenario& s : {serving_8b(), training_8b()}) {
    const Estimate before = estimated(s);
    const Estimate after = *estimate(s, faster);
    EXPECT_GE(*after.speed.tokens_per_s, *before.speed.tokens_per_s);
  }
}

// 24e9 weights on a card with 23.2 GB to fill: 25.5 GB in Q8_0, 19.7 GB in Q6_K, 14.3 GB in Q4_K_M.
Catalog made_with_files() {
  const auto file = [](const char* id, double bits, int coarseness) {
    return NumberFormat{.id = id, .name = id, .bits = bits, .whole_file = true, .coarseness = coarseness};
  };
  Catalog c = test::catalog();
  c.formats.push_back(file("gguf-q8_0", 8.5008, 2));
  c.formats.push_back(file("gguf-q6_k", 6.5633, 4));
  c.formats.push_back(file("gguf-q4_k_m", 4.7776, 6));
  return c;
}

const Catalog& with_files() {
  static const Catalog made = made_with_files();
  return made;
}

Scenario on_a_card(double users) {
  Scenario s;
  s.model.params_b = 24;
  s.hardware.accelerator = "4090";
  s.hardware.count = 1;
  s.serve.concurrency = users;
  s.serve.input_tokens = 512;
  s.serve.output_tokens = 128;
  return s;
}

TEST(Estimate, TakesTheLeastCoarseWeightsThatFit) {
  const Result<Estimate> e = estimate(on_a_card(1), with_files());
  ASSERT_TRUE(e.ok());
  EXPECT_EQ(e->question.precision.weights, "gguf-q6_k");
  EXPECT_EQ(e->memory.fit, Fit::fits);
}

TEST(Estimate, HoldsAsManyUsersAsItSaysThereIsRoomFor) {
  const Result<Estimate> one = estimate(on_a_card(1), with_files());
  ASSERT_TRUE(one.ok());
  const double room = *with_limits(*one).max_concurrency;
  ASSERT_GT(room, 1);
  const Result<Estimate> all = estimate(on_a_card(room), with_files());
  EXPECT_EQ(all->memory.fit, Fit::fits);
  EXPECT_EQ(all->question.precision.weights, "gguf-q6_k");
}

TEST(Estimate, WhatDoesNotFitAtAllIsSaidOfTheCoarsestWeights) {
  const Result<Estimate> e = estimate(on_a_card(10000), with_files());
  EXPECT_EQ(e->memory.fit, Fit::no);
  EXPECT_EQ(e->question.precision.weights, "gguf-q4_k_m");
}

}  // namespace
}  // namespace ridgepoint
