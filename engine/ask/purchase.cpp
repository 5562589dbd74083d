#include "engine/ask/purchase.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/ask/prices.h"
#include "engine/base/words.h"
#include "engine/facts/own_entries.h"
#include "engine/market/purchase.h"

namespace ridgepoint {
namespace {

// "used, $600 to $800 of 12 offers", "list price", "launch price".
std::string said_purchase(const Price& price) {
  static constexpr std::array kKinds = {"launch price", "list price", "new", "used"};
  std::string out = price.source == kAsGiven ? "" : kKinds.at(static_cast<std::size_t>(price.kind) - kKinds.size());
  if (price.memory_gb) out += (out.empty() ? "with " : " with ") + short_number(*price.memory_gb) + " GB";
  if (price.low && price.high && *price.low < *price.high)
    out += (out.empty() ? "" : ", ") + dollars(in_usd(*price.low)) + " to " + dollars(in_usd(*price.high));
  if (price.offers) out += " of " + counted(*price.offers, "offer", "offers");
  return out.empty() ? out : out + ", ";
}

// The machine without its cards, by how many it holds at the most. Parts as listed in 2026: a modest PC 600 to 1,100
// US$ (specpicks.com: 915 with a card of 220), for two cards 800 to 1,000 (runlocalai.co, 2026-05-06: 2,000 to 2,800
// with two at 600 to 900), a used EPYC or Threadripper machine for four 1,300 to 5,000 (thinksmart.life; 4,100 to 4,600
// in one of 2026-08-03), a used server chassis for eight with processor and memory 4,500 to 9,000 (4124GS-TNR 3,800,
// processor and 512 GB 1,500 to 2,500, 2026-08-18).
struct HostPrice {
  int cards = 0;
  double usd = 0;
  const char* what = "";
};
constexpr std::array<HostPrice, 4> kHosts = {{
    {1, 800, "a desktop PC"},
    {2, 1000, "a desktop PC for two cards"},
    {4, 3500, "a workstation"},
    {8, 6500, "a server chassis"},
}};
const HostPrice& host_for(int cards) {
  for (const HostPrice& host : kHosts)
    if (cards <= host.cards) return host;
  return kHosts.back();
}

// Eight H100 at 30,000 US$ in a 310,000 US$ server: accelerators are 77% of a data-center server.
constexpr double kAcceleratorShare = 0.77;

struct Around {
  Usd price;
  std::string what;
};
Around machine_around(const Scenario& s, Usd cards, const Accelerator& a, PriceKind kind, int count,
                      const Catalog& catalog) {
  const CostChoice& c = s.cost;
  if (is_computer(a)) return {};
  const HostMachine host = c.host.value_or(HostMachine::bought);
  if (c.host_usd && host != HostMachine::none) return {usd(*c.host_usd), "the machine around at your own figure"};
  if (host != HostMachine::bought) return {};
  const bool used_card = kind == PriceKind::used && a.form_factor.value_or(FormFactor::pcie) == FormFactor::pcie;
  if (a.segment == Segment::datacenter && !used_card) {
    const Usd server = std::max(cards / kAcceleratorShare - cards, usd(kHosts.back().usd));
    return {server, "the server around, " + dollars(in_usd(server))};
  }
  const HostPrice& bought = host_for(count);
  Around around{usd(bought.usd), std::string(bought.what) + " around, " + dollars(bought.usd)};
  if (const auto memory = memory_purchase(catalog, a, s.as_of.value_or(catalog.date))) {
    around.price += memory->usd * count;
    around.what += ", and " + short_number(a.memory_gb * count) + " GB of memory, " +
                   dollars(in_usd(memory->usd) * count) + " by the gigabyte (" + said_purchase(*memory->price) +
                   said_price(*memory->price, s, catalog) + ")";
  }
  return around;
}

}  // namespace

bool is_computer(const Accelerator& a) {
  return a.segment == Segment::apple || a.segment == Segment::edge || a.form_factor == FormFactor::soc;
}

std::optional<ServerPrice> server_price(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  if (s.cost.server_usd) return ServerPrice{usd(*s.cost.server_usd), usd(0), "your own figure", ""};
  const std::optional<Purchase> each = purchase(catalog, r.accelerator, s.as_of.value_or(catalog.date));
  if (!each) return std::nullopt;
  const Price& price = *each->price;
  const Usd cards = each->usd * r.per_node;
  const Around around = machine_around(s, cards, r.accelerator, price.kind, r.per_node, catalog);
  const bool extra = around.price > usd(0), moved = each->p90 > 0;
  std::string said = dollars(in_usd(each->usd)) + (extra ? " for each accelerator, " : " for each, ");
  if (moved)
    said = "about " + said + "index-adjusted (within " + short_number(std::round(each->p90 * 100)) +
           "% for 9 of 10) from " + dollars(in_usd(price.amount)) + ", ";
  said += said_purchase(price) + said_price(price, s, catalog) + (extra ? ", and " + around.what : "");
  return ServerPrice{cards + around.price, around.price, said, price.priced, each->elsewhere};
}

}  // namespace ridgepoint
