// What is said of cells that are wrong, and that the other rows are compared.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/json/shipped_catalog.h"
#include "tools/validate/report.h"

namespace ridgepoint::validation {
namespace {

const std::string kHeader =
    "id,gpu,gpu_count,model,precision_weights,engine,batch_or_concurrency,input_tokens,output_tokens,metric,value,unit";

// Rows of a table of serving, under a header, with the ends of lines and of the table as they stand.
Cases read(const std::string& table) {
  Cases cases;
  EXPECT_TRUE(add_cases(cases, table, shipped(), "own.csv").empty());
  return cases;
}
// A row that is right but for what stands in some of its cells.
std::string row(const std::string& id, const std::string& model, const std::string& value,
                const std::string& input = "1000") {
  return id + ",H200 SXM 141GB,8," + model + ",fp8,sglang,16," + input + ",128,tpot_ms," + value + ",";
}
const std::string kGood = row("r-1", "llama-3.1-8b", "27.1");

TEST(WrongCells, AllOfThemAreListedAndTheOtherRowsCompared) {
  const Cases cases = read(kHeader + "\n" + kGood + "\n" +                                   // line 2
                           "r-2,H201,8.5,lama-3.1-8b,fp9,sglnag,many,1,1,tpot_ms,27,ms\n" +  // 3
                           row("r-3", "llama-3.1-8b", "27.1 ms", "1k") + "\n" +              // 4
                           row("r-4", "llama-3.1-8b", "30") + "\n");
  ASSERT_EQ(cases.cases.size(), 2u);
  EXPECT_EQ(cases.cases[0].id, "r-1");
  EXPECT_EQ(cases.cases[1].id, "r-4");
  EXPECT_EQ(cases.left_out, 2u);
  ASSERT_EQ(cases.skipped.size(), 2u);
  std::string found;
  for (const WrongCell& cell : cases.wrong)
    found += cell.file + " " + std::to_string(cell.line) + " " + cell.id + " " + cell.column + " " + cell.found + "\n";
  EXPECT_EQ(
      found,
      "own.csv 3 r-2 gpu_count 8.5\nown.csv 3 r-2 gpu H201\nown.csv 3 r-2 model lama-3.1-8b\n"
      "own.csv 3 r-2 precision_weights fp9\nown.csv 3 r-2 engine sglnag\nown.csv 3 r-2 batch_or_concurrency many\n"
      "own.csv 4 r-3 value 27.1 ms\nown.csv 4 r-3 input_tokens 1k\n");
  EXPECT_EQ(cases.wrong[2].near.at(0), "llama-3.1-8b");
  EXPECT_EQ(cases.wrong[4].near.at(0), "sglang");
}

TEST(WrongCells, TheReportSaysThemAndHowManyRowsAreLeftOut) {
  const Cases cases = read(kHeader + "\n" + kGood + "\n" + row("r-2", "lama-3.1-8b", "") + "\nr-3,1\n");
  const Report report = compare(cases, {&shipped()});
  ASSERT_EQ(report.rows.size(), 1u);
  const std::string text = text_report(report);
  EXPECT_NE(text.find("\nWrong cells\n"
                      "own.csv:3: value is empty, wanted a number above 0.\n"
                      "own.csv:3: model is \"lama-3.1-8b\", wanted a model of the catalog, or the size of another in "
                      "params_b. Near: llama-3.1-8b"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("own.csv:4: the row has 2 cells, wanted 12 as in the header; a cell with a comma stands in "
                      "quotes.\n2 of 3 rows left out for wrong cells\n"),
            std::string::npos)
      << text;
  const std::string json = json_report(report);
  EXPECT_NE(json.find(R"("left_out":2)"), std::string::npos);
  EXPECT_NE(json.find(R"({"file":"own.csv","line":3,"id":"r-2","column":"value","wanted":"a number above 0")"),
            std::string::npos)
      << json;
  EXPECT_EQ(text_report(compare(read(kHeader + "\n" + kGood), {&shipped()})).find("rong cells"), std::string::npos);
}

TEST(WrongCells, WhatWasNotMeasuredIsReadAsAnEmptyCell) {
  for (const char* nothing : {"", "n/a", "N/A", "NA", "-", "\u2013", "null", "nan", "NaN", " n/a "}) {
    const Cases cases = read(kHeader + "\n" + row("r-1", "llama-3.1-8b", "27.1", nothing) + "\n" +
                             row("r-2", "llama-3.1-8b", nothing) + "\n" + row("r-3", nothing, "27.1") + "\n");
    ASSERT_EQ(cases.cases.size(), 1u) << nothing;
    EXPECT_EQ(cases.cases[0].scenario.serve.input_tokens, 32) << nothing;  // a short prompt, where nothing is said
    ASSERT_EQ(cases.wrong.size(), 2u) << nothing;
    EXPECT_EQ(cases.wrong[0].column, "value");
    EXPECT_EQ(cases.wrong[1].column, "model");
  }
}

// 1,234.5 without quotes are two cells; within them it could be 1.2345 as well.
TEST(WrongCells, NumbersStandAlone) {
  EXPECT_EQ(read(kHeader + "\n" + row("r-1", "llama-3.1-8b", "\" 2.71e1 \"")).cases.at(0).measured, 27.1);
  for (const char* value :
       {"\"1,234.5\"", "\"27,1\"", "27.1ms", "1 234", "1_234", "12%", "~27", "-27", "inf", "0x1b"}) {
    const Cases cases = read(kHeader + "\n" + row("r-1", "llama-3.1-8b", value) + "\n");
    ASSERT_EQ(cases.wrong.size(), 1u) << value;
    EXPECT_EQ(cases.wrong[0].column, "value");
    EXPECT_EQ(cases.wrong[0].wanted.find("a number alone"), 0u);
  }
  const Cases apart = read(kHeader + "\n" + row("r-1", "llama-3.1-8b", "1,234.5") + "\n" + kGood + "\n");
  ASSERT_EQ(apart.wrong.size(), 1u);
  EXPECT_EQ(apart.wrong[0].column, "");  // though the last cell of the row is empty
  EXPECT_EQ(apart.wrong[0].found, "13 cells");
  EXPECT_EQ(apart.cases.size(), 1u);
}

TEST(WrongCells, AUnitThatIsTheFiguresOwnIsNoMistake) {
  EXPECT_EQ(read(kHeader + "\n" + kGood + "ms\n").cases.at(0).measured, 27.1);
  EXPECT_EQ(read(kHeader + "\n" + kGood + "s\n").wrong.at(0).column, "unit");
}

}  // namespace
}  // namespace ridgepoint::validation
