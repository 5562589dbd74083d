// Which offers of rent are compared with each other, and what is asked for a device where few offer it.
#pragma once

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

// Whether an offer of a provider of that tier belongs to the market; of nobody in particular, to each.
bool is_in(Market market, const std::optional<ProviderTier>& tier);

// A provider's cheapest rent of a device, firm and "from" a price apart.
struct ListedRent {
  std::size_t device = 0, list = 0;  // numbers
  double usd_per_gpu_h = 0;
};

// By device, the ln(US$ an hour) of an accelerator: the level of the device, where that of each list beside it leaves
// the mean of its offers at nothing, by least squares. A device that one cheap provider lists is not taken for a cheap
// device. `listed`: by device. `devices`, `lists`: how many there are.
std::vector<double> rent_levels(const std::vector<ListedRent>& listed, std::size_t devices, std::size_t lists);

}  // namespace ridgepoint
