#include "engine/facts/market.h"

#include <cmath>

#include "engine/base/sorting.h"

namespace ridgepoint {
namespace {

constexpr int kSweeps = 60;  // of both in turn: what is left moves by less than a thousandth

double middle_of(std::vector<double>& values) {
  sort_short(values, is_less);
  return values[(values.size() - 1) / 2];
}

// Levels that leave the mean of their offers at nothing; `drawn`: with so many more at zero, so that who lists little
// is not far from the others.
void fit(std::vector<double>& levels, const std::vector<ListedRent>& listed, std::size_t ListedRent::*at,
         const std::vector<double>& others, std::size_t ListedRent::*other, double drawn) {
  std::vector<double> sum(levels.size()), count(levels.size(), drawn);
  for (const ListedRent& rent : listed) {
    sum[rent.*at] += std::log(rent.usd_per_gpu_h) - others[rent.*other];
    ++count[rent.*at];
  }
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = count[i] > 0 ? sum[i] / count[i] : 0;
}

std::optional<double> above_levels(const std::vector<double>& devices, const std::vector<ListedRent>& listed,
                                   Market market) {
  std::vector<double> above;
  for (std::size_t i = 0; i < listed.size();) {
    const std::size_t device = listed[i].device;
    std::vector<double> firm;
    for (; i < listed.size() && listed[i].device == device; ++i)
      if (!listed[i].from && is_in(market, listed[i].tier)) firm.push_back(std::log(listed[i].usd_per_gpu_h));
    if (firm.size() >= kEnoughProviders) above.push_back(middle_of(firm) - devices[device]);
  }
  if (above.empty()) return std::nullopt;
  return middle_of(above);
}

}  // namespace

bool is_in(Market market, const std::optional<ProviderTier>& tier) {
  if (market == Market::all || !tier) return true;
  switch (*tier) {
    case ProviderTier::marketplace:
      return market == Market::marketplace;
    case ProviderTier::specialist:
      return market == Market::specialist || market == Market::clouds;
    case ProviderTier::hyperscaler:
      return market == Market::hyperscaler || market == Market::clouds;
  }
  return false;
}

RentLevels rent_levels(const std::vector<ListedRent>& listed, std::size_t devices, std::size_t lists) {
  RentLevels out;
  out.devices.resize(devices);
  std::vector<double> of_list(lists);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    fit(out.devices, listed, &ListedRent::device, of_list, &ListedRent::list, 0);
    fit(of_list, listed, &ListedRent::list, out.devices, &ListedRent::device, 1);
  }
  double squares = 0;
  for (const ListedRent& rent : listed) {
    const double off = std::log(rent.usd_per_gpu_h) - out.devices[rent.device] - of_list[rent.list];
    squares += off * off;
  }
  if (!listed.empty()) out.spread = std::sqrt(squares / static_cast<double>(listed.size()));
  for (std::size_t market = 0; market < kMarkets; ++market)
    out.markets[market] = above_levels(out.devices, listed, static_cast<Market>(market));
  return out;
}

std::optional<double> usual_rent(const RentLevels& levels, std::size_t device, Market market) {
  const std::optional<double>& above = levels.markets[static_cast<std::size_t>(market)];
  if (device >= levels.devices.size() || !above) return std::nullopt;
  return std::exp(levels.devices[device] + *above);
}

}  // namespace ridgepoint
