// Any bytes as a file to import: always answered with a document, within the limits of the fuzzer.
//   cmake -S . -B build/fuzz -G Ninja -DRIDGEPOINT_FUZZ=ON -DRIDGEPOINT_TESTS=OFF -DCMAKE_CXX_COMPILER=clang++
//   cmake --build build/fuzz --target import_fuzz && node tests/fuzz/seeds.mjs build/seeds
//   mkdir -p build/corpus && build/fuzz/import_fuzz -dict=build/seeds.dict -max_total_time=600 build/corpus build/seeds
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/json/import_api.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte tells how much longer the file is said to be than what is given of it.
  const double missing = data[0] < 128 ? 0 : static_cast<double>(data[0]) * 1000000;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string document =
      ridgepoint::json::import_model(bytes, static_cast<double>(bytes.size()) + missing, "file");
  if (document.rfind("{\"ok\":", 0) != 0) std::abort();
  return 0;
}
