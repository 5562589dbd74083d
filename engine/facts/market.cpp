#include "engine/facts/market.h"

#include <cmath>

namespace ridgepoint {
namespace {

constexpr int kSweeps = 60;  // of both in turn: what is left moves by less than a thousandth

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

}  // namespace

bool is_in(Market market, const std::optional<ProviderTier>& tier) {
  if (market == Market::all || !tier) return true;
  if (market == Market::clouds) return tier != ProviderTier::marketplace;
  return word_of(market) == word_of(*tier);
}

std::vector<double> rent_levels(const std::vector<ListedRent>& listed, std::size_t devices, std::size_t lists) {
  std::vector<double> of_device(devices), of_list(lists);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    fit(of_device, listed, &ListedRent::device, of_list, &ListedRent::list, 0);
    fit(of_list, listed, &ListedRent::list, of_device, &ListedRent::device, 1);
  }
  return of_device;
}

}  // namespace ridgepoint
