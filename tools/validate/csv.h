// Tables of text: RFC 4180 with one header line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace ridgepoint::validation {

struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header

  // Position of a column; header.size() when there is none.
  std::size_t column(std::string_view name) const;
};

// Problems name the line: a quote that is not closed, a row that is not as long as the header.
Result<CsvTable> parse_csv(std::string_view text);

// One row by column names.
class Row {
 public:
  Row(const CsvTable& table, std::size_t index) : table_(table), cells_(table.rows[index]) {}
  // The cell's text; empty when there is no such column.
  const std::string& text(std::string_view column) const;
  // The cell as a number; absent when it is empty or anything else.
  std::optional<double> number(std::string_view column) const;
  // The number as a count of things, 1 and more.
  std::optional<int> count(std::string_view column) const;

 private:
  const CsvTable& table_;
  const std::vector<std::string>& cells_;
};

// The number a text is, all of it; absent when it is something else.
std::optional<double> number_in(std::string_view text);

// How many a number of a table says: without its fraction, from 1 to 100 million; 1 where it is none.
int as_count(double x);

}  // namespace ridgepoint::validation
