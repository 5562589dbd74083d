// Question and catalog to an estimate, in the format of the weights that fits where that is left open.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// The memory of an estimate with the inverse answers filled in: most requests, longest context, largest micro-batch and
// model. They take longer than the estimate itself. Of models that are not token decoders: as it was.
MemoryResult with_limits(const Estimate& estimate);

// The figures, or every problem with the question. Pure. The sentence, the warnings and the
// explanations are added by answer().
Result<Estimate> estimate(Question parts, const Catalog& catalog);
// Marks the price of an hour as given where it is not what the catalog's prices come to.
void mark_price(Estimate& estimate, const Catalog& catalog);

// Estimates that leave out what a search does not need, and are made sooner so.

// As estimate(), with everything of `cost` left absent.
Result<Estimate> estimate_figures(Question parts, const Catalog& catalog);

// As estimate(), with add_chosen_cost() for the cost, and of serving without describe_serving(); add_rest() adds the
// rest.
Problems estimate_ranked(Question parts, const Catalog& catalog, Estimate& out);
void add_rest(Estimate& estimate, const Catalog& catalog);

}  // namespace ridgepoint
