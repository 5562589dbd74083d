// The command line: `ridgepoint --help` says what it does.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/fields_text.h"
#include "engine/facts/guide.h"
#include "engine/import/import.h"
#include "engine/json/api.h"
#include "engine/json/import_api.h"
#include "engine/json/limits.h"
#include "tools/cli/arguments.h"
#include "tools/cli/files.h"
#include "tools/cli/lines.h"
#include "tools/cli/report.h"
#include "tools/cli/sweep.h"
#include "tools/cli/tables.h"
#include "tools/validate/report.h"

namespace ridgepoint::cli {
namespace {

using json::Api;

constexpr int kAnswered = 0;
constexpr int kWrongScenario = 1;
constexpr int kBadUsage = 2;

int bad_usage(const std::string& why) {
  std::cerr << "ridgepoint: " << why << "\nTry ridgepoint --help.\n";
  return kBadUsage;
}

int refuse(const Problems& problems) {
  std::cout << json::error_document(problems) << "\n";
  return kWrongScenario;
}

bool is_refusal(const std::string& document) { return document.rfind("{\"ok\":false", 0) == 0; }

// The document, or the refusal it is.
int print_document(const std::string& document) {
  std::cout << document << "\n";
  return is_refusal(document) ? kWrongScenario : kAnswered;
}

// What people send: "-" is standard input.
std::optional<std::string> read_scenario(const std::string& path) {
  return read_file(path, json::kScenarioLimits.document_bytes);
}

// catalog.json beside the program.
std::string default_catalog(const std::string& program) {
  std::error_code unknown;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) self = std::filesystem::absolute(program);
  return (self.parent_path() / "catalog.json").string();
}

// The words of a list with commas between.
std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start < list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    words.push_back(list.substr(start, comma - start));
    start = comma + 1;
  }
  return words;
}

constexpr const char* kWithUsage = "--with takes explain, percentiles, limits and series, with commas between";

// The words of --with; nothing when one is unknown.
std::optional<With> read_with(const std::string& list) {
  With with;
  for (const std::string& word : words_of(list))
    if (!ask_for(with, word)) return std::nullopt;
  return with;
}

std::string options_of(const With& with) {
  std::string words;
  for (const WithWord& known : kWithWords)
    if (with.*known.part) words += (words.empty() ? "\"" : ", \"") + std::string(known.word) + "\"";
  return R"({"with": [)" + words + "]}";
}

// `recommends`: with other hardware beside.
int estimate(const Api& api, const Arguments& arguments, bool recommends) {
  const std::string format = arguments.get("--format", "json");
  std::optional<With> with = read_with(arguments.get("--with", ""));
  if (format != "json" && format != "text") return bad_usage("--format is json or text");
  if (!with) return bad_usage(kWithUsage);
  const std::string path = arguments.words.empty() ? "-" : arguments.words[0];
  const auto scenario = read_scenario(path);
  if (!scenario) return bad_usage("cannot read " + path);
  if (format == "json")
    return print_document(recommends ? api.recommend(*scenario, options_of(*with))
                                     : api.estimate(*scenario, options_of(*with)));
  with->limits = true;  // people want to know
  if (recommends) {
    const Result<json::Recommended> answer = api.recommended(*scenario, *with);
    if (!answer.ok()) return refuse(answer.problems());
    std::cout << report(answer->found) << "\n" << report(answer->estimate);
    return kAnswered;
  }
  const Result<Estimate> answer = api.answer(*scenario, *with);
  if (!answer.ok()) return refuse(answer.problems());
  std::cout << report(*answer);
  return kAnswered;
}

// What --fields asks for: names of figures, and "line", the number of the line.
struct Fields {
  std::vector<std::string> names;
  std::vector<json::Column> columns;  // those of `names` but "line"

  std::string header() const;
  std::string line(json::Row row, std::size_t number) const;
};

constexpr const char* kLineNumber = "line";

std::string Fields::header() const {
  std::vector<std::string> cells = names;
  cells.push_back("error");
  return csv_line(cells);
}

std::string Fields::line(json::Row row, std::size_t number) const {
  std::vector<std::string> cells;
  auto figure = row.cells.begin();
  for (const std::string& name : names)
    cells.push_back(name == kLineNumber ? std::to_string(number) : std::move(*figure++));
  cells.push_back(std::move(row.error));
  return csv_line(cells);
}

