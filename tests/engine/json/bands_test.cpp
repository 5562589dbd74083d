// The catalog as the engine reads it, against the table of the catalog's rules: tools/catalog/lint/bands.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/json/document.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

using json::Json;

Json bands() {
  return json::parse_document(test::text_of_file(test::in_project("tools/catalog/lint/bands.json")),
                              json::kCatalogLimits)
      .value();
}

// Whether `value` is what a table has, one or several.
template <class Same>
bool is_one_of(const Json& table, Same same) {
  return table.is_array() ? std::any_of(table.begin(), table.end(), same) : same(table);
}

bool is_where(const Accelerator& a, const Json& where) {
  const std::map<std::string, std::string> has = {
      {"id", a.id},
      {"vendor", a.vendor},
      {"architecture", a.architecture},
      {"segment", std::string(word_of(a.segment))},
      {"form_factor", a.form_factor ? std::string(word_of(*a.form_factor)) : ""},
      {"compute_capability", a.compute_capability}};
  return std::all_of(where.items().begin(), where.items().end(), [&](const auto& item) {
    return is_one_of(item.value(), [&](const Json& word) { return word.get<std::string>() == has.at(item.key()); });
  });
}

double rate(const Accelerator& a, const std::string& name) {
  const auto& words = kWords<Arithmetic>;
  const auto at = std::find(words.begin(), words.end(), name) - words.begin();
  const auto& found = a.rates.by.at(static_cast<std::size_t>(at));
  return found ? found->value : 0;
}

TEST(Bands, RatesAreInProportion) {
  const Json table = bands();
  int checked = 0;
  for (const Accelerator& a : shipped().accelerators) {
    std::map<std::string, std::pair<Json, double>> wanted;
    const double usual = table["ratio_tolerance"][a.segment == Segment::cpu ? "cpu" : "other"].get<double>();
    for (const Json& entry : table["ratios"]) {
      if (!is_where(a, entry["where"])) continue;
      for (const auto& [ratio, is] : entry["is"].items()) wanted[ratio] = {is, entry.value("tolerance", usual)};
    }
    for (const auto& [ratio, is] : wanted) {
      const std::size_t slash = ratio.find('/');
      const double above = rate(a, ratio.substr(0, slash)), below = rate(a, ratio.substr(slash + 1));
      if (above == 0 || below == 0) continue;
      const double tolerance = is.second;
      EXPECT_TRUE(is_one_of(
          is.first, [&](const Json& each) { return std::fabs(above / below / each.get<double>() - 1) <= tolerance; }))
          << a.id << ": " << ratio << " is " << above / below;
      ++checked;
    }
  }
  EXPECT_GE(checked, 1000);
}

TEST(Bands, DevicesFitTheirArchitecture) {
  const Json table = bands();
  for (const Accelerator& a : shipped().accelerators) {
    if (!table["architectures"].contains(a.architecture)) continue;
    const Json& known = table["architectures"][a.architecture];
    const auto has = [&](const char* key, const auto& value) {
      return !known.contains(key) || is_one_of(known[key], [&](const Json& each) { return each == Json(value); });
    };
    if (a.pcie_gen && !table["pcie_unlike"].contains(a.id)) { EXPECT_TRUE(has("pcie_gen", *a.pcie_gen)) << a.id; }
    if (a.segment != Segment::cpu && !a.compute_capability.empty()) {
      EXPECT_TRUE(has("compute_capability", a.compute_capability)) << a.id;
    }
  }
}

}  // namespace
}  // namespace ridgepoint
