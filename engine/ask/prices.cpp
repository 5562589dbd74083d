#include "engine/ask/prices.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/dates.h"
#include "engine/base/sorting.h"
#include "engine/base/words.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {
namespace {

const std::vector<RentOffer>& offers_of(const RentMarket& market, Pricing pricing) {
  return market.offers[static_cast<std::size_t>(pricing)];  // PriceKind begins with the kinds of rent
}

// How old it is, and whether it is the catalog's.
std::string said_price(const Price& price, const Scenario& s, const Catalog& catalog) {
  const std::string given = price.source == kAsGiven ? kAsGiven : "";
  if (!given.empty() && price.priced.empty()) return given;
  return (given.empty() ? "" : given + ", ") + (price.from ? "\"from\", " : "") +
         said_days(price.priced, price.seen, s.as_of.value_or(catalog.date));
}

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

int paid_gpus(const RentOffer& offer, int gpus) {
  const int each = offer.instance->count;
  return (gpus + each - 1) / each * each;
}

// Leaves each provider's cheapest, cheapest first.
void keep_best_of_each(std::vector<RentOffer>& offers) {
  const auto cheaper = [](const RentOffer& a, const RentOffer& b) {
    return a.usd_per_working_gpu_h < b.usd_per_working_gpu_h;
  };
  if (!std::is_sorted(offers.begin(), offers.end(), cheaper)) sort_short(offers, cheaper);
  std::vector<char> seen;  // by number of the provider
  std::erase_if(offers, [&](const RentOffer& offer) {
    if (offer.provider >= seen.size()) seen.resize(offer.provider + 1);
    return std::exchange(seen[offer.provider], true);
  });
}

// Which of so many, sorted, stands for them: of an even number the lower of the two in the middle.
std::string middle_of(std::size_t many) {
  if (many == 2) return "the lower of";
  return many % 2 == 0 ? "the lower middle of" : "the middle of";
}

std::optional<RentPrice> published(const Scenario& s, const RentMarket& market, const Catalog& catalog,
                                   Pricing pricing) {
  const std::vector<RentOffer>& offers = offers_of(market, pricing);
  if (offers.empty()) return std::nullopt;
  const RentOffer& offer = offers[(offers.size() - 1) / 2];
  const Instance& instance = *offer.instance;
  RentPrice price;
  price.usd_gpu_h = offer.usd_per_gpu_h;
  price.paid_gpus = paid_gpus(offer, market.gpus);
  price.date = offer.price->priced;
  price.source = (instance.provider.empty() ? "" : provider_name(catalog, instance.provider) + " ") + instance.name +
                 ", " + said_price(*offer.price, s, catalog);
  if (offers.size() > 1)
    price.source += "; " + middle_of(offers.size()) + " what " + std::to_string(offers.size()) +
                    " providers ask at the least (" + dollars(offers.front().usd_per_working_gpu_h) + " to " +
                    dollars(offers.back().usd_per_working_gpu_h) + " an hour for each that is used)";
  if (market.joined) price.source += "; whole machines only, for one job on several of them";
  if (price.paid_gpus > market.gpus)
    price.source += ", " + short_number(price.paid_gpus) + " paid for " + short_number(market.gpus) + " used";
  return price;
}

// Committed-use prices over on demand where no provider publishes both: Google Cloud a3-highgpu-1g (H100), 31% off
// for one year and 56% for three (pricing.yml of google-cloud-pricing-cost-calculator, 2026-02).
constexpr double kOneYear = 0.69;
constexpr double kThreeYears = 0.44;

double usual_share(const CostChoice& c, Pricing pricing) {
  if (pricing == Pricing::spot) return c.spot_ratio.value_or(0.5);
  return pricing == Pricing::reserved_1y ? kOneYear : kThreeYears;
}

struct Share {
  double of_on_demand = 1;
  int providers = 0;  // that publish both
};

// The middle of what providers take under `pricing` over what the same ones take on demand.
Share published_share(const CostChoice& c, const RentMarket& market, Pricing pricing) {
  std::vector<double> shares;
  for (const RentOffer& offer : offers_of(market, pricing))
    for (const RentOffer& full : offers_of(market, Pricing::on_demand))
      if (full.provider == offer.provider && full.usd_per_working_gpu_h > 0)
        shares.push_back(offer.usd_per_working_gpu_h / full.usd_per_working_gpu_h);
  if (shares.empty()) return {usual_share(c, pricing), 0};
  std::sort(shares.begin(), shares.end());
  return {shares[(shares.size() - 1) / 2], static_cast<int>(shares.size())};
}

const char* kind_words(Pricing pricing) { return pricing == Pricing::spot ? "for spot" : "for the commitment"; }

RentPrice own_figure(double usd_gpu_h, int gpus) { return {usd_gpu_h, gpus, "your own figure", ""}; }

// Eight H100 at 30,000 US$ in a 310,000 US$ server: accelerators are 77% of a data-center server.
// The machine around fewer or cheaper cards costs no less than 8,000 US$, a server with two processors (unverified).
// Workstations, consumer parts and used cards of servers that go into any machine: the cards and 2,500 US$ for the
// machine around them (unverified).
constexpr double kAcceleratorShare = 0.77;
constexpr double kServerHost = 8000;
constexpr double kWorkstationHost = 2500;

Usd machine_around(Usd cards, const Accelerator& a, PriceKind kind) {
  const bool in_any = kind == PriceKind::used && a.form_factor.value_or(FormFactor::pcie) == FormFactor::pcie;
  if (a.segment == Segment::datacenter && !in_any) return std::max(cards / kAcceleratorShare, cards + usd(kServerHost));
  const bool whole_machine =
      a.segment == Segment::apple || a.segment == Segment::edge || a.form_factor == FormFactor::soc;
  return whole_machine ? cards : cards + usd(kWorkstationHost);
}

}  // namespace

