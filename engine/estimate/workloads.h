// Figures of each workload, from the plan in e.basis: serving of token decoders, training, and networks.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// A plan with what each of its replicas comes to.
struct ServedPlan {
  Plan plan;
  InferenceSpeedInput speed_input;
  ServingInput load;
  Serving serving;
};

// The plan for the requests in flight: as given, as many as a rate of requests keeps there, or as many as decode on
// replicas of their own.
Result<ServedPlan> plan_for_load(const Question& question);
// Speed of serving, and what was left open as it was taken.
void add_serving_figures(Estimate& e);
// The parts of its memory and time, what limits it and how far its figures may be off.
void describe_serving(Estimate& e, const Catalog& catalog);

// Tokens of the whole run: the question's, else of its data set, else what is usual.
double run_tokens(const Question& question);
// Speed of a planned run, and in `basis` what it was computed from.
void add_training(Estimate& e, const Catalog& catalog);
// Fills in what the run is compute-optimal for, once its cost is known.
void add_compute_optimal(Estimate& e);

// Models that are not token decoders, served or trained.
ModelSummary media_summary(const Question& question, const Plan& plan);
void add_media_serving(Estimate& e, const Catalog& catalog);
void add_media_training(Estimate& e, const Catalog& catalog);
// Fills in what images, tokens read or hours of audio cost where all accelerators take `usd_h` an hour.
void add_media_costs(const Estimate& e, PricedOption& option, double usd_h);

// Fills in what an answer took for numbers that its question leaves open, beyond what was filled in on the way: last,
// because formulas take what stands there for a person's own.
void fill_in(Estimate& e);

}  // namespace ridgepoint
