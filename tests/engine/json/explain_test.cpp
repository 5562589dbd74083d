// Explanations of all golden scenarios: what they name is there, adds up, and is as well proven as what it comes from.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/json/api.h"
#include "engine/json/value.h"
#include "tests/engine/formula.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint::json {
namespace {

struct Explained {
  std::string file;
  Json result;
};

const std::vector<Explained>& golden() {
  static const std::vector<Explained> all = [] {
    std::vector<Explained> out;
    for (const auto& entry : std::filesystem::directory_iterator(test::in_project("tests/golden/scenarios")))
      out.push_back(
          {entry.path().filename().string(),
           Json::parse(shipped_api().estimate(test::text_of_file(entry.path()), R"({"with": ["explain"]})"))});
    return out;
  }();
  return all;
}

// Every explanation of every scenario.
template <class Check>
void each(Check check) {
  ASSERT_GE(golden().size(), 60u);
  for (const Explained& e : golden()) {
    ASSERT_EQ(e.result["ok"], true) << e.file;
    ASSERT_GE(e.result["explain"].size(), 10u) << e.file;
    for (const Json& x : e.result["explain"]) {
      SCOPED_TRACE(e.file + " " + x["pointer"].get<std::string>() + " = " + x["formula"].get<std::string>());
      check(e.result, x);
    }
  }
}

std::string text(const Json& object, const char* key) {
  return object.contains(key) ? object[key].get<std::string>() : std::string();
}

// The words of a formula that are no functions and no numbers.
std::set<std::string> names_in(const std::string& formula) {
  std::set<std::string> names;
  std::string word;
  for (const char c : formula + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.') {
      word += c;
      continue;
    }
    if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) && c != '(') names.insert(word);
    word.clear();
  }
  return names;
}

const Json* explanation_of(const Json& result, const std::string& pointer) {
  for (const Json& x : result["explain"])
    if (x["pointer"] == pointer) return &x;
  return nullptr;
}

TEST(ExplainGolden, FormulasGiveTheirFiguresFromTheirInputs) {
  each([](const Json& result, const Json& x) {
    std::map<std::string, double> inputs;
    for (const Json& input : x["inputs"]) inputs[input["name"].get<std::string>()] = input["value"].get<double>();
    const auto value = test::Formula::evaluate(x["formula"].get<std::string>(), inputs);
    ASSERT_TRUE(value);
    const double figure = x["value"].get<double>();
    EXPECT_NEAR(*value, figure, 1e-9 * std::fabs(figure));
    const Json at = result.at(Json::json_pointer(x["pointer"].get<std::string>()));
    EXPECT_EQ(at.get<double>(), figure);
  });
}

TEST(ExplainGolden, AFormulaNamesItsInputsAndNothingElse) {
  each([](const Json&, const Json& x) {
    std::set<std::string> inputs;
    for (const Json& input : x["inputs"]) inputs.insert(input["name"].get<std::string>());
    EXPECT_EQ(names_in(x["formula"].get<std::string>()), inputs);
  });
}

// Counts, shares and ratios; everything else has a unit.
bool is_pure(const std::string& name) {
  static const std::set<std::string> pure = {"embedding",
                                             "busy",
                                             "head",
                                             "other",
                                             "batch",
                                             "time_of_day",
                                             "gpus",
                                             "windows",
                                             "global_batch",
                                             "in_flight",
                                             "there",
                                             "padding",
                                             "sequences",
                                             "goodput",
                                             "samples",
                                             "ratio",
                                             "q",
                                             "audio_s_per_s",
                                             "utilization",
                                             "availability",
                                             "base",
                                             "beyond",
                                             "start_overhead",
                                             "support",
                                             "kept",
                                             "machines",
                                             "working",
                                             "install",
                                             "load",
                                             "pue",
                                             "repairs",
                                             "people",
                                             "brings",
                                             "lost",
                                             "today",
                                             "cached",
                                             "cached_price",
                                             "prefill_replicas",
                                             "replicas",
                                             "together",
                                             "prefill_share",
                                             "runs",
                                             "draw",
                                             "nodes"};
  return pure.count(name) > 0 || name.rfind("layers_", 0) == 0 || name.rfind("params_", 0) == 0 ||
         name.rfind("values_", 0) == 0;
}

TEST(ExplainGolden, InputsHaveAMeaningAValueAUnitAndASource) {
  each([](const Json&, const Json& x) {
    const bool networks = x["pointer"] == "/model/params_b";  // counts all of them
    for (const Json& input : x["inputs"]) {
      const std::string name = text(input, "name");
      EXPECT_FALSE(text(input, "label").empty()) << name;
      EXPECT_FALSE(text(input, "source").empty()) << name;
      EXPECT_TRUE(std::isfinite(input["value"].get<double>())) << name;
      EXPECT_NE(text(input, "unit").empty(), !is_pure(name) && !networks) << name;
    }
  });
}