Result<Fields> read_fields(const std::string& list) {
  Fields fields{words_of(list), {}};
  if (fields.names.empty()) return Problem{"missing", "", "--fields takes names of figures, with commas between"};
  std::vector<std::string> figures = fields.names;
  figures.erase(std::remove(figures.begin(), figures.end(), kLineNumber), figures.end());
  Result<std::vector<json::Column>> columns = json::columns_of(figures);
  if (!columns.ok()) return columns.problems();
  fields.columns = std::move(columns).value();
  return fields;
}

// "A result has no field ...; near: a, b", of each problem.
std::string with_suggestions(const Problems& problems) {
  std::string out;
  for (const Problem& problem : problems) {
    out += (out.empty() ? "" : "\n") + problem.message;
    for (const std::string& near : problem.suggestions)
      out += (&near == &problem.suggestions.front() ? " Near: " : ", ") + near;
  }
  return out;
}

// Threads that --jobs asks for, or that the processor runs at once; 0 when it is no such number.
int read_jobs(const Arguments& arguments) {
  if (!arguments.has("--jobs")) return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const std::optional<double> jobs = parse_number(arguments.get("--jobs", ""));
  return jobs && *jobs >= 1 && *jobs <= 1024 && *jobs == std::floor(*jobs) ? static_cast<int>(*jobs) : 0;
}

// Less than 0: it cannot be read; a closed standard input must not become whatever is opened next.
int open_file(const std::string& path) {
  if (path == "-") return fcntl(STDIN_FILENO, F_GETFD) < 0 ? -1 : STDIN_FILENO;
  return open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

constexpr int kSignalled = 128;  // and the number of the signal, as shells say it

int cannot_write(int error) {
  if (error == EPIPE) return kSignalled + SIGPIPE;  // nobody reads any more
  std::cerr << "ridgepoint: cannot write: " << std::strerror(error) << "\n";
  return kBadUsage;
}

// What is to be said of a sweep, and its exit status.
int told(const Swept& done, const std::string& from, const std::string& to) {
  if (done.read_error) return bad_usage("cannot read " + from + ": " + std::strerror(done.read_error));
  if (done.foreign)
    return bad_usage(to + " does not hold what this sweep of " + from + " gives: result " +
                     std::to_string(done.foreign) + " differs; nothing was written");
  if (done.write_error) return cannot_write(done.write_error);
  if (stop_signal()) return kSignalled + stop_signal();
  return done.refused > 0 ? kWrongScenario : kAnswered;
}

int sweep(const Api& api, const Arguments& arguments) {
  const std::optional<With> with = read_with(arguments.get("--with", ""));
  if (!with) return bad_usage(kWithUsage);
  Sweep asked;
  asked.longest = json::kScenarioLimits.document_bytes;
  asked.jobs = read_jobs(arguments);
  asked.progress = arguments.has("--progress");
  if (asked.jobs == 0) return bad_usage("--jobs takes a whole number of threads, from 1 to 1024");
  asked.answer = [&](const std::string& line, std::size_t) {
    std::string document = api.estimate(line, *with);
    const bool refused = is_refusal(document);
    return LineAnswer{std::move(document) + "\n", refused};
  };
  Result<Fields> fields = Fields{};
  if (arguments.has("--fields")) {
    fields = read_fields(arguments.get("--fields", ""));
    if (!fields.ok()) return bad_usage(with_suggestions(fields.problems()));
    asked.answer = [&](const std::string& line, std::size_t number) {
      json::Row row = api.row(line, *with, fields->columns);
      const bool refused = !row.error.empty();
      return LineAnswer{fields->line(std::move(row), number), refused};
    };
  }
  if (arguments.has("--fields")) asked.header = fields->header();
  const std::string path = arguments.words.empty() ? "-" : arguments.words[0];
  const int descriptor = open_file(path);
  if (descriptor < 0) return bad_usage("cannot read " + path);
  Lines in(descriptor);
  stop_on_signals();
  if (!arguments.has("--resume")) return told(sweep(asked, in, stdout), path, "");
  const std::string results = arguments.get("--resume", "");
  const Result<Sweep> rest = resumed(std::move(asked), results);
  if (!rest.ok()) return bad_usage(rest.problems()[0].message);
  std::FILE* out = std::fopen(results.c_str(), "ab");
  if (!out) return bad_usage("cannot write " + results + ": " + std::strerror(errno));
  Swept done = sweep(*rest, in, out);
  if (std::fclose(out) != 0 && !done.write_error) done.write_error = errno;
  return told(done, path, results);
}

// The scenarios of several files, or of the list in one.
Result<std::vector<std::string>> scenarios_in(const std::vector<std::string>& paths) {
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    const auto text = read_scenario(path);
    if (!text) return Problem{"unreadable", "", "cannot read " + path};
    texts.push_back(*text);
  }
  if (texts.size() == 1) return json::scenarios_of_list(texts[0]);
  return texts;
}

