#include "engine/json/result.h"

#include <optional>

#include "engine/fleet.h"
#include "engine/json/api.h"
#include "engine/json/scenario.h"
#include "engine/json/writer.h"

namespace ridgepoint::json {
namespace {

std::optional<Json> fleet_json(const Estimate& estimate) {
  std::optional<Fleet> found = fleet(estimate);
  if (!found) return std::nullopt;
  JsonWriter writer;
  visit(*found, writer);
  return writer.take();
}

}  // namespace

Json result_json(Estimate estimate, const std::set<std::string>& given) {
  Json out = Json::object();
  out["ok"] = true;
  out["version"] = estimate.scenario.version;
  out["engine_version"] = version();
  out["catalog_date"] = estimate.catalog_date;
  out["scenario"] = scenario_json(estimate.scenario);
  out["defaulted"] = Json::array();
  for (const std::string& pointer : defaulted(out["scenario"], given)) out["defaulted"].push_back(pointer);

  JsonWriter writer;
  visit(estimate, writer);
  Json figures = writer.take();
  // given on request
  if (estimate.explain.empty()) figures.erase("explain");
  if (estimate.sensitivity.empty()) figures.erase("sensitivity");
  if (estimate.cost.cash_flow.empty()) figures["cost"].erase("cash_flow");
  const std::optional<Json> replicas = fleet_json(estimate);
  for (auto it = figures.begin(); it != figures.end(); ++it) {
    out[it.key()] = std::move(it.value());
    if (it.key() == "cost" && replicas) out["fleet"] = *replicas;
  }
  return out;
}

Json result_json(Estimate estimate, const std::set<std::string>& given, Recommendations found) {
  Json out = result_json(std::move(estimate), given);
  JsonWriter writer;
  visit(found, writer);
  Json lists = writer.take();
  if (found.turning_points.empty()) lists.erase("turning_points");
  for (auto it = lists.begin(); it != lists.end(); ++it) out[it.key()] = std::move(it.value());
  return out;
}

}  // namespace ridgepoint::json
