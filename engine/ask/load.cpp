#include "engine/ask/load.h"

namespace ridgepoint {

namespace {

double tokens_of_request(const ServeChoice& serve) {
  return serve.input_tokens + serve.reasoning_tokens + serve.output_tokens;
}

}  // namespace

bool is_daily(const ServeChoice& serve) { return serve.daily_users || serve.tokens_per_day; }

double peak_factor(const ServeChoice& serve) {
  if (!is_daily(serve)) return serve.peak_factor.value_or(1);
  return serve.peak_factor.value_or(serve.hours_per_day ? 24 / *serve.hours_per_day : kDayPeak);
}

double peak_requests_per_minute(const ServeChoice& serve) {
  const double of_users = serve.daily_users.value_or(0) * serve.requests_per_user_day.value_or(kRequestsPerUserDay);
  const double of_tokens = serve.tokens_per_day.value_or(0) / tokens_of_request(serve);
  return (of_users + of_tokens) / (24 * 60) * peak_factor(serve);
}

double usual_use(const ServeChoice& serve) {
  constexpr double kWorkingHours = 0.6;
  if (!serve.requests_per_minute && !is_daily(serve))
    return serve.hours_per_day ? *serve.hours_per_day / 24 : kWorkingHours;
  const double hours = is_daily(serve) ? 1 : serve.hours_per_day.value_or(24) / 24;
  return hours / peak_factor(serve);
}

Scenario at_its_rate(Scenario s) {
  if (!is_daily(s.serve)) return s;
  s.serve.requests_per_minute = peak_requests_per_minute(s.serve);
  s.serve.peak_factor = peak_factor(s.serve);
  if (s.serve.daily_users && !s.serve.requests_per_user_day) s.serve.requests_per_user_day = kRequestsPerUserDay;
  return s;
}

}  // namespace ridgepoint