int compare(const Api& api, const Arguments& arguments) {
  const std::string format = arguments.get("--format", "json");
  if (format != "json" && format != "text") return bad_usage("--format is json or text");
  const Result<std::vector<std::string>> scenarios =
      scenarios_in(arguments.words.empty() ? std::vector<std::string>{"-"} : arguments.words);
  if (!scenarios.ok() && scenarios.problems()[0].code == "unreadable")
    return bad_usage(scenarios.problems()[0].message);
  if (!scenarios.ok()) return refuse(scenarios.problems());
  if (format == "json") return print_document(api.compare(*scenarios));
  const Result<Comparison> comparison = api.compared(*scenarios);
  if (!comparison.ok()) return refuse(comparison.problems());
  std::cout << report(*comparison);
  return kAnswered;
}

// "rtx-4090:2" to the accelerator and its count.
OwnedHardware hardware_of(const std::string& word) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string::npos) return {word, 1};
  const std::optional<double> count = parse_number(word.substr(colon + 1));
  const bool counts = count && *count >= 1 && *count <= 1e6 && *count == std::floor(*count);
  return {word.substr(0, colon), counts ? static_cast<int>(*count) : 0};
}

// Sets `into` where the option is given; false when it is no number.
template <class Number>
bool take_number(Number& into, const Arguments& arguments, const char* option) {
  if (!arguments.has(option)) return true;
  const std::optional<double> number = parse_number(arguments.get(option, ""));
  if (number) into = *number;
  return number.has_value();
}

int runs_on(const Api& api, const Arguments& arguments) {
  const std::string format = arguments.get("--format", "json");
  if (format != "json" && format != "text") return bad_usage("--format is json or text");
  if (arguments.words.empty()) {
    if (arguments.options.size() > arguments.options.count("--catalog"))
      return bad_usage("runs-on without accelerators takes a question from standard input, and no options");
    const auto text = read_scenario("-");
    return text ? print_document(api.runs_on(*text)) : bad_usage("cannot read -");
  }
  RunsOnQuestion question;
  for (const std::string& word : arguments.words) question.hardware.push_back(hardware_of(word));
  for (const OwnedHardware& owned : question.hardware)
    if (owned.count < 1) return bad_usage("a count is a whole number: rtx-4090:2");
  if (!take_number(question.context, arguments, "--context") ||
      !take_number(question.min_tokens_per_s, arguments, "--min-tokens-per-s") ||
      !take_number(question.host_memory_gb, arguments, "--host-memory-gb"))
    return bad_usage("--context, --min-tokens-per-s and --host-memory-gb take numbers");
  question.accept = arguments.get("--accept", question.accept);
  if (arguments.has("--host")) question.host = arguments.get("--host", "");
  // Options are read as a question is, within the limits of its fields.
  const std::string asked = json::document_of([&](FieldVisitor& v) { visit(question, v); });
  if (format == "json") return print_document(api.runs_on(asked));
  const Result<RunsOn> found = api.running_on(asked);
  if (!found.ok()) return refuse(found.problems());
  std::cout << report(*found, arguments.has("--all"));
  return kAnswered;
}

int catalog(const Api& api, const Arguments& arguments) {
  const std::string& kind = arguments.words[0];
  const std::string format = arguments.get("--format", "table");
  const std::optional<Table> table = catalog_table(api.records(), kind);
  if (!table) return bad_usage("the catalog has no " + kind);
  if (format == "json") return print_document(api.catalog(kind));
  if (format != "table" && format != "csv") return bad_usage("--format is table, csv or json");
  std::cout << (format == "csv" ? csv(*table) : aligned(brief(*table, kind)));
  return kAnswered;
}

int print_scenario(const Api& api, const Preset& preset) {
  std::cerr << preset.title << ": " << preset.question << "\n" << preset.why << (preset.why.empty() ? "" : "\n");
  std::cout << api.follow("#v=1&" + preset.scenario).scenario << "\n";
  return kAnswered;
}

