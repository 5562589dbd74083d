// Spellings of devices and models in published measurements, and the entries they mean.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/json/api.h"
#include "engine/json/document.h"

namespace ridgepoint {
namespace {

std::string text_of(const char* path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Spellings, OfMeasurementsMeanTheirEntries) {
  const Result<json::Api> api = json::Api::from_catalog(text_of(RIDGEPOINT_CATALOG));
  ASSERT_TRUE(api.ok());
  const Catalog& catalog = api->records();
  const Result<json::Json> read =
      json::parse_document(text_of(RIDGEPOINT_ROOT "/tests/catalog/spellings.json"), json::kCatalogLimits);
  ASSERT_TRUE(read.ok());
  const json::Json& spellings = *read;
  for (const auto& [spelling, id] : spellings["accelerators"].items()) {
    const Accelerator* found = find_accelerator(catalog, spelling);
    EXPECT_EQ(found ? found->id : "nothing", id.get<std::string>()) << spelling;
  }
  for (const auto& [spelling, id] : spellings["models"].items()) {
    const ModelRecord* found = find_model(catalog, spelling);
    EXPECT_EQ(found ? found->id : "nothing", id.get<std::string>()) << spelling;
  }
  EXPECT_GE(spellings["accelerators"].size(), 140u);
  EXPECT_GE(spellings["models"].size(), 200u);
}

}  // namespace
}  // namespace ridgepoint
