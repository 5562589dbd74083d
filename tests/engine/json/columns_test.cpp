#include "engine/json/columns.h"

#include <gtest/gtest.h>

namespace ridgepoint::json {
namespace {

using Names = std::vector<std::string>;

TEST(Columns, CellsAreTextsAsTheyAreAndAnythingElseAsJson) {
  const char* document =
      R"({"z":[],"a":{"b":"x, \"y\" \\","f":"{[","c":0.5,"d":[{"e":true},{"e":7}],"g":"×"},"h":-1e-7})";
  EXPECT_EQ(cell(document, {"a", "b"}), "x, \"y\" \\");
  EXPECT_EQ(cell(document, {"a", "g"}), "×");
  EXPECT_EQ(cell(document, {"h"}), "-1e-7");
  EXPECT_EQ(cell(document, {"a", "c"}), "0.5");
  EXPECT_EQ(cell(document, {"a", "d"}), R"([{"e":true},{"e":7}])");
  EXPECT_EQ(cell(document, {"a", "d", "1", "e"}), "7");
}

TEST(Columns, CellsWithoutAValueAreEmpty) {
  const char* document = R"({"z":{},"a":{"d":[1],"b":[]}})";
  for (const Column& column : {Column{"b"}, Column{"a", "c"}, Column{"a", "b", "0"}, Column{"z", "a"},
                               Column{"a", "d", "1"}, Column{"a", "d", "x"}, Column{"a", "d", "0", "x"}})
    EXPECT_EQ(cell(document, column), "") << column.back();
}

TEST(Columns, AreNamedFromTheResultInwards) {
  const auto columns =
      columns_of({"memory.fit", "warnings.12.code", "scenario.hardware.count", "scenario.model.params_b"});
  ASSERT_TRUE(columns.ok());
  EXPECT_EQ((*columns)[1], (Column{"warnings", "12", "code"}));
}

TEST(Columns, UnknownNamesAreRefusedWithThoseThatAreMeant) {
  const auto columns = columns_of({"tpot_ms", "memory.fti", "memory.fit.", "fleet", ""});
  ASSERT_EQ(columns.problems().size(), 4u);
  EXPECT_EQ(columns.problems()[0].suggestions.front(), "speed.tpot_ms");
  EXPECT_EQ(columns.problems()[1].suggestions.front(), "memory.fit");
}

}  // namespace
}  // namespace ridgepoint::json
