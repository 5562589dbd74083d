#include "engine/ask/purchase.h"

#include <algorithm>
#include <array>

#include "engine/ask/prices.h"
#include "engine/base/dates.h"
#include "engine/base/words.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {
namespace {

// "used, $600 to $800 of 12 offers", "list price", "launch price".
std::string said_purchase(const Price& price) {
  std::string out = price.source == kAsGiven            ? ""
                    : price.kind == PriceKind::sold_new ? "new"
                    : price.kind == PriceKind::used     ? "used"
                    : price.kind == PriceKind::list     ? "list price"
                                                        : "launch price";
  if (price.memory_gb) out += (out.empty() ? "with " : " with ") + short_number(*price.memory_gb) + " GB";
  if (price.low && price.high && *price.low < *price.high)
    out += (out.empty() ? "" : ", ") + dollars(in_usd(*price.low)) + " to " + dollars(in_usd(*price.high));
  if (price.offers) out += " of " + counted(*price.offers, "offer", "offers");
  return out.empty() ? out : out + ", ";
}

// The machine without its cards, by how many it holds. Parts as listed in 2026: a modest PC 600 to 1,100 US$
// (specpicks.com: 915 in all with a card of 220), for two cards 800 to 1,000 (runlocalai.co, 2026-05-06: 2,000 to 2,800
// with two at 600 to 900), a used EPYC or Threadripper machine for four 1,300 to 5,000 (thinksmart.life; 4,100 to 4,600
// in one of 2026-08-03), a used server chassis for eight with processor and memory 4,500 to 9,000 (4124GS-TNR 3,800,
// processor and 512 GB 1,500 to 2,500, 2026-08-18).
struct HostPrice {
  int cards = 0;  // at the most
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
  const auto holds = [&](const HostPrice& host) { return cards <= host.cards; };
  const auto found = std::find_if(kHosts.begin(), kHosts.end(), holds);
  return found == kHosts.end() ? kHosts.back() : *found;
}

// Eight H100 at 30,000 US$ in a 310,000 US$ server: accelerators are 77% of a data-center server.
constexpr double kAcceleratorShare = 0.77;

bool goes_into_any_machine(const Accelerator& a, PriceKind kind) {
  const bool card = a.form_factor.value_or(FormFactor::pcie) == FormFactor::pcie;
  return a.segment != Segment::datacenter || (card && kind == PriceKind::used);
}

// What a device cost at its launch is asked by nobody once it has ended, or five years later: of the catalog's prices
// in shops and on makers' lists that are not stale (2026-11), none is of a device that is older than 4.3 years.
constexpr int kSoldDays = 5 * 365;

bool is_asked_by_nobody(const Price& price, const Accelerator& a, std::string_view day) {
  if (price.kind != PriceKind::launch) return false;
  return a.status == Status::ended || days_between(price.priced, day).value_or(0) > kSoldDays;
}

struct Around {
  Usd price;
  std::string what;
};
Around machine_around(const CostChoice& c, Usd cards, const Accelerator& a, PriceKind kind, int count) {
  if (is_computer(a)) return {};
  const HostMachine host = c.host.value_or(HostMachine::bought);
  if (c.host_usd && host != HostMachine::none) return {usd(*c.host_usd), "the machine around at your own figure"};
  if (host != HostMachine::bought) return {};
  if (!goes_into_any_machine(a, kind)) {
    const Usd server = std::max(cards / kAcceleratorShare - cards, usd(kHosts.back().usd));
    return {server, "the server around, " + dollars(in_usd(server))};
  }
  const HostPrice& bought = host_for(count);
  return {usd(bought.usd), std::string(bought.what) + " around, " + dollars(bought.usd)};
}

}  // namespace

bool is_computer(const Accelerator& a) {
  return a.segment == Segment::apple || a.segment == Segment::edge || a.form_factor == FormFactor::soc;
}

std::optional<ServerPrice> server_price(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  if (s.cost.server_usd) return ServerPrice{usd(*s.cost.server_usd), usd(0), "your own figure", ""};
  const std::string day = s.as_of.value_or(catalog.date);
  const Price* each = purchase_price(catalog, r.accelerator, day);
  if (!each) return std::nullopt;
  const Usd cards = each->amount * r.per_node;
  const Around around = machine_around(s.cost, cards, r.accelerator, each->kind, r.per_node);
  const bool extra = around.price > usd(0);
  return ServerPrice{cards + around.price, around.price,
                     dollars(in_usd(each->amount)) + (extra ? " for each accelerator, " : " for each, ") +
                         said_purchase(*each) + said_price(*each, s, catalog) + (extra ? ", and " + around.what : ""),
                     each->priced, is_asked_by_nobody(*each, r.accelerator, day)};
}

}  // namespace ridgepoint
