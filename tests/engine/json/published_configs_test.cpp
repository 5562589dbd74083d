// Configurations as they lie in public repositories, but for keys that say nothing of shape or format: parameters,
// bytes and cache against the index beside each (`bytes`), the published count, or the arithmetic of the layers
// (`params`). A list of products is a sum: layers x tokens x keys and values x heads x width in `cache`, what 10,000
// tokens keep; what the files hold beside the decoder, towers, prediction layers and a head that is stored twice, in
// `beside`.
#include <gtest/gtest.h>

#include "engine/import/import.h"
#include "engine/json/document.h"
#include "engine/json/value_tree.h"
#include "engine/memory/inference.h"
#include "engine/model/attention/attention.h"
#include "tests/engine/json/shipped_catalog.h"

namespace ridgepoint {
namespace {

const json::Json& published() {
  static const json::Json all = [] {
    const std::string text = test::text_of_file(test::in_project("tests/engine/json/published_configs.json"));
    return json::parse_document(text, json::kCatalogLimits).value();
  }();
  return all;
}

import::Imported imported(const json::Json& row){const std::string text = row["config"].dump();
const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
const Result<import::Step> step = import::import_file(bytes, text.size(), "config.json", &json::parse_value_tree);
EXPECT_TRUE(step.ok()) << row["name"] << (step.ok() ? "" : step.problems()[0].message);
return step.ok() ? step->imported : import::Imported{};
}  // namespace

// A number, or a sum of products.
double sum_of(const json::Json& row, const char* key) {
  if (!row.contains(key)) return 0;
  if (row[key].is_number()) return row[key].get<double>();
  double sum = 0;
  for (const json::Json& factors : row[key]) {
    double product = 1;
    for (const json::Json& factor : factors) product *= factor.get<double>();
    sum += product;
  }
  return sum;
}

TEST(PublishedConfigs, AreForty) { EXPECT_GE(published().size(), 40u); }

TEST(PublishedConfigs, BytesAreThoseOfTheIndex) {
  for (const json::Json& row : published()) {
    if (!row.contains("bytes")) continue;
    const import::Imported got = imported(row);
    NumberFormat format = *find_format(shipped(), got.format);
    format.part_bits = joined(got.model.part_bits, format.part_bits);
    const double counted = in_bytes(weights_per_gpu(*architecture_of(got.model, ""), format, Layout{}));
    const double beside = sum_of(row, "beside") * std::max(16.0, format.bits) / 8, said = row["bytes"];
    EXPECT_NEAR((counted + beside) / said, 1, 0.02) << row["name"];
    if (format.bits >= 16) {
      EXPECT_NEAR((*got.model.params_b * 1e9 * format.bits / 8 + beside) / said, 1, 0.005) << row["name"];
    }
  }
}

TEST(PublishedConfigs, ParametersAreThePublished) {
  for (const json::Json& row : published()) {
    if (!row.contains("params")) continue;
    const double said = sum_of(row, "params");
    EXPECT_NEAR(*imported(row).model.params_b * 1e9 / said, 1, 0.005) << row["name"];
  }
}

TEST(PublishedConfigs, CacheIsArithmetic) {
  for (const json::Json& row : published()) {
    const Architecture model = *architecture_of(imported(row).model, "");
    EXPECT_EQ(in_bytes(kv_cache(model, 10000, {.id = "bf16", .bits = 16})), 2 * sum_of(row, "cache")) << row["name"];
  }
}

}  // namespace ridgepoint
}  // namespace ridgepoint
