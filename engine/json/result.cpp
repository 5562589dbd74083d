#include "engine/json/result.h"

#include <optional>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/choose/fleet.h"
#include "engine/json/scenario.h"
#include "engine/json/writer.h"

namespace ridgepoint::json {
namespace {

// An estimate with its fleet, where it has one.
class ResultWriter final : public JsonWriter {
 public:
  // Without what is given on request only; with room for a usual result.
  ResultWriter() : JsonWriter({"explain", "sensitivity", "cash_flow", "turning_points"}, Digits::figures, 20000) {}

  void estimate(Estimate& estimate, const std::vector<std::string>& given);
};

void ResultWriter::estimate(Estimate& estimate, const std::vector<std::string>& given) {
  put_flag("ok", true);
  Scenario scenario = scenario_of(estimate.question);
  put_number("version", scenario.version);
  put_text("engine_version", version());
  put_text("catalog_date", estimate.catalog_date);
  const Echo echo = echo_text(std::move(scenario), given);
  put_json("scenario", echo.scenario);
  put_json("defaulted", echo.defaulted);
  visit(estimate, *this);
  std::optional<Fleet> fleet = ridgepoint::fleet(estimate);
  visit_object(*this, {"fleet"}, fleet);
}

}  // namespace

std::string version() { return RIDGEPOINT_VERSION; }

Result<std::string> result_text(Estimate& estimate, const std::vector<std::string>& given, Recommendations* found) {
  ResultWriter writer;
  writer.estimate(estimate, given);
  if (found) visit(*found, writer);
  if (!writer.problems.empty()) return writer.problems;
  return writer.take();
}

}  // namespace ridgepoint::json
