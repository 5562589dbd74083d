#include "engine/speed/serving_simulation.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "engine/speed/random.h"
#include "engine/speed/step_times.h"

namespace ridgepoint {
namespace {

using Nanoseconds = std::int64_t;

constexpr double kLongest = 1e18;  // one event, in nanoseconds
constexpr Nanoseconds kEnd = 4000000000000000000;

Nanoseconds whole(double x) { return static_cast<Nanoseconds>(std::floor(std::min(x, kLongest) + 0.5)); }

struct Request {
  Nanoseconds arrival = 0;
  Nanoseconds first = 0;  // its first token
  double input = 0;
  double answer = 0;
  double done = 0;  // prompt tokens in the cache
  double room() const { return input + answer / 2; }
};

// When requests come, and how long they are.
class Arrivals {
 public:
  Arrivals(const SimulationInput& in, Nanoseconds answer) : in_(in), random_(in.seed) {
    const double users = open() ? 0 : in.load.sequences;
    for (int i = 0; i < users; ++i) come(whole(random_.uniform() * static_cast<double>(answer)));
    if (open()) come(gap());
  }
  bool any() const { return !times_.empty(); }
  Nanoseconds next() const { return times_.top(); }
  // A user of a closed loop asks again.
  void answered(Nanoseconds now) {
    if (!open()) come(now);
  }
  Request take() {
    Request r;
    r.arrival = times_.top();
    times_.pop();
    if (open()) come(r.arrival + gap());
    r.input = length(in_.load.input_tokens);
    r.answer = length(in_.load.answer());
    r.done = in_.load.prefix_hit_rate * r.input;
    if (r.input - r.done < 1) r.done = r.input - 1;
    return r;
  }

 private:
  bool open() const { return in_.requests_per_s > 0; }
  void come(Nanoseconds time) { times_.push(time); }
  Nanoseconds gap() { return whole(random_.exponential() / in_.requests_per_s * 1e9); }
  double length(double mean) {
    if (in_.length_spread <= 0) return mean;
    return std::max(1.0, std::floor(mean * (1 + in_.length_spread * (2 * random_.uniform() - 1)) + 0.5));
  }

  const SimulationInput& in_;
  Random random_;
  std::priority_queue<Nanoseconds, std::vector<Nanoseconds>, std::greater<>> times_;
};

// Values in order, one by one; the share q of them lies at or below the quantile, linear between neighbours.
class Sample {
 public:
  void add(double x) { values_.push_back(x); }
  bool empty() const { return values_.empty(); }
  double mean() const {
    double sum = 0;
    for (double x : values_) sum += x;
    return values_.empty() ? 0 : sum / static_cast<double>(values_.size());
  }
  Quantiles quantiles() {
    std::sort(values_.begin(), values_.end());
    return {quantile(0.50), quantile(0.95), quantile(0.99)};
  }

 private:
  double quantile(double q) const {
    if (values_.empty()) return 0;
    const double at = q * static_cast<double>(values_.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values_.size() - 1);
    return values_[below] + (at - static_cast<double>(below)) * (values_[above] - values_[below]);
  }
  std::vector<double> values_;
};

double longest_context(const SimulationInput& in) {
  return (1 + in.length_spread) * (in.load.input_tokens + in.load.answer());
}

// Sequences that may decode together: as short ones take less room, more than the capacity.
double most_sequences(const SimulationInput& in) {
  const double roomy = in.load.capacity / std::max(0.1, 1 - in.length_spread);
  const double asked = in.requests_per_s > 0 ? roomy : in.load.sequences;
  return std::min({roomy, asked, 1e6}) + 1;
}

class Replica {
 public:
  Replica(const Architecture& model, const InferenceSpeedInput& input, const Device& device, const SimulationInput& in)
      : in_(in),
        stages_(input.layout.pipeline),
        tokens_per_step_(input.tokens_per_step()),
        request_(whole(in_seconds(device.efficiency.request) * 1e9)),
        held_tokens_(device.efficiency.held_tokens),
        room_(in.load.capacity * (in.load.input_tokens + in.load.answer() / 2) * (1 + 1e-12)),
        times_(model, input, device, most_sequences(in), longest_context(in), in.load.prefill_chunk),
        arrivals_(in, answer_alone()) {}

  Simulated run();

 private:
  // An answer with everybody in flight and no prompts: what first requests are spread over.
  Nanoseconds answer_alone() {
    const double n = std::min(in_.load.sequences, in_.load.capacity);
    return whole(in_.load.answer() / tokens_per_step_ *
                 times_.decode(n, in_.load.input_tokens + in_.load.answer() / 2));
  }
  void admit();
  void step_with_prompts();
  void decode_steps();
  void advance(double time, double rounds);
  void finish_answers();
  void finished(const Request& request);
  // Steps after the one of the first token.
  double rounds_of(const Request& r) const { return std::ceil((r.answer - 1) / tokens_per_step_); }
  double mean_context() const { return decoding_.empty() ? 0 : context_ / static_cast<double>(decoding_.size()); }

  struct Answer {
    double last_round;  // in which its last token comes
    Request request;
    bool operator>(const Answer& other) const { return last_round > other.last_round; }
  };

