// Latencies request by request, from a simulation: their percentiles, and whether targets for them are met.
#pragma once

#include "engine/base/effort.h"
#include "engine/estimate/estimate.h"

namespace ridgepoint {

// Fills in speed.percentiles. Left absent where they do not exist or were not computed: models that do not decode
// tokens, training, arrivals faster than they are answered, more than 100,000 users of a replica, or of all with
// prefill and decode apart, or too many steps: a million that read prompts are the most.
void add_percentiles(Estimate& e);

// Fills in speed.percentiles and speed.slo when the scenario has targets and can be simulated: the largest load that
// meets them all is sought by halving with the layout in force, 2,000 simulated requests a try, fewer where prompts
// take many steps. Where `effort` ends the largest load is left out.
void add_targets(Estimate& e, Effort& effort);

// What check_targets() counts, of an Effort.
int effort_of_targets(const Estimate& e);

// How far the latencies are beyond their targets, at 1 just met, by a simulation of 2,000 requests at the most; 1 where
// they cannot be simulated. What keeps them by far has them checked with it. And what that counts, of an Effort.
double try_targets(Estimate& e);
int effort_of_a_try(const Estimate& e);

// Whether no request can meet the target for its first token: its prompt alone takes longer.
bool is_beyond_targets(const Estimate& e);

// Fills in speed.percentiles and, of speed.slo, whether the targets are met, without looking for the largest load.
void check_targets(Estimate& e);

}  // namespace ridgepoint
