#include "engine/speed/requests.h"

namespace ridgepoint {
namespace {

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (double x : values) sum += x;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// The share q of the values lies at or below it, linear between neighbours. Reorders them: those below come before it.
double quantile(std::vector<double>& values, double q) {
  if (values.empty()) return 0;
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = values.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(values.begin(), below, values.end());
  if (below + 1 == values.end()) return *below;
  const double above = *std::min_element(below + 1, values.end());
  return *below + (at - std::floor(at)) * (above - *below);
}

Quantiles quantiles_of(std::vector<double>& values) {
  return {quantile(values, 0.50), quantile(values, 0.95), quantile(values, 0.99)};
}

}  // namespace

std::size_t requests_of(const SimulationInput& in) {
  const double users = std::ceil(in.load.sequences);
  const double asked = in.rounds > 0 ? std::max(users, std::round(in.rounds * users)) : in.requests;
  return static_cast<std::size_t>(asked);
}

StepTimes step_times(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                     const SimulationInput& most) {
  const ServingInput& load = most.load;
  const double longest = 1 + most.length_spread, prompt = longest * load.input_tokens;
  const double answer = longest * std::max(load.answer(), most.longest_answer.value_or(0));
  const double step = std::max(load.chunk(), load.whole_prompts ? prompt : 0.0);
  // As short sequences take less room, more of them may decode together than the capacity.
  const double prompts = load.input_tokens / (load.input_tokens + load.answer() / 2);
  const double shortest = std::max(0.1, 1 - most.length_spread) * (most.longest_answer ? prompts : 1);
  const double roomy = std::min(load.capacity / shortest, load.max_sequences);
  const double asked = most.requests_per_s > 0 ? roomy : load.sequences;
  return {model, input, device, std::min({roomy, asked, 1e6}) + 1, prompt + answer, step};
}

namespace {

// The mean that exponential lengths have if those cut at `longest` have `mean`: m (1 - exp(-longest / m)) = mean.
double uncut_mean(double mean, double longest) {
  double low = mean, high = 1e3 * mean;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (middle * (1 - std::exp(-longest / middle)) < mean ? low : high) = middle;
  }
  return high;
}

// As many lengths as there are requests, one from each of so many equal parts of the distribution, shuffled: a sum and
// a longest one that do not depend on luck.
std::vector<double> lengths_of(const SimulationInput& in, Random& random) {
  const std::size_t count = requests_of(in);
  const double mean = in.load.answer(), longest = std::max(mean, *in.longest_answer);
  const double uncut = longest > mean ? uncut_mean(mean, longest) : longest;
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i) {
    const double below = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const double tokens = longest > mean ? std::floor(-uncut * std::log1p(-below) + 0.5) : longest;
    out.push_back(std::clamp(tokens, 1.0, longest));
  }
  for (std::size_t i = count; i > 1; --i)
    std::swap(out[i - 1], out[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  return out;
}

}  // namespace

Arrivals::Arrivals(const SimulationInput& in, Nanoseconds answer) : in_(in), random_(in.seed) {
  if (in.longest_answer) answers_ = lengths_of(in, random_);
  const double users = open() ? 0 : in.load.sequences;
  const double begin = in.rounds > 0 ? 0 : static_cast<double>(answer);
  for (int i = 0; i < users; ++i) come(whole_nanoseconds(random_.uniform() * begin));
  if (open()) come(gap());
}

Request Arrivals::take() {
  Request r;
  r.arrival = times_.top();
  times_.pop();
  if (open()) come(std::min(r.arrival + gap(), kEndOfTime));
  r.input = length(in_.load.input_tokens);
  r.answer = answer();
  ++taken_;
  r.done = in_.load.prefix_hit_rate * r.input;
  if (r.input - r.done < 1) r.done = r.input - 1;
  return r;
}

double Arrivals::length(double mean) {
  if (in_.length_spread <= 0) return mean;
  return std::max(1.0, std::floor(mean * (1 + in_.length_spread * (2 * random_.uniform() - 1)) + 0.5));
}

double Arrivals::answer() { return answers_.empty() ? length(in_.load.answer()) : answers_[taken_ % answers_.size()]; }

double Measurements::held(const Request& r, Nanoseconds now) const {
  return r.answer > 1 ? std::min(held_tokens_, r.answer - 1) * static_cast<double>(now - r.first) / (r.answer - 1) : 0;
}

void Measurements::add(const Request& r, Nanoseconds now) {
  const double users = in_.requests_per_s > 0 ? 0 : in_.load.sequences;
  if (in_.rounds <= 0 && skipped_ < std::max(0.1 * in_.requests, 2 * users)) {
    ++skipped_;
    began_ = now;
    return;
  }
  ++measured_;
  const double tpot = r.answer > 1 ? static_cast<double>(now - r.first) / (r.answer - 1) : 0;
  ttft_ms_.push_back((static_cast<double>(r.first - r.arrival) + alone_ + held(r, now)) / 1e6);
  e2e_s_.push_back((static_cast<double>(now - r.arrival) + alone_) / 1e9);
  if (r.answer > 1) tpot_ms_.push_back(tpot / 1e6);
}

Simulated Measurements::result(Nanoseconds now) {
  Simulated out;
  out.requests = static_cast<int>(measured_);
  out.mean_ttft_ms = mean_of(ttft_ms_);
  out.mean_tpot_ms = mean_of(tpot_ms_);
  out.ttft_ms = quantiles_of(ttft_ms_);
  if (!tpot_ms_.empty()) out.tpot_ms = quantiles_of(tpot_ms_);
  out.e2e_s = quantiles_of(e2e_s_);
  out.requests_per_s = out.requests / (static_cast<double>(std::max<Nanoseconds>(1, now - began_)) / 1e9);
  return out;
}

}  // namespace ridgepoint
