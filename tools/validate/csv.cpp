#include "tools/validate/csv.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "engine/base/fields_text.h"
#include "engine/facts/catalog.h"

namespace ridgepoint::validation {
namespace {

Problem bad_line(std::size_t line, const std::string& what) {
  return {"bad_csv", "", "Line " + std::to_string(line) + ": " + what};
}

const std::string kEmpty;

// Tells whether a cell is what people and programs write where nothing was measured.
bool says_nothing(std::string cell) {
  static constexpr std::string_view kNothing[] = {"n/a", "na", "-", "\u2013", "\u2014", "null", "nan"};
  std::transform(cell.begin(), cell.end(), cell.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::find(std::begin(kNothing), std::end(kNothing), cell) != std::end(kNothing);
}

constexpr const char* kBlank = " \t";

void trim(std::string& cell) {
  cell.erase(cell.find_last_not_of(kBlank) + 1);
  cell.erase(0, cell.find_first_not_of(kBlank));
}

}  // namespace

std::size_t CsvTable::column(std::string_view name) const {
  return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
}

Result<CsvTable> read_csv(std::string_view text) {
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::vector<std::string>> lines;
  std::vector<std::size_t> numbers;
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false, any = false;
  std::size_t line = 1, begun = 1;
  const auto end_cell = [&] {
    trim(cell);
    cells.push_back(std::move(cell));
    cell.clear();
  };
  const auto end_line = [&] {
    if (any || !cell.empty() || !cells.empty()) {
      end_cell();
      lines.push_back(std::move(cells));
      numbers.push_back(begun);
    }
    cells.clear();
    any = false;
    begun = line;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (quoted) {
      if (c != '"') {
        cell.push_back(c);
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell.push_back('"');
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == '"' && cell.find_first_not_of(kBlank) == std::string::npos) {
      cell.clear();
      quoted = any = true;
    } else if (c == ',') {
      end_cell();
      any = true;
    } else if (c == '\n') {
      end_line();
    } else if (c != '\r') {
      cell.push_back(c);
    }
  }
  if (quoted) return Problems{bad_line(begun, "a quote is not closed.")};
  end_line();
  if (lines.empty()) return Problems{bad_line(1, "there is no header.")};
  CsvTable table;
  table.header = std::move(lines.front());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string>& row = lines[i];
    if (std::all_of(row.begin(), row.end(), [](const std::string& each) { return each.empty(); })) continue;
    table.rows.push_back(std::move(lines[i]));
    table.lines.push_back(numbers[i]);
  }
  return table;
}

Result<CsvTable> parse_csv(std::string_view text) {
  Result<CsvTable> table = read_csv(text);
  for (std::size_t i = 0; table && i < table->rows.size(); ++i)
    if (const std::size_t cells = table->rows[i].size(); cells != table->header.size())
      return Problems{bad_line(table->lines[i], std::to_string(cells) + " cells under a header of " +
                                                    std::to_string(table->header.size()) + ".")};
  return table;
}

Row::Row(const CsvTable& table, std::size_t index)
    : table_(table), cells_(table.rows[index]), line_(table.lines[index]) {
  if (cells_.size() != table.header.size())
    wrong_.push_back({"", line_, text("id"), "", std::to_string(cells_.size()) + " cells",
                      std::to_string(table.header.size()) + " as in the header; a cell with a comma stands in quotes"});
}

const std::string& Row::text(std::string_view column) const {
  const std::size_t at = table_.column(column);
  return at < cells_.size() && !says_nothing(cells_[at]) ? cells_[at] : kEmpty;
}

extern const std::string_view kNames;  // tests/validation/names.csv, which CMakeLists.txt compiles in

namespace {

// The meaning of a spelling; null where it is not in the list.
const std::string* meaning_of(std::string_view column, const std::string& spelled) {
  static const auto names = [] {
    const Result<CsvTable> table = parse_csv(kNames);
    std::map<std::pair<std::string, std::string>, std::string> out;
    for (const std::vector<std::string>& cells : table->rows) out[{cells[0], cells[1]}] = cells[2];
    return out;
  }();
  const auto found = names.find({std::string(column), spelled});
  return found == names.end() ? nullptr : &found->second;
}

}  // namespace

const std::string& named(std::string_view column, const std::string& spelled) {
  const std::string* meaning = meaning_of(column, spelled);
  return meaning && !meaning->empty() ? *meaning : spelled;
}

bool known_to_lack(std::string_view column, const std::string& spelled) {
  const std::string* meaning = meaning_of(column, spelled);
  return meaning && meaning->empty();
}

void Row::refuse(std::string_view column, std::string wanted, std::vector<std::string> near) const {
  for (const WrongCell& cell : wrong_)
    if (cell.column == column) return;
  const std::size_t at = table_.column(column);
  const std::string& found = at < cells_.size() ? cells_[at] : kEmpty;
  wrong_.push_back({"", line_, text("id"), std::string(column), found, std::move(wanted), std::move(near)});
}

void Row::refuse_word(std::string_view column, const std::vector<std::string>& words) const {
  std::string wanted;
  for (const std::string& word : words) wanted += (wanted.empty() ? "one of " : ", ") + word;
  refuse(column, wanted, nearest(text(column), words));
}

void Row::refuse_name(std::string_view column, std::string wanted, std::vector<std::string> near) const {
  if (!known_to_lack(column, text(column))) refuse(column, std::move(wanted), std::move(near));
}

std::optional<double> Row::number(std::string_view column, bool below_zero) const {
  const std::string& said = text(column);
  const std::optional<double> value = number_in(said);
  if (said.empty() || (value && (below_zero || *value >= 0))) return value;
  refuse(column, "a number alone, with a point before its fraction and nothing between thousands: 1234.5");
  return std::nullopt;
}

std::optional<int> Row::count(std::string_view column) const {
  const std::optional<double> value = number_in(text(column));
  if (value && *value >= 1 && *value <= 1e8 && *value == std::floor(*value)) return static_cast<int>(*value);
  if (!text(column).empty()) refuse(column, "a whole number, from 1 to 100000000");
  return std::nullopt;
}

bool Row::yes(std::string_view column, bool otherwise) const {
  const std::string& said = meant(column);
  if (!said.empty() && said != "yes" && said != "no") refuse(column, "yes or no");
  return otherwise ? said != "no" : said == "yes";
}

int as_count(double x) { return std::isnan(x) ? 1 : static_cast<int>(std::clamp(x, 1.0, 1e8)); }

std::optional<double> number_in(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return parse_number(text);
}

}  // namespace ridgepoint::validation
