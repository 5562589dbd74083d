// What an accelerator is bought at on a day, and the memory that a processor works in.
#pragma once

#include <optional>
#include <string_view>

#include "engine/facts/catalog.h"

namespace ridgepoint {

struct Purchase {
  const Price* price = nullptr;  // in the catalog
  Usd usd;                       // on the day
  double p90 = 0;                // PurchaseMarket::p90 where an old price was moved, else 0
  bool elsewhere = false;        // nobody asks it any more
};

// Gives what a buyer pays for an accelerator, or for the smallest machine with so much memory;
// empty when no price is known. It is the newest price in shops, else on the maker's list, else of
// used ones, else at launch; of what is not sold new any more that of used ones first. A stale price
// stands behind all others, one of a later day behind that, and abroad behind the United States.
// An old price of a known month is moved as far as quotes of its market tell.
std::optional<Purchase> purchase(const Catalog& catalog, const Accelerator& accelerator, std::string_view day);

// Prices all the memory of a processor by the gigabyte of the smallest set of modules that holds
// as much; `price` is that of the set. Empty for other devices, and where no such price is known.
std::optional<Purchase> memory_purchase(const Catalog& catalog, const Accelerator& accelerator, std::string_view day);

}  // namespace ridgepoint
