#include "engine/speed/roofline.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

Seconds sum_of(const std::vector<TimeLine>& lines) {
  Seconds sum;
  for (const TimeLine& line : lines) sum += line.time;
  return sum;
}

Seconds smooth_max(Seconds memory, Seconds compute) {
  const Seconds longer = std::max(memory, compute), shorter = std::min(memory, compute);
  if (longer <= seconds(0)) return seconds(0);
  // Divided by the longer one first, so that neither overflows nor vanishes.
  const double square = (shorter / longer) * (shorter / longer);
  return longer * std::sqrt(std::sqrt(1 + square * square));
}

FlopPerByte ridge_point(FlopPerSecond peak, BytesPerSecond bandwidth) { return peak / bandwidth; }

}  // namespace ridgepoint
