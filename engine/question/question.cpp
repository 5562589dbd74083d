#include "engine/question/question.h"

namespace ridgepoint {
DEFINE_COPIES(Question);

const std::optional<Speculation>& Question::speculation() const {
  static const std::optional<Speculation> none;
  const auto* served = std::get_if<ServeJob>(&job);
  return served ? served->speculation : none;
}

const MediaModel* Question::network() const {
  if (const auto* served = std::get_if<MediaServeJob>(&job)) return &served->model;
  const auto* trained = std::get_if<MediaTrainJob>(&job);
  return trained ? &trained->model : nullptr;
}

bool is_daily(const ServeChoice& serve) { return serve.daily_users || serve.tokens_per_day || serve.audio_h_per_day; }

double peak_factor(const ServeChoice& serve) {
  if (!is_daily(serve)) return serve.peak_factor.value_or(1);
  return serve.peak_factor.value_or(serve.hours_per_day ? 24 / *serve.hours_per_day : kDayPeak);
}

double usual_use(const ServeChoice& serve) {
  constexpr double kWorkingHours = 0.6;
  if (!serve.requests_per_minute && !is_daily(serve))
    return serve.hours_per_day ? *serve.hours_per_day / 24 : kWorkingHours;
  const double hours = is_daily(serve) ? 1 : serve.hours_per_day.value_or(24) / 24;
  return hours / peak_factor(serve);
}

}  // namespace ridgepoint
