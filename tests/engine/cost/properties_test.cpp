// What holds for every price, use and place.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/cost/cash_flow.h"
#include "engine/cost/own.h"
#include "engine/cost/place.h"
#include "engine/cost/rent.h"
#include "engine/cost/sensitivity.h"

namespace ridgepoint {
namespace {

// Of [low, high], ends included.
double within(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0; }

OwnInput any_own() {
  OwnInput in;
  in.nodes = *rc::gen::inRange(1, 65);
  in.spare_nodes = *rc::gen::inRange(0, 3);
  in.gpus = 8 * in.nodes;
  in.utilization = within(0, 1);
  in.availability = within(0.5, 1);
  in.years = within(0, 8);
  in.discount_rate = within(0, 0.3);
  in.server = usd(within(0, 400000));
  in.network_per_gpu = usd(within(0, 7000));
  in.server_max = watts(within(100, 15000));
  in.pue = within(1, 2);
  in.electricity_usd_kwh = within(0, 0.5);
  in.electricity_drift = within(-0.1, 0.2);
  in.staff_fte = within(0, 1);
  in.staff_year = usd(150000);
  in.resale_fraction = within(0, 1);
  return in;
}

RentInput rent_beside(const OwnInput& own) {
  RentInput in;
  in.gpus = own.gpus;
  in.usd_gpu_h = within(0, 12);
  in.pricing = static_cast<Pricing>(*rc::gen::inRange(0, 4));
  in.always_on = *rc::gen::arbitrary<bool>();
  in.base_share = *rc::gen::arbitrary<bool>() ? within(0, 1) : 0;
  in.base_usd_gpu_h = within(0, 8);
  in.start_overhead = within(0, 0.3);
  in.drift = within(-0.5, 0.5);
  in.utilization = own.utilization;
  in.availability = own.availability;
  in.years = own.years;
  in.discount_rate = own.discount_rate;
  return in;
}

double owning(const OwnInput& in) { return in_usd(own(in).present_value); }
double renting(const RentInput& in) { return in_usd(rent(in).present_value); }
double slack(double x) { return 1e-9 * std::max(1.0, std::abs(x)); }

RC_GTEST_PROP(CostProperties, OwningRisesWithPricePowerPueAndStaffAndFallsWithResale, ()) {
  OwnInput in = any_own();
  const double before = owning(in);
  OwnInput dearer = in;
  dearer.server *= 1.1;
  dearer.resale_fraction = std::min(*in.resale_fraction, 0.9);
  in.resale_fraction = dearer.resale_fraction;
  RC_ASSERT(owning(dearer) >= owning(in) - slack(before));
  OwnInput hungrier = in;
  hungrier.server_max *= 1.2;
  RC_ASSERT(owning(hungrier) >= owning(in) - slack(before));
  OwnInput hotter = in;
  hotter.pue += 0.1;
  RC_ASSERT(owning(hotter) >= owning(in) - slack(before));
  OwnInput staffed = in;
  staffed.staff_fte += 0.1;
  RC_ASSERT(owning(staffed) >= owning(in) - slack(before));
  OwnInput resold = in;
  *resold.resale_fraction *= 0.5;
  RC_ASSERT(owning(resold) >= owning(in) - slack(before));
}

RC_GTEST_PROP(CostProperties, AUsefulHourOfOwnMachinesFallsWithUse, ()) {
  OwnInput in = any_own();
  RC_PRE(in.years > 0 && owning(in) > 0);
  in.utilization = within(0.05, 0.9);
  const double before = own(in).usd_per_useful_gpu_h;
  in.utilization += 0.1;
  RC_ASSERT(own(in).usd_per_useful_gpu_h <= before + slack(before));
}

RC_GTEST_PROP(CostProperties, BreakEvenSolvesBothSides, ()) {
  OwnInput own_input = any_own();
  RentInput rent_input = rent_beside(own_input);
  if (const auto u = break_even_utilization(own_input, rent_input); u && *u > 0) {
    own_input.utilization = rent_input.utilization = *u;
    RC_ASSERT(std::abs(owning(own_input) - renting(rent_input)) <= 1e-9 * std::max(1.0, owning(own_input)));
  }
  if (const auto price = break_even_rent(own_input, rent_input)) {
    rent_input.usd_gpu_h = *price;
    RC_ASSERT(std::abs(owning(own_input) - renting(rent_input)) <= 1e-9 * std::max(1.0, std::abs(owning(own_input))));
  }
}

RC_GTEST_PROP(CostProperties, NothingIsEverNotANumber, ()) {
  OwnInput in = any_own();
  in.utilization = *rc::gen::element(0.0, in.utilization);
  in.years = *rc::gen::element(0.0, in.years);
  in.electricity_usd_kwh = *rc::gen::element(0.0, in.electricity_usd_kwh);
  const RentInput rented = rent_beside(in);
  const Own owned = own(in);
  const Rent paid = rent(rented);
  for (const double x :
       {in_usd(owned.present_value), owned.usd_per_useful_gpu_h, owned.usd_per_powered_h, in_usd(paid.present_value),
        paid.usd_per_useful_gpu_h, break_even_utilization(in, rented).value_or(0),
        break_even_rent(in, rented).value_or(0), paid_back(owned.flow, paid.flow).value_or(0)})
    RC_ASSERT(std::isfinite(x));
  for (const Swing& swing : sensitivity(in, rented))
    RC_ASSERT(std::isfinite(in_usd(swing.at_low)) && std::isfinite(in_usd(swing.at_high)));
}

RC_GTEST_PROP(CostProperties, PaidBackIsWhereTheLinesMeet, ()) {
  const OwnInput own_input = any_own();
  RC_PRE(own_input.years > 0);
  const CashFlow a = own_flow(own_input), b = rent_flow(rent_beside(own_input));
  const auto back = paid_back(a, b);
  const double in_the_end = in_usd(present_value(a) - present_value(b));
  if (std::abs(in_the_end) > slack(in_usd(present_value(b)))) RC_ASSERT(back.has_value() == (in_the_end < 0));
  if (!back || *back == 0 || *back >= a.years) return;
  const double lead = in_usd(paid_by(a, *back) - paid_by(b, *back));
  RC_ASSERT(std::abs(lead) <= 1e-9 * std::max(1.0, in_usd(paid_by(b, *back))));
}

}  // namespace
}  // namespace ridgepoint
