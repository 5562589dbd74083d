#include "engine/json/api.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <tuple>

#include "engine/json/value.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

const Api& api() { return shipped_api(); }

Json estimate(const std::string& scenario, const std::string& options = "") {
  return Json::parse(api().estimate(scenario, options));
}

std::vector<std::string> paths(const Json& refusal) {
  std::vector<std::string> out;
  for (const Json& error : refusal["errors"]) out.push_back(error["path"].get<std::string>());
  return out;
}

using Strings = std::vector<std::string>;

TEST(Api, AnyHardwareIsTheBestThatASearchFinds) {
  const std::string question = R"("model":"llama-3.1-8b","serve":{"concurrency":4})";
  const std::string asked = "{" + question + R"(,"hardware":{"accelerator":"any"}})";
  const Json any = estimate(asked), found = Json::parse(api().recommend("{" + question + "}", ""));
  ASSERT_EQ(any["ok"], true) << any;
  EXPECT_EQ(any["scenario"]["hardware"], found["scenario"]["hardware"]);
  EXPECT_EQ(any["answer"], found["answer"]);
  EXPECT_EQ(any["scenario"]["hardware"]["accelerator"], found["recommendations"][0]["hardware"]["accelerator"]);
  EXPECT_EQ(estimate("{" + question + R"(,"hardware":{"accelerator":"Any"}})")["answer"], found["answer"]);
  EXPECT_EQ(Json::parse(api().recommend(asked, ""))["answer"], found["answer"]);
  const Json link = Json::parse(api().encode_url(asked));
  EXPECT_EQ(Json::parse(api().decode_url(link["url"].get<std::string>()))["scenario"]["hardware"]["accelerator"],
            "any");
  const Json by_hand = Json::parse(api().decode_url("#v=1&model=llama-3.1-8b&accelerator=any"));
  EXPECT_FALSE(by_hand["scenario"]["hardware"].contains("count")) << by_hand;
  const Json number = estimate(R"({"hardware":{"accelerator":"any","count":8}})");
  EXPECT_EQ(number["errors"][0]["path"], "/hardware/accelerator");
  const Json price = estimate(R"({"hardware":{"accelerator":"any"},"cost":{"rent_usd_gpu_h":2}})");
  EXPECT_EQ(price["errors"][0]["code"], "not_applicable");
  const Json misspelled = estimate(R"({"hardware":{"accelerator":"any"},"serve":{"users":2}})");
  ASSERT_EQ(misspelled["errors"].size(), 1u) << misspelled;  // the device is no problem
  EXPECT_EQ(misspelled["errors"][0]["path"], "/serve/users");
}

TEST(Api, ANameThatSaysHowManyLeavesNoNumberOpen) {
  const auto open = [](const char* name) {
    const Json taken = estimate(R"({"hardware":{"accelerator":")" + std::string(name) + R"("}})")["taken"];
    return std::any_of(taken.begin(), taken.end(), [](const Json& t) { return t["path"] == "/hardware/count"; });
  };
  EXPECT_TRUE(open("h100-sxm5-80gb"));
  EXPECT_FALSE(open("4 x h100-sxm5-80gb"));
}

// What a link says was asked for, also where it is the default.
TEST(Api, ALinkKeepsWhatItSays) {
  const auto scenario = [](const char* link) { return Json::parse(api().decode_url(link))["scenario"]; };
  const Json said = scenario("#v=1&workload=serve&model=llama-3.1-8b&count=1&kv=bf16&tensor=auto&years=x");
  EXPECT_EQ(said["workload"], "serve");
  EXPECT_EQ(said["precision"], Json::parse(R"({"kv": "bf16"})"));
  EXPECT_FALSE(said.contains("parallel") || said.contains("cost")) << said;  // left open, and not understood
  EXPECT_FALSE(scenario("#v=1&model=llama-3.1-8b").contains("workload"));
}

TEST(Api, AnswersTheDefaultScenario) {
  const Json result = estimate("{}");
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_EQ(result["version"], 1);
  EXPECT_EQ(result["engine_version"], version());
  EXPECT_EQ(result["catalog_date"], api().records().date);
  EXPECT_EQ(result["scenario"]["as_of"], api().records().date);
  EXPECT_FALSE(result.contains("explain"));
  std::vector<std::string> names;
  for (auto it = result.begin(); it != result.end(); ++it) names.push_back(it.key());
  EXPECT_EQ(names, (Strings{"ok", "version", "engine_version", "catalog_date", "scenario", "defaulted", "device",
                            "answer", "model", "memory", "speed", "cost", "remedies", "rules_of_thumb", "warnings",
                            "taken", "reproduce"}));
}

