#include "engine/cost/own.h"

#include <algorithm>

#include "engine/cost/place.h"

namespace ridgepoint {
namespace {

double all_nodes(const OwnInput& in) { return static_cast<double>(in.nodes) + in.spare_nodes; }

// Servers and network, spare ones too.
Usd hardware_price(const OwnInput& in) {
  return all_nodes(in) * (in.server + in.gpus / static_cast<double>(in.nodes) * in.network_per_gpu);
}

double installed_kw(const OwnInput& in) { return all_nodes(in) * in_watts(in.server_max) / 1000; }

double kwh_a_year(const OwnInput& in) { return installed_kw(in) * mean_load(in) * kHoursPerYear * in.pue; }

// What is paid each year, at the prices of the first.
struct Yearly {
  Usd electricity, colocation, maintenance, staff, software;
};

Yearly yearly(const OwnInput& in) {
  return {usd(kwh_a_year(in) * in.electricity_usd_kwh), usd(installed_kw(in) * 12 * in.colo_usd_kw_month),
          in.maintenance_fraction * hardware_price(in), all_nodes(in) * in.staff_fte * in.staff_year, in.software_year};
}

Usd resale(const OwnInput& in) {
  return in.resale_fraction.value_or(resale_fraction(in.years)) * (1 - in.resale_cost_fraction) * hardware_price(in);
}

void add_line(Own& result, const char* id, const char* label, Usd amount) {
  if (amount == usd(0)) return;
  result.lines.push_back({id, label, amount});
  result.present_value += amount;
}

}  // namespace

double mean_load(const OwnInput& in) {
  const double busy = in.availability * in.utilization * in.busy * in.nodes / all_nodes(in);
  return in.idle_fraction + (in.load_fraction - in.idle_fraction) * busy;
}

CashFlow own_flow(const OwnInput& in) {
  const Yearly y = yearly(in);
  CashFlow flow;
  flow.years = in.years;
  flow.discount_rate = in.discount_rate;
  flow.start = (1 + in.install_fraction) * hardware_price(in) + in.facility;
  double electricity = 1;
  for (std::size_t t = 0; t < kMostYears && static_cast<double>(t) < in.years; ++t) {
    const double part = std::min(1.0, in.years - static_cast<double>(t));
    flow.yearly[t] = part * (electricity * y.electricity + y.colocation + y.maintenance + y.staff + y.software);
    electricity *= 1 + in.electricity_drift;
  }
  flow.end = -1.0 * resale(in);
  return flow;
}

Own own(const OwnInput& in) {
  const Usd hardware = hardware_price(in);
  const Yearly y = yearly(in);
  const double years = discounted_years(in.years, in.discount_rate);  // what one a year is worth today

  Own result;
  add_line(result, "hardware", "Servers and network", hardware);
  add_line(result, "installation", "Freight and installation", in.install_fraction * hardware);
  add_line(result, "facility", "Circuits and cooling", in.facility);
  add_line(result, "electricity", "Electricity",
           discounted_years(in.years, in.discount_rate, in.electricity_drift) * y.electricity);
  add_line(result, "colocation", "Colocation", years * y.colocation);
  add_line(result, "maintenance", "Maintenance", years * y.maintenance);
  add_line(result, "staff", "Staff", years * y.staff);
  add_line(result, "software", "Software", years * y.software);
  add_line(result, "resale", "Resale", -discount(in.discount_rate, in.years) * resale(in));

  result.flow = own_flow(in);
  result.useful_gpu_hours = kHoursPerYear * in.gpus * in.availability * in.utilization * years;
  if (result.useful_gpu_hours > 0) result.usd_per_useful_gpu_h = in_usd(result.present_value) / result.useful_gpu_hours;
  if (years > 0) result.usd_per_powered_h = in_usd(result.present_value) / (kHoursPerYear * years);
  result.energy_per_year = kilowatt_hours(kwh_a_year(in));
  return result;
}

}  // namespace ridgepoint
