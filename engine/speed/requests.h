// Requests of a simulation: when they come, how long they are, and what is measured of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "engine/speed/random.h"
#include "engine/speed/simulation.h"

namespace ridgepoint {

using Nanoseconds = std::int64_t;

constexpr double kLongestEvent = 1e18;  // in nanoseconds
constexpr Nanoseconds kEndOfTime = 4000000000000000000;

inline Nanoseconds whole_nanoseconds(double x) {
  return static_cast<Nanoseconds>(std::floor(std::min(x, kLongestEvent) + 0.5));
}

struct Request {
  Nanoseconds arrival = 0;
  Nanoseconds first = 0;  // its first token
  double input = 0;
  double answer = 0;
  double done = 0;  // prompt tokens in the cache
  double room() const { return input + answer / 2; }
};

// How many are measured.
std::size_t requests_of(const SimulationInput& in);

// A total order, so that queues empty the same way with every standard library: what it takes for equal is the same to
// all measurements.
inline bool later(const Request& a, const Request& b) {
  return std::tie(a.first, a.arrival, a.input, a.answer) > std::tie(b.first, b.arrival, b.input, b.answer);
}

// A request that decodes.
struct Answer {
  double last_round;  // in which its last token comes
  Request request;
  bool operator>(const Answer& other) const {
    return last_round != other.last_round ? last_round > other.last_round : later(request, other.request);
  }
};

// Open loop: one after the other. Closed loop: those of all users within the time of an `answer`, or all at the start
// where rounds are counted, then each when the user's last one is answered.
class Arrivals {
 public:
  Arrivals(const SimulationInput& in, Nanoseconds answer);
  bool open() const { return in_.requests_per_s > 0; }
  bool over() const { return in_.rounds > 0 && taken_ + times_.size() >= requests_of(in_); }
  bool any() const { return !times_.empty(); }
  Nanoseconds next() const { return times_.top(); }
  // Of a closed loop: the user sends the next, which is there at `next`.
  void answered(Nanoseconds next) {
    if (!open() && !over()) come(next);
  }
  Request take();

 private:
  void come(Nanoseconds time) { times_.push(time); }
  Nanoseconds gap() { return whole_nanoseconds(random_.exponential() / in_.requests_per_s * 1e9); }
  double length(double mean);
  double answer();

  const SimulationInput& in_;
  Random random_;
  std::vector<double> answers_;  // in the order they are taken, over and over, where they end at any token
  std::size_t taken_ = 0;
  std::priority_queue<Nanoseconds, std::vector<Nanoseconds>, std::greater<>> times_;
};

// Latencies of finished requests, without those of the beginning.
class Measurements {
 public:
  // `alone`: what each request takes beside its steps; `held_tokens`: tokens that the engine holds back.
  Measurements(const SimulationInput& in, Nanoseconds alone, double held_tokens)
      : in_(in), alone_(static_cast<double>(alone)), held_tokens_(held_tokens) {}
  bool enough() const { return measured_ >= requests_of(in_); }
  void add(const Request& request, Nanoseconds now);
  // How long tokens of a request that ends `now` were held back.
  double held(const Request& request, Nanoseconds now) const;
  Simulated result(Nanoseconds now);

 private:
  const SimulationInput& in_;
  double alone_, held_tokens_;
  int skipped_ = 0;
  std::size_t measured_ = 0;
  Nanoseconds began_ = 0;
  std::vector<double> ttft_ms_, tpot_ms_, e2e_s_;
};

}  // namespace ridgepoint
