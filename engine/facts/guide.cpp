#include "engine/facts/guide.h"

#include <algorithm>

namespace ridgepoint {
namespace {

template <class Meant>
const Preset* first(const Guide& guide, Meant meant) {
  const auto found = std::find_if(guide.presets.begin(), guide.presets.end(), meant);
  return found == guide.presets.end() ? nullptr : &*found;
}

}  // namespace

const Preset* find_preset(const Guide& guide, std::string_view id) {
  return first(guide, [&](const Preset& preset) { return preset.id == id; });
}

const Preset* guided(const Guide& guide, const std::vector<std::string>& answers) {
  if (answers.empty()) return nullptr;
  return first(guide, [&](const Preset& preset) { return preset.answers == answers; });
}

}  // namespace ridgepoint
