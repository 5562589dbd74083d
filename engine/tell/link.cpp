#include "engine/tell/link.h"

#include "engine/ask/load.h"
#include "engine/ask/url.h"
#include "engine/choose/sizing.h"
#include "engine/estimate/make_estimate.h"

namespace ridgepoint {

std::string link_to(const Scenario& scenario, const Catalog& catalog) {
  Estimate e;
  if (!estimate_ranked(sized(scenario, catalog), catalog, e).empty()) return encode_url(scenario, catalog.date);
  Scenario asked = scenario;
  const Scenario& taken = e.scenario;
  const bool of_tokens = !e.basis.resolved.media;
  asked.hardware.count = taken.hardware.count;
  if (scenario.serves() && of_tokens && !scenario.serve.requests_per_minute && !is_daily(scenario.serve))
    asked.serve.concurrency = taken.serve.concurrency;
  if (!scenario.serves() && of_tokens) {
    asked.train.method = scenario.method();
    if (!scenario.train.epochs && !scenario.train.dataset_tokens) asked.train.tokens = e.speed.tokens;
  }
  return encode_url(asked, catalog.date, of_tokens);
}

}  // namespace ridgepoint
