#include "engine/speed/disaggregation.h"

#include <algorithm>

#include "engine/speed/collectives.h"

namespace ridgepoint {
namespace {

// Both pools at some rate of requests.
class Pools {
 public:
  Pools(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
        const DisaggregationInput& in, int prefill)
      : on_(model, input, device), in_(in), prefill_(prefill), decode_(in.replicas - prefill) {
    const double passes = in.load.passes();
    const double stages = input.layout.pipeline;
    step_ = chunked_prefill(on_, in.load.fresh(), in.load.cached(), in.load.chunk());
    service_ = step_.total() * (passes / (passes + stages - 1));  // stages work on different prompts at once
    transfer_ = cache_transfer(model, input, device, in.load.input_tokens, in.replicas);
    places_ = std::min(in.load.places(), 1e6);
    prefilled_ = prefill_ / in_seconds(service_);
    decoded_ = rate_of(places_);
  }
  double largest_rate() const { return std::min(prefilled_, decoded_); }

  double places() const { return places_; }
  // Seconds from the first token to the last while `n` others decode on a replica.
  double decoding(double n) const { return std::max(1e-9, (in_.load.answer() - 1) * in_seconds(token(1 + n).total())); }
  // Little's law, n = rate x decoding on each decode replica: the rate that keeps n there, and the n of a rate.
  double rate_of(double n) const { return decode_ * n / decoding(n); }
  double sequences(double rate) const {
    double few = 0, many = places_;
    for (int i = 0; i < 60 && many - few > 1e-9 * many; ++i) {
      const double middle = (few + many) / 2;
      (rate_of(middle) < rate ? few : many) = middle;
    }
    return many;
  }
  double busy(double rate) const { return std::min(0.999, rate / prefilled_); }
  Seconds ttft(double rate) const {
    const Seconds wait = busy(rate) / (2 * (1 - busy(rate))) * service_;
    return on_.device.efficiency.request + wait + step_.total() + transfer_;
  }
  // Requests that are there while n decode on each decode replica.
  double there(double n) const { return rate_of(n) * (in_seconds(ttft(rate_of(n))) + decoding(n)); }

  Disaggregated at(double rate, double sequences, Seconds queue, bool saturated) const {
    Disaggregated out;
    out.prefill = prefill_;
    out.decode = decode_;
    out.transfer = transfer_;
    out.prefill_busy = rate / prefilled_;
    out.decode_busy = rate / decoded_;
    Serving& s = out.serving;
    s.in_flight = std::max(1.0, sequences);
    s.step = token(1 + sequences);
    s.tpot = s.step.total();
    s.prefill_step = step_;
    s.prefill = step_.total();
    s.queue = queue;
    s.ttft = ttft(rate) + queue;
    s.requests_per_s = rate;
    s.output_tokens_per_s = rate * in_.load.output_tokens;
    s.largest_rate = largest_rate();
    s.saturated = saturated;
    return out;
  }

 private:
  StepTime token(double n) const {
    const double context = in_.load.input_tokens + in_.load.answer() / 2;
    const StepTime step = decode_step(on_, std::min(n, std::max(1.0, places_)), context);
    return one_of(step, on_.input.tokens_per_step());
  }

  Passes on_;
  const DisaggregationInput& in_;
  int prefill_, decode_;
  StepTime step_;
  Seconds service_, transfer_;
  double places_ = 0;                   // sequences that fit a decode replica
  double prefilled_ = 0, decoded_ = 0;  // requests per second that each pool can do
};

}  // namespace

Seconds cache_transfer(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double tokens,
                       int replicas) {
  const int devices = input.layout.tensor * input.layout.pipeline;
  const int all = devices * replicas;
  const Efficiency& e = device.efficiency;
  const bool joined = all <= joined_devices(device, input.layout.per_node);
  const Path path =
      joined ? path_between(device, all, input.layout.per_node) : Path{e.network_latency, e.network * device.network};
  const Bytes share = (kv_cache(model, tokens, input.kv) + linear_state(model)) / devices;
  return point_to_point(path, share);
}

Disaggregated split_between(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                            const DisaggregationInput& in, int prefill) {
  const Pools pools(model, input, device, in, prefill);
  const double most = pools.largest_rate();
  if (in.requests_per_s > 0) {
    const bool saturated = in.requests_per_s >= most;
    const double rate = saturated ? most : in.requests_per_s;
    return pools.at(rate, pools.sequences(rate), seconds(0), saturated);
  }
  // Closed loop: as many decode as make all the users; beyond the largest rate the rest waits for its turn.
  const double users = std::max(1.0, in.load.sequences);
  double few = 0, many = pools.places();
  for (int i = 0; i < 60 && many - few > 1e-9 * many; ++i) {
    const double middle = (few + many) / 2;
    (pools.rate_of(middle) < most && pools.there(middle) < users ? few : many) = middle;
  }
  const double rate = pools.rate_of(few);
  return pools.at(rate, few, seconds(std::max(0.0, users - pools.there(few)) / rate), false);
}

Disaggregated best_split(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                         const DisaggregationInput& in) {
  const auto merit = [&](const Disaggregated& d) {
    return in.requests_per_s > 0 ? d.serving.largest_rate : d.serving.requests_per_s;
  };
  // More prefill replicas are better until decoding is the limit: the best is found by halving.
  int low = 1, high = in.replicas - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    const bool more = merit(split_between(model, input, device, in, middle + 1)) >
                      merit(split_between(model, input, device, in, middle));
    (more ? low : high) = more ? middle + 1 : middle;
  }
  return split_between(model, input, device, in, low);
}

}  // namespace ridgepoint
