#include "engine/speed/step_times.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace ridgepoint {

std::vector<double> TimeTable::points_up_to(double most) {
  std::vector<double> points = {0, 1, 2, 3};
  for (double unit = 1; points.back() < most; unit *= 2)
    for (double quarter = 4; quarter < 8; ++quarter) points.push_back(quarter * unit);
  return points;
}

namespace {

// The point 4 is the fourth behind 0, and 4.0 has an exponent of 2, beyond 1023.
constexpr std::size_t kBelowFour = 4 * (1023 + 2) - 4;

}  // namespace

TimeTable::TimeTable(double most_x, double most_y, std::function<Seconds(double, double)> exact)
    : x_(points_up_to(most_x)), y_(points_up_to(most_y)), known_(x_.size() * y_.size(), -1), exact_(std::move(exact)) {}

// A double's bits say the octave, as its exponent, and the quarter of it, as the first two of its fraction.
TimeTable::Place TimeTable::place(const std::vector<double>& points, double x) {
  std::size_t below = x > 0 ? static_cast<std::size_t>(std::min(x, 3.0)) : 0;
  if (x >= 4) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    below = static_cast<std::size_t>(bits >> 50) - kBelowFour;
  }
  below = std::min(below, points.size() - 2);
  return {below, (x - points[below]) / (points[below + 1] - points[below])};
}

double TimeTable::computed(std::size_t i, std::size_t j) const {
  return known_[i * y_.size() + j] = std::floor(std::max(0.0, in_seconds(exact_(x_[i], y_[j])) * 1e9) + 0.5);
}

inline double TimeTable::point(std::size_t i, std::size_t j) const {
  const double known = known_[i * y_.size() + j];
  return known < 0 ? computed(i, j) : known;
}

double TimeTable::nanoseconds(double x, double y) const {
  const Place a = place(x_, x), b = y > 0 ? place(y_, y) : Place{0, 0};
  const auto along = [&](std::size_t j) {
    const double low = point(a.below, j);
    return a.beyond > 0 ? low + a.beyond * (point(a.below + 1, j) - low) : low;
  };
  const double low = along(b.below);
  return b.beyond > 0 ? low + b.beyond * (along(b.below + 1) - low) : low;
}

namespace {

Seconds of_line(const StepTime& step, std::string_view id) {
  Seconds sum;
  for (const TimeLine& line : step.lines)
    if (line.id == id) sum += line.time;
  return sum;
}

Seconds without_attention(const StepTime& step) {
  return step.total() - of_line(step, "attention") - of_line(step, "host_attention");
}

}  // namespace

StepTimes::StepTimes(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                     double most_sequences, double longest_context, double chunk)
    : on_(model, input, device),
      decode_(most_sequences, 0, [this](double n, double) { return decode_step(on_, n, 0, false).total(); }),
      cache_(longest_context, 0,
             [this](double context, double) {  // one sequence of each micro-batch
               return decode_step(on_, 1, context, false).total() - decode_step(on_, 1, 0, false).total();
             }),
      prompts_(most_sequences, chunk,
               [this](double n, double tokens) {
                 if (tokens <= 0) return seconds(0);
                 if (n <= 0) return without_attention(prefill(on_, tokens, 0));
                 return without_attention(mixed_step(on_, n, 0, tokens, 0)) - without_attention(decode_step(on_, n, 0));
               }),
      attention_(chunk, longest_context, [this](double tokens, double cached) {
        if (tokens <= 0) return seconds(0);
        const StepTime step = prefill(on_, tokens, cached);
        return step.total() - without_attention(step);
      }) {}

double StepTimes::decode(double sequences, double context) const {
  const double micro_batch = std::max(1.0, sequences / on_.input.layout.pipeline);
  return decode_.nanoseconds(sequences) + micro_batch * cache_.nanoseconds(context);
}

double StepTimes::prompts(double sequences, double tokens) const { return prompts_.nanoseconds(sequences, tokens); }

double StepTimes::attention(double tokens, double cached) const { return attention_.nanoseconds(tokens, cached); }

}  // namespace ridgepoint
