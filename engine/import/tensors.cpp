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

void Tensors::add(std::string_view name, const Shape& shape, double params) {
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
  pattern.widest = std::max(pattern.widest, shape.outputs);
}

const TensorPattern* Tensors::find(const std::string& pattern) const {
  const auto found = patterns_.find(pattern);
  return found == patterns_.end() ? nullptr : &found->second;
}

const TensorPattern* Tensors::any(std::initializer_list<const char*> patterns) const {
  for (const char* pattern : patterns)
    if (const TensorPattern* found = find(pattern)) return found;
  return nullptr;
}

int Tensors::layers() const {
  int most = 0;
  for (const auto& [name, pattern] : patterns_) most = std::max(most, pattern.layers);
  return most;
}

}  // namespace ridgepoint::import
