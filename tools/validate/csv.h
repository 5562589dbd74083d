// Tables of text: RFC 4180 with one header line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/result.h"

namespace ridgepoint::validation {

struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> lines;  // where each row begins, from 1

  // Position of a column; header.size() when there is none.
  std::size_t column(std::string_view name) const;
};

// Rows as long as they are, without those that are empty. Problems name the line: a quote that is not closed.
Result<CsvTable> read_csv(std::string_view text);
// A row that is not as long as the header is a problem as well.
Result<CsvTable> parse_csv(std::string_view text);

// What a spelling in a column stands for, as tests/validation/names.csv has it; itself where it is not there.
const std::string& named(std::string_view column, const std::string& spelled);

// One row by column names. A cell that is not what its column holds reads as empty and is remembered.
class Row {
 public:
  Row(const CsvTable& table, std::size_t index) : table_(table), cells_(table.rows[index]) {}
  // The cell's text; empty when there is no such column, or it says that nothing was measured: n/a, -, null, nan.
  const std::string& text(std::string_view column) const;
  // What the text stands for.
  const std::string& meant(std::string_view column) const { return named(column, text(column)); }
  // Absent when the cell is empty.
  std::optional<double> number(std::string_view column) const;
  // The number as a count of things; absent below 1.
  std::optional<int> count(std::string_view column) const;
  template <class Word>
  std::optional<Word> word(std::string_view column) const {
    const std::string& said = meant(column);
    for (std::size_t i = 0; i < kWords<Word>.size(); ++i)
      if (kWords<Word>[i] == said) return static_cast<Word>(i);
    if (!said.empty()) refuse(column);
    return std::nullopt;
  }
  bool yes(std::string_view column, bool otherwise = false) const;

  void refuse(std::string_view column) const;
  // The first cell refused: "loss is "sharp""; empty when none was.
  const std::string& refused() const { return refused_; }

 private:
  const CsvTable& table_;
  const std::vector<std::string>& cells_;
  mutable std::string refused_;
};

// The number a text is, all of it; absent when it is something else.
std::optional<double> number_in(std::string_view text);

// How many a number of a table says: without its fraction, from 1 to 100 million; 1 where it is none.
int as_count(double x);

}  // namespace ridgepoint::validation