// Requests that come once in years: their times end before the simulation does.
TEST(Api, SimulatesRequestsThatHardlyCome) {
  for (const char* apart : {"true", "false"}) {
    const Json result = estimate(std::string(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "h100-sxm5-80gb",
        "count": 4}, "parallel": {"tensor": 1}, "serve": {"requests_per_minute": 1e-6, "disaggregated": )") +
                                     apart + "}}",
                                 R"({"with": ["percentiles"]})");
    EXPECT_EQ(result["ok"], true) << to_text(result);
  }
}

// What a search says that ended for want of effort: of numbers of accelerators, of the largest load, of changes that
// help.
TEST(Api, SaysWhichSearchEnded) {
  const auto message = [](const char* code, const char* scenario) {
    const Json result = estimate(scenario, R"({"with": ["limits"], "effort": 1})");
    for (const Json& w : result["warnings"])
      if (w["code"] == code) return w["message"].get<std::string>();
    return std::string();
  };
  EXPECT_EQ(
      message("sizing_ended", R"({"model": "llama-3.1-70b", "hardware": {"accelerator": "h100-sxm5-80gb"},
                                        "serve": {"requests_per_minute": 6000, "slo": {"tpot_p95_ms": 20}}})"),
      "Not every number of accelerators was simulated, which would take too long: one that meets the targets may be "
      "missing.");
  EXPECT_EQ(message("targets_ended", R"({"model": "llama-3.1-8b", "hardware": {"count": 64},
      "serve": {"concurrency": 4096, "output_tokens": 2000, "slo": {"tpot_p95_ms": 20}}})"),
            "The largest load that meets the targets was not sought, which would take too long.");
  EXPECT_EQ(message("search_ended", R"({"model": "llama-3.1-8b", "hardware": {"count": 8},
                                        "serve": {"concurrency": 8, "slo": {"tpot_p95_ms": 0.01}}})"),
            "Not every change that might help was tried, which would take too long.");
}

TEST(Api, NumbersThatNothingRealHasAreRefusedWithTheLimit) {
  const auto own = [](const char* kind, const std::string& record, const char* rest) {
    return std::string(R"({"overrides": {")") + kind + R"(": [{"id": "own", )" + record + "}]}" + rest + "}";
  };
  const char* machine = R"(, "hardware": {"instance": "own"})";
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {R"({"serve": {"tokens_per_day": 1e-300}})", "/serve/tokens_per_day", "at least 1, not 1e-300"},
      {R"({"serve": {"requests_per_minute": 1e-9}})", "/serve/requests_per_minute", "at least 0.000001, not 1e-9"},
      {R"({"workload": "train", "train": {"mtbf_h": 1e-300}})", "/train/mtbf_h", "at least 0.01, not 1e-300"},
      {R"({"workload": "train", "train": {"tokens": 1e16}})", "/train/tokens", "at most 1000000000000000"},
      {R"({"cost": {"years": 1e300}})", "/cost/years", "at most 20, not 1e+300"},
      {own("models", R"("kind": "speech", "window_s": 0)", R"(, "model": "own")"), "/overrides/models/0/window_s",
       "at least 0.01, not 0"},
      {own("models", R"("kind": "encoder", "max_context": 0)", R"(, "model": "own")"),
       "/overrides/models/0/max_context", "at least 1, not 0"},
      {own("accelerators", R"("memory_gb": 80, "bandwidth_gb_s": 1e-300)", ""),
       "/overrides/accelerators/0/bandwidth_gb_s", "at least 0.1, not 1e-300"},
      {own("instances", R"("accelerator": "h100-sxm5-80gb", "network_gbps": 0)", machine),
       "/overrides/instances/0/network_gbps", "at least 0.01, not 0"},
  };
  for (const auto& [scenario, path, message] : cases) {
    const Json refused = estimate(scenario);
    ASSERT_EQ(refused["ok"], false) << scenario;
    EXPECT_EQ(refused["errors"][0]["path"], path);
    EXPECT_NE(refused["errors"][0]["message"].get<std::string>().find(message), std::string::npos)
        << to_text(refused["errors"]);
  }
}

// 700 tokens a request of chat at one token a day: a thousand of them pay two accelerators for 700,000 days.
TEST(Api, TheLeastLoadHasAFinitePrice) {
  const Json result = estimate(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "h100-sxm5-80gb", "count": 2},
      "serve": {"tokens_per_day": 1}, "cost": {"rent_usd_gpu_h": 4.5}})");
  ASSERT_EQ(result["ok"], true) << to_text(result);
  EXPECT_NEAR(result["cost"]["usd_per_1k_requests"].get<double>(), 1000 * 700 * 24 * 2 * 4.5, 1);
}

