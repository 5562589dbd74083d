// What a scenario brings with it: told apart from the catalog wherever it is said, checked as the catalog is, used.
#include "engine/facts/own_entries.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/json/api.h"
#include "engine/json/value.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

Json estimate(const std::string& scenario) { return Json::parse(shipped_api().estimate(scenario, "")); }

std::string warning(const Json& result, const std::string& code) {
  for (const Json& w : result["warnings"])
    if (w["code"].get<std::string>() == code) return w["message"].get<std::string>();
  return "";
}

// "inconsistent /overrides/models/0/params_b: ..." of each problem.
std::vector<std::string> problems(const std::string& scenario) {
  const Json result = estimate(scenario);
  std::vector<std::string> out;
  if (result["ok"] == true) return out;
  for (const Json& e : result["errors"])
    out.push_back(e["code"].get<std::string>() + " " + e["path"].get<std::string>() + ": " +
                  e["message"].get<std::string>());
  return out;
}
testing::AssertionResult refused(const std::string& scenario, const std::string& start) {
  const std::vector<std::string> found = problems(scenario);
  if (found.size() == 1 && found[0].rfind(start, 0) == 0) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure() << found.size() << " problems";
  for (const std::string& one : found) failure << "; " << one;
  return failure;
}

std::string serving(const std::string& model, const std::string& accelerator, const std::string& overrides) {
  return R"({"model": ")" + model + R"(", "hardware": {"accelerator": ")" + accelerator +
         R"(", "count": 1}, "overrides": {)" + overrides + "}}";
}
std::string on_card(const std::string& facts) {
  return serving("llama-3.1-8b", "mine",
                 R"("accelerators": [{"id": "mine", "name": "Mine", "memory_gb": 80, "bandwidth_gb_s": 3350,
                    "rates_tflops": {"bf16": 989})" +
                     facts + "}]");
}
std::string of_model(const std::string& facts) {
  return serving("mine", "rtx-4090",
                 R"("models": [{"id": "mine", "name": "Mine", "layers": 32, "hidden": 4096, "intermediate": 14336,
                    "heads": 32, "kv_heads": 8, "vocab": 128256)" +
                     facts + "}]");
}
std::string of_media(const std::string& model) {
  return R"({"model": "mine", "hardware": {"accelerator": "rtx-4090", "count": 1}, "overrides": {"models": [{"id": "mine",
             "name": "Mine", )" +
         model + "}]}}";
}

// A link with the id and the name of an H100, and ten times its memory.
TEST(OwnEntries, ADeviceUnderTheNameOfTheCatalogsIsToldApart) {
  const Json result = estimate(serving("llama-3.1-70b", "h100-sxm5-80gb",
                                       R"("accelerators": [{"id": "h100-sxm5-80gb", "name": "H100 SXM5 80GB",
                                          "memory_gb": 800, "bandwidth_gb_s": 3350, "rates_tflops": {"bf16": 989.4}}])"));
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_NE(result["answer"]["text"].get<std::string>().find("1 × H100 SXM5 80GB (as given)"), std::string::npos)
      << to_text(result["answer"]["text"]);
  const std::string said = warning(result, "own_device");
  EXPECT_NE(said.find("not by the catalog"), std::string::npos) << said;
  EXPECT_NE(said.find("memory_gb 800 (80)"), std::string::npos) << said;
  EXPECT_EQ(said.find("bandwidth_gb_s"), std::string::npos) << said;
}

TEST(OwnEntries, AModelUnderAnIdOfItsOwnIsToldApartByItsName) {
  const Json result =
      estimate(serving("mine", "rtx-4090",
                       R"("models": [{"id": "mine", "name": "Llama 3.1 70B", "layers": 2, "hidden": 8192,
                                          "intermediate": 28672, "heads": 64, "kv_heads": 8, "vocab": 128256}])"));
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_EQ(result["answer"]["text"].get<std::string>().rfind("Llama 3.1 70B (as given) ", 0), 0u);
  EXPECT_NE(warning(result, "own_model").find("layers 2 (80)"), std::string::npos) << warning(result, "own_model");
}

