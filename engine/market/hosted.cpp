#include "engine/market/hosted.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/base/dates.h"
#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

Hosted terms_of(const ApiPrice& offer, const HostedAsk& ask) {
  const double known = offer.cache_read && offer.input > usd(0) ? *offer.cache_read / offer.input : 1;
  Hosted out;
  out.usd_m_input = ask.own.usd_m_input.value_or(in_usd(offer.input));
  out.usd_m_output = ask.own.usd_m_output.value_or(in_usd(offer.output));
  out.cached_price_ratio = ask.own.cached_price_ratio.value_or(std::min(1.0, known));
  out.batch_discount = ask.own.batch_discount.value_or(ask.waits ? offer.batch_discount.value_or(0) : 0);
  if (offer.off_peak_share && offer.off_peak_hours)
    out.hours = ask.waits ? *offer.off_peak_share : 1 - *offer.off_peak_hours / 24 * (1 - *offer.off_peak_share);
  return out;
}

double request_at(const Hosted& at, const HostedAsk& ask) {
  const double read = ask.input * (1 - ask.cached_share * (1 - at.cached_price_ratio));
  return (read * at.usd_m_input + ask.output * at.usd_m_output) * (1 - at.batch_discount) * at.hours;
}

// Hosts end a model within months and few lists say so: a price that no list has had for kStaleDays is of a host that
// may serve it no more, and does not stand among others. Where all are as old the newest stand; true where that is so.
bool keep_listed(std::vector<const ApiPrice*>& offers, std::string_view today) {
  const auto day = [](const ApiPrice* o) { return std::max<std::string_view>(o->priced, o->seen); };
  std::string_view newest;
  for (const ApiPrice* offer : offers) newest = std::max(newest, day(offer));
  const bool none = is_stale(newest, today);
  std::erase_if(offers, [&](const ApiPrice* o) { return day(o) != newest && (none || is_stale(day(o), today)); });
  return none;
}

}  // namespace

std::optional<Hosted> hosted(const HostedAsk& ask, const Catalog& catalog) {
  if (ask.own.usd_m_input && ask.own.usd_m_output) return terms_of({}, ask);
  std::vector<const ApiPrice*> offers = api_offers(catalog, ask.model, ask.provider);
  if (offers.empty()) return std::nullopt;
  const bool unlisted = keep_listed(offers, ask.day);
  sort_short(offers, [&](const ApiPrice* a, const ApiPrice* b) {
    return request_at(terms_of(*a, ask), ask) < request_at(terms_of(*b, ask), ask);
  });
  const ApiPrice* middle = offers[(offers.size() - 1) / 2];
  Hosted out = terms_of(*middle, ask);
  out.offer = middle;
  out.offers = offers.size();
  out.unlisted = unlisted;
  return out;
}

}  // namespace ridgepoint
