// Any text as a link: what it says has a link of its own, which says the same.
#include "engine/url.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint;
  using namespace ridgepoint::test;
  const std::string_view text = text_of_input(data, size);
  const std::string document = shipped().decode_url(text);
  demand(is_document(document), document);
  const std::string link = encode_url(decode_url(text).scenario, "");
  if (link.size() > kLongestUrl) return 0;
  const DecodedUrl again = decode_url(link);
  demand(again.notices.empty(), link);
  return demand(encode_url(again.scenario, "") == link, link);
}
