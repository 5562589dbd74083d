// Answers a list of calls once each, for valgrind to count the instructions of every one: instructions.mjs runs it.
//
//   cost_calls CATALOG CASES
//
// CASES has a call a line: call (load, estimate, recommend), scenario and options, with tabs between.
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "engine/json/api.h"

// The functions whose instructions are counted have names of their own that no compiler changes or inlines.
extern "C" {
[[gnu::noinline]] void counted_load(const std::string* text, std::optional<ridgepoint::json::Api>* api) {
  auto read = ridgepoint::json::Api::from_catalog(*text);
  if (read.ok()) api->emplace(std::move(read).value());
}
[[gnu::noinline]] void counted_estimate(const ridgepoint::json::Api* api, const std::string* scenario,
                                        const std::string* options, std::string* answer) {
  *answer = api->estimate(*scenario, *options);
}
[[gnu::noinline]] void counted_recommend(const ridgepoint::json::Api* api, const std::string* scenario,
                                         const std::string* options, std::string* answer) {
  *answer = api->recommend(*scenario, *options);
}
}

namespace {

std::optional<std::string> text_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fputs("usage: cost_calls CATALOG CASES\n", stderr), 2;
  const std::optional<std::string> catalog = text_of(argv[1]), cases = text_of(argv[2]);
  if (!catalog || !cases) return std::fputs("cost_calls: cannot read its files\n", stderr), 2;
  std::optional<ridgepoint::json::Api> api;
  counted_load(&*catalog, &api);
  if (!api) return std::fputs("cost_calls: the catalog is not valid\n", stderr), 2;
  std::istringstream lines(*cases);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string call, scenario, options, answer;
    std::getline(cells, call, '\t');
    std::getline(cells, scenario, '\t');
    std::getline(cells, options, '\t');
    // An answer is counted when it is asked a second time: what is made once in a process is no part of it.
    if (call == "estimate") answer = api->estimate(scenario, options);
    (call == "recommend" ? counted_recommend : counted_estimate)(&*api, &scenario, &options, &answer);
    if (answer.rfind("{\"ok\":true", 0) != 0) return std::fprintf(stderr, "%s\n", answer.c_str()), 1;
  }
  return 0;
}
