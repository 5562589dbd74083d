// Scenarios as JSON: the special forms of the contract on top of the plain fields.
//
// "model" is a catalog id, {"params_b": 7}, or an architecture in the catalog's form; "accelerator" in
// "hardware" is a catalog id or an accelerator in the catalog's form. What is written out in place
// becomes an entry of "overrides" (id "custom-model", "custom-accelerator" when it has none) and is
// named by its id; the echo shows it there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"
#include "engine/json/value.h"

namespace ridgepoint::json {

// Where the plain form has what the input had elsewhere, as JSON pointers.
struct Moved {
  std::string from;  // in the input: "/model"
  std::string to;    // in the plain form: "/overrides/models/0"
};

struct ScenarioRead {
  Scenario scenario;
  std::vector<std::string> given;  // pointers of the leaves that were given, in the plain form, sorted
  std::vector<Moved> moved;
  bool any_hardware = false;  // the best that there is for it, as a search ranks it
};

// The scenario, or every problem with its form, with pointers into the input.
Result<ScenarioRead> read_scenario(std::string_view text);

// The same with what could be read beside the problems, so that other checks can add theirs; fields
// with a problem keep their default. Fails only for what is not a JSON object at all.
struct ScenarioForm {
  ScenarioRead read;
  Problems problems;
};
Result<ScenarioForm> read_form(std::string_view text);

// Problems of the plain form with their pointers turned back into the input's.
Problems as_in_input(Problems problems, const std::vector<Moved>& moved);

// The scenario with every default filled in. Reading it again gives the same scenario.
Json scenario_json(Scenario scenario);

// The same as text, and the list of the pointers of its leaves that were not `given`, which is sorted.
struct Echo {
  std::string scenario;
  std::string defaulted;
};
Echo echo_text(Scenario scenario, const std::vector<std::string>& given);

// Only what differs from the defaults or was `given`, pointers that are sorted, and the version.
Json brief_scenario_json(const Scenario& scenario, const std::vector<std::string>& given = {});

}  // namespace ridgepoint::json
