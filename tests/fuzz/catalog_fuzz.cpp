// Any text as a catalog: refused with reasons, or one that questions can be asked of.
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint;
  using namespace ridgepoint::test;
  const Result<json::Api> api = json::Api::from_catalog(text_of_input(data, size));
  if (!api.ok()) return demand(!api.problems().empty(), "refused without a reason");
  for (const char* kind : {"accelerators", "models", "instances", "prices"}) {
    const std::string list = api->catalog(kind);
    demand(list.rfind("[", 0) == 0, list);
  }
  const auto& accelerators = api->records().accelerators;
  const auto& models = api->records().models;
  if (accelerators.empty() || models.empty()) return 0;
  Scenario scenario;
  scenario.hardware.accelerator = accelerators.front().id;
  scenario.model.id = models.front().id;
  const std::string document = api->estimate(text_of(scenario), "");
  return demand(is_document(document), document);
}
