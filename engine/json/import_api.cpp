#include "engine/json/import_api.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/import/import.h"
#include "engine/json/answered.h"
#include "engine/json/imported.h"
#include "engine/json/value_tree.h"

namespace ridgepoint::json {

std::string import_model(std::string_view bytes, double file_size, const std::string& name) {
  return answered([&]() -> Result<Json> {
    if (!(file_size >= 0 && file_size <= 9007199254740992.0) || std::floor(file_size) != file_size)
      return Problem{"bad_file", "", "The size of the file must be a whole number of bytes."};
    const std::span<const std::uint8_t> start(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    Result<import::Step> step =
        import::import_file(start, static_cast<std::uint64_t>(file_size), name, &parse_value_tree);
    if (!step.ok()) return step.problems();
    if (step->needs == 0 && !step->imported.adapter) {
      Problems problems = import_problems(step->imported);
      if (!problems.empty()) return problems;
    }
    return import_json(std::move(step).value());
  });
}

std::size_t bytes_needed(std::string_view document) {
  constexpr std::string_view kStart = "{\"ok\":true,\"needs\":";
  if (document.substr(0, kStart.size()) != kStart) return 0;
  std::size_t needed = 0;
  for (const char c : document.substr(kStart.size())) {
    if (c < '0' || c > '9') break;
    needed = 10 * needed + static_cast<std::size_t>(c - '0');
  }
  return needed;
}

}  // namespace ridgepoint::json
