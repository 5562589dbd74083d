#include "engine/cost/own.h"

#include <utility>

#include "engine/cost/years.h"

namespace ridgepoint {
namespace {

Usd hardware_price(const OwnInput& in) { return in.nodes * in.server + in.gpus * in.network_per_gpu; }

double installed_kw(const OwnInput& in) { return in.nodes * in_watts(in.server_max) / 1000; }

void add_line(Own& result, const char* id, const char* label, Usd amount) {
  if (amount == usd(0)) return;
  result.lines.push_back({id, label, amount});
  result.present_value += amount;
}

}  // namespace

double mean_load(const OwnInput& in) {
  const double busy = in.availability * in.utilization;
  return in.idle_fraction + (in.load_fraction - in.idle_fraction) * busy;
}

Own own(const OwnInput& in) {
  const Usd hardware = hardware_price(in);
  const double years = discounted_years(in.years, in.discount_rate);  // what one a year is worth today
  const double kwh_year = installed_kw(in) * mean_load(in) * kHoursPerYear * in.pue;

  Own result;
  add_line(result, "hardware", "Servers and network", hardware);
  add_line(result, "installation", "Freight and installation", in.install_fraction * hardware);
  add_line(result, "electricity", "Electricity", usd(kwh_year * in.electricity_usd_kwh) * years);
  add_line(result, "colocation", "Colocation", usd(installed_kw(in) * 12 * in.colo_usd_kw_month) * years);
  add_line(result, "maintenance", "Maintenance", in.maintenance_fraction * years * hardware);
  add_line(result, "staff", "Staff", in.nodes * in.staff_fte * years * in.staff_year);
  add_line(result, "software", "Software", years * in.software_year);
  add_line(result, "resale", "Resale",
           -in.resale_fraction * (1 - in.resale_cost_fraction) * discount(in.discount_rate, in.years) * hardware);

  result.useful_gpu_hours = kHoursPerYear * in.gpus * in.availability * in.utilization * years;
  if (result.useful_gpu_hours > 0) result.usd_per_useful_gpu_h = in_usd(result.present_value) / result.useful_gpu_hours;
  if (in.years > 0) result.usd_per_powered_h = in_usd(result.present_value) / (kHoursPerYear * in.years);
  result.energy_per_year = kilowatt_hours(kwh_year);
  return result;
}

}  // namespace ridgepoint
