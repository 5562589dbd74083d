#include "engine/speed/serving.h"

#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

constexpr double kMostPlaces = 1e6;  // more are never all taken

// What the formulas need of the machine: times of one load on one replica.
class Replica {
 public:
  Replica(const Architecture& model, const InferenceSpeedInput& input, const Device& device, const ServingInput& load)
      : on_(model, input, device),
        load_(load),
        prefill_(chunked_prefill(on_, load.fresh(), load.cached(), load.chunk(), load.pipeline_tokens)) {}

  double context() const { return load_.input_tokens + load_.answer() / 2; }
  double passes() const { return load_.passes(); }
  double prompts_of_chunk() const { return load_.prompts_of_chunk(); }

  double tokens_per_step() const { return on_.input.tokens_per_step(); }
  Seconds step(double sequences) const { return decode_step(on_, sequences, context(), false).total(); }
  // A step's share for each of the tokens that a sequence gets from it.
  StepTime token(double sequences) const {
    return one_of(decode_step(on_, sequences, context()), tokens_per_step());
  }
  const StepTime& prefill() const { return prefill_; }
  // Prompts of `waiting` that one step reads: all where they fit the chunk, of long ones a part of one.
  double together(double waiting) const {
    return passes() > 1 ? 1 : std::min(std::max(1.0, waiting), prompts_of_chunk());
  }
  // What others decode in the step of a prompt: nothing where prompts come first.
  Seconds beside(Seconds step) const { return load_.prompts_first ? seconds(0) : step; }
  // Time that a prompt adds to decode steps of `sequences`, which take `beside` alone, that `prompts` join at a time:
  // its tokens join theirs, one chunk to a step. Where prompts come first: the time of steps without others. Stages of
  // a pipeline work on different prompts at once: one leaves every T / p.
  Seconds slot(double sequences, Seconds beside, double prompts) const {
    const double size = load_.fresh() / passes(), before = load_.cached() + (load_.fresh() - size) / 2;
    const double decoding = load_.prompts_first ? 1 : sequences;
    const Seconds with = mixed_step(on_, decoding, context(), prompts * size, before, prompts, false).total();
    return passes() / on_.input.layout.pipeline / prompts * (with - beside);
  }
  // Sequences that decode while every step reads a chunk of prompts: answers begin as fast as prompts are read.
  double most_decoding(double output) const {
    return load_.prompts_first ? kMostPlaces : prompts_of_chunk() / passes() * (output - 1) / tokens_per_step();
  }
  bool prompts_first() const { return load_.prompts_first; }
  Seconds request() const { return on_.device.efficiency.request; }
  // From the step that makes the first token until it is sent; answers may end before.
  Seconds held(Seconds tpot) const { return std::min(on_.device.efficiency.held_tokens, load_.answer() - 1) * tpot; }

 private:
  Passes on_;
  const ServingInput& load_;
  StepTime prefill_;
};

// Others that decode beside a request, and the time of its tokens while their prompts come at random.
struct Decoding {
  double others = 0;
  double sequences = 1;  // that decode in all
  double rate = 0;       // at which the others' prompts come
  Seconds step;
  Seconds slot;     // what each prompt adds, sharing its step with those that come during one
  double busy = 0;  // share of the time that prompts add
  Seconds tpot;
  Seconds beside;  // what others decode in the step of a prompt
};

constexpr double kBusiest = 0.99;

double busy_of(double rate, Seconds slot) { return std::min(kBusiest, rate * in_seconds(slot)); }

// Prompts that a step reads that reads any, of those that come at random, `mean` in the time of a step: the mean of a
// Poisson number above zero.
double together(double mean) { return mean > 1e-6 ? mean / -std::expm1(-mean) : 1; }

