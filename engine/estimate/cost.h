// Cost of the work whose speed is known: rented, owned, from a hosted API.
#pragma once

#include "engine/estimate/estimate.h"

namespace ridgepoint {

// Where the machines stand: as the question says, else where such accelerators usually do.
Location location_of(const Asked& asked, const Accelerator& accelerator);

// Everything of e.cost, and in e.basis.cost_taken what stands for the prices and shares that the question leaves open;
// needs the plan, the speed and what they were computed from.
void add_cost(Estimate& e, const Catalog& catalog);
// What choices of hardware are ranked by: the way whose prices stand for the question, and the energy.
void add_chosen_cost(Estimate& e, const Catalog& catalog);

// The priced way to pay; null where it has no price.
const PricedOption* priced_option(const Estimate& e, std::optional<PricingOption> option);

// Share of the hours of use in which a replica has something to do: at a rate of requests less than all.
double busy_share(const Estimate& estimate);
// Share of the hours in which machines can work. A rate that is asked for is answered in all of them: machines to spare
// stand in for those that fail.
double working_share(const Question& question);

// Whether more requests come than are answered.
bool falls_behind(const Estimate& e);
// Whether there is work to pay for: the model fits, and what comes at a rate is answered.
bool does_its_work(const Estimate& e);
// Leaves out of e.cost the money of work that is not done. What stays: energy and power; of machines that run but fall
// behind their own price; and what a hosted API takes for a stated rate, whatever the machines do.
void drop_idle_money(Estimate& e);

// Gives what an estimate rents.
RentAsk rent_ask(const Estimate& e, const Catalog& catalog);

// What is paid month by month, as present value up to then; from e.basis.
std::vector<CashMonth> cash_flow(const Estimate& e);

// How owning less renting moves with each input, widest first; from e.basis.
std::vector<SensitivityLine> cost_sensitivity(const Estimate& e);

// Levelized: present value over discounted months. Empty for what is no service.
std::optional<double> usd_per_month(const PricedOption& option, const Question& question);

}  // namespace ridgepoint
