// Short lists: what they hold, and as text.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace ridgepoint {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

// The first that `is` holds for; null when there is none.
template <class List, class Is>
auto find_where(List& list, Is is) -> decltype(&*std::begin(list)) {
  const auto found = std::find_if(std::begin(list), std::end(list), is);
  return found == std::end(list) ? nullptr : &*found;
}

// "bf16, fp8"
inline std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : ", ").append(word);
  return out;
}

}  // namespace ridgepoint