TEST(OwnEntries, AnEntryIsFoundByItsOwnName) {
  const Json result = estimate(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "My Card", "count": 1},
      "overrides": {"accelerators": [{"id": "mine", "name": "My Card", "memory_gb": 48, "bandwidth_gb_s": 960,
      "rates_tflops": {"bf16": 180}}]}})");
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_NE(warning(result, "own_device").find("it is not in the catalog"), std::string::npos);
}

TEST(OwnEntries, TwoWithOneIdAreRefused) {
  const std::string card = R"({"id": "mine", "memory_gb": 80, "bandwidth_gb_s": 3350, "rates_tflops": {"bf16": 989}})";
  EXPECT_TRUE(refused(serving("llama-3.1-8b", "mine", R"("accelerators": [)" + card + ", " + card + "]"),
                      "conflict /overrides/accelerators/1/id: Two entries have the id \"mine\""));
}

// Four H100 at $2 an hour each.
TEST(OwnEntries, ARentOfAnAcceleratorIsUsed) {
  const std::string asked = R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "h100-sxm5-80gb", "count": 4},
      "overrides": {"prices": [{"of": "h100-sxm5-80gb", "usd": 2)";
  const Json result = estimate(asked + "}]}}");
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_NEAR(result["cost"]["usd_per_h"].get<double>(), 8, 1e-9);
  EXPECT_NE(result["cost"]["rent_source"].get<std::string>().find("as given"), std::string::npos);
  const double listed = estimate(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "h100-sxm5-80gb",
      "count": 4}})")["cost"]["usd_per_h"];
  EXPECT_EQ(result["cost"]["given"]["catalog_usd_per_h"], listed);
  EXPECT_NE(result["answer"]["text"].get<std::string>().find("$8.00 an hour (price as given; the catalog has " +
                                                             rounded_dollars(listed) + "), $"),
            std::string::npos);
  for (const char* cost : {R"(, "cost": {"provider": "lambda"})", R"(, "cost": {"region": "eastus"})"})
    EXPECT_NEAR(estimate(asked + "}]}" + cost + "}")["cost"]["usd_per_h"].get<double>(), 8, 1e-9) << cost;
  const Json spot = estimate(asked + R"(, "kind": "spot"}]}, "cost": {"pricing": "spot", "mode": "rent"}})");
  EXPECT_NE(spot["cost"]["usd_per_h"],
            estimate(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "h100-sxm5-80gb",
      "count": 4}, "cost": {"pricing": "spot", "mode": "rent"}})")["cost"]["usd_per_h"]);
}

// What stands for the price of an hour is marked, whichever field gives it; what does not stand for it is not.
TEST(OwnEntries, PricesOfTheScenarioAreMarked) {
  const auto given = [](const std::string& rest) {
    return estimate(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "h100-sxm5-80gb", "count": 1}, )" + rest +
                    "}")["cost"]["given"];
  };
  EXPECT_TRUE(given(R"("cost": {"rent_usd_gpu_h": 1})").contains("catalog_usd_per_h"));
  EXPECT_TRUE(given(R"("cost": {"server_usd": 90000, "mode": "buy"})").contains("catalog_usd_per_h"));
  EXPECT_TRUE(given(R"("cost": {"reserved_usd_gpu_h": 1, "pricing": "reserved_1y", "mode": "rent"})")
                  .contains("catalog_usd_per_h"));
  EXPECT_TRUE(given(R"("cost": {"server_usd": 90000})").is_null());
  EXPECT_TRUE(given(R"("overrides": {"prices": [{"of": "rtx-4090", "usd": 1}]})").is_null());
  EXPECT_TRUE(given(R"("cost": {"years": 2})").is_null());
}

