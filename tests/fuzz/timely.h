// Whether answers come in about the time of others.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "engine/base/effort.h"

namespace ridgepoint::test {

// Calls `ask` and ends the program with `what` was asked where it takes more than `kTimes` the median of those
// before, and more than `kAlways`, in seconds of the processor: other programs do not count, and sanitizers slow all
// inputs alike.
template <class Ask>
auto timely(const std::string& what, Ask ask) {
  constexpr double kTimes = 4 * kMostEffort;  // up to four searches of an answer, each of so many estimates
  constexpr double kAlways = 2;
  constexpr std::size_t kKnown = 64, kMost = 4096;
  static std::vector<double> before;
  const std::clock_t begun = std::clock();
  auto answer = ask();
  const double s = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  if (before.size() < kMost) before.push_back(s);
  const auto middle = before.begin() + static_cast<std::ptrdiff_t>(before.size() / 2);
  if (before.size() < kKnown || s < kAlways) return answer;
  std::nth_element(before.begin(), middle, before.end());
  if (s > kTimes * *middle) {
    std::fprintf(stderr, "%.1f s, others take %.6f: %.4000s\n", s, *middle, what.c_str());
    std::abort();
  }
  return answer;
}

}  // namespace ridgepoint::test
