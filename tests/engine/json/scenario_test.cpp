#include "engine/json/scenario.h"

#include <gtest/gtest.h>

#include "engine/tell/answer.h"

namespace ridgepoint::json {
namespace {

using Strings = std::vector<std::string>;

Scenario read(const std::string& text) {
  const Result<ScenarioRead> result = read_scenario(text);
  EXPECT_TRUE(result.ok()) << text << ": " << (result.ok() ? "" : result.problems().front().message);
  return result.ok() ? result->scenario : Scenario();
}

Strings problems_of(const std::string& text) {
  Strings out;
  const Result<ScenarioRead> result = read_scenario(text);
  for (const Problem& problem : result.problems()) out.push_back(problem.code + " " + problem.path);
  return out;
}

// The echo of a scenario given as text.
Json echo(const std::string& text) { return scenario_json(read(text)); }

TEST(ScenarioJson, AnEmptyDocumentIsTheDefaultScenario) {
  const Scenario s = read("{}");
  EXPECT_EQ(s.model.id, Scenario().model.id);
  EXPECT_EQ(s.hardware.accelerator, Scenario().hardware.accelerator);
  EXPECT_EQ(s.hardware.count, std::nullopt);
}

TEST(ScenarioJson, ModelIsAnIdASizeOrAnArchitecture) {
  EXPECT_EQ(read(R"({"model": "llama-3.1-8b"})").model.id, "llama-3.1-8b");
  EXPECT_EQ(read(R"({"model": {"id": "llama-3.1-8b"}})").model.id, "llama-3.1-8b");

  const Scenario sized = read(R"({"model": {"params_b": 7}})");
  EXPECT_EQ(sized.model.params_b, 7);
  EXPECT_EQ(sized.model.id, "");

  const Scenario own = read(R"({"model": {"layers": 12, "hidden": 768, "heads": 12, "vocab": 50000}})");
  EXPECT_EQ(own.model.id, "custom-model");
  ASSERT_EQ(own.overrides.models.size(), 1u);
  EXPECT_EQ(own.overrides.models[0].id, "custom-model");
  EXPECT_EQ(own.overrides.models[0].layers, 12);
  EXPECT_EQ(read(R"({"model": {"id": "mine", "layers": 12}})").model.id, "mine");
}

TEST(ScenarioJson, AutoLeavesNamesOpen) {
  const Scenario s = read(R"({"precision": {"weights": "auto"}, "serve": {"engine": "auto"}})");
  EXPECT_FALSE(s.precision.weights);
  EXPECT_FALSE(s.serve.engine);
  EXPECT_EQ(read(R"({"precision": {"weights": "fp8"}})").precision.weights, "fp8");
}

TEST(ScenarioJson, AcceleratorMayBeWrittenOut) {
  const Scenario s = read(R"({"hardware": {"accelerator": {"memory_gb": 48,
      "bandwidth_gb_s": {"value": 900, "source": "a test bench"}}, "count": 2}})");
  EXPECT_EQ(s.hardware.accelerator, "custom-accelerator");
  EXPECT_EQ(s.hardware.count, 2);
  ASSERT_EQ(s.overrides.accelerators.size(), 1u);
  EXPECT_EQ(s.overrides.accelerators[0].memory_gb, 48);
  EXPECT_EQ(s.overrides.accelerators[0].provenance.at("bandwidth_gb_s").source, "a test bench");
}

TEST(ScenarioJson, WrittenOutEntriesJoinTheOverrides) {
  const Scenario s =
      read(R"({"overrides": {"models": [{"id": "first", "layers": 1}]}, "model": {"id": "second", "layers": 2}})");
  ASSERT_EQ(s.overrides.models.size(), 2u);
  EXPECT_EQ(s.overrides.models[0].id, "first");
  EXPECT_EQ(s.overrides.models[1].id, "second");
  EXPECT_EQ(s.model.id, "second");
}

TEST(ScenarioJson, ProblemsPointIntoTheInput) {
  EXPECT_EQ(problems_of(R"({"model": {"layers": -1, "hiden": 5}})"),
            (Strings{"out_of_range /model/layers", "unknown_field /model/hiden"}));
  EXPECT_EQ(problems_of(R"({"model": {"params_b": "7"}})"), Strings{"wrong_type /model/params_b"});
  EXPECT_EQ(problems_of(R"({"hardware": {"accelerator": {"memory_gb": "80"}}})"),
            Strings{"wrong_type /hardware/accelerator/memory_gb"});
  EXPECT_EQ(problems_of(R"({"model": 5})"), Strings{"wrong_type /model"});
  EXPECT_EQ(problems_of(R"({"model": {}})"), Strings{"wrong_type /model"});
  EXPECT_EQ(problems_of(R"({"params_b": 7})"), Strings{"unknown_field /params_b"});
  EXPECT_EQ(problems_of(R"({"version": 2})"), Strings{"unknown_version /version"});
  EXPECT_EQ(problems_of(R"({"overrides": 3, "model": {"layers": 2}})"), Strings{"wrong_type /overrides"});
  EXPECT_EQ(problems_of("[]"), Strings{"wrong_type "});
}

TEST(ScenarioJson, WordsThatPeopleUseSuggestTheField) {
  const auto meant = [](const char* text) { return read_form(text)->problems.front().suggestions; };
  EXPECT_EQ(meant(R"({"gpu": "L4"})"), Strings{"hardware"});
  EXPECT_EQ(meant(R"({"hardware": {"gpu": "L4"}})"), Strings{"accelerator"});
  EXPECT_EQ(meant(R"({"hardware": {"gpus": 4}})"), Strings{"count"});
  EXPECT_TRUE(meant(R"({"xyzzy": 4})").empty());
}

