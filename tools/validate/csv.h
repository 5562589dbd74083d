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
// Tells whether it stands there without a meaning, as a name that the catalog is known to lack.
bool known_to_lack(std::string_view column, const std::string& spelled);

// A cell that is not what its column holds, or a row without all its cells, whose column is empty.
struct WrongCell {
  std::string file;
  std::size_t line = 0;
  std::string id, column, found;
  std::string wanted;             // "yes or no"
  std::vector<std::string> near;  // names that may be meant, nearest first
};

// One row by column names. A cell that is not what its column holds reads as empty and is remembered.
class Row {
 public:
  Row(const CsvTable& table, std::size_t index);
  // The cell's text; empty when there is no such column, or it says that nothing was measured: n/a, -, null, nan.
  const std::string& text(std::string_view column) const;
  // What the text stands for.
  const std::string& meant(std::string_view column) const { return named(column, text(column)); }
  // Absent when the cell is empty.
  std::optional<double> number(std::string_view column, bool below_zero = false) const;
  // A whole number from 1 to 100 million.
  std::optional<int> count(std::string_view column) const;
  template <class Word>
  std::optional<Word> word(std::string_view column) const {
    const std::string& said = meant(column);
    for (std::size_t i = 0; i < kWords<Word>.size(); ++i)
      if (kWords<Word>[i] == said) return static_cast<Word>(i);
    if (!said.empty()) refuse_word(column, {kWords<Word>.begin(), kWords<Word>.end()});
    return std::nullopt;
  }
  bool yes(std::string_view column, bool otherwise = false) const;

  // Each column once.
  void refuse(std::string_view column, std::string wanted, std::vector<std::string> near = {}) const;
  // The cell is none of these words.
  void refuse_word(std::string_view column, const std::vector<std::string>& words) const;
  // The cell names nothing of the catalog; no mistake where that is known of the name.
  void refuse_name(std::string_view column, std::string wanted, std::vector<std::string> near) const;
  // The cells refused.
  const std::vector<WrongCell>& wrong() const { return wrong_; }

 private:
  const CsvTable& table_;
  const std::vector<std::string>& cells_;
  std::size_t line_;
  mutable std::vector<WrongCell> wrong_;
};

// The number a text is, all of it; absent when it is something else.
std::optional<double> number_in(std::string_view text);

// How many a number of a table says: without its fraction, from 1 to 100 million; 1 where it is none.
int as_count(double x);

}  // namespace ridgepoint::validation