int presets(const Api& api, const Arguments& arguments) {
  if (!arguments.words.empty()) {
    const Preset* preset = find_preset(api.guide(), arguments.words[0]);
    return preset ? print_scenario(api, *preset) : bad_usage("there is no preset " + arguments.words[0]);
  }
  Table table{{"id", "question"}, {}};
  for (const Preset& preset : api.guide().presets) table.rows.push_back({preset.id, preset.question});
  std::cout << aligned(table);
  return kAnswered;
}

int guide(const Api& api, const Arguments& arguments) {
  if (!arguments.words.empty()) {
    const std::optional<Preset> preset = guided(api.guide(), arguments.words);
    return preset ? print_scenario(api, *preset) : bad_usage("one answer to each question");
  }
  for (const GuideQuestion& question : api.guide().questions) {
    std::cout << question.question << "\n";
    for (const GuideAnswer& answer : question.answers)
      std::cout << "  " << answer.id << ": " << answer.label << ". " << answer.means << "\n";
  }
  return kAnswered;
}

// Standard input does not say how long it is: as much as a configuration or a header may have is kept, and weights
// behind a header that makes sense are counted.
int import_input() {
  constexpr std::size_t kFirst = 65536, kMost = 100000008;  // bytes
  constexpr double kUnknown = 9007199254740992.0;           // bytes, more than any file has
  auto start = read_input(kFirst - 1);
  if (!start) return bad_usage("cannot read -");
  const import::FileKind kind = import::kind_of({reinterpret_cast<const std::uint8_t*>(start->data()), start->size()});
  if (kind != import::FileKind::unknown) {
    const auto more = read_input(kMost - kFirst);
    if (!more) return bad_usage("cannot read -");
    *start += *more;
  }
  const bool has_weights = kind == import::FileKind::gguf || kind == import::FileKind::safetensors;
  const auto size = static_cast<double>(start->size());
  const std::string document = json::import_model(*start, has_weights ? kUnknown : size, "model");
  if (!has_weights || is_refusal(document)) return print_document(document);
  const auto behind = count_input();
  if (!behind) return bad_usage("cannot read -");
  return print_document(json::import_model(*start, size + static_cast<double>(*behind), "model"));
}

// Files that belong together: a configuration and the JSON files that lie beside it, or the parts of a GGUF file. Each
// is read from its beginning as far as it is asked for: the weights behind it are not touched.
int import_files(const std::vector<std::string>& paths) {
  if (paths.size() == 1 && paths[0] == "-") return import_input();
  std::string all, document;
  std::uintmax_t bytes = 0;
  for (const std::string& path : paths) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    std::ifstream file(path, std::ios::binary);
    if (unknown || !file) return bad_usage("cannot read " + path);
    std::string start;
    while (true) {
      document = json::import_model(start, static_cast<double>(size), path);
      const std::size_t wanted = json::bytes_needed(document), had = start.size();
      if (wanted <= had) break;
      start.resize(wanted);
      file.read(start.data() + had, static_cast<std::streamsize>(wanted - had));
      if (file.gcount() < static_cast<std::streamsize>(wanted - had)) return bad_usage("cannot read " + path);
    }
    all += start + "\n";
    bytes += size + 1;
  }
  return print_document(paths.size() == 1 ? document
                                          : json::import_model(all, static_cast<double>(bytes), paths[0]));
}

int schema(const Api& api, const Arguments& arguments) {
  const std::string& name = arguments.words[0];
  const std::string document = api.schema(name);
  if (is_refusal(document)) return bad_usage("there is no schema " + name);
  return print_document(document);
}

// The scenario on standard output, so that it can be piped on; what was left out on standard error.
int follow(const Api& api, const std::string& link) {
  const json::LinkScenario said = api.follow(link);
  for (const Problem& notice : said.notices)
    std::cerr << "ridgepoint: " << notice.path << ": " << notice.message << "\n";
  std::cout << said.scenario << "\n";
  return kAnswered;
}

int url(const Api& api, const Arguments& arguments) {
  if (arguments.has("--decode")) {
    if (!arguments.words.empty()) return bad_usage("--decode takes no file");
    return follow(api, arguments.get("--decode", ""));
  }
  const std::string path = arguments.words.empty() ? "-" : arguments.words[0];
  const auto scenario = read_scenario(path);
  if (!scenario) return bad_usage("cannot read " + path);
  const Result<std::string> link = api.link(*scenario);
  if (!link.ok()) return refuse(link.problems());
  std::cout << *link << "\n";
  return kAnswered;
}

