#include "engine/import/tensors.h"

#include <algorithm>
#include <cctype>

namespace ridgepoint::import {
namespace {

bool is_number(std::string_view part) {
  return !part.empty() && part.size() <= 6 &&
         std::all_of(part.begin(), part.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
}

struct Named {
  std::string pattern;
  int layer = -1;
  int expert = -1;
};

// The first number of a name is the layer, a number after "experts" the expert.
Named pattern_of(std::string_view name) {
  Named out;
  std::string_view before;
  while (true) {
    const std::size_t dot = name.find('.');
    const std::string_view part = name.substr(0, dot);
    if (!out.pattern.empty() || !before.empty()) out.pattern += '.';
    if (is_number(part)) {
      const int number = std::stoi(std::string(part));
      if (before == "experts")
        out.expert = number;
      else if (out.layer < 0)
        out.layer = number;
      out.pattern += '*';
    } else {
      out.pattern += part;
    }
    before = part;
    if (dot == std::string_view::npos) return out;
    name.remove_prefix(dot + 1);
  }
}

}  // namespace

void Tensors::add(std::string_view name, const Shape& shape, double params, double bytes) {
  const Named named = pattern_of(name);
  auto found = patterns_.find(named.pattern);
  if (found == patterns_.end()) {
    if (patterns_.size() >= kMostPatterns) return;
    found = patterns_.emplace(named.pattern, TensorPattern{.shape = shape}).first;
  }
  TensorPattern& pattern = found->second;
  ++pattern.count;
  pattern.layers = std::max(pattern.layers, named.layer + 1);
  pattern.experts = std::max(pattern.experts, named.expert + 1);
  pattern.params += params;
  pattern.bytes += bytes;
}

std::optional<Problem> check_ranges(Ranges ranges, std::uint64_t room) {
  std::sort(ranges.begin(), ranges.end());
  std::uint64_t end = 0;
  for (const auto& [from, to] : ranges) {
    if (from < end) return Problem{"bad_file", "", "Two tensors share the same bytes of the file."};
    end = std::max(end, to);
  }
  if (end > room) return Problem{"truncated", "", "The file is shorter than its tensors: it is not complete."};
  return std::nullopt;
}

const TensorPattern* Tensors::find(const std::string& pattern) const {
  const auto found = patterns_.find(pattern);
  return found == patterns_.end() ? nullptr : &found->second;
}

}  // namespace ridgepoint::import
