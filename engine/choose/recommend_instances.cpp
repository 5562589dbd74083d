#include "engine/choose/recommend_instances.h"

#include "engine/base/dates.h"
#include "engine/base/sorting.h"
#include "engine/estimate/cost.h"

namespace ridgepoint {
namespace {

OfferedInstance shown(const RentOffer& offer, const RentMarket& market, Pricing pricing, const Estimate& e,
                      const Catalog& catalog) {
  const Instance& instance = *offer.instance;
  return {pricing,
          instance.id,
          instance.name,
          provider_name(catalog, instance.provider),
          (market.gpus + instance.count - 1) / instance.count,
          offer.usd_per_working_gpu_h * market.gpus,
          offer.price->priced,
          is_stale(offer.price->priced, e.scenario.as_of.value_or(catalog.date)),
          false};
}

}  // namespace

std::vector<OfferedInstance> offered_instances(const Estimate& e, const Catalog& catalog) {
  const Scenario& s = e.scenario;
  std::vector<OfferedInstance> out;
  if (s.cost.rent_usd_gpu_h) return out;
  const RentMarket market = rent_market(e, catalog);
  const bool rents = e.cost.option == option_of(s.cost.pricing);
  for (Pricing pricing : {Pricing::on_demand, Pricing::spot, Pricing::reserved_1y, Pricing::reserved_3y}) {
    const std::vector<RentOffer>& offers = market.offers[static_cast<std::size_t>(pricing)];
    if (offers.empty()) continue;
    out.push_back(shown(offers.front(), market, pricing, e, catalog));
    if (pricing != s.cost.pricing) continue;
    const std::optional<StandingOffer> standing = standing_offer(market, pricing);
    if (standing && standing->offer != &offers.front())
      out.push_back(shown(*standing->offer, market, pricing, e, catalog));
    // Commitments follow from the price on demand unless that is not published.
    const bool follows = pricing != Pricing::on_demand && pricing != Pricing::spot && !market.offers[0].empty();
    out.back().priced = rents && standing && !follows;
  }
  sort_short(out, [](const OfferedInstance& a, const OfferedInstance& b) { return a.usd_per_h < b.usd_per_h; });
  return out;
}

}  // namespace ridgepoint
