// A scenario as the fragment of a shared link, and back.
//
//   #v=1&d=2026-11-01&workload=serve&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=8&weights=fp8
//
// Readable and in a fixed order, so that equal scenarios have equal links. The question is always there: task, model,
// hardware and how much of it, format, load. Of the rest, what is as in the first release is left out: what a link does
// not say means the same for ever.
// A key is the field's own name where no other field has it, else its path with dots ("train.tokens");
// a person's own entries are "o.<kind>.<n>.<field>". Lists are joined by "~". "was" is the short answer that a page
// remembers in a link; it is passed over. The keys of version 1 are frozen in tests/golden/url_keys_v1.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/scenario.h"
#include "engine/base/result.h"

namespace ridgepoint {

inline constexpr int kUrlVersion = 1;
inline constexpr std::size_t kLongestUrl = 8192;  // characters of a fragment that are read

// The fragment with its "#". `catalog_date` may be empty. `of_tokens`: the model reads and writes tokens, so their
// numbers are part of the question.
std::string encode_url(const Scenario& scenario, std::string_view catalog_date, bool of_tokens = true);

struct DecodedUrl {
  Scenario scenario;
  std::string catalog_date;        // of the catalog the link was made with; may be empty
  std::vector<std::string> given;  // JSON pointers of the fields that it says, sorted
  // What was not understood or not applied; everything else was. `path` is the JSON pointer of the
  // field, or "#key" for a key that names none.
  Problems notices;
};
// Takes a fragment with or without its "#", also one that was percent-encoded as a whole or has "&amp;" between its
// pairs, or a whole address, whose query stands in for a fragment that it lacks. Never fails.
DecodedUrl decode_url(std::string_view url);

struct UrlKey {
  std::string path;  // "serve.input_tokens", "overrides.models.*.layers"
  std::string key;   // "input_tokens", "o.models.*.layers"
};
// Every field of a scenario with its key, in the order of links.
std::vector<UrlKey> url_keys();

}  // namespace ridgepoint
