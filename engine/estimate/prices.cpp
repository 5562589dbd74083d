#include "engine/estimate/prices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/dates.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/facts/own_entries.h"
#include "engine/market/purchase.h"

namespace ridgepoint {
namespace {

// Which of so many, sorted, stands for them: of two the lower.
const char* middle_of(std::size_t many) { return many == 2 ? "; lower of " : "; median of "; }

// "8 x Lambda 8x H200, 2026-10-21; median of the lowest offers from 5 providers ($19 to $31 an hour); 8 paid for 5
// used".
std::string offer_text(const Standing& standing, const RentAsk& ask, const Question& q, const Catalog& catalog) {
  std::string out;
  for (const RentUnit& unit : standing.let.units) {
    const Instance& instance = *unit.offer.instance;
    out += (out.empty() ? "" : " and ") + (unit.machines > 1 ? std::to_string(unit.machines) + " × " : std::string());
    out += (instance.provider.empty() ? "" : provider_name(catalog, instance.provider) + " ") + instance.name + ", " +
           (instance.interruptible ? "interruptible, " : "") + price_text(*unit.offer.price, q, catalog);
  }
  if (standing.providers > 1)
    out += middle_of(standing.providers) + ("the lowest offers from " + std::to_string(standing.providers)) +
           " providers (" + dollars(standing.lowest) + " to " + dollars(standing.highest) + " an hour)";
  if (standing.let.joined) out += "; whole machines only, for one job on several of them";
  if (standing.let.scattered) out += "; no machine that holds a copy is listed";
  const std::string idle = short_number(standing.let.gpus) + " paid for " + short_number(ask.gpus) + " used";
  return standing.let.gpus > ask.gpus ? out + ", " + idle : out;
}

RentPrice user_price(double usd_gpu_h, int gpus) {
  return {.usd_gpu_h = usd_gpu_h, .paid_gpus = gpus, .source = "your own figure"};
}

}  // namespace

Market market_of(const Asked& q) {
  if (q.cost.market) return *q.cost.market;
  if (!q.serves()) return q.workload == Workload::finetune ? Market::all : Market::clouds;
  const bool one = q.workload == Workload::serve && q.serve.concurrency && *q.serve.concurrency <= 1;
  return one ? Market::all : Market::clouds;
}

std::string price_text(const Price& price, const Question& q, const Catalog& catalog) {
  const std::string given = price.source == kAsGiven ? kAsGiven : "";
  if (!given.empty() && price.priced.empty()) return given;
  return (given.empty() ? "" : given + ", ") + (price.from ? "\"from\", " : "") +
         price_days_text(price.priced, price.seen, q.as_of.value_or(catalog.date));
}

RentAsk rent_ask(const Question& q, int together, const Catalog& catalog) {
  // Chips that their makers alone let come in slices of the network that they share.
  const bool sliced = q.accelerator->segment == Segment::cloud_only;
  return {q.accelerator->id,
          q.gpus,
          together,
          sliced ? std::max(q.per_node, q.accelerator->fabric.domain) : q.per_node,
          q.cost.provider.value_or(""),
          q.cost.region.value_or(""),
          q.instance ? q.instance->id : "",
          market_of(q),
          q.as_of.value_or(catalog.date)};
}

std::optional<RentPrice> rent_price(const Question& q, const RentAsk& ask, const Catalog& catalog, Pricing pricing,
                                    bool in_words) {
  const CostChoice& c = q.cost;
  const bool on_demand = pricing == Pricing::on_demand;
  if (on_demand && c.rent_usd_gpu_h) return user_price(*c.rent_usd_gpu_h, ask.gpus);
  if (is_reserved(pricing) && c.reserved_usd_gpu_h) return user_price(*c.reserved_usd_gpu_h, ask.gpus);
  if (pricing == Pricing::spot && c.spot_ratio) {
    std::optional<RentPrice> full = rent_price(q, ask, catalog, Pricing::on_demand);
    if (!full) return full;
    full->usd_gpu_h *= *c.spot_ratio;
    full->source += ", times " + short_number(*c.spot_ratio) + " for spot";
    return full;
  }
  // All that who asks for a machine that may be taken back can have.
  const Instance* asked = ask.instance.empty() ? nullptr : find_instance(catalog, ask.instance);
  const bool as_spot = on_demand && asked && asked->interruptible;
  const auto kind = as_spot ? PriceKind::spot : static_cast<PriceKind>(pricing);  // which begins with these
  const std::optional<Standing> stands = standing(ask, kind, catalog);
  if (!stands) return std::nullopt;
  const Let& let = stands->let;
  const RentOffer& offer = let.offer();
  return RentPrice{.usd_gpu_h = let.usd_h / ask.gpus,
                   .paid_gpus = let.gpus,
                   .machine = offer.instance->count,
                   .source = in_words ? offer_text(*stands, ask, q, catalog) : "",
                   .date = offer.price->priced,
                   .usual_usd_gpu_h = stands->usual_usd_h.value_or(0) / ask.gpus,
                   .lowest_usd_gpu_h = stands->lowest / ask.gpus,
                   .highest_usd_gpu_h = stands->highest / ask.gpus,
                   .providers = stands->providers,
                   .scattered = let.scattered,
                   .elsewhere = stands->elsewhere};
}

double cached_share(const Question& q) { return q.cost.cached_share.value_or(q.serve.prefix_hit_rate); }

std::optional<HostedPrice> hosted_price(const Question& q, const Catalog& catalog) {
  const CostChoice& c = q.cost;
  const HostedAsk ask{.model = q.model_id,
                      .provider = c.mode == CostMode::api ? c.provider.value_or("") : "",
                      .input = q.serve.prompt(),
                      .output = q.serve.answer(),
                      .cached_share = cached_share(q),
                      .waits = q.workload == Workload::batch,
                      .day = q.as_of.value_or(catalog.date),
                      .own = {c.api_input_usd_m, c.api_output_usd_m, c.cached_price_ratio, c.batch_discount}};
  const std::optional<Hosted> stands = hosted(ask, catalog);
  if (!stands) return std::nullopt;
  HostedPrice price{*stands, "your own figures"};
  if (!stands->offer) return price;
  const ApiPrice& offer = *stands->offer;
  price.source = provider_name(catalog, offer.provider) + " " + offer.served_as + ", " +
                 price_days_text(offer.priced, offer.seen, ask.day);
  if (stands->unlisted) price.source += ", which no list has had for more than " + std::to_string(kStaleDays) + " days";
  if (stands->offers > 1) price.source += middle_of(stands->offers) + (std::to_string(stands->offers) + " offers");
  return price;
}

namespace {

// "used, $600 to $800 of 12 offers", "list price", "launch price".
std::string purchase_text(const Price& price) {
  static constexpr std::array kKinds = {"launch price", "list price", "new", "used"};
  std::string out = price.source == kAsGiven ? "" : kKinds.at(static_cast<std::size_t>(price.kind) - kKinds.size());
  if (price.memory_gb) out += (out.empty() ? "with " : " with ") + short_number(*price.memory_gb) + " GB";
  if (price.low && price.high && *price.low < *price.high)
    add_part(out, dollars(in_usd(*price.low)) + " to " + dollars(in_usd(*price.high)));
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
Around machine_around(const Question& q, Usd cards, const Accelerator& a, PriceKind kind, int count,
                      const Catalog& catalog) {
  const CostChoice& c = q.cost;
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
  if (const auto memory = memory_purchase(catalog, a, q.as_of.value_or(catalog.date))) {
    around.price += memory->usd * count;
    around.what += ", and " + short_number(a.memory_gb * count) + " GB of memory, " +
                   dollars(in_usd(memory->usd) * count) + " by the gigabyte (" + purchase_text(*memory->price) +
                   price_text(*memory->price, q, catalog) + ")";
  }
  return around;
}

}  // namespace

std::optional<ServerPrice> server_price(const Question& q, const Catalog& catalog) {
  if (q.cost.mode == CostMode::own) return ServerPrice{usd(0), usd(0), "your own machines", ""};
  if (q.cost.server_usd) return ServerPrice{usd(*q.cost.server_usd), usd(0), "your own figure", ""};
  const std::optional<Purchase> each = purchase(catalog, q.accelerator, q.as_of.value_or(catalog.date));
  if (!each) return std::nullopt;
  const Price& price = *each->price;
  const Usd cards = each->usd * q.per_node;
  const Around around = machine_around(q, cards, q.accelerator, price.kind, q.per_node, catalog);
  const bool extra = around.price > usd(0), moved = each->p90 > 0;
  std::string said = dollars(in_usd(each->usd)) + (extra ? " for each accelerator, " : " for each, ");
  if (moved)
    said = "about " + said + "index-adjusted (within " + short_number(std::round(each->p90 * 100)) +
           "% for 9 of 10) from " + dollars(in_usd(price.amount)) + ", ";
  said += purchase_text(price) + price_text(price, q, catalog) + (extra ? ", and " + around.what : "");
  return ServerPrice{cards + around.price, around.price, said, price.priced, each->elsewhere};
}

}  // namespace ridgepoint
