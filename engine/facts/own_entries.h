// What a scenario brings beside the catalog: whether it can be, and how it is told apart.
#pragma once

#include <string>
#include <vector>

#include "engine/facts/accelerator.h"
#include "engine/facts/catalog.h"
#include "engine/model/architecture.h"

namespace ridgepoint {

// Stands behind the name of an entry that is not the catalog's, wherever it is said, and as the source of its facts.
inline constexpr const char* kAsGiven = "as given";

// A person's own entries, in the form of the catalog's.
struct Overrides {
  std::vector<Accelerator> accelerators;
  std::vector<ModelRecord> models;
  std::vector<Instance> instances;
  std::vector<Price> prices;
};
void visit(Overrides& overrides, FieldVisitor& v);

bool has_own_entries(const Overrides& own);

// As they are merged into a catalog: named as given, found by their own names too, and without sources that the
// catalog would lend them.
Overrides marked(Overrides own);
// The catalog with a person's own entries in front, named as given; an entry with a known id replaces it, a price every
// one of its kind for the same thing: a rent of an accelerator all that its instances cost.
Catalog merged(Catalog catalog, const Overrides& overrides);

// What contradicts itself, is there twice or belongs to nothing. `catalog`: with the entries. Paths: "/overrides/...".
Problems own_entry_problems(const Overrides& own, const Catalog& catalog);
// The same of a record by itself; the rules hold for the catalog's, too.
Problems record_problems(const Accelerator& accelerator, const std::string& path);
Problems record_problems(const ModelRecord& model, const std::string& path);

// "memory_gb 800 (80)" for each fact in which an own entry differs from the catalog's of that id or name; absent: no
// such entry. `catalog`: without own entries.
std::optional<std::vector<std::string>> differences(const Accelerator& own, const Catalog& catalog);
std::optional<std::vector<std::string>> differences(const ModelRecord& own, const Catalog& catalog);

}  // namespace ridgepoint
