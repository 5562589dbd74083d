#include "engine/json/records.h"

namespace ridgepoint::json {

Json provenance_json(const ProvenanceMap& provenance) {
  Json out = Json::object();
  for (const auto& [field, where] : provenance) {
    Json entry = Json::object();
    if (!where.source.empty()) entry["source"] = where.source;
    if (!where.retrieved.empty()) entry["retrieved"] = where.retrieved;
    if (where.unverified) entry["unverified"] = true;
    out[field] = std::move(entry);
  }
  return out;
}

}  // namespace ridgepoint::json
