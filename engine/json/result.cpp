#include "engine/json/result.h"

#include <optional>

#include "engine/fleet.h"
#include "engine/json/api.h"
#include "engine/json/scenario.h"
#include "engine/json/writer.h"

namespace ridgepoint::json {
namespace {

Echo<Json> echo(const Scenario& scenario, const std::set<std::string>& given, const JsonWriter&) {
  return echo_json(scenario, given);
}
Echo<std::string> echo(const Scenario& scenario, const std::set<std::string>& given, const TextWriter&) {
  return echo_text(scenario, given);
}

// An estimate with its fleet, where it has one, behind its cost.
template <class Writer>
class ResultWriter final : public Writer {
 public:
  // What is given on request only.
  ResultWriter() : Writer({"explain", "sensitivity", "cash_flow", "turning_points"}) {}

  void estimate(Estimate& estimate, const std::set<std::string>& given);

 private:
  std::size_t open_list(const Field& f, std::size_t size) override;

  std::optional<Fleet> fleet_;
};

template <class Writer>
void ResultWriter<Writer>::estimate(Estimate& estimate, const std::set<std::string>& given) {
  this->put_flag("ok", true);
  this->put_number("version", estimate.scenario.version);
  this->put_text("engine_version", version());
  this->put_text("catalog_date", estimate.catalog_date);
  auto asked = echo(estimate.scenario, given, *this);
  this->put_value("scenario", std::move(asked.scenario));
  this->put_texts("defaulted", asked.defaulted);
  fleet_ = fleet(estimate);
  visit(estimate, *this);
}

template <class Writer>
std::size_t ResultWriter<Writer>::open_list(const Field& f, std::size_t size) {
  if (fleet_ && f.name == "remedies") {
    field::visit_object(*this, {.name = "fleet", .help = ""}, fleet_);
    fleet_.reset();
  }
  return Writer::open_list(f, size);
}

}  // namespace

std::string result_text(Estimate estimate, const std::set<std::string>& given, Recommendations* found) {
  ResultWriter<TextWriter> writer;
  writer.estimate(estimate, given);
  if (found) visit(*found, writer);
  return writer.take();
}

Json result_json(Estimate estimate, const std::set<std::string>& given) {
  ResultWriter<JsonWriter> writer;
  writer.estimate(estimate, given);
  return writer.take();
}

}  // namespace ridgepoint::json
