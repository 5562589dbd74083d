// Where the facts of catalog records come from, beside the records' own fields.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/facts/accelerator.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

using ProvenanceByRecord = std::map<std::string, ProvenanceMap>;  // by pointer, as JsonReader collects it

// Gives each record what was collected under `list` ("/accelerators").
template <class Record>
void take_provenance(std::vector<Record>& records, const std::string& list, const ProvenanceByRecord& collected) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto found = collected.find(list + "/" + std::to_string(i));
    if (found != collected.end()) records[i].provenance = found->second;
  }
}

// The member "provenance" of a record; an empty object when there is nothing to say.
Json provenance_json(const ProvenanceMap& provenance);

// Adds it to each written record that has any.
template <class Record>
void add_provenance(Json& written, const std::vector<Record>& records) {
  for (std::size_t i = 0; i < records.size() && i < written.size(); ++i)
    if (!records[i].provenance.empty()) written[i]["provenance"] = provenance_json(records[i].provenance);
}

}  // namespace ridgepoint::json
