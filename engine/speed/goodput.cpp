#include "engine/speed/goodput.h"

#include <cmath>

namespace ridgepoint {

Seconds checkpoint_interval(const Interruptions& i) {
  return seconds(std::sqrt(2 * in_seconds(i.checkpoint) * in_seconds(i.between)));
}

double lost_time(const Interruptions& i) {
  const Seconds interval = checkpoint_interval(i);
  const double writing = i.checkpoint > seconds(0) ? i.checkpoint / interval : 0;
  return writing + (interval / 2 + i.restart) / i.between;
}

double goodput(const Interruptions& i) { return 1 / (1 + lost_time(i)); }

}  // namespace ridgepoint
