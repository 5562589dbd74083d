// Any text as a table of measured runs: cases, reasons why not, or problems; each row once.
#include <cctype>

#include "tests/fuzz/fuzz.h"
#include "tools/validate/predict.h"
#include "tools/validate/report.h"

namespace {

// Whether a member is null: a quote behind the last letter of a name. In a text it would have a backslash before it,
// and one that begins a text stands behind a colon, a comma or a bracket.
bool has_null(const std::string& json) {
  for (std::size_t at = json.find("\":null"); at != std::string::npos; at = json.find("\":null", at + 1))
    if (at > 0 && std::isalnum(static_cast<unsigned char>(json[at - 1]))) return true;
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint;
  using namespace ridgepoint::test;
  const std::string_view text = text_of_input(data, size);
  const Result<validation::CsvTable> table = validation::read_csv(text);
  validation::Cases cases;
  if (!validation::add_cases(cases, text, shipped().records(), "any.csv").empty())
    return demand(cases.cases.empty() && cases.skipped.empty(), "rows of a table that is refused");
  demand(table.ok(), "cases of a table that cannot be read");
  demand(cases.cases.size() + cases.skipped.size() == table->rows.size(), "rows are lost or doubled");
  demand(cases.left_out <= cases.wrong.size() && (cases.left_out > 0) == !cases.wrong.empty(), "rows left out unsaid");
  const validation::Report compared = validation::compare(cases, {&shipped().records()});
  validation::text_report(compared);
  const std::string report = validation::json_report(compared);
  return demand(!has_null(report), report);
}
