// What the programs for libFuzzer share. To run one for ten minutes from its seeds and keep what it finds:
//   cmake --preset sanitize && cmake --build --preset sanitize --target fuzzers && tools/fuzz --seconds 600 url_fuzz
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/fuzz/asked.h"

namespace ridgepoint::test {

inline std::string_view text_of_input(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

// Ends the program with `what` where something that must hold does not; else 0.
inline int demand(bool holds, const std::string& what) {
  if (holds) return 0;
  std::fprintf(stderr, "%.4000s\n", what.c_str());
  std::abort();
}

inline bool is_document(std::string_view text) { return text.substr(0, 6) == "{\"ok\":" && text.back() == '}'; }

}  // namespace ridgepoint::test
