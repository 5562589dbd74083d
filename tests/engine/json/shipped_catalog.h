// The catalog as it is shipped.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "engine/json/api.h"

namespace ridgepoint {

inline const Catalog& shipped() {
  static const json::Api api = [] {
    std::ifstream file(RIDGEPOINT_CATALOG, std::ios::binary);
    return json::Api::from_catalog(std::string(std::istreambuf_iterator<char>(file), {})).value();
  }();
  return api.records();
}

}  // namespace ridgepoint
