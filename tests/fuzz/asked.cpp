#include "tests/fuzz/asked.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/ask/url.h"
#include "engine/speed/random.h"
#include "tests/fuzz/inconsistencies.h"

namespace ridgepoint::test {

const json::Api& shipped() {
  static const json::Api api = [] {
    std::ifstream file(RIDGEPOINT_CATALOG);
    std::stringstream text;
    text << file.rdbuf();
    Result<json::Api> read = json::Api::from_catalog(text.str());
    if (!read.ok()) {
      std::fprintf(stderr, "%s cannot be read: %s\n", RIDGEPOINT_CATALOG, read.problems()[0].message.c_str());
      std::abort();
    }
    return std::move(read).value();
  }();
  return api;
}

std::string random_bytes(std::uint64_t seed) {
  Random random(seed);
  std::string bytes(600, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.next() & 255);
  return bytes;
}

std::string text_of(const Scenario& scenario) { return shipped().follow(encode_url(scenario, "")).scenario; }

namespace {

void check_link(const Scenario& scenario, std::vector<std::string>& found) {
  const std::string link = encode_url(scenario, "");
  if (link.size() > kLongestUrl) return;
  const DecodedUrl back = decode_url(link);
  for (const Problem& notice : back.notices) found.push_back("its link is not understood: " + notice.message);
  if (encode_url(back.scenario, "") != link) found.push_back("its link leads elsewhere: " + link);
}

// JSON has no word for what is unknown or not a number but null, and answers hold none.
bool holds_null(std::string_view document) {
  for (const std::string_view null : {":null", "[null", ",null"})
    if (document.find(null) != std::string_view::npos) return true;
  return false;
}

std::string options_of(With with) {
  std::string words;
  for (const WithWord& known : kWithWords)
    if (with.*known.part) words += (words.empty() ? "\"" : ",\"") + std::string(known.word) + "\"";
  return "{\"with\":[" + words + "]}";
}

}  // namespace

std::vector<std::string> wrong_with(const Scenario& scenario, With with, bool computable) {
  std::vector<std::string> found;
  check_link(scenario, found);
  const std::string text = text_of(scenario);
  const Result<Estimate> answer = shipped().answer(text, with);
  for (std::string& line : answer.ok() ? inconsistencies(*answer) : inconsistencies(answer.problems()))
    found.push_back(std::move(line));
  for (const Problem& problem : answer.problems())
    if (computable && problem.code == "not_computable") found.push_back(problem.path + ": " + problem.message);
  const std::string document = shipped().estimate(text, options_of(with));
  if (document.rfind(answer.ok() ? "{\"ok\":true" : "{\"ok\":false", 0) != 0)
    found.push_back("the document is " + document.substr(0, 300));
  if (holds_null(document)) found.push_back("the document holds null");
  return found;
}

}  // namespace ridgepoint::test