// Attention over a prompt of 1e8 tokens, 4 * 80 layers * 8,192 * 1e16 / 2 = 1.3e22 FLOP, takes 1.3e16 ms at 1 GFLOP/s.
TEST(Api, AFigureBeyondAllThatCanBeIsRefusedByItsPointer) {
  const char* asked = R"({"model": "llama-3.1-70b", "hardware": {"count": 1, "accelerator": {"id": "own",
      "memory_gb": 500, "bandwidth_gb_s": 0.1, "rates_tflops": {"bf16": 0.001}}},
      "serve": {"input_tokens": 1e8, "concurrency": 1}})";
  const Json refused = estimate(asked);
  EXPECT_EQ(paths(refused), Strings{"/speed/ttft_ms"});
  EXPECT_EQ(refused["errors"][0]["code"], "not_computable");
  EXPECT_EQ(api().answer(asked, {}).problems()[0].path, "/speed/ttft_ms") << "for texts too";
  EXPECT_NE(api().row(asked, {}, {}).error.find("/speed/ttft_ms"), std::string::npos);
  EXPECT_EQ(Json::parse(api().recommend(asked, ""))["ok"], false);
}

// Changes of up to 64 times 16 accelerators are tried for a target that none keeps: more than one of them.
TEST(Api, WithLittleEffortASearchEndsSooner) {
  const auto ended = [](const char* options) {
    const Json result = estimate(R"({"model": "llama-3.1-8b", "hardware": {"count": 8},
                                     "serve": {"concurrency": 8, "slo": {"tpot_p95_ms": 0.01}}})",
                                 options);
    return std::any_of(result["warnings"].begin(), result["warnings"].end(),
                       [](const Json& w) { return w["code"] == "search_ended"; });
  };
  EXPECT_TRUE(ended(R"({"effort": 1})"));
  EXPECT_FALSE(ended(R"({"effort": 500})"));
  EXPECT_FALSE(ended(""));
  for (const char* bad : {"0", "501", "1e999", "\"all\"", "null"})
    EXPECT_EQ(estimate("{}", std::string(R"({"effort": )") + bad + "}")["ok"], false) << bad;
}

TEST(Api, ExplainsOnRequest) {
  EXPECT_TRUE(estimate("{}", R"({"with": ["explain"]})").contains("explain"));
  EXPECT_FALSE(estimate("{}")["speed"].contains("percentiles"));
  EXPECT_TRUE(estimate("{}", R"({"with": ["percentiles"]})")["speed"].contains("percentiles"));
  EXPECT_EQ(estimate("{}", R"({"with": ["all"]})")["errors"][0]["code"], "bad_option");
  EXPECT_EQ(estimate("{}", R"({"whit": []})")["ok"], false);
  EXPECT_EQ(estimate("{}", "nonsense")["ok"], false);
}

TEST(Api, RefusalsListEveryProblem) {
  const Json refusal = estimate(R"({"model": "no-such-model", "hardware": {"accelerator": "h1000"}})");
  EXPECT_EQ(refusal["ok"], false);
  EXPECT_EQ(paths(refusal), (Strings{"/model", "/hardware/accelerator"}));
  for (const Json& error : refusal["errors"])
    for (const char* part : {"code", "path", "message", "suggestions"}) EXPECT_TRUE(error.contains(part)) << part;
}

TEST(Api, NoDeviceHasMoreMemoryThanThereIsOf) {
  const auto with = [](const char* device, const char* gb) {
    return estimate(std::string(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": ")") + device +
                    R"(", "memory_gb": )" + gb + "}}");
  };
  for (const auto& [device, gb, most] :
       {std::tuple("h100-sxm5-80gb", "7700", "80"), std::tuple("apple-m5-max", "256", "128"),
        std::tuple("rtx-4090", "49", "48")}) {
    const Json refused = with(device, gb);
    EXPECT_EQ(paths(refused), Strings{"/hardware/memory_gb"});
    EXPECT_EQ(refused["errors"][0]["suggestions"], Json::parse(std::string(R"([")") + most + R"("])"));
  }
  // Sold with 24 GB, and rebuilt with twice that; what is plugged into a computer has no such end.
  const auto has = [](const Json& answer, const char* code) {
    const auto is = [&](const Json& warning) { return warning["code"] == code; };
    return std::any_of(answer["warnings"].begin(), answer["warnings"].end(), is);
  };
  EXPECT_TRUE(has(with("rtx-4090", "48"), "rebuilt"));
  EXPECT_FALSE(has(with("rtx-4090", "24"), "rebuilt"));
  EXPECT_FALSE(has(with("cpu-generic-server-ddr5", "3000"), "rebuilt"));
}

