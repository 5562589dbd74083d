#include "engine/speed/serving.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ridgepoint {
namespace {

constexpr double kMostPlaces = 1e6;  // more are never all taken

// What the formulas need of the machine: times of one load on one replica.
class Replica {
 public:
  Replica(const Architecture& model, const InferenceSpeedInput& input, const Device& device, const ServingInput& load)
      : model_(model), input_(input), device_(device), load_(load) {}

  double context() const { return load_.input_tokens + load_.answer() / 2; }
  double passes() const { return load_.passes(); }
  double prompts_of_chunk() const { return load_.prompts_of_chunk(); }

  double tokens_per_step() const { return input_.tokens_per_step(); }
  StepTime step(double sequences) const { return decode_step(model_, input_, device_, sequences, context()); }
  // A step's share for each of the tokens that a sequence gets from it.
  StepTime token(double sequences) const { return one_of(step(sequences), tokens_per_step()); }
  StepTime prefill() const {
    return chunked_prefill(model_, input_, device_, load_.fresh(), load_.cached(), load_.chunk(),
                           load_.pipeline_tokens);
  }
  // Prompts of `waiting` that one step reads: all where they fit the chunk, of long ones a part of one.
  double together(double waiting) const {
    return passes() > 1 ? 1 : std::min(std::max(1.0, waiting), prompts_of_chunk());
  }
  // Time that a prompt adds to decode steps of `sequences` that `prompts` join at a time: its tokens join theirs, one
  // chunk to a step. Where prompts come first: the time of steps without others. Stages of a pipeline work on different
  // prompts at once: one leaves every T / p.
  Seconds slot(double sequences, double prompts = 1) const {
    const double size = load_.fresh() / passes(), before = load_.cached() + (load_.fresh() - size) / 2;
    const double decoding = load_.prompts_first ? 1 : sequences;
    const Seconds with =
        mixed_step(model_, input_, device_, decoding, context(), prompts * size, before, prompts).total();
    const Seconds without = load_.prompts_first ? seconds(0) : step(sequences).total();
    return passes() / input_.layout.pipeline / prompts * (with - without);
  }
  bool prompts_first() const { return load_.prompts_first; }
  Seconds request() const { return device_.efficiency.request; }
  double clumping() const { return device_.efficiency.clumping; }
  // From the step that makes the first token until it is sent; answers may end before.
  Seconds held(Seconds tpot) const { return std::min(device_.efficiency.held_tokens, load_.answer() - 1) * tpot; }

