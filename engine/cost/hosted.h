// Cost of the same tokens from a hosted API.
#pragma once

#include "engine/base/units.h"
#include "engine/cost/cash_flow.h"

namespace ridgepoint {

struct HostedInput {
  double input_tokens_h = 0;  // in an hour of useful work
  double output_tokens_h = 0;
  double usd_m_input = 0;  // list prices per million tokens
  double usd_m_output = 0;
  double cached_share = 0;        // of the input tokens, billed as cached
  double cached_price_ratio = 1;  // of a cached token's price to the list price
  double batch_discount = 0;      // on everything
  double hours = 1;               // share of these prices that is paid over the hours of a day
  double utilization = 0.6;
  double availability = 0.95;
  double years = 4;  // at most kMostYears
  double discount_rate = 0.10;
};

// What a million tokens cost with cache, batch and cheaper hours counted.
double input_price(const HostedInput& input);
double output_price(const HostedInput& input);
// Of the tokens of one hour of useful work.
double usd_per_useful_hour(const HostedInput& input);

// Payments for the tokens of all useful hours; an idle hour costs nothing.
CashFlow hosted_flow(const HostedInput& input);

}  // namespace ridgepoint
