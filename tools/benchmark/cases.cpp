// How long calls take from JSON to JSON, by a list of them, which tools/benchmark/run.mjs writes; WebAssembly is asked
// the same.
//
//   case_benchmark CATALOG CASES [--benchmark_...]
//
// CASES has a call a line: name, call (load, estimate, recommend) and scenario, with tabs between; options behind a
// fourth. Calls of one name in a row are one case, done one after the other.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "engine/json/api.h"

namespace {

using ridgepoint::json::Api;

struct Call {
  std::string call;
  std::string scenario;
  std::string options;
};
struct Case {
  std::string name;
  std::vector<Call> calls;
};

std::optional<std::string> text_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Case> cases_of(const std::string& text) {
  std::vector<Case> cases;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string name;
    Call call;
    std::getline(cells, name, '\t');
    std::getline(cells, call.call, '\t');
    std::getline(cells, call.scenario, '\t');
    std::getline(cells, call.options, '\t');
    if (cases.empty() || cases.back().name != name) cases.push_back({name, {}});
    cases.back().calls.push_back(std::move(call));
  }
  return cases;
}

std::string answer(const Call& call, const Api& api) {
  return call.call == "recommend" ? api.recommend(call.scenario, call.options)
                                  : api.estimate(call.scenario, call.options);
}

void loads(benchmark::State& state, const std::string& catalog) {
  for (auto _ : state) benchmark::DoNotOptimize(Api::from_catalog(catalog));
}

// It times nothing that is refused, nor what does not fit where one answer is timed.
bool is_answered(const Case& asked, const Api& api) {
  for (const Call& call : asked.calls) {
    if (call.call == "load") continue;
    const std::string text = answer(call, api);
    const bool fits = asked.calls.size() > 1 || text.find("\"fit\":\"no\"") == std::string::npos;
    if (text.rfind("{\"ok\":true", 0) == 0 && (fits || call.call != "estimate")) continue;
    std::fprintf(stderr, "case_benchmark: %s %s\n", asked.name.c_str(), fits ? text.c_str() : "does not fit");
    return false;
  }
  return true;
}

void calls(benchmark::State& state, const Case& asked, const Api& api) {
  for (auto _ : state)
    for (const Call& call : asked.calls) benchmark::DoNotOptimize(answer(call, api));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 3) return std::fputs("usage: case_benchmark CATALOG CASES [--benchmark_...]\n", stderr), 2;
  const std::optional<std::string> catalog = text_of(argv[1]), listed = text_of(argv[2]);
  if (!catalog || !listed) return std::fputs("case_benchmark: cannot read its files\n", stderr), 2;
  const auto api = Api::from_catalog(*catalog);
  if (!api.ok()) return std::fputs("case_benchmark: the catalog is not valid\n", stderr), 2;
  const std::vector<Case> cases = cases_of(*listed);
  for (const Case& asked : cases) {
    if (!is_answered(asked, *api)) return 2;
    const bool load = asked.calls.front().call == "load";
    const auto run = [&, load](benchmark::State& state) { load ? loads(state, *catalog) : calls(state, asked, *api); };
    benchmark::RegisterBenchmark(asked.name.c_str(), run)->Unit(benchmark::kMicrosecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
