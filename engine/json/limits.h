// How large a document may be. Larger ones are refused before they are understood.
#pragma once

#include <cstddef>

namespace ridgepoint::json {

struct Limits {
  std::size_t document_bytes;
  std::size_t depth;               // objects and lists within each other
  std::size_t string_bytes;        // of one text or name
  std::size_t list_elements;       // of one list; members of one object
  std::size_t values = 100000000;  // in all
};

// For what people send: scenarios, options.
inline constexpr Limits kScenarioLimits = {1000000, 32, 10000, 1000};
// For the merged catalog, which is the project's own file.
inline constexpr Limits kCatalogLimits = {64000000, 32, 100000, 100000};
// For files of other programs: the cap of the safetensors library; no list of theirs comes near these entries.
inline constexpr Limits kFileLimits = {100000000, 64, 10000000, 500000, 4000000};
inline constexpr std::size_t kMostProblems = 100;  // reported for one document

}  // namespace ridgepoint::json
