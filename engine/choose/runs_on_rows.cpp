#include "engine/choose/runs_on_rows.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "engine/base/dates.h"
#include "engine/base/lists.h"

namespace ridgepoint {
namespace {

bool is_recent(const RunningModel& model, std::string_view today) {
  constexpr int kRecent = 548;  // days
  return days_between(model.release, today).value_or(kRecent + 1) <= kRecent;
}

// Dense models of this size are as good (PurposePick).
double size_of(const RunningModel& model) { return std::sqrt(model.params_b * model.active_params_b); }

bool can_be_picked(const ServedModel& row) {
  return row.runs_well && row.quality <= Quality::good && row.model.successor.empty();
}

const ServedModel* pick_of(std::vector<const ServedModel*> rows, std::string_view today) {
  constexpr double kAsLarge = 0.75;
  const auto is_old = [&](const ServedModel* row) { return !is_recent(row->model, today); };
  const bool all_old = std::all_of(rows.begin(), rows.end(), is_old);
  std::erase_if(rows,
                [&](const ServedModel* row) { return all_old ? generates_tokens(row->model.kind) : is_old(row); });
  const auto is_said = [](const ServedModel* row) { return row->model.is_said; };
  if (std::any_of(rows.begin(), rows.end(), is_said)) std::erase_if(rows, std::not_fn(is_said));
  double largest = 0;
  for (const ServedModel* row : rows) largest = std::max(largest, size_of(row->model));
  const ServedModel* best = nullptr;
  for (const ServedModel* row : rows) {
    if (size_of(row->model) < kAsLarge * largest) continue;
    const auto rank = [](const RunningModel& m) { return std::tuple(std::string_view(m.release), size_of(m)); };
    if (!best || rank(row->model) > rank(best->model)) best = row;
  }
  return best;
}

// Where a row stands, see put_best_first.
struct Standing {
  std::size_t pick = 0;
  bool runs_badly = false;
  bool is_other = false;
  bool is_old = false;
  double params_b = 0;
  std::string_view id;
  std::size_t at = 0;
};

bool is_before(const Standing& a, const Standing& b) {
  return std::tuple(a.pick, a.runs_badly, a.is_other, a.is_old, -a.params_b, a.id) <
         std::tuple(b.pick, b.runs_badly, b.is_other, b.is_old, -b.params_b, b.id);
}

Standing standing_of(const RunningModel& model, std::string_view today) {
  Standing out;
  out.is_old = !is_recent(model, today) || !model.successor.empty();
  out.params_b = model.params_b;
  out.id = model.id;
  return out;
}

template <class Row>
void put_in_order(std::vector<Row>& rows, std::vector<Standing> order) {
  for (std::size_t i = 0; i < order.size(); ++i) order[i].at = i;
  sort_short(order, is_before);
  std::vector<Row> out;
  for (const Standing& standing : order) out.push_back(std::move(rows[standing.at]));
  rows = std::move(out);
}

template <class Row>
void put_recent_first(std::vector<Row>& rows, std::string_view today) {
  std::vector<Standing> order;
  for (const Row& row : rows) order.push_back(standing_of(row.model, today));
  put_in_order(rows, std::move(order));
}

}  // namespace

std::vector<PurposePick> picks_of(const std::vector<ServedModel>& serves, std::string_view today) {
  std::vector<PurposePick> out;
  for (const std::string_view purpose : kWords<Purpose>) {
    std::vector<const ServedModel*> rows;
    for (const ServedModel& row : serves) {
      const auto& purposes = row.model.purposes;
      // What speaks writes tokens; the pick for speech is what listens, timed by the second of sound.
      const bool speaks = purpose == word_of(Purpose::speech) && generates_tokens(row.model.kind);
      if (can_be_picked(row) && !speaks && contains(purposes, purpose)) rows.push_back(&row);
    }
    const ServedModel* row = pick_of(std::move(rows), today);
    if (!row) continue;
    PurposePick* pick = find_where(out, [&](const PurposePick& p) { return p.model == row->model.id; });
    if (!pick) pick = &out.emplace_back(PurposePick{{}, row->model.id, {}});
    pick->purposes.emplace_back(purpose);
  }
  return out;
}

void put_best_first(std::vector<ServedModel>& rows, const std::vector<PurposePick>& picks, std::string_view today) {
  std::vector<Standing> order;
  for (const ServedModel& row : rows) {
    order.push_back(standing_of(row.model, today));
    while (order.back().pick < picks.size() && picks[order.back().pick].model != row.model.id) ++order.back().pick;
    order.back().runs_badly = !row.runs_well;
    order.back().is_other = !generates_tokens(row.model.kind);
  }
  put_in_order(rows, std::move(order));
}

void put_current_first(std::vector<TunedModel>& rows, std::string_view today) { put_recent_first(rows, today); }
void put_current_first(std::vector<TrainedModel>& rows, std::string_view today) { put_recent_first(rows, today); }

}  // namespace ridgepoint