// Prompts that are done during an answer beyond rate x its time: it begins when a prompt ends, with L = rho + rho^2 /
// (2 (1 - rho)) others there (M/D/1, Pollaczek and Khinchine). Where prompts come first all of these are done before
// the next step. Of several chunks, as an answer ends at some step, fewer of the steps than of the time find prompts
// there, as steps with a chunk take longer.
double prompts_before(const Decoding& d, const Replica& replica, double rate) {
  const double passes = replica.passes();
  if (!replica.prompts_first() && passes <= 1) return 0;
  const double chunk = in_seconds(d.beside + d.slot / passes), step = in_seconds(d.step);
  const double rho = std::min(kBusiest, rate * passes * chunk);
  const double there = rho + rho * rho / (2 * (1 - rho));
  return replica.prompts_first() ? there : there * (1 - 1 / (rho + (1 - rho) * chunk / step));
}

// At most one chunk of prompts is read between two tokens, save where prompts come first.
Seconds tpot_at(const Decoding& d, const Replica& replica, double rate, double output) {
  const Seconds tpot = d.step / replica.tokens_per_step() / (1 - busy_of(rate, d.slot)) +
                       prompts_before(d, replica, rate) / output * d.slot;
  if (replica.prompts_first()) return tpot;
  const Seconds chunk = replica.prompts_of_chunk() / replica.passes() * d.slot;
  return std::min(tpot, (d.step + chunk) / replica.tokens_per_step());
}

// Where a function that grows is zero, within 0.01% of the place, between two numbers with its values there: straight
// through the ends, with half the value of an end that stays (Illinois); the end where it is nearest to it, if there is
// no such place.
template <class F>
double root_of(F f, double low, double at_low, double high, double at_high) {
  if (at_high <= 0) return high;
  if (at_low >= 0) return low;
  double x = high;
  for (int i = 0, side = 0; i < 30 && high - low > 1e-4 * high; ++i) {
    x = (low * at_high - high * at_low) / (at_high - at_low);
    const double y = f(x);
    if (std::abs(y) < 1e-4 * x) break;
    if (y < 0) {
      low = x;
      at_low = y;
      if (side < 0) at_high /= 2;
    } else {
      high = x;
      at_high = y;
      if (side > 0) at_low /= 2;
    }
    side = y < 0 ? -1 : 1;
  }
  return x;
}

// With `rate_of` saying at which rate prompts come when each adds a slot.
template <class RateOf>
Decoding decoding_of(const Replica& replica, double others, double output, RateOf rate_of) {
  Decoding d;
  d.others = others;
  d.sequences = std::min(1 + others, std::max(1.0, replica.most_decoding(output)));
  d.step = replica.step(d.sequences);
  d.beside = replica.beside(d.step);
  double shared = 0;
  for (int i = 0; i < 3; ++i) {
    d.rate = rate_of(d);
    const double now = replica.together(together(d.rate * in_seconds(d.step) / (1 - busy_of(d.rate, d.slot))));
    if (std::abs(now - shared) < 0.02 * now) break;
    shared = now;
    d.slot = replica.slot(d.sequences, d.beside, shared);
  }
  d.rate = rate_of(d);
  d.busy = busy_of(d.rate, d.slot);
  d.tpot = tpot_at(d, replica, d.rate, output);
  return d;
}

Decoding decoding_at(const Replica& replica, double others, double rate, double output) {
  return decoding_of(replica, others, output, [&](const Decoding&) { return rate; });
}

// Of a closed loop: the rate at which others that decode are done and begin again, d = rate (o-1) tpot.
Decoding decoding_of_closed(const Replica& replica, double others, double output) {
  return decoding_of(replica, others, output, [&](const Decoding& d) {
    const double tokens = output - 1;
    double high = others * replica.tokens_per_step() / (tokens * in_seconds(d.step));
    if (d.slot > seconds(0)) high = std::min(high, kBusiest / in_seconds(d.slot));
    const auto too_often = [&](double rate) {
      return rate - others / (tokens * in_seconds(tpot_at(d, replica, rate, output)));
    };
    return root_of(too_often, 0, too_often(0), high, too_often(high));
  });
}

// At a server of evenly long services, the wait included, while requests come at random: M/D/1.
Seconds at_server(double rate, Seconds service) {
  const double busy = busy_of(rate, service);
  return busy / (2 * (1 - busy)) * service + service;
}

