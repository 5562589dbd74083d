// What a number of accelerators is rented at: whole machines that somebody lets.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/facts/catalog.h"

namespace ridgepoint {

// What is to be rented. What does one job stands in one machine, or in whole ones of one size; jobs stand anywhere.
struct RentAsk {
  std::string accelerator;  // id
  int gpus = 1;             // that work
  int together = 1;         // of them that do one job
  int per_node = 1;         // that a machine of such devices holds
  std::string provider;     // empty: any
  std::string region;       // empty: any
  std::string instance;     // id; empty: any
  Market market = Market::all;
  std::string day;  // on which
};

// How near a price is to one that can be had: a firm one of these months; an old one; one "from" which prices begin.
enum class Listed { fresh, stale, from };

// Machines of one offer; of a price by the GPU, GPUs.
struct RentUnit {
  RentOffer offer;
  int machines = 1;
};

// The cheapest set of one provider's whole offers that holds all that is asked for; of the same price that with the
// fewest accelerators, then with the fewest machines.
struct Let {
  std::vector<RentUnit> units;
  int gpus = 0;      // of all of them
  int smallest = 0;  // accelerators of the smallest machines that hold a job
  double usd_h = 0;  // for all of them
  Listed listed = Listed::fresh;
  bool joined = false;     // one job is done by several machines
  bool scattered = false;  // no machine that is listed holds a job: as if each accelerator stood alone
  const RentOffer& offer() const { return units.front().offer; }
};

// By provider, and of each what is fresh apart from what is stale or "from" a price; cheapest first.
std::vector<Let> lets(const RentAsk& ask, PriceKind kind, const Catalog& catalog);

// Accelerators that all that is let is a multiple of, of what can be had; 0 where nobody lets any.
int let_together(const RentAsk& ask, PriceKind kind, const Catalog& catalog);

// An offer that can be looked up, neither the cheapest listing nor the dearest cloud.
struct Standing {
  Let let;
  std::size_t providers = 1;
  double lowest = 0, highest = 0;  // US$ an hour for what is asked
  // Where few let it, its level by what they ask for other devices: ranked by where that is more.
  std::optional<double> usual_usd_h;
  bool elsewhere = false;  // none can be had: all are stale or "from" a price
};

// The provider in the middle, of an even number the lower: of all, or of those that let machines no larger than some
// size where that is cheaper, so that who wants one pays for no eight, and more is never cheaper. Of fresh prices, else
// of stale ones, else of those "from" a price; spot takes three offers, or a provider asked for. Empty: nobody lets it.
std::optional<Standing> standing(const RentAsk& ask, PriceKind kind, const Catalog& catalog);

}  // namespace ridgepoint
