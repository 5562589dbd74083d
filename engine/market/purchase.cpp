#include "engine/market/purchase.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/base/dates.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {
namespace {

constexpr double kDaysPerYear = 365.25;

// Tells how near a kind of price is to what a buyer pays; the least is nearest.
int distance(PriceKind kind, bool ended) {
  if (kind == PriceKind::launch) return 3;
  return kind == PriceKind::used ? (ended ? -1 : 2) : kind == PriceKind::list;
}

}  // namespace

std::optional<Purchase> purchase(const Catalog& catalog, const Accelerator& a, std::string_view day) {
  const std::optional<int> today = day_number(day);
  const auto nearness = [&](const Price& p) {
    return std::tuple(p.priced > day, is_stale(p.priced, today), distance(p.kind, a.status == Status::ended),
                      p.memory_gb.value_or(0), !p.region.empty());
  };
  const Price* best = nullptr;
  std::tuple<bool, bool, int, double, bool> least;
  std::string_view quoted;  // new, last, in any size
  const auto known = catalog.index.purchases.find(a.id);
  if (known == catalog.index.purchases.end()) return std::nullopt;
  for (const std::size_t i : known->second) {
    const Price& p = catalog.prices[i];
    if (distance(p.kind, false) < 2 && p.priced <= day) quoted = std::max<std::string_view>(quoted, p.priced);
    if (p.memory_gb.value_or(a.memory_gb) < a.memory_gb) continue;  // of a smaller machine
    const auto near = nearness(p);
    if (!best || near < least || (near == least && best->priced < p.priced)) best = &p, least = near;
  }
  if (!best) return std::nullopt;
  const std::string_view priced = best->priced;
  const bool launch = best->kind == PriceKind::launch, old = is_stale(priced, today);
  const PurchaseMarket market = purchase_market_of(catalog.calibration, a, best->kind);
  const double years = days_between(priced, day).value_or(0) / kDaysPerYear;
  Purchase out{best, best->amount};
  // Nobody asks an old launch price; it tells of today's only where no size of the machine was quoted after it, and
  // while its market sells what is as old. A device that has ended is sold used.
  bool gone = launch && old && (quoted > priced || years > market.sold_years);
  if (a.status == Status::ended && best->kind != PriceKind::used) gone = a.ended.empty() || priced < a.ended;
  out.elsewhere = gone || (launch && old);
  const bool moves = market.p90 > 0 && priced.size() > 4 && best->source != kAsGiven;
  const std::string from = std::max(best->priced, market.from), until = std::min(std::string(day), market.until);
  if (!moves || gone || !old || from >= until) return out;
  out.usd = out.usd * std::exp(market.monthly * 12 / kDaysPerYear * days_between(from, until).value_or(0));
  out.p90 = market.p90;
  return out;
}

std::optional<Purchase> memory_purchase(const Catalog& catalog, const Accelerator& a, std::string_view day) {
  if (a.segment != Segment::cpu) return std::nullopt;
  Accelerator modules = a;  // which are sold by size, as machines are
  modules.id = a.memory_type.substr(0, a.memory_type.find_first_of("- "));
  std::optional<Purchase> out = purchase(catalog, modules, day);
  if (out) out->usd = out->usd * (a.memory_gb / out->price->memory_gb.value_or(a.memory_gb));
  return out;
}

}  // namespace ridgepoint
