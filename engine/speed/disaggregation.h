// Prefill and decode on replicas of their own: neither waits for the other, and the cache travels between.
//
// Zhong et al. 2024, "DistServe: Disaggregating Prefill and Decoding" (arXiv 2401.09670).
#pragma once

#include "engine/speed/serving.h"

namespace ridgepoint {

struct DisaggregationInput {
  ServingInput load;          // `sequences` users of all replicas together when there is no rate
  double requests_per_s = 0;  // random arrivals over all replicas; 0: closed loop
  int replicas = 2;           // of both kinds
};

struct Disaggregated {
  int prefill = 1;  // replicas
  int decode = 1;
  Seconds transfer;         // of a prompt's cache, after its prefill and before the first token
  double prefill_busy = 0;  // share of the time
  double decode_busy = 0;   // rate over the largest that these replicas decode
  Serving serving;          // rates of all replicas together; in_flight on one decode replica
};

// Time in which the cache of a prompt goes from one replica to another, every device sending its share at once:
// over the fabric when it joins all replicas, else over the network.
Seconds cache_transfer(const Architecture& model, const InferenceSpeedInput& input, const Device& device, double tokens,
                       int replicas);

// `prefill` replicas of all read prompts one by one (M/D/1), the others decode. A first token comes after the wait, the
// prefill and the transfer.
Disaggregated split_between(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                            const DisaggregationInput& in, int prefill);

// The split that answers most: the load's users, or in an open loop the highest rate.
Disaggregated best_split(const Architecture& model, const InferenceSpeedInput& input, const Device& device,
                         const DisaggregationInput& in);

}  // namespace ridgepoint
