// Everything the project knows, by id and alias.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/accelerator.h"
#include "engine/architecture.h"
#include "engine/calibration.h"
#include "engine/format.h"
#include "engine/result.h"
#include "engine/scenario.h"

namespace ridgepoint {

struct Source {
  std::string id;
  std::string title;
  std::string url;
};
void visit(Source& source, FieldVisitor& v);

struct Catalog {
  std::string date;  // of the newest record
  std::vector<Source> sources;
  std::vector<NumberFormat> formats;
  std::vector<Accelerator> accelerators;
  std::vector<ModelRecord> models;
  std::vector<Instance> instances;
  std::vector<Price> prices;
  Calibration calibration;
};
void visit(Catalog& catalog, FieldVisitor& v);

// Lower case, with everything but letters, digits and dots removed: "Llama 3.1 70B" -> "llama3.170b".
std::string normalized(std::string_view name);

// The entry a person means by `name`: its id, then an alias, then its name, all normalized.
// Null when nothing matches.
const Accelerator* find_accelerator(const Catalog& catalog, std::string_view name);
const ModelRecord* find_model(const Catalog& catalog, std::string_view name);
const Instance* find_instance(const Catalog& catalog, std::string_view name);
const NumberFormat* find_format(const Catalog& catalog, std::string_view name);

// The `most` candidates nearest to `wrong` by edit distance of their normalized forms, nearest
// first; only those near enough to be meant.
std::vector<std::string> nearest(std::string_view wrong, const std::vector<std::string>& candidates,
                                 std::size_t most = 3);

// The catalog with a person's own entries in front; an entry with a known id replaces it.
Catalog merged(Catalog catalog, const Overrides& overrides);

// The newest purchase price of an accelerator; null when none is known.
const Price* purchase_price(const Catalog& catalog, std::string_view accelerator);

// One way to rent an accelerator.
struct RentOffer {
  const Instance* instance = nullptr;
  const Price* price = nullptr;
  double usd_per_gpu_h = 0;
};
// The newest offer of each instance that holds the accelerator, cheapest per GPU first. Empty
// `provider` and `region` mean any.
std::vector<RentOffer> rent_offers(const Catalog& catalog, std::string_view accelerator, PriceKind kind,
                                   std::string_view provider, std::string_view region);

}  // namespace ridgepoint
