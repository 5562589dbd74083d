#include "tools/cli/tables.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "engine/base/fields_text.h"

namespace ridgepoint::cli {
namespace {

std::string cell(const Leaf& leaf) {
  std::string out;
  for (const std::string& value : leaf.values) out += (out.empty() ? "" : "; ") + value;
  return out;
}

template <class Record>
std::vector<Leaf> leaves_of(Record record, LeafCollector collector) {
  visit(record, collector);
  return std::move(collector.leaves);
}

template <class Record>
Table table_of(const std::vector<Record>& records) {
  Table out;
  for (const Leaf& leaf : leaves_of(Record(), LeafCollector(true))) out.columns.push_back(leaf.path);
  for (const Record& record : records) {
    std::map<std::string, std::string> cells;
    for (const Leaf& leaf : leaves_of(record, LeafCollector())) cells[leaf.path] = cell(leaf);
    std::vector<std::string> row;
    for (const std::string& column : out.columns) row.push_back(cells[column]);
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::vector<std::string> brief_columns(const std::string& kind) {
  if (kind == "accelerators")
    return {"id", "memory_gb", "bandwidth_gb_s", "rates_tflops.bf16", "rates_tflops.fp8", "power_w", "name"};
  if (kind == "models")
    return {"id", "kind", "params_b", "active_params_b", "layers", "hidden", "heads", "kv_heads", "max_context"};
  if (kind == "instances") return {"id", "provider", "accelerator", "count", "region", "tier", "status"};
  if (kind == "prices") return {"of", "kind", "usd", "low_usd", "high_usd", "priced", "seen", "source"};
  if (kind == "formats") return {"id", "bits", "arithmetic", "coarseness", "for_weights", "for_kv", "name"};
  if (kind == "providers" || kind == "families") return {"id", "name"};
  if (kind == "capabilities") return {"id", "compute_capability", "name"};
  if (kind == "engines") return {"id", "block_tokens", "prefill_chunk", "name"};
  if (kind == "benchmarks") return {"id", "tool", "software", "figures"};
  if (kind == "grids")
    return {"id",     "co2_g_kwh", "basis", "year", "residential_usd_kwh", "commercial_usd_kwh", "industrial_usd_kwh",
            "priced", "name"};
  if (kind == "api") return {"model", "provider", "input_usd_m", "output_usd_m", "priced", "status", "served_as"};
  return {"id", "title", "url"};
}

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// A text that a spreadsheet would run as a formula is marked as text.
std::string as_text(const std::string& cell) {
  const bool runs = !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
  return (runs && !parse_number(cell) ? "'" : "") + cell;
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string aligned_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += cells[i] + std::string(widths[i] - width(cells[i]) + 2, ' ');
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

}  // namespace

std::optional<Table> catalog_table(const Catalog& catalog, const std::string& kind) {
  if (kind == "accelerators") return table_of(catalog.accelerators);
  if (kind == "models") return table_of(catalog.models);
  if (kind == "families") return table_of(catalog.families);
  if (kind == "capabilities") return table_of(catalog.capabilities);
  if (kind == "engines") return table_of(catalog.engines);
  if (kind == "benchmarks") return table_of(catalog.benchmarks);
  if (kind == "providers") return table_of(catalog.providers);
  if (kind == "instances") return table_of(catalog.instances);
  if (kind == "prices") return table_of(catalog.prices);
  if (kind == "api") return table_of(catalog.api);
  if (kind == "grids") return table_of(catalog.grids);
  if (kind == "formats") return table_of(catalog.formats);
  if (kind == "sources") return table_of(catalog.sources);
  return std::nullopt;
}

Table brief(const Table& table, const std::string& kind) {
  Table out;
  out.columns = brief_columns(kind);
  for (const std::vector<std::string>& row : table.rows) {
    std::vector<std::string> cells;
    for (const std::string& column : out.columns) {
      const auto found = std::find(table.columns.begin(), table.columns.end(), column);
      cells.push_back(found == table.columns.end() ? "" : row[static_cast<std::size_t>(found - table.columns.begin())]);
    }
    out.rows.push_back(std::move(cells));
  }
  return out;
}

std::string aligned(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(width(table.columns[i]));
    for (const auto& row : table.rows) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out = aligned_line(table.columns, widths);
  for (const auto& row : table.rows) out += aligned_line(row, widths);
  return out;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i ? "," : "") + quoted(as_text(cells[i]));
  return out + "\r\n";
}

std::string csv(const Table& table) {
  std::string out = csv_line(table.columns);
  for (const auto& row : table.rows) out += csv_line(row);
  return out;
}

}  // namespace ridgepoint::cli
