// Everything the project knows, by id and alias.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/shared.h"
#include "engine/facts/accelerator.h"
#include "engine/facts/calibration.h"
#include "engine/facts/market.h"
#include "engine/facts/name_index.h"
#include "engine/facts/serving_engine.h"
#include "engine/model/architecture.h"
#include "engine/model/format.h"

namespace ridgepoint {

struct Source {
  std::string id;
  std::string title;
  std::string url;
};
void visit(Source& source, FieldVisitor& v);

// Who rents machines out or hosts models.
struct Provider {
  std::string id;
  std::string name;
  std::optional<ProviderTier> tier;  // absent: hosts models only
};
void visit(Provider& provider, FieldVisitor& v);

// What a host takes for a model: a dated record like a Price.
struct ApiPrice {
  std::string provider;
  std::string model;                     // id in the catalog
  Usd input;                             // per 1e6 tokens read
  Usd output;                            // per 1e6 tokens generated
  std::optional<Usd> cache_read;         // per 1e6 tokens found in the host's prefix cache; absent: none is published
  std::optional<double> batch_discount;  // share taken off requests that can wait; absent: none is published
  std::optional<double> off_peak_share;  // of the price that is asked in these hours
  std::optional<double> off_peak_hours;  // of a day
  Status status = Status::current;
  std::string ended;      // since when it is not served
  std::string successor;  // the host's own name of what stands in its place
  std::string priced;     // the price's own day, by its source
  std::string seen;       // when it was last read there unchanged; empty: not since
  std::string served_as;  // the host's own name for the model
  std::string source;
  std::string note;
};
void visit(ApiPrice& price, FieldVisitor& v);

// Positions in the catalog's prices of the newest rent of an instance, by PriceKind; -1: none.
using NewestRents = std::array<int, 4>;

// An instance that is offered to everyone, by positions in the catalog.
struct OfferedRent {
  std::size_t instance = 0;
  std::size_t price = 0;
  double usd_per_gpu_h = 0;
  std::optional<int> day;  // of the price
};
using OfferedRents = std::array<std::vector<OfferedRent>, 4>;  // by PriceKind, cheapest per GPU first

// Where the prices of a thing stand in the catalog, so that none has to be looked for.
struct PriceIndex {
  using Positions = std::vector<std::size_t>;
  std::vector<NewestRents> newest_rents;                    // of each instance
  std::vector<std::size_t> providers;                       // of each instance, numbered from 0
  std::map<std::string, Positions, std::less<>> instances;  // by accelerator
  std::map<std::string, OfferedRents, std::less<>> offers;  // by accelerator
  std::map<std::string, Positions, std::less<>> purchases;  // by accelerator
  std::map<std::string, Positions, std::less<>> hosted;     // by model: the newest of each offer, cheapest first
  std::vector<std::optional<ProviderTier>> tiers;           // of each instance's provider
  std::array<std::vector<double>, 4> levels;                // by PriceKind: rent_levels()
};

struct Catalog {
  DECLARE_COPIES(Catalog);

