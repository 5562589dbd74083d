// The roofline: time of an operation from the bytes it moves and the FLOPs it does.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "engine/base/fields.h"
#include "engine/base/units.h"

namespace ridgepoint {

enum class BoundBy { memory, compute, communication, host };
template <>
inline constexpr auto kWords<BoundBy> = word_list("memory", "compute", "communication", "host");

struct Work {
  Flop flop;
  Bytes moved;
  Work& operator+=(const Work& other) {
    flop += other.flop;
    moved += other.moved;
    return *this;
  }
};

// One part of a step and what limits it.
struct TimeLine {
  std::string_view id;  // "weights", "kv_cache", "communication", "layers", "host", ...; of media that of the network
  std::string_view label;  // for people
  BoundBy bound = BoundBy::memory;
  Seconds time;
};

// Called by every formula of a time, and so not inlined in each.
[[gnu::noinline]] inline Seconds sum_of(const std::vector<TimeLine>& lines) {
  Seconds sum;
  for (const TimeLine& line : lines) sum += line.time;
  return sum;
}

// Both limits felt at once, smoothly: (t_memory^4 + t_compute^4)^(1/4). Equal to the larger one when
// they differ much, 19% above it when they are equal, as measured kernels are.
[[gnu::noinline]] inline Seconds smooth_max(Seconds memory, Seconds compute) {
  const Seconds longer = std::max(memory, compute), shorter = std::min(memory, compute);
  if (longer <= seconds(0)) return seconds(0);
  // Divided by the longer one first, so that neither overflows nor vanishes.
  const double square = (shorter / longer) * (shorter / longer);
  return longer * std::sqrt(std::sqrt(1 + square * square));
}

// Operations per byte at which compute and bandwidth take equally long.
inline FlopPerByte ridge_point(FlopPerSecond peak, BytesPerSecond bandwidth) { return peak / bandwidth; }

}  // namespace ridgepoint
