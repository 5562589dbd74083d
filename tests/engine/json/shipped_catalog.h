// The catalog as it is shipped.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "engine/json/api.h"
#include "tests/files.h"

namespace ridgepoint {

/// Reads the catalog at the first call; a process reads it once.
inline const json::Api& shipped_api() {
  static const json::Api api = [] {
    Result<json::Api> read = json::Api::from_catalog(test::text_of_file(test::merged_catalog()));
    if (!read.ok())
      for (const Problem& p : read.problems()) ADD_FAILURE() << p.path << ": " << p.message;
    return std::move(read).value();
  }();
  return api;
}

inline const Catalog& shipped() { return shipped_api().records(); }
inline const Guide& shipped_guide() { return shipped_api().guide(); }

}  // namespace ridgepoint
