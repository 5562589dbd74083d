// Cost of renting machines over a term, as present value.
#pragma once

#include "engine/base/units.h"
#include "engine/cost/cash_flow.h"
#include "engine/question/choices.h"

namespace ridgepoint {

struct RentInput {
  int gpus = 8;             // that work
  double usd_gpu_h = 3.99;  // for each of them, at the start, for this kind of pricing
  Pricing pricing = Pricing::on_demand;
  bool always_on = false;  // on demand and spot are paid when idle, too: a service that answers at any time
  double base_share = 0;   // of the machines, committed for a year and always paid; the rest follows the load
  double base_usd_gpu_h = 0;
  double start_overhead = 0;    // paid time of starting and stopping, as a share of useful time
  double support_fraction = 0;  // of the rent
  Usd extras_year;              // storage and data that leaves
  double drift = 0;             // per year, signed
  double utilization = 0.6;
  double availability = 0.95;
  double years = 4;  // at most kMostYears
  double discount_rate = 0.10;
  double spot_efficiency = 1.0;  // share of paid time that is not lost to interruptions
};
struct Rent {
  Usd present_value;
  CashFlow flow;
  double useful_gpu_hours = 0;  // discounted, as for owning
  double usd_per_useful_gpu_h = 0;
};
// A job on demand or spot stops when idle, so that only useful hours are paid (spot: and those lost to
// interruptions); what is always on pays around the clock. Reserved machines are paid around the clock, and
// renewed at the price of the day when their term of one or three years ends; where that is longer than the years
// counted, what is left of it is paid at their end. With a base, load is at the base or
// at the full fleet: the machines beyond it run (U - base) / (1 - base) of the hours.
Rent rent(const RentInput& input);

// The payments alone.
CashFlow rent_flow(const RentInput& input);

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

// Return US$ for a million tokens read or generated, with cache, batch and cheaper hours counted.
double input_price(const HostedInput& input);
double output_price(const HostedInput& input);
// Returns US$ for the tokens of one hour of useful work.
double usd_per_useful_hour(const HostedInput& input);

// Payments for the tokens of all useful hours; an idle hour costs nothing.
CashFlow hosted_flow(const HostedInput& input);

}  // namespace ridgepoint
