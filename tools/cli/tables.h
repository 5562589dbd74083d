// Catalog entries as a table for people or as CSV for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/facts/catalog.h"

namespace ridgepoint::cli {

struct Table {
  std::vector<std::string> columns;            // field names, nested ones with dots
  std::vector<std::vector<std::string>> rows;  // as many cells as columns; empty where unknown
};

// All fields of all entries of a kind. Empty for an unknown kind.
std::optional<Table> catalog_table(const Catalog& catalog, const std::string& kind);

// The columns that fit a terminal.
Table brief(const Table& table, const std::string& kind);

// Columns padded to equal width.
std::string aligned(const Table& table);
// RFC 4180, with a header line.
std::string csv(const Table& table);
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace ridgepoint::cli
