
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/tell/answer.h"
#include "tests/engine/fixture.h"
#include "tests/engine/formula.h"

namespace ridgepoint {
namespace {

std::vector<Scenario> scenarios() {
  Scenario serve;
  Scenario offline;
  offline.workload = Workload::batch;
  offline.model.id = "llama-3.1-8b";
  Scenario train;
  train.workload = Workload::train;
  train.model.id = "llama-3.1-8b";
  train.hardware.count = 16;
  Scenario tune;
  tune.workload = Workload::finetune;
  tune.model.id = "llama-3.1-8b";
  tune.train.method = Method::qlora;
  tune.cost.mode = CostMode::buy;
  Scenario pairs = tune;
  pairs.train.objective = Objective::dpo;
  pairs.train.packed = false;
  pairs.train.mtbf_h = 100;
  pairs.train.checkpoint_min = 0;
  Scenario draft = serve, sure = serve, apart = serve;
  draft.serve.speculative = {.draft = "llama-3.1-8b", .tokens = 4, .acceptance = 0.8};
  sure.serve.speculative = {.tokens = 2, .acceptance = 1.0};
  apart.parallel.tensor = 2;
  apart.precision.weights = "fp8";
  apart.serve.disaggregated = true;
  return {serve, offline, train, tune, pairs, draft, sure, apart};
}

TEST(Explain, FormulasGiveTheirFiguresFromTheirInputs) {
  for (const Scenario& s : scenarios()) {
    const Result<Estimate> e = answer(s, test::catalog(), {.explain = true});
    ASSERT_TRUE(e.ok());
    EXPECT_GE(e->explain.size(), 8u);
    for (const Explanation& x : e->explain) {
      std::map<std::string, double> inputs;
      for (const ExplainInput& input : x.inputs) {
        EXPECT_TRUE(inputs.emplace(input.name, input.value).second) << x.pointer << " lists " << input.name << " twice";
        EXPECT_FALSE(input.label.empty()) << x.pointer;
      }
      const auto value = test::Formula::evaluate(x.formula, inputs);
      ASSERT_TRUE(value) << x.pointer << ": " << x.formula;
      EXPECT_NEAR(*value, x.value, 1e-9 * std::fabs(x.value)) << x.pointer << ": " << x.formula;
    }
  }
}

TEST(Explain, CarriesTheMeasuredError) {
  const Estimate e = *answer(scenarios()[0], test::catalog(), {.explain = true});
  const auto tpot = std::find_if(e.explain.begin(), e.explain.end(),
                                 [](const Explanation& x) { return x.pointer == "/speed/tpot_ms"; });
  ASSERT_NE(tpot, e.explain.end());
  ASSERT_TRUE(tpot->validation);
  EXPECT_EQ(tpot->validation->p90_error, 0.25);
  EXPECT_EQ(tpot->validation->figure_class.find("software"), std::string::npos);
}

TEST(Explain, NamesTheSoftwareThatScalesTheCoefficients) {
  Catalog c = test::catalog();
  c.calibration.software.resize(1);
  c.calibration.software[0].id = "any_engine";
  const Estimate e = *answer(scenarios()[0], c, {.explain = true});
  for (const Explanation& x : e.explain) {
    if (!x.validation) continue;
    const bool named = x.validation->figure_class.find(", software any_engine") != std::string::npos;
    EXPECT_EQ(named, x.validation->figure.rfind("/speed/", 0) == 0) << x.pointer;
  }
}

TEST(Explain, FactsKeepTheirOwnSourceAndMark) {
  Catalog c = test::catalog();
  c.accelerators[0].provenance["bandwidth_gb_s"] = {"datasheet", "2026-11-01", true};
  const Estimate e = *answer(Scenario{}, c, {.explain = true});
  const auto ridge = std::find_if(e.explain.begin(), e.explain.end(),
                                  [](const Explanation& x) { return x.pointer == "/speed/bottleneck/ridge"; });
  ASSERT_NE(ridge, e.explain.end());
  const ExplainInput& bandwidth = ridge->inputs[1];
  EXPECT_EQ(bandwidth.source, "datasheet");
  EXPECT_EQ(bandwidth.date, "2026-11-01");
  EXPECT_TRUE(bandwidth.unverified);
}

TEST(Formula, Arithmetic) {
  EXPECT_EQ(*test::Formula::evaluate("2 * (a + 3) ^ 2 - max(1, b) / 1e1", {{"a", 1}, {"b", 20}}), 30.0);
  EXPECT_FALSE(test::Formula::evaluate("a + unknown", {{"a", 1}}));
  EXPECT_FALSE(test::Formula::evaluate("2 3", {}));
}

// Gemma 4 E4B: 18 of its 42 layers read the caches of the 24 before them.
TEST(Explain, APromptThatSkipsLayersSaysSo) {
  Catalog catalog = test::made_catalog();
  ModelRecord& model = catalog.models.front();
  model.layers = 42;
  model.kv_layers = 24;
  model.kv_layers_first = true;
  ServingEngine lazy;
  lazy.id = "lazy";
  lazy.fills_caches_only = true;
  catalog.engines.push_back(lazy);
  Scenario s;
  s.model.id = model.id;
  s.hardware.count = 1;
  s.serve.engine = "lazy";
  const Result<Estimate> e = answer(s, catalog, {.explain = true});
  ASSERT_TRUE(e.ok());
  const auto ttft = std::find_if(e->explain.begin(), e->explain.end(),
                                 [](const Explanation& x) { return x.pointer == "/speed/ttft_ms"; });
  ASSERT_NE(ttft, e->explain.end());
  EXPECT_EQ(ttft->inputs[1].label, "Processing the prompt in the first 24 of 42 layers, which fill all caches");
}

}  // namespace
}  // namespace ridgepoint
