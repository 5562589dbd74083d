// Random draws that are the same bits on every machine: integers, comparisons and exact arithmetic only.
#pragma once

#include <cstdint>

namespace ridgepoint {

// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // Evenly in [0, 1).
  double uniform() { return unit(next()); }
  // Of mean 1, by comparisons alone (von Neumann 1951): a run of falling draws that begins with u has an odd length
  // with probability e^-u, so u is kept then; every run that is not adds 1.
  double exponential() {
    for (double whole = 0;; ++whole) {
      const std::uint64_t first = next();
      bool odd = true;
      std::uint64_t last = first;
      for (std::uint64_t draw = next(); draw < last; draw = next()) {
        last = draw;
        odd = !odd;
      }
      if (odd) return whole + unit(first);
    }
  }

 private:
  static double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) / 9007199254740992.0; }  // 2^53

  std::uint64_t state_;
};

}  // namespace ridgepoint
