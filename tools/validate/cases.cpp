#include "tools/validate/cases.h"

#include <utility>

#include "tools/validate/names.h"

namespace ridgepoint::validation {
namespace {

using MakeCase = Outcome (*)(const Row&, const Catalog&);

// A table is known by a column that only it has.
MakeCase table_kind(const CsvTable& table) {
  const auto has = [&](std::string_view column) { return table.column(column) < table.header.size(); };
  if (!has("id") || !has("metric") || !has("value")) return nullptr;
  if (has("batch_or_concurrency")) return inference_case;
  if (has("global_batch_seqs")) return training_speed_case;
  if (has("cpu_offload")) return training_memory_case;
  if (has("model_and_shape")) return other_case;
  return nullptr;
}

// "silicon-0012" -> "silicon"; ids without a dash stand under their letter.
std::string source_of(const Row& row) {
  const std::string& id = row.text("id");
  const std::size_t dash = id.rfind('-');
  if (dash != std::string::npos) return id.substr(0, dash);
  const std::string& source = row.text("source");
  return source.empty() ? id.substr(0, 1) : source;
}

}  // namespace

Result<Cases> cases_of(std::string_view csv, const Catalog& catalog) {
  Result<CsvTable> table = parse_csv(csv);
  if (!table) return table.problems();
  const MakeCase make = table_kind(*table);
  if (!make) return Problems{{"unknown_table", "", "The header is none of the four tables of measurements.", {}}};
  Cases out;
  for (std::size_t i = 0; i < table->rows.size(); ++i) {
    const Row row(*table, i);
    if (contains(row.text("notes"), "SUSPECT")) {
      out.skipped.push_back({row.text("id"), "marked SUSPECT"});
      continue;
    }
    Outcome outcome = make(row, catalog);
    if (!outcome.made) {
      out.skipped.push_back({row.text("id"), std::move(outcome.why_not)});
      continue;
    }
    outcome.made->id = row.text("id");
    outcome.made->source = source_of(row);
    out.cases.push_back(std::move(*outcome.made));
  }
  return out;
}

}  // namespace ridgepoint::validation
