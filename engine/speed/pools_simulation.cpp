#include <algorithm>
#include <set>
#include <utility>

#include "engine/speed/requests.h"
#include "engine/speed/simulation.h"
#include "engine/speed/step_times.h"

namespace ridgepoint {
namespace {

// One that decodes. What it does until next() is planned, and planned anew when a request is expected before.
class Decoder {
 public:
  Decoder(const SimulationInput& in, double tokens_per_step)
      : tokens_per_step_(tokens_per_step),
        max_sequences_(in.load.max_sequences),
        room_(in.load.capacity * (in.load.input_tokens + in.load.answer() / 2) * (1 + 1e-12)) {}

  // A request whose cache will be there at its `first`.
  void expect(const Request& request, const StepTimes& times) {
    coming_.push(request);
    plan(times);
  }
  // When something happens here: an answer ends, or a request can be taken in; kEndOfTime for never.
  Nanoseconds next() const { return next_; }
  // Lets it happen and gives what was answered.
  std::vector<Request> advance(const StepTimes& times);

 private:
  struct Later {
    bool operator()(const Request& a, const Request& b) const { return later(a, b); }
  };
  void finish(std::vector<Request>& answered);
  void admit(std::vector<Request>& answered);
  void plan(const StepTimes& times);
  bool has_place(const Request& r) const {
    return used_ <= 0 || (used_ + r.room() <= room_ && static_cast<double>(decoding_.size()) < max_sequences_);
  }
  double rounds_of(const Request& r) const { return std::ceil((r.answer - 1) / tokens_per_step_); }

  double tokens_per_step_, max_sequences_, room_;
  Nanoseconds now_ = 0, next_ = kEndOfTime;
  double rounds_ = 0;  // steps from now to next
  double round_ = 0, used_ = 0, context_ = 0;
  bool full_ = false;  // somebody waits for a place
  std::priority_queue<Request, std::vector<Request>, Later> coming_;
  std::priority_queue<Answer, std::vector<Answer>, std::greater<>> decoding_;
};

void Decoder::finish(std::vector<Request>& answered) {
  while (!decoding_.empty() && decoding_.top().last_round <= round_) {
    answered.push_back(decoding_.top().request);
    decoding_.pop();
    context_ -= answered.back().input + rounds_of(answered.back()) * tokens_per_step_;
    used_ -= answered.back().room();
  }
  if (decoding_.empty()) used_ = context_ = 0;
}

void Decoder::admit(std::vector<Request>& answered) {
  while (!coming_.empty() && coming_.top().first <= now_) {
    Request r = coming_.top();
    if (!has_place(r)) {
      full_ = true;
      return;
    }
    coming_.pop();
    if (full_) r.first = now_;
    if (r.answer <= 1) {
      answered.push_back(r);
      continue;
    }
    used_ += r.room();
    context_ += r.input;
    decoding_.push({round_ + rounds_of(r), r});
  }
  full_ = false;
}

// Steps until an answer ends or somebody comes who has a place; their times grow evenly with the context.
void Decoder::plan(const StepTimes& times) {
  const Nanoseconds comes = coming_.empty() ? kEndOfTime : std::max(now_, coming_.top().first);
  rounds_ = 0;
  next_ = comes;
  if (decoding_.empty()) return;
  const auto sequences = static_cast<double>(decoding_.size());
  const double context = context_ / sequences, first = std::max(1.0, times.decode(sequences, context));
  rounds_ = decoding_.top().last_round - round_;
  if (!full_) rounds_ = std::min(rounds_, std::ceil(static_cast<double>(comes - now_) / first));
  rounds_ = std::max(1.0, rounds_);
  const double last = times.decode(sequences, context + (rounds_ - 1) * tokens_per_step_);
  next_ = now_ + whole_nanoseconds(rounds_ * (first + last) / 2);
}

std::vector<Request> Decoder::advance(const StepTimes& times) {
  std::vector<Request> answered;
  now_ = next_;
  round_ += rounds_;
  context_ += rounds_ * tokens_per_step_ * static_cast<double>(decoding_.size());
  finish(answered);
  admit(answered);
  plan(times);
  return answered;
}

class SimulatedPools {
 public:
  SimulatedPools(const StepTimes& times, const SimulationInput& in, const PoolsInput& pools)
      : in_(in),
        stages_(times.on().input.layout.pipeline),
        transfer_(whole_nanoseconds(in_seconds(pools.transfer) * 1e9)),
        times_(times),
        routes_(in.seed + 1),
        free_(static_cast<std::size_t>(pools.prefill), 0),
        decoders_(static_cast<std::size_t>(pools.decode), Decoder(in, times.on().input.tokens_per_step())),
        arrivals_(in, answer_alone(times.on().input)),
        measured_(in, whole_nanoseconds(in_seconds(times.on().device.efficiency.request) * 1e9), 0) {}

