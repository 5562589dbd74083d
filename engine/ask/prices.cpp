#include "engine/ask/prices.h"

#include <algorithm>
#include <limits>
#include <tuple>
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

// `joined`: of machines, which are paid whole whatever the price is by.
int paid_gpus(const RentOffer& offer, int gpus, bool joined) {
  const int count = offer.instance->count, each = joined ? machine_size(*offer.instance).value_or(count) : count;
  return (gpus + each - 1) / each * each;
}

// Leaves each provider's cheapest, firm and "from" a price, cheapest first; of the same price that of which least is
// idle.
void keep_best_of_each(std::vector<RentOffer>& offers) {
  sort_short(offers, [](const RentOffer& a, const RentOffer& b) {
    return std::tie(a.usd_per_gpu_h, a.usd_per_working_gpu_h, a.instance->id) <
           std::tie(b.usd_per_gpu_h, b.usd_per_working_gpu_h, b.instance->id);
  });
  std::vector<char> seen;  // by number of the list
  std::erase_if(offers, [&](const RentOffer& offer) {
    const std::size_t list = 2 * offer.provider + (offer.price->from ? 1 : 0);
    if (list >= seen.size()) seen.resize(list + 1);
    return std::exchange(seen[list], true);
  });
}

// Which of so many, sorted, stands for them: of an even number the lower of the two in the middle.
std::string middle_of(std::size_t many) {
  if (many == 2) return "the lower of";
  return many % 2 == 0 ? "the lower middle of" : "the middle of";
}

std::string offer_said(const RentOffer& offer, const Scenario& s, const Catalog& catalog) {
  const Instance& instance = *offer.instance;
  return (instance.provider.empty() ? "" : provider_name(catalog, instance.provider) + " ") + instance.name + ", " +
         (instance.interruptible ? "may be taken back at any time, " : "") + said_price(*offer.price, s, catalog);
}

std::string paid_said(const RentMarket& market, int paid) {
  return (market.joined ? "; whole machines only, for one job on several of them" : "") +
         (paid > market.gpus ? ", " + short_number(paid) + " paid for " + short_number(market.gpus) + " used"
                             : std::string());
}

RentPrice price_of(const StandingOffer& standing, const Scenario& s, const RentMarket& market, const Catalog& catalog) {
  const RentOffer& offer = *standing.offer;
  RentPrice price;
  price.usd_gpu_h = offer.usd_per_gpu_h;
  price.paid_gpus = market.paid_gpus;
  price.date = offer.price->priced;
  price.providers = standing.of;
  price.source = offer_said(offer, s, catalog);
  if (standing.of > 1)
    price.source += "; " + middle_of(standing.of) + " what " + std::to_string(standing.of) +
                    " providers ask at the least (" + dollars(standing.lowest) + " to " + dollars(standing.highest) +
                    " an hour for each)";
  price.source += paid_said(market, price.paid_gpus);
  return price;
}

// "RunPod asks $0.69 (RTX 5090 32GB, "from", 2026-10-01), fitted to $1.03 by what it and others ask for other devices".
std::optional<RentPrice> fitted(const Scenario& s, const RentMarket& market, const Catalog& catalog, Pricing pricing) {
  // One that can be had: of clouds a firm price of today, of all any.
  const auto can_be_had = [&](const RentOffer& o) {
    return (market_of(s) == Market::all && pricing != Pricing::spot) ||
           (!o.price->from && !is_stale(o.price->priced, s.as_of.value_or(catalog.date)));
  };
  const std::vector<RentOffer>& offers = offers_of(market, pricing);
  const auto found = std::find_if(offers.begin(), offers.end(), can_be_had);
  if (found == offers.end() && pricing == Pricing::spot) return std::nullopt;
  const RentOffer& lowest = found == offers.end() ? offers.front() : *found;
  const std::optional<double> usual = usual_rent(catalog, static_cast<PriceKind>(pricing),  // which begins with these
                                                 lowest.instance->accelerator, market_of(s));
  if (!usual) return price_of({&lowest, 1, 0, 0}, s, market, catalog);
  RentPrice price;
  price.usd_gpu_h = *usual;
  price.paid_gpus = market.paid_gpus;
  price.date = lowest.price->priced;
  price.providers = offers.size();
  price.fitted = true;
  price.elsewhere = found == offers.end();
  price.source = dollars(*usual) + " fitted: " + dollars(lowest.usd_per_gpu_h) + " of " +
                 offer_said(lowest, s, catalog) + ", put to the level of its market by what providers ask for others" +
                 paid_said(market, price.paid_gpus);
  return price;
}

std::optional<RentPrice> published(const Scenario& s, const RentMarket& market, const Catalog& catalog,
                                   Pricing pricing) {
  if (offers_of(market, pricing).empty()) return std::nullopt;
  if (const std::optional<StandingOffer> standing = standing_offer(market, pricing))
    return price_of(*standing, s, market, catalog);
  return fitted(s, market, catalog, pricing);
}

struct Share {
  double of_on_demand = 1;
  int providers = 0;  // that publish both
};

