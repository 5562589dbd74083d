// Cost of the work whose speed is known: rented, owned, from a hosted API.
#pragma once

#include "engine/estimate.h"
#include "engine/prices.h"

namespace ridgepoint {

// Everything of e.cost; needs the plan, the speed and what they were computed from.
void add_cost(Estimate& e, const Catalog& catalog);
// What choices of hardware are ranked by: the way whose prices stand for the scenario, and the energy.
void add_chosen_cost(Estimate& e, const Catalog& catalog);

// Where the accelerators of an estimate can be rented.
RentMarket rent_market(const Estimate& e, const Catalog& catalog);

// What is paid month by month, as present value up to then; from e.basis.
std::vector<CashMonth> cash_flow(const Estimate& e);

// How owning less renting moves with each input, widest first; from e.basis.
std::vector<SensitivityLine> cost_sensitivity(const Estimate& e);

}  // namespace ridgepoint