// A search takes what is owned as paid for, which nobody gave as a price.
TEST(OwnEntries, WhatIsOwnedHasNoPriceThatWasGiven) {
  const std::string text = shipped_api().recommend(
      R"({"model": "llama-3.1-8b", "serve": {"concurrency": 1}, "constraints": {"owned": [{"accelerator": "p40"}]}})",
      "");
  EXPECT_NE(text.find("an hour to own ($"), std::string::npos);
  EXPECT_EQ(text.find("as given"), std::string::npos);
}

TEST(OwnEntries, APurchaseIsNoPriceOfAnHour) {
  EXPECT_TRUE(refused(serving("llama-3.1-8b", "rtx-4090", R"("prices": [{"of": "rtx-4090", "usd": 1001}])"),
                      "inconsistent /overrides/prices/0/kind: $1,000 is no price of an hour"));
  EXPECT_TRUE(problems(serving("llama-3.1-8b", "rtx-4090", R"("prices": [{"of": "rtx-4090", "usd": 1000}])")).empty());
  const std::string box =
      R"("instances": [{"id": "box", "accelerator": "rtx-4090", "count": 8}], "prices": [{"of": "box", "usd": )";
  EXPECT_TRUE(problems(serving("llama-3.1-8b", "rtx-4090", box + "8000}]")).empty());
  EXPECT_TRUE(refused(serving("llama-3.1-8b", "rtx-4090", box + "8001}]"), "inconsistent /overrides/prices/0/kind"));
  EXPECT_TRUE(
      problems(serving("llama-3.1-8b", "rtx-4090", R"("prices": [{"of": "rtx-4090", "usd": 2500, "kind": "new"}])"))
          .empty());
}

TEST(OwnEntries, PricesOfTheFirstReleaseAreRead) {
  const Json price = estimate(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "rtx-4090", "count": 1},
      "overrides": {"prices": [{"of": "rtx-4090", "kind": "purchase_msrp", "usd": 1, "date": "2026-01-02"}]}})")
      ["scenario"]["overrides"]["prices"][0];
  EXPECT_EQ(price["kind"], "list");
  EXPECT_EQ(price["priced"], "2026-01-02");
}

TEST(OwnEntries, WhatBelongsToNothingIsRefused) {
  EXPECT_TRUE(refused(serving("llama-3.1-8b", "rtx-4090", R"("prices": [{"of": "nothing", "usd": 2}])"),
                      "unknown_id /overrides/prices/0/of"));
  EXPECT_TRUE(refused(serving("llama-3.1-8b", "rtx-4090",
                              R"("prices": [{"of": "lambda-gpu-8x-v100", "kind": "purchase_msrp", "usd": 2}])"),
                      "unknown_id /overrides/prices/0/of"));
  EXPECT_TRUE(refused(
      serving("llama-3.1-8b", "rtx-4090", R"("instances": [{"id": "box", "accelerator": "nothing", "count": 1}])"),
      "unknown_id /overrides/instances/0/accelerator"));
}

TEST(OwnEntries, DevicesThatContradictThemselvesAreRefused) {
  EXPECT_TRUE(problems(on_card("")).empty());
  const std::string at = " /overrides/accelerators/0/";
  EXPECT_TRUE(
      refused(on_card(R"(, "usable_memory_bytes": 9e13)"),
              "inconsistent" + at + "usable_memory_bytes: usable_memory_bytes is 83,819 GB, of a memory_gb of 80"));
  EXPECT_TRUE(refused(on_card(R"(, "measured_copy_gb_s": 0)"), "out_of_range" + at + "measured_copy_gb_s"));
  EXPECT_TRUE(refused(on_card(R"(, "measured_bf16_tflops": 0)"), "out_of_range" + at + "measured_bf16_tflops"));
  EXPECT_TRUE(refused(on_card(R"(, "measured_copy_gb_s": 3351)"), "inconsistent" + at + "measured_copy_gb_s"));
  EXPECT_TRUE(refused(on_card(R"(, "measured_bf16_tflops": 1979)"), "inconsistent" + at + "measured_bf16_tflops"));
  EXPECT_TRUE(refused(on_card(R"(, "power_w": 700, "idle_power_w": 701)"), "inconsistent" + at + "idle_power_w"));
  EXPECT_TRUE(refused(on_card(R"(, "fabric": {"per_direction_gb_s": 450, "pair_gb_s": 451})"),
                      "inconsistent" + at + "fabric/pair_gb_s"));
}

