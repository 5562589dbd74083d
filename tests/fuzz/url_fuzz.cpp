// Any text as a link: what it says has a link of its own, which says the same, and is answered about as soon as others.
#include "engine/ask/url.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/timely.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgepoint;
  using namespace ridgepoint::test;
  const std::string_view text = text_of_input(data, size);
  const std::string document = shipped().decode_url(text);
  demand(is_document(document), document);
  const std::string asked = shipped().follow(text).scenario;
  const std::string answer = timely(asked, [&] { return shipped().estimate(asked, ""); });
  demand(is_document(answer), answer);
  const std::string link = encode_url(decode_url(text).scenario, "");
  if (link.size() > kLongestUrl) return 0;
  const DecodedUrl again = decode_url(link);
  demand(again.notices.empty(), link);
  return demand(encode_url(again.scenario, "") == link, link);
}
