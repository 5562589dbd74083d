#include "engine/market/rent.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "engine/base/dates.h"
#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

// What holds a number of jobs: some machines of one offer.
struct Item {
  const RentOffer* offer = nullptr;
  int machines = 1;
  int jobs = 1;
  int gpus = 1;
  double usd_h() const { return machines * offer->usd_per_gpu_h * offer->instance->count; }
};

// The least of an offer that holds a job of `together`; empty where none of it does.
std::optional<Item> item_of(const RentOffer& offer, int together, int per_node) {
  const Instance& instance = *offer.instance;
  const bool part = instance.tier == Tier::per_gpu || instance.node_size;  // of a machine
  const std::optional<int> machine = machine_size(instance);
  if (together > per_node) {  // joined: machines are paid whole
    const int whole = machine.value_or(1);
    if (whole < per_node) return std::nullopt;
    const int gpus = (together + whole - 1) / whole * whole;
    return Item{&offer, gpus / instance.count, 1, gpus};
  }
  if (part && machine.value_or(together) < together) return std::nullopt;
  if (part) {
    const int machines = (together + instance.count - 1) / instance.count;
    return Item{&offer, machines, 1, machines * instance.count};
  }
  if (instance.count < together) return std::nullopt;
  return Item{&offer, 1, instance.count / together, instance.count};
}

struct Cover {
  double usd_h = std::numeric_limits<double>::infinity();
  int gpus = 0;
  int machines = 0;
  const Item* last = nullptr;
  Cover with(const Item& item) const {
    return {usd_h + item.usd_h(), gpus + item.gpus, machines + item.machines, &item};
  }
  bool operator<(const Cover& other) const {
    static constexpr double kSame = 1e-9;
    if (usd_h < other.usd_h * (1 - kSame) || other.usd_h < usd_h * (1 - kSame)) return usd_h < other.usd_h;
    return std::tie(gpus, machines) < std::tie(other.gpus, other.machines);
  }
};

constexpr std::size_t kEnoughProviders = 3;  // to tell a price by themselves
constexpr std::size_t kFewestOfSpot = 3;     // offers: what is taken back at will is of no single price
constexpr int kMostJobs = 512;  // that are distributed one by one; of more, the rest is of what is cheapest for each

void add(Let& let, const Item& item, int times) {
  for (RentUnit& unit : let.units)
    if (unit.offer.instance == item.offer->instance) return void(unit.machines += times * item.machines);
  let.units.push_back({*item.offer, times * item.machines});
}

// The cheapest items that hold `jobs`, by the cheapest for each smaller number.
void add_cheapest(Let& let, const std::vector<Item>& items, int jobs) {
  std::vector<Cover> covers(static_cast<std::size_t>(jobs) + 1);
  covers[0].usd_h = 0;
  for (int job = 1; job <= jobs; ++job)
    for (const Item& item : items) {
      const Cover with = covers[static_cast<std::size_t>(std::max(0, job - item.jobs))].with(item);
      Cover& known = covers[static_cast<std::size_t>(job)];
      if (with < known) known = with;
    }
  for (int job = jobs; job > 0; job = job - covers[static_cast<std::size_t>(job)].last->jobs)
    add(let, *covers[static_cast<std::size_t>(job)].last, 1);
}

Let cheapest(const std::vector<Item>& items, int jobs) {
  const auto by_job = [](const Item& a, const Item& b) { return a.usd_h() * b.jobs < b.usd_h() * a.jobs; };
  const auto once = [](const Item& a, const Item& b) { return Cover{0}.with(a) < Cover{0}.with(b); };
  const Item& dense = *std::min_element(items.begin(), items.end(), by_job);
  Let let;
  if (items.size() == 1) {
    add(let, dense, (jobs + dense.jobs - 1) / dense.jobs);
  } else if (jobs == 1) {
    add(let, *std::min_element(items.begin(), items.end(), once), 1);
  } else {
    const int times = std::max(0, jobs - kMostJobs) / dense.jobs;
    if (times > 0) add(let, dense, times);
    add_cheapest(let, items, jobs - times * dense.jobs);
  }
  for (const RentUnit& unit : let.units) {
    let.gpus += unit.machines * unit.offer.instance->count;
    let.usd_h += unit.machines * unit.offer.usd_per_gpu_h * unit.offer.instance->count;
  }
  return let;
}

std::vector<RentOffer> offers_for(const RentAsk& ask, PriceKind kind, const Catalog& catalog) {
  auto offers = rent_offers(catalog, kind, ask.accelerator, ask.provider, ask.region);
  const bool named = !ask.provider.empty() || !ask.instance.empty();
  std::erase_if(offers, [&](const RentOffer& o) {
    return (!named && !is_in(ask.market, o.tier)) || (!ask.instance.empty() && o.instance->id != ask.instance);
  });
  return offers;
}

