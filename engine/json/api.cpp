#include "engine/json/api.h"

#include <algorithm>

#include "engine/ask/ask.h"
#include "engine/ask/url.h"
#include "engine/base/lists.h"
#include "engine/choose/fleet.h"
#include "engine/choose/make_estimate.h"
#include "engine/facts/own_entries.h"
#include "engine/json/answered.h"
#include "engine/json/catalog.h"
#include "engine/json/document.h"
#include "engine/json/reader.h"
#include "engine/json/scenario.h"
#include "engine/json/schema_writer.h"
#include "engine/json/writer.h"
#include "engine/tell/answer.h"
#include "engine/tell/reproduce.h"

namespace ridgepoint::json {
namespace {

Problem bad_option(const char* path, const std::string& message) {
  Problem problem{"bad_option", path, message};
  for (const WithWord& known : kWithWords) problem.suggestions.emplace_back(known.word);
  return problem;
}

Result<With> read_options(std::string_view text) {
  With with;
  if (text.empty()) return with;
  const Result<Json> options = parse_document(text, kScenarioLimits);
  if (!options.ok()) return options.problems();
  if (!options->is_object()) return bad_option("", "Options are a JSON object.");
  for (auto it = options->begin(); it != options->end(); ++it)
    if (it.key() != "with" && it.key() != "effort" && it.key() != "known")
      return bad_option("", "Options are \"with\", \"effort\" and \"known\".");
  if (const Json* effort = member(*options, "effort")) {
    const double units = effort->is_number() ? effort->get<double>() : 0;
    if (!(units >= 1 && units <= kMostEffort))
      return bad_option("/effort", "\"effort\" is a number from 1 to " + std::to_string(kMostEffort) + ".");
    with.effort = static_cast<int>(units);
  }
  const Json* parts = member(*options, "with");
  if (!parts) return with;
  if (!parts->is_array()) return bad_option("/with", "\"with\" must be a list.");
  for (const Json& part : *parts)
    if (!part.is_string() || !ask_for(with, part.get_ref<const std::string&>()))
      return bad_option("/with", "\"with\" lists something that is not known.");
  return with;
}

// Of options that read_options() takes: accelerators to place beside those that people know.
Result<std::vector<std::string>> read_known(std::string_view text, const Catalog& catalog) {
  std::vector<std::string> out;
  if (text.empty()) return out;
  const Json options = *parse_document(text, kScenarioLimits);
  const Json* known = member(options, "known");
  if (!known) return out;
  if (!known->is_array()) return Problems{{"bad_option", "/known", "\"known\" must be a list."}};
  for (const Json& id : *known) {
    if (!id.is_string() || !find_accelerator(catalog, id.get_ref<const std::string&>()))
      return Problems{{"bad_option", "/known", "\"known\" lists an accelerator that the catalog does not have."}};
    out.push_back(id.get<std::string>());
  }
  return out;
}

// An answer in the contract's order, with its fleet where it has one; without what is given on request only. `given`:
// the leaves of the scenario that were asked for; the rest of the echo is marked as default. `found`, where there is
// one, stands behind. Refused where a figure is not finite or beyond all that can be.
Result<std::string> result_text(Estimate& estimate, const std::vector<std::string>& given,
                                Recommendations* found = nullptr) {
  JsonWriter out({"explain", "sensitivity", "cash_flow", "turning_points"}, JsonWriter::Digits::figures, 20000);
  out.put_flag("ok", true);
  Scenario scenario = scenario_of(estimate.question);
  out.put_number("version", scenario.version);
  out.put_text("engine_version", version());
  out.put_text("catalog_date", estimate.catalog_date);
  const Echo echo = echo_text(std::move(scenario), given);
  out.put_json("scenario", echo.scenario);
  out.put_json("defaulted", echo.defaulted);
  visit(estimate, out);
  std::optional<Fleet> fleet = ridgepoint::fleet(estimate);
  visit_object(out, {"fleet"}, fleet);
  if (found) visit(*found, out);
  if (!out.problems.empty()) return out.problems;
  return out.take();
}

// The best for the question, as a search ranks it.
bool is_any(const HardwareChoice& hardware) { return normalized(hardware.accelerator) == "any"; }

// Problems of the form, and of what it says as far as it could be read, each field once.
Problems all_problems(const ScenarioForm& form, const Catalog& catalog) {
  Problems problems = form.problems;
  for (Problem& problem : as_in_input(problems_of(form.read.scenario, catalog), form.read.moved))
    if (!find_where(form.problems, [&](const Problem& of_form) { return of_form.path == problem.path; }))
      problems.push_back(std::move(problem));
  return problems;
}

Result<ScenarioRead> read_asked(std::string_view scenario_json, const Catalog& catalog) {
  Result<ScenarioForm> form = read_form(scenario_json);
  if (!form.ok()) return form.problems();
  ScenarioRead& read = form.value().read;
  HardwareChoice& hardware = read.scenario.hardware;
  read.any_hardware = is_any(hardware);
  if (read.any_hardware) hardware.accelerator = HardwareChoice().accelerator;
  if (!form->problems.empty()) return all_problems(*form, catalog);
  const CostChoice& cost = read.scenario.cost;
  if (read.any_hardware && (hardware.count || hardware.instance || hardware.memory_gb || cost.rent_usd_gpu_h ||
                            cost.reserved_usd_gpu_h || cost.server_usd))
    return Problems{{"not_applicable", "/hardware/accelerator", "\"any\" takes no number, memory, instance or price."}};
  if (!read.scenario.as_of) read.scenario.as_of = catalog.date;
  take_apart(hardware, catalog);
  return std::move(read);
}

// The same on the hardware that a search put first.
Scenario on_best(const Scenario& asked, const Recommendations& found) {
  Scenario shown = scenario_of(found.shown);
  shown.overrides = asked.overrides;
  return shown;
}

Result<Estimate> answer_on_best(const Scenario& asked, const Recommendations& found, With with,
                                const Catalog& catalog) {
  Scenario shown = on_best(asked, found), given = asked;
  Result<Estimate> estimate = ridgepoint::answer(shown, catalog, with);
  if (!estimate.ok()) return estimate;
  Estimate& e = estimate.value();
  given.hardware = std::move(shown.hardware);  // the search has filled in the rest
  e.taken = taken(given, e, catalog);
  if (const std::string& nothing = found.nothing; !nothing.empty())
    e.answer = {nothing, "Nothing meets all limits", "no", {{nothing, "", ""}}, {}};
  return estimate;
}

Result<Recommendations> search(const ScenarioRead& read, const Catalog& catalog, RecommendOptions options = {}) {
  Result<Recommendations> found = ridgepoint::recommend(read.scenario, catalog, std::move(options));
  if (!found.ok()) return as_in_input(found.problems(), read.moved);
  return found;
}

Result<Estimate> answer_to(const ScenarioRead& read, With with, const Catalog& catalog) {
  if (read.any_hardware) {
    const Result<Recommendations> found = search(read, catalog);
    if (!found.ok()) return found.problems();
    return answer_on_best(read.scenario, *found, with, catalog);
  }
  Result<Estimate> estimate = ridgepoint::answer(read.scenario, catalog, with);
  if (!estimate.ok()) return as_in_input(estimate.problems(), read.moved);
  return estimate;
}

Result<std::string> estimated(std::string_view scenario_json, With with, const Catalog& catalog) {
  const Result<ScenarioRead> read = read_asked(scenario_json, catalog);
  if (!read.ok()) return read.problems();
  Result<Estimate> estimate = answer_to(*read, with, catalog);
  if (!estimate.ok()) return estimate.problems();
  return result_text(estimate.value(), read->given);
}

// "/hardware/count: must be at least 1; ..."
std::string in_words(const Problems& problems) {
  std::string out;
  for (const Problem& problem : problems)
    out += (out.empty() ? "" : "; ") + (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
  return out;
}

struct AskedForHardware {
  ScenarioRead read;
  Recommended recommended;
};

bool names_hardware(const ScenarioRead& read) {
  return !read.any_hardware && std::any_of(read.given.begin(), read.given.end(), [&](const std::string& pointer) {
    return pointer.rfind("/hardware/", 0) == 0 && (pointer != "/hardware/count" || read.scenario.hardware.count);
  });
}

Result<AskedForHardware> ask_for_hardware(std::string_view scenario_json, With with, std::vector<std::string> known,
                                          const Catalog& catalog) {
  Result<ScenarioRead> read = read_asked(scenario_json, catalog);
  if (!read.ok()) return read.problems();
  AskedForHardware asked{std::move(read).value(), {}};
  Result<Recommendations> found =
      search(asked.read, catalog, {.turning_points = with.series, .known = std::move(known)});
  if (!found.ok()) return found.problems();
  asked.recommended.found = std::move(found).value();
  Result<Estimate> estimate = names_hardware(asked.read)
                                  ? answer_to(asked.read, with, catalog)
                                  : answer_on_best(asked.read.scenario, asked.recommended.found, with, catalog);
  if (!estimate.ok()) return estimate.problems();
  asked.recommended.estimate = std::move(estimate).value();
  if (asked.recommended.found.ended)
    asked.recommended.estimate.warnings.push_back(
        {"search_ended", Severity::info,
         "Not every choice of hardware was simulated, which would take too long: one that "
         "meets the targets may be missing."});
  return asked;
}

// What a link's reader should know: what was left out, and that the catalog is another one now.
Problems notices_of(const DecodedUrl& decoded, const std::string& today) {
  Problems notices = decoded.notices;
  if (!decoded.catalog_date.empty() && decoded.catalog_date != today)
    notices.push_back({"catalog_date", "#d",
                       "The link was made with the catalog of " + decoded.catalog_date + "; this one is of " + today +
                           ", so figures may differ."});
  return notices;
}

// A link, with accelerators by their ids; one that names no load meant the usual users on any hardware.
DecodedUrl read_link(std::string_view url, const Catalog& catalog) {
  DecodedUrl out = ridgepoint::decode_url(url);
  ServeChoice& serve = out.scenario.serve;
  Scenario filled = out.scenario;
  fill_load(filled, filled.model, catalog);
  const ServeChoice& loaded = filled.serve;
  if (!serve.concurrency && loaded.concurrency == 1) serve.concurrency = kUsualUsers;
  if (serve.purpose == RequestPurpose::general) {
    serve.purpose.reset();
    serve.input_tokens = loaded.input_tokens;
    serve.output_tokens = loaded.output_tokens;
  }
  if (is_any(out.scenario.hardware)) out.scenario.hardware.count.reset();
  const Overrides& own = out.scenario.overrides;
  if (has_own_entries(own))
    name_by_id(out.scenario, merged(catalog, own));
  else
    name_by_id(out.scenario, catalog);
  return out;
}

Json decoded_json(const DecodedUrl& decoded, const std::string& today) {
  Json out = Json::object();
  out["ok"] = true;
  out["scenario"] = brief_scenario_json(decoded.scenario, decoded.given);
  out["notices"] = to_json(notices_of(decoded, today));
  return out;
}

Json encoded_json(const std::string& url) {
  Json out = Json::object();
  out["ok"] = true;
  out["url"] = url;
  if (url.size() > kLongestUrl + 1)
    out["notices"] = to_json(Problems{
        {"too_long", "", "The link is longer than the " + std::to_string(kLongestUrl) + " characters that are read."}});
  return out;
}

Result<RunsOnQuestion> read_question(std::string_view text) {
  const Result<Json> root = parse_document(text, kScenarioLimits);
  if (!root.ok()) return root.problems();
  RunsOnQuestion question;
  JsonReader reader(*root, "/overrides");
  visit(question, reader);
  reader.finish();
  if (!reader.problems.empty()) return reader.problems;
  return question;
}

template <class T>
Result<Json> written(T x, JsonWriter::Digits digits = JsonWriter::Digits::figures) {
  JsonWriter writer({}, digits);
  visit(x, writer);
  if (!writer.problems.empty()) return writer.problems;
  return writer.take_value();
}

// `parts` below what every answer begins with.
Result<Json> headed_json(const Catalog& catalog, const Result<Json>& parts) {
  if (!parts.ok()) return parts.problems();
  Json out = Json::object();
  out["ok"] = true;
  out["engine_version"] = version();
  out["catalog_date"] = catalog.date;
  out.update(*parts);
  return out;
}

Result<Json> runs_on_json(const RunsOnQuestion& question, const Catalog& catalog) {
  Result<RunsOn> found = ridgepoint::runs_on(question, catalog, start_lines);
  if (!found.ok()) return found.problems();
  const Result<Json> asked = written(question, JsonWriter::Digits::all), lists = written(std::move(found).value());
  if (!asked.ok() || !lists.ok()) return asked.ok() ? lists : asked;
  Json parts = Json::object();
  parts["question"] = *asked;
  parts.update(*lists);
  return headed_json(catalog, std::move(parts));
}

Result<Comparison> compare_texts(const std::vector<std::string>& texts, const Catalog& catalog) {
  Problems problems;
  std::vector<Scenario> scenarios;
  for (std::size_t i = 0; i < std::min(texts.size(), kMostCompared + 1); ++i) {
    Result<ScenarioRead> read = read_asked(texts[i], catalog);
    Problems of_this = read.problems();
    if (read.ok()) of_this = as_in_input(problems_of(read->scenario, catalog), read->moved);
    if (read.ok() && of_this.empty() && read->any_hardware) {
      const Result<Recommendations> found = search(*read, catalog);
      if (found.ok()) read.value().scenario = on_best(read->scenario, *found);
      of_this = found.problems();
    }
    for (Problem& problem : of_this) problem.path = "/" + std::to_string(i) + problem.path;
    append(problems, of_this);
    if (read.ok()) scenarios.push_back(std::move(read).value().scenario);
  }
  if (!problems.empty()) return problems;
  return ridgepoint::compare(scenarios, catalog);
}

// Without these nothing can be answered.
Problems missing_parts(const Catalog& c) {
  Problems problems;
  const auto need = [&](bool there, const char* path, const char* what) {
    if (!there) note(problems, "missing_field", path, std::string("The catalog has no ") + what + ".");
  };
  need(!c.accelerators.empty(), "/accelerators", "accelerators");
  need(!c.models.empty(), "/models", "models");
  need(!c.formats.empty(), "/formats", "number formats");
  need(!c.calibration.efficiencies.empty(), "/calibration/efficiencies", "coefficients of the speed formulas");
  return problems;
}

}  // namespace

std::string version() { return RIDGEPOINT_VERSION; }

CatalogParts::CatalogParts() : reading_(std::make_unique<CatalogReading>()) {}
CatalogParts::CatalogParts(CatalogParts&&) noexcept = default;
CatalogParts::~CatalogParts() = default;

Problems CatalogParts::add(std::string_view part_json) {
  const Result<bool> added = guarded<bool>([&]() -> Result<bool> {
    if (Problems problems = reading_->add(part_json); !problems.empty()) return problems;
    return true;
  });
  return added.ok() ? Problems{} : added.problems();
}

Result<bool> CatalogParts::read_on() {
  return guarded<bool>([&]() -> Result<bool> { return reading_->step(); });
}

Result<Api> CatalogParts::done() {
  return guarded<Api>([&]() -> Result<Api> {
    Result<CatalogFile> read = reading_->done();
    if (!read.ok()) return read.problems();
    CatalogFile file = std::move(read).value();
    if (Problems problems = missing_parts(file.catalog); !problems.empty()) return problems;
    return Api(std::move(file.catalog), std::move(file.guide), std::move(file.fields));
  });
}

Result<Api> Api::from_catalog(std::string_view catalog_json) {
  CatalogParts parts;
  if (Problems problems = parts.add(catalog_json); !problems.empty()) return problems;
  for (Result<bool> more = true; more.ok() && *more;) {
    more = parts.read_on();
    if (!more.ok()) return more.problems();
  }
  return parts.done();
}

Result<Api> Api::with_calibration(std::string_view calibration_json) const {
  return guarded<Api>([&]() -> Result<Api> {
    Result<Calibration> calibration = read_calibration(calibration_json);
    if (!calibration.ok()) return calibration.problems();
    Api other = *this;
    other.catalog_.calibration = std::move(calibration).value();
    if (Problems problems = missing_parts(other.catalog_); !problems.empty()) return problems;
    return other;
  });
}

std::string Api::estimate(std::string_view scenario_json, std::string_view options_json) const {
  return answered([&]() -> Result<std::string> {
    const Result<With> with = read_options(options_json);
    if (!with.ok()) return with.problems();
    return estimated(scenario_json, *with, catalog_);
  });
}

std::string Api::estimate(std::string_view scenario_json, With with) const {
  return answered([&] { return estimated(scenario_json, with, catalog_); });
}

Row Api::row(std::string_view scenario_json, With with, const std::vector<Column>& columns) const {
  Result<std::string> result = guarded<std::string>([&] { return estimated(scenario_json, with, catalog_); });
  Row row{{}, in_words(result.problems())};
  const std::string document = result.ok() ? std::move(result).value() : error_document(result.problems());
  for (const Column& column : columns) row.cells.push_back(cell(document, column));
  return row;
}

Result<Estimate> Api::answer(std::string_view scenario_json, With with) const {
  return guarded<Estimate>([&]() -> Result<Estimate> {
    const Result<ScenarioRead> read = read_asked(scenario_json, catalog_);
    if (!read.ok()) return read.problems();
    Result<Estimate> estimate = answer_to(*read, with, catalog_);
    if (!estimate.ok()) return estimate.problems();
    if (const auto text = result_text(estimate.value(), {}); !text.ok()) return text.problems();
    return estimate;
  });
}

std::string Api::recommend(std::string_view scenario_json, std::string_view options_json) const {
  return answered([&]() -> Result<std::string> {
    const Result<With> with = read_options(options_json);
    if (!with.ok()) return with.problems();
    Result<std::vector<std::string>> known = read_known(options_json, catalog_);
    if (!known.ok()) return known.problems();
    Result<AskedForHardware> answer = ask_for_hardware(scenario_json, *with, std::move(known).value(), catalog_);
    if (!answer.ok()) return answer.problems();
    AskedForHardware& asked = answer.value();
    return result_text(asked.recommended.estimate, asked.read.given, &asked.recommended.found);
  });
}

Result<Recommended> Api::recommended(std::string_view scenario_json, With with) const {
  return guarded<Recommended>([&]() -> Result<Recommended> {
    Result<AskedForHardware> asked = ask_for_hardware(scenario_json, with, {}, catalog_);
    if (!asked.ok()) return asked.problems();
    Recommended& told = asked.value().recommended;
    if (const auto text = result_text(told.estimate, {}, &told.found); !text.ok()) return text.problems();
    return std::move(told);
  });
}

std::string Api::compare(const std::vector<std::string>& scenarios) const {
  return answered([&]() -> Result<Json> {
    Result<Comparison> comparison = compare_texts(scenarios, catalog_);
    if (!comparison.ok()) return comparison.problems();
    return headed_json(catalog_, written(std::move(comparison).value()));
  });
}

std::string Api::compare(std::string_view scenarios_json) const {
  const Result<std::vector<std::string>> texts = scenarios_of_list(scenarios_json);
  return texts.ok() ? compare(*texts) : error_document(texts.problems());
}

Result<Comparison> Api::compared(const std::vector<std::string>& scenarios) const {
  return guarded<Comparison>([&] { return compare_texts(scenarios, catalog_); });
}

std::string Api::runs_on(std::string_view question_json) const {
  return answered([&]() -> Result<Json> {
    const Result<RunsOnQuestion> question = read_question(question_json);
    if (!question.ok()) return question.problems();
    return runs_on_json(*question, catalog_);
  });
}

Result<RunsOn> Api::running_on(std::string_view question_json) const {
  return guarded<RunsOn>([&]() -> Result<RunsOn> {
    const Result<RunsOnQuestion> question = read_question(question_json);
    if (!question.ok()) return question.problems();
    return ridgepoint::runs_on(*question, catalog_, start_lines);
  });
}

std::string Api::catalog(std::string_view kind) const {
  if (kind == "presets" || kind == "guide") return answered([&]() -> Result<Json> { return guide_json(guide_, kind); });
  return answered([&] { return catalog_json(catalog_, kind); });
}

std::string Api::schema(std::string_view name) const {
  return answered([&] { return schema_json(name, fields_.empty() ? Json() : parsed(fields_)); });
}

std::string Api::encode_url(std::string_view scenario_json) const {
  return answered([&]() -> Result<Json> {
    const Result<ScenarioRead> read = read_scenario(scenario_json);
    if (!read.ok()) return read.problems();
    return encoded_json(link_to(read->scenario, catalog_));
  });
}

std::string Api::decode_url(std::string_view url) const {
  return answered([&]() -> Result<Json> { return decoded_json(read_link(url, catalog_), catalog_.date); });
}

Result<std::string> Api::link(std::string_view scenario_json) const {
  return guarded<std::string>([&]() -> Result<std::string> {
    const Result<ScenarioRead> read = read_scenario(scenario_json);
    if (!read.ok()) return read.problems();
    return link_to(read->scenario, catalog_);
  });
}

LinkScenario Api::follow(std::string_view url) const {
  const DecodedUrl link = read_link(url, catalog_);
  return {to_text(brief_scenario_json(link.scenario, link.given)), notices_of(link, catalog_.date)};
}

std::string document_of(const std::function<void(FieldVisitor&)>& walk) {
  return answered([&]() -> Result<std::string> {
    JsonWriter writer;
    walk(writer);
    return writer.take();
  });
}

Result<std::vector<std::string>> scenarios_of_list(std::string_view list_json) {
  return guarded<std::vector<std::string>>([&]() -> Result<std::vector<std::string>> {
    const Result<Json> root = parse_document(list_json, kScenarioLimits);
    if (!root.ok()) return root.problems();
    const Json* list = root->is_object() ? member(*root, "scenarios") : &*root;
    if (!list || !list->is_array())
      return Problem{"wrong_type",
                     "",
                     "What is compared is two to four scenarios: a list of them, or a file for each.",
                     {"scenarios"}};
    std::vector<std::string> texts;
    for (const Json& scenario : *list) texts.push_back(to_text(scenario));
    return texts;
  });
}

std::string error_document(const Problems& problems) { return to_text(refusal_json(problems)); }

}  // namespace ridgepoint::json
