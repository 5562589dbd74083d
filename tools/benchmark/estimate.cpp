// How long estimates take: fixed layouts, searches, loads at a rate, and what answers add.
//
//   ninja -C build/native estimate_benchmark && build/native/estimate_benchmark
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/choose/recommend.h"
#include "engine/choose/runs_on.h"
#include "engine/estimate/cost.h"
#include "engine/estimate/parts.h"
#include "engine/json/api.h"
#include "engine/tell/answer.h"

namespace ridgepoint {
namespace {

const Catalog& catalog() {
  static const json::Api api = [] {
    std::ifstream file(RIDGEPOINT_CATALOG);
    std::stringstream text;
    text << file.rdbuf();
    return std::move(json::Api::from_catalog(text.str())).value();
  }();
  return api.records();
}

// An answer that is refused, or fits nowhere, takes another time than the one it is said to be.
const Scenario& that_fits(const Scenario& s) {
  const Result<Estimate> e = estimate(s, catalog());
  if (e && e->memory.fit != Fit::no) return s;
  std::fprintf(stderr, "a scenario %s\n", e ? "does not fit" : e.problems().front().message.c_str());
  std::exit(2);
}

Scenario serving() {
  Scenario s;
  s.hardware.count = 4;
  s.parallel.tensor = 4;
  s.parallel.pipeline = s.parallel.data = 1;
  return s;
}

Scenario at_a_rate() {
  Scenario s = serving();
  s.serve.requests_per_minute = 60;
  return s;
}

Scenario tuning() {
  Scenario s;
  s.workload = Workload::finetune;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.parallel = {.tensor = 1, .pipeline = 1, .data = 8, .expert = 1, .context = 1, .sharding = Sharding::fsdp};
  s.train.micro_batch = 1;
  s.train.checkpointing = Checkpointing::full;
  return s;
}

// The slowest search known: nothing fits before the last layouts.
Scenario searching() {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "deepseek-v3";
  s.hardware.accelerator = "rtx-4090";
  s.hardware.count = 1024;
  s.train.sequence = 131072;
  return s;
}

void estimates(benchmark::State& state, const Scenario& s) {
  that_fits(s);
  for (auto _ : state) benchmark::DoNotOptimize(estimate(s, catalog()));
}
// Figures alone, as a search weighs them: memory, speed, and the cost of the way asked for.
void ranks(benchmark::State& state, const Scenario& s) {
  that_fits(s);
  for (auto _ : state) {
    Estimate e;
    benchmark::DoNotOptimize(estimate_ranked(s, catalog(), e));
    benchmark::DoNotOptimize(e);
  }
}
void answers(benchmark::State& state, const Scenario& s, With with) {
  that_fits(s);
  for (auto _ : state) benchmark::DoNotOptimize(answer(s, catalog(), with));
}

// Every way to pay for it, once its speed is known.
void costs(benchmark::State& state, const Scenario& s) {
  Estimate e = *estimate(that_fits(s), catalog());
  for (auto _ : state) {
    e.cost = {};
    add_cost(e, catalog());
    benchmark::DoNotOptimize(e);
  }
}

Scenario training() {
  Scenario s;
  s.workload = Workload::train;
  s.model.id = "llama-3.1-70b";
  return s;
}

// Percentiles of 10,000 requests.
void simulates(benchmark::State& state, const Scenario& s) {
  const Estimate e = *estimate(that_fits(s), catalog());
  for (auto _ : state) {
    Estimate copy = e;
    add_percentiles(copy);
    benchmark::DoNotOptimize(copy);
  }
}

// Over the whole catalog.
void recommends(benchmark::State& state, Scenario s) {
  for (auto _ : state) benchmark::DoNotOptimize(recommend(s, catalog()));
}

// Every model of the catalog on hardware that is there.
void runs(benchmark::State& state, const char* accelerator, int count, std::vector<std::string> parts) {
  RunsOnQuestion question;
  question.hardware = {{accelerator, count}};
  question.parts = std::move(parts);
  for (auto _ : state) benchmark::DoNotOptimize(runs_on(question, catalog()));
}

Scenario unplanned_tuning() {
  Scenario s;
  s.workload = Workload::finetune;
  return s;
}

Scenario with_targets() {
  Scenario s = at_a_rate();
  s.parallel = {};
  s.serve.slo.ttft_p95_ms = 1000;
  return s;
}

BENCHMARK_CAPTURE(recommends, serving, Scenario{});
BENCHMARK_CAPTURE(recommends, serving_with_targets, with_targets());
BENCHMARK_CAPTURE(recommends, tuning, unplanned_tuning());
BENCHMARK_CAPTURE(recommends, training, training());
BENCHMARK_CAPTURE(simulates, serving_at_a_rate, at_a_rate());
BENCHMARK_CAPTURE(runs, served_by_a_card, "rtx-3090", 1, {"serves"});
BENCHMARK_CAPTURE(runs, served_by_a_server, "h100-sxm5-80gb", 8, {"serves"});
BENCHMARK_CAPTURE(runs, everything_on_a_server, "h100-sxm5-80gb", 8, {});
BENCHMARK_CAPTURE(costs, serving, serving());
BENCHMARK_CAPTURE(costs, tuning, tuning());
BENCHMARK_CAPTURE(ranks, serving, serving());
BENCHMARK_CAPTURE(ranks, tuning, tuning());
BENCHMARK_CAPTURE(estimates, serving, serving());
BENCHMARK_CAPTURE(estimates, serving_at_a_rate, at_a_rate());
BENCHMARK_CAPTURE(estimates, tuning, tuning());
BENCHMARK_CAPTURE(estimates, searching_1024_accelerators, searching());
BENCHMARK_CAPTURE(answers, serving, serving(), With{});
BENCHMARK_CAPTURE(answers, serving_with_limits, serving(), With{.limits = true});
BENCHMARK_CAPTURE(answers, serving_with_percentiles, at_a_rate(), With{.percentiles = true});

}  // namespace
}  // namespace ridgepoint

BENCHMARK_MAIN();