Listed listed_as(const RentOffer& offer, const std::optional<int>& today) {
  const bool stale = today && offer.day && *today - *offer.day > kStaleDays;
  return offer.price->from ? Listed::from : stale ? Listed::stale : Listed::fresh;
}

// A provider's offers that are as near to what can be had.
struct List {
  std::size_t provider = 0;
  Listed listed = Listed::fresh;
  std::vector<Item> items;
};

std::vector<List> lists_of(const std::vector<RentOffer>& offers, const RentAsk& ask, int together) {
  const std::optional<int> today = day_number(ask.day);
  std::vector<List> lists;
  for (const RentOffer& offer : offers) {
    const std::optional<Item> item = item_of(offer, together, ask.per_node);
    if (!item) continue;
    const Listed listed = listed_as(offer, today);
    const auto known = std::find_if(lists.begin(), lists.end(), [&](const List& list) {
      return list.provider == offer.provider && list.listed == listed;
    });
    List& list = known == lists.end() ? lists.emplace_back(List{offer.provider, listed, {}}) : *known;
    list.items.push_back(*item);
  }
  return lists;
}

std::vector<Let> lets_of(const std::vector<RentOffer>& offers, const RentAsk& ask, int together) {
  std::vector<Let> out;
  for (const List& list : lists_of(offers, ask, together)) {
    Let& let = out.emplace_back(cheapest(list.items, (ask.gpus + together - 1) / together));
    let.listed = list.listed;
    let.joined = together > ask.per_node;
    let.scattered = together < ask.together;
    let.smallest = list.items.front().gpus;
    for (const Item& item : list.items) let.smallest = std::min(let.smallest, item.gpus);
  }
  sort_short(out, [](const Let& a, const Let& b) {
    return std::tie(a.usd_h, a.gpus, a.offer().instance->id) < std::tie(b.usd_h, b.gpus, b.offer().instance->id);
  });
  return out;
}

// Those that let machines no larger than so many, of them the ones nearest to what can be had; cheapest first.
std::vector<const Let*> nearest(const std::vector<Let>& all, int gpus) {
  std::vector<const Let*> out;
  for (const Let& let : all) {
    if (let.smallest > gpus || (!out.empty() && let.listed > out.front()->listed)) continue;
    if (!out.empty() && let.listed < out.front()->listed) out.clear();
    out.push_back(&let);
  }
  return out;
}

const Let& middle(const std::vector<const Let*>& lets) { return *lets[(lets.size() - 1) / 2]; }

bool is_better(const Let& a, const Let& b) {
  return std::tie(a.listed, a.usd_h, a.gpus) < std::tie(b.listed, b.usd_h, b.gpus);
}

}  // namespace

std::vector<Let> lets(const RentAsk& ask, PriceKind kind, const Catalog& catalog) {
  const std::vector<RentOffer> offers = offers_for(ask, kind, catalog);
  std::vector<Let> out = lets_of(offers, ask, ask.together);
  return out.empty() ? lets_of(offers, ask, 1) : out;
}

int let_together(const RentAsk& ask, PriceKind kind, const Catalog& catalog) {
  const std::vector<RentOffer> offers = offers_for(ask, kind, catalog);
  const std::optional<int> today = day_number(ask.day);
  Listed nearest = Listed::from;
  for (const RentOffer& offer : offers) nearest = std::min(nearest, listed_as(offer, today));
  int together = 0;
  for (const RentOffer& offer : offers)
    if (listed_as(offer, today) == nearest) together = std::gcd(together, offer.instance->count);
  return together;
}

std::optional<Standing> standing(const RentAsk& ask, PriceKind kind, const Catalog& catalog) {
  const std::vector<Let> all = lets(ask, kind, catalog);
  std::vector<const Let*> stand;
  std::vector<int> sizes;
  for (const Let& let : all)
    if (!contains(sizes, let.smallest)) sizes.push_back(let.smallest);
  for (const int size : sizes)
    if (auto some = nearest(all, size); stand.empty() || is_better(middle(some), middle(stand)))
      stand = std::move(some);
  const bool named = !ask.provider.empty() || !ask.instance.empty() || all.empty() || !all.front().offer().tier;
  const bool enough = named || kind != PriceKind::spot || offers_for(ask, kind, catalog).size() >= kFewestOfSpot;
  if (stand.empty() || !enough) return std::nullopt;
  const Let& let = middle(stand);
  const bool old = let.listed == Listed::stale && (ask.market != Market::all || kind == PriceKind::spot);
  const bool elsewhere = let.listed == Listed::from || old;
  Standing out{let, stand.size(), stand.front()->usd_h, stand.back()->usd_h, std::nullopt, elsewhere};
  if (stand.size() < kEnoughProviders && !named)
    if (const auto usual = usual_rent(catalog, kind, ask.accelerator)) out.usual_usd_h = *usual * let.gpus;
  return out;
}

}  // namespace ridgepoint