TEST(ExplainGolden, AnInputThatIsAFigureIsThatFigure) {
  int found = 0;
  each([&](const Json& result, const Json& x) {
    for (const Json& input : x["inputs"]) {
      if (!input.contains("figure")) continue;
      const Json* figure = explanation_of(result, text(input, "figure"));
      ASSERT_TRUE(figure);
      EXPECT_EQ((*figure)["value"], input["value"]);
      EXPECT_EQ(text(*figure, "unit"), text(input, "unit"));
      ++found;
    }
  });
  EXPECT_GT(found, 500);
}

// A price is not given by the figure that is computed with it: no input is worked out backwards where it could be
// shown.
TEST(ExplainGolden, CostsAreComputedFromPricesHoursAndYears) {
  each([](const Json& result, const Json& x) {
    const std::string pointer = text(x, "pointer");
    const std::set<std::string> names = names_in(x["formula"].get<std::string>());
    if (pointer == "/cost/npv/rent") {
      EXPECT_TRUE(names.count("rent_usd_gpu_h") || names.count("base_usd_gpu_h"));
      EXPECT_TRUE(names.count("years") || names.count("drifting_years"));
      EXPECT_NE(text(x, "formula").find("8760"), std::string::npos);
    }
    if (pointer == "/cost/npv/api") {
      EXPECT_TRUE((names.count("requests_per_s") || names.count("requests_per_minute")) &&
                  names.count("usd_per_1m_input_tokens"));
    }
    if (pointer == "/cost/usd_per_run") { EXPECT_TRUE(names.count("gpu_hours")); }
    if (pointer != "/cost/npv/buy") return;
    for (const Json& input : x["inputs"])
      EXPECT_TRUE(explanation_of(result, text(input, "figure"))) << text(input, "name");
  });
}

// Figures are as well proven as those in them: tokens a second by the time of a token, days by the time of a step.
TEST(ExplainGolden, ADerivedFigureHasTheEvidenceOfWhatItComesFrom) {
  std::set<std::string> derived;
  each([&](const Json& result, const Json& x) {
    double widest = 0;
    for (const Json& input : x["inputs"]) {
      const Json* from = explanation_of(result, text(input, "figure"));
      if (from && from->contains("validation"))
        widest = std::fmax(widest, (*from)["validation"]["p90_error"].get<double>());
    }
    ASSERT_TRUE(x.contains("validation") || widest == 0);
    if (!x.contains("validation")) return;
    const std::string figure = text(x["validation"], "figure");
    if (figure == text(x, "pointer")) return;  // compared itself
    derived.insert(text(x, "pointer"));
    EXPECT_EQ(x["validation"]["p90_error"].get<double>(), widest);
    const Json* from = explanation_of(result, figure);
    ASSERT_TRUE(from);
    EXPECT_EQ((*from)["validation"], x["validation"]);
  });
  for (const char* pointer :
       {"/speed/tokens_per_s_per_request", "/speed/requests_per_s", "/speed/days", "/speed/mfu", "/speed/images_per_s",
        "/speed/audio_s_per_s", "/speed/tflops_per_gpu", "/speed/compute_optimal/budget_params_b",
        "/cost/usd_per_1k_requests", "/cost/usd_per_1m_output_tokens", "/cost/usd_per_1m_input_tokens",
        "/cost/usd_per_1k_images", "/cost/usd_per_audio_h", "/cost/usd_per_run", "/cost/gpu_hours", "/cost/energy_kwh",
        "/cost/co2_kg"})
    EXPECT_TRUE(derived.count(pointer)) << pointer;
}

// What has a range has the runs behind it.
TEST(ExplainGolden, AFigureWithARangeHasItsEvidence) {
  for (const Explained& e : golden())
    for (const Json& range : e.result["speed"]["ranges"]) {
      const Json* x = explanation_of(e.result, "/speed/" + text(range, "figure"));
      if (!x) x = explanation_of(e.result, "/cost/" + text(range, "figure"));
      ASSERT_TRUE(x) << e.file << " " << range;
      EXPECT_TRUE(x->contains("validation")) << e.file << " " << range;
    }
}

// Requests that are all answered come at the rate they were given: nothing of it was predicted.
TEST(ExplainGolden, ARateThatIsGivenNeedsNoEvidence) {
  int found = 0;
  each([&](const Json&, const Json& x) {
    if (x["formula"] != "requests_per_minute / 60") return;
    EXPECT_FALSE(x.contains("validation"));
    ++found;
  });
  EXPECT_GT(found, 0);
}

// The figures of the answer's sentence that are no inputs, and no price of a fleet, open to how they are computed.
TEST(ExplainGolden, FiguresOfTheSentenceAreExplained) {
  for (const Explained& e : golden())
    for (const Json& figure : e.result["answer"]["figures"]) {
      const std::string id = text(figure, "id");
      if (id == "hardware" || id == "short_gb" || id == "host_gb" || id == "fleet_usd_per_h") continue;
      bool found = false;
      for (const Json& x : e.result["explain"])
        found |= text(x, "pointer").substr(text(x, "pointer").rfind('/') + 1) == id;
      EXPECT_TRUE(found) << e.file << " " << id;
    }
}

}  // namespace
}  // namespace ridgepoint::json