TEST(ScenarioJson, TextsThatDoNotShowWhatTheyAreAreRefused) {
  EXPECT_EQ(problems_of(R"({"overrides": {"accelerators": [{"id": "a", "name": "H100\u202E08", "memory_gb": 80}]}})"),
            Strings{"bad_text /overrides/accelerators/0/name"});
  EXPECT_EQ(problems_of(R"({"hardware": {"accelerator": {"name": "My\u200Bcard", "memory_gb": 80}}})"),
            Strings{"bad_text /hardware/accelerator/name"});
  EXPECT_EQ(problems_of(R"({"model": {"id": "m", "name": "a\u0007b"}})"), Strings{"bad_text /model/name"});
  EXPECT_EQ(problems_of(R"({"overrides": {"models": [{"id": "m", "aliases": ["fine", "m\u2067"]}]}})"),
            Strings{"bad_text /overrides/models/0/aliases/1"});
  EXPECT_EQ(read(R"({"overrides": {"accelerators": [{"id": "a", "name": "كرت 80", "memory_gb": 80}]}})")
                .overrides.accelerators[0]
                .name,
            "كرت 80");
}

TEST(ScenarioJson, AllProblemsComeAtOnce) {
  EXPECT_EQ(problems_of(R"({"workload": "serv", "hardware": {"count": 0, "fabric": "nvlink"},
                            "serve": {"input_token": 1}, "cost": {"years": "4"}})"),
            (Strings{"unknown_word /workload", "out_of_range /hardware/count", "not_available /hardware/fabric",
                     "unknown_field /serve/input_token", "wrong_type /cost/years"}));
}

TEST(ScenarioJson, EmptyHardwareAsksForWhatIsNotComputedYet) {
  EXPECT_EQ(problems_of(R"({"hardware": {}})"), Strings{"not_available /hardware"});
}

TEST(ScenarioJson, EchoShowsEveryDefault) {
  const Json out = echo("{}");
  EXPECT_EQ(out["model"], Scenario().model.id);
  EXPECT_EQ(out["hardware"]["count"], "auto");
  EXPECT_EQ(out["parallel"]["tensor"], "auto");
  EXPECT_EQ(out["constraints"]["headroom"], "auto");
  EXPECT_FALSE(out.contains("overrides"));
  EXPECT_FALSE(out.contains("params_b"));
  EXPECT_EQ(echo(R"({"model": {"params_b": 7}})")["model"], Json::parse(R"({"params_b": 7})"));
}

TEST(ScenarioJson, AnInstanceStandsInPlaceOfAnAccelerator) {
  Scenario four;
  four.hardware.instance = "p5";
  four.hardware.accelerator = "";
  four.hardware.count = 4;
  EXPECT_EQ(brief_scenario_json(four)["hardware"], Json::parse(R"({"instance": "p5", "count": 4})"));
}

// Reading an echo gives the same echo: whatever the form of the input, the echo is a scenario.
TEST(ScenarioJson, EchoReadsBack) {
  for (const char* text :
       {"{}", R"({"model": {"params_b": 7}})", R"({"hardware": {"instance": "p5", "count": 2}})",
        R"({"model": {"layers": 2, "hidden": 64, "linear": {"layers": 1}}, "serve": {"concurrency": "max"}})",
        R"({"hardware": {"accelerator": {"id": "x", "memory_gb": {"value": 8, "unverified": true}}}})",
        R"({"overrides": {"prices": [{"of": "x", "usd": 1.5}]}, "workload": "train", "train": {"tokens": 1e12}})"}) {
    const Json first = echo(text);
    EXPECT_EQ(echo(to_text(first)), first) << text;
  }
}

TEST(ScenarioJson, DefaultedPointersAreInTheEchoAndWereNotGiven) {
  for (const char* text :
       {"{}", R"({"model": {"params_b": 7}, "hardware": {"count": 2}})",
        R"({"model": {"layers": 2, "hidden": {"value": 64, "source": "x"}}, "hardware": {"instance": "a"}})"}) {
    const Result<ScenarioRead> result = read_scenario(text);
    ASSERT_TRUE(result.ok());
    const Echo told = echo_text(result->scenario, result->given);
    const Json out = Json::parse(told.scenario);
    EXPECT_EQ(out, scenario_json(result->scenario));
    const auto pointers = Json::parse(told.defaulted).get<Strings>();
    EXPECT_FALSE(pointers.empty());
    for (const std::string& pointer : pointers) EXPECT_TRUE(out.contains(Json::json_pointer(pointer))) << pointer;
    for (const std::string& pointer : pointers) EXPECT_NE(pointer, "/model/params_b");
    for (const std::string& pointer : pointers) EXPECT_NE(pointer, "/overrides/models/0/hidden");
  }
  const Result<ScenarioRead> counted = read_scenario(R"({"hardware": {"count": 4}})");
  const auto pointers = Json::parse(echo_text(counted->scenario, counted->given).defaulted).get<Strings>();
  EXPECT_EQ(std::count(pointers.begin(), pointers.end(), "/hardware/count"), 0);
  EXPECT_EQ(std::count(pointers.begin(), pointers.end(), "/hardware/accelerator"), 1);
}

TEST(ScenarioJson, BriefFormHoldsOnlyWhatDiffers) {
  EXPECT_EQ(to_text(brief_scenario_json(Scenario())), R"({"version":1})");
  EXPECT_EQ(to_text(brief_scenario_json(read(R"({"model": {"params_b": 7}, "serve": {"concurrency": "max"},
                                                 "hardware": {"accelerator": "h100-sxm5-80gb", "count": 2}})"))),
            R"({"version":1,"model":{"params_b":7},"hardware":{"count":2},"serve":{"concurrency":"max"}})");
}

}  // namespace
}  // namespace ridgepoint::json
