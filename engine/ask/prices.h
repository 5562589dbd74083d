// Which published price stands for a scenario: of renting, of hosted tokens.
#pragma once

#include <optional>
#include <string>

#include "engine/ask/resolve.h"
#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"

namespace ridgepoint {

struct RentPrice {
  double usd_gpu_h = 0;  // of a paid accelerator
  int paid_gpus = 0;     // of the whole instances that hold those that work
  std::string source;
  std::string date;
  std::size_t providers = 0;  // of whose prices it stands in the middle; none of a figure of one's own
  bool fitted = false;        // of what few providers list
  bool elsewhere = false;     // of which none can be had in the market: stale ones, or only "from" a price
};

// Offers that a scenario's rents are compared among: what it says, else clouds for a service, a batch or training from
// scratch, and all for one user or fine-tuning.
Market market_of(const Scenario& scenario);

// How old a price is, and whether it is the catalog's.
std::string said_price(const Price& price, const Scenario& scenario, const Catalog& catalog);

// What a scenario's accelerators can be rented for in its market: each provider's cheapest offer of each kind, by
// PriceKind, firm ones apart from those "from" a price, instances paid whole. What works `together` on several
// machines rents whole ones, and within one none that says it holds fewer, where others are offered; copies that know
// nothing of each other stand anywhere, so that n of them cost at most n times one.
struct RentMarket {
  RentOffers offers;
  int gpus = 1;       // that work
  int paid_gpus = 1;  // of the whole instances that hold them, where fewest stand idle
  std::optional<RentPrice> on_demand;
  bool joined = false;  // of whole machines only
  bool named = false;   // of the provider or instance that the scenario names
  bool sole = false;    // of chips that their makers alone rent out
};
RentMarket rent_market(const Scenario& scenario, const Resolved& resolved, int together, const Catalog& catalog);

// The offer that stands for a market: of each provider's firm ones the one in the middle (the lower of two), where
// three and more have one; of a named provider, and of what nobody in particular offers, the one in the middle of all.
// A single dated offer that can be looked up, neither the cheapest listing nor the dearest cloud.
struct StandingOffer {
  const RentOffer* offer = nullptr;  // of the market's
  std::size_t of = 1;
  double lowest = 0;  // US$ an hour of a paid accelerator
  double highest = 0;
};
std::optional<StandingOffer> standing_offer(const RentMarket& market, Pricing pricing);

// The scenario's own figure, else that of the offer that stands for the market, else the market's level of the device,
// fitted to what is listed (see facts/market.h). An offer can be had that is neither stale nor only "from" a price;
// where all offers count, these too, but for spot. Commitments are the price on demand times the middle of what
// providers that publish both take for them, so that these ways are of one market; of a device that nobody offers them
// for there are none. Spot is of spot offers alone, unless
// the scenario has its ratio. Empty when nothing is published.
std::optional<RentPrice> rent_price(const Scenario& scenario, const RentMarket& market, const Catalog& catalog,
                                    Pricing pricing);

struct HostedPrice {
  double usd_m_input = 0;  // per million tokens, on the list
  double usd_m_output = 0;
  double cached_price_ratio = 1;  // of a cached token's price to the list price
  double batch_discount = 0;      // for work that can wait
  double hours = 1;               // share of the list price that is paid over the hours of a day
  std::string source;
  std::string date;
  int offers = 0;
};
// Of the prompt's tokens, those that a host bills as cached.
double cached_share(const Scenario& scenario);

// The scenario's own figures, else the host in the middle of all that serve the model, by the price of the
// scenario's mix of prompt and answer with the host's discounts for cached prompts, work that can wait and cheaper
// hours: offline work is done in these, a service answers at all hours.
std::optional<HostedPrice> hosted_price(const Scenario& scenario, const Resolved& resolved, const Catalog& catalog);

}  // namespace ridgepoint
