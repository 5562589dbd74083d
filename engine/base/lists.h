// Short lists: what they hold, in order, and as text.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
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

// Sorts by `less` and keeps the order of equals. For lists of some tens: time grows with the square of their length,
// and the code is a fifth of std::stable_sort's, which a page loads once for every kind of list.
template <class T, class Less>
void sort_short(std::vector<T>& list, Less less) {
  for (auto next = list.begin(); next != list.end(); ++next)
    std::rotate(std::upper_bound(list.begin(), next, *next, less), next, std::next(next));
}

// Tells whether the value is one of the words, which stand between bars: "bf16|fp16".
inline bool is_one_of(std::string_view value, std::string_view words) {
  const std::size_t end = std::min(words.find('|'), words.size());
  return value == words.substr(0, end) || (end < words.size() && is_one_of(value, words.substr(end + 1)));
}

// "bf16, fp8"
inline std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : ", ").append(word);
  return out;
}

}  // namespace ridgepoint