 private:
  const Architecture& model_;
  const InferenceSpeedInput& input_;
  const Device& device_;
  const ServingInput& load_;
};

// Mean wait for the prompts that are read before or with the own one: random arrivals (M/D/1: rho T / (2 (1 - rho)))
// and, of `clump` prompts that come at once and are read `together` at a time, (clump + together) / 2 less the own one;
// at most all the others.
Seconds wait_for_slot(Seconds slot, Seconds round, double others, double clump, double together) {
  const Seconds most = others * slot;
  const double busy = std::min(0.999, most / round);
  const Seconds random = busy / (2 * (1 - busy)) * slot;
  return std::min(most, random + ((clump + std::min(clump, together)) / 2 - 1) * slot);
}

Serving began(const Replica& replica, double in_flight, double decoding) {
  Serving serving;
  serving.in_flight = in_flight;
  serving.step = replica.token(decoding);
  serving.prefill_step = replica.prefill();
  serving.prefill = serving.prefill_step.total();
  return serving;
}

// A closed loop of as many users as there is room for.
Serving without_queue(const Replica& replica, double n, double output) {
  // A step reads at most one chunk of prompts, however many wait. While a token is made that is so much of a prompt:
  const double most = replica.prompts_first() ? n : replica.prompts_of_chunk() / replica.passes();
  const double read = most / replica.tokens_per_step();
  // and if all steps are full, so many decode: answers begin as fast as prompts are read.
  const double d = std::min(n, 1 + read * output);
  Serving serving = began(replica, n, d);
  const double prompts_of_round = (d - 1) / output * replica.tokens_per_step();
  const double clump = 1 + replica.clumping() * (d - 1);
  // Those that come at once share steps, save where prompts are read before all else: the first has begun when the
  // others come.
  const double at_once = replica.prompts_first() ? 1 : clump;
  const double together = replica.together(std::max(prompts_of_round, at_once));
  const Seconds slot = replica.slot(d, together), step = replica.step(d).total();
  serving.tpot = serving.step.total() + (d - 1) / output * slot;

  const Seconds alone = replica.request() + serving.prefill;
  const Seconds decoding = (output - 1) * serving.tpot;
  // A request that arrives while others decode waits half a step for it to end.
  serving.ttft =
      alone + wait_for_slot(slot, alone + decoding, d - 1, clump, together) + (n > 1 ? step / 2 : seconds(0));

  // No more prompts per second than can be read with full steps; what is too much waits.
  const Seconds full = d < n ? n / read * serving.tpot : n * replica.slot(n, replica.together(n - 1));
  const Seconds answer = std::max(serving.ttft + decoding, full);
  serving.ttft = answer - decoding;
  serving.requests_per_s = n / in_seconds(answer);
  serving.largest_rate = serving.requests_per_s;
  return serving;
}

// Sequences that decode at `rate` and the time of a token while they do.
struct Decoding {
  double sequences = 0;
  Seconds step;
  Seconds slot;
  double busy = 0;  // share of the time that prompts add
  Seconds tpot;
  Seconds beside;  // what others decode in the step of a prompt
};

// Prompts of several chunks that are done during an answer beyond rate x its time. An answer begins when a prompt ends,
// with L = rho + rho^2 / (2 (1 - rho)) others there (M/D/1, Pollaczek and Khinchine), and ends at some step; as steps
// with a chunk take longer, fewer of the steps than of the time find prompts there.
double prompts_before(const Decoding& d, double rate, double passes) {
  if (passes <= 1) return 0;
  const double chunk = in_seconds(d.step + d.slot / passes), step = in_seconds(d.step);
  const double rho = std::min(0.99, rate * passes * chunk);
  const double there = rho + rho * rho / (2 * (1 - rho));
  return there * (1 - 1 / (rho + (1 - rho) * chunk / step));
}

Decoding decoding_of(const Replica& replica, double sequences, double rate, double output) {
  Decoding d{sequences, replica.step(1 + sequences).total(), replica.slot(1 + sequences), 0, seconds(0), seconds(0)};
  d.busy = std::min(0.99, rate * in_seconds(d.slot));
  d.beside = replica.prompts_first() ? seconds(0) : d.step;
  const double before = replica.prompts_first() ? 0 : prompts_before(d, rate, replica.passes());
  d.tpot = d.step / replica.tokens_per_step() / (1 - d.busy) + before / output * d.slot;
  return d;
}

// The fewest sequences d with d = rate (o-1) tpot(1+d), by halving; as many as there is room for when there are none.
Decoding balanced(const Replica& replica, double rate, double output, double most) {
  const auto spare = [&](double d) {
    return d - rate * (output - 1) * in_seconds(decoding_of(replica, d, rate, output).tpot);
  };
  double few = 0, many = 1;
  while (many < most && spare(many) < 0) {
    few = many;
    many *= 2;
  }
  many = std::min(many, most);
  for (int i = 0; i < 40 && many - few > 1e-4 * many; ++i) {
    const double middle = (few + many) / 2;
    (spare(middle) < 0 ? few : many) = middle;
  }
  return decoding_of(replica, many, rate, output);
}

// From the arrival, with its place in the cache, to the first token while others decode. Prompts that came during a
// step join the next one. With D a step, T what a prompt adds, rho = rate T: a step with its prompts takes D / (1 -
// rho) in the mean, and what is left of it when a request comes is R = D / (2 (1 - rho)) + rate T^2 / (2 (1 - rho^2)),
// half the mean square over the mean. The next step takes D, the own prompt and those that came meanwhile: D + T + 2
// rho R. Prompts of several chunks take S = passes D + T each, one after the other: M/D/1.
Seconds first_token_among_others(const Decoding& d, double rate, double passes) {
  const double rho = d.busy;
  if (passes > 1) {
    const Seconds service = passes * d.beside + d.slot;
    const double busy = std::min(0.99, rate * in_seconds(service));
    return d.step / 2 + busy / (2 * (1 - busy)) * service + service;
  }
  const Seconds left = d.step / (2 * (1 - rho)) + rate * in_seconds(d.slot) / (2 * (1 - rho * rho)) * d.slot;
  return left + d.beside + d.slot + 2 * rho * left;
}

// Time of a request that shares the machine with others, n in all, while prompts come at `rate`: straight between
// n = 1, 4, 16, ... and the number of places.
class Residence {
 public:
  Residence(const Replica& replica, double places, double output, double rate, Seconds prompt) {
    for (double n = 1; n < 4 * places; n *= 4) {
      const double at = std::min(n, places);
      const Seconds tpot = decoding_of(replica, at - 1, rate, output).tpot;
      known_.push_back({at, in_seconds(prompt + (output - 1) * tpot)});
    }
  }
  double seconds_at(double n) {
    while (here_ + 2 < known_.size() && n > known_[here_ + 1].n) ++here_;  // n only grows
    if (known_.size() < 2) return known_.front().s;
    const Point &low = known_[here_], &high = known_[here_ + 1];
    return low.s + (n - low.n) / (high.n - low.n) * (high.s - low.s);
  }

