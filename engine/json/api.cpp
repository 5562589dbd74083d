#include "engine/json/api.h"

#include <cmath>
#include <exception>

#include "engine/import/import.h"
#include "engine/json/catalog.h"
#include "engine/json/document.h"
#include "engine/json/imported.h"
#include "engine/json/result.h"
#include "engine/json/scenario.h"
#include "engine/json/schema.h"
#include "engine/json/value_tree.h"
#include "engine/json/writer.h"
#include "engine/url.h"

namespace ridgepoint::json {
namespace {

Problem unexpected(const char* what) { return {"internal", "", std::string("Unexpected failure: ") + what, {}}; }

// The result of `body`; what it throws becomes a problem.
template <class T, class Body>
Result<T> guarded(const Body& body) {
  try {
    return body();
  } catch (const std::exception& error) { return unexpected(error.what()); } catch (...) {
    return unexpected("unknown");
  }
}

// The text of what `body` gives, or of its problems.
template <class Body>
std::string answered(const Body& body) {
  const Result<std::string> text = guarded<std::string>([&]() -> Result<std::string> {
    Result<Json> json = body();
    return to_text(json.ok() ? *json : refusal_json(json.problems()));
  });
  return text.ok() ? *text : error_document(text.problems());
}

Problem bad_option(const char* path, const char* message) { return {"bad_option", path, message, {"explain"}}; }

Result<With> read_options(std::string_view text) {
  With with;
  if (text.empty()) return with;
  const Result<Json> options = parse_document(text, kScenarioLimits);
  if (!options.ok()) return options.problems();
  if (!options->is_object()) return bad_option("", "Options are a JSON object.");
  for (auto it = options->begin(); it != options->end(); ++it)
    if (it.key() != "with") return bad_option("", "The only option is \"with\".");
  const Json* parts = member(*options, "with");
  if (!parts) return with;
  if (!parts->is_array()) return bad_option("/with", "\"with\" must be a list.");
  for (const Json& part : *parts) {
    if (part != "explain") return bad_option("/with", "\"with\" may list \"explain\".");
    with.explain = true;
  }
  return with;
}

struct Asked {
  ScenarioRead read;
  Estimate estimate;
};

bool names_path(const Problems& problems, const std::string& path) {
  for (const Problem& problem : problems)
    if (problem.path == path) return true;
  return false;
}

// Problems of the form, and of what it says as far as it could be read, each field once.
Problems all_problems(const ScenarioForm& form, const Catalog& catalog) {
  Problems problems = form.problems;
  for (Problem& problem : as_in_input(problems_of(form.read.scenario, catalog), form.read.moved))
    if (!names_path(form.problems, problem.path)) problems.push_back(std::move(problem));
  return problems;
}

Result<Asked> ask(std::string_view scenario_json, With with, const Catalog& catalog) {
  Result<ScenarioForm> form = read_form(scenario_json);
  if (!form.ok()) return form.problems();
  if (!form->problems.empty()) return all_problems(*form, catalog);
  Asked asked;
  asked.read = std::move(form).value().read;
  if (!asked.read.scenario.as_of) asked.read.scenario.as_of = catalog.date;
  Result<Estimate> estimate = ridgepoint::answer(asked.read.scenario, catalog, with);
  if (!estimate.ok()) return as_in_input(estimate.problems(), asked.read.moved);
  asked.estimate = std::move(estimate).value();
  return asked;
}

// What a link's reader should know: what was left out, and that the catalog is another one now.
Problems notices_of(const DecodedUrl& decoded, const std::string& today) {
  Problems notices = decoded.notices;
  if (!decoded.catalog_date.empty() && decoded.catalog_date != today)
    notices.push_back({"catalog_date",
                       "#d",
                       "The link was made with the catalog of " + decoded.catalog_date + "; this one is of " + today +
                           ", so figures may differ.",
                       {}});
  return notices;
}

Json decoded_json(const DecodedUrl& decoded, const std::string& today) {
  Json out = Json::object();
  out["ok"] = true;
  out["scenario"] = brief_scenario_json(decoded.scenario);
  out["notices"] = to_json(notices_of(decoded, today));
  return out;
}

Json encoded_json(const std::string& url) {
  Json out = Json::object();
  out["ok"] = true;
  out["url"] = url;
  if (url.size() > kLongestUrl + 1)
    out["notices"] =
        to_json(Problems{{"too_long",
                          "",
                          "The link is longer than the " + std::to_string(kLongestUrl) + " characters that are read.",
                          {}}});
  return out;
}

}  // namespace

Result<Api> Api::from_catalog(std::string_view catalog_json) {
  return guarded<Api>([&]() -> Result<Api> {
    Result<Catalog> catalog = read_catalog(catalog_json);
    if (!catalog.ok()) return catalog.problems();
    return Api(std::move(catalog).value());
  });
}

Result<Api> Api::with_calibration(std::string_view calibration_json) const {
  return guarded<Api>([&]() -> Result<Api> {
    Result<Calibration> calibration = read_calibration(calibration_json);
    if (!calibration.ok()) return calibration.problems();
    Api other = *this;
    other.catalog_.calibration = std::move(*calibration);
    return other;
  });
}

std::string Api::estimate(std::string_view scenario_json, std::string_view options_json) const {
  return answered([&]() -> Result<Json> {
    const Result<With> with = read_options(options_json);
    if (!with.ok()) return with.problems();
    Result<Asked> answer = ask(scenario_json, *with, catalog_);
    if (!answer.ok()) return answer.problems();
    Asked asked = std::move(answer).value();
    return result_json(std::move(asked.estimate), asked.read.given);
  });
}

Result<Estimate> Api::answer(std::string_view scenario_json, With with) const {
  return guarded<Estimate>([&]() -> Result<Estimate> {
    Result<Asked> asked = ask(scenario_json, with, catalog_);
    if (!asked.ok()) return asked.problems();
    return std::move(asked).value().estimate;
  });
}

std::string Api::catalog(std::string_view kind) const {
  return answered([&] { return catalog_json(catalog_, kind); });
}

std::string Api::schema(std::string_view name) const {
  return answered([&] { return schema_json(name); });
}

std::string Api::encode_url(std::string_view scenario_json) const {
  return answered([&]() -> Result<Json> {
    const Result<ScenarioRead> read = read_scenario(scenario_json);
    if (!read.ok()) return read.problems();
    return encoded_json(ridgepoint::encode_url(read->scenario, catalog_.date));
  });
}

std::string Api::decode_url(std::string_view url) const {
  return answered([&]() -> Result<Json> { return decoded_json(ridgepoint::decode_url(url), catalog_.date); });
}

Result<std::string> Api::link(std::string_view scenario_json) const {
  return guarded<std::string>([&]() -> Result<std::string> {
    const Result<ScenarioRead> read = read_scenario(scenario_json);
    if (!read.ok()) return read.problems();
    return ridgepoint::encode_url(read->scenario, catalog_.date);
  });
}

LinkScenario Api::follow(std::string_view url) const {
  const DecodedUrl decoded = ridgepoint::decode_url(url);
  return {to_text(brief_scenario_json(decoded.scenario)), notices_of(decoded, catalog_.date)};
}

std::string import_model(std::string_view bytes, double file_size, const std::string& name) {
  return answered([&]() -> Result<Json> {
    if (!(file_size >= 0 && file_size <= 9007199254740992.0) || std::floor(file_size) != file_size)
      return Problem{"bad_file", "", "The size of the file must be a whole number of bytes.", {}};
    const std::span<const std::uint8_t> start(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    Result<import::Step> step =
        import::import_file(start, static_cast<std::uint64_t>(file_size), name, &parse_value_tree);
    if (!step.ok()) return step.problems();
    return import_json(std::move(step).value());
  });
}

std::size_t bytes_needed(std::string_view document) {
  constexpr std::string_view kStart = "{\"ok\":true,\"needs\":";
  if (document.substr(0, kStart.size()) != kStart) return 0;
  std::size_t needed = 0;
  for (const char c : document.substr(kStart.size())) {
    if (c < '0' || c > '9') break;
    needed = 10 * needed + static_cast<std::size_t>(c - '0');
  }
  return needed;
}

std::string document_of(const std::function<void(FieldVisitor&)>& walk) {
  return answered([&]() -> Result<Json> {
    JsonWriter writer;
    walk(writer);
    return writer.take();
  });
}

std::string version() { return RIDGEPOINT_VERSION; }

std::string error_document(const Problems& problems) { return to_text(refusal_json(problems)); }

}  // namespace ridgepoint::json
