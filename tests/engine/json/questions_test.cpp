// The other questions as JSON: what runs on hardware that is there, scenarios side by side, fleets.
#include <gtest/gtest.h>

#include <iterator>

#include "engine/json/api.h"
#include "engine/json/value.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

const Api& api() { return shipped_api(); }

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

// The row of the pick for a purpose; null where there is none.
Json pick_for(const Json& found, const char* purpose) {
  std::string model;
  for (const Json& pick : found["picks"])
    for (const Json& word : pick["purposes"])
      if (word == purpose) model = pick["model"].get<std::string>();
  for (const Json& row : found["serves"])
    if (row["model"]["id"] == model) return row;
  return nullptr;
}

// In 24 GB go 4.9 bits of up to 35e9 parameters with their cache, in 8 GB of up to 11e9; in the 498 GB of a Mac Studio,
// nine tenths of them usable, 4.5 bits of up to 780e9.
TEST(RunsOnJson, BeginsWithACurrentModelOfTheSizeThatFits) {
  const struct {
    const char* device;
    double least_b, most_b;
    bool mixture;
  } cards[] = {{"rtx-4090", 26, 35, false}, {"rtx-4060", 8, 11, false}, {"apple-m3-ultra", 400, 780, true}};
  for (const auto& card : cards) {
    const Json found = runs_on(std::string(R"({"hardware": [{"accelerator": ")") + card.device + R"("}]})");
    const Json chat = pick_for(found, "chat");
    ASSERT_TRUE(chat.is_object()) << card.device;
    EXPECT_GE(chat["model"]["params_b"].get<double>(), card.least_b) << chat.dump();
    EXPECT_LE(chat["model"]["params_b"].get<double>(), card.most_b) << chat.dump();
    EXPECT_GE(chat["model"]["release"].get<std::string>(), "2025-06");
    EXPECT_EQ(chat["model"]["kind"] == "moe", card.mixture) << chat.dump();
    EXPECT_FALSE(found["picks"][0]["start"].empty());
    for (const char* purpose : {"code", "reasoning", "vision", "agents", "embedding", "speech", "image", "video"})
      EXPECT_TRUE(pick_for(found, purpose).is_object()) << card.device << " " << purpose;
    for (std::size_t i = 0; i < 10; ++i)
      EXPECT_TRUE(found["serves"][i]["model"]["release"] > "2025-05" || i < found["picks"].size())
          << found["serves"][i].dump();
  }
}

// The 50 steps of Qwen-Image with guidance are 100 passes of 130e12 operations: 79 s at the 165e12 a second that the
// card has at most.
TEST(RunsOnJson, AnImageTakesNoMoreThanAMinute) {
  const Json found = runs_on(R"({"hardware": [{"accelerator": "rtx-4090"}], "parts": ["serves"]})");
  EXPECT_GE(pick_for(found, "image")["images_per_s"].get<double>(), 1.0 / 60);
  EXPECT_GE(pick_for(found, "video")["images_per_s"].get<double>(), 1.0 / 1800);
  EXPECT_GE(pick_for(found, "speech")["audio_s_per_s"].get<double>(), 1);
  for (const Json& row : found["serves"])
    EXPECT_TRUE(row["model"]["id"] != "qwen-image" || row["grade"] == "slow") << row.dump();
}

TEST(RunsOnJson, PicksSayWhatStartsThem) {
  const auto lines = [](const char* device, int count, const char* model) {
    const Json found = runs_on(std::string(R"({"hardware": [{"accelerator": ")") + device + R"(", "count": )" +
                               std::to_string(count) + R"(}], "models": [")" + model + R"("]})");
    std::vector<std::string> out;
    for (const Json& line : found["picks"][0]["start"]) out.push_back(line["command"].get<std::string>());
    return out;
  };
  using Lines = std::vector<std::string>;
  // 26.9e9 parameters in 6.56 bits are 22.1 GB of 25.8, in 8.5 they are 28.6 GB.
  EXPECT_EQ(lines("rtx-4090", 1, "qwen3.5-27b"),
            (Lines{"ollama run qwen3.5:27b", "llama-server -hf unsloth/Qwen3.5-27B-GGUF:Q6_K -c 8192"}));
  // Published in MXFP4: the repository has one file.
  EXPECT_EQ(lines("rtx-4090", 1, "gpt-oss-20b"),
            (Lines{"ollama run gpt-oss:20b", "llama-server -hf ggml-org/gpt-oss-20b-GGUF -c 8192"}));
  // No repository and no name is known: the file is one's own.
  EXPECT_EQ(lines("rtx-4090", 1, "olmo-3-7b"), Lines{"llama-server -m path/to/olmo-3-7b-F16.gguf -c 8192"});
  EXPECT_EQ(lines("h100-sxm5-80gb", 4, "qwen3.5-122b-a10b"),
            Lines{"vllm serve Qwen/Qwen3.5-122B-A10B --tensor-parallel-size 4 --max-model-len 8192"});
  EXPECT_EQ(lines("h100-sxm5-80gb", 1, "qwen3-embedding-8b"), Lines{"vllm serve Qwen/Qwen3-Embedding-8B"});
  EXPECT_EQ(lines("h100-sxm5-80gb", 1, "qwen-image"), Lines{"sglang serve --model-path Qwen/Qwen-Image"});
  EXPECT_EQ(lines("apple-m4-max", 1, "olmo-3-32b"),
            Lines{"mlx_lm.convert --hf-path allenai/Olmo-3-1125-32B --mlx-path path/to/olmo-3-32b-mlx-8bit -q --q-bits "
                  "8 && mlx_lm.server --model path/to/olmo-3-32b-mlx-8bit"});
  // A public checkpoint is not converted once more: 9.0e9 parameters in 4.5 bits are 5.0 GB.
  EXPECT_EQ(lines("apple-m1", 1, "qwen3.5-9b"),
            (Lines{"ollama run qwen3.5:9b", "mlx_lm.server --model mlx-community/Qwen3.5-9B-4bit"}));
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
