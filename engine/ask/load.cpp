#include "engine/ask/load.h"

namespace ridgepoint {

double peak_factor(const ServeChoice& serve) { return serve.peak_factor.value_or(serve.daily_users ? kDayPeak : 1); }

double peak_requests_per_minute(const ServeChoice& serve) {
  const double a_day = serve.daily_users.value_or(0) * serve.requests_per_user_day.value_or(kRequestsPerUserDay);
  return a_day / (24 * 60) * peak_factor(serve);
}

double usual_use(const ServeChoice& serve) {
  constexpr double kWorkingHours = 0.6;
  return serve.requests_per_minute || serve.daily_users ? 1 / peak_factor(serve) : kWorkingHours;
}

Scenario at_its_rate(Scenario s) {
  if (!s.serve.daily_users) return s;
  s.serve.requests_per_minute = peak_requests_per_minute(s.serve);
  s.serve.peak_factor = peak_factor(s.serve);
  if (!s.serve.requests_per_user_day) s.serve.requests_per_user_day = kRequestsPerUserDay;
  return s;
}

}  // namespace ridgepoint
