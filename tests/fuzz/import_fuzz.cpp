// Any bytes as a file to import: always answered with a document.
#include "engine/json/import_api.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint::test;
  if (size == 0) return 0;
  // The first byte tells how much longer the file is said to be than what is given of it.
  const double missing = data[0] < 128 ? 0 : static_cast<double>(data[0]) * 1000000;
  const std::string_view bytes = text_of_input(data + 1, size - 1);
  const std::string document =
      ridgepoint::json::import_model(bytes, static_cast<double>(bytes.size()) + missing, "file");
  return demand(is_document(document), document);
}