TEST(Api, ProblemsOfAnArchitectureInPlacePointToIt) {
  const Json refusal = estimate(R"({"model": {"layers": 2, "hidden": 64, "heads": 3, "kv_heads": 2, "vocab": 100,
                                              "intermediate": 128}})");
  EXPECT_EQ(paths(refusal), Strings{"/model/kv_heads"});
}

// A finite number or no number at all: never null anywhere.
void expect_no_null(const Json& value) {
  EXPECT_FALSE(value.is_null());
  if (value.is_structured())
    for (const Json& inner : value) expect_no_null(inner);
}

TEST(Api, ResultsNeverHoldNull) {
  for (const char* text : {"{}", R"({"workload": "train"})", R"({"workload": "finetune"})",
                           R"({"workload": "batch", "serve": {"concurrency": "max"}})", R"({"hardware": {"count": 1}})",
                           R"({"model": {"params_b": 400}, "hardware": {"count": 1}})"})
    expect_no_null(estimate(text, R"({"with": ["explain"]})"));
}

TEST(Api, TheEchoGivesTheSameAnswer) {
  const Json first = estimate(R"({"model": {"params_b": 7}, "hardware": {"count": 2}, "serve": {"concurrency": 8}})");
  ASSERT_EQ(first["ok"], true) << to_text(first);
  const Json second = estimate(to_text(first["scenario"]));
  EXPECT_EQ(second["speed"], first["speed"]);
  EXPECT_EQ(second["memory"], first["memory"]);
  EXPECT_EQ(second["scenario"], first["scenario"]);
}

TEST(Api, LinksCarryAScenarioThereAndBack) {
  const Json link = Json::parse(api().encode_url(R"({"model": "llama-3.1-8b", "hardware": {"count": 2}})"));
  ASSERT_EQ(link["ok"], true);
  EXPECT_EQ(link["url"], "#v=1&d=" + api().records().date +
                             "&workload=serve&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=2&"
                             "input_tokens=500&output_tokens=200&concurrency=32");
  const Json back = Json::parse(api().decode_url(link["url"].get<std::string>()));
  EXPECT_EQ(back["ok"], true);
  EXPECT_EQ(to_text(back["scenario"]), R"({"version":1,"workload":"serve","model":"llama-3.1-8b",)"
                                       R"("hardware":{"accelerator":"h100-sxm5-80gb","count":2},)"
                                       R"("serve":{"input_tokens":500,"output_tokens":200,"concurrency":32}})");
  EXPECT_TRUE(back["notices"].empty());
}

// What is left open is named as it was answered: Llama 3.1 8B takes 16 GB and its cache on an RTX 4090 of 24 GB, one
// user's worth of it on a card; a training run of a method says how many tokens.
TEST(Api, LinksNameWhatTheQuestionLeftOpen) {
  const auto link = [](const char* scenario) {
    const Json encoded = Json::parse(api().encode_url(scenario));
    return encoded["url"].get<std::string>().substr(std::string("#v=1&d=2026-11-26").size());
  };
  EXPECT_EQ(link(R"({"model": "llama-3.1-8b", "hardware": {"accelerator": "rtx-4090"}, "serve": {"concurrency": 1}})"),
            "&workload=serve&model=llama-3.1-8b&accelerator=rtx-4090&count=1&input_tokens=500&"
            "output_tokens=200&concurrency=1");
  EXPECT_EQ(
      link(R"({"workload": "finetune", "model": "llama-3.1-8b", "hardware": {"accelerator": "rtx-4090", "count": 1},
                     "train": {"method": "qlora"}})"),
      "&workload=finetune&model=llama-3.1-8b&accelerator=rtx-4090&count=1&method=qlora&recipe=mixed&"
      "train.tokens=10000000&sequence=4096");
  EXPECT_EQ(link(R"({"model": "vit-l16-384", "hardware": {"accelerator": "l4", "count": 1}})"),
            "&workload=serve&model=vit-l16-384&accelerator=l4&count=1");
}

TEST(Api, OldLinksSayThatFiguresMayDiffer) {
  const Json back = Json::parse(api().decode_url("#v=1&d=2020-01-01&nonsense=1"));
  EXPECT_EQ(back["ok"], true);
  ASSERT_EQ(back["notices"].size(), 2u);
  EXPECT_EQ(back["notices"][0]["code"], "unknown_key");
  EXPECT_EQ(back["notices"][1]["code"], "catalog_date");
}

