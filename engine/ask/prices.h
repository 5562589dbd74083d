// Which published price stands for a scenario: of renting, of a machine, of hosted tokens.
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
};

// What a scenario's accelerators can be rented for: each provider's cheapest offer of each kind, by PriceKind,
// instances paid whole. Work that is one job over several machines (`joined`) rents whole ones where they are offered;
// copies that know nothing of each other stand anywhere, so that n of them cost at most n times one.
struct RentMarket {
  RentOffers offers;
  int gpus = 1;  // that work
  std::optional<RentPrice> on_demand;
  bool joined = false;  // of whole machines only
};
RentMarket rent_market(const Scenario& scenario, const Resolved& resolved, bool joined, const Catalog& catalog);

// The scenario's own figure, else of each provider's offer the one in the middle (the lower of two): a single dated
// offer that can be looked up, neither the cheapest listing nor the dearest cloud. Commitments and spot are that price
// times the middle of what providers that publish both take for them, so that all ways are of one market. Empty when
// nothing is published.
std::optional<RentPrice> rent_price(const Scenario& scenario, const RentMarket& market, const Catalog& catalog,
                                    Pricing pricing);

struct ServerPrice {
  Usd machine;  // with its accelerators
  std::string source;
  std::string date;
};
std::optional<ServerPrice> server_price(const Scenario& scenario, const Resolved& resolved, const Catalog& catalog);

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