// The same for `users` who come back `away` after they were served, by mean value analysis: who comes meets as many as
// there are without him, the one in service half done (Reiser and Lavenberg 1980). Of many users all but the last two
// hundred are counted at once: who comes meets (n-1) / n of those that are there in the mean (Schweitzer 1979), so
// that F^2 + F (away - n S) = S away - (n-1) / 2 S^2.
Seconds at_server_of(double users, Seconds service, Seconds away) {
  constexpr double kOneByOne = 200;
  const double s = in_seconds(service), z = in_seconds(away);
  double n = users - std::ceil(users) + std::max(0.0, std::ceil(users) - kOneByOne), rate = 0, there = 0, time = s;
  if (n >= 1) {
    const double b = n * s - z;
    time = (b + std::sqrt(b * b + 4 * s * z - 2 * (n - 1) * s * s)) / 2;
    rate = n / (time + z);
    there = rate * time;
  }
  while (++n <= users + 1e-9) {
    time = (1 + there - std::min(kBusiest, rate * s) / 2) * s;
    rate = n / (time + z);
    there = rate * time;
  }
  return seconds(time);
}

// From the arrival, with its place in the cache, to the first token while others decode; `served` says how long prompts
// of several chunks take, one after the other, S = passes D + T each. Prompts that came during a step join the next
// one. With D a step, T what a prompt adds, rho = rate T: a step with its prompts takes D / (1 - rho) in the mean, and
// what is left of it when a request comes is R = D / (2 (1 - rho)) + rate T^2 / (2 (1 - rho^2)), half the mean square
// over the mean. The next step takes D, the own prompt and those that came meanwhile, 2 rate R.
template <class Served>
Seconds first_token_among_others(const Replica& replica, const Decoding& d, Served served) {
  const double passes = replica.passes();
  if (passes > 1) return d.step / 2 + served(passes * d.beside + d.slot);
  const Seconds left = d.step / (2 * (1 - d.busy)) + d.rate * in_seconds(d.slot) / (2 * (1 - d.busy * d.busy)) * d.slot;
  const double joined = 1 + 2 * d.rate * in_seconds(left);
  return left + d.beside + joined * replica.slot(d.sequences, d.beside, replica.together(joined));
}

Serving began(const Replica& replica, double in_flight, double decoding) {
  Serving serving;
  serving.in_flight = in_flight;
  serving.step = replica.token(decoding);
  serving.prefill_step = replica.prefill();
  serving.prefill = serving.prefill_step.total();
  return serving;
}

// A closed loop of as many users as there is room for: of the n - 1 others d decode and the rest wait for their first
// tokens, n - 1 = d + rate x first token (Little).
Serving without_queue(const Replica& replica, double n, double output) {
  const Seconds alone = replica.request() + replica.prefill().total();
  const auto first_token = [&](const Decoding& d) {
    const Seconds away = replica.request() + (output - 1) * d.tpot;
    const Seconds among =
        first_token_among_others(replica, d, [&](Seconds service) { return at_server_of(n, service, away); });
    return std::max(alone, replica.request() + among);
  };
  const double most = (n - 1) * std::min(1.0, output > 1 ? replica.most_decoding(output) / n : 0);
  Decoding d;
  Seconds first = alone;
  if (most > 0) {
    const auto too_many = [&](double others) {
      d = decoding_of_closed(replica, others, output);
      first = first_token(d);
      return others + d.rate * in_seconds(first) - (n - 1);
    };
    root_of(too_many, 0, 1 - n, most, too_many(most));
    first = std::max(first, seconds((n - 1 - d.others) / d.rate));
  }
  Serving serving = began(replica, n, d.sequences);
  serving.tpot = most > 0 ? d.tpot : serving.step.total();
  const Seconds decoding = (output - 1) * serving.tpot;
  // Answers of one token are as many as prompts are read.
  if (output <= 1) {
    const Seconds beside = replica.beside(replica.step(1));
    first = std::max(first, n * replica.slot(1, beside, replica.together(std::max(1.0, n - 1))));
  }
  const Seconds answer = first + decoding;
  serving.ttft = first;
  serving.requests_per_s = n / in_seconds(answer);
  serving.largest_rate = serving.requests_per_s;
  return serving;
}

