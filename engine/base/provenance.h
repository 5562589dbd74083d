// Where the facts of a record come from.
#pragma once

#include <map>
#include <string>

namespace ridgepoint {

// Where a fact comes from. `unverified`: nobody has seen it in a source.
struct Provenance {
  std::string source;     // id in the catalog's sources, or a text
  std::string retrieved;  // ISO date
  bool unverified = false;
};
// By field name; fields that are not listed have the record's own source and date.
using ProvenanceMap = std::map<std::string, Provenance>;

}  // namespace ridgepoint
