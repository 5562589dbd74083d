// What articles print, row by row of tests/validation/claims.csv, against the catalog as it is shipped.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/json/api.h"
#include "engine/json/document.h"
#include "engine/json/limits.h"
#include "engine/speed/run.h"
#include "tests/engine/formula.h"
#include "tests/engine/json/shipped_catalog.h"
#include "tools/validate/csv.h"

namespace ridgepoint::json {
namespace {

// Raised by a row that says what cannot be evaluated; the test names it.
struct Wrong {
  std::string why;
};

const Api& api() { return shipped_api(); }

const validation::CsvTable& table() {
  static const validation::CsvTable read =
      validation::parse_csv(test::text_of_file(test::in_project("tests/validation/claims.csv"))).value();
  return read;
}

// The parts of a text between separators, without spaces around.
std::vector<std::string> parts_of(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    const std::size_t first = text.find_first_not_of(' ', at);
    std::string part = first < end ? text.substr(first, end - first) : "";
    part.erase(part.find_last_not_of(' ') + 1);
    parts.push_back(part);
    at = end + separator.size();
  }
  return parts;
}

Json parsed(const std::string& text) { return *parse_document(text, kCatalogLimits); }

// The result of a scenario written as the fragment of a link, with recommendations where they are asked for.
const Json& result_of(const std::string& link, bool recommends) {
  static std::map<std::pair<std::string, bool>, Json> known;
  const auto found = known.find({link, recommends});
  if (found != known.end()) return found->second;
  const LinkScenario said = api().follow("#v=1&" + link);
  if (!said.notices.empty()) throw Wrong{link + ": " + said.notices[0].path + ": " + said.notices[0].message};
  constexpr const char* kWith = R"({"with": ["percentiles", "limits"]})";
  Json result = parsed(recommends ? api().recommend(said.scenario, kWith) : api().estimate(said.scenario, kWith));
  if (result["ok"] != true) throw Wrong{link + ": " + result.dump()};
  return known[{link, recommends}] = std::move(result);
}

const Json& catalog_list(const std::string& kind) {
  static std::map<std::string, Json> known;
  if (known.count(kind) == 0) known[kind] = parsed(api().catalog(kind));
  return known[kind];
}

bool is_said(const Json& value, const std::string& word) {
  if (value.is_string()) return value.get_ref<const std::string&>() == word;
  const std::optional<double> number = validation::number_in(word);
  return number && value.is_number() && value.get<double>() == *number;
}

// Whether a member of a list is meant by "l4" (its id, code, figure or accelerator) or "kind=spot,usd=9.83".
bool is_meant(const Json& entry, const std::string& segment) {
  if (segment.find('=') == std::string::npos) {
    for (const char* name : {"id", "code", "figure"})
      if (const Json* value = member(entry, name); value && is_said(*value, segment)) return true;
    const Json* hardware = member(entry, "hardware");
    const Json* device = hardware ? member(*hardware, "accelerator") : nullptr;
    return device && is_said(*device, segment);
  }
  for (const std::string& pair : parts_of(segment, ",")) {
    const std::size_t equals = pair.find('=');
    const Json* value = member(entry, pair.substr(0, equals));
    if (!value || !is_said(*value, pair.substr(equals + 1))) return false;
  }
  return true;
}

const Json* chosen(const Json& list, const std::string& segment) {
  for (const Json& entry : list)
    if (is_meant(entry, segment)) return &entry;
  return nullptr;
}

// The value at a pointer whose segments also choose members of lists; null where there is none.
const Json* value_at(const Json* value, const std::vector<std::string>& segments, std::size_t first) {
  for (std::size_t i = first; i < segments.size() && value; ++i) {
    if (value->is_object()) {
      value = member(*value, segments[i]);
      continue;
    }
    value = value->is_array() ? chosen(*value, segments[i]) : nullptr;
  }
  return value;
}

// Closed forms that no result shows: "training_flop 1e9 1", the engine's own, and what articles reckon with beside it.
double closed_form(const std::vector<std::string>& words) {
  std::vector<double> x;
  for (std::size_t i = 2; i < words.size(); ++i) x.push_back(validation::number_in(words[i]).value());
  const std::string& name = words[1];
  if (name == "intensity_of_weights" && x.size() == 1) return 2 * x[0] / 2;  // rows; each weight is 2 bytes
  if (name == "intensity_of_product" && x.size() == 3)  // rows x inner with inner x columns, all moved in 2 bytes
    return 2 * x[0] * x[1] * x[2] / (2 * (x[0] * x[1] + x[1] * x[2] + x[0] * x[2]));
  if (name == "training_flop" && x.size() == 2) return in_flop(training_flop(x[0], x[1]));
  if (name == "training_mwh" && x.size() == 4)  // work, rate reached in TFLOP/s, watts, PUE
    return in_kilowatt_hours(x[3] * (watts(x[2]) * (flop(x[0]) / teraflop_per_second(x[1])))) / 1e3;
  throw Wrong{"no closed form " + name};
}

// What stands between braces: a pointer into the result of a scenario by its number (the first without),
// "catalog/KIND/ID/FIELD" or "rule NAME NUMBER...". Then " exists", " count" or " is WORD" may follow.
double referred(const std::string& text, const std::vector<std::string>& links) {
  const std::vector<std::string> words = parts_of(text, " ");
  if (words[0] == "rule") return closed_form(words);
  const std::vector<std::string> segments = parts_of(words[0], "/");
  const Json* value = nullptr;
  if (segments[0] == "catalog") {
    value = value_at(&catalog_list(segments.at(1)), segments, 2);
  } else {
    const std::size_t number = segments[0].empty() ? 1 : std::stoul(segments[0]);
    const bool recommends = segments.at(1) == "recommendations" || segments.at(1) == "near_misses";
    value = value_at(&result_of(links.at(number - 1), recommends), segments, 1);
  }
  const std::string asked = words.size() > 1 ? words[1] : "";
  if (asked == "exists") return value != nullptr;
  if (!value) throw Wrong{"nothing at " + text};
  if (asked == "count") return static_cast<double>(value->size());
  if (asked == "is") return is_said(*value, words.at(2));
  if (value->is_boolean()) return value->get<bool>();
  if (!value->is_number()) throw Wrong{"no number at " + text};
  return value->get<double>();
}

// A formula over such references.
double figure_of(std::string formula, const std::vector<std::string>& links) {
  std::map<std::string, double> inputs;
  for (std::size_t open; (open = formula.find('{')) != std::string::npos;) {
    const std::size_t close = formula.find('}', open);
    const std::string name = "v" + std::to_string(inputs.size());
    inputs[name] = referred(formula.substr(open + 1, close - open - 1), links);
    formula.replace(open, close - open + 1, name);
  }
  const std::optional<double> value = test::Formula::evaluate(formula, inputs);
  if (!value) throw Wrong{"no formula: " + formula};
  return *value;
}

double number_of(const std::string& text) {
  const std::optional<double> number = validation::number_in(text);
  if (!number) throw Wrong{"no number: " + text};
  return *number;
}

// "18", "126 +- 0.1", "1.7 .. 3.9", "> 2", "< 5".
bool agrees(double value, const std::string& said) {
  if (said[0] == '>') return value > number_of(parts_of(said, ">")[1]);
  if (said[0] == '<') return value < number_of(parts_of(said, "<")[1]);
  if (const auto range = parts_of(said, ".."); range.size() == 2)
    return value >= number_of(range[0]) && value <= number_of(range[1]);
  if (const auto near = parts_of(said, "+-"); near.size() == 2)
    return std::fabs(value - number_of(near[0])) <= number_of(near[1]);
  return std::fabs(value - number_of(said)) <= 1e-9 * std::max(1.0, std::fabs(value));
}

std::vector<std::string> links_of(const std::string& text) {
  return text.empty() ? std::vector<std::string>{} : parts_of(text, "|");
}

class Claims : public testing::TestWithParam<std::size_t> {};

TEST_P(Claims, AreAsTheTableSays) {
  const validation::Row row(table(), GetParam());
  const std::vector<std::string> links = links_of(row.text("scenario"));
  const std::vector<std::string> figures = parts_of(row.text("figure"), ";"), ours = parts_of(row.text("ours"), ";");
  ASSERT_EQ(figures.size(), ours.size()) << row.text("id");
  for (std::size_t i = 0; i < figures.size(); ++i) try {
      const double value = figure_of(figures[i], links);
      EXPECT_TRUE(agrees(value, ours[i]))
          << row.text("id") << ": " << figures[i] << " is " << value << ", not " << ours[i];
    } catch (const Wrong& wrong) { ADD_FAILURE() << row.text("id") << ": " << wrong.why; }
}

INSTANTIATE_TEST_SUITE_P(Rows, Claims, testing::Range(std::size_t{0}, table().rows.size()),
                         [](const auto& row) { return table().rows[row.param][0]; });

TEST(ClaimsTable, EveryRowNamesItsArticleItsVerdictAndAFigureOfTheEngine) {
  const validation::CsvTable articles =
      validation::parse_csv(test::text_of_file(test::in_project("tests/validation/articles.csv"))).value();
  std::set<std::string> known, ids;
  for (std::size_t i = 0; i < articles.rows.size(); ++i) known.insert(validation::Row(articles, i).text("article"));
  for (std::size_t i = 0; i < table().rows.size(); ++i) {
    const validation::Row row(table(), i);
    const std::string& id = row.text("id");
    EXPECT_TRUE(ids.insert(id).second) << id;
    EXPECT_TRUE(known.count(row.text("article"))) << id;
    const std::string& verdict = row.text("verdict");
    EXPECT_TRUE(verdict == "reproduced" || verdict == "corrected" || verdict == "qualitative") << id << " " << verdict;
    EXPECT_TRUE(verdict == "reproduced" || !row.text("why").empty()) << id << ": a correction has its reason";
    EXPECT_FALSE(row.text("claim").empty()) << id;
    for (const std::string& figure : parts_of(row.text("figure"), ";"))
      EXPECT_NE(figure.find('{'), std::string::npos) << id << ": " << figure << " asks nothing of the engine";
  }
}

}  // namespace
}  // namespace ridgepoint::json