TEST(Api, WrongScenariosHaveNoLink) { EXPECT_EQ(Json::parse(api().encode_url(R"({"modle": 1})"))["ok"], false); }

TEST(Api, ListsTheCatalog) {
  for (const char* kind : {"accelerators", "models", "instances", "prices", "formats", "sources"}) {
    const Json entries = Json::parse(api().catalog(kind));
    EXPECT_TRUE(entries.is_array()) << kind;
    EXPECT_FALSE(entries.empty()) << kind;
  }
  EXPECT_EQ(Json::parse(api().catalog("secrets"))["ok"], false);
}

TEST(Api, SchemasAreDocuments) {
  for (const char* name : {"scenario", "result", "catalog"})
    EXPECT_EQ(Json::parse(api().schema(name))["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(Json::parse(api().schema("other"))["ok"], false);
}

TEST(Api, BrokenCatalogsAreRefused) {
  EXPECT_FALSE(Api::from_catalog("").ok());
  EXPECT_FALSE(Api::from_catalog(R"({"models": [{"layers": 3}]})").ok());
  const Result<Api> empty = Api::from_catalog("{}");
  ASSERT_EQ(empty.problems().size(), 4u);  // accelerators, models, formats, coefficients
  EXPECT_EQ(empty.problems().back().path, "/calibration/efficiencies");
}

TEST(CatalogParts, AreTheWhole) {
  const Json whole = Json::parse(test::text_of_file(test::merged_catalog()));
  CatalogParts parts;
  for (auto member = whole.begin(); member != whole.end(); ++member) {
    if (!member->is_array()) {
      EXPECT_TRUE(parts.add(Json{{member.key(), *member}}.dump()).empty());
      continue;
    }
    for (const Json& element : *member)
      EXPECT_TRUE(parts.add(Json{{member.key(), Json::array({element})}}.dump()).empty());
  }
  int steps = 1;
  for (Result<bool> more = parts.read_on(); more.ok() && *more; more = parts.read_on()) ++steps;
  EXPECT_GT(steps, 10);
  const Result<Api> made = parts.done();
  ASSERT_TRUE(made.ok());
  for (const char* kind : {"accelerators", "models", "prices", "formats", "presets"})
    EXPECT_EQ(made->catalog(kind), api().catalog(kind));
  EXPECT_EQ(made->estimate("{}", ""), api().estimate("{}", ""));
}

TEST(CatalogParts, ProblemsAreWhereTheWholeHasThem) {
  CatalogParts parts;
  EXPECT_EQ(parts.add("[1").front().code, "bad_json");
  EXPECT_TRUE(parts.add(R"({"models": [{"id": "a"}]})").empty());
  EXPECT_TRUE(parts.add(R"({"models": [{"id": "b", "layers": "many"}]})").empty());
  while (*parts.read_on()) {}
  const Result<Api> made = parts.done();
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.problems().front().path, "/models/1/layers");
}

TEST(Api, HostileInputIsRefusedWithADocument) {
  const std::string inputs[] = {"",
                                std::string("\0", 1),
                                "null",
                                "\xFF\xFE",
                                std::string(10000000, ' '),
                                std::string(900000, '['),
                                R"({"serve": {"input_tokens": 1e400}})",
                                R"({"serve": {"input_tokens": NaN}})",
                                R"({"serve": {"input_tokens": -0.0}})",
                                "{\"\xC3\x28\": 1}",
                                R"({"model": "a", "model": "b"})",
                                R"({} {})",
                                "{\"model\": \"" + std::string(20000, 'x') + "\"}",
                                R"({"overrides": {"models": [null, 1, "x", []]}})"};
  for (const std::string& input : inputs) {
    const Json refusal = estimate(input);
    EXPECT_EQ(refusal["ok"], false) << input.substr(0, 60);
    EXPECT_FALSE(refusal["errors"].empty());
  }
}

// Random damage to a good document: always an answer or a refusal, both proper JSON.
TEST(Api, DamagedDocumentsAreAnswered) {
  std::mt19937 random(3);
  const std::string good =
      R"({"workload":"serve","model":{"layers":4,"hidden":64,"heads":4,"vocab":100,"intermediate":128},)"
      R"("hardware":{"accelerator":"h100-sxm5-80gb","count":2},"serve":{"concurrency":"max","input_tokens":10}})";
  for (int i = 0; i < 500; ++i) {
    std::string text = good;
    for (unsigned n = random() % 4 + 1; n > 0; --n) text[random() % text.size()] = static_cast<char>(random() % 256);
    const Json result = estimate(text);
    EXPECT_TRUE(result.contains("ok")) << text;
  }
}

}  // namespace
}  // namespace ridgepoint::json