  const SimulationInput& in_;
  double stages_;
  double tokens_per_step_;
  Nanoseconds request_;  // of each, beside its steps
  double held_tokens_;   // made before the first is sent
  double room_;          // tokens, at the mean length of sequences
  StepTimes times_;
  Arrivals arrivals_;

  Nanoseconds now_ = 0;
  double round_ = 0;     // decode steps so far
  double used_ = 0;      // of room_
  double context_ = 0;   // tokens that the decoding sequences hold
  bool filled_ = false;  // the pipeline has prompts of the step before
  std::deque<Request> waiting_, prompts_;
  std::priority_queue<Answer, std::vector<Answer>, std::greater<>> decoding_;

  int skipped_ = 0;
  Nanoseconds began_ = 0;  // measuring
  Sample ttft_, tpot_, e2e_;
  int measured_ = 0;
};

void Replica::admit() {
  while (arrivals_.any() && arrivals_.next() <= now_) waiting_.push_back(arrivals_.take());
  while (!waiting_.empty() && (used_ <= 0 || used_ + waiting_.front().room() <= room_)) {
    used_ += waiting_.front().room();
    prompts_.push_back(waiting_.front());
    waiting_.pop_front();
  }
}

void Replica::advance(double time, double rounds) {
  now_ += whole(time);
  round_ += rounds;
  context_ += rounds * tokens_per_step_ * static_cast<double>(decoding_.size());
}

void Replica::finished(const Request& r) {
  used_ -= r.room();
  if (prompts_.empty() && decoding_.empty()) used_ = 0;
  arrivals_.answered(now_);
  const double users = in_.requests_per_s > 0 ? 0 : in_.load.sequences;
  if (skipped_ < std::max(0.1 * in_.requests, 2 * users)) {
    ++skipped_;
    began_ = now_;
    return;
  }
  ++measured_;
  const double alone = static_cast<double>(request_);
  const double tpot = r.answer > 1 ? static_cast<double>(now_ - r.first) / (r.answer - 1) : 0;
  const double held = std::min(held_tokens_, r.answer - 1) * tpot;
  ttft_.add((static_cast<double>(r.first - r.arrival) + alone + held) / 1e6);
  e2e_.add((static_cast<double>(now_ - r.arrival) + alone) / 1e9);
  if (r.answer > 1) tpot_.add(tpot / 1e6);
}

void Replica::finish_answers() {
  while (!decoding_.empty() && decoding_.top().last_round <= round_) {
    const Request done = decoding_.top().request;
    decoding_.pop();
    context_ -= done.input + rounds_of(done) * tokens_per_step_;
    finished(done);
  }
}

void Replica::step_with_prompts() {
  const auto sequences = static_cast<double>(decoding_.size());
  double left = std::max(1.0, in_.load.prefill_chunk), added = 0;
  std::vector<Request> read;
  while (!prompts_.empty() && left > 0) {
    Request& r = prompts_.front();
    const double piece = std::min(left, r.input - r.done);
    added += times_.attention(piece, r.done);
    r.done += piece;
    left -= piece;
    if (r.done < r.input) break;
    read.push_back(r);
    prompts_.pop_front();
  }
  added += times_.prompts(sequences, std::max(1.0, in_.load.prefill_chunk) - left);
  // The first prompts go through all the stages; others follow a stage behind.
  if (sequences > 0 || filled_) added /= stages_;
  filled_ = true;
  advance((sequences > 0 ? times_.decode(sequences, mean_context()) : 0) + added, sequences > 0 ? 1 : 0);
  finish_answers();
  for (Request& r : read) {
    r.first = now_;
    if (r.answer <= 1) {
      finished(r);
      continue;
    }
    context_ += r.input;
    decoding_.push({round_ + rounds_of(r), r});
  }
}

// As many steps as nothing happens in. Their times grow evenly with the context.
void Replica::decode_steps() {
  filled_ = false;
  const auto sequences = static_cast<double>(decoding_.size());
  const double first = std::max(1.0, times_.decode(sequences, mean_context()));
  double rounds = decoding_.top().last_round - round_;
  if (waiting_.empty() && arrivals_.any())
    rounds = std::min(rounds, std::ceil(static_cast<double>(arrivals_.next() - now_) / first));
  rounds = std::max(1.0, rounds);
  const double last = times_.decode(sequences, mean_context() + (rounds - 1) * tokens_per_step_);
  advance(rounds * (first + last) / 2, rounds);
  finish_answers();
}

Simulated Replica::run() {
  while (measured_ < in_.requests && now_ < kEnd) {
    admit();
    if (!prompts_.empty()) {
      step_with_prompts();
    } else if (!decoding_.empty()) {
      decode_steps();
    } else {
      filled_ = false;
      now_ = std::max(now_, arrivals_.next());
    }
  }
  Simulated out;
  out.requests = measured_;
  out.mean_ttft_ms = ttft_.mean();
  out.mean_tpot_ms = tpot_.mean();
  out.ttft_ms = ttft_.quantiles();
  if (!tpot_.empty()) out.tpot_ms = tpot_.quantiles();
  out.e2e_s = e2e_.quantiles();
  out.requests_per_s = measured_ / (static_cast<double>(std::max<Nanoseconds>(1, now_ - began_)) / 1e9);
  return out;
}

}  // namespace

Simulated simulate_serving(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                           const SimulationInput& simulation) {
  return Replica(model, input, device, simulation).run();
}

}  // namespace ridgepoint
