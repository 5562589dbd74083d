// What a model is hosted at: by the token, by whoever serves it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/facts/catalog.h"

namespace ridgepoint {

// What is paid for tokens: list prices, and what a host takes off.
struct HostedTerms {
  std::optional<double> usd_m_input, usd_m_output;  // per million tokens, on the list
  std::optional<double> cached_price_ratio;         // of a cached token's price to the list price
  std::optional<double> batch_discount;             // for work that can wait
};

struct HostedAsk {
  std::string model;             // id
  std::string provider;          // empty: any
  double input = 0, output = 0;  // tokens of a request
  double cached_share = 0;       // of the prompt's tokens
  bool waits = false;            // done in the cheaper hours, at the price of a batch
  std::string day;               // on which
  HostedTerms own;               // in the place of a host's
};

struct Hosted {
  double usd_m_input = 0, usd_m_output = 0;
  double cached_price_ratio = 1;
  double batch_discount = 0;
  double hours = 1;                 // share of the list price that is paid over the hours of a day
  const ApiPrice* offer = nullptr;  // of the catalog; null: all is one's own
  std::size_t offers = 0;           // among which it stands in the middle
  bool unlisted = false;            // no list has had any of them for kStaleDays
};

// One's own figures where they are both there, else the host in the middle of all that serve the model, of an even
// number the lower, by the price of the request with the host's discounts. Empty: nobody hosts it.
std::optional<Hosted> hosted(const HostedAsk& ask, const Catalog& catalog);

}  // namespace ridgepoint
