// Scenarios within all limits, drawn from the bytes: the answer is consistent in itself, or a field is named, and it
// comes about as soon as others.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/random_scenarios.h"
#include "tests/fuzz/timely.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint;
  using namespace ridgepoint::test;
  static const RandomScenarios scenarios(shipped().records());
  const std::string_view bytes = text_of_input(data, size);
  const Scenario scenario = scenarios.from(bytes);
  // Percentiles are simulated, which takes a hundred times as long as all the rest.
  const bool simulated = size > 1 && data[1] % 64 == 0;
  const std::vector<std::string> wrong = timely(text_of(scenario), [&] {
    return wrong_with(scenario, {true, simulated, true, true});
  });
  return demand(wrong.empty(), text_of(scenario) + "\n" + (wrong.empty() ? "" : wrong.front()));
}
