#include "engine/ask/prices.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/dates.h"
#include "engine/base/lists.h"
#include "engine/base/words.h"
#include "engine/facts/own_entries.h"

namespace ridgepoint {
namespace {

// Which of so many, sorted, stands for them: of an even number the lower of the two in the middle.
std::string middle_of(std::size_t many) {
  if (many == 2) return "the lower of";
  return many % 2 == 0 ? "the lower middle of" : "the middle of";
}

// "8 x Lambda 8x H200, 2026-10-21; the middle of what 5 providers ask ($19 to $31 an hour); 8 paid for 5 used".
std::string said_rent(const Standing& standing, const RentAsk& ask, const Scenario& s, const Catalog& catalog) {
  std::string out;
  for (const RentUnit& unit : standing.let.units) {
    const Instance& instance = *unit.offer.instance;
    out += (out.empty() ? "" : " and ") + (unit.machines > 1 ? std::to_string(unit.machines) + " × " : std::string());
    out += (instance.provider.empty() ? "" : provider_name(catalog, instance.provider) + " ") + instance.name + ", " +
           (instance.interruptible ? "may be taken back at any time, " : "") +
           said_price(*unit.offer.price, s, catalog);
  }
  if (standing.providers > 1)
    out += "; " + middle_of(standing.providers) + " what " + std::to_string(standing.providers) + " providers ask (" +
           dollars(standing.lowest) + " to " + dollars(standing.highest) + " an hour)";
  if (standing.let.joined) out += "; whole machines only, for one job on several of them";
  if (standing.let.scattered) out += "; no machine that holds a copy is listed";
  const std::string idle = short_number(standing.let.gpus) + " paid for " + short_number(ask.gpus) + " used";
  return standing.let.gpus > ask.gpus ? out + ", " + idle : out;
}

RentPrice own_figure(double usd_gpu_h, int gpus) {
  return {.usd_gpu_h = usd_gpu_h, .paid_gpus = gpus, .source = "your own figure"};
}

}  // namespace

Market market_of(const Scenario& s) {
  if (s.cost.market) return *s.cost.market;
  if (!s.serves()) return s.workload == Workload::finetune ? Market::all : Market::clouds;
  const bool one = s.workload == Workload::serve && s.serve.concurrency && *s.serve.concurrency <= 1;
  return one ? Market::all : Market::clouds;
}

std::optional<Scenario> at_listed_prices(const Scenario& scenario) {
  Scenario out = scenario;
  out.overrides.prices.clear();
  bool given = !scenario.overrides.prices.empty();
  for (auto price : {&CostChoice::rent_usd_gpu_h, &CostChoice::reserved_usd_gpu_h, &CostChoice::server_usd,
                     &CostChoice::api_input_usd_m, &CostChoice::api_output_usd_m})
    given |= std::exchange(out.cost.*price, std::nullopt).has_value();
  return given ? std::optional(std::move(out)) : std::nullopt;
}

std::string said_price(const Price& price, const Scenario& s, const Catalog& catalog) {
  const std::string given = price.source == kAsGiven ? kAsGiven : "";
  if (!given.empty() && price.priced.empty()) return given;
  return (given.empty() ? "" : given + ", ") + (price.from ? "\"from\", " : "") +
         said_days(price.priced, price.seen, s.as_of.value_or(catalog.date));
}

RentAsk rent_ask(const Scenario& s, const Resolved& r, int together, const Catalog& catalog) {
  // Chips that their makers alone let come in slices of the network that they share.
  const bool sliced = r.accelerator->segment == Segment::cloud_only;
  return {r.accelerator->id,
          r.gpus,
          together,
          sliced ? std::max(r.per_node, r.accelerator->fabric.domain) : r.per_node,
          s.cost.provider.value_or(""),
          s.cost.region.value_or(""),
          r.instance ? r.instance->id : "",
          market_of(s),
          s.as_of.value_or(catalog.date)};
}

std::optional<RentPrice> rent_price(const Scenario& s, const RentAsk& ask, const Catalog& catalog, Pricing pricing,
                                    bool in_words) {
  const CostChoice& c = s.cost;
  const bool on_demand = pricing == Pricing::on_demand;
  if (on_demand && c.rent_usd_gpu_h) return own_figure(*c.rent_usd_gpu_h, ask.gpus);
  if (is_reserved(pricing) && c.reserved_usd_gpu_h) return own_figure(*c.reserved_usd_gpu_h, ask.gpus);
  if (pricing == Pricing::spot && c.spot_ratio) {
    std::optional<RentPrice> full = rent_price(s, ask, catalog, Pricing::on_demand);
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
                   .source = in_words ? said_rent(*stands, ask, s, catalog) : "",
                   .date = offer.price->priced,
                   .usual_usd_gpu_h = stands->usual_usd_h.value_or(0) / ask.gpus,
                   .lowest_usd_gpu_h = stands->lowest / ask.gpus,
                   .highest_usd_gpu_h = stands->highest / ask.gpus,
                   .providers = stands->providers,
                   .scattered = let.scattered,
                   .elsewhere = stands->elsewhere};
}

double cached_share(const Scenario& s) { return s.cost.cached_share.value_or(s.serve.prefix_hit_rate); }

std::optional<HostedPrice> hosted_price(const Scenario& s, const Resolved& r, const Catalog& catalog) {
  const CostChoice& c = s.cost;
  const HostedAsk ask{.model = r.model_id,
                      .provider = c.mode == CostMode::api ? c.provider.value_or("") : "",
                      .input = s.serve.input_tokens,
                      .output = s.serve.reasoning_tokens + s.serve.output_tokens,
                      .cached_share = cached_share(s),
                      .waits = s.workload == Workload::batch,
                      .day = s.as_of.value_or(catalog.date),
                      .own = {c.api_input_usd_m, c.api_output_usd_m, c.cached_price_ratio, c.batch_discount}};
  const std::optional<Hosted> stands = hosted(ask, catalog);
  if (!stands) return std::nullopt;
  HostedPrice price{*stands, "your own figures"};
  if (!stands->offer) return price;
  const ApiPrice& offer = *stands->offer;
  price.source = provider_name(catalog, offer.provider) + " " + offer.served_as + ", " +
                 said_days(offer.priced, offer.seen, ask.day);
  if (stands->unlisted) price.source += ", which no list has had for more than " + std::to_string(kStaleDays) + " days";
  if (stands->offers > 1)
    price.source += "; " + middle_of(stands->offers) + " " + std::to_string(stands->offers) + " offers";
  return price;
}

}  // namespace ridgepoint
