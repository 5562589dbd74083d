// Random scenarios, a line each, and what the native engine says to them.
//   scenario_generator SEED COUNT scenarios         the scenarios as JSON
//   scenario_generator SEED COUNT answers           each followed by its answer, on a line of its own
//   scenario_generator SEED COUNT recommendations   each followed by what is recommended
//   scenario_generator SEED COUNT checks            what is wrong with the answers; fails when anything is
//   scenario_generator FIRST STEP limits            the same of scenarios with one field at a limit, each STEP-th
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/asked.h"
#include "tests/fuzz/at_limits.h"
#include "tests/fuzz/random_scenarios.h"

namespace {

using namespace ridgepoint;

constexpr const char* kOptions = R"({"with": ["explain", "percentiles", "limits", "series"]})";

// Prints what is wrong with a scenario's answer; whether nothing is.
bool check(const Scenario& scenario, const std::string& name, bool computable) {
  const std::vector<std::string> wrong = test::wrong_with(scenario, {true, true, true, true}, computable);
  if (wrong.empty()) return true;
  std::printf("%s: %s\n", name.c_str(), test::text_of(scenario).c_str());
  for (const std::string& line : wrong) std::printf("  %s\n", line.c_str());
  return false;
}

// Prints what is asked for of one scenario; whether nothing is wrong with it.
bool print(const Scenario& scenario, const std::string& what, const std::string& seed) {
  if (what == "checks") return check(scenario, "seed " + seed, false);
  const std::string text = test::text_of(scenario);
  std::printf("%s\n", text.c_str());
  if (what == "answers") std::printf("%s\n", test::shipped().estimate(text, kOptions).c_str());
  if (what == "recommendations") std::printf("%s\n", test::shipped().recommend(text, "").c_str());
  return true;
}

int summary(unsigned long long count, unsigned long long bad) {
  std::printf("%llu passed, %llu failed\n", count - bad, bad);
  return bad > 0 ? 1 : 0;
}

int at_limits(std::size_t first, std::size_t step) {
  const test::ScenariosAtLimits scenarios(test::shipped().records());
  unsigned long long count = 0, bad = 0;
  for (std::size_t i = first; i < scenarios.size(); i += step, ++count) {
    const test::AtLimit at = scenarios.at(i);
    if (!check(at.scenario, at.name, true)) ++bad;
  }
  return summary(count, bad);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: scenario_generator SEED COUNT WHAT\n", stderr), 2;
  const unsigned long long first = std::strtoull(argv[1], nullptr, 10), count = std::strtoull(argv[2], nullptr, 10);
  const std::string what = argv[3];
  if (what == "limits") return at_limits(first, count);
  const test::RandomScenarios scenarios(test::shipped().records());
  unsigned long long bad = 0;
  for (unsigned long long i = 0; i < count; ++i)
    if (!print(scenarios.from(test::random_bytes(first + i)), what, std::to_string(first + i))) ++bad;
  return what == "checks" ? summary(count, bad) : bad > 0;
}
