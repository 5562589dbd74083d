// The catalog as it is shipped.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "engine/json/api.h"

namespace ridgepoint {

inline const json::Api& shipped_api() {
  static const json::Api api = [] {
    std::ifstream file(RIDGEPOINT_CATALOG, std::ios::binary);
    return json::Api::from_catalog(std::string(std::istreambuf_iterator<char>(file), {})).value();
  }();
  return api;
}

inline const Catalog& shipped() { return shipped_api().records(); }
inline const Guide& shipped_guide() { return shipped_api().guide(); }

}  // namespace ridgepoint