// The middle of what providers take under `pricing` over what the same ones take on demand; of spot only where the
// scenario says. Empty where no provider publishes both.
std::optional<Share> share_of_on_demand(const CostChoice& c, const RentMarket& market, Pricing pricing) {
  if (pricing == Pricing::spot) return c.spot_ratio ? std::optional<Share>({*c.spot_ratio, 0}) : std::nullopt;
  std::vector<double> shares;
  for (const RentOffer& offer : offers_of(market, pricing))
    for (const RentOffer& full : offers_of(market, Pricing::on_demand))
      if (full.provider == offer.provider && full.usd_per_gpu_h > 0)
        shares.push_back(offer.usd_per_gpu_h / full.usd_per_gpu_h);
  if (shares.empty()) return std::nullopt;
  sort_short(shares, is_less);
  return Share{shares[(shares.size() - 1) / 2], static_cast<int>(shares.size())};
}

const char* kind_words(Pricing pricing) { return pricing == Pricing::spot ? "for spot" : "for the commitment"; }

RentPrice own_figure(double usd_gpu_h, int gpus) { return {usd_gpu_h, gpus, "your own figure", ""}; }

}  // namespace

Market market_of(const Scenario& s) {
  if (s.cost.market) return *s.cost.market;
  if (!s.serves()) return s.workload == Workload::finetune ? Market::all : Market::clouds;
  const bool one = s.workload == Workload::serve && s.serve.concurrency && *s.serve.concurrency <= 1;
  return one ? Market::all : Market::clouds;
}

std::string said_price(const Price& price, const Scenario& s, const Catalog& catalog) {
  const std::string given = price.source == kAsGiven ? kAsGiven : "";
  if (!given.empty() && price.priced.empty()) return given;
  return (given.empty() ? "" : given + ", ") + (price.from ? "\"from\", " : "") +
         said_days(price.priced, price.seen, s.as_of.value_or(catalog.date));
}

RentMarket rent_market(const Scenario& s, const Resolved& r, int together, const Catalog& catalog) {
  const std::string provider = s.cost.provider.value_or(r.instance ? r.instance->provider : "");
  RentMarket market{rent_offers(catalog, r.accelerator->id, provider, s.cost.region.value_or("")),
                    r.gpus,
                    std::numeric_limits<int>::max(),
                    {}};
  market.named = !provider.empty() || r.instance;
  const Market wanted = market_of(s);
  // One job over several machines takes whole ones; within one, all but prices by the GPU of machines that are too
  // small.
  const bool joined = together > r.per_node;
  const auto holds = [&](const RentOffer& o) {
    const std::optional<int> machine = joined ? machine_size(*o.instance) : o.instance->node_size;
    return machine.value_or(joined ? 1 : together) >= std::min(together, r.per_node);
  };
  for (std::vector<RentOffer>& offers : market.offers) {
    if (!market.named) std::erase_if(offers, [&](const RentOffer& o) { return !is_in(wanted, o.tier); });
    if (r.instance) std::erase_if(offers, [&](const RentOffer& o) { return o.instance->id != r.instance->id; });
    if (std::any_of(offers.begin(), offers.end(), holds)) {
      std::erase_if(offers, [&](const RentOffer& o) { return !holds(o); });
      market.joined = market.joined || joined;
    }
    for (RentOffer& offer : offers)
      offer.usd_per_working_gpu_h = offer.usd_per_gpu_h * paid_gpus(offer, market.gpus, joined) / market.gpus;
    keep_best_of_each(offers);
    for (const RentOffer& offer : offers)
      market.paid_gpus = std::min(market.paid_gpus, paid_gpus(offer, market.gpus, joined));
  }
  market.sole = r.accelerator->segment == Segment::cloud_only;
  const bool as_spot = r.instance && r.instance->interruptible;  // all that who asks for it can have
  market.on_demand = s.cost.rent_usd_gpu_h
                         ? own_figure(*s.cost.rent_usd_gpu_h, market.gpus)
                         : published(s, market, catalog, as_spot ? Pricing::spot : Pricing::on_demand);
  return market;
}

std::optional<StandingOffer> standing_offer(const RentMarket& market, Pricing pricing) {
  std::vector<const RentOffer*> firm, all;
  for (const RentOffer& offer : offers_of(market, pricing)) {
    all.push_back(&offer);
    if (!offer.price->from) firm.push_back(&offer);
  }
  const auto is_own = [](const RentOffer* offer) { return !offer->tier; };
  const bool own = std::any_of(all.begin(), all.end(), is_own);
  const std::vector<const RentOffer*>& standing = market.named || market.sole || own ? all : firm;
  const bool enough = market.named || market.sole || own || standing.size() >= kEnoughProviders;
  if (!enough || standing.empty()) return std::nullopt;
  return StandingOffer{standing[(standing.size() - 1) / 2], standing.size(), standing.front()->usd_per_gpu_h,
                       standing.back()->usd_per_gpu_h};
}

std::optional<RentPrice> rent_price(const Scenario& s, const RentMarket& market, const Catalog& catalog,
                                    Pricing pricing) {
  const CostChoice& c = s.cost;
  const bool reserved = is_reserved(pricing);
  if (reserved && c.reserved_usd_gpu_h) return own_figure(*c.reserved_usd_gpu_h, market.gpus);
  if (pricing == Pricing::on_demand) return market.on_demand;
  const std::optional<Share> share = share_of_on_demand(c, market, pricing);
  if (!market.on_demand || !share) return published(s, market, catalog, pricing);
  RentPrice price = *market.on_demand;
  price.usd_gpu_h *= share->of_on_demand;
  price.source += ", times " + short_number(share->of_on_demand) + " " + kind_words(pricing);
  if (share->providers > 0)
    price.source += " (the middle of " + counted(share->providers, "provider", "providers") + " with both)";
  return price;
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