 private:
  struct Point {
    double n;
    double s;
  };
  std::vector<Point> known_;
  std::size_t here_ = 0;
};

// Mean wait for a place. Requests share the machine, so with n of them one leaves every residence(n) / n, and the
// share of the time with n of them is proportional to the product of rate x residence(k) / k, k = 1 ... n, however long
// they are (Kelly 1979, insensitivity of processor sharing). With all N places taken as many leave as a closed
// loop of N answers; the queue behind is geometric with rho = rate / that: rho / (1 - rho)^2 in the mean, half of it as
// answers are evenly long.
Seconds wait_for_place(Residence residence, double places, double rate, double largest_rate) {
  double share = 1, total = 1;
  for (double n = 1; n <= places; ++n) {
    share *= rate * residence.seconds_at(n) / n;
    total += share;
    if (total > 1e100) {  // only proportions count
      share /= total;
      total = 1;
    }
  }
  const double rho = std::min(0.999, rate / largest_rate), behind = share * rho / (1 - rho);
  return seconds(behind / (1 - rho) / (total + behind) / 2 / rate);
}

}  // namespace

Serving serve_closed_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                          const ServingInput& load) {
  const Replica replica(model, input, device, load);
  const double users = std::max(1.0, load.sequences);
  const double n = std::min(users, std::max(1.0, load.places()));
  Serving serving = without_queue(replica, n, load.answer());
  serving.queue = seconds((users - n) / serving.requests_per_s);
  serving.ttft += serving.queue + replica.held(serving.tpot);
  serving.output_tokens_per_s = serving.requests_per_s * load.output_tokens;
  return serving;
}

Serving serve_open_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                        const ServingInput& load, double requests_per_s) {
  const Replica replica(model, input, device, load);
  const double output = load.answer(), places = std::max(1.0, load.places());
  ServingInput full = load;
  full.sequences = std::min(places, kMostPlaces);
  Serving most = serve_closed_loop(model, input, device, full);
  most.saturated = requests_per_s >= most.largest_rate;
  if (most.saturated) return most;

  const Decoding d = balanced(replica, requests_per_s, output, full.sequences);
  Serving serving = began(replica, 1 + d.sequences, 1 + d.sequences);
  // Full places hold no more than the closed loop: then the rest waits for one.
  serving.tpot = std::min(d.tpot, most.tpot);
  serving.largest_rate = most.largest_rate;
  // Requests being processed are Poisson distributed as long as there is room: e^-n of the time there are none.
  const Seconds among = first_token_among_others(d, requests_per_s, replica.passes());
  const double idle = std::exp(-requests_per_s * in_seconds(serving.prefill + (output - 1) * d.tpot));
  const Seconds prompt = idle * serving.prefill + (1 - idle) * std::max(among, serving.prefill);
  const Seconds residence = prompt + (output - 1) * d.tpot;
  serving.in_flight = std::min(places, requests_per_s * in_seconds(residence));
  if (places <= kMostPlaces)
    serving.queue =
        wait_for_place({replica, places, output, requests_per_s, prompt}, places, requests_per_s, most.largest_rate);
  serving.ttft = replica.request() + prompt + serving.queue + replica.held(serving.tpot);
  serving.requests_per_s = requests_per_s;
  serving.output_tokens_per_s = requests_per_s * load.output_tokens;
  return serving;
}

}  // namespace ridgepoint
