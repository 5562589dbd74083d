// Tables as people and programs write them.
#include "tools/validate/csv.h"

#include <gtest/gtest.h>

namespace ridgepoint::validation {
namespace {

// A mark before the first cell, ends of lines of two characters, blanks around cells, lines with nothing in them, and
// a comma and an end of line within quotes: the line of the last row counts them all.
TEST(Csv, AsSpreadsheetsWriteIt) {
  const Result<CsvTable> table = parse_csv(
      "\xEF\xBB\xBF\"id\", value ,notes\r\n1, \"2\" ,\"a, b\r\nc\"\r\n\r\n,,\r\n2,\"say \"\"3\"\"\",\r\n  \r\n");
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->header, (std::vector<std::string>{"id", "value", "notes"}));
  ASSERT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->rows[0], (std::vector<std::string>{"1", "2", "a, b\r\nc"}));
  EXPECT_EQ(table->rows[1], (std::vector<std::string>{"2", "say \"3\"", ""}));
  EXPECT_EQ(table->lines, (std::vector<std::size_t>{2, 6}));
}

TEST(Csv, RowsOfAnotherLengthAreRefusedOrLeftToTheReader) {
  EXPECT_EQ(parse_csv("a,b\n1,2\n1\n").problems().at(0).message, "Line 3: 1 cells under a header of 2.");
  EXPECT_FALSE(parse_csv("a,b\n1,2,\n").ok());
  EXPECT_EQ(read_csv("a,b\n1,2\n1\n")->rows.at(1).size(), 1u);
  EXPECT_FALSE(read_csv("a,b\n\"1,2\n").ok());
}

TEST(Csv, WhatWasNotMeasuredIsEmpty) {
  const CsvTable table = *parse_csv("a,b,c,d,e,f,g,h\nn/a,N/A,NA,-,\u2013,null,NaN,none\n");
  for (const char* column : {"a", "b", "c", "d", "e", "f", "g"}) {
    EXPECT_EQ(Row(table, 0).text(column), "");
    EXPECT_EQ(Row(table, 0).number(column), std::nullopt);
  }
  EXPECT_EQ(Row(table, 0).text("h"), "none");  // a word of several columns
}

}  // namespace
}  // namespace ridgepoint::validation
