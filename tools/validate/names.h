// How published tables spell things: devices, models, number formats, engines, layouts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/ask/scenario.h"
#include "engine/facts/catalog.h"
#include "tools/validate/csv.h"

namespace ridgepoint::validation {

bool contains(std::string_view text, std::string_view part);
std::string lower(std::string_view text);

// The number right after `words` in a text: number_after("file 4.6 GiB", "file ") is 4.6.
std::optional<double> number_after(std::string_view text, std::string_view words);
// The whole number right before `words`: number_before("closed loop 8, 40 requests", " requests") is 40.
std::optional<double> number_before(std::string_view text, std::string_view words);

// Id of a device by its name, or by the name without what stands in brackets and without its memory size.
std::optional<std::string> device_id(const Catalog& catalog, std::string_view spelled);

// The device of a row: one of the catalog, or one of a stated memory and otherwise unknown ("24GB GPU"). Put
// into the scenario; false when it is neither.
bool set_device(Scenario& scenario, const Catalog& catalog, std::string_view spelled);

// The CPU beside a card; a desktop of two DDR5 channels where the name tells nothing.
std::string host_id(const Catalog& catalog, std::string_view spelled);

// A CPU of the catalog with what else a row says of it: the speed of its memory in its name ("DDR4-2133"), and in its
// notes how many sockets work as one device, with their bandwidth, rates and memory together, and threads where there
// are fewer than cores, with their share of the rates. Its id, put into the scenario where it differs.
std::string cpu_as_described(Scenario& scenario, const Catalog& catalog, const std::string& id, std::string_view name,
                             const std::string& notes);

// Id of a model that is built from what a row says.
inline constexpr const char* kModelOfRow = "measured";

// The model of a row: one of the catalog, one built from the row's own params_b, layers, hidden and
// heads, or one synthesized from the size in its name. Put into the scenario; false when nothing is known.
bool set_model(Scenario& scenario, const Catalog& catalog, const Row& row);

// Id of the weight or cache format a table means; absent when it says nothing that is known.
std::optional<std::string> weight_format(const Catalog& catalog, std::string_view spelled);
std::optional<std::string> cache_format(const Catalog& catalog, std::string_view spelled);

// Id of the serving engine a table means.
std::optional<std::string> engine_id(const Catalog& catalog, std::string_view spelled);

// "tp8,ep8", "layer-split", "none": false when the layout is not said.
bool set_layout(ParallelChoice& parallel, std::string_view spelled, int gpus);

}  // namespace ridgepoint::validation