// Layers of Llama 3.1 8B: 8.03 billion parameters.
TEST(OwnEntries, ModelsThatContradictThemselvesAreRefused) {
  const std::string at = " /overrides/models/0/";
  EXPECT_TRUE(problems(of_model("")).empty());
  EXPECT_TRUE(problems(of_model(R"(, "params_b": 8)")).empty());
  EXPECT_TRUE(refused(of_model(R"(, "params_b": 70)"),
                      "inconsistent" + at + "params_b: params_b is 70, and the layers have 8.03 billion parameters"));
  EXPECT_TRUE(refused(of_model(R"(, "extra_params": -5e9)"), "inconsistent" + at + "extra_params"));
  EXPECT_TRUE(refused(of_model(R"(, "kind": "moe")"), "missing_field" + at + "experts"));
  EXPECT_TRUE(refused(of_model(R"(, "kv_layers": 33)"), "inconsistent" + at + "kv_layers"));
  EXPECT_TRUE(refused(of_model(R"(, "linear": {"kind": "mamba2", "layers": 8, "key_dim": 128, "value_dim": 64})"),
                      "missing_field" + at + "linear/value_heads"));
  EXPECT_TRUE(refused(
      of_model(R"(, "rope_head_dim": 64)"),
      "inconsistent" + at + "rope_head_dim: It is not counted in attention without kv_lora_rank: leave it out"));
  EXPECT_TRUE(refused(of_model(R"(, "kv_lora_rank": 512, "rope_head_dim": 64)"),  // and 8 KV heads of 32
                      "inconsistent" + at + "kv_heads: It is not counted in latent attention"));
}

TEST(OwnEntries, ModelsWithoutWorkAreRefused) {
  const std::string at = " /overrides/models/0/";
  EXPECT_TRUE(refused(of_media(R"("kind": "diffusion", "image_size": 1024, "steps": 20,
                                  "components": [{"role": "denoiser", "params_m": 2600}])"),
                      "missing_field" + at + "components"));
  EXPECT_TRUE(
      refused(of_media(R"("kind": "diffusion", "image_size": 1024, "steps": 20, "params_b": 12,
                                  "components": [{"role": "denoiser", "params_m": 2600, "gflop": 5000}])"),
              "inconsistent" + at + "params_b: params_b is 12, and the components have 2.6 billion parameters"));
  EXPECT_TRUE(refused(of_media(R"("kind": "vision", "image_size": 224, "gflop_per_image": 0, "params_b": 0.1)"),
                      "out_of_range" + at + "gflop_per_image"));
  EXPECT_TRUE(refused(of_media(R"("kind": "speech", "components": [{"role": "audio_encoder", "params_m": 600},
                                  {"role": "text_decoder", "params_m": 900}])"),
                      "missing_field" + at + "components"));
}

// One table of rules: the catalog's own entries keep them.
TEST(OwnEntries, TheCatalogKeepsTheRules) {
  const Catalog& catalog = shipped_api().records();
  ASSERT_GE(catalog.accelerators.size(), 300u);
  ASSERT_GE(catalog.models.size(), 300u);
  for (const Accelerator& a : catalog.accelerators)
    for (const Problem& problem : record_problems(a, a.id)) ADD_FAILURE() << problem.path << ": " << problem.message;
  for (const ModelRecord& m : catalog.models)
    for (const Problem& problem : record_problems(m, m.id)) ADD_FAILURE() << problem.path << ": " << problem.message;
}

}  // namespace
}  // namespace ridgepoint::json
