// Any text as a scenario: always answered with a document.
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint::test;
  const std::string document = shipped().estimate(text_of_input(data, size), "");
  return demand(is_document(document), document);
}