  std::string date;  // of the newest record
  std::vector<Source> sources;
  std::vector<NumberFormat> formats;
  std::vector<NumberFormat> releases;  // formats as some owners of files have them; the first that a file is of counts
  std::vector<DeviceFamily> families;
  std::vector<Accelerator> accelerators;
  std::vector<Capability> capabilities;
  std::vector<ServingEngine> engines;
  std::vector<TrainingFramework> frameworks;
  std::vector<ModelRecord> models;
  std::vector<Provider> providers;
  std::vector<Instance> instances;
  std::vector<Price> prices;
  std::vector<ApiPrice> api;
  std::vector<Grid> grids;
  std::vector<Benchmark> benchmarks;
  Calibration calibration;
  PriceIndex index;                          // derived by index_prices()
  NameIndex accelerator_names, model_names;  // derived by index_names()
  // Of language models, by id: derived by build_architectures(), built when asked for where they are not.
  std::map<std::string, Shared<Architecture>, std::less<>> architectures;
};
void visit(Catalog& catalog, FieldVisitor& v);
// It visits one member of a catalog; all of them, in turn, visit the whole.
struct CatalogMember {
  Field field;
  void (*visit)(Catalog& catalog, FieldVisitor& v, const Field& field);
};
std::span<const CatalogMember> catalog_members();

// US$ an hour that an accelerator's level among all that are let says; empty where nobody lets it.
std::optional<double> usual_rent(const Catalog& catalog, PriceKind kind, std::string_view accelerator);

// To be called when instances or prices have changed; what is not indexed is not found.
void index_prices(Catalog& catalog);
// Lets accelerators and models be found at once; without it they are looked for among all.
void index_names(Catalog& catalog);
// Builds the architecture of every model that has one, once for all estimates.
void build_architectures(Catalog& catalog);
// Of a record of the catalog: as architecture_of(record, path).
Result<Shared<Architecture>> architecture_of(const Catalog& catalog, const ModelRecord& record,
                                             const std::string& path);

// The entry a person means by `name`: its id, then an alias, then its name, all normalized.
// Null when nothing matches. Models are also found by names of copies and of releases: without the owner, and without
// ends that say how the weights are stored ("unsloth/Qwen3-8B-Q4_K_M.gguf"), what they are tuned for ("-Instruct") or
// a date, whichever of these leaves a name that is known with the fewest taken off. Accelerators are also found by
// names that say their memory, maker or computer: see accelerator_names.h.
const Accelerator* find_accelerator(const Catalog& catalog, std::string_view name);
// By nothing but id, alias and name.
const Accelerator* find_accelerator_as_spelled(const Catalog& catalog, std::string_view name);
const ModelRecord* find_model(const Catalog& catalog, std::string_view name);
// The format that a model's name says its weights have ("-NVFP4", "-Q4_K_M.gguf"); null where it says none.
const NumberFormat* format_named(const Catalog& catalog, std::string_view model);
// How the owner of these files has their format; null where as anybody.
const NumberFormat* release_of(const Catalog& catalog, std::string_view file);
// "Qwen/Qwen3-8B-AWQ": the model's public files in a format, what is usual first.
std::vector<std::string> files_in(const ModelRecord& model, std::string_view format);
// What an answer calls a model that was asked for as `asked`: by the record's name, and where neither that nor the name
// it is published by is that of what was asked by both: "Qwen2.5-Coder-7B (as Qwen2.5 7B)".
std::string answered_name(const ModelRecord& record, std::string_view asked);
const Instance* find_instance(const Catalog& catalog, std::string_view name);
// By id or name, else by the words that names of models say it with: "Q4_K_M", "EXL3 4.0bpw", "4bit DWQ MLX".
const NumberFormat* find_format(const Catalog& catalog, std::string_view name);
const DeviceFamily* find_family(const Catalog& catalog, std::string_view name);
const ServingEngine* find_engine(const Catalog& catalog, std::string_view name);
const TrainingFramework* find_framework(const Catalog& catalog, std::string_view name);
// Tells whether the engine runs on the device at all.
bool runs_on(const ServingEngine& engine, const Accelerator& device);
bool runs_on(const TrainingFramework& framework, const Accelerator& device);
// Tells whether the engine reads weights of that format on any device at all.
bool reads(const ServingEngine& engine, const NumberFormat& format);
// Finds the first of the list for the format and the device; null: none.
const FormatsOn* holding(const std::vector<FormatsOn>& list, const NumberFormat& format, const Accelerator& device);
const Grid* find_grid(const Catalog& catalog, std::string_view name);

// The `most` candidates nearest to `wrong` by edit distance of their normalized forms, nearest
// first; only those near enough to be meant.
std::vector<std::string> nearest(std::string_view wrong, const std::vector<std::string>& candidates,
                                 std::size_t most = 3);
template <class Record>
std::vector<std::string> ids_of(const std::vector<Record>& records) {
  std::vector<std::string> ids;
  ids.reserve(records.size());
  for (const Record& record : records) ids.push_back(record.id);
  return ids;
}
// The problem of a name that no `what` of the catalog has names those that may be meant.
Problem unknown_name(std::string path, const char* what, const std::string& name, std::vector<std::string> meant);
// Ids of models that a name which is none may be meant for. Another number, sizes apart, is another model:
// "GLM-5.3-Flash" is not meant for "glm-4.7-flash". By their ids; where none is near, by their aliases.
std::vector<std::string> nearest_models(const Catalog& catalog, std::string_view wrong);

// The newest price of each host's offer of a model, cheapest first by three tokens read for one
// generated. Empty `provider` means any.
std::vector<const ApiPrice*> api_offers(const Catalog& catalog, std::string_view model, std::string_view provider);

// One way to rent an accelerator.
struct RentOffer {
  const Instance* instance = nullptr;
  const Price* price = nullptr;
  double usd_per_gpu_h = 0;
  std::size_t provider = 0;          // its number in the index of prices
  std::optional<ProviderTier> tier;  // of the provider; absent: nobody's, or one that nobody knows
  std::optional<int> day;            // number of the price's own
};
// The name people know a provider by; its id when the catalog has none.
std::string provider_name(const Catalog& catalog, std::string_view provider);

// Whether an instance can be offered to someone who asks for `provider` (empty: any). Ended
// ones and averages never are; those of no provider to anyone; serverless seconds, single marketplace hosts,
// managed endpoints and instances whose device is not certain only to who asks for that provider. What may be taken
// back is offered as spot alone.
bool is_offered(const Instance& instance, std::string_view provider);

// The newest offers of a kind of rent, of instances that hold the accelerator and are offered; cheapest per GPU first.
// Empty `provider` and `region` mean any.
std::vector<RentOffer> rent_offers(const Catalog& catalog, PriceKind kind, std::string_view accelerator,
                                   std::string_view provider, std::string_view region);

// The accelerators of the architecture before that of `accelerator`: of the same vendor and segment, and of the same
// form factor where there are any, the architecture that was first released latest before its own. Empty when none is
// known.
std::vector<const Accelerator*> generation_before(const Accelerator& accelerator, const Catalog& catalog);

// What people run a model for.
enum class Purpose { chat, code, reasoning, vision, agents, embedding, speech, image, video };
template <>
inline constexpr auto kWords<Purpose> = word_list("chat", "code", "reasoning", "vision", "agents", "embedding",
                                                  "speech", "image", "video");

// By the maker's word where the record has it; else chat of what generates text, vision of it too where it reads
// images, and image, video and speech by kind. Of networks that classify and encode: none.
std::vector<Purpose> purposes_of(const ModelRecord& model);

}  // namespace ridgepoint
