#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

#include "engine/speed/requests.h"
#include "engine/speed/simulation.h"
#include "engine/speed/step_times.h"

namespace ridgepoint {
namespace {

class SimulatedReplica {
 public:
  SimulatedReplica(const StepTimes& times, const SimulationInput& in)
      : in_(in),
        stages_(times.on().input.layout.pipeline),
        tokens_per_step_(times.on().input.tokens_per_step()),
        request_(whole_nanoseconds(in_seconds(times.on().device.efficiency.request) * 1e9)),
        room_(in.load.capacity * (in.load.input_tokens + in.load.answer() / 2) * (1 + 1e-12)),
        times_(times),
        arrivals_(in, answer_alone()),
        measured_(in, request_, times.on().device.efficiency.held_tokens) {}

  Simulated run();

 private:
  // An answer with everybody in flight and no prompts: what first requests are spread over.
  Nanoseconds answer_alone() {
    const double n = std::min(in_.load.sequences, in_.load.places());
    return whole_nanoseconds(in_.load.answer() / tokens_per_step_ *
                             times_.decode(n, in_.load.input_tokens + in_.load.answer() / 2));
  }
  void admit();
  bool has_place(const Request& r) const {
    const bool alone = there_ == 0;
    return alone || (used_ + r.room() <= room_ && static_cast<double>(there_) < in_.load.max_sequences);
  }
  void step_with_prompts();
  void decode_steps();
  void advance(double time, double rounds);
  void finish_answers();
  void finished(const Request& request);
  // Steps after the one of the first token.
  double rounds_of(const Request& r) const { return std::ceil((r.answer - 1) / tokens_per_step_); }
  double mean_context() const { return decoding_.empty() ? 0 : context_ / static_cast<double>(decoding_.size()); }

  const SimulationInput& in_;
  double stages_;
  double tokens_per_step_;
  Nanoseconds request_;  // of each, beside its steps
  double room_;          // tokens, at the mean length of sequences
  const StepTimes& times_;
  Arrivals arrivals_;

  Nanoseconds now_ = 0;
  double round_ = 0;       // decode steps so far
  std::size_t there_ = 0;  // requests that have a place
  double used_ = 0;        // of room_
  double context_ = 0;     // tokens that the decoding sequences hold
  bool filled_ = false;    // the pipeline has prompts of the step before
  std::deque<Request> waiting_, prompts_;
  std::priority_queue<Answer, std::vector<Answer>, std::greater<>> decoding_;

  Measurements measured_;
};

void SimulatedReplica::admit() {
  // Who comes behind all that are measured changes nothing, however many come before the next step has ended.
  const std::size_t most = 2 * requests_of(in_);
  while (waiting_.size() < most && arrivals_.any() && arrivals_.next() <= now_) waiting_.push_back(arrivals_.take());
  while (!waiting_.empty() && has_place(waiting_.front())) {
    ++there_;
    used_ += waiting_.front().room();
    prompts_.push_back(waiting_.front());
    waiting_.pop_front();
  }
}

void SimulatedReplica::advance(double time, double rounds) {
  now_ += whole_nanoseconds(time);
  round_ += rounds;
  context_ += rounds * tokens_per_step_ * static_cast<double>(decoding_.size());
}

void SimulatedReplica::finished(const Request& r) {
  used_ = --there_ == 0 ? 0 : used_ - r.room();
  // The last token has to reach the user, and the next request the scheduler.
  arrivals_.answered(now_ + whole_nanoseconds(measured_.held(r, now_)) + request_);
  measured_.add(r, now_);
}

void SimulatedReplica::finish_answers() {
  while (!decoding_.empty() && decoding_.top().last_round <= round_) {
    const Request done = decoding_.top().request;
    decoding_.pop();
    context_ -= done.input + rounds_of(done) * tokens_per_step_;
    finished(done);
  }
}

void SimulatedReplica::step_with_prompts() {
  const auto sequences = in_.load.prompts_first ? 0 : static_cast<double>(decoding_.size());
  double left = in_.load.chunk(), taken = 0, added = 0;
  std::vector<Request> read;
  while (!prompts_.empty() && left > 0) {
    Request& r = prompts_.front();
    const double rest = r.input - r.done, piece = in_.load.whole_prompts ? rest : std::min(left, rest);
    if (piece > left && taken > 0) break;
    added += times_.attention(piece, r.done);
    r.done += piece;
    left -= piece;
    taken += piece;
    if (r.done < r.input) break;
    read.push_back(r);
    prompts_.pop_front();
  }
  added += times_.prompts(sequences, taken);
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
void SimulatedReplica::decode_steps() {
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

Simulated SimulatedReplica::run() {
  while (!measured_.enough() && now_ < kEndOfTime) {
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
  return measured_.result(now_);
}

}  // namespace

Simulated simulate_serving(const StepTimes& replica, const SimulationInput& simulation) {
  return SimulatedReplica(replica, simulation).run();
}

}  // namespace ridgepoint
