#include "engine/ask/load.h"

#include <limits>

#include "engine/facts/accelerator_names.h"

namespace ridgepoint {

namespace {

double tokens_of_request(const ServeChoice& serve) {
  return serve.input_tokens + serve.reasoning_tokens + serve.output_tokens;
}

bool is_personal(const HardwareChoice& hardware, const Catalog& catalog) {
  constexpr int kMost = 4;
  const Accelerator* device = hardware.instance ? nullptr : named_accelerator(catalog, hardware.accelerator).record;
  return device && !is_of_a_data_center(*device) && hardware.count.value_or(1) <= kMost;
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

Scenario with_its_load(Scenario s, const Catalog& catalog) {
  ServeChoice& serve = s.serve;
  if (is_daily(serve)) {
    serve.requests_per_minute = peak_requests_per_minute(serve);
    serve.peak_factor = peak_factor(serve);
    if (serve.daily_users && !serve.requests_per_user_day) serve.requests_per_user_day = kRequestsPerUserDay;
  }
  const ModelRecord* model = s.model.params_b ? nullptr : find_model(catalog, s.model.id);
  if (serve.concurrency || serve.requests_per_minute || !s.serves() || (model && !generates_tokens(model->kind)))
    return s;
  if (s.workload == Workload::batch)
    serve.concurrency = std::numeric_limits<double>::infinity();
  else
    serve.concurrency = is_personal(s.hardware, catalog) ? 1 : kUsualUsers;
  return s;
}

}  // namespace ridgepoint
