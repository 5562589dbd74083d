#include "engine/import/known.h"

#include <algorithm>

namespace ridgepoint::import::known {

std::vector<std::string_view> split(std::string_view text, char between) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::vector<std::vector<std::string_view>> lines(std::string_view table) {
  std::vector<std::vector<std::string_view>> out;
  for (const std::string_view line : split(table, '\n'))
    if (line.front() != '#') out.push_back(split(line, ' '));
  return out;
}

}  // namespace ridgepoint::import::known