  Simulated run() {
    Nanoseconds now = 0;
    while (!measured_.enough() && now < kEndOfTime) {
      const Nanoseconds turn = turns_.empty() ? kEndOfTime : turns_.begin()->first;
      const Nanoseconds arrival = arrivals_.any() ? arrivals_.next() : kEndOfTime;
      now = std::min(turn, arrival);
      if (arrival <= turn)
        read(arrivals_.take());
      else
        decode(turns_.begin()->second, turn);
    }
    return measured_.result(now);
  }

 private:
  struct Prefill {
    Nanoseconds alone;  // from its start to its end
    Nanoseconds slot;   // until the next prompt can start: stages work on different prompts at once
  };
  Prefill prefill_of(const Request& r) {
    double read = 0, passes = 0;
    for (double done = r.done; done < r.input; ++passes) {
      const double left = r.input - done;
      const double piece = in_.load.whole_prompts ? left : std::min(in_.load.chunk(), left);
      read += times_.prompts(0, piece) + times_.attention(piece, done);
      done += piece;
    }
    return {whole_nanoseconds(read * (passes + stages_ - 1) / (passes * stages_)), whole_nanoseconds(read / stages_)};
  }
  Nanoseconds answer_alone(const InferenceSpeedInput& input) {
    const double n = std::min(in_.load.sequences / static_cast<double>(decoders_.size()), in_.load.places());
    const double context = in_.load.input_tokens + in_.load.answer() / 2;
    return whole_nanoseconds(in_.load.answer() / input.tokens_per_step() * times_.decode(std::max(1.0, n), context));
  }
  std::size_t any_of(std::size_t replicas) {
    return static_cast<std::size_t>(routes_.uniform() * static_cast<double>(replicas));
  }

  void read(Request r) {
    Nanoseconds& free = free_[any_of(free_.size())];
    const Nanoseconds start = std::max(r.arrival, free);
    const Prefill prefill = prefill_of(r);
    free = start + prefill.slot;
    r.first = start + prefill.alone + transfer_;
    change(any_of(decoders_.size()), [&](Decoder& d) { d.expect(r, times_); });
  }

  void decode(std::size_t which, Nanoseconds now) {
    std::vector<Request> answered;
    change(which, [&](Decoder& d) { answered = d.advance(times_); });
    for (const Request& r : answered) {
      arrivals_.answered(now);
      measured_.add(r, now);
    }
  }

  template <class Change>
  void change(std::size_t which, Change what) {
    turns_.erase({decoders_[which].next(), which});
    what(decoders_[which]);
    if (decoders_[which].next() < kEndOfTime) turns_.insert({decoders_[which].next(), which});
  }

  const SimulationInput& in_;
  double stages_;
  Nanoseconds transfer_;
  const StepTimes& times_;
  Random routes_;
  std::vector<Nanoseconds> free_;  // when each prefill replica is
  std::vector<Decoder> decoders_;
  std::set<std::pair<Nanoseconds, std::size_t>> turns_;  // of decoders that have something to do
  Arrivals arrivals_;
  Measurements measured_;
};

}  // namespace

Simulated simulate_pools(const StepTimes& replica, const SimulationInput& simulation, const PoolsInput& pools) {
  return SimulatedPools(replica, simulation, pools).run();
}

}  // namespace ridgepoint
