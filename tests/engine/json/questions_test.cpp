// The other questions as JSON: what runs on hardware that is there, scenarios side by side, fleets.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "engine/json/api.h"
#include "engine/json/value.h"

namespace ridgepoint::json {
namespace {

const Api& api() {
  static const Api made = [] {
    std::ifstream file(RIDGEPOINT_CATALOG, std::ios::binary);
    return Api::from_catalog(std::string(std::istreambuf_iterator<char>(file), {})).value();
  }();
  return made;
}

Json runs_on(const std::string& question) { return Json::parse(api().runs_on(question)); }
Json compare(const std::string& list) { return Json::parse(api().compare(list)); }

std::string first_path(const Json& refusal) {
  EXPECT_EQ(refusal["ok"], false);
  return refusal["errors"][0]["path"].get<std::string>();
}

// A finite number or no number at all: never null anywhere.
void expect_no_null(const Json& value) {
  EXPECT_FALSE(value.is_null());
  if (value.is_structured())
    for (const Json& inner : value) expect_no_null(inner);
}

TEST(RunsOnJson, EchoesTheQuestionWithItsDefaults) {
  const Json found = runs_on(R"({"hardware": [{"accelerator": "rtx-3090", "count": 2}], "parts": ["serves"]})");
  ASSERT_EQ(found["ok"], true);
  EXPECT_EQ(found["question"]["context"], 8192);
  EXPECT_EQ(found["question"]["accept"], "gguf-q4_k_m");
  EXPECT_EQ(found["hardware"][0]["count"], 2);
  EXPECT_TRUE(found["finetunes"].empty());
  expect_no_null(found);
  const Json again = runs_on(found["question"].dump());
  EXPECT_EQ(again["serves"], found["serves"]);
}

TEST(RunsOnJson, EveryRowFitsWithHeadroom) {
  for (const char* device : {"rtx-4090", "m4-max", "h100", "cpu-generic-desktop-ddr5", "jetson-orin-nano-8gb", "l4"}) {
    const Json found = runs_on(std::string(R"({"hardware": [{"accelerator": ")") + device + R"("}]})");
    if (found["ok"] == false) continue;  // not in the catalog under that name
    expect_no_null(found);
    for (const Json& row : found["serves"])  // a tenth, under llama.cpp a twentieth
      EXPECT_LE(row["per_gpu_gb"].get<double>(), 0.95 * row["usable_gb"].get<double>() * (1 + 1e-9)) << device;
    for (const Json& row : found["finetunes"])
      for (const Json& method : row["methods"])
        EXPECT_LE(method["per_gpu_gb"].get<double>(), 0.9 * method["usable_gb"].get<double>() * (1 + 1e-9)) << device;
  }
}

TEST(RunsOnJson, OwnHardwareAndModelsAreAskedAbout) {
  const Json found = runs_on(R"({
    "hardware": [{"accelerator": "mine"}], "models": ["own"], "host": "none",
    "overrides": {
      "accelerators": [{"id": "mine", "name": "Mine", "vendor": "me", "segment": "consumer", "memory_gb": 16,
                        "bandwidth_gb_s": 500, "rates_tflops": {"fp16": 100, "bf16": 100}}],
      "models": [{"id": "own", "layers": 16, "hidden": 2048, "heads": 32, "kv_heads": 8, "vocab": 32000,
                  "intermediate": 8192, "max_context": 16384}]}})");
  ASSERT_EQ(found["ok"], true) << found.dump();
  ASSERT_EQ(found["serves"].size(), 1u);
  EXPECT_EQ(found["serves"][0]["model"]["id"], "own");
}

TEST(RunsOnJson, WrongQuestionsAreRefused) {
  EXPECT_EQ(first_path(runs_on("{}")), "/hardware");
  EXPECT_EQ(first_path(runs_on("[]")), "");
  EXPECT_EQ(first_path(runs_on("{")), "");
  EXPECT_EQ(first_path(runs_on(R"({"hardware": [{"accelerator": "h100", "cuont": 2}]})")), "/hardware/0/cuont");
  EXPECT_EQ(first_path(runs_on(R"({"hardware": [{"accelerator": "h100"}], "context": -1})")), "/context");
}

TEST(CompareJson, TakesAListOrAnObjectWithOne) {
  const Json list = compare(R"([{}, {"hardware": {"accelerator": "h100", "count": 8}}])");
  ASSERT_EQ(list["ok"], true) << list.dump();
  EXPECT_EQ(compare(R"({"scenarios": [{}, {"hardware": {"accelerator": "h100", "count": 8}}]})"), list);
  EXPECT_EQ(list["scenarios"].size(), 2u);
  for (const Json& row : list["figures"]) EXPECT_EQ(row["cells"].size(), 2u);
  expect_no_null(list);
}

TEST(CompareJson, ScenariosOfAllKindsStandSideBySide) {
  const Json found = compare(R"([{}, {"workload": "train"}, {"model": "resnet50"}, {"workload": "finetune"}])");
  ASSERT_EQ(found["ok"], true) << found.dump();
  expect_no_null(found);
}

TEST(CompareJson, ProblemsNameTheScenario) {
  EXPECT_EQ(first_path(compare(R"([{}, {"modle": 1}])")), "/1/modle");
  EXPECT_EQ(first_path(compare(R"([{"model": {"layers": 2, "hidden": 64, "heads": 3, "kv_heads": 2, "vocab": 100,
                                              "intermediate": 128}}, {}])")),
            "/0/model/kv_heads");
  EXPECT_EQ(first_path(compare("{}")), "");
  EXPECT_EQ(first_path(compare("[{}]")), "");
  EXPECT_EQ(first_path(compare("[{}, {}, {}, {}, {}]")), "");
  EXPECT_EQ(first_path(compare("[1, {}]")), "/0");
}

TEST(FleetJson, StandsBehindTheCostOfARate) {
  const Json found = Json::parse(api().estimate(R"({"model": "llama-3.1-8b", "serve": {"daily_users": 100000}})", ""));
  ASSERT_EQ(found["ok"], true) << found.dump();
  // 100,000 x 3.7 requests in 1,440 minutes, three times the mean at the peak.
  EXPECT_NEAR(found["scenario"]["serve"]["requests_per_minute"].get<double>(), 100000 * 3.7 / 1440 * 3, 1e-9);
  EXPECT_GE(found["fleet"]["peak"].get<double>(), found["fleet"]["base"].get<double>());
  const Json again = Json::parse(api().estimate(found["scenario"].dump(), ""));
  ASSERT_EQ(again["ok"], true) << again.dump();
  EXPECT_EQ(again["fleet"], found["fleet"]);
  EXPECT_FALSE(Json::parse(api().estimate("{}", "")).contains("fleet"));
}

}  // namespace
}  // namespace ridgepoint::json
