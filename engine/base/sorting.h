// Sorting of short lists.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

namespace ridgepoint {

// Sorts by `less` and keeps the order of equals. For lists of some tens: time grows with the square of their length,
// and the code is a fifth of std::stable_sort's, which a page loads once for every kind of list.
template <class T, class Less>
void sort_short(std::vector<T>& list, Less less) {
  for (auto next = list.begin(); next != list.end(); ++next)
    std::rotate(std::upper_bound(list.begin(), next, *next, less), next, std::next(next));
}

}  // namespace ridgepoint
