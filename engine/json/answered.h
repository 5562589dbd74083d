// Work whose outcome is a document, whatever happens in it.
#pragma once

#include <exception>
#include <string>

#include "engine/json/value.h"
#include "engine/result.h"

namespace ridgepoint::json {

// The result of `body`; what it throws becomes a problem.
template <class T, class Body>
Result<T> guarded(const Body& body) {
  const auto unexpected = [](const char* what) {
    return Problem{"internal", "", std::string("Unexpected failure: ") + what, {}};
  };
  try {
    return body();
  } catch (const std::exception& error) { return unexpected(error.what()); } catch (...) {
    return unexpected("unknown");
  }
}

// The text of the Result<Json> that `body` gives, or of its problems.
template <class Body>
std::string answered(const Body& body) {
  Result<std::string> text = guarded<std::string>([&]() -> Result<std::string> {
    const Result<Json> json = body();
    if (!json.ok()) return json.problems();
    return to_text(*json);
  });
  if (!text.ok()) return to_text(refusal_json(text.problems()));
  return std::move(text).value();
}

}  // namespace ridgepoint::json