// The fewest sequences d with d = rate (o-1) tpot(1+d); as many as there is room for when there are none.
Decoding balanced(const Replica& replica, double rate, double output, double most) {
  const auto spare = [&](double d) {
    return d - rate * (output - 1) * in_seconds(decoding_at(replica, d, rate, output).tpot);
  };
  double few = 0, at_few = spare(0), many = std::min(std::max(1.0, -1.25 * at_few), most), at_many = spare(many);
  while (many < most && at_many < 0) {
    few = std::exchange(many, std::min(most, 2 * many));
    at_few = std::exchange(at_many, spare(many));
  }
  return decoding_at(replica, root_of(spare, few, at_few, many, at_many), rate, output);
}

// Time of a request that shares the machine with others, n in all, while prompts come at `rate`: straight between
// n = 1, 4, 16, ... and the number of places.
class Residence {
 public:
  Residence(const Replica& replica, double places, double output, double rate, Seconds prompt) {
    for (double n = 1; n < 4 * places; n *= 4) {
      const double at = std::min(n, places);
      const Seconds tpot = decoding_at(replica, at - 1, rate, output).tpot;
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

// Whether all places are hardly ever taken. No request stays longer than with all N taken, N / largest rate, so more
// than N are there less often than a Poisson number of mean rho N is above N: below e^-(N (rho - 1 - ln rho))
// (Chernoff).
bool has_places_to_spare(double places, double rate, double largest_rate) {
  constexpr double kNever = 25;  // as an exponent
  const double rho = rate / largest_rate;
  return places * (rho - 1 - std::log(rho)) > kNever;
}

Serving closed_loop(const Replica& replica, const ServingInput& load) {
  const double users = std::max(1.0, load.sequences);
  const double n = std::min(users, std::max(1.0, load.places()));
  Serving serving = without_queue(replica, n, load.answer());
  serving.queue = seconds((users - n) / serving.requests_per_s);
  serving.ttft += serving.queue + replica.held(serving.tpot);
  serving.output_tokens_per_s = serving.requests_per_s * load.output_tokens;
  return serving;
}

}  // namespace

Serving serve_closed_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                          const ServingInput& load) {
  return closed_loop(Replica(model, input, device, load), load);
}

Serving serve_open_loop(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                        const ServingInput& load, double requests_per_s) {
  const Replica replica(model, input, device, load);
  const double output = load.answer(), places = std::max(1.0, load.places());
  ServingInput full = load;
  full.sequences = std::min(places, kMostPlaces);
  Serving most = closed_loop(replica, full);
  most.saturated = requests_per_s >= most.largest_rate;
  if (most.saturated) return most;

  const Decoding d = balanced(replica, requests_per_s, output, full.sequences);
  Serving serving = began(replica, d.sequences, d.sequences);
  // Full places hold no more than the closed loop: then the rest waits for one.
  serving.tpot = std::min(d.tpot, most.tpot);
  serving.largest_rate = most.largest_rate;
  // Requests being processed are Poisson distributed as long as there is room: e^-n of the time there are none.
  const Seconds among =
      first_token_among_others(replica, d, [&](Seconds service) { return at_server(requests_per_s, service); });
  const double idle = std::exp(-requests_per_s * in_seconds(serving.prefill + (output - 1) * d.tpot));
  const Seconds prompt = idle * serving.prefill + (1 - idle) * std::max(among, serving.prefill);
  const Seconds residence = prompt + (output - 1) * d.tpot;
  serving.in_flight = std::min(places, requests_per_s * in_seconds(residence));
  if (places <= kMostPlaces && !has_places_to_spare(places, requests_per_s, most.largest_rate))
    serving.queue =
        wait_for_place({replica, places, output, requests_per_s, prompt}, places, requests_per_s, most.largest_rate);
  serving.ttft = replica.request() + prompt + serving.queue + replica.held(serving.tpot);
  serving.requests_per_s = requests_per_s;
  serving.output_tokens_per_s = requests_per_s * load.output_tokens;
  return serving;
}

}  // namespace ridgepoint