constexpr std::size_t kMostTable = 100000000;  // bytes

// The engine once for each of the files, which are separated by commas; without any, as it is.
Result<std::vector<Api>> with_calibrations(const Api& base, const std::string& files) {
  std::vector<Api> all;
  for (std::size_t at = 0; at < files.size();) {
    const std::size_t end = std::min(files.find(',', at), files.size());
    const std::string path = files.substr(at, end - at);
    const auto text = read_file(path, json::kCatalogLimits.document_bytes);
    if (!text) return Problem{"unreadable", "", "cannot read " + path};
    Result<Api> made = base.with_calibration(*text);
    if (!made.ok()) return made.problems();
    all.push_back(std::move(made).value());
    at = end + 1;
  }
  if (all.empty()) all.push_back(base);
  return all;
}

// Predicted against measured: tables of published runs.
int validate(const Api& base, const Arguments& arguments) {
  const Result<std::vector<Api>> engines = with_calibrations(base, arguments.get("--calibration", ""));
  if (!engines.ok()) return refuse(engines.problems());
  std::vector<const Catalog*> catalogs;
  for (const Api& engine : *engines) catalogs.push_back(&engine.records());
  const Catalog& catalog = *catalogs.front();
  validation::Cases all;
  for (const std::string& path : arguments.words.empty() ? std::vector<std::string>{"-"} : arguments.words) {
    const auto text = read_file(path, kMostTable);
    if (!text) return bad_usage("cannot read " + path);
    if (text->size() > kMostTable) return bad_usage(path + " is longer than the 100,000,000 bytes a table may have");
    if (const Problems problems = validation::add_cases(all, *text, catalog, path); !problems.empty())
      return refuse(problems);
  }
  const validation::Report report = validation::compare(all, catalogs);
  std::cout << (arguments.has("--json") ? validation::json_report(report) + "\n" : validation::text_report(report));
  return report.wrong.empty() ? kAnswered : kWrongScenario;
}

int run(const Api& api, const Arguments& arguments) {
  if (arguments.command == "estimate") return estimate(api, arguments, false);
  if (arguments.command == "recommend") return estimate(api, arguments, true);
  if (arguments.command == "sweep") return sweep(api, arguments);
  if (arguments.command == "compare") return compare(api, arguments);
  if (arguments.command == "runs-on") return runs_on(api, arguments);
  if (arguments.command == "catalog") return catalog(api, arguments);
  if (arguments.command == "presets") return presets(api, arguments);
  if (arguments.command == "guide") return guide(api, arguments);
  if (arguments.command == "schema") return schema(api, arguments);
  if (arguments.command == "validate") return validate(api, arguments);
  return url(api, arguments);
}

int start(const std::string& program, const Arguments& arguments) {
  if (arguments.has("--help")) {
    std::cout << usage();
    return kAnswered;
  }
  if (arguments.has("--version")) {
    std::cout << json::version() << "\n";
    return kAnswered;
  }
  if (!arguments.error.empty()) return bad_usage(arguments.error);
  if (arguments.command == "import") return import_files(arguments.words);
  const std::string path = arguments.has("--catalog") ? arguments.get("--catalog", "") : default_catalog(program);
  const auto text = read_file(path, json::kCatalogLimits.document_bytes);
  if (!text) return bad_usage("cannot read the catalog " + path);
  const Result<Api> api = Api::from_catalog(*text);
  if (!api.ok()) return bad_usage("the catalog " + path + " is not valid: " + json::error_document(api.problems()));
  return run(*api, arguments);
}

}  // namespace

// The whole program: its exit status, which is no success unless all of the answer has arrived.
int answered(const std::string& program, const Arguments& arguments) {
  Output output;
  const int status = start(program, arguments);
  const int error = output.close();
  if (!error || status >= kBadUsage) return status;
  return cannot_write(error);
}

}  // namespace ridgepoint::cli

int main(int count, char** words) {
  const std::string program = count > 0 ? words[0] : "ridgepoint";
  const std::vector<std::string> given(words + (count > 0 ? 1 : 0), words + count);
  return ridgepoint::cli::answered(program, ridgepoint::cli::parse_arguments(given));
}
