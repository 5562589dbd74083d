// Which offers of rent are compared with each other, and what is asked for a device where few offer it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "engine/base/fields.h"

namespace ridgepoint {

// Who rents machines: single hosts brought together, clouds of accelerators, clouds of everything.
enum class ProviderTier { marketplace, specialist, hyperscaler };
template <>
inline constexpr auto kWords<ProviderTier> = word_list("marketplace", "specialist", "hyperscaler");

// `clouds`: specialists and hyperscalers.
enum class Market { all, clouds, marketplace, specialist, hyperscaler };
template <>
inline constexpr auto kWords<Market> = word_list("all", "clouds", "marketplace", "specialist", "hyperscaler");
inline constexpr std::size_t kMarkets = kWords<Market>.size();

// Whether an offer of a provider of that tier belongs to the market; of nobody in particular, to each.
bool is_in(Market market, const std::optional<ProviderTier>& tier);

// A provider's cheapest rent of a device. "From" prices are the lowest of a list that does not say what for: they tell
// how devices compare, and stand for no market by themselves.
struct ListedRent {
  std::size_t device = 0;  // its number
  std::size_t list = 0;    // number of the provider's list, firm and "from" prices apart
  std::optional<ProviderTier> tier;
  bool from = false;
  double usd_per_gpu_h = 0;
};

// ln(US$ an hour) of an accelerator = level of the device + level of the list, by least squares over all offers: a
// device that one cheap provider lists is not taken for a cheap device.
struct RentLevels {
  std::vector<double> devices;  // by number
  // What the middle offer of a market is above a device's level, in the middle of the devices that three and more offer
  // there; absent where there is none.
  std::array<std::optional<double>, kMarkets> markets;
  double spread = 0;  // standard deviation of what is left over
};
// `listed`: by device. `devices`, `lists`: how many there are.
RentLevels rent_levels(const std::vector<ListedRent>& listed, std::size_t devices, std::size_t lists);

// US$ an hour of an accelerator in a market, by its level.
std::optional<double> usual_rent(const RentLevels& levels, std::size_t device, Market market);

// So many providers tell a device's price by themselves.
inline constexpr std::size_t kEnoughProviders = 3;

}  // namespace ridgepoint
