// What an answer took for numbers that its scenario leaves open, with the catalog as it is shipped.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/json/scenario.h"
#include "engine/json/value.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

// Beside the golden ones: a host, paid machines larger than those that work, commitments, media, unpacked samples.
const char* const kMore[] = {
    R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "rtx-3090", "count": 1, "host": "epyc-9654"}, "serve": {"concurrency": 1}})",
    R"({"model": "llama-3.1-70b", "precision": {"weights": "gguf-q4_k_m"}, "hardware": {"accelerator": "rtx-3090", "count": 1, "host": "epyc-9654"}, "serve": {"concurrency": 1, "engine": "ollama"}})",
    R"({"model": "qwen3-30b-a3b", "precision": {"weights": "gguf-q4_k_m"}, "hardware": {"accelerator": "rtx-4060-ti-16gb", "count": 1, "host": "epyc-9654"}, "serve": {"concurrency": 1, "engine": "ollama"}})",
    R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "l40s", "count": 3}})",
    R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "rtx-4090", "count": 4}, "cost": {"location": "colocation"}})",
    R"({"model": "llama-3.1-8b", "hardware": {"count": 3}, "cost": {"pricing": "reserved_3y"}})",
    R"({"model": "llama-3.1-8b", "hardware": {"count": 3}, "cost": {"pricing": "spot", "base_share": 0.4}})",
    R"({"model": "whisper-large-v3", "hardware": {"accelerator": "l4", "count": 1}})",
    R"({"workload": "train", "model": "flux.1-dev", "hardware": {"count": 8}})",
    R"({"workload": "train", "model": "cogvideox-5b", "hardware": {"count": 8}})",
    R"({"workload": "finetune", "model": "llama-3.1-8b", "train": {"dataset_tokens": 1e7, "packed": false}})",
};

std::vector<Json> scenarios() {
  std::vector<Json> all;
  for (const auto& entry : std::filesystem::directory_iterator(test::in_project("tests/golden/scenarios")))
    all.push_back(Json::parse(test::text_of_file(entry.path())));
  for (const char* text : kMore) all.push_back(Json::parse(text));
  return all;
}

Json estimate(const Json& scenario) { return Json::parse(shipped_api().estimate(to_text(scenario), "")); }

void collect(const Json& value, const std::string& at, std::map<std::string, double>& out) {
  if (value.is_number()) out[at] = value.get<double>();
  if (value.is_object())
    for (auto it = value.begin(); it != value.end(); ++it) collect(*it, at + "/" + it.key(), out);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at + "/" + std::to_string(i), out);
}

std::map<std::string, double> figures(const Json& result) {
  std::map<std::string, double> out;
  for (const char* part : {"memory", "speed", "cost"}) collect(result[part], std::string("/") + part, out);
  return out;
}

void expect_same(const Json& first, const Json& second) {
  ASSERT_EQ(second["ok"], true) << to_text(second);
  const std::map<std::string, double> before = figures(first), after = figures(second);
  ASSERT_EQ(before.size(), after.size());
  for (const auto& [at, value] : before) {
    ASSERT_TRUE(after.count(at)) << at;
    EXPECT_NEAR(after.at(at), value, 1e-9 * std::fabs(value)) << at;
  }
}

// "/cost/pue" to the members of its section: every open number is of one.
std::pair<std::string, std::string> parts(const std::string& pointer) {
  const std::size_t end = pointer.find('/', 1);
  return {pointer.substr(1, end - 1), pointer.substr(end + 1)};
}

bool says_a_number(const Json& section, const std::string& name) {
  return section.contains(name) && section[name].is_number();
}

bool is_section(const std::string& name) {
  return name == "hardware" || name == "serve" || name == "train" || name == "cost";
}

// A hosted price is one for tokens read and one for tokens generated; where layers are counted, what is not is none.
constexpr std::pair<const char*, const char*> kTogether[] = {{"api_input_usd_m", "api_output_usd_m"},
                                                             {"host_layers", "host_expert_layers"}};

TEST(Taken, GivenItLeavesTheAnswerAsItIs) {
  const Json untouched = scenario_json(Scenario{});
  std::map<std::string, int> tried;
  for (const Json& scenario : scenarios()) {
    const Json first = estimate(scenario);
    ASSERT_EQ(first["ok"], true) << to_text(first);
    expect_same(first, estimate(first["scenario"]));
    for (const Json& pointer : first["defaulted"]) {
      const auto [section, name] = parts(pointer.get<std::string>());
      if (!is_section(section) || name.find('/') != std::string::npos || says_a_number(untouched[section], name))
        continue;
      const Json& echo = first["scenario"][section];
      if (!says_a_number(echo, name)) continue;
      Json given = scenario;
      given[section][name] = echo[name];
      for (const auto& [one, other] : kTogether)
        if (name == one || name == other) given[section][one] = echo[one], given[section][other] = echo[other];
      SCOPED_TRACE(pointer.get<std::string>() + " " + to_text(given));
      expect_same(first, estimate(given));
      ++tried[name];
    }
  }
  for (const char* name : {"per_node",
                           "derating",
                           "host_memory_gb",
                           "host_layers",
                           "host_expert_layers",
                           "audio_s",
                           "image_size",
                           "padding",
                           "epochs",
                           "mtbf_h",
                           "checkpoint_min",
                           "peak_factor",
                           "server_usd",
                           "network_usd_per_gpu",
                           "server_kw_max",
                           "electricity_usd_kwh",
                           "colo_usd_kw_month",
                           "staff_fte",
                           "resale_fraction",
                           "pue",
                           "rent_usd_gpu_h",
                           "spot_ratio",
                           "spot_mtbi_h",
                           "api_input_usd_m",
                           "api_output_usd_m",
                           "cached_share",
                           "batch_discount"})
    EXPECT_GT(tried[name], 0) << name;
}

// 16 H100 are two machines of 8. One draws 8 x 700 W x 1.8 = 10.08 kW. A job of them fails every
// 16,384 x 54 x 24 h / 419 / 16; 8.03 billion parameters with 14 bytes of weights and moments each are written at
// 2 GB/s. Two machines in a colocation take a quarter of a person each, at 165 US$ a kW and month, for 810 US$ of
// network a GPU; after 4 years a fifth of the price is left.
TEST(Taken, IsSaidInTheUnitsOfItsField) {
  const Json echo =
      estimate(Json::parse(R"({"workload": "train", "model": "llama-3.1-8b", "hardware": {"count": 16}})"))["scenario"];
  const auto is = [&](const char* section, const char* name, double expected) {
    EXPECT_NEAR(echo[section][name].get<double>(), expected, 1e-3 * expected) << name;
  };
  is("hardware", "per_node", 8);
  is("hardware", "derating", 0);
  is("train", "mtbf_h", 16384.0 * 54 * 24 / 419 / 16);
  is("train", "checkpoint_min", 8.03 * 14 / 2 / 60);
  is("cost", "server_kw_max", 10.08);
  is("cost", "network_usd_per_gpu", 810);
  is("cost", "colo_usd_kw_month", 165);
  is("cost", "electricity_usd_kwh", 0.09);
  is("cost", "staff_fte", 0.25);
  is("cost", "resale_fraction", 0.2);
  is("cost", "spot_mtbi_h", 24);
  EXPECT_FALSE(says_a_number(echo["cost"], "pue"));  // cooling is in the price of the space
  EXPECT_FALSE(echo["serve"].contains("peak_factor"));
}

}  // namespace
}  // namespace ridgepoint::json