RentMarket rent_market(const Scenario& s, const Resolved& r, bool joined, const Catalog& catalog) {
  const std::string provider = s.cost.provider.value_or(r.instance ? r.instance->provider : "");
  RentMarket market{rent_offers(catalog, r.accelerator->id, provider, s.cost.region.value_or("")), r.gpus, {}, false};
  const auto whole = [&](const RentOffer& o) { return o.instance->count >= r.per_node; };
  for (std::vector<RentOffer>& offers : market.offers) {
    if (r.instance) std::erase_if(offers, [&](const RentOffer& o) { return o.instance->id != r.instance->id; });
    if (joined && std::any_of(offers.begin(), offers.end(), whole)) {
      std::erase_if(offers, [&](const RentOffer& o) { return !whole(o); });
      market.joined = true;
    }
    for (RentOffer& offer : offers)
      offer.usd_per_working_gpu_h = offer.usd_per_gpu_h * paid_gpus(offer, market.gpus) / market.gpus;
    keep_best_of_each(offers);
  }
  market.on_demand = s.cost.rent_usd_gpu_h ? own_figure(*s.cost.rent_usd_gpu_h, market.gpus)
                                           : published(s, market, catalog, Pricing::on_demand);
  return market;
}

std::optional<RentPrice> rent_price(const Scenario& s, const RentMarket& market, const Catalog& catalog,
                                    Pricing pricing) {
  const CostChoice& c = s.cost;
  const bool reserved = pricing == Pricing::reserved_1y || pricing == Pricing::reserved_3y;
  if (reserved && c.reserved_usd_gpu_h) return own_figure(*c.reserved_usd_gpu_h, market.gpus);
  if (pricing == Pricing::on_demand) return market.on_demand;
  std::optional<RentPrice> price = market.on_demand;
  if (!price) return published(s, market, catalog, pricing);
  const bool own = pricing == Pricing::spot && c.spot_ratio;
  const Share share = own ? Share{usual_share(c, pricing), 0} : published_share(c, market, pricing);
  price->usd_gpu_h *= share.of_on_demand;
  price->source += ", times " + short_number(share.of_on_demand) + " " + kind_words(pricing);
  if (share.providers > 0)
    price->source += " (the middle of " + counted(share.providers, "provider", "providers") + " with both)";
  return price;
}

std::optional<ServerPrice> server_price(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  if (s.cost.server_usd) return ServerPrice{usd(*s.cost.server_usd), "your own figure", ""};
  const Price* each = purchase_price(catalog, r.accelerator);
  if (!each) return std::nullopt;
  const Usd cards = each->amount * r.per_node, machine = machine_around(cards, r.accelerator, each->kind);
  return ServerPrice{machine,
                     dollars(in_usd(each->amount)) + (machine > cards ? " for each accelerator, " : " for each, ") +
                         said_purchase(*each) + said_price(*each, s, catalog) +
                         (machine > cards ? ", and the machine around" : ""),
                     each->priced};
}

double cached_share(const Scenario& s) { return s.cost.cached_share.value_or(s.serve.prefix_hit_rate); }

namespace {

HostedPrice price_of(const ApiPrice& offer, const Scenario& s) {
  const CostChoice& c = s.cost;
  const bool waits = s.workload == Workload::batch;
  HostedPrice price;
  price.usd_m_input = c.api_input_usd_m.value_or(in_usd(offer.input));
  price.usd_m_output = c.api_output_usd_m.value_or(in_usd(offer.output));
  const double known = offer.cache_read && offer.input > usd(0) ? *offer.cache_read / offer.input : 1;
  price.cached_price_ratio = c.cached_price_ratio.value_or(std::min(1.0, known));
  price.batch_discount = c.batch_discount.value_or(waits ? offer.batch_discount.value_or(0) : 0);
  if (offer.off_peak_share && offer.off_peak_hours)
    price.hours = waits ? *offer.off_peak_share : 1 - *offer.off_peak_hours / 24 * (1 - *offer.off_peak_share);
  return price;
}

}  // namespace

std::optional<HostedPrice> hosted_price(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  const CostChoice& c = s.cost;
  if (c.api_input_usd_m && c.api_output_usd_m) {
    HostedPrice own = price_of({}, s);
    own.source = "your own figures";
    return own;
  }
  std::vector<const ApiPrice*> offers =
      api_offers(catalog, r.model_id, c.mode == CostMode::api ? c.provider.value_or("") : "");
  if (offers.empty()) return std::nullopt;
  const double in = s.serve.input_tokens, out = s.serve.reasoning_tokens + s.serve.output_tokens;
  const auto request = [&](const ApiPrice* offer) {
    const HostedPrice p = price_of(*offer, s);
    const double read = in * (1 - cached_share(s) * (1 - p.cached_price_ratio));
    return (read * p.usd_m_input + out * p.usd_m_output) * (1 - p.batch_discount) * p.hours;
  };
  sort_short(offers, [&](const ApiPrice* a, const ApiPrice* b) { return request(a) < request(b); });
  const ApiPrice& offer = *offers[(offers.size() - 1) / 2];
  HostedPrice price = price_of(offer, s);
  price.source = provider_name(catalog, offer.provider) + " " + offer.served_as + ", " +
                 said_days(offer.priced, offer.seen, s.as_of.value_or(catalog.date));
  price.date = offer.priced;
  price.offers = static_cast<int>(offers.size());
  if (offers.size() > 1)
    price.source += "; " + middle_of(offers.size()) + " " + std::to_string(offers.size()) + " offers";
  return price;
}

}  // namespace ridgepoint
